/* Types as text. */
#include "ir/printer.h"

#include <stdlib.h>
#include <string.h>

static void print_dims(struct buffer *out, const struct type *type) {
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC) {
            buffer_add_char(out, '?');
        } else {
            buffer_add_integer(out, type->dims[i]);
        }
        buffer_add_char(out, 'x');
    }
}

static void print_types(struct asm_printer *printer, uint32_t count,
                        const struct type *const *types) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) {
            buffer_add_bytes(printer->out, ", ", 2);
        }
        asm_type(printer, types[i]);
    }
}

static void print_function(struct asm_printer *printer, const struct type *type) {
    buffer_add_char(printer->out, '(');
    print_types(printer, type->input_count, type->items);
    buffer_add(printer->out, ") -> ");
    uint32_t results = type->count - type->input_count;
    bool bare = results == 1 && type->items[type->input_count]->kind != TYPE_FUNCTION;
    buffer_add(printer->out, bare ? "" : "(");
    print_types(printer, results, type->items + type->input_count);
    buffer_add(printer->out, bare ? "" : ")");
}

static void print_integer_type(struct buffer *out, const struct type *type) {
    static const char *const prefixes[] = {"i", "si", "ui"};
    buffer_add(out, prefixes[type->signedness]);
    buffer_add_integer(out, type->width);
}

/* --- quantized -------------------------------------------------------------------------------- */

static void print_scale(struct buffer *out, const struct quantized *quantized, uint32_t index) {
    float_print(out, FLOAT_F64, &quantized->scales[index]);
    if (quantized->zero_points[index]) {
        buffer_add_char(out, ':');
        buffer_add_integer(out, quantized->zero_points[index]);
    }
}

static void print_scales(struct buffer *out, const struct quantized *quantized, uint32_t depth,
                         uint32_t *index) {
    if (depth == quantized->scale_rank) {
        print_scale(out, quantized, (*index)++);
        return;
    }
    buffer_add_char(out, '{');
    for (int64_t i = 0; i < quantized->scale_shape[depth]; i++) {
        if (i) {
            buffer_add(out, quantized->axis_count ? ", " : ",");
        }
        print_scales(out, quantized, depth + 1, index);
    }
    buffer_add_char(out, '}');
}

static bool has_default_range(const struct quantized *quantized) {
    uint32_t width = quantized->storage->width;
    int64_t half = INT64_C(1) << (width - 1);
    int64_t least = quantized->is_signed ? -half : 0;
    int64_t most = quantized->is_signed ? half - 1 : 2 * half - 1;
    return quantized->storage_min == least && quantized->storage_max == most;
}

static void print_quantized(struct asm_printer *printer, const struct quantized *quantized) {
    struct buffer *out = printer->out;
    buffer_add(out, "!quant.uniform<");
    if (!quantized->is_signed && quantized->storage->signedness == SIGNLESS) {
        buffer_printf(out, "u%u", quantized->storage->width);
    } else {
        asm_type(printer, quantized->storage);
    }
    if (!has_default_range(quantized)) {
        buffer_printf(out, "<%lld:%lld>", (long long)quantized->storage_min,
                      (long long)quantized->storage_max);
    }
    buffer_add_char(out, ':');
    asm_type(printer, quantized->expressed);
    if (quantized->axis != QUANTIZED_PER_TENSOR) {
        buffer_printf(out, ":%d", quantized->axis);
    }
    for (uint32_t i = 0; i < quantized->axis_count; i++) {
        buffer_printf(out, "%s%lld:%lld", i ? ", " : ":{", (long long)quantized->axes[i],
                      (long long)quantized->block_sizes[i]);
    }
    buffer_add(out, quantized->axis_count ? "}, " : ", ");
    uint32_t index = 0;
    print_scales(out, quantized, 0, &index);
    buffer_add_char(out, '>');
}

/* --- any type --------------------------------------------------------------------------------- */

static void print_tensor(struct asm_printer *printer, const struct type *type) {
    buffer_add_bytes(printer->out, "tensor<", 7);
    print_dims(printer->out, type);
    asm_type(printer, type->element);
    if (type->encoding) {
        buffer_add(printer->out, ", ");
        asm_attr(printer, type->encoding);
    }
    buffer_add_char(printer->out, '>');
}

static void print_memref(struct asm_printer *printer, const struct type *type) {
    bool unranked = type->text[0] == '*';
    buffer_add(printer->out, unranked ? "memref<*x" : "memref<");
    print_dims(printer->out, type);
    asm_type(printer, type->element);
    buffer_printf(printer->out, "%s>", type->text + (unranked ? 2 : 0));
}

void print_type_body(struct asm_printer *printer, const struct type *type) {
    struct buffer *out = printer->out;
    switch (type->kind) {
    case TYPE_INTEGER:
        print_integer_type(out, type);
        break;
    case TYPE_FLOAT:
        buffer_add(out, float_kind_name(type->float_kind));
        break;
    case TYPE_INDEX:
        buffer_add(out, "index");
        break;
    case TYPE_NONE:
        buffer_add(out, "none");
        break;
    case TYPE_COMPLEX:
        buffer_add(out, "complex<");
        asm_type(printer, type->element);
        buffer_add_char(out, '>');
        break;
    case TYPE_TENSOR:
        print_tensor(printer, type);
        break;
    case TYPE_VECTOR:
        buffer_add(out, "vector<");
        print_dims(out, type);
        asm_type(printer, type->element);
        buffer_add_char(out, '>');
        break;
    case TYPE_UNRANKED:
        buffer_add(out, "tensor<*x");
        asm_type(printer, type->element);
        buffer_add_char(out, '>');
        break;
    case TYPE_MEMREF:
        print_memref(printer, type);
        break;
    case TYPE_TUPLE:
        buffer_add(out, "tuple<");
        print_types(printer, type->count, type->items);
        buffer_add_char(out, '>');
        break;
    case TYPE_FUNCTION:
        print_function(printer, type);
        break;
    case TYPE_TOKEN:
        buffer_add(out, "!stablehlo.token");
        break;
    case TYPE_QUANTIZED:
        print_quantized(printer, type->payload);
        break;
    case TYPE_DIALECT:
        buffer_add(out, type->text);
        break;
    }
}

void asm_type(struct asm_printer *printer, const struct type *type) {
    if (printer->is_collecting) {
        visit_type(printer, type);
        return;
    }
    if (print_again(printer, type)) {
        return;
    }
    size_t start = printer->out->length;
    if (!print_alias(printer, type)) {
        print_type_body(printer, type);
    }
    keep_printed(printer, type, start);
}
