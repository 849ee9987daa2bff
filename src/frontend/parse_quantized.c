/* !quant.uniform<i8:f32, 2.0:15>: uniform quantized types, per tensor, per axis and by blocks. */
#include "frontend/parser.h"

#include <stdlib.h>
#include <string.h>

struct scales {
    VECTOR(double) scales;
    VECTOR(int64_t) zero_points;
    int64_t shape[MAX_RANK];
    uint32_t rank; /* of the deepest list; all scales stand in lists of that depth */
};

/* 1.0, -2.5E-3, 0x41F0000000000000 */
static bool parse_scale(struct asm_parser *parser, double *scale) {
    bool negative = optional_token(parser, "-");
    if (parser->token.kind == TOKEN_INTEGER) {
        unsigned char bytes[16];
        if (!parse_hex_float_bits(parser, type_float(parser->context, FLOAT_F64), negative,
                                  bytes)) {
            return false;
        }
        *scale = float_load(FLOAT_F64, bytes);
        return true;
    }
    if (parser->token.kind != TOKEN_FLOAT) {
        return expected(parser, "floating point literal");
    }
    double value = strtod(parser->token.begin, NULL);
    *scale = negative ? -value : value;
    advance(parser);
    return true;
}

static bool parse_pair(struct asm_parser *parser, struct scales *scales) {
    double scale = 0;
    int64_t zero_point = 0;
    if (!parse_scale(parser, &scale) ||
        (optional_token(parser, ":") && !parse_integer(parser, &zero_point))) {
        return false;
    }
    *vector_push(&scales->scales) = scale;
    *vector_push(&scales->zero_points) = zero_point;
    return true;
}

static bool inconsistent(struct asm_parser *parser) {
    return asm_error(parser,
                     "tensor literal is invalid; ranks are not consistent between elements");
}

/* {{1.0:0, 2.0}, {...}}: all lists of one depth are equally long. */
static bool parse_pairs(struct asm_parser *parser, struct scales *scales, uint32_t depth) {
    if (depth == MAX_RANK) {
        return asm_error(parser, "scales nested too deep");
    }
    if (scales->scales.count == 0 && depth > scales->rank) {
        scales->rank = depth;
    }
    if (!peek_token(parser, "{")) {
        return depth == scales->rank ? parse_pair(parser, scales) : inconsistent(parser);
    }
    if (scales->scales.count > 0 && depth == scales->rank) {
        return inconsistent(parser);
    }
    advance(parser);
    int64_t count = 0;
    do {
        if (!parse_pairs(parser, scales, depth + 1)) {
            return false;
        }
        count++;
    } while (optional_token(parser, ","));
    if (scales->shape[depth] && scales->shape[depth] != count) {
        return inconsistent(parser);
    }
    scales->shape[depth] = count;
    return parse_token(parser, "}");
}

static void default_range(struct quantized *quantized) {
    uint32_t width = quantized->storage->width;
    if (quantized->is_signed) {
        quantized->storage_min = -(INT64_C(1) << (width - 1));
        quantized->storage_max = (INT64_C(1) << (width - 1)) - 1;
    } else {
        quantized->storage_min = 0;
        quantized->storage_max = (INT64_C(1) << width) - 1;
    }
}

/* i8, ui8, si8: the type itself; u8: i8 read as unsigned. */
static bool parse_storage_type(struct asm_parser *parser, struct quantized *quantized) {
    const char *begin = parser->token.begin, *digits = begin + 1;
    size_t length = token_length(parser->token);
    bool is_word = parser->token.kind == TOKEN_WORD;
    bool is_typed = is_word && length > 2 && (*begin == 'u' || *begin == 's') && *digits == 'i';
    bool is_plain = is_word && length > 1 && (*begin == 'i' || *begin == 'u');
    digits += is_typed;
    char *end = NULL;
    long width = is_typed || is_plain ? strtol(digits, &end, 10) : 0;
    if (end == digits || end != parser->token.end) {
        return asm_error(parser, "illegal storage type prefix");
    }
    if (width < 1 || width > 32) {
        return asm_error(parser, "illegal storage type size: %ld", width);
    }
    enum signedness signedness = !is_typed ? SIGNLESS : *begin == 'u' ? UNSIGNED : SIGNED;
    quantized->storage = type_integer(parser->context, (uint32_t)width, signedness);
    quantized->is_signed = *begin != 'u';
    advance(parser);
    return true;
}

static bool parse_limit(struct asm_parser *parser, const struct quantized *whole, const char *what,
                        int64_t *limit) {
    struct location location = asm_location(parser);
    if (!parse_integer(parser, limit)) {
        return false;
    }
    return (*limit >= whole->storage_min && *limit <= whole->storage_max) ||
           asm_error_at(parser, location, "illegal storage type %s: %lld", what, (long long)*limit);
}

static bool check_range(struct asm_parser *parser, const struct quantized *quantized) {
    long long least = (long long)quantized->storage_min, most = (long long)quantized->storage_max;
    return least < most ||
           asm_error(parser, "illegal storage min and storage max: (%lld:%lld)", least, most);
}

/* i8, u8, i8<-127:127> */
static bool parse_storage(struct asm_parser *parser, struct quantized *quantized) {
    if (!parse_storage_type(parser, quantized)) {
        return false;
    }
    default_range(quantized);
    struct quantized whole = *quantized;
    return !optional_token(parser, "<") ||
           (parse_limit(parser, &whole, "minimum", &quantized->storage_min) &&
            parse_token(parser, ":") &&
            parse_limit(parser, &whole, "maximum", &quantized->storage_max) &&
            parse_token(parser, ">") && check_range(parser, quantized));
}

