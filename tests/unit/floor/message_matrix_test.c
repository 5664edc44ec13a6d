/* message_matrix_test.c -- every message, by everybody, in every phase of each book.
 *
 * A table is brought to each stage of a round; there each person says everything. Each
 * answer must be the engine's own: what it would decide is asked of trey_decide before the
 * message is sent, and reason and paragraphs of a refusal must be those of the decision.
 * What a player can do stands in his view, and what stands there he can do. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

#include "trey/json.h"

/* Sanitizers make each answer ten times as dear: fewer of them then. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { EACH = 7 };
#else
enum { EACH = 1 };
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { EACH = 7 };
#else
enum { EACH = 1 };
#endif

enum { ANN, BEN, NADIA, OTTO, DEALER, SUPERVISOR, PIT, SHIFT, CASHIER, AUDITOR, CAST };

typedef enum stage {
    FRESH,
    OPEN,
    BETS,
    CLOSED,
    DEALING,
    ENTERED,
    DECISION,
    LOOKED,
    SHOWDOWN,
    SETTLED,
    REPORTED,
    RULING,
    SHUT,
    STAGES
} stage;

/* %u in a template is Ann's number. */
static const struct {
    const char *word, *members;
} templates[] = {
    {"sit", "\"seat\":3"},
    {"sit", "\"seat\":1"},
    {"leave", "\"seat\":1"},
    {"leave", "\"seat\":2"},
    {"bank", "\"seat\":1,\"amount\":50000"},
    {"bank", "\"seat\":5,\"amount\":50000"},
    {"pass", ""},
    {"bet", "\"seat\":1,\"wager\":\"ante\",\"amount\":1000"},
    {"bet", "\"seat\":1,\"wager\":\"ante\",\"amount\":1"},
    {"bet", "\"seat\":1,\"wager\":\"ante\",\"amount\":30000"},
    {"bet", "\"seat\":1,\"wager\":\"ante\",\"amount\":9223372036854775807"},
    {"bet", "\"seat\":1,\"wager\":\"ante\""},
    {"bet", "\"seat\":2,\"wager\":\"ante\",\"amount\":1000"},
    {"bet", "\"seat\":3,\"wager\":\"ante\",\"amount\":1000"},
    {"bet", "\"seat\":8,\"wager\":\"ante\",\"amount\":1000"},
    {"bet", "\"seat\":1,\"wager\":\"pair_plus\",\"amount\":500"},
    {"bet", "\"seat\":1,\"wager\":\"six_card_bonus\",\"amount\":500"},
    {"bet", "\"seat\":1,\"wager\":\"progressive\""},
    {"bet", "\"seat\":1,\"wager\":\"play\",\"amount\":500"},
    {"bet", "\"seat\":1,\"wager\":\"ante\",\"amount\":1000,\"player\":%u"},
    {"withdraw", "\"seat\":1,\"wager\":\"ante\""},
    {"withdraw", "\"seat\":1,\"wager\":\"pair_plus\""},
    {"withdraw", "\"seat\":1,\"wager\":\"progressive\""},
    {"withdraw", "\"seat\":1,\"wager\":\"ante\",\"amount\":100,\"player\":%u"},
    {"view", "\"seat\":1"},
    {"view", "\"seat\":2"},
    {"hide", "\"seat\":1"},
    {"continue", "\"seat\":1"},
    {"play", "\"seat\":1"},
    {"play", "\"seat\":1,\"amount\":777"},
    {"play", "\"seat\":2"},
    {"play", "\"seat\":1,\"player\":%u"},
    {"fund", "\"seat\":1,\"amount\":100"},
    {"fold", "\"seat\":1"},
    {"fold", "\"seat\":1,\"keep\":true"},
    {"choose", "\"seat\":1,\"back\":true"},
    {"choose", "\"seat\":1,\"back\":false"},
    {"open", ""},
    {"close", ""},
    {"reveal", ""},
    {"settle", ""},
    {"confirm", ""},
    {"drop", ""},
    {"time", ""},
    {"card", "\"cards\":[\"Qs\"]"},
    {"card", "\"cards\":[null]"},
    {"recall", ""},
    {"deck", "\"cards\":[\"Qs\",\"10h\",\"2c\"]"},
    {"mend", "\"cards\":[\"Qs\",\"10h\",\"2c\"]"},
    {"look", "\"seat\":1"},
    {"report", "\"kind\":\"absent_player\",\"player\":%u"},
    {"report", "\"kind\":\"misdeal\""},
    {"report", "\"kind\":\"not_covered\""},
    {"report", "\"kind\":\"exposed_cards\",\"cards\":[\"Qs\"]"},
    {"report",
     "\"kind\":\"over_maximum\",\"seats\":[1],\"player\":%u,\"wager\":\"ante\",\"amount\":50000"},
    {"rule", "\"ruling\":\"void\",\"reason\":\"a test\""},
    {"rule", "\"ruling\":\"continue\",\"reason\":\"a test\""},
    {"rule", "\"ruling\":\"bar\",\"reason\":\"a test\",\"player\":%u"},
    {"rule",
     "\"ruling\":\"settle\",\"reason\":\"a test\",\"seat\":1,\"wager\":\"ante\",\"amount\":100"},
    {"rule", "\"ruling\":\"close_table\",\"reason\":\"a test\""},
    {"rule", "\"ruling\":\"reopen_table\",\"reason\":\"a test\""},
};
enum { TEMPLATES = sizeof templates / sizeof *templates };

