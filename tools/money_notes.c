/* money_notes.c -- writes the money notes of rulebooks/readings.yaml.
 *
 *   money_notes rulebooks/readings.yaml
 *
 * prints the file with every note that has a figure replaced by one worked out here: from
 * the values of the rulebooks, from exact odds, or by going through all hands. What no
 * function below writes must have no figure in it. Figures of money that reasons and letters
 * mention are worked out too, and have to be there as they come out. A test compares the file in
 * the tree with what this prints, so no figure of it can be wrong, or become so. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/odds.h"

enum { NOTE_MAX = 600, COLUMNS = 100 };

/* ---- Text --------------------------------------------------------------------------------- */
typedef struct note {
    char text[NOTE_MAX];
    size_t used;
} note;

__attribute__((format(printf, 2, 3))) static void say(note *n, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(n->text + n->used, NOTE_MAX - n->used, format, list);
    va_end(list);
    TREY_ASSERT(length >= 0 && (size_t)length < NOTE_MAX - n->used);
    n->used += (size_t)length;
}

/* "$1,250"; static, for up to eight in one sentence. */
static const char *money(trey_cents cents) {
    static char text[8][TREY_CENTS_TEXT_MAX];
    static unsigned next;
    return trey_cents_print(cents, text[next++ % 8]);
}

/* "$0.186" from a mean in cents. */
static const char *fine_money(double cents, int decimals) {
    static char text[8][32];
    static unsigned next;
    char *out = text[next++ % 8];
    snprintf(out, sizeof text[0], "$%.*f", decimals, cents / 100);
    return out;
}

/* ---- Books and odds ------------------------------------------------------------------------- */
static trey_rulebook *book_of(const char *id) {
    static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (strcmp(trey_builtin_id(i), id) != 0) continue;
        trey_status status =
            books[i] ? TREY_STATUS_OK : trey_rulebook_open(&books[i], trey_builtin_id(i), NULL);
        TREY_ASSERT(status == TREY_STATUS_OK);
        return books[i];
    }
    TREY_ASSERT(false);
    return NULL;
}

static trey_value value_of(const char *id, trey_key key) {
    return trey_rulebook_rule(book_of(id), key)->value;
}

/* A rate as it is written, such as 40 of 40:1. */
static int rate(const char *id, trey_key key) {
    trey_value value = value_of(id, key);
    TREY_ASSERT(value.d == 1);
    return (int)value.n;
}

typedef struct question {
    const char *id, *reading; /* NULL: none is chosen */
    char letter;
    unsigned boxes;      /* 0 is one */
    bool play_all;       /* instead of the best strategy */
    bool jackpot_is_bet; /* not only listed */
    trey_rulebook *book; /* that was asked about */
} question;

static trey_odds *ask(question *q) {
    static trey_strategy strategy;
    trey_odds_query query;
    trey_odds *odds = NULL;
    trey_status status = trey_rulebook_fork(&q->book, book_of(q->id));
    if (status == TREY_STATUS_OK && q->reading)
        status = trey_rulebook_choose(q->book, q->reading, q->letter);
    TREY_ASSERT(status == TREY_STATUS_OK);
    trey_odds_query_preset(q->book, &query);
    if (q->boxes > 0) query.boxes = q->boxes;
    if (q->jackpot_is_bet)
        query.stake[TREY_WAGER_PROGRESSIVE] = query.listed[TREY_WAGER_PROGRESSIVE];
    if (q->play_all) {
        trey_strategy_fill(&strategy, q->book, TREY_STRATEGY_ALWAYS);
        query.strategy = &strategy;
    }
    status = trey_odds_open(&odds, q->book, &query, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    return odds;
}

static void done(question *q, trey_odds *odds) {
    trey_odds_close(odds);
    trey_rulebook_close(q->book);
}

/* House edge in per cent under a letter. */
static double edge(const char *id, const char *reading, char letter, unsigned wager) {
    question q = {.id = id, .reading = reading, .letter = letter};
    trey_odds *odds = ask(&q);
    double percent = 100 * trey_odds_figures(odds, wager)->house_edge;
    done(&q, odds);
    return percent;
}

/* The chance of all lines of a kind. */
static double line_chance(const trey_odds *odds, unsigned wager, unsigned result, unsigned ground) {
    double sum = 0;
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        size_t count;
        const trey_odds_line *line = trey_odds_lines(odds, w, &count);
        for (size_t i = 0; i < count; i++) {
            if (line[i].wager == wager && line[i].result == result && line[i].ground == ground)
                sum += trey_fraction_double(line[i].chance);
        }
    }
    return sum;
}

