/* protocol.c -- the protocol as the rows of event_schema.h and command_schema.h have it.
 *
 *   protocol schema   the definitions of events and commands for docs/protocol.schema.json
 *   protocol types    the same for the page, as web/src/protocol.ts */
#include <stdio.h>
#include <string.h>

#include "trey/table.h"

/* ---- Types as a schema ---------------------------------------------------------------- */
static void print_words(trey_member_type type, const char *between, const char *quote) {
    for (unsigned value = 0; value < trey_type_values(type); value++)
        printf("%s%s%s%s", value ? between : "", quote, trey_type_word(type, value), quote);
}

static void schema_of(trey_member_type type) {
    switch (type) {
    case TREY_TYPE_SEAT:
        printf("{\"$ref\": \"#/$defs/seat\"}");
        break;
    case TREY_TYPE_SEATS:
        printf("{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/seat\"}}");
        break;
    case TREY_TYPE_CENTS:
        printf("{\"$ref\": \"#/$defs/cents\"}");
        break;
    case TREY_TYPE_CARD:
        printf("{\"$ref\": \"#/$defs/seen_card\"}");
        break;
    case TREY_TYPE_CARDS:
        printf("{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/seen_card\"}}");
        break;
    case TREY_TYPE_FLAGS:
        printf("{\"type\": \"array\", \"items\": {\"type\": \"string\"}}");
        break;
    case TREY_TYPE_FLAG:
        printf("{\"type\": \"boolean\"}");
        break;
    case TREY_TYPE_WAGER:
    case TREY_TYPE_ROLE:
    case TREY_TYPE_RESULT:
        printf("{\"$ref\": \"#/$defs/%s\"}", type == TREY_TYPE_WAGER  ? "wager"
                                             : type == TREY_TYPE_ROLE ? "role"
                                                                      : "result");
        break;
    case TREY_TYPE_INVALID:
    case TREY_TYPE_OPTION:
    case TREY_TYPE_MODE:
    case TREY_TYPE_RULING:
    case TREY_TYPE_KIND:
    case TREY_TYPE_REMEDY:
        printf("{\"enum\": [");
        print_words(type, ", ", "\"");
        printf("]}");
        break;
    default: /* texts, causes, grounds, rows of a pay table */
        printf("{\"type\": \"string\"}");
        break;
    }
}

static void told_schema(unsigned member) {
    if (member == TREY_MEMBER_HAND || member == TREY_MEMBER_DEALER) {
        schema_of(TREY_TYPE_CARDS);
    } else if (member == TREY_MEMBER_METER_NOW) {
        schema_of(TREY_TYPE_CENTS);
    } else {
        printf("{\"$ref\": \"#/$defs/count\"}");
    }
}

/* What a report is told as; see put_report in json_event.c. */
static const struct {
    const char *name, *schema, *type;
    bool needed;
} reported[] = {
    {"report", "{\"type\": \"string\"}", "string", true},
    {"seats", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/seat\"}}", "number[]", true},
    {"remedy", "{\"type\": \"string\"}", "string", true},
    {"also", "{\"type\": \"string\"}", "string", false},
    {"decides", "{\"$ref\": \"#/$defs/role\"}", "string", false},
    {"two", "{\"const\": true}", "true", false},
    {"paragraphs", "{\"$ref\": \"#/$defs/paragraphs\"}", "string[]", true},
    {"effects", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/effect\"}}", "object[]",
     true},
};
enum { REPORTED = sizeof reported / sizeof *reported };

/* ---- Events --------------------------------------------------------------------------- */
static void event_properties(const trey_event_row *row) {
    printf("        \"kind\": {\"const\": \"%s\"}", row->word);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctzll(left);
        const trey_member *member = trey_event_member_of((trey_event_member)index);
        if (index == TREY_MEMBER_REPORT) {
            for (unsigned i = 0; i < REPORTED; i++)
                printf(",\n        \"%s\": %s", reported[i].name, reported[i].schema);
            continue;
        }
        printf(",\n        \"%s\": ", member->name);
        if (index == TREY_MEMBER_PLACE) {
            printf("{\"enum\": [\"dealer\", \"burn\"]},\n        \"seat\": ");
            schema_of(TREY_TYPE_SEAT);
        } else if (member->type == TREY_TYPE_TOLD) {
            told_schema(index);
        } else if (member->type == TREY_TYPE_PLAYER) {
            printf("{\"type\": [\"integer\", \"string\"]}");
        } else {
            schema_of((trey_member_type)member->type);
        }
    }
    printf("\n");
}

