/* table.h -- one table: commands in, events out, and what each person may see.
 *
 *   trey_decide(rules, table, command, &decision)   a refusal, or events; pure
 *   trey_apply(rules, table, event)                 changes the state; cannot fail
 *
 * The state is the fold of the events. It is a plain struct without pointers: it
 * can be copied, hashed, compared and stored. Time, identity and cards arrive in
 * commands; nothing here reads a clock or draws a card. Terminal, server,
 * simulation, replay and recovery all go through this pair. */
#ifndef TREY_TABLE_H
#define TREY_TABLE_H

#include "trey/command_schema.h"
#include "trey/core.h"
#include "trey/event_schema.h"
#include "trey/jackpot.h"
#include "trey/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sizes ------------------------------------------------------------------- */
enum {
    TREY_SEATS = 8,                 /* numbered from 1, clockwise from the dealer's left */
    TREY_BETTORS = 6,               /* people on one position: the owner and those beside them */
    TREY_EVENTS = 256,              /* the most that one command can cause */
    TREY_SEEN_CARDS = 8,            /* that one report can name */
    TREY_LIMITED = TREY_STAKES - 2, /* all wagers but Play and the jackpot bet have limits */
    TREY_LIMITS_REASON = 40,        /* bytes, with the zero, why limits change */
    TREY_REASON = 52,               /* the same, why somebody rules so */
    TREY_NO_SEAT = 0
};

/* Who a person is belongs to the caller; here he is a number. */
typedef uint32_t trey_player;
enum { TREY_NOBODY = 0 };

/* ---- Rules made ready for play ------------------------------------------------
 * A rulebook under its readings, compiled into what the table asks a million
 * times a second. It borrows the book, which must stay open and unchanged. */
typedef struct trey_rules trey_rules;
trey_status trey_rules_open(trey_rules **out, const trey_rulebook *book);
void trey_rules_close(trey_rules *rules);
const trey_rulebook *trey_rules_book(const trey_rules *rules);

/* ---- What a wager looks at ------------------------------------------------------ */
/* Whoever counts deals or shows a line asks this, and never which wager it is. */
typedef enum trey_looks {
    TREY_LOOKS_AT_DEALER, /* how the hand meets the dealer's */
    TREY_LOOKS_AT_THREE,  /* what the three cards are */
    TREY_LOOKS_AT_FIVE,   /* what the best five of the player's and dealer's cards are */
    TREY_LOOKS_AT_SORT    /* something else about those cards: see trey_wager_sorter */
} trey_looks;
trey_looks trey_wager_looks(const trey_rulebook *book, unsigned wager);
/* The sort of a deal, from 0 up to the number of sorts: deals of one sort are alike to the wager.
 * A wager that looks at no sorts has one. Hands that share no card; the order of cards does not
 * matter. Renaming suits changes no sort, or none as long as red suits stay of one colour and
 * black ones of the other where the wager sorts by colour. */
typedef unsigned trey_sorter(const trey_card own[3], const trey_card dealer[3]);
trey_sorter *trey_wager_sorter(unsigned wager); /* NULL where it looks at no sorts */
unsigned trey_wager_sorts(unsigned wager);
bool trey_wager_sorts_by_colour(unsigned wager);

/* ---- Configuration: what no book gives ---------------------------------------- */
/* The largest amount that a limit may allow: a thousand million dollars. */
#define TREY_LIMIT_MAX INT64_C(100000000000)

typedef struct trey_table_config {
    uint8_t positions;
    uint8_t device;   /* TREY_DEVICE_ */
    uint8_t schedule; /* collection option, or 0 */
    uint8_t jackpot;  /* a jackpot is connected */
    /* The system shuffles and deals, so that the record knows all about the cards. Otherwise they
     * are real ones, which staff enter card by card or as a whole order. */
    uint8_t system_deck;
    /* The house's own rules over the book's. Two people: what undoes bets, corrects stakes or puts
     * hands right once somebody has seen a card takes a second person. Consent: staff place and
     * take back bets of a player who has asked for it. */
    uint8_t two_people, consent;
    uint8_t zero;
    trey_cents second_from; /* what a ruling settles a wager at takes a second person from here; 0:
                               never */
    trey_cents minimum[TREY_STAKES]; /* by wager; of those with limits of their own */
    trey_cents maximum[TREY_STAKES];
    trey_cents jackpot_bet, jackpot_contribution, jackpot_reset;
    trey_cents fee_supplied; /* for a fee that cannot be read, or TREY_FEE_UNREADABLE */
} trey_table_config;

/* ---- The state ---------------------------------------------------------------- */
typedef enum trey_phase {
    TREY_PHASE_IDLE,     /* between rounds */
    TREY_PHASE_BETTING,  /* after the opening call */
    TREY_PHASE_CLOSED,   /* after the closing call, nothing dealt */
    TREY_PHASE_DEALING,  /* physical cards are being entered */
    TREY_PHASE_DECISION, /* players look and decide */
    TREY_PHASE_SHOWDOWN  /* the dealer's hand is open */
} trey_phase;
enum { TREY_PHASES = 6 };
const char *trey_phase_name(trey_phase phase);

typedef enum trey_choice {
    TREY_CHOICE_NONE,
    TREY_CHOICE_PLAY,
    TREY_CHOICE_FOLD,
    TREY_CHOICE_CONTINUE /* Pair Plus alone goes on */
} trey_choice;

typedef struct trey_bettor {
    trey_player player;
    uint8_t choice;     /* trey_choice; of a box's owner it is the box's */
    uint8_t given_back; /* stakes returned whatever the outcome, one bit each */
    uint8_t short_once; /* stakes under the minimum that are settled this one time, one bit each */
    uint8_t found;      /* stakes that a supervisor found otherwise than recorded, one bit each */
    trey_cents stake[TREY_STAKES];
    trey_cents net; /* of the round that was settled last, until the next one opens */
} trey_bettor;

