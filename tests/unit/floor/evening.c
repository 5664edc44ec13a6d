/* evening.c -- see the header. */
#include "evening.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "schema.h"

const char *const evening_books[4] = {"mbs", "rws", "rws-progressive", "ca-six-card"};

/* ---- The network --------------------------------------------------------------------- */
static client *client_of(evening *e, trey_visit visit) {
    for (unsigned i = 0; i < e->clients; i++) {
        if (e->client[i].visit == visit) return &e->client[i];
    }
    return NULL;
}

static void overlay(json_t *view, json_t *changed) {
    const char *name;
    json_t *value;
    json_object_foreach(changed, name, value) {
        json_t *boxes = strcmp(name, "boxes") == 0 ? json_object_get(view, name) : NULL;
        if (boxes) {
            json_object_update(boxes, value);
        } else {
            json_object_set_new(view, name, json_deep_copy(value));
        }
    }
}

static void keep(json_t **slot, json_t *value) {
    json_decref(*slot);
    *slot = json_incref(value);
}

static void take_table(client *c, json_t *frame) {
    const char *table = WORD(frame, "table");
    bool full = json_is_true(json_object_get(frame, "full"));
    int64_t at = NUMBER(frame, "at");
    json_t *known = json_object_get(c->ats, table);
    if (known && !full) assert_true(at > json_integer_value(known));
    json_object_set_new(c->ats, table, json_integer(at));
    json_array_extend(c->events, json_object_get(frame, "events"));
    c->fulls += full;
    c->missed += json_is_true(json_object_get(frame, "missed"));
    if (full) json_object_set_new(c->views, table, json_object());
    json_t *view = json_object_get(c->views, table);
    if (!view) fail_msg("a frame of changes before a full one");
    overlay(view, json_object_get(frame, "view"));
}

static void keep_text(client *c, const trey_frame *frame) {
    if (!c->keeps) return;
    if (c->texts == c->room) {
        c->room = c->room ? c->room * 2 : 64;
        c->text = realloc(c->text, c->room * sizeof(char *));
        assert_non_null(c->text);
    }
    c->text[c->texts++] = strdup(trey_frame_text(frame));
}

static void take_frame(void *context, trey_visit visit, trey_frame *sent) {
    evening *e = context;
    client *c = client_of(e, visit);
    json_error_t error;
    assert_non_null(c);
    assert_int_equal(strlen(trey_frame_text(sent)), trey_frame_size(sent));
    json_t *frame = json_loads(trey_frame_text(sent), JSON_REJECT_DUPLICATES, &error);
    if (!frame) fail_msg("a frame is not JSON: %s: %s", error.text, trey_frame_text(sent));
    if (!e->unchecked) schema_holds("frame", frame, trey_frame_text(sent));
    keep_text(c, sent);
    const char *is = WORD(frame, "is");
    c->frames++;
    if (strcmp(is, "welcome") == 0) {
        c->welcomes++;
        c->chips = NUMBER(frame, "you.chips");
    }
    if (strcmp(is, "you") == 0) c->chips = NUMBER(frame, "chips");
    if (strcmp(is, "answer") == 0) keep(&c->answer, frame);
    if (strcmp(is, "lobby") == 0) keep(&c->lobby, frame);
    if (strcmp(is, "pit") == 0) keep(&c->pit, frame);
    if (strcmp(is, "cage") == 0) keep(&c->cage, frame);
    if (strcmp(is, "notice") == 0) json_array_append(c->notices, frame);
    if (strcmp(is, "table") == 0) take_table(c, frame);
    json_decref(frame);
}

static void take_cut(void *context, trey_visit visit, trey_cut why) {
    client *c = client_of(context, visit);
    assert_non_null(c);
    c->cut = (unsigned)why;
}

/* ---- Opening ------------------------------------------------------------------------------ */
static int64_t evening_clock(void *context) {
    evening *e = context;
    e->now += e->slow;
    return e->now * 1000;
}

static bool seeded_entropy(void *context, void *out, size_t count) {
    evening *e = context;
    uint8_t *bytes = out;
    for (size_t i = 0; i < count; i++) {
        e->state = e->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        bytes[i] = (uint8_t)(e->state >> 56);
    }
    return true;
}

