/* desk_test.c -- a table run by a person: forms that ask and show before they act, cards
 * entered one by one, one console at a time. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

#include "schema.h"
#include "trey/json.h"

static evening e;
static client *ann, *ben, *dealer, *supervisor, *shift;

/* One table of the book with two who sit; the dealer and those above him watch. */
static void furnish(const char *book, bool physical) {
    evening_open(&e);
    e.pace = 25;
    trey_table_terms terms = house_terms("one", book, "");
    terms.config.system_deck = !physical;
    evening_table(&e, &terms);
    evening_start(&e);
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 1000000);
    ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 1000000);
    dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    supervisor = evening_enter(&e, "Sue", TREY_OFFICE_PIT_SUPERVISOR, 0);
    shift = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    client *all[] = {ann, ben, dealer, supervisor, shift};
    for (unsigned i = 0; i < 5; i++) DO(all[i], "watch", "\"table\":\"one\"");
}

static void bets(void) {
    DO(dealer, "open", "\"table\":\"one\"");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"pair_plus\",\"amount\":500");
    DO(ben, "bet", "\"table\":\"one\",\"seat\":2,\"wager\":\"ante\",\"amount\":2000");
    DO(dealer, "close", "\"table\":\"one\"");
}

static const trey_table *state(void) {
    return trey_house_table(e.h.house, 0);
}

static trey_cents sum(json_t *effects, const char *member) {
    size_t i;
    json_t *one;
    trey_cents all = 0;
    json_array_foreach(effects, i, one) all += NUMBER(one, member);
    return all;
}

static bool has_word(json_t *list, const char *word) {
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        if (strcmp(json_string_value(one), word) == 0) return true;
    }
    return false;
}

/* ---- Trying ------------------------------------------------------------------------------- */
static void a_form_asks_one_fact_after_the_other(void **unused) {
    (void)unused;
    furnish("mbs", true);
    bets();
    DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"4d\"]");
    const char *misdeal = "\"table\":\"one\",\"kind\":\"misdeal\",\"try\":true";
    json_t *answer = say(dealer, "report", "%s", misdeal);
    assert_string_equal(said_no(answer), "missing_fact");
    assert_string_equal(WORD(answer, "refused.asks.fact"), "movable");
    answer = say(dealer, "report", "%s,\"facts\":{\"movable\":\"no\"}", misdeal);
    assert_string_equal(WORD(answer, "refused.asks.fact"), "handled");
    answer = say(dealer, "report", "%s,\"facts\":{\"movable\":\"no\",\"handled\":\"no\"}", misdeal);
    assert_true(said_yes(answer));
    assert_string_equal(WORD(answer, "would.remedy"), "void");
    assert_string_equal(WORD(answer, "would.gate"), "none");
    assert_string_equal(WORD(answer, "would.paragraphs.0"), "5.2");
    assert_true(strlen(WORD(answer, "would.text")) > 20);
    /* Every chip goes back, and that is shown before anything is done. */
    assert_int_equal(sum(at_path(answer, "would.effects"), "staked"), 3500);
    assert_int_equal(sum(at_path(answer, "would.effects"), "back"), 3500);
    assert_int_equal(state()->gate, TREY_GATE_NONE);
    assert_int_equal(state()->phase, TREY_PHASE_DEALING);
    /* What was shown is what happens. */
    DO(dealer, "report",
       "\"table\":\"one\",\"kind\":\"misdeal\",\"facts\":{\"movable\":\"no\",\"handled\":\"no\"}");
    json_t *view = view_of(supervisor, "one");
    assert_string_equal(WORD(view, "report.remedy"), "void");
    assert_string_equal(WORD(view, "report.facts.handled"), "no");
    assert_string_equal(WORD(view, "report.by"), "dealer");
    assert_int_equal(sum(at_path(view, "report.effects"), "back"), 3500);
    trey_cents before = house_chips(&e.h, ann->person);
    DO(dealer, "confirm", "\"table\":\"one\"");
    assert_int_equal(house_chips(&e.h, ann->person), before + 1500);
    assert_true(json_is_null(at_path(view_of(dealer, "one"), "report")));
    evening_close(&e);
}