typedef enum trey_jackpot_state {
    TREY_JACKPOT_NONE,
    TREY_JACKPOT_BET,     /* down, while bets are open */
    TREY_JACKPOT_VALID,   /* taken at the close */
    TREY_JACKPOT_INVALID, /* without the bet it needs: to be returned */
    TREY_JACKPOT_RETURNED /* goes back by a ruling, or because its amount was wrong */
} trey_jackpot_state;

typedef enum trey_invalid {
    TREY_INVALID_NOT,
    TREY_INVALID_RETURNED, /* the hand is out, its wagers go back */
    TREY_INVALID_LOST      /* the hand is out, its wagers are lost */
} trey_invalid;

typedef enum trey_option {
    TREY_OPTION_NONE,
    TREY_OPTION_OFFERED,
    TREY_OPTION_CONTINUE,
    TREY_OPTION_RETURN
} trey_option;

typedef struct trey_box {
    trey_bettor bettor[TREY_BETTORS]; /* [0] owns the box for the round */
    trey_cents meter_paid;            /* to it in the round that was settled last */
    trey_player seated;               /* stays from round to round */
    uint8_t bettors;
    trey_card card[3];       /* as dealt: [2] came last and lies at the bottom */
    uint8_t dealt;           /* how many of them */
    uint8_t turn;            /* place in the deal, from 1; 0 without a hand */
    uint8_t viewed;          /* the owner has looked */
    uint8_t keeps_side_bets; /* said so on folding */
    uint8_t hidden;          /* the player does not show */
    uint8_t shown;           /* open to everyone */
    uint8_t looked;          /* the role that looked at a hand not shown, or 0 */
    uint8_t jackpot;         /* trey_jackpot_state */
    uint8_t invalid;         /* trey_invalid */
    uint8_t option;          /* trey_option */
    uint8_t capped;          /* stakes settled at the maximum, one bit each */
    uint8_t play_rule;       /* TREY_REMEDY_PLAY_, for a Play that is not the Ante */
    uint8_t disabled;        /* no bets here; stays from round to round */
    uint8_t cause;           /* why it is out, as in a line */
    uint8_t cause_item;      /* and the case of the irregularity */
    uint8_t jackpot_cause;   /* why its jackpot bet goes back, the same way */
    uint8_t had_ante;        /* in the round that was settled last */
    uint8_t entrusted;       /* whoever is seated lets staff handle their chips */
    uint8_t zero[6];
} trey_box;

/* A report that waits for its confirmation. */
typedef struct trey_report {
    uint8_t kind;  /* trey_irregularity */
    uint8_t item;  /* the case that fits */
    uint8_t seats; /* concerned, one bit each */
    uint8_t wager;
    uint8_t role;    /* that reported it */
    uint8_t mode;    /* trey_mode, of what follows a jackpot fault */
    uint8_t cards;   /* how many of `card` count */
    uint8_t counted; /* cards counted by hand, or 0 */
    uint8_t answer[TREY_FACT_COUNT];
    uint8_t
        against;    /* it goes against what the record presumes, so a supervisor must stand by it */
    uint8_t second; /* somebody else than whoever reported it confirms or withdraws it */
    trey_player player;
    trey_card card[TREY_SEEN_CARDS]; /* that everybody has seen */
    trey_cents amount;
} trey_report;

/* What holds the table up. */
typedef enum trey_gate {
    TREY_GATE_NONE,
    TREY_GATE_REPORT,     /* a report waits to be confirmed or dropped */
    TREY_GATE_RULING,     /* a ruling is due */
    TREY_GATE_OPTIONS,    /* players have the choice to go on or take their wagers back */
    TREY_GATE_WITHDRAWAL, /* the same, but all of a player's wagers or none */
    TREY_GATE_MENDING     /* hands must be put right before anybody looks, decides or settles */
} trey_gate;
enum { TREY_GATES = TREY_GATE_MENDING + 1 };

/* What must be put right after a remedy. Nothing proceeds until somebody has entered the
 * hands, or stated that the record already shows them as they should be. */
typedef enum trey_mending {
    TREY_MENDING_NOTHING,
    TREY_MENDING_MOVE,        /* whole hands change places */
    TREY_MENDING_RECONSTRUCT, /* cards return to the order they should have come in */
    TREY_MENDING_BURN,        /* the deal moves on by one card, as if the first had been burnt */
    TREY_MENDING_ORDER        /* cards drawn together get their order */
} trey_mending;

/* How a table goes on after the jackpot failed [rws 5.17.2]. */
typedef enum trey_mode {
    TREY_MODE_NONE,
    TREY_MODE_CLOSE,
    TREY_MODE_DISABLE,
    TREY_MODE_WITHOUT_JACKPOT
} trey_mode;

enum { TREY_FLAGGED = 16, TREY_RULED = 8 };
typedef enum trey_flag {
    TREY_PLAYER_BARRED = 1,       /* may not play on */
    TREY_PLAYER_STOPPED = 2,      /* neither bets nor decides */
    TREY_PLAYER_ONE_POSITION = 4, /* held to one position */
    TREY_PLAYER_UNDER_MINIMUM = 8 /* has had his one wager under the minimum */
} trey_flag;

typedef struct trey_flagged {
    trey_player player;
    uint8_t flags;
    uint8_t zero[3];
} trey_flagged;

/* An amount that a ruling settles one bettor's wager at. */
typedef struct trey_ruled {
    uint8_t seat, wager;
    uint8_t returned; /* whatever lies there in the end goes back */
    uint8_t zero;
    trey_player player;
    trey_cents back;
} trey_ruled;

