/* money.c -- checked arithmetic on cents, and dollars as people write them.
 *
 * The compiler's overflow built-ins and a 128-bit product do the checking, so
 * that no sum can wrap: a bank that pays out a wrapped number has no record of
 * what it owes. The largest amount is $92,233,720,368,547,758.07. */
#include <trey/core.h>

bool trey_cents_add(trey_cents a, trey_cents b, trey_cents *sum) {
    trey_cents result;
    if (__builtin_add_overflow(a, b, &result)) return false;
    *sum = result;
    return true;
}

bool trey_cents_subtract(trey_cents a, trey_cents b, trey_cents *difference) {
    trey_cents result;
    if (__builtin_sub_overflow(a, b, &result)) return false;
    *difference = result;
    return true;
}

bool trey_cents_scale(trey_cents amount, int64_t numerator, int64_t denominator,
                      trey_cents *product, int64_t *remainder) {
    TREY_ASSERT(denominator > 0);
    /* At most 2^126 in size, so the product itself cannot overflow. */
    const __int128 exact = (__int128)amount * numerator;
    const __int128 whole = exact / denominator;
    if (whole < INT64_MIN || whole > INT64_MAX) return false;
    *product = (trey_cents)whole;
    if (remainder != NULL) *remainder = (int64_t)(exact % denominator);
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool append_digit(trey_cents *value, char digit) {
    trey_cents shifted;
    return !__builtin_mul_overflow(*value, 10, &shifted) &&
           !__builtin_add_overflow(shifted, digit - '0', value);
}

static trey_status fail_at(const char *where, const char **end, trey_status status) {
    if (end != NULL) *end = where;
    return status;
}

trey_status trey_cents_parse(const char *text, trey_cents *cents, const char **end) {
    const char *at = *text == '$' ? text + 1 : text;
    if (!is_digit(*at)) return fail_at(at, end, TREY_STATUS_MONEY_SYNTAX);

    trey_cents value = 0;
    size_t group = 0; /* digits since the start or since the last comma */
    bool grouped = false;
    for (;; at++) {
        if (is_digit(*at)) {
            if (grouped && group == 3) return fail_at(at, end, TREY_STATUS_MONEY_SYNTAX);
            if (!append_digit(&value, *at)) return fail_at(at, end, TREY_STATUS_MONEY_OVERFLOW);
            group++;
        } else if (*at == ',' && is_digit(at[1])) {
            if (grouped ? group != 3 : group > 3) {
                return fail_at(at, end, TREY_STATUS_MONEY_SYNTAX);
            }
            grouped = true;
            group = 0;
        } else {
            break;
        }
    }
    if (grouped && group != 3) return fail_at(at, end, TREY_STATUS_MONEY_SYNTAX);

    int decimals = 0;
    if (*at == '.' && is_digit(at[1])) {
        for (at++; is_digit(*at); at++, decimals++) {
            if (decimals == 2) return fail_at(at, end, TREY_STATUS_MONEY_DECIMALS);
            if (!append_digit(&value, *at)) return fail_at(at, end, TREY_STATUS_MONEY_OVERFLOW);
        }
    }
    for (; decimals < 2; decimals++) {
        if (!append_digit(&value, '0')) return fail_at(at, end, TREY_STATUS_MONEY_OVERFLOW);
    }
    *cents = value;
    if (end != NULL) *end = at;
    return TREY_STATUS_OK;
}

char *trey_cents_print(trey_cents cents, char out[TREY_CENTS_TEXT_MAX]) {
    /* Written from the last character backwards; unsigned, since the smallest
     * number has no positive counterpart. */
    char backwards[TREY_CENTS_TEXT_MAX];
    size_t length = 0;
    uint64_t size = cents < 0 ? 0 - (uint64_t)cents : (uint64_t)cents;
    uint64_t dollars = size / 100;
    const unsigned rest = (unsigned)(size % 100);
    if (rest != 0) {
        backwards[length++] = (char)('0' + rest % 10);
        backwards[length++] = (char)('0' + rest / 10);
        backwards[length++] = '.';
    }
    unsigned digits = 0;
    do {
        if (digits != 0 && digits % 3 == 0) backwards[length++] = ',';
        backwards[length++] = (char)('0' + dollars % 10);
        dollars /= 10;
        digits++;
    } while (dollars != 0);
    backwards[length++] = '$';
    if (cents < 0) backwards[length++] = '-';
    TREY_ASSERT(length < TREY_CENTS_TEXT_MAX);

    for (size_t i = 0; i < length; i++) out[i] = backwards[length - 1 - i];
    out[length] = '\0';
    return out;
}
