/* Tests and benches of kernels alone run on the processor that they begin on; no program has this
   file. */
#include "strips.h"

__attribute__((constructor)) static void pick(void) {
    const struct sdyrt_processor processor = sdyrt_cpu_processor();
    sdyrt_strips_pick(&processor);
}
