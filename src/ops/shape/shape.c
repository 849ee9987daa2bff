/* What broadcasting of unknown shapes is written with: shapes as values, and code that may assume
 * that they go together. Kept and printed; programs with them cannot be compiled. */
#include "ops/hooks.h"
#include "ops/shape/folds.h"
#include "ops/shape/index_legalization.h"

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
    asm_text(printer, " ");
    form_print_attrs(printer, op, 1, elided, false);
    asm_text(printer, "[");
    for (uint32_t i = 0; i < dims.count; i++) {
        asm_text(printer, "%s%lld", i ? ", " : "", (long long)dims.items[i]);
    }
    asm_text(printer, "] : ");
    asm_type(printer, op_result(op, 0)->type);
}

/* `%witness -> (types) { ... }` */
static bool parse_assuming(struct asm_parser *parser, struct op_state *state) {
    const struct type *witness = type_dialect(asm_context(parser), "!shape.witness");
    struct operand_ref ref;
    uint32_t count = 0;
    const struct type *const *types = NULL;
    if (!parse_operand(parser, &ref) || !resolve_operands(parser, 1, &ref, &witness, state)) {
        return false;
    }
    if (optional_token(parser, "->") && !parse_type_list(parser, &count, &types)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        *vector_push(&state->result_types) = types[i];
    }
    return parse_region(parser, state, 0, NULL) && optional_attr_dict(parser, &state->attrs);
}

static void print_assuming(struct asm_printer *printer, const struct op *op) {
    asm_text(printer, " ");
    asm_operand(printer, op_operand(op, 0));
    if (op->result_count > 0) {
        asm_text(printer, " -> (");
        for (uint32_t i = 0; i < op->result_count; i++) {
            asm_text(printer, "%s", i ? ", " : "");
            asm_type(printer, op_result(op, i)->type);
        }
        asm_text(printer, ")");
    }
    asm_text(printer, " ");
    asm_region(printer, &op->regions[0], true, op->result_count > 0);
    form_print_attrs(printer, op, 0, NULL, false);
}

static bool is_tensor(const struct type *type) {
    return type->kind == TYPE_TENSOR || type->kind == TYPE_UNRANKED;
}

static bool infer_shape_of(const struct op *op, struct context *context,
                           const struct type **types) {
    const struct type *of = op_operand(op, 0)->type;
    int64_t extents = of->rank;
    if (of->kind != TYPE_TENSOR || !is_tensor(op_result(op, 0)->type)) {
        return false;
    }
    types[0] = type_tensor(context, type_index(context), 1, &extents, NULL);
    return true;
}

static bool infer_const_shape(const struct op *op, struct context *context,
                              const struct type **types) {
    (void)context;
    types[0] = op_attr(op, "shape")->type;
    return types[0] && is_tensor(op_result(op, 0)->type);
}

const struct op_def op_shape_shape_of = {
    .name = "shape.shape_of",
    .summary = "the shape of a tensor as a tensor",
    .traits = OP_PURE,
    .operands = OPERANDS({"arg", VALUE_ANY, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPE, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$arg @attrs : @type:arg -> @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_shape_of,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .legalize_indices = legalize_shape_of,
    .canonicalize = shape_fold_in_place,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_shape_of_static,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_shape_const_shape = {
    .name = "shape.const_shape",
    .summary = "a constant shape",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"result", VALUE_SHAPE, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "shape", .kind = OP_ATTR_ANY, .required = true}),
    .parse = parse_const_shape,
    .print = print_const_shape,
    .verify = verify_nothing,
    .infer = infer_const_shape,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .legalize_indices = legalize_const_shape,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_shape_broadcast = {
    .name = "shape.broadcast",
    .summary = "the shape that all shapes broadcast to",
    .traits = OP_PURE,
    .operands = OPERANDS({"shapes", VALUE_SHAPE, OP_MANY}),
    .results = RESULTS({"result", VALUE_SHAPE, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "error", .kind = OP_ATTR_STRING}),
    .form = "$shapes @attrs : @type:shapes -> @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .legalize_indices = legalize_broadcast,
    .canonicalize = simplify_broadcast,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_common_shape,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_shape_cstr_broadcastable = {
    .name = "shape.cstr_broadcastable",
    .summary = "a witness that shapes broadcast",
    .traits = OP_PURE,
    .operands = OPERANDS({"shapes", VALUE_SHAPE, OP_MANY}),
    .results = RESULTS({"result", VALUE_WITNESS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$shapes @attrs : @type:shapes @witness",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .canonicalize = simplify_broadcastable,
    COMMON_HOOKS,
};

const struct op_def op_shape_const_witness = {
    .name = "shape.const_witness",
    .summary = "a witness that is known",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"result", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "passing", .kind = OP_ATTR_BOOL, .required = true}),
    .form = "$passing @attrs @witness",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_shape_assuming = {
    .name = "shape.assuming",
    .summary = "code that may assume what a witness says",
    .traits = OP_SINGLE_BLOCK,
    .operands = OPERANDS({"witness", VALUE_WITNESS, OP_ONE}),
    .results = RESULTS({"results", VALUE_ANY, OP_MANY}),
    .regions = {1, 1},
    .attrs = no_attrs,
    .parse = parse_assuming,
    .print = print_assuming,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .canonicalize = simplify_assuming,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_assumed,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_shape_assuming_yield = {
    .name = "shape.assuming_yield",
    .summary = "ends the body of shape.assuming",
    .traits = OP_PURE | OP_TERMINATOR,
    .operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs (? $operands : @type:operands ?)",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
