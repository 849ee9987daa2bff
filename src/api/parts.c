/* The parts of inputs and outputs, from the shardings that the function ends up with. */
#include "api/parts.h"

#include "ops/op_def.h"
#include "sharding/devices.h"
#include "sharding/sharding.h"

struct search {
    struct arena *arena;
    const struct op *func;
    int64_t devices;
    bool is_local; /* types are those of parts */
};

/* The most devices that any mesh of the module has. */
static int64_t count_devices(const struct module *module) {
    int64_t devices = 1;
    const struct attr *given = op_attr(module->op, "mhlo.num_partitions");
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh =
            op_is(op, OP_SDY_MESH) ? attr_as_mesh(op_property(op, "mesh")) : NULL;
        int64_t count = mesh && !mesh_is_maximal(mesh) ? mesh_device_count(mesh) : 1;
        devices = count > devices ? count : devices;
    }
    if (given && given->kind == ATTR_INTEGER && given->integer > devices) {
        devices = given->integer;
    }
    return devices <= MOST_LISTED_DEVICES ? devices : 1;
}

/* Every device holds the whole tensor. */
static struct sdyc_parts whole(const struct search *search, uint32_t rank) {
    int64_t *counts = ARENA_ARRAY(search->arena, int64_t, (size_t)rank + 1);
    for (uint32_t i = 0; i < rank; i++) {
        counts[i] = 1;
    }
    return (struct sdyc_parts){.devices = search->devices, .counts = counts, .size_of = -1};
}

/* A mesh that lists all devices; others say nothing of where parts are. */
static const struct mesh *listed_mesh(const struct search *search,
                                      const struct sharding *sharding) {
    const struct mesh *mesh = sharding ? sharding_mesh(search->func, sharding) : NULL;
    return mesh && !mesh_is_maximal(mesh) && mesh->axis_count > 0 &&
                   mesh_device_count(mesh) == search->devices
               ? mesh
               : NULL;
}

/* The part of a dimension is as long on every device. A type of parts says nothing of that: what
 * had to be padded has the whole type aside. */
static bool is_even(const struct search *search, const struct type *type, const struct type *whole,
                    uint32_t dim, int64_t count) {
    return whole ? whole->dims[dim] % count == 0 : search->is_local || type->dims[dim] % count == 0;
}

/* Which part of each dimension devices hold. */
static void cut(const struct search *search, const struct type *type, const struct type *whole,
                const struct mesh *mesh, const struct sharding *sharding,
                struct sdyc_parts *parts) {
    uint32_t rank = sharding->rank;
    int64_t *counts = ARENA_ARRAY(search->arena, int64_t, (size_t)rank + 1);
    int64_t *places =
        ARENA_ARRAY(search->arena, int64_t, (size_t)search->devices * ((size_t)rank + 1));
    for (uint32_t i = 0; i < rank; i++) {
        counts[i] = dim_sharding_size(mesh, &sharding->dims[i]);
        if (counts[i] == 1 || !is_even(search, type, whole, i, counts[i])) {
            counts[i] = 1; /* sizes that axes do not divide are not cut */
            continue;
        }
        const int64_t *column = device_places(search->arena, mesh, sharding->dims[i].axes);
        for (int64_t device = 0; device < search->devices; device++) {
            places[device * rank + i] = column[device];
        }
    }
    parts->counts = counts;
    parts->places = places;
}

static struct sdyc_parts parts_of(const struct search *search, const struct type *type,
                                  const struct attr *unpadded, const struct attr *attr) {
    uint32_t rank = type->kind == TYPE_TENSOR ? type->rank : 0;
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = listed_mesh(search, sharding);
    struct sdyc_parts parts = whole(search, rank);
    parts.is_token = type->kind == TYPE_TOKEN;
    if (mesh && sharding->rank == rank && !sharding_is_replicated(sharding)) {
        cut(search, type, unpadded ? unpadded->type : NULL, mesh, sharding, &parts);
    }
    return parts;
}

static const char *memory_of(const struct search *search, const struct attr *kind) {
    return kind && kind->kind == ATTR_STRING ? arena_printf(search->arena, "%s", kind->text) : NULL;
}

/* Which dimension of which other tensor it is the size of. */
static void note_size(struct sdyc_parts *parts, const struct attr *place) {
    uint32_t count;
    const int64_t *numbers;
    if (place && attr_integers(place, &count, &numbers) && count == 2) {
        parts->size_of = (int)numbers[0];
        parts->size_dim = (int)numbers[1];
    }
}

void parts_extract(struct module *module, const char *entry, bool is_local, struct arena *arena,
                   struct part_lists *lists) {
    const struct op *func = entry_function(module, entry);
    *lists = (struct part_lists){0};
    if (!func || !func->regions[0].first) {
        return;
    }
    struct search search = {
        .arena = arena, .func = func, .devices = count_devices(module), .is_local = is_local};
    const struct block *block = func->regions[0].first;
    lists->input_count = block->argument_count;
    lists->output_count = func_result_count(func);
    lists->inputs = ARENA_ARRAY(arena, struct sdyc_parts, (size_t)lists->input_count + 1);
    lists->outputs = ARENA_ARRAY(arena, struct sdyc_parts, (size_t)lists->output_count + 1);
    for (uint32_t i = 0; i < lists->input_count; i++) {
        lists->inputs[i] = parts_of(&search, block->arguments[i]->type,
                                    func_argument_attr(func, i, "sdyc.unpadded"),
                                    func_argument_attr(func, i, "sdy.sharding"));
        lists->inputs[i].has_terms = func_argument_attr(func, i, "sdyc.terms") != NULL;
        note_size(&lists->inputs[i], func_argument_attr(func, i, "sdyc.size_of"));
    }
    for (uint32_t i = 0; i < lists->output_count; i++) {
        lists->outputs[i] =
            parts_of(&search, func_result_type(func, i), func_result_attr(func, i, "sdyc.unpadded"),
                     func_result_sharding(func, i));
        lists->outputs[i].has_terms = func_result_attr(func, i, "sdyc.terms") != NULL;
        lists->outputs[i].memory =
            memory_of(&search, func_result_attr(func, i, "mhlo.memory_kind"));
        note_size(&lists->outputs[i], func_result_attr(func, i, "sdyc.size_of"));
    }
}
