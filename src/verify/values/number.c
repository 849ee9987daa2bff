/* Elements of tensors, in the field or in the reals. */
#include "verify/values/number.h"

#include <math.h>

#include "verify/values/field.h"

struct kind kind_of(const struct type *type) {
    const struct type *element = type_element(type);
    switch (element->kind) {
    case TYPE_INTEGER:
        return (struct kind){KIND_INTEGER, element->signedness == UNSIGNED || element->width == 1,
                             element->width};
    case TYPE_INDEX:
        return (struct kind){KIND_INTEGER, false, 64};
    case TYPE_FLOAT:
        return (struct kind){KIND_FLOAT, false, 0};
    case TYPE_COMPLEX:
        return (struct kind){KIND_COMPLEX, false, 0};
    default:
        return (struct kind){KIND_OTHER, false, 0};
    }
}

/* --- words of floats -------------------------------------------------------------------------- */

uint64_t word_of_real(const struct arithmetic *a, double value) {
    return a->world == WORLD_FIELD ? field_of_real(value) : bits_of(value);
}

static uint64_t word_of_integer(const struct arithmetic *a, struct kind kind, uint64_t value) {
    if (a->world == WORLD_FIELD) {
        return kind.is_unsigned ? field_cut(value) : field_of_integer((int64_t)value);
    }
    return bits_of(kind.is_unsigned ? (double)value : (double)(int64_t)value);
}

uint64_t word_add(const struct arithmetic *a, uint64_t x, uint64_t y) {
    return a->world == WORLD_FIELD ? field_add(x, y) : bits_of(real_of(x) + real_of(y));
}

uint64_t word_negate(const struct arithmetic *a, uint64_t x) {
    return a->world == WORLD_FIELD ? field_negate(x) : bits_of(-real_of(x));
}

uint64_t word_multiply(const struct arithmetic *a, uint64_t x, uint64_t y) {
    return a->world == WORLD_FIELD ? field_multiply(x, y) : bits_of(real_of(x) * real_of(y));
}

/* What a number gives by zero is a random function of it. */
static uint64_t word_divide(struct arithmetic *a, uint64_t x, uint64_t y) {
    if (a->world == WORLD_REALS) {
        return bits_of(real_of(x) / real_of(y));
    }
    if (y == 0) {
        return keyed_number(a, (struct kind){.class = KIND_FLOAT}, 0xd1f, 1, &x).re;
    }
    if (y == FIELD_INFINITY || y == FIELD_MINUS) {
        return x == y || x == field_negate(y) ? FIELD_NAN : 0;
    }
    return field_multiply(x, field_inverse(y));
}

/* Products have 122 bits: sixty-four of them fit. */
static uint64_t field_dot(int64_t count, const uint64_t *x, const int64_t *x_offsets,
                          const uint64_t *y, const int64_t *y_offsets) {
    field_wide sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += (field_wide)x[x_offsets[i]] * y[y_offsets[i]];
        if ((i & 31) == 31) {
            sum = field_cut_wide(sum);
        }
    }
    return field_cut_wide(sum);
}

uint64_t word_dot(const struct arithmetic *a, int64_t count, const uint64_t *x,
                  const int64_t *x_offsets, const uint64_t *y, const int64_t *y_offsets) {
    if (a->world == WORLD_FIELD) {
        return field_dot(count, x, x_offsets, y, y_offsets);
    }
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += real_of(x[x_offsets[i]]) * real_of(y[y_offsets[i]]);
    }
    return bits_of(sum);
}

/* --- integers --------------------------------------------------------------------------------- */

uint64_t integer_wrap(struct kind kind, uint64_t value) {
    if (kind.width >= 64) {
        return value;
    }
    uint64_t mask = ((uint64_t)1 << kind.width) - 1, low = value & mask;
    bool negative = !kind.is_unsigned && (low >> (kind.width - 1)) & 1;
    return negative ? low | ~mask : low;
}

static uint64_t integer_divide(struct kind kind, uint64_t x, uint64_t y) {
    if (y == 0) {
        return integer_wrap(kind, UINT64_MAX);
    }
    if (kind.is_unsigned) {
        return x / y;
    }
    return (int64_t)y == -1 ? integer_wrap(kind, -x) : (uint64_t)((int64_t)x / (int64_t)y);
}

