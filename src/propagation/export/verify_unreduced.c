/* sdy-verify-unreduced-axes: a value that is unreduced over an axis stays so until an operation
 * that reduces; no operation takes away or adds unreduced axes on its own. */
#include <stdlib.h>
#include <string.h>

#include "ops/op_def.h"
#include "ops/sdy/barrier.h"
#include "propagation/edit.h"
#include "propagation/passes.h"

/* The unreduced axes of several values, and one reduction where they have one in common. */
struct unreduced_set {
    struct axis_vector axes;
    const struct mesh *mesh;
    bool several_meshes;
};

struct checking {
    struct module *module;
    struct arena *arena;
    bool has_unreduced; /* some value is unreduced over some axis */
};

static const struct sharding *sharding_of(const struct checking *checking,
                                          const struct value *value) {
    return attr_as_sharding(sharding_before_barriers(checking->module->context, value));
}

static bool is_reshard(const struct op *op) {
    return op_is(op, OP_SDY_RESHARD) || op_is(op, OP_SDY_SHARDING_CONSTRAINT);
}

/* A reshard stands before the value: it reduces, or not, as asked. */
static bool comes_from_reshard(const struct value *value) {
    value = value_before_barriers(value);
    return value->op && is_reshard(value->op);
}

static void add_sharding(const struct op *op, struct unreduced_set *set,
                         const struct sharding *sharding) {
    if (!sharding) {
        return;
    }
    const struct mesh *mesh = sharding_mesh(op, sharding);
    set->several_meshes |= set->mesh && mesh && !mesh_equal(set->mesh, mesh, false);
    set->mesh = set->mesh ? set->mesh : mesh;
    axes_append(&set->axes, sharding->unreduced);
}

enum { NO_REDUCTION = -1 };

static const char *const reduction_names[] = {"sum", "max", "min"};

/* The reduction that the body of an operation computes, or NO_REDUCTION. */
static int body_reduction(const struct op *op) {
    const struct block *body = op->region_count ? op->regions[0].first : NULL;
    const struct op *returns = body ? block_terminator(body) : NULL;
    int kind = NO_REDUCTION;
    for (uint32_t i = 0; returns && i < returns->operand_count; i++) {
        const struct op *combiner = op_operand(returns, i)->op;
        int own = !combiner                     ? NO_REDUCTION
                  : op_is(combiner, OP_ADD)     ? REDUCTION_SUM
                  : op_is(combiner, OP_MAXIMUM) ? REDUCTION_MAX
                  : op_is(combiner, OP_MINIMUM) ? REDUCTION_MIN
                                                : NO_REDUCTION;
        if (own == NO_REDUCTION || (kind != NO_REDUCTION && kind != own)) {
            return NO_REDUCTION;
        }
        kind = own;
    }
    return kind;
}

static bool fault(const struct checking *checking, const struct op *op, const char *text) {
    return diag_error(checking->module->context->diagnostics, op->location, "'%s' op %s", op->name,
                      text);
}

static bool reduces_over_devices(const struct op *op) {
    return op_is(op, OP_ALL_REDUCE) || op_is(op, OP_REDUCE_SCATTER);
}

/* How an operand comes to the operation; NULL: unsharded, or what a reshard made of it, which is
 * checked with the reshard. */
static const struct sharding *operand_sharding(const struct checking *checking, const struct op *op,
                                               uint32_t index) {
    const struct value *value = op_operand(op, index);
    return comes_from_reshard(value) && !reduces_over_devices(op) ? NULL
                                                                  : sharding_of(checking, value);
}

/* Axes that come or go do so by the reduction that is expected. */
static bool check_kinds(const struct checking *checking, const struct op *op, uint32_t operands,
                        const struct axis_vector *axes, bool results, int expected) {
    uint32_t count = results ? op->result_count : operands;
    for (uint32_t i = 0; i < count; i++) {
        const struct sharding *sharding =
            results ? sharding_of(checking, &op->results[i]) : operand_sharding(checking, op, i);
        if (sharding && axes_overlap(sharding->unreduced, axes_of(axes)) &&
            (int)sharding->unreduced_kind != expected) {
            return fault(
                checking, op,
                arena_printf(checking->arena, "cannot %s '%s' unreduced axes. Expected '%s'.",
                             results ? "introduce" : "reduce",
                             reduction_names[sharding->unreduced_kind], reduction_names[expected]));
        }
    }
    return true;
}

