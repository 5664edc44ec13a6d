/* people_records.c -- what the records of the people's stream hold, byte for byte.
 *
 * Written and read here and nowhere else. No password is in any of them, nor its Argon2id
 * hash: only a hash over that, salt and all, which binds it to the person. Nor is a name that
 * nobody has, since people type their password where the name belongs. */
#include <string.h>

#include "people_parts.h"

const char *trey_office_word(unsigned office) {
    static const char *const words[] = {
#define OFFICE_WORD(constant, number, word) [number] = (word),
        TREY_OFFICES(OFFICE_WORD)
#undef OFFICE_WORD
    };
    return office < TREY_OFFICE_COUNT ? words[office] : "unknown";
}

trey_office trey_office_find(const char *word) {
    unsigned office = 0;
    while (office < TREY_OFFICE_COUNT && strcmp(word, trey_office_word(office)) != 0) office++;
    return (trey_office)office;
}

static const struct {
    const char *word, *text;
} refusals[] = {
#define REFUSAL_ROW(constant, word, text) {word, text},
    TREY_PEOPLE_REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
};

const char *trey_people_refused_word(trey_people_refused refused) {
    TREY_ASSERT((size_t)refused < sizeof refusals / sizeof *refusals);
    return refusals[refused].word;
}

const char *trey_people_refused_text(trey_people_refused refused) {
    TREY_ASSERT((size_t)refused < sizeof refusals / sizeof *refusals);
    return refusals[refused].text;
}

/* ---- Bytes ----------------------------------------------------------------------------- */
static const trey_field person[] = {TREY_FIELD(trey_people_record, person, COUNT)};
/* What stands behind the person's number, one bit each. */
static const trey_field parts_behind[] = {
    TREY_FIELD(trey_people_record, name, TEXT),
    TREY_FIELD(trey_people_record, office, BYTES),
    TREY_FIELD(trey_people_record, password, FLAG),
    TREY_FIELD(trey_people_record, barred, FLAG),
    TREY_FIELD(trey_people_record, by, COUNT),
    TREY_FIELD(trey_people_record, from, TEXT),
    TREY_FIELD(trey_people_record, until, NUMBER),
    TREY_FIELD(trey_people_record, once, FLAG),
    TREY_FIELD(trey_people_record, alone, FLAG),
    TREY_FIELD(trey_people_record, code, FLAG),
    TREY_FIELD(trey_people_record, factor, FLAG),
    TREY_FIELD(trey_people_record, device, COUNT),
    TREY_FIELD(trey_people_record, step, NUMBER),
    TREY_FIELD(trey_people_record, recovery, BYTES),
    TREY_FIELD(trey_people_record, bound.byte, BYTES),
};
enum {
    NAME = 1,
    OFFICE = 2,
    PASSWORD = 4,
    BARRED = 8,
    BY = 16,
    FROM = 32,
    UNTIL = 64,
    ONCE = 128,
    ALONE = 256,
    CODE = 512,
    FACTOR = 1024,
    DEVICE = 2048,
    STEP = 4096,
    RECOVERY = 8192,
    BOUND = 16384
};
static unsigned parts_of(unsigned type) {
    static const uint16_t parts[] = {
        [TREY_PEOPLE_GUEST] = 0,
        [TREY_PEOPLE_ADDED] = NAME | OFFICE | PASSWORD | BY | ONCE | BOUND,
        [TREY_PEOPLE_JOINED] = NAME | BOUND,
        [TREY_PEOPLE_CHANGED] = OFFICE | BARRED | BY,
        [TREY_PEOPLE_PASSWORD] = BY | ONCE | BOUND,
        [TREY_PEOPLE_SIGNED_IN] = FROM | ALONE | STEP | RECOVERY,
        [TREY_PEOPLE_WRONG] = FROM | CODE | DEVICE,
        [TREY_PEOPLE_LOCKED] = FROM | UNTIL | DEVICE,
        [TREY_PEOPLE_TURNED_AWAY] = FROM,
        [TREY_PEOPLE_LEFT] = FROM,
        [TREY_PEOPLE_OUT] = BY | FROM,
        [TREY_PEOPLE_FACTOR] = BY | FACTOR | STEP | BOUND,
    };
    return parts[type];
}

void people_record_write(trey_writer *to, const trey_people_record *record) {
    trey_fields_write(to, record, TREY_FIELDS(person));
    for (unsigned left = parts_of(record->type); left; left &= left - 1)
        trey_fields_write(to, record, &parts_behind[__builtin_ctz(left)], 1);
}

/* Visible signs of ASCII: what an address is written with. */
static bool from_good(const char *from) {
    for (; *from; from++) {
        if (*from < ' ' || *from > '~') return false;
    }
    return true;
}

bool trey_people_record_decode(const trey_record *record, trey_people_record *out) {
    trey_reader from = {record->body, record->size, false};
    memset(out, 0, sizeof *out);
    if (record->type < TREY_PEOPLE_GUEST || record->type > TREY_PEOPLE_FACTOR) return false;
    out->type = (uint8_t)record->type;
    trey_fields_read(&from, out, TREY_FIELDS(person));
    for (unsigned left = parts_of(record->type); left; left &= left - 1)
        trey_fields_read(&from, out, &parts_behind[__builtin_ctz(left)], 1);
    return !from.bad && from.left == 0 && out->office < TREY_OFFICE_COUNT &&
           out->recovery <= TREY_RECOVERY_CODES && out->step >= 0 && from_good(out->from);
}
