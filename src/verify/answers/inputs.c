/* Inputs of both programs: random numbers, and small integers where they may be indices. */
#include "verify/answers/inputs.h"

#include <math.h>

#include "verify/values/alike.h"
#include "verify/values/field.h"

static uint64_t random_word(const struct inputs *inputs, uint32_t number, uint64_t at) {
    const struct arithmetic dice = {.key = inputs->seed};
    const uint64_t words[2] = {number, at};
    return keyed_word(&dice, 0x10b5, 2, words);
}

/* Between 0 and 1. Where inputs are not as large as usual, those of some arguments are of the other
 * sign, so that all of a row are negative. */
static double random_positive(const struct inputs *inputs, uint32_t number, uint64_t word) {
    bool turned = inputs->mode == INPUTS_POSITIVE && inputs->spread != 1 &&
                  (random_word(inputs, number + 0x30000, 0) & 1);
    double x = ldexp((double)(word >> 11), -53);
    return turned ? -x : x;
}

/* Sums of twelve uniform numbers are close to normal ones. */
static double random_real(const struct inputs *inputs, uint32_t number, uint64_t word) {
    if (inputs->mode == INPUTS_POSITIVE || inputs->mode == INPUTS_DOMINANT) {
        return random_positive(inputs, number, word);
    }
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        word = word * 0x9e3779b97f4a7c15u + 0xd6e8feb86659fd93u;
        sum += ldexp((double)(word >> 32), -32);
    }
    return inputs->mode == INPUTS_NEAR ? sum / 8 : sum;
}

static uint64_t random_float(const struct evaluator *e, const struct inputs *inputs,
                             uint32_t number, uint64_t word) {
    if (inputs->mode == INPUTS_FEW) {
        static const double few[] = {-1, 0, 1, 2};
        return word_of_real(&e->arithmetic, few[word >> 62]);
    }
    return e->arithmetic.world == WORLD_FIELD
               ? field_cut(word)
               : bits_of(inputs->spread * random_real(inputs, number, word));
}

/* --- marks ------------------------------------------------------------------------------------ */

static void add_mark(struct marks *marks, int64_t value) {
    enum { FARTHEST = 1 << 20 };
    for (uint32_t i = 0; i < marks->count; i++) {
        if (marks->items[i] == value) {
            return;
        }
    }
    if (marks->count < MOST_MARKS && value > -FARTHEST && value < FARTHEST) {
        marks->items[marks->count++] = value;
    }
}

static void add_constant(struct marks *marks, const struct op *op) {
    const struct attr *value = op_property(op, "value");
    if (!value || value->kind != ATTR_DENSE || kind_of(value->type).class != KIND_INTEGER ||
        kind_of(value->type).width > 64) {
        return;
    }
    int64_t count = value->splat ? 1 : type_count(value->type);
    for (int64_t i = 0; i < count && i < 16; i++) {
        add_mark(marks, attr_dense_integer(value, i));
    }
}

static bool add_marks(struct op *op, void *data) {
    struct marks *marks = data;
    if (op_is(op, OP_CONSTANT) || op_is(op, OP_SDY_CONSTANT)) {
        add_constant(marks, op);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op_result(op, i)->type;
        for (uint32_t d = 0; type_is_tensor(type) && d < type->rank; d++) {
            add_mark(marks, type->dims[d]);
        }
    }
    return true;
}

void marks_find(struct marks *marks, const struct module *module) {
    op_walk(module->op, add_marks, marks);
}

/* --- integers --------------------------------------------------------------------------------- */

/* At a power of two or beside it, of either sign: too large for fewer bits. */
static uint64_t far_integer(uint32_t width, uint64_t dice) {
    uint64_t power = (uint64_t)1 << (dice >> 16) % width, beside = power + dice % 3 - 1;
    return dice & 0x8000 ? -beside : beside;
}

/* Half of them at a mark or beside it, the others small, for indices and numbers of turns, or
 * negative, or too large for an index; in one run of four some are far. A single one is never far,
 * for it may be a number of turns. Unsigned ones of 32 bits and more, which are states of random
 * numbers as often, have all their bits in half of the runs. Those of layers are so small that all
 * of them are indices: one label that is out of range makes a mean of losses NaN. */
