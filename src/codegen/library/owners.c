/* Scatters of rows by many tasks. A loop that updates rows of a tensor at computed places, one
 * after the other, becomes three kernels: the places, a loop over all updates; what lists them by
 * the rows that they go to; and what makes the updates, of which tasks own some rows each. Example:
 * a million rows of 32 numbers are added to 65,536; each of 128 tasks owns 512 of these, and takes
 * what is added to them in its order. */
#include "codegen/emit/internal.h"
#include "codegen/library/library.h"
#include "codegen/library/scattering.h"
#include "codegen/lower/lower.h"
#include "codegen/program/strips.h"
#include "codegen/program/visit.h"

#include "scatter_owners.h"
#include "sizes.h"
#include "tasks.h"

LIBRARY(owners);

/* A loop that is taken, as it was. */
struct scatter_rows {
    struct kernel *kernel;
    const struct statement *statement;
    const struct expr *value; /* as the runtime reads it */
    uint32_t across;          /* the dimension along a row */
    int64_t columns, count;
    enum element place; /* the type of places */
};

/* --- what is taken --- */

static bool is_alone(const struct kernel *kernel) {
    return kernel->kind == KERNEL_LOOP && kernel->reduction == NULL && kernel->body_count == 1 &&
           kernel->result_count == 0;
}

/* Whether nothing that the kernel reads lies where it writes. */
static bool reads_others(const struct uses *uses, const struct statement *statement) {
    bool reads_others = uses->guards.count == 0;
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        reads_others = reads_others && (used->statement == statement ||
                                        !buffers_meet(used->buffer, statement->store.buffer));
    }
    return reads_others;
}

/* The one dimension along rows, which lie dense in both memories; or none. */
static bool find_row(struct scatter_rows *rows) {
    const struct kernel *kernel = rows->kernel;
    const struct access *to = &rows->statement->store, *from = &rows->value->access;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        const uint32_t dims[] = {d, kernel->dim_count - 1};
        if (to->at.stride[d] == 1 && from->at.stride[d] == 1 && kernel->extent[d] > 1 &&
            scatters_rows(rows->statement, 2, dims)) {
            rows->across = d;
            rows->columns = kernel->extent[d];
            return true;
        }
    }
    return false;
}

/* Whether the value is a row of memory for each update, one behind the other. */
static bool has_dense_values(struct scatter_rows *rows) {
    const struct kernel *kernel = rows->kernel;
    const struct affine *from = &rows->value->access.at;
    int64_t stride = rows->columns;
    rows->count = 1;
    for (uint32_t d = kernel->dim_count; d-- > 0;) {
        if (d != rows->across && kernel->extent[d] > 1) {
            if (from->stride[d] != stride) {
                return false;
            }
            stride *= kernel->extent[d];
            rows->count *= kernel->extent[d];
        }
    }
    return true;
}

/* That updates read and write. */
static double bytes_of(const struct scatter_rows *rows) {
    return 3 * (double)rows->count * (double)rows->columns *
           element_info[access_element(&rows->statement->store)].bytes;
}

/* Whether values are given as they lie in memory, and updates the runtime can make. */
static bool is_as_stored(const struct scatter_rows *rows) {
    const struct expr *value = rows->value;
    const enum scalar_op combine = rows->statement->combine;
    const enum element element = access_element(&rows->statement->store);
    const bool is_same = value->kind == EXPR_LOAD && access_element(&value->access) == element &&
                         (combine == SCALAR_NONE || element_info[element].compute == element);
    return value->kind == EXPR_LOAD && value->access.indirect_count == 0 &&
           (is_same || value != rows->statement->value) && scatter_can_update(combine, element);
}

static int64_t within(int64_t wanted, int64_t most) {
    return wanted < 1 ? 1 : wanted < most ? wanted : most;
}

/* A place is read twice, and written to a list. */
static int64_t parts_of(const struct scatter_rows *rows) {
    const double bytes = (double)rows->count * element_info[rows->place].bytes;
    return within(sdyrt_tasks_wanted(3 * bytes), SDYRT_PIECES_MOST);
}

/* Rows of many bytes, so that places take little; and enough work for several tasks, where the
 * loop has not got as many. */
static bool is_worth_it(const struct scatter_rows *rows) {
    const int64_t bytes =
        rows->columns * element_info[access_element(&rows->statement->store)].bytes;
    int64_t tasks = 1;
    for (uint32_t d = 0; d < rows->kernel->parallel_count; d++) {
        tasks *= d == rows->across ? 1 : rows->kernel->extent[d];
    }
    return bytes >= 2 * SDYRT_LINE_BYTES && parts_of(rows) > 1 && tasks < SDYRT_PIECES_MOST;
}

