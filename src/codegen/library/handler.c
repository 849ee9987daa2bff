/* Calls of functions that the host has registered. They are made one after another, by one thread,
 * and one that fails ends the program. */
#include <inttypes.h>
#include <string.h>

#include "codegen/emit/internal.h"
#include "codegen/handlers.h"
#include "codegen/library/custom.h"
#include "codegen/library/ffi_attrs.h"
#include "codegen/lower/lower.h"
#include "ops/attrs/attrs.h"
#include "sharding/sharding.h"

LIBRARY(handler);

/* --- the node --- */

/* NULL: there is none. */
static const struct call_handler *handler_of(const struct kernel_builder *builder,
                                             const char *target) {
    const struct call_handler *known = builder->graph->options->handlers;
    while (known && strcmp(known->target, target) != 0) {
        known = known->next;
    }
    return known;
}

static bool has_stages(const struct call_handler *handler) {
    bool has = false;
    for (int stage = 0; stage < SDYRT_FFI_EXECUTE; stage++) {
        has = has || handler->stages[stage];
    }
    return has;
}

bool kernel_has_handler(const struct kernel_builder *builder, const struct op *op) {
    return handler_of(builder, custom_call_target(op)) != NULL;
}

static void describe_buffer(struct arena *arena, const struct type *type,
                            struct sdyrt_ffi_buffer *buffer) {
    uint32_t rank = type_is_tensor(type) ? type->rank : 0;
    *buffer = (struct sdyrt_ffi_buffer){
        .struct_size = sizeof *buffer, .type = ffi_type(type), .rank = rank};
    buffer->dims = ARENA_ARRAY(arena, int64_t, rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        buffer->dims[d] = type->dims[d];
    }
}

static void describe_buffers(struct arena *arena, const struct op *op, struct sdyrt_call *call) {
    uint32_t count = op->operand_count + op->result_count;
    call->arguments = op->operand_count;
    call->results = op->result_count;
    call->buffers = ARENA_ARRAY(arena, struct sdyrt_ffi_buffer, count + 1);
    call->kinds = ARENA_ARRAY(arena, int, count + 1);
    call->pointers = ARENA_ARRAY(arena, void *, count + 1);
    call->outer = ARENA_ARRAY(arena, int64_t, ((size_t)count + 2) * SDYRT_RANK);
    for (uint32_t i = 0; i < count; i++) {
        describe_buffer(arena, custom_call_type(op, i), &call->buffers[i]);
        call->kinds[i] = SDYRT_FFI_BUFFER;
        call->pointers[i] = &call->buffers[i];
    }
}

static bool same_order(const struct op *op, uint32_t one, uint32_t other) {
    uint8_t a[KERNEL_DIMS] = {0}, b[KERNEL_DIMS] = {0};
    custom_call_order(op, one, a);
    custom_call_order(op, other, b);
    return memcmp(a, b, sizeof a) == 0;
}

/* The number of the result that an alias names. */
static uint32_t aliased_result(const struct op *op, const struct output_alias *alias) {
    bool names = op->result_count > 1 && alias->output_tuple_indices.count > 0;
    return names ? (uint32_t)alias->output_tuple_indices.items[0] : 0;
}

/* What output_operand_aliases says of whole buffers that lie in the same order. */
static void describe_aliases(struct arena *arena, const struct op *op, struct sdyrt_call *call) {
    const struct attr *aliases = op_attr(op, "output_operand_aliases");
    if (!aliases || aliases->count == 0) {
        return;
    }
    call->same = ARENA_ARRAY(arena, int64_t, op->result_count + 1);
    call->same_bytes = ARENA_ARRAY(arena, int64_t, op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        call->same[i] = -1;
    }
    for (uint32_t i = 0; i < aliases->count; i++) {
        const struct output_alias *alias = (const struct output_alias *)aliases->items[i]->payload;
        uint32_t operand = (uint32_t)alias->operand_index, result = aliased_result(op, alias);
        const struct type *type = op_result(op, result)->type;
        if (type_is_tensor(type) && same_order(op, operand, op->operand_count + result)) {
            call->same[result] = operand;
            call->same_bytes[result] = type_count(type) * element_info[element_or_bug(type)].bytes;
        }
    }
}

static bool is_used(const struct op *op) {
    bool used = false;
    for (uint32_t i = 0; i < op->result_count; i++) {
        used = used || op_result(op, i)->first_use;
    }
    return used;
}

/* The device on which alone the call is to be made; -1: there is none. What others need the results
 * of they make themselves. */
