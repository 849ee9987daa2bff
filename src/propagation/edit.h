/* Edits of the IR that import and export passes share. */
#ifndef SDYC_PROPAGATION_EDIT_H
#define SDYC_PROPAGATION_EDIT_H

#include "ir/op_def.h"
#include "sharding/sharding.h"

/* A tensor without dimensions. */
static inline bool value_is_scalar(const struct value *value) {
    return value->type->kind == TYPE_TENSOR && value->type->rank == 0;
}
/* The number of dimensions; of what is no tensor 0. */
static inline uint32_t tensor_rank(const struct type *type) {
    return type->kind == TYPE_TENSOR ? type->rank : 0;
}
/* Where an operation right after `value` goes: after its definition, or first in its block. */
struct builder builder_after_value(struct module *module, struct value *value);
/* All uses of `value` but those by `except` become uses of `to`. */
void replace_uses_except(struct value *value, struct value *to, const struct op *except);
/* The uses of an operation's results become uses of `values`; it is erased. */
void replace_op(struct op *op, struct value *values);
/* The same for all owners of an operation's flows. */
void add_edges_of_flow(struct module *module, struct op *op);
/* The owners of the flows of an operation: its body's arguments (first false) or its results. */
uint32_t flow_owners(struct module *module, struct op *op, bool results,
                     struct value *const **owners);

/* What the data flow edges on the owners carry, open where an edge has nothing;
 * NULL: no edge has a sharding. */
const struct attr *shardings_of_edges(struct module *module, struct value *const *owners,
                                      uint32_t count);

/* Whether no nested module has meshes, which would hide those of this one; reports the first. */
bool meshes_are_of(struct module *module);

/* Every sharding below `root`, to be replaced by what `change` returns. `value` is what it is of;
 * NULL for arguments of declarations, results of functions and of operations without results. */
typedef const struct attr *sharding_change(const struct attr *sharding, struct value *value,
                                           void *data);
void transform_shardings(struct module *module, struct op *root, sharding_change *change,
                         void *data);

/* --- calls.c ---------------------------------------------------------------------------------- */

/* All functions, callees before callers: the post-order of the call graph, which begins with the
 * functions in the order of the module. */
struct op_list functions_in_call_order(struct module *module);
/* All calls, those of callees first. */
struct op_list calls_in_call_order(struct module *module);
/* False with a report where a call names no function, or functions call themselves. */
bool check_calls(struct module *module);
/* The same, and where a copy of the function for each call were too much. */
bool check_copies(struct module *module);
struct op *called_function(const struct op *call);
/* The name a function had before copies were made of it. */
const struct attr *original_function_name(const struct op *func);

/* Names of new symbols, with one counter for a whole pass: f, f_0, g_1. */
struct symbol_namer {
    struct module *module;
    uint32_t next;
    struct pointer_map taken; /* interned names: the module's, and those that were given */
};
void symbol_namer_free(struct symbol_namer *namer);
/* Puts a function into the module under a name that is free. */
void insert_function(struct symbol_namer *namer, struct op *func, struct op *before);
/* A copy of the function and of all it calls, each under a new name, in the module. */
struct op *clone_function(struct symbol_namer *namer, struct op *func);
void set_callee(struct module *module, struct op *call, const struct op *func);
/* Shardings of all arguments (results), open where there is none; NULL where no sharding names a
 * mesh that is not maximal. */
const struct attr *function_argument_shardings(struct module *module, const struct op *func);
const struct attr *function_result_shardings(struct module *module, const struct op *func);

#endif
