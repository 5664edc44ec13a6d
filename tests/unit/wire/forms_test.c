/* forms_test.c -- every member of every form is written and read back.
 *
 * No list of members stands here. A value is filled so that no byte of it is zero, and each byte is
 * changed in turn: those whose change shows in what is written are carried by the form, and the
 * reader has to give exactly these back. What is carried must be whole: a member that the writer
 * and the reader have both forgotten is a gap in it. */
#include "cmocka_suite.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "trey/wire.h"

enum { VALUE_MAX = 1024, BYTES_MAX = 1024 };

/* How one form is written and read, and what there is to know about it. */
typedef struct form {
    const char *name;
    size_t size;
    void (*write)(trey_writer *to, const void *value);
    void (*read)(trey_reader *from, void *out);
} form;

/* A stretch of a value. */
typedef struct stretch {
    size_t from, size;
} stretch;
#define MEMBER(type, member)                                                                       \
    (stretch) {                                                                                    \
        offsetof(type, member), sizeof(((type *)0)->member)                                        \
    }
/* All of a text but the zero at its end. */
#define TEXT(type, member)                                                                         \
    (stretch) {                                                                                    \
        offsetof(type, member), sizeof(((type *)0)->member) - 1                                    \
    }
#define END(type, member)                                                                          \
    (stretch) {                                                                                    \
        offsetof(type, member) + sizeof(((type *)0)->member) - 1, 1                                \
    }

/* From 1 to 50, so that each is a card, a letter of a text and a part of a number. */
static void fill(void *value, size_t size) {
    for (size_t i = 0; i < size; i++) ((uint8_t *)value)[i] = (uint8_t)(1 + i * 7 % 50);
}

static bool among(size_t at, const stretch *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (at >= list[i].from && at < list[i].from + list[i].size) return true;
    }
    return false;
}

static size_t written(const form *f, const void *value, uint8_t bytes[BYTES_MAX]) {
    trey_writer to = {bytes, BYTES_MAX, 0, false};
    f->write(&to, value);
    assert_false(to.full);
    return to.used;
}

/* Which bytes of the value are carried; those in `fixed` steer the form and are not changed. */
static void find_carried(const form *f, const void *value, const stretch *fixed, size_t count,
                         bool carried[VALUE_MAX]) {
    uint8_t before[BYTES_MAX], after[BYTES_MAX], changed[VALUE_MAX];
    size_t size = written(f, value, before);
    assert_true(f->size <= VALUE_MAX);
    for (size_t i = 0; i < f->size; i++) {
        carried[i] = false;
        if (among(i, fixed, count)) continue;
        memcpy(changed, value, f->size);
        changed[i] ^= 1;
        size_t other = written(f, changed, after);
        carried[i] = other != size || memcmp(before, after, size) != 0;
    }
}

/* Reads the value back: what is carried is there, and nothing else. `absent` is what stands for
 * a byte that is not. */
static void reads_back(const form *f, const void *value, const stretch *fixed, size_t count,
                       const bool carried[VALUE_MAX], const uint8_t *absent) {
    uint8_t bytes[BYTES_MAX], read[VALUE_MAX];
    const uint8_t *given = value;
    size_t size = written(f, value, bytes);
    trey_reader from = {bytes, size, false};
    memset(read, 0xee, sizeof read);
    f->read(&from, read);
    if (from.bad || from.left != 0) fail_msg("%s is not read back", f->name);
    for (size_t i = 0; i < f->size; i++) {
        uint8_t expected = among(i, fixed, count) || carried[i] ? given[i] : absent[i];
        if (read[i] != expected)
            fail_msg("%s: byte %zu is read as %u, and was %u", f->name, i, read[i], expected);
    }
    for (size_t cut = 0; cut < size; cut++) {
        from = (trey_reader){bytes, cut, false};
        f->read(&from, read);
        if (!from.bad) fail_msg("%s is read from its first %zu bytes", f->name, cut);
    }
}

static bool carries_all(const bool carried[VALUE_MAX], const stretch *list, size_t count) {
    for (size_t n = 0; n < count; n++) {
        for (size_t i = 0; i < list[n].size; i++) {
            if (!carried[list[n].from + i]) return false;
        }
    }
    return true;
}

static bool carries_none(const bool carried[VALUE_MAX], const stretch *list, size_t count) {
    for (size_t n = 0; n < count; n++) {
        for (size_t i = 0; i < list[n].size; i++) {
            if (carried[list[n].from + i]) return false;
        }
    }
    return true;
}

/* Are these the bytes of a part of the value that is carried, and no others? */
static bool carries_exactly(const bool carried[VALUE_MAX], stretch part, const stretch *list,
                            size_t count) {
    for (size_t i = part.from; i < part.from + part.size; i++) {
        if (carried[i] != among(i, list, count)) return false;
    }
    return true;
}

