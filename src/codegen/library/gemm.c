/* Matrix products: a contraction picks the dimensions that are m, n and k of one product and leaves
 * the others to loops around it; a task is a tile, with the results that follow on it. */
#include "codegen/library/gemm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "codegen/emit/internal.h"
#include "codegen/library/product.h"
#include "codegen/library/route.h"
#include "codegen/library/weights.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/print.h"
#include "codegen/program/visit.h"
#include "product_plan.h"
#include "product_weights_plan.h"
#include "product_widened.h"
#include "tasks.h"

LIBRARY(gemm);

static struct gemm *gemm_of(const struct kernel *kernel) {
    return kernel->call;
}

/* The elements of an operand that is multiplied in f32, but lies in memory in 16 bits; -1: both lie
 * as they are multiplied. */
static int64_t narrow_type(const struct gemm *gemm) {
    const enum element a = gemm->a.buffer->element, b = gemm->b.buffer->element;
    const enum element narrow = element_info[a].bytes < element_info[b].bytes ? a : b;
    return a == b                   ? -1
           : narrow == ELEMENT_BF16 ? (int64_t)SDYRT_PRODUCT_BF16
                                    : (int64_t)SDYRT_PRODUCT_F16;
}

static bool is_widened(const struct gemm *gemm) {
    return !gemm->by_weights && narrow_type(gemm) >= 0;
}

static enum sdyrt_product_type gemm_type(const struct gemm *gemm) {
    return gemm->by_weights || is_widened(gemm) ? SDYRT_PRODUCT_F32
                                                : product_type(gemm->a.buffer, gemm->c.buffer);
}

/* Whether the product is asked for as that of the transposes: the runtime widens its right operand.
 */
static bool is_turned(const struct gemm *gemm) {
    return (gemm->by_weights || is_widened(gemm)) && gemm->b.buffer->element == ELEMENT_F32;
}

/* --- descriptors --- */

/* A kernel's tiles have up to eight shapes: the last tile of a dimension may have fewer points. A
 * shape is a bit for each dimension of SHAPE_DIMS whose last tile has. */
enum { SHAPE_DIMS = 3, SHAPES = 1 << SHAPE_DIMS };

/* The dimensions, with the innermost one of the batch, where many products are a call; how many. */
static uint32_t shape_dims(const struct kernel *kernel, uint32_t *dims) {
    const uint32_t n = kernel->parallel_count - 1, m = n - 1;
    const bool is_batch = m > 0 && kernel->tile[m - 1] > 1 && kernel->result_count == 0;
    const uint32_t all[SHAPE_DIMS] = {m, n, is_batch ? m - 1 : m};
    uint32_t count = 0;
    for (uint32_t i = 0; i < (is_batch ? 3u : 2u); i++) {
        if (kernel->extent[all[i]] % kernel->tile[all[i]] != 0) {
            dims[count++] = all[i];
        }
    }
    return count;
}

static int64_t points_of(const struct kernel *kernel, uint32_t d, uint32_t shape) {
    uint32_t dims[SHAPE_DIMS], count = shape_dims(kernel, dims);
    for (uint32_t i = 0; i < count; i++) {
        if (dims[i] == d && (shape >> i & 1) != 0) {
            return kernel->extent[d] % kernel->tile[d];
        }
    }
    return kernel->tile[d];
}

static struct sdyrt_product product_of(const struct kernel *kernel, uint32_t shape) {
    const struct gemm *gemm = gemm_of(kernel);
    const uint32_t last = kernel->parallel_count - 1, k = kernel->dim_count - 1;
    const bool turned = is_turned(gemm);
    const uint32_t m = turned ? last : last - 1, n = turned ? last - 1 : last;
    const struct access *a = turned ? &gemm->b : &gemm->a, *b = turned ? &gemm->a : &gemm->b;
    struct sdyrt_product product = {.type = is_widened(gemm) ? narrow_type(gemm) : gemm_type(gemm),
                                    .m = points_of(kernel, m, shape),
                                    .n = points_of(kernel, n, shape),
                                    .k = kernel->extent[k],
                                    .a_row = a->at.stride[m],
                                    .a_col = a->at.stride[k],
                                    .b_row = b->at.stride[k],
                                    .b_col = b->at.stride[n],
                                    .c_row = gemm->c.at.stride[m],
                                    .c_col = gemm->c.at.stride[n],
                                    .in_order = gemm->in_order,
                                    .direct = gemm->direct,
                                    .count = 1};
    if (last > 1 && kernel->tile[last - 2] > 1 && kernel->result_count == 0) {
        product.count = points_of(kernel, last - 2, shape);
        product.a_step = a->at.stride[last - 2];
        product.b_step = b->at.stride[last - 2];
        product.c_step = gemm->c.at.stride[last - 2];
    }
    return product;
}

