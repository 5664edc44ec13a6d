#!/bin/sh
# security_page.sh -- every test that docs/security.md names is there, and so is every case.
set -u
. "$(dirname "$0")/expect.sh"
page=$source_dir/docs/security.md
: >"$work/out" && : >"$work/err"
last=$page
# "`program: case`, `case`" as one line for each name.
grep -o '`[a-z_.]*\(: [a-z_]*\)\{0,1\}`' "$page" | tr -d '`' | tr ' ' '\n' | sed 's/:$//' |
    grep '_' | grep -v '^_' | sort -u >"$work/named"
count=0
while read -r name; do
    case $name in
    *_test | hostile_*) grep -rqs "$name" "$source_dir/tests" --include=CMakeLists.txt || fault "no test $name" ;;
    *.ts) find "$source_dir/web/tests" -name "$name" | grep -q . || fault "no file $name" ;;
    *) grep -rqsw "$name" "$source_dir/tests" --include=*.c || fault "no case $name" ;;
    esac
    count=$((count + 1))
done <"$work/named"
[ "$count" -ge 60 ] || fault "only $count names on the page"
exit "$failed"