static void open_people(evening *e) {
    trey_store_message message;
    if (trey_people_open(&e->people, e->h.house, &message) != TREY_STATUS_OK)
        fail_msg("%s", message.text);
}

static void set_up(evening *e) {
    open_people(e);
    e->now = INT64_C(1767225600000);
    e->options = (trey_floor_options){.network = {take_frame, take_cut, e},
                                      .clock = evening_clock,
                                      .clock_context = e,
                                      .monotonic = evening_clock,
                                      .monotonic_context = e,
                                      .house = "the house"};
}

void evening_open(evening *e) {
    memset(e, 0, sizeof *e);
    house_build(&e->h, NULL);
    set_up(e);
}

void evening_open_node(evening *e, const char *address, const evening *first) {
    memset(e, 0, sizeof *e);
    if (first)
        house_join(&e->h, &first->h, first->h.node + 1u);
    else
        house_build_shared(&e->h, address);
    set_up(e);
}

void evening_reveal(evening *e, trey_reveal reveal) {
    trey_people_close(e->people);
    house_drop(&e->h);
    e->h.reveal = reveal;
    house_open(&e->h);
    open_people(e);
}

unsigned evening_table(evening *e, const trey_table_terms *terms) {
    unsigned index;
    trey_status status = trey_house_table_open(e->h.house, terms, &index);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(e->h.house));
    assert_int_equal(trey_house_flush(e->h.house, NULL), TREY_STATUS_OK);
    return index;
}

void evening_start(evening *e) {
    trey_store_message message;
    if (e->seeded) {
        e->options.entropy = seeded_entropy;
        e->options.entropy_context = e;
    }
    assert_int_equal(trey_floor_open(&e->floor, e->h.house, e->people, &e->options, &message),
                     TREY_STATUS_OK);
}

void evening_four_tables(evening *e, const trey_table_service *service) {
    for (unsigned i = 0; i < 4; i++) {
        trey_table_terms terms = house_terms(evening_books[i], evening_books[i], "");
        /* California has none. */
        if (i != 3) {
            terms.config.jackpot = 1;
            terms.config.jackpot_bet = 500;
            terms.config.jackpot_contribution = 100;
            terms.config.jackpot_reset = 1000000;
            terms.meter = 1200000;
        }
        evening_table(e, &terms);
    }
    evening_start(e);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(trey_floor_serve(e->floor, i, service), TREY_STATUS_OK);
}

static void client_close(client *c) {
    json_decref(c->views);
    json_decref(c->ats);
    json_decref(c->answer);
    json_decref(c->lobby);
    json_decref(c->pit);
    json_decref(c->cage);
    json_decref(c->events);
    json_decref(c->notices);
    for (size_t i = 0; i < c->texts; i++) free(c->text[i]);
    free(c->text);
    memset(c, 0, sizeof *c);
}

void evening_restart(evening *e) {
    trey_floor_close(e->floor);
    for (unsigned i = 0; i < e->clients; i++) client_close(&e->client[i]);
    e->clients = 0;
    trey_people_close(e->people);
    house_drop(&e->h);
    house_open(&e->h);
    open_people(e);
    evening_start(e);
}

void evening_go_home(evening *e) {
    for (unsigned i = 0; i < e->clients; i++) {
        if (e->client[i].visit) trey_floor_leave(e->floor, e->client[i].visit);
        client_close(&e->client[i]);
    }
    e->clients = 0;
}

static void close_floor(evening *e) {
    trey_floor_close(e->floor);
    for (unsigned i = 0; i < e->clients; i++) client_close(&e->client[i]);
    e->clients = 0;
    trey_people_close(e->people);
}

void evening_close(evening *e) {
    close_floor(e);
    house_tear_down(&e->h);
}

void evening_close_node(evening *e) {
    close_floor(e);
    house_drop(&e->h);
}

trey_table_service evening_service(void) {
    const trey_table_service service = {.automatic = true,
                                        .bets_ms = 10000,
                                        .decide_ms = 20000,
                                        .bank_ms = 5000,
                                        .choose_ms = 8000,
                                        .pause_ms = 3000};
    return service;
}

