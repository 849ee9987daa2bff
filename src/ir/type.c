/* Types: constructors, which intern, and questions about them. */
#include "ir/context.h"
#include "ir/uniquer.h"

#include <string.h>

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

bool type_equal_contents(const void *a, const void *b) {
    const struct type *x = a, *y = b;
    return x->kind == y->kind && x->float_kind == y->float_kind && x->signedness == y->signedness &&
           x->width == y->width && x->rank == y->rank && x->count == y->count &&
           x->input_count == y->input_count && x->element == y->element &&
           x->encoding == y->encoding && x->text == y->text &&
           same_bytes(x->dims, y->dims, x->rank * sizeof *x->dims) &&
           same_bytes(x->items, y->items, x->count * sizeof *x->items);
}

static uint64_t hash_type(const struct type *type) {
    const uint64_t head[] = {
        (uint64_t)type->kind | (uint64_t)type->float_kind << 8 | (uint64_t)type->signedness << 16 |
            (uint64_t)type->width << 24,
        (uint64_t)type->rank | (uint64_t)type->count << 32,
        (uint64_t)type->input_count,
        (uint64_t)(uintptr_t)type->element,
        (uint64_t)(uintptr_t)type->encoding,
        (uint64_t)(uintptr_t)type->text,
    };
    uint64_t hash = hash_bytes(head, sizeof head, 1);
    hash = hash_bytes(type->dims, type->rank * sizeof *type->dims, hash);
    return hash_bytes(type->items, type->count * sizeof *type->items, hash);
}

const struct type *type_unique(struct context *context, const struct type *type) {
    uint64_t hash = hash_type(type);
    const struct type *known = uniquer_find(context->types, type, hash);
    if (known) {
        return known;
    }
    struct type *copy = arena_copy(context->arena, type, sizeof *type);
    copy->dims = arena_copy(context->arena, type->dims, type->rank * sizeof *type->dims);
    copy->items = arena_copy(context->arena, type->items, type->count * sizeof *type->items);
    context->has_aliases =
        context->has_aliases || (copy->kind == TYPE_TUPLE && copy->count > LONGEST_PLAIN_TUPLE);
    uniquer_add(context->types, copy, hash);
    return copy;
}

const struct type *type_integer(struct context *context, uint32_t width, enum signedness sign) {
    const struct type **known = sign == SIGNLESS && width <= 64 ? &context->signless[width] : NULL;
    if (known && *known) {
        return *known;
    }
    const struct type *type = type_unique(
        context, &(struct type){.kind = TYPE_INTEGER, .width = width, .signedness = sign});
    if (known) {
        *known = type;
    }
    return type;
}

const struct type *type_float(struct context *context, enum float_kind kind) {
    return type_unique(context, &(struct type){.kind = TYPE_FLOAT, .float_kind = kind});
}

const struct type *type_index(struct context *context) {
    return type_unique(context, &(struct type){.kind = TYPE_INDEX});
}

const struct type *type_none(struct context *context) {
    return type_unique(context, &(struct type){.kind = TYPE_NONE});
}

const struct type *type_token(struct context *context) {
    return type_unique(context, &(struct type){.kind = TYPE_TOKEN});
}

const struct type *type_complex(struct context *context, const struct type *element) {
    return type_unique(context, &(struct type){.kind = TYPE_COMPLEX, .element = element});
}

const struct type *type_tensor(struct context *context, const struct type *element, uint32_t rank,
                               const int64_t *dims, const struct attr *encoding) {
    return type_unique(context, &(struct type){.kind = TYPE_TENSOR,
                                               .element = element,
                                               .rank = rank,
                                               .dims = dims,
                                               .encoding = encoding});
}

const struct type *type_unranked(struct context *context, const struct type *element) {
    return type_unique(context, &(struct type){.kind = TYPE_UNRANKED, .element = element});
}

const struct type *type_memref(struct context *context, const struct type *element, uint32_t rank,
                               const int64_t *dims, const char *text) {
    return type_unique(context, &(struct type){.kind = TYPE_MEMREF,
                                               .element = element,
                                               .rank = rank,
                                               .dims = dims,
                                               .text = intern(context->strings, text)});
}

const struct type *type_vector(struct context *context, const struct type *element, uint32_t rank,
                               const int64_t *dims) {
    return type_unique(
        context,
        &(struct type){.kind = TYPE_VECTOR, .element = element, .rank = rank, .dims = dims});
}

const struct type *type_future(struct context *context, uint32_t count,
                               const struct type *const *items) {
    struct buffer text = {0};
    buffer_add(&text, "!stablehlo.future<");
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(&text, i ? ", " : "");
        print_type(&text, items[i]);
    }
    buffer_add_char(&text, '>');
    struct type future = {.kind = TYPE_DIALECT,
                          .text = intern(context->strings, text.text),
                          .count = count,
                          .items = items};
    buffer_free(&text);
    return type_unique(context, &future);
}

const struct type *type_tuple(struct context *context, uint32_t count,
                              const struct type *const *items) {
    return type_unique(context, &(struct type){.kind = TYPE_TUPLE, .count = count, .items = items});
}

const struct type *type_function(struct context *context, uint32_t input_count,
                                 const struct type *const *inputs, uint32_t result_count,
                                 const struct type *const *results) {
    const struct type *few[16];
    uint32_t count = input_count + result_count;
    const struct type **items =
        count <= 16 ? few : ARENA_ARRAY(context->arena, const struct type *, count);
    if (input_count) {
        memcpy(items, inputs, input_count * sizeof *items);
    }
    if (result_count) {
        memcpy(items + input_count, results, result_count * sizeof *items);
    }
    return type_unique(context, &(struct type){.kind = TYPE_FUNCTION,
                                               .count = count,
                                               .input_count = input_count,
                                               .items = items});
}