static const trey_office offices[CAST] = {TREY_OFFICE_PLAYER,      TREY_OFFICE_PLAYER,
                                          TREY_OFFICE_PLAYER,      TREY_OFFICE_PLAYER,
                                          TREY_OFFICE_DEALER,      TREY_OFFICE_PIT_SUPERVISOR,
                                          TREY_OFFICE_PIT_MANAGER, TREY_OFFICE_SHIFT_MANAGER,
                                          TREY_OFFICE_CASHIER,     TREY_OFFICE_AUDITOR};

static evening e;
static client *cast[CAST];
static const char *book;
static unsigned tables;
static char table[32];
static unsigned long answers, taken, listed;

/* ---- Tables at each stage ---------------------------------------------------------------- */
#define AT(who, word, ...) done(say(cast[who], word, "\"table\":\"%s\"" __VA_ARGS__, table), word)
#define ENTER(card)                                                                                \
    done(say(cast[DEALER], "card", "\"table\":\"%s\",\"cards\":[\"%s\"]", table, card), card)

static void play_until(stage to, bool banked) {
    AT(ANN, "sit", ",\"seat\":1");
    AT(BEN, "sit", ",\"seat\":2");
    if (to == SHUT) AT(SHIFT, "rule", ",\"ruling\":\"close_table\",\"reason\":\"a test\"");
    if (to == FRESH || to == SHUT) return;
    AT(DEALER, "open");
    if (to == OPEN) return;
    if (banked) AT(NADIA, "bank", ",\"seat\":5,\"amount\":100000");
    AT(ANN, "bet", ",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    AT(ANN, "bet", ",\"seat\":1,\"wager\":\"pair_plus\",\"amount\":500");
    AT(BEN, "bet", ",\"seat\":2,\"wager\":\"ante\",\"amount\":2000");
    if (to == BETS) return;
    AT(DEALER, "close");
    if (to == CLOSED) return;
    if (to == DEALING) {
        AT(DEALER, "card", ",\"cards\":[\"4d\"]");
        return;
    }
    if (to == ENTERED) {
        static const char *const cards[] = {"4d", "9s", "Kh", "2c", "7d", "Js", "3h", "8c", "Qd"};
        for (unsigned i = 0; i < 9; i++) ENTER(cards[i]);
        return;
    }
    AT(DEALER, "deal");
    if (to == DECISION) return;
    AT(ANN, "view", ",\"seat\":1");
    if (to == REPORTED) {
        char who[64];
        snprintf(who, sizeof who, "\"kind\":\"absent_player\",\"player\":%u", cast[BEN]->person);
        done(say(cast[DEALER], "report", "\"table\":\"%s\",%s", table, who), "report");
        return;
    }
    if (to == RULING) {
        AT(SHIFT, "report", ",\"kind\":\"not_covered\"");
        AT(SHIFT, "confirm");
        return;
    }
    if (to == LOOKED) return;
    AT(ANN, "play", ",\"seat\":1");
    AT(BEN, "view", ",\"seat\":2");
    AT(BEN, "fold", ",\"seat\":2");
    AT(DEALER, "reveal");
    if (to == SETTLED) AT(DEALER, "settle");
}