/* Hands that are of another category under a letter. */
static unsigned hands_moved(const char *id, const char *reading, char letter) {
    trey_rulebook *other;
    unsigned moved = 0;
    trey_status status = trey_rulebook_fork(&other, book_of(id));
    if (status == TREY_STATUS_OK) status = trey_rulebook_choose(other, reading, letter);
    TREY_ASSERT(status == TREY_STATUS_OK);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_rank rank = trey_hand_rank(trey_hand_at(i));
        moved += trey_rulebook_category(other, rank) != trey_rulebook_category(book_of(id), rank);
    }
    trey_rulebook_close(other);
    return moved;
}

/* ---- All books ------------------------------------------------------------------------------- */
static trey_cents whole_award(char letter, unsigned boxes) {
    question q = {.id = "mbs", .reading = "A-ALL-02", .letter = letter, .boxes = boxes};
    trey_odds *odds = ask(&q);
    trey_cents paid = trey_odds_jackpot_of(odds)->award[0].paid;
    TREY_ASSERT(trey_odds_jackpot_of(odds)->award[0].percent == 100);
    done(&q, odds);
    return paid;
}

static void note_all_02(note *n) {
    say(n,
        "One contribution for each jackpot bet of the winning round: %s with one box, %s with "
        "seven, at the test value.",
        money(whole_award('A', 1) - whole_award('B', 1)),
        money(whole_award('A', 7) - whole_award('B', 7)));
}

/* The stake times the chance of any award. */
static double stake_back(const char *id) {
    question q = {.id = id};
    trey_odds *odds = ask(&q);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    double chance = 0;
    for (unsigned i = 0; i < jackpot->awards; i++)
        chance += trey_fraction_double(jackpot->award[i].chance);
    double cents = chance * (double)trey_odds_figures(odds, TREY_WAGER_PROGRESSIVE)->stake;
    done(&q, odds);
    return cents;
}

static void note_all_03(note *n) {
    TREY_ASSERT(fabs(stake_back("mbs") - stake_back("rws")) < 1e-9);
    say(n, "Of a jackpot bet of %s, %s on average (MBS and RWS), %s (Progressive).", money(500),
        fine_money(stake_back("mbs"), 3), fine_money(stake_back("rws-progressive"), 3));
}

static double envy_of(const char *id) {
    question q = {.id = id, .boxes = 2, .jackpot_is_bet = true};
    trey_odds *odds = ask(&q);
    double cents = trey_fraction_double(trey_odds_jackpot_of(odds)->envy);
    done(&q, odds);
    return cents;
}

static void note_all_04(note *n) {
    say(n,
        "With best play envy brings a jackpot bettor %s a round from each other box (MBS), %s "
        "(RWS, where a folded box gets none), %s (Progressive).",
        fine_money(envy_of("mbs"), 4), fine_money(envy_of("rws"), 4),
        fine_money(envy_of("rws-progressive"), 4));
}

static int most_bonus(const char *id) {
    return rate(id, TREY_KEY_PAY_BONUS_ROYAL);
}

static void note_all_07(note *n) {
    question q = {.id = "mbs", .play_all = true};
    trey_odds *odds = ask(&q);
    size_t count;
    const trey_odds_line *line = trey_odds_lines(odds, TREY_WAGER_ANTE, &count);
    double mean = 0;
    for (size_t i = 0; i < count; i++) {
        if (line[i].wager == TREY_WAGER_ANTE_BONUS)
            mean += trey_fraction_double(line[i].chance) * (double)line[i].net;
    }
    say(n,
        "Nothing for viewed hands played sensibly. For a blind fold the mean bonus is %.3f x "
        "Ante, at most %d x Ante.",
        mean / (double)trey_odds_asked(odds)->stake[TREY_WAGER_ANTE], most_bonus("mbs"));
    done(&q, odds);
}

/* The smaller Envy Bonus and the larger. */
static trey_cents envy_low(const char *id) {
    return value_of(id, TREY_KEY_ENVY_ROYAL).n;
}
static trey_cents envy_high(const char *id) {
    return value_of(id, TREY_KEY_ENVY_ROYAL_SPADES).n;
}

static void say_envy(note *n, const char *before, const char *after) {
    TREY_ASSERT(envy_low("mbs") == envy_low("rws") && envy_high("mbs") == envy_high("rws"));
    say(n, "%s%s or %s%s", before, money(envy_low("mbs")), money(envy_high("mbs")), after);
}

static void note_all_09(note *n) {
    say_envy(n, "", " for each receiver, very rare.");
}

