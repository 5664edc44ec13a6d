/* settings.c -- the keys of the settings, and what must hold between them. */
#define _GNU_SOURCE
#include "settings.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "http_client.h"
#include "settings_reader.h"

/* ---- Keys ------------------------------------------------------------------------------------ */
static const char *const level_words[] = {"error", "warning", "info", "debug", NULL};
static const char *const format_words[] = {"text", "json", NULL};
static const char *const reveal_words[] = {"nobody", "auditor", "all", NULL};
static const char *const metrics_words[] = {"loopback", "anyone", "nobody", NULL};
static const char *const lost_link_words[] = {
    [TREY_LOST_LINK_BOOK] = "book", [TREY_LOST_LINK_FOLD] = "fold", NULL};
static const char *const dealer_words[] = {"automatic", "person", NULL};
static const char *const device_words[] = {
#define DEVICE_WORD(constant, name) [TREY_##constant] = (name),
    TREY_WORDS_DEVICE(DEVICE_WORD)
#undef DEVICE_WORD
        NULL};
static const char *const role_words[] = {
#define ROLE_WORD(constant, number, word) [number] = (word),
    TREY_OFFICES(ROLE_WORD)
#undef ROLE_WORD
        NULL};

#define AT(type, member)     .at = offsetof(type, member), .room = sizeof(((type *)0)->member)
#define PLACE(type, member)  .place = offsetof(type, member)
#define FROM_TO(least, most) .low = (least), .high = (most)
#define LIMIT_KEY(word, member, least, most)                                                       \
    { .name = (word), .type = KEY_NUMBER, AT(server_settings, limit.member), FROM_TO(least, most) }
#define LIMIT_TIME(word, member, least, most)                                                      \
    { .name = (word), .type = KEY_SECONDS, AT(server_settings, limit.member), FROM_TO(least, most) }
#define TABLE_TIME(word, member)                                                                   \
    { .name = (word), .type = KEY_SECONDS, AT(table_settings, member), FROM_TO(0, 3600) }

static const key_rule limit_keys[] = {
    LIMIT_KEY("connections", connections, 1, 1000000),
    LIMIT_KEY("connections_per_address", connections_per_address, 1, 1000000),
    LIMIT_KEY("sessions", sessions, 1, 10000000),
    LIMIT_KEY("sessions_for_accounts", sessions_for_accounts, 0, 10000000),
    LIMIT_KEY("sessions_for_staff", sessions_for_staff, 0, 10000000),
    LIMIT_KEY("sockets_per_person", sockets_per_person, 1, 1000),
    LIMIT_KEY("messages_per_second", messages_per_second, 1, 1000000),
    LIMIT_KEY("message_burst", message_burst, 1, 1000000),
    LIMIT_KEY("guests_per_minute", guests_per_minute, 1, 1000000),
    LIMIT_KEY("sign_ins_per_minute", sign_ins_per_minute, 1, 1000000),
    LIMIT_KEY("odds_per_minute", odds_per_minute, 1, 1000000),
    LIMIT_KEY("waiting_kilobytes", waiting_kilobytes, 64, 65536),
    LIMIT_TIME("waiting_seconds", waiting_ms, 1, 600),
    LIMIT_TIME("handshake_seconds", handshake_ms, 1, 600),
    LIMIT_TIME("body_seconds", body_ms, 1, 600),
    LIMIT_TIME("silent_seconds", silent_ms, 2, 3600),
    {.name = NULL}};

#define SESSION_KEYS(kind)                                                                         \
    {                                                                                              \
        {.name = "idle_minutes",                                                                   \
         .type = KEY_NUMBER,                                                                       \
         AT(server_settings, session[kind].idle_minutes),                                          \
         FROM_TO(1, 100000)},                                                                      \
            {.name = "hours",                                                                      \
             .type = KEY_NUMBER,                                                                   \
             AT(server_settings, session[kind].hours),                                             \
             FROM_TO(1, 100000)},                                                                  \
        {                                                                                          \
            .name = NULL                                                                           \
        }                                                                                          \
    }
static const key_rule session_keys[SESSION_KINDS][3] = {SESSION_KEYS(0),
#define OFFICE_SESSION_KEYS(constant, number, word) SESSION_KEYS(1 + (number)),
                                                        TREY_OFFICES(OFFICE_SESSION_KEYS)
#undef OFFICE_SESSION_KEYS
};
static const char session_mend[] = "{idle_minutes: 60, hours: 12}";
static const key_rule sessions_keys[] = {
    {.name = "guest", .type = KEY_SECTION, .section = session_keys[0], .mend = session_mend},
#define OFFICE_SESSIONS(constant, number, word)                                                    \
    {.name = (word),                                                                               \
     .type = KEY_SECTION,                                                                          \
     .section = session_keys[1 + (number)],                                                        \
     .mend = session_mend},
    TREY_OFFICES(OFFICE_SESSIONS)
#undef OFFICE_SESSIONS
        {.name = "one_for_staff", .type = KEY_FLAG, AT(server_settings, one_session)},
    {.name = NULL}};