/* All of it but these, which nothing stands in. */
static void all_but(const form *f, const bool carried[VALUE_MAX], const stretch *empty,
                    size_t count) {
    for (size_t i = 0; i < f->size; i++) {
        if (carried[i] == among(i, empty, count))
            fail_msg("%s: byte %zu is %scarried", f->name, i, carried[i] ? "" : "not ");
    }
}

static const uint8_t nothing[VALUE_MAX];

/* ---- Events of a table ------------------------------------------------------------------ */
static void write_event(trey_writer *to, const void *value) {
    trey_event_write(to, value);
}
static void read_event(trey_reader *from, void *out) {
    trey_event_read(from, out);
}

/* What an event can have besides its head. */
static const struct {
    unsigned parts;
    stretch part[12];
} contents[] = {
    {1, {MEMBER(trey_event, cards)}},
    {1, {TEXT(trey_event, reason)}},
    {7,
     {MEMBER(trey_event, money.row), MEMBER(trey_event, money.cause),
      MEMBER(trey_event, money.cause_item), MEMBER(trey_event, money.amount),
      MEMBER(trey_event, money.back), MEMBER(trey_event, money.bank),
      MEMBER(trey_event, money.meter)}},
    {2, {MEMBER(trey_event, dealt.card), MEMBER(trey_event, dealt.place)}},
    {10,
     {MEMBER(trey_event, report.item), MEMBER(trey_event, report.seats),
      MEMBER(trey_event, report.wager), MEMBER(trey_event, report.role),
      MEMBER(trey_event, report.mode), MEMBER(trey_event, report.counted),
      MEMBER(trey_event, report.answer), MEMBER(trey_event, report.player),
      MEMBER(trey_event, report.card), MEMBER(trey_event, report.amount)}},
    {3,
     {MEMBER(trey_event, limits.least), MEMBER(trey_event, limits.most),
      TEXT(trey_event, limits.reason)}},
};
enum { CONTENTS = sizeof contents / sizeof *contents, REPORTED = 4 };

/* A new member of the money or of a report makes its form larger than what is named above. */
_Static_assert(sizeof(((trey_event *)0)->money) == 2 + 1 + 1 + 4 + 4 * sizeof(trey_cents),
               "money has a member that this test does not know");
_Static_assert(sizeof(trey_report) == 8 + TREY_FACT_COUNT + 2 + sizeof(trey_player) +
                                          TREY_SEEN_CARDS + sizeof(trey_cents),
               "a report has a member that this test does not know");

static void event_is_whole(unsigned kind) {
    const form f = {trey_event_word((trey_event_kind)kind), sizeof(trey_event), write_event,
                    read_event};
    const size_t head = MEMBER(trey_event, player).from + sizeof(trey_player);
    const stretch rest = {offsetof(trey_event, money),
                          sizeof(trey_event) - offsetof(trey_event, money)};
    static const stretch empty[] = {MEMBER(trey_event, zero)};
    stretch fixed[5] = {MEMBER(trey_event, kind), MEMBER(trey_event, count)};
    size_t steering = 2;
    trey_event event;
    bool carried[VALUE_MAX];
    uint8_t absent[VALUE_MAX] = {0};
    fill(&event, sizeof event);
    event.kind = (uint8_t)kind;
    event.count = TREY_CARDS;
    /* What ends a text, and what counts cards or irregularities, is not any number. */
    if (kind == TREY_EVENT_RULED) {
        event.reason[sizeof event.reason - 1] = '\0';
        fixed[steering++] = END(trey_event, reason);
    }
    if (kind == TREY_EVENT_LIMITS) {
        event.limits.reason[sizeof event.limits.reason - 1] = '\0';
        fixed[steering++] = END(trey_event, limits.reason);
    }
    if (kind == TREY_EVENT_REPORTED) {
        event.report.cards = TREY_SEEN_CARDS;
        event.report.kind = TREY_IRREGULARITY_COUNT - 1;
        fixed[steering++] = MEMBER(trey_event, report.cards);
        event.report.against = 1;
        fixed[steering++] = MEMBER(trey_event, report.kind);
        fixed[steering++] = MEMBER(trey_event, report.against);
    }
    find_carried(&f, &event, fixed, steering, carried);
    reads_back(&f, &event, fixed, steering, carried, absent);
    for (size_t i = 0; i < head; i++) {
        bool expected = !among(i, fixed, steering) && !among(i, empty, 1);
        if (carried[i] != expected) fail_msg("%s: byte %zu of its head", f.name, i);
    }
    unsigned fits = 0;
    for (unsigned i = 0; i < CONTENTS; i++)
        fits += carries_exactly(carried, rest, contents[i].part, contents[i].parts);
    if (fits != 1) fail_msg("%s carries %u of the contents that there are", f.name, fits);
}