static void note_all_11(note *n) {
    say(n, "%s to %s for each jackpot bettor if read otherwise.", money(envy_low("mbs")),
        money(envy_high("rws-progressive")));
}

/* K-A-2: an ace with the card below it and the card above it. */
static void note_all_13(note *n) {
    unsigned hands = 0, suited = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        unsigned ranks = 0;
        for (unsigned c = 0; c < 3; c++) ranks |= 1u << trey_card_rank(hand.card[c]);
        if (ranks != (1u << TREY_RANK_KING | 1u << TREY_RANK_ACE | 1u << TREY_RANK_2)) continue;
        hands++;
        suited += trey_card_suit(hand.card[0]) == trey_card_suit(hand.card[1]) &&
                  trey_card_suit(hand.card[1]) == trey_card_suit(hand.card[2]);
    }
    say(n,
        "%u of 22,100 hands would become straights, %u of them straight flushes, if it were "
        "allowed.",
        hands, suited);
}

/* ---- MBS --------------------------------------------------------------------------------------
 */
static void note_mbs_01(note *n) {
    say(n, "%.1f%% of every Ante.",
        edge("mbs", "A-MBS-01", 'A', TREY_WAGER_ANTE) -
            edge("mbs", "A-MBS-01", 'B', TREY_WAGER_ANTE));
}

static void note_mbs_02(note *n) {
    question q = {.id = "mbs"};
    trey_odds *odds = ask(&q);
    double chance = line_chance(odds, TREY_WAGER_PLAY, TREY_LINE_PUSH, TREY_GROUND_UNQUALIFIED);
    say(n, "%.1f%% of Play stakes, %.1f%% of every Ante, if nobody plays differently for it.",
        100 * chance / trey_fraction_double(trey_odds_whole(odds)->played), 100 * chance);
    done(&q, odds);
}

static void note_mbs_04(note *n) {
    say(n, "The Pair Plus stake, and up to %d times as much.",
        rate("mbs", TREY_KEY_PAY_PAIR_PLUS_ROYAL));
}

static void note_mbs_05(note *n) {
    say_envy(n, "", " each time.");
}
static void note_mbs_06(note *n) {
    say_envy(n, "", " for each further stake.");
}
static void note_mbs_17(note *n) {
    say_envy(n, "", " for each receiver.");
}
static void note_mbs_25(note *n) {
    say_envy(n, "", ".");
}

static void note_mbs_07(note *n) {
    question q = {.id = "mbs"};
    trey_odds *odds = ask(&q);
    const trey_odds_figure *figure = trey_odds_figures(odds, TREY_WAGER_PAIR_PLUS);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        bool pays = trey_rank_category(trey_hand_rank(trey_hand_at(i))) != TREY_HAND_HIGH_CARD;
        TREY_ASSERT(!pays || trey_odds_best(odds)->play[i] != 0);
    }
    say(n,
        "A hand folded by correct strategy never holds a pair, so only blind or mistaken folds "
        "matter; a blind fold gives up %s for each $1 of Pair Plus on average.",
        fine_money(100 * (1 - figure->house_edge), 2));
    done(&q, odds);
}

/* Fixed awards: the smallest, the largest, and what they come to for one bet. */
static double fixed_awards(trey_cents *least, trey_cents *most) {
    question q = {.id = "mbs"};
    trey_odds *odds = ask(&q);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    double mean = 0;
    *least = *most = 0;
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        if (award->percent > 0) continue;
        mean += trey_fraction_double(award->chance) * (double)award->paid;
        if (*least == 0 || award->paid < *least) *least = award->paid;
        if (award->paid > *most) *most = award->paid;
    }
    done(&q, odds);
    return mean;
}

/* The same from the table: what a bet takes off the meter under A, the whole apart. */
static double taken_under_a(void) {
    question a = {.id = "mbs", .reading = "A-MBS-08", .letter = 'A'};
    question b = {.id = "mbs", .reading = "A-MBS-08", .letter = 'B'};
    trey_odds *with = ask(&a), *without = ask(&b);
    double taken = trey_fraction_double(trey_odds_jackpot_of(with)->taken) -
                   trey_fraction_double(trey_odds_jackpot_of(without)->taken);
    done(&a, with);
    done(&b, without);
    return taken;
}

static void note_mbs_08(note *n) {
    trey_cents least, most;
    double mean = fixed_awards(&least, &most);
    TREY_ASSERT(fabs(mean - taken_under_a()) < 1e-9);
    say(n, "%s to %s off the top prize in a coincidence; under A also %s a bet off the meter.",
        money(least), money(most), fine_money(mean, 2));
}

