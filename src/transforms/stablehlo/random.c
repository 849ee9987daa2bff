/* rng_bit_generator and rng. */
#include <math.h>

#include "ops/expand_builder.h"
#include "ops/verify/fault.h"
#include "transforms/chlo/expression.h"
#include "transforms/stablehlo/random_bits.h"

static struct context *context_of(const struct formula *formula) {
    return formula->at.module->context;
}

/* The unsigned integer as wide as an element. */
static const struct type *bits_type(struct formula *formula, const struct type *element) {
    return type_integer(context_of(formula), type_bits(element), UNSIGNED);
}

/* The same bits as elements of another type. */
static expr bits_of_type(expr x, const struct type *element) {
    return element_of(x) == element ? x : let(bits_as(element, x));
}

/* --- rng_bit_generator ------------------------------------------------------------------------ */

/* Element `index` of the state. */
static expr state_word(struct formula *formula, expr words, int64_t index) {
    int64_t limit = index + 1;
    struct value *item = build_slice(&formula->at, value_of(words), &index, &limit);
    return known(formula, build_reshape(&formula->at, item, 0, NULL));
}

/* XLA's layout of a state: the key, then the counter. Philox's counter of 128 bits begins with its
 * lower half where there are three words; of two words the key is the upper half, too. */
static struct random_state read_state(struct formula *formula, expr words, int64_t count) {
    struct random_state state = {.key = state_word(formula, words, 0),
                                 .counter = state_word(formula, words, 1)};
    state.upper = count == 3 ? state_word(formula, words, 2) : state.key;
    return state;
}

static struct value *written_state(struct formula *formula, struct random_state state,
                                   int64_t count) {
    const expr items[3] = {state.key, state.counter, state.upper};
    struct value *words[3];
    int64_t one = 1;
    for (int64_t i = 0; i < count; i++) {
        words[i] = build_reshape(&formula->at, value_of(items[i]), 1, &one);
    }
    return build_concatenate(&formula->at, (uint32_t)count, words, 0);
}

static bool check_request(struct formula *formula, enum rng_algorithm algorithm) {
    const struct type *state = op_operand(formula->op, 0)->type;
    int64_t most = algorithm == RNG_THREE_FRY ? 2 : 3;
    if (state->element->kind != TYPE_INTEGER || type_bits(state->element) != 64 ||
        state->rank != 1 || state->dims[0] < 2 || state->dims[0] > most) {
        return fault(formula->op, context_of(formula),
                     "the state of %s must be %s integers of 64 bits, but is '%s'",
                     most == 2 ? "THREE_FRY" : "PHILOX", most == 2 ? "two" : "two or three",
                     say_type(context_of(formula), state));
    }
    return true;
}

bool expand_rng_bit_generator(struct formula *formula) {
    struct op *op = formula->op;
    struct context *context = context_of(formula);
    enum rng_algorithm algorithm = attr_case(op_attr(op, "rng_algorithm"), RNG_DEFAULT);
    const struct type *type = op_result(op, 1)->type;
    algorithm = algorithm == RNG_DEFAULT ? RNG_PHILOX : algorithm;
    if (!check_request(formula, algorithm)) {
        return false;
    }
    expr words = operand(formula, 0);
    const struct type *element = element_of(words);
    int64_t count = op_operand(op, 0)->type->dims[0];
    struct random_state state =
        read_state(formula, bits_of_type(words, bits_type(formula, element)), count);
    expr bits = random_bits(formula, algorithm, &state,
                            type_with_element(context, type, bits_type(formula, type->element)));
    expr next = bits_of_type(known(formula, written_state(formula, state, count)), element);
    value_replace_uses(op_result(op, 0), value_of(next));
    value_replace_uses(op_result(op, 1), value_of(bits_of_type(bits, type->element)));
    op_erase(op);
    return true;
}

/* --- rng -------------------------------------------------------------------------------------- */

/* Philox with a key of its own for each operation of the module, mixed as SplitMix64 does. The same
 * program gives the same numbers each time, however it is sharded. */
