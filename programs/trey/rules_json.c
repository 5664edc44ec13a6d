/* rules_json.c -- `trey rules --json`. */
#include <jansson.h>
#include <string.h>

#include "commands.h"
#include "evidence_index.h"
#include "rules_output.h"

static int dump(FILE *out, json_t *value) {
    int failed = value ? json_dumpf(value, out, JSON_INDENT(1) | JSON_ENSURE_ASCII) : -1;
    json_decref(value);
    if (failed == 0 && fputc('\n', out) != EOF) return EXIT_DONE;
    fputs("trey rules: the JSON could not be written\n", stderr);
    return EXIT_OPERATING;
}

static json_t *citation_json(const trey_rulebook *book, trey_citation by) {
    json_t *list = json_array();
    for (size_t i = 0; i < by.count; i++) {
        json_array_append_new(list,
                              json_string(trey_rulebook_paragraph(book, by.paragraph[i])->id));
    }
    return list;
}

static json_t *notes_json(const trey_rulebook *book, trey_notes notes) {
    json_t *list = json_array();
    for (size_t i = 0; i < notes.count; i++) {
        json_array_append_new(list, json_string(trey_rulebook_reading(book, notes.reading[i])->id));
    }
    return list;
}

static json_t *paragraph_json(const trey_rulebook *book, const trey_paragraph *paragraph) {
    json_t *tests = json_array();
    const char *list = trey_rulebook_paragraph_list(book);
    for (size_t i = 0; i < evidence_count; i++) {
        if (strcmp(evidence_index[i].book, list) == 0 &&
            strcmp(evidence_index[i].paragraph, paragraph->id) == 0) {
            json_array_append_new(tests, json_string(evidence_index[i].test));
        }
    }
    json_t *value = json_pack("{s:s, s:s, s:s, s:o}", "id", paragraph->id, "says", paragraph->says,
                              "met", trey_met_word(paragraph->met), "tests", tests);
    json_t *mutants = json_array();
    for (size_t i = 0; i < evidence_mutant_count; i++) {
        const evidence_mutant *mutant = &evidence_mutants[i];
        if (strcmp(mutant->book, list) != 0 || strcmp(mutant->paragraph, paragraph->id) != 0)
            continue;
        json_array_append_new(mutants, json_pack("{s:s, s:s, s:s}", "mutant", mutant->mutant,
                                                 "says", mutant->says, "killed_by", mutant->test));
    }
    json_object_set_new(value, "mutants", mutants);
    if (paragraph->outside[0]) {
        json_object_set_new(value, "outside", json_string(paragraph->outside));
    } else {
        json_object_set_new(value, "does", json_string(paragraph->does));
    }
    return value;
}

static json_t *reading_json(const trey_rulebook *book, const trey_reading *reading) {
    json_t *letters = json_object();
    for (unsigned i = 0; i < reading->letters; i++) {
        char letter[2] = {(char)('A' + i), '\0'};
        json_object_set_new(letters, letter, json_string(reading->letter[i]));
    }
    char preset[2] = {(char)('A' + reading->preset), '\0'};
    char in_force[2] = {(char)('A' + reading->in_force), '\0'};
    return json_pack("{s:s, s:b, s:s, s:o, s:s, s:s, s:s, s:s, s:o}", "id", reading->id,
                     "switchable", (int)reading->switchable, "question", reading->question,
                     "letters", letters, "default", preset, "in_force", in_force, "reason",
                     reading->reason, "money", reading->money, "paragraphs",
                     citation_json(book, reading->where));
}

static const char *form_word(trey_form form) {
    static const char *const words[] = {"says", "silent", "absent"};
    return words[form];
}

