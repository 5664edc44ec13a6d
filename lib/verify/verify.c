/* verify.c -- one walk through the records of a store.
 *
 * Each record goes past every part in turn: first its bytes (chain and tree), then its
 * money, then what it says, and last the checkpoints that end with it. So what is named
 * is the record itself wherever its content gives it away, and a checkpoint only where
 * nothing else does. After a finding the walk goes on; a stream whose state is lost with it is
 * hashed and added up from there on, and no longer replayed. Memory holds the state of each table
 * and jackpot, one slot an account, and a page of records. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/people.h"
#include "trey/shifts.h"
#include "verify_parts.h"

enum { PROGRESS_EVERY = 4096 };

const char *trey_verdict_word(trey_verdict verdict) {
    static const char *const word[] = {"good", "changed", "truncated", "unwitnessed"};
    TREY_ASSERT((unsigned)verdict < sizeof word / sizeof *word);
    return word[verdict];
}

/* ---- Saying what was found ------------------------------------------------------------ */
const char *verify_stream_name(const verify_stream *stream, char out[SAID_MAX]) {
    static const char *const kind[] = {"stream", "table", "jackpot", "cage", "house"};
    unsigned known = stream->item.kind <= TREY_STREAM_HOUSE ? stream->item.kind : 0;
    bool twice = strcmp(kind[known], stream->item.name) == 0; /* the cage is called so */
    snprintf(out, SAID_MAX, "%s%s%s", kind[known], twice ? "" : " ",
             twice ? "" : stream->item.name);
    return out;
}

static void say(char *to, size_t room, const char *text) {
    snprintf(to, room, "%s", text ? text : "");
}

bool verify_goes_on(const verifying *v) {
    bool enough = v->options->first_only && v->report->faults > 0;
    return v->status == TREY_STATUS_OK && !v->unreadable && !enough;
}

void verify_astray(verifying *v, verify_stream *stream) {
    if (stream->astray) return;
    stream->astray = v->astray = true;
    v->answer_astray = true;
    if (v->deciding == stream) v->deciding = NULL;
    if (v->owing == stream) v->owing = NULL;
    if (stream->table && stream->table->jackpot) verify_astray(v, stream->table->jackpot);
}

/* A change outweighs a lost end, and that one what nobody has witnessed. */
static trey_verdict graver(trey_verdict a, trey_verdict b) {
    if (a == TREY_VERDICT_GOOD || b == TREY_VERDICT_GOOD) return a == TREY_VERDICT_GOOD ? b : a;
    return a < b ? a : b;
}

static void list_finding(trey_verify_report *report, const trey_finding *finding) {
    report->verdict = graver(report->verdict, finding->verdict);
    if (report->faults++ == 0) report->finding = *finding;
    if (!report->listed) report->listed = calloc(TREY_FINDINGS_MAX, sizeof *report->listed);
    if (report->listed && report->listings < TREY_FINDINGS_MAX)
        report->listed[report->listings++] = *finding;
}

bool verify_fault(verifying *v, const char *what, const char *expected, const char *found) {
    trey_finding made = {.verdict = TREY_VERDICT_CHANGED}, *finding = &made;
    const trey_record *record = v->record;
    char name[SAID_MAX];
    v->stopped = true;
    if (v->named == record->seq) return false; /* its first fault explains the others */
    v->named = record->seq;
    finding->seq = record->seq;
    finding->place = record->place;
    if (record->stream >= 1 && record->stream <= v->streams)
        say(finding->stream, sizeof finding->stream,
            verify_stream_name(&v->stream[record->stream - 1], name));
    say(finding->what, sizeof finding->what, what);
    say(finding->expected, sizeof finding->expected, expected);
    say(finding->found, sizeof finding->found, found);
    list_finding(v->report, finding);
    return false;
}

bool verify_fault_numbers(verifying *v, const char *what, uint64_t expected, uint64_t found) {
    char a[32], b[32];
    snprintf(a, sizeof a, "%" PRIu64, expected);
    snprintf(b, sizeof b, "%" PRIu64, found);
    return verify_fault(v, what, a, b);
}

bool verify_fault_beside(verifying *v, trey_verdict verdict, const char *expected,
                         const char *found, const char *what, ...) {
    trey_finding finding = {.verdict = verdict};
    va_list list;
    va_start(list, what);
    vsnprintf(finding.what, sizeof finding.what, what, list);
    va_end(list);
    say(finding.expected, sizeof finding.expected, expected);
    say(finding.found, sizeof finding.found, found);
    v->stopped = true;
    list_finding(v->report, &finding);
    return false;
}

