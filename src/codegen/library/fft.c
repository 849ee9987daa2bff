/* Fourier transforms along one dimension. */
#include "codegen/library/matrix.h"
#include "codegen/library/route.h"
#include "fft_plan.h"
#include "support/support.h"

#include <math.h>

LIBRARY(fft);

struct fft { /* what struct node's `call` is */
    uint32_t dim;
    enum fourier_form form;
    bool inverse;
};

/* --- the node --- */

/* The operand, whose transformed dimension may be of another size, is read along a further one. */
struct node *node_fourier(struct kernel_builder *builder, const struct type *type,
                          struct node *operand, uint32_t dim, enum fourier_form form,
                          bool inverse) {
    int64_t from = node_extent(operand, dim), to = type->dims[dim];
    if (!sdyrt_fft_has(form == FOURIER_TO_REAL ? to : from)) {
        return NULL;
    }
    uint32_t rank = node_rank(operand);
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        map[d] = affine_dim(d == dim ? rank : d, 1, 0);
    }
    struct node *node =
        node_library(builder, &library_fft, type, term_read(builder, operand, map), NULL);
    node->sequential = 1;
    node->extent[node->rank] = from;
    const struct fft call = {.dim = operand->lead + dim, .form = form, .inverse = inverse};
    node_tell(builder, node, &call, sizeof call);
    node_follow(node, operand);
    return node;
}

/* --- plans --- */

ROUTE_FAMILY(sdyrt_fft_plan, sdyrt_fft_plan_by, sdyrt_fft_choose, .name = "fft",
             .routes = SDYRT_FFT_ROUTE_COUNT, .route_name = sdyrt_fft_route_name,
             .sentence = sdyrt_fft_route_sentence);

/* --- the kernels --- */

static struct kernel_buffer *table_buffer(struct lowering *lowering, const struct sdyrt_fft *what,
                                          const struct sdyrt_fft_plan *plan) {
    int64_t count = sdyrt_fft_table_size(what, plan);
    enum element element = what->type == SDYRT_PRODUCT_C64 ? ELEMENT_F32 : ELEMENT_F64;
    void *table =
        arena_array(lowering->program->arena, (size_t)count + 1, element_info[element].bytes);
    void *scratch = memory_alloc(sdyrt_fft_table_scratch(what, plan) + 1);
    sdyrt_fft_fill_table(what, plan, table, scratch);
    memory_free(scratch);
    return lowering_add_constant(lowering, element, count, table, "roots of unity");
}

static struct sdyrt_fft describe(const struct kernel *kernel, const struct node *node,
                                 const struct access *accesses) {
    const struct fft *call = node->call;
    const struct affine *from = &accesses[0].at, *to = &accesses[1].at;
    enum element complex = accesses[call->form == FOURIER_FROM_REAL ? 1 : 0].buffer->element;
    struct kernel outer = *kernel;
    outer.extent[call->dim] = 1;
    struct sdyrt_fft what = {
        .type = matrix_type(complex),
        .form = call->form == FOURIER_COMPLEX     ? SDYRT_FFT_COMPLEX
                : call->form == FOURIER_FROM_REAL ? SDYRT_FFT_FROM_REAL
                                                  : SDYRT_FFT_TO_REAL,
        .inverse = call->inverse,
        .size = kernel->extent[call->form == FOURIER_TO_REAL ? call->dim : node->rank],
        .from = from->stride[node->rank],
        .to = to->stride[call->dim]};
    what.rank = matrix_batch(&outer, node->rank, 2, accesses, what.outer_size,
                             (int64_t *[2]){what.outer_from, what.outer_to});
    return what;
}

static void fft_lower(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    struct access accesses[2] = {library_operand(lowering, 0), library_result(node)};
    struct sdyrt_fft what = describe(kernel, node, accesses);
    struct call_operand operands[4] = {{.access = accesses[0]}, {.access = accesses[1]}};
    const struct route_plans *plans = route_plans_make(lowering->program->arena, &family, &what);
    /* Those of all processors have the same tasks, and the same table. */
    const struct sdyrt_fft_plan *plan = (const struct sdyrt_fft_plan *)plans->of[0];
    operands[2].access.buffer = table_buffer(lowering, &what, plan);
    operands[2].loads = true;
    int64_t phases = sdyrt_fft_phases(plan), shared = sdyrt_fft_shared(&what, plan);
    if (phases > 1) {
        operands[3].access.buffer = lowering_add_buffer(lowering, accesses[0].buffer->element,
                                                        shared, "columns of a Fourier transform");
    }
    double points = (double)node->elements / (double)phases;
    for (what.phase = 0; what.phase < phases; what.phase++) {
        if (what.phase > 0) {
            lowering_add_kernel(lowering, kernel->comment);
        }
        operands[0].loads = operands[3].stores = what.phase == 0;
        operands[1].stores = operands[3].loads = what.phase == phases - 1;
        struct library_call *call = library_call_new(lowering, &library_fft, &what, sizeof what,
                                                     phases > 1 ? 4 : 3, operands);
        call->plans = plans;
        call->tasks = sdyrt_fft_tasks(&what, plan);
        call->scratch = sdyrt_fft_scratch(&what, plan);
        call->cost.flops = points * (20 + 5 * log2((double)what.size + 1));
        call->cost.bytes = 2 * points * element_info[accesses[0].buffer->element].bytes;
    }
}

static const char *fft_parts(const void *what) {
    return ((const struct sdyrt_fft *)what)->type == SDYRT_PRODUCT_C64 ? "FFT_F32" : "FFT_F64";
}

const struct library library_fft = {
    .name = "Fourier transform",
    .symbol = "sdyrt_fft",
    .header = "fft.h",
    .parts = fft_parts,
    .lower = fft_lower,
    LIBRARY_CALL,
};