typedef struct trey_table {
    trey_table_config config;
    trey_box box[TREY_SEATS];
    trey_meter meter;                         /* as displayed at this table */
    trey_cents meter_start;                   /* when the round opened */
    trey_cents contributed;                   /* by this round's bets so far */
    trey_cents bank;                          /* what the player-dealer put up */
    trey_cents fee_bank, fee_players, action; /* collected before the deal, and on what */
    trey_player banker;
    uint32_t round;
    uint8_t phase;        /* trey_phase */
    uint8_t bank_seat;    /* of the player-dealer, or TREY_NO_SEAT */
    uint8_t bank_hands;   /* banked in a row by this player */
    uint8_t bank_passed;  /* seats that declined, one bit each */
    uint8_t bank_offered; /* the bank must be offered on */
    uint8_t button;       /* seat with the action button, or TREY_NO_SEAT */
    uint8_t deck_turn;    /* which of the alternating decks is in play: 0 or 1 */
    uint8_t hands;        /* to be dealt this round, the dealer's included */
    trey_card dealer[3];
    uint8_t dealer_dealt;
    uint8_t up_card; /* the banker's bottom card is turned up */
    uint8_t revealed;
    uint8_t burnt;
    trey_card burn;
    uint8_t deck_count; /* cards of a known order; 0 with physical cards */
    uint8_t deck_next;
    trey_card deck[TREY_CARDS];
    uint8_t contribution_in; /* `contributed` is on the meter already */
    uint8_t button_before;   /* where the button lay in the round before */
    uint8_t gate;            /* trey_gate */
    uint8_t mending;         /* trey_mending */
    uint8_t closed;          /* the table is closed for further rounds */
    uint8_t jackpot_off;     /* no jackpot bets; a notice is shown */
    uint8_t frozen;          /* awards are paid at frozen_meter */
    uint8_t ruled;           /* how many of `ruling` count */
    uint8_t flags;           /* how many of `flagged` may count */
    uint8_t settled;         /* the last round has a result, and can still lose it */
    uint8_t entered;         /* physical cards that could be taken back, the last ones */
    uint8_t offer_cause;     /* what gives the players their choice, as the cause of a line */
    uint8_t offer_item;
    uint8_t miscounted; /* a hand with a wrong number of cards went out in this round */
    trey_player reporter;
    trey_cents frozen_meter;
    trey_cents registered; /* what the jackpot system had registered last, as far as it is sound */
    trey_cents highest;    /* and the highest value it had in this round */
    trey_cardset exposed;  /* cards that everybody has seen by mistake */
    trey_report report;
    trey_flagged flagged[TREY_FLAGGED];
    trey_ruled ruling[TREY_RULED];
} trey_table;

/* ---- Commands ----------------------------------------------------------------- */
/* Verbs, rulings and what a command carries are rows of command_schema.h. */
typedef enum trey_verb {
#define TREY_VERB_CONSTANT(constant, ...) TREY_VERB_##constant,
    TREY_VERBS(TREY_VERB_CONSTANT)
#undef TREY_VERB_CONSTANT
        TREY_VERB_COUNT
} trey_verb;
const char *trey_verb_word(trey_verb verb);

/* Members that the row of its verb does not name are ignored. */
typedef struct trey_command {
    uint8_t verb;
    uint8_t role; /* TREY_ROLE_, of whoever gives the command */
    uint8_t seat;
    uint8_t wager;   /* TREY_WAGER_ */
    uint8_t part;    /* BET, WITHDRAW, FOLD, CHOOSE: part, keep, back */
    uint8_t count;   /* of cards; CARD has one whatever it says */
    uint8_t counted; /* REPORT: cards counted by hand, or 0 */
    uint8_t second_role;
    trey_player actor;  /* who gives it; for role player it must be `player` */
    trey_player second; /* who stands by it as well, in that role; or TREY_NOBODY */
    trey_player player; /* whom it concerns */
    trey_cents amount;
    union {
        trey_card cards[TREY_CARDS]; /* DECK, CARD, REPORT, MEND */
        char reason[TREY_REASON];    /* RULE: ends with a zero byte */
        struct {
            trey_cents bet, contribution, reset;
        } display; /* METER */
        struct {
            trey_cents least[TREY_LIMITED], most[TREY_LIMITED];
            uint8_t count, wager[TREY_LIMITED];
            char reason[TREY_LIMITS_REASON]; /* ends with a zero byte */
        } limits;                            /* LIMITS */
    };
    uint8_t kind;                    /* REPORT: trey_irregularity */
    uint8_t seats;                   /* REPORT */
    uint8_t mode;                    /* REPORT: trey_mode */
    uint8_t ruling;                  /* RULE: trey_ruling_kind */
    uint8_t answer[TREY_FACT_COUNT]; /* REPORT: each plus one; 0 is not stated */
} trey_command;

typedef enum trey_ruling_kind {
#define TREY_RULING_CONSTANT(constant, ...) TREY_RULING_##constant,
    TREY_RULINGS(TREY_RULING_CONSTANT)
#undef TREY_RULING_CONSTANT
        TREY_RULING_COUNT
} trey_ruling_kind;
const char *trey_ruling_word(trey_ruling_kind ruling);

/* ---- Refusals ------------------------------------------------------------------
 * In order of precedence. The key names the rule that forbids it; its
 * paragraphs are trey_refusal_citation's. Numbers never change once released. */
