/* note.c -- signed notes and cosignatures, from the C2SP specifications.
 *
 * Notes come from strangers: a parser that is generous here would let two programs read two
 * different checkpoints from the same bytes. Whatever is not exactly of the form is refused,
 * but signatures of unknown keys are passed over, however long they are. */
#include "trey/note.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char dash[] = "\xe2\x80\x94 "; /* an em dash and a space */
enum {
    DASH_BYTES = sizeof dash - 1,
    ID_BYTES = 4,
    TIME_BYTES = 8,
    SIGNATURE_BYTES = crypto_sign_BYTES,
    ML_DSA_BYTES = 2420,
    BASE64 = sodium_base64_VARIANT_ORIGINAL
};

_Static_assert((int)TREY_NOTE_PUBLIC_BYTES == (int)crypto_sign_PUBLICKEYBYTES, "Ed25519");
_Static_assert((int)TREY_NOTE_SECRET_BYTES == (int)crypto_sign_SECRETKEYBYTES, "Ed25519");

/* ---- Text -------------------------------------------------------------------------------- */
/* The next character of UTF-8; 0 where there is none, or it is not valid. */
static uint32_t next_character(const char **at, const char *end) {
    static const uint32_t lowest[] = {0, 0x80, 0x800, 0x10000};
    const uint8_t *c = (const uint8_t *)*at;
    size_t left = (size_t)(end - *at);
    if (left == 0) return 0;
    unsigned more = c[0] < 0x80 ? 0 : c[0] < 0xc2 ? 9 : c[0] < 0xe0 ? 1 : c[0] < 0xf0 ? 2 : 3;
    if (more == 9 || c[0] > 0xf4 || more >= left) return 0;
    uint32_t character = more == 0 ? c[0] : c[0] & (0x3fu >> more);
    for (unsigned i = 1; i <= more; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
        character = character << 6 | (c[i] & 0x3fu);
    }
    if (character < lowest[more] || character > 0x10ffff) return 0;
    if (character >= 0xd800 && character <= 0xdfff) return 0;
    *at += more + 1;
    return character;
}

static bool is_space(uint32_t c) {
    return c == 0x20 || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

static bool name_valid(const char *name, size_t size) {
    const char *at = name, *end = name + size;
    if (size == 0) return false;
    while (at < end) {
        uint32_t c = next_character(&at, end);
        if (c < 0x20 || c == '+' || is_space(c)) return false;
    }
    return true;
}

static bool text_valid(const char *text, size_t size) {
    const char *at = text, *end = text + size;
    while (at < end) {
        uint32_t c = next_character(&at, end);
        if (c < 0x20 && c != '\n') return false;
    }
    return true;
}

bool trey_note_name_valid(const char *name) {
    size_t size = strlen(name);
    return size < TREY_NOTE_NAME_MAX && name_valid(name, size);
}

bool trey_decimal_parse(const char *text, size_t size, uint64_t *out) {
    *out = 0;
    if (size == 0 || (text[0] == '0' && size > 1)) return false;
    for (size_t i = 0; i < size; i++) {
        unsigned digit = (unsigned)(text[i] - '0');
        if (text[i] < '0' || digit > 9) return false;
        if (*out > ((uint64_t)INT64_MAX - digit) / 10) return false;
        *out = *out * 10 + digit;
    }
    return true;
}

static bool is_base64(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
}

/* Base64 with its padding, and with nothing but zeros in the bits that are left over. The library
 * takes some bytes beyond ASCII for letters, so they are looked at first. */
static bool decode(const char *text, size_t size, uint8_t *out, size_t room, size_t *count) {
    const char *end = NULL;
    size_t letters = 0;
    while (letters < size && is_base64(text[letters])) letters++;
    if (size - letters > 2) return false;
    for (size_t i = letters; i < size; i++) {
        if (text[i] != '=') return false;
    }
    return size > 0 && size % 4 == 0 &&
           sodium_base642bin(out, room, text, size, NULL, count, &end, BASE64) == 0 &&
           end == text + size;
}

char *trey_hash_base64(const trey_hash *hash, char out[TREY_HASH_BASE64_MAX]) {
    return sodium_bin2base64(out, TREY_HASH_BASE64_MAX, hash->byte, TREY_HASH_BYTES, BASE64);
}

bool trey_hash_from_base64(const char *text, size_t size, trey_hash *out) {
    size_t count = 0;
    return size == TREY_HASH_BASE64_MAX - 1 &&
           decode(text, size, out->byte, TREY_HASH_BYTES, &count) && count == TREY_HASH_BYTES;
}

/* ---- Keys --------------------------------------------------------------------------------- */
static uint32_t big_endian(const uint8_t bytes[ID_BYTES]) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

bool trey_note_key_make(trey_note_key *out, const char *name, trey_note_key_type type,
                        const uint8_t key[TREY_NOTE_PUBLIC_BYTES]) {
    trey_hasher hasher;
    uint8_t mark[2] = {'\n', (uint8_t)type};
    memset(out, 0, sizeof *out);
    if (!trey_note_name_valid(name)) return false;
    memcpy(out->name, name, strlen(name));
    memcpy(out->key, key, sizeof out->key);
    out->type = (uint8_t)type;
    trey_hasher_open(&hasher);
    trey_hasher_add(&hasher, name, strlen(name));
    trey_hasher_add(&hasher, mark, sizeof mark);
    trey_hasher_add(&hasher, key, TREY_NOTE_PUBLIC_BYTES);
    trey_hash hash = trey_hasher_close(&hasher);
    out->id = big_endian(hash.byte);
    return true;
}

char *trey_note_key_print(const trey_note_key *key, char out[TREY_NOTE_KEY_TEXT_MAX]) {
    uint8_t bytes[1 + TREY_NOTE_PUBLIC_BYTES] = {key->type};
    char text[sodium_base64_ENCODED_LEN(sizeof bytes, BASE64)];
    memcpy(bytes + 1, key->key, sizeof key->key);
    sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, BASE64);
    snprintf(out, TREY_NOTE_KEY_TEXT_MAX, "%s+%08" PRIx32 "+%s", key->name, key->id, text);
    return out;
}

