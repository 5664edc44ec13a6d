#!/bin/sh
# store_command.sh -- trey store: makes, shows, copies; refuses what is not a store.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
cd "$work" || exit 1

run 0 "$trey" store init a.db
run 0 "$trey" store info a.db
out_has 'SQLite store'
out_has 'records      0'
out_has 'chips out    $0'
run 0 "$trey" store info --json a.db
out_has '"records":0'

# There and back, byte for byte, from an export that has something of everything. Its hashes and
# its signature were made once: a change in what is hashed or signed shows here.
cp "$source_dir/tests/store/sample.jsonl" sample.jsonl
run 0 "$trey" store import new.db sample.jsonl
run 0 "$trey" store info new.db
out_has ', version 1, '
out_has 'records      7'
out_has 'answers      5'
out_has 'chips out    $150'
run 0 "$trey" store export new.db
cmp -s "$work/out" sample.jsonl || fault 'the export of the import differs'
run 0 "$trey" store backup new.db copy.db
run 0 "$trey" store export copy.db -
cmp -s "$work/out" sample.jsonl || fault 'the export of the backup differs'
run 0 "$trey" store import again.db - <sample.jsonl
run 0 "$trey" store info --json again.db
out_has '"records":7'

# What an import refuses, and what it leaves: nothing.
refuse() {
    said=$1
    rm -f bad.db*
    run 2 "$trey" store import bad.db bad.jsonl
    err_has 'trey store: bad.jsonl:'
    err_has "$said"
    err_lines 1
    [ ! -e bad.db ] || fault 'a refused import left a file'
}
sed 's/"616e206f6c64207265636f7264"/"616e206f6c64207265636f7265"/' sample.jsonl >bad.jsonl
refuse 'record 3 was changed'
sed 's/,1000,0,0\]/,1001,0,0]/' sample.jsonl >bad.jsonl
refuse 'record 3 was changed'
sed 5d sample.jsonl >bad.jsonl
refuse 'does not follow'
sed '$d' sample.jsonl >bad.jsonl
refuse 'it was cut off'
sed 's/"kept"/"kept":1,"kept"/' sample.jsonl >bad.jsonl
refuse 'duplicate'
sed 's/"type":2/"type":2,"more":3/' sample.jsonl >bad.jsonl
refuse 'one too many'
sed 's/"type":2/"type":70000/' sample.jsonl >bad.jsonl
refuse 'not what an export writes'
sed 's/"type":2/"type":"2"/' sample.jsonl >bad.jsonl
refuse 'not what an export writes'
sed 's/"trey-store":1/"trey-store":2/' sample.jsonl >bad.jsonl
refuse 'reads exports of version 1'
sed 's/"snapshot"/"snapshots"/' sample.jsonl >bad.jsonl
refuse 'this is no line of an export'
sed '/"kept"/d' sample.jsonl >bad.jsonl
refuse 'some were lost'
{ cat sample.jsonl; echo '{}'; } >bad.jsonl
refuse 'behind the last line'
: >bad.jsonl
refuse 'cut off'
head -c 1000 /dev/urandom >bad.jsonl
refuse ''

run 2 "$trey" store import new.db sample.jsonl
err_has 'not empty'
run 2 "$trey" store export new.db sample.jsonl
err_has 'File exists'
run 2 "$trey" store backup new.db copy.db
err_has 'name another file'
run 2 "$trey" store info none.db
err_has 'trey store init none.db'
run 2 "$trey" store info sample.jsonl
err_has 'not a SQLite database'
[ -e /dev/full ] && {
    last='trey store export >/dev/full'
    "$trey" store export new.db >/dev/full 2>"$work/err"
    [ $? -eq 3 ] || fault 'a full disk is an operating error'
    err_lines 1
}

run 0 "$trey" store keys keys
out_has 'public key '
[ "$(stat -c %a keys)" = 600 ] || fault 'keys are their owner'\''s'
run 2 "$trey" store keys keys
err_has 'keep its keys'

for words in '' 'show' 'init' 'init a b' 'backup a.db' 'info a.db --yes' 'export' 'keys' 'init --json a.db'; do
    # shellcheck disable=SC2086
    run 2 "$trey" store $words
    err_has 'trey store'
    err_lines 1
done
run 0 "$trey" store --help
out_has 'postgresql://'
# What the help says of a running server stands in the documentation too.
for word in 'trey store backup STORE FILE' 'trey store info STORE [--json]' 'STORE-control' 'FILE.part'; do
    out_has "$word"
    grep -qF -- "$word" "$source_dir/docs/store.md" || fault "docs/store.md does not name $word"
done

# A copy has its name when it is whole, and a cut-off one is written over; other files are not.
printf 'SQLite format 3\000 and half of a copy' >late.db.part
run 0 "$trey" store backup new.db late.db
[ ! -e late.db.part ] || fault 'half a copy is still there'
run 0 "$trey" store info late.db
echo 'a film' >film.part
run 2 "$trey" store backup new.db film
err_has 'no half backup'
[ "$(cat film.part)" = 'a film' ] || fault 'a file of somebody else was written over'
exit $failed
