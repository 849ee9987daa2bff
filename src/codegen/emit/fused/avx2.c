/* Fused strips by the instructions of AVX2: masks are vectors, constants lie in memory behind the
 * code, for there are sixteen registers, and what is left of a strip is computed one by one. */
#include "codegen/emit/fused/assembly.h"

#include <float.h>

enum vector_register {
    VECTORS = 15,       /* registers of values; the last one of all is free within an operation */
    SCRATCH = VECTORS,  /* where an operand goes that may not lie in memory */
    LEAST_VECTORS = 10, /* parameters leave values so many */
    IN_MEMORY = 64,     /* an operand that is a constant: this, and its number */
};
/* What lies behind the code: of a sum a vector of ones and one of zeros, from which masks of any
 * number of elements are read, and constants. The address in the register is some way behind the
 * first, so that more have a short distance. */
enum vector_bytes {
    VECTOR_BYTES = 32,
    MASK_BYTES = 2 * VECTOR_BYTES,
    BEFORE_ADDRESS = 4 * VECTOR_BYTES,
};

/* --- operands --- */

static bool is_in_memory(int32_t operand) {
    return operand >= IN_MEMORY;
}

static int32_t distance(const struct assembly *as, int32_t operand) {
    return (operand - IN_MEMORY) * VECTOR_BYTES - BEFORE_ADDRESS +
           (as->fused->is_sum ? MASK_BYTES : 0);
}

static void move_from_memory(struct assembly *as, int32_t to, int32_t operand) {
    vex_behind(as->code, vex_of(VLOAD, as->wide), to, 0, R15, distance(as, operand));
}

/* The first operand must be in a register, and the second may lie in memory. */
static void add_encoded(struct assembly *as, struct vex op, int32_t to, int32_t a, int32_t b) {
    as->failed |= op.map == 0;
    if (is_in_memory(a)) {
        move_from_memory(as, SCRATCH, a);
        a = SCRATCH;
    }
    if (is_in_memory(b)) {
        vex_behind(as->code, op, to, a, R15, distance(as, b));
    } else {
        vex_registers(as->code, op, to, a, b);
    }
}

static void add(struct assembly *as, enum instruction op, int32_t to, int32_t a, int32_t b) {
    if (op == VMOV && is_in_memory(b)) {
        move_from_memory(as, to, b);
    } else {
        add_encoded(as, vex_of(op, as->wide), to, a, b);
    }
}

static void shift(struct assembly *as, enum instruction op, int32_t to, int32_t from,
                  int32_t count) {
    if (is_in_memory(from)) {
        move_from_memory(as, to, from);
        from = to;
    }
    as->failed |= vex_of(op, as->wide).map == 0;
    vex_shift(as->code, vex_of(op, as->wide), to, from, count);
}

/* The bits of 8 bytes, which are repeated. */
static int32_t repeated(struct assembly *as, uint64_t bits) {
    for (int32_t i = 0; i < as->in_memory; i++) {
        if (as->memory[i] == bits) {
            return IN_MEMORY + i;
        }
    }
    if (as->in_memory == FUSED_MOST) {
        as->failed = true;
        return IN_MEMORY;
    }
    as->has_memory = true;
    as->memory[as->in_memory] = bits;
    return IN_MEMORY + as->in_memory++;
}

static int32_t constant(struct assembly *as, uint64_t bits, bool is_scalar) {
    return is_scalar  ? assembly_kept(as, bits, true, LEAST_VECTORS)
           : as->wide ? repeated(as, bits)
                      : repeated(as, (uint32_t)bits | bits << 32);
}

/* --- masks --- */

static void negate_mask(struct assembly *as, int32_t to, int32_t mask) {
    add(as, VPXOR, to, mask, repeated(as, UINT64_MAX));
}

static void compare_floats(struct assembly *as, int32_t to, int32_t a, int32_t b, int32_t how) {
    add(as, VCMP, to, a, b);
    evex_immediate(as->code, how);
}

