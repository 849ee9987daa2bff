/* Verifiers and type inference of control flow, tokens, tuples and calls out. */
#include <ctype.h>
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

static const char *say_operands(struct context *context, const struct op *op) {
    const struct type *types[MAX_RANK];
    uint32_t count = op->operand_count < MAX_RANK ? op->operand_count : MAX_RANK;
    for (uint32_t i = 0; i < count; i++) {
        types[i] = type_of(op, i);
    }
    return say_types(context, count, types);
}

static const char *say_arguments(struct context *context, const struct block *block) {
    const struct type *types[MAX_RANK];
    uint32_t count = block->argument_count < MAX_RANK ? block->argument_count : MAX_RANK;
    for (uint32_t i = 0; i < count; i++) {
        types[i] = block->arguments[i]->type;
    }
    return say_types(context, count, types);
}

/* --- if, case --------------------------------------------------------------------------------- */

static bool same_results(const struct op *a, const struct op *b) {
    if (a->operand_count != b->operand_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (!types_compatible(type_of(a, i), type_of(b, i))) {
            return false;
        }
    }
    return true;
}

bool verify_conditional(const struct op *op, struct context *context) {
    if (type_of(op, 0)->rank != 0) {
        return fault(op, context, "operand should be rank 0 tensor but got rank %u",
                     type_of(op, 0)->rank);
    }
    if (op->region_count == 0) {
        return fault(op, context, "expect at least one branch");
    }
    const struct op *first = NULL;
    for (uint32_t i = 0; i < op->region_count; i++) {
        const struct op *end = check_region(op, context, i);
        if (!end) {
            return false;
        }
        first = first ? first : end;
        const struct block *block = op->regions[i].first;
        if (block->argument_count != 0) {
            return fault(op, context, "branch %u must have 0 arguments, but found %u", i,
                         block->argument_count);
        }
        if (!same_results(first, end)) {
            return fault(op, context,
                         "branch 0 and branch %u have mismatched return types: %s vs %s", i,
                         say_operands(context, first), say_operands(context, end));
        }
    }
    if (first->operand_count != op->result_count) {
        return op_fault(op, context,
                        "inferred type(s) %s are incompatible with return type(s) of operation: "
                        "found %u results",
                        say_operands(context, first), op->result_count);
    }
    return true;
}

bool infer_conditional(const struct op *op, struct context *context, const struct type **types) {
    (void)context;
    const struct op *end = block_terminator(op->regions[0].first);
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = type_of(end, i);
    }
    return true;
}

/* --- while ------------------------------------------------------------------------------------ */

static bool takes_operands(const struct op *op, const struct block *block) {
    if (block->argument_count != op->operand_count) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!types_compatible(type_of(op, i), block->arguments[i]->type)) {
            return false;
        }
    }
    return true;
}

bool verify_while(const struct op *op, struct context *context) {
    const struct op *condition = check_region(op, context, 0);
    const struct op *body = condition ? check_region(op, context, 1) : NULL;
    if (!condition || !body) {
        return false;
    }
    const char *names[] = {"condition", "body"};
    for (uint32_t i = 0; i < 2; i++) {
        const struct block *block = op->regions[i].first;
        if (!takes_operands(op, block)) {
            return fault(
                op, context,
                "expect operands to be compatible with %s block arguments but got %s vs %s",
                names[i], say_operands(context, op), say_arguments(context, block));
        }
    }
    if (!same_results(op, body)) {
        return fault(op, context,
                     "expect operands to be compatible with body block return types but got %s vs "
                     "%s",
                     say_operands(context, op), say_operands(context, body));
    }
    if (condition->operand_count != 1) {
        return fault(op, context, "expect condition body returns a single value but got %u",
                     condition->operand_count);
    }
    if (!is_predicate_scalar(type_of(condition, 0))) {
        return fault(op, context,
                     "expect condition block return a zero-ranked tensor of i1 but got '%s'",
                     say_type(context, type_of(condition, 0)));
    }
    return true;
}

bool infer_while(const struct op *op, struct context *context, const struct type **types) {
    if (op->result_count != op->operand_count) {
        return op_fault(op, context, "expects as many results as operands: found %u and %u",
                        op->result_count, op->operand_count);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = type_of(op, i);
    }
    return true;
}

