/* attackers_test.c -- one attacker in each role tries everything that can be said, and one judge
 * looks on.
 *
 * Two houses hear the same words at the same times, and differ in nothing but the order of cards
 * that nobody has seen. While honest people play, an attacker who is a guest, a player, a dealer, a
 * supervisor, a manager, a cashier or an auditor says whatever a message can hold: every word,
 * members that fit and members that do not, people, seats and sums of others, numbers of what waits
 * for a second person. The judge asks after each message:
 *
 * - Did chips or stakes of honest people move that this role may not move?
 * - Did one person alone undo a round, or a hand, of which somebody has seen a card?
 * - Was the attacker told anything that depends on a hidden card? All frames of both houses are
 *   compared, byte for byte, but for the hashes that a shuffle publishes.
 *
 * In the end the record must verify. TREY_SEED says which attacks, TREY_ROUNDS how many rounds a
 * role. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trey/json.h"
#include "trey/verify.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { ROUNDS_EACH = 2, MESSAGES = 30 };
#else
enum { ROUNDS_EACH = 12, MESSAGES = 40 };
#endif

enum { ANN, BEN, DEALER, SUPERVISOR, MANAGER, CASHIER, CAST };
static const char *const names[CAST] = {"Ann", "Ben", "Dora", "Sue", "Mia", "Cass"};
static const trey_office offices[CAST] = {TREY_OFFICE_PLAYER,        TREY_OFFICE_PLAYER,
                                          TREY_OFFICE_DEALER,        TREY_OFFICE_PIT_SUPERVISOR,
                                          TREY_OFFICE_SHIFT_MANAGER, TREY_OFFICE_CASHIER};

typedef struct stage {
    evening e;
    client *cast[CAST], *attacker;
    int64_t waits; /* the number of what waits for a second person, last */
} stage;
static stage one, two;
static unsigned long said, taken;

/* ---- Chance --------------------------------------------------------------------------------- */
static uint64_t chance;

static unsigned roll(unsigned below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 11) % below);
}

/* ---- The house ------------------------------------------------------------------------------ */
enum { CASH_SECOND = 5000000 };

static void stage_open(stage *s, const char *book, trey_office office) {
    memset(s, 0, sizeof *s);
    evening_open(&s->e);
    s->e.pace = 50;
    s->e.h.cash_second = CASH_SECOND;
    s->e.h.award_second = 100000;
    trey_table_terms terms = house_terms("t", book, "");
    terms.config.two_people = terms.config.consent = true;
    terms.config.second_from = 5000;
    evening_table(&s->e, &terms);
    evening_start(&s->e);
    evening_restart(&s->e); /* with the limits of the house */
    for (unsigned i = 0; i < CAST; i++)
        s->cast[i] = evening_enter(&s->e, names[i], offices[i],
                                   offices[i] == TREY_OFFICE_PLAYER ? 1000000 : 0);
    s->attacker =
        evening_enter(&s->e, "Mallory", office, office == TREY_OFFICE_PLAYER ? 1000000 : 0);
    for (unsigned i = 0; i < CAST; i++) DO(s->cast[i], "watch", "\"table\":\"t\"");
    DO(s->attacker, "watch", "\"table\":\"t\"");
    say(s->attacker, "pit", "\"on\":true");
    say(s->attacker, "cage", "\"on\":true");
    say(s->attacker, "lobby", "\"on\":true");
    for (unsigned i = ANN; i <= BEN; i++)
        DO(s->cast[i], "sit", "\"table\":\"t\",\"seat\":%u", i + 1);
    s->attacker->keeps = true;
}

static const trey_table *state(stage *s) {
    return trey_house_table(s->e.h.house, 0);
}

/* ---- What an attacker says --------------------------------------------------------------------
 */
static trey_person somebody(stage *s) {
    if (roll(2)) return s->cast[roll(2)]->person;
    unsigned who = roll(CAST + 2);
    if (who == CAST + 1) return roll(20);
    return who == CAST ? s->attacker->person : s->cast[who]->person;
}

static const char *card_text(char out[TREY_CARD_TEXT_MAX]) {
    return trey_card_print((trey_card)roll(TREY_CARDS), TREY_CARD_LETTERS, out);
}

static void put_cards(char *out, size_t room) {
    unsigned count = roll(2) ? 1 : roll(2) ? 3 * (1 + roll(3)) : roll(12);
    char card[TREY_CARD_TEXT_MAX];
    size_t used = (size_t)snprintf(out, room, "[");
    for (unsigned i = 0; i < count; i++)
        used +=
            (size_t)snprintf(out + used, room - used, "%s\"%s\"", i ? "," : "", card_text(card));
    snprintf(out + used, room - used, "]");
}

