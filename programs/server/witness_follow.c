/* witness_follow.c -- follows a house: fetches what it has signed, checks, cosigns, tells it.
 *
 * A house answers from several nodes and through caches, so an older note than the last one is
 * no crime as long as the house can still prove that it leads to the one that we cosigned. A house
 * that has lost its end, or was restored from an old copy, cannot. */
#include "witness_follow.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http_client.h"

enum { TIMEOUT_MS = 10000, PROOF_TEXT_MAX = 64 * TREY_HASH_BASE64_MAX };

const char *house_standing_word(house_standing standing) {
    static const char *const word[] = {"consistent", "unreachable", "back", "forked"};
    return word[standing];
}

static bool stands(followed_house *house, house_standing standing, const char *why) {
    house->standing = standing;
    snprintf(house->why, sizeof house->why, "%s", why);
    return false;
}

static bool fetch(followed_house *house, const char *path, http_reply *reply) {
    char url[512];
    snprintf(url, sizeof url, "%s%s", house->url, path);
    const http_call call = {.url = url, .timeout_ms = TIMEOUT_MS, .most = TREY_NOTE_BYTES_MAX};
    if (http_ask(&call, reply)) return true;
    return stands(house, HOUSE_UNREACHABLE, reply->error);
}

/* What the house has signed last, copied. */
static char *fetch_newest(followed_house *house, trey_note *note, trey_tree_head *head) {
    http_reply reply;
    if (!fetch(house, "/checkpoints", &reply)) return NULL;
    if (reply.status != 200 || !trey_note_parse(reply.body, reply.size, note) ||
        !trey_tree_head_parse(note->text, note->text_size, head)) {
        stands(house, HOUSE_UNREACHABLE,
               reply.status == 404   ? "it has not signed anything yet"
               : reply.status == 200 ? "what it publishes is no checkpoint"
                                     : "it does not publish its checkpoints");
        http_reply_close(&reply);
        return NULL;
    }
    return reply.body;
}

/* The first key that a house shows is trusted; after that no other is. */
static bool trust_first(followed_house *house, const trey_tree_head *head, trey_witness *witness,
                        pthread_mutex_t *lock) {
    http_reply reply;
    trey_note_key key;
    trey_witness_message message;
    if (house->origin[0])
        return stands(house, HOUSE_FORKED,
                      "it signs for another origin than it did: its history was left behind");
    if (house->pinned)
        return stands(house, HOUSE_FORKED, "it signs for none of the origins that you trust");
    if (!fetch(house, "/checkpoints/key", &reply)) return false;
    if (reply.body) reply.body[strcspn(reply.body, "\n")] = '\0';
    bool good = reply.status == 200 && trey_note_key_parse(reply.body, &key) &&
                key.type == TREY_NOTE_LOG && strcmp(key.name, head->origin) == 0;
    http_reply_close(&reply);
    if (!good) return stands(house, HOUSE_UNREACHABLE, "it shows no key for what it signs");
    pthread_mutex_lock(lock);
    trey_status status = trey_witness_trust(witness, &key, &message);
    pthread_mutex_unlock(lock);
    return status == TREY_STATUS_OK || stands(house, HOUSE_UNREACHABLE, message.text);
}

static bool parse_proof(const char *text, size_t size, trey_hash *proof, size_t *length) {
    const size_t line = TREY_HASH_BASE64_MAX;
    *length = 0;
    if (size % line != 0 || size / line > TREY_PATH_MAX) return false;
    for (size_t at = 0; at < size; at += line) {
        if (text[at + line - 1] != '\n' ||
            !trey_hash_from_base64(text + at, line - 1, &proof[(*length)++]))
            return false;
    }
    return true;
}

/* The house's proof between two sizes. The status is HTTP's; 0 where nothing came. */
static int fetch_proof(followed_house *house, uint64_t from, uint64_t to, char *text) {
    char path[128];
    http_reply reply;
    snprintf(path, sizeof path, "/checkpoints/consistency?from=%" PRIu64 "&to=%" PRIu64, from, to);
    text[0] = '\0';
    if (!fetch(house, path, &reply)) return 0;
    int status = reply.status;
    if (status == 200) snprintf(text, PROOF_TEXT_MAX + 1, "%s", reply.body);
    http_reply_close(&reply);
    return status;
}

static void alarm_about(followed_house *house, trey_witness *witness, pthread_mutex_t *lock,
                        const trey_note *note) {
    pthread_mutex_lock(lock);
    trey_witness_alarm(witness, house->why, note->text, note->size);
    pthread_mutex_unlock(lock);
}

/* An older note than ours: does it lead to ours? */
static bool still_leads(followed_house *house, const trey_tree_head *old,
                        const trey_tree_head *ours) {
    char text[PROOF_TEXT_MAX + 1], why[200];
    trey_hash proof[TREY_PATH_MAX];
    size_t length;
    int status = fetch_proof(house, old->size, ours->size, text);
    if (status == 200 && parse_proof(text, strlen(text), proof, &length) &&
        trey_consistency_holds(old->size, &old->root, ours->size, &ours->root, proof, length))
        return true;
    if (status == 503 || status == 429)
        return stands(house, HOUSE_UNREACHABLE, "it has no proof yet");
    if (status == 0) return false;
    snprintf(why, sizeof why,
             "it publishes %" PRIu64 " records and has signed %" PRIu64
             ": its end was cut off, or an old copy was restored",
             old->size, ours->size);
    return stands(house, HOUSE_BACK, why);
}

