/* command_matrix_test.c -- every verb in every phase by every role, with good and
 * bad arguments.
 *
 * A table of each book is brought into each phase of a round, and there it is
 * given everything: seats, players, wagers, amounts and cards that exist and that
 * do not. Whatever comes, the answer is events or a refusal with a name, the
 * state is not touched, and a refusal that a rule is behind names the rule. */
#include "cmocka_suite.h"

#include <string.h>

#include "trey/table.h"

/* Sanitizers make each answer ten times as dear: fewer combinations then. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { WAYS = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { WAYS = 1 };
#else
enum { WAYS = 4 };
#endif
#else
enum { WAYS = 4 };
#endif

enum { BOOKS = TREY_BUILTIN_RULEBOOKS, AFTER_A_ROUND = TREY_PHASES, ALL_DECIDED, ENTERED, STAGES };

typedef struct book {
    trey_rulebook *book;
    trey_rules *rules;
    bool banked;
    trey_table stage[STAGES]; /* one in each phase, and three more */
} book;
static book books[BOOKS];
static trey_decision decision;
static unsigned long answers;
static bool accepted[BOOKS][STAGES][TREY_VERB_COUNT];

/* ---- Tables in every phase ----------------------------------------------- */

static void give(book *at, trey_table *table, trey_command command) {
    trey_decide(at->rules, table, &command, &decision);
    if (decision.refused != TREY_REFUSED_NONE) {
        fail_msg("%s: %s refused: %s", trey_rulebook_id(at->book),
                 trey_verb_word((trey_verb)command.verb), trey_refused_word(decision.refused));
    }
    for (unsigned i = 0; i < decision.count; i++) trey_apply(at->rules, table, &decision.event[i]);
}

static trey_command staff(trey_verb verb) {
    return (trey_command){.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
}

static trey_command player(trey_verb verb, unsigned seat, trey_player who, trey_cents amount) {
    return (trey_command){.verb = (uint8_t)verb,
                          .role = TREY_ROLE_PLAYER,
                          .seat = (uint8_t)seat,
                          .actor = who,
                          .player = who,
                          .amount = amount};
}

static trey_command wager(unsigned seat, trey_player who, unsigned wager, trey_cents amount) {
    trey_command command = player(TREY_VERB_BET, seat, who, amount);
    command.wager = (uint8_t)wager;
    return command;
}

static trey_command full_deck(void) {
    trey_command command = staff(TREY_VERB_DECK);
    command.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) command.cards[i] = (trey_card)(i * 5 % TREY_CARDS);
    return command;
}

static void place_bets(book *at, trey_table *table) {
    if (at->banked) give(at, table, player(TREY_VERB_BANK, 8, 8, 50000));
    give(at, table, wager(1, 1, TREY_WAGER_ANTE, 5000));
    give(at, table, wager(1, 1, TREY_WAGER_PAIR_PLUS, 2500));
    give(at, table, wager(2, 2, TREY_WAGER_ANTE, 5000));
    if (at->banked) {
        give(at, table, wager(1, 1, TREY_WAGER_SIX_CARD_BONUS, 2500));
        give(at, table, wager(1, 2, TREY_WAGER_ANTE, 5000)); /* behind another */
    } else {
        give(at, table, wager(1, 1, TREY_WAGER_PROGRESSIVE, 0));
        give(at, table, wager(3, 3, TREY_WAGER_PAIR_PLUS, 2500)); /* alone */
    }
}

static trey_table new_table(book *at) {
    trey_table_config config = {.positions = at->banked ? 8 : 6, .device = TREY_DEVICE_PACKETS};
    config.schedule = at->banked ? 1 : 0;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!trey_wager_limited(stake) || !trey_rulebook_offers(at->book, stake)) continue;
        config.minimum[stake] = 2500;
        config.maximum[stake] = 100000;
    }
    if (!at->banked) {
        config.jackpot = 1;
        config.jackpot_bet = 500;
        config.jackpot_contribution = 100;
        config.jackpot_reset = 1000000;
    }
    trey_table table;
    assert_int_equal(trey_table_open(at->rules, &config, at->banked ? 0 : 1200000, &table),
                     TREY_CONFIG_GOOD);
    return table;
}

