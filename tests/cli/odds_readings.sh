#!/bin/sh
# odds_readings.sh -- every letter of every reading that can be chosen moves a figure of the odds,
# or the odds say why not, and with which bets it would.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey

# One line for each letter that is not in force: its name, moved or silent, and of a silent one
# the options under which it shows, `never`, or `?` where no reason is given.
letters() {
    key=$(echo "$*" | tr ' /' '__')
    [ -f "$work/$key" ] || {
        run 0 "$trey" odds "$@" --readings --json
        awk -F'"' '
            /^  "reading_effects"|^ "reading_effects"/ {inside = 1}
            !inside {next}
            $2 == "reading" {id = $4}
            $2 == "letter" {letter = $4; why = ""; show = ""; force = 0; moves = 0}
            $2 == "in_force" {force = /true/}
            $2 == "moves" {moves = !/\[\]/}
            $2 == "why_none" {why = $4}
            $2 == "to_see_it" {show = $4}
            $2 == "round_ev_cents" && !force {
                print id "=" letter, (moves ? "moved" : "silent"), (show ? show : why ? "never" : "?")
            }' "$work/out" >"$work/$key"
    }
    cp "$work/$key" "$work/letters"
}

for book in mbs rws rws-progressive ca-six-card; do
    case $book in
    ca-six-card) bets='' rich='--six-card-bonus 5 --bank 50 --seats 3' ;;
    *) bets='--pair-plus 5 --progressive 5' rich='--pair-plus 5 --progressive 5 --seats 3' ;;
    esac
    # shellcheck disable=SC2086
    letters $book $bets
    [ "$(wc -l <"$work/letters")" -ge 11 ] || fault "too few letters of $book"
    grep -q ' moved ' "$work/letters" || fault "no letter of $book moves anything"
    grep ' silent ' "$work/letters" >"$work/silent"
    : >"$work/never"
    while read -r letter _ show; do
        case $show in
        '?') fault "$letter shows nothing in $book, without a reason" ;;
        never) echo "$letter" >>"$work/never" ;;
        *)
            # shellcheck disable=SC2086
            letters $book $show </dev/null
            grep -q "^$letter moved " "$work/letters" || fault "$letter shows nothing in $book with $show"
            ;;
        esac
    done <"$work/silent"
    # A reason why odds never see it has to hold with more bets, too.
    # shellcheck disable=SC2086
    letters $book $rich
    while read -r letter; do
        ! grep -q "^$letter moved " "$work/letters" || fault "$letter moves something in $book after all, with $rich"
    done <"$work/never"
done

# What they move, where it is no wager's edge.
run 0 "$trey" odds rws-progressive --readings --json
out_has '"long_run_value": 135.42'
out_has '"long_run_value": 187.48'
out_has '"why_none": "It counts only for a hand that its player does not show."'
run 0 "$trey" odds ca-six-card --seats 2 --reading A-CA-22=C
out_has '  1                   $1        $3.77'
out_has 'Players pay once more when they play'
exit $failed
