#!/bin/sh
# evidence_tool.sh -- claims are found, and false ones are not let pass.
set -u
. "$(dirname "$0")/expect.sh"
evidence=$bin/evidence
claim=proves # spelt apart from its paragraphs, or this file would make the claims itself
tests=$work/source/tests

mkdir -p "$tests/tables/mbs" "$tests/mutants" "$work/source/rulebooks"
test_file=$tests/one_test.c
printf 'trey_unit_test(one_test)\nadd_test(NAME one COMMAND sh one_command.sh)\n' >"$tests/CMakeLists.txt"

# A C file with a claim above a function that cmocka runs: $1 is its name, $2 how it is registered.
write_test() {
    cat >"$test_file" <<EOF
/* $claim [mbs 3.9.1] [rws 3.12.1]
 * [ca-six-card Round 5c-ii] */
static void $1(void **state) {
}
$2
EOF
}
write_test a_fold_loses_the_ante 'tests[] = {cmocka_unit_test(a_fold_loses_the_ante)};'
script=$tests/tables/mbs/5.4-exposed.trey
echo "# $claim [mbs 5.4]" >"$script"
run 0 "$evidence" "$tests"
out_has '  3.9.1                          1    ?  one_test/a_fold_loses_the_ante'
out_has '  Round 5c-ii                    1    ?  one_test/a_fold_loses_the_ante'
out_has '  5.4                            1    ?  tables/mbs/5.4-exposed.trey'
out_has '4 claims; '
run 1 "$evidence" --strict "$tests"

# Other ways to register a test, and ways that only look like it.
write_test folds 'tests[] = {cmocka_unit_test_setup_teardown(folds, open, close)};'
run 0 "$evidence" "$tests"
write_test folds '#define HOUSE_TEST(name) cmocka_unit_test_setup_teardown(name, open, close)
tests[] = {HOUSE_TEST(folds)};'
run 0 "$evidence" "$tests"
not_run='one_test.c:1: folds proves nothing: cmocka does not run it'
write_test folds 'tests[] = {cmocka_unit_test(other)}; /* cmocka_unit_test(folds) */'
run 1 "$evidence" "$tests"
err_has "$not_run"
write_test folds 'tests[] = {cmocka_unit_test(other)}; void caller(void) { folds(0); }'
run 1 "$evidence" "$tests"
err_has "$not_run"
write_test folds '#define CALL(name) name(0)
tests[] = {cmocka_unit_test(other)}; void caller(void) { CALL(folds); }'
run 1 "$evidence" "$tests"
err_has "$not_run"
write_test folds 'tests[] = {cmocka_unit_test(folds_twice)};'
run 1 "$evidence" "$tests"
err_has "$not_run"
run 1 "$evidence" --index "$work/index.c" "$tests"

# A claim in the head of a file, or above something else, is nobody's.
nobodys='a claim must end directly above the test that proves it'
printf '/* one_test.c -- folds.\n * %s [mbs 3.9.1] */\n#include <stdio.h>\n' "$claim" >"$test_file"
echo 'static void folds(void **state) {} x = cmocka_unit_test(folds);' >>"$test_file"
run 1 "$evidence" "$tests"
err_has "one_test.c:2: $nobodys"

# A file that nobody runs proves nothing.
write_test folds 'tests[] = {cmocka_unit_test(folds)};'
echo '# one_test is no longer built' >"$tests/CMakeLists.txt"
run 1 "$evidence" "$tests"
err_has 'one_test.c:1: the CMakeLists.txt of its folder does not name this file, so nobody runs it'
echo 'foreach(name one_test one_command)' >"$tests/CMakeLists.txt"
echo "# $claim [mbs 5.4]" >"$tests/one_command.sh"
run 0 "$evidence" "$tests"
echo "# $claim [mbs 5.4]" >"$tests/two_command.sh"
run 1 "$evidence" "$tests"
err_has 'two_command.sh:1: the CMakeLists.txt'
rm "$tests/two_command.sh"
echo "# $claim [mbs 5.4]" >"$tests/tables/loose.trey"
run 1 "$evidence" "$tests"
err_has 'tables/loose.trey:1: a table script is run as tables/BOOK/NAME.trey only'
rm "$tests/tables/loose.trey"
echo "$claim [mbs 5.4]" >"$tests/notes.md"
run 1 "$evidence" "$tests"
err_has 'notes.md:1: a claim belongs in a test'
rm "$tests/notes.md"
web=$work/source/web/tests
mkdir -p "$web/browser" "$web/unit"
echo "export default defineConfig({testDir: './tests/browser'});" >"$work/source/web/playwright.config.ts"
echo "// $claim [mbs 5.4]" >"$web/browser/pit.spec.ts"
run 0 "$evidence" "$tests" "$web"
out_has '  5.4                            3'
mv "$web/browser/pit.spec.ts" "$web/unit"
run 1 "$evidence" "$tests" "$web"
err_has 'unit/pit.spec.ts:1: this file is outside the testDir of playwright.config.ts'

