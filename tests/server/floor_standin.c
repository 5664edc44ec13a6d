/* floor_standin.c -- a floor without a game, for tests of the network in front of it.
 *
 * It answers every message, and does on request what a real floor does rarely:
 *
 *   {"id": ..., "do": "ping"}            an answer
 *   {"do": "flood", "kilobytes": 100}    frames of a kilobyte, so many
 *   {"do": "all", "kilobytes": 1}        the same to everybody
 *   {"do": "cut", "code": 4004}          this visit is cut
 *   {"do": "fail"}                       the next flush fails
 *   {"do": "fail_guest"}                 the flush of the next guest does
 *   {"do": "busy", "ms": 500}            the thread is away for so long
 *   {"do": "store"}                      one record, durable before it is answered
 *
 * Winding down takes as many milliseconds as TREY_STANDIN_WIND_DOWN says. */
#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trey/floor.h>

const trey_table_service trey_table_service_preset = {
    .automatic = true, .bets_ms = 15000, .alone_ms = 300000};

/* ---- Frames ---------------------------------------------------------------------------------- */
struct trey_frame {
    atomic_uint holders;
    size_t size;
    char text[];
};

static trey_frame *frame_make(const char *text, size_t size) {
    trey_frame *made = malloc(sizeof *made + size + 1);
    TREY_ASSERT(made != NULL);
    atomic_init(&made->holders, 1);
    made->size = size;
    memcpy(made->text, text, size);
    made->text[size] = '\0';
    return made;
}
const char *trey_frame_text(const trey_frame *frame) {
    return frame->text;
}
size_t trey_frame_size(const trey_frame *frame) {
    return frame->size;
}
trey_frame *trey_frame_hold(trey_frame *frame) {
    atomic_fetch_add(&frame->holders, 1);
    return frame;
}
void trey_frame_release(trey_frame *frame) {
    if (frame && atomic_fetch_sub(&frame->holders, 1) == 1) free(frame);
}

/* ---- The floor --------------------------------------------------------------------------------
 */
enum { VISITS = 1 << 16 };
typedef struct waiting {
    struct waiting *next;
    trey_visit visit;
    trey_frame *frame;
    uint32_t cut;
} waiting;

struct trey_floor {
    trey_house *house;
    trey_people *people;
    trey_floor_options options;
    waiting *first, **last;
    trey_visit visit[VISITS]; /* who is there, in no order */
    unsigned visits;
    trey_floor_figures figures;
    bool fails, guest_fails;
    int64_t wound_down_ms;
};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

trey_status trey_floor_open(trey_floor **out, trey_house *house, trey_people *people,
                            const trey_floor_options *options, trey_store_message *message) {
    trey_floor *floor = calloc(1, sizeof *floor);
    (void)message;
    TREY_ASSERT(floor != NULL);
    floor->house = house;
    floor->people = people;
    floor->options = *options;
    floor->last = &floor->first;
    *out = floor;
    return TREY_STATUS_OK;
}

void trey_floor_close(trey_floor *floor) {
    while (floor && floor->first) {
        waiting *next = floor->first->next;
        trey_frame_release(floor->first->frame);
        free(floor->first);
        floor->first = next;
    }
    free(floor);
}

trey_status trey_floor_serve(trey_floor *floor, unsigned table, const trey_table_service *service) {
    (void)floor, (void)table, (void)service;
    return TREY_STATUS_OK;
}

void trey_floor_expect(trey_floor *floor, trey_visit visit, const char *text, size_t size) {
    (void)floor, (void)visit, (void)text, (void)size;
}

void trey_floor_expect_told(trey_floor *floor, const char *text, size_t size) {
    (void)floor, (void)text, (void)size;
}

void trey_floor_stop(trey_floor *floor, trey_status status, const char *why) {
    (void)floor, (void)status, (void)why;
}

void trey_floor_expected(trey_floor *floor) {
    (void)floor;
}

bool trey_floor_serves(const trey_floor *floor, const char *table) {
    (void)floor, (void)table;
    return true;
}

static waiting *later(trey_floor *floor, trey_visit visit) {
    waiting *made = calloc(1, sizeof *made);
    TREY_ASSERT(made != NULL);
    made->visit = visit;
    *floor->last = made;
    floor->last = &made->next;
    return made;
}

static void say(trey_floor *floor, trey_visit visit, const char *text) {
    later(floor, visit)->frame = frame_make(text, strlen(text));
}

