/* Fewer kernels, and fewer buffers between them: passes over a program that has no tasks yet, and
 * what they ask of kernels and steps. */
#ifndef SDYC_MERGE_H
#define SDYC_MERGE_H

#include "codegen/program/program.h"

#include "caches.h"

enum { LEAST_STORED = SDYRT_MIDDLE_CACHE }; /* bytes: less stays in a cache anyway */

/* coalesce.c: gives buffers one memory where a move between them then does nothing, and takes such
 * moves away. */
void program_coalesce(struct program *program);
/* join.c: kernels that write parts of one tensor from the same operands become one. */
void program_join(struct program *program);
/* unroll.c: reductions over few points become expressions. */
void program_unroll(struct program *program);
/* siblings.c: reductions of the same memory become one. */
void program_join_siblings(struct program *program);
/* absorb.c: loops that make what a reduction takes become part of it. */
void program_absorb(struct program *program);
/* producers.c: kernels that make what the next one reads, as it reads it. */
void program_join_rows(struct program *program);
/* producers.c: how many kernels touch the memory of each buffer, by the buffers' numbers; in the
 * program's arena. Selectors of steps do not count. */
const uint32_t *program_count_users(const struct program *program);
/* within.c: what a kernel makes for its own statements lies in scratch of the task. */
void program_keep_within(struct program *program);

/* join.c: what several expressions of a kernel without guards compute becomes one of them; nothing
 * that the kernel stores changes what it loads. */
void kernel_share(struct kernel *kernel);
/* join.c: takes kernels that do nothing any more out of the program. */
void program_drop(struct program *program);

/* conditions.c: whether the results of a kernel are plain stores to memory of the program, of
 * tensors that no other kernel writes parts of; whether it is, besides, a reduction by one
 * operation, to memory that no other buffer has; and whether its strips lie along its results. */
struct uses;
bool kernel_stores_plainly(const struct program *program, const struct kernel *kernel);
bool kernel_is_sum(const struct program *program, const struct kernel *kernel);
bool kernel_lies_across(const struct kernel *kernel, const struct uses *uses);
/* conditions.c: whether the kernel of a step, whose uses these are, may run right behind that of an
 * earlier one. What the earlier one stores in the buffer `known` does not count; it may be NULL. */
bool step_may_move(const struct step_list *list, uint32_t first, uint32_t step,
                   const struct kernel_buffer *known, const struct uses *uses);

#endif