#define TREY_REFUSALS(X)                                                                           \
    X(NONE, "ok", "done")                                                                          \
    X(NO_SUCH_COMMAND, "no_such_command", "there is no such command")                              \
    X(NO_SUCH_ROLE, "no_such_role", "there is no such role")                                       \
    X(NO_SUCH_SEAT, "no_such_seat", "the table has no such seat")                                  \
    X(NO_SUCH_PLAYER, "no_such_player", "no player is named")                                      \
    X(NO_SUCH_WAGER, "no_such_wager", "this game has no such wager")                               \
    X(BAD_AMOUNT, "bad_amount", "enter a valid amount above $0")                                   \
    X(ROLE_TOO_LOW, "role_too_low", "a higher role is needed")                                     \
    X(NOT_YOURS, "not_yours", "only the player may do that")                                       \
    X(NOT_OPEN, "not_open", "betting has not been opened")                                         \
    X(BETS_CLOSED, "bets_closed", "betting is closed")                                             \
    X(ROUND_RUNNING, "round_running", "a round is running")                                        \
    X(NOT_CLOSED, "not_closed", "betting is still open")                                           \
    X(NOT_DEALING, "not_dealing", "no cards can be dealt now")                                     \
    X(NOT_DECIDING, "not_deciding", "decisions are closed")                                        \
    X(NOT_SHOWDOWN, "not_showdown", "the dealer's hand is not open")                               \
    X(SEAT_TAKEN, "seat_taken", "that seat is taken")                                              \
    X(ALREADY_SEATED, "already_seated", "the player already has that seat")                        \
    X(NOT_SEATED, "not_seated", "the player does not have that seat")                              \
    X(HAS_WAGERS, "has_wagers", "the player has wagers in this round")                             \
    X(NO_WAGERS, "no_wagers", "there are no bets")                                                 \
    X(NO_BANK, "no_bank", "there is no player-dealer yet")                                         \
    X(BANK_TAKEN, "bank_taken", "another player is the player-dealer")                             \
    X(BANK_MUST_MOVE, "bank_must_move", "the bank must be offered to the next seat")               \
    X(NOT_OFFERED, "not_offered", "the bank is not offered to this player")                        \
    X(BANKER_CANNOT_BET, "banker_cannot_bet", "the player-dealer may not bet")                     \
    X(BOX_NOT_YOURS, "box_not_yours", "another player has this position")                          \
    X(BOX_FULL, "box_full", "no more people can share this position")                              \
    X(PLAYERS_FULL, "players_full", "the rules allow no more players")                             \
    X(NEEDS_ANTE, "needs_ante", "this bet needs an Ante first")                                    \
    X(ONE_BONUS_ONLY, "one_bonus_only", "only one of the bonus bets may be placed")                \
    X(OVER_MAXIMUM, "over_maximum", "that is over the table maximum")                              \
    X(UNDER_MINIMUM, "under_minimum", "that is under the table minimum")                           \
    X(JACKPOT_CLOSED, "jackpot_closed", "this table has no jackpot")                               \
    X(JACKPOT_AMOUNT, "jackpot_amount", "the jackpot bet has a prescribed amount")                 \
    X(ALREADY_BET, "already_bet", "that bet has already been made")                                \
    X(NOTHING_THERE, "nothing_there", "there is no such bet")                                      \
    X(FEE_UNREADABLE, "fee_unreadable",                                                            \
      "the collection for this action cannot be read; the operator must supply it")                \
    X(FEE_BETWEEN, "fee_between", "the action falls between two brackets of the schedule")         \
    X(BAD_CARD, "bad_card", "that is not a card")                                                  \
    X(CARD_OUT, "card_out", "that card has already been used")                                     \
    X(CARDS_SHORT, "cards_short", "there are not enough cards")                                    \
    X(NO_HAND, "no_hand", "there is no hand at this position")                                     \
    X(VIEWED_ANOTHER, "viewed_another", "the player has already looked at another hand")           \
    X(ALREADY_VIEWED, "already_viewed", "the hand has already been looked at")                     \
    X(MAY_NOT_VIEW, "may_not_view", "this hand may not be looked at")                              \
    X(ALREADY_DECIDED, "already_decided", "the decision has been made")                            \
    X(NOT_YOUR_TURN, "not_your_turn", "another position decides first")                            \
    X(NOTHING_TO_DECIDE, "nothing_to_decide", "there is nothing to decide")                        \
    X(PLAY_NOT_ANTE, "play_not_ante", "Play must equal the Ante")                                  \
    X(PLAY_NOT_FUNDED, "play_not_funded", "the shares of Play do not add up to the Ante")          \
    X(DECISIONS_OPEN, "decisions_open", "players still have to decide")                            \
    X(HANDS_ARE_OPENED, "hands_are_opened", "the dealer opens this hand")                          \
    X(ALREADY_HIDDEN, "already_hidden", "the hand is held back already")                           \
    X(NOT_HIDDEN, "not_hidden", "the hand is not held back")                                       \
    X(REPORT_OPEN, "report_open", "a report has to be confirmed or withdrawn first")               \
    X(RULING_DUE, "ruling_due", "the floor has to make a ruling first")                            \
    X(OPTIONS_OPEN, "options_open", "players still have to choose")                                \
    X(NO_REPORT, "no_report", "nothing has been reported")                                         \
    X(NO_SUCH_KIND, "no_such_kind", "there is no such irregularity")                               \
    X(NOT_IN_THIS_GAME, "not_in_this_game", "that cannot happen in this game")                     \
    X(NO_ROUND, "no_round", "no round is running")                                                 \
    X(MISSING_FACT, "missing_fact", "one more fact is needed")                                     \
    X(FACT_CONTRADICTED, "fact_contradicted", "the record says otherwise")                         \
    X(NO_SEAT_NAMED, "no_seat_named", "the report must name the positions concerned")              \
    X(NO_OFFER, "no_offer", "no choice is offered here")                                           \
    X(ALREADY_CHOSEN, "already_chosen", "the choice has been made")                                \
    X(NOT_MENDING, "not_mending", "no correction is due")                                          \
    X(MEND_DUE, "mend_due", "the deal has to be corrected first")                                  \
    X(NOT_THE_DEAL, "not_the_deal", "the deal does not move on by one card that way")              \
    X(NO_SUCH_RULING, "no_such_ruling", "there is no such ruling")                                 \
    X(NO_REASON, "no_reason", "a ruling needs a reason")                                           \
    X(NO_GROUND, "no_ground", "the book gives no ground for that ruling in this round")            \
    X(TOO_LATE, "too_late", "it is too late: the dealer's hand is open")                           \
    X(BARRED, "barred", "the player has been barred")                                              \
    X(STOPPED, "stopped", "the player has been suspended")                                         \
    X(ONE_POSITION_ONLY, "one_position_only", "the player may play only one position")             \
    X(BOX_DISABLED, "box_disabled", "no bets are taken at this position")                          \
    X(TABLE_CLOSED, "table_closed", "the table is closed")                                         \
    X(JACKPOT_OFF, "jackpot_off", "no jackpot bets are being taken")                               \
    X(HAND_INVALID, "hand_invalid", "the hand is out of play")                                     \
    X(TABLE_FULL, "table_full", "the table cannot keep track of more people")                      \
    X(NOT_VIEWED, "not_viewed", "the hand must be looked at first")                                \
    X(CARD_NOT_DEALT, "card_not_dealt", "that card is not on the table")                           \
    X(BAD_LIMITS, "bad_limits", "the limits are reversed, or outside what the book allows")        \
    X(NO_ENTRY, "no_entry", "no card has been entered")                                            \
    X(ENTRY_STANDS, "entry_stands",                                                                \
      "the card stands: its hand was seen, or a decision, a report or a ruling rests on it")       \
    X(DEAL_COMPLETE, "deal_complete",                                                              \
      "the deal is complete: a pit supervisor or above takes the card back")                       \
    X(CARDS_ARE_SHUFFLED, "cards_are_shuffled",                                                    \
      "the system shuffles and deals here, and the record knows all about its cards")              \
    X(SECOND_PERSON, "second_person", "a second person has to stand by it")                        \
    X(NOT_ENTRUSTED, "not_entrusted", "the player has not asked staff to handle their chips")      \
    X(AS_IT_WAS, "as_it_was", "that is so already")

