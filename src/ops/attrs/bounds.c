/* #stablehlo.bounds<3, ?>: the encoding of a tensor type whose dimensions have bounds. */
#include <string.h>

#include "ir/asm.h"
#include "ops/attrs/attrs.h"
#include "ops/verify/fault.h"

static const struct attr *make(struct asm_parser *parser, uint32_t count, const int64_t *dims) {
    return attr_dialect(asm_context(parser), &attr_bounds, count, dims);
}

static const struct attr *parse_bounds(struct asm_parser *parser, const struct attr_def *def) {
    uint32_t count;
    const int64_t *dims;
    (void)def;
    return parse_int_list(parser, "<", ">", true, &count, &dims) ? make(parser, count, dims) : NULL;
}

/* The older spelling: #stablehlo.type_extensions<bounds = [3, ?]>. */
static const struct attr *parse_type_extensions(struct asm_parser *parser,
                                                const struct attr_def *def) {
    uint32_t count;
    const int64_t *dims;
    (void)def;
    if (!parse_token(parser, "<") || !parse_keyword(parser, "bounds") ||
        !parse_token(parser, "=") || !parse_int_list(parser, "[", "]", true, &count, &dims) ||
        !parse_token(parser, ">")) {
        return NULL;
    }
    return make(parser, count, dims);
}

static void print_bounds(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<");
    for (uint32_t i = 0; i < attr->count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        if (attr->words[i] == DIM_DYNAMIC) {
            asm_text(printer, "?");
        } else {
            asm_text(printer, "%lld", (long long)attr->words[i]);
        }
    }
    asm_text(printer, ">");
}

static bool check_encoding(struct asm_parser *parser, const struct attr *attr,
                           const struct type *tensor) {
    const char *text = say_type(asm_context(parser), tensor);
    if (attr->count != tensor->rank) {
        return asm_error(parser,
                         "Bounds length is %u, expected to be equal to rank(%u) of the tensor '%s'",
                         attr->count, tensor->rank, text);
    }
    for (uint32_t i = 0; i < tensor->rank; i++) {
        if (attr->words[i] != DIM_DYNAMIC && tensor->dims[i] != DIM_DYNAMIC) {
            return asm_error(parser,
                             "Static dimension %u cannot have a bound, use ShapedType::kDynamic to "
                             "indicate a missing bound in tensor '%s'",
                             i, text);
        }
    }
    return true;
}

static const void *payload(struct arena *arena, const int64_t *words, uint32_t count) {
    struct bounds *bounds = ARENA_NEW(arena, struct bounds);
    bounds->dims = (struct int_list){.items = words, .count = count};
    return bounds;
}

const struct attr_def attr_bounds = {
    .name = "stablehlo.bounds",
    .mnemonic = "bounds",
    .parse = parse_bounds,
    .print = print_bounds,
    .payload = payload,
    .check_encoding = check_encoding,
};
const struct attr_def attr_type_extensions = {
    .name = "stablehlo.type_extensions",
    .mnemonic = "type_extensions",
    .parse = parse_type_extensions,
    .print = print_bounds,
    .payload = payload,
    .check_encoding = check_encoding,
};
