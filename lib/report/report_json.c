/* report_json.c -- REPORT, as docs/protocol.md has it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"
#include "trey/json.h"

/* ---- Small things ---------------------------------------------------------------------- */
static void put(json_t *to, const char *name, json_t *value) {
    json_object_set_new(to, name, value ? value : json_null());
}

static void put_whole(json_t *to, const char *name, int64_t number) {
    put(to, name, json_integer((json_int_t)number));
}

static void put_text(json_t *to, const char *name, const char *text) {
    put(to, name, trey_json_text(text));
}

/* To the nearest cent. */
static void put_cents(json_t *to, const char *name, double cents) {
    put_whole(to, name, (int64_t)llround(cents));
}

static void put_ratio(json_t *to, const char *name, double number, bool known) {
    put(to, name, known ? json_real(number) : json_null());
}

static void put_time(json_t *to, const char *name, int64_t microseconds) {
    put_whole(to, name, microseconds / 1000);
}

static void put_spread(json_t *to, trey_cents win, double expected, double variance) {
    double sd = variance > 0 ? sqrt(variance) : 0;
    put_cents(to, "expected", expected);
    put_cents(to, "sd", sd);
    put_ratio(to, "sigmas", sd > 0 ? ((double)win - expected) / sd : 0, sd > 0);
}

/* ---- Tallies ------------------------------------------------------------------------------- */
static json_t *wager_json(unsigned number, const trey_tally_wager *wager) {
    json_t *to = json_object();
    put_text(to, "wager", trey_wager_word(number));
    put_whole(to, "bets", (int64_t)wager->bets);
    put_whole(to, "handle", wager->handle);
    put_whole(to, "win", wager->win);
    put_ratio(to, "hold", wager->handle ? (double)wager->win / (double)wager->handle : 0,
              wager->handle > 0);
    put_spread(to, wager->win, wager->expected, wager->variance);
    return to;
}

static void put_tally(json_t *to, const trey_tally *tally) {
    double hours = (double)tally->played_us / (double)REPORT_HOUR_US;
    uint64_t ended = tally->rounds + tally->voids;
    put_whole(to, "rounds", (int64_t)tally->rounds);
    put_whole(to, "voids", (int64_t)tally->voids);
    put_whole(to, "withheld", (int64_t)tally->withheld);
    put_whole(to, "cut_off", (int64_t)tally->cut_off);
    put_whole(to, "reversed", (int64_t)tally->reversed);
    put_ratio(to, "void_rate", ended ? (double)tally->voids / (double)ended : 0, ended > 0);
    put_ratio(to, "hours", hours, true);
    put_ratio(to, "rounds_an_hour", hours > 0 ? (double)tally->rounds / hours : 0, hours > 0);
    put_whole(to, "handle", tally->handle);
    put_whole(to, "win", tally->win);
    put_ratio(to, "hold", tally->handle ? (double)tally->win / (double)tally->handle : 0,
              tally->handle > 0);
    put_spread(to, tally->win, tally->expected, tally->variance);
    put_whole(to, "drop", tally->drop);
    put(to, "banked", json_boolean(tally->banked));
    put_whole(to, "unreckoned", (int64_t)tally->unreckoned);
    put_whole(to, "reckoned_apart", (int64_t)tally->reckoned_apart);
    put(to, "agrees", json_boolean(tally->win == tally->ledger - tally->owed));
    json_t *wagers = json_array();
    for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) {
        unsigned wager = trey_wager_listed(i);
        if (tally->wager[wager].bets > 0)
            json_array_append_new(wagers, wager_json(wager, &tally->wager[wager]));
    }
    put(to, "wagers", wagers);
}

