/* house_of_cards.c -- see the header. */
#include "house_of_cards.h"

#include "cmocka_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t test_clock(void *context) {
    house_of_cards *h = context;
    return h->now += 1000;
}

/* Houses that one test has on a server, one after the other, have the same keys: the store
 * stays, and opens with no others. */
static void make_keys(house_of_cards *h, const char *address, const char *path) {
    static trey_store_keys servers;
    static bool made;
    trey_store_message message;
    snprintf(h->path, sizeof h->path, "%s/keys", h->folder);
    if (address && made && !path) {
        h->keys = servers;
        return;
    }
    assert_int_equal(trey_store_keys_create(path ? path : h->path, &h->keys, &message),
                     TREY_STATUS_OK);
    if (!path) unlink(h->path);
    if (!address) return;
    servers = h->keys;
    made = true;
}

static void build(house_of_cards *h, const char *address, bool shared, const char *keys) {
    memset(h, 0, sizeof *h);
    h->shared = shared;
    /* In memory where there is such a folder: thousands of flushes are made here. */
    const char *folder = getenv("TMPDIR");
    if (!folder) folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(h->folder, sizeof h->folder, "%s/trey-house-XXXXXX", folder);
    assert_non_null(mkdtemp(h->folder));
    make_keys(h, address, keys);
    snprintf(h->path, sizeof h->path, "%s/house.trey", h->folder);
    h->address = address ? address : h->path;
    h->now = INT64_C(1767225600000000);
    h->reveal = TREY_REVEAL_ALL;
    house_open(h);
}

void house_build(house_of_cards *h, const char *address) {
    build(h, address, false, NULL);
}

void house_build_with(house_of_cards *h, const char *address, const char *keys) {
    build(h, address, false, keys);
}

void house_build_shared(house_of_cards *h, const char *address) {
    build(h, address, true, NULL);
}

void house_join(house_of_cards *h, const house_of_cards *first, unsigned node) {
    *h = *first;
    h->store = NULL;
    h->house = NULL;
    h->node = (uint8_t)node;
    h->commands = 0;
    house_open(h);
}

trey_status house_try_open(house_of_cards *h, trey_store_message *message) {
    snprintf(h->name, sizeof h->name, "n%u", h->node);
    const trey_store_options stored = {.create = true,
                                       .keys = &h->keys,
                                       .reconnect_seconds = h->shared ? 15 : 0,
                                       .node = h->shared ? h->name : NULL};
    const trey_house_options options = {.name = "the house",
                                        .award_second = h->award_second,
                                        .cash_second = h->cash_second,
                                        .seal = &h->keys.seal,
                                        .reveal = h->reveal,
                                        .entropy = h->entropy,
                                        .entropy_context = h->entropy_context,
                                        .clock = test_clock,
                                        .clock_context = h,
                                        .snapshot_every = 40,
                                        .shared = h->shared};
    trey_status status = trey_store_open(&h->store, h->address, &stored, message);
    if (status == TREY_STATUS_OK) status = trey_house_open(&h->house, h->store, &options, message);
    if (status == TREY_STATUS_OK) return status;
    trey_store_close(h->store);
    h->store = NULL;
    return status;
}

void house_open(house_of_cards *h) {
    trey_store_message message = {""};
    trey_status status = house_try_open(h, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
}

void house_drop(house_of_cards *h) {
    trey_house_close(h->house);
    trey_store_close(h->store);
    h->house = NULL;
    h->store = NULL;
}

void house_tear_down(house_of_cards *h) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    if (h->house) house_drop(h);
    for (unsigned i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", h->path, ends[i]);
        unlink(path);
    }
    rmdir(h->folder);
}

trey_table_terms house_terms(const char *name, const char *rulebook, const char *jackpot) {
    trey_table_terms terms;
    bool california = strcmp(rulebook, "ca-six-card") == 0;
    memset(&terms, 0, sizeof terms);
    snprintf(terms.name, sizeof terms.name, "%s", name);
    snprintf(terms.rulebook, sizeof terms.rulebook, "%s", rulebook);
    snprintf(terms.jackpot, sizeof terms.jackpot, "%s", jackpot);
    terms.config = (trey_table_config){.positions = california ? 8 : 7,
                                       .device = TREY_DEVICE_PACKETS,
                                       .schedule = california ? 3 : 0,
                                       .system_deck = true,
                                       .minimum = {500, 0, 500, california ? 500 : 0},
                                       .maximum = {30000, 0, 30000, california ? 30000 : 0},
                                       .fee_supplied = TREY_FEE_UNREADABLE};
    return terms;
}

trey_command_id house_next_id(house_of_cards *h) {
    trey_command_id id = {{0}};
    h->commands++;
    for (unsigned i = 0; i < 8; i++) id.byte[15 - i] = (uint8_t)(h->commands >> (8 * i));
    id.byte[0] = 1;
    id.byte[1] = h->node;
    return id;
}

