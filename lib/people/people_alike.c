/* people_alike.c -- names that look the same, and names of several alphabets.
 *
 * A player who is called like the shift manager, with a Cyrillic letter in the name, could ask
 * others for their passwords. A name is therefore written in one alphabet; and it is refused where
 * its letters look like those of a name that somebody has. The list of letters that look alike is
 * our own and short: the alphabets that are taken for Latin, and the digits that are taken for
 * letters. ICU has a longer one, and is thirty megabytes of other things. */
#include <string.h>

#include "people_parts.h"

/* ---- Alphabets --------------------------------------------------------------------------------
 */
enum { ANY, LATIN, GREEK, CYRILLIC, ARMENIAN, CHEROKEE, EAST_ASIAN, OTHER };

static unsigned alphabet_of(uint32_t point) {
    static const struct {
        uint32_t first, last;
        uint8_t alphabet;
    } ranges[] = {
        {0x41, 0x5a, LATIN},           {0x61, 0x7a, LATIN},          {0xc0, 0x24f, LATIN},
        {0x250, 0x2af, LATIN},         {0x370, 0x3ff, GREEK},        {0x400, 0x52f, CYRILLIC},
        {0x531, 0x58f, ARMENIAN},      {0x13a0, 0x13ff, CHEROKEE},   {0x1100, 0x11ff, EAST_ASIAN},
        {0x1c80, 0x1c8f, CYRILLIC},    {0x1d00, 0x1d7f, LATIN},      {0x1e00, 0x1eff, LATIN},
        {0x1f00, 0x1fff, GREEK},       {0x2c60, 0x2c7f, LATIN},      {0x2de0, 0x2dff, CYRILLIC},
        {0x3005, 0x31ff, EAST_ASIAN},  {0x3400, 0x9fff, EAST_ASIAN}, {0xa640, 0xa69f, CYRILLIC},
        {0xa720, 0xa7ff, LATIN},       {0xab70, 0xabbf, CHEROKEE},   {0xac00, 0xd7ff, EAST_ASIAN},
        {0x20000, 0x323ff, EAST_ASIAN}};
    if (point < 0x80 && !((point | 32) >= 'a' && (point | 32) <= 'z')) return ANY;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (point >= ranges[i].first && point <= ranges[i].last) return ranges[i].alphabet;
    }
    return OTHER;
}

/* Alphabets that we do not tell apart are only kept from those that we do. */
bool name_of_one_alphabet(const char *name) {
    unsigned seen = ANY;
    for (uint32_t point; (point = name_point(&name)) != 0;) {
        unsigned alphabet = alphabet_of(point);
        if (alphabet == ANY) continue;
        if (seen != ANY && seen != alphabet) return false;
        seen = alphabet;
    }
    return true;
}

/* ---- Looks ------------------------------------------------------------------------------------
 */
/* Small letters, and what they look like; of capitals that look like others than their small
 * ones, too. */
static const struct {
    uint16_t letter;
    char looks;
} likes[] = {
    {'0', 'o'},
    {'1', 'l'},
    {'i', 'l'},
    {'5', 's'},
    {0x131, 'l'},
    {0x142, 'l'},
    {0xf8, 'o'},
    {0x111, 'd'},
    {0x13a0, 'd'},
    /* Greek: alpha, beta, gamma, epsilon, eta, iota, kappa, nu, omicron, rho, tau, upsilon, chi;
     * capitals zeta, mu, eta */
    {0x3b1, 'a'},
    {0x3b2, 'b'},
    {0x3b3, 'y'},
    {0x3b5, 'e'},
    {0x3b7, 'n'},
    {0x3b9, 'l'},
    {0x3ba, 'k'},
    {0x3bd, 'v'},
    {0x3bf, 'o'},
    {0x3c1, 'p'},
    {0x3c4, 't'},
    {0x3c5, 'u'},
    {0x3c7, 'x'},
    {0x3b6, 'z'},
    {0x3bc, 'm'},
    {0x3c9, 'w'},
    {0x3c3, 'o'},
    {0x3af, 'l'},
    {0x3ac, 'a'},
    {0x3ad, 'e'},
    {0x3cc, 'o'},
    /* Cyrillic */
    {0x430, 'a'},
    {0x432, 'b'},
    {0x433, 'r'},
    {0x435, 'e'},
    {0x451, 'e'},
    {0x43a, 'k'},
    {0x43c, 'm'},
    {0x43d, 'h'},
    {0x43e, 'o'},
    {0x43f, 'n'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x442, 't'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x456, 'l'},
    {0x457, 'l'},
    {0x458, 'j'},
    {0x455, 's'},
    {0x454, 'e'},
    {0x4bb, 'h'},
    {0x501, 'd'},
    {0x51b, 'q'},
    {0x51d, 'w'},
    {0x4cf, 'l'},
    {0x475, 'v'},
    {0x461, 'w'},
    {0x44c, 'b'},
    {0x4af, 'y'},
    {0x491, 'r'},
    {0x438, 'u'},
    {0x434, 'd'},
    {0x437, '3'},
    /* Armenian */
    {0x570, 'h'},
    {0x578, 'n'},
    {0x57d, 'u'},
    {0x585, 'o'},
    {0x581, 'g'},
    {0x566, 'q'},
    {0x575, 'j'},
    {0x56c, 'l'},
};

static uint32_t look_of(uint32_t point) {
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++) {
        if (likes[i].letter == point) return (uint8_t)likes[i].looks;
    }
    return point;
}

/* Two letters that look like one: rn and m, vv and w, cl and d. */
static uint32_t next_look(const char **name) {
    uint32_t look = look_of(name_folded(name));
    const char *after = *name;
    uint32_t next = look ? look_of(name_folded(&after)) : 0;
    uint32_t both = look == 'r' && next == 'n'   ? 'm'
                    : look == 'v' && next == 'v' ? 'w'
                    : look == 'c' && next == 'l' ? 'd'
                                                 : 0;
    if (both) *name = after;
    return both ? both : look;
}

uint64_t name_look_number(const char *name) {
    uint64_t number = UINT64_C(0xcbf29ce484222325);
    for (uint32_t look; (look = next_look(&name)) != 0;)
        number = (number ^ look) * UINT64_C(0x100000001b3);
    return number ^ number >> 32;
}

bool names_look_alike(const char *a, const char *b) {
    for (;;) {
        uint32_t x = next_look(&a), y = next_look(&b);
        if (x != y) return false;
        if (x == 0) return true;
    }
}
