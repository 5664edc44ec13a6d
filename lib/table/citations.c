/* citations.c -- the paragraphs behind a refusal and behind a line, and the
 * readings that a line depends on. */
#include <stdlib.h>

#include "collection.h"
#include "remedies.h"
#include "settle.h"

/* ---- Paragraphs ------------------------------------------------------------------ */
typedef struct citing {
    const trey_rules *rules;
    uint16_t *paragraph;
    size_t count;
} citing;

static void cite(citing *c, trey_citation by) {
    for (size_t i = 0; i < by.count && c->count < TREY_CITED; i++) {
        bool there = false;
        for (size_t k = 0; k < c->count; k++) there |= c->paragraph[k] == by.paragraph[i];
        if (!there) c->paragraph[c->count++] = by.paragraph[i];
    }
}

static void cite_key(citing *c, unsigned key) {
    if (key == TREY_NO_KEY) return;
    cite(c, trey_rulebook_rules(c->rules->book)[key].by);
}

/* A pay row, unless one of its paragraphs is cited already: then that one says
 * both what happens and what is paid. */
static void cite_row(citing *c, unsigned row) {
    if (row == TREY_NO_KEY) return;
    trey_citation by = trey_rulebook_rules(c->rules->book)[row].by;
    for (size_t i = 0; i < by.count; i++) {
        for (size_t k = 0; k < c->count; k++) {
            if (c->paragraph[k] == by.paragraph[i]) return;
        }
    }
    cite(c, by);
}

/* Every case of an irregularity: what forbids a bet says it there. */
static void cite_trouble(citing *c, trey_irregularity kind, int only) {
    const trey_trouble *trouble = trey_rulebook_trouble(c->rules->book, kind);
    for (unsigned i = 0; i < trouble->cases; i++) {
        if (only < 0 || (unsigned)only == i) cite(c, trouble->item[i].by);
    }
}

/* The case that put a hand out, or the part of it that a player chose. */
static void cite_case(citing *c, trey_irregularity kind, unsigned which, trey_ground ground) {
    const trey_case *item = &trey_rulebook_trouble(c->rules->book, kind)->item[which];
    bool chosen = ground == TREY_GROUND_INVALID && item->back.count > 0;
    cite(c, chosen ? item->back : item->by);
}

size_t trey_refusal_citation(const trey_rules *rules, const trey_decision *decision,
                             uint16_t paragraph[TREY_CITED]) {
    citing c = {rules, paragraph, 0};
    cite_key(&c, decision->key);
    if (decision->trouble != TREY_NO_KEY) {
        /* While bets are open the first case applies. */
        cite_trouble(&c, (trey_irregularity)decision->trouble, 0);
        if (c.count == 0) cite_key(&c, TREY_KEY_LIMITS_SHOWN);
    }
    return c.count;
}

/* The keys that answer for a ground, by wager; 0 or TREY_NO_KEY where there is none. */
static unsigned ground_key(trey_ground ground, const trey_wager_row *row) {
    switch (ground) {
    case TREY_GROUND_FOLDED:
        return row->fold;
    case TREY_GROUND_UNQUALIFIED:
        return row->unqualified;
    case TREY_GROUND_BETTER:
        return TREY_KEY_BETTER_HAND;
    case TREY_GROUND_WORSE:
        return TREY_KEY_WORSE_HAND;
    case TREY_GROUND_EQUAL:
        return TREY_KEY_EQUAL_HAND;
    case TREY_GROUND_UNSHOWN:
        return row->unshown ? row->unshown : TREY_KEY_UNSHOWN_BEATEN;
    case TREY_GROUND_UNSHOWN_UNQUALIFIED:
        return row->unshown_unqualified;
    case TREY_GROUND_UNSHOWN_LOOKED:
        return TREY_KEY_VIEW_UNSHOWN;
    case TREY_GROUND_HAND_PAYS:
    case TREY_GROUND_HAND_PAYS_FOLDED:
        return row->listed;
    case TREY_GROUND_NOT_LISTED:
    case TREY_GROUND_NOT_LISTED_FOLDED:
        return row->unlisted;
    case TREY_GROUND_BONUS:
        return TREY_KEY_BONUS_ON_LOSS;
    case TREY_GROUND_BONUS_UNQUALIFIED:
        return TREY_KEY_BONUS_UNQUALIFIED;
    case TREY_GROUND_ENVY:
        return TREY_KEY_ENVY_TRIGGER;
    case TREY_GROUND_BANK_SPENT:
        return row->uncovered ? row->uncovered : TREY_KEY_BANK_SPENT;
    case TREY_GROUND_WIN_LIMIT:
        return TREY_KEY_BANK_LIMIT;
    default:
        return TREY_NO_KEY;
    }
}

