/* The instance axes of a program: how the devices are numbered by digits.
 *
 * Whatever is written per device (manual computations, local types, replica groups) speaks of axes
 * of a mesh, of sub-axes or of lists of devices. All of them are digits of the number of a device,
 * which is its position in the mesh: a digit has a size and a stride. The digits of a program are
 * the coarsest ones that all it speaks of can be told in. Groups of devices that are no product of
 * digits are left out: they are read through tables. */
#include <stdlib.h>
#include <string.h>

#include "codegen/graph/graph.h"
#include "ops/op_def.h"
#include "sharding/devices.h"
#include "sharding/digits.h"

struct search {
    struct graph *graph;
    struct digits digits;
    const struct mesh *own; /* the one that the operation at hand names */
    bool is_per_device, failed;
};

/* --- what the program speaks of --------------------------------------------------------------- */

static void note_axes(struct search *search, const struct mesh *mesh, struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        search->failed = !digits_cut_axis(&search->digits, mesh, axes.items[i]) || search->failed;
    }
}

static void note_sharding(struct search *search, const struct sharding *sharding) {
    const struct mesh *mesh = sharding_mesh(search->graph->func, sharding);
    if (!mesh || mesh->axis_count == 0) {
        return;
    }
    search->own = mesh;
    for (uint32_t d = 0; d < sharding->rank; d++) {
        note_axes(search, mesh, sharding->dims[d].axes);
    }
    note_axes(search, mesh, sharding->unreduced);
}

static void note_shardings(struct search *search, const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct sharding_list *list = attr_as_shardings(attr);
    if (sharding) {
        note_sharding(search, sharding);
    }
    for (uint32_t i = 0; list && i < list->count; i++) {
        note_sharding(search, attr_as_sharding(list->items[i]));
    }
}

/* Axes without a sharding are those of the mesh that the operation's shardings name. */
static void note_axes_of(struct search *search, const struct attr *attr) {
    const struct axis_list *axes = attr_as_axes(attr);
    const struct axis_lists *lists = attr_as_axis_lists(attr);
    const struct all_to_all_moves *moves = attr_as_all_to_all(attr);
    if (axes) {
        note_axes(search, search->own, *axes);
    }
    for (uint32_t i = 0; lists && i < lists->count; i++) {
        note_axes(search, search->own, lists->items[i]);
    }
    for (uint32_t i = 0; moves && i < moves->count; i++) {
        note_axes(search, search->own, moves->items[i].axes);
    }
}

/* The digits that the members of a group differ in, where they are evenly spaced. */
static void note_group(struct search *search, const int64_t *members, int64_t size) {
    int64_t *sorted = memory_array((size_t)size, sizeof *sorted);
    memcpy(sorted, members, (size_t)size * sizeof *sorted);
    qsort(sorted, (size_t)size, sizeof *sorted, compare_int64);
    for (int64_t inner = 1; inner < size;) {
        int64_t stride = sorted[inner] - sorted[0], run = 1;
        while (run * inner < size && sorted[run * inner] - sorted[0] == run * stride) {
            run++;
        }
        if (size % (run * inner) != 0 || stride <= 0 ||
            !digits_cut(&search->digits, stride, stride * run)) {
            break;
        }
        inner *= run;
    }
    memory_free(sorted);
}

static void note_groups(struct search *search, const struct attr *groups) {
    if (!groups || groups->kind != ATTR_DENSE || groups->type->rank != 2 ||
        type_is_empty(groups->type)) {
        return;
    }
    int64_t size = groups->type->dims[1];
    int64_t *members = memory_array((size_t)size, sizeof *members);
    for (int64_t k = 0; k < size; k++) {
        members[k] = attr_dense_integer(groups, k);
    }
    note_group(search, members, size);
    memory_free(members);
}

static void note_op(struct search *search, const struct op *op) {
    search->own = NULL;
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        note_shardings(search, op->attrs.items[i].value);
    }
    for (uint32_t i = 0; i < op->properties.count; i++) {
        note_shardings(search, op->properties.items[i].value);
    }
    for (uint32_t i = 0; i < op->properties.count && search->own; i++) {
        note_axes_of(search, op->properties.items[i].value);
    }
}

