/* Wholes cut into parts, and parts put together, as shardings say. */
#include "verify/operations/sides.h"

bool side_read(struct evaluator *e, const struct op *op, const struct attr *attr,
               struct axis_list manual, struct side *side) {
    const struct sharding *sharding = attr_as_sharding(attr);
    struct arena *arena = e->module->context->arena;
    side->mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (!side->mesh || (manual.count > 0 && mesh_device_count(side->mesh) != e->devices)) {
        return evaluate_stop(e, op, "its mesh is not that of the program");
    }
    struct axis_list *axes = ARENA_ARRAY(arena, struct axis_list, side->whole->rank + 1);
    for (uint32_t d = 0; d < side->whole->rank && d < sharding->rank; d++) {
        axes[d] = axes_where(arena, sharding->dims[d].axes, manual, true);
    }
    side->axes = axes;
    side->unreduced = axes_where(arena, sharding->unreduced, manual, true);
    return side->unreduced.count == 0 || sharding->unreduced_kind == REDUCTION_SUM ||
           evaluate_stop(e, op, "it has shares of a maximum or minimum");
}

/* Where the part of a device begins, in elements. */
static int64_t offset_of(const struct side *side, int64_t device) {
    int64_t strides[MAX_RANK];
    struct part part =
        part_of(side->whole, side->mesh, side->axes, mesh_position(side->mesh, device));
    strides_of(side->whole, strides);
    return place_offset(side->whole->rank, part.begin, strides);
}

/* Of a sum that devices hold shares of, the first holds all, the others zeros. */
static bool is_rest(const struct side *side, int64_t device) {
    return axes_digit(side->mesh, side->unreduced, mesh_position(side->mesh, device)) != 0;
}

struct lanes side_cut(struct evaluator *e, const struct side *side, struct lanes whole) {
    struct lanes parts = lanes_new(e);
    int64_t strides[MAX_RANK], *offsets = memory_array((size_t)e->devices, sizeof *offsets);
    strides_of(side->whole, strides);
    for (int64_t d = 0; d < e->devices; d++) {
        if (!e->active[d]) {
            continue;
        }
        offsets[d] = offset_of(side, d);
        for (int64_t k = 0; k < d && !parts.items[d] && !is_rest(side, d); k++) {
            if (parts.items[k] && !is_rest(side, k) && whole.items[k] == whole.items[d] &&
                offsets[k] == offsets[d]) {
                parts.items[d] = tensor_keep(parts.items[k]);
            }
        }
        if (is_rest(side, d)) {
            parts.items[d] = tensor_of(side->part);
        } else if (!parts.items[d]) {
            parts.items[d] = tensor_view(side->part, whole.items[d], offsets[d], strides);
        }
    }
    memory_free(offsets);
    return parts;
}

/* The number of a device's place along all axes but some. */
static int64_t place_without(const struct evaluator *e, const struct mesh *mesh,
                             struct axis_list axes, int64_t device) {
    struct arena *arena = e->module->context->arena;
    struct axis_vector all = {.arena = arena}, rest = {.arena = arena};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        axes_push(&all, axis_whole(mesh->axes[i].name));
    }
    axes_difference(mesh, axes_of(&all), axes, &rest);
    return axes_digit(mesh, axes_of(&rest), mesh_position(mesh, device));
}

int64_t leader_of(const struct evaluator *e, const struct mesh *mesh, struct axis_list manual,
                  int64_t device) {
    int64_t own = place_without(e, mesh, manual, device), k = 0;
    while (k < device && place_without(e, mesh, manual, k) != own) {
        k++;
    }
    return k;
}

/* The manual axes along which parts differ, or are shares of a sum. */
static struct axis_list axes_that_count(const struct evaluator *e, const struct side *side) {
    struct axis_vector counted = {.arena = e->module->context->arena};
    for (uint32_t d = 0; d < side->whole->rank; d++) {
        axes_append(&counted, side->axes[d]);
    }
    axes_append(&counted, side->unreduced);
    return axes_of(&counted);
}

static void add_part(const struct evaluator *e, struct tensor *whole, const struct tensor *part,
                     int64_t base) {
    const struct type *type = part->type;
    struct kind kind = kind_of(type);
    int64_t strides[MAX_RANK], place[MAX_RANK] = {0}, at = 0;
    strides_of(whole->type, strides);
    whole->degree = part->degree > whole->degree ? part->degree : whole->degree;
    whole->is_unknown = whole->is_unknown || part->is_unknown;
    do {
        int64_t to = base + place_offset(type->rank, place, strides);
        if (at < part->count) {
            tensor_put(
                whole, to,
                number_add(&e->arithmetic, kind, tensor_get(whole, to), tensor_get(part, at++)));
        }
    } while (place_next(type->rank, type->dims, place));
}

void side_join(struct evaluator *e, const struct side *side, struct axis_list manual,
               struct lanes parts, struct lanes *whole) {
    struct axis_list counted = axes_that_count(e, side);
    for (int64_t d = 0; d < e->devices; d++) {
        if (!e->active[d]) {
            continue;
        }
        int64_t leader = leader_of(e, side->mesh, manual, d);
        if (!whole->items[leader]) {
            whole->items[leader] = tensor_of(side->whole);
        }
        if (place_without(e, side->mesh, counted, d) ==
            place_without(e, side->mesh, counted, leader)) {
            add_part(e, whole->items[leader], parts.items[d], offset_of(side, d));
        }
        if (leader != d) {
            whole->items[d] = tensor_keep(whole->items[leader]);
        }
    }
}
