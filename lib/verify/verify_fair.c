/* verify_fair.c -- commitments, nonces, roots, decks and fates, in their order.
 *
 * docs/fairness.md says what each of them is. Hashes are worked out by lib/check; nothing
 * here calls the shuffler. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

static void fair_over(fair_replay *fair) {
    fair_nonce *nonce = fair->nonce;
    size_t room = fair->nonce_room;
    memset(fair, 0, sizeof *fair);
    fair->nonce = nonce;
    fair->nonce_room = room;
}

bool fair_commitment(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    uint64_t round;
    trey_hash commitment;
    if (!trey_commitment_decode(v->record, &round, &commitment))
        return verify_fault(v, "the commitment cannot be read", NULL, NULL);
    if (!table->terms.config.system_deck)
        return verify_fault(v, "there is a commitment at a table whose cards are entered", NULL,
                            NULL);
    if (fair->committed) return verify_fault(v, "the commitment before it has no end", NULL, NULL);
    if (table->state.phase != TREY_PHASE_IDLE || round != table->state.round + UINT64_C(1))
        return verify_fault_numbers(v, "the commitment is for another round",
                                    table->state.round + UINT64_C(1), round);
    fair_over(fair);
    fair->committed = fair->fresh = true;
    fair->round = round;
    fair->commitment = commitment;
    v->report->commitments++;
    return true;
}

bool fair_nonce_record(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    trey_command_id id;
    trey_player player;
    uint8_t bytes[TREY_NONCE_MAX];
    size_t count;
    if (!trey_nonce_decode(v->record, &id, &player, bytes, &count) || player == TREY_NOBODY)
        return verify_fault(v, "the nonce cannot be read", NULL, NULL);
    if (!answers_command(v, &id)) return false;
    if (!fair->committed || fair->fresh || table->state.phase != TREY_PHASE_BETTING)
        return verify_fault(v, "a nonce comes while bets are open, and not now", NULL, NULL);
    if (!TREY_LIST_ROOM(fair->nonce, fair->nonce_count, fair->nonce_room))
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for nonces");
    fair_nonce *nonce = &fair->nonce[fair->nonce_count++];
    nonce->player = player;
    nonce->size = (uint8_t)count;
    memcpy(nonce->byte, bytes, count);
    return true;
}

/* ---- The root ----------------------------------------------------------------------------- */
static void add(uint8_t **to, const void *bytes, size_t count) {
    memcpy(*to, bytes, count);
    *to += count;
}

static void add_text(uint8_t **to, const char *text) {
    uint8_t length = (uint8_t)strlen(text);
    add(to, &length, 1);
    add(to, text, length);
}

static void add_number(uint8_t **to, uint64_t number) {
    for (unsigned i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)(number >> (8 * i));
        add(to, &byte, 1);
    }
}

static bool nonces_hash(verifying *v, const fair_replay *fair, trey_hash *out) {
    char player[TREY_PLAYER_NAME_MAX];
    size_t most = 64 + fair->nonce_count * (TREY_NONCE_MAX + 8 + 1 + TREY_PLAYER_NAME_MAX);
    uint8_t *bytes = malloc(most), *to = bytes;
    if (!bytes) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for nonces");
    add_text(&to, "trey nonces 1");
    for (size_t i = 0; i < fair->nonce_count; i++) {
        add_text(&to, trey_nonce_player(fair->nonce[i].player, player));
        add_number(&to, fair->nonce[i].size);
        add(&to, fair->nonce[i].byte, fair->nonce[i].size);
    }
    add_number(&to, fair->nonce_count);
    trey_check_hash(bytes, (size_t)(to - bytes), out->byte);
    free(bytes);
    return true;
}

bool fair_root(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    uint64_t round;
    trey_hash nonces, expected;
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    if (!trey_root_decode(v->record, &round, &nonces, &fair->root))
        return verify_fault(v, "the root cannot be read", NULL, NULL);
    if (!fair->committed || fair->fresh || fair->rooted || table->state.phase != TREY_PHASE_CLOSED)
        return verify_fault(v, "a root comes once, after the closing call, and not now", NULL,
                            NULL);
    if (round != fair->round)
        return verify_fault_numbers(v, "the root is of another round", fair->round, round);
    if (!nonces_hash(v, fair, &expected)) return false;
    if (!trey_hash_equal(&nonces, &expected))
        return verify_fault(v, "the hash of the nonces is not over those that came",
                            trey_hash_print(&expected, a), trey_hash_print(&nonces, b));
    fair->nonces = nonces;
    fair->rooted = fair->fresh = true;
    return true;
}

