/* Calls of the caller's functions, as tables of an emitted program. */
#ifndef SDYC_EMIT_CALLS_H
#define SDYC_EMIT_CALLS_H

#include "codegen/program/program.h"

/* The calls of all entries, those of the first entry first. */
struct call_list {
    size_t count;
    struct program_call *const *items;
};

/* Appends tables of structs of the runtime (call.h): `call_buffers`, and `call_rows` with the
 * number of the target, the first of its buffers and the call. */
void emit_call_tables(struct buffer *out, const struct call_list *calls);
/* How many buffers all calls have. */
int64_t emit_call_buffers(const struct call_list *calls);
/* Numbers targets by their first calls; `first`: whether call i is the first of its target. */
uint32_t emit_call_target(const struct call_list *calls, size_t i, bool *first);

#endif
