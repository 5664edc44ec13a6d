/* view.c -- what a person may see, field by field.
 *
 * A view is built from nothing by an allow-list: a field that this file does not
 * copy is not there. A card is copied only behind the question whether this
 * viewer may see it. */
#include "decide.h"

/* May the viewer see the cards of this box? The owner once he has looked; all
 * once it was opened; and the supervisor who looked at a hand not shown, with
 * those above him. */
static bool sees_box(const trey_box *box, unsigned role, trey_player player) {
    if (box->turn == 0) return false;
    if (box->shown) return true;
    if (role == TREY_ROLE_PLAYER) {
        return box->viewed && player != TREY_NOBODY && box->bettors > 0 &&
               box->bettor[0].player == player;
    }
    return box->looked != 0 && role >= box->looked;
}

static bool may_view(const trey_rules *rules, const trey_table *table, unsigned seat,
                     trey_player player) {
    trey_key key;
    if (table->phase != TREY_PHASE_DECISION || box_at(table, seat)->turn == 0 ||
        player == TREY_NOBODY)
        return false;
    return view_refusal(rules, table, seat, player, &key) == TREY_REFUSED_NONE;
}

static void view_box(const trey_rules *rules, const trey_table *table, unsigned seat, unsigned role,
                     trey_player player, trey_view_box *out) {
    const trey_box *box = box_at(table, seat);
    for (unsigned i = 0; i < box->bettors; i++) {
        out->bettor[i].player = box->bettor[i].player;
        out->bettor[i].choice = box->bettor[i].choice;
        memcpy(out->bettor[i].stake, box->bettor[i].stake, sizeof out->bettor[i].stake);
    }
    out->bettors = box->bettors;
    out->seated = box->seated;
    out->dealt = box->dealt;
    out->viewed = box->viewed;
    out->hidden = box->hidden;
    out->shown = box->shown;
    out->looked = role >= TREY_ROLE_PIT_SUPERVISOR ? box->looked : 0;
    out->jackpot = box->jackpot;
    out->invalid = box->invalid;
    out->option = box->option;
    out->disabled = box->disabled;
    out->entrusted = box->entrusted;
    out->may_view = role == TREY_ROLE_PLAYER && may_view(rules, table, seat, player);
    for (unsigned i = 0; i < box->bettors; i++) out->to_act |= choice_open(rules, table, seat, i);
    out->category = 0xff;
    memset(out->card, TREY_NO_CARD, sizeof out->card);
    for (unsigned i = 0; i < box->dealt; i++) {
        if (trey_cardset_has(table->exposed, box->card[i])) out->card[i] = box->card[i];
    }
    if (!sees_box(box, role, player)) return;
    memcpy(out->card, box->card, box->dealt);
    if (box->dealt == 3) {
        trey_hand hand = trey_hand_of(box->card[0], box->card[1], box->card[2]);
        out->category = (uint8_t)category_of(rules, trey_hand_rank(hand));
    }
}

void trey_table_view(const trey_rules *rules, const trey_table *table, unsigned role,
                     trey_player player, trey_view *view) {
    memset(view, 0, sizeof *view);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        view_box(rules, table, seat, role, player, &view->box[seat - 1]);
    }
    view->meter = table->meter.value;
    view->bank = table->bank;
    view->fee_bank = table->fee_bank;
    view->fee_players = table->fee_players;
    memcpy(view->minimum, table->config.minimum, sizeof view->minimum);
    memcpy(view->maximum, table->config.maximum, sizeof view->maximum);
    view->jackpot_bet = table->config.jackpot_bet;
    view->banker = table->banker;
    view->round = table->round;
    view->phase = table->phase;
    view->positions = table->config.positions;
    view->bank_seat = table->bank_seat;
    view->button = table->button;
    view->deck_turn = table->deck_turn;
    view->dealer_dealt = table->dealer_dealt;
    view->up_card = table->up_card;
    view->revealed = table->revealed;
    view->gate = table->gate;
    view->closed = table->closed;
    view->jackpot_off = table->jackpot_off;
    view->mending = table->mending;
    view->dealer_category = 0xff;
    memset(view->dealer, TREY_NO_CARD, sizeof view->dealer);
    if (table->revealed) {
        memcpy(view->dealer, table->dealer, sizeof view->dealer);
        trey_hand hand = trey_hand_of(table->dealer[0], table->dealer[1], table->dealer[2]);
        view->dealer_category = (uint8_t)category_of(rules, trey_hand_rank(hand));
        return;
    }
    for (unsigned i = 0; i < table->dealer_dealt; i++) {
        bool open =
            (table->up_card && i == 2) || trey_cardset_has(table->exposed, table->dealer[i]);
        if (open) view->dealer[i] = table->dealer[i];
    }
}

static bool holds(const trey_card *cards, unsigned count, trey_card card) {
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] == card) return true;
    }
    return false;
}

/* A card that was mistyped, or that was moved to another hand, is not among those that may be
 * seen at the place it was entered for: it may lie in a hand that stays hidden. */
bool trey_event_visible(const trey_table *after, const trey_event *event, unsigned role,
                        trey_player player) {
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_DECK:
    case TREY_EVENT_MENDED:
    case TREY_EVENT_RECALLED:
        return false;
    case TREY_EVENT_CARD: {
        trey_card card = event->dealt.card;
        if (event->dealt.place == TREY_PLACE_BURN) return false;
        if (trey_cardset_has(after->exposed, card)) return true;
        if (event->dealt.place == TREY_PLACE_DEALER)
            return after->revealed != 0 && holds(after->dealer, after->dealer_dealt, card);
        const trey_box *box = box_at(after, event->dealt.place);
        return holds(box->card, box->dealt, card) && sees_box(box, role, player);
    }
    default:
        return true;
    }
}
