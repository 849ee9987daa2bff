/* The collectives of sdy on local values as those of StableHLO: replica groups, channels and
 * source-target pairs in place of axes. */
#include "partition/partition.h"

#include <string.h>

#include "ops/attrs/mesh_forms.h"
#include "ops/build.h"
#include "ops/sdy/local.h"
#include "partition/parts.h"
#include "sharding/devices.h"

/* Channels that one collective becomes at most: one for each dimension. */
#define MOST_CHANNELS_EACH MAX_RANK

struct lowerer {
    struct module *module;
    struct arena *scratch;
    const struct collective_lowering *options;
    struct pointer_map *apart; /* value -> sharding, of values that do not carry it; operation ->
                                * that of its operand, where this is another */
    int64_t next_channel;
    /* The operation at hand. */
    struct op *op;
    struct builder at;
    const struct sharding *out;
    const struct mesh *mesh;
};

/* A mesh that names devices as the program does. */
static const struct mesh *naming(struct lowerer *lowerer, const struct mesh *mesh) {
    if (!lowerer->options->by_position || mesh->device_id_count == 0) {
        return mesh;
    }
    struct mesh *by_position = ARENA_ARRAY(lowerer->scratch, struct mesh, 1);
    *by_position = *mesh;
    by_position->device_id_count = 0;
    by_position->device_ids = NULL;
    return by_position;
}

static const struct type *with_dims(struct lowerer *lowerer, const struct type *type, uint32_t rank,
                                    const int64_t *dims) {
    return type_with_dims(lowerer->module->context, type, rank, dims);
}

/* --- what collectives share ------------------------------------------------------------------- */

/* With a channel, the numbers of a permutation and of an all_to_all are those of partitions. */
static void set_channel(struct lowerer *lowerer, struct op *op) {
    bool channel_says = op_is(op, OP_COLLECTIVE_PERMUTE) || op_is(op, OP_ALL_TO_ALL);
    if (channel_says && lowerer->options->replica_count > 1) {
        return;
    }
    op_set_property(lowerer->module, op, "channel_handle",
                    attr_channel(lowerer->module->context, lowerer->next_channel++, 1));
}

static const struct attr *listed_groups(struct lowerer *lowerer, struct axis_list axes) {
    struct device_lists groups = device_groups(lowerer->scratch, lowerer->mesh, axes);
    const int64_t dims[2] = {groups.count, groups.size};
    size_t count = (size_t)(groups.count * groups.size);
    return attr_dense(lowerer->module->context, i64_tensor(&lowerer->at, 2, dims), groups.ids,
                      count * sizeof *groups.ids, count == 1);
}

static const struct attr *named_groups(struct lowerer *lowerer, struct axis_list axes) {
    struct context *context = lowerer->module->context;
    const struct attr *mesh = lowerer->out->mesh_name
                                  ? attr_symbol(context, lowerer->out->mesh_name)
                                  : mesh_to_stablehlo(context, lowerer->mesh);
    return mesh_axes_groups(context, mesh, axes);
}

static bool all_are_whole(struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (!axis_is_whole(axes.items[i])) {
            return false;
        }
    }
    return true;
}

static void set_groups(struct lowerer *lowerer, struct op *op, struct axis_list axes) {
    bool named = lowerer->options->name_axes && all_are_whole(axes);
    op_set_property(lowerer->module, op, "replica_groups",
                    named ? named_groups(lowerer, axes) : listed_groups(lowerer, axes));
    set_channel(lowerer, op);
}

static void set_global_ids(struct lowerer *lowerer, struct op *op) {
    op_set_property(lowerer->module, op, "use_global_device_ids",
                    attr_unit(lowerer->module->context));
}

/* The body that reduces two scalars. */
static void add_reduction(struct lowerer *lowerer, struct op *op, const struct type *tensor) {
    static const enum op_id reductions[] = {OP_ADD, OP_MAXIMUM, OP_MINIMUM};
    int64_t kind = op_int(lowerer->op, "reduction_op", REDUCTION_SUM);
    struct context *context = lowerer->module->context;
    const struct type *scalar = type_tensor(context, tensor->element, 0, NULL, NULL);
    struct block *body = block_new(lowerer->module, &op->regions[0]);
    struct value *arguments[2];
    for (int i = 0; i < 2; i++) {
        arguments[i] = block_add_argument(lowerer->module, body, scalar, op->location);
    }
    struct builder inside = builder_at_end(lowerer->module, body);
    inside.location = op->location;
    struct value *result = build_binary(&inside, reductions[kind], arguments[0], arguments[1]);
    build_end(&inside, OP_RETURN, 1, &result);
}

