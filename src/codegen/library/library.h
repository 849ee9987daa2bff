/* Library kernels: kernels whose loop is a function of the runtime. A kind is a row of library.def
 * and a definition in a file of its own here; its numbers are described by the runtime's own struct.
 * No other file of the code generator names a kind: they ask the row.
 *
 * A node of a kind (NODE_LIBRARY) reads its operands by address and has a description of its own,
 * which the row's `lower` turns into kernels. Most kinds are one call per task, of operands, a
 * constant and the number of the task; the functions library_call_* below are all their hooks. */
#ifndef SDYC_LIBRARY_H
#define SDYC_LIBRARY_H

#include "codegen/program/program.h"

struct emitter;
struct lowering;
struct printer;
struct walk;

struct library {
    const char *name;   /* in dumps */
    const char *symbol; /* the runtime's function: "sdyrt_scan" */
    const char *header; /* of the runtime, that declares it */

    /* Facts about nodes. */
    bool hosts;    /* statements can follow on each of its tiles while they are in cache */
    bool in_place; /* ... where they find the tile in the place of the one result of theirs */
    bool sums;     /* a sum over the sequential dimensions of the product of two reads */
    bool wishes;   /* operands and result were given orders that the layout weighs */

    /* Fills the kernel that lowering has begun: its domain is that of the node, the statements of
     * its roots are there. May add further kernels. */
    void (*lower)(struct lowering *lowering);
    /* The buffers that the kernel reads and writes, besides those of its statements. */
    void (*touch)(struct walk *walk, const struct kernel *kernel);
    /* Scalar operations, besides those of its statements. */
    double (*flops)(const struct kernel *kernel);
    int64_t (*tasks)(const struct kernel *kernel);
    size_t (*scratch)(const struct kernel *kernel); /* bytes, of each task */
    void (*emit_before)(struct emitter *e);         /* what stands before the phase function */
    void (*emit)(struct emitter *e);                /* its body */
    void (*print)(struct printer *printer, const struct kernel *kernel);
};

#define LIBRARY(name) extern const struct library library_##name;
#include "codegen/library/library.def"
#undef LIBRARY

/* --- kinds that are one call per task -----------------------------------------------------------
 *
 * void sdyrt_NAME(const struct sdyrt_NAME *what, char *const *operands, int64_t task,
 *                 char *scratch);
 * where all fields of the description are int64_t or arrays of them. */

struct call_operand {
    struct access access; /* of its first element: no strides, no indices */
    bool loads, stores;
};
/* What struct kernel's `call` is of such a kind. */
struct library_call {
    const int64_t *what; /* the runtime's struct */
    size_t words;
    uint32_t operand_count;
    const struct call_operand *operands;
    int64_t tasks;
    size_t scratch;
    double flops;
};
void library_call_touch(struct walk *walk, const struct kernel *kernel);
double library_call_flops(const struct kernel *kernel);
int64_t library_call_tasks(const struct kernel *kernel);
size_t library_call_scratch(const struct kernel *kernel);
void library_call_emit_before(struct emitter *e);
void library_call_emit(struct emitter *e);
void library_call_print(struct printer *printer, const struct kernel *kernel);
#define LIBRARY_CALL                                                                               \
    .touch = library_call_touch, .flops = library_call_flops, .tasks = library_call_tasks,         \
    .scratch = library_call_scratch, .emit_before = library_call_emit_before,                      \
    .emit = library_call_emit, .print = library_call_print

/* --- for kinds that print more ----------------------------------------------------------------- */

/* `static const struct sdyrt_X NAME = {...};` with the fields' names, which the runtime's table of
 * symbols gives; the words are those of the struct. */
void library_print_description(struct emitter *e, const char *symbol, const char *name,
                               const void *what, size_t bytes);

#endif
