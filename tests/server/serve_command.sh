#!/bin/sh
# serve_command.sh -- trey serve: settings are checked whole, and mistakes are shown in place.
set -u
. "$(dirname "$0")/../cli/expect.sh"
trey=$bin/trey
cd "$work" || exit 1

# What is printed is what is done without a file.
run 0 "$trey" serve --print-config
cp "$work/out" preset.yaml
out_has 'listen: 127.0.0.1:8033'
sed 's/127.0.0.1:8033/127.0.0.1:0/' preset.yaml >any.yaml
run 0 "$trey" serve --check --config any.yaml --data data
cp "$work/out" with.txt
out_has 'table    california (ca-six-card)'
out_has 'jackpot  sentosa (rws-progressive)'
out_has "store    data/trey.db"
run 0 "$trey" serve --check --data data --listen 127.0.0.1:0
cmp -s "$work/out" with.txt || fault 'the printed settings are not the default ones'
[ ! -e data ] || fault 'a check must not make anything'

# Every key that stands behind a # in the printed settings is one.
run 0 "$trey" witness keys cosigner.keys --name witness.example/w1
vkey=$(cat "$work/out")
sed -e 's/^# origins:/origins:/' -e 's/^# proxies:/proxies:/' -e 's/^# data:.*/data: here/' -e 's/^# witnesses:/witnesses:/' \
    -e "s|^#   - {key: \"[^\"]*\"|  - {key: \"$vkey\"|" \
    -e 's/^  # file: [^ ]*/  file: trey.log/' -e 's/^  # - {name: other/  - {name: other/' \
    -e 's/^  #    ceiling/    ceiling/' -e 's/^    # \([a-z_]*:\)/    \1/' \
    -e 's/^# staff:/staff:/' -e 's/^#   - {name: Nadia.*/  - {name: Nadia, role: pit_manager}/' \
    any.yaml >full.yaml
run 0 "$trey" serve --check --config full.yaml
out_has 'witness  here/trey.witness'
out_has 'cosigned by witness.example/w1'
out_has 'jackpot  other (rws)'
out_has 'staff    Nadia'

# The house to try the consoles with can be opened as it stands.
run 0 "$trey" serve --check --config "$source_dir/docs/casino.yaml" --data casino --listen 127.0.0.1:0
out_has 'staff    Audrey'

# All mistakes at once, each with its line, a caret and a way out.
cat >bad.yaml <<'END'
listen: 0.0.0.0:8033
lissten: 1
chips: many
limits:
  connections: 0
  messages_per_secnd: 5
log: {level: loud}
tables:
  - name: mbs
    rulebook: mbs
    positions: 9
    ante: 500..5
  - name: mbs
    rulebook: mmbs
    ante: 5..500
  - name: cal
    rulebook: ca-six-card
    ante: 5..100
    schedule: 1
  - name: linked
    rulebook: mbs
    ante: 5..500
    jackpot: nowhere
  - name: cards
    rulebook: rws
    ante: 5..500
    physical: yes
staff:
  - {name: Nadia, role: boss}
END
run 2 "$trey" serve --check --config bad.yaml
err_has 'bad.yaml:1:1: the server can be reached from outside, and no origin is allowed'
err_has 'origins: ["https://cards.example"]'
err_has 'bad.yaml:2:1: there is no key lissten here'
err_has '= perhaps listen'
err_has 'bad.yaml:3:8: chips cannot be "many"'
err_has '     3 | chips: many'
err_has '       |        ^'
err_has 'connections is a number from 1 to 1000000, not "0"'
err_has '= perhaps messages_per_second'
err_has 'level cannot be "loud"'
err_has 'positions is a number from 1 to 8, not "9"'
err_has 'ante cannot be "500..5"'
err_has 'there are two tables called mbs'
err_has 'there is no rulebook "mmbs"'
err_has 'ca-six-card does not allow these limits'
err_has 'there is no jackpot "nowhere"'
err_has 'a table with real cards is dealt by a person'
err_has 'role cannot be "boss"'
err_has 'nothing was started'

