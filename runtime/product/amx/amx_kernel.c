#include "amx.h"

#if defined(__x86_64__) && defined(__linux__)

#include "amx_registers.h"

#define NAME(x) x##_bf16
#define DOT     _tile_dpbf16ps
#include "amx_kernel.inc"

#define NAME(x) x##_i8
#define DOT     _tile_dpbssd
#include "amx_kernel.inc"

#define NAME(x) x##_u8
#define DOT     _tile_dpbuud
#include "amx_kernel.inc"

typedef void add_fn(const struct amx_product *product);
/* By whether there are columns beside the first register's, and rows below. */
static add_fn *const add[AMX_KINDS][4] = {
    [AMX_BF16] = {add_one_bf16, add_beside_bf16, add_below_bf16, add_square_bf16},
    [AMX_I8] = {add_one_i8, add_beside_i8, add_below_i8, add_square_i8},
    [AMX_U8] = {add_one_u8, add_beside_u8, add_below_u8, add_square_u8},
};

AMX_TARGET void sdyrt_amx_multiply(enum amx_kind kind, const struct amx_product *x) {
    const int beside = x->cols > AMX_LINES, below = x->rows > AMX_LINES;
    MEMORY_IS_WRITTEN(x);
    if (x->accumulate) {
        load(x->c, x->c_row, beside, below);
    } else {
        clear(beside, below);
    }
    add[kind][2 * below + beside](x);
    store(x->c, x->c_row, beside, below);
}

#endif
