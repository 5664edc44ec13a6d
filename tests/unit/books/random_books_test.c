/* random_books_test.c -- whole rulebooks at random: drawn, loaded, played, counted and simulated.
 *
 * A house may write any book that the loader takes. So books are drawn (drawn_book.h): one of the
 * four with a few or many keys drawn anew, or every key from scratch. What the loader refuses is
 * refused at a place and with a way out. What it takes is opened under any letters of its
 * readings; rounds are played by it, with mistakes, reports and rulings in between
 * (followed_table.h); and its odds are held against a simulation (counted_book.h).
 *   TREY_SEED=n     the seed of the first book; the next book has the next seed
 *   TREY_ROUNDS=n   books that load; of one book alone the text is printed, too */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counted_book.h"
#include "followed_table.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
enum { DEFAULT_BOOKS = 250 };
#else
enum { DEFAULT_BOOKS = 1000 };
#endif
enum { REGULAR_ROUNDS = 14, IRREGULAR_ROUNDS = 24, ATTEMPTS = 4 };

static drawn_book drawn;
static followed_counts played;
static counted_counts counted;
static unsigned long seeds, texts, loaded;
static bool told;

/* ---- Failing ---------------------------------------------------------------------- */
static char again[128]; /* how to see the book of this moment */

static void note_seed(uint64_t seed) {
    snprintf(again, sizeof again, "# again with TREY_SEED=%" PRIu64 " TREY_ROUNDS=1\n", seed);
}

/* A broken invariant aborts: the seed is told all the same. */
static void tell_seed(int number) {
    ssize_t written = write(STDERR_FILENO, again, strlen(again));
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

static void fail_book(const char *what, const char *wrong) {
    fprintf(stderr, "# %s: %s\n%s", what, wrong, again);
    fail_msg("%s: %s", what, wrong);
}

/* ---- Loading ----------------------------------------------------------------------------------
 */
/* Each mistake has a place in the text and says how to mend it. */
static void check_mistake(trey_diagnostic mistake) {
    unsigned lines = 1;
    for (const char *at = drawn.text; *at; at++) lines += *at == '\n';
    bool placed = mistake.line >= 1 && mistake.line <= lines && mistake.column >= 1;
    if (!placed) fail_book("refused without a place", mistake.wrong);
    if (!mistake.wrong[0]) fail_book("refused without a reason", mistake.source);
    if (!mistake.mend || !mistake.mend[0]) fail_book("refused without a way out", mistake.wrong);
    if (told)
        printf("# %u:%u: %s; %s\n", mistake.line, mistake.column, mistake.wrong, mistake.mend);
}

/* The book, after a few corrections of what it was refused for; NULL where that does not help. */
static trey_rulebook *load(void) {
    trey_rulebook *book = NULL;
    bool redrawn = true;
    for (unsigned attempt = 0; attempt < ATTEMPTS && redrawn && !book; attempt++) {
        trey_diagnostics *mistakes;
        assert_int_equal(trey_diagnostics_open(&mistakes), TREY_STATUS_OK);
        drawn_book_write(&drawn);
        if (told) fputs(drawn.text, stdout);
        trey_status status =
            trey_rulebook_open_text(&book, "drawn.yaml", drawn.text, drawn.length, mistakes);
        texts++;
        size_t count = trey_diagnostics_count(mistakes);
        if ((status == TREY_STATUS_OK) != (count == 0))
            fail_book("loading", "refused without a mistake, or taken with one");
        redrawn = false;
        for (size_t i = 0; i < count; i++) {
            trey_diagnostic mistake = trey_diagnostics_at(mistakes, i);
            check_mistake(mistake);
            redrawn |= drawn_book_redraw(&drawn, mistake.wrong);
        }
        trey_diagnostics_close(mistakes);
    }
    return book;
}

static void choose_letters(trey_rulebook *book) {
    for (unsigned r = 0; r < trey_rulebook_readings(book); r++) {
        const trey_reading *reading = trey_rulebook_reading(book, r);
        if (!reading->switchable || !random_chance(&drawn.random, 50)) continue;
        drawn.in_force[r] = (uint8_t)random_below(&drawn.random, reading->letters);
        trey_status status =
            trey_rulebook_choose(book, reading->id, (char)('A' + drawn.in_force[r]));
        assert_int_equal(status, TREY_STATUS_OK);
    }
}

/* ---- A book ----------------------------------------------------------------------- */
static void try_book(uint64_t seed) {
    note_seed(seed);
    seeds++;
    drawn_book_draw(&drawn, seed);
    trey_rulebook *book = load();
    if (!book) return;
    loaded++;
    choose_letters(book);
    trey_rules *rules;
    assert_int_equal(trey_rules_open(&rules, book), TREY_STATUS_OK);
    const char *wrong =
        followed_table_play(&drawn, book, rules, seed, false, REGULAR_ROUNDS, &played);
    if (wrong) fail_book("played", wrong);
    wrong = followed_table_play(&drawn, book, rules, ~seed, true, IRREGULAR_ROUNDS, &played);
    if (wrong) fail_book("played with irregularities", wrong);
    wrong = counted_book_check(&drawn, book, seed, &counted);
    if (wrong) fail_book("counted", wrong);
    trey_rules_close(rules);
    trey_rulebook_close(book);
}

static void a_book_that_loads_can_be_played_counted_and_simulated(void **state) {
    (void)state;
    const char *from = getenv("TREY_SEED"), *many = getenv("TREY_ROUNDS");
    uint64_t seed = from ? strtoull(from, NULL, 0) : 1;
    unsigned long books = many ? strtoul(many, NULL, 0) : DEFAULT_BOOKS;
    told = books == 1;
    printf("# TREY_SEED=%" PRIu64 " TREY_ROUNDS=%lu\n", seed, books);
    fflush(stdout);
    do {
        try_book(seed++);
    } while (loaded < books && !told);
    printf("# %lu books of %lu seeds loaded; %lu texts were refused\n", loaded, seeds,
           texts - loaded);
    printf("# %lu rounds, %lu settled, %lu settled twice, %lu void; %lu lines; %lu commands, %lu "
           "of them refused; %lu tables without a result\n",
           played.rounds, played.settled, played.compared, played.voided, played.lines,
           played.commands, played.refused, played.idle);
    printf(
        "# odds of %lu questions (%lu refused): %lu figures beside %lu simulated rounds, %lu runs "
        "repeated, the furthest %.2f deviations off\n",
        counted.asked, counted.refused, counted.figures, counted.rounds, counted.repeated,
        counted.furthest);
    if (told) return;
    assert_true(2 * loaded > seeds); /* the draw is worth its while */
    assert_true(10 * played.compared > 9 * played.settled);
}

static int open_everything(void **state) {
    (void)state;
    signal(SIGABRT, tell_seed);
    signal(SIGSEGV, tell_seed);
    drawn_books_open();
    counted_books_open();
    return 0;
}

static int close_everything(void **state) {
    (void)state;
    followed_table_close();
    counted_books_close();
    drawn_books_close();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_book_that_loads_can_be_played_counted_and_simulated)};
    return cmocka_run_group_tests(tests, open_everything, close_everything);
}