/* ---- People ---------------------------------------------------------------------------------- */
client *evening_again(evening *e, trey_person person) {
    assert_true(e->clients < EVENING_CLIENTS);
    client *c = &e->client[e->clients++];
    memset(c, 0, sizeof *c);
    c->evening = e;
    c->visit = ++e->visits;
    c->person = person;
    c->views = json_object();
    c->ats = json_object();
    c->events = json_array();
    c->notices = json_array();
    trey_floor_enter(e->floor, c->visit, person);
    evening_flush(e);
    return c;
}

trey_person evening_person(evening *e, const char *name, trey_office office) {
    trey_person person;
    trey_people_refused refused;
    assert_int_equal(trey_people_add(e->people, name, office, NULL, TREY_NOBODY, &person, &refused),
                     TREY_STATUS_OK);
    if (refused != TREY_PEOPLE_REFUSED_NONE)
        fail_msg("%s: %s", name, trey_people_refused_text(refused));
    return person;
}

client *evening_enter(evening *e, const char *name, trey_office office, trey_cents chips) {
    trey_person person = evening_person(e, name, office);
    if (chips > 0) assert_int_equal(house_buy_in(&e->h, person, chips), 0);
    return evening_again(e, person);
}

void evening_leave(client *c) {
    trey_floor_leave(c->evening->floor, c->visit);
    c->visit = 0;
}

void evening_flush(evening *e) {
    trey_status status = trey_floor_flush(e->floor);
    if (status != TREY_STATUS_OK)
        fail_msg("%s: %s", trey_status_name(status), trey_floor_message(e->floor));
}

void evening_pass(evening *e, int64_t milliseconds) {
    int64_t end = e->now + milliseconds;
    for (unsigned i = 0;; i++) {
        uint32_t wait = trey_floor_tick(e->floor);
        evening_flush(e);
        if (e->now >= end) return;
        if (i > 100000) fail_msg("the floor is always due");
        int64_t step = wait < 1 ? 1 : wait;
        e->now = e->now + step < end ? e->now + step : end;
    }
}

/* ---- Talking ------------------------------------------------------------------------------------
 */
json_t *say_text(client *c, const char *text, size_t size) {
    json_decref(c->answer);
    c->answer = NULL;
    trey_floor_hear(c->evening->floor, c->visit, text, size);
    evening_flush(c->evening);
    return c->answer;
}

static json_t *say_list(client *c, const char *id, const char *word, const char *format,
                        va_list list) {
    char members[1024], text[1200];
    c->evening->now += c->evening->pace;
    vsnprintf(members, sizeof members, format, list);
    snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":\"%s\"%s%s}", id, word,
             members[0] ? "," : "", members);
    json_t *answer = say_text(c, text, strlen(text));
    if (!answer && !c->cut) fail_msg("no answer to %s", text);
    json_t *message = json_loads(text, 0, NULL);
    bool malformed = answer && strcmp(said_no(answer), "malformed") == 0;
    if (message && !malformed && !c->evening->unchecked) schema_holds("message", message, text);
    c->evening->messages++;
    json_decref(message);
    return answer;
}

json_t *say_as(client *c, const char *id, const char *word, const char *format, ...) {
    va_list list;
    va_start(list, format);
    json_t *answer = say_list(c, id, word, format, list);
    va_end(list);
    return answer;
}

json_t *say(client *c, const char *word, const char *format, ...) {
    char id[33];
    snprintf(id, sizeof id, "%016llx%016llx", (unsigned long long)c->evening->now,
             (unsigned long long)++c->evening->ids);
    va_list list;
    va_start(list, format);
    json_t *answer = say_list(c, id, word, format, list);
    va_end(list);
    return answer;
}

bool said_yes(const json_t *answer) {
    return json_is_true(json_object_get(answer, "ok"));
}

void done(const json_t *answer, const char *word) {
    if (!said_yes(answer)) fail_msg("%s: %s", word, answer ? said_no(answer) : "no answer");
}

const char *said_no(const json_t *answer) {
    const json_t *refused = json_object_get(answer, "refused");
    return refused ? json_string_value(json_object_get(refused, "reason")) : "";
}

/* ---- Looking
 * -------------------------------------------------------------------------------------- */
json_t *view_of(client *c, const char *table) {
    json_t *view = json_object_get(c->views, table);
    if (!view) fail_msg("no view of %s", table);
    return view;
}

json_t *at_path(json_t *value, const char *path) {
    char part[64];
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, ".");
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        value = json_is_array(value) ? json_array_get(value, strtoul(part, NULL, 10))
                                     : json_object_get(value, part);
        if (!value) fail_msg("there is no %s", path);
        at += length + (at[length] == '.');
    }
    return value;
}

