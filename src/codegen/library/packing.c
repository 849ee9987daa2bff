/* Kernels of convolutions that are constants, packed once as the runtime packs those of others in
 * each run: in the first run or, where they are large and the program is loaded here, when it is
 * compiled, so that the packed kernel takes the constant's place. */
#include "codegen/emit/internal.h"
#include "codegen/library/convolution.h"
#include "codegen/lower/lower.h"
#include "conv_places.h"
#include "ir/elements.h"

#include <inttypes.h>

enum {
    PLACED_FROM = 4 << 20, /* bytes of a constant that is packed when the program is compiled */
    KEPT_MOST_BESIDE = 64 << 20 /* of a packed kernel beside the constant that it is made of */
};

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
    int64_t packed = sdyrt_conv_packed_bytes(&conv->what);
    return is_known && !lowering->kernel->is_once && packed >= KEPT_LEAST_BYTES &&
           packed <= KEPT_MOST_GROWTH * kernel_bytes(&conv->what);
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
            sdyrt_conv_packs_alike((const struct sdyrt_conv *)call->what, &conv->what)) {
            return call->operands[1].access.buffer;
        }
    }
    return NULL;
}

/* --- in the constant's place ------------------------------------------------------------------ */

struct placing {
    struct sdyrt_conv_places places;
    struct sdyrt_conv what;
};

static void make_placed(const void *how, const void *from, void *to) {
    const struct placing *placing = how;
    char *operands[] = {(char *)(uintptr_t)from, to}, *scratch = memory_alloc(SDYRT_KERNEL_SCRATCH);
    for (int64_t task = sdyrt_conv_pack_tasks(&placing->what); task-- > 0;) {
        sdyrt_conv_pack(&placing->what, operands, task, scratch);
    }
    memory_free(scratch);
}

static int64_t place_of(const void *how, int64_t place) {
    return sdyrt_conv_place(&((const struct placing *)how)->places, place);
}

/* What another convolution at hand takes of the same kernel in this place; or NULL. */
static struct kernel_buffer *placed_before(const struct lowering *lowering,
                                           const struct convolution *conv) {
    for (size_t i = 0; i < lowering->kernels.count; i++) {
        const struct kernel *kernel = lowering->kernels.items[i];
        if (kernel->library != lowering->kernel->library || kernel == lowering->kernel) {
            continue;
        }
        const struct convolution *other = kernel->call;
        struct sdyrt_conv unpacked = other->what;
        unpacked.packed = 0;
        if (other->placed_of == conv->kernel && sdyrt_conv_packs_alike(&unpacked, &conv->what)) {
            return other->kernel;
        }
    }
    return NULL;
}

/* The packed kernel as a constant; NULL: it does not take the place of the other. */
static struct kernel_buffer *place_packed(struct lowering *lowering,
                                          const struct convolution *conv) {
    struct kernel_buffer *kernel = conv->kernel, *before = placed_before(lowering, conv);
    struct placing placing = {.what = conv->what};
    size_t size = element_info[kernel->element].bytes;
    if (before || !lowering->graph->options->runs_here || kernel->kind != BUFFER_CONSTANT ||
        kernel_bytes(&conv->what) < PLACED_FROM || conv->kernel_offset != 0 ||
        kernel->elements * (int64_t)size != kernel_bytes(&conv->what) ||
        !sdyrt_conv_places_of(&conv->what, &placing.places)) {
        return before;
    }
    int64_t bytes = sdyrt_conv_packed_bytes(&conv->what);
    struct context *context = lowering->graph->context;
    const struct element_moves moves = {
        .make = make_placed,
        .place = place_of,
        .how = arena_copy(context->arena, &placing, sizeof placing),
        .bytes = (size_t)bytes,
    };
    const void *data = context_hold_moved(context, kernel->data, &moves);
    return data ? lowering_add_constant(lowering, kernel->element, bytes / (int64_t)size, data,
                                        "a packed kernel")
                : NULL;
}

/* --- in the first run ------------------------------------------------------------------------- */

static void take_packed(struct convolution *conv, struct kernel_buffer *packed) {
    conv->kernel = packed;
    conv->kernel_offset = 0;
    conv->what.packed = 1;
}

void convolution_pack(struct lowering *lowering, struct convolution *conv) {
    if (!can_be_packed(lowering, conv)) {
        return;
    }
    struct kernel_buffer *placed = place_packed(lowering, conv);
    if (placed != NULL) {
        conv->placed_of = conv->kernel;
        take_packed(conv, placed);
        return;
    }
    struct kernel_buffer *before = packed_before(lowering, conv);
    if (before != NULL) {
        take_packed(conv, before);
        return;
    }
    if (lowering->graph->options->runs_here &&
        sdyrt_conv_packed_bytes(&conv->what) > KEPT_MOST_BESIDE) {
        return;
    }
    struct kernel *kernel = lowering->kernel;
    struct steps *steps = lowering->steps;
    int64_t bytes = sdyrt_conv_packed_bytes(&conv->what);
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
    take_packed(conv, packed);
}

/* The convolution's own function declares what describes it. */
static void packing_emit_before(struct emitter *e) {
    const struct library_call *call = e->kernel->call;
    const char *symbol = emit_symbol(e, "sdyrt_conv_run");
    library_print_description(e, symbol, emit_text(e, "phase%" PRIu32 "_call", e->kernel->id),
                              call->what, call->words * sizeof *call->what);
    emit_line(e, "%s", "");
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
    .emit = library_call_emit,
    .print = library_call_print,
};
