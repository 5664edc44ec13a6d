/* store_accounts.c -- which accounts are known to be in the database.
 *
 * A transfer needs rows for both of its accounts. Asking the database for each would
 * cost as much as the transfer, so those that were seen are remembered: a set of
 * numbers, which forgets everything when a commit has failed. */
#include "store_parts.h"

bool store_account_known(const trey_store *store, trey_ledger_account account) {
    return trey_map_find(&store->accounts, (uint64_t)account) != NULL;
}

/* Where there is no memory it stays unknown, which is slower and still right. */
void store_account_learn(trey_store *store, trey_ledger_account account) {
    trey_map_put(&store->accounts, (uint64_t)account);
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
    trey_map_clear(&store->accounts);
}
