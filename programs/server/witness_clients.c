/* witness_clients.c -- asks the witnesses of the settings to cosign, as C2SP tlog-witness says.
 *
 * One thread asks them one after the other. What a witness has cosigned last is its own to
 * know: the first request guesses, and a 409 tells. A witness that has seen more records than
 * the house has is not a fault of the line: either the store is an old copy, or somebody signs
 * with the house's key. That is logged as an error. */
#include "witness_clients.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http_client.h"
#include "server_log.h"

enum { TIMEOUT_MS = 10000, PAUSE_MS_MOST = 60000, NAP_MS = 1000, ANSWER_MAX = 1 << 16 };

typedef struct asked_witness {
    const witness_settings *settings;
    uint64_t size; /* of the checkpoint that it cosigned last, as far as we know */
    int64_t next_ms;
    int64_t pause_ms; /* grows while it fails; 0: it does not */
} asked_witness;

struct witness_clients {
    pthread_t thread;
    checkpoints *desk;
    asked_witness witness[COSIGNERS_MAX];
    unsigned witnesses;
};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void fails(asked_witness *witness, const char *why) {
    bool logged = witness->pause_ms > 0;
    witness->pause_ms = logged ? 2 * witness->pause_ms : NAP_MS;
    if (witness->pause_ms > PAUSE_MS_MOST) witness->pause_ms = PAUSE_MS_MOST;
    witness->next_ms = now_ms() + witness->pause_ms;
    if (logged) return;
    log_say(LOG_WARNING, "witness_fails", LOG_WORD("witness", witness->settings->key.name),
            LOG_WORD("why", why));
}

/* The note with what the witness added; only what holds is of use. */
static bool take_lines(witness_clients *clients, asked_witness *witness, const char *note,
                       const char *lines, uint64_t size) {
    char whole[PUBLISHED_NOTE_MAX];
    trey_note read;
    int used = snprintf(whole, sizeof whole, "%s%s", note, lines);
    if (used < 0 || (size_t)used >= sizeof whole || !trey_note_parse(whole, (size_t)used, &read) ||
        trey_note_check(&read, &witness->settings->key, NULL) != TREY_NOTE_SIGNED)
        return false;
    checkpoints_cosigned(clients->desk, whole);
    witness->size = size;
    witness->pause_ms = 0;
    return true;
}

/* It has cosigned another size than we thought. */
static void take_size(asked_witness *witness, const char *text, uint64_t newest) {
    uint64_t size = 0;
    if (!trey_decimal_parse(text, strcspn(text, "\n"), &size)) {
        fails(witness, "a conflict without a size");
    } else if (size > newest) {
        witness->next_ms = now_ms() + PAUSE_MS_MOST;
        log_say(LOG_ERROR, "behind_witness", LOG_WORD("witness", witness->settings->key.name),
                LOG_COUNT("records", newest), LOG_COUNT("witnessed", size),
                LOG_WORD("then", "the store is an old copy, or another signs with its key"));
    } else if (size == witness->size) {
        fails(witness, "a conflict over the size that it named itself");
    } else {
        witness->size = size;
    }
}

static void ask(witness_clients *clients, asked_witness *witness) {
    char note[PUBLISHED_NOTE_MAX], url[SETTING_TEXT + 32];
    trey_note read;
    trey_tree_head head;
    http_reply reply;
    char *body = checkpoints_submission(clients->desk, witness->size, note);
    if (!body || !trey_note_parse(note, strlen(note), &read) ||
        !trey_tree_head_parse(read.text, read.text_size, &head)) {
        free(body);
        witness->next_ms = now_ms() + NAP_MS;
        return;
    }
    size_t length = strlen(witness->settings->url);
    bool slash = length > 0 && witness->settings->url[length - 1] == '/';
    snprintf(url, sizeof url, "%s%sadd-checkpoint", witness->settings->url, slash ? "" : "/");
    const http_call call = {.url = url,
                            .post_type = "text/plain; charset=utf-8",
                            .body = body,
                            .body_size = strlen(body),
                            .timeout_ms = TIMEOUT_MS,
                            .most = ANSWER_MAX};
    if (!http_ask(&call, &reply)) {
        fails(witness, reply.error);
    } else if (reply.status == 200) {
        if (!take_lines(clients, witness, note, reply.body, head.size))
            fails(witness, "it answered without a cosignature that holds");
    } else if (reply.status == 409) {
        take_size(witness, reply.body, head.size);
    } else {
        char why[64];
        snprintf(why, sizeof why, "status %d", reply.status);
        fails(witness, why);
    }
    http_reply_close(&reply);
    free(body);
}

static void *run(void *context) {
    witness_clients *clients = context;
    for (;;) {
        uint64_t least = UINT64_MAX;
        for (unsigned i = 0; i < clients->witnesses; i++) {
            const asked_witness *witness = &clients->witness[i];
            if (witness->next_ms <= now_ms() && witness->size < least) least = witness->size;
        }
        if (!checkpoints_wait(clients->desk, least, NAP_MS)) return NULL;
        for (unsigned i = 0; i < clients->witnesses; i++) {
            asked_witness *witness = &clients->witness[i];
            char note[PUBLISHED_NOTE_MAX];
            trey_note read;
            trey_tree_head head;
            size_t size = checkpoints_newest(clients->desk, note);
            if (size == 0 || witness->next_ms > now_ms() || !trey_note_parse(note, size, &read) ||
                !trey_tree_head_parse(read.text, read.text_size, &head) ||
                head.size <= witness->size)
                continue;
            ask(clients, witness);
        }
    }
}

witness_clients *witness_clients_open(checkpoints *desk, const server_settings *settings) {
    witness_clients *clients = calloc(1, sizeof *clients);
    if (!clients) return NULL;
    clients->desk = desk;
    for (unsigned i = 0; i < settings->cosigners; i++) {
        if (!settings->cosigner[i].url[0]) continue;
        clients->witness[clients->witnesses++].settings = &settings->cosigner[i];
    }
    if (clients->witnesses > 0 && pthread_create(&clients->thread, NULL, run, clients) == 0)
        return clients;
    free(clients);
    return NULL;
}

void witness_clients_close(witness_clients *clients) {
    if (!clients) return;
    checkpoints_stop(clients->desk);
    pthread_join(clients->thread, NULL);
    free(clients);
}
