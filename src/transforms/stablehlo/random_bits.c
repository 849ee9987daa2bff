/* The bits of the counter-based generators of J. Salmon et al., "Parallel random numbers: as easy
 * as 1, 2, 3" (2011), handed out in the order that XLA has. A block of words follows from the key
 * and the number of the block alone, so blocks are elements of tensors, computed side by side.
 *
 * ThreeFry: a block is two words of 32 bits. An element of 64 bits takes a block. Tensors of
 * narrower elements are folded in two along a dimension, whose elements are the first and the
 * second words in turn.
 * Philox: a block is four words, which the elements take one after the other, those of 64 bits two
 * at a time. Its counter has 128 bits.
 * Elements of less than 32 bits are the low ends of words. */
#include "transforms/stablehlo/random_bits.h"

#include <string.h>

enum { MOST_WORDS = 4 };

/* A request: its blocks are the elements of tensors of the shape `blocks`, which has elements of
 * ui64. */
struct request {
    struct formula *formula;
    const struct type *blocks, *u32, *u64;
};

/* --- arithmetic ------------------------------------------------------------------------------- */

static expr shift_left(expr x, expr by) {
    return binary_of(OP_SHIFT_LEFT, x, by);
}

static expr exclusive_or(expr a, expr b) {
    return binary_of(OP_XOR, a, b);
}

static expr low_word(const struct request *request, expr x) {
    return let(convert_to(request->u32, x));
}

static expr high_word(const struct request *request, expr x) {
    return low_word(request, shift_right_logical(x, whole(x, 32)));
}

static expr joined_words(const struct request *request, expr low, expr high) {
    expr upper = let(convert_to(request->u64, high));
    return let(either(convert_to(request->u64, low), shift_left(upper, whole(upper, 32))));
}

expr random_constant(struct formula *formula, uint64_t value) {
    struct context *context = formula->at.module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 64, UNSIGNED), 0, NULL, NULL);
    return known(formula, build_constant(&formula->at,
                                         attr_dense(context, type, &value, sizeof value, true)));
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* A scalar as a tensor of the shape of the blocks. */
static expr for_all(const struct request *request, expr scalar) {
    struct formula *formula = request->formula;
    const struct type *type =
        type_with_element(formula->at.module->context, request->blocks, element_of(scalar));
    return known(formula, build_broadcast_in_dim(&formula->at, value_of(scalar), type, 0, NULL));
}

/* The number of each block: its place in the order of rows. */
static expr block_numbers(const struct request *request) {
    struct formula *formula = request->formula;
    const struct type *type = request->blocks;
    expr number = NULL;
    int64_t stride = 1;
    for (uint32_t d = type->rank; d-- > 0; stride *= type->dims[d]) {
        if (type->dims[d] < 2) {
            continue;
        }
        expr place = known(formula, build_iota(&formula->at, type, d));
        place = let(product(place, whole(place, stride)));
        number = number ? let(sum(place, number)) : place;
    }
    return number ? number : let(for_all(request, random_constant(formula, 0)));
}

/* The words of each block, one behind the other along a dimension; its first `size` elements. */
static expr interleaved(const struct request *request, const expr *words, uint32_t count,
                        uint32_t dim, int64_t size) {
    struct builder *at = &request->formula->at;
    const struct type *type = request->blocks;
    int64_t dims[MAX_RANK + 1], start[MAX_RANK] = {0};
    memcpy(dims, type->dims, (dim + 1) * sizeof *dims);
    dims[dim + 1] = 1;
    memcpy(dims + dim + 2, type->dims + dim + 1, (type->rank - dim - 1) * sizeof *dims);
    struct value *parts[MOST_WORDS];
    for (uint32_t i = 0; i < count; i++) {
        parts[i] = build_reshape(at, value_of(words[i]), type->rank + 1, dims);
    }
    struct value *all = build_concatenate(at, count, parts, dim + 1);
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[dim] *= count;
    all = build_reshape(at, all, type->rank, dims);
    if (dims[dim] != size) {
        dims[dim] = size;
        all = build_slice(at, all, start, dims);
    }
    return known(request->formula, all);
}

/* Words as elements of another unsigned type, of at most 32 bits. */
static expr as_elements(const struct request *request, expr words, const struct type *type) {
    return type->element == request->u32 ? words : let(convert_to(type->element, words));
}

/* --- ThreeFry --------------------------------------------------------------------------------- */

static void threefry_rounds(expr x[2], const int *rotations) {
    for (int i = 0; i < 4; i++) {
        expr y = x[1];
        x[0] = let(sum(x[0], y));
        expr rotated = either(shift_left(y, whole(y, rotations[i])),
                              shift_right_logical(y, whole(y, 32 - rotations[i])));
        x[1] = let(exclusive_or(x[0], rotated));
    }
}

