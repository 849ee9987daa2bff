/* builtin.unrealized_conversion_cast, arith.constant, arith.index_cast, tensor.cast */
#include "ops/form/constant.h"
#include "ops/hooks.h"
#include "ops/shape/folds.h"
#include "ops/shape/index_legalization.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"

/* Between equal types it changes nothing; other casts are for whoever knows both types. */
static bool cast_emit(const struct op *op, struct kernel_builder *builder) {
    bool same = op->operand_count == op->result_count;
    for (uint32_t i = 0; same && i < op->result_count; i++) {
        same = op_operand(op, i)->type == op_result(op, i)->type;
    }
    return same ? emit_identity(op, builder)
                : kernel_unsupported(builder, op, "cannot be compiled: it casts between types");
}

const struct op_def op_unrealized_conversion_cast = {
    .name = "builtin.unrealized_conversion_cast",
    .summary = "a cast between types, kept as it is",
    .traits = OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_ANY, OP_MANY}),
    .results = RESULTS({"outputs", VALUE_ANY, OP_MANY}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "(? $inputs : @type:inputs ?) to @type:outputs @attrs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = cast_emit,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_equal_cast,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

static bool constant_emit(const struct op *op, struct kernel_builder *builder) {
    if (!type_is_tensor(op_result(op, 0)->type)) {
        return kernel_unsupported(builder, op, "cannot be compiled: a dense tensor was expected");
    }
    return emit_constant(op, builder);
}

/* "true", "c-5_i32", "c0" of an index; "cst" of what is no integer. */
static void name_constant(struct buffer *name, const struct op *op) {
    const struct attr *value = op_property(op, "value");
    const struct type *type = op_result(op, 0)->type;
    if (!value || value->kind != ATTR_INTEGER || value->words) {
        buffer_add(name, "cst");
    } else if (type_is_integer(type, 1)) {
        buffer_add(name, value->integer ? "true" : "false");
    } else {
        buffer_printf(name, "c%lld", (long long)value->integer);
        if (type->kind == TYPE_INTEGER) {
            buffer_add_char(name, '_');
            print_type(name, type);
        }
    }
}

const struct op_def op_arith_constant = {
    .name = "arith.constant",
    .summary = "a constant, result types as written",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"result", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value", .kind = OP_ATTR_ANY, .required = true}),
    .parse = parse_constant,
    .print = print_constant,
    .verify = verify_constant,
    .infer = infer_constant,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = constant_emit,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .result_name = "cst",
    .name_result = name_constant,
};

/* Between index and integers, of any width. */
static bool verify_index_cast(const struct op *op, struct context *context) {
    const struct type *in = op_operand(op, 0)->type, *out = op_result(op, 0)->type;
    const struct type *from = type_element(in), *to = type_element(out);
    bool is_cast = (from->kind == TYPE_INDEX && to->kind == TYPE_INTEGER) ||
                   (from->kind == TYPE_INTEGER && to->kind == TYPE_INDEX);
    if (!is_cast || type_is_tensor(in) != type_is_tensor(out) ||
        (type_is_tensor(in) && !shapes_compatible(in, out))) {
        return op_fault(op, context, "operand type '%s' and result type '%s' are cast incompatible",
                        say_type(context, in), say_type(context, out));
    }
    return true;
}

static bool cast_element(const struct op *op, const struct type *element, const int64_t *in,
                         int64_t *out) {
    (void)element;
    *out = type_bits(op_result(op, 0)->type->element) == 1 ? in[0] != 0 : in[0];
    return true;
}

static bool index_cast_fold(struct op *op, struct fold_builder *builder) {
    return fold_elements(op, builder, cast_element);
}

const struct op_def op_arith_index_cast = {
    .name = "arith.index_cast",
    .summary = "indices as integers, or integers as indices",
    .traits = OP_PURE,
    .operands = OPERANDS({"in", VALUE_ANY, OP_ONE}),
    .results = RESULTS({"out", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$in @attrs : @type:in to @type:out",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_index_cast,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .legalize_indices = legalize_index_cast,
    .canonicalize = shape_fold_in_place,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = index_cast_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

static bool verify_cast(const struct op *op, struct context *context) {
    const struct type *source = op_operand(op, 0)->type, *dest = op_result(op, 0)->type;
    if (type_element(source) != type_element(dest) || !shapes_compatible(source, dest)) {
        return op_fault(op, context, "operand type '%s' and result type '%s' are cast incompatible",
                        say_type(context, source), say_type(context, dest));
    }
    return true;
}

const struct op_def op_tensor_cast = {
    .name = "tensor.cast",
    .summary = "a cast between tensor types of one element type",
    .traits = OP_PURE,
    .operands = OPERANDS({"source", VALUE_ANY, OP_ONE}),
    .results = RESULTS({"dest", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$source @attrs : @type:source to @type:dest",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_cast,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_refining_cast,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .result_name = "cast",
};
