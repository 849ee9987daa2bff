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
#include "product_split.h"
#include "product_weights_plan.h"
#include "product_widened.h"
#include "tasks.h"

LIBRARY(gemm);

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

bool gemm_is_turned(const struct gemm *gemm) {
    return gemm->by_weights ? gemm->weights_left
                            : is_widened(gemm) && gemm->b.buffer->element == ELEMENT_F32;
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

struct sdyrt_product gemm_product(const struct kernel *kernel, uint32_t shape) {
    const struct gemm *gemm = kernel_gemm(kernel);
    const uint32_t last = kernel->parallel_count - 1, k = kernel->dim_count - 1;
    const bool turned = gemm_is_turned(gemm);
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
    return &kernel_gemm(lowering->kernel)->c.at;
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
    struct access *c = &kernel_gemm(kernel)->c;
    if (c->buffer->kind != BUFFER_TILE) {
        return;
    }
    uint32_t n = kernel->parallel_count - 1;
    c->at = (struct affine){0};
    c->at.stride[n] = 1;
    c->at.stride[n - 1] = kernel->tile[n];
    c->buffer->elements = kernel->tile[n] * kernel->tile[n - 1];
    const int32_t part = weights_part_dim(kernel);
    if (part >= 0 && (uint32_t)part < n) {
        c->at.stride[part] = c->buffer->elements;
        c->buffer->elements *= kernel->tile[part];
    }
}

static int64_t piece_count(const struct gemm *gemm) {
    return gemm->pieces.down * gemm->pieces.across;
}

static int64_t gemm_tasks(const struct kernel *kernel) {
    return kernel_count_tiles(kernel) * piece_count(kernel_gemm(kernel));
}

static int64_t gemm_joins(const struct kernel *kernel) {
    const int64_t pieces = piece_count(kernel_gemm(kernel));
    return pieces > 1 ? pieces : 0;
}

/* The tile of a matrix product, by its shape; of small ones many are a task, where no statements
 * follow on each, but for those by narrow weights, whose kernels compute one. */
static void choose_tile(struct kernel *kernel) {
    struct gemm *gemm = kernel_gemm(kernel);
    uint32_t n = kernel->parallel_count - 1, m = n - 1, k = kernel->dim_count - 1;
    int64_t batch = 1, depth = 1;
    for (uint32_t d = 0; d < m; d++) {
        batch *= kernel->extent[d];
    }
    for (uint32_t d = n + 1; d <= k; d++) {
        depth *= kernel->extent[d];
    }
    gemm->pieces = (struct sdyrt_product_pieces){.down = 1, .across = 1};
    if (gemm->by_weights) {
        weights_choose_tile(kernel, batch);
    } else {
        struct sdyrt_product_phase phase = {.type = gemm_type(gemm),
                                            .batch = batch,
                                            .m = kernel->extent[m],
                                            .n = kernel->extent[n],
                                            .k = kernel->extent[k],
                                            .by_columns = gemm->b.at.stride[k] == 1};
        sdyrt_product_tile(&phase, &gemm->sample[0], &gemm->sample[1]);
        phase.in_pieces = !is_widened(gemm);
        sdyrt_product_tile(&phase, &kernel->tile[m], &kernel->tile[n]);
        if (!is_widened(gemm)) {
            phase.k = depth;
            gemm->pieces = sdyrt_product_cut(&phase, kernel->tile[m], kernel->tile[n]);
        }
    }
    int64_t work = kernel->tile[m] * kernel->tile[n] * depth;
    bool takes_many = work > 0 && kernel->result_count == 0 && !gemm->by_weights;
    int64_t wanted = takes_many ? SDYRT_TASK_WORK / work : 1;
    for (uint32_t d = gemm->by_weights && m > 0 ? m - 1 : m; d-- > 0;) {
        int64_t most = kernel->extent[d] > 1 ? kernel->extent[d] : 1;
        kernel->tile[d] = wanted < 1 ? 1 : wanted < most ? wanted : most;
        wanted /= kernel->tile[d];
    }
    const int32_t part = weights_part_dim(kernel);
    if (part >= 0 && (uint32_t)part < m) {
        kernel->tile[part] = kernel->extent[part];
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
    gemm->weights_left = call->weights_left;
    gemm->packed = call->packed;
    if (call->packed.type != SDYRT_WEIGHTS_NONE) {
        gemm->part = affine_dim(call->packed.dim, 1, 0);
        lowering_register(lowering, &gemm->part);
    }
    if (call->scale != 0) {
        gemm->scale = lower_access(lowering, anchor->operands[call->scale], map, dims);
        lowering_register(lowering, &gemm->scale.at);
    }
    if (call->zero != 0) {
        gemm->zero = lower_access(lowering, anchor->operands[call->zero], map, dims);
        lowering_register(lowering, &gemm->zero.at);
    }
}

/* Points along which one operand goes on and the other one does not, or both do, of one device. */
static int64_t device_points(const struct kernel *kernel, uint32_t lead, const struct affine *a,
                             const struct affine *b, bool both) {
    int64_t points = 1;
    for (uint32_t d = lead; d < kernel->dim_count; d++) {
        bool is_contracted = d >= kernel->parallel_count;
        bool counts =
            both ? is_contracted : !is_contracted && a->stride[d] != 0 && b->stride[d] == 0;
        points *= counts ? kernel->extent[d] : 1;
    }
    return points;
}

/* Whether what each device multiplies is too small to be split, which gives other bits: how many
 * devices share a process, and are multiplied at once, is not to change any. */
static bool is_small_of_device(const struct lowering *lowering, const struct gemm *gemm) {
    const struct kernel *kernel = lowering->kernel;
    const uint32_t lead = lowering->graph->instances.count;
    const struct affine *a = &gemm->a.at, *b = &gemm->b.at;
    const struct sdyrt_product device = {.type = gemm_type(gemm),
                                         .m = device_points(kernel, lead, a, b, false),
                                         .n = device_points(kernel, lead, b, a, false),
                                         .k = device_points(kernel, lead, a, b, true),
                                         .count = 1};
    return lowering->graph->options->storage == STORAGE_PRIVATE && !sdyrt_product_is_split(&device);
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
    gemm->direct |= is_small_of_device(lowering, gemm);
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
    gemm_choose_dims(lowering);
    choose_tile(kernel);
    finish_tile(kernel);
    for (size_t i = 0; i < lowering->reduced.count; i++) {
        lowering->reduced.items[i]->access = gemm->c;
    }
}

/* --- the kernel --- */

static void gemm_touch(struct walk *walk, const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
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
    const struct sdyrt_product product = gemm_product(kernel, shape);
    return is_widened(kernel_gemm(kernel)) ? sdyrt_product_widened_piece(&product) : product;
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

/* The choice for a tile whose route a sample of it has chosen. */
static void take_route(const struct sdyrt_product *product, const struct sdyrt_machine_class *class,
                       enum sdyrt_product_route route, struct sdyrt_product_choice *choice) {
    struct sdyrt_product_choice by = {.next = choice->plan, .next_cycles = choice->cycles};
    if (route != choice->plan.route &&
        sdyrt_product_plan_by(route, product, class, &by.plan, &by.cycles)) {
        *choice = by;
    }
}

/* A tile may have more rows in one process than in each of several. A sample, whose size hardly
 * depends on how many there are, chooses the route, so that the bits are the same. */
static struct sdyrt_product_choice choice_of(const struct kernel *kernel,
                                             const struct sdyrt_product *product,
                                             enum sdyrt_set set, bool has_blas, bool in_folder) {
    struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    struct sdyrt_product_choice choice = {0}, of_sample;
    struct sdyrt_product sample = *product;
    class.has_blas = has_blas && set == SDYRT_SET_BASELINE;
    if (take_forced(product, &class, &choice)) {
        return choice;
    }
    void (*choose)(const struct sdyrt_product *, const struct sdyrt_machine_class *,
                   struct sdyrt_product_choice *) =
        in_folder ? sdyrt_product_choose_for_folder : sdyrt_product_choose;
    const int64_t *most = kernel_gemm(kernel)->sample;
    sample.m = sample.m < most[0] ? sample.m : most[0];
    sample.n = sample.n < most[1] ? sample.n : most[1];
    choose(product, &class, &choice);
    if (sample.m < product->m || sample.n < product->n) {
        choose(&sample, &class, &of_sample);
        take_route(product, &class, of_sample.plan.route, &choice);
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
    const struct gemm *gemm = kernel_gemm(kernel);
    if (gemm->by_weights) {
        return weights_scratch(kernel);
    }
    if (is_widened(gemm)) { /* piece by piece */
        return sdyrt_product_scratch(SDYRT_PRODUCT_F32, kernel->extent[kernel->dim_count - 1]) +
               SDYRT_PRODUCT_WIDENED_BYTES;
    }
    const struct sdyrt_product product = gemm_product(kernel, 0);
    return sdyrt_product_scratch_of(&product);
}

/* How a whole tile is computed on this processor, what it should take, and the second best way. */
static void print_choice(struct printer *printer, const struct kernel *kernel) {
    const struct sdyrt_product product = planned_of(kernel, 0);
    const struct sdyrt_product_choice choice =
        choice_of(kernel, &product, sdyrt_cpu_set(), false, false);
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
    const struct gemm *gemm = kernel_gemm(kernel);
    buffer_add(printer->out, "      ");
    program_print_access(printer, &gemm->c);
    buffer_add(printer->out, " = sum ");
    program_print_access(printer, &gemm->a);
    buffer_add(printer->out, " * ");
    program_print_access(printer, &gemm->b);
    buffer_add_char(printer->out, '\n');
    if (gemm->by_weights) {
        const struct sdyrt_product product = gemm_product(kernel, 0);
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
    if (kernel_gemm(e->kernel)->by_weights) {
        struct sdyrt_weights shapes[SHAPES];
        for (uint32_t shape = 0; shape < 1u << count; shape++) {
            const struct sdyrt_product product = gemm_product(e->kernel, shape);
            shapes[shape] = weights_of(e->kernel, &product);
        }
        weights_print_tables(e, shapes, 1u << count);
        return;
    }
    emit_symbol(e, "sdyrt_product");
    emit_header(e, is_widened(kernel_gemm(e->kernel)) ? "product_widened.h" : "product.h");
    emit_line(
        e,
        "/* m, n, k, strides of rows and columns: A, B, C, in order, direct; how many, steps */");
    emit_line(e, "static const struct sdyrt_product products[%u] = {", 1u << count);
    for (uint32_t shape = 0; shape < 1u << count; shape++) {
        const struct sdyrt_product product = gemm_product(e->kernel, shape);
        print_product(e, &product);
    }
    emit_line(e, "};");
    emit_line(e, "static const struct sdyrt_product_plan plans[%u] = {",
              (1u << count) * (unsigned)(end_set(e) - first_set(e)));
    for (uint32_t shape = 0; shape < 1u << count; shape++) {
        const struct sdyrt_product product = planned_of(e->kernel, shape);
        for (enum sdyrt_set set = first_set(e); set < end_set(e); set++) {
            const struct sdyrt_product_plan plan =
                choice_of(e->kernel, &product, set, has_blas(e), e->in_folder).plan;
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

static const char *product_text(struct emitter *e, const char *shape) {
    return emit_text(e, "products[%s]", shape == NULL ? "0" : "shape");
}

static const char *plan_text(struct emitter *e, const char *shape) {
    const char *plan = shape == NULL ? "0" : "shape";
    if (e->in_folder) {
        plan = emit_text(e, "%s * SDYRT_SET_COUNT + %s", plan, route_processor(e, "set"));
    }
    return emit_text(e, "plans[%s]", plan);
}

static void call_product(struct emitter *e, const char *shape, const char *accumulate) {
    const struct gemm *gemm = kernel_gemm(e->kernel);
    if (gemm->by_weights) {
        const struct sdyrt_product product = gemm_product(e->kernel, 0);
        const struct sdyrt_weights weights = weights_of(e->kernel, &product);
        weights_call(e, &weights, shape, accumulate, gemm_is_turned(gemm));
        return;
    }
    const bool turned = gemm_is_turned(gemm);
    const char *a = emit_pointer(e, turned ? &gemm->b : &gemm->a).text;
    const char *b = emit_pointer(e, turned ? &gemm->a : &gemm->b).text;
    const char *what = e->kernel->together > 0 ? "part" : product_text(e, shape);
    const char *how = emit_text(e, "&%s, &%s", what, plan_text(e, shape));
    const char *multiply = is_widened(gemm) ? "sdyrt_product_widened" : "sdyrt_product";
    emit_line(e, "%s(%s, %s, %s, %s, %s, scratch);", emit_symbol(e, "%s", multiply), how, a, b,
              emit_pointer(e, &gemm->c).text, accumulate);
}

/* What chooses a matrix is declared outside of the loops over terms, where results may use it. */
static void declare_indices(struct emitter *e) {
    const struct gemm *gemm = kernel_gemm(e->kernel);
    const struct access *operands[] = {&gemm->a, &gemm->b, &gemm->scale, &gemm->zero};
    e->strip = emit_one_point();
    for (uint32_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        for (uint32_t k = 0; k < operands[i]->indirect_count; k++) {
            emit_scalar(e, operands[i]->indirect[k].index);
        }
    }
}

/* The number of the tile, of a function that may take several pieces of it. */
static void declare_task(struct emitter *e) {
    if (e->kernel->together > 0 && kernel_count_tiles(e->kernel) > 1) {
        emit_line(e, "const int64_t task = first / %" PRId64 ";",
                  piece_count(kernel_gemm(e->kernel)));
    }
}

/* Cuts a dimension of the tile down to a part. */
static void cut_dimension(struct dimension *dim, const char *low, const char *high) {
    dim->low = dim->at = low;
    dim->high = high;
    dim->ragged = true;
}

/* The tile becomes those pieces of it that are multiplied together; its product, theirs. */
static void take_pieces(struct emitter *e, const char *shape) {
    const struct sdyrt_product_pieces *p = &kernel_gemm(e->kernel)->pieces;
    const uint32_t n = e->kernel->parallel_count - 1, m = n - 1;
    emit_line(e, "/* a piece of a tile: rows, columns; how many below and beside each other */");
    emit_line(e,
              "static const struct sdyrt_product_pieces pieces = {%" PRId64 ", %" PRId64
              ", %" PRId64 ", %" PRId64 "};",
              p->rows, p->cols, p->down, p->across);
    emit_line(e, "struct sdyrt_product_part tile = {%s, %s, %s, %s};", emit_low(&e->dims[m]),
              e->dims[m].high, emit_low(&e->dims[n]), e->dims[n].high);
    emit_line(e, "const int64_t done = %s(&pieces, &%s, first %% %" PRId64 ", most, &tile);",
              emit_symbol(e, "sdyrt_product_join"), plan_text(e, shape), p->down * p->across);
    emit_open(e, "if (tile.row == tile.row_end || tile.col == tile.col_end)");
    emit_line(e, "return done;");
    emit_close(e);
    emit_line(e, "struct sdyrt_product part = %s;", product_text(e, shape));
    emit_line(e, "part.m = tile.row_end - tile.row;");
    emit_line(e, "part.n = tile.col_end - tile.col;");
    cut_dimension(&e->dims[m], "tile.row", "tile.row_end");
    if (p->across > 1) {
        cut_dimension(&e->dims[n], "tile.col", "tile.col_end");
    }
}

static void gemm_emit(struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    const uint32_t m = kernel->parallel_count - 2, n = m + 1;
    const uint32_t end = weights_first_taken(kernel);
    const int32_t part = weights_part_dim(kernel);
    const uint32_t parts = part >= 0 && (uint32_t)part < m ? 1u << part : 0;
    uint32_t loops = ((1u << m) - 1) & ~parts;
    uint32_t outer_k = ((1u << end) - 1) & ~((1u << (n + 1)) - 1);
    e->used.products = e->used.scratch = true;
    declare_task(e);
    emit_tile_dimensions(e);
    emit_declare_buffers(e, true, true);
    if (!kernel_gemm(kernel)->by_weights) {
        emit_part(e, product_part(gemm_type(kernel_gemm(kernel))));
    }
    print_tables(e);
    const char *shape = shape_text(e);
    if (shape != NULL) {
        emit_line(e, "const int shape = %s;", shape);
    }
    if (kernel->together > 0) {
        take_pieces(e, shape);
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
        emit_results(e, 1u << m | 1u << n | parts);
    }
    emit_close_blocks(e, opened);
    if (kernel->together > 0) {
        emit_line(e, "return done;");
    }
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
    .tasks = gemm_tasks,
    .joins = gemm_joins,
    .scratch = gemm_scratch,
    .emit_before = gemm_emit_before,
    .emit = gemm_emit,
    .print = gemm_print,
};
