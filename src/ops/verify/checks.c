/* Constraints that many operations share. */
#include "ops/verify/checks.h"

const char *say_list(struct context *context, struct int_list list) {
    return say_ints(context, list.count, list.items);
}

bool ints_sorted(struct int_list list) {
    for (uint32_t i = 1; i < list.count; i++) {
        if (list.items[i - 1] > list.items[i]) {
            return false;
        }
    }
    return true;
}

bool ints_contain(struct int_list list, int64_t value) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] == value) {
            return true;
        }
    }
    return false;
}

bool ints_distinct(struct int_list list) {
    for (uint32_t i = 1; i < list.count; i++) {
        struct int_list before = {list.items, i};
        if (ints_contain(before, list.items[i])) {
            return false;
        }
    }
    return true;
}

int64_t ints_product(struct int_list list) {
    int64_t product = 1;
    for (uint32_t i = 0; i < list.count; i++) {
        if (!multiply_checked(product, list.items[i], &product)) {
            return -1;
        }
    }
    return product;
}

bool check_dims_in_range(const struct op *op, struct context *context, const char *name,
                         struct int_list dims, int64_t bound, const char *bound_name) {
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] < 0 || dims.items[i] >= bound) {
            return fault(op, context,
                         "Expects each element of %s to be in range [0, %s) i.e. [0, %lld). got: "
                         "%lld.",
                         name, bound_name, (long long)bound, (long long)dims.items[i]);
        }
    }
    return true;
}

bool check_dim_in_range(const struct op *op, struct context *context, const char *name, int64_t dim,
                        int64_t bound, const char *bound_name, bool closed) {
    if (dim >= 0 && (dim < bound || (closed && dim == bound))) {
        return true;
    }
    const char *end = closed ? "]" : ")";
    return fault(op, context, "Expects %s to be in range [0, %s%s i.e. [0, %lld%s. got: %lld.",
                 name, bound_name, end, (long long)bound, end, (long long)dim);
}

bool check_dims_distinct(const struct op *op, struct context *context, struct int_list a,
                         struct int_list b, const char *a_name, const char *b_name) {
    for (uint32_t i = 0; i < a.count + b.count; i++) {
        int64_t dim = i < a.count ? a.items[i] : b.items[i - a.count];
        struct int_list before_a = {a.items, i < a.count ? i : a.count};
        struct int_list before_b = {b.items, i < a.count ? 0 : i - a.count};
        if (ints_contain(before_a, dim) || ints_contain(before_b, dim)) {
            return fault(op, context, "has duplicated dimension from %s and %s: %lld", a_name,
                         b_name, (long long)dim);
        }
    }
    return true;
}

/* --- quantization ----------------------------------------------------------------------------- */

static bool same_scales(const struct quantized *p, const struct quantized *q) {
    for (uint32_t i = 0; i < p->count && i < q->count; i++) {
        if (p->scales[i] != q->scales[i] || p->zero_points[i] != q->zero_points[i]) {
            return false;
        }
    }
    return true;
}

bool check_same_scales(const struct op *op, struct context *context, const struct type *a,
                       const struct type *b) {
    const struct quantized *p = type_as_quantized(type_element(a));
    const struct quantized *q = type_as_quantized(type_element(b));
    if (!p || !q) {
        return true;
    }
    bool first = p->axis != QUANTIZED_PER_TENSOR, second = q->axis != QUANTIZED_PER_TENSOR;
    if (!first && !second && p != q) {
        return fault(op, context,
                     "expect same quantization scale and zero_point but got '%s' vs '%s'",
                     say_type(context, a), say_type(context, b));
    }
    if (first && second && !same_scales(p, q)) {
        return fault(op, context,
                     "expect same quantization scales and zero_points but got '%s' vs '%s'",
                     say_type(context, a), say_type(context, b));
    }
    return true;
}

static bool check_join_dim(const struct op *op, struct context *context, const struct type *a,
                           const struct type *b, uint32_t dim) {
    int64_t first = a->dims[dim], second = b->dims[dim];
    int64_t size = first != DIM_DYNAMIC ? first : second;
    int64_t bound = bound_of(a, dim) != DIM_DYNAMIC ? bound_of(a, dim) : bound_of(b, dim);
    if (!dims_compatible(first, second)) {
        return fault(op, context, "Mismatched dimension sizes %lld and %lld in dimension %u",
                     (long long)first, (long long)second, dim);
    }
    return size == DIM_DYNAMIC || bound == DIM_DYNAMIC || size <= bound ||
           fault(op, context, "Mismatched dimension size %lld and bound %lld in dimension %u",
                 (long long)size, (long long)bound, dim);
}

