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

static void set_padding(struct module *module, struct op *op, uint32_t dim, int64_t low,
                        int64_t high) {
    struct int_list old = op_ints(op, "padding");
    int64_t rows[MAX_RANK][2] = {{0}}, shape[2] = {op_operand(op, 0)->type->rank, 2};
    for (uint32_t i = 0; i < old.count; i++) {
        rows[i / 2][i % 2] = old.items[i];
    }
    rows[dim][0] = low;
    rows[dim][1] = high;
    struct context *context = module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, shape, NULL);
    op_set_property(module, op, "padding",
                    attr_dense(context, type, rows, (size_t)shape[0] * sizeof *rows, false));
}

static struct need_window window_of(const struct op *op, uint32_t tensor, uint32_t dim) {
    int64_t size = number_at(op, "window_dimensions", dim, 1);
    return (struct need_window){
        .tensor = tensor,
        .dim = dim,
        .step = number_at(op, "window_strides", dim, 1),
        .low = number_at(op, "padding", 2 * dim, 0),
        .reach = (size - 1) * number_at(op, "window_dilations", dim, 1) + 1,
        .dilation = number_at(op, "base_dilations", dim, 1),
        .pad = set_padding,
    };
}

/* Each operand is looked at by its result; what lies outside holds its initial value. */
void reduce_window_needs(const struct op *op, const struct partition_builder *builder,
                         struct need_list *needs) {
    (void)builder;
    uint32_t count = op->result_count;
    for (uint32_t dim = 0; dim < op->results[0].type->rank; dim++) {
        for (uint32_t i = 0; i < count && !window_is_trivial(op, dim); i++) {
            struct need_window window = window_of(op, op->operand_count + i, dim);
            window.padding = count + i;
            need_halo(needs, i, dim, window);
        }
    }
}

/* The sources look at the operand, and the result is cut as the operand is. Windows that lie across
 * parts need the neighbours' sources too. */
void select_and_scatter_needs(const struct op *op, const struct partition_builder *builder,
                              struct need_list *needs) {
    (void)builder;
    for (uint32_t dim = 0; dim < op->results[0].type->rank; dim++) {
        struct need_window window = window_of(op, 1, dim);
        bool apart = window.low == 0 && window.reach <= window.step &&
                     number_at(op, "padding", 2 * dim + 1, 0) == 0;
        if (window_is_trivial(op, dim)) {
            continue;
        }
        if (apart) {
            need_halo(needs, 0, dim, window);
            need_halo(needs, op->operand_count, dim, window);
        } else {
            need_everywhere(needs, NEED_EXCHANGED, op, dim);
        }
    }
}
