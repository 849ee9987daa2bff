/* sdyc-nest-axes: a program that is run by all devices at once tells them apart by digits of their
 * numbers, and axes are digits. Parts of axes that no digits can tell, as 4 of 12 devices beside 6
 * of the 12, leave the dimensions that they shard; those that come first in the program stay. */
#include "partition/partition.h"
#include "partition/prepare/shardings.h"
#include "sharding/digits.h"

struct nesting {
    struct context *context;
    struct arena *scratch;
    struct digits digits;
    bool whole; /* axes that are whole, which nest with each other, come before parts of axes */
};

/* How many axes of the list are digits beside those that there are. */
static uint32_t count_nested(struct nesting *nesting, const struct mesh *mesh,
                             struct axis_list axes) {
    uint32_t i = 0;
    while (i < axes.count && (axis_is_whole(axes.items[i]) != nesting->whole ||
                              digits_cut_axis(&nesting->digits, mesh, axes.items[i]))) {
        i++;
    }
    return i;
}

static const struct attr *nested(void *data, const struct op *op, const struct type *type,
                                 const struct attr *attr) {
    struct nesting *nesting = data;
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    (void)type;
    if (!mesh || mesh->axis_count == 0) {
        return NULL;
    }
    struct sharding told = *sharding;
    struct dim_sharding *dims = ARENA_ARRAY(nesting->scratch, struct dim_sharding, told.rank);
    bool changed = false;
    for (uint32_t dim = 0; dim < told.rank; dim++) {
        dims[dim] = told.dims[dim];
        dims[dim].axes.count = count_nested(nesting, mesh, dims[dim].axes);
        changed = changed || dims[dim].axes.count < told.dims[dim].axes.count;
    }
    told.dims = dims;
    return changed ? sharding_attr(nesting->context, &told) : NULL;
}

bool pass_nest_axes(struct module *module, const struct pass_options *options) {
    (void)options;
    struct nesting nesting = {.context = module->context, .scratch = arena_new(), .whole = true};
    change_shardings(module, nested, &nesting);
    nesting.whole = false;
    change_shardings(module, nested, &nesting);
    arena_free(nesting.scratch);
    return true;
}
