/* store_accounts.c -- which accounts are known to be in the database.
 *
 * A transfer needs rows for both of its accounts. Asking the database for each would
 * cost as much as the transfer, so those that were seen are remembered: a set of
 * numbers, which forgets everything when a commit has failed. */
#include <stdlib.h>
#include <string.h>

#include "store_parts.h"

static size_t slot_of(const store_accounts *set, uint64_t account) {
    size_t slot = (size_t)(account * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (set->room - 1);
    while (set->account[slot] != 0 && set->account[slot] != account)
        slot = (slot + 1) & (set->room - 1);
    return slot;
}

bool store_account_known(const trey_store *store, trey_ledger_account account) {
    const store_accounts *set = &store->accounts;
    return set->room > 0 && set->account[slot_of(set, (uint64_t)account)] == (uint64_t)account;
}

/* Where there is no memory it stays unknown, which is slower and still right. */
void store_account_learn(trey_store *store, trey_ledger_account account) {
    store_accounts *set = &store->accounts;
    if (store_account_known(store, account)) return;
    if (set->count * 2 >= set->room) {
        store_accounts grown = {.room = set->room ? set->room * 2 : 1024};
        grown.account = calloc(grown.room, sizeof *grown.account);
        if (!grown.account) return;
        for (size_t i = 0; i < set->room; i++) {
            if (set->account[i]) grown.account[slot_of(&grown, set->account[i])] = set->account[i];
        }
        free(set->account);
        set->account = grown.account;
        set->room = grown.room;
    }
    set->account[slot_of(set, (uint64_t)account)] = (uint64_t)account;
    set->count++;
}

void store_learn_accounts(trey_store *store, const store_rows *rows) {
    for (size_t i = 0; i < rows->records; i++) {
        const trey_record *record = &rows->record[i];
        for (uint32_t n = 0; n < record->transfers; n++) {
            store_account_learn(store, record->transfer[n].payer);
            store_account_learn(store, record->transfer[n].payee);
        }
    }
}

void store_forget_accounts(trey_store *store) {
    store_accounts *set = &store->accounts;
    if (set->room > 0) memset(set->account, 0, set->room * sizeof *set->account);
    set->count = 0;
}