static enum element type_of_places(const struct access *store) {
    bool is_short = store->buffer->elements <= INT32_MAX;
    for (uint32_t i = 0; i < store->indirect_count; i++) {
        const struct element_info *info = &element_info[store->indirect[i].index->type];
        is_short = is_short && (info->compute == ELEMENT_I32 || info->bytes < 4);
    }
    return is_short ? ELEMENT_I32 : ELEMENT_I64;
}

static bool find_rows(struct kernel *kernel, struct scatter_rows *rows) {
    struct uses uses = {0};
    if (!is_alone(kernel)) {
        return false;
    }
    kernel_uses(kernel, &uses);
    *rows = (struct scatter_rows){.kernel = kernel, .statement = &kernel->body[0]};
    const struct expr *number = scatter_added_number(rows->statement);
    rows->value = number != NULL ? number : rows->statement->value;
    rows->place = type_of_places(&rows->statement->store);
    const bool found = statement_scatters(rows->statement) != 0 && is_as_stored(rows) &&
                       reads_others(&uses, rows->statement) && find_row(rows) &&
                       has_dense_values(rows) && is_worth_it(rows);
    uses_free(&uses);
    return found;
}

/* --- places --- */

static struct expr *operation(struct arena *arena, enum element type, enum scalar_op op,
                              uint32_t count, struct expr *const *args) {
    struct expr *expr = expr_new(arena, EXPR_SCALAR, type);
    expr->op = op;
    expr->arg_count = count;
    for (uint32_t i = 0; i < count; i++) {
        expr->args[i] = args[i];
    }
    return expr;
}

static struct expr *constant(struct arena *arena, enum element type, int64_t value) {
    struct expr *expr = expr_new(arena, EXPR_CONSTANT, type);
    expr->integer = value;
    return expr;
}

/* stride * clamp(index, 0, most) */
static struct expr *place_term(struct arena *arena, const struct indirect *indirect,
                               enum element type) {
    struct expr *term = indirect->index;
    if (term->type != type) {
        term = operation(arena, type, SCALAR_CONVERT, 1, &term);
    }
    if (indirect->most >= 0) {
        struct expr *args[] = {constant(arena, type, 0), term,
                               constant(arena, type, indirect->most)};
        term = operation(arena, type, SCALAR_CLAMP, 3, args);
    }
    struct expr *args[] = {term, constant(arena, type, indirect->stride)};
    return indirect->stride == 1 ? term : operation(arena, type, SCALAR_MULTIPLY, 2, args);
}

/* Where the row of an update begins; -1: the update is left out. */
static struct expr *place_of(struct arena *arena, const struct scatter_rows *rows) {
    const struct access *store = &rows->statement->store;
    struct expr *base = expr_new(arena, EXPR_INDEX, rows->place), *sum = NULL;
    base->affine = store->at;
    base->affine.stride[rows->across] = 0;
    for (uint32_t i = 0; i < store->indirect_count; i++) {
        struct expr *args[] = {sum, place_term(arena, &store->indirect[i], rows->place)};
        sum = sum == NULL ? args[1] : operation(arena, rows->place, SCALAR_ADD, 2, args);
    }
    if (sum == NULL || affine_varies(rows->kernel, &base->affine) != 0 || store->at.offset != 0) {
        struct expr *args[] = {base, sum};
        sum = sum == NULL ? base : operation(arena, rows->place, SCALAR_ADD, 2, args);
    }
    struct expr *args[] = {rows->statement->condition, sum, constant(arena, rows->place, -1)};
    return args[0] == NULL ? sum : operation(arena, rows->place, SCALAR_SELECT, 3, args);
}

/* The loop stores places instead, over the updates alone, in their order. */
static struct kernel_buffer *store_places(struct lowering *lowering,
                                          const struct scatter_rows *rows) {
    struct kernel *kernel = rows->kernel;
    struct statement *statement = ARENA_NEW(lowering->program->arena, struct statement);
    struct kernel_buffer *places =
        lowering_add_buffer(lowering, rows->place, rows->count, "places of a scatter");
    statement->value = place_of(lowering->program->arena, rows);
    statement->store.buffer = places;
    kernel->extent[rows->across] = 1;
    kernel->parallel_count = kernel->dim_count;
    kernel->body_count = 0;
    kernel->results = statement;
    kernel->result_count = 1;
    kernel->is_disjoint = kernel->is_repeated = false;
    int64_t stride = 1;
    for (uint32_t d = kernel->dim_count; d-- > 0;) {
        statement->store.at.stride[d] = stride;
        stride *= kernel->extent[d];
    }
    return places;
}

