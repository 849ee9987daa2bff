/* Which part of a tensor a device holds: digits of its place on the mesh. */
#include "verify/border/parts.h"

int64_t mesh_position(const struct mesh *mesh, int64_t device) {
    if (mesh->device_id_count == 0) {
        return device < mesh_device_count(mesh) ? device : -1;
    }
    for (uint32_t i = 0; i < mesh->device_id_count; i++) {
        if (mesh->device_ids[i] == device) {
            return i;
        }
    }
    return -1;
}

static int64_t axis_digit(const struct mesh *mesh, struct axis_ref axis, int64_t position) {
    int64_t stride = 1;
    for (uint32_t i = mesh->axis_count; i-- > 0;) {
        if (mesh->axes[i].name == axis.name) {
            int64_t whole = mesh->axes[i].size, own = position / stride % whole;
            return axis_is_whole(axis) ? own
                                       : own / (whole / (axis.pre_size * axis.size)) % axis.size;
        }
        stride *= mesh->axes[i].size;
    }
    return 0;
}

int64_t axes_digit(const struct mesh *mesh, struct axis_list axes, int64_t position) {
    int64_t digit = 0;
    for (uint32_t i = 0; i < axes.count; i++) {
        digit = digit * axis_size(mesh, axes.items[i]) + axis_digit(mesh, axes.items[i], position);
    }
    return digit;
}

struct axis_list axes_where(struct arena *arena, struct axis_list axes, struct axis_list names,
                            bool named) {
    struct axis_ref *items = ARENA_ARRAY(arena, struct axis_ref, axes.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axes_contain_name(names, axes.items[i].name) == named) {
            items[count++] = axes.items[i];
        }
    }
    return (struct axis_list){count, items};
}

struct part part_of(const struct type *type, const struct mesh *mesh, const struct axis_list *axes,
                    int64_t position) {
    struct part part;
    for (uint32_t d = 0; d < type->rank; d++) {
        int64_t size = type->dims[d], parts = axes_size(mesh, axes[d]);
        int64_t local = divide_up(size, parts);
        int64_t begin = axes_digit(mesh, axes[d], position) * local;
        part.local[d] = local;
        part.begin[d] = begin < size ? begin : size;
        part.extent[d] = part.begin[d] + local < size ? local : size - part.begin[d];
    }
    return part;
}