/* One flat list of the axes of all dimensions, in order. */
static struct axis_vector flat_axes(struct lowerer *lowerer, const struct axis_lists *lists) {
    struct axis_vector all = {.arena = lowerer->scratch};
    for (uint32_t i = 0; i < lists->count; i++) {
        axes_append(&all, lists->items[i]);
    }
    return all;
}

static uint32_t dims_with_axes(const struct axis_lists *lists, uint32_t *last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < lists->count; i++) {
        if (lists->items[i].count > 0) {
            *last = i;
            count++;
        }
    }
    return count;
}

/* --- all_gather ------------------------------------------------------------------------------- */

static struct value *gather_dim(struct lowerer *lowerer, struct value *value, uint32_t dim,
                                struct axis_list axes) {
    int64_t dims[MAX_RANK];
    memcpy(dims, value->type->dims, value->type->rank * sizeof *dims);
    dims[dim] *= axes_size(lowerer->mesh, axes);
    const struct type *type = with_dims(lowerer, value->type, value->type->rank, dims);
    struct op *op = build_unary(&lowerer->at, OP_ALL_GATHER, value, type)->op;
    op_set_property(lowerer->module, op, "all_gather_dim", attr_i64(lowerer->module->context, dim));
    set_groups(lowerer, op, axes);
    set_global_ids(lowerer, op);
    return op_result(op, 0);
}

/* Several dimensions at once: all parts are gathered along a new dimension, which is split and
 * moved to where the parts belong. */
static struct value *gather_dims(struct lowerer *lowerer, struct value *value,
                                 const struct axis_lists *lists, uint32_t count) {
    uint32_t rank = value->type->rank;
    int64_t local[MAX_RANK + 1], split[2 * MAX_RANK], order[2 * MAX_RANK], whole[MAX_RANK];
    local[0] = 1;
    uint32_t split_count = 0, order_count = 0;
    for (uint32_t dim = 0; dim < rank; dim++) {
        int64_t parts = axes_size(lowerer->mesh, lists->items[dim]);
        local[dim + 1] = value->type->dims[dim];
        whole[dim] = value->type->dims[dim] * parts;
        if (lists->items[dim].count > 0) {
            order[order_count++] = split_count;
            split[split_count++] = parts;
        }
        order[order_count++] = count + dim;
    }
    memcpy(split + split_count, value->type->dims, rank * sizeof *split);
    value = build_reshape(&lowerer->at, value, rank + 1, local);
    struct axis_vector all = flat_axes(lowerer, lists);
    value = gather_dim(lowerer, value, 0, axes_of(&all));
    value = build_reshape(&lowerer->at, value, count + rank, split);
    value = build_transpose(&lowerer->at, value, order);
    return build_reshape(&lowerer->at, value, rank, whole);
}

static struct value *lower_all_gather(struct lowerer *lowerer) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(lowerer->op, "gathering_axes"));
    struct value *value = op_operand(lowerer->op, 0);
    uint32_t last = 0, count = dims_with_axes(lists, &last);
    if (count > 1 && !lowerer->options->per_dim_all_gather) {
        return gather_dims(lowerer, value, lists, count);
    }
    for (uint32_t dim = lists->count; dim-- > 0;) {
        if (lists->items[dim].count > 0) {
            value = gather_dim(lowerer, value, dim, lists->items[dim]);
        }
    }
    return value;
}

/* --- all_slice -------------------------------------------------------------------------------- */

static struct value *device_number(struct lowerer *lowerer) {
    struct context *context = lowerer->module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 32, UNSIGNED), 0, NULL, NULL);
    enum op_id number = lowerer->options->replica_count > 1 ? OP_REPLICA_ID : OP_PARTITION_ID;
    struct value *id = build_value(&lowerer->at, number, 0, NULL, type);
    return build_convert(&lowerer->at, id, type_integer(context, 64, SIGNLESS));
}

