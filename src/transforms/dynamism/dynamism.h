/* Programs whose shapes are not all written down: types refined by what is known, computations of
 * sizes folded, and operations on sizes replaced by those that have them as attributes. As
 * StableHLO's passes of the same names do. */
#ifndef SDYC_TRANSFORMS_DYNAMISM_H
#define SDYC_TRANSFORMS_DYNAMISM_H

#include "ops/build.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* --- fold.c, calls.c: what is known ----------------------------------------------------------- */

/* Replaces an operation on constant integers, or one that asks for a known size, by a constant or
 * by an operand of its own; true where it did, and the operation is gone. Floats stay. */
bool fold_integers(struct module *module, struct op *op);

/* Replaces a custom call that stands for an operation with sizes, where they are known. */
bool fold_call(struct module *module, struct op *op);

/* --- canonicalize.c ------------------------------------------------------------------------- */

/* An operation before `op` that has its constant sizes as attributes; NULL: it has none such. */
struct op *static_stand_in(struct module *module, struct op *op);

/* --- refine.c: types ------------------------------------------------------------------------- */

/* Gives results, and arguments of regions, the more specific types that follow from operands. True
 * where a type changed. `further`: also where other dialects than stablehlo, chlo and sdy use the
 * results. */
bool refine_types(struct module *module, struct op *op, bool further);
/* The dimensions that either type knows, and the bounds where `type` has any, as the type that
 * `type` then is; NULL: they disagree. */
const struct type *refined_type(struct context *context, const struct type *type,
                                const struct type *by);
/* Gives values these types as far as they go with their own; true where one changed. */
bool refine_values(struct context *context, uint32_t count, struct value *const *values,
                   const struct type *const *types, bool further);

/* Whether a module has values of unknown extents, or operations that take extents as operands. */
bool module_is_dynamic(const struct module *module);
/* An argument with a dimension that neither is known nor has a bound, or NULL. */
const struct value *open_argument(const struct op *func);

/* --- arguments.c ----------------------------------------------------------------------------- */

/* Sets the types of all arguments of a function; where one changes, its users get a value of the
 * type that it had, until refinement comes to them. False after a located error. */
bool refine_arguments(struct module *module, struct op *func, const struct type *const *types);
/* Whether a call is such a value. */
bool is_refined_argument(const struct op *op);
/* The function that the passes refine: `entry`; where that is "", the only one, or @main. NULL
 * after an error. */
struct op *refinement_target(struct module *module, const char *entry);

/* --- assertions.c ---------------------------------------------------------------------------- */

/* Reports the shape assertions that are known not to hold. */
bool known_assertions_hold(struct module *module);

#endif
