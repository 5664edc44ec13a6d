/* house_past.c -- what only the house can read of its own records: sealed decks, and seeds
 * that were kept for an auditor. The key stays here. */
#include "house_parts.h"

const char *trey_house_name(const trey_house *house) {
    return house->name;
}

bool trey_house_event_read(const trey_house *house, const trey_record *record, trey_event *out) {
    if (record->type == TREY_RECORD_SEALED) return trey_event_unseal(record, &house->seal, out);
    return trey_event_decode(record, out);
}

bool trey_house_seed_read(const trey_house *house, const trey_fate_record *fate,
                          const trey_hash *commitment, trey_seed *out) {
    if (fate->reveal == TREY_REVEAL_ALL) {
        *out = fate->seed;
        return true;
    }
    return fate->reveal == TREY_REVEAL_AUDITOR &&
           trey_seed_unseal(&house->seal, commitment, &fate->sealed, out) == TREY_STATUS_OK;
}
