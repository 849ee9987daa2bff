/* Slices of single elements at run-time places of dimensions in parts, as a step of a loop takes
 * them, become gathers: each device looks in its own part, and the sum over devices has the
 * element. The rule of a dynamic_slice would have the dimension whole. */
#include "ops/attrs/struct_attr.h"
#include "ops/build.h"
#include "partition/partition.h"

static bool takes_one(const struct op *op, uint32_t dim) {
    return op->results[0].type->dims[dim] == 1 && op_operand(op, 0)->type->dims[dim] > 1;
}

static bool takes_one_of_parts(const struct op *op, const struct sharding *sharding,
                               const struct mesh *mesh) {
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        if (takes_one(op, dim) && dim_sharding_size(mesh, &sharding->dims[dim]) > 1) {
            return true;
        }
    }
    return false;
}

/* The places along all dimensions that are cut, in one list. */
static struct value *places(struct builder *at, const struct op *op, int64_t *dims,
                            uint32_t *count) {
    const struct type *from = op_operand(op, 0)->type, *to = op->results[0].type;
    struct value *items[MAX_RANK];
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        if (from->dims[dim] != to->dims[dim]) {
            items[*count] = build_reshape(at, op_operand(op, 1 + dim), 1, (const int64_t[]){1});
            dims[(*count)++] = dim;
        }
    }
    return *count == 1 ? items[0] : build_concatenate(at, *count, items, 0);
}

static void replace(struct module *module, struct op *op) {
    struct context *context = module->context;
    struct builder at = builder_before(module, op);
    const struct attr *sharding = value_sharding(context, &op->results[0]);
    const struct type *type = op->results[0].type;
    int64_t cut[MAX_RANK], offset[MAX_RANK];
    uint32_t count = 0;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        offset[dim] = dim;
    }
    struct value *operands[2] = {op_operand(op, 0), places(&at, op, cut, &count)};
    struct gather_dims dims = {.offset = {offset, type->rank}, .start_index_map = {cut, count}};
    struct value *slice = build_value(&at, OP_GATHER, 2, operands, type);
    op_set_property(module, slice->op, "dimension_numbers",
                    struct_attr_make(context, &attr_gather, &dims));
    op_set_property(module, slice->op, "slice_sizes",
                    attr_i64_array(context, type->rank, type->dims));
    if (sharding) {
        value_set_sharding(module, slice, sharding);
    }
    value_replace_uses(&op->results[0], slice);
    op_erase(op);
}

struct found {
    struct context *context;
    VECTOR(struct op *) ops;
};

static bool collect(struct op *op, void *data) {
    struct found *found = data;
    if (!op_is(op, OP_DYNAMIC_SLICE) || !type_is_static(op_operand(op, 0)->type)) {
        return true;
    }
    const struct sharding *sharding =
        attr_as_sharding(value_sharding(found->context, op_operand(op, 0)));
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (mesh && takes_one_of_parts(op, sharding, mesh)) {
        *vector_push(&found->ops) = op;
    }
    return true;
}

bool pass_gather_slices(struct module *module, const struct pass_options *options) {
    (void)options;
    struct found found = {.context = module->context};
    op_walk(module->op, collect, &found);
    for (size_t i = 0; i < found.ops.count; i++) {
        replace(module, found.ops.items[i]);
    }
    vector_free(&found.ops);
    return true;
}
