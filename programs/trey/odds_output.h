/* odds_output.h -- what `trey odds` was asked for, what came out, and how it is shown. */
#ifndef TREY_ODDS_OUTPUT_H
#define TREY_ODDS_OUTPUT_H

#include <trey/odds.h>
#include <trey/tell.h>

#include "bets_arguments.h"
#include "terminal.h"

enum { ODDS_EFFECTS = 96 };

typedef struct odds_asked {
    bets_asked bets;
    bool peek_card;
    unsigned peek_hands;
    uint64_t seed;
    bool json, every_hand, every_reading;
    const char *report;
    char **word; /* as typed, the name of the command first */
    int words;
} odds_asked;

/* One letter of one reading. */
typedef struct odds_letter {
    const trey_reading *reading;
    unsigned letter;
    trey_odds_effect effect;
} odds_letter;

typedef struct odds_answers {
    const odds_asked *asked;
    trey_rulebook *book;
    trey_odds_memory *memory; /* of whoever asks again and again; may be NULL */
    trey_odds *odds;
    const char *strategy_name; /* of the one that was asked for, or NULL for the best */
    bool peeked, banked;
    trey_odds_peek peek;
    trey_odds_bank bank;
    odds_letter letter[ODDS_EFFECTS];
    unsigned letters;
} odds_answers;

/* EXIT_DONE, or the exit status of a mistake that has been told. */
int odds_read_arguments(int argc, char **argv, odds_asked *asked);
/* The command line as it can be typed again. */
void odds_join_words(const odds_asked *asked, char *out, size_t room);

/* Fills in all answers about the open book, in which `strategy` has room for one that is
 * named. What takes random deals, the player-dealer's side and hands of others, only if
 * wanted: it takes a hundred times as long as the rest. */
int odds_ask(odds_answers *answers, trey_strategy *strategy, bool sample);

void odds_text(const terminal *to, const odds_answers *answers);
void odds_text_more(const terminal *to, const odds_answers *answers);
int odds_json(FILE *out, const odds_answers *answers);
/* The text of it, in one line, to a sink. */
void odds_tell(trey_telling *to, const odds_answers *answers);
/* The PAR sheet, as a file that is whole or not there. */
int odds_report(const char *path, const odds_answers *answers);

#endif
