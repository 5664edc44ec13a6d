#!/bin/sh
# odds_command.sh -- trey odds, as a person and a script use it.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey

run 0 "$trey" odds mbs
out_has 'MBS Three Card Poker: exact odds'
out_has '-686689/20358520'
out_has '3.3730%'
out_has '-308/5525'
out_has 'Play Q-6-4 or better'
out_has 'play all                      7.6538%'
out_has '100%        22100.0  1/22100'
out_lacks 'THE PLAYER HAS THE EDGE'
err_lines 0
run 0 env COLUMNS=80 "$trey" odds rws-progressive --progressive 5 --seats 7
[ "$(wc -L <"$work/out")" -le 80 ] || fault 'a line is longer than 80 columns'
out_has 'The side bets change the best decision of 261'
out_has 'meter $25,000; 7 boxes'
out_has 'No such rule fits every hand'
run 0 env COLUMNS=80 "$trey" odds ca-six-card --six-card-bonus 5 --seats 2 --readings
[ "$(wc -L <"$work/out")" -le 80 ] || fault 'a line is longer than 80 columns'
out_has 'against Q        play Q-9-2 or better'
out_has 'The player-dealer, against 2 seats with these bets'
out_has '  14          unreadable'
out_has 'A-CA-38=B            8.6580%'

# What is changed is seen, and an edge for the player is said loudly.
run 0 "$trey" odds mbs --set pays.pair_plus.straight=6
out_has '-128/5525'
out_has 'Changed: pays.pair_plus.straight=6'
run 0 "$trey" odds mbs --reading A-MBS-01=B
out_has '*** THE PLAYER HAS THE EDGE on Ante and Play: 26.8051% of the wager'
out_has 'Reading A-MBS-01=B'
run 0 "$trey" odds rws --set pays.pair_plus.pair=2
out_has 'THE PLAYER HAS THE EDGE on Pair Plus'

# Seats that share a bank which may run short: estimates, and nothing that looks exact.
run 0 env COLUMNS=80 "$trey" odds ca-six-card --six-card-bonus 5 --bank 500 --seats 6
[ "$(wc -L <"$work/out")" -le 80 ] || fault 'a line is longer than 80 columns'
out_has 'odds, partly estimated'
out_has 'Estimates: 6 seats share a bank that may run short'
out_has 'Best strategy of one seat alone against this bank'
out_lacks '8.5295%'
out_lacks '-333939/3915100'
[ "$(grep -c '  estimate$' "$work/out")" -eq 3 ] || fault 'not every wager is marked as an estimate'
grep -q '^  result  *-6[0-9]\.[0-9]* cents +- 0\.[0-9]*$' "$work/out" || fault 'the round has no standard error'
grep -q '^  result a round  *3[0-9]*\.[0-9]* cents +- [0-9.]*, estimated' "$work/out" || fault 'the bank has no standard error'
run 0 "$trey" odds ca-six-card --six-card-bonus 5 --bank 500 --seats 6 --json
"$bin/json_check" <"$work/out" || fault 'not JSON'
out_has '"exact": false'
out_has '"standard_errors": {'
out_has '"ev": null'
out_has '"chance": null'
out_has '"by_seat": ['
out_lacks '"exact": true'
# The same bank against one seat, and a bank that cannot run short, are exact.
run 0 "$trey" odds ca-six-card --six-card-bonus 5 --bank 500
out_has '-333939/3915100'
out_has 'exact odds'
run 0 "$trey" odds ca-six-card --six-card-bonus 5 --bank 70000 --seats 6
out_has 'exact odds'
out_has '-26393/391510'
out_has 'deviation          8790.53 cents'
run 0 "$trey" odds ca-six-card --six-card-bonus 5 --bank 70000 --seats 6 --json
out_lacks '"exact": false'
run 2 "$trey" odds ca-six-card --bank 40 --seats 3 --peek 1
err_has 'leave out --bank or --seats'
err_lines 1

# Strategies, peeks, hands.
run 0 "$trey" odds mbs --strategy always
out_has 'Strategy asked for: play all'
out_has '7.6538%'
echo 'Q-6-4' >"$work/mine"
run 0 "$trey" odds mbs --strategy "$work/mine"
out_has '-686689/20358520'
run 0 "$trey" odds rws --peek dealer-card
out_has '443162/12724075'
run 0 "$trey" odds rws --peek 2 --seed 7
out_has 'standard error'
out_has 'seed 7'
run 0 "$trey" odds mbs --hands
out_has '5c  3c  2d  fold'
[ "$(grep -c ' play$\| fold$' "$work/out")" -eq 22100 ] || fault 'not every hand is listed'
[ "$(grep -c ' play$' "$work/out")" -eq 14900 ] || fault 'not 14,900 hands are played'

