/* Random bits, custom calls, bits of floats: random functions of all that they are given. */
#include "verify/operations/opaque.h"

#include <math.h>

#include "ops/stablehlo/calls/call.h"
#include "verify/values/number.h"

/* A word for all operands, the types, and the attributes that a function may depend on. */
static uint64_t name_of(const struct local *local) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < local->op->operand_count; i++) {
        print_type(&text, op_operand(local->op, i)->type);
    }
    for (uint32_t i = 0; i < local->op->result_count; i++) {
        print_type(&text, op_result(local->op, i)->type);
    }
    for (uint32_t i = 0; i < local->op->properties.count; i++) {
        const struct named_attr *named = &local->op->properties.items[i];
        if (strcmp(named->name, "operand_layouts") != 0 &&
            strcmp(named->name, "result_layouts") != 0) {
            buffer_add(&text, named->name);
            print_attr(&text, named->value);
        }
    }
    uint64_t name = hash_bytes(text.text ? text.text : "", text.length, 1);
    buffer_free(&text);
    struct arithmetic *a = &local->e->arithmetic;
    for (uint32_t i = 0; i < local->op->operand_count; i++) {
        name = name * 0x9e3779b97f4a7c15u + tensor_hash(local->operands[i]);
        a->degree = local->operands[i]->degree > a->degree ? local->operands[i]->degree : a->degree;
    }
    return name;
}

static void fill_keyed(struct local *local, uint32_t index, uint64_t name) {
    const struct type *type = op_result(local->op, index)->type;
    struct tensor *result = local->results[index] = tensor_of(type);
    for (int64_t i = 0; i < result->count; i++) {
        const uint64_t words[3] = {name, index, (uint64_t)i};
        tensor_put(result, i,
                   keyed_number(&local->e->arithmetic, kind_of(type), OP_CUSTOM_CALL, 3, words));
    }
    result->degree = kind_of(type).class == KIND_INTEGER ? 0 : 1;
}

bool local_rng_bit_generator(struct local *local) {
    uint64_t name = name_of(local);
    fill_keyed(local, 0, name);
    fill_keyed(local, 1, name);
    return true;
}

/* In the reals it would be a function of rounded numbers, which differ. */
bool local_custom_call(struct local *local) {
    if (custom_call_is_marker(local->op)) {
        local->results[0] = tensor_keep(local->operands[0]);
        return true;
    }
    if (op_int(local->op, "has_side_effect", 0)) {
        return evaluate_stop(local->e, local->op, "what it computes is not known");
    }
    uint64_t name = name_of(local);
    for (uint32_t i = 0; i < local->op->result_count; i++) {
        fill_keyed(local, i, name);
        local->results[i]->is_unknown = local->e->arithmetic.world == WORLD_REALS;
    }
    return true;
}

/* --- bitcast_convert -------------------------------------------------------------------------- */

/* The bits of an integer from `low` on. */
static uint64_t bits_at(struct kind kind, uint64_t word, uint32_t low, uint32_t count) {
    uint64_t own = kind.width >= 64 ? word : word & (((uint64_t)1 << kind.width) - 1);
    return count >= 64 ? own : own >> low & (((uint64_t)1 << count) - 1);
}

/* Between integers: several narrow ones to a wide one, or the other way. */
static void cast_integers(const struct tensor *from, struct tensor *to, struct kind narrow_from,
                          struct kind narrow_to) {
    bool widens = narrow_to.width > narrow_from.width;
    uint32_t ratio =
        widens ? narrow_to.width / narrow_from.width : narrow_from.width / narrow_to.width;
    for (int64_t i = 0; i < to->count; i++) {
        uint64_t bits = 0;
        for (uint32_t k = 0; widens && k < ratio; k++) {
            uint64_t part = bits_at(narrow_from, from->words[i * ratio + k], 0, narrow_from.width);
            bits |= part << (k * narrow_from.width);
        }
        if (!widens) {
            bits = bits_at(narrow_from, from->words[i / ratio],
                           (uint32_t)(i % ratio) * narrow_to.width, narrow_to.width);
        }
        to->words[i] = integer_wrap(narrow_to, bits);
    }
}

