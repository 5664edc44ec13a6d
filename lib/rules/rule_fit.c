/* rule_fit.c -- whether what a book says can be played.
 *
 * The engine has no defaults and no second thoughts: whatever it would divide by, look up or deal
 * to must be there. So a book is held against the engine when it is read, as a whole and under
 * every letter of its readings, and refused at the place that does not fit, with the way out. */
#include <string.h>

#include "book.h"
#include "schema.h"

/* ---- One value by itself --------------------------------------------------------- */
static void check_fixed(loading *load, const key_schema *schema, trey_value value,
                        const yaml_node *node) {
    char mend[BOOK_MEND_MAX];
    if (schema->met.how != TREY_KEY_IS_FIXED || value.n == schema->met.only) return;
    if (schema->type == TREY_TYPE_WORD) {
        snprintf(mend, sizeof mend, "write %s", schema->words->word[schema->met.only]);
    } else {
        snprintf(mend, sizeof mend, "write %lld", (long long)schema->met.only);
    }
    wrong_at(load, node, mend, "%s has a value that cannot be played: %s", schema->path,
             schema->met.why);
}

/* Counts are kept in a byte, and some make no sense from below. */
static void check_count(loading *load, trey_key key, trey_value value, const yaml_node *node) {
    enum { COUNT_MOST = 255 };
    static const struct {
        trey_key key;
        int64_t least, most;
        const char *mend;
    } bound[] = {
        {TREY_KEY_DECKS, 1, 2, "one deck, or two that take turns"},
        {TREY_KEY_PLAYERS, 1, COUNT_MOST, "one person or more"},
        {TREY_KEY_ROTATION_HANDS, 1, COUNT_MOST, "one hand or more before the bank is offered on"},
    };
    int64_t least = 0, most = COUNT_MOST;
    const char *mend = "write a number up to 255";
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        if (bound[i].key != key) continue;
        least = bound[i].least;
        most = bound[i].most;
        mend = bound[i].mend;
    }
    if (value.n >= least && value.n <= most) return;
    wrong_at(load, node, mend, "%s cannot be %lld", schema_keys[key].path, (long long)value.n);
}

/* The words of a list, one bit each. */
static unsigned listed(trey_value value) {
    unsigned words = 0;
    for (uint64_t list = (uint64_t)value.n; list; list >>= 4) words |= 1u << ((list & 15u) - 1);
    return words;
}

static void check_areas(loading *load, trey_value value, const yaml_node *node) {
    const unsigned base = 1u << TREY_WAGER_ANTE | 1u << TREY_WAGER_PLAY;
    if ((listed(value) & base) != base) {
        wrong_at(load, node, "name ante and play, and the side bets that the layout has",
                 "a position needs areas for Ante and Play");
    }
    if (listed(value) & (1u << TREY_WAGER_ANTE_BONUS | 1u << TREY_WAGER_ENVY)) {
        wrong_at(load, node, "remove it; its own keys bring it into the game",
                 "Ante Bonus and Envy Bonus are paid on other bets and have no area");
    }
}

/* Values that a key's type allows and no game can have. */
static const struct {
    trey_key key;
    int64_t value;
    const char *mend, *wrong;
} unplayable[] = {
    {TREY_KEY_TAKES_PART, TREY_NEEDS_NOTHING, "ante, or ante_or_pair_plus",
     "nobody takes part without a bet"},
    {TREY_KEY_PAIR_PLUS_NEEDS, TREY_NEEDS_ANTE_OR_PAIR_PLUS, "ante, or nothing",
     "Pair Plus cannot be what Pair Plus needs"},
    {TREY_KEY_PROGRESSIVE_NEEDS, TREY_NEEDS_NOTHING, "ante, or ante_or_pair_plus",
     "a jackpot bet needs a hand to be dealt"},
    {TREY_KEY_UNSHOWN_ANTE_BONUS, TREY_UNSHOWN_RETURNED,
     "write lost, or as_a_supervisors_look_shows",
     "an Ante Bonus has no stake of its own that could go back"},
    {TREY_KEY_JACKPOT_BET, 0, "write a sum, as in $5, or configured", "a jackpot bet of nothing"},
};