/* ---- The deck -------------------------------------------------------------------------------- */
static bool deck_by_key(verifying *v, fair_replay *fair) {
    trey_event event;
    if (!trey_event_unseal(v->record, &v->options->keys->seal, &event))
        return verify_fault(v,
                            "the sealed deck does not open: it was changed, or the key file is "
                            "of another house",
                            NULL, NULL);
    if (event.kind != TREY_EVENT_DECK || event.cards.count != TREY_CARDS)
        return verify_fault(v, "what is sealed is no deck", NULL, NULL);
    memcpy(fair->deck, event.cards.card, TREY_CARDS);
    fair->deck_known = true;
    return true;
}

/* Is it the seed that the house committed to? Nobody has looked at its record yet. */
static bool committed_to(const verifying *v, const table_replay *table, const uint8_t *seed) {
    uint8_t bytes[512], *to = bytes;
    trey_hash hash;
    add_text(&to, "trey commitment 1");
    add_text(&to, v->house);
    add_text(&to, table->terms.name);
    add_number(&to, table->fair.round);
    add(&to, table->book_hash.byte, TREY_HASH_BYTES);
    add(&to, seed, TREY_SEED_BYTES);
    trey_check_hash(bytes, (size_t)(to - bytes), hash.byte);
    return trey_hash_equal(&hash, &table->fair.commitment);
}

/* Without the key: the seed, if it was shown to all when the round was over. One that does
 * not fit is left for its own record to be named. */
static bool deck_by_seed(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    uint8_t seed[TREY_SEED_BYTES];
    if (!v->house_known || !scout_seed(v, stream->item.id, fair->round, seed)) return !v->stopped;
    if (!committed_to(v, table, seed)) return true;
    trey_check_nonce *nonce = calloc(fair->nonce_count + 1, sizeof *nonce);
    char(*player)[TREY_PLAYER_NAME_MAX] = calloc(fair->nonce_count + 1, sizeof *player);
    if (nonce && player) {
        trey_check_round round;
        seeds_round(v, table, seed, nonce, player, &round);
        trey_check_deck(&round, fair->deck);
        fair->deck_known = true;
    }
    free(nonce);
    free(player);
    if (!fair->deck_known) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for nonces");
    return true;
}

bool fair_deck(verifying *v, verify_stream *stream) {
    fair_replay *fair = &stream->table->fair;
    trey_reader from = {v->record->body, v->record->size, false};
    int64_t round = trey_read_number(&from);
    if (from.bad || round < 0 || (uint64_t)round != fair->round)
        return verify_fault(v, "the sealed deck is of another round", NULL, NULL);
    fair->deck_known = false;
    return v->options->keys ? deck_by_key(v, fair) : deck_by_seed(v, stream);
}

/* ---- The fate ----------------------------------------------------------------------------------
 */
/* The seed that an auditor may see: XChaCha20-Poly1305, its nonce in front, bound to the
 * commitment. */
static bool opens(const verifying *v, const uint8_t *sealed, const trey_hash *commitment,
                  uint8_t seed[TREY_SEED_BYTES]) {
    enum { NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES };
    return crypto_aead_xchacha20poly1305_ietf_decrypt(
               seed, NULL, NULL, sealed + NONCE, TREY_SEALED_BYTES - NONCE, commitment->byte,
               TREY_HASH_BYTES, sealed, v->options->keys->seal.byte) == 0;
}

static bool unseal_seed(verifying *v, const trey_fate_record *fate, const trey_hash *commitment,
                        uint8_t seed[TREY_SEED_BYTES]) {
    if (opens(v, fate->sealed.byte, commitment, seed)) return true;
    return verify_fault(v,
                        "the sealed seed does not open: it was changed, or the key file is of "
                        "another house",
                        NULL, NULL);
}

static bool check_seed(verifying *v, verify_stream *stream, const trey_fate_record *fate) {
    uint8_t seed[TREY_SEED_BYTES];
    bool shown = fate->reveal == TREY_REVEAL_ALL;
    bool sealed = fate->reveal == TREY_REVEAL_AUDITOR && v->options->keys;
    if ((!shown && !sealed) || !v->house_known) {
        v->report->seeds_unread++;
        return true;
    }
    memcpy(seed, fate->seed.byte, sizeof seed);
    if (sealed && !unseal_seed(v, fate, &stream->table->fair.commitment, seed)) return false;
    bool good = seeds_check(v, stream, seed);
    sodium_memzero(seed, sizeof seed);
    return good;
}

