/* random_script.c -- a table's story as a script for `trey run` (docs/table-script.md).
 *
 * What was accepted is a line of the script; what was refused changed nothing and
 * is a comment with the name of the refusal. */
#include "random_rounds.h"

static void print_dollars(FILE *out, trey_cents cents) {
    if (cents % 100 == 0) {
        fprintf(out, "%lld", (long long)(cents / 100));
    } else {
        fprintf(out, "%lld.%02d", (long long)(cents / 100), (int)(cents % 100));
    }
}

static void print_cards(FILE *out, const trey_card *cards, unsigned count, const char *between) {
    for (unsigned i = 0; i < count && i < TREY_CARDS; i++) {
        char text[TREY_CARD_TEXT_MAX];
        const char *word = "unseen";
        if (trey_card_valid(cards[i])) word = trey_card_print(cards[i], TREY_CARD_LETTERS, text);
        fprintf(out, "%s%s", i ? between : "", word);
    }
}

static void print_opening(const random_table *table, FILE *out) {
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
    if (config->system_deck) fprintf(out, " cards=system");
    if (config->schedule) fprintf(out, " schedule=%u", config->schedule);
    if (config->schedule && config->fee_supplied != TREY_FEE_UNREADABLE) {
        fprintf(out, " fee=");
        print_dollars(out, config->fee_supplied);
    }
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (stake == TREY_WAGER_PLAY || config->maximum[stake] == 0) continue;
        fprintf(out, " %s=", trey_wager_word(stake));
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

static const char *wager_word(unsigned wager) {
    return wager < TREY_WAGER_COUNT ? trey_wager_word(wager) : "?";
}

static void print_report(const trey_command *command, FILE *out) {
    static const char *const modes[] = {"", " mode=close", " mode=disable", " mode=without"};
    fprintf(out, " %s",
            command->kind < TREY_IRREGULARITY_COUNT
                ? trey_irregularity_name((trey_irregularity)command->kind)
                : "?");
    const char *between = " seats=";
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (!((command->seats >> (seat - 1)) & 1u)) continue;
        fprintf(out, "%s%u", between, seat);
        between = ",";
    }
    for (unsigned i = 0; i < TREY_FACT_COUNT; i++) {
        const char *answer =
            command->answer[i] ? trey_fact_answer((trey_fact)i, command->answer[i] - 1u) : NULL;
        if (answer) fprintf(out, " %s=%s", trey_fact_name((trey_fact)i), answer);
    }
    if (command->player) fprintf(out, " player=p%u", command->player);
    fprintf(out, " wager=%s%s amount=", wager_word(command->wager),
            command->mode < 4 ? modes[command->mode] : " mode=?");
    print_dollars(out, command->amount);
}

static void print_ruling(const trey_command *command, FILE *out) {
    unsigned ruling = command->ruling;
    fprintf(out, " %s %s",
            command->role <= TREY_ROLE_SHIFT_MANAGER ? trey_role_word(command->role) : "?",
            ruling < TREY_RULING_COUNT ? trey_ruling_word((trey_ruling_kind)ruling) : "?");
    if (ruling == TREY_RULING_RETURN_HAND || ruling == TREY_RULING_SETTLE_AT ||
        ruling == TREY_RULING_DISABLE_BOX || ruling == TREY_RULING_ENABLE_BOX) {
        fprintf(out, " %u", command->seat);
    }
    if (ruling >= TREY_RULING_BAR && ruling <= TREY_RULING_FREE) {
        fprintf(out, " p%u", command->player);
    }
    if (ruling == TREY_RULING_SETTLE_AT) {
        fprintf(out, " %s ", wager_word(command->wager));
        print_dollars(out, command->amount);
    }
    fprintf(out, " because so it is");
}

static void print_limits(const trey_command *command, FILE *out) {
    fprintf(out, " %s",
            command->role <= TREY_ROLE_SHIFT_MANAGER ? trey_role_word(command->role) : "?");
    for (unsigned i = 0; i < command->limits.count && i < TREY_LIMITED; i++) {
        fprintf(out, " %s ", wager_word(command->limits.wager[i]));
        print_dollars(out, command->limits.least[i]);
        fprintf(out, "..");
        print_dollars(out, command->limits.most[i]);
    }
    fprintf(out, " because so it is");
}

static void print_arguments(const trey_command *command, FILE *out) {
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
    case TREY_VERB_CHOOSE:
        fprintf(out, " %u p%u %s", command->seat, command->player,
                command->part ? "return" : "continue");
        break;
    case TREY_VERB_PASS:
        fprintf(out, " p%u", command->player);
        break;
    case TREY_VERB_LOOK:
        fprintf(out, " %u", command->seat);
        break;
    case TREY_VERB_BET:
    case TREY_VERB_WITHDRAW:
        fprintf(out, " %u p%u %s", command->seat, command->player, wager_word(command->wager));
        break;
    case TREY_VERB_BANK:
    case TREY_VERB_FUND:
    case TREY_VERB_PLAY:
        fprintf(out, " %u p%u", command->seat, command->player);
        break;
    case TREY_VERB_DECK:
    case TREY_VERB_MEND:
        fprintf(out, " ");
        print_cards(out, command->cards, command->count, " ");
        break;
    case TREY_VERB_CARD:
        fprintf(out, " ");
        print_cards(out, command->cards, 1, " ");
        break;
    case TREY_VERB_REPORT:
        print_report(command, out);
        return;
    case TREY_VERB_RULE:
        print_ruling(command, out);
        return;
    case TREY_VERB_LIMITS:
        print_limits(command, out);
        return;
    default:
        return;
    }
    bool priced = command->verb == TREY_VERB_BET || command->verb == TREY_VERB_WITHDRAW ||
                  command->verb == TREY_VERB_BANK || command->verb == TREY_VERB_FUND ||
                  command->verb == TREY_VERB_PLAY;
    if (priced && command->amount != 0) {
        fprintf(out, " ");
        print_dollars(out, command->amount);
    }
    if (command->verb == TREY_VERB_BET && command->part) fprintf(out, " part");
}

/* Whose a verb is unless another role is said. */
static unsigned usual_role(unsigned verb) {
    return trey_verb_row_of((trey_verb)verb)->by;
}

static void print_command(const trey_command *command, FILE *out) {
    bool known = command->verb < TREY_VERB_COUNT;
    fprintf(out, "%s", known ? trey_verb_word((trey_verb)command->verb) : "?");
    print_arguments(command, out);
    if (!known || command->verb == TREY_VERB_RULE || command->verb == TREY_VERB_LIMITS) return;
    if (command->role == usual_role(command->verb)) return;
    fprintf(out, " by %s",
            command->role <= TREY_ROLE_SHIFT_MANAGER ? trey_role_word(command->role) : "?");
}

void random_script_print(const random_table *table, FILE *out) {
    print_opening(table, out);
    for (size_t i = 0; i < table->givens; i++) {
        const random_given *given = &table->given[i];
        bool done = given->refused == TREY_REFUSED_NONE;
        if (!done) fprintf(out, "# ");
        print_command(&given->command, out);
        if (!done) fprintf(out, " => %s", trey_refused_word(given->refused));
        fprintf(out, "\n");
    }
}
