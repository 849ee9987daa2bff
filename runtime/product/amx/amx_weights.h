/* Products of a few rows and narrow weights in the registers of AMX; internal to the runtime.

   Rows of A are packed in blocks of a register (amx.h), of which a product has one, two or three;
   weights in registers of 16 columns, as many as leave room for the sums. */
#ifndef SDYRT_AMX_WEIGHTS_H
#define SDYRT_AMX_WEIGHTS_H

#include "amx.h"

enum amx_weights_size {
    AMX_TALL = 3,                      /* registers of rows, at most */
    AMX_WIDE = 4,                      /* of columns, where there is one of rows; else two */
    AMX_SUM_ROW = AMX_WIDE * AMX_LINES /* elements of a row of sums in memory */
};

/* For so many registers of rows, all of whose lines are whole (sdyrt_amx_set): the sums become
   zero; those of a step of the contraction, one register of each operand, are added; they are
   written, the rows of one register after those of the other. `to_next`: bytes from one register
   of rows to the next; those of columns follow each other. */
void sdyrt_amx_weights_clear(int64_t tall);
void sdyrt_amx_weights_add(int64_t tall, const char *rows, int64_t to_next, const char *columns);
void sdyrt_amx_weights_store(int64_t tall, float *sums);

#endif
