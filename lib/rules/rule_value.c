/* rule_value.c -- one value of a rulebook: read by its type, and printed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "schema.h"

bool parse_word(loading *load, const yaml_node *node, const void *words, trey_value *out) {
    const word_list *list = words;
    int found = node->kind == YAML_SCALAR ? word_find(list, node->text) : -1;
    if (found >= 0) {
        *out = (trey_value){found, 0};
        return true;
    }
    char mend[512] = "one of:";
    for (size_t i = 0; i < list->count; i++) {
        size_t used = strlen(mend);
        snprintf(mend + used, sizeof mend - used, "%s %s", i ? "," : "", list->word[i]);
    }
    const char *near = node->kind == YAML_SCALAR
                           ? trey_nearest_word(node->text, word_candidate, list->count, list)
                           : NULL;
    if (near) snprintf(mend, sizeof mend, "did you mean %s?", near);
    wrong_at(load, node, mend, "%s is not a word for this key",
             node->kind == YAML_SCALAR ? node->text : "a list or mapping");
    return false;
}

static bool parse_words(loading *load, const yaml_node *node, const word_list *words,
                        trey_value *out) {
    if (node->kind != YAML_SEQUENCE || node->count == 0) {
        wrong_at(load, node, "write [one, two]", "a list of words is expected");
        return false;
    }
    bool good = true;
    uint64_t packed = 0;
    unsigned place = 0;
    for (const yaml_node *item = node->first; item; item = item->next) {
        trey_value word;
        if (!parse_word(load, item, words, &word)) {
            good = false;
            continue;
        }
        for (unsigned before = 0; before < place; before++) {
            if (((packed >> (4 * before)) & 15u) != (uint64_t)word.n + 1) continue;
            wrong_at(load, item, "name each word once", "%s stands twice in the list", item->text);
            good = false;
        }
        if (place < 15) packed |= ((uint64_t)word.n + 1) << (4 * place++);
    }
    *out = (trey_value){(int64_t)packed, 0};
    return good;
}

/* A whole number without sign, up to `most`. */
static bool whole(const char *text, const char **end, int64_t most, int64_t *out) {
    if (*text < '0' || *text > '9') return false;
    int64_t value = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (value > (most - (*text - '0')) / 10) return false;
        value = value * 10 + (*text - '0');
    }
    *end = text;
    *out = value;
    return true;
}

static bool parse_count(loading *load, const yaml_node *node, trey_value *out) {
    const char *end;
    if (whole(node->text, &end, 1000000, &out->n) && *end == '\0') {
        out->d = 0;
        return true;
    }
    wrong_at(load, node, "write digits only, as in 2", "\"%s\" is not a whole number", node->text);
    return false;
}

static bool parse_range(loading *load, const yaml_node *node, trey_value *out) {
    const char *end;
    bool good = whole(node->text, &end, 1000000, &out->n) && strncmp(end, "..", 2) == 0 &&
                whole(end + 2, &end, 1000000, &out->d) && *end == '\0';
    if (!good || out->n > out->d) {
        wrong_at(load, node, "write the lowest and the highest, as in 4..7",
                 "\"%s\" is not a range of whole numbers", node->text);
        return false;
    }
    return true;
}

static bool parse_money(loading *load, const yaml_node *node, trey_value *out) {
    if (strcmp(node->text, "configured") == 0) {
        *out = (trey_value){TREY_CONFIGURED, 0};
        return true;
    }
    const char *end;
    trey_status status = trey_cents_parse(node->text, &out->n, &end);
    if (node->text[0] != '$') status = TREY_STATUS_MONEY_SYNTAX;
    if (status == TREY_STATUS_OK && *end == '\0') {
        out->d = 0;
        return true;
    }
    wrong_at(load, node, "write dollars as in $5 or $12.50, or configured", "\"%s\": %s",
             node->text,
             trey_status_text(status == TREY_STATUS_OK ? TREY_STATUS_MONEY_SYNTAX : status));
    return false;
}

static bool parse_money_range(loading *load, const yaml_node *node, trey_value *out) {
    if (strcmp(node->text, "any") == 0) {
        *out = (trey_value){0, TREY_NO_LIMIT};
        return true;
    }
    const char *end;
    bool good =
        node->text[0] == '$' && trey_cents_parse(node->text, &out->n, &end) == TREY_STATUS_OK &&
        strncmp(end, "..$", 3) == 0 && trey_cents_parse(end + 2, &out->d, &end) == TREY_STATUS_OK &&
        *end == '\0' && out->n <= out->d;
    if (!good) {
        wrong_at(load, node, "write the lowest and the highest, as in $1..$1000, or any",
                 "\"%s\" is not a range of amounts", node->text);
    }
    return good;
}

/* Also of --set, where a bare number is a rate to one. */
static bool parse_rate(loading *load, const yaml_node *node, trey_value *out) {
    if (strcmp(node->text, "none") == 0) {
        *out = (trey_value){0, 1};
        return true;
    }
    const char *end;
    enum { RATE_MOST = 1000000 };
    bool good = whole(node->text, &end, RATE_MOST, &out->n);
    if (good && *end == ':') {
        good = whole(end + 1, &end, RATE_MOST, &out->d) && *end == '\0';
    } else {
        good = false;
    }
    if (!good) {
        wrong_at(load, node, "write how much is paid for how much staked, as in 5:1, or none",
                 "\"%s\" is not a rate", node->text);
        return false;
    }
    if (out->n == 0 || out->d == 0) {
        wrong_at(load, node, "a hand that pays nothing is written none",
                 "a rate must be above zero on both sides, found %s", node->text);
        return false;
    }
    return true;
}

