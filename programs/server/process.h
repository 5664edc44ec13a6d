/* process.h -- what the process gives up: core dumps, privileges, files and system calls.
 *
 * A server that has been taken over, through a mistake in a library say, can do as little as
 * possible: no other program, no file but its own, no call that it does not need. */
#ifndef TREY_PROCESS_H
#define TREY_PROCESS_H

#include "settings.h"

/* At the start. False, and why, where it may not run so: as root without being told to. */
bool process_begin(const server_settings *settings, char *why, size_t room);
/* While there is one thread: only these files from now on (Landlock). What the kernel lacks is
 * told in the log, and the server goes on without. */
void process_limit_files(const server_settings *settings);
/* For all threads, when all is open: only the calls of a list from now on (seccomp). Any other ends
 * the process, with a line in the log. */
void process_limit_calls(const server_settings *settings);

#endif
