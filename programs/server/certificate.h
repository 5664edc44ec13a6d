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

#endif