void trey_floor_enter(trey_floor *floor, trey_visit visit, trey_person person) {
    char text[256];
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    TREY_ASSERT(floor->visits < VISITS);
    floor->visit[floor->visits++] = visit;
    snprintf(text, sizeof text,
             "{\"is\":\"welcome\",\"version\":1,\"you\":{\"id\":%u,\"name\":\"%s\"}}", person,
             facts ? facts->name : "");
    say(floor, visit, text);
}

void trey_floor_leave(trey_floor *floor, trey_visit visit) {
    unsigned i = 0;
    while (i < floor->visits && floor->visit[i] != visit) i++;
    TREY_ASSERT(i < floor->visits);
    floor->visit[i] = floor->visit[--floor->visits];
}

static void flood(trey_floor *floor, trey_visit visit, json_int_t kilobytes, bool everybody) {
    char text[1025] = "{\"is\":\"notice\",\"text\":\"";
    memset(text + strlen(text), 'x', 1022 - strlen(text));
    memcpy(text + 1022, "\"}", 3);
    trey_frame *frame = frame_make(text, 1024);
    for (json_int_t i = 0; i < kilobytes; i++) {
        for (unsigned who = 0; everybody && who < floor->visits; who++)
            later(floor, floor->visit[who])->frame = trey_frame_hold(frame);
        if (!everybody) later(floor, visit)->frame = trey_frame_hold(frame);
    }
    trey_frame_release(frame);
}

static void store_one(trey_floor *floor) {
    trey_person person;
    trey_status status = trey_people_guest(floor->people, &person);
    TREY_ASSERT(status == TREY_STATUS_OK);
    floor->figures.commands++;
}

static void obey(trey_floor *floor, trey_visit visit, const json_t *said) {
    const char *what = json_string_value(json_object_get(said, "do"));
    json_int_t kilobytes = json_integer_value(json_object_get(said, "kilobytes"));
    if (!what) return;
    if (strcmp(what, "flood") == 0) flood(floor, visit, kilobytes, false);
    if (strcmp(what, "all") == 0) flood(floor, visit, kilobytes, true);
    if (strcmp(what, "fail") == 0) floor->fails = true;
    if (strcmp(what, "fail_guest") == 0) floor->guest_fails = true;
    if (strcmp(what, "store") == 0) store_one(floor);
    if (strcmp(what, "cut") == 0)
        later(floor, visit)->cut = (uint32_t)json_integer_value(json_object_get(said, "code"));
    if (strcmp(what, "busy") == 0) {
        struct timespec nap = {0, (long)json_integer_value(json_object_get(said, "ms")) * 1000000};
        nanosleep(&nap, NULL);
    }
}

void trey_floor_hear(trey_floor *floor, trey_visit visit, const char *text, size_t size) {
    json_t *said = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(said, "id"));
    char answer[256];
    floor->figures.messages++;
    if (!said) {
        floor->figures.malformed++;
        say(floor, visit,
            "{\"is\":\"answer\",\"id\":null,\"ok\":false,\"refused\":{\"reason\":\"malformed\","
            "\"text\":\"\"}}");
    } else {
        obey(floor, visit, said);
        snprintf(answer, sizeof answer, "{\"is\":\"answer\",\"id\":\"%.32s\",\"ok\":true}",
                 id ? id : "");
        say(floor, visit, answer);
    }
    json_decref(said);
}

uint32_t trey_floor_tick(trey_floor *floor) {
    (void)floor;
    return 1000;
}

trey_status trey_floor_flush(trey_floor *floor) {
    if (floor->fails) {
        for (unsigned i = 0; i < floor->visits; i++)
            floor->options.network.cut(floor->options.network.context, floor->visit[i],
                                       TREY_CUT_STOPPING);
        return TREY_STATUS_STORE_FAILED;
    }
    trey_status status = trey_house_flush(floor->house, NULL);
    if (status != TREY_STATUS_OK) return status;
    if (floor->first) floor->figures.flushes++;
    while (floor->first) {
        waiting *one = floor->first;
        floor->first = one->next;
        if (one->frame) {
            floor->figures.frames++;
            floor->figures.frame_bytes += one->frame->size;
            floor->options.network.send(floor->options.network.context, one->visit, one->frame);
        } else {
            floor->options.network.cut(floor->options.network.context, one->visit,
                                       (trey_cut)one->cut);
        }
        trey_frame_release(one->frame);
        free(one);
    }
    floor->last = &floor->first;
    return TREY_STATUS_OK;
}

const char *trey_floor_message(const trey_floor *floor) {
    (void)floor;
    return "the disk failed, as it was asked to";
}

bool trey_floor_wind_down(trey_floor *floor) {
    const char *text = getenv("TREY_STANDIN_WIND_DOWN");
    if (!floor->wound_down_ms)
        floor->wound_down_ms = now_ms() + (text ? strtol(text, NULL, 10) : 0);
    return now_ms() >= floor->wound_down_ms;
}