json_t *can_do(json_t *view, const char *word, unsigned seat, const char *wager) {
    size_t i;
    json_t *entry;
    json_array_foreach(at_path(view, "can"), i, entry) {
        if (strcmp(WORD(entry, "do"), word) != 0) continue;
        json_t *at = json_object_get(entry, "seat"), *what = json_object_get(entry, "wager");
        if (seat && json_integer_value(at) != (json_int_t)seat) continue;
        if (wager && (!what || strcmp(json_string_value(what), wager) != 0)) continue;
        return entry;
    }
    return NULL;
}

json_t *named(json_t *list, const char *member, const char *word) {
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        if (strcmp(WORD(one, member), word) == 0) return one;
    }
    return NULL;
}

/* ---- A jackpot that is hit ------------------------------------------------------------------- */
void evening_linked(evening *e, const char *rulebook) {
    unsigned jackpot;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    evening_open(e);
    e->pace = 600;
    assert_int_equal(
        trey_house_jackpot_open(e->h.house, "big", rulebook, &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    static const char *const names[] = {"one", "two"};
    for (unsigned i = 0; i < 2; i++) {
        trey_table_terms terms = house_terms(names[i], rulebook, "big");
        terms.config.system_deck = false;
        evening_table(e, &terms);
    }
    evening_start(e);
}

void evening_royal(evening *e, client *dealer, client *player, const char *table,
                   void (*between)(void)) {
    DO(dealer, "open", "\"table\":\"%s\"", table);
    DO(player, "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000", table);
    DO(player, "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"progressive\"", table);
    DO(dealer, "close", "\"table\":\"%s\"", table);
    static const char *const cards[] = {"As", "Ks", "Qs", "8c", "5d", "2h"};
    for (unsigned i = 0; i < 6; i++)
        DO(dealer, "card", "\"table\":\"%s\",\"cards\":[\"%s\"]", table, cards[i]);
    if (between) between();
    DO(player, "view", "\"table\":\"%s\",\"seat\":1", table);
    DO(player, "play", "\"table\":\"%s\",\"seat\":1", table);
    DO(dealer, "reveal", "\"table\":\"%s\"", table);
    DO(dealer, "settle", "\"table\":\"%s\"", table);
    evening_pass(e, 1000);
}

/* ---- The shuffle ------------------------------------------------------------------------ */
static void hex_text(const uint8_t bytes[32], char out[65]) {
    for (unsigned i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

static trey_share share_of(const client *c, json_int_t round) {
    trey_share share = {{(uint8_t)c->person, (uint8_t)round, (uint8_t)(round >> 8), 77}};
    return share;
}

const char *pledge_members(client *c, const char *table, char out[EVENING_PART]) {
    json_t *fair = at_path(view_of(c, table), "fair");
    const char *digits = WORD(fair, "commitment");
    json_int_t round = NUMBER(fair, "round");
    const trey_share share = share_of(c, round);
    trey_hash commitment;
    char text[65];
    for (unsigned i = 0; i < sizeof commitment.byte; i++) {
        const char two[] = {digits[2 * i], digits[2 * i + 1], '\0'};
        commitment.byte[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    const trey_hash pledge = trey_pledge_of(&commitment, c->person, &share);
    hex_text(pledge.byte, text);
    snprintf(out, EVENING_PART, "\"table\":\"%s\",\"round\":%lld,\"pledge\":\"%s\"", table,
             (long long)round, text);
    return out;
}

const char *share_members(client *c, const char *table, char out[EVENING_PART]) {
    json_int_t round = NUMBER(view_of(c, table), "fair.round");
    const trey_share share = share_of(c, round);
    char text[65];
    hex_text(share.byte, text);
    snprintf(out, EVENING_PART, "\"table\":\"%s\",\"round\":%lld,\"share\":\"%s\"", table,
             (long long)round, text);
    return out;
}

json_t *say_pledge(client *c, const char *table) {
    char members[EVENING_PART];
    return say(c, "pledge", "%s", pledge_members(c, table, members));
}

json_t *say_share(client *c, const char *table) {
    char members[EVENING_PART];
    return say(c, "share", "%s", share_members(c, table, members));
}
