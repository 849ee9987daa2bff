/* Convolutions of few results that are long sums of large operands, as the gradients of 1x1 kernels
 * are. A task of such a one would read much for few results; so a piece of the sum is a task, and
 * reads its operands once. The pieces are a buffer of their own, and a reduction adds them, in
 * order, and does what follows the convolution. */
#include "codegen/library/convolution.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/visit.h"

/* Whether it is one convolution of floats, and the kernel has room for one dimension more. */
static bool can_be_split(const struct kernel *kernel, const struct convolution *conv) {
    enum element element = conv->output->element;
    return conv->instances == 1 && conv->instance_count == 0 && kernel->dim_count < KERNEL_DIMS &&
           (element == ELEMENT_F32 || element == ELEMENT_F64);
}

/* Dense results, channels last. */
static void set_dense_results(struct sdyrt_conv *what) {
    what->out_channel = 1;
    what->out_batch = what->out_channels;
    int64_t stride = what->batch * what->out_channels;
    for (uint32_t i = SDYRT_CONV_RANK; i-- > 0;) {
        what->out_spatial[i] = stride;
        stride *= what->out_size[i];
    }
}

struct affine convolution_result_place(const struct convolution *conv) {
    const struct sdyrt_conv *what = &conv->what;
    struct affine at = {.offset = conv->output_offset};
    at.stride[conv->result_dim[0]] = what->out_batch;
    at.stride[conv->result_dim[1]] = what->out_channel;
    for (uint32_t s = 0; s < conv->spatial; s++) {
        uint32_t i = SDYRT_CONV_RANK - conv->spatial + s;
        at.stride[conv->result_dim[2 + s]] = what->out_spatial[i];
    }
    return at;
}

/* A kernel of all pieces, numbered by a dimension behind those of the results. */
static struct kernel *make_pieces(struct program *program, const struct kernel *kernel,
                                  int64_t count) {
    const struct convolution *from = kernel->call;
    struct kernel *part = arena_copy(program->arena, kernel, sizeof *kernel);
    struct convolution *conv = part->call = arena_copy(program->arena, from, sizeof *from);
    struct sdyrt_conv *what = &conv->what;
    int64_t elements = 1;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        elements *= kernel->extent[d];
    }
    what->in_channels /= count;
    what->pieces = count;
    set_dense_results(what);
    convolution_plan(program->arena, what, &conv->plans);
    conv->output = program_add_partial(program, from->output->element, count * elements);
    conv->output_offset = 0;
    conv->instances = count;
    conv->instance_count = 1;
    conv->instance[0] = (struct instance_dim){.dim = kernel->dim_count,
                                              .size = count,
                                              .input = what->in_channels * what->in_channel,
                                              .kernel = what->in_channels * what->kernel_in,
                                              .output = elements};
    part->comment =
        arena_printf(program->arena, "%s, in parts", kernel->comment ? kernel->comment : "");
    part->extent[part->dim_count] = part->tile[part->dim_count] = count;
    part->dim_count = ++part->parallel_count;
    part->result_count = 0;
    part->results = NULL;
    return part;
}

/* The sum over the pieces. */
static struct reduction *sum_of(struct program *program, const struct kernel *part) {
    const struct convolution *conv = part->call;
    struct arena *arena = program->arena;
    struct reduction *sum = ARENA_NEW(arena, struct reduction);
    enum element element = conv->output->element;
    sum->count = 1;
    sum->simple = SCALAR_ADD;
    sum->types = arena_copy(arena, &element, sizeof element);
    sum->init = ARENA_NEW(arena, struct expr *);
    sum->term = ARENA_NEW(arena, struct expr *);
    sum->init[0] = expr_new(arena, EXPR_CONSTANT, element);
    sum->term[0] = expr_new(arena, EXPR_LOAD, element);
    sum->term[0]->access =
        (struct access){.buffer = conv->output, .at = convolution_result_place(conv)};
    sum->term[0]->access.at.stride[conv->instance[0].dim] = conv->instance[0].output;
    return sum;
}

/* What the statements read of the convolution's result, each at its own point, they find in the
 * sum; where there are none, the sum itself is stored. */
static void take_results(struct program *program, struct kernel *kernel,
                         const struct convolution *conv) {
    struct uses uses = {0};
    if (kernel->result_count == 0) {
        const struct affine at = convolution_result_place(conv);
        kernel->results = ARENA_NEW(program->arena, struct statement);
        kernel->results->store = (struct access){.buffer = conv->output, .at = at};
        kernel->results->value = expr_new(program->arena, EXPR_REDUCED, conv->output->element);
        kernel->result_count = 1;
        return;
    }
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.exprs.count; i++) {
        struct expr *expr = uses.exprs.items[i].expr;
        if (expr->kind == EXPR_LOAD && expr->access.buffer == conv->output) {
            expr->kind = EXPR_REDUCED;
            expr->number = 0;
        }
    }
    uses_free(&uses);
}

struct kernel *convolution_split(struct program *program, struct kernel *kernel) {
    const struct convolution *conv = kernel->call;
    const int64_t count = can_be_split(kernel, conv) ? sdyrt_conv_pieces(&conv->what) : 1;
    if (count <= 1) {
        return NULL;
    }
    struct kernel *part = make_pieces(program, kernel, count);
    kernel->kind = KERNEL_LOOP;
    kernel->library = NULL;
    kernel->call = NULL;
    take_results(program, kernel, conv);
    kernel->reduction = sum_of(program, part);
    kernel->extent[kernel->dim_count++] = count;
    kernel_tile(part);
    kernel_tile(kernel);
    return part;
}
