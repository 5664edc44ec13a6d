/* checkpoints.c -- the house's signed checkpoints: made, published, cosigned.
 *
 * A proof is compared with the two signed roots before anybody gets it. Where it does not hold the
 * records are no longer those that were signed: that is logged as an error, and the house goes on
 * only because stopping would lose what is on the tables. */
#include "checkpoints.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server_log.h"

enum {
    NOTES_A_PAGE = 200,
    TREE_RECORDS_A_TURN = 1000, /* some two milliseconds */
    WANTED_MS = 50,             /* a client of a witness waits for a proof */
    SUBMISSION_MAX = PUBLISHED_NOTE_MAX + 64 * TREY_HASH_BASE64_MAX + 64
};

struct checkpoints {
    premises *place; /* the floor's thread alone, up to the lock */
    trey_floor *floor;
    const server_settings *settings;
    trey_tree *tree;
    uint8_t identity[TREY_IDENTITY_BYTES];
    uint64_t seen;                    /* number of the newest checkpoint that was published */
    uint64_t cosigned[COSIGNERS_MAX]; /* the most records that each witness has cosigned */
    int64_t made_ms;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    char note[PUBLISHED_NOTE_MAX], key[TREY_NOTE_KEY_TEXT_MAX]; /* under the lock, as all below */
    size_t note_size;
    uint64_t count; /* records that it covers */
    bool stopping;
    bool wanted, made; /* a submission, from `wanted_from` on */
    uint64_t wanted_from;
    char *submission; /* NULL with `made`: it cannot be made */
    char *arrived;    /* a cosigned note */
};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Opening and closing --------------------------------------------------------------------- */
checkpoint_question *checkpoint_question_make(checkpoint_request request) {
    checkpoint_question *made = calloc(1, sizeof *made);
    if (made) made->request = request;
    return made;
}

void checkpoint_question_free(checkpoint_question *question) {
    if (!question) return;
    free(question->note);
    free(question->body);
    free(question);
}

