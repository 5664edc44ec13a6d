/* json_settlement.c -- how a round ended: lines with their grounds, and totals.
 *
 * Nothing is settled here; the engine's lines are told and added up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_parts.h"

/* ---- Lines -------------------------------------------------------------------------- */
/* What the pay row is for: the last part of a key such as pays.pair_plus.straight. */
static json_t *row_hand(unsigned row) {
    const char *path = trey_key_path((trey_key)row);
    const char *dot = strrchr(path, '.');
    bool names_hand = dot && (strchr(path, '.') != dot || strncmp(path, "envy.", 5) == 0);
    if (!names_hand) return NULL;
    return json_string(dot + 1);
}

/* The hand that a line is about, as far as the viewer has seen it. */
static json_t *hand_json(const trey_rulebook *book, const trey_view *view, const trey_event *line) {
    json_t *named = line->line.row == TREY_NO_KEY ? NULL : row_hand(line->line.row);
    if (named) return named;
    /* A jackpot bet of five is still told by the three cards: they are what the player has. */
    const trey_looks looks = trey_wager_looks(book, line->wager);
    bool three = line->wager == TREY_WAGER_PROGRESSIVE ||
                 (line->wager != TREY_WAGER_ENVY && looks != TREY_LOOKS_AT_FIVE &&
                  looks != TREY_LOOKS_AT_SORT);
    unsigned category = line->seat ? view->box[line->seat - 1].category : 0xff;
    return trey_json_category(three ? category : 0xff);
}

static json_t *pays_json(const trey_rulebook *book, unsigned row) {
    char text[TREY_VALUE_TEXT_MAX];
    if (row == TREY_NO_KEY) return json_null();
    trey_value value = trey_rulebook_rule(book, (trey_key)row)->value;
    return json_string(trey_value_print((trey_key)row, value, text));
}

json_t *trey_json_line(const trey_json_scene *scene, const trey_event *line) {
    const trey_rulebook *book = trey_rules_book(scene->rules);
    uint16_t paragraph[TREY_CITED];
    size_t count = trey_line_citation(scene->rules, line, paragraph);
    trey_view view;
    json_t *object = json_object();
    trey_table_view(scene->rules, scene->table, scene->role, scene->viewer, &view);
    put_line(object, scene, line);
    put_word(object, "why", trey_ground_text((trey_ground)line->line.ground));
    put(object, "hand", hand_json(book, &view, line));
    put(object, "pays", pays_json(book, line->line.row));
    put(object, "paragraphs", trey_json_paragraphs(book, paragraph, count));
    return object;
}

static json_t *lines_json(const trey_json_scene *scene, const trey_decision *decision,
                          const uint64_t readings[TREY_EVENTS]) {
    json_t *list = json_array();
    for (unsigned i = 0; i < decision->count; i++) {
        if (decision->event[i].kind != TREY_EVENT_LINE) continue;
        json_t *line = trey_json_line(scene, &decision->event[i]);
        put(line, "readings", trey_json_readings(trey_rules_book(scene->rules), readings[i]));
        json_array_append_new(list, line);
    }
    return list;
}

/* ---- Totals --------------------------------------------------------------------------- */
typedef struct total {
    trey_player player;
    trey_cents staked, back;
} total;
enum { TOTALS = TREY_SEATS * TREY_BETTORS + 1 };

static void total_line(total *totals, unsigned *count, const trey_event *line) {
    unsigned i = 0;
    while (i < *count && totals[i].player != line->player) i++;
    if (i == TOTALS) return;
    if (i == *count) totals[(*count)++] = (total){line->player, 0, 0};
    totals[i].staked += line->amount;
    totals[i].back += line->line.back;
}

static json_t *totals_json(const trey_json_scene *scene, const total *totals, unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        json_t *one = json_object();
        put(one, "player", player_json(scene, totals[i].player));
        put_cents(one, "staked", totals[i].staked);
        put_cents(one, "back", totals[i].back);
        put_cents(one, "net", totals[i].back - totals[i].staked);
        json_array_append_new(list, one);
    }
    return list;
}

/* ---- Readings -------------------------------------------------------------------------- */
/* Under another letter a hand that was held back might have counted, and saying so would
 * tell what it was. So the hands that the viewer has not seen are covered by the lowest
 * cards that he has not seen either, and the readings are those of that round. */
