#!/bin/sh
# rules_command.sh -- trey rules, as a person and a script use it.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey

run 0 "$trey" rules
out_has 'mbs               MBS Three Card Poker, version 5, in force 2019-08-02'
out_has 'ca-six-card'
err_lines 0

run 0 "$trey" rules mbs
out_has '112 paragraphs: '
out_has '  3.9.1       enforced    Folding loses the Ante'
out_has 'proved by '
out_has '; kills '
out_has '  2           outside     Heading of the equipment section.'
out_has 'Readings that can be chosen (* is in force)'
for book in rws rws-progressive ca-six-card; do
    run 0 "$trey" rules "$book"
    err_lines 0
done
[ "$(wc -L <"$work/out")" -le 100 ] || fault 'a line is longer than 100 columns'
run 0 env COLUMNS=60 "$trey" rules mbs
[ "$(wc -L <"$work/out")" -le 60 ] || fault 'a line is longer than the terminal'

run 0 "$trey" rules mbs 3.9.1
out_has 'fold.pair_plus'
out_has 'A-MBS-07=A'



run 0 "$trey" rules ca-six-card 'CA round 5c-ii'
out_has 'Round 5c-ii'
run 0 "$trey" rules mbs --values --reading A-MBS-01=B
out_has 'queen or above present'
out_has 'A-MBS-01=B'
run 0 "$trey" rules mbs --values
out_has 'queen high'
out_lacks 'queen or above present'
run 0 "$trey" rules ca-six-card --values
out_has 'option 14  $1-$99 unreadable; $100-$199 $4'
out_has 'option 1   $1-$49 $1; $50-$99 $3; $100-$149 $5; $150-$199 $7; $200+ $10; players $1'
out_has 'two colours [Decks 3, Decks 3a] note: what the backs look like tells'
out_has 'fixed: Trey plays with 52 cards'
run 0 "$trey" rules rws --irregularities
out_has 'seen yes: void [5.9]'

run 0 "$trey" rules --diff mbs rws
out_has 'rws              lost [3.12.1]'
run 0 "$trey" rules --diff mbs mbs
out_has '0 differences'

# Every answer for machines is one JSON value.
for words in '' mbs ca-six-card 'mbs 4.4' '--diff mbs ca-six-card'; do
    # shellcheck disable=SC2086
    run 0 "$trey" rules $words --json
    "$bin/json_check" <"$work/out" || fault "not JSON: $words"
done
run 0 "$trey" rules mbs 4.4 --json
out_has '"id": "4.4"'
out_has '"met": "enforced"'
out_has '"killed_by": "tables/mbs/4.4-'
run 0 "$trey" rules mbs 2 --json
out_has '"met": "outside"'
out_has '"tests": []'
run 0 "$trey" rules mbs 4.4
out_has 'Mutants: what breaks the rule, and the test that then fails'
out_has 'progressive.awards.royal is $1255, not $1250.'
run 0 "$trey" rules mbs 2
out_has 'MBS Three Card Poker 2  outside'
out_lacks 'Mutants'

# Mistakes: one line that says what, where and how to mend it.
run 2 "$trey" rules mbz
err_has 'there is no rulebook mbz; there are mbs, rws, rws-progressive, ca-six-card'
err_lines 1
run 2 "$trey" rules mbs 9.9
err_has 'mbs has no paragraph 9.9; `trey rules mbs` lists them'
err_lines 1
run 2 "$trey" rules --diff mbs
err_lines 1
run 2 "$trey" rules --colour
err_has 'unknown option --colour'
run 2 "$trey" rules mbs --reading A-MBS-01=Z
err_has 'A-MBS-01=A..B'
err_lines 1
run 2 "$trey" rules mbs --reading
run 2 "$trey" rules --rulebook "$work/none.yaml"
err_has 'cannot be read'
run 2 "$trey" ruls
err_has 'there is no command ruls'
run 2 "$trey"

# A house's own rulebook, good and bad.
sed 's/^rulebook: mbs/rulebook: house/; s/straight: {says: 5:1/straight: {says: 6:1/' \
    "$source_dir/rulebooks/mbs.yaml" >"$work/house.yaml"
run 0 "$trey" rules --diff mbs --rulebook "$work/house.yaml"
out_has '1 differences'
out_has 'house            6 to 1 [4.3]'
sed 's/straight: {says: 5:1/straight: {says: 0:1/; s/decks: {says: 1/decks: {says: one/' \
    "$source_dir/rulebooks/mbs.yaml" >"$work/bad.yaml"
run 2 "$trey" rules --rulebook "$work/bad.yaml"
err_has 'bad.yaml:25:17: "one" is not a whole number'
err_has 'above zero on both sides, found 0:1'
err_has 'has 2 mistakes and is not used'

exit $failed
