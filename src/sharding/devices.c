/* Devices of a mesh by number. A reference to an axis is a digit of the position of a device: it
 * has a size and a stride. */
#include "sharding/devices.h"

#include <stdlib.h>

bool devices_can_be_listed(const struct mesh *mesh, struct diagnostics *diagnostics,
                           struct location location) {
    int64_t count = mesh_device_count(mesh);
    return count <= MOST_LISTED_DEVICES ||
           diag_error(diagnostics, location,
                      "the mesh has %lld devices: more than %lld cannot be listed one by one",
                      (long long)count, (long long)MOST_LISTED_DEVICES);
}

struct digit {
    int64_t size, stride;
};

static struct digit digit_of(const struct mesh *mesh, struct axis_ref axis) {
    int64_t stride = 1;
    for (uint32_t i = mesh->axis_count; i-- > 0 && mesh->axes[i].name != axis.name;) {
        stride *= mesh->axes[i].size;
    }
    int64_t whole = mesh_axis_size(mesh, axis.name);
    return (struct digit){.size = axis_size(mesh, axis),
                          .stride = stride * (whole / axis_end(mesh, axis))};
}

/* Id of the device at a position. */
static int64_t device_id(const struct mesh *mesh, int64_t position) {
    return mesh->device_id_count > 0 ? mesh->device_ids[position] : position;
}

int64_t device_place(const struct mesh *mesh, int64_t position, struct axis_list axes) {
    int64_t place = 0;
    for (uint32_t i = 0; i < axes.count; i++) {
        struct digit digit = digit_of(mesh, axes.items[i]);
        place = place * digit.size + position / digit.stride % digit.size;
    }
    return place;
}

int64_t *device_places(struct arena *arena, const struct mesh *mesh, struct axis_list axes) {
    int64_t count = mesh_device_count(mesh);
    int64_t *places = ARENA_ARRAY(arena, int64_t, (size_t)count);
    for (int64_t position = 0; position < count; position++) {
        places[device_id(mesh, position)] = device_place(mesh, position, axes);
    }
    return places;
}

/* The axes of the mesh in order, cut where sub-axes of `axes` begin and end. */
static struct axis_vector atomic_axes(struct arena *arena, const struct mesh *mesh,
                                      struct axis_list axes) {
    struct axis_vector atoms = {.arena = arena};
    int64_t *cuts = ARENA_ARRAY(arena, int64_t, 2 * (size_t)axes.count + 2);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        size_t count = 0;
        cuts[count++] = 1;
        cuts[count++] = mesh->axes[i].size;
        for (uint32_t j = 0; j < axes.count; j++) {
            if (axes.items[j].name == mesh->axes[i].name) {
                cuts[count++] = axis_pre_size(axes.items[j]);
                cuts[count++] = axis_end(mesh, axes.items[j]);
            }
        }
        qsort(cuts, count, sizeof *cuts, compare_int64);
        int64_t pre_size = 1;
        for (size_t j = 1; j < count; j++) {
            if (cuts[j] != pre_size) {
                axes_push(&atoms,
                          axis_make(mesh, mesh->axes[i].name, pre_size, cuts[j] / pre_size));
                pre_size = cuts[j];
            }
        }
    }
    return atoms;
}

static bool contained(struct axis_list axes, struct axis_ref axis) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axis_contains(axes.items[i], axis)) {
            return true;
        }
    }
    return false;
}

/* Position of the device whose digits along `axes`, major to minor, spell `number`. */
static int64_t position_at(const struct mesh *mesh, struct axis_list axes, int64_t number) {
    int64_t position = 0;
    for (uint32_t i = axes.count; i-- > 0;) {
        struct digit digit = digit_of(mesh, axes.items[i]);
        position += number % digit.size * digit.stride;
        number /= digit.size;
    }
    return position;
}

struct device_lists device_groups(struct arena *arena, const struct mesh *mesh,
                                  struct axis_list axes) {
    struct axis_vector atoms = atomic_axes(arena, mesh, axes), rest = {.arena = arena};
    for (uint32_t i = 0; i < atoms.count; i++) {
        if (!contained(axes, atoms.items[i])) {
            axes_push(&rest, atoms.items[i]);
        }
    }
    struct device_lists groups = {.size = axes_size(mesh, axes)};
    groups.count = mesh_device_count(mesh) / groups.size;
    groups.ids = ARENA_ARRAY(arena, int64_t, (size_t)(groups.count * groups.size));
    for (int64_t group = 0; group < groups.count; group++) {
        int64_t base = position_at(mesh, axes_of(&rest), group);
        for (int64_t member = 0; member < groups.size; member++) {
            groups.ids[group * groups.size + member] =
                device_id(mesh, base + position_at(mesh, axes, member));
        }
    }
    return groups;
}