static void make_stages(book *at) {
    trey_table *stage = at->stage;
    trey_table table = new_table(at);
    give(at, &table, player(TREY_VERB_SIT, 5, 77, 0)); /* who does not bet */
    stage[TREY_PHASE_IDLE] = table;
    give(at, &table, staff(TREY_VERB_OPEN));
    place_bets(at, &table);
    stage[TREY_PHASE_BETTING] = table;
    give(at, &table, staff(TREY_VERB_CLOSE));
    stage[TREY_PHASE_CLOSED] = table;
    trey_table physical = table;
    trey_command card = staff(TREY_VERB_CARD);
    card.cards[0] = 17;
    give(at, &physical, card);
    stage[TREY_PHASE_DEALING] = physical;
    for (card.cards[0] = 18; physical.phase == TREY_PHASE_DEALING; card.cards[0]++)
        give(at, &physical, card);
    stage[ENTERED] = physical;
    give(at, &table, full_deck());
    stage[TREY_PHASE_DECISION] = table;
    give(at, &table, player(TREY_VERB_VIEW, 1, 1, 0));
    give(at, &table, player(TREY_VERB_PLAY, 1, 1, 0));
    if (at->banked) give(at, &table, player(TREY_VERB_PLAY, 1, 2, 0));
    give(at, &table, player(TREY_VERB_FOLD, 2, 2, 0));
    stage[ALL_DECIDED] = table;
    give(at, &table, staff(TREY_VERB_REVEAL));
    if (!at->banked) give(at, &table, player(TREY_VERB_HIDE, 1, 1, 0));
    stage[TREY_PHASE_SHOWDOWN] = table;
    give(at, &table, staff(TREY_VERB_SETTLE));
    stage[AFTER_A_ROUND] = table;
    for (unsigned phase = 0; phase < TREY_PHASES; phase++) {
        assert_int_equal(stage[phase].phase, phase);
    }
}

/* ---- What every answer must be ------------------------------------------- */

/* The phases in which a verb can succeed, one bit each. */
static unsigned phases_of(unsigned verb) {
    enum {
        IDLE = 1 << TREY_PHASE_IDLE,
        BETTING = 1 << TREY_PHASE_BETTING,
        CLOSED = 1 << TREY_PHASE_CLOSED,
        DEALING = 1 << TREY_PHASE_DEALING,
        DECISION = 1 << TREY_PHASE_DECISION,
        SHOWDOWN = 1 << TREY_PHASE_SHOWDOWN
    };
    switch (verb) {
    case TREY_VERB_OPEN:
        return IDLE;
    case TREY_VERB_BANK:
    case TREY_VERB_PASS:
        return IDLE | BETTING;
    case TREY_VERB_BET:
    case TREY_VERB_WITHDRAW:
    case TREY_VERB_CLOSE:
        return BETTING;
    case TREY_VERB_DECK:
        return CLOSED;
    case TREY_VERB_CARD:
        return CLOSED | DEALING;
    case TREY_VERB_VIEW:
    case TREY_VERB_FUND:
    case TREY_VERB_PLAY:
    case TREY_VERB_FOLD:
    case TREY_VERB_CONTINUE:
    case TREY_VERB_REVEAL:
        return DECISION;
    case TREY_VERB_HIDE:
        return DECISION | SHOWDOWN;
    case TREY_VERB_LOOK:
        return SHOWDOWN | IDLE;
    case TREY_VERB_SETTLE:
        return SHOWDOWN;
    case TREY_VERB_RECALL:
        return DEALING | DECISION;
    default:
        return ~0u;
    }
}

/* Refusals of form, or of what is not there: no rule is behind them. */
static bool is_a_matter_of_form(trey_refused refused) {
    switch (refused) {
    case TREY_REFUSED_NO_SUCH_COMMAND:
    case TREY_REFUSED_NO_SUCH_ROLE:
    case TREY_REFUSED_NO_SUCH_PLAYER:
    case TREY_REFUSED_BAD_AMOUNT:
    case TREY_REFUSED_ALREADY_SEATED:
    case TREY_REFUSED_NOT_SEATED:
    case TREY_REFUSED_NOTHING_THERE:
        return true;
    default: /* from here on about reports and rulings, which name their own paragraphs */
        return refused >= TREY_REFUSED_REPORT_OPEN;
    }
}

