/* interpreter.run_parallel, interpreter.print, interpreter.probe */
#include "ops/hooks.h"

static const struct op *function_named(const struct op *op, struct context *context,
                                       const struct attr *name) {
    const struct op *function = symbol_lookup_from(op, name);
    if (function && op_has(function, OP_FUNCTION)) {
        return function;
    }
    fault(op, context, "Function \"%s\" not found", name->text);
    return NULL;
}

/* Adds up what the functions of all processes take and give. */
static bool count_values(const struct op *op, struct context *context, const struct attr *programs,
                         uint32_t *inputs, uint32_t *results) {
    uint32_t partitions = programs->items[0]->count;
    for (uint32_t i = 0; i < programs->count; i++) {
        const struct attr *replica = programs->items[i];
        if (replica->count != partitions) {
            return fault(op, context,
                         "Sizes of second dimension of `programs` should all match %u but got %u",
                         partitions, replica->count);
        }
        for (uint32_t k = 0; k < partitions; k++) {
            const struct op *function = function_named(op, context, replica->items[k]);
            if (!function) {
                return false;
            }
            const struct type *type = op_attr(function, "function_type")->type;
            *inputs += type->input_count;
            *results += type->count - type->input_count;
        }
    }
    return true;
}

/* A function of the infeed gives one tensor. */
static bool check_infeed(const struct op *op, struct context *context, const struct attr *name) {
    const struct op *function = function_named(op, context, name);
    if (!function) {
        return false;
    }
    const struct type *type = op_attr(function, "function_type")->type;
    uint32_t results = type->count - type->input_count;
    if (results != 1) {
        return fault(op, context, "Function \"%s\" should return 1 tensor but returns %u",
                     name->text, results);
    }
    const struct type *result = type->items[type->input_count];
    return is_shaped(result) ||
           fault(op, context,
                 "Function \"%s\" should return a tensor type, but instead returns '%s'",
                 name->text, say_type(context, result));
}

static bool run_parallel_verify(const struct op *op, struct context *context) {
    const struct attr *programs = op_attr(op, "programs"), *infeed = op_attr(op, "infeed");
    uint32_t inputs = 0, results = 0;
    if (programs->count == 0 || programs->items[0]->count == 0) {
        return fault(op, context, "`programs` attribute cannot be empty");
    }
    if (!count_values(op, context, programs, &inputs, &results)) {
        return false;
    }
    if (op->operand_count != inputs) {
        return fault(op, context,
                     "Number of inputs (%u) should match the sum of the number of inputs of all "
                     "programs (%u)",
                     op->operand_count, inputs);
    }
    if (op->result_count != results) {
        return fault(op, context,
                     "Number of results (%u) should match the sum of the number of results of all "
                     "programs (%u)",
                     op->result_count, results);
    }
    if (infeed && infeed->count == 0) {
        return fault(op, context, "infeed attribute is optional or should not be empty");
    }
    for (uint32_t i = 0; infeed && i < infeed->count; i++) {
        if (!check_infeed(op, context, infeed->items[i])) {
            return false;
        }
    }
    return true;
}

static bool all_symbols(const struct attr *value) {
    bool good = value->kind == ATTR_ARRAY;
    for (uint32_t i = 0; good && i < value->count; i++) {
        good = value->items[i]->kind == ATTR_SYMBOL;
    }
    return good;
}

static bool all_symbol_lists(const struct attr *value) {
    bool good = value->kind == ATTR_ARRAY;
    for (uint32_t i = 0; good && i < value->count; i++) {
        good = all_symbols(value->items[i]);
    }
    return good;
}

const struct op_def op_interpreter_run_parallel = {
    .name = "interpreter.run_parallel",
    .summary = "runs functions as a grid of processes",
    .traits = 0,
    .operands = OPERANDS({"inputs", VALUE_TENSOR | VALUE_TOKEN, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR | VALUE_TOKEN, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "infeed",
                    .kind = OP_ATTR_ARRAY,
                    .accepts = all_symbols,
                    .words = "flat symbol ref array attribute"},
                   {.name = "programs",
                    .kind = OP_ATTR_ARRAY,
                    .required = true,
                    .accepts = all_symbol_lists,
                    .words = "Array of FlatSymbolRefArrayAttr"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = run_parallel_verify,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

static bool print_emit(const struct op *op, struct kernel_builder *builder) {
    return node_host_call(builder, op, kernel_operand(builder, op, 0), NULL) != NULL;
}

const struct op_def op_interpreter_print = {
    .name = "interpreter.print",
    .summary = "prints a value",
    .traits = 0,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$operand @attrs : @type:operand",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = print_emit,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .effect = OP_EFFECT_PRINT,
};

/* The value is recorded, and goes on as it is. */
static bool probe_emit(const struct op *op, struct kernel_builder *builder) {
    return print_emit(op, builder) && emit_identity(op, builder);
}

const struct op_def op_interpreter_probe = {
    .name = "interpreter.probe",
    .summary = "records a value",
    .traits = OP_SAME_TYPES,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "probe_id", .kind = OP_ATTR_STRING, .required = true}),
    .form = "$operand , probe_id = $probe_id @attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_first_operand,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = probe_emit,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .effect = OP_EFFECT_PROBE,
};
