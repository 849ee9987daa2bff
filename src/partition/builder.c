/* What the hooks that make operations local are written with. */
#include "partition/builder.h"

#include <stdarg.h>
#include <string.h>

#include "ir/op_def.h"
#include "ops/sdy/canonicalize.h"
#include "partition/collectives/collectives.h"
#include "partition/reshard_op.h"
#include "propagation/propagation.h"
#include "sharding/devices.h"

void partition_start(struct partition_builder *builder, struct op *op,
                     const struct attr *const *shardings) {
    builder->op = op;
    builder->shardings = shardings;
    builder->like = NULL;
    builder->rule = NULL;
    builder->needs.items.count = 0;
    builder->removed = false;
    builder->at = builder_before(builder->module, op);
    reason_set(builder->module, REASON_NEED, op, 0, 0);
    for (uint32_t i = 0; i < op->operand_count + op->result_count && !builder->like; i++) {
        builder->like = attr_as_sharding(shardings[i]);
    }
    builder->mesh = builder->like ? sharding_mesh(op, builder->like) : NULL;
}

struct builder *partition_at(struct partition_builder *builder) {
    return &builder->at;
}

bool partition_error(struct partition_builder *builder, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    struct buffer text = {0};
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    diag_error(builder->module->context->diagnostics, builder->op->location, "'%s' %s",
               builder->op->name, text.text);
    buffer_free(&text);
    return false;
}

/* --- what is known ---------------------------------------------------------------------------- */

static struct axis_list axes_at(const struct partition_builder *builder, uint32_t tensor,
                                uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(builder->shardings[tensor]);
    return sharding && dim < sharding->rank ? sharding->dims[dim].axes : (struct axis_list){0};
}

struct axis_list partition_operand_axes(const struct partition_builder *builder, uint32_t operand,
                                        uint32_t dim) {
    return axes_at(builder, operand, dim);
}

struct axis_list partition_result_axes(const struct partition_builder *builder, uint32_t result,
                                       uint32_t dim) {
    return axes_at(builder, builder->op->operand_count + result, dim);
}

int64_t partition_parts(const struct partition_builder *builder, struct axis_list axes) {
    return axes.count == 0 ? 1 : axes_size(builder->mesh, axes);
}

bool partition_moves_nothing(const struct partition_builder *builder) {
    const struct op *op = builder->op;
    const struct sharding *from = attr_as_sharding(builder->shardings[0]);
    const struct sharding *to = attr_as_sharding(builder->shardings[op->operand_count]);
    return from && to &&
           shardings_cut_alike(op, from, op_operand(op, 0)->type, to, op->results[0].type);
}

bool partition_is_reversed(const struct partition_builder *builder, struct int_list dims) {
    const struct op *op = builder->op;
    const struct sharding *result = attr_as_sharding(builder->shardings[op->operand_count]);
    const struct mesh *mesh = result ? sharding_mesh(op, result) : NULL;
    size_t count = mesh ? (size_t)mesh_device_count(mesh) : 0;
    if (!mesh || mesh->device_id_count != count || builder->mesh == mesh) {
        return false;
    }
    struct arena *scratch = arena_new();
    struct axis_vector axes = {.arena = scratch};
    for (uint32_t i = 0; i < dims.count; i++) {
        axes_append(&axes, partition_operand_axes(builder, 0, (uint32_t)dims.items[i]));
    }
    bool reversed = (size_t)mesh_device_count(builder->mesh) == count &&
                    memcmp(device_ids_reversed(scratch, builder->mesh, axes_of(&axes)),
                           mesh->device_ids, count * sizeof *mesh->device_ids) == 0;
    arena_free(scratch);
    return reversed;
}

bool partition_may_send(const struct partition_builder *builder) {
    const struct op *op = builder->op;
    if (!builder->narrow_halos || !builder->mesh ||
        mesh_device_count(builder->mesh) > MOST_LISTED_DEVICES || op_reads_outside(op)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = op_tensor_type(op, i);
        const struct sharding *sharding = attr_as_sharding(builder->shardings[i]);
        if (!type_is_tensor(type) || !type_is_static(type) ||
            (sharding &&
             (sharding->unreduced.count > 0 || sharding_mesh(op, sharding) != builder->mesh))) {
            return false;
        }
    }
    return true;
}

bool partition_is_sharded(const struct partition_builder *builder) {
    for (uint32_t i = 0; i < builder->op->operand_count + builder->op->result_count; i++) {
        const struct sharding *sharding = attr_as_sharding(builder->shardings[i]);
        if (sharding && !sharding_is_replicated(sharding)) {
            return true;
        }
    }
    return false;
}

