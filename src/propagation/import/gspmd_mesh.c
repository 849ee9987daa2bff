/* The mesh that all shardings of a module have in common, and shardings over its axes. */
#include "propagation/import/gspmd.h"

#include "ops/build.h"
#include "propagation/edit.h"

#include <string.h>

/* Adds the ends of a sharding's axes to those of all. False: they do not nest. */
static bool add_cuts(struct gspmd_import *import, const struct gspmd_sharding *sharding) {
    for (uint32_t i = 0; i < sharding->axis_count; i++) {
        int64_t cut = sharding->axes[i].stride;
        uint32_t at = 0;
        while (at < import->cut_count && import->cuts[at] < cut) {
            at++;
        }
        if (import->cuts[at] == cut) {
            continue;
        }
        if (cut % import->cuts[at - 1] != 0 || import->cuts[at] % cut != 0) {
            return false;
        }
        memmove(&import->cuts[at + 1], &import->cuts[at],
                (import->cut_count - at) * sizeof *import->cuts);
        import->cuts[at] = cut;
        import->cut_count++;
    }
    return true;
}

static bool add_tiles(struct gspmd_import *import, struct gspmd_sharding *sharding,
                      const char **fault) {
    if (!gspmd_find_axes(import->arena, sharding)) {
        *fault = "its devices stand in an order that no order of axes is";
        return false;
    }
    if (import->device_count == 0 && sharding->device_count > 1) {
        import->device_count = sharding->device_count;
        import->cuts[0] = 1;
        import->cuts[1] = sharding->device_count;
        import->cut_count = 2;
    }
    if (sharding->device_count > 1 && sharding->device_count != import->device_count) {
        *fault = arena_printf(import->arena, "it is of %lld devices, others are of %lld",
                              (long long)sharding->device_count, (long long)import->device_count);
        return false;
    }
    if (!add_cuts(import, sharding)) {
        *fault = "its axes and those of other shardings are not made of common axes";
        return false;
    }
    return true;
}

static void add_maximal(struct gspmd_import *import, int64_t device) {
    size_t at = 0;
    while (at < import->maximal.count && import->maximal.items[at] < device) {
        at++;
    }
    if (at < import->maximal.count && import->maximal.items[at] == device) {
        return;
    }
    *vector_push(&import->maximal) = device;
    int64_t *items = import->maximal.items;
    memmove(items + at + 1, items + at, (import->maximal.count - 1 - at) * sizeof *items);
    items[at] = device;
}

/* JAX writes so of the only device, which has all of every tensor. */
static bool is_the_only_device(const struct module *module, const struct gspmd_sharding *sharding) {
    return sharding->kind == GSPMD_MAXIMAL && sharding->device == 0 &&
           op_int(module->op, "mhlo.num_partitions", 0) == 1;
}

const struct gspmd_list *gspmd_list_of(struct gspmd_import *import, const struct attr *attr,
                                       struct location location) {
    struct gspmd_list *list = pointer_map_get(&import->lists, attr);
    const char *fault = NULL;
    if (list) {
        return list;
    }
    list = gspmd_read(import->arena, attr->text, attr->length, &fault);
    for (uint32_t i = 0; list && !fault && i < list->count; i++) {
        if (is_the_only_device(import->module, &list->items[i])) {
            list->items[i].kind = GSPMD_REPLICATED;
        } else if (list->items[i].kind == GSPMD_TILED) {
            add_tiles(import, &list->items[i], &fault);
        } else if (list->items[i].kind == GSPMD_MAXIMAL) {
            add_maximal(import, list->items[i].device);
        }
    }
    if (fault || !list) {
        struct buffer text = {0};
        print_attr(&text, attr);
        diag_error(import->module->context->diagnostics, location,
                   "mhlo.sharding %s cannot be read: %s", text.text, fault ? fault : "it is empty");
        buffer_free(&text);
        return NULL;
    }
    pointer_map_put(&import->lists, attr, list);
    return list;
}

/* --- meshes ----------------------------------------------------------------------------------- */

static const char *maximal_name(struct gspmd_import *import, int64_t device) {
    return intern(import->module->context->strings,
                  arena_printf(import->arena, "maximal_mesh_%lld", (long long)device));
}

static void add_mesh(struct gspmd_import *import, struct op *before, const char *name,
                     const struct mesh *mesh) {
    struct module *module = import->module;
    struct builder builder = before ? builder_before(module, before)
                                    : builder_at_end(module, module->op->regions[0].first);
    builder.location = module->op->location;
    struct op *op = build_row(&builder, OP_SDY_MESH, 0, NULL, 0, NULL, 0);
    op_set_property(module, op, "sym_name", attr_string(module->context, name, strlen(name)));
    op_set_property(module, op, "mesh", mesh_attr(module->context, mesh));
}

