/* Wholes cut into parts, and parts put together, as shardings say. */
#include "verify/operations/sides.h"

#include "verify/values/alike.h"

bool side_read(struct evaluator *e, const struct op *op, const struct attr *attr,
               struct axis_list manual, struct cut_value *side) {
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
static int64_t offset_of(const struct cut_value *side, int64_t device) {
    int64_t strides[MAX_RANK];
    struct part part =
        part_of(side->whole, side->mesh, side->axes, mesh_position(side->mesh, device));
    strides_of(side->whole, strides);
    return place_offset(side->whole->rank, part.begin, strides);
}

/* Of a sum that devices hold shares of, the first holds all, the others zeros. */
static bool is_rest(const struct cut_value *side, int64_t device) {
    return axes_digit(side->mesh, side->unreduced, mesh_position(side->mesh, device)) != 0;
}

struct lanes side_cut(struct evaluator *e, const struct cut_value *side, struct lanes whole) {
    struct key {
        const struct tensor *whole;
        int64_t offset;
    } *keys = memory_array((size_t)e->devices, sizeof *keys);
    struct lanes parts = lanes_new(e);
    struct alike alike;
    int64_t strides[MAX_RANK];
    strides_of(side->whole, strides);
    alike_open(&alike, e->devices, keys, sizeof *keys);
    for (int64_t d = 0; d < e->devices; d++) {
        if (!e->active[d]) {
            continue;
        }
        if (is_rest(side, d)) {
            parts.items[d] = tensor_of(side->part);
            continue;
        }
        keys[d] = (struct key){whole.items[d], offset_of(side, d)};
        int64_t first = alike_first(&alike, d);
        parts.items[d] = first == d
                             ? tensor_view(side->part, whole.items[d], keys[d].offset, strides)
                             : tensor_keep(parts.items[first]);
    }
    alike_close(&alike);
    memory_free(keys);
    return parts;
}

/* Of each device its place along all axes but some; to be freed with memory_free. */
static int64_t *places_without(const struct evaluator *e, const struct mesh *mesh,
                               struct axis_list axes) {
    struct arena *arena = arena_new();
    struct axis_vector all = {.arena = arena}, rest = {.arena = arena};
    int64_t *places = memory_array((size_t)e->devices, sizeof *places);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        axes_push(&all, axis_whole(mesh->axes[i].name));
    }
    axes_difference(mesh, axes_of(&all), axes, &rest);
    for (int64_t d = 0; d < e->devices; d++) {
        places[d] = axes_digit(mesh, axes_of(&rest), mesh_position(mesh, d));
    }
    arena_free(arena);
    return places;
}

int64_t *leaders_along(const struct evaluator *e, const struct mesh *mesh, struct axis_list axes) {
    int64_t *places = places_without(e, mesh, axes);
    int64_t *leaders = memory_array((size_t)e->devices, sizeof *leaders);
    struct alike alike;
    alike_open(&alike, e->devices, places, sizeof *places);
    for (int64_t d = 0; d < e->devices; d++) {
        leaders[d] = alike_first(&alike, d);
    }
    alike_close(&alike);
    memory_free(places);
    return leaders;
}

/* The manual axes along which parts differ, or are shares of a sum. */
static struct axis_list axes_that_count(const struct evaluator *e, const struct cut_value *side) {
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

void side_join(struct evaluator *e, const struct cut_value *side, struct axis_list manual,
               struct lanes parts, struct lanes *whole) {
    int64_t *leaders = leaders_along(e, side->mesh, manual);
    int64_t *counted = places_without(e, side->mesh, axes_that_count(e, side));
    for (int64_t d = 0; d < e->devices; d++) {
        if (!e->active[d]) {
            continue;
        }
        int64_t leader = leaders[d];
        if (!whole->items[leader]) {
            whole->items[leader] = tensor_of(side->whole);
        }
        if (counted[d] == counted[leader]) {
            add_part(e, whole->items[leader], parts.items[d], offset_of(side, d));
        }
        if (leader != d) {
            whole->items[d] = tensor_keep(whole->items[leader]);
        }
    }
    memory_free(leaders);
    memory_free(counted);
}
