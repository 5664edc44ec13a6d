/* bench_server.h -- trey bench --server: what the server bears. */
#ifndef TREY_BENCH_SERVER_H
#define TREY_BENCH_SERVER_H

/* Behind --server: its own options. Returns the exit status. */
int bench_server(int argc, char **argv);

/* A bare libwebsockets echo server in a process of its own: its port, or 0. */
#include <stdint.h>
#include <sys/types.h>
uint16_t bench_echo_start(pid_t *process);

#endif