# For machines.
for words in mbs 'rws --readings' 'rws-progressive --progressive 5 --meter 50000 --seats 3' \
    'ca-six-card --bank 100 --seats 3' 'mbs --peek 1' 'mbs --hands'; do
    # shellcheck disable=SC2086
    run 0 "$trey" odds $words --json
    "$bin/json_check" <"$work/out" || fault "not JSON: $words"
done
run 0 "$trey" odds mbs --json
out_has '"ev": "-686689/20358520"'
out_has '"house_edge": 0.0337298'
out_has '"rule": "Q-6-4 or better"'
out_has '"plays": "14900/22100"'
out_has '"name": "play all"'
out_has '"A-MBS-01": "A"'
out_has '"differs_from_base_strategy": 0'
out_has '"ev_cents": "-17167225/508963"'
run 0 "$trey" odds mbs --json --meter 80449
out_has '"break_even_meter_cents": "8044900"'

# Mistakes: one line that says what, where and how to mend it.
wrong() {
    message=$1
    shift
    run 2 "$trey" odds "$@"
    err_has "$message"
    err_lines 1
}
wrong 'there is no rulebook mbz (did you mean mbs?); there are mbs, rws' mbz
wrong 'which rulebook?'
wrong 'one word too many: rws' mbs rws
wrong 'there is no option --antee (did you mean --ante?)' mbs --antee 5
wrong '--ante needs a value after it' mbs --ante
wrong '--ante -5: not an amount' mbs --ante -5
wrong '--ante 5x: not an amount' mbs --ante 5x
wrong '--ante 1.234: an amount has at most two decimals' mbs --ante 1.234
wrong '--ante 0 is out of range: give $0.01 to $10,000,000' mbs --ante 0
wrong '--ante 99999999999999999999: the amount is too large' mbs --ante 99999999999999999999
wrong 'ca-six-card refuses ante: that is under the table minimum; it takes $1 to $10,000' \
    ca-six-card --ante 0.99
wrong 'mbs has no six_card_bonus; its wagers are ante, pair_plus, progressive' mbs \
    --six-card-bonus 5
wrong 'ca-six-card has no jackpot' ca-six-card --meter 5
wrong 'the house banks in mbs' mbs --bank 5
wrong 'no reading A-MBS-1 (did you mean A-MBS-01?)' mbs --reading A-MBS-1=B
wrong 'write A-MBS-01=A to A-MBS-01=B' mbs --reading A-MBS-01=Z
wrong 'A-MBS-02 is a note and cannot be chosen' mbs --reading A-MBS-02=A
wrong 'did you mean pays.pair_plus.straight?' mbs --set pays.pair_plus.straigt=6
wrong '"x" is not a rate' mbs --set pays.pair_plus.straight=x
wrong 'write a key and a value' mbs --set foo
wrong '(did you mean mimic?); strategies are best, q-6-4' mbs --strategy mimik
wrong '--peek 7: give dealer-card, or 1 to 6' mbs --peek 7
wrong '--seats 0: give a whole number from 1 to 7' mbs --seats 0
wrong '--seats 18446744073709551617: give a whole number' mbs --seats 18446744073709551617
wrong '--seed x: give a whole number' mbs --seed x
wrong 'its contribution no more than the bet' mbs --progressive 1 --contribution 5
wrong 'only one of the bonus bets may be placed' ca-six-card --pair-plus 5 \
    --six-card-bonus 5 --reading A-CA-16=B
wrong 'none.yaml: the file cannot be read' --rulebook "$work/none.yaml"
printf 'Q-6-4\nK: x\n' >"$work/bad"
wrong "$work/bad:2:4: expected a hand such as Q-6-4" mbs --strategy "$work/bad"
printf 'K: K-9-2\n' >"$work/up"
wrong 'in mbs the player sees none' mbs --strategy "$work/up"
run 0 "$trey" odds mbs --strategy "$work/up" --peek dealer-card

# A house's own rulebook.
sed 's/^rulebook: mbs/rulebook: house/; s/straight: {says: 5:1/straight: {says: 6:1/' \
    "$source_dir/rulebooks/mbs.yaml" >"$work/house.yaml"
run 0 "$trey" odds --rulebook "$work/house.yaml"
out_has '-128/5525'

run 0 "$trey" odds --help
out_has 'usage: trey odds ID'
# The help names every option that the program takes, and no other.
grep -o '^  --[a-z-]*' "$work/out" | tr -d ' ' | while read -r option; do
    "$trey" odds mbs "$option" 1 2>&1 | grep -q 'there is no option' && echo "$option"
done >"$work/unknown"
[ ! -s "$work/unknown" ] || fault "the help names unknown options: $(cat "$work/unknown")"

run 3 sh -c "'$trey' odds mbs >/dev/full"
err_has 'could not be written'

exit $failed
