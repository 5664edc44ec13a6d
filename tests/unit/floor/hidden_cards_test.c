/* hidden_cards_test.c -- nobody is told anything that comes from a card he may not see.
 *
 * Every round is played twice, in two houses, with the same words at the same times. The
 * second deck has every card that anybody saw in the first at the same place, and the
 * others changed about. Whatever differs between two frames then comes from a hidden card;
 * so all frames of all people are compared, byte for byte.
 *
 * Rounds end in one of two ways: they are voided before the dealer's hand is opened, so
 * that all of it was hidden; or they are settled, and only burnt, folded, held back and
 * undealt cards were. With shuffled decks nobody looks, and only what is published of the
 * shuffle may differ. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Sanitizers make a round ten times as dear. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { ROUNDS_EACH = 12 };
#else
enum { ROUNDS_EACH = 80 };
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { ROUNDS_EACH = 12 };
#else
enum { ROUNDS_EACH = 80 };
#endif

enum { PLAYERS = 3, CAST = 9 };

/* ---- Chance -------------------------------------------------------------------------- */
static uint64_t chance;

static unsigned roll(unsigned below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 11) % below);
}

static void mix(trey_card *card, unsigned count) {
    for (unsigned i = count; i > 1; i--) {
        unsigned other = roll(i);
        trey_card kept = card[i - 1];
        card[i - 1] = card[other];
        card[other] = kept;
    }
}

/* ---- One round, as it will be played twice ------------------------------------------------ */
typedef struct part {
    bool ante, pair_plus, progressive, six_card, look, coach, play, keep, hide;
    unsigned antes;
} part;

typedef struct plot {
    part part[PLAYERS];
    bool settle, by_cards, looked_at;
    uint64_t mistyped, in_order; /* cards that are first entered wrongly, one bit each */
    trey_card deck[TREY_CARDS];
} plot;

static void make_plot(plot *p) {
    memset(p, 0, sizeof *p);
    for (unsigned i = 0; i < PLAYERS; i++) {
        part *q = &p->part[i];
        q->ante = i == 0 || roll(4) > 0;
        q->pair_plus = roll(2);
        q->progressive = roll(2);
        q->six_card = roll(2);
        q->look = roll(4) > 0;
        q->coach = roll(10) == 0;
        q->play = roll(2);
        q->keep = roll(2);
        q->hide = roll(3) == 0;
        q->antes = 1 + roll(4);
    }
    p->settle = roll(2);
    p->by_cards = roll(5) == 0;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        if (roll(4) == 0) p->mistyped |= UINT64_C(1) << i;
        if (roll(2) == 0) p->in_order |= UINT64_C(1) << i;
    }
    p->looked_at = roll(2);
    for (unsigned i = 0; i < TREY_CARDS; i++) p->deck[i] = (trey_card)i;
    mix(p->deck, TREY_CARDS);
}

/* ---- The people ------------------------------------------------------------------------------ */
typedef struct stage {
    evening e;
    client *player[PLAYERS], *banker, *stranger, *dealer, *supervisor, *manager, *auditor;
} stage;

static client *cast_of(stage *s, unsigned index) {
    client *cast[CAST] = {s->player[0], s->player[1],  s->player[2], s->banker, s->stranger,
                          s->dealer,    s->supervisor, s->manager,   s->auditor};
    return cast[index];
}