static uint64_t random_integer(const struct inputs *inputs, struct kind kind, uint64_t word,
                               bool is_scalar) {
    uint64_t least = is_scalar ? 4 : 3 + inputs->seed * 2654435761u % 61, way = word >> 58;
    uint64_t dice = word & 0xffffffff;
    if (inputs->mode == INPUTS_LAYERS) {
        return integer_wrap(kind, dice % 4);
    }
    if (kind.is_unsigned && kind.width >= 32 && (inputs->seed & 1)) {
        return integer_wrap(kind, word);
    }
    if (way < 32 && inputs->marks->count > 0) {
        int64_t mark = inputs->marks->items[dice % inputs->marks->count];
        if (!is_scalar || mark < 1000) {
            return integer_wrap(kind, (uint64_t)mark + (dice >> 16) % 3 - 1);
        }
    }
    if (way >= 42 && way < 48 && !is_scalar && inputs->seed % 4 == 1) {
        return integer_wrap(kind, far_integer(kind.width, dice));
    }
    uint64_t value = dice % least;
    value = way < 38 ? -value - 1 : way < 42 && !is_scalar ? value * 4 : value;
    return integer_wrap(kind, value);
}

/* Truth values: as many of either, or few of one. */
static uint64_t random_truth(const struct inputs *inputs, uint64_t word) {
    uint64_t often = word >> 60;
    switch (inputs->seed % 4) {
    case 0:
        return often < 8;
    case 1:
        return often > 0;
    case 2:
        return often == 0;
    default:
        return often < 4;
    }
}

static struct number random_number(const struct evaluator *e, const struct inputs *inputs,
                                   uint32_t number, struct kind kind, uint64_t at, bool scalar) {
    uint64_t word = random_word(inputs, number, at);
    if (kind.class == KIND_INTEGER && kind.width == 1 && inputs->mode != INPUTS_SAME) {
        return (struct number){random_truth(inputs, word), 0};
    }
    if (kind.class == KIND_INTEGER) {
        return (struct number){random_integer(inputs, kind, word, scalar), 0};
    }
    struct number x = {random_float(e, inputs, number, word), 0};
    if (kind.class == KIND_COMPLEX) {
        x.im = random_float(e, inputs, number, random_word(inputs, number + 0x10000, at));
    }
    return x;
}

/* What is too large for a type is as large as usual. */
static uint64_t rounded_word(const struct inputs *inputs, enum float_kind kind, uint64_t word) {
    double near = float_from_bits(kind, float_to_bits(kind, real_of(word)));
    double usual = real_of(word) / inputs->spread;
    return bits_of(isfinite(near) ? near : float_from_bits(kind, float_to_bits(kind, usual)));
}

/* As near as the type of the elements has it, so that inputs can be written down. */
static struct number rounded(const struct evaluator *e, const struct inputs *inputs,
                             const struct type *type, struct number x) {
    const struct type *element = type_element(type);
    if (e->arithmetic.world != WORLD_REALS || kind_of(type).class > KIND_COMPLEX) {
        return x;
    }
    bool is_complex = element->kind == TYPE_COMPLEX;
    enum float_kind kind = (is_complex ? element->element : element)->float_kind;
    kind = kind == FLOAT_F64 ? FLOAT_F32 : kind; /* so that its bits are known (opaque.c) */
    x.re = rounded_word(inputs, kind, x.re);
    x.im = is_complex ? rounded_word(inputs, kind, x.im) : 0;
    return x;
}

/* Of a normally distributed number: an element of a weight, or of a vector. */
static double of_layers(const struct type *type, double x) {
    if (type->rank < 2) {
        return 0.25 + fabs(x) / 2;
    }
    int64_t last = type->dims[type->rank - 1], count = type_count(type);
    return count > 0 ? x / sqrt((double)(count / last)) : x;
}

/* What is added to an element so that its matrix has a large diagonal. */
static double dominance(const struct inputs *inputs, const struct type *type, int64_t at) {
    int64_t size = type->rank >= 2 ? type->dims[type->rank - 1] : 0;
    bool is_square = size > 0 && size == type->dims[type->rank - 2];
    bool is_diagonal = is_square && at / size % size == at % size;
    return inputs->mode == INPUTS_DOMINANT && is_diagonal ? (double)size : 0;
}

struct tensor *input_whole(const struct evaluator *e, const struct inputs *inputs, uint32_t number,
                           const struct type *type) {
    struct tensor *whole = tensor_of(type);
    struct kind kind = kind_of(type);
    bool is_scalar = whole->count == 1, same = inputs->mode == INPUTS_SAME;
    for (int64_t i = 0; i < whole->count; i++) {
        uint64_t place = random_word(inputs, number + 0x20000, (uint64_t)i);
        bool is_other = place % (uint64_t)whole->count == 0;
        uint64_t at = same && !is_other ? 0 : (uint64_t)i + same;
        struct number x = random_number(e, inputs, number, kind, at, is_scalar);
        if (kind.class != KIND_INTEGER && e->arithmetic.world == WORLD_REALS) {
            double real = real_of(x.re) + dominance(inputs, type, i);
            x.re = bits_of(inputs->mode == INPUTS_LAYERS ? of_layers(type, real) : real);
        }
        tensor_put(whole, i, rounded(e, inputs, type, x));
    }
    whole->degree = kind.class == KIND_INTEGER ? 0 : 1;
    return whole;
}

