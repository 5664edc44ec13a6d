/* script_table.c -- a line of a script as commands to the engine.
 *
 * Whatever is allowed is the engine's to say. The script only knows who speaks:
 * players' commands come from the players themselves and the rest from the dealer,
 * unless the line ends in "by ROLE". */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "run_output.h"
#include "script_parts.h"

/* Staff have numbers far above the players'. */
enum { STAFF = 1000000 };

/* ---- Giving a command --------------------------------------------------------- */
static bool ends_round(const trey_decision *decision) {
    for (unsigned i = 0; i < decision->count; i++) {
        unsigned kind = decision->event[i].kind;
        if (kind == TREY_EVENT_SETTLED || kind == TREY_EVENT_VOIDED) return true;
    }
    return false;
}

bool script_give(script *run, trey_command *command, const char *text) {
    const trey_table before = run->table;
    if (run->second) {
        command->second_role = (uint8_t)(run->second - 1);
        command->second = STAFF + command->second_role;
        run->second = 0;
    }
    trey_decide(run->rules, &run->table, command, &run->decision);
    run->outcome = run->decision.refused;
    if (run->outcome != TREY_REFUSED_NONE) {
        bool expected = script_expects(run, run->outcome);
        if (!expected && run->status < EXIT_REFUSED) run->status = EXIT_REFUSED;
        run->to->refused(run->to, run, text, expected);
        return true;
    }
    for (unsigned i = 0; i < run->decision.count; i++) {
        const trey_event *event = &run->decision.event[i];
        trey_apply(run->rules, &run->table, event);
        run->to->event(run->to, run, event);
    }
    if (!ends_round(&run->decision)) return true;
    if (!script_account_make(run, &before)) return false;
    run->to->settled(run->to, run);
    return true;
}

/* ---- Who gives it ------------------------------------------------------------- */
static const char *role_name(unsigned index) {
    return trey_role_word(index);
}

enum { ROLES = TREY_ROLE_SHIFT_MANAGER + 1 };

static unsigned role_called(const char *word, size_t length) {
    unsigned role = 0;
    while (role < ROLES && (strlen(trey_role_word(role)) != length ||
                            memcmp(trey_role_word(role), word, length) != 0))
        role++;
    return role;
}

bool script_roles(script *run, const char *word, unsigned *role) {
    size_t first = strcspn(word, "+");
    *role = role_called(word, first);
    run->second = 0;
    if (*role == ROLES || !word[first]) return *role < ROLES;
    unsigned second = role_called(word + first + 1, strlen(word + first + 1));
    run->second = second + 1;
    return second < ROLES;
}

bool script_by(script *run, unsigned *last, int *role) {
    const script_line *line = &run->line;
    *last = line->count;
    *role = -1;
    if (line->count < 2 || strcmp(line->word[line->count - 2], "by") != 0) {
        if (strcmp(line->word[line->count - 1], "by") != 0 || line->count < 2) return true;
        return script_fault(run, line->count, "after by stands a role, as in by pit_supervisor");
    }
    const char *word = line->word[line->count - 1];
    unsigned named;
    if (script_roles(run, word, &named)) {
        *role = (int)named;
        *last = line->count - 2;
        return true;
    }
    return script_fault(run, line->count - 1, "\"%s\" is no role; %s", script_quoted(word).text,
                        script_nearest(word, role_name, ROLES,
                                       "there are player, dealer, pit_supervisor, pit_manager, "
                                       "shift_manager")
                            .text);
}

trey_command script_command_of(trey_verb verb, int role) {
    trey_command command;
    memset(&command, 0, sizeof command); /* the engine may compare whole commands */
    command.verb = (uint8_t)verb;
    command.role = role < 0 ? trey_verb_row_of(verb)->by : (uint8_t)role;
    command.actor = command.role == TREY_ROLE_PLAYER ? TREY_NOBODY : STAFF + command.role;
    return command;
}

trey_player script_owner_of(const script *run, unsigned seat) {
    const trey_box *box = &run->table.box[seat - 1];
    return box->bettors ? box->bettor[0].player : box->seated;
}

/* "SEAT PLAYER WAGER [AMOUNT] [part]", from the row of the verb. What its words mean is known to
 * script_read; a flag is written as its own word. */
const char *script_verb_usage(trey_verb verb, char out[SCRIPT_USAGE_MAX]) {
    const trey_verb_row *row = trey_verb_row_of(verb);
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t left = row->needs | row->may; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctz(left);
        const trey_member *member = trey_command_member_of((trey_command_member)index);
        bool owner = index == TREY_GIVES_PLAYER && row->traits == TREY_TRAIT_OWNER;
        bool open = !(row->needs >> index & 1u) || owner;
        char word[16];
        snprintf(word, sizeof word, "%s", member->name);
        for (char *c = word; member->type != TREY_TYPE_FLAG && *c; c++) *c = (char)toupper(*c);
        used += (size_t)snprintf(out + used, SCRIPT_USAGE_MAX - used, "%s%s%s%s", used ? " " : "",
                                 open ? "[" : "", word, open ? "]" : "");
    }
    return out;
}

