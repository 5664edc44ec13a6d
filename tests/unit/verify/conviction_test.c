/* conviction_test.c -- each thing that a verification can find, found by nothing else.
 *
 * A store that has everything is forged in one place, and everything that follows is made to fit:
 * chain, tree, balances, answers and signatures, with the house's own key. So what is left to find
 * it by is one check, and its words must be the ones that are said. A check that nobody convicts
 * is found by reading the source: every sentence of lib/verify has to be said here at least once,
 * or stand in the list of those that cannot be. */
#include "crimes.h"
#include "kept_store.h"

#include "cmocka_suite.h"

#include <dirent.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trey/incidents.h"
#include "trey/people.h"
#include "trey/shifts.h"
#include "trey/wire.h"

/* ---- The stores ------------------------------------------------------------------------- */
typedef enum which_store { SHOWN, SECRET, AUDITED, STORES } which_store;
static kept_store stores[STORES];

static void keep_bytes(kept_store *k) {
    FILE *file = fopen(k->s.h.path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    k->size = (size_t)ftell(file);
    rewind(file);
    k->bytes = malloc(k->size);
    assert_non_null(k->bytes);
    assert_int_equal(fread(k->bytes, 1, k->size, file), k->size);
    fclose(file);
    snprintf(k->copy, sizeof k->copy, "%s/copy.trey", k->s.h.folder);
}

static void flush(stored_house *s) {
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
}

static void staff(stored_house *s, trey_link_command command) {
    trey_command_id id = house_next_id(&s->h);
    trey_reply reply;
    command.role = TREY_ROLE_SHIFT_MANAGER;
    command.actor = 901;
    strcpy(command.reason, "a cable was cut");
    assert_int_equal(trey_house_jackpot_command(s->h.house, 0, &id, &command, &reply),
                     TREY_STATUS_OK);
    if (reply.refused) fail_msg("%s", trey_reply_word(reply.refused));
    flush(s);
}

/* Three hits of which the link hears nothing: one is claimed, one struck off, one left. */
static void miss_awards(stored_house *s) {
    trey_unpaid_list unpaid;
    staff(s, (trey_link_command){.verb = TREY_LINK_DOWN});
    stored_house_royals(s, 3);
    staff(s, (trey_link_command){.verb = TREY_LINK_UP});
    assert_int_equal(trey_house_unpaid(s->h.house, 0, &unpaid), TREY_STATUS_OK);
    assert_int_equal(unpaid.count, 3);
    for (unsigned i = 0; i < 2; i++) {
        trey_link_command missed = {.verb = i ? TREY_LINK_STRIKE : TREY_LINK_CLAIM,
                                    .round = unpaid.award[i].round};
        missed.hit.table = unpaid.award[i].table;
        missed.hit.seat = unpaid.award[i].seat;
        staff(s, missed);
    }
}

/* A round that is void: the jackpot hears of the bet that goes back, and of the round's end. */
static void void_a_linked_round(stored_house *s) {
    unsigned table = trey_house_table_find(s->h.house, "linked one");
    trey_command rule = {.verb = TREY_VERB_RULE,
                         .role = TREY_ROLE_SHIFT_MANAGER,
                         .actor = 900,
                         .ruling = TREY_RULING_VOID};
    strcpy(rule.reason, "the lights went out");
    assert_int_equal(house_by_dealer(&s->h, table, TREY_VERB_OPEN), 0);
    assert_int_equal(house_by_player(&s->h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_by_player(&s->h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_PROGRESSIVE, 0),
                     0);
    assert_int_equal(house_by_dealer(&s->h, table, TREY_VERB_CLOSE), 0);
    assert_int_equal(house_give(&s->h, table, &rule), 0);
}

/* People, a session, a ticket, a shift, an incident. */
static void employ(stored_house *s) {
    trey_people *people;
    trey_shifts *shifts;
    trey_store_message message;
    trey_password_hash hash;
    trey_people_refused refused;
    trey_person guest, manager, cashier;
    trey_shift shift;
    trey_house_notes notes;
    bool again;
    const trey_hash token = trey_hash_of("cookie", 6), paper = trey_hash_of("ticket", 6);
    assert_int_equal(trey_people_open(&people, s->h.house, &message), TREY_STATUS_OK);
    assert_int_equal(trey_password_hash_of("correct horse", &hash), TREY_STATUS_OK);
    assert_int_equal(trey_people_guest(people, &guest), TREY_STATUS_OK);
    assert_int_equal(trey_people_add(people, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash, TREY_NOBODY,
                                     &manager, &refused),
                     TREY_STATUS_OK);
    assert_int_equal(
        trey_people_add(people, "Carl", TREY_OFFICE_CASHIER, NULL, manager, &cashier, &refused),
        TREY_STATUS_OK);
    assert_int_equal(trey_people_session_begin(people, &token, manager, "here", NULL),
                     TREY_STATUS_OK);
    const trey_ticket ticket = {.person = manager, .until = s->h.now, .session = token};
    assert_int_equal(trey_people_ticket_keep(people, &paper, &ticket), TREY_STATUS_OK);
    flush(s);
    assert_int_equal(trey_shifts_open(&shifts, s->h.house, &message), TREY_STATUS_OK);
    for (unsigned i = 0; i < 2; i++) {
        trey_command_id id = house_next_id(&s->h);
        assert_int_equal(trey_shifts_end(shifts, &id, manager, "quiet", &shift, &again),
                         TREY_STATUS_OK);
        flush(s);
    }
    trey_shifts_close(shifts);
    const trey_incident incident = {.kind = TREY_INCIDENT_REFUSED,
                                    .person = cashier,
                                    .office = TREY_OFFICE_CASHIER,
                                    .word = "bet",
                                    .reason = "role_too_low"};
    assert_int_equal(trey_house_notes_open(s->h.house, TREY_HOUSE_INCIDENTS, &notes),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_incident(s->h.house, &notes, &incident), TREY_STATUS_OK);
    flush(s);
    trey_people_close(people);
}

static int build(void **state) {
    (void)state;
    static const trey_reveal reveals[] = {TREY_REVEAL_ALL, TREY_REVEAL_NOBODY, TREY_REVEAL_AUDITOR};
    for (unsigned i = 0; i < STORES; i++) {
        stored_house *s = &stores[i].s;
        stored_house_build(s, reveals[i], 3);
        stored_house_open(s);
        if (i == SHOWN) {
            stored_house_hits(s);
            miss_awards(s);
            void_a_linked_round(s);
            employ(s);
        }
        /* A round is left running whose seed is kept. */
        assert_int_equal(house_by_dealer(&s->h, 0, TREY_VERB_OPEN), 0);
        house_drop(&s->h);
        keep_bytes(&stores[i]);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (unsigned i = 0; i < STORES; i++) {
        unlink(stores[i].copy);
        free(stores[i].bytes);
        stored_house_tear_down(&stores[i].s);
    }
    return 0;
}

/* ---- The court ----------------------------------------------------------------------------- */
enum { FINDINGS_MAX = 512 };
static char findings[FINDINGS_MAX][KEPT_SAID];
static unsigned found;

static bool try_one(const crime *c, unsigned number) {
    const kept_store *k = &stores[c->how & HIDDEN        ? SECRET
                                  : c->how & FOR_AUDITOR ? AUDITED
                                                         : SHOWN];
    attacker a;
    kept_finding finding;
    kept_store_write(k, k->bytes, k->size);
    attacker_open(&a, k->copy, 1);
    crime_keys = &k->s.h.keys;
    a.keys = crime_keys;
    if (!(c->how & OWN_KEY)) {
        memcpy(a.sign_public, k->s.h.keys.sign_public, sizeof a.sign_public);
        memcpy(a.sign_secret, k->s.h.keys.sign_secret, sizeof a.sign_secret);
    }
    if (!(c->how & (SNAPSHOTS | RAW))) sql(&a, "DELETE FROM snapshot");
    c->commit(&a);
    if (!(c->how & RAW)) {
        balance_again(&a);
        chain_again(&a, c->how & OWN_KEY);
    }
    attacker_close(&a);
    kept_store_look(k, !(c->how & STRANGER), c->how & WITNESSED, &finding);
    assert_true(found < FINDINGS_MAX);
    bool among = c->how & AMONG && finding.bad && strstr(finding.also, c->words);
    snprintf(findings[found++], KEPT_SAID, "%s",
             among ? strstr(finding.also, "batch") : finding.said);
    bool convicted = among || (finding.bad && strstr(finding.said, c->words));
    if (!convicted)
        print_error("crime %u: \"%s\" was found as: %s\n", number, c->words,
                    finding.bad ? finding.said : "nothing");
    return convicted;
}

static void nothing_that_was_not_touched_is_convicted(void **state) {
    (void)state;
    for (unsigned i = 0; i < STORES; i++) {
        kept_finding finding;
        kept_store_write(&stores[i], stores[i].bytes, stores[i].size);
        kept_store_look(&stores[i], true, true, &finding);
        if (finding.bad) fail_msg("store %u: %s", i, finding.said);
    }
}

static void each_crime_is_convicted_by_its_own_check(void **state) {
    (void)state;
    const crime_list *const lists[] = {&crimes_of_books, &crimes_of_tables, &crimes_of_jackpots};
    unsigned escaped = 0;
    for (unsigned n = 0; n < 3; n++) {
        for (unsigned i = 0; i < lists[n]->count; i++) escaped += !try_one(&lists[n]->crime[i], i);
    }
    assert_int_equal(escaped, 0);
}

/* ---- The witness --------------------------------------------------------------------------- */
static char *text_of(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0 && fclose(file) == 0, 1);
}

/* Where the last note of a witness file begins. */
static char *last_note(char *text) {
    const char *at = text, *end = text + strlen(text), *start = text;
    trey_note note;
    while (trey_notes_next(&at, end, &note)) start = note.text;
    return text + (start - text);
}

/* What the witness would say of a checkpoint that the store has lost. */
static void promise(char *text, size_t room) {
    const kept_store *k = &stores[SHOWN];
    trey_note note;
    trey_tree_head head;
    trey_note_key key;
    uint8_t identity[TREY_IDENTITY_BYTES];
    char *last = last_note(text), signed_text[TREY_TREE_HEAD_TEXT_MAX], line[TREY_NOTE_LINE_MAX];
    assert_true(trey_note_parse(last, strlen(last), &note));
    assert_true(trey_tree_head_parse(note.text, note.text_size, &head));
    assert_true(trey_checkpoint_identity(head.origin, identity));
    trey_checkpoint_key(k->s.h.keys.sign_public, identity, &key);
    head.size += 100000;
    size_t size = trey_tree_head_print(&head, signed_text);
    trey_note_sign(signed_text, size, &key, k->s.h.keys.sign_secret, line);
    size_t used = strlen(text);
    snprintf(text + used, room - used, "\n%s\n%s", signed_text, line);
}

CRIME(writes_it_again_at_another_time) {
    sql(a, "UPDATE record SET time = time + 1 WHERE seq = 3");
}
CRIME(nothing) {
    (void)a;
}
CRIME(hides_the_last_checkpoint) {
    sql(a, "DELETE FROM checkpoint WHERE number = (SELECT max(number) FROM checkpoint)");
    sql(a, "UPDATE head SET checkpoints = checkpoints - 1");
}

static void the_witness_says_what_nothing_else_does(void **state) {
    (void)state;
    const kept_store *k = &stores[SHOWN];
    char *text = text_of(k->s.witness);
    const size_t room = strlen(text) + TREY_CHECKPOINT_NOTE_MAX;
    char *changed = malloc(room);
    assert_non_null(changed);
    const crime in_store[] = {
        {"the witness saw other records: between", writes_it_again_at_another_time, WITNESSED},
        {"records, which is missing from the store", hides_the_last_checkpoint, WITNESSED | RAW},
        {"is signed with another key than the one that the witness saw", nothing,
         WITNESSED | OWN_KEY | STRANGER},
    };
    for (unsigned i = 0; i < 3; i++) assert_true(try_one(&in_store[i], i));
    static const crime innocent[] = {
        {"records, is not signed by its key", nothing, WITNESSED | RAW},
        {"the witness says nothing about this store", nothing, WITNESSED | RAW},
        {"records, nor any later one", nothing, WITNESSED | RAW},
        {"records, and the store has", nothing, WITNESSED | RAW},
    };
    for (unsigned i = 0; i < 4; i++) {
        snprintf(changed, room, "%s", text);
        if (i == 0) {
            char *inside = changed + strlen(changed) - 20; /* of the last signature */
            *inside = *inside == 'a' ? 'b' : 'a';
        }
        if (i == 1) changed[0] = '\0';
        if (i == 2) *last_note(changed) = '\0';
        if (i == 3) promise(changed, room);
        write_text(k->s.witness, changed);
        assert_true(try_one(&innocent[i], i));
    }
    write_text(k->s.witness, text);
    free(changed);
    free(text);
}

/* ---- Every sentence ------------------------------------------------------------------------- */
/* What a store cannot be brought to say by one change. */
static const char *const unsaid[] = {
    "has no end, and no round is running", /* it is called an unfinished command before */
    "there are two snapshots of stream",   /* the database has one row for each */
    "the store cannot be read behind",     /* see damage_test */
    "no memory",
};

static bool is_unsaid(const char *words) {
    for (unsigned i = 0; i < sizeof unsaid / sizeof *unsaid; i++) {
        if (strstr(words, unsaid[i])) return true;
    }
    return false;
}

static bool is_said(const char *words) {
    for (unsigned i = 0; i < found; i++) {
        if (strstr(findings[i], words)) return true;
    }
    return false;
}

/* The longest stretch of a text in quotes without a placeholder, or nothing; *from is behind the
 * text then. */
static bool next_words(const char **from, const char *end, char out[KEPT_SAID]) {
    size_t longest = 0;
    const char *open = *from < end ? memchr(*from, '"', (size_t)(end - *from)) : NULL;
    if (!open) return false;
    const char *at = open + 1, *piece = at;
    out[0] = '\0';
    for (; at < end; at++) {
        if (*at != '"' && *at != '%') continue;
        if ((size_t)(at - piece) > longest && (size_t)(at - piece) < KEPT_SAID) {
            longest = (size_t)(at - piece);
            snprintf(out, KEPT_SAID, "%.*s", (int)longest, piece);
        }
        if (*at == '"') break;
        /* %s, %zu; of wider ones the name stands outside of the quotes. */
        piece = at + 2 + strspn(at + 1, "lz");
    }
    *from = at + 1;
    return true;
}

/* One call that says what is wrong: something of it has been said. */
static bool call_is_covered(const char *call, const char *end, char words[KEPT_SAID]) {
    char text[KEPT_SAID];
    bool any = false;
    words[0] = '\0';
    for (const char *at = call; next_words(&at, end, text);) {
        if (strlen(text) < 12 || !strchr(text, ' ')) continue;
        if (!any) memcpy(words, text, sizeof text);
        any = true;
        if (is_said(text) || is_unsaid(text)) return true;
    }
    return !any;
}

static unsigned calls_in(const char *path, unsigned *uncovered) {
    char *text = text_of(path), words[KEPT_SAID];
    unsigned calls = 0;
    for (const char *at = text; (at = strstr(at, "fault")) != NULL;) {
        const char *open = at + strcspn(at, "( \n;");
        at += 5;
        if (*open != '(' || open[-1] == '*') continue;
        const char *end = strstr(open, ");");
        if (!end) break;
        calls++;
        if (call_is_covered(open, end, words)) continue;
        print_error("%s: nobody was convicted of \"%s\"\n", path, words);
        ++*uncovered;
    }
    free(text);
    return calls;
}

static void everything_that_can_be_found_was_found(void **state) {
    (void)state;
    unsigned calls = 0, uncovered = 0;
    DIR *folder = opendir(TREY_VERIFY);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".c") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", TREY_VERIFY, entry->d_name);
        calls += calls_in(path, &uncovered);
    }
    closedir(folder);
    assert_true(calls > 100);
    assert_int_equal(uncovered, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_was_not_touched_is_convicted),
        cmocka_unit_test(each_crime_is_convicted_by_its_own_check),
        cmocka_unit_test(the_witness_says_what_nothing_else_does),
        cmocka_unit_test(everything_that_can_be_found_was_found),
    };
    return cmocka_run_group_tests(tests, build, tear_down);
}
