/* Types of VHLO: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>. Each stands for a type of ours. */
#include <string.h>

#include "frontend/parser.h"
#include "ops/attrs/attrs.h"
#include "ops/vhlo/vhlo.h"

/* --- parts ------------------------------------------------------------------------------------ */

/* The type that one of VHLO stands for. */
static bool parse_meaning(struct asm_parser *parser, const struct type **type) {
    struct location location = asm_location(parser);
    if (!parse_type(parser, type)) {
        return false;
    }
    *type = vhlo_type_meaning(*type);
    return *type || asm_error_at(parser, location, "expected VHLO type");
}

struct meanings {
    VECTOR(const struct type *) types;
};

static bool parse_item(struct asm_parser *parser, void *data) {
    return parse_meaning(parser, vector_push(&((struct meanings *)data)->types));
}

static bool parse_bounds(struct asm_parser *parser, const struct attr **bounds) {
    struct location location = asm_location(parser);
    if (!parse_attr(parser, bounds)) {
        return false;
    }
    *bounds = vhlo_attr_meaning(parser->context, *bounds);
    return (*bounds && attr_as_bounds(*bounds)) ||
           asm_error_at(parser, location, "expected VHLO type or attribute");
}

/* --- shaped types ----------------------------------------------------------------------------- */

/* 2x?x!vhlo.f32_v1 */
static bool parse_shaped(struct asm_parser *parser, struct text_shape *shape,
                         const struct type **element) {
    return parse_token(parser, "<") && parse_shape(parser, shape) && parse_meaning(parser, element);
}

static bool parse_tensor_type(struct asm_parser *parser, const struct type **type) {
    struct text_shape shape;
    const struct attr *bounds = NULL;
    if (!parse_shaped(parser, &shape, type) ||
        (optional_token(parser, ",") && !parse_bounds(parser, &bounds))) {
        return false;
    }
    *type = type_tensor(parser->context, *type, shape.rank, shape.dims, bounds);
    if (bounds && attr_as_bounds(bounds)->dims.count != shape.rank) {
        return asm_error(parser, "%u bounds of %u dimensions", attr_as_bounds(bounds)->dims.count,
                         shape.rank);
    }
    return parse_token(parser, ">");
}

static bool parse_buffer_type(struct asm_parser *parser, const struct type **type) {
    struct text_shape shape;
    if (!parse_shaped(parser, &shape, type)) {
        return false;
    }
    *type = type_memref(parser->context, *type, shape.rank, shape.dims, "");
    return parse_token(parser, ">");
}

/* --- others ----------------------------------------------------------------------------------- */

static bool parse_element(struct asm_parser *parser, const struct type **element) {
    return parse_token(parser, "<") && parse_meaning(parser, element) && parse_token(parser, ">");
}

static bool parse_complex_type(struct asm_parser *parser, const struct type **type) {
    if (!parse_element(parser, type)) {
        return false;
    }
    if ((*type)->kind != TYPE_FLOAT && (*type)->kind != TYPE_INTEGER) {
        return asm_error(parser, "invalid element type for complex");
    }
    *type = type_complex(parser->context, *type);
    return true;
}

static bool parse_unranked_type(struct asm_parser *parser, const struct type **type) {
    if (!parse_element(parser, type)) {
        return false;
    }
    *type = type_unranked(parser->context, *type);
    return true;
}

static bool parse_items(struct asm_parser *parser, bool is_tuple, const struct type **type) {
    struct meanings items = {0};
    bool parsed = parse_list(parser, "<", ">", parse_item, &items);
    if (parsed) {
        *type = is_tuple
                    ? type_tuple(parser->context, (uint32_t)items.types.count, items.types.items)
                    : type_future(parser->context, (uint32_t)items.types.count, items.types.items);
    }
    vector_free(&items.types);
    return parsed;
}

/* `(T, T)`; VHLO writes no inputs as `(())`. */
static bool parse_inputs(struct asm_parser *parser, struct meanings *items) {
    if (!parse_token(parser, "(")) {
        return false;
    }
    if (optional_token(parser, "(")) {
        return parse_token(parser, ")") && parse_token(parser, ")");
    }
    do {
        if (!parse_item(parser, items)) {
            return false;
        }
    } while (optional_token(parser, ","));
    return parse_token(parser, ")");
}

/* `T, T` up to the end, or `()`. */
static bool parse_outputs(struct asm_parser *parser, struct meanings *items) {
    if (optional_token(parser, "(")) {
        return parse_token(parser, ")");
    }
    do {
        if (!parse_item(parser, items)) {
            return false;
        }
    } while (optional_token(parser, ","));
    return true;
}

static bool parse_func_type(struct asm_parser *parser, const struct type **type) {
    struct meanings inputs = {0}, outputs = {0};
    bool parsed = parse_token(parser, "<") && parse_inputs(parser, &inputs) &&
                  parse_token(parser, "->") && parse_outputs(parser, &outputs) &&
                  parse_token(parser, ">");
    if (parsed) {
        *type = type_function(parser->context, (uint32_t)inputs.types.count, inputs.types.items,
                              (uint32_t)outputs.types.count, outputs.types.items);
    }
    vector_free(&inputs.types);
    vector_free(&outputs.types);
    return parsed;
}

/* --- quantized types -------------------------------------------------------------------------- */

static bool parse_scale(struct asm_parser *parser, double *scale) {
    const struct attr *number;
    if (!parse_attr_of(parser, type_float(parser->context, FLOAT_F64), &number)) {
        return false;
    }
    *scale = number->kind == ATTR_FLOAT ? number->real : (double)number->integer;
    return true;
}

