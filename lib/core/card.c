/* card.c -- cards as people write them, and decks.
 *
 * A rank is one character but for 10, which is also written T. A suit is a letter
 * or a sign, which takes three bytes in UTF-8. Some keyboards put a variation
 * selector behind the sign, three bytes more that say only how it is drawn; they
 * are read and dropped. */
#include <string.h>

#include <trey/core.h>

static const char RANK_LETTERS[TREY_RANKS + 1] = "23456789TJQKA";
static const char SUIT_LETTERS[TREY_SUITS + 1] = "cdhs";
static const char *const SUIT_SIGNS[TREY_SUITS] = {"\xe2\x99\xa3", "\xe2\x99\xa6", "\xe2\x99\xa5",
                                                   "\xe2\x99\xa0"};
enum { SIGN_BYTES = 3 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A text may end anywhere; strncmp stops at its zero. */
static bool starts_with(const char *text, const char *what) {
    return strncmp(text, what, strlen(what)) == 0;
}

/* Returns how many bytes the rank takes, zero when there is none. */
static size_t read_rank(const char *text, unsigned *rank) {
    if (starts_with(text, "10")) {
        *rank = TREY_RANK_10;
        return 2;
    }
    for (unsigned r = 0; r < TREY_RANKS; r++) {
        if (lower(*text) == lower(RANK_LETTERS[r])) {
            *rank = r;
            return 1;
        }
    }
    return 0;
}

static size_t read_suit(const char *text, unsigned *suit) {
    for (unsigned s = 0; s < TREY_SUITS; s++) {
        if (lower(*text) == SUIT_LETTERS[s]) {
            *suit = s;
            return 1;
        }
        if (starts_with(text, SUIT_SIGNS[s])) {
            *suit = s;
            const char *after = text + SIGN_BYTES;
            const bool selector =
                starts_with(after, "\xef\xb8\x8e") || starts_with(after, "\xef\xb8\x8f");
            return selector ? 2 * SIGN_BYTES : SIGN_BYTES;
        }
    }
    return 0;
}

trey_status trey_card_parse(const char *text, trey_card *card, const char **end) {
    const char *at = text;
    unsigned rank = 0;
    unsigned suit = 0;
    size_t bytes = read_rank(at, &rank);
    at += bytes;
    if (bytes != 0) {
        bytes = read_suit(at, &suit);
        at += bytes;
    }
    if (end != NULL) *end = at;
    if (bytes == 0) return TREY_STATUS_CARD_SYNTAX;
    *card = trey_card_of(rank, suit);
    return TREY_STATUS_OK;
}

static const char *skip_blanks(const char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
    return at;
}

trey_status trey_cards_parse(const char *text, trey_card *cards, size_t capacity, size_t *count,
                             const char **where) {
    trey_status status = TREY_STATUS_OK;
    trey_cardset seen = 0;
    const char *at = skip_blanks(text);
    size_t read = 0;
    while (*at != '\0') {
        trey_card card = TREY_NO_CARD;
        const char *end = at;
        status = trey_card_parse(at, &card, &end);
        if (status != TREY_STATUS_OK) break;
        if (trey_cardset_has(seen, card)) {
            status = TREY_STATUS_CARD_DOUBLED;
            break;
        }
        if (read == capacity) {
            status = TREY_STATUS_INVALID;
            break;
        }

        seen |= trey_cardset_of(card);
        cards[read++] = card;

        at = skip_blanks(end);
        const bool comma = *at == ',';
        if (comma) at = skip_blanks(at + 1);
        /* Cards may not touch, and a comma promises another card. */
        if ((at == end && *at != '\0') || (comma && *at == '\0')) {
            status = TREY_STATUS_CARD_SYNTAX;
            break;
        }
    }
    *count = read;
    if (where != NULL) *where = at;
    return status;
}

char *trey_card_print(trey_card card, trey_card_style style, char out[TREY_CARD_TEXT_MAX]) {
    TREY_ASSERT(trey_card_valid(card));
    const unsigned rank = trey_card_rank(card);
    const unsigned suit = trey_card_suit(card);
    size_t length = 0;
    if (rank == TREY_RANK_10) {
        out[length++] = '1';
        out[length++] = '0';
    } else {
        out[length++] = RANK_LETTERS[rank];
    }
    if (style == TREY_CARD_SIGNS) {
        memcpy(out + length, SUIT_SIGNS[suit], SIGN_BYTES);
        length += SIGN_BYTES;
    } else {
        out[length++] = SUIT_LETTERS[suit];
    }
    out[length] = '\0';
    return out;
}

void trey_deck_ordered(trey_deck *deck) {
    for (unsigned i = 0; i < TREY_CARDS; i++) deck->card[i] = (trey_card)i;
}

trey_status trey_deck_check(const trey_deck *deck, size_t *where) {
    trey_cardset seen = 0;
    for (size_t i = 0; i < TREY_CARDS; i++) {
        const trey_card card = deck->card[i];
        const bool valid = trey_card_valid(card);
        if (!valid || trey_cardset_has(seen, card)) {
            if (where != NULL) *where = i;
            return valid ? TREY_STATUS_CARD_DOUBLED : TREY_STATUS_CARD_SYNTAX;
        }
        seen |= trey_cardset_of(card);
    }
    TREY_ASSERT(seen == TREY_CARDSET_FULL);
    return TREY_STATUS_OK;
}
