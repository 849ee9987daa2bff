/* Stores past the caches (stream.h) are ordered by no release. */
#ifndef SDYRT_FENCE_H
#define SDYRT_FENCE_H

/* Before a thread says that it has ended a task, or hands out the next ones: what it wrote past the
 * caches is there for whoever hears of it. */
static inline void sdyrt_fence_stores(void) {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#endif
}

#endif
