/* witness.c -- a witness: its key, its state, and what it cosigns. */
#include "trey/witness.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trey/base.h"

/* The form in which other tools for signed notes keep keys, with the type of a cosigner. */
static const char private_head[] = "PRIVATE+KEY+", log_word[] = "log ", place_word[] = "at ";
enum { SEED_BYTES = crypto_sign_SEEDBYTES, PROOF_LINES_MAX = 63, STATE_BYTES_MAX = 1 << 30 };

/* What is known of one origin. */
typedef struct witnessed_log {
    char origin[TREY_NOTE_NAME_MAX];
    trey_note_key *key;
    size_t keys, keys_room;
    trey_tree_head head; /* of the newest note; size 0 and no note: none */
    char *note;
    size_t note_size;
} witnessed_log;

/* Where a log is followed, and which it was there. */
typedef struct log_place {
    char url[TREY_WITNESS_URL_MAX], origin[TREY_NOTE_NAME_MAX];
} log_place;

struct trey_witness {
    int file;
    char *state;
    trey_note_key key;
    uint8_t secret[TREY_NOTE_SECRET_BYTES];
    witnessed_log *log;
    size_t logs, logs_room;
    log_place *place;
    size_t places, places_room;
};

static trey_status says(trey_witness_message *message, trey_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static trey_status says(trey_witness_message *message, trey_status status, const char *format,
                        ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(message->text, sizeof message->text, format, list);
    va_end(list);
    return status;
}

static bool write_all(int file, const char *text, size_t size) {
    while (size > 0) {
        ssize_t count = write(file, text, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        text += count;
        size -= (size_t)count;
    }
    return fsync(file) == 0;
}

/* ---- Keys ------------------------------------------------------------------------------- */
static bool key_from_seed(const char *name, const uint8_t seed[SEED_BYTES], trey_note_key *key,
                          uint8_t secret[TREY_NOTE_SECRET_BYTES]) {
    uint8_t public_key[TREY_NOTE_PUBLIC_BYTES];
    crypto_sign_seed_keypair(public_key, secret, seed);
    return trey_note_key_make(key, name, TREY_NOTE_WITNESS, public_key);
}

trey_status trey_witness_key_create(const char *path, const char *name, trey_note_key *out,
                                    trey_witness_message *message) {
    uint8_t bytes[1 + SEED_BYTES] = {TREY_NOTE_WITNESS}, secret[TREY_NOTE_SECRET_BYTES];
    char base64[64], text[320];
    if (sodium_init() < 0) return TREY_STATUS_NO_MEMORY;
    if (!trey_note_name_valid(name))
        return says(message, TREY_STATUS_INVALID,
                    "a witness is named like witness.example/w1: no spaces, no +, at most %d bytes",
                    TREY_NOTE_NAME_MAX - 1);
    randombytes_buf(bytes + 1, SEED_BYTES);
    key_from_seed(name, bytes + 1, out, secret);
    sodium_bin2base64(base64, sizeof base64, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    int size =
        snprintf(text, sizeof text, "%s%s+%08" PRIx32 "+%s\n", private_head, name, out->id, base64);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    trey_status status = TREY_STATUS_OK;
    if (file < 0)
        status = says(message, errno == EEXIST ? TREY_STATUS_INVALID : TREY_STATUS_NO_FILE,
                      "%s: %s", path, strerror(errno));
    else if (!write_all(file, text, (size_t)size))
        status = says(message, TREY_STATUS_NO_FILE, "%s: %s", path, strerror(errno));
    if (file >= 0) close(file);
    sodium_memzero(bytes, sizeof bytes);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(text, sizeof text);
    sodium_memzero(base64, sizeof base64);
    return status;
}

static bool parse_key(trey_witness *witness, char *text) {
    uint8_t bytes[1 + SEED_BYTES];
    size_t count = 0, head = sizeof private_head - 1;
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, private_head, head) != 0) return false;
    char *name = text + head, *id = strchr(name, '+'), *base64 = id ? strchr(id + 1, '+') : NULL;
    if (!base64) return false;
    *id++ = '\0';
    *base64++ = '\0';
    bool good = sodium_base642bin(bytes, sizeof bytes, base64, strlen(base64), NULL, &count, NULL,
                                  sodium_base64_VARIANT_ORIGINAL) == 0 &&
                count == sizeof bytes && bytes[0] == TREY_NOTE_WITNESS &&
                key_from_seed(name, bytes + 1, &witness->key, witness->secret) &&
                strtoul(id, NULL, 16) == witness->key.id && strlen(id) == 8;
    sodium_memzero(bytes, sizeof bytes);
    return good;
}

static trey_status load_key(trey_witness *witness, const char *path,
                            trey_witness_message *message) {
    char text[320] = "";
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) != 0) {
        if (file >= 0) close(file);
        return says(message, TREY_STATUS_NO_FILE, "%s: %s; `trey witness keys %s` makes one", path,
                    strerror(errno), path);
    }
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (about.st_mode & 077)
        return says(message, TREY_STATUS_INVALID, "%s: others may read it; chmod 600", path);
    bool good = size > 0 && parse_key(witness, text);
    sodium_memzero(text, sizeof text);
    return good ? TREY_STATUS_OK
                : says(message, TREY_STATUS_INVALID, "%s is not the key file of a witness", path);
}

