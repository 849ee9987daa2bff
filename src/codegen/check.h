/* What must hold between passes of code generation, looked at: debug builds do so, and
 * `--verify-each`. */
#ifndef SDYC_CODEGEN_CHECK_H
#define SDYC_CODEGEN_CHECK_H

#include "support/support.h"

struct graph;
struct program;

/* The meaning of a fact (passes.h) that is among `facts`, a bit each, and does not hold; NULL: all
 * do. */
const char *graph_fault(const struct graph *graph, uint32_t facts);
const char *program_fault(const struct program *program, uint32_t facts);

#endif