/* Of floats: of the elements that share the bits of one result. */
static void cast_keyed(struct local *local, const struct tensor *from, struct tensor *to) {
    int64_t inputs = from->count > to->count ? from->count / to->count : 1;
    int64_t outputs = to->count > from->count ? to->count / from->count : 1;
    for (int64_t i = 0; i < to->count; i++) {
        const uint64_t *words = from->words + i / outputs * inputs * from->words_each;
        uint64_t name = hash_bytes(words, (size_t)inputs * from->words_each * sizeof *words, 7);
        const uint64_t all[2] = {name, (uint64_t)(i % outputs)};
        tensor_put(
            to, i,
            keyed_number(&local->e->arithmetic, kind_of(to->type), OP_BITCAST_CONVERT, 2, all));
    }
    struct arithmetic *a = &local->e->arithmetic;
    a->degree = from->degree > a->degree ? from->degree : a->degree;
    to->degree = 1;
}

/* Unsigned integers of as many bits as a float has. */
static struct kind bits_kind(const struct type *type) {
    return (struct kind){KIND_INTEGER, true, type_bits(type_element(type))};
}

/* Whether a double is the float that it stands for, and not near one that sums in another order
 * would give: a float has so few bits that no rounding error ends in one, but where what was
 * subtracted is nearly the same. */
static bool is_float_itself(enum float_kind kind, double value) {
    enum float_kind few = kind == FLOAT_F64 ? FLOAT_F32 : kind;
    return value == 0 || !isfinite(value) ||
           (fabs(value) > 1e-9 && float_from_bits(few, float_to_bits(few, value)) == value);
}

/* In the reals: the bits of floats, as unsigned integers, of which -0 has none; false where they
 * are not known. */
static bool bits_of_floats(const struct tensor *from, struct tensor *bits) {
    enum float_kind kind = type_element(from->type)->float_kind;
    for (int64_t i = 0; i < from->count; i++) {
        double value = real_of(from->words[i]);
        if (!is_float_itself(kind, value)) {
            return false;
        }
        bits->words[i] = float_to_bits(kind, value == 0 ? 0 : value);
    }
    return true;
}

static void floats_of_bits(const struct tensor *bits, struct tensor *to) {
    enum float_kind kind = type_element(to->type)->float_kind;
    for (int64_t i = 0; i < to->count; i++) {
        to->words[i] = bits_of(float_from_bits(kind, bits->words[i]));
    }
}

/* In the reals, of whole words of bits; false where they are not known. */
static bool cast_in_reals(const struct tensor *from, struct tensor *to) {
    bool of_floats = type_element(from->type)->kind == TYPE_FLOAT;
    bool to_floats = type_element(to->type)->kind == TYPE_FLOAT;
    struct kind own = of_floats ? bits_kind(from->type) : kind_of(from->type);
    struct kind next = to_floats ? bits_kind(to->type) : kind_of(to->type);
    if (own.class != KIND_INTEGER || next.class != KIND_INTEGER || own.width > 64 ||
        next.width > 64) {
        return false;
    }
    struct tensor *bits = tensor_new(from->type, from->count);
    struct tensor *made = tensor_new(to->type, to->count);
    bool known = !of_floats || bits_of_floats(from, bits);
    cast_integers(of_floats ? bits : from, made, own, next);
    if (to_floats) {
        floats_of_bits(made, to);
    } else {
        memcpy(to->words, made->words, (size_t)to->count * sizeof *to->words);
    }
    tensor_release(bits);
    tensor_release(made);
    return known;
}

/* The bits of a double are those of the float that it stands for only where it is one itself. */
bool local_bitcast_convert(struct local *local) {
    const struct tensor *from = local->operands[0];
    struct tensor *to = local->results[0] = tensor_of(op_result(local->op, 0)->type);
    struct kind own = kind_of(from->type), next = kind_of(to->type);
    if (own.class == KIND_INTEGER && next.class == KIND_INTEGER) {
        cast_integers(from, to, own, next);
        return true;
    }
    if (own.class == KIND_OTHER || next.class == KIND_OTHER) {
        return evaluate_stop(local->e, local->op, "elements of its type are not evaluated");
    }
    if (own.class == next.class && from->count == to->count) {
        memcpy(to->words, from->words, (size_t)from->count * from->words_each * sizeof(uint64_t));
        to->degree = from->degree;
        return true;
    }
    if (local->e->arithmetic.world == WORLD_REALS) {
        to->is_unknown = to->is_unknown || !cast_in_reals(from, to);
    } else if (to->count > 0) {
        cast_keyed(local, from, to);
    }
    return true;
}
