/* One kernel as one phase function: the tile of its task, the loops around its strips. */
#include "codegen/emit/internal.h"

#include "codegen/library/library.h"

#include <inttypes.h>
#include <string.h>

/* --- buffers --- */

struct touched {
    const struct kernel_buffer *buffer;
    bool loaded, stored;
};
struct touched_list {
    VECTOR(struct touched) list;
};

static void touch(struct touched_list *touched, const struct used_access *access) {
    for (size_t i = 0; i < touched->list.count; i++) {
        if (touched->list.items[i].buffer == access->buffer) {
            touched->list.items[i].stored |= access->stores;
            touched->list.items[i].loaded |= access->loads;
            return;
        }
    }
    *vector_push(&touched->list) = (struct touched){access->buffer, access->loads, access->stores};
}

/* Whether memory of this buffer is reached by another name too, and one of them writes. */
static bool is_shared(const struct touched_list *touched, const struct touched *one) {
    for (size_t i = 0; i < touched->list.count; i++) {
        const struct touched *other = &touched->list.items[i];
        if (other != one && (other->stored || one->stored) &&
            buffers_overlap(other->buffer, one->buffer)) {
            return true;
        }
    }
    return false;
}

static void declare_buffer(struct emitter *e, const struct touched_list *touched,
                           const struct touched *one) {
    const struct kernel_buffer *buffer = one->buffer;
    e->used.complex |= is_complex(buffer->element);
    const char *constant = one->stored ? "" : "const ";
    const char *c_type = element_info[buffer->element].c_type;
    const char *name = emit_buffer_name(e, buffer);
    const char *restrict_ = "";
    if (!e->by_strips) {
        restrict_ = is_shared(touched, one) ? "const " : "__restrict ";
    }
    const char *comment = emit_buffer_comment(e, buffer);
    if (buffer->kind == BUFFER_TILE) {
        size_t bytes = (size_t)buffer->elements * element_info[buffer->element].bytes;
        emit_line(e, "%s *%s%s = %s;%s", c_type, restrict_, name,
                  emit_scratch_text(e, c_type, emit_scratch(e, bytes)), comment);
    } else {
        emit_line(e, "%s%s *%s%s = (%s%s *)(void *)%s;%s", constant, c_type, restrict_, name,
                  constant, c_type, emit_buffer_text(e, buffer), comment);
    }
}

/* The buffers of the statements, or those of the library kernel. */
static void touch_all(const struct uses *uses, bool library, struct touched_list *touched) {
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const enum place place = uses->accesses.items[i].place;
        if (place != PLACE_FIRST && (place == PLACE_LIBRARY) == library) {
            touch(touched, &uses->accesses.items[i]);
        }
    }
}

/* Whether a store may change what was loaded in place before: there are later readers only where
 * there are several statements. */
static bool must_copy_loads(const struct kernel *kernel, const struct touched_list *touched) {
    for (size_t i = 0; i < touched->list.count; i++) {
        const struct touched *one = &touched->list.items[i];
        if (one->loaded && (one->stored || is_shared(touched, one))) {
            return kernel->body_count + kernel->result_count > 1;
        }
    }
    return false;
}

void emit_declare_buffers(struct emitter *e, bool products, bool statements) {
    struct touched_list touched = {0};
    if (statements) {
        touch_all(&e->uses, false, &touched);
    }
    e->copy_loads = must_copy_loads(e->kernel, &touched);
    if (products) {
        touch_all(&e->uses, true, &touched);
    }
    for (size_t i = 0; i < touched.list.count; i++) {
        declare_buffer(e, &touched, &touched.list.items[i]);
    }
    vector_free(&touched.list);
}

/* --- the tile of a task --- */

static int64_t tiles_of(const struct kernel *kernel, uint32_t d) {
    return (kernel->extent[d] + kernel->tile[d] - 1) / kernel->tile[d];
}