struct blocks {
    VECTOR(int64_t) axes, sizes;
};

static bool parse_block(struct asm_parser *parser, void *data) {
    struct blocks *blocks = data;
    int64_t axis, size;
    if (!parse_integer(parser, &axis) || !parse_token(parser, ":") ||
        !parse_integer(parser, &size)) {
        return false;
    }
    if (axis < 0 || axis >= MAX_RANK) {
        return asm_error(parser, "illegal quantized dimension: %lld", (long long)axis);
    }
    if (size <= 0) {
        return asm_error(parser, "illegal block size: %lld", (long long)size);
    }
    *vector_push(&blocks->axes) = axis;
    *vector_push(&blocks->sizes) = size;
    return true;
}

/* :f32, :f32:1 or :f32:{0:2, 1:4} */
static bool parse_expressed(struct asm_parser *parser, struct quantized *quantized,
                            struct blocks *blocks) {
    struct location location;
    if (!parse_token(parser, ":") || (location = asm_location(parser), false) ||
        !parse_type(parser, &quantized->expressed)) {
        return false;
    }
    if (quantized->expressed->kind != TYPE_FLOAT) {
        return asm_error_at(parser, location, "invalid kind of type specified");
    }
    quantized->axis = QUANTIZED_PER_TENSOR;
    if (!optional_token(parser, ":")) {
        return true;
    }
    if (peek_token(parser, "{")) {
        return parse_list(parser, "{", "}", parse_block, blocks);
    }
    int64_t axis;
    location = asm_location(parser);
    if (!parse_integer(parser, &axis)) {
        return false;
    }
    if (axis < 0 || axis >= MAX_RANK) {
        return asm_error_at(parser, location, "illegal quantized dimension: %lld", (long long)axis);
    }
    quantized->axis = (int32_t)axis;
    return true;
}

/* The smallest and the largest positive number of the type; false: not checked. */
static bool range_of(enum float_kind kind, double *least, double *most) {
    uint64_t largest = kind == FLOAT_F16    ? 0x7BFF
                       : kind == FLOAT_BF16 ? 0x7F7F
                       : kind == FLOAT_F32  ? 0x7F7FFFFF
                       : kind == FLOAT_F64  ? 0x7FEFFFFFFFFFFFFF
                                            : 0;
    *least = float_from_bits(kind, 1);
    *most = float_from_bits(kind, largest);
    return largest != 0;
}

bool check_scales(struct asm_parser *parser, const struct quantized *quantized) {
    double least, most;
    if (!range_of(quantized->expressed->float_kind, &least, &most)) {
        return true;
    }
    for (uint32_t i = 0; i < quantized->count; i++) {
        if (!(quantized->scales[i] >= least && quantized->scales[i] <= most)) {
            return asm_error(parser, "scale %e out of expressed type range [%e, %e]",
                             quantized->scales[i], least, most);
        }
    }
    return true;
}

static bool parse_body(struct asm_parser *parser, struct scales *scales, struct blocks *blocks,
                       const struct type **type) {
    struct quantized quantized = {0};
    if (!parse_token(parser, "<") || !parse_storage(parser, &quantized) ||
        !parse_expressed(parser, &quantized, blocks) || !parse_token(parser, ",")) {
        return false;
    }
    bool per_axis = quantized.axis != QUANTIZED_PER_TENSOR || blocks->axes.count;
    if (per_axis && !peek_token(parser, "{")) {
        return parse_token(parser, "{");
    }
    if (per_axis ? !parse_pairs(parser, scales, 0) : !parse_pair(parser, scales)) {
        return false;
    }
    quantized.axis_count = (uint32_t)blocks->axes.count;
    quantized.axes = blocks->axes.items;
    quantized.block_sizes = blocks->sizes.items;
    quantized.scale_rank = scales->rank;
    quantized.scale_shape = scales->shape;
    quantized.count = (uint32_t)scales->scales.count;
    quantized.scales = scales->scales.items;
    quantized.zero_points = scales->zero_points.items;
    if (!check_scales(parser, &quantized) || !parse_token(parser, ">")) {
        return false;
    }
    *type = type_quantized(parser->context, &quantized);
    return true;
}

/* `<uniform` of !quant<uniform<...>>. */
static bool parse_nested_name(struct asm_parser *parser) {
    const char *name;
    struct location location = asm_location(parser);
    return parse_token(parser, "<") && parse_any_keyword(parser, &name) &&
           (strcmp(name, "uniform") == 0 ||
            asm_error_at(parser, location, "unknown quantized type %s", name));
}

/* Both !quant.uniform<...> and !quant<uniform<...>>. */
bool parse_quantized(struct asm_parser *parser, const struct type **type) {
    struct scales scales = {0};
    struct blocks blocks = {0};
    const char *after = parser->previous_end;
    bool nested = after - parser->lexer.source->text >= 6 && memcmp(after - 6, "!quant", 6) == 0;
    bool parsed = (!nested || parse_nested_name(parser)) &&
                  parse_body(parser, &scales, &blocks, type) &&
                  (!nested || parse_token(parser, ">"));
    vector_free(&scales.scales);
    vector_free(&scales.zero_points);
    vector_free(&blocks.axes);
    vector_free(&blocks.sizes);
    return parsed;
}
