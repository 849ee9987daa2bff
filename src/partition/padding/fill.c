/* What padding holds: values that make no difference, and the operations that put them there. */
#include "partition/padding/pad.h"

#include <math.h>
#include <string.h>

/* --- values that make no difference ----------------------------------------------------------- */

static const struct attr *fill_of(struct context *context, const struct type *element,
                                  const void *data) {
    return attr_dense(context, type_tensor(context, element, 0, NULL, NULL), data,
                      type_bytes(element), true);
}

const struct attr *fill_zero(struct context *context, const struct type *element) {
    static const uint8_t zeros[32];
    return fill_of(context, element, zeros);
}

const struct attr *fill_outside(struct context *context, const struct type *element) {
    const uint64_t all_ones = UINT64_MAX;
    return fill_of(context, element, &all_ones);
}

/* The bits of an integer of up to 64: its smallest, its largest. */
static uint64_t integer_least(const struct type *element) {
    bool is_signed = element->signedness != UNSIGNED && element->width > 1;
    return is_signed ? UINT64_C(1) << (element->width - 1) : 0;
}

static uint64_t integer_all_ones(const struct type *element) {
    return UINT64_MAX >> (64 - element->width);
}

static bool integer_identity(const struct type *element, enum scalar_op op, uint64_t *bits) {
    switch (op) {
    case SCALAR_ADD:
    case SCALAR_OR:
    case SCALAR_XOR:
        *bits = 0;
        return true;
    case SCALAR_MULTIPLY:
        *bits = 1;
        return true;
    case SCALAR_AND:
        *bits = integer_all_ones(element);
        return true;
    case SCALAR_MAXIMUM:
        *bits = integer_least(element);
        return true;
    case SCALAR_MINIMUM:
        *bits = integer_all_ones(element) & ~integer_least(element);
        return true;
    default:
        return false;
    }
}

/* Infinity, or the largest number where the type has none. */
static double float_most(enum float_kind kind) {
    double infinite = float_from_bits(kind, float_to_bits(kind, HUGE_VAL));
    if (infinite == HUGE_VAL) {
        return infinite;
    }
    double most = 1;
    while (float_from_bits(kind, float_to_bits(kind, 2 * most)) == 2 * most) {
        most *= 2;
    }
    for (double step = most / 2; step > most * 1e-4; step /= 2) {
        double more = most + step;
        most = float_from_bits(kind, float_to_bits(kind, more)) == more ? more : most;
    }
    return most;
}

static bool float_identity(enum float_kind kind, enum scalar_op op, double *value) {
    switch (op) {
    case SCALAR_ADD:
        *value = 0;
        return true;
    case SCALAR_MULTIPLY:
        *value = 1;
        return true;
    case SCALAR_MAXIMUM:
        *value = -float_most(kind);
        return true;
    case SCALAR_MINIMUM:
        *value = float_most(kind);
        return true;
    default:
        return false;
    }
}

const struct attr *fold_identity(struct context *context, const struct type *element,
                                 enum scalar_op op) {
    uint8_t data[32] = {0};
    bool is_complex = element->kind == TYPE_COMPLEX;
    const struct type *part = is_complex ? element->element : element;
    double real;
    uint64_t bits;
    if (part->kind == TYPE_FLOAT && float_identity(part->float_kind, op, &real)) {
        float_store(part->float_kind, real, data);
        bool both = is_complex && (op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM);
        if (both) {
            float_store(part->float_kind, real, data + type_bytes(part));
        }
        return fill_of(context, element, data);
    }
    if (part->kind == TYPE_INTEGER && part->width <= 64 && integer_identity(part, op, &bits)) {
        memcpy(data, &bits, sizeof bits);
        return fill_of(context, element, data);
    }
    return NULL;
}

/* --- selects ---------------------------------------------------------------------------------- */

static struct value *like(struct fill_builder *padder, struct value *value,
                          const struct attr *sharding) {
    if (sharding) {
        value_set_sharding(padder->module, value, sharding);
    }
    return value;
}

