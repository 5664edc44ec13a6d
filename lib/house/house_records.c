/* house_records.c -- what the records of a house's streams hold, byte for byte.
 *
 * Written and read here and nowhere else, so that a house and whoever checks it
 * cannot disagree about the form. */
#include <stdio.h>
#include <string.h>

#include "house_parts.h"

static trey_reader reader_of(const trey_record *record) {
    return (trey_reader){record->body, record->size, false};
}

static bool finished(const trey_reader *from) {
    return !from->bad && from->left == 0;
}

/* ---- Terms -------------------------------------------------------------------------- */
static const trey_field terms_texts[] = {
    TREY_FIELD(trey_table_terms, name, TEXT),     TREY_FIELD(trey_table_terms, rulebook, TEXT),
    TREY_FIELD(trey_table_terms, readings, TEXT), TREY_FIELD(trey_table_terms, values, TEXT),
    TREY_FIELD(trey_table_terms, jackpot, TEXT),
};
static const trey_field terms_fields[] = {TREY_FIELD(trey_table_terms, meter, NUMBER),
                                          TREY_FIELD(trey_table_terms, run, FLAG)};
static const trey_field terms_run[] = {TREY_FIELD(trey_table_terms, automatic, FLAG),
                                       TREY_FIELD(trey_table_terms, title, TEXT)};

void terms_write(trey_writer *to, const trey_table_terms *terms) {
    trey_fields_write(to, terms, TREY_FIELDS(terms_texts));
    trey_config_write(to, &terms->config);
    trey_fields_write(to, terms, TREY_FIELDS(terms_fields));
    if (terms->run) trey_fields_write(to, terms, TREY_FIELDS(terms_run));
}

bool trey_terms_decode(const trey_record *record, trey_table_terms *out) {
    trey_reader from = reader_of(record);
    memset(out, 0, sizeof *out);
    trey_fields_read(&from, out, TREY_FIELDS(terms_texts));
    trey_config_read(&from, &out->config);
    trey_fields_read(&from, out, TREY_FIELDS(terms_fields));
    if (out->run) trey_fields_read(&from, out, TREY_FIELDS(terms_run));
    return finished(&from) && record->type == TREY_RECORD_OPENED;
}

void jackpot_terms_write(trey_writer *to, const trey_jackpot_terms *terms) {
    trey_write_text(to, terms->rulebook, strnlen(terms->rulebook, sizeof terms->rulebook));
    trey_link_parameters_write(to, &terms->parameters);
    trey_write_number(to, terms->start);
}

bool trey_jackpot_terms_decode(const trey_record *record, trey_jackpot_terms *out) {
    trey_reader from = reader_of(record);
    memset(out, 0, sizeof *out);
    trey_read_text(&from, out->rulebook, sizeof out->rulebook);
    trey_link_parameters_read(&from, &out->parameters);
    out->start = trey_read_number(&from);
    return finished(&from) && record->type == TREY_RECORD_OPENED;
}

/* ---- Commands and events ---------------------------------------------------------------- */
void id_write(trey_writer *to, const trey_command_id *id) {
    static const trey_command_id nobodys;
    trey_write_bytes(to, (id ? id : &nobodys)->byte, sizeof id->byte);
}

bool trey_command_decode(const trey_record *record, trey_command_id *id, trey_command *out) {
    trey_reader from = reader_of(record);
    trey_read_bytes(&from, id->byte, sizeof id->byte);
    trey_command_read(&from, out);
    return finished(&from) && record->type == TREY_RECORD_COMMAND;
}

bool trey_event_decode(const trey_record *record, trey_event *out) {
    trey_reader from = reader_of(record);
    trey_event_read(&from, out);
    return finished(&from) && record->type == TREY_RECORD_EVENT;
}

trey_hash fair_about(trey_stream stream, uint64_t round) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey sealed event 1");
    trey_hasher_add_number(&hasher, stream);
    trey_hasher_add_number(&hasher, round);
    return trey_hasher_close(&hasher);
}