static void what_must_be_named_is_asked_for(void **unused) {
    (void)unused;
    furnish("mbs", false);
    bets();
    DO(dealer, "deal", "\"table\":\"one\"");
    const char *over =
        "\"table\":\"one\",\"kind\":\"over_maximum\",\"try\":true,\"wager\":\"ante\"";
    json_t *answer = say(dealer, "report", "%s", over);
    assert_string_equal(WORD(answer, "refused.asks.member"), "seats");
    answer = say(dealer, "report", "%s,\"seats\":[1]", over);
    assert_string_equal(WORD(answer, "refused.asks.member"), "player");
    answer = say(dealer, "report", "%s,\"seats\":[1],\"player\":%u", over, ann->person);
    assert_string_equal(WORD(answer, "refused.asks.member"), "amount");
    answer =
        say(dealer, "report", "%s,\"seats\":[1],\"player\":%u,\"amount\":50000", over, ann->person);
    assert_true(said_yes(answer));
    assert_string_equal(WORD(answer, "would.effects.0.becomes"), "returned");
    assert_int_equal(NUMBER(answer, "would.effects.0.back"), 20000);
    answer =
        say(shift, "rule", "\"table\":\"one\",\"ruling\":\"bar\",\"reason\":\"x\",\"try\":true");
    assert_string_equal(WORD(answer, "refused.asks.member"), "player");
    evening_close(&e);
}

static void a_ruling_shows_its_money(void **unused) {
    (void)unused;
    furnish("rws", false);
    bets();
    DO(dealer, "deal", "\"table\":\"one\"");
    json_t *answer =
        say(shift, "rule", "\"table\":\"one\",\"ruling\":\"void\",\"reason\":\"x\",\"try\":true");
    assert_int_equal(sum(at_path(answer, "would.effects"), "staked"), 3500);
    assert_int_equal(sum(at_path(answer, "would.effects"), "back"), 3500);
    assert_true(json_array_size(at_path(answer, "would.paragraphs")) > 0);
    answer = say(shift, "rule",
                 "\"table\":\"one\",\"ruling\":\"settle\",\"reason\":\"x\",\"try\":true,"
                 "\"seat\":1,\"wager\":\"pair_plus\",\"amount\":2500");
    assert_int_equal(json_array_size(at_path(answer, "would.effects")), 1);
    assert_int_equal(NUMBER(answer, "would.effects.0.staked"), 500);
    assert_int_equal(NUMBER(answer, "would.effects.0.back"), 2500);
    assert_string_equal(WORD(answer, "would.effects.0.becomes"), "paid");
    answer =
        say(shift, "rule",
            "\"table\":\"one\",\"ruling\":\"return\",\"reason\":\"x\",\"try\":true,\"seat\":1");
    assert_int_equal(sum(at_path(answer, "would.effects"), "back"), 1500);
    /* Nothing of it was done, and a role that may not rule may not try. */
    assert_int_equal(state()->phase, TREY_PHASE_DECISION);
    assert_int_equal(state()->ruled, 0);
    answer =
        say(dealer, "rule", "\"table\":\"one\",\"ruling\":\"void\",\"reason\":\"x\",\"try\":true");
    assert_string_equal(said_no(answer), "role_too_low");
    evening_close(&e);
}

/* Neither trying nor reporting in earnest tells whether a card of the system's lies on the table.
 */
