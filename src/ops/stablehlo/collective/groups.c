/* Replica groups of a collective. */
#include "ops/stablehlo/collective/groups.h"

#include "ops/hooks.h"

/* The list, or all devices as one group. */
static void list_groups(struct kernel_builder *builder, const struct attr *attr,
                        struct replica_groups *groups) {
    bool is_listed =
        attr && attr->kind == ATTR_DENSE && attr->type->rank == 2 && !type_is_empty(attr->type);
    groups->count = is_listed ? attr->type->dims[0] : 1;
    groups->size = is_listed ? (uint32_t)attr->type->dims[1] : (uint32_t)kernel_devices(builder);
    int64_t total = groups->count * groups->size;
    int64_t *ids = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)total + 1);
    for (int64_t i = 0; i < total; i++) {
        ids[i] = is_listed ? attr_dense_integer(attr, i) : i;
    }
    groups->ids = ids;
}

/* Numbers of devices, each once. */
static bool check_ids(const struct op *op, struct kernel_builder *builder,
                      const struct replica_groups *groups, int64_t *members) {
    int64_t devices = kernel_devices(builder);
    bool *seen = ARENA_ARRAY(kernel_arena(builder), bool, (size_t)devices);
    *members = 0;
    for (int64_t i = 0; i < groups->count * groups->size; i++) {
        int64_t id = groups->ids[i];
        if (id == -1) {
            continue;
        }
        if (id < 0 || id >= devices || seen[id]) {
            return kernel_unsupported(builder, op,
                                      "names device %lld, which is no device or was "
                                      "named before",
                                      (long long)id);
        }
        seen[id] = true;
        (*members)++;
    }
    return true;
}

bool collective_groups(const struct op *op, struct kernel_builder *builder,
                       struct replica_groups *groups) {
    int64_t devices = kernel_devices(builder), members;
    list_groups(builder, op_property(op, "replica_groups"), groups);
    if (!check_ids(op, builder, groups, &members)) {
        return false;
    }
    groups->has_all = members == devices;
    groups->is_even = groups->count * groups->size == members;
    groups->is_product =
        groups->has_all && groups->is_even &&
        kernel_group_axes(builder, groups->count, groups->size, groups->ids, &groups->axes);
    return true;
}

bool collective_even_groups(const struct op *op, struct kernel_builder *builder,
                            struct replica_groups *groups) {
    return collective_groups(op, builder, groups) &&
           ((groups->has_all && groups->is_even) ||
            kernel_unsupported(builder, op,
                               "has %lld replica groups of %u devices; all %lld devices were "
                               "expected",
                               (long long)groups->count, groups->size,
                               (long long)kernel_devices(builder)));
}

const int64_t *group_members(struct kernel_builder *builder, const struct replica_groups *groups,
                             uint32_t number) {
    int64_t devices = kernel_devices(builder);
    int64_t *members = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t device = 0; device < devices; device++) {
        members[device] = -1;
    }
    for (int64_t i = 0; i < groups->count * groups->size; i++) {
        if (groups->ids[i] >= 0) {
            members[groups->ids[i]] = groups->ids[i / groups->size * groups->size + number];
        }
    }
    return members;
}

struct term *group_place(struct kernel_builder *builder, const struct replica_groups *groups,
                         int64_t scale) {
    int64_t devices = kernel_devices(builder);
    int64_t *places = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t device = 0; device < devices; device++) {
        places[device] = -1;
    }
    for (int64_t i = 0; i < groups->count * groups->size; i++) {
        if (groups->ids[i] >= 0) {
            places[groups->ids[i]] = i % groups->size * scale;
        }
    }
    return term_by_device(builder, type_integer(kernel_context(builder), 64, SIGNLESS), places);
}