/* Whoever watches a table is told when their chips change; nobody looks at the old ones. */
static void turn_away(void) {
    for (unsigned i = 0; tables > 0 && i < CAST; i++)
        say(cast[i], "unwatch", "\"table\":\"%s\"", table);
}

static void prepare(stage to) {
    turn_away();
    snprintf(table, sizeof table, "t%u", tables++);
    trey_table_terms terms = house_terms(table, book, "");
    bool banked = strcmp(book, "ca-six-card") == 0;
    terms.config.system_deck = to != DEALING && to != ENTERED;
    if (!banked) {
        terms.config.jackpot = 1;
        terms.config.jackpot_bet = 500;
        terms.config.jackpot_contribution = 100;
        terms.config.jackpot_reset = 1000000;
        terms.meter = 1200000;
    }
    evening_table(&e, &terms);
    trey_floor_tick(e.floor);
    AT(ANN, "watch");
    AT(OTTO, "watch");
    AT(SHIFT, "watch");
    play_until(to, banked);
}

/* ---- One message ---------------------------------------------------------------------------- */
/* What he would have to pay for what was decided. */
static trey_cents cost(const trey_rules *rules, const trey_table *state,
                       const trey_decision *decision, trey_player player) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < decision->count; i++) {
        trey_posting posting[TREY_POSTINGS];
        size_t count = trey_event_postings(rules, state, &decision->event[i], posting);
        for (size_t p = 0; p < count; p++) {
            bool his = posting[p].player == player;
            if (his && posting[p].from == TREY_ACCOUNT_PLAYER) sum += posting[p].cents;
            if (his && posting[p].to == TREY_ACCOUNT_PLAYER) sum -= posting[p].cents;
        }
    }
    return sum;
}

/* The word that the answer must have, "" for done. */
static const char *expected(const client *c, unsigned office, const char *text,
                            trey_decision *decision) {
    unsigned index = trey_house_table_find(e.h.house, table);
    const trey_rules *rules = trey_house_rules(e.h.house, index);
    const trey_table *state = trey_house_table(e.h.house, index);
    trey_message message;
    trey_json_mistake mistake;
    decision->refused = TREY_REFUSED_NONE;
    if (!trey_message_read(text, strlen(text), &message, &mistake)) return "malformed";
    if (office > TREY_OFFICE_SHIFT_MANAGER) return "not_at_tables";
    trey_command *command = &message.command;
    command->role = (uint8_t)office;
    command->actor = c->person;
    if (!message.has_player && office == TREY_OFFICE_PLAYER) command->player = c->person;
    /* The house gives its own deck, and takes nobody's. */
    if (command->verb == TREY_VERB_DECK && state->config.system_deck) return "cards_are_shuffled";
    trey_decide(rules, state, command, decision);
    if (decision->refused != TREY_REFUSED_NONE) return trey_refused_word(decision->refused);
    return cost(rules, state, decision, command->player) >
                   house_chips(&e.h, command->player ? command->player : c->person)
               ? "chips_short"
               : "";
}

