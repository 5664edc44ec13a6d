/* json.h -- tables as JSON: events, views and settlements out, messages in.
 *
 * One writer for `trey run --json`, the server's frames and the history of rounds, so
 * that they cannot tell different tales. Money is whole cents and a card is "Qs"; one
 * that the receiver may not see is null. Which cards those are is asked of the table
 * (trey_event_visible, trey_table_view), and nothing here is computed from the others.
 *
 * Writers return a new reference, or NULL when there is no memory. */
#ifndef TREY_JSON_H
#define TREY_JSON_H

#include <jansson.h>

#include "trey/core.h"
#include "trey/link.h"
#include "trey/rules.h"
#include "trey/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Small things -------------------------------------------------------------------- */
json_t *trey_json_card(trey_card card);
json_t *trey_json_cards(const trey_card *cards, unsigned count);
/* Text that need not be UTF-8: "?" where it is not. */
json_t *trey_json_text(const char *text);
/* "3.4; 5.1" as a list. */
json_t *trey_json_list(const char *text);
json_t *trey_json_paragraphs(const trey_rulebook *book, const uint16_t *paragraph, size_t count);
/* The ids of the readings whose bits are set. */
json_t *trey_json_readings(const trey_rulebook *book, uint64_t readings);
/* "three_of_a_kind"; null for what is no category. */
json_t *trey_json_category(unsigned category);

/* ---- Scenes ---------------------------------------------------------------------------
 * What is told about: a table as it is after the event, how players are called, and
 * whose eyes see it. */
typedef json_t *trey_json_player(const void *context, trey_player player);
typedef struct trey_json_scene {
    const trey_rules *rules;
    const trey_table *table;
    trey_json_player *player; /* NULL: his number */
    const void *context;
    bool everything; /* no card is hidden; role and viewer are not asked */
    unsigned role;   /* TREY_ROLE_ */
    trey_player viewer;
} trey_json_scene;

/* {"kind": "bet", ...}. Of a deck that the viewer may not see only the count is told. */
json_t *trey_json_event(const trey_json_scene *scene, const trey_event *event);

/* Members of a view, as docs/protocol.md has them, but for those that are not the
 * table's: clock, people, can, settlement, fair. `positions` boxes under "boxes". */
json_t *trey_json_view(const trey_json_scene *scene, const trey_view *view);
/* One box of it. */
json_t *trey_json_box(const trey_json_scene *scene, const trey_view *view, unsigned seat);

/* One settled wager, as an event and a settlement say it alike. */
json_t *trey_json_line(const trey_json_scene *scene, const trey_event *line);

/* ---- Settlements ------------------------------------------------------------------------
 * How a round ended, with the grounds, paragraphs and readings of every line. `before` is
 * the table when the command came that ended the round, `decision` what it caused, and
 * the scene's table the one afterwards: hands are named as far as it shows them. NULL
 * also where the decision ends no round. */
json_t *trey_json_settlement(const trey_json_scene *scene, const trey_table *before,
                             const trey_decision *decision);

/* [{"seat", "player", "wager", "staked", "becomes"}], with `money` also what comes "back". */
json_t *trey_json_effects(const trey_json_scene *scene, const trey_effect *effect, size_t count,
                          bool money);
/* The report that waits to be confirmed, with its facts, remedy and effects; or null. */
json_t *trey_json_report(const trey_json_scene *scene);

/* {"reason", "text", "paragraphs"} of what the table refused. */
json_t *trey_json_refused(const trey_rules *rules, const trey_decision *decision);

/* ---- Messages -----------------------------------------------------------------------------
 * What a client may say, read strictly: an unknown member, a wrong type, a doubled key, a
 * number out of range are mistakes that name the member and what would be right. */
enum { TREY_MESSAGE_ID_BYTES = 16, TREY_MESSAGE_SECRET_BYTES = 32, TREY_MESSAGE_TABLE_MAX = 64 };
enum { TREY_MESSAGE_NOTE_MAX = 200 };