static void no_card_can_be_asked_for(void **unused) {
    (void)unused;
    furnish("rws", false);
    bets();
    DO(dealer, "deal", "\"table\":\"one\"");
    char *first = NULL;
    for (unsigned card = 0; card < 2 * TREY_CARDS; card++) {
        char name[TREY_CARD_TEXT_MAX];
        json_t *answer =
            say(dealer, "report",
                "\"table\":\"one\",\"kind\":\"exposed_cards\",%s\"cards\":[\"%s\"],"
                "\"facts\":{\"seen\":\"no\"}",
                card < TREY_CARDS ? "\"try\":true," : "",
                trey_card_print((trey_card)(card % TREY_CARDS), TREY_CARD_LETTERS, name));
        json_object_del(answer, "id");
        char *text = json_dumps(answer, JSON_SORT_KEYS);
        if (!first) first = strdup(text);
        assert_string_equal(text, first);
        free(text);
    }
    free(first);
    evening_close(&e);
}

/* With the system's deck the form does not offer what nobody is asked. */
static void only_real_cards_are_reported_on(void **unused) {
    (void)unused;
    for (unsigned physical = 0; physical < 2; physical++) {
        furnish("rws", physical);
        bets();
        if (!physical) DO(dealer, "deal", "\"table\":\"one\"");
        static const char *const cards[] = {"2c", "3d", "4h", "Qs", "Kd", "9c", "Js", "5d", "2h"};
        for (unsigned i = 0; physical && i < 9; i++)
            DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
        json_t *kinds = json_object_get(can_do(view_of(dealer, "one"), "report", 0, NULL), "kinds");
        static const char *const about[] = {"foreign_card", "deck_count",   "unshuffled",
                                            "player_count", "dealer_count", "misdeal"};
        for (unsigned i = 0; i < 6; i++) assert_int_equal(has_word(kinds, about[i]), physical);
        assert_true(has_word(kinds, "interruption") && has_word(kinds, "absent_player"));
        evening_close(&e);
    }
}

/* ---- Cards -------------------------------------------------------------------------------------
 */
static void each_card_is_checked_as_it_comes(void **unused) {
    (void)unused;
    furnish("mbs", true);
    assert_true(json_is_true(at_path(view_of(dealer, "one"), "physical")));
    assert_true(json_is_null(at_path(view_of(dealer, "one"), "next")));
    assert_null(json_object_get(view_of(ann, "one"), "next"));
    bets();
    static const char *const cards[] = {"4d", "9s", "Kh", "2c", "7d", "Js", "3h", "8c", "Qd"};
    unsigned entered = 0;
    json_t *next;
    assert_string_equal(said_no(say(dealer, "deck", "\"table\":\"one\",\"cards\":[\"5c\",\"6c\"]")),
                        "cards_short");
    while (!json_is_null(next = at_path(view_of(dealer, "one"), "next"))) {
        json_t *place = at_path(next, "place");
        assert_true(json_is_integer(place) || json_is_string(place));
        assert_true(entered < 9);
        DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[entered]);
        if (entered < 8) {
            assert_string_equal(
                said_no(say(dealer, "card", "\"table\":\"one\",\"cards\":[\"4d\"]")), "card_out");
            assert_string_equal(
                said_no(say(dealer, "card", "\"table\":\"one\",\"cards\":[\"1d\"]")), "malformed");
            assert_string_equal(
                said_no(say(dealer, "card", "\"table\":\"one\",\"cards\":[\"5c\",\"6c\"]")),
                "malformed");
        }
        entered++;
    }
    assert_int_equal(entered, 9);
    assert_int_equal(state()->phase, TREY_PHASE_DECISION);
    /* The wrong number to put right: nothing is being put right. */
    assert_string_equal(said_no(say(shift, "mend", "\"table\":\"one\",\"cards\":[\"4d\"]")),
                        "not_mending");
    /* No player's card, seen by nobody, is in the dealer's view. */
    json_t *view = view_of(dealer, "one");
    for (unsigned i = 0; i < 3; i++) {
        assert_true(json_is_null(json_array_get(at_path(view, "boxes.1.cards"), i)));
        assert_true(json_is_null(json_array_get(at_path(view, "dealer.cards"), i)));
    }
    evening_close(&e);
}

static void card(const char *name) {
    DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", name);
}