/* Of two integers with a sign: there are instructions for equal and for greater. */
static void compare_words(struct assembly *as, enum scalar_op op, int32_t to, int32_t a,
                          int32_t b) {
    bool is_swapped = op == SCALAR_LT || op == SCALAR_GE;
    add(as, op == SCALAR_EQ || op == SCALAR_NE ? VPCMPEQ : VPCMPGT, to, is_swapped ? b : a,
        is_swapped ? a : b);
    if (op == SCALAR_NE || op == SCALAR_LE || op == SCALAR_GE) {
        negate_mask(as, to, to);
    }
}

/* As those with a sign, once the first bit is another. */
static void compare_unsigned(struct assembly *as, enum scalar_op op, int32_t to, int32_t a,
                             int32_t b) {
    int32_t sign = assembly_bits(as, UINT64_C(1) << 31, UINT64_C(1) << 63);
    int32_t x = assembly_vector(as), y = assembly_vector(as);
    add(as, VMOV, x, 0, sign);
    add(as, VPXOR, y, x, b);
    add(as, VPXOR, x, x, a);
    compare_words(as, op, to, x, y);
    assembly_free(as, x);
    assembly_free(as, y);
}

static void compare(struct assembly *as, enum scalar_op op, enum element type, int32_t to,
                    int32_t a, int32_t b) {
    static const uint8_t floats[] = {0x00, 0x04, 0x11, 0x12, 0x1e, 0x1d}; /* EQ NE LT LE GT GE */
    if (fused_is_float(type)) {
        compare_floats(as, to, a, b, floats[op - SCALAR_EQ]);
    } else if (fused_is_unsigned(type)) {
        compare_unsigned(as, op, to, a, b);
    } else {
        compare_words(as, op, to, a, b);
    }
}

static void combine_masks(struct assembly *as, enum scalar_op op, int32_t to, int32_t a,
                          int32_t b) {
    if (op == SCALAR_NOT) {
        negate_mask(as, to, a);
    } else {
        add(as, op == SCALAR_AND ? VPAND : op == SCALAR_OR ? VPOR : VPXOR, to, a, b);
    }
}

static void choose(struct assembly *as, int32_t to, int32_t mask, int32_t a, int32_t b) {
    add(as, VBLENDV, to, b, a);
    evex_immediate(as->code, mask << 4);
}

static void number_where(struct assembly *as, int32_t to, int32_t mask, int32_t number) {
    add(as, VPAND, to, mask, number);
}

static void choose_by_sign(struct assembly *as, int32_t to, int32_t a, int32_t number, int32_t b) {
    int32_t sign = assembly_vector(as);
    if (is_in_memory(a)) {
        move_from_memory(as, sign, a);
    }
    choose(as, to, is_in_memory(a) ? sign : a, b, number);
    assembly_free(as, sign);
}

/* Code for vectors that have elements in the mask: others jump it. */
static void where(struct assembly *as, int32_t mask, const struct buffer *code) {
    add(as, VTEST, mask, 0, mask);
    encode_general(as->code, JUMP_EQUAL_NEAR);
    evex_immediate(as->code, (int32_t)code->length);
    buffer_add_bytes(as->code, code->text, code->length);
}

/* --- floats --- */

/* Both orders differ where the processor gives its second operand: two zeros, of which the bits
 * that both have are the greater, or NaNs, which a sum keeps. */
static void extreme_floats(struct assembly *as, bool greater, int32_t to, int32_t a, int32_t b) {
    enum instruction op = greater ? VMAX : VMIN;
    int32_t other = assembly_vector(as), sum = assembly_vector(as);
    add(as, op, to, a, b);
    add(as, op, other, b, a);
    add(as, greater ? VPAND : VPOR, to, to, other);
    compare_floats(as, other, a, b, EVEX_UNORDERED);
    add(as, VADD, sum, a, b);
    choose(as, to, other, sum, to);
    assembly_free(as, other);
    assembly_free(as, sum);
}

static void to_integer(struct assembly *as, int32_t to, int32_t a) {
    int32_t numbers = assembly_vector(as);
    compare_floats(as, numbers, a, a, EVEX_ORDERED);
    add(as, VCVTTPS2DQ, to, 0, to);
    add(as, VPAND, to, numbers, to);
    assembly_free(as, numbers);
}

static void copy_sign(struct assembly *as, int32_t to, int32_t a, int32_t x, int32_t n) {
    add(as, VMOV, n, 0, assembly_bits(as, UINT64_C(1) << 31, UINT64_C(1) << 63));
    add(as, VPAND, n, n, a);
    add(as, VPAND, to, x, assembly_bits(as, INT32_MAX, INT64_MAX));
    add(as, VPOR, to, to, n);
}

