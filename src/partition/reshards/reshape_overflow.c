/* Reshapes with axes that the factors of a dimension cannot take one after the other: a factor of 3
 * before one of 2, cut in two. The axes of the side in more parts are dealt out anew, each to the
 * first factor that has room for it, on both sides; what both sides then have in common stays. */
#include "partition/reshards/common_axes.h"
#include "partition/reshards/explicit_reshards.h"

static int64_t parts_of(const struct projection *projection, uint32_t tensor) {
    int64_t parts = 1;
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        const struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
        if (sharding->is_mapped) {
            parts *= axes_size(projection->mesh, sharding->axes) *
                     axes_size(projection->mesh, sharding->overflow);
        }
    }
    return parts;
}

static struct axis_vector axes_of_tensor(const struct projection *projection, uint32_t tensor) {
    struct axis_vector all = {.arena = projection->arena};
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        const struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
        if (sharding->is_mapped) {
            axes_append(&all, sharding->axes);
            axes_append(&all, sharding->overflow);
        }
    }
    return all;
}

/* --- dealing out ------------------------------------------------------------------------------ */

/* The factors of a tensor in the order of its dimensions, and what room each has left. */
struct slots {
    const struct mesh *mesh;
    uint32_t count;
    struct factor_sharding **factors;
    struct axis_vector *axes;
    int64_t *room;
};

static struct slots slots_of(const struct projection *projection, uint32_t tensor) {
    struct arena *arena = projection->arena;
    const struct rule_tensor *mapping = &projection->rule->tensors[tensor];
    uint32_t most = projection->rule->factor_count;
    struct slots slots = {.mesh = projection->mesh,
                          .factors = ARENA_ARRAY(arena, struct factor_sharding *, most),
                          .axes = ARENA_ARRAY(arena, struct axis_vector, most),
                          .room = ARENA_ARRAY(arena, int64_t, most)};
    for (uint32_t dim = 0; dim < mapping->rank; dim++) {
        for (uint32_t i = 0; i < mapping->dims[dim].count; i++) {
            uint32_t factor = mapping->dims[dim].factors[i];
            struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
            if (sharding->is_mapped && slots.count < most) {
                slots.factors[slots.count] = sharding;
                slots.axes[slots.count] = (struct axis_vector){.arena = arena};
                slots.room[slots.count++] = projection->rule->factors[factor].size;
            }
        }
    }
    return slots;
}

/* Gives the axis, or the parts of it that they have room for, to the slots in order. False
 * where none takes anything of what is left, which `*axis` is then. */
static bool deal_axis(struct slots *slots, struct axis_ref *axis) {
    bool taken = false;
    for (uint32_t i = 0; i < slots->count; i++) {
        int64_t size = axis_size(slots->mesh, *axis);
        int64_t common = greatest_common_divisor(slots->room[i], size);
        if (slots->room[i] <= 1 || (common == 1 && size != 1)) {
            continue;
        }
        taken = true;
        slots->room[i] /= common;
        if (common == size) {
            axes_push_merge(slots->mesh, &slots->axes[i], *axis);
            return true;
        }
        int64_t pre_size = axis_pre_size(*axis);
        axes_push_merge(slots->mesh, &slots->axes[i], axis_sub(axis->name, pre_size, common));
        *axis = axis_sub(axis->name, pre_size * common, size / common);
    }
    return taken && deal_axis(slots, axis);
}

static void deal_axes(const struct projection *projection, uint32_t tensor, struct axis_list all) {
    struct slots slots = slots_of(projection, tensor);
    struct axis_vector overflow = {.arena = projection->arena};
    for (uint32_t i = 0; i < all.count; i++) {
        struct axis_ref axis = all.items[i];
        if (overflow.count > 0 || !deal_axis(&slots, &axis)) {
            axes_push_merge(projection->mesh, &overflow, axis);
        }
    }
    for (uint32_t i = 0; i < slots.count; i++) {
        slots.factors[i]->axes = axes_of(&slots.axes[i]);
        slots.factors[i]->overflow =
            i == slots.count - 1 ? axes_of(&overflow) : (struct axis_list){0};
    }
}

/* --- what both sides have --------------------------------------------------------------------- */

static struct axis_list common_prefix(struct arena *arena, struct axis_list a, struct axis_list b) {
    struct axis_vector common = {.arena = arena};
    struct axis_ref prefix;
    for (uint32_t i = 0; i < a.count && i < b.count; i++) {
        if (!axis_common_prefix(a.items[i], b.items[i], &prefix)) {
            break;
        }
        axes_push(&common, prefix);
        if (!axis_equal(a.items[i], b.items[i])) {
            break;
        }
    }
    return axes_of(&common);
}

bool is_overflowing(const struct projection *projection) {
    for (uint32_t tensor = 0; tensor < rule_tensor_count(projection->rule); tensor++) {
        for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
            if (projection->tensors[tensor].factors[factor].overflow.count > 0) {
                return true;
            }
        }
    }
    return false;
}

struct axis_list *reshape_axes(const struct op_context *context, struct projection *projection) {
    const struct sharding_rule *rule = projection->rule;
    struct context *ir = context->module->context;
    uint32_t best = parts_of(projection, 0) >= parts_of(projection, 1) ? 0 : 1;
    struct axis_vector all = axes_of_tensor(projection, best);
    const struct attr *shardings[2];
    for (uint32_t tensor = 0; tensor < 2; tensor++) {
        deal_axes(projection, tensor, axes_of(&all));
        shardings[tensor] = project_back(ir, projection, tensor, context->like);
    }
    struct projection dealt = project(rule, projection->mesh, shardings, false, projection->arena);
    struct axis_list *axes = ARENA_ARRAY(projection->arena, struct axis_list, rule->factor_count);
    for (uint32_t factor = 0; factor < rule->factor_count; factor++) {
        const struct factor_sharding *in = &dealt.tensors[0].factors[factor];
        const struct factor_sharding *out = &dealt.tensors[1].factors[factor];
        axes[factor] = in->is_mapped && out->is_mapped
                           ? common_prefix(projection->arena, in->axes, out->axes)
                       : in->is_mapped ? in->axes
                                       : out->axes;
    }
    return axes;
}
