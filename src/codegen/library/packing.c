/* Kernels of convolutions that are constants, packed in the first run as the runtime packs those of
 * others in each. */
#include "codegen/emit/internal.h"
#include "codegen/library/convolution.h"
#include "codegen/lower/lower.h"

#include <inttypes.h>

static int64_t kernel_bytes(const struct sdyrt_conv *what) {
    int64_t elements = what->in_channels * what->out_channels;
    for (uint32_t i = 0; i < SDYRT_CONV_RANK; i++) {
        elements *= what->kernel_size[i];
    }
    return elements * (int64_t)sdyrt_product_operand_size(what->type);
}

static bool can_be_packed(const struct lowering *lowering, const struct convolution *conv) {
    bool is_known = conv->kernel->kind == BUFFER_CONSTANT || conv->kernel->kind == BUFFER_KEPT;
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        is_known = is_known && conv->instance[i].kernel == 0;
    }
    int64_t packed = convolution_plan_packed_bytes(&conv->what, &conv->plans);
    return is_known && !lowering->kernel->is_once && packed >= KEPT_LEAST_BYTES &&
           packed <= KEPT_MOST_GROWTH * kernel_bytes(&conv->what);
}

static bool packs_alike(const struct lowering *lowering, const struct sdyrt_conv *packed,
                        const struct convolution *conv) {
    struct convolution_plans plans;
    convolution_plan(lowering->program->arena, packed, &plans);
    return sdyrt_conv_lie_alike(packed, &conv->what) &&
           convolution_plans_pack_alike(&plans, &conv->plans);
}

/* What another convolution takes the same kernel packed as; or NULL. */
static struct kernel_buffer *packed_before(const struct lowering *lowering,
                                           const struct convolution *conv) {
    for (size_t i = 0; i < lowering->kernels.count; i++) {
        const struct kernel *kernel = lowering->kernels.items[i];
        if (kernel->library != &library_packing) {
            continue;
        }
        const struct library_call *call = kernel->call;
        const struct access *from = &call->operands[0].access;
        if (from->buffer == conv->kernel && from->at.offset == conv->kernel_offset &&
            packs_alike(lowering, (const struct sdyrt_conv *)call->what, conv)) {
            return call->operands[1].access.buffer;
        }
    }
    return NULL;
}

static void take_packed(struct lowering *lowering, struct convolution *conv,
                        struct kernel_buffer *packed) {
    conv->kernel = packed;
    conv->kernel_offset = 0;
    conv->what.packed = 1;
    convolution_plan(lowering->program->arena, &conv->what, &conv->plans);
}

void convolution_pack(struct lowering *lowering, struct convolution *conv) {
    if (!can_be_packed(lowering, conv)) {
        return;
    }
    struct kernel_buffer *before = packed_before(lowering, conv);
    if (before != NULL) {
        take_packed(lowering, conv, before);
        return;
    }
    struct kernel *kernel = lowering->kernel;
    struct steps *steps = lowering->steps;
    int64_t bytes = convolution_plan_packed_bytes(&conv->what, &conv->plans);
    enum element element = conv->kernel->element;
    struct kernel_buffer *packed = lowering_add_kept(
        lowering, element, bytes / element_info[element].bytes, "a packed kernel");
    struct call_operand operands[] = {
        {.access = {.buffer = conv->kernel, .at = affine_constant(conv->kernel_offset)},
         .loads = true},
        {.access = {.buffer = packed}, .stores = true}};
    lowering->steps = &lowering->once;
    lowering_add_kernel(lowering, "weights of a convolution");
    struct library_call *call =
        library_call_new(lowering, &library_packing, &conv->what, sizeof conv->what, 2, operands);
    call->tasks = sdyrt_conv_pack_tasks(&conv->what);
    call->scratch = SDYRT_KERNEL_SCRATCH;
    call->cost.bytes = 2 * (double)bytes;
    lowering->steps = steps;
    lowering->kernel = kernel;
    take_packed(lowering, conv, packed);
}

static const char *plans_name(struct emitter *e) {
    return emit_text(e, "phase%" PRIu32 "_plans", e->kernel->id);
}

/* The convolution's own function declares what describes it. */
static void packing_emit_before(struct emitter *e) {
    const struct library_call *call = e->kernel->call;
    const char *symbol = emit_symbol(e, "sdyrt_conv_run");
    struct convolution_plans plans;
    library_print_description(e, symbol, emit_text(e, "phase%" PRIu32 "_call", e->kernel->id),
                              call->what, call->words * sizeof *call->what);
    convolution_plan(e->arena, (const struct sdyrt_conv *)call->what, &plans);
    convolution_print_plans(e, &plans, plans_name(e));
    emit_line(e, "%s", "");
}

static void packing_emit(struct emitter *e) {
    const struct library_call *call = e->kernel->call;
    struct convolution_plans plans;
    convolution_plan(e->arena, (const struct sdyrt_conv *)call->what, &plans);
    library_call_emit_operands(e);
    emit_line(e, "%s(&phase%" PRIu32 "_call, %s, operands, task, scratch);",
              emit_symbol(e, "sdyrt_conv_pack"), e->kernel->id,
              convolution_plans_text(e, &plans, plans_name(e)));
}

const struct library library_packing = {
    .name = "packing",
    .symbol = "sdyrt_conv_pack",
    .header = "conv.h",
    .lower = library_never_lowered,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = packing_emit_before,
    .emit = packing_emit,
    .print = library_call_print,
};