/* A sum has the integer in its lower bits, from where it goes to the exponent. */
static void power(struct assembly *as, int32_t n) {
    add(as, VADD, n, n, assembly_number(as, as->wide ? 0x1.8p52 : 0x1.8p23));
    shift(as, VPSLL, n, n, (as->wide ? DBL_MANT_DIG : FLT_MANT_DIG) - 1);
    add(as, VPADD, n, n, assembly_number(as, 1));
}

/* What has no exponential goes on as zero: numbers that are not ordinary would take long. */
static int32_t find_not_zero(struct assembly *as, int32_t x, double least) {
    int32_t found = assembly_vector(as);
    compare_floats(as, found, x, assembly_number(as, least), EVEX_NOT_LESS);
    add(as, VPAND, x, x, found);
    return found;
}

/* By two powers of two, as n may be greater than exponents are: the second product rounds. */
static void scale_not_zero(struct assembly *as, int32_t to, int32_t n, int32_t found) {
    int32_t half = assembly_vector(as);
    add(as, VMUL, half, n, assembly_number(as, 0.5));
    add(as, VRNDSCALE, half, 0, half);
    evex_immediate(as->code, EVEX_DOWN);
    add(as, VSUB, n, n, half);
    power(as, half);
    power(as, n);
    add(as, VMUL, to, to, half);
    add(as, VMUL, to, to, n);
    add(as, VPAND, to, to, found);
    assembly_free(as, half);
    assembly_free(as, found);
}

/* --- floats of 16 bits --- */

/* What is left of NaNs in `rounded`, those of the mask: what sdyrt_convert_f32_bf16 leaves. */
static void keep_nans(struct assembly *as, int32_t nans, int32_t rounded, int32_t vector) {
    choose(as, rounded, nans, vector, rounded);
    add(as, VPAND, nans, nans, vector);
    add(as, VPAND, nans, nans, assembly_constant(as, 0x7f0000, false));
    add(as, VPCMPEQ, nans, nans, assembly_constant(as, 0, false));
    add(as, VPAND, nans, nans, assembly_constant(as, 0x400000, false));
}

/* It is moved anyway, so that cutting costs nothing. */
static void round_bf16(struct assembly *as, int32_t vector, bool plain, bool cuts) {
    (void)cuts;
    int32_t t = assembly_vector(as), nans = assembly_vector(as);
    shift(as, VPSRL, t, vector, 16);
    add(as, VPAND, t, t, assembly_constant(as, 1, false));
    add(as, VPADD, t, t, vector);
    add(as, VPADD, t, t, assembly_constant(as, 0x7fff, false));
    if (!plain) {
        struct buffer kept = {0}, *code = as->code;
        compare_floats(as, nans, vector, vector, EVEX_UNORDERED);
        as->code = &kept;
        keep_nans(as, nans, t, vector);
        as->code = code;
        where(as, nans, &kept);
        buffer_free(&kept);
    }
    add(as, VPAND, vector, t, assembly_constant(as, 0xffff0000, false));
    assembly_free(as, t);
    assembly_free(as, nans);
}

/* NaNs that signal are left to others. */
static void round_f16(struct assembly *as, int32_t vector, bool quiet) {
    as->failed |= !quiet;
    add(as, VCVTPS2PH, vector, 0, vector);
    evex_immediate(as->code, 0);
    add(as, VCVTPH2PS, vector, 0, vector);
}

/* --- memory --- */

/* How elements of a type come into a vector: from memory; and where one alone is read, into all of
 * a vector, and from there. */
struct loads {
    enum instruction all, one, widen; /* widen: VMOV, where nothing is */
};