/* The round stands before the sealed bytes. */
bool trey_event_unseal(const trey_record *record, const trey_seal_key *key, trey_event *out) {
    trey_reader from = reader_of(record);
    int64_t round = trey_read_number(&from);
    uint8_t bytes[TREY_EVENT_BYTES_MAX];
    if (from.bad || record->type != TREY_RECORD_SEALED || from.left < TREY_SEAL_EXTRA ||
        from.left > sizeof bytes + TREY_SEAL_EXTRA)
        return false;
    trey_hash about = fair_about(record->stream, (uint64_t)round);
    if (trey_unseal(key, &about, from.bytes, from.left, bytes) != TREY_STATUS_OK) return false;
    trey_reader event = {bytes, from.left - TREY_SEAL_EXTRA, false};
    trey_event_read(&event, out);
    return finished(&event);
}

bool trey_link_command_decode(const trey_record *record, trey_command_id *id,
                              trey_link_command *out) {
    trey_reader from = reader_of(record);
    trey_read_bytes(&from, id->byte, sizeof id->byte);
    trey_link_command_read(&from, out);
    return finished(&from) && record->type == TREY_RECORD_COMMAND;
}

bool trey_link_event_decode(const trey_record *record, trey_link_event *out) {
    trey_reader from = reader_of(record);
    trey_link_event_read(&from, out);
    return finished(&from) && record->type == TREY_RECORD_EVENT;
}

void trey_deal_times_note(trey_deal_times dealt[TREY_SEATS + 1], const trey_table *after,
                          const trey_event *event, int64_t time) {
    uint64_t now = (uint64_t)time;
    unsigned place = event->dealt.place;
    if (event->kind == TREY_EVENT_DECK) {
        for (unsigned i = 0; i <= TREY_SEATS; i++) dealt[i] = (trey_deal_times){now, now};
    } else if (event->kind == TREY_EVENT_CARD && place <= TREY_PLACE_DEALER) {
        bool dealers = place == TREY_PLACE_DEALER;
        trey_deal_times *times = &dealt[dealers ? 0 : place];
        unsigned cards = dealers ? after->dealer_dealt : after->box[place - 1].dealt;
        if (cards == 1) times->first = now;
        times->third = now;
    }
}

/* ---- Fairness ---------------------------------------------------------------------------- */
bool trey_commitment_decode(const trey_record *record, uint64_t *round, trey_hash *commitment,
                            trey_hash root[TREY_STACKS]) {
    trey_reader from = reader_of(record);
    *round = (uint64_t)trey_read_number(&from);
    trey_read_bytes(&from, commitment->byte, TREY_HASH_BYTES);
    for (unsigned i = 0; i < TREY_STACKS; i++)
        trey_read_bytes(&from, root[i].byte, TREY_HASH_BYTES);
    return finished(&from) && record->type == TREY_RECORD_COMMITMENT;
}

static bool read_person(trey_reader *from, trey_player *player) {
    int64_t number = trey_read_number(from);
    *player = (trey_player)number;
    return !from->bad && number > 0 && number <= UINT32_MAX;
}

bool trey_pledge_decode(const trey_record *record, trey_command_id *id, trey_player *player,
                        trey_hash *pledge) {
    trey_reader from = reader_of(record);
    trey_read_bytes(&from, id->byte, sizeof id->byte);
    bool known = read_person(&from, player);
    trey_read_bytes(&from, pledge->byte, TREY_HASH_BYTES);
    return known && finished(&from) && record->type == TREY_RECORD_PLEDGE;
}

bool trey_share_decode(const trey_record *record, trey_command_id *id, trey_player *player,
                       trey_share *share) {
    trey_reader from = reader_of(record);
    trey_read_bytes(&from, id->byte, sizeof id->byte);
    bool known = read_person(&from, player);
    trey_read_bytes(&from, share->byte, sizeof share->byte);
    return known && finished(&from) && record->type == TREY_RECORD_SHARE;
}

bool trey_cut_decode(const trey_record *record, trey_cut_record *out) {
    trey_reader from = reader_of(record);
    out->round = (uint64_t)trey_read_number(&from);
    trey_read_bytes(&from, out->list.byte, TREY_HASH_BYTES);
    trey_read_bytes(&from, out->joint.byte, TREY_HASH_BYTES);
    trey_read_bytes(&from, out->spare.byte, sizeof out->spare.byte);
    return finished(&from) && record->type == TREY_RECORD_CUT;
}

