/* make_office.c -- writes a small store into a file: two rounds, a shift that Sonja closes,
 * a third round. */
#include "office.h"

#include <stdio.h>
#include <string.h>

static void play_round(office *o) {
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c", "Kc9h5h"};
    office_call(o, o->table, TREY_VERB_OPEN);
    office_bet(o, o->table, 1, TREY_WAGER_ANTE, 5000);
    office_bet(o, o->table, 1, TREY_WAGER_PAIR_PLUS, 2500);
    office_bet(o, o->table, 2, TREY_WAGER_ANTE, 5000);
    office_call(o, o->table, TREY_VERB_CLOSE);
    office_deal(o, o->table, hands);
    office_decide(o, o->table, 1, true);
    office_decide(o, o->table, 2, false);
    office_call(o, o->table, TREY_VERB_REVEAL);
    office_call(o, o->table, TREY_VERB_SETTLE);
    office_flush(o);
}

int main(int argc, char **argv) {
    static office o;
    if (argc != 2) {
        fputs("usage: make_office FILE\n", stderr);
        return 2;
    }
    office_build(&o, "mbs", 500);
    play_round(&o);
    play_round(&o);
    office_rule(&o, o.table, TREY_RULING_CLOSE_TABLE, "=cleaning");
    office_flush(&o);
    office_close(&o, "a quiet one");
    office_rule(&o, o.table, TREY_RULING_REOPEN_TABLE, "clean");
    play_round(&o);
    trey_status status = trey_store_backup(o.p.h.store, argv[1]);
    if (status != TREY_STATUS_OK) fprintf(stderr, "%s\n", trey_store_message_text(o.p.h.store));
    office_tear_down(&o);
    return status == TREY_STATUS_OK ? 0 : 3;
}