static void note_block(struct search *search, const struct block *block, bool sharded) {
    for (const struct op *op = block->first; op; op = op->next) {
        search->is_per_device |= op->def->per_device;
        if (sharded || op->def->per_device) {
            note_op(search, op);
        }
        for (uint32_t i = 0; i < op->region_count; i++) {
            if (op->regions[i].first) {
                note_block(search, op->regions[i].first, sharded);
            }
        }
    }
}

/* Groups come last: the axes of the mesh decide. */
static void note_block_groups(struct search *search, const struct block *block) {
    for (const struct op *op = block->first; op; op = op->next) {
        note_groups(search, op_property(op, "replica_groups"));
        for (uint32_t i = 0; i < op->region_count; i++) {
            if (op->regions[i].first) {
                note_block_groups(search, op->regions[i].first);
            }
        }
    }
}

static void note_function(struct search *search, bool sharded) {
    const struct op *func = search->graph->func;
    for (uint32_t i = 0; i < func_input_count(func) && sharded; i++) {
        note_shardings(search, func_argument_attr(func, i, "sdy.sharding"));
    }
    for (uint32_t i = 0; i < func_result_count(func) && sharded; i++) {
        note_shardings(search, func_result_sharding(func, i));
    }
    note_block(search, func->regions[0].first, sharded);
    note_block_groups(search, func->regions[0].first);
}

/* Makes room for the devices that groups, or pairs, of an operation name. */
static bool count_named(struct op *op, void *data) {
    static const char *const names[] = {"replica_groups", "source_target_pairs"};
    int64_t *count = data;
    for (size_t i = 0; i < 2; i++) {
        struct int_list ids = op->def->per_device ? op_ints(op, names[i]) : (struct int_list){0};
        for (uint32_t k = 0; k < ids.count; k++) {
            if (ids.items[k] >= *count && ids.items[k] < MOST_LISTED_DEVICES) {
                *count = ids.items[k] + 1;
            }
        }
    }
    return true;
}

/* Where nothing else says how many there are, those that are named. */
int64_t codegen_device_count(const struct module *module) {
    const struct attr *partitions = op_attr(module->op, "mhlo.num_partitions");
    int64_t count = partitions && partitions->kind == ATTR_INTEGER ? partitions->integer : 1;
    if (!partitions && !module_has_made(module, op_table[OP_SDY_MESH])) {
        op_walk(module->op, count_named, &count);
    }
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (mesh && mesh_device_count(mesh) > count) {
            count = mesh_device_count(mesh);
        }
    }
    return count > 0 ? count : 1;
}

/* The rank that has a device. */
static int64_t rank_at(const struct codegen_options *options, int64_t devices, int64_t position) {
    return options->rank_of ? options->rank_of[position] : position / (devices / options->ranks);
}

/* How many devices, so far apart from each other, begin with the first and have its rank; or
 * (`leads`) other ranks. */
static int64_t rank_run(const struct codegen_options *options, int64_t devices, int64_t stride,
                        bool leads) {
    int64_t run = 2, first = rank_at(options, devices, 0);
    while (run * stride < devices && (rank_at(options, devices, run * stride) != first) == leads) {
        run++;
    }
    return run;
}

static bool cut_at_ranks(struct search *search, int64_t devices) {
    const struct codegen_options *options = search->graph->options;
    bool good = true;
    for (int64_t stride = 1; stride < devices && good;) {
        bool leads = rank_at(options, devices, stride) != rank_at(options, devices, 0);
        int64_t end = stride * rank_run(options, devices, stride, leads);
        good = digits_cut(&search->digits, stride, end);
        stride = end;
    }
    return good;
}

