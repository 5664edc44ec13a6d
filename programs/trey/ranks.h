/* ranks.h -- the processes of one simulation under mpirun.
 *
 * MPI is in a library of its own, libtrey_mpi, which is loaded only where a launcher has
 * started the program: without one nothing of it is touched, and the program runs where
 * no MPI is installed. */
#ifndef TREY_RANKS_H
#define TREY_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ranks {
    unsigned rank, size; /* 0 of 1 without a launcher */
    void *library;
    const struct ranks_plugin *plugin;
} ranks;

/* What libtrey_mpi has to offer. Each returns false when MPI fails. */
typedef struct ranks_plugin {
    bool (*start)(unsigned *rank, unsigned *size);
    bool (*agree)(uint64_t *number);                            /* everybody gets rank 0's */
    bool (*send)(const void *bytes, size_t size);               /* to rank 0 */
    bool (*receive)(unsigned from, void **bytes, size_t *size); /* the caller frees it */
    bool (*finish)(void);
} ranks_plugin;
typedef const ranks_plugin *ranks_plugin_of(void);
#define RANKS_PLUGIN_SYMBOL "trey_ranks_plugin"

/* The rank that the launcher's environment gives, before MPI is started; 0 without. */
unsigned ranks_expected(void);
/* False with a message where a launcher is there and MPI is not. */
bool ranks_open(ranks *all);
void ranks_close(ranks *all);

#endif
