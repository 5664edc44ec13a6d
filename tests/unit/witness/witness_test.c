/* witness_test.c -- what a witness cosigns, and with which status it refuses the rest. The rows
 * are those of C2SP tlog-witness. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmocka_suite.h"
#include "trey/witness.h"

enum { LEAVES = 64 };

/* A log with a tree of its own; what it says may be changed leaf by leaf. */
typedef struct log_standin {
    trey_note_key key;
    uint8_t secret[TREY_NOTE_SECRET_BYTES];
    trey_hash leaf[LEAVES];
} log_standin;

static char folder[64], state_file[96], key_file[96], alarm_file[112];
static trey_witness *witness;
static log_standin log_a;
static const uint64_t now = 1763200000;

static log_standin make_log(const char *origin, uint8_t number) {
    log_standin log;
    uint8_t seed[crypto_sign_SEEDBYTES] = {number}, key[TREY_NOTE_PUBLIC_BYTES];
    crypto_sign_seed_keypair(key, log.secret, seed);
    assert_true(trey_note_key_make(&log.key, origin, TREY_NOTE_LOG, key));
    for (unsigned i = 0; i < LEAVES; i++) log.leaf[i] = trey_merkle_leaf(&i, sizeof i);
    return log;
}

static void open_again(void) {
    trey_witness_message message;
    trey_witness_close(witness);
    if (trey_witness_open(&witness, state_file, key_file, &message) != TREY_STATUS_OK)
        fail_msg("%s", message.text);
}

