/* StableHLO's own optimisations: patterns that simplify operations, and folders that compute them
 * from constants. As StableHLO's passes of the same names do.
 *
 * A pattern is a function on one operation: true where it changed something, be it in place or by
 * another operation before it. All are rows of tables, by the operation that they are for. */
#ifndef SDYC_TRANSFORMS_SIMPLIFY_H
#define SDYC_TRANSFORMS_SIMPLIFY_H

#include "ops/build.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

#define SHARDING "sdy.sharding" /* the attribute, one sharding a result */

struct rewriting {
    struct module *module;
    struct context *context;
    struct arena *scratch; /* as long as one pattern runs */
    int64_t element_limit; /* constants of more elements are not made, where that takes memory */
    bool optimize_float;   /* folds floats too */
    bool assume_pure;      /* what does not say that it has effects has none */
};
struct pattern {
    enum op_id id;
    bool (*rewrite)(struct rewriting *rewriting, struct op *op);
};
struct patterns {
    const struct pattern *items;
    size_t count;
};
#define PATTERNS(...)                                                                              \
    {                                                                                              \
        (const struct pattern[]){__VA_ARGS__},                                                     \
            sizeof((const struct pattern[]){__VA_ARGS__}) / sizeof(struct pattern)                 \
    }
extern const struct patterns float_folds, tensor_folds, control_folds;           /* folders */
extern const struct patterns algebra_patterns, shape_patterns, dynamic_patterns, /* simplifiers */
    slice_patterns, region_patterns;
/* Of a reduction whose body hands on values from outside. */
bool reduce_to_outside(struct rewriting *rewriting, struct op *op);
/* Of operations of any kind that have no elements. */
bool simplify_empty(struct rewriting *rewriting, struct op *op);

/* --- matching.c ------------------------------------------------------------------------------- */

bool is_stablehlo(const struct op *op); /* by its dialect */
/* Whether it says itself that it has effects, or nothing is known of it; its regions aside. */
bool declares_effect(const struct op *op);
/* The operation of that row that defines a value, or NULL. */
struct op *defined_by(const struct value *value, enum op_id id);
/* The elements of the constant that defines a value, or NULL. */
const struct attr *elements_of(const struct value *value);
const struct attr *splat_of(const struct value *value); /* of which all are alike, or NULL */
/* Constants of which every element is so: floats as well, where it says number. */
bool is_zero_number(const struct value *value);
bool is_one_number(const struct value *value);
bool is_zero_integer(const struct value *value);
bool is_all_ones(const struct value *value);
bool dims_are_iota(struct int_list dims);
bool dims_are_sorted(struct int_list dims);
/* Where a broadcast of a broadcast puts each dimension of the first one's operand; how many. */
uint32_t merge_broadcast_dims(const struct op *first, const struct op *second, int64_t *merged);

/* --- replacing: all true ---------------------------------------------------------------------- */

/* The value is used instead of the one result, and the operation goes. */
bool replace_by(struct rewriting *rewriting, struct op *op, struct value *value);
/* The same, and what made the value takes over the operation's attributes. */
bool replace_merging(struct rewriting *rewriting, struct op *op, struct value *value);
bool replace_by_constant(struct rewriting *rewriting, struct op *op, const struct attr *dense);
bool replace_by_zeros(struct rewriting *rewriting, struct op *op);
/* Values instead of several results; NULL for those that nobody uses. */
bool replace_by_all(struct op *op, struct value *const *values);

#endif
