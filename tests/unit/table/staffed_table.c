/* staffed_table.c -- one table run by short calls. */
#include "cmocka_suite.h"

#include <stdio.h>
#include <string.h>

#include "staffed_table.h"

trey_table table;
trey_decision answer;
static trey_table before; /* the last command */
static trey_rulebook *book;
static trey_rules *rules;

void staff_table(const char *id, const char *reading) {
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    if (reading) {
        char name[16];
        unsigned length = (unsigned)strcspn(reading, "=");
        snprintf(name, sizeof name, "%.*s", (int)length, reading);
        assert_int_equal(trey_rulebook_choose(book, name, reading[length + 1]), TREY_STATUS_OK);
    }
    assert_int_equal(trey_rules_open(&rules, book), TREY_STATUS_OK);
    bool banked = strcmp(id, "ca-six-card") == 0;
    trey_table_config config = {.positions = banked ? 8 : 7, .device = TREY_DEVICE_PACKETS};
    config.minimum[TREY_WAGER_ANTE] = D(banked ? 5 : 25);
    config.maximum[TREY_WAGER_ANTE] = D(banked ? 500 : 1000);
    for (unsigned side = TREY_WAGER_PAIR_PLUS; side < TREY_STAKES; side++) {
        if (!trey_wager_limited(side) || !trey_rulebook_offers(book, side)) continue;
        config.minimum[side] = D(banked ? 5 : 25);
        config.maximum[side] = D(500);
    }
    if (banked) {
        config.schedule = 1;
        config.fee_supplied = TREY_FEE_UNREADABLE;
    } else {
        config.jackpot = 1;
        config.jackpot_bet = D(5);
        config.jackpot_contribution = D(1);
        config.jackpot_reset = D(10000);
    }
    assert_int_equal(trey_table_open(rules, &config, banked ? 0 : D(20000), &table),
                     TREY_CONFIG_GOOD);
}

void leave_table(void) {
    trey_rules_close(rules);
    trey_rulebook_close(book);
    rules = NULL;
    book = NULL;
}

/* ---- Commands -------------------------------------------------------------------- */
void gives(const trey_command *command) {
    before = table;
    trey_decide(rules, &table, command, &answer);
    if (answer.refused != TREY_REFUSED_NONE) {
        fail_msg("%s refused: %s", trey_verb_word((trey_verb)command->verb),
                 trey_refused_word(answer.refused));
    }
    trey_apply_all(rules, &table, &answer);
}

static trey_command by(unsigned role, trey_verb verb) {
    trey_command command;
    memset(&command, 0, sizeof command);
    command.verb = (uint8_t)verb;
    command.role = (uint8_t)role;
    return command;
}

static trey_command of_player(trey_verb verb, unsigned seat, trey_player player,
                              trey_cents amount) {
    trey_command command = by(TREY_ROLE_PLAYER, verb);
    command.seat = (uint8_t)seat;
    command.actor = command.player = player;
    command.amount = amount;
    return command;
}

void dealer(trey_verb verb) {
    trey_command command = by(DEALER, verb);
    gives(&command);
}

void bank_takes(unsigned seat, trey_player player, trey_cents amount) {
    trey_command command = of_player(TREY_VERB_BANK, seat, player, amount);
    gives(&command);
}

void bets(unsigned seat, trey_player player, unsigned wager, trey_cents amount) {
    trey_command command = of_player(TREY_VERB_BET, seat, player, amount);
    command.wager = (uint8_t)wager;
    gives(&command);
}

void deals(const char *cards) {
    trey_command command = by(DEALER, TREY_VERB_DECK);
    while (*cards == ' ') cards++;
    while (*cards) {
        assert_int_equal(trey_card_parse(cards, &command.cards[command.count++], &cards),
                         TREY_STATUS_OK);
        while (*cards == ' ') cards++;
    }
    gives(&command);
}

void acts(trey_verb verb, unsigned seat, trey_player player) {
    trey_command command = of_player(verb, seat, player, 0);
    gives(&command);
}

/* "exposed=one seen=no" into the answers of a report. */
static void read_facts(const char *facts, uint8_t answers[TREY_FACT_COUNT]) {
    char name[32], word[32];
    int used;
    while (facts && sscanf(facts, " %31[a-z_]=%31[a-z_]%n", name, word, &used) == 2) {
        bool known = false;
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            if (strcmp(name, trey_fact_name((trey_fact)fact)) != 0) continue;
            for (unsigned i = 0; trey_fact_answer((trey_fact)fact, i); i++) {
                if (strcmp(word, trey_fact_answer((trey_fact)fact, i)) != 0) continue;
                answers[fact] = (uint8_t)(i + 1);
                known = true;
            }
        }
        if (!known) fail_msg("%s=%s is no fact", name, word);
        facts += used;
    }
}

void reports(told_trouble what) {
    trey_command command = by(DEALER, TREY_VERB_REPORT);
    command.kind = (uint8_t)what.kind;
    command.seats = (uint8_t)what.seats;
    command.player = what.player;
    command.wager = (uint8_t)what.wager;
    command.amount = what.amount;
    command.mode = (uint8_t)what.mode;
    read_facts(what.facts, command.answer);
    gives(&command);
}

