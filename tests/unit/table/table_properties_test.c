/* table_properties_test.c -- what must hold in every round of every book.
 *
 * Rounds are played at random (random_rounds.c) and followed by a shadow of the
 * table (shadow_table.c) and by a second settlement (second_settlement.c). A
 * failure prints the seed, the round and the table's story as a script.
 *   TREY_SEED=0x...   the seed of the first table
 *   TREY_ROUNDS=n     rounds in all, over the four books */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hidden_cards.h"
#include "seen_in_play.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
enum { DEFAULT_ROUNDS = 100000 };
#else
enum { DEFAULT_ROUNDS = 1000000 };
#endif

enum { ROUNDS_A_TABLE = 24 };

typedef struct accounts {
    trey_cents player[SHADOW_PLAYERS];
    trey_cents other[TREY_ACCOUNT_DROP + 1];
} accounts;

static random_table table;
static shadow_table shadow;
static bool followed; /* the shadow knows all that happened; it knows no irregularities */
static accounts account;
static trey_table before;   /* the state as it was before the command */
static trey_decision again; /* the same command decided once more */
static random_source aside; /* for choices that must not disturb the play */
static trey_event *events;  /* of this table, from its opening */
static size_t event_count, event_room;
static unsigned long settled_rounds, abandoned_tables, given_commands, refused_commands;

/* ---- Failing ------------------------------------------------------------- */

static void fail_table(const char *what, const char *detail) {
    fprintf(stderr,
            "\n# %s: %s\n# round %" PRIu32 "; again with TREY_SEED=0x%" PRIx64 " TREY_ROUNDS=1\n",
            what, detail ? detail : "", table.table.round, table.seed);
    random_script_print(&table, stderr);
    fail_msg("%s: %s", what, detail ? detail : "");
}

#define HOLDS(condition, what)                                                                     \
    do {                                                                                           \
        if (!(condition)) fail_table(what, #condition);                                            \
    } while (0)

/* ---- (c) commands are decided, or refused by name ------------------------ */

static void check_decision(const trey_command *command) {
    const trey_decision *decision = &table.decision;
    HOLDS(memcmp(&before, &table.table, sizeof before) == 0, "deciding changed the state");
    HOLDS((unsigned)decision->refused < TREY_REFUSED_COUNT, "a refusal without a name");
    HOLDS(trey_refused_word(decision->refused)[0] != 0, "a refusal without a name");
    HOLDS((decision->refused == TREY_REFUSED_NONE) == (decision->count > 0),
          "neither refused nor done");
    HOLDS(decision->count <= TREY_EVENTS, "too many events");
    for (unsigned i = 0; i < decision->count; i++) {
        HOLDS(decision->event[i].kind < TREY_EVENT_KIND_COUNT, "an event of no kind");
    }
    if (!random_chance(&aside, 25)) return;
    memset(&again, 0x5a, sizeof again);
    trey_decide(table.house->rules, &table.table, command, &again);
    HOLDS(again.refused == decision->refused && again.key == decision->key &&
              again.trouble == decision->trouble && again.wager == decision->wager &&
              again.count == decision->count,
          "decided otherwise the second time");
    HOLDS(memcmp(again.event, decision->event, decision->count * sizeof *again.event) == 0,
          "other events the second time");
}

/* Once the shares of a pooled Play add up to the Ante, whoever put them up, the
 * owner can play (A-MBS-12). */
static void check_funding(const trey_command *command) {
    if (command->verb != TREY_VERB_PLAY || table.decision.refused != TREY_REFUSED_PLAY_NOT_FUNDED) {
        return;
    }
    const trey_box *box = &table.table.box[command->seat - 1];
    trey_cents ante = 0, play = 0;
    for (unsigned i = 0; i < box->bettors; i++) {
        ante += box->bettor[i].stake[TREY_WAGER_ANTE];
        play += box->bettor[i].stake[TREY_WAGER_PLAY];
    }
    HOLDS(play < ante, "a Play that is funded is refused");
}

/* ---- (a) money ----------------------------------------------------------- */

static trey_cents *account_of(unsigned kind, trey_player player) {
    HOLDS(kind <= TREY_ACCOUNT_DROP, "an account that does not exist");
    if (kind != TREY_ACCOUNT_PLAYER) return &account.other[kind];
    HOLDS(player != TREY_NOBODY && player < SHADOW_PLAYERS, "a posting of nobody");
    return &account.player[player];
}

static void post_event(const trey_event *event) {
    trey_posting posting[TREY_POSTINGS];
    size_t count = trey_event_postings(table.house->rules, &table.table, event, posting);
    HOLDS(count <= TREY_POSTINGS, "too many postings");
    for (size_t i = 0; i < count; i++) {
        HOLDS(posting[i].cents > 0 && posting[i].from != posting[i].to, "an empty posting");
        *account_of(posting[i].from, posting[i].player) -= posting[i].cents;
        *account_of(posting[i].to, posting[i].player) += posting[i].cents;
    }
}

static trey_cents chips_on_the_layout(void) {
    trey_cents sum = 0;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        const trey_box *box = &table.table.box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
                sum += box->bettor[i].stake[stake];
            }
        }
    }
    return sum;
}

