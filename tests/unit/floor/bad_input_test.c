/* bad_input_test.c -- messages that are wrong in every way we could think of. Each gets an
 * answer that says what is wrong and where; nothing happens, and nothing breaks. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trey/json.h"

#define HEX64 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define ID    "\"id\":\"0123456789abcdef0123456789abcdef\""

static const struct {
    const char *text, *says;
} mistakes[] = {
    {"", "not JSON"},
    {"{", "not JSON"},
    {"nonsense", "not JSON"},
    {"[]", "must be an object; it is a list"},
    {"null", "not JSON"},
    {"\"ping\"", "not JSON"},
    {"{}", "needs an \"id\""},
    {"{\"do\":\"ping\"}", "needs an \"id\""},
    {"{\"id\":7,\"do\":\"ping\"}", "needs an \"id\""},
    {"{\"id\":\"0123\",\"do\":\"ping\"}", "needs an \"id\""},
    {"{\"id\":\"0123456789abcdef0123456789abcdeg\",\"do\":\"ping\"}", "needs an \"id\""},
    {"{" ID "}", "needs a \"do\""},
    {"{" ID ",\"do\":7}", "\"do\" must be a text; it is a number"},
    {"{" ID ",\"do\":\"pong\"}", "there is no pong; did you mean ping?"},
    {"{" ID ",\"do\":\"ping\",\"do\":\"ping\"}", "duplicate object key"},
    {"{" ID ",\"do\":\"ping\",\"table\":\"mbs\"}", "\"ping\" has no member \"table\""},
    {"{" ID ",\"do\":\"ping\"} {}", "not JSON"},
    {"{" ID ",\"do\":\"sit\"}", "\"sit\" needs a \"table\""},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\"}", "\"sit\" needs a \"seat\""},
    {"{" ID ",\"do\":\"sit\",\"table\":7,\"seat\":1}", "\"table\" must be a text; it is a number"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"\",\"seat\":1}", "\"table\" must have 1 to 63 bytes"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":0}", "\"seat\" must be from 1 to 8"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":9}", "\"seat\" must be from 1 to 8"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":-1}", "\"seat\" must be from 1 to 8"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":\"1\"}",
     "must be a whole number; it is a text"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":1.0}", "it is a number with a fraction"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":null}",
     "must be a whole number; it is null"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":true}", "it is true or false"},
    {"{" ID ",\"do\":\"sit\",\"table\":\"mbs\",\"seat\":[1]}", "it is a list"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"anti\",\"amount\":500}",
     "there is no anti; did you mean ante?"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":0}",
     "\"amount\" must be from 1 to 9223372036854775807"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":-500}",
     "\"amount\" must be from 1"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":"
     "9223372036854775808}",
     "too big integer"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":1e3}",
     "it is a number with a fraction"},
    {"{" ID
     ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":5,\"amount\":6}",
     "duplicate object key"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"chips\":5}",
     "\"bet\" has no member \"chips\""},
    {"{" ID ",\"do\":\"fold\",\"table\":\"mbs\",\"seat\":1,\"keep\":1}",
     "\"keep\" must be true or false; it is a number"},
    {"{" ID ",\"do\":\"choose\",\"table\":\"mbs\",\"seat\":1}", "\"choose\" needs a \"back\""},
    {"{" ID ",\"do\":\"card\",\"table\":\"mbs\",\"cards\":[\"Zs\"]}", "\"cards\"[0] is not a card"},
    {"{" ID ",\"do\":\"card\",\"table\":\"mbs\",\"cards\":[\"Qs\",\"Qh\"]}",
     "must have 1 to 1 cards"},
    {"{" ID ",\"do\":\"deck\",\"table\":\"mbs\",\"cards\":[\"Qs\",\"Qsx\"]}",
     "\"cards\"[1] is not a card"},
    {"{" ID ",\"do\":\"deck\",\"table\":\"mbs\",\"cards\":[null]}", "\"cards\"[0] is not a card"},
    {"{" ID ",\"do\":\"deck\",\"table\":\"mbs\",\"cards\":\"Qs\"}",
     "must be a list of cards; it is a text"},
    {"{" ID ",\"do\":\"deck\",\"table\":\"mbs\",\"cards\":[]}",
     "must have 1 to 52 cards; it has 0"},
    {"{" ID ",\"do\":\"pledge\",\"table\":\"mbs\",\"round\":1,\"pledge\":\"abc\"}",
     "\"pledge\" must be a text of 64 hex digits"},
    {"{" ID ",\"do\":\"pledge\",\"table\":\"mbs\",\"round\":1,\"pledge\":17}",
     "\"pledge\" must be a text of 64 hex digits"},
    {"{" ID ",\"do\":\"pledge\",\"table\":\"mbs\",\"pledge\":\"" HEX64 "\"}",
     "\"pledge\" needs a \"round\""},
    {"{" ID ",\"do\":\"share\",\"table\":\"mbs\",\"round\":1,\"share\":\"" HEX64 "0\"}",
     "\"share\" must be a text of 64 hex digits"},
    {"{" ID ",\"do\":\"report\",\"table\":\"mbs\",\"kind\":\"misdeel\"}", "did you mean misdeal?"},
    {"{" ID
     ",\"do\":\"report\",\"table\":\"mbs\",\"kind\":\"misdeal\",\"facts\":{\"weather\":\"fair\"}}",
     "there is no fact weather"},
    {"{" ID ",\"do\":\"report\",\"table\":\"mbs\",\"kind\":\"misdeal\",\"facts\":{\"movable\":"
     "\"perhaps\"}}",
     "\"facts\".movable: perhaps is no answer"},
    {"{" ID ",\"do\":\"report\",\"table\":\"mbs\",\"kind\":\"misdeal\",\"facts\":[]}",
     "\"facts\" must be an object; it is a list"},
    {"{" ID ",\"do\":\"report\",\"table\":\"mbs\",\"kind\":\"misdeal\",\"seats\":[9]}",
     "\"seats\" must be from 1 to 8"},
    {"{" ID ",\"do\":\"rule\",\"table\":\"mbs\",\"ruling\":\"voids\",\"reason\":\"x\"}",
     "did you mean void?"},
    {"{" ID ",\"do\":\"rule\",\"table\":\"mbs\",\"ruling\":\"void\",\"reason\":\"\"}",
     "\"reason\" must have 1 to 51 bytes"},
    {"{" ID ",\"do\":\"rule\",\"table\":\"mbs\",\"ruling\":\"void\"}",
     "\"rule\" needs a \"reason\""},
    {"{" ID ",\"do\":\"watch\",\"table\":\"mbs\",\"since\":-1}", "\"since\" must be from 0"},
    {"{" ID ",\"do\":\"lobby\"}", "\"lobby\" needs a \"on\""},
    {"{" ID
     ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"player\":4294967296}",
     "\"player\" must be from 1 to 4294967295"},
    {"{" ID ",\"do\":\"report\",\"table\":\"mbs\",\"kind\":\"misdeal\",\"try\":1}",
     "\"try\" must be true or false; it is a number"},
    {"{" ID ",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"try\":true}",
     "\"bet\" has no member \"try\""},
    {"{" ID ",\"do\":\"desk\",\"table\":\"mbs\"}", "\"desk\" needs a \"on\""},
    {"{" ID ",\"do\":\"limits\",\"table\":\"mbs\",\"limits\":{},\"reason\":\"x\"}",
     "must be an object as in"},
    {"{" ID ",\"do\":\"limits\",\"table\":\"mbs\",\"limits\":{\"play\":[1,2]},\"reason\":\"x\"}",
     "play has no limits"},
    {"{" ID ",\"do\":\"limits\",\"table\":\"mbs\",\"limits\":{\"ante\":[1]},\"reason\":\"x\"}",
     "must be a list of two"},
    {"{" ID ",\"do\":\"limits\",\"table\":\"mbs\",\"limits\":{\"ante\":[0,2]},\"reason\":\"x\"}",
     "\"ante\" must be from 1"},
    {"{" ID ",\"do\":\"limits\",\"table\":\"mbs\",\"limits\":{\"ante\":[1,2]},\"reason\":"
     "\"0123456789012345678901234567890123456789\"}",
     "\"reason\" must have 1 to 39 bytes"},
    {"{" ID ",\"do\":\"buy_in\",\"player\":1}", "\"buy_in\" needs a \"amount\""},
    {"{" ID ",\"do\":\"cash_out\",\"player\":1,\"amount\":-1}", "\"amount\" must be from 1"},
    {"{" ID ",\"do\":\"transfer\",\"player\":1,\"amount\":1}", "\"transfer\" needs a \"other\""},
    {"{" ID ",\"do\":\"parameters\",\"jackpot\":\"j\",\"reason\":\"x\",\"rate\":1000001}",
     "\"rate\" must be from 0 to 1000000"},
    {"{" ID ",\"do\":\"place\",\"jackpot\":\"j\",\"number\":1,\"place\":0}",
     "\"place\" must be from 1"},
    {"{" ID ",\"do\":\"people\",\"find\":\"a\\nb\"}", "one line of printable text"},
    {"{" ID ",\"do\":\"people\",\"find\":true}", "\"find\" must be a text"},
    {"{" ID ",\"do\":\"table\",\"name\":\"x\",\"rulebook\":\"mbs\",\"positions\":9}",
     "\"positions\" must be from 1 to 8"},
    {"{" ID ",\"do\":\"meter\",\"table\":\"mbs\"}", "there is no meter"},
    {"{" ID ",\"do\":\"\xc3\xa4\xc3\xb6\xc3\xbc\"}", "there is no \xc3\xa4\xc3\xb6\xc3\xbc"},
    {"{" ID ",\"do\":\"\xff\"}", "not JSON"},
    {"{" ID ",\"do\":\"ping\\u0000\"}", "not JSON"},
};

static void every_mistake_is_named(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    for (unsigned i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        e.now += 100;
        json_t *answer = say_text(c, mistakes[i].text, strlen(mistakes[i].text));
        assert_non_null(answer);
        assert_string_equal(said_no(answer), "malformed");
        const char *text = WORD(answer, "refused.text");
        if (!strstr(text, mistakes[i].says))
            fail_msg("%s\nis told: %s\nnot: %s", mistakes[i].text, text, mistakes[i].says);
        bool has_id = strstr(mistakes[i].text, ID) && strncmp(text, "not JSON", 8) != 0;
        assert_int_equal(json_is_string(json_object_get(answer, "id")), has_id);
    }
    assert_int_equal(trey_floor_tell(e.floor).malformed, sizeof mistakes / sizeof *mistakes);
    assert_int_equal(trey_floor_tell(e.floor).commands, 0);
    evening_close(&e);
}

static void a_message_that_is_too_long_is_refused(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    evening_start(&e);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 0);
    static char text[5000];
    const char *message = "{" ID ",\"do\":\"ping\"}";
    for (size_t i = 0; i < sizeof text; i++) text[i] = i < strlen(message) ? message[i] : ' ';
    assert_true(said_yes(say_text(c, text, 4095)));
    assert_true(said_yes(say_text(c, text, 4096)));
    assert_string_equal(said_no(say_text(c, text, 4097)), "malformed");
    /* Text need not end with a zero. */
    char *bare = malloc(strlen(message));
    for (size_t i = 0; i < strlen(message); i++) bare[i] = message[i];
    assert_true(said_yes(say_text(c, bare, strlen(message))));
    free(bare);
    evening_close(&e);
}

