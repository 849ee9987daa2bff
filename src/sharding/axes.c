/* The algebra of axis references (axes.h). */
#include "sharding/axes.h"

#include <string.h>

#include "sharding/sharding.h"

void axis_say(struct buffer *out, struct axis_ref axis) {
    buffer_printf(out, "\"%s\"", axis.name);
    if (!axis_is_whole(axis)) {
        buffer_printf(out, ":(%lld)%lld", (long long)axis.pre_size, (long long)axis.size);
    }
}

void axes_say(struct buffer *out, struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_add(out, i ? ", " : "");
        axis_say(out, axes.items[i]);
    }
}

int64_t axis_size(const struct mesh *mesh, struct axis_ref axis) {
    return axis.size != 0 ? axis.size : mesh_axis_size(mesh, axis.name);
}

int64_t axis_end(const struct mesh *mesh, struct axis_ref axis) {
    return axis_pre_size(axis) * axis_size(mesh, axis);
}

bool axis_contains(struct axis_ref outer, struct axis_ref inner) {
    if (outer.name != inner.name) {
        return false;
    }
    if (axis_is_whole(outer)) {
        return true;
    }
    return !axis_is_whole(inner) && outer.pre_size <= inner.pre_size &&
           outer.pre_size * outer.size >= inner.pre_size * inner.size;
}

bool axis_is_prefix(struct axis_ref prefix, struct axis_ref axis) {
    return axis_contains(axis, prefix) && axis_pre_size(prefix) == axis_pre_size(axis);
}

bool axis_is_suffix(const struct mesh *mesh, struct axis_ref suffix, struct axis_ref axis) {
    return axis_contains(axis, suffix) && axis_end(mesh, suffix) == axis_end(mesh, axis);
}

bool axis_overlaps(struct axis_ref a, struct axis_ref b) {
    if (a.name != b.name) {
        return false;
    }
    if (axis_is_whole(a) || axis_is_whole(b)) {
        return true;
    }
    return a.pre_size < b.pre_size * b.size && b.pre_size < a.pre_size * a.size;
}

/* The four ends of two sub-axes, sorted pairwise. */
struct ends {
    int64_t least_start, greatest_start, least_end, greatest_end;
};

static struct ends ends_of(struct axis_ref a, struct axis_ref b) {
    int64_t a_end = a.pre_size * a.size;
    int64_t b_end = b.pre_size * b.size;
    bool a_first = a.pre_size < b.pre_size;
    bool a_ends_first = a_end < b_end;
    return (struct ends){
        .least_start = a_first ? a.pre_size : b.pre_size,
        .greatest_start = a_first ? b.pre_size : a.pre_size,
        .least_end = a_ends_first ? a_end : b_end,
        .greatest_end = a_ends_first ? b_end : a_end,
    };
}

static bool ends_divide(struct ends ends) {
    if (ends.least_end > ends.greatest_start) {
        return ends.least_end % ends.greatest_start == 0 &&
               ends.greatest_start % ends.least_start == 0 &&
               ends.greatest_end % ends.least_end == 0;
    }
    return ends.greatest_start % ends.least_end == 0;
}

bool axis_can_coexist(struct axis_ref a, struct axis_ref b) {
    if (a.name != b.name || axis_is_whole(a) || axis_is_whole(b)) {
        return true;
    }
    return ends_divide(ends_of(a, b));
}

bool axis_overlap(struct axis_ref a, struct axis_ref b, struct axis_ref *out) {
    if (a.name != b.name) {
        return false;
    }
    if (axis_is_whole(a) || axis_is_whole(b)) {
        *out = axis_is_whole(a) ? b : a;
        return true;
    }
    struct ends ends = ends_of(a, b);
    if (ends.least_end <= ends.greatest_start || !ends_divide(ends)) {
        return false;
    }
    *out = axis_sub(a.name, ends.greatest_start, ends.least_end / ends.greatest_start);
    return true;
}

bool axis_prefix_without(struct axis_ref axis, struct axis_ref other, struct axis_ref *out) {
    if (!axis_can_coexist(axis, other)) {
        return false;
    }
    if (!axis_overlaps(axis, other)) {
        *out = axis;
        return true;
    }
    int64_t start = axis_pre_size(axis);
    int64_t other_start = axis_pre_size(other);
    if (start >= other_start) {
        return false;
    }
    *out = axis_sub(axis.name, start, other_start / start);
    return true;
}

