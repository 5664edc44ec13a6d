/* verify_answers.c -- answers point to the records that they claim.
 *
 * Answers stand in the order of their commands, and so do their records: one walk beside
 * the other is enough. Every command has its id in its record, as have pledges, shares and what the
 * cage did; each that has one lies in the claim of the answer to that very id, which ends
 * where what the command caused ends. What was refused has left nothing. */
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

/* Is there something that can be held against the records? */
static bool claims_records(verifying *v) {
    const trey_answer *answer = &v->answer;
    if (answer->refusal != 0)
        fault(v, "refuses a command, and what is refused leaves nothing behind");
    else if (answer->count == 0)
        fault(v, "accepts a command that left no record");
    else if (answer->first < v->answer_end)
        fault(v, "claims records that the one before it has claimed");
    else
        return true;
    return false;
}

/* Goes on to the next answer that claims records. */
static bool next_answer(verifying *v) {
    const trey_store_item *item;
    for (;;) {
        uint64_t before = v->answer_number;
        trey_status status = trey_cursor_next(v->answers, &item);
        if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
        if (!item) {
            memset(&v->answer, 0, sizeof v->answer);
            return true;
        }
        v->answer = item->answer;
        v->answer_number = v->answer.number;
        v->answers_seen++;
        if (!batches_answer(v, &v->answer)) return false;
        v->stopped = false;
        if (v->answer.number != before + 1) fault(v, "does not follow the one before");
        if (v->answer.stream == 0 || v->answer.stream > v->streams)
            fault(v, "belongs to a stream that is not listed");
        else if (!as_it_was_given(&v->answer))
            fault(v, "is not as it was given");
        else if (!claims_records(v))
            continue;
        v->answer_doubtful = v->stopped;
        v->stopped = false;
        if (v->answer.count == 0) continue;
        v->report->answers++;
        return true;
    }
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
    if (v->answer_inside && !v->answer_astray && v->answer_claimed && !v->deciding && !v->owing &&
        begins_anew(v) && !told_by_link(v)) {
        fault(v, "claims more records than its command caused");
        v->answer_astray = true;
    }
    /* What it claims is gone; that records are missing was said. */
    while (!v->answer_inside && v->answer.number != 0 && v->answer.first < v->record->seq) {
        if (!next_answer(v)) return false;
    }
    if (v->answer_inside || v->answer.number == 0 || v->answer.first != v->record->seq) return true;
    v->answer_inside = true;
    v->answer_claimed = false;
    v->answer_astray = v->answer_doubtful;
    v->answer_tells = NULL;
    v->answer_end = v->answer.first + v->answer.count;
    return true;
}

/* A command whose answer is wrong has happened all the same: the replay goes on. */
bool answers_command(verifying *v, const trey_command_id *id) {
    static const trey_command_id nobodys;
    if (memcmp(id, &nobodys, sizeof *id) == 0) return true;
    if (v->answer_inside && v->answer_astray) return true;
    bool same = v->answer_inside && memcmp(id, &v->answer.command, sizeof *id) == 0;
    if (!same || v->answer_claimed || v->answer.stream != v->record->stream) {
        verify_fault(v, "no answer to this command claims it", NULL, NULL);
        v->answer_astray = true;
    }
    v->answer_claimed = true;
    return true;
}

bool answers_after(verifying *v) {
    if (!v->answer_inside) return true;
    v->answer_astray = v->answer_astray || v->stream[v->record->stream - 1].astray;
    if (v->record->seq + 1 < v->answer_end) return true;
    if (!v->answer_astray && !v->answer_claimed)
        fault(v, "claims records that belong to another command");
    else if (!v->answer_astray && (v->deciding || v->owing))
        fault(v, "claims fewer records than its command caused");
    v->answer_inside = v->answer_astray = false;
    return next_answer(v);
}

bool answers_end(verifying *v) {
    uint64_t listed = v->report->info.answers;
    if (v->answer.number != 0 && !v->gap) {
        verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                            "answer %" PRIu64 " claims records that are not there",
                            v->answer.number);
        v->cut = true;
    }
    while (v->answer.number != 0) {
        if (!next_answer(v)) return false;
    }
    if (v->answers_seen == listed) return true;
    char a[32], b[32];
    snprintf(a, sizeof a, "%" PRIu64, listed);
    snprintf(b, sizeof b, "%" PRIu64, v->answers_seen);
    return verify_fault_beside(
        v, v->answers_seen < listed ? TREY_VERDICT_TRUNCATED : TREY_VERDICT_CHANGED, a, b,
        "the head of the store counts other answers than there are");
}