bool verify_fails(verifying *v, trey_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(v->message->text, sizeof v->message->text, format, list);
    va_end(list);
    v->status = status;
    v->stopped = true;
    return false;
}

/* A page that cannot be read is a change like any other. */
bool verify_store_fails(verifying *v, trey_status status) {
    const char *text = trey_store_message_text(v->store);
    if (status != TREY_STATUS_STORE_CORRUPT) return verify_fails(v, status, "%s", text);
    trey_finding finding = {.verdict = TREY_VERDICT_CHANGED, .seq = v->report->last + 1};
    if (v->unreadable) return false;
    snprintf(finding.what, sizeof finding.what, "the store cannot be read behind record %" PRIu64,
             v->report->last);
    say(finding.found, sizeof finding.found, text);
    v->stopped = v->unreadable = true;
    list_finding(v->report, &finding);
    return false;
}

/* ---- Streams ---------------------------------------------------------------------------- */
verify_stream *verify_find_stream(verifying *v, trey_stream_kind kind, const char *name) {
    for (size_t i = 0; i < v->streams; i++) {
        verify_stream *stream = &v->stream[i];
        if (stream->item.kind == kind && strcmp(stream->item.name, name) == 0) return stream;
    }
    return NULL;
}

static bool add_stream(verifying *v, const trey_stream_item *item) {
    enum { STREAMS_MOST = 1 << 24 }; /* as the store gives them */
    if (item->id != v->streams + 1)
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                            "stream %zu is missing from the list of streams", v->streams + 1);
    /* Its records are there, perhaps: they belong to a stream without a name. */
    while (item->id > v->streams + 1 && item->id < STREAMS_MOST) {
        if (!TREY_LIST_ROOM(v->stream, v->streams, v->stream_room))
            return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the streams");
        v->stream[v->streams] = (verify_stream){.item = {.id = (trey_stream)v->streams + 1}};
        v->stream[v->streams++].astray = v->astray = true;
    }
    if (item->id != v->streams + 1) return true;
    if (!TREY_LIST_ROOM(v->stream, v->streams, v->stream_room))
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the streams");
    v->stream[v->streams++] = (verify_stream){.item = *item};
    return true;
}

static bool load_streams(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_STREAMS, 0);
    bool good = true;
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        good = add_stream(v, &item->stream) || verify_goes_on(v);
    trey_cursor_close(cursor);
    if (good && status != TREY_STATUS_OK) return verify_store_fails(v, status);
    return good;
}

static bool add_snapshot(verifying *v, const trey_snapshot *snapshot) {
    if (snapshot->stream == 0 || snapshot->stream > v->streams)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "there is a snapshot of stream %u, and no such stream",
                                   snapshot->stream);
    verify_stream *stream = &v->stream[snapshot->stream - 1];
    char name[SAID_MAX];
    if (v->batches.keyed && !trey_snapshot_sealed(&v->batches.seal, snapshot))
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                            "%s: the snapshot of place %" PRIu64
                            " is not sealed with the house's keys",
                            verify_stream_name(stream, name), snapshot->place);
    if (stream->snapshot)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "there are two snapshots of stream %u", snapshot->stream);
    stream->snapshot = malloc(snapshot->size ? snapshot->size : 1);
    if (!stream->snapshot)
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the snapshots");
    if (snapshot->size) memcpy(stream->snapshot, snapshot->body, snapshot->size);
    stream->snapshot_size = snapshot->size;
    stream->snapshot_place = snapshot->place;
    return true;
}

static bool load_snapshots(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_SNAPSHOTS, 0);
    bool good = true;
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        good = add_snapshot(v, &item->snapshot) || verify_goes_on(v);
    trey_cursor_close(cursor);
    if (good && status != TREY_STATUS_OK) return verify_store_fails(v, status);
    return good;
}

/* Snapshots are taken when a command is done, and of a table between rounds. */
static bool at_rest(const verifying *v, const verify_stream *stream) {
    if (v->record->type == TREY_RECORD_COMMAND) return false;
    if (stream->link) return stream->link->next == stream->link->decision.count;
    return v->deciding != stream && !stream->table->fair.committed &&
           stream->table->state.phase == TREY_PHASE_IDLE;
}

