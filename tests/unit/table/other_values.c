/* other_values.c -- what else a key of a rulebook could say. */
#include "other_values.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WORD_TEXT(constant, word) word,
#define WORD_LIST(list)                                                                            \
    static const char *const words_##list[] = {TREY_WORDS_##list(WORD_TEXT) NULL};
TREY_WORD_LISTS(WORD_LIST)

static const char *const *const words_of[TREY_KEYS] = {
#define KEY_WORDS(constant, path, type, words, part, met, meaning) words_##words,
    TREY_RULE_KEYS(KEY_WORDS)
#undef KEY_WORDS
};

static void add(others *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(others *to, const char *format, ...) {
    va_list arguments;
    TREY_ASSERT(to->count < OTHERS);
    va_start(arguments, format);
    vsnprintf(to->text[to->count++], TEXT, format, arguments);
    va_end(arguments);
}

/* A list with one word left out, and with each pair of neighbours exchanged. */
static void other_lists(trey_key key, trey_value value, others *out) {
    unsigned word[16], count = 0;
    for (uint64_t list = (uint64_t)value.n; list; list >>= 4)
        word[count++] = (unsigned)(list & 15u) - 1;
    for (unsigned change = 0; change < 2 * count; change++) {
        char text[TEXT] = "[";
        for (unsigned i = 0; i < count; i++) {
            unsigned from = i, swap = change - count;
            if (change < count && i == change) continue;
            if (change >= count && swap + 1 < count && (i == swap || i == swap + 1))
                from = 2 * swap + 1 - i;
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s", used > 1 ? ", " : "",
                     words_of[key][word[from]]);
        }
        if (change == 2 * count - 1) continue;
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "]");
        add(out, "%s", text);
    }
}

void other_values(trey_key key, const trey_rule *rule, others *out) {
    trey_value value = rule->value;
    out->count = 0;
    switch (trey_key_type(key)) {
    case TREY_TYPE_WORD:
        for (unsigned i = 0; words_of[key][i]; i++) {
            if (i != value.n) add(out, "%s", words_of[key][i]);
        }
        break;
    case TREY_TYPE_WORDS:
        other_lists(key, value, out);
        break;
    case TREY_TYPE_COUNT:
        add(out, "%lld", (long long)value.n + 1);
        if (value.n > 0) add(out, "%lld", (long long)value.n - 1);
        break;
    case TREY_TYPE_RANGE:
        add(out, "1..%lld", (long long)value.d - 1);
        add(out, "%lld..%lld", (long long)value.d, (long long)value.d);
        add(out, "1..8");
        break;
    case TREY_TYPE_MONEY:
        add(out, "$0.50");
        add(out, "$3");
        break;
    case TREY_TYPE_MONEY_RANGE:
        add(out, "$7..$8");
        add(out, "$5000..$6000");
        break;
    case TREY_TYPE_RATE:
        add(out, "%lld:1", (long long)value.n + 1);
        if (value.n > 0) add(out, "none");
        add(out, "1:3");
        break;
    case TREY_TYPE_AWARD:
        add(out, "$7");
        if (value.n > 0) add(out, "none");
        add(out, "30%%");
        break;
    }
}
