/* Products by panels of B, packed or where it lies: of 32- and 64-bit numbers. */
#include "product_native.h"

#include "parts.h"
#include "product_micro.h"
#include "sizes.h"
#include "strips.h"

#include <string.h>

enum {
    STRETCH = 64,      /* rows packed at a time from a strided B */
    COLUMNS_AHEAD = 8, /* by which packing these runs ahead of itself, */
    AHEAD = 16,        /* and rows, by which packing a panel of B does; */
    AHEAD_PANELS = 4   /* a part of them where so many panels are packed together */
};

_Static_assert(SDYRT_PRODUCT_PANEL_BYTES == SDYRT_PANEL_BYTES, "a panel fits into the scratch");

#if SDYRT_HAS_PRODUCT_F32
#define REAL      float
#define KERNEL    f32
#define TRANSPOSE transpose_32
#define NAME(x)   x##_f32
#include "product_panels.inc"
#endif

#if SDYRT_HAS_PRODUCT_F64
#define REAL      double
#define KERNEL    f64
#define TRANSPOSE transpose_64
#define NAME(x)   x##_f64
#include "product_panels.inc"
#endif

#if SDYRT_HAS_PRODUCT_U32
#define REAL      uint32_t
#define KERNEL    u32
#define TRANSPOSE transpose_32
#define NAME(x)   x##_u32
#include "product_panels.inc"
#endif

#if SDYRT_HAS_PRODUCT_U64
#define REAL      uint64_t
#define KERNEL    u64
#define TRANSPOSE transpose_64
#define NAME(x)   x##_u64
#include "product_panels.inc"
#endif
