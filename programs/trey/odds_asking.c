/* odds_asking.c -- the answers to `trey odds`, for the command and for the lab. */
#include "commands.h"
#include "odds_output.h"

/* Every letter of every reading that can be chosen. */
static trey_status ask_readings(odds_answers *answers, const trey_odds_query *asked) {
    /* All letters are tried on the same decks, so fewer of them tell two apart. */
    trey_odds_query fewer = *asked;
    fewer.rounds = asked->rounds / 10;
    for (size_t i = 0; i < trey_rulebook_readings(answers->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(answers->book, i);
        for (unsigned letter = 0; reading->switchable && letter < reading->letters; letter++) {
            if (answers->letters == ODDS_EFFECTS) return TREY_STATUS_OK;
            odds_letter *at = &answers->letter[answers->letters++];
            at->reading = reading;
            at->letter = letter;
            trey_status status =
                trey_odds_under(answers->book, &fewer, reading->id, (char)('A' + letter),
                                answers->memory, &at->effect);
            if (status != TREY_STATUS_OK) return status;
        }
    }
    return TREY_STATUS_OK;
}

static trey_status ask_more(odds_answers *answers, const trey_odds_query *query, bool sample) {
    const odds_asked *asked = answers->asked;
    trey_status status = TREY_STATUS_OK;
    if (asked->peek_hands > 0 && !trey_odds_whole(answers->odds)->exact) {
        fprintf(stderr,
                "trey odds: --peek %u: what other hands are worth cannot be told where %u "
                "seats share a bank that may run short; leave out --bank or --seats\n",
                asked->peek_hands, query->boxes);
        return TREY_STATUS_INVALID;
    }
    if (asked->peek_hands > 0 && sample) {
        status = trey_odds_peek_at(answers->odds, asked->peek_hands, TREY_PEEK_SAMPLES, asked->seed,
                                   &answers->peek);
        answers->peeked = true;
    }
    bool banked =
        trey_rulebook_rule(answers->book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    if (status == TREY_STATUS_OK && banked && sample && !asked->peek_card) {
        status = trey_odds_bank_side(answers->odds, answers->book, &answers->bank);
        answers->banked = true;
    }
    if (status == TREY_STATUS_OK && asked->every_reading) status = ask_readings(answers, query);
    return status;
}

int odds_ask(odds_answers *answers, trey_strategy *strategy, bool sample) {
    const odds_asked *asked = answers->asked;
    trey_odds_query query;
    trey_odds_fault fault;
    int result = bets_query(&asked->bets, answers->book, strategy, &answers->strategy_name, &query);
    if (result != EXIT_DONE) return result;
    query.peek = asked->peek_card;
    query.seed = asked->seed;
    /* A first picture need not be as sure as the one that follows. */
    if (!sample) query.rounds = TREY_ODDS_ROUNDS / 10;
    trey_status status =
        trey_odds_open_with(&answers->odds, answers->book, &query, answers->memory, &fault);
    if (status != TREY_STATUS_OK) return bets_refused(&asked->bets, answers->book, status, &fault);
    if (query.strategy && strategy->sees_up_card && !trey_odds_whole(answers->odds)->sees_up_card) {
        fprintf(stderr,
                "trey odds: %s looks at a card of the dealer's, and in %s the player sees none; "
                "--peek dealer-card shows him one\n",
                answers->strategy_name, trey_rulebook_id(answers->book));
        return EXIT_USAGE;
    }
    status = ask_more(answers, &query, sample);
    if (status == TREY_STATUS_OK) return EXIT_DONE;
    if (status == TREY_STATUS_INVALID) return EXIT_USAGE;
    fprintf(stderr, "trey odds: %s\n", trey_status_text(status));
    return EXIT_OPERATING;
}
