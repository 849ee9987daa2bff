/* Work on parts in the middle of a global program. */
#include "partition/parts.h"

#include "sharding/devices.h"

/* --- sizes ------------------------------------------------------------------------------------ */

int64_t parts_size(int64_t size, int64_t parts) {
    return size / parts + (size % parts != 0);
}

int64_t parts_round_up(int64_t size, int64_t parts) {
    return parts_size(size, parts) * parts;
}

/* --- operations ------------------------------------------------------------------------------- */

struct value *parts_extend(struct builder *at, struct value *value, const struct type *type,
                           struct value *with, const struct attr *sharding) {
    static const int64_t none[MAX_RANK];
    int64_t high[MAX_RANK];
    if (value->type == type) {
        return value;
    }
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        high[dim] = type->dims[dim] - value->type->dims[dim];
    }
    if (!with) {
        with = build_zeros(at, type_with_dims(at->module->context, type, 0, NULL));
    }
    struct value *pad = build_pad(at, value, with, none, high, none);
    value_set_sharding(at->module, pad, sharding);
    return pad;
}

struct value *parts_cut(struct builder *at, struct value *value, const struct type *type,
                        const struct attr *sharding) {
    static const int64_t none[MAX_RANK];
    if (value->type == type) {
        return value;
    }
    struct value *cut = build_slice(at, value, none, type->dims);
    value_set_sharding(at->module, cut, sharding);
    return cut;
}

/* Of `count` (source, target) device ids. */
static struct value *build_permute(struct builder *at, struct process_ids *ids, struct value *value,
                                   const int64_t *pairs, int64_t count) {
    struct context *context = at->module->context;
    const int64_t dims[2] = {count, 2};
    struct op *permute = build_unary(at, OP_COLLECTIVE_PERMUTE, value, value->type)->op;
    op_set_property(at->module, permute, "source_target_pairs",
                    attr_dense(context, i64_tensor(at, 2, dims), pairs,
                               (size_t)dims[0] * 2 * sizeof *pairs, false));
    if (ids->replica_count <= 1) { /* with a channel, numbers are those of partitions */
        op_set_property(at->module, permute, "channel_handle",
                        attr_channel(context, ids->next_channel, 1));
        ids->next_channel += ids->next_channel < INT64_MAX;
    }
    return op_result(permute, 0);
}

struct value *parts_shift(struct builder *at, struct process_ids *ids, struct arena *arena,
                          const struct mesh *mesh, struct axis_list axes, struct value *value,
                          int64_t offset) {
    int64_t count = 0;
    int64_t *pairs = device_shift_pairs(arena, mesh, axes, offset, false, &count);
    return build_permute(at, ids, value, pairs, count);
}

struct value *parts_rotate(struct builder *at, struct process_ids *ids, struct arena *arena,
                           const struct mesh *mesh, struct axis_list axes, struct value *value,
                           int64_t offset) {
    int64_t count = 0;
    int64_t *pairs = device_shift_pairs(arena, mesh, axes, offset, true, &count);
    return offset % axes_size(mesh, axes) == 0 ? value
                                               : build_permute(at, ids, value, pairs, count);
}

struct value *parts_reverse(struct builder *at, struct process_ids *ids, struct arena *arena,
                            const struct mesh *mesh, struct axis_list axes, struct value *value) {
    size_t count = (size_t)mesh_device_count(mesh);
    int64_t *pairs = ARENA_ARRAY(arena, int64_t, 2 * count);
    const int64_t *reversed = device_ids_reversed(arena, mesh, axes);
    for (size_t position = 0; position < count; position++) {
        bool listed = mesh->device_id_count > 0;
        pairs[2 * position] = listed ? mesh->device_ids[position] : (int64_t)position;
        pairs[2 * position + 1] = reversed[position];
    }
    return build_permute(at, ids, value, pairs, (int64_t)count);
}

struct value *parts_device(struct builder *at, const struct process_ids *ids) {
    struct context *context = at->module->context;
    const struct type *number =
        type_tensor(context, type_integer(context, 32, UNSIGNED), 0, NULL, NULL);
    enum op_id id = ids->replica_count > 1 ? OP_REPLICA_ID : OP_PARTITION_ID;
    return build_convert(at, build_value(at, id, 0, NULL, number),
                         type_integer(context, 64, SIGNLESS));
}

struct value *parts_look_up(struct builder *at, const int64_t *list, int64_t count,
                            struct value *index) {
    const struct attr *dense = attr_dense(at->module->context, i64_tensor(at, 1, &count), list,
                                          (size_t)count * sizeof *list, false);
    struct value *item = build_dynamic_slice(at, build_constant(at, dense), &index,
                                             i64_tensor(at, 1, (const int64_t[]){1}));
    return build_reshape(at, item, 0, NULL);
}

static struct value *with_number(struct builder *at, enum op_id id, struct value *value,
                                 int64_t number) {
    return build_binary(at, id, value, build_i64_scalar(at, number));
}

/* Explicit device ids are looked up; else the digits of the number are put together. */
struct value *parts_place(struct builder *at, struct arena *arena, struct value *device,
                          const struct mesh *mesh, struct axis_list axes) {
    int64_t count = mesh_device_count(mesh);
    if (mesh->device_id_count > 0) {
        return parts_look_up(at, device_places(arena, mesh, axes), count, device);
    }
    struct value *place = NULL;
    for (uint32_t i = 0; i < axes.count; i++) {
        int64_t size = axis_size(mesh, axes.items[i]);
        int64_t stride = device_stride(mesh, axes.items[i]);
        struct value *digit = stride > 1 ? with_number(at, OP_DIVIDE, device, stride) : device;
        if (size < count) {
            digit = with_number(at, OP_REMAINDER, digit, size);
        }
        place = place ? build_add(at, with_number(at, OP_MULTIPLY, place, size), digit) : digit;
    }
    return place ? place : build_i64_scalar(at, 0);
}