static long long tempting_sum(void) {
    static const long long sums[] = {1, 500, 1000, 5000, 30000, 4999999, 5000000, 1000000, 0, -1};
    return roll(3) ? sums[roll(sizeof sums / sizeof *sums)] : (long long)roll(40000);
}

static void put_facts(char *out, size_t room) {
    size_t used = (size_t)snprintf(out, room, "{");
    bool any = false;
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        const char *answer = trey_fact_answer((trey_fact)fact, roll(3));
        if (roll(3) == 0 || !answer) continue;
        used += (size_t)snprintf(out + used, room - used, "%s\"%s\":\"%s\"", any ? "," : "",
                                 trey_fact_name((trey_fact)fact), answer);
        any = true;
    }
    snprintf(out + used, room - used, "}");
}

/* Something for a member of that name. */
static void put_value(stage *s, const char *name, char *out, size_t room) {
    if (strcmp(name, "table") == 0) {
        snprintf(out, room, "\"%s\"", roll(12) ? "t" : "u");
    } else if (strcmp(name, "seat") == 0 || strcmp(name, "positions") == 0) {
        snprintf(out, room, "%u", roll(4) ? 1 + roll(3) : roll(10));
    } else if (strcmp(name, "seats") == 0) {
        snprintf(out, room, "[%u]", 1 + roll(3));
    } else if (strcmp(name, "player") == 0 || strcmp(name, "other") == 0) {
        snprintf(out, room, "%u", (unsigned)somebody(s));
    } else if (strcmp(name, "wager") == 0) {
        snprintf(out, room, "\"%s\"", roll(2) ? "ante" : trey_wager_word(roll(TREY_WAGER_COUNT)));
    } else if (strcmp(name, "cards") == 0) {
        put_cards(out, room);
    } else if (strcmp(name, "kind") == 0) {
        static const trey_irregularity of_cards[] = {
            TREY_IRREGULARITY_EXPOSED_CARDS, TREY_IRREGULARITY_PLAYER_COUNT,
            TREY_IRREGULARITY_ABSENT_PLAYER, TREY_IRREGULARITY_INTERRUPTION};
        snprintf(out, room, "\"%s\"",
                 trey_irregularity_name(roll(2)
                                            ? of_cards[roll(4)]
                                            : (trey_irregularity)roll(TREY_IRREGULARITY_COUNT)));
    } else if (strcmp(name, "facts") == 0) {
        put_facts(out, room);
    } else if (strcmp(name, "ruling") == 0) {
        snprintf(out, room, "\"%s\"", trey_ruling_word((trey_ruling_kind)roll(TREY_RULING_COUNT)));
    } else if (strcmp(name, "mode") == 0) {
        snprintf(out, room, "\"%s\"", trey_mode_word(1 + roll(3)));
    } else if (strcmp(name, "number") == 0) {
        if (roll(3) && s->waits)
            snprintf(out, room, "%lld", (long long)s->waits);
        else
            snprintf(out, room, "%u", roll(9));
    } else if (strcmp(name, "rulebook") == 0) {
        snprintf(out, room, "\"%s\"", evening_books[roll(4)]);
    } else if (strcmp(name, "limits") == 0) {
        snprintf(out, room, "{\"ante\":[%u,%u]}", roll(1000), roll(60000));
    } else if (strcmp(name, "find") == 0) {
        snprintf(out, room, "\"%s\"", names[roll(CAST)]);
    } else if (strstr(
                   "amount least most bet fixed reset ceiling rate reserve_rate place round since",
                   name)) {
        snprintf(out, room, "%lld", tempting_sum());
    } else if (strstr("reason note title name jackpot nonce", name)) {
        snprintf(out, room, "\"%s\"", roll(2) ? "because" : "0a0b0c0d");
    } else {
        snprintf(out, room, "%s", roll(2) ? "true" : "false");
    }
}

/* The i-th member that messages of this word often have besides. */
static const char *likely(const char *word, unsigned i) {
    static const struct {
        const char *word, *member[7];
    } rows[] = {{"bet", {"amount", "player", "part"}},
                {"withdraw", {"amount", "player"}},
                {"fold", {"player", "keep"}},
                {"play", {"player"}},
                {"fund", {"player"}},
                {"report", {"facts", "cards", "seats", "player", "wager", "amount", "mode"}},
                {"rule", {"seat", "player", "wager", "amount"}},
                {"mend", {"cards"}},
                {"", {"player", "amount", "reason", "over", "identified"}}};
    unsigned row = 0;
    while (rows[row].word[0] && strcmp(rows[row].word, word) != 0) row++;
    return i < 7 ? rows[row].member[i] : NULL;
}

