/* Library kernels: kernels whose loop is a function of the runtime. A kind is a definition
 * `library_NAME` in a file of its own here, its row; its numbers are described by the runtime's own
 * struct. No other file of the code generator names a kind: they ask the row.
 *
 * A node of a kind (NODE_LIBRARY) reads its operands by address and has a description of its own,
 * which the row's `lower` turns into kernels. Most kinds are one call per task, of operands, a
 * constant and the number of the task; the functions library_call_* below are all their hooks. */
#ifndef SDYC_LIBRARY_H
#define SDYC_LIBRARY_H

#include "codegen/program/program.h"

struct emitter;
struct graph;
struct lowering;
struct node;
struct printer;
struct route_plans;
struct term;
struct walk;

struct library_cost {
    double flops, bytes; /* scalar operations; bytes that pass through the caches */
};

/* What a kind needs of the machine that a program runs on; all NULL: nothing. */
struct library_system {
    /* A function of the row's header that finds a library of the system when a program begins, and
     * gives 0 where there is none; and what that is, for people. */
    const char *load, *needs;
};

/* What a task keeps in scratch instead of memory that all see; all zero: nothing. */
struct library_rows {
    /* Makes the kernel before it, which alone writes the buffer that this one alone reads, its
     * first part, if that is faster: each task makes what it reads of the buffer. NULL: it never
     * does. */
    bool (*take_first)(struct kernel *kernel, struct kernel *first,
                       const struct kernel_buffer *between);
    /* Keeps what a task makes of the kernel's own result, which the kernel's statements alone read,
     * in scratch, if there is room. NULL: it never does. */
    bool (*keep_within)(struct kernel *kernel, const struct kernel_buffer *result);
};

/* What a kernel does besides computing its results; all zero: nothing. */
struct library_effect {
    bool alone; /* done by one thread, after all before it and before all behind it, whether or
                 * not its results are read; where it has failed the program ends: */
    /* Says that it has, of the pointer among the program's buffers at `failed_slot`. */
    const char *failed; /* NULL: it cannot fail */
    uint32_t (*failed_slot)(const struct program *program);
    /* It begins something that the kernel behind it waits for: it is done as early as can be, and
     * the other as late as can be (lower/schedule/overlap.c). */
    bool begins, waits;
};

struct library {
    const char *name;   /* in dumps */
    const char *symbol; /* the runtime's function: "sdyrt_scan" */
    const char *header; /* of the runtime, that declares it */
    struct library_system system;
    /* The parts (runtime/runtime.def) that a call needs because of its types, besides
     * that of the function; between spaces. NULL: none. For kinds that are one call per task. */
    const char *(*parts)(const void *what);

    /* Facts about nodes. */
    bool hosts;         /* statements can follow on each of its tiles while they are in cache */
    bool in_place;      /* ... where they find the tile in the place of the one result of theirs */
    bool sums;          /* a sum over the sequential dimensions of the product of two reads */
    bool prepares;      /* makes something of an operand for the next step, beside the one before */
    bool names_buffers; /* its text reaches buffers by their names alone, as that of loops does */
    /* Where operands are relayouts, and the result was given an order, as a matter of speed: what
     * is lost without, in bytes moved, for operand `number` or (operand_count) the result. NULL: no
     * orders are wished for. */
    double (*dislikes)(const struct node *node, uint32_t number);

    struct library_effect effect;

    /* Its result lies as its one operand does, the axes that the operand lacks in front: in another
     * order it is packed. */
    bool follows;

    /* Makes the results `count` elements along a dimension, from a place on that the term reads;
     * their types and readers are the caller's business. False, and nothing changes: it does not
     * pay. NULL: the kind always computes all. */
    bool (*take_window)(struct graph *graph, struct node *node, uint32_t dim, int64_t count,
                        struct term *first);