static const char *const factor_words[] = {"automatic", "staff", "optional", "off", NULL};

static const key_rule process_keys[] = {
    {.name = "sandbox", .type = KEY_FLAG, AT(server_settings, sandbox)},
    {.name = "root", .type = KEY_FLAG, AT(server_settings, as_root)},
    {.name = "core_dumps", .type = KEY_FLAG, AT(server_settings, core_dumps)},
    {.name = NULL}};

static const char *const tls_words[] = {"1.2", "1.3", NULL};
static const key_rule tls_keys[] = {{.name = "certificate",
                                     .type = KEY_TEXT,
                                     AT(server_settings, certificate),
                                     PLACE(server_settings, certificate_at)},
                                    {.name = "key", .type = KEY_TEXT, AT(server_settings, key)},
                                    {.name = "least",
                                     .type = KEY_WORD,
                                     AT(server_settings, tls_least),
                                     .words = tls_words,
                                     .mend = "1.2 or 1.3"},
                                    {.name = NULL}};

static const key_rule log_keys[] = {
    {.name = "level",
     .type = KEY_WORD,
     AT(server_settings, log_level),
     .words = level_words,
     .mend = "error, warning, info or debug"},
    {.name = "format",
     .type = KEY_WORD,
     AT(server_settings, log_json),
     .words = format_words,
     .mend = "text or json"},
    {.name = "file", .type = KEY_TEXT, AT(server_settings, log_file)},
    {.name = NULL}};

static const key_rule node_keys[] = {
    {.name = "name", .type = KEY_TEXT, AT(server_settings, node), PLACE(server_settings, node_at)},
    {.name = "lease_seconds",
     .type = KEY_SECONDS,
     AT(server_settings, lease_ms),
     PLACE(server_settings, lease_at),
     FROM_TO(0, 60)},
    {.name = NULL}};

static const char money_mend[] = "dollars, as in 25 or 12.50";
static const key_rule two_people_keys[] = {
    {.name = "undo", .type = KEY_FLAG, AT(server_settings, two_people)},
    {.name = "rulings", .type = KEY_MONEY, AT(server_settings, second_from), .mend = money_mend},
    {.name = "awards", .type = KEY_MONEY, AT(server_settings, award_second), .mend = money_mend},
    {.name = "cash", .type = KEY_MONEY, AT(server_settings, cash_second), .mend = money_mend},
    {.name = NULL}};
static const char range_mend[] = "the least and the most in dollars, as in 5..500";

static const key_rule jackpot_keys[] = {
    {.name = "name", .type = KEY_TEXT, AT(jackpot_settings, name)},
    {.name = "rulebook",
     .type = KEY_TEXT,
     AT(jackpot_settings, rulebook),
     PLACE(jackpot_settings, rulebook_at)},
    {.name = "bet",
     .type = KEY_MONEY,
     AT(jackpot_settings, bet),
     PLACE(jackpot_settings, bet_at),
     .mend = money_mend},
    {.name = "contribution",
     .type = KEY_MONEY,
     AT(jackpot_settings, contribution),
     .mend = money_mend},
    {.name = "rate", .type = KEY_PERCENT, AT(jackpot_settings, rate), FROM_TO(0, 100)},
    {.name = "reserve_rate",
     .type = KEY_PERCENT,
     AT(jackpot_settings, reserve_rate),
     FROM_TO(0, 100)},
    {.name = "reset", .type = KEY_MONEY, AT(jackpot_settings, reset), .mend = money_mend},
    {.name = "ceiling", .type = KEY_MONEY, AT(jackpot_settings, ceiling), .mend = money_mend},
    {.name = "start", .type = KEY_MONEY, AT(jackpot_settings, start), .mend = money_mend},
    {.name = NULL}};

