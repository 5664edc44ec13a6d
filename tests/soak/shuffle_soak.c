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
    if (trey_seed_draw(trey_entropy_kernel, NULL, &seed) != TREY_STATUS_OK) abort();
    const trey_round_name name = {"soak", "table", number, {{0}}};
    trey_hash commitment = trey_commitment_of(&name, &seed);
    trey_nonces list;
    trey_nonces_open(&list);
    trey_nonces_add(&list, "alice", seed.byte, 1 + number % 32);
    trey_hash nonces = trey_nonces_close(&list);
    trey_shuffle(&seed, &commitment, &nonces, &shuffled);
    const trey_check_nonce nonce = {"alice", seed.byte, 1 + number % 32};
    const trey_check_round round = {.house = "soak",
                                    .table = "table",
                                    .round = number,
                                    .rulebook = name.rulebook.byte,
                                    .seed = seed.byte,
                                    .commitment = commitment.byte,
                                    .root = shuffled.root.byte,
                                    .nonce = &nonce,
                                    .nonces = 1,
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
