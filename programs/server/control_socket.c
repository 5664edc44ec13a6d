/* control_socket.c -- where a running server can be asked about its store. */
#define _GNU_SOURCE
#include "control_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

bool control_socket_fits(const char *store) {
    return strncmp(store, "postgresql://", 13) != 0 && strncmp(store, "postgres://", 11) != 0;
}

bool control_socket_path(const char *store, char out[CONTROL_PATH_MAX]) {
    /* Links are followed, so that every name of a store leads to one socket. */
    char *real = realpath(store, NULL);
    if (!real) return false;
    int size = snprintf(out, CONTROL_PATH_MAX, "%s" CONTROL_END, real);
    free(real);
    if (size < CONTROL_PATH_MAX) return true;
    errno = ENAMETOOLONG;
    return false;
}

/* An address has room for some hundred bytes only; a longer path is reached through its
 * folder, which must stay open until the address is used. */
static bool address_of(const char *path, struct sockaddr_un *out, int *folder) {
    const char *slash = strrchr(path, '/');
    char parent[CONTROL_PATH_MAX];
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    *folder = -1;
    if (strlen(path) < sizeof out->sun_path) {
        memcpy(out->sun_path, path, strlen(path) + 1);
        return true;
    }
    snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
    *folder = open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (*folder < 0) return false;
    int size = snprintf(out->sun_path, sizeof out->sun_path, "/proc/self/fd/%d%s", *folder, slash);
    if ((size_t)size < sizeof out->sun_path) return true;
    close(*folder);
    errno = ENAMETOOLONG;
    return false;
}

static bool clear_away(const char *path) {
    struct stat about;
    if (lstat(path, &about) != 0) return errno == ENOENT;
    if (S_ISSOCK(about.st_mode)) return unlink(path) == 0;
    errno = EEXIST;
    return false;
}

int control_socket_bind(const char *path) {
    if (!clear_away(path)) return -1;
    struct sockaddr_un at;
    int folder;
    if (!address_of(path, &at, &folder)) return -1;
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    /* At no moment is it anybody else's. */
    mode_t before = umask(0177);
    bool good = made >= 0 && bind(made, (const struct sockaddr *)&at, sizeof at) == 0;
    int kept = errno;
    umask(before);
    if (folder >= 0) close(folder);
    if (!good && made >= 0) close(made);
    errno = kept;
    return good ? made : -1;
}

bool control_socket_trusts(int caller) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(caller, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == geteuid() || peer.uid == 0);
}
