/* verify_test.c -- stores that nobody touched, and what a witness and a key add. */
#include "cmocka_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stored_house.h"

static trey_verdict verdict_of(const char *path, const trey_verify_options *options,
                               trey_verify_report *report) {
    trey_store_message message = {""};
    trey_status status = stored_verify(path, options, report, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
    trey_verify_report_close(report);
    return report->verdict;
}

static void is_good(const stored_house *s, const trey_verify_options *options,
                    trey_verify_report *report) {
    const trey_finding *f = &report->finding;
    if (verdict_of(s->h.address, options, report) != TREY_VERDICT_GOOD)
        fail_msg("%s: record %llu place %llu of %s: %s; expected %s; found %s",
                 trey_verdict_word(report->verdict), (unsigned long long)f->seq,
                 (unsigned long long)f->place, f->stream, f->what, f->expected, f->found);
}

/* ---- Nobody touched them --------------------------------------------------------------- */
static void what_is_seen_depends_on_what_is_shown(void **state) {
    (void)state;
    for (trey_reveal reveal = TREY_REVEAL_NOBODY; reveal <= TREY_REVEAL_ALL; reveal++) {
        stored_house s = {.keys_path = NULL};
        trey_verify_report with, without, unnamed;
        stored_house_build(&s, reveal, 8);
        trey_verify_options options = {
            .house = "the house", .keys = &s.h.keys, .witness = s.witness};
        is_good(&s, &options, &with);
        options.keys = NULL;
        is_good(&s, &options, &without);
        options.house = NULL;
        is_good(&s, &options, &unnamed);
        assert_int_equal(with.records, with.info.records);
        assert_true(with.rounds > 40 && with.commands > 500 && with.transfers > 500);
        assert_true(with.snapshots > 4 && with.snapshots_skipped == 0);
        assert_int_equal(with.rounds_blind, 0);
        assert_int_equal(with.witnessed, with.checkpoints);
        assert_int_equal(with.signers, 1);
        /* One round is running, and its seed is not known to anybody. */
        assert_int_equal(with.seeds_checked + with.seeds_unread + 1, with.commitments);
        /* The seeds of rounds that were never dealt are shown to everybody in any case. */
        const uint64_t undealt = without.seeds_checked;
        assert_true(undealt > 0);
        assert_int_equal(with.seeds_unread,
                         reveal == TREY_REVEAL_NOBODY ? with.commitments - 1 - undealt : 0);
        assert_int_equal(undealt == with.seeds_checked, reveal != TREY_REVEAL_AUDITOR);
        assert_int_equal(without.rounds_blind > 0, reveal != TREY_REVEAL_ALL);
        assert_int_equal(without.transfers, with.transfers);
        assert_int_equal(without.commands == with.commands, reveal == TREY_REVEAL_ALL);
        /* The house's name stands in its store. */
        assert_int_equal(unnamed.seeds_checked, without.seeds_checked);
        assert_int_equal(unnamed.rounds_blind, without.rounds_blind);
        stored_house_tear_down(&s);
    }
}

static void every_commitment_has_its_fate(void **state) {
    (void)state;
    stored_house s = {.keys_path = NULL};
    trey_verify_report report;
    trey_store_message message;
    stored_house_build(&s, TREY_REVEAL_ALL, 6);
    const trey_verify_options options = {.house = "the house", .keys = &s.h.keys};
    assert_int_equal(stored_verify(s.h.path, &options, &report, &message), TREY_STATUS_OK);
    uint64_t ended = 0, running = 0, voided = 0, early = 0;
    assert_int_equal(report.tables, 7);
    for (size_t i = 0; i < report.tables; i++) {
        const trey_verify_table *table = &report.table[i];
        if (table->physical) assert_int_equal(table->dealt + table->voided, 0);
        ended += table->dealt + table->voided;
        voided += table->voided;
        early += table->voided - table->voided_dealt;
        running += table->physical ? 0 : table->running;
    }
    assert_int_equal(ended + running, report.commitments);
    assert_int_equal(running, 1);
    assert_true(voided > 4 && early > 2 && early < voided);
    trey_verify_report_close(&report);
    stored_house_tear_down(&s);
}

static void another_name_of_the_house_does_not_fit(void **state) {
    (void)state;
    stored_house s = {.keys_path = NULL};
    trey_verify_report report;
    stored_house_of(&s, "mbs", TREY_REVEAL_ALL, 2);
    trey_verify_options options = {.house = "another house", .keys = &s.h.keys};
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_CHANGED);
    assert_non_null(strstr(report.finding.what, "the house had another name"));
    options.keys = NULL;
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_CHANGED);
    assert_non_null(strstr(report.finding.what, "the house had another name"));
    stored_house_tear_down(&s);
}

