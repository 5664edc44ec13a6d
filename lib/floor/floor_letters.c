/* floor_letters.c -- what nodes tell each other of their tables and their guests.
 *
 * Whoever leads a table tells what stands in no record: the clock, the offer of the bank, who
 * has said that he is ready, where its calls are made. Every node tells who watches at it, because
 * a dealer waits for people who have gone and opens no round for nobody. Letters are a few words a
 * line; each is sent when it has changed, and all of them every five seconds, since one may be
 * lost.
 *
 *   status            a line for each table: STREAM ROUND CLOCK LEFT OF OFFERED VISIT PERSON
 *                     SINCE NODE READY..., of which four are the console that has its calls
 *   present PEOPLE N  part N of it; a line for each table: STREAM WATCHERS PERSON...
 *   lacks STREAM...   tables that this node's settings do not have
 *   left VISIT        a console has gone
 *   forward, reply, moved, leaving */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_nodes.h"

enum { CLOCK_SLACK_MS = 300, LINE_MAX = 160 + 11 * FLOOR_READY };

void nodes_post(trey_floor *floor, const char *to, const char *text, size_t size) {
    if (size <= TREY_LETTER_MAX)
        floor->options.nodes.post(floor->options.nodes.context, to, text, size);
}

bool letter_number(const char **at, uint64_t most, uint64_t *out) {
    const char *digit = *at + strspn(*at, " ");
    if (*digit < '0' || *digit > '9') return false;
    for (*out = 0; *digit >= '0' && *digit <= '9'; digit++) {
        if (*out > (most - (uint64_t)(*digit - '0')) / 10) return false;
        *out = *out * 10 + (uint64_t)(*digit - '0');
    }
    *at = digit;
    return true;
}

void letters_leaving(trey_floor *floor) {
    nodes_post(floor, NULL, "leaving", strlen("leaving"));
}

void letters_left(trey_floor *floor, const char *leader, trey_visit visit) {
    char text[32];
    if (!floor->nodes || !leader[0] || floor->closing) return;
    int size = snprintf(text, sizeof text, "left %" PRIu64, visit);
    nodes_post(floor, leader, text, (size_t)size);
}

/* ---- Status ------------------------------------------------------------------------------ */
/* Lines are gathered to as few letters as they fit into. */
typedef struct letter_lines {
    trey_floor *floor;
    char text[TREY_LETTER_MAX];
    size_t used, head;
} letter_lines;

static void lines_begin(letter_lines *lines, const char *head) {
    lines->head = lines->used = (size_t)snprintf(lines->text, sizeof lines->text, "%s\n", head);
}

static void lines_send(letter_lines *lines) {
    if (lines->used > lines->head) nodes_post(lines->floor, NULL, lines->text, lines->used);
    lines->used = lines->head;
}

static void lines_add(letter_lines *lines, const char *line) {
    size_t size = strlen(line);
    if (lines->used + size > sizeof lines->text) lines_send(lines);
    memcpy(lines->text + lines->used, line, size);
    lines->used += size;
}

/* `left` apart, so that a clock that only runs has not changed. */
static void status_line(trey_floor *floor, const floor_table *table, int64_t left,
                        char out[LINE_MAX]) {
    const trey_table *state = table_state(floor, table);
    const floor_desk *desk = &table->desk;
    int used = snprintf(
        out, LINE_MAX, "%u %u %u %" PRId64 " %" PRId64 " %u %" PRIu64 " %u %" PRId64 " %s",
        trey_house_table_stream(floor->house, table->index), ready_moment(state), table->clock,
        left, table->clock_of, table->offered, desk->visit, (unsigned)desk->person, desk->since,
        desk->node[0] ? desk->node : floor->options.nodes.node);
    for (unsigned i = 0; table->ready_for == ready_moment(state) && i < table->readies; i++)
        used += snprintf(out + used, (size_t)(LINE_MAX - used), " %u", table->ready[i]);
    snprintf(out + used, (size_t)(LINE_MAX - used), "\n");
}

static void send_statuses(trey_floor *floor, int64_t now, bool all) {
    letter_lines lines = {.floor = floor};
    lines_begin(&lines, "status");
    for (unsigned i = 0; i < floor->tables; i++) {
        floor_table *table = floor->table[i];
        char line[LINE_MAX], key[LINE_MAX];
        if (!trey_house_leads(floor->house, i)) continue;
        status_line(floor, table, table->clock_ends, key);
        if (!all && table->status && strcmp(table->status, key) == 0) continue;
        int64_t left = table->clock == FLOOR_CLOCK_NONE ? 0 : table->clock_ends - now;
        if (left < 0) left = 0;
        status_line(floor, table, left, line);
        lines_add(&lines, line);
        free(table->status);
        table->status = strdup(key);
    }
    lines_send(&lines);
}