/* The first point of the tile along d, from the number of the task. */
static const char *tile_start(struct emitter *e, uint32_t d) {
    const struct kernel *kernel = e->kernel;
    int64_t after = 1, before = 1;
    for (uint32_t i = d + 1; i < kernel->parallel_count; i++) {
        after *= tiles_of(kernel, i);
    }
    for (uint32_t i = 0; i < d; i++) {
        before *= tiles_of(kernel, i);
    }
    const char *text = "task";
    e->used.task = true;
    if (after > 1) {
        text = emit_text(e, "%s / %" PRId64, text, after);
    }
    if (before > 1) {
        text = emit_text(e, "%s %% %" PRId64, text, tiles_of(kernel, d));
    }
    return kernel->tile[d] == 1 ? text : emit_text(e, "%s * %" PRId64, text, kernel->tile[d]);
}

static void tile_dimension(struct emitter *e, uint32_t d) {
    const struct kernel *kernel = e->kernel;
    struct dimension *dim = &e->dims[d];
    if (d >= kernel->parallel_count || tiles_of(kernel, d) == 1) {
        *dim = (struct dimension){.size = kernel->extent[d]};
        dim->high = emit_integer(e, dim->size);
        return;
    }
    int64_t tile = kernel->tile[d];
    dim->size = tile;
    dim->ragged = kernel->extent[d] % tile != 0;
    dim->low = emit_text(e, tile == 1 ? "i%" PRIu32 : "i%" PRIu32 "_low", d);
    dim->at = dim->low;
    emit_line(e, "const int64_t %s = %s;", dim->low, tile_start(e, d));
    const char *end = emit_text(e, "%s + %" PRId64, dim->low, tile);
    dim->high = end;
    if (dim->ragged) {
        dim->high = emit_text(e, "i%" PRIu32 "_high", d);
        emit_line(e, "const int64_t %s = %s < %" PRId64 " ? %s : %" PRId64 ";", dim->high, end,
                  kernel->extent[d], end, kernel->extent[d]);
    }
}

void emit_tile_dimensions(struct emitter *e) {
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        tile_dimension(e, d);
    }
}

int32_t emit_open_loops(struct emitter *e, uint32_t mask) {
    int32_t opened = 0;
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        struct dimension *dim = &e->dims[d];
        if ((mask & (1u << d)) == 0 || dim->size == 1) {
            continue;
        }
        const char *at = emit_text(e, "i%" PRIu32, d);
        emit_open(e, "for (int64_t %s = %s; %s < %s; %s++)", at, emit_low(dim), at, dim->high, at);
        dim->at = at;
        opened++;
    }
    return opened;
}

void emit_close_blocks(struct emitter *e, int32_t opened) {
    while (opened-- > 0) {
        emit_close(e);
    }
}

/* --- loop kernels --- */

static void declare_accumulators(struct emitter *e) {
    const struct reduction *reduction = e->kernel->reduction;
    if (reduction == NULL) {
        return;
    }
    e->reduction.accumulators = ARENA_ARRAY(e->arena, const char *, reduction->count);
    for (uint32_t i = 0; i < reduction->count; i++) {
        e->reduction.accumulators[i] = emit_text(e, "sum%" PRIu32, i);
        enum element type = emit_accumulator_type(e, i);
        const char *c_type = compute_c_type(type);
        size_t bytes = (size_t)e->strip.most * compute_bytes(type);
        if (e->strip.count > 0 && !e->strip.sequential) {
            emit_line(e, "%s *%s%s = %s;", c_type, e->by_strips ? "" : "__restrict ",
                      e->reduction.accumulators[i],
                      emit_scratch_text(e, c_type, emit_scratch(e, bytes)));
        }
    }
}

