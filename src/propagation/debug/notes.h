/* The notes of the debug options of propagation, left on the module as attributes.
 *
 *   debug-sharding-origins            sdy.sharding_origins: which sharding of the user's each axis
 *                                     of a value comes from
 *   debug-propagation-edge-sharding   sdy.propagation_edges: between which operands and results of
 *                                     an operation each axis travelled, and in which step
 *
 * Both are made by one observer (propagation/observer.h) while a pass runs.
 */
#ifndef SDYC_DEBUG_NOTES_H
#define SDYC_DEBUG_NOTES_H

#include "propagation/observer.h"
#include "transforms/pass.h"

/* An axis that a tensor of a step has newly, and the tensor that had it before. */
struct new_axis {
    uint32_t tensor, source;
    struct axis_ref axis;
};
struct new_axes {
    struct new_axis *items;
    size_t count, capacity;
};

/* --- notes.c ---------------------------------------------------------------------------------- */

struct debug_notes {
    struct module *module;
    struct debug_origins *origins; /* NULL: not asked for */
    struct debug_edges *edges;     /* the same */
    struct sharding_observer observer;
};
/* Begins to watch the module where one of the options is set;
 * `notes` stays where it is till the end. */
void debug_notes_begin(struct debug_notes *notes, struct module *module, bool origins, bool edges);
/* Stops, and where the pass is `done` writes the attributes. */
void debug_notes_end(struct debug_notes *notes, bool done);
/* What is noted on the data flow edges of the owners goes to `op`, before the edges go. */
void debug_notes_sink(struct module *module, struct op *op, struct value *const *owners,
                      uint32_t count, bool is_result, bool origins, bool edges);
/* Whether an operation is still part of the module: propagation erases dead ones. */
bool is_in_module(const struct op *op, const struct module *module);

/* --- origins.c -------------------------------------------------------------------------------- */

/* Names the user's shardings of the module as they are now. */
struct debug_origins *debug_origins_new(struct module *module);
void debug_origins_step(struct debug_origins *origins, const struct sharding_step *step,
                        const struct new_axes *axes);
void debug_origins_write(struct debug_origins *origins);
void debug_origins_free(struct debug_origins *origins);

/* --- edges.c ---------------------------------------------------------------------------------- */

/* Steps are counted on from those noted on the module. */
struct debug_edges *debug_edges_new(struct module *module);
void debug_edges_step(struct debug_edges *edges, const struct sharding_step *step,
                      const struct new_axes *axes);
void debug_edges_write(struct debug_edges *edges);
void debug_edges_free(struct debug_edges *edges);

#endif
