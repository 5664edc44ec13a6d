/* seed.c -- entropy, the commitment to it, and how it is kept while a round is open. */
#include <sodium.h>
#include <string.h>
#include <sys/random.h>

#include "trey/shuffle.h"

bool trey_entropy_kernel(void *context, void *out, size_t count) {
    uint8_t probe;
    (void)context;
    /* libsodium ends the process when the kernel has nothing to give; ask first. */
    if (sodium_init() < 0 || getrandom(&probe, 1, GRND_NONBLOCK) != 1) return false;
    randombytes_buf(out, count);
    return true;
}

trey_status trey_seed_draw(trey_entropy *entropy, void *context, trey_seed *out) {
    static const trey_seed nothing;
    *out = nothing;
    if (!entropy(context, out->byte, sizeof out->byte)) return TREY_STATUS_NO_ENTROPY;
    /* A source that says it worked and gave nothing. */
    return sodium_is_zero(out->byte, sizeof out->byte) ? TREY_STATUS_NO_ENTROPY : TREY_STATUS_OK;
}

void trey_seed_wipe(trey_seed *seed) {
    sodium_memzero(seed, sizeof *seed);
}

/* ---- Sealed ------------------------------------------------------------------------- */
enum { NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES };
_Static_assert(TREY_SEALED_BYTES ==
                   NONCE + crypto_aead_xchacha20poly1305_ietf_ABYTES + TREY_SEED_BYTES,
               "nonce, tag and seed");
_Static_assert(TREY_SEAL_KEY_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "the key");

trey_status trey_seal(const trey_seal_key *key, const trey_hash *about, const void *bytes,
                      size_t count, trey_entropy *entropy, void *context, uint8_t *out) {
    if (!entropy(context, out, NONCE)) return TREY_STATUS_NO_ENTROPY;
    crypto_aead_xchacha20poly1305_ietf_encrypt(out + NONCE, NULL, bytes, count, about->byte,
                                               TREY_HASH_BYTES, NULL, out, key->byte);
    return TREY_STATUS_OK;
}

trey_status trey_unseal(const trey_seal_key *key, const trey_hash *about, const uint8_t *sealed,
                        size_t count, void *out) {
    if (count < TREY_SEAL_EXTRA) return TREY_STATUS_INVALID;
    int opened =
        crypto_aead_xchacha20poly1305_ietf_decrypt(out, NULL, NULL, sealed + NONCE, count - NONCE,
                                                   about->byte, TREY_HASH_BYTES, sealed, key->byte);
    return opened == 0 ? TREY_STATUS_OK : TREY_STATUS_INVALID;
}

trey_status trey_seed_seal(const trey_seal_key *key, const trey_hash *commitment,
                           const trey_seed *seed, trey_entropy *entropy, void *context,
                           trey_sealed_seed *out) {
    return trey_seal(key, commitment, seed->byte, sizeof seed->byte, entropy, context, out->byte);
}

trey_status trey_seed_unseal(const trey_seal_key *key, const trey_hash *commitment,
                             const trey_sealed_seed *sealed, trey_seed *out) {
    return trey_unseal(key, commitment, sealed->byte, sizeof sealed->byte, out->byte);
}

void trey_seal_key_derive(const trey_seal_key *key, const char *purpose, trey_seal_key *out) {
    crypto_generichash(out->byte, sizeof out->byte, (const uint8_t *)purpose, strlen(purpose),
                       key->byte, sizeof key->byte);
}

/* ---- Published ------------------------------------------------------------------------ */
trey_hash trey_commitment_of(const trey_round_name *name, const trey_hash root[TREY_STACKS]) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey commitment 1");
    trey_hasher_add_text(&hasher, name->house);
    trey_hasher_add_text(&hasher, name->table);
    trey_hasher_add_number(&hasher, name->round);
    trey_hasher_add(&hasher, name->rulebook.byte, TREY_HASH_BYTES);
    for (unsigned i = 0; i < TREY_STACKS; i++)
        trey_hasher_add(&hasher, root[i].byte, TREY_HASH_BYTES);
    return trey_hasher_close(&hasher);
}

trey_hash trey_pledge_of(const trey_hash *commitment, uint32_t player, const trey_share *share) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey pledge 1");
    trey_hasher_add(&hasher, commitment->byte, TREY_HASH_BYTES);
    trey_hasher_add_number(&hasher, player);
    trey_hasher_add(&hasher, share->byte, sizeof share->byte);
    return trey_hasher_close(&hasher);
}

trey_hash trey_pledges_hash(const trey_hash *commitment, const trey_pledge *pledge, size_t count) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey pledges 1");
    trey_hasher_add(&hasher, commitment->byte, TREY_HASH_BYTES);
    trey_hasher_add_number(&hasher, count);
    for (size_t i = 0; i < count; i++) {
        trey_hasher_add_number(&hasher, pledge[i].player);
        trey_hasher_add(&hasher, pledge[i].pledge.byte, TREY_HASH_BYTES);
    }
    return trey_hasher_close(&hasher);
}

trey_hash trey_joint_of(const trey_hash *pledges, const trey_pledge *pledge, size_t count) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey shares 1");
    trey_hasher_add(&hasher, pledges->byte, TREY_HASH_BYTES);
    for (size_t i = 0; i < count; i++) {
        TREY_ASSERT(pledge[i].opened);
        trey_hasher_add(&hasher, pledge[i].share.byte, TREY_SHARE_BYTES);
    }
    return trey_hasher_close(&hasher);
}
