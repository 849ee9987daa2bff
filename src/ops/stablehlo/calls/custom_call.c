/* stablehlo.custom_call */
#include <string.h>

#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/stablehlo/calls/targets.h"
#include "ops/stablehlo/dynamic/known_sizes.h"

typedef const struct type *(*type_getter)(const struct op *op, uint32_t index);

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
    if (type->kind == TYPE_UNRANKED) {
        return true;
    }
    if (type->kind != TYPE_TENSOR && type->kind != TYPE_MEMREF) {
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
                        "[0, %u); got: %lld.",
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
           op_fault(op, context, "backend_config for api_version %s must be a %s attribute.",
                    versions[version], version == 4 ? "dictionary" : "string");
}

static bool is_buffer(const struct type *type) {
    return type->kind == TYPE_MEMREF;
}

static bool is_any_tensor(const struct type *type) {
    return type->kind == TYPE_TENSOR || type->kind == TYPE_UNRANKED;
}

static bool check_create_buffer(const struct op *op, struct context *context) {
    if (op->operand_count != 0) {
        return op_fault(op, context, "CreateBuffer custom_call shouldn't have any inputs");
    }
    if (op->result_count != 1) {
        return op_fault(op, context, "CreateBuffer custom_call should have one result");
    }
    return is_buffer(result_type(op, 0)) ||
           op_fault(op, context, "CreateBuffer custom_call should have a memref result");
}

/* A tensor becomes a buffer, or a buffer a tensor. */
static bool check_pin(const struct op *op, struct context *context, const char *name, bool pins) {
    const char *from = pins ? "tensor" : "memref", *to = pins ? "memref" : "tensor";
    if (op->operand_count != 1) {
        return op_fault(op, context, "%s custom_call should have one input", name);
    }
    const struct type *input = operand_type(op, 0);
    if (!(pins ? is_any_tensor : is_buffer)(input)) {
        return op_fault(op, context, "%s custom_call should have a %s input", name, from);
    }
    if (op->result_count != 1) {
        return op_fault(op, context, "%s custom_call should have one output", name);
    }
    const struct type *output = result_type(op, 0);
    if (!(pins ? is_buffer : is_any_tensor)(output)) {
        return op_fault(op, context, "%s custom_call should have a %s output", name, to);
    }
    return (shapes_compatible(input, output) && type_element(input) == type_element(output)) ||
           op_fault(op, context, "%s custom_call should have compatible input and output types",
                    name);
}

static const struct output_alias *alias_at(const struct attr *aliases, uint32_t index) {
    return (const struct output_alias *)aliases->items[index]->payload;
}

static bool same_path(struct int_list a, struct int_list b) {
    return a.count == b.count &&
           (a.count == 0 || memcmp(a.items, b.items, a.count * sizeof *a.items) == 0);
}

/* Of what kind the operand's part is that an alias names, which is known to exist. */
static bool aliases_buffer(const struct op *op, const struct output_alias *alias) {
    return is_buffer(
        tuple_part(operand_type(op, (uint32_t)alias->operand_index), alias->operand_tuple_indices));
}

/* An output and an operand part that are buffers go together once at most. */
static bool check_used_once(const struct op *op, struct context *context,
                            const struct attr *aliases) {
    bool good = true;
    for (uint32_t i = 0; aliases && i < aliases->count; i++) {
        const struct output_alias *alias = alias_at(aliases, i);
        bool output = false, operand = false;
        for (uint32_t k = 0; k < i && aliases_buffer(op, alias); k++) {
            const struct output_alias *other = alias_at(aliases, k);
            bool buffer = aliases_buffer(op, other);
            output |= buffer && same_path(other->output_tuple_indices, alias->output_tuple_indices);
            operand |= buffer && other->operand_index == alias->operand_index &&
                       same_path(other->operand_tuple_indices, alias->operand_tuple_indices);
        }
        if (output) {
            good = op_fault(op, context,
                            "buffer output %s is used in output_operand_alias more than once",
                            say_list(context, alias->output_tuple_indices));
        }
        if (operand) {
            good = op_fault(
                op, context, "buffer operand %lld%s is used in output_operand_alias more than once",
                (long long)alias->operand_index, say_list(context, alias->operand_tuple_indices));
        }
    }
    return good;
}

#define MAX_PATH 64