static floor_table *table_of_stream(trey_floor *floor, trey_stream stream) {
    for (unsigned i = 0; i < floor->tables; i++) {
        if (trey_house_table_stream(floor->house, i) == stream) return floor->table[i];
    }
    return NULL;
}

static void take_ready(floor_table *table, const char *at, uint32_t moment) {
    uint64_t player;
    table->readies = 0;
    table->ready_for = moment;
    while (table->readies < FLOOR_READY && letter_number(&at, UINT32_MAX, &player))
        table->ready[table->readies++] = (trey_player)player;
}

static bool read_desk(const trey_floor *floor, const char **line, floor_desk *out) {
    uint64_t visit, person, since;
    if (!letter_number(line, UINT64_MAX, &visit) || !letter_number(line, UINT32_MAX, &person) ||
        !letter_number(line, INT64_MAX, &since))
        return false;
    const char *node = *line + strspn(*line, " ");
    size_t length = strcspn(node, " \n");
    *out = (floor_desk){
        .visit = visit, .person = (trey_person)person, .since = (int64_t)since, .node = ""};
    if (length == 0 || length >= sizeof out->node) return false;
    memcpy(out->node, node, length);
    *line = node + length;
    bool here = strcmp(out->node, floor->options.nodes.node) == 0;
    if (!visit || here) memset(out->node, 0, sizeof out->node);
    return true;
}

static void take_status(trey_floor *floor, const char *line) {
    enum { HOUR_MS = 3600000 };
    uint64_t stream, moment, clock, left, of, offered;
    floor_desk desk;
    if (!letter_number(&line, UINT32_MAX, &stream) || !letter_number(&line, UINT32_MAX, &moment) ||
        !letter_number(&line, FLOOR_CLOCK_NEXT, &clock) || !letter_number(&line, HOUR_MS, &left) ||
        !letter_number(&line, HOUR_MS, &of) || !letter_number(&line, TREY_SEATS, &offered) ||
        !read_desk(floor, &line, &desk))
        return;
    floor_table *table = table_of_stream(floor, (trey_stream)stream);
    if (!table || trey_house_leads(floor->house, table->index)) return;
    int64_t ends = floor_now(floor) + (int64_t)left, apart = ends - table->clock_ends;
    bool same = table->clock == clock && table->clock_of == (int64_t)of && apart < CLOCK_SLACK_MS &&
                apart > -CLOCK_SLACK_MS;
    if (!same) {
        table->clock = (uint8_t)clock;
        table->clock_ends = ends;
        table->clock_of = (int64_t)of;
    }
    table->clock_key = UINT64_MAX; /* whoever leads it next begins anew */
    table->offered = (uint8_t)offered;
    take_ready(table, line, (uint32_t)moment);
    desk_follow(floor, table, &desk);
    table->dirty = true;
}

/* ---- Presence ------------------------------------------------------------------------------ */
static bool watches_here(const floor_table *table, trey_person person) {
    for (size_t i = 0; i < table->watches; i++) {
        const floor_visit *visit = table->watch[i]->visit;
        if (visit->person->person == person && !visit->cut) return true;
    }
    return false;
}

static void presence_text(trey_floor *floor, trey_bytes *text) {
    for (unsigned i = 0; i < floor->tables; i++) {
        const floor_table *table = floor->table[i];
        const trey_table *state = table_state(floor, table);
        if (table->watches == 0) continue;
        text_format(text, "%u %zu", trey_house_table_stream(floor->house, i), table->watches);
        for (unsigned seat = 0; seat < state->config.positions; seat++) {
            trey_player player = state->box[seat].seated;
            if (player != TREY_NOBODY && watches_here(table, player))
                text_format(text, " %u", (unsigned)player);
        }
        text_say(text, "\n");
    }
    if (!text->bytes) text_say(text, "");
}

static void send_presence(trey_floor *floor, bool all) {
    floor_nodes *nodes = floor->nodes;
    trey_bytes text = {0};
    letter_lines lines = {.floor = floor};
    char head[64];
    unsigned part = 0;
    text_format(&text, "%zu\n", floor->person_of.used);
    presence_text(floor, &text);
    if (text.failed || (!all && nodes->presence && strcmp(nodes->presence, text.bytes) == 0)) {
        free(text.bytes);
        return;
    }
    free(nodes->presence);
    nodes->presence = text.bytes;
    const char *at = strchr(text.bytes, '\n') + 1;
    do { /* the first part goes out also where nobody is there */
        snprintf(head, sizeof head, "present %zu %u", floor->person_of.used, part++);
        lines_begin(&lines, head);
        while (*at) {
            size_t size = strcspn(at, "\n") + 1;
            if (lines.used + size > sizeof lines.text) break;
            memcpy(lines.text + lines.used, at, size);
            lines.used += size;
            at += size;
        }
        nodes_post(floor, NULL, lines.text, lines.used);
    } while (*at);
}

