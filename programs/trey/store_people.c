/* store_people.c -- trey store people and person: who has an account, and the first ones.
 *
 * A list folds the records and needs no house. Making or changing somebody opens the house
 * for a moment, with its keys, so that the record is decided and signed as a server would
 * have done it; that is why the server must not run meanwhile, and why rounds that it left
 * open are interrupted as at any other start. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_words.h"
#include "commands.h"
#include "plain_text.h"
#include "store_lines.h"
#include "trey/people.h"

static const char help[] =
    "usage: trey store people STORE [--json]     everybody who has an account\n"
    "       trey store person STORE NAME ...     makes an account, or changes it\n"
    "\n"
    "  --office OFFICE       player, dealer, pit_supervisor, pit_manager, shift_manager,\n"
    "                        cashier or auditor; a new account is a player's\n"
    "  --password-file FILE  its first line is the password; - is standard input. It is\n"
    "                        replaced at the next sign-in, and sessions of before are over\n"
    "  --keep-password       the password of the file need not be replaced\n"
    "  --reset-second-factor takes away the second factor, to be set up again\n"
    "  --bar, --admit        keeps the account out, or lets it in again\n"
    "  --key FILE            the house's keys; always needed to make or change somebody\n"
    "  --witness FILE        where the house writes its checkpoints\n"
    "  --house NAME          the name of the house, where the store has none yet\n"
    "\n"
    "Stop the server first: a store belongs to one process.\n"
    "\n"
    "Exit status: 0 done; 1 the name is refused; 2 bad usage, or a store or file that cannot\n"
    "be used so; 3 an operating error.\n";

typedef struct person_words {
    const char *store, *name, *office, *password_file, *keys, *witness, *house;
    bool json, bar, admit, keep_password, reset_factor;
} person_words;

static int usage(const char *text, const char *word) {
    fprintf(stderr, "trey store: %s%s; `trey store person --help` shows how\n", text, word);
    return EXIT_USAGE;
}

static int fault(trey_status status, const char *text) {
    fprintf(stderr, "trey store: %s\n", *text ? plain_text(text) : trey_status_text(status));
    return store_exit(status);
}

/* ---- The list ------------------------------------------------------------------------------ */
static trey_status fold_records(trey_store *store, trey_people_fold *fold,
                                trey_store_message *message) {
    trey_stream stream;
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status =
        trey_store_stream(store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK; /* nobody has come yet */
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, stream, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        const char *wrong = trey_people_fold_add(fold, &item->record);
        if (!wrong) continue;
        snprintf(message->text, sizeof message->text,
                 "record %" PRIu64 ": %s; `trey verify` tells more", item->record.seq, wrong);
        trey_cursor_close(cursor);
        return TREY_STATUS_STORE_CORRUPT;
    }
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK)
        snprintf(message->text, sizeof message->text, "%s", trey_store_message_text(store));
    return status;
}

static void list_text(const trey_people_fold *fold) {
    unsigned guests = 0;
    for (trey_person i = 1; i <= trey_people_fold_count(fold); i++) {
        const trey_person_facts *facts = trey_people_fold_facts(fold, i);
        guests += facts->guest;
        if (facts->guest && !facts->barred) continue;
        printf("%8u  %-14s  %s%s\n", i, trey_office_word(facts->office), plain_text(facts->name),
               facts->barred ? "  (barred)" : "");
    }
    printf("%8u  guest%s\n", guests, guests == 1 ? "" : "s");
}

static void list_json(const trey_people_fold *fold) {
    unsigned guests = 0;
    json_t *people = json_array();
    for (trey_person i = 1; i <= trey_people_fold_count(fold); i++) {
        const trey_person_facts *facts = trey_people_fold_facts(fold, i);
        guests += facts->guest;
        if (facts->guest && !facts->barred) continue;
        json_array_append_new(people, json_pack("{s:i, s:s, s:s, s:b, s:b}", "id", (int)i, "name",
                                                plain_text(facts->name), "role",
                                                trey_office_word(facts->office), "guest",
                                                facts->guest, "barred", facts->barred));
    }
    json_t *all = json_pack("{s:o, s:i}", "people", people, "guests", (int)guests);
    json_dumpf(all, stdout, JSON_COMPACT);
    puts("");
    json_decref(all);
}

