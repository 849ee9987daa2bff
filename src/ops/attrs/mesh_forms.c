/* Meshes as StableHLO writes them: #stablehlo.mesh in replica groups, and a dictionary on the mesh
 * operation. */
#include "ops/attrs/mesh_forms.h"

#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

static const struct attr *device_ids_attr(struct context *context, const struct mesh *mesh) {
    int64_t length = mesh->device_id_count;
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 1, &length, NULL);
    return attr_dense(context, type, mesh->device_ids, (size_t)length * sizeof(int64_t),
                      length == 1);
}

const struct attr *mesh_dictionary(struct context *context, const struct mesh *mesh) {
    struct arena *arena = context->arena;
    const struct attr **axes = ARENA_ARRAY(arena, const struct attr *, mesh->axis_count);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        const char *name = mesh->axes[i].name;
        struct named_attr fields[] = {
            {intern(context->strings, "name"), attr_string(context, name, strlen(name))},
            {intern(context->strings, "size"), attr_i64(context, mesh->axes[i].size)},
        };
        axes[i] = attr_dict(context, 2, fields);
    }
    struct named_attr items[2] = {
        {intern(context->strings, "axes"), attr_array(context, mesh->axis_count, axes)}};
    uint32_t count = 1;
    if (mesh->device_id_count != 0) {
        items[count++] = (struct named_attr){intern(context->strings, "device_ids"),
                                             device_ids_attr(context, mesh)};
    }
    return attr_dict(context, count, items);
}

const struct attr *mesh_from_dictionary(struct context *context, const struct attr *dictionary) {
    const struct attr *list = attr_dict_get(dictionary, "axes");
    const struct attr *ids = attr_dict_get(dictionary, "device_ids");
    if (!list || list->kind != ATTR_ARRAY) {
        return NULL;
    }
    struct mesh mesh = {.axis_count = list->count};
    struct mesh_axis *axes = ARENA_ARRAY(context->arena, struct mesh_axis, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct attr *name = attr_dict_get(list->items[i], "name");
        const struct attr *size = attr_dict_get(list->items[i], "size");
        if (!name || name->kind != ATTR_STRING || strlen(name->text) != name->length || !size ||
            size->kind != ATTR_INTEGER) {
            return NULL;
        }
        axes[i] = (struct mesh_axis){.name = name->text, .size = size->integer};
    }
    mesh.axes = axes;
    if (ids && !attr_integers(ids, &mesh.device_id_count, &mesh.device_ids)) {
        return NULL;
    }
    return mesh_attr(context, &mesh);
}

bool is_stablehlo_mesh(const struct attr *attr) {
    return attr && attr->kind == ATTR_DIALECT && attr->def == &attr_hlo_mesh;
}

/* Words of the mesh are device ids (an attribute or 0), then the axes; of an axis name and size. */
const struct attr *mesh_from_stablehlo(struct context *context, const struct attr *mesh) {
    struct mesh result = {.axis_count = mesh->count - 1};
    struct mesh_axis *axes = ARENA_ARRAY(context->arena, struct mesh_axis, result.axis_count);
    for (uint32_t i = 0; i < result.axis_count; i++) {
        const struct attr *axis = (const struct attr *)(intptr_t)mesh->words[i + 1];
        axes[i].name = (const char *)(intptr_t)axis->words[0];
        axes[i].size = axis->words[1];
    }
    result.axes = axes;
    const struct attr *ids = (const struct attr *)(intptr_t)mesh->words[0];
    if (ids && !attr_integers(ids, &result.device_id_count, &result.device_ids)) {
        result.device_id_count = 0;
    }
    return mesh_attr(context, &result);
}

const struct attr *mesh_to_stablehlo(struct context *context, const struct mesh *mesh) {
    struct arena *scratch = arena_new();
    int64_t *words = ARENA_ARRAY(scratch, int64_t, (size_t)mesh->axis_count + 1);
    words[0] = mesh->device_id_count ? (int64_t)(intptr_t)device_ids_attr(context, mesh) : 0;
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        const int64_t axis[2] = {(int64_t)(intptr_t)mesh->axes[i].name, mesh->axes[i].size};
        words[i + 1] = (int64_t)(intptr_t)attr_dialect(context, &attr_hlo_mesh_axis, 2, axis);
    }
    const struct attr *attr = attr_dialect(context, &attr_hlo_mesh, mesh->axis_count + 1, words);
    arena_free(scratch);
    return attr;
}

const struct attr *mesh_axes_groups(struct context *context, const struct attr *mesh,
                                    struct axis_list axes) {
    struct arena *scratch = arena_new();
    const struct attr **items = ARENA_ARRAY(scratch, const struct attr *, axes.count);
    for (uint32_t i = 0; i < axes.count; i++) {
        struct axis_ref axis = axes.items[i];
        const int64_t words[3] = {(int64_t)(intptr_t)axis.name, axis.pre_size, axis.size};
        items[i] = attr_dialect(context, &attr_hlo_axis_ref, axis_is_whole(axis) ? 1 : 3, words);
    }
    struct replica_group_axes groups = {mesh, attr_array(context, axes.count, items)};
    const struct attr *attr = struct_attr_make(context, &attr_replica_group_mesh_axes, &groups);
    arena_free(scratch);
    return attr;
}

bool mesh_groups_have_axes(const struct replica_group_axes *groups) {
    for (uint32_t i = 0; i < groups->axes->count; i++) {
        if (groups->axes->items[i]->def != &attr_hlo_axis_ref) {
            return false;
        }
    }
    return true;
}
