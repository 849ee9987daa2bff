/* Permutations that programs are full of, by this runtime's tasks on one thread, beside a plain
   loop nest and a copy of the same bytes, taking turns in one run: ms, and ratios to the copy.

   usage: transpose [REPETITIONS] */
#include "transpose_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct shape {
    const char *name;
    int64_t bytes, rank, size[4],
        order[4]; /* of the source; the result's dimension k is order[k] */
};

static const struct shape shapes[] = {
    {"4096x4096 f32, (1,0)", 4, 2, {4096, 4096}, {1, 0}},
    {"4096x4096 bf16, (1,0)", 2, 2, {4096, 4096}, {1, 0}},
    {"4096x4096 i8, (1,0)", 1, 2, {4096, 4096}, {1, 0}},
    {"2048x2048 f64, (1,0)", 8, 2, {2048, 2048}, {1, 0}},
    {"2048x2048 c128, (1,0)", 16, 2, {2048, 2048}, {1, 0}},
    {"1000x1000 f32, (1,0)", 4, 2, {1000, 1000}, {1, 0}},
    {"512x512 f32, (1,0)", 4, 2, {512, 512}, {1, 0}},
    {"8x64x112x112 f32, NCHW to NHWC", 4, 4, {8, 64, 112, 112}, {0, 2, 3, 1}},
    {"8x112x112x64 f32, NHWC to NCHW", 4, 4, {8, 112, 112, 64}, {0, 3, 1, 2}},
    {"8x3x224x224 f32, NCHW to NHWC", 4, 4, {8, 3, 224, 224}, {0, 2, 3, 1}},
    {"8x224x224x3 f32, NHWC to NCHW", 4, 4, {8, 224, 224, 3}, {0, 3, 1, 2}},
    {"8x224x224x3 i8, NHWC to NCHW", 1, 4, {8, 224, 224, 3}, {0, 3, 1, 2}},
    {"32x512x768 f32, (0,2,1)", 4, 3, {32, 512, 768}, {0, 2, 1}},
    {"8x512x12x64 f32, (0,2,1,3)", 4, 4, {8, 512, 12, 64}, {0, 2, 1, 3}},
    {"8x512x12x64 f32, (0,2,3,1)", 4, 4, {8, 512, 12, 64}, {0, 2, 3, 1}},
    {"8x512x12x64 bf16, (0,2,1,3)", 2, 4, {8, 512, 12, 64}, {0, 2, 1, 3}},
    {"64x64x64x64 f32, (3,2,1,0)", 4, 4, {64, 64, 64, 64}, {3, 2, 1, 0}},
    {"1024x1024x3 i8, (1,0,2)", 1, 3, {1024, 1024, 3}, {1, 0, 2}},
};

static double milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static struct sdyrt_transpose describe(const struct shape *s) {
    struct sdyrt_transpose what = {.bytes = s->bytes, .rank = s->rank};
    int64_t from[4], to = 1, stride = 1;
    for (int64_t k = s->rank - 1; k >= 0; k--) {
        from[k] = stride;
        stride *= s->size[k];
    }
    for (int64_t k = s->rank - 1; k >= 0; k--) {
        what.size[k] = s->size[s->order[k]];
        what.from[k] = from[s->order[k]];
        what.to[k] = to;
        to *= what.size[k];
    }
    return what;
}

static struct sdyrt_transpose in_bytes(const struct sdyrt_transpose *what) {
    struct sdyrt_transpose asked = *what;
    for (int64_t k = 0; k < what->rank; k++) {
        asked.from[k] *= what->bytes;
        asked.to[k] *= what->bytes;
    }
    return asked;
}

static void tasks(const struct sdyrt_transpose *what, const struct sdyrt_transpose_plan *plan,
                  char *const *operands) {
    int64_t count = sdyrt_transpose_tasks(what, plan);
    for (int64_t task = 0; task < count; task++) {
        sdyrt_transpose(what, plan, operands, task, NULL);
    }
}

/* The result in its order, element by element, as a compiler would print it. */
#define LOOPS(T)                                                                                   \
    for (int64_t row = 0; row < total / columns; row++) {                                          \
        int64_t at = 0;                                                                            \
        for (int64_t k = rank - 2, rest = row; k >= 0; k--) {                                      \
            at += rest % what->size[k] * what->from[k];                                            \
            rest /= what->size[k];                                                                 \
        }                                                                                          \
        const T *from = (const T *)(const void *)operands[0] + at;                                 \
        T *to = (T *)(void *)operands[1] + row * columns;                                          \
        for (int64_t i = 0; i < columns; i++) {                                                    \
            to[i] = from[i * stride];                                                              \
        }                                                                                          \
    }

static void loops(const struct sdyrt_transpose *what, char *const *operands) {
    int64_t rank = what->rank, columns = what->size[rank - 1], stride = what->from[rank - 1];
    int64_t total = 1;
    for (int64_t k = 0; k < rank; k++) {
        total *= what->size[k];
    }
    if (what->bytes == 1) {
        LOOPS(uint8_t)
    } else if (what->bytes == 2) {
        LOOPS(uint16_t)
    } else if (what->bytes == 4) {
        LOOPS(uint32_t)
    } else if (what->bytes == 8) {
        LOOPS(uint64_t)
    } else {
        LOOPS(long double)
    }
}

static void measure(const struct shape *s, int repetitions) {
    struct sdyrt_transpose what = describe(s), asked = in_bytes(&what);
    struct sdyrt_transpose normal = sdyrt_transpose_normal(&asked);
    struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    struct sdyrt_transpose_plan plan = sdyrt_transpose_choose(&normal, &class);
    size_t bytes = (size_t)s->bytes;
    for (int64_t k = 0; k < s->rank; k++) {
        bytes *= (size_t)s->size[k];
    }
    char *in = aligned_alloc(64, bytes), *out = aligned_alloc(64, bytes);
    char *operands[] = {in, out};
    double best[3] = {1e9, 1e9, 1e9};
    memset(in, 1, bytes);
    memset(out, 1, bytes);
    for (int i = 0; i < repetitions; i++) {
        double start = milliseconds();
        memcpy(out, in, bytes);
        double copied = milliseconds();
        tasks(&normal, &plan, operands);
        double moved = milliseconds();
        loops(&what, operands);
        double times[3] = {copied - start, moved - copied, milliseconds() - moved};
        for (int k = 0; k < 3; k++) {
            best[k] = times[k] < best[k] ? times[k] : best[k];
        }
    }
    printf("%-32s %8.3f %8.3f %8.3f %8.2f %8.2f\n", s->name, best[0], best[1], best[2],
           best[1] / best[0], best[2] / best[0]);
    free(in);
    free(out);
}

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 15;
    printf("%-32s %8s %8s %8s %8s %8s\n", "", "copy", "ours", "loops", "ours", "loops");
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        measure(&shapes[i], repetitions);
    }
    return 0;
}