static void cite_ruling(citing *c, trey_ruling_kind ruling) {
    trey_key key = (trey_key)trey_ruling_row_of(ruling)->key;
    bool preset = ruling == TREY_RULING_PRESET;
    if (ruling == TREY_RULING_PERMIT_WITHDRAWAL) cite_key(c, TREY_KEY_PERMISSION);
    cite_key(c, c->rules->absent[key] ? TREY_KEY_ROLE_RULING : key);
    if (preset) cite_key(c, TREY_KEY_RULING_PRESET);
    if (preset || ruling == TREY_RULING_VOID) cite_key(c, TREY_KEY_VOID_WAGERS);
}

size_t trey_line_citation(const trey_rules *rules, const trey_event *line,
                          uint16_t paragraph[TREY_CITED]) {
    citing c = {rules, paragraph, 0};
    trey_ground ground = (trey_ground)line->line.ground;
    bool lives = ground == TREY_GROUND_HAND_PAYS_FOLDED || ground == TREY_GROUND_NOT_LISTED_FOLDED;
    const trey_wager_row *row = trey_wager(line->wager);
    unsigned key = ground_key(ground, row);
    if (lives) cite_key(&c, row->fold);
    if (key != 0) cite_key(&c, key);
    if (line->line.result == TREY_LINE_PARTLY_COVERED) cite_key(&c, TREY_KEY_BANK_PARTIAL);
    cite_row(&c, line->line.row);
    if (line->cause.kind == TREY_CAUSE_RULING) {
        cite_ruling(&c, (trey_ruling_kind)line->cause.item);
    } else if (line->cause.kind > 0) {
        cite_case(&c, (trey_irregularity)(line->cause.kind - 1), line->cause.item, ground);
    } else if (ground == TREY_GROUND_VOID || ground == TREY_GROUND_INVALID ||
               ground == TREY_GROUND_RULED) {
        cite_key(&c, TREY_KEY_ROLE_RULING);
    }
    if (ground == TREY_GROUND_VOID) cite_key(&c, TREY_KEY_VOID_WAGERS);
    /* The case after the closing call. */
    if (ground == TREY_GROUND_JACKPOT_ALONE) cite_trouble(&c, TREY_IRREGULARITY_JACKPOT_ALONE, 1);
    return c.count;
}

size_t trey_ruling_citation(const trey_rules *rules, trey_ruling_kind ruling,
                            uint16_t paragraph[TREY_CITED]) {
    citing c = {rules, paragraph, 0};
    cite_ruling(&c, ruling);
    return c.count;
}

/* ---- Readings --------------------------------------------------------------------- */
typedef struct alternate {
    trey_rulebook *book;
    trey_rules *rules;
    size_t reading;
} alternate;

struct alternates {
    size_t count;
    alternate item[];
};

void alternates_close(struct alternates *all) {
    if (!all) return;
    for (size_t i = 0; i < all->count; i++) {
        trey_rules_close(all->item[i].rules);
        trey_rulebook_close(all->item[i].book);
    }
    free(all);
}

/* The same book under every other letter of each reading, one at a time. Made
 * once, since compiling a book costs half a millisecond. */
static struct alternates *alternates_of(const trey_rules *rules) {
    size_t room = trey_rulebook_readings(rules->book) * TREY_LETTERS;
    struct alternates *all = calloc(1, sizeof *all + room * sizeof all->item[0]);
    for (size_t r = 0; all && r < trey_rulebook_readings(rules->book); r++) {
        const trey_reading *reading = trey_rulebook_reading(rules->book, r);
        for (unsigned letter = 0; reading->switchable && letter < reading->letters; letter++) {
            alternate *made = &all->item[all->count];
            if (letter == reading->in_force) continue;
            if (trey_rulebook_fork(&made->book, rules->book) != TREY_STATUS_OK) return all;
            all->count++;
            made->reading = r;
            trey_status status =
                trey_rulebook_choose(made->book, reading->id, (char)('A' + letter));
            TREY_ASSERT(status == TREY_STATUS_OK);
            if (trey_rules_open(&made->rules, made->book) != TREY_STATUS_OK) return all;
        }
    }
    return all;
}

