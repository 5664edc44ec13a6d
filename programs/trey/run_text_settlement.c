/* run_text_settlement.c -- the end of a round for a person: whose hand made what,
 * what became of each wager and why, and who is up by how much. */
#include <stdio.h>
#include <string.h>

#include "run_output.h"

enum { HEADING_INDENT = 10, LINE_INDENT = 4, LINE_GAP = 2 };

/* ---- Words -------------------------------------------------------------------- */
const char *run_wager(unsigned wager) {
    const trey_wager_row *row = trey_wager(wager);
    return row->spoken ? row->spoken : row->title;
}

run_phrase run_spaced(const char *word) {
    run_phrase spoken;
    snprintf(spoken.text, sizeof spoken.text, "%s", word);
    for (char *at = spoken.text; *at; at++) {
        if (*at == '_') *at = ' ';
    }
    return spoken;
}

char *run_cards(const trey_card *card, unsigned count, bool signs, char out[RUN_CARDS_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < count && used < RUN_CARDS_MAX; i++) {
        char text[TREY_CARD_TEXT_MAX];
        bool seen = trey_card_valid(card[i]);
        if (seen) trey_card_print(card[i], signs ? TREY_CARD_SIGNS : TREY_CARD_LETTERS, text);
        used += (size_t)snprintf(out + used, RUN_CARDS_MAX - used, "%s%s", i ? " " : "",
                                 seen ? text : "a card");
    }
    return out;
}

char *run_citation(const trey_rulebook *book, const uint16_t *paragraph, size_t count, char *out,
                   size_t room) {
    out[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%s", i ? ", " : " [",
                 trey_rulebook_paragraph(book, paragraph[i])->id);
    }
    size_t used = strlen(out);
    if (count) snprintf(out + used, room - used, "]");
    return out;
}

/* ---- Hands -------------------------------------------------------------------- */
static trey_hand hand_of(const trey_card card[3]) {
    return trey_hand_of(card[0], card[1], card[2]);
}

static const char *makes(const trey_rulebook *book, const trey_card card[3]) {
    trey_rank rank = trey_hand_rank(hand_of(card));
    return trey_category_name(trey_rulebook_category(book, rank));
}

/* Does a line of this seat look at the dealer's cards too? */
static bool counts_six(const script *run, unsigned seat) {
    for (unsigned i = 0; i < run->account.lines; i++) {
        const trey_event *line = &run->account.line[i];
        if (line->seat != seat || line->wager == TREY_WAGER_ENVY) continue;
        if (trey_wager_looks(run->book, line->wager) == TREY_LOOKS_AT_FIVE) return true;
    }
    return false;
}

/* "  seat 1  alice  " in strong letters, and what is told of it. */
static void print_heading(const terminal *page, const char *heading, const char *text) {
    terminal_ink(page, INK_STRONG);
    fprintf(page->out, "%*s%s", RUN_MARGIN, "", heading);
    terminal_ink(page, INK_PLAIN);
    fprintf(page->out, "%*s", LINE_GAP, "");
    terminal_wrap(page, RUN_MARGIN + terminal_columns(heading) + LINE_GAP, HEADING_INDENT, text);
}

static void print_dealer(run_output *to, const script *run) {
    const trey_table *table = &run->account.before;
    char cards[RUN_CARDS_MAX], heading[SCRIPT_NAME_MAX + 32] = "dealer", text[SCRIPT_TEXT_MAX];
    if (table->dealer_dealt < 3) return;
    bool qualifies = trey_rulebook_qualifies(run->book, hand_of(table->dealer));
    if (run->account.banked) {
        snprintf(heading, sizeof heading, "dealer  %s, seat %u", script_player(run, table->banker),
                 table->bank_seat);
    }
    snprintf(text, sizeof text, "%s, %s, %s", run_cards(table->dealer, 3, to->signs, cards),
             makes(run->book, table->dealer), qualifies ? "qualifies" : "does not qualify");
    print_heading(&to->page, heading, text);
}

