/* stablehlo.reduce_window */
#include <string.h>

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/expand_builder.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/reduction/inputs.h"
#include "ops/stablehlo/reduction/windows.h"

static const struct window_names reduce_window_names = {
    .strides = "window_strides",
    .padding = "padding",
    .base_dilations = "base_dilations",
    .window_dilations = "window_dilations",
};

static bool reduce_window_verify(const struct op *op, struct context *context) {
    struct int_list sizes = op_ints(op, "window_dimensions");
    struct window_dims window;
    if (!check_fold_inputs(op, context) || !check_padding_shape(op, context)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count / 2; i++) {
        const struct type *input = operand_type(op, i);
        if (sizes.count != input->rank) {
            return fault(op, context,
                         "expects window-dimensions size == input rank, but got window-dimensions "
                         "size: %u and input: '%s' with rank = %u.",
                         sizes.count, say_type(context, input), input->rank);
        }
    }
    return check_window(op, context, sizes, &reduce_window_names, &window) &&
           check_folding_region(op, context, op->operand_count / 2, sizes);
}

static bool reduce_window_infer(const struct op *op, struct context *context,
                                const struct type **types) {
    struct window_dims window;
    if (!check_window(op, context, op_ints(op, "window_dimensions"), &reduce_window_names,
                      &window)) {
        return false;
    }
    for (uint32_t k = 0; k < op->operand_count / 2; k++) {
        types[k] = windowed_type(context, &window, operand_type(op, k), returned_element(op, k));
    }
    return true;
}

/* The window at one result, along some dimensions: input coordinate = result * stride + offset *
 * dilation - low padding, guarded where padding can be met. */
struct window {
    struct affine map[KERNEL_DIMS], guard[KERNEL_DIMS];
    int64_t extent[KERNEL_DIMS], bound[KERNEL_DIMS];
    uint32_t guards;
};

static bool window_of(const struct op *op, struct kernel_builder *builder, uint32_t dims,
                      struct window *window) {
    const struct type *type = op_result(op, 0)->type;
    struct int_list size = op_ints(op, "window_dimensions"), stride = op_ints(op, "window_strides");
    struct int_list dilation = op_ints(op, "window_dilations"), pad = op_ints(op, "padding");
    struct int_list base = op_ints(op, "base_dilations");
    for (uint32_t d = 0; d < type->rank; d++) {
        if (int_list_at(base, d, 1) != 1) {
            return emit_expanded(op, builder);
        }
        window->extent[d] = 1;
        window->map[d] = affine_dim(d, 1, 0);
        if ((dims & 1u << d) == 0) {
            continue;
        }
        int64_t low = int_list_at(pad, 2 * d, 0), high = int_list_at(pad, 2 * d + 1, 0);
        window->extent[d] = size.items[d];
        window->map[d] = affine_dim(d, int_list_at(stride, d, 1), -low);
        window->map[d].stride[type->rank + d] = int_list_at(dilation, d, 1);
        if (low > 0 || high > 0) {
            window->guard[window->guards] = window->map[d];
            window->bound[window->guards++] = node_extent(kernel_operand(builder, op, 0), d);
        }
    }
    return true;
}

bool window_folds_along(const struct op *op, uint32_t d, int64_t size, bool *reverse) {
    struct int_list pad = op_ints(op, "padding");
    int64_t low = int_list_at(pad, 2 * d, 0), high = int_list_at(pad, 2 * d + 1, 0),
            most = size - 1;
    *reverse = high > 0;
    return op_ints(op, "window_dimensions").items[d] == size &&
           int_list_at(op_ints(op, "window_strides"), d, 1) == 1 &&
           int_list_at(op_ints(op, "window_dilations"), d, 1) == 1 &&
           int_list_at(op_ints(op, "base_dilations"), d, 1) == 1 &&
           ((low == most && high == 0) || (low == 0 && high == most));
}

/* A running fold: along one dimension each result folds all elements up to its own (in reverse:
 * from its own on); others are as they are. */
static bool window_is_scan(const struct op *op, uint32_t *dim, bool *reverse) {
    const struct type *type = op_operand(op, 0)->type;
    uint32_t found = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        if (window_is_trivial(op, d)) {
            continue;
        }
        if (!window_folds_along(op, d, type->dims[d], reverse)) {
            return false;
        }
        *dim = d;
        found++;
    }
    return found == 1 && op->result_count == 1 && op->results[0].type == type;
}