static void what_is_not_there_is_said(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    assert_string_equal(said_no(say(c, "watch", "\"table\":\"no such\"")), "no_such_table");
    assert_string_equal(said_no(say(c, "sit", "\"table\":\"no such\",\"seat\":1")),
                        "no_such_table");
    assert_string_equal(said_no(say(c, "unwatch", "\"table\":\"mbs\"")), "");
    assert_string_equal(said_no(say(c, "coach", "\"table\":\"mbs\",\"seat\":1")),
                        "nothing_to_decide");
    assert_string_equal(
        said_no(say(c, "pledge", "\"table\":\"mbs\",\"round\":1,\"pledge\":\"" HEX64 "\"")),
        "no_pledge");
    assert_string_equal(
        said_no(say(c, "share", "\"table\":\"mbs\",\"round\":1,\"share\":\"" HEX64 "\"")),
        "no_share_due");
    assert_string_equal(said_no(say(c, "deal", "\"table\":\"mbs\"")), "role_too_low");
    assert_string_equal(said_no(say(c, "top_up", "%s", "")), "no_play_money");
    assert_string_equal(
        said_no(say(c, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true")),
        "no_such_jackpot");
    /* Another's name does not help. */
    assert_string_equal(said_no(say(c, "sit", "\"table\":\"mbs\",\"seat\":1,\"player\":77")),
                        "not_yours");
    evening_close(&e);
}

/* The page that people read has every word that is understood. */
static void every_word_stands_in_the_protocol(void **state) {
    (void)state;
    static char page[65536];
    FILE *file = fopen(TREY_PROTOCOL, "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (unsigned i = 0; trey_message_word(i); i++) {
        char word[32];
        snprintf(word, sizeof word, "`%s`", trey_message_word(i));
        if (!strstr(page, word)) fail_msg("docs/protocol.md does not have %s", word);
    }
}

static uint64_t chance;

static unsigned roll(unsigned below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 11) % below);
}

/* Texts that were good and had bytes changed: an answer, and no more. */
static void chance_bytes_do_no_harm(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    const char *given = getenv("TREY_SEED");
    chance = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL) * 40503u + 1;
    print_message("TREY_SEED=%llu\n", (unsigned long long)chance);
    for (unsigned i = 0; i < 20000; i++) {
        char text[512];
        const char *from = mistakes[roll(sizeof mistakes / sizeof *mistakes)].text;
        snprintf(text, sizeof text, "%s", from);
        size_t length = strlen(text);
        for (unsigned n = 1 + roll(4); length && n > 0; n--)
            text[roll((unsigned)length)] = (char)roll(256);
        e.now += 25;
        trey_floor_hear(e.floor, c->visit, text, length);
        if (i % 64 == 0) evening_flush(&e);
    }
    evening_flush(&e);
    assert_int_equal(c->cut, 0);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named),
        cmocka_unit_test(a_message_that_is_too_long_is_refused),
        cmocka_unit_test(what_is_not_there_is_said),
        cmocka_unit_test(every_word_stands_in_the_protocol),
        cmocka_unit_test(chance_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
