/* verify_fair.c -- commitments, pledges, shares, cuts, decks and fates, in their order.
 *
 * docs/fairness.md says what each of them is. Hashes are worked out by lib/check; nothing
 * here calls the shuffler. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

void fair_tell(const fair_replay *fair, fair_round *out) {
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < fair->pledges; i++)
        out->pledge[i] = (trey_check_pledge){fair->pledge[i].player, fair->pledge[i].pledge,
                                             fair->pledge[i].opened ? fair->pledge[i].share : NULL};
    out->round = (trey_check_round){.round = fair->round,
                                    .commitment = fair->commitment.byte,
                                    .root = {fair->root[0].byte, fair->root[1].byte},
                                    .pledge = out->pledge,
                                    .pledges = fair->pledges};
}

bool fair_commitment(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    uint64_t round;
    trey_hash commitment, root[TREY_STACKS], expected;
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    if (!trey_commitment_decode(v->record, &round, &commitment, root))
        return verify_fault(v, "the commitment cannot be read", NULL, NULL);
    if (!table->terms.config.system_deck)
        return verify_fault(v, "there is a commitment at a table whose cards are entered", NULL,
                            NULL);
    if (fair->committed) return verify_fault(v, "the commitment before it has no end", NULL, NULL);
    if (table->state.phase != TREY_PHASE_IDLE || round != table->state.round + UINT64_C(1))
        return verify_fault_numbers(v, "the commitment is for another round",
                                    table->state.round + UINT64_C(1), round);
    memset(fair, 0, sizeof *fair);
    fair->committed = fair->fresh = true;
    fair->round = round;
    fair->commitment = commitment;
    memcpy(fair->root, root, sizeof fair->root);
    v->report->commitments++;
    if (!v->house_known) return true;
    const trey_check_round told = {.house = v->house,
                                   .table = table->terms.name,
                                   .round = round,
                                   .rulebook = table->book_hash.byte,
                                   .root = {root[0].byte, root[1].byte}};
    trey_check_commitment(&told, expected.byte);
    if (trey_hash_equal(&expected, &commitment)) return true;
    return verify_fault(v,
                        "the commitment is not to these stacks in this round, or the house had "
                        "another name when it was dealt",
                        trey_hash_print(&expected, a), trey_hash_print(&commitment, b));
}

/* ---- Shares ------------------------------------------------------------------------------- */
static fair_pledge *pledge_by(fair_replay *fair, trey_player player) {
    for (unsigned i = 0; i < fair->pledges; i++) {
        if (fair->pledge[i].player == player) return &fair->pledge[i];
    }
    return NULL;
}

static void drop_without_stake(fair_replay *fair, const trey_table *state) {
    unsigned left = 0;
    for (unsigned i = 0; i < fair->pledges; i++) {
        if (trey_has_stake(state, fair->pledge[i].player)) fair->pledge[left++] = fair->pledge[i];
    }
    fair->pledges = left;
}

void fair_follow(table_replay *table) {
    fair_replay *fair = &table->fair;
    if (!fair->committed || fair->fixed || table->state.phase != TREY_PHASE_CLOSED) return;
    drop_without_stake(fair, &table->state);
    fair->fixed = true;
}

bool fair_pledge_record(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    trey_command_id id;
    trey_player player;
    trey_hash hash;
    if (!trey_pledge_decode(v->record, &id, &player, &hash))
        return verify_fault(v, "the pledge cannot be read", NULL, NULL);
    if (!answers_command(v, &id)) return false;
    if (!fair->committed || fair->fresh || table->state.phase != TREY_PHASE_BETTING)
        return verify_fault(v, "a pledge comes while bets are open, and not now", NULL, NULL);
    if (!trey_has_stake(&table->state, player))
        return verify_fault(v, "a pledge comes from somebody without a bet", NULL, NULL);
    if (trey_aborts_suspended(&table->aborts, player, fair->round))
        return verify_fault(v, "a pledge comes from somebody who withheld a share lately", NULL,
                            NULL);
    if (pledge_by(fair, player))
        return verify_fault(v, "somebody pledges twice in a round", NULL, NULL);
    if (fair->pledges == TREY_PLEDGES) drop_without_stake(fair, &table->state);
    TREY_ASSERT(fair->pledges < TREY_PLEDGES);
    fair_pledge *pledge = &fair->pledge[fair->pledges++];
    *pledge = (fair_pledge){.player = player};
    memcpy(pledge->pledge, hash.byte, sizeof pledge->pledge);
    return true;
}