bool trey_note_key_parse(const char *text, trey_note_key *out) {
    uint8_t bytes[1 + TREY_NOTE_PUBLIC_BYTES];
    char name[TREY_NOTE_NAME_MAX], again[TREY_NOTE_KEY_TEXT_MAX];
    const char *id = strchr(text, '+'), *key = id ? strchr(id + 1, '+') : NULL;
    size_t count = 0;
    if (!key || (size_t)(id - text) >= sizeof name) return false;
    memcpy(name, text, (size_t)(id - text));
    name[id - text] = '\0';
    if (!decode(key + 1, strlen(key + 1), bytes, sizeof bytes, &count) || count != sizeof bytes)
        return false;
    if (bytes[0] != TREY_NOTE_LOG && bytes[0] != TREY_NOTE_WITNESS) return false;
    return trey_note_key_make(out, name, (trey_note_key_type)bytes[0], bytes + 1) &&
           strcmp(trey_note_key_print(out, again), text) == 0;
}

bool trey_note_key_equal(const trey_note_key *a, const trey_note_key *b) {
    return a->type == b->type && strcmp(a->name, b->name) == 0 &&
           memcmp(a->key, b->key, sizeof a->key) == 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */
/* One line: dash, name, base64. Whatever it signs with is for the owner of the key to know. */
static bool parse_line(const char *text, size_t size, trey_note_line *out) {
    uint8_t head[6]; /* eight characters of base64; all lines have them */
    size_t count = 0;
    if (size <= DASH_BYTES || memcmp(text, dash, DASH_BYTES) != 0) return false;
    const char *name = text + DASH_BYTES, *end = text + size - 1;
    const char *space = memchr(name, ' ', (size_t)(end - name));
    if (!space || !name_valid(name, (size_t)(space - name))) return false;
    *out = (trey_note_line){.text = text,
                            .size = size,
                            .name = name,
                            .name_size = (size_t)(space - name),
                            .base64 = space + 1,
                            .base64_size = (size_t)(end - space - 1)};
    if (out->base64_size < 8 || out->base64_size % 4 != 0) return false;
    size_t letters = strspn(out->base64, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789+/");
    size_t padding = letters < out->base64_size ? out->base64_size - letters : 0;
    if (padding > 2 || (padding > 0 && memcmp(out->base64 + letters, "==", padding) != 0))
        return false;
    if (letters + padding != out->base64_size) return false;
    if (!decode(out->base64, 8, head, sizeof head, &count) || count <= ID_BYTES) return false;
    out->id = big_endian(head);
    return true;
}

/* The lines from `at` on, as far as they are signatures. */
static const char *parse_lines(const char *at, const char *end, trey_note *out) {
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline || out->lines == TREY_NOTE_SIGNATURES_MAX) break;
        if (!parse_line(at, (size_t)(newline + 1 - at), &out->line[out->lines])) break;
        out->lines++;
        at = newline + 1;
    }
    return at;
}