static int64_t only_device(const struct kernel_builder *builder, const struct op *op) {
    const struct sharding_list *list = attr_as_shardings(op_attr(op, "sdy.sharding"));
    const struct sharding *sharding =
        list && list->count > 0 ? attr_as_sharding(list->items[0]) : NULL;
    const struct mesh *mesh = sharding ? sharding_mesh(builder->graph->func, sharding) : NULL;
    bool is_one = mesh && mesh_is_maximal(mesh) && mesh->device_ids[0] < kernel_devices(builder);
    return is_one && builder->graph->options->ranks > 1 && !is_used(op) ? mesh->device_ids[0] : -1;
}

/* Of all devices the call is that one's. */
static void narrow_to_device(struct kernel_builder *builder, int64_t only) {
    const struct type *truth = type_integer(builder->context, 1, SIGNLESS);
    int64_t *is_it = ARENA_ARRAY(builder->graph->arena, int64_t, (size_t)kernel_devices(builder));
    for (int64_t device = 0; device < kernel_devices(builder); device++) {
        is_it[device] = device == only;
    }
    graph_narrow_active(builder, term_by_device(builder, truth, is_it));
}

bool node_handler_call(struct kernel_builder *builder, const struct op *op) {
    struct arena *arena = builder->graph->arena;
    struct program_call *call = ARENA_NEW(arena, struct program_call);
    const struct attr *config = custom_call_config(op);
    call->location = op->location;
    call->origin = location_origin(arena, place_location(op->explicit_location));
    call->target = custom_call_target(op);
    const struct call_handler *handler = handler_of(builder, call->target);
    call->call.handler = handler->handler;
    call->stages = has_stages(handler) ? handler->stages : NULL;
    if (!config) {
        return kernel_unsupported(builder, op,
                                  "calls @%s by an older interface than the typed one "
                                  "(api_version = 4), for which handlers are registered",
                                  call->target);
    }
    if (!custom_call_has_place(builder, op)) {
        return false;
    }
    const char *fault = ffi_attrs(arena, config, &call->call.attrs);
    if (fault) {
        return kernel_unsupported(builder, op,
                                  "calls @%s, whose attribute '%s' is no number, text, array of "
                                  "numbers or dictionary of such",
                                  call->target, fault);
    }
    describe_buffers(arena, op, &call->call);
    describe_aliases(arena, op, &call->call);
    struct node *active = builder->active;
    int64_t only = only_device(builder, op);
    if (only >= 0) {
        narrow_to_device(builder, only);
    }
    call->call.guarded = builder->active != NULL;
    custom_call_node(builder, &library_handler, op, builder->active)->call = call;
    builder->active = active;
    for (struct subgraph *in = builder->current; in; in = in->outer) {
        in->has_effect = true;
    }
    return true;
}

/* --- the kernel --- */

static void set_steps(struct sdyrt_call *call, uint32_t buffer, const struct access *access) {
    for (uint32_t k = 0; k < call->rank; k++) {
        call->outer[buffer * SDYRT_RANK + k] =
            access->at.stride[k] * element_info[access->buffer->element].bytes;
    }
}

static void handler_lower(struct lowering *lowering) {
    const struct node *node = lowering->group->anchor;
    const struct program_call *from = node->call;
    struct arena *arena = lowering->program->arena;
    struct program_call *call = arena_copy(arena, from, sizeof *from);
    uint32_t count = node->operand_count + node->results.count;
    struct call_operand *operands = ARENA_ARRAY(arena, struct call_operand, count + 1);
    int64_t number = (int64_t)lowering->calls.count;
    call->call.rank = node->lead;
    for (uint32_t a = 0; a < node->lead; a++) {
        call->call.outer_size[a] = node->extent[a];
    }
    for (uint32_t i = 0; i < count; i++) {
        bool loads = i < node->operand_count;
        operands[i] = (struct call_operand){
            .access = loads ? library_operand(lowering, i)
                            : library_result(node->results.items[i - node->operand_count]),
            .loads = loads,
            .stores = !loads};
        set_steps(&call->call, i, &operands[i].access);
    }
    *vector_push(&lowering->calls) = call;
    library_call_new(lowering, &library_handler, &number, sizeof number, count, operands)->tasks =
        1;
}

static void handler_emit_before(struct emitter *e) {
    (void)e;
}

static void handler_emit(struct emitter *e) {
    const struct library_call *call = e->kernel->call;
    library_call_emit_operands(e);
    emit_line(e, "(void)task;");
    emit_line(e, "(void)scratch;");
    emit_line(e, "%s(buf[%" PRIu32 "], %" PRId64 ", operands);", emit_symbol(e, "sdyrt_call"),
              emit_calls_slot(e->program), call->what[0]);
}

const struct library library_handler = {
    .name = "handler",
    .symbol = "sdyrt_call",
    .header = "call.h",
    .effect.alone = true,
    .effect.failed = "sdyrt_calls_failed",
    .effect.failed_slot = emit_calls_slot,
    .lower = handler_lower,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = handler_emit_before,
    .emit = handler_emit,
    .print = library_call_print,
};
