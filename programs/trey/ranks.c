/* ranks.c -- finds out whether a launcher started us, and loads libtrey_mpi if so.
 *
 * Launchers tell a process its rank in the environment: Open MPI's mpirun, those that
 * speak PMIx, and those that speak PMI. */
#include "ranks.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *launched(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rank = getenv(names[i]);
        if (rank && rank[0]) return rank;
    }
    return NULL;
}

unsigned ranks_expected(void) {
    const char *rank = launched();
    return rank ? (unsigned)strtoul(rank, NULL, 10) : 0;
}

/* Beside the program, or where libraries are installed. */
static void *load(void) {
    static const char *const places[] = {"/libtrey_mpi.so", "/../lib/libtrey_mpi.so"};
    char path[PATH_MAX + 32];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    char *slash = NULL;
    if (length > 0) {
        path[length] = '\0';
        slash = strrchr(path, '/');
    }
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        snprintf(slash, sizeof path - (size_t)(slash - path), "%s", places[i]);
        /* Open MPI's own parts look its symbols up among the global ones. */
        void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
        if (library) return library;
    }
    return dlopen("libtrey_mpi.so", RTLD_NOW | RTLD_GLOBAL);
}

bool ranks_open(ranks *all) {
    *all = (ranks){.rank = 0, .size = 1};
    if (!launched()) return true;
    all->library = load();
    if (!all->library) {
        fprintf(stderr,
                "trey simulate: started by mpirun, but libtrey_mpi.so cannot be loaded (%s); "
                "build it with MPI installed, or run without mpirun\n",
                dlerror());
        return false;
    }
    ranks_plugin_of *plugin_of;
    void *symbol = dlsym(all->library, RANKS_PLUGIN_SYMBOL);
    memcpy(&plugin_of, &symbol, sizeof plugin_of);
    if (symbol) all->plugin = plugin_of();
    if (!all->plugin || !all->plugin->start(&all->rank, &all->size)) {
        fputs("trey simulate: MPI could not be started\n", stderr);
        return false;
    }
    return true;
}

void ranks_close(ranks *all) {
    if (all->plugin) all->plugin->finish();
    all->plugin = NULL; /* the library stays: MPI does not like to be unloaded */
}
