/* The emitter on random kernels: broadcasts, transposes, slices, pads, short and ragged tiles,
 * reductions with guards, forwarded values. tcc's strips against the interpreter, every tenth also
 * as loops. `test_emit_random FIRST COUNT` runs other seeds. */
#include "maker.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t state;
static long first_seed = 1, seed_count = 60;

static int64_t pick(int64_t most) { /* 0 to most - 1 */
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)most);
}

struct generator {
    struct maker maker;
    struct kernel *kernel;
    enum element type;
    bool past;
};

/* An access to a new buffer that misses some dimensions (`all`: none) of the first `dims`, has the
 * others in some order, and lies somewhere inside a larger buffer. */
static struct affine random_layout(struct generator *g, uint32_t dims, bool all,
                                   int64_t *elements) {
    uint32_t order[KERNEL_DIMS], count = 0;
    struct affine at = {0};
    for (uint32_t d = 0; d < dims; d++) {
        if (all || pick(4) != 0) {
            order[count++] = d;
        }
    }
    for (uint32_t i = count; i > 1 && pick(3) == 0; i--) {
        uint32_t other = (uint32_t)pick(i), swap = order[other];
        order[other] = order[i - 1];
        order[i - 1] = swap;
    }
    int64_t stride = pick(6) == 0 ? 2 : 1;
    for (uint32_t i = count; i-- > 0;) {
        at.stride[order[i]] = stride;
        stride *= g->kernel->extent[order[i]] + (pick(5) == 0 ? 3 : 0);
    }
    at.offset = pick(4) == 0 ? 5 : 0;
    if (!all && count > 0 && pick(6) == 0) { /* backwards */
        uint32_t d = order[count - 1];
        at.offset += at.stride[d] * (g->kernel->extent[d] - 1);
        at.stride[d] = -at.stride[d];
    }
    *elements = stride + 8;
    return at;
}

static struct expr *random_load(struct generator *g, uint32_t dims) {
    int64_t elements;
    struct affine at = random_layout(g, dims, false, &elements);
    if (g->maker.program.input_count == 7) {
        return constant(&g->maker, g->type, 0.75);
    }
    return load_of(&g->maker, new_buffer(&g->maker, BUFFER_INPUT, g->type, elements), at);
}

static struct expr *random_expr(struct generator *g, uint32_t dims, int depth) {
    static const enum scalar_op binary[] = {SCALAR_ADD, SCALAR_SUBTRACT, SCALAR_MULTIPLY,
                                            SCALAR_MAXIMUM, SCALAR_MINIMUM};
    struct maker *m = &g->maker;
    int64_t kind = depth == 0 ? pick(3) : 2 + pick(8);
    if (kind == 0) {
        return constant(m, g->type, (double)pick(9) / 4 - 1);
    }
    if (kind <= 2) {
        return random_load(g, dims);
    }
    struct expr *a = random_expr(g, dims, depth - 1);
    if (kind == 3) {
        return scalar(m, SCALAR_NEGATE, g->type, a, NULL, NULL);
    }
    struct expr *b = pick(4) == 0 ? a : random_expr(g, dims, depth - 1);
    if (kind == 4) {
        struct expr *less = scalar(m, SCALAR_LT, ELEMENT_I1, a, b, NULL);
        return scalar(m, SCALAR_SELECT, g->type, less, random_load(g, dims), a);
    }
    if (kind == 5) {
        struct affine at = {-pick(3), {0}};
        uint32_t d = (uint32_t)pick(dims);
        at.stride[d] = 1 + pick(2);
        if (pick(3) == 0) {
            at.stride[(uint32_t)pick(dims)] = 1;
        }
        return guarded(m, a, b, at, 1 + pick(g->kernel->extent[d] + 2));
    }
    return scalar(m, binary[pick(5)], g->type, a, b, NULL);
}

/* A store to a new buffer, of every second kernel past the caches. */
static struct statement random_store(struct generator *g, uint32_t dims, struct expr *value) {
    int64_t elements;
    struct affine at = random_layout(g, dims, true, &elements);
    struct statement statement =
        store_to(new_buffer(&g->maker, BUFFER_OUTPUT, g->type, elements), at, value);
    statement.past = g->past;
    return statement;
}

static void random_program(struct generator *g) {
    static const int64_t sizes[] = {1, 2, 3, 5, 8, 16, 17, 40, 64, 130, 300};
    static const enum element types[] = {ELEMENT_F32, ELEMENT_F32, ELEMENT_F64, ELEMENT_I32,
                                         ELEMENT_BF16};
    struct maker *m = &g->maker;
    int64_t extents[6], tiles[6], points = 1;
    uint32_t count = 1 + (uint32_t)pick(4), parallel = count - (uint32_t)pick(count);
    for (uint32_t d = 0; d < count; d++) {
        extents[d] = sizes[pick(points > 3000 ? 4 : 11)];
        points *= extents[d];
        tiles[d] = pick(2) == 0 ? extents[d] : 1 + pick(extents[d]);
    }
    extents[count] = -1;
    maker_init(m);
    g->type = types[pick(5)];
    g->kernel = new_kernel(m, parallel, extents, tiles);
    struct kernel *kernel = g->kernel;
    for (int64_t i = 0; i < 1 + pick(2); i++) {
        kernel->body[kernel->body_count++] = random_store(g, count, random_expr(g, count, 3));
    }
    if (parallel == count) {
        return;
    }
    struct expr *term =
        pick(2) == 0 ? numbered(m, EXPR_VALUE, g->type, 0) : random_expr(g, count, 2);
    kernel->reduction = simple_reduction(m, pick(2) == 0 ? SCALAR_ADD : SCALAR_MAXIMUM, 0, term);
    kernel->body_count = pick(2) == 0 ? kernel->body_count : term->kind == EXPR_VALUE ? 1 : 0;
    if (pick(3) == 0) {
        struct guard *guard = ARENA_NEW(m->arena, struct guard);
        guard->at.stride[pick(count)] = 1;
        guard->at.offset = -pick(2);
        guard->bound = 1 + pick(20);
        kernel->reduction->guards = guard;
        kernel->reduction->guard_count = 1;
    }
    struct expr *result = scalar(m, SCALAR_ADD, g->type, numbered(m, EXPR_REDUCED, g->type, 0),
                                 random_expr(g, parallel, 1), NULL);
    kernel->results[kernel->result_count++] = random_store(g, parallel, result);
}

static void test_random(void **unused) {
    (void)unused;
    for (long seed = first_seed; seed < first_seed + seed_count; seed++) {
        struct generator generator = {0};
        state = (uint64_t)seed * 0x9e3779b97f4a7c15u;
        pick(2);
        generator.past = seed % 2 == 0;
        random_program(&generator);
        print_message("seed %ld\n", seed);
        check_forms(&generator.maker, seed % 10 == 0);
    }
}

int main(int count, char **words) {
    if (count == 3) {
        first_seed = strtol(words[1], NULL, 10);
        seed_count = strtol(words[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
