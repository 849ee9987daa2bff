/* What kinds have in common that a custom call becomes: its operands and results by address, in the
 * layouts that the call asks for. */
#ifndef SDYC_LIBRARY_CUSTOM_H
#define SDYC_LIBRARY_CUSTOM_H

#include "codegen/graph/graph.h"
#include "ops/stablehlo/calls/call.h"

/* Whether a call can be where it is; false after a located error: not in what is done to
 * elements. */
bool custom_call_has_place(struct kernel_builder *builder, const struct op *op);

/* The node of a call, with the instance axes of all its operands: reads of its operands, a node for
 * each result. In each instance's place the dimensions lie as operand_layouts and result_layouts
 * say, row-major without them. A guard, which may be NULL, is read behind the operands. */
struct node *custom_call_node(struct kernel_builder *builder, const struct library *library,
                              const struct op *op, struct node *guard);

/* The logical dimensions of an operand (behind the operands: of a result), the slowest in memory
 * first. */
void custom_call_order(const struct op *op, uint32_t number, uint8_t order[KERNEL_DIMS]);

/* An attribute of a call's configuration, which stands in one of two places; NULL: none. */
const struct attr *custom_call_attr(const struct op *op, const char *name);

/* The call's target, and its operand or result by number, results behind the operands. */
const char *custom_call_target(const struct op *op);
const struct type *custom_call_type(const struct op *op, uint32_t number);

#endif
