/* certificate.c -- the certificate and its key.
 *
 * libwebsockets speaks TLS; this only says what is wrong with a file before it is asked
 * to, and changes the papers of a running server. */
#include "certificate.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>
#include <stdio.h>
#include <string.h>

/* The first error is the cause: those behind it only say where it was noticed. */
static bool fails(const char *path, const char *what, char *why, size_t room) {
    unsigned long error = ERR_peek_error();
    const char *reason = !error                    ? NULL
                         : ERR_SYSTEM_ERROR(error) ? strerror((int)ERR_GET_REASON(error))
                                                   : ERR_reason_error_string(error);
    snprintf(why, room, "%s: %s%s%s", path, what, reason ? ": " : "", reason ? reason : "");
    ERR_clear_error();
    return false;
}

static bool mismatch(void) {
    unsigned long error = ERR_peek_last_error();
    return ERR_GET_LIB(error) == ERR_LIB_X509 &&
           ERR_GET_REASON(error) == X509_R_KEY_VALUES_MISMATCH;
}

static bool use(SSL_CTX *context, const char *certificate, const char *key, char *why,
                size_t room) {
    ERR_clear_error();
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return fails(certificate, "no certificate in PEM can be read there", why, room);
    bool good = SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1;
    if (!good && !mismatch())
        return fails(key, "no private key in PEM can be read there", why, room);
    good = good && SSL_CTX_check_private_key(context) == 1;
    if (good) return true;
    ERR_clear_error();
    snprintf(why, room,
             "%s: this is not the key of the certificate %s; name two that belong "
             "together",
             key, certificate);
    return false;
}

bool certificate_good(const char *certificate, const char *key, char *why, size_t room) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) return fails(certificate, "no memory", why, room);
    bool good = use(context, certificate, key, why, room);
    SSL_CTX_free(context);
    return good;
}

bool certificate_strict(void *ssl_context, bool only_latest) {
    SSL_CTX *context = ssl_context;
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    return SSL_CTX_set_min_proto_version(context, only_latest ? TLS1_3_VERSION : TLS1_2_VERSION) ==
               1 &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK") == 1 &&
           SSL_CTX_set_ciphersuites(context, "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:"
                                             "TLS_AES_128_GCM_SHA256") == 1;
}

bool certificate_renew(void *ssl_context, const char *certificate, const char *key, char *why,
                       size_t room) {
    /* First in a context of its own: half a change would leave no papers at all. */
    return certificate_good(certificate, key, why, room) &&
           use(ssl_context, certificate, key, why, room);
}
