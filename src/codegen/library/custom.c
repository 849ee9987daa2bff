#include "codegen/library/custom.h"

#include <string.h>

/* --- the call --- */

const char *custom_call_target(const struct op *op) {
    return op_attr(op, "call_target_name")->text;
}

const struct type *custom_call_type(const struct op *op, uint32_t number) {
    return number < op->operand_count ? op_operand(op, number)->type
                                      : op_result(op, number - op->operand_count)->type;
}

const struct attr *custom_call_attr(const struct op *op, const char *name) {
    const struct attr *config = custom_call_config(op);
    for (uint32_t i = 0; config && i < config->count; i++) {
        if (strcmp(config->names[i], name) == 0) {
            return config->items[i];
        }
    }
    return NULL;
}

void custom_call_order(const struct op *op, uint32_t number, uint8_t order[KERNEL_DIMS]) {
    bool is_operand = number < op->operand_count;
    const struct type *type = custom_call_type(op, number);
    const struct attr *layouts = op_attr(op, is_operand ? "operand_layouts" : "result_layouts");
    uint32_t rank = type_is_tensor(type) ? type->rank : 0, count = 0;
    const int64_t *fastest_first = NULL;
    if (layouts) {
        attr_integers(layouts->items[is_operand ? number : number - op->operand_count], &count,
                      &fastest_first);
    }
    for (uint32_t d = 0; d < rank; d++) {
        order[d] = count == rank ? (uint8_t)fastest_first[rank - 1 - d] : (uint8_t)d;
    }
}

/* --- the node --- */

bool custom_call_has_place(struct kernel_builder *builder, const struct op *op) {
    return builder->scalar_regions == 0 ||
           kernel_unsupported(builder, op,
                              "calls @%s, which cannot be compiled in a region that works on "
                              "elements",
                              custom_call_target(op));
}

/* Instances first, then the dimensions in the order asked for. */
static void whole_order(const struct node *node, const struct op *op, uint32_t number,
                        uint8_t whole[KERNEL_DIMS]) {
    uint8_t order[KERNEL_DIMS];
    custom_call_order(op, number, order);
    for (uint32_t d = 0; d < node->rank; d++) {
        whole[d] = (uint8_t)(d < node->lead ? d : node->lead + order[d - node->lead]);
    }
}

/* The node in the order of the call's operand or result `number`. */
static struct node *in_order_of(struct kernel_builder *builder, struct node *node,
                                const struct op *op, uint32_t number) {
    uint8_t order[KERNEL_DIMS];
    whole_order(node, op, number, order);
    struct node *relayout = node_relayout(builder, node, order, "asked for by a custom call");
    relayout->layout.is_required = true;
    return relayout;
}

static struct term *read_operand(struct kernel_builder *builder, const struct op *op,
                                 uint32_t number) {
    return term_same(builder,
                     in_order_of(builder, kernel_operand(builder, op, number), op, number));
}

struct node *node_in_layout(struct kernel_builder *builder, const struct op *op) {
    struct node *operand = kernel_operand(builder, op, 0);
    return builder->scalar_regions > 0 ? operand : in_order_of(builder, operand, op, 1);
}

static void add_result(struct kernel_builder *builder, struct node *node, const struct op *op,
                       uint32_t number) {
    struct node *result =
        node_result_of(builder, node, number, op_result(op, number)->type, node->axes);
    whole_order(result, op, op->operand_count + number, result->place.order);
    bool is_row_major = true;
    for (uint32_t d = 0; d < result->rank; d++) {
        is_row_major = is_row_major && result->place.order[d] == d;
    }
    result->layout.reason = is_row_major ? NULL : "made so by a custom call";
    node->results.items[number] = result;
    kernel_result(builder, op, number, result);
}

struct node *custom_call_node(struct kernel_builder *builder, const struct library *library,
                              const struct op *op, struct node *guard) {
    struct arena *arena = builder->graph->arena;
    struct term **operands = ARENA_ARRAY(arena, struct term *, op->operand_count + 1);
    uint32_t axes = 0, count = op->operand_count;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = read_operand(builder, op, i);
        axes |= operands[i]->node->axes;
    }
    if (guard) {
        struct node *relayout = node_relayout(builder, guard, NULL, "asked for by a custom call");
        relayout->layout.is_required = true;
        operands[count++] = term_same(builder, relayout);
        axes |= guard->axes;
    }
    const struct type *truth = type_integer(builder->context, 1, SIGNLESS);
    const struct type *nothing = type_tensor(builder->context, truth, 0, NULL, NULL);
    struct node *node = node_new(builder, NODE_LIBRARY, nothing, axes);
    node->op = op;
    node->library = library;
    node->operands = operands;
    node->operand_count = count;
    node->results.count = op->result_count;
    node->results.items = ARENA_ARRAY(arena, struct node *, op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        add_result(builder, node, op, i);
    }
    return node;
}
