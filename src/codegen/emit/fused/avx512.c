/* Fused strips by the instructions of AVX-512: masks are registers of their own, and what is left
 * of a strip is a masked vector. Powers of two come from the instruction that scales by them, which
 * rounds once, as the runtime's two steps do. */
#include "codegen/emit/fused/assembly.h"

/* Registers of masks, by their numbers: values have those between the first and the last three. */
enum mask_register {
    EVERYWHERE,    /* no mask */
    TINY_MASK = 5, /* of an exponential */
    SCRATCH_MASK,  /* free between one operation and the next */
    TAIL_MASK,     /* the elements that are left */
};
enum vector_register { VECTORS = 32, LEAST_VECTORS = 8 }; /* constants leave values so many */

static void add(struct assembly *as, enum instruction op, int32_t to, int32_t a, int32_t b) {
    evex_registers(as->code, evex_of(op, as->wide), to, a, b, 0, false);
}

/* The same under a mask: 0 where it has none, or what was there before. */
static void add_zeroed(struct assembly *as, enum instruction op, int32_t to, int32_t a, int32_t b,
                       int32_t mask) {
    evex_registers(as->code, evex_of(op, as->wide), to, a, b, mask, true);
}

static void add_masked(struct assembly *as, enum instruction op, int32_t to, int32_t a, int32_t b,
                       int32_t mask) {
    evex_registers(as->code, evex_of(op, as->wide), to, a, b, mask, false);
}

static void shift(struct assembly *as, enum instruction op, int32_t to, int32_t from,
                  int32_t count) {
    evex_shift(as->code, op, to, from, count, EVERYWHERE);
}

static int32_t constant(struct assembly *as, uint64_t bits, bool is_scalar) {
    return assembly_kept(as, bits, is_scalar, LEAST_VECTORS);
}

/* --- masks --- */

static void compare_floats(struct assembly *as, int32_t k, int32_t a, int32_t b, int32_t how) {
    add(as, VCMP, k, a, b);
    evex_immediate(as->code, how);
}

static void compare(struct assembly *as, enum scalar_op op, enum element type, int32_t to,
                    int32_t a, int32_t b) {
    static const uint8_t floats[] = {0x00, 0x04, 0x11, 0x12, 0x1e, 0x1d},
                         words[] = {0, 4, 1, 2, 6, 5};
    uint32_t which = (uint32_t)op - SCALAR_EQ; /* EQ, NE, LT, LE, GT, GE */
    if (fused_is_float(type)) {
        compare_floats(as, to, a, b, floats[which]);
        return;
    }
    add(as, fused_is_unsigned(type) ? VPCMPU : VPCMP, to, a, b);
    evex_immediate(as->code, words[which]);
}

static void combine_masks(struct assembly *as, enum scalar_op op, int32_t to, int32_t a,
                          int32_t b) {
    if (op == SCALAR_NOT) {
        encode_masks(as->code, KNOT, to, 0, a);
    } else {
        encode_masks(as->code, op == SCALAR_AND ? KAND : op == SCALAR_OR ? KOR : KXOR, to, a, b);
    }
}

static void choose(struct assembly *as, int32_t to, int32_t mask, int32_t a, int32_t b) {
    add_masked(as, VBLENDM, to, b, a, mask);
}

static void number_where(struct assembly *as, int32_t to, int32_t mask, int32_t number) {
    add_zeroed(as, VMOV, to, 0, number, mask);
}

static void choose_by_sign(struct assembly *as, int32_t to, int32_t a, int32_t number, int32_t b) {
    add(as, VPMOV2M, SCRATCH_MASK, 0, a);
    choose(as, to, SCRATCH_MASK, b, number);
}

/* --- floats --- */

static void extreme_floats(struct assembly *as, bool greater, int32_t to, int32_t a, int32_t b) {
    add(as, VRANGE, to, a, b);
    evex_immediate(as->code, greater ? 5 : 4);
    compare_floats(as, SCRATCH_MASK, a, b, EVEX_UNORDERED);
    add_masked(as, VADD, to, a, b, SCRATCH_MASK);
}

static void to_integer(struct assembly *as, int32_t to, int32_t a) {
    compare_floats(as, SCRATCH_MASK, a, a, EVEX_ORDERED);
    add_zeroed(as, VCVTTPS2DQ, to, 0, to, SCRATCH_MASK);
}