static void stage_open(stage *s, const char *book, bool physical) {
    memset(s, 0, sizeof *s);
    evening_open(&s->e);
    s->e.pace = 50;
    trey_table_terms terms = house_terms("t", book, "");
    terms.config.system_deck = !physical;
    if (strcmp(book, "ca-six-card") != 0) {
        terms.config.jackpot = 1;
        terms.config.jackpot_bet = 500;
        terms.config.jackpot_contribution = 100;
        terms.config.jackpot_reset = 1000000;
        terms.meter = 1200000;
    }
    evening_table(&s->e, &terms);
    evening_start(&s->e);
    static const char *const names[PLAYERS] = {"Ann", "Ben", "Cid"};
    for (unsigned i = 0; i < PLAYERS; i++)
        s->player[i] = evening_enter(&s->e, names[i], TREY_OFFICE_PLAYER, 100000000);
    s->banker = evening_enter(&s->e, "Nadia", TREY_OFFICE_PLAYER, 1000000000);
    s->stranger = evening_enter(&s->e, "Otto", TREY_OFFICE_PLAYER, 5000);
    s->dealer = evening_enter(&s->e, "Dora", TREY_OFFICE_DEALER, 0);
    s->supervisor = evening_enter(&s->e, "Petra", TREY_OFFICE_PIT_SUPERVISOR, 0);
    s->manager = evening_enter(&s->e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    s->auditor = evening_enter(&s->e, "Aude", TREY_OFFICE_AUDITOR, 0);
    for (unsigned i = 0; i < CAST; i++) {
        DO(cast_of(s, i), "watch", "\"table\":\"t\"");
        cast_of(s, i)->keeps = true;
    }
    DO(s->supervisor, "pit", "\"on\":true");
    DO(s->auditor, "pit", "\"on\":true");
    for (unsigned i = 0; i < PLAYERS; i++)
        DO(s->player[i], "sit", "\"table\":\"t\",\"seat\":%u", i + 1);
}

static void forget_texts(stage *s) {
    for (unsigned i = 0; i < CAST; i++) {
        client *c = cast_of(s, i);
        while (c->texts) free(c->text[--c->texts]);
    }
}

/* ---- Playing ------------------------------------------------------------------------------------
 */
static void bet(client *c, unsigned seat, const char *wager, unsigned amount) {
    if (amount) {
        say(c, "bet", "\"table\":\"t\",\"seat\":%u,\"wager\":\"%s\",\"amount\":%u", seat, wager,
            amount);
    } else {
        say(c, "bet", "\"table\":\"t\",\"seat\":%u,\"wager\":\"%s\"", seat, wager);
    }
}

static void bets(stage *s, const plot *p, bool banked) {
    DO(s->dealer, "open", "\"table\":\"t\"");
    if (banked) {
        json_t *took = say(s->banker, "bank", "\"table\":\"t\",\"seat\":5,\"amount\":1000000");
        /* After two hands the bank goes round; all decline and she has it again. */
        if (!said_yes(took)) {
            for (unsigned i = 0; i < PLAYERS; i++) say(s->player[i], "pass", "\"table\":\"t\"");
            DO(s->banker, "bank", "\"table\":\"t\",\"seat\":5,\"amount\":1000000");
        }
    }
    for (unsigned i = 0; i < PLAYERS; i++) {
        const part *q = &p->part[i];
        if (!q->ante) continue;
        bet(s->player[i], i + 1, "ante", 500 * q->antes);
        if (q->pair_plus) bet(s->player[i], i + 1, "pair_plus", 500);
        if (q->six_card) bet(s->player[i], i + 1, "six_card_bonus", 500);
        if (q->progressive) bet(s->player[i], i + 1, "progressive", 0);
    }
    DO(s->dealer, "close", "\"table\":\"t\"");
}

static void enter_card(stage *s, trey_card card) {
    char text[TREY_CARD_TEXT_MAX];
    trey_card_print(card, TREY_CARD_LETTERS, text);
    DO(s->dealer, "card", "\"table\":\"t\",\"cards\":[\"%s\"]", text);
}

/* The dealer mistypes a card, as one that never comes or as the one that is next, and takes it
 * back; nobody learns which it was. */
static void mistype(stage *s, const plot *p, unsigned i) {
    const trey_table *table = trey_house_table(s->e.h.house, 0);
    enter_card(s, p->in_order >> i & 1u ? p->deck[i + 1] : p->deck[TREY_CARDS - 1]);
    bool complete = table->phase == TREY_PHASE_DECISION;
    if (complete)
        assert_string_equal(said_no(say(s->dealer, "recall", "\"table\":\"t\"")), "deal_complete");
    DO(complete ? s->supervisor : s->dealer, "recall", "\"table\":\"t\"");
}

static void deal(stage *s, const plot *p) {
    char text[16 * TREY_CARDS] = "", card[TREY_CARD_TEXT_MAX];
    const trey_table *table = trey_house_table(s->e.h.house, 0);
    const trey_rules *rules = trey_house_rules(s->e.h.house, 0);
    if (trey_house_terms(s->e.h.house, 0)->config.system_deck) {
        DO(s->dealer, "deal", "\"table\":\"t\"");
        return;
    }
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        trey_card_print(p->deck[i], TREY_CARD_LETTERS, card);
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s\"%s\"", i ? "," : "", card);
    }
    if (!p->by_cards) {
        DO(s->dealer, "deck", "\"table\":\"t\",\"cards\":[%s]", text);
        return;
    }
    for (unsigned i = 0; trey_next_place(rules, table) != TREY_PLACE_NONE; i++) {
        if (p->mistyped >> i & 1u) mistype(s, p, i);
        enter_card(s, p->deck[i]);
    }
}