static expr drawn_bits(struct formula *formula, uint64_t stream, const struct type *element) {
    uint64_t key = (2 * (uint64_t)formula->number + stream + 1) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    struct random_state state = {.key = random_constant(formula, key ^ key >> 31),
                                 .counter = random_constant(formula, 0),
                                 .upper = random_constant(formula, 0)};
    const struct type *type = op_result(formula->op, 0)->type;
    return random_bits(formula, RNG_PHILOX, &state,
                       type_with_element(context_of(formula), type, element));
}

/* A parameter of the distribution, for each element of the result. */
static expr parameter(struct formula *formula, uint32_t index, const struct type *element) {
    expr scalar = operand(formula, index);
    scalar = element_of(scalar) == element ? scalar : let(convert_to(element, scalar));
    const struct type *type =
        type_with_element(context_of(formula), op_result(formula->op, 0)->type, element);
    return known(formula, build_broadcast_in_dim(&formula->at, value_of(scalar), type, 0, NULL));
}

/* From a to b - 1: of 64 bits, the remainder. */
static expr uniform_integers(struct formula *formula) {
    const struct type *element = type_element(op_result(formula->op, 0)->type);
    const struct type *u64 = type_integer(context_of(formula), 64, UNSIGNED);
    expr a = parameter(formula, 0, u64), b = parameter(formula, 1, u64);
    expr size = let(larger(difference(b, a), whole(a, 1)));
    expr chosen = let(sum(a, remainder_of(drawn_bits(formula, 0, u64), size)));
    return element == u64 ? chosen : convert_to(element, chosen);
}

/* Numbers from 0 up to but not 1, multiples of 2^-digits, of bits that are at least as many. */
static expr fractions(expr bits, uint32_t digits, const struct type *element) {
    uint32_t width = type_bits(element_of(bits));
    expr kept = digits < width ? shift_right_logical(bits, whole(bits, width - digits)) : bits;
    expr scaled = let(convert_to(element, let(kept)));
    return let(product(scaled, number(scaled, ldexp(1, -(int)digits))));
}

/* From a up to but not b. Types narrower than f32 are computed in it, with as many digits as they
 * have; what rounds up to b becomes a. */
static expr uniform_floats(struct formula *formula, const struct type *work) {
    const struct type *element = type_element(op_result(formula->op, 0)->type);
    expr a = parameter(formula, 0, work), b = parameter(formula, 1, work);
    const struct type *integer = bits_type(formula, work);
    expr u = fractions(drawn_bits(formula, 0, integer), float_precision(element->float_kind), work);
    expr x = let(sum(product(u, difference(b, a)), a));
    expr low = a, high = b;
    if (work != element) {
        x = let(convert_to(element, x));
        low = parameter(formula, 0, element);
        high = parameter(formula, 1, element);
    }
    return choose(at_least(x, high), low, x);
}

/* Box and Muller: of two uniform numbers the radius and the angle of a point of the plane. */
static expr normal_floats(struct formula *formula, const struct type *work) {
    const struct type *element = type_element(op_result(formula->op, 0)->type);
    const struct type *integer = bits_type(formula, work);
    uint32_t digits = float_precision(work->float_kind);
    expr u = fractions(drawn_bits(formula, 0, integer), digits, work);
    expr v = fractions(drawn_bits(formula, 1, integer), digits, work);
    expr radius = let(square_root(product(number(u, -2), logarithm(difference(number(u, 1), u)))));
    expr normal = let(product(radius, cosine(product(v, number(v, 2 * PI)))));
    expr x = let(sum(parameter(formula, 0, work), product(parameter(formula, 1, work), normal)));
    return work == element ? x : convert_to(element, x);
}

bool expand_rng(struct formula *formula) {
    const struct op *op = formula->op;
    if (!type_is_static(op_result(op, 0)->type)) {
        return false;
    }
    const struct type *element = type_element(op_result(op, 0)->type);
    if (element->kind != TYPE_FLOAT) {
        return replace_with(formula, uniform_integers(formula));
    }
    bool wide = element->float_kind == FLOAT_F64;
    const struct type *work = type_float(context_of(formula), wide ? FLOAT_F64 : FLOAT_F32);
    bool normal = attr_case(op_attr(op, "rng_distribution"), RNG_UNIFORM) == RNG_NORMAL;
    return replace_with(formula,
                        normal ? normal_floats(formula, work) : uniform_floats(formula, work));
}