    /* Fills the kernel that lowering has begun: its domain is that of the node, the statements of
     * its roots are there. May add further kernels. */
    void (*lower)(struct lowering *lowering);
    /* Turns a loop kernel that was lowered into one of this kind, if it is such. NULL: none is. */
    bool (*take)(struct lowering *lowering);
    /* The same of the last `count` kernels, each of which writes a part of one tensor that is
       written by no others: they become one. NULL: none do. */
    bool (*take_parts)(struct lowering *lowering, uint32_t count);
    /* Makes two kernels of one whose results are better computed in parts and then combined: the
     * kernel becomes the one that combines them, the other, which is returned, runs before it.
     * NULL: none becomes two, or this one does not. */
    struct kernel *(*split)(struct program *program, struct kernel *kernel);
    struct library_rows rows;
    /* The buffers that the kernel reads and writes, besides those of its statements. */
    void (*touch)(struct walk *walk, const struct kernel *kernel);
    struct library_cost (*cost)(const struct kernel *kernel); /* besides its statements' */
    int64_t (*tasks)(const struct kernel *kernel);
    /* Where its function takes several tasks that lie side by side, and says how many: how many in
     * a row share what is made first. 0, or NULL: it does not. */
    int64_t (*joins)(const struct kernel *kernel);
    size_t (*scratch)(const struct kernel *kernel); /* bytes, of each task */
    void (*emit_before)(struct emitter *e);         /* what stands before the phase function */
    void (*emit)(struct emitter *e);                /* its body */
    void (*print)(struct printer *printer, const struct kernel *kernel);
};

/* `lower` of kinds that no node is: their kernels are made of others. */
void library_never_lowered(struct lowering *lowering);
/* Gives the loop kernel at hand to the first row that takes it. */
void library_take(struct lowering *lowering);
/* Gives the last `count` kernels, which write parts of one tensor, to the first row that takes them
 * together, or else as many as it takes of those at the end, and the others each by itself;
 * `alone`: nothing else writes the tensor. */
void library_take_parts(struct lowering *lowering, uint32_t count, bool alone);

/* The statement of a kernel that only copies elements, at affine places; or NULL. */
const struct statement *library_copy_of(const struct kernel *kernel);

/* Where operand `number` of the node at hand, and a result of it, lie over the kernel's domain. */
struct access library_operand(struct lowering *lowering, uint32_t number);
struct access library_result(const struct node *node);

/* --- kinds that are one call per task -----------------------------------------------------------
 *
 * void sdyrt_NAME(const struct sdyrt_NAME *what, char *const *operands, int64_t task,
 *                 char *scratch);
 * where all fields of the description are int64_t or arrays of them; with a plan behind `what`,
 * where the call has plans (route.h). */

struct call_operand {
    struct access access; /* of its first element: no strides, no indices */
    bool loads, stores;   /* neither: an operand of another phase */
};
/* What struct kernel's `call` is of such a kind. */
struct library_call {
    const int64_t *what; /* the runtime's struct */
    size_t words;
    const struct route_plans *plans; /* which stand behind the description; NULL: there are none */
    uint32_t operand_count;
    const struct call_operand *operands;
    int64_t tasks;
    size_t scratch;
    struct library_cost cost;
};
void library_call_touch(struct walk *walk, const struct kernel *kernel);
struct library_cost library_call_cost(const struct kernel *kernel);
int64_t library_call_tasks(const struct kernel *kernel);
size_t library_call_scratch(const struct kernel *kernel);
void library_call_emit_before(struct emitter *e);
void library_call_emit(struct emitter *e);
void library_call_print(struct printer *printer, const struct kernel *kernel);
#define LIBRARY_CALL                                                                               \
    .touch = library_call_touch, .cost = library_call_cost, .tasks = library_call_tasks,           \
    .scratch = library_call_scratch, .emit_before = library_call_emit_before,                      \
    .emit = library_call_emit, .print = library_call_print

/* Makes the kernel a call of the row's; `what` is the runtime's struct, of `bytes`. */
struct library_call *library_call_new(struct lowering *lowering, const struct library *library,
                                      const void *what, size_t bytes, uint32_t operand_count,
                                      const struct call_operand *operands);

/* --- for kinds that print more ---------------------------------------------------------------- */

/* `static const struct sdyrt_X NAME = {...};` with the fields' names, which the runtime's table of
 * symbols gives; the words are those of the struct. */
void library_print_description(struct emitter *e, const char *symbol, const char *name,
                               const void *what, size_t bytes);
/* What a call is handed first: its description, and behind it the plan if it has plans. */
const char *library_call_what(struct emitter *e);
/* Declares `operands`, as the call takes them. */
void library_call_emit_operands(struct emitter *e);
/* Where an access begins: "buf[2] + 64". */
const char *library_operand_text(struct emitter *e, const struct access *access);

#endif
