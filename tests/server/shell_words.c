/* shell_words.c -- see the header. */
#define _GNU_SOURCE
#include "shell_words.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "cmocka_suite.h"

int shell_run(char said[SHELL_SAID], const char *format, ...) {
    char command[2048];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    snprintf(command + size, sizeof command - (size_t)size, " 2>&1");
    FILE *from = popen(command, "r"); // NOLINT: the words are the test's own
    assert_non_null(from);
    size_t read = fread(said, 1, SHELL_SAID - 1, from);
    said[read] = '\0';
    int status = pclose(from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void shell_has(const char *said, const char *text) {
    if (!strstr(said, text)) fail_msg("\"%s\" is not in: %s", text, said);
}

void server_stops(server_child *server) {
    assert_int_equal(server_child_stop(server, SIGTERM), 0);
    server_child_remove(server);
}
