/* odds_report.c -- the PAR sheet as a file.
 *
 * It is written beside its place and moved there when it is whole, so that no half
 * page is ever left, and an older page stays as it is when something fails. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "odds_output.h"
#include "trey/par.h"

typedef struct sheet_file {
    FILE *out;
    bool failed;
} sheet_file;

static void write_piece(void *context, const char *text, size_t length) {
    sheet_file *file = context;
    if (!file->failed && fwrite(text, 1, length, file->out) != length) file->failed = true;
}

static int cannot(const char *path, const char *what) {
    fprintf(stderr, "trey odds: %s: %s: %s\n", path, what, strerror(errno));
    return EXIT_OPERATING;
}

static trey_status write_sheet(const odds_answers *answers, sheet_file *file) {
    char command[512], date[32] = "";
    time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day)) strftime(date, sizeof date, "%Y-%m-%d", &day);
    odds_join_words(answers->asked, command, sizeof command);
    const trey_par_request request = {.book = answers->book,
                                      .odds = answers->odds,
                                      .program = "trey " TREY_VERSION,
                                      .command = command,
                                      .date = date,
                                      .bank = answers->banked ? &answers->bank : NULL,
                                      .peek = answers->peeked ? &answers->peek : NULL};
    return trey_par_write(&request, write_piece, file);
}

int odds_report(const char *path, const odds_answers *answers) {
    size_t length = strlen(path);
    char *beside = malloc(length + sizeof ".XXXXXX");
    if (!beside) {
        fprintf(stderr, "trey odds: %s\n", trey_status_text(TREY_STATUS_NO_MEMORY));
        return EXIT_OPERATING;
    }
    memcpy(beside, path, length);
    memcpy(beside + length, ".XXXXXX", sizeof ".XXXXXX");
    int result = EXIT_DONE, descriptor = mkstemp(beside);
    sheet_file file = {descriptor < 0 ? NULL : fdopen(descriptor, "w"), false};
    if (!file.out) {
        result = cannot(path, "the report cannot be written");
        if (descriptor >= 0) close(descriptor);
    } else {
        trey_status status = write_sheet(answers, &file);
        if (status != TREY_STATUS_OK) {
            fprintf(stderr, "trey odds: %s\n", trey_status_text(status));
            result = EXIT_OPERATING;
        }
        bool whole = fflush(file.out) == 0 && !file.failed && fsync(descriptor) == 0;
        if (result == EXIT_DONE && !whole) result = cannot(path, "the report cannot be written");
        fchmod(descriptor, 0644);
        if (fclose(file.out) != 0 && result == EXIT_DONE)
            result = cannot(path, "the report cannot be written");
        if (result == EXIT_DONE && rename(beside, path) != 0)
            result = cannot(path, "the report cannot be moved to its place");
    }
    if (descriptor >= 0 && result != EXIT_DONE) unlink(beside);
    free(beside);
    return result;
}
