/* json_parts.h -- what the writers of JSON share. */
#ifndef TREY_JSON_PARTS_H
#define TREY_JSON_PARTS_H

#include "trey/json.h"

static inline void put(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}
static inline void put_cents(json_t *object, const char *name, trey_cents cents) {
    json_object_set_new(object, name, json_integer(cents));
}
static inline void put_word(json_t *object, const char *name, const char *word) {
    json_object_set_new(object, name, json_string(word));
}
static inline void put_flag(json_t *object, const char *name, bool flag) {
    json_object_set_new(object, name, json_boolean(flag));
}
static inline void put_number(json_t *object, const char *name, int64_t number) {
    json_object_set_new(object, name, json_integer(number));
}

json_t *player_json(const trey_json_scene *scene, trey_player player);
/* Seat, player, wager, stake, result and what goes back. */
void put_line(json_t *object, const trey_json_scene *scene, const trey_event *line);

#endif