static struct loads loads_of(enum element type) {
    switch (type) {
    case ELEMENT_I1:
    case ELEMENT_U8:
        return (struct loads){VPMOVZXB, VPBROADCASTB_LOAD, VPMOVZXB_OF};
    case ELEMENT_I8:
        return (struct loads){VPMOVSXB, VPBROADCASTB_LOAD, VPMOVSXB_OF};
    case ELEMENT_I16:
        return (struct loads){VPMOVSXW, VPBROADCASTW_LOAD, VPMOVSXW_OF};
    case ELEMENT_U16:
    case ELEMENT_BF16:
        return (struct loads){VPMOVZXW, VPBROADCASTW_LOAD, VPMOVZXW_OF};
    case ELEMENT_F16:
        return (struct loads){VCVTPH2PS_LOAD, VPBROADCASTW_LOAD, VCVTPH2PS};
    default:
        return (struct loads){VLOAD, VBROADCAST_LOAD, VMOV};
    }
}

/* The mask of the elements that are left of a sum. */
static void move_mask(struct assembly *as, int32_t to) {
    vex_memory(as->code, vex_of(VLOAD, as->wide), to, 0, (struct evex_address){RBX, RSP, 1});
}

static void load_elements(struct assembly *as, enum element type, struct evex_address at,
                          int32_t to) {
    struct loads how = loads_of(type);
    if (as->tail && as->fused->is_sum) {
        as->failed |= element_info[type].bytes != 4;
        move_mask(as, SCRATCH);
        vex_memory(as->code, vex_of(VMASKMOV_LOAD, as->wide), to, SCRATCH, at);
    } else if (!as->tail) {
        vex_memory(as->code, vex_of(how.all, as->wide), to, 0, at);
    } else if (how.widen == VMOV) {
        vex_memory(as->code, vex_of(how.one, as->wide), to, 0, at);
    } else {
        vex_memory(as->code, vex_of(how.one, false), to, 0, at);
        add(as, how.widen, to, 0, to);
    }
}

static void load(struct assembly *as, const struct fused_value *value, int32_t to) {
    struct evex_address at = fused_elements(value->number, value->type);
    as->failed |= value->type == ELEMENT_F16 && !as->quiet[value - as->fused->values];
    if (value->ahead != 0 && !as->tail) {
        evex_fetch(as->code, at, value->ahead);
    }
    if (value->spread) {
        at = (struct evex_address){fused_pointers[value->number], RSP, 1};
        vex_memory(as->code, vex_of(VBROADCAST_LOAD, as->wide), to, 0, at);
        return;
    }
    load_elements(as, value->type, at, to);
    if (value->type == ELEMENT_BF16) {
        shift(as, VPSLL, to, to, 16);
    } else if (value->type == ELEMENT_I1) {
        add(as, VPCMPGT, to, to, assembly_constant(as, 0, false));
    }
}

static void store_one(struct assembly *as, enum element type, struct evex_address at,
                      int32_t vector) {
    uint32_t bytes = element_info[type].bytes;
    if (bytes >= 4) {
        vex_memory(as->code, vex_of(VSTORE_ONE, as->wide), vector, 0, at);
        return;
    }
    vex_memory(as->code, vex_of(bytes == 1 ? VPEXTRB_STORE : VPEXTRW_STORE, false), vector, 0, at);
    evex_immediate(as->code, type == ELEMENT_BF16); /* the upper half of the first word */
}

/* The lower or upper 16 bits of eight words; takes the vector's place in `t`. */
static void store_halves(struct assembly *as, bool are_upper, struct evex_address at,
                         int32_t vector, int32_t t) {
    const uint64_t lower = UINT64_C(0x0d0c090805040100), upper = UINT64_C(0x0f0e0b0a07060302);
    add(as, VPSHUFB, t, vector, repeated(as, are_upper ? upper : lower));
    add(as, VPERMQ, t, 0, t);
    evex_immediate(as->code, 0x08); /* the first and the third quarter */
    vex_memory(as->code, vex_of(VSTORE_HALF, false), t, 0, at);
}

/* The lowest bytes of eight words. */
static void store_bytes(struct assembly *as, struct evex_address at, int32_t vector, int32_t t) {
    add(as, VPSHUFB, t, vector, assembly_constant(as, 0x0c080400, false));
    add(as, VEXTRACT, t, 0, SCRATCH); /* the upper half of t to the scratch register */
    evex_immediate(as->code, 1);
    add(as, VPUNPCKL, t, t, SCRATCH);
    vex_memory(as->code, vex_of(VSTORE_QUARTER, false), t, 0, at);
}