static void tell(const book *at, unsigned stage, const trey_command *command, const char *what) {
    fail_msg("%s: %s, stage %u: verb %u role %u seat %u wager %u part %u count %u actor %u "
             "player %u amount %lld: %s",
             what, trey_rulebook_id(at->book), stage, command->verb, command->role, command->seat,
             command->wager, command->part, command->count, command->actor, command->player,
             (long long)command->amount, trey_refused_word(decision.refused));
}

/* A rule behind a refusal is named, and cites a paragraph unless the book is silent. */
static const char *reason_missing(const book *at) {
    uint16_t paragraph[TREY_CITED];
    size_t cited = trey_refusal_citation(at->rules, &decision, paragraph);
    if (cited > TREY_CITED) return "too many paragraphs";
    for (size_t i = 0; i < cited; i++) {
        if (paragraph[i] >= trey_rulebook_paragraphs(at->book)) return "a paragraph out of range";
    }
    if (decision.key != TREY_NO_KEY && decision.key >= TREY_KEYS) return "a key out of range";
    if (decision.trouble != TREY_NO_KEY && decision.trouble >= TREY_IRREGULARITY_COUNT) {
        return "an irregularity out of range";
    }
    if (is_a_matter_of_form(decision.refused)) return NULL;
    if (decision.key == TREY_NO_KEY && decision.trouble == TREY_NO_KEY) return "no rule is named";
    bool silent = decision.key != TREY_NO_KEY &&
                  trey_rulebook_rule(at->book, (trey_key)decision.key)->form != TREY_FORM_SAYS;
    return cited == 0 && !silent ? "no paragraph is cited" : NULL;
}

static const char *form_wrong(const book *at, const trey_table *table,
                              const trey_command *command) {
    (void)at;
    if (command->verb >= TREY_VERB_COUNT) {
        return decision.refused == TREY_REFUSED_NO_SUCH_COMMAND ? NULL : "a verb that is none";
    }
    if (command->role > TREY_ROLE_SHIFT_MANAGER && decision.refused == TREY_REFUSED_NONE) {
        return "a role that is none";
    }
    if (decision.refused != TREY_REFUSED_NONE) return NULL;
    if (!((phases_of(command->verb) >> table->phase) & 1u)) return "not in this phase";
    bool for_staff = command->verb == TREY_VERB_OPEN || command->verb == TREY_VERB_CLOSE ||
                     command->verb == TREY_VERB_DECK || command->verb == TREY_VERB_CARD ||
                     command->verb == TREY_VERB_REVEAL || command->verb == TREY_VERB_SETTLE ||
                     command->verb == TREY_VERB_RECALL;
    if (for_staff && command->role == TREY_ROLE_PLAYER) return "a player does the dealer's work";
    if (command->verb == TREY_VERB_RECALL && table->phase == TREY_PHASE_DECISION &&
        command->role < TREY_ROLE_PIT_SUPERVISOR)
        return "the dealer takes a card back alone";
    bool personal = command->verb == TREY_VERB_VIEW || command->verb == TREY_VERB_PLAY ||
                    command->verb == TREY_VERB_FOLD || command->verb == TREY_VERB_HIDE ||
                    command->verb == TREY_VERB_CONTINUE || command->verb == TREY_VERB_BANK;
    if (personal && command->role != TREY_ROLE_PLAYER) return "staff does the player's";
    /* The dealer offers the bank on; another player does not. */
    if (command->verb == TREY_VERB_PASS && command->role == TREY_ROLE_PLAYER) personal = true;
    if (personal && command->actor != command->player) return "somebody does another's";
    return NULL;
}

