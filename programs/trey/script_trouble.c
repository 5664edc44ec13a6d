/* script_trouble.c -- words for what goes wrong: reports, choices, rulings.
 *
 *   report KIND [fact=answer ...] [seat=N] [seats=N,N] [player=P] [wager=W]
 *          [amount=A] [mode=close|disable|without] [cards=C,C]
 *   rule ROLE RULING [SEAT] [PLAYER] [WAGER] [AMOUNT] because WORDS...
 *
 * The facts and their answers, the kinds and the rulings are the engine's own
 * lists. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "script_parts.h"

static const char *kind_name(unsigned index) {
    return trey_irregularity_name((trey_irregularity)index);
}

static const char *ruling_name(unsigned index) {
    return trey_ruling_word((trey_ruling_kind)index);
}

static const char *mode_name(unsigned index) {
    static const char *const words[] = {"close", "disable", "without"};
    return words[index];
}

/* The place of a word in a list of names, or `count`. */
static unsigned index_of(const char *word, const char *(*name)(unsigned index), unsigned count) {
    unsigned i = 0;
    while (i < count && strcmp(word, name(i)) != 0) i++;
    return i;
}

/* count=51: how many cards a count came to. */
static bool read_counted(script *run, unsigned word, const char *text, trey_command *command) {
    char *end;
    unsigned long counted = strtoul(text, &end, 10);
    if (*end || counted == 0 || counted > UINT8_MAX)
        return script_fault(run, word, "\"%s\" is no count of cards; write 1 to 255",
                            script_quoted(text).text);
    command->counted = (uint8_t)counted;
    return true;
}

/* seen=no: false when the word is no fact, or after a fault. */
static bool read_fact(script *run, unsigned word, trey_command *command, bool *found) {
    const char *text = run->line.word[word];
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        const char *value = script_value_of(text, trey_fact_name((trey_fact)fact));
        if (!value) continue;
        *found = true;
        if (fact == TREY_FACT_COUNTED && value[0] >= '0' && value[0] <= '9')
            return read_counted(run, word, value, command);
        char answers[128] = "";
        for (unsigned answer = 0; trey_fact_answer((trey_fact)fact, answer); answer++) {
            const char *name = trey_fact_answer((trey_fact)fact, answer);
            if (strcmp(value, name) == 0) {
                command->answer[fact] = (uint8_t)(answer + 1);
                return true;
            }
            size_t used = strlen(answers);
            snprintf(answers + used, sizeof answers - used, "%s%s", used ? " or " : "", name);
        }
        return script_fault(run, word, "\"%s\" is no answer; %s %s", script_quoted(value).text,
                            trey_fact_question((trey_fact)fact), answers);
    }
    return true;
}

static bool read_seats(script *run, unsigned word, const char *text, uint8_t *seats) {
    for (; *text; text += *text == ',') {
        char number[8];
        size_t length = strcspn(text, ",");
        snprintf(number, sizeof number, "%.*s", (int)(length < 7 ? length : 7), text);
        uint8_t seat;
        if (!script_read_seat(run, word, number, &seat)) return false;
        *seats |= (uint8_t)(1u << (seat - 1));
        text += length;
    }
    return true;
}

static bool read_detail(script *run, unsigned word, trey_command *command) {
    const char *text = run->line.word[word], *value;
    bool found = false;
    if (!read_fact(run, word, command, &found)) return false;
    if (found) return true;
    if ((value = script_value_of(text, "seat")) || (value = script_value_of(text, "seats"))) {
        return read_seats(run, word, value, &command->seats);
    }
    if ((value = script_value_of(text, "player")))
        return script_known_player(run, word, value, &command->player);
    if ((value = script_value_of(text, "amount")))
        return script_read_amount(run, word, value, &command->amount);
    if ((value = script_value_of(text, "wager")))
        return script_read_wager(run, word, value, &command->wager);
    if ((value = script_value_of(text, "cards"))) {
        unsigned count = 0;
        bool read =
            script_read_cards(run, word, value, TREY_SEEN_CARDS, false, command->cards, &count);
        command->count = (uint8_t)count;
        return read;
    }
    if ((value = script_value_of(text, "mode"))) {
        unsigned mode = index_of(value, mode_name, 3);
        if (mode == 3) {
            return script_fault(
                run, word, "\"%s\" is no way to go on: mode=close, mode=disable or mode=without",
                script_quoted(value).text);
        }
        command->mode = (uint8_t)(mode + 1);
        return true;
    }
    return script_fault(
        run, word,
        "\"%s\" is no fact of a report; write fact=answer, seat=, player=, wager=, amount=, "
        "cards= or mode=",
        script_quoted(text).text);
}

