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
    return dim < space->count ? space->axes[dim].rank_stride : 0;
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

/* A dimension of what is exchanged. */
struct dimension_of {
    int64_t size, from, to, peer;
};

/* A piece's dimensions come as they lie in the value, the slowest first. */
static void add_dimension(struct sdyrt_exchange *what, struct dimension_of dimension) {
    int64_t d = what->rank++;
    for (; d > 0 && dimension.peer == 0 && what->peer[d - 1] == 0 && what->to[d - 1] < dimension.to;
         d--) {
        what->size[d] = what->size[d - 1];
        what->from[d] = what->from[d - 1];
        what->to[d] = what->to[d - 1];
        what->peer[d] = what->peer[d - 1];
    }
    what->size[d] = dimension.size;
    what->from[d] = dimension.from;
    what->to[d] = dimension.to;
    what->peer[d] = dimension.peer;
}

/* What lies along a dimension of the node: other ranks, of a permute what the own rank's devices
 * get, or 0. */
static int64_t peer_of(const struct lowering *lowering, const struct node *node, uint32_t dim) {
    const struct exchange_asked *asked = node->call;
    bool is_axis = dim < node->lead && node->axes >> dim & 1;
    bool is_permute = asked && asked->kind == SDYRT_PERMUTE;
    return !is_axis ? 0 : is_permute ? SDYRT_OWN_POINTS : peer_stride(lowering, dim);
}

/* The dimensions of what is exchanged, those of other ranks among them. */
static void add_dimensions(const struct lowering *lowering, const struct access *from,
                           const struct access *to, struct sdyrt_exchange *what) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    for (uint32_t d = 0; d < node->rank; d++) {
        int64_t peer = peer_of(lowering, node, d);
        if (kernel->extent[d] != 1) {
            add_dimension(what, (struct dimension_of){kernel->extent[d],
                                                      peer < 0 ? 0 : from->at.stride[d],
                                                      to->at.stride[d], peer});
        }
    }
}