/* Each account holds what the table says, and each player's what the shadow says. */
static void check_money(void) {
    const trey_cents *other = account.other;
    HOLDS(other[TREY_ACCOUNT_LAYOUT] == chips_on_the_layout(), "the layout's account");
    HOLDS(other[TREY_ACCOUNT_BANK] == table.table.bank, "the bank's account");
    HOLDS(other[TREY_ACCOUNT_METER] + table.meter == table.table.meter.value,
          "the meter's account");
    HOLDS(other[TREY_ACCOUNT_DROP] >= 0, "the drop's account");
    trey_cents sum = 0;
    for (unsigned i = 0; i <= TREY_ACCOUNT_DROP; i++) sum += other[i];
    for (unsigned i = 0; i < SHADOW_PLAYERS; i++) {
        sum += account.player[i];
        HOLDS(!followed || account.player[i] == shadow.chips[i], "a player's account");
    }
    HOLDS(sum == 0, "chips made or lost");
    if (table.table.phase == TREY_PHASE_IDLE) {
        HOLDS(other[TREY_ACCOUNT_LAYOUT] == 0, "chips left on the layout");
    }
}

/* ---- (d) the settlement -------------------------------------------------- */

static const unsigned wager_of[] = {
    [SECOND_ANTE] = TREY_WAGER_ANTE,
    [SECOND_PLAY] = TREY_WAGER_PLAY,
    [SECOND_ANTE_BONUS] = TREY_WAGER_ANTE_BONUS,
    [SECOND_PAIR_PLUS] = TREY_WAGER_PAIR_PLUS,
    [SECOND_JACKPOT] = TREY_WAGER_PROGRESSIVE,
    [SECOND_ENVY] = TREY_WAGER_ENVY,
    [SECOND_SIX_CARD] = TREY_WAGER_SIX_CARD_BONUS,
};
static const trey_result result_of[] = {
    [CAME_TO_WIN] = TREY_LINE_WIN,
    [CAME_TO_LOSE] = TREY_LINE_LOSE,
    [CAME_TO_PUSH] = TREY_LINE_PUSH,
    [CAME_TO_BONUS] = TREY_LINE_BONUS,
    [CAME_TO_PAID] = TREY_LINE_PAID,
    [CAME_TO_RETURNED] = TREY_LINE_RETURNED,
    [CAME_TO_UNCOVERED] = TREY_LINE_UNCOVERED,
    [CAME_TO_PARTLY_COVERED] = TREY_LINE_PARTLY_COVERED,
};

static void print_engine_lines(const char *whose, const trey_decision *decision) {
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *event = &decision->event[i];
        if (event->kind != TREY_EVENT_LINE) continue;
        fprintf(stderr, "# %s: seat %u p%u %s staked %lld back %lld %s (%s)\n", whose, event->seat,
                event->player, trey_wager_word(event->wager), (long long)event->amount,
                (long long)event->line.back, trey_result_word((trey_result)event->line.result),
                trey_ground_text((trey_ground)event->line.ground));
    }
}

