/* store_import_lines.c -- trey store import: reads what trey store export wrote.
 *
 * A line has exactly the members that the export gives it; whatever else stands in it
 * is refused with its number. The store computes the chain anew, so a file that was
 * changed on the way is noticed at the changed record. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "store_lines.h"

typedef struct import_reader {
    const char *name;
    uint64_t line;
    FILE *in;
    char *text;
    size_t room;
    uint8_t *bytes; /* bodies */
    size_t bytes_room;
    trey_transfer transfer[TREY_RECORD_TRANSFERS_MAX];
} import_reader;

static int bad_line(const import_reader *reader, const char *why) {
    fprintf(stderr, "trey store: %s:%" PRIu64 ": %s\n", reader->name, reader->line, why);
    return EXIT_USAGE;
}

/* ---- Values ------------------------------------------------------------------------------ */
static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hex_bytes(json_t *value, uint8_t *out, size_t room, size_t *count) {
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    if (!text || length % 2 != 0 || length / 2 > room) return false;
    for (size_t i = 0; i < length; i += 2) {
        int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return false;
        out[i / 2] = (uint8_t)(high * 16 + low);
    }
    *count = length / 2;
    return true;
}

static bool fixed_bytes(json_t *object, const char *key, uint8_t *out, size_t count) {
    size_t got = 0;
    return hex_bytes(json_object_get(object, key), out, count, &got) && got == count;
}

static bool number_of(json_t *value, int64_t low, int64_t high, int64_t *out) {
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= low && *out <= high;
}

static bool number(json_t *object, const char *key, int64_t high, int64_t *out) {
    return number_of(json_object_get(object, key), 0, high, out);
}

