/* link_apply.c -- the state of a linked jackpot is the fold of its events; and their
 * money. */
#include <string.h>

#include "trey/link.h"

#define APPLY(word) static void apply_##word(trey_link *link, const trey_link_event *event)

static bool order_open(const trey_link *link) {
    for (unsigned i = 0; i < link->hits; i++) {
        if (!link->hit[i].frozen) return true;
    }
    return false;
}

APPLY(contributed) {
    link->value += event->amount;
    link->contributed += event->amount;
    link->reserve += event->reserve;
    link->overflow += event->overflow;
    if (order_open(link)) link->since += event->amount;
}

APPLY(entered) {
    if (!order_open(link)) {
        link->base = link->value;
        link->since = link->seeded_since = link->reserve_since = link->released_since = 0;
    }
    trey_link_hit *hit = &link->hit[link->hits++];
    memset(hit, 0, sizeof *hit);
    hit->hit = event->hit;
    hit->number = event->number;
    hit->round = event->round;
    hit->player = event->player;
    hit->contributed = link->since;
    hit->most = event->amount;
    link->entered = event->number;
}

static trey_cents sum_of(const trey_link *link, const trey_cents *value) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < link->hits; i++) sum += value ? value[i] : link->hit[i].value;
    return sum;
}

APPLY(valued) {
    trey_cents more = sum_of(link, event->values.hit) - link->pending;
    for (unsigned i = 0; i < link->hits; i++) link->hit[i].value = event->values.hit[i];
    link->pending += more;
    link->awarded += more;
    link->seeded += event->values.seeded - link->seeded_since;
    link->released += event->values.released - link->released_since;
    link->overflow += event->values.released - link->released_since;
    link->reserve -= event->reserve;
    link->reserve_since += event->reserve;
    link->seeded_since = event->values.seeded;
    link->released_since = event->values.released;
    link->value = event->values.display;
}

static unsigned place_of(const trey_link *link, uint64_t number) {
    unsigned i = 0;
    while (i < link->hits && link->hit[i].number != number) i++;
    return i;
}

static void remove_hit(trey_link *link, unsigned i) {
    memmove(&link->hit[i], &link->hit[i + 1], (link->hits - i - 1u) * sizeof link->hit[0]);
    link->hits--;
    memset(&link->hit[link->hits], 0, sizeof link->hit[0]);
}

/* One of them is paid: the others' places are settled with it. */
APPLY(confirmed) {
    unsigned i = place_of(link, event->number);
    if (i == link->hits) return;
    bool open = !link->hit[i].frozen;
    link->pending -= event->amount;
    remove_hit(link, i);
    for (unsigned n = 0; open && n < link->hits; n++) link->hit[n].frozen = 1;
}

/* A frozen one's value goes back to the display; of open ones VALUED follows. */
APPLY(rejected) {
    unsigned i = place_of(link, event->number);
    if (i == link->hits) return;
    link->value += event->amount;
    if (link->hit[i].frozen) {
        link->pending -= event->amount;
        link->awarded -= event->amount;
        if (order_open(link)) link->since += event->amount;
    }
    remove_hit(link, i);
}

APPLY(placed) {
    unsigned i = place_of(link, event->number);
    if (i < link->hits) link->hit[i].hit.house_place = event->place;
}

APPLY(drawn) {
    link->value -= event->amount;
    link->awarded += event->amount;
    if (order_open(link)) link->since -= event->amount;
}

APPLY(changed) {
    link->parameters = event->parameters;
}

APPLY(live) {
    link->live += (uint32_t)event->bets;
}

APPLY(down) {
    (void)event;
    link->down = 1;
}

APPLY(up) {
    (void)event;
    link->down = 0;
}

APPLY(claimed) { /* entered with the next one */
    (void)link, (void)event;
}

APPLY(struck) {
    (void)link, (void)event;
}

void trey_link_apply(trey_link *link, const trey_link_event *event) {
    static void (*const apply[TREY_LINK_EVENT_KINDS])(trey_link *, const trey_link_event *) = {
#define EVENT_ROW(constant, word, members) apply_##word,
        TREY_LINK_EVENTS(EVENT_ROW)
#undef EVENT_ROW
    };
    if (event->kind < TREY_LINK_EVENT_KINDS) apply[event->kind](link, event);
}

/* ---- Money ---------------------------------------------------------------------------- */
typedef struct posting_list {
    trey_link_posting *item;
    uint32_t player;
    size_t count;
} posting_list;

static void post(posting_list *list, trey_link_account from, trey_link_account to,
                 trey_cents cents) {
    if (cents == 0) return;
    bool back = cents < 0;
    list->item[list->count++] = (trey_link_posting){.from = (uint8_t)(back ? to : from),
                                                    .to = (uint8_t)(back ? from : to),
                                                    .player = list->player,
                                                    .cents = back ? -cents : cents};
}

/* Seeds come before what they make possible, so that no account owes in between. */
static void post_values(const trey_link *before, const trey_link_event *event, posting_list *list) {
    post(list, TREY_LINK_RESERVE, TREY_LINK_METER, event->reserve);
    post(list, TREY_LINK_HOUSE, TREY_LINK_METER,
         event->values.seeded - before->seeded_since - event->reserve);
    post(list, TREY_LINK_METER, TREY_LINK_PENDING,
         sum_of(before, event->values.hit) - before->pending);
    post(list, TREY_LINK_METER, TREY_LINK_OVERFLOW,
         event->values.released - before->released_since);
}

size_t trey_link_postings(const trey_link *before, const trey_link_event *event,
                          trey_link_posting posting[TREY_LINK_POSTINGS]) {
    posting_list list = {posting, event->player, 0};
    switch ((trey_link_event_kind)event->kind) {
    case TREY_LINK_EVENT_CONTRIBUTED:
        post(&list, TREY_LINK_HOUSE, TREY_LINK_METER, event->amount);
        post(&list, TREY_LINK_HOUSE, TREY_LINK_RESERVE, event->reserve);
        post(&list, TREY_LINK_HOUSE, TREY_LINK_OVERFLOW, event->overflow);
        break;
    case TREY_LINK_EVENT_VALUED:
        post_values(before, event, &list);
        break;
    case TREY_LINK_EVENT_DRAWN:
        post(&list, TREY_LINK_METER, TREY_LINK_PLAYER, event->amount);
        break;
    case TREY_LINK_EVENT_CONFIRMED:
        post(&list, TREY_LINK_PENDING, TREY_LINK_PLAYER, event->amount);
        break;
    case TREY_LINK_EVENT_REJECTED:
        post(&list, TREY_LINK_PENDING, TREY_LINK_METER, event->amount);
        break;
    default:
        break;
    }
    return list.count;
}
