/* settings.h -- how a house is run: what stands in the file of `trey serve --config`.
 *
 * The file is YAML. Without one the text of settings_preset is read, which is also what
 * `--print-config` prints: there is one default, and it is commented. All mistakes of a
 * file are told at once, each with its place and how to mend it. */
#ifndef TREY_SETTINGS_H
#define TREY_SETTINGS_H

#include <stdio.h>

#include <trey/floor.h>

#include "server_log.h"

extern const char settings_preset[];

enum { COSIGNERS_MAX = 16 };
enum { SETTING_TEXT = 256, SETTING_PATH = 4096, ORIGINS_MAX = 16 };

typedef struct setting_place {
    unsigned line, column; /* 0: it does not stand in the file */
} setting_place;

typedef struct setting_range {
    trey_cents low, high;
    setting_place at;
} setting_range;

typedef struct table_settings {
    setting_place at; /* of its first key */
    setting_place rulebook_at, readings_at, values_at, positions_at, device_at, schedule_at,
        jackpot_at, title_at;
    char name[TREY_STREAM_NAME_MAX], rulebook[32], jackpot[TREY_STREAM_NAME_MAX];
    char title[TREY_TITLE_MAX - 8]; /* copies get a number behind it */
    char readings[TREY_TERMS_TEXT], values[TREY_TERMS_TEXT];
    unsigned copies, positions, device, schedule, dealer;
    setting_range limits[TREY_STAKES]; /* by wager; of those with limits of their own */
    bool physical;
    unsigned bots;
    trey_table_service service; /* put together from what follows and what is above */
    uint32_t bets_ms, decide_ms, alone_ms, bank_ms, choose_ms, pause_ms, step_ms, share_ms;
    unsigned lost_link; /* trey_lost_link */
    bool bots_bank;
    trey_cents bot_bank;
} table_settings;

typedef struct jackpot_settings {
    setting_place at, rulebook_at, bet_at;
    char name[TREY_STREAM_NAME_MAX], rulebook[32];
    trey_cents bet, contribution, reset, ceiling, start;
    uint32_t rate, reserve_rate; /* millionths */
} jackpot_settings;

typedef struct staff_settings {
    setting_place at;
    char name[TREY_PERSON_NAME_MAX], password_file[SETTING_PATH];
    unsigned role;
    bool once; /* the password of the file is replaced at the first sign-in */
} staff_settings;

/* Who cosigns the house's checkpoints. Without an address the witness comes for them. */
typedef struct witness_settings {
    setting_place at;
    char key_text[TREY_NOTE_KEY_TEXT_MAX], url[SETTING_TEXT];
    trey_note_key key;
} witness_settings;

typedef struct limit_settings {
    unsigned connections, connections_per_address, sockets_per_person, sessions;
    unsigned messages_per_second, message_burst;
    unsigned guests_per_minute, sign_ins_per_minute, odds_per_minute;
    unsigned sessions_for_accounts, sessions_for_staff;
    unsigned waiting_kilobytes;
    uint32_t waiting_ms, handshake_ms, body_ms, silent_ms;
} limit_settings;

/* How long somebody stays signed in: without doing anything, and at the longest. */
typedef struct session_rule {
    unsigned idle_minutes, hours;
    int64_t idle_ms, most_ms; /* the same */
} session_rule;
enum { SESSION_KINDS = 1 + TREY_OFFICE_COUNT }; /* guests, then by office */

enum { SECOND_FACTOR_AUTOMATIC, SECOND_FACTOR_STAFF, SECOND_FACTOR_OPTIONAL, SECOND_FACTOR_OFF };

typedef struct server_settings {
    char file[SETTING_PATH]; /* where it was read; empty for the preset */
    char house[TREY_STREAM_NAME_MAX];
    char listen[SETTING_TEXT];
    setting_place listen_at, origins_at, web_at, certificate_at;
    char origin[ORIGINS_MAX][SETTING_TEXT];
    unsigned origins;
    char proxy[ORIGINS_MAX][SETTING_TEXT]; /* whose X-Forwarded-For is believed */
    unsigned proxies;
    setting_place proxies_at;
    char certificate[SETTING_PATH], key[SETTING_PATH];
    unsigned tls_least;
    char data[SETTING_PATH], web[SETTING_PATH];
    char store[SETTING_PATH], keys[SETTING_PATH], witness[SETTING_PATH];
    uint32_t checkpoint_ms;        /* while there is news */
    char node[TREY_NODE_NAME_MAX]; /* empty: this server is alone */
    setting_place node_at, lease_at;
    uint32_t lease_ms;
    unsigned reveal, metrics;
    bool play_money, guests;
    trey_cents chips;
    uint32_t award_ms;
    bool two_people, consent;
    trey_cents second_from, award_second, cash_second;
    trey_cents identify_from;
    char log_file[SETTING_PATH];
    unsigned log_level, log_json;
    limit_settings limit;
    session_rule session[SESSION_KINDS];
    bool one_session; /* for each member of staff */
    unsigned second_factor;
    bool sandbox, as_root, core_dumps;
    table_settings *table;
    jackpot_settings *jackpot;
    staff_settings *person;
    witness_settings *cosigner;
    unsigned tables, jackpots, staff, cosigners;
    bool init, restored; /* words of the command: a new house; a copy that was put back */
    /* From `listen`. */
    char host[SETTING_TEXT];
    uint16_t port;
} server_settings;

enum { TLS_LEAST_1_2, TLS_LEAST_1_3 };
enum { METRICS_LOOPBACK, METRICS_ANYONE, METRICS_NOBODY };
enum { DEALER_AUTOMATIC, DEALER_PERSON };

typedef enum settings_result { SETTINGS_GOOD, SETTINGS_BAD, SETTINGS_NO_FILE } settings_result;

/* `path` NULL: the preset. Mistakes are printed to `errors`. `data` NULL: as the file
 * says, or the user's own folder. */
settings_result settings_open(server_settings **out, const char *path, const char *data,
                              FILE *errors);
void settings_close(server_settings *settings);

/* The terms that a table is opened with. False, and the place and text of what is wrong. */
bool table_terms(const table_settings *table, const server_settings *settings,
                 trey_table_terms *out, setting_place *at, char *wrong, char *mend, size_t room);

/* The rule for a session of somebody in this office. */
const session_rule *settings_session(const server_settings *settings, bool guest, unsigned office);
/* STAFF, OPTIONAL or OFF. */
unsigned settings_second_factor(const server_settings *settings);
/* Can others than this machine reach it, itself or through a proxy? */
bool settings_beyond(const server_settings *settings);

/* The store as logs and people may see it: a database's address without its password. */
const char *store_shown(const server_settings *settings, char out[SETTING_PATH]);

/* Where a path of the settings lies: absolute, or under `folder`. */
void path_under(const char *folder, const char *path, char out[SETTING_PATH]);

#endif
