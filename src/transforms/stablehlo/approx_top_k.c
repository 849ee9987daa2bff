/* The custom calls ApproxTopK and PartialReduce, by which XLA finds the largest elements, or those
 * that come first by any comparator, but for a few: here exactly. As many are kept as the result
 * has room for, in order, which is one of the results that are asked for. */
#include <string.h>

#include "ops/op_def.h"
#include "transforms/stablehlo/expand.h"

struct selection {
    struct op *op;
    uint32_t count; /* of operands that are put into order; as many initial values follow */
    int64_t dim;
    const struct block *comparator; /* the called function's body */
};

static const struct attr *setting(const struct op *op, const char *name) {
    static const char *const places[] = {"mhlo.backend_config", "backend_config"};
    const struct attr *found = NULL;
    for (int i = 0; i < 2 && !found; i++) {
        found = attr_dict_get(op_attr(op, places[i]), name);
    }
    return found;
}

/* JAX ends comparators with a return of stablehlo, not of func. */
static const struct block *called_body(const struct op *op, uint32_t arguments) {
    const struct attr *called = op_attr(op, "called_computations");
    if (!called || called->kind != ATTR_ARRAY || called->count != 1) {
        return NULL;
    }
    const struct op *function = symbol_lookup_from(op, called->items[0]);
    const struct block *body =
        function && op_has(function, OP_FUNCTION) ? function->regions[0].first : NULL;
    if (!body || body->next || body->argument_count != arguments) {
        return NULL;
    }
    const struct op *end = block_terminator(body);
    return end && end->operand_count == 1 ? body : NULL;
}

/* Results are as the operands but for the dimension, of which less may be left. */
static bool fits(const struct selection *selection) {
    const struct op *op = selection->op;
    for (uint32_t i = 0; i < selection->count; i++) {
        const struct type *in = op_operand(op, i)->type, *out = op->results[i].type;
        if (!type_is_static(out) || in->rank != out->rank || in->element != out->element) {
            return false;
        }
        for (uint32_t d = 0; d < in->rank; d++) {
            bool is_right =
                d == selection->dim ? out->dims[d] <= in->dims[d] : out->dims[d] == in->dims[d];
            if (!is_right) {
                return false;
            }
        }
    }
    return true;
}

static bool read_selection(struct op *op, struct selection *selection) {
    const struct attr *dim = setting(op, "reduction_dim");
    *selection = (struct selection){.op = op, .count = op->result_count};
    if (!dim || dim->kind != ATTR_INTEGER || op->result_count == 0 ||
        op->operand_count != 2 * op->result_count) {
        return false;
    }
    int64_t rank = op_operand(op, 0)->type->rank;
    selection->dim = dim->integer + (dim->integer < 0 ? rank : 0);
    selection->comparator = called_body(op, 2 * selection->count);
    return selection->comparator && selection->dim >= 0 && selection->dim < rank && fits(selection);
}

static void copy_comparator(struct module *module, const struct selection *selection,
                            struct op *sort) {
    const struct block *from = selection->comparator;
    struct block *body = block_new(module, &sort->regions[0]);
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < from->argument_count; i++) {
        struct value *argument = from->arguments[i];
        pointer_map_put(&map, argument,
                        block_add_argument(module, body, argument->type, sort->location));
    }
    const struct op *end = block_terminator(from);
    FOR_EACH_OP (op, from) {
        if (op != end) {
            op_append(body, op_clone(module, op, &map));
        }
    }
    struct value *result = op_operand(end, 0), *copy = pointer_map_get(&map, result);
    struct builder inside = builder_at_end(module, body);
    inside.location = sort->location;
    build_end(&inside, OP_RETURN, 1, copy ? &copy : &result);
    pointer_map_free(&map);
}

bool expand_approx_top_k(struct formula *formula) {
    struct op *op = formula->op;
    struct module *module = formula->at.module;
    const char *target = op_property(op, "call_target_name")->text;
    struct selection selection;
    if ((strcmp(target, "ApproxTopK") != 0 && strcmp(target, "PartialReduce") != 0) ||
        !read_selection(op, &selection)) {
        return false;
    }
    struct value **operands = ARENA_ARRAY(formula->arena, struct value *, selection.count);
    const struct type **types = ARENA_ARRAY(formula->arena, const struct type *, selection.count);
    for (uint32_t i = 0; i < selection.count; i++) {
        operands[i] = op_operand(op, i);
        types[i] = operands[i]->type;
    }
    struct op *sort =
        build_row(&formula->at, OP_SORT, selection.count, operands, selection.count, types, 1);
    op_set_property(module, sort, "dimension", attr_i64(module->context, selection.dim));
    op_set_property(module, sort, "is_stable", attr_bool(module->context, true));
    copy_comparator(module, &selection, sort);
    const int64_t start[MAX_RANK] = {0};
    for (uint32_t i = 0; i < selection.count; i++) {
        value_replace_uses(&op->results[i], build_slice(&formula->at, op_result(sort, i), start,
                                                        op->results[i].type->dims));
    }
    op_erase(op);
    return true;
}
