/* shuffled_round.c -- writes web/tests/unit/shuffled.json: one round as the tables' own
 * shuffler makes it, for the page's check to be held against. A test compares the two.
 *
 *   build/release/bin/shuffled_round > web/tests/unit/shuffled.json */
#include "trey/house.h"
#include "trey/shuffle.h"

#include <stdio.h>

static void hex(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) printf("%02x", ((const uint8_t *)bytes)[i]);
}

static void member(const char *name, const void *bytes, size_t count) {
    printf("    \"%s\": \"", name);
    hex(bytes, count);
    printf("\",\n");
}

static void opening(const trey_shuffled *shuffled, unsigned place) {
    static const char *const ranks[] = {"2", "3",  "4", "5", "6", "7", "8",
                                        "9", "10", "J", "Q", "K", "A"};
    trey_opening one;
    trey_shuffled_opening(shuffled, place, &one);
    printf("        { \"place\": %u, \"card\": \"%s%c\", \"salt\": \"", place, ranks[one.card / 4],
           "cdhs"[one.card % 4]);
    hex(one.salt, sizeof one.salt);
    printf("\", \"path\": [");
    for (unsigned i = 0; i < one.length; i++) {
        printf(i > 0 ? ", \"" : "\"");
        hex(&one.path[i], sizeof one.path[i]);
        printf("\"");
    }
    printf("] }%s\n", place + 1 < TREY_CARDS ? "," : "");
}

int main(void) {
    trey_round_name name = {.house = "The House", .table = "mbs", .round = 1234567};
    trey_seed seed;
    uint8_t first[16], second[1] = {0xab};
    char player[TREY_PLAYER_NAME_MAX];
    for (unsigned i = 0; i < sizeof name.rulebook; i++) {
        ((uint8_t *)&name.rulebook)[i] = (uint8_t)(255 - i);
    }
    for (unsigned i = 0; i < TREY_SEED_BYTES; i++) seed.byte[i] = (uint8_t)(7 * i + 3);
    for (unsigned i = 0; i < sizeof first; i++) first[i] = (uint8_t)(i * i);

    trey_hash commitment = trey_commitment_of(&name, &seed);
    trey_nonces list;
    trey_nonces_open(&list);
    trey_nonces_add(&list, trey_nonce_player(17, player), first, sizeof first);
    trey_nonces_add(&list, trey_nonce_player(3, player), second, sizeof second);
    trey_hash nonces = trey_nonces_close(&list);
    trey_shuffled shuffled;
    trey_shuffle(&seed, &commitment, &nonces, &shuffled);

    printf("{\n    \"round\": 1234567,\n    \"house\": \"The House\",\n    \"table\": \"mbs\",\n");
    member("rulebook_hash", &name.rulebook, sizeof name.rulebook);
    member("seed", seed.byte, sizeof seed.byte);
    member("commitment", &commitment, sizeof commitment);
    printf("    \"nonces_list\": [{ \"player\": 17, \"nonce\": \"");
    hex(first, sizeof first);
    printf("\" }, { \"player\": 3, \"nonce\": \"ab\" }],\n");
    member("nonces", &nonces, sizeof nonces);
    member("root", &shuffled.root, sizeof shuffled.root);
    printf("    \"deck\": [");
    for (unsigned i = 0; i < TREY_CARDS; i++) printf(i > 0 ? ", %u" : "%u", shuffled.deck[i]);
    printf("],\n    \"openings\": [\n");
    for (unsigned place = 0; place < TREY_CARDS; place++) opening(&shuffled, place);
    printf("    ]\n}\n");
    return 0;
}
