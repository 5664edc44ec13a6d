/* verify_server_test.c -- a house in PostgreSQL, good and changed. Without a server, which
 * tests/store/postgres.sh starts, there is nothing to do. */
#include "cmocka_suite.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stored_house.h"

static void sql(const char *text) {
    PGconn *server = PQconnectdb(getenv("TREY_POSTGRES"));
    PGresult *result = PQexec(server, text);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(server));
    PQclear(result);
    PQfinish(server);
}

static void expect(const stored_house *s, trey_verdict verdict, bool witness) {
    trey_verify_report report;
    trey_store_message message = {""};
    const trey_verify_options options = {
        .house = "the house", .keys = &s->h.keys, .witness = witness ? s->witness : NULL};
    trey_status status = stored_verify(s->h.address, &options, &report, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
    if (report.verdict != verdict)
        fail_msg("%s instead of %s: %s", trey_verdict_word(report.verdict),
                 trey_verdict_word(verdict), report.finding.what);
    trey_verify_report_close(&report);
}

static void a_house_on_a_server_is_verified_like_any_other(void **state) {
    (void)state;
    static const struct {
        const char *change, *back;
    } changes[] = {
        {"UPDATE trey.record SET time = time + 1 WHERE seq = 100",
         "UPDATE trey.record SET time = time - 1 WHERE seq = 100"},
        {"UPDATE trey.transfer SET cents = cents + 1 WHERE id = (SELECT min(id) FROM "
         "trey.transfer)",
         "UPDATE trey.transfer SET cents = cents - 1 WHERE id = (SELECT min(id) FROM "
         "trey.transfer)"},
        {"UPDATE trey.account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM "
         "trey.account)",
         "UPDATE trey.account SET balance = balance - 1 WHERE id = (SELECT min(id) FROM "
         "trey.account)"},
        {"UPDATE trey.answer SET first = first + 1 WHERE number = 3",
         "UPDATE trey.answer SET first = first - 1 WHERE number = 3"},
    };
    stored_house s = {.address = getenv("TREY_POSTGRES")};
    if (!s.address) skip();
    sql("DROP SCHEMA IF EXISTS trey CASCADE");
    stored_house_build(&s, TREY_REVEAL_ALL, 3);
    expect(&s, TREY_VERDICT_GOOD, true);
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        char text[512];
        /* A superuser's way past the guards. */
        snprintf(text, sizeof text, "SET session_replication_role = replica; %s",
                 changes[i].change);
        sql(text);
        expect(&s, TREY_VERDICT_CHANGED, false);
        snprintf(text, sizeof text, "SET session_replication_role = replica; %s", changes[i].back);
        sql(text);
    }
    expect(&s, TREY_VERDICT_GOOD, true);
    stored_house_tear_down(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_on_a_server_is_verified_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
