/* sdyc-list-unnested-groups: where one program is run for all devices, axes are digits of the
 * numbers of devices (docs/design/storage.md). Collectives over parts of axes that no digits can
 * tell beside the others, as 4 of 12 devices where 6 of the 12 come first, list their groups
 * instead, as those of StableHLO do: groups that are no product of digits are read device by
 * device. */
#include "ops/op_def.h"
#include "partition/partition.h"
#include "sharding/digits.h"

struct listing {
    struct module *module;
    struct digits digits;
    VECTOR(struct op *) unnested;
};

/* --- what nests ------------------------------------------------------------------------------- */

static bool axes_nest(struct digits *digits, const struct mesh *mesh, struct axis_list axes) {
    bool ok = true;
    for (uint32_t i = 0; i < axes.count && ok; i++) {
        ok = digits_cut_axis(digits, mesh, axes.items[i]);
    }
    return ok;
}

static bool sharding_nests(struct digits *digits, const struct op *op, const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    bool ok = true;
    for (uint32_t dim = 0; mesh && dim < sharding->rank && ok; dim++) {
        ok = axes_nest(digits, mesh, sharding->dims[dim].axes);
    }
    return ok && (!mesh || axes_nest(digits, mesh, sharding->unreduced));
}

/* Everything that a property names axes in. */
static bool property_nests(struct digits *digits, const struct op *op, const struct mesh *mesh,
                           const struct attr *attr) {
    const struct axis_list *axes = attr_as_axes(attr);
    const struct axis_lists *lists = attr_as_axis_lists(attr);
    const struct all_to_all_moves *moves = attr_as_all_to_all(attr);
    bool ok = sharding_nests(digits, op, attr);
    if (axes) {
        ok = ok && axes_nest(digits, mesh, *axes);
    }
    for (uint32_t i = 0; lists && i < lists->count; i++) {
        ok = ok && axes_nest(digits, mesh, lists->items[i]);
    }
    for (uint32_t i = 0; moves && i < moves->count; i++) {
        ok = ok && axes_nest(digits, mesh, moves->items[i].axes);
    }
    return ok;
}

static bool collective_nests(struct digits *digits, struct context *context, const struct op *op) {
    struct digits with = *digits;
    const struct attr *out = op_property(op, "out_sharding");
    const struct mesh *mesh = sharding_mesh(op, attr_as_sharding(out));
    bool ok = mesh && sharding_nests(&with, op, value_sharding(context, op_operand(op, 0)));
    for (uint32_t i = 0; i < op->properties.count && ok; i++) {
        ok = property_nests(&with, op, mesh, op->properties.items[i].value);
    }
    *digits = ok ? with : *digits;
    return ok || !mesh;
}

/* --- the walk --------------------------------------------------------------------------------- */

/* What enters and leaves the program has been made to nest (sdyc-nest-axes). */
static bool note_signature(struct op *op, void *data) {
    struct listing *listing = data;
    const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
    if (mesh && !mesh_is_maximal(mesh)) {
        digits_cut(&listing->digits, 1, mesh_device_count(mesh));
    }
    for (uint32_t i = 0; op_has(op, OP_FUNCTION) && i < func_input_count(op); i++) {
        sharding_nests(&listing->digits, op, func_argument_attr(op, i, "sdy.sharding"));
    }
    for (uint32_t i = 0; op_has(op, OP_FUNCTION) && i < func_result_count(op); i++) {
        sharding_nests(&listing->digits, op, func_result_sharding(op, i));
    }
    return true;
}

static bool find_unnested(struct op *op, void *data) {
    struct listing *listing = data;
    if (op_is_sdy_collective(op) &&
        !collective_nests(&listing->digits, listing->module->context, op)) {
        *vector_push(&listing->unnested) = op;
    }
    return true;
}

/* Shardings of values are for collectives alone, of which those that are left nest. */
static bool drop_unnested(struct op *op, void *data) {
    struct listing *listing = data;
    const struct attr *attr = op->attrs.count > 0 ? op_attr(op, "sdy.sharding") : NULL;
    const struct sharding_list *list = attr_as_shardings(attr);
    struct digits with = listing->digits;
    bool ok = sharding_nests(&with, op, attr);
    for (uint32_t i = 0; list && i < list->count && ok; i++) {
        ok = sharding_nests(&with, op, list->items[i]);
    }
    if (!ok || with.count > listing->digits.count) {
        op_set_attr(listing->module, op, "sdy.sharding", NULL);
    }
    return true;
}

bool pass_list_unnested_groups(struct module *module, const struct pass_options *options) {
    (void)options;
    struct listing listing = {.module = module};
    op_walk(module->op, note_signature, &listing);
    op_walk(module->op, find_unnested, &listing);
    bool ok = true;
    if (listing.unnested.count > 0) {
        struct collective_lowering lowering = {
            .keeps_shardings = true, .by_position = true, .replica_count = 1, .partition_count = 1};
        struct pointer_map shardings = {0};
        ok = partition_lower_ops(module, &lowering, listing.unnested.items, listing.unnested.count,
                                 &shardings);
        op_walk(module->op, drop_unnested, &listing);
        pointer_map_free(&shardings);
    }
    vector_free(&listing.unnested);
    return ok && pass_verify_ops(module, 0);
}
