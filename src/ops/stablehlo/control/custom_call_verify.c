/* Verifier of custom calls: layouts of operands and results, aliases of outputs. */
#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/verifiers.h"

typedef const struct type *(*type_getter)(const struct op *op, uint32_t index);

static const struct type *operand_type(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

static const struct type *result_type(const struct op *op, uint32_t index) {
    return op_result(op, index)->type;
}

/* A layout is a permutation of the dimensions. */
static bool check_layout(const struct op *op, struct context *context, const char *what,
                         uint32_t index, const struct type *type, const struct attr *layout) {
    struct int_list order = {0};
    attr_integers(layout, &order.count, &order.items);
    if (type->kind == TYPE_TUPLE) {
        return op_fault(op, context,
                        "Tuple types are not fully supported with layout constraints "
                        "yet");
    }
    if (type->kind != TYPE_TENSOR) {
        return order.count == 0 ||
               op_fault(op, context,
                        "Only tensor types can have non-empty layout: %s #%u of type '%s' has "
                        "layout %s",
                        what, index, say_type(context, type), say_attr(context, layout));
    }
    bool permutes = order.count == type->rank && ints_distinct(order);
    for (uint32_t i = 0; i < order.count; i++) {
        permutes = permutes && order.items[i] >= 0 && order.items[i] < (int64_t)type->rank;
    }
    return permutes ||
           op_fault(op, context,
                    "incorrect layout %s for type '%s', layout must be a permutation of "
                    "[0, %u)",
                    say_attr(context, layout), say_type(context, type), type->rank);
}

static bool check_layouts(const struct op *op, struct context *context, const char *what,
                          uint32_t count, type_getter get, const struct attr *layouts) {
    if (layouts->count != count) {
        return op_fault(op, context, "Number of %ss must match the number of %s layouts, %u != %u",
                        what, what, count, layouts->count);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!check_layout(op, context, what, i, get(op, i), layouts->items[i])) {
            return false;
        }
    }
    return true;
}

/* The part of a type that tuple indices lead to; NULL: nowhere. */
static const struct type *tuple_part(const struct type *type, struct int_list indices) {
    for (uint32_t i = 0; i < indices.count; i++) {
        if (type->kind != TYPE_TUPLE || indices.items[i] < 0 ||
            indices.items[i] >= (int64_t)type->count) {
            return NULL;
        }
        type = type->items[indices.items[i]];
    }
    return type;
}

static bool check_alias(const struct op *op, struct context *context,
                        const struct output_alias *alias) {
    if (alias->operand_index < 0 || alias->operand_index >= (int64_t)op->operand_count) {
        return op_fault(op, context,
                        "expects operandIndex in the output_operand_alias attribute to be in range "
                        "[0, %u); got: %lld",
                        op->operand_count, (long long)alias->operand_index);
    }
    const struct type *operand = tuple_part(op_operand(op, (uint32_t)alias->operand_index)->type,
                                            alias->operand_tuple_indices);
    if (!operand) {
        return op_fault(op, context,
                        "operand_tuple_indices in the output_operand_alias attribute "
                        "out of bounds: %s",
                        say_list(context, alias->operand_tuple_indices));
    }
    struct int_list path = alias->output_tuple_indices;
    const struct type *output = op->result_count ? op_result(op, 0)->type : NULL;
    if (op->result_count > 1 && path.count > 0) {
        bool known = path.items[0] >= 0 && path.items[0] < (int64_t)op->result_count;
        output = known ? op_result(op, (uint32_t)path.items[0])->type : NULL;
        path = (struct int_list){path.items + 1, path.count - 1};
    }
    output = output ? tuple_part(output, path) : NULL;
    if (!output) {
        return op_fault(op, context,
                        "output_tuple_indices in the output_operand_alias attribute "
                        "out of bounds: %s",
                        say_list(context, alias->output_tuple_indices));
    }
    if (operand != output) {
        return op_fault(op, context,
                        "shapes mismatch in the output_operand_alias attribute: operand part has "
                        "type '%s' and output part has type '%s'",
                        say_type(context, operand), say_type(context, output));
    }
    return true;
}

/* Interfaces 0 to 3 take a string, the typed one a dictionary. */
static bool check_backend_config(const struct op *op, struct context *context) {
    static const char *const versions[] = {
        "API_VERSION_UNSPECIFIED",      "API_VERSION_ORIGINAL",
        "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
        "API_VERSION_TYPED_FFI",
    };
    const struct attr *config = op_attr(op, "backend_config");
    int64_t version = op_int(op, "api_version", 1);
    if (!config || version < 0 || version > 4) {
        return true;
    }
    enum attr_kind wanted = version == 4 ? ATTR_DICT : ATTR_STRING;
    return config->kind == wanted ||
           op_fault(op, context, "backend_config for api_version %s must be a %s attribute",
                    versions[version], version == 4 ? "dictionary" : "string");
}

bool verify_custom_call(const struct op *op, struct context *context) {
    const struct attr *operands = op_attr(op, "operand_layouts");
    const struct attr *results = op_attr(op, "result_layouts");
    const struct attr *aliases = op_attr(op, "output_operand_aliases");
    if (!check_backend_config(op, context)) {
        return false;
    }
    if ((operands != NULL) != (results != NULL)) {
        return op_fault(op, context,
                        "Layout attributes should be specified for either both "
                        "operands and results or none.");
    }
    if (operands &&
        !check_layouts(op, context, "operand", op->operand_count, operand_type, operands)) {
        return false;
    }
    bool one_tuple = op->result_count == 1 && op_result(op, 0)->type->kind == TYPE_TUPLE;
    if (results && !one_tuple &&
        !check_layouts(op, context, "result", op->result_count, result_type, results)) {
        return false;
    }
    if (results && one_tuple) {
        const struct type *tuple = op_result(op, 0)->type;
        if (results->count != tuple->count) {
            return op_fault(op, context,
                            "Number of results must match the number of result layouts, %u != %u",
                            tuple->count, results->count);
        }
        for (uint32_t i = 0; i < tuple->count; i++) {
            if (!check_layout(op, context, "result", i, tuple->items[i], results->items[i])) {
                return false;
            }
        }
    }
    for (uint32_t i = 0; aliases && i < aliases->count; i++) {
        if (!check_alias(op, context, (const struct output_alias *)aliases->items[i]->payload)) {
            return false;
        }
    }
    return true;
}
