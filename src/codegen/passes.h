/* The passes of code generation as data: rows of passes.def, and what runs them. */
#ifndef SDYC_CODEGEN_PASSES_H
#define SDYC_CODEGEN_PASSES_H

#include "support/stages.h"

#include <stdio.h>

struct graph;
struct program;

/* What is known of a graph or program between two passes: rows FACT, a bit each. */
enum codegen_fact {
#define FACT(name, meaning) FACT_##name,
#define PASS(...)
#include "codegen/passes.def"
#undef FACT
#undef PASS
    FACT_COUNT,
};
/* What is true where the fact holds, as passes.def says it. */
const char *codegen_fact_meaning(enum codegen_fact fact);

/* A row. One of the three functions is set. */
struct codegen_pass {
    const char *name, *stage; /* "fuse"; "codegen: fuse", as times call it */
    const char *sentence;
    void (*graph)(struct graph *graph);
    struct program *(*lower)(struct graph *graph);
    void (*program)(struct program *program);
    uint32_t needs, leaves; /* bit f: fact f */
    bool may_be_left_out;
};
/* The i-th row; NULL behind the last. */
const struct codegen_pass *codegen_pass_at(size_t index);

/* How the passes are run. All zero: they are run, and nothing is said of them. */
struct codegen_driver {
    const char *print_before, *print_after; /* a pass's name, "all", or NULL */
    const char *const *without;             /* passes that are left out */
    size_t without_count;
    bool checks;               /* what passes leave is checked between them (codegen/check.h) */
    FILE *dump;                /* where dumps go */
    struct stage_times *times; /* or NULL */
};

/* Whether the driver's names are those of passes, and of such as can be left out; else a message in
 * `arena`. */
const char *codegen_driver_fault(const struct codegen_driver *driver, struct arena *arena);

/* What a program has become on the way. */
struct codegen_state {
    struct graph *graph;
    struct program *program; /* NULL: still a graph */
    uint32_t facts;          /* that hold */
};
/* Runs the rows that are not left out, up to the last one that leaves a graph, or from where the
 * state stands to the end. */
void codegen_decide(struct codegen_state *state, const struct codegen_driver *driver);
void codegen_finish(struct codegen_state *state, const struct codegen_driver *driver);

#endif
