#!/bin/sh
# two_faced_house.sh -- an operator with the key file and the store cuts the end off, rewrites
# history, leaves it behind, or tells two people two stories. Whoever kept a checkpoint must
# notice: the page's memory, a witness on another machine, and trey verify with either's file.
set -u
. "$(dirname "$0")/../cli/expect.sh"
trey=$bin/trey
visit="node $source_dir/tests/hostile/house_visitor.mjs"
cd "$work" || exit 1
: >out
: >err
last=start

# The page's own module, as it is shipped.
"$source_dir/web/node_modules/.bin/esbuild" "$source_dir/web/src/checkpoints.ts" --bundle \
    --format=esm --platform=node --outfile=checkpoints.mjs --log-level=error || exit 1

servers=
trap 'for server in $servers; do kill "$server" 2>/dev/null; done; wait; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM

# A house with the store of a folder; $url is where it is. The port stays its own, as a house's
# name would.
port=0
open_house() {
    # Without bots nothing happens unless somebody comes.
    printf 'listen: 127.0.0.1:%s\ncheckpoint_seconds: 1\nlimits: {guests_per_minute: 1000}\n%s\n%s\n' \
        "$port" "${settings:-}" 'tables: [{name: mbs, rulebook: mbs, ante: 5..500}]' >"$1.yaml"
    : >"$1.out"
    "$trey" serve --as-root --init --config "$1.yaml" --data "$1" >>"$1.out" 2>"$1.err" &
    server=$!
    servers="$servers $server"
    until grep -q 'is open at' "$1.out"; do
        kill -0 $server 2>/dev/null || { cat "$1.err" >&2; fault "the house $1 did not open"; exit 1; }
        sleep 0.1
    done
    url=$(sed -n 's/.*is open at \(.*\)$/\1/p' "$1.out")
    run 0 $visit notes "$url" # it has signed something, and that holds
}
close_house() {
    kill $server
    wait $server
}
# The same keys and the same store in another folder. The operator takes the witness file away,
# with which the store would not open.
copy_house() {
    mkdir "$2"
    cp "$1/trey.keys" "$2/"
    cp "$3" "$2/trey.db"
}
look() { # STATUS STATE: a witness looks once
    run "$1" "$trey" witness "$url" --state "$2" --key witness.key --once
}
remembers() { # VERDICT FILE: the page's memory looks once
    run 0 $visit remember "$work/checkpoints.mjs" "$url" "$2"
    out_is "$1"
}

run 0 "$trey" witness keys witness.key --name witness.example/w1
vkey=$(cat out)
settings="witnesses: [{key: \"$vkey\"}]"

# ---- An honest house -----------------------------------------------------------------------
open_house honest
port=${url##*:}
run 0 $visit guests "$url" 3
look 0 state
remembers good memory
run 0 "$trey" store backup honest/trey.db early.db
cp state early.state
cp memory memory.early
run 0 $visit guests "$url" 40
look 0 state
remembers good memory
grep -q "witness.example/w1" honest/trey.witness || fault 'the cosignature is not kept'
run 0 "$trey" store backup honest/trey.db late.db
run 0 "$trey" verify late.db --witness "$url"
run 0 "$trey" verify late.db --witness state
run 0 "$trey" verify late.db --witness state --witness-key "$vkey"
run 0 "$trey" verify late.db --witness honest/trey.witness --witness-key "$vkey"
close_house
# A restart is no crime.
open_house honest
look 0 state
remembers good memory
close_house
[ ! -e state.alarm ] || fault 'an honest house was accused'

# ---- The end is cut off ------------------------------------------------------------------------
copy_house honest cut early.db
open_house cut
cp memory memory.cut
cp state state.cut
look 4 state.cut
err_has 'house_went_back'
grep -q '^alarm: ' state.cut.alarm || fault 'no alarm is kept'
[ "$(grep -c '^— trey/' state.cut.alarm)" -eq 2 ] || fault 'the alarm does not name both checkpoints'
remembers back memory.cut
close_house
run 4 "$trey" verify early.db --witness state
run 4 "$trey" verify cut/trey.db --witness honest/trey.witness
# The store does not open with the house's own witness file either.
cp honest/trey.witness cut/trey.witness
run 3 "$trey" serve --as-root --init --config cut.yaml --data cut
err_has 'which the store does not have'
rm cut/trey.witness

# ---- History is rewritten, and longer than before -----------------------------------------------
copy_house honest rewritten early.db
open_house rewritten
cp memory memory.rewritten
cp state state.rewritten
run 0 $visit guests "$url" 80
look 1 state.rewritten
err_has 'house_forked'
[ "$(grep -c '^— trey/' state.rewritten.alarm)" -eq 2 ] || fault 'the alarm does not name both'
remembers forked memory.rewritten
# Nothing of it was cosigned, and it is said again the next time.
look 1 state.rewritten
cmp -s state state.rewritten || fault 'the witness has cosigned a second history'
close_house
run 1 "$trey" verify rewritten/trey.db --witness state
out_has 'the witness saw other records'

# ---- Two stories ------------------------------------------------------------------------------------
# Both begin alike. Each of two witnesses, and of two players, is shown one of them.
copy_house honest story early.db
open_house story
cp early.state state.story
run 0 $visit guests "$url" 60
look 0 state.story
remembers good memory.story
run 0 "$trey" store backup story/trey.db story.db
run 0 "$trey" verify story.db --witness state.story
# They compare: either's file, or either's word about the other's house.
run 1 "$trey" verify story.db --witness state
look 1 state
remembers forked memory
close_house
run 4 "$trey" verify late.db --witness state.story
cp state.story state.both
cat state >>state.both
run 4 "$trey" verify late.db --witness state.both

# ---- The history is left behind: another store, another origin ----------------------------------------
open_house fresh
cp early.state state.fresh
cp memory.story memory.fresh
look 1 state.fresh
err_has 'left behind'
remembers origin memory.fresh
close_house

# ---- The same records, signed with another key --------------------------------------------------------
# A store that one house has sealed does not open with the keys of another. What the page and a
# witness say of another signer is in their own tests.
mkdir rekeyed
cp early.db rekeyed/trey.db
run 0 "$trey" store keys rekeyed/trey.keys
cp honest.yaml rekeyed.yaml
run 3 timeout 60 "$trey" serve --as-root --config rekeyed.yaml --data rekeyed
err_has 'keys'

# ---- The house has gone --------------------------------------------------------------------------------
look 3 early.state
err_has 'house_stopped'

# A witness that was asked for by its key and has seen nothing of it.
run 0 "$trey" witness keys other.key --name witness.example/w2
run 5 "$trey" verify late.db --witness state --witness-key "$(cat out)"

exit $failed