typedef enum trey_refused {
#define TREY_REFUSAL_CONSTANT(constant, word, text) TREY_REFUSED_##constant,
    TREY_REFUSALS(TREY_REFUSAL_CONSTANT)
#undef TREY_REFUSAL_CONSTANT
        TREY_REFUSED_COUNT
} trey_refused;
const char *trey_refused_word(trey_refused refused); /* "bets_closed" */
const char *trey_refused_text(trey_refused refused);

/* Where the next card of the deal goes: a seat from 1, or one of these. */
enum { TREY_PLACE_DEALER = TREY_SEATS + 1, TREY_PLACE_BURN, TREY_PLACE_NONE };

/* ---- Events --------------------------------------------------------------------
 * Kinds and members are rows of event_schema.h. */
typedef enum trey_event_kind {
#define TREY_EVENT_CONSTANT(constant, ...) TREY_EVENT_##constant,
    TREY_EVENT_KINDS(TREY_EVENT_CONSTANT)
#undef TREY_EVENT_CONSTANT
        TREY_EVENT_KIND_COUNT
} trey_event_kind;
const char *trey_event_word(trey_event_kind kind);

typedef enum trey_result {
    TREY_LINE_WIN,
    TREY_LINE_LOSE,
    TREY_LINE_PUSH,
    TREY_LINE_BONUS,
    TREY_LINE_PAID,
    TREY_LINE_RETURNED,
    TREY_LINE_UNCOVERED,
    TREY_LINE_PARTLY_COVERED
} trey_result;
const char *trey_result_word(trey_result result);
/* "close", "disable", "without_jackpot": how a table goes on after a jackpot fault. */
const char *trey_mode_word(unsigned mode);
const char *trey_gate_word(unsigned gate);

/* Why a line came out as it did; trey_line_citation gives the paragraphs and
 * trey_ground_text the words. */
#define TREY_GROUNDS(X)                                                                            \
    X(NONE, "")                                                                                    \
    X(FOLDED, "folded")                                                                            \
    X(UNQUALIFIED, "the dealer does not qualify")                                                  \
    X(BETTER, "beats the dealer")                                                                  \
    X(WORSE, "loses to the dealer")                                                                \
    X(EQUAL, "ties the dealer")                                                                    \
    X(UNSHOWN, "not shown: the hand is forfeited")                                                 \
    X(UNSHOWN_UNQUALIFIED, "not shown: the hand is forfeited; the dealer does not qualify")        \
    X(HAND_PAYS, "a paying hand")                                                                  \
    X(HAND_PAYS_FOLDED, "folded, but the hand still pays")                                         \
    X(NOT_LISTED, "no paying hand")                                                                \
    X(NOT_LISTED_FOLDED, "folded; no paying hand")                                                 \
    X(BONUS, "Ante Bonus")                                                                         \
    X(BONUS_UNQUALIFIED, "Ante Bonus, though the dealer does not qualify")                         \
    X(ENVY, "another player's hand")                                                               \
    X(JACKPOT_ALONE, "a jackpot bet needs another bet at its position")                            \
    X(BANK_SPENT, "the bank has run out")                                                          \
    X(WIN_LIMIT, "the player-dealer has won the amount of the bank")                               \
    X(VOID, "the round is void")                                                                   \
    X(INVALID, "the hand is out of play")                                                          \
    X(GIVEN_BACK, "under the minimum again after a warning")                                       \
    X(RULED, "settled by a ruling")                                                                \
    X(JACKPOT_RETURNED, "the jackpot bet is returned")                                             \
    X(UNSHOWN_LOOKED, "not shown, but seen by a supervisor")

typedef enum trey_ground {
#define TREY_GROUND_CONSTANT(constant, text) TREY_GROUND_##constant,
    TREY_GROUNDS(TREY_GROUND_CONSTANT)
#undef TREY_GROUND_CONSTANT
        TREY_GROUND_COUNT
} trey_ground;
const char *trey_ground_text(trey_ground ground);