static const char *choice_text(const trey_box *box, trey_player player) {
    unsigned choice = TREY_CHOICE_NONE;
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) choice = box->bettor[i].choice;
    }
    switch (choice) {
    case TREY_CHOICE_PLAY:
        return box->viewed ? ", played" : ", played blind";
    case TREY_CHOICE_FOLD:
        return box->viewed ? ", folded" : ", folded blind";
    default:
        return "";
    }
}

/* The seat, its owner and his hand; or one who bet beside him. */
static void print_hand(run_output *to, const script *run, unsigned seat, trey_player player) {
    const trey_table *table = &run->account.before;
    const trey_box *box = &table->box[seat - 1];
    char cards[RUN_CARDS_MAX], heading[SCRIPT_NAME_MAX + 16], text[SCRIPT_TEXT_MAX], six[64] = "";
    trey_player owner = box->bettors ? box->bettor[0].player : player;
    snprintf(heading, sizeof heading, "seat %u  %s", seat, script_player(run, player));
    if (owner != player) {
        snprintf(text, sizeof text, "with %s%s", script_player(run, owner),
                 choice_text(box, player));
    } else if (box->dealt < 3) {
        snprintf(text, sizeof text, "no hand");
    } else {
        if (counts_six(run, seat)) {
            trey_five five = trey_six_rank(hand_of(box->card), hand_of(table->dealer));
            snprintf(six, sizeof six, " (six cards: %s)",
                     trey_five_category_name(trey_rulebook_five_category(run->book, five)));
        }
        snprintf(text, sizeof text, "%s, %s%s%s%s", run_cards(box->card, 3, to->signs, cards),
                 makes(run->book, box->card), six, choice_text(box, player),
                 box->hidden ? ", not shown" : "");
    }
    fputc('\n', to->page.out);
    print_heading(&to->page, heading, text);
}

/* ---- Lines -------------------------------------------------------------------- */
/* That the hand is on the pay table goes without saying where its row is shown. */
static bool row_says_all(const trey_event *line) {
    return line->line.ground == TREY_GROUND_HAND_PAYS || line->line.ground == TREY_GROUND_BONUS;
}

/* "pair pays 1 to 1": the row of a pay table. */
static void append_row(const script *run, const trey_event *line, char *out, size_t room) {
    if (line->line.row == TREY_NO_KEY || line->line.result == TREY_LINE_UNCOVERED) return;
    trey_key key = (trey_key)line->line.row;
    trey_value value = trey_rulebook_rule(run->book, key)->value;
    char text[TREY_VALUE_TEXT_MAX];
    const char *path = trey_key_path(key), *name = strrchr(path, '.') + 1;
    /* Envy of several hands is one sum. */
    if (line->wager == TREY_WAGER_ENVY && value.n != line->line.back) return;
    size_t used = strlen(out);
    bool own = strcmp(name, trey_wager_word(line->wager)) != 0;
    snprintf(out + used, room - used, "%s%s%spays %s", used ? "; " : "",
             own ? run_spaced(name).text : "", own ? " " : "", trey_value_print(key, value, text));
}

static void append_readings(const script *run, uint64_t readings, char *out, size_t room) {
    bool any = false;
    for (size_t i = 0; i < trey_rulebook_readings(run->book) && i < 64; i++) {
        const trey_reading *reading = trey_rulebook_reading(run->book, i);
        if (!((readings >> i) & 1u)) continue;
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s %s=%c", any ? "," : "; reading", reading->id,
                 'A' + (int)reading->in_force);
        any = true;
    }
}

typedef struct columns {
    size_t wager, staked, result, back;
} columns;

static void widen(size_t *column, const char *text) {
    size_t used = terminal_columns(text);
    if (used > *column) *column = used;
}

static columns line_columns(const script_account *account) {
    columns wide = {10, 6, 6, 4};
    char money[TREY_CENTS_TEXT_MAX];
    for (unsigned i = 0; i < account->lines; i++) {
        const trey_event *line = &account->line[i];
        widen(&wide.wager, run_wager(line->wager));
        widen(&wide.staked, trey_cents_print(line->amount, money));
        widen(&wide.result, trey_result_word((trey_result)line->line.result));
        widen(&wide.back, trey_cents_print(line->line.back, money));
    }
    return wide;
}

