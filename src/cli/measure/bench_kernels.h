/* `sdyc bench --kernels`: where the time of a run goes. */
#ifndef SDYC_CLI_BENCH_KERNELS_H
#define SDYC_CLI_BENCH_KERNELS_H

#include "cli/programs/inputs.h"

/* Runs a file's program 1 + `runs` times and prints, of the fastest run, the time of every kernel
 * beside what memory and arithmetic of this machine reach, which is measured first. Errors go to
 * stderr. */
bool bench_kernels(const char *file, const struct common_flags *flags,
                   const struct input_values *inputs, int64_t runs);

/* Orders tasks as they ran (struct sdyc_span) by their phase, those of one by their beginning: for
 * qsort. */
int spans_by_phase(const void *a, const void *b);

#endif
