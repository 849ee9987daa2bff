/* Replica groups of a collective as tables. */
#include "ops/stablehlo/collective/groups.h"

static bool check_groups(const struct op *op, struct kernel_builder *builder,
                         const struct attr *attr, int64_t *group_count, uint32_t *size) {
    int64_t devices = kernel_devices(builder);
    if (devices == 0) {
        return kernel_unsupported(builder, op,
                                  "works on the parts of devices, but the module is global: give "
                                  "--storage=private to run a module that is already partitioned");
    }
    *group_count = 1;
    *size = (uint32_t)devices;
    if (attr && attr->kind == ATTR_DENSE && attr->type->rank == 2 && type_count(attr->type) > 0) {
        *group_count = attr->type->dims[0];
        *size = (uint32_t)attr->type->dims[1];
    }
    if (*group_count * *size != devices) {
        return kernel_unsupported(builder, op,
                                  "has %lld replica groups of %u devices; all %lld "
                                  "devices were expected",
                                  (long long)*group_count, *size, (long long)devices);
    }
    return true;
}

bool collective_groups(const struct op *op, struct kernel_builder *builder,
                       struct device_groups *groups) {
    const struct attr *attr = op_property(op, "replica_groups");
    int64_t count = 1, devices = kernel_devices(builder);
    uint32_t size = 1;
    if (!check_groups(op, builder, attr, &count, &size)) {
        return false;
    }
    bool is_listed = attr && attr->kind == ATTR_DENSE && type_count(attr->type) > 0;
    int64_t *members = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices * size);
    int64_t *position = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    bool *seen = ARENA_ARRAY(kernel_arena(builder), bool, (size_t)devices);
    for (int64_t i = 0; i < count * size; i++) {
        int64_t device = is_listed ? attr_dense_integer(attr, i) : i;
        if (device < 0 || device >= devices || seen[device]) {
            return kernel_unsupported(builder, op,
                                      "names device %lld, which is no device or was "
                                      "named before",
                                      (long long)device);
        }
        seen[device] = true;
        position[device] = i % size;
        for (uint32_t k = 0; k < size; k++) {
            int64_t first = i / size * size;
            members[device * size + k] = is_listed ? attr_dense_integer(attr, first + k) : k;
        }
    }
    *groups = (struct device_groups){size, members, position};
    return true;
}

struct term *term_group_member(struct kernel_builder *builder, const struct device_groups *groups,
                               struct node *operand, struct affine column, const struct affine *map,
                               struct term *const *dynamic, const int64_t *most) {
    struct term *device = term_device_table(builder, groups->size, groups->members, column);
    return term_read_at(builder, operand, device, map, dynamic, most);
}

struct term *term_group_begin(struct kernel_builder *builder, const struct device_groups *groups,
                              int64_t size) {
    int64_t devices = kernel_devices(builder);
    int64_t *begins = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t i = 0; i < devices; i++) {
        begins[i] = groups->position[i] * size;
    }
    return term_device_table(builder, 1, begins, affine_constant(0));
}

struct node *node_group_sum(struct kernel_builder *builder, const struct device_groups *groups,
                            struct node *operand, const struct type *type,
                            const struct region *region, const struct affine *map,
                            struct term *const *dynamic, const int64_t *most) {
    /* The first member is where the fold starts. */
    struct term *init =
        term_group_member(builder, groups, operand, affine_constant(0), map, dynamic, most);
    if (groups->size == 1) {
        return node_compute(builder, type, init);
    }
    struct affine column = affine_dim(type->rank, 1, 1);
    struct term *term = term_group_member(builder, groups, operand, column, map, dynamic, most);
    int64_t extent = groups->size - 1;
    struct node_reduction reduction = {.type = type,
                                       .count = 1,
                                       .extent = &extent,
                                       .operands = 1,
                                       .init = &init,
                                       .term = &term,
                                       .region = region,
                                       .in_order = true};
    return node_reduce(builder, &reduction);
}
