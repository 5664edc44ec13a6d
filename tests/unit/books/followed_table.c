/* followed_table.c -- rounds by a drawn book, each step of them checked. */
#include "followed_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "trey/json.h"
#include "trey/wire.h"
#include "valued_settlement.h"

enum { PEOPLE = 24 };

/* Chips by position, wager and person. */
typedef trey_cents chips[TREY_SEATS + 1][TREY_STAKES][PEOPLE];

typedef struct following {
    const drawn_book *drawn;
    followed_counts *counts;
    random_table table;
    house_rules house;
    trey_table opened, before; /* the table as it was opened, and before a settlement */
    unsigned to_tell;          /* settlements that are told as JSON, too */
    chips posted, told;        /* stakes by the postings of the events, and by the commands alone */
    trey_cents account[TREY_ACCOUNT_DROP + 1], players;
    trey_event *event;
    size_t events, room;
    valued_result model;
    char wrong[512];
    jmp_buf out;
} following;
static following now;

/* ---- Failing ---------------------------------------------------------------------- */
static void fail_at(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fail_at(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(now.wrong, sizeof now.wrong, format, arguments);
    va_end(arguments);
    longjmp(now.out, 1);
}

#define HOLDS(condition, what)                                                                     \
    do {                                                                                           \
        if (!(condition)) fail_at("%s (%s) in round %u", what, #condition, now.table.table.round); \
    } while (0)

/* ---- Events: all that is read of them here ---------------------------------------- */
static bool is_kind(const trey_event *event, trey_event_kind kind) {
    return event->kind == (uint8_t)kind;
}

static valued_line line_of(const trey_event *event) {
    return (valued_line){event->seat, event->wager, event->player, event->amount, event->line.back};
}

static trey_cents meter_in(const trey_event *settled) {
    return settled->ended.meter;
}

/* ---- Stakes ----------------------------------------------------------------------- */
static void post(const trey_event *event) {
    trey_posting posting[TREY_POSTINGS];
    size_t count = trey_event_postings(now.house.rules, &now.table.table, event, posting);
    for (size_t i = 0; i < count; i++) {
        const trey_posting *p = &posting[i];
        HOLDS(p->cents > 0 && p->from != p->to, "an empty posting");
        HOLDS(p->from <= TREY_ACCOUNT_DROP && p->to <= TREY_ACCOUNT_DROP, "no such account");
        if (p->from == TREY_ACCOUNT_PLAYER) now.players -= p->cents;
        if (p->to == TREY_ACCOUNT_PLAYER) now.players += p->cents;
        now.account[p->from] -= p->cents;
        now.account[p->to] += p->cents;
        bool layout = p->from == TREY_ACCOUNT_LAYOUT || p->to == TREY_ACCOUNT_LAYOUT;
        if (!layout || is_kind(event, TREY_EVENT_LINE)) continue;
        HOLDS(p->player < PEOPLE && p->wager < TREY_STAKES, "chips of nobody on the layout");
        now.posted[p->seat][p->wager][p->player] +=
            p->to == TREY_ACCOUNT_LAYOUT ? p->cents : -p->cents;
    }
}

/* A line is for all of a stake that lies there, and then nothing lies there any more. */
static void take_line(const trey_event *event) {
    const valued_line line = line_of(event);
    now.counts->lines++;
    HOLDS(line.back >= 0 && line.wager < TREY_WAGER_COUNT && line.player < PEOPLE, "a bad line");
    if (line.staked == 0) return;
    HOLDS(line.wager < TREY_STAKES, "a stake on what has none");
    trey_cents *stake = &now.posted[line.seat][line.wager][line.player];
    if (*stake != line.staked)
        fail_at("seat %u p%u %s: %lld lie there, and a line is for %lld", line.seat, line.player,
                trey_wager_word(line.wager), (long long)*stake, (long long)line.staked);
    *stake = 0;
}

static bool nothing_left(const chips stake) {
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            for (unsigned p = 0; p < PEOPLE; p++) {
                if (stake[seat][wager][p] != 0) return false;
            }
        }
    }
    return true;
}

