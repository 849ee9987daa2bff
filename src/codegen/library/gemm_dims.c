/* Which dimensions of a contraction are the rows, the columns and the sum of one product, and which
 * stay loops around it. */
#include <stdlib.h>

#include "codegen/library/gemm.h"
#include "codegen/library/weights.h"
#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"

/* The dimensions along which numbers of the program choose a matrix: they stay loops. */
static uint32_t chosen_along(const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
    const struct access *operands[] = {&gemm->a, &gemm->b, &gemm->scale, &gemm->zero};
    uint32_t along = 0;
    for (uint32_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        for (uint32_t k = 0; k < operands[i]->indirect_count; k++) {
            along |= operands[i]->indirect[k].index->varies;
        }
    }
    return along;
}

/* The dimension of results that `wanted` moves and `other` does not: the one with unit stride in
 * `unit` where there is one, else the longest; -1: none. */
static int32_t pick(const struct kernel *kernel, const struct affine *wanted,
                    const struct affine *other, const struct affine *unit) {
    const uint32_t chosen = chosen_along(kernel);
    int32_t best = -1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (wanted->stride[d] == 0 || other->stride[d] != 0 || (chosen >> d & 1) != 0) {
            continue;
        }
        if (llabs(unit->stride[d]) == 1) {
            return (int32_t)d;
        }
        if (best < 0 || kernel->extent[d] > kernel->extent[best]) {
            best = (int32_t)d;
        }
    }
    return best;
}

/* Where the result goes: a tile's elements as the statement that reads it stores them. */
static const struct affine *result_at(const struct kernel *kernel) {
    const struct access *c = &kernel_gemm(kernel)->c;
    const bool is_tile = c->buffer->kind == BUFFER_TILE && kernel->result_count > 0;
    return is_tile ? &kernel->results[0].store.at : &c->at;
}

/* The same, by unit stride in C; but a product of a matrix and a vector takes as long as the
 * matrix is read, and goes along that. */
static int32_t pick_own(const struct kernel *kernel, const struct affine *wanted,
                        const struct affine *other) {
    bool is_vector = pick(kernel, other, wanted, other) < 0;
    return pick(kernel, wanted, other, is_vector ? wanted : result_at(kernel));
}

/* The longest dimension along which both operands stand still, as where one is a number that is
 * broadcast; -1: none. */
static int32_t pick_still(const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
    int32_t best = -1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (weights_part_dim(kernel) == (int32_t)d) {
            continue;
        }
        bool is_still = gemm->a.at.stride[d] == 0 && gemm->b.at.stride[d] == 0 &&
                        (chosen_along(kernel) >> d & 1) == 0;
        if (is_still && (best < 0 || kernel->extent[d] > kernel->extent[best])) {
            best = (int32_t)d;
        }
    }
    return best;
}

/* The last contracted dimension before `end` that does not count parts of weights. */
static uint32_t last_of_terms(const struct kernel *kernel, uint32_t end) {
    return end - (weights_part_dim(kernel) == (int32_t)end - 1 ? 2 : 1);
}

static uint32_t pick_k(const struct kernel *kernel) {
    const int32_t part = weights_part_dim(kernel);
    uint32_t best = kernel->parallel_count;
    if (weights_have_blocks(kernel)) {
        return last_of_terms(kernel, kernel->dim_count); /* behind that of the blocks */
    }
    for (uint32_t d = best; d < kernel->dim_count; d++) {
        if ((int32_t)d != part &&
            (kernel->extent[d] > kernel->extent[best] || (int32_t)best == part)) {
            best = d;
        }
    }
    return best;
}

static void swap_operands(const struct kernel *kernel) {
    struct access a = kernel_gemm(kernel)->a;
    kernel_gemm(kernel)->a = kernel_gemm(kernel)->b;
    kernel_gemm(kernel)->b = a;
    kernel_gemm(kernel)->weights_left ^= kernel_gemm(kernel)->by_weights;
}

/* Moves m and n to the end of the parallel dimensions, and blocks and k to the end of all; the
 * parts of packed weights stand right before these, where they are. */
static void order_dims(struct lowering *lowering, uint32_t m, uint32_t n, uint32_t k) {
    const struct kernel *kernel = lowering->kernel;
    const int32_t part = weights_part_dim(kernel);
    const uint32_t parts = part >= 0 ? 1u << part : 0;
    const uint32_t block = weights_have_blocks(kernel) ? last_of_terms(kernel, k) : k;
    const uint32_t ends[] = {m, n, block, k};
    uint32_t from[KERNEL_DIMS], count = 0, taken = parts;
    for (uint32_t i = 0; i < 4; i++) {
        taken |= 1u << ends[i];
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        const uint32_t first = pass == 0 ? 0 : kernel->parallel_count;
        const uint32_t end = pass == 0 ? kernel->parallel_count : kernel->dim_count;
        for (uint32_t d = first; d < end; d++) {
            if ((taken >> d & 1) == 0) {
                from[count++] = d;
            }
        }
        if (parts >> first != 0 && parts >> end == 0) {
            from[count++] = (uint32_t)part;
        }
        from[count++] = pass == 0 ? m : block;
        if (pass == 0 || block != k) {
            from[count++] = pass == 0 ? n : k;
        }
    }
    kernel_permute(lowering, from);
}

void gemm_choose_dims(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    struct gemm *gemm = kernel_gemm(kernel);
    struct uses uses = {.exprs = {0}};
    kernel_uses(kernel, &uses); /* says what indices vary with */
    uses_free(&uses);
    int32_t n = pick_own(kernel, &gemm->b.at, &gemm->a.at);
    int32_t m = pick_own(kernel, &gemm->a.at, &gemm->b.at);
    if (n < 0) {
        n = pick_still(kernel);
    } else if (m < 0) {
        m = pick_still(kernel);
    }
    bool is_transposed =
        m >= 0 && llabs(result_at(kernel)->stride[m]) == 1 && kernel->extent[m] > 1;
    if (is_transposed) {
        int32_t old = m;
        m = n;
        n = old;
        /* The operands are swapped below, where their registered places stay what they are. */
        swap_operands(kernel);
    }
    if (n < 0) {
        n = (int32_t)kernel->parallel_count;
        kernel_add_unit(lowering, kernel->parallel_count);
    }
    if (m < 0) {
        uint32_t position = kernel->parallel_count;
        kernel_add_unit(lowering, position);
        m = (int32_t)position;
    }
    if (kernel->dim_count == kernel->parallel_count) {
        kernel_add_unit(lowering, kernel->dim_count);
        kernel->parallel_count--;
    }
    order_dims(lowering, (uint32_t)m, (uint32_t)n, pick_k(kernel));
}