/* A message of this word, with what it lacks filled in as the mistakes ask for it, and now and then
 * a member that it may have besides. */
static void make_members(stage *s, const char *word, char *out, size_t room) {
    out[0] = '\0';
    for (unsigned tries = 0; tries < 10; tries++) {
        char text[3000], value[1200];
        trey_message message;
        trey_json_mistake mistake;
        int size =
            snprintf(text, sizeof text,
                     "{\"id\":\"00000000000000000000000000000001\",\"do\":\"%s\"%s}", word, out);
        if (trey_message_read(text, (size_t)size, &message, &mistake)) {
            const char *more;
            for (unsigned i = 0; (more = likely(word, i)) != NULL; i++) {
                size_t used = strlen(out);
                if (roll(4) == 0 || strstr(out, more)) continue;
                put_value(s, more, value, sizeof value);
                snprintf(out + used, room - used, ",\"%s\":%s", more, value);
                snprintf(text, sizeof text,
                         "{\"id\":\"00000000000000000000000000000001\",\"do\":\"%s\"%s}", word,
                         out);
                if (!trey_message_read(text, strlen(text), &message, &mistake)) out[used] = '\0';
            }
            return;
        }
        const char *needs = strstr(mistake.text, "needs a \"");
        if (!needs) return; /* it stays mistaken */
        char name[32] = "";
        sscanf(needs, "needs a \"%31[a-z_]", name);
        put_value(s, name, value, sizeof value);
        size_t used = strlen(out);
        snprintf(out + used, room - used, ",\"%s\":%s", name, value);
    }
}

/* ---- The judge ----------------------------------------------------------------------------------
 */
typedef struct wealth {
    trey_cents chips[2], stake[2];
} wealth;

static wealth wealth_of(stage *s) {
    wealth w = {{0}, {0}};
    for (unsigned who = ANN; who <= BEN; who++) {
        trey_person person = s->cast[who]->person;
        assert_int_equal(trey_house_chips(s->e.h.house, person, &w.chips[who]), TREY_STATUS_OK);
        for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
            const trey_box *box = &state(s)->box[seat];
            for (unsigned i = 0; i < box->bettors; i++) {
                if (box->bettor[i].player != person) continue;
                for (unsigned k = 0; k < TREY_STAKES; k++) w.stake[who] += box->bettor[i].stake[k];
            }
        }
    }
    return w;
}

static bool cards_are_seen(const trey_table *table) {
    bool seen = table->revealed || table->up_card;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        seen |= table->box[seat].viewed;
        for (unsigned i = 0; i < table->box[seat].bettors; i++)
            seen |= table->box[seat].bettor[i].choice != TREY_CHOICE_NONE;
    }
    return seen;
}

static void guilty(uint64_t seed, const char *what, const char *word, const char *members) {
    fail_msg("TREY_SEED=%llu: %s by {\"do\":\"%s\"%s}", (unsigned long long)seed, what, word,
             members);
}

typedef struct moment {
    wealth w;
    trey_table table;
} moment;

/* What may have changed between two moments, by what one attacker of this office has said. */
static void judge(stage *s, const moment *before, trey_office office, uint64_t seed,
                  const char *word, const char *members) {
    const wealth now = wealth_of(s);
    const trey_table *table = state(s), *was = &before->table;
    bool deals = office == TREY_OFFICE_DEALER || office == TREY_OFFICE_PIT_SUPERVISOR ||
                 office == TREY_OFFICE_PIT_MANAGER || office == TREY_OFFICE_SHIFT_MANAGER;
    bool cage = office == TREY_OFFICE_CASHIER || office == TREY_OFFICE_SHIFT_MANAGER;
    bool ended = was->phase != TREY_PHASE_IDLE && table->phase == TREY_PHASE_IDLE;
    bool seen = cards_are_seen(was);
    for (unsigned who = ANN; who <= BEN; who++) {
        trey_cents chips = now.chips[who] - before->w.chips[who];
        trey_cents stake = now.stake[who] - before->w.stake[who];
        if (stake > 0) guilty(seed, "an honest player's chips were staked", word, members);
        if (!deals && stake != 0) guilty(seed, "an honest player's bet was moved", word, members);
        if (chips == 0) continue;
        bool round = deals && (stake != 0 || was->phase == TREY_PHASE_IDLE);
        bool counter = cage && stake == 0 && llabs(chips) < CASH_SECOND;
        if (!round && !counter) guilty(seed, "an honest player's chips moved", word, members);
    }
    if (ended && !table->settled && seen)
        guilty(seed, "one person alone voided a round that was seen", word, members);
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        bool out = !was->box[seat].invalid && table->box[seat].invalid && was->box[seat].viewed;
        if (out && !ended) guilty(seed, "one person alone put out a hand", word, members);
    }
    if (was->settled && was->phase == TREY_PHASE_IDLE && table->round == was->round &&
        !table->settled)
        guilty(seed, "one person alone undid a settled round", word, members);
}

