/* store_errands.c -- what is asked of the store while it is in use: a copy, or what is in it. */
#include "store_errands.h"

#include <stdio.h>
#include <stdlib.h>

enum { BALANCES_A_STEP = 4096 };

store_question *store_question_open(void) {
    return calloc(1, sizeof(store_question));
}

void store_question_free(store_question *asked) {
    if (!asked) return;
    TREY_ASSERT(asked->backup == NULL && asked->balance == NULL);
    free(asked->file);
    free(asked);
}

static void over(errand *asked, trey_status status, const char *text) {
    store_question *question = asked->store;
    trey_backup_close(question->backup);
    trey_cursor_close(question->balance);
    question->backup = NULL;
    question->balance = NULL;
    question->status = status;
    if (status != TREY_STATUS_OK)
        snprintf(question->message.text, sizeof question->message.text, "%s",
                 text && *text ? text : trey_status_text(status));
    asked->next = ERRAND_DONE;
    asked->status = status == TREY_STATUS_OK ? 200 : 503;
}

void store_errand_drop(errand *asked, trey_status status, const char *why) {
    over(asked, status, why);
}

static void begin_info(errand *asked, trey_store *store, const errand *copying) {
    store_question *question = asked->store;
    trey_status status = trey_store_tell(store, &question->info);
    if (copying) {
        question->copying = true;
        question->percent = trey_backup_percent(copying->store->backup);
    }
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open(&question->balance, store, TREY_PART_BALANCES, 0);
    if (status != TREY_STATUS_OK) over(asked, status, trey_store_message_text(store));
}

static void begin_copy(errand *asked, trey_store *store, const errand *copying) {
    store_question *question = asked->store;
    if (copying) {
        char text[256];
        snprintf(text, sizeof text,
                 "a backup is being made already, and %u %% of it are there; try again later",
                 trey_backup_percent(copying->store->backup));
        over(asked, TREY_STATUS_STORE_BUSY, text);
        return;
    }
    trey_status status = trey_backup_open(&question->backup, store, question->file);
    if (status != TREY_STATUS_OK) over(asked, status, trey_store_message_text(store));
}

void store_errand_begin(errand *asked, trey_store *store, const errand *copying) {
    asked->next = ERRAND_ASKS;
    if (asked->kind == ERRAND_BACKUP)
        begin_copy(asked, store, copying);
    else
        begin_info(asked, store, copying);
}

/* Chips move between two steps; the sum is that of a house at play. */
static void count_chips(errand *asked, trey_store *store) {
    store_question *question = asked->store;
    const trey_store_item *item = NULL;
    for (unsigned i = 0; i < BALANCES_A_STEP; i++) {
        trey_status status = trey_cursor_next(question->balance, &item);
        if (status != TREY_STATUS_OK || !item) {
            over(asked, status, trey_store_message_text(store));
            return;
        }
        if (trey_account_kind(item->balance.account) == TREY_LEDGER_PLAYER &&
            !trey_cents_add(question->chips, item->balance.balance, &question->chips)) {
            over(asked, TREY_STATUS_MONEY_OVERFLOW, NULL);
            return;
        }
    }
}

void store_errand_step(errand *asked, trey_store *store) {
    bool done = false;
    if (asked->kind != ERRAND_BACKUP) {
        count_chips(asked, store);
        return;
    }
    trey_status status = trey_backup_step(asked->store->backup, &done);
    if (done || status != TREY_STATUS_OK) over(asked, status, trey_store_message_text(store));
}
