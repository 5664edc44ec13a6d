/* totp.h -- time-based one-time passwords of RFC 6238, with SHA-1 as every app has it. */
#ifndef TREY_TOTP_H
#define TREY_TOTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOTP_DIGITS = 6, SHA1_BYTES = 20 };

void totp_hmac(const uint8_t *key, size_t key_size, const void *bytes, size_t size,
               uint8_t out[SHA1_BYTES]);
/* The code of one step of time, in decimal digits and a zero. */
void totp_code(const uint8_t *secret, size_t size, uint64_t step, char out[TOTP_DIGITS + 1]);
/* RFC 4648, without padding; room for the zero. */
void base32_print(const uint8_t *bytes, size_t size, char *out, size_t room);
/* Returns how many bytes, or 0 for what is no base 32 or does not fit. */
size_t base32_parse(const char *text, uint8_t *out, size_t room);

#endif