/* The snapshot that a house takes of the stream as it is now; 0 for a stream that has none. */
enum {
    STATE_BYTES_MAX = (int)TREY_TABLE_SNAPSHOT_BYTES > (int)TREY_LINK_SNAPSHOT_BYTES
                          ? TREY_TABLE_SNAPSHOT_BYTES
                          : TREY_LINK_SNAPSHOT_BYTES
};
static size_t snapshot_now(const verify_stream *stream, uint8_t out[STATE_BYTES_MAX]) {
    if (stream->link) {
        trey_link_snapshot_encode(&stream->link->state, out);
        return TREY_LINK_SNAPSHOT_BYTES;
    }
    if (!stream->table) return 0;
    trey_table_snapshot_encode(&stream->table->state, out);
    return TREY_TABLE_SNAPSHOT_BYTES;
}

/* The snapshot of this place against the state of this place. One of another layout is not
 * read by a house. */
static bool compare_snapshot(verifying *v, verify_stream *stream) {
    uint8_t now[STATE_BYTES_MAX];
    if (!stream->snapshot || stream->snapshot_place != v->record->place) return true;
    if (stream->astray) {
        free(stream->snapshot);
        stream->snapshot = NULL;
        v->report->snapshots_skipped++;
        return true;
    }
    if (stream->people) return people_snapshot(v, stream);
    const size_t size = snapshot_now(stream, now);
    bool timely = size > 0 && at_rest(v, stream);
    bool same = timely && stream->snapshot_size == size && memcmp(stream->snapshot, now, size) == 0;
    bool passed_over = timely && (stream->snapshot_size < TREY_SNAPSHOT_LAYOUT_BYTES ||
                                  memcmp(stream->snapshot, now, TREY_SNAPSHOT_LAYOUT_BYTES) != 0 ||
                                  (stream->table && stream->table->blind));
    free(stream->snapshot);
    stream->snapshot = NULL;
    if (same) {
        v->report->snapshots++;
    } else if (passed_over) {
        v->report->snapshots_skipped++;
    } else {
        return verify_fault(v, "the snapshot at this place is not the state that the events give",
                            NULL, NULL);
    }
    return true;
}

/* ---- Records ------------------------------------------------------------------------------ */
/* The store's own record, with the stream's kind and name. */
static bool stream_begins(verifying *v, const verify_stream *stream) {
    uint8_t bytes[TREY_STREAM_NAME_MAX + 16];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    char name[SAID_MAX];
    trey_write_number(&to, stream->item.kind);
    trey_write_text(&to, stream->item.name, strlen(stream->item.name));
    TREY_ASSERT(!to.full);
    if (v->record->type != 0 || v->record->size != to.used ||
        memcmp(v->record->body, bytes, to.used) != 0)
        return verify_fault(v, "the stream was not opened under the name that is listed",
                            verify_stream_name(stream, name), NULL);
    return verify_no_transfers(v);
}

/* A box is a table's, and is emptied between two rounds. */
static bool is_box(const verifying *v, const trey_cage_command *command) {
    if (command->player != TREY_NOBODY || command->other == 0 || command->other > v->streams)
        return false;
    const verify_stream *stream = &v->stream[command->other - 1];
    return stream->table && (stream->table->blind || stream->table->state.phase == TREY_PHASE_IDLE);
}

/* A cashier or a shift manager, who is somebody; or the house, which hands out play money. */
static bool cage_is_his(const trey_cage_command *command) {
    if (command->second != TREY_NOBODY &&
        (command->second == command->actor || (command->second_role != TREY_CAGE_CASHIER &&
                                               command->second_role != TREY_ROLE_SHIFT_MANAGER)))
        return false;
    if (command->actor != TREY_NOBODY && command->kind == TREY_CAGE_REVERSAL)
        return command->role == TREY_ROLE_SHIFT_MANAGER;
    if (command->actor != TREY_NOBODY)
        return command->role == TREY_CAGE_CASHIER || command->role == TREY_ROLE_SHIFT_MANAGER;
    return command->role == TREY_ROLE_DEALER && command->kind == TREY_CAGE_BUY_IN;
}

/* A reversal names an entry before it that another person made, and takes back just that, once. */
static bool is_reversal(const verifying *v, const trey_cage_command *command) {
    if (command->entry == 0 || command->entry > v->cage_count) return false;
    const verify_cage_entry *entry = &v->cage_entry[command->entry - 1];
    const trey_cage_command *was = &entry->command;
    return !entry->reversed && was->kind == command->was && was->kind != TREY_CAGE_BOX &&
           was->kind != TREY_CAGE_REVERSAL && was->actor != TREY_NOBODY &&
           was->actor != command->actor && was->player == command->player &&
           was->other == command->other && was->amount == command->amount;
}