/* After these, the limits of each wager that has some; see list_limits. */
enum { TABLE_KEYS = 24 };
static key_rule table_keys[TABLE_KEYS + TREY_STAKES + 1] = {
    {.name = "name", .type = KEY_TEXT, AT(table_settings, name)},
    {.name = "title", .type = KEY_TEXT, AT(table_settings, title), PLACE(table_settings, title_at)},
    {.name = "copies", .type = KEY_NUMBER, AT(table_settings, copies), FROM_TO(1, 1000)},
    {.name = "rulebook",
     .type = KEY_TEXT,
     AT(table_settings, rulebook),
     PLACE(table_settings, rulebook_at)},
    {.name = "readings",
     .type = KEY_TEXTS,
     AT(table_settings, readings),
     PLACE(table_settings, readings_at),
     .mend = "a list, as in [A-MBS-01=B]"},
    {.name = "values",
     .type = KEY_TEXTS,
     AT(table_settings, values),
     PLACE(table_settings, values_at),
     .mend = "a list, as in [pays.pair_plus.straight=6]"},
    {.name = "positions",
     .type = KEY_NUMBER,
     AT(table_settings, positions),
     PLACE(table_settings, positions_at),
     FROM_TO(1, TREY_SEATS)},
    {.name = "device",
     .type = KEY_WORD,
     AT(table_settings, device),
     PLACE(table_settings, device_at),
     .words = device_words,
     .mend = "packets or single"},
    {.name = "schedule",
     .type = KEY_NUMBER,
     AT(table_settings, schedule),
     PLACE(table_settings, schedule_at),
     FROM_TO(1, 255)},
    {.name = "jackpot",
     .type = KEY_TEXT,
     AT(table_settings, jackpot),
     PLACE(table_settings, jackpot_at)},
    {.name = "physical", .type = KEY_FLAG, AT(table_settings, physical)},
    {.name = "dealer",
     .type = KEY_WORD,
     AT(table_settings, dealer),
     .words = dealer_words,
     .mend = "automatic or person"},
    TABLE_TIME("bets_seconds", bets_ms),
    TABLE_TIME("decide_seconds", decide_ms),
    TABLE_TIME("alone_seconds", alone_ms),
    TABLE_TIME("bank_seconds", bank_ms),
    TABLE_TIME("choose_seconds", choose_ms),
    TABLE_TIME("pause_seconds", pause_ms),
    TABLE_TIME("step_seconds", step_ms),
    {.name = "share_seconds", .type = KEY_SECONDS, AT(table_settings, share_ms), FROM_TO(1, 600)},
    {.name = "lost_link",
     .type = KEY_WORD,
     AT(table_settings, lost_link),
     .words = lost_link_words,
     .mend = "book or fold"},
    {.name = "bots", .type = KEY_NUMBER, AT(table_settings, bots), FROM_TO(0, TREY_SEATS)},
    {.name = "bots_bank", .type = KEY_FLAG, AT(table_settings, bots_bank)},
    {.name = "bot_bank", .type = KEY_MONEY, AT(table_settings, bot_bank), .mend = money_mend}};

/* The rows of the wagers say which have limits; a key for the limits is called as the wager. */
static void list_limits(void) {
    key_rule *next = table_keys;
    while (next->name && next->type != KEY_RANGE) next++;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!trey_wager_limited(wager)) continue;
        *next++ = (key_rule){.name = trey_wager_word(wager),
                             .type = KEY_RANGE,
                             .at = offsetof(table_settings, limits) + wager * sizeof(setting_range),
                             .room = sizeof(setting_range),
                             .mend = range_mend};
    }
}

static const key_rule staff_keys[] = {
    {.name = "name", .type = KEY_TEXT, AT(staff_settings, name)},
    {.name = "role",
     .type = KEY_WORD,
     AT(staff_settings, role),
     .words = role_words,
     .mend = "dealer, pit_supervisor, pit_manager, shift_manager, cashier or auditor"},
    {.name = "password_file", .type = KEY_TEXT, AT(staff_settings, password_file)},
    {.name = "once", .type = KEY_FLAG, AT(staff_settings, once)},
    {.name = NULL}};

static const key_rule cosigner_keys[] = {
    {.name = "key", .type = KEY_TEXT, AT(witness_settings, key_text)},
    {.name = "url", .type = KEY_TEXT, AT(witness_settings, url)},
    {.name = NULL}};

/* Room for one more at the end of a list, all zeros. */
static void *one_more(void *list, unsigned *count, size_t size) {
    void **items = list;
    char *grown = realloc(*items, (*count + 1) * size);
    if (!grown) return NULL;
    *items = grown;
    return memset(grown + (*count)++ * size, 0, size);
}

