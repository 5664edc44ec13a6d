/* process.c -- see the header. The list of system calls is in process_calls.c. */
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process_calls.h"
#include "server_log.h"

/* ---- At the start -----------------------------------------------------------------------------
 */
bool process_begin(const server_settings *settings, char *why, size_t room) {
    const struct rlimit none = {0, 0};
    if (geteuid() == 0 && !settings->as_root) {
        snprintf(why, room,
                 "it should not run as root: start it as a user of its own, or say --as-root "
                 "(process: {root: yes}) where there is none, as in a container");
        return false;
    }
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (settings->core_dumps) return true;
    /* Keys and hands must not be left in a file, nor be read by another process of the user. */
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return true;
}

/* ---- Files ------------------------------------------------------------------------------------
 */
#ifdef TREY_SANDBOX
/* Rights of the first version of Landlock, and those that came with the next two. */
enum {
    READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE |
            LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK,
    ALL_FIRST = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
    OF_A_FILE =
        LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE
};
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

typedef struct ruleset {
    int opened;
    uint64_t handled;
} ruleset;

/* What is not there needs no rule. */
static void allow(const ruleset *rules, const char *path, uint64_t rights) {
    struct stat about;
    struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0) return;
    rule.allowed_access = rights & rules->handled;
    if (fstat(rule.parent_fd, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.allowed_access &= OF_A_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;
    if (syscall(SYS_landlock_add_rule, rules->opened, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        log_say(LOG_WARNING, "no_rule_for_files", LOG_WORD("path", path),
                LOG_WORD("why", strerror(errno)));
    close(rule.parent_fd);
}

/* The folder of a file, since it may be moved away and made anew. */
static void allow_folder_of(const ruleset *rules, const char *path, uint64_t rights) {
    char folder[SETTING_PATH];
    const char *slash = strrchr(path, '/');
    if (!path[0] || strcmp(path, "-") == 0 || strstr(path, "://")) return;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    allow(rules, folder, rights);
}

/* What libraries look for: their plugins, names of machines, time zones, roots of trust. */
static const char *const to_read[] = {"/usr/lib",
                                      "/usr/lib64",
                                      "/usr/local/lib",
                                      "/lib",
                                      "/lib64",
                                      "/usr/share/zoneinfo",
                                      "/usr/share/ca-certificates",
                                      "/etc/ssl",
                                      "/etc/resolv.conf",
                                      "/etc/hosts",
                                      "/etc/host.conf",
                                      "/etc/gai.conf",
                                      "/etc/nsswitch.conf",
                                      "/etc/services",
                                      "/etc/passwd",
                                      "/etc/localtime",
                                      "/etc/ld.so.cache",
                                      "/run/systemd/resolve",
                                      "/proc/meminfo",
                                      "/proc/stat",
                                      "/proc/sys/net/core/somaxconn",
                                      "/sys/devices/system/cpu",
                                      "/dev/urandom",
                                      "/dev/random"};

static void allow_all(const ruleset *rules, const server_settings *settings) {
    const char *home = getenv("HOME");
    char path[SETTING_PATH];
    const uint64_t own = READ | WRITE | LANDLOCK_ACCESS_FS_TRUNCATE | LANDLOCK_ACCESS_FS_REFER;
    allow(rules, settings->data, own);
    allow_folder_of(rules, settings->store, own);
    allow_folder_of(rules, settings->witness, own);
    allow_folder_of(rules, settings->log_file, own);
    allow_folder_of(rules, settings->certificate, READ);
    allow_folder_of(rules, settings->key, READ);
    for (unsigned i = 0; i < sizeof to_read / sizeof *to_read; i++) allow(rules, to_read[i], READ);
    allow(rules, "/dev/null", READ | LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (!strstr(settings->store, "://") || !home) return;
    static const char *const of_postgres[] = {".pgpass", ".postgresql", ".pg_service.conf"};
    for (unsigned i = 0; i < 3; i++) {
        path_under(home, of_postgres[i], path);
        allow(rules, path, READ);
    }
    allow(rules, "/run/postgresql", READ | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

static void lacks(const char *what, int why) {
    log_say(LOG_WARNING, "no_sandbox", LOG_WORD("of", what), LOG_WORD("why", strerror(why)));
}

void process_limit_files(const server_settings *settings) {
    if (!settings->sandbox) return;
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) {
        lacks("files", errno);
        return;
    }
    ruleset rules = {.handled = ALL_FIRST};
    if (version >= 2) rules.handled |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) rules.handled |= LANDLOCK_ACCESS_FS_TRUNCATE;
    const struct landlock_ruleset_attr attributes = {.handled_access_fs = rules.handled};
    rules.opened = (int)syscall(SYS_landlock_create_ruleset, &attributes,
                                sizeof attributes.handled_access_fs, 0);
    if (rules.opened < 0) {
        lacks("files", errno);
        return;
    }
    allow_all(&rules, settings);
    if (syscall(SYS_landlock_restrict_self, rules.opened, 0) != 0) lacks("files", errno);
    close(rules.opened);
}

/* ---- Calls ------------------------------------------------------------------------------------
 */
void process_limit_calls(const server_settings *settings) {
    if (!settings->sandbox) return;
    int fault = calls_limit();
    if (fault) lacks("system calls", fault);
}
#else
/* Sanitizers and coverage do what a server never does. */
void process_limit_files(const server_settings *settings) {
    (void)settings;
}

void process_limit_calls(const server_settings *settings) {
    if (settings->sandbox)
        log_say(LOG_WARNING, "no_sandbox", LOG_WORD("why", "this is a build for tests"));
}
#endif
