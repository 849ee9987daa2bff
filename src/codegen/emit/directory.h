/* Programs as folders of C sources. */
#ifndef SDYC_EMIT_DIRECTORY_H
#define SDYC_EMIT_DIRECTORY_H

#include "codegen/effects.h"
#include "codegen/program/program.h"

struct emit_directory_options {
    const char *path;   /* the folder; must not exist, or be empty */
    const char *prefix; /* of the C names, an identifier; NULL: "model" */
    const char *march;  /* the processor it is compiled for, as gcc names them; NULL: any */
    bool plain;         /* no threads of its own */
    bool blas;          /* OpenBLAS where the processor has no AVX2 */
    const struct effect_list *effects; /* what it asks of its host, which is its last input then */
};
/* Writes model.h, model.c, main.c, the constants, a Makefile, a meson.build and the runtime. The
 * folder appears complete, or on failure (an error without location is reported) not at all. */
bool emit_directory(const struct program *program, const struct emit_directory_options *options,
                    struct diagnostics *diagnostics);

#endif
