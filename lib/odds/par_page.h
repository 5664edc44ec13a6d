/* par_page.h -- writing a page: text, tables, plots. */
#ifndef TREY_ODDS_PAR_PAGE_H
#define TREY_ODDS_PAR_PAGE_H

#include "trey/par.h"

typedef struct page {
    trey_par_sink *sink;
    void *context;
    unsigned section;
    bool in_row;
} page;

/* As it is: tags and numbers. */
void par_raw(page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text of others: what means something to HTML is written so that it does not. */
void par_text(page *p, const char *text);
void par_open(page *p, const char *title);
void par_close(page *p);
void par_section(page *p, const char *title);
/* A table with these headings, parted by |; a heading that begins with > is of a
 * column of numbers. */
void par_table(page *p, const char *headings);
void par_table_end(page *p);
/* One cell, of text or of numbers. */
void par_cell(page *p, const char *text);
void par_number(page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void par_fraction(page *p, trey_fraction f);
void par_money(page *p, trey_cents cents);
/* The next row, with the text of its first cell; every row of a table begins so. */
void par_row(page *p, const char *text);
/* The same where the first cell is a number. */
void par_row_of_numbers(page *p);

/* ---- Plots: par_plots.c ------------------------------------------------------------ */
/* Bars over the net results of a round. */
void plot_outcomes(page *p, const trey_odds *odds);
/* For each order of hands, from weak to strong, how much of it is played; a row for
 * each rank of the up card where one is seen. */
void plot_strategy(page *p, const trey_rulebook *book, const trey_strategy *strategy);
/* House edge of the jackpot bet against the meter. */
void plot_meter(page *p, const trey_odds *odds);
/* Edge of the Ante under each letter of each reading that moves it. */
typedef struct reading_bar {
    char name[24];
    double edge;
    bool in_force;
} reading_bar;
void plot_readings(page *p, const reading_bar *bars, unsigned count);
/* What the result of a number of rounds lies between, nine times of ten. */
void plot_volatility(page *p, const trey_odds *odds);

#endif
