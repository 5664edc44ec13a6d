/* witness_command.c -- trey witness: follows houses from another machine, keeps what they sign,
 * and cosigns it. */
#include "witness_command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http_client.h"
#include "server_log.h"
#include "witness_follow.h"
#include "witness_server.h"

static const char help[] =
    "usage: trey witness URL... --state FILE --key FILE [--every SECONDS] [--once]\n"
    "       trey witness [URL...] --state FILE --key FILE --listen ADDRESS:PORT --trust VKEY\n"
    "       trey witness keys FILE --name NAME\n"
    "\n"
    "Follows houses from another machine: fetches what they have signed, checks that nothing\n"
    "was cut off or rewritten since the last time, keeps every checkpoint in the state file and\n"
    "cosigns it. URL is a house's address, as in https://cards.example. Run it where the\n"
    "house's operator has no account.\n"
    "\n"
    "  --state FILE    what was seen; only grows. `trey verify --witness FILE` reads it\n"
    "  --key FILE      the witness' own key; `trey witness keys` makes it and prints the\n"
    "                  verifier key, which belongs in the settings of the house\n"
    "  --trust VKEY    the verifier key of a house or another log; may be repeated. Without\n"
    "                  any, the first key that a house shows is trusted from then on\n"
    "  --every S       seconds between two looks; 30\n"
    "  --stopped S     seconds without an answer after which a house counts as stopped; 600\n"
    "  --listen A:P    serves add-checkpoint (C2SP tlog-witness) for the logs it trusts\n"
    "  --once          looks once and ends, for cron\n"
    "  --name NAME     of a new key, as in witness.example/w1\n"
    "\n"
    "Whatever is wrong is logged, and the two checkpoints that do not fit are kept in\n"
    "STATE.alarm. Exit status, the worst that was seen: 0 all consistent; 1 a house has signed\n"
    "two histories; 2 bad usage or bad files; 3 a house could not be reached; 4 a house has\n"
    "fewer records than it has signed. docs/witness.md tells more.\n";

enum {
    DONE = 0,
    FORKED = 1,
    USAGE = 2,
    UNREACHED = 3,
    BACK = 4,
    HOUSES_MAX = 64,
    TRUSTED_MAX = 64
};

typedef struct witness_words {
    const char *state, *key, *listen, *name, *every, *stopped, *keys_file;
    const char *trust[TRUSTED_MAX], *url[HOUSES_MAX];
    unsigned trusts, urls;
    bool once, keys;
} witness_words;

/* ---- Words -------------------------------------------------------------------------------- */
static int usage(const char *text, const char *word) {
    fprintf(stderr, "trey witness: %s%s; `trey witness --help` shows how\n", text, word);
    return USAGE;
}

/* Where the value of an option goes; NULL for a word that is none. */
static const char **option_of(witness_words *out, const char *word) {
    const struct {
        const char *word, **value;
    } options[] = {{"--state", &out->state},   {"--key", &out->key},
                   {"--listen", &out->listen}, {"--name", &out->name},
                   {"--every", &out->every},   {"--stopped", &out->stopped}};
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(word, options[i].word) == 0) return options[i].value;
    }
    return NULL;
}

static int read_words(int argc, char **argv, witness_words *out) {
    int first = 1;
    if (argc > 1 && strcmp(argv[1], "keys") == 0) {
        out->keys = true;
        first = 2;
    }
    for (int i = first; i < argc; i++) {
        const char *word = argv[i];
        const char **value = option_of(out, word);
        if (strcmp(word, "--trust") == 0 && out->trusts < TRUSTED_MAX)
            value = &out->trust[out->trusts++];
        if (strcmp(word, "--once") == 0) {
            out->once = true;
        } else if (value) {
            if (i + 1 == argc) return usage("a value is missing after ", word);
            if (*value) return usage("twice: ", word);
            *value = argv[++i];
        } else if (word[0] == '-') {
            return usage("unknown option ", word);
        } else if (out->keys && !out->keys_file) {
            out->keys_file = word;
        } else if (!out->keys && out->urls < HOUSES_MAX) {
            out->url[out->urls++] = word;
        } else {
            return usage("one word too many: ", word);
        }
    }
    return DONE;
}