/* The axes that a sum folds: other ranks, and the terms of the own one. */
static void add_folded(const struct lowering *lowering, const struct access *from,
                       const struct exchange_asked *asked, struct sdyrt_exchange *what) {
    for (uint32_t i = 0; i < asked->folded.count; i++) {
        const struct exchange_part *part = &asked->parts[i];
        uint32_t axis = asked->folded.items[i];
        int64_t size = lowering->graph->instances.axes[axis].size;
        int64_t peer = peer_stride(lowering, axis);
        int64_t apart = peer > 0 ? part->apart * from->at.stride[part->dim] : from->at.stride[axis];
        add_dimension(what,
                      (struct dimension_of){size, apart, 0, peer > 0 ? peer : SDYRT_OWN_POINTS});
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
    int64_t ranks = lowering->graph->options->ranks, points = 1;
    for (uint32_t a = 0; a < space->count; a++) {
        points *= node->axes >> a & 1 ? space->axes[a].size : 1;
    }
    call->peer_words = (size_t)(2 * ranks * points);
    int64_t *peers = ARENA_ARRAY(lowering->program->arena, int64_t, call->peer_words);
    for (int64_t i = 0; i < ranks * points; i++) {
        int64_t first = instance_first(space, i / points);
        int64_t source = asked->sources[device_at(space, node, first, i % points)];
        peers[2 * i] = source < 0 ? -1 : instance_rank(space, source);
        peers[2 * i + 1] = source < 0 ? 0 : given_offset(space, from, source);
    }
    call->peers = peers;
}

static void exchange_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    const struct exchange_asked *asked = node->call;
    struct access from = library_operand(lowering, 0), to = library_result(node);
    int64_t line = line_index_place(&lowering->lines, kernel->first).line;
    struct exchange_call *call = ARENA_NEW(lowering->program->arena, struct exchange_call);
    struct sdyrt_exchange what = {.number = lowering->program->exchange_count++,
                                  .line = line,
                                  .bytes = element_info[node->element].bytes};
    add_dimensions(lowering, &from, &to, &what);
    what.kind = asked ? asked->kind : gives_parts(&what) ? SDYRT_PARTS : SDYRT_GATHER;
    call->element = node->element;
    if (asked && asked->kind == SDYRT_PERMUTE) {
        set_peers(lowering, &from, call);
    } else if (asked) {
        add_folded(lowering, &from, asked, &what);
        call->op = asked->op;
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

/* Formats that f32 computes. */
static bool is_half(enum element element) {
    return element == ELEMENT_BF16 || element == ELEMENT_F16;
}

bool exchange_adds(enum scalar_op op, enum element element) {
    bool is_wide = element == ELEMENT_F32 || element == ELEMENT_F64 || element == ELEMENT_I32 ||
                   element == ELEMENT_I64 || element == ELEMENT_U32 || element == ELEMENT_U64;
    return (is_wide || is_half(element)) && (op == SCALAR_ADD || op == SCALAR_MULTIPLY ||
                                             op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM);
}

double exchange_shared_cost(const struct sdyrt_amount *amount) {
    struct sdyrt_amount terms = {amount->members, 1,
                                 amount->points * amount->bytes / amount->members};
    struct sdyrt_amount sums = {amount->members, 1, amount->bytes / amount->members};
    return sdyrt_schedule_cost(SDYRT_PARTS, &terms) + sdyrt_schedule_cost(SDYRT_GATHER, &sums);
}

double exchange_gathered_cost(const struct sdyrt_amount *amount) {
    struct sdyrt_amount terms = {amount->members, 1, amount->points * amount->bytes};
    return sdyrt_schedule_cost(SDYRT_GATHER, &terms);
}

bool exchange_sums_by_parts(int64_t members, int64_t bytes) {
    const struct sdyrt_amount amount = {members, 1, bytes};
    return members >= 3 && exchange_shared_cost(&amount) < exchange_gathered_cost(&amount);
}

bool exchange_sums_in_turns(int64_t members, int64_t bytes) {
    return sdyrt_sums_by_tree(members) && bytes >= SDYRT_CHUNK_BYTES;
}

/* "(const float *)(const void *)more": elements of the type at an address. */
static const char *elements_at(struct emitter *e, enum element element, const char *address,
                               bool constant) {
    const char *word = constant ? "const " : "";
    return emit_text(e, "(%s%s *)(%svoid *)%s", word, element_info[element].c_type, word, address);
}

static const char *identity_text(struct emitter *e, enum scalar_op op, enum element element) {
    struct expr identity = {.kind = EXPR_CONSTANT, .type = element};
    element_identity(element, op, &identity.real, &identity.integer);
    return emit_literal(e, &identity);
}

static const char *adding_symbol(struct emitter *e, const struct exchange_call *call) {
    return emit_symbol(e, "sdyrt_%s_%s_vv", scalar_names[call->op], compute_tag(call->element));
}

static void emit_wide_sum(struct emitter *e, const struct exchange_call *call) {
    enum element element = call->element;
    const char *to = elements_at(e, element, "to", false);
    emit_open(e, "if (from == 0)");
    emit_line(e, "%s(%s, %s, count);", emit_symbol(e, "sdyrt_fill_%s_s", compute_tag(element)), to,
              identity_text(e, call->op, element));
    emit_line(e, "from = to;");
    emit_close(e);
    emit_line(e, "%s(%s, %s, %s, count);", adding_symbol(e, call), to,
              elements_at(e, element, "from", true), elements_at(e, element, "more", true));
}

enum half_strip { STRIP = 256 }; /* elements that are widened at a time */

/* Strip by strip in f32, each sum rounded to the format. */
static void emit_half_sum(struct emitter *e, const struct exchange_call *call) {
    const char *tag = storage_tag(call->element);
    const char *widen = emit_symbol(e, "sdyrt_convert_%s_f32_v", tag);
    emit_line(e, "float a[%d], b[%d];", STRIP, STRIP);
    emit_open(e, "for (int64_t i = 0, n; i < count; i += n)");
    emit_line(e, "n = count - i < %d ? count - i : %d;", STRIP, STRIP);
    emit_open(e, "if (from == 0)");
    emit_line(e, "%s(a, %s, n);", emit_symbol(e, "sdyrt_fill_f32_s"),
              identity_text(e, call->op, call->element));
    emit_close(e);
    emit_open(e, "else");
    emit_line(e, "%s(a, %s + i, n);", widen, elements_at(e, call->element, "from", true));
    emit_close(e);
    emit_line(e, "%s(b, %s + i, n);", widen, elements_at(e, call->element, "more", true));
    emit_line(e, "%s(a, a, b, n);", adding_symbol(e, call));
    emit_line(e, "%s(%s + i, a, n);", emit_symbol(e, "sdyrt_convert_f32_%s_v", tag),
              elements_at(e, call->element, "to", false));
    emit_close(e);
}

/* What ranks add up with: struct sdyrt_combine. */
static void emit_combine(struct emitter *e, const struct exchange_call *call) {
    emit_open(e,
              "static void phase%" PRIu32
              "_combine(char *to, const char *from, const char *more, int64_t count)",
              e->kernel->id);
    if (is_half(call->element)) {
        emit_half_sum(e, call);
    } else {
        emit_wide_sum(e, call);
    }
    emit_close(e);
    emit_line(e, "%s", "");
}

static void emit_peers(struct emitter *e, const struct exchange_call *call) {
    emit_line(e, "static const int64_t phase%" PRIu32 "_peers[%zu] = {", e->kernel->id,
              call->peer_words);
    for (size_t i = 0; i < call->peer_words; i += 2) {
        emit_line(e, "    %" PRId64 ", %" PRId64 ",", call->peers[i], call->peers[i + 1]);
    }
    emit_line(e, "};");
    emit_line(e, "%s", "");
}

static void exchange_emit_before(struct emitter *e) {
    const struct exchange_call *call = e->kernel->call;
    library_call_emit_before(e);
    if (call->peers) {
        emit_peers(e, call);
    }
    if (call->op != SCALAR_NONE) {
        emit_combine(e, call);
    }
}

static void exchange_emit(struct emitter *e) {
    const struct exchange_call *call = e->kernel->call;
    uint32_t id = e->kernel->id;
    const char *peers = call->peers ? emit_text(e, "phase%" PRIu32 "_peers", id) : "0";
    const char *combine =
        call->op != SCALAR_NONE ? emit_text(e, "phase%" PRIu32 "_combine", id) : "0";
    library_call_emit_operands(e);
    emit_line(e, "(void)task;");
    emit_line(e, "(void)scratch;");
    emit_line(e, "%s(&phase%" PRIu32 "_call, buf[%" PRIu32 "], operands, %s, %s);",
              emit_symbol(e, "sdyrt_exchange"), id, emit_ranks_slot(e->program), peers, combine);
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
