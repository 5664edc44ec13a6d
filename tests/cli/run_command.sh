#!/bin/sh
# run_command.sh -- trey run, as a person and a script use it.
# shellcheck disable=SC2016 # the dollars are money
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
export LC_ALL=C COLUMNS=80

# One script from standard input; blanks at the start of its lines do not matter.
script() {
    wanted=$1
    shift
    cat >"$work/script.trey"
    run "$wanted" "$trey" run "$work/script.trey" "$@"
}

each_line_is_json() {
    while IFS= read -r line; do
        printf '%s\n' "$line" | "$bin/json_check" || fault "not JSON: $line"
    done <"$work/out"
}

cat >"$work/example.trey" <<'END'
rulebook mbs                                  # a reading: rulebook mbs A-MBS-01=B
table positions=7 ante=25..1000 pair_plus=25..500
jackpot bet=5 contribution=1 reset=10000 meter=12000
open                                          # place your bets
bet 1 alice ante 50
bet 1 alice pair_plus 25
bet 1 alice progressive
bet 2 bob   ante 50
close                                         # no more bets
deal 1=9s,9d,4c 2=Kc,9h,5h dealer=Qh,8c,5d
view 1 alice
play 1
fold 2
bet 2 bob pair_plus 25                        => bets_closed
reveal
settle
END

# ---- For a person ------------------------------------------------------------
script 0 <"$work/example.trey"
err_lines 0
out_has 'MBS Three Card Poker (mbs)'
out_has '  seat 1  alice     Ante $50'
out_has '  seat 1  alice     9s 9d 4c'
out_has '    refused: betting is closed [3.2, 5.5], as expected'
out_has '  dealer  Qh 8c 5d, high card, qualifies'
out_has '  seat 1  alice  9s 9d 4c, pair, played'
out_has '    Pair Plus       $25  win      $50  pair pays 1 to 1 ['
out_has '    Ante            $50  lose      $0  folded [3.9.1]'
out_has '  alice             $130     $250    +$120'
out_has '  house                               -$70'
out_has '  meter          $12,000 -> $12,001'
out_has '13 commands, 1 refused; 1 expectation met'
[ "$(wc -L <"$work/out")" -le 80 ] || fault 'a line is longer than 80 columns'
run 0 env COLUMNS=60 "$trey" run "$work/script.trey"
[ "$(sed 1d "$work/out" | wc -L)" -le 60 ] || fault 'a line is longer than 60 columns'
run 0 env LC_ALL=C.UTF-8 "$trey" run "$work/script.trey"
out_has '9♠ 9♦ 4♣'
script 0 <"$work/example.trey"
out_lacks '♠'
run 0 sh -c "'$trey' run - <'$work/example.trey'"
out_has '<stdin>'
out_has '  alice             $130     $250    +$120'

# Readings and values that are not the usual ones stand in the head.
script 0 <<'END'
rulebook mbs A-MBS-01=B
set pays.pair_plus.straight=6
table ante=25..1000 pair_plus=25..500
END
out_has 'under A-MBS-01=B, with pays.pair_plus.straight 6 to 1'

# ---- For a machine -----------------------------------------------------------
script 0 --json <"$work/example.trey"
each_line_is_json
out_has '{"event":{"kind":"bet","seat":1,"player":"alice","wager":"ante","amount":5000'
out_has '{"event":{"kind":"card","seat":1,"card":"9s"}}'
out_has '{"refused":{"command":"bet 2 bob pair_plus 25","reason":"bets_closed","paragraphs":["3.2","5.5"]}}'
out_has '{"settlement":{"round":1,"rulebook":"mbs","void":false,"lines":[{"seat":1,"player":"alice","wager":"ante","staked":5000,"result":"win","back":10000,"paragraphs":["3.12.1","4.1"],"readings":[]},'
out_has '"players":[{"player":"alice","staked":13000,"back":25000,"net":12000},{"player":"bob","staked":5000,"back":0,"net":-5000}],"house":-7000,"meter_before":1200000,"meter_after":1200100}}'
[ "$(grep -c '^{"settlement":' "$work/out")" -eq 1 ] || fault 'not one settlement'
out_lacks '"expectation"'

