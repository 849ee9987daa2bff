/* Products that are no work for matrices: those without a sum, those whose elements meet one other
 * each, and those of small matrices that lie side by side, element by element. They are computed
 * as other elements are, in strips along what lies side by side, and join what is around them. */
#include "codegen/library/product.h"
#include "support/limits.h"

#include "runs.h"

/* Whether no two products are added. */
static bool is_outer(uint32_t count, const int64_t *extent) {
    for (uint32_t i = 0; i < count; i++) {
        if (extent[i] != 1) {
            return false;
        }
    }
    return true;
}

/* The operand in the element type of the product. `dims` of the space are those of the result and
 * those contracted, or the first alone, where all others have one point. */
static struct term *factor(struct kernel_builder *builder, uint32_t dims,
                           const struct type *element, struct node *operand,
                           const struct affine *map) {
    struct affine at[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        at[d] = map[d];
        for (uint32_t i = dims; i < KERNEL_DIMS; i++) {
            at[d].stride[i] = 0;
        }
    }
    struct term *term = term_read(builder, operand, at);
    return node_element(operand) == element
               ? term
               : term_scalar(builder, element, SCALAR_CONVERT, 1, &term);
}

static struct term *product_of(struct kernel_builder *builder, uint32_t dims,
                               const struct type *element, const struct factors *factors) {
    struct term *both[] = {factor(builder, dims, element, factors->lhs, factors->lhs_map),
                           factor(builder, dims, element, factors->rhs, factors->rhs_map)};
    bool is_boolean = element->kind == TYPE_INTEGER && type_bits(element) == 1;
    return term_scalar(builder, element, is_boolean ? SCALAR_AND : SCALAR_MULTIPLY, 2, both);
}

/* Products without a sum are work on elements like any other, which joins what is around it. */
static struct node *multiply(struct kernel_builder *builder, const struct type *type,
                             const struct factors *factors) {
    const struct type *wide = product_result(builder, type);
    struct term *product = product_of(builder, type->rank, type_element(wide), factors);
    return product_convert(builder, node_compute(builder, wide, product), type_element(type));
}

bool product_moves_along(const struct node *operand, const struct affine *map, uint32_t d) {
    bool moves = false;
    for (uint32_t i = 0; i < node_rank(operand); i++) {
        moves = moves || map[i].stride[d] != 0;
    }
    return moves;
}

/* Whether the numbers are such as strips are good at. */
static bool is_real(const struct type *element) {
    return element->kind == TYPE_FLOAT || (element->kind == TYPE_INTEGER && type_bits(element) > 1);
}

/* Whether every element of either operand meets one of the other alone, in each of many sums: there
 * is no matrix to multiply. */
static bool is_elementwise(const struct type *type, const struct factors *factors) {
    if (type_count(type) < SDYRT_LINE_FLOATS) {
        return false;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        if (type->dims[d] > 1 && !(product_moves_along(factors->lhs, factors->lhs_map, d) &&
                                   product_moves_along(factors->rhs, factors->rhs_map, d))) {
            return false;
        }
    }
    return true;
}

int32_t product_dim_side_by_side(const struct kernel_builder *builder, const struct node *node,
                                 const struct affine *map) {
    struct affine at[2][KERNEL_DIMS];
    uint32_t turn = 0, lead = node->lead;
    for (uint32_t i = 0; i < node->rank; i++) {
        at[0][i] = i < lead ? affine_dim(i, 1, 0) : affine_lifted(builder, map[i - lead]);
    }
    for (uint32_t v = 0; v < LIMIT_DEEP && node_is_view(node) && !node->term->groups; v++) {
        const struct term *read = node->term;
        for (uint32_t i = 0; i < read->coordinate_count; i++) {
            at[1 - turn][i] = affine_compose(&read->coordinates[i].at, at[turn], node->rank);
        }
        node = read->node;
        turn = 1 - turn;
    }
    uint32_t last = node->rank;
    while (last > lead && node->extent[last - 1] == 1) {
        last--;
    }
    for (uint32_t d = lead; last > lead && d < KERNEL_DIMS; d++) {
        if (at[turn][last - 1].stride[d] == 1) {
            return (int32_t)(d - lead);
        }
    }
    return -1;
}

static int64_t count_products(const struct type *type, uint32_t count, const int64_t *extent) {
    int64_t products = type_count(type);
    for (uint32_t i = 0; i < count; i++) {
        products *= extent[i];
    }
    return products;
}