/* The keys that every side wager has, whichever it is. Pair Plus is the one that brings cards
 * without an Ante, so it has a check of its own for what it needs. */
static void check_side_wager(loading *load, trey_key key, trey_value value, const yaml_node *node) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_wager_row *row = trey_wager(wager);
        const bool side = row->needs && wager != TREY_WAGER_PAIR_PLUS && trey_wager_limited(wager);
        if (side && key == row->needs && value.n == TREY_NEEDS_NOTHING) {
            wrong_at(load, node, "ante, or ante_or_pair_plus",
                     "%s alone would have no hand: cards go to an Ante or Pair Plus", row->title);
        }
        const bool result = row->unlisted && schema_keys[row->unlisted].words ==
                                                 schema_keys[TREY_KEY_PAIR_PLUS_UNLISTED].words;
        if (result && key == row->unlisted && value.n == TREY_RESULT_PAID) {
            wrong_at(load, node, "lost, or returned",
                     "nothing says what a hand off the table pays");
        }
    }
}

void check_value(loading *load, trey_key key, trey_value value, const yaml_node *node) {
    const key_schema *schema = &schema_keys[key];
    check_fixed(load, schema, value, node);
    if (schema->type == TREY_TYPE_COUNT && schema->met.how == TREY_KEY_IS_READ)
        check_count(load, key, value, node);
    if (schema->words->word == schema_roles.word && value.n == TREY_ROLE_PLAYER) {
        wrong_at(load, node, "name the lowest role of staff: dealer, pit_supervisor, ...",
                 "%s is a matter for staff", schema->path);
    }
    bool folds = schema->words->word == schema_keys[TREY_KEY_FOLD_PAIR_PLUS].words->word;
    if (folds && value.n == TREY_FOLD_LIVES_IF_DECLARED && key != TREY_KEY_FOLD_PAIR_PLUS) {
        wrong_at(load, node, "write lost or lives",
                 "%s cannot be declared: only Pair Plus is kept by saying so", schema->path);
    }
    if (schema->part == TREY_PART_ENVY && schema->type == TREY_TYPE_AWARD && value.d == 100) {
        wrong_at(load, node, "write a sum, as in $250",
                 "an Envy Bonus is a sum; the meter is for the winner");
    }
    check_side_wager(load, key, value, node);
    for (size_t i = 0; i < sizeof unplayable / sizeof *unplayable; i++) {
        if (unplayable[i].key == key && unplayable[i].value == value.n)
            wrong_at(load, node, unplayable[i].mend, "%s", unplayable[i].wrong);
    }
    if (key == TREY_KEY_POSITIONS && (value.n < 1 || value.d > 8))
        wrong_at(load, node, "one to eight positions", "a table cannot have that many positions");
    if (key == TREY_KEY_AREAS) check_areas(load, value, node);
    if (key == TREY_KEY_LADDER &&
        (listed(value) | 1u << TREY_HAND_ROYAL) != (1u << TREY_CATEGORIES) - 1)
        wrong_at(load, node, "name every category; only royal may be left out",
                 "the order of hands is incomplete");
}

/* ---- Values that must fit together ------------------------------------------------ */
typedef struct fitting {
    loading *load;
    const yaml_node *const *place;
    const char *under; /* " under A-MBS-01=B", or empty */
} fitting;

static int64_t word(const fitting *f, trey_key key) {
    return f->load->book->rule[key].value.n;
}

static bool has(const fitting *f, trey_part part) {
    return trey_rulebook_plays(f->load->book, part);
}

/* Where the value of a key stands. */
static const yaml_node *value_at(const yaml_node *node) {
    if (node->kind != YAML_MAPPING) return node;
    const yaml_node *says = yaml_child(node, "says"), *silent = yaml_child(node, "silent");
    return says ? says : silent ? silent : node;
}

static void misfit(const fitting *f, trey_key key, const char *mend, const char *wrong) {
    wrong_at(f->load, value_at(f->place[key]), mend, "%s%s", wrong, f->under);
}

