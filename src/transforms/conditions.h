/* When the pipelines that have a condition have something to do (pipeline.h). */
#ifndef SDYC_TRANSFORMS_CONDITIONS_H
#define SDYC_TRANSFORMS_CONDITIONS_H

#include "transforms/pass.h"

/* Whether the module has a grid of processes (interpreter.run_parallel). */
bool has_processes(const struct module *module, const struct pass_options *options);
/* Shapes follow from those of the arguments: from an argument whose shape is open nothing does. */
bool follows_from_arguments(const struct module *module, const struct pass_options *options);
/* Values may be unreduced, and there are private functions that do not say how all of their
 * arguments are sharded. */
bool functions_may_get_unreduced(const struct module *module, const struct pass_options *options);

#endif
