/* Hooks that many definitions share, and the headers that a definition is written with. */
#ifndef SDYC_OPS_HOOKS_H
#define SDYC_OPS_HOOKS_H

#include "ops/attr_sets.h"
#include "ops/attrs/attrs.h"
#include "ops/bound_builder.h"
#include "ops/fill_builder.h"
#include "ops/flops.h"
#include "ops/fold_builder.h"
#include "ops/form/form.h"
#include "ops/kernel_builder.h"
#include "ops/op_def.h"
#include "ops/partition_builder.h"
#include "ops/reify_builder.h"
#include "ops/relation_builder.h"
#include "ops/rule_builder.h"
#include "ops/speculation.h"
#include "ops/traffic_builder.h"
#include "ops/verify/checks.h"
#include "ops/verify/value_type.h"

/* Lists of a definition: `.operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE})`. */
#define OPERANDS(...)                                                                              \
    (const struct op_value_def[]) {                                                                \
        __VA_ARGS__, {                                                                             \
            0                                                                                      \
        }                                                                                          \
    }
#define RESULTS(...)                                                                               \
    (const struct op_value_def[]) {                                                                \
        __VA_ARGS__, {                                                                             \
            0                                                                                      \
        }                                                                                          \
    }
#define ATTRS(...)                                                                                 \
    (const struct op_attr_def[]) {                                                                 \
        __VA_ARGS__, {                                                                             \
            0                                                                                      \
        }                                                                                          \
    }
#define AGREEMENTS(...)                                                                            \
    (const struct op_agreement[]) {                                                                \
        __VA_ARGS__, {                                                                             \
            .names = { 0 }                                                                         \
        }                                                                                          \
    }
/* What most operations have in these hooks; one with another in any of them names all six. */
#define COMMON_HOOKS                                                                               \
    .bound = bound_by_rule, .fill = fill_in_place, .reify = reify_elementwise,                     \
    .fold = fold_by_scalar, .flops = flops_by_scalar, .traffic = traffic_none
extern const struct op_value_def no_values[1];
extern const struct op_attr_def no_attrs[1];

/* A hook: always true. */
bool verify_nothing(const struct op *op, struct context *context);
/* false: result types do not follow from the operation. */
bool infer_nothing(const struct op *op, struct context *context, const struct type **types);
/* All results have the type of the first operand. */
bool infer_first_operand(const struct op *op, struct context *context, const struct type **types);
/* The one result has the type of the operands, with all that is known of their extents. */
bool infer_joined_operands(const struct op *op, struct context *context, const struct type **types);
/* Result i has the type of operand i. */
bool infer_operands(const struct op *op, struct context *context, const struct type **types);
/* i1 in the first operand's shape. */
bool infer_predicate(const struct op *op, struct context *context, const struct type **types);

#endif