/* --- the kernels behind it --- */

/* A power of two, of no more tasks than there are rows or that are worth it. */
static int64_t owners_of(const struct scatter_rows *rows) {
    const int64_t most = rows->statement->store.buffer->elements / rows->columns;
    const int64_t wanted = within(sdyrt_tasks_wanted(bytes_of(rows)), most);
    int64_t owners = 1;
    while (2 * owners <= within(wanted, SDYRT_SCATTER_OWNERS)) {
        owners *= 2;
    }
    return owners;
}

static struct sdyrt_scatter_owners describe(const struct scatter_rows *rows) {
    const struct sdyrt_scatter what =
        scatter_describe(rows->statement, rows->place == ELEMENT_I64, rows->columns);
    return (struct sdyrt_scatter_owners){.op = what.op,
                                         .type = what.type,
                                         .wide = what.wide,
                                         .columns = what.columns,
                                         .count = rows->count,
                                         .parts = parts_of(rows),
                                         .owners = owners_of(rows)};
}

static void add_phase(struct lowering *lowering, const struct kernel *first,
                      struct sdyrt_scatter_owners *what, struct call_operand *operands) {
    const struct sdyrt_scatter update = {what->op, what->type, what->wide, what->columns};
    const bool divides = what->phase == SDYRT_SCATTER_DIVISION;
    const double count = (double)what->count;
    struct kernel *kernel = lowering_add_kernel(lowering, first->comment);
    kernel->is_of_devices = first->is_of_devices;
    operands[0].loads = operands[0].stores = operands[1].loads = !divides;
    operands[3].loads = !divides;
    operands[3].stores = divides;
    struct library_call *call =
        library_call_new(lowering, &library_owners, what, sizeof *what, 4, operands);
    call->plans = scatter_plans(lowering->program->arena, &update);
    call->tasks = divides ? what->parts : what->owners;
    call->scratch = SDYRT_SCATTER_SCRATCH;
    const double row =
        (double)(what->columns * element_info[operands[0].access.buffer->element].bytes);
    call->cost = divides ? (struct library_cost){.bytes = 3 * count * sizeof(int32_t)}
                         : (struct library_cost){.flops = count * (double)what->columns,
                                                 .bytes = 3 * count * row};
}

static bool owners_take(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    struct scatter_rows rows;
    const struct step *last = &lowering->steps->items[lowering->steps->count - 1];
    if (last->kernel != kernel || !find_rows(kernel, &rows)) {
        return false;
    }
    struct sdyrt_scatter_owners what = describe(&rows);
    struct call_operand operands[] = {
        {.access = {.buffer = rows.statement->store.buffer}},
        {.access = {.buffer = rows.value->access.buffer,
                    .at = affine_constant(rows.value->access.at.offset)}},
        {.access = {.buffer = store_places(lowering, &rows)}, .loads = true},
        {.access = {.buffer =
                        lowering_add_buffer(lowering, ELEMENT_U32,
                                            sdyrt_scatter_lists(&what) / (int64_t)sizeof(uint32_t),
                                            "updates by their owners")}}};
    for (what.phase = 0; what.phase <= SDYRT_SCATTER_UPDATES; what.phase++) {
        add_phase(lowering, kernel, &what, operands);
    }
    return true;
}

/* --- emission --- */

static int64_t owners_join(const struct kernel *kernel) {
    return library_call_tasks(kernel) > 1;
}

/* The plan is declared with the function of one task. */
static void owners_emit_before(struct emitter *e) {
    emit_symbol(e, "sdyrt_scatter");
    library_call_emit_before(e);
}

static void owners_emit(struct emitter *e) {
    library_call_emit_operands(e);
    const char *what = library_call_what(e), *symbol = emit_symbol(e, "%s", library_owners.symbol);
    const bool is_joined = e->kernel->together > 0;
    emit_line(e, "%s%s(%s, operands, %s, %s, scratch);", is_joined ? "return " : "", symbol, what,
              is_joined ? "first" : "task", is_joined ? "most" : "1");
}

const struct library library_owners = {
    .name = "scatter",
    .symbol = "sdyrt_scatter_owners",
    .header = "scatter_owners.h",
    .lower = library_never_lowered,
    .take = owners_take,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .joins = owners_join,
    .scratch = library_call_scratch,
    .emit_before = owners_emit_before,
    .emit = owners_emit,
    .print = library_call_print,
};
