/* irregularity_cases.c -- what a book does when something goes wrong.
 *
 * A kind asks for facts, and its cases are tried from the top. The cases must
 * answer every combination of the facts, and each must answer at least one that
 * no earlier case took, so that a hole or a dead line in a rulebook is found
 * when it is read, not at three in the morning. */
#include <string.h>

#include "book.h"
#include "schema.h"

/* The number of a word; or -1, with a mistake reported, for one that is not in the list. */
static int known_word(loading *load, const yaml_node *node, const word_list *words,
                      const char *otherwise, const char *wrong) {
    int found = word_find(words, node->text);
    if (found >= 0) return found;
    char mend[96];
    const char *near = trey_nearest_word(node->text, word_candidate, words->count, words);
    snprintf(mend, sizeof mend, near ? "did you mean %s?" : "%s", near ? near : otherwise);
    wrong_at(load, node, mend, "%s %s", wrong, node->text);
    return -1;
}

static int known_fact(loading *load, const yaml_node *node) {
    return known_word(load, node, &schema_fact_names, "irregularity_schema.h lists the facts",
                      "there is no fact");
}

static void read_asks(loading *load, const yaml_node *node, trey_irregularity kind,
                      trey_trouble *out) {
    if (node->kind != YAML_SEQUENCE) {
        wrong_at(load, node, "write asks: [seen, movable]", "a list of facts is expected");
        return;
    }
    for (const yaml_node *item = node->first; item; item = item->next) {
        int fact = known_fact(load, item);
        if (fact < 0) continue;
        if (!(schema_facts[fact].fits & trey_kind_of(kind)->about)) {
            wrong_at(load, item, "remove it, and decide by another fact",
                     "%s cannot ask for %s: no report of it can answer",
                     trey_irregularity_name(kind), item->text);
        }
        if (out->asks[fact]) wrong_at(load, item, "ask once", "%s is asked twice", item->text);
        out->asks[fact] = true;
    }
}

static bool read_when(loading *load, const yaml_node *node, const trey_trouble *trouble,
                      trey_case *out) {
    if (node->kind != YAML_MAPPING) {
        wrong_at(load, node, "write when: {seen: no}", "a condition must be a mapping");
        return false;
    }
    bool good = true;
    for (const yaml_node *child = node->first; child; child = child->next) {
        int fact = known_fact(load, child->key);
        trey_value answer;
        if (fact < 0 || !parse_word(load, child, schema_facts[fact].words, &answer)) {
            good = false;
        } else if (!trouble->asks[fact]) {
            wrong_at(load, child->key, "add it to asks",
                     "the condition uses %s, which is not asked", child->key->text);
            good = false;
        } else {
            out->when[fact] = (int8_t)answer.n;
        }
    }
    return good;
}

static bool read_remedy(loading *load, const yaml_node *node, trey_case *out, unsigned *remedy,
                        unsigned letters[TREY_LETTERS]) {
    int reading;
    trey_value letter[TREY_LETTERS] = {{0}}, value = {0};
    if (!read_letters(load, node, parse_word, &schema_remedies, &reading, letter, &value))
        return false;
    *remedy = (unsigned)value.n;
    for (unsigned i = 0; i < TREY_LETTERS; i++) {
        letters[i] = (unsigned)(reading == TREY_NO_READING ? value.n : letter[i].n);
    }
    if (reading != TREY_NO_READING) out->reading = reading;
    return true;
}

/* ---- Does the remedy fit? -------------------------------------------------------------- */
static void unfit(loading *load, const yaml_node *node, const char *what, unsigned remedy,
                  const char *why, const char *mend) {
    wrong_at(load, node, mend, "%s cannot be %s: %s", what, trey_remedy_word(remedy), why);
}

/* A word by itself: for this kind, and at this place. */
static bool fits_kind(loading *load, const yaml_node *node, const char *what,
                      trey_irregularity kind, unsigned remedy, bool second) {
    const trey_remedy_row *row = trey_remedy_of(remedy);
    unsigned place = second ? TREY_STEP_SECOND : TREY_STEP_FIRST;
    if (row->step == TREY_STEP_NEITHER) {
        unfit(load, node, what, remedy, "it says nothing", "write continue");
    } else if (!(row->fits & trey_kind_of(kind)->about)) {
        unfit(load, node, what, remedy, "a report of it does not tell what that acts on",
              "irregularity_schema.h has the remedies that fit a kind; ruling always does");
    } else if (!(row->step & place)) {
        unfit(load, node, what, remedy,
              second ? "it is a remedy by itself" : "it only follows another remedy",
              second ? "write it instead of the remedy" : "write it behind also");
    } else {
        return true;
    }
    return false;
}

