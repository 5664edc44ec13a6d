/* control_socket.h -- where a running server can be asked about its store.
 *
 * A SQLite store belongs to one process. While `trey serve` has it open, `trey store` asks
 * the server through a Unix socket beside the file, STORE-control, which is its user's
 * alone. One request a connection, one line of JSON each way:
 *
 *   {"trey-control": 1, "do": "backup", "file": "/an/absolute/path"}
 *   {"trey-control": 1, "do": "info"}
 *
 *   {"trey-control": 1, "ok": true, ...}
 *   {"trey-control": 1, "ok": false, "status": "store_busy", "text": "..."}
 *
 * docs/store.md is the contract; programs/trey/store_control.c is the other end. */
#ifndef TREY_CONTROL_SOCKET_H
#define TREY_CONTROL_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

#define CONTROL_END "-control"
enum { CONTROL_VERSION = 1, CONTROL_LINE_MAX = 32768, CONTROL_PATH_MAX = 4096 };

/* Is it a file, which can have such a socket? A database server needs none. */
bool control_socket_fits(const char *store);
/* The path of the socket of a store that exists; false with errno. */
bool control_socket_path(const char *store, char out[CONTROL_PATH_MAX]);
/* A descriptor, or -1 with errno. Whoever binds has the store locked, so that a socket which
 * is there already was left by a process that died: it is removed. Any other file is not
 * (EEXIST). */
int control_socket_bind(const char *path);
/* The user at the other end is ours, or root. */
bool control_socket_trusts(int caller);

#endif
