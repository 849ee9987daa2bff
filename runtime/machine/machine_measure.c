#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clock_gettime */
#endif
#include "machine_measure.h"

#include "clock.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct loops {
    double (*read_all)(const void *from, int64_t bytes);
    double (*multiply_f64)(int64_t rounds);
    double (*multiply_f32)(int64_t rounds);
};

enum {
    SUMS = 12,            /* independent ones */
    TRIES = 5,            /* of which the fastest counts */
    ROUNDS = 1 << 20,     /* of multiplications in a try */
    READ_BYTES = 1 << 28, /* in a try */
    ALIGNMENT = 4096
};

#define VECTOR_BYTES 16
#define TARGET       BASELINE_TARGET
#define ISA(x)       x##_baseline
#include "machine_measure.inc"

#if defined(__x86_64__)

#define VECTOR_BYTES 32
#define TARGET       AVX2_TARGET
#define ISA(x)       x##_avx2
#include "machine_measure.inc"

#define VECTOR_BYTES 64
#define TARGET       AVX512_TARGET
#define ISA(x)       x##_avx512
#include "machine_measure.inc"

#endif

static const struct loops *const loops[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &loops_baseline,
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &loops_avx2,
    [SDYRT_ISA_AVX512] = &loops_avx512,
#endif
};

static volatile double kept; /* what is measured is not left out */

/* Operations a second of a loop of products of elements of this size. */
static double measure_products(double (*multiply)(int64_t), int64_t vector_bytes, size_t size) {
    const double operations = 2.0 * SUMS * ROUNDS * (double)vector_bytes / (double)size;
    double best = 0;
    for (int i = 0; i < TRIES; i++) {
        double begin = sdyrt_seconds();
        kept = multiply(ROUNDS);
        double rate = operations / (sdyrt_seconds() - begin);
        best = rate > best ? rate : best;
    }
    return best;
}

/* Bytes a second that come from memory of this size when it is read again and again. */
static double measure_reading(const struct loops *loop, const char *memory, int64_t bytes) {
    const int64_t times = READ_BYTES / bytes > 0 ? READ_BYTES / bytes : 1;
    double best = 0;
    for (int i = 0; i < TRIES; i++) {
        double begin = sdyrt_seconds();
        for (int64_t j = 0; j < times; j++) {
            kept = loop->read_all(memory, bytes);
        }
        double rate = (double)bytes * (double)times / (sdyrt_seconds() - begin);
        best = rate > best ? rate : best;
    }
    return best;
}

/* What stays in the level and in none nearer: half of a cache, but more than twice the one before;
 * of memory four times the far cache, up to what a try reads. */
static int64_t size_for(const struct sdyrt_machine *machine, int level) {
    if (level == SDYRT_LEVEL_MEMORY) {
        int64_t bytes = 4 * machine->cache_bytes[SDYRT_LEVEL_FAR];
        return bytes < READ_BYTES && bytes > 0 ? bytes : READ_BYTES;
    }
    int64_t half = machine->cache_bytes[level] / 2;
    int64_t before = level > 0 ? 2 * machine->cache_bytes[level - 1] : 0;
    int64_t wanted = half > before ? half : before;
    return wanted < READ_BYTES ? wanted : READ_BYTES;
}

int sdyrt_machine_measure(const struct sdyrt_machine *machine,
                          struct sdyrt_machine_measured *measured) {
    const struct loops *loop = loops[machine->class.isa];
    const int64_t vector = machine->class.vector_bytes;
    char *memory = aligned_alloc(ALIGNMENT, READ_BYTES);
    memset(measured, 0, sizeof *measured);
    if (memory == NULL) {
        return -1;
    }
    memset(memory, 0, READ_BYTES);
    for (int level = 0; level < SDYRT_LEVEL_COUNT; level++) {
        int64_t bytes = size_for(machine, level) / ALIGNMENT * ALIGNMENT;
        measured->bytes_read[level] = bytes;
        measured->bytes_second[level] = bytes > 0 ? measure_reading(loop, memory, bytes) : 0;
    }
    free(memory);
    measured->operations_second[SDYRT_RATE_F64] =
        measure_products(loop->multiply_f64, vector, sizeof(double));
    measured->operations_second[SDYRT_RATE_F32] =
        measure_products(loop->multiply_f32, vector, sizeof(float));
    return 0;
}
