/* How a tensor of the caller lies in memory: the payload of #sdyc.layout, and the same as text. */
#ifndef SDYC_OPS_LAYOUT_H
#define SDYC_OPS_LAYOUT_H

#include "ir/ir.h"

enum layout_kind {
    LAYOUT_ANY, /* what costs the program least */
    LAYOUT_CONTIGUOUS,
    LAYOUT_CHANNELS_LAST,
    LAYOUT_PACKED,  /* row-major, two numbers of 4 bits in a byte */
    LAYOUT_ORDER,   /* dims: from the slowest dimension to the fastest */
    LAYOUT_STRIDES, /* dims: elements from one index to the next, of each dimension */
    LAYOUT_BLOCKED, /* dims: rank and block of channels, as nChw16c has 4 and 16 */
};
struct memory_layout {
    enum layout_kind kind;
    struct int_list dims;
};
extern const struct attr_def attr_layout;

/* What stands between the brackets of #sdyc.layout<...>. */
void layout_print(struct buffer *out, const struct memory_layout *layout);
/* The same from text; false where it is none. */
bool layout_read(struct arena *arena, const char *text, struct memory_layout *layout);
/* What JAX has for mhlo.layout_mode and xla.layout: "default", "auto", or dimensions from the
 * fastest to the slowest, "{1,3,2,0}" or a list; false where it is none of these. */
bool layout_read_xla(struct arena *arena, const struct attr *attr, struct memory_layout *layout);

#endif