/* The seed of the running round is lost: nobody can open it any more. */
static void lose_seed(stored_house *s) {
    trey_store *store;
    trey_stream stream;
    trey_batch *batch;
    trey_store_message message;
    const trey_store_options options = {.keys = &s->h.keys};
    assert_int_equal(trey_store_open(&store, s->h.path, &options, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_stream(store, TREY_STREAM_TABLE, "one", false, 0, &stream),
                     TREY_STATUS_OK);
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    trey_batch_wipe(batch, stream, "seed");
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_OK);
    trey_batch_close(batch);
    trey_store_close(store);
}

/* What the last round of table one has come to. */
static trey_fate_record last_fate(const stored_house *s) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_fate_record fate = {.fate = 0};
    assert_int_equal(trey_cursor_open(&cursor, s->h.store, TREY_PART_RECORDS, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        if (item->record.type == TREY_RECORD_FATE)
            assert_true(trey_fate_decode(&item->record, &fate));
    }
    trey_cursor_close(cursor);
    return fate;
}

/* Where the book goes on with the round after the interruption, staff must end it. */
static void round_with_lost_seed(const char *book, trey_reveal reveal, bool dealt) {
    stored_house s = {.keys_path = NULL};
    trey_verify_report report;
    trey_command rule = {
        .verb = TREY_VERB_RULE, .role = TREY_ROLE_SHIFT_MANAGER, .ruling = TREY_RULING_VOID};
    strcpy(rule.reason, "the seed was lost");
    stored_house_of(&s, book, reveal, 1);
    stored_house_open(&s);
    assert_int_equal(house_by_dealer(&s.h, 0, TREY_VERB_OPEN), 0);
    house_by_player(&s.h, 0, TREY_VERB_BANK, 1, 9, 0, 100000);
    house_by_player(&s.h, 0, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000);
    assert_int_equal(house_by_dealer(&s.h, 0, TREY_VERB_CLOSE), 0);
    if (dealt) assert_int_equal(house_deal(&s.h, 0), 0);
    house_drop(&s.h);
    lose_seed(&s);
    stored_house_open(&s);
    trey_opening opening[TREY_CARDS];
    assert_int_equal(trey_house_openings(s.h.house, 0, TREY_ROLE_PLAYER, 2, opening), 0);
    if (!dealt && strcmp(book, "mbs") == 0) { /* whoever likes stays in the round */
        assert_int_equal(house_by_player(&s.h, 0, TREY_VERB_CHOOSE, 2, 2, 0, 0), 0);
        assert_int_equal(house_deal(&s.h, 0), TREY_HOUSE_REFUSED_SEED_LOST);
    }
    if (trey_house_table(s.h.house, 0)->phase != TREY_PHASE_IDLE) house_give(&s.h, 0, &rule);
    assert_int_equal(trey_house_table(s.h.house, 0)->phase, TREY_PHASE_IDLE);
    const trey_fate_record fate = last_fate(&s);
    assert_int_equal(fate.round, 2);
    assert_int_equal(fate.reveal, TREY_REVEAL_NOBODY);
    assert_int_equal(fate.dealt, dealt);
    house_drop(&s.h);
    const trey_verify_options options = {.keys = &s.h.keys, .witness = s.witness};
    is_good(&s, &options, &report);
    assert_int_equal(report.seeds_checked, reveal == TREY_REVEAL_NOBODY ? 0 : 1);
    assert_int_equal(report.seeds_unread, reveal == TREY_REVEAL_NOBODY ? 2 : 1);
    stored_house_tear_down(&s);
}

