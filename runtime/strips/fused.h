/* Multiply and add are fused in a file that includes this, after all other headers, whatever
   the rest of the program is compiled with; gcc at -O0 alone does not. Internal to the runtime. */
#ifndef SDYRT_FUSED_H
#define SDYRT_FUSED_H

#if defined(__clang__)
/* `fast` leaves the fusing to clang's optimizer, which at -O0 does not run: bits would be others
   than those of kernels that name the instruction. `on` fuses what stands in one expression. */
#pragma clang fp contract(on)
#elif defined(__GNUC__)
/* At -O1 the pass that fuses them is off. */
#pragma GCC optimize("fp-contract=fast", "expensive-optimizations")
#endif

#endif
