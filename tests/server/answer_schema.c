/* answer_schema.c -- which part of the schema an answer has to be.
 *
 * Every path under /api/ has one, so that no answer can be added without its words; sheets
 * and figures of Prometheus are not JSON, and the odds are those of `trey odds --json`. */
#include "answer_schema.h"

#include <jansson.h>
#include <string.h>

#include "cmocka_suite.h"
#include "schema.h"

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static const char *of_table(const char *question) {
    if (strcmp(question, "rules") == 0) return "rules";
    if (strcmp(question, "desk") == 0) return "desk_page";
    if (strcmp(question, "rounds") == 0) return "rounds";
    if (begins(question, "rounds/")) return "round";
    return strcmp(question, "odds") == 0 ? NULL : "";
}

/* NULL: the schema says nothing of it; empty: it ought to. */
static const char *name_of(const char *path) {
    static const struct {
        const char *path, *name;
    } known[] = {{"/api/guest", "who"},
                 {"/api/join", "who"},
                 {"/api/sign-in", "who"},
                 {"/api/me", "who"},
                 {"/api/sign-out", "nothing"},
                 {"/api/ticket", "ticket"},
                 {"/api/tables", "lobby"},
                 {"/api/report", "report"},
                 {"/api/shifts", "shifts"},
                 {"/health", "health"},
                 {"/api/password", "who"},
                 {"/api/sign-out-everywhere", "who"},
                 {"/api/second-factor/offer", "factor_offer"},
                 {"/api/second-factor", "recovery"},
                 {"/api/second-factor/remove", "who"},
                 {"/api/account", "account_page"}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(path, known[i].path) == 0) return known[i].name;
    }
    if (begins(path, "/api/shifts/")) return "shift_page";
    if (begins(path, "/api/report/")) return NULL;
    const char *question = begins(path, "/api/tables/") ? strchr(path + 12, '/') : NULL;
    if (question) return of_table(question + 1);
    return begins(path, "/api/") ? "" : NULL;
}

void answer_by_schema(const char *path, const http_reply *reply) {
    char bare[256];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(path, "?"), path);
    const char *name = name_of(bare);
    if (reply->status >= 400 && strcmp(bare, "/health") != 0) name = "error";
    if (!name) return;
    if (!name[0]) fail_msg("%s: the schema has nothing for it", path);
    if (!strstr(reply->head, "content-type: application/json"))
        fail_msg("%s: %d without JSON:\n%s", path, reply->status, reply->head);
    json_t *value = json_loadb(reply->body, reply->size, JSON_REJECT_DUPLICATES, NULL);
    if (!value) fail_msg("%s: not JSON: %.300s", path, reply->body);
    schema_holds(name, value, reply->body);
    json_decref(value);
}

bool ask_by_schema(uint16_t port, const char *path, const char *cookie, const char *body,
                   http_reply *out) {
    if (!client_ask(port, path, cookie, body, out)) return false;
    answer_by_schema(path, out);
    return true;
}