static void copy_sign(struct assembly *as, int32_t to, int32_t a, int32_t x, int32_t n) {
    add(as, VMOV, n, 0, assembly_bits(as, UINT64_C(1) << 31, UINT64_C(1) << 63));
    add(as, VPTERNLOG, n, a, x);
    evex_immediate(as->code, EVEX_FIRST_CHOOSES);
    add(as, VMOV, to, 0, n);
}

static void power(struct assembly *as, int32_t n) {
    add(as, VSCALEF, n, assembly_number(as, 1), n);
}

/* --- code that is jumped where no element needs it --- */

/* On vectors of f32 and of words of 32 bits, under the scratch mask, in code that may be jumped. */
static void where_scratch(struct buffer *code, enum instruction op, int32_t to, int32_t a,
                          int32_t b) {
    evex_registers(code, evex_of(op, false), to, a, b, SCRATCH_MASK, false);
}

/* More of what is jumped, behind operations on vectors, which do not change whether it is. */
static void where_again(struct assembly *as, const struct buffer *code) {
    encode_general(as->code, JUMP_EQUAL_NEAR);
    evex_immediate(as->code, (int32_t)code->length);
    buffer_add_bytes(as->code, code->text, code->length);
}

/* Code for vectors that have elements in the mask: others jump it. */
static void where(struct assembly *as, int32_t mask, const struct buffer *code) {
    encode_masks(as->code, KORTEST, mask, 0, mask);
    where_again(as, code);
}

/* Code for vectors that have a NaN, of `vector`, which become the scratch mask. */
static void where_nan(struct assembly *as, int32_t vector, const struct buffer *code) {
    assembly_add(as, VCMP, SCRATCH_MASK, vector, vector);
    evex_immediate(as->code, EVEX_UNORDERED);
    where(as, SCRATCH_MASK, code);
}

/* What is left of NaNs in `rounded`, of those under the scratch mask: as much as
 * sdyrt_convert_f32_bf16 leaves. */
static void keep_nans(struct assembly *as, struct buffer *code, int32_t rounded, int32_t vector) {
    int32_t payload = assembly_constant(as, 0x7f0000, false),
            quiet = assembly_constant(as, 0x400000, false);
    where_scratch(code, VMOV, rounded, 0, vector);
    where_scratch(code, VPTESTNM, SCRATCH_MASK, vector, payload);
    where_scratch(code, VPOR, rounded, rounded, quiet);
}

/* --- exponentials --- */

/* Those of the scratch mask, and of these the ones that are subnormal. */
static int32_t find_not_zero(struct assembly *as, int32_t x, double least) {
    compare_floats(as, SCRATCH_MASK, x, assembly_number(as, least), EVEX_NOT_LESS);
    int32_t bound = assembly_number(as, as->wide ? -708.3964185322641 : -87.33654f);
    add_masked(as, VCMP, TINY_MASK, x, bound, SCRATCH_MASK);
    evex_immediate(as->code, EVEX_LESS);
    return SCRATCH_MASK;
}

/* to = to op b, of subnormal exponentials. */
static void put_tiny(const struct assembly *as, struct buffer *code, enum instruction op,
                     int32_t to, int32_t b) {
    evex_registers(code, evex_of(op, as->wide), to, to, b, TINY_MASK, false);
}

/* The instruction would make zeros and subnormal numbers itself, but many processors take more than
 * a hundred cycles for a vector with one that it rounds so, and the masked scores of attention are
 * such numbers. What is subnormal is rounded by a sum, in units of the least number. */
static void scale_not_zero(struct assembly *as, int32_t to, int32_t n, int32_t found) {
    int32_t ones = assembly_number(as, as->wide ? 0x1p52 : 0x1p23);
    struct buffer raise = {0}, round = {0};
    put_tiny(as, &raise, VADD, n, assembly_number(as, as->wide ? 1074 : 149));
    put_tiny(as, &round, VADD, to, ones);
    put_tiny(as, &round, VPSUB, to, ones);
    where(as, TINY_MASK, &raise);
    add_zeroed(as, VSCALEF, to, to, n, found);
    where_again(as, &round);
    buffer_free(&raise);
    buffer_free(&round);
}

/* --- floats of 16 bits --- */

/* Adds a bit less than half, and one where that is odd: 0x7fff by 1, and the bit by 1. */
static void round_by_dots(struct assembly *as, int32_t vector, bool cuts) {
    int32_t one = assembly_constant(as, 1, false), odd = assembly_constant(as, 0x10000, false);
    int32_t factors = assembly_constant(as, 0x17fff, false), t = assembly_vector(as);
    assembly_add(as, VMOV, t, 0, vector);
    assembly_add(as, VPTERNLOG, t, odd, one);
    evex_immediate(as->code, EVEX_AND_THEN_OR);
    assembly_add(as, VPDPWSSD, vector, t, factors);
    if (cuts) {
        assembly_add(as, VPAND, vector, vector, assembly_constant(as, 0xffff0000, false));
    }
    assembly_free(as, t);
}