/* --- local types ------------------------------------------------------------------------------ */

static bool not_divisible(struct partition_builder *builder, uint32_t dim, int64_t size,
                          const struct dim_sharding *sharding, int64_t parts,
                          struct location location) {
    struct buffer names = {0};
    for (uint32_t i = 0; i < sharding->axes.count; i++) {
        buffer_printf(&names, "%s\"%s\"", i == 0 ? "" : ", ", sharding->axes.items[i].name);
    }
    diag_error(builder->module->context->diagnostics, location,
               "dimension %u has size %lld, which the %lld parts along %s do not divide", dim,
               (long long)size, (long long)parts, names.text ? names.text : "");
    buffer_free(&names);
    return false;
}

const struct type *local_type(struct partition_builder *builder, const struct type *type,
                              const struct attr *attr, struct location location) {
    const struct sharding *sharding = attr_as_sharding(attr);
    if (!sharding || !type_is_tensor(type) || sharding_is_replicated(sharding)) {
        return type;
    }
    const struct mesh *mesh = sharding_mesh(builder->op, sharding);
    int64_t dims[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t parts = axes_size(mesh, sharding->dims[dim].axes);
        dims[dim] = type->dims[dim];
        if (parts == 1 || dims[dim] == DIM_DYNAMIC) {
            continue;
        }
        if (dims[dim] % parts != 0) {
            not_divisible(builder, dim, dims[dim], &sharding->dims[dim], parts, location);
            return NULL;
        }
        dims[dim] /= parts;
    }
    return type_with_dims(builder->module->context, type, type->rank, dims);
}

const struct type *partition_local_type(struct partition_builder *builder, uint32_t index) {
    const struct op *op = builder->op;
    return local_type(builder, op->results[index].type,
                      builder->shardings[op->operand_count + index], op->location);
}

bool partition_in_place(struct op *op, struct partition_builder *builder) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = partition_local_type(builder, i);
        if (!type) {
            return false;
        }
        op->results[i].type = type;
    }
    return true;
}

bool partition_replace(struct op *op, struct partition_builder *builder, struct value *value) {
    builder->replaced(builder, value, builder->shardings[op->operand_count]);
    value_replace_uses(&op->results[0], value);
    op_erase(op);
    builder->removed = true;
    return true;
}

struct op *partition_remake(const struct op *op, struct partition_builder *builder) {
    struct arena *arena = builder->scratch;
    struct value **operands = ARENA_ARRAY(arena, struct value *, op->operand_count);
    const struct type **types = ARENA_ARRAY(arena, const struct type *, op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = op_operand(op, i);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = partition_local_type(builder, i);
        if (!types[i]) {
            return NULL;
        }
    }
    struct op *made =
        build_op(&builder->at, op->name, op->operand_count, operands, op->result_count, types, 0);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        op_set_property(builder->module, made, op->properties.items[i].name,
                        op->properties.items[i].value);
    }
    return made;
}

void partition_wrap(struct partition_builder *builder, uint32_t index, struct value *value) {
    struct op *op = builder->op;
    builder->replaced(builder, value, builder->shardings[op->operand_count + index]);
    replace_other_uses(&op->results[index], value, value->op);
}

/* --- what differs from device to device ------------------------------------------------------- */

static const struct attr *sharding_on(struct partition_builder *builder, uint32_t rank,
                                      const struct axis_list *axes) {
    struct dim_sharding *dims = ARENA_ARRAY(builder->scratch, struct dim_sharding, rank);
    for (uint32_t dim = 0; dim < rank; dim++) {
        dims[dim] =
            (struct dim_sharding){.axes = axes[dim], .is_closed = true, .priority = PRIORITY_NONE};
    }
    struct sharding sharding = {.mesh_name = builder->like->mesh_name,
                                .mesh = builder->like->mesh,
                                .rank = rank,
                                .dims = dims};
    return sharding_attr(builder->module->context, &sharding);
}

/* A tensor<1xT> that holds, on each device, the element of `data` whose number is the device's
 * place along `axes`. `data`: one element (as attr.data keeps it) per place. That the table is a
 * constant of sdy tells it from those of the program. */