static void cover_hidden(const trey_view *view, trey_table *table) {
    trey_cardset seen = trey_cardset_of(table->dealer[0]) | trey_cardset_of(table->dealer[1]) |
                        trey_cardset_of(table->dealer[2]);
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        for (unsigned i = 0; i < 3; i++) {
            if (trey_card_valid(view->box[seat].card[i]) && i < view->box[seat].dealt)
                seen |= trey_cardset_of(view->box[seat].card[i]);
        }
    }
    trey_card next = 0;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        for (unsigned i = 0; i < view->box[seat].dealt; i++) {
            if (trey_card_valid(view->box[seat].card[i])) continue;
            while (trey_cardset_has(seen, next)) next++;
            table->box[seat].card[i] = next++;
        }
    }
}

static bool same_lines(const trey_decision *a, const trey_decision *b) {
    if (a->refused != b->refused || a->count != b->count) return false;
    for (unsigned i = 0; i < a->count; i++) {
        const trey_event *x = &a->event[i], *y = &b->event[i];
        if (x->kind != y->kind || x->seat != y->seat || x->player != y->player ||
            x->wager != y->wager || x->line.result != y->line.result)
            return false;
        if (x->kind == TREY_EVENT_LINE && x->line.back != y->line.back) return false;
    }
    return true;
}

static trey_status explain(const trey_json_scene *scene, const trey_table *before,
                           const trey_decision *decision, uint64_t readings[TREY_EVENTS]) {
    if (scene->everything) return trey_explain_readings(scene->rules, before, decision, readings);
    const trey_command settle = {.verb = TREY_VERB_SETTLE, .role = TREY_ROLE_DEALER};
    trey_table covered = *before;
    trey_view view;
    trey_table_view(scene->rules, scene->table, scene->role, scene->viewer, &view);
    cover_hidden(&view, &covered);
    trey_decision *again = malloc(sizeof *again);
    if (!again) return TREY_STATUS_NO_MEMORY;
    trey_decide(scene->rules, &covered, &settle, again);
    trey_status status = TREY_STATUS_OK;
    if (same_lines(decision, again))
        status = trey_explain_readings(scene->rules, &covered, again, readings);
    free(again);
    return status;
}

/* ---- The whole -------------------------------------------------------------------------- */
static bool ends_round(const trey_decision *decision, bool *voided) {
    for (unsigned i = 0; i < decision->count; i++) {
        unsigned kind = decision->event[i].kind;
        *voided = kind == TREY_EVENT_VOIDED;
        if (kind == TREY_EVENT_SETTLED || *voided) return true;
    }
    return false;
}

json_t *trey_json_settlement(const trey_json_scene *scene, const trey_table *before,
                             const trey_decision *decision) {
    uint64_t readings[TREY_EVENTS] = {0};
    total totals[TOTALS];
    unsigned count = 0;
    bool voided;
    if (!ends_round(decision, &voided)) return NULL;
    if (!voided && explain(scene, before, decision, readings) != TREY_STATUS_OK) return NULL;
    trey_cents bank = before->bank;
    bool banked = before->bank > 0 && before->bank_seat != TREY_NO_SEAT;
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *line = &decision->event[i];
        if (line->kind != TREY_EVENT_LINE) continue;
        total_line(totals, &count, line);
        bank -= line->line.bank;
    }
    if (banked && count < TOTALS) totals[count++] = (total){before->banker, before->bank, bank};
    json_t *object = json_object();
    put_number(object, "round", before->round);
    put_flag(object, "void", voided);
    put(object, "lines", lines_json(scene, decision, readings));
    put(object, "players", totals_json(scene, totals, count));
    bool jackpot = before->config.jackpot;
    put(object, "meter_before", jackpot ? json_integer(before->meter_start) : json_null());
    put(object, "meter_after", jackpot ? json_integer(scene->table->meter.value) : json_null());
    put(object, "bank",
        banked
            ? json_pack("{s:I, s:I}", "before", (json_int_t)before->bank, "after", (json_int_t)bank)
            : json_null());
    return object;
}

/* ---- Refusals ---------------------------------------------------------------------------- */
json_t *trey_json_refused(const trey_rules *rules, const trey_decision *decision) {
    uint16_t paragraph[TREY_CITED];
    size_t count = trey_refusal_citation(rules, decision, paragraph);
    char text[256];
    const char *says = trey_refused_text(decision->refused);
    bool fact = decision->fact != TREY_NO_KEY;
    bool wager = decision->wager != TREY_NO_KEY;
    snprintf(text, sizeof text, "%s%s%s", says, fact || wager ? ": " : "",
             fact    ? trey_fact_question((trey_fact)decision->fact)
             : wager ? trey_wager_word(decision->wager)
                     : "");
    json_t *object = json_object();
    put_word(object, "reason", trey_refused_word(decision->refused));
    put_word(object, "text", text);
    put(object, "paragraphs", trey_json_paragraphs(trey_rules_book(rules), paragraph, count));
    return object;
}