/* `then` on the devices that have a source, else `otherwise`. */
static struct term *where_sent(struct kernel_builder *builder, const struct type *element,
                               const int64_t *sources, struct term *then, struct term *otherwise) {
    int64_t devices = kernel_devices(builder);
    int64_t *sent = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    bool all = true;
    for (int64_t device = 0; device < devices; device++) {
        sent[device] = sources[device] >= 0;
        all = all && sent[device];
    }
    const struct type *pred = type_integer(kernel_context(builder), 1, SIGNLESS);
    struct term *args[3] = {term_by_device(builder, pred, sent), then, otherwise};
    return all ? then : term_scalar(builder, element, SCALAR_SELECT, 3, args);
}

void emit_received(const struct op *op, struct kernel_builder *builder, uint32_t index,
                   const int64_t *sources) {
    const struct type *type = op_result(op, index)->type;
    struct node *operand = kernel_operand(builder, op, index);
    struct term *zero = term_integer(builder, type_element(type), 0);
    struct term *term = term_received(builder, operand, sources, zero);
    if (!term) {
        term = term_from_devices(builder, term_same(builder, operand), sources);
        term = where_sent(builder, type_element(type), sources, term, zero);
    }
    kernel_result(builder, op, index, node_compute(builder, type, term));
}

/* --- folds ------------------------------------------------------------------------------------ */

/* The region on two elements; NULL after an error. */
static struct term *fold_two(const struct op *op, struct kernel_builder *builder,
                             const struct type *type, struct term *sum, struct term *next) {
    const struct region *region = &op->regions[0];
    enum scalar_op scalar = region_scalar_op(region);
    struct term *args[2] = {sum, next}, *result;
    if (scalar != SCALAR_NONE) {
        return term_scalar(builder, type_element(type), scalar, 2, args);
    }
    return term_region(builder, region, args, &result) ? result : NULL;
}

/* Groups that are no product, or a fold of several operations: the members are read one by one. A
 * device without a group keeps its own. NULL after an error. */
static struct node *fold_members(const struct op *op, struct kernel_builder *builder,
                                 const struct replica_groups *groups, struct node *operand,
                                 const struct type *type, int64_t scatter) {
    struct affine map[KERNEL_DIMS];
    struct term *begin[KERNEL_DIMS] = {NULL}, *sum = NULL;
    int64_t most[KERNEL_DIMS] = {0};
    for (uint32_t d = 0; d < type->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
        if (d == scatter) {
            begin[d] = group_place(builder, groups, type->dims[d]);
            most[d] = node_extent(operand, d) - type->dims[d];
        }
    }
    for (uint32_t k = 0; k < groups->size; k++) {
        const int64_t *members = group_members(builder, groups, k);
        struct term *read = term_read_dynamic(builder, operand, map, begin, most);
        read = term_from_devices(builder, read, members);
        struct term *folded = sum ? fold_two(op, builder, type, sum, read) : read;
        if (!folded) {
            return NULL;
        }
        sum = sum ? where_sent(builder, type_element(type), members, folded, sum) : folded;
    }
    return node_compute(builder, type, sum);
}

struct node *fold_group(const struct op *op, struct kernel_builder *builder,
                        const struct replica_groups *groups, uint32_t index, int64_t scatter) {
    struct node *operand = kernel_operand(builder, op, index);
    const struct type *type = op_result(op, index)->type;
    struct instance_axes *sliced =
        ARENA_ARRAY(kernel_arena(builder), struct instance_axes, (size_t)type->rank + 1);
    if (!groups->is_product || region_scalar_op(&op->regions[0]) == SCALAR_NONE) {
        return fold_members(op, builder, groups, operand, type, scatter);
    }
    if (scatter >= 0) {
        sliced[scatter] = groups->axes;
    }
    return node_fold_instances(builder, type, operand, groups->axes, &op->regions[0], SCALAR_NONE,
                               scatter >= 0 ? sliced : NULL);
}

bool emit_group_fold(const struct op *op, struct kernel_builder *builder, int64_t scatter) {
    struct replica_groups groups;
    if (scatter >= 0 ? !collective_even_groups(op, builder, &groups)
                     : !collective_groups(op, builder, &groups)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct node *node = fold_group(op, builder, &groups, i, scatter);
        if (!node) {
            return false;
        }
        kernel_result(builder, op, i, node);
    }
    return true;
}
