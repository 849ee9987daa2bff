/* The values of a fused strip as machine code: registers by the order of values, for a whole vector
 * or for the elements that are left. */
#include "codegen/emit/fused/assembly.h"

#include <string.h>

const int32_t fused_pointers[FUSED_POINTERS] = {RSI, RDX, RCX, R8, R9, R10, R11, R12, R13};

static enum element computed(enum element type) {
    return type == ELEMENT_BF16 || type == ELEMENT_F16 ? ELEMENT_F32 : type;
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
    int32_t vector = take(as, &as->free_vectors, 0, as->set->vectors - as->constants);
    as->used_vectors |= 1u << vector;
    return vector;
}

void assembly_free(struct assembly *as, int32_t vector) {
    as->free_vectors |= 1u << vector;
}

/* Registers of masks that values have: between that for no mask and those of the set's own. */
enum mask_range { FIRST_MASK = 1, END_OF_MASKS = 5 };

static int32_t take_mask(struct assembly *as) {
    return as->set->has_mask_registers ? take(as, &as->free_masks, FIRST_MASK, END_OF_MASKS)
                                       : assembly_vector(as);
}

int32_t assembly_kept(struct assembly *as, uint64_t bits, bool is_scalar, int32_t first) {
    for (int32_t i = assembly_sums(as); i < as->constants; i++) {
        if (as->bits[i] == bits && as->is_scalar[i] == is_scalar) {
            return as->set->vectors - 1 - i;
        }
    }
    if (as->constants == as->set->vectors - first) {
        as->failed = true;
        return as->set->vectors - 1;
    }
    int32_t vector = as->set->vectors - 1 - as->constants;
    as->failed |= as->tail || (as->used_vectors & (1u << vector)) != 0;
    as->bits[as->constants] = bits;
    as->is_scalar[as->constants++] = is_scalar;
    return vector;
}

int32_t assembly_number(struct assembly *as, double value) {
    float narrow = (float)value;
    uint64_t bits = 0;
    if (as->wide) {
        memcpy(&bits, &value, sizeof value);
    } else {
        memcpy(&bits, &narrow, sizeof narrow);
    }
    return assembly_constant(as, bits, false);
}

int32_t assembly_bits(struct assembly *as, uint64_t narrow, uint64_t wide) {
    return assembly_constant(as, as->wide ? wide : narrow, false);
}

/* --- operations --- */

/* An operand of the greater or less of two. */
struct operand_at {
    int32_t vector;
    bool is_number; /* a constant with which one comparison does */
    bool is_zero;   /* that without a sign */
};

static struct operand_at operand_at(const struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    return (struct operand_at){as->where[index], fused_is_number(value),
                               value->kind == FUSED_CONSTANT && value->bits == 0};
}

/* The processor's own instruction gives its second operand where both are zeros or one is a NaN:
 * with a number that is no zero that is what the runtime does. The greater of two of which one is
 * zero needs a sum as well, whose operand is a zero with a sign, a number, or a NaN. */
static void extreme(struct assembly *as, bool greater, enum element type, int32_t to,
                    struct operand_at a, struct operand_at b) {
    bool has_zero = greater && fused_is_float(type) && (a.is_zero || b.is_zero);
    if (a.is_number || b.is_number || has_zero) {
        bool is_first = a.is_number || (!b.is_number && a.is_zero);
        int32_t number = is_first ? a.vector : b.vector, other = is_first ? b.vector : a.vector;
        assembly_add(as, greater ? VMAX : VMIN, to, number, other);
        if (!a.is_number && !b.is_number) {
            assembly_add(as, VADD, to, to, number);
        }
        return;
    }
    if (fused_is_float(type)) {
        as->set->extreme_floats(as, greater, to, a.vector, b.vector);
        return;
    }
    enum instruction op = greater ? (fused_is_unsigned(type) ? VPMAXU : VPMAXS)
                                  : (fused_is_unsigned(type) ? VPMINU : VPMINS);
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
    int32_t mask =
        negates ? assembly_bits(as, sign >> 32, sign) : assembly_bits(as, ~sign >> 32, ~sign);
    assembly_add(as, negates ? VPXOR : VPAND, to, a, mask);
}

static void round_whole(struct assembly *as, enum evex_rounding how, int32_t to, int32_t a) {
    assembly_add(as, VRNDSCALE, to, 0, a);
    evex_immediate(as->code, how);
}

static void one_over_root(struct assembly *as, int32_t to, int32_t a) {
    int32_t one = assembly_number(as, 1);
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
        as->set->shift(as, VPSLL, to, a, (int32_t)(32 - bits));
        as->set->shift(as, is_signed ? VPSRA : VPSRL, to, to, (int32_t)(32 - bits));
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
    as->set->to_integer(as, to, a);
}

