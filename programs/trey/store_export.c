/* store_export.c -- trey store export: everything in a store, one JSON object a line.
 *
 * Same store, same bytes: the order of the lines and of the members is fixed, numbers
 * are whole, bytes are hexadecimal in small letters. The last line counts what came
 * before it, so that a file which was cut off is noticed. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "commands.h"
#include "store_lines.h"

static void put_hex(FILE *out, const uint8_t *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    putc_unlocked('"', out);
    for (size_t i = 0; i < count; i++) {
        putc_unlocked(digits[bytes[i] >> 4], out);
        putc_unlocked(digits[bytes[i] & 15], out);
    }
    putc_unlocked('"', out);
}

/* Names that Trey gives have no control characters; those of another's store may. */
static void put_name(FILE *out, const char *name) {
    putc_unlocked('"', out);
    for (; *name; name++) {
        const unsigned char c = (unsigned char)*name, next = (unsigned char)name[1];
        bool wide = c == 0xc2 && next >= 0x80 && next < 0xa0;
        if (c < ' ' || c == 0x7f || wide) {
            fprintf(out, "\\u%04x", wide ? next : c);
            name += wide;
            continue;
        }
        if (c == '"' || c == '\\') putc_unlocked('\\', out);
        putc_unlocked(c, out);
    }
    putc_unlocked('"', out);
}

static void put_record(FILE *out, const trey_record *record) {
    fprintf(out,
            "{\"record\":{\"seq\":%" PRIu64 ",\"stream\":%u,\"place\":%" PRIu64 ",\"time\":%" PRId64
            ",\"type\":%u,\"body\":",
            record->seq, record->stream, record->place, record->time, record->type);
    put_hex(out, record->body, record->size);
    fputs(",\"transfers\":[", out);
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *transfer = &record->transfer[i];
        fprintf(out, "%s[%" PRId64 ",%" PRId64 ",%" PRId64 ",%u,%u]", i ? "," : "", transfer->payer,
                transfer->payee, transfer->cents, transfer->seat, transfer->wager);
    }
    fputs("],\"chain\":", out);
    put_hex(out, record->chain.byte, TREY_HASH_BYTES);
    fputs("}}\n", out);
}

static void put_answer(FILE *out, const trey_answer *answer) {
    fprintf(out, "{\"answer\":{\"number\":%" PRIu64 ",\"command\":", answer->number);
    put_hex(out, answer->command.byte, TREY_COMMAND_ID_BYTES);
    fprintf(out, ",\"stream\":%u,\"refusal\":%u,\"first\":%" PRIu64 ",\"count\":%u,\"body\":",
            answer->stream, answer->refusal, answer->first, answer->count);
    put_hex(out, answer->body, answer->size);
    fputs("}}\n", out);
}

static void put_checkpoint(FILE *out, const trey_checkpoint *checkpoint) {
    fprintf(out, "{\"checkpoint\":{\"number\":%" PRIu64 ",\"count\":%" PRIu64 ",\"chain\":",
            checkpoint->number, checkpoint->count);
    put_hex(out, checkpoint->chain.byte, TREY_HASH_BYTES);
    fputs(",\"root\":", out);
    put_hex(out, checkpoint->root.byte, TREY_HASH_BYTES);
    fprintf(out, ",\"time\":%" PRId64 ",\"key\":", checkpoint->time);
    put_hex(out, checkpoint->key, sizeof checkpoint->key);
    fputs(",\"signature\":", out);
    put_hex(out, checkpoint->signature, sizeof checkpoint->signature);
    fputs("}}\n", out);
}

static void put_mac(FILE *out, const trey_mac *mac) {
    fputs(",\"mac\":", out);
    put_hex(out, mac->byte, sizeof mac->byte);
    fputs("}}\n", out);
}

