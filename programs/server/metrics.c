/* metrics.c -- /metrics: what a monitor wants to know, as Prometheus reads it. */
#include "metrics.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "http_answers.h"

typedef struct sheet {
    char *text;
    size_t size, room;
} sheet;

__attribute__((format(printf, 2, 3))) static void add(sheet *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(to->text + to->size, to->room - to->size, format, arguments);
    va_end(arguments);
    if (more > 0 && (size_t)more < to->room - to->size) to->size += (size_t)more;
}

static void figure(sheet *to, const char *name, const char *type, const char *help,
                   uint64_t value) {
    add(to, "# HELP trey_%s %s\n# TYPE trey_%s %s\ntrey_%s %" PRIu64 "\n", name, help, name, type,
        name, value);
}

static void add_network(sheet *to, const network *net) {
    const network_counts *count = &net->count;
    figure(to, "connections", "gauge", "Connections that are open.", net->open);
    figure(to, "sockets", "gauge", "WebSockets that are open.", net->sockets);
    figure(to, "sessions", "gauge", "People signed in.", sessions_count(net->sessions));
    figure(to, "connections_total", "counter", "Connections accepted.", count->accepted);
    figure(to, "sockets_total", "counter", "WebSockets opened.", count->sockets_opened);
    figure(to, "requests_total", "counter", "HTTP requests.", count->requests);
    figure(to, "socket_messages_total", "counter", "Messages from sockets.", count->messages);
    figure(to, "socket_frames_total", "counter", "Frames to sockets.", count->frames);
    figure(to, "received_bytes_total", "counter", "Bytes received.", count->bytes_in);
    figure(to, "sent_bytes_total", "counter", "Bytes sent.", count->bytes_out);
    add(to, "# HELP trey_cuts_total Connections refused or cut, by reason.\n"
            "# TYPE trey_cuts_total counter\n");
    for (unsigned i = 0; i < CUT_REASONS; i++)
        add(to, "trey_cuts_total{reason=\"%s\"} %" PRIu64 "\n", cut_word(i), count->cut[i]);
    add(to, "# HELP trey_answers_total HTTP answers, by class of status.\n"
            "# TYPE trey_answers_total counter\n");
    for (unsigned i = 1; i < 6; i++)
        add(to, "trey_answers_total{class=\"%uxx\"} %" PRIu64 "\n", i, count->answered[i]);
}

static void add_floor(sheet *to, const floor_report *report) {
    const trey_floor_figures *floor = &report->figures;
    figure(to, "visits", "gauge", "Visits on the floor.", floor->visits);
    figure(to, "people", "gauge", "People on the floor.", floor->people);
    figure(to, "messages_total", "counter", "Messages heard.", floor->messages);
    figure(to, "refused_total", "counter", "Messages that the rules refused.", floor->refused);
    figure(to, "malformed_total", "counter", "Messages that were malformed.", floor->malformed);
    figure(to, "commands_total", "counter", "Commands that were carried out.", floor->commands);
    figure(to, "rounds_total", "counter", "Rounds settled.", floor->rounds);
    figure(to, "voids_total", "counter", "Rounds declared void.", floor->voids);
    figure(to, "frames_total", "counter", "Frames made.", floor->frames);
    figure(to, "frame_bytes_total", "counter", "Bytes of them.", floor->frame_bytes);
    figure(to, "inbox_bytes", "gauge", "Bytes that wait for the floor.", report->inbox_bytes);
    figure(to, "inbox_bytes_most", "gauge", "The most that ever waited.", report->inbox_most);
    figure(to, "outbox_items_most", "gauge", "The most frames that ever waited for the network.",
           report->outbox_most);
}

