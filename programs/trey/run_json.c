/* run_json.c -- `trey run --json`: one object a line.
 *
 * Money is whole cents and a card is "Qs". Which fields an event has depends on
 * its kind; the table says which. */
#include <jansson.h>
#include <string.h>

#include "run_output.h"

static void dump(run_output *to, const char *name, json_t *value) {
    json_t *object = json_pack("{s:o}", name, value);
    int failed = object ? json_dumpf(object, to->out, JSON_COMPACT | JSON_PRESERVE_ORDER) : -1;
    if (failed || fputc('\n', to->out) == EOF) to->failed = true;
    json_decref(object);
}

static void set_money(json_t *object, const char *name, trey_cents cents) {
    json_object_set_new(object, name, json_integer(cents));
}

/* A name of a file need not be UTF-8. */
static json_t *text_json(const char *text) {
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

static json_t *card_json(trey_card card) {
    char text[TREY_CARD_TEXT_MAX];
    if (!trey_card_valid(card)) return json_null();
    return json_string(trey_card_print(card, TREY_CARD_LETTERS, text));
}

static json_t *cards_json(const trey_card *cards, unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) json_array_append_new(list, card_json(cards[i]));
    return list;
}

static json_t *paragraphs_json(const trey_rulebook *book, const uint16_t *paragraph, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, json_string(trey_rulebook_paragraph(book, paragraph[i])->id));
    }
    return list;
}

static json_t *readings_json(const trey_rulebook *book, uint64_t readings) {
    json_t *list = json_array();
    for (size_t i = 0; i < trey_rulebook_readings(book) && i < 64; i++) {
        if (!((readings >> i) & 1u)) continue;
        json_array_append_new(list, json_string(trey_rulebook_reading(book, i)->id));
    }
    return list;
}

/* ---- Events ------------------------------------------------------------------- */
enum {
    SEAT = 1,
    PLAYER = 2,
    WAGER = 4,
    AMOUNT = 8,
    ROLE = 16,
    ROUND = 32,
    PLACE = 64,
    HAND = 128,   /* the cards of the seat */
    DEALER = 256, /* the dealer's cards */
    METER = 512
};

static const uint16_t fields[TREY_EVENT_KIND_COUNT] = {
    [TREY_EVENT_SEATED] = SEAT | PLAYER,
    [TREY_EVENT_LEFT] = SEAT | PLAYER,
    [TREY_EVENT_OPENED] = ROUND,
    [TREY_EVENT_BANKED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_PASSED] = SEAT | PLAYER,
    [TREY_EVENT_BET] = SEAT | PLAYER | WAGER | AMOUNT | ROLE,
    [TREY_EVENT_WITHDRAWN] = SEAT | PLAYER | WAGER | AMOUNT | ROLE,
    [TREY_EVENT_CONTRIBUTED] = AMOUNT | METER,
    [TREY_EVENT_JACKPOT_ALONE] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_COLLECTED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_CARD] = PLACE,
    [TREY_EVENT_UP_CARD] = PLACE,
    [TREY_EVENT_VIEWED] = SEAT | PLAYER,
    [TREY_EVENT_FUNDED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_PLAYED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_FOLDED] = SEAT | PLAYER,
    [TREY_EVENT_CONTINUED] = SEAT | PLAYER,
    [TREY_EVENT_REVEALED] = DEALER,
    [TREY_EVENT_BUTTON] = SEAT,
    [TREY_EVENT_HIDDEN] = SEAT | PLAYER,
    [TREY_EVENT_LOOKED] = SEAT | ROLE,
    [TREY_EVENT_SHOWN] = SEAT | PLAYER | HAND,
    [TREY_EVENT_SETTLED] = ROUND,
    [TREY_EVENT_INVALIDATED] = SEAT | PLAYER,
    [TREY_EVENT_CHOSEN] = SEAT | PLAYER,
    [TREY_EVENT_STAKE_FOUND] = SEAT | PLAYER | WAGER | AMOUNT,
    [TREY_EVENT_CAPPED] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_GIVEN_BACK] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_PLAY_RULED] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_FLAGGED] = PLAYER,
    [TREY_EVENT_METER_FROZEN] = AMOUNT,
    [TREY_EVENT_RULED] = ROLE,
    [TREY_EVENT_RULED_LINE] = SEAT | PLAYER | WAGER | AMOUNT,
    [TREY_EVENT_REFUNDED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_VOIDED] = ROUND,
    [TREY_EVENT_REVERSED] = SEAT | PLAYER | AMOUNT,
};

static void set_place(json_t *object, const trey_event *event) {
    unsigned place = event->dealt.place;
    if (place == TREY_PLACE_DEALER || place == TREY_PLACE_BURN) {
        json_object_set_new(object, "place",
                            json_string(place == TREY_PLACE_BURN ? "burn" : "dealer"));
    } else {
        json_object_set_new(object, "seat", json_integer(place));
    }
    json_object_set_new(object, "card", card_json(event->dealt.card));
}