/* What would follow is asked as well: it may not depend on a hidden card either. */
static void try_things(stage *s) {
    say(s->manager, "rule",
        "\"table\":\"t\",\"ruling\":\"void\",\"reason\":\"a test\",\"try\":true");
    say(s->dealer, "report",
        "\"table\":\"t\",\"kind\":\"exposed_cards\",\"cards\":[\"Qs\"],\"facts\":{\"seen\":"
        "\"no\"},\"try\":true");
    say(s->dealer, "report",
        "\"table\":\"t\",\"kind\":\"misdeal\",\"facts\":{\"seen\":\"no\",\"handled\":\"no\","
        "\"movable\":\"no\",\"reconstructable\":\"no\"},\"try\":true");
}

static void decide(stage *s, const plot *p) {
    try_things(s);
    for (unsigned i = 0; i < PLAYERS; i++) {
        const part *q = &p->part[i];
        client *c = s->player[i];
        if (q->look) say(c, "view", "\"table\":\"t\",\"seat\":%u", i + 1);
        if (q->coach) say(c, "coach", "\"table\":\"t\",\"seat\":%u", i + 1);
        if (q->play) {
            say(c, "play", "\"table\":\"t\",\"seat\":%u", i + 1);
        } else {
            say(c, "fold", "\"table\":\"t\",\"seat\":%u,\"keep\":%s", i + 1,
                q->keep ? "true" : "false");
        }
        if (q->hide) say(c, "hide", "\"table\":\"t\",\"seat\":%u", i + 1);
    }
    /* Whoever has not decided (one must look before one plays) is taken to be absent. */
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (!p->part[i].ante) continue;
        if (said_yes(say(s->dealer, "report",
                         "\"table\":\"t\",\"kind\":\"absent_player\",\"player\":%u",
                         s->player[i]->person)))
            DO(s->dealer, "confirm", "\"table\":\"t\"");
    }
}

static void end(stage *s, const plot *p) {
    if (!p->settle) {
        DO(s->manager, "rule", "\"table\":\"t\",\"ruling\":\"void\",\"reason\":\"a test\"");
        return;
    }
    DO(s->dealer, "reveal", "\"table\":\"t\"");
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (p->part[i].hide) say(s->player[i], "hide", "\"table\":\"t\",\"seat\":%u", i + 1);
        if (p->looked_at) say(s->supervisor, "look", "\"table\":\"t\",\"seat\":%u", i + 1);
    }
    DO(s->dealer, "settle", "\"table\":\"t\"");
}

static void play(stage *s, const plot *p, bool banked) {
    forget_texts(s);
    bets(s, p, banked);
    deal(s, p);
    decide(s, p);
    end(s, p);
}

/* ---- Comparing
 * -------------------------------------------------------------------------------------- */
/* The cards that stand in a text: a quote, a rank and a suit, and a quote. */
static trey_cardset cards_in(const char *text) {
    trey_cardset cards = 0;
    for (const char *at = strchr(text, '"'); at; at = strchr(at + 1, '"')) {
        trey_card card;
        const char *end;
        size_t length = strcspn(at + 1, "\"");
        if (length > 3 || length < 2) continue;
        if (trey_card_parse(at + 1, &card, &end) == TREY_STATUS_OK && *end == '"')
            cards |= trey_cardset_of(card);
    }
    return cards;
}

static trey_cardset seen_in(stage *s) {
    trey_cardset seen = 0;
    for (unsigned i = 0; i < CAST; i++) {
        const client *c = cast_of(s, i);
        for (size_t t = 0; t < c->texts; t++) seen |= cards_in(c->text[t]);
    }
    return seen;
}

/* The cards that nobody saw change places among themselves. */
static void change_hidden(plot *p, trey_cardset seen) {
    trey_card hidden[TREY_CARDS];
    unsigned count = 0;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        if (!trey_cardset_has(seen, p->deck[i])) hidden[count++] = p->deck[i];
    }
    mix(hidden, count);
    for (unsigned i = TREY_CARDS; i-- > 0;) {
        if (!trey_cardset_has(seen, p->deck[i])) p->deck[i] = hidden[--count];
    }
}

/* Blots out what a shuffle publishes: every run of 64 hex digits. */
static void blot(char *text) {
    size_t run = 0;
    for (size_t i = 0;; i++) {
        bool hex = strchr("0123456789abcdef", text[i]) && text[i];
        if (hex) {
            run++;
            continue;
        }
        if (run == 64) memset(text + i - run, '#', run);
        run = 0;
        if (!text[i]) return;
    }
}

static unsigned compare(stage *one, stage *two, uint64_t seed, unsigned round, bool blotted) {
    unsigned frames = 0;
    for (unsigned i = 0; i < CAST; i++) {
        client *a = cast_of(one, i), *b = cast_of(two, i);
        for (size_t t = 0; t < a->texts && t < b->texts; t++, frames++) {
            if (blotted) blot(a->text[t]);
            if (blotted) blot(b->text[t]);
            if (strcmp(a->text[t], b->text[t]) != 0)
                fail_msg("TREY_SEED=%llu, round %u, person %u, frame %zu:\n%s\n%s",
                         (unsigned long long)seed, round, i, t, a->text[t], b->text[t]);
        }
        if (a->texts != b->texts)
            fail_msg("TREY_SEED=%llu, round %u: person %u got %zu frames and %zu",
                     (unsigned long long)seed, round, i, a->texts, b->texts);
    }
    return frames;
}

