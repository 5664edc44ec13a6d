/* floor_rules.c -- what is played at a table, and the odds of it: questions that people ask
 * before they sit down. Everything comes out of the rulebook's keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_parts.h"
#include "trey/odds_json.h"

/* ---- Pay tables ------------------------------------------------------------------------- */
static json_t *row_json(const trey_rulebook *book, trey_key key, const trey_rule *rule,
                        const char *hand) {
    char text[TREY_VALUE_TEXT_MAX];
    return json_pack("{s:s, s:s, s:s, s:o}", "hand", hand, "key", trey_key_path(key), "pays",
                     trey_value_print(key, rule->value, text), "paragraphs",
                     trey_json_paragraphs(book, rule->by.paragraph, rule->by.count));
}

static json_t *pays_json(const trey_rulebook *book) {
    json_t *list = json_array(), *rows = NULL;
    char last[40] = "";
    for (unsigned i = 0; i < TREY_KEYS; i++) {
        trey_key key = (trey_key)i;
        const trey_rule *rule = trey_rulebook_rule(book, key);
        trey_pay_row row;
        if (!trey_key_pays(key, &row) || rule->form == TREY_FORM_ABSENT || rule->value.n == 0)
            continue;
        if (strcmp(row.wager, last) != 0) {
            rows = json_array();
            snprintf(last, sizeof last, "%s", row.wager);
            json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "wager", row.wager, "text",
                                                  row.title, "rows", rows));
        }
        json_array_append_new(rows, row_json(book, key, rule, row.hand));
    }
    return list;
}

/* ---- Rules ---------------------------------------------------------------------------------- */
static json_t *readings_json(const trey_rulebook *book) {
    json_t *list = json_array();
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        char letter[2] = {(char)('A' + reading->in_force), '\0'};
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s}", "id", reading->id, "question",
                            reading->question, "letter", letter, "says",
                            reading->letters ? reading->letter[reading->in_force] : ""));
    }
    return list;
}

static json_t *paragraphs_json(const trey_rulebook *book) {
    json_t *list = json_array();
    for (size_t i = 0; i < trey_rulebook_paragraphs(book); i++) {
        const trey_paragraph *paragraph = trey_rulebook_paragraph(book, i);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s}", "id", paragraph->id, "says", paragraph->says,
                            "met", trey_met_word(paragraph->met), "does",
                            paragraph->outside[0] ? paragraph->outside : paragraph->does));
    }
    return list;
}

/* The betting areas of the book that this table offers. */
static json_t *wagers_json(const trey_rulebook *book, const trey_table_config *config) {
    json_t *list = json_array();
    uint64_t areas = (uint64_t)trey_rulebook_rule(book, TREY_KEY_AREAS)->value.n;
    for (; areas; areas >>= 4) {
        unsigned wager = (unsigned)(areas & 15u) - 1;
        bool offered = !trey_wager_limited(wager) || config->maximum[wager] > 0;
        if (wager == TREY_WAGER_PROGRESSIVE) offered = config->jackpot;
        if (offered) json_array_append_new(list, json_string(trey_wager_word(wager)));
    }
    return list;
}

const char *trey_lost_link_word(unsigned lost_link) {
    TREY_ASSERT(lost_link <= TREY_LOST_LINK_FOLD);
    return lost_link == TREY_LOST_LINK_FOLD ? "fold" : "book";
}

/* Who decides for a bet on another player's position: the position's owner where wagers are pooled,
 * otherwise as the book says; null where positions are not shared. */
static json_t *shared_json(const trey_rulebook *book) {
#define BACKLINE_WORD(constant, word) [TREY_##constant] = (word),
    static const char *const words[] = {TREY_WORDS_BACKLINE(BACKLINE_WORD)};
#undef BACKLINE_WORD
    switch (trey_rulebook_rule(book, TREY_KEY_SHARED)->value.n) {
    case TREY_SHARED_FORBIDDEN:
        return json_null();
    case TREY_SHARED_POOLED:
        return json_string("pooled");
    default:
        return json_string(words[trey_rulebook_rule(book, TREY_KEY_BACKLINE)->value.n]);
    }
}

/* What the automatic dealer does by the clock; null where a person deals. */
static json_t *times_json(const floor_table *table) {
    const trey_table_service *service = &table->service;
    if (!service->automatic) return json_null();
    return json_pack("{s:I, s:I, s:I, s:s}", "bets", (json_int_t)service->bets_ms, "decide",
                     (json_int_t)service->decide_ms, "alone", (json_int_t)service->alone_ms,
                     "lost_link", trey_lost_link_word(service->lost_link));
}