/* A card's place is told as a seat or as a word, so neither is always there. */
static void event_required(const trey_event_row *row) {
    printf("      \"required\": [\"kind\"");
    for (uint64_t left = row->needs; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctzll(left);
        if (index == TREY_MEMBER_REPORT) {
            for (unsigned i = 0; i < REPORTED; i++) {
                if (reported[i].needed) printf(", \"%s\"", reported[i].name);
            }
        } else if (index != TREY_MEMBER_PLACE) {
            printf(", \"%s\"", trey_event_member_of((trey_event_member)index)->name);
        }
    }
    printf("],\n");
}

static void event_schemas(void) {
    for (unsigned kind = 0; kind < TREY_EVENT_KIND_COUNT; kind++) {
        const trey_event_row *row = trey_event_row_of((trey_event_kind)kind);
        printf("    \"event_%s\": {\n      \"type\": \"object\",\n      \"properties\": {\n",
               row->word);
        event_properties(row);
        printf("      },\n");
        event_required(row);
        printf("      \"additionalProperties\": false\n    },\n");
    }
    printf("    \"event\": {\n      \"anyOf\": [\n");
    for (unsigned kind = 0; kind < TREY_EVENT_KIND_COUNT; kind++)
        printf("        {\"$ref\": \"#/$defs/event_%s\"}%s\n",
               trey_event_word((trey_event_kind)kind), kind + 1 < TREY_EVENT_KIND_COUNT ? "," : "");
    printf("      ]\n    },\n");
}

/* ---- Commands ------------------------------------------------------------------------- */
static const trey_verb heard[] = {
#define HEARD(constant, ...) TREY_VERB_##constant,
    TREY_VERBS_HEARD(HEARD)
#undef HEARD
};
enum { VERBS_HEARD = sizeof heard / sizeof *heard };

static void command_member(trey_verb verb, const trey_member *member) {
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_PLAYER:
        printf("{\"$ref\": \"#/$defs/person_number\"}");
        break;
    case TREY_TYPE_CENTS:
        printf("{\"type\": \"integer\", \"minimum\": 1}");
        break;
    case TREY_TYPE_CARDS:
        printf("{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/%s\"}, \"minItems\": 1, "
               "\"maxItems\": %d}",
               verb == TREY_VERB_CARD ? "seen_card" : "card",
               verb == TREY_VERB_CARD     ? 1
               : verb == TREY_VERB_REPORT ? TREY_SEEN_CARDS
                                          : TREY_CARDS);
        break;
    case TREY_TYPE_FACTS:
        printf("{\"type\": \"object\", \"additionalProperties\": {\"type\": [\"string\", "
               "\"integer\"]}}");
        break;
    case TREY_TYPE_TEXT:
        printf("{\"type\": \"string\", \"minLength\": 1, \"maxLength\": %d}", member->size - 1);
        break;
    default:
        schema_of((trey_member_type)member->type);
        break;
    }
}

/* Whoever sends a command is meant where no player is named. */
static bool must_be_said(const trey_verb_row *row, unsigned index) {
    return (row->needs >> index & 1u) && index != TREY_GIVES_PLAYER;
}

static void command_schema(trey_verb verb) {
    const trey_verb_row *row = trey_verb_row_of(verb);
    printf("    \"say_%s\": {\n      \"type\": \"object\",\n      \"properties\": {\n", row->word);
    printf("        \"id\": {\"$ref\": \"#/$defs/id\"},\n");
    printf("        \"do\": {\"const\": \"%s\"},\n", row->word);
    printf("        \"table\": {\"$ref\": \"#/$defs/name\"}");
    for (uint32_t left = row->needs | row->may; left; left &= left - 1) {
        const trey_member *member =
            trey_command_member_of((trey_command_member)__builtin_ctz(left));
        printf(",\n        \"%s\": ", member->name);
        command_member(verb, member);
    }
    if (row->traits & TREY_TRAIT_TRIED) printf(",\n        \"try\": {\"type\": \"boolean\"}");
    printf("\n      },\n      \"required\": [\"id\", \"do\", \"table\"");
    for (uint32_t left = row->needs; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctz(left);
        if (must_be_said(row, index))
            printf(", \"%s\"", trey_command_member_of((trey_command_member)index)->name);
    }
    printf("],\n      \"additionalProperties\": false\n    },\n");
}

