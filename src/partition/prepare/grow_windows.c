/* sdyc-grow-windows: what is computed element by element of windows that are cut out of a tensor,
 * and is put back into the middle of one as large (the inside of a stencil). The windows are
 * sharded in other parts than the tensors: each of them, and what is put back, would move between
 * the devices. Here the windows become the whole tensor shifted to their place, of which devices
 * send the edges alone; all is computed on tensors that are sharded alike, and selected where the
 * inside is. */
#include "partition/partition.h"

#include "ops/build.h"
#include "support/limits.h"

struct growing {
    struct module *module;
    struct op *pad;
    const struct attr *sharding; /* of what the pad gives */
    struct pointer_map taken;    /* small value -> its operation */
    struct pointer_map grown;    /* small value -> the large one */
    VECTOR(struct op *) ops;     /* between windows and pad, those that use others first */
    uint32_t windows;
};

static const struct type *small_type(const struct growing *growing) {
    return op_operand(growing->pad, 0)->type;
}

static const struct type *large_type(const struct growing *growing) {
    return growing->pad->results[0].type;
}

static bool same_dims(const struct type *a, const struct type *b) {
    return a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

/* --- what can grow ---------------------------------------------------------------------------- */

/* Along some sharded dimension there is something around the inside. */
static bool puts_inside(struct growing *growing) {
    struct op *pad = growing->pad;
    struct int_list low = op_ints(pad, "edge_padding_low");
    struct int_list high = op_ints(pad, "edge_padding_high");
    const struct type *type = large_type(growing);
    growing->sharding = value_sharding(growing->module->context, &pad->results[0]);
    const struct sharding *sharding = attr_as_sharding(growing->sharding);
    if (!sharding || sharding->rank != type->rank || sharding->unreduced.count > 0 ||
        !type_is_static(type) || type_is_empty(small_type(growing)) ||
        type_element(type)->kind == TYPE_QUANTIZED) {
        return false;
    }
    bool found = false;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (low.items[dim] < 0 || high.items[dim] < 0 ||
            op_ints(pad, "interior_padding").items[dim] != 0) {
            return false;
        }
        found |= low.items[dim] + high.items[dim] > 0 && sharding->dims[dim].axes.count > 0;
    }
    return found;
}

/* A window of a tensor as large and as sharded as what the pad gives. */
static bool is_window(const struct growing *growing, const struct op *op) {
    if (!op_is(op, OP_SLICE)) {
        return false;
    }
    const struct value *source = op_operand(op, 0);
    const struct attr *attr = value_sharding(growing->module->context, source);
    const struct sharding *from = attr_as_sharding(attr);
    const struct sharding *to = attr_as_sharding(growing->sharding);
    bool good = from && same_dims(source->type, large_type(growing)) &&
                from->mesh_name == to->mesh_name && from->mesh == to->mesh &&
                from->unreduced.count == 0;
    for (uint32_t dim = 0; good && dim < from->rank; dim++) {
        good = op_ints(op, "strides").items[dim] == 1 &&
               axes_equal(from->dims[dim].axes, to->dims[dim].axes);
    }
    return good;
}

static bool is_spread(const struct op *op) {
    return op_is(op, OP_BROADCAST_IN_DIM) && op_operand(op, 0)->type->rank == 0;
}

static bool is_computed(const struct growing *growing, const struct op *op) {
    bool good = (op_has(op, OP_ELEMENTWISE) || op_is(op, OP_SELECT)) && op->region_count == 0 &&
                op->result_count == 1;
    for (uint32_t i = 0; good && i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        good = type_is_tensor(type) && (type->rank == 0 || same_dims(type, small_type(growing)));
    }
    return good;
}

/* Takes the value's operation up, and what it is computed of; false where something cannot grow. */
static bool take(struct growing *growing, const struct value *value) {
    struct op *op = value->op;
    if (!op || op->block != growing->pad->block || !same_dims(value->type, small_type(growing))) {
        return false;
    }
    if (pointer_map_get(&growing->taken, value)) {
        return true;
    }
    bool window = is_window(growing, op), spread = is_spread(op);
    if ((!window && !spread && !is_computed(growing, op)) || growing->ops.count == LIMIT_LOOKED) {
        return false;
    }
    pointer_map_put(&growing->taken, value, op);
    growing->windows += window;
    for (uint32_t i = 0; !window && !spread && i < op->operand_count; i++) {
        if (op_operand(op, i)->type->rank > 0 && !take(growing, op_operand(op, i))) {
            return false;
        }
    }
    *vector_push(&growing->ops) = op;
    return true;
}

/* Nothing else uses what is computed between. */
static bool is_closed(const struct growing *growing) {
    for (size_t i = 0; i < growing->ops.count; i++) {
        const struct op *op = growing->ops.items[i];
        bool copied = is_window(growing, op) || is_spread(op);
        FOR_EACH_USE (use, &op->results[0]) {
            const struct op *user = use->user;
            bool inside =
                user->result_count == 1 && pointer_map_get(&growing->taken, &user->results[0]);
            if (!copied && !inside && user != growing->pad) {
                return false;
            }
        }
    }
    return true;
}