/* ---- The state --------------------------------------------------------------------------- */
static witnessed_log *find_log(const trey_witness *witness, const char *origin) {
    for (size_t i = 0; i < witness->logs; i++) {
        if (strcmp(witness->log[i].origin, origin) == 0) return &witness->log[i];
    }
    return NULL;
}

static bool learn_key(trey_witness *witness, const trey_note_key *key) {
    witnessed_log *log = find_log(witness, key->name);
    if (!log) {
        if (!TREY_LIST_ROOM(witness->log, witness->logs, witness->logs_room)) return false;
        log = &witness->log[witness->logs++];
        memset(log, 0, sizeof *log);
        memcpy(log->origin, key->name, sizeof log->origin);
    }
    for (size_t i = 0; i < log->keys; i++) {
        if (trey_note_key_equal(&log->key[i], key)) return true;
    }
    if (!TREY_LIST_ROOM(log->key, log->keys, log->keys_room)) return false;
    log->key[log->keys++] = *key;
    return true;
}

static bool keep_newest(witnessed_log *log, const trey_tree_head *head, const char *note,
                        size_t size) {
    char *copy = malloc(size + 1);
    if (!copy) return false;
    memcpy(copy, note, size);
    copy[size] = '\0';
    free(log->note);
    log->note = copy;
    log->note_size = size;
    log->head = *head;
    return true;
}

/* A line of its own, with empty lines around it: inside a note a log may write what it likes. */
static bool stands_alone(const char *text, const char *line, const char *newline, const char *end) {
    bool before = line == text || line - 1 == text || line[-2] == '\n';
    return before && newline + 1 < end && newline[1] == '\n';
}

static bool learn_place(trey_witness *witness, const char *text) {
    log_place place;
    const char *space = strchr(text, ' ');
    if (!space || (size_t)(space - text) >= sizeof place.url ||
        strlen(space + 1) >= sizeof place.origin)
        return true; /* not a line of ours */
    memset(&place, 0, sizeof place);
    memcpy(place.url, text, (size_t)(space - text));
    memcpy(place.origin, space + 1, strlen(space + 1));
    if (!TREY_LIST_ROOM(witness->place, witness->places, witness->places_room)) return false;
    witness->place[witness->places++] = place;
    return true;
}

static bool learn_logs(trey_witness *witness, const char *text, const char *end) {
    for (const char *line = text; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t size = newline ? (size_t)(newline - line) : 0;
        char word[TREY_WITNESS_URL_MAX + TREY_NOTE_NAME_MAX + 8];
        trey_note_key key;
        if (!newline) break;
        if (size < sizeof word && stands_alone(text, line, newline, end)) {
            memcpy(word, line, size);
            word[size] = '\0';
            bool log = strncmp(word, log_word, sizeof log_word - 1) == 0;
            bool place = strncmp(word, place_word, sizeof place_word - 1) == 0;
            if (log && trey_note_key_parse(word + sizeof log_word - 1, &key) &&
                !learn_key(witness, &key))
                return false;
            if (place && !learn_place(witness, word + sizeof place_word - 1)) return false;
        }
        line = newline + 1;
    }
    return true;
}

