/* server_child.h -- a server of one's own: started, asked, and stopped again. */
#ifndef TREY_SERVER_CHILD_H
#define TREY_SERVER_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct server_child {
    pid_t pid;
    uint16_t port;
    char folder[64]; /* settings.yaml, data/, log; made by server_child_folder */
    char program[512];
    bool not_new; /* `--init` is not said, also where there is no key file */
} server_child;

/* A new folder under $TMPDIR or /tmp, with these settings; `listen` is added. */
bool server_child_folder(server_child *child, const char *program, const char *settings);
/* Starts `program serve --config ...` (or without the word, for a stand-in) and waits for
 * its address. Can be started again after it has ended. */
bool server_child_start(server_child *child, const char *word);
/* Sends the signal and waits; its exit status, or -1 when it does not end, and then it is
 * killed. */
int server_child_stop(server_child *child, int signal);
/* Waits only. */
int server_child_wait(server_child *child);
void server_child_remove(server_child *child);
/* A file of the folder, to be freed; empty where there is none. */
char *server_child_file(const server_child *child, const char *name);
/* Memory in use, in kB. */
long server_child_memory(const server_child *child);
/* A figure of /metrics, by its name and label as printed; -1. */
double server_child_metric(const server_child *child, const char *name);

#endif
