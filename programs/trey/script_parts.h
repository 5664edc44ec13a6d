/* script_parts.h -- what the parts of the script runner ask of each other. */
#ifndef TREY_SCRIPT_PARTS_H
#define TREY_SCRIPT_PARTS_H

#include "script.h"

/* ---- Lines and mistakes: script_line.c ---------------------------------------- */
/* Cuts `text` (which it changes) into words. */
bool script_split(script *run, char *text, size_t length);
/* The words of the line in hand, one blank between them. */
char *script_line_text(const script *run, char out[SCRIPT_TEXT_MAX]);

/* A mistake of the script: file:line:column and what is wrong, on standard error.
 * Always false, so that a function can return it. */
bool script_fault_at(script *run, script_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* At a word of the line in hand; past the last word means its end. */
bool script_fault(script *run, unsigned word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
script_place script_here(const script *run, unsigned word);

/* `word` fit to be printed between quotes: control characters replaced, cut when
 * it is long. */
enum { SCRIPT_QUOTE_MAX = 128 };
typedef struct script_quote {
    char text[SCRIPT_QUOTE_MAX];
} script_quote;
script_quote script_quoted(const char *word);

/* "did you mean bet?" for the nearest of `count` words, or `otherwise` where none
 * is near. */
script_quote script_nearest(const char *word, const char *(*name)(unsigned index), unsigned count,
                            const char *otherwise);

/* ---- Arguments: script_arguments.c -------------------------------------------- */
typedef struct script_arguments {
    uint8_t seat, wager;
    bool owner; /* no player was named: the seat's owner is meant */
    bool has_amount, flag;
    trey_player player;
    trey_cents amount;
    unsigned amount_word;
} script_arguments;

/* Reads words `first` to `last` (not included) as `usage` says: SEAT, PLAYER
 * (anybody), KNOWN (a player who has appeared), WAGER, AMOUNT, BALANCE (which may
 * be negative), a word in small letters for itself (then `flag` is set), and
 * brackets around what may be left out. */
bool script_read(script *run, const char *usage, unsigned first, unsigned last,
                 script_arguments *out);
bool script_read_amount(script *run, unsigned word, const char *text, trey_cents *out);
bool script_read_seat(script *run, unsigned word, const char *text, uint8_t *out);
bool script_read_wager(script *run, unsigned word, const char *text, uint8_t *out);
/* A player who has appeared. */
bool script_known_player(script *run, unsigned word, const char *text, trey_player *out);
/* Cards with commas between, none of them twice; "unseen" is TREY_NO_CARD where
 * `unseen` allows it. */
bool script_read_cards(script *run, unsigned word, const char *text, unsigned capacity, bool unseen,
                       trey_card *cards, unsigned *count);
/* The part after "name=" of a word that has this name, or NULL. */
const char *script_value_of(const char *word, const char *name);

/* ---- Before the table opens: script_setup.c ----------------------------------- */
bool script_rulebook(script *run);
bool script_set(script *run);
bool script_table(script *run);
bool script_jackpot(script *run);
bool script_open_table(script *run);

/* ---- At the table: script_table.c --------------------------------------------- */
/* Gives a command to the engine and tells what it did; run->outcome is the
 * answer. False only when the script cannot go on. */
bool script_give(script *run, trey_command *command, const char *text);
/* The command of a verb, by whoever gives it: `word` is its line's first. */
bool script_command(script *run, trey_verb verb);
enum { SCRIPT_USAGE_MAX = 80 };
const char *script_verb_usage(trey_verb verb, char out[SCRIPT_USAGE_MAX]);
/* ROLE, or ROLE+ROLE for two people, the second of whom goes into the next command. */
bool script_roles(script *run, const char *word, unsigned *role);
/* Takes "by ROLE" off the end of the line: -1 where it does not stand. */
bool script_by(script *run, unsigned *last, int *role);
/* An empty command by whoever usually gives it, or by `role` unless it is -1. */
trey_command script_command_of(trey_verb verb, int role);
/* Who decides at a seat: its first bettor, or whoever sits there. */
trey_player script_owner_of(const script *run, unsigned seat);
bool script_deal(script *run);
bool script_deck(script *run);
bool script_card(script *run);
bool script_next(script *run);
bool script_meter(script *run);
bool script_limits(script *run);

/* ---- When something goes wrong: script_trouble.c -------------------------------- */
bool script_report(script *run);
bool script_absent(script *run);
bool script_choose(script *run);
bool script_mend(script *run);
bool script_rule(script *run);
/* "25..1000" */
bool script_read_range(script *run, unsigned word, const char *text, trey_cents *from,
                       trey_cents *to);

/* ---- Settlements and expectations --------------------------------------------- */
/* script_account.c: the account of the decision in hand, which ended a round. */
bool script_account_make(script *run, const trey_table *before);
/* script_expect.c */
bool script_expect(script *run);
/* Tells and counts one check. */
struct run_check;
void script_tell(script *run, const struct run_check *check);
/* script_expect_words.c: what is stated of a settled wager beside its amount, and
 * of the last command, the gate and the views. */
bool script_expect_line(script *run);
bool script_expect_word(script *run, bool *known);
/* What stands after => is ok or the name of a refusal; true where nothing does. */
bool script_expectation_good(script *run, bool can_be_refused);
/* Does the line in hand say that it expects this? */
bool script_expects(const script *run, trey_refused outcome);
/* Compares run->outcome with what the line expects. */
void script_check_line(script *run);

#endif