static void print_second_lines(const second_result *result) {
    for (int i = 0; i < result->lines; i++) {
        const second_line *line = &result->line[i];
        fprintf(stderr, "# second: seat %d p%u %s staked %lld back %lld %s\n", line->seat,
                line->player, trey_wager_word(wager_of[line->wager]), (long long)line->staked,
                (long long)line->back, trey_result_word(result_of[line->outcome]));
    }
}

static void differ(const second_result *result, const char *what) {
    print_engine_lines("engine", &table.decision);
    print_second_lines(result);
    fail_table("settled otherwise", what);
}

static const trey_event *engine_line(const second_line *line) {
    for (unsigned i = 0; i < table.decision.count; i++) {
        const trey_event *event = &table.decision.event[i];
        if (event->kind == TREY_EVENT_LINE && event->seat == line->seat &&
            event->player == line->player && event->wager == wager_of[line->wager]) {
            return event;
        }
    }
    return NULL;
}

/* The lines of a settlement, the button, the meter and the bank. */
static void check_settlement(void) {
    second_round round;
    second_result result;
    shadow_describe(&shadow, &table, &round);
    second_settlement(&round, &result);
    int lines = 0;
    for (int i = 0; i < result.lines; i++) {
        const second_line *line = &result.line[i];
        const trey_event *event = engine_line(line);
        if (!event) {
            differ(&result, "a line is missing");
        } else if (event->amount != line->staked) {
            differ(&result, "the stake of a line");
        } else if (event->line.back != line->back) {
            differ(&result, "what a line gives back");
        } else if (event->line.result != result_of[line->outcome]) {
            differ(&result, "the word of a line");
        }
    }
    trey_cents paid = 0;
    for (unsigned i = 0; i < table.decision.count; i++) {
        const trey_event *event = &table.decision.event[i];
        if (event->kind == TREY_EVENT_SETTLED && round.book != SECOND_CA &&
            event->ended.meter != result.meter_after) {
            differ(&result, "the meter afterwards");
        }
        if (event->kind != TREY_EVENT_LINE) continue;
        lines++;
        paid += event->line.bank;
        uint16_t paragraph[TREY_CITED];
        size_t cited = trey_line_citation(table.house->rules, event, paragraph);
        if (cited == 0 || cited > TREY_CITED) differ(&result, "a line without a paragraph");
    }
    if (lines != result.lines) differ(&result, "more lines");
    if (round.book != SECOND_CA) return;
    if (table.table.button != result.button) differ(&result, "the action button");
    if (round.bank - paid != result.bank_after) differ(&result, "the bank afterwards");
}

/* ---- What a line depends on ---------------------------------------------- */

typedef struct reading_field {
    const char *id;
    size_t offset;
} reading_field;
static const reading_field fields[] = {
#define READING_FIELD(field, name, preset) {name, offsetof(second_readings, field)},
    SECOND_READINGS(READING_FIELD)
#undef READING_FIELD
};

static const second_line *second_line_of(const second_result *result, const trey_event *event) {
    for (int i = 0; i < result->lines; i++) {
        const second_line *line = &result->line[i];
        if (line->seat == event->seat && line->player == event->player &&
            wager_of[line->wager] == event->wager) {
            return line;
        }
    }
    return NULL;
}

/* Would this line come out otherwise? */
static bool moves(const trey_event *event, const second_result *other) {
    const second_line *line = second_line_of(other, event);
    return !line || line->back != event->line.back ||
           result_of[line->outcome] != event->line.result;
}

/* A line that is there only under the other letter is noted beside the stake that
 * would have earned it, and what is left on the meter beside the awards. */