/* One remedy behind another. */
static bool follows(loading *load, const yaml_node *node, const char *what, unsigned remedy,
                    unsigned also) {
    trey_then first = trey_remedy_of(remedy)->then, then = trey_remedy_of(also)->then;
    bool rest = then == TREY_THEN_RESTS_OUT, keeps = first == TREY_THEN_KEEPS;
    if (also == TREY_REMEDY_NONE) {
        if (!keeps) return true;
        unfit(load, node, what, remedy, "nothing is said of the other hands",
              "add also: other_hands_out_wagers_returned or other_hands_out_wagers_lost");
        return false;
    }
    if (rest != keeps) {
        unfit(load, node, what, also, rest ? "no hands are kept" : "it tells nothing of the rest",
              rest ? "let it follow viewed_hands_go_on or first_dealt_hand_goes_on"
                   : "write other_hands_out_wagers_returned or other_hands_out_wagers_lost");
        return false;
    }
    if (first == TREY_THEN_GOES_ON || keeps) return true;
    unfit(load, node, what, also, "nothing can follow the remedy before it",
          "leave also out, or begin with continue");
    return false;
}

static bool remedies_fit(loading *load, const yaml_node *first, const yaml_node *second,
                         const char *what, trey_irregularity kind, const trey_case *item) {
    for (unsigned letter = 0; letter < TREY_LETTERS; letter++) {
        unsigned remedy = item->remedy_letter[letter], also = item->also_letter[letter];
        bool used = letter == 0 || item->reading != TREY_NO_READING;
        if (item->reading != TREY_NO_READING)
            used = letter < load->book->reading[item->reading].letters;
        if (!used) continue;
        if (!fits_kind(load, first, what, kind, remedy, false)) return false;
        if (second && !fits_kind(load, second, what, kind, also, true)) return false;
        if (!follows(load, second ? second : first, what, remedy, also)) return false;
    }
    return true;
}

/* The key that says who decides, or TREY_KEYS: who orders cards, and who judges what a player
 * meant, is a rule of the book and not of one case. */
static trey_key deciding_key(const trey_trouble *trouble, const trey_case *item) {
    if (item->remedy == TREY_REMEDY_ORDER_CARDS) return TREY_KEY_ROLE_ORDER_CARDS;
    return trouble->asks[TREY_FACT_INTENDED] ? TREY_KEY_ROLE_INTENT : TREY_KEYS;
}

/* What a hand cites that is taken back by choice; there must be a choice. */
static bool read_back(loading *load, const yaml_node *back, const char *what, trey_case *out) {
    bool offers = trey_remedy_of(out->remedy)->then == TREY_THEN_OFFERS ||
                  trey_remedy_of(out->also)->then == TREY_THEN_OFFERS;
    if (!offers) {
        wrong_at(load, back, "leave back out here", "%s gives players no choice", what);
        return false;
    }
    out->back = read_citation(load, back);
    return out->back.count > 0;
}

static bool read_case(loading *load, const yaml_node *node, const char *what,
                      trey_irregularity kind, const trey_trouble *trouble, trey_case *out) {
    static const char *const known[] = {"when", "also", "decides", "back"};
    fields common;
    memset(out->when, -1, sizeof out->when);
    out->reading = TREY_NO_READING;
    out->role = -1;
    if (!read_fields(load, node, what, known, sizeof known / sizeof *known, &common)) return false;
    out->form = common.form;
    out->by = common.by;
    out->why = common.why;
    out->notes = common.notes;
    if (!common.value) {
        wrong_at(load, node, "mark the whole kind absent instead", "a case of %s cannot be absent",
                 what);
        return false;
    }
    bool good = true;
    const yaml_node *when = yaml_child(node, "when"), *also = yaml_child(node, "also");
    const yaml_node *decides = yaml_child(node, "decides"), *back = yaml_child(node, "back");
    if (when) good &= read_when(load, when, trouble, out);
    good &= read_remedy(load, common.value, out, &out->remedy, out->remedy_letter);
    if (also) good &= read_remedy(load, also, out, &out->also, out->also_letter);
    if (good && back) good &= read_back(load, back, what, out);
    trey_value role;
    if (decides) {
        if (parse_word(load, decides, &schema_roles, &role)) {
            out->role = (int)role.n;
            out->own_role = true;
            good &= role.n != TREY_ROLE_PLAYER;
        } else {
            good = false;
        }
        if (out->role == TREY_ROLE_PLAYER)
            wrong_at(load, decides, "name the lowest role of staff: dealer, pit_supervisor, ...",
                     "no player decides what is done about %s", what);
        trey_key key = good ? deciding_key(trouble, out) : TREY_KEYS;
        if (key != TREY_KEYS) {
            wrong_at(load, decides, "leave decides out here", "who decides that stands at %s",
                     trey_key_path(key));
            good = false;
        }
    }
    return good && remedies_fit(load, common.value, also, what, kind, out);
}