void confirms(unsigned role) {
    trey_command command = by(role, TREY_VERB_CONFIRM);
    gives(&command);
}

void chooses_return(unsigned seat, trey_player player) {
    trey_command command = of_player(TREY_VERB_CHOOSE, seat, player, 0);
    command.part = 1;
    gives(&command);
}

void rules_on(unsigned role, trey_ruling_kind ruling, unsigned seat, trey_player player) {
    trey_command command = by(role, TREY_VERB_RULE);
    command.ruling = (uint8_t)ruling;
    command.seat = (uint8_t)seat;
    command.player = player;
    snprintf(command.reason, sizeof command.reason, "a test");
    gives(&command);
}

void plays_out(const char *cards) {
    dealer(TREY_VERB_CLOSE);
    deals(cards);
    for (unsigned seat = 1; seat <= table.config.positions; seat++) {
        const trey_box *box = &table.box[seat - 1];
        if (box->turn && box->bettor[0].stake[TREY_WAGER_ANTE] > 0)
            acts(TREY_VERB_PLAY, seat, box->bettor[0].player);
    }
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
}

/* ---- Paragraphs --------------------------------------------------------------------- */
static void cited(const char *what, const uint16_t *paragraph, size_t count,
                  const char *paragraphs) {
    char found[256] = "";
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s", i ? ", " : "",
                 trey_rulebook_paragraph(book, paragraph[i])->id);
    }
    if (strcmp(found, paragraphs) != 0)
        fail_msg("%s rests on [%s] and not on [%s]", what, found, paragraphs);
}

static void refused_command(const trey_command *command, trey_refused refused,
                            const char *paragraphs) {
    uint16_t paragraph[TREY_CITED];
    trey_decide(rules, &table, command, &answer);
    assert_string_equal(trey_refused_word(answer.refused), trey_refused_word(refused));
    size_t count = trey_refusal_citation(rules, &answer, paragraph);
    cited(trey_refused_word(refused), paragraph, count, paragraphs);
}

void refused_bet(unsigned seat, trey_player player, unsigned wager, trey_cents amount,
                 trey_refused refused, const char *paragraphs) {
    trey_command command = of_player(TREY_VERB_BET, seat, player, amount);
    command.wager = (uint8_t)wager;
    refused_command(&command, refused, paragraphs);
}

void refused_verb(trey_verb verb, unsigned role, trey_refused refused, const char *paragraphs) {
    trey_command command = by(role, verb);
    refused_command(&command, refused, paragraphs);
}

/* ---- What came of it ------------------------------------------------------------------ */
unsigned events(trey_event_kind kind) {
    unsigned count = 0;
    for (unsigned i = 0; i < answer.count; i++) count += answer.event[i].kind == kind;
    return count;
}

const trey_event *event_at(trey_event_kind kind, unsigned seat) {
    for (unsigned i = 0; i < answer.count; i++) {
        if (answer.event[i].kind == kind && answer.event[i].seat == seat) return &answer.event[i];
    }
    fail_msg("no event %s at %u", trey_event_word(kind), seat);
    return NULL;
}

void line_is(unsigned seat, trey_player player, unsigned wager, trey_cents back,
             const char *paragraphs) {
    uint16_t paragraph[TREY_CITED];
    for (unsigned i = 0; i < answer.count; i++) {
        const trey_event *line = &answer.event[i];
        if (line->kind != TREY_EVENT_LINE || line->seat != seat || line->wager != wager) continue;
        if (line->player != player) continue;
        assert_int_equal(line->money.back, back);
        cited(trey_wager_word(wager), paragraph, trey_line_citation(rules, line, paragraph),
              paragraphs);
        return;
    }
    fail_msg("no line for %s at %u", trey_wager_word(wager), seat);
}

void remedy_is(const char *remedy, const char *also, const char *paragraphs) {
    assert_int_equal(table.gate, TREY_GATE_REPORT);
    const trey_trouble *trouble = trey_rulebook_trouble(book, (trey_irregularity)table.report.kind);
    const trey_case *item = &trouble->item[table.report.item];
    assert_string_equal(trey_remedy_word(item->remedy), remedy);
    assert_string_equal(trey_remedy_word(item->also), also);
    cited(remedy, item->by.paragraph, item->by.count, paragraphs);
}

trey_cents posted_to(trey_account account, trey_player player) {
    trey_table at = before;
    trey_cents sum = 0;
    for (unsigned i = 0; i < answer.count; i++) {
        trey_posting posting[TREY_POSTINGS];
        size_t count = trey_event_postings(rules, &at, &answer.event[i], posting);
        for (size_t k = 0; k < count; k++) {
            bool his = account != TREY_ACCOUNT_PLAYER || posting[k].player == player;
            if (posting[k].to == account && his) sum += posting[k].cents;
            if (posting[k].from == account && his) sum -= posting[k].cents;
        }
        trey_apply(rules, &at, &answer.event[i]);
    }
    return sum;
}
