/* account_errands.c -- who comes in, stays in and goes: what their errands do on the floor's
 * thread.
 *
 * A password is tried in two steps around the pool that hashes it. Whatever raises the generation
 * of a person's sessions ends all of them; the one that asked for it is kept anew. */
#include "account_errands.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sessions.h"

static void refuse_person(errand *asked, trey_people_refused refused) {
    int status = refused == TREY_PEOPLE_REFUSED_BAD_NAME         ? 400
                 : refused == TREY_PEOPLE_REFUSED_NAME_TAKEN     ? 409
                 : refused == TREY_PEOPLE_REFUSED_LOOKS_ALIKE    ? 409
                 : refused == TREY_PEOPLE_REFUSED_NOT_A_GUEST    ? 409
                 : refused == TREY_PEOPLE_REFUSED_WRONG_PASSWORD ? 401
                 : refused == TREY_PEOPLE_REFUSED_CODE_NEEDED    ? 401
                 : refused == TREY_PEOPLE_REFUSED_WRONG_CODE     ? 401
                 : refused == TREY_PEOPLE_REFUSED_LOCKED         ? 429
                                                                 : 403;
    errand_refuse(asked, status, trey_people_refused_word(refused),
                  trey_people_refused_text(refused));
}

/* ---- People ------------------------------------------------------------------------------------
 */
static trey_origin origin_of(const errand *asked) {
    return (trey_origin){asked->from, asked->device_of, asked->device};
}

static bool is_staff(const trey_person_facts *facts) {
    return facts->office != TREY_OFFICE_PLAYER;
}

/* What has to be done before anything else, or NULL. */
static const char *must_first(const floor_work *work, const trey_person_facts *facts) {
    if (facts->once) return "password";
    bool needed = settings_second_factor(work->settings) == SECOND_FACTOR_STAFF && is_staff(facts);
    return needed && !facts->factor && !facts->guest ? "second_factor" : NULL;
}

/* What the network has to know of a session of this person. */
static void tell_session(const floor_work *work, errand *asked, const trey_person_facts *facts) {
    asked->person = facts->person;
    asked->guest = facts->guest;
    asked->role = facts->office;
    asked->generation = facts->generation;
    asked->limited = must_first(work, facts) != NULL;
}

/* {"you": PERSON}, and what they must do first; and the errand is done. */
static void tell_person(floor_work *work, errand *asked, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(work->people, person);
    if (!facts || facts->barred) {
        errand_refuse(asked, 401, "not_signed_in", "sign in first");
        return;
    }
    tell_session(work, asked, facts);
    const char *must = must_first(work, facts);
    errand_answer(asked, trey_floor_you(work->floor, person, &asked->frame));
    if (asked->status != 200 || !must) return;
    size_t size = trey_frame_size(asked->frame), room = size + 48;
    asked->json = malloc(room);
    if (!asked->json) {
        errand_fault(asked, TREY_STATUS_NO_MEMORY);
        return;
    }
    snprintf(asked->json, room, "%.*s,\"must\":\"%s\"}", (int)size - 1,
             trey_frame_text(asked->frame), must);
}

/* ... and he is in. */
static void let_in(floor_work *work, errand *asked, trey_person person) {
    trey_status status =
        trey_people_session_begin(work->people, &asked->hashed_token, person, asked->from, NULL);
    if (status == TREY_STATUS_OK)
        tell_person(work, asked, person);
    else
        errand_fault(asked, status);
}

/* After so long without being used a session of this person is over. */
static int64_t idle_us(const floor_work *work, const trey_person_facts *facts) {
    return settings_session(work->settings, facts->guest, facts->office)->idle_ms * 1000;
}

static bool is_over(const floor_work *work, const trey_session *found) {
    const trey_person_facts *facts = trey_people_facts(work->people, found->person);
    int64_t now = trey_house_now(work->house);
    if (!facts || facts->barred) return true;
    const session_rule *rule = settings_session(work->settings, facts->guest, facts->office);
    return now - found->made > rule->most_ms * 1000 ||
           now - found->used > idle_us(work, facts) / 4 * 5;
}