static int judge_words(const witness_words *words) {
    if (words->keys)
        return words->keys_file && words->name && !words->state && !words->key
                   ? DONE
                   : usage("keys needs a file and --name NAME", "");
    if (!words->state || !words->key) return usage("--state FILE and --key FILE are needed", "");
    if (words->name) return usage("--name goes with keys", "");
    if (words->urls == 0 && !words->listen) return usage("name a house, or --listen", "");
    if (words->once && words->listen) return usage("--once does not go with --listen", "");
    for (unsigned i = 0; i < words->urls; i++) {
        if (!http_url_valid(words->url[i])) return usage("not an address of HTTP: ", words->url[i]);
        if (strlen(words->url[i]) >= TREY_WITNESS_URL_MAX)
            return usage("too long: ", words->url[i]);
    }
    return DONE;
}

/* Seconds; `most` where nothing was given is the default. */
static bool read_seconds(const char *text, unsigned preset, unsigned *out) {
    uint64_t value = preset;
    bool good = !text || (trey_decimal_parse(text, strlen(text), &value) && value > 0 &&
                          value <= 86400u * 30);
    *out = good ? (unsigned)value : 0;
    return good;
}

static int make_keys(const witness_words *words) {
    trey_note_key key;
    trey_witness_message message = {""};
    char text[TREY_NOTE_KEY_TEXT_MAX];
    trey_status status = trey_witness_key_create(words->keys_file, words->name, &key, &message);
    if (status != TREY_STATUS_OK) {
        fprintf(stderr, "trey witness: %s\n",
                message.text[0] ? message.text : trey_status_text(status));
        return USAGE;
    }
    puts(trey_note_key_print(&key, text));
    return DONE;
}

/* ---- Following ------------------------------------------------------------------------------ */
typedef struct following {
    trey_witness *witness;
    pthread_mutex_t lock;
    followed_house house[HOUSES_MAX];
    unsigned houses, every_s, stopped_s;
    witness_server *server; /* NULL: none */
    int worst;
} following;

