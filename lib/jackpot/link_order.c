/* link_order.c -- winners at several tables: who is paid first, and how much is
 * then left for the next.
 *
 * A handful of hits at most: insertion sort keeps equal ones in place and reads
 * as the rule does. */
#include "trey/jackpot.h"

static uint8_t word(const trey_rulebook *book, trey_key key) {
    return (uint8_t)trey_rulebook_rule(book, key)->value.n;
}

trey_hit_rules trey_hit_rules_of(const trey_rulebook *book) {
    return (trey_hit_rules){word(book, TREY_KEY_LINK_ORDER), word(book, TREY_KEY_DEALT_AT),
                            word(book, TREY_KEY_HOUSE_ORDER) == TREY_FLAG_YES};
}

trey_meter_rules trey_meter_rules_of(const trey_rulebook *book) {
    return (trey_meter_rules){word(book, TREY_KEY_AFTER_SHARE),
                              word(book, TREY_KEY_FIXED_AWARDS_FROM)};
}

static uint64_t moment(trey_hit_rules rules, const trey_hit *hit) {
    if (rules.order == TREY_LINK_ORDER_ENTERED) return hit->entered;
    switch (rules.dealt_at) {
    case TREY_DEALT_AT_PLAYERS_FIRST:
        return hit->players_first_card;
    case TREY_DEALT_AT_DEALERS_THIRD:
        return hit->dealers_third_card;
    default:
        return hit->players_third_card;
    }
}

static bool before(trey_hit_rules rules, const trey_hit *a, const trey_hit *b) {
    bool placed_a = rules.house_word && a->house_place > 0,
         placed_b = rules.house_word && b->house_place > 0;
    if (placed_a != placed_b) return placed_a;
    if (placed_a && a->house_place != b->house_place) return a->house_place < b->house_place;
    if (moment(rules, a) != moment(rules, b)) return moment(rules, a) < moment(rules, b);
    if (a->table != b->table) return a->table < b->table;
    return a->seat < b->seat;
}

void trey_hits_order(trey_hit_rules rules, trey_hit *hits, size_t count) {
    for (size_t i = 1; i < count; i++) {
        trey_hit hit = hits[i];
        size_t at = i;
        for (; at > 0 && before(rules, &hit, &hits[at - 1]); at--) hits[at] = hits[at - 1];
        hits[at] = hit;
    }
}

trey_meter trey_hits_pay(trey_meter meter, trey_meter_rules rules, const trey_hit *hits,
                         size_t count, trey_award *awards) {
    for (size_t i = 0; i < count; i++) {
        awards[i] = trey_meter_pay(meter, hits[i].award, rules);
        meter = awards[i].after;
    }
    return meter;
}
