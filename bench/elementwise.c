/*
 * Strips against fused loops, strips one by one, and what the team's synchronisation costs.
 * Everything stays in the first-level cache; the best of many repetitions counts.
 */
#include "elementwise.h"

#include "../tests/strips_at.h"

#include "sdyrt.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 1024, REPEATS = 60, CALLS = 40 };

static float x[N], y[N], z[N], t[N], u[N];
static const struct sdyrt_strips *strips;

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* ns per element of a statement that works on N elements, into `result`. */
#define MEASURE(result, statement)                                                                 \
    double result = 1e9;                                                                           \
    for (int repeat = 0; repeat < REPEATS; repeat++) {                                             \
        double start = now_ns();                                                                   \
        for (int call = 0; call < CALLS; call++) {                                                 \
            statement;                                                                             \
        }                                                                                          \
        double each = (now_ns() - start) / CALLS / N;                                              \
        result = each < result ? each : result;                                                    \
    }

/* ---- a fused GELU ---------------------------------------------------------------------------- */

static void gelu_strips(float *dst, const float *a) {
    strips->mul_f32_vs(t, a, 0.044715f, N);
    strips->mul_f32_vv(t, t, a, N);
    strips->mul_f32_vv(t, t, a, N);
    strips->add_f32_vv(t, a, t, N);
    strips->mul_f32_vs(t, t, 0.79788456f, N);
    strips->tanh_f32_v(t, t, N);
    strips->add_f32_vs(t, t, 1.0f, N);
    strips->mul_f32_vs(u, a, 0.5f, N);
    strips->mul_f32_vv(dst, u, t, N);
}

static void bench_gelu(void) {
    MEASURE(library, gelu_library(y, x, N))
    MEASURE(inlined, gelu_inline(y, x, N))
    double best = library < inlined ? library : inlined;
    printf("GELU, ns per element\n");
    printf("  gcc -O3 -march=native, libmvec's tanh   %.3f\n", library);
    printf("  gcc -O3 -march=native, scalar.h's tanh  %.3f\n", inlined);
    for (int i = 0; strips_at(i) != NULL; i++) {
        strips = strips_at(i);
        MEASURE(ours, gelu_strips(y, x))
        printf("  9 strips, %-8s                      %.3f   %.2f times the better loop\n",
               strips_name(i), ours, ours / best);
    }
}

/* ---- strip by strip -------------------------------------------------------------------------- */

#define LINE(name, statement)                                                                      \
    {                                                                                              \
        printf("  %-28s", name);                                                                   \
        for (int i = 0; strips_at(i) != NULL; i++) {                                               \
            strips = strips_at(i);                                                                 \
            MEASURE(ours, statement)                                                               \
            printf(" %8.3f", ours);                                                                \
        }                                                                                          \
        printf("\n");                                                                              \
    }

#define ONLY_f32(...) __VA_ARGS__
#define ONLY_f64(...)
#define ONLY_i1(...)
#define ONLY_i8(...)
#define ONLY_i16(...)
#define ONLY_i32(...)
#define ONLY_i64(...)
#define ONLY_u8(...)
#define ONLY_u16(...)
#define ONLY_u32(...)
#define ONLY_u64(...)
#define ONLY_bf16(...)
#define ONLY_f16(...)
#define ONLY_f8e4m3fn(...)
#define ONLY_f8e5m2(...)

