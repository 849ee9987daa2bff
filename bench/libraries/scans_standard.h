/* The inclusive_scan of C++ for C: of `size` elements that lie `step` apart. */
#ifndef BENCH_SCANS_STANDARD_H
#define BENCH_SCANS_STANDARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void scan_sum_f32(const float *from, float *to, long size, long step);
void scan_max_f32(const float *from, float *to, long size, long step);
void scan_sum_i32(const int32_t *from, int32_t *to, long size, long step);

#ifdef __cplusplus
}
#endif
#endif
