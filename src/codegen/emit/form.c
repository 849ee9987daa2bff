/* How the innermost loops of a kernel are written where the text goes to an optimising compiler:
 * as loops of scalar functions, which fuse what the kernel does, or, where gcc is known to make no
 * vectors of such loops, or slow ones, as calls of the runtime's strips. This file alone decides.
 *
 * Strips are better for
 *   numbers of 16 bits and fewer that are floats: their conversions have instructions that gcc
 *     does not find, and are many operations without them;
 *   functions of complex numbers, which are calls;
 *   quotients of integers by divisors that change;
 *   reductions to one value, or to the place of one: gcc keeps their lanes in memory;
 *   rows so short that a loop over one is not worth beginning;
 *   what is read across its rows in memory, which the runtime transposes by squares;
 *   what becomes functions of machine code (fused/), where the text goes to gcc at once: one result
 *     of operations on floats and words from end to end, and exponentials and their like whatever
 *     else there is;
 *   few points in a program of much text, which gcc takes long for: about 4 ms for each function
 *     and vector loop, a tenth of that for calls that it does not optimise. */
#include "codegen/emit/emit_thresholds.h"
#include "codegen/emit/internal.h"

#include "runs.h"

static bool is_complex_call(const struct expr *expr) {
    switch (expr->op) {
    case SCALAR_ADD:
    case SCALAR_SUBTRACT:
    case SCALAR_MULTIPLY:
    case SCALAR_EQ:
    case SCALAR_NE:
    case SCALAR_CONVERT:
    case SCALAR_BITCAST:
    case SCALAR_REAL:
    case SCALAR_IMAG:
    case SCALAR_COMPLEX:
    case SCALAR_SELECT:
        return false;
    default:
        return is_complex(expr->args[0]->type);
    }
}

static bool is_quotient(const struct expr *expr) {
    return (expr->op == SCALAR_DIVIDE || expr->op == SCALAR_REMAINDER) &&
           element_is_integer(expr->type) && expr->args[1]->varies != 0;
}

static bool wants_strips(const struct expr *expr) {
    bool is_computed = expr->kind == EXPR_SCALAR;
    return is_narrow(expr->type) || (is_computed && (is_complex_call(expr) || is_quotient(expr)));
}

/* Functions of which strips for AVX-512 have another polynomial, with a table, than loops. */
static bool is_tabled(const struct expr *expr) {
    return expr->kind == EXPR_SCALAR && expr->op == SCALAR_ERF && expr->type == ELEMENT_F32;
}

/* The tile of a task, as loops go over it. */
static struct tile_shape task_tile(const struct kernel *kernel) {
    struct tile_shape tile = {.ragged = 0};
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        bool is_cut = d < kernel->parallel_count && kernel->tile[d] < kernel->extent[d];
        tile.size[d] = is_cut ? kernel->tile[d] : kernel->extent[d];
        tile.ragged |= is_cut && kernel->extent[d] % kernel->tile[d] != 0 ? 1u << d : 0;
    }
    return tile;
}

/* Whether strips of this shape are rows that are reduced, or short ones. */
static bool are_rows_of_strips(const struct kernel *kernel, const struct strip_shape *shape,
                               int64_t row) {
    if (kernel->reduction != NULL) {
        return shape->sequential;
    }
    return shape->count > 1 && row > SDYRT_VECTOR_FLOATS && row < 2 * SDYRT_VECTOR_FLOATS;
}

/* Whether all that is computed point by point is what functions of machine code have, of memory
 * that they read as it lies. Of truth values alone compilers make vectors of four times as many. */
static bool is_fused(const struct emitter *e, uint32_t inner) {
    bool all = true, has_numbers = false;
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        int64_t stride = expr->kind == EXPR_LOAD ? expr->access.at.stride[inner] : 0;
        bool is_near = expr->kind == EXPR_LOAD && expr->access.indirect_count == 0 &&
                       (stride == 0 || stride == 1);
        all &= expr->varies == 0 || is_near || expr->kind == EXPR_VALUE || emit_may_fuse(e, expr);
        has_numbers |= expr->kind == EXPR_SCALAR && expr->varies != 0 && expr->type != ELEMENT_I1;
    }
    return all && has_numbers;
}

static bool has_fused_function(const struct emitter *e) {
    bool has = false;
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        has |= expr->varies != 0 && (emit_fuses_function(e, expr) || is_tabled(expr));
    }
    return has;
}