/* The steps of a strip of accumulators along the dimensions `sequence`, a part of all of them. */
static void take_steps(struct emitter *e, uint32_t sequence, uint32_t folded) {
    const struct kernel *kernel = e->kernel;
    bool folds = folded != NO_DIMENSION;
    int32_t loops = emit_open_loops(e, folds ? sequence & ~(1u << folded) : sequence);
    if (folds) {
        emit_fold(e, folded);
    } else {
        emit_section(e, kernel->body, kernel->body_count, kernel->reduction);
    }
    emit_close_blocks(e, loops);
}

static void reduce_strips(struct emitter *e, uint32_t sequence) {
    const struct sum_blocks blocks = emit_sum_blocks(e, sequence);
    const uint32_t folded = emit_folded_dimension(e, sequence);
    if (blocks.dim == NO_DIMENSION) {
        take_steps(e, sequence, folded);
        return;
    }
    uint32_t inside = sequence & ~(first_dims(blocks.dim));
    int32_t loops = emit_open_loops(e, sequence & ~inside);
    const struct dimension whole = emit_begin_block(e, &blocks);
    take_steps(e, inside, folded);
    emit_end_block(e, &blocks, &whole);
    emit_close_blocks(e, loops);
}

/* Strips lie along parallel dimensions: a strip of accumulators takes every step of the others. */
static void parallel_strips(struct emitter *e, uint32_t sequence) {
    const struct kernel *kernel = e->kernel;
    int32_t opened = emit_open_strip(e);
    if (e->strip.next != NO_DIMENSION) {
        opened += emit_open_loops(e, 1u << e->strip.next);
    }
    if (sequence == 0 && kernel->reduction == NULL) {
        uint32_t count = kernel->body_count + kernel->result_count;
        struct statement *all = ARENA_ARRAY(e->arena, struct statement, count);
        for (uint32_t i = 0; i < count; i++) {
            all[i] =
                i < kernel->body_count ? kernel->body[i] : kernel->results[i - kernel->body_count];
        }
        emit_section(e, all, count, NULL);
        emit_close_blocks(e, opened);
        return;
    }
    if (kernel->reduction != NULL) {
        emit_init(e, kernel->reduction);
    }
    reduce_strips(e, sequence);
    emit_section(e, kernel->results, kernel->result_count, NULL);
    emit_close_blocks(e, opened);
}

/* Strips lie along the reduction: each ends in one value. */
static void sequential_strips(struct emitter *e, uint32_t sequence) {
    const struct kernel *kernel = e->kernel;
    if (kernel->reduction != NULL) {
        emit_init(e, kernel->reduction);
    }
    const uint32_t across = sequence & ~e->strip.mask;
    const struct sum_blocks blocks = emit_sum_blocks(e, across);
    const bool has_blocks = blocks.dim != NO_DIMENSION;
    const uint32_t inside = has_blocks ? across & ~first_dims(blocks.dim) : 0;
    int32_t outside = emit_open_loops(e, across & ~inside);
    const struct dimension whole =
        has_blocks ? emit_begin_block(e, &blocks) : (struct dimension){0};
    int32_t opened = emit_open_loops(e, inside);
    opened += emit_open_strip(e);
    emit_section(e, kernel->body, kernel->body_count, kernel->reduction);
    emit_close_blocks(e, opened);
    if (has_blocks) {
        emit_end_block(e, &blocks, &whole);
    }
    emit_close_blocks(e, outside);
    struct strip strip = e->strip;
    e->strip = emit_one_point();
    emit_section(e, kernel->results, kernel->result_count, NULL);
    e->strip = strip;
}

/* The strip of several rows of a reduction, of which e->strip is one. */
static struct strip several_rows(const struct strip *row) {
    struct strip strip = *row;
    strip.dims[strip.count++] = row->across;
    strip.mask |= 1u << row->across;
    strip.inner = row->most;
    strip.most = row->most * row->batch;
    strip.limit = row->batch;
    strip.sequential = false;
    return strip;
}