/* A table by device, read at this device: tensor<1xT>. */
static struct value *look_up(struct lowerer *lowerer, const struct type *element, const void *data,
                             bool splat) {
    struct context *context = lowerer->module->context;
    int64_t count = mesh_device_count(lowerer->mesh), one = 1;
    size_t bytes = (type_bits(element) + 7) / 8 * (splat ? 1 : (size_t)count);
    struct value *device = device_number(lowerer);
    const struct type *type = type_tensor(context, element, 1, &count, NULL);
    struct value *table =
        build_constant(&lowerer->at, attr_dense(context, type, data, bytes, splat));
    return build_dynamic_slice(&lowerer->at, table, &device,
                               type_tensor(context, element, 1, &one, NULL));
}

static bool all_equal(const char *data, size_t bytes, int64_t count) {
    for (int64_t i = 1; i < count; i++) {
        if (memcmp(data, data + (size_t)i * bytes, bytes) != 0) {
            return false;
        }
    }
    return true;
}

/* Where the part of a dimension begins, as a scalar. */
static struct value *offset(struct lowerer *lowerer, struct axis_list axes, int64_t part_size) {
    int64_t count = mesh_device_count(lowerer->mesh);
    int64_t *places = device_places(lowerer->scratch, lowerer->mesh, axes);
    for (int64_t i = 0; i < count; i++) {
        places[i] *= part_size;
    }
    struct context *context = lowerer->module->context;
    struct value *found = look_up(lowerer, type_integer(context, 64, SIGNLESS), places,
                                  all_equal((const char *)places, sizeof *places, count));
    return build_reshape(&lowerer->at, found, 0, NULL);
}

static struct value *slice_parts(struct lowerer *lowerer, struct value *whole,
                                 const struct axis_lists *lists, const struct type *type) {
    struct value *starts[MAX_RANK];
    for (uint32_t dim = 0; dim < lists->count; dim++) {
        starts[dim] = lists->items[dim].count == 0
                          ? build_i64_scalar(&lowerer->at, 0)
                          : offset(lowerer, lists->items[dim], type->dims[dim]);
    }
    return build_dynamic_slice(&lowerer->at, whole, starts, type);
}

/* A list of what differs from device to device is a table by device itself. */
static struct value *slice_table(struct lowerer *lowerer, struct op *table,
                                 const struct axis_lists *lists) {
    const struct attr *value = op_property(table, "value");
    const struct type *element = value->type->element;
    size_t bytes = (type_bits(element) + 7) / 8;
    int64_t count = mesh_device_count(lowerer->mesh);
    int64_t *places = device_places(lowerer->scratch, lowerer->mesh, lists->items[0]);
    char *data = arena_array(lowerer->scratch, (size_t)count, bytes);
    for (int64_t i = 0; i < count; i++) {
        size_t place = value->splat ? 0 : (size_t)places[i];
        memcpy(data + (size_t)i * bytes, (const char *)value->data + place * bytes, bytes);
    }
    return look_up(lowerer, element, data, all_equal(data, bytes, count));
}

static struct value *lower_all_slice(struct lowerer *lowerer) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(lowerer->op, "slicing_axes"));
    struct value *whole = op_operand(lowerer->op, 0);
    const struct type *type = lowerer->op->results[0].type;
    struct op *source = value_defining_op(whole);
    bool is_list = source && (op_is(source, OP_SDY_CONSTANT) ||
                              (lowerer->options->short_forms && op_is(source, OP_CONSTANT)));
    if (!is_list || op_property(source, "value")->kind != ATTR_DENSE || type->rank != 1 ||
        type->dims[0] != 1) {
        return slice_parts(lowerer, whole, lists, type);
    }
    struct value *found = slice_table(lowerer, source, lists);
    if (value_has_one_use(whole)) {
        op_set_operands(lowerer->module, lowerer->op, 0, NULL);
        op_erase(source);
    }
    return found;
}

/* --- all_to_all ------------------------------------------------------------------------------- */

