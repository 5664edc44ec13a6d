/* postings.c -- the money of an event, as transfers between accounts.
 *
 * Nothing here decides anything: the amounts stand in the event. What lies on
 * the layout belongs to nobody until the round is settled. */
#include "decide.h"

typedef struct posting_list {
    trey_posting *item;
    const trey_event *event;
    uint8_t wager;
    size_t count;
} posting_list;

static void post(posting_list *list, trey_account from, trey_account to, trey_player player,
                 trey_cents cents) {
    if (cents == 0) return;
    TREY_ASSERT(list->count < TREY_POSTINGS);
    if (cents < 0) { /* the other way round */
        trey_account swap = from;
        from = to;
        to = swap;
        cents = -cents;
    }
    list->item[list->count++] = (trey_posting){.from = (uint8_t)from,
                                               .to = (uint8_t)to,
                                               .seat = list->event->seat,
                                               .wager = list->wager,
                                               .player = player,
                                               .cents = cents};
}

static void post_line(const trey_rules *rules, posting_list *list) {
    const trey_event *line = list->event;
    trey_cents staked = line->amount, back = line->line.back;
    if (rules->banked) {
        trey_cents collected = line->line.bank < 0 ? -line->line.bank : 0;
        post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_BANK, line->player, collected);
        post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, line->player, staked - collected);
        if (line->line.bank > 0)
            post(list, TREY_ACCOUNT_BANK, TREY_ACCOUNT_PLAYER, line->player, line->line.bank);
        return;
    }
    /* A jackpot stake is consumed even when it wins. */
    bool consumed = line->wager == TREY_WAGER_PROGRESSIVE && line->line.result == TREY_LINE_PAID;
    trey_cents returned = consumed ? 0 : back < staked ? back : staked;
    post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, line->player, returned);
    post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_HOUSE, line->player, staked - returned);
    post(list, TREY_ACCOUNT_METER, TREY_ACCOUNT_PLAYER, line->player, line->line.meter);
    post(list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_PLAYER, line->player,
         back - returned - line->line.meter);
}

/* Those behind follow the seat where the book says so. */
static void post_followers(const trey_rules *rules, posting_list *list, const trey_box *box) {
    if (rule(rules, TREY_KEY_SHARED) != TREY_SHARED_BACKLINE ||
        rule(rules, TREY_KEY_BACKLINE) != TREY_BACKLINE_FOLLOWS)
        return;
    for (unsigned i = 1; i < box->bettors; i++) {
        post(list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_LAYOUT, box->bettor[i].player,
             box->bettor[i].stake[TREY_WAGER_ANTE]);
    }
}

/* Funded shares of Play go back. */
static void post_fold(const trey_rules *rules, posting_list *list, const trey_box *box) {
    if (rule(rules, TREY_KEY_SHARED) != TREY_SHARED_POOLED) return;
    list->wager = TREY_WAGER_PLAY;
    for (unsigned i = 0; i < box->bettors; i++) {
        post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, box->bettor[i].player,
             box->bettor[i].stake[TREY_WAGER_PLAY]);
    }
}

static void post_own(const trey_rules *rules, const trey_table *before, posting_list *list) {
    const trey_event *event = list->event;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_PLAYED:
        post(list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_LAYOUT, event->player, event->amount);
        post_followers(rules, list, box_at(before, event->seat));
        break;
    case TREY_EVENT_FOLDED:
        post_fold(rules, list, box_at(before, event->seat));
        break;
    case TREY_EVENT_CONTRIBUTED:
        if (event->contributed.on_meter)
            post(list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_METER, TREY_NOBODY, event->amount);
        break;
    case TREY_EVENT_METER_SHOWN: /* other tables' bets and awards */
        post(list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_METER, TREY_NOBODY,
             event->amount - before->meter.value);
        break;
    case TREY_EVENT_LINE:
        post_line(rules, list);
        break;
    case TREY_EVENT_SETTLED:
    case TREY_EVENT_VOIDED:
        /* The reset value, and what enters the meter only now. */
        post(list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_METER, TREY_NOBODY,
             event->ended.meter - before->meter.value);
        post(list, TREY_ACCOUNT_BANK, TREY_ACCOUNT_PLAYER, before->banker, before->bank);
        break;
    default:
        TREY_ASSERT(false && "an event whose row says OWN has its postings here");
    }
}

size_t trey_event_postings(const trey_rules *rules, const trey_table *before,
                           const trey_event *event, trey_posting posting[TREY_POSTINGS]) {
    const trey_event_row *row = trey_event_row_of((trey_event_kind)event->kind);
    posting_list list = {posting, event, event->wager, 0};
    if (row->posts == TREY_POSTS_AMOUNT) {
        post(&list, (trey_account)row->from, (trey_account)row->to, event->player, event->amount);
    } else if (row->posts == TREY_POSTS_OWN) {
        post_own(rules, before, &list);
    }
    return list.count;
}