static void *take_table(server_settings *settings, setting_place at) {
    const trey_table_service *preset = &trey_table_service_preset;
    table_settings *table = one_more(&settings->table, &settings->tables, sizeof *table);
    if (!table) return NULL;
    table->at = at;
    table->copies = 1;
    table->bets_ms = preset->bets_ms;
    table->decide_ms = preset->decide_ms;
    table->alone_ms = preset->alone_ms;
    table->bank_ms = preset->bank_ms;
    table->choose_ms = preset->choose_ms;
    table->pause_ms = preset->pause_ms;
    table->step_ms = preset->step_ms;
    table->share_ms = preset->share_ms;
    table->bot_bank = preset->bot_bank;
    return table;
}

static void *take_jackpot(server_settings *settings, setting_place at) {
    jackpot_settings *jackpot = one_more(&settings->jackpot, &settings->jackpots, sizeof *jackpot);
    if (jackpot) jackpot->at = at;
    return jackpot;
}

static void *take_staff(server_settings *settings, setting_place at) {
    staff_settings *person = one_more(&settings->person, &settings->staff, sizeof *person);
    if (!person) return NULL;
    person->at = at;
    person->once = true;
    return person;
}

static void *take_cosigner(server_settings *settings, setting_place at) {
    witness_settings *cosigner =
        one_more(&settings->cosigner, &settings->cosigners, sizeof *cosigner);
    if (cosigner) cosigner->at = at;
    return cosigner;
}

static const key_rule server_keys[] = {
    {.name = "house", .type = KEY_TEXT, AT(server_settings, house)},
    {.name = "listen",
     .type = KEY_TEXT,
     AT(server_settings, listen),
     PLACE(server_settings, listen_at),
     .mend = "ADDRESS:PORT, as in 127.0.0.1:8033 or [::]:443"},
    {.name = "origins",
     .type = KEY_LINES,
     .at = offsetof(server_settings, origin),
     .room = ORIGINS_MAX,
     .count = offsetof(server_settings, origins),
     PLACE(server_settings, origins_at),
     .mend = "a list, as in [\"https://cards.example\"]"},
    {.name = "proxies",
     .type = KEY_LINES,
     .at = offsetof(server_settings, proxy),
     .room = ORIGINS_MAX,
     .count = offsetof(server_settings, proxies),
     PLACE(server_settings, proxies_at),
     .mend = "a list of addresses, as in [\"127.0.0.1\"]"},
    {.name = "tls",
     .type = KEY_SECTION,
     .section = tls_keys,
     .mend = "certificate: FILE and key: FILE, each on a line of its own below"},
    {.name = "web", .type = KEY_TEXT, AT(server_settings, web), PLACE(server_settings, web_at)},
    {.name = "data", .type = KEY_TEXT, AT(server_settings, data)},
    {.name = "store", .type = KEY_TEXT, AT(server_settings, store)},
    {.name = "keys", .type = KEY_TEXT, AT(server_settings, keys)},
    {.name = "witness", .type = KEY_TEXT, AT(server_settings, witness)},
    {.name = "checkpoint_seconds",
     .type = KEY_SECONDS,
     AT(server_settings, checkpoint_ms),
     FROM_TO(1, 86400)},
    {.name = "witnesses", .type = KEY_LIST, .section = cosigner_keys, .take = take_cosigner},
    {.name = "node",
     .type = KEY_SECTION,
     .section = node_keys,
     .mend = "name: WORD, and lease_seconds: 1.2, each on a line of its own below"},
    {.name = "reveal",
     .type = KEY_WORD,
     AT(server_settings, reveal),
     .words = reveal_words,
     .mend = "all, auditor or nobody"},
    {.name = "play_money", .type = KEY_FLAG, AT(server_settings, play_money)},
    {.name = "guests", .type = KEY_FLAG, AT(server_settings, guests)},
    {.name = "chips", .type = KEY_MONEY, AT(server_settings, chips), .mend = money_mend},
    {.name = "award_seconds",
     .type = KEY_SECONDS,
     AT(server_settings, award_ms),
     FROM_TO(0, 86400)},
    {.name = "two_people",
     .type = KEY_SECTION,
     .section = two_people_keys,
     .mend =
         "undo: yes, and rulings:, awards: and cash: in dollars, each on a line of its own below"},
    {.name = "consent", .type = KEY_FLAG, AT(server_settings, consent)},
    {.name = "identify_from",
     .type = KEY_MONEY,
     AT(server_settings, identify_from),
     .mend = money_mend},
    {.name = "sessions", .type = KEY_SECTION, .section = sessions_keys},
    {.name = "second_factor",
     .type = KEY_WORD,
     AT(server_settings, second_factor),
     .words = factor_words,
     .mend = "automatic, staff, optional or off"},
    {.name = "process", .type = KEY_SECTION, .section = process_keys},
    {.name = "log", .type = KEY_SECTION, .section = log_keys},
    {.name = "metrics",
     .type = KEY_WORD,
     AT(server_settings, metrics),
     .words = metrics_words,
     .mend = "loopback, anyone or nobody"},
    {.name = "limits", .type = KEY_SECTION, .section = limit_keys},
    {.name = "jackpots", .type = KEY_LIST, .section = jackpot_keys, .take = take_jackpot},
    {.name = "tables", .type = KEY_LIST, .section = table_keys, .take = take_table},
    {.name = "staff", .type = KEY_LIST, .section = staff_keys, .take = take_staff},
    {.name = NULL}};