static void forget_presence(trey_floor *floor, const char *node) {
    for (unsigned i = 0; i < floor->tables; i++) {
        floor_table *table = floor->table[i];
        for (unsigned n = 0; n < table->presents; n++) {
            if (strcmp(table->present[n].node, node) == 0)
                table->present[n--] = table->present[--table->presents];
        }
    }
}

static void take_present(trey_floor *floor, const char *from, const char *line) {
    uint64_t stream, watchers, person;
    if (!letter_number(&line, UINT32_MAX, &stream) || !letter_number(&line, UINT32_MAX, &watchers))
        return;
    floor_table *table = table_of_stream(floor, (trey_stream)stream);
    if (!table || table->presents == TREY_NODES_MAX) return;
    floor_presence *present = &table->present[table->presents++];
    *present = (floor_presence){.watchers = (unsigned)watchers};
    snprintf(present->node, sizeof present->node, "%s", from);
    while (present->people < TREY_SEATS && letter_number(&line, UINT32_MAX, &person))
        present->person[present->people++] = (trey_person)person;
}

static void take_presence(trey_floor *floor, const char *from, const char *text) {
    uint64_t people, part;
    const char *at = text + strlen("present");
    floor_peer *peer = nodes_peer(floor, from);
    if (!peer || !letter_number(&at, UINT32_MAX, &people) || !letter_number(&at, UINT32_MAX, &part))
        return;
    floor->lobby_changed |= peer->people != people;
    peer->people = people;
    if (part == 0) forget_presence(floor, from);
    for (unsigned i = 0; i < floor->tables; i++) floor->table[i]->look = true;
}

/* ---- Settings -------------------------------------------------------------------------------- */
/* As many as one letter holds. */
static void send_lacks(trey_floor *floor, bool all) {
    enum { NUMBER_MAX = 12 };
    floor_nodes *nodes = floor->nodes;
    char text[TREY_LETTER_MAX] = "lacks";
    size_t used = strlen(text);
    for (unsigned i = 0; i < floor->tables && used + NUMBER_MAX < sizeof text; i++) {
        if (!floor->table[i]->served)
            used += (size_t)snprintf(text + used, sizeof text - used, " %u",
                                     trey_house_table_stream(floor->house, i));
    }
    if (!all && nodes->lacking && strcmp(nodes->lacking, text) == 0) return;
    free(nodes->lacking);
    nodes->lacking = strdup(text);
    nodes_post(floor, NULL, text, used);
}

static void take_lacks(trey_floor *floor, const char *from, const char *text) {
    const char *at = text + strlen("lacks");
    floor_peer *peer = nodes_peer(floor, from);
    uint64_t stream;
    if (!peer) return;
    peer->lacks = 0;
    size_t room = strlen(at) / 2; /* each is a space and a digit at least */
    trey_stream *lack = realloc(peer->lack, (room + 1) * sizeof *lack);
    if (!lack) return;
    peer->lack = lack;
    while (peer->lacks < room && letter_number(&at, UINT32_MAX, &stream))
        lack[peer->lacks++] = (trey_stream)stream;
}

/* ---- All of them ------------------------------------------------------------------------------
 */
void letters_send(trey_floor *floor, int64_t now) {
    floor_nodes *nodes = floor->nodes;
    if (nodes->peers == 0) return;
    bool all = now - nodes->refreshed_ms > NODES_REFRESH_MS;
    send_statuses(floor, now, all);
    if (!all && now - nodes->looked_ms < NODES_LOOK_MS) return;
    nodes->looked_ms = now;
    send_lacks(floor, all);
    send_presence(floor, all);
    if (all) nodes->refreshed_ms = now;
}

static bool begins(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 &&
           (text[length] == '\0' || text[length] == ' ' || text[length] == '\n');
}

void trey_floor_told(trey_floor *floor, const char *from, const char *text, size_t size) {
    if (!floor->nodes || text[size] != '\0') return;
    if (begins(text, "forward")) {
        forward_take(floor, from, text, size);
    } else if (begins(text, "reply")) {
        forward_reply(floor, text, size);
    } else if (begins(text, "moved")) {
        forward_moved(floor, text);
    } else if (begins(text, "lacks")) {
        take_lacks(floor, from, text);
    } else if (begins(text, "left")) {
        const char *at = text + strlen("left");
        uint64_t visit;
        if (letter_number(&at, UINT64_MAX, &visit) && visit > 0) desk_left(floor, from, visit);
    } else if (begins(text, "leaving")) {
        floor_peer *peer = nodes_peer(floor, from);
        if (peer) peer->leaving = true;
    } else if (begins(text, "status") || begins(text, "present")) {
        bool status = begins(text, "status");
        if (!status) take_presence(floor, from, text);
        for (const char *at = strchr(text, '\n'); at && at[1]; at = strchr(at + 1, '\n')) {
            char line[LINE_MAX];
            snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
            if (status)
                take_status(floor, line);
            else
                take_present(floor, from, line);
        }
    }
}