static void same_paragraphs(json_t *answer, const trey_decision *decision) {
    unsigned index = trey_house_table_find(e.h.house, table);
    const trey_rules *rules = trey_house_rules(e.h.house, index);
    uint16_t paragraph[TREY_CITED];
    size_t count = trey_refusal_citation(rules, decision, paragraph);
    json_t *told = at_path(answer, "refused.paragraphs");
    assert_int_equal(json_array_size(told), count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(json_string_value(json_array_get(told, i)),
                            trey_rulebook_paragraph(trey_rules_book(rules), paragraph[i])->id);
}

/* Does a player's view offer what he is about to do? */
static bool is_listed(unsigned who, const char *word, const char *members) {
    json_t *message = NULL;
    char text[512];
    snprintf(text, sizeof text, "{%s}", members);
    message = json_loads(text, 0, NULL);
    assert_non_null(message);
    const char *wager = json_string_value(json_object_get(message, "wager"));
    json_t *entry = can_do(view_of(cast[who], table), word,
                           (unsigned)json_integer_value(json_object_get(message, "seat")), wager);
    json_int_t amount = json_integer_value(json_object_get(message, "amount"));
    json_t *least = json_object_get(entry, "least"), *most = json_object_get(entry, "most");
    json_t *one = json_object_get(entry, "amount");
    bool good = entry && (!least || amount >= json_integer_value(least)) &&
                (!most || amount <= json_integer_value(most)) &&
                (!one || !amount || amount == json_integer_value(one));
    json_decref(message);
    return good;
}

static bool try_one(unsigned who, unsigned office, unsigned template) {
    static trey_decision decision;
    char members[256], text[512];
    const char *word = templates[template].word;
    snprintf(members, sizeof members, templates[template].members, cast[ANN]->person);
    snprintf(text, sizeof text, "{\"id\":\"%032u\",\"do\":\"%s\",\"table\":\"%s\"%s%s}", 7, word,
             table, members[0] ? "," : "", members);
    const char *want = expected(cast[who], office, text, &decision);
    bool player = who == ANN && !strstr(members, "player");
    bool offered = player && is_listed(who, word, members);
    json_t *answer =
        say(cast[who], word, "\"table\":\"%s\"%s%s", table, members[0] ? "," : "", members);
    if (strcmp(said_no(answer), want) != 0)
        fail_msg("%s, stage of %s: person %u says %s and is told \"%s\", not \"%s\"", book, table,
                 who, text, said_no(answer), want);
    answers++;
    if (decision.refused != TREY_REFUSED_NONE && want[0]) same_paragraphs(answer, &decision);
    bool done_it = want[0] == '\0';
    /* A single owner funds his Play by playing. */
    bool silent = strcmp(word, "fund") == 0;
    if (player && !silent && offered != done_it)
        fail_msg("%s, %s: %s is %s, and %s", book, table, text, done_it ? "done" : "refused",
                 offered ? "offered" : "not offered");
    taken += done_it;
    listed += offered;
    return done_it;
}

static void every_answer_is_the_engines(void **state) {
    (void)state;
    const trey_office *office = offices;
    evening_open(&e);
    e.pace = 25;
    evening_start(&e);
    for (unsigned i = 0; i < CAST; i++) {
        char name[16];
        snprintf(name, sizeof name, "Person %u", i);
        cast[i] = evening_enter(&e, name, office[i], i <= NADIA ? 100000000 : 0);
    }
    unsigned turn = 0;
    for (unsigned b = 0; b < 4; b++) {
        book = evening_books[b];
        for (unsigned at = 0; at < STAGES; at++) {
            bool ready = false;
            for (unsigned who = 0; who < CAST; who++) {
                for (unsigned i = 0; i < TEMPLATES; i++) {
                    if (turn++ % EACH) continue;
                    if (!ready) prepare((stage)at);
                    ready = !try_one(who, office[who], i);
                }
            }
        }
    }
    print_message("%lu answers, %lu of them yes, %lu on offer, %u tables\n", answers, taken, listed,
                  tables);
    assert_true(taken > answers / 100);
    evening_close(&e);
}

/* ---- What staff say --------------------------------------------------------------------------
 * Who may is a matter of the office; what follows, of the table. */
enum {
    OF_PLAYER = 1 << TREY_OFFICE_PLAYER,
    OF_DEALER = 1 << TREY_OFFICE_DEALER,
    OF_SUPERVISOR = 1 << TREY_OFFICE_PIT_SUPERVISOR,
    OF_PIT = 1 << TREY_OFFICE_PIT_MANAGER,
    OF_SHIFT = 1 << TREY_OFFICE_SHIFT_MANAGER,
    OF_CASHIER = 1 << TREY_OFFICE_CASHIER,
    OF_AUDITOR = 1 << TREY_OFFICE_AUDITOR,
    ABOVE = OF_SUPERVISOR | OF_PIT | OF_SHIFT,
    OF_CAGE = OF_CASHIER | OF_SHIFT,
    NOBODY = 0
};

/* %u is Ann's number, %s the table. */
static const struct {
    const char *word, *members;
    unsigned may;
    const char *denied, *done; /* the words for those who may not, and who may */
} staff_says[] = {
    {"desk", "\"table\":\"%s\",\"on\":true", OF_DEALER | ABOVE, "role_too_low", ""},
    {"desk", "\"table\":\"%s\",\"on\":false", OF_DEALER | ABOVE, "role_too_low", ""},
    {"pit", "\"on\":true", OF_DEALER | ABOVE | OF_AUDITOR, "role_too_low", ""},
    {"cage", "\"on\":true", OF_CAGE | OF_AUDITOR, "cage_role", ""},
    {"people", "\"find\":\"Person\"", ABOVE | OF_CASHIER | OF_AUDITOR, "role_too_low", ""},
    {"buy_in", "\"player\":%u,\"amount\":10", OF_CAGE, "cage_role", ""},
    {"cash_out", "\"player\":%u,\"amount\":10", OF_CAGE, "cage_role", ""},
    {"transfer", "\"player\":%u,\"other\":2,\"amount\":10", OF_CAGE, "cage_role", ""},
    {"box", "\"table\":\"%s\"", OF_CAGE, "cage_role", NULL},
    {"fill", "\"table\":\"%s\",\"amount\":10", OF_CAGE, "cage_role", ""},
    {"credit", "\"table\":\"%s\",\"amount\":10", OF_CAGE, "cage_role", ""},
    {"float", "\"amount\":10", OF_CAGE, "cage_role", ""},
    {"vault", "\"amount\":1", OF_CAGE, "cage_role", ""},
    {"reverse", "\"number\":900000,\"reason\":\"x\"", OF_SHIFT, "cage_role", "no_such_entry"},
    {"table", "\"name\":\"%s\",\"rulebook\":\"mbs\"", OF_SHIFT, "role_too_low", "name_taken"},
    {"place", "\"jackpot\":\"j\",\"number\":1,\"place\":1", NOBODY, "no_such_jackpot", ""},
    {"link", "\"jackpot\":\"j\",\"on\":true", NOBODY, "no_such_jackpot", ""},
    {"parameters", "\"jackpot\":\"j\",\"reason\":\"x\"", NOBODY, "no_such_jackpot", ""},
    {"award", "\"jackpot\":\"j\",\"number\":1,\"confirm\":true", NOBODY, "no_such_jackpot", ""},
    {"claim", "\"jackpot\":\"j\",\"table\":\"%s\",\"round\":1,\"seat\":1", NOBODY,
     "no_such_jackpot", ""},
    {"strike", "\"jackpot\":\"j\",\"table\":\"%s\",\"round\":1,\"seat\":1", NOBODY,
     "no_such_jackpot", ""},
};
enum { STAFF_SAYS = sizeof staff_says / sizeof *staff_says };

static const char *box_answers(void) {
    unsigned index = trey_house_table_find(e.h.house, table);
    trey_cents drop;
    assert_int_equal(trey_house_drop(e.h.house, index, &drop), TREY_STATUS_OK);
    if (trey_house_table(e.h.house, index)->phase != TREY_PHASE_IDLE) return "round_running";
    return drop > 0 ? "" : "box_short";
}

static void say_staff(unsigned who, unsigned office, unsigned i) {
    char members[256];
    const char *format = staff_says[i].members;
    if (strstr(format, "%u")) {
        snprintf(members, sizeof members, format, cast[ANN]->person);
    } else {
        snprintf(members, sizeof members, format, table);
    }
    bool may = staff_says[i].may >> office & 1u;
    const char *want = !may                 ? staff_says[i].denied
                       : staff_says[i].done ? staff_says[i].done
                                            : box_answers();
    json_t *answer = say(cast[who], staff_says[i].word, "%s", members);
    if (strcmp(said_no(answer), want) != 0)
        fail_msg("%s, %s: person %u says %s {%s} and is told \"%s\", not \"%s\"", book, table, who,
                 staff_says[i].word, members, said_no(answer), want);
    answers++;
}

/* With "try" the answer is the engine's, and the table stays as it is, byte for byte. */
static void try_only(unsigned who, unsigned office, unsigned template) {
    static trey_decision decision;
    const char *word = templates[template].word;
    if (strcmp(word, "report") != 0 && strcmp(word, "rule") != 0) return;
    char members[256], text[512];
    snprintf(members, sizeof members, templates[template].members, cast[ANN]->person);
    snprintf(text, sizeof text, "{\"id\":\"%032u\",\"do\":\"%s\",\"table\":\"%s\",%s}", 7, word,
             table, members);
    const char *want = expected(cast[who], office, text, &decision);
    unsigned index = trey_house_table_find(e.h.house, table);
    const trey_table before = *trey_house_table(e.h.house, index);
    json_t *answer = say(cast[who], word, "\"table\":\"%s\",%s,\"try\":true", table, members);
    /* Which cards were exposed is looked at only when it is done. */
    bool cards = strstr(members, "cards") && strcmp(want, "card_not_dealt") == 0;
    if (!cards && strcmp(said_no(answer), want) != 0)
        fail_msg("%s, %s: person %u tries %s and is told \"%s\", not \"%s\"", book, table, who,
                 text, said_no(answer), want);
    assert_memory_equal(&before, trey_house_table(e.h.house, index), sizeof before);
    assert_int_equal(json_object_get(answer, "would") != NULL, said_yes(answer));
    answers++;
}

static void limits_as_the_engine_says(unsigned who, unsigned office) {
    static trey_decision decision;
    unsigned index = trey_house_table_find(e.h.house, table);
    const trey_table *state = trey_house_table(e.h.house, index);
    trey_command command = {.verb = TREY_VERB_LIMITS, .role = (uint8_t)office};
    command.limits.count = 1;
    command.limits.wager[0] = TREY_WAGER_PAIR_PLUS;
    command.limits.least[0] = 500;
    command.limits.most[0] = 30000;
    strcpy(command.limits.reason, "a test");
    trey_decide(trey_house_rules(e.h.house, index), state, &command, &decision);
    const char *want = office > TREY_OFFICE_SHIFT_MANAGER ? "not_at_tables"
                       : decision.refused == TREY_REFUSED_NONE
                           ? ""
                           : trey_refused_word(decision.refused);
    json_t *answer = say(cast[who], "limits",
                         "\"table\":\"%s\",\"limits\":{\"pair_plus\":[500,30000]},"
                         "\"reason\":\"a test\"",
                         table);
    assert_string_equal(said_no(answer), want);
    answers++;
}

static void staff_are_answered_by_office_and_table(void **state) {
    (void)state;
    evening_open(&e);
    e.pace = 25;
    evening_start(&e);
    answers = 0;
    for (unsigned i = 0; i < CAST; i++) {
        char name[16];
        snprintf(name, sizeof name, "Person %u", i);
        cast[i] = evening_enter(&e, name, offices[i], i <= NADIA ? 100000000 : 0);
    }
    unsigned turn = 0;
    for (unsigned b = 0; b < 4; b++) {
        book = evening_books[b];
        for (unsigned at = 0; at < STAGES; at++) {
            prepare((stage)at);
            for (unsigned who = 0; who < CAST; who++) {
                bool says = false;
                for (unsigned i = 0; i < STAFF_SAYS; i++) {
                    if (i != 1) says = turn % EACH == 0; /* who takes the desk gives it back */
                    turn++;
                    if (says) say_staff(who, offices[who], i);
                }
                for (unsigned i = 0; i < TEMPLATES; i++) {
                    if (turn++ % EACH == 0) try_only(who, offices[who], i);
                }
                limits_as_the_engine_says(who, offices[who]);
            }
        }
    }
    print_message("%lu answers to staff\n", answers);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_answer_is_the_engines),
                                       cmocka_unit_test(staff_are_answered_by_office_and_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