static void print_line(run_output *to, const script *run, unsigned index, columns wide) {
    const terminal *page = &to->page;
    const trey_event *line = &run->account.line[index];
    char money[TREY_CENTS_TEXT_MAX], why[SCRIPT_TEXT_MAX], cited[SCRIPT_TEXT_MAX];
    uint16_t paragraphs[TREY_CITED];
    fprintf(page->out, "%*s", LINE_INDENT, "");
    terminal_pad(page, wide.wager + LINE_GAP, run_wager(line->wager));
    fprintf(page->out, "%*s%*s", (int)wide.staked,
            line->amount ? trey_cents_print(line->amount, money) : "", LINE_GAP, "");
    bool gained = line->line.back > line->amount, lost = line->line.back == 0;
    terminal_ink(page, gained ? INK_GOOD : lost ? INK_BAD : INK_PLAIN);
    terminal_pad(page, wide.result + LINE_GAP,
                 run_spaced(trey_result_word((trey_result)line->line.result)).text);
    terminal_ink(page, INK_PLAIN);
    fprintf(page->out, "%*s%*s", (int)wide.back, trey_cents_print(line->line.back, money), LINE_GAP,
            "");
    why[0] = '\0';
    if (!row_says_all(line)) {
        snprintf(why, sizeof why, "%s", trey_ground_text((trey_ground)line->line.ground));
    }
    append_row(run, line, why, sizeof why);
    size_t count = trey_line_citation(run->rules, line, paragraphs), used = strlen(why);
    snprintf(why + used, sizeof why - used, "%s",
             run_citation(run->book, paragraphs, count, cited, sizeof cited));
    append_readings(run, run->account.readings[index], why, sizeof why);
    size_t at =
        LINE_INDENT + wide.wager + wide.staked + wide.result + wide.back + (size_t)4 * LINE_GAP;
    terminal_wrap(page, at, at, why);
}

/* Seat by seat in the order of settling, all lines of one bettor together; but
 * where a bank may be spent the order itself decides, and is kept. */
static void print_lines(run_output *to, const script *run) {
    const script_account *account = &run->account;
    bool told[TREY_EVENTS] = {false};
    columns wide = line_columns(account);
    terminal_ink(&to->page, INK_FAINT);
    fprintf(to->page.out, "\n%*s%*s  %-*s  %*s", (int)wide.wager + LINE_INDENT + LINE_GAP, "",
            (int)wide.staked, "staked", (int)wide.result, "result", (int)wide.back, "back");
    terminal_ink(&to->page, INK_PLAIN);
    for (unsigned i = 0; i < account->lines; i++) {
        const trey_event *first = &account->line[i];
        if (told[i]) continue;
        print_hand(to, run, first->seat, first->player);
        for (unsigned j = i; j < account->lines; j++) {
            const trey_event *line = &account->line[j];
            bool his = line->seat == first->seat && line->player == first->player;
            if (!his && account->banked) break;
            if (!his) continue;
            print_line(to, run, j, wide);
            told[j] = true;
        }
    }
}

/* ---- Totals ------------------------------------------------------------------- */
typedef struct total_row {
    char name[SCRIPT_NAME_MAX + 16];
    char money[3][TREY_CENTS_TEXT_MAX + 1]; /* staked, back, net */
    trey_cents net;
} total_row;

typedef struct total_columns {
    size_t name, money[3];
} total_columns;

static char *signed_text(trey_cents cents, char out[TREY_CENTS_TEXT_MAX + 1]) {
    out[0] = '+';
    trey_cents_print(cents, cents > 0 ? out + 1 : out);
    return out;
}

/* A player's row, or the house's after the last of them. */
static total_row total_at(const script *run, unsigned index) {
    const script_account *account = &run->account;
    total_row row = {0};
    if (index == account->totals) {
        snprintf(row.name, sizeof row.name, "house%s", account->banked ? ", collection" : "");
        row.net = account->house;
    } else {
        const script_total *total = &account->total[index];
        snprintf(row.name, sizeof row.name, "%s%s", script_player(run, total->player),
                 total->banks ? ", bank" : "");
        trey_cents_print(total->staked, row.money[0]);
        trey_cents_print(total->back, row.money[1]);
        row.net = total->back - total->staked;
    }
    signed_text(row.net, row.money[2]);
    return row;
}