script 0 --json <<'END'
rulebook ca-six-card
table limits=5..500 schedule=2
open
bank 8 dora 1000
bet 1 alice ante 99
bet 2 bob ante 100
close
deal 1=Kh,8h,3c 2=10c,9d,8s 8=Ac,6d,2s
fold 1
play 2
reveal
settle
expect 2 play 200
expect net dora -101
expect house 8
expect bank 899
expect action 2
END
each_line_is_json
out_has '"players":[{"player":"dora","staked":100000,"back":89900,"net":-10100},{"player":"alice","staked":9900,"back":0,"net":-9900},{"player":"bob","staked":20000,"back":40000,"net":20000}],"house":800,"bank":{"before":100000,"after":89900},"collection":800,"collection_player_dealer":600,"collection_players":200,"collection_readings":["A-CA-22"],"action_seat":2}}'
out_lacks 'meter_before'
run 0 "$trey" run "$work/script.trey"
out_has '  dealer  dora, seat 8  Ac 6d 2s, high card, qualifies'
out_has '  dora, bank          $1,000     $899    -$101'
out_has '  collection         $6 from the player-dealer, $2 from the players'

# A deck in a script is no secret.
script 0 --json <<'END'
rulebook mbs
table ante=25..1000
open
bet 1 a ante 25
close
deck Kh 9c Qd  Kd 9d 7s  4c
END
out_has '{"event":{"kind":"deck","count":7,"cards":["Kh","9c","Qd","Kd","9d","7s","4c"]}}'

# ---- Many at once: a line each ---------------------------------------------------
printf 'rulebook mbs\ntable ante=25..1000\nopen\nbet 1 a ante 5 => under_minimum\n' >"$work/good.trey"
printf 'rulebook mbs\ntable ante=25..1000\nopen\nbet 1 a ante 5\n' >"$work/refused.trey"
printf 'rulebook mbs\ntable ante=25..1000\njackpot bet=5 contribution=1 reset=10000\nexpect meter 5\n' \
    >"$work/other.trey"
printf 'rulebook mbs\ndance\n' >"$work/wrong.trey"
run 0 "$trey" run --tap "$work/good.trey" "$work/example.trey"
out_is "1..2
ok 1 - $work/good.trey
ok 2 - $work/example.trey"
err_lines 0
run 1 "$trey" run --tap "$work/refused.trey" "$work/good.trey" "$work/other.trey"
out_is "1..3
# $work/refused.trey:4: bet 1 a ante 5: refused, under_minimum
not ok 1 - $work/refused.trey
ok 2 - $work/good.trey
# $work/other.trey:4: meter: expected \$5, found \$10,000
not ok 3 - $work/other.trey"
run 2 "$trey" run --tap "$work/wrong.trey" "$work/good.trey" "$work/none.trey"
out_has "not ok 1 - $work/wrong.trey"
out_has "ok 2 - $work/good.trey"
out_has "not ok 3 - $work/none.trey"
err_has "$work/wrong.trey:2:1: "
run 2 "$trey" run --tap --json "$work/good.trey"
err_has 'either --json or --tap'
# One that brings the program down is named too.
mkfifo "$work/stuck.trey"
"$trey" run --tap "$work/good.trey" "$work/stuck.trey" >"$work/out" 2>"$work/err" &
until grep -q '^ok 1' "$work/out"; do sleep 0.1; done
kill -ABRT $!
last='kill -ABRT'
! wait $! || fault 'it went on'
out_has "not ok 2 - $work/stuck.trey"

# ---- Refused, or otherwise than expected: 1 ------------------------------------
head='rulebook mbs
table ante=25..1000 pair_plus=25..500'
script 1 <<END
$head
open
bet 1 alice ante 5
bet 1 alice ante 50
END
out_has 'refused: that is under the table minimum ['
out_lacks 'as expected'
out_has '  seat 1  alice     Ante $50'
script 1 <<END
$head
open
bet 1 alice ante 5 => over_maximum
END
out_has 'script.trey:4: bet 1 alice ante 5: expected over_maximum, found under_minimum'
script 1 <<END
$head
open
bet 1 alice ante 50 => under_minimum
END
out_has 'script.trey:4: bet 1 alice ante 50: expected under_minimum, found ok'

sed '$a expect 1 ante 99\nexpect net alice -120\nexpect meter 1\nexpect 2 alice ante 0' "$work/example.trey" >"$work/four.trey"
run 1 "$trey" run "$work/four.trey"
out_has 'four.trey:17: seat 1 ante: expected $99, found $100'
out_has 'four.trey:18: net alice: expected -$120, found $120'
out_has 'four.trey:19: meter: expected $1, found $12,001'
out_has '3 of 5 expectations failed'

