/* floor_forward.c -- messages of a shared house, kept until they are answered.
 *
 * A message is decided where its table is led. Its answer may be lost on the way, the leader
 * may die, or a flush may fail; the sender's id makes it harmless to give the same message
 * again, so it is given again until there is an answer. Only after eight seconds, long after
 * another node should have taken the table over, its sender is told to try himself. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_nodes.h"

/* ---- Lists ------------------------------------------------------------------------------- */
static floor_heard *heard_make(trey_floor *floor, trey_visit visit, trey_person person,
                               const char *text, size_t size) {
    floor_heard *made = floor->nodes->kept < NODES_KEPT_MOST ? malloc(sizeof *made + size) : NULL;
    if (!made) return NULL;
    *made =
        (floor_heard){.visit = visit, .person = person, .since_ms = floor_now(floor), .size = size};
    memcpy(made->text, text, size);
    floor->nodes->kept++;
    return made;
}

static void heard_free(floor_nodes *nodes, floor_heard *heard) {
    trey_frame_release(heard->answer);
    free(heard);
    nodes->kept--;
}

static void append(floor_heard ***end, floor_heard *heard) {
    heard->next = NULL;
    **end = heard;
    *end = &heard->next;
}

static void remove_from_batch(floor_nodes *nodes, const floor_heard *heard) {
    floor_heard **at = &nodes->batch;
    while (*at && *at != heard) at = &(*at)->next;
    if (!*at) return;
    *at = heard->next;
    if (!*at) nodes->batch_end = at;
}

void forward_close(floor_nodes *nodes) {
    floor_heard *lists[] = {nodes->batch, nodes->again, nodes->out};
    for (unsigned i = 0; i < 3; i++) {
        while (lists[i]) {
            floor_heard *next = lists[i]->next;
            heard_free(nodes, lists[i]);
            lists[i] = next;
        }
    }
}

/* ---- Hearing -------------------------------------------------------------------------------- */
/* What is decided elsewhere leaves the batch on the way. */
static void hear_kept(trey_floor *floor, floor_heard *heard) {
    floor_visit *visit = heard->visit ? map_find(&floor->visit_of, heard->visit) : NULL;
    if (heard->visit && (!visit || visit->cut)) { /* he has gone */
        heard_free(floor->nodes, heard);
        return;
    }
    append(&floor->nodes->batch_end, heard);
    nodes_meet_people(floor);
    if (floor->failed != TREY_STATUS_OK) return; /* and it is heard again */
    hear_text(floor, visit, heard->person, heard, heard->text, heard->size);
}

void nodes_hear(trey_floor *floor, floor_visit *visit, const char *text, size_t size) {
    floor_heard *heard = heard_make(floor, visit->number, visit->person->person, text, size);
    if (!heard) {
        hear_refuse_text(floor, visit, text, size, "not_now",
                         "the house has too much to do; send it again in a moment");
    } else if (floor->nodes->away || floor->failed != TREY_STATUS_OK) {
        append(&floor->nodes->again_end, heard);
    } else {
        hear_kept(floor, heard);
    }
}

/* What somebody wanted long ago he may not want any more. */
static void unanswered(trey_floor *floor, floor_heard *heard) {
    floor_visit *visit = map_find(&floor->visit_of, heard->visit);
    floor->figures.unanswered++;
    if (visit)
        hear_refuse_text(floor, visit, heard->text, heard->size, "not_now",
                         "nobody could decide on it in time; send it again");
    append(&floor->nodes->batch_end, heard);
}

void nodes_hear_again(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    if (!nodes || nodes->away) return;
    floor_heard *heard = nodes->again, *next;
    int64_t now = floor_now(floor);
    nodes->again = NULL;
    nodes->again_end = &nodes->again;
    for (; heard; heard = next) {
        next = heard->next;
        if (floor->failed != TREY_STATUS_OK)
            append(&nodes->again_end, heard);
        else if (now - heard->since_ms > NODES_ANSWER_MS)
            unanswered(floor, heard);
        else
            hear_kept(floor, heard);
    }
}

void nodes_answer(trey_floor *floor, floor_heard *kept, trey_frame *answer) {
    (void)floor;
    trey_frame_release(kept->answer);
    kept->answer = answer;
}

/* ---- Sending --------------------------------------------------------------------------------- */
static void send_forward(trey_floor *floor, floor_heard *heard, int64_t now) {
    const floor_table *table = floor->table[heard->table];
    char letter[FLOOR_TEXT_MAX + 80];
    heard->sent_ms = 0;
    if (!table->leader[0] || !nodes_alive(floor, table->leader)) return;
    int head = snprintf(letter, sizeof letter, "forward %" PRIu64 " %" PRIu64 " %u\n",
                        heard->ticket, heard->visit, (unsigned)heard->person);
    memcpy(letter + head, heard->text, heard->size);
    heard->sent_ms = now;
    nodes_post(floor, table->leader, letter, (size_t)head + heard->size);
}

static void post_ticket(trey_floor *floor, const char *to, const char *word, uint64_t ticket) {
    char letter[80];
    int size = snprintf(letter, sizeof letter, "%s %" PRIu64, word, ticket);
    nodes_post(floor, to, letter, (size_t)size);
}

