/* script_expect_words.c -- what a script states that is not money.
 *
 *   expect SEAT [PLAYER] WAGER is RESULT       the settled wager's result, or none
 *   expect SEAT [PLAYER] WAGER by PARAGRAPH    a paragraph behind it
 *   expect event EVENT                         the last command caused it
 *   expect by PARAGRAPH                        behind the last refusal, or report
 *   expect effect SEAT WAGER RESULT AMOUNT     what the waiting report will do
 *   expect gate GATE                           what holds the table up
 *   expect view VIEWER SEAT|dealer CARDS       what a player or a role sees; - is hidden */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "run_output.h"
#include "script_parts.h"
#include "trey/json.h"

enum { RESULTS = TREY_LINE_PARTLY_COVERED + 1, GATES = TREY_GATES, LIST_MAX = 192 };

static const char *result_name(unsigned index) {
    return index < RESULTS ? trey_result_word((trey_result)index) : "none";
}

static const char *event_name(unsigned index) {
    return trey_event_word((trey_event_kind)index);
}

static const char *gate_name(unsigned index) {
    return trey_gate_word(index);
}

/* The place of a word in a list, or a fault and false. */
static bool read_name(script *run, unsigned word, const char *(*name)(unsigned index),
                      unsigned count, const char *what, unsigned *out) {
    const char *text = word < run->line.count ? run->line.word[word] : "";
    for (*out = 0; *out < count; ++*out) {
        if (strcmp(text, name(*out)) == 0) return true;
    }
    return script_fault(run, word, "\"%s\" is no %s; %s", script_quoted(text).text, what,
                        script_nearest(text, name, count, "docs/table-script.md lists them").text);
}

static bool ends_at(script *run, unsigned word) {
    if (run->line.count == word) return true;
    return script_fault(run, word, "%s expected here; the line ends after \"%s\"", "nothing is",
                        run->line.word[word - 1]);
}

static bool tell_words(script *run, bool ok, const char *expected, const char *found) {
    char text[SCRIPT_TEXT_MAX];
    run_check check = {
        .what = script_line_text(run, text), .ok = ok, .expected = expected, .found = found};
    script_tell(run, &check);
    return true;
}

/* ---- Settled wagers ------------------------------------------------------------ */
static const trey_event *line_of(const script *run, const script_arguments *given) {
    for (unsigned i = 0; run->settled && i < run->account.lines; i++) {
        const trey_event *line = &run->account.line[i];
        if (line->seat != given->seat || line->wager != given->wager) continue;
        if (given->owner || line->player == given->player) return line;
    }
    return NULL;
}

static bool expect_result(script *run, unsigned is) {
    script_arguments given;
    unsigned wanted;
    if (!script_read(run, "SEAT [KNOWN] WAGER", 1, is, &given)) return false;
    if (!read_name(run, is + 1, result_name, RESULTS + 1, "result", &wanted)) return false;
    if (!ends_at(run, is + 2)) return false;
    const trey_event *line = line_of(run, &given);
    unsigned found = line ? line->line.result : RESULTS;
    return tell_words(run, found == wanted, result_name(wanted), result_name(found));
}

/* Compares a paragraph's id with those cited; the list says what was found. */
static bool tell_cited(script *run, unsigned word, const uint16_t *cited, size_t count) {
    const char *id = word < run->line.count ? run->line.word[word] : "";
    const trey_paragraph *wanted = trey_rulebook_paragraph_find(run->book, id);
    if (!wanted)
        return script_fault(run, word,
                            "\"%s\" is no paragraph of this rulebook; `trey rules %s` "
                            "lists them",
                            script_quoted(id).text, trey_rulebook_id(run->book));
    char list[LIST_MAX] = "";
    bool ok = false;
    for (size_t i = 0; i < count; i++) {
        const trey_paragraph *paragraph = trey_rulebook_paragraph(run->book, cited[i]);
        size_t used = strlen(list);
        ok |= paragraph == wanted;
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", paragraph->id);
    }
    return tell_words(run, ok, wanted->id, *list ? list : "none");
}

/* Paragraph ids of California have blanks: the words after `by` are one id. */
static bool join_id(script *run, unsigned by, char *room, size_t size) {
    room[0] = '\0';
    for (unsigned word = by + 1; word < run->line.count; word++) {
        size_t used = strlen(room);
        snprintf(room + used, size - used, "%s%s", used ? " " : "", run->line.word[word]);
    }
    if (by + 1 >= run->line.count) return script_fault(run, by + 1, "by takes a paragraph");
    run->line.word[by + 1] = room;
    return true;
}

static bool expect_line_cites(script *run, unsigned by) {
    script_arguments given;
    uint16_t cited[TREY_CITED];
    char id[SCRIPT_TEXT_MAX];
    if (!script_read(run, "SEAT [KNOWN] WAGER", 1, by, &given)) return false;
    if (!join_id(run, by, id, sizeof id)) return false;
    const trey_event *line = line_of(run, &given);
    size_t count = line ? trey_line_citation(run->rules, line, cited) : 0;
    return tell_cited(run, by + 1, cited, count);
}

bool script_expect_line(script *run) {
    for (unsigned word = 2; word < run->line.count; word++) {
        if (strcmp(run->line.word[word], "is") == 0) return expect_result(run, word);
        if (strcmp(run->line.word[word], "by") == 0) return expect_line_cites(run, word);
    }
    return script_fault(run, run->line.count,
                        "expect SEAT WAGER AMOUNT, or is RESULT, or by "
                        "PARAGRAPH");
}

