/* Sorts, by keys (sort_keys.c), or by a comparator that is emitted as a function that the runtime
 * calls. */
#include <inttypes.h>
#include <string.h>

#include "codegen/emit/internal.h"
#include "codegen/library/library.h"
#include "codegen/library/route.h"
#include "codegen/library/sort_keys.h"
#include "codegen/lower/lower.h"
#include "codegen/program/print.h"
#include "sort_plan.h"
#include "support/limits.h"

LIBRARY(sort);

struct sort { /* what struct node's `call` is */
    uint32_t dim, key_count, value_count;
    uint32_t places; /* bit i: value i is an iota along the lines, no operand of the node */
    int64_t keep;    /* how many of each line its results hold: */
    bool is_window;  /* those from a place on that the last operand holds; else the first */
    bool descending[SDYRT_SORT_KEYS];
    /* What a sort of a window reads in the place of keys that are computed before; NULL: the same.
     * And struct sdyrt_sort's `greatest` of it. */
    struct term *united[SDYRT_SORT_KEYS];
    int64_t greatest[SDYRT_SORT_KEYS];
};

struct sort_call { /* what struct kernel's `call` is */
    struct library_call call;
    struct expr *before; /* NULL: by keys */
    uint32_t outer_count, outer_dims[KERNEL_DIMS];
};

/* --- the node --- */

/* All operands vary on the axes of any. */
static uint32_t joined_axes(uint32_t count, struct node *const *operands) {
    uint32_t axes = 0;
    for (uint32_t i = 0; i < count; i++) {
        axes |= operands[i]->axes;
    }
    return axes;
}

static struct term *comparator_term(struct kernel_builder *builder, uint32_t count,
                                    struct node *const *operands, uint32_t dim,
                                    const struct region *region) {
    uint32_t rank = node_rank(operands[0]);
    struct term **arguments = ARENA_ARRAY(builder->graph->arena, struct term *, 2 * count);
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    for (uint32_t i = 0; i < 2 * count; i++) {
        map[dim] = affine_dim(rank + i % 2, 1, 0);
        arguments[i] = term_read(builder, operands[i / 2], map);
    }
    struct term *result;
    return term_region(builder, region, arguments, &result) ? result : NULL;
}

/* Each holds the first of every line. */
static void set_results(struct kernel_builder *builder, struct node *node, uint32_t dim,
                        uint32_t count, struct node *const *operands, struct node **results) {
    const struct sort *sort = node->call;
    int64_t dims[MAX_RANK];
    node->results.count = count;
    for (uint32_t i = 0; i < count; i++) {
        const struct type *type = operands[i]->type;
        memcpy(dims, type->dims, type->rank * sizeof *dims);
        dims[dim] = sort->keep;
        type = type_tensor(builder->context, type->element, type->rank, dims, NULL);
        results[i] = node_result_of(builder, node, i, type, node->axes);
        memcpy(results[i]->place.order, node->place.order, sizeof node->place.order);
    }
    node->results.items = arena_copy(builder->graph->arena, results, count * sizeof *results);
}

/* Whether a node holds the place of each element along a dimension, as an integer of 32 or 64
 * bits. */
static bool is_place(const struct node *node, uint32_t dim) {
    const struct term *term = node->kind == NODE_COMPUTE ? node->term : NULL;
    return term && term->kind == TERM_INDEX && affine_is_dim(&term->affine, dim) &&
           (term->element == ELEMENT_I32 || term->element == ELEMENT_I64 ||
            term->element == ELEMENT_U32 || term->element == ELEMENT_U64);
}

/* Dimensions that lines are numbered by are not more than the runtime takes. */
static bool check_rank(struct kernel_builder *builder, const struct node *operand, uint32_t dim,
                       const struct op *op) {
    uint32_t rank = builder->graph->instances.count + node_rank(operand), outer = 0;
    for (uint32_t d = 0; d < rank; d++) {
        outer += d < operand->lead || (d != operand->lead + dim && operand->extent[d] != 1);
    }
    if (outer > SDYRT_RANK) {
        diag_error(builder->graph->diagnostics, op->location,
                   "'%s' op cannot be compiled: it has lines along %u dimensions, more than %d",
                   op->name, outer, (int)SDYRT_RANK);
    }
    return outer <= SDYRT_RANK;
}

