/* json_event.c -- events as objects, member by member as their rows in event_schema.h have them. */
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

json_t *trey_json_list(const char *text) {
    json_t *list = json_array();
    while (*text) {
        size_t length = strcspn(text, ";");
        json_t *one = json_stringn(text, length);
        if (one) json_array_append_new(list, one);
        text += length;
        text += strspn(text, "; ");
    }
    return list;
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

json_t *player_json(const trey_json_scene *scene, trey_player player) {
    return scene->player ? scene->player(scene->context, player) : json_integer(player);
}

static bool visible(const trey_json_scene *scene, const trey_event *event) {
    return scene->everything || trey_event_visible(scene->table, event, scene->role, scene->viewer);
}

void put_line(json_t *object, const trey_json_scene *scene, const trey_event *line) {
    put_number(object, "seat", line->seat);
    put(object, "player", player_json(scene, line->player));
    put_word(object, "wager", trey_wager_word(line->wager));
    put_cents(object, "staked", line->amount);
    put_word(object, "result", trey_result_word((trey_result)line->line.result));
    put_cents(object, "back", line->line.back);
}

static json_t *seats_json(unsigned seats) {
    json_t *list = json_array();
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (seats >> (seat - 1) & 1u) json_array_append_new(list, json_integer(seat));
    }
    return list;
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
    put(object, "seats", seats_json(report->seats));
    put_word(object, "remedy", trey_remedy_word(item->remedy));
    if (item->also) put_word(object, "also", trey_remedy_word(item->also));
    unsigned corrects = (unsigned)trey_rulebook_rule(book, TREY_KEY_ROLE_CORRECT)->value.n;
    int decides = item->role;
    /* Against the record a supervisor's word is needed, and as one of two people's. */
    if ((report->against || report->second) && report->role < corrects && decides < (int)corrects)
        decides = (int)corrects;
    if (decides >= 0) put_word(object, "decides", trey_role_word((unsigned)decides));
    if (report->second) put(object, "two", json_true());
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
    if (scene->table->reporter != TREY_NOBODY)
        put_number(object, "reporter", scene->table->reporter);
    put(object, "facts", facts);
    if (report->mode != TREY_MODE_NONE) put_word(object, "mode", trey_mode_word(report->mode));
    put_word(object, "by", trey_role_word(report->role));
    return object;
}

/* ---- Events, member by member ----------------------------------------------------------- */
static json_t *flags_json(unsigned flags) {
    static const char *const words[] = {"barred", "stopped", "one_position", "under_minimum"};
    json_t *list = json_array();
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (flags >> i & 1u) json_array_append_new(list, json_string(words[i]));
    }
    return list;
}

/* What is read off the table; NULL where there is nothing to tell. */
static json_t *told_json(const trey_json_scene *scene, const trey_event *event, unsigned member) {
    const trey_table *table = scene->table;
    switch (member) {
    case TREY_MEMBER_ROUND:
        return json_integer(table->round);
    case TREY_MEMBER_COUNT:
        return json_integer(event->cards.count);
    case TREY_MEMBER_HAND:
        return trey_json_cards(table->box[event->seat - 1].card, 3);
    case TREY_MEMBER_DEALER:
        return trey_json_cards(table->dealer, 3);
    default:
        return table->config.jackpot ? json_integer(table->meter.value) : NULL;
    }
}

static json_t *cause_json(trey_cause cause) {
    return json_string(cause.kind == TREY_CAUSE_RULING
                           ? "ruling"
                           : trey_irregularity_name((trey_irregularity)(cause.kind - 1)));
}

/* A member as a value, or NULL where a member that may be there is not. */
static json_t *member_json(const trey_json_scene *scene, const trey_event *event, unsigned index,
                           bool needed) {
    const trey_member *member = trey_event_member_of((trey_event_member)index);
    const uint8_t *place = (const uint8_t *)event + member->at;
    trey_cents cents;
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_TOLD:
        return told_json(scene, event, index);
    case TREY_TYPE_PLAYER:
        return needed || event->player ? player_json(scene, event->player) : NULL;
    case TREY_TYPE_CENTS:
        memcpy(&cents, place, sizeof cents);
        return needed || cents ? json_integer(cents) : NULL;
    case TREY_TYPE_CARD:
        return visible(scene, event) ? trey_json_card(event->dealt.card) : json_null();
    case TREY_TYPE_CARDS:
        if (!visible(scene, event)) return NULL;
        return trey_json_cards(event->cards.card, event->cards.count);
    case TREY_TYPE_TEXT:
        return trey_json_text((const char *)place);
    case TREY_TYPE_CAUSE:
        return event->cause.kind ? cause_json(event->cause) : NULL;
    case TREY_TYPE_PAY_ROW:
        if (event->line.row == TREY_NO_KEY) return NULL;
        return json_string(trey_key_path((trey_key)event->line.row));
    case TREY_TYPE_FLAGS:
        return *place ? flags_json(*place) : NULL;
    case TREY_TYPE_SEATS:
        return seats_json(*place);
    case TREY_TYPE_SEAT:
        return needed || *place ? json_integer(*place) : NULL;
    case TREY_TYPE_FLAG:
        return needed || *place ? json_boolean(*place) : NULL;
    default:
        if (!needed && *place == 0) return NULL;
        return json_string(trey_type_word((trey_member_type)member->type, *place));
    }
}

/* A seat, or who gets the card. */
static void put_place(json_t *object, unsigned place) {
    if (place == TREY_PLACE_DEALER || place == TREY_PLACE_BURN) {
        put_word(object, "place", place == TREY_PLACE_BURN ? "burn" : "dealer");
    } else {
        put_number(object, "seat", place);
    }
}

json_t *trey_json_event(const trey_json_scene *scene, const trey_event *event) {
    json_t *object = json_object();
    if (!object) return NULL;
    const trey_event_row *row = trey_event_row_of((trey_event_kind)event->kind);
    put_word(object, "kind", row->word);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctzll(left);
        if (index == TREY_MEMBER_PLACE) {
            put_place(object, event->dealt.place);
        } else if (index == TREY_MEMBER_REPORT) {
            put_report(object, scene, &event->report, false);
        } else {
            json_t *value = member_json(scene, event, index, row->needs >> index & 1u);
            if (value) put(object, trey_event_member_of((trey_event_member)index)->name, value);
        }
    }
    return object;
}
