#!/bin/sh
# witness_of_others.sh -- a witness without code of ours cosigns a house; a log without code of
# ours is cosigned by `trey witness`; and a house is cosigned by `trey witness --listen`.
set -u
. "$(dirname "$0")/../cli/expect.sh"
trey=$bin/trey
other="node $source_dir/tests/hostile/other_witness.mjs"
cd "$work" || exit 1
: >out
: >err
last=start
jobs=
trap 'for job in $jobs; do kill "$job" 2>/dev/null; done; wait; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM

wait_for() { # PID TEXT FILE
    until grep -q "$2" "$3"; do
        kill -0 "$1" 2>/dev/null || { cat "$3" >&2; fault "$2 never came"; exit 1; }
        sleep 0.1
    done
}

# A log of others, and our witness.
run 0 "$trey" witness keys ours.key --name ours.example/w
ours=$(cat out)
: >ours.out
"$trey" witness --state ours.state --key ours.key --listen 127.0.0.1:0 \
    --trust "$($other vkey)" >>ours.out 2>ours.err &
witness=$!
jobs="$jobs $witness"
wait_for $witness 'is open at' ours.out
ours_url=$(sed -n 's/.*is open at \(.*\)$/\1/p' ours.out)
run 0 $other submit "$ours_url" "$ours"
out_is good
# What it has cosigned is there after a restart, and it ends in good order.
kill $witness
wait $witness || fault "the witness ended with $?"

# A house opens, and two witnesses learn its key: one of others, one of ours.
settings() {
    printf 'listen: 127.0.0.1:%s\ncheckpoint_seconds: 1\nwitnesses:\n' "$1"
    printf '  - {key: "%s", url: "%s"}\n' "$($other witness-vkey)" "$2" "$ours" "$3"
    echo 'tables: [{name: mbs, rulebook: mbs, ante: 5..500}]'
}
settings 0 http://127.0.0.1:1 http://127.0.0.1:1 >house.yaml
: >house.out
"$trey" serve --as-root --init --config house.yaml --data house >>house.out 2>house.err &
house=$!
jobs="$jobs $house"
wait_for $house 'is open at' house.out
url=$(sed -n 's/.*is open at \(.*\)$/\1/p' house.out)
run 0 node "$source_dir/tests/hostile/house_visitor.mjs" notes "$url"
key=$(node -e 'fetch(process.argv[1]).then((r) => r.text()).then((t) => console.log(t.split("\n")[0]))' \
    "$url/checkpoints/key")
kill $house
wait $house
: >other.out
$other witness "$key" >>other.out 2>&1 &
witness=$!
jobs="$jobs $witness"
wait_for $witness http other.out
: >ours.out
"$trey" witness --state ours.state --key ours.key --listen 127.0.0.1:0 --trust "$key" \
    >>ours.out 2>ours.err &
jobs="$jobs $!"
wait_for $! 'is open at' ours.out
ours_url=$(sed -n 's/.*is open at \(.*\)$/\1/p' ours.out)
settings "${url##*:}" "$(cat other.out)" "$ours_url" >house.yaml
: >house.out
"$trey" serve --as-root --init --config house.yaml --data house >>house.out 2>house.err &
house=$!
jobs="$jobs $house"
wait_for $house 'is open at' house.out
# Both cosign, also what comes later.
for more in 1 2; do
    run 0 node "$source_dir/tests/hostile/house_visitor.mjs" guests "$url" 2
    run 0 node "$source_dir/tests/hostile/house_visitor.mjs" cosigned "$url" "$($other witness-vkey)" "$ours"
done
run 0 node "$source_dir/tests/hostile/house_visitor.mjs" routes "$url"
kill $house
wait $house
grep -q '^— other.example/w ' house/trey.witness || fault 'the cosignature is not kept'
run 0 "$trey" verify house/trey.db --witness ours.state --witness-key "$ours"

exit $failed
