/* people_factor_test.c -- the second factor: codes of RFC 6238, each once, and who takes it away.
 */
#include "people_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000)

/* The examples of RFC 6238, appendix B, in six digits: the secret is 12345678901234567890. */
static void codes_are_those_of_the_rfc(void **state) {
    (void)state;
    static const struct {
        int64_t time;
        const char *code;
    } examples[] = {{59, "287082"},         {1111111109, "081804"}, {1111111111, "050471"},
                    {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}};
    char code[8];
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++) {
        assert_true(trey_totp("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", examples[i].time, code));
        assert_string_equal(code, examples[i].code);
    }
    assert_false(trey_totp("no base 32", 59, code));
    assert_false(trey_totp("", 59, code));
}

/* The person's app, at a time that is so many seconds off. */
static const char *app(people_house *p, const trey_factor_offer *offer, int off) {
    static char code[8];
    assert_true(trey_totp(offer->secret, p->h.now / SECOND + off, code));
    return code;
}

static trey_people_refused set_up(people_house *p, trey_person person,
                                  const trey_factor_offer *offer, const char *code,
                                  trey_recovery *recovery) {
    trey_people_refused refused;
    assert_int_equal(
        trey_people_factor_set(p->people, person, offer->offer, code, recovery, &refused),
        TREY_STATUS_OK);
    people_flush(p);
    return refused;
}

static trey_person with_factor(people_house *p, const char *name, trey_office office,
                               const trey_password_hash *hash, trey_factor_offer *offer,
                               trey_recovery *recovery) {
    trey_person person = people_add(p, name, office, hash);
    assert_int_equal(trey_people_factor_offer(p->people, person, offer), TREY_STATUS_OK);
    assert_int_equal(set_up(p, person, offer, app(p, offer, 0), recovery),
                     TREY_PEOPLE_REFUSED_NONE);
    assert_true(trey_people_facts(p->people, person)->factor);
    people_wait(p, 61);
    return person;
}

static trey_people_refused with_code(people_house *p, const char *name, const char *code) {
    p->code = code;
    trey_people_refused refused = people_sign_in(p, name, "correct horse", NULL);
    p->code = NULL;
    people_wait(p, 300); /* whatever was wrong before */
    return refused;
}