/* --- on devices ------------------------------------------------------------------------------- */

/* Of a number that is to be summed over axes: the first device holds what the others leave. */
static struct number share_of(const struct evaluator *e, const struct inputs *inputs,
                              uint32_t number, const struct crossing *crossing, int64_t digit,
                              struct number whole, uint64_t at) {
    struct kind kind = kind_of(crossing->whole);
    int64_t shares = axes_size(crossing->mesh, crossing->unreduced);
    struct number rest = whole;
    for (int64_t k = 1; k < shares; k++) {
        struct number share =
            random_number(e, inputs, number + 0x100000 * (uint32_t)k, kind, at, false);
        if (k == digit) {
            return share;
        }
        rest = number_add(&e->arithmetic, kind, rest, number_negate(&e->arithmetic, kind, share));
    }
    return rest;
}

static struct tensor *part_for(const struct evaluator *e, const struct inputs *inputs,
                               uint32_t number, const struct crossing *crossing,
                               const struct tensor *whole, int64_t device) {
    struct part part = crossing_part(crossing, device);
    const struct type *type = crossing->local;
    struct tensor *own = tensor_of(type);
    struct kind kind = kind_of(type);
    int64_t strides[MAX_RANK], place[MAX_RANK] = {0}, at = 0;
    int64_t digit = crossing->unreduced.count == 0
                        ? 0
                        : axes_digit(crossing->mesh, crossing->unreduced,
                                     mesh_position(crossing->mesh, device));
    strides_of(crossing->whole, strides);
    own->degree = whole->degree;
    do {
        int64_t from = 0;
        bool is_padding = false;
        for (uint32_t d = 0; d < type->rank; d++) {
            is_padding = is_padding || place[d] >= part.extent[d];
            from += (part.begin[d] + place[d]) * strides[d];
        }
        if (at >= own->count) {
            break;
        }
        struct number x =
            is_padding
                ? rounded(e, inputs, type,
                          random_number(e, inputs, number + 0x1000 + (uint32_t)device * 0x2000,
                                        kind, (uint64_t)at, false))
                : tensor_get(whole, from);
        if (!is_padding && crossing->unreduced.count > 0) {
            x = share_of(e, inputs, number, crossing, digit, x, (uint64_t)from);
        }
        tensor_put(own, at++, x);
    } while (place_next(type->rank, type->dims, place));
    return own;
}

/* A part that has no padding, and is no share, is the same wherever it is. In real numbers, and in
 * each second run, parts that begin at one place have the same padding, and so have all that are
 * nothing else: of thousands of devices that have no part, one is evaluated then. In other runs
 * those have one of a few paddings. */
static bool is_one_with_others(const struct evaluator *e, const struct inputs *inputs,
                               const struct crossing *crossing, int64_t device, struct part *part) {
    enum { PADDINGS = 16 };
    bool whole = true, empty = part_is_empty(crossing, part);
    for (uint32_t d = 0; d < crossing->whole->rank; d++) {
        whole = whole && part->extent[d] == part->local[d];
    }
    bool shares = e->arithmetic.world == WORLD_REALS || inputs->seed % 2 == 0;
    int64_t padding = shares ? 0 : (int64_t)(((uint64_t)device * 0x9e3779b97f4a7c15u) >> 60);
    for (uint32_t d = 0; d < crossing->whole->rank && empty; d++) {
        part->begin[d] = -1 - padding % PADDINGS;
    }
    return crossing->unreduced.count == 0 && (whole || shares || empty);
}

struct lanes input_parts(const struct evaluator *e, const struct inputs *inputs, uint32_t number,
                         const struct crossing *crossing, const struct tensor *whole) {
    struct lanes lanes = lanes_new(e);
    int64_t(*begins)[MAX_RANK] = memory_array((size_t)e->devices, sizeof *begins);
    struct alike alike;
    alike_open(&alike, e->devices, begins, sizeof *begins);
    for (int64_t d = 0; d < e->devices; d++) {
        if (!type_is_tensor(crossing->whole)) {
            lanes.items[d] = tensor_of(crossing->local);
            continue;
        }
        struct part part = crossing_part(crossing, d);
        bool is_one = is_one_with_others(e, inputs, crossing, d, &part);
        memcpy(begins[d], part.begin, crossing->whole->rank * sizeof *part.begin);
        int64_t first = is_one ? alike_first(&alike, d) : d;
        lanes.items[d] = first == d ? part_for(e, inputs, number, crossing, whole, d)
                                    : tensor_keep(lanes.items[first]);
    }
    alike_close(&alike);
    memory_free(begins);
    return lanes;
}