enum { TREY_NO_KEY = 0xffff, TREY_CAUSE_RULING = 0xff };

/* What lies behind an event: an irregularity plus one and its case, TREY_CAUSE_RULING and the
 * ruling, or nothing. */
typedef struct trey_cause {
    uint8_t kind, item;
} trey_cause;

/* Plain bytes without pointers. Which members count is said by the row of the kind; the others
 * are zero. */
typedef struct trey_event {
    uint8_t kind;
    uint8_t seat;
    uint8_t wager; /* TREY_WAGER_ */
    uint8_t role;  /* who did it */
    trey_player player;
    trey_cents amount; /* LINE: staked; CLOSED: the action */
    union {
        trey_cause cause; /* LINE, INVALIDATED, OFFERED, JACKPOT_RETURNED, VOIDED */
        struct {
            trey_cause cause;
            uint8_t result, ground; /* trey_result, trey_ground */
            uint16_t row;           /* the key of the pay-table row, or TREY_NO_KEY */
            uint8_t zero[2];
            trey_cents back;  /* handed to the player, stake included */
            trey_cents bank;  /* what the player-dealer pays, or collects if negative */
            trey_cents meter; /* the meter's part of the award */
        } line;
        struct {
            trey_cause cause;
            uint8_t how; /* trey_invalid */
        } invalidated;
        struct {
            trey_cause cause;
            uint8_t seats;          /* one bit each */
            uint8_t all_or_nothing; /* all of a player's wagers, or none */
        } offered;
        struct {
            trey_card card[TREY_CARDS];
            uint8_t count;
            uint8_t burns; /* DECK: the first is burnt */
        } cards;           /* DECK, MENDED, EXPOSED */
        struct {
            trey_card card; /* TREY_NO_CARD for a burn card that nobody saw */
            uint8_t place;  /* a seat, or TREY_PLACE_ */
        } dealt;            /* CARD, RECALLED, and UP_CARD with the card that is turned */
        struct {
            trey_cause cause; /* VOIDED */
            trey_cents meter; /* after it */
        } ended;              /* SETTLED, VOIDED */
        struct {
            uint8_t on_meter; /* it is on the display already */
        } contributed;
        struct {
            uint8_t of_players; /* and not of the player-dealer */
        } fee;                  /* COLLECTED, REFUNDED */
        struct {
            uint8_t keeps; /* Pair Plus goes on */
        } folded;
        struct {
            uint8_t kind, remedy, also; /* PLAY_RULED: the remedy alone */
        } remedied;
        struct {
            uint8_t option; /* trey_option */
        } chosen;
        struct {
            uint8_t otherwise; /* than recorded, and not only what follows from another wager */
            uint8_t once;      /* under the minimum, and settled this one time */
        } found;               /* STAKE_FOUND */
        struct {
            uint8_t set, cleared; /* trey_flag */
        } flagged;
        struct {
            uint8_t mode, on; /* trey_mode */
        } mode;
        struct {
            uint8_t ruling;           /* trey_ruling_kind */
            char reason[TREY_REASON]; /* ends with a zero byte */
        } ruled;
        struct {
            uint8_t returned; /* whatever lies there in the end goes back */
        } ruled_line;
        struct {
            trey_cents bet, contribution, reset;
        } display;          /* METER_SHOWN */
        trey_report report; /* REPORTED */
        struct {
            trey_cents least, most;
            char reason[TREY_LIMITS_REASON];
        } limits;
    };
} trey_event;
_Static_assert(sizeof(trey_event) == 72, "a decision holds hundreds of them");

/* ---- The rows, for whoever writes, reads, checks or tells an event ---------------- */
typedef enum trey_member_type {
    TREY_TYPE_TOLD,  /* not in the event; read off the table */
    TREY_TYPE_SEAT,  /* 1 to TREY_SEATS */
    TREY_TYPE_SEATS, /* one bit each */
    TREY_TYPE_PLAYER,
    TREY_TYPE_CENTS,
    TREY_TYPE_CARD,  /* or none that anybody saw */
    TREY_TYPE_PLACE, /* a seat, the dealer or the burn */
    TREY_TYPE_CARDS,
    TREY_TYPE_TEXT,
    TREY_TYPE_CAUSE,
    TREY_TYPE_PAY_ROW, /* a key, or TREY_NO_KEY */
    TREY_TYPE_REPORT,
    TREY_TYPE_FACTS,   /* answers, and how many cards were counted */
    TREY_TYPE_LIMITS,  /* of several wagers, with a reason */
    TREY_TYPE_DISPLAY, /* bet, contribution and reset value */
    TREY_TYPE_FLAGS,   /* of a player */
    TREY_TYPE_FLAG,    /* 0 or 1; from here on one byte, and a word for each value */
    TREY_TYPE_WAGER,
    TREY_TYPE_ROLE,
    TREY_TYPE_RESULT,
    TREY_TYPE_GROUND,
    TREY_TYPE_KIND,
    TREY_TYPE_REMEDY,
    TREY_TYPE_INVALID,
    TREY_TYPE_OPTION,
    TREY_TYPE_MODE,
    TREY_TYPE_RULING,
    TREY_TYPES
} trey_member_type;

typedef struct trey_member {
    const char *name; /* "seat" */
    uint8_t type;     /* trey_member_type */
    uint16_t at;      /* where it stands in the struct */
    uint16_t size;
} trey_member;

typedef enum trey_event_member {
#define TREY_MEMBER_CONSTANT(constant, ...) TREY_MEMBER_##constant,
    TREY_EVENT_MEMBERS(TREY_MEMBER_CONSTANT)
#undef TREY_MEMBER_CONSTANT
        TREY_EVENT_MEMBER_COUNT
} trey_event_member;
_Static_assert(TREY_EVENT_MEMBER_COUNT <= 64, "a row has one bit for each member");
const trey_member *trey_event_member_of(trey_event_member member);