bool script_report(script *run) {
    unsigned last;
    int role;
    if (!script_by(run, &last, &role)) return false;
    if (last < 2)
        return script_fault(run, 1,
                            "report takes a kind, as in report misdeal handled=no movable=yes");
    trey_command command = script_command_of(TREY_VERB_REPORT, role);
    const char *kind = run->line.word[1];
    command.kind = (uint8_t)index_of(kind, kind_name, TREY_IRREGULARITY_COUNT);
    if (command.kind == TREY_IRREGULARITY_COUNT) {
        return script_fault(run, 1, "\"%s\" is nothing that can be reported; %s",
                            script_quoted(kind).text,
                            script_nearest(kind, kind_name, TREY_IRREGULARITY_COUNT,
                                           "docs/irregularities.md lists what can")
                                .text);
    }
    for (unsigned word = 2; word < last; word++) {
        if (!read_detail(run, word, &command)) return false;
    }
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

/* A player who is not there: reported, and the remedy carried out. */
bool script_absent(script *run) {
    unsigned last;
    int role;
    script_arguments given;
    if (!script_by(run, &last, &role) || !script_read(run, "KNOWN", 1, last, &given)) return false;
    trey_command command = script_command_of(TREY_VERB_REPORT, role);
    command.kind = TREY_IRREGULARITY_ABSENT_PLAYER;
    command.player = given.player;
    char text[SCRIPT_TEXT_MAX];
    script_line_text(run, text);
    if (!script_give(run, &command, text)) return false;
    if (run->outcome != TREY_REFUSED_NONE) return true;
    command = script_command_of(TREY_VERB_CONFIRM, role);
    return script_give(run, &command, text);
}

/* choose SEAT continue, or choose SEAT return. */
bool script_choose(script *run) {
    unsigned last;
    int role;
    script_arguments given;
    if (!script_by(run, &last, &role)) return false;
    const char *word = last > 2 ? run->line.word[last - 1] : "";
    bool back = strcmp(word, "return") == 0;
    if (!back && strcmp(word, "continue") != 0) {
        return script_fault(run, last > 2 ? last - 1 : last,
                            "choose takes a seat and continue or return");
    }
    if (!script_read(run, "SEAT [PLAYER]", 1, last - 1, &given)) return false;
    trey_command command = script_command_of(TREY_VERB_CHOOSE, role);
    command.seat = given.seat;
    command.player = given.owner ? script_owner_of(run, given.seat) : given.player;
    command.part = back;
    if (command.role == TREY_ROLE_PLAYER) command.actor = command.player;
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

/* mend 1=Kc,9d,4s dealer=Qs,6h,3d: hands not named stay as they are. */
bool script_mend(script *run) {
    unsigned last;
    int role;
    if (!script_by(run, &last, &role)) return false;
    trey_command command = script_command_of(TREY_VERB_MEND, role);
    const trey_table *table = &run->table;
    unsigned hands = table->hands;
    command.count = (uint8_t)(3 * hands);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = &table->box[seat - 1];
        if (box->turn) memcpy(&command.cards[3u * (box->turn - 1u)], box->card, 3);
    }
    if (hands) memcpy(&command.cards[3u * (hands - 1u)], table->dealer, 3);
    for (unsigned word = 1; word < last; word++) {
        const char *text = run->line.word[word], *equals = strchr(text, '=');
        unsigned turn = 0, count = 0;
        trey_card cards[3];
        if (equals && script_value_of(text, "dealer")) {
            turn = hands;
        } else if (equals) {
            char number[8];
            snprintf(number, sizeof number, "%.*s", (int)(equals - text < 7 ? equals - text : 7),
                     text);
            uint8_t seat;
            if (!script_read_seat(run, word, number, &seat)) return false;
            turn = table->box[seat - 1].turn;
        }
        if (turn == 0)
            return script_fault(run, word, "\"%s\" names no hand; write SEAT=C,C,C or dealer=C,C,C",
                                script_quoted(text).text);
        if (!script_read_cards(run, word, equals + 1, 3, false, cards, &count)) return false;
        if (count != 3) return script_fault(run, word, "a hand has three cards");
        memcpy(&command.cards[3u * (turn - 1u)], cards, 3);
    }
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

/* The words after `because`, as much of them as the record keeps. */
static unsigned read_reason(script *run, trey_command *command) {
    unsigned because = 0;
    while (because < run->line.count && strcmp(run->line.word[because], "because") != 0) because++;
    char *reason = command->reason;
    for (unsigned word = because + 1; word < run->line.count; word++) {
        size_t used = strlen(reason);
        snprintf(reason + used, sizeof command->reason - used, "%s%s", used ? " " : "",
                 run->line.word[word]);
    }
    return because;
}

/* What a ruling takes between its word and `because`, by its row. */
static const char *ruling_usage(trey_ruling_kind ruling, char out[SCRIPT_USAGE_MAX]) {
    unsigned names = trey_ruling_row_of(ruling)->names;
    snprintf(out, SCRIPT_USAGE_MAX, "%s%s%s%s", names & TREY_NAMES_SEAT ? "SEAT " : "",
             names & TREY_NAMES_PLAYER ? "PLAYER" : "",
             names & TREY_NAMES_WAGER ? "[KNOWN] WAGER " : "",
             names & TREY_NAMES_AMOUNT ? "AMOUNT" : "");
    return out;
}

/* The role that the line names first, or ROLES. */
enum { ROLES = TREY_ROLE_SHIFT_MANAGER + 1 };
static unsigned role_named(script *run) {
    unsigned role;
    bool named = run->line.count > 1 && script_roles(run, run->line.word[1], &role);
    return named ? role : ROLES;
}

/* WAGER LOW..HIGH, once or more, up to the word `last`. */
static bool read_limits(script *run, unsigned last, trey_command *command) {
    for (unsigned word = 2; word < last; word += 2, command->limits.count++) {
        unsigned i = command->limits.count;
        script_arguments given;
        if (i == TREY_LIMITED)
            return script_fault(run, word, "at most %d wagers have limits", TREY_LIMITED);
        if (!script_read(run, "WAGER", word, word + 1, &given)) return false;
        if (word + 1 == last)
            return script_fault(run, last, "after %s come its limits, as in 50..2000",
                                run->line.word[word]);
        command->limits.wager[i] = given.wager;
        if (!script_read_range(run, word + 1, run->line.word[word + 1], &command->limits.least[i],
                               &command->limits.most[i]))
            return false;
    }
    return true;
}

/* limits ROLE WAGER LOW..HIGH [WAGER LOW..HIGH ...] because WORDS */
bool script_limits(script *run) {
    unsigned role = role_named(run);
    trey_command reason = {.verb = TREY_VERB_RULE};
    unsigned because = read_reason(run, &reason);
    if (role == ROLES || because < 4)
        return script_fault(run, 1,
                            "limits takes a role, wagers with two amounts each, and why, as in "
                            "limits pit_manager ante 50..2000 because it is busy");
    trey_command command = script_command_of(TREY_VERB_LIMITS, (int)role);
    if (!read_limits(run, because, &command)) return false;
    snprintf(command.limits.reason, sizeof command.limits.reason, "%.*s", TREY_LIMITS_REASON - 1,
             reason.reason);
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

bool script_rule(script *run) {
    script_line *line = &run->line;
    unsigned role = role_named(run);
    if (role == ROLES) {
        return script_fault(
            run, 1, "rule takes a role, as in rule shift_manager void because the deck was wet");
    }
    const char *word = line->count > 2 ? line->word[2] : "";
    unsigned ruling = index_of(word, ruling_name, TREY_RULING_COUNT);
    if (ruling == TREY_RULING_COUNT) {
        return script_fault(
            run, 2, "\"%s\" is no ruling; %s", script_quoted(word).text,
            script_nearest(word, ruling_name, TREY_RULING_COUNT, "docs/table-script.md lists them")
                .text);
    }
    trey_command command = script_command_of(TREY_VERB_RULE, (int)role);
    unsigned because = read_reason(run, &command);
    /* return SEAT is the hand, return SEAT WAGER one wager of it. */
    if (ruling == TREY_RULING_RETURN_HAND && because > 4) ruling = TREY_RULING_RETURN_WAGER;
    command.ruling = (uint8_t)ruling;
    script_arguments given;
    char usage[SCRIPT_USAGE_MAX];
    if (!script_read(run, ruling_usage((trey_ruling_kind)ruling, usage), 3, because, &given))
        return false;
    command.seat = given.seat;
    command.player = given.player;
    command.wager = given.wager;
    command.amount = given.amount;
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}