static void store_vector(struct assembly *as, const struct fused_value *value,
                         struct evex_address at, int32_t vector) {
    bool past = as->past && value == fused_last_value(as->fused);
    uint32_t bytes = element_info[value->stored].bytes;
    if (bytes >= 4) {
        vex_memory(as->code, vex_of(past ? VSTORE_PAST : VSTORE, as->wide), vector, 0, at);
        return;
    }
    int32_t t = assembly_vector(as);
    as->failed |= as->wide;
    if (bytes == 1) {
        store_bytes(as, at, vector, t);
    } else {
        store_halves(as, value->stored == ELEMENT_BF16, at, vector, t);
    }
    assembly_free(as, t);
}

static void store_f16(struct assembly *as, struct evex_address at, int32_t from) {
    int32_t t = assembly_vector(as);
    if (as->tail) {
        add(as, VCVTPS2PH, from, 0, t);
        evex_immediate(as->code, 0);
        store_one(as, ELEMENT_F16, at, t);
    } else {
        vex_memory(as->code, vex_of(VCVTPS2PH_STORE, false), from, 0, at);
        evex_immediate(as->code, 0);
    }
    assembly_free(as, t);
}

static void store(struct assembly *as, const struct fused_value *value, int32_t from) {
    struct evex_address at = fused_elements((uint32_t)value->output, value->stored);
    if (value->stored == ELEMENT_F16) {
        as->failed |= !as->quiet[value - as->fused->values];
        store_f16(as, at, from);
        return;
    }
    int32_t vector = value->stored == ELEMENT_I1 ? assembly_vector(as) : from;
    if (value->stored == ELEMENT_I1) {
        add(as, VPAND, vector, from, assembly_bits(as, 1, 1));
    }
    if (as->tail) {
        store_one(as, value->stored, at, vector);
    } else {
        store_vector(as, value, at, vector);
    }
    if (vector != from) {
        assembly_free(as, vector);
    }
}

/* --- sums --- */

/* A zero changes no lane, for none is a zero with a sign: all begin as zeros without. */
static void add_to_sum(struct assembly *as, int32_t vector) {
    int32_t sum = fused_sum_vector(VECTORS, as->sum), term = vector;
    if (as->tail) {
        move_mask(as, SCRATCH);
        term = assembly_vector(as);
        add(as, VPAND, term, vector, SCRATCH);
        assembly_free(as, term);
    }
    add(as, VADD, sum, sum, term);
}

/* first += second, of the sum's vectors */
static void join(struct buffer *code, int32_t first, int32_t second) {
    int32_t to = fused_sum_vector(VECTORS, first);
    vex_registers(code, vex_of(VADD, false), to, to, fused_sum_vector(VECTORS, second));
}

/* The lanes of AVX-512's four vectors are two vectors each here. */
static void join_sums(struct buffer *code) {
    for (int32_t i = 0; i < 4; i++) {
        join(code, i, i + 4);
    }
    join(code, 0, 2);
    join(code, 1, 3);
}

/* Half and half, into lane 0 of the result's register. */
static void join_lanes(struct buffer *code) {
    int32_t sum = fused_sum_vector(VECTORS, 0);
    join(code, 0, 1);
    vex_registers(code, vex_of(VEXTRACT, false), sum, 0, SCRATCH);
    evex_immediate(code, 1);
    vex_registers(code, vex_of(VADD_FIRST, false), sum, sum, SCRATCH);
    const int32_t orders[] = {0x0e, 0x01}; /* the upper two down; the second down */
    for (uint32_t i = 0; i < 2; i++) {
        vex_registers(code, vex_of(VSHUF_FIRST, false), SCRATCH, 0, sum);
        evex_immediate(code, orders[i]);
        vex_registers(code, vex_of(VADD_FIRST, false), i == 0 ? sum : 0, sum, SCRATCH);
    }
}

/* --- around the bodies --- */

static void begin(struct assembly *as, struct buffer *code) {
    if (as->has_memory) {
        encode_general(code, ADDRESS_TO_R15);
        encode_number(code, 0, 4); /* until it is known */
        as->address = code->length;
    }
    for (int32_t i = 0; i < as->constants; i++) {
        int32_t vector = VECTORS - 1 - i;
        if (i < assembly_sums(as)) {
            vex_registers(code, vex_of(VPXOR, false), vector, vector, vector);
        } else {
            vex_registers(code, vex_of(VBROADCAST, as->wide), vector, 0, (int32_t)as->bits[i]);
        }
    }
}

