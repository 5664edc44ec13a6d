/* parse_fuzz.c -- cards and amounts from arbitrary text: what is read prints
 * back to something that reads the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "trey/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    char *text = malloc(length + 1);
    if (!text) return 0;
    if (length) memcpy(text, bytes, length);
    text[length] = '\0';
    trey_card cards[TREY_CARDS];
    size_t count = 0;
    const char *where;
    if (trey_cards_parse(text, cards, TREY_CARDS, &count, &where) == TREY_STATUS_OK) {
        trey_cardset seen = 0;
        for (size_t i = 0; i < count; i++) {
            char shown[TREY_CARD_TEXT_MAX];
            trey_card again;
            TREY_ASSERT(trey_card_valid(cards[i]) && !trey_cardset_has(seen, cards[i]));
            seen |= trey_cardset_of(cards[i]);
            trey_card_print(cards[i], i % 2 ? TREY_CARD_SIGNS : TREY_CARD_LETTERS, shown);
            TREY_ASSERT(trey_card_parse(shown, &again, &where) == TREY_STATUS_OK);
            TREY_ASSERT(again == cards[i] && *where == '\0');
        }
    } else {
        TREY_ASSERT(where >= text && where <= text + length);
    }
    trey_cents cents, again;
    const char *end;
    if (trey_cents_parse(text, &cents, &end) == TREY_STATUS_OK) {
        char shown[TREY_CENTS_TEXT_MAX];
        TREY_ASSERT(cents >= 0);
        trey_cents_print(cents, shown);
        TREY_ASSERT(trey_cents_parse(shown, &again, &end) == TREY_STATUS_OK && again == cents);
    }
    free(text);
    return 0;
}
