/* node_letters.c -- see the header. */
#include "node_letters.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 2 * TREY_NODE_NAME_MAX + LETTER_PROCESS + 48, COMMIT_MAC = 16 };
static const char to_all[] = "*"; /* which no node is called */

void letters_key(const trey_store_keys *keys, trey_seal_key *out) {
    trey_seal_key_derive(&keys->seal, "trey nodes 1", out);
}

void letters_close(letter_office *office) {
    sodium_memzero(office, sizeof *office);
}

static trey_hash about(void) {
    static const char words[] = "trey letter 1";
    return trey_hash_of(words, sizeof words - 1);
}

size_t letter_seal(letter_office *office, const char *to, int64_t now_us, const char *text,
                   size_t size, char out[LETTER_NOTICE_MAX + 1]) {
    uint8_t plain[HEAD_MAX + TREY_LETTER_MAX], sealed[sizeof plain + TREY_SEAL_EXTRA];
    const trey_hash what = about();
    TREY_ASSERT(size <= TREY_LETTER_MAX);
    int head =
        snprintf((char *)plain, HEAD_MAX, "%s %s %s %" PRIu64 " %" PRId64 "\n", to ? to : to_all,
                 office->name, office->process, office->written + 1, now_us);
    memcpy(plain + head, text, size);
    size_t count = (size_t)head + size;
    if (trey_seal(&office->key, &what, plain, count, trey_entropy_kernel, NULL, sealed) !=
        TREY_STATUS_OK)
        return 0;
    office->written++;
    sodium_bin2base64(out, LETTER_NOTICE_MAX + 1, sealed, count + TREY_SEAL_EXTRA,
                      sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    return strlen(out);
}

/* ---- Taking ---------------------------------------------------------------------------------- */
typedef struct letter_head {
    char to[TREY_NODE_NAME_MAX], from[TREY_NODE_NAME_MAX], process[LETTER_PROCESS];
    uint64_t number;
    int64_t time;
} letter_head;

/* What only a node has written needs little looking at. */
static bool read_head(const char *line, letter_head *out) {
    /* NOLINTNEXTLINE(cert-err34-c): it was sealed by a node. */
    return sscanf(line, "%31s %31s %32s %" SCNu64 " %" SCNd64, out->to, out->from, out->process,
                  &out->number, &out->time) == 5;
}

static letter_writer *writer_of(letter_office *office, const char *name) {
    letter_writer *oldest = &office->writer[0];
    for (unsigned i = 0; i < office->writers; i++) {
        if (strcmp(office->writer[i].name, name) == 0) return &office->writer[i];
        if (office->writer[i].time < oldest->time) oldest = &office->writer[i];
    }
    if (office->writers < sizeof office->writer / sizeof *office->writer)
        oldest = &office->writer[office->writers++];
    memset(oldest, 0, sizeof *oldest);
    snprintf(oldest->name, sizeof oldest->name, "%s", name);
    return oldest;
}

/* Each once, in the order in which they were written; of a process that took another's place
 * only what it wrote since. */
static bool in_turn(letter_office *office, const letter_head *head, int64_t now_us) {
    int64_t age = now_us - head->time;
    if (age > LETTER_AGE_US || age < -LETTER_AGE_US || head->time < office->since_us) return false;
    letter_writer *writer = writer_of(office, head->from);
    bool same = strcmp(writer->process, head->process) == 0;
    if (same ? head->number <= writer->number : head->time <= writer->time) return false;
    memcpy(writer->process, head->process, sizeof writer->process);
    writer->number = head->number;
    if (head->time > writer->time) writer->time = head->time;
    return true;
}

static bool unseal(letter_office *office, const char *notice, uint8_t *plain, size_t room,
                   size_t *count) {
    uint8_t sealed[LETTER_NOTICE_MAX];
    size_t size = 0;
    const trey_hash what = about();
    bool good = sodium_base642bin(sealed, sizeof sealed, notice, strlen(notice), NULL, &size, NULL,
                                  sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0 &&
                size > TREY_SEAL_EXTRA && size - TREY_SEAL_EXTRA < room;
    *count = good ? size - TREY_SEAL_EXTRA : 0;
    return good && trey_unseal(&office->key, &what, sealed, size, plain) == TREY_STATUS_OK;
}

bool letter_open(letter_office *office, const char *to, int64_t now_us, const char *notice,
                 trey_nodes_news *out) {
    uint8_t plain[HEAD_MAX + TREY_LETTER_MAX + 1];
    size_t count;
    letter_head head;
    if (!unseal(office, notice, plain, sizeof plain, &count)) {
        office->forged++;
        return false;
    }
    plain[count] = '\0';
    const char *end = memchr(plain, '\n', count);
    bool mine = end && read_head((const char *)plain, &head) &&
                strcmp(head.to, to ? to : to_all) == 0 && strcmp(head.from, office->name) != 0;
    if (mine && !in_turn(office, &head, now_us)) {
        office->stale++;
        return false;
    }
    size_t size = mine ? count - (size_t)(end + 1 - (const char *)plain) : 0;
    if (!mine || size > TREY_LETTER_MAX) {
        /* One's own comes back from the channel of all, which is nobody's forgery. */
        if (!end || strcmp(head.from, office->name) != 0) office->forged++;
        return false;
    }
    snprintf(out->from, sizeof out->from, "%s", head.from);
    memcpy(out->text, end + 1, size);
    out->text[size] = '\0';
    out->size = size;
    out->committed = 0;
    return true;
}

/* ---- Commits --------------------------------------------------------------------------------- */
void commit_notice(const trey_seal_key *key, uint64_t records, char out[COMMIT_NOTICE_MAX]) {
    uint8_t mac[COMMIT_MAC];
    char digits[2 * COMMIT_MAC + 1], number[24];
    snprintf(number, sizeof number, "%" PRIu64, records);
    crypto_generichash(mac, sizeof mac, (const uint8_t *)number, strlen(number), key->byte,
                       sizeof key->byte);
    sodium_bin2hex(digits, sizeof digits, mac, sizeof mac);
    snprintf(out, COMMIT_NOTICE_MAX, "%s %s", number, digits);
}

/* The same again, or an older one, tells nothing. */
bool commit_noticed(letter_office *office, const char *notice, uint64_t *records) {
    char expected[COMMIT_NOTICE_MAX];
    *records = strtoull(notice, NULL, 10);
    commit_notice(&office->key, *records, expected);
    if (strlen(notice) != strlen(expected) ||
        sodium_memcmp(notice, expected, strlen(expected)) != 0) {
        office->forged++;
        return false;
    }
    if (*records <= office->committed) return false;
    office->committed = *records;
    return true;
}
