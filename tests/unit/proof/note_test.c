/* note_test.c -- signed notes, checkpoints and cosignatures, and their strict reading.
 *
 * The note and the key of `example.com/foo` are the example of the C2SP signed-note
 * specification. tests/cli/note_forms.sh compares what we write with another implementation
 * of hashes and signatures. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmocka_suite.h"
#include "trey/note.h"

static const char foo_key[] =
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
static const char foo_note[] =
    "This is an example message.\n\n"
    "\xe2\x80\x94 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYj"
    "OBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

static const char text[] = "example.com/behind-the-sofa\n20852163\n"
                           "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

typedef struct signer {
    trey_note_key key;
    uint8_t secret[TREY_NOTE_SECRET_BYTES];
} signer;

static signer make_signer(const char *name, trey_note_key_type type, uint8_t number) {
    signer made;
    uint8_t seed[crypto_sign_SEEDBYTES] = {number}, key[TREY_NOTE_PUBLIC_BYTES];
    assert_true(sodium_init() >= 0);
    crypto_sign_seed_keypair(key, made.secret, seed);
    assert_true(trey_note_key_make(&made.key, name, type, key));
    return made;
}

static void the_example_of_the_specification_holds(void **state) {
    (void)state;
    trey_note note;
    trey_note_key key;
    char again[TREY_NOTE_KEY_TEXT_MAX];
    assert_true(trey_note_key_parse(foo_key, &key));
    assert_int_equal(key.id, 0x530d903a);
    assert_string_equal(trey_note_key_print(&key, again), foo_key);
    assert_true(trey_note_parse(foo_note, sizeof foo_note - 1, &note));
    assert_int_equal(note.lines, 1);
    assert_int_equal(trey_note_check(&note, &key, NULL), TREY_NOTE_SIGNED);
}

static void one_changed_byte_of_a_note_is_noticed(void **state) {
    (void)state;
    trey_note note;
    trey_note_key key;
    char changed[sizeof foo_note];
    assert_true(trey_note_key_parse(foo_key, &key));
    for (size_t i = 0; i < sizeof foo_note - 1; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            memcpy(changed, foo_note, sizeof foo_note);
            changed[i] = (char)(changed[i] ^ 1 << bit);
            if (!trey_note_parse(changed, sizeof foo_note - 1, &note)) continue;
            assert_int_not_equal(trey_note_check(&note, &key, NULL), TREY_NOTE_SIGNED);
        }
    }
    for (size_t size = 0; size < sizeof foo_note - 1; size++)
        assert_false(trey_note_parse(foo_note, size, &note));
}

static void a_log_signs_and_a_witness_cosigns(void **state) {
    (void)state;
    const signer log = make_signer("example.com/behind-the-sofa", TREY_NOTE_LOG, 1);
    const signer witness = make_signer("witness.example/w1", TREY_NOTE_WITNESS, 2);
    const signer other = make_signer("witness.example/w2", TREY_NOTE_WITNESS, 3);
    char bytes[1024];
    trey_note note;
    uint64_t when = 0;
    size_t size = (size_t)snprintf(bytes, sizeof bytes, "%s\n", text);
    size += trey_note_sign(text, sizeof text - 1, &log.key, log.secret, bytes + size);
    size += trey_note_cosign(text, sizeof text - 1, &witness.key, witness.secret, 1679315147,
                             bytes + size);
    assert_true(trey_note_parse(bytes, size, &note));
    assert_int_equal(note.lines, 2);
    assert_int_equal(trey_note_check(&note, &log.key, NULL), TREY_NOTE_SIGNED);
    assert_int_equal(trey_note_check(&note, &witness.key, &when), TREY_NOTE_SIGNED);
    assert_int_equal(when, 1679315147);
    assert_int_equal(trey_note_check(&note, &other.key, NULL), TREY_NOTE_UNSIGNED);
    /* The time is part of what is signed. */
    char *line = bytes + (note.line[1].base64 - bytes);
    line[14] = line[14] == 'A' ? 'B' : 'A';
    assert_true(trey_note_parse(bytes, size, &note));
    assert_int_equal(trey_note_check(&note, &witness.key, NULL), TREY_NOTE_BROKEN);
    assert_int_equal(trey_note_check(&note, &log.key, NULL), TREY_NOTE_SIGNED);
}

/* The same key under another name, or as a key of another type, is another key. */
static void a_key_is_its_name_its_type_and_its_bytes(void **state) {
    (void)state;
    const signer log = make_signer("a.example", TREY_NOTE_LOG, 1);
    const signer named = make_signer("b.example", TREY_NOTE_LOG, 1);
    const signer typed = make_signer("a.example", TREY_NOTE_WITNESS, 1);
    assert_int_not_equal(log.key.id, named.key.id);
    assert_int_not_equal(log.key.id, typed.key.id);
    assert_false(trey_note_key_equal(&log.key, &named.key));
    assert_false(trey_note_key_equal(&log.key, &typed.key));
    assert_true(trey_note_key_equal(&log.key, &log.key));
}