/* Entries are kept, so that a reversal can be held against the one it names. */
static bool keep_entry(verifying *v, const trey_cage_command *command) {
    if (!TREY_LIST_ROOM(v->cage_entry, v->cage_count, v->cage_room))
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "out of memory");
    if (command->kind == TREY_CAGE_REVERSAL) v->cage_entry[command->entry - 1].reversed = true;
    v->cage_entry[v->cage_count++] = (verify_cage_entry){.command = *command};
    return true;
}

static bool is_table(const verifying *v, const trey_cage_command *command) {
    return command->player == TREY_NOBODY && command->other != 0 && command->other <= v->streams &&
           v->stream[command->other - 1].table;
}

static bool cage_does(const verifying *v, const trey_cage_command *command) {
    if (command->amount <= 0 || command->amount > TREY_LIMIT_MAX) return false;
    switch (command->kind) {
    case TREY_CAGE_BUY_IN:
    case TREY_CAGE_CASH_OUT:
        return command->player != TREY_NOBODY;
    case TREY_CAGE_TRANSFER:
        return command->player != TREY_NOBODY && command->other != TREY_NOBODY &&
               command->other != command->player;
    case TREY_CAGE_BOX:
        return is_box(v, command);
    case TREY_CAGE_FILL:
    case TREY_CAGE_CREDIT:
        return is_table(v, command);
    case TREY_CAGE_FLOAT:
    case TREY_CAGE_VAULT:
        return command->player == TREY_NOBODY && command->other == 0;
    case TREY_CAGE_REVERSAL:
        return is_reversal(v, command);
    default:
        return false;
    }
}

/* Worked out here, not asked of the house that wrote it. */
static trey_transfer expected_transfer(trey_stream stream, const trey_cage_command *command) {
    const trey_ledger_account cage = trey_account_of(TREY_LEDGER_CAGE, stream),
                              player = trey_account_of(TREY_LEDGER_PLAYER, command->player),
                              other = trey_account_of(TREY_LEDGER_PLAYER, command->other),
                              box = trey_account_of(TREY_LEDGER_DROP, command->other),
                              bank = trey_account_of(TREY_LEDGER_HOUSE, command->other);
    const struct {
        trey_ledger_account payer, payee;
        bool moves;
    } kinds[] = {[TREY_CAGE_BUY_IN] = {cage, player, true},
                 [TREY_CAGE_CASH_OUT] = {player, cage, true},
                 [TREY_CAGE_TRANSFER] = {player, other, true},
                 [TREY_CAGE_BOX] = {box, cage, true},
                 [TREY_CAGE_FILL] = {cage, bank, true},
                 [TREY_CAGE_CREDIT] = {bank, cage, true},
                 [TREY_CAGE_FLOAT] = {0, 0, false},
                 [TREY_CAGE_VAULT] = {0, 0, false}};
    bool back = command->kind == TREY_CAGE_REVERSAL;
    unsigned kind = back ? command->was : command->kind;
    const trey_transfer transfer = {.payer = back ? kinds[kind].payee : kinds[kind].payer,
                                    .payee = back ? kinds[kind].payer : kinds[kind].payee,
                                    .cents = kinds[kind].moves ? command->amount : 0};
    return transfer;
}

static bool cage_record(verifying *v, const verify_stream *stream) {
    trey_command_id id;
    trey_cage_command command;
    if (!trey_cage_decode(v->record, &id, &command))
        return verify_fault(v, "this is not a record of a cage", NULL, NULL);
    if (!answers_command(v, &id)) return false;
    if (!cage_does(v, &command)) return verify_fault(v, "no cage does this", NULL, NULL);
    if (!cage_is_his(&command))
        return verify_fault(v, "only a cashier or a shift manager does the cage's business", NULL,
                            NULL);
    if (!keep_entry(v, &command)) return false;
    const trey_transfer expected = expected_transfer(stream->item.id, &command);
    return expected.cents > 0 ? verify_transfers(v, &expected, 1) : verify_no_transfers(v);
}

/* Whoever has not finished speaking speaks first. */
static bool in_turn(verifying *v, const verify_stream *stream) {
    char name[SAID_MAX], expected[SAID_MAX + 64], found[SAID_MAX];
    if (v->owing && v->owing != stream) {
        snprintf(expected, sizeof expected, "a record of %s", verify_stream_name(v->owing, name));
        verify_fault(v, "the jackpot was not told what its table did", expected,
                     verify_stream_name(stream, found));
        verify_astray(v, v->owing);
        return false;
    }
    if (!v->deciding || v->deciding == stream || v->owing == stream) return true;
    snprintf(expected, sizeof expected, "a record of %s", verify_stream_name(v->deciding, name));
    verify_fault(v, "events of the command before it are missing", expected,
                 verify_stream_name(stream, found));
    verify_astray(v, v->deciding);
    return false;
}