/* Cuts the devices where ranks begin. */
static bool cut_ranks(struct search *search, int64_t devices) {
    const struct codegen_options *options = search->graph->options;
    const struct op *func = search->graph->func;
    int64_t ranks = options->ranks;
    if (ranks <= 1) {
        return true;
    }
    if (devices % ranks != 0 || (options->rank_of && options->rank_of_count != devices)) {
        return diag_error(search->graph->diagnostics, func->location,
                          "%lld devices cannot be shared by %lld ranks, of which each has as many "
                          "as the others",
                          (long long)devices, (long long)ranks);
    }
    return search->failed || cut_at_ranks(search, devices) ||
           diag_error(search->graph->diagnostics, func->location,
                      "%lld ranks have %lld devices each, %s that axes of the mesh, or parts of "
                      "axes, do not make up",
                      (long long)ranks, (long long)(devices / ranks),
                      options->rank_of ? "a set" : "a range");
}

/* Along which axes devices are of different ranks; false: the ranks do not follow the axes. */
static bool find_rank_axes(struct graph *graph) {
    struct instance_space *space = &graph->instances;
    const struct codegen_options *options = graph->options;
    int64_t ranks = 1;
    for (uint32_t a = space->count; a-- > 0 && options->ranks > 1;) {
        struct instance_axis *axis = &space->axes[a];
        if (rank_at(options, space->devices, axis->stride) != rank_at(options, space->devices, 0)) {
            axis->rank_stride = ranks;
            ranks *= axis->size;
            space->rank_axes |= 1u << a;
        }
    }
    bool good = options->ranks <= 1 || ranks == options->ranks;
    for (int64_t p = 0; p < space->devices && good && options->ranks > 1; p++) {
        good = instance_rank(space, p) == rank_at(options, space->devices, p);
    }
    return good || diag_error(graph->diagnostics, graph->func->location,
                              "the devices of a rank do not follow the axes of the mesh, or parts "
                              "of axes");
}

bool instances_find(struct graph *graph, struct module *module) {
    bool is_local = graph->options->storage == STORAGE_PRIVATE;
    struct search search = {.graph = graph};
    int64_t devices = codegen_device_count(module);
    digits_cut(&search.digits, 1, devices);
    note_function(&search, is_local);
    if (!cut_ranks(&search, devices)) {
        return false;
    }
    if (!is_local && !search.is_per_device) {
        return true;
    }
    if (search.failed) {
        return diag_error(graph->diagnostics, graph->func->location,
                          "the shardings cut the %lld devices in ways that do not nest, or into "
                          "more than %d axes",
                          (long long)devices, MOST_DIGITS);
    }
    struct instance_space *space = &graph->instances;
    space->devices = devices;
    for (uint32_t i = search.digits.count; i-- > 1;) {
        int64_t stride = search.digits.at[i - 1];
        space->axes[space->count++] =
            (struct instance_axis){search.digits.at[i] / stride, stride, 0};
    }
    return find_rank_axes(graph);
}

int64_t instance_rank(const struct instance_space *space, int64_t position) {
    int64_t rank = 0;
    for (uint32_t a = 0; a < space->count; a++) {
        const struct instance_axis *axis = &space->axes[a];
        rank += position / axis->stride % axis->size * axis->rank_stride;
    }
    return rank;
}

int64_t instance_first(const struct instance_space *space, int64_t rank) {
    int64_t position = 0;
    for (uint32_t a = 0; a < space->count; a++) {
        const struct instance_axis *axis = &space->axes[a];
        if (axis->rank_stride > 0) {
            position += rank / axis->rank_stride % axis->size * axis->stride;
        }
    }
    return position;
}

int64_t instance_digit(const struct graph *graph, uint32_t axis, int64_t position) {
    const struct instance_axis *digit = &graph->instances.axes[axis];
    return position / digit->stride % digit->size;
}

/* --- axes of a mesh, of groups ---------------------------------------------------------------- */

struct instance_axes kernel_axes(struct kernel_builder *builder, const struct mesh *mesh,
                                 struct axis_list axes) {
    const struct instance_space *space = &builder->graph->instances;
    struct instance_axes result = {0};
    for (uint32_t i = 0; i < axes.count; i++) {
        int64_t low = device_stride(mesh, axes.items[i]);
        int64_t high = low * axis_size(mesh, axes.items[i]);
        for (uint32_t a = 0; a < space->count; a++) {
            if (space->axes[a].stride >= low &&
                space->axes[a].stride * space->axes[a].size <= high) {
                result.items[result.count++] = (uint8_t)a;
            }
        }
    }
    return result;
}

