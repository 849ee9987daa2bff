#include "element.h"

#include <string.h>

#include "scalar.h"

static const struct {
    const char *name;
    int bytes;
    double unit;
} elements[ELEMENT_COUNT] = {
    [ELEMENT_F32] = {"f32", 4, 0x1p-24},
    [ELEMENT_F64] = {"f64", 8, 0x1p-53},
    [ELEMENT_BF16] = {"bf16", 2, 0x1p-8},
    [ELEMENT_F16] = {"f16", 2, 0x1p-11},
    [ELEMENT_F8E4M3FN] = {"f8e4m3fn", 1, 0x1p-4},
    [ELEMENT_F8E5M2] = {"f8e5m2", 1, 0x1p-3},
    [ELEMENT_I1] = {"i1", 1, 0},
    [ELEMENT_I8] = {"i8", 1, 0},
    [ELEMENT_I16] = {"i16", 2, 0},
    [ELEMENT_I32] = {"i32", 4, 0},
    [ELEMENT_I64] = {"i64", 8, 0},
    [ELEMENT_U8] = {"u8", 1, 0},
    [ELEMENT_U16] = {"u16", 2, 0},
    [ELEMENT_U32] = {"u32", 4, 0},
    [ELEMENT_U64] = {"u64", 8, 0},
    [ELEMENT_C64] = {"c64", 8, 0x1p-24},
    [ELEMENT_C128] = {"c128", 16, 0x1p-53},
};

int64_t element_bytes(enum element type) {
    return elements[type].bytes;
}

bool element_is_float(enum element type) {
    return type <= ELEMENT_F8E5M2;
}

bool element_is_complex(enum element type) {
    return type >= ELEMENT_C64;
}

bool element_is_signed(enum element type) {
    return type >= ELEMENT_I8 && type <= ELEMENT_I64;
}

double element_unit(enum element type) {
    return elements[type].unit;
}

const char *element_name(enum element type) {
    return elements[type].name;
}

/* A call for each element, of as many bytes as it has, would take most of the time. */
static inline void copy(void *to, const void *from, int bytes) {
    switch (bytes) {
    case 1:
        memcpy(to, from, 1);
        break;
    case 2:
        memcpy(to, from, 2);
        break;
    case 4:
        memcpy(to, from, 4);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    default:
        memcpy(to, from, 16);
        break;
    }
}

void element_store(enum element type, void *base, int64_t index, struct number value) {
    const float single[4] = {(float)value.re, (float)value.im};
    const double wide[2] = {value.re, value.im};
    const uint64_t bits[2] = {value.bits};
    uint16_t half[8] = {0};
    uint8_t quarter[16] = {0};
    const void *from = bits;
    switch (type) {
    case ELEMENT_F32:
    case ELEMENT_C64:
        from = single;
        break;
    case ELEMENT_F64:
    case ELEMENT_C128:
        from = wide;
        break;
    case ELEMENT_BF16:
        half[0] = sdyrt_convert_f32_bf16(single[0]);
        from = half;
        break;
    case ELEMENT_F16:
        half[0] = sdyrt_convert_f32_f16(single[0]);
        from = half;
        break;
    case ELEMENT_F8E4M3FN:
        quarter[0] = sdyrt_convert_f32_f8e4m3fn(single[0]);
        from = quarter;
        break;
    case ELEMENT_F8E5M2:
        quarter[0] = sdyrt_convert_f32_f8e5m2(single[0]);
        from = quarter;
        break;
    default:
        break;
    }
    const int bytes = elements[type].bytes;
    copy((char *)base + index * bytes, from, bytes);
}

/* The narrow floats, from their bits. */
static double widened(enum element type, uint64_t bits) {
    return (double)(type == ELEMENT_BF16       ? sdyrt_convert_bf16_f32((uint16_t)bits)
                    : type == ELEMENT_F16      ? sdyrt_convert_f16_f32((uint16_t)bits)
                    : type == ELEMENT_F8E4M3FN ? sdyrt_convert_f8e4m3fn_f32((uint8_t)bits)
                                               : sdyrt_convert_f8e5m2_f32((uint8_t)bits));
}

