/* Kernels of convolutions, packed once for all tasks. Example: a 3x3 kernel from 64 channels to 64,
 * by which 14 tasks multiply four rows of pixels each; two tasks in front of them transform it, a
 * panel of channels each, instead of 14 that transform all of it. Kernels that are constants are
 * packed once for all runs: in the first run or, where they are large and the program is loaded
 * here, when it is compiled, so that the packed kernel takes the constant's place. */
#include "codegen/emit/internal.h"
#include "codegen/library/convolution.h"
#include "codegen/lower/lower.h"
#include "codegen/program/program_thresholds.h"
#include "ir/elements.h"

#include "caches.h"
#include "conv_places.h"
#include "tasks.h"

#include <inttypes.h>

LIBRARY(packing);

static int64_t kernel_bytes(const struct sdyrt_conv *what) {
    int64_t elements = what->in_channels * what->out_channels;
    for (uint32_t i = 0; i < SDYRT_CONV_RANK; i++) {
        elements *= what->kernel_size[i];
    }
    return elements * (int64_t)sdyrt_product_operand_size(what->type);
}

static bool can_be_packed(const struct lowering *lowering, const struct convolution *conv) {
    bool is_one = !lowering->kernel->is_once;
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        is_one = is_one && conv->instance[i].kernel == 0;
    }
    int64_t packed = convolution_plan_packed_bytes(&conv->what, &conv->plans);
    return is_one && packed >= KEPT_LEAST_BYTES &&
           packed <= KEPT_MOST_GROWTH * kernel_bytes(&conv->what);
}