static void a_vkey_is_read_strictly(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "example.com/foo",
        "example.com/foo+530d903a",
        "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", /* another id */
        "example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/fo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2kAAAA",
        "example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", /* ECDSA */
        "exam ple+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    };
    trey_note_key key;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(trey_note_key_parse(bad[i], &key));
    assert_true(trey_note_name_valid("example.com/foo"));
    assert_false(trey_note_name_valid(""));
    assert_false(trey_note_name_valid("a b"));
    assert_false(trey_note_name_valid("a+b"));
    assert_false(trey_note_name_valid("a\xc2\xa0"
                                      "b")); /* no-break space */
    assert_false(trey_note_name_valid("a\xe3\x80\x80"
                                      "b")); /* ideographic space */
    assert_false(trey_note_name_valid("a\nb"));
    assert_false(trey_note_name_valid("a\xff"
                                      "b"));
}

static void a_checkpoint_is_read_strictly(void **state) {
    (void)state;
    static const char root[] = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
    static const struct {
        const char *origin, *size, *root, *rest;
        bool good;
    } row[] = {
        {"example.com/log", "1", root, "", true},
        {"example.com/log", "0", root, "", true},
        {"a log with spaces", "1", root, "", true}, /* a name of a key may have none */
        {"example.com/log", "1", root, "more\n", true},
        {"example.com/log", "9223372036854775807", root, "", true},
        {"example.com/log", "9223372036854775808", root, "", false},
        {"example.com/log", "01", root, "", false},
        {"example.com/log", "-1", root, "", false},
        {"example.com/log", "+1", root, "", false},
        {"example.com/log", "1 ", root, "", false},
        {"example.com/log", "", root, "", false},
        {"", "1", root, "", false},
        {"example.com/log", "1", "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I", "", false},
        /* The last letter has bits behind the last byte. */
        {"example.com/log", "1", "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2J=", "", false},
        {"example.com/log", "1", "CsUYapGGPo4dkMgIAUqom_Xajj7h2fB2MPA3j2jxq2I=", "", false},
        /* Bytes beyond ASCII, which a careless decoder takes for letters. */
        {"example.com/log", "1",
         "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3\xc5\x90"
         "jxq2I=",
         "", false},
        {"example.com/log", "1", root, "\n", false},
        {"example.com/log", "1", root, "torn", false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char bytes[512];
        trey_tree_head head;
        int size = snprintf(bytes, sizeof bytes, "%s\n%s\n%s\n%s", row[i].origin, row[i].size,
                            row[i].root, row[i].rest);
        if (trey_tree_head_parse(bytes, (size_t)size, &head) != row[i].good) fail_msg("row %zu", i);
        if (row[i].good) assert_int_equal(head.extended, row[i].rest[0] != '\0');
    }
}

/* Whatever a note is torn to, those around it are found. */
static void the_notes_of_a_file_are_found_around_a_torn_one(void **state) {
    (void)state;
    const signer log = make_signer("example.com/behind-the-sofa", TREY_NOTE_LOG, 1);
    char whole[512], file[2048];
    size_t size = (size_t)snprintf(whole, sizeof whole, "%s\n", text);
    size += trey_note_sign(text, sizeof text - 1, &log.key, log.secret, whole + size);
    for (size_t cut = 0; cut <= size; cut++) {
        int used = snprintf(file, sizeof file, "%s\n%.*s\n\n%s", whole, (int)cut, whole, whole);
        const char *at = file, *end = file + used;
        trey_note note;
        unsigned found = 0;
        while (trey_notes_next(&at, end, &note)) {
            assert_int_equal(trey_note_check(&note, &log.key, NULL), TREY_NOTE_SIGNED);
            found++;
        }
        /* Without its newline the last one is whole too, since one was written behind it. */
        assert_int_equal(found, cut + 1 >= size ? 3 : 2);
    }
}

static void a_note_has_a_bound(void **state) {
    (void)state;
    const signer log = make_signer("example.com/behind-the-sofa", TREY_NOTE_LOG, 1);
    char line[TREY_NOTE_LINE_MAX];
    static char bytes[TREY_NOTE_BYTES_MAX + 1];
    trey_note note;
    size_t length = trey_note_sign(text, sizeof text - 1, &log.key, log.secret, line);
    size_t size = (size_t)snprintf(bytes, sizeof bytes, "%s\n", text);
    for (unsigned i = 0; i < TREY_NOTE_SIGNATURES_MAX; i++) {
        memcpy(bytes + size, line, length);
        size += length;
        assert_true(trey_note_parse(bytes, size, &note));
    }
    assert_int_equal(trey_note_check(&note, &log.key, NULL), TREY_NOTE_SIGNED);
    memcpy(bytes + size, line, length);
    assert_false(trey_note_parse(bytes, size + length, &note));
}

/* ---- Consistency --------------------------------------------------------------------------- */
enum { LEAVES = 70 };
static trey_hash leaf[LEAVES];

static trey_hash root_of(uint64_t from, uint64_t to) {
    return trey_merkle_root(leaf + from, (size_t)(to - from));
}

/* The definition of RFC 6962 2.1.2, word for word: SUBPROOF(m, D[n], b). */
static size_t subproof(uint64_t m, uint64_t from, uint64_t to, bool whole, trey_hash *out) {
    uint64_t n = to - from, k = 1;
    if (m == n) {
        if (whole) return 0;
        out[0] = root_of(from, to);
        return 1;
    }
    while (k * 2 < n) k *= 2;
    size_t count;
    if (m <= k) {
        count = subproof(m, from, from + k, whole, out);
        out[count] = root_of(from + k, to);
    } else {
        count = subproof(m - k, from + k, to, false, out);
        out[count] = root_of(from, from + k);
    }
    return count + 1;
}

static void make_leaves(void) {
    for (unsigned i = 0; i < LEAVES; i++) leaf[i] = trey_merkle_leaf(&i, sizeof i);
}

static void a_proof_of_consistency_is_that_of_the_rfc(void **state) {
    (void)state;
    make_leaves();
    for (uint64_t to = 1; to <= LEAVES; to++) {
        for (uint64_t from = 1; from <= to; from++) {
            trey_hash expected[TREY_PATH_MAX];
            trey_tree_part part[TREY_PATH_MAX];
            size_t length = subproof(from, 0, to, true, expected);
            assert_int_equal(trey_consistency_parts(from, to, part), length);
            for (size_t i = 0; i < length; i++) {
                trey_hash made = root_of(part[i].from, part[i].to);
                assert_true(trey_hash_equal(&made, &expected[i]));
            }
        }
    }
}

static void a_larger_tree_is_consistent_with_its_beginnings(void **state) {
    (void)state;
    make_leaves();
    for (uint64_t to = 0; to <= LEAVES; to++) {
        for (uint64_t from = 0; from <= to; from++) {
            trey_hash proof[TREY_PATH_MAX], a = root_of(0, from), b = root_of(0, to);
            size_t length = from ? subproof(from, 0, to, true, proof) : 0;
            assert_true(trey_consistency_holds(from, &a, to, &b, proof, length));
            /* Another root, a longer or a shorter proof, any changed part. */
            trey_hash other = trey_hash_of("x", 1);
            assert_false(trey_consistency_holds(from, &other, to, &b, proof, length));
            if (from > 0) assert_false(trey_consistency_holds(from, &a, to, &other, proof, length));
            proof[length] = other;
            assert_false(trey_consistency_holds(from, &a, to, &b, proof, length + 1));
            if (length > 0)
                assert_false(trey_consistency_holds(from, &a, to, &b, proof, length - 1));
            for (size_t i = 0; i < length; i++) {
                proof[i].byte[7] ^= 1;
                assert_false(trey_consistency_holds(from, &a, to, &b, proof, length));
                proof[i].byte[7] ^= 1;
            }
        }
    }
}

/* Numbers that follow from the seed. */
static uint64_t drawn;
static uint64_t draw(uint64_t below) {
    drawn += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t mixed = (drawn ^ drawn >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (mixed ^ mixed >> 31) % below;
}

/* A history that was changed in one record has no proof, whoever makes it. */
static void no_proof_leads_from_one_history_to_another(void **state) {
    (void)state;
    const char *given = getenv("TREY_SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    print_message("TREY_SEED=%u\n", seed);
    drawn = seed;
    for (unsigned round = 0; round < 2000; round++) {
        make_leaves();
        uint64_t to = 2 + draw(LEAVES - 1), from = 1 + draw(to - 1);
        trey_hash a = root_of(0, from), proof[TREY_PATH_MAX];
        leaf[draw(from)].byte[0] ^= 1;
        trey_hash b = root_of(0, to);
        size_t length = subproof(from, 0, to, true, proof);
        assert_false(trey_consistency_holds(from, &a, to, &b, proof, length));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_specification_holds),
        cmocka_unit_test(one_changed_byte_of_a_note_is_noticed),
        cmocka_unit_test(a_log_signs_and_a_witness_cosigns),
        cmocka_unit_test(a_key_is_its_name_its_type_and_its_bytes),
        cmocka_unit_test(a_vkey_is_read_strictly),
        cmocka_unit_test(a_checkpoint_is_read_strictly),
        cmocka_unit_test(the_notes_of_a_file_are_found_around_a_torn_one),
        cmocka_unit_test(a_note_has_a_bound),
        cmocka_unit_test(a_proof_of_consistency_is_that_of_the_rfc),
        cmocka_unit_test(a_larger_tree_is_consistent_with_its_beginnings),
        cmocka_unit_test(no_proof_leads_from_one_history_to_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