typedef enum trey_teller {
    TREY_TELLER_NOBODY,
    TREY_TELLER_SEAT,
    TREY_TELLER_DEALER,
    TREY_TELLER_METER,
    TREY_TELLER_LIMITS,
    TREY_TELLER_STAFF
} trey_teller;

typedef enum trey_posts {
    TREY_POSTS_NOTHING,
    TREY_POSTS_AMOUNT, /* from one account to another */
    TREY_POSTS_OWN     /* as postings.c has it */
} trey_posts;

typedef struct trey_event_row {
    const char *word, *sentence;
    uint64_t needs, may; /* one bit for each trey_event_member */
    uint8_t teller;      /* trey_teller */
    uint8_t posts;       /* trey_posts */
    uint8_t from, to;    /* trey_account */
} trey_event_row;
extern const trey_event_row trey_event_rows[TREY_EVENT_KIND_COUNT];
static inline const trey_event_row *trey_event_row_of(trey_event_kind kind) {
    TREY_ASSERT((unsigned)kind < TREY_EVENT_KIND_COUNT);
    return &trey_event_rows[kind];
}

typedef enum trey_command_member {
#define TREY_GIVES_CONSTANT(constant, ...) TREY_GIVES_##constant,
    TREY_COMMAND_MEMBERS(TREY_GIVES_CONSTANT)
#undef TREY_GIVES_CONSTANT
        TREY_GIVES_COUNT
} trey_command_member;
_Static_assert(TREY_GIVES_COUNT <= 32, "a row has one bit for each member");
const trey_member *trey_command_member_of(trey_command_member member);

enum { /* traits of a verb */
       TREY_TRAIT_PLAIN = 0,
       TREY_TRAIT_STAFF = 1,
       TREY_TRAIT_OWNER = 2,
       TREY_TRAIT_TRIED = 4,
       TREY_TRAIT_SECONDED = 8,
       TREY_TRAIT_WEIGHED = TREY_TRAIT_TRIED | TREY_TRAIT_SECONDED
};

typedef struct trey_verb_row {
    const char *word;
    uint32_t needs, may; /* one bit for each trey_command_member */
    uint16_t key;        /* trey_key */
    uint8_t from, by;    /* TREY_ROLE_ */
    uint8_t passes;      /* one bit for each trey_gate that does not hold it up */
    uint8_t traits;
    uint8_t names_seat, own; /* it needs a seat; it is a player's own business */
} trey_verb_row;
extern const trey_verb_row trey_verb_rows[TREY_VERB_COUNT];
static inline const trey_verb_row *trey_verb_row_of(trey_verb verb) {
    TREY_ASSERT((unsigned)verb < TREY_VERB_COUNT);
    return &trey_verb_rows[verb];
}

typedef enum trey_ruling_time {
    TREY_RULING_TIME_ANY,
    TREY_RULING_TIME_ROUND,
    TREY_RULING_TIME_UNDOES
} trey_ruling_time;

typedef struct trey_ruling_row {
    const char *word;
    uint16_t key;  /* the role that may rule so */
    uint8_t names; /* TREY_NAMES_ */
    uint8_t when;  /* trey_ruling_time */
} trey_ruling_row;
const trey_ruling_row *trey_ruling_row_of(trey_ruling_kind ruling);

/* The values of a type of one byte: how many there are, and the word for each. */
unsigned trey_type_values(trey_member_type type);
const char *trey_type_word(trey_member_type type, unsigned value);

/* Is every member of it what its row and its type say? */
bool trey_event_whole(const trey_event *event);

/* How people and cards are called; NULL for numbers and letters. */
typedef struct trey_teller_names {
    const char *(*player)(const void *context, trey_player player);
    const void *context;
    bool signs; /* suits as signs */
} trey_teller_names;
/* The event in the sentence of its row; false where it has none. */
bool trey_event_tell(const trey_event *event, const trey_teller_names *names, char *out,
                     size_t room);
/* "bet, seat 1, player 7, ...": its members one by one. */
void trey_event_list(const trey_event *event, char *out, size_t room);

typedef struct trey_decision {
    trey_refused refused;
    uint16_t key;     /* the rule behind a refusal, or TREY_NO_KEY */
    uint16_t trouble; /* or the irregularity behind it, or TREY_NO_KEY */
    uint16_t fact;    /* MISSING_FACT, FACT_CONTRADICTED: which, else TREY_NO_KEY */
    uint16_t wager;   /* of a LIMITS with several: the one that is wrong, else TREY_NO_KEY */
    unsigned count;
    trey_event event[TREY_EVENTS];
} trey_decision;

/* ---- Playing -------------------------------------------------------------------- */
/* What is wrong with a configuration, or NONE. */
typedef enum trey_config_fault {
    TREY_CONFIG_GOOD,
    TREY_CONFIG_POSITIONS, /* not a number of positions that the book allows */
    TREY_CONFIG_DEVICE,    /* not a dealing device of the book */
    TREY_CONFIG_LIMITS,    /* a limit is missing, reversed or outside what the book allows */
    TREY_CONFIG_JACKPOT,   /* bet, contribution or reset is missing or out of range */
    TREY_CONFIG_SCHEDULE   /* not a collection schedule of the book */
} trey_config_fault;

/* Makes an empty table. `meter` is what the jackpot's display shows. */
trey_config_fault trey_table_open(const trey_rules *rules, const trey_table_config *config,
                                  trey_cents meter, trey_table *table);

void trey_decide(const trey_rules *rules, const trey_table *table, const trey_command *command,
                 trey_decision *decision);
