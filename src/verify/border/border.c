/* How arguments and results lie on the devices: as the caller gives it, else as the partitioned
 * program states it, else as propagation of the global program says. */
#include "verify/border/border.h"

#include "ops/op_def.h"

static bool fault(struct border *border, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fault(struct border *border, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(border->fault, sizeof border->fault, format, arguments);
    va_end(arguments);
    return false;
}

struct part crossing_part(const struct crossing *crossing, int64_t device) {
    static const struct mesh none = {0};
    int64_t position = crossing->mesh ? mesh_position(crossing->mesh, device) : 0;
    return part_of(crossing->whole, crossing->mesh ? crossing->mesh : &none, crossing->axes,
                   position < 0 ? 0 : position);
}

bool part_is_empty(const struct crossing *crossing, const struct part *part) {
    bool empty = false;
    for (uint32_t d = 0; d < crossing->whole->rank; d++) {
        empty = empty || part->extent[d] <= 0;
    }
    return empty;
}

static void add_type(struct border *border, const char *what, uint32_t index,
                     const struct crossing *crossing) {
    static const char *const said[] = {[BORDER_PROPAGATED] = "as propagation shards it",
                                       [BORDER_STATED] = "as the program states its sharding",
                                       [BORDER_GIVEN] = "as its sharding is given"};
    struct buffer text = {0};
    print_type(&text, crossing->local);
    fault(border, "%s %u is a %s on a device, which is no part of it %s", what, index, text.text,
          said[crossing->source]);
    buffer_free(&text);
    border->fault_is_of_signature = true;
}

static bool fits(struct border *border, const char *what, uint32_t index,
                 const struct crossing *crossing) {
    const struct type *whole = crossing->whole, *local = crossing->local;
    if (!type_is_tensor(whole) || !type_is_tensor(local)) {
        return whole->kind == local->kind ||
               fault(border, "%s %u is of different kinds", what, index);
    }
    struct part part = crossing_part(crossing, 0);
    bool same = whole->rank == local->rank && whole->element->kind == local->element->kind;
    for (uint32_t d = 0; same && d < whole->rank; d++) {
        same = whole->dims[d] != DIM_DYNAMIC && local->dims[d] == part.local[d];
    }
    if (!same) {
        add_type(border, what, index, crossing);
    }
    return same;
}

/* The last axis makes no part smaller. */
static bool last_is_idle(const struct mesh *mesh, struct axis_list axes, int64_t size) {
    struct axis_list fewer = {axes.count - 1, axes.items};
    return axes.count > 0 && axes_size(mesh, axes) > axes_size(mesh, fewer) &&
           size != DIM_DYNAMIC &&
           divide_up(size, axes_size(mesh, axes)) == divide_up(size, axes_size(mesh, fewer));
}

static bool read_sharding(struct border *border, struct arena *arena, const struct op *func,
                          const struct attr *attr, struct crossing *crossing) {
    uint32_t rank = type_is_tensor(crossing->whole) ? crossing->whole->rank : 0;
    struct axis_list *axes = ARENA_ARRAY(arena, struct axis_list, rank + 1);
    const struct sharding *sharding = attr_as_sharding(attr);
    crossing->axes = axes;
    crossing->mesh = sharding ? sharding_mesh(func, sharding) : NULL;
    if (!crossing->mesh || mesh_is_maximal(crossing->mesh) || mesh_is_empty(crossing->mesh)) {
        crossing->mesh = NULL;
        return true;
    }
    crossing->sharding = attr;
    for (uint32_t d = 0; d < rank && d < sharding->rank; d++) {
        axes[d] = sharding->dims[d].axes;
        while (last_is_idle(crossing->mesh, axes[d], crossing->whole->dims[d])) {
            border->has_idle = true;
            if (border->keeps_idle) {
                break;
            }
            axes[d].count--;
        }
    }
    crossing->unreduced = sharding->unreduced;
    if (mesh_device_count(crossing->mesh) != border->devices) {
        return fault(border, "the program is for %lld devices, its mesh has %lld",
                     (long long)border->devices, (long long)mesh_device_count(crossing->mesh));
    }
    return sharding->unreduced.count == 0 || sharding->unreduced_kind == REDUCTION_SUM ||
           fault(border, "a maximum is unreduced on the border");
}

/* Replicas and partitions together; 0: neither is there. */
static int64_t devices_of(const struct op *func) {
    int64_t partitions = op_int(op_parent(func), "mhlo.num_partitions", 0);
    int64_t replicas = op_int(op_parent(func), "mhlo.num_replicas", 0);
    if (partitions <= 0 && replicas <= 1) {
        return 0;
    }
    return (partitions > 0 ? partitions : 1) * (replicas > 0 ? replicas : 1);
}

static int64_t devices_of_meshes(const struct op *func) {
    int64_t most = 1;
    FOR_EACH_OP (op, op_parent(func)->regions[0].first) {
        const struct mesh *mesh =
            op_is(op, OP_SDY_MESH) ? attr_as_mesh(op_property(op, "mesh")) : NULL;
        if (mesh && !mesh_is_maximal(mesh) && mesh_device_count(mesh) > most) {
            most = mesh_device_count(mesh);
        }
    }
    return most;
}

/* --- whose shardings -------------------------------------------------------------------------- */

static const struct attr *sharding_of_signature(const struct op *func, bool is_result,
                                                uint32_t index) {
    return is_result ? func_result_sharding(func, index)
                     : func_argument_attr(func, index, "sdy.sharding");
}

static bool read_crossing(struct border *border, struct arena *arena,
                          const struct border_request *request, bool is_result, uint32_t index,
                          struct crossing *crossing) {
    if (request->is_whole) {
        return read_sharding(border, arena, request->propagated, NULL, crossing) &&
               fits(border, is_result ? "result" : "argument", index, crossing);
    }
    const struct op *sources[] = {[BORDER_PROPAGATED] = request->propagated,
                                  [BORDER_STATED] = request->stated,
                                  [BORDER_GIVEN] = request->given};
    for (int i = BORDER_GIVEN; i >= BORDER_PROPAGATED; i--) {
        const struct attr *sharding =
            sources[i] ? sharding_of_signature(sources[i], is_result, index) : NULL;
        if (sharding || i == BORDER_PROPAGATED) {
            crossing->source = (enum border_source)i;
            return read_sharding(border, arena, sources[i], sharding, crossing) &&
                   fits(border, is_result ? "result" : "argument", index, crossing);
        }
    }
    return false;
}

static bool find_arguments(struct border *border, struct arena *arena,
                           const struct border_request *request) {
    bool good = true;
    for (uint32_t i = 0; good && i < border->argument_count; i++) {
        struct crossing *crossing = &border->arguments[i];
        crossing->whole = request->propagated->regions[0].first->arguments[i]->type;
        crossing->local = request->partitioned->regions[0].first->arguments[i]->type;
        good = read_crossing(border, arena, request, false, i, crossing);
    }
    return good;
}

static bool find_results(struct border *border, struct arena *arena,
                         const struct border_request *request) {
    bool good = true;
    for (uint32_t i = 0; good && i < border->result_count; i++) {
        struct crossing *crossing = &border->results[i];
        crossing->whole = func_result_type(request->propagated, i);
        crossing->local = func_result_type(request->partitioned, i);
        good = read_crossing(border, arena, request, true, i, crossing);
    }
    return good;
}

static bool has_signature(struct border *border, const struct op *func) {
    uint32_t inputs = func_input_count(func), results = func_result_count(func);
    border->fault_is_of_signature =
        inputs != border->argument_count || results != border->result_count;
    return !border->fault_is_of_signature ||
           fault(border, "it has %u arguments and %u results, the global program %u and %u", inputs,
                 results, border->argument_count, border->result_count);
}

void border_find(struct border *border, struct arena *arena, const struct border_request *request) {
    const struct op *propagated = request->propagated;
    *border =
        (struct border){.devices = devices_of(request->partitioned),
                        .replicas = op_int(op_parent(request->partitioned), "mhlo.num_replicas", 1),
                        .keeps_idle = request->keeps_idle,
                        .argument_count = func_input_count(propagated),
                        .result_count = func_result_count(propagated)};
    border->devices = border->devices ? border->devices : devices_of_meshes(propagated);
    border->arguments = ARENA_ARRAY(arena, struct crossing, border->argument_count + 1);
    border->results = ARENA_ARRAY(arena, struct crossing, border->result_count + 1);
    if (has_signature(border, request->partitioned) && find_arguments(border, arena, request)) {
        find_results(border, arena, request);
    }
}

/* --- what is said ----------------------------------------------------------------------------- */

static void say(struct buffer *out, const char *what, uint32_t index,
                const struct crossing *crossing) {
    if (!crossing->whole) {
        return; /* it was not looked for any more */
    }
    buffer_printf(out, "  %s %u: ", what, index);
    print_type(out, crossing->whole);
    buffer_add(out, " ");
    sharding_say_dims(out, crossing->sharding,
                      type_is_tensor(crossing->whole) ? crossing->whole->rank : 0);
    if (crossing->unreduced.count > 0) {
        buffer_add(out, " unreduced {");
        axes_say(out, crossing->unreduced);
        buffer_add(out, "}");
    }
    static const char *const said[] = {
        [BORDER_PROPAGATED] = "\n", [BORDER_STATED] = ", stated\n", [BORDER_GIVEN] = ", given\n"};
    buffer_add(out, said[crossing->source]);
}

void border_say(struct buffer *out, const struct border *border) {
    buffer_printf(out, "border, on %lld devices%s:\n", (long long)border->devices,
                  !border->has_idle    ? ""
                  : border->keeps_idle ? ", idle axes counted"
                                       : ", idle axes left out");
    for (uint32_t i = 0; i < border->argument_count; i++) {
        say(out, "argument", i, &border->arguments[i]);
    }
    for (uint32_t i = 0; i < border->result_count; i++) {
        say(out, "result", i, &border->results[i]);
    }
}
