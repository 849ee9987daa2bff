/* Programs as folders of C sources. */
#ifndef SDYC_EMIT_DIRECTORY_H
#define SDYC_EMIT_DIRECTORY_H

#include "codegen/effects.h"
#include "codegen/program/program.h"

/* What a program gives for some inputs: what the folder's test compares. The data of each tensor,
 * in order, the host not among them. */
struct emit_sample {
    const void *const *inputs, *const *outputs;
};
/* A function of the module, which is to be one of the folder's header. */
struct emit_entry {
    const char *name; /* the module's */
    const struct program *program;
    struct effect_list effects;       /* what it asks of its host, which is its last input then */
    const struct emit_sample *sample; /* NULL: there is no test of it */
};
struct emit_directory_options {
    const char *path;     /* the folder; must not exist, or be empty */
    const char *prefix;   /* of the C names, an identifier; NULL: "model" */
    const char *march;    /* the processor it is compiled for, as gcc names them; NULL: any */
    bool plain;           /* no threads of its own */
    bool blas;            /* OpenBLAS where the processor has no AVX2 */
    bool constants_apart; /* a file that is given to a context; else they are linked */
    bool python;          /* a module for Python, and the shared library that it loads */
    bool lines;           /* the lines of the module, as #line */
};
/* Writes all bytes, or none where there are none; false with errno set. */
bool folder_write(FILE *file, const void *data, size_t size);
/* Writes model.h, model.c, main.c, the constants, build files and the runtime. The
 * folder appears complete, or on failure (an error without location is reported) not at all. */
bool emit_directory(size_t count, const struct emit_entry *entries,
                    const struct emit_directory_options *options, struct diagnostics *diagnostics);

#endif