bool axis_suffix_without(const struct mesh *mesh, struct axis_ref axis, struct axis_ref other,
                         struct axis_ref *out) {
    if (!axis_can_coexist(axis, other)) {
        return false;
    }
    if (!axis_overlaps(axis, other)) {
        *out = axis;
        return true;
    }
    int64_t end = axis_end(mesh, axis);
    int64_t other_end = axis_end(mesh, other);
    if (end <= other_end) {
        return false;
    }
    *out = axis_sub(axis.name, other_end, end / other_end);
    return true;
}

bool axis_common_prefix(struct axis_ref a, struct axis_ref b, struct axis_ref *out) {
    if (!axis_can_coexist(a, b)) {
        return false;
    }
    if (axis_is_prefix(a, b)) {
        *out = a;
        return true;
    }
    if (axis_is_prefix(b, a)) {
        *out = b;
        return true;
    }
    return false;
}

bool axis_can_merge(struct axis_ref major, struct axis_ref minor) {
    return major.name == minor.name && !axis_is_whole(major) && !axis_is_whole(minor) &&
           major.pre_size * major.size == minor.pre_size;
}

struct axis_ref axis_merge(const struct mesh *mesh, struct axis_ref major, struct axis_ref minor) {
    return axis_make(mesh, major.name, major.pre_size, major.size * minor.size);
}

struct axis_ref axis_make(const struct mesh *mesh, const char *name, int64_t pre_size,
                          int64_t size) {
    return mesh_axis_size(mesh, name) == size ? axis_whole(name) : axis_sub(name, pre_size, size);
}

/* Within one axis: a sub-axis that starts where the axis does comes before the whole axis. */
static int compare_within_axis(struct axis_ref a, struct axis_ref b) {
    if (axis_is_whole(a) || axis_is_whole(b)) {
        if (axis_is_whole(a) && axis_is_whole(b)) {
            return 0;
        }
        if (axis_is_whole(a)) {
            return b.pre_size > 1 ? -1 : 1;
        }
        return a.pre_size == 1 ? -1 : 1;
    }
    if (a.pre_size != b.pre_size) {
        return a.pre_size < b.pre_size ? -1 : 1;
    }
    return a.size < b.size ? -1 : a.size > b.size;
}

int axis_compare(struct axis_ref a, struct axis_ref b) {
    return a.name == b.name ? compare_within_axis(a, b) : strcmp(a.name, b.name);
}

int axis_compare_in_mesh(const struct mesh *mesh, struct axis_ref a, struct axis_ref b) {
    if (a.name == b.name) {
        return compare_within_axis(a, b);
    }
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        if (mesh->axes[i].name == a.name) {
            return -1;
        }
        if (mesh->axes[i].name == b.name) {
            return 1;
        }
    }
    return strcmp(a.name, b.name);
}

/* --- lists ------------------------------------------------------------------------------------ */

bool axes_equal(struct axis_list a, struct axis_list b) {
    if (a.count != b.count) {
        return false;
    }
    for (uint32_t i = 0; i < a.count; i++) {
        if (!axis_equal(a.items[i], b.items[i])) {
            return false;
        }
    }
    return true;
}

int64_t axes_size(const struct mesh *mesh, struct axis_list list) {
    int64_t size = 1;
    for (uint32_t i = 0; i < list.count; i++) {
        size *= axis_size(mesh, list.items[i]);
    }
    return size;
}

bool axes_overlap(struct axis_list a, struct axis_list b) {
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = 0; j < b.count; j++) {
            if (axis_overlaps(a.items[i], b.items[j])) {
                return true;
            }
        }
    }
    return false;
}

bool axes_can_coexist(struct axis_list a, struct axis_list b) {
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = 0; j < b.count; j++) {
            if (!axis_can_coexist(a.items[i], b.items[j])) {
                return false;
            }
        }
    }
    return true;
}

bool axes_have(struct axis_list list, struct axis_ref axis) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (axis_equal(list.items[i], axis)) {
            return true;
        }
    }
    return false;
}

bool axes_contain_name(struct axis_list list, const char *name) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i].name == name) {
            return true;
        }
    }
    return false;
}