static int list(const person_words *words) {
    const trey_store_options options = {.still = true};
    trey_store_message message = {""};
    trey_store *store;
    trey_people_fold *fold = NULL;
    trey_status status = trey_store_open(&store, words->store, &options, &message);
    if (status != TREY_STATUS_OK) return fault(status, message.text);
    status = trey_people_fold_open(&fold);
    if (status == TREY_STATUS_OK) status = fold_records(store, fold, &message);
    if (status == TREY_STATUS_OK) (words->json ? list_json : list_text)(fold);
    trey_people_fold_close(fold);
    trey_store_close(store);
    return status == TREY_STATUS_OK ? EXIT_DONE : fault(status, message.text);
}

/* ---- One person ------------------------------------------------------------------------------ */
/* The first line of a file, hashed; the plain text is overwritten. */
static int read_password(const char *path, trey_password_hash *hash) {
    char line[TREY_PASSWORD_MOST + 3] = "";
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) {
        fprintf(stderr, "trey store: %s: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    bool read = fgets(line, sizeof line, file) != NULL;
    if (!standard) fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
    trey_status status = read ? trey_password_hash_of(line, hash) : TREY_STATUS_INVALID;
    for (volatile char *at = line; at < line + sizeof line; at++) *at = 0;
    if (status == TREY_STATUS_OK) return EXIT_DONE;
    if (status != TREY_STATUS_INVALID) return fault(status, "");
    fprintf(stderr, "trey store: %s: its first line must be a password of %d to %d bytes\n",
            standard ? "standard input" : path, TREY_PASSWORD_LEAST, TREY_PASSWORD_MOST);
    return EXIT_USAGE;
}

/* The house whose name stands in the store. */
static trey_status find_house(trey_store *store, char name[TREY_STREAM_NAME_MAX]) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    name[0] = '\0';
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_STREAMS, 0);
    while (status == TREY_STATUS_OK && name[0] == '\0' &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (item->stream.kind == TREY_STREAM_HOUSE)
            memcpy(name, item->stream.name, TREY_STREAM_NAME_MAX);
    }
    trey_cursor_close(cursor);
    return status;
}

static trey_status change(trey_people *people, trey_person person, const person_words *words,
                          const trey_password_hash *hash) {
    const trey_person_facts facts = *trey_people_facts(people, person);
    trey_office office =
        words->office ? trey_office_find(words->office) : (trey_office)facts.office;
    bool barred = words->bar || (facts.barred && !words->admit);
    trey_status status = trey_people_change(people, person, office, barred, TREY_NOBODY);
    if (status == TREY_STATUS_OK && hash)
        status = trey_people_password(people, person, hash, TREY_NOBODY);
    trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
    if (status == TREY_STATUS_OK && words->reset_factor && facts.factor)
        status = trey_people_factor_reset(people, person, TREY_NOBODY, &refused);
    return status;
}

static int make_or_change(trey_house *house, const person_words *words,
                          const trey_password_hash *hash) {
    trey_people *people;
    trey_store_message message;
    trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
    trey_status status = trey_people_open(&people, house, &message);
    if (status != TREY_STATUS_OK) return fault(status, message.text);
    trey_person person = trey_people_find(people, words->name);
    bool there = person != TREY_NOBODY;
    if (!there && !hash) {
        trey_people_close(people);
        return usage("a new account needs --password-file: ", words->name);
    }
    if (!there)
        status =
            trey_people_add(people, words->name,
                            words->office ? trey_office_find(words->office) : TREY_OFFICE_PLAYER,
                            hash, TREY_NOBODY, &person, &refused);
    if (status == TREY_STATUS_OK && refused == TREY_PEOPLE_REFUSED_NONE)
        status = change(people, person, words, there ? hash : NULL);
    if (status != TREY_STATUS_OK) {
        snprintf(message.text, sizeof message.text, "%s", trey_people_message(people));
    } else if (refused == TREY_PEOPLE_REFUSED_NONE) {
        status = trey_house_flush(house, NULL);
        snprintf(message.text, sizeof message.text, "%s", trey_house_message(house));
    }
    if (status == TREY_STATUS_OK && refused == TREY_PEOPLE_REFUSED_NONE) {
        const trey_person_facts *facts = trey_people_facts(people, person);
        printf("%s %u: %s, %s%s\n", there ? "changed" : "made", person, plain_text(facts->name),
               trey_office_word(facts->office), facts->barred ? ", barred" : "");
    }
    trey_people_close(people);
    if (status != TREY_STATUS_OK) return fault(status, message.text);
    if (refused == TREY_PEOPLE_REFUSED_NONE) return EXIT_DONE;
    fprintf(stderr, "trey store: %s: %s\n", words->name, trey_people_refused_text(refused));
    return EXIT_REFUSED;
}

