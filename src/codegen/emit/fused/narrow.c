/* Floats of 16 bits in fused strips: they are computed in f32, and rounded and widened to the bits
 * of the runtime's conversions. */
#include "codegen/emit/fused/assembly.h"

/* Instructions on vectors of f32, and of words of 32 bits; those that narrow f32 end in a byte. */
static const struct evex compare = {1, 0, 0, 0xc2}, move = {1, 0, 0, 0x28},
                         widen_f16 = {2, 1, 0, 0x13}, narrow_f16 = {3, 1, 0, 0x1d},
                         widen_words = {2, 1, 0, 0x33}, narrow_words = {2, 2, 0, 0x33},
                         test = {2, 1, 0, 0x27}, test_none = {2, 2, 0, 0x27},
                         select_bits = {3, 1, 0, 0x25}, add = {1, 1, 0, 0xfe},
                         bits_and = {1, 1, 0, 0xdb}, bits_or = {1, 1, 0, 0xeb},
                         shift = {1, 1, 0, 0x72};

void fused_where(struct assembly *as, int32_t mask, const struct buffer *code) {
    evex_masks(as->code, 0x98, mask, 0, mask, true); /* kortestw */
    fused_where_again(as, code);
}

void fused_where_again(struct assembly *as, const struct buffer *code) {
    evex_immediate(as->code, 0x74); /* jz */
    evex_immediate(as->code, (int32_t)code->length);
    buffer_add_bytes(as->code, code->text, code->length);
}

/* Code for vectors that have a NaN, of `vector`, which become the scratch mask. */
static void where_nan(struct assembly *as, int32_t vector, const struct buffer *code) {
    assembly_add(as, compare, SCRATCH_MASK, vector, vector);
    evex_immediate(as->code, EVEX_UNORDERED);
    fused_where(as, SCRATCH_MASK, code);
}

/* What is left of NaNs in `rounded`, of those under the scratch mask: as much as
 * sdyrt_convert_f32_bf16 leaves. */
static void keep_nans(struct assembly *as, struct buffer *code, int32_t rounded, int32_t vector) {
    int32_t payload = assembly_constant(as, 0x7f0000, false),
            quiet = assembly_constant(as, 0x400000, false);
    evex_registers(code, move, rounded, 0, vector, SCRATCH_MASK, false);
    evex_registers(code, test_none, SCRATCH_MASK, vector, payload, SCRATCH_MASK, false);
    evex_registers(code, bits_or, rounded, rounded, quiet, SCRATCH_MASK, false);
}

void fused_round_bf16(struct assembly *as, int32_t vector, bool plain) {
    int32_t one = assembly_constant(as, 1, false), half = assembly_constant(as, 0x7fff, false);
    int32_t odd = assembly_constant(as, 0x10000, false),
            upper = assembly_constant(as, 0xffff0000, false);
    int32_t t = assembly_vector(as);
    struct buffer nans = {0};
    assembly_add(as, test, SCRATCH_MASK, vector, odd);
    assembly_add(as, add, t, vector, half);
    evex_registers(as->code, add, t, t, one, SCRATCH_MASK, false);
    if (!plain) {
        keep_nans(as, &nans, t, vector);
        where_nan(as, vector, &nans);
    }
    assembly_add(as, bits_and, vector, t, upper);
    buffer_free(&nans);
    assembly_free(as, t);
}

/* A NaN that signals goes on to do so: it loses the bits that f16 has no room for. */
void fused_round_f16(struct assembly *as, int32_t vector, bool quiet) {
    int32_t t = quiet ? vector : assembly_vector(as);
    evex_registers(as->code, narrow_f16, vector, 0, t, 0, false);
    evex_immediate(as->code, 0);
    assembly_add(as, widen_f16, t, 0, t);
    if (quiet) {
        return;
    }
    int32_t kept = assembly_constant(as, 0xffffe000, false),
            payload = assembly_constant(as, 0x7fe000, false),
            silent = assembly_constant(as, 0x400000, false);
    struct buffer nans = {0};
    evex_registers(&nans, bits_and, t, vector, kept, SCRATCH_MASK, false);
    evex_registers(&nans, test_none, SCRATCH_MASK, vector, payload, SCRATCH_MASK, false);
    evex_registers(&nans, bits_or, t, t, silent, SCRATCH_MASK, false);
    where_nan(as, vector, &nans);
    assembly_add(as, move, vector, 0, t);
    buffer_free(&nans);
    assembly_free(as, t);
}

void fused_load_f16(struct assembly *as, struct evex_address at, int32_t to, bool quiet) {
    int32_t mask = as->tail ? TAIL_MASK : 0;
    evex_memory(as->code, widen_f16, to, 0, at, mask, as->tail);
    if (quiet) {
        return;
    }
    int32_t silent = assembly_constant(as, 0x400000, false), t = assembly_vector(as);
    struct buffer nans = {0};
    evex_memory(&nans, widen_words, t, 0, at, mask, as->tail);
    evex_registers(&nans, shift, EVEX_SHIFT_LEFT, t, t, 0, false);
    evex_immediate(&nans, 13);
    evex_registers(&nans, select_bits, to, t, silent, SCRATCH_MASK, false);
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
    evex_registers(code, narrow_f16, from, 0, t, 0, false);
    evex_immediate(code, 0);
    evex_registers(code, widen_words, t, 0, t, 0, false);
    evex_registers(code, shift, EVEX_SHIFT_RIGHT, t, from, SCRATCH_MASK, false);
    evex_immediate(code, 13);
    evex_registers(code, shift, EVEX_SHIFT_RIGHT, u, from, SCRATCH_MASK, false);
    evex_immediate(code, 16);
    evex_registers(code, select_bits, t, u, sign, SCRATCH_MASK, false);
    evex_immediate(code, EVEX_THIRD_CHOOSES);
    evex_memory(code, narrow_words, t, 0, at, mask, false);
    assembly_free(as, t);
    assembly_free(as, u);
}

void fused_store_f16(struct assembly *as, struct evex_address at, int32_t from, bool quiet) {
    struct buffer numbers = {0}, nans = {0};
    evex_memory(&numbers, narrow_f16, from, 0, at, as->tail ? TAIL_MASK : 0, false);
    evex_immediate(&numbers, 0);
    if (!quiet) {
        store_nans(as, &nans, at, from);
        evex_immediate(&nans, 0xeb); /* jmp behind the other */
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
