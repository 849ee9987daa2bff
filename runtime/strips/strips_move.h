/* Copies of short rows, for the strips of every instruction set; internal to the runtime. */
#ifndef SDYRT_STRIPS_MOVE_H
#define SDYRT_STRIPS_MOVE_H

#include <stdint.h>

#include "caches.h"

enum { SDYRT_MOVED_ROW = SDYRT_LINE_BYTES };

/* Copies rows of so many bytes, which begin `dst_step` and `src_step` bytes apart. 0: none is
   copied, as rows are single bytes, or of SDYRT_MOVED_ROW bytes and more, which are moved one by
   one. */
int sdyrt_move_short_rows(void *dst, int64_t dst_step, const void *src, int64_t src_step,
                          int64_t rows, int64_t bytes);

#endif
