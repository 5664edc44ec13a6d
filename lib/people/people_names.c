/* people_names.c -- what somebody may be called, and when two names are the same.
 *
 * Names are shown to others, so what cannot be seen, or moves what stands beside it, is
 * no part of one: control and format characters, blanks other than the plain one,
 * combining marks, private and unassigned areas, and signs and pictures. What is left
 * are letters and digits that are one code point each, of one alphabet. Capitals and small letters
 * are the same in Latin, Greek and Cyrillic, as far as one stands for one; nothing more is folded,
 * so that no tables of another project's version are needed. */
#include <string.h>

#include "people_parts.h"

/* The next code point of UTF-8, or 0 at the end and for bytes that are none. */
static uint32_t next_point(const char **text) {
    const uint8_t *at = (const uint8_t *)*text;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    unsigned more = at[0] < 0x80 ? 0 : at[0] < 0xc2 ? 4 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : 3;
    if (more == 4 || at[0] > 0xf4) return 0;
    uint32_t point = more == 0 ? at[0] : at[0] & (0x3fu >> more);
    for (unsigned i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        point = point << 6 | (at[i] & 0x3f);
    }
    if (point < least[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return 0;
    *text += more + 1;
    return point;
}

/* Areas beyond ASCII of which nothing belongs into a name. */
static const struct {
    uint32_t first, last;
} no_letters[] = {
    {0x80, 0xbf},       {0xd7, 0xd7},        {0xf7, 0xf7},     {0x2b0, 0x36f},   {0x483, 0x489},
    {0x591, 0x5cf},     {0x600, 0x61f},      {0x64b, 0x65f},   {0x6d6, 0x6dd},   {0x700, 0x70f},
    {0x8e2, 0x8e2},     {0x115f, 0x1160},    {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x1800, 0x180f},
    {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},    {0x2000, 0x2bff}, {0x2e00, 0x2fff}, {0x3000, 0x3004},
    {0x3008, 0x3020},   {0x302a, 0x3030},    {0x3164, 0x3164}, {0xe000, 0xf8ff}, {0xfb50, 0xfdcf},
    {0xfdd0, 0xfdef},   {0xfe00, 0xfe6f},    {0xfeff, 0xfeff}, {0xff00, 0xffff}, {0x1bc9d, 0x1bcaf},
    {0x1d000, 0x1ffff}, {0x32400, 0x10ffff},
};

static bool letter(uint32_t point) {
    if (point < 0x80)
        return (point >= '0' && point <= '9') || (point >= 'A' && point <= 'Z') ||
               (point >= 'a' && point <= 'z') || strchr("._-'", (int)point);
    for (size_t i = 0; i < sizeof no_letters / sizeof *no_letters; i++) {
        if (point >= no_letters[i].first && point <= no_letters[i].last) return false;
    }
    return true;
}

bool trey_person_name_good(const char *name) {
    size_t length = strnlen(name, TREY_PERSON_NAME_MAX);
    if (length < 2 || length >= TREY_PERSON_NAME_MAX) return false;
    bool blank = true; /* before the first letter none is allowed */
    for (const char *at = name; *at;) {
        uint32_t point = next_point(&at);
        if (point == ' ' ? blank : point == 0 || !letter(point)) return false;
        blank = point == ' ';
    }
    return !blank && name_of_one_alphabet(name);
}

/* ---- Either case ----------------------------------------------------------------------- */
static uint32_t small_letter(uint32_t point) {
    if (point >= 'A' && point <= 'Z') return point + 32;
    if (point >= 0xc0 && point <= 0xde && point != 0xd7) return point + 32;
    if ((point >= 0x100 && point <= 0x12f) || (point >= 0x132 && point <= 0x137) ||
        (point >= 0x14a && point <= 0x177))
        return point | 1;
    if ((point >= 0x139 && point <= 0x148) || (point >= 0x179 && point <= 0x17e))
        return point + (point & 1);
    if (point == 0x178) return 0xff;
    if (point >= 0x391 && point <= 0x3a9) return point + 32;
    if (point == 0x3c2) return 0x3c3; /* the sigma at the end of a word */
    if (point >= 0x410 && point <= 0x42f) return point + 32;
    if (point >= 0x400 && point <= 0x40f) return point + 80;
    if ((point >= 0x460 && point <= 0x481) || (point >= 0x48a && point <= 0x4bf) ||
        (point >= 0x4d0 && point <= 0x52f) || (point >= 0x1e00 && point <= 0x1e95) ||
        (point >= 0x1ea0 && point <= 0x1eff))
        return point | 1;
    return point;
}

/* Bytes that are no UTF-8 count as themselves: they are in no name. */
static uint32_t next_folded(const char **text) {
    const char *before = *text;
    if (*before == '\0') return 0;
    uint32_t point = next_point(text);
    if (*text != before) return small_letter(point);
    return 0x110000u + (uint8_t) * (*text)++;
}

uint32_t name_point(const char **name) {
    return **name ? next_point(name) : 0;
}

uint32_t name_folded(const char **name) {
    return next_folded(name);
}

uint64_t name_number(const char *name) {
    uint64_t number = UINT64_C(0xcbf29ce484222325);
    for (uint32_t point; (point = next_folded(&name)) != 0;)
        number = (number ^ point) * UINT64_C(0x100000001b3);
    return number ^ number >> 32;
}

bool names_same(const char *a, const char *b) {
    for (;;) {
        uint32_t x = next_folded(&a), y = next_folded(&b);
        if (x != y) return false;
        if (x == 0) return true;
    }
}

bool name_begins(const char *name, const char *beginning) {
    for (;;) {
        uint32_t wanted = next_folded(&beginning);
        if (wanted == 0) return true;
        if (next_folded(&name) != wanted) return false;
    }
}

/* ---- Guests ------------------------------------------------------------------------------ */
static const char *behind_guest(const char *name) {
    static const char word[] = "guest ";
    for (const char *at = word; *at; at++, name++) {
        if (small_letter((uint8_t)*name) != (uint8_t)*at) return NULL;
    }
    return name;
}

bool name_is_a_guests(const char *name) {
    const char *digits = behind_guest(name);
    return digits && *digits && digits[strspn(digits, "0123456789")] == '\0';
}

trey_person guest_of_name(const char *name) {
    uint64_t number = 0;
    if (!name_is_a_guests(name)) return TREY_NOBODY;
    const char *digit = behind_guest(name);
    if (*digit == '0') return TREY_NOBODY;
    for (; *digit; digit++) {
        number = number * 10 + (uint64_t)(*digit - '0');
        if (number > UINT32_MAX) return TREY_NOBODY;
    }
    return (trey_person)number;
}
