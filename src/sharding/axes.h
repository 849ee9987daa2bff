/* The algebra of axis references: what everything that reads or writes a sharding is built on.
 *
 * An axis of size n can be seen as the product of sub-axes, major to minor; "x":(p)s is the
 * sub-axis of size s with p devices' worth of sub-axes major to it. As half-open intervals of
 * divisors that is [p, p*s); the whole axis is [1, n). Two references overlap where their intervals
 * do; they can coexist where cutting at all four ends gives sub-axes again.
 *
 * Functions that return bool and fill `out` return false where there is no such reference.
 */
#ifndef SDYC_AXES_H
#define SDYC_AXES_H

#include "support/support.h"

struct mesh;

/* A whole axis (pre_size and size both 0), or the sub-axis "name":(pre_size)size. */
struct axis_ref {
    const char *name; /* interned */
    int64_t pre_size, size;
};
/* Major to minor. */
struct axis_list {
    uint32_t count;
    const struct axis_ref *items;
};
/* An axis list that grows; its memory belongs to the arena. */
struct axis_vector {
    struct axis_ref *items;
    uint32_t count, capacity;
    struct arena *arena;
};

static inline struct axis_ref axis_whole(const char *name) {
    return (struct axis_ref){.name = name};
}
static inline struct axis_ref axis_sub(const char *name, int64_t pre_size, int64_t size) {
    return (struct axis_ref){.name = name, .pre_size = pre_size, .size = size};
}
static inline bool axis_is_whole(struct axis_ref axis) {
    return axis.size == 0;
}
static inline bool axis_equal(struct axis_ref a, struct axis_ref b) {
    return a.name == b.name && a.pre_size == b.pre_size && a.size == b.size;
}
/* 1 for a whole axis. */
static inline int64_t axis_pre_size(struct axis_ref axis) {
    return axis.size == 0 ? 1 : axis.pre_size;
}
/* "x":(1)2 */
void axis_say(struct buffer *out, struct axis_ref axis);
/* "x", "y":(1)2 */
void axes_say(struct buffer *out, struct axis_list axes);
int64_t axis_size(const struct mesh *mesh, struct axis_ref axis);
/* The divisor at which the reference ends: the pre-size of what is next minor to it. */
int64_t axis_end(const struct mesh *mesh, struct axis_ref axis);

/* `inner` is `outer` or one of the sub-axes it can be split into. */
bool axis_contains(struct axis_ref outer, struct axis_ref inner);
/* `prefix` is `axis` or its major part; `suffix` its minor part. */
bool axis_is_prefix(struct axis_ref prefix, struct axis_ref axis);
bool axis_is_suffix(const struct mesh *mesh, struct axis_ref suffix, struct axis_ref axis);
bool axis_overlaps(struct axis_ref a, struct axis_ref b);
bool axis_can_coexist(struct axis_ref a, struct axis_ref b);

/* The part that both have in common. */
bool axis_overlap(struct axis_ref a, struct axis_ref b, struct axis_ref *out);
/* The largest prefix (suffix) of `axis` that does not overlap `other`; false also where the two
 * cannot coexist. */
bool axis_prefix_without(struct axis_ref axis, struct axis_ref other, struct axis_ref *out);
bool axis_suffix_without(const struct mesh *mesh, struct axis_ref axis, struct axis_ref other,
                         struct axis_ref *out);
bool axis_common_prefix(struct axis_ref a, struct axis_ref b, struct axis_ref *out);
/* Consecutive sub-axes of one axis, `major` first; merged, they may be the whole axis again. */
bool axis_can_merge(struct axis_ref major, struct axis_ref minor);
struct axis_ref axis_merge(const struct mesh *mesh, struct axis_ref major, struct axis_ref minor);
/* The sub-axis [pre_size, pre_size * size) of `name`, as the whole axis where it is that. */
struct axis_ref axis_make(const struct mesh *mesh, const char *name, int64_t pre_size,
                          int64_t size);

/* Order by name, then by place in the axis; and by place in the mesh. Negative, 0 or positive. */
int axis_compare(struct axis_ref a, struct axis_ref b);
int axis_compare_in_mesh(const struct mesh *mesh, struct axis_ref a, struct axis_ref b);

/* --- lists ------------------------------------------------------------------------------------ */

/* The same references in the same order. */
bool axes_equal(struct axis_list a, struct axis_list b);
/* The number of devices along them: the product of their sizes. */
int64_t axes_size(const struct mesh *mesh, struct axis_list list);
/* Whether a reference of the one shares a part of an axis with one of the other. */
bool axes_overlap(struct axis_list a, struct axis_list b);
/* Whether no parts of an axis are cut in ways that do not nest, as 2 and 3 of 6. */
bool axes_can_coexist(struct axis_list a, struct axis_list b);
/* Whether one of the references is this one. */
bool axes_have(struct axis_list list, struct axis_ref axis);
bool axes_contain_name(struct axis_list list, const char *name);

enum prefix_status { PREFIX_EQUAL, PREFIX_STRICT, PREFIX_NONE };
/* How `first` stands to `second`, the last reference compared as a sub-axis. */
enum prefix_status axes_prefix_status(struct axis_list first, struct axis_list second);
static inline bool axes_strict_prefix(struct axis_list first, struct axis_list second) {
    return axes_prefix_status(first, second) == PREFIX_STRICT;
}
/* The largest prefix of `axis` that overlaps none of `others`. */
bool axis_prefix_without_list(struct axis_ref axis, struct axis_list others, struct axis_ref *out);

static inline struct axis_list axes_of(const struct axis_vector *vector) {
    return (struct axis_list){.count = vector->count, .items = vector->items};
}
/* Appends a reference, whatever stands before it. */
void axes_push(struct axis_vector *vector, struct axis_ref axis);
/* Appends, merged with the last reference where they are consecutive sub-axes. */
void axes_push_merge(const struct mesh *mesh, struct axis_vector *vector, struct axis_ref axis);
void axes_append(struct axis_vector *vector, struct axis_list list);
/* Sorts by place in the mesh and merges neighbours; the references must not overlap. */
void axes_sort_and_merge(const struct mesh *mesh, struct axis_vector *vector);
/* Cuts `vector` at the first reference that overlaps `others`, keeping its free prefix. */
void axes_truncate_at_overlap(struct axis_vector *vector, struct axis_list others);
/* What of `a` is not in `b`, in the order of `a`; sub-axes are cut out where they overlap. */
void axes_difference(const struct mesh *mesh, struct axis_list a, struct axis_list b,
                     struct axis_vector *out);

#endif