static bool stands_for_another(const trey_event *event, const second_result *now,
                               const second_result *other) {
    if (event->wager == TREY_WAGER_PROGRESSIVE && event->line.result == TREY_LINE_PAID &&
        now->meter_after != other->meter_after) {
        return true;
    }
    trey_event earned = *event;
    if (event->wager == TREY_WAGER_PROGRESSIVE) earned.wager = TREY_WAGER_ENVY;
    if (event->wager == TREY_WAGER_ANTE) earned.wager = TREY_WAGER_ANTE_BONUS;
    return !second_line_of(now, &earned) && second_line_of(other, &earned);
}

/* One reading: is it named for each line that another letter moves, and for no other? */
static void check_reading(const second_round *round, const second_result *now, size_t number,
                          const uint64_t named[TREY_EVENTS]) {
    const trey_reading *reading = trey_rulebook_reading(table.house->book, number);
    bool must[TREY_EVENTS] = {false}, may[TREY_EVENTS] = {false};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
        if (strcmp(fields[f].id, reading->id) != 0) continue;
        for (unsigned letter = 0; letter < reading->letters; letter++) {
            if (letter == reading->in_force) continue;
            second_round changed = *round;
            second_result other;
            ((char *)&changed.reading)[fields[f].offset] = (char)('A' + letter);
            second_settlement(&changed, &other);
            for (unsigned i = 0; i < table.decision.count; i++) {
                const trey_event *event = &table.decision.event[i];
                if (event->kind != TREY_EVENT_LINE) continue;
                must[i] = must[i] || moves(event, &other);
                may[i] = may[i] || stands_for_another(event, now, &other);
            }
        }
    }
    for (unsigned i = 0; i < table.decision.count; i++) {
        bool is = (named[i] >> number) & 1u;
        if (must[i] && !is)
            fail_table("a line depends on a reading that is not named", reading->id);
        if (is && !must[i] && !may[i]) {
            fail_table("a line is said to depend on a reading", reading->id);
        }
    }
}

static void check_readings(void) {
    static uint64_t named[TREY_EVENTS];
    second_round round;
    second_result now;
    shadow_describe(&shadow, &table, &round);
    second_settlement(&round, &now);
    trey_status status =
        trey_explain_readings(table.house->rules, &table.table, &table.decision, named);
    HOLDS(status == TREY_STATUS_OK, "the readings cannot be explained");
    for (size_t i = 0; i < trey_rulebook_readings(table.house->book); i++) {
        check_reading(&round, &now, i, named);
    }
}

/* ---- (b) the state is the fold of the events ----------------------------- */

static void record(const trey_event *event) {
    if (event_count == event_room) {
        event_room = event_room ? 2 * event_room : 4096;
        events = realloc(events, event_room * sizeof *events);
        assert_non_null(events);
    }
    events[event_count++] = *event;
}

static void check_replay(void) {
    static trey_table replayed;
    memset(&replayed, 0xa5, sizeof replayed);
    trey_config_fault fault =
        trey_table_open(table.house->rules, &table.config, table.meter, &replayed);
    HOLDS(fault == TREY_CONFIG_GOOD, "the table cannot be opened again");
    for (size_t i = 0; i < event_count; i++) {
        trey_apply(table.house->rules, &replayed, &events[i]);
    }
    HOLDS(memcmp(&replayed, &table.table, sizeof replayed) == 0, "another state when replayed");
}

/* ---- (e) nobody learns of hidden cards ----------------------------------- */

static void check_view(viewer who) {
    static trey_table changed;
    static trey_view view, other;
    trey_cardset seen = viewer_sees(&table.table, who);
    hidden_cards_change(&table.table, seen, &aside, &changed, NULL);
    memset(&view, 0x11, sizeof view);
    memset(&other, 0x22, sizeof other);
    trey_table_view(table.house->rules, &table.table, who.role, who.player, &view);
    trey_table_view(table.house->rules, &changed, who.role, who.player, &other);
    HOLDS(memcmp((const char *)&view, (const char *)&other, sizeof view) == 0,
          "a view tells of hidden cards");
    /* And what may be seen is there. */
    for (unsigned seat = 1; seat <= table.config.positions; seat++) {
        const trey_box *box = &table.table.box[seat - 1];
        bool sees = box->dealt > 0 && viewer_sees_hand(&table.table, seat, who);
        for (unsigned i = 0; i < 3; i++) {
            trey_card card = sees && i < box->dealt ? box->card[i] : TREY_NO_CARD;
            HOLDS(view.box[seat - 1].card[i] == card, "a view lacks a card or has one too many");
        }
    }
}

