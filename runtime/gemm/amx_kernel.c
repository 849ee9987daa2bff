#include "amx.h"

#include "cpu.h"
#include "sizes.h"

#if defined(__x86_64__) && defined(__linux__)

#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The system gives a process room for the registers when it asks for it: once, before main or when
   the library is loaded, so that calls of programs need not. A thread's own setting is one of its
   registers. */
static int is_ready;

__attribute__((constructor)) static void ask(void) {
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
    is_ready = sdyrt_cpu_has_amx() && syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}

int sdyrt_amx_ready(void) {
    return is_ready;
}

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

/* Compilers do not know what the instructions read. */
#define MEMORY_IS_WRITTEN(at) __asm__ volatile("" : : "r"(at) : "memory")

AMX_TARGET void sdyrt_amx_set(int64_t rows, int64_t line) {
    struct {
        uint8_t palette, start, reserved[14];
        uint16_t line[16];
        uint8_t lines[16];
    } setting __attribute__((aligned(64))) = {.palette = 1};
    const uint8_t first = (uint8_t)minimum(rows, AMX_LINES), second = (uint8_t)(rows - first);
    const uint8_t groups = (uint8_t)(line / GROUP);
    const uint8_t lines[8] = {first, first, second, second, first, second, groups, groups};
    for (int i = 0; i < 8; i++) {
        const int is_a = i == 4 || i == 5;
        setting.lines[i] = lines[i];
        setting.line[i] = (uint16_t)(lines[i] == 0 ? 0 : is_a ? line : AMX_LINE);
    }
    MEMORY_IS_WRITTEN(&setting);
    _tile_loadconfig(&setting);
}

AMX_TARGET void sdyrt_amx_release(void) {
    _tile_release();
}

static AMX_TARGET void load(const struct amx_product *x, int beside, int below) {
    const char *c = x->c, *second = c + AMX_LINES * x->c_row;
    _tile_loadd(0, c, x->c_row);
    if (beside) {
        _tile_loadd(1, c + AMX_LINE, x->c_row);
    }
    if (below) {
        _tile_loadd(2, second, x->c_row);
    }
    if (beside && below) {
        _tile_loadd(3, second + AMX_LINE, x->c_row);
    }
}

static AMX_TARGET void clear(int beside, int below) {
    _tile_zero(0);
    if (beside) {
        _tile_zero(1);
    }
    if (below) {
        _tile_zero(2);
    }
    if (beside && below) {
        _tile_zero(3);
    }
}

static AMX_TARGET void store(const struct amx_product *x, int beside, int below) {
    char *c = x->c, *second = c + AMX_LINES * x->c_row;
    _tile_stored(0, c, x->c_row);
    if (beside) {
        _tile_stored(1, c + AMX_LINE, x->c_row);
    }
    if (below) {
        _tile_stored(2, second, x->c_row);
    }
    if (beside && below) {
        _tile_stored(3, second + AMX_LINE, x->c_row);
    }
}

AMX_TARGET void sdyrt_amx_multiply(enum amx_kind kind, const struct amx_product *x) {
    const int beside = x->cols > AMX_LINES, below = x->rows > AMX_LINES;
    MEMORY_IS_WRITTEN(x);
    if (x->accumulate) {
        load(x, beside, below);
    } else {
        clear(beside, below);
    }
    add[kind][2 * below + beside](x);
    store(x, beside, below);
}

#else

int sdyrt_amx_ready(void) {
    return 0;
}

#endif
