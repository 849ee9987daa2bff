/* Products of a few rows and narrow weights in the registers of AMX; internal to the runtime.

   Rows of A are packed as a register (amx.h), or as three whose sum they are, which are multiplied
   by the same weights and added to the same sums; weights in registers of 16 columns. */
#ifndef SDYRT_AMX_WEIGHTS_H
#define SDYRT_AMX_WEIGHTS_H

#include "amx.h"

enum amx_weights_size {
    AMX_PARTS = 3,                      /* registers of rows, at most */
    AMX_WIDE = 4,                       /* of columns */
    AMX_SUM_ROW = AMX_WIDE * AMX_LINES, /* elements of a row of sums in memory */
};

/* Sets the registers up for so many rows, at most AMX_LINES; sdyrt_amx_release gives them up. */
void sdyrt_amx_weights_set(int64_t rows);

/* The sums become zero; those of a step of the contraction are added, of one register of rows or of
   three, `to_next` bytes apart, and those of columns, which follow each other; they are written. */
void sdyrt_amx_weights_clear(void);
void sdyrt_amx_weights_add(int64_t parts, const char *rows, int64_t to_next, const char *columns);
void sdyrt_amx_weights_store(float *sums);

#endif