static int set_up(void **state) {
    (void)state;
    trey_witness_message message;
    trey_note_key key;
    assert_true(sodium_init() >= 0);
    snprintf(folder, sizeof folder, "/tmp/trey-witness-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(state_file, sizeof state_file, "%s/state", folder);
    snprintf(key_file, sizeof key_file, "%s/key", folder);
    snprintf(alarm_file, sizeof alarm_file, "%s.alarm", state_file);
    assert_int_equal(trey_witness_key_create(key_file, "witness.example/w1", &key, &message),
                     TREY_STATUS_OK);
    open_again();
    log_a = make_log("example.com/log", 1);
    assert_int_equal(trey_witness_trust(witness, &log_a.key, &message), TREY_STATUS_OK);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    trey_witness_close(witness);
    witness = NULL;
    unlink(state_file);
    unlink(key_file);
    unlink(alarm_file);
    return rmdir(folder);
}

/* ---- Requests ---------------------------------------------------------------------------------
 */
typedef struct request {
    char text[16384];
    size_t size;
} request;

static void add(request *to, const char *text) {
    size_t size = strlen(text);
    assert_true(to->size + size < sizeof to->text);
    memcpy(to->text + to->size, text, size + 1);
    to->size += size;
}

static void add_note(request *to, const log_standin *log, uint64_t size) {
    trey_tree_head head = {.size = size, .root = trey_merkle_root(log->leaf, size)};
    char text[TREY_TREE_HEAD_TEXT_MAX], line[TREY_NOTE_LINE_MAX];
    memcpy(head.origin, log->key.name, sizeof head.origin);
    size_t length = trey_tree_head_print(&head, text);
    trey_note_sign(text, length, &log->key, log->secret, line);
    add(to, text);
    add(to, "\n");
    add(to, line);
}

/* From one size to another, with the proof that this log has. */
static request submission(const log_standin *log, uint64_t old, uint64_t size) {
    request made = {.size = 0};
    trey_tree_part part[TREY_PATH_MAX];
    char text[64];
    snprintf(text, sizeof text, "old %llu\n", (unsigned long long)old);
    add(&made, text);
    size_t parts = old <= size ? trey_consistency_parts(old, size, part) : 0;
    for (size_t i = 0; i < parts; i++) {
        trey_hash root =
            trey_merkle_root(log->leaf + part[i].from, (size_t)(part[i].to - part[i].from));
        add(&made, trey_hash_base64(&root, text));
        add(&made, "\n");
    }
    add(&made, "\n");
    add_note(&made, log, size);
    return made;
}

static trey_witness_answer submit(const request *from) {
    trey_witness_answer answer;
    trey_witness_add(witness, from->text, from->size, now, &answer);
    return answer;
}

static int status_of(const log_standin *log, uint64_t old, uint64_t size) {
    const request made = submission(log, old, size);
    return submit(&made).status;
}

/* ---- Tests
 * --------------------------------------------------------------------------------------- */
static void a_log_that_grows_is_cosigned(void **state) {
    (void)state;
    uint64_t old = 0, when = 0;
    for (uint64_t size = 1; size <= LEAVES; old = size, size += 1 + size / 3) {
        const request made = submission(&log_a, old, size);
        const trey_witness_answer answer = submit(&made);
        char whole[4096];
        trey_note note;
        assert_int_equal(answer.status, 200);
        /* The answer is a line that completes the note. */
        const char *start = strstr(made.text, "\n\n") + 2;
        int length = snprintf(whole, sizeof whole, "%s%s", start, answer.body);
        assert_true(trey_note_parse(whole, (size_t)length, &note));
        assert_int_equal(trey_note_check(&note, trey_witness_key(witness), &when),
                         TREY_NOTE_SIGNED);
        assert_int_equal(when, now);
    }
    /* The same again is no change. */
    assert_int_equal(status_of(&log_a, old, old), 200);
}

static void an_unknown_origin_is_not_found(void **state) {
    (void)state;
    const log_standin other = make_log("example.com/other", 2);
    assert_int_equal(status_of(&other, 0, 5), 404);
}

static void a_checkpoint_of_another_key_is_forbidden(void **state) {
    (void)state;
    const log_standin other = make_log("example.com/log", 2);
    assert_int_equal(status_of(&other, 0, 5), 403);
    /* A line with the right name and number, whose signature does not hold, spoils a good one. */
    request made = submission(&log_a, 0, 5);
    char *end = made.text + made.size - 10;
    *end = *end == 'A' ? 'B' : 'A';
    assert_int_equal(submit(&made).status, 403);
    request both = submission(&log_a, 0, 5);
    const char *broken = strstr(made.text, "\xe2\x80\x94");
    add(&both, broken);
    assert_int_equal(submit(&both).status, 403);
    /* Unknown signatures are nobody's business. */
    request more = submission(&log_a, 0, 5), foreign = submission(&other, 0, 5);
    add(&more, strstr(foreign.text, "\xe2\x80\x94"));
    assert_int_equal(submit(&more).status, 200);
    /* Of two keys that are trusted, one has signed and the other's line does not hold. */
    trey_witness_message message;
    const log_standin second = make_log("example.com/log", 3);
    assert_int_equal(trey_witness_trust(witness, &second.key, &message), TREY_STATUS_OK);
    request mixed = submission(&log_a, 5, 9), wrong = submission(&second, 5, 7);
    add(&mixed, strstr(wrong.text, "\xe2\x80\x94"));
    assert_int_equal(submit(&mixed).status, 403);
    assert_int_equal(status_of(&second, 5, 9), 200);
}

static void another_old_size_is_a_conflict_that_tells_the_right_one(void **state) {
    (void)state;
    assert_int_equal(status_of(&log_a, 3, 5), 409);
    assert_int_equal(status_of(&log_a, 0, 20), 200);
    for (uint64_t old = 0; old < 30; old++) {
        if (old == 20) continue;
        const request made = submission(&log_a, old, 30);
        const trey_witness_answer answer = submit(&made);
        assert_int_equal(answer.status, 409);
        assert_string_equal(answer.type, "text/x.tlog.size");
        assert_string_equal(answer.body, "20\n");
    }
    /* Backwards too. */
    assert_int_equal(status_of(&log_a, 10, 10), 409);
}

static void an_old_size_above_the_new_one_is_a_bad_request(void **state) {
    (void)state;
    assert_int_equal(status_of(&log_a, 0, 20), 200);
    assert_int_equal(status_of(&log_a, 20, 10), 400);
}

static void what_does_not_follow_is_unprocessable(void **state) {
    (void)state;
    assert_int_equal(status_of(&log_a, 0, 20), 200);
    for (unsigned place = 0; place < 20; place += 19) {
        log_standin other = log_a;
        other.leaf[place].byte[3] ^= 1;
        const request grown = submission(&other, 20, 30), same = submission(&other, 20, 20);
        assert_int_equal(submit(&grown).status, 422);
        assert_false(submit(&grown).forked); /* the proof may have been lost */
        assert_int_equal(submit(&same).status, 422);
        assert_true(submit(&same).forked);
    }
    /* A proof where none is needed. */
    request made = {.size = 0};
    add(&made, "old 20\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n");
    add_note(&made, &log_a, 20);
    assert_int_equal(submit(&made).status, 422);
    assert_int_equal(status_of(&log_a, 20, 30), 200);
}

static void a_first_submission_needs_an_empty_proof(void **state) {
    (void)state;
    request made = {.size = 0};
    add(&made, "old 0\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n");
    add_note(&made, &log_a, 20);
    assert_int_equal(submit(&made).status, 422);
    /* An empty tree has the root of an empty tree. */
    request empty = {.size = 0};
    add(&empty, "old 0\n\n");
    add_note(&empty, &log_a, 0);
    assert_int_equal(submit(&empty).status, 200);
    assert_int_equal(status_of(&log_a, 0, 20), 200);
}

static void what_is_no_request_is_a_bad_one(void **state) {
    (void)state;
    static const char *const bad[] = {
        "", "old\n\n", "old 0", "old 01\n\n", "old -1\n\n", "old 0\nnonsense\n\n", "new 0\n\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        request made = {.size = 0};
        add(&made, bad[i]);
        if (strstr(bad[i], "\n\n")) add_note(&made, &log_a, 5);
        assert_int_equal(submit(&made).status, 400);
    }
    request many = {.size = 0};
    add(&many, "old 0\n");
    for (unsigned i = 0; i < 64; i++) add(&many, "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n");
    add(&many, "\n");
    add_note(&many, &log_a, 5);
    assert_int_equal(submit(&many).status, 400);
}

static void a_restart_forgets_nothing(void **state) {
    (void)state;
    trey_witness_seen seen;
    char hash[TREY_HASH_TEXT_MAX];
    assert_int_equal(status_of(&log_a, 0, 20), 200);
    assert_int_equal(status_of(&log_a, 20, 33), 200);
    open_again();
    assert_true(trey_witness_trusts(witness, "example.com/log"));
    assert_int_equal(status_of(&log_a, 0, 40), 409);
    assert_true(trey_witness_newest(witness, "example.com/log", &seen));
    assert_int_equal(seen.head.size, 33);
    trey_hash of = trey_hash_of("example.com/log", 15);
    assert_true(trey_witness_newest_by_hash(witness, trey_hash_print(&of, hash), &seen));
    assert_int_equal(seen.head.size, 33);
    assert_false(trey_witness_newest_by_hash(witness, "00", &seen));
    assert_int_equal(status_of(&log_a, 33, 40), 200);
}

static void a_torn_end_of_the_state_does_no_harm(void **state) {
    (void)state;
    assert_int_equal(status_of(&log_a, 0, 20), 200);
    struct stat about;
    assert_int_equal(stat(state_file, &about), 0);
    off_t whole = about.st_size;
    assert_int_equal(status_of(&log_a, 20, 33), 200);
    assert_int_equal(stat(state_file, &about), 0);
    off_t end = about.st_size;
    char *text = malloc((size_t)end);
    FILE *file = fopen(state_file, "r");
    assert_int_equal(fread(text, 1, (size_t)end, file), end);
    fclose(file);
    for (off_t cut = whole; cut < end - 1; cut += 7) {
        file = fopen(state_file, "w");
        fwrite(text, 1, (size_t)cut, file);
        fclose(file);
        open_again();
        assert_int_equal(status_of(&log_a, 20, 40), 200);
    }
    free(text);
}

/* A log may write extension lines. They must not make the witness trust anybody else. */
static void a_log_cannot_talk_a_witness_into_trusting_another(void **state) {
    (void)state;
    const log_standin other = make_log("example.com/other", 2);
    char vkey[TREY_NOTE_KEY_TEXT_MAX], root[TREY_HASH_BASE64_MAX], text[1024];
    char line[TREY_NOTE_LINE_MAX];
    trey_hash of = trey_merkle_root(log_a.leaf, 5);
    int size = snprintf(text, sizeof text, "example.com/log\n5\n%s\nlog %s\nat http://x y\n",
                        trey_hash_base64(&of, root), trey_note_key_print(&other.key, vkey));
    trey_note_sign(text, (size_t)size, &log_a.key, log_a.secret, line);
    request made = {.size = 0};
    add(&made, "old 0\n\n");
    add(&made, text);
    add(&made, "\n");
    add(&made, line);
    assert_int_equal(submit(&made).status, 200);
    open_again();
    assert_false(trey_witness_trusts(witness, "example.com/other"));
    assert_null(trey_witness_place(witness, "http://x"));
    assert_int_equal(status_of(&log_a, 5, 20), 200);
}

static void a_state_belongs_to_one_process_and_one_key(void **state) {
    (void)state;
    trey_witness *second;
    trey_witness_message message;
    trey_note_key key;
    char other_key[112];
    snprintf(other_key, sizeof other_key, "%s/other", folder);
    assert_int_equal(status_of(&log_a, 0, 20), 200);
    assert_int_equal(trey_witness_open(&second, state_file, key_file, &message),
                     TREY_STATUS_STORE_BUSY);
    assert_int_equal(trey_witness_key_create(other_key, "witness.example/w2", &key, &message),
                     TREY_STATUS_OK);
    assert_int_equal(trey_witness_key_create(other_key, "witness.example/w2", &key, &message),
                     TREY_STATUS_INVALID);
    trey_witness_close(witness);
    witness = NULL;
    assert_int_equal(trey_witness_open(&second, state_file, other_key, &message),
                     TREY_STATUS_INVALID);
    chmod(key_file, 0644);
    assert_int_equal(trey_witness_open(&second, state_file, key_file, &message),
                     TREY_STATUS_INVALID);
    unlink(other_key);
}

int main(void) {
#define WITNESS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITNESS_TEST(a_log_that_grows_is_cosigned),
        WITNESS_TEST(an_unknown_origin_is_not_found),
        WITNESS_TEST(a_checkpoint_of_another_key_is_forbidden),
        WITNESS_TEST(another_old_size_is_a_conflict_that_tells_the_right_one),
        WITNESS_TEST(an_old_size_above_the_new_one_is_a_bad_request),
        WITNESS_TEST(what_does_not_follow_is_unprocessable),
        WITNESS_TEST(a_first_submission_needs_an_empty_proof),
        WITNESS_TEST(what_is_no_request_is_a_bad_one),
        WITNESS_TEST(a_restart_forgets_nothing),
        WITNESS_TEST(a_torn_end_of_the_state_does_no_harm),
        WITNESS_TEST(a_log_cannot_talk_a_witness_into_trusting_another),
        WITNESS_TEST(a_state_belongs_to_one_process_and_one_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