/* He has signed out, or his time has run out. */
static void leave(floor_work *work, errand *asked) {
    trey_session found;
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    if (asked->runs_out && facts &&
        trey_people_session_find(work->people, &asked->hashed_token, &found) == TREY_STATUS_OK &&
        !is_over(work, &found) && trey_house_now(work->house) - found.used < idle_us(work, facts)) {
        errand_answer(asked, TREY_STATUS_OK); /* it is used at another node */
        return;
    }
    trey_status status = trey_people_left(work->people, asked->person, asked->from);
    if (status == TREY_STATUS_OK)
        status = trey_people_session_end(work->people, &asked->hashed_token);
    errand_answer(asked, status);
    if (work->session_over) work->session_over(work->context, &asked->hashed_token);
}

/* A session of which this process knows nothing. */
static void find_session(floor_work *work, errand *asked) {
    trey_session found;
    trey_status status = trey_people_session_find(work->people, &asked->hashed_token, &found);
    if (status == TREY_STATUS_OK && is_over(work, &found)) status = TREY_STATUS_NOT_FOUND;
    errand_answer(asked, status);
    if (asked->status != 200) return;
    tell_session(work, asked, trey_people_facts(work->people, found.person));
    asked->age_ms = (trey_house_now(work->house) - found.made) / 1000;
    memcpy(asked->from, found.from, sizeof asked->from - 1);
}

static void keep_ticket(floor_work *work, errand *asked) {
    const trey_ticket ticket = {.person = asked->person,
                                .until = trey_house_now(work->house) + TICKET_SECONDS * 1000000LL,
                                .session = asked->ticket_session};
    errand_answer(asked, trey_people_ticket_keep(work->people, &asked->hashed_token, &ticket));
}

/* Whoever waits for it is a socket: he is on the floor before what he says behind it. */
static void enter(floor_work *work, errand *asked) {
    trey_ticket ticket;
    trey_session found;
    trey_status status = trey_people_ticket_spend(work->people, &asked->hashed_token, &ticket);
    errand_answer(asked, status);
    if (status != TREY_STATUS_OK) return;
    const trey_person_facts *facts = trey_people_facts(work->people, ticket.person);
    status = trey_people_session_find(work->people, &ticket.session, &found);
    if (!facts || status != TREY_STATUS_OK || found.person != ticket.person ||
        is_over(work, &found) || must_first(work, facts)) {
        errand_answer(asked, TREY_STATUS_NOT_FOUND);
        return;
    }
    tell_session(work, asked, facts);
    asked->age_ms = (trey_house_now(work->house) - found.made) / 1000;
    asked->ticket_session = ticket.session;
    memcpy(asked->from, found.from, sizeof asked->from - 1);
    trey_floor_enter(work->floor, asked->waits, ticket.person);
}

static void make_guest(floor_work *work, errand *asked) {
    trey_person person;
    trey_status status = trey_people_guest(work->people, &person);
    if (status == TREY_STATUS_OK) status = trey_floor_stake(work->floor, person);
    if (status == TREY_STATUS_OK)
        let_in(work, asked, person);
    else
        errand_fault(asked, status);
}

/* The pool has made the hash. The cookie of the guest goes with the guest. */
static void join(floor_work *work, errand *asked) {
    trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
    if (asked->step++ == 0) {
        asked->next = ERRAND_TO_POOL;
        return;
    }
    if (asked->hashed == TREY_STATUS_INVALID) {
        errand_refuse(asked, 400, "bad_password", "use 8 to 256 characters");
        return;
    }
    trey_status status = asked->hashed;
    if (status == TREY_STATUS_OK)
        status = trey_people_join(work->people, asked->person, asked->name, &asked->hash, &refused);
    if (status == TREY_STATUS_OK && refused == TREY_PEOPLE_REFUSED_NONE)
        status = trey_people_session_end(work->people, &asked->ticket_session);
    if (status != TREY_STATUS_OK)
        errand_fault(asked, status);
    else if (refused != TREY_PEOPLE_REFUSED_NONE)
        refuse_person(asked, refused);
    else
        let_in(work, asked, asked->person);
}

