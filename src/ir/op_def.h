/* The one definition of an operation: a row of ops.def and, where it needs code, one file.
 *
 * A hook is set where the comment on it does not say what NULL means; common behaviour is a named
 * function, listed there too: ops_selfcheck() makes sure. Hooks speak to the stages through narrow
 * builders: rule_builder.h (propagation), partition_builder.h, bound_builder.h, fill_builder.h and
 * traffic_builder.h (partition), relation_builder.h (verify), reify_builder.h, fold_builder.h and
 * expand_builder.h (transforms), kernel_builder.h (codegen). Stages implement those; ops includes
 * no more of them.
 */
#ifndef SDYC_IR_OP_DEF_H
#define SDYC_IR_OP_DEF_H

#include "ir/asm.h"
#include "ir/ir.h"

struct bound_builder;
struct fill_builder;
struct fold_builder;
struct formula;
struct index_legalization;
struct kernel_builder;
struct need_list;
struct partition_builder;
struct relating;
struct rule_builder;
struct traffic_builder;
struct view;

enum op_trait {
    OP_PURE = 1 << 0, /* no side effects: may be removed, duplicated, moved */
    OP_ELEMENTWISE = 1 << 1,
    OP_COMMUTATIVE = 1 << 2,
    OP_CONSTANT_LIKE = 1 << 3,
    OP_TERMINATOR = 1 << 4,
    OP_SYMBOL = 1 << 5,
    OP_SYMBOL_TABLE = 1 << 6,
    OP_ISOLATED = 1 << 7, /* regions see no values from outside */
    OP_FUNCTION = 1 << 8, /* func.func */
    OP_CALL = 1 << 9,
    OP_REGION_FLOW = 1 << 10, /* while, case, if, barrier: values flow through its regions */
    OP_COLLECTIVE = 1 << 11,
    OP_SINGLE_BLOCK = 1 << 12, /* each region has at most one block */
    OP_NO_TERMINATOR = 1 << 13,
    OP_SEGMENTS = 1 << 14,      /* property operandSegmentSizes tells its variadic operands apart */
    OP_SAME_SIZES = 1 << 15,    /* its variadic operands are as many each: init values to inputs */
    OP_SAME_TYPES = 1 << 16,    /* operands and results all have one type */
    OP_SAME_SHAPE = 1 << 17,    /* ... have compatible shapes */
    OP_SAME_ELEMENTS = 1 << 18, /* ... have one element type */
    OP_COMPATIBLE_TYPES = 1 << 19, /* the same, but for dynamic dimensions and quantization */
    OP_COMPATIBLE_ELEMENTS = 1 << 20,
    OP_PAIRWISE_TYPES = 1 << 21, /* result i has the type of operand i */
    OP_PAIRWISE_ELEMENTS = 1 << 22,
    OP_FLOW_EDGE = 1 << 23,      /* sdy.data_flow_edge: carries the sharding of a flow's targets */
    OP_INLINE_BODY = 1 << 24,    /* its body can stand in its place: a named computation */
    OP_UNIFY = 1 << 25,          /* constants of which canonicalize keeps one of equal ones */
    OP_INFERRED = 1 << 26,       /* its verifier is part of inference: after its regions */
    OP_MAY_BE_PURE = 1 << 27,    /* pure unless its property has_side_effect says otherwise */
    OP_SHAPE_FIRST = 1 << 28,    /* OP_SAME_SHAPE, asked before what elementwise operations are */
    OP_SHAPES_SUFFICE = 1 << 29, /* of the types that follow from it, only the shapes must */
    OP_VERIFIES_CONTEXT = 1 << 30, /* looks at its surroundings: verified after every pass */
};

