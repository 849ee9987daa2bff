/* Inputs and results of bounded types at the border of the command: a program takes and gives them
 * as long as their bounds, and their sizes behind all others; the command line has them as long as
 * they are. */
#ifndef SDYC_CLI_BOUNDED_H
#define SDYC_CLI_BOUNDED_H

#include "cli/programs/program.h"

/* How many inputs are asked for, and results given: all but the sizes. */
int asked_inputs(const struct sdyc_program *program);
int given_outputs(const struct sdyc_program *program);
/* The dimensions of an input, a bit each, that may be shorter than its type says. */
uint32_t open_dimensions(const struct sdyc_program *program, int index);
/* Sets the inputs that are the sizes of an input's dimensions. */
void set_sizes(struct loaded_program *loaded, int index, const int64_t *sizes);
/* Cuts results to their sizes. */
void cut_outputs(struct loaded_program *loaded);

#endif