static void note_mbs_15(note *n) {
    say(n, "Up to %d x the excess.", most_bonus("mbs"));
}
static void note_mbs_16(note *n) {
    say(n, "%s if the straight flush award were added.",
        money(value_of("mbs", TREY_KEY_AWARD_STRAIGHT_FLUSH).n));
}
static void note_mbs_38(note *n) {
    say(n, "%d to %d x Ante, only in ties of straights or better.",
        rate("mbs", TREY_KEY_PAY_BONUS_STRAIGHT), most_bonus("mbs"));
}

/* ---- RWS and Progressive -----------------------------------------------------------------------
 */
static void note_rws_03(note *n) {
    say_envy(n, "", " for each box");
    say(n, " (Progressive %s or %s).", money(envy_low("rws-progressive")),
        money(envy_high("rws-progressive")));
}
static void note_rws_04(note *n) {
    TREY_ASSERT(most_bonus("rws") == most_bonus("rws-progressive"));
    say(n, "%d to %d x Ante in tied straights or better.", rate("rws", TREY_KEY_PAY_BONUS_STRAIGHT),
        most_bonus("rws"));
}
static void note_rws_07(note *n) {
    say(n, "%s to %s.", money(envy_low("rws")), money(envy_high("rws-progressive")));
}

static void note_rws_09(note *n) {
    const char *id = "rws";
    say(n,
        "Pair Plus %d:1 v. %d:1 and a bonus of %d x Ante, in the RWS book also an award of %s, "
        "for %u of 22,100 hands; the house edge is %.2f%% v. %.2f%% of the Ante and %.2f%% v. "
        "%.2f%% of Pair Plus.",
        rate(id, TREY_KEY_PAY_PAIR_PLUS_STRAIGHT_FLUSH), rate(id, TREY_KEY_PAY_PAIR_PLUS_FLUSH),
        rate(id, TREY_KEY_PAY_BONUS_STRAIGHT_FLUSH),
        money(value_of(id, TREY_KEY_AWARD_STRAIGHT_FLUSH).n), hands_moved(id, "A-RWS-09", 'B'),
        edge(id, "A-RWS-09", 'A', TREY_WAGER_ANTE), edge(id, "A-RWS-09", 'B', TREY_WAGER_ANTE),
        edge(id, "A-RWS-09", 'A', TREY_WAGER_PAIR_PLUS),
        edge(id, "A-RWS-09", 'B', TREY_WAGER_PAIR_PLUS));
}

static int share_percent(void) {
    trey_value share = value_of("rws-progressive", TREY_KEY_AWARD_ROYAL);
    TREY_ASSERT(share.d == 100);
    return (int)share.n;
}

static double long_run(char letter) {
    question q = {.id = "rws-progressive", .reading = "A-RWP-01", .letter = letter};
    trey_odds *odds = ask(&q);
    TREY_ASSERT(trey_odds_jackpot_of(odds)->long_run_known);
    double cents = trey_odds_jackpot_of(odds)->long_run_cents;
    done(&q, odds);
    return cents;
}

static void note_rwp_01(note *n) {
    say(n,
        "Up to %d%% of the meter less the reset value. In the long run, with the test values "
        "and one box, a bet brings back %s under A, %s under B and %s under C.",
        100 - share_percent(), fine_money(long_run('A'), 4), fine_money(long_run('B'), 4),
        fine_money(long_run('C'), 4));
}

static trey_cents reset_of(const char *id) {
    trey_odds_query query;
    trey_odds_query_preset(book_of(id), &query);
    return query.reset;
}

static void note_rwp_02(note *n) {
    const trey_cents meter = 10000000;
    say(n, "For example %s v. %s to the %d%% winner.", money(meter * share_percent() / 100),
        money(reset_of("rws-progressive") * share_percent() / 100), share_percent());
}

