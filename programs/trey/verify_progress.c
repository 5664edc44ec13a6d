/* verify_progress.c -- a bar with the rate and the time that is left, on a terminal only. */
#include <inttypes.h>
#include <time.h>
#include <unistd.h>

#include "verify_output.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

progress_bar progress_open(FILE *out) {
    return (progress_bar){.out = isatty(fileno(out)) ? out : NULL, .started = now()};
}

void progress_show(void *context, uint64_t done, uint64_t all) {
    enum { CELLS = 24 };
    progress_bar *bar = context;
    const double time = now(), spent = time - bar->started;
    if (!bar->out || time - bar->shown < 0.1 || spent < 0.3 || all == 0) return;
    const double rate = spent > 0 ? (double)done / spent : 0;
    const double left = rate > 0 ? (double)(all - done) / rate : 0;
    char cells[CELLS + 1];
    for (unsigned i = 0; i < CELLS; i++) cells[i] = i * all < done * CELLS ? '#' : '.';
    cells[CELLS] = '\0';
    bar->shown = time;
    bar->drawn = true;
    fprintf(bar->out, "\r%s %3.0f %%  %" PRIu64 " of %" PRIu64 " records  %.0f/s  %d:%02d left ",
            cells, 100.0 * (double)done / (double)all, done, all, rate, (int)left / 60,
            (int)left % 60);
    fflush(bar->out);
}

void progress_close(progress_bar *bar) {
    if (bar->out && bar->drawn) fputs("\r\033[K", bar->out);
}
