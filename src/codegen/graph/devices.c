/* Private storage: the module is one program for all devices, and every index space begins with the
 * device. The caller's tensors stay whole: an argument is read at each device's place, a result is
 * put together from one device per distinct shard. */
#include <string.h>

#include "codegen/graph/graph.h"
#include "partition/devices.h"

int64_t module_device_count(const struct module *module) {
    const struct attr *partitions = op_attr(module->op, "mhlo.num_partitions");
    int64_t count = partitions && partitions->kind == ATTR_INTEGER ? partitions->integer : 1;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (mesh && mesh_device_count(mesh) > count) {
            count = mesh_device_count(mesh);
        }
    }
    return count > 0 ? count : 1;
}

int64_t kernel_devices(const struct kernel_builder *builder) {
    return builder->graph->devices;
}

/* --- tables ------------------------------------------------------------------------------------
 */

static struct node *table_node(struct kernel_builder *builder, int64_t rows, int64_t width,
                               const int64_t *table) {
    int64_t dims[2] = {rows, width};
    const struct type *i64 = type_integer(builder->context, 64, SIGNLESS);
    const struct type *type = type_tensor(builder->context, i64, 2, dims, NULL);
    struct node *node = node_new(builder, NODE_CONSTANT, type);
    node->constant =
        attr_dense(builder->context, type, table, (size_t)(rows * width) * sizeof *table, false);
    return node;
}

/* An element of a table at raw coordinates of the reader's space. */
static struct term *read_table(struct kernel_builder *builder, struct node *table,
                               struct affine row, struct affine column) {
    struct term *term = term_new(builder, TERM_READ, table->element);
    term->node = table;
    term->group_count = 2;
    term->coordinates = ARENA_ARRAY(builder->graph->arena, struct coordinate, 2);
    term->coordinates[0].at = row;
    term->coordinates[1].at = column;
    return term;
}

struct term *term_device(struct kernel_builder *builder, const struct type *element) {
    struct term *term = term_index(builder, element, affine_constant(0));
    term->affine = affine_dim(0, 1, 0);
    return term;
}

struct term *term_device_table(struct kernel_builder *builder, uint32_t width, const int64_t *table,
                               struct affine column) {
    struct node *node = table_node(builder, builder->graph->devices, width, table);
    struct term *index = term_index(builder, type_element(node->type), column);
    return read_table(builder, node, affine_dim(0, 1, 0), index->affine);
}

struct term *term_read_at(struct kernel_builder *builder, struct node *node, struct term *device,
                          const struct affine *map, struct term *const *dynamic,
                          const int64_t *most) {
    struct term *term = term_read_dynamic(builder, node, map, dynamic, most);
    term->coordinates[0].at = affine_constant(0);
    term->coordinates[0].dynamic = device;
    term->coordinates[0].most = builder->graph->devices - 1;
    return term;
}

/* --- the caller's tensors ------------------------------------------------------------------------
 */

static const struct mesh *mesh_of(struct kernel_builder *builder, const struct attr *sharding) {
    const struct sharding *value = attr_as_sharding(sharding);
    return value ? sharding_mesh(builder->graph->func, value) : NULL;
}

const struct type *device_global_type(struct kernel_builder *builder, const struct type *local,
                                      const struct attr *sharding) {
    const struct mesh *mesh = mesh_of(builder, sharding);
    if (!mesh) {
        return local;
    }
    int64_t dims[KERNEL_DIMS];
    for (uint32_t d = 0; d < local->rank; d++) {
        dims[d] = local->dims[d] * dim_sharding_size(mesh, &attr_as_sharding(sharding)->dims[d]);
    }
    return type_with_dims(builder->context, local, local->rank, dims);
}