bool trey_withheld_decode(const trey_record *record, uint64_t *round,
                          trey_player player[TREY_PLEDGES], unsigned *count) {
    trey_reader from = reader_of(record);
    *round = (uint64_t)trey_read_number(&from);
    for (*count = 0; !from.bad && from.left > 0; ++*count) {
        if (*count == TREY_PLEDGES || !read_person(&from, &player[*count])) return false;
    }
    return finished(&from) && *count > 0 && record->type == TREY_RECORD_WITHHELD;
}

uint8_t trey_fate_cause(const trey_event *event) {
    bool irregular = event->kind == TREY_EVENT_VOIDED && event->cause.kind != TREY_CAUSE_RULING;
    return irregular ? event->cause.kind : 0;
}

static const trey_field fate_fields[] = {
    TREY_FIELD(trey_fate_record, round, COUNT),  TREY_FIELD(trey_fate_record, fate, BYTES),
    TREY_FIELD(trey_fate_record, dealt, FLAG),   TREY_FIELD(trey_fate_record, cause, BYTES),
    TREY_FIELD(trey_fate_record, reveal, BYTES), TREY_FIELD(trey_fate_record, withheld, FLAG),
};

void fate_write(trey_writer *to, const trey_fate_record *fate) {
    trey_fields_write(to, fate, TREY_FIELDS(fate_fields));
    if (fate->reveal == TREY_REVEAL_ALL) trey_write_bytes(to, fate->seed.byte, TREY_SEED_BYTES);
    if (fate->reveal == TREY_REVEAL_AUDITOR)
        trey_write_bytes(to, fate->sealed.byte, TREY_SEALED_BYTES);
}

bool trey_fate_decode(const trey_record *record, trey_fate_record *out) {
    trey_reader from = reader_of(record);
    memset(out, 0, sizeof *out);
    trey_fields_read(&from, out, TREY_FIELDS(fate_fields));
    if (out->reveal == TREY_REVEAL_ALL) trey_read_bytes(&from, out->seed.byte, TREY_SEED_BYTES);
    if (out->reveal == TREY_REVEAL_AUDITOR)
        trey_read_bytes(&from, out->sealed.byte, TREY_SEALED_BYTES);
    return finished(&from) && record->type == TREY_RECORD_FATE && out->reveal <= TREY_REVEAL_ALL &&
           (out->fate == TREY_FATE_DEALT || out->fate == TREY_FATE_VOID);
}

static const trey_field aborts_fields[] = {
    TREY_FIELD(trey_aborts, before, COUNT),
    TREY_FIELD(trey_aborts, after, COUNT),
    TREY_FIELD(trey_aborts, interrupted, COUNT),
    TREY_FIELD(trey_aborts, withheld, COUNT),
};
static const trey_field withholder_fields[] = {
    TREY_FIELD(trey_withholder, player, COUNT),
    TREY_FIELD(trey_withholder, times, COUNT),
    TREY_FIELD(trey_withholder, until, COUNT),
};

void aborts_write(trey_writer *to, const trey_aborts *aborts) {
    trey_fields_write(to, aborts, TREY_FIELDS(aborts_fields));
    for (unsigned i = 0; i < aborts->people; i++)
        trey_fields_write(to, &aborts->person[i], TREY_FIELDS(withholder_fields));
}

bool trey_aborts_decode(const trey_kept *kept, trey_aborts *out) {
    trey_reader from = {kept->body, kept->size, false};
    memset(out, 0, sizeof *out);
    trey_fields_read(&from, out, TREY_FIELDS(aborts_fields));
    while (!from.bad && from.left > 0) {
        if (out->people == TREY_WITHHOLDERS) return false;
        trey_fields_read(&from, &out->person[out->people++], TREY_FIELDS(withholder_fields));
    }
    return finished(&from);
}

