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

/* A new member of a line or of a report makes its form larger than what the rows name. */
_Static_assert(sizeof(((trey_event *)0)->line) ==
                   sizeof(trey_cause) + 2 + sizeof(uint16_t) + 2 + 3 * sizeof(trey_cents),
               "a line has a member that no row names");
_Static_assert(sizeof(trey_report) == 8 + TREY_FACT_COUNT + 2 + sizeof(trey_player) +
                                          TREY_SEEN_CARDS + sizeof(trey_cents),
               "a report has a member that this test does not know");

/* One of many values that a member can have. */
static void set_member(trey_event *event, const trey_member *member, unsigned n) {
    uint8_t *place = (uint8_t *)event + member->at;
    const trey_cents cents = 1000 + n;
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_TOLD:
        break;
    case TREY_TYPE_PLAYER:
        event->player = 70000 + n;
        break;
    case TREY_TYPE_CENTS:
        memcpy(place, &cents, sizeof cents);
        break;
    case TREY_TYPE_CARDS:
        if (event->kind == TREY_EVENT_DECK)
            memset(event->cards.card, TREY_NO_CARD, sizeof event->cards.card);
        event->cards.count = (uint8_t)(3 + n);
        for (unsigned i = 0; i < 3 + n; i++) event->cards.card[i] = (trey_card)(40 + n - i);
        break;
    case TREY_TYPE_TEXT:
        memset(place, 'a' + (int)n, member->size - 1u);
        break;
    case TREY_TYPE_CAUSE:
        event->cause = (trey_cause){(uint8_t)(1 + n), (uint8_t)n};
        break;
    case TREY_TYPE_PAY_ROW:
        event->line.row = (uint16_t)(100 + n);
        break;
    case TREY_TYPE_REPORT:
        fill(&event->report, sizeof event->report);
        event->report.kind = (uint8_t)n;
        event->report.wager = event->report.role = event->report.mode = 1;
        event->report.cards = TREY_SEEN_CARDS;
        for (unsigned i = 0; i < TREY_SEEN_CARDS; i++) event->report.card[i] = (trey_card)(i + n);
        event->report.against = 1;
        event->report.amount = -3;
        event->report.second &= 1;
        break;
    case TREY_TYPE_FLAG:
        *place = n % 2;
        break;
    default: /* words, seats, places, flags */
        *place = (uint8_t)(1 + n % 2);
        break;
    }
}

/* Every member of the row comes back, and each is carried by bytes of its own. */
static void event_is_whole(unsigned kind) {
    const form f = {trey_event_word((trey_event_kind)kind), sizeof(trey_event), write_event,
                    read_event};
    const trey_event_row *row = trey_event_row_of((trey_event_kind)kind);
    trey_event event = {.kind = (uint8_t)kind, .role = TREY_ROLE_DEALER}, other, read;
    uint8_t bytes[BYTES_MAX], changed[BYTES_MAX];
    for (uint64_t left = row->needs | row->may; left; left &= left - 1)
        set_member(&event, trey_event_member_of((trey_event_member)__builtin_ctzll(left)), 1);
    size_t size = written(&f, &event, bytes);
    for (size_t cut = 0; cut <= size; cut++) {
        trey_reader from = {bytes, cut, false};
        trey_event_read(&from, &read);
        if (from.bad != (cut < size)) fail_msg("%s: its first %zu bytes", f.name, cut);
    }
    assert_memory_equal(&read, &event, sizeof read);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        const trey_member *member = trey_event_member_of((trey_event_member)__builtin_ctzll(left));
        if (member->type == TREY_TYPE_TOLD) continue;
        other = event;
        set_member(&other, member, 2);
        size_t used = written(&f, &other, changed);
        if (used == size && memcmp(bytes, changed, size) == 0)
            fail_msg("%s does not carry its %s", f.name, member->name);
        trey_reader from = {changed, used, false};
        trey_event_read(&from, &read);
        assert_false(from.bad);
        assert_memory_equal(&read, &other, sizeof read);
    }
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