static bool take_content(verifying *v, verify_stream *stream) {
    in_turn(v, stream); /* whoever did not finish is astray, not this one */
    if (stream->astray) return true;
    if (v->record->place == 0) return stream_begins(v, stream);
    switch ((trey_stream_kind)stream->item.kind) {
    case TREY_STREAM_TABLE:
        return table_record(v, stream);
    case TREY_STREAM_JACKPOT:
        return link_record(v, stream);
    case TREY_STREAM_CAGE:
        return cage_record(v, stream);
    case TREY_STREAM_HOUSE:
        if (strcmp(stream->item.name, TREY_HOUSE_SHIFTS) == 0) return shifts_record(v);
        return people_record(v, stream);
    }
    return verify_fault(v, "there is no such kind of stream", NULL, NULL);
}

/* False where the stream's state is not known behind this record. */
static bool judge_record(verifying *v, verify_stream *stream) {
    const trey_record *record = v->record;
    const uint64_t expected = stream->places;
    bool in_place = record->place == expected;
    stream->places = record->place + 1;
    if (!in_place && !stream->astray)
        verify_fault_numbers(v, "it is out of place in its stream", expected, record->place);
    if (!answers_before(v)) return false;
    ledger_record(v);
    return in_place && take_content(v, stream);
}

static bool take_record(verifying *v) {
    const trey_record *record = v->record;
    v->stopped = false;
    chain_record(v);
    v->stopped = false;
    shifts_pass(v);
    if (!v->options->chain_only) {
        if (record->stream == 0 || record->stream > v->streams) {
            verify_fault_numbers(v, "it belongs to a stream that is not listed; the last is",
                                 v->streams, record->stream);
        } else {
            verify_stream *stream = &v->stream[record->stream - 1];
            v->report->not_judged += stream->astray;
            if (verify_goes_on(v) && !judge_record(v, stream)) verify_astray(v, stream);
            if (verify_goes_on(v)) compare_snapshot(v, stream);
            if (verify_goes_on(v)) answers_after(v);
        }
        if (!verify_goes_on(v) || !batches_record(v)) return false;
    }
    if (verify_goes_on(v)) chain_checkpoints(v);
    return verify_goes_on(v) && witness_record(v) && verify_goes_on(v);
}

static bool walk(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_RECORDS, 0);
    bool good = true;
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        v->record = &item->record;
        good = take_record(v);
        v->report->records++;
        if (v->options->progress && v->report->records % PROGRESS_EVERY == 0)
            v->options->progress(v->options->context, v->report->records, v->report->info.records);
    }
    v->record = NULL;
    v->stopped = false;
    trey_cursor_close(cursor);
    if (good && status != TREY_STATUS_OK) return verify_store_fails(v, status);
    return good;
}

/* ---- The end -------------------------------------------------------------------------------- */
static void stream_end(verifying *v, verify_stream *stream) {
    char name[SAID_MAX];
    verify_stream_name(stream, name);
    if (stream->places == 0) {
        verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                            "%s is listed, and no record opens it", name);
        return;
    }
    if (stream->snapshot)
        verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                            "%s has a snapshot of place %" PRIu64 ", which it has not reached",
                            name, stream->snapshot_place);
    if (stream->table && !stream->astray) table_end(v, stream);
    if (stream->link && !stream->astray) link_end(v, stream);
}

/* A name that is missing from the list was named when the list was read. */
static void streams_end(verifying *v) {
    for (size_t i = 0; i < v->streams; i++) {
        if (v->stream[i].item.kind != 0) stream_end(v, &v->stream[i]);
    }
}

/* What no reader of the rows sees: indexes, the list of free pages. */
static bool file_is_sound(verifying *v) {
    trey_status status = trey_store_check(v->store);
    if (status == TREY_STATUS_OK) return true;
    if (status != TREY_STATUS_STORE_CORRUPT) return verify_store_fails(v, status);
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, trey_store_message_text(v->store),
                               "every record fits, and the file around them is damaged");
}

/* Each looks at what it can, also where another has found something; what would only repeat
 * that records are missing, or a stream astray, is left out. */