/* One wager settled: what an event and a settlement say alike. */
static void set_line(json_t *object, const script *run, const trey_event *line) {
    json_object_set_new(object, "seat", json_integer(line->seat));
    json_object_set_new(object, "player", json_string(script_player(run, line->player)));
    json_object_set_new(object, "wager", json_string(trey_wager_word(line->wager)));
    set_money(object, "staked", line->money.amount);
    json_object_set_new(object, "result", json_string(trey_result_word((trey_result)line->result)));
    set_money(object, "back", line->money.back);
}

static void set_fields(json_t *object, const script *run, const trey_event *event, unsigned with) {
    const trey_table *table = &run->table;
    if (with & ROUND) json_object_set_new(object, "round", json_integer(table->round));
    if (with & SEAT) json_object_set_new(object, "seat", json_integer(event->seat));
    if (with & PLAYER) {
        json_object_set_new(object, "player", json_string(script_player(run, event->player)));
    }
    if (with & WAGER) {
        json_object_set_new(object, "wager", json_string(trey_wager_word(event->wager)));
    }
    if (with & AMOUNT) set_money(object, "amount", event->money.amount);
    if (with & ROLE) json_object_set_new(object, "by", json_string(trey_role_word(event->role)));
    if (with & PLACE) set_place(object, event);
    if (with & HAND) {
        json_object_set_new(object, "cards", cards_json(table->box[event->seat - 1].card, 3));
    }
    if (with & DEALER) json_object_set_new(object, "cards", cards_json(table->dealer, 3));
    if ((with & METER) && table->config.jackpot) set_money(object, "meter", table->meter.value);
}

static void set_seats(json_t *object, unsigned seats) {
    json_t *list = json_array();
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (seats >> (seat - 1) & 1u) json_array_append_new(list, json_integer(seat));
    }
    json_object_set_new(object, "seats", list);
}

/* What was reported, what the book does about it, by which paragraphs, and what
 * that will do to each wager. */
static void set_report(json_t *object, const script *run, const trey_report *report) {
    const trey_case *item =
        &trey_rulebook_trouble(run->book, (trey_irregularity)report->kind)->item[report->item];
    json_object_set_new(object, "report",
                        json_string(trey_irregularity_name((trey_irregularity)report->kind)));
    set_seats(object, report->seats);
    json_object_set_new(object, "remedy", json_string(trey_remedy_word(item->remedy)));
    if (item->also) json_object_set_new(object, "also", json_string(trey_remedy_word(item->also)));
    if (item->role >= 0) {
        json_object_set_new(object, "decides", json_string(trey_role_word((unsigned)item->role)));
    }
    json_object_set_new(object, "paragraphs",
                        paragraphs_json(run->book, item->by.paragraph, item->by.count));
    trey_effect effect[TREY_EVENTS];
    size_t count = trey_report_effects(run->rules, &run->table, effect);
    json_t *effects = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(effects,
                              json_pack("{s:i, s:s, s:s, s:I, s:s}", "seat", effect[i].seat,
                                        "player", script_player(run, effect[i].player), "wager",
                                        trey_wager_word(effect[i].wager), "staked",
                                        (json_int_t)effect[i].staked, "becomes",
                                        trey_result_word((trey_result)effect[i].result)));
    }
    json_object_set_new(object, "effects", effects);
}

/* What only one kind of event has. */
static void set_particulars(json_t *object, const script *run, const trey_event *event) {
    switch (event->kind) {
    case TREY_EVENT_CLOSED:
        if (event->money.amount) set_money(object, "action", event->money.amount);
        break;
    case TREY_EVENT_DECK:
        /* It stands in the script, so it is no secret here. */
        json_object_set_new(object, "count", json_integer(event->count));
        json_object_set_new(object, "cards", cards_json(event->cards, event->count));
        break;
    case TREY_EVENT_EXPOSED:
        json_object_set_new(object, "cards", cards_json(event->cards, event->count));
        break;
    case TREY_EVENT_REPORTED:
        set_report(object, run, &event->report);
        break;
    case TREY_EVENT_REMEDIED:
        json_object_set_new(object, "report",
                            json_string(trey_irregularity_name((trey_irregularity)event->seat)));
        json_object_set_new(object, "remedy", json_string(trey_remedy_word(event->count)));
        break;
    case TREY_EVENT_OFFERED:
        set_seats(object, event->count);
        json_object_set_new(object, "all_or_nothing",
                            json_boolean(event->result == TREY_GATE_WITHDRAWAL));
        break;
    case TREY_EVENT_CHOSEN:
        json_object_set_new(
            object, "choice",
            json_string(event->count == TREY_OPTION_RETURN ? "return" : "continue"));
        break;
    case TREY_EVENT_INVALIDATED:
        json_object_set_new(object, "wagers",
                            json_string(event->count == TREY_INVALID_LOST ? "lost" : "returned"));
        break;
    case TREY_EVENT_RULED:
        json_object_set_new(object, "ruling",
                            json_string(trey_ruling_word((trey_ruling_kind)event->count)));
        if (event->seat) json_object_set_new(object, "seat", json_integer(event->seat));
        if (event->player) {
            json_object_set_new(object, "player", json_string(script_player(run, event->player)));
        }
        json_object_set_new(object, "reason", text_json(event->reason));
        break;
    case TREY_EVENT_MODE:
        json_object_set_new(object, "mode", json_string(run_mode(event->count)));
        json_object_set_new(object, "on", json_boolean(event->result));
        if (event->seat) json_object_set_new(object, "seat", json_integer(event->seat));
        break;
    case TREY_EVENT_FOLDED:
        json_object_set_new(object, "keeps_pair_plus", json_boolean(event->count));
        break;
    case TREY_EVENT_LINE:
        set_line(object, run, event);
        json_object_set_new(object, "why",
                            json_string(trey_ground_text((trey_ground)event->ground)));
        if (event->money.row != TREY_NO_KEY) {
            json_object_set_new(object, "pays",
                                json_string(trey_key_path((trey_key)event->money.row)));
        }
        if (event->money.bank) set_money(object, "bank", event->money.bank);
        if (event->money.meter) set_money(object, "meter", event->money.meter);
        break;
    default:
        break;
    }
}

