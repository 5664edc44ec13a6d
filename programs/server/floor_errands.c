/* floor_errands.c -- what errands do on the floor's thread, and in the pool. */
#include "floor_errands.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoints.h"
#include "report_errands.h"
#include "sessions.h"
#include "store_errands.h"

/* ---- Errands --------------------------------------------------------------------------------- */
errand *errand_open(errand_kind kind) {
    errand *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->kind = kind;
    made->next = ERRAND_TO_FLOOR;
    if (kind == ERRAND_METRICS && !(made->report = calloc(1, sizeof *made->report))) {
        free(made);
        return NULL;
    }
    return made;
}

void errand_close(errand *done) {
    if (!done) return;
    TREY_ASSERT(done->question == NULL); /* the floor's thread closes it, before the floor */
    trey_frame_release(done->frame);
    free(done->report);
    store_question_free(done->store);
    report_question_free(done->office);
    checkpoint_question_free(done->checkpoint);
    trey_frame *frame = NULL;
    if (done->odds) trey_floor_odds_answer(done->odds, &frame);
    trey_frame_release(frame);
    sodium_memzero(done, sizeof *done);
    free(done);
}

void errand_refuse(errand *refused, int status, const char *reason, const char *text) {
    trey_frame_release(refused->frame);
    refused->frame = NULL;
    refused->next = ERRAND_DONE;
    refused->status = status;
    refused->reason = reason;
    refused->text = text;
}

static void fault(errand *asked, trey_status status) {
    if (status == TREY_STATUS_NOT_FOUND) {
        errand_refuse(asked, 404, "not_found", "there is nothing at that address");
    } else if (status == TREY_STATUS_INVALID) {
        errand_refuse(asked, 400, "malformed", "that cannot be asked");
    } else {
        errand_refuse(asked, 503, trey_status_name(status), trey_status_text(status));
    }
}

static void answer(errand *asked, trey_status status) {
    asked->next = ERRAND_DONE;
    asked->status = 200;
    if (status != TREY_STATUS_OK) fault(asked, status);
}

static void refuse_person(errand *asked, trey_people_refused refused) {
    int status = refused == TREY_PEOPLE_REFUSED_BAD_NAME         ? 400
                 : refused == TREY_PEOPLE_REFUSED_NAME_TAKEN     ? 409
                 : refused == TREY_PEOPLE_REFUSED_NOT_A_GUEST    ? 409
                 : refused == TREY_PEOPLE_REFUSED_WRONG_PASSWORD ? 401
                 : refused == TREY_PEOPLE_REFUSED_LOCKED         ? 429
                                                                 : 403;
    errand_refuse(asked, status, trey_people_refused_word(refused),
                  trey_people_refused_text(refused));
}

/* ---- People ------------------------------------------------------------------------------------
 */
/* {"you": PERSON}, and the errand is done. */
static void tell_person(floor_work *work, errand *asked, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(work->people, person);
    if (!facts || facts->barred) {
        errand_refuse(asked, 401, "not_signed_in", "sign in first");
        return;
    }
    asked->person = person;
    asked->guest = facts->guest;
    answer(asked, trey_floor_you(work->floor, person, &asked->frame));
}

/* ... and he is in. */
static void let_in(floor_work *work, errand *asked, trey_person person) {
    trey_status status =
        trey_people_session_keep(work->people, &asked->hashed_token, person, asked->from);
    if (status == TREY_STATUS_OK)
        tell_person(work, asked, person);
    else
        fault(asked, status);
}

/* He has signed out, or his time has run out. */
static void leave(floor_work *work, errand *asked) {
    trey_session found;
    if (asked->idle_ms &&
        trey_people_session_find(work->people, &asked->hashed_token, &found) == TREY_STATUS_OK &&
        trey_house_now(work->house) - found.used < asked->idle_ms * 1000) {
        answer(asked, TREY_STATUS_OK); /* it is used at another node */
        return;
    }
    trey_status status = trey_people_left(work->people, asked->person, asked->from);
    if (status == TREY_STATUS_OK)
        status = trey_people_session_end(work->people, &asked->hashed_token);
    answer(asked, status);
    if (work->session_over) work->session_over(work->context, &asked->hashed_token);
}

/* A session of which this process knows nothing. */
static void find_session(floor_work *work, errand *asked) {
    trey_session found;
    trey_status status = trey_people_session_find(work->people, &asked->hashed_token, &found);
    int64_t now = trey_house_now(work->house);
    bool old = status == TREY_STATUS_OK && now - found.used > asked->idle_ms * 1250;
    answer(asked, old ? TREY_STATUS_NOT_FOUND : status);
    if (asked->status != 200) return;
    /* He may have come to another node a moment ago. */
    if (!trey_people_facts(work->people, found.person)) trey_people_catch_up(work->people);
    const trey_person_facts *facts = trey_people_facts(work->people, found.person);
    if (!facts || facts->barred) {
        answer(asked, TREY_STATUS_NOT_FOUND);
        return;
    }
    asked->person = found.person;
    asked->guest = facts->guest;
    memcpy(asked->from, found.from, sizeof asked->from - 1);
}