uint32_t instance_axes_mask(const struct instance_axes *axes) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < axes->count; i++) {
        mask |= 1u << axes->items[i];
    }
    return mask;
}

struct instance_axes instance_axes_of_mask(const struct graph *graph, uint32_t mask) {
    struct instance_axes axes = {0};
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        if (mask & 1u << a) {
            axes.items[axes.count++] = (uint8_t)a;
        }
    }
    return axes;
}

int64_t instance_axes_size(const struct graph *graph, const struct instance_axes *axes) {
    int64_t size = 1;
    for (uint32_t i = 0; i < axes->count; i++) {
        size *= graph->instances.axes[axes->items[i]].size;
    }
    return size;
}

int64_t instance_with_digits(const struct graph *graph, int64_t position,
                             const struct instance_axes *axes, int64_t number) {
    for (uint32_t i = axes->count; i-- > 0;) {
        const struct instance_axis *digit = &graph->instances.axes[axes->items[i]];
        int64_t old = instance_digit(graph, axes->items[i], position);
        position += (number % digit->size - old) * digit->stride;
        number /= digit->size;
    }
    return position;
}

/* The axes in which the first group differs, in the order in which its members count. */
static struct instance_axes counted_axes(const struct graph *graph, uint32_t size,
                                         const int64_t *members) {
    struct instance_axes axes = {0};
    uint32_t weight[KERNEL_DIMS];
    int64_t first = members[0];
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        uint32_t k = 1;
        int64_t own = instance_digit(graph, a, first);
        while (k < size && instance_digit(graph, a, members[k]) == own) {
            k++;
        }
        if (k == size) {
            continue;
        }
        uint32_t at = axes.count++;
        while (at > 0 && weight[at - 1] < k) {
            weight[at] = weight[at - 1];
            axes.items[at] = axes.items[at - 1];
            at--;
        }
        weight[at] = k;
        axes.items[at] = (uint8_t)a;
    }
    return axes;
}

bool kernel_group_axes(struct kernel_builder *builder, int64_t group_count, uint32_t size,
                       const int64_t *ids, struct instance_axes *axes) {
    const struct graph *graph = builder->graph;
    *axes = counted_axes(graph, size, ids);
    if (instance_axes_size(graph, axes) != (int64_t)size) {
        return false;
    }
    for (int64_t g = 0; g < group_count; g++) {
        int64_t first = instance_with_digits(graph, ids[g * size], axes, 0);
        for (uint32_t k = 0; k < size; k++) {
            int64_t member = ids[g * size + k];
            if (member != instance_with_digits(graph, first, axes, k)) {
                return false;
            }
        }
    }
    return true;
}

int64_t kernel_devices(const struct kernel_builder *builder) {
    return builder->graph->instances.devices;
}

bool kernel_is_local(const struct kernel_builder *builder) {
    return builder->graph->options->storage == STORAGE_PRIVATE;
}

/* --- what a term varies with ------------------------------------------------------------------ */

static uint32_t affine_axes(const struct graph *graph, const struct affine *affine) {
    uint32_t axes = 0;
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        axes |= affine->stride[a] != 0 ? 1u << a : 0;
    }
    return axes;
}

uint32_t read_axes(const struct graph *graph, const struct term *read) {
    uint32_t axes = 0;
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        axes |= affine_axes(graph, &read->coordinates[i].at);
        if (read->coordinates[i].dynamic) {
            axes |= term_axes(graph, read->coordinates[i].dynamic);
        }
    }
    return axes;
}

uint32_t term_axes(const struct graph *graph, const struct term *term) {
    if (graph->instances.count == 0) {
        return 0;
    }
    uint32_t axes = affine_axes(graph, &term->affine);
    if (term->kind == TERM_READ) {
        axes |= read_axes(graph, term);
    }
    for (uint32_t i = 0; i < term->guard_count; i++) {
        axes |= affine_axes(graph, &term->guards[i].at);
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        axes |= term_axes(graph, term->args[i]);
    }
    return axes;
}
