/* hostile_memory_test.c -- an image of a running server's memory: no seed of a round that is over,
 * no password that was typed, and of the keys only what is needed.
 *
 * The seed of a round is learned as an operator could: from a backup that is made while bets are
 * open, and the key file. The server is started so that its memory may be read. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trey/house.h>
#include <trey/store.h>
#include <unistd.h>

#include "cmocka_suite.h"
#include "patience.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };
static server_child server;
static char path[256];

/* ---- The image --------------------------------------------------------------------------------
 */
/* How often the bytes are in memory that can be written; -1 where it cannot be read. */
static int copies_of(const void *bytes, size_t size) {
    char name[64], line[512];
    int copies = 0;
    snprintf(name, sizeof name, "/proc/%d/maps", (int)server.pid);
    FILE *maps = fopen(name, "r");
    snprintf(name, sizeof name, "/proc/%d/mem", (int)server.pid);
    int memory = open(name, O_RDONLY | O_CLOEXEC);
    if (!maps || memory < 0) return -1;
    while (fgets(line, sizeof line, maps)) {
        uint64_t from, to;
        char rights[8];
        /* NOLINTNEXTLINE(cert-err34-c): the kernel writes them. */
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s", &from, &to, rights) != 3 ||
            rights[1] != 'w')
            continue;
        char *image = malloc(to - from);
        assert_non_null(image);
        ssize_t read = pread(memory, image, to - from, (off_t)from);
        const char *at = image;
        for (ssize_t left = read; left > 0;) {
            const char *found = memmem(at, (size_t)left, bytes, size);
            if (!found) break;
            copies++;
            left -= found + 1 - at;
            at = found + 1;
        }
        free(image);
    }
    fclose(maps);
    close(memory);
    return copies;
}

static int copies_of_text(const void *bytes, size_t size) {
    char text[2 * 64 + 1];
    for (size_t i = 0; i < size; i++)
        snprintf(text + 2 * i, 3, "%02x", ((const uint8_t *)bytes)[i]);
    return copies_of(text, 2 * size);
}

/* ---- The round --------------------------------------------------------------------------------
 */
static bool says(socket_client *client, unsigned number, const char *rest) {
    char text[256], id[64];
    socket_frame frame;
    snprintf(id, sizeof id, "\"id\":\"%032x\"", number);
    snprintf(text, sizeof text, "{%s,%s}", id, rest);
    assert_true(socket_client_say(client, text));
    assert_true(socket_client_await(client, SOON, id, &frame));
    return memmem(frame.text, frame.size, "\"ok\":true", 9) != NULL;
}

static void bets(socket_client *client) {
    unsigned number = 100;
    bool done = false;
    assert_true(says(client, 1, "\"do\":\"watch\",\"table\":\"one\""));
    assert_true(says(client, 2, "\"do\":\"sit\",\"table\":\"one\",\"seat\":3"));
    WAIT_DOING(done, {
        done =
            says(client, number++,
                 "\"do\":\"bet\",\"table\":\"one\",\"seat\":3,\"wager\":\"ante\",\"amount\":5000");
        if (!done) usleep(50000);
    });
}

/* The seed of the round that is open, out of a copy of the store. */
static trey_seed seed_in_copy(const trey_store_keys *keys) {
    char command[640];
    trey_store *store;
    trey_store_message message;
    trey_stream stream;
    trey_kept kept;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_hash commitment = {{0}}, root[TREY_STACKS];
    trey_seed seed;
    trey_sealed_seed sealed;
    uint64_t round;
    snprintf(command, sizeof command, "%s store backup %s/data/trey.db %s/copy.db >/dev/null",
             TREY_PROGRAM, server.folder, server.folder);
    assert_int_equal(system(command), 0); // NOLINT: words are the test's own
    snprintf(path, sizeof path, "%s/copy.db", server.folder);
    const trey_store_options options = {.still = true};
    assert_int_equal(trey_store_open(&store, path, &options, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_stream(store, TREY_STREAM_TABLE, "one", false, 0, &stream),
                     TREY_STATUS_OK);
    assert_int_equal(trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, stream, 0),
                     TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        if (item->record.type == TREY_RECORD_COMMITMENT)
            assert_true(trey_commitment_decode(&item->record, &round, &commitment, root));
    }
    trey_cursor_close(cursor);
    assert_int_equal(trey_store_kept(store, stream, "seed", &kept), TREY_STATUS_OK);
    assert_int_equal(kept.size, sizeof sealed.byte);
    memcpy(sealed.byte, kept.body, sizeof sealed.byte);
    assert_int_equal(trey_seed_unseal(&keys->seal, &commitment, &sealed, &seed), TREY_STATUS_OK);
    trey_store_close(store);
    return seed;
}

