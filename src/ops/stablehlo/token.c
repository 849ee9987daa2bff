/* stablehlo.create_token, stablehlo.after_all, stablehlo.infeed, stablehlo.outfeed, stablehlo.send,
 * stablehlo.recv */
#include <string.h>

#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"

static bool token_infer(const struct op *op, struct context *context, const struct type **types) {
    (void)op;
    types[0] = type_token(context);
    return true;
}

/* Tensors, and a token at the end. */
static bool check_received(const struct op *op, struct context *context, const char *others) {
    if (op->result_count == 0) {
        return fault(op, context, "result is expected to be at least of size 1, but got 0");
    }
    for (uint32_t i = 0; i + 1 < op->result_count; i++) {
        if (!type_is_tensor(op_result(op, i)->type)) {
            return fault(op, context, "%s expected to be of tensor type, but got '%s'", others,
                         say_type(context, op_result(op, i)->type));
        }
    }
    const struct type *last = op_result(op, op->result_count - 1)->type;
    if (last->kind != TYPE_TOKEN) {
        return fault(op, context,
                     "last element of result types is expected to be of token type, but got '%s'",
                     say_type(context, last));
    }
    return true;
}

static bool check_layout(const struct op *op, struct context *context, const struct attr *layout) {
    if (!layout) {
        return true;
    }
    if (layout->kind != ATTR_ARRAY) {
        return fault(op, context, "layout-attribute expected to be of array-type.");
    }
    if (layout->count != op->result_count - 1) {
        return fault(op, context,
                     "layout-attribute size must be %u (which is the number of op-results - 1 (for "
                     "token result)), but got %u",
                     op->result_count - 1, layout->count);
    }
    for (uint32_t i = 0; i < layout->count; i++) {
        const struct attr *child = layout->items[i];
        if (child->kind != ATTR_ARRAY) {
            return fault(op, context,
                         "layout-attribute expected to have elements of type array, but got %s",
                         say_attr(context, child));
        }
        for (uint32_t k = 0; k < child->count; k++) {
            if (child->items[k]->kind != ATTR_INTEGER) {
                return fault(op, context,
                             "layout-attribute's leaf elements are expected to be of type integer, "
                             "but got %s",
                             say_attr(context, child->items[k]));
            }
        }
    }
    return true;
}

static bool infeed_verify(const struct op *op, struct context *context) {
    return check_received(op, context,
                          "all elements of result types, except the last element, are") &&
           check_layout(op, context, op_attr(op, "layout"));
}

enum channel_type { DEVICE_TO_DEVICE = 1, DEVICE_TO_HOST, HOST_TO_DEVICE };

static bool check_transfer(const struct op *op, struct context *context, enum channel_type host,
                           const char *host_name) {
    const struct channel_handle *channel = (const struct channel_handle *)attr_payload(
        op_attr(op, "channel_handle"), &attr_channel_handle);
    const struct attr *flag = op_attr(op, "is_host_transfer");
    bool is_host = flag && flag->integer != 0;
    if (channel->type == (is_host ? (int64_t)host : DEVICE_TO_DEVICE)) {
        return true;
    }
    return fault(op, context, "channel_type should be %s when is_host_transfer is %s, but is %lld",
                 is_host ? host_name : "DEVICE_TO_DEVICE", is_host ? "true" : "false",
                 (long long)channel->type);
}

static bool send_verify(const struct op *op, struct context *context) {
    return check_transfer(op, context, DEVICE_TO_HOST, "DEVICE_TO_HOST") &&
           check_source_target_pairs(op, context);
}

static bool recv_verify(const struct op *op, struct context *context) {
    return check_transfer(op, context, HOST_TO_DEVICE, "HOST_TO_DEVICE") &&
           check_received(op, context, "everything but the last element of result types is") &&
           check_source_target_pairs(op, context);
}

/* Tokens order operations with effects, which stand in the order of the program anyway. */
static bool token_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    kernel_result(builder, op, 0, node_compute(builder, type, term_integer(builder, type, 0)));
    return true;
}

