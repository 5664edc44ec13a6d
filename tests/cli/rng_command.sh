#!/bin/sh
# rng_command.sh -- trey rng: what it writes, when it stops, what it refuses.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey

for bytes in 1 255 256 257 100000; do
    run 0 "$trey" rng raw --bytes $bytes
    [ "$(wc -c <"$work/out")" -eq $bytes ] || fault "$bytes bytes asked for"
done
run 0 "$trey" rng shuffles --count 3
[ "$(wc -l <"$work/out")" -eq 3 ] || fault 'three decks asked for'
while read -r deck; do
    [ "$(printf '%s\n' $deck | sort -u | wc -l)" -eq 52 ] || fault "not 52 cards: $deck"
done <"$work/out"
[ "$(sort -u "$work/out" | wc -l)" -eq 3 ] || fault 'the same deck twice'
run 0 "$trey" rng shuffles --count 5 --binary
[ "$(wc -c <"$work/out")" -eq 260 ] || fault '52 bytes a deck'

# The reader closes the pipe: that is no error.
status=$({ "$trey" rng raw; echo $? >"$work/status"; } | head -c 1000 >/dev/null; cat "$work/status")
[ "$status" -eq 0 ] || fault "exit status $status after a closed pipe"
[ -e /dev/full ] && {
    last='trey rng raw >/dev/full'
    "$trey" rng raw --bytes 100000 >/dev/full 2>"$work/err"
    [ $? -eq 3 ] || fault 'a full disk is an operating error'
    err_lines 1
}

for words in '' 'row' 'raw --count 5' 'raw --bytes' 'raw --bytes 0' 'raw --bytes -1' 'raw --bytes 1x' \
    'raw --bytes 99999999999999999999' 'shuffles --bytes 3' 'shuffles --count 1e9'; do
    # shellcheck disable=SC2086
    run 2 "$trey" rng $words
    err_has 'trey rng'
    err_lines 1
done
exit $failed
