#!/bin/sh
# simulate_command.sh -- trey simulate, as a person, a script and a cluster use it.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey

run 0 "$trey" simulate mbs --rounds 200k --seed 7 --pair-plus 5
out_has 'MBS Three Card Poker: 200,000 rounds simulated'
out_has 'Bet: Ante $10, Pair Plus $5. Strategy: best.'
out_has 'Seed 7; fast engine'
out_has '-0.033730'
out_has '-0.055747'
out_has 'exactly -61.6031'
err_lines 0 # no progress in a pipe

# Nothing is wider than the terminal, whatever is asked for.
run 0 env COLUMNS=80 "$trey" simulate rws-progressive --rounds 20000 --seed 1 --progressive 5 \
    --seats 6 --session 50 --bankroll 400 --reading A-RWP-01=B
[ "$(wc -L <"$work/out")" -le 80 ] || fault 'a line is longer than 80 columns'
out_has 'The jackpot over 20,000 rounds'
out_has '400 sessions of 50 rounds at the first box'
out_has 'Ruined: not enough left'
out_has 'with a round as one observation'
out_has 'Reading A-RWP-01=B'
out_has 'so its error says little'
run 0 env COLUMNS=80 "$trey" simulate ca-six-card --rounds 20000 --seed 1 --six-card-bonus 5 \
    --seats 3 --bank 60 --schedule 2 --session 100
[ "$(wc -L <"$work/out")" -le 80 ] || fault 'a line is longer than 80 columns'
out_has 'full engine (table)'
out_has 'A limited bank makes every box depend on the others'
out_has "The player-dealer's round, in cents"

# The result depends on the seed alone: everything before "run" in the JSON.
result() { sed '/^ "run": {/,$d' "$work/out"; }
for bets in 'mbs --pair-plus 5 --progressive 5' 'rws-progressive --seats 3 --progressive 5' \
    'ca-six-card --six-card-bonus 5'; do
    # shellcheck disable=SC2086
    set -- $bets --rounds 30001 --seed 42 --session 100 --bankroll 300 --json
    run 0 "$trey" simulate "$@" --threads 1
    result >"$work/one"
    "$bin/json_check" <"$work/out" || fault 'the JSON is not valid'
    [ "$(wc -l <"$work/one")" -gt 50 ] || fault 'no JSON to compare'
    for way in '--threads 3' '--portable' '--engine full'; do
        # shellcheck disable=SC2086
        run 0 "$trey" simulate "$@" $way
        result | cmp -s - "$work/one" || fault "$way gives another result"
    done
    if [ -e "$bin/libtrey_mpi.so" ]; then
        root=
        [ "$(id -u)" -ne 0 ] || root=--allow-run-as-root
        # The sanitizers would tell of what MPI leaves behind.
        # shellcheck disable=SC2086
        run 0 env ASAN_OPTIONS=detect_leaks=0 mpirun $root --oversubscribe -np 2 \
            "$trey" simulate "$@"
        result | cmp -s - "$work/one" || fault 'two processes give another result'
        out_has '"processes": 2'
        [ "$(grep -c '"rulebook"' "$work/out")" -eq 1 ] || fault 'more than one process reports'
    fi
done
run 0 "$trey" simulate mbs --rounds 1000 --seed 43 --json
cp "$work/out" "$work/other"
run 0 "$trey" simulate mbs --rounds 1000 --seed 44 --json
result >"$work/one"
sed '/^ "run": {/,$d' "$work/other" | cmp -s - "$work/one" && fault 'the seed changes nothing'

# A mistake is told once, by one process.
if [ -e "$bin/libtrey_mpi.so" ]; then
    root=
    [ "$(id -u)" -ne 0 ] || root=--allow-run-as-root
    # shellcheck disable=SC2086
    run 2 env ASAN_OPTIONS=detect_leaks=0 mpirun $root --oversubscribe -np 2 \
        "$trey" simulate mbz
    [ "$(grep -c 'there is no rulebook mbz' "$work/err")" -eq 1 ] || fault 'told more than once'
fi

# Without a seed one is drawn and told, and gives the same again.
run 0 "$trey" simulate rws --rounds 5000 --json
result >"$work/one"
seed=$(sed -n 's/^ "seed": \([0-9]*\),$/\1/p' "$work/one")
run 0 "$trey" simulate rws --rounds 5000 --json --seed "$seed"
result | cmp -s - "$work/one" || fault 'the seed that was told gives another result'

# Rounds as people write them.
for rounds in 2000 2,000 2k 2K 0.002M 2e3 2.0e3; do
    run 0 "$trey" simulate mbs --rounds $rounds --seed 1
    out_has ': 2,000 rounds simulated'
done
for rounds in 0 -1 1.5 1e18 1000000000000000000 99999999999999999999999 1e400 '' x 10x 2ee3 \
    10000000000001 0e5 .; do
    run 2 "$trey" simulate mbs --rounds "$rounds"
    err_has "--rounds $rounds: give a whole number from 1 to 10,000,000,000,000"
    err_lines 1
done

# Waits until the runner catches signals, as it does when it begins to play.
catches_signals() {
    until [ $((0x$(sed -n 's/^SigCgt:[[:space:]]*[0-9a-f]*\([0-9a-f]\{4\}\)$/\1/p' "/proc/$1/status") & 0x4002)) \
        -eq $((0x4002)) ]; do sleep 0.1; done
}