bool trey_note_parse(const char *bytes, size_t size, trey_note *out) {
    out->lines = 0;
    if (size < 3 || size > TREY_NOTE_BYTES_MAX || bytes[size - 1] != '\n') return false;
    if (!text_valid(bytes, size)) return false;
    /* The last empty line is the one before the signatures. */
    size_t at = size - 1;
    while (at > 0 && !(bytes[at] == '\n' && bytes[at - 1] == '\n')) at--;
    if (at == 0) return false;
    out->text = bytes;
    out->text_size = at;
    out->size = size;
    return parse_lines(bytes + at + 1, bytes + size, out) == bytes + size && out->lines > 0;
}

/* From a line on: where the run of lines that are not empty ends. */
static const char *run_end(const char *at, const char *end) {
    while (at < end && *at != '\n') {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    return at;
}

/* A line that was torn at the right place still looks like a shorter signature. Files have those
 * of Ed25519 and, from witnesses elsewhere, of ML-DSA-44. */
static bool line_torn(const trey_note_line *line) {
    size_t size = line->base64_size / 4 * 3;
    for (size_t i = line->base64_size; i > 0 && line->base64[i - 1] == '='; i--) size--;
    return size != ID_BYTES + SIGNATURE_BYTES && size != ID_BYTES + TIME_BYTES + SIGNATURE_BYTES &&
           size != ID_BYTES + TIME_BYTES + ML_DSA_BYTES;
}

static bool note_torn(const trey_note *note) {
    for (size_t i = 0; i < note->lines; i++) {
        if (line_torn(&note->line[i])) return true;
    }
    return false;
}

bool trey_notes_next(const char **at, const char *end, trey_note *out) {
    while (*at < end) {
        while (*at < end && **at == '\n') ++*at;
        const char *start = *at, *blank = run_end(start, end);
        *at = blank;
        if (blank >= end) break;
        const char *last = run_end(blank + 1, end);
        /* A text that lost its signatures is followed by the next note's text. */
        if (trey_note_parse(start, (size_t)(last - start), out)) {
            *at = last;
            if (!note_torn(out)) return true;
        }
    }
    return false;
}

/* ---- Signatures ---------------------------------------------------------------------------- */
/* What a witness signs: a head with the time, then the text. */
static bool witness_signed(const trey_note *note, const uint8_t *signature, uint64_t time,
                           const uint8_t *key) {
    char head[64];
    int size = snprintf(head, sizeof head, "cosignature/v1\ntime %" PRIu64 "\n", time);
    uint8_t bytes[TREY_NOTE_BYTES_MAX + sizeof head];
    memcpy(bytes, head, (size_t)size);
    memcpy(bytes + size, note->text, note->text_size);
    return crypto_sign_verify_detached(signature, bytes, (size_t)size + note->text_size, key) == 0;
}

static bool line_holds(const trey_note *note, const trey_note_line *line, const trey_note_key *key,
                       uint64_t *time) {
    uint8_t bytes[ID_BYTES + TIME_BYTES + SIGNATURE_BYTES];
    size_t count = 0;
    if (!decode(line->base64, line->base64_size, bytes, sizeof bytes, &count)) return false;
    if (key->type == TREY_NOTE_LOG)
        return count == ID_BYTES + SIGNATURE_BYTES &&
               crypto_sign_verify_detached(bytes + ID_BYTES, (const uint8_t *)note->text,
                                           note->text_size, key->key) == 0;
    if (count != sizeof bytes) return false;
    *time = (uint64_t)big_endian(bytes + ID_BYTES) << 32 | big_endian(bytes + ID_BYTES + 4);
    return *time <= INT64_MAX &&
           witness_signed(note, bytes + ID_BYTES + TIME_BYTES, *time, key->key);
}

trey_note_answer trey_note_check(const trey_note *note, const trey_note_key *key, uint64_t *time) {
    trey_note_answer answer = TREY_NOTE_UNSIGNED;
    size_t name_size = strlen(key->name);
    uint64_t seen = 0, latest = 0;
    if (sodium_init() < 0) return TREY_NOTE_UNSIGNED;
    for (size_t i = 0; i < note->lines; i++) {
        const trey_note_line *line = &note->line[i];
        if (line->id != key->id || line->name_size != name_size ||
            memcmp(line->name, key->name, name_size) != 0)
            continue;
        if (!line_holds(note, line, key, &seen)) return TREY_NOTE_BROKEN;
        answer = TREY_NOTE_SIGNED;
        if (seen > latest) latest = seen;
    }
    if (time) *time = latest;
    return answer;
}

size_t trey_note_line_print(const trey_note_key *key, const uint8_t *signature, size_t size,
                            char out[TREY_NOTE_LINE_MAX]) {
    uint8_t bytes[ID_BYTES + TIME_BYTES + SIGNATURE_BYTES];
    char text[sodium_base64_ENCODED_LEN(sizeof bytes, BASE64)];
    TREY_ASSERT(size + ID_BYTES <= sizeof bytes);
    for (unsigned i = 0; i < ID_BYTES; i++) bytes[i] = (uint8_t)(key->id >> (24 - 8 * i));
    memcpy(bytes + ID_BYTES, signature, size);
    sodium_bin2base64(text, sizeof text, bytes, ID_BYTES + size, BASE64);
    return (size_t)snprintf(out, TREY_NOTE_LINE_MAX, "%s%s %s\n", dash, key->name, text);
}

size_t trey_note_sign(const char *text, size_t size, const trey_note_key *key,
                      const uint8_t secret[TREY_NOTE_SECRET_BYTES], char out[TREY_NOTE_LINE_MAX]) {
    uint8_t signature[SIGNATURE_BYTES];
    TREY_ASSERT(key->type == TREY_NOTE_LOG);
    crypto_sign_detached(signature, NULL, (const uint8_t *)text, size, secret);
    return trey_note_line_print(key, signature, sizeof signature, out);
}

size_t trey_note_cosign(const char *text, size_t size, const trey_note_key *key,
                        const uint8_t secret[TREY_NOTE_SECRET_BYTES], uint64_t time,
                        char out[TREY_NOTE_LINE_MAX]) {
    uint8_t signature[TIME_BYTES + SIGNATURE_BYTES], bytes[TREY_NOTE_BYTES_MAX + 64];
    char head[64];
    TREY_ASSERT(key->type == TREY_NOTE_WITNESS && size <= TREY_NOTE_BYTES_MAX && time <= INT64_MAX);
    int head_size = snprintf(head, sizeof head, "cosignature/v1\ntime %" PRIu64 "\n", time);
    memcpy(bytes, head, (size_t)head_size);
    memcpy(bytes + head_size, text, size);
    for (unsigned i = 0; i < TIME_BYTES; i++) signature[i] = (uint8_t)(time >> (56 - 8 * i));
    crypto_sign_detached(signature + TIME_BYTES, NULL, bytes, (size_t)head_size + size, secret);
    return trey_note_line_print(key, signature, sizeof signature, out);
}

/* ---- Checkpoints -------------------------------------------------------------------------------
 */
/* The next line without its end; false where there is none, or it is empty. */
static bool take_line(const char **at, const char *end, const char **line, size_t *size) {
    const char *newline = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    if (!newline || newline == *at) return false;
    *line = *at;
    *size = (size_t)(newline - *at);
    *at = newline + 1;
    return true;
}

bool trey_tree_head_parse(const char *text, size_t size, trey_tree_head *out) {
    const char *at = text, *end = text + size, *line = NULL;
    size_t length = 0;
    memset(out, 0, sizeof *out);
    if (!take_line(&at, end, &line, &length) || length >= sizeof out->origin) return false;
    memcpy(out->origin, line, length);
    if (!take_line(&at, end, &line, &length) || !trey_decimal_parse(line, length, &out->size))
        return false;
    if (!take_line(&at, end, &line, &length) || !trey_hash_from_base64(line, length, &out->root))
        return false;
    while (at < end) {
        out->extended = true;
        if (!take_line(&at, end, &line, &length)) return false;
    }
    return true;
}

size_t trey_tree_head_print(const trey_tree_head *head, char out[TREY_TREE_HEAD_TEXT_MAX]) {
    char root[TREY_HASH_BASE64_MAX];
    return (size_t)snprintf(out, TREY_TREE_HEAD_TEXT_MAX, "%s\n%" PRIu64 "\n%s\n", head->origin,
                            head->size, trey_hash_base64(&head->root, root));
}