static json_t *rule_json(const trey_rulebook *book, trey_key key) {
    const trey_rule *rule = trey_rulebook_rule(book, key);
    char text[TREY_VALUE_TEXT_MAX];
    json_t *value = json_pack("{s:s}", "form", form_word(rule->form));
    if (rule->form != TREY_FORM_ABSENT) {
        json_object_set_new(value, "value", json_string(trey_value_print(key, rule->value, text)));
        json_object_set_new(value, "paragraphs", citation_json(book, rule->by));
    }
    if (rule->why[0]) json_object_set_new(value, "why", json_string(rule->why));
    json_object_set_new(value, "met", json_string(trey_key_met_word(key)));
    if (trey_key_met_why(key)[0])
        json_object_set_new(value, "met_why", json_string(trey_key_met_why(key)));
    if (rule->reading != TREY_NO_READING) {
        const trey_reading *reading = trey_rulebook_reading(book, (size_t)rule->reading);
        json_t *letters = json_object();
        for (unsigned i = 0; i < reading->letters; i++) {
            char letter[2] = {(char)('A' + i), '\0'};
            json_object_set_new(letters, letter,
                                json_string(trey_value_print(key, rule->letter[i], text)));
        }
        json_object_set_new(value, "reading", json_string(reading->id));
        json_object_set_new(value, "letters", letters);
    }
    if (rule->notes.count) json_object_set_new(value, "notes", notes_json(book, rule->notes));
    return value;
}

static json_t *case_json(const trey_rulebook *book, const trey_case *item) {
    json_t *when = json_object();
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (item->when[fact] < 0) continue;
        json_object_set_new(
            when, trey_fact_name((trey_fact)fact),
            json_string(trey_fact_answer((trey_fact)fact, (unsigned)item->when[fact])));
    }
    json_t *value =
        json_pack("{s:s, s:o, s:s, s:o}", "form", form_word(item->form), "when", when, "remedy",
                  trey_remedy_word(item->remedy), "paragraphs", citation_json(book, item->by));
    if (item->also != TREY_REMEDY_NONE) {
        json_object_set_new(value, "also", json_string(trey_remedy_word(item->also)));
    }
    if (item->role >= 0) {
        json_object_set_new(value, "decides", json_string(trey_role_word((unsigned)item->role)));
    }
    if (item->back.count) json_object_set_new(value, "back", citation_json(book, item->back));
    if (item->why[0]) json_object_set_new(value, "why", json_string(item->why));
    if (item->reading != TREY_NO_READING) {
        const trey_reading *reading = trey_rulebook_reading(book, (size_t)item->reading);
        json_object_set_new(value, "reading", json_string(reading->id));
    }
    if (item->notes.count) json_object_set_new(value, "notes", notes_json(book, item->notes));
    return value;
}

static json_t *trouble_json(const trey_rulebook *book, trey_irregularity kind) {
    const trey_trouble *trouble = trey_rulebook_trouble(book, kind);
    json_t *value = json_pack("{s:s}", "happened", trey_irregularity_happened(kind));
    if (trouble->absent) {
        json_object_set_new(value, "absent", json_string(trouble->why));
        return value;
    }
    json_t *asks = json_array(), *cases = json_array();
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (trouble->asks[fact])
            json_array_append_new(asks, json_string(trey_fact_name((trey_fact)fact)));
    }
    for (unsigned i = 0; i < trouble->cases; i++) {
        json_array_append_new(cases, case_json(book, &trouble->item[i]));
    }
    json_object_set_new(value, "asks", asks);
    json_object_set_new(value, "cases", cases);
    return value;
}

static json_t *schedule_json(const trey_rulebook *book, const trey_schedule *schedule) {
    json_t *brackets = json_array();
    for (unsigned i = 0; i < schedule->brackets; i++) {
        const trey_bracket *bracket = &schedule->bracket[i];
        json_t *value = json_pack("{s:I}", "from", (json_int_t)bracket->from);
        if (bracket->to != TREY_NO_LIMIT)
            json_object_set_new(value, "to", json_integer(bracket->to));
        json_object_set_new(value, "fee",
                            bracket->fee == TREY_FEE_UNREADABLE ? json_string("unreadable")
                                                                : json_integer(bracket->fee));
        json_array_append_new(brackets, value);
    }
    return json_pack("{s:i, s:I, s:o, s:o}", "option", (int)schedule->option, "player_fee",
                     (json_int_t)schedule->player_fee, "brackets", brackets, "paragraphs",
                     citation_json(book, schedule->by));
}

