/* process_calls.h -- the system calls that a running server makes. */
#ifndef TREY_PROCESS_CALLS_H
#define TREY_PROCESS_CALLS_H

/* A call that is refused is told in the log, before the end. Returns 0, or an errno where the
 * kernel or the library cannot do it: then nothing is limited. */
int calls_limit(void);

#endif
