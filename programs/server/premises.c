/* premises.c -- the house as its settings say: store, keys, tables, jackpots, staff.
 *
 * What the store knows already stays as it was opened: terms of a table are part of its
 * record and do not change behind the players' backs. Where the settings say otherwise
 * that is told in the log, and a table with a new name is the way to new terms. */
#include "premises.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server_clock.h"
#include "server_log.h"

/* ---- Folders and keys -------------------------------------------------------------------------
 */
/* The folder of the data and those above it. */
trey_status premises_folder(const char *path, trey_store_message *message) {
    char part[SETTING_PATH];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + 1;; slash++) {
        if (*slash && *slash != '/') continue;
        bool last = *slash == '\0';
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            snprintf(message->text, sizeof message->text,
                     "%s cannot be made: %s; name another folder with --data", part,
                     strerror(errno));
            return TREY_STATUS_NO_FILE;
        }
        if (last) return TREY_STATUS_OK;
        *slash = '/';
    }
}

static bool is_there(const char *path) {
    return access(path, F_OK) == 0;
}

/* What was seen of the store lies beside its keys. */
static void seen_path(const server_settings *settings, char out[SETTING_PATH + 8]) {
    snprintf(out, SETTING_PATH + 8, "%s.seen", settings->keys);
}

static bool is_file(const server_settings *settings) {
    return !strstr(settings->store, "://");
}

/* Store and keys are made together, by whoever asks for it, or not at all: one that is missing
 * is in a backup, and a new one in its place would hide the loss. */
static trey_status nothing_is_missing(const server_settings *settings,
                                      trey_store_message *message) {
    char seen[SETTING_PATH + 8], store[SETTING_PATH];
    const char *shown = store_shown(settings, store);
    seen_path(settings, seen);
    bool keys = is_there(settings->keys), known = is_there(seen);
    bool file = is_file(settings), stored = file && is_there(settings->store);
    if (keys && (stored || !file)) return TREY_STATUS_OK;
    if (settings->init && !stored && !known) return TREY_STATUS_OK;
    if (!keys && (stored || known))
        snprintf(
            message->text, sizeof message->text,
            "%.160s: the key file of the store %.160s is missing; get it from its copy. Nothing "
            "can be read without it, and no other fits",
            settings->keys, shown);
    else if (keys && known)
        snprintf(
            message->text, sizeof message->text,
            "%.160s: the store is missing, and %.160s remembers it; restore a backup and start "
            "with --restored. A new house needs a new key file",
            shown, seen);
    else
        snprintf(
            message->text, sizeof message->text,
            "%.160s: there is no store, or no key file; `trey serve --init` makes a new house. "
            "Where there was one, restore store and keys from their copies",
            shown);
    return TREY_STATUS_INVALID;
}

static trey_status open_keys(premises *place, const char *path, trey_store_message *message) {
    if (is_there(path)) return trey_store_keys_load(path, &place->keys, message);
    log_say(LOG_INFO, "keys_made", LOG_WORD("file", path));
    return trey_store_keys_create(path, &place->keys, message);
}

/* What the witness file has seen behind the copy that was put back stays on record, in a file of
 * its own; a new one begins. */
static void set_witness_aside(const char *witness) {
    char aside[SETTING_PATH + 32];
    snprintf(aside, sizeof aside, "%s.%lld", witness, (long long)time(NULL));
    if (witness[0] && rename(witness, aside) == 0)
        log_say(LOG_WARNING, "witness_set_aside", LOG_WORD("file", aside));
}

static trey_status open_store(premises *place, const server_settings *settings,
                              trey_store_message *message) {
    char seen[SETTING_PATH + 8];
    seen_path(settings, seen);
    const trey_store_options options = {.create = settings->init,
                                        .keys = &place->keys,
                                        .seen = seen,
                                        .restored = settings->restored,
                                        .witness = settings->witness[0] ? settings->witness : NULL,
                                        .node = settings->node[0] ? settings->node : NULL,
                                        .lease_ms = settings->lease_ms};
    if (settings->restored) {
        log_say(LOG_WARNING, "restored", LOG_WORD("forgets", seen));
        set_witness_aside(settings->witness);
    }
    return trey_store_open(&place->store, settings->store, &options, message);
}

/* ---- Jackpots and tables ------------------------------------------------------------------------
 */
static trey_status from_house(premises *place, trey_status status, trey_store_message *message) {
    if (status != TREY_STATUS_OK)
        snprintf(message->text, sizeof message->text, "%s", trey_house_message(place->house));
    return status;
}