static void a_lost_seed_is_shown_to_nobody(void **state) {
    static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        round_with_lost_seed(books[i], TREY_REVEAL_ALL, i % 2);
        round_with_lost_seed(books[i], TREY_REVEAL_AUDITOR, (i + 1) % 2);
    }
    round_with_lost_seed("mbs", TREY_REVEAL_NOBODY, true);
}

/* A claim that no award stands behind would keep an award from being made. */
static void claim_is_found(trey_stream_kind kind, const char *stream_name, const char *claim) {
    stored_house s = {.keys_path = NULL};
    trey_store *store;
    trey_stream stream;
    trey_batch *batch;
    trey_store_message message;
    trey_verify_report report;
    const trey_verify_options options = {.keys = NULL};
    stored_house_build(&s, TREY_REVEAL_ALL, 1);
    is_good(&s, &options, &report);
    const trey_store_options opened = {.keys = &s.h.keys};
    assert_int_equal(trey_store_open(&store, s.h.path, &opened, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_stream(store, kind, stream_name, false, 0, &stream),
                     TREY_STATUS_OK);
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    trey_batch_claim(batch, stream, claim);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_OK);
    trey_batch_close(batch);
    trey_store_close(store);
    assert_int_equal(verdict_of(s.h.address, &options, &report), TREY_VERDICT_CHANGED);
    stored_house_tear_down(&s);
}

static void a_claim_without_an_award_is_found(void **state) {
    (void)state;
    claim_is_found(TREY_STREAM_JACKPOT, "big", "hit-99");
    claim_is_found(TREY_STREAM_JACKPOT, "big", "hit-099");
    claim_is_found(TREY_STREAM_JACKPOT, "big", "award");
    claim_is_found(TREY_STREAM_TABLE, "linked one", "hit-1");
}

static void an_empty_store_is_good(void **state) {
    (void)state;
    char folder[] = "/tmp/trey-verify-XXXXXX", path[64];
    trey_store *store;
    trey_store_message message;
    trey_verify_report report;
    const trey_store_options made = {.create = true};
    const trey_verify_options options = {.house = NULL};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/empty.trey", folder);
    assert_int_equal(trey_store_open(&store, path, &made, &message), TREY_STATUS_OK);
    trey_store_close(store);
    assert_int_equal(verdict_of(path, &options, &report), TREY_VERDICT_GOOD);
    assert_int_equal(report.records, 0);
    unlink(path);
    rmdir(folder);
}

/* ---- Witnesses ---------------------------------------------------------------------------- */
static size_t read_file(const char *path, char **out) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    *out = malloc(size + 1);
    assert_non_null(*out);
    assert_int_equal(fread(*out, 1, size, file), size);
    (*out)[size] = '\0';
    fclose(file);
    return size;
}