/* ---- Questions
 * ------------------------------------------------------------------------------------ */
trey_status trey_floor_stake(trey_floor *floor, trey_person guest) {
    (void)guest;
    floor->fails |= floor->guest_fails;
    return TREY_STATUS_OK;
}
static trey_status told(trey_frame **out, const char *text) {
    *out = frame_make(text, strlen(text));
    return TREY_STATUS_OK;
}
trey_status trey_floor_lobby(trey_floor *floor, trey_frame **out) {
    (void)floor;
    return told(out, "{\"is\":\"lobby\",\"people\":0,\"tables\":[],\"jackpots\":[]}");
}
trey_status trey_floor_you(trey_floor *floor, trey_person person, trey_frame **out) {
    char text[256];
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    snprintf(text, sizeof text, "{\"you\":{\"id\":%u,\"name\":\"%s\",\"guest\":%s}}", person,
             facts ? facts->name : "", facts && facts->guest ? "true" : "false");
    return told(out, text);
}
trey_status trey_floor_rules(trey_floor *floor, const char *table, trey_frame **out) {
    *out = NULL;
    if (trey_house_table_find(floor->house, table) == trey_house_tables(floor->house))
        return TREY_STATUS_NOT_FOUND;
    return told(out, "{\"table\":\"\"}");
}
trey_status trey_floor_desk(trey_floor *floor, const char *table, trey_frame **out) {
    return trey_floor_rules(floor, table, out);
}
struct trey_question {
    unsigned slices; /* that are still to be worked */
};
trey_status trey_floor_rounds_ask(trey_floor *floor, const char *table, trey_person person,
                                  uint64_t before, trey_question **out) {
    (void)person, (void)before;
    *out = NULL;
    if (trey_house_table_find(floor->house, table) == trey_house_tables(floor->house))
        return TREY_STATUS_NOT_FOUND;
    *out = calloc(1, sizeof **out);
    TREY_ASSERT(*out != NULL);
    (*out)->slices = 5;
    return TREY_STATUS_OK;
}
trey_status trey_floor_round_ask(trey_floor *floor, const char *table, trey_person person,
                                 uint64_t round, trey_question **out) {
    return trey_floor_rounds_ask(floor, table, person, round, out);
}
trey_status trey_floor_round_as_ask(trey_floor *floor, const char *table, trey_person person,
                                    trey_person as, uint64_t round, trey_question **out) {
    (void)as;
    return trey_floor_rounds_ask(floor, table, person, round, out);
}
trey_status trey_question_work(trey_question *question, trey_frame **out) {
    *out = NULL;
    return question->slices-- > 1 ? TREY_STATUS_OK : told(out, "{\"rounds\":[],\"more\":false}");
}
void trey_question_close(trey_question *question) {
    free(question);
}
struct trey_floor_odds {
    trey_cents ante;
};
trey_status trey_floor_odds_ask(trey_floor *floor, const char *table,
                                const trey_cents stake[TREY_STAKES], trey_floor_odds **out) {
    trey_frame *frame;
    *out = NULL;
    trey_status status = trey_floor_rules(floor, table, &frame);
    trey_frame_release(frame);
    if (status != TREY_STATUS_OK) return status;
    *out = calloc(1, sizeof **out);
    TREY_ASSERT(*out != NULL);
    (*out)->ante = stake[0];
    return TREY_STATUS_OK;
}
trey_status trey_floor_odds_answer(trey_floor_odds *asked, trey_frame **out) {
    char text[64];
    snprintf(text, sizeof text, "{\"ante\":%lld}", (long long)asked->ante);
    free(asked);
    return told(out, text);
}
trey_floor_figures trey_floor_tell(const trey_floor *floor) {
    trey_floor_figures figures = floor->figures;
    figures.visits = floor->visits;
    return figures;
}

/* It has no other nodes. */
void trey_floor_see(trey_floor *floor, const trey_nodes_view *view) {
    (void)floor, (void)view;
}

void trey_floor_told(trey_floor *floor, const char *from, const char *text, size_t size) {
    (void)floor, (void)from, (void)text, (void)size;
}

void trey_floor_catch_up(trey_floor *floor) {
    (void)floor;
}

bool trey_floor_away(const trey_floor *floor) {
    (void)floor;
    return false;
}

bool trey_floor_hand_over(trey_floor *floor) {
    (void)floor;
    return true;
}

void trey_floor_checkpoint(trey_floor *floor, const char *note, const char *key) {
    (void)floor;
    (void)note;
    (void)key;
}
