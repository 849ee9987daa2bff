/* Rows of many runs of one element each, every one of which comes from a column that is dense in
   memory: a transposition of columns that lie apart. Internal to the runtime. */
#ifndef SDYRT_WEAVE_COLUMNS_H
#define SDYRT_WEAVE_COLUMNS_H

#include "weave.h"

/* Bytes of scratch for the rows of a task. */
size_t sdyrt_weave_columns_scratch(const struct sdyrt_weave *what);

#endif
