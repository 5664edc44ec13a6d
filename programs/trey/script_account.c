/* script_account.c -- what a settled round came to: lines, players, house, bank.
 *
 * Nothing is settled here; the engine's lines are added up. A player's stakes are
 * those of his lines, Play and jackpot bet among them. The player-dealer has no
 * lines: his stake is the bank, and what the lines paid or collected is what
 * became of it. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "script_parts.h"

/* Limits keep every sum far from overflow; a sum that does not fit is a fault of
 * the engine's. */
static trey_cents add(trey_cents a, trey_cents b) {
    trey_cents sum = 0;
    bool fits = trey_cents_add(a, b, &sum);
    TREY_ASSERT(fits);
    return sum;
}

static void add_lines(script_account *account, const trey_decision *decision,
                      const uint64_t readings[TREY_EVENTS]) {
    for (unsigned i = 0; i < decision->count; i++) {
        if (decision->event[i].kind != TREY_EVENT_LINE) continue;
        account->readings[account->lines] = readings[i];
        account->line[account->lines++] = decision->event[i];
    }
}

static void add_player(script_account *account, trey_player player) {
    script_total total = {.player = player};
    bool here = account->banked && account->before.banker == player;
    if (here) {
        total.banks = true;
        total.staked = account->before.bank;
        total.back = account->bank_after;
        account->total[account->totals++] = total;
        return;
    }
    for (unsigned i = 0; i < account->lines; i++) {
        const trey_event *line = &account->line[i];
        if (line->player != player) continue;
        here = true;
        total.staked = add(total.staked, line->amount);
        total.back = add(total.back, line->line.back);
    }
    if (here) account->total[account->totals++] = total;
}

static bool out_of_memory(script *run, trey_status status) {
    fprintf(stderr, "trey run: %s\n", trey_status_text(status));
    run->status = EXIT_OPERATING;
    return false;
}

bool script_account_make(script *run, const trey_table *before) {
    script_account *account = &run->account;
    uint64_t readings[TREY_EVENTS] = {0};
    bool voided = run->decision.event[run->decision.count - 1].kind == TREY_EVENT_VOIDED;
    trey_status status = voided
                             ? TREY_STATUS_OK
                             : trey_explain_readings(run->rules, before, &run->decision, readings);
    if (status != TREY_STATUS_OK) return out_of_memory(run, status);
    memset(account, 0, sizeof *account);
    status = trey_explain_collection(run->rules, before, &account->collection_readings);
    if (status != TREY_STATUS_OK) return out_of_memory(run, status);
    account->before = *before;
    account->voided = voided;
    account->after = run->table;
    account->banked = before->bank_seat != TREY_NO_SEAT;
    add_lines(account, &run->decision, readings);
    account->bank_after = before->bank;
    for (unsigned i = 0; i < account->lines; i++) {
        const trey_event *line = &account->line[i];
        account->house = add(account->house, line->amount - line->line.back);
        account->bank_after = add(account->bank_after, -line->line.bank);
    }
    account->collection = add(run->table.fee_bank, run->table.fee_players);
    if (account->banked) account->house = account->collection;
    for (unsigned i = 0; i < run->players; i++) add_player(account, i + 1);
    run->settled = true;
    return true;
}