static void write_file(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void a_witness_tells_what_the_store_cannot(void **state) {
    (void)state;
    stored_house s = {.keys_path = NULL}, other = {.keys_path = NULL};
    trey_verify_report report;
    char *text, *old;
    stored_house_of(&s, "rws", TREY_REVEAL_ALL, 2);
    size_t old_size = read_file(s.h.path, &old);
    stored_house_open(&s);
    house_play_round(&s.h, 0, false);
    house_drop(&s.h);
    stored_house_of(&other, "rws", TREY_REVEAL_ALL, 1);
    trey_verify_options options = {.house = "the house", .witness = s.witness};
    is_good(&s, &options, &report);
    size_t size = read_file(s.witness, &text);
    /* The last note is missing: nobody has seen that checkpoint. */
    char *last = text;
    trey_note note;
    const char *at = text;
    while (trey_notes_next(&at, text + size, &note)) last = text + (note.text - text);
    char *signature = text + size - 20;
    write_file(s.witness, text, (size_t)(last - text));
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_UNWITNESSED);
    /* Half of it is there, as after a crash: the same. */
    write_file(s.witness, text, size - 20);
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_UNWITNESSED);
    /* The first is missing: the others cover what it covered. */
    at = text;
    trey_notes_next(&at, text + size, &note);
    const char *second = at;
    write_file(s.witness, second, size - (size_t)(second - text));
    is_good(&s, &options, &report);
    /* It is forged. */
    char swap = *signature;
    *signature = swap == 'a' ? 'b' : 'a';
    write_file(s.witness, text, size);
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_UNWITNESSED);
    *signature = swap;
    /* It is another store's, or empty, or not there. */
    options.witness = other.witness;
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_UNWITNESSED);
    write_file(s.witness, "", 0);
    options.witness = s.witness;
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_UNWITNESSED);
    trey_store_message message;
    options.witness = "/no/such/file";
    assert_int_equal(stored_verify(s.h.path, &options, &report, &message), TREY_STATUS_NO_FILE);
    /* An old copy of the store fits by itself, and the witness has seen more. */
    write_file(s.witness, text, size);
    write_file(s.h.path, old, old_size);
    options.witness = NULL;
    is_good(&s, &options, &report);
    options.witness = s.witness;
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_TRUNCATED);
    free(text);
    free(old);
    stored_house_tear_down(&other);
    stored_house_tear_down(&s);
}

static void another_key_is_not_the_signer(void **state) {
    (void)state;
    stored_house s = {.keys_path = NULL};
    trey_verify_report report;
    stored_house_of(&s, "mbs", TREY_REVEAL_NOBODY, 2);
    trey_store_keys keys = s.h.keys;
    keys.sign_public[3] ^= 1;
    trey_verify_options options = {.keys = &keys};
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_UNWITNESSED);
    /* The key that seals is another matter: nothing fits it. */
    keys = s.h.keys;
    keys.seal.byte[0] ^= 1;
    assert_int_equal(verdict_of(s.h.path, &options, &report), TREY_VERDICT_CHANGED);
    assert_non_null(strstr(report.finding.what, "is sealed with these keys"));
    stored_house_tear_down(&s);
}

