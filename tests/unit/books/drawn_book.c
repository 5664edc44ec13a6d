/* drawn_book.c -- a whole rulebook at random: one of the four with some keys drawn anew, or all of
 * it from scratch. */
#include "drawn_book.h"

#include <string.h>

static trey_rulebook *base[TREY_BUILTIN_RULEBOOKS];

void drawn_books_open(void) {
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        trey_status status = trey_rulebook_open(&base[i], trey_builtin_id(i), NULL);
        TREY_ASSERT(status == TREY_STATUS_OK);
        TREY_ASSERT(trey_rulebook_readings(base[i]) <= DRAWN_READINGS);
    }
}

void drawn_books_close(void) {
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) trey_rulebook_close(base[i]);
}

const trey_rulebook *drawn_base(unsigned list) {
    return base[list];
}

static unsigned letters_of(const drawn_book *book, int reading) {
    return reading < 0 ? 1 : trey_rulebook_reading(base[book->list], (size_t)reading)->letters;
}

/* Every letter by itself; those that the reading lacks are like the first. */
static void draw_key(drawn_book *book, trey_key key) {
    drawn_key *k = &book->key[key];
    unsigned letters = letters_of(book, k->reading);
    for (unsigned i = 0; i < TREY_LETTERS; i++)
        k->letter[i] = i < letters ? draw_value(&book->random, key) : k->letter[0];
}

static void copy_key(drawn_book *book, trey_key key) {
    const trey_rule *rule = trey_rulebook_rule(base[book->list], key);
    drawn_key *k = &book->key[key];
    *k = (drawn_key){.there = rule->form != TREY_FORM_ABSENT, .reading = rule->reading};
    unsigned letters = letters_of(book, k->reading);
    for (unsigned i = 0; i < TREY_LETTERS; i++) {
        k->letter[i] = k->reading < 0 ? rule->value : i < letters ? rule->letter[i] : k->letter[0];
    }
}

/* ---- Collection ------------------------------------------------------------------- */
static void draw_schedules(drawn_book *book) {
    random_source *random = &book->random;
    book->schedules = 1 + random_below(random, 3);
    for (unsigned s = 0; s < book->schedules; s++) {
        drawn_schedule *schedule = &book->schedule[s];
        schedule->option = 80 * s + 1 + random_below(random, 80);
        if (random_chance(random, 2)) schedule->option += 100 * random_below(random, 12);
        schedule->player_fee = random_chance(random, 50) ? 0 : 50 * (1 + random_below(random, 4));
        schedule->brackets = 1 + random_below(random, TREY_BRACKETS);
        trey_cents from = 100;
        for (unsigned i = 0; i < schedule->brackets; i++) {
            trey_bracket *bracket = &schedule->bracket[i];
            bracket->from = from;
            bracket->to = from + 100 * (trey_cents)random_below(random, 200);
            bracket->fee = 25 * (trey_cents)random_below(random, 40);
            if (random_chance(random, 3)) bracket->fee = TREY_FEE_UNREADABLE;
            from = bracket->to + 100;
        }
        schedule->bracket[schedule->brackets - 1].to = TREY_NO_LIMIT;
    }
}

static void copy_schedules(drawn_book *book) {
    size_t count = trey_rulebook_schedules(base[book->list]);
    book->schedules = (unsigned)(count < DRAWN_SCHEDULES ? count : DRAWN_SCHEDULES);
    for (unsigned i = 0; i < book->schedules; i++) {
        const trey_schedule *from = trey_rulebook_schedule(base[book->list], i);
        drawn_schedule *to = &book->schedule[i];
        *to = (drawn_schedule){
            .option = from->option, .brackets = from->brackets, .player_fee = from->player_fee};
        memcpy(to->bracket, from->bracket, sizeof to->bracket);
    }
}

/* ---- Books ------------------------------------------------------------------------ */
/* Keys of what a game may have or lack bring it in by being there. */
static void draw_from_scratch(drawn_book *book) {
    random_source *random = &book->random;
    bool bonus = random_chance(random, 70), envy = random_chance(random, 50);
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        trey_part part = trey_key_part((trey_key)key);
        book->key[key].reading = -1;
        book->key[key].there = part == TREY_PART_GAME || (part == TREY_PART_ANTE_BONUS && bonus) ||
                               (part == TREY_PART_ENVY && envy) ||
                               (part == TREY_PART_FREE && random_chance(random, 50));
        draw_key(book, (trey_key)key);
    }
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++)
        draw_kind(book, (trey_irregularity)kind);
    if (random_chance(random, 60)) draw_schedules(book);
}

