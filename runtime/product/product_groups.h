/* Operands in groups of 4 bytes along the contraction, for instructions that multiply groups and
   add up: 4 bytes, or 2 numbers of 16 bits. For processors with AVX-512; internal to the runtime.
 */
#ifndef SDYRT_PRODUCT_GROUPS_H
#define SDYRT_PRODUCT_GROUPS_H

#include <stddef.h>
#include <stdint.h>

enum {
    GROUP = 4,          /* bytes */
    STRIP_COLUMNS = 16, /* of B, whose groups lie side by side */
    STRIP_ROW = STRIP_COLUMNS * GROUP
};

/* How an operand lies, in bytes: from a row of A, or a column of B, to the next, and along the
   contraction; and the size of an element. */
struct grouped_operand {
    const char *at;
    int64_t line, step, size;
};

/* Bytes of a line of so many elements, rounded up to those of a row of a strip. */
int64_t sdyrt_group_line(int64_t k, int64_t size);

/* Packs lines as rows of A, to_row bytes apart, with zeros to the end of sdyrt_group_line. */
void sdyrt_group_rows(const struct grouped_operand *from, int64_t lines, int64_t k, char *to,
                      int64_t to_row);

/* Packs lines as strips of columns of B, strip_bytes apart, whose rows are to_row bytes apart:
   groups beyond the last column are zero, and rows to the end of sdyrt_group_line. Overwrites
   STRIP_COLUMNS times sdyrt_group_line bytes, and STRIP_ROW, of `room`. */
void sdyrt_group_strips(const struct grouped_operand *from, int64_t lines, int64_t k, char *to,
                        int64_t to_row, int64_t strip_bytes, char *room);

#endif