static void keep_ticket(floor_work *work, errand *asked) {
    const trey_ticket ticket = {.person = asked->person,
                                .until = trey_house_now(work->house) + TICKET_SECONDS * 1000000LL,
                                .session = asked->ticket_session};
    answer(asked, trey_people_ticket_keep(work->people, &asked->hashed_token, &ticket));
}

/* Whoever waits for it is a socket: he is on the floor before what he says behind it. */
static void enter(floor_work *work, errand *asked) {
    trey_ticket ticket;
    trey_session found;
    trey_status status = trey_people_ticket_spend(work->people, &asked->hashed_token, &ticket);
    answer(asked, status);
    if (status != TREY_STATUS_OK) return;
    const trey_person_facts *facts = trey_people_facts(work->people, ticket.person);
    status = trey_people_session_find(work->people, &ticket.session, &found);
    if (!facts || facts->barred || status != TREY_STATUS_OK) {
        answer(asked, TREY_STATUS_NOT_FOUND);
        return;
    }
    asked->person = ticket.person;
    asked->guest = facts->guest;
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
        fault(asked, status);
}

/* The pool has made the hash. */
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
    if (status != TREY_STATUS_OK)
        fault(asked, status);
    else if (refused != TREY_PEOPLE_REFUSED_NONE)
        refuse_person(asked, refused);
    else
        tell_person(work, asked, asked->person);
}

static void sign_in(floor_work *work, errand *asked) {
    trey_status status;
    if (asked->step++ == 0) {
        status = trey_people_try(work->people, asked->name, &asked->tried);
        asked->next = ERRAND_TO_POOL;
        if (status != TREY_STATUS_OK) fault(asked, status);
    } else {
        status =
            trey_people_tried(work->people, asked->name, &asked->tried, asked->held, asked->from);
        if (status != TREY_STATUS_OK) {
            fault(asked, status);
            return;
        }
    }
    if (asked->next == ERRAND_DONE) return;
    if (asked->tried.refused != TREY_PEOPLE_REFUSED_NONE) {
        refuse_person(asked, asked->tried.refused);
        asked->retry_after = asked->tried.wait_seconds;
    } else if (asked->step == 2) {
        let_in(work, asked, asked->tried.person);
    }
}

/* Somebody changes their own password and knows the present one: it is tried as at a sign-in, with
 * the same delays for wrong ones. All other sessions of the account end. */
static void change_password(floor_work *work, errand *asked) {
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    trey_status status = TREY_STATUS_OK;
    if (!facts || facts->barred || facts->guest) {
        errand_refuse(asked, 409, "no_account", "only an account has a password");
        return;
    }
    if (asked->step++ == 0) {
        snprintf(asked->name, sizeof asked->name, "%s", facts->name);
        status = trey_people_try(work->people, asked->name, &asked->tried);
        asked->next = ERRAND_TO_POOL;
        if (status != TREY_STATUS_OK) fault(asked, status);
    } else {
        status =
            trey_people_tried(work->people, asked->name, &asked->tried, asked->held, asked->from);
        if (status != TREY_STATUS_OK) fault(asked, status);
    }
    if (asked->next == ERRAND_DONE) return;
    if (asked->tried.refused != TREY_PEOPLE_REFUSED_NONE) {
        refuse_person(asked, asked->tried.refused);
        asked->retry_after = asked->tried.wait_seconds;
    } else if (asked->step == 2 && asked->hashed != TREY_STATUS_OK) {
        errand_refuse(asked, 400, "bad_password", "use 8 to 256 characters");
    } else if (asked->step == 2) {
        status = trey_people_password(work->people, asked->person, &asked->hash, asked->person);
        if (status == TREY_STATUS_OK)
            status = trey_people_sessions_end(work->people, asked->person, &asked->hashed_token,
                                              work->session_over, work->context);
        if (status == TREY_STATUS_OK)
            tell_person(work, asked, asked->person);
        else
            fault(asked, status);
    }
}

/* ---- Questions
 * ------------------------------------------------------------------------------------
 */
/* A table's past may be long: it is looked through between the turns of the floor. */
static void ask_slices(errand *asked, trey_status status) {
    answer(asked, status);
    if (status == TREY_STATUS_OK) asked->next = ERRAND_ASKS;
}