const struct type *check_join(const struct op *op, struct context *context, const struct type *a,
                              const struct type *b) {
    const struct type *joined = shapes_join(context, a, b);
    bool good = true;
    for (uint32_t d = 0; !joined && good && d < a->rank && d < b->rank; d++) {
        good = check_join_dim(op, context, a, b, d);
    }
    return joined;
}

/* --- regions ---------------------------------------------------------------------------------- */

const struct op *check_region(const struct op *op, struct context *context, uint32_t number) {
    const struct block *block = op->regions[number].first;
    if (!block) {
        fault(op, context, "expect non-empty region");
        return NULL;
    }
    const struct op *end = block_terminator(block);
    if (!end) {
        fault(op, context, "The reduction-region expected to have a terminator");
    }
    return end;
}

bool may_end_block(const struct op *op) {
    return op_has(op, OP_TERMINATOR) || op->def == &op_unregistered;
}

bool is_predicate_scalar(const struct type *type) {
    return type->kind == TYPE_TENSOR && type->rank == 0 && type_is_integer(type->element, 1);
}

/* `to` can hold the values of `from`: equal kinds and no narrower. Floats round, so each holds
 * any. */
static bool is_promotable(const struct type *from, const struct type *to) {
    const struct type *a = type_element(from), *b = type_element(to);
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case TYPE_INTEGER:
        return a->width <= b->width;
    case TYPE_FLOAT:
        return true;
    case TYPE_COMPLEX:
        return type_bits(a) <= type_bits(b);
    case TYPE_QUANTIZED: {
        const struct quantized *p = type_as_quantized(a), *q = type_as_quantized(b);
        return p->storage->width <= q->storage->width && p->expressed == q->expressed;
    }
    default:
        return a == b;
    }
}

bool same_shape_and_element(const struct type *a, const struct type *b) {
    return is_shaped(a) && is_shaped(b) && shapes_compatible(a, b) &&
           type_element(a) == type_element(b);
}

bool same_but_precision(const struct type *a, const struct type *b) {
    if (!is_shaped(a) || !is_shaped(b) || !shapes_compatible(a, b)) {
        return false;
    }
    const struct type *first = type_element(a), *second = type_element(b);
    return first == second || (first->kind == TYPE_FLOAT && second->kind == TYPE_FLOAT);
}

/* Parameter extents are, in order, among those of the window. */
static bool fits_window(const struct type *parameter, struct int_list window) {
    uint32_t matched = 0;
    for (uint32_t i = 0; i < window.count && matched < parameter->rank; i++) {
        matched += dims_compatible(window.items[i], parameter->dims[matched]);
    }
    return matched == parameter->rank;
}

static bool check_fold_pair(const struct op *op, struct context *context, const struct fold *fold,
                            const struct op *end, uint32_t i) {
    const struct block *block = op->regions[fold->region].first;
    const struct type *element = block->arguments[i]->type;
    const struct type *accumulator = block->arguments[i + fold->count]->type;
    const struct type *result = op_operand(end, i)->type;
    if (!same_shape_and_element(result, element)) {
        return fault(op, context,
                     "The type of reduction-region's parameter at index %u is different than the "
                     "corresponding result type: '%s' vs '%s'",
                     i, say_type(context, element), say_type(context, result));
    }
    if (!same_but_precision(result, accumulator)) {
        return fault(op, context,
                     "The type of reduction-region's parameter at index %u is different than the "
                     "corresponding result type: '%s' vs '%s'",
                     i + fold->count, say_type(context, accumulator), say_type(context, result));
    }
    if (!shapes_compatible(fold->inits[i], result)) {
        return fault(op, context,
                     "The shape of reduction-region's result type at index %u differs from the "
                     "op's corresponding init-value type: '%s' vs '%s'",
                     i, say_type(context, result), say_type(context, fold->inits[i]));
    }
    if (!is_promotable(fold->inits[i], result)) {
        return fault(op, context,
                     "The element-type of reduction-region's result type at index %u is expected "
                     "to be promotable from the op's corresponding init-value element-type: '%s' "
                     "vs '%s'",
                     i, say_type(context, result), say_type(context, fold->inits[i]));
    }
    if (!is_promotable(fold->inputs[i], accumulator)) {
        return fault(op, context,
                     "The element-type of reduction-region's argument at index %u is expected to "
                     "be promotable from '%s', but got '%s'",
                     i + fold->count, say_type(context, type_element(fold->inputs[i])),
                     say_type(context, type_element(accumulator)));
    }
    if (accumulator->rank > fold->window.count) {
        return fault(op, context,
                     "The rank of reduction-region's argument at index %u is expected to be <= "
                     "%u, got %u",
                     i + fold->count, fold->window.count, accumulator->rank);
    }
    if (!fits_window(accumulator, fold->window)) {
        return fault(op, context,
                     "The shape of reduction-region's argument at index %u is not compatible with "
                     "that of reduce-op's input-parameter at index %u",
                     i + fold->count, i);
    }
    return true;
}