bool fair_fate(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    trey_fate_record fate;
    if (!trey_fate_decode(v->record, &fate))
        return verify_fault(v, "the fate of the round cannot be read", NULL, NULL);
    if (!fair->fate_due) return verify_fault(v, "no round has ended here", NULL, NULL);
    if (fate.round != fair->round)
        return verify_fault_numbers(v, "it is the fate of another round", fair->round, fate.round);
    bool voided = fate.fate == TREY_FATE_VOID;
    if (voided != fair->fate_void || fate.dealt != fair->fate_dealt ||
        fate.cause != fair->fate_cause)
        return verify_fault(v, "the round ended in another way", fair->fate_void ? "void" : "dealt",
                            voided ? "void" : "dealt");
    if (!check_seed(v, stream, &fate)) return false;
    table->tally.dealt += !voided;
    table->tally.voided += voided;
    table->tally.voided_dealt += voided && fate.dealt;
    if (v->deciding == stream && v->next == v->decision.count) v->deciding = NULL;
    fair_over(fair);
    return true;
}

/* ---- What is kept -----------------------------------------------------------------------------
 */
static bool fault_kept(verifying *v, const verify_stream *stream, const char *what) {
    char name[SAID_MAX];
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL, "%s: %s",
                               verify_stream_name(stream, name), what);
}

/* The sealed seed of the running round. Only the key tells whether it is the one. */
static bool kept_seed(verifying *v, verify_stream *stream, const trey_kept *kept) {
    const table_replay *table = stream->table;
    uint8_t seed[TREY_SEED_BYTES];
    if (!table || !table->fair.committed)
        return fault_kept(v, stream, "a seed is kept, and no round is running");
    if (kept->size != TREY_SEALED_BYTES)
        return fault_kept(v, stream, "what is kept for the running round is no seed");
    stream->seed_kept = true;
    if (!v->options->keys) {
        v->report->kept_unread++;
        return true;
    }
    bool good = opens(v, kept->body, &table->fair.commitment, seed) &&
                (!v->house_known || committed_to(v, table, seed));
    sodium_memzero(seed, sizeof seed);
    if (!good)
        return fault_kept(v, stream,
                          "the seed that is kept for the running round is not the one that was "
                          "committed to, or the key file is of another house");
    return true;
}

/* Awards that a jackpot did not hear of, as the records of its tables have them. */
static bool kept_unpaid(verifying *v, verify_stream *stream, const trey_kept *kept) {
    const trey_unpaid_list *due = &stream->link->unpaid;
    trey_unpaid_list list;
    bool same = trey_unpaid_decode(kept, &list) && list.count == due->count;
    for (unsigned i = 0; same && i < list.count; i++) {
        const trey_unpaid *a = &list.award[i], *b = &due->award[i];
        same = a->table == b->table && a->seat == b->seat && a->player == b->player &&
               a->round == b->round && a->value == b->value && a->award.n == b->award.n &&
               a->award.d == b->award.d && a->players_first_card == b->players_first_card &&
               a->players_third_card == b->players_third_card &&
               a->dealers_third_card == b->dealers_third_card;
    }
    stream->link->unpaid_kept = true;
    return same || fault_kept(v, stream, "the unpaid awards are not those that it missed");
}

static bool kept_item(verifying *v, const trey_kept *kept) {
    if (kept->stream == 0 || kept->stream > v->streams)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "something is kept for stream %u, and there is no such stream",
                                   kept->stream);
    verify_stream *stream = &v->stream[kept->stream - 1];
    if (strcmp(kept->name, "seed") == 0) return kept_seed(v, stream, kept);
    if (stream->link && strcmp(kept->name, TREY_UNPAID_NAME) == 0)
        return kept_unpaid(v, stream, kept);
    if (people_kept(v, stream, kept)) return true;
    return fault_kept(v, stream, "something is kept under a name that no house uses");
}

bool fair_kept(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    bool good = true;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_KEPT, 0);
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        good = kept_item(v, &item->kept);
    trey_cursor_close(cursor);
    if (good && status != TREY_STATUS_OK) return verify_store_fails(v, status);
    for (size_t i = 0; good && i < v->streams; i++) {
        const verify_stream *stream = &v->stream[i];
        if (stream->table && stream->table->fair.committed && !stream->seed_kept)
            v->report->kept_missing++;
        const link_replay *link = stream->link;
        if (link && link->unpaid.count > 0 && !link->unpaid_kept)
            good = fault_kept(v, stream, "awards that it missed are not kept as unpaid");
    }
    return good;
}
