/* sdy-manual-axes-cleanup: every sharding of a manual computation says of every manual axis what it
 * does there; those it does not use are replicated. Manual axes stand in the order of the mesh. */
#include "ops/op_def.h"
#include "propagation/edit.h"
#include "propagation/passes.h"

/* The sharding whose mesh all others share, empty meshes aside; NULL: none in common. */
static const struct sharding *common_mesh(const struct op *op, const struct sharding_list *in,
                                          const struct sharding_list *out,
                                          const struct mesh **mesh) {
    const struct sharding *common = NULL;
    *mesh = NULL;
    for (uint32_t i = 0; i < in->count + out->count; i++) {
        const struct sharding *sharding =
            attr_as_sharding(i < in->count ? in->items[i] : out->items[i - in->count]);
        const struct mesh *other = sharding_mesh(op, sharding);
        if (!other) {
            return NULL;
        }
        if (!*mesh || mesh_is_empty(*mesh)) {
            *mesh = other;
            common = sharding;
        } else if (!mesh_is_empty(other) && !mesh_equal(*mesh, other, false)) {
            return NULL;
        }
    }
    return common;
}

static const struct attr *with_unused_axes(struct context *context, const struct attr *attr,
                                           struct axis_list manual, const struct mesh *mesh,
                                           const struct sharding *like) {
    struct sharding sharding = *attr_as_sharding(attr);
    struct axis_vector used = {.arena = context->arena}, unused = {.arena = context->arena};
    struct axis_vector replicated = {.arena = context->arena};
    for (uint32_t i = 0; i < sharding.rank; i++) {
        axes_append(&used, sharding.dims[i].axes);
    }
    axes_append(&used, sharding.replicated);
    axes_append(&used, sharding.unreduced);
    axes_difference(mesh, manual, axes_of(&used), &unused);
    if (unused.count == 0) {
        return attr;
    }
    axes_append(&replicated, sharding.replicated);
    axes_append(&replicated, axes_of(&unused));
    axes_sort_and_merge(mesh, &replicated);
    sharding.replicated = axes_of(&replicated);
    sharding.mesh_name = like->mesh_name;
    sharding.mesh = like->mesh;
    return sharding_attr(context, &sharding);
}

static bool has_shape(const struct type *type) {
    return type->kind == TYPE_TENSOR || type->kind == TYPE_MEMREF || type->kind == TYPE_UNRANKED;
}

static void complete(struct module *module, struct op *op, const char *name, bool results,
                     struct axis_list manual, const struct mesh *mesh,
                     const struct sharding *like) {
    const struct sharding_list *list = attr_as_shardings(op_property(op, name));
    const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct type *type = results ? op->results[i].type : op_operand(op, i)->type;
        items[i] = has_shape(type)
                       ? with_unused_axes(module->context, list->items[i], manual, mesh, like)
                       : list->items[i];
    }
    op_set_property(module, op, name, sharding_per_value_attr(module->context, list->count, items));
}

static bool clean(struct module *module, struct op *op) {
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    const struct sharding_list *in = attr_as_shardings(op_property(op, "in_shardings"));
    const struct sharding_list *out = attr_as_shardings(op_property(op, "out_shardings"));
    if (!manual || !in || !out) {
        return true;
    }
    if (in->count + out->count == 0) {
        const struct block *body = op->regions[0].first;
        return manual->count == 0 || op_has(body->first, OP_TERMINATOR) ||
               diag_error(module->context->diagnostics, op->location,
                          "'%s' op has manual_axes when there are no in/out shardings and the body "
                          "is not empty. This isn't allowed at this stage, please contact the "
                          "Shardy team or file a bug.",
                          op->name);
    }
    const struct mesh *mesh;
    const struct sharding *like = common_mesh(op, in, out, &mesh);
    if (!like) {
        return diag_error(module->context->diagnostics, op->location,
                          "'%s' op has in/out shardings without a common mesh", op->name);
    }
    struct axis_vector sorted = {.arena = module->context->arena};
    axes_append(&sorted, *manual);
    axes_sort_and_merge(mesh, &sorted);
    op_set_property(module, op, "manual_axes", manual_axes_attr(module->context, axes_of(&sorted)));
    complete(module, op, "in_shardings", false, axes_of(&sorted), mesh, like);
    complete(module, op, "out_shardings", true, axes_of(&sorted), mesh, like);
    return true;
}

bool pass_manual_axes_cleanup(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list computations = module_ops_of(module, op_table[OP_SDY_MANUAL_COMPUTATION]);
    bool ok = true;
    for (size_t i = 0; ok && i < computations.count; i++) {
        ok = clean(module, computations.items[i]);
    }
    vector_free(&computations);
    return ok;
}