/* One by one, until rax is what the comparison asks. */
static void one_by_one(struct buffer *code, const struct buffer *body,
                       enum general_instruction compares) {
    struct buffer turn = {0};
    fused_add_code(&turn, body);
    fused_add_small(&turn, ADD_RAX, 1);
    encode_general(&turn, compares);
    encode_general(code, compares);
    fused_add_jump(code, JUMP_GREATER_EQUAL, (int64_t)turn.length + JUMP);
    fused_add_code(code, &turn);
    fused_add_jump(code, JUMP_LESS, -((int64_t)turn.length + JUMP));
    buffer_free(&turn);
}

static void first_elements(const struct fused *fused, struct buffer *code,
                           const struct buffer *tail) {
    fused_find_line(fused, code);
    encode_general(code, COMPARE_RBX_RDI);
    encode_general(code, TAKE_LESSER);
    one_by_one(code, tail, COMPARE_RAX_RBX);
}

/* Fewer than a vector, which rbx says, into the vector of the sum that `masked` adds to. */
static void add_masked(struct buffer *code, const struct buffer *masked) {
    struct buffer some = {0};
    encode_general(&some, ADDRESS_TO_RBX);
    encode_number(&some, (uint64_t)(VECTOR_BYTES - BEFORE_ADDRESS), 4);
    fused_add_code(&some, masked);
    encode_general(code, MOVE_RBX_RAX);
    encode_general(code, SUB_RBX_RDI);
    fused_add_jump(code, JUMP_EQUAL, (int64_t)some.length);
    fused_add_code(code, &some);
    buffer_free(&some);
}

/* Fewer than two vectors of a sum: into the first two of its vectors, or into the first. */
static void last_terms(struct assembly *as, struct buffer *code, const struct buffer *masked) {
    struct buffer whole = {0}, second = {0}, first = {0};
    const int32_t lanes = assembly_lanes(as);
    assembly_body(as, &whole, false);
    fused_add_small(&whole, ADD_RAX, lanes);
    as->sum = 1;
    assembly_body(as, &second, true);
    as->sum = 0;
    add_masked(&whole, &second);
    add_masked(&first, masked);
    encode_general(&whole, JUMP_ALWAYS);
    encode_number(&whole, first.length, sizeof(int32_t));
    encode_general(code, MOVE_RBX_RAX);
    encode_general(code, SUB_RBX_RDI);
    fused_add_small(code, COMPARE_RBX, -lanes);
    fused_add_jump(code, JUMP_GREATER, (int64_t)whole.length);
    fused_add_code(code, &whole);
    fused_add_code(code, &first);
    buffer_free(&whole);
    buffer_free(&second);
    buffer_free(&first);
}

static void last_elements(struct assembly *as, struct buffer *code, const struct buffer *tail) {
    if (as->fused->is_sum) {
        last_terms(as, code, tail);
    } else {
        one_by_one(code, tail, COMPARE_RAX_RDI);
    }
}

/* The constants, at a multiple of a vector's bytes. */
static void end(struct assembly *as, struct buffer *code) {
    if (!as->has_memory) {
        return;
    }
    while (code->length % VECTOR_BYTES != 0) {
        buffer_add_char(code, 0);
    }
    const int64_t behind = (int64_t)(code->length + BEFORE_ADDRESS - as->address);
    for (uint32_t i = 0; i < 4; i++) {
        code->text[as->address - 4 + i] = (char)(uint8_t)(behind >> 8 * i);
    }
    for (uint32_t i = 0; as->fused->is_sum && i < MASK_BYTES; i++) {
        buffer_add_char(code, i < VECTOR_BYTES ? (char)-1 : 0);
    }
    for (int32_t i = 0; i < as->in_memory; i++) {
        for (uint32_t bytes = 0; bytes < VECTOR_BYTES; bytes += 8) {
            encode_number(code, as->memory[i], 8);
        }
    }
}

const struct instruction_set fused_avx2 = {
    .vectors = VECTORS,
    .vector_bytes = VECTOR_BYTES,
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