static struct value *exchange(struct lowerer *lowerer, struct value *value, struct axis_list axes,
                              int64_t split_dim, int64_t concat_dim) {
    struct context *context = lowerer->module->context;
    int64_t count = axes_size(lowerer->mesh, axes), dims[MAX_RANK + 1];
    memcpy(dims, value->type->dims, value->type->rank * sizeof *dims);
    dims[split_dim] /= count;
    dims[concat_dim] *= count;
    const struct type *type = with_dims(lowerer, value->type, value->type->rank, dims);
    struct op *op = build_unary(&lowerer->at, OP_ALL_TO_ALL, value, type)->op;
    op_set_property(lowerer->module, op, "split_dimension", attr_i64(context, split_dim));
    op_set_property(lowerer->module, op, "concat_dimension", attr_i64(context, concat_dim));
    op_set_property(lowerer->module, op, "split_count", attr_i64(context, count));
    set_groups(lowerer, op, axes);
    return op_result(op, 0);
}

/* The moves in the order of their targets. */
static struct all_to_all_move *sorted_moves(struct lowerer *lowerer,
                                            const struct all_to_all_moves *moves) {
    struct all_to_all_move *sorted =
        ARENA_ARRAY(lowerer->scratch, struct all_to_all_move, moves->count);
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t place = i;
        for (; place > 0 && sorted[place - 1].target > moves->items[i].target; place--) {
            sorted[place] = sorted[place - 1];
        }
        sorted[place] = moves->items[i];
    }
    return sorted;
}

/* Several moves are one exchange along a new first dimension: parts of the target dimensions are
 * split off to the front, exchanged, and put before the source dimensions. */
static struct value *exchange_several(struct lowerer *lowerer, struct value *value,
                                      const struct all_to_all_moves *moves) {
    const struct all_to_all_move *sorted = sorted_moves(lowerer, moves);
    uint32_t rank = value->type->rank, count = moves->count;
    int64_t split[2 * MAX_RANK], front[2 * MAX_RANK], back[2 * MAX_RANK], whole[MAX_RANK];
    int64_t joined[MAX_RANK + 1], parts[MAX_RANK];
    struct axis_vector all = {.arena = lowerer->scratch};
    uint32_t split_count = 0, front_count = 0, rest = count, back_count = 0;
    for (uint32_t dim = 0; dim < rank; dim++) {
        bool is_target = front_count < count && sorted[front_count].target == dim;
        whole[dim] = value->type->dims[dim];
        if (is_target) {
            parts[front_count] = axes_size(lowerer->mesh, sorted[front_count].axes);
            axes_append(&all, sorted[front_count].axes);
            whole[dim] /= parts[front_count];
            front[front_count] = split_count;
            split[split_count++] = parts[front_count++];
        }
        front[rest++] = split_count;
        split[split_count++] = whole[dim];
        joined[dim + 1] = whole[dim];
    }
    joined[0] = axes_size(lowerer->mesh, axes_of(&all));
    value = build_reshape(&lowerer->at, value, split_count, split);
    value = build_transpose(&lowerer->at, value, front);
    const struct type *apart = value->type;
    value = build_reshape(&lowerer->at, value, rank + 1, joined);
    value = exchange(lowerer, value, axes_of(&all), 0, 0);
    value = build_reshape(&lowerer->at, value, apart->rank, apart->dims);
    for (uint32_t dim = 0; dim < rank; dim++) {
        for (uint32_t i = 0; i < count; i++) {
            if (sorted[i].source == dim) {
                back[back_count++] = i;
                whole[dim] *= parts[i];
            }
        }
        back[back_count++] = count + dim;
    }
    value = build_transpose(&lowerer->at, value, back);
    return build_reshape(&lowerer->at, value, rank, whole);
}

static struct value *lower_all_to_all(struct lowerer *lowerer) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_property(lowerer->op, "params"));
    struct value *value = op_operand(lowerer->op, 0);
    if (moves->count > 1) {
        return exchange_several(lowerer, value, moves);
    }
    return exchange(lowerer, value, moves->items[0].axes, moves->items[0].target,
                    moves->items[0].source);
}

/* --- collective_permute, all_reduce, reduce_scatter ------------------------------------------- */