/* Where a result, or a part of one, stands: the indices that lead to it. */
struct output_path {
    int64_t items[MAX_PATH];
    uint32_t count;
};

/* Every buffer in the type is the output of some alias. */
static bool check_outputs_used(const struct op *op, struct context *context,
                               const struct type *type, struct output_path *path) {
    if (type->kind == TYPE_TUPLE && path->count < MAX_PATH) {
        for (uint32_t i = 0; i < type->count; i++) {
            path->items[path->count++] = i;
            if (!check_outputs_used(op, context, type->items[i], path)) {
                return false;
            }
            path->count--;
        }
    }
    if (!is_buffer(type)) {
        return true;
    }
    const struct attr *aliases = op_attr(op, "output_operand_aliases");
    struct int_list wanted = {path->items, path->count};
    for (uint32_t i = 0; aliases && i < aliases->count; i++) {
        const struct output_alias *alias = alias_at(aliases, i);
        if (aliases_buffer(op, alias) && same_path(alias->output_tuple_indices, wanted)) {
            return true;
        }
    }
    return op_fault(op, context, "buffer output %s is not used in output_operand_alias",
                    say_list(context, wanted));
}

static bool check_buffers(const struct op *op, struct context *context) {
    const struct attr *target = op_attr(op, "call_target_name");
    const char *name = target ? target->text : "";
    if (strcmp(name, "CreateBuffer") == 0) {
        return check_create_buffer(op, context);
    }
    if (strcmp(name, "Pin") == 0 || strcmp(name, "Unpin") == 0) {
        return check_pin(op, context, name, *name == 'P');
    }
    if (!check_used_once(op, context, op_attr(op, "output_operand_aliases"))) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct output_path path = {.items = {i}, .count = op->result_count > 1};
        if (!check_outputs_used(op, context, result_type(op, i), &path)) {
            return false;
        }
    }
    return true;
}

static bool custom_call_verify(const struct op *op, struct context *context) {
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
    return check_buffers(op, context);
}

const struct op_def op_custom_call = {
    .name = "stablehlo.custom_call",
    .summary = "calls something outside the module",
    .traits = OP_MAY_BE_PURE,
    .operands = OPERANDS(
        {"inputs", VALUE_ANY_TENSOR | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE,
         OP_MANY}),
    .results = RESULTS({"results",
                        VALUE_ANY_TENSOR | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE,
                        OP_MANY}),
    .regions = {0, 0},
    .attrs =
        ATTRS({.name = "call_target_name", .kind = OP_ATTR_STRING, .required = true},
              {.name = "has_side_effect", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
              {.name = "backend_config",
               .kind = OP_ATTR_ANY,
               .accepts = accepts_backend_config,
               .words = "string attribute or dictionary of named attribute values"},
              {.name = "api_version",
               .kind = OP_ATTR_I32,
               .otherwise = OP_ATTR_DEFAULT_ONE,
               .accepts = accepts_api_version,
               .words = "Custom call API version"},
              {.name = "called_computations",
               .kind = OP_ATTR_ARRAY,
               .otherwise = OP_ATTR_DEFAULT_EMPTY,
               .accepts = accepts_functions,
               .words = "flat symbol ref array attribute"},
              {.name = "operand_layouts",
               .kind = OP_ATTR_ARRAY,
               .accepts = accepts_layouts,
               .words = "Array of layout (1D tensor of index type) attributes"},
              {.name = "result_layouts",
               .kind = OP_ATTR_ARRAY,
               .accepts = accepts_layouts,
               .words = "Array of layout (1D tensor of index type) attributes"},
              {.name = "output_operand_aliases",
               .kind = OP_ATTR_ARRAY,
               .dialect_attr = "stablehlo.output_operand_alias",
               .words = "Aliasing attribute for outputs and operands of CustomCall",
               .otherwise = OP_ATTR_DEFAULT_EMPTY},
              {.name = "result_tilings", .kind = OP_ATTR_ARRAY}),
    .form = "@target ( $inputs ) @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = custom_call_verify,
    .infer = infer_nothing,
    .rule = custom_call_rule,
    .needs = custom_call_needs,
    .emit = custom_call_emit,
    .relate = relate_custom_call,
    .expand = expand_custom_call,
    .with_known_sizes = call_with_known_sizes,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