static struct value *by_place(struct partition_builder *builder, struct axis_list axes,
                              const struct type *element, const void *data) {
    struct context *context = builder->module->context;
    int64_t count = partition_parts(builder, axes), one = 1;
    size_t bytes = (type_bits(element) + 7) / 8 * (size_t)count;
    const struct type *type = type_tensor(context, element, 1, &count, NULL);
    struct op *constant = build_row(&builder->at, OP_SDY_CONSTANT, 0, NULL, 1, &type, 0);
    op_set_property(builder->module, constant, "value",
                    attr_dense(context, type, data, bytes, count == 1));
    struct value *table = op_result(constant, 0);
    struct axis_lists lists = {.count = 1, .items = &axes};
    struct value *slice =
        build_all_slice(&builder->at, table, lists, sharding_on(builder, 1, &axes));
    slice->type = type_tensor(context, element, 1, &one, NULL);
    return slice;
}

struct value *partition_nothing(struct partition_builder *builder, struct builder *at,
                                const struct type *type) {
    return builder->signed_zeros ? build_minus_zeros(at, type) : build_zeros(at, type);
}

struct value *partition_progression(struct partition_builder *builder, struct axis_list axes,
                                    int64_t first, int64_t step) {
    int64_t count = partition_parts(builder, axes);
    if (count == 1 || step == 0) {
        return build_i64_scalar(&builder->at, first);
    }
    int64_t *numbers = ARENA_ARRAY(builder->scratch, int64_t, (size_t)count);
    for (int64_t i = 0; i < count; i++) {
        numbers[i] = first + i * step;
    }
    struct value *number =
        by_place(builder, axes, type_integer(builder->module->context, 64, SIGNLESS), numbers);
    return build_reshape(&builder->at, number, 0, NULL);
}

struct value *partition_offset(struct partition_builder *builder, struct axis_list axes,
                               int64_t part_size) {
    return partition_progression(builder, axes, 0, part_size);
}

struct value *partition_first_only(struct partition_builder *builder, struct value *value,
                                   struct axis_list axes) {
    struct context *context = builder->module->context;
    struct builder *at = &builder->at;
    struct axis_vector along = {.arena = builder->scratch};
    axes_append(&along, axes);
    axes_sort_and_merge(builder->mesh, &along); /* any order tells which devices are the first */
    const struct type *type = value->type, *truth = type_integer(context, 1, SIGNLESS);
    const struct type *truths = type_with_element(context, type, truth);
    char *is_first = ARENA_ARRAY(builder->scratch, char, (size_t)partition_parts(builder, axes));
    is_first[0] = 1;
    struct value *nothing = partition_nothing(builder, at, type_with_dims(context, type, 0, NULL));
    struct value *first = by_place(builder, axes_of(&along), truth, is_first);
    struct value *mask = type->rank == 0
                             ? build_reshape(at, first, 0, NULL)
                             : build_broadcast_in_dim(at, first, truths, 1, (int64_t[]){0});
    return build_select(at, mask, value, build_broadcast(at, nothing, type));
}

struct value *partition_gather(struct partition_builder *builder, struct builder *at,
                               struct value *value, uint32_t operand, uint32_t dim) {
    const struct type *type = value->type;
    struct axis_list *held = ARENA_ARRAY(builder->scratch, struct axis_list, type->rank);
    struct axis_list *kept = ARENA_ARRAY(builder->scratch, struct axis_list, type->rank);
    struct axis_list *gathered = ARENA_ARRAY(builder->scratch, struct axis_list, type->rank);
    int64_t sizes[MAX_RANK];
    for (uint32_t d = 0; d < type->rank; d++) {
        struct axis_list axes = partition_operand_axes(builder, operand, d);
        held[d] = axes;
        kept[d] = d == dim ? (struct axis_list){0} : axes;
        gathered[d] = d == dim ? axes : (struct axis_list){0};
        sizes[d] = type->dims[d] * (d == dim ? partition_parts(builder, axes) : 1);
    }
    builder->replaced(builder, value, sharding_on(builder, type->rank, held));
    struct axis_lists lists = {.count = type->rank, .items = gathered};
    struct value *all = build_all_gather(at, value, lists, sharding_on(builder, type->rank, kept));
    all->type = type_with_dims(builder->module->context, type, type->rank, sizes);
    return all;
}

struct value *partition_slice(struct partition_builder *builder, struct value *whole) {
    const struct type *type = partition_local_type(builder, 0);
    if (!type) {
        return NULL;
    }
    struct axis_list *axes = ARENA_ARRAY(builder->scratch, struct axis_list, whole->type->rank);
    for (uint32_t dim = 0; dim < whole->type->rank; dim++) {
        axes[dim] = partition_result_axes(builder, 0, dim);
    }
    struct axis_lists lists = {.count = whole->type->rank, .items = axes};
    struct value *slice =
        build_all_slice(&builder->at, whole, lists, sharding_on(builder, whole->type->rank, axes));
    slice->type = type;
    return slice;
}
