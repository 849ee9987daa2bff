/* The one table of custom calls: what is known of a target, and what runs it. */
#ifndef SDYC_OPS_STABLEHLO_CALLS_TARGETS_H
#define SDYC_OPS_STABLEHLO_CALLS_TARGETS_H

#include "ops/hooks.h"

typedef bool call_rule(const struct op *op, struct rule_builder *builder);
typedef bool call_emit(const struct op *op, struct kernel_builder *builder);

/* rules.c */
call_rule eigh_rule, qr_rule, householder_rule, top_k_rule, approximate_top_k_rule, combine_rule;

/* targets.c: the hooks of stablehlo.custom_call that depend on the target. */
bool custom_call_rule(const struct op *op, struct rule_builder *builder);
void custom_call_needs(const struct op *op, const struct partition_builder *builder,
                       struct need_list *needs);
bool custom_call_emit(const struct op *op, struct kernel_builder *builder);

#endif
