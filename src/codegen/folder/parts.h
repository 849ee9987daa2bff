/* Which files of the runtime an emitted program brings along: those of the parts that it uses. */
#ifndef SDYC_EMIT_PARTS_H
#define SDYC_EMIT_PARTS_H

#include "embedded.h"
#include "support/support.h"

/* A set of parts of the runtime (runtime/runtime.def), of rows of its strips and of its files. */
struct runtime_parts;

/* An empty set; it lives in the arena. */
struct runtime_parts *runtime_parts_new(struct arena *arena);
/* Adds parts and rows of strips, names between spaces, and all that they need. */
void runtime_parts_add(struct runtime_parts *parts, const char *names);
/* The part of a function of the runtime. */
const char *runtime_part_of(const char *symbol);
/* Adds a header, and those that it includes. */
void runtime_parts_add_header(struct runtime_parts *parts, const char *header);

/* Whether the parts have the file; whether a compiler is given it by itself. */
bool runtime_parts_have(const struct runtime_parts *parts, const struct embedded_file *file);
bool runtime_file_is_source(const struct embedded_file *file);
/* Appends the text that a file has beside an emitted program. */
void runtime_parts_print(const struct runtime_parts *parts, const struct embedded_file *file,
                         struct buffer *out);

/* The name of the i-th part; NULL: there are fewer. */
const char *runtime_part_name(size_t index);

#endif
