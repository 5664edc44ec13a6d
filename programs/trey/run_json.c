/* run_json.c -- `trey run --json`: one object a line.
 *
 * Events are written as the server writes them; players have names here. */
#include "trey/json.h"

#include "run_output.h"

static void dump(run_output *to, const char *name, json_t *value) {
    json_t *object = json_pack("{s:o}", name, value);
    int failed = object ? json_dumpf(object, to->out, JSON_COMPACT | JSON_PRESERVE_ORDER) : -1;
    if (failed || fputc('\n', to->out) == EOF) to->failed = true;
    json_decref(object);
}

static void set_money(json_t *object, const char *name, trey_cents cents) {
    json_object_set_new(object, name, json_integer(cents));
}

static json_t *named(const void *run, trey_player player) {
    return json_string(script_player(run, player));
}

/* The cards stand in the script, so none is a secret here. */
static trey_json_scene scene_of(const script *run) {
    const trey_json_scene scene = {.rules = run->rules,
                                   .table = &run->table,
                                   .player = named,
                                   .context = run,
                                   .everything = true};
    return scene;
}

static void json_event(run_output *to, const script *run, const trey_event *event) {
    const trey_json_scene scene = scene_of(run);
    dump(to, "event", trey_json_event(&scene, event));
}

/* ---- Refusals and expectations ------------------------------------------------ */
static void json_refused(run_output *to, const script *run, const char *command, bool expected) {
    uint16_t paragraphs[TREY_CITED];
    size_t count = trey_refusal_citation(run->rules, &run->decision, paragraphs);
    (void)expected;
    dump(to, "refused",
         json_pack("{s:o, s:s, s:o}", "command", trey_json_text(command), "reason",
                   trey_refused_word(run->decision.refused), "paragraphs",
                   trey_json_paragraphs(run->book, paragraphs, count)));
}

static void json_checked(run_output *to, const script *run, const run_check *check) {
    if (check->ok) return;
    json_t *object = json_pack("{s:o, s:i, s:o}", "file", trey_json_text(run->file), "line",
                               (int)run->line.number, "what", trey_json_text(check->what));
    if (check->money) {
        set_money(object, "expected", check->expected_cents);
        set_money(object, "found", check->found_cents);
    } else {
        json_object_set_new(object, "expected", trey_json_text(check->expected));
        json_object_set_new(object, "found", trey_json_text(check->found));
    }
    json_object_set_new(object, "ok", json_false());
    dump(to, "expectation", object);
}

/* ---- Settlements -------------------------------------------------------------- */
static json_t *lines_json(const script *run) {
    json_t *list = json_array();
    for (unsigned i = 0; i < run->account.lines; i++) {
        const trey_event *line = &run->account.line[i];
        uint16_t paragraphs[TREY_CITED];
        size_t count = trey_line_citation(run->rules, line, paragraphs);
        json_t *object = json_pack("{s:i, s:s, s:s, s:I, s:s, s:I}", "seat", line->seat, "player",
                                   script_player(run, line->player), "wager",
                                   trey_wager_word(line->wager), "staked", (json_int_t)line->amount,
                                   "result", trey_result_word((trey_result)line->line.result),
                                   "back", (json_int_t)line->line.back);
        json_object_set_new(object, "paragraphs",
                            trey_json_paragraphs(run->book, paragraphs, count));
        json_object_set_new(object, "readings",
                            trey_json_readings(run->book, run->account.readings[i]));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *players_json(const script *run) {
    json_t *list = json_array();
    for (unsigned i = 0; i < run->account.totals; i++) {
        const script_total *total = &run->account.total[i];
        json_t *object = json_pack("{s:s}", "player", script_player(run, total->player));
        set_money(object, "staked", total->staked);
        set_money(object, "back", total->back);
        set_money(object, "net", total->back - total->staked);
        json_array_append_new(list, object);
    }
    return list;
}

static void json_settled(run_output *to, const script *run) {
    const script_account *account = &run->account;
    const trey_table *before = &account->before;
    json_t *object =
        json_pack("{s:I, s:s, s:b, s:o, s:o}", "round", (json_int_t)before->round, "rulebook",
                  trey_rulebook_id(run->book), "void", (int)account->voided, "lines",
                  lines_json(run), "players", players_json(run));
    set_money(object, "house", account->house);
    if (before->config.jackpot) {
        set_money(object, "meter_before", before->meter_start);
        set_money(object, "meter_after", account->after.meter.value);
    }
    if (account->banked) {
        json_object_set_new(object, "bank",
                            json_pack("{s:I, s:I}", "before", (json_int_t)before->bank, "after",
                                      (json_int_t)account->bank_after));
        set_money(object, "collection", account->collection);
        set_money(object, "collection_player_dealer", account->after.fee_bank);
        set_money(object, "collection_players", account->after.fee_players);
        json_object_set_new(object, "collection_readings",
                            trey_json_readings(run->book, account->collection_readings));
        json_object_set_new(object, "action_seat", json_integer(before->button));
    }
    dump(to, "settlement", object);
}

static void json_silent(run_output *to, const script *run) {
    (void)to;
    (void)run;
}

run_output run_json(FILE *out) {
    run_output to = {.opened = json_silent,
                     .event = json_event,
                     .refused = json_refused,
                     .settled = json_settled,
                     .checked = json_checked,
                     .ended = json_silent,
                     .out = out};
    return to;
}
