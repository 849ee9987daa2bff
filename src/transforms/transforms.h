/* What the generic passes share with each other. */
#ifndef SDYC_TRANSFORMS_H
#define SDYC_TRANSFORMS_H

#include "ops/op_def.h"

/* Whether an operation can be removed: no uses, and no effect, neither its own nor one inside. */
bool op_is_dead(struct op *op);
/* Without effects of its own; what its regions do is left aside. */
bool op_is_pure(const struct op *op);
/* Without effects, and so are all operations in its regions. */
bool op_is_pure_inside(struct op *op);
/* Whether two operations compute the same: equal names, operands, attributes and result types, and
 * in their regions, of one block each at most, equal operations. The hash agrees with it. */
bool op_equals(const struct op *a, const struct op *b);
uint64_t op_hash(const struct op *op);

/* What a pass makes of one operation that it is concerned with, in place or by another before it;
 * true where it changed something. */
struct simplifier {
    bool (*concerns)(const struct op *op);
    bool (*simplify)(struct op *op, struct module *module, void *data);
    void *data;
    /* Operations at the end come first, and again what stands around those that changed; else each
     * comes once in a round, from the beginning on. */
    bool from_end;
};
/* Asks it of all operations until nothing changes, and drops dead ones and all but one of equal
 * constants, which move to the top of their function. False: no fixed point was reached. */
bool simplify_module(struct module *module, const struct simplifier *simplifier);
/* Only what comes with it: dead operations go, and all but one of equal constants. */
void tidy_module(struct module *module);

/* --- turns.c ---------------------------------------------------------------------------------- */

/* The turns of a while loop that is `for (i = first; i < limit; i += step)` of constants. 0: it is
 * no such loop, or takes none. */
int64_t loop_turns(const struct op *loop);

/* --- replace.c -------------------------------------------------------------------------------- */

/* `op` goes; `with` has results of the same types, which are used instead. */
void op_replace(struct op *op, struct op *with);

/* --- save_module.c ---------------------------------------------------------------------------- */

/* Prints the module into the file NAME.mlir of a folder, which is made where it lacks. False after
 * an error. */
bool save_module(const struct module *module, const char *directory, const char *name);

/* --- keep_shardings.c ------------------------------------------------------------------------- */

/* Before an operation is replaced: notes how its results are to be sharded, in the arena. After it,
 * release_shardings gives what took the place of each result the sharding that this one had. */
struct op **hold_shardings(struct module *module, struct arena *arena, struct op *op);
void release_shardings(struct module *module, struct op **held);

#endif