static bool name_of(json_t *object, char *out, size_t room) {
    const char *text = json_string_value(json_object_get(object, "name"));
    if (!text || strlen(text) == 0 || strlen(text) >= room) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* The body of an item, in the reader's memory until the next line. */
static bool bytes_of(import_reader *reader, json_t *value, size_t most, const uint8_t **body,
                     uint32_t *size) {
    size_t need = json_string_length(value) / 2 + 1, got = 0;
    if (need > most + 1) return false;
    if (need > reader->bytes_room) {
        uint8_t *grown = realloc(reader->bytes, need);
        if (!grown) return false;
        reader->bytes = grown;
        reader->bytes_room = need;
    }
    if (!hex_bytes(value, reader->bytes, reader->bytes_room, &got)) return false;
    *body = reader->bytes;
    *size = (uint32_t)got;
    return true;
}

static bool body_of(import_reader *reader, json_t *object, size_t most, const uint8_t **body,
                    uint32_t *size) {
    return bytes_of(reader, json_object_get(object, "body"), most, body, size);
}

static bool mac_of(json_t *object, trey_mac *out) {
    return fixed_bytes(object, "mac", out->byte, sizeof out->byte);
}

/* ---- Items ----------------------------------------------------------------------------------- */
static bool read_stream(import_reader *reader, json_t *object, trey_store_item *item) {
    int64_t id, kind, epoch;
    (void)reader;
    if (!number(object, "id", UINT32_MAX, &id) || !number(object, "kind", UINT8_MAX, &kind) ||
        !number(object, "epoch", INT64_MAX, &epoch) ||
        !name_of(object, item->stream.name, sizeof item->stream.name))
        return false;
    item->stream.id = (trey_stream)id;
    item->stream.kind = (uint8_t)kind;
    item->stream.epoch = (uint64_t)epoch;
    return json_object_size(object) == 4;
}

static bool read_transfers(import_reader *reader, json_t *array, trey_record *record) {
    if (!json_is_array(array) || json_array_size(array) > TREY_RECORD_TRANSFERS_MAX) return false;
    record->transfer = reader->transfer;
    record->transfers = (uint32_t)json_array_size(array);
    for (uint32_t i = 0; i < record->transfers; i++) {
        json_t *row = json_array_get(array, i);
        int64_t payer, payee, cents, seat, wager;
        if (!json_is_array(row) || json_array_size(row) != 5 ||
            !number_of(json_array_get(row, 0), 1, INT64_MAX, &payer) ||
            !number_of(json_array_get(row, 1), 1, INT64_MAX, &payee) ||
            !number_of(json_array_get(row, 2), 1, INT64_MAX, &cents) ||
            !number_of(json_array_get(row, 3), 0, UINT8_MAX, &seat) ||
            !number_of(json_array_get(row, 4), 0, UINT8_MAX, &wager))
            return false;
        reader->transfer[i] = (trey_transfer){payer, payee, cents, (uint8_t)seat, (uint8_t)wager};
    }
    return true;
}

static bool read_record(import_reader *reader, json_t *object, trey_store_item *item) {
    trey_record *record = &item->record;
    int64_t seq, stream, place, type;
    if (!number(object, "seq", INT64_MAX, &seq) || !number(object, "stream", UINT32_MAX, &stream) ||
        !number(object, "place", INT64_MAX, &place) || !number(object, "type", UINT16_MAX, &type) ||
        !number_of(json_object_get(object, "time"), INT64_MIN, INT64_MAX, &record->time) ||
        !body_of(reader, object, TREY_RECORD_BYTES_MAX, &record->body, &record->size) ||
        !fixed_bytes(object, "chain", record->chain.byte, TREY_HASH_BYTES) ||
        !read_transfers(reader, json_object_get(object, "transfers"), record))
        return false;
    record->seq = (uint64_t)seq;
    record->stream = (trey_stream)stream;
    record->place = (uint64_t)place;
    record->type = (uint16_t)type;
    return json_object_size(object) == 8;
}

static bool read_answer(import_reader *reader, json_t *object, trey_store_item *item) {
    trey_answer *answer = &item->answer;
    int64_t order, stream, refusal, first, count;
    if (!number(object, "number", INT64_MAX, &order) ||
        !number(object, "stream", UINT32_MAX, &stream) ||
        !number(object, "refusal", UINT16_MAX, &refusal) ||
        !number(object, "first", INT64_MAX, &first) ||
        !number(object, "count", UINT32_MAX, &count) ||
        !body_of(reader, object, TREY_ANSWER_BYTES_MAX, &answer->body, &answer->size) ||
        !fixed_bytes(object, "command", answer->command.byte, TREY_COMMAND_ID_BYTES))
        return false;
    answer->number = (uint64_t)order;
    answer->stream = (trey_stream)stream;
    answer->refusal = (uint16_t)refusal;
    answer->first = (uint64_t)first;
    answer->count = (uint32_t)count;
    return json_object_size(object) == 7;
}

static bool read_checkpoint(import_reader *reader, json_t *object, trey_store_item *item) {
    trey_checkpoint *checkpoint = &item->checkpoint;
    int64_t order, count;
    (void)reader;
    if (!number(object, "number", INT64_MAX, &order) ||
        !number(object, "count", INT64_MAX, &count) ||
        !number_of(json_object_get(object, "time"), INT64_MIN, INT64_MAX, &checkpoint->time) ||
        !fixed_bytes(object, "chain", checkpoint->chain.byte, TREY_HASH_BYTES) ||
        !fixed_bytes(object, "root", checkpoint->root.byte, TREY_HASH_BYTES) ||
        !fixed_bytes(object, "key", checkpoint->key, sizeof checkpoint->key) ||
        !fixed_bytes(object, "signature", checkpoint->signature, sizeof checkpoint->signature))
        return false;
    checkpoint->number = (uint64_t)order;
    checkpoint->count = (uint64_t)count;
    return json_object_size(object) == 7;
}

static bool read_snapshot(import_reader *reader, json_t *object, trey_store_item *item) {
    int64_t stream, place;
    if (!number(object, "stream", UINT32_MAX, &stream) ||
        !number(object, "place", INT64_MAX, &place) ||
        !body_of(reader, object, TREY_SNAPSHOT_BYTES_MAX, &item->snapshot.body,
                 &item->snapshot.size) ||
        !mac_of(object, &item->snapshot.mac))
        return false;
    item->snapshot.stream = (trey_stream)stream;
    item->snapshot.place = (uint64_t)place;
    return json_object_size(object) == 4;
}

static bool read_kept(import_reader *reader, json_t *object, trey_store_item *item) {
    int64_t stream;
    if (!number(object, "stream", UINT32_MAX, &stream) ||
        !name_of(object, item->kept.name, sizeof item->kept.name) ||
        !body_of(reader, object, TREY_KEPT_BYTES_MAX, &item->kept.body, &item->kept.size) ||
        !mac_of(object, &item->kept.mac))
        return false;
    item->kept.stream = (trey_stream)stream;
    return json_object_size(object) == 4;
}

static bool read_claim(import_reader *reader, json_t *object, trey_store_item *item) {
    int64_t stream;
    (void)reader;
    if (!number(object, "stream", UINT32_MAX, &stream) ||
        !name_of(object, item->claim.name, sizeof item->claim.name))
        return false;
    item->claim.stream = (trey_stream)stream;
    return json_object_size(object) == 2;
}

static bool read_batch(import_reader *reader, json_t *object, trey_store_item *item) {
    trey_batch_row *batch = &item->batch;
    int64_t order, records, answers, checkpoints;
    if (!number(object, "number", INT64_MAX, &order) ||
        !number(object, "records", INT64_MAX, &records) ||
        !number(object, "answers", INT64_MAX, &answers) ||
        !number(object, "checkpoints", INT64_MAX, &checkpoints) ||
        !fixed_bytes(object, "chain", batch->chain.byte, TREY_HASH_BYTES) ||
        !fixed_bytes(object, "link", batch->link.byte, TREY_HASH_BYTES) ||
        !bytes_of(reader, json_object_get(object, "kept"), TREY_SNAPSHOT_BYTES_MAX, &batch->kept,
                  &batch->size) ||
        !mac_of(object, &batch->mac))
        return false;
    batch->number = (uint64_t)order;
    batch->records = (uint64_t)records;
    batch->answers = (uint64_t)answers;
    batch->checkpoints = (uint64_t)checkpoints;
    return json_object_size(object) == 8;
}

static const struct {
    const char *word;
    trey_store_part part;
    bool (*read)(import_reader *reader, json_t *object, trey_store_item *item);
} line_kinds[] = {
    {"stream", TREY_PART_STREAMS, read_stream},
    {"record", TREY_PART_RECORDS, read_record},
    {"answer", TREY_PART_ANSWERS, read_answer},
    {"checkpoint", TREY_PART_CHECKPOINTS, read_checkpoint},
    {"snapshot", TREY_PART_SNAPSHOTS, read_snapshot},
    {"kept", TREY_PART_KEPT, read_kept},
    {"claim", TREY_PART_CLAIMS, read_claim},
    {"batch", TREY_PART_BATCHES, read_batch},
};

/* ---- Lines --------------------------------------------------------------------------------------
 */
/* The next line as an object, the caller's to release; NULL and a status otherwise. */
static json_t *next_line(import_reader *reader, int *status) {
    json_error_t error;
    ssize_t length = getline(&reader->text, &reader->room, reader->in);
    reader->line++;
    if (length <= 0) {
        *status = bad_line(reader, "the file ends before its last line, which counts the others: "
                                   "it was cut off; export it again");
        return NULL;
    }
    json_t *object = json_loadb(reader->text, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    if (!object || !json_is_object(object)) {
        *status = bad_line(reader, object ? "this is not a JSON object" : error.text);
        json_decref(object);
        return NULL;
    }
    return object;
}

static int add_line(import_reader *reader, trey_store *store, trey_import *import, json_t *object) {
    trey_store_item item;
    for (unsigned i = 0; i < sizeof line_kinds / sizeof *line_kinds; i++) {
        json_t *inside = json_object_get(object, line_kinds[i].word);
        if (!inside) continue;
        memset(&item, 0, sizeof item);
        item.part = line_kinds[i].part;
        if (json_object_size(object) != 1 || !line_kinds[i].read(reader, inside, &item))
            return bad_line(reader, "a value of this line is missing, is one too many, or is not "
                                    "what an export writes");
        trey_status status = trey_import_add(import, &item);
        if (status == TREY_STATUS_OK) return EXIT_DONE;
        bad_line(reader, trey_store_message_text(store));
        return store_exit(status);
    }
    return bad_line(reader, "this is no line of an export: expected stream, record, answer, "
                            "checkpoint, snapshot, kept, claim, batch or end");
}

static int check_end(import_reader *reader, trey_store *store, json_t *end, trey_import *import) {
    int64_t lines, records;
    trey_hash chain;
    trey_mac mac;
    if (!number(end, "lines", INT64_MAX, &lines) || !number(end, "records", INT64_MAX, &records) ||
        !fixed_bytes(end, "chain", chain.byte, sizeof chain.byte) || !mac_of(end, &mac))
        return bad_line(reader, "the last line is not what an export writes");
    if ((uint64_t)lines + 1 != reader->line)
        return bad_line(reader, "the last line counts other lines than these: some were lost");
    trey_status status = trey_import_end(import, (uint64_t)records, &chain, &mac);
    if (status != TREY_STATUS_OK) bad_line(reader, trey_store_message_text(store));
    return store_exit(status);
}

static int read_lines(import_reader *reader, trey_store *store, trey_import *import) {
    int status = EXIT_DONE;
    while (status == EXIT_DONE) {
        json_t *object = next_line(reader, &status);
        if (!object) break;
        json_t *end = json_object_get(object, "end");
        status =
            end ? check_end(reader, store, end, import) : add_line(reader, store, import, object);
        json_decref(object);
        if (end) break;
    }
    if (status == EXIT_DONE && getline(&reader->text, &reader->room, reader->in) > 0) {
        reader->line++;
        status = bad_line(reader, "something stands behind the last line");
    }
    return status;
}

/* A file that this import made does not stay when it fails. */
static void remove_made(const char *address) {
    static const char *const ends[] = {"", "-wal", "-journal"};
    for (unsigned i = 0; i < 3; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", address, ends[i]);
        unlink(path);
    }
}

static int import_into(const char *address, import_reader *reader, const uint8_t *identity) {
    const trey_store_options options = {.create = true};
    trey_store_message message;
    trey_store *store;
    trey_import *import;
    bool server = strstr(address, "://") != NULL, made = !server && access(address, F_OK) != 0;
    trey_status opened = trey_store_open(&store, address, &options, &message);
    if (opened != TREY_STATUS_OK) {
        fprintf(stderr, "trey store: %s\n", message.text);
        return store_exit(opened);
    }
    opened = trey_import_open(&import, store, identity);
    int status = store_exit(opened);
    if (opened == TREY_STATUS_OK)
        status = read_lines(reader, store, import);
    else
        fprintf(stderr, "trey store: %s\n", trey_store_message_text(store));
    trey_import_close(import);
    trey_store_close(store);
    if (status != EXIT_DONE && made) remove_made(address);
    return status;
}

int store_import(const char *address, FILE *in, const char *name) {
    static import_reader reader;
    uint8_t identity[TREY_IDENTITY_BYTES];
    int64_t version = 0;
    int status = EXIT_DONE;
    reader = (import_reader){.name = name, .in = in};
    json_t *head = next_line(&reader, &status);
    if (head) {
        if (!number(head, "trey-store", INT64_MAX, &version) ||
            !fixed_bytes(head, "identity", identity, sizeof identity))
            status = bad_line(&reader, "this is not an export of a store of Trey's");
        else if (version != 1)
            status = bad_line(&reader, "this program reads exports of version 1; import this one "
                                       "with the version of Trey that wrote it");
        else
            status = import_into(address, &reader, identity);
        json_decref(head);
    }
    free(reader.text);
    free(reader.bytes);
    return status;
}
