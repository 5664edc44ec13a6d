#!/bin/sh
# evidence_tool.sh -- claims are found, and false ones are not let pass.
set -u
. "$(dirname "$0")/expect.sh"
evidence=$bin/evidence
claim=proves # spelt apart from its paragraphs, or this file would make the claims itself

mkdir -p "$work/tests/tables"
cat >"$work/tests/one_test.c" <<END
/* $claim [mbs 3.9.1] [rws 3.12.1]
 * [ca-six-card Round 5c-ii] */
static void a_fold_loses_the_ante(void **state) {
END
echo "# $claim [mbs 5.4]" >"$work/tests/tables/exposed.trey"
run 0 "$evidence" "$work/tests"
out_has '  3.9.1                          1  a_fold_loses_the_ante'
out_has '  Round 5c-ii                    1  a_fold_loses_the_ante'
out_has '  5.4                            1  tables/exposed.trey'
out_has '4 claims; '
run 1 "$evidence" --strict "$work/tests"

echo "# $claim [mbs 9.9] [nobody 1]" >>"$work/tests/tables/exposed.trey"
run 1 "$evidence" "$work/tests"
err_has 'tables/exposed.trey:2: [mbs 9.9] is no paragraph of a rulebook'
err_has '[nobody 1] is no paragraph of a rulebook'
echo "/* $claim [mbs 3.9] */" >>"$work/tests/one_test.c"
run 1 "$evidence" "$work/tests"
err_has 'one_test.c:4: a claim without a test function below it'
run 2 "$evidence"
run 3 "$evidence" "$work/nowhere"

run 0 "$evidence" "$source_dir/tests"
exit $failed