static json_t *tables_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->tables; i++) {
        const report_table *table = &f->table[i];
        if (!table->begun) continue;
        json_t *one = json_object();
        put_text(one, "table", table->terms.name);
        put_text(one, "rulebook", table->terms.rulebook);
        put_tally(one, &table->tally);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *books_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->books; i++) {
        json_t *one = json_object();
        put_text(one, "rulebook", f->book_id[i]);
        put_tally(one, &f->book[i]);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *hours_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->hours; i++) {
        const trey_tally *tally = &f->hour[i].tally;
        json_t *one = json_object();
        put_time(one, "time", f->hour[i].time);
        put_whole(one, "rounds", (int64_t)tally->rounds);
        put_whole(one, "voids", (int64_t)tally->voids);
        put_whole(one, "handle", tally->handle);
        put_whole(one, "win", tally->win);
        put_spread(one, tally->win, tally->expected, tally->variance);
        json_array_append_new(list, one);
    }
    return list;
}

/* ---- Lists ------------------------------------------------------------------------------------
 */
static json_t *hits_json(const report_jackpot *jackpot) {
    json_t *list = json_array();
    for (size_t i = 0; i < jackpot->hits; i++) {
        const report_hit *hit = &jackpot->hit[i];
        json_t *one = json_object();
        put_time(one, "time", hit->time);
        put_text(one, "table", hit->table);
        put_whole(one, "seat", hit->seat);
        put_text(one, "name", hit->name);
        put_whole(one, "value", hit_value(jackpot, hit));
        put_text(one, "state", hit->state);
        json_array_append_new(list, one);
    }
    return list;
}

/* What a hit that waits is worth stands in the link. */
trey_cents hit_value(const report_jackpot *jackpot, const report_hit *hit) {
    for (unsigned i = 0; hit->value == 0 && i < jackpot->link.hits; i++) {
        if (jackpot->link.hit[i].number == hit->number) return jackpot->link.hit[i].value;
    }
    return hit->value;
}

