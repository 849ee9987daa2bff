/* Inputs and results of bounded types at the border of the command: a program takes and gives them
 * as long as their bounds, and their sizes behind all others; the command line has them as long as
 * they are. */
#ifndef SDYC_CLI_BOUNDED_H
#define SDYC_CLI_BOUNDED_H

#include "cli/program.h"

/* How many inputs are asked for, and results given: all but the sizes. */
int asked_inputs(const struct sdyc_program *program);
int given_outputs(const struct sdyc_program *program);
/* Sets the bounded dimensions of an input's shape to those of a text, and the inputs that are their
 * sizes. False after an error. */
bool take_actual_shape(struct loaded_program *loaded, int index, const char *text,
                       struct sdyrt_value *shape);
/* Makes an input that has been read as long as its bound. */
void extend_input(struct loaded_program *loaded, int index);
/* Cuts results to their sizes. */
void cut_outputs(struct loaded_program *loaded);

#endif
