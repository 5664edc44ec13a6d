/* server_child.c -- a server of one's own: started, asked, and stopped again. */
#include "server_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "socket_client.h"

bool server_child_folder(server_child *child, const char *program, const char *settings) {
    char path[128];
    const char *under = getenv("TMPDIR");
    memset(child, 0, sizeof *child);
    snprintf(child->program, sizeof child->program, "%s", program);
    snprintf(child->folder, sizeof child->folder, "%.40s/trey-XXXXXX",
             under && *under ? under : "/tmp");
    if (!mkdtemp(child->folder)) return false;
    snprintf(path, sizeof path, "%s/settings.yaml", child->folder);
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "listen: 127.0.0.1:0\n%s", settings);
    return fclose(file) == 0;
}

static void become_server(const server_child *child, const char *word, int out) {
    char settings[128], data[128], log[128], keys[160];
    snprintf(settings, sizeof settings, "%s/settings.yaml", child->folder);
    snprintf(data, sizeof data, "%s/data", child->folder);
    snprintf(log, sizeof log, "%s/log", child->folder);
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(127);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that dies leaves no server behind */
    /* The first start makes the house. */
    snprintf(keys, sizeof keys, "%s/trey.keys", data);
    const char *init = access(keys, F_OK) == 0 || child->not_new ? NULL : "--init";
    if (word)
        execl(child->program, child->program, word, "--as-root", "--config", settings, "--data",
              data, init, (char *)NULL);
    else
        execl(child->program, child->program, "--as-root", "--config", settings, "--data", data,
              init, (char *)NULL);
    _exit(127);
}

bool server_child_start(server_child *child, const char *word) {
    int pipes[2];
    char text[4096];
    size_t size = 0;
    if (pipe(pipes) != 0) return false;
    child->pid = fork();
    if (child->pid == 0) become_server(child, word, pipes[1]);
    close(pipes[1]);
    int64_t until = client_now_us() + (int64_t)CLIENT_PATIENCE_MS * 1000;
    child->port = 0;
    while (child->pid > 0 && child->port == 0 && client_now_us() < until) {
        struct pollfd one = {.fd = pipes[0], .events = POLLIN};
        if (poll(&one, 1, 1000) <= 0) continue;
        ssize_t came = read(pipes[0], text + size, sizeof text - 1 - size);
        if (came <= 0) break;
        size += (size_t)came;
        text[size] = '\0';
        const char *open = strstr(text, " is open at ");
        const char *colon = open && strchr(open, '\n') ? strrchr(open, ':') : NULL;
        if (colon) child->port = (uint16_t)strtoul(colon + 1, NULL, 10);
    }
    close(pipes[0]);
    if (child->port) return true;
    server_child_stop(child, SIGKILL);
    return false;
}

int server_child_wait(server_child *child) {
    int64_t until = client_now_us() + (int64_t)CLIENT_PATIENCE_MS * 1000;
    int status = 0;
    while (child->pid > 0) {
        pid_t ended = waitpid(child->pid, &status, WNOHANG);
        if (ended == child->pid) {
            child->pid = 0;
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
        if (client_now_us() > until) break;
        usleep(5000);
    }
    if (child->pid > 0) {
        kill(child->pid, SIGKILL);
        waitpid(child->pid, &status, 0);
        child->pid = 0;
    }
    return -1;
}

int server_child_stop(server_child *child, int signal) {
    if (child->pid > 0) kill(child->pid, signal);
    return server_child_wait(child);
}

void server_child_remove(server_child *child) {
    static const char *const names[] = {"data/trey.db",
                                        "data/trey.db-wal",
                                        "data/trey.db-shm",
                                        "data/trey.db-control",
                                        "copy.db",
                                        "copy.db.part",
                                        "data/trey.db.backup",
                                        "data/trey.db.backup.part",
                                        "certificate.pem",
                                        "key.pem",
                                        "data/trey.keys",
                                        "data/trey.witness",
                                        "data/server.log",
                                        "data/first-passwords",
                                        "data/trey.keys.seen",
                                        "data",
                                        "settings.yaml",
                                        "log"};
    char path[128];
    if (child->pid > 0) server_child_stop(child, SIGKILL);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", child->folder, names[i]);
        remove(path);
    }
    rmdir(child->folder);
}

char *server_child_file(const server_child *child, const char *name) {
    char path[128];
    enum { ROOM = 1 << 22 };
    char *text = calloc(1, ROOM);
    snprintf(path, sizeof path, "%s/%s", child->folder, name);
    FILE *file = fopen(path, "r");
    if (file && text) {
        size_t size = fread(text, 1, ROOM - 1, file);
        text[size] = '\0';
    }
    if (file) fclose(file);
    return text;
}

long server_child_memory(const server_child *child) {
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)child->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmRSS:", 6) == 0) kilobytes = strtol(line + 6, NULL, 10);
    }
    if (file) fclose(file);
    return kilobytes;
}

double server_child_metric(const server_child *child, const char *name) {
    static http_reply reply;
    char line[256];
    if (!client_ask(child->port, "/metrics", NULL, NULL, &reply) || reply.status != 200) return -1;
    snprintf(line, sizeof line, "\n%s ", name);
    const char *found = strstr(reply.body, line);
    return found ? strtod(found + strlen(line), NULL) : -1;
}
