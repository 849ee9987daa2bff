/* Reshards that give the same shards as an earlier one of the same data: it is used instead.
 * Reshapes and transposes between the data and a reshard move nothing. */
#include <math.h>

#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/sdy/canonicalize.h"
#include "sharding/sharding.h"

/* --- how an axis cuts the elements in their order --------------------------------------------- */

/* Devices that are neighbours along `axis` hold elements that are `stride` apart. */
struct cut {
    struct axis_ref axis;
    double stride;
};
struct cuts {
    struct cut *items;
    uint32_t count;
};

static void add_cut(struct cuts *cuts, struct cut cut) {
    uint32_t at = cuts->count++;
    for (; at > 0 && cuts->items[at - 1].stride > cut.stride; at--) {
        cuts->items[at] = cuts->items[at - 1];
    }
    cuts->items[at] = cut;
}

/* Two parts of one axis, the minor one first, of which the other cuts what it leaves. */
static bool merge(const struct mesh *mesh, struct cut *minor, const struct cut *major) {
    int64_t size = axis_size(mesh, major->axis), inner = axis_size(mesh, minor->axis);
    if (minor->axis.name != major->axis.name ||
        axis_pre_size(major->axis) * size != axis_pre_size(minor->axis) ||
        major->stride != minor->stride * (double)inner) {
        return false;
    }
    int64_t before = axis_pre_size(major->axis);
    bool whole = before == 1 && size * inner == mesh_axis_size(mesh, minor->axis.name);
    minor->axis =
        whole ? axis_whole(minor->axis.name) : axis_sub(minor->axis.name, before, size * inner);
    return true;
}

/* In the order of strides, parts of an axis that go together as one. */
static struct cuts cuts_of(struct arena *arena, const struct sharding *sharding,
                           const struct type *type, const struct mesh *mesh) {
    uint32_t most = 0;
    for (uint32_t d = 0; d < sharding->rank; d++) {
        most += sharding->dims[d].axes.count;
    }
    struct cuts all = {ARENA_ARRAY(arena, struct cut, most + 1), 0};
    double below = 1;
    for (uint32_t d = type->rank; d-- > 0;) {
        struct axis_list axes = sharding->dims[d].axes;
        double parts = (double)dim_sharding_size(mesh, &sharding->dims[d]);
        double stride = below * ceil((double)type->dims[d] / parts);
        for (uint32_t i = axes.count; i-- > 0;) {
            add_cut(&all, (struct cut){axes.items[i], stride});
            stride *= (double)axis_size(mesh, axes.items[i]);
        }
        below *= (double)type->dims[d];
    }
    struct cuts merged = {all.items, 0};
    for (uint32_t i = 0; i < all.count; i++) {
        if (merged.count == 0 || !merge(mesh, &merged.items[merged.count - 1], &all.items[i])) {
            merged.items[merged.count++] = all.items[i];
        }
    }
    return merged;
}

static bool cut_alike(const struct cuts *a, const struct cuts *b) {
    bool alike = a->count == b->count;
    for (uint32_t i = 0; alike && i < a->count; i++) {
        alike = axis_equal(a->items[i].axis, b->items[i].axis) &&
                a->items[i].stride == b->items[i].stride;
    }
    return alike;
}

/* A sharding of a value of some type. */
struct sharded {
    const struct sharding *sharding;
    const struct type *type;
};

/* Both put the same elements, in their order, on each device. */
static bool same_shards(const struct op *op, const struct sharded *a, const struct sharded *b) {
    const struct sharding *s = a->sharding, *t = b->sharding;
    const struct mesh *mesh = sharding_mesh(op, s);
    if (a->type == b->type && s->rank > 0 && s->dims == t->dims) {
        return true; /* one attribute */
    }
    if (s->mesh_name != t->mesh_name || s->mesh != t->mesh || !mesh ||
        !axes_equal(s->replicated, t->replicated) || !axes_equal(s->unreduced, t->unreduced) ||
        s->unreduced_kind != t->unreduced_kind || !type_is_tensor(a->type) ||
        !type_is_tensor(b->type) || !type_is_static(a->type) || !type_is_static(b->type) ||
        a->type->encoding || b->type->encoding || s->rank != a->type->rank ||
        t->rank != b->type->rank) {
        return false;
    }
    struct arena *scratch = arena_new();
    struct cuts first = cuts_of(scratch, s, a->type, mesh);
    struct cuts second = cuts_of(scratch, t, b->type, mesh);
    bool alike = cut_alike(&first, &second);
    arena_free(scratch);
    return alike;
}