/* ---- What must hold between them ---------------------------------------------------------------
 */
static bool is_loopback(const char *host) {
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 ||
           strcmp(host, "localhost") == 0;
}

/* ADDRESS:PORT, where an IPv6 address stands in brackets. */
static bool split_listen(server_settings *settings) {
    const char *text = settings->listen, *colon = strrchr(text, ':');
    if (!colon || colon == text || !colon[1] || strlen(colon + 1) > 5) return false;
    unsigned port = 0;
    for (const char *digit = colon + 1; *digit; digit++) {
        if (*digit < '0' || *digit > '9') return false;
        port = port * 10 + (unsigned)(*digit - '0');
    }
    bool brackets = text[0] == '[' && colon[-1] == ']';
    if (port > UINT16_MAX || (!brackets && memchr(text, ':', (size_t)(colon - text)))) return false;
    const char *from = brackets ? text + 1 : text, *to = brackets ? colon - 1 : colon;
    snprintf(settings->host, sizeof settings->host, "%.*s", (int)(to - from), from);
    settings->port = (uint16_t)port;
    return settings->host[0] != '\0';
}

static void judge_network(settings_reader *reader, server_settings *settings) {
    static const char origin_mend[] =
        "scheme, name and port, nothing behind: https://cards.example";
    if (!split_listen(settings)) {
        reader_fault(reader, settings->listen_at, "as in 127.0.0.1:8033 or [::1]:8033",
                     "listen is an address and a port, not \"%.60s\"", settings->listen);
    } else if (!is_loopback(settings->host) && settings->origins == 0) {
        reader_fault(reader, settings->listen_at,
                     "say how browsers reach it: origins: [\"https://cards.example\"]",
                     "the server can be reached from outside, and no origin is allowed");
    }
    for (unsigned i = 0; i < settings->origins; i++) {
        const char *origin = settings->origin[i];
        const char *host = strncmp(origin, "http://", 7) == 0    ? origin + 7
                           : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                                 : NULL;
        if (!host || !*host || strpbrk(host, "/?#@ "))
            reader_fault(reader, settings->origins_at, origin_mend, "\"%.60s\" is no origin",
                         origin);
    }
    for (unsigned i = 0; i < settings->proxies; i++) {
        unsigned char address[16];
        if (inet_pton(AF_INET, settings->proxy[i], address) != 1 &&
            inet_pton(AF_INET6, settings->proxy[i], address) != 1)
            reader_fault(reader, settings->proxies_at, "an address, as in 127.0.0.1 or ::1",
                         "\"%.60s\" is no address of a proxy", settings->proxy[i]);
    }
    if (!settings->certificate[0] != !settings->key[0])
        reader_fault(reader, settings->certificate_at, "tls: {certificate: FILE, key: FILE}",
                     "TLS needs a certificate and its key");
}

static unsigned find_jackpot(const server_settings *settings, const char *name) {
    unsigned i = 0;
    while (i < settings->jackpots && strcmp(settings->jackpot[i].name, name) != 0) i++;
    return i;
}

static bool known_rulebook(settings_reader *reader, const char *id, setting_place at,
                           setting_place entry) {
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (strcmp(trey_builtin_id(i), id) == 0) return true;
    }
    reader_fault(reader, at.line ? at : entry, "mbs, rws, rws-progressive or ca-six-card",
                 *id ? "there is no rulebook \"%.40s\"" : "the rulebook is missing%s", id);
    return false;
}

/* A name is part of addresses, of logs and of file names. */
static bool name_for_paths(const char *name) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    return name[0] && name[0] != '-' && name[0] != '.' && strspn(name, letters) == strlen(name);
}

