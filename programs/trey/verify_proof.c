/* verify_proof.c -- a proof as JSON, written and read.
 *
 * What stands beside the bytes of the record is for people; it must say the same as they
 * do, so that nobody is shown one record and given the proof of another. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "verify_output.h"

enum { PROOF_VERSION = 1 };

/* ---- Writing ----------------------------------------------------------------------------- */
static json_t *hex_json(const uint8_t *bytes, size_t count) {
    char *text = malloc(2 * count + 1);
    if (!text) return NULL;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    json_t *string = json_string(text);
    free(text);
    return string;
}

static json_t *number_json(uint64_t number) {
    return json_integer((json_int_t)number);
}

static json_t *record_json(const trey_proved_record *record) {
    json_t *to = json_object();
    json_object_set_new(to, "seq", number_json(record->seq));
    json_object_set_new(to, "stream", number_json(record->stream));
    json_object_set_new(to, "place", number_json(record->place));
    json_object_set_new(to, "time", json_integer(record->time));
    json_object_set_new(to, "type", number_json(record->type));
    json_object_set_new(to, "transfers", number_json(record->transfers));
    return to;
}

/* The checkpoint as it is published, and the key that its signature line names. */
static void put_checkpoint(json_t *to, const trey_record_proof *proof) {
    char note[TREY_CHECKPOINT_NOTE_MAX], text[TREY_NOTE_KEY_TEXT_MAX];
    trey_note_key key;
    trey_checkpoint_key(proof->checkpoint.key, proof->identity, &key);
    size_t size = trey_checkpoint_note(&proof->checkpoint, proof->identity, note);
    json_object_set_new(to, "checkpoint", json_stringn(note, size));
    json_object_set_new(to, "key", json_string(trey_note_key_print(&key, text)));
}

int proof_write(const trey_record_proof *proof, const char *path) {
    trey_proved_record record;
    json_t *to = json_object(), *sibling = json_array();
    trey_record_proved(proof, NULL, &record);
    json_object_set_new(to, "trey_proof", number_json(PROOF_VERSION));
    json_object_set_new(to, "record", record_json(&record));
    json_object_set_new(to, "before", hex_json(proof->before.byte, TREY_HASH_BYTES));
    json_object_set_new(to, "bytes", hex_json(proof->bytes, proof->size));
    for (size_t i = 0; i < proof->length; i++)
        json_array_append_new(sibling, hex_json(proof->path[i].byte, TREY_HASH_BYTES));
    json_object_set_new(to, "path", sibling);
    put_checkpoint(to, proof);
    FILE *out = path ? fopen(path, "w") : stdout;
    bool written = out && json_dumpf(to, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) == 0 &&
                   fputc('\n', out) != EOF && fflush(out) == 0;
    int error = errno;
    if (out && path) written = fclose(out) == 0 && written;
    json_decref(to);
    if (written) return EXIT_DONE;
    fprintf(stderr, "trey verify: %s: the proof cannot be written: %s\n", path ? path : "output",
            strerror(error));
    return EXIT_OPERATING;
}