struct number element_load(enum element type, const void *base, int64_t index) {
    struct number value = {0, 0, 0};
    const int bytes = elements[type].bytes, parts = element_is_complex(type) ? 2 : 1;
    const char *from = (const char *)base + index * bytes;
    if (bytes / parts == 4 && (element_is_float(type) || parts == 2)) {
        float single[4] = {0};
        copy(single, from, bytes);
        value.re = (double)single[0], value.im = (double)single[1];
    } else if (bytes / parts == 8 && (element_is_float(type) || parts == 2)) {
        copy(&value, from, bytes);
    } else {
        uint64_t bits[2] = {0};
        copy(bits, from, bytes);
        value.bits = bits[0];
        const int unused = 64 - 8 * bytes;
        if (element_is_float(type)) {
            value.re = widened(type, value.bits);
        } else if (element_is_signed(type)) {
            value.bits = (uint64_t)((int64_t)(value.bits << unused) >> unused);
        }
    }
    return value;
}

struct number number_add(struct number a, struct number b) {
    return (struct number){a.re + b.re, a.im + b.im, a.bits + b.bits};
}

struct number number_multiply(struct number a, struct number b) {
    return (struct number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, a.bits * b.bits};
}

struct number element_random(struct dice *dice, enum element type, int most) {
    struct number value = {(double)dice_between(dice, -most, most), 0, dice_bits(dice)};
    value.im = element_is_complex(type) ? (double)dice_between(dice, -most, most) : 0;
    value.bits = type == ELEMENT_I1 ? value.bits >> 63 : value.bits;
    char bytes[16] = {0}; /* so that an integer has as many bits as its type */
    element_store(type, bytes, 0, value);
    return element_load(type, bytes, 0);
}

struct number *case_numbers(struct kernel_case *test, int64_t count) {
    return case_hold(test, (size_t)count * sizeof(struct number));
}

/* --- tensors --- */

struct layout layout_random(struct dice *dice, int64_t rank, const int64_t *size, int liberties) {
    struct layout layout = {.rank = rank};
    int64_t order[LAYOUT_RANK] = {0}, step = 1;
    memcpy(layout.size, size, (size_t)rank * sizeof *size);
    if ((liberties & LAYOUT_ORDER) != 0 && dice_one_in(dice, 2)) {
        dice_shuffle(dice, order, rank);
    } else {
        for (int64_t k = 0; k < rank; k++) {
            order[k] = rank - 1 - k;
        }
    }
    if ((liberties & LAYOUT_APART) != 0 && dice_one_in(dice, 5)) {
        step = dice_between(dice, 2, 3);
    }
    const int64_t gaps = (liberties & LAYOUT_GAPS) != 0 && dice_one_in(dice, 2) ? 3 : 0;
    for (int64_t k = 0; k < rank; k++) {
        const int64_t d = order[k];
        layout.stride[d] = step;
        step = step * (size[d] > 0 ? size[d] : 1) + dice_between(dice, 0, gaps);
        if ((liberties & LAYOUT_REPEATED) != 0 && dice_one_in(dice, 10)) {
            layout.stride[d] = 0;
        }
    }
    const bool turns = (liberties & LAYOUT_NEGATIVE) != 0 && dice_one_in(dice, 4);
    layout.span = 1;
    for (int64_t d = 0; d < rank; d++) {
        const int64_t reach = layout.stride[d] * (size[d] - 1);
        layout.span = size[d] <= 0 || layout.span == 0 ? 0 : layout.span + reach;
        if (turns && dice_one_in(dice, 2) && size[d] > 0) {
            layout.offset += reach;
            layout.stride[d] = -layout.stride[d];
        }
    }
    layout.offset = layout.span == 0 ? 0 : layout.offset;
    return layout;
}

int64_t layout_count(const struct layout *layout) {
    int64_t count = 1;
    for (int64_t d = 0; d < layout->rank; d++) {
        count *= layout->size[d];
    }
    return count;
}

int64_t layout_place(const struct layout *layout, int64_t number) {
    int64_t place = layout->offset;
    for (int64_t d = layout->rank - 1; d >= 0; d--) {
        place += number % layout->size[d] * layout->stride[d];
        number /= layout->size[d];
    }
    return place;
}

char *case_tensor(struct kernel_case *test, const struct layout *layout, int64_t bytes,
                  char **memory) {
    *memory = case_memory(test, (size_t)(layout->span * bytes), (size_t)(bytes > 8 ? 8 : bytes));
    return *memory + layout->offset * bytes;
}

void layout_fill(struct dice *dice, const struct layout *layout, enum element type, int most,
                 char *memory) {
    for (int64_t i = 0; i < layout->span; i++) {
        element_store(type, memory, i, element_random(dice, type, most));
    }
}
