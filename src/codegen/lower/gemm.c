/* A contraction as matrix products: picks the dimensions that are m, n and k of one product and
 * leaves the others to loops around it. */
#include <stdlib.h>

#include "codegen/lower/lower.h"

/* The kernel space of a product is that of the anchor's:
 * result dimensions, then contracted ones. */
static void identity_map(struct affine *map, uint32_t count) {
    for (uint32_t d = 0; d < count; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
}

static const struct affine *store_order(const struct lowering *lowering) {
    return &lowering->kernel->gemm.c.at;
}

/* The dimension in [first, end) that `wanted` moves and `other` does not: the one with unit stride
 * in C where there is one, else the longest; -1: none. */
static int32_t pick(const struct kernel *kernel, uint32_t first, uint32_t end,
                    const struct affine *wanted, const struct affine *other) {
    int32_t best = -1;
    for (uint32_t d = first; d < end; d++) {
        if (wanted->stride[d] == 0 || other->stride[d] != 0) {
            continue;
        }
        if (llabs(kernel->gemm.c.at.stride[d]) == 1) {
            return (int32_t)d;
        }
        if (best < 0 || kernel->extent[d] > kernel->extent[best]) {
            best = (int32_t)d;
        }
    }
    return best;
}

static uint32_t pick_k(const struct kernel *kernel) {
    uint32_t best = kernel->parallel_count;
    for (uint32_t d = best; d < kernel->dim_count; d++) {
        if (kernel->extent[d] > kernel->extent[best]) {
            best = d;
        }
    }
    return best;
}

static void swap_operands(struct kernel *kernel) {
    struct access a = kernel->gemm.a;
    kernel->gemm.a = kernel->gemm.b;
    kernel->gemm.b = a;
}

/* Moves m and n to the end of the parallel dimensions and k to the end of all. */
static void order_dims(struct lowering *lowering, uint32_t m, uint32_t n, uint32_t k) {
    const struct kernel *kernel = lowering->kernel;
    uint32_t from[KERNEL_DIMS], count = 0;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (d != m && d != n) {
            from[count++] = d;
        }
    }
    from[count++] = m;
    from[count++] = n;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        if (d != k) {
            from[count++] = d;
        }
    }
    from[count++] = k;
    kernel_permute(lowering, from);
}

static void choose_dims(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    struct gemm *gemm = &kernel->gemm;
    int32_t n = pick(kernel, 0, kernel->parallel_count, &gemm->b.at, &gemm->a.at);
    int32_t m = pick(kernel, 0, kernel->parallel_count, &gemm->a.at, &gemm->b.at);
    bool is_transposed = m >= 0 && llabs(gemm->c.at.stride[m]) == 1 && kernel->extent[m] > 1;
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

static bool reads_reduced(struct expr *expr, int32_t stamp) {
    if (expr->note == stamp) {
        return false;
    }
    expr->note = stamp;
    bool found = expr->kind == EXPR_REDUCED;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        found = reads_reduced(expr->args[i], stamp) || found;
    }
    return found;
}

/* Whether the first statement alone reads the product, so that it may overwrite it. */
static bool first_alone_reads(const struct kernel *kernel) {
    for (uint32_t i = 1; i < kernel->result_count; i++) {
        if (reads_reduced(kernel->results[i].value, (int32_t)i)) {
            return false;
        }
    }
    return true;
}

/* Where the product lies: the anchor's own buffer; or that of the one root whose statement alone
 * reads it; or a tile in the thread's scratch. */
static struct access result_access(struct lowering *lowering, const struct affine *map) {
    const struct node *anchor = lowering->group->anchor;
    if (anchor->materialised) {
        return buffer_access(anchor, map);
    }
    const struct kernel *kernel = lowering->kernel;
    const struct statement *first = &kernel->results[0];
    bool in_place = first->store.buffer->element == anchor->element && first_alone_reads(kernel);
    if (in_place) {
        return first->store;
    }
    struct kernel_buffer *tile = ARENA_NEW(lowering->graph->arena, struct kernel_buffer);
    tile->kind = BUFFER_TILE;
    tile->element = anchor->element;
    tile->comment = "the product, until its tile is done";
    return (struct access){.buffer = tile};
}

static void finish_tile(struct kernel *kernel) {
    struct access *c = &kernel->gemm.c;
    if (c->buffer->kind != BUFFER_TILE) {
        return;
    }
    uint32_t n = kernel->parallel_count - 1;
    c->at = (struct affine){0};
    c->at.stride[n] = 1;
    c->at.stride[n - 1] = kernel->tile[n];
    c->buffer->elements = kernel->tile[n] * kernel->tile[n - 1];
}

void lower_contract(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *anchor = lowering->group->anchor;
    struct affine map[KERNEL_DIMS];
    identity_map(map, kernel->dim_count);
    kernel->kind = KERNEL_GEMM;
    kernel->gemm.a = lower_access(lowering, anchor->lhs, map, kernel->dim_count);
    kernel->gemm.b = lower_access(lowering, anchor->rhs, map, kernel->dim_count);
    kernel->gemm.c = result_access(lowering, map);
    lowering_register(lowering, &kernel->gemm.a.at);
    lowering_register(lowering, &kernel->gemm.b.at);
    lowering_register(lowering, &kernel->gemm.c.at);
    lowering_load_reduced(lowering, &kernel->gemm.c);
    kernel_drop_units(lowering);
    const struct affine *order = store_order(lowering);
    if (kernel->gemm.c.buffer->kind == BUFFER_TILE) {
        order = &kernel->results[0].store.at;
    }
    kernel_sort(lowering, order, &kernel->gemm.a.at);
    kernel_coalesce(lowering);
    choose_dims(lowering);
    kernel_tile_gemm(kernel);
    finish_tile(kernel);
    for (size_t i = 0; i < lowering->reduced.count; i++) {
        lowering->reduced.items[i]->access = kernel->gemm.c;
    }
}
