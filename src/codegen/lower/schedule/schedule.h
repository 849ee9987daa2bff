/* Tasks, how kernels are cut into them, and where and when they run: passes over a program whose
 * kernels are decided. */
#ifndef SDYC_SCHEDULE_H
#define SDYC_SCHEDULE_H

#include "codegen/lower/lower_thresholds.h"
#include "codegen/program/visit.h"

/* tile.c: cuts each kernel's parallel dimensions into tasks, counts flops and bytes. */
void program_tile(struct program *program);
/* tile.c: how many threads are of use, by the work of all kernels. */
void program_count_threads(struct program *program);
/* chain.c: kernels that one thread takes a task through, one after the other. */
void program_chain(struct program *program);
/* order.c: steps that end more memory than they begin come as early as they can. */
void program_order(struct program *program);
/* remake.c: makes cheap values again that would else be kept where most memory is in use. */
void program_remake(struct program *program);
/* again.c: a loop that makes again what a plain statement of the kernel makes, of what this has
 * loaded and stored; in the arena. NULL: it takes more than that. */
struct kernel *kernel_again(struct arena *arena, const struct kernel *maker,
                            const struct statement *made);
/* overlap.c: begins exchanges early, and waits for them late. */
void program_overlap(struct program *program);
/* arena.c: which buffers share memory, and where they lie in the arena. */
void program_plan_arena(struct program *program);
/* waits.c: which steps wait for those before them. */
void program_place_waits(struct program *program);

/* touches.c: memory that a kernel touches and that something may write while the program runs:
 * neither its own tiles nor constants, nor inputs but those that a result lies in. */
struct touch {
    const struct kernel_buffer *buffer;
    bool writes;
};
struct touches {
    VECTOR(struct touch) list;
    struct uses uses;
};
void touch_kernel(struct touches *touches, const struct kernel *kernel);
void touches_free(struct touches *touches);

/* Element operations of the whole kernel, memory counted in; known once the kernel is tiled. */
double kernel_work(const struct kernel *kernel);

/* Of the whole kernel what sdyrt_tasks_wanted (tasks.h) cuts: operations, or bytes if more. */
double kernel_cost(const struct kernel *kernel);

/* Tiles of all parallel dimensions. */
int64_t kernel_count_tiles(const struct kernel *kernel);
/* Counts the kernel's costs and cuts it into tiles; a product has its tile already. */
void kernel_tile(struct kernel *kernel);
/* The tasks of a kernel whose costs are counted, once more: its library cuts it otherwise now. */
void kernel_count_tasks(struct kernel *kernel);

/* Points of each parallel dimension that stay together, for the sake of strips. */
void kernel_least_tile(const struct kernel *kernel, int64_t least[KERNEL_DIMS]);

/* Cuts reductions that have many points and few results, and so make few tasks, along the
 * reduction: a kernel of partial results, and the old one combines them in order. The bits do not
 * depend on the number of threads. */
void program_split(struct program *program);
/* Whether a large reduction can be cut so into tasks enough, all chunks of a dimension of one
 * length: as it must be where it stores something at every point. */
bool kernel_cuts_evenly(const struct kernel *kernel);
/* A buffer for what such a kernel leaves to the other. */
struct kernel_buffer *program_add_partial(struct program *program, enum element element,
                                          int64_t elements);

#endif
