/* soak_test.c -- many people who say anything at any time.
 *
 * Most of what they say is on offer in their views and must then be done, the rest is made
 * up; they come, go and come back. Nothing may break; every frame is held against the
 * schema; and at the end everybody has been told the chips that the ledger has. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEOPLE = 24 };

static uint64_t chance;

static unsigned roll(unsigned below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 11) % below);
}

static const char *const words[] = {
    "sit",     "leave", "bank", "pass",   "bet",   "withdraw", "view",   "hide",   "continue",
    "play",    "fund",  "fold", "choose", "open",  "close",    "deal",   "reveal", "settle",
    "confirm", "drop",  "time", "look",   "coach", "watch",    "unwatch"};
static const char *const wagers[] = {"ante", "pair_plus", "progressive", "six_card_bonus", "play"};

/* One of the things that his view offers; an entry is nearly a message. */
static void say_offered(client *c, const char *table) {
    json_t *view = json_object_get(c->views, table);
    json_t *can = json_object_get(view, "can");
    if (!can || json_array_size(can) == 0) return;
    json_t *entry = json_deep_copy(json_array_get(can, roll((unsigned)json_array_size(can))));
    const char *word = WORD(entry, "do");
    json_t *least = json_object_get(entry, "least"), *most = json_object_get(entry, "most");
    if (least) {
        json_int_t low = json_integer_value(least), high = json_integer_value(most);
        json_int_t amount =
            low + (high > low ? roll((unsigned)(high - low > 5000 ? 5000 : high - low)) : 0);
        json_object_set_new(entry, "amount", json_integer(amount));
    }
    json_object_del(entry, "least");
    json_object_del(entry, "most");
    json_object_del(entry, "loses"); /* told, not said */
    char text[32];
    snprintf(text, sizeof text, "%s", word);
    json_object_del(entry, "do");
    if (strcmp(text, "report") == 0 || strcmp(text, "rule") == 0 || strcmp(text, "mend") == 0) {
        json_decref(entry);
        return;
    }
    json_object_set_new(entry, "table", json_string(table));
    char *members = json_dumps(entry, JSON_COMPACT);
    members[strlen(members) - 1] = '\0';
    bool leaving = strcmp(text, "leave") == 0 && roll(8) > 0;
    if (!leaving) {
        json_t *answer = say(c, text, "%s", members + 1);
        /* What is on offer is done: nothing has happened in between. */
        if (!said_yes(answer))
            fail_msg("%s %s was on offer, and refused: %s", text, members, said_no(answer));
    }
    free(members);
    json_decref(entry);
}

static void say_anything(client *c, const char *table) {
    const char *word = words[roll(sizeof words / sizeof *words)];
    char members[256];
    snprintf(members, sizeof members, "\"table\":\"%s\"", table);
    size_t used = strlen(members);
    static const char *const seated[] = {"sit",  "leave",  "bank",     "bet",  "withdraw",
                                         "view", "hide",   "continue", "play", "fund",
                                         "fold", "choose", "look",     "coach"};
    for (unsigned i = 0; i < sizeof seated / sizeof *seated; i++) {
        if (strcmp(word, seated[i]) != 0) continue;
        snprintf(members + used, sizeof members - used, ",\"seat\":%u", 1 + roll(8));
        used = strlen(members);
    }
    if (strcmp(word, "bet") == 0 || strcmp(word, "withdraw") == 0) {
        snprintf(members + used, sizeof members - used, ",\"wager\":\"%s\"", wagers[roll(5)]);
        used = strlen(members);
    }
    if (strcmp(word, "bank") == 0 || (strcmp(word, "bet") == 0 && roll(2)))
        snprintf(members + used, sizeof members - used, ",\"amount\":%u", 1 + roll(40000));
    if (strcmp(word, "choose") == 0)
        snprintf(members + used, sizeof members - used, ",\"back\":%s", roll(2) ? "true" : "false");
    say(c, word, "%s", members);
    if (strcmp(word, "unwatch") == 0) json_object_del(c->views, table);
}

/* A pledge or a share, whether it is time for it or not; many shares are never sent. */
static void say_part(client *c, const char *table) {
    json_t *view = json_object_get(c->views, table);
    if (!view || !json_is_object(json_object_get(view, "fair"))) return;
    if (roll(2))
        say_pledge(c, table);
    else
        say_share(c, table);
}