# Ctrl-C shows what is known so far, soon.
"$trey" simulate mbs --rounds 1e13 --pair-plus 5 >"$work/out" 2>"$work/err" &
runner=$!
catches_signals $runner
kill -INT $runner
status=0
wait $runner || status=$?
last='a run ended by SIGINT'
[ $status -eq 0 ] || fault "exit status $status after SIGINT"
out_has 'of 10,000,000,000,000 rounds; the figures are of what was'
[ ! -s "$work/err" ] || fault 'progress in a pipe'
out_has 'exactly -61.6031'
"$trey" simulate mbs --rounds 1e13 --seats 7 --engine full --json >"$work/out" 2>"$work/err" &
runner=$!
catches_signals $runner
kill -TERM $runner
wait $runner || fault "exit status $? after SIGTERM"
out_has '"stopped": true'
"$bin/json_check" <"$work/out" || fault 'the JSON of a stopped run is not valid'

# A progress bar on a terminal, and it is gone afterwards.
if command -v script >/dev/null; then
    script -qec "echo \$\$ >'$work/pid'; exec $trey simulate mbs --rounds 1e12 2>&1 >/dev/null" \
        /dev/null >"$work/out" 2>"$work/err" </dev/null &
    until grep -q ' left' "$work/out" || ! kill -0 $!; do sleep 0.1; done
    kill -INT "$(cat "$work/pid")"
    wait $!
    last='progress on a terminal'
    out_has 'M rounds/s'
    out_has ' left'
fi

# Strategies by name and from a file.
run 0 "$trey" simulate mbs --rounds 100k --seed 1 --strategy always
out_has 'Strategy: play all.'
out_has '-0.076538'
run 0 "$trey" simulate mbs --rounds 20k --seed 1 --strategy q-6-4 --json
grep -v '"strategy"' "$work/out" >"$work/other"
printf '# as everybody knows\nQ-6-4\n' >"$work/known"
run 0 "$trey" simulate mbs --rounds 20k --seed 1 --strategy "$work/known" --json
grep -v '"strategy"' "$work/out" | sed '/^ "run": {/,$d' >"$work/one"
sed '/^ "run": {/,$d' "$work/other" | cmp -s - "$work/one" || fault 'the file plays otherwise'
printf 'fold Qs 6h 4d vs Kc\n' >"$work/peeks"
run 0 "$trey" simulate ca-six-card --rounds 1000 --strategy "$work/peeks"
run 2 "$trey" simulate mbs --rounds 1000 --strategy "$work/peeks"
err_lines 1
printf 'play K-2-2 or better\n' >"$work/bad"
run 2 "$trey" simulate mbs --rounds 1000 --strategy "$work/bad"
err_has "$work/bad:1:"
run 2 "$trey" simulate mbs --rounds 1000 --strategy mimik
err_has 'did you mean mimic?'
err_lines 1

# A pay that favours the player is said loudly.
run 0 "$trey" simulate rws --rounds 1000 --pair-plus 5 --set pays.pair_plus.pair=2
out_has 'THE PLAYER HAS THE EDGE on Pair Plus'

# Mistakes: one line that says what, and how to mend it.
mistake() {
    told=$1
    shift
    run 2 "$trey" simulate "$@"
    err_has "$told"
    err_lines 1
}
mistake 'which rulebook?' --rounds 10
mistake 'there is no rulebook mbx (did you mean mbs?)' mbx
mistake 'there is no option --round (did you mean --rounds?)' mbs --round 5
mistake 'there is no option --seat (did you mean --seats?)' mbs --seat 5
mistake '--rounds needs a value' mbs --rounds
mistake 'one word too many: rws' mbs rws
mistake '--engine quick' mbs --engine quick
mistake '--engine fats (did you mean fast?)' mbs --engine fats
mistake '--threads 0: give a whole number from 1 to 64' mbs --threads 0
mistake '--seats 8: give a whole number from 1 to 7' mbs --seats 8
mistake '--seed -1: give a whole number' mbs --seed -1
mistake '--ante x: not an amount' mbs --ante x
mistake '--ante 0 is out of range' mbs --ante 0
mistake 'ca-six-card has no progressive' ca-six-card --progressive 5
mistake 'mbs has no six_card_bonus' mbs --six-card-bonus 5
mistake 'ca-six-card has no jackpot' ca-six-card --meter 500
mistake 'the house banks in mbs' mbs --bank 500
mistake 'its contribution no more than the bet' mbs --progressive 1 --contribution 2
mistake '--schedule 77: ca-six-card has 1 to 18' ca-six-card --schedule 77
mistake 'mbs takes no collection: leave --schedule out' mbs --schedule 1
mistake 'mbs has no reading A-MBS-99' mbs --reading A-MBS-99=B
mistake 'write A-MBS-01=A to A-MBS-01=B' mbs --reading A-MBS-01=Z
mistake 'pays.pair_plus.straigt' mbs --set pays.pair_plus.straigt=6
mistake '--set x: write a key and a value' mbs --set x
mistake '--bankroll needs a length of play' mbs --bankroll 100
mistake 'is less than the $20 that a round takes' mbs --rounds 100 --session 10 --bankroll 19
mistake '--session 200 is longer than all 100 rounds' mbs --rounds 100 --session 200
mistake '--session 0: give a whole number' mbs --session 0
run 3 sh -c "'$trey' simulate mbs --rounds 1000 >/dev/full"
err_has 'could not be written'
run 0 "$trey" simulate --help
out_has 'usage: trey simulate ID --rounds N'
exit $failed