/* Everybody hears that a card of box 1 was taken back, and nobody which. */
static void told_without_the_card(client *c) {
    bool told = false;
    for (size_t i = 0; i < c->texts; i++) {
        told |=
            strstr(c->text[i],
                   "{\"kind\":\"recalled\",\"by\":\"dealer\",\"seat\":1,\"card\":null}") != NULL;
        assert_null(strstr(c->text[i], "\"9h\""));
    }
    assert_true(told);
    c->keeps = false;
}

/* The last card was mistyped. While the deal runs it is the dealer's to take it back, then a
 * supervisor's, and once somebody has decided nobody's. */
static void a_mistyped_card_is_taken_back(void **unused) {
    (void)unused;
    furnish("mbs", true);
    bets();
    const char *here = "\"table\":\"one\"";
    assert_null(can_do(view_of(dealer, "one"), "recall", 0, NULL));
    assert_string_equal(said_no(say(dealer, "recall", "%s", here)), "no_entry");
    card("4d");
    card("9d");
    assert_non_null(can_do(view_of(dealer, "one"), "recall", 0, NULL));
    assert_null(can_do(view_of(ann, "one"), "recall", 0, NULL));
    assert_string_equal(said_no(say(ann, "recall", "%s", here)), "role_too_low");
    const trey_table before = *state();
    card("9h");
    client *all[] = {ann, ben, dealer, supervisor, shift};
    for (unsigned i = 0; i < 5; i++) all[i]->keeps = true;
    DO(dealer, "recall", "%s", here);
    for (unsigned i = 0; i < 5; i++) told_without_the_card(all[i]);
    assert_memory_equal(&before, state(), sizeof before);
    assert_int_equal(NUMBER(view_of(dealer, "one"), "next.place"), 1);
    static const char *const rest[] = {"9s", "2c", "7d", "Js", "3h", "8c", "Qd"};
    for (unsigned i = 0; i < 7; i++) card(rest[i]);
    assert_int_equal(state()->phase, TREY_PHASE_DECISION);
    assert_null(can_do(view_of(dealer, "one"), "recall", 0, NULL));
    assert_non_null(can_do(view_of(supervisor, "one"), "recall", 0, NULL));
    json_t *answer = say(dealer, "recall", "%s", here);
    assert_string_equal(said_no(answer), "deal_complete");
    assert_int_equal(json_array_size(at_path(answer, "refused.paragraphs")), 0);
    DO(supervisor, "recall", "%s", here);
    assert_string_equal(WORD(view_of(dealer, "one"), "next.place"), "dealer");
    card("Kd");
    /* Ann has looked at her hand: the dealer's can still be put right, and is then dealt on. */
    DO(ann, "view", "%s,\"seat\":1", here);
    DO(supervisor, "recall", "%s", here);
    card("Kd");
    DO(ben, "fold", "%s,\"seat\":2", here);
    assert_string_equal(said_no(say(supervisor, "recall", "%s", here)), "entry_stands");
    assert_null(can_do(view_of(supervisor, "one"), "recall", 0, NULL));
    /* The hand is settled by what lies on the felt: a pair of nines. */
    DO(ann, "play", "%s,\"seat\":1", here);
    DO(dealer, "reveal", "%s", here);
    DO(dealer, "settle", "%s", here);
    assert_string_equal(WORD(view_of(ann, "one"), "dealer.cards.2"), "Kd");
    assert_true(state()->box[0].bettor[0].net > 0);
    evening_close(&e);
}

