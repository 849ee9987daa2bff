/* builtin.unrealized_conversion_cast, arith.constant, tensor.cast, shape.shape_of,
 * shape.const_shape */
#include "ops/constant_form.h"
#include "ops/hooks.h"

/* `[2, 3] : tensor<2xindex>`: a constant_shape's list of extents. */
static bool parse_const_shape(struct asm_parser *parser, struct op_state *state) {
    uint32_t count;
    const int64_t *dims;
    const struct type *type;
    if (!optional_attr_dict(parser, &state->attrs) ||
        !parse_int_list(parser, "[", "]", false, &count, &dims) || !parse_token(parser, ":") ||
        !parse_type(parser, &type)) {
        return false;
    }
    struct context *context = asm_context(parser);
    int64_t extent = count;
    const struct type *tensor = type_tensor(context, type_index(context), 1, &extent, NULL);
    form_set(state, parser, "shape",
             attr_dense(context, tensor, dims, count * sizeof *dims, false));
    *vector_push(&state->result_types) = type;
    return true;
}

static void print_const_shape(struct asm_printer *printer, const struct op *op) {
    static const char *const elided[] = {"shape"};
    struct int_list dims = op_ints(op, "shape");
    form_print_attrs(printer, op, 1, elided, false);
    asm_text(printer, " [");
    for (uint32_t i = 0; i < dims.count; i++) {
        asm_text(printer, "%s%lld", i ? ", " : "", (long long)dims.items[i]);
    }
    asm_text(printer, "] : ");
    asm_type(printer, op_result(op, 0)->type);
}

const struct op_def op_unrealized_conversion_cast = {
    .name = "builtin.unrealized_conversion_cast",
    .summary = "a cast between types, kept as it is",
    .traits = OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_ANY, OP_MANY}),
    .results = RESULTS({"outputs", VALUE_ANY, OP_MANY}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

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
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
    .integer_result_name = "c",
    .result_name = "cst",
};

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
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_shape_shape_of = {
    .name = "shape.shape_of",
    .summary = "the shape of a tensor as a tensor",
    .traits = OP_PURE,
    .operands = OPERANDS({"arg", VALUE_ANY, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$arg @attrs : @type:arg -> @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_shape_const_shape = {
    .name = "shape.const_shape",
    .summary = "a constant shape",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"result", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "shape", .kind = OP_ATTR_ANY, .required = true}),
    .parse = parse_const_shape,
    .print = print_const_shape,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
