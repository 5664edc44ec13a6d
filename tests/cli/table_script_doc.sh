#!/bin/sh
# table_script_doc.sh -- docs/table-script.md and the program agree: every script
# on the page runs, and every word, refusal and result is on it.
# shellcheck disable=SC2016 # backticks are part of the page
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
page=$source_dir/docs/table-script.md

awk -v folder="$work" '
/^```/ { inside = !inside; if (inside) file = sprintf("%s/line%03d.trey", folder, NR + 1); next }
inside { print >file }' "$page"
scripts=0
for script in "$work"/line*.trey; do
    run 0 "$trey" run "$script"
    err_lines 0
    run 0 "$trey" run --json "$script"
    scripts=$((scripts + 1))
done
[ "$scripts" -ge 15 ] || fault "only $scripts scripts on the page"

# Each word is on the page, with its usage.
run 0 "$trey" run --words
[ "$(wc -l <"$work/out")" -ge 30 ] || fault 'the words were not found'
while read -r word usage; do
    grep -q "^### .*\`${word}[ \`]" "$page" || fault "the page lacks the word $word"
    [ -z "$usage" ] || grep -qF -- "\`$word $usage\`" "$page" || fault "the page lacks $word $usage"
done <"$work/out"

# Refusals as the engine names them, in its order. MEND=1 writes the list anew.
run 0 "$trey" run --refusals
sed -n 's/^\([a-z_]*\)  *\(.*\)$/| `\1` | \2 |/p' "$work/out" | sed 1d >"$work/rows"
[ "$(wc -l <"$work/rows")" -ge 40 ] || fault 'the refusals were not found'
if [ "${MEND:-}" = 1 ]; then
    awk -v rows="$work/rows" '
    /^## / { listing = $0 == "## Refusals" }
    listing && /^\| `/ { next }
    { print }
    listing && /^\|---/ { while ((getline row <rows) > 0) print row }' "$page" >"$work/page" &&
        cat "$work/page" >"$page"
fi
sed -n '/^## Refusals/,/^## [^R]/{/^| `/p}' "$page" >"$work/listed"
diff "$work/rows" "$work/listed" >"$work/out" ||
    fault 'the list of refusals differs; MEND=1 writes it anew'

exit $failed
