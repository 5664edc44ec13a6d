/* collection.h -- fees, where a player banks. */
#ifndef TREY_TABLE_COLLECTION_H
#define TREY_TABLE_COLLECTION_H

#include "decide.h"

/* What one bettor owes for what he has down at a seat. */
trey_cents player_fee_due(const trey_rules *rules, const trey_table *table, unsigned seat,
                          unsigned bettor);

/* What the player-dealer owes on this action, or why that cannot be said. */
trey_refused bank_fee_due(const trey_rules *rules, const trey_table *table, trey_cents action,
                          trey_cents *fee);

/* All fees of a round after its closing call, or TREY_FEE_UNREADABLE. */
trey_cents fees_due(const trey_rules *rules, const trey_table *table);

#endif