static void look_at_the_end(verifying *v) {
    chain_end(v);
    if (verify_goes_on(v)) witness_end(v);
    if (verify_goes_on(v)) streams_end(v);
    if (verify_goes_on(v)) answers_end(v);
    v->cut = v->cut || v->report->verdict == TREY_VERDICT_TRUNCATED;
    if (verify_goes_on(v)) batches_end(v);
    v->cut = v->cut || v->report->verdict == TREY_VERDICT_TRUNCATED;
    if (verify_goes_on(v) && !v->gap && !v->cut) ledger_end(v);
    bool kept = verify_goes_on(v) && batches_kept(v);
    bool whole = kept && !v->gap && !v->cut && !v->astray;
    if (verify_goes_on(v) && whole) fair_kept(v);
    if (verify_goes_on(v) && !v->gap && !v->cut) claims_match(v);
    if (verify_goes_on(v)) file_is_sound(v);
}

static void to_the_end(verifying *v) {
    if (!chain_open(v) || !witness_open(v)) return;
    if (v->options->chain_only) {
        if (walk(v) && chain_end(v)) witness_end(v);
        return;
    }
    if (load_streams(v) && batches_open(v) && load_snapshots(v) && answers_open(v) &&
        seeds_open(v) && shifts_open(v) && walk(v))
        look_at_the_end(v);
}

/* The second thread names the first round whose seed does not fit; it is one of the list. */
static void end_seeds(verifying *v) {
    trey_verify_report *report = v->report;
    const trey_finding first = report->finding;
    const trey_verdict verdict = report->verdict;
    report->verdict = TREY_VERDICT_GOOD;
    seeds_close(v);
    trey_finding seed = report->finding;
    bool found = report->verdict != TREY_VERDICT_GOOD;
    report->finding = first;
    report->verdict = verdict;
    if (!found) return;
    seed.verdict = TREY_VERDICT_CHANGED;
    list_finding(report, &seed);
    /* Where it comes before what was found first it stands first. */
    if (report->faults == 1 || (first.seq != 0 && first.seq <= seed.seq)) return;
    report->finding = seed;
    if (report->listings < 2) return;
    memmove(&report->listed[1], &report->listed[0],
            (report->listings - 1) * sizeof *report->listed);
    report->listed[0] = seed;
}

static void report_tables(verifying *v) {
    trey_verify_report *report = v->report;
    for (size_t i = 0; i < v->streams; i++) report->tables += v->stream[i].table != NULL;
    report->table = report->tables ? calloc(report->tables, sizeof *report->table) : NULL;
    if (!report->table) report->tables = 0;
    for (size_t i = 0, n = 0; i < v->streams && report->tables; i++) {
        if (v->stream[i].table) report->table[n++] = v->stream[i].table->tally;
    }
}

trey_status trey_verify(trey_store *store, const trey_verify_options *options,
                        trey_verify_report *report, trey_store_message *message) {
    verifying *v = calloc(1, sizeof *v);
    memset(report, 0, sizeof *report);
    message->text[0] = '\0';
    if (!v) {
        snprintf(message->text, sizeof message->text, "no memory to verify a store");
        return TREY_STATUS_NO_MEMORY;
    }
    v->store = store;
    v->ledger.size = sizeof(trey_cents);
    v->options = options;
    v->report = report;
    v->message = message;
    trey_status status = trey_store_tell(store, &report->info);
    if (status != TREY_STATUS_OK) {
        verify_store_fails(v, status);
    } else {
        to_the_end(v);
    }
    end_seeds(v);
    if (options->progress && v->status == TREY_STATUS_OK)
        options->progress(options->context, report->records, report->info.records);
    report_tables(v);
    chain_close(v);
    batches_close(v);
    witness_close(v);
    answers_close(v);
    ledger_close(v);
    trey_books_close(&v->books);
    shifts_close(v);
    for (size_t i = 0; i < v->streams; i++) {
        table_forget(v->stream[i].table);
        link_forget(v->stream[i].link);
        trey_people_fold_close(v->stream[i].people);
        free(v->stream[i].snapshot);
    }
    free(v->stream);
    free(v->cage_entry);
    status = v->status;
    free(v);
    return status;
}

void trey_verify_report_close(trey_verify_report *report) {
    free(report->listed);
    report->listed = NULL;
    report->listings = 0;
    free(report->table);
    report->table = NULL;
    report->tables = 0;
    free(report->shift);
    report->shift = NULL;
    report->shifts = 0;
}
