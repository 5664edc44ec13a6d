/* drawn_text.c -- a drawn book as the YAML that a house would write. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "drawn_book.h"

static void put(drawn_book *book, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(drawn_book *book, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written =
        vsnprintf(book->text + book->length, DRAWN_TEXT_MAX - book->length, format, arguments);
    va_end(arguments);
    TREY_ASSERT(written >= 0 && book->length + (size_t)written < DRAWN_TEXT_MAX);
    book->length += (size_t)written;
}

/* ---- Values ----------------------------------------------------------------------- */
static void put_cents(drawn_book *book, trey_cents cents) {
    if (cents % 100 == 0) {
        put(book, "$%lld", (long long)cents / 100);
    } else {
        put(book, "$%lld.%02lld", (long long)cents / 100, (long long)cents % 100);
    }
}

static void put_words(drawn_book *book, trey_key key, trey_value value) {
    put(book, "[");
    for (uint64_t rest = (uint64_t)value.n; rest; rest >>= 4)
        put(book, "%s%s", drawn_words(key)[(rest & 15u) - 1], rest >> 4 ? ", " : "");
    put(book, "]");
}

static void put_range(drawn_book *book, trey_value value) {
    if (value.d == TREY_NO_LIMIT) {
        put(book, "any");
        return;
    }
    put_cents(book, value.n);
    put(book, "..");
    put_cents(book, value.d);
}

static void put_award(drawn_book *book, trey_value value) {
    if (value.n == 0) {
        put(book, "none");
    } else if (value.d == 100) {
        put(book, "%lld%%", (long long)value.n);
    } else {
        put_cents(book, value.n);
    }
}

static void put_value(drawn_book *book, trey_key key, trey_value value) {
    switch (trey_key_type(key)) {
    case TREY_TYPE_WORD:
        put(book, "%s", drawn_words(key)[value.n]);
        break;
    case TREY_TYPE_WORDS:
        put_words(book, key, value);
        break;
    case TREY_TYPE_COUNT:
        put(book, "%lld", (long long)value.n);
        break;
    case TREY_TYPE_RANGE:
        put(book, "%lld..%lld", (long long)value.n, (long long)value.d);
        break;
    case TREY_TYPE_MONEY:
        if (value.n == TREY_CONFIGURED) {
            put(book, "configured");
        } else {
            put_cents(book, value.n);
        }
        break;
    case TREY_TYPE_MONEY_RANGE:
        put_range(book, value);
        break;
    case TREY_TYPE_RATE:
        if (value.n == 0) {
            put(book, "none");
        } else {
            put(book, "%lld:%lld", (long long)value.n, (long long)value.d);
        }
        break;
    case TREY_TYPE_AWARD:
        put_award(book, value);
        break;
    }
}

static const trey_reading *reading_of(const drawn_book *book, int reading) {
    return trey_rulebook_reading(drawn_base(book->list), (size_t)reading);
}

static void put_key(drawn_book *book, trey_key key) {
    const drawn_key *k = &book->key[key];
    if (!k->there) {
        put(book, "{absent: \"so the dice fell\"}\n");
        return;
    }
    if (k->reading < 0) {
        put(book, "{silent: ");
        put_value(book, key, k->letter[0]);
    } else {
        const trey_reading *reading = reading_of(book, k->reading);
        put(book, "{silent: {reading: %s", reading->id);
        for (unsigned i = 0; i < reading->letters; i++) {
            put(book, ", %c: ", 'A' + (int)i);
            put_value(book, key, k->letter[i]);
        }
        put(book, "}");
    }
    put(book, ", why: \"so the dice fell\"}\n");
}

/* ---- Groups ----------------------------------------------------------------------- */
static void put_schedules(drawn_book *book) {
    const trey_paragraph *cited = trey_rulebook_paragraph(drawn_base(book->list), 0);
    if (book->schedules == 0) return;
    put(book, "  schedules:\n    silent:\n");
    for (unsigned s = 0; s < book->schedules; s++) {
        const drawn_schedule *schedule = &book->schedule[s];
        put(book, "      - option: %u\n        by: [\"%s\"]\n        player: ", schedule->option,
            cited->id);
        put_cents(book, schedule->player_fee);
        put(book, "\n        brackets:\n");
        for (unsigned i = 0; i < schedule->brackets; i++) {
            const trey_bracket *bracket = &schedule->bracket[i];
            put(book, "          - {action: ");
            put_cents(book, bracket->from);
            put(book, "..");
            if (bracket->to != TREY_NO_LIMIT) put_cents(book, bracket->to);
            put(book, ", fee: ");
            if (bracket->fee == TREY_FEE_UNREADABLE) {
                put(book, "unreadable");
            } else {
                put_cents(book, bracket->fee);
            }
            put(book, "}\n");
        }
    }
    put(book, "    why: \"so the dice fell\"\n");
}

