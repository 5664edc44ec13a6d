/* http_sessions.c -- sessions that began before a restart, or at another node.
 *
 * A cookie of which nothing is known here is looked for in the store before the request is
 * answered, so that a guest whose machine has died goes on with his chips at the next one.
 * Whoever makes cookies up gets a question to the store for each of them, and therefore only
 * so many a minute. */
#include "network.h"

enum { SOUGHT_A_MINUTE = 240, TOUCHES_A_SESSION = 8 };

/* Behind a balancer everybody has its address, and when a node is gone all of its people come
 * at once: where the settings let in more guests from an address, it may ask as often. */
bool address_may_seek(connection *one) {
    unsigned most = one->net->settings->limit.guests_per_minute;
    if (most < SOUGHT_A_MINUTE) most = SOUGHT_A_MINUTE;
    return bucket_take(&one->asker->sought, most / 60.0, most / 2.0, one->net->now_ms);
}

bool session_sought(connection *one, http_text token) {
    network *net = one->net;
    if (!token.text || token.size != TOKEN_TEXT || net->stopping) return false;
    trey_hash hash = trey_hash_of(token.text, token.size);
    if (session_is_over(net->sessions, &hash)) return false;
    /* It is known here and its time has run out. Only another node could have seen it since. */
    if (!net->settings->node[0] && session_by_hash(net->sessions, &hash)) return false;
    if (!address_may_seek(one)) return false;
    errand *asked = errand_open(ERRAND_SESSION);
    if (!asked) return false;
    asked->waits = one->visit;
    asked->hashed_token = hash;
    if (!floor_thread_errand(net->floor, asked)) {
        errand_close(asked);
        return false;
    }
    one->seeking = true;
    return true;
}

session_of session_of_errand(const errand *done, const trey_hash *token) {
    return (session_of){.token = *token,
                        .person = done->person,
                        .guest = done->guest,
                        .limited = done->limited,
                        .office = done->role,
                        .generation = done->generation,
                        .age_ms = done->age_ms,
                        .from = done->from};
}

void session_found(network *net, errand *done) {
    connection *one = network_find(net, done->waits);
    session *of = session_by_hash(net->sessions, &done->hashed_token);
    bool over = session_is_over(net->sessions, &done->hashed_token);
    if (done->status == 200 && !of && !over) {
        const session_of begun = session_of_errand(done, &done->hashed_token);
        of = session_begin(net->sessions, &begun, net->now_ms);
    }
    if (!one || !one->seeking) return;
    if (done->status == 503) { /* the store is out of reach: he is not to lose his chips */
        one->seeking = false;
        free(one->held);
        one->held = NULL;
        one->post_waits = false;
        one->refused = (refusal){503, "not_now", "the house cannot reach its records; try again"};
        if (one->state == CONNECTION_WAITING)
            http_refuse(one, 503, one->refused.reason, one->refused.text);
        return;
    }
    http_go_on(one, of ? of->number : 0);
}

void session_touch(network *net, session *of) {
    if (!of || net->now_ms - of->stored_ms <
                   session_rule_of(net->sessions, of)->idle_ms / TOUCHES_A_SESSION)
        return;
    errand *used = errand_open(ERRAND_SESSION_USED);
    if (!used) return;
    used->person = of->person;
    used->hashed_token = of->token;
    memcpy(used->from, of->from, sizeof of->from);
    of->stored_ms = net->now_ms;
    if (!floor_thread_errand(net->floor, used)) errand_close(used);
}

void session_ended_elsewhere(network *net, const errand *told) {
    session *of = session_by_hash(net->sessions, &told->hashed_token);
    session_over_note(net->sessions, &told->hashed_token);
    if (!of) return;
    network_cut_session(net, of->number, CUT_SESSION_ENDED);
    session_end(net->sessions, of);
}

/* In words that say what happened to the account. */
static cut_reason reason_of(unsigned why) {
    switch ((trey_people_record_type)why) {
    case TREY_PEOPLE_PASSWORD:
        return CUT_PASSWORD_CHANGED;
    case TREY_PEOPLE_CHANGED:
        return CUT_ROLE_CHANGED;
    case TREY_PEOPLE_FACTOR:
        return CUT_FACTOR_CHANGED;
    case TREY_PEOPLE_SIGNED_IN:
        return CUT_OTHER_SESSION;
    case TREY_PEOPLE_OUT:
        return CUT_SIGNED_OUT;
    default:
        return CUT_SESSION_ENDED;
    }
}

/* One that went on at another node is found again in the store. */
void sessions_gone_stale(network *net, const errand *told) {
    session *of;
    while ((of = session_stale(net->sessions, told->person, told->generation))) {
        network_cut_session(net, of->number, reason_of(told->why));
        session_end(net->sessions, of);
    }
}
