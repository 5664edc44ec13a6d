/* tell.c -- JSON as text. */
#include "trey/tell.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(trey_telling *t, const char *text) {
    t->sink(t->context, text, strlen(text));
}

/* Runs of what stands for itself go out in one piece. */
static void put_quoted(trey_telling *t, const char *text) {
    put(t, "\"");
    while (*text) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= 0x20 && text[plain] != '"' && text[plain] != '\\')
            plain++;
        if (plain > 0) t->sink(t->context, text, plain);
        text += plain;
        if (!*text) break;
        char escaped[8];
        if (*text == '"' || *text == '\\') {
            snprintf(escaped, sizeof escaped, "\\%c", *text);
        } else {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)(unsigned char)*text);
        }
        put(t, escaped);
        text++;
    }
    put(t, "\"");
}

static void lead(trey_telling *t, const char *key) {
    if (t->behind) put(t, ",");
    t->behind = true;
    if (!key) return;
    put_quoted(t, key);
    put(t, ":");
}

void trey_tell_open(trey_telling *t, const char *key, char bracket) {
    TREY_ASSERT(bracket == '{' || bracket == '[');
    lead(t, key);
    t->sink(t->context, &bracket, 1);
    t->behind = false;
}

void trey_tell_close(trey_telling *t, char bracket) {
    TREY_ASSERT(bracket == '}' || bracket == ']');
    t->sink(t->context, &bracket, 1);
    t->behind = true;
}

void trey_tell_text(trey_telling *t, const char *key, const char *text) {
    lead(t, key);
    put_quoted(t, text);
}

void trey_tell_whole(trey_telling *t, const char *key, int64_t number) {
    char text[32];
    lead(t, key);
    snprintf(text, sizeof text, "%" PRId64, number);
    put(t, text);
}

void trey_tell_real(trey_telling *t, const char *key, double number) {
    char text[40];
    lead(t, key);
    if (!isfinite(number)) {
        put(t, "null");
        return;
    }
    snprintf(text, sizeof text, "%.17g", number);
    put(t, text);
    if (!strpbrk(text, ".e")) put(t, ".0"); /* so that it is read as a real again */
}

void trey_tell_flag(trey_telling *t, const char *key, bool flag) {
    lead(t, key);
    put(t, flag ? "true" : "false");
}

void trey_tell_none(trey_telling *t, const char *key) {
    lead(t, key);
    put(t, "null");
}

void trey_tell_fraction(trey_telling *t, const char *key, trey_fraction f) {
    char text[TREY_FRACTION_TEXT_MAX];
    if (!trey_fraction_known(f)) {
        trey_tell_none(t, key);
        return;
    }
    trey_tell_text(t, key, trey_fraction_print(f, text));
}
