/* Which dimensions are one dimension of what a program means: of each operation that is known. */
#include "verify/sizes/classes.h"

#include "ops/attrs/attrs.h"
#include "verify/evaluation/evaluate.h"

/* --- classes ---------------------------------------------------------------------------------- */

/* Slots that were walked by stand nearer to the end afterwards. */
uint32_t class_of(const struct classes *classes, uint32_t slot) {
    struct sized_dim *slots = classes->slots.items;
    while (slots[slot].parent != slot) {
        slots[slot].parent = slots[slots[slot].parent].parent;
        slot = slots[slot].parent;
    }
    return slot;
}

static uint32_t rank_of(const struct value *value) {
    return type_is_tensor(value->type) ? value->type->rank : 0;
}

static uint32_t slot_of(struct classes *classes, const struct value *value, uint32_t dim) {
    uintptr_t base = (uintptr_t)pointer_map_get(&classes->bases, value);
    if (!base) {
        base = classes->slots.count + 1;
        for (uint32_t d = 0; d < rank_of(value); d++) {
            uint32_t own = (uint32_t)classes->slots.count;
            *vector_push(&classes->slots) =
                (struct sized_dim){.value = value, .dim = d, .parent = own};
        }
        pointer_map_put(&classes->bases, value, (void *)base);
    }
    return (uint32_t)base - 1 + dim;
}

static void tie(struct classes *classes, const struct value *a, uint32_t d, const struct value *b,
                uint32_t k) {
    uint32_t x = slot_of(classes, a, d);
    x = class_of(classes, x);
    uint32_t y = class_of(classes, slot_of(classes, b, k));
    classes->slots.items[y].is_fixed |= classes->slots.items[x].is_fixed;
    classes->slots.items[y].is_counted |= classes->slots.items[x].is_counted;
    classes->slots.items[x].parent = y;
}

static void fix(struct classes *classes, const struct value *value, uint32_t dim) {
    uint32_t slot = slot_of(classes, value, dim);
    classes->slots.items[class_of(classes, slot)].is_fixed = true;
}

static void fix_value(struct classes *classes, const struct value *value) {
    for (uint32_t d = 0; d < rank_of(value); d++) {
        fix(classes, value, d);
    }
}

static void fix_op(struct classes *classes, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        fix_value(classes, op_operand(op, i));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        fix_value(classes, op_result(op, i));
    }
}

/* Dimension by dimension, where the ranks are the same. */
static void tie_values(struct classes *classes, const struct value *a, const struct value *b) {
    if (rank_of(a) != rank_of(b)) {
        return;
    }
    for (uint32_t d = 0; d < rank_of(a); d++) {
        tie(classes, a, d, b, d);
    }
}

/* --- operations ------------------------------------------------------------------------------- */

static int64_t size_of(const struct value *value, uint32_t dim) {
    return value->type->dims[dim];
}

static void tie_pointwise(struct classes *classes, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        tie_values(classes, op_operand(op, i), op_result(op, 0));
    }
}

static void tie_pairs(struct classes *classes, const struct op *op) {
    for (uint32_t i = 0; i < op->result_count && i < op->operand_count; i++) {
        tie_values(classes, op_operand(op, i), op_result(op, i));
    }
}

static void tie_broadcast(struct classes *classes, const struct op *op) {
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    for (uint32_t d = 0; d < dims.count; d++) {
        uint32_t to = (uint32_t)dims.items[d];
        if (size_of(op_operand(op, 0), d) == size_of(op_result(op, 0), to)) {
            tie(classes, op_operand(op, 0), d, op_result(op, 0), to);
        }
    }
}

static void tie_transpose(struct classes *classes, const struct op *op) {
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t d = 0; d < permutation.count; d++) {
        tie(classes, op_operand(op, 0), (uint32_t)permutation.items[d], op_result(op, 0), d);
    }
}

/* Some dimensions that are one on the other side: that one goes with the largest of them, if it
 * divides by all of the others, which stay. */
static void tie_merged(struct classes *classes, const struct value *many, uint32_t begin,
                       uint32_t end, const struct value *one, uint32_t dim) {
    uint32_t largest = begin;
    for (uint32_t d = begin; d < end; d++) {
        largest = size_of(many, d) > size_of(many, largest) ? d : largest;
    }
    for (uint32_t d = begin; d < end; d++) {
        if (d != largest && size_of(many, d) != 1) {
            fix(classes, many, d);
        }
    }
    tie(classes, many, largest, one, dim);
}

