/* schema.c -- a small validator: the keywords that docs/protocol.schema.json uses.
 *
 * An unknown keyword is a fault of its own, so that the schema cannot say more than is
 * checked. Patterns are POSIX extended expressions, compiled once. */
#include "cmocka_suite.h"

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schema.h"

static json_t *schema;
static char fault[512];
static bool quiet; /* complaints are put into words only when there is one to make */

static json_t *schema_open(void) {
    json_error_t error;
    if (schema) return schema;
    schema = json_load_file(TREY_SCHEMA, JSON_REJECT_DUPLICATES, &error);
    if (!schema) fail_msg("%s:%d: %s", TREY_SCHEMA, error.line, error.text);
    return schema;
}

__attribute__((format(printf, 2, 3))) static bool wrong(const char *path, const char *format, ...) {
    char words[300];
    va_list list;
    if (quiet) return false;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    snprintf(fault, sizeof fault, "%s: %s", path[0] ? path : "/", words);
    return false;
}

static bool check(const json_t *rule, const json_t *value, const char *path);

/* ---- Types ------------------------------------------------------------------------------ */
static bool is_type(const char *type, const json_t *value) {
    if (strcmp(type, "object") == 0) return json_is_object(value);
    if (strcmp(type, "array") == 0) return json_is_array(value);
    if (strcmp(type, "string") == 0) return json_is_string(value);
    if (strcmp(type, "integer") == 0) return json_is_integer(value);
    if (strcmp(type, "number") == 0) return json_is_number(value);
    if (strcmp(type, "boolean") == 0) return json_is_boolean(value);
    if (strcmp(type, "null") == 0) return json_is_null(value);
    fail_msg("the schema names a type that is not known: %s", type);
    return false;
}

static bool check_type(const json_t *type, const json_t *value, const char *path) {
    size_t i;
    json_t *one;
    if (json_is_string(type))
        return is_type(json_string_value(type), value) || wrong(path, "not the right type");
    json_array_foreach((json_t *)type, i, one) {
        if (is_type(json_string_value(one), value)) return true;
    }
    return wrong(path, "none of the right types");
}

/* ---- Patterns ------------------------------------------------------------------------------ */
static bool matches(const char *pattern, const char *text) {
    enum { PATTERNS = 32 };
    static struct {
        const char *pattern;
        regex_t compiled;
    } known[PATTERNS];
    unsigned i = 0;
    while (i < PATTERNS && known[i].pattern && strcmp(known[i].pattern, pattern) != 0) i++;
    assert_true(i < PATTERNS);
    if (!known[i].pattern) {
        assert_int_equal(regcomp(&known[i].compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
        known[i].pattern = pattern;
    }
    return regexec(&known[i].compiled, text, 0, NULL, 0) == 0;
}

/* ---- Objects and lists ------------------------------------------------------------------------
 */
static bool check_members(const json_t *rule, const json_t *value, const char *path) {
    const json_t *properties = json_object_get(rule, "properties");
    const json_t *extra = json_object_get(rule, "additionalProperties");
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member) {
        char below[256] = "";
        const json_t *own = json_object_get(properties, name);
        if (!quiet) snprintf(below, sizeof below, "%s/%s", path, name);
        if (own) {
            if (!check(own, member, below)) return false;
        } else if (json_is_false(extra)) {
            return wrong(below, "there is no such member");
        } else if (extra && !check(extra, member, below)) {
            return false;
        }
    }
    return true;
}

static bool check_required(const json_t *required, const json_t *value, const char *path) {
    size_t i;
    json_t *name;
    json_array_foreach((json_t *)required, i, name) {
        if (!json_object_get(value, json_string_value(name)))
            return wrong(path, "%s is missing", json_string_value(name));
    }
    return true;
}

static bool check_items(const json_t *items, const json_t *value, const char *path) {
    for (size_t i = 0; i < json_array_size(value); i++) {
        char below[256] = "";
        if (!quiet) snprintf(below, sizeof below, "%s/%zu", path, i);
        if (!check(items, json_array_get(value, i), below)) return false;
    }
    return true;
}

/* Frames and messages tell by one member which of them they are: that alone rules most out. */
static bool ruled_out(const json_t *rule, const json_t *value) {
    static const char *const names[] = {"is", "do"};
    const char *ref = json_string_value(json_object_get(rule, "$ref"));
    if (!ref || !json_is_object(value)) return false;
    rule = json_object_get(json_object_get(schema, "$defs"), ref + strlen("#/$defs/"));
    for (unsigned i = 0; i < 2; i++) {
        const json_t *kind = json_object_get(json_object_get(rule, "properties"), names[i]);
        json_t *one = json_object_get(kind, "const"), *has = json_object_get(value, names[i]);
        if (one && has && !json_equal(one, has)) return true;
    }
    return false;
}

static bool check_any(const json_t *list, const json_t *value, const char *path) {
    size_t i;
    json_t *one;
    char last[sizeof fault] = "";
    size_t deepest = 0;
    json_array_foreach((json_t *)list, i, one) {
        if (ruled_out(one, value)) continue;
        if (check(one, value, path)) return true;
        /* Of several complaints the one that got furthest is the most useful. */
        if (quiet) continue;
        size_t depth = strcspn(fault, ":");
        if (depth >= deepest) memcpy(last, fault, sizeof last);
        if (depth >= deepest) deepest = depth;
    }
    if (quiet) return false;
    memcpy(fault, last, sizeof fault);
    return last[0] ? false : wrong(path, "nothing of the kind");
}

static bool check_enum(const json_t *list, const json_t *value, const char *path) {
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)list, i, one) {
        if (json_equal(one, (json_t *)value)) return true;
    }
    return wrong(path, "not one of the words");
}

