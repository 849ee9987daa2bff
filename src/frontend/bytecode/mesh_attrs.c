/* Meshes as StableHLO writes them, and how accurate a result is to be: attributes whose words are
 * made here, for StableHLO's own encoding and VHLO's. */
#include "frontend/bytecode/bytecode.h"
#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

const struct attr *read_sub_axis(struct cursor *cursor) {
    int64_t words[2];
    return read_signed(cursor, &words[0]) && read_signed(cursor, &words[1])
               ? attr_dialect(cursor->file->context, &attr_hlo_sub_axis, 2, words)
               : NULL;
}

const struct attr *make_axis_ref(struct cursor *cursor, const char *name,
                                 const struct attr *sub_axis) {
    if (sub_axis && sub_axis->def != &attr_hlo_sub_axis) {
        cursor_error(cursor, "expected a sub-axis here");
        return NULL;
    }
    return attr_axis_ref(cursor->file->context, name, sub_axis);
}

static bool all_are(struct cursor *cursor, const struct attr *list, const struct attr_def *def) {
    bool good = list->kind == ATTR_ARRAY;
    for (uint32_t i = 0; good && i < list->count; i++) {
        good = list->items[i]->def == def;
    }
    return good || cursor_error(cursor, "expected a list of #%s here", def->name);
}

const struct attr *make_hlo_mesh(struct cursor *cursor, const struct attr *axes,
                                 const struct attr *device_ids) {
    if (!all_are(cursor, axes, &attr_hlo_mesh_axis)) {
        return NULL;
    }
    if (device_ids && device_ids->kind != ATTR_DENSE) {
        cursor_error(cursor, "device ids are to be a tensor");
        return NULL;
    }
    return attr_mesh_of(cursor->file->context, axes, device_ids);
}

const struct attr *make_mesh_groups(struct cursor *cursor, const struct attr *mesh,
                                    const struct attr *axes) {
    if (mesh->kind != ATTR_SYMBOL && mesh->def != &attr_hlo_mesh) {
        cursor_error(cursor, "expected a mesh or its name here");
        return NULL;
    }
    struct replica_group_axes groups = {mesh, axes};
    return all_are(cursor, axes, &attr_hlo_axis_ref)
               ? checked_struct(cursor, &attr_replica_group_mesh_axes, &groups)
               : NULL;
}

const struct attr *read_accuracy(struct cursor *cursor) {
    struct result_accuracy accuracy;
    const struct attr *mode;
    int64_t words[4];
    if (!read_f64(cursor, &accuracy.atol) || !read_f64(cursor, &accuracy.rtol) ||
        !read_signed(cursor, &words[2]) ||
        !read_attr_of(cursor, &attr_result_accuracy_mode, &mode)) {
        return NULL;
    }
    words[3] = attr_case(mode, 0);
    bool is_zero = accuracy.atol == 0 && accuracy.rtol == 0 && words[2] == 0;
    if (!(accuracy.atol >= 0 && accuracy.rtol >= 0 && words[2] >= 0) ||
        (words[3] != 2 && !is_zero)) {
        cursor_error(cursor, "tolerances are negative, or of a mode that has none");
        return NULL;
    }
    memcpy(&words[0], &accuracy.atol, sizeof words[0]);
    memcpy(&words[1], &accuracy.rtol, sizeof words[1]);
    return attr_dialect(cursor->file->context, &attr_result_accuracy, 4, words);
}