/* The stakes as the commands alone have them; irregularities are not followed. */
static void tell_play(const trey_command *command) {
    const trey_box *box = &now.table.table.box[command->seat - 1];
    int64_t shared = drawn_word(now.drawn, TREY_KEY_SHARED);
    bool follow = shared == TREY_SHARED_BACKLINE && command->player == box->bettor[0].player &&
                  drawn_word(now.drawn, TREY_KEY_BACKLINE) == TREY_BACKLINE_FOLLOWS;
    trey_cents(*stake)[PEOPLE] = now.told[command->seat];
    if (shared == TREY_SHARED_POOLED) {
        trey_cents missing = 0;
        for (unsigned p = 0; p < PEOPLE; p++)
            missing += stake[TREY_WAGER_ANTE][p] - stake[TREY_WAGER_PLAY][p];
        stake[TREY_WAGER_PLAY][command->player] += missing;
        return;
    }
    for (unsigned p = 0; p < PEOPLE; p++) {
        if (p == command->player || follow) stake[TREY_WAGER_PLAY][p] += stake[TREY_WAGER_ANTE][p];
    }
}

static void compare_stakes(void) {
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            for (unsigned p = 0; p < PEOPLE; p++) {
                trey_cents told = now.told[seat][wager][p], posted = now.posted[seat][wager][p];
                if (told != posted)
                    fail_at("round %u seat %u p%u %s: %lld were put down, %lld lie there",
                            now.table.table.round, seat, p, trey_wager_word(wager), (long long)told,
                            (long long)posted);
            }
        }
    }
}

static void tell(const trey_command *command) {
    if (command->seat > TREY_SEATS || command->player >= PEOPLE) return;
    trey_cents(*stake)[PEOPLE] = now.told[command->seat];
    switch ((trey_verb)command->verb) {
    case TREY_VERB_BET:
        stake[command->wager][command->player] +=
            trey_wager(command->wager)->placed == TREY_PLACED_FIXED
                ? now.table.table.config.jackpot_bet
                : command->amount;
        break;
    case TREY_VERB_WITHDRAW:
        stake[command->wager][command->player] -=
            command->amount ? command->amount : stake[command->wager][command->player];
        break;
    case TREY_VERB_FUND:
        stake[TREY_WAGER_PLAY][command->player] += command->amount;
        break;
    case TREY_VERB_PLAY:
        tell_play(command);
        break;
    case TREY_VERB_FOLD: /* shares of a pooled Play go back */
        memset(stake[TREY_WAGER_PLAY], 0,
               drawn_word(now.drawn, TREY_KEY_SHARED) == TREY_SHARED_POOLED
                   ? sizeof stake[TREY_WAGER_PLAY]
                   : 0);
        break;
    case TREY_VERB_SETTLE:
        compare_stakes();
        memset(now.told, 0, sizeof now.told);
        break;
    default:
        break;
    }
}

/* ---- The settlement --------------------------------------------------------------- */
static void differ(const valued_line *model, const valued_line *engine) {
    const valued_line *line = model ? model : engine;
    char mine[80] = "no line", theirs[80] = "no line";
    if (model)
        snprintf(mine, sizeof mine, "%lld back for %lld", (long long)model->back,
                 (long long)model->staked);
    if (engine)
        snprintf(theirs, sizeof theirs, "%lld back for %lld", (long long)engine->back,
                 (long long)engine->staked);
    fail_at("round %u seat %u p%u %s: the book's values give %s, the engine has %s",
            now.table.table.round, line->seat, line->player, trey_wager_word(line->wager), mine,
            theirs);
}

static bool same_place(const valued_line *a, const valued_line *b) {
    return a->seat == b->seat && a->wager == b->wager && a->player == b->player;
}

