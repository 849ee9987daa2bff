/* The kernels of products for the processor at hand: for kernels of other families, whose plans do
   not say which these are. */
#include "cpu.h"
#include "parts.h"
#include "product_few.h"
#include "product_micro.h"

const struct product_micro *sdyrt_product_micro(void) {
    return sdyrt_product_micro_of(sdyrt_cpu_isa());
}

panel_kernel *sdyrt_product_micro_bf16(void) {
#if SDYRT_HAS_MICRO_BF16
    if (sdyrt_cpu_has_avx512_bf16()) {
        return sdyrt_product_micro_bf16_pairs();
    }
#endif
    return NULL;
}

const struct product_few *sdyrt_product_few(void) {
    return sdyrt_product_few_of(sdyrt_cpu_isa());
}