static struct op *create_token_modern(struct op *op, struct module *module) {
    return op_stand_in(module, op, OP_AFTER_ALL, 0);
}

const struct op_def op_create_token = {
    .name = "stablehlo.create_token",
    .summary = "a token",
    .traits = OP_PURE,
    .operands = no_values,
    .results = RESULTS({"output", VALUE_TOKEN, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs : @types:output",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = token_infer,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = token_emit,
    .relate = relate_nothing,
    .modern = create_token_modern,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_after_all = {
    .name = "stablehlo.after_all",
    .summary = "joins tokens",
    .traits = OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TOKEN, OP_MANY}),
    .results = RESULTS({"result", VALUE_TOKEN, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$inputs @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = token_infer,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = token_emit,
    .relate = relate_nothing,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

/* What the host gives; more than one value is as many calls. */
static bool infeed_emit(const struct op *op, struct kernel_builder *builder) {
    if (op->result_count != 2) {
        return kernel_unsupported(builder, op,
                                  "cannot be compiled: one value and a token were "
                                  "expected as results");
    }
    struct node *node = node_host_call(builder, op, NULL, op_result(op, 0)->type);
    if (node) {
        kernel_result(builder, op, 0, node);
        kernel_result(builder, op, 1, kernel_operand(builder, op, 0));
    }
    return node != NULL;
}

static bool outfeed_emit(const struct op *op, struct kernel_builder *builder) {
    if (op->operand_count != 2) {
        return kernel_unsupported(builder, op,
                                  "cannot be compiled: one value and a token were "
                                  "expected as operands");
    }
    kernel_result(builder, op, 0, kernel_operand(builder, op, 1));
    return node_host_call(builder, op, kernel_operand(builder, op, 0), NULL) != NULL;
}

const struct op_def op_infeed = {
    .name = "stablehlo.infeed",
    .summary = "reads from the infeed",
    .traits = 0,
    .operands = OPERANDS({"token", VALUE_TOKEN, OP_ONE}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_STATIC | VALUE_TOKEN, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "infeed_config", .kind = OP_ATTR_STRING, .always = true},
                   {.name = "layout", .kind = OP_ATTR_ARRAY}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = infeed_verify,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = infeed_emit,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .effect = OP_EFFECT_INFEED,
};

const struct op_def op_outfeed = {
    .name = "stablehlo.outfeed",
    .summary = "writes to the outfeed",
    .traits = 0,
    .operands =
        OPERANDS({"inputs", VALUE_TENSOR_PER_AXIS, OP_MANY}, {"token", VALUE_TOKEN, OP_ONE}),
    .results = RESULTS({"result", VALUE_TOKEN, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "outfeed_config", .kind = OP_ATTR_STRING, .always = true}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = token_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = outfeed_emit,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .effect = OP_EFFECT_OUTFEED,
};

const struct op_def op_send = {
    .name = "stablehlo.send",
    .summary = "sends to a channel",
    .traits = OP_INFERRED,
    .operands =
        OPERANDS({"inputs", VALUE_TENSOR_PER_AXIS, OP_MANY}, {"token", VALUE_TOKEN, OP_ONE}),
    .results = RESULTS({"result", VALUE_TOKEN, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "channel_handle",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.channel_handle"},
        {.name = "is_host_transfer", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
        {.name = "source_target_pairs", .kind = OP_ATTR_INT_MATRIX}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = send_verify,
    .infer = token_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_recv = {
    .name = "stablehlo.recv",
    .summary = "receives from a channel",
    .traits = 0,
    .operands = OPERANDS({"token", VALUE_TOKEN, OP_ONE}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_STATIC | VALUE_TOKEN, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "channel_handle",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.channel_handle"},
        {.name = "is_host_transfer", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
        {.name = "source_target_pairs", .kind = OP_ATTR_INT_MATRIX}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = recv_verify,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
