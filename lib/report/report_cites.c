/* report_cites.c -- the paragraphs behind an incident at a table, and the book's words.
 *
 * They stand in no record: a report has its case, a ruling its kind, and the book says
 * the rest. A book is opened when the first incident asks for it, and shared by the tables
 * that are played by it. */
#include <stdio.h>
#include <string.h>

#include "report_parts.h"

static void put_paragraphs(const trey_rulebook *book, const uint16_t *paragraph, size_t count,
                           char out[REPORT_CITED]) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const char *id = trey_rulebook_paragraph(book, paragraph[i])->id;
        size_t length = strlen(id), gap = used ? 2 : 0;
        if (used + gap + length >= REPORT_CITED) return;
        memcpy(out + used, "; ", gap);
        memcpy(out + used + gap, id, length + 1);
        used += gap + length;
    }
}

/* The case of the last report at the table; NULL where the book has none such. */
static const trey_case *case_of(const trey_rulebook *book, const report_table *table) {
    if (!table->reported || table->report_kind >= TREY_IRREGULARITY_COUNT) return NULL;
    const trey_trouble *trouble =
        trey_rulebook_trouble(book, (trey_irregularity)table->report_kind);
    return table->report_item < trouble->cases ? &trouble->item[table->report_item] : NULL;
}

/* As the pit was told: what happened, and what the book does about it. */
static void put_report(const trey_case *item, unsigned kind, char out[REPORT_TEXT]) {
    if (item)
        snprintf(out, REPORT_TEXT, "%s: %s", trey_irregularity_happened((trey_irregularity)kind),
                 trey_remedy_word(item->remedy));
}

void incident_cites(trey_figures *f, report_table *table, const trey_event *event,
                    const trey_command *command, report_incident *made) {
    bool ruled = command && command->verb == TREY_VERB_RULE && command->ruling < TREY_RULING_COUNT;
    if (event->kind == TREY_EVENT_REPORTED) {
        table->reported = true;
        table->report_kind = event->report.kind;
        table->report_item = event->report.item;
    }
    const trey_open_book *cites;
    trey_store_message message;
    if (trey_books_find(&f->cited, &table->terms, &cites, &message) != TREY_STATUS_OK)
        return; /* a book that cannot be read is not cited */
    uint16_t paragraph[TREY_CITED];
    const trey_case *item = case_of(cites->book, table);
    trey_citation by = item ? item->by : (trey_citation){0};
    if (event->kind == TREY_EVENT_REPORTED) put_report(item, table->report_kind, made->text);
    if (ruled) {
        by.count = trey_ruling_citation(cites->rules, (trey_ruling_kind)command->ruling, paragraph);
        by.paragraph = paragraph;
    } else if (event->kind == TREY_EVENT_RECALLED) {
        return; /* no book speaks of typing */
    } else if (event->kind == TREY_EVENT_LIMITS) {
        by = trey_rulebook_rule(cites->book, TREY_KEY_LIMITS_SHOWN)->by;
    }
    put_paragraphs(cites->book, by.paragraph, by.count, made->paragraphs);
}