/* Every line of one side has its like on the other. */
static void compare_settlement(void) {
    const trey_decision *decision = &now.table.decision;
    if (!valued_can_settle(&now.table.table)) return;
    valued_settlement(now.drawn, &now.table.table, &now.model);
    if (now.model.unknown) return;
    bool met[VALUED_LINES] = {false};
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *event = &decision->event[i];
        if (is_kind(event, TREY_EVENT_SETTLED) && meter_in(event) != now.model.meter_after)
            fail_at("round %u: the meter is %lld afterwards, by the book's values %lld",
                    now.table.table.round, (long long)meter_in(event),
                    (long long)now.model.meter_after);
        if (!is_kind(event, TREY_EVENT_LINE)) continue;
        const valued_line line = line_of(event);
        unsigned m = 0;
        while (m < now.model.lines && !same_place(&now.model.line[m], &line)) m++;
        if (m == now.model.lines) differ(NULL, &line);
        const valued_line *model = &now.model.line[m];
        if (met[m] || model->staked != line.staked || model->back != line.back)
            differ(model, &line);
        met[m] = true;
    }
    for (unsigned m = 0; m < now.model.lines; m++) {
        if (!met[m]) differ(&now.model.line[m], NULL);
    }
    now.counts->compared++;
}

/* A void round gives every chip back. */
static void check_void(void) {
    const trey_decision *decision = &now.table.decision;
    bool voided = false;
    for (unsigned i = 0; i < decision->count; i++)
        voided |= is_kind(&decision->event[i], TREY_EVENT_VOIDED);
    for (unsigned i = 0; voided && i < decision->count; i++) {
        if (!is_kind(&decision->event[i], TREY_EVENT_LINE)) continue;
        const valued_line line = line_of(&decision->event[i]);
        HOLDS(line.back == line.staked, "a void round keeps chips");
    }
    now.counts->voided += voided;
}

/* ---- Watching --------------------------------------------------------------------- */
static void decided(random_table *table, const trey_command *command) {
    const trey_decision *decision = &table->decision;
    now.counts->commands++;
    if (decision->refused != TREY_REFUSED_NONE) {
        now.counts->refused++;
        HOLDS((unsigned)decision->refused < TREY_REFUSED_COUNT, "a refusal without a name");
        return;
    }
    check_void();
    if (!table->irregular) tell(command);
    if (command->verb != TREY_VERB_SETTLE) return;
    now.before = table->table;
    now.counts->settled++;
    compare_settlement();
}