/* Whether what is loaded may lie where the kernel stores: arguments may where a result does. */
static bool may_lie_in(const struct emitter *e, const struct expr *load,
                       const struct kernel_buffer *result) {
    const struct kernel_buffer *from = load->access.buffer;
    return buffer_is_donated(e->program, from) || buffers_overlap(from, result);
}

/* Whether the sums of rows are what the kernel stores, side by side in memory that it does not
 * read: they are made there. */
static bool sums_are_result(const struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    const struct statement *statement = kernel->results;
    if (kernel->result_count != 1 || kernel->reduction->count != 1 ||
        kernel->reduction->next != NULL || statement->value->kind != EXPR_REDUCED ||
        statement->past) {
        return false;
    }
    const struct access *store = &statement->store;
    enum element type = kernel->reduction->types[0];
    bool is_same = type == access_element(store) && type == statement->value->type &&
                   !is_narrow(type) && store->at.stride[e->strip.across] == 1;
    for (size_t i = 0; i < e->uses.exprs.count && is_same; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        is_same = expr->kind != EXPR_LOAD || !may_lie_in(e, expr, store->buffer);
    }
    return is_same;
}

static void place_accumulator(struct emitter *e) {
    const char *c_type = compute_c_type(e->kernel->reduction->types[0]);
    emit_line(e, "%s *%s = %s;", c_type, e->reduction.accumulators[0],
              emit_pointer(e, &e->kernel->results[0].store).text);
}

/* Strips are several rows of the reduction, or pieces of them; accumulators and results, strips of
 * an element for each row. */
static void batched_rows(struct emitter *e, uint32_t parallel, uint32_t sequence) {
    const struct kernel *kernel = e->kernel;
    struct strip terms = several_rows(&e->strip), results = emit_one_point();
    results.count = 1;
    results.dims[0] = e->strip.across;
    results.mask = 1u << e->strip.across;
    results.most = results.limit = e->strip.batch;
    results.chunked = true;
    bool is_placed = sums_are_result(e);
    e->strip = is_placed ? emit_one_point() : results;
    declare_accumulators(e);
    int32_t opened = emit_open_loops(e, parallel & ~results.mask);
    e->strip = terms;
    opened += emit_open_strip(e);
    terms = e->strip;
    results.rows = results.n = terms.rows;
    e->strip = results;
    if (is_placed) {
        place_accumulator(e);
    }
    emit_init(e, kernel->reduction);
    e->strip = terms;
    int32_t pieces = emit_open_loops(e, sequence & ~terms.mask);
    emit_section(e, NULL, 0, kernel->reduction);
    emit_close_blocks(e, pieces);
    e->strip = results;
    emit_section(e, kernel->results, is_placed ? 0 : kernel->result_count, NULL);
    emit_close_blocks(e, opened);
}

static void loop_kernel(struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    uint32_t all = first_dims(kernel->dim_count), parallel = first_dims(kernel->parallel_count);
    emit_plan(e);
    if (e->strip.batch > 0) {
        batched_rows(e, parallel, all & ~parallel);
        return;
    }
    declare_accumulators(e);
    if (kernel->reduction != NULL && (all & ~parallel) != 0 &&
        emit_sum_blocks(e, all & ~parallel & ~e->strip.mask).dim != NO_DIMENSION) {
        emit_declare_block_sums(e);
    }
    emit_keep_strips(e, false);
    uint32_t next = e->strip.next == NO_DIMENSION ? 0 : 1u << e->strip.next;
    int32_t opened = emit_open_loops(e, parallel & ~e->strip.mask & ~next);
    if (e->strip.count > 0 && e->strip.sequential) {
        sequential_strips(e, all & ~parallel);
    } else {
        parallel_strips(e, all & ~parallel);
    }
    emit_close_blocks(e, opened);
}