const struct type *type_dialect(struct context *context, const char *text) {
    return type_unique(
        context, &(struct type){.kind = TYPE_DIALECT, .text = intern(context->strings, text)});
}

const struct type *type_standing_for(struct context *context, const char *text,
                                     const struct type *meaning) {
    return type_unique(context, &(struct type){.kind = TYPE_DIALECT,
                                               .text = intern(context->strings, text),
                                               .element = meaning});
}

const struct type *type_with_dims(struct context *context, const struct type *tensor, uint32_t rank,
                                  const int64_t *dims) {
    return type_tensor(context, tensor->element, rank, dims, tensor->encoding);
}

const struct type *type_with_element(struct context *context, const struct type *tensor,
                                     const struct type *element) {
    if (tensor->kind == TYPE_UNRANKED) {
        return type_unranked(context, element);
    }
    if (tensor->kind != TYPE_TENSOR) {
        return element;
    }
    return type_tensor(context, element, tensor->rank, tensor->dims, tensor->encoding);
}

const struct type *type_element(const struct type *type) {
    switch (type->kind) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED:
    case TYPE_MEMREF:
    case TYPE_VECTOR:
        return type->element;
    default:
        return type;
    }
}

bool type_is_tensor(const struct type *type) {
    return type->kind == TYPE_TENSOR;
}

bool type_is_static(const struct type *type) {
    if (type->kind != TYPE_TENSOR) {
        return false;
    }
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC) {
            return false;
        }
    }
    return true;
}

bool type_is_integer(const struct type *type, uint32_t width) {
    return type->kind == TYPE_INTEGER && (width == 0 || type->width == width);
}

int64_t extent_sum(int64_t a, int64_t b) {
    int64_t sum;
    return a == DIM_DYNAMIC || b == DIM_DYNAMIC ? DIM_DYNAMIC
           : __builtin_add_overflow(a, b, &sum) ? INT64_MAX
                                                : sum;
}

int64_t extent_product(int64_t a, int64_t b) {
    int64_t product;
    return a == DIM_DYNAMIC || b == DIM_DYNAMIC     ? DIM_DYNAMIC
           : __builtin_mul_overflow(a, b, &product) ? INT64_MAX
                                                    : product;
}

bool type_is_empty(const struct type *type) {
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == 0) {
            return true;
        }
    }
    return false;
}

int64_t type_count(const struct type *type) {
    int64_t count = 1;
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC) {
            sdyc_bug("the elements of a dynamic tensor were counted");
        }
        count = extent_product(count, type->dims[i]);
    }
    return count;
}

struct float_kind_row {
    const char *name;
    uint32_t bits;
};
static const struct float_kind_row float_kinds[] = {
    [FLOAT_F4E2M1FN] = {"f4E2M1FN", 4},
    [FLOAT_F6E2M3FN] = {"f6E2M3FN", 6},
    [FLOAT_F6E3M2FN] = {"f6E3M2FN", 6},
    [FLOAT_F8E3M4] = {"f8E3M4", 8},
    [FLOAT_F8E4M3] = {"f8E4M3", 8},
    [FLOAT_F8E4M3FN] = {"f8E4M3FN", 8},
    [FLOAT_F8E4M3FNUZ] = {"f8E4M3FNUZ", 8},
    [FLOAT_F8E4M3B11FNUZ] = {"f8E4M3B11FNUZ", 8},
    [FLOAT_F8E5M2] = {"f8E5M2", 8},
    [FLOAT_F8E5M2FNUZ] = {"f8E5M2FNUZ", 8},
    [FLOAT_F8E8M0FNU] = {"f8E8M0FNU", 8},
    [FLOAT_BF16] = {"bf16", 16},
    [FLOAT_F16] = {"f16", 16},
    [FLOAT_TF32] = {"tf32", 19},
    [FLOAT_F32] = {"f32", 32},
    [FLOAT_F64] = {"f64", 64},
    [FLOAT_F80] = {"f80", 80},
    [FLOAT_F128] = {"f128", 128},
};

const char *float_kind_name(enum float_kind kind) {
    return float_kinds[kind].name;
}

bool float_kind_find(const char *name, size_t length, enum float_kind *kind) {
    for (size_t i = 0; i < sizeof float_kinds / sizeof *float_kinds; i++) {
        if (strlen(float_kinds[i].name) == length &&
            memcmp(float_kinds[i].name, name, length) == 0) {
            *kind = (enum float_kind)i;
            return true;
        }
    }
    return false;
}

uint32_t type_bits(const struct type *element) {
    switch (element->kind) {
    case TYPE_INTEGER:
        return element->width;
    case TYPE_FLOAT:
        return float_kinds[element->float_kind].bits;
    case TYPE_INDEX:
        return 64;
    case TYPE_COMPLEX:
        return 2 * type_bits(element->element);
    case TYPE_QUANTIZED:
        return type_bits(((const struct quantized *)element->payload)->storage);
    default:
        return 0;
    }
}

uint32_t type_bytes(const struct type *element) {
    if (element->kind == TYPE_COMPLEX) {
        return 2 * type_bytes(element->element);
    }
    return (type_bits(element) + 7) / 8;
}
