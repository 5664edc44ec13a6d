/* bets_arguments.h -- what a question about bets has on its command line: a rulebook with
 * readings and values, stakes, meter, boxes, bank and a strategy. */
#ifndef TREY_BETS_ARGUMENTS_H
#define TREY_BETS_ARGUMENTS_H

#include <stdio.h>

#include <trey/odds.h>

enum { BETS_CHOICES = 32 };

/* Amounts that were not given are below zero. */
typedef struct bets_asked {
    const char *program; /* "trey simulate", before every message */
    FILE *err;           /* where mistakes are told */
    const char *id, *file;
    const char *reading[BETS_CHOICES], *set[BETS_CHOICES];
    unsigned readings, sets;
    trey_cents stake[TREY_STAKES], meter, reset, contribution, bank;
    unsigned seats;
    const char *strategy;
} bets_asked;

void bets_open(bets_asked *asked, const char *program, FILE *err);

/* The options that are read here, for the nearest word: NULL past the last. */
const char *bets_option(size_t index);
/* Reads an option with its value. EXIT_DONE; the exit status of a mistake that has been
 * told; or -1 where the option is another's. */
int bets_read(bets_asked *asked, const char *option, const char *value);

/* For options of a command's own. */
int bets_read_amount(const bets_asked *asked, const char *option, const char *text,
                     trey_cents least, trey_cents most, trey_cents *out);
int bets_read_number(const bets_asked *asked, const char *option, const char *text, uint64_t least,
                     uint64_t most, uint64_t *out);

/* The rulebook under its readings and values; wagers and seats that it does not have are
 * told. bets_choose does the same to one that is open already. */
int bets_choose(const bets_asked *asked, trey_rulebook *book);
int bets_open_book(const bets_asked *asked, trey_rulebook **book);
/* Presets and what was asked for. `strategy` has room for one that is named or read; in
 * the query it stays NULL for the best. */
int bets_query(const bets_asked *asked, const trey_rulebook *book, trey_strategy *strategy,
               const char **strategy_name, trey_odds_query *query);
/* Tells why a table does not take the bets. */
int bets_refused(const bets_asked *asked, const trey_rulebook *book, trey_status status,
                 const trey_odds_fault *fault);

#endif
