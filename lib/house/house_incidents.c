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

static void write_line(trey_writer *to, const char *text, size_t room) {
    trey_write_text(to, text, strnlen(text, room - 1));
}

trey_status trey_house_incident(trey_house *house, trey_house_notes *notes,
                                const trey_incident *incident) {
    uint8_t bytes[sizeof *incident + 64];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    TREY_ASSERT(trey_incident_word(incident->kind));
    trey_status status = trey_house_notes_begin(house);
    if (status != TREY_STATUS_OK) return status;
    trey_write_number(&to, incident->person);
    trey_write_byte(&to, incident->office);
    write_line(&to, incident->about, sizeof incident->about);
    write_line(&to, incident->word, sizeof incident->word);
    write_line(&to, incident->reason, sizeof incident->reason);
    write_line(&to, incident->text, sizeof incident->text);
    write_line(&to, incident->paragraphs, sizeof incident->paragraphs);
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
    int64_t person = trey_read_number(&from);
    out->office = trey_read_byte(&from);
    trey_read_text(&from, out->about, sizeof out->about);
    trey_read_text(&from, out->word, sizeof out->word);
    trey_read_text(&from, out->reason, sizeof out->reason);
    trey_read_text(&from, out->text, sizeof out->text);
    trey_read_text(&from, out->paragraphs, sizeof out->paragraphs);
    out->person = (uint32_t)person;
    return !from.bad && from.left == 0 && person >= 0 && person <= UINT32_MAX &&
           record->type <= UINT8_MAX && trey_incident_word(record->type) && is_word(out->word) &&
           is_word(out->reason) && (out->kind == TREY_INCIDENT_REFUSED) == (out->reason[0] != '\0');
}
