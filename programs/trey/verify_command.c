/* verify_command.c -- trey verify: is a store as it was written? And proofs of single
 * records, for those who have no store. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command_words.h"
#include "commands.h"
#include "plain_text.h"
#include "verify_output.h"

static const char help[] =
    "usage: trey verify STORE [--key FILE] [--witness FILE|URL] [--witness-key VKEY]\n"
    "                   [--house NAME] [--json]\n"
    "       trey verify STORE --prove SEQ [--out FILE]\n"
    "       trey verify --check PROOF [--signer KEY] [--json]\n"
    "\n"
    "Reads a store from its first record to its last and lists what is not as it was written:\n"
    "chain, tree and signatures; every command decided anew; every cent; every snapshot, answer\n"
    "and commitment; with --key every batch and kept value. STORE is a file or postgresql://...\n"
    "\n"
    "  --key FILE      the house's keys: opens sealed decks, says who must have signed, and\n"
    "                  finds whatever somebody without them has written\n"
    "  --witness FILE  the checkpoints that a second place remembers: a witness file, the state\n"
    "                  of a `trey witness`, or where they are published\n"
    "  --witness-key K only what the witness with this verifier key has cosigned counts\n"
    "  --house NAME    the house's name; otherwise the one that stands in the store\n"
    "  --json          one JSON object\n"
    "  --prove SEQ     a proof that record SEQ is in the history that was signed\n"
    "  --out FILE      where to write it; otherwise standard output\n"
    "  --check PROOF   checks such a proof, without any store\n"
    "  --signer KEY    64 hexadecimal digits: the key that must have signed it\n"
    "\n"
    "Exit status: 0 all good; 1 a record was changed, or something does not fit; 2 bad usage\n"
    "or bad input; 3 an operating error; 4 truncated: the store is shorter than a checkpoint\n"
    "or the witness says; 5 not witnessed: the witness lacks checkpoints, or the signer is\n"
    "another. docs/verify.md tells what each check proves.\n";

typedef struct verify_words {
    const char *address, *key, *witness, *witness_key, *house, *prove, *out, *check, *signer;
    bool json;
} verify_words;

/* ---- Words --------------------------------------------------------------------------------- */
static bool read_words(int argc, char **argv, verify_words *words) {
    const command_option options[] = {{"--witness-key", &words->witness_key, NULL},
                                      {"--key", &words->key, NULL},
                                      {"--witness", &words->witness, NULL},
                                      {"--house", &words->house, NULL},
                                      {"--prove", &words->prove, NULL},
                                      {"--out", &words->out, NULL},
                                      {"--check", &words->check, NULL},
                                      {"--signer", &words->signer, NULL},
                                      {"--json", NULL, &words->json}};
    const command_line line = {"trey verify", "trey verify", options,
                               sizeof options / sizeof *options};
    const char **const alone[] = {&words->address};
    return command_words_read(&line, argc, argv, alone, 1);
}

static bool words_fit(const verify_words *words) {
    const char *wrong = NULL;
    if (words->check) {
        if (words->address || words->key || words->witness || words->witness_key || words->house ||
            words->prove || words->out)
            wrong = "--check needs no store: only --signer and --json go with it";
    } else if (!words->address) {
        wrong = "a store is missing; `trey verify --help` shows how";
    } else if (words->signer) {
        wrong = "--signer goes with --check";
    } else if (words->witness_key && !words->witness) {
        wrong = "--witness-key goes with --witness";
    } else if (words->prove && (words->key || words->witness || words->house || words->json)) {
        wrong = "only --out goes with --prove";
    } else if (words->out && !words->prove) {
        wrong = "--out goes with --prove";
    }
    if (wrong) fprintf(stderr, "trey verify: %s\n", wrong);
    return !wrong;
}

/* ---- Stores ---------------------------------------------------------------------------------- */
static int status_of(trey_status status) {
    switch (status) {
    case TREY_STATUS_NO_FILE:
    case TREY_STATUS_INVALID:
    case TREY_STATUS_NOT_FOUND:
    case TREY_STATUS_STORE_FOREIGN:
    case TREY_STATUS_STORE_VERSION:
    case TREY_STATUS_STORE_BUSY:
        return EXIT_USAGE;
    case TREY_STATUS_STORE_CORRUPT:
        return EXIT_REFUSED;
    default:
        return EXIT_OPERATING;
    }
}