/* ---- Keywords
 * ------------------------------------------------------------------------------------ */
static bool check_keyword(const json_t *rule, const char *word, const json_t *says,
                          const json_t *value, const char *path) {
    json_int_t number = json_integer_value(says);
    size_t length = json_is_string(value) ? json_string_length(value) : json_array_size(value);
    if (strcmp(word, "$ref") == 0) {
        const char *name = json_string_value(says) + strlen("#/$defs/");
        const json_t *other = json_object_get(json_object_get(schema, "$defs"), name);
        if (!other) fail_msg("the schema has no %s", name);
        return check(other, value, path);
    }
    if (strcmp(word, "type") == 0) return check_type(says, value, path);
    if (strcmp(word, "anyOf") == 0) return check_any(says, value, path);
    if (strcmp(word, "enum") == 0) return check_enum(says, value, path);
    if (strcmp(word, "const") == 0)
        return json_equal((json_t *)says, (json_t *)value) || wrong(path, "not the one value");
    if (strcmp(word, "additionalProperties") == 0) /* and with it the properties */
        return !json_is_object(value) || check_members(rule, value, path);
    if (strcmp(word, "properties") == 0) return json_object_get(rule, "additionalProperties");
    if (strcmp(word, "required") == 0)
        return !json_is_object(value) || check_required(says, value, path);
    if (strcmp(word, "items") == 0) return !json_is_array(value) || check_items(says, value, path);
    if (strcmp(word, "minimum") == 0)
        return !json_is_integer(value) || json_integer_value(value) >= number ||
               wrong(path, "too small");
    if (strcmp(word, "maximum") == 0)
        return !json_is_integer(value) || json_integer_value(value) <= number ||
               wrong(path, "too large");
    if (strcmp(word, "minLength") == 0 || strcmp(word, "minItems") == 0)
        return (json_int_t)length >= number || wrong(path, "too short");
    if (strcmp(word, "maxLength") == 0 || strcmp(word, "maxItems") == 0)
        return !(json_is_string(value) || json_is_array(value)) || (json_int_t)length <= number ||
               wrong(path, "too long");
    if (strcmp(word, "pattern") == 0)
        return !json_is_string(value) ||
               matches(json_string_value(says), json_string_value(value)) ||
               wrong(path, "not as %s has it", json_string_value(says));
    fail_msg("the schema has a keyword that is not checked: %s", word);
    return false;
}

static bool check(const json_t *rule, const json_t *value, const char *path) {
    const char *word;
    json_t *says;
    json_object_foreach((json_t *)rule, word, says) {
        if (!check_keyword(rule, word, says, value, path)) return false;
    }
    return true;
}

const char *schema_fault(const char *name, const json_t *value) {
    const json_t *rule = json_object_get(json_object_get(schema_open(), "$defs"), name);
    assert_non_null(rule);
    fault[0] = '\0';
    quiet = true;
    bool good = check(rule, value, "");
    quiet = false;
    return good || check(rule, value, "") ? "" : fault;
}

void schema_holds(const char *name, const json_t *value, const char *text) {
    const char *why = schema_fault(name, value);
    if (why[0]) fail_msg("not a %s of the schema: %s\n%s", name, why, text);
}