static void judge_jackpots(settings_reader *reader, server_settings *settings) {
    for (unsigned i = 0; i < settings->jackpots; i++) {
        jackpot_settings *one = &settings->jackpot[i];
        const trey_link_parameters parameters = {.bet = one->bet,
                                                 .fixed = one->contribution,
                                                 .rate = one->rate,
                                                 .reserve_rate = one->reserve_rate,
                                                 .reset = one->reset,
                                                 .ceiling = one->ceiling};
        if (!name_for_paths(one->name))
            reader_fault(reader, one->at, "letters, digits and - . _", "a jackpot needs a name");
        if (find_jackpot(settings, one->name) < i)
            reader_fault(reader, one->at, "give it another name",
                         "there are two jackpots called %s", one->name);
        known_rulebook(reader, one->rulebook, one->rulebook_at, one->at);
        if (!trey_link_parameters_good(&parameters))
            reader_fault(reader, one->bet_at.line ? one->bet_at : one->at,
                         "bet: 5, and contribution: 1 or rate: 20, not above the bet; reset: 10000",
                         "the jackpot %s cannot be run with these figures", one->name);
        if (one->start == 0) one->start = one->reset;
    }
}

static bool one_line(const char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f) return false;
    }
    return true;
}

static void judge_tables(settings_reader *reader, server_settings *settings) {
    for (unsigned i = 0; i < settings->tables; i++) {
        table_settings *table = &settings->table[i];
        table->service = (trey_table_service){.automatic = table->dealer == DEALER_AUTOMATIC,
                                              .bets_ms = table->bets_ms,
                                              .decide_ms = table->decide_ms,
                                              .alone_ms = table->alone_ms,
                                              .bank_ms = table->bank_ms,
                                              .choose_ms = table->choose_ms,
                                              .pause_ms = table->pause_ms,
                                              .step_ms = table->step_ms,
                                              .share_ms = table->share_ms,
                                              .bots = (uint8_t)table->bots,
                                              .lost_link = (uint8_t)table->lost_link,
                                              .bots_bank = table->bots_bank,
                                              .bot_bank = table->bot_bank};
        snprintf(table->service.title, sizeof table->service.title, "%s", table->title);
        if (!one_line(table->title))
            reader_fault(reader, table->title_at, "a few words: title: Marina, low limits",
                         "a title is one line of text, without control characters");
        if (!name_for_paths(table->name))
            reader_fault(reader, table->at, "letters, digits and - . _",
                         "a table needs a name for paths");
        for (unsigned other = 0; other < i; other++) {
            if (strcmp(settings->table[other].name, table->name) == 0)
                reader_fault(reader, table->at, "give it another name",
                             "there are two tables called %s", table->name);
        }
        if (table->physical && table->dealer == DEALER_AUTOMATIC)
            reader_fault(reader, table->at, "dealer: person",
                         "a table with real cards is dealt by a person");
        if (!known_rulebook(reader, table->rulebook, table->rulebook_at, table->at)) continue;
        trey_table_terms terms;
        setting_place at;
        char wrong[256], mend[256];
        if (!table_terms(table, settings, &terms, &at, wrong, mend, sizeof wrong))
            reader_fault(reader, at.line ? at : table->at, mend, "%s", wrong);
    }
}

static void judge_staff(settings_reader *reader, server_settings *settings) {
    for (unsigned i = 0; i < settings->staff; i++) {
        const staff_settings *person = &settings->person[i];
        if (!person->name[0]) reader_fault(reader, person->at, "name: NAME", "staff need a name");
        if (person->role == TREY_OFFICE_PLAYER)
            reader_fault(reader, person->at, "role: dealer, pit_supervisor, pit_manager, ...",
                         "%s has no role of staff", person->name);
    }
}

static void judge_cosigners(settings_reader *reader, server_settings *settings) {
    for (unsigned i = 0; i < settings->cosigners; i++) {
        witness_settings *cosigner = &settings->cosigner[i];
        if (i == COSIGNERS_MAX)
            reader_fault(reader, cosigner->at, "leave some out", "there are at most %d witnesses",
                         COSIGNERS_MAX);
        if (!trey_note_key_parse(cosigner->key_text, &cosigner->key) ||
            cosigner->key.type != TREY_NOTE_WITNESS)
            reader_fault(reader, cosigner->at, "`trey witness keys FILE` prints it",
                         "a witness needs its verifier key, NAME+ID+KEY");
        if (cosigner->url[0] && !http_url_valid(cosigner->url))
            reader_fault(reader, cosigner->at, "as in https://witness.example",
                         "\"%.60s\" is not an address of HTTP", cosigner->url);
    }
}

