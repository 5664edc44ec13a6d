#!/bin/sh
# mutate_tool.sh -- the tool that breaks rules says what became of each mutant.
#
# Its source is a toy: a `trey` of a few lines that fails a script when the book does not say
# what the script wants, and one program of cmocka's looks.
set -u
. "$(dirname "$0")/expect.sh"
mutate=$bin/mutate
claim=proves # spelt apart from its paragraphs, or this file would make the claims itself
source=$work/source
scratch=$work/scratch
mkdir -p "$source/lib" "$source/rulebooks" "$source/tests/tables/mbs" "$source/tests/mutants"

cat >"$source/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES C)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
add_executable(trey_program lib/toy.c)
set_target_properties(trey_program PROPERTIES OUTPUT_NAME trey)
add_executable(one_test lib/one_test.c)
EOF
cat >"$source/lib/toy.c" <<'EOF'
#include <stdio.h>
#include <string.h>
static int book_says(const char *word) {
    char text[999] = "";
    FILE *in = fopen("../tree/rulebooks/own.yaml", "r");
    size_t got = in ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in) fclose(in);
    return got > 0 && strstr(text, word) != NULL;
}
int main(int argc, char **argv) {
    int limit = 500;
    char want[99] = "";
    if (argc > 1 && strcmp(argv[1], "rules") == 0) return !book_says("book");
    FILE *in = fopen(argv[2], "r");
    if (!in || fscanf(in, "%*[^\n] %98s", want) != 1) return 3;
    fclose(in);
    if (strcmp(want, "limit") == 0) return limit != 500;
    return !book_says(want);
}
EOF
cat >"$source/lib/one_test.c" <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int ante = 1;
    puts("[ RUN      ] the_ante_is_lost");
    if (ante == 2) abort();
    puts(ante == 1 ? "[       OK ] the_ante_is_lost" : "[  FAILED  ] the_ante_is_lost");
    return ante != 1;
}
EOF
printf 'book: own\nante: lost\nplay: equal\n' >"$source/rulebooks/own.yaml"
tables=$source/tests/tables/mbs
printf '# %s [mbs 5.4]\nlost\n' "$claim" >"$tables/5.4-ante.trey"
printf '# %s [mbs 5.4]\nlimit\n' "$claim" >"$tables/5.4-limit.trey"
printf '# %s [mbs 5.5]\nequal\n' "$claim" >"$tables/5.5-play.trey"
printf '# %s [mbs 5.6]\nnowhere\n' "$claim" >"$tables/5.6-fails.trey"
echo 'trey_unit_test(one_test)' >"$source/tests/CMakeLists.txt"
cat >"$source/tests/one_test.c" <<EOF
/* $claim [mbs 5.8] */
static void the_ante_is_lost(void **state) {}
tests[] = {cmocka_unit_test(the_ante_is_lost)};
EOF

# write_mutant ID FILE FROM TO BREAKS...
write_mutant() {
    printf '\nmutant %s\n    It is broken.\n    in %s\n    - %s\n    + %s\n' "$1" "$2" "$3" "$4"
    shift 4
    for breaks; do printf '    breaks %s\n' "$breaks"; done
}
book=rulebooks/own.yaml
{
    write_mutant data $book 'ante: lost' 'ante: kept' '[mbs 5.4] tables/mbs/5.4-ante.trey'
    write_mutant code lib/toy.c 'limit = 500' 'limit = 501' '[mbs 5.4] tables/mbs/5.4-limit.trey'
    write_mutant cmocka-fails lib/one_test.c 'ante = 1' 'ante = 0' '[mbs 5.8] one_test/the_ante_is_lost'
    write_mutant cmocka-aborts lib/one_test.c 'ante = 1' 'ante = 2' '[mbs 5.8] one_test/the_ante_is_lost'
} >"$source/tests/mutants/good.mutants"
run 0 "$mutate" "$source" "$scratch"
out_has '3 tests pass unbroken, 0 do not'
out_has 'killed    data [mbs 5.4] by tables/mbs/5.4-ante.trey'
out_has 'killed    code [mbs 5.4] by tables/mbs/5.4-limit.trey'
out_has 'killed    cmocka-fails [mbs 5.8] by one_test/the_ante_is_lost'
out_has 'killed    cmocka-aborts [mbs 5.8] by one_test/the_ante_is_lost'
out_has '4 mutants of 4 paragraphs: 4 killed, 0 not'
cmp -s "$source/lib/toy.c" "$scratch/tree/lib/toy.c" || fault 'the copy was left broken'
run 0 "$mutate" "$source" "$scratch" code
out_has '1 mutants of 1 paragraphs: 1 killed, 0 not'
run 0 "$mutate" "$source" "$scratch" good.mutants
out_has '4 mutants of 4 paragraphs'

# Whatever is no kill is told apart, and fails.
# fails ID FILE FROM TO BREAKS TEXT
fails() {
    write_mutant "$1" "$2" "$3" "$4" "$5" >"$source/tests/mutants/bad.mutants"
    run 1 "$mutate" "$source" "$scratch" "$1"
    out_has "$6"
    out_has '1 mutants of 1 paragraphs: 0 killed, 1 not'
}
fails survivor $book 'play: equal' 'play: any' '[mbs 5.4] tables/mbs/5.4-ante.trey' \
    'SURVIVED  survivor [mbs 5.4] tables/mbs/5.4-ante.trey'
fails stale $book 'ante: won' 'ante: kept' '[mbs 5.4] tables/mbs/5.4-ante.trey' \
    'STALE     stale: its lines occur 0 times in rulebooks/own.yaml'
fails unbuilt lib/toy.c 'limit = 500' 'limit = ' '[mbs 5.4] tables/mbs/5.4-limit.trey' \
    'BROKEN    unbuilt: it does not compile'
fails unread $book 'book: own' 'cook: own' '[mbs 5.4] tables/mbs/5.4-ante.trey' \
    'BROKEN    unread: a rulebook does not load'
fails blind $book 'ante: lost' 'ante: kept' '[mbs 5.6] tables/mbs/5.6-fails.trey' \
    'FAILS     tables/mbs/5.6-fails.trey, before anything is broken'

# --record finds the test and writes it down; a test that fails anyhow does not count.
write_mutant found $book 'ante: lost' 'ante: kept' '[mbs 5.4]' '[mbs 5.6]' \
    >"$source/tests/mutants/bad.mutants"
run 1 "$mutate" --record "$source" "$scratch" found
out_has 'killed    found [mbs 5.4] by tables/mbs/5.4-ante.trey'
out_has 'SURVIVED  found [mbs 5.6]'
grep -qx '    breaks \[mbs 5.4\] tables/mbs/5.4-ante.trey' "$source/tests/mutants/bad.mutants" ||
    fault 'the test was not written down'
grep -qx '    breaks \[mbs 5.6\]' "$source/tests/mutants/bad.mutants" ||
    fault 'a test was written down that notices nothing'

run 2 "$mutate" "$source"
run 2 "$mutate" "$source" "$scratch" nobody
err_has 'there is no such mutant'
exit $failed
