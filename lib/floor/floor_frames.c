/* floor_frames.c -- audiences and their frames.
 *
 * Everybody who is not at a table sees the same of it and shares one frame; a person who
 * sits or bets there has his own, and so has each role of the staff. A frame has what
 * changed since the audience's last one; whoever is new to an audience gets the whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_parts.h"

/* ---- Watches --------------------------------------------------------------------------- */
floor_watch *watch_add(trey_floor *floor, floor_visit *visit, floor_table *table) {
    floor_watch *watch = visit->watches;
    while (watch && watch->table != table) watch = watch->next;
    if (watch) return watch;
    watch = calloc(1, sizeof *watch);
    if (!watch || !TREY_LIST_ROOM(table->watch, table->watches, table->watch_room)) {
        free(watch);
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return NULL;
    }
    watch->visit = visit;
    watch->table = table;
    watch->next = visit->watches;
    visit->watches = watch;
    table->watch[table->watches++] = watch;
    table->look = true;
    return watch;
}

void watch_remove(trey_floor *floor, floor_watch *watch) {
    floor_table *table = watch->table;
    floor_watch **link = &watch->visit->watches;
    (void)floor;
    while (*link != watch) link = &(*link)->next;
    *link = watch->next;
    for (size_t i = 0; i < table->watches; i++) {
        if (table->watch[i] != watch) continue;
        table->watch[i] = table->watch[--table->watches];
        break;
    }
    table->look = true;
    free(watch);
}

/* ---- Audiences --------------------------------------------------------------------------- */
/* Has the table something of the player, or on him? */
static bool is_there(const trey_table *state, trey_player player) {
    if (state->banker == player) return true;
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        if (box->seated == player) return true;
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].player == player) return true;
        }
    }
    for (unsigned i = 0; i < state->flags; i++) {
        if (state->flagged[i].player == player) return true;
    }
    return false;
}

static floor_audience *audience_of(trey_floor *floor, floor_table *table,
                                   const floor_visit *visit) {
    trey_person person = visit->person->person;
    bool desk = desk_at(table, visit);
    unsigned role = floor_role(floor, person);
    trey_player player = TREY_NOBODY;
    if (role == TREY_ROLE_PLAYER && is_there(table_state(floor, table), person)) player = person;
    for (size_t i = 0; i < table->audiences; i++) {
        floor_audience *audience = table->audience[i];
        if (audience->role == role && audience->player == player && audience->desk == desk)
            return audience;
    }
    floor_audience *made = calloc(1, sizeof *made);
    bool room = made && TREY_LIST_ROOM(table->audience, table->audiences, table->audience_room);
    if (!room) {
        free(made);
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return NULL;
    }
    made->role = (uint8_t)role;
    made->player = player;
    made->desk = desk;
    table->audience[table->audiences++] = made;
    return made;
}

/* ---- Differences ---------------------------------------------------------------------------- */
/* The members of `now` that are not as they were; of boxes the seats. */
static json_t *difference(json_t *was, json_t *now) {
    json_t *changed = json_object();
    const char *name;
    json_t *value;
    json_object_foreach(now, name, value) {
        json_t *old = json_object_get(was, name);
        if (old && json_equal(old, value)) continue;
        bool boxes = strcmp(name, "boxes") == 0 && json_is_object(old);
        json_object_set_new(changed, name, boxes ? difference(old, value) : json_incref(value));
    }
    return changed;
}

/* ---- Frames ------------------------------------------------------------------------------------
 */
static void begin_frame(trey_bytes *text, const floor_table *table, bool full, bool missed) {
    json_t *name = trey_json_text(table->name);
    text_say(text, "{\"is\":\"table\",\"table\":");
    text_json(text, name);
    text_format(text, ",\"at\":%lld%s%s,\"events\":[", (long long)table->at,
                full ? ",\"full\":true" : "", missed ? ",\"missed\":true" : "");
    json_decref(name);
}

/* A view, or what has changed in it, with the events behind the frame `after`. */
static trey_frame *frame_after(const floor_table *table, const json_t *view, bool full, bool missed,
                               int64_t after) {
    trey_bytes text = {0};
    uint64_t first = table->ringed > FLOOR_RING ? table->ringed - FLOOR_RING : 0;
    uint64_t next = table->ringed;
    while (next > first && table->ring[(next - 1) % FLOOR_RING].at > after) next--;
    begin_frame(&text, table, full, missed);
    for (uint64_t i = next; i < table->ringed; i++) {
        if (i > next) text_say(&text, ",");
        text_say(&text, table->ring[i % FLOOR_RING].text);
    }
    text_say(&text, "],\"view\":");
    text_json(&text, view);
    text_say(&text, "}");
    return text_frame(&text);
}

/* For somebody who was away: the events since then, as far as they are known. */
static trey_frame *frame_since(const trey_floor *floor, const floor_table *table,
                               const json_t *view, int64_t since) {
    /* Not one of our numbers: of another node's frames. */
    bool other = since > table->at || (table->at - since) % floor->at_step != 0;
    return frame_after(table, view, true, since < table->forgotten || other,
                       other ? table->at : since);
}

