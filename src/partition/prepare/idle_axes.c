/* sdyc-drop-idle-axes: axes that shard a dimension without making the part smaller that a device
 * holds leave it, before anything is resharded or padded.
 *
 * An axis that does not divide a dimension stays where it makes the part smaller: what a device
 * stores, computes and sends is in proportion to the part, padding included, so it is never more
 * than without the axis. One that does not make it smaller (2 rows on 2 x 4 devices, a dimension of
 * one element) only adds devices that hold nothing but padding, and messages to them. */
#include "ops/op_def.h"
#include "partition/partition.h"
#include "partition/parts.h"
#include "partition/prepare/shardings.h"
#include "sharding/sharding.h"

struct dropping {
    struct context *context;
    struct arena *scratch;
};

/* `even`: axes that do not divide the dimension are idle too. */
static bool last_is_idle(const struct mesh *mesh, struct axis_list axes, int64_t size, bool even) {
    if (size == DIM_DYNAMIC || axes.count == 0 || size % axes_size(mesh, axes) == 0) {
        return false;
    }
    struct axis_list fewer = {.count = axes.count - 1, .items = axes.items};
    return even ||
           parts_size(size, axes_size(mesh, axes)) == parts_size(size, axes_size(mesh, fewer));
}

const struct attr *without_idle_axes(struct context *context, struct arena *scratch,
                                     const struct op *op, const struct type *type,
                                     const struct attr *attr, bool even) {
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (!mesh || !type_is_tensor(type) || sharding_is_replicated(sharding)) {
        return NULL;
    }
    struct sharding useful = *sharding;
    struct dim_sharding *dims = ARENA_ARRAY(scratch, struct dim_sharding, sharding->rank);
    bool changed = false;
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        dims[dim] = sharding->dims[dim];
        while (last_is_idle(mesh, dims[dim].axes, type->dims[dim], even)) {
            dims[dim].axes.count--;
            changed = true;
        }
    }
    useful.dims = dims;
    return changed ? sharding_attr(context, &useful) : NULL;
}

/* What enters or leaves a manual computation: the parts that its body sees are cut further by what
 * other axes there are, which is the same as cutting the whole only where all divide it. */
static bool is_border(const struct op *op) {
    return op->def->flow == OP_FLOW_BODY && op_property(op, "manual_axes");
}

static const struct attr *drop(void *data, const struct op *op, const struct type *type,
                               const struct attr *sharding) {
    struct dropping *dropping = data;
    return without_idle_axes(dropping->context, dropping->scratch, op, type, sharding,
                             is_border(op));
}

bool pass_drop_idle_axes(struct module *module, const struct pass_options *options) {
    (void)options;
    struct dropping dropping = {.context = module->context, .scratch = arena_new()};
    change_shardings(module, drop, &dropping);
    arena_free(dropping.scratch);
    return true;
}
