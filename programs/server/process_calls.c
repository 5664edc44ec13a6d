/* process_calls.c -- the list of system calls, as a filter for the kernel (seccomp).
 *
 * It was found by running the server's tests and adding what they needed, call by call; what is not
 * on it ends the process. There is no execve among them, no ptrace and nothing that changes who the
 * process is or what is mounted. Threads may be made; sockets are of the internet, of this machine,
 * and those that ask the kernel for its addresses. */
#define _GNU_SOURCE
#include "process_calls.h"

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server_log.h"

static const int calls[] = {
    /* Files */
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(readv), SCMP_SYS(writev), SCMP_SYS(pread64),
    SCMP_SYS(pwrite64), SCMP_SYS(preadv), SCMP_SYS(pwritev), SCMP_SYS(lseek), SCMP_SYS(open),
    SCMP_SYS(openat), SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(fsync), SCMP_SYS(fdatasync),
    SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(sync_file_range), SCMP_SYS(stat),
    SCMP_SYS(lstat), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(statfs),
    SCMP_SYS(fstatfs), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(fcntl),
    SCMP_SYS(flock), SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(link),
    SCMP_SYS(linkat), SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(mkdir), SCMP_SYS(mkdirat),
    SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(getcwd),
    SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(fchown), SCMP_SYS(umask), SCMP_SYS(dup),
    SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(pipe2), SCMP_SYS(utimensat), SCMP_SYS(fadvise64),
    /* Waiting */
    SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(select), SCMP_SYS(pselect6), SCMP_SYS(epoll_create1),
    SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait), SCMP_SYS(epoll_pwait2),
    SCMP_SYS(eventfd2), SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime),
    SCMP_SYS(timerfd_gettime), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    SCMP_SYS(restart_syscall),
    /* Sockets; which is below */
    SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(connect),
    SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg),
    SCMP_SYS(recvmmsg), SCMP_SYS(shutdown), SCMP_SYS(setsockopt), SCMP_SYS(getsockopt),
    SCMP_SYS(getsockname), SCMP_SYS(getpeername), SCMP_SYS(ioctl),
    /* Memory and threads */
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(mlock),
    SCMP_SYS(mlock2), SCMP_SYS(munlock), SCMP_SYS(membarrier), SCMP_SYS(futex),
    SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_getparam),
    SCMP_SYS(sched_getscheduler), SCMP_SYS(getcpu), SCMP_SYS(set_tid_address), SCMP_SYS(arch_prctl),
    SCMP_SYS(setpriority), SCMP_SYS(getpriority),
    /* The process itself */
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(gettid),
    SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(getrusage),
    SCMP_SYS(getrlimit), SCMP_SYS(prlimit64), SCMP_SYS(sysinfo), SCMP_SYS(uname),
    SCMP_SYS(getrandom), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(tgkill)};

/* What libraries try and do without. */
static const int denied[] = {SCMP_SYS(clone3), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
                             SCMP_SYS(io_uring_register)};

/* ---- The line in the log ----------------------------------------------------------------------
 */
static size_t add_number(char *out, unsigned number) {
    char digits[12];
    size_t count = 0, used = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) out[used++] = digits[--count];
    return used;
}

/* In a signal's handler nothing may be called that locks: one write, and the end. */
static void refused(int signal, siginfo_t *about, void *context) {
    static const char before[] = "level=error event=system_call_refused call=";
    static const char after[] = " then=\"the server ends\"\n";
    char line[sizeof before + sizeof after + 12];
    (void)signal, (void)context;
    size_t used = sizeof before - 1;
    memcpy(line, before, used);
    used += add_number(line + used, (unsigned)about->si_syscall);
    memcpy(line + used, after, sizeof after - 1);
    used += sizeof after - 1;
    ssize_t written = write(log_descriptor(), line, used);
    (void)written;
    _exit(3);
}

/* ---- The filter -------------------------------------------------------------------------------
 */
static int allow_calls(scmp_filter_ctx filter) {
    int fault = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls && !fault; i++)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
    for (size_t i = 0; i < sizeof denied / sizeof *denied && !fault; i++)
        fault = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), denied[i], 0);
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    for (size_t i = 0; i < sizeof families / sizeof *families && !fault; i++) {
        const struct scmp_arg_cmp family = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i]);
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, family);
        if (!fault)
            fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 1, family);
    }
    /* A thread of this process, and no other process. */
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                 SCMP_A0(SCMP_CMP_MASKED_EQ, 0x10000, 0x10000));
    /* Memory is not made to be executed, but by the loader of libraries from files. */
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (!fault) /* a library that is loaded late */
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC | PROT_WRITE, PROT_EXEC),
                                 SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0));
    if (!fault) /* the name of a thread; not whether its memory may be dumped */
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
                                 SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    /* Handlers of other signals than the one that tells of a refusal. */
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(rt_sigaction), 1,
                                 SCMP_A0(SCMP_CMP_NE, SIGSYS));
    /* Whether a process is there, and the end of this one. */
    if (!fault)
        fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(kill), 1,
                                 SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    return fault;
}

int calls_limit(void) {
    struct sigaction action = {.sa_sigaction = refused, .sa_flags = SA_SIGINFO};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
    if (!filter) return ENOMEM;
    sigemptyset(&action.sa_mask);
    int fault = sigaction(SIGSYS, &action, NULL) == 0 ? 0 : -errno;
    if (!fault) fault = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!fault) fault = allow_calls(filter);
    if (!fault) fault = seccomp_load(filter);
    seccomp_release(filter);
    return -fault;
}
