/* Functions of integers that are constants. */
#include "ops/op_def.h"
#include "verify/relations/terms/side.h"

static uint64_t bits_of(int64_t kind, int64_t value) {
    uint32_t spare = 64 - kind_width(kind);
    return (uint64_t)value << spare >> spare;
}

/* Bits that are shifted out are lost; a right shift of a number with a sign may repeat it. */
static int64_t shifted(int64_t operation, int64_t kind, int64_t x, int64_t by) {
    bool out = (uint64_t)by >= kind_width(kind);
    switch (operation) {
    case OP_SHIFT_LEFT:
        return out ? 0 : (int64_t)((uint64_t)x << by);
    case OP_SHIFT_RIGHT_LOGICAL:
        return out ? 0 : (int64_t)(bits_of(kind, x) >> by);
    default: {
        uint32_t spare = 64 - kind_width(kind);
        return (int64_t)((uint64_t)x << spare) >> spare >> (out ? 63 : by);
    }
    }
}

/* False: it is no number, or does not fit. */
static bool divided(int64_t operation, int64_t kind, int64_t x, int64_t y, int64_t *value) {
    bool quotient = operation == OP_DIVIDE;
    if (y == 0 || (y == -1 && !(kind & 1))) {
        return false;
    }
    if (kind & 1) {
        *value = (int64_t)(quotient ? (uint64_t)x / (uint64_t)y : (uint64_t)x % (uint64_t)y);
    } else {
        *value = quotient ? x / y : x % y;
    }
    return true;
}

static bool of_two(int64_t operation, int64_t kind, int64_t x, int64_t y, int64_t *value) {
    switch (operation) {
    case OP_XOR:
        *value = x ^ y;
        return true;
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT_LOGICAL:
    case OP_SHIFT_RIGHT_ARITHMETIC:
        *value = shifted(operation, kind, x, y);
        return true;
    case OP_DIVIDE:
    case OP_REMAINDER:
        return divided(operation, kind, x, y, value);
    default:
        return false;
    }
}

static bool of_one(int64_t operation, int64_t kind, int64_t x, int64_t *value) {
    bool negative = !(kind & 1) && x < 0;
    switch (operation) {
    case OP_NOT:
        *value = ~x;
        return true;
    case OP_ABS:
        *value = negative ? (int64_t)(0 - (uint64_t)x) : x;
        return true;
    case OP_SIGN:
        *value = negative ? -1 : x != 0;
        return true;
    case OP_POPCNT:
        *value = __builtin_popcountll(bits_of(kind, x));
        return true;
    case OP_COUNT_LEADING_ZEROS: {
        uint64_t bits = bits_of(kind, x);
        *value = bits ? (int64_t)(kind_width(kind) - 64) + __builtin_clzll(bits) : kind_width(kind);
        return true;
    }
    default:
        return false;
    }
}

const struct proof_term *function_of_integers(struct prover *p, int64_t operation, int64_t kind,
                                              uint32_t count, const struct side *sides) {
    int64_t value;
    for (uint32_t i = 0; i < count; i++) {
        const struct proof_term *term = sides[i].term;
        if (!term || !term_is_integer(term) || term->word[0] != kind) {
            return NULL;
        }
    }
    bool known =
        count == 2 ? of_two(operation, kind, sides[0].term->word[1], sides[1].term->word[1], &value)
        : count == 1 ? of_one(operation, kind, sides[0].term->word[1], &value)
                     : false;
    return known ? constant_integer(p, kind, value) : NULL;
}
