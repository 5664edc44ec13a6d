/* script_arguments.c -- the words of a line as seats, players, wagers and money.
 *
 * The usage that help and messages show is the grammar itself: script_read walks
 * along it. A new word needs a new usage, not a new parser. */
#include <stdio.h>
#include <string.h>

#include "script_parts.h"

/* ---- Kinds of arguments ------------------------------------------------------- */
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool script_read_seat(script *run, unsigned word, const char *text, uint8_t *out) {
    if (is_digit(text[0]) && text[0] != '0' && text[1] == '\0' && text[0] - '0' <= TREY_SEATS) {
        *out = (uint8_t)(text[0] - '0');
        return true;
    }
    return script_fault(run, word, "\"%s\" is no seat: a seat is a number from 1 to %d",
                        script_quoted(text).text, TREY_SEATS);
}

bool script_read_amount(script *run, unsigned word, const char *text, trey_cents *out) {
    const char *end = text;
    trey_status status = trey_cents_parse(text, out, &end);
    if (status == TREY_STATUS_OK && *end) status = TREY_STATUS_MONEY_SYNTAX;
    if (status == TREY_STATUS_OK) return true;
    return script_fault(run, word, "\"%s\": %s", script_quoted(text).text,
                        trey_status_text(status));
}

static bool read_balance(script *run, unsigned word, const char *text, trey_cents *out) {
    bool minus = text[0] == '-';
    if (!script_read_amount(run, word, text + (minus || text[0] == '+'), out)) return false;
    if (minus) *out = -*out;
    return true;
}

static const char *wager_name(unsigned index) {
    return trey_wager_word(index);
}

bool script_read_wager(script *run, unsigned word, const char *text, uint8_t *out) {
    enum {
#define COUNT_WAGER(constant, name) COUNTED_##constant,
        TREY_WORDS_WAGER(COUNT_WAGER)
#undef COUNT_WAGER
            WAGERS
    };
    for (unsigned i = 0; i < WAGERS; i++) {
        if (strcmp(text, trey_wager_word(i)) == 0) {
            *out = (uint8_t)i;
            return true;
        }
    }
    char all[SCRIPT_TEXT_MAX] = "there are ";
    for (unsigned i = 0; i < WAGERS; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                 trey_wager_word(trey_wager_listed(i)));
    }
    return script_fault(run, word, "\"%s\" is no wager; %s", script_quoted(text).text,
                        script_nearest(text, wager_name, WAGERS, all).text);
}

/* Words that could be taken for something else. */
static bool reserved(const char *name) {
    static const char *const words[] = {"by",   "keep",    "part",     "dealer",
                                        "burn", "because", "continue", "return"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(name, words[i]) == 0) return true;
    }
    return false;
}

static trey_player find_player(const script *run, const char *name) {
    for (unsigned i = 0; i < run->players; i++) {
        if (strcmp(run->name[i], name) == 0) return i + 1;
    }
    return TREY_NOBODY;
}

static bool read_player(script *run, unsigned word, const char *text, trey_player *out) {
    size_t length = 0;
    while (is_letter(text[length]) || is_digit(text[length]) || text[length] == '_' ||
           text[length] == '-') {
        length++;
    }
    if (!is_letter(text[0]) || text[length] || length > SCRIPT_NAME_MAX) {
        return script_fault(run, word,
                            "\"%s\" is no name: a letter, then letters, digits, _ and -, "
                            "%d at most",
                            script_quoted(text).text, SCRIPT_NAME_MAX);
    }
    if (reserved(text)) {
        return script_fault(run, word, "\"%s\" has a meaning of its own and names no player", text);
    }
    *out = find_player(run, text);
    if (*out != TREY_NOBODY) return true;
    if (run->players == SCRIPT_PLAYERS) {
        return script_fault(run, word, "\"%s\" is one player too many; there is room for %d", text,
                            SCRIPT_PLAYERS);
    }
    memcpy(run->name[run->players], text, length + 1);
    *out = ++run->players;
    return true;
}

bool script_known_player(script *run, unsigned word, const char *text, trey_player *out) {
    *out = find_player(run, text);
    if (*out != TREY_NOBODY) return true;
    return script_fault(run, word, "nobody is called \"%s\" in this script",
                        script_quoted(text).text);
}

const char *script_player(const script *run, trey_player player) {
    return player > 0 && player <= run->players ? run->name[player - 1] : "nobody";
}

bool script_read_cards(script *run, unsigned word, const char *text, unsigned capacity, bool unseen,
                       trey_card *cards, unsigned *count) {
    if (unseen && strcmp(text, "unseen") == 0) {
        cards[0] = TREY_NO_CARD;
        *count = 1;
        return true;
    }
    size_t found = 0;
    const char *where = text;
    trey_status status = trey_cards_parse(text, cards, capacity, &found, &where);
    *count = (unsigned)found;
    if (status == TREY_STATUS_OK) return true;
    script_place place = script_here(run, word);
    for (const char *at = run->line.word[word]; at < where; at++) {
        place.column += ((unsigned char)*at & 0xc0u) != 0x80u;
    }
    char card[SCRIPT_QUOTE_MAX];
    snprintf(card, sizeof card, "%.*s", (int)strcspn(where, ","), where);
    if (status == TREY_STATUS_INVALID && found == capacity) {
        return script_fault_at(run, place, "\"%s\" is one card too many; there is room for %u",
                               script_quoted(card).text, capacity);
    }
    return script_fault_at(run, place, "\"%s\": %s", script_quoted(card).text,
                           trey_status_text(status));
}

