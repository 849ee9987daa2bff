/* MLIR text, and bytecode, to IR. */
#ifndef SDYC_FRONTEND_H
#define SDYC_FRONTEND_H

#include "ir/ir.h"

/* Reads one module: `builtin.module` written out, or the operations of its body; or bytecode, which
 * may be a portable artifact of StableHLO. NULL after located errors, as many as could be found.
 * The source must outlive the module: diagnostics and locations point into it. */
struct module *parse_module(struct context *context, const struct source *source);

/* The next chunk of a text split at `// -----` lines; bytecode is one. Begin with a zeroed `chunk`.
 * False at the end. Chunks keep the line numbers of the file. */
bool next_chunk(const struct source *whole, struct source *chunk);

#endif
