/* Exchanges between ranks: all that a program of ranks asks of the others. One is two kernels: it
 * begins, and it is waited for, with steps in between that need nothing of it. Both are done by the
 * leader of the team, in the same order on all ranks. */
#include "codegen/library/library.h"

#include <inttypes.h>

#include "codegen/emit/internal.h"
#include "codegen/graph/graph.h"
#include "codegen/lower/lower.h"
#include "exchange.h"

LIBRARY(arrival);
LIBRARY(exchange);

/* How far the ranks are apart that have neighbouring points along a dimension. */
static int64_t peer_stride(const struct lowering *lowering, uint32_t dim) {
    const struct instance_space *space = &lowering->graph->instances;
    bool leads = dim < space->count && space->rank_axes >> dim & 1;
    int64_t share = space->devices / lowering->graph->options->ranks;
    return leads ? space->axes[dim].stride / share : 0;
}

static struct call_operand operand_at(const struct access *access, bool loads, bool stores) {
    const struct access first = {.buffer = access->buffer,
                                 .at = affine_constant(access->at.offset)};
    return (struct call_operand){.access = first, .loads = loads, .stores = stores};
}

/* A buffer for what is packed; none where there is nothing. */
static struct access room_of(struct lowering *lowering, int64_t bytes) {
    struct kernel_buffer *room =
        bytes > 0 ? lowering_add_buffer(lowering, ELEMENT_U8, bytes, "packed pieces") : NULL;
    return (struct access){.buffer = room};
}

static void exchange_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    struct access from = library_operand(lowering, 0), to = library_result(node);
    int64_t line = line_index_place(&lowering->lines, kernel->first).line;
    struct sdyrt_exchange what = {.number = lowering->program->exchange_count++,
                                  .line = line,
                                  .bytes = element_info[node->element].bytes};
    for (uint32_t d = 0; d < node->rank; d++) {
        if (kernel->extent[d] == 1) {
            continue;
        }
        what.size[what.rank] = kernel->extent[d];
        what.from[what.rank] = from.at.stride[d];
        what.to[what.rank] = to.at.stride[d];
        what.peer[what.rank++] =
            d < node->lead && node->axes >> d & 1 ? peer_stride(lowering, d) : 0;
    }
    const struct access room = room_of(lowering, sdyrt_exchange_room(&what));
    const struct call_operand given = operand_at(&from, true, false);
    const struct call_operand begun[3] = {given, operand_at(&to, false, true),
                                          operand_at(&room, false, true)};
    const struct call_operand arrived[3] = {given, begun[1], operand_at(&room, true, false)};
    uint32_t count = room.buffer ? 3 : 2;
    struct library_call *call =
        library_call_new(lowering, &library_exchange, &what, sizeof what, count, begun);
    call->tasks = 1;
    call->cost.bytes = 2 * (double)node->elements * (double)what.bytes;
    lowering_add_kernel(lowering, kernel->comment);
    call = library_call_new(lowering, &library_arrival, &what, sizeof what, count, arrived);
    call->tasks = 1;
}

/* A call of both kernels, with the description that stands before the first. */
static void emit_call(struct emitter *e, const char *function, uint32_t described) {
    library_call_emit_operands(e);
    emit_line(e, "(void)task;");
    emit_line(e, "(void)scratch;");
    emit_line(e, "%s(&phase%" PRIu32 "_call, buf[%" PRIu32 "], operands);",
              emit_symbol(e, "%s", function), described, emit_ranks_slot(e->program));
}

static void exchange_emit(struct emitter *e) {
    emit_call(e, "sdyrt_exchange", e->kernel->id);
}

const struct library library_exchange = {
    .name = "exchange",
    .symbol = "sdyrt_exchange",
    .header = "exchange.h",
    .effect.alone = true,
    .effect.begins = true,
    .follows = true,
    .lower = exchange_lower,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = library_call_emit_before,
    .emit = exchange_emit,
    .print = library_call_print,
};

/* --- its end ---------------------------------------------------------------------------------- */

static void nothing_before(struct emitter *e) {
    (void)e;
}

static void arrival_emit(struct emitter *e) {
    emit_call(e, "sdyrt_arrival", e->kernel->id - 1);
}

const struct library library_arrival = {
    .name = "arrival",
    .symbol = "sdyrt_arrival",
    .header = "exchange.h",
    .effect.alone = true,
    .effect.failed = "sdyrt_ranks_failed",
    .effect.failed_slot = emit_ranks_slot,
    .effect.waits = true,
    .lower = library_never_lowered,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = nothing_before,
    .emit = arrival_emit,
    .print = library_call_print,
};
