#!/bin/sh
# store_belongs.sh -- store, keys and what was seen of both belong together: none is made
# anew in silence, an old copy is known, and a store that goes away under a server is noticed.
. "$2/tests/cli/expect.sh"
trey=$bin/trey
last=start
: >"$work/out" && : >"$work/err"
cd "$work" || exit 1

serve() {
    : >said # what the one before has said is not what this one says
    "$trey" serve --as-root --listen 127.0.0.1:0 --data house "$@" >said 2>told </dev/null &
    server=$!
    until grep -q 'is open at' said || ! kill -0 $server 2>/dev/null; do sleep 0.1; done
    grep -q 'is open at' said
}
stop() {
    kill -TERM $server
    wait $server
}

# Nothing is there: nothing is made, unless somebody asks for it.
run 2 timeout 60 "$trey" serve --as-root --listen 127.0.0.1:0 --data house
err_has '--init'
[ ! -e house/trey.db ] && [ ! -e house/trey.keys ] || fault 'something was made'
serve --init || fault 'no first start'
stop || fault "ended with $?"
[ -s house/trey.keys.seen ] || fault 'nothing was remembered'
run 0 "$trey" verify house/trey.db --key house/trey.keys

# The keys are missing, or the store is.
mv house/trey.keys keys
run 2 timeout 60 "$trey" serve --as-root --listen 127.0.0.1:0 --data house
err_has 'the key file of the store'
run 2 timeout 60 "$trey" serve --as-root --init --listen 127.0.0.1:0 --data house
err_has 'the key file of the store'
[ ! -e house/trey.keys ] || fault 'keys were made'
mv keys house/trey.keys
mkdir old && mv house/trey.db* old/
run 2 timeout 60 "$trey" serve --as-root --listen 127.0.0.1:0 --data house
err_has 'the store is missing'
run 2 timeout 60 "$trey" serve --as-root --init --listen 127.0.0.1:0 --data house
err_has 'the store is missing'
[ ! -e house/trey.db ] || fault 'a store was made'
cp old/trey.db house/trey.db

# An older copy is known, and goes by on purpose only.
printf 'listen: 127.0.0.1:0\nstaff: [{name: Nadia, role: dealer}]\n' >more.yaml
serve --config more.yaml || fault 'no start'
stop || fault "ended with $?"
cp old/trey.db house/trey.db
run 3 timeout 60 "$trey" serve --as-root --listen 127.0.0.1:0 --data house
err_has 'remembers: an old copy was put back'
serve --restored || fault 'no start with a restored copy'
stop || fault "ended with $?"
serve || fault 'no start after it'

# It is removed under a server, or another lies there: the server stops and says so.
mv house/trey.db house/away
wait $server
[ $? -eq 3 ] || fault 'the server did not stop'
grep -q 'was removed or renamed' told || fault "it says: $(cat told)"
mv house/away house/trey.db
serve || fault 'no start'
cp house/trey.db house/another && mv house/another house/trey.db
wait $server
[ $? -eq 3 ] || fault 'the server did not stop'
grep -q 'was exchanged for another' told || fault "it says: $(cat told)"
exit $failed
