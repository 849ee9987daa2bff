/* A running fold along a dimension in parts: each device folds its own part, and adds what those
 * before it come to. */
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/scalar.h"
#include "ops/stablehlo/reduction/windows.h"

/* Folds that may be done in parts, each once more over what the parts come to. */
static const struct {
    enum scalar_op scalar;
    enum op_id id;
    bool any_start; /* counts no value twice: may begin with it in every part */
    int64_t start;
} folds[] = {
    {SCALAR_ADD, OP_ADD, false, 0},        {SCALAR_MULTIPLY, OP_MULTIPLY, false, 1},
    {SCALAR_MAXIMUM, OP_MAXIMUM, true, 0}, {SCALAR_MINIMUM, OP_MINIMUM, true, 0},
    {SCALAR_AND, OP_AND, true, 0},         {SCALAR_OR, OP_OR, true, 0},
};
enum { FOLD_COUNT = sizeof folds / sizeof *folds };

static bool is_number(const struct value *value, int64_t number) {
    const struct op *source = value_defining_op(value);
    const struct attr *data =
        source && op_has(source, OP_CONSTANT_LIKE) ? op_property(source, "value") : NULL;
    if (!data || data->kind != ATTR_DENSE || data->type->rank != 0) {
        return false;
    }
    enum type_kind kind = data->type->element->kind;
    return kind == TYPE_FLOAT ? attr_dense_real(data, 0) == (double)number
                              : kind == TYPE_INTEGER && attr_dense_integer(data, 0) == number;
}

/* The row of `folds`; FOLD_COUNT: none. */
static size_t fold_of(const struct op *op) {
    enum scalar_op scalar = region_scalar_op(&op->regions[0]);
    for (size_t i = 0; i < FOLD_COUNT; i++) {
        if (folds[i].scalar == scalar &&
            (folds[i].any_start || is_number(op_operand(op, 1), folds[i].start))) {
            return i;
        }
    }
    return FOLD_COUNT;
}

bool fold_has_parts(const struct op *op) {
    return fold_of(op) < FOLD_COUNT;
}

void scan_resize(struct module *module, struct op *op, uint32_t dim, int64_t size, bool reverse) {
    struct int_list sizes = op_ints(op, "window_dimensions");
    uint32_t rank = sizes.count;
    int64_t windows[MAX_RANK], padding[MAX_RANK][2] = {{0}}, shape[2] = {rank, 2};
    for (uint32_t d = 0; d < rank; d++) {
        windows[d] = d == dim ? size : sizes.items[d];
    }
    padding[dim][reverse] = size - 1;
    struct context *context = module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, shape, NULL);
    op_set_property(module, op, "window_dimensions", attr_i64_array(context, rank, windows));
    op_set_property(module, op, "padding",
                    attr_dense(context, type, padding, rank * sizeof *padding, false));
}

/* What the parts on one side of this device's come to. */
static struct value *fold_others(const struct op *op, struct partition_builder *builder,
                                 struct builder *at, struct value *totals, uint32_t dim,
                                 bool reverse) {
    const struct type *type = totals->type;
    const struct type *i64 = type_integer(at->module->context, 64, SIGNLESS);
    const struct type *numbers = type_with_element(at->module->context, type, i64);
    struct value *place =
        partition_progression(builder, partition_operand_axes(builder, 0, dim), 0, 1);
    struct value *all = build_iota(at, numbers, dim);
    struct value *here = build_broadcast(at, place, numbers);
    struct value *others =
        build_compare(at, all, here, reverse ? COMPARE_GT : COMPARE_LT, COMPARE_NO_TYPE);
    struct value *nothing = build_broadcast(at, op_operand(op, 1), type);
    const int64_t dims[1] = {dim};
    return build_reduce(at, folds[fold_of(op)].id, build_select(at, others, totals, nothing),
                        op_operand(op, 1), 1, dims);
}

/* The last element, or in reverse the first one, that a part comes to. */
static struct value *total_of(struct builder *at, struct value *scan, uint32_t dim, bool reverse) {
    int64_t start[MAX_RANK], limit[MAX_RANK];
    for (uint32_t d = 0; d < scan->type->rank; d++) {
        start[d] = d == dim && !reverse ? scan->type->dims[d] - 1 : 0;
        limit[d] = d == dim ? start[d] + 1 : scan->type->dims[d];
    }
    return build_slice(at, scan, start, limit);
}

bool localize_scan(struct op *op, struct partition_builder *builder, uint32_t dim, bool reverse) {
    struct module *module = partition_at(builder)->module;
    scan_resize(module, op, dim, op_operand(op, 0)->type->dims[dim], reverse);
    if (!partition_in_place(op, builder)) {
        return false;
    }
    struct builder behind = builder_after(module, op);
    struct value *scan = &op->results[0];
    int64_t rest[MAX_RANK];
    for (uint32_t d = 0; d < scan->type->rank; d++) {
        rest[d - (d > dim)] = d;
    }
    struct value *total = total_of(&behind, scan, dim, reverse);
    struct value *totals = partition_gather(builder, &behind, total, 0, dim);
    struct value *before = fold_others(op, builder, &behind, totals, dim, reverse);
    before = build_broadcast_in_dim(&behind, before, scan->type, scan->type->rank - 1, rest);
    partition_wrap(builder, 0, build_binary(&behind, folds[fold_of(op)].id, before, scan));
    op_set_operand(total->op, 0, scan); /* of what this device has, not of all */
    return true;
}
