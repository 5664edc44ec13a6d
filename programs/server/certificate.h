/* certificate.h -- the certificate and its key: are they good, and are there new ones? */
#ifndef TREY_CERTIFICATE_H
#define TREY_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>

/* False, and `why` says what is wrong with which file. */
bool certificate_good(const char *certificate, const char *key, char *why, size_t room);
/* Puts them into a context of OpenSSL, which later connections use. */
bool certificate_renew(void *ssl_context, const char *certificate, const char *key, char *why,
                       size_t room);

/* TLS 1.2 with keys that are not kept and ciphers that authenticate, or 1.3; nothing below,
 * whatever the library's defaults are. */
bool certificate_strict(void *ssl_context, bool only_latest);

#endif
