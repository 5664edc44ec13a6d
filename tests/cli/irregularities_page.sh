#!/bin/sh
# irregularities_page.sh -- docs/irregularities.md is what the rulebooks say.
# MEND=1 writes it anew.
set -u
. "$(dirname "$0")/expect.sh"
page=$source_dir/docs/irregularities.md
run 0 "$bin/irregularities"
[ "${MEND:-}" != 1 ] || cp "$work/out" "$page"
cmp -s "$work/out" "$page" || fault 'the page differs; MEND=1 writes it anew'
exit $failed