/* Numbers of sizes, as wide as they need to be. */
static const struct type *index_element(struct context *context, int64_t size) {
    return type_integer(context, size <= INT32_MAX ? 32 : 64, SIGNLESS);
}

/* Where a dimension of the value holds data: its index is less than the size without padding. */
static struct value *data_mask(struct fill_builder *padder, const struct value *value, uint32_t dim,
                               const struct attr *sharding) {
    struct context *context = padder->module->context;
    struct builder *at = &padder->at;
    int64_t size = fill_original(padder, value)->dims[dim];
    const struct type *element = index_element(context, value->type->dims[dim]);
    const struct type *type = type_with_element(context, value->type, element);
    struct value *index = like(padder, build_iota(at, type, dim), sharding);
    struct value *limit = build_constant(at, fill_of(context, element, &size));
    limit = like(padder, build_broadcast_in_dim(at, limit, type, 0, NULL), sharding);
    return like(padder, build_compare(at, index, limit, COMPARE_LT, COMPARE_NO_TYPE), sharding);
}

static struct value *all_data_mask(struct fill_builder *padder, const struct value *value,
                                   dim_set dims, const struct attr *sharding) {
    struct value *mask = NULL;
    for (uint32_t dim = 0; dim < value->type->rank; dim++) {
        if (!(dims & dim_set_of(dim))) {
            continue;
        }
        struct value *next = data_mask(padder, value, dim, sharding);
        mask = mask ? like(padder, build_binary(&padder->at, OP_AND, mask, next), sharding) : next;
    }
    return mask;
}

struct value *fill_with_value(struct fill_builder *padder, struct value *value, dim_set dims,
                              struct value *fill) {
    dims &= fill_dims(padder, value);
    if (!dims) {
        return value;
    }
    const struct attr *sharding = value_sharding(padder->module->context, value);
    struct value *mask = all_data_mask(padder, value, dims, sharding);
    struct value *everywhere = build_broadcast_in_dim(&padder->at, fill, value->type, 0, NULL);
    struct value *operands[3] = {mask, value, like(padder, everywhere, sharding)};
    struct value *select = build_value(&padder->at, OP_SELECT, 3, operands, value->type);
    fill_note(padder, select, fill_original(padder, value), NULL);
    return like(padder, select, sharding);
}

struct value *pad_with_fill(struct fill_builder *padder, struct value *value, dim_set dims,
                            const struct attr *fill) {
    dims &= fill_dims(padder, value);
    if (!dims || fill_content(padder, value) == fill) {
        return value;
    }
    struct value *select = fill_with_value(padder, value, dims, build_constant(&padder->at, fill));
    if (dims == fill_dims(padder, value)) {
        fill_note(padder, select, fill_original(padder, value), fill);
    }
    return select;
}

/* --- longer, shorter -------------------------------------------------------------------------- */

struct value *pad_up_to(struct fill_builder *padder, struct value *value, const struct type *type,
                        const struct attr *fill) {
    int64_t none[MAX_RANK] = {0}, high[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        high[dim] = type->dims[dim] - value->type->dims[dim];
    }
    const struct attr *sharding = value_sharding(padder->module->context, value);
    struct value *padding = build_constant(&padder->at, fill);
    struct value *longer = build_pad(&padder->at, value, padding, none, high, none);
    bool is_first = fill_dims(padder, value) == 0;
    fill_note(padder, longer, fill_original(padder, value),
              is_first || fill_content(padder, value) == fill ? fill : NULL);
    return like(padder, longer, sharding);
}

struct value *pad_trim(struct fill_builder *padder, struct value *value,
                       const struct type *original, dim_set dims, const struct attr *sharding) {
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    bool any = false;
    for (uint32_t dim = 0; dim < original->rank; dim++) {
        bool cut = dims & dim_set_of(dim) && value->type->dims[dim] > original->dims[dim];
        limit[dim] = cut ? original->dims[dim] : value->type->dims[dim];
        any = any || cut;
    }
    if (!any) {
        return value;
    }
    struct value *part = build_slice(&padder->at, value, start, limit);
    fill_note(padder, part, original, fill_content(padder, value));
    return like(padder, part, sharding);
}