static bool check_kept_kinds(const struct checking *checking, const struct op *op,
                             uint32_t operands) {
    for (uint32_t r = 0; r < op->result_count; r++) {
        const struct sharding *result = sharding_of(checking, &op->results[r]);
        for (uint32_t i = 0; result && i < operands; i++) {
            const struct sharding *operand = operand_sharding(checking, op, i);
            if (operand && operand->unreduced_kind != result->unreduced_kind &&
                axes_overlap(operand->unreduced, result->unreduced)) {
                return fault(checking, op,
                             arena_printf(checking->arena,
                                          "cannot change the reduction operator of kept unreduced "
                                          "axes from %s to %s.",
                                          reduction_names[operand->unreduced_kind],
                                          reduction_names[result->unreduced_kind]));
            }
        }
    }
    return true;
}

/* `added`, `removed`: the reduction by which unreduced axes may come and go; NO_REDUCTION: not. */
static bool check_transition(const struct checking *checking, const struct op *op,
                             uint32_t operands, int added, int removed) {
    struct unreduced_set before = {.axes = {.arena = checking->arena}};
    struct unreduced_set after = {.axes = {.arena = checking->arena}};
    struct axis_vector come = {.arena = checking->arena}, gone = {.arena = checking->arena};
    for (uint32_t i = 0; i < operands; i++) {
        add_sharding(op, &before, operand_sharding(checking, op, i));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        add_sharding(op, &after, sharding_of(checking, &op->results[i]));
    }
    const struct mesh *mesh = before.mesh ? before.mesh : after.mesh;
    if (before.axes.count + after.axes.count == 0 || before.several_meshes ||
        after.several_meshes || (after.mesh && !mesh_equal(mesh, after.mesh, false))) {
        return true;
    }
    axes_difference(mesh, axes_of(&after.axes), axes_of(&before.axes), &come);
    axes_difference(mesh, axes_of(&before.axes), axes_of(&after.axes), &gone);
    if (come.count != 0 && added == NO_REDUCTION) {
        return fault(checking, op,
                     arena_printf(checking->arena, "cannot add new unreduced axis '%s'.",
                                  come.items[0].name));
    }
    if (come.count != 0 && !check_kinds(checking, op, operands, &come, true, added)) {
        return false;
    }
    if (gone.count != 0 && removed == NO_REDUCTION) {
        return fault(checking, op,
                     arena_printf(checking->arena,
                                  "dropped unreduced axis '%s' without a blessed operation (e.g., "
                                  "sdy.reshard). This is an invalid transition from unreduced to "
                                  "reduced.",
                                  gone.items[0].name));
    }
    if (gone.count != 0 && !check_kinds(checking, op, operands, &gone, false, removed)) {
        return false;
    }
    return check_kept_kinds(checking, op, operands);
}

static int by_name(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The names of the axes that only one of two values is unreduced over, with commas; "": none. */
static const char *mismatch(const struct checking *checking, const struct sharding *a,
                            const struct sharding *b) {
    struct axis_list left = a ? a->unreduced : (struct axis_list){0};
    struct axis_list right = b ? b->unreduced : (struct axis_list){0};
    const char **names =
        ARENA_ARRAY(checking->arena, const char *, (size_t)left.count + right.count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < left.count; i++) {
        if (!axes_have(right, left.items[i])) {
            names[count++] = left.items[i].name;
        }
    }
    for (uint32_t i = 0; i < right.count; i++) {
        if (!axes_have(left, right.items[i])) {
            names[count++] = right.items[i].name;
        }
    }
    if (count > 1) {
        qsort(names, count, sizeof *names, by_name);
    }
    const char *text = "";
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || names[i] != names[i - 1]) {
            text = arena_printf(checking->arena, "%s%s%s", text, i ? ", " : "", names[i]);
        }
    }
    return text;
}

/* Reports at `op` where the two are not unreduced over the same axes. `place` is where that is. */
static bool check_equal(const struct checking *checking, const struct op *op,
                        const struct sharding *a, const struct sharding *b, const char *place,
                        uint32_t index, const char *more) {
    const char *axes = mismatch(checking, a, b);
    return *axes == '\0' ||
           fault(checking, op,
                 arena_printf(checking->arena, "has unreduced axes mismatch for '%s' at %s %u%s",
                              axes, place, index, more));
}