static bool is_known(const struct convolution *conv) {
    return conv->kernel->kind == BUFFER_CONSTANT || conv->kernel->kind == BUFFER_KEPT;
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

/* --- in the constant's place ------------------------------------------------------------------ */

struct placing {
    struct sdyrt_conv_places places;
    struct sdyrt_conv what;
    struct sdyrt_conv_plan plan;
};

static void make_placed(const void *how, const void *from, void *to) {
    const struct placing *placing = how;
    char *operands[] = {(char *)(uintptr_t)from, to}, *scratch = memory_alloc(SDYRT_KERNEL_SCRATCH);
    for (int64_t task = sdyrt_conv_pack_tasks(&placing->what); task-- > 0;) {
        sdyrt_conv_pack(&placing->what, &placing->plan, operands, task, scratch);
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
        if (other->placed_of == conv->kernel && packs_alike(lowering, &unpacked, conv)) {
            return other->kernel;
        }
    }
    return NULL;
}

/* The packed kernel as a constant; NULL: it does not take the place of the other. */
static struct kernel_buffer *place_packed(struct lowering *lowering,
                                          const struct convolution *conv) {
    struct kernel_buffer *kernel = conv->kernel, *before = placed_before(lowering, conv);
    struct placing placing = {.what = conv->what, .plan = *conv->plans.of[sdyrt_cpu_set()]};
    size_t size = element_info[kernel->element].bytes;
    if (before || !lowering->graph->options->runs_here || kernel->kind != BUFFER_CONSTANT ||
        kernel_bytes(&conv->what) < 4 * SDYRT_MIDDLE_CACHE || conv->kernel_offset != 0 ||
        kernel->elements * (int64_t)size != kernel_bytes(&conv->what) ||
        !sdyrt_conv_places_of(&conv->what, &placing.plan, &placing.places)) {
        return before;
    }
    int64_t bytes = convolution_plan_packed_bytes(&conv->what, &conv->plans);
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

static void take_packed(struct lowering *lowering, struct convolution *conv,
                        struct kernel_buffer *packed) {
    conv->kernel = packed;
    conv->kernel_offset = 0;
    conv->what.packed = 1;
    convolution_plan(lowering->program->arena, &conv->what, &conv->plans);
}

/* A further kernel, which packs; that of the convolution stays the one at hand. */
static void add_packing(struct lowering *lowering, struct convolution *conv,
                        struct kernel_buffer *packed, int64_t bytes) {
    struct kernel *kernel = lowering->kernel;
    struct call_operand operands[] = {
        {.access = {.buffer = conv->kernel, .at = affine_constant(conv->kernel_offset)},
         .loads = true},
        {.access = {.buffer = packed}, .stores = true}};
    lowering_add_kernel(lowering, "weights of a convolution");
    struct library_call *call =
        library_call_new(lowering, &library_packing, &conv->what, sizeof conv->what, 2, operands);
    call->tasks =
        sdyrt_conv_pack_tasks(&conv->what) * convolution_plan_pack_parts(&conv->what, &conv->plans);
    call->scratch = SDYRT_KERNEL_SCRATCH;
    call->cost.bytes = 2 * (double)bytes;
    lowering->kernel = kernel;
}

static void pack_known(struct lowering *lowering, struct convolution *conv) {
    struct kernel_buffer *placed = place_packed(lowering, conv);
    if (placed != NULL) {
        conv->placed_of = conv->kernel;
        take_packed(lowering, conv, placed);
        return;
    }
    struct kernel_buffer *before = packed_before(lowering, conv);
    if (before != NULL) {
        take_packed(lowering, conv, before);
        return;
    }
    int64_t bytes = convolution_plan_packed_bytes(&conv->what, &conv->plans);
    if (lowering->graph->options->runs_here && bytes > 2 * SDYRT_FAR_CACHE) {
        return;
    }
    struct steps *steps = lowering->steps;
    enum element element = conv->kernel->element;
    struct kernel_buffer *packed = lowering_add_kept(
        lowering, element, bytes / element_info[element].bytes, "a packed kernel");
    lowering->steps = &lowering->once;
    add_packing(lowering, conv, packed, bytes);
    lowering->steps = steps;
    take_packed(lowering, conv, packed);
}

/* --- in each run ------------------------------------------------------------------------------ */

/* Whether tasks together would pack so much of the same that it is worth tasks of its own. */
static bool pays_in_each_run(const struct convolution *conv) {
    const int64_t often = sdyrt_conv_packed_often(&conv->what, conv->plans.of[0]);
    return often > 1 && sdyrt_tasks_wanted((double)often * (double)kernel_bytes(&conv->what)) > 1;
}

/* The packing stands in front of the convolution, whose step is there already. */
static void pack_in_each_run(struct lowering *lowering, struct convolution *conv) {
    const int64_t bytes = convolution_plan_packed_bytes(&conv->what, &conv->plans);
    const enum element element = conv->kernel->element;
    struct kernel_buffer *packed = lowering_add_buffer(
        lowering, element, bytes / element_info[element].bytes, "a packed kernel");
    struct steps *steps = lowering->steps;
    const struct step step = steps->items[steps->count - 1];
    add_packing(lowering, conv, packed, bytes);
    steps->items[steps->count - 2] = steps->items[steps->count - 1];
    steps->items[steps->count - 1] = step;
    take_packed(lowering, conv, packed);
}

/* Whether a convolution that finds its kernel packed reads what these plans pack. Its tasks may be
   divided otherwise, which a route that takes another's place on some processors need not be able
   to: then it is computed by the other. */
static bool reads_what_is_packed(const struct lowering *lowering, const struct convolution *conv) {
    struct convolution_plans plans;
    struct sdyrt_conv packed = conv->what;
    packed.packed = 1;
    convolution_plan(lowering->program->arena, &packed, &plans);
    return convolution_plans_pack_alike(&plans, &conv->plans);
}

void convolution_pack(struct lowering *lowering, struct convolution *conv) {
    if (!can_be_packed(lowering, conv) || !reads_what_is_packed(lowering, conv)) {
        return;
    }
    if (is_known(conv)) {
        pack_known(lowering, conv);
    } else if (pays_in_each_run(conv)) {
        pack_in_each_run(lowering, conv);
    }
}

static const char *plans_name(struct emitter *e) {
    return emit_text(e, "phase%" PRIu32 "_plans", e->kernel->id);
}

/* The convolution's own function declares what describes it. */
static void packing_emit_before(struct emitter *e) {
    const struct library_call *call = e->kernel->call;
    const char *symbol = convolution_symbol(e);
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
    const int64_t panels = sdyrt_conv_pack_tasks((const struct sdyrt_conv *)call->what);
    emit_line(e, "%s(&phase%" PRIu32 "_call, %s, operands, %" PRId64 ", task, scratch);",
              emit_symbol(e, "sdyrt_conv_pack_part"), e->kernel->id,
              convolution_plans_text(e, plans_name(e)), call->tasks / panels);
}

const struct library library_packing = {
    .name = "packing",
    .symbol = "sdyrt_conv_pack",
    .header = "conv.h",
    .prepares = true,
    .lower = library_never_lowered,
    .touch = library_call_touch,
    .cost = library_call_cost,
    .tasks = library_call_tasks,
    .scratch = library_call_scratch,
    .emit_before = packing_emit_before,
    .emit = packing_emit,
    .print = library_call_print,
};
