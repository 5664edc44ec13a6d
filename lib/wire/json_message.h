/* json_message.h -- what the readers of a client's message share. */
#ifndef TREY_JSON_MESSAGE_H
#define TREY_JSON_MESSAGE_H

#include "json_parts.h"

/* MEMBER(constant, "name", reader) */
#define MESSAGE_MEMBERS(MEMBER)                                                                    \
    MEMBER(TABLE, "table", read_table)                                                             \
    MEMBER(SEAT, "seat", read_seat)                                                                \
    MEMBER(WAGER, "wager", read_wager)                                                             \
    MEMBER(AMOUNT, "amount", read_amount)                                                          \
    MEMBER(PLAYER, "player", read_player)                                                          \
    MEMBER(KEEP, "keep", read_part)                                                                \
    MEMBER(BACK, "back", read_part)                                                                \
    MEMBER(CARDS, "cards", read_cards)                                                             \
    MEMBER(KIND, "kind", read_kind)                                                                \
    MEMBER(SEATS, "seats", read_seats)                                                             \
    MEMBER(FACTS, "facts", read_facts)                                                             \
    MEMBER(RULING, "ruling", read_ruling)                                                          \
    MEMBER(REASON, "reason", read_reason)                                                          \
    MEMBER(SINCE, "since", read_since)                                                             \
    MEMBER(ON, "on", read_on)                                                                      \
    MEMBER(PLEDGE, "pledge", read_secret)                                                          \
    MEMBER(SHARE, "share", read_secret)                                                            \
    MEMBER(MODE, "mode", read_mode)                                                                \
    MEMBER(JACKPOT, "jackpot", read_jackpot)                                                       \
    MEMBER(NUMBER, "number", read_number)                                                          \
    MEMBER(CONFIRM, "confirm", read_on)                                                            \
    MEMBER(PART, "part", read_part)                                                                \
    MEMBER(TRY, "try", read_try)                                                                   \
    MEMBER(OVER, "over", read_over)                                                                \
    MEMBER(IDENTIFIED, "identified", read_identified)                                              \
    MEMBER(LIMITS, "limits", read_limits)                                                          \
    MEMBER(PLACE, "place", read_place)                                                             \
    MEMBER(BET, "bet", read_bet)                                                                   \
    MEMBER(FIXED, "fixed", read_fixed)                                                             \
    MEMBER(RATE, "rate", read_rate)                                                                \
    MEMBER(RESERVE_RATE, "reserve_rate", read_reserve_rate)                                        \
    MEMBER(RESET, "reset", read_reset)                                                             \
    MEMBER(CEILING, "ceiling", read_ceiling)                                                       \
    MEMBER(NAME, "name", read_table)                                                               \
    MEMBER(RULEBOOK, "rulebook", read_rulebook)                                                    \
    MEMBER(TITLE, "title", read_title)                                                             \
    MEMBER(POSITIONS, "positions", read_positions)                                                 \
    MEMBER(PHYSICAL, "physical", read_physical)                                                    \
    MEMBER(AUTOMATIC, "automatic", read_automatic)                                                 \
    MEMBER(FIND, "find", read_find)                                                                \
    MEMBER(OTHER, "other", read_other)                                                             \
    MEMBER(NOTE, "note", read_note)                                                                \
    MEMBER(ROUND, "round", read_round)

typedef struct message_reading {
    trey_message *out;
    trey_json_mistake *mistake;
} message_reading;

/* Notes the mistake; false, so that a reader can end with it. */
bool message_wrong(message_reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "a list", "true or false" */
const char *message_type_word(const json_t *value);
/* Digits in pairs; false for anything else. */
bool message_hex(const char *text, size_t length, uint8_t *out);

typedef bool member_reader(message_reading *r, const char *name, const json_t *value);
#define MEMBER_READER(constant, name, reader) member_reader reader;
MESSAGE_MEMBERS(MEMBER_READER)
#undef MEMBER_READER

#endif