/* --- lowering --- */

/* The kernel space of a product is that of the anchor's: result dimensions, then contracted ones.
 */
static void identity_map(struct affine *map, uint32_t count) {
    for (uint32_t d = 0; d < count; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
}

static const struct affine *store_order(const struct lowering *lowering) {
    return &gemm_of(lowering->kernel)->c.at;
}

/* The dimensions along which numbers of the program choose a matrix: they stay loops. */
static uint32_t chosen_along(const struct kernel *kernel) {
    const struct gemm *gemm = gemm_of(kernel);
    const struct access *operands[] = {&gemm->a, &gemm->b, &gemm->scale, &gemm->zero};
    uint32_t along = 0;
    for (uint32_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        for (uint32_t k = 0; k < operands[i]->indirect_count; k++) {
            along |= operands[i]->indirect[k].index->varies;
        }
    }
    return along;
}

/* The dimension of results that `wanted` moves and `other` does not: the one with unit stride in
 * `unit` where there is one, else the longest; -1: none. */
static int32_t pick(const struct kernel *kernel, const struct affine *wanted,
                    const struct affine *other, const struct affine *unit) {
    const uint32_t chosen = chosen_along(kernel);
    int32_t best = -1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (wanted->stride[d] == 0 || other->stride[d] != 0 || (chosen >> d & 1) != 0) {
            continue;
        }
        if (llabs(unit->stride[d]) == 1) {
            return (int32_t)d;
        }
        if (best < 0 || kernel->extent[d] > kernel->extent[best]) {
            best = (int32_t)d;
        }
    }
    return best;
}

/* The same, by unit stride in C; but a product of a matrix and a vector takes as long as the
 * matrix is read, and goes along that. */
static int32_t pick_own(const struct kernel *kernel, const struct affine *wanted,
                        const struct affine *other) {
    bool is_vector = pick(kernel, other, wanted, other) < 0;
    return pick(kernel, wanted, other, is_vector ? wanted : &gemm_of(kernel)->c.at);
}

/* The longest dimension along which both operands stand still, as where one is a number that is
 * broadcast; -1: none. */
static int32_t pick_still(const struct kernel *kernel) {
    const struct gemm *gemm = gemm_of(kernel);
    int32_t best = -1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        bool is_still = gemm->a.at.stride[d] == 0 && gemm->b.at.stride[d] == 0 &&
                        (chosen_along(kernel) >> d & 1) == 0;
        if (is_still && (best < 0 || kernel->extent[d] > kernel->extent[best])) {
            best = (int32_t)d;
        }
    }
    return best;
}

static uint32_t pick_k(const struct kernel *kernel) {
    uint32_t best = kernel->parallel_count;
    if (weights_have_blocks(kernel)) {
        return kernel->dim_count - 1; /* behind that of the blocks */
    }
    for (uint32_t d = best; d < kernel->dim_count; d++) {
        if (kernel->extent[d] > kernel->extent[best]) {
            best = d;
        }
    }
    return best;
}

static void swap_operands(const struct kernel *kernel) {
    struct access a = gemm_of(kernel)->a;
    gemm_of(kernel)->a = gemm_of(kernel)->b;
    gemm_of(kernel)->b = a;
}

/* Moves m and n to the end of the parallel dimensions and k to the end of all. */
static void order_dims(struct lowering *lowering, uint32_t m, uint32_t n, uint32_t k) {
    const struct kernel *kernel = lowering->kernel;
    uint32_t from[KERNEL_DIMS], count = 0;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (d != m && d != n) {
            from[count++] = d;
        }
    }
    from[count++] = m;
    from[count++] = n;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        if (d != k) {
            from[count++] = d;
        }
    }
    from[count++] = k;
    kernel_permute(lowering, from);
}