/* Dimensions from either side that hold as many elements. */
static void tie_group(struct classes *classes, const struct value *a, uint32_t a0, uint32_t a1,
                      const struct value *b, uint32_t b0, uint32_t b1) {
    if (a1 - a0 >= 1 && b1 - b0 == 1) {
        tie_merged(classes, a, a0, a1, b, b0);
    } else if (a1 - a0 == 1) {
        tie_merged(classes, b, b0, b1, a, a0);
    } else {
        for (uint32_t d = a0; d < a1; d++) {
            fix(classes, a, d);
        }
        for (uint32_t d = b0; d < b1; d++) {
            fix(classes, b, d);
        }
    }
}

static void tie_reshape(struct classes *classes, const struct op *op) {
    const struct value *a = op_operand(op, 0), *b = op_result(op, 0);
    uint32_t i = 0, k = 0;
    while (i < rank_of(a) && k < rank_of(b)) {
        uint32_t i0 = i, k0 = k;
        int64_t x = size_of(a, i++), y = size_of(b, k++);
        while (x != y && (x < y ? i < rank_of(a) : k < rank_of(b))) {
            if (x < y) {
                x *= size_of(a, i++);
            } else {
                y *= size_of(b, k++);
            }
        }
        tie_group(classes, a, i0, i, b, k0, k);
    }
}

static bool is_in(struct int_list list, uint32_t dim) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] == dim) {
            return true;
        }
    }
    return false;
}

static void tie_lists(struct classes *classes, const struct op *op, struct int_list x,
                      struct int_list y) {
    for (uint32_t i = 0; i < x.count && i < y.count; i++) {
        tie(classes, op_operand(op, 0), (uint32_t)x.items[i], op_operand(op, 1),
            (uint32_t)y.items[i]);
    }
}

static void tie_dot(struct classes *classes, const struct op *op) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    if (!dims) {
        fix_op(classes, op);
        return;
    }
    uint32_t to = 0;
    tie_lists(classes, op, dims->lhs_batching, dims->rhs_batching);
    tie_lists(classes, op, dims->lhs_contracting, dims->rhs_contracting);
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        tie(classes, op_operand(op, 0), (uint32_t)dims->lhs_batching.items[i], op_result(op, 0),
            to++);
    }
    for (uint32_t side = 0; side < 2; side++) {
        struct int_list batch = side ? dims->rhs_batching : dims->lhs_batching;
        struct int_list summed = side ? dims->rhs_contracting : dims->lhs_contracting;
        for (uint32_t d = 0; d < rank_of(op_operand(op, side)); d++) {
            if (!is_in(batch, d) && !is_in(summed, d)) {
                tie(classes, op_operand(op, side), d, op_result(op, 0), to++);
            }
        }
    }
}

static void tie_reduce(struct classes *classes, const struct op *op) {
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t i = 0; i < op->result_count; i++) {
        uint32_t to = 0;
        tie_values(classes, op_operand(op, i), op_operand(op, 0));
        for (uint32_t d = 0; d < rank_of(op_operand(op, i)); d++) {
            if (!is_in(dims, d)) {
                tie(classes, op_operand(op, i), d, op_result(op, i), to++);
            }
        }
    }
}

/* Dimensions that keep their size go on; others stay as they are. */
static void tie_cut(struct classes *classes, const struct value *a, const struct value *b) {
    for (uint32_t d = 0; d < rank_of(a) && d < rank_of(b); d++) {
        if (size_of(a, d) == size_of(b, d)) {
            tie(classes, a, d, b, d);
        } else {
            fix(classes, a, d);
            fix(classes, b, d);
        }
    }
}

static bool is_dense(const struct op *op) {
    const struct attr *value = op_property(op, "value");
    return value && value->kind == ATTR_DENSE && !value->splat;
}

/* --- operations that hold or call programs ---------------------------------------------------- */

static void tie_loop(struct classes *classes, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct op *end = block_terminator(op->regions[1].first);
        tie_values(classes, op_operand(op, i), op_result(op, i));
        tie_values(classes, op_operand(op, i), op->regions[0].first->arguments[i]);
        tie_values(classes, op_operand(op, i), op->regions[1].first->arguments[i]);
        tie_values(classes, op_operand(op, i), op_operand(end, i));
    }
}

static void tie_ends(struct classes *classes, const struct op *op) {
    for (uint32_t r = 0; r < op->region_count; r++) {
        const struct op *end = block_terminator(op->regions[r].first);
        for (uint32_t i = 0; i < op->result_count; i++) {
            tie_values(classes, op_operand(end, i), op_result(op, i));
        }
    }
}

static void tie_inside(struct classes *classes, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        tie_values(classes, op_operand(op, i), op->regions[0].first->arguments[i]);
    }
    tie_ends(classes, op);
}

