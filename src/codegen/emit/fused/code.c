/* The values of a fused strip as machine code: registers by the order of values, for a whole vector
 * or, masked, for the elements that are left. */
#include "codegen/emit/fused/assembly.h"

#include <string.h>

const int32_t fused_pointers[FUSED_POINTERS] = {RSI, RDX, RCX, R8, R9, R10, R11, R12, R13};

static enum element computed(enum element type) {
    return type == ELEMENT_BF16 || type == ELEMENT_F16 ? ELEMENT_F32 : type;
}

static bool is_unsigned(enum element type) {
    return type == ELEMENT_U32 || type == ELEMENT_U64;
}

/* --- registers --- */

static int32_t take(struct assembly *as, uint32_t *pool, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++) {
        if ((*pool & (1u << i)) != 0) {
            *pool &= ~(1u << i);
            return i;
        }
    }
    as->failed = true;
    return first;
}

int32_t assembly_vector(struct assembly *as) {
    int32_t vector = take(as, &as->free_vectors, 0, VECTORS - as->constants);
    as->used_vectors |= 1u << vector;
    return vector;
}

void assembly_free(struct assembly *as, int32_t vector) {
    as->free_vectors |= 1u << vector;
}

int32_t assembly_constant(struct assembly *as, uint64_t bits, bool is_scalar) {
    for (int32_t i = as->fused->is_sum ? SUMS : 0; i < as->constants; i++) {
        if (as->bits[i] == bits && as->is_scalar[i] == is_scalar) {
            return VECTORS - 1 - i;
        }
    }
    if (as->constants == VECTORS - 8) {
        as->failed = true;
        return VECTORS - 1;
    }
    int32_t vector = VECTORS - 1 - as->constants;
    as->failed |= as->tail || (as->used_vectors & (1u << vector)) != 0;
    as->bits[as->constants] = bits;
    as->is_scalar[as->constants++] = is_scalar;
    return vector;
}

static int32_t constant(struct assembly *as, uint64_t narrow, uint64_t wide) {
    return assembly_constant(as, as->wide ? wide : narrow, false);
}

/* --- operations --- */

static void move(struct assembly *as, int32_t to, int32_t from, int32_t k) {
    assembly_add_masked(as, VMOV, to, 0, from, k);
}

/* to = k ? a : b */
static void blend(struct assembly *as, int32_t to, int32_t k, int32_t a, int32_t b) {
    assembly_add_masked(as, VBLENDM, to, b, a, k);
}

static void compare_floats(struct assembly *as, int32_t k, int32_t a, int32_t b, int32_t how) {
    assembly_add(as, VCMP, k, a, b);
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
    assembly_add(as, is_unsigned(type) ? VPCMPU : VPCMP, to, a, b);
    evex_immediate(as->code, words[which]);
}

/* The greater or less of two floats: zeros by sign, and NaN where there is one. */
static void extreme_floats(struct assembly *as, bool greater, int32_t to, int32_t a, int32_t b) {
    assembly_add(as, VRANGE, to, a, b);
    evex_immediate(as->code, greater ? 5 : 4);
    compare_floats(as, SCRATCH_MASK, a, b, EVEX_UNORDERED);
    assembly_add_masked(as, VADD, to, a, b, SCRATCH_MASK);
}

/* An operand of the greater or less of two. */
struct operand_at {
    int32_t vector;
    bool is_number; /* a constant with which one comparison does */
};

static struct operand_at operand_at(const struct assembly *as, int32_t index) {
    return (struct operand_at){as->where[index], fused_is_number(&as->fused->values[index])};
}

/* The processor's own instruction gives its second operand where both are zeros or one is a NaN:
 * with a number that is no zero that is what the runtime does. */
static void extreme(struct assembly *as, bool greater, enum element type, int32_t to,
                    struct operand_at a, struct operand_at b) {
    if (a.is_number || b.is_number) {
        int32_t number = a.is_number ? a.vector : b.vector,
                other = a.is_number ? b.vector : a.vector;
        assembly_add(as, greater ? VMAX : VMIN, to, number, other);
        return;
    }
    if (fused_is_float(type)) {
        extreme_floats(as, greater, to, a.vector, b.vector);
        return;
    }
    enum instruction op =
        greater ? (is_unsigned(type) ? VPMAXU : VPMAXS) : (is_unsigned(type) ? VPMINU : VPMINS);
    assembly_add(as, op, to, a.vector, b.vector);
}

/* to = what of operand 1 lies between operands 0 and 2 */
static void clamp(struct assembly *as, const struct fused_value *value, int32_t to) {
    struct operand_at low = {.vector = assembly_vector(as)};
    extreme(as, true, value->type, low.vector, operand_at(as, value->args[1]),
            operand_at(as, value->args[0]));
    extreme(as, false, value->type, to, low, operand_at(as, value->args[2]));
    assembly_free(as, low.vector);
}