static struct node *scan_node(const struct op *op, struct kernel_builder *builder) {
    uint32_t dim;
    bool reverse;
    return window_is_scan(op, &dim, &reverse)
               ? node_scan(builder, kernel_operand(builder, op, 0), kernel_operand(builder, op, 1),
                           dim, reverse, &op->regions[0])
               : NULL;
}

enum { EACH_DIM = ~0u, LONG_SUM = 25 };

/* Whether windows are folded first along all dimensions but the last, whose lines stay whole, and
 * then along this one: a fold of rows costs less than one of pieces of them, and there are fewer
 * terms. Short sums of floats keep the order of the window, which programs compare with to the last
 * places; long ones are rounded less in steps. */
static bool folds_in_steps(const struct op *op) {
    const struct type *type = op_result(op, 0)->type, *element = type_element(type);
    struct int_list size = op_ints(op, "window_dimensions");
    enum scalar_op fold = region_scalar_op(&op->regions[0]);
    bool is_exact = fold == SCALAR_MAXIMUM || fold == SCALAR_MINIMUM;
    bool is_sum = fold == SCALAR_ADD && element->kind != TYPE_COMPLEX && type_bits(element) >= 32;
    if (op->result_count != 1 || type->rank < 2 || !(is_exact || is_sum) ||
        op_operand(op, 0)->type->element != type->element) {
        return false;
    }
    int64_t others = 1, last = size.items[type->rank - 1];
    for (uint32_t d = 0; d + 1 < type->rank; d++) {
        others *= size.items[d];
    }
    if (is_sum && element->kind == TYPE_FLOAT && others * last < LONG_SUM) {
        return false;
    }
    return others > 1 && last > 1 && others * last > others + last + 1;
}

/* The one operand of the operation, or what was made of it, folded along these dimensions. */
static struct node *fold_along(const struct op *op, struct kernel_builder *builder,
                               struct node *operand, struct term *init, const struct type *type,
                               uint32_t dims) {
    struct window window = {.guards = 0};
    struct node *result;
    if (!window_of(op, builder, dims, &window)) {
        return NULL;
    }
    struct term *term = term_read(builder, operand, window.map);
    struct node_reduction reduction = {.types = &type,
                                       .count = type->rank,
                                       .extent = window.extent,
                                       .operands = 1,
                                       .init = &init,
                                       .term = &term,
                                       .region = &op->regions[0],
                                       .guard_count = window.guards,
                                       .guard = window.guard,
                                       .guard_bound = window.bound};
    return node_reduce(builder, &reduction, &result) ? result : NULL;
}

static bool emit_steps(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t last = type->rank - 1;
    int64_t dims[MAX_RANK];
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[last] = op_operand(op, 0)->type->dims[last];
    const struct type *rows =
        type_tensor(kernel_context(builder), type_element(type), type->rank, dims, NULL);
    struct term *init = term_same(builder, kernel_operand(builder, op, 1)), *first = init;
    if (region_scalar_op(&op->regions[0]) == SCALAR_ADD) {
        first = term_integer(builder, type_element(type), 0);
    }
    struct node *node = fold_along(op, builder, kernel_operand(builder, op, 0), first, rows,
                                   EACH_DIM & ~(1u << last));
    node = node != NULL ? fold_along(op, builder, node, init, type, 1u << last) : NULL;
    if (node != NULL) {
        kernel_result(builder, op, 0, node);
    }
    return node != NULL;
}

static bool reduce_window_emit(const struct op *op, struct kernel_builder *builder) {
    uint32_t count = op->operand_count / 2;
    struct window window = {.guards = 0};
    if (!window_of(op, builder, EACH_DIM, &window)) {
        return false;
    }
    struct node *scan = scan_node(op, builder);
    if (scan) {
        kernel_result(builder, op, 0, scan);
        return true;
    }
    if (folds_in_steps(op)) {
        return emit_steps(op, builder);
    }
    struct term **init = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    struct term **term = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    const struct type **types = ARENA_ARRAY(kernel_arena(builder), const struct type *, count);
    struct node **results = ARENA_ARRAY(kernel_arena(builder), struct node *, count);
    for (uint32_t i = 0; i < count; i++) {
        init[i] = term_same(builder, kernel_operand(builder, op, count + i));
        term[i] = term_read(builder, kernel_operand(builder, op, i), window.map);
        types[i] = op_result(op, i)->type;
    }
    struct node_reduction reduction = {.types = types,
                                       .count = types[0]->rank,
                                       .extent = window.extent,
                                       .operands = count,
                                       .init = init,
                                       .term = term,
                                       .region = &op->regions[0],
                                       .guard_count = window.guards,
                                       .guard = window.guard,
                                       .guard_bound = window.bound};
    if (!node_reduce(builder, &reduction, results)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        kernel_result(builder, op, i, results[i]);
    }
    return true;
}

