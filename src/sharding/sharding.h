/* Meshes and tensor shardings as values: Shardy's attributes as C structs
 * (openxla/shardy docs/sharding_representation.md). All are interned: a sharding is an attribute
 * (`const struct attr *`, def attr_sharding) whose payload is `struct sharding`, so that equality
 * is pointer equality. The algebra on axis references is in axes.h, sharding rules in rule.h. */
#ifndef SDYC_SHARDING_H
#define SDYC_SHARDING_H

#include "ir/ir.h"
#include "sharding/axes.h"

struct mesh_axis {
    const char *name; /* interned */
    int64_t size;
};
/* No axes: with one device id a maximal mesh (that device alone), without any an empty one, a
 * placeholder that other meshes replace. */
struct mesh {
    uint32_t axis_count;
    const struct mesh_axis *axes; /* major to minor */
    uint32_t device_id_count;     /* explicit device ids, or 0: iota */
    const int64_t *device_ids;
};

#define PRIORITY_NONE (-1)
struct dim_sharding {
    struct axis_list axes; /* major to minor */
    bool is_closed;        /* false: `?`, further axes may be added */
    int64_t priority;      /* p0, p1, ...; PRIORITY_NONE: none given (counts as p0) */
};
enum reduction_kind { REDUCTION_SUM, REDUCTION_MAX, REDUCTION_MIN }; /* `unreduced=max{..}` */
struct sharding {
    const char *mesh_name;   /* @name, or NULL where the mesh is inlined */
    const struct attr *mesh; /* inlined mesh attribute, or NULL */
    uint32_t rank;
    const struct dim_sharding *dims;
    struct axis_list replicated, unreduced;
    enum reduction_kind unreduced_kind;
};
struct sharding_list {
    uint32_t count;
    const struct attr *const *items; /* sharding attributes */
};
struct axis_lists {
    uint32_t count;
    const struct axis_list *items;
};
/* One move of an all-to-all: `axes` leave dimension `source` for dimension `target`. */
struct all_to_all_move {
    struct axis_list axes;
    int64_t source, target;
};
struct all_to_all_moves {
    uint32_t count;
    const struct all_to_all_move *items;
};

/* #sdy.mesh<["a"=2]>, #sdy.sharding<@m, [{"a"}]>, #sdy.sharding_per_value<[<..>, <..>]>,
 * #sdy<manual_axes{"a"}>, #sdy<axis_ref_list{"a"}>, #sdy<list_of_axis_ref_lists[{"a"}, {}]>,
 * #sdy<all_to_all_param_list[{"a"}: 0->1]>. The hooks read and write what follows the mnemonic. */
extern const struct attr_def attr_mesh, attr_sharding, attr_sharding_per_value, attr_manual_axes,
    attr_axis_list, attr_axis_lists, attr_all_to_all;

/* --- sharding.c: making and reading the attributes -------------------------------------------- */

/* The attribute of a mesh, which is copied. */
const struct attr *mesh_attr(struct context *context, const struct mesh *mesh);
/* A closed dimension without axes loses its priority, which would be of nothing. */
const struct attr *sharding_attr(struct context *context, const struct sharding *sharding);
/* Like that sharding, with `rank` dimensions of these instead of its own. */
const struct attr *sharding_with_dims(struct context *context, const struct sharding *sharding,
                                      uint32_t rank, const struct dim_sharding *dims);
const struct attr *sharding_attr_as_written(struct context *context,
                                            const struct sharding *sharding);
const struct attr *sharding_per_value_attr(struct context *context, uint32_t count,
                                           const struct attr *const *shardings);