/* Where each device's part begins along a dimension. */
static int64_t *part_begins(struct kernel_builder *builder, const struct attr *sharding,
                            uint32_t dim, int64_t part) {
    const struct mesh *mesh = mesh_of(builder, sharding);
    int64_t *places =
        device_places(builder->graph->arena, mesh, attr_as_sharding(sharding)->dims[dim].axes);
    for (int64_t i = 0; i < builder->graph->devices; i++) {
        places[i] *= part;
    }
    return places;
}

struct node *device_input(struct kernel_builder *builder, struct node *whole) {
    const struct op *func = builder->graph->func;
    const struct type *local = func->regions[0].first->arguments[whole->input_number]->type;
    const struct attr *sharding = func_argument_attr(func, whole->input_number, "sdy.sharding");
    struct affine map[KERNEL_DIMS];
    struct term *begin[KERNEL_DIMS] = {NULL};
    int64_t most[KERNEL_DIMS] = {0};
    for (uint32_t d = 0; d < local->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
        most[d] = whole->extent[d] - local->dims[d];
        if (most[d] > 0) {
            int64_t *begins = part_begins(builder, sharding, d, local->dims[d]);
            begin[d] = term_device_table(builder, 1, begins, affine_constant(0));
        }
    }
    struct node *node =
        node_compute(builder, local, term_read_dynamic(builder, whole, map, begin, most));
    node->value = whole->value;
    node->is_private_copy = true;
    return node;
}

/* Per distinct shard, in order: a device that has it. Returns how many there are. */
static int64_t distinct_shards(struct kernel_builder *builder, int64_t *const *begins,
                               uint32_t rank, int64_t *owners) {
    int64_t count = 0;
    for (int64_t device = 0; device < builder->graph->devices; device++) {
        bool is_known = false;
        for (int64_t i = 0; i < count && !is_known; i++) {
            is_known = true;
            for (uint32_t d = 0; d < rank; d++) {
                is_known = is_known && (!begins[d] || begins[d][owners[i]] == begins[d][device]);
            }
        }
        if (!is_known) {
            owners[count++] = device;
        }
    }
    return count;
}

static struct term *shard_table(struct kernel_builder *builder, int64_t count,
                                const int64_t *values) {
    struct node *table = table_node(builder, count, 1, values);
    return read_table(builder, table, affine_dim(0, 1, 0), affine_constant(0));
}

struct node *device_output(struct kernel_builder *builder, struct node *parts, uint32_t index) {
    struct arena *arena = builder->graph->arena;
    const struct attr *sharding = func_result_sharding(builder->graph->func, index);
    const struct type *local = parts->type;
    const struct type *whole = device_global_type(builder, local, sharding);
    uint32_t rank = local->rank;
    int64_t *begins[KERNEL_DIMS] = {NULL};
    for (uint32_t d = 0; d < rank; d++) {
        if (whole->dims[d] > local->dims[d]) {
            begins[d] = part_begins(builder, sharding, d, local->dims[d]);
        }
    }
    int64_t *owners = ARENA_ARRAY(arena, int64_t, (size_t)builder->graph->devices);
    int64_t shards = distinct_shards(builder, begins, rank, owners);
    struct node_part *part = ARENA_NEW(arena, struct node_part);
    part->rank = part->parallel_rank = rank + 1;
    part->extent[0] = shards;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        part->extent[1 + d] = local->dims[d];
        part->store[d] = affine_dim(1 + d, 1, 0);
        map[d] = affine_dim(d, 1, 0);
        if (begins[d]) {
            int64_t *at = ARENA_ARRAY(arena, int64_t, (size_t)shards);
            for (int64_t i = 0; i < shards; i++) {
                at[i] = begins[d][owners[i]];
            }
            part->dynamic[d] = shard_table(builder, shards, at);
        }
    }
    part->term =
        term_read_at(builder, parts, shard_table(builder, shards, owners), map, NULL, NULL);
    struct node *result = node_whole_parts(builder, whole, part);
    result->value = parts->value;
    result->op = parts->op;
    return result;
}