/* The dimension of the result along which both operands lie side by side, each matrix of a batch
 * scattered over all of memory, where fewer products are to be made than it takes to bring the
 * matrices together; -1: none. */
static int32_t dim_of_batch(const struct kernel_builder *builder, const struct type *type,
                            uint32_t count, const int64_t *extent, const struct factors *factors) {
    int32_t lhs = product_dim_side_by_side(builder, factors->lhs, factors->lhs_map);
    int32_t rhs = product_dim_side_by_side(builder, factors->rhs, factors->rhs_map);
    if (lhs < 0 || lhs != rhs || (uint32_t)lhs >= type->rank ||
        type->dims[lhs] < SDYRT_LINE_FLOATS) {
        return -1;
    }
    int64_t elements = type_count(type) + factors->lhs->elements + factors->rhs->elements;
    bool is_little = count_products(type, count, extent) / 2 <= elements;
    return is_little ? lhs : -1;
}

/* Sums of as many products each, of elements side by side; those of narrow types in a wider one. */
static struct node *sum_products(struct kernel_builder *builder, const struct type *type,
                                 uint32_t count, const int64_t *extent,
                                 const struct factors *factors) {
    const struct type *element = type_element(type);
    if (type_bits(element) < 32) {
        element = element->kind == TYPE_FLOAT
                      ? type_float(builder->context, FLOAT_F32)
                      : type_integer(builder->context, 32, element->signedness);
    }
    const struct type *wide = type_with_element(builder->context, type, element);
    struct term *zero = term_integer(builder, element, 0);
    struct term *product = product_of(builder, type->rank + count, element, factors);
    struct node_reduction reduction = {.types = &wide,
                                       .count = count,
                                       .extent = extent,
                                       .operands = 1,
                                       .init = &zero,
                                       .term = &product,
                                       .op = SCALAR_ADD};
    struct node *sum;
    if (!node_reduce(builder, &reduction, &sum)) {
        sdyc_bug("a sum has no region");
    }
    return product_convert(builder, sum, type_element(type));
}

/* Places in a space whose dimension `dim` has become the last of `rank`. */
static void move_last(const struct affine *from, uint32_t count, uint32_t dim, uint32_t rank,
                      struct affine *to) {
    for (uint32_t i = 0; i < count; i++) {
        to[i] = from[i];
        for (uint32_t d = dim; d + 1 < rank; d++) {
            to[i].stride[d] = from[i].stride[d + 1];
        }
        to[i].stride[rank - 1] = from[i].stride[dim];
    }
}

/* Sums side by side as the operands are, and seen in the order that was asked for. */
static struct node *sum_along(struct kernel_builder *builder, const struct type *type,
                              uint32_t count, const int64_t *extent, const struct factors *factors,
                              uint32_t dim) {
    uint32_t rank = type->rank;
    int64_t dims[KERNEL_DIMS];
    struct affine lhs[KERNEL_DIMS], rhs[KERNEL_DIMS], back[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        uint32_t old = d + 1 == rank ? dim : d < dim ? d : d + 1;
        dims[d] = type->dims[old];
        back[d] = affine_dim(old, 1, 0);
    }
    move_last(factors->lhs_map, node_rank(factors->lhs), dim, rank, lhs);
    move_last(factors->rhs_map, node_rank(factors->rhs), dim, rank, rhs);
    const struct factors moved = {factors->lhs, factors->rhs, lhs, rhs};
    const struct type *along = type_with_dims(builder->context, type, rank, dims);
    struct node *sums = sum_products(builder, along, count, extent, &moved);
    return dim + 1 == rank ? sums : node_compute(builder, type, term_read(builder, sums, back));
}

struct node *product_by_elements(struct kernel_builder *builder, const struct type *type,
                                 uint32_t count, const int64_t *extent,
                                 const struct factors *factors) {
    if (is_outer(count, extent)) {
        return multiply(builder, type, factors);
    }
    if (!is_real(type_element(type)) || builder->graph->options->reduce != REDUCE_FUSED) {
        return NULL;
    }
    int32_t dim = dim_of_batch(builder, type, count, extent, factors);
    if (dim >= 0) {
        return sum_along(builder, type, count, extent, factors, (uint32_t)dim);
    }
    return is_elementwise(type, factors) ? sum_products(builder, type, count, extent, factors)
                                         : NULL;
}