/* Every key of the part that has a value. */
static void misfit_part(const fitting *f, trey_part part, const char *mend, const char *wrong) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (schema_keys[key].part == part && f->place[key] &&
            f->load->book->rule[key].form != TREY_FORM_ABSENT)
            misfit(f, (trey_key)key, mend, wrong);
    }
}

static void fit_parts(const fitting *f) {
    if (has(f, TREY_PART_JACKPOT) && has(f, TREY_PART_BANK)) {
        misfit(f, TREY_KEY_AREAS, "let the house bank, or leave progressive out",
               "a player's bank cannot pay a jackpot");
    }
    if (has(f, TREY_PART_ENVY) && !has(f, TREY_PART_JACKPOT)) {
        misfit_part(f, TREY_PART_ENVY, "remove it, or add progressive to table.areas",
                    "an Envy Bonus goes with a jackpot bet, and the game has none");
    }
    if (word(f, TREY_KEY_UP_CARD) != TREY_UP_CARD_NONE && !has(f, TREY_PART_BANK)) {
        misfit(f, TREY_KEY_UP_CARD, "write none",
               "the up card places the action button, which only a player's bank has");
    }
    if (has(f, TREY_PART_COLLECTION) && !has(f, TREY_PART_BANK)) {
        misfit_part(f, TREY_PART_COLLECTION, "remove it, or let a player bank",
                    "a collection is taken where a player banks, and the house banks here");
    }
}

static void fit_starts(const fitting *f) {
    static const trey_key starts[] = {TREY_KEY_DEALING_STARTS, TREY_KEY_DECISION_ORDER,
                                      TREY_KEY_REVEAL_ORDER};
    for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (word(f, starts[i]) != TREY_START_PLAYER_DEALERS_LEFT || has(f, TREY_PART_BANK))
            continue;
        misfit(f, starts[i], "write dealers_left", "there is no player-dealer: the house banks");
    }
    if (word(f, TREY_KEY_PAY_ORDER) == TREY_PAY_ORDER_ACTION_BUTTON &&
        word(f, TREY_KEY_UP_CARD) == TREY_UP_CARD_NONE) {
        misfit(f, TREY_KEY_PAY_ORDER, "write seat_order, or let dealing.up_card turn a card",
               "there is no action button to settle from");
    }
}

/* Every stake gets cards, and nobody else does. */
static void fit_stakes(const fitting *f) {
    bool ante_dealt = word(f, TREY_KEY_DEALT_TO) == TREY_DEALT_TO_AN_ANTE;
    bool pair_plus = has(f, TREY_PART_PAIR_PLUS);
    if ((word(f, TREY_KEY_TAKES_PART) == TREY_NEEDS_ANTE) != ante_dealt) {
        misfit(f, TREY_KEY_TAKES_PART, "let it agree with dealing.to",
               "betting.takes_part and dealing.to do not fit together");
    }
    if (!ante_dealt && !pair_plus) {
        misfit(f, TREY_KEY_DEALT_TO, "write positions_with_an_ante",
               "without Pair Plus only an Ante brings cards");
    }
    if (pair_plus && ante_dealt && word(f, TREY_KEY_PAIR_PLUS_NEEDS) != TREY_NEEDS_ANTE) {
        misfit(f, TREY_KEY_PAIR_PLUS_NEEDS, "write ante, or deal to positions_with_a_wager",
               "Pair Plus alone would have no hand: cards go to positions with an Ante");
    }
    if (pair_plus && !ante_dealt && word(f, TREY_KEY_PAIR_PLUS_NEEDS) == TREY_NEEDS_ANTE) {
        misfit(f, TREY_KEY_DEALT_TO, "write positions_with_an_ante, and takes_part: ante",
               "no position has a wager without an Ante: Pair Plus needs one");
    }
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_key needs = (trey_key)trey_wager(wager)->needs;
        if (!needs || wager == TREY_WAGER_PAIR_PLUS || !has(f, part_of_wager(wager))) continue;
        if (word(f, needs) != TREY_NEEDS_ANTE_OR_PAIR_PLUS || !ante_dealt) continue;
        misfit(f, needs, "write ante", "nobody has Pair Plus without an Ante here");
    }
}