static json_t *head_json(const trey_rulebook *book) {
    return json_pack("{s:s, s:s, s:s, s:s}", "rulebook", trey_rulebook_id(book), "title",
                     trey_rulebook_title(book), "version", trey_rulebook_version(book), "in_force",
                     trey_rulebook_in_force(book));
}

int rules_json_list(FILE *out) {
    json_t *list = json_array();
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        trey_rulebook *book;
        if (trey_rulebook_open(&book, trey_builtin_id(i), NULL) != TREY_STATUS_OK) continue;
        json_t *head = head_json(book);
        json_object_set_new(head, "paragraphs",
                            json_integer((json_int_t)trey_rulebook_paragraphs(book)));
        json_object_set_new(head, "readings",
                            json_integer((json_int_t)trey_rulebook_readings(book)));
        json_array_append_new(list, head);
        trey_rulebook_close(book);
    }
    return dump(out, json_pack("{s:o}", "rulebooks", list));
}

int rules_json_book(FILE *out, const trey_rulebook *book) {
    json_t *value = head_json(book);
    json_t *paragraphs = json_array(), *readings = json_array(), *values = json_object();
    json_t *troubles = json_object(), *schedules = json_array();
    for (size_t i = 0; i < trey_rulebook_paragraphs(book); i++) {
        json_array_append_new(paragraphs, paragraph_json(book, trey_rulebook_paragraph(book, i)));
    }
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        json_array_append_new(readings, reading_json(book, trey_rulebook_reading(book, i)));
    }
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        json_object_set_new(values, trey_key_path((trey_key)key), rule_json(book, (trey_key)key));
    }
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        json_object_set_new(troubles, trey_irregularity_name((trey_irregularity)kind),
                            trouble_json(book, (trey_irregularity)kind));
    }
    for (size_t i = 0; i < trey_rulebook_schedules(book); i++) {
        json_array_append_new(schedules, schedule_json(book, trey_rulebook_schedule(book, i)));
    }
    json_object_set_new(value, "paragraphs", paragraphs);
    json_object_set_new(value, "readings", readings);
    json_object_set_new(value, "values", values);
    json_object_set_new(value, "irregularities", troubles);
    json_object_set_new(value, "schedules", schedules);
    return dump(out, value);
}

int rules_json_paragraph(FILE *out, const trey_rulebook *book, const trey_paragraph *paragraph) {
    json_t *value = paragraph_json(book, paragraph);
    json_t *values = json_object();
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        trey_citation by = trey_rulebook_rule(book, (trey_key)key)->by;
        for (size_t i = 0; i < by.count; i++) {
            if (trey_rulebook_paragraph(book, by.paragraph[i]) != paragraph) continue;
            json_object_set_new(values, trey_key_path((trey_key)key),
                                rule_json(book, (trey_key)key));
        }
    }
    json_object_set_new(value, "rulebook", json_string(trey_rulebook_id(book)));
    json_object_set_new(value, "values", values);
    return dump(out, value);
}

int rules_json_diff(FILE *out, const trey_rulebook *left, const trey_rulebook *right) {
    json_t *values = json_object(), *troubles = json_object();
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (!rules_differ(left, right, (trey_key)key)) continue;
        json_object_set_new(
            values, trey_key_path((trey_key)key),
            json_pack("[o, o]", rule_json(left, (trey_key)key), rule_json(right, (trey_key)key)));
    }
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        if (!troubles_differ(left, right, (trey_irregularity)kind)) continue;
        json_object_set_new(troubles, trey_irregularity_name((trey_irregularity)kind),
                            json_pack("[o, o]", trouble_json(left, (trey_irregularity)kind),
                                      trouble_json(right, (trey_irregularity)kind)));
    }
    return dump(out,
                json_pack("{s:[s, s], s:o, s:o}", "rulebooks", trey_rulebook_id(left),
                          trey_rulebook_id(right), "values", values, "irregularities", troubles));
}
