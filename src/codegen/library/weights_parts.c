/* A product of a few rows by many rows of weights, as sums of parts that are added up: each part
 * reads whole rows, one after the other as they lie, which memory gives fastest, and parts are
 * tasks of their own:
 *
 *     x[4096] W[4096,n]  is  the sum of 16 products  x[256 p..] W[256 p..,n]
 *
 * The shape alone says how many there are. */
#include "codegen/library/weights.h"

#include "codegen/graph/graph.h"
#include "codegen/library/product.h"

#include "product_weights_plan.h"

#include <string.h>

LIBRARY(gemm);

/* What a product is made of, as far as its parts depend on it. */
struct shape {
    const struct term *weights, *other;
    int64_t rows, columns, terms;
    bool has_batch;  /* of products */
    bool are_beside; /* of which rows of weights are parts of a longer row */
};

/* The last coordinate of a read that moves along a dimension of the product; -1: none does. */
static int32_t coordinate_along(const struct term *read, uint32_t dim) {
    int32_t found = -1;
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        found = read->coordinates[i].at.stride[dim] != 0 ? (int32_t)i : found;
    }
    return found;
}

static bool moves_along(const struct term *read, uint32_t dim) {
    return coordinate_along(read, dim) >= 0;
}

bool weights_are_left(const struct node *product) {
    return ((const struct gemm_node *)product->call)->weights_left;
}

static bool counts_parts(const struct node *node, uint32_t dim) {
    const struct weights_packed *packed = &((const struct gemm_node *)node->call)->packed;
    return packed->type != SDYRT_WEIGHTS_NONE && packed->dim == dim;
}

/* Whether the rows of weights of products along a dimension lie beside each other, as those of the
 * groups of a cache do, [positions, groups, channels]. */
static bool lies_inside(const struct node *node, const struct term *weights, uint32_t dim) {
    const int32_t along = coordinate_along(weights, dim);
    bool inside = node->sequential > 0;
    for (uint32_t i = 0; i < node->sequential; i++) {
        inside = inside && coordinate_along(weights, node->rank + i) < along;
    }
    return inside;
}

static struct shape shape_of(const struct node *node) {
    const bool is_left = weights_are_left(node);
    struct shape shape = {.weights = node->operands[is_left ? 0 : 1],
                          .other = node->operands[is_left ? 1 : 0],
                          .rows = 1,
                          .columns = 1,
                          .terms = 1};
    for (uint32_t d = 0; d < node->rank; d++) {
        const bool narrow = moves_along(shape.weights, d), wide = moves_along(shape.other, d);
        const bool is_row = !weights_term_moves(shape.weights, d) && !counts_parts(node, d);
        const bool is_batch = narrow && wide && node->extent[d] > 1;
        const bool is_beside = is_batch && lies_inside(node, shape.weights, d);
        shape.rows *= is_row ? node->extent[d] : 1;
        shape.columns *= narrow && (!is_batch || is_beside) ? node->extent[d] : 1;
        shape.has_batch = shape.has_batch || is_batch;
        shape.are_beside = shape.are_beside || is_beside;
    }
    for (uint32_t i = 0; i < node->sequential; i++) {
        shape.terms *= counts_parts(node, node->rank + i) ? 1 : node->extent[node->rank + i];
    }
    return shape;
}

/* Whether neighbours in memory are columns. */
static bool lie_by_rows(const struct node *node, const struct term *weights) {
    const struct affine *last = &weights->coordinates[weights->coordinate_count - 1].at;
    bool found = false;
    for (uint32_t d = 0; d < node->rank; d++) {
        found = found || (node->extent[d] > 1 && last->stride[d] == 1);
    }
    return found;
}

/* The first contracted dimension of more than one point; where there is none, the last one. */
static uint32_t dim_to_cut(const struct node *node) {
    uint32_t dim = node->rank;
    while (dim + 1 < node->rank + node->sequential &&
           (node->extent[dim] <= 1 || counts_parts(node, dim))) {
        dim++;
    }
    return dim;
}

static int64_t part_count(const struct node *node) {
    const struct shape shape = shape_of(node);
    if ((shape.has_batch && !shape.are_beside) || node->sequential == 0 ||
        !lie_by_rows(node, shape.weights)) {
        return 1;
    }
    const struct gemm_node *call = node->call;
    const bool is_packed = call->packed.type != SDYRT_WEIGHTS_NONE;
    const struct sdyrt_weights what = {.type = is_packed ? call->packed.type
                                                         : weights_type(shape.weights->element),
                                       .c_part = is_packed && call->packed.dim < node->rank,
                                       .m = shape.rows,
                                       .n = shape.columns,
                                       .k = shape.terms};
    int64_t count = sdyrt_weights_parts(&what);
    while (count > 1 && node->extent[dim_to_cut(node)] % count != 0) {
        count--;
    }
    return counts_parts(node, dim_to_cut(node)) ? 1 : count;
}

/* The product of each part: the part's number stands in front of all dimensions. */
static struct node *parts_of(struct kernel_builder *builder, const struct node *node,
                             int64_t count) {
    const uint32_t old = node->rank + node->sequential, cut = dim_to_cut(node);
    struct term **operands = ARENA_ARRAY(builder->graph->arena, struct term *, 4);
    struct affine map[KERNEL_DIMS];
    int64_t dims[KERNEL_DIMS] = {count};
    for (uint32_t d = 0; d < old; d++) {
        map[d] = affine_dim(d + 1, 1, 0);
    }
    map[cut].stride[0] = node->extent[cut] / count;
    for (uint32_t i = 0; i < node->operand_count; i++) {
        operands[i] = term_substitute(builder, node->operands[i], map, old);
    }
    memcpy(dims + 1, node->extent, node->rank * sizeof *dims);
    const struct type *f32 = type_float(builder->context, FLOAT_F32);
    const struct type *type = type_tensor(builder->context, f32, node->rank + 1, dims, NULL);
    struct node *parts = node_library(builder, &library_gemm, type, operands[0], operands[1]);
    parts->operands = operands;
    parts->operand_count = node->operand_count;
    struct gemm_node call = *(const struct gemm_node *)node->call;
    call.packed.dim++;
    node_tell(builder, parts, &call, sizeof call);
    parts->sequential = node->sequential;
    memcpy(parts->extent + parts->rank, node->extent + node->rank,
           node->sequential * sizeof *node->extent);
    parts->extent[cut + 1] /= count;
    return parts;
}

struct node *weights_in_parts(struct kernel_builder *builder, const struct type *type,
                              struct node *node) {
    const int64_t count = part_count(node);
    const struct type *f32 = type_float(builder->context, FLOAT_F32);
    struct affine map[KERNEL_DIMS];
    if (count < 2 || node->rank + node->sequential >= KERNEL_DIMS / 2) {
        return node;
    }
    map[0] = affine_dim(node->rank, 1, 0);
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d + 1] = affine_dim(d, 1, 0);
    }
    struct term *zero = term_integer(builder, f32, 0);
    struct term *part = term_read_raw(builder, parts_of(builder, node, count), map);
    const struct node_reduction sum = {.types = &type,
                                       .count = 1,
                                       .extent = &count,
                                       .operands = 1,
                                       .init = &zero,
                                       .term = &part,
                                       .op = SCALAR_ADD};
    return node_reduce(builder, &sum, &node) ? node : NULL;
}