bool fair_share_record(verifying *v, verify_stream *stream) {
    fair_replay *fair = &stream->table->fair;
    trey_command_id id;
    trey_player player;
    trey_share share;
    uint8_t expected[TREY_CHECK_BYTES];
    if (!trey_share_decode(v->record, &id, &player, &share))
        return verify_fault(v, "the share cannot be read", NULL, NULL);
    if (!answers_command(v, &id)) return false;
    fair_pledge *pledge = pledge_by(fair, player);
    if (!fair->fixed || fair->cut || fair->withheld || !pledge || pledge->opened)
        return verify_fault(v, "a share comes that nobody waits for", NULL, NULL);
    const trey_check_pledge told = {player, pledge->pledge, share.byte};
    trey_check_pledge_of(fair->commitment.byte, &told, expected);
    if (memcmp(expected, pledge->pledge, sizeof expected) != 0)
        return verify_fault(v, "a share is not what its pledge was made of", NULL, NULL);
    memcpy(pledge->share, share.byte, sizeof pledge->share);
    pledge->opened = true;
    return true;
}

static unsigned shares_due(const fair_replay *fair) {
    unsigned due = 0;
    for (unsigned i = 0; i < fair->pledges; i++) due += !fair->pledge[i].opened;
    return due;
}

bool fair_withheld(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    trey_player missing[TREY_PLEDGES];
    uint64_t round;
    unsigned count, met = 0;
    if (!trey_withheld_decode(v->record, &round, missing, &count))
        return verify_fault(v, "whose share did not come cannot be read", NULL, NULL);
    if (!fair->fixed || fair->cut || fair->withheld || round != fair->round ||
        table->state.phase != TREY_PHASE_CLOSED)
        return verify_fault(v, "no shares are waited for here", NULL, NULL);
    for (unsigned i = 0; i < fair->pledges && met < count; i++) {
        if (!fair->pledge[i].opened && fair->pledge[i].player == missing[met]) met++;
    }
    if (met != count || count != shares_due(fair))
        return verify_fault_numbers(v, "other shares did not come", shares_due(fair), count);
    fair->withheld = true;
    trey_aborts_note_withheld(&table->aborts, round, missing, count);
    return true;
}

