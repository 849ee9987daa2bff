/* Multiply and add are fused in a file that includes this, after all other headers, whatever
   the rest of the program is compiled with. Internal to the runtime. */
#ifndef SDYRT_FUSED_H
#define SDYRT_FUSED_H

#if defined(__clang__)
#pragma clang fp contract(fast)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=fast")
#endif

#endif