static void choose_dims(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    struct gemm *gemm = gemm_of(kernel);
    struct uses uses = {.exprs = {0}};
    kernel_uses(kernel, &uses); /* says what indices vary with */
    uses_free(&uses);
    int32_t n = pick_own(kernel, &gemm->b.at, &gemm->a.at);
    int32_t m = pick_own(kernel, &gemm->a.at, &gemm->b.at);
    if (n < 0) {
        n = pick_still(kernel);
    } else if (m < 0) {
        m = pick_still(kernel);
    }
    bool is_transposed = m >= 0 && llabs(gemm->c.at.stride[m]) == 1 && kernel->extent[m] > 1;
    if (is_transposed) {
        int32_t old = m;
        m = n;
        n = old;
        /* The operands are swapped below, where their registered places stay what they are. */
        swap_operands(kernel);
    }
    if (n < 0) {
        n = (int32_t)kernel->parallel_count;
        kernel_add_unit(lowering, kernel->parallel_count);
    }
    if (m < 0) {
        uint32_t position = kernel->parallel_count;
        kernel_add_unit(lowering, position);
        m = (int32_t)position;
    }
    if (kernel->dim_count == kernel->parallel_count) {
        kernel_add_unit(lowering, kernel->dim_count);
        kernel->parallel_count--;
    }
    order_dims(lowering, (uint32_t)m, (uint32_t)n, pick_k(kernel));
}

static bool reads_reduced(struct expr *expr, int32_t stamp) {
    if (expr->note == stamp) {
        return false;
    }
    expr->note = stamp;
    bool found = expr->kind == EXPR_REDUCED;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        found = reads_reduced(expr->args[i], stamp) || found;
    }
    return found;
}

/* Whether the first statement alone reads the product, so that it may overwrite it. */
static bool first_alone_reads(const struct kernel *kernel) {
    for (uint32_t i = 1; i < kernel->result_count; i++) {
        if (reads_reduced(kernel->results[i].value, (int32_t)i)) {
            return false;
        }
    }
    return true;
}

/* Where the product lies: the anchor's own buffer; or that of the one root whose statement alone
 * reads it; or a tile in the thread's scratch. */
static struct access result_access(struct lowering *lowering, const struct affine *map) {
    const struct node *anchor = lowering->group->anchor;
    if (anchor->fusion.materialised) {
        return buffer_access(anchor, map);
    }
    const struct kernel *kernel = lowering->kernel;
    const struct statement *first = &kernel->results[0];
    bool in_place = first->store.buffer->element == anchor->element && first_alone_reads(kernel);
    if (in_place) {
        return first->store;
    }
    struct kernel_buffer *tile = ARENA_NEW(lowering->graph->arena, struct kernel_buffer);
    tile->kind = BUFFER_TILE;
    tile->element = anchor->element;
    tile->comment = "the product, until its tile is done";
    return (struct access){.buffer = tile};
}

static void finish_tile(struct kernel *kernel) {
    struct access *c = &gemm_of(kernel)->c;
    if (c->buffer->kind != BUFFER_TILE) {
        return;
    }
    uint32_t n = kernel->parallel_count - 1;
    c->at = (struct affine){0};
    c->at.stride[n] = 1;
    c->at.stride[n - 1] = kernel->tile[n];
    c->buffer->elements = kernel->tile[n] * kernel->tile[n - 1];
}

/* All rows, and as many columns of weights as are worth a task. */
static void weights_choose_tile(struct kernel *kernel, int64_t batch) {
    const uint32_t n = kernel->parallel_count - 1, m = n - 1;
    kernel->tile[m] = kernel->extent[m] > 0 ? kernel->extent[m] : 1;
    kernel->tile[n] = kernel->extent[n] > 0 ? kernel->extent[n] : 1;
    const struct sdyrt_product whole = product_of(kernel, 0);
    const struct sdyrt_weights weights = weights_of(kernel, &whole);
    const uint32_t columns = is_turned(gemm_of(kernel)) ? m : n;
    const int64_t tile = sdyrt_weights_tile(&weights, batch);
    kernel->tile[columns] = tile < kernel->tile[columns] ? tile : kernel->tile[columns];
}