bool node_sort(struct kernel_builder *builder, uint32_t count, struct node *const *operands,
               uint32_t dim, int64_t keep, const struct region *region, struct node **results) {
    struct arena *arena = builder->graph->arena;
    if (!check_rank(builder, operands[0], dim, region->op)) {
        return false;
    }
    struct term *less = comparator_term(builder, count, operands, dim, region);
    if (!less) {
        return false;
    }
    struct sort_comparator comparator = {
        .dim = operands[0]->lead + dim, .left = operands[0]->rank, .budget = LIMIT_LOOKED};
    bool by_keys = sort_find_keys(&comparator, less);
    struct sort *sort = ARENA_NEW(arena, struct sort);
    *sort = (struct sort){.dim = comparator.dim,
                          .key_count = by_keys ? comparator.count : 0,
                          .value_count = count,
                          .keep = keep};
    struct term **terms = ARENA_ARRAY(arena, struct term *, SDYRT_SORT_KEYS + count + 1);
    uint32_t read = 0, axes = joined_axes(count, operands);
    for (uint32_t k = 0; k < sort->key_count; k++) {
        struct node *united;
        struct node *key = sort_key_node(builder, operands[0], &comparator, comparator.keys[k].term,
                                         &united, &sort->greatest[k]);
        sort->united[k] = united ? term_same(builder, united) : NULL;
        sort->descending[k] = comparator.keys[k].descending;
        axes |= key->axes;
        terms[read++] = term_same(builder, key);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (by_keys && is_place(operands[i], sort->dim)) {
            sort->places |= UINT32_C(1) << i;
        } else {
            terms[read++] = term_same(builder, operands[i]);
        }
    }
    if (!by_keys) {
        axes |= term_axes(builder->graph, less);
        terms[read++] = less;
    }
    struct node *node = node_new(builder, NODE_LIBRARY, operands[0]->type, axes);
    node->library = &library_sort;
    node->call = sort;
    node->operands = terms;
    node->operand_count = read;
    node_follow(node, operands[0]);
    if (!by_keys) {
        node->sequential = 2;
        node->extent[node->rank] = node->extent[node->rank + 1] = node->extent[sort->dim];
    }
    set_results(builder, node, dim, count, operands, results);
    return true;
}

/* By keys, of much longer lines. */
static bool sort_take_window(struct graph *graph, struct node *node, uint32_t dim, int64_t count,
                             struct term *first) {
    const struct sort *sort = node->call;
    struct sdyrt_sort what = {
        .size = node->extent[sort->dim], .keep = count, .window = 1, .keys = sort->key_count};
    for (uint32_t k = 0; k < sort->key_count; k++) {
        what.bytes[k] = element_info[node->operands[k]->element].bytes;
    }
    if (dim != sort->dim || sdyrt_sort_choose(&what, NULL).route != SDYRT_SORT_BY_WINDOW) {
        return false;
    }
    struct sort *of_window = arena_copy(graph->arena, sort, sizeof *sort);
    of_window->keep = count;
    of_window->is_window = true;
    struct term **operands = ARENA_ARRAY(graph->arena, struct term *, node->operand_count + 1);
    memcpy(operands, node->operands, node->operand_count * sizeof(struct term *));
    for (uint32_t k = 0; k < sort->key_count; k++) {
        operands[k] = sort->united[k] ? sort->united[k] : operands[k];
    }
    operands[node->operand_count++] = first;
    node->operands = operands;
    node->call = of_window;
    return true;
}

/* --- the kernel --- */

static void set_operand(struct sdyrt_sort *what, const struct sort_call *call, uint32_t number,
                        uint32_t dim, const struct access *access) {
    what->bytes[number] = element_info[access->buffer->element].bytes;
    what->along[number] = access->at.stride[dim];
    for (uint32_t k = 0; k < call->outer_count; k++) {
        what->outer[number * SDYRT_RANK + k] = access->at.stride[call->outer_dims[k]];
    }
}

static int64_t order_of(enum element element) {
    return is_float_element(element)    ? SDYRT_SORT_FLOAT
           : element_is_signed(element) ? SDYRT_SORT_SIGNED
                                        : SDYRT_SORT_UNSIGNED;
}

static struct expr *lower_comparator(struct lowering *lowering, const struct term *term) {
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < lowering->kernel->dim_count; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    return lower_term(lowering, term, map, lowering->kernel->dim_count);
}