/* ---- Cage ----------------------------------------------------------------------------------- */
static const trey_field cage_fields[] = {
    TREY_FIELD(trey_cage_command, kind, BYTES),
    TREY_FIELD(trey_cage_command, role, BYTES),
    TREY_FIELD(trey_cage_command, actor, COUNT),
    TREY_FIELD(trey_cage_command, player, COUNT),
    TREY_FIELD(trey_cage_command, other, COUNT),
    TREY_FIELD(trey_cage_command, amount, NUMBER),
    TREY_FIELD(trey_cage_command, second, COUNT),
    TREY_FIELD(trey_cage_command, second_role, BYTES),
    TREY_FIELD(trey_cage_command, identified, FLAG),
};
static const trey_field cage_reversal[] = {TREY_FIELD(trey_cage_command, was, BYTES),
                                           TREY_FIELD(trey_cage_command, entry, COUNT),
                                           TREY_FIELD(trey_cage_command, reason, TEXT)};

void cage_write(trey_writer *to, const trey_cage_command *command) {
    trey_fields_write(to, command, TREY_FIELDS(cage_fields));
    if (command->kind == TREY_CAGE_REVERSAL)
        trey_fields_write(to, command, TREY_FIELDS(cage_reversal));
}

bool trey_cage_decode(const trey_record *record, trey_command_id *id, trey_cage_command *out) {
    trey_reader from = reader_of(record);
    memset(out, 0, sizeof *out);
    trey_read_bytes(&from, id->byte, sizeof id->byte);
    trey_fields_read(&from, out, TREY_FIELDS(cage_fields));
    if (out->kind == TREY_CAGE_REVERSAL) trey_fields_read(&from, out, TREY_FIELDS(cage_reversal));
    return finished(&from) && record->type == TREY_RECORD_EVENT;
}

/* ---- Pairs --------------------------------------------------------------------------------------
 * What is written is read again at once, by the code that reads it at a start, and written
 * again from what was read: the same bytes have to come out. */
static bool table_rewrite(trey_writer *to, const trey_record *record, const trey_seal_key *key) {
    trey_table_terms terms;
    trey_command command;
    trey_command_id id;
    trey_event event;
    trey_fate_record fate;
    switch ((trey_record_type)record->type) {
    case TREY_RECORD_OPENED:
        if (!trey_terms_decode(record, &terms)) return false;
        terms_write(to, &terms);
        return true;
    case TREY_RECORD_COMMAND:
        if (!trey_command_decode(record, &id, &command)) return false;
        id_write(to, &id);
        trey_command_write(to, &command);
        return true;
    case TREY_RECORD_EVENT:
        if (!trey_event_decode(record, &event)) return false;
        trey_event_write(to, &event);
        return true;
    case TREY_RECORD_FATE:
        if (!trey_fate_decode(record, &fate)) return false;
        fate_write(to, &fate);
        return true;
    case TREY_RECORD_SEALED: /* another nonce would give other bytes */
        if (!trey_event_unseal(record, key, &event)) return false;
        break;
    default: /* hashes and bytes, whose form says nothing of what they are */
        break;
    }
    trey_write_bytes(to, record->body, record->size);
    return true;
}

static bool jackpot_rewrite(trey_writer *to, const trey_record *record) {
    trey_jackpot_terms terms;
    trey_link_command command;
    trey_command_id id;
    trey_link_event event;
    switch ((trey_record_type)record->type) {
    case TREY_RECORD_OPENED:
        if (!trey_jackpot_terms_decode(record, &terms)) return false;
        jackpot_terms_write(to, &terms);
        return true;
    case TREY_RECORD_COMMAND:
        if (!trey_link_command_decode(record, &id, &command)) return false;
        id_write(to, &id);
        trey_link_command_write(to, &command);
        return true;
    default:
        if (!trey_link_event_decode(record, &event)) return false;
        trey_link_event_write(to, &event);
        return true;
    }
}