const char *script_value_of(const char *word, const char *name) {
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* ---- Walking along a usage ---------------------------------------------------- */
typedef struct usage_part {
    char text[24];
    bool optional;
} usage_part;

static const char *next_part(const char *usage, usage_part *part) {
    usage += strspn(usage, " ");
    if (!*usage) return NULL;
    size_t length = strcspn(usage, " ");
    part->optional = usage[0] == '[';
    snprintf(part->text, sizeof part->text, "%.*s", (int)length - 2 * part->optional,
             usage + part->optional);
    return usage + length;
}

static unsigned required_parts(const char *usage) {
    usage_part part;
    unsigned count = 0;
    while ((usage = next_part(usage, &part))) count += !part.optional;
    return count;
}

/* Does a word look like this part? Asked only where it may be left out. */
static bool fits(const char *part, const char *word, const char *rest) {
    if (strcmp(part, "AMOUNT") == 0) return strchr("0123456789$-+.", word[0]) != NULL;
    if (strcmp(part, "PLAYER") == 0 || strcmp(part, "KNOWN") == 0) {
        /* A word of the usage stands for itself. */
        usage_part later;
        while ((rest = next_part(rest, &later))) {
            if (strcmp(later.text, word) == 0) return false;
        }
        return is_letter(word[0]);
    }
    return strcmp(part, word) == 0;
}

/* What a person calls a part. */
static const char *part_name(const char *part) {
    static const char *const names[][2] = {
        {"SEAT", "a seat"},   {"PLAYER", "a player's name"}, {"KNOWN", "a player's name"},
        {"WAGER", "a wager"}, {"AMOUNT", "an amount"},       {"BALANCE", "an amount"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(part, names[i][0]) == 0) return names[i][1];
    }
    return part;
}

static bool read_part(script *run, const char *part, unsigned word, script_arguments *out) {
    const char *text = run->line.word[word];
    if (strcmp(part, "SEAT") == 0) return script_read_seat(run, word, text, &out->seat);
    if (strcmp(part, "PLAYER") == 0) return read_player(run, word, text, &out->player);
    if (strcmp(part, "KNOWN") == 0) return script_known_player(run, word, text, &out->player);
    if (strcmp(part, "WAGER") == 0) return script_read_wager(run, word, text, &out->wager);
    if (strcmp(part, "AMOUNT") == 0) {
        out->has_amount = true;
        out->amount_word = word;
        return script_read_amount(run, word, text, &out->amount);
    }
    if (strcmp(part, "BALANCE") == 0) return read_balance(run, word, text, &out->amount);
    if (strcmp(part, text) == 0) {
        out->flag = true;
        return true;
    }
    return script_fault(run, word, "\"%s\" stands where %s should", script_quoted(text).text, part);
}

/* "bet SEAT PLAYER": a usage as people see it, after the line's first word. */
static script_quote usage_shown(const script *run, const char *usage) {
    script_quote shown;
    usage_part part;
    size_t used = (size_t)snprintf(shown.text, sizeof shown.text, "%s", run->line.word[0]);
    while ((usage = next_part(usage, &part)) && used < sizeof shown.text) {
        const char *text = strcmp(part.text, "KNOWN") == 0     ? "PLAYER"
                           : strcmp(part.text, "BALANCE") == 0 ? "AMOUNT"
                                                               : part.text;
        used += (size_t)snprintf(shown.text + used, sizeof shown.text - used,
                                 part.optional ? " [%s]" : " %s", text);
    }
    return shown;
}

bool script_read(script *run, const char *usage, unsigned first, unsigned last,
                 script_arguments *out) {
    const char *rest = usage;
    usage_part part;
    unsigned word = first;
    memset(out, 0, sizeof *out);
    out->owner = true;
    while ((rest = next_part(rest, &part))) {
        if (part.optional) {
            bool room = last - word > required_parts(rest);
            if (!room || !fits(part.text, run->line.word[word], rest)) continue;
        } else if (word == last) {
            return script_fault(run, last, "%s is missing: %s", part_name(part.text),
                                usage_shown(run, usage).text);
        }
        if (!read_part(run, part.text, word, out)) return false;
        if (out->player != TREY_NOBODY) out->owner = false;
        word++;
    }
    if (word == last) return true;
    return script_fault(run, word, "\"%s\" is one word too many: %s",
                        script_quoted(run->line.word[word]).text, usage_shown(run, usage).text);
}
