/* json_event.c -- events as objects: which fields one has depends on its kind, and the
 * table says which. */
#include <string.h>

#include "json_parts.h"

/* ---- Small things ------------------------------------------------------------------- */
json_t *trey_json_card(trey_card card) {
    char text[TREY_CARD_TEXT_MAX];
    if (!trey_card_valid(card)) return json_null();
    return json_string(trey_card_print(card, TREY_CARD_LETTERS, text));
}

json_t *trey_json_cards(const trey_card *cards, unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) json_array_append_new(list, trey_json_card(cards[i]));
    return list;
}

json_t *trey_json_text(const char *text) {
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

json_t *trey_json_paragraphs(const trey_rulebook *book, const uint16_t *paragraph, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, json_string(trey_rulebook_paragraph(book, paragraph[i])->id));
    }
    return list;
}

json_t *trey_json_readings(const trey_rulebook *book, uint64_t readings) {
    json_t *list = json_array();
    for (size_t i = 0; i < trey_rulebook_readings(book) && i < 64; i++) {
        if (!((readings >> i) & 1u)) continue;
        json_array_append_new(list, json_string(trey_rulebook_reading(book, i)->id));
    }
    return list;
}

const char *trey_mode_word(unsigned mode) {
    static const char *const words[] = {"none", "close", "disable", "without_jackpot"};
    return words[mode < sizeof words / sizeof *words ? mode : 0];
}

const char *trey_gate_word(unsigned gate) {
    static const char *const words[] = {"none",    "report",     "ruling",
                                        "options", "withdrawal", "mending"};
    TREY_ASSERT(gate < sizeof words / sizeof *words);
    return words[gate];
}

json_t *player_json(const trey_json_scene *scene, trey_player player) {
    return scene->player ? scene->player(scene->context, player) : json_integer(player);
}

/* ---- Events ------------------------------------------------------------------------- */
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
    [TREY_EVENT_VIEWED] = SEAT | PLAYER | ROLE,
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
    [TREY_EVENT_STAKE_FOUND] = SEAT | PLAYER | WAGER | AMOUNT | ROLE,
    [TREY_EVENT_CAPPED] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_GIVEN_BACK] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_PLAY_RULED] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_FLAGGED] = PLAYER,
    [TREY_EVENT_METER_FROZEN] = AMOUNT,
    [TREY_EVENT_RULED] = ROLE,
    [TREY_EVENT_LIMITS] = WAGER | ROLE,
    [TREY_EVENT_RECALLED] = PLACE | ROLE,
    [TREY_EVENT_RULED_LINE] = SEAT | PLAYER | WAGER | AMOUNT,
    [TREY_EVENT_REFUNDED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_VOIDED] = ROUND,
    [TREY_EVENT_REVERSED] = SEAT | PLAYER | AMOUNT,
    [TREY_EVENT_WARNED] = SEAT | PLAYER | WAGER,
    [TREY_EVENT_JACKPOT_RETURNED] = SEAT | PLAYER,
    [TREY_EVENT_LOOK_STRUCK] = SEAT | PLAYER | ROLE,
    [TREY_EVENT_OWED] = SEAT | PLAYER | WAGER | AMOUNT,
};

static bool visible(const trey_json_scene *scene, const trey_event *event) {
    return scene->everything || trey_event_visible(scene->table, event, scene->role, scene->viewer);
}

static void put_place(json_t *object, const trey_json_scene *scene, const trey_event *event) {
    unsigned place = event->dealt.place;
    if (place == TREY_PLACE_DEALER || place == TREY_PLACE_BURN) {
        put_word(object, "place", place == TREY_PLACE_BURN ? "burn" : "dealer");
    } else {
        put_number(object, "seat", place);
    }
    put(object, "card", visible(scene, event) ? trey_json_card(event->dealt.card) : json_null());
}

void put_line(json_t *object, const trey_json_scene *scene, const trey_event *line) {
    put_number(object, "seat", line->seat);
    put(object, "player", player_json(scene, line->player));
    put_word(object, "wager", trey_wager_word(line->wager));
    put_cents(object, "staked", line->money.amount);
    put_word(object, "result", trey_result_word((trey_result)line->result));
    put_cents(object, "back", line->money.back);
}

static void put_fields(json_t *object, const trey_json_scene *scene, const trey_event *event,
                       unsigned with) {
    const trey_table *table = scene->table;
    if (with & ROUND) put_number(object, "round", table->round);
    if (with & SEAT) put_number(object, "seat", event->seat);
    if (with & PLAYER) put(object, "player", player_json(scene, event->player));
    if (with & WAGER) put_word(object, "wager", trey_wager_word(event->wager));
    if (with & AMOUNT) put_cents(object, "amount", event->money.amount);
    if (with & ROLE) put_word(object, "by", trey_role_word(event->role));
    if (with & PLACE) put_place(object, scene, event);
    if (with & HAND) put(object, "cards", trey_json_cards(table->box[event->seat - 1].card, 3));
    if (with & DEALER) put(object, "cards", trey_json_cards(table->dealer, 3));
    if ((with & METER) && table->config.jackpot) put_cents(object, "meter", table->meter.value);
}

static void put_seats(json_t *object, unsigned seats) {
    json_t *list = json_array();
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (seats >> (seat - 1) & 1u) json_array_append_new(list, json_integer(seat));
    }
    put(object, "seats", list);
}

json_t *trey_json_effects(const trey_json_scene *scene, const trey_effect *effect, size_t count,
                          bool money) {
    json_t *effects = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *one = json_object();
        put_number(one, "seat", effect[i].seat);
        put(one, "player", player_json(scene, effect[i].player));
        if (!effect[i].whole) put_word(one, "wager", trey_wager_word(effect[i].wager));
        put_cents(one, "staked", effect[i].staked);
        put_word(one, "becomes", trey_result_word((trey_result)effect[i].result));
        if (money) put_cents(one, "back", effect[i].back);
        json_array_append_new(effects, one);
    }
    return effects;
}