/* The two words of each block. */
static void threefry(const struct request *request, struct random_state *state, expr x[2]) {
    static const int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    expr key[3] = {low_word(request, state->key), high_word(request, state->key)};
    key[2] = let(exclusive_or(exclusive_or(key[0], key[1]), whole(key[0], 0x1BD11BDA)));
    expr start = for_all(request, state->counter);
    expr counter = let(sum(start, block_numbers(request)));
    x[0] = let(sum(low_word(request, counter), for_all(request, key[0])));
    x[1] = let(sum(high_word(request, counter), for_all(request, key[1])));
    for (int i = 0; i < 5; i++) {
        threefry_rounds(x, rotations[i % 2]);
        expr second = key[(i + 2) % 3];
        x[0] = let(sum(x[0], for_all(request, key[(i + 1) % 3])));
        x[1] = let(sum(x[1], for_all(request, let(sum(second, whole(second, i + 1))))));
    }
    int64_t count = type_count(request->blocks);
    state->counter = let(sum(state->counter, whole(state->counter, count)));
}

/* The dimension along which a tensor is folded in two: the first whose size is even, else the first
 * of the largest. */
static uint32_t folded_dim(const struct type *type) {
    uint32_t largest = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        if (type->dims[d] % 2 == 0) {
            return d;
        }
        largest = type->dims[d] > type->dims[largest] ? d : largest;
    }
    return largest;
}

static expr threefry_bits(struct request *request, struct random_state *state,
                          const struct type *type) {
    expr x[2];
    bool halves = type_bits(type->element) <= 32 && type->rank > 0;
    uint32_t dim = halves ? folded_dim(type) : 0;
    if (halves) {
        int64_t dims[MAX_RANK];
        memcpy(dims, type->dims, type->rank * sizeof *dims);
        dims[dim] = (dims[dim] + 1) / 2;
        request->blocks =
            type_with_dims(request->formula->at.module->context, request->blocks, type->rank, dims);
    }
    threefry(request, state, x);
    if (type_bits(type->element) == 64) {
        return joined_words(request, x[0], x[1]);
    }
    expr words = halves ? interleaved(request, x, 2, dim, type->dims[dim]) : x[0];
    return as_elements(request, words, type);
}

/* --- Philox ----------------------------------------------------------------------------------- */

static void philox_round(const struct request *request, expr x[4], const expr key[2]) {
    static const uint32_t factors[2] = {0xD2511F53, 0xCD9E8D57};
    expr low[2], high[2];
    for (int i = 0; i < 2; i++) {
        expr wide = let(convert_to(request->u64, x[2 * i]));
        wide = let(product(wide, whole(wide, factors[i])));
        low[i] = low_word(request, wide);
        high[i] = high_word(request, wide);
    }
    expr first = let(exclusive_or(exclusive_or(high[1], x[1]), for_all(request, key[0])));
    expr third = let(exclusive_or(exclusive_or(high[0], x[3]), for_all(request, key[1])));
    x[0] = first;
    x[1] = low[1];
    x[2] = third;
    x[3] = low[0];
}

/* `*low` plus a number; the carry goes to `*high`. */
static void add_128(expr *low, expr *high, expr number) {
    expr before = *low;
    *low = let(sum(before, number));
    *high = let(choose(less(*low, before), sum(*high, whole(*high, 1)), *high));
}

/* The four words of each block. */
static void philox(const struct request *request, struct random_state *state, expr x[4]) {
    expr key[2] = {low_word(request, state->key), high_word(request, state->key)};
    expr low = for_all(request, state->counter), high = for_all(request, state->upper);
    add_128(&low, &high, block_numbers(request));
    x[0] = low_word(request, low);
    x[1] = high_word(request, low);
    x[2] = low_word(request, high);
    x[3] = high_word(request, high);
    for (int i = 0; i < 10; i++) {
        philox_round(request, x, key);
        key[0] = let(sum(key[0], whole(key[0], 0x9E3779B9)));
        key[1] = let(sum(key[1], whole(key[1], 0xBB67AE85)));
    }
    int64_t count = type_count(request->blocks);
    add_128(&state->counter, &state->upper, let(whole(state->counter, count)));
}

static expr philox_bits(struct request *request, struct random_state *state,
                        const struct type *type) {
    bool wide = type_bits(type->element) == 64;
    int64_t size = type_count(type), per_block = wide ? 2 : 4;
    int64_t blocks = size / per_block + (size % per_block != 0);
    request->blocks =
        type_with_dims(request->formula->at.module->context, request->blocks, 1, &blocks);
    expr x[4];
    philox(request, state, x);
    if (wide) {
        x[0] = joined_words(request, x[0], x[1]);
        x[1] = joined_words(request, x[2], x[3]);
    }
    expr words = interleaved(request, x, (uint32_t)per_block, 0, size);
    struct value *shaped =
        build_reshape(&request->formula->at, value_of(words), type->rank, type->dims);
    words = known(request->formula, shaped);
    return wide ? words : as_elements(request, words, type);
}

expr random_bits(struct formula *formula, enum rng_algorithm algorithm, struct random_state *state,
                 const struct type *type) {
    struct context *context = formula->at.module->context;
    struct request request = {.formula = formula,
                              .u32 = type_integer(context, 32, UNSIGNED),
                              .u64 = type_integer(context, 64, UNSIGNED)};
    request.blocks = type_with_element(context, type, request.u64);
    return algorithm == RNG_THREE_FRY ? threefry_bits(&request, state, type)
                                      : philox_bits(&request, state, type);
}