static void bench_strips(void) {
    void *bytes = t;
    printf("strips of f32, ns per element\n  %-28s", "");
    for (int i = 0; strips_at(i) != NULL; i++) {
        printf(" %8s", strips_name(i));
    }
    printf("\n");
#define SDYRT_UNARY(op, t)   ONLY_##t(LINE(#op "_" #t "_v", strips->op##_##t##_v(y, x, N)))
#define SDYRT_TEST(op, t)    ONLY_##t(LINE(#op "_" #t "_v", strips->op##_##t##_v(bytes, x, N)))
#define SDYRT_BINARY(op, t)  ONLY_##t(LINE(#op "_" #t "_vv", strips->op##_##t##_vv(y, x, z, N)))
#define SDYRT_COMPARE(op, t) ONLY_##t(LINE(#op "_" #t "_vv", strips->op##_##t##_vv(bytes, x, z, N)))
#define SDYRT_SELECT(t)                                                                            \
    ONLY_##t(LINE("select_" #t "_vv", strips->select_##t##_vv(y, bytes, x, z, N)))
#define SDYRT_CLAMP(t) ONLY_##t(LINE("clamp_" #t "_svs", strips->clamp_##t##_svs(y, 0, x, 1, N)))
#define SDYRT_CONVERT(s, t)                                                                        \
    ONLY_##s(LINE("convert_" #s "_" #t "_v", strips->convert_##s##_##t##_v(bytes, x, N / 2)))
#define SDYRT_BITCAST(s, t)                                                                        \
    ONLY_##s(LINE("bitcast_" #s "_" #t "_v", strips->bitcast_##s##_##t##_v(bytes, x, N / 2)))
#define SDYRT_FILL(t) ONLY_##t(LINE("iota_" #t, strips->iota_##t(y, 0, 1, N)))
#define SDYRT_REDUCE(op, t)                                                                        \
    ONLY_##t(LINE("reduce_" #op "_" #t, y[0] = strips->reduce_##op##_##t(x, N)))
#include "strips.def"
}

/* ---- moving ---------------------------------------------------------------------------------- */

static void bench_moves(void) {
    printf("moves of %d elements, ns per element\n", N);
    LINE("load_32, stride 1", strips->load_32(y, x, N, 1))
    LINE("load_32, stride 0", strips->load_32(y, x, N, 0))
    LINE("load_32, stride 2 (half)", strips->load_32(y, x, N / 2, 2))
    LINE("load2_32, 16 rows of 64", strips->load2_32(y, x, 16, 64, 60, 1))
    LINE("load2_32, 256 rows of 3", strips->load2_32(y, x, 256, 4, 3, 1))
    LINE("transpose_8 32x32", strips->transpose_8(y, 32, x, 32, 32, 32))
    LINE("transpose_16 32x32", strips->transpose_16(y, 32, x, 32, 32, 32))
    LINE("transpose_32 32x32", strips->transpose_32(y, 32, x, 32, 32, 32))
    LINE("transpose_32 3x341", strips->transpose_32(y, 3, x, 341, 3, 341))
}

/* ---- the team -------------------------------------------------------------------------------- */

static void nothing(char *const *buf, int64_t task, char *scratch) {
    (void)buf;
    (void)task;
    (void)scratch;
}

enum { ROUNDS = 20000 };

static void runs(struct sdyrt_thread *thread, char *const *buf) {
    for (int i = 0; i < ROUNDS; i++) {
        sdyrt_run(thread, nothing, 16, buf);
    }
}

static void empty(struct sdyrt_thread *thread, char *const *buf) {
    (void)thread;
    (void)buf;
}

static double best_execution(struct sdyrt_team *team, sdyrt_program_fn *program) {
    double best = 1e18;
    for (int i = 0; i < 9; i++) {
        double start = now_ns();
        sdyrt_team_execute(team, program, NULL);
        double time = now_ns() - start;
        best = time < best ? time : best;
    }
    return best;
}

static void bench_team(void) {
    printf("team: ns per run of 16 empty tasks, per execution\n");
    static const int sizes[] = {1, 2, 4, 7};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct sdyrt_team *team = sdyrt_team_new(sizes[i], sizes[i], 64);
        printf("  %d threads %10.0f %10.0f\n", sizes[i], best_execution(team, runs) / ROUNDS,
               best_execution(team, empty));
        sdyrt_team_free(team);
    }
}

static void bench_symbols(void) {
    double start = now_ns();
    sdyrt_find_symbol("sdyrt_run");
    printf("symbol table: %.0f us to fill\n", (now_ns() - start) / 1e3);
}

int main(void) {
    for (int i = 0; i < N; i++) {
        x[i] = (float)(rand() % 6000 - 3000) / 1000;
        z[i] = (float)(rand() % 1000 + 1) / 500;
    }
    bench_symbols();
    bench_gelu();
    bench_team();
    bench_moves();
    bench_strips();
    return 0;
}