/* Inherent attributes: names in the generic form's <{...}>. */
enum op_attr_kind {
    OP_ATTR_ANY,
    OP_ATTR_INT, /* i64 */
    OP_ATTR_I32,
    OP_ATTR_UI32,
    OP_ATTR_UI64,
    OP_ATTR_F32,
    OP_ATTR_F64,
    OP_ATTR_BOOL,
    OP_ATTR_UNIT,
    OP_ATTR_STRING,
    OP_ATTR_TYPE,
    OP_ATTR_INT_ARRAY, /* array<i64: 1, 2> */
    OP_ATTR_BOOL_ARRAY,
    OP_ATTR_INT_MATRIX, /* dense<[[0, 1]]> : tensor<1x2xi64> */
    OP_ATTR_SYMBOL,
    OP_ATTR_SYMBOL_NAME, /* @name as a string: sym_name */
    OP_ATTR_ARRAY,
    OP_ATTR_DICT,
    OP_ATTR_DENSE,
    OP_ATTR_DIALECT,
};
struct op_attr_def {
    const char *name;
    enum op_attr_kind kind;
    bool required;
    const char *dialect_attr; /* OP_ATTR_DIALECT: "stablehlo.gather"; of items, for OP_ATTR_ARRAY */
    enum op_attr_limit { OP_ATTR_ANY_VALUE, OP_ATTR_NON_NEGATIVE, OP_ATTR_POSITIVE } limit;
    /* A default: left out of the pretty form where the value equals it. */
    enum op_attr_default {
        OP_ATTR_NO_DEFAULT,
        OP_ATTR_DEFAULT_FALSE,
        OP_ATTR_DEFAULT_TRUE,
        OP_ATTR_DEFAULT_ZERO,
        OP_ATTR_DEFAULT_ONE,
        OP_ATTR_DEFAULT_MINUS_ONE,
        OP_ATTR_DEFAULT_EMPTY,
    } otherwise;
    /* What the value must be beyond its kind; NULL: no more. The whole constraint in words. */
    bool (*accepts)(const struct attr *value);
    const char *words;
    bool always; /* the default is put in where the text leaves it out: 0, or the empty string */
};

/* A named operand or result, or a group of them. Lists end with a NULL name. */
struct op_value_def {
    const char *name;
    uint32_t type; /* what may stand here: bits of enum value_type (ops/verify/value_type.h) */
    enum op_value_count { OP_ONE, OP_OPTIONAL, OP_MANY } count;
};
/* What the operands, results or attributes `names` have in common. Lists end with no names. */
struct op_agreement {
    const char *names[4];
    enum op_agreement_kind {
        OP_AGREE_ELEMENT_TYPE,
        OP_AGREE_TYPE,
        OP_AGREE_RANK,
        OP_AGREE_SIZE, /* of attributes: as many items */
    } kind;
};
#define OP_VARIADIC UINT32_MAX
struct op_count {
    uint32_t least, most; /* OP_VARIADIC: no limit */
};

/* How values flow between an operation and its regions: what propagation and the data flow edges
 * (sdy.data_flow_edge) follow. A source feeds a target; the targets of one edge share a sharding,
 * kept by its owner. Terminators of regions with a flow are sources. */
enum op_flow {
    OP_FLOW_NONE,
    OP_FLOW_OPERANDS, /* operand i -> result i: optimization_barrier */
    OP_FLOW_LOOP, /* operand i, body's result i -> result i (owner), argument i of each region */
    OP_FLOW_BRANCHES, /* result i of each region -> result i: case, if */
    OP_FLOW_BODY,     /* operand i -> argument i, body's result i -> result i: computations */
};
/* Where the shardings of its results, and of the arguments of its regions, are kept. */
enum op_sharding_place {
    OP_SHARDING_OF_RESULTS, /* the attribute sdy.sharding, one a result */
    OP_SHARDING_PROPERTY,   /* the property `sharding`, for the one result: constraint, edge */
    OP_SHARDING_OUT,        /* the property `out_sharding`: collectives */
    OP_SHARDING_IN_OUT,     /* properties in_shardings, out_shardings: computations */
    OP_SHARDING_FUNCTION,   /* argument and result attributes */
};
/* How early, and in which direction, propagation goes through an operation (its op priorities). */
enum op_schedule {
    OP_SCHEDULE_LATE,           /* with the others; elementwise operations (OP_ELEMENTWISE) first */
    OP_SCHEDULE_FIRST,          /* only moves elements: reshape, transpose, data flow edges */
    OP_SCHEDULE_FORWARD_FIRST,  /* slices at places known at run time */
    OP_SCHEDULE_BACKWARD_FIRST, /* broadcast_in_dim: forward in the end only */
    OP_SCHEDULE_ELEMENTWISE,    /* as if elementwise, where shapes are equal */
};