/* --- tokens and transfers --------------------------------------------------------------------- */

bool infer_token(const struct op *op, struct context *context, const struct type **types) {
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

bool verify_infeed(const struct op *op, struct context *context) {
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

bool verify_send(const struct op *op, struct context *context) {
    return check_transfer(op, context, DEVICE_TO_HOST, "DEVICE_TO_HOST");
}

bool verify_recv(const struct op *op, struct context *context) {
    return check_transfer(op, context, HOST_TO_DEVICE, "HOST_TO_DEVICE") &&
           check_received(op, context, "everything but the last element of result types is");
}

/* --- tuples ----------------------------------------------------------------------------------- */

bool verify_get_tuple_element(const struct op *op, struct context *context) {
    int64_t index = op_int(op, "index", 0);
    if (index >= (int64_t)type_of(op, 0)->count) {
        return fault(op, context, "index %lld is out of bounds of operand with size %u",
                     (long long)index, type_of(op, 0)->count);
    }
    return true;
}

bool infer_get_tuple_element(const struct op *op, struct context *context,
                             const struct type **types) {
    (void)context;
    types[0] = type_of(op, 0)->items[op_int(op, "index", 0)];
    return true;
}

bool infer_tuple(const struct op *op, struct context *context, const struct type **types) {
    struct arena *scratch = arena_new();
    const struct type **items = ARENA_ARRAY(scratch, const struct type *, op->operand_count + 1);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        items[i] = type_of(op, i);
    }
    types[0] = type_tuple(context, op->operand_count, items);
    arena_free(scratch);
    return true;
}

/* --- composite: a function stands for the operation ------------------------------------------- */

static bool is_word(const char *text, size_t length) {
    if (length == 0 || !(isalpha((unsigned char)text[0]) || text[0] == '_')) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && !strchr("_$", text[i])) {
            return false;
        }
    }
    return true;
}

/* namespace.name, more dots allowed behind the first. */
static bool is_namespaced(const char *text) {
    const char *dot = strchr(text, '.');
    if (!dot || !is_word(text, (size_t)(dot - text))) {
        return false;
    }
    const char *name = dot + 1;
    if (!isalpha((unsigned char)name[0]) && name[0] != '_') {
        return false;
    }
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && !strchr("_$.", *name)) {
            return false;
        }
    }
    return true;
}

bool verify_composite(const struct op *op, struct context *context) {
    const struct attr *symbol = op_attr(op, "decomposition");
    if (!is_namespaced(op_attr(op, "name")->text)) {
        return op_fault(op, context,
                        "name must be a valid namespaced op name, i.e. it must match the following "
                        "regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "
                        "\"my_namespace.my_op\"; found \"%s\"",
                        op_attr(op, "name")->text);
    }
    const struct op *function = symbol_lookup_from(op, symbol);
    if (!function || !op_has(function, OP_FUNCTION)) {
        return op_fault(op, context, "'%s' does not reference a valid function", symbol->text);
    }
    const struct type *type = op_attr(function, "function_type")->type;
    uint32_t results = type->count - type->input_count;
    if (op->operand_count != type->input_count) {
        return op_fault(op, context, "has %u operand(s), but decomposition has %u",
                        op->operand_count, type->input_count);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!types_compatible(type_of(op, i), type->items[i])) {
            return op_fault(op, context,
                            "operand at index %u has type '%s', but decomposition has type '%s'", i,
                            say_type(context, type_of(op, i)), say_type(context, type->items[i]));
        }
    }
    if (op->result_count != results) {
        return op_fault(op, context, "has %u result(s), but decomposition has %u", op->result_count,
                        results);
    }
    for (uint32_t i = 0; i < results; i++) {
        const struct type *expected = type->items[type->input_count + i];
        if (!types_compatible(op_result(op, i)->type, expected)) {
            return op_fault(op, context,
                            "result at index %u has type '%s', but decomposition has type '%s'", i,
                            say_type(context, op_result(op, i)->type), say_type(context, expected));
        }
    }
    return true;
}