static void tie_call(struct classes *classes, const struct op *op) {
    const struct attr *callee = op_property(op, "callee");
    const struct op *func = callee ? symbol_lookup_from(op, callee) : NULL;
    const struct op *end = func ? func_return(func) : NULL;
    if (!end) {
        fix_op(classes, op);
        return;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        tie_values(classes, op_operand(op, i), func->regions[0].first->arguments[i]);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        tie_values(classes, op_operand(end, i), op_result(op, i));
    }
}

/* --- the walk --------------------------------------------------------------------------------- */

/* Whether results are as large as operands, but where devices cut or collect them. */
static bool is_pairwise(const struct op *op) {
    return op_has(op, OP_COLLECTIVE) || op->def->flow == OP_FLOW_OPERANDS ||
           op->def->sharding_place == OP_SHARDING_PROPERTY || op_is(op, OP_SDY_PROPAGATION_BARRIER);
}

typedef void tie_rule(struct classes *classes, const struct op *op);

static const struct {
    enum op_id id;
    tie_rule *tie;
} ties[] = {
    {OP_BROADCAST_IN_DIM, tie_broadcast},
    {OP_DOT_GENERAL, tie_dot},
    {OP_REDUCE, tie_reduce},
    {OP_RESHAPE, tie_reshape},
    {OP_TRANSPOSE, tie_transpose},
};

/* NULL: none that is of more than this operation. */
static tie_rule *tie_of(const struct op *op) {
    static tie_rule *const by_flow[] = {
        [OP_FLOW_LOOP] = tie_loop, [OP_FLOW_BRANCHES] = tie_ends, [OP_FLOW_BODY] = tie_inside};
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        if (op_is(op, ties[i].id)) {
            return ties[i].tie;
        }
    }
    return is_pairwise(op) ? tie_pairs : op_has(op, OP_CALL) ? tie_call : by_flow[op->def->flow];
}

static void tie_op(struct classes *classes, const struct op *op) {
    tie_rule *tie_all = tie_of(op);
    if (tie_all) {
        tie_all(classes, op);
        return;
    }
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    if (rule && rule->element) {
        tie_pointwise(classes, op);
    } else if (op_is(op, OP_IOTA)) {
        uint32_t slot =
            slot_of(classes, op_result(op, 0), (uint32_t)op_int(op, "iota_dimension", 0));
        classes->slots.items[class_of(classes, slot)].is_counted = true;
    } else if (op_is(op, OP_SLICE) || op_is(op, OP_DYNAMIC_SLICE) || op_is(op, OP_PAD)) {
        tie_cut(classes, op_operand(op, 0), op_result(op, 0));
    } else if (op_is(op, OP_DYNAMIC_UPDATE_SLICE)) {
        tie_values(classes, op_operand(op, 0), op_result(op, 0));
        tie_cut(classes, op_operand(op, 0), op_operand(op, 1));
    } else if (!(op_is(op, OP_CONSTANT) || op_is(op, OP_SDY_CONSTANT)) || is_dense(op)) {
        fix_op(classes, op);
    }
}

static bool visit(struct op *op, void *data) {
    bool is_end = op->block && block_terminator(op->block) == op;
    if (!op_has(op, OP_FUNCTION) && op->block && op_parent(op) && !is_end &&
        (op->operand_count > 0 || op->result_count > 0)) {
        tie_op(data, op);
    }
    return true;
}

/* A dimension that devices do not divide keeps its size, and so does the part. */
static void tie_crossing(struct classes *classes, const struct crossing *crossing,
                         const struct value *whole, const struct value *local) {
    for (uint32_t d = 0; d < rank_of(whole) && d < rank_of(local); d++) {
        int64_t parts = crossing->mesh ? axes_size(crossing->mesh, crossing->axes[d]) : 1;
        tie(classes, whole, d, local, d);
        if (size_of(whole, d) != parts * size_of(local, d)) {
            fix(classes, whole, d);
        }
    }
}

void classes_find(struct classes *classes, const struct op *global, const struct op *partitioned,
                  const struct border *border) {
    *classes = (struct classes){.bases = {0}};
    op_walk(op_parent(global), visit, classes);
    op_walk(op_parent(partitioned), visit, classes);
    for (uint32_t i = 0; i < border->argument_count; i++) {
        tie_crossing(classes, &border->arguments[i], global->regions[0].first->arguments[i],
                     partitioned->regions[0].first->arguments[i]);
    }
    for (uint32_t i = 0; i < border->result_count; i++) {
        tie_crossing(classes, &border->results[i], op_operand(func_return(global), i),
                     op_operand(func_return(partitioned), i));
    }
}

void classes_free(struct classes *classes) {
    vector_free(&classes->slots);
    pointer_map_free(&classes->bases);
}