/* What was reported, what the book does about it, by which paragraphs, and what
 * that will do to each wager. */
static void put_report(json_t *object, const trey_json_scene *scene, const trey_report *report,
                       bool money) {
    const trey_rulebook *book = trey_rules_book(scene->rules);
    const trey_case *item =
        &trey_rulebook_trouble(book, (trey_irregularity)report->kind)->item[report->item];
    put_word(object, "report", trey_irregularity_name((trey_irregularity)report->kind));
    put_seats(object, report->seats);
    put_word(object, "remedy", trey_remedy_word(item->remedy));
    if (item->also) put_word(object, "also", trey_remedy_word(item->also));
    unsigned corrects = (unsigned)trey_rulebook_rule(book, TREY_KEY_ROLE_CORRECT)->value.n;
    int decides = item->role;
    /* Against the record a supervisor's word is needed. */
    if (report->against && report->role < corrects && decides < (int)corrects)
        decides = (int)corrects;
    if (decides >= 0) put_word(object, "decides", trey_role_word((unsigned)decides));
    put(object, "paragraphs", trey_json_paragraphs(book, item->by.paragraph, item->by.count));
    trey_effect effect[TREY_EVENTS];
    size_t count = trey_report_effects(scene->rules, scene->table, effect);
    put(object, "effects", trey_json_effects(scene, effect, count, money));
}

json_t *trey_json_report(const trey_json_scene *scene) {
    const trey_report *report = &scene->table->report;
    if (scene->table->gate != TREY_GATE_REPORT) return json_null();
    const trey_trouble *trouble =
        trey_rulebook_trouble(trey_rules_book(scene->rules), (trey_irregularity)report->kind);
    json_t *object = json_object(), *facts = json_object();
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        const char *answer = trey_fact_answer((trey_fact)fact, report->answer[fact]);
        if (trouble->asks[fact] && answer) put_word(facts, trey_fact_name((trey_fact)fact), answer);
    }
    put_report(object, scene, report, true);
    put(object, "facts", facts);
    if (report->mode != TREY_MODE_NONE) put_word(object, "mode", trey_mode_word(report->mode));
    put_word(object, "by", trey_role_word(report->role));
    return object;
}

static void put_settled_line(json_t *object, const trey_json_scene *scene,
                             const trey_event *event) {
    put_line(object, scene, event);
    put_word(object, "why", trey_ground_text((trey_ground)event->ground));
    if (event->money.row != TREY_NO_KEY)
        put_word(object, "pays", trey_key_path((trey_key)event->money.row));
    if (event->money.bank) put_cents(object, "bank", event->money.bank);
    if (event->money.meter) put_cents(object, "meter", event->money.meter);
}

static void put_ruling(json_t *object, const trey_json_scene *scene, const trey_event *event) {
    put_word(object, "ruling", trey_ruling_word((trey_ruling_kind)event->count));
    if (event->seat) put_number(object, "seat", event->seat);
    if (event->player) put(object, "player", player_json(scene, event->player));
    put(object, "reason", trey_json_text(event->reason));
}

/* What only one kind of event has. */
static void put_particulars(json_t *object, const trey_json_scene *scene, const trey_event *event) {
    switch (event->kind) {
    case TREY_EVENT_CLOSED:
        if (event->money.amount) put_cents(object, "action", event->money.amount);
        break;
    case TREY_EVENT_DECK:
        put_number(object, "count", event->count);
        if (visible(scene, event))
            put(object, "cards", trey_json_cards(event->cards, event->count));
        break;
    case TREY_EVENT_EXPOSED:
        put(object, "cards", trey_json_cards(event->cards, event->count));
        break;
    case TREY_EVENT_REPORTED:
        put_report(object, scene, &event->report, false);
        break;
    case TREY_EVENT_REMEDIED:
        put_word(object, "report", trey_irregularity_name((trey_irregularity)event->seat));
        put_word(object, "remedy", trey_remedy_word(event->count));
        break;
    case TREY_EVENT_OFFERED:
        put_seats(object, event->count);
        put_flag(object, "all_or_nothing", event->result == TREY_GATE_WITHDRAWAL);
        break;
    case TREY_EVENT_CHOSEN:
        put_word(object, "choice", event->count == TREY_OPTION_RETURN ? "return" : "continue");
        break;
    case TREY_EVENT_INVALIDATED:
        put_word(object, "wagers", event->count == TREY_INVALID_LOST ? "lost" : "returned");
        break;
    case TREY_EVENT_RULED:
        put_ruling(object, scene, event);
        break;
    case TREY_EVENT_LIMITS:
        put_cents(object, "least", event->limits.least);
        put_cents(object, "most", event->limits.most);
        put(object, "reason", trey_json_text(event->limits.reason));
        break;
    case TREY_EVENT_MODE:
        put_word(object, "mode", trey_mode_word(event->count));
        put_flag(object, "on", event->result);
        if (event->seat) put_number(object, "seat", event->seat);
        break;
    case TREY_EVENT_FOLDED:
        put_flag(object, "keeps_pair_plus", event->count);
        break;
    case TREY_EVENT_LINE:
        put_settled_line(object, scene, event);
        break;
    default:
        break;
    }
}

json_t *trey_json_event(const trey_json_scene *scene, const trey_event *event) {
    json_t *object = json_object();
    if (!object) return NULL;
    put_word(object, "kind", trey_event_word((trey_event_kind)event->kind));
    put_fields(object, scene, event, fields[event->kind]);
    put_particulars(object, scene, event);
    return object;
}