static struct value *lower_collective_permute(struct lowerer *lowerer) {
    struct value *value = op_operand(lowerer->op, 0);
    const struct attr *told = pointer_map_get(lowerer->apart, lowerer->op);
    const struct attr *known = told ? told : pointer_map_get(lowerer->apart, value);
    const struct sharding *from =
        attr_as_sharding(known ? known : value_sharding(lowerer->module->context, value));
    const struct mesh *from_mesh =
        from ? naming(lowerer, sharding_mesh(lowerer->op, from)) : lowerer->mesh;
    if (!from) {
        from = attr_as_sharding(sharding_empty_like(lowerer->module->context, lowerer->out, true));
    }
    int64_t *pairs = device_pairs(lowerer->scratch, from_mesh, from, lowerer->mesh, lowerer->out);
    const int64_t dims[2] = {mesh_device_count(lowerer->mesh), 2};
    struct op *op = build_unary(&lowerer->at, OP_COLLECTIVE_PERMUTE, value, value->type)->op;
    op_set_property(lowerer->module, op, "source_target_pairs",
                    attr_dense(lowerer->module->context, i64_tensor(&lowerer->at, 2, dims), pairs,
                               (size_t)dims[0] * 2 * sizeof *pairs, false));
    set_channel(lowerer, op);
    return op_result(op, 0);
}

static struct value *reduce(struct lowerer *lowerer, struct value *value, struct axis_list axes) {
    struct op *op = build_row(&lowerer->at, OP_ALL_REDUCE, 1, &value, 1, &value->type, 1);
    set_groups(lowerer, op, axes);
    set_global_ids(lowerer, op);
    add_reduction(lowerer, op, value->type);
    return op_result(op, 0);
}

static struct value *lower_all_reduce(struct lowerer *lowerer) {
    const struct axis_list *axes = attr_as_axes(op_property(lowerer->op, "reduction_axes"));
    return reduce(lowerer, op_operand(lowerer->op, 0), *axes);
}

static struct value *scatter_dim(struct lowerer *lowerer, struct value *value, uint32_t dim,
                                 struct axis_list axes) {
    int64_t dims[MAX_RANK + 1];
    memcpy(dims, value->type->dims, value->type->rank * sizeof *dims);
    dims[dim] /= axes_size(lowerer->mesh, axes);
    const struct type *type = with_dims(lowerer, value->type, value->type->rank, dims);
    struct op *op = build_row(&lowerer->at, OP_REDUCE_SCATTER, 1, &value, 1, &type, 1);
    op_set_property(lowerer->module, op, "scatter_dimension",
                    attr_i64(lowerer->module->context, dim));
    set_groups(lowerer, op, axes);
    set_global_ids(lowerer, op);
    add_reduction(lowerer, op, type);
    return op_result(op, 0);
}

/* Several dimensions: their parts are moved to a new first dimension, along which one
 * reduce_scatter suffices. */
static struct value *scatter_dims(struct lowerer *lowerer, struct value *value,
                                  const struct axis_lists *lists, uint32_t count) {
    uint32_t rank = value->type->rank, split_count = 0, front_count = 0, rest = count;
    int64_t split[2 * MAX_RANK], front[2 * MAX_RANK], joined[MAX_RANK + 1];
    joined[0] = 1;
    for (uint32_t dim = 0; dim < rank; dim++) {
        int64_t parts = axes_size(lowerer->mesh, lists->items[dim]);
        joined[dim + 1] = value->type->dims[dim] / parts;
        if (lists->items[dim].count > 0) {
            joined[0] *= parts;
            front[front_count++] = split_count;
            split[split_count++] = parts;
        }
        front[rest++] = split_count;
        split[split_count++] = joined[dim + 1];
    }
    struct axis_vector all = flat_axes(lowerer, lists);
    value = build_reshape(&lowerer->at, value, split_count, split);
    value = build_transpose(&lowerer->at, value, front);
    value = build_reshape(&lowerer->at, value, rank + 1, joined);
    value = scatter_dim(lowerer, value, 0, axes_of(&all));
    return build_reshape(&lowerer->at, value, rank, joined + 1);
}

