/* verify_fold.c -- events that are folded without having been decided.
 *
 * Where a deck stays sealed the engine cannot decide what follows from its cards, but the
 * events still tell what lies on the table and who is paid. They come from a file that
 * anybody may have written, and trey_apply trusts its events: so each is first held against its
 * row, and against what trey_apply would trip on. */
#include "verify_parts.h"

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

bool fold_safe(const table_replay *table, const trey_event *event) {
    unsigned kind = event->kind;
    if (!trey_event_whole(event)) return false;
    /* Its cards come sealed, and from nowhere else; and one closing call was decided. */
    if (kind == TREY_EVENT_DECK || kind == TREY_EVENT_CARD || kind == TREY_EVENT_CLOSED ||
        kind == TREY_EVENT_OPENED || kind == TREY_EVENT_RECALLED)
        return false;
    if (kind == TREY_EVENT_MODE && event->mode.mode == TREY_MODE_DISABLE && event->seat == 0)
        return false;
    if (kind == TREY_EVENT_PASSED && event->seat == 0) return false;
    if (kind == TREY_EVENT_LIMITS && !wager_good(event->wager)) return false;
    if (kind == TREY_EVENT_MENDED && event->cards.count < 3u * table->state.hands) return false;
    bool seat = trey_event_row_of((trey_event_kind)kind)->needs >> TREY_MEMBER_SEAT & 1u;
    return !seat || box_good(&table->state, event);
}

char *event_said(const trey_event *event, char out[SAID_MAX]) {
    trey_event_list(event, out, SAID_MAX);
    return out;
}
