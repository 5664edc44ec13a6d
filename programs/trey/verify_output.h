/* verify_output.h -- what trey verify shows: progress, the report, proofs. */
#ifndef TREY_VERIFY_OUTPUT_H
#define TREY_VERIFY_OUTPUT_H

#include <stdio.h>

#include "trey/verify.h"

/* Besides those of commands.h. */
enum { EXIT_TRUNCATED = 4, EXIT_UNWITNESSED = 5 };

/* ---- verify_progress.c ------------------------------------------------------------------ */
typedef struct progress_bar {
    FILE *out; /* NULL: it is not a terminal, and nothing is shown */
    double started, shown;
    bool drawn;
} progress_bar;
progress_bar progress_open(FILE *out);
void progress_show(void *bar, uint64_t done, uint64_t all);
void progress_close(progress_bar *bar);

/* ---- verify_report.c --------------------------------------------------------------------- */
typedef struct verify_shown {
    const char *address;
    bool key, witness; /* were given */
} verify_shown;
void verify_print_text(const trey_verify_report *report, const verify_shown *shown);
void verify_print_json(const trey_verify_report *report, const verify_shown *shown);

/* ---- verify_proof.c ------------------------------------------------------------------------ */
/* Each returns an exit status and has said why. */
int proof_write(const trey_record_proof *proof, const char *path); /* NULL: standard output */
int proof_check(const char *path, const char *signer, bool json);

/* programs/server/witness_fetch.c: all notes at an address; the caller frees the text. */
bool witness_fetch(const char *url, char **text, size_t *size, char *why, size_t room);

#endif
