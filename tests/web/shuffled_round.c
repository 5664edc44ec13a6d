/* shuffled_round.c -- writes web/tests/unit/shuffled.json: one round as the tables' own
 * shuffler makes it, for the page's check to be held against. A test compares the two.
 *
 *   build/release/bin/shuffled_round > web/tests/unit/shuffled.json */
#include <stdio.h>
#include <string.h>

#include "trey/shuffle.h"

static void hex(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) printf("%02x", ((const uint8_t *)bytes)[i]);
}

static void member(const char *name, const void *bytes, size_t count) {
    printf("    \"%s\": \"", name);
    hex(bytes, count);
    printf("\",\n");
}

static void opening(const trey_shuffled *shuffled, unsigned turn) {
    static const char *const ranks[] = {"2", "3",  "4", "5", "6", "7", "8",
                                        "9", "10", "J", "Q", "K", "A"};
    trey_opening one;
    trey_shuffled_opening(shuffled, turn, &one);
    printf("        { \"place\": %u, \"card\": \"%s%c\", \"salt\": \"", one.place,
           ranks[one.card / 4], "cdhs"[one.card % 4]);
    hex(one.salt, sizeof one.salt);
    printf("\", \"path\": [");
    for (unsigned i = 0; i < one.length; i++) {
        printf(i > 0 ? ", \"" : "\"");
        hex(&one.path[i], sizeof one.path[i]);
        printf("\"");
    }
    printf("] }%s\n", turn + 1 < TREY_CARDS ? "," : "");
}

static void pledges(const trey_pledge *pledge, unsigned count) {
    printf("    \"pledges\": [");
    for (unsigned i = 0; i < count; i++) {
        printf("%s\n        { \"player\": %u, \"pledge\": \"", i > 0 ? "," : "", pledge[i].player);
        hex(pledge[i].pledge.byte, TREY_HASH_BYTES);
        printf("\", \"share\": \"");
        hex(pledge[i].share.byte, TREY_SHARE_BYTES);
        printf("\" }");
    }
    printf("\n    ],\n");
}

int main(void) {
    trey_round_name name = {.house = "The House", .table = "mbs", .round = 1234567};
    trey_pledge pledge[2] = {{.player = 17, .opened = true}, {.player = 3, .opened = true}};
    trey_seed seed;
    trey_shuffled shuffled;
    for (unsigned i = 0; i < sizeof name.rulebook; i++)
        ((uint8_t *)&name.rulebook)[i] = (uint8_t)(255 - i);
    for (unsigned i = 0; i < TREY_SEED_BYTES; i++) seed.byte[i] = (uint8_t)(7 * i + 3);
    trey_stacks_make(&seed, &shuffled);
    const trey_hash root[] = {shuffled.stack[0].root, shuffled.stack[1].root};
    const trey_hash commitment = trey_commitment_of(&name, root);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < TREY_SHARE_BYTES; k++)
            pledge[i].share.byte[k] = (uint8_t)(k * k + i);
        pledge[i].pledge = trey_pledge_of(&commitment, pledge[i].player, &pledge[i].share);
    }
    const trey_hash list = trey_pledges_hash(&commitment, pledge, 2);
    const trey_hash joint = trey_joint_of(&list, pledge, 2);
    trey_shuffle(&joint, &shuffled);
    const trey_seed spare = trey_stack_seed(&seed, 1u - shuffled.pick);

    printf("{\n    \"round\": 1234567,\n    \"house\": \"The House\",\n    \"table\": \"mbs\",\n");
    member("rulebook_hash", &name.rulebook, sizeof name.rulebook);
    member("seed", seed.byte, sizeof seed.byte);
    member("commitment", &commitment, sizeof commitment);
    printf("    \"roots\": [\"");
    hex(&root[0], sizeof root[0]);
    printf("\", \"");
    hex(&root[1], sizeof root[1]);
    printf("\"],\n");
    pledges(pledge, 2);
    member("list", &list, sizeof list);
    member("joint", &joint, sizeof joint);
    member("spare", spare.byte, sizeof spare.byte);
    printf("    \"missing\": [],\n");
    printf("    \"order\": { \"hands\": [2, 5], \"single\": false, \"burn\": false },\n");
    printf("    \"deck\": [");
    for (unsigned i = 0; i < TREY_CARDS; i++) printf(i > 0 ? ", %u" : "%u", shuffled.deck[i]);
    printf("],\n    \"openings\": [\n");
    for (unsigned turn = 0; turn < TREY_CARDS; turn++) opening(&shuffled, turn);
    printf("    ]\n}\n");
    return 0;
}
