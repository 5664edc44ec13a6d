/* verify_answers.c -- answers point to the records that they claim.
 *
 * Answers stand in the order of their commands, and so do their records: one walk beside
 * the other is enough. Every command has its id in its record, as have pledges, shares and what the
 * cage did; each that has one lies in the claim of the answer to that very id, which ends
 * where what the command caused ends. What was refused has left no record, and the chain does
 * not cover it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verify_parts.h"

static bool fault(verifying *v, const char *what) {
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL, "answer %" PRIu64 " %s",
                               v->answer.number, what);
}

static bool as_it_was_given(const trey_answer *answer) {
    uint8_t check[TREY_ANSWER_CHECK_BYTES];
    trey_answer_check(&answer->command, answer->stream, answer->refusal, answer->count, check);
    return answer->size == sizeof check && memcmp(answer->body, check, sizeof check) == 0;
}

/* Goes on to the next answer that claims records. */
static bool next_answer(verifying *v) {
    const trey_store_item *item;
    for (;;) {
        trey_status status = trey_cursor_next(v->answers, &item);
        if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
        if (!item) {
            memset(&v->answer, 0, sizeof v->answer);
            return true;
        }
        v->answer = item->answer;
        if (v->answer.number != v->answers_seen + 1)
            return fault(v, "does not follow the one before");
        v->answers_seen++;
        if (v->answer.stream == 0 || v->answer.stream > v->streams)
            return fault(v, "belongs to a stream that is not listed");
        if (!as_it_was_given(&v->answer)) return fault(v, "is not as it was given");
        if (v->answer.count > 0) break;
        if (v->answer.first != 0) return fault(v, "names a record and claims none");
        if (v->answer.refusal == 0) return fault(v, "accepts a command that left no record");
        v->report->refusals++;
    }
    if (v->answer.first < v->answer_end)
        return fault(v, "claims records that the one before it has claimed");
    v->report->answers++;
    return true;
}

bool answers_open(verifying *v) {
    trey_status status = trey_cursor_open(&v->answers, v->store, TREY_PART_ANSWERS, 0);
    v->answer_end = 1;
    return status == TREY_STATUS_OK ? next_answer(v) : verify_store_fails(v, status);
}

void answers_close(verifying *v) {
    trey_cursor_close(v->answers);
    v->answers = NULL;
}

/* Events follow from what stands before them; everything else has a cause of its own. */
static bool begins_anew(const verifying *v) {
    const verify_stream *stream = &v->stream[v->record->stream - 1];
    unsigned type = v->record->type;
    return (type != TREY_RECORD_EVENT && type != TREY_RECORD_SEALED && type != TREY_RECORD_FATE) ||
           stream->item.kind == TREY_STREAM_CAGE;
}

/* A link that is lost is reported at its tables, as part of the same command. */
static bool told_by_link(const verifying *v) {
    const verify_stream *stream = &v->stream[v->record->stream - 1];
    return v->answer_tells && stream->table && stream->table->jackpot == v->answer_tells;
}

bool answers_before(verifying *v) {
    if (v->answer_inside && v->answer_claimed && !v->deciding && !v->owing && begins_anew(v) &&
        !told_by_link(v))
        return fault(v, "claims more records than its command caused");
    if (v->answer.number == 0 || v->answer.first != v->record->seq) return true;
    v->answer_inside = true;
    v->answer_claimed = false;
    v->answer_tells = NULL;
    v->answer_end = v->answer.first + v->answer.count;
    return true;
}

bool answers_command(verifying *v, const trey_command_id *id) {
    static const trey_command_id nobodys;
    if (memcmp(id, &nobodys, sizeof *id) == 0) return true;
    bool same = v->answer_inside && memcmp(id, &v->answer.command, sizeof *id) == 0;
    if (!same || v->answer_claimed || v->answer.stream != v->record->stream || v->answer.refusal)
        return verify_fault(v, "no answer to this command claims it", NULL, NULL);
    v->answer_claimed = true;
    return true;
}

bool answers_after(verifying *v) {
    if (!v->answer_inside) return true;
    if (v->record->seq + 1 < v->answer_end) return true;
    /* Before a refusal a table may have been told what its jackpot shows. */
    if (!v->answer_claimed && !v->answer.refusal)
        return fault(v, "claims records that belong to another command");
    if (v->deciding || v->owing) return fault(v, "claims fewer records than its command caused");
    v->answer_inside = false;
    return next_answer(v);
}

bool answers_end(verifying *v) {
    uint64_t listed = v->report->info.answers;
    if (v->answer.number != 0)
        return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                                   "answer %" PRIu64 " claims records that are not there",
                                   v->answer.number);
    if (v->answers_seen == listed) return true;
    char a[32], b[32];
    snprintf(a, sizeof a, "%" PRIu64, listed);
    snprintf(b, sizeof b, "%" PRIu64, v->answers_seen);
    return verify_fault_beside(
        v, v->answers_seen < listed ? TREY_VERDICT_TRUNCATED : TREY_VERDICT_CHANGED, a, b,
        "the head of the store counts other answers than there are");
}