/* The line of another settlement for the same wager of the same person. */
static const trey_event *same_line(const trey_decision *in, const trey_event *line) {
    for (unsigned i = 0; i < in->count; i++) {
        const trey_event *other = &in->event[i];
        if (other->kind != TREY_EVENT_LINE || other->seat != line->seat) continue;
        if (other->player == line->player && other->wager == line->wager) return other;
    }
    return NULL;
}

/* Where a line that exists under the other letter only is noted: beside the
 * stake that would have earned it. */
static unsigned stake_behind(unsigned wager) {
    return wager == TREY_WAGER_ENVY ? TREY_WAGER_PROGRESSIVE : TREY_WAGER_ANTE;
}

static void compare(const trey_decision *settlement, const trey_decision *other, uint64_t bit,
                    uint64_t lines[TREY_EVENTS]) {
    trey_cents meter = 0, other_meter = 0;
    for (unsigned i = 0; i < other->count; i++) {
        const trey_event *line = &other->event[i];
        if (line->kind == TREY_EVENT_SETTLED) other_meter = line->ended.meter;
        if (line->kind != TREY_EVENT_LINE || same_line(settlement, line)) continue;
        trey_event behind = *line;
        behind.wager = (uint8_t)stake_behind(line->wager);
        const trey_event *found = same_line(settlement, &behind);
        if (found) lines[found - settlement->event] |= bit;
    }
    for (unsigned i = 0; i < settlement->count; i++) {
        const trey_event *line = &settlement->event[i];
        if (line->kind == TREY_EVENT_SETTLED) meter = line->ended.meter;
        if (line->kind != TREY_EVENT_LINE) continue;
        const trey_event *found = same_line(other, line);
        if (!found || found->line.back != line->line.back ||
            found->line.result != line->line.result)
            lines[i] |= bit;
    }
    /* What is left on the meter depends on it: noted at the awards. */
    for (unsigned i = 0; meter != other_meter && i < settlement->count; i++) {
        const trey_event *line = &settlement->event[i];
        if (line->kind == TREY_EVENT_LINE && line->wager == TREY_WAGER_PROGRESSIVE &&
            line->line.result == TREY_LINE_PAID) {
            lines[i] |= bit;
        }
    }
}

static const struct alternates *alternates_for(const trey_rules *rules) {
    TREY_ASSERT(trey_rulebook_readings(rules->book) <= 64);
    if (!rules->cache->alternates) rules->cache->alternates = alternates_of(rules);
    return rules->cache->alternates;
}

trey_status trey_explain_collection(const trey_rules *rules, const trey_table *table,
                                    uint64_t *readings) {
    const struct alternates *all = alternates_for(rules);
    *readings = 0;
    if (!all) return TREY_STATUS_NO_MEMORY;
    trey_cents here = rules->banked ? fees_due(rules, table) : 0;
    for (size_t i = 0; rules->banked && i < all->count; i++) {
        const alternate *other = &all->item[i];
        if (other->rules && fees_due(other->rules, table) != here)
            *readings |= UINT64_C(1) << other->reading;
    }
    return TREY_STATUS_OK;
}

trey_status trey_explain_readings(const trey_rules *rules, const trey_table *table,
                                  const trey_decision *settlement, uint64_t lines[TREY_EVENTS]) {
    memset(lines, 0, TREY_EVENTS * sizeof *lines);
    const struct alternates *all = alternates_for(rules);
    trey_decision *other = malloc(sizeof *other);
    if (!all || !other) {
        free(other);
        return TREY_STATUS_NO_MEMORY;
    }
    const trey_command settle = {.verb = TREY_VERB_SETTLE, .role = TREY_ROLE_DEALER};
    for (size_t i = 0; i < all->count; i++) {
        if (!all->item[i].rules) continue;
        trey_decide(all->item[i].rules, table, &settle, other);
        if (other->refused != TREY_REFUSED_NONE) continue;
        compare(settlement, other, UINT64_C(1) << all->item[i].reading, lines);
    }
    free(other);
    return TREY_STATUS_OK;
}
