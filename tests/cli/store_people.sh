#!/bin/sh
# store_people.sh -- trey store people and person: the first accounts of a house.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
cd "$work" || exit 1

run 0 "$trey" store init a.db
run 0 "$trey" store keys keys
run 0 "$trey" store people a.db
out_has '0  guests'
printf 'correct horse\n' >password
printf 'short\n' >short

run 2 "$trey" store person a.db Nadia --office dealer --password-file password --key keys
err_has 'say its name with --house'
err_lines 1
run 0 "$trey" store person a.db Nadia --office dealer --password-file password --key keys \
    --house 'The Oasis'
out_has 'made 1: Nadia, dealer'
run 0 "$trey" store person a.db Ömer --key keys --password-file - <password
out_has 'made 2: Ömer, player'
run 0 "$trey" store people a.db
out_has '1  dealer          Nadia'
out_has '2  player          Ömer'
run 0 "$trey" store people --json a.db
out_has '{"id":1,"name":"Nadia","role":"dealer","guest":false,"barred":false}'
"$bin/json_check" <"$work/out" || fault 'not JSON'

# The same person in another case is changed.
run 0 "$trey" store person a.db nADIA --office auditor --key keys --bar
out_has 'changed 1: Nadia, auditor, barred'
run 0 "$trey" store person a.db nadia --key keys
out_has 'changed 1: Nadia, auditor, barred'
run 0 "$trey" store person a.db nadia --key keys --admit --password-file password
out_has 'changed 1: Nadia, auditor'
out_lacks 'barred'
run 0 "$trey" verify a.db --key keys

# What is refused, and how to mend it.
run 1 "$trey" store person a.db 'Guest 7' --key keys --password-file password
err_has 'somebody has that name already'
run 1 "$trey" store person a.db 'x;y' --key keys --password-file password
err_has '2 to 31 bytes'
run 2 "$trey" store person a.db Piet --key keys
err_has '--password-file'
run 2 "$trey" store person a.db Piet --key keys --password-file short
err_has 'short: its first line must be a password of 8 to 256 bytes'
run 2 "$trey" store person a.db Piet --key keys --password-file none
err_has 'none: No such file'
run 2 "$trey" store person a.db Piet --key none --password-file password
err_has 'none'
run 2 "$trey" store person none.db Piet --key keys --password-file password
err_has 'trey store init none.db'
for words in 'people' 'people a.db b.db' 'people a.db --bar' 'person a.db' 'person a.db Piet' \
    'person a.db Piet --office king --key keys' 'person a.db Piet --key' \
    'person a.db Piet --bar --admit --key keys' 'person a.db Piet x --key keys'; do
    # shellcheck disable=SC2086
    run 2 "$trey" store $words
    err_has 'trey store'
    err_lines 1
done
# Nothing of all that left a trace, nor did any password.
run 0 "$trey" store people a.db
[ "$(wc -l <"$work/out")" -eq 3 ] || fault 'two people and a line about guests'
! grep -q 'correct horse' a.db* || fault 'a password stands in the store'
run 0 "$trey" store person --help
out_has '--password-file'
exit $failed