bool parts_are_zero(const struct value *value) {
    const struct op *source = value->op;
    while (source && (op_is(source, OP_BROADCAST_IN_DIM) || op_is(source, OP_RESHAPE))) {
        source = op_operand(source, 0)->op;
    }
    const struct attr *data =
        source && op_has(source, OP_CONSTANT_LIKE) ? op_property(source, "value") : NULL;
    const char *bytes = data && data->kind == ATTR_DENSE ? data->data : NULL;
    bool zero = bytes != NULL;
    for (size_t i = 0; zero && i < data->length; i++) {
        zero = bytes[i] == 0;
    }
    return zero;
}

static bool find_channel(struct op *op, void *data) {
    int64_t *most = data;
    const struct channel_handle *channel =
        attr_payload(op_property(op, "channel_handle"), &attr_channel_handle);
    if (channel && channel->handle > *most) {
        *most = channel->handle;
    }
    return true;
}

int64_t free_channel(const struct module *module) {
    int64_t most = 0;
    op_walk(module->op, find_channel, &most);
    return most < INT64_MAX ? most + 1 : most;
}

static bool all_zero(struct int_list list) {
    uint32_t i = 0;
    while (i < list.count && list.items[i] == 0) {
        i++;
    }
    return i == list.count;
}

struct value *parts_sharded_like(struct builder *at, struct value *value,
                                 const struct value *other) {
    const struct attr *sharding = value_sharding(at->module->context, other);
    const struct attr *present = value_sharding(at->module->context, value);
    bool alike = !sharding || sharding_equivalent(sharding, present);
    return alike ? value : build_reshard(at, value, sharding);
}

bool parts_stay(const struct op *op) {
    bool whole = op_is(op, OP_SLICE) && op_operand(op, 0)->type == op->results[0].type;
    return whole || (op_is(op, OP_PAD) && all_zero(op_ints(op, "edge_padding_low")) &&
                     all_zero(op_ints(op, "edge_padding_high")) &&
                     all_zero(op_ints(op, "interior_padding")));
}

/* --- manual computations ---------------------------------------------------------------------- */

struct axis_list parts_whole_axes(struct arena *arena, const struct mesh *mesh,
                                  struct axis_list used) {
    struct axis_vector whole = {.arena = arena};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        if (axes_contain_name(used, mesh->axes[i].name)) {
            axes_push(&whole, axis_whole(mesh->axes[i].name));
        }
    }
    return axes_of(&whole);
}

static struct axis_list without_names(struct arena *arena, struct axis_list axes,
                                      struct axis_list manual) {
    struct axis_vector rest = {.arena = arena};
    for (uint32_t i = 0; i < axes.count; i++) {
        if (!axes_contain_name(manual, axes.items[i].name)) {
            axes_push(&rest, axes.items[i]);
        }
    }
    return axes_of(&rest);
}

const struct attr *parts_sharding_inside(struct context *context, struct arena *arena,
                                         const struct attr *sharding, struct axis_list manual) {
    struct sharding inside = *attr_as_sharding(sharding);
    struct dim_sharding *dims = ARENA_ARRAY(arena, struct dim_sharding, inside.rank);
    for (uint32_t dim = 0; dim < inside.rank; dim++) {
        dims[dim] = inside.dims[dim];
        dims[dim].axes = without_names(arena, dims[dim].axes, manual);
    }
    inside.dims = dims;
    inside.replicated = without_names(arena, inside.replicated, manual);
    inside.unreduced = without_names(arena, inside.unreduced, manual);
    return sharding_attr(context, &inside);
}

const struct type *parts_type_inside(struct context *context, const struct type *type,
                                     const struct sharding *sharding, const struct mesh *mesh,
                                     struct axis_list manual) {
    int64_t dims[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        dims[dim] = type->dims[dim];
        struct axis_list axes = sharding->dims[dim].axes;
        for (uint32_t i = 0; i < axes.count; i++) {
            if (axes_contain_name(manual, axes.items[i].name)) {
                dims[dim] /= axis_size(mesh, axes.items[i]);
            }
        }
    }
    return type_with_dims(context, type, type->rank, dims);
}

struct op *build_manual(struct builder *at, const struct mesh *mesh, struct axis_list manual,
                        const struct manual_border *border) {
    struct module *module = at->module;
    struct context *context = module->context;
    struct op *op = build_row(at, OP_SDY_MANUAL_COMPUTATION, border->count, border->operands,
                              border->result_count, border->results, 1);
    op_set_property(module, op, "in_shardings",
                    sharding_per_value_attr(context, border->count, border->in));
    op_set_property(module, op, "out_shardings",
                    sharding_per_value_attr(context, border->result_count, border->out));
    op_set_property(module, op, "manual_axes", manual_axes_attr(context, manual));
    struct block *body = block_new(module, &op->regions[0]);
    for (uint32_t i = 0; i < border->count; i++) {
        const struct type *type = parts_type_inside(context, border->operands[i]->type,
                                                    attr_as_sharding(border->in[i]), mesh, manual);
        block_add_argument(module, body, type, op->location);
    }
    return op;
}

struct builder parts_inside(struct op *manual, struct module *module) {
    struct builder inside = builder_at_end(module, manual->regions[0].first);
    inside.location = manual->location;
    return inside;
}

struct value *parts_return(struct builder *inside, struct value *value) {
    build_end(inside, OP_SDY_RETURN, 1, &value);
    return op_result(inside->block->region->op, 0);
}