static void json_event(run_output *to, const script *run, const trey_event *event) {
    json_t *object = json_pack("{s:s}", "kind", trey_event_word((trey_event_kind)event->kind));
    set_fields(object, run, event, fields[event->kind]);
    set_particulars(object, run, event);
    dump(to, "event", object);
}

/* ---- Refusals and expectations ------------------------------------------------ */
static void json_refused(run_output *to, const script *run, const char *command, bool expected) {
    uint16_t paragraphs[TREY_CITED];
    size_t count = trey_refusal_citation(run->rules, &run->decision, paragraphs);
    (void)expected;
    dump(to, "refused",
         json_pack("{s:o, s:s, s:o}", "command", text_json(command), "reason",
                   trey_refused_word(run->decision.refused), "paragraphs",
                   paragraphs_json(run->book, paragraphs, count)));
}

static void json_checked(run_output *to, const script *run, const run_check *check) {
    if (check->ok) return;
    json_t *object = json_pack("{s:o, s:i, s:o}", "file", text_json(run->file), "line",
                               (int)run->line.number, "what", text_json(check->what));
    if (check->money) {
        set_money(object, "expected", check->expected_cents);
        set_money(object, "found", check->found_cents);
    } else {
        json_object_set_new(object, "expected", text_json(check->expected));
        json_object_set_new(object, "found", text_json(check->found));
    }
    json_object_set_new(object, "ok", json_false());
    dump(to, "expectation", object);
}

/* ---- Settlements -------------------------------------------------------------- */
static json_t *lines_json(const script *run) {
    json_t *list = json_array();
    for (unsigned i = 0; i < run->account.lines; i++) {
        const trey_event *line = &run->account.line[i];
        uint16_t paragraphs[TREY_CITED];
        size_t count = trey_line_citation(run->rules, line, paragraphs);
        json_t *object = json_object();
        set_line(object, run, line);
        json_object_set_new(object, "paragraphs", paragraphs_json(run->book, paragraphs, count));
        json_object_set_new(object, "readings", readings_json(run->book, run->account.readings[i]));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *players_json(const script *run) {
    json_t *list = json_array();
    for (unsigned i = 0; i < run->account.totals; i++) {
        const script_total *total = &run->account.total[i];
        json_t *object = json_pack("{s:s}", "player", script_player(run, total->player));
        set_money(object, "staked", total->staked);
        set_money(object, "back", total->back);
        set_money(object, "net", total->back - total->staked);
        json_array_append_new(list, object);
    }
    return list;
}

static void json_settled(run_output *to, const script *run) {
    const script_account *account = &run->account;
    const trey_table *before = &account->before;
    json_t *object =
        json_pack("{s:I, s:s, s:b, s:o, s:o}", "round", (json_int_t)before->round, "rulebook",
                  trey_rulebook_id(run->book), "void", (int)account->voided, "lines",
                  lines_json(run), "players", players_json(run));
    set_money(object, "house", account->house);
    if (before->config.jackpot) {
        set_money(object, "meter_before", before->meter_start);
        set_money(object, "meter_after", account->after.meter.value);
    }
    if (account->banked) {
        json_object_set_new(object, "bank",
                            json_pack("{s:I, s:I}", "before", (json_int_t)before->bank, "after",
                                      (json_int_t)account->bank_after));
        set_money(object, "collection", account->collection);
        set_money(object, "collection_player_dealer", account->after.fee_bank);
        set_money(object, "collection_players", account->after.fee_players);
        json_object_set_new(object, "collection_readings",
                            readings_json(run->book, account->collection_readings));
        json_object_set_new(object, "action_seat", json_integer(before->button));
    }
    dump(to, "settlement", object);
}

static void json_silent(run_output *to, const script *run) {
    (void)to;
    (void)run;
}

run_output run_json(FILE *out) {
    run_output to = {.opened = json_silent,
                     .event = json_event,
                     .refused = json_refused,
                     .settled = json_settled,
                     .checked = json_checked,
                     .ended = json_silent,
                     .out = out};
    return to;
}
