/* postgres_nodes.c -- nodes on a connection of their own.
 *
 * It is not the store's, because the store's may wait for the lock, and a node that waits
 * for another one is alive. A beat is one round trip: it writes the row, without waiting for
 * the disk, and reads everybody's row and the leaders. */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "node_letters.h"
#include "postgres_parts.h"
#include "trey/nodes.h"

struct trey_nodes {
    PGconn *connection; /* NULL: to be made */
    char *address;
    char name[TREY_NODE_NAME_MAX];
    unsigned lease_ms;
    int64_t beaten_ms;  /* when the last beat was */
    int64_t judging_ms; /* until then others are judged by what this node missed itself */
    uint32_t missed_ms; /* so much */
    bool joined;
    trey_lead_seen *lead;
    size_t leads, lead_room;
    letter_office letters;
    int64_t ahead_us; /* the database's clock before this machine's */
    trey_store_message message;
};

bool trey_node_name_good(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length < TREY_NODE_NAME_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

static trey_status says(trey_nodes *nodes, trey_status status, const char *what, const char *why) {
    snprintf(nodes->message.text, sizeof nodes->message.text, "node %s: %s%s%s", nodes->name, what,
             why ? ": " : "", why ? why : "");
    nodes->message.text[strcspn(nodes->message.text, "\n")] = '\0';
    return status;
}

static trey_status lost(trey_nodes *nodes, const char *what) {
    trey_status status =
        says(nodes, TREY_STATUS_STORE_LOST, what, PQerrorMessage(nodes->connection));
    PQfinish(nodes->connection);
    nodes->connection = NULL;
    return status;
}

/* ---- Asking ---------------------------------------------------------------------------------
 * Text in, text out: there is little of it. */
static trey_status ask(trey_nodes *nodes, const char *what, const char *sql,
                       const char *const *argument, int arguments, PGresult **out) {
    int64_t until = postgres_now_ms() + nodes->lease_ms;
    PGresult *result = NULL, *next;
    *out = NULL;
    if (PQsendQueryParams(nodes->connection, sql, arguments, NULL, argument, NULL, NULL, 0) != 1)
        return lost(nodes, what);
    for (;;) {
        if (!postgres_await(nodes->connection, until)) {
            PQclear(result);
            return lost(nodes, what);
        }
        next = PQgetResult(nodes->connection);
        if (!next) break;
        PQclear(result);
        result = next;
    }
    ExecStatusType ended = PQresultStatus(result);
    if (ended == PGRES_TUPLES_OK || ended == PGRES_COMMAND_OK) {
        *out = result;
        return TREY_STATUS_OK;
    }
    PQclear(result);
    return lost(nodes, what);
}

static trey_status tell(trey_nodes *nodes, const char *what, const char *sql) {
    PGresult *result;
    trey_status status = ask(nodes, what, sql, NULL, 0, &result);
    PQclear(result);
    return status;
}

/* ---- Connecting --------------------------------------------------------------------------------
 */
static bool finish_connecting(trey_nodes *nodes) {
    int64_t until = postgres_now_ms() + nodes->lease_ms;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (next != PGRES_POLLING_OK) {
        struct pollfd wait = {.fd = PQsocket(nodes->connection),
                              .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int64_t left = until - postgres_now_ms();
        if (left <= 0 || wait.fd < 0 || poll(&wait, 1, (int)left) <= 0) return false;
        next = PQconnectPoll(nodes->connection);
        if (next == PGRES_POLLING_FAILED) return false;
    }
    return true;
}

static void say_nothing(void *context, const PGresult *notice) {
    (void)context, (void)notice;
}

static trey_status make_connection(trey_nodes *nodes) {
    static const char *const keys[] = {"application_name", "dbname", NULL};
    const char *const values[] = {"trey-node", nodes->address, NULL};
    char listen[160];
    if (nodes->connection) return TREY_STATUS_OK;
    nodes->connection = PQconnectStartParams(keys, values, 1);
    if (!nodes->connection) return says(nodes, TREY_STATUS_NO_MEMORY, "no memory", NULL);
    if (PQstatus(nodes->connection) == CONNECTION_BAD || !finish_connecting(nodes))
        return lost(nodes, "no connection to the server");
    PQsetNoticeReceiver(nodes->connection, say_nothing, NULL);
    trey_status status = tell(nodes, "set up the connection", "SET synchronous_commit = off");
    if (status == TREY_STATUS_OK) status = tell(nodes, "listen", "LISTEN trey");
    if (status == TREY_STATUS_OK) status = tell(nodes, "listen", "LISTEN trey_nodes");
    snprintf(listen, sizeof listen, "LISTEN \"trey_node_%s\"", nodes->name);
    return status == TREY_STATUS_OK ? tell(nodes, "listen", listen) : status;
}

/* ---- Beating -------------------------------------------------------------------------------- */
/* Somebody else of this name who is alive keeps it. */
static const char join_sql[] =
    "INSERT INTO trey.node AS n (name, process, lease_ms, seen) VALUES ($1, decode($2, 'hex'),"
    " $3::integer, clock_timestamp()) ON CONFLICT (name) DO UPDATE SET process = excluded.process,"
    " lease_ms = excluded.lease_ms, seen = excluded.seen WHERE n.process = excluded.process OR"
    " n.seen < clock_timestamp() - n.lease_ms * interval '1 ms'"
    " RETURNING (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

/* Everybody's row as it was before this beat, and behind them the leaders. */
static const char beat_sql[] =
    "WITH beat AS (UPDATE trey.node SET seen = clock_timestamp() WHERE name = $1 AND"
    " process = decode($2, 'hex') RETURNING 1)"
    " SELECT 0, name, (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint,"
    " lease_ms::bigint, (SELECT count(*) FROM beat) FROM trey.node"
    " WHERE seen > clock_timestamp() - interval '1 hour'"
    " UNION ALL SELECT id, leader, epoch, 0, 0 FROM trey.stream WHERE kind = 1"
    " UNION ALL SELECT -1, '', records, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,"
    " 0 FROM trey.head ORDER BY 1, 2";

static uint64_t number_at(const PGresult *result, int row, int column) {
    return strtoull(PQgetvalue(result, row, column), NULL, 10);
}

static int64_t wall_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t servers_us(const trey_nodes *nodes) {
    return wall_us() + nodes->ahead_us;
}

static void set_clock(trey_nodes *nodes, int64_t servers, int64_t asked, int64_t answered) {
    nodes->ahead_us = servers - (asked + (answered - asked) / 2);
    /* Letters of before were for whoever had the name before. */
    if (!nodes->joined) nodes->letters.since_us = servers;
}

static trey_status join(trey_nodes *nodes) {
    char lease[16];
    const char *const argument[] = {nodes->name, nodes->letters.process, lease};
    int64_t asked = wall_us();
    PGresult *result;
    snprintf(lease, sizeof lease, "%u", nodes->lease_ms);
    trey_status status = ask(nodes, "join the others", join_sql, argument, 3, &result);
    if (status != TREY_STATUS_OK) return status;
    bool taken = PQntuples(result) == 0;
    if (!taken) set_clock(nodes, (int64_t)number_at(result, 0, 0), asked, wall_us());
    PQclear(result);
    if (taken)
        return says(nodes, nodes->joined ? TREY_STATUS_CONFLICT : TREY_STATUS_STORE_BUSY,
                    "another process of this name is running; give each its own", NULL);
    nodes->joined = true;
    return TREY_STATUS_OK;
}

static void copy_name(const PGresult *result, int row, char out[TREY_NODE_NAME_MAX]) {
    snprintf(out, TREY_NODE_NAME_MAX, "%s", PQgetvalue(result, row, 1));
}

static void see_node(trey_nodes *nodes, const PGresult *result, int row, trey_nodes_view *out) {
    if (out->nodes == TREY_NODES_MAX) return;
    trey_node_seen *seen = &out->node[out->nodes++];
    copy_name(result, row, seen->name);
    int64_t age = strtoll(PQgetvalue(result, row, 2), NULL, 10);
    uint64_t lease = number_at(result, row, 3);
    seen->age_ms = age < 0 ? 0 : age > UINT32_MAX ? UINT32_MAX : (uint32_t)age;
    bool self = strcmp(seen->name, nodes->name) == 0;
    uint64_t excused = postgres_now_ms() < nodes->judging_ms ? nodes->missed_ms : 0;
    seen->alive = self || seen->age_ms < lease + excused;
}

static bool see_lead(trey_nodes *nodes, const PGresult *result, int row) {
    if (!TREY_LIST_ROOM(nodes->lead, nodes->leads, nodes->lead_room)) return false;
    trey_lead_seen *lead = &nodes->lead[nodes->leads++];
    *lead = (trey_lead_seen){.stream = (trey_stream)number_at(result, row, 0),
                             .epoch = number_at(result, row, 2)};
    copy_name(result, row, lead->node);
    return true;
}

/* After a gap of one's own, whoever was not seen for as long may have had the same one. */
static void note_gap(trey_nodes *nodes) {
    int64_t now = postgres_now_ms(), gap = nodes->beaten_ms ? now - nodes->beaten_ms : 0;
    nodes->beaten_ms = now;
    if (gap < nodes->lease_ms) return;
    nodes->missed_ms = gap > UINT32_MAX ? UINT32_MAX : (uint32_t)gap;
    nodes->judging_ms = now + nodes->lease_ms;
}

static trey_status read_view(trey_nodes *nodes, const PGresult *result, trey_nodes_view *out,
                             bool *mine) {
    *out = (trey_nodes_view){.nodes = 0};
    nodes->leads = 0;
    *mine = false;
    for (int row = 0; row < PQntuples(result); row++) {
        if (PQgetvalue(result, row, 0)[0] == '-') {
            out->records = number_at(result, row, 2);
            out->ahead_us = (int64_t)number_at(result, row, 3);
        } else if (number_at(result, row, 0) == 0) {
            see_node(nodes, result, row, out);
            *mine = *mine || number_at(result, row, 4) == 1;
        } else if (!see_lead(nodes, result, row)) {
            return says(nodes, TREY_STATUS_NO_MEMORY, "no memory", NULL);
        }
    }
    out->lead = nodes->lead;
    out->leads = nodes->leads;
    return TREY_STATUS_OK;
}

trey_status trey_nodes_beat(trey_nodes *nodes, trey_nodes_view *out) {
    const char *const argument[] = {nodes->name, nodes->letters.process};
    PGresult *result;
    int64_t asked = 0;
    bool mine = false;
    trey_status status = make_connection(nodes);
    for (unsigned tries = 0; status == TREY_STATUS_OK && !mine && tries < 2; tries++) {
        if (tries > 0) status = join(nodes); /* its row was taken, or is gone */
        asked = wall_us();
        if (status == TREY_STATUS_OK)
            status = ask(nodes, "say that it is there", beat_sql, argument, 2, &result);
        if (status != TREY_STATUS_OK) break;
        note_gap(nodes);
        int64_t answered = wall_us();
        status = read_view(nodes, result, out, &mine);
        out->trip_us = answered - asked;
        out->ahead_us -= asked + out->trip_us / 2;
        if (mine) nodes->ahead_us = out->ahead_us;
        PQclear(result);
    }
    return status;
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
static bool draw_process(trey_nodes *nodes) {
    uint8_t bytes[16];
    if (!trey_entropy_kernel(NULL, bytes, sizeof bytes)) return false;
    for (unsigned i = 0; i < sizeof bytes; i++)
        snprintf(nodes->letters.process + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

trey_status trey_nodes_open(trey_nodes **out, const char *address, const char *name,
                            unsigned lease_ms, const trey_store_keys *keys,
                            trey_store_message *message) {
    trey_nodes *nodes = calloc(1, sizeof *nodes);
    *out = NULL;
    message->text[0] = '\0';
    TREY_ASSERT(trey_node_name_good(name) && lease_ms > 0);
    if (!nodes || !(nodes->address = strdup(address)) || !draw_process(nodes)) {
        free(nodes);
        return TREY_STATUS_NO_MEMORY;
    }
    snprintf(nodes->name, sizeof nodes->name, "%s", name);
    snprintf(nodes->letters.name, sizeof nodes->letters.name, "%s", name);
    letters_key(keys, &nodes->letters.key);
    nodes->lease_ms = lease_ms;
    /* One that was killed a moment ago still has its lease. */
    int64_t until = postgres_now_ms() + 2 * (int64_t)lease_ms;
    trey_status status;
    for (;;) {
        status = make_connection(nodes);
        if (status == TREY_STATUS_OK) status = join(nodes);
        bool again = status == TREY_STATUS_STORE_BUSY || status == TREY_STATUS_STORE_LOST;
        if (!again || postgres_now_ms() > until) break;
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    }
    if (status == TREY_STATUS_OK) {
        *out = nodes;
        return status;
    }
    *message = nodes->message;
    trey_nodes_drop(nodes);
    return status;
}

void trey_nodes_drop(trey_nodes *nodes) {
    if (!nodes) return;
    PQfinish(nodes->connection);
    letters_close(&nodes->letters);
    free(nodes->address);
    free(nodes->lead);
    free(nodes);
}

void trey_nodes_close(trey_nodes *nodes) {
    if (!nodes) return;
    const char *const argument[] = {nodes->name, nodes->letters.process};
    PGresult *result;
    if (nodes->connection &&
        ask(nodes, "leave", "DELETE FROM trey.node WHERE name = $1 AND process = decode($2, 'hex')",
            argument, 2, &result) == TREY_STATUS_OK)
        PQclear(result);
    trey_nodes_drop(nodes);
}

const char *trey_nodes_message(const trey_nodes *nodes) {
    return nodes->message.text;
}

/* ---- Letters ------------------------------------------------------------------------------------
 * Many go with one question: each transaction that notifies takes a lock of the whole
 * server. */
enum { POSTED_AT_ONCE = 32, NOTIFY_TEXT = sizeof "pg_notify($99, $99), " };

typedef struct sealed_letter {
    char channel[TREY_NODE_NAME_MAX + 16];
    char text[LETTER_NOTICE_MAX + 1];
} sealed_letter;

static bool seal(trey_nodes *nodes, const trey_letter_out *letter, sealed_letter *out) {
    snprintf(out->channel, sizeof out->channel, letter->to ? "trey_node_%s" : "trey_nodes",
             letter->to);
    return letter_seal(&nodes->letters, letter->to, servers_us(nodes), letter->text, letter->size,
                       out->text) > 0;
}

static trey_status post_some(trey_nodes *nodes, const trey_letter_out *letter, int count) {
    const char *argument[2 * POSTED_AT_ONCE];
    char sql[16 + POSTED_AT_ONCE * NOTIFY_TEXT] = "SELECT";
    size_t used = strlen(sql);
    PGresult *result = NULL;
    sealed_letter *sealed = calloc((size_t)count, sizeof *sealed);
    if (!sealed) return says(nodes, TREY_STATUS_NO_MEMORY, "no memory", NULL);
    for (int i = 0; i < count; i++) {
        if (!seal(nodes, &letter[i], &sealed[i])) {
            free(sealed);
            return says(nodes, TREY_STATUS_NO_ENTROPY, "no letter can be sealed", NULL);
        }
        argument[2 * i] = sealed[i].channel;
        argument[2 * i + 1] = sealed[i].text;
        used += (size_t)snprintf(sql + used, sizeof sql - used, "%s pg_notify($%d, $%d)",
                                 i ? "," : "", 2 * i + 1, 2 * i + 2);
    }
    trey_status status = ask(nodes, "post letters", sql, argument, 2 * count, &result);
    PQclear(result);
    free(sealed);
    return status;
}

trey_status trey_nodes_post(trey_nodes *nodes, const trey_letter_out *letter, size_t count) {
    trey_status status = make_connection(nodes);
    for (size_t i = 0; status == TREY_STATUS_OK && i < count; i += POSTED_AT_ONCE) {
        size_t some = count - i < POSTED_AT_ONCE ? count - i : POSTED_AT_ONCE;
        status = post_some(nodes, &letter[i], (int)some);
    }
    return status;
}

int trey_nodes_descriptor(const trey_nodes *nodes) {
    return nodes->connection ? PQsocket(nodes->connection) : -1;
}

static bool read_notice(trey_nodes *nodes, const PGnotify *notice, trey_nodes_news *out) {
    out->committed = 0;
    out->size = 0;
    if (strcmp(notice->relname, "trey") == 0)
        return commit_noticed(&nodes->letters, notice->extra, &out->committed);
    bool all = strcmp(notice->relname, "trey_nodes") == 0;
    return letter_open(&nodes->letters, all ? NULL : nodes->name, servers_us(nodes), notice->extra,
                       out);
}

trey_nodes_dropped trey_nodes_refused(const trey_nodes *nodes) {
    return (trey_nodes_dropped){nodes->letters.forged, nodes->letters.stale};
}

bool trey_nodes_next(trey_nodes *nodes, trey_nodes_news *out) {
    PGnotify *notice;
    if (!nodes->connection) return false;
    if (!PQconsumeInput(nodes->connection)) {
        lost(nodes, "hear what is new");
        return false;
    }
    while ((notice = PQnotifies(nodes->connection))) {
        bool good = read_notice(nodes, notice, out);
        PQfreemem(notice);
        if (good) return true;
    }
    return false;
}