typedef enum trey_message_kind {
    TREY_MESSAGE_WATCH,
    TREY_MESSAGE_UNWATCH,
    TREY_MESSAGE_LOBBY,
    TREY_MESSAGE_PING,
    TREY_MESSAGE_TOP_UP,
    TREY_MESSAGE_COACH,
    TREY_MESSAGE_PLEDGE,
    TREY_MESSAGE_SHARE,
    TREY_MESSAGE_READY,
    TREY_MESSAGE_DEAL,
    TREY_MESSAGE_AWARD, /* staff confirm or reject a jackpot hit */
    TREY_MESSAGE_COMMAND,
    /* Of staff. */
    TREY_MESSAGE_DESK,
    TREY_MESSAGE_LIMITS,
    TREY_MESSAGE_PLACE,
    TREY_MESSAGE_LINK,
    TREY_MESSAGE_PARAMETERS,
    TREY_MESSAGE_TABLE,
    TREY_MESSAGE_PIT,
    TREY_MESSAGE_PEOPLE,
    TREY_MESSAGE_BUY_IN,
    TREY_MESSAGE_CASH_OUT,
    TREY_MESSAGE_TRANSFER,
    TREY_MESSAGE_BOX,
    TREY_MESSAGE_FILL,
    TREY_MESSAGE_CREDIT,
    TREY_MESSAGE_FLOAT,
    TREY_MESSAGE_VAULT,
    TREY_MESSAGE_REVERSE,
    TREY_MESSAGE_CAGE,
    TREY_MESSAGE_SHIFT,
    TREY_MESSAGE_CLAIM, /* of an award that a jackpot did not hear of */
    TREY_MESSAGE_STRIKE,
    TREY_MESSAGE_SECOND, /* stands by what waits for a second person, or withdraws it */
    TREY_MESSAGE_KINDS
} trey_message_kind;

/* PARAMETERS: which of them are given. */
typedef enum trey_parameter {
    TREY_PARAMETER_BET = 1,
    TREY_PARAMETER_FIXED = 2,
    TREY_PARAMETER_RATE = 4,
    TREY_PARAMETER_RESERVE_RATE = 8,
    TREY_PARAMETER_RESET = 16,
    TREY_PARAMETER_CEILING = 32
} trey_parameter;

typedef struct trey_message {
    uint8_t id[TREY_MESSAGE_ID_BYTES];
    const char *word; /* what "do" says; NULL where it says nothing that is known */
    bool has_id;      /* also of a message that is otherwise mistaken */
    uint8_t kind;
    bool on;                                   /* LOBBY, DESK, LINK, PIT, CAGE; AWARD: confirm */
    bool tries;                                /* COMMAND: only what would follow is asked */
    bool over;                                 /* DESK: from whoever has it */
    bool identified;                           /* BUY_IN, CASH_OUT: ID was checked */
    bool has_since;                            /* WATCH */
    int64_t since;                             /* WATCH */
    char table[TREY_MESSAGE_TABLE_MAX];        /* of a message about a jackpot: the jackpot */
    uint8_t secret[TREY_MESSAGE_SECRET_BYTES]; /* PLEDGE, SHARE */
    uint64_t number;                           /* AWARD, PLACE: of the hit; REVERSE: of the entry */
    uint64_t round;  /* CLAIM, STRIKE: of the table, with the seat in the command; PLEDGE, SHARE */
    uint16_t place;  /* PLACE */
    char reason[64]; /* AWARD, LIMITS, LINK, PARAMETERS, CLAIM, STRIKE, REVERSE */
    uint8_t limits;  /* LIMITS, TABLE: the stakes that are named, one bit each */
    trey_cents least[TREY_STAKES], most[TREY_STAKES];
    uint8_t given; /* PARAMETERS: trey_parameter */
    trey_link_parameters parameters;
    char rulebook[32], title[80], jackpot[TREY_MESSAGE_TABLE_MAX]; /* TABLE, CLAIM, STRIKE */
    uint8_t positions;                                             /* TABLE; 0: not said */
    bool physical, automatic;                                      /* TABLE */
    char find[64];                                                 /* PEOPLE */
    trey_player other;                                             /* TRANSFER: to whom */
    char note[TREY_MESSAGE_NOTE_MAX];                              /* SHIFT */
    bool has_player; /* COMMAND: somebody is named, in command.player */
    /* COMMAND: role and actor are for the caller to say. Of others the player and the
     * amount stand here too. */
    trey_command command;
} trey_message;

typedef struct trey_json_mistake {
    char text[240];
} trey_json_mistake;

/* False with a mistake. `text` need not end with a zero. */
bool trey_message_read(const char *text, size_t size, trey_message *out,
                       trey_json_mistake *mistake);
/* "watch", "bet": every word that "do" may have, NULL past the last. */
const char *trey_message_word(size_t index);

#ifdef __cplusplus
}
#endif
#endif