int64_t device_stride(const struct mesh *mesh, struct axis_ref axis) {
    return digit_of(mesh, axis).stride;
}

int64_t *device_shift_pairs(struct arena *arena, const struct mesh *mesh, struct axis_list axes,
                            int64_t offset, bool around, int64_t *count) {
    int64_t devices = mesh_device_count(mesh), places = axes_size(mesh, axes);
    int64_t *pairs = ARENA_ARRAY(arena, int64_t, 2 * (size_t)devices);
    *count = 0;
    for (int64_t position = 0; position < devices; position++) {
        int64_t place = device_place(mesh, position, axes), target = place + offset;
        if (around) {
            target = (target % places + places) % places;
        }
        if (target >= 0 && target < places) {
            int64_t other =
                position - position_at(mesh, axes, place) + position_at(mesh, axes, target);
            pairs[2 * *count] = device_id(mesh, position);
            pairs[2 * *count + 1] = device_id(mesh, other);
            ++*count;
        }
    }
    return pairs;
}

int64_t *device_ids_reversed(struct arena *arena, const struct mesh *mesh, struct axis_list axes) {
    int64_t devices = mesh_device_count(mesh);
    int64_t *ids = ARENA_ARRAY(arena, int64_t, (size_t)devices);
    for (int64_t position = 0; position < devices; position++) {
        int64_t other = position;
        for (uint32_t i = 0; i < axes.count; i++) {
            struct digit digit = digit_of(mesh, axes.items[i]);
            int64_t place = position / digit.stride % digit.size;
            other += (digit.size - 1 - 2 * place) * digit.stride;
        }
        ids[position] = device_id(mesh, other);
    }
    return ids;
}

static void add_dims(struct axis_vector *axes, const struct sharding *sharding) {
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        axes_append(axes, sharding->dims[dim].axes);
    }
}

/* All atoms: first those that shard dimensions, in that order; then those that do so in the other
 * sharding; at last the rest, whose places stay: a value may be unreduced over them, or differ
 * along them as manual axes. */
static struct axis_vector sharding_order(struct arena *arena, const struct sharding *sharding,
                                         const struct sharding *other, struct axis_list atoms) {
    struct axis_vector order = {.arena = arena}, own = {.arena = arena}, both = {.arena = arena};
    add_dims(&own, sharding);
    add_dims(&both, sharding);
    add_dims(&both, other);
    for (uint32_t i = 0; i < own.count; i++) {
        for (uint32_t j = 0; j < atoms.count; j++) {
            if (axis_contains(own.items[i], atoms.items[j])) {
                axes_push(&order, atoms.items[j]);
            }
        }
    }
    for (int stays = 0; stays <= 1; stays++) {
        for (uint32_t j = 0; j < atoms.count; j++) {
            if (!contained(axes_of(&own), atoms.items[j]) &&
                contained(axes_of(&both), atoms.items[j]) == !stays) {
                axes_push(&order, atoms.items[j]);
            }
        }
    }
    return order;
}

int64_t *device_pairs(struct arena *arena, const struct mesh *from_mesh,
                      const struct sharding *from, const struct mesh *to_mesh,
                      const struct sharding *to) {
    struct axis_vector all = {.arena = arena};
    add_dims(&all, from);
    add_dims(&all, to);
    struct axis_vector atoms = atomic_axes(arena, to_mesh, axes_of(&all));
    struct axis_vector from_order = sharding_order(arena, from, to, axes_of(&atoms));
    struct axis_vector to_order = sharding_order(arena, to, from, axes_of(&atoms));
    int64_t count = mesh_device_count(to_mesh);
    int64_t *numbers = device_places(arena, from_mesh, axes_of(&from_order));
    int64_t *pairs = ARENA_ARRAY(arena, int64_t, 2 * (size_t)count);
    for (int64_t source = 0; source < count; source++) {
        int64_t position = position_at(to_mesh, axes_of(&to_order), numbers[source]);
        pairs[2 * source] = source;
        pairs[2 * source + 1] = device_id(to_mesh, position);
    }
    return pairs;
}
