/* `sdyc bench --width`: how many threads a program could use. */
#ifndef SDYC_CLI_BENCH_WIDTH_H
#define SDYC_CLI_BENCH_WIDTH_H

#include "cli/programs/inputs.h"

/* Runs a file's program 1 + `runs` times on one thread as it is, and as often with each task by
 * itself; prints how many times as fast it can be on each number of threads in `counts`
 * ("16,64,128"), for threads that take tasks in their order and share nothing but these. Errors go
 * to stderr. */
bool bench_width(const char *file, const struct common_flags *flags,
                 const struct input_values *inputs, int64_t runs, const char *counts);

#endif
