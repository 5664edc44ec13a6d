/* drawn_kinds.c -- what a drawn book does when something goes wrong.
 *
 * A kind asks for none, one or two facts and has a case for each combination of their answers;
 * each case has a remedy that fits the kind, and often one behind it. */
#include "drawn_book.h"

#include <string.h>

static const unsigned fact_fits[TREY_FACT_COUNT] = {
#define FACT_FITS(constant, name, words, known, fits, question) fits,
    TREY_FACTS(FACT_FITS)
#undef FACT_FITS
};

static unsigned answers_of(unsigned fact) {
    unsigned count = 0;
    while (trey_fact_answer((trey_fact)fact, count)) count++;
    return count;
}

/* Any remedy that this kind can have at that place; NONE where there is none. */
static unsigned any_remedy(random_source *random, unsigned about, unsigned step, int then) {
    unsigned fit[TREY_REMEDY_COUNT], count = 0;
    for (unsigned remedy = 0; remedy < TREY_REMEDY_COUNT; remedy++) {
        const trey_remedy_row *row = trey_remedy_of(remedy);
        if (!(row->fits & about) || !((unsigned)row->step & step)) continue;
        if (then < 0 ? row->then == TREY_THEN_RESTS_OUT : (int)row->then != then) continue;
        fit[count++] = remedy;
    }
    return count ? fit[random_below(random, count)] : (unsigned)TREY_REMEDY_NONE;
}

static void draw_case(drawn_book *book, trey_irregularity kind, drawn_case *item) {
    random_source *random = &book->random;
    unsigned about = trey_kind_of(kind)->about, also = TREY_REMEDY_NONE;
    unsigned remedy = any_remedy(random, about, TREY_STEP_FIRST, -1);
    switch (trey_remedy_of(remedy)->then) {
    case TREY_THEN_KEEPS:
        also = any_remedy(random, about, TREY_STEP_SECOND, TREY_THEN_RESTS_OUT);
        break;
    case TREY_THEN_GOES_ON:
        if (random_chance(random, 30)) also = any_remedy(random, about, TREY_STEP_SECOND, -1);
        break;
    default:
        break;
    }
    if (random_chance(random, 1)) remedy = random_below(random, TREY_REMEDY_COUNT);
    item->reading = -1;
    for (unsigned i = 0; i < TREY_LETTERS; i++) {
        item->remedy[i] = remedy;
        item->also[i] = also;
    }
    bool by_key = remedy == TREY_REMEDY_ORDER_CARDS || book->kind[kind].asks[TREY_FACT_INTENDED];
    item->decides = -1;
    if (!by_key && random_chance(random, 25))
        item->decides = TREY_ROLE_DEALER + (int)random_below(random, 4);
}

void draw_kind(drawn_book *book, trey_irregularity kind) {
    random_source *random = &book->random;
    drawn_kind *out = &book->kind[kind];
    unsigned asked[2], count = 0, all = 1;
    memset(out, 0, sizeof *out);
    out->absent = random_chance(random, 5);
    if (out->absent) return;
    for (unsigned tries = random_below(random, 3); tries > 0; tries--) {
        unsigned fact = random_below(random, TREY_FACT_COUNT);
        bool fits = fact_fits[fact] & trey_kind_of(kind)->about;
        if (out->asks[fact] || !fits || all * answers_of(fact) > TREY_CASES) continue;
        out->asks[fact] = true;
        all *= answers_of(fact);
        asked[count++] = fact;
    }
    for (unsigned number = 0; number < all; number++) {
        drawn_case *item = &out->item[out->cases++];
        memset(item->when, -1, sizeof item->when);
        for (unsigned i = 0, rest = number; i < count; i++) {
            item->when[asked[i]] = (int8_t)(rest % answers_of(asked[i]));
            rest /= answers_of(asked[i]);
        }
        draw_case(book, kind, item);
    }
    /* The last one may take whatever is left. */
    if (random_chance(random, 40)) memset(out->item[out->cases - 1].when, -1, TREY_FACT_COUNT);
}

void copy_kind(drawn_book *book, trey_irregularity kind, const trey_trouble *from) {
    drawn_kind *out = &book->kind[kind];
    memset(out, 0, sizeof *out);
    out->absent = from->absent;
    out->cases = from->cases;
    memcpy(out->asks, from->asks, sizeof out->asks);
    for (unsigned i = 0; i < from->cases; i++) {
        const trey_case *item = &from->item[i];
        drawn_case *to = &out->item[i];
        memcpy(to->when, item->when, sizeof to->when);
        to->reading = item->reading;
        to->decides = item->own_role ? item->role : -1;
        for (unsigned letter = 0; letter < TREY_LETTERS; letter++) {
            to->remedy[letter] = item->reading < 0 ? item->remedy : item->remedy_letter[letter];
            to->also[letter] = item->reading < 0 ? item->also : item->also_letter[letter];
        }
    }
}