static int person(const person_words *words) {
    trey_store_keys keys;
    trey_store_message message = {""};
    trey_password_hash hash;
    char name[TREY_STREAM_NAME_MAX];
    trey_store *store;
    trey_house *house = NULL;
    if (words->password_file) {
        int done = read_password(words->password_file, &hash);
        if (done != EXIT_DONE) return done;
        hash.once = !words->keep_password;
    }
    trey_status status = trey_store_keys_load(words->keys, &keys, &message);
    if (status != TREY_STATUS_OK) return fault(status, message.text);
    const trey_store_options options = {.keys = &keys, .witness = words->witness};
    status = trey_store_open(&store, words->store, &options, &message);
    if (status == TREY_STATUS_OK) {
        status = find_house(store, name);
        const char *house_name = name[0] ? name : words->house;
        if (status != TREY_STATUS_OK) {
            snprintf(message.text, sizeof message.text, "%s", trey_store_message_text(store));
        } else if (!house_name) {
            status = TREY_STATUS_INVALID;
            snprintf(message.text, sizeof message.text,
                     "no house has used %s yet; say its name with --house", words->store);
        } else {
            /* Nodes may be at play: a shared house interrupts no round of theirs. */
            const trey_house_options of = {.name = house_name,
                                           .seal = &keys.seal,
                                           .reveal = TREY_REVEAL_AUDITOR,
                                           .shared = strstr(words->store, "://") != NULL};
            status = trey_house_open(&house, store, &of, &message);
        }
    }
    trey_store_keys_wipe(&keys);
    int done = status == TREY_STATUS_OK
                   ? make_or_change(house, words, words->password_file ? &hash : NULL)
                   : fault(status, message.text);
    trey_house_close(house);
    trey_store_close(store);
    return done;
}

/* ---- Words
 * ---------------------------------------------------------------------------------------
 */
static bool read_words(int argc, char **argv, person_words *words, bool one) {
    const command_option of_one[] = {{"--office", &words->office, NULL},
                                     {"--password-file", &words->password_file, NULL},
                                     {"--key", &words->keys, NULL},
                                     {"--witness", &words->witness, NULL},
                                     {"--house", &words->house, NULL},
                                     {"--bar", NULL, &words->bar},
                                     {"--admit", NULL, &words->admit},
                                     {"--keep-password", NULL, &words->keep_password},
                                     {"--reset-second-factor", NULL, &words->reset_factor}};
    const command_option of_all[] = {{"--json", NULL, &words->json}};
    const command_line person_line = {"trey store", "trey store person", of_one,
                                      sizeof of_one / sizeof *of_one};
    const command_line people_line = {"trey store", "trey store people", of_all, 1};
    const char **const alone[] = {&words->store, &words->name};
    return command_words_read(one ? &person_line : &people_line, argc, argv, alone, one ? 2 : 1);
}

int store_people(int argc, char **argv) {
    person_words words = {0};
    bool one = strcmp(argv[0], "person") == 0;
    if (command_words_help(argc, argv)) return fputs(help, stdout), EXIT_DONE;
    if (!read_words(argc, argv, &words, one)) return EXIT_USAGE;
    if (!words.store || (one && !words.name)) return usage("a name is missing behind ", argv[0]);
    if (!one) return list(&words);
    if (!words.keys) return usage("the house's keys are needed: --key FILE", "");
    if (words.bar && words.admit) return usage("--bar or --admit, not both", "");
    if (words.office && trey_office_find(words.office) == TREY_OFFICE_COUNT)
        return usage("there is no office ", words.office);
    return person(&words);
}