static void round_bf16(struct assembly *as, int32_t vector, bool plain, bool cuts) {
    if (plain && as->has_dots) {
        round_by_dots(as, vector, cuts);
        return;
    }
    int32_t one = assembly_constant(as, 1, false), half = assembly_constant(as, 0x7fff, false);
    int32_t odd = assembly_constant(as, 0x10000, false),
            upper = assembly_constant(as, 0xffff0000, false);
    int32_t t = assembly_vector(as);
    struct buffer nans = {0};
    assembly_add(as, VPTESTM, SCRATCH_MASK, vector, odd);
    assembly_add(as, VPADD, t, vector, half);
    add_masked(as, VPADD, t, t, one, SCRATCH_MASK);
    if (!plain) {
        keep_nans(as, &nans, t, vector);
        where_nan(as, vector, &nans);
    }
    assembly_add(as, VPAND, vector, t, upper);
    buffer_free(&nans);
    assembly_free(as, t);
}

/* A NaN that signals goes on to do so: it loses the bits that f16 has no room for. */
static void round_f16(struct assembly *as, int32_t vector, bool quiet) {
    int32_t t = quiet ? vector : assembly_vector(as);
    assembly_add(as, VCVTPS2PH, vector, 0, t);
    evex_immediate(as->code, 0);
    assembly_add(as, VCVTPH2PS, t, 0, t);
    if (quiet) {
        return;
    }
    int32_t kept = assembly_constant(as, 0xffffe000, false),
            payload = assembly_constant(as, 0x7fe000, false),
            silent = assembly_constant(as, 0x400000, false);
    struct buffer nans = {0};
    where_scratch(&nans, VPAND, t, vector, kept);
    where_scratch(&nans, VPTESTNM, SCRATCH_MASK, vector, payload);
    where_scratch(&nans, VPOR, t, t, silent);
    where_nan(as, vector, &nans);
    assembly_add(as, VMOV, vector, 0, t);
    buffer_free(&nans);
    assembly_free(as, t);
}

static void load_f16(struct assembly *as, struct evex_address at, int32_t to, bool quiet) {
    int32_t mask = as->tail ? TAIL_MASK : 0;
    evex_memory(as->code, evex_of(VCVTPH2PS_LOAD, false), to, 0, at, mask, as->tail);
    if (quiet) {
        return;
    }
    int32_t silent = assembly_constant(as, 0x400000, false), t = assembly_vector(as);
    struct buffer nans = {0};
    evex_memory(&nans, evex_of(VPMOVZXW, false), t, 0, at, mask, as->tail);
    evex_shift(&nans, VPSLL, t, t, 13, EVERYWHERE);
    where_scratch(&nans, VPTERNLOG, to, t, silent);
    evex_immediate(&nans, EVEX_THIRD_CHOOSES);
    where_nan(as, to, &nans);
    buffer_free(&nans);
    assembly_free(as, t);
}

/* Stores a vector that has a NaN: its bits are put together, for the processor would silence it. */
static void store_nans(struct assembly *as, struct buffer *code, struct evex_address at,
                       int32_t from) {
    int32_t sign = assembly_constant(as, 0x8000, false), t = assembly_vector(as),
            u = assembly_vector(as), mask = as->tail ? TAIL_MASK : 0;
    evex_registers(code, evex_of(VCVTPS2PH, false), from, 0, t, 0, false);
    evex_immediate(code, 0);
    evex_registers(code, evex_of(VPMOVZXW_OF, false), t, 0, t, 0, false);
    evex_shift(code, VPSRL, t, from, 13, SCRATCH_MASK);
    evex_shift(code, VPSRL, u, from, 16, SCRATCH_MASK);
    where_scratch(code, VPTERNLOG, t, u, sign);
    evex_immediate(code, EVEX_THIRD_CHOOSES);
    evex_memory(code, evex_of(VPMOVW, false), t, 0, at, mask, false);
    assembly_free(as, t);
    assembly_free(as, u);
}