/* The two steps around the hash, for a sign-in and for whoever has to say who they are once more.
 * True when the password, and what else is needed, was right. */
static bool proves(floor_work *work, errand *asked, const trey_proof *proof) {
    trey_origin origin = origin_of(asked);
    trey_status status;
    if (asked->step++ == 0) {
        status = trey_people_try(work->people, asked->name, &origin, &asked->tried);
        asked->next = ERRAND_TO_POOL;
    } else {
        status = trey_people_tried(work->people, &asked->tried, &origin, proof);
    }
    if (status != TREY_STATUS_OK) {
        errand_fault(asked, status);
        return false;
    }
    if (asked->tried.refused == TREY_PEOPLE_REFUSED_NONE) return asked->step == 2;
    refuse_person(asked, asked->tried.refused);
    asked->retry_after = asked->tried.wait_seconds;
    return false;
}

static void sign_in(floor_work *work, errand *asked) {
    const trey_person_facts *facts = trey_people_facts(work->people, asked->tried.person);
    const trey_proof proof = {.held = asked->held,
                              .code = asked->code,
                              .alone = facts && is_staff(facts) && work->settings->one_session};
    if (proves(work, asked, &proof)) let_in(work, asked, asked->tried.person);
}

/* Whoever has signed in says their password once more. Wrong ones count as at a sign-in. */
static bool proves_again(floor_work *work, errand *asked) {
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    const trey_proof proof = {.held = asked->held, .asks = true};
    if (!facts || facts->barred || facts->guest) {
        errand_refuse(asked, 409, "no_account", "only an account has a password");
        return false;
    }
    char named[sizeof asked->name];
    memcpy(named, asked->name, sizeof named);
    snprintf(asked->name, sizeof asked->name, "%s", facts->name);
    bool good = proves(work, asked, &proof);
    memcpy(asked->name, named, sizeof named);
    return good;
}

/* All other sessions of the person have ended by what was done just now; this one goes on. */
static trey_status go_on(floor_work *work, errand *asked, const trey_session *before) {
    trey_session kept = *before;
    if (kept.person == TREY_NOBODY) { /* it is not stored yet */
        kept.person = asked->person;
        kept.made = trey_house_now(work->house);
        snprintf(kept.from, sizeof kept.from, "%s", asked->from);
    }
    return trey_people_session_goes_on(work->people, &asked->hashed_token, &kept);
}

static trey_session session_before(floor_work *work, const errand *asked) {
    trey_session found;
    if (trey_people_session_find(work->people, &asked->hashed_token, &found) != TREY_STATUS_OK)
        memset(&found, 0, sizeof found);
    return found;
}

static void tell_or_fault(floor_work *work, errand *asked, trey_status status) {
    if (status == TREY_STATUS_OK)
        tell_person(work, asked, asked->person);
    else
        errand_fault(asked, status);
}

static void change_password(floor_work *work, errand *asked) {
    if (!proves_again(work, asked)) return;
    if (asked->hashed != TREY_STATUS_OK) {
        errand_refuse(asked, 400, "bad_password", "use 8 to 256 characters");
        return;
    }
    if (asked->same) {
        errand_refuse(asked, 400, "same_password", "choose a password that you have not had");
        return;
    }
    const trey_session before = session_before(work, asked);
    trey_status status =
        trey_people_password(work->people, asked->person, &asked->hash, asked->person);
    if (status == TREY_STATUS_OK) status = go_on(work, asked, &before);
    tell_or_fault(work, asked, status);
}