static json_t *jackpots_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->jackpots; i++) {
        const report_jackpot *jackpot = &f->jackpot[i];
        if (!jackpot->begun) continue;
        json_t *one = json_object(), *since = json_object();
        put_text(one, "name", jackpot->name);
        put(one, "linked", json_boolean(jackpot->table == REPORT_NO_TABLE));
        put_whole(one, "value", jackpot->value);
        put_whole(one, "reset", jackpot->reset);
        put_whole(one, "reserve", jackpot->reserve);
        put_whole(one, "overflow", jackpot->overflow);
        put_whole(one, "contributed", jackpot->contributed);
        put_whole(one, "awarded", jackpot->awarded);
        put_whole(one, "pending", jackpot->pending);
        put(one, "identity", json_boolean(jackpot->identity));
        put_whole(since, "start", jackpot->start);
        put_whole(since, "contributed", jackpot->contributed_ever);
        put_whole(since, "seeded", jackpot->seeded);
        put_whole(since, "released", jackpot->released);
        put_whole(since, "awarded", jackpot->awarded_ever);
        put(one, "since_start", since);
        put(one, "hits", hits_json(jackpot));
        if (jackpot->hits_more) put_whole(one, "hits_more", (int64_t)jackpot->hits_more);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *incidents_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->incidents; i++) {
        const report_incident *incident = &f->incident[i];
        json_t *one = json_object();
        put_whole(one, "number", (int64_t)incident->number);
        put_time(one, "time", incident->time);
        put_text(one, "kind", incident->kind);
        put(one, "person", incident->person ? json_integer(incident->person) : NULL);
        put_text(one, "name", incident->name);
        put(one, "role", *incident_role(incident) ? json_string(incident_role(incident)) : NULL);
        if (incident->at_table) put_text(one, "table", incident->place);
        if (!incident->at_table && incident->place[0]) put_text(one, "jackpot", incident->place);
        put_text(one, "text", incident->text);
        if (incident->paragraphs[0]) put(one, "paragraphs", trey_json_list(incident->paragraphs));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *sign_ins_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->sign_ins; i++) {
        const report_sign_in *sign_in = &f->sign_in[i];
        json_t *one = json_object();
        put_time(one, "time", sign_in->time);
        put_text(one, "name", sign_in->name);
        put_text(one, "what", sign_in->what);
        put_text(one, "from", sign_in->from);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *staff_json(const trey_figures *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->persons; i++) {
        const report_person *person = &f->person[i];
        json_t *one = json_object(), *expected = json_object();
        put_whole(one, "person", person->person);
        put_text(one, "name", person->name);
        put_text(one, "role", trey_role_word(person->role));
        for (unsigned kind = 0; kind < STAFF_KINDS; kind++) {
            put_whole(one, staff_word(kind), (int64_t)person->count[kind]);
            if (kind != STAFF_CALLS)
                put(expected, staff_word(kind), json_real(staff_expected(f, person, kind)));
        }
        put(one, "expected", expected);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *cage_json(const report_cage *cage) {
    json_t *to = json_object();
    put_whole(to, "buy_ins", cage->buy_ins);
    put_whole(to, "cash_outs", cage->cash_outs);
    put_whole(to, "transfers", cage->transfers);
    put_whole(to, "boxes", cage->boxes);
    put_whole(to, "fills", cage->fills);
    put_whole(to, "credits", cage->credits);
    put_whole(to, "opening", cage->opening);
    put_whole(to, "closing", cage->closing);
    put(to, "agrees", json_boolean(cage->agrees));
    return to;
}

json_t *trey_figures_json(const trey_figures *f) {
    char root[TREY_HASH_TEXT_MAX];
    json_t *to = json_object(), *total = json_object();
    put_time(to, "from", f->from);
    put_time(to, "to", f->to);
    put_whole(to, "seq", (int64_t)f->last);
    put_text(to, "root", trey_hash_print(&f->root, root));
    put(to, "tables", tables_json(f));
    put(to, "rulebooks", books_json(f));
    put_tally(total, &f->total);
    put(to, "total", total);
    put(to, "hours", hours_json(f));
    put(to, "jackpots", jackpots_json(f));
    put(to, "incidents", incidents_json(f));
    if (f->incidents_more) put_whole(to, "incidents_more", (int64_t)f->incidents_more);
    put(to, "sign_ins", sign_ins_json(f));
    if (f->sign_ins_more) put_whole(to, "sign_ins_more", (int64_t)f->sign_ins_more);
    put(to, "staff", staff_json(f));
    put(to, "cage", cage_json(&f->cage));
    return to;
}

/* ---- Shifts -----------------------------------------------------------------------------------
 */
static json_t *shift_json(const trey_shift *shift, const char *name) {
    char root[TREY_HASH_TEXT_MAX];
    json_t *to = json_object();
    put_whole(to, "number", (int64_t)shift->number);
    put_time(to, "from", shift->from);
    put_time(to, "to", shift->to);
    put_whole(to, "by", shift->by);
    put_text(to, "name", name ? name : "");
    put_text(to, "note", shift->note);
    put_whole(to, "seq", (int64_t)shift->seq);
    put_text(to, "root", trey_hash_print(&shift->root, root));
    return to;
}

json_t *trey_figures_shift_json(const trey_figures *f) {
    return f->shift.number ? shift_json(&f->shift, f->shift_name) : NULL;
}

trey_status trey_shifts_json(trey_store *store, trey_figures_name_of *name, void *context,
                             json_t **out) {
    trey_shift *shift;
    size_t shifts;
    trey_record first;
    *out = NULL;
    trey_status status = trey_shifts_list(store, &shift, &shifts);
    if (status != TREY_STATUS_OK) return status;
    json_t *list = json_array(), *running = json_object();
    for (size_t i = 0; i < shifts; i++)
        json_array_append_new(list, shift_json(&shift[i], name(context, shift[i].by)));
    int64_t from = shifts > 0 ? shift[shifts - 1].to : 0;
    if (shifts == 0 && trey_store_record(store, 1, &first) == TREY_STATUS_OK) from = first.time;
    put_time(running, "from", from);
    free(shift);
    *out = json_pack("{s:o, s:o}", "shifts", list, "running", running);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}
