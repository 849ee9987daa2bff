/* Which values of a fused strip may be NaNs that signal: a processor silences what it widens from
 * f16, and where that can be seen it must not. */
#include "codegen/emit/fused/assembly.h"

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
