/* http_text.c -- small pieces of a request: cookies, queries, lists. */
#include "http_text.h"

#include <string.h>
#include <strings.h>

http_text http_text_of(const char *text) {
    return (http_text){text, text ? strlen(text) : 0};
}

bool http_text_like(http_text text, const char *word) {
    return text.text && text.size == strlen(word) && strncasecmp(text.text, word, text.size) == 0;
}

static http_text trimmed(const char *from, const char *to) {
    while (from < to && (*from == ' ' || *from == '\t')) from++;
    while (from < to && (to[-1] == ' ' || to[-1] == '\t')) to--;
    return (http_text){from, (size_t)(to - from)};
}

/* The next piece up to `mark`, and steps over it; false at the end. */
static bool next_piece(http_text *rest, char mark, http_text *piece) {
    if (!rest->text) return false;
    const char *end = memchr(rest->text, mark, rest->size);
    const char *last = rest->text + rest->size;
    *piece = trimmed(rest->text, end ? end : last);
    *rest = end ? (http_text){end + 1, (size_t)(last - end - 1)} : (http_text){NULL, 0};
    return true;
}

bool http_text_lists(http_text text, const char *word) {
    http_text piece;
    while (next_piece(&text, ',', &piece)) {
        if (http_text_like(piece, word)) return true;
    }
    return false;
}

static http_text value_of(http_text rest, char mark, const char *name) {
    http_text piece;
    size_t length = strlen(name);
    while (next_piece(&rest, mark, &piece)) {
        if (piece.size > length && piece.text[length] == '=' &&
            memcmp(piece.text, name, length) == 0)
            return (http_text){piece.text + length + 1, piece.size - length - 1};
    }
    return (http_text){NULL, 0};
}

http_text http_cookie(http_text cookies, const char *name) {
    return value_of(cookies, ';', name);
}

http_text http_query(http_text query, const char *name) {
    return value_of(query, '&', name);
}

static int hex_digit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

bool http_decode(http_text text, char *out, size_t room) {
    size_t size = 0;
    if (!text.text || room == 0) return false;
    for (size_t i = 0; i < text.size; i++) {
        int character = (unsigned char)text.text[i];
        if (character == '%') {
            int high = i + 2 < text.size ? hex_digit(text.text[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(text.text[i + 2]) : -1;
            if (low < 0) return false;
            character = high * 16 + low;
            i += 2;
        }
        if (character == 0 || size + 1 >= room) return false;
        out[size++] = (char)character;
    }
    out[size] = '\0';
    return true;
}
