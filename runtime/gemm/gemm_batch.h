/* Products side by side. */
#ifndef SDYRT_GEMM_BATCH_H
#define SDYRT_GEMM_BATCH_H

#include "gemm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As `count` calls of sdyrt_gemm for one product each, whose operands and result lie a_step, b_step
   and c_step elements behind those of the one before. Many tiny ones are computed together, to the
   numbers of one alone; many of small matrices and vectors too, whose sums are made in an order of
   their own that does not depend on what is beside them. */
void sdyrt_gemm_batch(const struct sdyrt_gemm *product, int64_t count, int64_t a_step,
                      int64_t b_step, int64_t c_step, const void *a, const void *b, void *c,
                      int accumulate, void *scratch);

#ifdef __cplusplus
}
#endif
#endif
