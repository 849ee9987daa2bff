/* Highway's vqsort for C: keys in ascending order, in place. */
#ifndef BENCH_SORTS_VQSORT_H
#define BENCH_SORTS_VQSORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void vqsort_i32(int32_t *keys, size_t count);
void vqsort_u64(uint64_t *keys, size_t count);
void vqsort_f32(float *keys, size_t count);
void vqsort_f64(double *keys, size_t count);

/* "vqsort of Highway 1.0.3 for AVX2"; static text. */
const char *vqsort_version(void);

#ifdef __cplusplus
}
#endif
#endif
