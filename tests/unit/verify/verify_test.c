/* verify_test.c -- stores that nobody touched, with and without key, house and witness. */
#include "cmocka_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stored_house.h"

static void is_good(const stored_house *s, const trey_verify_options *options,
                    trey_verify_report *report) {
    trey_store_message message = {""};
    trey_status status = stored_verify(s->h.path, options, report, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
    const trey_finding *f = &report->finding;
    if (report->verdict != TREY_VERDICT_GOOD)
        fail_msg("%s: record %llu place %llu of %s: %s; expected %s; found %s",
                 trey_verdict_word(report->verdict), (unsigned long long)f->seq,
                 (unsigned long long)f->place, f->stream, f->what, f->expected, f->found);
}

static void a_house_that_nobody_touched_is_good(void **state) {
    (void)state;
    for (trey_reveal reveal = TREY_REVEAL_NOBODY; reveal <= TREY_REVEAL_ALL; reveal++) {
        stored_house s = {.keys_path = NULL};
        trey_verify_report report;
        stored_house_build(&s, reveal, 10);
        trey_verify_options options = {
            .house = "the house", .keys = &s.h.keys, .witness = s.witness};
        is_good(&s, &options, &report);
        print_message("%llu records %llu commands %llu rounds %llu commitments %llu seeds "
                      "snapshots %llu+%llu refusals %llu blind %llu\n",
                      (unsigned long long)report.records, (unsigned long long)report.commands,
                      (unsigned long long)report.rounds, (unsigned long long)report.commitments,
                      (unsigned long long)report.seeds_checked,
                      (unsigned long long)report.snapshots,
                      (unsigned long long)report.snapshots_skipped,
                      (unsigned long long)report.refusals, (unsigned long long)report.rounds_blind);
        trey_verify_report_close(&report);
        options.keys = NULL;
        is_good(&s, &options, &report);
        print_message("blind %llu\n", (unsigned long long)report.rounds_blind);
        trey_verify_report_close(&report);
        stored_house_tear_down(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_that_nobody_touched_is_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
