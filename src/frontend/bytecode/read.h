/* Bytecode to IR: what the rest of frontend/ sees of it. */
#ifndef SDYC_FRONTEND_BYTECODE_READ_H
#define SDYC_FRONTEND_BYTECODE_READ_H

#include "ir/ir.h"

/* The module of a source that begins with the magic number; NULL after a located error. The source
 * must outlive it. */
struct module *bytecode_read(struct context *context, const struct source *source);

#endif