unsigned house_give(house_of_cards *h, unsigned table, const trey_command *command) {
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    trey_status status = trey_house_command(h->house, table, &id, command, &reply);
    if (status == TREY_STATUS_OK) status = trey_house_flush(h->house, NULL);
    if (status != TREY_STATUS_OK)
        fail_msg("%s: %s", trey_status_name(status), trey_house_message(h->house));
    return reply.refused;
}

unsigned house_by_player(house_of_cards *h, unsigned table, trey_verb verb, unsigned seat,
                         trey_player player, unsigned wager, trey_cents amount) {
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = (uint8_t)seat,
                                  .wager = (uint8_t)wager,
                                  .actor = player,
                                  .player = player,
                                  .amount = amount};
    return house_give(h, table, &command);
}

unsigned house_by_dealer(house_of_cards *h, unsigned table, trey_verb verb) {
    const trey_command command = {.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
    return house_give(h, table, &command);
}

unsigned house_deal(house_of_cards *h, unsigned table) {
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    trey_status status = trey_house_deal(h->house, table, &id, &reply);
    if (status == TREY_STATUS_OK) status = trey_house_flush(h->house, NULL);
    if (status != TREY_STATUS_OK)
        fail_msg("%s: %s", trey_status_name(status), trey_house_message(h->house));
    return reply.refused;
}

trey_share house_share_of(const house_of_cards *h, unsigned table, trey_player player) {
    const trey_fairness *fair = trey_house_fairness(h->house, table);
    trey_share share = {{(uint8_t)player, (uint8_t)fair->round, 7, (uint8_t)table}};
    return share;
}

static unsigned house_done(house_of_cards *h, trey_status status, const trey_reply *reply) {
    if (status == TREY_STATUS_OK) status = trey_house_flush(h->house, NULL);
    if (status != TREY_STATUS_OK)
        fail_msg("%s: %s", trey_status_name(status), trey_house_message(h->house));
    return reply->refused;
}

unsigned house_pledge(house_of_cards *h, unsigned table, trey_player player) {
    const trey_fairness *fair = trey_house_fairness(h->house, table);
    const trey_share share = house_share_of(h, table, player);
    const trey_hash pledge = trey_pledge_of(&fair->commitment, player, &share);
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    trey_status status =
        trey_house_pledge(h->house, table, &id, player, fair->round, &pledge, &reply);
    return house_done(h, status, &reply);
}

unsigned house_share(house_of_cards *h, unsigned table, trey_player player) {
    const trey_share share = house_share_of(h, table, player);
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    trey_status status = trey_house_share(
        h->house, table, &id, player, trey_house_fairness(h->house, table)->round, &share, &reply);
    return house_done(h, status, &reply);
}

void house_shares(house_of_cards *h, unsigned table) {
    const trey_fairness *fair = trey_house_fairness(h->house, table);
    for (unsigned i = 0; i < fair->pledges; i++) {
        if (!fair->pledge[i].opened)
            assert_int_equal(house_share(h, table, fair->pledge[i].player), 0);
    }
}

unsigned house_buy_in(house_of_cards *h, trey_player player, trey_cents amount) {
    const trey_cage_command command = {.kind = TREY_CAGE_BUY_IN,
                                       .role = TREY_CAGE_CASHIER,
                                       .actor = 900,
                                       .player = player,
                                       .amount = amount};
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    assert_int_equal(trey_house_cage(h->house, &id, &command, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    return reply.refused;
}

trey_cents house_chips(house_of_cards *h, trey_player player) {
    trey_cents cents = 0;
    assert_int_equal(trey_house_chips(h->house, player, &cents), TREY_STATUS_OK);
    return cents;
}

void house_play_round(house_of_cards *h, unsigned table, bool progressive) {
    bool banked = trey_house_terms(h->house, table)->config.schedule != 0;
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_OPEN), 0);
    if (banked) assert_int_equal(house_by_player(h, table, TREY_VERB_BANK, 1, 9, 0, 100000), 0);
    for (unsigned seat = 2; seat <= 4; seat++) {
        trey_player player = seat;
        assert_int_equal(
            house_by_player(h, table, TREY_VERB_BET, seat, player, TREY_WAGER_ANTE, 1000), 0);
        house_by_player(h, table, TREY_VERB_BET, seat, player, TREY_WAGER_PAIR_PLUS, 500);
        if (progressive)
            assert_int_equal(
                house_by_player(h, table, TREY_VERB_BET, seat, player, TREY_WAGER_PROGRESSIVE, 0),
                0);
    }
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_CLOSE), 0);
    assert_int_equal(house_deal(h, table), 0);
    for (unsigned seat = 2; seat <= 4; seat++) {
        trey_verb verb = seat == 3 ? TREY_VERB_FOLD : TREY_VERB_PLAY;
        assert_int_equal(house_by_player(h, table, verb, seat, seat, 0, 0), 0);
    }
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_REVEAL), 0);
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_SETTLE), 0);
}