/* --- growing ---------------------------------------------------------------------------------- */

static struct value *shard(const struct growing *growing, struct value *value) {
    value_set_sharding(growing->module, value, growing->sharding);
    return value;
}

/* The tensor that a window is cut out of, moved so that the window stands in the inside. */
static struct value *shifted(const struct growing *growing, struct builder *at,
                             const struct op *slice) {
    struct value *source = op_operand(slice, 0);
    struct int_list inside = op_ints(growing->pad, "edge_padding_low");
    struct int_list start = op_ints(slice, "start_indices");
    int64_t low[MAX_RANK], high[MAX_RANK], none[MAX_RANK] = {0};
    bool moves = false;
    for (uint32_t dim = 0; dim < source->type->rank; dim++) {
        low[dim] = inside.items[dim] - start.items[dim];
        high[dim] = -low[dim];
        moves = moves || low[dim] != 0;
    }
    if (!moves) {
        return source;
    }
    struct value *zero =
        build_zeros(at, type_with_dims(growing->module->context, source->type, 0, NULL));
    return shard(growing, build_pad(at, source, zero, low, high, none));
}

static void grow(struct growing *growing, struct builder *at, struct op *op) {
    struct value *old = &op->results[0];
    const struct type *large = large_type(growing);
    if (is_window(growing, op)) {
        pointer_map_put(&growing->grown, old, shifted(growing, at, op));
        return;
    }
    struct op *copy = op_clone(growing->module, op, &growing->grown);
    op_insert_before(growing->pad, copy);
    struct value *new = &copy->results[0];
    new->type = type_with_dims(growing->module->context, old->type, large->rank, large->dims);
    shard(growing, new);
}

/* Places from `begin` on (or before it) along a dimension. */
static struct value *beyond(const struct growing *growing, struct builder *at, uint32_t dim,
                            int64_t begin, enum comparison_direction direction) {
    struct context *context = growing->module->context;
    const struct type *numbers =
        type_with_element(context, large_type(growing), type_integer(context, 32, SIGNLESS));
    const struct type *scalar = type_with_dims(context, numbers, 0, NULL);
    struct value *place = shard(growing, build_iota(at, numbers, dim));
    struct value *limit = build_integers(at, scalar, begin);
    limit = shard(growing, build_broadcast_in_dim(at, limit, numbers, 0, NULL));
    return shard(growing, build_compare(at, place, limit, direction, COMPARE_SIGNED));
}

/* Before all loops around the pad: what follows from no value is computed once. */
static struct builder outside_loops(const struct growing *growing) {
    struct op *op = growing->pad;
    while (op_is(op_parent(op), OP_WHILE)) {
        op = op_parent(op);
    }
    struct builder at = builder_before(growing->module, op);
    at.location = growing->pad->location;
    return at;
}

/* Where the inside is. */
static struct value *inside_of(const struct growing *growing) {
    const struct type *type = large_type(growing);
    struct builder at = outside_loops(growing);
    struct value *all = NULL;
    for (uint32_t i = 0; i < 2 * type->rank; i++) {
        uint32_t dim = i / 2;
        bool is_low = i % 2 == 0;
        int64_t size =
            op_ints(growing->pad, is_low ? "edge_padding_low" : "edge_padding_high").items[dim];
        if (size > 0) {
            struct value *one = beyond(growing, &at, dim, is_low ? size : type->dims[dim] - size,
                                       is_low ? COMPARE_GE : COMPARE_LT);
            all = all ? shard(growing, build_binary(&at, OP_AND, all, one)) : one;
        }
    }
    return all;
}

static void replace(struct growing *growing) {
    struct op *pad = growing->pad;
    struct builder at = builder_before(growing->module, pad);
    at.location = pad->location;
    const struct value *small = op_operand(pad, 0);
    for (size_t i = 0; i < growing->ops.count; i++) {
        grow(growing, &at, growing->ops.items[i]);
    }
    struct value *around =
        build_broadcast_in_dim(&at, op_operand(pad, 1), large_type(growing), 0, NULL);
    shard(growing, around);
    struct value *whole = pointer_map_get(&growing->grown, small);
    struct value *result = build_select(&at, inside_of(growing), whole, around);
    value_replace_uses(&pad->results[0], shard(growing, result));
    op_erase(pad);
    for (size_t i = growing->ops.count; i-- > 0;) {
        if (!growing->ops.items[i]->results[0].first_use) {
            op_erase(growing->ops.items[i]);
        }
    }
}

bool pass_grow_windows(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list pads = module_ops_of(module, op_table[OP_PAD]);
    for (size_t i = 0; i < pads.count; i++) {
        struct growing growing = {.module = module, .pad = pads.items[i]};
        if (puts_inside(&growing) && take(&growing, op_operand(growing.pad, 0)) &&
            growing.windows > 0 && is_closed(&growing)) {
            replace(&growing);
        }
        pointer_map_free(&growing.taken);
        pointer_map_free(&growing.grown);
        vector_free(&growing.ops);
    }
    vector_free(&pads);
    return true;
}
