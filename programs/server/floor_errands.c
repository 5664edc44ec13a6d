/* floor_errands.c -- what errands do on the floor's thread, and in the pool. */
#include "floor_errands.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_errands.h"
#include "checkpoints.h"
#include "report_errands.h"
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
    if (done->json) sodium_memzero(done->json, strlen(done->json));
    free(done->json);
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

void errand_fault(errand *asked, trey_status status) {
    if (status == TREY_STATUS_NOT_FOUND) {
        errand_refuse(asked, 404, "not_found", "there is nothing at that address");
    } else if (status == TREY_STATUS_INVALID) {
        errand_refuse(asked, 400, "malformed", "that cannot be asked");
    } else {
        errand_refuse(asked, 503, trey_status_name(status), trey_status_text(status));
    }
}

void errand_answer(errand *asked, trey_status status) {
    asked->next = ERRAND_DONE;
    asked->status = 200;
    if (status != TREY_STATUS_OK) errand_fault(asked, status);
}

/* ---- Questions
 * ------------------------------------------------------------------------------------
 */
/* A table's past may be long: it is looked through between the turns of the floor. */
static void ask_slices(errand *asked, trey_status status) {
    errand_answer(asked, status);
    if (status == TREY_STATUS_OK) asked->next = ERRAND_ASKS;
}

/* The forms of a console are for those who deal or supervise. */
static void ask_desk(floor_work *work, errand *asked) {
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    if (!facts || facts->barred || facts->office == TREY_OFFICE_PLAYER) {
        errand_refuse(asked, 403, "not_allowed", "only staff have a desk");
        return;
    }
    errand_answer(asked, trey_floor_desk(work->floor, asked->table, &asked->frame));
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
    errand_answer(asked, status);
}

void floor_work_errand(floor_work *work, errand *asked) {
    switch (asked->kind) {
    case ERRAND_GUEST:
    case ERRAND_JOIN:
    case ERRAND_SIGN_IN:
    case ERRAND_PASSWORD:
    case ERRAND_FACTOR_OFFER:
    case ERRAND_FACTOR_SET:
    case ERRAND_FACTOR_REMOVE:
    case ERRAND_ACCOUNT:
    case ERRAND_EVERYWHERE:
    case ERRAND_LEFT:
    case ERRAND_SESSION:
    case ERRAND_SESSION_USED:
    case ERRAND_TICKET:
    case ERRAND_ENTER:
    case ERRAND_ME:
        account_errand(work, asked);
        return;
    case ERRAND_LOBBY:
        errand_answer(asked, trey_floor_lobby(work->floor, &asked->frame));
        return;
    case ERRAND_RULES:
        errand_answer(asked, trey_floor_rules(work->floor, asked->table, &asked->frame));
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
        errand_answer(asked, status);
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
    case ERRAND_STALE:
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
bool errand_hashes(const errand *work) {
    return work->kind == ERRAND_JOIN || work->kind == ERRAND_SIGN_IN ||
           work->kind == ERRAND_PASSWORD || work->kind == ERRAND_FACTOR_SET ||
           work->kind == ERRAND_FACTOR_REMOVE;
}

void errand_in_pool(errand *work) {
    switch (work->kind) {
    case ERRAND_JOIN:
        work->hashed = trey_password_hash_of(work->password, &work->hash);
        sodium_memzero(work->password, sizeof work->password);
        work->next = ERRAND_TO_FLOOR;
        return;
    case ERRAND_SIGN_IN:
    case ERRAND_FACTOR_SET:
    case ERRAND_FACTOR_REMOVE:
        work->held = trey_password_holds(&work->tried.hash, work->password);
        sodium_memzero(work->password, sizeof work->password);
        work->next = ERRAND_TO_FLOOR;
        return;
    case ERRAND_PASSWORD:
        work->held = trey_password_holds(&work->tried.hash, work->password);
        work->same = strcmp(work->password, work->fresh) == 0;
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
        if (!told) errand_answer(work, status);
        return;
    }
    }
}