static void check(book *at, unsigned stage, const trey_command *command) {
    const trey_table *table = &at->stage[stage];
    static trey_table before;
    before = *table;
    memset(&decision, 0x77, sizeof decision);
    trey_decide(at->rules, table, command, &decision);
    answers++;
    if (memcmp(&before, table, sizeof before) != 0) tell(at, stage, command, "the state changed");
    if ((unsigned)decision.refused >= TREY_REFUSED_COUNT) tell(at, stage, command, "no such name");
    bool done = decision.refused == TREY_REFUSED_NONE;
    if (done != (decision.count > 0) || decision.count > TREY_EVENTS) {
        tell(at, stage, command, "neither done nor refused");
    }
    const char *wrong = form_wrong(at, table, command);
    if (!wrong && !done) wrong = reason_missing(at);
    if (wrong) tell(at, stage, command, wrong);
    if (done && command->verb < TREY_VERB_COUNT) {
        accepted[at - books][stage][command->verb] = true;
    }
}

/* ---- Everything with everything ------------------------------------------ */

static const uint8_t seats[] = {1, 2, 3, 4, 5, 8, 0, 9, 255};
static const trey_player players[] = {1, 2, 3, 8, 0, 77, UINT32_MAX};
static const uint8_t roles[] = {TREY_ROLE_PLAYER,
                                TREY_ROLE_DEALER,
                                TREY_ROLE_PIT_SUPERVISOR,
                                TREY_ROLE_PIT_MANAGER,
                                TREY_ROLE_SHIFT_MANAGER,
                                5,
                                255};
static const trey_cents amounts[] = {0, -1, 1, 500, 5000, INT64_MIN, INT64_MAX};
static const uint8_t wagers[] = {0, 1, 2, 3, 4, 5, 6, 7, 255};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* Decks and single cards, good and bad. */
enum { CARD_SETS = 9 };
static void cards_of(unsigned set, trey_command *command) {
    trey_command deck = full_deck();
    memcpy(command->cards, deck.cards, sizeof deck.cards);
    command->count = TREY_CARDS;
    if (set == 1) command->cards[51] = command->cards[0]; /* doubled */
    if (set == 2) command->cards[20] = 255;
    if (set == 3) command->cards[0] = 52;
    if (set == 4) command->count = 0;
    if (set == 5) command->count = 5; /* too few */
    if (set == 6) command->count = 53;
    if (set == 7) command->count = 255;
    if (set == 8) memset(command->cards, 255, sizeof deck.cards);
}

static void every_wager_and_card(book *at, unsigned stage, trey_command command) {
    if (command.verb == TREY_VERB_BET || command.verb == TREY_VERB_WITHDRAW) {
        for (size_t i = 0; i < COUNT(wagers); i++) {
            command.wager = wagers[i];
            check(at, stage, &command);
        }
    } else if (command.verb == TREY_VERB_DECK || command.verb == TREY_VERB_CARD ||
               command.verb == TREY_VERB_MEND) {
        for (unsigned i = 0; i < CARD_SETS; i++) {
            cards_of(i, &command);
            check(at, stage, &command);
        }
    } else {
        check(at, stage, &command);
    }
}

static void every_argument(book *at, unsigned stage, unsigned verb, uint8_t role) {
    for (size_t s = 0; s < COUNT(seats); s++) {
        for (size_t p = 0; p < COUNT(players); p++) {
            for (size_t a = 0; a < COUNT(amounts); a++) {
                for (unsigned way = 0; way < WAYS; way++) {
                    trey_command command = {.verb = (uint8_t)verb,
                                            .role = role,
                                            .seat = seats[s],
                                            .player = players[p],
                                            .actor = way & 1 ? 99 : players[p],
                                            .part = way & 2 ? 1 : 0,
                                            .amount = amounts[a]};
                    every_wager_and_card(at, stage, command);
                }
            }
        }
    }
}