static volatile sig_atomic_t stop_asked;
static void ask_stop(int number) {
    (void)number;
    stop_asked = 1;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The worst so far: a fork is worse than a missing end, which is worse than silence. */
static void note_worst(following *all, house_standing standing) {
    static const int status[] = {[HOUSE_CONSISTENT] = DONE,
                                 [HOUSE_UNREACHABLE] = UNREACHED,
                                 [HOUSE_BACK] = BACK,
                                 [HOUSE_FORKED] = FORKED};
    static const unsigned rank[] = {[DONE] = 0, [UNREACHED] = 1, [BACK] = 2, [FORKED] = 3};
    if (rank[status[standing]] > rank[all->worst]) all->worst = status[standing];
}

static void tell(following *all, followed_house *house, house_standing before, bool once) {
    bool stopped = once || now_ms() - house->reached_ms > (int64_t)all->stopped_s * 1000;
    if (house->standing == HOUSE_CONSISTENT) {
        if (house->cosigned || before != HOUSE_CONSISTENT)
            log_say(LOG_INFO, house->cosigned ? "cosigned" : "consistent",
                    LOG_WORD("house", house->url), LOG_WORD("origin", house->origin),
                    LOG_COUNT("records", house->size));
        return;
    }
    if (house->standing == HOUSE_UNREACHABLE && !stopped) {
        if (before != HOUSE_UNREACHABLE)
            log_say(LOG_WARNING, "unreachable", LOG_WORD("house", house->url),
                    LOG_WORD("why", house->why));
        return;
    }
    log_say(LOG_ERROR,
            house->standing == HOUSE_UNREACHABLE ? "house_stopped"
            : house->standing == HOUSE_BACK      ? "house_went_back"
                                                 : "house_forked",
            LOG_WORD("house", house->url), LOG_WORD("origin", house->origin),
            LOG_COUNT("records", house->size), LOG_WORD("why", house->why));
    note_worst(all, house->standing);
}

static void look_at_all(following *all, bool once) {
    for (unsigned i = 0; i < all->houses && !stop_asked; i++) {
        house_standing before = all->house[i].standing;
        house_look(&all->house[i], all->witness, &all->lock);
        tell(all, &all->house[i], before, once);
    }
}

static void *follow(void *context) {
    following *all = context;
    while (!stop_asked) {
        look_at_all(all, false);
        int64_t until = now_ms() + (int64_t)all->every_s * 1000;
        while (!stop_asked && now_ms() < until) {
            struct timespec nap = {0, 100000000};
            nanosleep(&nap, NULL);
        }
    }
    if (all->server) witness_server_wake(all->server);
    return NULL;
}

/* Serves on this thread, follows on another; ends with a signal. */
static int run(following *all) {
    pthread_t thread;
    struct sigaction action = {.sa_handler = ask_stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (pthread_create(&thread, NULL, follow, all) != 0) return UNREACHED;
    while (all->server && !stop_asked) witness_server_turn(all->server);
    pthread_join(thread, NULL);
    return all->worst;
}

/* ---- Opening --------------------------------------------------------------------------------- */
static int fails(const char *text) {
    fprintf(stderr, "trey witness: %s\n", text);
    return USAGE;
}

static int trust_all(following *all, const witness_words *words) {
    trey_witness_message message = {""};
    for (unsigned i = 0; i < words->trusts; i++) {
        trey_note_key key;
        if (!trey_note_key_parse(words->trust[i], &key))
            return usage("not a verifier key: ", words->trust[i]);
        if (trey_witness_trust(all->witness, &key, &message) != TREY_STATUS_OK)
            return fails(message.text);
    }
    return DONE;
}

static int listen_at(following *all, const char *text) {
    char host[128], why[200] = "";
    const char *colon = strrchr(text, ':');
    uint64_t port = 0;
    if (!colon || colon == text || (size_t)(colon - text) >= sizeof host ||
        !trey_decimal_parse(colon + 1, strlen(colon + 1), &port) || port > UINT16_MAX)
        return usage("--listen is ADDRESS:PORT, not ", text);
    bool brackets = text[0] == '[' && colon[-1] == ']';
    snprintf(host, sizeof host, "%.*s", (int)(colon - text) - (brackets ? 2 : 0),
             text + (brackets ? 1 : 0));
    all->server =
        witness_server_open(host, (uint16_t)port, all->witness, &all->lock, why, sizeof why);
    if (!all->server) return fails(why);
    printf("The witness %s is open at http://%s%s%s:%u\n", trey_witness_key(all->witness)->name,
           brackets ? "[" : "", host, brackets ? "]" : "", witness_server_port(all->server));
    fflush(stdout);
    return DONE;
}

static void name_houses(following *all, const witness_words *words) {
    for (unsigned i = 0; i < words->urls; i++) {
        followed_house *house = &all->house[all->houses++];
        size_t size = strlen(words->url[i]);
        while (size > 0 && words->url[i][size - 1] == '/') size--;
        snprintf(house->url, sizeof house->url, "%.*s", (int)size, words->url[i]);
        house->pinned = words->trusts > 0;
        house->reached_ms = now_ms();
    }
}

int witness_command(int argc, char **argv) {
    witness_words words = {.state = NULL};
    trey_witness_message message = {""};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return fputs(help, stdout), DONE;
    }
    int status = read_words(argc, argv, &words);
    if (status == DONE) status = judge_words(&words);
    if (status != DONE) return status;
    if (words.keys) return make_keys(&words);
    following *all = calloc(1, sizeof *all);
    if (!all) return UNREACHED;
    pthread_mutex_init(&all->lock, NULL);
    log_open(NULL, LOG_INFO, false);
    if (!read_seconds(words.every, 30, &all->every_s) ||
        !read_seconds(words.stopped, 600, &all->stopped_s)) {
        status = usage("seconds are whole numbers from 1 on", "");
    } else if (trey_witness_open(&all->witness, words.state, words.key, &message) !=
               TREY_STATUS_OK) {
        status = fails(message.text[0] ? message.text : "no memory");
    } else {
        name_houses(all, &words);
        status = trust_all(all, &words);
        if (status == DONE && words.listen) status = listen_at(all, words.listen);
        if (status == DONE && words.once) {
            look_at_all(all, true);
            status = all->worst;
        } else if (status == DONE) {
            status = run(all);
        }
    }
    witness_server_close(all->server);
    trey_witness_close(all->witness);
    pthread_mutex_destroy(&all->lock);
    log_close();
    free(all);
    return status;
}