/* Manual axes are whole axes. */
const struct attr *manual_axes_attr(struct context *context, struct axis_list axes);
const struct attr *axis_list_attr(struct context *context, struct axis_list axes);
const struct attr *axis_lists_attr(struct context *context, struct axis_lists lists);
const struct attr *all_to_all_attr(struct context *context, struct all_to_all_moves moves);
/* The payload; NULL where the attribute is absent or another one. */
const struct mesh *attr_as_mesh(const struct attr *attr);
const struct sharding *attr_as_sharding(const struct attr *attr);
const struct sharding_list *attr_as_shardings(const struct attr *attr);
const struct axis_list *attr_as_axes(const struct attr *attr); /* axis list or manual axes */
const struct axis_lists *attr_as_axis_lists(const struct attr *attr);
const struct all_to_all_moves *attr_as_all_to_all(const struct attr *attr);

/* Fully open, or closed, without axes, on the mesh of `like`. */
const struct attr *sharding_open(struct context *context, const struct sharding *like,
                                 uint32_t rank);
const struct attr *sharding_closed(struct context *context, const struct sharding *like,
                                   uint32_t rank);
/* The same mesh and rank as `like` and no axes, open or closed. */
const struct attr *sharding_empty_like(struct context *context, const struct sharding *like,
                                       bool closed);
/* `sharding` with all dimensions closed (and no replicated axes,
 * which it needs no longer) or opened. */
const struct attr *sharding_with_closed(struct context *context, const struct sharding *sharding,
                                        bool closed);
/* No dimension is sharded. */
bool sharding_is_replicated(const struct sharding *sharding);
/* No axes anywhere: dimensions, replicated, unreduced. */
bool sharding_has_no_axes(const struct sharding *sharding);
bool sharding_is_closed(const struct sharding *sharding);
/* Both shard every value alike: same mesh, axes and unreduced axes, whatever is open.
 * NULL: as if replicated. */
bool sharding_equivalent(const struct attr *a, const struct attr *b);

/* A mesh without axes and devices; one of a single device that is named by its id. */
bool mesh_is_empty(const struct mesh *mesh);
bool mesh_is_maximal(const struct mesh *mesh);
int64_t mesh_axis_size(const struct mesh *mesh, const char *axis); /* 0: no such axis */
int64_t mesh_device_count(const struct mesh *mesh);
/* Same axes, and the same devices in the same order unless `any_order`. */
bool mesh_equal(const struct mesh *a, const struct mesh *b, bool any_order);
/* Product of the axes that shard a dimension. */
int64_t dim_sharding_size(const struct mesh *mesh, const struct dim_sharding *dim);

/* --- sharding_asm.c --------------------------------------------------------------------------- */

struct asm_parser;
struct asm_printer;
/* `[<@mesh, [..]>, <..>]`, as in_shardings and out_shardings stand in the text. NULL: an error. */
const struct attr *parse_sharding_list(struct asm_parser *parser);
void print_sharding_list(struct asm_printer *printer, const struct attr *shardings);

/* --- verify.c --------------------------------------------------------------------------------- */

/* The constraints of a mesh; reports the first fault at `location`. The message opens with `what`,
 * here and below: "'sdy.reshard' op ". */
bool mesh_verify(const struct mesh *mesh, const char *what, struct location location,
                 struct diagnostics *diagnostics);
/* Which value of an operation has a sharding: what messages say between the operation's name and
 * the fault, "result 2 - ". */
struct sharding_place {
    const char *values; /* "result"; NULL: the operation itself */
    bool one_of_many;   /* with its `index` among them */
    uint32_t index;
    const struct value *argument; /* of a function, which a note points at; or NULL */
};
/* The constraints of a sharding for a value of `type` at `op`: mesh known, rank, axes known, in
 * order, used once and not bound by an enclosing manual computation. */
bool sharding_verify(const struct attr *sharding, const struct type *type, const struct op *op,
                     struct sharding_place place, struct diagnostics *diagnostics);
/* Axis lists on a mesh: known, no overlap, nothing left to merge. `sorted`: NULL, or the name of
 * lists that follow the mesh. */
bool axis_lists_verify(struct axis_lists lists, const struct mesh *mesh, const char *sorted,
                       const char *what, struct location location, struct diagnostics *diagnostics);
