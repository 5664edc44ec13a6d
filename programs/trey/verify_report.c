/* verify_report.c -- what a verification has found, as text and as JSON.
 *
 * What could not be looked at is said as plainly as what was. */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "plain_text.h"
#include "terminal.h"
#include "verify_output.h"

static void hex_of(const uint8_t *bytes, size_t count, char *out) {
    for (size_t i = 0; i < count; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

enum { SHIFTS_SHOWN = 3 }; /* the last ones; all of them stand in the JSON */

typedef struct fates {
    uint64_t dealt, voided, voided_dealt, running, alone;
} fates;

static fates all_fates(const trey_verify_report *report) {
    fates sum = {0};
    for (size_t i = 0; i < report->tables; i++) {
        const trey_verify_table *table = &report->table[i];
        if (table->physical) continue;
        sum.dealt += table->dealt;
        sum.voided += table->voided;
        sum.voided_dealt += table->voided_dealt;
        sum.running += table->running;
        sum.alone += table->alone;
    }
    return sum;
}

static double percent_of(uint64_t part, uint64_t rest) {
    return part + rest ? 100.0 * (double)part / (double)(part + rest) : 0;
}

/* ---- Text ------------------------------------------------------------------------------ */
static void print_finding(const trey_finding *finding, const terminal *to,
                          const verify_shown *shown) {
    printf("%s: ", plain_text(shown->address));
    terminal_ink(to, INK_BAD);
    printf("%s", trey_verdict_word(finding->verdict));
    terminal_ink(to, INK_PLAIN);
    if (finding->seq > 0) printf(" at record %" PRIu64, finding->seq);
    if (finding->stream[0])
        printf(" (%s, place %" PRIu64 ")", plain_text(finding->stream), finding->place);
    printf("\n  %s\n", plain_text(finding->what));
    if (finding->expected[0]) printf("  expected  %s\n", plain_text(finding->expected));
    if (finding->found[0]) printf("  found     %s\n", plain_text(finding->found));
}

static void print_findings(const trey_verify_report *report, const terminal *to,
                           const verify_shown *shown) {
    if (report->listings == 0) print_finding(&report->finding, to, shown);
    for (size_t i = 0; i < report->listings; i++) print_finding(&report->listed[i], to, shown);
    if (report->faults > report->listings && report->listings > 0)
        printf("and %" PRIu64 " more\n", report->faults - report->listings);
    printf("%s: %" PRIu64 " %s found in %" PRIu64 " records; the verdict is %s\n",
           plain_text(shown->address), report->faults,
           report->faults == 1 ? "fault was" : "faults were", report->records,
           trey_verdict_word(report->verdict));
    if (report->not_judged > 0)
        printf("  %" PRIu64 " records stand behind a fault in their stream: they were hashed and "
               "added up, and not replayed\n",
               report->not_judged);
}

static void print_tables(const trey_verify_report *report) {
    puts("  void rounds by table");
    for (size_t i = 0; i < report->tables; i++) {
        const trey_verify_table *table = &report->table[i];
        if (table->physical || table->voided == 0) continue;
        printf("    %-20s %" PRIu64 " of %" PRIu64 " (%.1f %%), %" PRIu64
               " of them after cards were dealt (%" PRIu64 " interrupted), %" PRIu64
               " because a share in the shuffle was withheld\n",
               plain_text(table->name), table->voided, table->voided + table->dealt,
               percent_of(table->voided, table->dealt), table->voided_dealt, table->interrupted,
               table->withheld);
    }
}

static void print_gaps(const trey_verify_report *report, const verify_shown *shown) {
    uint64_t bare = report->info.records - report->covered;
    if (!shown->witness)
        puts("  not witnessed: without --witness a house could have cut off the end, or written\n"
             "    all of it anew");
    if (bare > 0)
        printf("  the last %" PRIu64 " records stand behind the last checkpoint: %s\n", bare,
               shown->key ? "they are sealed, and not signed for others yet"
                          : "nobody has signed them yet; --key tells whether they are sealed");
    if (!shown->key)
        puts("  not looked at: whether batches and kept values are sealed by the house; --key "
             "tells");
    if (report->rounds_blind > 0)
        printf("  %" PRIu64 " rounds could not be replayed: their decks are sealed%s. Their money "
               "was checked\n",
               report->rounds_blind, shown->key ? "" : "; --key opens them");
    if (report->seeds_unread > 0)
        printf("  %" PRIu64 " seeds were not checked: %s\n", report->seeds_unread,
               shown->key ? "the house has not shown them"
                          : "the house has not shown them, or only to whoever has its key");
    if (all_fates(report).alone > 0)
        printf("  %" PRIu64
               " rounds were dealt without any player's share in the shuffle: the house "
               "could have\n    chosen their decks\n",
               all_fates(report).alone);
    if (report->kept_unread > 0)
        printf("  %" PRIu64
               " seeds of running rounds are sealed: only --key tells whether they are "
               "whole\n",
               report->kept_unread);
    if (report->kept_missing > 0)
        printf("  %" PRIu64 " running rounds have lost their seed: they will be void\n",
               report->kept_missing);
    if (report->signers > 1)
        puts("  checkpoints are signed by more than one key; --key or --witness says whose count");
    if (report->snapshots_skipped > 0)
        printf("  %" PRIu64 " snapshots were not compared: of another layout, or of rounds that "
               "could not be replayed\n",
               report->snapshots_skipped);
}

static void print_good(const trey_verify_report *report, const terminal *to,
                       const verify_shown *shown) {
    char signer[2 * TREY_SIGN_PUBLIC_BYTES + 1], root[TREY_HASH_TEXT_MAX];
    const fates sum = all_fates(report);
    hex_of(report->signer, sizeof report->signer, signer);
    printf("%s: ", shown->address);
    terminal_ink(to, INK_GOOD);
    printf("good");
    terminal_ink(to, INK_PLAIN);
    printf(": %" PRIu64 " records are as they were written\n", report->records);
    if (report->checkpoints > 0)
        printf("  checkpoints   %" PRIu64 " signed, by key %s\n", report->checkpoints, signer);
    else
        puts("  checkpoints   none");
    if (shown->witness) printf("  witness       %" PRIu64 " checkpoints fit\n", report->witnessed);
    printf("  root          %s\n", trey_hash_print(&report->info.root, root));
    for (size_t i = report->shifts > SHIFTS_SHOWN ? report->shifts - SHIFTS_SHOWN : 0;
         i < report->shifts; i++)
        printf("  shift %-7" PRIu64 " ends with record %" PRIu64 ", root %s\n",
               report->shift[i].number, report->shift[i].seq,
               trey_hash_print(&report->shift[i].root, root));
    printf("  replay        %" PRIu64 " commands decided anew, %" PRIu64 " rounds, %" PRIu64
           " snapshots\n",
           report->commands, report->rounds, report->snapshots);
    printf("  ledger        %" PRIu64 " transfers explained, %" PRIu64 " balances\n",
           report->transfers, report->accounts);
    printf("  answers       %" PRIu64 " with their records\n", report->answers);
    if (shown->key)
        printf("  sealed        %" PRIu64 " batches, %" PRIu64 " kept values\n", report->batches,
               report->kept);
    printf("  fairness      %" PRIu64 " commitments: %" PRIu64 " dealt, %" PRIu64
           " void (%.1f %%), %" PRIu64 " running; %" PRIu64 " seeds checked\n",
           report->commitments, sum.dealt, sum.voided, percent_of(sum.voided, sum.dealt),
           sum.running, report->seeds_checked);
    if (sum.voided > 0) print_tables(report);
    print_gaps(report, shown);
}

void verify_print_text(const trey_verify_report *report, const verify_shown *shown) {
    const terminal to = terminal_open(stdout);
    if (report->verdict == TREY_VERDICT_GOOD)
        print_good(report, &to, shown);
    else
        print_findings(report, &to, shown);
}

/* ---- JSON -------------------------------------------------------------------------------- */
static void put_number(json_t *to, const char *name, uint64_t number) {
    json_object_set_new(to, name, json_integer((json_int_t)number));
}

static json_t *finding_json(const trey_finding *finding) {
    json_t *to = json_object();
    json_object_set_new(to, "verdict", json_string(trey_verdict_word(finding->verdict)));
    put_number(to, "record", finding->seq);
    put_number(to, "place", finding->place);
    json_object_set_new(to, "stream", json_string(plain_text(finding->stream)));
    json_object_set_new(to, "what", json_string(plain_text(finding->what)));
    json_object_set_new(to, "expected", json_string(plain_text(finding->expected)));
    json_object_set_new(to, "found", json_string(plain_text(finding->found)));
    return to;
}

/* The first stands apart as well, for those who want one. */
static void put_findings(json_t *to, const trey_verify_report *report) {
    json_t *all = json_array();
    json_object_set_new(to, "finding", finding_json(&report->finding));
    for (size_t i = 0; i < report->listings; i++)
        json_array_append_new(all, finding_json(&report->listed[i]));
    put_number(to, "faults", report->faults);
    json_object_set_new(to, "findings", all);
    put_number(to, "records_not_judged", report->not_judged);
}

static json_t *table_json(const trey_verify_table *table) {
    json_t *to = json_object();
    json_object_set_new(to, "name", json_string(plain_text(table->name)));
    json_object_set_new(to, "rulebook", json_string(plain_text(table->rulebook)));
    json_object_set_new(to, "physical", json_boolean(table->physical));
    put_number(to, "rounds", table->rounds);
    put_number(to, "dealt", table->dealt);
    put_number(to, "void", table->voided);
    put_number(to, "void_after_cards", table->voided_dealt);
    put_number(to, "void_interrupted", table->interrupted);
    put_number(to, "void_withheld", table->withheld);
    put_number(to, "without_shares", table->alone);
    put_number(to, "running", table->running);
    put_number(to, "not_replayed", table->blind);
    json_object_set_new(to, "void_rate", json_real(percent_of(table->voided, table->dealt) / 100));
    return to;
}

static json_t *shifts_json(const trey_verify_report *report) {
    json_t *list = json_array();
    for (size_t i = 0; i < report->shifts; i++) {
        char root[TREY_HASH_TEXT_MAX];
        json_t *one = json_object();
        put_number(one, "number", report->shift[i].number);
        put_number(one, "record", report->shift[i].seq);
        json_object_set_new(one, "root",
                            json_string(trey_hash_print(&report->shift[i].root, root)));
        json_array_append_new(list, one);
    }
    return list;
}

void verify_print_json(const trey_verify_report *report, const verify_shown *shown) {
    char signer[2 * TREY_SIGN_PUBLIC_BYTES + 1], root[TREY_HASH_TEXT_MAX];
    json_t *to = json_object(), *tables = json_array();
    json_object_set_new(to, "store", json_string(plain_text(shown->address)));
    json_object_set_new(to, "verdict", json_string(trey_verdict_word(report->verdict)));
    if (report->verdict != TREY_VERDICT_GOOD) put_findings(to, report);
    put_number(to, "records", report->records);
    if (report->verdict == TREY_VERDICT_GOOD)
        json_object_set_new(to, "root", json_string(trey_hash_print(&report->info.root, root)));
    put_number(to, "checkpoints", report->checkpoints);
    put_number(to, "signers", report->signers);
    hex_of(report->signer, sizeof report->signer, signer);
    if (report->signers > 0) json_object_set_new(to, "signer", json_string(signer));
    put_number(to, "records_not_signed", report->info.records - report->covered);
    if (shown->witness) put_number(to, "witnessed", report->witnessed);
    put_number(to, "commands", report->commands);
    put_number(to, "rounds", report->rounds);
    put_number(to, "rounds_not_replayed", report->rounds_blind);
    put_number(to, "transfers", report->transfers);
    put_number(to, "accounts", report->accounts);
    put_number(to, "answers", report->answers);
    if (shown->key) put_number(to, "batches_sealed", report->batches);
    put_number(to, "kept_values", report->kept);
    put_number(to, "snapshots", report->snapshots);
    put_number(to, "snapshots_not_compared", report->snapshots_skipped);
    put_number(to, "commitments", report->commitments);
    put_number(to, "seeds_checked", report->seeds_checked);
    put_number(to, "seeds_not_checked", report->seeds_unread);
    put_number(to, "seeds_kept_not_checked", report->kept_unread);
    put_number(to, "seeds_kept_missing", report->kept_missing);
    for (size_t i = 0; i < report->tables; i++)
        json_array_append_new(tables, table_json(&report->table[i]));
    json_object_set_new(to, "tables", tables);
    json_object_set_new(to, "shifts", shifts_json(report));
    json_dumpf(to, stdout, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(to);
}