/* Where another node was faster, what it made is ours too. */
static trey_status made_by_another(premises *place, trey_status status) {
    return status == TREY_STATUS_CONFLICT && place->nodes ? trey_house_catch_up(place->house)
                                                          : status;
}

static trey_status open_jackpots(premises *place, const server_settings *settings,
                                 trey_store_message *message) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; i < settings->jackpots && status == TREY_STATUS_OK; i++) {
        const jackpot_settings *one = &settings->jackpot[i];
        const trey_link_parameters parameters = {.bet = one->bet,
                                                 .fixed = one->contribution,
                                                 .rate = one->rate,
                                                 .reserve_rate = one->reserve_rate,
                                                 .reset = one->reset,
                                                 .ceiling = one->ceiling};
        unsigned index = trey_house_jackpot_find(place->house, one->name);
        if (index == trey_house_jackpots(place->house)) {
            status = trey_house_jackpot_open(place->house, one->name, one->rulebook, &parameters,
                                             one->start, &index);
            status = made_by_another(place, status);
        } else if (memcmp(&trey_house_jackpot(place->house, index)->parameters, &parameters,
                          sizeof parameters) != 0) {
            log_say(LOG_WARNING, "jackpot_differs", LOG_WORD("jackpot", one->name),
                    LOG_WORD("kept", "as it stands in the store"));
        }
    }
    return from_house(place, status, message);
}

static bool same_terms(const trey_table_terms *kept, const trey_table_terms *said) {
    return strcmp(kept->rulebook, said->rulebook) == 0 &&
           strcmp(kept->readings, said->readings) == 0 && strcmp(kept->values, said->values) == 0 &&
           strcmp(kept->jackpot, said->jackpot) == 0 &&
           kept->config.system_deck == said->config.system_deck &&
           kept->config.positions == said->config.positions &&
           kept->config.device == said->config.device &&
           kept->config.schedule == said->config.schedule &&
           memcmp(kept->config.minimum, said->config.minimum, sizeof kept->config.minimum) == 0 &&
           memcmp(kept->config.maximum, said->config.maximum, sizeof kept->config.maximum) == 0;
}

static trey_status open_tables(premises *place, const server_settings *settings,
                               trey_store_message *message) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; i < settings->tables && status == TREY_STATUS_OK; i++) {
        trey_table_terms terms;
        setting_place at;
        char mend[256];
        if (!table_terms(&settings->table[i], settings, &terms, &at, message->text, mend,
                         sizeof mend))
            return TREY_STATUS_INVALID;
        unsigned index = trey_house_table_find(place->house, terms.name);
        if (index == trey_house_tables(place->house)) {
            status = made_by_another(place, trey_house_table_open(place->house, &terms, &index));
        } else if (!same_terms(trey_house_terms(place->house, index), &terms)) {
            log_say(LOG_WARNING, "table_differs", LOG_WORD("table", terms.name),
                    LOG_WORD("kept", "the terms that it was opened with"));
        }
    }
    return from_house(place, status, message);
}

/* ---- Staff --------------------------------------------------------------------------------------
 */
/* The first line of a file that nobody else can read. */
static bool password_from(const char *path, char out[TREY_PASSWORD_MOST + 2],
                          trey_store_message *message) {
    struct stat about;
    FILE *file = fopen(path, "r");
    bool good = file && fstat(fileno(file), &about) == 0;
    const char *why = strerror(errno);
    if (good && (about.st_mode & 077)) {
        good = false;
        why = "others may read it; chmod 600";
    }
    if (good && !fgets(out, TREY_PASSWORD_MOST + 2, file)) {
        good = false;
        why = "it is empty";
    }
    if (file) fclose(file);
    if (good)
        out[strcspn(out, "\r\n")] = '\0';
    else
        snprintf(message->text, sizeof message->text, "password_file %s: %s", path, why);
    return good;
}

/* Twenty letters and digits that cannot be mistaken for one another: 100 bits. */
static void draw_password(char out[TREY_PASSWORD_MOST + 2]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned at = 0;
    for (unsigned i = 0; i < 20; i++) {
        if (i > 0 && i % 5 == 0) out[at++] = '-';
        out[at++] = letters[randombytes_uniform(32)];
    }
    out[at] = '\0';
}

/* Where only the owner of the server can read it, and not where terminals, journals and containers
 * keep what is printed. It is there before the account is. */
