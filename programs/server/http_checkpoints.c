/* http_checkpoints.c -- /checkpoints: what the house has signed.
 *
 *   GET  /checkpoints                        the newest note, with its cosignatures
 *   GET  /checkpoints?after=SIZE             notes over more records, oldest first
 *   GET  /checkpoints/key                    the key that checks them; then its witnesses' keys
 *   GET  /checkpoints/consistency?from=&to=  a proof between the sizes of two of them
 *   POST /checkpoints/cosignatures           a witness brings its cosignature
 *
 * The newest note is answered on the network's thread. The others go to the floor's, so they
 * have a limit for each address and one for all. */
#include "http_checkpoints.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoints.h"
#include "http_answers.h"

enum { QUESTIONS_A_MINUTE = 120, QUESTIONS_AT_ONCE = 60, IN_FLIGHT_MOST = 32 };

static const char text_type[] = "text/plain; charset=utf-8";
/* The newest may be a minute old; a proof never changes. */
static const char briefly[] = "public, max-age=5",
                  forever[] = "public, max-age=31536000, immutable";

bool http_checkpoint_path(const char *path) {
    return strcmp(path, "/checkpoints") == 0 || strncmp(path, "/checkpoints/", 13) == 0;
}

static bool query_size(const char *query, const char *name, bool *given, uint64_t *out) {
    http_text text = http_query(http_text_of(query), name);
    *given = text.text != NULL;
    return !*given || trey_decimal_parse(text.text, text.size, out);
}

/* The floor's thread is asked, within limits. */
static void ask_floor(connection *one, checkpoint_question *question) {
    if (!bucket_take(&one->from->proofs, QUESTIONS_A_MINUTE / 60.0, QUESTIONS_AT_ONCE,
                     one->net->now_ms)) {
        checkpoint_question_free(question);
        http_error(one, 429, "too_often", "too many from this address; wait a little", 5);
        return;
    }
    errand *asked =
        question && one->net->proofs < IN_FLIGHT_MOST ? errand_open(ERRAND_CHECKPOINT) : NULL;
    if (!asked) {
        checkpoint_question_free(question);
        http_error(one, 503, "busy", "too much is asked at once; try again in a moment", 2);
        return;
    }
    asked->checkpoint = question;
    http_send_errand(one, asked);
    if (one->state == CONNECTION_WAITING) one->net->proofs++;
}

static void get_newest(connection *one) {
    char note[PUBLISHED_NOTE_MAX];
    size_t size = floor_thread_checkpoint(one->net->floor, note);
    if (size == 0)
        http_refuse(one, 404, "not_found", "nothing has been signed yet");
    else
        http_answer_cached(one, text_type, note, size, briefly);
}

static void get_key(connection *one) {
    const server_settings *settings = one->net->settings;
    char text[(COSIGNERS_MAX + 1) * (TREY_NOTE_KEY_TEXT_MAX + 1)];
    size_t size = floor_thread_checkpoint_key(one->net->floor, text);
    if (size == 0) {
        http_refuse(one, 404, "not_found", "nothing has been signed yet");
        return;
    }
    text[size++] = '\n';
    for (unsigned i = 0; i < settings->cosigners && i < COSIGNERS_MAX; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s\n",
                                 settings->cosigner[i].key_text);
    http_answer_cached(one, text_type, text, size, briefly);
}

static void get_page(connection *one, uint64_t after) {
    checkpoint_question *question = checkpoint_question_make(CHECKPOINT_PAGE);
    if (question) question->from = after;
    ask_floor(one, question);
}

static void get_proof(connection *one, const char *query) {
    uint64_t from = 0, to = 0;
    bool from_given, to_given;
    if (!query_size(query, "from", &from_given, &from) ||
        !query_size(query, "to", &to_given, &to) || !from_given || !to_given) {
        http_refuse(one, 400, "malformed",
                    "ask for consistency?from=SIZE&to=SIZE, in whole numbers of records");
        return;
    }
    checkpoint_question *question = checkpoint_question_make(CHECKPOINT_PROOF);
    if (question) {
        question->from = from;
        question->to = to;
    }
    ask_floor(one, question);
}

void http_get_checkpoint(connection *one, const char *path, const char *query) {
    const char *what = path + strlen("/checkpoints");
    uint64_t after = 0;
    bool given = false;
    if (strcmp(what, "/key") == 0) {
        get_key(one);
    } else if (strcmp(what, "/consistency") == 0) {
        get_proof(one, query);
    } else if (*what) {
        http_refuse(one, 404, "not_found", "there is nothing with that name");
    } else if (!query_size(query, "after", &given, &after) || after > INT64_MAX - 1) {
        http_refuse(one, 400, "malformed", "\"after\" is a whole number of records");
    } else if (given) {
        get_page(one, after);
    } else {
        get_newest(one);
    }
}

void http_post_cosigned(connection *one) {
    json_error_t error;
    const char *note = NULL;
    json_t *root =
        json_loadb(one->body ? one->body : "", one->body_size, JSON_REJECT_DUPLICATES, &error);
    bool good = json_is_object(root) && json_object_size(root) == 1 &&
                json_unpack(root, "{s:s}", "note", &note) == 0;
    checkpoint_question *question = good ? checkpoint_question_make(CHECKPOINT_COSIGNED) : NULL;
    if (question) question->note = strdup(note);
    json_decref(root);
    if (!good) {
        http_refuse(one, 400, "malformed", "the body is {\"note\": \"...\"}");
    } else if (question && !question->note) {
        checkpoint_question_free(question);
        http_refuse(one, 503, "busy", "no memory; try again");
    } else {
        ask_floor(one, question);
    }
}

void http_answer_checkpoint(connection *one, errand *done) {
    const checkpoint_question *question = done->checkpoint;
    if (question->request == CHECKPOINT_COSIGNED)
        http_answer_json(one, 200, "{}", NULL);
    else
        http_answer_cached(one, text_type, question->body, question->size,
                           question->lasting ? forever : briefly);
}
