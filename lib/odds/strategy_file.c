/* strategy_file.c -- reading a strategy that somebody has written down.
 *
 *   Q-6-4                   this hand or better is played
 *   K: A-9-2                against a king of the dealer's, this one or better
 *   2-9: 10-3-2             against any of these ranks
 *   play Qs 6h 3d           this hand is played, whatever was said before
 *   fold Qs 6h 4d vs Kc     this one is folded, against this card only
 *   all, none               instead of a hand: everything, nothing
 *
 * Later lines override earlier ones; `#` starts a comment. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "trey/odds.h"

typedef struct reader {
    trey_strategy *strategy;
    const trey_rulebook *book;
    trey_strategy_mistake *mistake;
    unsigned line;
    const char *start; /* of the line */
} reader;

static bool wrong(const reader *r, const char *at, const char *what) {
    r->mistake->line = r->line;
    r->mistake->column = (unsigned)(at - r->start) + 1;
    snprintf(r->mistake->wrong, sizeof r->mistake->wrong, "%s", what);
    return false;
}

static const char *skip_blanks(const char *at) {
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

static bool at_end(const char *at) {
    at = skip_blanks(at);
    return *at == '\0' || *at == '#';
}

/* A rank, and what follows it; TREY_RANKS for none. */
static unsigned read_rank(const char *at, const char **end) {
    static const char letters[] = "23456789TJQKA";
    *end = at;
    if (at[0] == '1' && at[1] == '0') {
        *end = at + 2;
        return TREY_RANK_10;
    }
    const char *found = *at ? strchr(letters, toupper((unsigned char)*at)) : NULL;
    if (!found) return TREY_RANKS;
    *end = at + 1;
    return (unsigned)(found - letters);
}

/* ---- Rules: from a hand on ------------------------------------------------------------- */
enum { ORDER_NONE = 10000 };

static bool read_least(const reader *r, const char *at, unsigned *least) {
    const char *end;
    if (strncasecmp(at, "all", 3) == 0 && at_end(at + 3)) {
        *least = 0;
        return true;
    }
    if (strncasecmp(at, "none", 4) == 0 && at_end(at + 4)) {
        *least = ORDER_NONE;
        return true;
    }
    unsigned rank[3];
    for (unsigned i = 0; i < 3; i++) {
        rank[i] = read_rank(at, &end);
        if (rank[i] == TREY_RANKS)
            return wrong(r, at, "expected a hand such as Q-6-4, or all, or none");
        at = end;
        if (i < 2 && *at++ != '-') return wrong(r, at - 1, "expected a hand such as Q-6-4");
    }
    if (!at_end(at)) return wrong(r, skip_blanks(at), "nothing more belongs on this line");
    trey_hand hand = trey_hand_of(trey_card_of(rank[0], TREY_SUIT_CLUBS),
                                  trey_card_of(rank[1], TREY_SUIT_DIAMONDS),
                                  trey_card_of(rank[2], TREY_SUIT_HEARTS));
    *least = trey_rulebook_order(r->book, trey_hand_rank(hand));
    return true;
}

static void set_rule(const reader *r, trey_cardset against, unsigned least) {
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        bool plays = trey_rulebook_order(r->book, trey_hand_rank_at(i)) >= least;
        trey_cardset *play = &r->strategy->play[i];
        *play = plays ? *play | against : *play & ~against;
    }
}

/* "K:", "2-9:"; without a colon, against every card. */
static bool read_rule(const reader *r, const char *at) {
    const char *colon = strchr(at, ':'), *end;
    trey_cardset against = TREY_CARDSET_FULL;
    if (colon) {
        unsigned first = read_rank(at, &end), last = first;
        if (first == TREY_RANKS)
            return wrong(r, at, "expected a rank before the colon: 2 to 10, J, Q, K, A");
        if (*end == '-') {
            at = end + 1;
            last = read_rank(at, &end);
            if (last == TREY_RANKS || last < first)
                return wrong(r, at, "expected a higher rank, as in 2-9:");
        }
        if (skip_blanks(end) != colon) return wrong(r, end, "expected a colon after the rank");
        against = 0;
        for (unsigned rank = first; rank <= last; rank++) against |= UINT64_C(15) << (4 * rank);
        r->strategy->sees_up_card = true;
        at = skip_blanks(colon + 1);
    }
    unsigned least;
    if (!read_least(r, at, &least)) return false;
    set_rule(r, against, least);
    return true;
}

/* ---- Single hands -------------------------------------------------------------------------- */
static bool read_hand(const reader *r, const char *at, bool play) {
    trey_card card[3];
    for (unsigned i = 0; i < 3; i++) {
        at = skip_blanks(at);
        if (trey_card_parse(at, &card[i], &at) != TREY_STATUS_OK)
            return wrong(r, at, "expected three cards, as in Qs 6h 4d");
    }
    trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
    if (!trey_hand_valid(hand)) return wrong(r, r->start, "the same card stands twice");
    trey_cardset against = TREY_CARDSET_FULL;
    at = skip_blanks(at);
    if (strncasecmp(at, "vs", 2) == 0) {
        trey_card up;
        at = skip_blanks(at + 2);
        if (trey_card_parse(at, &up, &at) != TREY_STATUS_OK)
            return wrong(r, at, "expected the dealer's card after vs, as in vs Kc");
        against = trey_cardset_of(up);
        r->strategy->sees_up_card = true;
    }
    if (!at_end(at)) return wrong(r, skip_blanks(at), "nothing more belongs on this line");
    trey_cardset *set = &r->strategy->play[trey_hand_index(hand)];
    *set = play ? *set | against : *set & ~against;
    return true;
}

static bool read_line(const reader *r, const char *at) {
    at = skip_blanks(at);
    if (at_end(at)) return true;
    if (strncasecmp(at, "play ", 5) == 0) return read_hand(r, at + 5, true);
    if (strncasecmp(at, "fold ", 5) == 0) return read_hand(r, at + 5, false);
    return read_rule(r, at);
}

trey_status trey_strategy_parse(trey_strategy *strategy, const trey_rulebook *book,
                                const char *text, size_t length, trey_strategy_mistake *mistake) {
    enum { LONGEST = 200 };
    char line[LONGEST + 1];
    reader r = {strategy, book, mistake, 0, line};
    bool said = false;
    memset(strategy, 0, sizeof *strategy);
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop ? stop : end) - at);
        r.line++;
        if (size > LONGEST || memchr(at, '\0', size)) {
            wrong(&r, line, "the line is too long, or not text");
            return TREY_STATUS_INVALID;
        }
        memcpy(line, at, size);
        line[size] = '\0';
        if (size > 0 && line[size - 1] == '\r') line[size - 1] = '\0';
        if (!read_line(&r, line)) return TREY_STATUS_INVALID;
        said |= !at_end(line);
        at = stop ? stop + 1 : end;
    }
    if (!said) {
        r.line = 1;
        wrong(&r, line, "no line says what is played; Q-6-4 alone would do");
        return TREY_STATUS_INVALID;
    }
    return TREY_STATUS_OK;
}