/* An amount that may be left out is then the usual one; nought does not say so. */
static bool stated_nothing(trey_verb verb, const script_arguments *given) {
    bool open = trey_verb_row_of(verb)->may >> TREY_GIVES_AMOUNT & 1u;
    if (!given->has_amount || given->amount != 0 || !open) return false;
    return verb != TREY_VERB_BET || given->wager == TREY_WAGER_PROGRESSIVE;
}

bool script_command(script *run, trey_verb verb) {
    unsigned last;
    int role;
    script_arguments given;
    char usage[SCRIPT_USAGE_MAX];
    if (!script_by(run, &last, &role)) return false;
    if (!script_read(run, script_verb_usage(verb, usage), 1, last, &given)) return false;
    if (stated_nothing(verb, &given)) {
        return script_fault(run, given.amount_word,
                            "\"%s\" is no amount; left out, the usual one is meant",
                            run->line.word[given.amount_word]);
    }
    trey_command command = script_command_of(verb, role);
    command.seat = given.seat;
    command.wager = given.wager;
    command.amount = given.amount;
    command.part = given.flag;
    command.player = given.player;
    if (given.owner && given.seat && trey_verb_row_of(verb)->own) {
        command.player = script_owner_of(run, given.seat);
    }
    if (command.role == TREY_ROLE_PLAYER) command.actor = command.player;
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

bool script_next(script *run) {
    script_arguments given;
    run->next = true;
    return script_read(run, "", 1, run->line.count, &given);
}

/* ---- Cards -------------------------------------------------------------------- */
bool script_card(script *run) {
    unsigned last, count = 0;
    int role;
    if (!script_by(run, &last, &role)) return false;
    if (last != 2) {
        return script_fault(run, last < 2 ? last : 2,
                            "card takes one card, as in card Qs, or card unseen");
    }
    trey_command command = script_command_of(TREY_VERB_CARD, role);
    if (!script_read_cards(run, 1, run->line.word[1], 1, true, command.cards, &count)) return false;
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

/* No card may stand twice in one line. */
static bool all_different(script *run, unsigned word, const trey_card *cards, unsigned count,
                          trey_cardset *seen) {
    for (unsigned i = 0; i < count; i++) {
        char text[TREY_CARD_TEXT_MAX];
        if (cards[i] == TREY_NO_CARD) continue;
        if (trey_cardset_has(*seen, cards[i])) {
            return script_fault(run, word, "\"%s\": %s stands twice in this line",
                                script_quoted(run->line.word[word]).text,
                                trey_card_print(cards[i], TREY_CARD_LETTERS, text));
        }
        *seen |= trey_cardset_of(cards[i]);
    }
    return true;
}

bool script_deck(script *run) {
    unsigned last, count = 0;
    int role;
    trey_cardset seen = 0;
    if (!script_by(run, &last, &role)) return false;
    if (last == 1) return script_fault(run, 1, "the cards are missing: deck CARD ...");
    trey_command command = script_command_of(TREY_VERB_DECK, role);
    for (unsigned word = 1; word < last; word++) {
        unsigned more = 0;
        trey_card cards[TREY_CARDS];
        if (!script_read_cards(run, word, run->line.word[word], TREY_CARDS, false, cards, &more) ||
            !all_different(run, word, cards, more, &seen)) {
            return false;
        }
        /* Different cards, so there are never more than a deck has. */
        memcpy(command.cards + count, cards, more * sizeof *cards);
        count += more;
    }
    command.count = (uint8_t)count;
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}

/* ---- deal: whole hands, entered card by card ---------------------------------- */
typedef struct dealt_hand {
    unsigned word, place; /* a seat, or TREY_PLACE_ */
    unsigned count, used;
    trey_card card[3];
} dealt_hand;

typedef struct dealt_hands {
    unsigned count;
    dealt_hand hand[TREY_SEATS + 2];
} dealt_hands;

/* The player-dealer's cards are the dealer's, by whichever name. */
static unsigned dealers_too(const script *run, unsigned place) {
    return place == run->table.bank_seat && place != TREY_NO_SEAT ? TREY_PLACE_DEALER : place;
}

static dealt_hand *hand_at(const script *run, dealt_hands *hands, unsigned place) {
    for (unsigned i = 0; i < hands->count; i++) {
        if (hands->hand[i].place == dealers_too(run, place)) return &hands->hand[i];
    }
    return NULL;
}

static bool read_hand(script *run, unsigned word, dealt_hands *hands, trey_cardset *seen) {
    const char *text = run->line.word[word], *equals = strchr(text, '='), *cards;
    dealt_hand hand = {.word = word};
    if ((cards = script_value_of(text, "dealer"))) {
        hand.place = TREY_PLACE_DEALER;
    } else if ((cards = script_value_of(text, "burn"))) {
        hand.place = TREY_PLACE_BURN;
    } else if (equals) {
        char name[SCRIPT_QUOTE_MAX];
        uint8_t seat;
        snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
        if (!script_read_seat(run, word, name, &seat)) return false;
        hand.place = dealers_too(run, seat);
        cards = equals + 1;
    } else {
        return script_fault(run, word,
                            "\"%s\" is no hand: write 1=Qs,10h,9d, dealer=Kc,8d,2h or burn=3c",
                            script_quoted(text).text);
    }
    if (hand_at(run, hands, hand.place)) {
        return script_fault(run, word, "\"%s\": this hand was given already",
                            script_quoted(text).text);
    }
    bool burn = hand.place == TREY_PLACE_BURN;
    if (!script_read_cards(run, word, cards, burn ? 1 : 3, burn, hand.card, &hand.count) ||
        !all_different(run, word, hand.card, hand.count, seen)) {
        return false;
    }
    hands->hand[hands->count++] = hand;
    return true;
}

static const char *place_text(unsigned place, char out[16]) {
    if (place == TREY_PLACE_BURN) return "the burn";
    if (place == TREY_PLACE_DEALER) return "the dealer";
    snprintf(out, 16, "seat %u", place);
    return out;
}

/* The card for a place that the engine asks for. */
static bool next_card(script *run, dealt_hands *hands, unsigned place, trey_card *card) {
    dealt_hand *hand = hand_at(run, hands, place);
    char text[16];
    *card = TREY_NO_CARD;
    if (!hand && place == TREY_PLACE_BURN) return true;
    if (!hand) {
        return script_fault(run, run->line.count, "%s gets a hand, and none is given",
                            place_text(dealers_too(run, place), text));
    }
    if (hand->used == hand->count) {
        return script_fault(run, hand->word, "\"%s\": %s gets more than %u card%s",
                            script_quoted(run->line.word[hand->word]).text,
                            place_text(hand->place, text), hand->count,
                            hand->count == 1 ? "" : "s");
    }
    *card = hand->card[hand->used++];
    return true;
}

/* Does what is given fit what is asked for? Tried on a copy of the table, so that
 * nothing is dealt of a line with a mistake. */
static bool hands_fit(script *run, dealt_hands hands, trey_command command) {
    trey_table table = run->table;
    unsigned place;
    while ((place = trey_next_place(run->rules, &table)) != TREY_PLACE_NONE) {
        if (!next_card(run, &hands, place, &command.cards[0])) return false;
        trey_decide(run->rules, &table, &command, &run->decision);
        if (run->decision.refused != TREY_REFUSED_NONE) return true; /* to be told in earnest */
        for (unsigned i = 0; i < run->decision.count; i++) {
            trey_apply(run->rules, &table, &run->decision.event[i]);
        }
    }
    for (unsigned i = 0; i < hands.count; i++) {
        const dealt_hand *hand = &hands.hand[i];
        char text[16];
        if (hand->used == hand->count) continue;
        return script_fault(run, hand->word, "\"%s\": %s gets %s",
                            script_quoted(run->line.word[hand->word]).text,
                            place_text(hand->place, text), hand->used ? "fewer cards" : "no cards");
    }
    return true;
}

bool script_deal(script *run) {
    dealt_hands hands = {0};
    trey_cardset seen = 0;
    unsigned last, place;
    int role;
    char text[SCRIPT_TEXT_MAX];
    if (!script_by(run, &last, &role)) return false;
    if (last == 1) {
        return script_fault(run, 1, "the hands are missing: deal 1=Qs,10h,9d dealer=Kc,8d,2h");
    }
    for (unsigned word = 1; word < last; word++) {
        if (!read_hand(run, word, &hands, &seen)) return false;
    }
    trey_command command = script_command_of(TREY_VERB_CARD, role);
    script_line_text(run, text);
    if (trey_next_place(run->rules, &run->table) == TREY_PLACE_NONE) {
        command.cards[0] = hands.hand[0].card[0];
        return script_give(run, &command, text); /* the engine says why not */
    }
    if (!hands_fit(run, hands, command)) return false;
    while ((place = trey_next_place(run->rules, &run->table)) != TREY_PLACE_NONE) {
        if (!next_card(run, &hands, place, &command.cards[0])) return false;
        if (!script_give(run, &command, text)) return false;
        if (run->outcome != TREY_REFUSED_NONE) break;
    }
    return true;
}

/* meter AMOUNT: what the linked display shows, its other values as they are. */
bool script_meter(script *run) {
    unsigned last;
    int role;
    script_arguments given;
    if (!script_by(run, &last, &role) || !script_read(run, "BALANCE", 1, last, &given))
        return false;
    trey_command command = script_command_of(TREY_VERB_METER, role);
    const trey_table_config *config = &run->table.config;
    command.amount = given.amount;
    command.display.bet = config->jackpot_bet;
    command.display.contribution = config->jackpot_contribution;
    command.display.reset = config->jackpot_reset;
    char text[SCRIPT_TEXT_MAX];
    return script_give(run, &command, script_line_text(run, text));
}
