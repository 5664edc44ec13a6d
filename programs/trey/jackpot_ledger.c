/* jackpot_ledger.c -- a linked jackpot's records folded into its books.
 *
 * The events are folded by trey_link_apply, as a house does when it starts; there is no
 * second arithmetic here, only notes of who did what and when. After each event the sums
 * are compared:
 *
 *   display = start + contributions + seeds - releases - awards
 *   awards  = paid to players + drawn + waiting
 *
 * The records come from a file that anybody may have written: an event that the fold would
 * trip on ends the reading. Whether the events are those that the rules give is for
 * `trey verify` to say. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "jackpot_ledger.h"

/* Above anything that a jackpot moves at once, and far from overflow. */
#define MONEY_MOST (TREY_METER_MAX * 100)

const char *hit_state_word(hit_state state) {
    static const char *const word[] = {"pending", "confirmed", "rejected"};
    return word[state];
}

char *ledger_time(int64_t microseconds, char out[LEDGER_TIME_MAX]) {
    enum { MILLION = 1000000 };
    int64_t rest = microseconds % MILLION;
    if (rest < 0) rest += MILLION;
    time_t seconds = (time_t)((microseconds - rest) / MILLION);
    struct tm utc;
    char text[LEDGER_TIME_MAX];
    if (!gmtime_r(&seconds, &utc) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc))
        snprintf(text, sizeof text, "?");
    snprintf(out, LEDGER_TIME_MAX, "%.22s.%06dZ", text, (int)rest);
    return out;
}

trey_cents ledger_display(const trey_link *link) {
    return link->start + link->contributed + link->seeded - link->released - link->awarded;
}

trey_cents ledger_awards(const jackpot_ledger *ledger) {
    return ledger->paid + ledger->drawn + ledger->state.pending;
}

/* One more in an array; NULL: no memory. */
static void *grow(void **array, size_t *count, size_t *room, size_t size) {
    if (*count == *room) {
        size_t more = *room ? *room * 2 : 8;
        void *grown = realloc(*array, more * size);
        if (!grown) return NULL;
        *array = grown;
        *room = more;
    }
    void *added = (char *)*array + *count * size;
    memset(added, 0, size);
    ++*count;
    return added;
}

/* ---- Notes --------------------------------------------------------------------------------- */
static ledger_hit *hit_of(jackpot_ledger *ledger, uint64_t number) {
    for (size_t i = ledger->hits; i > 0; i--) {
        if (ledger->hit[i - 1].number == number) return &ledger->hit[i - 1];
    }
    return NULL;
}

static bool note_entry(jackpot_ledger *ledger, const trey_link_event *event, int64_t time) {
    void *list = ledger->hit;
    ledger_hit *hit = grow(&list, &ledger->hits, &ledger->hits_room, sizeof *hit);
    ledger->hit = list;
    if (!hit) return false;
    hit->number = event->number;
    hit->round = event->round;
    hit->time = time;
    hit->table = event->hit.table;
    hit->seat = event->hit.seat;
    hit->player = event->player;
    hit->share = event->hit.award.d == 100 ? (unsigned)event->hit.award.n : 0;
    return true;
}

static void note_end(jackpot_ledger *ledger, const trey_link_event *event, int64_t time,
                     hit_state state) {
    ledger_hit *hit = hit_of(ledger, event->number);
    if (!hit) return;
    hit->state = state;
    hit->decided = time;
    hit->actor = event->actor;
    hit->role = event->role;
    memcpy(hit->reason, event->reason, sizeof hit->reason);
    if (state == HIT_CONFIRMED) ledger->paid += event->amount;
}

static bool note_change(jackpot_ledger *ledger, const trey_link_event *event, int64_t time) {
    void *list = ledger->change;
    ledger_change *change = grow(&list, &ledger->changes, &ledger->changes_room, sizeof *change);
    ledger->change = list;
    if (!change) return false;
    change->time = time;
    change->actor = event->actor;
    change->role = event->role;
    change->before = ledger->state.parameters;
    change->after = event->parameters;
    memcpy(change->reason, event->reason, sizeof change->reason);
    return true;
}

static bool note(jackpot_ledger *ledger, const trey_link_event *event, int64_t time) {
    switch ((trey_link_event_kind)event->kind) {
    case TREY_LINK_EVENT_ENTERED:
        return note_entry(ledger, event, time);
    case TREY_LINK_EVENT_CONFIRMED:
        note_end(ledger, event, time, HIT_CONFIRMED);
        return true;
    case TREY_LINK_EVENT_REJECTED:
        note_end(ledger, event, time, HIT_REJECTED);
        return true;
    case TREY_LINK_EVENT_DRAWN:
        ledger->draws++;
        ledger->drawn += event->amount;
        return true;
    case TREY_LINK_EVENT_CHANGED:
        return note_change(ledger, event, time);
    default:
        return true;
    }
}

/* ---- Folding ------------------------------------------------------------------------------- */
static bool within(trey_cents cents) {
    return cents >= -MONEY_MOST && cents <= MONEY_MOST;
}

static bool can_be_folded(const trey_link *link, const trey_link_event *event) {
    if (event->kind == TREY_LINK_EVENT_ENTERED && link->hits == TREY_LINK_HITS) return false;
    for (unsigned i = 0; i < TREY_LINK_HITS; i++) {
        if (!within(event->values.hit[i])) return false;
    }
    return within(event->amount) && within(event->reserve) && within(event->overflow) &&
           within(event->values.display) && within(event->values.seeded) &&
           within(event->values.released);
}

