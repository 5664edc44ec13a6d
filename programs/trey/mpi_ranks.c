/* mpi_ranks.c -- libtrey_mpi: the few things that a simulation wants of MPI.
 *
 * Each rank plays its own blocks and sends its sums to rank 0 once, at the end: one and a half
 * megabytes. Nothing is exchanged before, so a slow network does not slow it down. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

#include "ranks.h"

const ranks_plugin *trey_ranks_plugin(void);

enum { SIZE_TAG = 1, BYTES_TAG = 2 };

static bool start(unsigned *rank, unsigned *size) {
    int own, all, given;
    /* The thread that started MPI is the only one that speaks to it. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) return false;
    if (MPI_Comm_rank(MPI_COMM_WORLD, &own) != MPI_SUCCESS) return false;
    if (MPI_Comm_size(MPI_COMM_WORLD, &all) != MPI_SUCCESS) return false;
    *rank = (unsigned)own;
    *size = (unsigned)all;
    return true;
}

static bool agree(uint64_t *number) {
    return MPI_Bcast(number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static bool send_bytes(const void *bytes, size_t size) {
    const uint64_t length = size;
    if (size > INT_MAX) return false;
    return MPI_Send(&length, 1, MPI_UINT64_T, 0, SIZE_TAG, MPI_COMM_WORLD) == MPI_SUCCESS &&
           MPI_Send(bytes, (int)size, MPI_BYTE, 0, BYTES_TAG, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static bool receive_bytes(unsigned from, void **bytes, size_t *size) {
    uint64_t length;
    if (MPI_Recv(&length, 1, MPI_UINT64_T, (int)from, SIZE_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS ||
        length > INT_MAX)
        return false;
    *bytes = malloc(length);
    *size = length;
    if (!*bytes) return false;
    return MPI_Recv(*bytes, (int)length, MPI_BYTE, (int)from, BYTES_TAG, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

static bool finish(void) {
    return MPI_Finalize() == MPI_SUCCESS;
}

const ranks_plugin *trey_ranks_plugin(void) {
    static const ranks_plugin plugin = {start, agree, send_bytes, receive_bytes, finish};
    return &plugin;
}