static int fails(trey_status status, const trey_store_message *message) {
    fprintf(stderr, "trey verify: %s\n",
            message->text[0] ? plain_text(message->text) : trey_status_text(status));
    return status_of(status);
}

static void print_report(const verify_words *words, const trey_verify_report *report) {
    const verify_shown shown = {words->address, words->key != NULL, words->witness != NULL};
    if (words->json)
        verify_print_json(report, &shown);
    else
        verify_print_text(report, &shown);
}

static int verdict_of(trey_verdict verdict) {
    static const int status[] = {[TREY_VERDICT_GOOD] = EXIT_DONE,
                                 [TREY_VERDICT_CHANGED] = EXIT_REFUSED,
                                 [TREY_VERDICT_TRUNCATED] = EXIT_TRUNCATED,
                                 [TREY_VERDICT_UNWITNESSED] = EXIT_UNWITNESSED};
    return status[verdict];
}

/* What the two options about witnesses name; `notes` is to be freed. */
static bool read_witness(const verify_words *words, trey_note_key *key, char **notes, size_t *size,
                         trey_store_message *message) {
    *notes = NULL;
    *size = 0;
    if (words->witness_key &&
        (!trey_note_key_parse(words->witness_key, key) || key->type != TREY_NOTE_WITNESS)) {
        snprintf(message->text, sizeof message->text,
                 "--witness-key takes the verifier key of a witness, NAME+ID+KEY");
        return false;
    }
    if (!words->witness || !strstr(words->witness, "://")) return true;
    return witness_fetch(words->witness, notes, size, message->text, sizeof message->text);
}

static int verify_store(const verify_words *words, const trey_store_keys *keys) {
    trey_store_message message = {""};
    trey_verify_report report;
    trey_note_key witness_key;
    char *notes;
    size_t notes_size;
    if (!read_witness(words, &witness_key, &notes, &notes_size, &message))
        return fails(TREY_STATUS_INVALID, &message);
    progress_bar bar = progress_open(stderr);
    const trey_verify_options options = {.keys = keys,
                                         .witness = words->witness,
                                         .witness_notes = notes,
                                         .witness_size = notes_size,
                                         .witness_key = words->witness_key ? &witness_key : NULL,
                                         .house = words->house,
                                         .progress = progress_show,
                                         .context = &bar};
    trey_status status = trey_verify_address(words->address, &options, &report, &message);
    progress_close(&bar);
    free(notes);
    int exit_status = EXIT_OPERATING;
    if (status == TREY_STATUS_OK) {
        print_report(words, &report);
        exit_status = verdict_of(report.verdict);
    } else {
        exit_status = fails(status, &message);
    }
    trey_verify_report_close(&report);
    return exit_status;
}

static int prove(const verify_words *words) {
    trey_store *store;
    trey_store_message message = {""};
    trey_record_proof proof;
    const trey_store_options still = {.still = true};
    char *end;
    errno = 0;
    unsigned long long seq = strtoull(words->prove, &end, 10);
    if (errno || *end || end == words->prove || words->prove[0] == '-' || seq == 0) {
        fprintf(stderr, "trey verify: --prove takes the number of a record, not %s\n",
                words->prove);
        return EXIT_USAGE;
    }
    trey_status status = trey_store_open(&store, words->address, &still, &message);
    if (status == TREY_STATUS_OK) status = trey_record_prove(store, seq, &proof, &message);
    trey_store_close(store);
    if (status != TREY_STATUS_OK) return fails(status, &message);
    int exit_status = proof_write(&proof, words->out);
    trey_record_proof_close(&proof);
    return exit_status;
}

static int with_store(const verify_words *words) {
    trey_store_message message = {""};
    trey_store_keys keys;
    trey_status status = TREY_STATUS_OK;
    if (words->key) status = trey_store_keys_load(words->key, &keys, &message);
    if (status != TREY_STATUS_OK) return fails(status, &message);
    int exit_status = words->prove ? prove(words) : verify_store(words, words->key ? &keys : NULL);
    if (words->key) trey_store_keys_wipe(&keys);
    return exit_status;
}

int verify_command(int argc, char **argv) {
    verify_words words = {.address = NULL};
    if (command_words_help(argc, argv)) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    if (!read_words(argc, argv, &words) || !words_fit(&words)) return EXIT_USAGE;
    int status =
        words.check ? proof_check(words.check, words.signer, words.json) : with_store(&words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("trey verify: the output could not be written\n", stderr);
        return EXIT_OPERATING;
    }
    return status;
}
