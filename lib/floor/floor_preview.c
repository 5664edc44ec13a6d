/* floor_preview.c -- what would follow from a report or a ruling, before anybody acts.
 *
 * The engine decides on a copy of the table, and what it would do is told: the remedy, its
 * paragraphs, and each wager's money. Where a fact is missing the refusal says which, so
 * that a form can ask one question after the other without knowing any rule. */
#include "floor_hearing.h"

/* ---- What is missing -------------------------------------------------------------------- */
static const char *member_of_report(const trey_decision *decision) {
    switch (decision->refused) {
    case TREY_REFUSED_NO_SEAT_NAMED:
        return "seats";
    case TREY_REFUSED_NO_SUCH_PLAYER:
    case TREY_REFUSED_BOX_NOT_YOURS:
        return "player";
    case TREY_REFUSED_NO_SUCH_WAGER:
    case TREY_REFUSED_NOTHING_THERE:
        return "wager";
    case TREY_REFUSED_BAD_AMOUNT:
        return "amount";
    case TREY_REFUSED_NO_SUCH_RULING:
        return "mode";
    case TREY_REFUSED_BAD_CARD:
    case TREY_REFUSED_CARD_OUT:
    case TREY_REFUSED_CARD_NOT_DEALT:
        return "cards";
    /* Of a wager's size it is the amount that the record contradicts. */
    case TREY_REFUSED_FACT_CONTRADICTED:
        return "amount";
    default:
        return NULL;
    }
}

static const char *member_of_ruling(const trey_decision *decision) {
    switch (decision->refused) {
    case TREY_REFUSED_NO_SUCH_SEAT:
        return "seat";
    case TREY_REFUSED_NO_SUCH_PLAYER:
        return "player";
    case TREY_REFUSED_NOTHING_THERE:
        return "wager";
    case TREY_REFUSED_BAD_AMOUNT:
        return "amount";
    case TREY_REFUSED_NO_REASON:
        return "reason";
    default:
        return NULL;
    }
}

json_t *preview_asks(const trey_command *command, const trey_decision *decision) {
    const char *member = NULL;
    if (decision->fact != TREY_NO_KEY)
        return json_pack("{s:s}", "fact", trey_fact_name((trey_fact)decision->fact));
    if (decision->wager != TREY_NO_KEY)
        return json_pack("{s:s, s:s}", "member", "limits", "wager",
                         trey_wager_word(decision->wager));
    if (command->verb == TREY_VERB_REPORT) member = member_of_report(decision);
    if (command->verb == TREY_VERB_RULE) member = member_of_ruling(decision);
    return member ? json_pack("{s:s}", "member", member) : NULL;
}

/* ---- What would follow -------------------------------------------------------------------- */
/* What the paragraphs say, one after the other. */
static json_t *says(const trey_rulebook *book, const uint16_t *paragraph, size_t count) {
    trey_bytes text = {0};
    for (size_t i = 0; i < count; i++) {
        if (i > 0) text_say(&text, " ");
        text_say(&text, trey_rulebook_paragraph(book, paragraph[i])->says);
    }
    json_t *said = json_string(text.failed || !text.bytes ? "" : text.bytes);
    trey_bytes_close(&text);
    return said;
}

/* The gate when the pending report has been confirmed by somebody who may. */
static unsigned gate_behind(trey_floor *floor, const trey_rules *rules, const trey_table *table) {
    const trey_command confirm = somebodys_command(TREY_VERB_CONFIRM, TREY_ROLE_SHIFT_MANAGER);
    trey_table after = *table;
    trey_decide(rules, &after, &confirm, &floor->decision);
    trey_apply_all(rules, &after, &floor->decision);
    return after.gate;
}