static void judge_node(settings_reader *reader, const server_settings *settings) {
    enum { LEASE_LEAST_MS = 400 };
    if (settings->lease_ms < LEASE_LEAST_MS)
        reader_fault(reader, settings->lease_at, "lease_seconds: 1.2",
                     "a lease is at least 0.4 seconds: a busy machine would lose it");
    if (!settings->node[0]) return;
    if (!trey_node_name_good(settings->node))
        reader_fault(reader, settings->node_at, "1 to 31 of a-z, 0-9, - and _: name: a",
                     "a node cannot be called \"%.40s\"", settings->node);
    if (strncmp(settings->store, "postgres", 8) != 0 || !strstr(settings->store, "://"))
        reader_fault(
            reader, settings->node_at, "store: postgresql://USER@HOST/DATABASE, or no node section",
            "several nodes share a PostgreSQL store, and %.60s is a file", settings->store);
}

static void judge(settings_reader *reader, server_settings *settings) {
    if (!one_line(settings->house))
        reader_fault(reader, (setting_place){1, 1}, "house: NAME",
                     "the name of the house is one line of text, without control characters");
    judge_node(reader, settings);
    judge_network(reader, settings);
    judge_jackpots(reader, settings);
    judge_tables(reader, settings);
    judge_staff(reader, settings);
    judge_cosigners(reader, settings);
}

/* mbs with copies: 3 becomes mbs-1, mbs-2, mbs-3; and Marina, Marina 1 and so on. */
static bool make_copies(server_settings *settings) {
    unsigned written = settings->tables;
    for (unsigned i = 0; i < written; i++) {
        unsigned copies = settings->table[i].copies;
        char name[TREY_STREAM_NAME_MAX];
        memcpy(name, settings->table[i].name, sizeof name);
        for (unsigned copy = 1; copies > 1 && copy <= copies; copy++) {
            table_settings *table = &settings->table[i];
            if (copy > 1) {
                table = one_more(&settings->table, &settings->tables, sizeof *table);
                if (!table) return false;
                *table = settings->table[i];
            }
            snprintf(table->name, sizeof table->name, "%.58s-%u", name, copy);
            if (table->title[0])
                snprintf(table->service.title, sizeof table->service.title, "%s %u", table->title,
                         copy);
        }
    }
    return true;
}

/* ---- Who stays signed in, and how --------------------------------------------------------------
 */
const session_rule *settings_session(const server_settings *settings, bool guest, unsigned office) {
    TREY_ASSERT(office < TREY_OFFICE_COUNT);
    return &settings->session[guest ? 0 : 1 + office];
}

bool settings_beyond(const server_settings *settings) {
    return settings->origins > 0 || !is_loopback(settings->host);
}

unsigned settings_second_factor(const server_settings *settings) {
    if (settings->second_factor != SECOND_FACTOR_AUTOMATIC) return settings->second_factor;
    return settings_beyond(settings) ? SECOND_FACTOR_STAFF : SECOND_FACTOR_OPTIONAL;
}

static void count_sessions(server_settings *settings) {
    limit_settings *limit = &settings->limit;
    for (unsigned i = 0; i < SESSION_KINDS; i++) {
        session_rule *rule = &settings->session[i];
        rule->idle_ms = (int64_t)rule->idle_minutes * 60000;
        rule->most_ms = (int64_t)rule->hours * 3600000;
    }
    /* Where there is little room, most of it is for whoever comes. */
    unsigned most = limit->sessions / 4;
    if (limit->sessions_for_accounts > most) limit->sessions_for_accounts = most;
    if (limit->sessions_for_staff > most) limit->sessions_for_staff = most;
}

/* ---- Files --------------------------------------------------------------------------------------
 */
void path_under(const char *folder, const char *path, char out[SETTING_PATH]) {
    if (path[0] == '/' || !folder[0])
        snprintf(out, SETTING_PATH, "%s", path);
    else
        snprintf(out, SETTING_PATH, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/",
                 path);
}

static void cut_out(char *from, const char *to) {
    memmove(from, to, strlen(to) + 1);
}

const char *store_shown(const server_settings *settings, char out[SETTING_PATH]) {
    snprintf(out, SETTING_PATH, "%s", settings->store);
    char *host = strstr(out, "://");
    if (!host) return out;
    host += 3;
    /* USER:PASSWORD@ and ?password=; a password may hold an @ that was not escaped. */
    char *end = strpbrk(host, "/?");
    char *at = end ? memrchr(host, '@', (size_t)(end - host)) : strrchr(host, '@');
    char *colon = at ? memchr(host, ':', (size_t)(at - host)) : NULL;
    if (colon) cut_out(colon, at);
    for (char *word = strstr(out, "password="); word; word = strstr(word, "password=")) {
        char *next = strchr(word, '&');
        cut_out(word, next ? next + 1 : "");
    }
    return out;
}

