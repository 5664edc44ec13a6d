/* report_errands.c -- questions of the back office, on their way through the threads. */
#include "report_errands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

report_question *report_question_make(void) {
    report_question *made = calloc(1, sizeof *made);
    if (made) made->sheet = TREY_SHEETS;
    return made;
}

void report_question_free(report_question *question) {
    if (!question) return;
    trey_figures_close(question->figures);
    free(question->body);
    free(question);
}

static const char *name_of(void *context, uint32_t person) {
    const trey_person_facts *facts = trey_people_facts(context, person);
    return facts ? facts->name : NULL;
}

static void fails(errand *asked, trey_status status) {
    const char *text = asked->office->message.text;
    if (status == TREY_STATUS_NOT_FOUND)
        errand_refuse(asked, 404, "not_found", *text ? text : "there is no such shift");
    else if (status == TREY_STATUS_INVALID)
        errand_refuse(asked, 400, "malformed", *text ? text : "that cannot be asked");
    else
        errand_refuse(asked, 503, trey_status_name(status), trey_status_text(status));
}

/* Takes the object. */
static void tell(errand *asked, json_t *object) {
    report_question *question = asked->office;
    question->body = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(object);
    question->type = "application/json";
    question->size = question->body ? strlen(question->body) : 0;
    asked->status = 200;
    asked->next = ERRAND_DONE;
    if (!question->body) fails(asked, TREY_STATUS_NO_MEMORY);
}

/* ---- On the floor's thread --------------------------------------------------------------- */
static void list_shifts(floor_work *work, errand *asked) {
    json_t *list;
    trey_status status =
        trey_shifts_json(trey_house_store(work->house), name_of, work->people, &list);
    if (status == TREY_STATUS_OK)
        tell(asked, list);
    else
        fails(asked, status);
}

void report_errand_begin(floor_work *work, errand *asked) {
    report_question *question = asked->office;
    const trey_person_facts *facts = trey_people_facts(work->people, asked->person);
    if (!facts || facts->barred ||
        (facts->office != TREY_OFFICE_SHIFT_MANAGER && facts->office != TREY_OFFICE_AUDITOR)) {
        errand_refuse(asked, 403, "not_allowed", "this is for shift managers and auditors");
        return;
    }
    if (asked->kind == ERRAND_SHIFTS) {
        list_shifts(work, asked);
        return;
    }
    question->query.now = trey_house_now(work->house);
    if (!question->to_given) question->query.to = question->query.now;
    trey_status status = trey_figures_open(&question->figures, trey_house_store(work->house),
                                           &question->query, &question->message);
    asked->next = ERRAND_ASKS;
    if (status != TREY_STATUS_OK) fails(asked, status);
}

void report_errand_slice(floor_work *work, errand *asked) {
    report_question *question = asked->office;
    bool done = false;
    trey_status status = trey_figures_work(question->figures, &done);
    if (status == TREY_STATUS_OK && !done) return;
    if (status != TREY_STATUS_OK) {
        fails(asked, status);
        return;
    }
    trey_figures_name(question->figures, name_of, work->people);
    asked->next = ERRAND_TO_POOL;
}

/* ---- In the pool ------------------------------------------------------------------------------
 */
static void tell_sheet(errand *asked) {
    report_question *question = asked->office;
    char from[TREY_FIGURES_TIME_TEXT];
    question->body = trey_figures_csv(question->figures, question->sheet, &question->size);
    question->type = "text/csv; charset=utf-8; header=present";
    trey_figures_time_print(trey_figures_from(question->figures), from);
    for (char *c = from; *c; c++) {
        if (*c == ' ' || *c == ':') *c = '-';
    }
    snprintf(question->file, sizeof question->file, "trey-%s-%s.csv",
             trey_figures_sheet_word(question->sheet), from);
    asked->status = 200;
    asked->next = ERRAND_DONE;
    if (!question->body) fails(asked, TREY_STATUS_NO_MEMORY);
}

void report_errand_tell(errand *asked) {
    report_question *question = asked->office;
    trey_status status = trey_figures_expect(question->figures);
    if (status != TREY_STATUS_OK) {
        fails(asked, status);
    } else if (question->sheet != TREY_SHEETS) {
        tell_sheet(asked);
    } else if (asked->kind == ERRAND_SHIFT) {
        json_t *shift = trey_figures_shift_json(question->figures);
        tell(asked, json_pack("{s:o, s:o}", "shift", shift, "report",
                              trey_figures_json(question->figures)));
    } else {
        tell(asked, trey_figures_json(question->figures));
    }
}