/* --- numbers ---------------------------------------------------------------------------------- */

struct number number_add(const struct arithmetic *a, struct kind kind, struct number x,
                         struct number y) {
    switch (kind.class) {
    case KIND_INTEGER: /* of truth values: or */
        return (struct number){kind.width == 1 ? x.re | y.re : integer_wrap(kind, x.re + y.re), 0};
    case KIND_COMPLEX:
        return (struct number){word_add(a, x.re, y.re), word_add(a, x.im, y.im)};
    default:
        return (struct number){word_add(a, x.re, y.re), 0};
    }
}

struct number number_negate(const struct arithmetic *a, struct kind kind, struct number x) {
    switch (kind.class) {
    case KIND_INTEGER:
        return (struct number){integer_wrap(kind, -x.re), 0};
    case KIND_COMPLEX:
        return (struct number){word_negate(a, x.re), word_negate(a, x.im)};
    default:
        return (struct number){word_negate(a, x.re), 0};
    }
}

struct number number_multiply(const struct arithmetic *a, struct kind kind, struct number x,
                              struct number y) {
    switch (kind.class) {
    case KIND_INTEGER:
        return (struct number){integer_wrap(kind, x.re * y.re), 0};
    case KIND_COMPLEX: {
        uint64_t im = word_multiply(a, x.im, y.im);
        return (struct number){
            word_add(a, word_multiply(a, x.re, y.re), word_negate(a, im)),
            word_add(a, word_multiply(a, x.re, y.im), word_multiply(a, x.im, y.re))};
    }
    default:
        return (struct number){word_multiply(a, x.re, y.re), 0};
    }
}

/* Minus one is no square in the field, so that no complex number but 0 has the norm 0. */
struct number number_divide(struct arithmetic *a, struct kind kind, struct number x,
                            struct number y) {
    if (kind.class == KIND_INTEGER) {
        return (struct number){integer_divide(kind, x.re, y.re), 0};
    }
    if (kind.class == KIND_FLOAT) {
        return (struct number){word_divide(a, x.re, y.re), 0};
    }
    uint64_t norm = word_add(a, word_multiply(a, y.re, y.re), word_multiply(a, y.im, y.im));
    struct number conjugate = {y.re, word_negate(a, y.im)};
    struct number product = number_multiply(a, kind, x, conjugate);
    return (struct number){word_divide(a, product.re, norm), word_divide(a, product.im, norm)};
}

struct number number_of_integer(const struct arithmetic *a, struct kind kind, int64_t value) {
    return kind.class == KIND_INTEGER
               ? (struct number){integer_wrap(kind, (uint64_t)value), 0}
               : (struct number){word_of_integer(a, (struct kind){.width = 64}, (uint64_t)value),
                                 word_of_real(a, 0)};
}

/* --- order ------------------------------------------------------------------------------------ */

/* Where a number of the field stands. */
static int64_t field_position(const struct arithmetic *a, uint64_t x) {
    int64_t value;
    if (x == FIELD_INFINITY || x == FIELD_MINUS) {
        return x == FIELD_INFINITY ? INT64_MAX : -INT64_MAX;
    }
    if (field_as_integer(x, &value)) {
        return value;
    }
    uint64_t least = x < FIELD_PRIME - x ? x : FIELD_PRIME - x;
    uint64_t place = keyed_word(a, 0x0bde, 1, &least);
    int64_t far = (int64_t)(place >> 2 | (uint64_t)1 << 40);
    return (place & 1) == (x == least) ? far : -far;
}

bool number_is_nan(const struct arithmetic *a, struct kind kind, struct number x) {
    if (kind.class == KIND_INTEGER) {
        return false;
    }
    return a->world == WORLD_FIELD ? x.re == FIELD_NAN : isnan(real_of(x.re)) != 0;
}

static int order_of_floats(struct arithmetic *a, uint64_t x, uint64_t y) {
    if (a->world == WORLD_REALS) {
        double p = real_of(x), q = real_of(y);
        return isnan(p) || isnan(q) ? ORDER_NONE : (p > q) - (p < q);
    }
    a->compares = true;
    if (x == FIELD_NAN || y == FIELD_NAN) {
        return ORDER_NONE;
    }
    int64_t p = field_position(a, x), q = field_position(a, y);
    return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}