/* A card that was taken back, or put elsewhere, is no longer where it was entered. */
static bool lies_at(unsigned place, trey_card card) {
    if (place == TREY_PLACE_BURN) return false;
    const trey_box *box = place <= TREY_SEATS ? &table.table.box[place - 1] : NULL;
    const trey_card *cards = box ? box->card : table.table.dealer;
    unsigned count = box ? box->dealt : table.table.dealer_dealt;
    return count > 0 && memchr(cards, card, count) != NULL;
}

static void check_event_visibility(viewer who) {
    for (size_t i = event_count; i > 0 && events[i - 1].kind != TREY_EVENT_OPENED; i--) {
        const trey_event *event = &events[i - 1];
        bool visible = trey_event_visible(&table.table, event, who.role, who.player);
        if (event->kind == TREY_EVENT_DECK) HOLDS(!visible, "the deck is visible");
        if (event->kind == TREY_EVENT_RECALLED) HOLDS(!visible, "a card taken back is visible");
        if (event->kind != TREY_EVENT_CARD) continue;
        bool allowed = false;
        if (event->dealt.place == TREY_PLACE_DEALER) allowed = table.table.revealed;
        if (event->dealt.place <= TREY_SEATS) {
            allowed = viewer_sees_hand(&table.table, event->dealt.place, who);
        }
        if (!lies_at(event->dealt.place, event->dealt.card)) allowed = false;
        HOLDS(visible == allowed, "an event's card is visible to the wrong people");
    }
}

static void check_views(void) {
    for (unsigned role = TREY_ROLE_PLAYER; role <= TREY_ROLE_SHIFT_MANAGER; role++) {
        check_view((viewer){role, TREY_NOBODY});
        check_event_visibility((viewer){role, TREY_NOBODY});
    }
    for (unsigned player = 1; player <= table.players + 1; player++) {
        check_view((viewer){TREY_ROLE_PLAYER, player});
        check_event_visibility((viewer){TREY_ROLE_PLAYER, player});
    }
    check_view((viewer){TREY_ROLE_DEALER, 1 + random_below(&aside, table.players)});
}

/* What the table answers does not depend on cards that stay hidden: a settlement
 * not on hands that are never opened, a refusal not on any card unseen. */
static void check_answer_hides(const trey_command *command) {
    static trey_table changed;
    if (command->verb == TREY_VERB_DECK || command->verb == TREY_VERB_CARD) return;
    if (command->verb > TREY_VERB_SETTLE) return; /* what is put right is told anew */
    if (command->verb == TREY_VERB_REVEAL && table.decision.refused == TREY_REFUSED_NONE) return;
    bool settles = command->verb == TREY_VERB_SETTLE && table.decision.count > 0;
    trey_cardset seen = settles ? open_after(&table.table, &table.decision) : 0;
    hidden_cards_change(&table.table, seen, &aside, &changed, NULL);
    memset(&again, 0x33, sizeof again);
    trey_decide(table.house->rules, &changed, command, &again);
    if (again.refused == table.decision.refused && again.count == table.decision.count &&
        memcmp(again.event, table.decision.event, again.count * sizeof *again.event) == 0) {
        return;
    }
    print_engine_lines("as it is", &table.decision);
    print_engine_lines("with other hidden cards", &again);
    fail_table("an answer tells of hidden cards",
               settles ? "of hands that were not opened" : "of cards not seen by all");
}

/* ---- (f) taking a card back undoes exactly the card ---------------------- */

