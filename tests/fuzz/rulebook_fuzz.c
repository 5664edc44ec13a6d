/* rulebook_fuzz.c -- a rulebook from arbitrary bytes: opened, or refused with
 * at least one reason. */
#include <stdint.h>

#include "trey/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    trey_diagnostics *diagnostics;
    trey_rulebook *book;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) return 0;
    trey_status status =
        trey_rulebook_open_text(&book, "fuzz", (const char *)bytes, length, diagnostics);
    TREY_ASSERT((status == TREY_STATUS_OK) == (trey_diagnostics_count(diagnostics) == 0));
    TREY_ASSERT((status == TREY_STATUS_OK) == (book != NULL));
    trey_rulebook_close(book);
    trey_diagnostics_close(diagnostics);
    return 0;
}
