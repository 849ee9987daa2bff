/* Scans by this runtime's tasks on one thread, beside a plain loop and a copy of the same bytes,
   taking turns in one run: ms, and ratios to the copy.

   usage: scan [REPETITIONS] */
#include "cpu.h"
#include "scan_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct shape {
    const char *name;
    int64_t type, op, rows, columns; /* f32 and bf16 */
    int64_t axis;
};

static const struct shape shapes[] = {
    {"sum 1M f32", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 1, 1 << 20, 1},
    {"sum 1024x1024 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 1024, 1024, 0},
    {"sum 1024x1024 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 1024, 1024, 1},
    {"sum 64x8192 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 64, 8192, 0},
    {"sum 64x8192 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 64, 8192, 1},
    {"sum 1Mx4 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 1 << 20, 4, 0},
    {"sum 131072x8 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 131072, 8, 1},
    {"sum 4000x64 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 4000, 64, 0},
    {"sum 128x256 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 128, 256, 0},
    {"sum 65536x20 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 65536, 20, 0},
    {"sum 32x2048 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 32, 2048, 1},
    {"sum 512x8 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 512, 8, 1},
    {"sum 64x100 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_SUM, 64, 100, 1},
    {"sum 1024x1024 bf16, axis 0", SDYRT_SCAN_BF16, SDYRT_SCAN_SUM, 1024, 1024, 0},
    {"sum 1024x1024 bf16, axis 1", SDYRT_SCAN_BF16, SDYRT_SCAN_SUM, 1024, 1024, 1},
    {"max 1M f32", SDYRT_SCAN_F32, SDYRT_SCAN_MAX, 1, 1 << 20, 1},
    {"max 1024x1024 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_MAX, 1024, 1024, 0},
    {"max 1024x1024 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_MAX, 1024, 1024, 1},
    {"prod 1024x1024 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_PROD, 1024, 1024, 1},
    {"lse 1M f32", SDYRT_SCAN_F32, SDYRT_SCAN_LOGSUMEXP, 1, 1 << 20, 1},
    {"lse 1024x1024 f32, axis 0", SDYRT_SCAN_F32, SDYRT_SCAN_LOGSUMEXP, 1024, 1024, 0},
    {"lse 1024x1024 f32, axis 1", SDYRT_SCAN_F32, SDYRT_SCAN_LOGSUMEXP, 1024, 1024, 1},
};

static double milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static struct sdyrt_scan describe(const struct shape *s) {
    int64_t along = s->axis == 0 ? s->columns : 1, across = s->axis == 0 ? 1 : s->columns;
    return (struct sdyrt_scan){.type = s->type,
                               .op = s->op,
                               .size = s->axis == 0 ? s->rows : s->columns,
                               .from = along,
                               .to = along,
                               .rank = 1,
                               .outer_size = {s->axis == 0 ? s->columns : s->rows},
                               .outer_from = {across},
                               .outer_to = {across}};
}

static void tasks(struct sdyrt_scan what, const struct sdyrt_scan_plan *plan, char *const *operands,
                  char *scratch) {
    for (what.phase = 0; what.phase < sdyrt_scan_phases(&what, plan); what.phase++) {
        int64_t count = sdyrt_scan_tasks(&what, plan);
        for (int64_t task = 0; task < count; task++) {
            sdyrt_scan(&what, plan, operands, task, scratch);
        }
    }
}

/* A running sum of floats, whatever the operation is, in the order of memory. */
static void loops(const struct sdyrt_scan *what, const float *in, float *out) {
    if (what->from == 1) {
        for (int64_t line = 0; line < what->outer_size[0]; line++) {
            float sum = 0;
            for (int64_t i = 0; i < what->size; i++) {
                out[line * what->size + i] = sum += in[line * what->size + i];
            }
        }
        return;
    }
    memcpy(out, in, (size_t)what->from * sizeof *out);
    for (int64_t i = what->from; i < what->size * what->from; i++) {
        out[i] = out[i - what->from] + in[i];
    }
}

static void measure(const struct shape *s, int repetitions) {
    const struct sdyrt_scan asked = describe(s), what = sdyrt_scan_normal(&asked);
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    const struct sdyrt_scan_plan plan = sdyrt_scan_choose(&what, &class);
    int64_t count = s->rows * s->columns;
    size_t bytes = (size_t)count * (s->type == SDYRT_SCAN_F32 ? 4 : 2);
    float *in = aligned_alloc(64, bytes), *out = aligned_alloc(64, bytes);
    char *scratch = aligned_alloc(64, (sdyrt_scan_scratch() + 63) / 64 * 64);
    char *totals = aligned_alloc(64, (sdyrt_scan_totals(&what, &plan) + 127) / 64 * 64);
    char *operands[] = {(char *)in, (char *)out, totals};
    double best[3] = {1e9, 1e9, 1e9};
    memset(in, 0, bytes);
    memset(out, 0, bytes);
    for (int64_t i = 0; s->type == SDYRT_SCAN_F32 && i < count; i++) {
        in[i] = (float)(rand() % 1000) * 1e-3f + (s->op == SDYRT_SCAN_PROD ? 0.5f : 0);
    }
    for (int i = 0; i < repetitions; i++) {
        double start = milliseconds();
        memcpy(out, in, bytes);
        double copied = milliseconds();
        tasks(what, &plan, operands, scratch);
        double scanned = milliseconds();
        if (s->type == SDYRT_SCAN_F32) {
            loops(&asked, in, out);
        }
        double times[3] = {copied - start, scanned - copied, milliseconds() - scanned};
        for (int k = 0; k < 3; k++) {
            best[k] = times[k] < best[k] ? times[k] : best[k];
        }
    }
    printf("%-28s %8.4f %8.4f %8.4f %8.2f %8.2f\n", s->name, best[0], best[1], best[2],
           best[1] / best[0], best[2] / best[0]);
    free(in);
    free(out);
    free(scratch);
    free(totals);
}

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 15;
    printf("%-28s %8s %8s %8s %8s %8s\n", "", "copy", "ours", "loop", "ours", "loop");
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        measure(&shapes[i], repetitions);
    }
    return 0;
}