# Words: each failed one tells what was found.
sed '$a expect 1 ante is push\nexpect 1 ante by 5.1\nexpect 1 ante is win\nexpect 2 play is none\nexpect event dealt\nexpect gate ruling\nexpect by 3.2\nexpect view bob 1 -,-,-' "$work/example.trey" >"$work/words.trey"
run 1 "$trey" run "$work/words.trey"
out_has 'words.trey:17: expect 1 ante is push: expected push, found win'
out_has 'words.trey:18: expect 1 ante by 5.1: expected 5.1, found '
out_has 'words.trey:21: expect event dealt: expected dealt, found '
out_has 'words.trey:22: expect gate ruling: expected ruling, found none'
out_has 'words.trey:23: expect by 3.2: expected a refusal or a report, found neither'
out_has 'words.trey:24: expect view bob 1 -,-,-: expected -,-,-, found 9s,9d,4c'
out_has '6 of 9 expectations failed'
# What a waiting report will do: another amount, and another result.
waiting=$source_dir/tests/tables/mbs/5.4-an-exposed-card-is-known-to-everybody.trey
sed 's/^expect effect 1 ante returned 50$/expect effect 1 ante returned 49/
     s/^expect effect 2 ante returned 50$/expect effect 2 ante push 50/' "$waiting" >"$work/effect.trey"
run 1 "$trey" run "$work/effect.trey"
out_has 'expect effect 1 ante returned 49: expected returned $49, found returned $50'
out_has 'expect effect 2 ante push 50: expected push $50, found returned $50'
for words in '1 ante is wun' '1 ante by 99.9' '1 ante by' 'event dealed' 'gate shut' 'view bob 1' 'view nobody 1 -,-,-' 'effect 1 ante returned' '1 ante is win twice'; do
    sed "\$a expect $words" "$work/example.trey" >"$work/bad.trey"
    run 2 "$trey" run "$work/bad.trey"
    err_has 'bad.trey:17:'
    err_lines 1
done
run 1 "$trey" run "$work/four.trey" --json
each_line_is_json
out_has '"line":18,"what":"net alice","expected":-12000,"found":12000,"ok":false}}'
run 1 "$trey" run "$work/four.trey" "$work/example.trey"
out_has '13 commands, 1 refused; 1 expectation met'
script 1 <<END
$head
expect house 0
END
out_has 'expected a settled round, found none yet'

# After `next` the round opens by itself; not twice.
script 1 <<END
$head
next
bet 1 alice ante 50
next
open
END
out_has '  seat 1  alice     Ante $50'
out_has '    refused: a round is running'
sed '$a next\nopen\nbet 2 bob ante 25\nnext' "$work/example.trey" >"$work/two.trey"
run 0 "$trey" run "$work/two.trey"
out_has 'Round 2'
out_lacks 'Round 3'

# What is not said about a table: the side bets of California have the Ante's
# limits, others are not offered, and the meter shows the reset value.
script 0 <<'END'
rulebook ca-six-card
table ante=5..500 schedule=4
open
bank 8 dora 100
bet 1 alice ante 5
bet 1 alice six_card_bonus 4 => under_minimum
bet 1 alice six_card_bonus 500
END
script 0 <<'END'
rulebook rws
table ante=25..1000
jackpot bet=5 contribution=1 reset=10000
expect meter 10000
open
bet 1 alice pair_plus 25 => no_such_wager
END