bool record_reads_back(trey_stream_kind kind, const trey_record *record, const trey_seal_key *key) {
    uint8_t bytes[TERMS_BYTES_MAX];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_cage_command command;
    trey_command_id id;
    bool read = false;
    if (kind == TREY_STREAM_TABLE) read = table_rewrite(&to, record, key);
    if (kind == TREY_STREAM_JACKPOT) read = jackpot_rewrite(&to, record);
    if (kind == TREY_STREAM_CAGE && trey_cage_decode(record, &id, &command)) {
        read = true;
        id_write(&to, &id);
        cage_write(&to, &command);
    }
    return read && !to.full && to.used == record->size &&
           memcmp(bytes, record->body, record->size) == 0;
}

/* ---- Answers --------------------------------------------------------------------------------- */
void trey_answer_check(const trey_command_id *id, trey_stream stream, unsigned refused,
                       uint32_t records, uint8_t out[TREY_ANSWER_CHECK_BYTES]) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey answer 1");
    trey_hasher_add(&hasher, id->byte, sizeof id->byte);
    trey_hasher_add_number(&hasher, stream);
    trey_hasher_add_number(&hasher, refused);
    trey_hasher_add_number(&hasher, records);
    const trey_hash hash = trey_hasher_close(&hasher);
    memcpy(out, hash.byte, TREY_ANSWER_CHECK_BYTES);
}

/* ---- Rulebooks --------------------------------------------------------------------------------
 */
static bool choose_readings(trey_rulebook *book, const char *list, trey_store_message *message) {
    char name[32], letter;
    int length;
    while (sscanf(list, " %31[^= ]=%c%n", name, &letter, &length) == 2) {
        if (trey_rulebook_choose(book, name, letter) != TREY_STATUS_OK) {
            snprintf(message->text, sizeof message->text, "reading %s=%c: %s", name, letter,
                     trey_status_text(TREY_STATUS_UNKNOWN_READING));
            return false;
        }
        list += length;
    }
    return true;
}

static bool set_values(trey_rulebook *book, const char *list, trey_store_message *message) {
    char path[96], value[96];
    int length;
    while (sscanf(list, " %95[^= ]=%95[^;]%n", path, value, &length) == 2) {
        if (trey_rulebook_set(book, path, value, NULL) != TREY_STATUS_OK) {
            snprintf(message->text, sizeof message->text, "%s=%s is not a value of this rulebook",
                     path, value);
            return false;
        }
        list += length;
        if (*list == ';') list++;
    }
    return true;
}

trey_rulebook *trey_terms_book(const trey_table_terms *terms, trey_store_message *message) {
    trey_rulebook *book = NULL;
    if (trey_rulebook_open(&book, terms->rulebook, NULL) != TREY_STATUS_OK) {
        snprintf(message->text, sizeof message->text, "there is no rulebook %s", terms->rulebook);
        return NULL;
    }
    if (choose_readings(book, terms->readings, message) &&
        set_values(book, terms->values, message)) {
        return book;
    }
    trey_rulebook_close(book);
    return NULL;
}

trey_hash trey_rulebook_hash(const trey_rulebook *book) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey rulebook 1");
    trey_hasher_add_text(&hasher, trey_rulebook_id(book));
    trey_hasher_add_text(&hasher, trey_rulebook_version(book));
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const trey_rule *rule = trey_rulebook_rule(book, (trey_key)key);
        char text[TREY_VALUE_TEXT_MAX];
        trey_hasher_add_text(&hasher, trey_key_path((trey_key)key));
        trey_hasher_add_text(&hasher, rule->form == TREY_FORM_ABSENT
                                          ? "absent"
                                          : trey_value_print((trey_key)key, rule->value, text));
    }
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (!reading->switchable) continue;
        trey_hasher_add_text(&hasher, reading->id);
        trey_hasher_add_number(&hasher, reading->in_force);
    }
    return trey_hasher_close(&hasher);
}

/* ---- Money
 * --------------------------------------------------------------------------------------- */