static void exposures_and_hands_put_right_are_seen(void **unused) {
    (void)unused;
    furnish("rws", true);
    bets();
    static const char *const cards[] = {"4d", "9s", "Kh", "2c", "7d", "Js", "3h", "8c", "Qd"};
    for (unsigned i = 0; i < 9; i++)
        DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
    assert_string_equal(WORD(view_of(dealer, "one"), "mending"), "nothing");
    DO(dealer, "report",
       "\"table\":\"one\",\"kind\":\"misdeal\",\"facts\":{\"seen\":\"no\",\"movable\":\"yes\"}");
    DO(shift, "confirm", "\"table\":\"one\"");
    assert_string_equal(WORD(view_of(dealer, "one"), "mending"), "move");
    assert_null(json_object_get(view_of(ann, "one"), "mending"));
    /* A dealer who does not have the desk is shown no hand. */
    assert_int_equal(json_array_size(at_path(view_of(shift, "one"), "recorded")), 3);
    assert_int_equal(json_array_size(at_path(view_of(dealer, "one"), "recorded")), 0);
    /* The wrong number, and a card that was not dealt. */
    assert_string_equal(said_no(say(shift, "mend", "\"table\":\"one\",\"cards\":[\"2c\"]")),
                        "cards_short");
    const char *hands = "\"table\":\"one\",\"cards\":[\"2c\",\"7d\",\"Js\",\"4d\",\"9s\","
                        "\"%s\",\"3h\",\"8c\",\"Qd\"]";
    char members[256];
    snprintf(members, sizeof members, hands, "Ah");
    assert_string_equal(said_no(say(shift, "mend", "%s", members)), "card_out");
    snprintf(members, sizeof members, hands, "Kh");
    DO(shift, "mend", "%s", members);
    /* A card that everybody has seen is in everybody's view, and in the list of staff. */
    DO(dealer, "report",
       "\"table\":\"one\",\"kind\":\"exposed_cards\",\"cards\":[\"9s\"],\"seats\":[2],"
       "\"facts\":{\"seen\":\"no\"}");
    DO(shift, "confirm", "\"table\":\"one\"");
    assert_string_equal(WORD(view_of(dealer, "one"), "exposed.0"), "9s");
    assert_string_equal(WORD(view_of(ann, "one"), "boxes.2.cards.1"), "9s");
    assert_null(json_object_get(view_of(ann, "one"), "exposed"));
    evening_close(&e);
}

/* ---- One console
 * ---------------------------------------------------------------------------------
 */
static void a_table_is_dealt_from_one_console(void **unused) {
    (void)unused;
    furnish("mbs", false);
    client *again = evening_again(&e, dealer->person);
    client *other = evening_enter(&e, "Rita", TREY_OFFICE_DEALER, 0);
    DO(again, "watch", "\"table\":\"one\"");
    assert_string_equal(said_no(say(ann, "desk", "\"table\":\"one\",\"on\":true")), "role_too_low");
    DO(dealer, "desk", "\"table\":\"one\",\"on\":true");
    assert_true(json_is_true(at_path(view_of(dealer, "one"), "desk.mine")));
    assert_true(json_is_false(at_path(view_of(again, "one"), "desk.mine")));
    assert_string_equal(WORD(view_of(supervisor, "one"), "desk.name"), "Dora");
    assert_null(json_object_get(view_of(ann, "one"), "desk"));
    /* A second place, and another dealer: refused, and told who. */
    json_t *answer = say(again, "desk", "\"table\":\"one\",\"on\":true");
    assert_string_equal(said_no(answer), "desk_taken");
    assert_int_equal(NUMBER(answer, "refused.desk.person"), dealer->person);
    assert_string_equal(said_no(say(other, "desk", "\"table\":\"one\",\"on\":true,\"over\":true")),
                        "desk_taken");
    assert_string_equal(said_no(say(again, "open", "\"table\":\"one\"")), "dealt_elsewhere");
    assert_string_equal(said_no(say(other, "deal", "\"table\":\"one\"")), "dealt_elsewhere");
    DO(dealer, "open", "\"table\":\"one\"");
    /* Those above him are not held up. */
    DO(shift, "rule", "\"table\":\"one\",\"ruling\":\"restrict\",\"reason\":\"slow\",\"player\":%u",
       ben->person);
    assert_string_equal(WORD(view_of(dealer, "one"), "flagged.0.flags.0"), "one_position");
    /* The same person may take it over, and the first is told. */
    DO(again, "desk", "\"table\":\"one\",\"on\":true,\"over\":true");
    assert_int_equal(json_array_size(dealer->notices), 1);
    assert_true(json_is_false(at_path(view_of(dealer, "one"), "desk.mine")));
    assert_string_equal(said_no(say(dealer, "close", "\"table\":\"one\"")), "dealt_elsewhere");
    /* A lost connection gives it back. */
    evening_leave(again);
    evening_flush(&e);
    assert_true(json_is_null(at_path(view_of(dealer, "one"), "desk")));
    DO(other, "desk", "\"table\":\"one\",\"on\":true");
    DO(supervisor, "desk", "\"table\":\"one\",\"on\":true,\"over\":true");
    assert_string_equal(said_no(say(other, "desk", "\"table\":\"one\",\"on\":false")),
                        "desk_taken");
    DO(supervisor, "desk", "\"table\":\"one\",\"on\":false");
    DO(supervisor, "desk", "\"table\":\"one\",\"on\":false");
    assert_true(json_is_null(at_path(view_of(dealer, "one"), "desk")));
    evening_close(&e);
}