void nodes_forward(trey_floor *floor, floor_heard *kept, floor_table *table) {
    floor_nodes *nodes = floor->nodes;
    remove_from_batch(nodes, kept);
    if (kept->node[0]) { /* of another node, which has not heard who leads the table now */
        post_ticket(floor, kept->node, "moved", kept->its_ticket);
        heard_free(nodes, kept);
        return;
    }
    kept->forwarded = true;
    kept->table = table->index;
    kept->ticket = ++nodes->tickets;
    kept->next = nodes->out;
    nodes->out = kept;
    floor->figures.forwarded++;
    send_forward(floor, kept, floor_now(floor));
}

/* ---- Waiting ----------------------------------------------------------------------------------
 */
int64_t forward_tick(trey_floor *floor, int64_t now) {
    floor_nodes *nodes = floor->nodes;
    floor_heard **at = &nodes->out, *again = NULL;
    while (*at) {
        floor_heard *heard = *at;
        bool here = trey_house_leads(floor->house, heard->table);
        bool over = now - heard->since_ms > NODES_ANSWER_MS;
        if (here || over) {
            *at = heard->next;
            heard->next = again;
            again = heard;
            continue;
        }
        if (now - heard->sent_ms > NODES_AGAIN_MS) {
            floor->figures.forwarded_again += heard->sent_ms != 0;
            send_forward(floor, heard, now);
        }
        at = &heard->next;
    }
    while (again) {
        floor_heard *heard = again;
        again = heard->next;
        if (trey_house_leads(floor->house, heard->table)) {
            heard->forwarded = false;
            hear_kept(floor, heard); /* the table has come to us */
        } else {
            unanswered(floor, heard);
        }
    }
    return nodes->out ? now + NODES_LOOK_MS : FLOOR_NEVER;
}

/* ---- What was heard is durable, or not --------------------------------------------------------
 */
static void post_reply(trey_floor *floor, const floor_heard *heard) {
    char letter[TREY_LETTER_MAX];
    int head = snprintf(letter, sizeof letter, "reply %" PRIu64 "\n", heard->its_ticket);
    size_t size = trey_frame_size(heard->answer);
    if (size > sizeof letter - (size_t)head) return; /* asked again, and then given up */
    memcpy(letter + head, trey_frame_text(heard->answer), size);
    nodes_post(floor, heard->node, letter, (size_t)head + size);
}

void forward_flushed(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    while (nodes->batch) {
        floor_heard *heard = nodes->batch;
        nodes->batch = heard->next;
        if (heard->answer) post_reply(floor, heard);
        heard_free(nodes, heard);
    }
    nodes->batch_end = &nodes->batch;
}

void forward_unflushed(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    if (!nodes->batch) return;
    for (floor_heard *heard = nodes->batch; heard; heard = heard->next) {
        trey_frame_release(heard->answer);
        heard->answer = NULL;
    }
    /* Before those that have come since. */
    *nodes->batch_end = nodes->again;
    if (!nodes->again) nodes->again_end = nodes->batch_end;
    nodes->again = nodes->batch;
    nodes->batch = NULL;
    nodes->batch_end = &nodes->batch;
}

/* ---- Letters --------------------------------------------------------------------------------- */
void forward_take(trey_floor *floor, const char *from, const char *text, size_t size) {
    uint64_t ticket, visit, person;
    const char *at = text + strlen("forward");
    if (!letter_number(&at, UINT64_MAX, &ticket) || !letter_number(&at, UINT64_MAX, &visit) ||
        !letter_number(&at, UINT32_MAX, &person) || *at++ != '\n')
        return;
    floor_heard *heard = heard_make(floor, 0, (trey_person)person, at, size - (size_t)(at - text));
    if (!heard) return;
    snprintf(heard->node, sizeof heard->node, "%s", from);
    heard->its_ticket = ticket;
    heard->its_visit = visit;
    floor->figures.for_others++;
    if (floor->nodes->away || floor->failed != TREY_STATUS_OK)
        append(&floor->nodes->again_end, heard);
    else
        hear_kept(floor, heard);
}

static floor_heard **find_out(floor_nodes *nodes, uint64_t ticket) {
    floor_heard **at = &nodes->out;
    while (*at && (*at)->ticket != ticket) at = &(*at)->next;
    return at;
}

void forward_reply(trey_floor *floor, const char *text, size_t size) {
    uint64_t ticket;
    const char *said = text + strlen("reply");
    if (!letter_number(&said, UINT64_MAX, &ticket) || *said++ != '\n') return;
    floor_heard **at = find_out(floor->nodes, ticket), *heard = *at;
    if (!heard) return; /* answered before */
    *at = heard->next;
    floor_visit *visit = map_find(&floor->visit_of, heard->visit);
    trey_bytes answer = {0};
    trey_bytes_add(&answer, said, size - (size_t)(said - text));
    trey_frame *frame = text_frame(&answer);
    if (visit)
        visit_send(floor, visit, frame);
    else
        trey_frame_release(frame);
    append(&floor->nodes->batch_end, heard); /* where it is not sent after all, it is given again */
}

/* Where it was sent the table is not led any more: once more, when it is known where. */
void forward_moved(trey_floor *floor, const char *text) {
    uint64_t ticket;
    const char *at = text + strlen("moved");
    if (!letter_number(&at, UINT64_MAX, &ticket)) return;
    floor_heard *heard = *find_out(floor->nodes, ticket);
    if (heard) heard->sent_ms = floor_now(floor) - NODES_AGAIN_MS + NODES_LOOK_MS;
}