static void fit_places(const fitting *f) {
    const trey_rule *rule = f->load->book->rule;
    if (word(f, TREY_KEY_SEVERAL) == TREY_SEVERAL_BY_BACKLINE &&
        word(f, TREY_KEY_SHARED) != TREY_SHARED_BACKLINE) {
        misfit(f, TREY_KEY_SEVERAL, "write allowed or on_free_boxes, or betting.shared: backline",
               "nobody can bet behind another where betting.shared is not backline");
    }
    if (has(f, TREY_PART_BANK) && rule[TREY_KEY_POSITIONS].value.n < 2) {
        misfit(f, TREY_KEY_POSITIONS, "two positions or more",
               "the player-dealer takes one position, and nobody is left to bet");
    }
    if (has(f, TREY_PART_COLLECTION) && f->load->book->schedules == 0) {
        misfit(f, TREY_KEY_FEE_BASE, "add collection.schedules, or leave the collection out",
               "a collection needs a schedule of fees");
    }
    bool people = rule[TREY_KEY_PLAYERS].form != TREY_FORM_ABSENT;
    if (people && has(f, TREY_PART_BANK) && word(f, TREY_KEY_PLAYERS) < 2) {
        misfit(f, TREY_KEY_PLAYERS, "two people or more",
               "the player-dealer is one of them, and nobody is left to bet");
    }
    if (rule[TREY_KEY_MINIMUM_ALLOWED].value.n > rule[TREY_KEY_MAXIMUM_ALLOWED].value.d) {
        misfit(f, TREY_KEY_MINIMUM_ALLOWED, "let the ranges of minimum and maximum meet",
               "every minimum would be above every maximum");
    }
    trey_cents bet = word(f, TREY_KEY_JACKPOT_BET), part = word(f, TREY_KEY_JACKPOT_CONTRIBUTION);
    if (has(f, TREY_PART_JACKPOT) && bet != TREY_CONFIGURED && part > bet) {
        misfit(f, TREY_KEY_JACKPOT_CONTRIBUTION, "write at most the bet",
               "a jackpot bet cannot add more than itself to the meter");
    }
}

/* Permission on a ground that can never be there. */
static void fit_permission(const fitting *f) {
    const trey_rulebook *book = f->load->book;
    if (word(f, TREY_KEY_PERMISSION) != TREY_PERMISSION_AFTER_WRONG_COUNT ||
        any_remedy(book, TREY_IRREGULARITY_PLAYER_COUNT, TREY_REMEDY_INVALIDATE) ||
        any_remedy(book, TREY_IRREGULARITY_PLAYER_COUNT, TREY_REMEDY_INVALIDATE_LOSE))
        return;
    misfit(f, TREY_KEY_PERMISSION, "write never or by_ruling",
           "no hand goes out for a wrong count: irregularities.player_count has no such remedy");
}

/* Whoever may look at one hand only must be able to decide on the others without looking. */
static void fit_looks(const fitting *f) {
    bool several = word(f, TREY_KEY_SEVERAL) != TREY_SEVERAL_BY_BACKLINE;
    bool one = word(f, TREY_KEY_VIEWING) != TREY_VIEW_OWN_SEAT;
    if (!several || !one || word(f, TREY_KEY_BLIND_PLAY) == TREY_FLAG_YES ||
        word(f, TREY_KEY_BLIND_FOLD) == TREY_FLAG_YES)
        return;
    misfit(f, TREY_KEY_BLIND_FOLD,
           "write yes here or at viewing.blind_play, or own_seat at viewing.hands",
           "viewing.blind_fold and viewing.blind_play leave no decision on a second hand, which "
           "viewing.hands does not let its player look at");
}

static void fit(const fitting *f) {
    fit_parts(f);
    fit_looks(f);
    fit_starts(f);
    fit_stakes(f);
    fit_places(f);
    fit_permission(f);
}

