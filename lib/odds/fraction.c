/* fraction.c -- exact fractions of 128 bits.
 *
 * The largest denominator counts all deals of two hands, 407,170,400, the up card,
 * and four more hands in which other boxes may hold a royal: 84 bits. An overflow
 * would be a mistake of ours, so it stops the program. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "trey/odds.h"

static trey_int128 absolute(trey_int128 n) {
    return n < 0 ? -n : n;
}

static trey_int128 greatest_divisor(trey_int128 a, trey_int128 b) {
    while (b != 0) {
        trey_int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static trey_int128 times(trey_int128 a, trey_int128 b) {
    trey_int128 product;
    bool overflow = __builtin_mul_overflow(a, b, &product);
    TREY_ASSERT(!overflow);
    return product;
}

trey_fraction trey_fraction_of(trey_int128 n, trey_int128 d) {
    TREY_ASSERT(d != 0);
    trey_int128 common = greatest_divisor(absolute(n), absolute(d));
    if (d < 0) common = -common;
    return (trey_fraction){n / common, d / common};
}

trey_fraction trey_fraction_add(trey_fraction a, trey_fraction b) {
    trey_int128 common = greatest_divisor(a.d, b.d);
    trey_int128 sum;
    bool overflow =
        __builtin_add_overflow(times(a.n, b.d / common), times(b.n, a.d / common), &sum);
    TREY_ASSERT(!overflow);
    return trey_fraction_of(sum, times(a.d / common, b.d));
}

trey_fraction trey_fraction_multiply(trey_fraction a, trey_fraction b) {
    trey_fraction left = trey_fraction_of(a.n, b.d), right = trey_fraction_of(b.n, a.d);
    return (trey_fraction){times(left.n, right.n), times(left.d, right.d)};
}

/* The double that is nearest, found with whole numbers alone: a long double has another
 * width on each machine, and the digits that are shown shall not depend on it. Long
 * division gives the bits; a last one stands for all that follow. */
double trey_fraction_double(trey_fraction f) {
    enum { BITS = 62 }; /* what a double holds, and some to round by */
    unsigned __int128 above = (unsigned __int128)absolute(f.n), below = (unsigned __int128)f.d;
    if (above == 0) return 0;
    int exponent = 0;
    while (above < below) {
        above <<= 1;
        exponent--;
    }
    while (above >> 1 >= below) {
        below <<= 1;
        exponent++;
    }
    uint64_t bits = 0;
    for (unsigned i = 0; i < BITS; i++) {
        bits <<= 1;
        if (above >= below) {
            above -= below;
            bits |= 1;
        }
        above <<= 1;
    }
    bits = bits << 1 | (above != 0);
    double nearest = ldexp((double)bits, exponent - BITS);
    return f.n < 0 ? -nearest : nearest;
}

static char *print_digits(trey_int128 n, char *end) {
    bool negative = n < 0;
    *--end = '\0';
    do {
        int digit = (int)(n % 10);
        *--end = (char)('0' + (digit < 0 ? -digit : digit));
        n /= 10;
    } while (n != 0);
    if (negative) *--end = '-';
    return end;
}

char *trey_fraction_print(trey_fraction f, char out[TREY_FRACTION_TEXT_MAX]) {
    char n[48], d[48];
    const char *above = print_digits(f.n, n + sizeof n), *below = print_digits(f.d, d + sizeof d);
    bool whole = f.d == 1;
    snprintf(out, TREY_FRACTION_TEXT_MAX, "%s%s%s", above, whole ? "" : "/", whole ? "" : below);
    return out;
}
