#!/bin/sh
# protocol_page.sh -- docs/protocol.schema.json and the page's types have the events and commands
# that the engine's rows have. MEND=1 writes both anew.
set -u
. "$(dirname "$0")/expect.sh"
schema=$source_dir/docs/protocol.schema.json
types=$source_dir/web/src/protocol.ts

# What stands between the two marks is the rows'.
run 0 "$bin/protocol" schema
awk -v rows="$work/out" '
/"rows_end"/ { inside = 0 }
!inside { print }
/"rows_begin"/ { inside = 1; while ((getline row <rows) > 0) print row }' "$schema" >"$work/schema"
[ "$(wc -l <"$work/schema")" -gt "$(wc -l <"$work/out")" ] || fault 'the schema has no marks'
[ "${MEND:-}" != 1 ] || cp "$work/schema" "$schema"
cmp -s "$work/schema" "$schema" || fault 'the schema differs from the rows; MEND=1 writes it anew'

run 0 "$bin/protocol" types
[ "${MEND:-}" != 1 ] || cp "$work/out" "$types"
cmp -s "$work/out" "$types" || fault 'the page'"'"'s types differ from the rows; MEND=1 writes them anew'

exit $failed
