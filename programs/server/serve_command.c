/* serve_command.c -- trey serve: tables in a browser. */
#include "serve_command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server.h"

static const char help[] =
    "usage: trey serve [--config FILE] [--data DIR] [--listen ADDRESS:PORT] [--init]\n"
    "       trey serve --check [--config FILE]   what would be opened, and whether it can be\n"
    "       trey serve --print-config            the default settings, with comments\n"
    "\n"
    "  --config FILE   settings; without it, one table for each rulebook, with play money\n"
    "  --data DIR      where store and keys lie; default $XDG_DATA_HOME/trey, or\n"
    "                  ~/.local/share/trey\n"
    "  --listen A:P    instead of the settings'; port 0 takes any, and prints it\n"
    "  --as-root       it may run as root, as in a container; else it refuses to\n"
    "  --init          makes store and key file, where both are missing: a new house\n"
    "  --restored      an older copy of the store was put back on purpose; once, after that\n"
    "\n"
    "It prints its address and runs until SIGTERM or SIGINT: rounds end, everybody is told,\n"
    "and it exits within five seconds. SIGHUP opens log and certificate anew.\n"
    "\n"
    "Exit status: 0 done; 2 bad usage or settings; 3 an operating error, such as a disk that\n"
    "failed: nothing was acknowledged that is not stored.\n";

enum { EXIT_BAD_USAGE = 2 };

static int usage(const char *text, const char *word) {
    fprintf(stderr, "trey serve: %s%s; `trey serve --help` shows how\n", text, word);
    return EXIT_BAD_USAGE;
}

static bool has_index(const char *folder) {
    char path[SETTING_PATH];
    path_under(folder, "index.html", path);
    return access(path, R_OK) == 0;
}

/* The front end: as the settings say; else beside the program, where a build or an
 * installation has put it. NULL where there is none. */
static const char *find_web(const server_settings *settings, char out[SETTING_PATH]) {
    static const char *const places[] = {"../share/trey/web", "../../../web/dist"};
    char program[SETTING_PATH];
    if (settings->web[0]) return settings->web;
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size <= 0) return NULL;
    program[size] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        path_under(program, places[i], out);
        if (has_index(out)) return out;
    }
    return NULL;
}

/* A loopback address that is given by hand needs no origin; any other has it in the file. */
static bool set_listen(server_settings *settings, const char *listen) {
    const char *colon = strrchr(listen, ':');
    char *end;
    if (!colon || colon == listen || !colon[1]) return false;
    unsigned long port = strtoul(colon + 1, &end, 10);
    if (*end || port > UINT16_MAX) return false;
    bool brackets = listen[0] == '[' && colon[-1] == ']';
    snprintf(settings->listen, sizeof settings->listen, "%s", listen);
    snprintf(settings->host, sizeof settings->host, "%.*s",
             (int)(colon - listen) - (brackets ? 2 : 0), listen + (brackets ? 1 : 0));
    settings->port = (uint16_t)port;
    bool here = strncmp(settings->host, "127.", 4) == 0 || strcmp(settings->host, "::1") == 0 ||
                strcmp(settings->host, "localhost") == 0;
    return here || settings->origins > 0;
}

int serve_command(int argc, char **argv) {
    const char *config = NULL, *data = NULL, *listen = NULL;
    bool check = false, as_root = false, init = false, restored = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const char **value = strcmp(word, "--config") == 0   ? &config
                             : strcmp(word, "--data") == 0   ? &data
                             : strcmp(word, "--listen") == 0 ? &listen
                                                             : NULL;
        if (strcmp(word, "--help") == 0) return fputs(help, stdout), SERVER_DONE;
        if (strcmp(word, "--print-config") == 0) return fputs(settings_preset, stdout), SERVER_DONE;
        if (strcmp(word, "--check") == 0)
            check = true;
        else if (strcmp(word, "--as-root") == 0)
            as_root = true;
        else if (strcmp(word, "--init") == 0)
            init = true;
        else if (strcmp(word, "--restored") == 0)
            restored = true;
        else if (!value)
            return usage(word[0] == '-' ? "unknown option " : "one word too many: ", word);
        else if (i + 1 == argc)
            return usage("a value is missing behind ", word);
        else
            *value = argv[++i];
    }
    server_settings *settings;
    char folder[SETTING_PATH];
    settings_result result = settings_open(&settings, config, data, stderr);
    if (result != SETTINGS_GOOD) return EXIT_BAD_USAGE;
    settings->init = init;
    settings->restored = restored;
    int status;
    settings->as_root = settings->as_root || as_root;
    if (listen && !set_listen(settings, listen)) {
        status = usage("--listen is ADDRESS:PORT, and beyond this machine `origins` must be set: ",
                       listen);
    } else {
        const char *web = find_web(settings, folder);
        status = check ? server_check(settings, web) : server_run(settings, web);
    }
    settings_close(settings);
    return status;
}
