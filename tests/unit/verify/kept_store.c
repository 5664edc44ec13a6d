/* kept_store.c -- see the header. */
#include "kept_store.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep(kept_store *k) {
    FILE *file = fopen(k->s.h.path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    k->size = (size_t)ftell(file);
    rewind(file);
    k->bytes = malloc(k->size);
    assert_non_null(k->bytes);
    assert_int_equal(fread(k->bytes, 1, k->size, file), k->size);
    fclose(file);
    snprintf(k->copy, sizeof k->copy, "%s/copy.trey", k->s.h.folder);
    k->shown = k->s.h.reveal == TREY_REVEAL_ALL;
}

void kept_stores_build(kept_store stores[KEPT_STORES]) {
    static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
    for (unsigned i = 0; i < 4; i++)
        stored_house_of(&stores[i].s, books[i], i % 2 ? TREY_REVEAL_AUDITOR : TREY_REVEAL_ALL, 3);
    stored_house_build(&stores[4].s, TREY_REVEAL_ALL, 1);
    stored_house_build(&stores[5].s, TREY_REVEAL_NOBODY, 2);
    for (unsigned i = 0; i < KEPT_STORES; i++) keep(&stores[i]);
}

static void remove_copy(const kept_store *k) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < 4; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s%s", k->copy, ends[i]);
        unlink(path);
    }
}

void kept_stores_tear_down(kept_store stores[KEPT_STORES]) {
    for (unsigned i = 0; i < KEPT_STORES; i++) {
        remove_copy(&stores[i]);
        free(stores[i].bytes);
        stored_house_tear_down(&stores[i].s);
    }
}

void kept_store_write(const kept_store *k, const uint8_t *bytes, size_t size) {
    remove_copy(k);
    FILE *file = fopen(k->copy, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void kept_store_look(const kept_store *k, bool key, bool witness, kept_finding *out) {
    trey_store_message message = {""};
    trey_verify_report *report = &out->report;
    const trey_verify_options options = {.house = "the house",
                                         .keys = key ? &k->s.h.keys : NULL,
                                         .witness = witness ? k->s.witness : NULL,
                                         .first_only = k->first_only};
    trey_status status = stored_verify(k->copy, &options, report, &message);
    out->opened = status == TREY_STATUS_OK;
    out->bad = !out->opened || report->verdict != TREY_VERDICT_GOOD;
    if (!out->opened) {
        bool refused = status == TREY_STATUS_STORE_CORRUPT || status == TREY_STATUS_STORE_FOREIGN ||
                       status == TREY_STATUS_STORE_FAILED || status == TREY_STATUS_STORE_VERSION;
        if (!refused) fail_msg("%s: %s", trey_status_name(status), message.text);
        assert_true(message.text[0] != '\0');
        snprintf(out->said, sizeof out->said, "%s", message.text);
        return;
    }
    if (out->bad) assert_true(report->finding.what[0] != '\0');
    snprintf(out->said, sizeof out->said, "%s: record %" PRIu64 " of %s: %s; expected %s, found %s",
             trey_verdict_word(report->verdict), report->finding.seq, report->finding.stream,
             report->finding.what, report->finding.expected, report->finding.found);
    out->also[0] = '\0';
    for (size_t i = 1, used = 0; i < report->listings && used < sizeof out->also; i++)
        used += (size_t)snprintf(out->also + used, sizeof out->also - used, "%s\n",
                                 report->listed[i].what);
    trey_verify_report_close(report);
}
