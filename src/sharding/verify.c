/* The constraints of meshes and shardings. */
#include <stdlib.h>
#include <string.h>

#include "ir/op_def.h"
#include "sharding/sharding.h"

/* Where a fault is reported, and what the message opens with: `what`, or the operation's name and
 * the place of the sharding. */
struct report {
    struct diagnostics *diagnostics;
    struct location location;
    const char *what;
    const struct op *op;
    struct sharding_place place;
};

static void add_opening(struct buffer *message, const struct report *report) {
    if (report->what) {
        buffer_add(message, report->what);
        return;
    }
    buffer_printf(message, "'%s' op ", report->op->name);
    if (report->place.values) {
        buffer_add(message, report->place.values);
        if (report->place.one_of_many) {
            buffer_printf(message, " %u", report->place.index);
        }
        buffer_add(message, " - ");
    }
}

static bool fault(const struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool fault(const struct report *report, const char *format, ...) {
    struct buffer message = {0};
    va_list arguments;
    add_opening(&message, report);
    va_start(arguments, format);
    buffer_vprintf(&message, format, arguments);
    va_end(arguments);
    diag_error(report->diagnostics, report->location, "%s", message.text);
    buffer_free(&message);
    const struct value *argument = report->place.argument;
    if (argument && argument->location.source) {
        diag_help(report->diagnostics, argument->location, "the sharding of this argument");
    }
    return false;
}

/* --- meshes ----------------------------------------------------------------------------------- */

/* The product of the axis sizes; 0 with a report where it is too large or a name is there twice. */
static int64_t verify_mesh_axes(const struct mesh *mesh, const struct report *report) {
    int64_t product = 1;
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (mesh->axes[j].name == mesh->axes[i].name) {
                fault(report, "duplicate axis name: \"%s\"", mesh->axes[i].name);
                return 0;
            }
        }
        if (!multiply_checked(product, mesh->axes[i].size, &product)) {
            fault(report, "the mesh has more than 2^63 devices");
            return 0;
        }
    }
    return product;
}

static bool not_iota(const struct mesh *mesh, const struct report *report) {
    struct arena *arena = arena_new();
    struct buffer text = {0};
    size_t size = mesh->device_id_count * sizeof(int64_t);
    int64_t *ids = (int64_t *)arena_copy(arena, mesh->device_ids, size);
    qsort(ids, mesh->device_id_count, sizeof *ids, compare_int64);
    for (uint32_t i = 0; i < mesh->device_id_count; i++) {
        buffer_printf(&text, "%s%lld", i ? ", " : "", (long long)ids[i]);
    }
    fault(report, "sorted device ids must be iota(product(axes)), got: %s", text.text);
    buffer_free(&text);
    arena_free(arena);
    return false;
}

/* The ids are a permutation of 0 .. count - 1. */
static bool verify_device_ids(const struct mesh *mesh, const struct report *report) {
    uint32_t count = mesh->device_id_count;
    struct arena *arena = arena_new();
    bool *seen = ARENA_ARRAY(arena, bool, count);
    bool permutation = true;
    for (uint32_t i = 0; i < count; i++) {
        int64_t id = mesh->device_ids[i];
        if (id >= count || seen[id]) {
            permutation = false;
            break;
        }
        seen[id] = true;
    }
    arena_free(arena);
    return permutation || not_iota(mesh, report);
}

bool mesh_verify(const struct mesh *mesh, const char *what, struct location location,
                 struct diagnostics *diagnostics) {
    struct report report = {.diagnostics = diagnostics, .location = location, .what = what};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        if (mesh->axes[i].size < 1) {
            return fault(&report, "axis size must be at least 1, got: %lld",
                         (long long)mesh->axes[i].size);
        }
    }
    for (uint32_t i = 0; i < mesh->device_id_count; i++) {
        if (mesh->device_ids[i] < 0) {
            return fault(&report, "device id must be non-negative, got: %lld",
                         (long long)mesh->device_ids[i]);
        }
    }
    if (mesh->axis_count == 0) {
        return mesh->device_id_count <= 1 ||
               fault(&report, "axes is empty and device_ids has more than one element");
    }
    int64_t product = verify_mesh_axes(mesh, &report);
    if (product == 0) {
        return false;
    }
    if (mesh->device_id_count == 0) {
        return true;
    }
    if (product != mesh->device_id_count) {
        return fault(&report,
                     "total product of axis sizes must match total number of device ids, got: "
                     "%lld != %u",
                     (long long)product, mesh->device_id_count);
    }
    return verify_device_ids(mesh, &report);
}

/* --- axis lists ------------------------------------------------------------------------------- */

/* All references seen so far, in any list of one sharding. */
struct seen_axes {
    struct axis_vector all;
    const struct mesh *mesh;
};

const char *axis_spell(struct arena *arena, struct axis_ref axis) {
    return axis_is_whole(axis) ? arena_printf(arena, "\"%s\"", axis.name)
                               : arena_printf(arena, "\"%s\":(%lld)%lld", axis.name,
                                              (long long)axis.pre_size, (long long)axis.size);
}