int number_order(struct arithmetic *a, struct kind kind, struct number x, struct number y) {
    if (kind.class == KIND_INTEGER) {
        int64_t p = (int64_t)x.re, q = (int64_t)y.re;
        return kind.is_unsigned ? (x.re > y.re) - (x.re < y.re) : (p > q) - (p < q);
    }
    int order = order_of_floats(a, x.re, y.re);
    return order == 0 && kind.class == KIND_COMPLEX ? order_of_floats(a, x.im, y.im) : order;
}

/* --- conversion ------------------------------------------------------------------------------- */

static uint64_t integer_of_real(struct kind to, double value) {
    if (isnan(value)) {
        return 0;
    }
    double most = ldexp(1, (int)to.width - !to.is_unsigned);
    if (value >= most) {
        return to.is_unsigned ? integer_wrap(to, UINT64_MAX) : ((uint64_t)1 << (to.width - 1)) - 1;
    }
    if (value <= (to.is_unsigned ? 0 : -most)) {
        return to.is_unsigned ? 0 : integer_wrap(to, (uint64_t)1 << (to.width - 1));
    }
    return to.is_unsigned ? (uint64_t)value : (uint64_t)(int64_t)value;
}

/* A number of the field that is no integer becomes one of a random function. */
static uint64_t integer_of_float(struct arithmetic *a, struct kind to, uint64_t x) {
    int64_t value;
    if (a->world == WORLD_REALS) {
        return integer_of_real(to, real_of(x));
    }
    if (field_as_integer(x, &value)) {
        return integer_of_real(to, (double)value);
    }
    a->applications++;
    return integer_wrap(to, keyed_word(a, 0x1e7, 1, &x) >> 50);
}

struct number number_convert(struct arithmetic *a, struct kind from, struct kind to,
                             struct number x) {
    if (to.class != KIND_INTEGER) {
        uint64_t re = from.class == KIND_INTEGER ? word_of_integer(a, from, x.re) : x.re;
        uint64_t im = from.class == KIND_COMPLEX && to.class == KIND_COMPLEX ? x.im : 0;
        return (struct number){re, im};
    }
    if (to.width == 1) {
        bool zero = from.class == KIND_INTEGER ? x.re == 0 : x.re == 0 || x.re == bits_of(-0.0);
        return (struct number){!zero, 0};
    }
    return (struct number){
        from.class == KIND_INTEGER ? integer_wrap(to, x.re) : integer_of_float(a, to, x.re), 0};
}

/* --- random functions ------------------------------------------------------------------------- */

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 29)) * 0xff51afd7ed558ccdu;
    return x ^ (x >> 32);
}

uint64_t keyed_word(const struct arithmetic *a, uint64_t name, uint32_t count,
                    const uint64_t *words) {
    uint64_t state = mix(a->key ^ mix(name + 0x9e3779b97f4a7c15u));
    for (uint32_t i = 0; i < count; i++) {
        state = mix(state * 0x9fb21c651e98df25u + mix(words[i] + 0x632be59bd9b4e019u + i));
    }
    return mix(state ^ a->key);
}

/* In the reals: between 0 and 1. */
static uint64_t keyed_float(const struct arithmetic *a, uint64_t name, uint32_t count,
                            const uint64_t *words) {
    uint64_t word = keyed_word(a, name, count, words);
    return a->world == WORLD_FIELD ? field_cut(word) : bits_of(ldexp((double)(word >> 11), -53));
}

struct number keyed_number(struct arithmetic *a, struct kind kind, uint64_t name, uint32_t count,
                           const uint64_t *words) {
    a->applications++;
    if (kind.class == KIND_INTEGER) {
        return (struct number){integer_wrap(kind, keyed_word(a, name, count, words)), 0};
    }
    struct number number = {keyed_float(a, name, count, words), 0};
    if (kind.class == KIND_COMPLEX) {
        number.im = keyed_float(a, name ^ 0x1111, count, words);
    }
    return number;
}
