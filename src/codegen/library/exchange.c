/* Exchanges between ranks: all that a program of ranks asks of the others. They are done in the
 * order of the program, which is the same on all ranks, by the leader of the team. */
#include "codegen/library/library.h"

#include <inttypes.h>

#include "codegen/emit/internal.h"
#include "codegen/graph/graph.h"
#include "codegen/lower/lower.h"
#include "exchange.h"

_Static_assert((int)SDYRT_EXCHANGE_RANK >= KERNEL_DIMS, "an exchange describes every value");

/* How far the ranks are apart that have neighbouring points along a dimension. */
static int64_t peer_stride(const struct lowering *lowering, uint32_t dim) {
    const struct instance_space *space = &lowering->graph->instances;
    bool leads = dim < space->count && space->rank_axes >> dim & 1;
    int64_t share = space->devices / lowering->graph->options->ranks;
    return leads ? space->axes[dim].stride / share : 0;
}

static struct call_operand operand_at(const struct access *access, bool loads) {
    const struct access first = {.buffer = access->buffer,
                                 .at = affine_constant(access->at.offset)};
    return (struct call_operand){.access = first, .loads = loads, .stores = !loads};
}

static void exchange_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    struct access from = library_operand(lowering, 0), to = library_result(node);
    int64_t line = kernel->first.source ? location_line_column(kernel->first).line : 0;
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
    const struct call_operand operands[2] = {operand_at(&from, true), operand_at(&to, false)};
    struct library_call *call =
        library_call_new(lowering, &library_exchange, &what, sizeof what, 2, operands);
    call->tasks = 1;
    call->scratch = (size_t)sdyrt_exchange_scratch(&what);
    call->cost.bytes = 2 * (double)node->elements * (double)what.bytes;
}

static void exchange_emit(struct emitter *e) {
    library_call_emit_operands(e);
    emit_line(e, "(void)task;");
    emit_line(e, "%s(&phase%" PRIu32 "_call, buf[%" PRIu32 "], operands, scratch);",
              emit_symbol(e, "sdyrt_exchange"), e->kernel->id, emit_ranks_slot(e->program));
}

const struct library library_exchange = {
    .name = "exchange",
    .symbol = "sdyrt_exchange",
    .header = "exchange.h",
    .alone = true,
    .failed = "sdyrt_ranks_failed",
    .failed_slot = emit_ranks_slot,
    .lower = exchange_lower,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = library_call_emit_before,
    .emit = exchange_emit,
    .print = library_call_print,
};
