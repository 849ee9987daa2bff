/* Calls of the caller's functions, as tables of an emitted program. */
#ifndef SDYC_EMIT_CALLS_H
#define SDYC_EMIT_CALLS_H

#include "codegen/program/program.h"

/* Appends tables of runtime/call.h's structs: `call_buffers`, and `call_rows` with the number of
 * the target, the first of its buffers and the call. */
void emit_call_tables(struct buffer *out, const struct program *program);
/* How many buffers all calls have. */
int64_t emit_call_buffers(const struct program *program);
/* Numbers targets by their first calls; `first`: whether call i is the first of its target. */
uint32_t emit_call_target(const struct program *program, uint32_t i, bool *first);

#endif
