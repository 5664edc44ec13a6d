#!/bin/sh
# odds_money_notes.sh -- the figures of rulebooks/readings.yaml are those that come out.
# MEND=1 writes them again.
set -u
. "$(dirname "$0")/expect.sh"
file=$source_dir/rulebooks/readings.yaml
if [ "${MEND:-}" = 1 ]; then
    "$bin/money_notes" "$file" >"$work/new" && cp "$work/new" "$file"
fi
run 0 "$bin/money_notes" "$file"
err_lines 0
cmp -s "$work/out" "$file" || fault "a money note differs; MEND=1 writes them again: $(diff "$file" "$work/out" | head -n 20)"

# A figure that is wrong, and one that nothing works out, are both found.
sed 's/\$0\.082 (Progressive)/$0.095 (Progressive)/' "$file" >"$work/wrong.yaml"
! cmp -s "$work/wrong.yaml" "$file" || fault 'the note of A-ALL-03 has changed: mend this test'
run 0 "$bin/money_notes" "$work/wrong.yaml"
cmp -s "$work/out" "$file" || fault 'a wrong figure is not put right'
sed 's/^    money: All stakes on the table in that round\.$/    money: All stakes, about $35./' "$file" >"$work/wrong.yaml"
! cmp -s "$work/wrong.yaml" "$file" || fault 'the note of A-ALL-08 has changed: mend this test'
run 1 "$bin/money_notes" "$work/wrong.yaml"
err_has 'nothing works out a figure of A-ALL-08'
exit $failed