static void put_batch(FILE *out, const trey_batch_row *batch) {
    fprintf(out,
            "{\"batch\":{\"number\":%" PRIu64 ",\"records\":%" PRIu64 ",\"answers\":%" PRIu64
            ",\"checkpoints\":%" PRIu64 ",\"chain\":",
            batch->number, batch->records, batch->answers, batch->checkpoints);
    put_hex(out, batch->chain.byte, TREY_HASH_BYTES);
    fputs(",\"link\":", out);
    put_hex(out, batch->link.byte, TREY_HASH_BYTES);
    fputs(",\"kept\":", out);
    put_hex(out, batch->kept, batch->size);
    put_mac(out, &batch->mac);
}

static void put_item(FILE *out, const trey_store_item *item) {
    switch (item->part) {
    case TREY_PART_STREAMS:
        fprintf(out, "{\"stream\":{\"id\":%u,\"kind\":%u,\"name\":", item->stream.id,
                item->stream.kind);
        put_name(out, item->stream.name);
        fprintf(out, ",\"epoch\":%" PRIu64 "}}\n", item->stream.epoch);
        break;
    case TREY_PART_RECORDS:
        put_record(out, &item->record);
        break;
    case TREY_PART_ANSWERS:
        put_answer(out, &item->answer);
        break;
    case TREY_PART_CHECKPOINTS:
        put_checkpoint(out, &item->checkpoint);
        break;
    case TREY_PART_SNAPSHOTS:
        fprintf(out, "{\"snapshot\":{\"stream\":%u,\"place\":%" PRIu64 ",\"body\":",
                item->snapshot.stream, item->snapshot.place);
        put_hex(out, item->snapshot.body, item->snapshot.size);
        put_mac(out, &item->snapshot.mac);
        break;
    case TREY_PART_KEPT:
        fprintf(out, "{\"kept\":{\"stream\":%u,\"name\":", item->kept.stream);
        put_name(out, item->kept.name);
        fputs(",\"body\":", out);
        put_hex(out, item->kept.body, item->kept.size);
        put_mac(out, &item->kept.mac);
        break;
    case TREY_PART_CLAIMS:
        fprintf(out, "{\"claim\":{\"stream\":%u,\"name\":", item->claim.stream);
        put_name(out, item->claim.name);
        fputs("}}\n", out);
        break;
    case TREY_PART_BATCHES:
        put_batch(out, &item->batch);
        break;
    case TREY_PART_BALANCES: /* follow from the transfers */
        break;
    }
}

static trey_status put_part(trey_store *store, trey_store_part part, FILE *out, uint64_t *lines) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, store, part, 0);
    if (status != TREY_STATUS_OK) return status;
    while ((status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item && !ferror(out)) {
        put_item(out, item);
        ++*lines;
    }
    trey_cursor_close(cursor);
    return status;
}

int store_export(trey_store *store, FILE *out) {
    static const trey_store_part parts[] = {
        TREY_PART_STREAMS,   TREY_PART_RECORDS, TREY_PART_ANSWERS, TREY_PART_CHECKPOINTS,
        TREY_PART_SNAPSHOTS, TREY_PART_KEPT,    TREY_PART_CLAIMS,  TREY_PART_BATCHES};
    trey_store_info info;
    uint64_t lines = 1;
    trey_status status = trey_store_tell(store, &info);
    if (status == TREY_STATUS_OK) {
        fputs("{\"trey-store\":1,\"identity\":", out);
        put_hex(out, info.identity, sizeof info.identity);
        fputs("}\n", out);
    }
    for (unsigned i = 0; i < sizeof parts / sizeof *parts && status == TREY_STATUS_OK; i++)
        status = put_part(store, parts[i], out, &lines);
    if (status != TREY_STATUS_OK) {
        fprintf(stderr, "trey store: %s\n", trey_store_message_text(store));
        return store_exit(status);
    }
    fprintf(out, "{\"end\":{\"lines\":%" PRIu64 ",\"records\":%" PRIu64 ",\"chain\":", lines,
            info.records);
    put_hex(out, info.chain.byte, TREY_HASH_BYTES);
    put_mac(out, &info.sealed);
    if (fflush(out) == 0 && !ferror(out)) return EXIT_DONE;
    fprintf(stderr, "trey store: the export cannot be written: %s\n", strerror(errno));
    return EXIT_OPERATING;
}