static trey_status write_first(const char *path, const char *name, unsigned role,
                               const char *password, trey_store_message *message) {
    int opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *file = opened >= 0 && fchmod(opened, 0600) == 0 ? fdopen(opened, "a") : NULL;
    bool good = file && fprintf(file, "%s\t%s\t%s\n", name, trey_office_word(role), password) > 0 &&
                fflush(file) == 0 && fsync(opened) == 0;
    if (!good)
        snprintf(message->text, sizeof message->text, "%.300s: %s: first passwords go there", path,
                 strerror(errno));
    if (file)
        fclose(file);
    else if (opened >= 0)
        close(opened);
    return good ? TREY_STATUS_OK : TREY_STATUS_NO_FILE;
}

static trey_status add_staff(premises *place, const server_settings *settings,
                             const staff_settings *person, trey_store_message *message) {
    char path[SETTING_PATH];
    char password[TREY_PASSWORD_MOST + 2];
    trey_password_hash hash;
    trey_person added;
    trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
    bool drawn = person->password_file[0] == '\0';
    if (drawn)
        draw_password(password);
    else if (!password_from(person->password_file, password, message))
        return TREY_STATUS_INVALID;
    trey_status status = trey_password_hash_of(password, &hash);
    if (status == TREY_STATUS_INVALID)
        snprintf(message->text, sizeof message->text,
                 "the password of %s has less than %d or more than %d bytes", person->name,
                 TREY_PASSWORD_LEAST, TREY_PASSWORD_MOST);
    hash.once = drawn || person->once;
    path_under(settings->data, "first-passwords", path);
    if (status == TREY_STATUS_OK)
        status = trey_people_add(place->people, person->name, (trey_office)person->role, &hash,
                                 TREY_NOBODY, &added, &refused);
    if (place->nodes && refused == TREY_PEOPLE_REFUSED_NAME_TAKEN) { /* by another node */
        sodium_memzero(password, sizeof password);
        return TREY_STATUS_OK;
    }
    if (status == TREY_STATUS_OK && refused != TREY_PEOPLE_REFUSED_NONE) {
        snprintf(message->text, sizeof message->text, "staff %s: %s", person->name,
                 trey_people_refused_text(refused));
        status = TREY_STATUS_INVALID;
    }
    if (status == TREY_STATUS_OK && drawn) {
        status = write_first(path, person->name, person->role, password, message);
        if (status == TREY_STATUS_OK)
            printf("%s, %s: the first password is in %s\n", person->name,
                   trey_office_word(person->role), path);
        fflush(stdout);
    }
    sodium_memzero(password, sizeof password);
    return status;
}

static trey_status open_people(premises *place, const server_settings *settings,
                               trey_store_message *message) {
    trey_status status = trey_people_open(&place->people, place->house, message);
    for (unsigned i = 0; i < settings->staff && status == TREY_STATUS_OK; i++) {
        if (trey_people_find(place->people, settings->person[i].name) == TREY_NOBODY)
            status = add_staff(place, settings, &settings->person[i], message);
    }
    if (status == TREY_STATUS_OK) { /* those that nobody can go on with */
        int64_t idle_ms = 0;
        for (unsigned i = 0; i < SESSION_KINDS; i++) {
            if (settings->session[i].idle_ms > idle_ms) idle_ms = settings->session[i].idle_ms;
        }
        status = trey_people_sessions_clear(place->people,
                                            trey_house_now(place->house) - idle_ms * 1250);
    }
    return status;
}

/* ---- Nodes --------------------------------------------------------------------------------------
 */
/* All nodes have the same keys, or one could not open the other's seeds. What is kept is a
 * hash over both, which gives neither away. */
static trey_status compare_keys(premises *place, const server_settings *settings,
                                trey_store_message *message) {
    trey_stream house;
    trey_kept kept;
    trey_hasher hasher;
    trey_batch *batch = NULL;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey keys 1");
    trey_hasher_add(&hasher, place->keys.sign_public, sizeof place->keys.sign_public);
    trey_hasher_add(&hasher, &place->keys.seal, sizeof place->keys.seal);
    const trey_hash own = trey_hasher_close(&hasher);
    trey_status status =
        trey_store_stream(place->store, TREY_STREAM_HOUSE, settings->house, false, 0, &house);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK; /* the house is yet to be made */
    if (status == TREY_STATUS_OK) status = trey_store_kept(place->store, house, "keys", &kept);
    if (status == TREY_STATUS_OK) {
        if (kept.size == sizeof own && memcmp(kept.body, &own, sizeof own) == 0) return status;
        snprintf(message->text, sizeof message->text,
                 "%.200s holds other keys than those of this house's other nodes; copy their key "
                 "file here, mode 600, and keep this one elsewhere",
                 settings->keys);
        return TREY_STATUS_INVALID;
    }
    if (status == TREY_STATUS_NOT_FOUND) status = trey_batch_open(&batch);
    if (status == TREY_STATUS_OK) {
        trey_batch_keep(batch, house, "keys", &own, sizeof own);
        status = trey_store_commit(place->store, batch, NULL);
    }
    trey_batch_close(batch);
    if (status != TREY_STATUS_OK)
        snprintf(message->text, sizeof message->text, "%s", trey_store_message_text(place->store));
    return status;
}