# ---- Mistakes: 2, and one line that says what, where and how to mend it -----------
mistake() {
    script 2
    err_lines 1
    err_has "script.trey:$1: "
    err_has "$2"
}
mistake 1:1 'there is no script here' </dev/null
mistake 1:1 'a script begins with a rulebook' <<END
open
END
mistake 1:10 'there is no rulebook "mbz"; did you mean mbs?' <<END
rulebook mbz
END
mistake 1:14 '"A-MBS-01=Z" cannot be chosen in mbs; these can: ' <<END
rulebook mbs A-MBS-01=Z
END
mistake 1:10 'nowhere.yaml" cannot be read' <<END
rulebook nowhere.yaml
END
mistake 2:5 'unknown key pays.pair_plus.strait; did you mean pays.pair_plus.straight?' <<END
rulebook mbs
set pays.pair_plus.strait=6
END
mistake 2:7 '"ante=100..25": the minimum is above the maximum' <<END
rulebook mbs
table ante=100..25
END
mistake 2:6 'the limits of the Ante are missing' <<END
rulebook mbs
table
END
mistake 2:21 'mbs has tables of 4 to 7 positions, not 9' <<END
rulebook mbs
table ante=25..1000 positions=9
open
END
mistake 2:32 'ca-six-card deals from: packets' <<END
rulebook ca-six-card
table limits=5..500 schedule=1 device=single
END
mistake 2:19 'ca-six-card allows a minimum from $1 to $1,000 and a maximum from $200' <<END
rulebook ca-six-card
table ante=5..500 pair_plus=5..100 schedule=1
END
mistake 2:1 'ca-six-card takes a collection; say which schedule= from 1 to 18' <<END
rulebook ca-six-card
table limits=5..500
END
mistake 4:1 "amounts are the book's where it gives them" <<END
rulebook mbs
set progressive.bet=\$3
table ante=25..1000
jackpot bet=5 contribution=1 reset=10000
END
mistake 3:1 'this jackpot cannot be connected' <<END
$head
jackpot bet=5 contribution=6 reset=10000
END
mistake 3:29 'reset= is missing' <<END
rulebook mbs
table ante=25..1000 pair_plus=25..500
jackpot bet=5 contribution=1
END
mistake 3:1 '"opne" is no word of table scripts; did you mean open?' <<END
$head
opne
END
mistake 3:5 '"9" is no seat: a seat is a number from 1 to 8' <<END
$head
bet 9 alice ante 50
END
mistake 3:13 '"pairplus" is no wager; did you mean pair_plus?' <<END
$head
bet 1 alice pairplus 50
END
mistake 3:12 'a wager is missing: bet SEAT PLAYER WAGER [AMOUNT] [part]' <<END
$head
bet 1 alice
END
mistake 3:26 '"extra" is one word too many: bet SEAT' <<END
$head
bet 1 alice ante 50 part extra
END
mistake 3:18 '"12.505": an amount has at most two decimals' <<END
$head
bet 1 alice ante 12.505
END
mistake 3:7 '"4lice" is no name' <<END
$head
bet 1 4lice ante 50
END
mistake 3:24 '"bets_close" is neither ok nor the name of a refusal; did you mean bets_closed?' <<END
$head
bet 1 alice ante 50 => bets_close
END
mistake 3:11 '"pit_superviser" is no role; did you mean pit_supervisor?' <<END
$head
reveal by pit_superviser
END
mistake 3:12 'nobody is called "alcie" in this script' <<END
$head
expect net alcie 50
END

dealt="$head
open
bet 1 alice ante 50
close"
mistake 6:14 '"1c": not a card' <<END
$dealt
deal 1=9s,9d,1c dealer=Qh,8c,5d
END
mistake 6:14 '"1c": not a card' <<END
$dealt
deal 1=9♠,9♦,1c dealer=Qh,8c,5d
END
mistake 6:9 'card takes one card' <<END
$dealt
card 9♠ 9d
END
mistake 6:17 '9d stands twice in this line' <<END
$dealt
deal 1=9s,9d,4c dealer=Qh,8c,9d
END
mistake 6:17 '"2=3c,3d,3h": seat 2 gets no cards' <<END
$dealt
deal 1=9s,9d,4c 2=3c,3d,3h dealer=Qh,8c,9h
END
mistake 6:16 'the dealer gets a hand, and none is given' <<END
$dealt
deal 1=9s,9d,4c
END
mistake 6:6 'seat 1 gets more than 2 cards' <<END
$dealt
deal 1=9s,9d dealer=Qh,8c,9h
END
out_lacks '9s'
mistake 6:33 '"burn=2c": the burn gets no cards' <<END
$dealt
deal 1=9s,9d,4c dealer=Qh,8c,9h burn=2c
END

# A script with a mistake stops; the next file is run.
printf '%s\nopne\nopen\n' "$head" >"$work/bad.trey"
run 2 "$trey" run "$work/bad.trey" "$work/example.trey"
err_lines 1
out_has '13 commands, 1 refused; 1 expectation met'
printf '%s\n\033[31mred\n' "$head" >"$work/bad.trey"
run 2 "$trey" run "$work/bad.trey"
err_has '"?[31mred"'
printf 'rulebook mbs\000\n' >"$work/bad.trey"
run 2 "$trey" run "$work/bad.trey"
err_has 'bad.trey:1:13: a zero byte'
printf '\357\273\277rulebook mbs\r\ntable ante=25..1000\r\nopen => ok\r\n' >"$work/windows.trey"
run 0 "$trey" run "$work/windows.trey"