static void check_recall(void) {
    static trey_table back;
    const trey_command recall = {.verb = TREY_VERB_RECALL, .role = TREY_ROLE_PIT_SUPERVISOR};
    back = table.table;
    trey_decide(table.house->rules, &back, &recall, &again);
    HOLDS(again.refused == TREY_REFUSED_NONE, "a card just entered cannot be taken back");
    HOLDS(again.count == 1, "more than the card is told");
    trey_apply_all(table.house->rules, &back, &again);
    HOLDS(memcmp(&back, &before, sizeof back) == 0, "a card taken back leaves something behind");
}

/* Once somebody has decided the cards stand, whoever asks; a hand stands once it was seen. */
static void check_cards_stand(const trey_command *command) {
    const trey_command recall = {.verb = TREY_VERB_RECALL, .role = TREY_ROLE_SHIFT_MANAGER};
    bool looked = command->verb == TREY_VERB_VIEW;
    bool rests = looked || command->verb == TREY_VERB_FUND || command->verb == TREY_VERB_PLAY ||
                 command->verb == TREY_VERB_FOLD || command->verb == TREY_VERB_CONTINUE ||
                 command->verb == TREY_VERB_REVEAL || command->verb == TREY_VERB_CONFIRM ||
                 command->verb == TREY_VERB_MEND || command->verb == TREY_VERB_RULE;
    if (!rests) return;
    trey_decide(table.house->rules, &table.table, &recall, &again);
    bool seen = again.count == 0 || again.event[0].dealt.place == command->seat;
    HOLDS(again.refused != TREY_REFUSED_NONE || (looked && !seen),
          "a card is taken back on which something rests");
}

/* ---- Watching ------------------------------------------------------------ */

static void watch_decided(random_table *watched, const trey_command *command) {
    (void)watched;
    given_commands++;
    refused_commands += table.decision.refused != TREY_REFUSED_NONE;
    check_decision(command);
    check_funding(command);
    if (followed && table.decision.refused == TREY_REFUSED_NONE) {
        const char *why = shadow_objection(&shadow, &table, command);
        if (why) fail_table("accepted what is forbidden", why);
    }
    bool settles = command->verb == TREY_VERB_SETTLE && table.decision.refused == TREY_REFUSED_NONE;
    if (settles && followed) {
        check_settlement();
        if (table.house->number % 16 == 0 && random_chance(&aside, 10)) check_readings();
    }
    if (settles || random_chance(&aside, 6)) check_answer_hides(command);
}

static void watch_event(random_table *watched, const trey_event *event) {
    (void)watched;
    post_event(event);
    record(event);
}

static void watch_applied(random_table *watched, const trey_command *command) {
    (void)watched;
    bool knows = command->verb <= TREY_VERB_SETTLE || command->verb == TREY_VERB_LIMITS ||
                 command->verb == TREY_VERB_RECALL;
    if (!knows) followed = false;
    if (command->verb == TREY_VERB_CARD) check_recall();
    check_cards_stand(command);
    if (followed) {
        seen_note(&shadow, &table, command);
        shadow_follow(&shadow, &table, command);
        const char *what = shadow_difference(&shadow, &table.table);
        if (what) fail_table("the state is not what the commands say", what);
    }
    check_money();
    if (random_chance(&aside, 3)) check_views();
    before = table.table;
}

static const random_watcher watcher = {NULL, watch_decided, watch_event, watch_applied};

/* ---- Playing -------------------------------------------------------------- */

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

static void play_table(second_book book, bool irregular, uint64_t seed) {
    random_table_open(&table, seed, book, irregular, &watcher);
    aside.state = ~seed;
    shadow_open(&shadow, &table);
    followed = true;
    memset(&account, 0, sizeof account);
    before = table.table;
    event_count = 0;
    unsigned rounds = 1 + random_below(&table.random, ROUNDS_A_TABLE);
    for (unsigned i = 0; i < rounds; i++) {
        if (!random_round(&table)) {
            if (table.stuck && followed) fail_table("the round cannot go on", "");
            abandoned_tables++;
            break;
        }
        settled_rounds++;
    }
    check_replay();
}