/* Of a float with a sign bit and others. */
static void sign_bits(struct assembly *as, enum scalar_op op, int32_t to, int32_t a) {
    const uint64_t sign = UINT64_C(1) << 63;
    bool negates = op == SCALAR_NEGATE;
    int32_t mask = negates ? constant(as, sign >> 32, sign) : constant(as, ~sign >> 32, ~sign);
    assembly_add(as, negates ? VPXOR : VPAND, to, a, mask);
}

static void round_whole(struct assembly *as, int32_t how, int32_t to, int32_t a) {
    assembly_add(as, VRNDSCALE, to, 0, a);
    evex_immediate(as->code, how | 8);
}

static void one_over_root(struct assembly *as, int32_t to, int32_t a) {
    int32_t one = constant(as, 0x3f800000, UINT64_C(0x3ff0000000000000));
    assembly_add(as, VSQRT, to, 0, a);
    assembly_add(as, VDIV, to, one, to);
}

/* Integers of at most 16 bits are 32 in a register. Those of floats are the nearest that there are,
 * towards zero, and zero where there is no number. */
static void convert_to_short(struct assembly *as, enum element from, enum element type, int32_t to,
                             int32_t a) {
    bool is_signed = type == ELEMENT_I8 || type == ELEMENT_I16;
    uint32_t bits = 8 * element_info[type].bytes;
    if (from != ELEMENT_F32) {
        evex_shift(as->code, VPSLL, to, a, (int32_t)(32 - bits), EVERYWHERE);
        evex_shift(as->code, is_signed ? VPSRA : VPSRL, to, to, (int32_t)(32 - bits), EVERYWHERE);
        return;
    }
    float range = (float)(1u << (is_signed ? bits - 1 : bits));
    float ends[] = {is_signed ? -range : 0, range - 1};
    for (uint32_t i = 0; i < 2; i++) { /* max, min */
        uint32_t word;
        memcpy(&word, &ends[i], sizeof word);
        assembly_add(as, i == 0 ? VMAX : VMIN, to, i == 0 ? a : to,
                     assembly_constant(as, word, false));
    }
    compare_floats(as, SCRATCH_MASK, a, a, EVEX_ORDERED);
    assembly_add_zeroed(as, VCVTTPS2DQ, to, 0, to, SCRATCH_MASK);
}

static void convert(struct assembly *as, enum element from, enum element to_type, int32_t to,
                    int32_t a) {
    if (element_info[to_type].bytes <= 2) {
        convert_to_short(as, from, to_type, to, a);
    } else if (from == ELEMENT_I1) { /* one under the mask, else zero */
        int32_t one = fused_is_float(to_type)
                          ? constant(as, 0x3f800000, UINT64_C(0x3ff0000000000000))
                          : constant(as, 1, 1);
        assembly_add_zeroed(as, VMOV, to, 0, one, a);
    } else if (to_type == ELEMENT_F32 && from != ELEMENT_F32) {
        assembly_add(as, from == ELEMENT_U32 ? VCVTUDQ2PS : VCVTDQ2PS, to, 0, a);
    } else {
        move(as, to, a, 0);
    }
}

static enum instruction arithmetic(enum scalar_op op, enum element type) {
    bool floats = fused_is_float(type);
    switch (op) {
    case SCALAR_ADD:
        return floats ? VADD : VPADD;
    case SCALAR_SUBTRACT:
        return floats ? VSUB : VPSUB;
    case SCALAR_MULTIPLY:
        return floats ? VMUL : VPMULL;
    case SCALAR_DIVIDE:
        return VDIV;
    case SCALAR_AND:
        return VPAND;
    case SCALAR_OR:
        return VPOR;
    case SCALAR_XOR:
        return VPXOR;
    case SCALAR_SHIFT_LEFT:
        return VPSLLV;
    case SCALAR_SHIFT_RIGHT_LOGICAL:
        return VPSRLV;
    default:
        return VPSRAV;
    }
}

static void mask_operation(struct assembly *as, enum scalar_op op, int32_t to, int32_t a,
                           int32_t b) {
    if (op == SCALAR_NOT) {
        encode_masks(as->code, KNOT, to, 0, a);
    } else {
        encode_masks(as->code, op == SCALAR_AND ? KAND : op == SCALAR_OR ? KOR : KXOR, to, a, b);
    }
}