static void a_house_that_finished_is_wholly_signed(void **state) {
    (void)state;
    stored_house s = {.keys_path = NULL};
    trey_verify_report before, after;
    trey_receipt receipt;
    trey_cage_command buy = {
        .kind = TREY_CAGE_BUY_IN, .role = TREY_ROLE_DEALER, .player = 5, .amount = 700};
    trey_reply reply;
    stored_house_of(&s, "mbs", TREY_REVEAL_ALL, 2);
    const trey_verify_options options = {.keys = &s.h.keys, .witness = s.witness};
    is_good(&s, &options, &before);
    assert_true(before.covered < before.records);
    stored_house_open(&s);
    /* What is staged is signed with the rest. */
    assert_int_equal(trey_house_cage(s.h.house, NULL, &buy, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_finish(s.h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.last, before.records + 1);
    assert_int_equal(receipt.checkpoint, before.checkpoints + 1);
    assert_int_equal(receipt.witnessed, TREY_STATUS_OK);
    /* A second time there is nothing to sign. */
    assert_int_equal(trey_house_finish(s.h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 0);
    house_drop(&s.h);
    is_good(&s, &options, &after);
    assert_int_equal(after.records, before.records + 1);
    assert_int_equal(after.covered, after.records);
    assert_int_equal(after.checkpoints, before.checkpoints + 1);
    assert_int_equal(after.witnessed, after.checkpoints);
    stored_house_tear_down(&s);
}

/* ---- Proofs --------------------------------------------------------------------------------- */
static void refused_when_changed(trey_record_proof *proof, uint8_t *at, size_t size) {
    for (size_t i = 0; i < size; i += 1 + size / 16) {
        at[i] ^= 0x10;
        assert_int_not_equal(trey_record_proved(proof, NULL, NULL), TREY_PROOF_HOLDS);
        at[i] ^= 0x10;
    }
}

static void proof_stands_and_falls(const stored_house *s, trey_store *store, uint64_t seq) {
    trey_record_proof proof;
    trey_store_message message;
    trey_proved_record said;
    trey_record record;
    trey_status status = trey_record_prove(store, seq, &proof, &message);
    if (status != TREY_STATUS_OK)
        fail_msg("record %llu: %s", (unsigned long long)seq, message.text);
    assert_int_equal(trey_record_proved(&proof, s->h.keys.sign_public, &said), TREY_PROOF_HOLDS);
    assert_int_equal(trey_store_record(store, seq, &record), TREY_STATUS_OK);
    assert_int_equal(said.seq, seq);
    assert_int_equal(said.place, record.place);
    assert_int_equal(said.stream, record.stream);
    assert_int_equal(said.time, record.time);
    assert_int_equal(said.type, record.type);
    assert_int_equal(said.transfers, record.transfers);
    assert_int_equal(said.size, record.size);
    if (said.size) assert_memory_equal(said.body, record.body, said.size);
    refused_when_changed(&proof, proof.bytes, proof.size);
    refused_when_changed(&proof, proof.before.byte, TREY_HASH_BYTES);
    refused_when_changed(&proof, proof.identity, sizeof proof.identity);
    refused_when_changed(&proof, proof.checkpoint.root.byte, TREY_HASH_BYTES);
    refused_when_changed(&proof, proof.checkpoint.key, TREY_SIGN_PUBLIC_BYTES);
    refused_when_changed(&proof, proof.checkpoint.signature, TREY_SIGNATURE_BYTES);
    for (size_t i = 0; i < proof.length; i++)
        refused_when_changed(&proof, proof.path[i].byte, TREY_HASH_BYTES);
    proof.seq++;
    assert_int_not_equal(trey_record_proved(&proof, NULL, NULL), TREY_PROOF_HOLDS);
    proof.seq--;
    proof.checkpoint.count++;
    assert_int_not_equal(trey_record_proved(&proof, NULL, NULL), TREY_PROOF_HOLDS);
    proof.checkpoint.count--;
    uint8_t other[TREY_SIGN_PUBLIC_BYTES] = {1};
    assert_int_equal(trey_record_proved(&proof, other, NULL), TREY_PROOF_SIGNER);
    if (proof.length > 0) {
        proof.length--;
        assert_int_equal(trey_record_proved(&proof, NULL, NULL), TREY_PROOF_PATH);
    }
    trey_record_proof_close(&proof);
}

static void a_proof_holds_until_a_bit_of_it_is_changed(void **state) {
    (void)state;
    stored_house s = {.keys_path = NULL};
    trey_store *store;
    trey_store_info info;
    trey_store_message message;
    trey_record_proof proof;
    const trey_store_options still = {.still = true};
    stored_house_of(&s, "ca-six-card", TREY_REVEAL_NOBODY, 3);
    assert_int_equal(trey_store_open(&store, s.h.path, &still, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_tell(store, &info), TREY_STATUS_OK);
    uint64_t covered = info.records / 40 * 40;
    for (uint64_t seq = 1; seq <= covered - 40; seq += seq < 70 ? 1 : 13)
        proof_stands_and_falls(&s, store, seq);
    assert_int_equal(trey_record_prove(store, 0, &proof, &message), TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_record_prove(store, info.records + 1, &proof, &message),
                     TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_record_prove(store, info.records, &proof, &message), TREY_STATUS_INVALID);
    trey_store_close(store);
    stored_house_tear_down(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_depends_on_what_is_shown),
        cmocka_unit_test(every_commitment_has_its_fate),
        cmocka_unit_test(another_name_of_the_house_does_not_fit),
        cmocka_unit_test(a_lost_seed_is_shown_to_nobody),
        cmocka_unit_test(a_claim_without_an_award_is_found),
        cmocka_unit_test(an_empty_store_is_good),
        cmocka_unit_test(a_witness_tells_what_the_store_cannot),
        cmocka_unit_test(a_house_that_finished_is_wholly_signed),
        cmocka_unit_test(another_key_is_not_the_signer),
        cmocka_unit_test(a_proof_holds_until_a_bit_of_it_is_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
