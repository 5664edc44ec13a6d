/* cmocka_suite.h -- what cmocka wants to have been included, in its order. */
#ifndef TREY_CMOCKA_SUITE_H
#define TREY_CMOCKA_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