static bool same_bytes(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

/* The event that is kept is the one that was read back from bytes. */
static void keep(const trey_event *event) {
    uint8_t bytes[TREY_EVENT_BYTES_MAX];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_event_write(&to, event);
    HOLDS(!to.full, "an event is too long");
    if (now.events == now.room) {
        now.room = now.room ? 2 * now.room : 4096;
        now.event = realloc(now.event, now.room * sizeof *now.event);
        TREY_ASSERT(now.event);
    }
    trey_event *copy = &now.event[now.events++];
    memset(copy, 0, sizeof *copy);
    trey_reader from = {bytes, to.used, false};
    trey_event_read(&from, copy);
    HOLDS(!from.bad && from.left == 0, "an event cannot be read back");
    HOLDS(same_bytes(copy, event, sizeof *copy), "an event comes back from bytes as another");
}

static void applying(random_table *table, const trey_event *event) {
    (void)table;
    keep(event);
    post(event);
    if (is_kind(event, TREY_EVENT_LINE)) take_line(event);
    if (is_kind(event, TREY_EVENT_SETTLED) || is_kind(event, TREY_EVENT_VOIDED))
        HOLDS(nothing_left(now.posted), "a stake without a line");
}

/* ---- JSON ------------------------------------------------------------------------- */
/* Whatever is told as JSON comes back from its text as it was. */
static void check_json(json_t *told) {
    HOLDS(told != NULL, "nothing is told");
    char *text = json_dumps(told, JSON_COMPACT);
    HOLDS(text != NULL, "what is told is no text");
    json_t *back = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool same = back && json_equal(told, back);
    free(text);
    json_decref(back);
    json_decref(told);
    HOLDS(same, "what is told comes back as something else");
}

/* A settlement as pages show it, with the readings that each line rests on; the book is then
 * settled under every other letter, too. It takes long, so some books do it, and not in every
 * round. */
static void tell_settlement(void) {
    trey_json_scene scene = {
        .rules = now.house.rules, .table = &now.table.table, .everything = true};
    const trey_decision *decision = &now.table.decision;
    for (unsigned i = 0; i < decision->count; i++)
        check_json(trey_json_event(&scene, &decision->event[i]));
    json_t *told = trey_json_settlement(&scene, &now.before, decision);
    HOLDS(told != NULL, "a settlement that cannot be told");
    size_t lines = 0;
    for (unsigned i = 0; i < decision->count; i++)
        lines += is_kind(&decision->event[i], TREY_EVENT_LINE);
    HOLDS(json_array_size(json_object_get(told, "lines")) == lines, "lines are told that are not");
    check_json(told);
    now.to_tell--;
}

/* ---- Wagers of a wrong size -------------------------------------------------------- */
/* The players of random_rounds.c report anything of anybody; few of those reports fit. Here a wager
 * that lies there is said to be of another size, and a manager stands by it. */
static void report_a_size(random_table *table) {
    static const trey_irregularity kinds[] = {
        TREY_IRREGULARITY_UNDER_MINIMUM, TREY_IRREGULARITY_UNDER_MINIMUM,
        TREY_IRREGULARITY_OVER_MAXIMUM, TREY_IRREGULARITY_PLAY_NOT_ANTE,
        TREY_IRREGULARITY_JACKPOT_AMOUNT};
    random_source *random = &table->random;
    const trey_table_config *config = &table->table.config;
    unsigned seat = 1 + random_below(random, config->positions);
    const trey_box *box = &table->table.box[seat - 1];
    if (box->bettors == 0) return;
    trey_command report = {.verb = TREY_VERB_REPORT, .role = TREY_ROLE_SHIFT_MANAGER};
    report.kind = (uint8_t)kinds[random_below(random, sizeof kinds / sizeof *kinds)];
    report.seats = (uint8_t)(1u << (seat - 1));
    const trey_bettor *bettor = &box->bettor[random_below(random, box->bettors)];
    report.player = bettor->player;
    report.wager = (uint8_t)random_below(random, TREY_STAKES);
    if (bettor->stake[report.wager] == 0) report.wager = TREY_WAGER_ANTE;
    bool limited = trey_wager_limited(report.wager);
    unsigned limit = limited ? report.wager : (unsigned)TREY_WAGER_ANTE;
    report.amount = report.kind == TREY_IRREGULARITY_UNDER_MINIMUM
                        ? config->minimum[limit] - 1
                        : config->maximum[limit] + 1 + (trey_cents)random_below(random, 5000);
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (!trey_fact_is_recorded((trey_fact)fact))
            report.answer[fact] = (uint8_t)(1 + random_below(random, 2));
    }
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    if (random_give(table, &report) == TREY_REFUSED_NONE) random_give(table, &confirm);
}

static void maybe_report(random_table *table, trey_verb after) {
    bool fits = after == TREY_VERB_CLOSE || after == TREY_VERB_DECK || after == TREY_VERB_PLAY ||
                after == TREY_VERB_REVEAL;
    if (fits && table->irregular && random_chance(&table->random, 35)) report_a_size(table);
}

static void applied(random_table *table, const trey_command *command) {
    const trey_table *state = &table->table;
    trey_cents stakes = 0, sum = 0;
    if (command->verb == TREY_VERB_SETTLE && now.to_tell) tell_settlement();
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        for (unsigned i = 0; i < state->box[seat].bettors; i++) {
            for (unsigned wager = 0; wager < TREY_STAKES; wager++)
                stakes += state->box[seat].bettor[i].stake[wager];
        }
    }
    HOLDS(now.account[TREY_ACCOUNT_LAYOUT] == stakes, "the layout's account");
    HOLDS(now.account[TREY_ACCOUNT_BANK] == state->bank, "the bank's account");
    HOLDS(now.account[TREY_ACCOUNT_METER] + now.opened.meter.value == state->meter.value,
          "the meter's account");
    for (unsigned i = 0; i <= TREY_ACCOUNT_DROP; i++) sum += now.account[i];
    HOLDS(sum == 0, "chips made or lost");
    if (state->phase == TREY_PHASE_IDLE) {
        HOLDS(stakes == 0, "chips are left on the layout");
        memset(now.told, 0, sizeof now.told);
    }
    maybe_report(table, (trey_verb)command->verb);
}