const char *axis_spell(struct arena *arena, struct axis_ref axis); /* "x":(1)2 */

/* --- value.c: where the IR keeps the sharding of a value -------------------------------------- */

/* The mesh a sharding refers to, looked up from any operation of its module; NULL: no such mesh. */
const struct mesh *sharding_mesh(const struct op *from, const struct sharding *sharding);
/* The operation a value belongs to: the one that defines it, or the one whose region it enters. */
struct op *value_owner(const struct value *value);
/* [{"x"}, {}, {"y":(1)2}]: the axes of each dimension; `rank` where there is no sharding. */
void sharding_say_dims(struct buffer *out, const struct attr *sharding, uint32_t rank);
/* The value that carries the sharding of `value`: its data flow edge's
 * result, the owner of the flow it is a target of, or itself; NULL where it
 * can have none (arguments of a reduction body). */
struct value *value_shardable(struct value *value);
/* The sharding of a value where the IR keeps it: argument attributes of functions, result
 * attributes, sdy.sharding on operations, edges of computations. NULL: none. */
const struct attr *value_sharding(struct context *context, const struct value *value);
/* Whether an attribute is a sharding with axes that are yet to be summed over. */
bool sharding_is_unreduced(const struct attr *attr);
/* The mesh of the property out_sharding of a collective of sdy. */
const struct mesh *op_out_mesh(const struct op *op);
/* Whether a collective of sdy has the value: it asks how its operand is sharded. */
bool value_meets_collective(const struct value *value);
/* NULL removes it (for results of an operation: all of them). */
void value_set_sharding(struct module *module, struct value *value, const struct attr *sharding);

/* Flows (enum op_flow). The target that owns the flow which `target` belongs to, or which `source`
 * feeds; NULL: no flow. */
struct value *flow_owner_of_target(const struct value *target);
struct value *flow_owner_of_source(const struct use *source);
/* The data flow edge on an owner, or NULL. */
struct op *flow_edge(const struct value *owner);
uint32_t flow_source_count(const struct value *owner);
struct use *flow_source(const struct value *owner, uint32_t number);

/* What a sharding written outside of a manual computation is inside, without the manual axes; and
 * what the outer one becomes where the inner one changed. */
const struct attr *sharding_without_manual(struct context *context, const struct attr *outer,
                                           const struct axis_list *manual);
const struct attr *sharding_with_manual(struct context *context, const struct attr *outer,
                                        const struct attr *inner, const struct axis_list *manual);

/* What func.func has, by its type and its attributes; a sharding that is absent is NULL. */
uint32_t func_input_count(const struct op *func);
uint32_t func_result_count(const struct op *func);
const struct type *func_result_type(const struct op *func, uint32_t index);
const struct attr *func_result_sharding(const struct op *func, uint32_t index);
void func_set_result_sharding(struct module *module, struct op *func, uint32_t index,
                              const struct attr *sharding);
/* Argument and result attributes of a function: one dictionary each, NULL where there is none. */
const struct attr *func_argument_attr(const struct op *func, uint32_t index, const char *name);
/* Whether a result may take the argument's memory: JAX names the result, or leaves it open. */
bool func_argument_is_donated(const struct op *func, uint32_t index);
void func_set_argument_attr(struct module *module, struct op *func, uint32_t index,
                            const char *name, const struct attr *value);
const struct attr *func_result_attr(const struct op *func, uint32_t index, const char *name);
void func_set_result_attr(struct module *module, struct op *func, uint32_t index, const char *name,
                          const struct attr *value);
/* The same for all arguments (results) at once: values[i], or NULL to remove it. */
void func_set_argument_attrs(struct module *module, struct op *func, const char *name,
                             const struct attr *const *values);
void func_set_result_attrs(struct module *module, struct op *func, const char *name,
                           const struct attr *const *values);

#endif
