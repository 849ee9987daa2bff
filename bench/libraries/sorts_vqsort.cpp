#include "sorts_vqsort.h"

#include <cstdio>
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>

/* Holds the scratch that sorts share. */
static const hwy::Sorter sorter;

void vqsort_i32(int32_t *keys, size_t count) {
    sorter(keys, count, hwy::SortAscending());
}

void vqsort_u64(uint64_t *keys, size_t count) {
    sorter(keys, count, hwy::SortAscending());
}

void vqsort_f32(float *keys, size_t count) {
    sorter(keys, count, hwy::SortAscending());
}

void vqsort_f64(double *keys, size_t count) {
    sorter(keys, count, hwy::SortAscending());
}

const char *vqsort_version(void) {
    static char text[64];
    const int64_t best = hwy::SupportedTargets() & -hwy::SupportedTargets();
    snprintf(text, sizeof text, "vqsort of Highway %d.%d.%d for %s", HWY_MAJOR, HWY_MINOR,
             HWY_PATCH, hwy::TargetName(best));
    return text;
}
