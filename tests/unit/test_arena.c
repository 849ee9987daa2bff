/* The plan of the arena: what lives at once does not overlap, and takes little more memory than the
 * most that does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/program.h"

enum { BUFFERS = 60, STEPS = 40, PROGRAMS = 200 };

struct problem {
    struct arena *arena;
    struct program program;
    struct kernel_buffer *buffers[BUFFERS];
    struct kernel *kernels[STEPS];
    struct step steps[STEPS];
    int first[BUFFERS], last[BUFFERS];
};

static int between(int low, int high) {
    return low + rand() % (high - low + 1);
}

static void add_buffer(struct problem *p, uint32_t i) {
    struct kernel_buffer *buffer = p->buffers[i] = ARENA_NEW(p->arena, struct kernel_buffer);
    *buffer = (struct kernel_buffer){.kind = BUFFER_ARENA,
                                     .element = ELEMENT_F32,
                                     .elements = (int64_t)between(1, 8) << between(4, 16),
                                     .id = i,
                                     .first_step = -1};
    p->first[i] = between(0, STEPS - 1);
    p->last[i] = between(p->first[i], rand() % 4 == 0 ? STEPS - 1 : p->first[i]);
}

/* Its step stores to the buffers that begin or end there. */
static void add_kernel(struct problem *p, int step) {
    struct kernel *kernel = p->kernels[step] = ARENA_NEW(p->arena, struct kernel);
    struct expr *zero = expr_new(p->arena, EXPR_CONSTANT, ELEMENT_F32);
    kernel->body = ARENA_ARRAY(p->arena, struct statement, BUFFERS);
    for (uint32_t i = 0; i < BUFFERS; i++) {
        if (p->first[i] == step || p->last[i] == step) {
            kernel->body[kernel->body_count++] =
                (struct statement){.store = {.buffer = p->buffers[i]}, .value = zero};
        }
    }
    p->steps[step] = (struct step){.kind = STEP_KERNEL, .kernel = kernel};
}

static void make(struct problem *p) {
    memset(p, 0, sizeof *p);
    p->arena = arena_new();
    p->program = (struct program){.arena = p->arena,
                                  .buffers = p->buffers,
                                  .buffer_count = BUFFERS,
                                  .kernels = p->kernels,
                                  .kernel_count = STEPS,
                                  .steps = {STEPS, p->steps, NULL}};
    for (uint32_t i = 0; i < BUFFERS; i++) {
        add_buffer(p, i);
    }
    for (int step = 0; step < STEPS; step++) {
        add_kernel(p, step);
    }
}

static int64_t bytes_of(const struct problem *p, uint32_t i) {
    return (p->buffers[i]->elements * 4 + 63) / 64 * 64;
}

static int64_t most_at_once(const struct problem *p) {
    int64_t most = 0;
    for (int step = 0; step < STEPS; step++) {
        int64_t now = 0;
        for (uint32_t i = 0; i < BUFFERS; i++) {
            now += p->first[i] <= step && step <= p->last[i] ? bytes_of(p, i) : 0;
        }
        most = now > most ? now : most;
    }
    return most;
}

static void check_apart(const struct problem *p) {
    for (uint32_t i = 0; i < BUFFERS; i++) {
        const int64_t at = p->buffers[i]->offset, end = at + bytes_of(p, i);
        assert_true(at >= 0 && at % 64 == 0 && end <= p->program.arena_bytes);
        for (uint32_t k = 0; k < i; k++) {
            const int64_t other = p->buffers[k]->offset;
            assert_true(p->last[i] < p->first[k] || p->last[k] < p->first[i] || end <= other ||
                        other + bytes_of(p, k) <= at);
        }
    }
}

static void test_random(void **state) {
    int64_t taken = 0, least = 0;
    (void)state;
    srand(1);
    for (int i = 0; i < PROGRAMS; i++) {
        struct problem p;
        make(&p);
        program_plan_arena(&p.program);
        check_apart(&p);
        taken += p.program.arena_bytes;
        least += most_at_once(&p);
        arena_free(p.arena);
    }
    print_message("%lld bytes, %lld at once\n", (long long)taken, (long long)least);
    assert_true(taken <= least + least / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
