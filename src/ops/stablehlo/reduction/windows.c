/* Windows of reductions: stablehlo.reduce_window, stablehlo.select_and_scatter. */
#include "ops/stablehlo/reduction/windows.h"

#include "ops/hooks.h"

static int64_t number_at(const struct op *op, const char *name, uint32_t index, int64_t otherwise) {
    struct int_list list = op_ints(op, name);
    return list.count == 0 ? otherwise : list.items[index];
}

static bool is_padded(const struct op *op, uint32_t dim) {
    return number_at(op, "padding", 2 * dim, 0) != 0 ||
           number_at(op, "padding", 2 * dim + 1, 0) != 0;
}

bool window_is_trivial(const struct op *op, uint32_t dim) {
    return !is_padded(op, dim) && number_at(op, "window_strides", dim, 1) == 1 &&
           number_at(op, "window_dimensions", dim, 1) == 1;
}

/* `windows`: how many there are. */
static bool windows_are_apart(const struct op *op, struct partition_builder *builder, uint32_t dim,
                              int64_t windows) {
    int64_t stride = number_at(op, "window_strides", dim, 1);
    int64_t reach = (number_at(op, "window_dimensions", dim, 1) - 1) *
                    number_at(op, "window_dilations", dim, 1);
    return !is_padded(op, dim) && number_at(op, "base_dilations", dim, 1) == 1 && reach < stride &&
           partition_operand_size(builder, 0, dim) % stride == 0 &&
           partition_operand_size(builder, 0, dim) / stride == windows;
}

bool windows_partition(struct op *op, struct partition_builder *builder) {
    if (partition_phase(builder) != PARTITION_LOCALIZE) {
        return partition_by_rule(op, builder);
    }
    bool scatters = op_is(op, OP_SELECT_AND_SCATTER);
    for (uint32_t dim = 0; dim < op->results[0].type->rank; dim++) {
        int64_t windows =
            scatters ? partition_operand_size(builder, 1, dim) : op->results[0].type->dims[dim];
        if (windows_are_apart(op, builder, dim, windows)) {
            continue;
        }
        for (uint32_t i = 0; i < op->operand_count; i++) {
            if (op_operand(op, i)->type->rank > dim) {
                partition_keep_whole(builder, i, dim);
            }
        }
        for (uint32_t i = 0; i < op->result_count; i++) {
            partition_keep_result_whole(builder, i, dim);
        }
    }
    return partition_in_place(op, builder);
}