/* One buffer to another of the same layout. */
static void move_kernel(struct emitter *e) {
    const struct statement *move = &e->kernel->results[0];
    const struct dimension *dim = &e->dims[0];
    const int64_t bytes = element_info[move->store.buffer->element].bytes;
    const char *count = emit_integer(e, dim->size);
    if (dim->ragged) {
        count = emit_text(e, "(%s - %s)", dim->high, emit_low(dim));
    }
    emit_header(e, "stream.h");
    emit_line(e, "%s(%s, %s, %s * %" PRId64 ", %d);", emit_symbol(e, "sdyrt_move"),
              emit_pointer(e, &move->store).text, emit_pointer(e, &move->value->access).text, count,
              bytes, move->past);
}

void emit_results(struct emitter *e, uint32_t mask) {
    int32_t opened = emit_open_loops(e, mask & ~e->strip.mask);
    opened += emit_open_strip(e);
    emit_section(e, e->kernel->results, e->kernel->result_count, NULL);
    emit_close_blocks(e, opened);
}

/* --- phase functions --- */

static void begin_kernel(struct emitter *e, const struct kernel *kernel) {
    e->kernel = kernel;
    e->values.nodes.count = e->values.undo.count = e->scratch.slots.count = 0;
    e->numbers.section = e->numbers.walk = e->numbers.temporaries = 0;
    e->scratch.first = kernel->library != NULL ? kernel->library->scratch(kernel) : 0;
    e->scratch.peak = e->scratch.first;
    e->element = NULL;
    e->unrounded = NULL;
    e->reduction.argmax = (struct argmax){.op = SCALAR_NONE};
    memset(e->dims, 0, sizeof e->dims);
    kernel_uses(kernel, &e->uses);
    e->by_strips = emit_chooses_strips(e);
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        e->used.complex |= is_complex(e->uses.exprs.items[i].expr->type);
    }
}

static void print_body(struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    if (kernel->library != NULL) {
        kernel->library->emit(e);
        return;
    }
    emit_tile_dimensions(e);
    emit_declare_buffers(e, false, true);
    if (kernel->is_move) {
        move_kernel(e);
    } else {
        loop_kernel(e);
    }
}

bool emit_is_inline(const struct kernel *kernel) {
    return kernel->kind == KERNEL_LOOP && kernel->dim_count == 0 && kernel->tasks == 1;
}

/* How the function of a phase or stage begins: it does one task, or `is_joined` several. */
static const char *result_of(bool is_joined) {
    return is_joined ? "static int64_t " : "static void ";
}

static const char *parameters_of(bool is_joined) {
    return is_joined ? "(char *const *buf, int64_t first, int64_t most, char *scratch)"
                     : "(char *const *buf, int64_t task, char *scratch)";
}

const char *emit_phase_header(struct emitter *e, const char *name, bool is_joined) {
    return emit_text(e, "%s%s%s", result_of(is_joined), name, parameters_of(is_joined));
}

/* The phase as a profiled program calls it. */
static const char *print_timed(struct emitter *e, const struct kernel *kernel) {
    const char *name = emit_text(e, "timed%" PRIu32, kernel->id);
    emit_header(e, "profile.h");
    const bool is_joined = kernel->together > 0;
    emit_open(e, "%s", emit_phase_header(e, name, is_joined));
    emit_line(e, "%s%s((void *)buf[%" PRIu32 "], %" PRIu32 ", phase%" PRIu32 ", buf, %s, scratch);",
              is_joined ? "return " : "",
              emit_symbol(e, is_joined ? "sdyrt_profile_joined" : "sdyrt_profile_task"),
              emit_profile_slot(e->program), kernel->id, kernel->id,
              is_joined ? "first, most" : "task");
    emit_close(e);
    emit_line(e, "%s", "");
    return name;
}

