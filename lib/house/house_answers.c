/* house_answers.c -- the same command again gets the same answer.
 *
 * What was accepted stands in the store with its id, for good. What was refused has changed
 * nothing and is not stored: this process remembers at least the last 65,536 answers, which is
 * longer than anybody sends a message again. Both are found by a map, so that a burst costs
 * each of its messages the same; and the ids of a whole batch are asked for in one question
 * (trey_house_expect), so that no command waits for the database by itself.
 *
 * The map is keyed by a hash with a salt of this process, which nobody can aim at. */
#include <stdlib.h>
#include <string.h>

#include "house_parts.h"

enum { REMEMBERED = 1 << 16 };

bool id_is_nobodys(const trey_command_id *id) {
    static const trey_command_id nobodys;
    return !id || memcmp(id, &nobodys, sizeof nobodys) == 0;
}

void trey_command_id_of(uint32_t person, const uint8_t said[TREY_COMMAND_ID_BYTES],
                        trey_command_id *out) {
    enum { TIME_BYTES = 6 };
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey id 1");
    trey_hasher_add_number(&hasher, person);
    trey_hasher_add(&hasher, said, TREY_COMMAND_ID_BYTES);
    const trey_hash hash = trey_hasher_close(&hasher);
    memcpy(out->byte, said, TIME_BYTES);
    memcpy(out->byte + TIME_BYTES, hash.byte, TREY_COMMAND_ID_BYTES - TIME_BYTES);
}

/* ---- Memory ------------------------------------------------------------------------------ */
bool house_answers_open(house_answers *answers) {
    answers->now.size = answers->before.size = sizeof(house_answered_one);
    answers->absent.size = sizeof(trey_command_id);
    return trey_entropy_kernel(NULL, answers->salt, sizeof answers->salt);
}

void house_answers_close(house_answers *answers) {
    trey_map_close(&answers->now);
    trey_map_close(&answers->before);
    trey_map_close(&answers->absent);
    free(answers->staged);
    memset(answers, 0, sizeof *answers);
}

static uint64_t key_of(const house_answers *answers, const trey_command_id *id) {
    uint8_t bytes[sizeof answers->salt + sizeof id->byte];
    uint64_t key;
    memcpy(bytes, answers->salt, sizeof answers->salt);
    memcpy(bytes + sizeof answers->salt, id->byte, sizeof id->byte);
    const trey_hash hash = trey_hash_of(bytes, sizeof bytes);
    memcpy(&key, hash.byte, sizeof key);
    return key ? key : 1;
}

static const house_answered_one *remembered(trey_house *house, uint64_t key,
                                            const trey_command_id *id) {
    const trey_map *const maps[] = {&house->answers.now, &house->answers.before};
    for (unsigned i = 0; i < 2; i++) {
        const house_answered_one *one = trey_map_find(maps[i], key);
        house->effort.compared++;
        if (one && memcmp(&one->id, id, sizeof *id) == 0) return one;
    }
    return NULL;
}

static bool remember(trey_house *house, const trey_command_id *id, unsigned refused,
                     uint32_t records) {
    house_answered_one *one = trey_map_put(&house->answers.now, key_of(&house->answers, id));
    if (one) *one = (house_answered_one){*id, (uint16_t)refused, records};
    return one != NULL;
}

void house_answers_flushed(trey_house *house, bool stored) {
    house_answers *answers = &house->answers;
    for (size_t i = 0; !stored && i < answers->staged_count; i++)
        trey_map_remove(&answers->now, key_of(answers, &answers->staged[i]));
    answers->staged_count = 0;
    trey_map_clear(&answers->absent);
    if (answers->now.used < REMEMBERED) return;
    trey_map oldest = answers->before;
    answers->before = answers->now;
    answers->now = oldest;
    trey_map_clear(&answers->now);
}

const trey_house_effort *trey_house_effort_of(const trey_house *house) {
    return &house->effort;
}