static trey_status read_state(trey_witness *witness, const char *text, size_t size,
                              trey_witness_message *message) {
    const char *at = text, *end = text + size;
    trey_note note;
    trey_tree_head head;
    if (!learn_logs(witness, text, end)) return TREY_STATUS_NO_MEMORY;
    while (trey_notes_next(&at, end, &note)) {
        witnessed_log *log = trey_tree_head_parse(note.text, note.text_size, &head)
                                 ? find_log(witness, head.origin)
                                 : NULL;
        if (!log || (log->note && head.size < log->head.size)) continue;
        if (!keep_newest(log, &head, note.text, note.size)) return TREY_STATUS_NO_MEMORY;
    }
    /* What was cosigned last is what the next one must follow: it must be our own. */
    for (size_t i = 0; i < witness->logs; i++) {
        const witnessed_log *log = &witness->log[i];
        if (!log->note) continue;
        trey_note_parse(log->note, log->note_size, &note);
        if (trey_note_check(&note, &witness->key, NULL) != TREY_NOTE_SIGNED)
            return says(message, TREY_STATUS_INVALID,
                        "%s: the newest note of %s is not cosigned by this witness: the file is "
                        "damaged, or of another key",
                        witness->state, log->origin);
    }
    return TREY_STATUS_OK;
}