/* Blots out what a shuffle publishes: every run of 32 or more hex digits. */
static void blot(char *text) {
    size_t run = 0;
    for (size_t i = 0;; i++) {
        if (text[i] && strchr("0123456789abcdef", text[i])) {
            run++;
            continue;
        }
        if (run >= 32) memset(text + i - run, '#', run);
        run = 0;
        if (!text[i]) return;
    }
}

static void compare(uint64_t seed, const char *word, const char *members) {
    client *a = one.attacker, *b = two.attacker;
    if (a->texts != b->texts)
        guilty(seed, "the number of frames depends on hidden cards", word, members);
    for (size_t t = 0; t < a->texts; t++) {
        blot(a->text[t]);
        blot(b->text[t]);
        if (strcmp(a->text[t], b->text[t]) == 0) continue;
        print_error("%s\n%s\n", a->text[t], b->text[t]);
        guilty(seed, "what the attacker was told depends on hidden cards", word, members);
    }
}

static void forget(client *c) {
    while (c->texts) free(c->text[--c->texts]);
}

/* ---- An attack ----------------------------------------------------------------------------------
 */
static unsigned words_known(void) {
    unsigned count = 0;
    while (trey_message_word(count)) count++;
    return count;
}

static bool looks_at_own_cards(const char *word) {
    return strcmp(word, "view") == 0 || strcmp(word, "coach") == 0 || strcmp(word, "look") == 0 ||
           strcmp(word, "reveal") == 0;
}

/* The same words in both houses. What differs of ids is only who is meant: people have the same
 * numbers in both. `twins`: nobody has seen a card that differs. */
static void attack(trey_office office, uint64_t seed, bool twins) {
    static unsigned words;
    if (!words) words = words_known();
    for (unsigned i = 0; i < MESSAGES; i++) {
        /* Half of it is what moves a round, or somebody's money, most. */
        static const char *const sharp[] = {"bet",    "withdraw", "report",   "confirm", "drop",
                                            "rule",   "mend",     "second",   "fold",    "play",
                                            "settle", "reveal",   "cash_out", "transfer"};
        const char *word =
            roll(2) ? trey_message_word(roll(words)) : sharp[roll(sizeof sharp / sizeof *sharp)];
        char members[2400];
        if (strcmp(word, "table") == 0 || strcmp(word, "unwatch") == 0) continue;
        if (twins && looks_at_own_cards(word)) continue;
        make_members(&one, word, members, sizeof members);
        moment before = {wealth_of(&one), *state(&one)};
        forget(one.attacker);
        forget(two.attacker);
        json_t *answer = say(one.attacker, word, "%s", members[0] ? members + 1 : "\"x\":0");
        said++;
        taken += said_yes(answer);
        if (json_object_get(answer, "waits")) one.waits = NUMBER(answer, "waits");
        judge(&one, &before, office, seed, word, members);
        if (!twins) continue;
        answer = say(two.attacker, word, "%s", members[0] ? members + 1 : "\"x\":0");
        if (json_object_get(answer, "waits")) two.waits = NUMBER(answer, "waits");
        compare(seed, word, members);
        if (one.attacker->cut || two.attacker->cut) return;
    }
}

/* Card by card: was this one dealt? */
static void ask_for_every_card(uint64_t seed) {
    for (unsigned card = 0; card < TREY_CARDS; card++) {
        char name[TREY_CARD_TEXT_MAX], members[160];
        trey_card_print((trey_card)card, TREY_CARD_LETTERS, name);
        snprintf(members, sizeof members,
                 ",\"table\":\"t\",\"kind\":\"exposed_cards\",\"cards\":[\"%s\"]", name);
        forget(one.attacker);
        forget(two.attacker);
        say(one.attacker, "report", "%s", members + 1);
        say(two.attacker, "report", "%s", members + 1);
        compare(seed, "report", members);
    }
}

static void both(unsigned who, const char *word, const char *members) {
    say(one.cast[who], word, "%s", members);
    say(two.cast[who], word, "%s", members);
}