/* The tile of a matrix product, by its shape; of small ones many are a task, where no statements
 * follow on each, but for those by narrow weights, whose kernels compute one. */
static void choose_tile(struct kernel *kernel) {
    const struct gemm *gemm = gemm_of(kernel);
    uint32_t n = kernel->parallel_count - 1, m = n - 1, k = kernel->dim_count - 1;
    int64_t batch = 1, depth = 1;
    for (uint32_t d = 0; d < m; d++) {
        batch *= kernel->extent[d];
    }
    for (uint32_t d = n + 1; d <= k; d++) {
        depth *= kernel->extent[d];
    }
    if (gemm->by_weights) {
        weights_choose_tile(kernel, batch);
    } else {
        const struct sdyrt_product_phase phase = {.type = gemm_type(gemm),
                                                  .batch = batch,
                                                  .m = kernel->extent[m],
                                                  .n = kernel->extent[n],
                                                  .k = kernel->extent[k],
                                                  .by_columns = gemm->b.at.stride[k] == 1};
        sdyrt_product_tile(&phase, &kernel->tile[m], &kernel->tile[n]);
    }
    int64_t work = kernel->tile[m] * kernel->tile[n] * depth;
    bool takes_many = work > 0 && kernel->result_count == 0 && !gemm->by_weights;
    int64_t wanted = takes_many ? SDYRT_TASK_WORK / work : 1;
    for (uint32_t d = m; d-- > 0;) {
        int64_t most = kernel->extent[d] > 1 ? kernel->extent[d] : 1;
        kernel->tile[d] = wanted < 1 ? 1 : wanted < most ? wanted : most;
        wanted /= kernel->tile[d];
    }
}

/* What the node says of the product, and its operands beside A and B. */
static void read_description(struct lowering *lowering, struct gemm *gemm,
                             const struct affine *map) {
    const struct node *anchor = lowering->group->anchor;
    const struct gemm_node none = {0}, *call = anchor->call != NULL ? anchor->call : &none;
    const uint32_t dims = lowering->kernel->dim_count;
    gemm->direct = call->direct;
    gemm->by_weights = call->by_weights;
    if (call->scale != 0) {
        gemm->scale = lower_access(lowering, anchor->operands[call->scale], map, dims);
        lowering_register(lowering, &gemm->scale.at);
    }
    if (call->zero != 0) {
        gemm->zero = lower_access(lowering, anchor->operands[call->zero], map, dims);
        lowering_register(lowering, &gemm->zero.at);
    }
}

static void gemm_lower(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *anchor = lowering->group->anchor;
    struct affine map[KERNEL_DIMS];
    identity_map(map, kernel->dim_count);
    struct gemm *gemm = kernel->call = ARENA_NEW(lowering->program->arena, struct gemm);
    gemm->a = lower_access(lowering, anchor->operands[0], map, kernel->dim_count);
    gemm->b = lower_access(lowering, anchor->operands[1], map, kernel->dim_count);
    gemm->c = result_access(lowering, map);
    gemm->in_order = lowering->graph->options->reduce == REDUCE_DEVICE;
    read_description(lowering, gemm, map);
    lowering_register(lowering, &gemm->a.at);
    lowering_register(lowering, &gemm->b.at);
    lowering_register(lowering, &gemm->c.at);
    lowering_load_reduced(lowering, &gemm->c);
    kernel_drop_units(lowering);
    const struct affine *order = store_order(lowering);
    if (gemm->c.buffer->kind == BUFFER_TILE) {
        order = &kernel->results[0].store.at;
    }
    /* In order, how terms follow each other is not a matter of memory. */
    kernel_sort(lowering, order, gemm->in_order ? NULL : &gemm->a.at);
    kernel_coalesce(lowering, gemm->in_order ? kernel->parallel_count : kernel->dim_count);
    choose_dims(lowering);
    choose_tile(kernel);
    finish_tile(kernel);
    for (size_t i = 0; i < lowering->reduced.count; i++) {
        lowering->reduced.items[i]->access = gemm->c;
    }
}

/* --- the kernel --- */