/* Tells the house; whether it wants to know is its own affair. */
static void bring(followed_house *house, const char *note, size_t size) {
    char url[512];
    http_reply reply;
    json_t *object = json_pack("{s:s%}", "note", note, size);
    char *body = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!body) return;
    snprintf(url, sizeof url, "%s/checkpoints/cosignatures", house->url);
    const http_call call = {.url = url,
                            .post_type = "application/json",
                            .body = body,
                            .body_size = strlen(body),
                            .trey_header = true,
                            .timeout_ms = TIMEOUT_MS,
                            .most = TREY_NOTE_BYTES_MAX};
    http_ask(&call, &reply);
    http_reply_close(&reply);
    free(body);
}

/* Where the answer is not a cosignature: what does that say about the house? */
static bool judge(followed_house *house, const trey_witness_answer *said, uint64_t old,
                  const trey_tree_head *head) {
    char why[200];
    if (said->status == 403)
        return stands(house, HOUSE_FORKED, "it is not signed by the key that this house had");
    if (said->status == 409) return stands(house, HOUSE_UNREACHABLE, "somebody else was faster");
    if (said->status == 500) return stands(house, HOUSE_UNREACHABLE, said->body);
    snprintf(why, sizeof why,
             "the history of %" PRIu64
             " records that it signed is not the beginning of the %" PRIu64 " that it signs now",
             old, head->size);
    return stands(house, HOUSE_FORKED, why);
}

/* Submits the note to our own rules, with the house's proof. */
static bool submit(followed_house *house, trey_witness *witness, pthread_mutex_t *lock,
                   const trey_note *note, const trey_tree_head *head, uint64_t old) {
    char proof[PROOF_TEXT_MAX + 1] = "";
    trey_witness_answer said;
    trey_witness_seen seen;
    char *request = NULL, *copy = NULL;
    size_t size = 0, copy_size = 0;
    if (old > 0 && old < head->size) {
        int status = fetch_proof(house, old, head->size, proof);
        if (status == 0) return false;
        if (status == 503 || status == 429)
            return stands(house, HOUSE_UNREACHABLE, "it has no proof yet");
        /* A house that does not know what it signed cannot prove anything: the rules say it. */
    }
    FILE *to = open_memstream(&request, &size);
    if (!to) return stands(house, HOUSE_UNREACHABLE, "no memory");
    fprintf(to, "old %" PRIu64 "\n%s\n%.*s", old, proof, (int)note->size, note->text);
    fclose(to);
    pthread_mutex_lock(lock);
    trey_witness_add(witness, request, size, (uint64_t)time(NULL), &said);
    if (said.status == 200 && trey_witness_newest(witness, head->origin, &seen)) {
        copy = strndup(seen.note, seen.note_size);
        copy_size = seen.note_size;
    }
    pthread_mutex_unlock(lock);
    free(request);
    if (said.status != 200) {
        judge(house, &said, old, head);
        return false;
    }
    house->cosigned = old != head->size;
    house->size = head->size;
    if (copy) bring(house, copy, copy_size);
    free(copy);
    return true;
}

static bool remember(followed_house *house, const trey_tree_head *head, trey_witness *witness,
                     pthread_mutex_t *lock) {
    trey_witness_message message;
    memcpy(house->origin, head->origin, sizeof house->origin);
    pthread_mutex_lock(lock);
    trey_status status = trey_witness_place_keep(witness, house->url, head->origin, &message);
    pthread_mutex_unlock(lock);
    return status == TREY_STATUS_OK || stands(house, HOUSE_UNREACHABLE, message.text);
}

/* What the house has not signed says nothing about it. */
static bool is_signed(followed_house *house, trey_witness *witness, pthread_mutex_t *lock,
                      const trey_note *note) {
    pthread_mutex_lock(lock);
    bool good = trey_witness_signed(witness, note);
    pthread_mutex_unlock(lock);
    return good || stands(house, HOUSE_UNREACHABLE, "what it publishes is not signed by its key");
}

void house_look(followed_house *house, trey_witness *witness, pthread_mutex_t *lock) {
    trey_note note;
    trey_tree_head head, ours = {.size = 0};
    trey_witness_seen seen;
    house_standing before = house->standing;
    house->standing = HOUSE_CONSISTENT;
    house->why[0] = '\0';
    house->cosigned = false;
    char *text = fetch_newest(house, &note, &head);
    if (!text) return;
    pthread_mutex_lock(lock);
    const char *place = trey_witness_place(witness, house->url);
    if (place) snprintf(house->origin, sizeof house->origin, "%s", place);
    bool trusted = trey_witness_trusts(witness, head.origin);
    if (house->origin[0] && strcmp(house->origin, head.origin) != 0) trusted = false;
    if (trusted && trey_witness_newest(witness, head.origin, &seen)) ours = seen.head;
    pthread_mutex_unlock(lock);
    bool good = trusted || trust_first(house, &head, witness, lock);
    if (good && !house->origin[0]) good = remember(house, &head, witness, lock);
    if (good && head.size < ours.size)
        good = is_signed(house, witness, lock, &note) && still_leads(house, &head, &ours);
    else if (good)
        good = submit(house, witness, lock, &note, &head, ours.size);
    /* Once is enough in the file. */
    bool alarming = house->standing == HOUSE_BACK || house->standing == HOUSE_FORKED;
    if (!good && alarming && before != house->standing) alarm_about(house, witness, lock, &note);
    if (ours.size > house->size) house->size = ours.size;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (good || house->standing != HOUSE_UNREACHABLE)
        house->reached_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    free(text);
}