bool fair_cut(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    fair_replay *fair = &table->fair;
    trey_cut_record *cut = &fair->cut_to;
    fair_round told;
    trey_hash expected;
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    if (!trey_cut_decode(v->record, cut))
        return verify_fault(v, "the cut cannot be read", NULL, NULL);
    if (!fair->fixed || fair->fresh || fair->cut || fair->withheld ||
        table->state.phase != TREY_PHASE_CLOSED)
        return verify_fault(v, "a cut comes once, after the closing call, and not now", NULL, NULL);
    if (cut->round != fair->round)
        return verify_fault_numbers(v, "the cut is of another round", fair->round, cut->round);
    if (shares_due(fair) > 0)
        return verify_fault_numbers(v, "the deck is cut, and shares are missing", 0,
                                    shares_due(fair));
    fair_tell(fair, &told);
    trey_check_list(&told.round, expected.byte);
    if (!trey_hash_equal(&cut->list, &expected))
        return verify_fault(v, "the hash of the list is not over the pledges that were made",
                            trey_hash_print(&expected, a), trey_hash_print(&cut->list, b));
    trey_check_joint(&told.round, expected.byte);
    if (!trey_hash_equal(&cut->joint, &expected))
        return verify_fault(v, "the cut is not what the shares come to",
                            trey_hash_print(&expected, a), trey_hash_print(&cut->joint, b));
    fair->cut = fair->fresh = true;
    table->tally.alone += fair->pledges == 0;
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

/* Is it the seed of the stacks that the house committed to? */
static bool committed_to(const fair_replay *fair, const uint8_t *seed) {
    uint8_t root[TREY_STACKS][TREY_CHECK_BYTES];
    trey_check_roots(seed, root);
    return memcmp(root[0], fair->root[0].byte, TREY_CHECK_BYTES) == 0 &&
           memcmp(root[1], fair->root[1].byte, TREY_CHECK_BYTES) == 0;
}

/* Without the key: the seed, if it was shown to all when the round was over. One that does
 * not fit is left for its own record to be named. */
static bool deck_by_seed(verifying *v, verify_stream *stream) {
    fair_replay *fair = &stream->table->fair;
    uint8_t seed[TREY_SEED_BYTES];
    fair_round told;
    if (!scout_seed(v, stream->item.id, fair->round, seed)) return !v->stopped;
    if (!committed_to(fair, seed)) return true;
    fair_tell(fair, &told);
    told.round.seed = seed;
    trey_check_deck(&told.round, fair->deck);
    fair->deck_known = true;
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
    if (!shown && !sealed) {
        v->report->seeds_unread++;
        return seeds_check(v, stream, NULL);
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
    if (fate.withheld != fair->withheld || (fate.withheld && !voided))
        return verify_fault(v, "whether a share was withheld is not as the round had it", NULL,
                            NULL);
    if (voided != fair->fate_void || fate.dealt != fair->fate_dealt ||
        fate.cause != fair->fate_cause)
        return verify_fault(v, "the round ended in another way", fair->fate_void ? "void" : "dealt",
                            voided ? "void" : "dealt");
    if (!check_seed(v, stream, &fate)) return false;
    table->tally.dealt += !voided;
    table->tally.voided += voided;
    table->tally.voided_dealt += voided && fate.dealt;
    trey_aborts_note_fate(&table->aborts, &fate);
    table->tally.interrupted = table->aborts.interrupted;
    table->tally.withheld = table->aborts.withheld;
    if (v->deciding == stream && v->next == v->decision.count) v->deciding = NULL;
    memset(fair, 0, sizeof *fair);
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
    bool good =
        opens(v, kept->body, &table->fair.commitment, seed) && committed_to(&table->fair, seed);
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

/* Which rounds of a table came to nothing, and whose shares did not come. */
static bool kept_aborts(verifying *v, verify_stream *stream, const trey_kept *kept) {
    table_replay *table = stream->table;
    const trey_aborts *due = &table->aborts;
    trey_aborts kept_here;
    bool same = trey_aborts_decode(kept, &kept_here) && kept_here.before == due->before &&
                kept_here.after == due->after && kept_here.interrupted == due->interrupted &&
                kept_here.withheld == due->withheld && kept_here.people == due->people;
    for (unsigned i = 0; same && i < due->people; i++) {
        const trey_withholder *a = &kept_here.person[i], *b = &due->person[i];
        same = a->player == b->player && a->times == b->times && a->until == b->until;
    }
    table->aborts_kept = true;
    return same || fault_kept(v, stream, "the void rounds that are kept are not those that it had");
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
    if (stream->table && strcmp(kept->name, TREY_ABORTS_NAME) == 0)
        return kept_aborts(v, stream, kept);
    if (people_kept(stream, kept)) return true;
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
        const table_replay *table = stream->table;
        if (table && !table->aborts_kept && table->aborts.before + table->aborts.after > 0)
            good = fault_kept(v, stream, "no count of its void rounds is kept");
        const link_replay *link = stream->link;
        if (good && link && link->unpaid.count > 0 && !link->unpaid_kept)
            good = fault_kept(v, stream, "awards that it missed are not kept as unpaid");
    }
    return good;
}