/* Values that nobody reads are left where they are. */
static void set_values(struct lowering *lowering, struct sdyrt_sort *what,
                       const struct sort_call *sort, struct call_operand *operands) {
    const struct node *node = lowering->group->anchor;
    const struct sort *from = node->call;
    uint32_t count = 0, keys = from->key_count, number = keys;
    for (uint32_t i = 0; i < from->value_count; i++) {
        bool is_place = from->places >> i & 1,
             is_read = node->results.items[i]->fusion.materialised;
        if (is_read && is_place) { /* what it goes to stands for it */
            what->places |= INT64_C(1) << count;
            operands[keys + count++] = (struct call_operand){
                .access = library_result(node->results.items[i]), .stores = true};
        } else if (is_read) {
            operands[keys + count++] =
                (struct call_operand){.access = library_operand(lowering, number), .loads = true};
        }
        number += !is_place;
    }
    for (uint32_t i = 0, done = 0; i < from->value_count; i++) {
        if (node->results.items[i]->fusion.materialised) {
            operands[keys + count + done++] = (struct call_operand){
                .access = library_result(node->results.items[i]), .stores = true};
        }
    }
    what->values = count;
    for (uint32_t i = 0; i < keys + 2 * count; i++) {
        set_operand(what, sort, i, from->dim, &operands[i].access);
    }
}

ROUTE_FAMILY(sdyrt_sort_plan, sdyrt_sort_plan_by, sdyrt_sort_choose, .name = "sort",
             .routes = SDYRT_SORT_ROUTE_COUNT, .route_name = sdyrt_sort_route_name,
             .sentence = sdyrt_sort_route_sentence);

/* A kernel for each phase. */
static void lower_phases(struct lowering *lowering, struct sdyrt_sort *what,
                         struct call_operand *operands, struct sort_call *call) {
    const struct kernel first = *lowering->kernel;
    const struct route_plans *plans = route_plans_make(lowering->program->arena, &family, what);
    /* All processors have the same. */
    const struct sdyrt_sort_plan *plan = (const struct sdyrt_sort_plan *)plans->of[0];
    const int64_t phases = sdyrt_sort_phases(plan);
    uint32_t count = (uint32_t)(what->keys + 2 * what->values);
    if (what->window) {
        const uint32_t begin = lowering->group->anchor->operand_count - 1;
        operands[count++] =
            (struct call_operand){.access = library_operand(lowering, begin), .loads = true};
    }
    if (phases > 1) {
        operands[count++] = (struct call_operand){
            .access.buffer = lowering_add_buffer(
                lowering, ELEMENT_U8, sdyrt_sort_shared(what, plan), "parts and buckets of a sort"),
            .loads = true,
            .stores = true};
    }
    const double elements = (double)lowering->group->anchor->elements;
    call->call.cost.flops = (what->keep < what->size / 8 ? 4 : 40) * elements / (double)phases;
    for (what->phase = 0; what->phase < phases; what->phase++) {
        struct kernel *kernel =
            what->phase == 0 ? lowering->kernel : lowering_add_kernel(lowering, first.comment);
        kernel->parallel_count = first.parallel_count;
        kernel->dim_count = first.dim_count;
        memcpy(kernel->extent, first.extent, sizeof first.extent);
        const struct library_call *made =
            library_call_new(lowering, &library_sort, what, sizeof *what, count, operands);
        struct sort_call *phase = arena_copy(lowering->program->arena, call, sizeof *call);
        phase->call = *made;
        phase->call.cost = call->call.cost;
        phase->call.plans = plans;
        phase->call.tasks = sdyrt_sort_tasks(what, plan);
        phase->call.scratch = sdyrt_sort_scratch(plan);
        kernel->call = phase;
    }
}