static void draw_by_changes(drawn_book *book) {
    random_source *random = &book->random;
    for (unsigned key = 0; key < TREY_KEYS; key++) copy_key(book, (trey_key)key);
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++)
        copy_kind(book, (trey_irregularity)kind,
                  trey_rulebook_trouble(base[book->list], (trey_irregularity)kind));
    copy_schedules(book);
    for (unsigned i = 0; i < book->changes; i++) {
        if (random_chance(random, 10)) {
            draw_kind(book, (trey_irregularity)random_below(random, TREY_IRREGULARITY_COUNT));
        } else if (random_chance(random, 2)) {
            draw_schedules(book);
        } else {
            draw_key(book, (trey_key)random_below(random, TREY_KEYS));
        }
    }
}

static bool reading_used(const drawn_book *book, int reading) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (book->key[key].there && book->key[key].reading == reading) return true;
    }
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        for (unsigned i = 0; i < book->kind[kind].cases; i++) {
            if (book->kind[kind].item[i].reading == reading) return true;
        }
    }
    return false;
}

/* A reading that no value of the game depends on is not there to be chosen: most get a key whose
 * value they decide. */
static void use_readings(drawn_book *book) {
    random_source *random = &book->random;
    for (unsigned r = 0; r < trey_rulebook_readings(base[book->list]); r++) {
        const trey_reading *reading = trey_rulebook_reading(base[book->list], r);
        if (random_chance(random, 20)) continue;
        for (unsigned tries = 0; tries < 400 && reading->switchable && !reading_used(book, (int)r);
             tries++) {
            trey_key key = (trey_key)random_below(random, TREY_KEYS);
            drawn_key *k = &book->key[key];
            bool idle = trey_key_met(key) != TREY_KEY_IS_READ;
            if (!k->there || k->reading >= 0 || idle) continue;
            if (drawn_shapes_game(key) && !random_chance(random, 3)) continue;
            k->reading = (int)r;
            draw_key(book, key);
        }
    }
}

void drawn_book_draw(drawn_book *book, uint64_t seed) {
    memset(book, 0, offsetof(drawn_book, text));
    book->seed = seed;
    book->random.state = seed;
    random_source *random = &book->random;
    book->list = random_below(random, TREY_BUILTIN_RULEBOOKS);
    static const unsigned most[] = {0, 4, 30, 120};
    unsigned many = most[random_below(random, 4)];
    book->changes = many ? 1 + random_below(random, many) : 0;
    if (book->changes) {
        draw_by_changes(book);
    } else {
        draw_from_scratch(book);
    }
    /* One in ten goes to the loader as the dice fell. */
    bool raw = random_chance(random, 10);
    for (unsigned pass = 0; pass < 4 && !raw; pass++) {
        draw_playable(book);
        draw_parts(book);
        if (pass > 0) use_readings(book);
    }
    for (unsigned r = 0; r < trey_rulebook_readings(base[book->list]); r++)
        book->in_force[r] = (uint8_t)trey_rulebook_reading(base[book->list], r)->preset;
}

/* ---- What the loader said --------------------------------------------------------- */
/* The key with the longest path among those that the message names. */
static trey_key named_key(const char *wrong) {
    trey_key found = TREY_KEYS;
    size_t longest = 0;
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const char *path = trey_key_path((trey_key)key), *at = strstr(wrong, path);
        size_t length = strlen(path);
        if (!at || length <= longest) continue;
        longest = length;
        found = (trey_key)key;
    }
    return found;
}

/* The kind that a message begins with, or the count of kinds. */
static unsigned named_kind(const char *wrong) {
    unsigned kind = 0;
    for (; kind < TREY_IRREGULARITY_COUNT; kind++) {
        const char *name = trey_irregularity_name((trey_irregularity)kind);
        if (strncmp(wrong, name, strlen(name)) == 0 && wrong[strlen(name)] == ' ') break;
    }
    return kind;
}

bool drawn_book_redraw(drawn_book *book, const char *wrong) {
    trey_key key = named_key(wrong);
    unsigned kind = named_kind(wrong);
    if (key == TREY_KEYS) {
        if (kind == TREY_IRREGULARITY_COUNT) return false;
        draw_kind(book, (trey_irregularity)kind);
        return true;
    }
    drawn_key *k = &book->key[key];
    if (strstr(wrong, "has a value, but")) {
        k->there = false;
        return true;
    }
    if (!k->there) k->reading = -1;
    k->there = true;
    draw_key(book, key);
    return true;
}