static void replay(void) {
    trey_table state = now.opened;
    for (size_t i = 0; i < now.events; i++) trey_apply(now.house.rules, &state, &now.event[i]);
    HOLDS(memcmp(&state, &now.table.table, sizeof state) == 0, "the events lead to another state");
}

/* ---- A table ---------------------------------------------------------------------- */
static trey_cents any_between(random_source *random, trey_cents low, trey_cents high) {
    if (high <= low) return low;
    return low + (trey_cents)(random_next(random) % (uint64_t)(high - low + 1));
}

/* Limits that the book allows; false where it allows none together. */
static bool choose_limits(random_source *random, trey_table_config *config) {
    trey_value least = drawn_value(now.drawn, TREY_KEY_MINIMUM_ALLOWED);
    trey_value most = drawn_value(now.drawn, TREY_KEY_MAXIMUM_ALLOWED);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!trey_wager_limited(wager) ||
            !drawn_lists(drawn_value(now.drawn, TREY_KEY_AREAS), wager))
            continue;
        if (wager != TREY_WAGER_ANTE && random_chance(random, 5)) continue;
        trey_cents low = least.n > 100 ? least.n : 100, high = low + 2000;
        if (least.d < low) low = least.d;
        if (least.d < high) high = least.d;
        config->minimum[wager] = any_between(random, low, high);
        low = most.n > config->minimum[wager] ? most.n : config->minimum[wager];
        high = low + 90000 < most.d ? low + 90000 : most.d;
        if (high < low) return false;
        config->maximum[wager] = any_between(random, low, high);
    }
    return true;
}

/* Limits in whole dollars where a collection refuses anything else. */
static void round_limits(trey_table_config *config) {
    trey_value least = drawn_value(now.drawn, TREY_KEY_MINIMUM_ALLOWED);
    trey_value most = drawn_value(now.drawn, TREY_KEY_MAXIMUM_ALLOWED);
    if (!now.drawn->schedules || drawn_word(now.drawn, TREY_KEY_FEE_GAP) != TREY_FEE_GAP_REFUSE)
        return;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        trey_cents low = (config->minimum[wager] + 99) / 100 * 100;
        trey_cents high = config->maximum[wager] / 100 * 100;
        if (low > least.d || low > high || high < most.n) continue;
        config->minimum[wager] = low;
        config->maximum[wager] = high;
    }
    now.table.whole_dollars = true;
}

static trey_cents configured(trey_key key, trey_cents otherwise) {
    trey_cents said = drawn_word(now.drawn, key);
    return said == TREY_CONFIGURED ? otherwise : said;
}

static bool choose_config(random_source *random, trey_table_config *config) {
    trey_value positions = drawn_value(now.drawn, TREY_KEY_POSITIONS);
    config->positions = (uint8_t)any_between(random, positions.n, positions.d);
    unsigned device = random_below(random, 2);
    if (!drawn_lists(drawn_value(now.drawn, TREY_KEY_DEVICES), device)) device = 1 - device;
    config->device = (uint8_t)device;
    config->fee_supplied = 100;
    if (now.drawn->schedules)
        config->schedule =
            (uint8_t)now.drawn->schedule[random_below(random, now.drawn->schedules)].option;
    bool jackpot = drawn_lists(drawn_value(now.drawn, TREY_KEY_AREAS), TREY_WAGER_PROGRESSIVE);
    if (jackpot && random_chance(random, 95)) {
        config->jackpot = 1;
        config->jackpot_contribution =
            configured(TREY_KEY_JACKPOT_CONTRIBUTION, any_between(random, 0, 100));
        trey_cents least = config->jackpot_contribution > 100 ? config->jackpot_contribution : 100;
        config->jackpot_bet =
            configured(TREY_KEY_JACKPOT_BET, any_between(random, least, least + 1000));
        if (config->jackpot_contribution > config->jackpot_bet)
            config->jackpot_contribution = config->jackpot_bet;
        config->jackpot_reset = configured(TREY_KEY_JACKPOT_RESET, any_between(random, 0, 3000000));
    }
    return choose_limits(random, config);
}