/* Honest people put the table right, in both houses alike, and play a round. */
static void play_round(trey_office office, uint64_t seed) {
    for (unsigned i = 0; i < 20 && state(&one)->gate != TREY_GATE_NONE; i++) {
        both(MANAGER, "drop", "\"table\":\"t\"");
        both(MANAGER, "time", "\"table\":\"t\"");
        both(MANAGER, "rule", "\"table\":\"t\",\"ruling\":\"continue\",\"reason\":\"goes on\"");
    }
    both(MANAGER, "rule", "\"table\":\"t\",\"ruling\":\"reopen_table\",\"reason\":\"goes on\"");
    both(DEALER, "open", "\"table\":\"t\"");
    for (unsigned who = ANN; who <= BEN; who++) {
        char sit[80], bet[120], ruling[160];
        snprintf(sit, sizeof sit, "\"table\":\"t\",\"seat\":%u", who + 1);
        snprintf(bet, sizeof bet, "\"table\":\"t\",\"seat\":%u,\"wager\":\"ante\",\"amount\":1000",
                 who + 1);
        snprintf(ruling, sizeof ruling,
                 "\"table\":\"t\",\"ruling\":\"free\",\"reason\":\"x\",\"player\":%u",
                 (unsigned)one.cast[who]->person);
        both(MANAGER, "rule", ruling);
        both(who, "sit", sit);
        both(who, "bet", bet);
    }
    attack(office, seed, true);
    both(DEALER, "close", "\"table\":\"t\"");
    attack(office, seed, true);
    both(DEALER, "deal", "\"table\":\"t\"");
    bool dealt = state(&one)->phase == TREY_PHASE_DECISION && !state(&one)->up_card;
    if (dealt) ask_for_every_card(seed);
    attack(office, seed, dealt);
    both(ANN, "view", "\"table\":\"t\",\"seat\":1");
    attack(office, seed, false);
    both(ANN, "play", "\"table\":\"t\",\"seat\":1");
    both(BEN, "fold", "\"table\":\"t\",\"seat\":2");
    attack(office, seed, false);
    both(DEALER, "reveal", "\"table\":\"t\"");
    attack(office, seed, false);
    both(DEALER, "settle", "\"table\":\"t\"");
    attack(office, seed, false);
}

static void verifies(stage *s, uint64_t seed) {
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &s->e.h.keys};
    evening_flush(&s->e);
    assert_int_equal(trey_verify(s->e.h.store, &options, &report, &message), TREY_STATUS_OK);
    if (report.verdict != TREY_VERDICT_GOOD)
        fail_msg("TREY_SEED=%llu: %s", (unsigned long long)seed, report.finding.what);
    trey_verify_report_close(&report);
}

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

/* Each round begins anew in houses of its own: after the cards were seen they are no twins. */
static void attack_as(trey_office office) {
    uint64_t seed = number_from("TREY_SEED", (uint64_t)time(NULL) * 2654435761u + office);
    unsigned rounds = (unsigned)number_from("TREY_ROUNDS", ROUNDS_EACH);
    said = taken = 0;
    for (unsigned round = 0; round < rounds; round++, seed += 0x9e3779b9) {
        chance = seed | 1;
        const char *book = evening_books[roll(3)]; /* the fourth has its own test */
        stage_open(&one, book, office);
        stage_open(&two, book, office);
        two.e.unchecked = one.e.unchecked = true;
        play_round(office, seed);
        verifies(&one, seed);
        evening_close(&one.e);
        evening_close(&two.e);
    }
    print_message("%s: %lu messages, %lu taken\n", trey_office_word(office), said, taken);
    assert_true(rounds < 4 || taken > 0);
}

#define ATTACKER(name, office)                                                                     \
    static void name(void **unused) {                                                              \
        (void)unused;                                                                              \
        attack_as(office);                                                                         \
    }
ATTACKER(a_player, TREY_OFFICE_PLAYER)
ATTACKER(a_dealer, TREY_OFFICE_DEALER)
ATTACKER(a_supervisor, TREY_OFFICE_PIT_SUPERVISOR)
ATTACKER(a_pit_manager, TREY_OFFICE_PIT_MANAGER)
ATTACKER(a_shift_manager, TREY_OFFICE_SHIFT_MANAGER)
ATTACKER(a_cashier, TREY_OFFICE_CASHIER)
ATTACKER(an_auditor, TREY_OFFICE_AUDITOR)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player),        cmocka_unit_test(a_dealer),
        cmocka_unit_test(a_supervisor),    cmocka_unit_test(a_pit_manager),
        cmocka_unit_test(a_shift_manager), cmocka_unit_test(a_cashier),
        cmocka_unit_test(an_auditor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
