/* Operations that take sizes as operands, as those that have them as attributes. */
#include "ops/stablehlo/dynamic/known_sizes.h"

#include "ops/build.h"
#include "ops/stablehlo/calls/call.h"
#include "ops/stablehlo/dynamic/shape_operand.h"
#include "ops/verify/compat.h"

static struct op *stand_in(struct module *module, struct op *op, enum op_id id, uint32_t operands) {
    struct op *made = op_stand_in(module, op, id, 0);
    while (made->operand_count > operands) {
        op_erase_operand(made, made->operand_count - 1);
    }
    return made;
}

static void keep_property(struct module *module, struct op *made, const struct op *op,
                          const char *name) {
    const struct attr *attr = op_property(op, name);
    if (attr) {
        op_set_property(module, made, name, attr);
    }
}

static void set_list(struct module *module, struct op *op, const char *name, struct int_list list) {
    op_set_property(module, op, name, attr_i64_array(module->context, list.count, list.items));
}

static bool has_static_result(const struct op *op) {
    return type_is_static(op_result(op, 0)->type);
}

struct op *broadcast_with_known_sizes(struct op *op, struct module *module) {
    struct int_list shape;
    if (!type_is_static(op_operand(op, 0)->type) || !has_static_result(op) ||
        !constant_integers(op_operand(op, 1), &shape)) {
        return NULL;
    }
    struct op *made = stand_in(module, op, OP_BROADCAST_IN_DIM, 1);
    keep_property(module, made, op, "broadcast_dimensions");
    return made;
}

struct op *iota_with_known_sizes(struct op *op, struct module *module) {
    struct int_list shape;
    if (!has_static_result(op) || !constant_integers(op_operand(op, 0), &shape)) {
        return NULL;
    }
    struct op *made = stand_in(module, op, OP_IOTA, 0);
    keep_property(module, made, op, "iota_dimension");
    return made;
}

struct op *reshape_with_known_sizes(struct op *op, struct module *module) {
    struct int_list shape;
    if (!has_static_result(op) || !constant_integers(op_operand(op, 1), &shape)) {
        return NULL;
    }
    return stand_in(module, op, OP_RESHAPE, 1);
}

struct op *convolution_with_known_sizes(struct op *op, struct module *module) {
    static const char *const kept[] = {
        "window_strides",    "lhs_dilation",        "rhs_dilation",      "window_reversal",
        "dimension_numbers", "feature_group_count", "batch_group_count", "precision_config"};
    struct context *context = module->context;
    struct int_list padding;
    if (!constant_integers(op_operand(op, 2), &padding)) {
        return NULL;
    }
    struct op *made = stand_in(module, op, OP_CONVOLUTION, 2);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        keep_property(module, made, op, kept[i]);
    }
    const int64_t dims[2] = {padding.count / 2, 2};
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, dims, NULL);
    op_set_property(
        module, made, "padding",
        attr_dense(context, type, padding.items, padding.count * sizeof(int64_t), false));
    return made;
}

struct op *gather_with_known_sizes(struct op *op, struct module *module) {
    struct int_list sizes;
    if (!constant_integers(op_operand(op, 2), &sizes)) {
        return NULL;
    }
    struct op *made = stand_in(module, op, OP_GATHER, 2);
    keep_property(module, made, op, "dimension_numbers");
    keep_property(module, made, op, "indices_are_sorted");
    set_list(module, made, "slice_sizes", sizes);
    return made;
}

struct op *pad_with_known_sizes(struct op *op, struct module *module) {
    struct int_list low, high, interior;
    if (!constant_integers(op_operand(op, 2), &low) ||
        !constant_integers(op_operand(op, 3), &high) ||
        !constant_integers(op_operand(op, 4), &interior)) {
        return NULL;
    }
    struct op *made = stand_in(module, op, OP_PAD, 2);
    set_list(module, made, "edge_padding_low", low);
    set_list(module, made, "edge_padding_high", high);
    set_list(module, made, "interior_padding", interior);
    return made;
}

/* A part of constant sizes that begins anywhere. */
static struct op *slice_of_sizes(struct module *module, struct op *op, struct int_list sizes) {
    struct builder at = builder_before(module, op);
    struct value *operands[MAX_RANK + 1] = {op_operand(op, 0)}, *starts = op_operand(op, 1);
    for (uint32_t i = 0; i < sizes.count && i < MAX_RANK; i++) {
        const int64_t from = i, to = i + 1;
        operands[i + 1] = build_reshape(&at, build_slice(&at, starts, &from, &to), 0, NULL);
    }
    struct op *made = stand_in(module, op, OP_DYNAMIC_SLICE, 0);
    op_set_operands(module, made, sizes.count + 1, operands);
    set_list(module, made, "slice_sizes", sizes);
    return made;
}

struct op *slice_with_known_sizes(struct op *op, struct module *module) {
    struct int_list start, limit, strides, sizes;
    if (real_dynamic_slice_sizes(op, &sizes)) {
        return slice_of_sizes(module, op, sizes);
    }
    if (!constant_integers(op_operand(op, 1), &start) ||
        !constant_integers(op_operand(op, 2), &limit) ||
        !constant_integers(op_operand(op, 3), &strides)) {
        return NULL;
    }
    struct op *made = stand_in(module, op, OP_SLICE, 1);
    set_list(module, made, "start_indices", start);
    set_list(module, made, "limit_indices", limit);
    set_list(module, made, "strides", strides);
    return made;
}

/* Operands that say how large results are have said so, where the results are known. */
struct op *call_with_known_sizes(struct op *op, struct module *module) {
    const struct attr *attr = op_attr(op, "indices_of_shape_operands");
    struct int_list indices;
    struct arena *scratch = arena_new();
    bool known = types_by_shape_operands(
        op, module->context, ARENA_ARRAY(scratch, const struct type *, op->result_count + 1));
    arena_free(scratch);
    if (!known || !attr_integers(attr, &indices.count, &indices.items)) {
        return NULL;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!type_is_static(op_result(op, i)->type)) {
            return NULL;
        }
    }
    struct op *made = op_stand_in(module, op, OP_CUSTOM_CALL, 0);
    made->properties = op->properties;
    const struct attr *layouts = op_property(op, "operand_layouts"), *kept[256];
    uint32_t count = 0;
    for (uint32_t i = 0; layouts && i < layouts->count && count < 256; i++) {
        if (!int_list_has(indices, i)) {
            kept[count++] = layouts->items[i];
        }
    }
    for (uint32_t i = op->operand_count; i-- > 0;) {
        if (int_list_has(indices, i)) {
            op_erase_operand(made, i);
        }
    }
    if (layouts) {
        op_set_property(module, made, "operand_layouts", attr_array(module->context, count, kept));
    }
    op_set_attr(module, made, "indices_of_shape_operands", NULL);
    return made;
}
