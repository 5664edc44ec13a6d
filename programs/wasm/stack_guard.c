/* stack_guard.c -- what a stack protector asks of the C library.
 *
 * Debian's compiler runtime for wasm32 is built with the protector, its wasi-libc is not
 * and lacks these two. The guard needs no secret: the module is given nothing that was
 * meant for anybody else. */
#include <stdint.h>
#include <stdlib.h>

extern uintptr_t __stack_chk_guard;           // NOLINT(bugprone-reserved-identifier)
extern _Noreturn void __stack_chk_fail(void); // NOLINT(bugprone-reserved-identifier)

uintptr_t __stack_chk_guard = 0x5eedcafe;
_Noreturn void __stack_chk_fail(void) {
    abort();
}