checkpoints *checkpoints_open(premises *place, trey_floor *floor, const server_settings *settings) {
    checkpoints *desk = calloc(1, sizeof *desk);
    trey_store_info info;
    pthread_condattr_t monotonic;
    if (!desk) return NULL;
    desk->place = place;
    desk->floor = floor;
    desk->settings = settings;
    desk->made_ms = now_ms();
    pthread_mutex_init(&desk->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&desk->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (trey_store_tell(place->store, &info) != TREY_STATUS_OK ||
        trey_tree_open(&desk->tree) != TREY_STATUS_OK) {
        checkpoints_close(desk);
        return NULL;
    }
    memcpy(desk->identity, info.identity, sizeof desk->identity);
    return desk;
}

void checkpoints_close(checkpoints *desk) {
    if (!desk) return;
    trey_tree_close(desk->tree);
    pthread_mutex_destroy(&desk->lock);
    pthread_cond_destroy(&desk->changed);
    free(desk->submission);
    free(desk->arrived);
    free(desk);
}

/* ---- Cosignatures ------------------------------------------------------------------------------
 */
/* Adds to `text` the lines of witnesses in the settings which hold and which it lacks. True where
 * there were any. */
static bool add_lines(checkpoints *desk, const trey_note *from, uint64_t count, char *text,
                      size_t *size) {
    bool added = false;
    for (unsigned w = 0; w < desk->settings->cosigners; w++) {
        const trey_note_key *key = &desk->settings->cosigner[w].key;
        if (desk->cosigned[w] >= count || trey_note_check(from, key, NULL) != TREY_NOTE_SIGNED)
            continue;
        for (size_t i = 0; i < from->lines; i++) {
            const trey_note_line *line = &from->line[i];
            if (line->id != key->id || line->name_size != strlen(key->name) ||
                memcmp(line->name, key->name, line->name_size) != 0)
                continue;
            if (*size + line->size >= PUBLISHED_NOTE_MAX) continue;
            memcpy(text + *size, line->text, line->size);
            *size += line->size;
            added = true;
            break;
        }
        desk->cosigned[w] = count;
    }
    text[*size] = '\0';
    return added;
}

/* The house's own note over so many records; 0: there is none. */
static size_t own_note(checkpoints *desk, uint64_t count, char out[PUBLISHED_NOTE_MAX],
                       trey_checkpoint *made) {
    if (count == 0 || trey_store_checkpoint(desk->place->store, count, made) != TREY_STATUS_OK ||
        made->count != count)
        return 0;
    return trey_checkpoint_note(made, desk->identity, out);
}

/* A note with cosignatures, from whomever. Only what holds for a checkpoint of ours counts. */
static bool take_cosigned(checkpoints *desk, const char *text) {
    char note[PUBLISHED_NOTE_MAX];
    trey_note from;
    trey_tree_head head;
    trey_checkpoint made;
    if (!trey_note_parse(text, strlen(text), &from) ||
        !trey_tree_head_parse(from.text, from.text_size, &head))
        return false;
    size_t size = own_note(desk, head.size, note, &made);
    if (size <= from.text_size || memcmp(note, from.text, from.text_size) != 0) return false;
    bool newest = head.size == desk->count;
    if (newest) {
        size = desk->note_size;
        memcpy(note, desk->note, size);
    }
    if (!add_lines(desk, &from, head.size, note, &size)) return false;
    if (trey_store_witness_keep(desk->place->store, note, size) != TREY_STATUS_OK)
        log_say(LOG_WARNING, "witness_file",
                LOG_WORD("fault", trey_store_message_text(desk->place->store)));
    if (newest) {
        pthread_mutex_lock(&desk->lock);
        memcpy(desk->note, note, size + 1);
        desk->note_size = size;
        pthread_mutex_unlock(&desk->lock);
    }
    log_say(LOG_DEBUG, "cosigned", LOG_COUNT("records", head.size));
    return true;
}

/* ---- Publishing ---------------------------------------------------------------------------------
 */
static void publish(checkpoints *desk, trey_store_signed how) {
    char note[PUBLISHED_NOTE_MAX], kept[PUBLISHED_NOTE_MAX];
    trey_checkpoint made;
    trey_note_key key;
    size_t kept_size = 0, size = own_note(desk, how.covered, note, &made);
    bool first = desk->seen == 0;
    desk->seen = how.checkpoints;
    if (size == 0 || how.covered == desk->count) return;
    desk->made_ms = now_ms();
    trey_checkpoint_key(made.key, desk->identity, &key);
    pthread_mutex_lock(&desk->lock);
    memcpy(desk->note, note, size + 1);
    desk->note_size = size;
    desk->count = how.covered;
    trey_note_key_print(&key, desk->key);
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
    /* After a start the file may have cosignatures of it. */
    if (first &&
        trey_store_witness_newest(desk->place->store, kept, sizeof kept - 1, &kept_size) ==
            TREY_STATUS_OK &&
        kept_size > 0) {
        kept[kept_size] = '\0';
        take_cosigned(desk, kept);
    }
    trey_floor_checkpoint(desk->floor, desk->note, desk->key);
}

size_t checkpoints_newest(checkpoints *desk, char out[PUBLISHED_NOTE_MAX]) {
    pthread_mutex_lock(&desk->lock);
    size_t size = desk->note_size;
    memcpy(out, desk->note, size + 1);
    pthread_mutex_unlock(&desk->lock);
    return size;
}

size_t checkpoints_key(checkpoints *desk, char out[TREY_NOTE_KEY_TEXT_MAX]) {
    pthread_mutex_lock(&desk->lock);
    memcpy(out, desk->key, sizeof desk->key);
    pthread_mutex_unlock(&desk->lock);
    return strlen(out);
}

/* ---- Proofs
 * --------------------------------------------------------------------------------------- */
static trey_status prove(checkpoints *desk, const trey_checkpoint *from, const trey_checkpoint *to,
                         trey_hash proof[TREY_PATH_MAX], size_t *length) {
    const trey_hash nothing = trey_hash_of("", 0);
    trey_status status = trey_tree_consistency(desk->tree, desk->place->store, from->count,
                                               to->count, proof, length);
    if (status != TREY_STATUS_OK) return status;
    if (trey_consistency_holds(from->count, from->count ? &from->root : &nothing, to->count,
                               &to->root, proof, *length))
        return TREY_STATUS_OK;
    log_say(LOG_ERROR, "history_changed", LOG_COUNT("from", from->count),
            LOG_COUNT("to", to->count),
            LOG_WORD("then", "the records are not those that were signed; run trey verify"));
    return TREY_STATUS_STORE_CORRUPT;
}

static size_t print_proof(const trey_hash *proof, size_t length, char *out) {
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        trey_hash_base64(&proof[i], out + used);
        used += TREY_HASH_BASE64_MAX;
        out[used - 1] = '\n';
    }
    out[used] = '\0';
    return used;
}

/* The checkpoint over exactly so many records. Over none everybody agrees. */
static trey_status exactly(checkpoints *desk, uint64_t count, trey_checkpoint *out) {
    memset(out, 0, sizeof *out);
    if (count == 0) return TREY_STATUS_OK;
    trey_status status = trey_store_checkpoint(desk->place->store, count, out);
    return status == TREY_STATUS_OK && out->count != count ? TREY_STATUS_NOT_FOUND : status;
}