# One mistake each.
wrong() {
    printf "$1" >one.yaml
    run 2 "$trey" serve --check --config one.yaml
    err_has "one.yaml:$2"
    err_has "$3"
}
wrong 'house: [a\n' '' 'not valid YAML'
wrong 'just words\n' 1:1: 'not a file of settings'
wrong 'house: a\nhouse: b\n' 2:1: 'stands twice'
wrong 'listen: 8033\n' 1:1: 'an address and a port'
wrong 'listen: 127.0.0.1:99999\n' 1:1: 'an address and a port'
wrong 'origins: ["cards.example"]\n' 1:1: 'is no origin'
wrong 'proxies: ["cards.example"]\n' 1:1: 'is no address of a proxy'
wrong 'tls: {certificate: a.pem}\n' 1:7: 'TLS needs a certificate and its key'
wrong 'tables: 7\n' 1:1: 'is a list'
wrong 'node: {name: a}\n' 1:8: 'several nodes share a PostgreSQL store, and trey.db is a file'
wrong 'store: postgresql:///x\nnode: {name: Marina Bay}\n' 2:8: 'a node cannot be called'
wrong 'store: postgresql:///x\nnode: {name: a, lease_seconds: 0.1}\n' 2:17: 'at least 0.4 seconds'
wrong 'tables: [{name: a/b, rulebook: mbs, ante: 5..10}]\n' 1:11: 'a name for paths'
wrong 'tables: [{name: "a\\tb", rulebook: mbs, ante: 5..10}]\n' 1:11: 'a name for paths'
wrong 'tables: [{name: "\\u202eabc", rulebook: mbs, ante: 5..10}]\n' 1:11: 'a name for paths'
wrong 'tables: [{name: .., rulebook: mbs, ante: 5..10}]\n' 1:11: 'a name for paths'
wrong 'tables: [{name: a, rulebook: mbs, ante: 5..10, values: [pays.nothing=6]}]\n' 1:48: ''
wrong 'tables: [{name: a, title: "two\\nlines", rulebook: mbs, ante: 5..10}]\n' 1:20: 'a title is one line'
wrong 'tables: [{name: a, title: [], rulebook: mbs, ante: 5..10}]\n' 1:20: 'one value'
wrong "tables: [{name: a, title: $(printf '%%090d' 0), rulebook: mbs, ante: 5..10}]\n" 1:27: 'too long'
wrong 'jackpots: [{name: a, rulebook: mbs, bet: 1, contribution: 2, reset: 5}]\n' 1:37: 'cannot be run'
jackpot='jackpots: [{name: a, rulebook: mbs, bet: 5, contribution: 1, reset: 1000, start: 2000}]\n'
wrong "${jackpot}tables: [{name: t, rulebook: mbs, ante: 5..10, readings: [A-MBS-08=A], jackpot: a}]\n" \
    2:72: 'pays in another way'
wrong "${jackpot}tables: [{name: t, rulebook: rws, ante: 5..10, jackpot: a}]\n" 2:48: 'pays in another way'
printf 'listen: 127.0.0.1:0\nweb: nowhere\n' >one.yaml
run 2 "$trey" serve --check --config one.yaml
err_has 'nowhere'
printf 'listen: 127.0.0.1:0\ntls: {certificate: one.yaml, key: one.yaml}\n' >one.yaml
run 2 "$trey" serve --check --config one.yaml
err_has 'no certificate in PEM'
run 2 "$trey" serve --check --config missing.yaml
err_has 'missing.yaml: No such file'

# Nor is that of a database shown.
for store in 'postgresql://me:very-secret@here/base' 'postgresql://me:very@secret@here/base' \
    'postgresql://here/base?password=very-secret&user=me' 'postgresql://me@here/base?user=a&password=secret'; do
    printf 'listen: 127.0.0.1:0\nstore: "%s"\n' "$store" >one.yaml
    run 0 "$trey" serve --check --config one.yaml
    out_has 'here/base'
    out_lacks secret
done

# A password never stands in the settings; its file is its owner's alone.
printf 'listen: 127.0.0.1:0\nstaff: [{name: Nadia, role: dealer, password_file: word}]\n' >staff.yaml
echo 'correct horse' >word
chmod 644 word
run 2 "$trey" serve --as-root --init --config staff.yaml --data staff
err_has 'chmod 600'
wrong 'staff: [{name: Nadia, role: dealer, password: secret}]\n' 1:37: 'there is no key password here'

# Not as root, unless it is told to.
if [ "$(id -u)" -eq 0 ]; then
    run 2 "$trey" serve --listen 127.0.0.1:0 --data root
    err_has 'it should not run as root'
    err_has '--as-root'
    [ ! -e root ] || fault 'it made something as root'
fi

for words in '--what' 'word' '--config' '--listen nowhere' '--listen 0.0.0.0:80'; do
    # shellcheck disable=SC2086
    run 2 "$trey" serve $words
    err_has 'trey serve'
    err_lines 1
done
run 0 "$trey" serve --help
out_has 'SIGHUP'
exit $failed
