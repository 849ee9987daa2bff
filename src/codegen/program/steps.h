/* The walks over the steps of a program: lists of steps, and lists inside of loops and branches. */
#ifndef SDYC_STEPS_H
#define SDYC_STEPS_H

#include "codegen/program/program.h"

/* Calls `visit` for each list inside of the loops and branches of `list`, in order and inner ones
 * first, and then for the list itself. It may change what stands at a step, not how many there are.
 */
typedef void step_list_visitor(struct step_list *list, void *data);
void step_lists_visit(struct step_list *list, step_list_visitor *visit, void *data);

/* A list that is being written anew. */
struct step_vector {
    VECTOR(struct step) list;
};
/* Calls `rewrite` for each kernel's step of the list and of the lists inside, in order: it adds to
 * `out` what stands there from now on, and may change the last step that `out` has. Loops and
 * branches stay. */
typedef void step_rewriter(struct step_vector *out, const struct step *step, void *data);
void steps_rewrite(struct arena *arena, struct step_list *list, step_rewriter *rewrite, void *data);

/* Takes the kernels for which `drops` says so out of the program, and their steps. Those that are
 * left are numbered by their order. */
typedef bool kernel_question(const struct kernel *kernel, const void *data);
void program_drop_kernels(struct program *program, kernel_question *drops, const void *data);

#endif