static void every_event_of_a_table_is_whole(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < TREY_EVENT_KIND_COUNT; kind++) event_is_whole(kind);
}

/* ---- Commands of a table ------------------------------------------------------------------- */
static void write_command(trey_writer *to, const void *value) {
    trey_command_write(to, value);
}
static void read_command(trey_reader *from, void *out) {
    trey_command_read(from, out);
}

static const struct {
    unsigned parts;
    stretch part[4];
} orders[] = {
    {1, {MEMBER(trey_command, cards)}},
    {1, {MEMBER(trey_command, cards[0])}},
    {1, {TEXT(trey_command, reason)}},
    {1, {MEMBER(trey_command, jackpot)}},
    {4,
     {MEMBER(trey_command, limits.least), MEMBER(trey_command, limits.most),
      MEMBER(trey_command, limits.wager), TEXT(trey_command, limits.reason)}},
};
enum { ORDERS = sizeof orders / sizeof *orders };

static void command_is_whole(unsigned verb) {
    char name[32];
    const form f = {name, sizeof(trey_command), write_command, read_command};
    const stretch order = {offsetof(trey_command, cards),
                           offsetof(trey_command, kind) - offsetof(trey_command, cards)};
    stretch fixed[3] = {MEMBER(trey_command, verb), MEMBER(trey_command, count)};
    size_t steering = 2;
    static const stretch empty[] = {MEMBER(trey_command, zero)};
    trey_command command;
    bool carried[VALUE_MAX];
    snprintf(name, sizeof name, "verb %u", verb);
    fill(&command, sizeof command);
    command.verb = (uint8_t)verb;
    command.count = TREY_CARDS;
    if (verb == TREY_VERB_RULE) {
        command.reason[sizeof command.reason - 1] = '\0';
        fixed[steering++] = END(trey_command, reason);
    }
    if (verb == TREY_VERB_LIMITS) {
        command.limits.reason[sizeof command.limits.reason - 1] = '\0';
        fixed[steering++] = END(trey_command, limits.reason);
    }
    find_carried(&f, &command, fixed, steering, carried);
    reads_back(&f, &command, fixed, steering, carried, nothing);
    /* Behind the last member there may be room that the compiler has left. */
    for (size_t i = 0; i < MEMBER(trey_command, answer).from + TREY_FACT_COUNT; i++) {
        if (i >= order.from && i < order.from + order.size) continue;
        bool expected = !among(i, fixed, steering) && !among(i, empty, 1);
        if (carried[i] != expected) fail_msg("%s: byte %zu beside its order", name, i);
    }
    unsigned fits = 0;
    for (unsigned i = 0; i < ORDERS; i++)
        fits += carries_exactly(carried, order, orders[i].part, orders[i].parts);
    if (fits != 1) fail_msg("%s carries %u of the orders that there are", name, fits);
}

static void every_command_of_a_table_is_whole(void **state) {
    (void)state;
    for (unsigned verb = 0; verb < TREY_VERB_COUNT; verb++) command_is_whole(verb);
}

/* ---- Configurations ---------------------------------------------------------------------------
 */
static void write_config(trey_writer *to, const void *value) {
    trey_config_write(to, value);
}
static void read_config(trey_reader *from, void *out) {
    trey_config_read(from, out);
}

static void a_configuration_is_whole(void **state) {
    (void)state;
    const form f = {"a configuration", sizeof(trey_table_config), write_config, read_config};
    static const stretch empty[] = {MEMBER(trey_table_config, zero)};
    trey_table_config config;
    bool carried[VALUE_MAX];
    fill(&config, sizeof config);
    find_carried(&f, &config, NULL, 0, carried);
    reads_back(&f, &config, NULL, 0, carried, nothing);
    all_but(&f, carried, empty, 1);
}

/* ---- Linked jackpots --------------------------------------------------------------------------
 */
static void write_parameters(trey_writer *to, const void *value) {
    trey_link_parameters_write(to, value);
}
static void read_parameters(trey_reader *from, void *out) {
    trey_link_parameters_read(from, out);
}

static void parameters_are_whole(void **state) {
    (void)state;
    const form f = {"parameters", sizeof(trey_link_parameters), write_parameters, read_parameters};
    trey_link_parameters parameters;
    bool carried[VALUE_MAX];
    fill(&parameters, sizeof parameters);
    find_carried(&f, &parameters, NULL, 0, carried);
    reads_back(&f, &parameters, NULL, 0, carried, nothing);
    all_but(&f, carried, NULL, 0);
}

static void write_link_command(trey_writer *to, const void *value) {
    trey_link_command_write(to, value);
}
static void read_link_command(trey_reader *from, void *out) {
    trey_link_command_read(from, out);
}

