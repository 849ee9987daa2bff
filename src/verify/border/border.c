/* How arguments and results lie on the devices: as propagation of the global program says. */
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

static void add_type(struct border *border, const char *what, uint32_t index,
                     const struct type *type) {
    struct buffer text = {0};
    print_type(&text, type);
    fault(border, "%s %u is a %s on a device, which is no part of it as propagation shards it",
          what, index, text.text);
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
        add_type(border, what, index, local);
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

/* mhlo.num_partitions; 0: it is not there. */
static int64_t devices_of(const struct op *func) {
    int64_t partitions = op_int(op_parent(func), "mhlo.num_partitions", 0);
    return partitions > 0 ? partitions : 0;
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

static bool find_arguments(struct border *border, struct arena *arena, const struct op *propagated,
                           const struct op *partitioned) {
    for (uint32_t i = 0; i < border->argument_count; i++) {
        struct crossing *crossing = &border->arguments[i];
        const struct value *value = propagated->regions[0].first->arguments[i];
        crossing->whole = value->type;
        crossing->local = partitioned->regions[0].first->arguments[i]->type;
        if (!read_sharding(border, arena, propagated,
                           func_argument_attr(propagated, i, "sdy.sharding"), crossing) ||
            !fits(border, "argument", i, crossing)) {
            return false;
        }
    }
    return true;
}

static bool find_results(struct border *border, struct arena *arena, const struct op *propagated,
                         const struct op *partitioned) {
    for (uint32_t i = 0; i < border->result_count; i++) {
        struct crossing *crossing = &border->results[i];
        crossing->whole = func_result_type(propagated, i);
        crossing->local = func_result_type(partitioned, i);
        if (!read_sharding(border, arena, propagated, func_result_sharding(propagated, i),
                           crossing) ||
            !fits(border, "result", i, crossing)) {
            return false;
        }
    }
    return true;
}

void border_find(struct border *border, struct arena *arena, const struct op *propagated,
                 const struct op *partitioned, bool keeps_idle) {
    *border = (struct border){.devices = devices_of(partitioned),
                              .keeps_idle = keeps_idle,
                              .argument_count = func_input_count(propagated),
                              .result_count = func_result_count(propagated)};
    border->devices = border->devices ? border->devices : devices_of_meshes(propagated);
    border->arguments = ARENA_ARRAY(arena, struct crossing, border->argument_count + 1);
    border->results = ARENA_ARRAY(arena, struct crossing, border->result_count + 1);
    if (op_int(op_parent(partitioned), "mhlo.num_replicas", 1) > 1) {
        fault(border, "the program is for several replicas");
        return;
    }
    if (func_input_count(partitioned) != border->argument_count ||
        func_result_count(partitioned) != border->result_count) {
        fault(border, "it has %u arguments and %u results, the global program %u and %u",
              func_input_count(partitioned), func_result_count(partitioned), border->argument_count,
              border->result_count);
        border->fault_is_of_signature = true;
        return;
    }
    if (find_arguments(border, arena, propagated, partitioned)) {
        find_results(border, arena, propagated, partitioned);
    }
}

static void say(struct buffer *out, const char *what, uint32_t index,
                const struct crossing *crossing) {
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
    buffer_add(out, "\n");
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
