#include "scatter.h"

#include "parts.h"
#include "scatter_kernels.h"

#if defined(__x86_64__)
#define OF_AVX2(kernel)   kernel
#define OF_AVX512(kernel) kernel
#else
#define OF_AVX2(kernel)   NULL
#define OF_AVX512(kernel) NULL
#endif
#define OF_BASELINE(kernel) kernel

static scatter_route_fn *const routes[SDYRT_SCATTER_ROUTE_COUNT] = {
#define ROUTE(name, NAME, OPS, TYPES, SET, part, accepts, sentence)                                \
    SDYRT_OR_NULL(part, OF_##SET(sdyrt_scatter_by_##name)),
#include "scatter_routes.def"
};

void sdyrt_scatter(const struct sdyrt_scatter *what, const struct sdyrt_scatter_plan *plan,
                   void *memory, const void *offset, const uint8_t *keep, const void *values,
                   int64_t count) {
    const struct scatter_updates updates = {memory, offset, keep, values, count};
    routes[plan->route](what, plan, &updates);
}
