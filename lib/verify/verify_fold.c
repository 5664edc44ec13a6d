/* verify_fold.c -- events that are folded without having been decided.
 *
 * Where a deck stays sealed the engine cannot decide what follows from its cards, but the
 * events still tell what lies on the table and who is paid. They come from a file that
 * anybody may have written, and trey_apply trusts its events: so each is first looked
 * over for what it would trip on. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verify_parts.h"

/* Above anything that a table moves, and far from overflow. */
#define MONEY_MOST (TREY_METER_MAX * 100)

static bool seat_needed(unsigned kind) {
    switch ((trey_event_kind)kind) {
    case TREY_EVENT_OPENED:
    case TREY_EVENT_CONTRIBUTED:
    case TREY_EVENT_CLOSED:
    case TREY_EVENT_COLLECTED:
    case TREY_EVENT_DEALT:
    case TREY_EVENT_UP_CARD:
    case TREY_EVENT_REVEALED:
    case TREY_EVENT_BUTTON:
    case TREY_EVENT_SETTLED:
    case TREY_EVENT_REPORTED:
    case TREY_EVENT_DROPPED:
    case TREY_EVENT_REMEDIED:
    case TREY_EVENT_OFFERED:
    case TREY_EVENT_OFFER_ENDED:
    case TREY_EVENT_MENDED:
    case TREY_EVENT_FLAGGED:
    case TREY_EVENT_MODE:
    case TREY_EVENT_METER_FROZEN:
    case TREY_EVENT_RULED:
    case TREY_EVENT_RULED_LINE:
    case TREY_EVENT_REFUNDED:
    case TREY_EVENT_VOIDED:
    case TREY_EVENT_EXPOSED:
    case TREY_EVENT_METER_SHOWN:
    case TREY_EVENT_LIMITS:
        return false;
    default:
        return true;
    }
}

static bool within(trey_cents cents) {
    return cents <= MONEY_MOST && cents >= -MONEY_MOST;
}

static bool has_money(unsigned kind) {
    return kind != TREY_EVENT_DECK && kind != TREY_EVENT_MENDED && kind != TREY_EVENT_EXPOSED &&
           kind != TREY_EVENT_RULED && kind != TREY_EVENT_CARD && kind != TREY_EVENT_UP_CARD &&
           kind != TREY_EVENT_REPORTED && kind != TREY_EVENT_LIMITS && kind != TREY_EVENT_RECALLED;
}

static bool wager_good(unsigned wager) {
    return wager < TREY_STAKES && trey_wager(wager)->placed != TREY_PLACED_FIXED;
}

static bool bets_there(const trey_box *box, trey_player player) {
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) return true;
    }
    return false;
}

static bool box_good(const trey_table *state, const trey_event *event) {
    const trey_box *box = &state->box[event->seat - 1];
    bool there = bets_there(box, event->player);
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_BET:
    case TREY_EVENT_STAKE_FOUND:
        return (there || box->bettors < TREY_BETTORS) &&
               (wager_good(event->wager) || event->wager == TREY_WAGER_PROGRESSIVE);
    case TREY_EVENT_WITHDRAWN:
        return there && (wager_good(event->wager) || event->wager == TREY_WAGER_PROGRESSIVE);
    case TREY_EVENT_FUNDED:
    case TREY_EVENT_REVERSED:
        return there || box->bettors < TREY_BETTORS;
    case TREY_EVENT_PLAYED:
        return there;
    case TREY_EVENT_CAPPED:
        return wager_good(event->wager);
    case TREY_EVENT_GIVEN_BACK:
        return there && wager_good(event->wager);
    default:
        return true;
    }
}

static bool cards_good(const trey_event *event) {
    for (unsigned i = 0; i < event->count; i++) {
        if (!trey_card_valid(event->cards[i])) return false;
    }
    return true;
}

bool fold_safe(const table_replay *table, const trey_event *event) {
    bool seat = event->seat >= 1 && event->seat <= TREY_SEATS;
    unsigned kind = event->kind;
    /* Its cards come sealed, and from nowhere else; and one closing call was decided. */
    if (kind == TREY_EVENT_DECK || kind == TREY_EVENT_CARD || kind == TREY_EVENT_CLOSED ||
        kind == TREY_EVENT_OPENED || kind == TREY_EVENT_RECALLED)
        return false;
    if (kind == TREY_EVENT_MODE && event->count == TREY_MODE_DISABLE && !seat) return false;
    if (kind == TREY_EVENT_OFFERED && event->result > TREY_GATE_WITHDRAWAL) return false;
    if (kind == TREY_EVENT_LIMITS &&
        (!wager_good(event->wager) || !within(event->limits.least) || !within(event->limits.most)))
        return false;
    if (kind == TREY_EVENT_BUTTON && event->seat > TREY_SEATS) return false;
    if (kind == TREY_EVENT_EXPOSED || kind == TREY_EVENT_MENDED) {
        unsigned needed = kind == TREY_EVENT_MENDED ? 3u * table->state.hands : 0;
        if (event->count < needed || !cards_good(event)) return false;
    }
    if (has_money(kind)) {
        if (!within(event->money.amount) || !within(event->money.back) ||
            !within(event->money.bank) || !within(event->money.meter))
            return false;
        if (event->money.row != TREY_NO_KEY && event->money.row >= TREY_KEYS) return false;
    }
    if (!seat_needed(kind)) return true;
    return seat && box_good(&table->state, event);
}

/* ---- Words ----------------------------------------------------------------------------- */
char *event_said(const trey_event *event, char out[SAID_MAX]) {
    int used = snprintf(out, SAID_MAX, "%s", trey_event_word((trey_event_kind)event->kind));
    size_t at = (size_t)used;
    if (event->seat) at += (size_t)snprintf(out + at, SAID_MAX - at, ", seat %u", event->seat);
    if (event->player)
        at += (size_t)snprintf(out + at, SAID_MAX - at, ", player %u", event->player);
    if (event->kind == TREY_EVENT_LINE || event->kind == TREY_EVENT_BET)
        at += (size_t)snprintf(out + at, SAID_MAX - at, ", wager %u", event->wager);
    if (event->kind == TREY_EVENT_LINE)
        at += (size_t)snprintf(out + at, SAID_MAX - at, " (%s)",
                               event->result <= TREY_LINE_PARTLY_COVERED
                                   ? trey_result_word((trey_result)event->result)
                                   : "?");
    if (event->kind == TREY_EVENT_CARD || event->kind == TREY_EVENT_RECALLED) {
        char card[TREY_CARD_TEXT_MAX] = "unseen";
        if (trey_card_valid(event->dealt.card))
            trey_card_print(event->dealt.card, TREY_CARD_LETTERS, card);
        at += (size_t)snprintf(out + at, SAID_MAX - at, ", card %s, place %u", card,
                               event->dealt.place);
    }
    if (event->count) at += (size_t)snprintf(out + at, SAID_MAX - at, ", count %u", event->count);
    if (has_money(event->kind))
        snprintf(out + at, SAID_MAX - at,
                 ", cents %" PRId64 " back %" PRId64 " bank %" PRId64 " meter %" PRId64,
                 event->money.amount, event->money.back, event->money.bank, event->money.meter);
    return out;
}
