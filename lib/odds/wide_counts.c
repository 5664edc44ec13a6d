/* wide_counts.c -- dealer's hands by sort, best five, showdown, and the royals that they leave. */
#include "wide_counts.h"

#include <string.h>

void deal_sorts_open(deal_sorts *sorts, const bool offered[TREY_STAKES]) {
    *sorts = (deal_sorts){.count = 1};
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!offered[wager] || trey_wager_sorts(wager) == 1) continue;
        sorts->sorter[sorts->wagers] = trey_wager_sorter(wager);
        sorts->sorts[sorts->wagers++] = trey_wager_sorts(wager);
        sorts->count *= trey_wager_sorts(wager);
        sorts->by_colour |= trey_wager_sorts_by_colour(wager);
    }
    TREY_ASSERT(sorts->count <= SORTS); /* for more, raise SORTS */
}

/* Royals of three of which a set has no card. */
static unsigned royals_free(trey_cardset gone) {
    unsigned free = 0;
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
        trey_cardset royal = trey_cardset_of(trey_card_of(TREY_RANK_QUEEN, suit)) |
                             trey_cardset_of(trey_card_of(TREY_RANK_KING, suit)) |
                             trey_cardset_of(trey_card_of(TREY_RANK_ACE, suit));
        if (!(royal & gone)) free |= 1u << suit;
    }
    return free;
}

void wide_counts_of(const wide_asked *asked, const six_row *row, trey_hand hand, wide_counts *out) {
    const dealer_counts *dealers = asked->dealers;
    const unsigned player = dealers->player[trey_hand_index(hand)];
    const trey_cardset own = trey_hand_set(hand);
    const trey_hand *list = trey_hand_list();
    memset(out, 0, sizeof *out);
    for (unsigned number = 0; number < TREY_HANDS; number++) {
        const trey_card *dealer = list[number].card; /* a copy of three bytes would cost more */
        const trey_cardset set =
            trey_cardset_of(dealer[0]) | trey_cardset_of(dealer[1]) | trey_cardset_of(dealer[2]);
        if (set & own) continue;
        const unsigned sort = deal_sort(asked->sorts, hand.card, dealer);
        const unsigned five = asked->six ? asked->six->five[row->five[number]] : (unsigned)FIVE_LOW;
        const unsigned showdown = showdown_of(dealers->value[number], player);
        const unsigned as = sort * SUITED_FIVES + five;
        out->all[as][showdown]++;
        out->dealer[as][showdown] = (uint16_t)number;
        out->place[number] =
            (uint8_t)(six_of(sort, five < FIVE_ROYAL ? five : FIVE_ROYAL) * SHOWDOWNS + showdown);
        for (unsigned i = 0; asked->cards && i < 3; i++) out->with[dealer[i]][as][showdown]++;
        if (asked->royals) out->free[royals_free(own | set)][as][showdown]++;
    }
}
