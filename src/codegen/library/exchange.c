/* Exchanges between ranks: all that a program of ranks asks of the others. One is two kernels: it
 * begins, and it is waited for, with steps in between that need nothing of it. Both are done by the
 * leader of the team, in the same order on all ranks. */
#include "codegen/library/library.h"

#include <inttypes.h>

#include "codegen/emit/internal.h"
#include "codegen/graph/graph.h"
#include "codegen/library/exchanges.h"
#include "codegen/lower/lower.h"

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

/* Whether each rank gets a part of its own. */
static bool gives_parts(const struct sdyrt_exchange *what) {
    for (int64_t d = 0; d < what->rank; d++) {
        if (what->peer[d] > 0 && what->from[d] != 0) {
            return true;
        }
    }
    return false;
}

/* What distance between ranks a dimension of the node has. */
static int64_t peer_of(const struct lowering *lowering, const struct node *node, uint32_t dim) {
    bool is_axis = dim < node->lead && node->axes >> dim & 1;
    if (node->call) {
        return is_axis ? SDYRT_OWN_POINTS : 0;
    }
    return is_axis ? peer_stride(lowering, dim) : 0;
}

/* The dimensions of what is exchanged, those of other ranks among them. */
static void add_dimensions(const struct lowering *lowering, const struct access *from,
                           const struct access *to, struct sdyrt_exchange *what) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    for (uint32_t d = 0; d < node->rank; d++) {
        if (kernel->extent[d] == 1) {
            continue;
        }
        what->size[what->rank] = kernel->extent[d];
        int64_t peer = peer_of(lowering, node, d);
        what->from[what->rank] = peer < 0 ? 0 : from->at.stride[d];
        what->to[what->rank] = to->at.stride[d];
        what->peer[what->rank++] = peer;
    }
}

/* Where what a device reads begins in what its rank gives. */
static int64_t given_offset(const struct instance_space *space, const struct access *from,
                            int64_t position) {
    int64_t offset = 0;
    for (uint32_t a = 0; a < space->count; a++) {
        const struct instance_axis *axis = &space->axes[a];
        offset += position / axis->stride % axis->size * from->at.stride[a];
    }
    return offset;
}

/* The device of a rank that has a point of its own dimensions. */
static int64_t device_at(const struct instance_space *space, const struct node *node, int64_t first,
                         int64_t point) {
    int64_t position = first;
    for (uint32_t a = space->count; a-- > 0;) {
        if (node->axes >> a & 1) {
            position += point % space->axes[a].size * space->axes[a].stride;
            point /= space->axes[a].size;
        }
    }
    return position;
}

/* By rank and point: the rank that its piece comes from, and where it begins there. */
static void set_peers(const struct lowering *lowering, const struct access *from,
                      struct exchange_call *call) {
    const struct instance_space *space = &lowering->graph->instances;
    const struct node *node = lowering->group->anchor;
    const struct exchange_asked *asked = node->call;
    int64_t ranks = lowering->graph->options->ranks, share = space->devices / ranks, points = 1;
    for (uint32_t a = 0; a < space->count; a++) {
        points *= node->axes >> a & 1 ? space->axes[a].size : 1;
    }
    call->peer_words = (size_t)(2 * ranks * points);
    int64_t *peers = ARENA_ARRAY(lowering->program->arena, int64_t, call->peer_words);
    for (int64_t i = 0; i < ranks * points; i++) {
        int64_t device = device_at(space, node, i / points * share, i % points);
        int64_t source = asked->sources[device];
        peers[2 * i] = source < 0 ? -1 : source / share;
        peers[2 * i + 1] = source < 0 ? 0 : given_offset(space, from, source);
    }
    call->peers = peers;
}

static void exchange_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    struct access from = library_operand(lowering, 0), to = library_result(node);
    int64_t line = line_index_place(&lowering->lines, kernel->first).line;
    struct exchange_call *call = ARENA_NEW(lowering->program->arena, struct exchange_call);
    struct sdyrt_exchange what = {.number = lowering->program->exchange_count++,
                                  .line = line,
                                  .bytes = element_info[node->element].bytes};
    add_dimensions(lowering, &from, &to, &what);
    what.kind = node->call ? SDYRT_PERMUTE : gives_parts(&what) ? SDYRT_PARTS : SDYRT_GATHER;
    if (node->call) {
        set_peers(lowering, &from, call);
    }
    struct sdyrt_parties parties = {call->peers, 0, lowering->graph->options->ranks};
    const struct access room = room_of(lowering, sdyrt_schedule_room(&what, &parties));
    const struct call_operand given = operand_at(&from, true, false);
    const struct call_operand begun[3] = {given, operand_at(&to, false, true),
                                          operand_at(&room, false, true)};
    const struct call_operand arrived[3] = {given, begun[1], operand_at(&room, true, false)};
    uint32_t count = room.buffer ? 3 : 2;
    call->call = *library_call_new(lowering, &library_exchange, &what, sizeof what, count, begun);
    call->call.tasks = 1;
    call->call.cost.bytes = 2 * (double)node->elements * (double)what.bytes;
    lowering->kernel->call = call;
    lowering_add_kernel(lowering, kernel->comment);
    library_call_new(lowering, &library_arrival, &what, sizeof what, count, arrived)->tasks = 1;
}

const struct exchange_call *exchange_of_kernel(const struct kernel *kernel) {
    return kernel->library == &library_exchange ? kernel->call : NULL;
}

/* --- text ------------------------------------------------------------------------------------- */

static void exchange_emit_before(struct emitter *e) {
    const struct exchange_call *call = e->kernel->call;
    library_call_emit_before(e);
    if (call->peers) {
        emit_line(e, "static const int64_t phase%" PRIu32 "_peers[%zu] = {", e->kernel->id,
                  call->peer_words);
        for (size_t i = 0; i < call->peer_words; i += 2) {
            emit_line(e, "    %" PRId64 ", %" PRId64 ",", call->peers[i], call->peers[i + 1]);
        }
        emit_line(e, "};");
        emit_line(e, "%s", "");
    }
}

static void exchange_emit(struct emitter *e) {
    const struct exchange_call *call = e->kernel->call;
    uint32_t id = e->kernel->id;
    const char *peers = call->peers ? emit_text(e, "phase%" PRIu32 "_peers", id) : "0";
    library_call_emit_operands(e);
    emit_line(e, "(void)task;");
    emit_line(e, "(void)scratch;");
    emit_line(e, "%s(&phase%" PRIu32 "_call, buf[%" PRIu32 "], operands, %s, 0);",
              emit_symbol(e, "sdyrt_exchange"), id, emit_ranks_slot(e->program), peers);
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
    .emit_before = exchange_emit_before,
    .emit = exchange_emit,
    .print = library_call_print,
};

/* --- its end ---------------------------------------------------------------------------------- */

static void nothing_before(struct emitter *e) {
    (void)e;
}

static void arrival_emit(struct emitter *e) {
    e->used.task = e->used.scratch = true;
    emit_header(e, e->kernel->library->header);
    emit_line(e, "(void)task;");
    emit_line(e, "(void)scratch;");
    emit_line(e, "%s(&phase%" PRIu32 "_call, buf[%" PRIu32 "]);", emit_symbol(e, "sdyrt_arrival"),
              e->kernel->id - 1, emit_ranks_slot(e->program));
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