static void a_sign_in_needs_a_code_and_each_counts_once(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    trey_factor_offer offer;
    trey_recovery recovery;
    char code[8];
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person = people_add(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash);
    assert_int_equal(trey_people_factor_offer(p.people, person, &offer), TREY_STATUS_OK);
    snprintf(code, sizeof code, "%s", app(&p, &offer, 0));
    assert_int_equal(set_up(&p, person, &offer, code, &recovery), TREY_PEOPLE_REFUSED_NONE);
    people_reopen(&p);
    /* The code of the set-up is used; the password alone is not enough, and no wrong guess. */
    p.code = code;
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_CODE);
    p.code = NULL;
    people_wait(&p, 90);
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL),
                     TREY_PEOPLE_REFUSED_CODE_NEEDED);
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL),
                     TREY_PEOPLE_REFUSED_CODE_NEEDED);
    p.code = "000000x";
    assert_int_equal(people_sign_in(&p, "Mona", "correct horsf", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_wait(&p, 300);
    /* One step early and late, no more; none twice, nor one before the last. */
    assert_int_equal(with_code(&p, "Mona", app(&p, &offer, -61)), TREY_PEOPLE_REFUSED_WRONG_CODE);
    assert_int_equal(with_code(&p, "Mona", app(&p, &offer, 61)), TREY_PEOPLE_REFUSED_WRONG_CODE);
    assert_int_equal(with_code(&p, "Mona", app(&p, &offer, -30)), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(with_code(&p, "Mona", app(&p, &offer, 30)), TREY_PEOPLE_REFUSED_NONE);
    snprintf(code, sizeof code, "%s", app(&p, &offer, 0));
    p.code = code;
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_CODE);
    p.code = NULL;
    people_verified(&p, true);
    people_tear_down(&p);
}

static void recovery_codes_are_good_once_also_after_a_restart(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    trey_factor_offer offer;
    trey_recovery recovery;
    char typed[TREY_RECOVERY_TEXT];
    people_build(&p);
    people_hash_of("correct horse", &hash);
    with_factor(&p, "Mona", TREY_OFFICE_DEALER, &hash, &offer, &recovery);
    for (unsigned i = 0; i < TREY_RECOVERY_CODES; i++) {
        assert_int_equal(strlen(recovery.code[i]), 14);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(recovery.code[i], recovery.code[j]);
    }
    assert_int_equal(with_code(&p, "Mona", "aaaa-bbbb-cccc"), TREY_PEOPLE_REFUSED_WRONG_CODE);
    assert_int_equal(with_code(&p, "Mona", recovery.code[2]), TREY_PEOPLE_REFUSED_NONE);
    people_reopen(&p);
    assert_int_equal(with_code(&p, "Mona", recovery.code[2]), TREY_PEOPLE_REFUSED_WRONG_CODE);
    /* In capitals and without dashes. */
    unsigned used = 0;
    for (const char *at = recovery.code[7]; *at; at++) {
        if (*at != '-') typed[used++] = *at >= 'a' ? (char)(*at - 32) : *at;
    }
    typed[used] = '\0';
    assert_int_equal(with_code(&p, "Mona", typed), TREY_PEOPLE_REFUSED_NONE);
    people_verified(&p, true);
    people_tear_down(&p);
}

/* An offer is one person's, for a quarter of an hour, and cannot be changed. */
static void an_offer_is_for_one_person_and_a_while(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    trey_factor_offer offer, changed;
    trey_recovery recovery;
    people_build(&p);
    trey_person mona = people_add(&p, "Mona", TREY_OFFICE_DEALER, &hash);
    trey_person otto = people_add(&p, "Otto", TREY_OFFICE_DEALER, &hash);
    trey_person guest = people_guest(&p);
    assert_int_equal(trey_people_factor_offer(p.people, guest, &offer), TREY_STATUS_INVALID);
    assert_int_equal(trey_people_factor_offer(p.people, mona, &offer), TREY_STATUS_OK);
    assert_int_equal(set_up(&p, otto, &offer, app(&p, &offer, 0), &recovery),
                     TREY_PEOPLE_REFUSED_WRONG_CODE);
    assert_int_equal(set_up(&p, mona, &offer, "12345", &recovery), TREY_PEOPLE_REFUSED_WRONG_CODE);
    changed = offer;
    changed.offer[60] = changed.offer[60] == 'a' ? 'b' : 'a';
    assert_int_equal(set_up(&p, mona, &changed, app(&p, &offer, 0), &recovery),
                     TREY_PEOPLE_REFUSED_WRONG_CODE);
    people_wait(&p, 15 * 60 + 1);
    assert_int_equal(set_up(&p, mona, &offer, app(&p, &offer, 0), &recovery),
                     TREY_PEOPLE_REFUSED_WRONG_CODE);
    assert_int_equal(trey_people_factor_offer(p.people, mona, &offer), TREY_STATUS_OK);
    assert_int_equal(set_up(&p, mona, &offer, app(&p, &offer, 0), &recovery),
                     TREY_PEOPLE_REFUSED_NONE);
    /* Who has one takes no other. */
    assert_int_equal(set_up(&p, mona, &offer, app(&p, &offer, 30), &recovery),
                     TREY_PEOPLE_REFUSED_NOT_ALLOWED);
    people_verified(&p, true);
    people_tear_down(&p);
}

static trey_people_refused reset(people_house *p, trey_person person, trey_person by) {
    trey_people_refused refused;
    assert_int_equal(trey_people_factor_reset(p->people, person, by, &refused), TREY_STATUS_OK);
    people_flush(p);
    return refused;
}

static void somebody_above_takes_it_away_and_nobody_their_own(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    trey_factor_offer offer;
    trey_recovery recovery;
    people_build(&p);
    trey_person boss = with_factor(&p, "Boss", TREY_OFFICE_SHIFT_MANAGER, &hash, &offer, &recovery);
    trey_person pit = with_factor(&p, "Pit", TREY_OFFICE_PIT_SUPERVISOR, &hash, &offer, &recovery);
    trey_person dealer = with_factor(&p, "Dealer", TREY_OFFICE_DEALER, &hash, &offer, &recovery);
    trey_person cashier = with_factor(&p, "Cash", TREY_OFFICE_CASHIER, &hash, &offer, &recovery);
    trey_person player = with_factor(&p, "Player", TREY_OFFICE_PLAYER, &hash, &offer, &recovery);
    static const trey_people_refused no = TREY_PEOPLE_REFUSED_NOT_ALLOWED;
    assert_int_equal(reset(&p, boss, boss), no);
    assert_int_equal(reset(&p, boss, pit), no);
    assert_int_equal(reset(&p, pit, dealer), no);
    assert_int_equal(reset(&p, dealer, dealer), no);
    assert_int_equal(reset(&p, cashier, pit), no);
    assert_int_equal(reset(&p, dealer, cashier), no);
    assert_int_equal(reset(&p, dealer, player), no);
    assert_int_equal(reset(&p, dealer, pit), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(reset(&p, dealer, pit), no); /* there is none any more */
    assert_int_equal(reset(&p, cashier, boss), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(reset(&p, player, player), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(reset(&p, boss, TREY_NOBODY), TREY_PEOPLE_REFUSED_NONE);
    assert_false(trey_people_facts(p.people, boss)->factor);
    people_verified(&p, true);
    people_reopen(&p);
    assert_true(trey_people_facts(p.people, pit)->factor);
    people_tear_down(&p);
}

/* Whoever knows the password guesses codes from many addresses: after ten all places wait, but not
 * the person's own device. */
static void codes_cannot_be_guessed_from_many_places(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    trey_factor_offer offer;
    trey_recovery recovery;
    char from[32];
    uint32_t wait;
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person =
        with_factor(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash, &offer, &recovery);
    p.from = from;
    p.code = "no-code";
    for (unsigned i = 0; i < 10; i++) {
        snprintf(from, sizeof from, "198.51.100.%u", i);
        assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL),
                         TREY_PEOPLE_REFUSED_WRONG_CODE);
    }
    snprintf(from, sizeof from, "198.51.100.99");
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", &wait),
                     TREY_PEOPLE_REFUSED_LOCKED);
    assert_int_equal(wait, 900);
    p.device = 5;
    p.device_of = person;
    p.code = app(&p, &offer, 0);
    assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    people_verified(&p, true);
    people_tear_down(&p);
}

/* A factor that was put into the database in the place of another lets nobody in. */
static void a_copied_factor_lets_nobody_in(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    trey_factor_offer own, other;
    trey_recovery recovery;
    trey_stream stream;
    trey_kept kept;
    trey_house_notes notes;
    uint8_t bytes[512];
    char name[32];
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person thief = with_factor(&p, "Thief", TREY_OFFICE_PLAYER, &hash, &own, &recovery);
    trey_person boss = with_factor(&p, "Boss", TREY_OFFICE_SHIFT_MANAGER, &hash, &other, &recovery);
    assert_int_equal(
        trey_store_stream(p.h.store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream),
        TREY_STATUS_OK);
    snprintf(name, sizeof name, "factor-%u", thief);
    assert_int_equal(trey_store_kept(p.h.store, stream, name, &kept), TREY_STATUS_OK);
    assert_true(kept.size <= sizeof bytes);
    size_t size = kept.size;
    memcpy(bytes, kept.body, size);
    assert_int_equal(trey_house_notes_open(p.h.house, TREY_HOUSE_PEOPLE, &notes), TREY_STATUS_OK);
    snprintf(name, sizeof name, "factor-%u", boss);
    trey_house_notes_keep(p.h.house, &notes, name, bytes, size);
    people_flush(&p);
    assert_int_equal(with_code(&p, "Boss", app(&p, &own, 0)), TREY_PEOPLE_REFUSED_WRONG_CODE);
    assert_int_equal(with_code(&p, "Thief", app(&p, &own, 0)), TREY_PEOPLE_REFUSED_NONE);
    people_verified(&p, false);
    people_tear_down(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_those_of_the_rfc),
        cmocka_unit_test(a_sign_in_needs_a_code_and_each_counts_once),
        cmocka_unit_test(recovery_codes_are_good_once_also_after_a_restart),
        cmocka_unit_test(an_offer_is_for_one_person_and_a_while),
        cmocka_unit_test(somebody_above_takes_it_away_and_nobody_their_own),
        cmocka_unit_test(codes_cannot_be_guessed_from_many_places),
        cmocka_unit_test(a_copied_factor_lets_nobody_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
