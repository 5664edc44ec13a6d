/* shuffle_soak.c -- many shuffles on every core, scored, and the two readings of
 * docs/fairness.md held against each other.
 *
 *   shuffle_soak SHUFFLES ROUNDS */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shuffle_statistics.h"
#include "trey/check.h"
#include "trey/shuffle.h"

enum { MOST_THREADS = 64 };

typedef struct share {
    uint64_t shuffles, rounds, first;
    uint64_t disagreed;
    shuffle_counts counts;
} share;

static void fresh_key(trey_hash *key) {
    if (!trey_entropy_kernel(NULL, key->byte, sizeof key->byte)) abort();
}

static bool round_agrees(uint64_t number) {
    trey_seed seed;
    trey_shuffled shuffled;
    trey_pledge pledge = {.player = (uint32_t)number + 1, .opened = true};
    if (trey_seed_draw(trey_entropy_kernel, NULL, &seed) != TREY_STATUS_OK) abort();
    if (!trey_entropy_kernel(NULL, pledge.share.byte, sizeof pledge.share.byte)) abort();
    trey_stacks_make(&seed, &shuffled);
    const trey_round_name name = {"soak", "table", number, {{0}}};
    const trey_hash root[] = {shuffled.stack[0].root, shuffled.stack[1].root};
    const trey_hash commitment = trey_commitment_of(&name, root);
    pledge.pledge = trey_pledge_of(&commitment, pledge.player, &pledge.share);
    const trey_hash list = trey_pledges_hash(&commitment, &pledge, 1);
    const trey_hash joint = trey_joint_of(&list, &pledge, 1);
    trey_shuffle(&joint, &shuffled);
    const trey_seed spare = trey_stack_seed(&seed, 1u - shuffled.pick);
    const trey_check_pledge told = {pledge.player, pledge.pledge.byte, pledge.share.byte};
    const trey_check_round round = {.house = "soak",
                                    .table = "table",
                                    .round = number,
                                    .rulebook = name.rulebook.byte,
                                    .seed = seed.byte,
                                    .commitment = commitment.byte,
                                    .root = {root[0].byte, root[1].byte},
                                    .pledge = &told,
                                    .pledges = 1,
                                    .list = list.byte,
                                    .joint = joint.byte,
                                    .spare = spare.byte,
                                    .deck = shuffled.deck};
    return trey_check(&round) == TREY_CHECK_AGREES;
}

static void *work(void *context) {
    share *mine = context;
    trey_hash key;
    shuffle_counts_open(&mine->counts);
    for (uint64_t n = 0; n < mine->shuffles; n++) {
        trey_card deck[TREY_CARDS];
        /* A fresh key from the kernel now and then; hashed on in between. */
        if (n % 4096 == 0) {
            fresh_key(&key);
        } else {
            key = trey_hash_of(key.byte, sizeof key.byte);
        }
        trey_shuffle_deck(key.byte, deck);
        shuffle_counts_add(&mine->counts, deck);
    }
    for (uint64_t n = 0; n < mine->rounds; n++) mine->disagreed += !round_agrees(mine->first + n);
    return NULL;
}

int main(int argc, char **argv) {
    uint64_t shuffles = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = online < 1 ? 1 : online > MOST_THREADS ? MOST_THREADS : (unsigned)online;
    if (shuffles == 0) {
        fputs("usage: shuffle_soak SHUFFLES ROUNDS\n", stderr);
        return 2;
    }
    share *shares = calloc(threads, sizeof *shares);
    pthread_t thread[MOST_THREADS];
    if (!shares) return 3;
    for (unsigned i = 0; i < threads; i++) {
        shares[i].shuffles = shuffles / threads + (i < shuffles % threads);
        shares[i].rounds = rounds / threads + (i < rounds % threads);
        shares[i].first = i * (rounds / threads + 1);
        if (pthread_create(&thread[i], NULL, work, &shares[i]) != 0) return 3;
    }
    uint64_t disagreed = 0;
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        if (i > 0) shuffle_counts_join(&shares[0].counts, &shares[i].counts);
        disagreed += shares[i].disagreed;
    }
    shuffle_scores scores = shuffle_counts_score(&shares[0].counts);
    printf("%" PRIu64 " shuffles: ", shares[0].counts.shuffles);
    shuffle_scores_print(&scores, stdout);
    printf("%" PRIu64 " rounds checked twice, %" PRIu64 " disagree\n", rounds, disagreed);
    bool good = shuffle_scores_fair(&scores) && disagreed == 0;
    free(shares);
    return good ? 0 : 1;
}