enum prefix_status axes_prefix_status(struct axis_list first, struct axis_list second) {
    if (first.count == 0) {
        return second.count == 0 ? PREFIX_EQUAL : PREFIX_STRICT;
    }
    if (first.count > second.count) {
        return PREFIX_NONE;
    }
    uint32_t last = first.count - 1;
    for (uint32_t i = 0; i < last; i++) {
        if (!axis_equal(first.items[i], second.items[i])) {
            return PREFIX_NONE;
        }
    }
    if (first.count == second.count && axis_equal(first.items[last], second.items[last])) {
        return PREFIX_EQUAL;
    }
    return axis_is_prefix(first.items[last], second.items[last]) ? PREFIX_STRICT : PREFIX_NONE;
}

bool axis_prefix_without_list(struct axis_ref axis, struct axis_list others, struct axis_ref *out) {
    for (uint32_t i = 0; i < others.count; i++) {
        if (!axis_prefix_without(axis, others.items[i], &axis)) {
            return false;
        }
    }
    *out = axis;
    return true;
}

void axes_push(struct axis_vector *vector, struct axis_ref axis) {
    if (vector->count == vector->capacity) {
        uint32_t capacity = vector->capacity == 0 ? 4 : vector->capacity * 2;
        struct axis_ref *items = ARENA_ARRAY(vector->arena, struct axis_ref, capacity);
        if (vector->count != 0) {
            memcpy(items, vector->items, vector->count * sizeof *items);
        }
        vector->items = items;
        vector->capacity = capacity;
    }
    vector->items[vector->count++] = axis;
}

void axes_push_merge(const struct mesh *mesh, struct axis_vector *vector, struct axis_ref axis) {
    if (vector->count != 0 && axis_can_merge(vector->items[vector->count - 1], axis)) {
        struct axis_ref *last = &vector->items[vector->count - 1];
        *last = axis_merge(mesh, *last, axis);
    } else {
        axes_push(vector, axis);
    }
}

void axes_append(struct axis_vector *vector, struct axis_list list) {
    for (uint32_t i = 0; i < list.count; i++) {
        axes_push(vector, list.items[i]);
    }
}

void axes_sort_and_merge(const struct mesh *mesh, struct axis_vector *vector) {
    for (uint32_t i = 1; i < vector->count; i++) {
        struct axis_ref axis = vector->items[i];
        uint32_t j = i;
        for (; j > 0 && axis_compare_in_mesh(mesh, axis, vector->items[j - 1]) < 0; j--) {
            vector->items[j] = vector->items[j - 1];
        }
        vector->items[j] = axis;
    }
    uint32_t count = vector->count;
    vector->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        axes_push_merge(mesh, vector, vector->items[i]);
    }
}

void axes_truncate_at_overlap(struct axis_vector *vector, struct axis_list others) {
    for (uint32_t i = 0; i < vector->count; i++) {
        struct axis_ref kept;
        if (!axis_prefix_without_list(vector->items[i], others, &kept)) {
            vector->count = i;
            return;
        }
        if (!axis_equal(kept, vector->items[i])) {
            vector->items[i] = kept;
            vector->count = i + 1;
            return;
        }
    }
}

/* The first (by place) reference of `list` that overlaps `axis`, or NULL. */
static const struct axis_ref *first_overlapping(struct axis_ref axis, struct axis_list list) {
    const struct axis_ref *first = NULL;
    for (uint32_t i = 0; i < list.count; i++) {
        if (axis_overlaps(axis, list.items[i]) &&
            (!first || axis_compare(list.items[i], *first) < 0)) {
            first = &list.items[i];
        }
    }
    return first;
}

void axes_difference(const struct mesh *mesh, struct axis_list a, struct axis_list b,
                     struct axis_vector *out) {
    for (uint32_t i = 0; i < a.count; i++) {
        struct axis_ref rest = a.items[i];
        while (true) {
            const struct axis_ref *cut = first_overlapping(rest, b);
            struct axis_ref prefix;
            if (!cut) {
                axes_push(out, rest);
                break;
            }
            if (axis_prefix_without(rest, *cut, &prefix)) {
                axes_push(out, prefix);
            }
            if (!axis_suffix_without(mesh, rest, *cut, &rest)) {
                break;
            }
        }
    }
}