/* Hands that the best strategy for the Ante folds, against every dealer's hand. */
static void note_rwp_03(note *n) {
    static trey_five row[TREY_HANDS + 32];
    static const uint16_t keys[TREY_FIVE_CATEGORIES] = {
        [TREY_FIVE_FLUSH] = TREY_KEY_AWARD_FLUSH,
        [TREY_FIVE_FULL_HOUSE] = TREY_KEY_AWARD_FULL_HOUSE,
        [TREY_FIVE_FOUR_OF_A_KIND] = TREY_KEY_AWARD_QUADS,
        [TREY_FIVE_STRAIGHT_FLUSH] = TREY_KEY_AWARD_STRAIGHT_FLUSH};
    question q = {.id = "rws-progressive"};
    trey_odds *odds = ask(&q);
    double royals = 0, deals = 0, awards = 0, folded = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        deals += 18424;
        if (trey_odds_best(odds)->play[i] != 0) continue;
        folded += 18424;
        trey_six_row(hand, row, TREY_HANDS);
        for (unsigned d = 0; d < TREY_HANDS; d++) {
            if (trey_hand_set(trey_hand_at(d)) & trey_hand_set(hand)) continue;
            unsigned category = trey_five_category_of(row[d]);
            royals += category == TREY_FIVE_ROYAL;
            if (category != TREY_FIVE_ROYAL && keys[category] != 0)
                awards += (double)value_of("rws-progressive", (trey_key)keys[category]).n;
        }
    }
    say(n,
        "The whole jackpot. A correctly folded royal comes once in %.2f million hands; minor "
        "awards forgone average %s for each folded hand.",
        deals / royals / 1e6, fine_money(awards / folded, 2));
    done(&q, odds);
}

static void note_rwp_04(note *n) {
    const trey_cents high = value_of("rws-progressive", TREY_KEY_AWARD_STRAIGHT_FLUSH).n;
    const trey_cents low = value_of("rws-progressive", TREY_KEY_AWARD_FLUSH).n;
    double percent = edge("rws-progressive", "A-RWP-04", 'B', TREY_WAGER_PROGRESSIVE) -
                     edge("rws-progressive", "A-RWP-04", 'A', TREY_WAGER_PROGRESSIVE);
    say(n, "%s, on average %s a bet.", money(high - low), fine_money(percent / 100 * 500, 4));
}

static void note_rwp_09(note *n) {
    say(n, "The awards of %s for a flush and %s for a full house.",
        money(value_of("rws-progressive", TREY_KEY_AWARD_FLUSH).n),
        money(value_of("rws-progressive", TREY_KEY_AWARD_FULL_HOUSE).n));
}

/* ---- California --------------------------------------------------------------------------------
 */
static const char *const ca = "ca-six-card";

static void note_ca_02(note *n) {
    say(n,
        "Pair Plus %d:1, %d:1 or %d:1 for %u of 22,100 hands; its house edge is %.2f%% under A, "
        "%.2f%% under B and %.2f%% under C.",
        rate(ca, TREY_KEY_PAY_PAIR_PLUS_STRAIGHT_FLUSH), rate(ca, TREY_KEY_PAY_PAIR_PLUS_FLUSH),
        rate(ca, TREY_KEY_PAY_PAIR_PLUS_STRAIGHT), hands_moved(ca, "A-CA-02", 'B'),
        edge(ca, "A-CA-02", 'A', TREY_WAGER_PAIR_PLUS),
        edge(ca, "A-CA-02", 'B', TREY_WAGER_PAIR_PLUS),
        edge(ca, "A-CA-02", 'C', TREY_WAGER_PAIR_PLUS));
}

static void note_ca_03(note *n) {
    say(n, "%d x Pair Plus.",
        rate(ca, TREY_KEY_PAY_PAIR_PLUS_ROYAL) - rate(ca, TREY_KEY_PAY_PAIR_PLUS_STRAIGHT_FLUSH));
}

static double ties(char letter) {
    question q = {.id = ca, .reading = "A-CA-04", .letter = letter};
    trey_odds *odds = ask(&q);
    double chance = line_chance(odds, TREY_WAGER_ANTE, TREY_LINE_PUSH, TREY_GROUND_EQUAL);
    done(&q, odds);
    return chance;
}

static void note_ca_04(note *n) {
    TREY_ASSERT(fabs(edge(ca, "A-CA-04", 'A', TREY_WAGER_ANTE) -
                     edge(ca, "A-CA-04", 'B', TREY_WAGER_ANTE)) < 1e-9);
    say(n,
        "Ante and Play in %.3f%% of the hands, as often won as lost, so that the house edge "
        "stays the same.",
        100 * (ties('B') - ties('A')));
}

static void note_ca_15(note *n) {
    say(n, "6 Card Bonus up to %d:1.", rate(ca, TREY_KEY_PAY_SIX_ROYAL));
}

