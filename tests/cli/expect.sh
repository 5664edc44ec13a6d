# expect.sh -- small checks for tests of the command line; sourced by them.
#
#   run STATUS COMMAND...   runs it, keeps $out and $err, checks the exit status
#   out_has TEXT            standard output holds the text
#   out_is TEXT             standard output is the text
#   err_has TEXT            standard error holds the text
#   err_lines N             standard error has exactly N lines

bin=$1
source_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fault() {
    echo "FAILED: $*" >&2
    echo "  after: $last" >&2
    sed 's/^/  out: /' "$work/out" | head -n 5 >&2
    sed 's/^/  err: /' "$work/err" | head -n 5 >&2
    failed=1
}

run() {
    wanted=$1
    shift
    last=$*
    status=0
    "$@" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" -eq "$wanted" ] || fault "exit status $status, expected $wanted"
}

out_has() { grep -qF -- "$1" "$work/out" || fault "output lacks: $1"; }
out_is() { [ "$(cat "$work/out")" = "$1" ] || fault "output is not: $1"; }
out_lacks() { ! grep -qF -- "$1" "$work/out" || fault "output has: $1"; }
err_has() { grep -qF -- "$1" "$work/err" || fault "error output lacks: $1"; }
err_lines() {
    lines=$(wc -l <"$work/err")
    [ "$lines" -eq "$1" ] || fault "$lines lines of error output, expected $1"
}
