/* house_incidents.c -- incidents as records of a stream of the house. */
#include "trey/incidents.h"

#include <string.h>

#include "house_parts.h"

const char *trey_incident_word(unsigned kind) {
    static const char *const words[] = {
#define INCIDENT_WORD(constant, number, word) [number] = (word),
        TREY_INCIDENT_LIST(INCIDENT_WORD)
#undef INCIDENT_WORD
    };
    return kind < sizeof words / sizeof *words ? words[kind] : NULL;
}

static const trey_field incident_fields[] = {
    TREY_FIELD(trey_incident, person, COUNT),    TREY_FIELD(trey_incident, office, BYTES),
    TREY_FIELD(trey_incident, about, TEXT),      TREY_FIELD(trey_incident, word, TEXT),
    TREY_FIELD(trey_incident, reason, TEXT),     TREY_FIELD(trey_incident, text, TEXT),
    TREY_FIELD(trey_incident, paragraphs, TEXT),
};

trey_status trey_house_incident(trey_house *house, trey_house_notes *notes,
                                const trey_incident *incident) {
    uint8_t bytes[sizeof *incident + 64];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    TREY_ASSERT(trey_incident_word(incident->kind));
    trey_status status = trey_house_notes_begin(house);
    if (status != TREY_STATUS_OK) return status;
    trey_fields_write(&to, incident, TREY_FIELDS(incident_fields));
    const trey_record record = {.type = incident->kind, .size = (uint32_t)to.used, .body = bytes};
    trey_incident read;
    TREY_ASSERT(!to.full && trey_incident_decode(&record, &read));
    trey_house_notes_add(house, notes, incident->kind, trey_house_now(house), bytes, to.used);
    return TREY_STATUS_OK;
}

/* Words are plain: small letters and lines. */
static bool is_word(const char *text) {
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz_")] == '\0';
}

bool trey_incident_decode(const trey_record *record, trey_incident *out) {
    trey_reader from = {record->body, record->size, false};
    memset(out, 0, sizeof *out);
    out->kind = (uint8_t)record->type;
    trey_fields_read(&from, out, TREY_FIELDS(incident_fields));
    return !from.bad && from.left == 0 && record->type <= UINT8_MAX &&
           trey_incident_word(record->type) && is_word(out->word) && is_word(out->reason) &&
           (out->kind == TREY_INCIDENT_REFUSED) == (out->reason[0] != '\0');
}

/* ---- What waits for a second person --------------------------------------------------------- */
static const trey_field proposal_fields[] = {TREY_FIELD(trey_proposal, number, COUNT),
                                             TREY_FIELD(trey_proposal, person, COUNT),
                                             TREY_FIELD(trey_proposal, time, NUMBER)};

void trey_proposal_name(uint64_t number, char out[TREY_KEPT_NAME_MAX]) {
    snprintf(out, TREY_KEPT_NAME_MAX, "proposal-%llu", (unsigned long long)number);
}

size_t trey_proposal_encode(const trey_proposal *proposal, uint8_t out[TREY_PROPOSAL_BYTES_MAX]) {
    trey_writer to = {out, TREY_PROPOSAL_BYTES_MAX, 0, false};
    trey_fields_write(&to, proposal, TREY_FIELDS(proposal_fields));
    trey_write_bytes(&to, proposal->text, proposal->size);
    TREY_ASSERT(!to.full && proposal->size > 0);
    return to.used;
}

bool trey_proposal_decode(const trey_kept *kept, trey_proposal *out) {
    trey_reader from = {kept->body, kept->size, false};
    char name[TREY_KEPT_NAME_MAX];
    memset(out, 0, sizeof *out);
    trey_fields_read(&from, out, TREY_FIELDS(proposal_fields));
    if (from.bad || from.left == 0 || from.left > TREY_PROPOSAL_TEXT_MAX) return false;
    out->text = (const char *)kept->body + (kept->size - from.left);
    out->size = from.left;
    trey_proposal_name(out->number, name);
    return out->person != TREY_NOBODY && strcmp(name, kept->name) == 0;
}
