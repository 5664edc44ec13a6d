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
    trey_cents staked = line->money.amount, back = line->money.back;
    if (rules->banked) {
        trey_cents collected = line->money.bank < 0 ? -line->money.bank : 0;
        post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_BANK, line->player, collected);
        post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, line->player, staked - collected);
        if (line->money.bank > 0)
            post(list, TREY_ACCOUNT_BANK, TREY_ACCOUNT_PLAYER, line->player, line->money.bank);
        return;
    }
    /* A jackpot stake is consumed even when it wins. */
    bool consumed = line->wager == TREY_WAGER_PROGRESSIVE && line->result == TREY_LINE_PAID;
    trey_cents returned = consumed ? 0 : back < staked ? back : staked;
    post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, line->player, returned);
    post(list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_HOUSE, line->player, staked - returned);
    post(list, TREY_ACCOUNT_METER, TREY_ACCOUNT_PLAYER, line->player, line->money.meter);
    post(list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_PLAYER, line->player,
         back - returned - line->money.meter);
}

size_t trey_event_postings(const trey_rules *rules, const trey_table *before,
                           const trey_event *event, trey_posting posting[TREY_POSTINGS]) {
    posting_list list = {posting, event, event->wager, 0};
    trey_cents amount = event->money.amount;
    /* Events without a seat do not look at the box. */
    const trey_box *box =
        &before->box[event->seat >= 1 && event->seat <= TREY_SEATS ? event->seat - 1 : 0];
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_BET:
    case TREY_EVENT_FUNDED:
        post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_LAYOUT, event->player, amount);
        break;
    case TREY_EVENT_PLAYED:
        post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_LAYOUT, event->player, amount);
        if (rule(rules, TREY_KEY_SHARED) != TREY_SHARED_BACKLINE ||
            rule(rules, TREY_KEY_BACKLINE) != TREY_BACKLINE_FOLLOWS) {
            break;
        }
        for (unsigned i = 1; i < box->bettors; i++) { /* those behind follow the seat */
            post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_LAYOUT, box->bettor[i].player,
                 box->bettor[i].stake[TREY_WAGER_ANTE]);
        }
        break;
    case TREY_EVENT_WITHDRAWN:
        post(&list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, event->player, amount);
        break;
    case TREY_EVENT_FOLDED: /* funded shares of Play go back */
        list.wager = TREY_WAGER_PLAY;
        for (unsigned i = 0; i < box->bettors; i++) {
            if (rule(rules, TREY_KEY_SHARED) != TREY_SHARED_POOLED) break;
            post(&list, TREY_ACCOUNT_LAYOUT, TREY_ACCOUNT_PLAYER, box->bettor[i].player,
                 box->bettor[i].stake[TREY_WAGER_PLAY]);
        }
        break;
    case TREY_EVENT_BANKED:
        post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_BANK, event->player, amount);
        break;
    case TREY_EVENT_COLLECTED:
        post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_DROP, event->player, amount);
        break;
    case TREY_EVENT_CONTRIBUTED:
        if (event->count) post(&list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_METER, TREY_NOBODY, amount);
        break;
    case TREY_EVENT_METER_SHOWN: /* other tables' bets and awards */
        post(&list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_METER, TREY_NOBODY,
             amount - before->meter.value);
        break;
    case TREY_EVENT_STAKE_FOUND:
        post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_LAYOUT, event->player, amount);
        break;
    case TREY_EVENT_REVERSED:
        post(&list, TREY_ACCOUNT_PLAYER, TREY_ACCOUNT_HOUSE, event->player, amount);
        break;
    case TREY_EVENT_REFUNDED:
        post(&list, TREY_ACCOUNT_DROP, TREY_ACCOUNT_PLAYER, event->player, amount);
        break;
    case TREY_EVENT_LINE:
        post_line(rules, &list);
        break;
    case TREY_EVENT_SETTLED:
    case TREY_EVENT_VOIDED:
        /* The reset value, and what enters the meter only now. */
        post(&list, TREY_ACCOUNT_HOUSE, TREY_ACCOUNT_METER, TREY_NOBODY,
             event->money.meter - before->meter.value);
        post(&list, TREY_ACCOUNT_BANK, TREY_ACCOUNT_PLAYER, before->banker, before->bank);
        break;
    default:
        break;
    }
    return list.count;
}