void gspmd_make_meshes(struct gspmd_import *import) {
    struct interner *strings = import->module->context->strings;
    uint32_t count = import->cut_count > 0 ? import->cut_count - 1 : 0;
    struct mesh_axis *axes = ARENA_ARRAY(import->arena, struct mesh_axis, count + 1);
    struct op *first = import->module->op->regions[0].first->first;
    const char *name = "mesh";
    for (uint32_t i = 0; i < count; i++) {
        int64_t end = import->cuts[import->cut_count - 1 - i];
        int64_t begin = import->cuts[import->cut_count - 2 - i];
        axes[i].name = intern(strings, arena_printf(import->arena, "_axis_%u", i));
        axes[i].size = end / begin;
    }
    for (uint32_t i = 0; symbol_lookup(import->module->op, name); i++) {
        name = arena_printf(import->arena, "mesh_%u", i);
    }
    import->mesh = (struct mesh){.axis_count = count, .axes = axes};
    import->mesh_name = intern(strings, name);
    add_mesh(import, first, import->mesh_name, &import->mesh);
    for (size_t i = 0; i < import->maximal.count; i++) {
        const struct mesh mesh = {.device_id_count = 1, .device_ids = &import->maximal.items[i]};
        add_mesh(import, first, maximal_name(import, import->maximal.items[i]), &mesh);
    }
}

/* --- shardings -------------------------------------------------------------------------------- */

/* Appends the axes of the mesh that an axis of a sharding is made of. */
static void append_axes(const struct gspmd_import *import, const struct gspmd_axis *axis,
                        struct axis_vector *axes) {
    for (uint32_t i = 0; i < import->mesh.axis_count; i++) {
        int64_t stride = import->cuts[import->cut_count - 2 - i];
        if (stride >= axis->stride && stride < axis->stride * axis->size) {
            struct axis_ref whole = axis_whole(import->mesh.axes[i].name);
            axes_append(axes, (struct axis_list){1, &whole});
        }
    }
}

const struct attr *gspmd_convert(struct gspmd_import *import, const struct gspmd_sharding *sharding,
                                 const struct type *type, uint64_t open, struct location location) {
    struct context *context = import->module->context;
    uint32_t rank = tensor_rank(type);
    if (sharding->kind == GSPMD_MAXIMAL) {
        const struct sharding alone = {.mesh_name = maximal_name(import, sharding->device)};
        return sharding_attr(context, &alone);
    }
    if (sharding->kind == GSPMD_TILED && (type->kind == TYPE_TUPLE || sharding->rank != rank)) {
        diag_error(context->diagnostics, location,
                   "mhlo.sharding is of %u dimensions, its value has %u", sharding->rank, rank);
        return NULL;
    }
    struct dim_sharding *dims = ARENA_ARRAY(import->arena, struct dim_sharding, rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        struct axis_vector axes = {.arena = context->arena};
        for (uint32_t i = 0; sharding->kind == GSPMD_TILED && i < sharding->axis_count; i++) {
            if (sharding->axes[i].dim == d) {
                append_axes(import, &sharding->axes[i], &axes);
            }
        }
        dims[d].axes = axes_of(&axes);
        dims[d].is_closed = sharding->kind != GSPMD_UNKNOWN && !(d < 64 && (open >> d & 1) != 0);
        dims[d].priority = PRIORITY_NONE;
    }
    const struct sharding made = {.mesh_name = import->mesh_name, .rank = rank, .dims = dims};
    return sharding_attr(context, &made);
}

struct axis_list gspmd_manual_axes(struct gspmd_import *import,
                                   const struct gspmd_sharding *sharding) {
    struct axis_vector axes = {.arena = import->module->context->arena};
    for (uint32_t i = 0; i < import->mesh.axis_count; i++) {
        int64_t stride = import->cuts[import->cut_count - 2 - i];
        bool is_manual = sharding->kind == GSPMD_MANUAL;
        for (uint32_t a = 0; sharding->kind == GSPMD_TILED && a < sharding->axis_count; a++) {
            const struct gspmd_axis *axis = &sharding->axes[a];
            is_manual |= axis->dim >= sharding->rank &&
                         sharding->groups[axis->dim - sharding->rank] == GSPMD_GROUP_MANUAL &&
                         stride >= axis->stride && stride < axis->stride * axis->size;
        }
        if (is_manual) {
            struct axis_ref whole = axis_whole(import->mesh.axes[i].name);
            axes_append(&axes, (struct axis_list){1, &whole});
        }
    }
    return axes_of(&axes);
}
