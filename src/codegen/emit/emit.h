/* C text of a program, in one of two forms of innermost loops. */
#ifndef SDYC_EMIT_H
#define SDYC_EMIT_H

#include "codegen/program/program.h"

/* STRIPS: for tcc; an innermost loop is a sequence of calls of the runtime's vector primitives on
 * at most 1,024 elements. LOOPS: for an optimising compiler; an innermost loop is a loop of scalar
 * functions that are inlined. All text around them is the same. */
enum emit_form { EMIT_STRIPS, EMIT_LOOPS };

/* What a text needs when it runs. */
struct emit_needs {
    size_t scratch_bytes;         /* of each thread */
    size_t shared_scratch_bytes;  /* of it what phases of several tasks touch */
    VECTOR(const char *) symbols; /* functions of the runtime it calls; texts in the arena */
    VECTOR(const char *) headers; /* LOOPS: of the runtime, that its text includes */
    VECTOR(const char *) parts;   /* of the runtime, by the types of its calls; in the arena */
};
void emit_needs_free(struct emit_needs *needs);

struct emit_options {
    enum emit_form form;
    bool static_entry;  /* the program function is for this file alone */
    const char *folder; /* LOOPS: where the runtime's headers are: "runtime/"; NULL: no folder */
    /* LOOPS: #line directives name the lines of the module that phases come from. A line `#line @`
     * stands where those of the text itself begin again. */
    bool source_lines;
    bool blas; /* LOOPS: products without AVX2 may be OpenBLAS's */
    /* LOOPS: the runtime's functions are set by <name>_bind(void *const *functions), in the order
     * of needs->symbols. */
    bool bind;
};
/* Appends the phase functions, what they need declared, and the function
 * `void <name>_program(struct sdyrt_thread *thread, char *const *buf)`. LOOPS text begins with the
 * includes of the runtime's headers, STRIPS text needs none. `buf` holds the arena, the inputs, the
 * outputs, then the constants. The lists of `needs` are heap memory: emit_needs_free. */
void emit_c(struct buffer *out, const struct program *program, const struct emit_options *options,
            struct arena *arena, struct emit_needs *needs);

/* Position in `buf` of a buffer that is not a tile's: emit_c's order. */
uint32_t emit_buffer_slot(const struct program *program, const struct kernel_buffer *buffer);
/* Number of pointers in `buf`. */
uint32_t emit_slot_count(const struct program *program);
/* Where it finds its calls of functions of the host, if it has some. */
uint32_t emit_calls_slot(const struct program *program);
/* Where the counts of bytes sent go, if it keeps them. */
uint32_t emit_sent_slot(const struct program *program);
/* Where the profile is, if it has one. */
uint32_t emit_profile_slot(const struct program *program);
/* Where it finds the other ranks, if ranks run it. */
uint32_t emit_ranks_slot(const struct program *program);
/* Where what it keeps from run to run is, if it keeps something. */
uint32_t emit_kept_slot(const struct program *program);
/* Where the program of a folder finds its processor (struct sdyrt_processor): the last. */
uint32_t emit_processor_slot(const struct program *program);

/* The text of a C comment: no end of comment, backslash, trigraph or control character. */
const char *emit_comment(struct arena *arena, const char *text);

#endif