/* What the next bracket costs more, over all schedules. */
static void note_ca_20(note *n) {
    trey_cents least = INT64_MAX, most = 0;
    for (size_t i = 0; i < trey_rulebook_schedules(book_of(ca)); i++) {
        const trey_schedule *schedule = trey_rulebook_schedule(book_of(ca), i);
        for (unsigned b = 1; b < schedule->brackets; b++) {
            const trey_bracket *low = &schedule->bracket[b - 1], *high = &schedule->bracket[b];
            if (low->fee == TREY_FEE_UNREADABLE || high->fee == TREY_FEE_UNREADABLE) continue;
            const trey_cents step = high->fee - low->fee;
            if (step < least) least = step;
            if (step > most) most = step;
        }
    }
    say(n, "The step to the next bracket, %s to %s for each hand.", money(least), money(most));
}

static void note_ca_21(note *n) {
    const trey_schedule *one = trey_rulebook_schedule_option(book_of(ca), 1);
    const trey_schedule *two = trey_rulebook_schedule_option(book_of(ca), 2);
    TREY_ASSERT(one->player_fee == two->player_fee);
    say(n, "%s for each base wager.", money(one->player_fee));
}

static double players_pay(char letter) {
    question q = {.id = ca, .reading = "A-CA-22", .letter = letter};
    trey_odds *odds = ask(&q);
    trey_odds_fee fee[TREY_SCHEDULES];
    unsigned count = trey_odds_fees(odds, q.book, fee);
    TREY_ASSERT(count > 1 && fee[0].option == 1 && fee[1].option == 2);
    double cents = trey_fraction_double(fee[0].in_all);
    TREY_ASSERT(cents == trey_fraction_double(fee[1].in_all));
    done(&q, odds);
    return cents;
}

static void note_ca_22(note *n) {
    say(n,
        "Under options 1 and 2 a seat pays %s a round under A and B, and %s on average under C "
        "with best play; B is cheaper for a player with several Antes.",
        fine_money(players_pay('A'), 2), fine_money(players_pay('C'), 2));
    TREY_ASSERT(players_pay('A') == players_pay('B'));
}

static void note_ca_25(note *n) {
    const trey_schedule *schedule = trey_rulebook_schedule_option(book_of(ca), 10);
    const trey_bracket *last = &schedule->bracket[schedule->brackets - 1], *before = last - 1;
    say(n, "%s for each hand between %s and %s.", money(last->fee - before->fee), money(before->to),
        money(last->from));
}

static double bonus_hit(char letter) {
    question q = {.id = ca, .reading = "A-CA-30", .letter = letter};
    trey_odds *odds = ask(&q);
    double chance = trey_odds_figures(odds, TREY_WAGER_SIX_CARD_BONUS)->hit_chance;
    done(&q, odds);
    return chance;
}

static void note_ca_30(note *n) {
    say(n,
        "%.3f%% of the hands win only under A, at %d:1, and five-high straight flushes pay "
        "%d:1 v. %d:1; the house edge of 6 Card Bonus is %.2f%% under A and %.2f%% under B.",
        100 * (bonus_hit('A') - bonus_hit('B')), rate(ca, TREY_KEY_PAY_SIX_STRAIGHT),
        rate(ca, TREY_KEY_PAY_SIX_STRAIGHT_FLUSH), rate(ca, TREY_KEY_PAY_SIX_FLUSH),
        edge(ca, "A-CA-30", 'A', TREY_WAGER_SIX_CARD_BONUS),
        edge(ca, "A-CA-30", 'B', TREY_WAGER_SIX_CARD_BONUS));
}

static void note_ca_38(note *n) {
    TREY_ASSERT(trey_rulebook_rule(book_of(ca), TREY_KEY_PAY_BONUS_STRAIGHT)->form ==
                    TREY_FORM_ABSENT ||
                value_of(ca, TREY_KEY_PAY_BONUS_STRAIGHT).n == 0);
    say(n,
        "With best play the house edge on the Ante is %.2f%% with the upcard and %.2f%% without "
        "(there is no Ante Bonus in this game).",
        edge(ca, "A-CA-38", 'A', TREY_WAGER_ANTE), edge(ca, "A-CA-38", 'B', TREY_WAGER_ANTE));
}

/* ---- Which note is whose
 * ------------------------------------------------------------------------- */
