/* stablehlo.constant */
#include "ops/form/constant.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/hooks.h"

/* Also for sdy.constant, which becomes a plain one. */
bool constant_localize(struct op *op, struct partition_builder *builder) {
    struct builder *at = partition_at(builder);
    const struct attr *value = op_property(op, "value");
    const struct type *global = op->results[0].type, *local = partition_local_type(builder, 0);
    if (!local) {
        return false;
    }
    if (local == global && op_is(op, OP_CONSTANT)) {
        return true;
    }
    if (local != global && value->kind == ATTR_DENSE && value->splat) {
        value = attr_dense(at->module->context, local, value->data, value->length, true);
    }
    struct op *constant =
        build_op(at, "stablehlo.constant", 0, NULL, 1, value->type == local ? &local : &global, 0);
    op_set_property(at->module, constant, "value", value);
    struct value *result = op_result(constant, 0);
    return partition_replace(op, builder,
                             result->type == local ? result : partition_slice(builder, result));
}

/* Copies the elements of a dense attribute to where they stand in a longer tensor. */
static void copy_elements(const struct attr *value, const struct type *type, char *data) {
    uint32_t size = type_bytes(type->element), rank = type->rank;
    const struct type *from = value->type;
    int64_t index[MAX_RANK] = {0};
    for (int64_t i = 0; i < type_count(from); i++) {
        int64_t place = 0;
        for (uint32_t dim = 0; dim < rank; dim++) {
            place = place * type->dims[dim] + index[dim];
        }
        memcpy(data + place * size, (const char *)value->data + i * size, size);
        for (uint32_t dim = rank; dim-- > 0 && ++index[dim] == from->dims[dim];) {
            index[dim] = 0;
        }
    }
}

#define MOST_CONSTANT_ELEMENTS (INT64_C(1) << 28)

bool constant_fill(struct op *op, struct fill_builder *padder) {
    struct context *context = fill_context(padder);
    const struct attr *value = op_property(op, "value");
    const struct type *type = fill_result_type(padder, op), *original = op->results[0].type;
    if (value->kind != ATTR_DENSE) {
        return fill_fails(padder, op, "its elements are not at hand");
    }
    if (!value->splat && type_count(type) > MOST_CONSTANT_ELEMENTS) {
        return fill_fails(padder, op, "it would be too long");
    }
    const struct attr *fill = fill_zero(context, type->element);
    if (value->splat) {
        const struct type *scalar = type_with_dims(context, type, 0, NULL);
        fill = attr_dense(context, scalar, value->data, value->length, true);
        value = attr_dense(context, type, value->data, value->length, true);
    } else {
        size_t bytes = (size_t)type_count(type) * type_bytes(type->element);
        char *data = ARENA_ARRAY(fill_scratch(padder), char, bytes);
        copy_elements(value, type, data);
        value = attr_dense(context, type, data, bytes, false);
    }
    op_set_property(fill_module(padder), op, "value", value);
    op->results[0].type = type;
    fill_note(padder, &op->results[0], original, fill);
    return true;
}

const struct op_def op_constant = {
    .name = "stablehlo.constant",
    .summary = "a constant",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"output", VALUE_TENSOR_PER_AXIS | VALUE_STATIC, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true}),
    .parse = parse_constant,
    .print = print_constant,
    .verify = verify_constant,
    .infer = infer_constant,
    .rule = rule_none,
    .needs = needs_nothing,
    .localize = constant_localize,
    .emit = emit_constant,
    .relate = relate_constant,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = constant_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .integer_result_name = "c",
    .result_name = "cst",
    .memory = OP_MEMORY_NONE,
};