void premises_set_clock(premises *place, const trey_nodes_view *seen) {
    enum { TRIP_US_MOST = 20000 };
    int64_t ahead = seen->ahead_us + server_wall_us() - server_steady_us();
    int64_t known = atomic_load(&place->ahead_us), apart = ahead - known;
    /* What a slow answer says is worth nothing, unless it is far off. */
    bool within = apart < seen->trip_us && apart > -seen->trip_us;
    if (within || (seen->trip_us > TRIP_US_MOST && known != 0)) return;
    atomic_store(&place->ahead_us, ahead);
}

int64_t premises_clock(void *context) {
    premises *place = context;
    int64_t ahead = atomic_load(&place->ahead_us);
    return ahead ? server_steady_us() + ahead : server_wall_us();
}

int64_t premises_timer(void *context) {
    premises *place = context;
    return server_steady_us() + atomic_load(&place->ahead_us);
}

static trey_status join_nodes(premises *place, const server_settings *settings,
                              trey_store_message *message) {
    trey_nodes_view seen;
    if (!settings->node[0]) return TREY_STATUS_OK;
    trey_status status = trey_nodes_open(&place->nodes, settings->store, settings->node,
                                         settings->lease_ms, &place->keys, message);
    if (status == TREY_STATUS_OK && trey_nodes_beat(place->nodes, &seen) == TREY_STATUS_OK)
        premises_set_clock(place, &seen);
    return status;
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
trey_status premises_open(premises *place, const server_settings *settings,
                          trey_store_message *message) {
    memset(place, 0, sizeof *place);
    sodium_mlock(&place->keys, sizeof place->keys);
    message->text[0] = '\0';
    trey_status status = premises_folder(settings->data, message);
    if (status == TREY_STATUS_OK) status = nothing_is_missing(settings, message);
    if (status == TREY_STATUS_OK) status = open_keys(place, settings->keys, message);
    if (status == TREY_STATUS_OK) status = open_store(place, settings, message);
    if (status == TREY_STATUS_OK) status = join_nodes(place, settings, message);
    /* Before something is read that only the right key opens. */
    if (status == TREY_STATUS_OK && place->nodes) status = compare_keys(place, settings, message);
    if (status == TREY_STATUS_OK) {
        const trey_house_options options = {.name = settings->house,
                                            .seal = &place->keys.seal,
                                            .reveal = (trey_reveal)settings->reveal,
                                            .clock = premises_clock,
                                            .clock_context = place,
                                            .shared = place->nodes != NULL,
                                            .award_second = settings->award_second,
                                            .cash_second = settings->cash_second};
        status = trey_house_open(&place->house, place->store, &options, message);
    }
    if (status == TREY_STATUS_OK && place->nodes) status = compare_keys(place, settings, message);
    if (status == TREY_STATUS_OK) status = open_jackpots(place, settings, message);
    if (status == TREY_STATUS_OK) status = open_tables(place, settings, message);
    if (status == TREY_STATUS_OK) status = open_people(place, settings, message);
    if (status == TREY_STATUS_OK)
        status = from_house(place, trey_house_flush(place->house, NULL), message);
    /* House and store have taken what they need. */
    sodium_munlock(&place->keys, sizeof place->keys);
    if (status != TREY_STATUS_OK) {
        if (!message->text[0])
            snprintf(message->text, sizeof message->text, "%s", trey_status_text(status));
        premises_close(place);
    }
    return status;
}

void premises_close(premises *place) {
    trey_nodes_close(place->nodes);
    trey_people_close(place->people);
    trey_house_close(place->house);
    trey_store_close(place->store);
    trey_store_keys_wipe(&place->keys);
    memset(place, 0, sizeof *place);
}
