/* history_test.c -- rounds that are over, as they looked when they were played.
 *
 * People play with a dealer of flesh and blood, so that every command has its own flush and
 * every view that somebody got can be put beside the step of the replay. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

#include "schema.h"
#include "trey/check.h"

/* ---- Views as they came ------------------------------------------------------------------- */
typedef struct album {
    client *c;
    const char *table;
    json_t *views; /* one for each command of the round */
} album;

/* What a replay has of a view. */
static json_t *bare(const json_t *view) {
    static const char *const live[] = {"clock", "can", "fair", "to_play", "short", "goes_back"};
    json_t *copy = json_deep_copy(view);
    for (unsigned i = 0; i < sizeof live / sizeof *live; i++) json_object_del(copy, live[i]);
    /* Whom the bank is offered to next is the floor's doing, not the table's. */
    json_t *bank = json_object_get(copy, "bank");
    if (json_is_object(bank)) json_object_del(bank, "offered");
    return copy;
}

static void take_picture(album *a) {
    json_array_append_new(a->views, bare(view_of(a->c, a->table)));
}

static json_t *parsed(const char *name, trey_frame *frame) {
    json_t *value = json_loads(trey_frame_text(frame), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(value);
    schema_holds(name, value, trey_frame_text(frame));
    trey_frame_release(frame);
    return value;
}

static json_t *ask_round_as(evening *e, const char *table, trey_person person, trey_person as,
                            uint64_t round) {
    trey_frame *frame = NULL;
    trey_question *question;
    trey_status status = trey_floor_round_as_ask(e->floor, table, person, as, round, &question);
    while (status == TREY_STATUS_OK && !frame) status = trey_question_work(question, &frame);
    trey_question_close(question);
    if (status == TREY_STATUS_NOT_FOUND) return NULL;
    assert_int_equal(status, TREY_STATUS_OK);
    return parsed("round", frame);
}

static json_t *ask_round(evening *e, const char *table, trey_person person, uint64_t round) {
    trey_frame *frame;
    trey_status status = trey_floor_round(e->floor, table, person, round, &frame);
    if (status == TREY_STATUS_NOT_FOUND) return NULL;
    assert_int_equal(status, TREY_STATUS_OK);
    return parsed("round", frame);
}

static json_t *ask_rounds(evening *e, const char *table, trey_person person, uint64_t before) {
    trey_frame *frame;
    assert_int_equal(trey_floor_rounds(e->floor, table, person, before, &frame), TREY_STATUS_OK);
    return parsed("rounds", frame);
}

/* ---- A round by hand --------------------------------------------------------------------------
 */
enum { ALBUMS = 4 };
typedef struct party {
    evening e;
    client *dealer, *banker, *player, *folder;
    client *second; /* banks when the first may not go on */
    client *banks;  /* in this round */
    const char *table;
    album album[ALBUMS];
} party;

static void everybody_looks(party *p) {
    for (unsigned i = 0; i < ALBUMS; i++) {
        if (p->album[i].views) take_picture(&p->album[i]);
    }
}

#define STEP(p, c, word, ...)                                                                      \
    do {                                                                                           \
        DO(c, word, __VA_ARGS__);                                                                  \
        (p)->e.now += 777;                                                                         \
        everybody_looks(p);                                                                        \
    } while (0)

static void party_open(party *p, const char *table, trey_reveal reveal) {
    const trey_table_service by_hand = {.automatic = false};
    memset(p, 0, sizeof *p);
    evening_open(&p->e);
    evening_reveal(&p->e, reveal);
    evening_four_tables(&p->e, &by_hand);
    p->table = table;
    p->dealer = evening_enter(&p->e, "Dealer", TREY_OFFICE_DEALER, 0);
    p->banker = evening_enter(&p->e, "Banker", TREY_OFFICE_PLAYER, 1000000);
    p->player = evening_enter(&p->e, "Player", TREY_OFFICE_PLAYER, 1000000);
    p->folder = evening_enter(&p->e, "Folder", TREY_OFFICE_PLAYER, 1000000);
    p->second = evening_enter(&p->e, "Second", TREY_OFFICE_PLAYER, 1000000);
    client *const all[ALBUMS] = {p->dealer, p->banker, p->player, p->folder};
    for (unsigned i = 0; i < ALBUMS; i++) {
        p->album[i].c = all[i];
        p->album[i].table = table;
        DO(all[i], "watch", "\"table\":\"%s\"", table);
    }
    for (unsigned i = 1; i < ALBUMS; i++)
        DO(all[i], "sit", "\"table\":\"%s\",\"seat\":%u", table, i);
    DO(p->second, "sit", "\"table\":\"%s\",\"seat\":4", table);
}

static void party_close(party *p) {
    for (unsigned i = 0; i < ALBUMS; i++) json_decref(p->album[i].views);
    evening_close(&p->e);
}

/* The bank goes round [ca-six-card]: whoever can take it does, and the players let it pass. */
static void take_bank(party *p) {
    const char *t = p->table;
    p->banks = NULL;
    if (strcmp(t, "ca-six-card") != 0) return;
    client *const bankers[] = {p->banker, p->second}, *const others[] = {p->player, p->folder};
    for (unsigned i = 0; i < 8 && !p->banks; i++) {
        client *c = bankers[i % 2];
        if (said_yes(say(c, "bank", "\"table\":\"%s\",\"seat\":%u,\"amount\":50000", t,
                         c == p->banker ? 1 : 4))) {
            p->banks = c;
            everybody_looks(p);
        } else if (said_yes(say(others[i % 2], "pass", "\"table\":\"%s\"", t))) {
            everybody_looks(p);
        }
    }
    assert_non_null(p->banks);
}

static void play_round(party *p) {
    const char *t = p->table;
    for (unsigned i = 0; i < ALBUMS; i++) {
        json_decref(p->album[i].views);
        p->album[i].views = json_array();
    }
    STEP(p, p->dealer, "open", "\"table\":\"%s\"", t);
    take_bank(p);
    STEP(p, p->player, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000", t);
    STEP(p, p->player, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"pair_plus\",\"amount\":500",
         t);
    done(say_pledge(p->player, t), "pledge");
    STEP(p, p->folder, "bet", "\"table\":\"%s\",\"seat\":3,\"wager\":\"ante\",\"amount\":2000", t);
    STEP(p, p->dealer, "close", "\"table\":\"%s\"", t);
    assert_string_equal(said_no(say(p->dealer, "deal", "\"table\":\"%s\"", t)), "shares_due");
    done(say_share(p->player, t), "share");
    STEP(p, p->dealer, "deal", "\"table\":\"%s\"", t);
    STEP(p, p->player, "view", "\"table\":\"%s\",\"seat\":2", t);
    STEP(p, p->player, "play", "\"table\":\"%s\",\"seat\":2", t);
    STEP(p, p->folder, "view", "\"table\":\"%s\",\"seat\":3", t);
    STEP(p, p->folder, "fold", "\"table\":\"%s\",\"seat\":3", t);
    STEP(p, p->dealer, "reveal", "\"table\":\"%s\"", t);
    STEP(p, p->dealer, "settle", "\"table\":\"%s\"", t);
}

/* ---- Steps
 * ------------------------------------------------------------------------------------------ */
static void same_steps(const json_t *round, const json_t *views) {
    const json_t *steps = json_object_get(round, "steps");
    assert_int_equal(json_array_size(steps), json_array_size(views));
    for (size_t i = 0; i < json_array_size(views); i++) {
        json_t *then = bare(json_object_get(json_array_get(steps, i), "view"));
        const json_t *live = json_array_get(views, i);
        if (!json_equal(then, live)) {
            char *a = json_dumps(then, JSON_COMPACT | JSON_SORT_KEYS);
            char *b = json_dumps(live, JSON_COMPACT | JSON_SORT_KEYS);
            fail_msg("step %zu:\n%s\nlive:\n%s", i, a, b);
        }
        json_decref(then);
    }
}

/* What the settlement said of a player when the round was over. */
typedef struct said {
    trey_cents staked, back;
} said;

static said said_of(const json_t *settlement, trey_person person) {
    said sum = {0, 0};
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(settlement, "players"), i, one) {
        if (NUMBER(one, "player") != person) continue;
        sum.staked += NUMBER(one, "staked");
        sum.back += NUMBER(one, "back");
    }
    return sum;
}

/* The list says of the last round what its settlement says, of the player-dealer too. */
static void last_is_listed(party *p, client *c, uint64_t n) {
    json_t *list = ask_rounds(&p->e, p->table, c->person, 0);
    said sum = said_of(at_path(view_of(p->player, p->table), "settlement"), c->person);
    assert_int_equal(NUMBER(list, "rounds.0.round"), n);
    assert_int_equal(NUMBER(list, "rounds.0.staked"), sum.staked);
    assert_int_equal(NUMBER(list, "rounds.0.back"), sum.back);
    json_decref(list);
}

static void a_replay_is_what_was_seen(void **state) {
    (void)state;
    for (unsigned book = 0; book < 4; book++) {
        static party p;
        party_open(&p, evening_books[book], TREY_REVEAL_ALL);
        for (uint64_t n = 1; n <= 3; n++) {
            play_round(&p);
            for (unsigned i = 0; i < ALBUMS; i++) {
                json_t *round = ask_round(&p.e, p.table, p.album[i].c->person, n);
                /* The dealer did not play, nor did whoever could not bank. */
                assert_int_equal(round != NULL, i >= 2 || p.album[i].c == p.banks);
                if (!round) continue;
                same_steps(round, p.album[i].views);
                last_is_listed(&p, p.album[i].c, n);
                assert_true(
                    json_equal(json_object_get(round, "settlement"),
                               json_object_get(view_of(p.album[i].c, p.table), "settlement")));
                json_decref(round);
            }
        }
        party_close(&p);
    }
}

/* The events of a replay are those that were told, but for cards that were his to see. */
static void events_are_told_again(void **state) {
    (void)state;
    static party p;
    party_open(&p, "mbs", TREY_REVEAL_ALL);
    size_t before = json_array_size(p.folder->events);
    play_round(&p);
    json_t *round = ask_round(&p.e, "mbs", p.folder->person, 1), *step, *event;
    size_t i, k, at = before;
    json_array_foreach(json_object_get(round, "steps"), i, step) {
        json_array_foreach(json_object_get(step, "events"), k, event) {
            json_t *told = json_array_get(p.folder->events, at++);
            assert_string_equal(WORD(event, "kind"), WORD(told, "kind"));
        }
    }
    assert_int_equal(at, json_array_size(p.folder->events));
    json_decref(round);
    party_close(&p);
}

/* ---- Proofs
 * -------------------------------------------------------------------------------------------- */
static size_t from_hex(const json_t *text, uint8_t *out) {
    const char *digits = json_string_value(text);
    size_t count = strlen(digits) / 2;
    for (size_t i = 0; i < count; i++) {
        const char two[] = {digits[2 * i], digits[2 * i + 1], '\0'};
        out[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    return count;
}

/* As a browser would: with nothing but the answer, and the second implementation. */
static void check_whole(json_t *round) {
    uint8_t seed[32], commitment[32], root[2][32], book[32], bytes[2][2][32], list[32], joint[32],
        spare[32];
    trey_check_pledge pledge[2];
    json_t *fair = json_object_get(round, "fair"), *one;
    size_t i;
    bool shown = json_is_string(at_path(fair, "seed"));
    if (shown) from_hex(at_path(fair, "seed"), seed);
    from_hex(at_path(fair, "commitment"), commitment);
    from_hex(at_path(fair, "roots.0"), root[0]);
    from_hex(at_path(fair, "roots.1"), root[1]);
    from_hex(at_path(fair, "rulebook_hash"), book);
    from_hex(at_path(fair, "list"), list);
    from_hex(at_path(fair, "joint"), joint);
    from_hex(at_path(fair, "spare"), spare);
    json_array_foreach(at_path(fair, "pledges"), i, one) {
        assert_true(i < 2);
        from_hex(at_path(one, "pledge"), bytes[i][0]);
        from_hex(at_path(one, "share"), bytes[i][1]);
        pledge[i] = (trey_check_pledge){(uint32_t)NUMBER(one, "player"), bytes[i][0], bytes[i][1]};
    }
    assert_int_equal(i, 1);
    const trey_check_round whole = {.house = WORD(fair, "house"),
                                    .table = WORD(fair, "table"),
                                    .round = (uint64_t)NUMBER(fair, "round"),
                                    .rulebook = book,
                                    .seed = shown ? seed : NULL,
                                    .commitment = commitment,
                                    .root = {root[0], root[1]},
                                    .pledge = pledge,
                                    .pledges = i,
                                    .list = list,
                                    .joint = joint,
                                    .spare = spare};
    assert_string_equal(trey_check_text(trey_check(&whole)), trey_check_text(TREY_CHECK_AGREES));
}

static unsigned check_openings(json_t *round) {
    json_t *fair = json_object_get(round, "fair"), *opening, *hash;
    uint8_t joint[32], root[32], salt[16], path[6 * 32], cut[TREY_CARDS];
    size_t i, k;
    from_hex(at_path(fair, "joint"), joint);
    from_hex(at_path(fair, trey_check_cut(joint, cut) ? "roots.1" : "roots.0"), root);
    json_array_foreach(at_path(fair, "openings"), i, opening) {
        trey_card card;
        assert_int_equal(trey_card_parse(WORD(opening, "card"), &card, NULL), TREY_STATUS_OK);
        from_hex(at_path(opening, "salt"), salt);
        json_array_foreach(at_path(opening, "path"), k, hash) from_hex(hash, path + 32 * k);
        assert_true(trey_check_card((unsigned)NUMBER(opening, "place"), card, salt, path, k, root));
    }
    return (unsigned)i;
}

/* All three hands on the table: his own, the other one if it was shown, the dealer's. */
static unsigned cards_seen(json_t *round) {
    trey_cardset seen = 0;
    json_t *step, *box, *text;
    const char *seat;
    size_t i, k;
    json_array_foreach(json_object_get(round, "steps"), i, step) {
        json_t *view = json_object_get(step, "view");
        json_object_foreach(json_object_get(view, "boxes"), seat, box) {
            json_array_foreach(json_object_get(box, "cards"), k, text) {
                trey_card card;
                if (json_is_null(text)) continue;
                trey_card_parse(json_string_value(text), &card, NULL);
                seen |= trey_cardset_of(card);
            }
        }
        json_array_foreach(at_path(view, "dealer.cards"), k, text) {
            trey_card card;
            if (json_is_null(text)) continue;
            trey_card_parse(json_string_value(text), &card, NULL);
            seen |= trey_cardset_of(card);
        }
    }
    return trey_cardset_count(seen);
}

static void a_round_can_be_checked_as_a_whole(void **state) {
    (void)state;
    static const trey_reveal reveals[] = {TREY_REVEAL_ALL, TREY_REVEAL_AUDITOR, TREY_REVEAL_NOBODY};
    for (unsigned i = 0; i < 3; i++) {
        static party p;
        party_open(&p, i == 1 ? "ca-six-card" : "mbs", reveals[i]);
        play_round(&p);
        for (unsigned k = 2; k < ALBUMS; k++) {
            json_t *round = ask_round(&p.e, p.table, p.album[k].c->person, 1);
            unsigned seen = cards_seen(round);
            assert_true(seen >= 6);
            /* Where the seed is gone for good, nothing can be opened any more. */
            assert_int_equal(check_openings(round), reveals[i] == TREY_REVEAL_NOBODY ? 0 : seen);
            assert_int_equal(json_is_string(at_path(round, "fair.seed")),
                             reveals[i] == TREY_REVEAL_ALL);
            if (reveals[i] == TREY_REVEAL_ALL) check_whole(round);
            json_decref(round);
        }
        party_close(&p);
    }
}

/* ---- Whose rounds
 * ----------------------------------------------------------------------------------- */
static void only_own_rounds_that_are_over_are_shown(void **state) {
    (void)state;
    static party p;
    trey_frame *frame;
    party_open(&p, "mbs", TREY_REVEAL_ALL);
    client *auditor = evening_enter(&p.e, "Auditor", TREY_OFFICE_AUDITOR, 0);
    client *manager = evening_enter(&p.e, "Manager", TREY_OFFICE_SHIFT_MANAGER, 0);
    client *cashier = evening_enter(&p.e, "Cashier", TREY_OFFICE_CASHIER, 0);
    client *supervisor = evening_enter(&p.e, "Supervisor", TREY_OFFICE_PIT_SUPERVISOR, 0);
    play_round(&p);
    const trey_person may[] = {p.player->person, p.folder->person, auditor->person, manager->person,
                               supervisor->person};
    const trey_person may_not[] = {p.banker->person, p.dealer->person, cashier->person, 99};
    for (unsigned i = 0; i < 5; i++) {
        json_t *round = ask_round(&p.e, "mbs", may[i], 1);
        assert_non_null(round);
        json_decref(round);
        if (i < 4) assert_null(ask_round(&p.e, "mbs", may_not[i], 1));
    }
    /* Through the eyes of one who played, for those who may see any. */
    json_t *his = ask_round(&p.e, "mbs", p.player->person, 1);
    json_t *as_his = ask_round_as(&p.e, "mbs", supervisor->person, p.player->person, 1);
    assert_true(json_equal(his, as_his));
    json_t *folders = ask_round_as(&p.e, "mbs", auditor->person, p.folder->person, 1);
    assert_false(json_equal(his, folders));
    assert_null(ask_round_as(&p.e, "mbs", p.folder->person, p.player->person, 1));
    assert_null(ask_round_as(&p.e, "mbs", supervisor->person, p.banker->person, 1));
    assert_null(ask_round_as(&p.e, "mbs", p.dealer->person, p.player->person, 1));
    json_decref(his);
    json_decref(as_his);
    json_decref(folders);
    /* An auditor sees what whoever did not play saw, and not a card more. */
    json_t *round = ask_round(&p.e, "mbs", auditor->person, 1);
    same_steps(round, p.album[1].views);
    json_decref(round);
    assert_null(ask_round(&p.e, "mbs", p.player->person, 0));
    assert_null(ask_round(&p.e, "mbs", p.player->person, 2));
    assert_null(ask_round(&p.e, "none", p.player->person, 1));
    assert_int_equal(trey_floor_rounds(p.e.floor, "none", p.player->person, 0, &frame),
                     TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_floor_rounds(p.e.floor, "mbs", 99, 0, &frame), TREY_STATUS_NOT_FOUND);
    json_t *none = ask_rounds(&p.e, "mbs", p.banker->person, 0);
    assert_int_equal(json_array_size(at_path(none, "rounds")), 0);
    json_decref(none);
    /* One that is still played is shown to nobody. */
    DO(p.dealer, "open", "\"table\":\"mbs\"");
    DO(p.player, "bet", "\"table\":\"mbs\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    assert_null(ask_round(&p.e, "mbs", p.player->person, 2));
    assert_null(ask_round(&p.e, "mbs", auditor->person, 2));
    json_t *rounds = ask_rounds(&p.e, "mbs", p.player->person, 0);
    assert_int_equal(json_array_size(at_path(rounds, "rounds")), 1);
    json_decref(rounds);
    party_close(&p);
}

/* ---- Far back
 * -------------------------------------------------------------------------------------- */
enum { LONG = 150 };
static said long_said[LONG + 1][2];
static json_t *long_settled[LONG + 1];

static void list_is_complete(evening *e, const char *table, trey_person person, unsigned who,
                             unsigned every) {
    uint64_t before = 0, expected = LONG;
    while (expected % every) expected--;
    for (;;) {
        json_t *list = ask_rounds(e, table, person, before), *one;
        size_t i;
        json_array_foreach(at_path(list, "rounds"), i, one) {
            assert_int_equal(NUMBER(one, "round"), expected);
            assert_int_equal(NUMBER(one, "staked"), long_said[expected][who].staked);
            assert_int_equal(NUMBER(one, "back"), long_said[expected][who].back);
            assert_int_equal(NUMBER(one, "net"),
                             long_said[expected][who].back - long_said[expected][who].staked);
            assert_false(json_is_true(at_path(one, "void")));
            before = expected;
            expected -= every;
        }
        bool more = json_is_true(at_path(list, "more"));
        assert_int_equal(more, expected > 0);
        assert_int_equal(i, more ? 20 : i);
        json_decref(list);
        if (!more) break;
    }
    assert_int_equal(expected, 0);
}

/* Twenty rounds are one answer, and the twenty-first makes another. */
static void list_ends_at_twenty(evening *e, const char *table, trey_person person) {
    for (unsigned more = 0; more < 2; more++) {
        json_t *list = ask_rounds(e, table, person, 21 + more);
        assert_int_equal(json_array_size(at_path(list, "rounds")), 20);
        assert_int_equal(json_is_true(at_path(list, "more")), more);
        json_decref(list);
    }
}

/* One person plays every round, the other every seventh; in between the process dies. */
static void rounds_of_long_ago_are_found(void **state) {
    (void)state;
    static party p;
    party_open(&p, "rws", TREY_REVEAL_AUDITOR);
    const char *t = p.table;
    trey_person player = p.player->person, folder = p.folder->person;
    for (unsigned n = 1; n <= LONG; n++) {
        p.e.now += 2000; /* nobody may speak all the time */
        DO(p.dealer, "open", "\"table\":\"%s\"", t);
        DO(p.player, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000", t);
        bool both = n % 7 == 0;
        if (both)
            DO(p.folder, "bet", "\"table\":\"%s\",\"seat\":3,\"wager\":\"ante\",\"amount\":500", t);
        DO(p.dealer, "close", "\"table\":\"%s\"", t);
        DO(p.dealer, "deal", "\"table\":\"%s\"", t);
        DO(p.player, "play", "\"table\":\"%s\",\"seat\":2", t);
        if (both) DO(p.folder, "fold", "\"table\":\"%s\",\"seat\":3", t);
        DO(p.dealer, "reveal", "\"table\":\"%s\"", t);
        DO(p.dealer, "settle", "\"table\":\"%s\"", t);
        long_settled[n] = json_deep_copy(at_path(view_of(p.player, t), "settlement"));
        long_said[n][0] = said_of(long_settled[n], player);
        long_said[n][1] = said_of(long_settled[n], folder);
        if (n == 100) { /* questions are asked while it goes on, too */
            json_t *round = ask_round(&p.e, t, player, 50);
            assert_true(json_equal(at_path(round, "settlement"), long_settled[50]));
            json_decref(round);
        }
    }
    for (unsigned again = 0; again < 2; again++) {
        list_is_complete(&p.e, t, player, 0, 1);
        list_is_complete(&p.e, t, folder, 1, 7);
        list_ends_at_twenty(&p.e, t, player);
        static const unsigned asked[] = {LONG, 1, 2, 20, 21, 77, 119, 120, LONG - 1};
        for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
            json_t *round = ask_round(&p.e, t, player, asked[i]);
            assert_non_null(round);
            assert_int_equal(NUMBER(round, "round"), asked[i]);
            assert_true(json_equal(at_path(round, "settlement"), long_settled[asked[i]]));
            assert_true(check_openings(round) >= 6);
            json_decref(round);
            round = ask_round(&p.e, t, folder, asked[i]);
            assert_int_equal(round != NULL, asked[i] % 7 == 0);
            json_decref(round);
        }
        evening_restart(&p.e);
    }
    for (unsigned n = 1; n <= LONG; n++) json_decref(long_settled[n]);
    party_close(&p);
}

/* A question in slices: the floor goes on between them, and the answer is the same. */
static void a_long_question_lets_the_floor_go_on(void **state) {
    (void)state;
    static party p;
    party_open(&p, "mbs", TREY_REVEAL_ALL);
    for (unsigned n = 0; n < 100; n++) play_round(&p);
    evening_restart(&p.e);
    trey_question *question;
    trey_frame *frame = NULL;
    unsigned slices = 0;
    assert_int_equal(trey_floor_round_ask(p.e.floor, "mbs", 3, 1, &question), TREY_STATUS_OK);
    while (!frame) {
        assert_int_equal(trey_question_work(question, &frame), TREY_STATUS_OK);
        evening_pass(&p.e, 10);
        slices++;
    }
    trey_question_close(question);
    assert_true(slices > 2);
    json_t *round = parsed("round", frame);
    assert_int_equal(NUMBER(round, "round"), 1);
    json_decref(round);
    /* From now on the marks are there. */
    assert_int_equal(trey_floor_round_ask(p.e.floor, "mbs", 3, 99, &question), TREY_STATUS_OK);
    assert_int_equal(trey_question_work(question, &frame), TREY_STATUS_OK);
    assert_non_null(frame);
    trey_frame_release(frame);
    trey_question_close(question);
    /* One that is given up leaves nothing behind. */
    assert_int_equal(trey_floor_rounds_ask(p.e.floor, "mbs", 3, 0, &question), TREY_STATUS_OK);
    trey_question_close(question);
    for (unsigned i = 0; i < ALBUMS; i++) json_decref(p.album[i].views);
    evening_close(&p.e);
}

/* ---- Other tables
 * ------------------------------------------------------------------------------------- */
/* A round that is void before its end, one that loses its result behind it, and what is done
 * between two rounds. */
static void void_rounds_are_shown_to_their_end(void **state) {
    (void)state;
    static party p;
    party_open(&p, "mbs", TREY_REVEAL_ALL);
    play_round(&p);
    client *shift = evening_enter(&p.e, "Shift", TREY_OFFICE_SHIFT_MANAGER, 0);
    STEP(&p, shift, "report", "\"table\":\"mbs\",\"kind\":\"not_covered\"");
    STEP(&p, shift, "confirm", "\"table\":\"mbs\"");
    STEP(&p, shift, "rule", "\"table\":\"mbs\",\"ruling\":\"void\",\"reason\":\"a test\"");
    DO(p.second, "leave", "\"table\":\"mbs\",\"seat\":4");
    json_t *list = ask_rounds(&p.e, "mbs", p.player->person, 0);
    assert_int_equal(NUMBER(list, "rounds.0.round"), 1);
    assert_true(json_is_true(at_path(list, "rounds.0.void")));
    assert_int_equal(NUMBER(list, "rounds.0.net"), 0);
    assert_true(NUMBER(list, "rounds.0.staked") >= 1500);
    json_decref(list);
    json_t *round = ask_round(&p.e, "mbs", p.player->person, 1);
    same_steps(round, p.album[2].views);
    assert_true(json_is_true(at_path(round, "settlement.void")));
    json_decref(round);
    /* The second one is void before anything is settled. */
    DO(p.dealer, "open", "\"table\":\"mbs\"");
    DO(p.player, "bet", "\"table\":\"mbs\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    DO(p.dealer, "close", "\"table\":\"mbs\"");
    DO(p.dealer, "deal", "\"table\":\"mbs\"");
    DO(shift, "rule", "\"table\":\"mbs\",\"ruling\":\"void\",\"reason\":\"a test\"");
    DO(p.player, "leave", "\"table\":\"mbs\",\"seat\":2");
    list = ask_rounds(&p.e, "mbs", p.player->person, 0);
    assert_int_equal(NUMBER(list, "rounds.0.round"), 2);
    assert_true(json_is_true(at_path(list, "rounds.0.void")));
    assert_int_equal(NUMBER(list, "rounds.0.net"), 0);
    json_decref(list);
    round = ask_round(&p.e, "mbs", p.player->person, 2);
    assert_true(json_is_true(at_path(round, "settlement.void")));
    assert_int_equal(json_array_size(at_path(round, "steps")), 5);
    assert_string_equal(WORD(round, "steps.4.view.phase"), "idle");
    assert_int_equal(NUMBER(round, "steps.4.view.boxes.2.seated"), p.player->person);
    json_decref(round);
    assert_null(ask_round(&p.e, "mbs", p.folder->person, 2));
    party_close(&p);
}

/* Somebody bets for the same jackpot, so that its display has to be brought up to date. */
static void bet_beside(party *p) {
    client *c = evening_enter(&p->e, "Beside", TREY_OFFICE_PLAYER, 1000000);
    DO(c, "sit", "\"table\":\"beside\",\"seat\":2");
    DO(p->dealer, "open", "\"table\":\"beside\"");
    DO(c, "bet", "\"table\":\"beside\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    DO(c, "bet", "\"table\":\"beside\",\"seat\":2,\"wager\":\"progressive\"");
    DO(p->dealer, "close", "\"table\":\"beside\"");
}

/* Where the meter is linked the house has a word of its own before calls. */
static void linked_and_physical_tables_have_a_history(void **state) {
    (void)state;
    static party p;
    unsigned jackpot;
    static const trey_link_parameters linked = {.bet = 500, .fixed = 100, .reset = 2500000};
    const trey_table_service by_hand = {.automatic = false};
    memset(&p, 0, sizeof p);
    evening_open(&p.e);
    assert_int_equal(
        trey_house_jackpot_open(p.e.h.house, "grand", "mbs", &linked, 3000000, &jackpot),
        TREY_STATUS_OK);
    trey_table_terms terms = house_terms("linked", "mbs", "grand");
    evening_table(&p.e, &terms);
    terms = house_terms("physical", "rws", "");
    terms.config.system_deck = false;
    evening_table(&p.e, &terms);
    terms = house_terms("beside", "mbs", "grand");
    evening_table(&p.e, &terms);
    evening_start(&p.e);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(trey_floor_serve(p.e.floor, i, &by_hand), TREY_STATUS_OK);
    p.dealer = evening_enter(&p.e, "Dealer", TREY_OFFICE_DEALER, 0);
    p.player = evening_enter(&p.e, "Player", TREY_OFFICE_PLAYER, 1000000);
    for (unsigned table = 0; table < 2; table++) {
        const char *t = p.table = table ? "physical" : "linked";
        album *a = &p.album[0];
        *a = (album){p.player, t, json_array()};
        DO(p.player, "watch", "\"table\":\"%s\"", t);
        DO(p.player, "sit", "\"table\":\"%s\",\"seat\":2", t);
        STEP(&p, p.dealer, "open", "\"table\":\"%s\"", t);
        STEP(&p, p.player, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000",
             t);
        if (!table)
            STEP(&p, p.player, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"progressive\"", t);
        STEP(&p, p.dealer, "close", "\"table\":\"%s\"", t);
        if (table) {
            static const char *const cards[] = {"2c", "3d", "4h", "Qs", "Kd", "9c"};
            for (unsigned i = 0; i < 6; i++)
                STEP(&p, p.dealer, "card", "\"table\":\"%s\",\"cards\":[\"%s\"]", t, cards[i]);
        } else {
            STEP(&p, p.dealer, "deal", "\"table\":\"%s\"", t);
        }
        STEP(&p, p.player, "play", "\"table\":\"%s\",\"seat\":2", t);
        STEP(&p, p.dealer, "reveal", "\"table\":\"%s\"", t);
        if (!table) bet_beside(&p);
        STEP(&p, p.dealer, "settle", "\"table\":\"%s\"", t);
        json_t *round = ask_round(&p.e, t, p.player->person, 1);
        same_steps(round, a->views);
        assert_int_equal(json_is_null(at_path(round, "fair")), table);
        assert_true(
            json_equal(at_path(round, "settlement"), at_path(view_of(p.player, t), "settlement")));
        json_decref(round);
        json_decref(a->views);
        a->views = NULL;
    }
    party_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_is_what_was_seen),
        cmocka_unit_test(events_are_told_again),
        cmocka_unit_test(a_round_can_be_checked_as_a_whole),
        cmocka_unit_test(only_own_rounds_that_are_over_are_shown),
        cmocka_unit_test(rounds_of_long_ago_are_found),
        cmocka_unit_test(a_long_question_lets_the_floor_go_on),
        cmocka_unit_test(void_rounds_are_shown_to_their_end),
        cmocka_unit_test(linked_and_physical_tables_have_a_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