static void sign_out_everywhere(floor_work *work, errand *asked) {
    const trey_session before = session_before(work, asked);
    trey_status status =
        trey_people_sign_out_everywhere(work->people, asked->person, asked->person, asked->from);
    if (status == TREY_STATUS_OK) status = go_on(work, asked, &before);
    tell_or_fault(work, asked, status);
}

/* ---- The second factor ------------------------------------------------------------------------
 */
static void answer_json(errand *asked, json_t *body) {
    asked->json = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    errand_answer(asked, asked->json ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY);
}

/* What an app reads: otpauth://totp/HOUSE:NAME?secret=...&issuer=HOUSE, RFC 3986 for the rest. */
static void add_escaped(char *out, size_t room, const char *text) {
    size_t used = strlen(out);
    for (; *text && used + 4 < room; text++) {
        bool plain = (*text >= '0' && *text <= '9') || (*text >= 'A' && *text <= 'Z') ||
                     (*text >= 'a' && *text <= 'z') || strchr("-._~", *text);
        used += (size_t)snprintf(out + used, room - used, plain ? "%c" : "%%%02X",
                                 (unsigned char)*text);
    }
}

static void offer_factor(floor_work *work, errand *asked) {
    trey_factor_offer offer;
    char uri[1024] = "otpauth://totp/";
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    if (!facts || facts->guest || facts->factor ||
        settings_second_factor(work->settings) == SECOND_FACTOR_OFF) {
        errand_refuse(asked, 409, "no_offer", "there is no second factor to set up here");
        return;
    }
    trey_status status = trey_people_factor_offer(work->people, asked->person, &offer);
    if (status != TREY_STATUS_OK) {
        errand_fault(asked, status);
        return;
    }
    add_escaped(uri, sizeof uri, work->settings->house);
    size_t used = strlen(uri);
    snprintf(uri + used, sizeof uri - used, ":");
    add_escaped(uri, sizeof uri, facts->name);
    used = strlen(uri);
    snprintf(uri + used, sizeof uri - used, "?secret=%s&issuer=", offer.secret);
    add_escaped(uri, sizeof uri, work->settings->house);
    answer_json(asked, json_pack("{s:s,s:s,s:s}", "secret", offer.secret, "uri", uri, "offer",
                                 offer.offer));
    sodium_memzero(&offer, sizeof offer);
    sodium_memzero(uri, sizeof uri);
}

static void set_factor(floor_work *work, errand *asked) {
    trey_recovery recovery;
    trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
    if (!proves_again(work, asked)) return;
    const trey_session before = session_before(work, asked);
    trey_status status = trey_people_factor_set(work->people, asked->person, asked->offer,
                                                asked->code, &recovery, &refused);
    if (status == TREY_STATUS_OK && refused == TREY_PEOPLE_REFUSED_NONE)
        status = go_on(work, asked, &before);
    if (status != TREY_STATUS_OK) {
        errand_fault(asked, status);
    } else if (refused != TREY_PEOPLE_REFUSED_NONE) {
        refuse_person(asked, refused);
    } else {
        json_t *codes = json_array();
        for (unsigned i = 0; i < TREY_RECOVERY_CODES; i++)
            json_array_append_new(codes, json_string(recovery.code[i]));
        tell_session(work, asked, trey_people_facts(work->people, asked->person));
        answer_json(asked, json_pack("{s:o}", "recovery", codes));
    }
    sodium_memzero(&recovery, sizeof recovery);
}

/* A player's own; or somebody else's, by whoever stands above them. */
static void remove_factor(floor_work *work, errand *asked) {
    trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
    if (!proves_again(work, asked)) return;
    trey_person whose =
        asked->name[0] ? trey_people_find(work->people, asked->name) : asked->person;
    const trey_session before = session_before(work, asked);
    trey_status status = trey_people_factor_reset(work->people, whose, asked->person, &refused);
    if (status == TREY_STATUS_OK && refused == TREY_PEOPLE_REFUSED_NONE && whose == asked->person)
        status = go_on(work, asked, &before);
    if (status == TREY_STATUS_OK && refused != TREY_PEOPLE_REFUSED_NONE)
        refuse_person(asked, refused);
    else
        tell_or_fault(work, asked, status);
}