# The largest amounts are read; what is done with them is the rules' business.
script 0 <<END
$head
open
bet 1 alice ante 92233720368547758.07 => bad_amount
withdraw 1 alice ante 92233720368547758.07 => nothing_there
END
mistake 3:18 '"92233720368547758.08": the amount is too large' <<END
$head
bet 1 alice ante 92233720368547758.08
END
mistake 2:7 'limits are above zero and at most $1,000,000,000' <<END
rulebook mbs
table ante=25..92233720368547758.07
END
mistake 3:1 'this jackpot cannot be connected' <<END
$head
jackpot bet=5 contribution=1 reset=92233720368547758.07
END

# ---- A house's own rulebook lies beside the script ---------------------------------
mkdir "$work/house"
sed 's/^rulebook: mbs/rulebook: house/; s/straight: {says: 5:1/straight: {says: 6:1/' \
    "$source_dir/rulebooks/mbs.yaml" >"$work/house/house.yaml"
cat >"$work/house/six.trey" <<'END'
rulebook house.yaml
table ante=25..1000 pair_plus=25..500
open
bet 1 alice pair_plus 100
close
deal 1=10h,9d,8c dealer=Qh,8d,5d
continue 1
reveal
settle
expect 1 pair_plus 700
END
run 0 "$trey" run "$work/house/six.trey"
out_has '(house)'
sed -i 's/decks: {says: 1/decks: {says: one/' "$work/house/house.yaml"
run 2 "$trey" run "$work/house/six.trey"
err_has 'house.yaml:25:17: "one" is not a whole number'
err_has 'six.trey:1:10: "house.yaml" has 1 mistake and is not used'

# ---- Usage -----------------------------------------------------------------------------
run 0 "$trey" run --help
out_has 'usage: trey run FILE... [--json|--tap]'
run 0 "$trey" run --refusals
out_has 'bets_closed           betting is closed'
run 2 "$trey" run
err_has 'a table script is missing'
run 2 "$trey" run --jsn x
err_has 'unknown option --jsn'
run 2 "$trey" run "$work/nowhere.trey"
err_has 'nowhere.trey cannot be read'
run 2 "$trey" run "$work"
if [ -w /dev/full ]; then
    run 3 sh -c "'$trey' run '$work/example.trey' >/dev/full"
    run 3 sh -c "'$trey' run --json '$work/example.trey' >/dev/full"
fi

# A report shows what it will do to each wager, and does nothing until confirmed.
cat >"$work/report.trey" <<'END'
rulebook rws
table ante=25..1000 pair_plus=25..500
open
bet 1 alice ante 50
bet 2 bob ante 100
bet 2 bob pair_plus 25
close
deal 1=9s,9d,4c 2=Kc,9h,5h dealer=Qh,8c,5d
play 1
report foreign_card
drop
play 2
report play_not_ante seat=2 player=bob amount=150
confirm by pit_supervisor
reveal
settle
expect 2 play 250
END
run 0 "$trey" run "$work/report.trey"
out_has 'remedy: void [5.8, 5.8.1]'
out_has 'seat 1  alice     would be returned: Ante $50'
out_has 'seat 1  alice     would be returned: Play $50'
out_has 'seat 2  bob       would be returned: Pair Plus $25'
out_has 'the report is dropped'
out_has 'seat 2  bob       would be returned: Play $50'
run 0 "$trey" run --json "$work/report.trey"
out_has '"report":"foreign_card"'
out_has '"effects":[{"seat":1,"player":"alice","wager":"ante","staked":5000,"becomes":"returned"}'
out_has '"effects":[{"seat":2,"player":"bob","wager":"play","staked":5000,"becomes":"returned"}]'

# A book that sets no upper limit is not cited for ours; for no bank at all it is.
# proves [ca-six-card Round 9]
script 1 --json <<'END'
rulebook ca-six-card
table limits=5..500 schedule=4
open
bank 8 hal 8000000000.01
bank 8 hal 0
END
out_has '"reason":"bad_amount","paragraphs":[]'
out_has '"reason":"bad_amount","paragraphs":["Round 9"]'

# What a whole hand won is not said to be its Ante when it is undone.
script 0 --json <<'END'
rulebook rws
table ante=50..2000 pair_plus=50..500
open
bet 1 alice ante 50
bet 1 alice pair_plus 50
close
deal 1=9c,9d,4s dealer=Ks,10c,5d
play 1
reveal
settle
report player_count seat=1 reconstructable=no
confirm
END
out_has '"effects":[{"seat":1,"player":"alice","staked":15000,"becomes":"lose"'

exit $failed