/* The forms of a console are for those who deal or supervise. */
static void ask_desk(floor_work *work, errand *asked) {
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    if (!facts || facts->barred || facts->office == TREY_OFFICE_PLAYER) {
        errand_refuse(asked, 403, "not_allowed", "only staff have a desk");
        return;
    }
    answer(asked, trey_floor_desk(work->floor, asked->table, &asked->frame));
}

void floor_work_slice(floor_work *work, errand *asked) {
    if (asked->office) {
        report_errand_slice(work, asked);
        return;
    }
    trey_status status = trey_question_work(asked->question, &asked->frame);
    if (status == TREY_STATUS_OK && !asked->frame) return;
    trey_question_close(asked->question);
    asked->question = NULL;
    answer(asked, status);
}

void floor_work_errand(floor_work *work, errand *asked) {
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
    case ERRAND_LEFT:
        leave(work, asked);
        return;
    case ERRAND_SESSION:
        find_session(work, asked);
        return;
    case ERRAND_SESSION_USED:
        answer(asked, trey_people_session_keep(work->people, &asked->hashed_token, asked->person,
                                               asked->from));
        return;
    case ERRAND_TICKET:
        keep_ticket(work, asked);
        return;
    case ERRAND_ENTER:
        enter(work, asked);
        return;
    case ERRAND_ME:
        tell_person(work, asked, asked->person);
        return;
    case ERRAND_LOBBY:
        answer(asked, trey_floor_lobby(work->floor, &asked->frame));
        return;
    case ERRAND_RULES:
        answer(asked, trey_floor_rules(work->floor, asked->table, &asked->frame));
        return;
    case ERRAND_DESK:
        ask_desk(work, asked);
        return;
    case ERRAND_ROUNDS:
        ask_slices(asked, trey_floor_rounds_ask(work->floor, asked->table, asked->person,
                                                asked->number, &asked->question));
        return;
    case ERRAND_ROUND:
        ask_slices(asked, trey_floor_round_as_ask(work->floor, asked->table, asked->person,
                                                  asked->as, asked->number, &asked->question));
        return;
    case ERRAND_ODDS: {
        trey_status status =
            trey_floor_odds_ask(work->floor, asked->table, asked->stake, &asked->odds);
        answer(asked, status);
        if (status == TREY_STATUS_OK) asked->next = ERRAND_TO_POOL;
        return;
    }
    case ERRAND_REPORT:
    case ERRAND_SHIFTS:
    case ERRAND_SHIFT:
        report_errand_begin(work, asked);
        return;
    case ERRAND_CHECKPOINT:
        checkpoints_answer(work->checkpoints, asked);
        return;
    case ERRAND_METRICS:
    case ERRAND_SESSION_OVER:
    case ERRAND_BACKUP:
    case ERRAND_STORE:
        return;
    }
}

void floor_work_report(floor_work *work, floor_report *report) {
    report->figures = trey_floor_tell(work->floor);
    report->jackpots = 0;
    for (unsigned i = 0; i < trey_house_jackpots(work->house) && i < REPORT_JACKPOTS; i++) {
        strncpy(report->jackpot[i].name, trey_house_jackpot_name(work->house, i),
                TREY_STREAM_NAME_MAX - 1);
        report->jackpot[i].value = trey_house_jackpot(work->house, i)->value;
        report->jackpots++;
    }
}

/* ---- In the pool: any thread -------------------------------------------------------------------
 */
void errand_in_pool(errand *work) {
    switch (work->kind) {
    case ERRAND_JOIN:
        work->hashed = trey_password_hash_of(work->password, &work->hash);
        sodium_memzero(work->password, sizeof work->password);
        work->next = ERRAND_TO_FLOOR;
        return;
    case ERRAND_SIGN_IN:
        work->held = trey_password_holds(&work->tried.hash, work->password);
        sodium_memzero(work->password, sizeof work->password);
        work->next = ERRAND_TO_FLOOR;
        return;
    case ERRAND_PASSWORD:
        work->held = trey_password_holds(&work->tried.hash, work->password);
        if (work->held) work->hashed = trey_password_hash_of(work->fresh, &work->hash);
        sodium_memzero(work->password, sizeof work->password);
        sodium_memzero(work->fresh, sizeof work->fresh);
        work->next = ERRAND_TO_FLOOR;
        return;
    case ERRAND_REPORT:
    case ERRAND_SHIFT:
        report_errand_tell(work);
        return;
    default: {
        trey_floor_odds *odds = work->odds;
        TREY_ASSERT(odds != NULL);
        work->odds = NULL;
        trey_status status = trey_floor_odds_answer(odds, &work->frame);
        bool told = work->frame != NULL; /* also what is wrong with the bets */
        work->next = ERRAND_DONE;
        work->status = status == TREY_STATUS_OK ? 200 : 400;
        if (!told) answer(work, status);
        return;
    }
    }
}