static char *read_text(const char *path, size_t *size) {
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    char *text = malloc(MOST);
    if (!file || !text) {
        int why = errno;
        free(text);
        if (file) fclose(file);
        errno = why;
        return NULL;
    }
    *size = fread(text, 1, MOST, file);
    bool good = !ferror(file) && *size < MOST;
    if (!ferror(file) && *size == MOST) errno = EFBIG;
    fclose(file);
    if (good) return text;
    free(text);
    return NULL;
}

static void default_data(char out[SETTING_PATH]) {
    const char *home = getenv("HOME"), *share = getenv("XDG_DATA_HOME");
    if (share && share[0] == '/')
        snprintf(out, SETTING_PATH, "%s/trey", share);
    else if (home && home[0] == '/')
        snprintf(out, SETTING_PATH, "%s/.local/share/trey", home);
    else
        snprintf(out, SETTING_PATH, "trey-data");
}

/* Relative paths: what Trey writes is under `data`, what it reads beside the file. */
static void place_paths(server_settings *settings, const char *data) {
    char folder[SETTING_PATH] = "", text[SETTING_PATH];
    const char *slash = strrchr(settings->file, '/');
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - settings->file + 1), settings->file);
    if (data) {
        snprintf(settings->data, sizeof settings->data, "%s", data);
    } else if (settings->data[0]) {
        path_under(folder, settings->data, text);
        memcpy(settings->data, text, sizeof text);
    } else {
        default_data(settings->data);
    }
    if (strcmp(settings->witness, "none") == 0) settings->witness[0] = '\0';
    char *beside[] = {settings->certificate, settings->key, settings->web};
    char *under[] = {settings->keys, settings->witness, settings->log_file};
    for (unsigned i = 0; i < 3; i++) {
        if (beside[i][0]) path_under(folder, beside[i], text), memcpy(beside[i], text, sizeof text);
        if (under[i][0] && strcmp(under[i], "-") != 0)
            path_under(settings->data, under[i], text), memcpy(under[i], text, sizeof text);
    }
    if (!strstr(settings->store, "://"))
        path_under(settings->data, settings->store, text),
            memcpy(settings->store, text, sizeof text);
    for (unsigned i = 0; i < settings->staff; i++) {
        char *path = settings->person[i].password_file;
        if (path[0]) path_under(folder, path, text), memcpy(path, text, sizeof text);
    }
}

/* A file's own lists replace those of the preset; its other keys change theirs. */
static size_t read_both(server_settings *settings, const char *path, const char *text, size_t size,
                        FILE *errors) {
    list_limits();
    size_t faults = settings_read(settings, "the default settings", settings_preset,
                                  strlen(settings_preset), server_keys, judge, errors);
    if (!path || faults) return faults;
    server_settings before = *settings;
    settings->tables = settings->jackpots = settings->staff = settings->cosigners = 0;
    settings->table = NULL;
    settings->jackpot = NULL;
    settings->person = NULL;
    settings->cosigner = NULL;
    settings->listen_at = (setting_place){1, 1};
    faults = settings_read(settings, path, text, size, server_keys, judge, errors);
    if (!faults && settings->tables == 0 && settings->jackpots == 0) {
        settings->table = before.table;
        settings->tables = before.tables;
        settings->jackpot = before.jackpot;
        settings->jackpots = before.jackpots;
    } else {
        free(before.table);
        free(before.jackpot);
    }
    free(before.person);
    free(before.cosigner);
    return faults;
}

settings_result settings_open(server_settings **out, const char *path, const char *data,
                              FILE *errors) {
    server_settings *settings = calloc(1, sizeof *settings);
    size_t size = 0;
    char *text = path ? read_text(path, &size) : NULL;
    *out = NULL;
    if (!settings || (path && !text)) {
        fprintf(errors, "trey serve: %s: %s\n", path ? path : "settings", strerror(errno));
        free(settings);
        free(text);
        return SETTINGS_NO_FILE;
    }
    snprintf(settings->file, sizeof settings->file, "%s", path ? path : "");
    size_t faults = read_both(settings, path, text, size, errors);
    free(text);
    if (faults || !make_copies(settings)) {
        fprintf(errors, "trey serve: %zu mistake%s; nothing was started\n", faults,
                faults == 1 ? "" : "s");
        settings_close(settings);
        return SETTINGS_BAD;
    }
    place_paths(settings, data);
    count_sessions(settings);
    *out = settings;
    return SETTINGS_GOOD;
}

void settings_close(server_settings *settings) {
    if (!settings) return;
    free(settings->table);
    free(settings->jackpot);
    free(settings->person);
    free(settings->cosigner);
    free(settings);
}