static void command_schemas(void) {
    for (unsigned i = 0; i < VERBS_HEARD; i++) command_schema(heard[i]);
    printf("    \"command\": {\n      \"anyOf\": [\n");
    for (unsigned i = 0; i < VERBS_HEARD; i++)
        printf("        {\"$ref\": \"#/$defs/say_%s\"}%s\n", trey_verb_word(heard[i]),
               i + 1 < VERBS_HEARD ? "," : "");
    printf("      ]\n    },\n");
}

/* ---- Types of the page ---------------------------------------------------------------- */
static void type_of(trey_member_type type) {
    switch (type) {
    case TREY_TYPE_SEAT:
    case TREY_TYPE_PLAYER:
        printf("number");
        break;
    case TREY_TYPE_SEATS:
        printf("number[]");
        break;
    case TREY_TYPE_CENTS:
        printf("Cents");
        break;
    case TREY_TYPE_CARD:
        printf("Card");
        break;
    case TREY_TYPE_CARDS:
        printf("Card[]");
        break;
    case TREY_TYPE_FLAGS:
        printf("string[]");
        break;
    case TREY_TYPE_FLAG:
        printf("boolean");
        break;
    case TREY_TYPE_FACTS:
        printf("Record<string, string | number>");
        break;
    case TREY_TYPE_WAGER:
        printf("Wager");
        break;
    case TREY_TYPE_INVALID:
    case TREY_TYPE_OPTION:
    case TREY_TYPE_MODE:
        print_words(type, " | ", "'");
        break;
    default:
        printf("string");
        break;
    }
}

static void told_type(unsigned member) {
    bool cards = member == TREY_MEMBER_HAND || member == TREY_MEMBER_DEALER;
    printf("%s", cards ? "Card[]" : "number");
}

static void event_type(const trey_event_row *row) {
    printf("    | { kind: '%s'", row->word);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctzll(left);
        const trey_member *member = trey_event_member_of((trey_event_member)index);
        if (index == TREY_MEMBER_REPORT) {
            for (unsigned i = 0; i < REPORTED; i++)
                printf("; %s%s: %s", reported[i].name, reported[i].needed ? "" : "?",
                       reported[i].type);
            continue;
        }
        if (index == TREY_MEMBER_PLACE) {
            printf("; place?: 'dealer' | 'burn'; seat?: number");
            continue;
        }
        printf("; %s%s: ", member->name, row->needs >> index & 1u ? "" : "?");
        if (member->type == TREY_TYPE_TOLD) {
            told_type(index);
        } else {
            type_of((trey_member_type)member->type);
        }
    }
    printf(" }");
}

static void command_type(const trey_verb_row *row) {
    printf("    | { do: '%s'; table: string", row->word);
    for (uint32_t left = row->needs | row->may; left; left &= left - 1) {
        unsigned index = (unsigned)__builtin_ctz(left);
        const trey_member *member = trey_command_member_of((trey_command_member)index);
        printf("; %s%s: ", member->name, must_be_said(row, index) ? "" : "?");
        type_of((trey_member_type)member->type);
    }
    if (row->traits & TREY_TRAIT_TRIED) printf("; try?: boolean");
    printf(" }");
}

static void types(void) {
    printf(
        "/* protocol.ts -- events and commands of a table as types.\n *\n"
        " * Written from the engine's rows by `MEND=1 sh tests/cli/protocol_page.sh`; do not edit."
        " */\n\nimport type { Card, Cents, Wager } from './frames.ts';\n\n"
        "export type GameEvent =\n");
    for (unsigned kind = 0; kind < TREY_EVENT_KIND_COUNT; kind++) {
        event_type(trey_event_row_of((trey_event_kind)kind));
        printf("%s\n", kind + 1 < TREY_EVENT_KIND_COUNT ? "" : ";");
    }
    printf("\nexport type Command =\n");
    for (unsigned i = 0; i < VERBS_HEARD; i++) {
        command_type(trey_verb_row_of(heard[i]));
        printf("%s\n", i + 1 < VERBS_HEARD ? "" : ";");
    }
}

int main(int argc, char **argv) {
    const char *what = argc == 2 ? argv[1] : "";
    if (strcmp(what, "schema") == 0) {
        event_schemas();
        command_schemas();
    } else if (strcmp(what, "types") == 0) {
        types();
    } else {
        fputs("usage: protocol schema | types\n", stderr);
        return 2;
    }
    return 0;
}
