/* hostile_calls_test.c -- somebody has taken the server over and tries what a server never does:
 * each call ends the process with a line in the log, and files that are not the server's stay shut.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmocka_suite.h"
#include "process.h"
#include "process_calls.h"

/* Does it in a child that has given up its calls; its status, and what it wrote. */
static int status_of(void (*does)(void), char said[512]) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        if (calls_limit() != 0) _exit(77);
        does();
        _exit(0);
    }
    close(ends[1]);
    ssize_t size = read(ends[0], said, 511);
    said[size > 0 ? size : 0] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void does_nothing(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int opened = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (memory == MAP_FAILED || opened < 0) _exit(1);
}
static void starts_a_program(void) {
    execl("/bin/true", "true", (char *)NULL);
}
static void becomes_two(void) {
    syscall(SYS_fork);
}
static void looks_into_another(void) {
    ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
}
static void reads_another(void) {
    syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0);
}
static void ends_another(void) {
    kill(getppid(), 0);
}
static void listens_to_the_wire(void) {
    socket(AF_PACKET, SOCK_RAW, 0);
}
static void makes_code(void) {
    (void)!mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void makes_memory_code(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}
static void silences_the_filter(void) {
    struct sigaction action = {.sa_handler = SIG_IGN};
    syscall(SYS_rt_sigaction, SIGSYS, &action, NULL, 8);
}
static void can_be_dumped_again(void) {
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}
static void becomes_root(void) {
    syscall(SYS_setuid, 0);
}
static void leaves_its_room(void) {
    syscall(SYS_unshare, CLONE_NEWUSER);
}
static void loads_a_program_for_the_kernel(void) {
    syscall(SYS_bpf, 0, NULL, 0);
}

static void what_a_server_never_does_ends_it(void **state) {
    (void)state;
    static void (*const tries[])(void) = {starts_a_program,
                                          becomes_two,
                                          looks_into_another,
                                          reads_another,
                                          ends_another,
                                          listens_to_the_wire,
                                          makes_code,
                                          makes_memory_code,
                                          silences_the_filter,
                                          can_be_dumped_again,
                                          becomes_root,
                                          leaves_its_room,
                                          loads_a_program_for_the_kernel};
    char said[512];
    int status = status_of(does_nothing, said);
    if (status == 77) {
        print_message("this kernel filters no calls\n");
        skip();
    }
    assert_int_equal(status, 0);
    assert_string_equal(said, "");
    for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++) {
        status = status_of(tries[i], said);
        if (status != 3 || !strstr(said, "event=system_call_refused call="))
            fail_msg("try %u: %d, %s", i, status, said);
    }
}

static void files_of_others_stay_shut(void **state) {
    (void)state;
    static server_settings settings;
    char folder[] = "/tmp/trey-files-XXXXXX", inside[64], outside[64];
    int status;
    assert_non_null(mkdtemp(folder));
    snprintf(settings.data, sizeof settings.data, "%s/data", folder);
    snprintf(settings.store, sizeof settings.store, "%s/data/trey.db", folder);
    assert_int_equal(mkdir(settings.data, 0700), 0);
    snprintf(inside, sizeof inside, "%s/data/file", folder);
    snprintf(outside, sizeof outside, "%s/file", folder);
    fclose(fopen(outside, "w"));
    settings.sandbox = true;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) < 1) _exit(77);
        process_limit_files(&settings);
        int own = open(inside, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        int read = open(outside, O_RDONLY | O_CLOEXEC);
        int written = open(outside, O_WRONLY | O_CLOEXEC);
        int shadow = open("/etc/shadow", O_RDONLY | O_CLOEXEC);
        bool gone = unlink(inside) == 0, kept = unlink(outside) != 0;
        int names = open("/etc/hosts", O_RDONLY | O_CLOEXEC);
        _exit(own < 0 || !gone           ? 1
              : read >= 0 || shadow >= 0 ? 2
              : written >= 0 || !kept    ? 3
              : names < 0                ? 4
                                         : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    unlink(inside);
    unlink(outside);
    rmdir(settings.data);
    rmdir(folder);
    if (WEXITSTATUS(status) == 77) {
        print_message("this kernel keeps no files shut\n");
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_server_never_does_ends_it),
        cmocka_unit_test(files_of_others_stay_shut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
