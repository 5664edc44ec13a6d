/* server.h -- the network in front of the floor: opens, runs, and stops when it is told. */
#ifndef TREY_SERVER_H
#define TREY_SERVER_H

#include "settings.h"

enum { SERVER_DONE = 0, SERVER_UNUSABLE = 2, SERVER_FAILED = 3 };

/* Runs until a signal comes or a flush fails; returns the exit status. Prints the address
 * on standard output when it can be reached. `web` is the front end's folder, or NULL. */
int server_run(const server_settings *settings, const char *web);

/* The addresses and files that server_run would open, for --check. */
int server_check(const server_settings *settings, const char *web);

#endif