/* What it asks of whoever runs the program, while it runs (codegen/effects.h). */
enum op_effect {
    OP_EFFECT_NONE,
    OP_EFFECT_PRINT,  /* to print its operand */
    OP_EFFECT_PROBE,  /* to record it */
    OP_EFFECT_INFEED, /* to give its result */
    OP_EFFECT_OUTFEED /* to take its operand */
};
/* What of its operands and results is read from memory or written there. */
enum op_memory {
    OP_MEMORY_ALL,
    OP_MEMORY_NONE,   /* it is made anew, or seen otherwise, where it is read */
    OP_MEMORY_RESULT, /* as much of its first operand as it gives: slices */
    OP_MEMORY_UPDATE, /* as much of its first operand as it puts there, its second one */
};

struct op_def {
    const char *name;    /* "stablehlo.dot_general" */
    const char *summary; /* one line */
    uint32_t traits;
    const struct op_value_def *operands, *results; /* never NULL; see op_values_count */
    struct op_count regions;
    const char *region_names[2]; /* regions that have one block each; the last name: and all more */
    const char *ends_with; /* the only operation that may end its regions; NULL: any terminator */
    const struct op_attr_def *attrs; /* ends with a NULL name; never NULL itself */
    /* Sets properties that follow from other attributes, where the text leaves them out. NULL: none
     * do. */
    void (*complete)(struct context *context, struct arena *arena, struct attr_list *properties,
                     const struct attr_list *attrs);
    const struct op_agreement *agreements; /* asked before the verifier; NULL: none */

    /* Assembly form. parse_by_form / print_by_form: as `form` says (ops/form/form.h);
     * parse_generic_only / print_generic_only: no pretty form. */
    const char *form;
    bool (*parse)(struct asm_parser *parser, struct op_state *state);
    void (*print)(struct asm_printer *printer, const struct op *op);
    /* Everything the specification asks of one operation; reports all it finds. verify_nothing */
    bool (*verify)(const struct op *op, struct context *context);
    /* What the symbols that it names must be; asked when all else in the module is valid. NULL: it
     * names none. */
    bool (*verify_symbols)(const struct op *op, struct context *context);
    /* The type of each result that `op` should have, where they follow from the rest of it; false
     * where they do not. At most as many as it has results, operands or a region's results.
     * infer_nothing: never. Only called where `verify` found no fault. */
    bool (*infer)(const struct op *op, struct context *context, const struct type **types);
    /* Whether it may be run where the program would not have run it, its regions left aside
     * (ops/speculation.h). NULL: what is pure may. */
    bool (*speculatable)(const struct op *op);

    enum op_flow flow;
    enum op_sharding_place sharding_place;
    enum op_schedule schedule;