void trey_apply(const trey_rules *rules, trey_table *table, const trey_event *event);
/* Every event of a decision, in order. */
void trey_apply_all(const trey_rules *rules, trey_table *table, const trey_decision *decision);

/* The place that the next card goes to, when cards are dealt one by one from
 * CLOSED or DEALING on; TREY_PLACE_NONE otherwise. */
unsigned trey_next_place(const trey_rules *rules, const trey_table *table);
/* What it would still take a player to play every hand with an Ante of theirs that they have not
 * decided; 0 outside a round. */
trey_cents trey_play_cost(const trey_rules *rules, const trey_table *table, trey_player player);

/* ---- Reasons --------------------------------------------------------------------- */
enum { TREY_CITED = 16 };
/* Paragraphs of the book, as indices, at most TREY_CITED; returns how many. */
size_t trey_refusal_citation(const trey_rules *rules, const trey_decision *decision,
                             uint16_t paragraph[TREY_CITED]);
size_t trey_line_citation(const trey_rules *rules, const trey_event *line,
                          uint16_t paragraph[TREY_CITED]);
/* By which paragraphs a person may rule so. */
size_t trey_ruling_citation(const trey_rules *rules, trey_ruling_kind ruling,
                            uint16_t paragraph[TREY_CITED]);

/* The readings that each line of a settlement depends on: those under another
 * letter of which the line would come out otherwise. `table` is the state before
 * SETTLE; lines[i] gets one bit for each reading of the book. Slow beside
 * playing: it settles the round anew under every letter. */
trey_status trey_explain_readings(const trey_rules *rules, const trey_table *table,
                                  const trey_decision *settlement, uint64_t lines[TREY_EVENTS]);

/* The same for the collection of a round that is banked by a player. */
trey_status trey_explain_collection(const trey_rules *rules, const trey_table *table,
                                    uint64_t *readings);

/* What a decision does to each wager that it touches, in the state before it. */
typedef struct trey_effect {
    uint8_t seat, wager;
    uint8_t result; /* trey_result: returned, lost, or paid an amount */
    bool whole;     /* no single wager: what the bettor won or lost at the seat, all in all */
    trey_player player;
    trey_cents staked, back;
} trey_effect;
size_t trey_decision_effects(const trey_rules *rules, const trey_table *table,
                             const trey_decision *decision, trey_effect effect[TREY_EVENTS]);
/* ... and what the pending report does, once it is confirmed. */
size_t trey_report_effects(const trey_rules *rules, const trey_table *table,
                           trey_effect effect[TREY_EVENTS]);

/* ---- Forms: what has to be named, in bits of trey_names ------------------------------ */
/* Of any case of the kind in this book; bits of trey_names. */
unsigned trey_report_names(const trey_rules *rules, trey_irregularity kind);
/* Is there such a ruling in this game? */
bool trey_ruling_exists(const trey_rules *rules, trey_ruling_kind ruling);

/* ---- Money ------------------------------------------------------------------------
 * Every event's money as transfers between accounts; each takes from one account
 * exactly what it gives to another. */
typedef enum trey_account {
    TREY_ACCOUNT_PLAYER, /* with the player's number */
    TREY_ACCOUNT_LAYOUT, /* stakes that lie on the table */
    TREY_ACCOUNT_HOUSE,
    TREY_ACCOUNT_BANK, /* what the player-dealer put up */
    TREY_ACCOUNT_METER,
    TREY_ACCOUNT_DROP /* collection */
} trey_account;

typedef struct trey_posting {
    uint8_t from, to; /* trey_account */
    uint8_t seat, wager;
    trey_player player; /* where one side is a player's */
    trey_cents cents;
} trey_posting;
enum { TREY_POSTINGS = 6 };
/* The postings of one event in the state before it; returns how many. */
size_t trey_event_postings(const trey_rules *rules, const trey_table *before,
                           const trey_event *event, trey_posting posting[TREY_POSTINGS]);

/* ---- Views --------------------------------------------------------------------------
 * What a role, and among players one player, may see: built field by field from
 * an allow-list. A card that may not be seen is TREY_NO_CARD, and nothing in a
 * view is computed from it. */
typedef struct trey_view_bettor {
    trey_player player;
    uint8_t choice;
    uint8_t zero[3];
    trey_cents stake[TREY_STAKES];
} trey_view_bettor;

typedef struct trey_view_box {
    trey_view_bettor bettor[TREY_BETTORS];
    trey_player seated;
    uint8_t bettors;
    uint8_t dealt;
    trey_card card[3];
    uint8_t viewed, hidden, shown, looked, jackpot;
    uint8_t entrusted;
    uint8_t may_view; /* this viewer may look at the hand now */
    uint8_t to_act;   /* a decision is open here */
    uint8_t category; /* of the cards seen, when all three are; else 0xff */
    uint8_t invalid, option, disabled;
    uint8_t zero[5];
} trey_view_box;

typedef struct trey_view {
    trey_view_box box[TREY_SEATS];
    trey_cents meter;
    trey_cents bank, fee_bank, fee_players;
    /* What is displayed at the table. */
    trey_cents minimum[TREY_STAKES], maximum[TREY_STAKES], jackpot_bet;
    trey_player banker;
    uint32_t round;
    uint8_t phase, positions, bank_seat, button, deck_turn, dealer_dealt, up_card, revealed;
    trey_card dealer[3];
    uint8_t dealer_category; /* or 0xff */
    uint8_t gate, closed, jackpot_off, mending;
} trey_view;

void trey_table_view(const trey_rules *rules, const trey_table *table, unsigned role,
                     trey_player player, trey_view *view);

/* May this viewer see the card that an event carries? Of an event that carries
 * none, true. DECK is for nobody's eyes. */
bool trey_event_visible(const trey_table *after, const trey_event *event, unsigned role,
                        trey_player player);

#ifdef __cplusplus
}
#endif
#endif
