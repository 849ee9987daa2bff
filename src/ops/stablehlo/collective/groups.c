/* Replica groups of a collective. */
#include "ops/stablehlo/collective/groups.h"

#include "ops/hooks.h"

static bool check_groups(const struct op *op, struct kernel_builder *builder,
                         const struct attr *attr, struct device_groups *groups) {
    int64_t devices = kernel_devices(builder);
    groups->count = 1;
    groups->size = (uint32_t)devices;
    if (attr && attr->kind == ATTR_DENSE && attr->type->rank == 2 && type_count(attr->type) > 0) {
        groups->count = attr->type->dims[0];
        groups->size = (uint32_t)attr->type->dims[1];
    }
    if (groups->count * groups->size != devices) {
        return kernel_unsupported(builder, op,
                                  "has %lld replica groups of %u devices; all %lld "
                                  "devices were expected",
                                  (long long)groups->count, groups->size, (long long)devices);
    }
    return true;
}

bool collective_groups(const struct op *op, struct kernel_builder *builder,
                       struct device_groups *groups) {
    const struct attr *attr = op_property(op, "replica_groups");
    int64_t devices = kernel_devices(builder);
    if (!check_groups(op, builder, attr, groups)) {
        return false;
    }
    bool is_listed = attr && attr->kind == ATTR_DENSE && type_count(attr->type) > 0;
    int64_t *ids = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    bool *seen = ARENA_ARRAY(kernel_arena(builder), bool, (size_t)devices);
    for (int64_t i = 0; i < devices; i++) {
        ids[i] = is_listed ? attr_dense_integer(attr, i) : i;
        if (ids[i] < 0 || ids[i] >= devices || seen[ids[i]]) {
            return kernel_unsupported(builder, op,
                                      "names device %lld, which is no device or was "
                                      "named before",
                                      (long long)ids[i]);
        }
        seen[ids[i]] = true;
    }
    groups->ids = ids;
    groups->is_product =
        kernel_group_axes(builder, groups->count, groups->size, ids, &groups->axes);
    return true;
}

const int64_t *group_members(struct kernel_builder *builder, const struct device_groups *groups,
                             uint32_t number) {
    int64_t devices = kernel_devices(builder);
    int64_t *members = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t i = 0; i < devices; i++) {
        members[groups->ids[i]] = groups->ids[i / groups->size * groups->size + number];
    }
    return members;
}

struct term *group_place(struct kernel_builder *builder, const struct device_groups *groups,
                         int64_t scale) {
    int64_t devices = kernel_devices(builder);
    int64_t *places = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t i = 0; i < devices; i++) {
        places[groups->ids[i]] = i % groups->size * scale;
    }
    return term_by_device(builder, type_integer(kernel_context(builder), 64, SIGNLESS), places);
}

void emit_received(const struct op *op, struct kernel_builder *builder, uint32_t index,
                   const int64_t *sources) {
    int64_t devices = kernel_devices(builder);
    const struct type *type = op_result(op, index)->type;
    struct node *operand = kernel_operand(builder, op, index);
    struct term *term = term_from_devices(builder, term_same(builder, operand), sources);
    int64_t *receives = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    bool all_receive = true;
    for (int64_t device = 0; device < devices; device++) {
        receives[device] = sources[device] >= 0;
        all_receive = all_receive && receives[device];
    }
    if (!all_receive) {
        const struct type *pred = type_integer(kernel_context(builder), 1, SIGNLESS);
        struct term *args[3] = {term_by_device(builder, pred, receives), term,
                                term_integer(builder, type_element(type), 0)};
        term = term_scalar(builder, type_element(type), SCALAR_SELECT, 3, args);
    }
    kernel_result(builder, op, index, node_compute(builder, type, term));
}

/* --- folds ------------------------------------------------------------------------------------ */

/* Groups that are no product: the members are read one by one. */
static struct node *fold_members(const struct op *op, struct kernel_builder *builder,
                                 const struct device_groups *groups, struct node *operand,
                                 const struct type *type, int64_t scatter) {
    enum scalar_op scalar = region_scalar_op(&op->regions[0]);
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
        struct term *read = term_read_dynamic(builder, operand, map, begin, most);
        struct term *args[2] = {
            sum, term_from_devices(builder, read, group_members(builder, groups, k))};
        sum = k ? term_scalar(builder, type_element(type), scalar, 2, args) : args[1];
    }
    return node_compute(builder, type, sum);
}

bool emit_group_fold(const struct op *op, struct kernel_builder *builder, int64_t scatter) {
    struct device_groups groups;
    if (!collective_groups(op, builder, &groups)) {
        return false;
    }
    if (region_scalar_op(&op->regions[0]) == SCALAR_NONE) {
        return kernel_unsupported(builder, op,
                                  "cannot be compiled: a computation of one operation on its two "
                                  "arguments was expected");
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct node *operand = kernel_operand(builder, op, i);
        const struct type *type = op_result(op, i)->type;
        struct instance_axes *sliced =
            ARENA_ARRAY(kernel_arena(builder), struct instance_axes, (size_t)type->rank + 1);
        if (scatter >= 0) {
            sliced[scatter] = groups.axes;
        }
        struct node *node = groups.is_product
                                ? node_fold_instances(builder, type, operand, groups.axes,
                                                      &op->regions[0], SCALAR_NONE, sliced)
                                : fold_members(op, builder, &groups, operand, type, scatter);
        kernel_result(builder, op, i, node);
    }
    return true;
}