/* ---- Forms
 * ---------------------------------------------------------------------------------------
 */
static json_t *entry_of(json_t *list, const char *member, const char *word) {
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        if (strcmp(WORD(one, member), word) == 0) return one;
    }
    return NULL;
}

/* Nobody is asked for what the record knows, and whoever has answered all is asked no more. */
static void forms_ask_enough(json_t *kinds) {
    static const char *const known[] = {"noticed", "decision", "bet", "outcome",
                                        "viewed",  "occasion", "play"};
    size_t i, k;
    json_t *form, *fact;
    json_array_foreach(kinds, i, form) {
        json_t *facts = json_object();
        json_array_foreach(at_path(form, "facts"), k, fact) {
            for (unsigned n = 0; n < sizeof known / sizeof *known; n++)
                assert_string_not_equal(WORD(fact, "fact"), known[n]);
            json_object_set(facts, WORD(fact, "fact"), at_path(fact, "answers.0"));
        }
        char *text = json_dumps(facts, JSON_COMPACT);
        json_t *answer =
            say(dealer, "report", "\"table\":\"one\",\"kind\":\"%s\",\"try\":true,\"facts\":%s",
                WORD(form, "kind"), text);
        assert_string_not_equal(said_no(answer), "missing_fact");
        free(text);
        json_decref(facts);
    }
}

static void forms_come_from_the_rulebook(void **unused) {
    (void)unused;
    for (unsigned b = 0; b < 4; b++) {
        furnish(evening_books[b], false);
        if (b < 3) bets();
        if (b < 3) DO(dealer, "deal", "\"table\":\"one\"");
        trey_frame *frame;
        assert_int_equal(trey_floor_desk(e.floor, "no such", &frame), TREY_STATUS_NOT_FOUND);
        assert_int_equal(trey_floor_desk(e.floor, "one", &frame), TREY_STATUS_OK);
        json_t *page = json_loads(trey_frame_text(frame), 0, NULL);
        schema_holds("desk_page", page, trey_frame_text(frame));
        const trey_rulebook *book = trey_rules_book(trey_house_rules(e.h.house, 0));
        for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
            const trey_trouble *trouble = trey_rulebook_trouble(book, (trey_irregularity)kind);
            json_t *form = entry_of(at_path(page, "kinds"), "kind",
                                    trey_irregularity_name((trey_irregularity)kind));
            assert_int_equal(form == NULL, trouble->absent);
            for (unsigned fact = 0; form && fact < TREY_FACT_COUNT; fact++) {
                bool asked = trouble->asks[fact] && !trey_fact_is_recorded((trey_fact)fact);
                assert_int_equal(asked, entry_of(at_path(form, "facts"), "fact",
                                                 trey_fact_name((trey_fact)fact)) != NULL);
            }
        }
        forms_ask_enough(at_path(page, "kinds"));
        json_t *over = entry_of(at_path(page, "kinds"), "kind", "over_maximum");
        assert_true(!over || has_word(at_path(over, "members"), "amount"));
        json_t *bar = entry_of(at_path(page, "rulings"), "ruling", "bar");
        assert_true(has_word(at_path(bar, "members"), "player"));
        /* In California nobody can be paid out of nobody's bank. */
        assert_int_equal(entry_of(at_path(page, "rulings"), "ruling", "settle") == NULL, b == 3);
        assert_int_equal(entry_of(at_path(page, "rulings"), "ruling", "preset") != NULL, b == 3);
        json_decref(page);
        trey_frame_release(frame);
        evening_close(&e);
    }
}