static bool open_table(const trey_rulebook *book, const trey_rules *rules, uint64_t seed,
                       bool irregular) {
    static const random_watcher watcher = {NULL, decided, applying, applied};
    random_table *t = &now.table;
    random_given *given = t->given;
    size_t room = t->room;
    memset(t, 0, sizeof *t);
    t->given = given;
    t->room = room;
    now.house = (house_rules){.book = (trey_rulebook *)book, .rules = (trey_rules *)rules};
    t->house = &now.house;
    t->watcher = &watcher;
    t->seed = t->random.state = seed;
    random_source *random = &t->random;
    t->whole_dollars = random_chance(random, 60);
    t->crowded = random_chance(random, 20);
    t->many_mistakes = random_chance(random, 10);
    t->irregular = irregular;
    if (!choose_config(random, &t->config)) return false;
    round_limits(&t->config);
    t->meter = any_between(random, 0, random_chance(random, 20) ? 20000 : 9000000);
    t->players = 3 + random_below(random, t->config.positions + 3u);
    trey_config_fault fault = trey_table_open(rules, &t->config, t->meter, &t->table);
    if (fault != TREY_CONFIG_GOOD) fail_at("a table that the book allows is not opened: %d", fault);
    now.opened = t->table;
    return true;
}

/* ---- Dead ends -------------------------------------------------------------------- */
static bool accepts(trey_verb verb, unsigned seat, trey_player player) {
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = (uint8_t)seat,
                                  .actor = player,
                                  .player = player,
                                  .amount = verb == TREY_VERB_FUND};
    trey_decide(now.house.rules, &now.table.table, &command, &now.table.decision);
    return now.table.decision.refused == TREY_REFUSED_NONE;
}

/* Where decisions are open somebody can look or decide: a book that leaves no way on would hold a
 * table up for good. */
static void check_way_on(void) {
    static const trey_verb ways[] = {TREY_VERB_VIEW, TREY_VERB_FUND, TREY_VERB_PLAY, TREY_VERB_FOLD,
                                     TREY_VERB_CONTINUE};
    const trey_table *state = &now.table.table;
    if (state->phase != TREY_PHASE_DECISION || now.table.irregular) return;
    for (unsigned i = 0; i < TREY_SEATS * TREY_BETTORS; i++) {
        unsigned seat = i / TREY_BETTORS + 1, bettor = i % TREY_BETTORS;
        if (bettor >= state->box[seat - 1].bettors) continue;
        for (unsigned way = 0; way < sizeof ways / sizeof *ways; way++) {
            if (accepts(ways[way], seat, state->box[seat - 1].bettor[bettor].player)) return;
        }
    }
    const trey_command reveal = {.verb = TREY_VERB_REVEAL, .role = TREY_ROLE_DEALER};
    trey_decide(now.house.rules, state, &reveal, &now.table.decision);
    HOLDS(now.table.decision.refused == TREY_REFUSED_NONE, "nobody can decide, nor the dealer");
}

const char *followed_table_play(const drawn_book *drawn, const trey_rulebook *book,
                                const trey_rules *rules, uint64_t seed, bool irregular,
                                unsigned rounds, followed_counts *counts) {
    now.drawn = drawn;
    now.counts = counts;
    now.events = 0;
    now.players = 0;
    now.to_tell = seed % 4 == 0 ? 2 : 0;
    memset(now.posted, 0, sizeof now.posted);
    memset(now.told, 0, sizeof now.told);
    memset(now.account, 0, sizeof now.account);
    if (setjmp(now.out)) return now.wrong;
    if (!open_table(book, rules, seed, irregular)) return NULL;
    unsigned long settled = counts->settled;
    for (unsigned i = 0; i < rounds; i++) {
        if (!random_round(&now.table)) break;
        counts->rounds++;
    }
    replay();
    check_way_on();
    counts->idle += settled == counts->settled;
    return NULL;
}

void followed_table_close(void) {
    free(now.table.given);
    free(now.event);
    memset(&now, 0, sizeof now);
}