void derive_roles(trey_rulebook *book) {
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        trey_trouble *trouble = &book->trouble[kind];
        for (unsigned i = 0; i < trouble->cases; i++) {
            trey_case *item = &trouble->item[i];
            trey_key key = deciding_key(trouble, item);
            if (item->own_role) continue;
            item->role = key == TREY_KEYS ? -1 : (int)said(book, key)->value.n;
        }
    }
}

static bool case_fits(const trey_case *item, const uint8_t answers[TREY_FACT_COUNT]) {
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (item->when[fact] >= 0 && (uint8_t)item->when[fact] != answers[fact]) return false;
    }
    return true;
}

const trey_case *trey_trouble_case(const trey_trouble *trouble,
                                   const uint8_t answers[TREY_FACT_COUNT]) {
    for (unsigned i = 0; i < trouble->cases; i++) {
        if (case_fits(&trouble->item[i], answers)) return &trouble->item[i];
    }
    return NULL;
}

/* Steps to the next combination of answers to the asked facts; false at the end. */
static bool next_answers(const trey_trouble *trouble, uint8_t answers[TREY_FACT_COUNT]) {
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (!trouble->asks[fact]) continue;
        if (++answers[fact] < schema_facts[fact].words->count) return true;
        answers[fact] = 0;
    }
    return false;
}

static void check_complete(loading *load, const yaml_node *node, const char *what,
                           const trey_trouble *trouble) {
    uint8_t answers[TREY_FACT_COUNT] = {0};
    bool used[TREY_CASES] = {false};
    do {
        const trey_case *found = trey_trouble_case(trouble, answers);
        if (found) {
            used[found - trouble->item] = true;
            continue;
        }
        char combination[256] = "";
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            if (!trouble->asks[fact]) continue;
            size_t length = strlen(combination);
            snprintf(combination + length, sizeof combination - length, "%s%s: %s",
                     length ? ", " : "", schema_facts[fact].name,
                     schema_facts[fact].words->word[answers[fact]]);
        }
        wrong_at(load, node, "add a case for it", "%s has no case for {%s}", what, combination);
    } while (next_answers(trouble, answers));
    const yaml_node *item = yaml_child(node, "cases")->first;
    for (unsigned i = 0; i < trouble->cases; i++, item = item->next) {
        if (used[i]) continue;
        wrong_at(load, item, "remove it, or put it above the case that takes its place",
                 "case %u of %s can never apply", i + 1, what);
    }
}

static void load_kind(loading *load, const yaml_node *node, trey_irregularity kind,
                      trey_trouble *out) {
    const char *what = trey_irregularity_name(kind);
    const yaml_node *absent = yaml_child(node, "absent");
    if (absent) {
        fields common;
        if (read_fields(load, node, what, NULL, 0, &common)) {
            out->absent = true;
            out->why = common.why;
        }
        return;
    }
    for (const yaml_node *child = node->first; child; child = child->next) {
        if (child->key &&
            (strcmp(child->key->text, "asks") == 0 || strcmp(child->key->text, "cases") == 0))
            continue;
        wrong_at(load, child->key ? child->key : child, "asks and cases, or absent",
                 "%s has an unknown field", what);
    }
    const yaml_node *asks = yaml_child(node, "asks"), *cases = yaml_child(node, "cases");
    if (asks) read_asks(load, asks, kind, out);
    if (!cases || cases->kind != YAML_SEQUENCE || cases->count == 0 || cases->count > TREY_CASES) {
        wrong_at(load, cases ? cases : node,
                 "write cases: and under it - {when: ..., says: ..., by: ...}",
                 "%s needs one to %d cases", what, TREY_CASES);
        return;
    }
    bool good = true;
    for (const yaml_node *item = cases->first; item; item = item->next) {
        good &= read_case(load, item, what, kind, out, &out->item[out->cases++]);
    }
    if (good) check_complete(load, node, what, out);
}

void load_troubles(loading *load, const yaml_node *node) {
    bool seen[TREY_IRREGULARITY_COUNT] = {false};
    if (node->kind != YAML_MAPPING) {
        wrong_at(load, node, NULL, "irregularities must be a mapping");
        return;
    }
    for (const yaml_node *child = node->first; child; child = child->next) {
        const int kind =
            known_word(load, child->key, &schema_kind_names, "remove it", "unknown irregularity");
        if (kind < 0) continue;
        if (seen[kind]) continue; /* reported as doubled */
        seen[kind] = true;
        load_kind(load, child, (trey_irregularity)kind, &load->book->trouble[kind]);
    }
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        if (seen[kind]) continue;
        const char *name = trey_irregularity_name((trey_irregularity)kind);
        wrong_at(load, node->key ? node->key : node,
                 "every kind stands in every rulebook, if only as {absent: \"...\"}",
                 "missing key irregularities.%s: %s", name,
                 trey_irregularity_happened((trey_irregularity)kind));
    }
}