static const struct {
    const char *id;
    void (*write)(note *n);
} notes[] = {
    {"A-ALL-02", note_all_02}, {"A-ALL-03", note_all_03}, {"A-ALL-04", note_all_04},
    {"A-ALL-07", note_all_07}, {"A-ALL-09", note_all_09}, {"A-ALL-11", note_all_11},
    {"A-ALL-13", note_all_13}, {"A-MBS-01", note_mbs_01}, {"A-MBS-02", note_mbs_02},
    {"A-MBS-04", note_mbs_04}, {"A-MBS-05", note_mbs_05}, {"A-MBS-06", note_mbs_06},
    {"A-MBS-07", note_mbs_07}, {"A-MBS-08", note_mbs_08}, {"A-MBS-15", note_mbs_15},
    {"A-MBS-16", note_mbs_16}, {"A-MBS-17", note_mbs_17}, {"A-MBS-25", note_mbs_25},
    {"A-MBS-38", note_mbs_38}, {"A-RWS-03", note_rws_03}, {"A-RWS-04", note_rws_04},
    {"A-RWS-07", note_rws_07}, {"A-RWS-09", note_rws_09}, {"A-RWP-01", note_rwp_01},
    {"A-RWP-02", note_rwp_02}, {"A-RWP-03", note_rwp_03}, {"A-RWP-04", note_rwp_04},
    {"A-RWP-09", note_rwp_09}, {"A-CA-02", note_ca_02},   {"A-CA-03", note_ca_03},
    {"A-CA-04", note_ca_04},   {"A-CA-15", note_ca_15},   {"A-CA-20", note_ca_20},
    {"A-CA-21", note_ca_21},   {"A-CA-22", note_ca_22},   {"A-CA-25", note_ca_25},
    {"A-CA-30", note_ca_30},   {"A-CA-38", note_ca_38},
};

static bool write_note(const char *id, note *n) {
    n->used = 0;
    n->text[0] = '\0';
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (strcmp(notes[i].id, id) != 0) continue;
        notes[i].write(n);
        return true;
    }
    return false;
}

/* ---- What reasons and letters mention
 * -------------------------------------------------------------- */
static double not_qualified(char letter) {
    trey_rulebook *book;
    unsigned count = 0;
    trey_status status = trey_rulebook_fork(&book, book_of("mbs"));
    if (status == TREY_STATUS_OK) status = trey_rulebook_choose(book, "A-MBS-01", letter);
    TREY_ASSERT(status == TREY_STATUS_OK);
    for (unsigned i = 0; i < TREY_HANDS; i++)
        count += !trey_rulebook_qualifies(book, trey_hand_at(i));
    trey_rulebook_close(book);
    return 100.0 * count / TREY_HANDS;
}

/* Figures, one after the other, with a line between them. */
static void mention_mbs_01(note *n) {
    say(n, "%.2f%%|%.2f%%|%.2f%%|%+.2f%%|%.1f%%", not_qualified('A'), not_qualified('B'),
        -edge("mbs", "A-MBS-01", 'A', TREY_WAGER_ANTE),
        -edge("mbs", "A-MBS-01", 'B', TREY_WAGER_ANTE), not_qualified('B') - not_qualified('A'));
}

static void mention_mbs_08(note *n) {
    trey_cents least, most;
    double mean = fixed_awards(&least, &most);
    say(n, "%s|%.0f%%|%s", fine_money(mean, 2), 100 * mean / 500, money(500));
}

static void mention_all_01(note *n) {
    trey_odds_query query;
    trey_odds_query_preset(book_of("mbs"), &query);
    say(n, "%s|%s|%s|%s", money(query.listed[TREY_WAGER_PROGRESSIVE]),
        fine_money((double)query.contribution, 2), money(query.reset),
        money(reset_of("rws-progressive")));
}

static void mention_rwp_02(note *n) {
    const trey_cents meter = 10000000, share = meter * share_percent() / 100;
    say(n, "%s|%d%%|%s|%s|%s", money(meter), share_percent(), money(share), money(meter - share),
        money(reset_of("rws-progressive")));
}

static void mention_rwp_04(note *n) {
    say(n, "%s|%s", money(value_of("rws-progressive", TREY_KEY_AWARD_STRAIGHT_FLUSH).n),
        money(value_of("rws-progressive", TREY_KEY_AWARD_FLUSH).n));
}

static void mention_mbs_16(note *n) {
    say(n, "%s", money(value_of("mbs", TREY_KEY_AWARD_ROYAL).n));
}

static void mention_ca_03(note *n) {
    say(n, "%d:1", rate(ca, TREY_KEY_PAY_PAIR_PLUS_ROYAL));
}

static const struct {
    const char *id;
    void (*write)(note *n);
} mentions[] = {
    {"A-MBS-01", mention_mbs_01}, {"A-MBS-08", mention_mbs_08}, {"A-MBS-16", mention_mbs_16},
    {"A-MBS-37", mention_mbs_16}, {"A-ALL-01", mention_all_01}, {"A-RWP-02", mention_rwp_02},
    {"A-RWP-04", mention_rwp_04}, {"A-CA-03", mention_ca_03},
};