static total_columns total_widths(const script *run) {
    total_columns wide = {13, {6, 6, 6}};
    for (unsigned i = 0; i <= run->account.totals; i++) {
        total_row row = total_at(run, i);
        widen(&wide.name, row.name);
        for (unsigned m = 0; m < 3; m++) widen(&wide.money[m], row.money[m]);
    }
    return wide;
}

static void print_totals(run_output *to, const script *run, total_columns wide) {
    enum { GAP = 3 };
    const terminal *page = &to->page;
    terminal_ink(page, INK_FAINT);
    fprintf(page->out, "\n%*s%*s%*s%*s\n", (int)wide.name + RUN_MARGIN, "",
            (int)wide.money[0] + GAP, "staked", (int)wide.money[1] + GAP, "back",
            (int)wide.money[2] + GAP, "net");
    terminal_ink(page, INK_PLAIN);
    for (unsigned i = 0; i <= run->account.totals; i++) {
        total_row row = total_at(run, i);
        fprintf(page->out, "%*s", RUN_MARGIN, "");
        terminal_pad(page, wide.name, row.name);
        fprintf(page->out, "%*s%*s", (int)wide.money[0] + GAP, row.money[0],
                (int)wide.money[1] + GAP, row.money[1]);
        terminal_ink(page, row.net > 0 ? INK_GOOD : row.net < 0 ? INK_BAD : INK_PLAIN);
        fprintf(page->out, "%*s\n", (int)wide.money[2] + GAP, row.money[2]);
        terminal_ink(page, INK_PLAIN);
    }
}

/* "  bank    $500 to $550" under the names of the totals. */
static void print_note(const terminal *page, size_t column, const char *name, const char *text) {
    fprintf(page->out, "%*s", RUN_MARGIN, "");
    terminal_pad(page, column + LINE_GAP, name);
    terminal_wrap(page, RUN_MARGIN + column + LINE_GAP, RUN_MARGIN + column + LINE_GAP, text);
}

static void print_change(const terminal *page, size_t column, const char *name, trey_cents before,
                         trey_cents after) {
    char text[SCRIPT_TEXT_MAX], from[TREY_CENTS_TEXT_MAX], to[TREY_CENTS_TEXT_MAX];
    snprintf(text, sizeof text, "%s -> %s", trey_cents_print(before, from),
             trey_cents_print(after, to));
    print_note(page, column, name, text);
}

void run_text_settled(run_output *to, const script *run) {
    const script_account *account = &run->account;
    const trey_table *before = &account->before;
    const terminal *page = &to->page;
    char text[SCRIPT_TEXT_MAX], bank[TREY_CENTS_TEXT_MAX], players[TREY_CENTS_TEXT_MAX];
    total_columns wide = total_widths(run);
    terminal_heading(page, account->voided ? "Round %u is void" : "Settlement of round %u",
                     before->round);
    if (!account->voided) print_dealer(to, run);
    if (account->lines > 0) { /* a settled round that is undone has none */
        print_lines(to, run);
        print_totals(to, run, wide);
    }
    if (before->config.jackpot || account->banked) fputc('\n', page->out);
    if (before->config.jackpot) {
        print_change(page, wide.name, "meter", before->meter_start, account->after.meter.value);
    }
    if (!account->banked) return;
    print_change(page, wide.name, "bank", before->bank, account->bank_after);
    snprintf(text, sizeof text, "%s from the player-dealer, %s from the players",
             trey_cents_print(before->fee_bank, bank),
             trey_cents_print(before->fee_players, players));
    append_readings(run, account->collection_readings, text, sizeof text);
    print_note(page, wide.name, "collection", text);
    snprintf(text, sizeof text, "seat %u", before->button);
    if (before->button) print_note(page, wide.name, "action button", text);
}
