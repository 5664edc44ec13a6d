/* witness_server.h -- the HTTP interface of a witness, as C2SP tlog-witness has it.
 *
 *   POST /add-checkpoint          a log submits a checkpoint, and gets a cosignature
 *   GET  /ORIGIN-HASH/checkpoint  what was cosigned last
 *
 * TLS and a prefix are a proxy's business. */
#ifndef TREY_WITNESS_SERVER_H
#define TREY_WITNESS_SERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trey/witness.h>

typedef struct witness_server witness_server;
/* The witness is used under the lock. NULL, and why, where it cannot listen. */
witness_server *witness_server_open(const char *host, uint16_t port, trey_witness *witness,
                                    pthread_mutex_t *lock, char *why, size_t room);
uint16_t witness_server_port(const witness_server *server);
/* Serves until something came, or until it is woken. */
void witness_server_turn(witness_server *server);
/* A turn ends at once. From any thread or a signal's handler. */
void witness_server_wake(witness_server *server);
void witness_server_close(witness_server *server); /* NULL is fine */

#endif