static struct value *lower_reduce_scatter(struct lowerer *lowerer) {
    const struct axis_lists *lists =
        attr_as_axis_lists(op_property(lowerer->op, "reduce_scatter_axes"));
    struct value *value = op_operand(lowerer->op, 0);
    uint32_t dim = 0, count = dims_with_axes(lists, &dim);
    if (count == 1) {
        return scatter_dim(lowerer, value, dim, lists->items[dim]);
    }
    if (lowerer->options->combine_reduce_scatter) {
        return scatter_dims(lowerer, value, lists, count);
    }
    struct axis_vector all = flat_axes(lowerer, lists);
    value = reduce(lowerer, value, axes_of(&all));
    return slice_parts(lowerer, value, lists, lowerer->op->results[0].type);
}

/* --- the walk --------------------------------------------------------------------------------- */

static const struct {
    enum op_id id;
    struct value *(*lower)(struct lowerer *lowerer);
} lowerings[] = {
    {OP_SDY_ALL_GATHER, lower_all_gather}, {OP_SDY_ALL_SLICE, lower_all_slice},
    {OP_SDY_ALL_TO_ALL, lower_all_to_all}, {OP_SDY_COLLECTIVE_PERMUTE, lower_collective_permute},
    {OP_SDY_ALL_REDUCE, lower_all_reduce}, {OP_SDY_REDUCE_SCATTER, lower_reduce_scatter},
};

static bool can_lower(const struct lowerer *lowerer) {
    const struct op *op = lowerer->op;
    struct diagnostics *diagnostics = lowerer->module->context->diagnostics;
    if (!devices_can_be_listed(lowerer->mesh, diagnostics, op->location)) {
        return false;
    }
    if (lowerer->next_channel > INT64_MAX - MOST_CHANNELS_EACH) {
        return diag_error(diagnostics, op->location, "'%s' finds no channel that is free",
                          op->name);
    }
    return collective_is_local(op, lowerer->mesh) ||
           diag_error(diagnostics, op->location,
                      "'%s' is not on local types: sdyc-localize comes first", op->name);
}

static bool lower_op(struct lowerer *lowerer, struct op *op) {
    lowerer->op = op;
    lowerer->at = builder_before(lowerer->module, op);
    lowerer->out = attr_as_sharding(op_property(op, "out_sharding"));
    lowerer->mesh = naming(lowerer, sharding_mesh(op, lowerer->out));
    if (!can_lower(lowerer)) {
        return false;
    }
    reason_follow(lowerer->module, op);
    for (size_t i = 0; i < sizeof lowerings / sizeof *lowerings; i++) {
        if (op_is(op, lowerings[i].id)) {
            /* What has no elements needs nobody's, and some collectives do not take it. */
            const struct type *type = op->results[0].type;
            struct value *value =
                type_is_empty(type) ? build_zeros(&lowerer->at, type) : lowerings[i].lower(lowerer);
            const struct attr *sharding = op_property(op, "out_sharding");
            pointer_map_put(lowerer->apart, value, (void *)sharding);
            if (lowerer->options->keeps_shardings) {
                value_set_sharding(lowerer->module, value, sharding);
            }
            value_replace_uses(&op->results[0], value);
            op_erase(op);
            return true;
        }
    }
    return diag_error(lowerer->module->context->diagnostics, op->location,
                      "'%s' has no form in plain StableHLO", op->name);
}

struct collectives {
    VECTOR(struct op *) ops;
};
static bool collect(struct op *op, void *data) {
    if (op_is_sdy_collective(op)) {
        *vector_push(&((struct collectives *)data)->ops) = op;
    }
    return true;
}

bool partition_lower_ops(struct module *module, const struct collective_lowering *options,
                         struct op *const *ops, size_t count, struct pointer_map *apart) {
    struct lowerer lowerer = {
        .module = module, .scratch = arena_new(), .options = options, .apart = apart};
    lowerer.next_channel = free_channel(module);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        ok = lower_op(&lowerer, ops[i]);
    }
    arena_free(lowerer.scratch);
    return ok;
}

bool partition_lower(struct module *module, const struct collective_lowering *options,
                     struct pointer_map *apart) {
    struct collectives found = {0};
    op_walk(module->op, collect, &found);
    bool ok = partition_lower_ops(module, options, found.ops.items, found.ops.count, apart);
    vector_free(&found.ops);
    return ok;
}