static void operation(struct assembly *as, const struct fused_value *value, int32_t to) {
    int32_t at[3] = {0};
    for (uint32_t i = 0; i < 3 && value->args[i] >= 0; i++) {
        at[i] = as->where[value->args[i]];
    }
    enum element from = computed(as->fused->values[value->args[0]].type);
    switch (value->op) {
    case SCALAR_EQ:
    case SCALAR_NE:
    case SCALAR_LT:
    case SCALAR_LE:
    case SCALAR_GT:
    case SCALAR_GE:
        compare(as, value->op, from, to, at[0], at[1]);
        return;
    case SCALAR_SELECT:
        blend(as, to, at[0], at[1], at[2]);
        return;
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
        extreme(as, value->op == SCALAR_MAXIMUM, value->type, to, operand_at(as, value->args[0]),
                operand_at(as, value->args[1]));
        return;
    case SCALAR_CLAMP:
        clamp(as, value, to);
        return;
    case SCALAR_EXPONENTIAL:
    case SCALAR_LOGISTIC:
    case SCALAR_TANH:
        fused_function(as, value->op, to, at[0]);
        return;
    case SCALAR_SQRT:
        assembly_add(as, VSQRT, to, 0, at[0]);
        return;
    case SCALAR_RSQRT:
        one_over_root(as, to, at[0]);
        return;
    case SCALAR_NEGATE:
    case SCALAR_ABS:
        sign_bits(as, value->op, to, at[0]);
        return;
    case SCALAR_FLOOR:
    case SCALAR_CEIL:
    case SCALAR_ROUND_NEAREST_EVEN:
        round_whole(as,
                    value->op == SCALAR_FLOOR  ? 1
                    : value->op == SCALAR_CEIL ? 2
                                               : 0,
                    to, at[0]);
        return;
    case SCALAR_CONVERT:
        convert(as, from, value->type, to, at[0]);
        return;
    case SCALAR_BITCAST:
        move(as, to, at[0], 0);
        return;
    default:
        break;
    }
    if (value->type == ELEMENT_I1) {
        mask_operation(as, value->op, to, at[0], at[1]);
    } else if (value->op == SCALAR_NOT) {
        assembly_add(as, VPXOR, to, at[0], constant(as, UINT32_MAX, UINT64_MAX));
    } else if (value->op != SCALAR_DIVIDE || !fused_quotient(as, value, to)) {
        assembly_add(as, arithmetic(value->op, value->type), to, at[0], at[1]);
    }
}

/* --- memory --- */

static struct evex_address element_of(uint32_t pointer, enum element type) {
    return (struct evex_address){fused_pointers[pointer], 0, (int32_t)element_info[type].bytes};
}

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
        evex_fetch(as->code, element_of(value->number, value->type), value->ahead);
    }
    if (value->spread) {
        struct evex_address at = {fused_pointers[value->number], RSP, 1};
        evex_memory(as->code, evex_of(VBROADCAST_LOAD, as->wide), to, 0, at, 0, false);
        return;
    }
    if (value->type == ELEMENT_F16) {
        fused_load_f16(as, element_of(value->number, value->type), to,
                       as->quiet[value - as->fused->values]);
        return;
    }
    int32_t vector = value->type == ELEMENT_I1 ? assembly_vector(as) : to;
    evex_memory(as->code, evex_of(load_instruction(value->type), as->wide), vector, 0,
                element_of(value->number, value->type), as->tail ? TAIL_MASK : 0, as->tail);
    if (value->type == ELEMENT_BF16) {
        evex_shift(as->code, VPSLL, to, to, 16, EVERYWHERE);
    } else if (value->type == ELEMENT_I1) {
        assembly_add(as, VPTESTM, to, vector, vector);
        assembly_free(as, vector);
    }
}