static bool is_said(const trey_reading *reading, const char *figure) {
    bool there = strstr(reading->reason, figure) != NULL;
    for (unsigned letter = 0; letter < reading->letters; letter++)
        there |= strstr(reading->letter[letter], figure) != NULL;
    return there;
}

static bool mentions_are_there(const char *id, const trey_reading *reading) {
    bool right = true;
    for (size_t i = 0; i < sizeof mentions / sizeof *mentions; i++) {
        if (strcmp(mentions[i].id, id) != 0) continue;
        note n = {.used = 0};
        mentions[i].write(&n);
        char *rest = NULL;
        for (char *figure = strtok_r(n.text, "|", &rest); figure;
             figure = strtok_r(NULL, "|", &rest)) {
            if (is_said(reading, figure)) continue;
            fprintf(stderr, "money_notes: reason and letters of %s lack %s\n", id, figure);
            right = false;
        }
    }
    return right;
}

/* ---- The file
 * ---------------------------------------------------------------------------------------- */
static const trey_reading *reading_of(const char *id) {
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        const trey_rulebook *book = book_of(trey_builtin_id(b));
        for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
            if (strcmp(trey_rulebook_reading(book, i)->id, id) == 0)
                return trey_rulebook_reading(book, i);
        }
    }
    return NULL;
}

/* A figure, unless it belongs to the name of a reading or of a wager. */
static bool has_figure(const char *text) {
    static const char *const names[] = {"A-ALL-", "A-MBS-", "A-RWS-", "A-RWP-", "A-CA-"};
    for (const char *at = text; *at; at++) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            size_t length = strlen(names[i]);
            if (strncmp(at, names[i], length) == 0) at += length + 2;
        }
        if (strncmp(at, "6 Card Bonus", 12) == 0) at += 12;
        if (*at >= '0' && *at <= '9') return true;
        if (!*at) break;
    }
    return false;
}

/* On one line, or folded. */
static void print_money(const char *text) {
    static const char key[] = "    money: ";
    if (strlen(key) + strlen(text) <= COLUMNS) {
        printf("%s%s\n", key, text);
        return;
    }
    printf("%s>-\n", key);
    for (size_t column = 0; *text;) {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + word > COLUMNS) {
            putchar('\n');
            column = 0;
        }
        column += (size_t)printf("%s%.*s", column == 0 ? "      " : " ", (int)word, text);
        text += word + (text[word] == ' ');
    }
    putchar('\n');
}

static bool is_money(const char *line) {
    return strncmp(line, "    money:", 10) == 0;
}

/* A note of which nothing is worked out, with its further lines. */
typedef struct kept_note {
    char id[16], text[2 * NOTE_MAX];
    bool open;
} kept_note;

static bool end_note(kept_note *kept) {
    const bool right = !kept->open || !has_figure(kept->text);
    if (!right)
        fprintf(stderr, "money_notes: nothing works out a figure of %s: %s\n", kept->id,
                kept->text);
    kept->open = false;
    return right;
}

static void add_to_note(kept_note *kept, const char *line) {
    const size_t used = strlen(kept->text);
    snprintf(kept->text + used, sizeof kept->text - used, " %.*s", (int)strcspn(line, "\n"),
             line + strspn(line, " "));
}

static bool copy_file(FILE *in) {
    char line[512];
    kept_note kept = {.open = false};
    bool written = false, right = true;
    while (fgets(line, sizeof line, in)) {
        char name[16];
        const bool goes_on = strncmp(line, "      ", 6) == 0;
        if (goes_on && written) continue;
        if (goes_on && kept.open) add_to_note(&kept, line);
        if (!goes_on) right &= end_note(&kept);
        written = false;
        if (sscanf(line, "  - id: %15s", name) == 1) {
            snprintf(kept.id, sizeof kept.id, "%s", name);
            const trey_reading *reading = reading_of(name);
            right &= reading && mentions_are_there(name, reading);
        }
        note n;
        if (is_money(line) && write_note(kept.id, &n)) {
            print_money(n.text);
            written = true;
            continue;
        }
        fputs(line, stdout);
        if (!is_money(line)) continue;
        kept.open = true;
        kept.text[0] = '\0';
        add_to_note(&kept, line + strlen("    money:"));
    }
    right &= end_note(&kept);
    return right && !ferror(in);
}

int main(int argc, char **argv) {
    FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!in) {
        fputs("usage: money_notes rulebooks/readings.yaml\n", stderr);
        return 2;
    }
    bool right = copy_file(in);
    fclose(in);
    return right && fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