/* The news of this frame become the past. */
static void keep_news(floor_table *table) {
    for (size_t i = 0; i < table->newses; i++) {
        ring_event *event = &table->ring[table->ringed++ % FLOOR_RING];
        if (event->text) table->forgotten = event->at;
        free(event->text);
        *event = (ring_event){table->at, table->news[i]};
    }
    table->newses = 0;
}

/* ---- Telling
 * ------------------------------------------------------------------------------------- */
static void make_delta(trey_floor *floor, floor_table *table, floor_audience *audience) {
    json_t *view = floor_view(floor, table, audience->role, audience->player);
    if (!view) {
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    desk_put_view(floor, table, audience->role, audience->desk, view);
    if (audience->view) {
        json_t *changed = difference(audience->view, view);
        bool news =
            table->ringed > 0 && table->ring[(table->ringed - 1) % FLOOR_RING].at > audience->told;
        if (json_object_size(changed) > 0 || news)
            audience->delta = frame_after(table, changed, false, false, audience->told);
        json_decref(changed);
        json_decref(audience->view);
    }
    audience->view = view;
}

/* Those who look on can wait a moment, unless one of them needs the whole anyway. */
static bool may_wait(const trey_floor *floor, const floor_audience *audience, int64_t now) {
    return audience->role == TREY_ROLE_PLAYER && audience->player == TREY_NOBODY &&
           audience->view && !audience->wanted &&
           audience->told_ms + floor->options.gather_ms > now;
}

static void tell_audience(trey_floor *floor, floor_table *table, floor_audience *audience,
                          bool changed, int64_t now) {
    audience->behind |= changed;
    if (audience->members == 0 || (!audience->behind && audience->view)) return;
    if (may_wait(floor, audience, now)) {
        int64_t due = audience->told_ms + floor->options.gather_ms;
        if (due < table->gathering) table->gathering = due;
        return;
    }
    make_delta(floor, table, audience);
    audience->behind = false;
    audience->told = table->at;
    audience->told_ms = now;
}

static void tell_watch(trey_floor *floor, floor_table *table, floor_watch *watch,
                       floor_audience *audience, int64_t before) {
    bool moved = watch->audience != audience;
    trey_frame *frame = NULL;
    if (watch->full_due && watch->has_since) {
        frame = frame_since(floor, table, audience->view, watch->since);
        if (!frame) floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
    } else if (moved && watch->audience && watch->told < before) {
        frame = frame_after(table, audience->view, true, false, watch->told);
    } else if (watch->full_due || moved) {
        /* Whoever has just come has no use for what happened before. */
        if (!audience->full)
            audience->full = frame_after(table, audience->view, true, false, before);
        frame = audience->full ? trey_frame_hold(audience->full) : NULL;
    } else if (audience->delta) {
        frame = trey_frame_hold(audience->delta);
    }
    watch->audience = audience;
    watch->full_due = watch->has_since = false;
    watch->told = audience->told;
    if (frame) visit_send(floor, watch->visit, frame);
}

static void drop_empty(floor_table *table) {
    size_t kept = 0;
    for (size_t i = 0; i < table->audiences; i++) {
        floor_audience *audience = table->audience[i];
        trey_frame_release(audience->delta);
        trey_frame_release(audience->full);
        audience->delta = audience->full = NULL;
        if (audience->members > 0) {
            table->audience[kept++] = audience;
            continue;
        }
        json_decref(audience->view);
        free(audience);
    }
    table->audiences = kept;
}

/* Counts the members of each audience, and notes who needs the whole view. */
static void find_audiences(trey_floor *floor, floor_table *table, floor_audience **of) {
    for (size_t i = 0; i < table->audiences; i++) {
        table->audience[i]->members = 0;
        table->audience[i]->wanted = false;
    }
    for (size_t i = 0; i < table->watches; i++) {
        const floor_watch *watch = table->watch[i];
        of[i] = audience_of(floor, table, watch->visit);
        if (!of[i]) continue;
        of[i]->members++;
        of[i]->wanted |= watch->full_due || watch->audience != of[i];
    }
}

void table_tell(trey_floor *floor, floor_table *table) {
    bool changed = table->dirty || table->newses > 0;
    int64_t now = floor_now(floor), before = table->at;
    floor_audience **of = calloc(table->watches + 1, sizeof(floor_audience *));
    if (!of) {
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    if (changed) table->at += floor->at_step;
    keep_news(table);
    find_audiences(floor, table, of);
    table->gathering = FLOOR_NEVER;
    for (size_t i = 0; i < table->audiences; i++)
        tell_audience(floor, table, table->audience[i], changed, now);
    for (size_t i = 0; i < table->watches; i++) {
        if (of[i] && of[i]->view) tell_watch(floor, table, table->watch[i], of[i], before);
    }
    free(of);
    drop_empty(table);
    table->dirty = table->unmet = false;
}

void floor_notice(trey_floor *floor, floor_table *table, const char *level, const char *words) {
    if (strcmp(table->notice, words) == 0) return;
    snprintf(table->notice, sizeof table->notice, "%s", words);
    trey_frame *frame =
        frame_of(json_pack("{s:s, s:o, s:s, s:s}", "is", "notice", "table",
                           trey_json_text(table->name), "text", words, "level", level));
    for (size_t i = 0; frame && i < table->watches; i++)
        visit_send(floor, table->watch[i]->visit, trey_frame_hold(frame));
    trey_frame_release(frame);
}