bool shardings_cut_alike(const struct op *op, const struct sharding *a, const struct type *a_type,
                         const struct sharding *b, const struct type *b_type) {
    return same_shards(op, &(struct sharded){a, a_type}, &(struct sharded){b, b_type});
}

/* --- the way from the data to a reshard ------------------------------------------------------- */

static bool moves_nothing(const struct op *op) {
    return op && (op_is(op, OP_RESHAPE) || op_is(op, OP_TRANSPOSE));
}

static struct value *source_of(struct value *value) {
    while (moves_nothing(value->op)) {
        value = op_operand(value->op, 0);
    }
    return value;
}

/* The sharding in terms of the dimensions in front of transposes, up to a reshape of the rank. */
static struct sharding sharding_at_source(struct arena *arena, const struct sharding *sharding,
                                          const struct value *value) {
    struct sharding at = *sharding;
    for (; moves_nothing(value->op); value = op_operand(value->op, 0)) {
        const struct type *before = op_operand(value->op, 0)->type;
        if (op_is(value->op, OP_RESHAPE) && before->rank != value->type->rank) {
            break;
        }
        if (op_is(value->op, OP_RESHAPE) || at.rank != before->rank) {
            continue;
        }
        struct int_list order = op_ints(value->op, "permutation");
        struct dim_sharding *dims = ARENA_ARRAY(arena, struct dim_sharding, at.rank + 1);
        for (uint32_t i = 0; i < order.count; i++) {
            dims[order.items[i]] = at.dims[i];
        }
        at.dims = dims;
    }
    return at;
}

static bool gives(const struct op *op, const struct op *other, const struct sharded *wanted) {
    struct sharded found = {attr_as_sharding(op_property(other, "sharding")),
                            other->results[0].type};
    return other != op && other->block == op->block && op_is_before(other, op) &&
           same_shards(op, &found, wanted);
}

/* An earlier reshard in the block of `op`, of the data or of reshapes of it, that gives what is
 * asked for; NULL: none. */
static struct op *earlier_reshard(const struct op *op, struct value *source,
                                  const struct sharded *wanted) {
    VECTOR(struct value *) values = {0};
    struct op *found = NULL;
    *vector_push(&values) = source;
    while (!found && values.count > 0) {
        const struct value *value = values.items[--values.count];
        for (struct use *use = value->first_use; use && !found; use = use->next) {
            if (op_is(use->user, OP_SDY_RESHARD)) {
                found = gives(op, use->user, wanted) ? use->user : NULL;
            } else if (op_is(use->user, OP_RESHAPE)) {
                *vector_push(&values) = &use->user->results[0];
            }
        }
    }
    vector_free(&values);
    return found;
}

/* What makes `value` of its source, done to `from` instead, right behind it. */
static struct value *follow(struct module *module, struct value *value, struct value *from) {
    VECTOR(struct op *) way = {0};
    for (; moves_nothing(value->op); value = op_operand(value->op, 0)) {
        *vector_push(&way) = value->op;
    }
    for (size_t i = way.count; i-- > 0;) {
        struct pointer_map map = {0};
        pointer_map_put(&map, op_operand(way.items[i], 0), from);
        struct op *copy = op_clone(module, way.items[i], &map);
        pointer_map_free(&map);
        op_insert_before(builder_after(module, from->op).before, copy);
        from = &copy->results[0];
    }
    vector_free(&way);
    return from;
}

bool reuse_earlier_reshard(struct op *op, struct module *module) {
    struct value *input = op_operand(op, 0), *source = source_of(input);
    struct arena *scratch = arena_new();
    struct sharding sharding =
        sharding_at_source(scratch, attr_as_sharding(op_property(op, "sharding")), input);
    struct sharded wanted = {&sharding, op->results[0].type};
    struct op *found = earlier_reshard(op, source, &wanted);
    arena_free(scratch);
    if (!found) {
        return false;
    }
    struct builder builder = builder_after(module, found);
    builder.location = op->location;
    struct value *result = &found->results[0];
    if (result->type != source->type) {
        result = build_reshape(&builder, result, source->type->rank, source->type->dims);
    }
    value_replace_uses(&op->results[0], follow(module, input, result));
    op_erase(op);
    return true;
}