struct scales {
    VECTOR(double) items;
    int64_t count;
};

static bool parse_scale_item(struct asm_parser *parser, void *data) {
    return parse_scale(parser, vector_push(&((struct scales *)data)->items));
}

static bool parse_range(struct asm_parser *parser, struct quantized *quantized) {
    int64_t flags;
    if (!parse_token(parser, ",") || !parse_integer(parser, &quantized->storage_min) ||
        !parse_token(parser, ":") || !parse_integer(parser, &quantized->storage_max) ||
        !parse_token(parser, ",") || !parse_integer(parser, &flags)) {
        return false;
    }
    quantized->is_signed = flags & 1;
    return parse_token(parser, ">");
}

static bool parse_storage(struct asm_parser *parser, struct quantized *quantized) {
    struct location location = asm_location(parser);
    if (!parse_token(parser, "<") || !parse_meaning(parser, &quantized->storage) ||
        !parse_token(parser, ":") || !parse_meaning(parser, &quantized->expressed) ||
        !parse_token(parser, ",")) {
        return false;
    }
    return (quantized->storage->kind == TYPE_INTEGER && quantized->expressed->kind == TYPE_FLOAT) ||
           asm_error_at(parser, location, "expected an integer that stores a float");
}

static bool parse_quant_type(struct asm_parser *parser, const struct type **type) {
    struct quantized quantized = {.axis = QUANTIZED_PER_TENSOR, .count = 1};
    double scale;
    int64_t zero_point;
    if (!parse_storage(parser, &quantized) || !parse_scale(parser, &scale) ||
        !parse_token(parser, ":") || !parse_integer(parser, &zero_point)) {
        return false;
    }
    quantized.scales = &scale;
    quantized.zero_points = &zero_point;
    if (!parse_range(parser, &quantized)) {
        return false;
    }
    *type = type_quantized(parser->context, &quantized);
    return true;
}

static bool parse_per_axis(struct asm_parser *parser, struct quantized *quantized,
                           struct scales *scales) {
    int64_t axis;
    if (!parse_storage(parser, quantized) || !parse_integer(parser, &axis) ||
        !parse_token(parser, ",") || !parse_list(parser, "[", "]", parse_scale_item, scales) ||
        !parse_token(parser, ",") ||
        !parse_int_list(parser, "[", "]", false, &quantized->count, &quantized->zero_points)) {
        return false;
    }
    if (axis < 0 || axis >= MAX_RANK || scales->items.count != quantized->count) {
        return asm_error(parser, "expected a dimension, and as many zero points as scales");
    }
    scales->count = quantized->count;
    quantized->axis = (int32_t)axis;
    quantized->scales = scales->items.items;
    quantized->scale_rank = 1;
    quantized->scale_shape = &scales->count;
    return parse_range(parser, quantized);
}

static bool parse_quant_per_axis_type(struct asm_parser *parser, const struct type **type) {
    struct quantized quantized = {0};
    struct scales scales = {0};
    bool parsed = parse_per_axis(parser, &quantized, &scales);
    if (parsed) {
        *type = type_quantized(parser->context, &quantized);
    }
    vector_free(&scales.items);
    return parsed;
}

/* --- any -------------------------------------------------------------------------------------- */

static bool parse_tuple_type(struct asm_parser *parser, const struct type **type) {
    return parse_items(parser, true, type);
}

static bool parse_future_type(struct asm_parser *parser, const struct type **type) {
    return parse_items(parser, false, type);
}

static const struct {
    const char *name;
    bool (*parse)(struct asm_parser *parser, const struct type **type);
} compounds[] = {
    {"buffer_v1", parse_buffer_type},
    {"complex_v1", parse_complex_type},
    {"func_v1", parse_func_type},
    {"future_v1", parse_future_type},
    {"quant_per_axis_v1", parse_quant_per_axis_type},
    {"quant_v1", parse_quant_type},
    {"tensor_v1", parse_tensor_type},
    {"tuple_v1", parse_tuple_type},
    {"unranked_tensor_v1", parse_unranked_type},
};

static const struct type *plain_type(struct context *context, const char *name) {
    return strcmp(name, "index_v1") == 0     ? type_index(context)
           : strcmp(name, "none_v1") == 0    ? type_none(context)
           : strcmp(name, "token_v1") == 0   ? type_token(context)
           : strcmp(name, "witness_v1") == 0 ? type_dialect(context, "!shape.witness")
                                             : vhlo_scalar_named(context, name);
}

bool parse_vhlo_type(struct asm_parser *parser, const char *name, const struct type **type) {
    struct location location = asm_location(parser);
    const struct type *meaning = plain_type(parser->context, name);
    size_t at = 0, count = sizeof compounds / sizeof *compounds;
    while (!meaning && at < count && strcmp(compounds[at].name, name) != 0) {
        at++;
    }
    if (at == count) {
        return asm_error_at(parser, location, "unknown vhlo type: %s", name);
    }
    advance(parser);
    if (!meaning && !check_balanced(parser)) {
        return false;
    }
    if (meaning || compounds[at].parse(parser, &meaning)) {
        *type = vhlo_type_of(parser->context, meaning);
        if (*type) {
            return true;
        }
        asm_error_at(parser, location, "expected VHLO type");
    }
    return asm_error_at(parser, location, "unknown vhlo type: ");
}