static void gemm_touch(struct walk *walk, const struct kernel *kernel) {
    const struct gemm *gemm = gemm_of(kernel);
    visit_access(walk, &gemm->a, true, false);
    visit_access(walk, &gemm->b, true, false);
    if (gemm->scale.buffer != NULL) {
        visit_access(walk, &gemm->scale, true, false);
    }
    if (gemm->zero.buffer != NULL) {
        visit_access(walk, &gemm->zero, true, false);
    }
    visit_access(walk, &gemm->c, false, true);
}

static struct library_cost gemm_cost(const struct kernel *kernel) {
    double flops = 2;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        flops *= (double)kernel->extent[d];
    }
    return (struct library_cost){.flops = flops};
}

/* --- plans --- */

/* What is planned: a widened operand is multiplied by pieces. */
static struct sdyrt_product planned_of(const struct kernel *kernel, uint32_t shape) {
    const struct sdyrt_product product = product_of(kernel, shape);
    return is_widened(gemm_of(kernel)) ? sdyrt_product_widened_piece(&product) : product;
}

/* SDYC_ROUTE=product:NAME takes that route wherever it accepts, for tests and measurements. */
static bool take_forced(const struct sdyrt_product *product,
                        const struct sdyrt_machine_class *class,
                        struct sdyrt_product_choice *choice) {
    const int64_t route =
        route_forced("product", SDYRT_PRODUCT_ROUTE_COUNT, sdyrt_product_route_name);
    return route < SDYRT_PRODUCT_ROUTE_COUNT &&
           sdyrt_product_plan_by((enum sdyrt_product_route)route, product, class, &choice->plan,
                                 &choice->cycles) != 0;
}

static struct sdyrt_product_choice choice_of(const struct sdyrt_product *product,
                                             enum sdyrt_set set, bool has_blas, bool in_folder) {
    struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    struct sdyrt_product_choice choice = {0};
    class.has_blas = has_blas && set == SDYRT_SET_BASELINE;
    if (take_forced(product, &class, &choice)) {
        return choice;
    }
    if (in_folder) {
        sdyrt_product_choose_for_folder(product, &class, &choice);
    } else {
        sdyrt_product_choose(product, &class, &choice);
    }
    return choice;
}

/* A text that runs in this process has plans for its processor alone. */
static enum sdyrt_set first_set(const struct emitter *e) {
    return e->in_folder ? SDYRT_SET_BASELINE : sdyrt_cpu_set();
}

static enum sdyrt_set end_set(const struct emitter *e) {
    return e->in_folder ? SDYRT_SET_COUNT : sdyrt_cpu_set() + 1;
}

static bool has_blas(const struct emitter *e) {
    return e->in_folder ? e->has_blas : sdyrt_cpu_set() == SDYRT_SET_BASELINE && sdyrt_blas_load();
}

/* The parts of the runtime that a plan needs, besides that of the type. */
static void need_route(struct emitter *e, const struct sdyrt_product_plan *plan) {
    const char *part = sdyrt_product_route_part(plan->route);
    if (part != NULL) {
        emit_part(e, part);
    }
}

static size_t gemm_scratch(const struct kernel *kernel) {
    const struct gemm *gemm = gemm_of(kernel);
    if (gemm->by_weights) {
        return SDYRT_WEIGHTS_SCRATCH;
    }
    return sdyrt_product_scratch(gemm_type(gemm), kernel->extent[kernel->dim_count - 1]) +
           (is_widened(gemm) ? SDYRT_PRODUCT_WIDENED_BYTES : 0);
}

/* How a whole tile is computed on this processor, what it should take, and the second best way. */
static void print_choice(struct printer *printer, const struct kernel *kernel) {
    const struct sdyrt_product product = planned_of(kernel, 0);
    const struct sdyrt_product_choice choice = choice_of(&product, sdyrt_cpu_set(), false, false);
    buffer_printf(printer->out, "      route %s%s of %s: %.0f cycles a tile",
                  sdyrt_product_route_name(choice.plan.route),
                  choice.plan.exchanged ? ", operands exchanged," : "",
                  sdyrt_isa_name(sdyrt_cpu_isa()), choice.cycles);
    if (choice.next_cycles > 0) {
        buffer_printf(printer->out, "; next %s%s: %.0f",
                      sdyrt_product_route_name(choice.next.route),
                      choice.next.exchanged ? ", exchanged" : "", choice.next_cycles);
    }
    buffer_add_char(printer->out, '\n');
}