/* What staff say, by anybody. */
static void say_as_staff(client *c, const char *table, unsigned people) {
    unsigned some = 1 + roll(people), other = 1 + roll(people), amount = 1 + roll(20000);
    const char *on = roll(3) ? "true" : "false";
    switch (roll(13)) {
    case 0:
        say(c, "desk", "\"table\":\"%s\",\"on\":%s,\"over\":%s", table, on,
            roll(2) ? "true" : "false");
        break;
    case 1:
        say(c, "pit", "\"on\":%s", on);
        break;
    case 2:
        say(c, "cage", "\"on\":%s", on);
        break;
    case 3:
        say(c, "people", "\"find\":\"P %u\"", some);
        break;
    case 4:
        say(c, roll(2) ? "buy_in" : "cash_out", "\"player\":%u,\"amount\":%u", some, amount);
        break;
    case 5:
        say(c, "transfer", "\"player\":%u,\"other\":%u,\"amount\":%u", some, other, amount);
        break;
    case 6:
        say(c, "box", "\"table\":\"%s\"", table);
        break;
    case 7:
        say(c, "limits", "\"table\":\"%s\",\"reason\":\"why not\",\"limits\":{\"ante\":[%u,%u]}",
            table, 100 * (1 + roll(10)), 100 * (1 + roll(400)));
        break;
    case 8:
        say(c, "link", "\"jackpot\":\"none\",\"on\":%s", on);
        break;
    case 12:
        say(c, roll(2) ? "claim" : "strike",
            "\"jackpot\":\"none\",\"table\":\"%s\",\"round\":%u,\"seat\":%u,\"reason\":\"?\"",
            table, 1 + roll(9), 1 + roll(8));
        break;
    case 9:
        say(c, "table", "\"name\":\"%s\",\"rulebook\":\"mbs\"", table);
        break;
    case 10:
        say(c, "report", "\"table\":\"%s\",\"kind\":\"%s\",\"try\":true,\"player\":%u", table,
            trey_irregularity_name((trey_irregularity)roll(TREY_IRREGULARITY_COUNT)), some);
        break;
    default:
        say(c, "rule",
            "\"table\":\"%s\",\"ruling\":\"%s\",\"try\":true,\"reason\":\"?\",\"player\":%u,"
            "\"seat\":%u",
            table, trey_ruling_word((trey_ruling_kind)roll(TREY_RULING_COUNT)), some, 1 + roll(8));
    }
}

static void people_say_anything_at_any_time(void **state) {
    (void)state;
    const char *given = getenv("TREY_SEED"), *rounds = getenv("TREY_ROUNDS");
    uint64_t seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL) * 40503u + 1;
    unsigned steps = rounds ? (unsigned)strtoul(rounds, NULL, 10) : 4000;
    print_message("TREY_SEED=%llu\n", (unsigned long long)seed);
    chance = seed;
    static evening e;
    evening_open(&e);
    e.seeded = true;
    e.state = seed;
    trey_table_service service = evening_service();
    service.bots = 2;
    service.bots_bank = true;
    service.bot_bank = 100000;
    service.bets_ms = 2000;
    service.decide_ms = 3000;
    service.pause_ms = 500;
    evening_four_tables(&e, &service);
    client *c[PEOPLE];
    for (unsigned i = 0; i < PEOPLE; i++) {
        char name[16];
        snprintf(name, sizeof name, "P %u", i);
        trey_office office = i < PEOPLE - 6 ? TREY_OFFICE_PLAYER : (trey_office)(i - (PEOPLE - 7));
        c[i] = evening_enter(&e, name, office, office ? 0 : 1000000);
        DO(c[i], "watch", "\"table\":\"%s\"", evening_books[i % 4]);
    }
    for (unsigned n = 0; n < steps; n++) {
        unsigned i = roll(PEOPLE);
        const char *table = evening_books[roll(8) ? i % 4 : roll(4)];
        e.now += 5 + roll(60);
        switch (roll(40)) {
        case 0: { /* a broken connection */
            json_t *at = json_object_get(c[i]->ats, evening_books[i % 4]);
            int64_t since = json_integer_value(at);
            trey_person person = c[i]->person;
            trey_floor_leave(e.floor, c[i]->visit);
            trey_visit visit = ++e.visits;
            c[i]->visit = visit;
            trey_floor_enter(e.floor, visit, person);
            DO(c[i], "watch", "\"table\":\"%s\",\"since\":%lld", evening_books[i % 4],
               (long long)since);
            break;
        }
        case 1:
        case 2:
        case 3:
        case 4:
        case 5:
            say_anything(c[i], table);
            break;
        case 6:
            evening_pass(&e, roll(1500));
            break;
        case 9:
        case 10:
        case 11:
        case 12:
        case 13:
            say_part(c[i], table);
            break;
        case 7:
        case 8:
            say_as_staff(c[roll(3) ? PEOPLE - 6 + roll(6) : i], table, PEOPLE);
            break;
        default:
            trey_floor_tick(e.floor);
            evening_flush(&e);
            /* What was on offer before the time went by may be gone; see anew. */
            if (json_object_get(c[i]->views, evening_books[i % 4]))
                say_offered(c[i], evening_books[i % 4]);
        }
        assert_int_equal(c[i]->cut, 0);
    }
    trey_floor_figures figures = trey_floor_tell(e.floor);
    print_message("%llu messages, %llu refused, %llu rounds, %llu frames, %llu bytes\n",
                  (unsigned long long)figures.messages, (unsigned long long)figures.refused,
                  (unsigned long long)figures.rounds, (unsigned long long)figures.frames,
                  (unsigned long long)figures.frame_bytes);
    assert_true(figures.rounds > 10);
    /* What people were told they have is what the ledger says. */
    for (unsigned i = 0; i < PEOPLE; i++)
        assert_int_equal(c[i]->chips, house_chips(&e.h, c[i]->person));
    /* And the cage's figures are the ledger's. */
    client *cashier = c[PEOPLE - 2];
    DO(cashier, "cage", "\"on\":true");
    assert_true(json_is_true(at_path(cashier->cage, "agrees")));
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_say_anything_at_any_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