/* Plays `share` hundredths of all rounds with one book. */
static void play_book(second_book book, bool irregular, unsigned share) {
    uint64_t seed = number_from("TREY_SEED", UINT64_C(0x7e9));
    unsigned long rounds = (unsigned long)number_from("TREY_ROUNDS", DEFAULT_ROUNDS);
    rounds = (rounds * share + 99) / 100;
    settled_rounds = abandoned_tables = given_commands = refused_commands = 0;
    seen_forget();
    while (settled_rounds < rounds) {
        unsigned long settled = settled_rounds;
        play_table(book, irregular, seed);
        seed += UINT64_C(0x9e3779b97f4a7c15);
        if (settled_rounds == settled && rounds == 1) break;
    }
    const char *missing = rounds >= 1000 && !irregular ? seen_missing(book) : NULL;
    if (missing) fail_msg("never happened: %s", missing);
    print_message("%lu rounds, %lu commands, %lu of them refused, %lu tables left\n",
                  settled_rounds, given_commands, refused_commands, abandoned_tables);
}

/* proves [mbs 1.1.2] [mbs 1.1.3] [mbs 1.1.4] [mbs 1.1.6] [mbs 1.1.7] [mbs 1.1.10] [mbs 3.4]
 * [mbs 3.4.1] [mbs 3.4.2] [mbs 3.5] [mbs 3.5.2] [mbs 3.5.4] [mbs 3.6] [mbs 3.7] [mbs 3.8]
 * [mbs 3.9] [mbs 3.9.1] [mbs 3.9.1.1] [mbs 3.9.2] [mbs 3.9.3] [mbs 3.10] [mbs 3.10.1] [mbs 3.11]
 * [mbs 3.11.1] [mbs 3.11.2] [mbs 3.11.3] [mbs 3.11.4] [mbs 3.12] [mbs 3.12.1] [mbs 3.12.2]
 * [mbs 3.12.3] [mbs 3.12.4] [mbs 3.12.5] [mbs 3.13] [mbs 3.14] [mbs 3.15] [mbs 3.17]
 * [mbs 3.17.1] [mbs 3.17.2] [mbs 3.17.3] [mbs 3.17.4] [mbs 3.18] [mbs 3.20] [mbs 3.20.1]
 * [mbs 3.20.2] [mbs 4.1] [mbs 4.2] [mbs 4.3] [mbs 4.4] [mbs 5.12.2] */
static void random_rounds_of_mbs(void **state) {
    (void)state;
    play_book(SECOND_MBS, false, 23);
}

/* proves [rws 1.2] [rws 1.4] [rws 1.11] [rws 1.12] [rws 1.15] [rws 1.16] [rws 1.19] [rws 1.21]
 * [rws 3.1.3] [rws 3.1.3b] [rws 3.1.3c] [rws 3.5] [rws 3.6] [rws 3.6.1] [rws 3.6.2] [rws 3.7]
 * [rws 3.8] [rws 3.8.1] [rws 3.10] [rws 3.11] [rws 3.12] [rws 3.12.1] [rws 3.12.2] [rws 3.13]
 * [rws 3.14] [rws 3.15] [rws 3.15.1] [rws 3.15.2] [rws 3.15.3] [rws 3.16] [rws 3.17] [rws 4.1]
 * [rws 4.2] [rws 4.3] [rws 4.4] [rws 4.5] [rws 4.7] [rws 4.8] [rws 5.4] [rws 5.22] */
static void random_rounds_of_rws(void **state) {
    (void)state;
    play_book(SECOND_RWS, false, 14);
}

