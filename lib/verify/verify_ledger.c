/* verify_ledger.c -- every account as the transfers leave it.
 *
 * Folded from the records, and at the end held against the balances that the store keeps
 * beside them. That each transfer is explained is seen where its record is replayed. */
#include <inttypes.h>
#include <stdio.h>

#include "verify_parts.h"

static trey_cents balance_of(const verifying *v, trey_ledger_account account) {
    const trey_cents *balance = trey_map_find(&v->ledger, (uint64_t)account);
    return balance ? *balance : 0;
}

trey_cents ledger_balance(const verifying *v, trey_ledger_kind kind, uint64_t owner) {
    return balance_of(v, trey_account_of(kind, owner));
}

static bool move(verifying *v, trey_ledger_account account, trey_cents cents) {
    trey_cents *balance = trey_map_put(&v->ledger, (uint64_t)account);
    if (!balance) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the accounts");
    if (__builtin_add_overflow(*balance, cents, balance))
        return verify_fault(v, "its transfers are larger than an account can hold", NULL, NULL);
    return true;
}

static bool may_be(const verifying *v, trey_ledger_account account) {
    return balance_of(v, account) >= 0 || trey_ledger_may_owe(trey_account_kind(account));
}

static char *transfer_said(const trey_transfer *transfer, char out[SAID_MAX]) {
    const char *from = trey_ledger_name(trey_account_kind(transfer->payer));
    const char *to = trey_ledger_name(trey_account_kind(transfer->payee));
    snprintf(out, SAID_MAX, "%" PRId64 " cents from %s %" PRIu64 " to %s %" PRIu64 " (seat %u)",
             transfer->cents, from ? from : "?", trey_account_owner(transfer->payer), to ? to : "?",
             trey_account_owner(transfer->payee), transfer->seat);
    return out;
}

bool ledger_record(verifying *v) {
    const trey_record *record = v->record;
    char said[SAID_MAX];
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *transfer = &record->transfer[i];
        bool named = transfer->payer > 0 && transfer->payee > 0 &&
                     trey_ledger_name(trey_account_kind(transfer->payer)) &&
                     trey_ledger_name(trey_account_kind(transfer->payee));
        if (!named || transfer->payer == transfer->payee || transfer->cents <= 0)
            return verify_fault(v, "this is not a transfer", NULL, transfer_said(transfer, said));
        if (!move(v, transfer->payer, -transfer->cents) ||
            !move(v, transfer->payee, transfer->cents))
            return false;
    }
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *transfer = &record->transfer[i];
        if (!may_be(v, transfer->payer) || !may_be(v, transfer->payee))
            return verify_fault(v, "it takes an account below zero that may not owe", NULL,
                                transfer_said(transfer, said));
    }
    v->report->transfers += record->transfers;
    return true;
}

bool verify_no_transfers(verifying *v) {
    char said[SAID_MAX];
    if (v->record->transfers == 0) return true;
    return verify_fault(v, "it moves money, and nothing in it says so", "no transfer",
                        transfer_said(&v->record->transfer[0], said));
}

bool verify_transfers(verifying *v, const trey_transfer *expected, size_t count) {
    const trey_record *record = v->record;
    char a[SAID_MAX], b[SAID_MAX];
    for (size_t i = 0; i < count || i < record->transfers; i++) {
        const trey_transfer *want = i < count ? &expected[i] : NULL;
        const trey_transfer *have = i < record->transfers ? &record->transfer[i] : NULL;
        if (want && have && want->payer == have->payer && want->payee == have->payee &&
            want->cents == have->cents && want->seat == have->seat && want->wager == have->wager)
            continue;
        return verify_fault(v, "its money is not what its event says",
                            want ? transfer_said(want, a) : "no transfer",
                            have ? transfer_said(have, b) : "no transfer");
    }
    return true;
}

/* ---- The balances that are kept --------------------------------------------------------- */
static bool compare_balance(verifying *v, const trey_balance_item *item) {
    const trey_cents *balance = trey_map_find(&v->ledger, (uint64_t)item->account);
    const char *name = trey_ledger_name(trey_account_kind(item->account));
    char a[32], b[32];
    if (balance && *balance == item->balance) return true;
    snprintf(a, sizeof a, "%" PRId64 " cents", balance ? *balance : 0);
    snprintf(b, sizeof b, "%" PRId64 " cents", item->balance);
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, a, b,
                               "the balance of account %s %" PRIu64 " is not the sum of its "
                               "transfers",
                               name ? name : "?", trey_account_owner(item->account));
}

bool ledger_end(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    bool good = true;
    size_t count = 0;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_BALANCES, 0);
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        compare_balance(v, &item->balance);
        good = verify_goes_on(v);
        count++;
    }
    trey_cursor_close(cursor);
    if (!good) return false;
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    v->report->accounts = count;
    if (count == v->ledger.used) return true;
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                               "%zu accounts were moved by transfers, and %zu have a balance",
                               v->ledger.used, count);
}

void ledger_close(verifying *v) {
    trey_map_close(&v->ledger);
}