static trey_ledger_account account_of(unsigned account, trey_player player, trey_stream table,
                                      trey_stream jackpot) {
    switch ((trey_account)account) {
    case TREY_ACCOUNT_PLAYER:
        return trey_account_of(TREY_LEDGER_PLAYER, player);
    case TREY_ACCOUNT_LAYOUT:
        return trey_account_of(TREY_LEDGER_LAYOUT, table);
    case TREY_ACCOUNT_BANK:
        return trey_account_of(TREY_LEDGER_PLAYER_BANK, table);
    case TREY_ACCOUNT_METER:
        return trey_account_of(TREY_LEDGER_METER, jackpot ? jackpot : table);
    case TREY_ACCOUNT_DROP:
        return trey_account_of(TREY_LEDGER_DROP, table);
    default:
        return trey_account_of(TREY_LEDGER_HOUSE, table);
    }
}

/* Of a linked table the meter's side is the link's own business. */
bool trey_terms_transfer(const trey_table_terms *terms, trey_stream table, trey_transfer *out) {
    *out = (trey_transfer){.payer = trey_account_of(TREY_LEDGER_HOUSE, table),
                           .payee = trey_account_of(TREY_LEDGER_METER, table),
                           .cents = terms->meter};
    return terms->config.jackpot && !terms->jackpot[0] && terms->meter > 0;
}

size_t trey_event_transfers(const trey_rules *rules, const trey_table *before,
                            const trey_event *event, trey_stream table, trey_stream jackpot,
                            trey_transfer out[TREY_EVENT_TRANSFERS]) {
    trey_posting posting[TREY_POSTINGS];
    trey_event booked = *event;
    /* What a linked meter owes has not been paid yet, so it is not given back either. */
    if (jackpot && event->kind == TREY_EVENT_REVERSED) {
        const trey_box *box = &before->box[event->seat - 1];
        if (box->bettors > 0 && box->bettor[0].player == event->player)
            booked.amount -= box->meter_paid;
    }
    size_t count = trey_event_postings(rules, before, &booked, posting), used = 0;
    for (size_t i = 0; i < count; i++) {
        const trey_posting *post = &posting[i];
        bool meter = post->from == TREY_ACCOUNT_METER || post->to == TREY_ACCOUNT_METER;
        if (jackpot && meter) continue;
        out[used++] = (trey_transfer){.payer = account_of(post->from, post->player, table, jackpot),
                                      .payee = account_of(post->to, post->player, table, jackpot),
                                      .cents = post->cents,
                                      .seat = post->seat,
                                      .wager = post->wager};
    }
    return used;
}

bool trey_line_wins_jackpot(const trey_rulebook *book, const trey_event *line) {
    if (line->wager != TREY_WAGER_PROGRESSIVE || line->line.row == TREY_NO_KEY) return false;
    const trey_value award = trey_rulebook_rule(book, (trey_key)line->line.row)->value;
    return award.d != 0 &&
           (award.n == award.d || trey_meter_rules_of(book).after_share == TREY_AFTER_SHARE_RESET);
}

size_t trey_link_transfers(const trey_link *before, const trey_link_event *event,
                           trey_stream jackpot, trey_transfer out[TREY_EVENT_TRANSFERS]) {
    static const trey_ledger_kind kind[] = {
        [TREY_LINK_HOUSE] = TREY_LEDGER_JACKPOT_HOUSE, [TREY_LINK_METER] = TREY_LEDGER_METER,
        [TREY_LINK_RESERVE] = TREY_LEDGER_RESERVE,     [TREY_LINK_OVERFLOW] = TREY_LEDGER_OVERFLOW,
        [TREY_LINK_PENDING] = TREY_LEDGER_PENDING,     [TREY_LINK_PLAYER] = TREY_LEDGER_PLAYER};
    trey_link_posting posting[TREY_LINK_POSTINGS];
    size_t count = trey_link_postings(before, event, posting);
    for (size_t i = 0; i < count; i++) {
        const trey_link_posting *post = &posting[i];
        uint64_t payer = post->from == TREY_LINK_PLAYER ? post->player : jackpot;
        uint64_t payee = post->to == TREY_LINK_PLAYER ? post->player : jackpot;
        out[i] = (trey_transfer){.payer = trey_account_of(kind[post->from], payer),
                                 .payee = trey_account_of(kind[post->to], payee),
                                 .cents = post->cents};
    }
    return count;
}
