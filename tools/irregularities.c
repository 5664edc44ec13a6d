/* irregularities.c -- writes docs/irregularities.md: for staff, what happened,
 * what is asked, what is done, under each rulebook.
 *
 * It comes from the rulebook files alone; a test compares the page in the tree
 * with what this prints. */
#include <stdio.h>
#include <string.h>

#include "trey/rules.h"

static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];

static void print_spaced(const char *word) {
    for (; *word; word++) putchar(*word == '_' ? ' ' : *word);
}

static void print_citation(const trey_rulebook *book, trey_citation by, bool says,
                           const char *why) {
    if (!says) printf(" (our choice: %s)", why);
    if (by.count == 0) return;
    fputs(says ? " [" : " [see ", stdout);
    for (size_t i = 0; i < by.count; i++) {
        printf("%s%s", i ? ", " : "", trey_rulebook_paragraph(book, by.paragraph[i])->id);
    }
    putchar(']');
}

static void print_case(const trey_rulebook *book, const trey_case *item) {
    bool any = false;
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (item->when[fact] < 0) continue;
        printf("%s%s **", any ? ", " : "", trey_fact_name((trey_fact)fact));
        print_spaced(trey_fact_answer((trey_fact)fact, (unsigned)item->when[fact]));
        fputs("**", stdout);
        any = true;
    }
    if (any) fputs(": ", stdout);
    print_spaced(trey_remedy_word(item->remedy));
    if (item->also != TREY_REMEDY_NONE) {
        fputs(", and ", stdout);
        print_spaced(trey_remedy_word(item->also));
    }
    if (item->role >= 0) {
        fputs("; decided by the ", stdout);
        print_spaced(trey_role_word((unsigned)item->role));
        fputs(" or above", stdout);
    }
    print_citation(book, item->by, item->form == TREY_FORM_SAYS, item->why);
    if (item->reading != TREY_NO_READING) {
        const trey_reading *reading = trey_rulebook_reading(book, (size_t)item->reading);
        printf(" (%s=%c)", reading->id, 'A' + (int)reading->in_force);
    }
}

static void print_kind(trey_irregularity kind) {
    printf("\n## %s\n`report %s`: %s.\n\n", trey_irregularity_name(kind),
           trey_irregularity_name(kind), trey_irregularity_happened(kind));
    puts("| rulebook | asked | done |\n|---|---|---|");
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        const trey_trouble *trouble = trey_rulebook_trouble(books[b], kind);
        printf("| %s | ", trey_rulebook_id(books[b]));
        if (trouble->absent) {
            printf("| cannot happen: %s |\n", trouble->why);
            continue;
        }
        bool any = false;
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            if (!trouble->asks[fact]) continue;
            printf("%s%s", any ? "<br>" : "", trey_fact_question((trey_fact)fact));
            any = true;
        }
        fputs(" | ", stdout);
        for (unsigned i = 0; i < trouble->cases; i++) {
            if (i) fputs("<br>", stdout);
            print_case(books[b], &trouble->item[i]);
        }
        puts(" |");
    }
}

int main(void) {
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        if (trey_rulebook_open(&books[b], trey_builtin_id(b), NULL) != TREY_STATUS_OK) return 3;
    }
    puts("# When something goes wrong\n\n"
         "One page for staff: what happened, what is asked, what is done, under each rulebook. "
         "Report\n"
         "the facts; Trey shows the remedy, its paragraph and what it does to each wager, and "
         "carries it\n"
         "out when it is confirmed. What the record knows already (is betting closed, has anybody\n"
         "folded, did the player look) need not be stated. Paragraphs stand in brackets. Where a "
         "book\n"
         "is silent the choice is ours, with the reason.\n\n"
         "A card that fell as it should and was only mistyped is no irregularity: the entry is "
         "taken\n"
         "back (`recall`, **Take back** at the desk) and made anew. That is for entries only; a "
         "card\n"
         "that really fell wrong is reported here.\n\n"
         "This page is written by `tools/irregularities.c` from the rulebook files.");
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++)
        print_kind((trey_irregularity)kind);
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) trey_rulebook_close(books[b]);
    return 0;
}