static json_t *rules_json(trey_floor *floor, const floor_table *table) {
    const trey_rulebook *book = table_book(floor, table);
    const trey_table_config *config = &table_state(floor, table)->config;
    const char *jackpot = trey_house_terms(floor->house, table->index)->jackpot;
    const trey_rule *qualifies = trey_rulebook_rule(book, TREY_KEY_QUALIFIES);
    char text[TREY_VALUE_TEXT_MAX];
    json_t *object = json_object();
    json_object_set_new(object, "table", trey_json_text(table->name));
    json_object_set_new(object, "rulebook", json_string(trey_rulebook_id(book)));
    json_object_set_new(object, "title", trey_json_text(table_title(floor, table)));
    json_object_set_new(object, "rulebook_title", trey_json_text(trey_rulebook_title(book)));
    json_object_set_new(object, "version", trey_json_text(trey_rulebook_version(book)));
    json_object_set_new(object, "in_force", trey_json_text(trey_rulebook_in_force(book)));
    json_object_set_new(object, "positions", json_integer(config->positions));
    json_object_set_new(object, "limits", lobby_limits(config));
    json_object_set_new(object, "wagers", wagers_json(book, config));
    json_object_set_new(object, "jackpot",
                        config->jackpot
                            ? json_pack("{s:I, s:o}", "bet", (json_int_t)config->jackpot_bet,
                                        "name", jackpot[0] ? trey_json_text(jackpot) : json_null())
                            : json_null());
    json_object_set_new(object, "pays", pays_json(book));
    json_object_set_new(object, "readings", readings_json(book));
    json_object_set_new(object, "paragraphs", paragraphs_json(book));
    json_object_set_new(object, "qualifies",
                        json_string(trey_value_print(TREY_KEY_QUALIFIES, qualifies->value, text)));
    json_object_set_new(object, "shared", shared_json(book));
    json_object_set_new(object, "times", times_json(table));
    return object;
}

trey_status trey_floor_rules(trey_floor *floor, const char *name, trey_frame **out) {
    const floor_table *table = floor_table_find(floor, name);
    *out = NULL;
    if (!table) return TREY_STATUS_NOT_FOUND;
    *out = frame_of(rules_json(floor, table));
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

/* ---- Odds ---------------------------------------------------------------------------------------
 */
enum { SETS = 64 };

struct trey_floor_odds {
    const trey_rulebook *book; /* the house's, which does not change */
    trey_odds_query query;
    char values[TREY_TERMS_TEXT];
    const char *set[SETS];
    unsigned sets;
};

trey_status trey_floor_odds_ask(trey_floor *floor, const char *name,
                                const trey_cents stake[TREY_STAKES], trey_floor_odds **out) {
    const floor_table *table = floor_table_find(floor, name);
    *out = NULL;
    if (!table) return TREY_STATUS_NOT_FOUND;
    trey_floor_odds *asked = calloc(1, sizeof *asked);
    if (!asked) return TREY_STATUS_NO_MEMORY;
    const trey_table *state = table_state(floor, table);
    asked->book = table_book(floor, table);
    trey_odds_query_preset(asked->book, &asked->query);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (i != TREY_WAGER_ANTE || stake[i] > 0) asked->query.stake[i] = stake[i];
    }
    if (state->config.jackpot) {
        asked->query.meter = state->meter.value;
        asked->query.reset = state->config.jackpot_reset;
        asked->query.contribution = state->config.jackpot_contribution;
        asked->query.listed[TREY_WAGER_PROGRESSIVE] = state->config.jackpot_bet;
    }
    snprintf(asked->values, sizeof asked->values, "%s",
             trey_house_terms(floor->house, table->index)->values);
    char *rest = NULL;
    for (char *value = strtok_r(asked->values, " ", &rest); value && asked->sets < SETS;
         value = strtok_r(NULL, " ", &rest))
        asked->set[asked->sets++] = value;
    *out = asked;
    return TREY_STATUS_OK;
}

static json_t *fault_json(trey_status status, const trey_odds_fault *fault) {
    bool refused = status == TREY_STATUS_INVALID && fault->refused != TREY_REFUSED_NONE;
    return json_pack("{s:{s:s, s:s}}", "error", "reason",
                     refused ? trey_refused_word(fault->refused) : trey_status_name(status), "text",
                     refused ? trey_refused_text(fault->refused) : trey_status_text(status));
}

trey_status trey_floor_odds_answer(trey_floor_odds *asked, trey_frame **out) {
    trey_odds_fault fault = {.refused = TREY_REFUSED_NONE};
    trey_odds *odds = NULL;
    trey_status status = trey_odds_open(&odds, asked->book, &asked->query, &fault);
    if (status == TREY_STATUS_OK) {
        *out = frame_of(trey_odds_json(asked->book, odds, NULL, asked->set, asked->sets));
    } else {
        *out = frame_of(fault_json(status, &fault));
    }
    trey_odds_close(odds);
    free(asked);
    return *out ? status : TREY_STATUS_NO_MEMORY;
}