/* ---- Under every letter ------------------------------------------------------------- */
/* The keys that are looked at above: readings that decide none of them cannot make a misfit. */
static const trey_key fitted[] = {TREY_KEY_AREAS,
                                  TREY_KEY_BANKER,
                                  TREY_KEY_UP_CARD,
                                  TREY_KEY_DEALING_STARTS,
                                  TREY_KEY_DECISION_ORDER,
                                  TREY_KEY_REVEAL_ORDER,
                                  TREY_KEY_PAY_ORDER,
                                  TREY_KEY_DEALT_TO,
                                  TREY_KEY_TAKES_PART,
                                  TREY_KEY_PAIR_PLUS_NEEDS,
                                  TREY_KEY_PROGRESSIVE_NEEDS,
                                  TREY_KEY_SIX_CARD_BONUS_NEEDS,
                                  TREY_KEY_SEVERAL,
                                  TREY_KEY_SHARED,
                                  TREY_KEY_POSITIONS,
                                  TREY_KEY_PLAYERS,
                                  TREY_KEY_MINIMUM_ALLOWED,
                                  TREY_KEY_MAXIMUM_ALLOWED,
                                  TREY_KEY_JACKPOT_BET,
                                  TREY_KEY_JACKPOT_CONTRIBUTION,
                                  TREY_KEY_PERMISSION,
                                  TREY_KEY_VIEWING,
                                  TREY_KEY_BLIND_PLAY,
                                  TREY_KEY_BLIND_FOLD};
enum { FITTED = sizeof fitted / sizeof *fitted };

/* The readings that decide one of these keys; returns how many. */
static unsigned deciding_readings(const trey_rulebook *book, int reading[FITTED]) {
    unsigned count = 0;
    for (unsigned i = 0; i < FITTED; i++) {
        const trey_rule *rule = &book->rule[fitted[i]];
        unsigned at = 0;
        while (at < count && reading[at] != rule->reading) at++;
        if (rule->reading != TREY_NO_READING && !rule->set && at == count)
            reading[count++] = rule->reading;
    }
    return count;
}

static void put_letter(trey_rulebook *book, int reading, unsigned letter) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        trey_rule *rule = &book->rule[key];
        if (rule->reading == reading && !rule->set) rule->value = rule->letter[letter];
    }
}

/* " (under A-MBS-01=B, A-MBS-07=A)", of the letters that are not in force. */
static void tell_letters(const trey_rulebook *book, const int reading[FITTED],
                         const unsigned letter[FITTED], unsigned count, char *out, size_t room) {
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        const trey_reading *r = &book->reading[reading[i]];
        if (letter[i] == r->in_force || used + 1 >= room) continue;
        snprintf(out + used, room - used, "%s%s=%c", used ? ", " : " (under ", r->id,
                 'A' + (int)letter[i]);
        used = strlen(out);
    }
    if (used > 0) snprintf(out + used, room - used, ")");
}

/* The book as it is, and then under all letters of the readings that could make a misfit,
 * together, up to a number that no book comes near. */
void check_fit(loading *load, const yaml_node *const place[TREY_KEYS]) {
    enum { COMBINATIONS = 1 << 14 };
    trey_rulebook *book = load->book;
    size_t before = trey_diagnostics_count(load->diagnostics);
    char under[160];
    fitting f = {.load = load, .place = place, .under = ""};
    int reading[FITTED];
    unsigned letter[FITTED] = {0}, count = deciding_readings(book, reading), changed = 0;
    fit(&f);
    f.under = under;
    for (unsigned n = 0; n < COMBINATIONS && changed < count; n++) {
        if (trey_diagnostics_count(load->diagnostics) != before) break;
        for (unsigned i = 0; i < count; i++) put_letter(book, reading[i], letter[i]);
        tell_letters(book, reading, letter, count, under, sizeof under);
        if (under[0]) fit(&f);
        for (changed = 0; changed < count; changed++) {
            if (++letter[changed] < book->reading[reading[changed]].letters) break;
            letter[changed] = 0;
        }
    }
    for (unsigned i = 0; i < count; i++)
        put_letter(book, reading[i], book->reading[reading[i]].in_force);
}
