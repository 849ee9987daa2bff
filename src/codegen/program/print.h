/* What rows of the library need to print their part of a dump. */
#ifndef SDYC_PRINT_H
#define SDYC_PRINT_H

#include "codegen/program/program.h"

/* Expressions that are read more than once have names: "%0". */
struct printer {
    struct buffer *out;
    struct pointer_map names; /* number + 1 */
};

/* "8 d0 + d1 + 4" */
void print_affine(struct buffer *out, const struct affine *affine);
/* "add"; of SCALAR_NONE "store" */
const char *scalar_word(enum scalar_op op);
/* "b3[8 d0 + d1 + 4]" */
void program_print_access(struct printer *printer, const struct access *access);
void program_print_expr(struct printer *printer, const struct expr *expr);

#endif
