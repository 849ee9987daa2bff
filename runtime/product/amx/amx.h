/* Products with the tile registers of AMX, of bf16 and of 8-bit integers; internal to the runtime.

   A register holds 16 lines of 64 bytes. C is made in blocks of two registers by two, of 32-bit
   sums. A is read in place: 64 bytes of each of 16 rows are a register, so that its rows must be
   dense, and packed where their end is not a whole register's. B is packed in strips of groups
   (product_groups.h), of which 16 rows are a register. */
#ifndef SDYRT_AMX_H
#define SDYRT_AMX_H

#include "product_groups.h"

enum amx_size {
    AMX_REGISTERS = 8,
    AMX_LINES = STRIP_COLUMNS, /* of a register */
    AMX_LINE = STRIP_ROW,      /* bytes */
    AMX_TILE = AMX_LINES * AMX_LINE,
    AMX_BLOCK = 2 * AMX_LINES /* rows and columns of C at a time */
};

/* What a register's numbers are. Integers wrap around in 32 bits. */
enum amx_kind { AMX_BF16, AMX_I8, AMX_U8, AMX_KINDS };

/* For kernels whose own plans do not say it: 1 if processor and system have the instructions and
   this process may use them. */
int sdyrt_amx_ready(void);

/* A stretch of the contraction: where A begins, in bytes, and how many registers long it is. */
struct amx_step {
    int64_t a, registers;
};

/* C[rows, cols] = (accumulate ? C : 0) + the sum over steps of A times as much of the strips, for
   one block. Strides count bytes. Columns of C are written up to the end of a register. */
struct amx_product {
    int64_t rows, cols;
    const char *a;
    int64_t a_row;
    int64_t line; /* bytes of a line of A's registers; of B's, each has a row for four of them */
    const char *strip;
    int64_t strip_bytes; /* from one strip to the next */
    char *c;
    int64_t c_row;
    const struct amx_step *steps;
    int64_t step_count;
    int accumulate;
};

/* Sets the registers up for blocks of so many rows, at most AMX_BLOCK, and lines of A of so many
   bytes, groups of four and at most AMX_LINE; and gives them up, which every function does that has
   set them, before it returns. */
void sdyrt_amx_set(int64_t rows, int64_t line);
/* The same for other uses of the registers: how many lines each has, all of AMX_LINE bytes but the
   registers 4 and 5, whose lines have so many. */
void sdyrt_amx_set_lines(const int64_t *lines, int64_t line);
void sdyrt_amx_release(void);

/* For registers set up for as many rows and as long lines. */
void sdyrt_amx_multiply(enum amx_kind kind, const struct amx_product *product);

#endif