/* All of it, and parameters where they are changed. */
static void every_command_of_a_jackpot_is_whole(void **state) {
    (void)state;
    for (unsigned verb = 0; verb < TREY_LINK_VERB_COUNT; verb++) {
        char name[32];
        const form f = {name, sizeof(trey_link_command), write_link_command, read_link_command};
        const stretch fixed[] = {MEMBER(trey_link_command, verb), END(trey_link_command, reason)};
        const stretch empty[] = {fixed[0], fixed[1], MEMBER(trey_link_command, hit.zero),
                                 MEMBER(trey_link_command, parameters)};
        trey_link_command command;
        bool carried[VALUE_MAX];
        snprintf(name, sizeof name, "verb %u of a jackpot", verb);
        fill(&command, sizeof command);
        command.verb = (uint8_t)verb;
        command.reason[TREY_LINK_REASON - 1] = '\0';
        find_carried(&f, &command, fixed, 2, carried);
        reads_back(&f, &command, fixed, 2, carried, nothing);
        all_but(&f, carried, empty, verb == TREY_LINK_CHANGE ? 3 : 4);
    }
}

static void write_link_event(trey_writer *to, const void *value) {
    trey_link_event_write(to, value);
}
static void read_link_event(trey_reader *from, void *out) {
    trey_link_event_read(from, out);
}

/* Which table and which hit an event is about is a matter of its kind, as are values and
 * parameters; everything else all of them have. */
static void every_event_of_a_jackpot_is_whole(void **state) {
    (void)state;
    const stretch hit[] = {MEMBER(trey_link_event, hit.award),
                           MEMBER(trey_link_event, hit.seat),
                           MEMBER(trey_link_event, hit.house_place),
                           MEMBER(trey_link_event, hit.entered),
                           MEMBER(trey_link_event, hit.players_first_card),
                           MEMBER(trey_link_event, hit.players_third_card),
                           MEMBER(trey_link_event, hit.dealers_third_card)};
    const stretch table[] = {MEMBER(trey_link_event, hit.table)};
    const stretch values[] = {MEMBER(trey_link_event, value), MEMBER(trey_link_event, display),
                              MEMBER(trey_link_event, seeded), MEMBER(trey_link_event, released)};
    const stretch parameters[] = {MEMBER(trey_link_event, parameters)};
    for (unsigned kind = 0; kind < TREY_LINK_EVENT_KINDS; kind++) {
        const form f = {trey_link_event_word((trey_link_event_kind)kind), sizeof(trey_link_event),
                        write_link_event, read_link_event};
        const stretch fixed[] = {MEMBER(trey_link_event, kind), END(trey_link_event, reason)};
        const stretch head = {MEMBER(trey_link_event, role).from,
                              MEMBER(trey_link_event, value).from - 1};
        bool about_hit = kind == TREY_LINK_EVENT_ENTERED || kind == TREY_LINK_EVENT_CONFIRMED ||
                         kind == TREY_LINK_EVENT_REJECTED || kind == TREY_LINK_EVENT_CLAIMED ||
                         kind == TREY_LINK_EVENT_STRUCK;
        bool of_table = about_hit || kind == TREY_LINK_EVENT_CONTRIBUTED ||
                        kind == TREY_LINK_EVENT_LIVE || kind == TREY_LINK_EVENT_DRAWN;
        bool valued = kind == TREY_LINK_EVENT_VALUED, changed = kind == TREY_LINK_EVENT_CHANGED;
        trey_link_event event;
        bool carried[VALUE_MAX];
        fill(&event, sizeof event);
        event.kind = (uint8_t)kind;
        event.reason[TREY_LINK_REASON - 1] = '\0';
        find_carried(&f, &event, fixed, 2, carried);
        reads_back(&f, &event, fixed, 2, carried, nothing);
        bool whole =
            carries_all(carried, &head, 1) &&
            carries_all(carried, (stretch[]){TEXT(trey_link_event, reason)}, 1) &&
            (about_hit ? carries_all : carries_none)(carried, hit, sizeof hit / sizeof *hit) &&
            (of_table ? carries_all : carries_none)(carried, table, 1) &&
            (valued ? carries_all : carries_none)(carried, values, 4) &&
            (changed ? carries_all : carries_none)(carried, parameters, 1);
        if (!whole) fail_msg("%s is not whole", f.name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_of_a_table_is_whole),
        cmocka_unit_test(every_command_of_a_table_is_whole),
        cmocka_unit_test(a_configuration_is_whole),
        cmocka_unit_test(parameters_are_whole),
        cmocka_unit_test(every_command_of_a_jackpot_is_whole),
        cmocka_unit_test(every_event_of_a_jackpot_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