bool check_fold(const struct op *op, struct context *context, const struct fold *fold) {
    const struct block *block = op->regions[fold->region].first;
    if (block && block->argument_count != fold->count * 2) {
        return fault(op, context,
                     "Reduction-region must take %u parameters, but takes %u parameter(s)",
                     fold->count * 2, block->argument_count);
    }
    const struct op *end = check_region(op, context, fold->region);
    if (!end) {
        return false;
    }
    if (!may_end_block(end)) {
        return fault(op, context, "The reduction-region expected to have a terminator");
    }
    if (end->operand_count == 0) {
        return fault(op, context, "The reduction-region expected to return some value(s)");
    }
    if (end->operand_count != fold->count) {
        return fault(op, context,
                     "Reduction-region here must produce %u tensors, but produces %u instead",
                     fold->count, end->operand_count);
    }
    for (uint32_t i = 0; i < fold->count; i++) {
        const struct type *result = op_operand(end, i)->type;
        if (!is_shaped(result)) {
            return fault(op, context,
                         "Reduction-region here must produce tensor-typed result(s), but produces "
                         "'%s' instead",
                         say_type(context, result));
        }
    }
    for (uint32_t i = 0; i < fold->count; i++) {
        if (!check_fold_pair(op, context, fold, end, i)) {
            return false;
        }
    }
    return true;
}

bool check_folding_region(const struct op *op, struct context *context, uint32_t count,
                          struct int_list window) {
    struct arena *scratch = arena_new();
    const struct type **inputs = ARENA_ARRAY(scratch, const struct type *, count + 1);
    const struct type **inits = ARENA_ARRAY(scratch, const struct type *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        inputs[i] = op_operand(op, i)->type;
        inits[i] = op_operand(op, count + i)->type;
    }
    struct fold fold = {.count = count, .inputs = inputs, .inits = inits, .window = window};
    bool good = check_fold(op, context, &fold);
    arena_free(scratch);
    return good;
}

/* --- windows ---------------------------------------------------------------------------------- */

static bool take(const struct op *op, struct context *context, const char *name, const char *what,
                 uint32_t rank, int64_t *to) {
    const struct attr *attr = name ? op_attr(op, name) : NULL;
    for (uint32_t i = 0; i < rank; i++) {
        to[i] = 1;
    }
    if (!attr) {
        return true;
    }
    struct int_list list = op_ints(op, name);
    if (list.count == 0) {
        return true;
    }
    if (list.count != rank) {
        return fault(op, context,
                     "expects %s to have same dimension-size as size of window dimensions (%u), "
                     "but got: %u.",
                     what, rank, list.count);
    }
    for (uint32_t i = 0; i < rank; i++) {
        to[i] = list.items[i];
    }
    return true;
}

bool check_padding_shape(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "padding");
    const struct type *type = attr ? attr->type : NULL;
    return !type || type->kind != TYPE_TENSOR || (type->rank == 2 && type->dims[1] == 2) ||
           fault(op, context, "expects the shape of padding-attribute to be {N, 2}, but got {%s}.",
                 say_bare(context, type->rank, type->dims));
}

