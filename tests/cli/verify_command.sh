#!/bin/sh
# verify_command.sh -- trey verify: what it says, its exit statuses, and its proofs.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
cd "$work" || exit 1
"$bin/make_house" . all 2 || exit 1
mkdir later && "$bin/make_house" later all 1 || exit 1

# A store that nobody touched.
run 0 "$trey" verify house.trey --key keys --witness witness --house 'the house'
out_has 'house.trey: good'
out_has 'void rounds by table'
out_has 'because a share in the shuffle was withheld'
out_lacks 'could not be replayed'
out_lacks 'not witnessed'
err_lines 0
run 0 "$trey" verify house.trey
out_has 'not witnessed'
out_lacks 'could not be replayed'
mkdir shut && "$bin/make_house" shut auditor 1 || exit 1
run 0 "$trey" verify shut/house.trey
out_has 'rounds could not be replayed: their decks are sealed; --key opens them'
out_has 'seeds were not checked'
run 0 "$trey" verify shut/house.trey --key shut/keys
out_lacks 'could not be replayed'
out_lacks 'seeds were not checked'
run 0 "$trey" verify house.trey --json
"$bin/json_check" <"$work/out" >/dev/null 2>&1 || fault 'the report is not JSON'
out_has '"verdict": "good"'
out_has '"rounds_not_replayed"'
key=$(sed -n 's/.*"signer": "\([0-9a-f]*\)".*/\1/p' "$work/out")

# 1: changed. A byte of the file, in the name of a table, which its records repeat.
LC_ALL=C sed 's/linked two/linked ten/' house.trey >changed.trey
run 1 "$trey" verify changed.trey
out_has 'changed'
run 1 "$trey" verify changed.trey --json
out_has '"finding"'
run 1 "$trey" verify house.trey --house 'another house'
out_has 'or the house had another name when it was dealt'
# 4: truncated. A file that was cut off in the middle, at a page or not.
for size in 60000 61440; do
    head -c $size house.trey >cut.trey
    run 4 "$trey" verify cut.trey
    out_has 'cut.trey: truncated'
    out_has 'the end of the file is missing'
done
# An old copy fits by itself, and the witness has seen more.
run 0 "$trey" verify old.trey
run 4 "$trey" verify old.trey --witness witness
out_has 'old.trey: truncated'
out_has 'the witness has seen a checkpoint over'

# 5: not witnessed.
sed '$d' witness >short # the last note has lost its signature
run 5 "$trey" verify house.trey --witness short
out_has 'the witness does not know checkpoint'
run 5 "$trey" verify house.trey --witness later/witness
out_has 'the witness says nothing about this store'
run 5 "$trey" verify house.trey --key later/keys
out_has 'sealed with these keys'

# Proofs.
run 0 "$trey" verify house.trey --prove 17 --out proof
run 0 "$trey" verify house.trey --prove 17
cmp -s proof "$work/out" || fault 'the same proof on standard output'
run 0 "$trey" verify --check proof
out_has 'good: the record is in the history that the checkpoint signs'
out_has 'record 17,'
run 0 "$trey" verify --check proof --signer "$key" --json
out_has '"holds": true'
run 1 "$trey" verify --check proof --signer "$(echo "$key" | tr 0123456789abcdef 123456789abcdef0)"
out_has 'refused: the checkpoint is signed by another key'
sed 's/"place": /"place": 1/' proof >told
run 1 "$trey" verify --check told
out_has 'what it says of the record is not what its bytes say'
for member in before bytes; do
    awk -v member="\"$member\"" '$1 == member ":" { if (!sub(/8/, "9")) sub(/[0-7]/, "8") } 1' \
        proof >tampered
    cmp -s proof tampered && fault "nothing changed in $member"
    run 1 "$trey" verify --check tampered
    out_has 'refused'
done
# The checkpoint is a signed note: its size, its root and its signature.
for change in 's|\(trey/[0-9a-f]*\\n\)\([0-9]*\\n\)|\11\2|' \
    '/"checkpoint"/y|ABCDEFGHIJabcdefghij|JABCDEFGHIJabcdefghi|'; do
    sed "$change" proof | sed '/"checkpoint"/s|tr.y/|trey/|g' >tampered
    cmp -s proof tampered && fault "nothing changed by $change"
    "$trey" verify --check tampered >"$work/out" 2>"$work/err" && fault "$change went unseen"
done
sed '/"checkpoint"/s|...=\\n"|AAA=\\n"|' proof >tampered
run 1 "$trey" verify --check tampered
out_has 'refused: the checkpoint is not signed by its key'
sed '/"key"/s|+[0-9a-f]*+|+00000000+|' proof >tampered
run 2 "$trey" verify --check tampered

# 2: bad usage and bad input, one line each.
bad() {
    run 2 "$trey" verify "$@"
    err_has 'trey verify'
    err_lines 1
}
bad
bad house.trey later/house.trey
bad house.trey --nonsense
bad house.trey --key
bad house.trey --key keys --key keys
bad house.trey --key witness
bad house.trey --key nokeys
bad house.trey --witness nowitness
bad house.trey --signer "$key"
bad house.trey --out x
bad house.trey --prove 0
bad house.trey --prove -3
bad house.trey --prove 1x
bad house.trey --prove 99999999
bad house.trey --prove 5 --json
bad house.trey --check proof
bad nostore.trey
bad proof
bad --check nosuchproof
bad --check witness
bad --check proof --signer 12
echo '{"trey_proof": 2}' >later/proof
bad --check later/proof
echo '{"trey_proof": 1, "record": {"seq": 1}, "before": "00"}' >later/proof
bad --check later/proof

run 0 "$trey" verify --help
out_has 'Exit status: 0 all good; 1 a record was changed'
exit $failed
