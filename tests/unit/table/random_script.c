/* random_script.c -- a table's story as a table script that a person can run. */
#include "random_rounds.h"

static void print_dollars(FILE *out, trey_cents cents) {
    if (cents % 100 == 0) {
        fprintf(out, "%lld", (long long)(cents / 100));
    } else {
        fprintf(out, "%lld.%02d", (long long)(cents / 100), (int)(cents % 100));
    }
}

static void print_cards(FILE *out, const trey_card *cards, unsigned count) {
    for (unsigned i = 0; i < count && i < TREY_CARDS; i++) {
        char text[TREY_CARD_TEXT_MAX];
        if (trey_card_valid(cards[i])) {
            fprintf(out, " %s", trey_card_print(cards[i], TREY_CARD_LETTERS, text));
        } else {
            fprintf(out, " ?%u", cards[i]);
        }
    }
}

static void print_opening(const random_table *table, FILE *out) {
    static const char *const stakes[] = {
        [TREY_STAKE_ANTE] = "ante",
        [TREY_STAKE_PAIR_PLUS] = "pair_plus",
        [TREY_STAKE_SIX_CARD_BONUS] = "six_card_bonus",
    };
    const trey_table_config *config = &table->config;
    const trey_rulebook *book = table->house->book;
    fprintf(out, "rulebook %s", trey_rulebook_id(book));
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (reading->in_force == reading->preset) continue;
        fprintf(out, " %s=%c", reading->id, 'A' + (char)reading->in_force);
    }
    fprintf(out, "\ntable positions=%u device=%s", config->positions,
            config->device == TREY_DEVICE_SINGLE ? "single" : "packets");
    if (config->schedule) fprintf(out, " schedule=%u", config->schedule);
    if (config->schedule && config->fee_supplied != TREY_FEE_UNREADABLE) {
        fprintf(out, " fee=");
        print_dollars(out, config->fee_supplied);
    }
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (stake == TREY_STAKE_PLAY || config->maximum[stake] == 0) continue;
        fprintf(out, " %s=", stakes[stake]);
        print_dollars(out, config->minimum[stake]);
        fprintf(out, "..");
        print_dollars(out, config->maximum[stake]);
    }
    fprintf(out, "\n");
    if (!config->jackpot) return;
    fprintf(out, "jackpot bet=");
    print_dollars(out, config->jackpot_bet);
    fprintf(out, " contribution=");
    print_dollars(out, config->jackpot_contribution);
    fprintf(out, " reset=");
    print_dollars(out, config->jackpot_reset);
    fprintf(out, " meter=");
    print_dollars(out, table->meter);
    fprintf(out, "\n");
}

static void print_command(const trey_command *command, FILE *out) {
    const char *word =
        command->verb < TREY_VERB_COUNT ? trey_verb_word((trey_verb)command->verb) : "?";
    fprintf(out, "%s", word);
    switch (command->verb) {
    case TREY_VERB_SIT:
    case TREY_VERB_LEAVE:
    case TREY_VERB_VIEW:
    case TREY_VERB_HIDE:
    case TREY_VERB_CONTINUE:
        fprintf(out, " %u p%u", command->seat, command->player);
        break;
    case TREY_VERB_FOLD:
        fprintf(out, " %u p%u%s", command->seat, command->player, command->part ? " keep" : "");
        break;
    case TREY_VERB_PASS:
        fprintf(out, " p%u", command->player);
        break;
    case TREY_VERB_LOOK:
        fprintf(out, " %u", command->seat);
        break;
    case TREY_VERB_BET:
    case TREY_VERB_WITHDRAW:
        fprintf(out, " %u p%u %s ", command->seat, command->player,
                command->wager <= TREY_WAGER_SIX_CARD_BONUS ? trey_wager_word(command->wager)
                                                            : "?");
        print_dollars(out, command->amount);
        if (command->part) fprintf(out, " part");
        break;
    case TREY_VERB_BANK:
    case TREY_VERB_FUND:
    case TREY_VERB_PLAY:
        fprintf(out, " %u p%u ", command->seat, command->player);
        print_dollars(out, command->amount);
        break;
    case TREY_VERB_DECK:
        print_cards(out, command->cards, command->count);
        break;
    case TREY_VERB_CARD:
        print_cards(out, command->cards, 1);
        break;
    default:
        break;
    }
}

void random_script_print(const random_table *table, FILE *out) {
    print_opening(table, out);
    for (size_t i = 0; i < table->givens; i++) {
        const random_given *given = &table->given[i];
        print_command(&given->command, out);
        fprintf(out, "  => %s", trey_refused_word(given->refused));
        fprintf(out, "  # %s p%u\n",
                given->command.role <= TREY_ROLE_SHIFT_MANAGER ? trey_role_word(given->command.role)
                                                               : "?",
                given->command.actor);
    }
}