/* Reports of everything that there is and is not, and rulings. */
static void every_report(book *at, unsigned stage, uint8_t role) {
    static const uint8_t answers_to_all[] = {0, 1, 2, 3, 255};
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT + 2; kind++) {
        for (size_t a = 0; a < COUNT(answers_to_all); a++) {
            for (unsigned way = 0; way < 12; way++) {
                trey_command command = {.verb = TREY_VERB_REPORT,
                                        .role = role,
                                        .kind = (uint8_t)kind,
                                        .seats = way & 1   ? 0x01
                                                 : way & 2 ? 0xff
                                                           : 0,
                                        .player = way & 4 ? 1 : 0,
                                        .wager = way & 8 ? 255 : TREY_WAGER_ANTE,
                                        .mode = (uint8_t)way,
                                        .amount = way & 4 ? 5000 : INT64_MIN};
                memset(command.answer, answers_to_all[a], sizeof command.answer);
                check(at, stage, &command);
            }
        }
    }
    for (unsigned ruling = 0; ruling < 260; ruling += ruling < 16 ? 1 : 61) {
        for (unsigned way = 0; way < 12; way++) {
            trey_command command = {.verb = TREY_VERB_RULE,
                                    .role = role,
                                    .ruling = (uint8_t)ruling,
                                    .seat = way & 1 ? 1 : 9,
                                    .player = way & 2 ? 1 : 0,
                                    .wager = way & 4 ? 255 : TREY_WAGER_ANTE,
                                    .amount = way & 4 ? 5000 : INT64_MIN};
            if (way & 1) memcpy(command.reason, "the floor says so", 18);
            if (way & 8) memset(command.reason, 'x', sizeof command.reason); /* without an end */
            check(at, stage, &command);
        }
    }
}

/* proves [mbs 3.1] [mbs 3.2] [mbs 5.5] [rws 3.2] [rws 3.9] [rws 5.11] [rws-progressive 3.2]
 * [rws-progressive 3.9] [rws-progressive 5.11] [ca-six-card Betting 2]
 * [ca-six-card PairPlus 2] [ca-six-card SixCard 2] */
static void every_command_gets_events_or_a_named_refusal(void **state) {
    (void)state;
    for (unsigned b = 0; b < BOOKS; b++) {
        for (unsigned stage = 0; stage < STAGES; stage++) {
            for (unsigned verb = 0; verb <= TREY_VERB_COUNT; verb++) {
                for (size_t r = 0; r < COUNT(roles); r++) {
                    every_argument(&books[b], stage, verb, roles[r]);
                }
            }
            for (size_t r = 0; r < COUNT(roles); r++) every_report(&books[b], stage, roles[r]);
        }
    }
    print_message("%lu answers\n", answers);
}

/* The matrix means something only if the good commands in it are accepted. */
static void every_verb_succeeds_where_it_belongs(void **state) {
    (void)state;
    for (unsigned verb = 0; verb < TREY_VERB_COUNT; verb++) {
        if (verb > TREY_VERB_SETTLE && verb != TREY_VERB_RECALL) continue;
        for (unsigned phase = 0; phase < TREY_PHASES; phase++) {
            bool somewhere = false;
            for (unsigned b = 0; b < BOOKS; b++) {
                for (unsigned stage = 0; stage < STAGES; stage++) {
                    if (books[b].stage[stage].phase != phase) continue;
                    somewhere = somewhere || accepted[b][stage][verb];
                }
            }
            bool belongs = (phases_of(verb) >> phase) & 1u;
            /* Once the bank is taken nobody can pass it on. */
            if (verb == TREY_VERB_PASS && phase == TREY_PHASE_BETTING) continue;
            if (belongs && !somewhere) {
                fail_msg("%s never succeeds in phase %s", trey_verb_word((trey_verb)verb),
                         trey_phase_name((trey_phase)phase));
            }
        }
    }
}

static int open_books(void **state) {
    (void)state;
    for (unsigned b = 0; b < BOOKS; b++) {
        book *at = &books[b];
        if (trey_rulebook_open(&at->book, trey_builtin_id(b), NULL)) return -1;
        if (trey_rules_open(&at->rules, at->book)) return -1;
        at->banked =
            trey_rulebook_rule(at->book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
        make_stages(at);
    }
    return 0;
}

static int close_books(void **state) {
    (void)state;
    for (unsigned b = 0; b < BOOKS; b++) {
        trey_rules_close(books[b].rules);
        trey_rulebook_close(books[b].book);
    }
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_gets_events_or_a_named_refusal),
        cmocka_unit_test(every_verb_succeeds_where_it_belongs),
    };
    return cmocka_run_group_tests(tests, open_books, close_books);
}