/* proves [rws-progressive 1.2] [rws-progressive 1.4] [rws-progressive 1.11]
 * [rws-progressive 1.12] [rws-progressive 1.15] [rws-progressive 1.16] [rws-progressive 1.17]
 * [rws-progressive 1.20] [rws-progressive 1.22] [rws-progressive 3.1.3] [rws-progressive 3.1.3b]
 * [rws-progressive 3.1.3c] [rws-progressive 3.5] [rws-progressive 3.6] [rws-progressive 3.6.1]
 * [rws-progressive 3.6.2] [rws-progressive 3.7] [rws-progressive 3.8] [rws-progressive 3.8.1]
 * [rws-progressive 3.10] [rws-progressive 3.11] [rws-progressive 3.12] [rws-progressive 3.12.1]
 * [rws-progressive 3.12.2] [rws-progressive 3.13] [rws-progressive 3.14] [rws-progressive 3.15]
 * [rws-progressive 3.15.1] [rws-progressive 3.15.2] [rws-progressive 3.15.3]
 * [rws-progressive 3.16] [rws-progressive 3.17] [rws-progressive 3.18] [rws-progressive 4.1]
 * [rws-progressive 4.2] [rws-progressive 4.3] [rws-progressive 4.4] [rws-progressive 4.5]
 * [rws-progressive 4.7] [rws-progressive 4.8] [rws-progressive 5.4] [rws-progressive 5.22] */
static void random_rounds_of_rws_progressive(void **state) {
    (void)state;
    play_book(SECOND_RWP, false, 18);
}

/* proves [ca-six-card Standards 1] [ca-six-card Standards 2] [ca-six-card Betting 1]
 * [ca-six-card Betting 3] [ca-six-card Betting 4] [ca-six-card Betting 5]
 * [ca-six-card Dealing 2a] [ca-six-card Dealing 3] [ca-six-card Round 1] [ca-six-card Round 2]
 * [ca-six-card Round 3] [ca-six-card Round 3a] [ca-six-card Round 3b] [ca-six-card Round 4]
 * [ca-six-card Round 5] [ca-six-card Round 5a] [ca-six-card Round 5b] [ca-six-card Round 5c]
 * [ca-six-card Round 5c-i] [ca-six-card Round 5c-ii] [ca-six-card Round 5d]
 * [ca-six-card Round 6] [ca-six-card Round 8] [ca-six-card Round 9] [ca-six-card Round 10]
 * [ca-six-card PairPlus 1] [ca-six-card PairPlus 4] [ca-six-card PairPlus 5]
 * [ca-six-card PairPlus 6] [ca-six-card PairPlus 7] [ca-six-card PairPlus 8]
 * [ca-six-card PairPlus 9] [ca-six-card PairPlus 10] [ca-six-card SixCard 1]
 * [ca-six-card SixCard 4] [ca-six-card SixCard 5] [ca-six-card SixCard 6]
 * [ca-six-card SixCard 7] [ca-six-card SixCard 8] [ca-six-card SixCard 9]
 * [ca-six-card SixCard 10] [ca-six-card Glossary Action] [ca-six-card Glossary Backline]
 * [ca-six-card Collection A] [ca-six-card Collection B] [ca-six-card Collection C]
 * [ca-six-card Collection D] [ca-six-card Collection E] [ca-six-card Collection F] */
static void random_rounds_of_california(void **state) {
    (void)state;
    play_book(SECOND_CA, false, 35);
}

/* Reports, remedies, choices and rulings: no second settlement knows these, but
 * money, replay, names of refusals and hidden cards are as in every round. */
static void random_irregularities(void **state) {
    (void)state;
    play_book(SECOND_MBS, true, 3);
    play_book(SECOND_RWS, true, 2);
    play_book(SECOND_RWP, true, 2);
    play_book(SECOND_CA, true, 3);
}

/* A table is copied, hashed and stored whole: it must stay small. */
static void a_table_is_small(void **state) {
    (void)state;
    assert_true(sizeof(trey_table) <= 8192);
}

static int close_everything(void **state) {
    (void)state;
    random_houses_close();
    free(table.given);
    free(events);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rounds_of_mbs),
        cmocka_unit_test(random_rounds_of_rws),
        cmocka_unit_test(random_rounds_of_rws_progressive),
        cmocka_unit_test(random_rounds_of_california),
        cmocka_unit_test(random_irregularities),
        cmocka_unit_test(a_table_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, close_everything);
}