/* ---- Reading ------------------------------------------------------------------------------- */
static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(const char *text, uint8_t *out, size_t count) {
    if (!text || strlen(text) != 2 * count) return false;
    for (size_t i = 0; i < count; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

static bool hex_of(const json_t *from, const char *name, uint8_t *out, size_t count) {
    return read_hex(json_string_value(json_object_get(from, name)), out, count);
}

static bool number_of(const json_t *from, const char *name, uint64_t *out) {
    const json_t *number = json_object_get(from, name);
    if (!json_is_integer(number) || json_integer_value(number) < 0) return false;
    *out = (uint64_t)json_integer_value(number);
    return true;
}

/* The signature of the line that names this key; whether it holds is for the check to say. */
static bool read_signature(const trey_note *note, const trey_note_key *key, trey_checkpoint *out) {
    char line[TREY_NOTE_LINE_MAX];
    uint8_t bytes[4 + TREY_SIGNATURE_BYTES];
    size_t count = 0;
    for (size_t i = 0; i < note->lines; i++) {
        const trey_note_line *from = &note->line[i];
        if (from->id != key->id || from->name_size != strlen(key->name) ||
            memcmp(from->name, key->name, from->name_size) != 0)
            continue;
        if (sodium_base642bin(bytes, sizeof bytes, from->base64, from->base64_size, NULL, &count,
                              NULL, sodium_base64_VARIANT_ORIGINAL) != 0 ||
            count != sizeof bytes)
            return false;
        memcpy(out->signature, bytes + 4, sizeof out->signature);
        size_t size = trey_note_line_print(key, out->signature, sizeof out->signature, line);
        return size == from->size && memcmp(line, from->text, size) == 0;
    }
    return false;
}

static bool read_checkpoint(const json_t *from, trey_record_proof *out) {
    const char *text = json_string_value(json_object_get(from, "checkpoint"));
    const char *vkey = json_string_value(json_object_get(from, "key"));
    trey_note note;
    trey_tree_head head;
    trey_note_key key;
    if (!text || !vkey || !trey_note_key_parse(vkey, &key) || key.type != TREY_NOTE_LOG ||
        !trey_note_parse(text, strlen(text), &note) ||
        !trey_tree_head_parse(note.text, note.text_size, &head) || head.extended ||
        strcmp(head.origin, key.name) != 0 || !trey_checkpoint_identity(head.origin, out->identity))
        return false;
    out->checkpoint.count = head.size;
    out->checkpoint.root = head.root;
    memcpy(out->checkpoint.key, key.key, sizeof out->checkpoint.key);
    return read_signature(&note, &key, &out->checkpoint);
}

static bool read_path(const json_t *from, trey_record_proof *out) {
    if (!json_is_array(from) || json_array_size(from) > TREY_PATH_MAX) return false;
    out->length = json_array_size(from);
    for (size_t i = 0; i < out->length; i++) {
        const char *text = json_string_value(json_array_get(from, i));
        if (!read_hex(text, out->path[i].byte, TREY_HASH_BYTES)) return false;
    }
    return true;
}

/* NULL, or the member that cannot be read. */
static const char *read_proof(const json_t *from, trey_record_proof *out) {
    uint64_t version;
    if (!number_of(from, "trey_proof", &version) || version != PROOF_VERSION) return "trey_proof";
    if (!number_of(json_object_get(from, "record"), "seq", &out->seq)) return "record";
    if (!hex_of(from, "before", out->before.byte, TREY_HASH_BYTES)) return "before";
    const char *bytes = json_string_value(json_object_get(from, "bytes"));
    size_t size = bytes ? strlen(bytes) / 2 : 0;
    out->bytes = size && size <= TREY_RECORD_PROOF_MAX ? malloc(size) : NULL;
    out->size = size;
    if (!out->bytes || !read_hex(bytes, out->bytes, size)) return "bytes";
    if (!read_path(json_object_get(from, "path"), out)) return "path";
    if (!read_checkpoint(from, out)) return "checkpoint";
    return NULL;
}

static bool shown_as_it_is(const json_t *from, const trey_proved_record *record) {
    json_t *expected = record_json(record);
    bool same = json_equal(json_object_get(from, "record"), expected);
    json_decref(expected);
    return same;
}

static int answer(const char *path, const char *what, bool holds, bool json,
                  const trey_record_proof *proof, const trey_proved_record *record) {
    if (json) {
        json_t *to = json_object();
        json_object_set_new(to, "proof", json_string(path));
        json_object_set_new(to, "holds", json_boolean(holds));
        json_object_set_new(to, "what", json_string(what));
        if (holds) {
            json_object_set_new(to, "record", record_json(record));
            json_object_set_new(to, "key",
                                hex_json(proof->checkpoint.key, sizeof proof->checkpoint.key));
        }
        json_dumpf(to, stdout, JSON_PRESERVE_ORDER);
        putchar('\n');
        json_decref(to);
        return holds ? EXIT_DONE : EXIT_REFUSED;
    }
    printf("%s: %s: %s\n", path, holds ? "good" : "refused", what);
    if (!holds) return EXIT_REFUSED;
    printf(
        "  record %" PRIu64 ", place %" PRIu64 " of stream %u, type %u, %u transfers, %u bytes\n",
        record->seq, record->place, record->stream, record->type, record->transfers, record->size);
    printf("  under a checkpoint over %" PRIu64 " records, signed by key ",
           proof->checkpoint.count);
    for (size_t i = 0; i < sizeof proof->checkpoint.key; i++)
        printf("%02x", proof->checkpoint.key[i]);
    putchar('\n');
    return EXIT_DONE;
}

int proof_check(const char *path, const char *signer, bool json) {
    json_error_t error;
    uint8_t key[TREY_SIGN_PUBLIC_BYTES];
    trey_record_proof proof;
    trey_proved_record record;
    memset(&proof, 0, sizeof proof);
    if (signer && !read_hex(signer, key, sizeof key)) {
        fprintf(stderr, "trey verify: --signer takes the 64 hexadecimal digits of a public key, in "
                        "small letters\n");
        return EXIT_USAGE;
    }
    json_t *from = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!from) {
        fprintf(stderr, "trey verify: %s:%d: %s; --check takes a file that --prove has written\n",
                path, error.line, error.text);
        return EXIT_USAGE;
    }
    const char *member = read_proof(from, &proof);
    int status = EXIT_USAGE;
    if (member) {
        fprintf(stderr,
                "trey verify: %s: \"%s\" is missing or cannot be read; --check takes a file "
                "that --prove has written\n",
                path, member);
    } else {
        trey_proof_answer held = trey_record_proved(&proof, signer ? key : NULL, &record);
        bool shown = held != TREY_PROOF_HOLDS || shown_as_it_is(from, &record);
        status = answer(path,
                        shown ? trey_proof_text(held)
                              : "what it says of the record is not what its bytes say",
                        held == TREY_PROOF_HOLDS && shown, json, &proof, &record);
    }
    trey_record_proof_close(&proof);
    json_decref(from);
    return status;
}