static trey_status fold(jackpot_ledger *ledger, const trey_record *record,
                        const trey_link_event *event) {
    trey_link *link = &ledger->state;
    if (!note(ledger, event, record->time)) return TREY_STATUS_NO_MEMORY;
    trey_link_apply(link, event);
    for (unsigned i = 0; i < link->hits; i++) {
        ledger_hit *hit = hit_of(ledger, link->hit[i].number);
        if (hit) hit->value = link->hit[i].value;
    }
    ledger->events++;
    if (!ledger->broken &&
        (link->value != ledger_display(link) || link->awarded != ledger_awards(ledger)))
        ledger->broken = record->seq;
    return TREY_STATUS_OK;
}

static bool begin(jackpot_ledger *ledger, const trey_record *record) {
    trey_rulebook *book;
    if (!trey_jackpot_terms_decode(record, &ledger->terms) ||
        trey_rulebook_open(&book, ledger->terms.rulebook, NULL) != TREY_STATUS_OK)
        return false;
    bool good =
        trey_link_open(book, &ledger->terms.parameters, ledger->terms.start, &ledger->state);
    trey_rulebook_close(book);
    ledger->opened = record->time;
    return good;
}

static trey_status take(jackpot_ledger *ledger, const trey_record *record,
                        trey_store_message *message) {
    trey_link_event event;
    bool good = true;
    if (record->place == 1) {
        good = begin(ledger, record);
    } else if (record->type != TREY_RECORD_COMMAND) {
        good = trey_link_event_decode(record, &event) && can_be_folded(&ledger->state, &event);
        if (good) return fold(ledger, record, &event);
    }
    if (good) return TREY_STATUS_OK;
    snprintf(message->text, sizeof message->text,
             "record %" PRIu64 " is none of a jackpot; `trey verify` tells more", record->seq);
    return TREY_STATUS_STORE_CORRUPT;
}

trey_status jackpot_ledger_open(jackpot_ledger *out, trey_store *store,
                                const trey_stream_item *stream, trey_store_message *message) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    bool any = false;
    memset(out, 0, sizeof *out);
    message->text[0] = '\0';
    memcpy(out->name, stream->name, sizeof out->name);
    trey_status status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, stream->id, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        status = take(out, &item->record, message);
        any = true;
    }
    trey_cursor_close(cursor);
    if (status == TREY_STATUS_OK && !any) status = TREY_STATUS_NOT_FOUND;
    if (status != TREY_STATUS_OK && message->text[0] == '\0')
        snprintf(message->text, sizeof message->text, "%s", trey_store_message_text(store));
    return status;
}

void jackpot_ledger_close(jackpot_ledger *ledger) {
    free(ledger->hit);
    free(ledger->change);
    memset(ledger, 0, sizeof *ledger);
}

/* ---- All of a store -------------------------------------------------------------------------- */
static trey_status read_streams(jackpot_ledgers *out, trey_store *store) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_STREAMS, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        void *list = out->stream;
        trey_stream_item *stream =
            grow(&list, &out->streams, &out->streams_room, sizeof *out->stream);
        out->stream = list;
        if (stream)
            *stream = item->stream;
        else
            status = TREY_STATUS_NO_MEMORY;
    }
    trey_cursor_close(cursor);
    return status;
}

static trey_status read_jackpot(jackpot_ledgers *out, trey_store *store,
                                const trey_stream_item *stream, trey_store_message *message) {
    void *list = out->jackpot;
    jackpot_ledger *jackpot = grow(&list, &out->count, &out->room, sizeof *out->jackpot);
    out->jackpot = list;
    if (!jackpot) return TREY_STATUS_NO_MEMORY;
    trey_status status = jackpot_ledger_open(jackpot, store, stream, message);
    if (status != TREY_STATUS_NOT_FOUND) return status;
    jackpot_ledger_close(jackpot);
    out->count--;
    return TREY_STATUS_OK;
}

trey_status jackpot_ledgers_open(jackpot_ledgers *out, trey_store *store, const char *name,
                                 trey_store_message *message) {
    memset(out, 0, sizeof *out);
    message->text[0] = '\0';
    trey_status status = read_streams(out, store);
    if (status != TREY_STATUS_OK)
        snprintf(message->text, sizeof message->text, "%s", trey_store_message_text(store));
    for (size_t i = 0; status == TREY_STATUS_OK && i < out->streams; i++) {
        const trey_stream_item *stream = &out->stream[i];
        if (stream->kind != TREY_STREAM_JACKPOT || (name && strcmp(stream->name, name) != 0))
            continue;
        status = read_jackpot(out, store, stream, message);
    }
    if (status == TREY_STATUS_OK && name && out->count == 0) {
        snprintf(message->text, sizeof message->text, "there is no jackpot called %s", name);
        status = TREY_STATUS_INVALID;
    }
    return status;
}

void jackpot_ledgers_close(jackpot_ledgers *ledgers) {
    for (size_t i = 0; i < ledgers->count; i++) jackpot_ledger_close(&ledgers->jackpot[i]);
    free(ledgers->jackpot);
    free(ledgers->stream);
    memset(ledgers, 0, sizeof *ledgers);
}

const char *ledger_table_name(const jackpot_ledgers *ledgers, trey_stream table) {
    for (size_t i = 0; i < ledgers->streams; i++) {
        if (ledgers->stream[i].id == table) return ledgers->stream[i].name;
    }
    return "?";
}
