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
static bool windows_are_apart(const struct op *op, uint32_t dim, int64_t windows) {
    int64_t stride = number_at(op, "window_strides", dim, 1);
    int64_t size = op_operand(op, 0)->type->dims[dim];
    int64_t reach = (number_at(op, "window_dimensions", dim, 1) - 1) *
                    number_at(op, "window_dilations", dim, 1);
    return !is_padded(op, dim) && number_at(op, "base_dilations", dim, 1) == 1 && reach < stride &&
           size % stride == 0 && size / stride == windows;
}

void windows_needs(const struct op *op, const struct partition_builder *builder,
                   struct need_list *needs) {
    (void)builder;
    const struct type *windows =
        op_is(op, OP_SELECT_AND_SCATTER) ? op_operand(op, 1)->type : op->results[0].type;
    for (uint32_t dim = 0; dim < op->results[0].type->rank; dim++) {
        if (!windows_are_apart(op, dim, windows->dims[dim])) {
            need_everywhere(needs, NEED_EXCHANGED, op, dim);
        } else if (!window_is_trivial(op, dim)) {
            need_everywhere(needs, NEED_HALO, op, dim);
        }
    }
}