static trey_status open_state(trey_witness *witness, trey_witness_message *message) {
    struct stat about;
    witness->file = open(witness->state, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (witness->file < 0 || fstat(witness->file, &about) != 0)
        return says(message, TREY_STATUS_NO_FILE, "%s: %s", witness->state, strerror(errno));
    if (flock(witness->file, LOCK_EX | LOCK_NB) != 0)
        return says(message, TREY_STATUS_STORE_BUSY, "%s: another process has it", witness->state);
    if (about.st_size > STATE_BYTES_MAX)
        return says(message, TREY_STATUS_INVALID, "%s is too large", witness->state);
    size_t size = (size_t)about.st_size;
    char *text = malloc(size + 1);
    if (!text) return TREY_STATUS_NO_MEMORY;
    ssize_t count = pread(witness->file, text, size, 0);
    trey_status status = count == (ssize_t)size ? read_state(witness, text, size, message)
                                                : says(message, TREY_STATUS_NO_FILE,
                                                       "%s cannot be read", witness->state);
    /* A torn line must not be continued. */
    if (status == TREY_STATUS_OK && size > 0 && text[size - 1] != '\n' &&
        !write_all(witness->file, "\n\n", 2))
        status = says(message, TREY_STATUS_NO_FILE, "%s: %s", witness->state, strerror(errno));
    free(text);
    return status;
}

trey_status trey_witness_open(trey_witness **out, const char *state, const char *key_file,
                              trey_witness_message *message) {
    *out = NULL;
    message->text[0] = '\0';
    trey_witness *witness = calloc(1, sizeof *witness);
    if (!witness || sodium_init() < 0) {
        free(witness);
        return TREY_STATUS_NO_MEMORY;
    }
    witness->file = -1;
    trey_status status = (witness->state = strdup(state)) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    if (status == TREY_STATUS_OK) status = load_key(witness, key_file, message);
    if (status == TREY_STATUS_OK) status = open_state(witness, message);
    if (status == TREY_STATUS_OK)
        *out = witness;
    else
        trey_witness_close(witness);
    return status;
}

void trey_witness_close(trey_witness *witness) {
    if (!witness) return;
    for (size_t i = 0; i < witness->logs; i++) {
        free(witness->log[i].key);
        free(witness->log[i].note);
    }
    if (witness->file >= 0) close(witness->file);
    free(witness->log);
    free(witness->place);
    free(witness->state);
    sodium_memzero(witness, sizeof *witness);
    free(witness);
}

const trey_note_key *trey_witness_key(const trey_witness *witness) {
    return &witness->key;
}

bool trey_witness_trusts(const trey_witness *witness, const char *origin) {
    return find_log(witness, origin) != NULL;
}

trey_status trey_witness_trust(trey_witness *witness, const trey_note_key *key,
                               trey_witness_message *message) {
    char line[TREY_NOTE_KEY_TEXT_MAX + 16], text[TREY_NOTE_KEY_TEXT_MAX];
    const witnessed_log *log = find_log(witness, key->name);
    for (size_t i = 0; log && i < log->keys; i++) {
        if (trey_note_key_equal(&log->key[i], key)) return TREY_STATUS_OK;
    }
    if (key->type != TREY_NOTE_LOG)
        return says(message, TREY_STATUS_INVALID, "%s is not the key of a log", key->name);
    int size = snprintf(line, sizeof line, "%s%s\n\n", log_word, trey_note_key_print(key, text));
    if (!write_all(witness->file, line, (size_t)size))
        return says(message, TREY_STATUS_NO_FILE, "%s: %s", witness->state, strerror(errno));
    return learn_key(witness, key) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

const char *trey_witness_place(const trey_witness *witness, const char *url) {
    for (size_t i = 0; i < witness->places; i++) {
        if (strcmp(witness->place[i].url, url) == 0) return witness->place[i].origin;
    }
    return NULL;
}

trey_status trey_witness_place_keep(trey_witness *witness, const char *url, const char *origin,
                                    trey_witness_message *message) {
    char line[TREY_WITNESS_URL_MAX + TREY_NOTE_NAME_MAX + 16];
    int size = snprintf(line, sizeof line, "%s%s %s\n\n", place_word, url, origin);
    if (strlen(url) >= TREY_WITNESS_URL_MAX || strchr(url, ' ') || strchr(url, '\n'))
        return says(message, TREY_STATUS_INVALID, "the address is too long");
    if (!write_all(witness->file, line, (size_t)size))
        return says(message, TREY_STATUS_NO_FILE, "%s: %s", witness->state, strerror(errno));
    line[size - 2] = '\0';
    return learn_place(witness, line + sizeof place_word - 1) ? TREY_STATUS_OK
                                                              : TREY_STATUS_NO_MEMORY;
}

/* ---- What was cosigned ----------------------------------------------------------------------- */
static bool show(const witnessed_log *log, trey_witness_seen *out) {
    if (!log || !log->note) return false;
    *out = (trey_witness_seen){log->head, log->note, log->note_size};
    return true;
}

bool trey_witness_newest(const trey_witness *witness, const char *origin, trey_witness_seen *out) {
    return show(find_log(witness, origin), out);
}

bool trey_witness_newest_by_hash(const trey_witness *witness, const char *hash,
                                 trey_witness_seen *out) {
    for (size_t i = 0; i < witness->logs; i++) {
        char text[TREY_HASH_TEXT_MAX];
        const char *origin = witness->log[i].origin;
        trey_hash of = trey_hash_of(origin, strlen(origin));
        if (strcmp(trey_hash_print(&of, text), hash) == 0) return show(&witness->log[i], out);
    }
    return false;
}

/* ---- Requests ----------------------------------------------------------------------------------
 */
typedef struct submission {
    uint64_t old;
    trey_hash proof[PROOF_LINES_MAX];
    size_t length;
    trey_note note;
    trey_tree_head head;
} submission;

static void answers(trey_witness_answer *answer, int status, const char *text) {
    answer->status = status;
    answer->type = "text/plain; charset=utf-8";
    answer->size = (size_t)snprintf(answer->body, sizeof answer->body, "%s\n", text);
}

/* "old SIZE", the lines of the proof, an empty line, a checkpoint. */
static bool parse_submission(const char *request, size_t size, submission *out) {
    const char *at = request, *end = request + size;
    const char *newline = memchr(at, '\n', size);
    memset(out, 0, sizeof *out);
    if (!newline || newline - at < 5 || memcmp(at, "old ", 4) != 0 ||
        !trey_decimal_parse(at + 4, (size_t)(newline - at - 4), &out->old))
        return false;
    for (at = newline + 1; at < end; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) return false;
        if (newline == at) break;
        if (out->length == PROOF_LINES_MAX ||
            !trey_hash_from_base64(at, (size_t)(newline - at), &out->proof[out->length]))
            return false;
        out->length++;
    }
    return at < end && trey_note_parse(at + 1, (size_t)(end - at - 1), &out->note) &&
           trey_tree_head_parse(out->note.text, out->note.text_size, &out->head);
}

/* Signed by a key that is trusted for its origin, and by none of them wrongly. */
static bool signed_by_log(const witnessed_log *log, const trey_note *note) {
    bool is_signed = false;
    for (size_t i = 0; i < log->keys; i++) {
        trey_note_answer answer = trey_note_check(note, &log->key[i], NULL);
        if (answer == TREY_NOTE_BROKEN) return false;
        is_signed = is_signed || answer == TREY_NOTE_SIGNED;
    }
    return is_signed;
}

bool trey_witness_signed(const trey_witness *witness, const trey_note *note) {
    trey_tree_head head;
    if (!trey_tree_head_parse(note->text, note->text_size, &head)) return false;
    const witnessed_log *log = find_log(witness, head.origin);
    return log && signed_by_log(log, note);
}

/* The text with the lines of trusted keys and our own; those of strangers are left out. */
static size_t compose(const witnessed_log *log, const trey_note *note, const char *line, char *out,
                      size_t room) {
    int used = snprintf(out, room, "%.*s\n", (int)note->text_size, note->text);
    for (size_t i = 0; i < note->lines; i++) {
        for (size_t k = 0; k < log->keys; k++) {
            const trey_note_line *from = &note->line[i];
            if (from->id != log->key[k].id || from->name_size != strlen(log->key[k].name) ||
                memcmp(from->name, log->key[k].name, from->name_size) != 0)
                continue;
            used += snprintf(out + used, room - (size_t)used, "%.*s", (int)from->size, from->text);
            break;
        }
        if ((size_t)used + TREY_NOTE_LINE_MAX >= room) return 0;
    }
    used += snprintf(out + used, room - (size_t)used, "%s", line);
    return (size_t)used < room ? (size_t)used : 0;
}

/* On the disk first, then it may leave. */
static void cosign(trey_witness *witness, witnessed_log *log, const submission *from, uint64_t time,
                   trey_witness_answer *answer) {
    char line[TREY_NOTE_LINE_MAX];
    const size_t room = TREY_NOTE_BYTES_MAX + TREY_NOTE_LINE_MAX;
    char *text = malloc(room + 1);
    size_t size = 0;
    trey_note_cosign(from->note.text, from->note.text_size, &witness->key, witness->secret, time,
                     line);
    if (text) size = compose(log, &from->note, line, text, room);
    /* The same size again changes nothing that a restart would need. */
    bool again = log->note && log->head.size == from->head.size;
    if (size > 0) text[size] = '\n'; /* an empty line behind it */
    if (size == 0 || (!again && !write_all(witness->file, text, size + 1)) ||
        !keep_newest(log, &from->head, text, size)) {
        answers(answer, 500, "the checkpoint could not be kept");
    } else {
        answer->status = 200;
        answer->type = "text/plain; charset=utf-8";
        answer->size = (size_t)snprintf(answer->body, sizeof answer->body, "%s", line);
    }
    free(text);
}

void trey_witness_add(trey_witness *witness, const char *request, size_t size, uint64_t time,
                      trey_witness_answer *answer) {
    submission from;
    const trey_hash nothing = trey_hash_of("", 0);
    memset(answer, 0, sizeof *answer);
    if (!parse_submission(request, size, &from)) {
        answers(answer, 400, "this is not an add-checkpoint request");
        return;
    }
    witnessed_log *log = find_log(witness, from.head.origin);
    const trey_tree_head *seen = log ? &log->head : NULL;
    if (!log) {
        answers(answer, 404, "this witness does not know the origin");
    } else if (!signed_by_log(log, &from.note)) {
        answers(answer, 403, "not signed by a key that is trusted for the origin");
    } else if (from.old > from.head.size) {
        answers(answer, 400, "the old size is larger than the checkpoint's");
    } else if (from.old != seen->size) {
        answer->status = 409;
        answer->type = "text/x.tlog.size";
        answer->size =
            (size_t)snprintf(answer->body, sizeof answer->body, "%" PRIu64 "\n", seen->size);
    } else if (!trey_consistency_holds(from.old, log->note ? &seen->root : &nothing, from.head.size,
                                       &from.head.root, from.proof, from.length)) {
        answers(answer, 422, "the proof does not lead from the last checkpoint to this one");
        /* Two roots of the same size need no proof to be at odds. */
        answer->forked = from.old == from.head.size;
    } else {
        cosign(witness, log, &from, time, answer);
    }
}

trey_status trey_witness_alarm(trey_witness *witness, const char *why, const char *note,
                               size_t size) {
    char path[4096];
    trey_note read;
    trey_tree_head head;
    trey_witness_seen seen;
    snprintf(path, sizeof path, "%s.alarm", witness->state);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) return TREY_STATUS_NO_FILE;
    char *text = NULL;
    size_t used = 0;
    FILE *to = open_memstream(&text, &used);
    if (!to) {
        close(file);
        return TREY_STATUS_NO_MEMORY;
    }
    fprintf(to, "alarm: %s\n\n", why);
    if (note && size > 0) fprintf(to, "%.*s\n", (int)size, note);
    if (note && trey_note_parse(note, size, &read) &&
        trey_tree_head_parse(read.text, read.text_size, &head) &&
        trey_witness_newest(witness, head.origin, &seen))
        fprintf(to, "%.*s\n", (int)seen.note_size, seen.note);
    bool good = fclose(to) == 0 && write_all(file, text, used);
    free(text);
    close(file);
    return good ? TREY_STATUS_OK : TREY_STATUS_NO_FILE;
}