static bool parse_award(loading *load, const yaml_node *node, trey_value *out) {
    if (strcmp(node->text, "none") == 0) {
        *out = (trey_value){0, 0};
        return true;
    }
    const char *end;
    if (whole(node->text, &end, 1000000, &out->n) && strcmp(end, "%") == 0) {
        out->d = 100;
        if (out->n >= 1 && out->n <= 100) return true;
        wrong_at(load, node, "a share is from 1% to 100%", "%s of the meter cannot be paid",
                 node->text);
        return false;
    }
    out->d = 0;
    if (node->text[0] == '$' && trey_cents_parse(node->text, &out->n, &end) == TREY_STATUS_OK &&
        *end == '\0' && out->n > 0) {
        return true;
    }
    wrong_at(load, node, "write $1250, or a share of the meter as in 25%, or none",
             "\"%s\" is not an award", node->text);
    return false;
}

bool parse_key_value(loading *load, const yaml_node *node, const void *key, trey_value *out) {
    const key_schema *schema = key;
    if (schema->type != TREY_TYPE_WORDS && node->kind != YAML_SCALAR) {
        wrong_at(load, node, NULL, "%s takes one value, not a list or mapping", schema->path);
        return false;
    }
    switch (schema->type) {
    case TREY_TYPE_WORD:
        return parse_word(load, node, schema->words, out);
    case TREY_TYPE_WORDS:
        return parse_words(load, node, schema->words, out);
    case TREY_TYPE_COUNT:
        return parse_count(load, node, out);
    case TREY_TYPE_RANGE:
        return parse_range(load, node, out);
    case TREY_TYPE_MONEY:
        return parse_money(load, node, out);
    case TREY_TYPE_MONEY_RANGE:
        return parse_money_range(load, node, out);
    case TREY_TYPE_RATE:
        return parse_rate(load, node, out);
    case TREY_TYPE_AWARD:
        return parse_award(load, node, out);
    }
    return false;
}

/* "player_dealers_left" as "player-dealer's left", "lives_if_declared" as it is
 * spoken. */
static void spaced(const char *word, char *out, size_t room) {
    static const struct {
        const char *word, *spoken;
    } phrase[] = {
        {"player_dealer", "player-dealer"}, {"dealers_", "dealer's "}, {"players_", "player's "}};
    size_t used = 0;
    while (*word && used + 1 < room) {
        bool found = false;
        for (size_t i = 0; i < sizeof phrase / sizeof *phrase && !found; i++) {
            size_t length = strlen(phrase[i].word), spoken = strlen(phrase[i].spoken);
            found = strncmp(word, phrase[i].word, length) == 0 && used + spoken < room;
            if (!found) continue;
            memcpy(out + used, phrase[i].spoken, spoken);
            used += spoken;
            word += length;
            if (*word == 's') { /* the player-dealer's */
                snprintf(out + used, room - used, "'");
                used += strlen(out + used);
            }
        }
        if (!found) {
            out[used++] = *word == '_' ? ' ' : *word;
            word++;
        }
    }
    out[used] = '\0';
}

char *trey_value_print(trey_key key, trey_value value, char out[TREY_VALUE_TEXT_MAX]) {
    const key_schema *schema = &schema_keys[key];
    char low[TREY_CENTS_TEXT_MAX], high[TREY_CENTS_TEXT_MAX];
    out[0] = '\0';
    switch (schema->type) {
    case TREY_TYPE_WORD:
        spaced(schema->words->word[value.n], out, TREY_VALUE_TEXT_MAX);
        break;
    case TREY_TYPE_WORDS:
        for (uint64_t rest = (uint64_t)value.n; rest; rest >>= 4) {
            size_t used = strlen(out);
            if (used) {
                snprintf(out + used, TREY_VALUE_TEXT_MAX - used, ", ");
                used = strlen(out);
            }
            spaced(schema->words->word[(rest & 15u) - 1], out + used, TREY_VALUE_TEXT_MAX - used);
        }
        break;
    case TREY_TYPE_COUNT:
        snprintf(out, TREY_VALUE_TEXT_MAX, "%lld", (long long)value.n);
        break;
    case TREY_TYPE_RANGE:
        if (value.n == value.d) {
            snprintf(out, TREY_VALUE_TEXT_MAX, "%lld", (long long)value.n);
        } else {
            snprintf(out, TREY_VALUE_TEXT_MAX, "%lld to %lld", (long long)value.n,
                     (long long)value.d);
        }
        break;
    case TREY_TYPE_MONEY:
        snprintf(out, TREY_VALUE_TEXT_MAX, "%s",
                 value.n == TREY_CONFIGURED ? "set by the operator"
                                            : trey_cents_print(value.n, low));
        break;
    case TREY_TYPE_MONEY_RANGE:
        if (value.d == TREY_NO_LIMIT) {
            snprintf(out, TREY_VALUE_TEXT_MAX, "set by the operator");
        } else {
            snprintf(out, TREY_VALUE_TEXT_MAX, "set by the operator, %s to %s",
                     trey_cents_print(value.n, low), trey_cents_print(value.d, high));
        }
        break;
    case TREY_TYPE_RATE:
        if (value.n == 0) {
            snprintf(out, TREY_VALUE_TEXT_MAX, "nothing");
        } else {
            snprintf(out, TREY_VALUE_TEXT_MAX, "%lld to %lld", (long long)value.n,
                     (long long)value.d);
        }
        break;
    case TREY_TYPE_AWARD:
        if (value.d) {
            snprintf(out, TREY_VALUE_TEXT_MAX, "%lld%% of the meter", (long long)value.n);
        } else {
            snprintf(out, TREY_VALUE_TEXT_MAX, "%s",
                     value.n ? trey_cents_print(value.n, low) : "nothing");
        }
        break;
    }
    return out;
}