/* The message is Shardy's; a note says which axes there are. */
static bool unknown_axis(struct axis_ref axis, const struct seen_axes *seen,
                         const struct report *report) {
    const struct mesh *mesh = seen->mesh;
    const char **names = ARENA_ARRAY(seen->all.arena, const char *, mesh->axis_count);
    struct buffer all = {0};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        names[i] = mesh->axes[i].name;
        buffer_printf(&all, "%s\"%s\"=%lld", i == 0 ? "" : ", ", names[i],
                      (long long)mesh->axes[i].size);
    }
    fault(report, "unknown axis name: \"%s\"", axis.name);
    const char *near = nearest_name(axis.name, names, mesh->axis_count);
    diag_help(report->diagnostics, report->location, "the mesh has %s%s%s%s",
              all.text ? all.text : "no axes", near ? "; did you mean \"" : "", near ? near : "",
              near ? "\"?" : "");
    buffer_free(&all);
    return false;
}

/* Axes that the mesh has, none twice, neighbours merged. How sub-axes lie in their axis is checked
 * when all have been seen. */
static bool verify_axes(struct axis_list axes, struct seen_axes *seen,
                        const struct report *report) {
    for (uint32_t i = 0; i < axes.count; i++) {
        struct axis_ref axis = axes.items[i];
        if (mesh_axis_size(seen->mesh, axis.name) == 0) {
            return unknown_axis(axis, seen, report);
        }
        for (uint32_t k = 0; k < seen->all.count; k++) {
            if (axis_equal(axis, seen->all.items[k])) {
                return fault(report, "duplicate axis ref: %s", axis_spell(seen->all.arena, axis));
            }
        }
        if (i != 0 && !axis_is_whole(axis) && !axis_is_whole(axes.items[i - 1]) &&
            axis_can_merge(axes.items[i - 1], axis)) {
            return fault(report, "two consecutive sub-axes can be merged: %s, %s",
                         axis_spell(seen->all.arena, axes.items[i - 1]),
                         axis_spell(seen->all.arena, axis));
        }
        axes_push(&seen->all, axis);
    }
    return true;
}

/* A sub-axis by itself fits in its axis. */
static bool verify_sub_axis(struct axis_ref axis, const struct seen_axes *seen,
                            const struct report *report) {
    int64_t size = mesh_axis_size(seen->mesh, axis.name), end;
    const char *spelt = axis_spell(seen->all.arena, axis);
    if (axis.pre_size < 1) {
        return fault(report, "sub-axis pre-size must be at least 1: %s", spelt);
    }
    if (axis.size <= 1) {
        return fault(report, "sub-axis sizes must be greater than 1: %s", spelt);
    }
    if (!multiply_checked(axis.pre_size, axis.size, &end) || size % end != 0) {
        return fault(report,
                     "sub-axis next pre-size %lld doesn't divide the size of the full axis %lld: "
                     "%s",
                     (long long)end, (long long)size, spelt);
    }
    return axis.size != size ||
           fault(report, "sub-axis size is equal to the full axis size: %s", spelt);
}

/* Sub-axes of one axis beside each other, and the whole axis not used beside them. */
static bool verify_sub_axes(const struct seen_axes *seen, const struct report *report) {
    struct arena *arena = seen->all.arena;
    for (uint32_t i = 0; i < seen->all.count; i++) {
        struct axis_ref axis = seen->all.items[i];
        if (axis_is_whole(axis)) {
            continue;
        }
        for (uint32_t k = 0; k < seen->all.count; k++) {
            if (axis_equal(seen->all.items[k], axis_whole(axis.name))) {
                return fault(report, "both sub-axis and full-axis are used for axis name: \"%s\"",
                             axis.name);
            }
        }
        if (!verify_sub_axis(axis, seen, report)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < seen->all.count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            struct axis_ref a = seen->all.items[k], b = seen->all.items[i];
            if (!axis_is_whole(a) && !axis_is_whole(b) && axis_overlaps(a, b)) {
                bool ordered = axis_compare_in_mesh(seen->mesh, a, b) <= 0;
                return fault(report, "overlapping sub-axes: %s, %s",
                             axis_spell(arena, ordered ? a : b),
                             axis_spell(arena, ordered ? b : a));
            }
        }
    }
    return true;
}

static bool verify_sorted_axes(struct axis_list axes, const char *kind, struct seen_axes *seen,
                               const struct report *report) {
    for (uint32_t i = 1; i < axes.count; i++) {
        bool known = mesh_axis_size(seen->mesh, axes.items[i - 1].name) != 0 &&
                     mesh_axis_size(seen->mesh, axes.items[i].name) != 0;
        if (known && axis_compare_in_mesh(seen->mesh, axes.items[i - 1], axes.items[i]) > 0) {
            return fault(report, "%s axes are not ordered w.r.t. mesh", kind);
        }
    }
    return verify_axes(axes, seen, report);
}