static void gemm_print(struct printer *printer, const struct kernel *kernel) {
    const struct gemm *gemm = gemm_of(kernel);
    buffer_add(printer->out, "      ");
    program_print_access(printer, &gemm->c);
    buffer_add(printer->out, " = sum ");
    program_print_access(printer, &gemm->a);
    buffer_add(printer->out, " * ");
    program_print_access(printer, &gemm->b);
    buffer_add_char(printer->out, '\n');
    if (gemm->by_weights) {
        const struct sdyrt_product product = product_of(kernel, 0);
        const struct sdyrt_weights weights = weights_of(kernel, &product);
        weights_print(printer, &weights);
        return;
    }
    print_choice(printer, kernel);
}

/* --- emission --- */

static void print_product(struct emitter *e, const struct sdyrt_product *p) {
    emit_line(e,
              "    {%s, %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
              ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
              ", %" PRId64 ", %" PRId64 ", %" PRId64 "},",
              product_type_name((enum sdyrt_product_type)p->type), p->m, p->n, p->k, p->a_row,
              p->a_col, p->b_row, p->b_col, p->c_row, p->c_col, p->in_order, p->direct, p->count,
              p->a_step, p->b_step, p->c_step);
}

static void print_plan(struct emitter *e, const struct sdyrt_product_plan *plan) {
    emit_line(e, "    {%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "}, /* %s */",
              plan->route, plan->exchanged, plan->depth, plan->in_place, plan->isa,
              sdyrt_product_route_name(plan->route));
}

static void gemm_emit_before(struct emitter *e) {
    (void)e;
}

/* What is asked of a tile of each shape; and how it is done, on each set of instructions. They
 * stand in the function, so that kernels which differ in where their buffers lie can share it. */
static void print_tables(struct emitter *e) {
    uint32_t dims[SHAPE_DIMS], count = shape_dims(e->kernel, dims);
    if (gemm_of(e->kernel)->by_weights) {
        struct sdyrt_weights shapes[SHAPES];
        for (uint32_t shape = 0; shape < 1u << count; shape++) {
            const struct sdyrt_product product = product_of(e->kernel, shape);
            shapes[shape] = weights_of(e->kernel, &product);
        }
        weights_print_tables(e, shapes, 1u << count);
        return;
    }
    emit_symbol(e, "sdyrt_product");
    emit_header(e, is_widened(gemm_of(e->kernel)) ? "product_widened.h" : "product.h");
    emit_line(
        e,
        "/* m, n, k, strides of rows and columns: A, B, C, in order, direct; how many, steps */");
    emit_line(e, "static const struct sdyrt_product products[%u] = {", 1u << count);
    for (uint32_t shape = 0; shape < 1u << count; shape++) {
        const struct sdyrt_product product = product_of(e->kernel, shape);
        print_product(e, &product);
    }
    emit_line(e, "};");
    emit_line(e, "static const struct sdyrt_product_plan plans[%u] = {",
              (1u << count) * (unsigned)(end_set(e) - first_set(e)));
    for (uint32_t shape = 0; shape < 1u << count; shape++) {
        const struct sdyrt_product product = planned_of(e->kernel, shape);
        for (enum sdyrt_set set = first_set(e); set < end_set(e); set++) {
            const struct sdyrt_product_plan plan =
                choice_of(&product, set, has_blas(e), e->in_folder).plan;
            print_plan(e, &plan);
            need_route(e, &plan);
        }
    }
    emit_line(e, "};");
}

/* Declares `shape`, of the tile at hand, if there are several. */
static const char *shape_text(struct emitter *e) {
    uint32_t dims[SHAPE_DIMS], count = shape_dims(e->kernel, dims);
    const char *text = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct dimension *dim = &e->dims[dims[i]];
        const char *bit = emit_text(e, "(%s - %s < %" PRId64 ") * %u", dim->high, emit_low(dim),
                                    e->kernel->tile[dims[i]], 1u << i);
        text = text == NULL ? bit : emit_text(e, "%s + %s", text, bit);
    }
    return text;
}

/* Whether this call adds to what earlier ones left. */
static const char *accumulate_text(struct emitter *e, uint32_t first, uint32_t k) {
    const char *text = NULL;
    for (uint32_t d = first; d < k; d++) {
        if (e->kernel->extent[d] > 1) {
            text = text == NULL ? e->dims[d].at : emit_text(e, "(%s | %s)", text, e->dims[d].at);
        }
    }
    return text == NULL ? "0" : emit_text(e, "%s != 0", text);
}

