#!/bin/sh
# audit_page.sh -- what docs/audit.md names exists: paragraphs, scripts, tests that are run,
# mutants and readings. AUDIT_PAGE=FILE checks another page.
set -u
. "$(dirname "$0")/expect.sh"
page=${AUDIT_PAGE:-$source_dir/docs/audit.md}
tables=$source_dir/tests/tables
books=$source_dir/rulebooks
: >"$work/out"
: >"$work/err"
last="reading $page"

# Names of one pattern, each once.
names() { grep -oE "$1" "$page" | tr -d '`' | sort -u; }

# Scripts are run from the folders of their books. What RWS has RWS Progressive has, too, under the
# number that the paragraph has there; a reading for both books needs one script.
names '`(mbs|rws|rws-progressive|ca-six-card)/[^`]*`' >"$work/scripts"
while IFS= read -r name; do
    [ -f "$tables/$name" ] || fault "there is no script $name"
    case $name in
    rws/reading-A-ALL-*) continue ;;
    rws/1.18-*) twin=rws-progressive/1.19-${name#rws/1.18-} ;;
    rws/*) twin=rws-progressive/${name#rws/} ;;
    *) continue ;;
    esac
    [ -f "$tables/$twin" ] || fault "there is no script $twin beside $name"
done <"$work/scripts"

names '`[a-z_]+_test/[^`]*`' >"$work/tests"
while IFS= read -r name; do
    file=$(find "$source_dir/tests" -name "${name%%/*}.c")
    [ -n "$file" ] || { fault "there is no test file for $name" && continue; }
    grep -qE "cmocka_unit_test[a-z_]*\(${name#*/}[,)]" "$file" || fault "cmocka does not run $name"
    grep -qw "${name%%/*}" "$(dirname "$file")/CMakeLists.txt" || fault "nobody builds ${name%%/*}"
done <"$work/tests"

names '`cli/[^`]*`' >"$work/commands"
while IFS= read -r name; do
    base=$(basename "$name" .sh)
    [ -f "$source_dir/tests/$name" ] || fault "there is no $name"
    grep -qw "$base" "$source_dir/tests/cli/CMakeLists.txt" || fault "nobody runs $name"
done <"$work/commands"

grep -oE 'mutant `[^`]*`' "$page" | sed 's/mutant `\(.*\)`/\1/' | sort -u >"$work/mutants"
while IFS= read -r name; do
    grep -qx "mutant $name" "$source_dir"/tests/mutants/*.mutants || fault "there is no mutant $name"
done <"$work/mutants"

names 'A-(ALL|MBS|RWS|RWP|CA)-[0-9]+' >"$work/readings"
while IFS= read -r name; do
    grep -q "id: $name\$" "$books/readings.yaml" || fault "there is no reading $name"
done <"$work/readings"

# Rows: the book of their section, four columns, none empty.
awk -F'|' '
    /^## MBS/ { book = "mbs" }
    /^## RWS$/ { book = "rws" }
    /^## RWS Progressive/ { book = "rws-progressive" }
    /^## California/ { book = "ca-six-card" }
    /^\|/ && !/^\|---/ && $2 !~ /^ paragraph / {
        rows++
        if (NF != 6 || $3 ~ /^ *$/ || $4 ~ /^ *$/ || $5 ~ /^ *$/) print "row", FNR
        count = split($2, id, ",")
        for (i = 1; i <= count; i++) {
            gsub(/^ +| +$/, "", id[i])
            if (id[i] != "all") print "paragraph", book, id[i]
        }
    }
    END { print "rows", rows }' "$page" >"$work/rows"
while read -r what one other; do
    case $what in
    row) fault "line $one of the page is no row of four columns" ;;
    rows) [ "$one" -gt 100 ] || fault "only $one rows were found" ;;
    paragraph) grep -qE "^  - id: \"?$other\"?\$" "$books/$one.paragraphs.yaml" || fault "$one has no paragraph $other" ;;
    esac
done <"$work/rows"
exit $failed