/* ---- The last command ------------------------------------------------------------ */
static bool expect_cites(script *run) {
    uint16_t cited[TREY_CITED];
    char id[SCRIPT_TEXT_MAX];
    const trey_decision *decision = &run->decision;
    if (!join_id(run, 1, id, sizeof id)) return false;
    if (decision->refused != TREY_REFUSED_NONE) {
        size_t count = trey_refusal_citation(run->rules, decision, cited);
        return tell_cited(run, 2, cited, count);
    }
    const trey_report *report = &run->table.report;
    const trey_case *item =
        &trey_rulebook_trouble(run->book, (trey_irregularity)report->kind)->item[report->item];
    if (run->table.gate == TREY_GATE_REPORT)
        return tell_cited(run, 2, item->by.paragraph, item->by.count);
    return tell_words(run, false, "a refusal or a report", "neither");
}

static bool expect_event(script *run) {
    unsigned wanted;
    if (!read_name(run, 2, event_name, TREY_EVENT_KIND_COUNT, "event", &wanted)) return false;
    if (!ends_at(run, 3)) return false;
    char list[LIST_MAX] = "";
    bool ok = false;
    const trey_decision *decision = &run->decision;
    for (unsigned i = 0; i < decision->count; i++) {
        size_t used = strlen(list);
        ok |= decision->event[i].kind == wanted;
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                 event_name(decision->event[i].kind));
    }
    return tell_words(run, ok, event_name(wanted), *list ? list : "none");
}

static bool expect_gate(script *run) {
    unsigned wanted;
    if (!read_name(run, 2, gate_name, GATES, "gate", &wanted)) return false;
    if (!ends_at(run, 3)) return false;
    return tell_words(run, run->table.gate == wanted, gate_name(wanted),
                      gate_name(run->table.gate));
}

static bool expect_effect(script *run) {
    script_arguments given;
    unsigned wanted;
    if (run->line.count != 6)
        return script_fault(run, run->line.count < 6 ? run->line.count : 6,
                            "expect effect takes a seat, a wager, a result and an amount, as in "
                            "expect effect 1 ante returned 50");
    /* `hand` stands for all that a bettor won or lost at the seat. */
    bool whole = strcmp(run->line.word[3], "hand") == 0;
    if (!script_read(run, whole ? "SEAT" : "SEAT WAGER", 2, whole ? 3 : 4, &given)) return false;
    if (!read_name(run, 4, result_name, RESULTS + 1, "result", &wanted)) return false;
    trey_cents amount;
    if (!script_read_amount(run, 5, run->line.word[5], &amount)) return false;
    static trey_effect effect[TREY_EVENTS];
    size_t count = trey_report_effects(run->rules, &run->table, effect);
    char expected[64], found[64] = "none", money[TREY_CENTS_TEXT_MAX];
    snprintf(expected, sizeof expected, "%s %s", result_name(wanted),
             trey_cents_print(amount, money));
    for (size_t i = 0; i < count; i++) {
        if (effect[i].seat != given.seat || effect[i].whole != whole) continue;
        if (!whole && effect[i].wager != given.wager) continue;
        snprintf(found, sizeof found, "%s %s", result_name(effect[i].result),
                 trey_cents_print(effect[i].staked, money));
        if (strcmp(found, expected) == 0) break;
    }
    return tell_words(run, strcmp(found, expected) == 0, expected, found);
}

/* ---- Views ------------------------------------------------------------------------- */
static void print_seen(const trey_card *card, unsigned count, char *out, size_t room) {
    *out = '\0';
    for (unsigned i = 0; i < count; i++) {
        char text[TREY_CARD_TEXT_MAX] = "-";
        if (card[i] != TREY_NO_CARD) trey_card_print(card[i], TREY_CARD_LETTERS, text);
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%s", used ? "," : "", text);
    }
}

static bool read_viewer(script *run, unsigned word, unsigned *role, trey_player *player) {
    const char *text = run->line.word[word];
    *player = TREY_NOBODY;
    for (*role = TREY_ROLE_DEALER; *role <= TREY_ROLE_SHIFT_MANAGER; ++*role) {
        if (strcmp(text, trey_role_word(*role)) == 0) return true;
    }
    *role = TREY_ROLE_PLAYER;
    return script_known_player(run, word, text, player);
}

static bool expect_view(script *run) {
    unsigned role;
    trey_player player;
    if (run->line.count != 5)
        return script_fault(run, run->line.count < 5 ? run->line.count : 5,
                            "expect view takes a player or a role, a seat or dealer, and three "
                            "cards, as in expect view alice 1 Ks,-,-");
    if (!read_viewer(run, 2, &role, &player)) return false;
    bool dealer = strcmp(run->line.word[3], "dealer") == 0;
    uint8_t seat = 1;
    if (!dealer && !script_read_seat(run, 3, run->line.word[3], &seat)) return false;
    static trey_view view;
    trey_table_view(run->rules, &run->table, role, player, &view);
    char found[32];
    print_seen(dealer ? view.dealer : view.box[seat - 1].card, 3, found, sizeof found);
    return tell_words(run, strcmp(found, run->line.word[4]) == 0, run->line.word[4], found);
}

static const struct {
    const char *word;
    bool (*check)(script *run);
} checks[] = {{"by", expect_cites},
              {"event", expect_event},
              {"gate", expect_gate},
              {"effect", expect_effect},
              {"view", expect_view}};

bool script_expect_word(script *run, bool *known) {
    const char *word = run->line.count > 1 ? run->line.word[1] : "";
    for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (strcmp(word, checks[i].word) != 0) continue;
        *known = true;
        return checks[i].check(run);
    }
    *known = false;
    return true;
}