/* In a loop over small products of a task a dimension has one point: no strip goes along it. */
static void stand_at_point(struct emitter *e, uint32_t loops) {
    for (uint32_t d = 0; loops >> d; d++) {
        e->dims[d].size = 1;
        e->dims[d].ragged = false;
    }
}

static void call_product(struct emitter *e, const char *shape, const char *accumulate) {
    const struct gemm *gemm = gemm_of(e->kernel);
    if (gemm->by_weights) {
        const struct sdyrt_product product = product_of(e->kernel, 0);
        const struct sdyrt_weights weights = weights_of(e->kernel, &product);
        weights_call(e, &weights, shape, accumulate, is_turned(gemm));
        return;
    }
    const char *plan = shape == NULL ? "0" : "shape";
    if (e->in_folder) {
        plan = emit_text(e, "%s * SDYRT_SET_COUNT + %s", plan, route_processor(e, "set"));
    }
    const bool turned = is_turned(gemm);
    const char *a = emit_pointer(e, turned ? &gemm->b : &gemm->a).text;
    const char *b = emit_pointer(e, turned ? &gemm->a : &gemm->b).text;
    const char *how =
        emit_text(e, "&products[%s], &plans[%s]", shape == NULL ? "0" : "shape", plan);
    const char *multiply = is_widened(gemm) ? "sdyrt_product_widened" : "sdyrt_product";
    emit_line(e, "%s(%s, %s, %s, %s, %s, scratch);", emit_symbol(e, "%s", multiply), how, a, b,
              emit_pointer(e, &gemm->c).text, accumulate);
}

/* What chooses a matrix is declared outside of the loops over terms, where results may use it. */
static void declare_indices(struct emitter *e) {
    const struct gemm *gemm = gemm_of(e->kernel);
    const struct access *operands[] = {&gemm->a, &gemm->b, &gemm->scale, &gemm->zero};
    e->strip = emit_one_point();
    for (uint32_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        for (uint32_t k = 0; k < operands[i]->indirect_count; k++) {
            emit_scalar(e, operands[i]->indirect[k].index);
        }
    }
}

static void gemm_emit(struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    uint32_t m = kernel->parallel_count - 2, n = m + 1, k = kernel->dim_count - 1;
    const uint32_t end = weights_have_blocks(kernel) ? k - 1 : k; /* a call takes all blocks */
    uint32_t loops = (1u << m) - 1, outer_k = ((1u << end) - 1) & ~((1u << (n + 1)) - 1);
    e->used.products = e->used.scratch = true;
    emit_tile_dimensions(e);
    emit_declare_buffers(e, true, true);
    if (!gemm_of(kernel)->by_weights) {
        emit_part(e, product_part(gemm_type(gemm_of(kernel))));
    }
    print_tables(e);
    const char *shape = shape_text(e);
    if (shape != NULL) {
        emit_line(e, "const int shape = %s;", shape);
    }
    bool is_batch = m > 0 && e->dims[m - 1].size > 1 && kernel->result_count == 0;
    int32_t opened = emit_open_loops(e, is_batch ? loops & ~(1u << (m - 1)) : loops);
    declare_indices(e);
    int32_t inside = emit_open_loops(e, outer_k);
    call_product(e, shape, accumulate_text(e, n + 1, end));
    emit_close_blocks(e, inside);
    if (kernel->result_count > 0) {
        stand_at_point(e, loops);
        emit_plan(e);
        emit_keep_strips(e, false);
        emit_results(e, 1u << m | 1u << n);
    }
    emit_close_blocks(e, opened);
}

const struct library library_gemm = {
    .name = "product",
    .symbol = "sdyrt_product",
    .header = "product.h",
    .hosts = true,
    .sums = true,
    .names_buffers = true,
    .lower = gemm_lower,
    .touch = gemm_touch,
    .cost = gemm_cost,
    .tasks = kernel_count_tiles,
    .scratch = gemm_scratch,
    .emit_before = gemm_emit_before,
    .emit = gemm_emit,
    .print = gemm_print,
};