bool axis_lists_verify(struct axis_lists lists, const struct mesh *mesh, const char *sorted,
                       const char *what, struct location location,
                       struct diagnostics *diagnostics) {
    struct report report = {.diagnostics = diagnostics, .location = location, .what = what};
    struct seen_axes seen = {.all = {.arena = arena_new()}, .mesh = mesh};
    bool ok = true;
    for (uint32_t i = 0; ok && i < lists.count; i++) {
        ok = sorted ? verify_sorted_axes(lists.items[i], sorted, &seen, &report)
                    : verify_axes(lists.items[i], &seen, &report);
    }
    arena_free(seen.all.arena);
    return ok;
}

/* --- shardings -------------------------------------------------------------------------------- */

static bool verify_dims(const struct sharding *sharding, struct seen_axes *seen,
                        const struct report *report) {
    for (uint32_t i = 0; i < sharding->rank; i++) {
        const struct dim_sharding *dim = &sharding->dims[i];
        if (dim->priority != PRIORITY_NONE && dim->is_closed && dim->axes.count == 0) {
            return fault(report, "dim %u is empty and closed but has a priority", i);
        }
        if (!verify_axes(dim->axes, seen, report)) {
            return false;
        }
    }
    return verify_sorted_axes(sharding->replicated, "replicated", seen, report) &&
           verify_sorted_axes(sharding->unreduced, "unreduced", seen, report) &&
           verify_sub_axes(seen, report);
}

/* No axis is one that a manual computation around `op` has made its own. */
static bool verify_not_manual(const struct seen_axes *seen, const struct op *op,
                              const struct report *report) {
    for (const struct op *parent = op_parent(op); parent; parent = op_parent(parent)) {
        const struct axis_list *manual = attr_as_axes(op_property(parent, "manual_axes"));
        for (uint32_t i = 0; manual && i < seen->all.count; i++) {
            const char *name = seen->all.items[i].name;
            if (axes_contain_name(*manual, name)) {
                fault(report,
                      "operates on axis \"%s\" which is already bound by a parent "
                      "sdy.manual_computation op",
                      name);
                return diag_note(report->diagnostics, parent->location,
                                 "parent bounding this axis as manual");
            }
        }
    }
    return true;
}

/* A sharding for something without dimensions: no axes at all. */
static bool verify_bare(const struct sharding *sharding, const char *why,
                        const struct report *report) {
    return (sharding->rank == 0 && sharding_has_no_axes(sharding)) ||
           fault(report,
                 "%s can only have a sharding with rank 0 and no replicated or unreduced axes.",
                 why);
}

/* The same of a type that may not have the sharding. */
static bool fault_with(const struct report *report, const char *why, const struct type *type,
                       const struct attr *sharding) {
    struct buffer text = {0};
    if (type) {
        buffer_add(&text, " type: '");
        print_type(&text, type);
        buffer_add_char(&text, '\'');
    }
    if (type && sharding) {
        buffer_add(&text, ", sharding: ");
        print_attr(&text, sharding);
    }
    fault(report, "%s%s", why, type ? text.text : "");
    buffer_free(&text);
    return false;
}

bool sharding_verify(const struct attr *attr, const struct type *type, const struct op *op,
                     struct sharding_place place, struct diagnostics *diagnostics) {
    struct report report = {
        .diagnostics = diagnostics, .location = op->location, .op = op, .place = place};
    const struct sharding *sharding = attr_as_sharding(attr);
    if (!sharding) {
        return fault(&report, "should have a sharding attribute of type TensorShardingAttr");
    }
    const struct mesh *mesh = sharding_mesh(op, sharding);
    if (!mesh) {
        return fault(&report, "unknown mesh: @%s%s", sharding->mesh_name,
                     symbol_suggestion(op, sharding->mesh_name, "sdy.mesh", diagnostics->arena));
    }
    if (mesh_is_maximal(mesh) || (!type && sharding_is_replicated(sharding))) {
        return verify_bare(sharding, "a maximal sharding", &report);
    }
    const struct type *whole = type;
    if (type && type->kind == TYPE_DIALECT && type->element) {
        type = type->element; /* VHLO's tensors are tensors, too */
    }
    if (type && type->kind == TYPE_TUPLE) {
        if (type->count != 1) {
            struct buffer text = {0};
            print_type(&text, type);
            fault(&report, "ops can only have a sharding for a tuple of size 1: '%s'", text.text);
            buffer_free(&text);
            return false;
        }
        type = type->items[0];
    }
    if (type && type->kind == TYPE_UNRANKED) {
        return fault_with(&report, "only ranked tensors can have a sharding.", whole, NULL);
    }
    if (!type || (type->kind != TYPE_TENSOR && type->kind != TYPE_MEMREF)) {
        return (sharding->rank == 0 && sharding_has_no_axes(sharding)) ||
               fault_with(&report,
                          "non-shaped tensors can only have a sharding with rank 0 and no "
                          "replicated or unreduced axes.",
                          whole, attr);
    }
    if (sharding->rank != type->rank) {
        return fault(&report, "sharding doesn't match tensor rank: %u != %u", sharding->rank,
                     type->rank);
    }
    struct seen_axes seen = {.all = {.arena = arena_new()}, .mesh = mesh};
    bool ok = verify_dims(sharding, &seen, &report) && verify_not_manual(&seen, op, &report);
    arena_free(seen.all.arena);
    return ok;
}