/* {"account": {"second_factor": "on", "sessions": [...]}} */
static void tell_account(floor_work *work, errand *asked) {
    enum { MOST = 50 };
    static const char *const policy[] = {[SECOND_FACTOR_STAFF] = "staff",
                                         [SECOND_FACTOR_OPTIONAL] = "optional",
                                         [SECOND_FACTOR_OFF] = "off"};
    trey_session_listed list[MOST];
    size_t count;
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    if (!facts || facts->barred || facts->guest) {
        errand_refuse(asked, 409, "no_account", "only an account has sessions");
        return;
    }
    trey_status status = trey_people_sessions(work->people, asked->person, list, MOST, &count);
    if (status != TREY_STATUS_OK) {
        errand_fault(asked, status);
        return;
    }
    json_t *listed = json_array();
    for (size_t i = 0; i < count; i++) {
        const trey_session *one = &list[i].session;
        bool here = memcmp(list[i].mark, asked->hashed_token.byte, sizeof list[i].mark) == 0;
        json_array_append_new(listed, json_pack("{s:s,s:I,s:I,s:b}", "from", one->from, "began",
                                                (json_int_t)(one->made / 1000), "used",
                                                (json_int_t)(one->used / 1000), "here", here));
    }
    answer_json(asked,
                json_pack("{s:{s:b,s:s,s:o}}", "account", "second_factor", facts->factor ? 1 : 0,
                          "policy", policy[settings_second_factor(work->settings)], "sessions",
                          listed));
}

/* Does it come from a session that is over since it was sent? The network has not heard yet.
 * Without this whoever asks at the right moment would be taken along into the next generation. */
static bool comes_too_late(const floor_work *work, const errand *asked) {
    switch (asked->kind) {
    case ERRAND_JOIN:
    case ERRAND_PASSWORD:
    case ERRAND_FACTOR_OFFER:
    case ERRAND_FACTOR_SET:
    case ERRAND_FACTOR_REMOVE:
    case ERRAND_ACCOUNT:
    case ERRAND_EVERYWHERE:
    case ERRAND_TICKET:
    case ERRAND_ME: {
        const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
        return !facts || facts->generation != asked->asked_in;
    }
    default:
        return false;
    }
}

void account_errand(floor_work *work, errand *asked) {
    if (comes_too_late(work, asked)) {
        errand_refuse(asked, 401, "not_signed_in", "your session has ended; sign in again");
        return;
    }
    switch (asked->kind) {
    case ERRAND_GUEST:
        make_guest(work, asked);
        return;
    case ERRAND_JOIN:
        join(work, asked);
        return;
    case ERRAND_SIGN_IN:
        sign_in(work, asked);
        return;
    case ERRAND_PASSWORD:
        change_password(work, asked);
        return;
    case ERRAND_FACTOR_OFFER:
        offer_factor(work, asked);
        return;
    case ERRAND_FACTOR_SET:
        set_factor(work, asked);
        return;
    case ERRAND_FACTOR_REMOVE:
        remove_factor(work, asked);
        return;
    case ERRAND_ACCOUNT:
        tell_account(work, asked);
        return;
    case ERRAND_EVERYWHERE:
        sign_out_everywhere(work, asked);
        return;
    case ERRAND_LEFT:
        leave(work, asked);
        return;
    case ERRAND_SESSION:
        find_session(work, asked);
        return;
    case ERRAND_SESSION_USED:
        errand_answer(asked, trey_people_session_used(work->people, &asked->hashed_token));
        return;
    case ERRAND_TICKET:
        keep_ticket(work, asked);
        return;
    case ERRAND_ENTER:
        enter(work, asked);
        return;
    default:
        TREY_ASSERT(asked->kind == ERRAND_ME);
        tell_person(work, asked, asked->person);
        return;
    }
}
