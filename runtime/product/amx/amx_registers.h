/* What functions that use the registers of AMX share. Internal to the runtime. */
#ifndef SDYRT_AMX_REGISTERS_H
#define SDYRT_AMX_REGISTERS_H

#include "amx.h"
#include "cpu.h"

#include <immintrin.h>

/* Compilers do not know what the instructions read. */
#define MEMORY_IS_WRITTEN(at) __asm__ volatile("" : : "r"(at) : "memory")
#define ALWAYS                __attribute__((always_inline))

/* Numbers of their own. */
#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "amx_thresholds.def"
#undef THRESHOLD

/* Registers 0 to 3 are a block of C, row by row: these functions fill them, and write them. */
static inline AMX_TARGET ALWAYS void load(const char *c, int64_t row, int beside, int below) {
    const char *second = c + AMX_LINES * row;
    _tile_loadd(0, c, row);
    if (beside) {
        _tile_loadd(1, c + AMX_LINE, row);
    }
    if (below) {
        _tile_loadd(2, second, row);
    }
    if (beside && below) {
        _tile_loadd(3, second + AMX_LINE, row);
    }
}

static inline AMX_TARGET ALWAYS void clear(int beside, int below) {
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

static inline AMX_TARGET ALWAYS void store(char *c, int64_t row, int beside, int below) {
    char *second = c + AMX_LINES * row;
    _tile_stored(0, c, row);
    if (beside) {
        _tile_stored(1, c + AMX_LINE, row);
    }
    if (below) {
        _tile_stored(2, second, row);
    }
    if (beside && below) {
        _tile_stored(3, second + AMX_LINE, row);
    }
}

/* Steps of four products behind which a register is stored that nobody wants (amx_thresholds.def).
   Counts them; all rows of register 4 go to a line of scratch. */
static inline AMX_TARGET ALWAYS void keep_awake(int64_t *steps, char *line, const int64_t every) {
    if (++*steps % every == 0) {
        _tile_stored(4, line, 0);
    }
}

#endif