static void add_flushes(sheet *to, const floor_report *report) {
    uint64_t sum = 0;
    add(to,
        "# HELP trey_flush_seconds How long a flush took.\n# TYPE trey_flush_seconds histogram\n");
    for (unsigned i = 0; i < FLUSH_BUCKETS; i++) {
        sum += report->flush_bucket[i];
        add(to, "trey_flush_seconds_bucket{le=\"%g\"} %" PRIu64 "\n", flush_bucket_ms[i] / 1000,
            sum);
    }
    add(to,
        "trey_flush_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\ntrey_flush_seconds_sum %.6f\n"
        "trey_flush_seconds_count %" PRIu64 "\n",
        report->flushes, report->flush_seconds, report->flushes);
}

static void add_jackpots(sheet *to, const floor_report *report) {
    if (report->jackpots == 0) return;
    add(to,
        "# HELP trey_meter_cents What a jackpot's display shows.\n# TYPE trey_meter_cents gauge\n");
    for (unsigned i = 0; i < report->jackpots; i++) {
        char name[2 * TREY_STREAM_NAME_MAX];
        size_t size = 0;
        for (const char *at = report->jackpot[i].name; *at; at++) {
            if (*at == '"' || *at == '\\') name[size++] = '\\';
            name[size++] = *at;
        }
        name[size] = '\0';
        add(to, "trey_meter_cents{jackpot=\"%s\"} %" PRId64 "\n", name, report->jackpot[i].value);
    }
}

static void add_node(sheet *to, const floor_report *report) {
    const trey_floor_figures *floor = &report->figures;
    const node_report *node = &report->node;
    if (!report->shared) return;
    add(to,
        "# HELP trey_node This node, by its name.\n# TYPE trey_node gauge\n"
        "trey_node{name=\"%s\"} 1\n",
        node->name);
    add(to,
        "# HELP trey_lease_age_seconds Since the database heard of this node.\n"
        "# TYPE trey_lease_age_seconds gauge\ntrey_lease_age_seconds %.3f\n",
        (double)node->beat_age_ms / 1000);
    figure(to, "nodes", "gauge", "Nodes that are alive, with this one.", node->others + 1);
    figure(to, "tables_led", "gauge", "Tables that this node deals.", floor->leads);
    figure(to, "cut_off", "gauge", "1 while the database cannot be reached.", node->cut_off);
    figure(to, "cut_offs_total", "counter", "How often that was so.", node->cuts);
    figure(to, "takeovers_total", "counter", "Tables that this node began to deal.", floor->led);
    figure(to, "tables_lost_total", "counter", "Tables that went to others.", floor->lost);
    figure(to, "forwards_total", "counter", "Messages that went to other nodes.", floor->forwarded);
    figure(to, "forwards_taken_total", "counter", "Messages that came from them.",
           floor->for_others);
    figure(to, "forwards_again_total", "counter", "Messages that were sent again.",
           floor->forwarded_again);
    figure(to, "forwards_lost_total", "counter", "Messages that nobody answered.",
           floor->unanswered);
    figure(to, "batches_lost_total", "counter", "Flushes that were given up and heard again.",
           floor->heard_again);
    figure(to, "letters_sent_total", "counter", "Letters to other nodes.", node->letters_sent);
    figure(to, "letters_lost_total", "counter", "Letters that could not be sent.",
           node->letters_lost);
    figure(to, "letters_forged_total", "counter",
           "Letters between nodes that no node has written; they were dropped.",
           node->letters_forged);
    figure(to, "letters_stale_total", "counter",
           "Letters that came twice, out of turn or too late; they were dropped.",
           node->letters_stale);
}

void metrics_answer(connection *one, const floor_report *report) {
    sheet to = {.room = 1 << 16};
    to.text = malloc(to.room);
    if (!to.text) {
        http_refuse(one, 503, "busy", "no memory");
        return;
    }
    add_network(&to, one->net);
    add_floor(&to, report);
    add_flushes(&to, report);
    add_jackpots(&to, report);
    add_node(&to, report);
    http_answer_text(one, "text/plain; version=0.0.4; charset=utf-8", to.text, to.size);
    free(to.text);
}