/* proves [ca-six-card Round 10] */
static void the_dealer_offers_the_bank_on(void **unused) {
    (void)unused;
    furnish("ca-six-card", false);
    trey_table_service service = evening_service();
    service.automatic = false;
    assert_int_equal(trey_floor_serve(e.floor, 0, &service), TREY_STATUS_OK);
    DO(ann, "sit", "\"table\":\"one\",\"seat\":1");
    DO(ben, "sit", "\"table\":\"one\",\"seat\":4");
    DO(dealer, "open", "\"table\":\"one\"");
    json_t *pass = can_do(view_of(dealer, "one"), "pass", 0, NULL);
    assert_non_null(pass);
    assert_int_equal(NUMBER(pass, "player"), ann->person);
    /* One player cannot say it for another, and it needs a name. */
    assert_string_equal(said_no(say(ben, "pass", "\"table\":\"one\",\"player\":%u", ann->person)),
                        "not_yours");
    assert_false(said_yes(say(dealer, "pass", "\"table\":\"one\"")));
    DO(dealer, "pass", "\"table\":\"one\",\"player\":%u", ann->person);
    json_t *view = view_of(dealer, "one");
    assert_int_equal(NUMBER(view, "bank.offered"), 4);
    assert_int_equal(NUMBER(can_do(view, "pass", 0, NULL), "player"), ben->person);
    DO(ben, "bank", "\"table\":\"one\",\"seat\":4,\"amount\":50000");
    assert_null(can_do(view_of(dealer, "one"), "pass", 0, NULL));
    evening_close(&e);
}

/* A kind that has to name something is on offer before it is named; whoever confirms sees it. */
static void the_way_on_after_a_jackpot_fault_is_asked_for_and_shown(void **unused) {
    (void)unused;
    furnish("rws-progressive", true);
    json_t *report = entry_of(at_path(view_of(dealer, "one"), "can"), "do", "report");
    assert_true(has_word(json_object_get(report, "kinds"), "after_jackpot_fault"));
    const char *fault = "\"table\":\"one\",\"kind\":\"after_jackpot_fault\"";
    json_t *answer = say(dealer, "report", "%s,\"try\":true", fault);
    assert_string_equal(WORD(answer, "refused.asks.member"), "mode");
    answer = say(dealer, "report", "%s,\"try\":true,\"mode\":\"disable\"", fault);
    assert_string_equal(WORD(answer, "refused.asks.member"), "seats");
    DO(dealer, "report", "%s,\"mode\":\"disable\",\"seats\":[2]", fault);
    assert_string_equal(WORD(view_of(shift, "one"), "report.mode"), "disable");
    DO(shift, "confirm", "\"table\":\"one\"");
    assert_true(state()->box[1].disabled);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_asks_one_fact_after_the_other),
        cmocka_unit_test(what_must_be_named_is_asked_for),
        cmocka_unit_test(a_ruling_shows_its_money),
        cmocka_unit_test(no_card_can_be_asked_for),
        cmocka_unit_test(only_real_cards_are_reported_on),
        cmocka_unit_test(each_card_is_checked_as_it_comes),
        cmocka_unit_test(a_mistyped_card_is_taken_back),
        cmocka_unit_test(exposures_and_hands_put_right_are_seen),
        cmocka_unit_test(a_table_is_dealt_from_one_console),
        cmocka_unit_test(forms_come_from_the_rulebook),
        cmocka_unit_test(the_dealer_offers_the_bank_on),
        cmocka_unit_test(the_way_on_after_a_jackpot_fault_is_asked_for_and_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