    /* Sharding rule. rule_pointwise, rule_none (not shardable), ... */
    bool (*rule)(const struct op *op, struct rule_builder *builder);
    /* What must be so before it can become local (ops/needs.h). needs_nothing, needs_all_whole;
     * NULL: needs_by_rule. */
    void (*needs)(const struct op *op, const struct partition_builder *builder,
                  struct need_list *needs);
    /* Makes it local, with operands that are local already and all needs met: changes it in place,
     * or replaces it. NULL: partition_in_place. */
    bool (*localize)(struct op *op, struct partition_builder *builder);
    /* To kernels. emit_pointwise, emit_unsupported (a located error that names it), ... */
    bool (*emit)(const struct op *op, struct kernel_builder *builder);
    /* One local simplification, true where something changed. canonicalize_nothing */
    bool (*canonicalize)(struct op *op, struct module *module);
    /* Makes it one whose tensors are as large as their bounds, with the sizes that they have at run
     * time beside them (ops/bound_builder.h). bound_by_rule, ... */
    bool (*bound)(struct op *op, struct bound_builder *builder);
    /* Makes it one whose operands and results are filled up to what devices divide
     * (ops/fill_builder.h). fill_in_place, ... */
    bool (*fill)(struct op *op, struct fill_builder *builder);
    /* The extents of its results, which are alike, as a list that is computed at `at`; NULL: nobody
     * says how (ops/reify_builder.h). reify_elementwise: those of the first operand, ... */
    struct value *(*reify)(struct op *op, struct builder *at);
    /* Replaces it by what constant integers make of it; true where it did, and the operation is
     * gone (ops/fold_builder.h). fold_by_scalar: what `scalar` says of integers, or nothing */
    bool (*fold)(struct op *op, struct fold_builder *builder);
    /* Puts the operations that it is a shorthand for into its place (ops/expand_builder.h). NULL:
     * it is none. */
    bool (*expand)(struct formula *formula);
    /* The operation that took its place in the specification, in front of it; who asks puts it
     * there. NULL: it is not deprecated. */
    struct op *(*modern)(struct op *op, struct module *module);
    /* The same with its constant sizes as attributes, in front of it; NULL where they are not
     * constant. NULL: it takes no sizes. */
    struct op *(*with_known_sizes)(struct op *op, struct module *module);
    /* Puts operations of stablehlo on i32 into its place, or takes i32 where it took indices
     * (ops/shape/index_legalization.h); false where it cannot. NULL: never. */
    bool (*legalize_indices)(struct op *op, struct index_legalization *to);
    /* How much it computes (ops/flops.h). flops_by_scalar: one for each element, or nothing, ... */
    double (*flops)(const struct op *op);
    /* What devices send each other in it (ops/traffic_builder.h). traffic_none: nothing, ... */
    void (*traffic)(const struct op *op, struct traffic_builder *builder);
    /* What its results are, of what its operands are, in a proof (ops/relation_builder.h). NULL:
     * what its flow and its traits say. */
    void (*relate)(struct relating *relating, const struct op *op,
                   const struct view *const *operands, const struct view **results);
    /* For elementwise operations: the scalar expression (enum scalar_op of kernel_builder.h). */
    int32_t scalar;
    /* The operation that the runtime has a function for and that gives the same of real numbers;
     * NULL: none but itself does. */
    const struct op_def *function;
    enum op_memory memory;
    enum op_effect effect;
    /* What it gives differs from device to device, or its body is that of one device. */
    bool per_device;

    /* Names that the printer gives: the results where the element type is an integer and where it
     * is not ("c", "cst"), and the arguments of its regions ("iterArg"). NULL: numbers. */
    const char *integer_result_name, *result_name;
    /* The name of the one result, where it says more: "c0_i32". NULL: as above. */
    void (*name_result)(struct buffer *name, const struct op *op);
    const char *(*argument_name)(const struct op *op, uint32_t index);
    /* Inside its regions `dialect.` may be left out of operation names; NULL: never. */
    const char *default_dialect;
};

/* Given by the table (ops/ops.c). Unregistered operations share op_unregistered. */
extern const struct op_def op_unregistered;
const struct op_def *op_def_find(const char *name);        /* NULL where unknown */
const struct attr_def *attr_def_find(const char *name);    /* "stablehlo.gather"; NULL: unknown */
const struct attr_def *attr_def_at(size_t index);          /* the table, up to a NULL */
bool dialect_is_known(const char *dialect, size_t length); /* "stablehlo": has rows in the table */
void print_generic_only(struct asm_printer *printer,
                        const struct op *op);                    /* a hook: no pretty form */
bool canonicalize_nothing(struct op *op, struct module *module); /* a hook: nothing to simplify */
/* Everything about one operation by itself, in the two steps between which its regions are
 * verified, and what its symbols name. Each reports; true where all is well. */
bool op_verify(const struct op *op, struct context *context);
/* Counts, types, attributes and traits as its definition has them, and its own `verify`. */
bool op_verify_itself(const struct op *op, struct context *context);
/* Whether a property can hold the attribute, which may still break the constraint on it. */
bool op_attr_is_of_class(const struct op_attr_def *def, const struct attr *value);
/* The types of its results against those that `infer` finds, and what inference asks. */
bool op_verify_types(const struct op *op, struct context *context);
struct op_count op_values_count(const struct op_value_def *values);
/* The operands of the group `name` of the definition: first and count. */
struct op_group {
    uint32_t first, count;
};
struct op_group op_operand_group(const struct op *op, const char *name);
struct op_group op_operand_group_at(const struct op *op, uint32_t index); /* by its number */

static inline bool op_has(const struct op *op, uint32_t traits) {
    return (op->def->traits & traits) == traits;
}
/* The collectives of sdy, which say themselves how their results differ from their operands. */
static inline bool op_is_sdy_collective(const struct op *op) {
    return op->def->sharding_place == OP_SHARDING_OUT;
}

#endif
