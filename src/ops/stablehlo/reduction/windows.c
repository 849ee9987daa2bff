/* Windows of reductions: stablehlo.reduce_window, stablehlo.select_and_scatter. */
#include "ops/stablehlo/reduction/windows.h"

#include "ops/fill_builder.h"
#include "ops/hooks.h"

int64_t op_int_at(const struct op *op, const char *name, uint32_t index, int64_t otherwise) {
    return int_list_at(op_ints(op, name), index, otherwise);
}

static bool is_padded(const struct op *op, uint32_t dim) {
    return op_int_at(op, "padding", 2 * dim, 0) != 0 ||
           op_int_at(op, "padding", 2 * dim + 1, 0) != 0;
}

bool window_is_trivial(const struct op *op, uint32_t dim) {
    return !is_padded(op, dim) && op_int_at(op, "window_strides", dim, 1) == 1 &&
           op_int_at(op, "window_dimensions", dim, 1) == 1;
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
    int64_t size = op_int_at(op, "window_dimensions", dim, 1);
    return (struct need_window){
        .tensor = tensor,
        .dim = dim,
        .step = op_int_at(op, "window_strides", dim, 1),
        .low = op_int_at(op, "padding", 2 * dim, 0),
        .reach = (size - 1) * op_int_at(op, "window_dilations", dim, 1) + 1,
        .dilation = op_int_at(op, "base_dilations", dim, 1),
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
                     op_int_at(op, "padding", 2 * dim + 1, 0) == 0;
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

/* A running fold that parts continue is one along the longer dimension; false: it is none. */
static bool fill_scan(struct fill_builder *padder, struct op *op, dim_set windows) {
    const struct type *original = fill_original(padder, op_operand(op, 0));
    const struct type *padded = op_operand(op, 0)->type, *result = fill_result_type(padder, op);
    uint32_t dim = 0;
    bool reverse;
    while (dim < padded->rank && windows != dim_set_of(dim)) {
        dim++;
    }
    if (dim == padded->rank || !op_is(op, OP_REDUCE_WINDOW) || op->result_count != 1 ||
        !fold_has_parts(op) || !window_folds_along(op, dim, original->dims[dim], &reverse) ||
        result->dims[dim] != padded->dims[dim]) {
        return false;
    }
    scan_resize(fill_module(padder), op, dim, padded->dims[dim], reverse);
    return fill_in_place(op, padder);
}

bool windows_fill(struct op *op, struct fill_builder *padder) {
    struct int_list sizes = op_ints(op, "window_dimensions");
    dim_set *dims = ARENA_ARRAY(fill_scratch(padder), dim_set, op->operand_count);
    dim_set windows = 0, padded = 0;
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        windows |= window_is_trivial(op, dim) ? 0 : dim_set_of(dim);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        bool is_scalar = op_operand(op, i)->type->rank == 0;
        dims[i] = is_scalar ? 0 : windows;
        padded |= fill_dims(padder, op_operand(op, i)) & dims[i];
    }
    padded |= dims_unlike(op->results[0].type, fill_result_type(padder, op)) & windows;
    if (!padded) {
        return fill_in_place(op, padder);
    }
    return fill_scan(padder, op, windows) || fill_on_whole(padder, op, dims, windows);
}