/* `table` is the one with the report in it. */
static json_t *report_would(trey_floor *floor, const trey_rules *rules, const trey_table *table) {
    const trey_rulebook *book = trey_rules_book(rules);
    const trey_report *report = &table->report;
    const trey_case *item =
        &trey_rulebook_trouble(book, (trey_irregularity)report->kind)->item[report->item];
    const trey_json_scene scene = {.rules = rules, .table = table};
    trey_effect effect[TREY_EVENTS];
    size_t count = trey_report_effects(rules, table, effect);
    json_t *would = json_object();
    json_object_set_new(would, "remedy", json_string(trey_remedy_word(item->remedy)));
    if (item->also) json_object_set_new(would, "also", json_string(trey_remedy_word(item->also)));
    if (item->role >= 0)
        json_object_set_new(would, "decides", json_string(trey_role_word((unsigned)item->role)));
    json_object_set_new(would, "gate",
                        json_string(trey_gate_word(gate_behind(floor, rules, table))));
    json_object_set_new(would, "paragraphs",
                        trey_json_paragraphs(book, item->by.paragraph, item->by.count));
    json_object_set_new(would, "text",
                        item->form == TREY_FORM_SAYS
                            ? says(book, item->by.paragraph, item->by.count)
                            : trey_json_text(item->why));
    json_object_set_new(would, "effects", trey_json_effects(&scene, effect, count, true));
    return would;
}

static json_t *ruling_would(trey_floor *floor, const trey_rules *rules, const trey_table *before,
                            const trey_table *after, unsigned ruling) {
    const trey_rulebook *book = trey_rules_book(rules);
    const trey_json_scene scene = {.rules = rules, .table = before};
    trey_effect effect[TREY_EVENTS];
    size_t count = trey_decision_effects(rules, before, &floor->decision, effect);
    uint16_t paragraph[TREY_CITED];
    size_t cited = trey_ruling_citation(rules, (trey_ruling_kind)ruling, paragraph);
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o}", "remedy", trey_ruling_word((trey_ruling_kind)ruling), "gate",
        trey_gate_word(after->gate), "paragraphs", trey_json_paragraphs(book, paragraph, cited),
        "text", says(book, paragraph, cited), "effects",
        trey_json_effects(&scene, effect, count, true));
}

/* A report of exposed cards is refused where one of them was not dealt, so whoever tries
 * could ask for one card after the other. How many they are is all that the remedy needs;
 * the cards themselves are looked at when it is done, and then it is on the record. */
static void hide_cards(trey_command *command) {
    if (command->verb != TREY_VERB_REPORT || command->count == 0) return;
    uint8_t *exposed = &command->answer[TREY_FACT_EXPOSED];
    if (*exposed == 0)
        *exposed = command->count == 1 ? TREY_EXPOSED_ONE + 1 : TREY_EXPOSED_SEVERAL + 1;
    command->count = 0;
}

void hear_try(hearing *h, floor_table *table) {
    trey_floor *floor = h->floor;
    const trey_rules *rules = table_rules(floor, table);
    trey_command *command = &h->message.command;
    hide_cards(command);
    const trey_table *before = table_state(floor, table);
    trey_table after = *before;
    trey_decide(rules, before, command, &floor->decision);
    bool two = floor->decision.refused == TREY_REFUSED_SECOND_PERSON;
    if (two) { /* with somebody beside them */
        const trey_command other = somebodys_command(TREY_VERB_RULE, h->role);
        command->second = other.second;
        command->second_role = other.second_role;
        trey_decide(rules, before, command, &floor->decision);
    }
    if (floor->decision.refused != TREY_REFUSED_NONE) {
        hear_refused(h, hear_engine(h, table, &floor->decision), false);
        return;
    }
    trey_apply_all(rules, &after, &floor->decision);
    json_t *object = hear_json(h, true);
    bool report = command->verb == TREY_VERB_REPORT;
    json_t *would = report ? report_would(floor, rules, &after)
                           : ruling_would(floor, rules, before, &after, command->ruling);
    if (two || (report && after.report.second)) json_object_set_new(would, "two", json_true());
    json_object_set_new(object, "would", would);
    hear_answer(h, object);
}
