/* rng_command.c -- trey rng: what the tables' generator gives, for test suites.
 *
 * Each round draws a fresh seed from the kernel and hashes it into a key, as at a
 * table. `raw` writes the first 256 bytes of each key's stream, which are those that
 * a shuffle draws from; `shuffles` writes the decks themselves. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "trey/shuffle.h"

static const char help[] =
    "usage: trey rng raw [--bytes N]                  bytes of the tables' generator\n"
    "       trey rng shuffles [--count N] [--binary]  shuffled decks, one a line\n"
    "\n"
    "  --bytes N    stop after N bytes; without it, when the reader stops\n"
    "  --count N    stop after N decks\n"
    "  --binary     52 bytes a deck, each a card from 0 (2c) to 51 (As)\n"
    "\n"
    "  trey rng raw | rngtest -c 1000\n"
    "  trey rng raw | dieharder -a -g 200\n"
    "\n"
    "Exit status: 0 done, also when the reader closes the pipe; 2 bad usage; 3 the\n"
    "system has no randomness to give, or the output cannot be written.\n";

enum { RAW_CHUNK = 256, NO_LIMIT = 0 };

typedef struct rng_options {
    bool shuffles, binary;
    uint64_t limit; /* bytes or decks */
} rng_options;

static bool next_key(uint64_t number, trey_hash *key) {
    trey_seed seed;
    if (trey_seed_draw(trey_entropy_kernel, NULL, &seed) != TREY_STATUS_OK) return false;
    trey_seed stack_seed = trey_stack_seed(&seed, number % TREY_STACKS);
    *key = trey_order_key(&stack_seed);
    trey_seed_wipe(&stack_seed);
    trey_seed_wipe(&seed);
    return true;
}

static bool write_raw(const trey_hash *key, uint64_t *left) {
    uint8_t bytes[RAW_CHUNK];
    size_t count = sizeof bytes;
    if (*left != NO_LIMIT && *left < count) count = (size_t)*left;
    trey_shuffle_stream(key->byte, bytes, sizeof bytes);
    if (*left != NO_LIMIT) *left = *left == count ? UINT64_MAX : *left - count;
    return fwrite(bytes, 1, count, stdout) == count;
}

static bool write_deck(const trey_hash *key, bool binary) {
    trey_card deck[TREY_CARDS];
    trey_shuffle_deck(key->byte, deck);
    if (binary) return fwrite(deck, 1, sizeof deck, stdout) == sizeof deck;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        char text[TREY_CARD_TEXT_MAX];
        trey_card_print(deck[i], TREY_CARD_LETTERS, text);
        if (fprintf(stdout, "%s%c", text, i + 1 < TREY_CARDS ? ' ' : '\n') < 0) return false;
    }
    return true;
}

static int generate(const rng_options *options) {
    uint64_t left = options->limit, number = 0;
    bool written = true, done = false;
    signal(SIGPIPE, SIG_IGN);
    while (written && !done) {
        trey_hash key;
        if (!next_key(number++, &key)) {
            fprintf(stderr, "trey rng: %s\n", trey_status_text(TREY_STATUS_NO_ENTROPY));
            return EXIT_OPERATING;
        }
        if (options->shuffles) {
            written = write_deck(&key, options->binary);
            done = options->limit != NO_LIMIT && number == options->limit;
        } else {
            written = write_raw(&key, &left);
            done = left == UINT64_MAX;
        }
    }
    if (written && fflush(stdout) == 0) return EXIT_DONE;
    if (errno == EPIPE) return EXIT_DONE;
    fprintf(stderr, "trey rng: the output cannot be written: %s\n", strerror(errno));
    return EXIT_OPERATING;
}

static bool read_limit(const char *option, const char *text, uint64_t *out) {
    char *end;
    errno = 0;
    if (text && text[0] >= '0' && text[0] <= '9') {
        *out = strtoull(text, &end, 10);
        if (errno == 0 && *end == '\0' && *out > 0 && *out < UINT64_MAX) return true;
    }
    fprintf(stderr, "trey rng: %s takes a whole number above 0%s%s\n", option, text ? ", not " : "",
            text ? text : "");
    return false;
}

int rng_command(int argc, char **argv) {
    rng_options options = {.limit = NO_LIMIT};
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "--help") == 0) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    options.shuffles = strcmp(what, "shuffles") == 0;
    if (!options.shuffles && strcmp(what, "raw") != 0) {
        fprintf(stderr, "trey rng: %s%s; write trey rng raw or trey rng shuffles\n",
                *what ? "there is no output " : "which output?", what);
        return EXIT_USAGE;
    }
    const char *limit = options.shuffles ? "--count" : "--bytes";
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], limit) == 0) {
            const char *number = i + 1 < argc ? argv[++i] : NULL;
            if (!read_limit(limit, number, &options.limit)) return EXIT_USAGE;
        } else if (options.shuffles && strcmp(argv[i], "--binary") == 0) {
            options.binary = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return EXIT_DONE;
        } else {
            fprintf(stderr, "trey rng %s: unknown option %s; `trey rng --help` shows how\n", what,
                    argv[i]);
            return EXIT_USAGE;
        }
    }
    return generate(&options);
}
