/* Kernels packed ahead, once for many runs of a convolution: panels of channels of the result one
   behind the other, each as its route makes it in its scratch. */
#include "conv_routes.h"
#include "parts.h"
#include "sizes.h"

#include <string.h>

#if SDYRT_HAS_CONV_PAIRS || SDYRT_HAS_CONV_NARROW
/* So many elements, `step` bytes apart, one behind the other. */
static inline void copy_row(char *to, const char *from, int64_t count, int64_t size, int64_t step) {
    if (step == size) {
        memcpy(to, from, (size_t)(count * size));
        return;
    }
    for (int64_t j = 0; j < count; j++) {
        memcpy(to + j * size, from + j * step, (size_t)size);
    }
}

/* Columns of the dense kernel, of bytes and bf16. */
static void copy_columns(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                         struct conv_strip strip, const void *kernel, void *packed, char *scratch) {
    const struct sdyrt_conv dense = sdyrt_conv_dense(c);
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t count = minimum(SDYRT_PANEL_BYTES / 4, c->out_channels - strip.col);
    const char *from = (const char *)kernel + strip.col * c->kernel_out * size;
    char *to = (char *)packed + strip.col * size;
    (void)plan, (void)scratch;
    for (int64_t tap = 0; tap < taps_of(c); tap++) {
        const int64_t line = tap / c->kernel_size[CONV_W];
        const int64_t at = tap % c->kernel_size[CONV_W] * c->kernel_spatial[CONV_W] +
                           line % c->kernel_size[CONV_H] * c->kernel_spatial[CONV_H] +
                           line / c->kernel_size[CONV_H] * c->kernel_spatial[CONV_D];
        for (int64_t i = 0; i < c->in_channels; i++, to += dense.kernel_in * size) {
            copy_row(to, from + (at + i * c->kernel_in) * size, count, size, c->kernel_out * size);
        }
    }
}
#endif

/* What packs for a route; null where kernels are not packed for it, or the program has no such
   types. */
#if SDYRT_HAS_CONV_PAIRS || SDYRT_HAS_CONV_NARROW
#define COPY  copy_columns
#define TILES sdyrt_conv_pack_tiles
#else
#define COPY  0
#define TILES 0
#endif
#define PIXELS(pack)                                                                               \
    [SDYRT_CONV_LINES] = (pack), [SDYRT_CONV_FEW] = (pack), [SDYRT_CONV_PIXELS] = (pack)
static conv_pack_fn *const packers[SDYRT_PRODUCT_TYPE_COUNT][SDYRT_CONV_ROUTE_COUNT] = {
    [SDYRT_PRODUCT_F32] = {PIXELS(SDYRT_OR_NULL(CONV_F32, sdyrt_conv_pack_pixels_f32)),
                           [SDYRT_CONV_SPLIT] = SDYRT_OR_NULL(CONV_F32, sdyrt_conv_pack_split),
                           [SDYRT_CONV_WINOGRAD] =
                               SDYRT_OR_NULL(CONV_F32, sdyrt_conv_pack_winograd_f32)},
    [SDYRT_PRODUCT_F64] = {PIXELS(SDYRT_OR_NULL(CONV_F64, sdyrt_conv_pack_pixels_f64))},
    [SDYRT_PRODUCT_I32] = {PIXELS(SDYRT_OR_NULL(CONV_U32, sdyrt_conv_pack_pixels_u32))},
    [SDYRT_PRODUCT_I8_I32] = {[SDYRT_CONV_TILES] = TILES, [SDYRT_CONV_PAIRS] = COPY},
    [SDYRT_PRODUCT_U8_I32] = {[SDYRT_CONV_TILES] = TILES, [SDYRT_CONV_PAIRS] = COPY},
    [SDYRT_PRODUCT_BF16_F32] = {[SDYRT_CONV_TILES] = TILES,
                                [SDYRT_CONV_PAIRS] = COPY,
                                [SDYRT_CONV_WINOGRAD] = COPY,
                                PIXELS(COPY)},
};

void sdyrt_conv_pack_part(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                          char *const *operands, int64_t parts, int64_t task, char *scratch) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(conv->type);
    const int64_t width = panel_width(conv->type), number = task / parts;
    const int64_t panels = sdyrt_conv_pack_tasks(conv) / sdyrt_conv_groups(conv);
    struct conv_part part;
    sdyrt_conv_part(conv, number / panels, 0, &part);
    const int64_t panel = number % panels, before = number - panel; /* of the groups before it */
    const struct conv_strip strip = {panel * width, task % parts, parts};
    packers[conv->type][plan->route](&part.conv, plan, strip, operands[0] + part.kernel * size,
                                     operands[1] + before * plan->panel * size, scratch);
}

void sdyrt_conv_pack(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                     char *const *operands, int64_t task, char *scratch) {
    sdyrt_conv_pack_part(conv, plan, operands, 1, task, scratch);
}