static bool check_call(const struct checking *checking, const struct op *call) {
    const struct op *func = called_function(call);
    const struct block *body = func ? func->regions[0].first : NULL;
    for (uint32_t i = 0; body && i < call->operand_count; i++) {
        const struct value *operand = op_operand(call, i);
        if (!comes_from_reshard(operand) &&
            !check_equal(checking, call, sharding_of(checking, operand),
                         sharding_of(checking, body->arguments[i]), "call argument", i, ".")) {
            return false;
        }
    }
    for (uint32_t i = 0; func && i < call->result_count; i++) {
        if (!check_equal(checking, call, attr_as_sharding(func_result_sharding(func, i)),
                         sharding_of(checking, &call->results[i]), "call result", i, ".")) {
            return false;
        }
    }
    return true;
}

/* What a function or a computation returns is as what it becomes outside. */
static bool check_return(const struct checking *checking, const struct op *op) {
    const struct op *parent = op_parent(op);
    const struct axis_list *manual = attr_as_axes(op_property(parent, "manual_axes"));
    bool is_function = op_has(parent, OP_FUNCTION);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!is_function && i >= parent->result_count) {
            break;
        }
        const struct attr *attr =
            is_function ? func_result_sharding(parent, i)
                        : value_sharding(checking->module->context, &parent->results[i]);
        const struct sharding *result =
            attr_as_sharding(sharding_without_manual(checking->module->context, attr, manual));
        const struct value *operand = op_operand(op, i);
        if (result && !comes_from_reshard(operand) &&
            !check_equal(checking, op, sharding_of(checking, operand), result, "return value", i,
                         " without a blessed operation (e.g., sdy.reshard). This is an invalid "
                         "transition from unreduced to reduced.")) {
            return false;
        }
    }
    return true;
}

static bool check_op(struct op *op, void *data) {
    const struct checking *checking = data;
    if (is_reshard(op) || op_has(op, OP_FUNCTION) || !op_parent(op)) {
        return true;
    }
    if (op_is(op, OP_SDY_ALL_REDUCE) || op_is(op, OP_SDY_REDUCE_SCATTER)) {
        return sharding_of(checking, op_operand(op, 0)) ||
               fault(checking, op, "operand must be sharded.");
    }
    if (!checking->has_unreduced) {
        return true;
    }
    if (op_has(op, OP_CALL)) {
        return check_call(checking, op);
    }
    if (op_has(op, OP_TERMINATOR)) {
        bool returns = op_is(op, OP_SDY_RETURN) || op_has(op_parent(op), OP_FUNCTION);
        return !returns || check_return(checking, op);
    }
    if (op_is(op, OP_REDUCE)) {
        return check_transition(checking, op, op->operand_count / 2, body_reduction(op),
                                NO_REDUCTION);
    }
    if (reduces_over_devices(op)) {
        return check_transition(checking, op, 1, NO_REDUCTION, body_reduction(op));
    }
    return check_transition(checking, op, op->operand_count, REDUCTION_SUM, NO_REDUCTION);
}

/* Whether there is anything that check_op looks at. */
static bool may_be_wrong(const struct checking *checking) {
    return checking->has_unreduced ||
           module_has_made(checking->module, op_table[OP_SDY_ALL_REDUCE]) ||
           module_has_made(checking->module, op_table[OP_SDY_REDUCE_SCATTER]);
}

static const struct attr *note_unreduced(const struct attr *sharding, struct value *value,
                                         void *data) {
    (void)value;
    *(bool *)data |= sharding_is_unreduced(sharding);
    return sharding;
}

bool pass_verify_unreduced_axes(struct module *module, const struct pass_options *options) {
    (void)options;
    struct checking checking = {.module = module, .arena = arena_new()};
    bool ok = true;
    if (attr_any(module->context, sharding_is_unreduced)) {
        transform_shardings(module, module->op, note_unreduced, &checking.has_unreduced);
    }
    FOR_EACH_OP (op, module->op->regions[0].first) {
        ok = (!may_be_wrong(&checking) || op_walk_post(op, check_op, &checking)) && ok;
    }
    arena_free(checking.arena);
    return ok;
}