static void store_f16(struct assembly *as, struct evex_address at, int32_t from, bool quiet) {
    struct buffer numbers = {0}, nans = {0};
    evex_memory(&numbers, evex_of(VCVTPS2PH_STORE, false), from, 0, at, as->tail ? TAIL_MASK : 0,
                false);
    evex_immediate(&numbers, 0);
    if (!quiet) {
        store_nans(as, &nans, at, from);
        encode_general(&nans, JUMP_NEAR); /* behind the other */
        evex_immediate(&nans, (int32_t)numbers.length);
        where_nan(as, from, &nans);
    }
    buffer_add_bytes(as->code, numbers.text, numbers.length);
    buffer_free(&numbers);
    buffer_free(&nans);
}

/* --- memory --- */

static enum instruction load_instruction(enum element type) {
    switch (type) {
    case ELEMENT_I1:
    case ELEMENT_U8:
        return VPMOVZXB;
    case ELEMENT_I8:
        return VPMOVSXB;
    case ELEMENT_I16:
        return VPMOVSXW;
    case ELEMENT_U16:
    case ELEMENT_BF16:
        return VPMOVZXW;
    default:
        return VLOAD;
    }
}

static void load(struct assembly *as, const struct fused_value *value, int32_t to) {
    if (value->ahead != 0 && !as->tail) {
        evex_fetch(as->code, fused_elements(value->number, value->type), value->ahead);
    }
    if (value->spread) {
        struct evex_address at = {fused_pointers[value->number], RSP, 1};
        evex_memory(as->code, evex_of(VBROADCAST_LOAD, as->wide), to, 0, at, 0, false);
        return;
    }
    if (value->type == ELEMENT_F16) {
        load_f16(as, fused_elements(value->number, value->type), to,
                 as->quiet[value - as->fused->values]);
        return;
    }
    int32_t vector = value->type == ELEMENT_I1 ? assembly_vector(as) : to;
    evex_memory(as->code, evex_of(load_instruction(value->type), as->wide), vector, 0,
                fused_elements(value->number, value->type), as->tail ? TAIL_MASK : 0, as->tail);
    if (value->type == ELEMENT_BF16) {
        shift(as, VPSLL, to, to, 16);
    } else if (value->type == ELEMENT_I1) {
        assembly_add(as, VPTESTM, to, vector, vector);
        assembly_free(as, vector);
    }
}

static void store(struct assembly *as, const struct fused_value *value, int32_t from) {
    bool past = as->past && value == fused_last_value(as->fused);
    enum instruction op = past ? VSTORE_PAST : VSTORE;
    struct evex_address at = fused_elements((uint32_t)value->output, value->stored);
    int32_t vector = from;
    if (value->stored == ELEMENT_F16) {
        store_f16(as, at, from, as->quiet[value - as->fused->values]);
        return;
    }
    if (value->stored == ELEMENT_I1) {
        vector = assembly_vector(as);
        assembly_add(as, VPMOVM2, vector, 0, from);
        assembly_add(as, VPABS, vector, 0, vector);
        op = VPMOVB;
    } else if (value->stored == ELEMENT_BF16) {
        vector = assembly_vector(as);
        shift(as, VPSRL, vector, from, 16);
        op = VPMOVW;
    } else if (element_info[value->stored].bytes <= 2) {
        op = element_info[value->stored].bytes == 1 ? VPMOVB : VPMOVW;
    }
    evex_memory(as->code, evex_of(op, as->wide), vector, 0, at, as->tail ? TAIL_MASK : 0, false);
    if (vector != from) {
        assembly_free(as, vector);
    }
}

/* --- sums --- */

static void add_to_sum(struct assembly *as, int32_t vector) {
    int32_t sum = fused_sum_vector(VECTORS, as->sum);
    add_masked(as, VADD, sum, sum, vector, as->tail ? TAIL_MASK : EVERYWHERE);
}

/* first += second, of the sum's vectors */
static void join(struct buffer *code, int32_t first, int32_t second) {
    int32_t to = fused_sum_vector(VECTORS, first);
    evex_registers(code, evex_of(VADD, false), to, to, fused_sum_vector(VECTORS, second), 0, false);
}

static void join_sums(struct buffer *code) {
    join(code, 0, 2);
    join(code, 1, 3);
    join(code, 0, 1);
}

