/* collection_schedules.c -- what the cardroom collects for a hand.
 *
 * A schedule is a list of brackets of whole dollars, one after the other
 * without overlap or hole; the last has no upper end. Two cells of the source
 * cannot be read (option 14, first fee; option 18, last row): they stand as
 * `unreadable`, and a table that needs one must be told the fee. */
#include <string.h>

#include "book.h"

enum { DOLLAR = 100, OPTION_MOST = 255 /* a table keeps it in a byte */ };

/* $50..$99, or $200.. for the last. */
static bool parse_action(const char *text, trey_bracket *out) {
    const char *end;
    if (text[0] != '$' || trey_cents_parse(text, &out->from, &end) != TREY_STATUS_OK) return false;
    if (out->from % DOLLAR != 0 || strncmp(end, "..", 2) != 0) return false;
    end += 2;
    out->to = TREY_NO_LIMIT;
    if (*end == '\0') return true;
    return *end == '$' && trey_cents_parse(end, &out->to, &end) == TREY_STATUS_OK && *end == '\0' &&
           out->to % DOLLAR == 0 && out->from <= out->to;
}

static bool parse_fee(const char *text, trey_cents *out) {
    const char *end;
    if (strcmp(text, "unreadable") == 0) {
        *out = TREY_FEE_UNREADABLE;
        return true;
    }
    return text[0] == '$' && trey_cents_parse(text, out, &end) == TREY_STATUS_OK && *end == '\0';
}

static bool scalar(const yaml_node *node) {
    return node && node->kind == YAML_SCALAR;
}

static void check_follows(loading *load, const yaml_node *node, const trey_bracket *before,
                          const trey_bracket *now) {
    char end[TREY_CENTS_TEXT_MAX], start[TREY_CENTS_TEXT_MAX];
    if (before->to == TREY_NO_LIMIT || now->from <= before->to) {
        wrong_at(load, node, "each bracket begins one dollar above the end of the one before",
                 "the bracket from %s overlaps the one before it",
                 trey_cents_print(now->from, start));
    } else if (now->from != before->to + DOLLAR) {
        wrong_at(load, node, "each bracket begins one dollar above the end of the one before",
                 "nothing is said between %s and %s", trey_cents_print(before->to, end),
                 trey_cents_print(now->from, start));
    }
}

static void read_bracket(loading *load, const yaml_node *node, trey_schedule *out) {
    const yaml_node *action = yaml_child(node, "action"), *fee = yaml_child(node, "fee");
    trey_bracket bracket;
    if (!scalar(action) || !scalar(fee) || node->count != 2) {
        wrong_at(load, node, "write {action: $50..$99, fee: $3}",
                 "a bracket has an action and a fee");
        return;
    }
    if (!parse_action(action->text, &bracket)) {
        wrong_at(load, action, "write whole dollars as in $50..$99, or $200.. for the last",
                 "\"%s\" is not a bracket", action->text);
        return;
    }
    if (!parse_fee(fee->text, &bracket.fee)) {
        wrong_at(load, fee, "write $3, or unreadable", "\"%s\" is not a fee", fee->text);
        return;
    }
    if (out->brackets == TREY_BRACKETS) {
        wrong_at(load, node, NULL, "a schedule has at most %d brackets", TREY_BRACKETS);
        return;
    }
    if (out->brackets > 0) check_follows(load, action, &out->bracket[out->brackets - 1], &bracket);
    out->bracket[out->brackets++] = bracket;
}

static void read_schedule(loading *load, const yaml_node *node, trey_schedule *out) {
    static const char *const known[] = {"option", "by", "note", "player", "brackets"};
    for (const yaml_node *child = node->first; child; child = child->next) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            found |= child->key && strcmp(child->key->text, known[i]) == 0;
        }
        if (!found)
            wrong_at(load, child, "option, by, note, player and brackets",
                     "unknown field in a schedule");
    }
    const yaml_node *option = yaml_child(node, "option"), *player = yaml_child(node, "player");
    const yaml_node *by = yaml_child(node, "by"), *brackets = yaml_child(node, "brackets");
    const yaml_node *note = yaml_child(node, "note");
    if (!scalar(option) || !scalar(player) || !by || !brackets || brackets->kind != YAML_SEQUENCE ||
        !brackets->count) {
        wrong_at(load, node, "write option, by, player and brackets", "a schedule is incomplete");
        return;
    }
    unsigned number = 0;
    for (const char *at = option->text; *at >= '0' && *at <= '9' && number < 1000; at++) {
        number = number * 10 + (unsigned)(*at - '0');
    }
    if (number == 0 || number > OPTION_MOST) {
        wrong_at(load, option, "write a number from 1 to 255",
                 "\"%s\" is not the number of an option", option->text);
    }
    out->option = number;
    if (trey_rulebook_schedule_option(load->book, number)) {
        wrong_at(load, option, "number each option once", "option %u stands twice", number);
    }
    if (!parse_fee(player->text, &out->player_fee) || out->player_fee < 0) {
        wrong_at(load, player, "write $1 or $0", "\"%s\" is not a fee", player->text);
    }
    out->by = read_citation(load, by);
    if (note) out->notes = read_notes(load, note);
    for (const yaml_node *item = brackets->first; item; item = item->next) {
        read_bracket(load, item, out);
    }
    bool whole = out->brackets == brackets->count;
    if (whole && out->bracket[out->brackets - 1].to != TREY_NO_LIMIT) {
        wrong_at(load, brackets->last, "end the last bracket with two dots, as in $200..",
                 "the last bracket has an upper end, so a larger action has no fee");
    }
}

void load_schedules(loading *load, const yaml_node *node) {
    fields common;
    if (!read_fields(load, node, "collection.schedules", NULL, 0, &common)) return;
    if (common.form == TREY_FORM_ABSENT) return;
    if (common.value->kind != YAML_SEQUENCE || common.value->count == 0 ||
        common.value->count > TREY_SCHEDULES) {
        wrong_at(load, common.value, "write - option: 1 and so on",
                 "one to %d schedules are expected", TREY_SCHEDULES);
        return;
    }
    for (const yaml_node *item = common.value->first; item; item = item->next) {
        read_schedule(load, item, &load->book->schedule[load->book->schedules]);
        load->book->schedules++;
    }
}

size_t trey_rulebook_schedules(const trey_rulebook *book) {
    return book->schedules;
}

const trey_schedule *trey_rulebook_schedule(const trey_rulebook *book, size_t index) {
    TREY_ASSERT(index < book->schedules);
    return &book->schedule[index];
}

const trey_schedule *trey_rulebook_schedule_option(const trey_rulebook *book, unsigned option) {
    for (size_t i = 0; i < book->schedules; i++) {
        if (book->schedule[i].option == option) return &book->schedule[i];
    }
    return NULL;
}

const trey_bracket *trey_schedule_bracket(const trey_rulebook *book, const trey_schedule *schedule,
                                          trey_cents action) {
    int64_t gap = said(book, TREY_KEY_FEE_GAP)->value.n;
    trey_cents whole = action / DOLLAR * DOLLAR;
    if (gap == TREY_FEE_GAP_ROUND_UP && whole != action) {
        if (!trey_cents_add(whole, DOLLAR, &action)) return NULL;
    }
    const trey_bracket *reached = NULL;
    for (unsigned i = 0; i < schedule->brackets; i++) {
        if (action >= schedule->bracket[i].from) reached = &schedule->bracket[i];
    }
    if (gap == TREY_FEE_GAP_REFUSE && whole != action) return NULL;
    return reached;
}