/* ---- Asking ------------------------------------------------------------------------------- */
static void note_found(void *context, const trey_answer *answer) {
    trey_house *house = context;
    remember(house, &answer->command, answer->refusal, answer->count);
}

trey_status trey_house_expect(trey_house *house, const trey_command_id *id, size_t count) {
    trey_command_id asked[TREY_ANSWERS_AT_ONCE];
    house_answers *answers = &house->answers;
    trey_status status = TREY_STATUS_OK;
    if (house->stopped) return house_has_stopped(house);
    for (size_t i = 0; i < count && status == TREY_STATUS_OK;) {
        size_t some = 0;
        for (; i < count && some < TREY_ANSWERS_AT_ONCE; i++) {
            if (!id_is_nobodys(&id[i]) && !remembered(house, key_of(answers, &id[i]), &id[i]))
                asked[some++] = id[i];
        }
        if (some == 0) break;
        house->effort.asked++;
        status = trey_store_answers(house->store, asked, some, note_found, house);
        for (size_t n = 0; n < some && status == TREY_STATUS_OK; n++) {
            trey_command_id *absent = trey_map_put(&answers->absent, key_of(answers, &asked[n]));
            if (absent) *absent = asked[n];
        }
    }
    if (status == TREY_STATUS_OK) return status;
    house_fail(house, status, "%s", trey_store_message_text(house->store));
    return house->shared ? house_broke(house, status) : status;
}

/* Only the store knows: as it is asked for one alone. */
static trey_status ask_store(trey_house *house, const trey_command_id *id, trey_reply *reply,
                             bool *found) {
    trey_answer answer;
    house->effort.asked++;
    trey_status status = trey_store_answer(house->store, id, &answer);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status != TREY_STATUS_OK) {
        house_fail(house, status, "%s", trey_store_message_text(house->store));
        return house->shared ? house_broke(house, status) : status;
    }
    *found = true;
    reply->again = true;
    reply->refused = answer.refusal;
    reply->records = answer.count;
    return TREY_STATUS_OK;
}

trey_status house_answered(trey_house *house, const trey_command_id *id, trey_reply *reply,
                           bool *found) {
    *found = false;
    if (house->stopped) return house_has_stopped(house);
    trey_status status = house_batch_begins(house);
    if (status != TREY_STATUS_OK || id_is_nobodys(id)) return status;
    uint64_t key = key_of(&house->answers, id);
    const house_answered_one *one = remembered(house, key, id);
    if (one) {
        *found = true;
        reply->again = true;
        reply->refused = one->refused;
        reply->records = one->records;
        return TREY_STATUS_OK;
    }
    const trey_command_id *absent = trey_map_find(&house->answers.absent, key);
    if (absent && memcmp(absent, id, sizeof *id) == 0) return TREY_STATUS_OK;
    return ask_store(house, id, reply, found);
}

trey_status house_answer(trey_house *house, const trey_command_id *id, trey_stream stream,
                         unsigned refused, trey_reply *reply) {
    house_answers *answers = &house->answers;
    reply->refused = (uint16_t)refused;
    reply->records = house->records;
    house->staged++;
    if (id_is_nobodys(id)) return TREY_STATUS_OK;
    if (!TREY_LIST_ROOM(answers->staged, answers->staged_count, answers->staged_room) ||
        !remember(house, id, refused, house->records))
        return house_broke(house, house_fail(house, TREY_STATUS_NO_MEMORY, "out of memory"));
    answers->staged[answers->staged_count++] = *id;
    if (refused) return TREY_STATUS_OK;
    uint8_t check[TREY_ANSWER_CHECK_BYTES];
    trey_answer_check(id, stream, refused, house->records, check);
    trey_batch_answer(house->batch, id, stream, (uint16_t)refused, house->records, check,
                      sizeof check);
    return TREY_STATUS_OK;
}