static void answer_proof(checkpoints *desk, errand *asked) {
    checkpoint_question *question = asked->checkpoint;
    trey_checkpoint from, to;
    trey_hash proof[TREY_PATH_MAX];
    size_t length = 0;
    trey_store_info info;
    trey_status status = TREY_STATUS_OK;
    /* Another node may have signed it, and this one may not have heard of it yet. */
    if (question->to > trey_store_how_signed(desk->place->store).covered && desk->settings->node[0])
        status = trey_store_tell(desk->place->store, &info);
    if (status == TREY_STATUS_OK) status = exactly(desk, question->from, &from);
    if (status == TREY_STATUS_OK) status = exactly(desk, question->to, &to);
    if (status == TREY_STATUS_NOT_FOUND || (status == TREY_STATUS_OK && from.count > to.count)) {
        errand_refuse(asked, 404, "not_found",
                      "proofs lead from the size of one checkpoint to that of a later one");
        return;
    }
    if (status == TREY_STATUS_OK && trey_tree_count(desk->tree) < to.count) {
        errand_refuse(asked, 503, "not_now", "the records are still being read after a start");
        asked->retry_after = 2;
        return;
    }
    if (status == TREY_STATUS_OK) status = prove(desk, &from, &to, proof, &length);
    if (status == TREY_STATUS_OK && !(question->body = malloc(SUBMISSION_MAX)))
        status = TREY_STATUS_NO_MEMORY;
    if (status != TREY_STATUS_OK) {
        errand_refuse(asked, 503, trey_status_name(status), trey_status_text(status));
        return;
    }
    question->size = print_proof(proof, length, question->body);
    question->lasting = true;
    asked->status = 200;
    asked->next = ERRAND_DONE;
}

static void answer_page(checkpoints *desk, errand *asked) {
    checkpoint_question *question = asked->checkpoint;
    trey_store *store = desk->place->store;
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_checkpoint first;
    uint64_t last = question->from;
    char *body = question->body = malloc(NOTES_A_PAGE * (TREY_CHECKPOINT_NOTE_MAX + 1) + 1);
    size_t used = 0;
    trey_status status =
        body ? trey_store_checkpoint(store, question->from + 1, &first) : TREY_STATUS_NO_MEMORY;
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open(&cursor, store, TREY_PART_CHECKPOINTS, first.number - 1);
    for (unsigned notes = 0; status == TREY_STATUS_OK && notes < NOTES_A_PAGE;) {
        status = trey_cursor_next(cursor, &item);
        if (status != TREY_STATUS_OK || !item) break;
        if (item->checkpoint.count == last) continue;
        last = item->checkpoint.count;
        if (used > 0) body[used++] = '\n';
        used += trey_checkpoint_note(&item->checkpoint, desk->identity, body + used);
        notes++;
    }
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND) {
        errand_refuse(asked, 503, trey_status_name(status), trey_status_text(status));
        return;
    }
    question->size = used;
    asked->status = 200;
    asked->next = ERRAND_DONE;
}

void checkpoints_answer(checkpoints *desk, errand *asked) {
    if (asked->checkpoint->request == CHECKPOINT_PROOF) {
        answer_proof(desk, asked);
    } else if (asked->checkpoint->request == CHECKPOINT_PAGE) {
        answer_page(desk, asked);
    } else if (take_cosigned(desk, asked->checkpoint->note)) {
        asked->status = 200;
        asked->next = ERRAND_DONE;
    } else {
        errand_refuse(asked, 422, "not_cosigned",
                      "no witness of this house has cosigned a checkpoint of it there, or not "
                      "one that is new");
    }
}

/* ---- Turns
 * --------------------------------------------------------------------------------------- */
/* A checkpoint while there is news, and the first one at once. */
static void sign_when_due(checkpoints *desk, trey_store_signed how, uint32_t *due_ms) {
    if (how.records <= how.covered || trey_floor_away(desk->floor)) return;
    int64_t wait = desk->made_ms + desk->settings->checkpoint_ms - now_ms();
    if (how.checkpoints == 0) wait = 0;
    if (wait <= 0) {
        trey_house_sign(desk->place->house);
        desk->made_ms = now_ms();
        wait = 0;
    }
    if (wait < *due_ms) *due_ms = (uint32_t)wait;
}

static void read_tree(checkpoints *desk, trey_store_signed how, uint32_t *due_ms) {
    uint64_t left, count = trey_tree_count(desk->tree);
    if (count >= how.covered) return;
    uint64_t most = how.covered - count;
    if (most > TREE_RECORDS_A_TURN) most = TREE_RECORDS_A_TURN;
    trey_status status = trey_tree_read(desk->tree, desk->place->store, most, &left);
    if (status == TREY_STATUS_OK && trey_tree_count(desk->tree) < how.covered) *due_ms = 0;
}