/* Whether the rows of strips lie side by side in the memory of the access, or are one row. */
static bool is_dense_or_repeated(const struct access *access, const struct strip_shape *shape,
                                 const struct tile_shape *tile) {
    int64_t dense = 1;
    bool is_dense = true, is_repeated = access->at.stride[shape->dims[0]] == 1;
    for (uint32_t i = 0; i < shape->count; i++) {
        is_dense &= access->at.stride[shape->dims[i]] == dense;
        is_repeated &= i == 0 || access->at.stride[shape->dims[i]] == 0;
        dense *= tile->size[shape->dims[i]];
    }
    return is_dense || is_repeated;
}

/* Elements that functions of machine code find side by side: a row, or all of a strip of several.
 * The kernel has one statement. */
static int64_t elements_side_by_side(const struct emitter *e, const struct strip_shape *shape,
                                     const struct tile_shape *tile) {
    const struct kernel *kernel = e->kernel;
    const struct statement *only = kernel->body_count > 0 ? kernel->body : kernel->results;
    bool are_joined = is_dense_or_repeated(&only->store, shape, tile);
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        are_joined &= expr->kind != EXPR_LOAD || expr->varies == 0 ||
                      is_dense_or_repeated(&expr->access, shape, tile);
    }
    int64_t elements = 1;
    for (uint32_t i = 0; i < (are_joined ? shape->count : 1); i++) {
        elements *= tile->size[shape->dims[i]];
    }
    return elements;
}

/* Whether functions of machine code do better than a compiler's loops. Rows must be some vectors
 * long. What several results share, and sums of rows beside each other, loops keep in registers
 * and functions in strips. */
static bool are_rows_of_functions(const struct emitter *e, const struct strip_shape *shape,
                                  const struct tile_shape *tile) {
    const struct kernel *kernel = e->kernel;
    bool is_long = tile->size[shape->dims[0]] >= 2 * SDYRT_LINE_FLOATS;
    if (e->fused.set == FUSED_NONE) {
        return false;
    }
    if (is_long && has_fused_function(e)) {
        return true;
    }
    return kernel->reduction == NULL && kernel->body_count + kernel->result_count == 1 &&
           is_fused(e, shape->dims[0]) &&
           (is_long || elements_side_by_side(e, shape, tile) >= 2 * SDYRT_LINE_FLOATS);
}

/* Whether elements that follow each other in a strip are some way apart in memory, and those of its
 * rows lie side by side there. */
static bool reads_across(const struct emitter *e, const struct strip_shape *shape) {
    bool across = false;
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        const int64_t *stride = expr->access.at.stride;
        bool is_apart = expr->kind == EXPR_LOAD && expr->access.indirect_count == 0 &&
                        shape->count > 1 && stride[shape->dims[0]] > 1;
        across |= is_apart && stride[shape->dims[1]] == 1;
    }
    return across;
}

static bool has_strip_shape(const struct emitter *e) {
    struct tile_shape tile = task_tile(e->kernel);
    struct strip_shape shape = choose_strip(e->kernel, &e->uses, &tile);
    if (shape.count == 0) {
        return false;
    }
    int64_t row = tile.size[shape.dims[0]];
    return are_rows_of_strips(e->kernel, &shape, row) || reads_across(e, &shape) ||
           are_rows_of_functions(e, &shape, &tile);
}

bool emit_is_brief(const struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    uint32_t dims = kernel->library != NULL ? kernel->parallel_count : kernel->dim_count;
    int64_t points = 1;
    for (uint32_t d = 0; d < dims && points <= BRIEF_POINTS; d++) {
        points *= kernel->extent[d];
    }
    return points <= BRIEF_POINTS &&
           (e->program->kernel_count >= BRIEF_MANY || e->uses.exprs.count >= 2 * BRIEF_MANY);
}

/* Strips of complex numbers are no parts that a folder could have. */
static bool lacks_strips(const struct emitter *e) {
    bool lacks = false;
    for (size_t i = 0; i < e->uses.exprs.count && e->in_folder; i++) {
        lacks |= is_complex(e->uses.exprs.items[i].expr->type);
    }
    return lacks;
}

bool emit_chooses_strips(const struct emitter *e) {
    if (e->form == EMIT_STRIPS) {
        return true;
    }
    if (lacks_strips(e)) {
        return false;
    }
    if (emit_is_brief(e)) {
        return true;
    }
    bool wants = false;
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        wants |= expr->varies != 0 && wants_strips(expr);
    }
    return wants || (e->kernel->kind == KERNEL_LOOP && has_strip_shape(e));
}
