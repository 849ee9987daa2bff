/* MLIR text, and bytecode, to IR, and IR to bytecode. */
#ifndef SDYC_FRONTEND_H
#define SDYC_FRONTEND_H

#include "ir/ir.h"

/* Reads one module: `builtin.module` written out, or the operations of its body; or bytecode, which
 * may be a portable artifact of StableHLO. NULL after located errors, as many as could be found.
 * The source must outlive the module: diagnostics and locations point into it. */
struct module *parse_module(struct context *context, const struct source *source);

struct bytecode_options {
    /* A portable artifact of a version of StableHLO: "1.4.0", "current". NULL: the operations as
     * they are, as mlir-opt writes them. */
    const char *target;
    bool allow_other_dialects; /* keeps, in an artifact, what is not StableHLO's */
};
/* Adds the module as MLIR bytecode; false after a located error. */
bool write_bytecode(struct buffer *out, struct module *module,
                    const struct bytecode_options *options);

/* The next chunk of a text split at `// -----` lines; bytecode is one. Begin with a zeroed `chunk`.
 * False at the end. Chunks keep the line numbers of the file. */
bool next_chunk(const struct source *whole, struct source *chunk);

#endif
