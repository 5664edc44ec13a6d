#!/bin/sh
# server_script.sh -- script/server, in a tree of its own whose parts only say what they do;
# and how the program that it starts meets a port in use and the interrupt key.
set -u
. "$(dirname "$0")/../cli/expect.sh"
trey=$bin/trey
cd "$work" || exit 1

mkdir -p 'a tree/script' 'a tree/build/release/bin' elsewhere
cp "$source_dir/script/server" 'a tree/script/server'
for part in setup build build-web; do
    printf '#!/bin/sh\necho "%s $* in $(pwd)" >>"%s/steps"\nexit ${FAIL_%s:-0}\n' "$part" "$work" \
        "$(echo "$part" | tr -d -)" >"a tree/script/$part"
    chmod +x "a tree/script/$part"
done
cat >'a tree/build/release/bin/trey' <<'END'
#!/bin/sh
echo "trey in $(pwd):"
printf '[%s]\n' "$@"
END
chmod +x 'a tree/build/release/bin/trey'
# Nothing of the environment is needed but the path.
bare() { env -i PATH="$PATH" "$@"; }

cd elsewhere || exit 1
run 0 bare '../a tree/script/server' --data 'my tables' --listen 127.0.0.1:0
out_has "trey in $work/elsewhere:"
for word in serve --init --data 'my tables' --listen 127.0.0.1:0; do out_has "[$word]"; done
# Where something lies in the folder nothing is made anew.
mkdir 'my tables' && : >'my tables/trey.keys'
run 0 bare '../a tree/script/server' --data 'my tables'
out_lacks '[--init]'
rm -r 'my tables' "$work/steps"
run 0 bare '../a tree/script/server' --data 'my tables' --listen 127.0.0.1:0
printf 'setup  in %s\nbuild release in %s\nbuild-web  in %s\n' "$work/a tree" "$work/a tree" \
    "$work/a tree" >"$work/wanted"
cmp -s "$work/steps" "$work/wanted" || fault 'setup, build and build-web, in this order'

# Help is there at once, also before anything is built.
rm "$work/steps"
run 0 bare '../a tree/script/server' --help
out_has 'script/server --config house.yaml'
out_lacks '#'
out_has '[--help]'
rm '../a tree/build/release/bin/trey'
run 0 bare '../a tree/script/server' --help
out_has 'script/server --config house.yaml'
[ ! -e "$work/steps" ] || fault 'help must not build anything'

# What does not build is not started.
run 7 bare FAIL_build=7 '../a tree/script/server'
grep -q build-web "$work/steps" && fault 'it went on behind a failed build'
cd "$work" || exit 1

# A port in use is told, and how to go on; the server that is there is not disturbed.
"$trey" serve --as-root --init --listen 127.0.0.1:0 --data one >one.out 2>one.err &
server=$!
until grep -q 'is open at' one.out || ! kill -0 $server; do sleep 0.1; done
port=$(sed -n 's/.*is open at .*:\([0-9]*\)$/\1/p' one.out)
run 2 "$trey" serve --as-root --listen "127.0.0.1:${port:-none}" --data two
err_has "127.0.0.1:$port: Address already in use; another server runs there, or write another port"
[ ! -e two/trey.keys ] || fault "it made something before it looked at the port"
run 2 "$trey" serve --check --listen "127.0.0.1:${port:-none}" --data two
err_has 'Address already in use'
kill -0 $server || fault 'the first server has gone'
# The interrupt key ends it in good order. A shell's background jobs ignore it until they
# ask for it, as a server does.
kill -INT $server
last='kill -INT'
wait $server || fault "ended with $?"
[ ! -e one/trey.db-control ] || fault 'its control socket is still there'
# A second start finds everything.
"$trey" serve --as-root --listen 127.0.0.1:0 --data one >two.out 2>two.err &
server=$!
until grep -q 'is open at' two.out || ! kill -0 $server; do sleep 0.1; done
grep -q 'is open at http://127.0.0.1:' two.out || fault 'no second start'
! grep -q keys_made two.err || fault 'new keys at the second start'
kill -TERM $server
wait $server || fault "ended with $?"
exit $failed