static void store(struct assembly *as, const struct fused_value *value, int32_t from) {
    bool past = as->past && value == fused_last_value(as->fused);
    enum instruction op = past ? VSTORE_PAST : VSTORE;
    struct evex_address at = element_of((uint32_t)value->output, value->stored);
    int32_t vector = from;
    if (value->stored == ELEMENT_F16) {
        fused_store_f16(as, at, from, as->quiet[value - as->fused->values]);
        return;
    }
    if (value->stored == ELEMENT_I1) {
        vector = assembly_vector(as);
        assembly_add(as, VPMOVM2, vector, 0, from);
        assembly_add(as, VPABS, vector, 0, vector);
        op = VPMOVB;
    } else if (value->stored == ELEMENT_BF16) {
        vector = assembly_vector(as);
        evex_shift(as->code, VPSRL, vector, from, 16, EVERYWHERE);
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
    int32_t sum = fused_sum_vector(as->sum);
    assembly_add_masked(as, VADD, sum, sum, vector, as->tail ? TAIL_MASK : EVERYWHERE);
}

/* --- values --- */

static void find_last_readers(struct assembly *as) {
    const struct fused *fused = as->fused;
    for (uint32_t i = 0; i < fused->count; i++) {
        as->last[i] = (int32_t)i;
        for (uint32_t k = 0; k < 3; k++) {
            if (fused->values[i].kind == FUSED_OPERATION && fused->values[i].args[k] >= 0) {
                as->last[fused->values[i].args[k]] = (int32_t)i;
            }
        }
    }
}

/* Operations whose NaNs are those of their operands, quiet, or the processor's own. */
static bool keeps_nans(enum scalar_op op) {
    return op == SCALAR_ADD || op == SCALAR_SUBTRACT || op == SCALAR_MULTIPLY ||
           op == SCALAR_DIVIDE || op == SCALAR_SQRT || op == SCALAR_RSQRT;
}

static bool has_short_nans(const struct assembly *as, const struct fused_value *value) {
    bool all = true;
    switch (value->kind) {
    case FUSED_LOAD:
    case FUSED_SCALAR:
        return value->was_bf16 || computed(value->type) != ELEMENT_F32 ||
               value->type == ELEMENT_BF16;
    case FUSED_CONSTANT:
        return (value->bits & 0x7f800000) != 0x7f800000 || (value->bits & 0xffff) == 0;
    case FUSED_OPERATION:
        break;
    }
    for (uint32_t k = 0; k < 3 && value->args[k] >= 0; k++) {
        all = all && as->short_nans[value->args[k]];
    }
    return all;
}

/* A NaN that came from bf16 stays one when it is rounded as numbers are. */
static void find_short_nans(struct assembly *as) {
    for (uint32_t i = 0; i < as->fused->count; i++) {
        const struct fused_value *value = &as->fused->values[i];
        as->short_nans[i] = value->rounds != ELEMENT_COUNT || has_short_nans(as, value);
    }
}

static void round_value(struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    if (value->rounds == ELEMENT_F16) {
        bool is_stored_alone = value->stored == ELEMENT_F16 && value->output >= 0 &&
                               as->last[index] == index && !as->fused->is_sum;
        if (!as->quiet[index] || !is_stored_alone) { /* else storing it rounds */
            fused_round_f16(as, as->where[index], as->quiet[index]);
        }
        return;
    }
    bool is_plain =
        value->kind == FUSED_OPERATION && keeps_nans(value->op) && has_short_nans(as, value);
    fused_round_bf16(as, as->where[index], is_plain);
}

static void release(struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    if (value->kind == FUSED_SCALAR || value->kind == FUSED_CONSTANT) {
        return;
    }
    uint32_t *pool = value->type == ELEMENT_I1 ? &as->free_masks : &as->free_vectors;
    *pool |= 1u << as->where[index];
}

static void make_value(struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    if (value->kind == FUSED_SCALAR || value->kind == FUSED_CONSTANT) {
        as->where[index] = value->kind == FUSED_SCALAR ? assembly_constant(as, value->number, true)
                                                       : assembly_constant(as, value->bits, false);
        return;
    }
    bool is_mask = value->type == ELEMENT_I1;
    int32_t to = is_mask ? take(as, &as->free_masks, FIRST_MASK, TINY_MASK) : assembly_vector(as);
    as->where[index] = to;
    if (value->kind == FUSED_LOAD) {
        load(as, value, to);
    } else {
        operation(as, value, to);
    }
    if (value->rounds != ELEMENT_COUNT) {
        round_value(as, index);
    }
    if (value->output >= 0) {
        store(as, value, to);
    }
    if (as->fused->is_sum && (uint32_t)index + 1 == as->fused->count) {
        add_to_sum(as, to);
    }
    for (uint32_t k = 0; value->kind == FUSED_OPERATION && k < 3; k++) {
        int32_t arg = value->args[k];
        bool again = false;
        for (uint32_t j = 0; j < k; j++) {
            again |= value->args[j] == arg;
        }
        if (arg >= 0 && !again && as->last[arg] == index) {
            release(as, arg);
        }
    }
    if (as->last[index] == index) {
        release(as, index);
    }
}

void assembly_body(struct assembly *as, struct buffer *code, bool tail) {
    as->code = code;
    as->tail = tail;
    as->free_masks = ~0u;
    as->free_vectors = ~0u;
    for (uint32_t i = 0; i < as->fused->count && !as->failed; i++) {
        make_value(as, (int32_t)i);
    }
}

void assembly_prepare(struct assembly *as) {
    find_last_readers(as);
    find_short_nans(as);
    fused_find_signals(as);
    as->constants = as->fused->is_sum ? SUMS : 0;
}
