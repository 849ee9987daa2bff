/* Windows over dimensions of sizes known at run time. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/stablehlo/reduction/windows.h"
#include "ops/verify/compat.h"
#include "partition/bounded/bounded.h"

static int64_t item_of(const struct op *op, const char *name, uint32_t index, int64_t otherwise) {
    struct int_list list = op_ints(op, name);
    return index < list.count ? list.items[index] : otherwise;
}

/* What makes no difference to a fold stands in the padding: windows fold it as they fold what is
 * around the operand. */
static void fill_for_fold(struct bounder *bounder, struct op *op, uint32_t index) {
    struct value *operand = op_operand(op, index);
    int32_t fold = body_operation(op, index);
    const struct attr *fill =
        fold_identity(bounder->module->context, operand->type->element, (enum scalar_op)fold);
    struct value *scalar =
        fill ? build_constant(&bounder->at, fill) : op_operand(op, op->operand_count / 2 + index);
    op_set_operand(op, index, bounded_fill(bounder, operand, ALL_DIMS, scalar));
}

bool bounded_reduce_window(struct bounder *bounder, struct op *op) {
    uint32_t count = op->operand_count / 2, rank = op_operand(op, 0)->type->rank;
    struct value *sizes[MAX_RANK];
    dim_set *handled = ARENA_ARRAY(bounder->arena, dim_set, (size_t)op->operand_count + 1);
    for (uint32_t i = 0; i < count; i++) {
        handled[i] = ALL_DIMS;
        fill_for_fold(bounder, op, i);
    }
    bounded_sizes_by_place(bounder, op, count, sizes);
    for (uint32_t dim = 0; dim < rank; dim++) {
        int64_t around =
            item_of(op, "padding", 2 * dim, 0) + item_of(op, "padding", 2 * dim + 1, 0);
        int64_t reach = (item_of(op, "window_dimensions", dim, 1) - 1) *
                            item_of(op, "window_dilations", dim, 1) +
                        1;
        sizes[dim] = size_of_windows(bounder, sizes[dim], item_of(op, "base_dilations", dim, 1),
                                     around, reach, item_of(op, "window_strides", dim, 1));
    }
    return bounded_by_rule(bounder, op, handled, sizes);
}

/* Zeros in the padding are as those around the operand. */
bool bounded_convolution(struct bounder *bounder, struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    struct value *input = op_operand(op, 0), *kernel = op_operand(op, 1), *sizes[MAX_RANK] = {0};
    dim_set window = dim_set_of_list(dims->kernel_spatial);
    bool grouped =
        op_int(op, "feature_group_count", 1) != 1 || op_int(op, "batch_group_count", 1) != 1;
    dim_set in_groups = dim_set_of(dims->input_feature) | dim_set_of(dims->input_batch);
    if (bounded_dims(bounder, kernel) & (grouped ? ALL_DIMS : window) ||
        (grouped && bounded_dims(bounder, input) & in_groups)) {
        return bounded_fails(bounder, op,
                             "has a window or groups of a size known at run time only");
    }
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        uint32_t dim = (uint32_t)dims->input_spatial.items[i];
        int64_t places = kernel->type->dims[dims->kernel_spatial.items[i]];
        int64_t around = item_of(op, "padding", 2 * i, 0) + item_of(op, "padding", 2 * i + 1, 0);
        int64_t reach = (places - 1) * item_of(op, "rhs_dilation", i, 1) + 1;
        sizes[dims->output_spatial.items[i]] = size_of_windows(
            bounder, bounded_size(bounder, input, dim), item_of(op, "lhs_dilation", i, 1), around,
            reach, item_of(op, "window_strides", i, 1));
    }
    sizes[dims->output_batch] = bounded_size(bounder, input, (uint32_t)dims->input_batch);
    sizes[dims->output_feature] =
        bounded_size(bounder, kernel, (uint32_t)dims->kernel_output_feature);
    op_set_operand(op, 0, bounded_zeroed(bounder, input, ~dim_set_of(dims->input_batch)));
    op_set_operand(op, 1, bounded_zeroed(bounder, kernel, dim_set_of(dims->kernel_input_feature)));
    const dim_set handled[2] = {ALL_DIMS, ALL_DIMS};
    return bounded_by_rule(bounder, op, handled, sizes);
}

/* The input of a convolution as padding known at run time leaves it, with its sizes noted. */
static struct value *padded_input(struct bounder *bounder, const struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    struct context *context = bounder->module->context;
    struct value *input = op_operand(op, 0), *sizes[MAX_RANK], *low[MAX_RANK], *high[MAX_RANK];
    const struct type *type = input->type, *original = bounded_original(bounder, input);
    const struct type *result = bounded_storage(context, op_result(op, 0)->type);
    int64_t interior[MAX_RANK] = {0}, bounds[MAX_RANK], open[MAX_RANK];
    const int64_t count = 2 * (int64_t)dims->input_spatial.count;
    if (!result) {
        return NULL;
    }
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        low[dim] = high[dim] = size_of(bounder, 0);
        bounds[dim] = type->dims[dim];
        open[dim] = original->dims[dim];
    }
    struct value *padding = build_reshape(&bounder->at, op_operand(op, 2), 1, &count);
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        int64_t dim = dims->input_spatial.items[i], step = item_of(op, "window_strides", i, 1);
        int64_t places = op_operand(op, 1)->type->dims[dims->kernel_spatial.items[i]];
        int64_t reach = (places - 1) * item_of(op, "rhs_dilation", i, 1) + 1;
        low[dim] = size_at(bounder, padding, 2 * (int64_t)i);
        high[dim] = size_at(bounder, padding, 2 * (int64_t)i + 1);
        interior[dim] = item_of(op, "lhs_dilation", i, 1) - 1;
        bounds[dim] = result->dims[dims->output_spatial.items[i]] * step + reach - 1;
        open[dim] = DIM_DYNAMIC;
    }
    struct value *zero = build_constant(&bounder->at, fill_zero(context, type->element));
    struct value *padded = bounded_padded(bounder, input, zero, low, high, interior, bounds, sizes);
    original = type_with_bounds(context, type->element, type->rank, open, bounds);
    bounded_note(bounder, padded, original, sizes);
    return padded;
}

/* A convolution without padding of the padded input. */
bool bounded_dynamic_conv(struct bounder *bounder, struct op *op) {
    static const char *const dropped[] = {"padding", "lhs_dilation"};
    struct value *operands[2] = {padded_input(bounder, op), op_operand(op, 1)};
    if (!operands[0]) {
        return bounded_fails(bounder, op,
                             "has a result with a dimension that is open and has no bound");
    }
    const struct type *type = op_result(op, 0)->type;
    struct op *made = build_row(&bounder->at, OP_CONVOLUTION, 2, operands, 1, &type, 0);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        const struct named_attr *property = &op->properties.items[i];
        if (strcmp(property->name, dropped[0]) != 0 && strcmp(property->name, dropped[1]) != 0) {
            op_set_property(bounder->module, made, property->name, property->value);
        }
    }
    bounded_become(bounder, op, made);
    return bounded_convolution(bounder, made);
}