/* Which bytes of a command a member stands in. */
static void add_stretches(const trey_command *command, const trey_member *member, stretch *list,
                          size_t *count) {
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_CARDS:
        list[(*count)++] = (stretch){member->at, command->verb == TREY_VERB_CARD ? 1 : TREY_CARDS};
        break;
    case TREY_TYPE_FACTS:
        list[(*count)++] = MEMBER(trey_command, counted);
        list[(*count)++] = MEMBER(trey_command, answer);
        break;
    case TREY_TYPE_TEXT:
        list[(*count)++] = (stretch){member->at, member->size - 1u};
        break;
    case TREY_TYPE_LIMITS:
        list[(*count)++] = MEMBER(trey_command, limits.least);
        list[(*count)++] = MEMBER(trey_command, limits.most);
        list[(*count)++] = MEMBER(trey_command, limits.wager);
        list[(*count)++] = TEXT(trey_command, limits.reason);
        break;
    default:
        list[(*count)++] = (stretch){member->at, member->size};
        break;
    }
}

static void command_is_whole(unsigned verb) {
    const form f = {trey_verb_word((trey_verb)verb), sizeof(trey_command), write_command,
                    read_command};
    const trey_verb_row *row = trey_verb_row_of((trey_verb)verb);
    /* What counts, and what ends a text, steers the form. */
    stretch fixed[4] = {MEMBER(trey_command, verb)},
            given[24] = {MEMBER(trey_command, role), MEMBER(trey_command, actor)};
    size_t steering = 1, count = 2;
    if (row->traits & TREY_TRAIT_SECONDED) {
        given[count++] = MEMBER(trey_command, second);
        given[count++] = MEMBER(trey_command, second_role);
    }
    trey_command command;
    bool carried[VALUE_MAX];
    fill(&command, sizeof command);
    command.verb = (uint8_t)verb;
    if ((row->needs | row->may) >> TREY_GIVES_CARDS & 1u) {
        command.count = TREY_CARDS;
        fixed[steering++] = MEMBER(trey_command, count);
    }
    if (verb == TREY_VERB_RULE) {
        command.reason[sizeof command.reason - 1] = '\0';
        fixed[steering++] = END(trey_command, reason);
    }
    if (verb == TREY_VERB_LIMITS) {
        command.limits.count = TREY_LIMITED;
        fixed[steering++] = MEMBER(trey_command, limits.count);
        command.limits.reason[sizeof command.limits.reason - 1] = '\0';
        fixed[steering++] = END(trey_command, limits.reason);
    }
    for (uint32_t left = row->needs | row->may; left; left &= left - 1)
        add_stretches(&command, trey_command_member_of((trey_command_member)__builtin_ctz(left)),
                      given, &count);
    find_carried(&f, &command, fixed, steering, carried);
    reads_back(&f, &command, fixed, steering, carried, nothing);
    for (size_t i = 0; i < sizeof command; i++) {
        bool expected = !among(i, fixed, steering) && among(i, given, count);
        if (carried[i] != expected) fail_msg("%s: byte %zu", f.name, i);
    }
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
    config.system_deck = config.two_people = config.consent = true;
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

/* The bytes that a member takes up: of a hit all but its mark, of a reason all but its end. */
#define MARK(type, place)                                                                          \
    memset(expected + offsetof(type, place), true, sizeof(((type *)0)->place));
static void mark_member(unsigned member, bool event, bool expected[VALUE_MAX]) {
    switch ((trey_link_member)member) {
#define MARKS(constant, place, form)                                                               \
    case TREY_LINK_MEMBER_##constant:                                                              \
        if (event) {                                                                               \
            MARK(trey_link_event, place)                                                           \
        } else {                                                                                   \
            MARK(trey_link_command, place)                                                         \
        }                                                                                          \
        break;
#define MARKS_EVENT(constant, place, form)                                                         \
    case TREY_LINK_MEMBER_##constant:                                                              \
        MARK(trey_link_event, place)                                                               \
        break;
        TREY_LINK_MEMBERS(MARKS)
        TREY_LINK_EVENT_MEMBERS(MARKS_EVENT)
    case TREY_LINK_MEMBER_COUNT:
        break;
    }
    const size_t hit = event ? offsetof(trey_link_event, hit) : offsetof(trey_link_command, hit);
    expected[hit + offsetof(trey_hit, zero)] = false;
    const size_t reason =
        event ? offsetof(trey_link_event, reason) : offsetof(trey_link_command, reason);
    expected[reason + TREY_LINK_REASON - 1] = false;
}

/* What its row names, whose business it is, and nothing else. */
static void as_the_row_says(const form *f, uint32_t members, bool event,
                            const bool carried[VALUE_MAX]) {
    bool expected[VALUE_MAX] = {false};
    if (event) {
        MARK(trey_link_event, role)
        MARK(trey_link_event, actor)
    } else {
        MARK(trey_link_command, role)
        MARK(trey_link_command, actor)
        MARK(trey_link_command, second)
        MARK(trey_link_command, second_role)
    }
    for (; members; members &= members - 1)
        mark_member((unsigned)__builtin_ctz(members), event, expected);
    for (size_t i = 0; i < f->size; i++) {
        if (carried[i] != expected[i])
            fail_msg("%s: byte %zu is %scarried", f->name, i, carried[i] ? "" : "not ");
    }
}

static void every_command_of_a_jackpot_is_whole(void **state) {
    (void)state;
    for (unsigned verb = 0; verb < TREY_LINK_VERB_COUNT; verb++) {
        char name[32];
        const form f = {name, sizeof(trey_link_command), write_link_command, read_link_command};
        const stretch fixed[] = {MEMBER(trey_link_command, verb), END(trey_link_command, reason)};
        trey_link_command command;
        bool carried[VALUE_MAX];
        snprintf(name, sizeof name, "verb %u of a jackpot", verb);
        fill(&command, sizeof command);
        command.verb = (uint8_t)verb;
        command.reason[TREY_LINK_REASON - 1] = '\0';
        find_carried(&f, &command, fixed, 2, carried);
        reads_back(&f, &command, fixed, 2, carried, nothing);
        as_the_row_says(&f, trey_link_verb_members((trey_link_verb)verb), false, carried);
    }
    /* A reason that nobody has to give is kept where somebody gave one. */
    assert_true(trey_link_verb_members(TREY_LINK_UP) >> TREY_LINK_MEMBER_REASON & 1u);
    assert_true(trey_link_verb_members(TREY_LINK_CONFIRM) >> TREY_LINK_MEMBER_REASON & 1u);
}

static void write_link_event(trey_writer *to, const void *value) {
    trey_link_event_write(to, value);
}
static void read_link_event(trey_reader *from, void *out) {
    trey_link_event_read(from, out);
}

static void every_event_of_a_jackpot_is_whole(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < TREY_LINK_EVENT_KINDS; kind++) {
        const form f = {trey_link_event_word((trey_link_event_kind)kind), sizeof(trey_link_event),
                        write_link_event, read_link_event};
        const stretch fixed[] = {MEMBER(trey_link_event, kind), END(trey_link_event, reason)};
        trey_link_event event;
        bool carried[VALUE_MAX];
        fill(&event, sizeof event);
        event.kind = (uint8_t)kind;
        event.reason[TREY_LINK_REASON - 1] = '\0';
        find_carried(&f, &event, fixed, 2, carried);
        reads_back(&f, &event, fixed, 2, carried, nothing);
        as_the_row_says(&f, trey_link_event_members((trey_link_event_kind)kind), true, carried);
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