/* ---- Tests
 * ---------------------------------------------------------------------------------------------- */
static uint64_t seed_of_run(void) {
    const char *given = getenv("TREY_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL) * 2654435761u + 1;
    return seed ? seed : 1;
}

static unsigned rounds_of_run(unsigned preset) {
    const char *given = getenv("TREY_ROUNDS");
    return given ? (unsigned)strtoul(given, NULL, 10) : preset;
}

static void play_book(const char *book, uint64_t seed, unsigned rounds) {
    static stage one, two;
    bool banked = strcmp(book, "ca-six-card") == 0;
    unsigned frames = 0, changed = 0;
    stage_open(&one, book, true);
    stage_open(&two, book, true);
    two.e.unchecked = true;
    for (unsigned round = 0; round < rounds; round++) {
        plot p;
        make_plot(&p);
        play(&one, &p, banked);
        trey_card before[TREY_CARDS];
        memcpy(before, p.deck, sizeof before);
        change_hidden(&p, seen_in(&one));
        play(&two, &p, banked);
        changed += memcmp(before, p.deck, sizeof before) != 0;
        frames += compare(&one, &two, seed, round, false);
    }
    assert_int_equal(changed, rounds);
    print_message("%s: %u rounds twice, %u frames compared\n", book, rounds, frames);
    evening_close(&one.e);
    evening_close(&two.e);
}

static void no_frame_depends_on_a_hidden_card(void **state) {
    (void)state;
    uint64_t seed = seed_of_run();
    print_message("TREY_SEED=%llu\n", (unsigned long long)seed);
    chance = seed;
    for (unsigned i = 0; i < 4; i++) play_book(evening_books[i], seed, rounds_of_run(ROUNDS_EACH));
}

/* Different shuffles, and nobody looks: only what the shuffle publishes differs. Where one
 * of the dealer's cards is turned up with the deal there is always something to see. */
static void no_frame_depends_on_the_shuffle(void **state) {
    (void)state;
    uint64_t seed = seed_of_run();
    print_message("TREY_SEED=%llu\n", (unsigned long long)seed);
    chance = seed;
    for (unsigned i = 0; i < 3; i++) {
        static stage one, two;
        stage_open(&one, evening_books[i], false);
        stage_open(&two, evening_books[i], false);
        two.e.unchecked = true;
        for (unsigned round = 0; round < rounds_of_run(ROUNDS_EACH) / 4 + 1; round++) {
            plot p;
            make_plot(&p);
            p.settle = false;
            for (unsigned n = 0; n < PLAYERS; n++) p.part[n].look = false;
            play(&one, &p, false);
            play(&two, &p, false);
            assert_true(seen_in(&one) == 0);
            compare(&one, &two, seed, round, true);
        }
        evening_close(&one.e);
        evening_close(&two.e);
    }
}

/* Said once more without the machinery: what Ann has seen is in her frames only. */
static void what_one_player_sees_no_other_is_sent(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        static stage s;
        bool banked = strcmp(evening_books[i], "ca-six-card") == 0;
        plot p;
        chance = 7 + i;
        make_plot(&p);
        for (unsigned n = 0; n < PLAYERS; n++) p.part[n].ante = true;
        stage_open(&s, evening_books[i], true);
        bets(&s, &p, banked);
        deal(&s, &p);
        forget_texts(&s);
        DO(s.player[0], "view", "\"table\":\"t\",\"seat\":1");
        json_t *cards = at_path(view_of(s.player[0], "t"), "boxes.1.cards");
        for (unsigned n = 0; n < 3; n++) {
            char quoted[12];
            snprintf(quoted, sizeof quoted, "\"%s\"", json_string_value(json_array_get(cards, n)));
            bool hers = false;
            for (unsigned c = 0; c < CAST; c++) {
                const client *other = cast_of(&s, c);
                for (size_t t = 0; t < other->texts; t++) {
                    bool there = strstr(other->text[t], quoted) != NULL;
                    if (c == 0) hers |= there;
                    if (c != 0) assert_false(there);
                }
            }
            assert_true(hers);
        }
        evening_close(&s.e);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_one_player_sees_no_other_is_sent),
        cmocka_unit_test(no_frame_depends_on_the_shuffle),
        cmocka_unit_test(no_frame_depends_on_a_hidden_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