/* A key that a book may have or lack as it pleases says which. */
static bool is_written(const drawn_book *book, unsigned key) {
    return book->key[key].there || (trey_key_part((trey_key)key) == TREY_PART_FREE &&
                                    trey_key_met((trey_key)key) == TREY_KEY_IS_READ);
}

/* Is it the first key that is written below this head of its path? */
static bool first_below(const drawn_book *book, unsigned key, size_t head) {
    const char *path = trey_key_path((trey_key)key);
    for (unsigned k = 0; k < key; k++) {
        if (is_written(book, k) && strncmp(trey_key_path((trey_key)k), path, head) == 0)
            return false;
    }
    return true;
}

/* All keys whose path begins with the first `length` bytes of `prefix`. */
static void put_group(drawn_book *book, const char *prefix, size_t length, unsigned depth) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const char *path = trey_key_path((trey_key)key);
        if (!is_written(book, key) || strncmp(path, prefix, length) != 0) continue;
        const char *dot = strchr(path + length, '.');
        if (!dot) {
            put(book, "%*s%s: ", (int)(2 * depth), "", path + length);
            put_key(book, (trey_key)key);
            continue;
        }
        size_t head = (size_t)(dot - path) + 1;
        if (!first_below(book, key, head)) continue;
        put(book, "%*s%.*s:\n", (int)(2 * depth), "", (int)(head - length - 1), path + length);
        put_group(book, path, head, depth + 1);
        if (strncmp(path, "collection.", head) == 0) put_schedules(book);
    }
}

/* ---- Irregularities --------------------------------------------------------------- */
static void put_remedy(drawn_book *book, int reading, const unsigned remedy[TREY_LETTERS]) {
    if (reading < 0) {
        put(book, "%s", trey_remedy_word(remedy[0]));
        return;
    }
    put(book, "{reading: %s", reading_of(book, reading)->id);
    for (unsigned i = 0; i < reading_of(book, reading)->letters; i++)
        put(book, ", %c: %s", 'A' + (int)i, trey_remedy_word(remedy[i]));
    put(book, "}");
}

static void put_case(drawn_book *book, const drawn_case *item) {
    bool first = true;
    put(book, "      - {when: {");
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (item->when[fact] < 0) continue;
        put(book, "%s%s: %s", first ? "" : ", ", trey_fact_name((trey_fact)fact),
            trey_fact_answer((trey_fact)fact, (unsigned)item->when[fact]));
        first = false;
    }
    put(book, "}, silent: ");
    put_remedy(book, item->reading, item->remedy);
    bool any = false;
    for (unsigned i = 0; i < TREY_LETTERS; i++) any |= item->also[i] != TREY_REMEDY_NONE;
    if (any) {
        put(book, ", also: ");
        put_remedy(book, item->reading, item->also);
    }
    if (item->decides >= 0) put(book, ", decides: %s", trey_role_word((unsigned)item->decides));
    put(book, ", why: \"so the dice fell\"}\n");
}

static void put_kind(drawn_book *book, trey_irregularity kind) {
    const drawn_kind *k = &book->kind[kind];
    if (k->absent) {
        put(book, "  %s: {absent: \"so the dice fell\"}\n", trey_irregularity_name(kind));
        return;
    }
    put(book, "  %s:\n", trey_irregularity_name(kind));
    bool first = true;
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (!k->asks[fact]) continue;
        put(book, "%s%s", first ? "    asks: [" : ", ", trey_fact_name((trey_fact)fact));
        first = false;
    }
    put(book, "%s    cases:\n", first ? "" : "]\n");
    for (unsigned i = 0; i < k->cases; i++) put_case(book, &k->item[i]);
}

void drawn_book_write(drawn_book *book) {
    book->length = 0;
    put(book,
        "rulebook: drawn\ntitle: A house of chance\nversion: \"1\"\nin_force: 2026-01-01\n"
        "paragraphs: %s\n",
        trey_builtin_id(book->list));
    put_group(book, "", 0, 0);
    bool collects = false;
    for (unsigned key = 0; key < TREY_KEYS; key++)
        collects |=
            book->key[key].there && strncmp(trey_key_path((trey_key)key), "collection.", 11) == 0;
    if (book->schedules && !collects) {
        put(book, "collection:\n");
        put_schedules(book);
    }
    put(book, "irregularities:\n");
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++)
        put_kind(book, (trey_irregularity)kind);
}