/* The lanes of the first vector, half and half, into lane 0, and that to xmm0. */
static void join_lanes(struct buffer *code) {
    int32_t to = fused_sum_vector(VECTORS, 0), moved = fused_sum_vector(VECTORS, 1);
    const struct {
        enum instruction op;
        int32_t how;
    } halves[] = {{VSHUFF32X4, 0x0e}, /* 128 bits by 128: the upper two down */
                  {VSHUFF32X4, 0x01}, /* the second down */
                  {VPERMILPS, 0x0e},  /* the same with floats */
                  {VPERMILPS, 0x01}};
    for (uint32_t i = 0; i < 4; i++) {
        evex_registers(code, evex_of(halves[i].op, false), moved, i < 2 ? to : 0, to, 0, false);
        evex_immediate(code, halves[i].how);
        join(code, 0, 1);
    }
    evex_registers(code, evex_of(VMOV, false), 0, 0, to, 0, false);
}

/* --- around the bodies --- */

static void begin(struct assembly *as, struct buffer *code) {
    for (int32_t i = 0; i < as->constants; i++) {
        int32_t vector = VECTORS - 1 - i;
        if (as->fused->is_sum && i < assembly_sums(as)) {
            evex_registers(code, evex_of(VPXOR, false), vector, vector, vector, 0, false);
            continue;
        }
        if (as->is_scalar[i]) {
            evex_registers(code, evex_of(VBROADCAST, as->wide), vector, 0, (int32_t)as->bits[i], 0,
                           false);
            continue;
        }
        encode_general(code, as->wide ? SET_RAX : SET_EAX);
        encode_number(code, as->bits[i], as->wide ? 8 : 4);
        evex_registers(code, evex_of(VPBROADCAST, as->wide), vector, 0, RAX, 0, false);
    }
}

/* What is left: none, or as many elements as the mask has. */
static void last_elements(struct assembly *as, struct buffer *code, const struct buffer *tail) {
    (void)as;
    struct buffer masked = {0};
    encode_general(&masked, SET_EBX);
    encode_number(&masked, UINT32_MAX, 4);
    encode_general(&masked, KEEP_EDI_BITS);
    encode_general(&masked, MASK_OF_EBX);
    fused_add_code(&masked, tail);
    encode_general(code, SUB_RDI_RAX);
    fused_add_jump(code, JUMP_EQUAL, (int64_t)masked.length);
    fused_add_code(code, &masked);
    buffer_free(&masked);
}

/* As the last ones of a vector. */
static void first_elements(const struct fused *fused, struct buffer *code,
                           const struct buffer *tail) {
    struct buffer masked = {0};
    encode_ebx(code, MOV_EBX, fused_pointers[fused_last_value(fused)->output]);
    encode_general(code, NEGATE_EBX);
    fused_add_small(code, AND_EBX, 63);
    fused_add_small(code, SHIFT_EBX_RIGHT, fused->lanes == 8 ? 3 : 2);
    encode_general(&masked, SET_EAX);
    encode_number(&masked, fused->lanes, 4);
    encode_general(&masked, SUB_EAX_EBX);
    encode_general(&masked, COMPARE_RBX_RDI);
    encode_general(&masked, TAKE_LESSER);
    encode_push(&masked, RCX);
    encode_general(&masked, SET_ECX);
    encode_number(&masked, UINT32_MAX, 4);
    encode_general(&masked, KEEP_EBX_BITS);
    encode_general(&masked, SHIFT_ECX_LEFT);
    encode_general(&masked, MASK_OF_ECX);
    encode_pop(&masked, RCX);
    encode_general(&masked, NEGATE_RAX);
    fused_add_code(&masked, tail);
    encode_general(&masked, MOVE_EAX_EBX);
    fused_add_jump(code, JUMP_EQUAL, (int64_t)masked.length);
    fused_add_code(code, &masked);
    buffer_free(&masked);
}

static void end(struct assembly *as, struct buffer *code) {
    (void)as;
    (void)code;
}

const struct instruction_set fused_avx512 = {
    .vectors = VECTORS,
    .vector_bytes = 64,
    .has_mask_registers = true,
    .add = add,
    .shift = shift,
    .constant = constant,
    .compare = compare,
    .combine_masks = combine_masks,
    .choose = choose,
    .number_where = number_where,
    .choose_by_sign = choose_by_sign,
    .extreme_floats = extreme_floats,
    .to_integer = to_integer,
    .copy_sign = copy_sign,
    .power = power,
    .find_not_zero = find_not_zero,
    .scale_not_zero = scale_not_zero,
    .round_bf16 = round_bf16,
    .round_f16 = round_f16,
    .load = load,
    .store = store,
    .add_to_sum = add_to_sum,
    .join_sums = join_sums,
    .join_lanes = join_lanes,
    .begin = begin,
    .first_elements = first_elements,
    .last_elements = last_elements,
    .end = end,
};
