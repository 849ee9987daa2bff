/* sdyc-shift-pads: slices of a tensor that has got a border, as a stencil takes them of its field.
 * The tensor with the border is cut into other parts than the one without, and each slice into
 * others again, for which devices send elements twice. A slice of a pad is a pad: the tensor moved,
 * and cut off where it leaves the slice, which is cut into parts like the tensor. */
#include "ops/build.h"
#include "partition/partition.h"

static bool is_cut(struct context *context, const struct op *op, const struct value *value,
                   uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(value_sharding(context, value));
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    return mesh && sharding->rank > dim && dim_sharding_size(mesh, &sharding->dims[dim]) > 1;
}

/* Takes every element of ranges, of what has nothing between its elements; some range is of a
 * dimension in parts that has a border. */
static bool is_slice_of_pad(struct context *context, const struct op *slice) {
    const struct value *whole = op_operand(slice, 0);
    const struct op *pad = whole->op;
    if (!pad || !op_is(pad, OP_PAD) || !type_is_static(whole->type) ||
        type_is_empty(op_operand(pad, 0)->type)) {
        return false;
    }
    bool any = false;
    for (uint32_t dim = 0; dim < whole->type->rank; dim++) {
        bool cuts = slice->results[0].type->dims[dim] != whole->type->dims[dim];
        if (op_ints(slice, "strides").items[dim] != 1 ||
            op_ints(pad, "interior_padding").items[dim] != 0) {
            return false;
        }
        any = any || (cuts && (is_cut(context, pad, whole, dim) ||
                               is_cut(context, pad, op_operand(pad, 0), dim)));
    }
    return any;
}

static void shift(struct module *module, struct op *slice) {
    struct op *pad = op_operand(slice, 0)->op;
    struct builder at = builder_before(module, slice);
    int64_t low[MAX_RANK], high[MAX_RANK], none[MAX_RANK] = {0};
    const struct type *type = slice->results[0].type;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        low[dim] = op_ints(pad, "edge_padding_low").items[dim] -
                   op_ints(slice, "start_indices").items[dim];
        high[dim] = type->dims[dim] - op_operand(pad, 0)->type->dims[dim] - low[dim];
    }
    at.location = slice->location;
    struct value *value = build_pad(&at, op_operand(pad, 0), op_operand(pad, 1), low, high, none);
    const struct attr *sharding = value_sharding(module->context, &slice->results[0]);
    if (sharding) {
        value_set_sharding(module, value, sharding);
    }
    value_replace_uses(&slice->results[0], value);
    op_erase(slice);
    if (!pad->results[0].first_use) {
        op_erase(pad);
    }
}

bool pass_shift_pads(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list ops = module_ops_of(module, op_table[OP_SLICE]);
    for (size_t i = 0; i < ops.count; i++) {
        if (is_slice_of_pad(module->context, ops.items[i])) {
            shift(module, ops.items[i]);
        }
    }
    vector_free(&ops);
    return true;
}
