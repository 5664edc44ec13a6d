/* house_books.c -- rulebooks as the terms of tables ask for them. Opening one takes milliseconds,
 * and houses have many tables of a kind: those that play by the same share it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house_parts.h"

bool trey_terms_same_book(const trey_table_terms *a, const trey_table_terms *b) {
    return strcmp(a->rulebook, b->rulebook) == 0 && strcmp(a->readings, b->readings) == 0 &&
           strcmp(a->values, b->values) == 0;
}

static void book_close(trey_open_book *book) {
    if (!book) return;
    trey_rules_close(book->rules);
    trey_rulebook_close(book->book);
    free(book);
}

trey_status trey_books_find(trey_books *books, const trey_table_terms *terms,
                            const trey_open_book **out, trey_store_message *message) {
    for (size_t i = 0; i < books->count; i++) {
        *out = books->item[i];
        if (trey_terms_same_book(&(*out)->terms, terms)) return TREY_STATUS_OK;
    }
    *out = NULL;
    bool room = TREY_LIST_ROOM(books->item, books->count, books->room);
    trey_open_book *made = room ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        snprintf(message->text, sizeof message->text, "out of memory");
        return TREY_STATUS_NO_MEMORY;
    }
    made->terms = *terms;
    made->book = trey_terms_book(terms, message);
    trey_status status =
        made->book ? trey_rules_open(&made->rules, made->book) : TREY_STATUS_INVALID;
    if (status != TREY_STATUS_OK) {
        book_close(made);
        return status;
    }
    made->hash = trey_rulebook_hash(made->book);
    *out = books->item[books->count++] = made;
    return TREY_STATUS_OK;
}

void trey_books_close(trey_books *books) {
    for (size_t i = 0; i < books->count; i++) book_close(books->item[i]);
    free(books->item);
    *books = (trey_books){0};
}
