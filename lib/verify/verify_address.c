/* verify_address.c -- a store by its address, also one that hardly opens.
 *
 * A damaged store may not open, which is a finding like any other. Whether its end is
 * missing or something in it was changed is told apart where it can be: a file that is
 * shorter than its own first page says was cut off, and nothing in it needs to be read to
 * say so. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verify_parts.h"

static void does_not_open(const trey_store_message *message, trey_verify_report *report) {
    trey_finding *finding = &report->finding;
    report->verdict = finding->verdict = TREY_VERDICT_CHANGED;
    report->faults = 1;
    snprintf(finding->what, sizeof finding->what, "the store does not open");
    snprintf(finding->found, sizeof finding->found, "%s", message->text);
}

static bool is_cut_off(const char *address, trey_verify_report *report) {
    trey_finding *finding = &report->finding;
    uint64_t there, told;
    if (!trey_store_cut(address, &there, &told)) return false;
    report->verdict = finding->verdict = TREY_VERDICT_TRUNCATED;
    report->faults = 1;
    snprintf(finding->what, sizeof finding->what, "the end of the file is missing");
    snprintf(finding->expected, sizeof finding->expected, "%" PRIu64 " bytes", told);
    snprintf(finding->found, sizeof finding->found, "%" PRIu64 " bytes", there);
    return true;
}

trey_status trey_verify_address(const char *address, const trey_verify_options *options,
                                trey_verify_report *report, trey_store_message *message) {
    trey_store *store;
    const trey_store_options still = {.still = true, .doubtful = true};
    memset(report, 0, sizeof *report);
    message->text[0] = '\0';
    if (is_cut_off(address, report)) return TREY_STATUS_OK;
    trey_status status = trey_store_open(&store, address, &still, message);
    if (status == TREY_STATUS_STORE_CORRUPT) {
        does_not_open(message, report);
        return TREY_STATUS_OK;
    }
    if (status != TREY_STATUS_OK) return status;
    status = trey_verify(store, options, report, message);
    trey_store_close(store);
    return status;
}
