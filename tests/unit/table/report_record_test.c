/* report_record_test.c -- a report keeps what was stated: the facts, by whom, about whom.
 *
 * Which remedy follows is another matter; a script sees only that. What an examiner reads
 * afterwards is the report, so each answer is looked for in it. */
#include "cmocka_suite.h"

#include <string.h>

#include "staffed_table.h"

enum { ALICE = 1, BOB };
static const char *const books[] = {"rws", "rws-progressive"};

static void two_bet(const char *book) {
    staff_table(book, NULL);
    dealer(TREY_VERB_OPEN);
    bets(1, ALICE, TREY_WAGER_ANTE, D(50));
    bets(2, BOB, TREY_WAGER_ANTE, D(50));
    dealer(TREY_VERB_CLOSE);
}

/* The event of the last command, and the table, say the same. */
static unsigned recorded(trey_fact fact) {
    const trey_event *event = event_at(TREY_EVENT_REPORTED, 0);
    assert_non_null(event);
    assert_int_equal(event->report.answer[fact], table.report.answer[fact]);
    return table.report.answer[fact];
}

/* proves [rws 5.8.2] [rws-progressive 5.8.2] */
static void an_exposure_is_kept_with_what_was_seen(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        two_bet(books[i]);
        reports((told_trouble){
            .kind = TREY_IRREGULARITY_EXPOSED_CARDS, .facts = "exposed=several", .seats = 3});
        assert_int_equal(recorded(TREY_FACT_EXPOSED), TREY_EXPOSED_SEVERAL);
        assert_int_equal(recorded(TREY_FACT_SEEN), TREY_FLAG_NO);
        assert_int_equal(table.report.role, DEALER);
        assert_int_equal(table.report.seats, 3);
        leave_table();
    }
}

/* proves [rws 5.17] [rws-progressive 5.17] */
static void a_jackpot_fault_is_kept_with_whether_anybody_had_looked(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned looked = 0; looked < 2; looked++) {
            two_bet(books[i]);
            deals("9c 9d 4s 8c 8d 3s Ks Jc 5d");
            if (looked) acts(TREY_VERB_VIEW, 1, ALICE);
            reports((told_trouble){.kind = TREY_IRREGULARITY_JACKPOT_FAULT});
            assert_int_equal(recorded(TREY_FACT_SEEN), looked ? TREY_FLAG_YES : TREY_FLAG_NO);
            leave_table();
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exposure_is_kept_with_what_was_seen),
        cmocka_unit_test(a_jackpot_fault_is_kept_with_whether_anybody_had_looked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