void emit_first(struct emitter *e, const struct kernel *first, void (*print)(struct emitter *e)) {
    const struct kernel *kernel = e->kernel;
    const size_t scratch = e->scratch.first;
    begin_kernel(e, first);
    e->scratch.first = e->scratch.peak = scratch;
    print(e);
    const size_t peak = e->scratch.peak;
    begin_kernel(e, kernel);
    e->scratch.first = scratch;
    e->scratch.peak = peak;
}

static void note_scratch(struct emitter *e, const struct kernel *kernel) {
    struct emit_needs *needs = e->needs;
    size_t shared = kernel->tasks > 1 ? e->scratch.peak : 0;
    needs->scratch_bytes =
        e->scratch.peak > needs->scratch_bytes ? e->scratch.peak : needs->scratch_bytes;
    needs->shared_scratch_bytes =
        shared > needs->shared_scratch_bytes ? shared : needs->shared_scratch_bytes;
}

void emit_inline(struct emitter *e, const struct kernel *kernel) {
    struct buffer text = {0}, *out = e->out;
    begin_kernel(e, kernel);
    emit_phase_comment(e, kernel);
    e->out = &text;
    emit_line(e, "{");
    e->indent++;
    e->used.scratch = false;
    print_body(e);
    emit_close(e);
    e->out = out;
    emit_phase_text(e, kernel, &text);
    buffer_free(&text);
    e->used.leader |= e->used.scratch;
    e->used.blocks = true;
    note_scratch(e, kernel);
}

static const char *qualifiers_of(struct emitter *e, const struct kernel *kernel) {
    bool stands_alone = e->form == EMIT_LOOPS && kernel->dim_count > 0;
    bool is_brief = stands_alone && e->by_strips && emit_is_brief(e);
    e->used.brief |= is_brief;
    return is_brief ? "SDYC_BRIEF " : stands_alone ? "SDYC_NO_IPA " : "";
}

/* The phase function from behind its name on. */
static void print_behind_name(struct emitter *e, const struct buffer *body) {
    emit_line(e, "%s {", parameters_of(e->kernel->together > 0));
    if (e->form == EMIT_LOOPS && !e->used.task && e->kernel->together == 0) {
        emit_line(e, "    (void)task;");
    }
    if (e->form == EMIT_LOOPS && !e->used.scratch) {
        emit_line(e, "    (void)scratch;");
    }
    buffer_add_bytes(e->out, body->text, body->length);
    emit_line(e, "}");
}

/* The name of the function with this body, which is printed unless it has been. */
static const char *print_phase(struct emitter *e, const struct kernel *kernel,
                               const struct buffer *body) {
    struct buffer text = {0}, rest = {0}, *out = e->out;
    const char *qualifiers = qualifiers_of(e, kernel);
    e->out = &rest;
    print_behind_name(e, body);
    e->out = out;
    const char *name = emit_same_phase(e, qualifiers, &rest);
    if (name == NULL) {
        name = emit_text(e, "phase%" PRIu32, kernel->id);
        buffer_printf(&text, "%s%s%s%s", qualifiers, result_of(kernel->together > 0), name,
                      rest.text);
        emit_phase_comment(e, kernel);
        emit_phase_text(e, kernel, &text);
        emit_line(e, "%s", "");
    }
    buffer_free(&text);
    buffer_free(&rest);
    return name;
}

void emit_kernel(struct emitter *e, const struct kernel *kernel) {
    memory_at(kernel->first);
    begin_kernel(e, kernel);
    emit_begin_phase(e);
    if (kernel->library != NULL) {
        kernel->library->emit_before(e);
    }
    struct buffer body = {0}, *out = e->out;
    e->out = &body;
    e->indent = 1;
    e->used.task = e->used.scratch = false;
    print_body(e);
    e->indent = 0;
    e->out = out;
    const char *name = print_phase(e, kernel, &body);
    buffer_free(&body);
    memory_at((struct location){0});
    emit_end_phase(e, e->program->is_profiled ? print_timed(e, kernel) : name);
    note_scratch(e, kernel);
}