# Names and numbers.
echo "# $claim [mbs 9.9] [nobody 1]" >>"$script"
run 1 "$evidence" "$tests"
err_has 'tables/mbs/5.4-exposed.trey:2: [mbs 9.9] is no paragraph of a rulebook'
err_has '[nobody 1] is no paragraph of a rulebook'
echo "# $claim [mbs 5.5]" >"$script"
run 1 "$evidence" "$tests"
err_has 'tables/mbs/5.4-exposed.trey:1: its name tells a paragraph that it does not claim'
echo "# $claim [mbs 5.4]" >"$script"
run 2 "$evidence"
run 3 "$evidence" "$work/nowhere"

# Mutants: one that fits, and everything that can be wrong with one.
printf 'fold:\n  ante: lost\n  pair: lost\n' >"$work/source/rulebooks/own.yaml"
# write_mutant FROM TO BREAKS
write_mutant() {
    cat >"$tests/mutants/own.mutants" <<EOF
# A comment.
mutant an-ante-lives
    A folded Ante goes back.
    in rulebooks/own.yaml
    - $1
    + $2
    breaks $3
EOF
}
write_mutant 'ante: lost' 'ante: kept' '[mbs 5.4] tables/mbs/5.4-exposed.trey'
run 0 "$evidence" "$tests"
out_has '  5.4                            2    1  one_command.sh'
out_has '1 mutants; '
run 0 "$evidence" --index "$work/index.c" "$tests"
grep -qF '{"mbs", "5.4", "an-ante-lives", "A folded Ante goes back.", "tables/mbs/5.4-exposed.trey"}' \
    "$work/index.c" || fault 'the index lacks the mutant'
at='own.mutants:5: '
write_mutant 'ante: won' 'ante: kept' '[mbs 5.4] tables/mbs/5.4-exposed.trey'
run 1 "$evidence" "$tests"
err_has "${at}an-ante-lives no longer applies: its lines occur 0 times in rulebooks/own.yaml"
run 0 "$evidence" --index "$work/index.c" "$tests" # what is being changed can still be built
write_mutant lost kept '[mbs 5.4] tables/mbs/5.4-exposed.trey'
run 1 "$evidence" "$tests"
err_has "${at}an-ante-lives no longer applies: its lines occur 2 times in rulebooks/own.yaml"
write_mutant 'ante: lost' 'ante: lost' '[mbs 5.4] tables/mbs/5.4-exposed.trey'
run 1 "$evidence" "$tests"
err_has "${at}nothing is changed"
write_mutant 'ante: lost' 'ante: kept' '[mbs 3.9.1] tables/mbs/5.4-exposed.trey'
run 1 "$evidence" "$tests"
err_has 'own.mutants:7: tables/mbs/5.4-exposed.trey does not claim [mbs 3.9.1]'
write_mutant 'ante: lost' 'ante: kept' '[mbs 5.4] tables/mbs/gone.trey'
run 1 "$evidence" "$tests"
err_has 'own.mutants:7: tables/mbs/gone.trey does not claim [mbs 5.4]'
write_mutant 'ante: lost' 'ante: kept' '[mbs 5.4]'
run 1 "$evidence" "$tests"
err_has 'own.mutants:7: no test is recorded that notices it'
write_mutant 'ante: lost' 'ante: kept' '[mbs 9.9] one_command.sh'
run 1 "$evidence" "$tests"
err_has 'own.mutants:7: no paragraph of a rulebook: mbs 9.9'
sed -i 's/own.yaml/other.yaml/' "$tests/mutants/own.mutants"
run 1 "$evidence" "$tests"
err_has "${at}there is no such file: rulebooks/other.yaml"

run 0 "$evidence" "$source_dir/tests" "$source_dir/web/tests/browser"
exit $failed
