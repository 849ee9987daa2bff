/* Windows over dimensions of sizes known at run time. */
#include "ops/stablehlo/reduction/windows.h"
#include "ops/op_def.h"
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
    if (op->result_count == 1) {
        return bounded_by_rule(bounder, op, handled, sizes);
    }
    return bounded_fails(bounder, op, "of several results has a size known at run time only");
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
