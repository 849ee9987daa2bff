/* SLEEF's functions on strips, compiled for one set of instructions (functions_sleef.c). */
#ifndef BENCH_FUNCTIONS_SLEEF_H
#define BENCH_FUNCTIONS_SLEEF_H

enum sleef_function {
#define FUNCTION(name, NAME, ...) SLEEF_##NAME,
#include "functions.def"
    SLEEF_FUNCTIONS
};

/* to[i] = f(from[i]) of floats, or of doubles; count is a multiple of 16. */
typedef void sleef_strip(void *to, const void *from, int count);
sleef_strip *sleef_strip_of(int function, int is_double);

/* The bytes of a vector, and the library's version. */
int sleef_bytes(void);
const char *sleef_version(void);

#endif