static char *make_submission(checkpoints *desk, uint64_t size) {
    trey_checkpoint from, to;
    trey_hash proof[TREY_PATH_MAX];
    size_t length = 0;
    if (exactly(desk, size, &from) != TREY_STATUS_OK ||
        exactly(desk, desk->count, &to) != TREY_STATUS_OK || from.count > to.count ||
        trey_tree_count(desk->tree) < to.count ||
        prove(desk, &from, &to, proof, &length) != TREY_STATUS_OK)
        return NULL;
    char *body = malloc(SUBMISSION_MAX);
    if (!body) return NULL;
    size_t used = (size_t)snprintf(body, SUBMISSION_MAX, "old %llu\n", (unsigned long long)size);
    used += print_proof(proof, length, body + used);
    snprintf(body + used, SUBMISSION_MAX - used, "\n%s", desk->note);
    return body;
}

static void serve_clients(checkpoints *desk, uint32_t *due_ms) {
    pthread_mutex_lock(&desk->lock);
    char *arrived = desk->arrived;
    desk->arrived = NULL;
    bool wanted = desk->wanted && !desk->made;
    uint64_t from = desk->wanted_from;
    pthread_mutex_unlock(&desk->lock);
    if (arrived) take_cosigned(desk, arrived);
    free(arrived);
    if (wanted) {
        char *made = make_submission(desk, from);
        pthread_mutex_lock(&desk->lock);
        desk->submission = made;
        desk->made = true;
        pthread_cond_broadcast(&desk->changed);
        pthread_mutex_unlock(&desk->lock);
    }
    if (*due_ms > WANTED_MS) *due_ms = WANTED_MS;
}

void checkpoints_turn(checkpoints *desk, uint32_t *due_ms) {
    trey_store_signed how = trey_store_how_signed(desk->place->store);
    if (how.checkpoints != desk->seen) {
        publish(desk, how);
        *due_ms = 0; /* frames are due */
    }
    sign_when_due(desk, how, due_ms);
    read_tree(desk, how, due_ms);
    for (unsigned i = 0; i < desk->settings->cosigners; i++) {
        if (!desk->settings->cosigner[i].url[0]) continue;
        serve_clients(desk, due_ms);
        break;
    }
}

/* ---- Clients of witnesses, on their thread -----------------------------------------------------
 */
static void deadline(unsigned most_ms, struct timespec *out) {
    clock_gettime(CLOCK_MONOTONIC, out);
    out->tv_sec += most_ms / 1000;
    out->tv_nsec += (long)(most_ms % 1000) * 1000000;
    if (out->tv_nsec >= 1000000000) {
        out->tv_nsec -= 1000000000;
        out->tv_sec++;
    }
}

bool checkpoints_wait(checkpoints *desk, uint64_t size, unsigned most_ms) {
    struct timespec until;
    deadline(most_ms, &until);
    pthread_mutex_lock(&desk->lock);
    while (!desk->stopping && desk->count <= size) {
        if (pthread_cond_timedwait(&desk->changed, &desk->lock, &until) != 0) break;
    }
    bool stopping = desk->stopping;
    pthread_mutex_unlock(&desk->lock);
    return !stopping;
}

char *checkpoints_submission(checkpoints *desk, uint64_t size, char note[PUBLISHED_NOTE_MAX]) {
    struct timespec until;
    deadline(5000, &until);
    pthread_mutex_lock(&desk->lock);
    free(desk->submission);
    desk->submission = NULL;
    desk->made = false;
    desk->wanted_from = size;
    desk->wanted = true;
    while (!desk->stopping && !desk->made) {
        if (pthread_cond_timedwait(&desk->changed, &desk->lock, &until) != 0) break;
    }
    char *made = desk->submission;
    desk->submission = NULL;
    desk->wanted = false;
    /* The note is the end of it; the newest may be another by now. */
    const char *start = made ? strstr(made, "\n\n") : NULL;
    snprintf(note, PUBLISHED_NOTE_MAX, "%s", start ? start + 2 : "");
    pthread_mutex_unlock(&desk->lock);
    return made;
}

void checkpoints_cosigned(checkpoints *desk, const char *note) {
    char *copy = strdup(note);
    pthread_mutex_lock(&desk->lock);
    free(desk->arrived);
    desk->arrived = copy;
    pthread_mutex_unlock(&desk->lock);
}

void checkpoints_stop(checkpoints *desk) {
    pthread_mutex_lock(&desk->lock);
    desk->stopping = true;
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
}