static void sort_lower(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    const struct sort *sort = node->call;
    struct sort_call call = {.before = NULL};
    struct sdyrt_sort what = {.size = kernel->extent[sort->dim],
                              .keep = sort->keep,
                              .window = sort->is_window,
                              .keys = sort->key_count};
    struct call_operand operands[SDYRT_SORT_OPERANDS + 2];
    for (uint32_t d = 0; d < node->rank; d++) {
        if (d != sort->dim && kernel->extent[d] != 1) {
            what.outer_size[what.rank++] = kernel->extent[d];
            call.outer_dims[call.outer_count++] = d;
        }
    }
    for (uint32_t k = 0; k < sort->key_count; k++) {
        operands[k] = (struct call_operand){.access = library_operand(lowering, k), .loads = true};
        what.order[k] = order_of(operands[k].access.buffer->element);
        what.descending[k] = sort->descending[k];
        what.greatest[k] = sort->is_window ? sort->greatest[k] : 0;
    }
    set_values(lowering, &what, &call, operands);
    if (sort->key_count == 0) {
        call.before = lower_comparator(lowering, node->operands[node->operand_count - 1]);
    }
    lower_phases(lowering, &what, operands, &call);
}

static void sort_touch(struct walk *walk, const struct kernel *kernel) {
    const struct sort_call *call = kernel->call;
    library_call_touch(walk, kernel);
    if (call->before != NULL) {
        visit_expr(walk, call->before);
    }
}

static void sort_print(struct printer *printer, const struct kernel *kernel) {
    const struct sort_call *call = kernel->call;
    library_call_print(printer, kernel);
    if (call->before != NULL) {
        buffer_printf(printer->out, "        d%" PRIu32 " before d%" PRIu32 " where ",
                      kernel->dim_count - 2, kernel->dim_count - 1);
        program_print_expr(printer, call->before);
        buffer_add_char(printer->out, '\n');
    }
}

/* --- emission --- */

/* What the comparator reads: its accesses, unlike the operands, are single elements. */
static void declare_reads(struct emitter *e) {
    for (size_t i = 0; i < e->uses.accesses.count; i++) {
        const struct used_access *used = &e->uses.accesses.items[i];
        bool is_known = used->access == NULL;
        for (size_t k = 0; k < i && !is_known; k++) {
            const struct used_access *other = &e->uses.accesses.items[k];
            is_known = other->access != NULL && other->buffer == used->buffer;
        }
        if (!is_known) {
            const char *type = element_info[used->buffer->element].c_type;
            struct access first = {.buffer = (struct kernel_buffer *)(uintptr_t)used->buffer};
            emit_line(e, "const %s *%s = (const %s *)(const void *)(%s);", type,
                      emit_buffer_name(e, used->buffer), type, library_operand_text(e, &first));
        }
    }
}

static void place_dimensions(struct emitter *e, const struct sort_call *call) {
    const char *places[2] = {"a", "b"};
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        e->dims[d] = (struct dimension){.size = 1};
    }
    for (uint32_t k = 0; k < call->outer_count; k++) {
        e->dims[call->outer_dims[k]].at = emit_text(e, "line[%" PRIu32 "]", k);
    }
    for (uint32_t i = 0; i < 2; i++) {
        e->dims[e->kernel->dim_count - 2 + i].at = places[i];
    }
}

static void sort_emit_before(struct emitter *e) {
    const struct sort_call *call = e->kernel->call;
    library_call_emit_before(e);
    if (call->before == NULL) {
        return;
    }
    size_t scope = emit_scope(e);
    emit_open(e,
              "static int phase%" PRIu32
              "_before(char *const *buf, const int64_t *line, int64_t a, "
              "int64_t b)",
              e->kernel->id);
    emit_line(e, "(void)line;");
    place_dimensions(e, call);
    declare_reads(e);
    e->strip = emit_one_point();
    emit_begin_section(e);
    emit_count_uses(e, call->before);
    emit_line(e, "return %s;", emit_scalar(e, call->before).text);
    emit_close(e);
    emit_line(e, "%s", "");
    emit_leave(e, scope);
}

static void sort_emit(struct emitter *e) {
    const struct sort_call *call = e->kernel->call;
    bool by_keys = call->before == NULL;
    library_call_emit_operands(e);
    const char *what = library_call_what(e);
    emit_line(e, "%s(%s, operands, task, scratch, %s, buf);",
              emit_symbol(e, "%s", library_sort.symbol), what,
              by_keys ? "0" : emit_text(e, "phase%" PRIu32 "_before", e->kernel->id));
}

const struct library library_sort = {
    .name = "sort",
    .symbol = "sdyrt_sort",
    .header = "sort.h",
    .take_window = sort_take_window,
    .lower = sort_lower,
    .touch = sort_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = sort_emit_before,
    .emit = sort_emit,
    .print = sort_print,
};