static void an_image_holds_no_seed_that_is_over_and_few_keys(void **state) {
    (void)state;
    static const char secret[] = "a password nobody keeps";
    trey_store_keys keys;
    trey_store_message message;
    socket_client client;
    socket_frame frame;
    http_reply reply;
    char cookie[CLIENT_TOKEN], body[128];
    assert_true(server_child_folder(
        &server, TREY_PROGRAM,
        "reveal: nobody\nprocess: {core_dumps: yes}\n"
        "tables: [{name: one, rulebook: mbs, ante: 5..500, bets_seconds: 3600, alone_seconds: 0,\n"
        "  decide_seconds: 3600, pause_seconds: 3600, step_seconds: 0}]\n"));
    assert_true(server_child_start(&server, "serve"));
    snprintf(path, sizeof path, "%s/data/trey.keys", server.folder);
    assert_int_equal(trey_store_keys_load(path, &keys, &message), TREY_STATUS_OK);
    int signs = copies_of(keys.sign_secret, 32), seals = copies_of(keys.seal.byte, 32);
    if (signs < 0) {
        print_message("the memory of another process cannot be read here\n");
        server_child_stop(&server, SIGTERM);
        server_child_remove(&server);
        skip();
    }
    /* The store signs with the one; house and store seal with the other. Nobody needs the file. */
    assert_in_range(signs, 1, 1);
    assert_in_range(seals, 1, 2);
    assert_int_equal(copies_of_text(keys.seal.byte, 32), 0);
    assert_int_equal(copies_of_text(keys.sign_secret, 32), 0);
    assert_true(socket_client_guest(&client, server.port));
    bets(&client);
    const trey_seed seed = seed_in_copy(&keys);
    assert_true(copies_of(&seed, sizeof seed) >= 1); /* or this test looks for nothing */
    assert_true(says(&client, 5, "\"do\":\"ready\",\"table\":\"one\""));
    assert_true(socket_client_await(&client, SOON, "\"phase\":\"decision\"", &frame));
    assert_true(says(&client, 6, "\"do\":\"play\",\"table\":\"one\",\"seat\":3"));
    assert_true(socket_client_await(&client, SOON, "\"settlement\":{", &frame));
    assert_true(says(&client, 7, "\"do\":\"ping\""));
    assert_int_equal(copies_of(&seed, sizeof seed), 0);
    assert_int_equal(copies_of_text(&seed, sizeof seed), 0);
    /* A password is gone when it has been hashed. */
    assert_true(client_guest(server.port, cookie));
    snprintf(body, sizeof body, "{\"name\":\"Nadia\",\"password\":\"%s\"}", secret);
    assert_true(client_ask(server.port, "/api/join", cookie, body, &reply));
    assert_int_equal(reply.status, 200);
    assert_true(says(&client, 8, "\"do\":\"ping\""));
    assert_int_equal(copies_of(secret, strlen(secret)), 0);
    assert_int_equal(copies_of(secret + 14, strlen(secret) - 14), 0);
    socket_client_close(&client);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

/* Otherwise nobody but the system's owner can read it, and it leaves no core. */
static void a_server_cannot_be_dumped(void **state) {
    (void)state;
    char line[256], name[64];
    bool checked = false;
    assert_true(server_child_folder(&server, TREY_PROGRAM, ""));
    assert_true(server_child_start(&server, "serve"));
    snprintf(name, sizeof name, "/proc/%d/limits", (int)server.pid);
    FILE *limits = fopen(name, "r");
    assert_non_null(limits);
    while (fgets(line, sizeof line, limits)) {
        if (strncmp(line, "Max core file size", 18) != 0) continue;
        checked = true;
        assert_non_null(strstr(line, " 0 "));
    }
    fclose(limits);
    assert_true(checked);
    snprintf(name, sizeof name, "/proc/%d/status", (int)server.pid);
    FILE *status = fopen(name, "r");
    assert_non_null(status);
    unsigned filtered = 0;
    while (fgets(line, sizeof line, status)) {
        filtered += strcmp(line, "NoNewPrivs:\t1\n") == 0;
#ifdef TREY_SANDBOX
        filtered += strcmp(line, "Seccomp:\t2\n") == 0;
#endif
    }
    fclose(status);
#ifdef TREY_SANDBOX
    assert_int_equal(filtered, 2);
#else
    assert_int_equal(filtered, 1);
#endif
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_image_holds_no_seed_that_is_over_and_few_keys),
        cmocka_unit_test(a_server_cannot_be_dumped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