static void convert(struct assembly *as, enum element from, enum element to_type, int32_t to,
                    int32_t a) {
    if (element_info[to_type].bytes <= 2) {
        convert_to_short(as, from, to_type, to, a);
    } else if (from == ELEMENT_I1) { /* one under the mask, else zero */
        int32_t one = fused_is_float(to_type) ? assembly_number(as, 1) : assembly_bits(as, 1, 1);
        as->set->number_where(as, to, a, one);
    } else if (to_type == ELEMENT_F32 && from != ELEMENT_F32) {
        assembly_add(as, from == ELEMENT_U32 ? VCVTUDQ2PS : VCVTDQ2PS, to, 0, a);
    } else {
        assembly_add(as, VMOV, to, 0, a);
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
        as->set->compare(as, value->op, from, to, at[0], at[1]);
        return;
    case SCALAR_SELECT:
        as->set->choose(as, to, at[0], at[1], at[2]);
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
                    value->op == SCALAR_FLOOR  ? EVEX_DOWN
                    : value->op == SCALAR_CEIL ? EVEX_UP
                                               : EVEX_TO_EVEN,
                    to, at[0]);
        return;
    case SCALAR_CONVERT:
        convert(as, from, value->type, to, at[0]);
        return;
    case SCALAR_BITCAST:
        assembly_add(as, VMOV, to, 0, at[0]);
        return;
    default:
        break;
    }
    if (value->type == ELEMENT_I1) {
        as->set->combine_masks(as, value->op, to, at[0], at[1]);
    } else if (value->op == SCALAR_NOT) {
        assembly_add(as, VPXOR, to, at[0], assembly_bits(as, UINT32_MAX, UINT64_MAX));
    } else if (value->op != SCALAR_DIVIDE || !fused_quotient(as, value, to)) {
        assembly_add(as, arithmetic(value->op, value->type), to, at[0], at[1]);
    }
}

/* --- memory --- */

struct evex_address fused_elements(uint32_t pointer, enum element type) {
    return (struct evex_address){fused_pointers[pointer], 0, (int32_t)element_info[type].bytes};
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
        return value->was_bf16 || value->sums_bf16 || computed(value->type) != ELEMENT_F32 ||
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

/* Whether its NaNs are quiet ones that bf16 has room for. */
static bool rounds_as_numbers(const struct assembly *as, const struct fused_value *value) {
    if (value->kind != FUSED_OPERATION || !has_short_nans(as, value)) {
        return false;
    }
    return keeps_nans(value->op) ||
           (value->op == SCALAR_CONVERT && as->fused->values[value->args[0]].sums_bf16);
}

static void round_value(struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    bool is_stored_alone = value->stored == value->rounds && value->output >= 0 &&
                           as->last[index] == index && !as->fused->is_sum;
    if (value->rounds == ELEMENT_F16) {
        if (!as->quiet[index] || !is_stored_alone) { /* else storing it rounds */
            as->set->round_f16(as, as->where[index], as->quiet[index]);
        }
        return;
    }
    as->set->round_bf16(as, as->where[index], rounds_as_numbers(as, value), !is_stored_alone);
}

static void release(struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    if (value->kind == FUSED_SCALAR || value->kind == FUSED_CONSTANT) {
        return;
    }
    bool is_mask = value->type == ELEMENT_I1 && as->set->has_mask_registers;
    uint32_t *pool = is_mask ? &as->free_masks : &as->free_vectors;
    *pool |= 1u << as->where[index];
}

static void make_value(struct assembly *as, int32_t index) {
    const struct fused_value *value = &as->fused->values[index];
    if (value->kind == FUSED_SCALAR || value->kind == FUSED_CONSTANT) {
        as->where[index] = value->kind == FUSED_SCALAR ? assembly_constant(as, value->number, true)
                                                       : assembly_constant(as, value->bits, false);
        return;
    }
    int32_t to = value->type == ELEMENT_I1 ? take_mask(as) : assembly_vector(as);
    as->where[index] = to;
    if (value->kind == FUSED_LOAD) {
        as->set->load(as, value, to);
    } else {
        operation(as, value, to);
    }
    if (value->rounds != ELEMENT_COUNT) {
        round_value(as, index);
    }
    if (value->output >= 0) {
        as->set->store(as, value, to);
    }
    if (as->fused->is_sum && (uint32_t)index + 1 == as->fused->count) {
        as->set->add_to_sum(as, to);
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
    as->constants = assembly_sums(as);
}