/* The input is sharded along the windows, of which each gives one element of the result. */
static bool reduce_window_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        bool trivial = window_is_trivial(op, dim);
        rule_add_everywhere(builder, dim, type->dims[dim],
                            trivial ? FACTOR_PASS_THROUGH : FACTOR_PERMUTATION);
        rule_block(builder, !trivial && rule_is_conservative(builder));
    }
    return true;
}

static void scan_or_windows_needs(const struct op *op, const struct partition_builder *builder,
                                  struct need_list *needs) {
    uint32_t dim;
    bool reverse;
    if (window_is_scan(op, &dim, &reverse) && fold_has_parts(op)) {
        need_everywhere(needs, NEED_SCANNED, op, dim);
        if (reverse) { /* padding comes first */
            need_padded_for_fold(needs, op, 0, dim);
        }
    } else {
        reduce_window_needs(op, builder, needs);
    }
}

static bool reduce_window_localize(struct op *op, struct partition_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    for (uint32_t d = 0; d < type->rank; d++) {
        int64_t parts = partition_parts(builder, partition_operand_axes(builder, 0, d));
        bool reverse;
        if (parts > 1 && window_folds_along(op, d, type->dims[d] * parts, &reverse)) {
            return localize_scan(op, builder, d, reverse);
        }
    }
    return partition_in_place(op, builder);
}

/* What makes no difference to a fold stands in the padding: windows fold it as they fold what is
 * around the operand. */
static void fill_for_fold(struct bound_builder *bounder, struct op *op, uint32_t index) {
    struct value *operand = op_operand(op, index);
    int32_t fold = body_operation(op, index);
    const struct attr *fill =
        fold_identity(bound_context(bounder), operand->type->element, (enum scalar_op)fold);
    struct value *scalar = fill ? build_constant(bound_at(bounder), fill)
                                : op_operand(op, op->operand_count / 2 + index);
    op_set_operand(op, index, bound_fill(bounder, operand, ALL_DIMS, scalar));
}

static bool reduce_window_bound(struct op *op, struct bound_builder *bounder) {
    uint32_t count = op->operand_count / 2, rank = op_operand(op, 0)->type->rank;
    struct value *sizes[MAX_RANK];
    dim_set *handled = ARENA_ARRAY(bound_arena(bounder), dim_set, (size_t)op->operand_count + 1);
    for (uint32_t i = 0; i < count; i++) {
        handled[i] = ALL_DIMS;
        fill_for_fold(bounder, op, i);
    }
    bound_sizes_by_place(bounder, op, count, sizes);
    for (uint32_t dim = 0; dim < rank; dim++) {
        int64_t around =
            op_int_at(op, "padding", 2 * dim, 0) + op_int_at(op, "padding", 2 * dim + 1, 0);
        int64_t reach = (op_int_at(op, "window_dimensions", dim, 1) - 1) *
                            op_int_at(op, "window_dilations", dim, 1) +
                        1;
        sizes[dim] = size_of_windows(bounder, sizes[dim], op_int_at(op, "base_dilations", dim, 1),
                                     around, reach, op_int_at(op, "window_strides", dim, 1));
    }
    return bound_by_rule_but(bounder, op, handled, sizes);
}

static double reduce_window_flops(const struct op *op) {
    struct int_list window = op_ints(op, "window_dimensions");
    double flops = flops_of_result(op);
    for (uint32_t i = 0; i < window.count; i++) {
        flops *= (double)window.items[i];
    }
    return flops;
}

const struct op_def op_reduce_window = {
    .name = "stablehlo.reduce_window",
    .summary = "folds windows by a region",
    .traits = OP_SINGLE_BLOCK | OP_SAME_SIZES | OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}, {"init_values", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"body"},
    .ends_with = "stablehlo.return",
    .attrs = ATTRS({.name = "window_dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "window_strides", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "base_dilations", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "window_dilations", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "padding", .kind = OP_ATTR_INT_MATRIX}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = reduce_window_verify,
    .infer = reduce_window_infer,
    .speculatable = speculatable_if_static,
    .rule = reduce_window_rule,
    .needs = scan_or_windows_needs,
    .localize = reduce_window_localize,
    .emit = reduce_window_emit,
    .relate = relate_reduce_window,
    .expand = expand_reduce_window,
    .canonicalize = canonicalize_nothing,
    .bound = reduce_window_bound,
    .fill = windows_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = reduce_window_flops,
    .traffic = traffic_none,
};
