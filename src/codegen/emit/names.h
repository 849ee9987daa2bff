/* Texts of a module in C: names, strings, types. Nothing of a module is taken for C. */
#ifndef SDYC_EMIT_NAMES_H
#define SDYC_EMIT_NAMES_H

#include "codegen/program/program.h"

/* The inside of a C string. */
const char *c_string(struct arena *arena, const char *text);
/* "arg1_params_w": the position, so that no name is taken twice or is one of C, and the letters and
 * digits of what the module calls it. */
const char *c_argument_name(struct arena *arena, const struct argument *argument);
/* The name of a function without the prefix, unlike those of `others`, in small letters and
 * capitals alike, and unlike those that the header has anyway. */
const char *c_entry_name(struct arena *arena, const char *function, size_t count,
                         const char *const *others);
const char *c_upper(struct arena *arena, const char *name);
/* Whether the text may begin the names of a program. */
bool is_c_name(const char *text);

/* "float *": elements as C has them; complex numbers are pairs. */
const char *c_pointer_type(struct arena *arena, const struct argument *argument);
/* "4, 1": how far apart elements lie along each dimension. */
const char *c_strides_text(struct arena *arena, const struct argument *argument);
/* "3x4xf32, float[12]", and the layout where it is not row-major */
const char *c_type_text(struct arena *arena, const struct argument *argument);
/* "3, 4" */
const char *c_shape_text(struct arena *arena, const struct argument *argument,
                         const char *separator);

#endif
