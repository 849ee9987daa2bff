/* Floats of 16 bits in fused strips: they are computed in f32, and rounded and widened to the bits
 * of the runtime's conversions. */
#include "codegen/emit/fused/assembly.h"

/* On vectors of f32 and of words of 32 bits, under the scratch mask, in code that may be jumped. */
static void where_scratch(struct buffer *code, enum instruction op, int32_t to, int32_t a,
                          int32_t b) {
    evex_registers(code, evex_of(op, false), to, a, b, SCRATCH_MASK, false);
}

void fused_where(struct assembly *as, int32_t mask, const struct buffer *code) {
    encode_masks(as->code, KORTEST, mask, 0, mask);
    fused_where_again(as, code);
}

void fused_where_again(struct assembly *as, const struct buffer *code) {
    encode_general(as->code, JUMP_EQUAL_NEAR);
    evex_immediate(as->code, (int32_t)code->length);
    buffer_add_bytes(as->code, code->text, code->length);
}

/* Code for vectors that have a NaN, of `vector`, which become the scratch mask. */
static void where_nan(struct assembly *as, int32_t vector, const struct buffer *code) {
    assembly_add(as, VCMP, SCRATCH_MASK, vector, vector);
    evex_immediate(as->code, EVEX_UNORDERED);
    fused_where(as, SCRATCH_MASK, code);
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

void fused_round_bf16(struct assembly *as, int32_t vector, bool plain) {
    int32_t one = assembly_constant(as, 1, false), half = assembly_constant(as, 0x7fff, false);
    int32_t odd = assembly_constant(as, 0x10000, false),
            upper = assembly_constant(as, 0xffff0000, false);
    int32_t t = assembly_vector(as);
    struct buffer nans = {0};
    assembly_add(as, VPTESTM, SCRATCH_MASK, vector, odd);
    assembly_add(as, VPADD, t, vector, half);
    assembly_add_masked(as, VPADD, t, t, one, SCRATCH_MASK);
    if (!plain) {
        keep_nans(as, &nans, t, vector);
        where_nan(as, vector, &nans);
    }
    assembly_add(as, VPAND, vector, t, upper);
    buffer_free(&nans);
    assembly_free(as, t);
}

/* A NaN that signals goes on to do so: it loses the bits that f16 has no room for. */
void fused_round_f16(struct assembly *as, int32_t vector, bool quiet) {
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

void fused_load_f16(struct assembly *as, struct evex_address at, int32_t to, bool quiet) {
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

void fused_store_f16(struct assembly *as, struct evex_address at, int32_t from, bool quiet) {
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

/* --- which NaNs signal --- */

static bool is_f32(enum element type) {
    return type == ELEMENT_F32 || type == ELEMENT_F16 || type == ELEMENT_BF16;
}

static bool has_number(const struct assembly *as, const struct fused_value *value, uint32_t arg) {
    return fused_is_number(&as->fused->values[value->args[arg]]);
}

/* Operations whose NaNs are their operands', whether these signal or not. */
static bool only_moves(const struct assembly *as, const struct fused_value *value) {
    switch (value->op) {
    case SCALAR_SELECT:
    case SCALAR_NEGATE:
    case SCALAR_ABS:
    case SCALAR_CONVERT:
    case SCALAR_BITCAST:
        return true;
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
        return has_number(as, value, 0) || has_number(as, value, 1);
    case SCALAR_CLAMP:
        return has_number(as, value, 0) && has_number(as, value, 2);
    default:
        return false;
    }
}

static bool is_quiet(const struct assembly *as, const struct fused_value *value, bool moved) {
    bool all = true;
    switch (value->kind) {
    case FUSED_LOAD: /* the processor silences those of f16 */
        return !is_f32(value->type) || (value->type == ELEMENT_F16 && !moved);
    case FUSED_SCALAR:
        return !is_f32(value->type);
    case FUSED_CONSTANT:
        return (value->bits & 0x7f800000) != 0x7f800000 || (value->bits & 0x7fffff) == 0 ||
               (value->bits & 0x400000) != 0;
    case FUSED_OPERATION:
        break;
    }
    for (uint32_t k = 0; k < 3 && value->args[k] >= 0; k++) {
        all = all && as->quiet[value->args[k]];
    }
    return value->op == SCALAR_BITCAST ? !is_f32(value->type) : all || !only_moves(as, value);
}

void fused_find_signals(struct assembly *as) {
    for (uint32_t i = as->fused->count; i-- > 0;) {
        const struct fused_value *value = &as->fused->values[i];
        as->moved[i] |= value->output >= 0;
        bool moves = value->kind == FUSED_OPERATION && only_moves(as, value) &&
                     (as->moved[i] || value->op == SCALAR_BITCAST);
        for (uint32_t k = 0; moves && k < 3 && value->args[k] >= 0; k++) {
            as->moved[value->args[k]] = true;
        }
    }
    for (uint32_t i = 0; i < as->fused->count; i++) {
        as->quiet[i] = is_quiet(as, &as->fused->values[i], as->moved[i]);
    }
}