static bool take_padding(const struct op *op, struct context *context, const char *name,
                         struct window_dims *window) {
    if (!name || !op_attr(op, name)) {
        return true;
    }
    struct int_list list = op_ints(op, name);
    if (list.count != 0 && list.count != 2 * window->rank) {
        return fault(op, context,
                     "expects padding-entries to have same dimension-size as size of window "
                     "dimensions (%u), but got: %u.",
                     window->rank, list.count / 2);
    }
    for (uint32_t i = 0; i < list.count / 2; i++) {
        window->low[i] = list.items[2 * i];
        window->high[i] = list.items[2 * i + 1];
    }
    return true;
}

static bool all_positive(const struct op *op, struct context *context,
                         const struct window_dims *window) {
    const struct {
        const int64_t *values;
        const char *what;
    } parts[] = {{window->size, "value"},
                 {window->stride, "stride"},
                 {window->base_dilation, "base dilation factor"},
                 {window->window_dilation, "window dilation factor"}};
    for (uint32_t i = 0; i < window->rank; i++) {
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            int64_t value = parts[k].values[i];
            if (value <= 0 && (k != 0 || value != DIM_DYNAMIC)) {
                return fault(op, context,
                             "expects window to have positive %s for %u-th window dimension, but "
                             "got %lld.",
                             parts[k].what, i, (long long)value);
            }
        }
    }
    return true;
}

/* So large that the positions which windows read could not be computed. */
static bool none_too_large(const struct op *op, struct context *context,
                           const struct window_dims *window) {
    const int64_t most = (int64_t)1 << 40;
    const int64_t *const lists[] = {window->size, window->stride,        window->low,
                                    window->high, window->base_dilation, window->window_dilation};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        for (uint32_t i = 0; i < window->rank; i++) {
            int64_t value = lists[k][i];
            if (value != DIM_DYNAMIC && (value > most || value < -most)) {
                return fault(op, context, "expects smaller windows: %lld is too large.",
                             (long long)value);
            }
        }
    }
    return true;
}

bool check_window(const struct op *op, struct context *context, struct int_list sizes,
                  const struct window_names *names, struct window_dims *window) {
    *window = (struct window_dims){.rank = sizes.count};
    if (sizes.count > MAX_RANK) {
        return fault(op, context, "expects at most %d window dimensions, but got: %u.", MAX_RANK,
                     sizes.count);
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        window->size[i] = sizes.items[i];
    }
    int64_t reversal[MAX_RANK];
    return (!names->padding || check_padding_shape(op, context)) &&
           take(op, context, names->strides, "window-strides", sizes.count, window->stride) &&
           take(op, context, names->base_dilations, "base-dilation factors", sizes.count,
                window->base_dilation) &&
           take(op, context, names->window_dilations, "window-dilation factors", sizes.count,
                window->window_dilation) &&
           take_padding(op, context, names->padding, window) &&
           take(op, context, names->reversal, "window-reversal", sizes.count, reversal) &&
           all_positive(op, context, window) && none_too_large(op, context, window);
}

static int64_t dilated(int64_t extent, int64_t dilation) {
    return extent == 0 ? 0 : extent_sum(extent_product(extent - 1, dilation), 1);
}

int64_t window_extent(const struct window_dims *window, uint32_t dim, int64_t input) {
    if (input == DIM_DYNAMIC || window->size[dim] == DIM_DYNAMIC) {
        return DIM_DYNAMIC;
    }
    int64_t padded = extent_sum(dilated(input, window->base_dilation[dim]),
                                window->low[dim] + window->high[dim]);
    int64_t size = dilated(window->size[dim], window->window_dilation[dim]);
    return padded == 0 || size > padded ? 0 : (padded - size) / window->stride[dim] + 1;
}

bool padded_extent(int64_t extent, int64_t low, int64_t high, int64_t interior, int64_t *size) {
    *size = DIM_DYNAMIC;
    int64_t between;
    return extent == DIM_DYNAMIC ||
           (!__builtin_mul_overflow(extent > 0 ? extent - 1 : 0, interior, &between) &&
            !__builtin_add_overflow(extent, between, size) &&
            !__builtin_add_overflow(*size, low, size) &&
            !__builtin_add_overflow(*size, high, size));
}
