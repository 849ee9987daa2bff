/* Reductions, sorts and loops: what is computed for nothing goes. */
#include "transforms/simplify/simplify.h"

static bool is_inside(const struct value *value, const struct region *region) {
    return (value->op ? value->op->block : value->block)->region == region;
}

/* --- reductions ------------------------------------------------------------------------------- */

/* To values from outside, whatever comes. */
bool reduce_to_outside(struct rewriting *rewriting, struct op *op) {
    const struct op *end = block_terminator(op->regions[0].first);
    struct value **values = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        values[i] = op_operand(end, i);
        if (is_inside(values[i], &op->regions[0]) || values[i]->type != op->results[i].type) {
            return false;
        }
    }
    return replace_by_all(op, values);
}

/* Over no dimensions. */
static bool drop_reduce(struct rewriting *rewriting, struct op *op) {
    struct value **inputs = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        inputs[i] = op_operand(op, i);
        if (inputs[i]->type != op->results[i].type) {
            return false;
        }
    }
    return op_ints(op, "dimensions").count == 0 && replace_by_all(op, inputs);
}

static bool has_empty_dim(const struct type *type) {
    for (uint32_t d = 0; d < type->rank; d++) {
        if (type->dims[d] == 0) {
            return true;
        }
    }
    return false;
}

/* Of nothing what it begins with. */
static bool reduce_nothing(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    struct value **values = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    if (!has_empty_dim(type)) {
        return false;
    }
    struct builder at = builder_before(rewriting->module, op);
    struct value *shape = type_is_static(type) ? NULL : op->def->reify(op, &at);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *init = op_operand(op, op->result_count + i);
        const struct type *to = op->results[i].type;
        values[i] = shape ? build_dynamic_broadcast_in_dim(&at, init, shape, to, 0, NULL)
                          : build_broadcast_in_dim(&at, init, to, 0, NULL);
    }
    return replace_by_all(op, values);
}

/* What the results that are used depend on, in the body. */
struct needed {
    struct op *reduce;
    bool *pairs;            /* of arguments */
    uint32_t pair_count;    /* of those needed */
    struct pointer_map ops; /* operation -> itself */
};

static void need_value(struct needed *needed, const struct value *value) {
    const struct region *body = &needed->reduce->regions[0];
    if (!is_inside(value, body)) {
        return;
    }
    if (!value->op) {
        uint32_t pair = value->index % needed->reduce->result_count;
        needed->pair_count += !needed->pairs[pair];
        needed->pairs[pair] = true;
        return;
    }
    pointer_map_put(&needed->ops, value->op, value->op);
}

/* Operations come after what they need: from the end on, each is known to be needed or not. */
static void find_needed(struct needed *needed) {
    struct op *end = block_terminator(needed->reduce->regions[0].first);
    for (uint32_t i = 0; i < needed->reduce->result_count; i++) {
        if (needed->reduce->results[i].first_use) {
            need_value(needed, op_operand(end, i));
        }
    }
    for (const struct op *op = end->previous; op; op = op->previous) {
        for (uint32_t i = 0; pointer_map_get(&needed->ops, op) && i < op->operand_count; i++) {
            need_value(needed, op_operand(op, i));
        }
    }
}

static uint32_t count_used(const struct op *op) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < op->result_count; i++) {
        used += op->results[i].first_use != NULL;
    }
    return used;
}

/* The body for the pairs that are needed, with copies of the operations that are. */
static void fill_body(struct rewriting *rewriting, const struct needed *needed, struct op *made) {
    struct module *module = rewriting->module;
    const struct op *op = needed->reduce;
    const struct block *from = op->regions[0].first;
    struct block *to = block_new(module, &made->regions[0]);
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < from->argument_count; i++) {
        struct value *argument = from->arguments[i];
        if (needed->pairs[i % op->result_count]) {
            pointer_map_put(&map, argument,
                            block_add_argument(module, to, argument->type, argument->location));
        }
    }
    struct value **results = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    uint32_t count = 0;
    FOR_EACH_OP (inner, from) {
        if (pointer_map_get(&needed->ops, inner)) {
            op_append(to, op_clone(module, inner, &map));
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *value = op_operand(from->last, i);
        struct value *mapped = pointer_map_get(&map, value);
        if (op->results[i].first_use) {
            results[count++] = mapped ? mapped : value;
        }
    }
    struct builder at = builder_at_end(module, to);
    at.location = from->last->location;
    build_end(&at, OP_RETURN, count, results);
    pointer_map_free(&map);
}

static struct op *smaller_reduce(struct rewriting *rewriting, const struct needed *needed) {
    struct op *op = needed->reduce;
    uint32_t all = op->result_count, pairs = 0, used = 0;
    struct builder at = builder_before(rewriting->module, op);
    struct value **operands = ARENA_ARRAY(rewriting->scratch, struct value *, 2 * all);
    const struct type **types = ARENA_ARRAY(rewriting->scratch, const struct type *, all);
    for (uint32_t i = 0; i < all; i++) {
        if (needed->pairs[i]) {
            operands[pairs] = op_operand(op, i);
            operands[needed->pair_count + pairs++] = op_operand(op, all + i);
        }
        if (op->results[i].first_use) {
            types[used++] = op->results[i].type;
        }
    }
    struct op *made = build_row(&at, OP_REDUCE, 2 * pairs, operands, used, types, 1);
    made->explicit_location = op->explicit_location;
    op_set_property(rewriting->module, made, "dimensions", op_property(op, "dimensions"));
    fill_body(rewriting, needed, made);
    return made;
}

/* Results that nobody uses go, where as many inputs go with them. */
static bool drop_unused(struct rewriting *rewriting, struct op *op) {
    uint32_t used = count_used(op), next = 0;
    if (used == op->result_count || used == 0) {
        return false;
    }
    struct needed needed = {.reduce = op,
                            .pairs = ARENA_ARRAY(rewriting->scratch, bool, op->result_count)};
    find_needed(&needed);
    bool fits = needed.pair_count == used;
    if (fits) {
        struct op *made = smaller_reduce(rewriting, &needed);
        struct value **values = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
        for (uint32_t i = 0; i < op->result_count; i++) {
            values[i] = op->results[i].first_use ? op_result(made, next++) : NULL;
        }
        replace_by_all(op, values);
    }
    pointer_map_free(&needed.ops);
    return fits;
}

static bool simplify_reduce(struct rewriting *rewriting, struct op *op) {
    return drop_reduce(rewriting, op) || reduce_nothing(rewriting, op) ||
           reduce_to_outside(rewriting, op) || drop_unused(rewriting, op);
}

/* --- an operation with fewer values ----------------------------------------------------------- */

/* The shardings of the values that stay. */
static void keep_shardings(struct rewriting *rewriting, const struct op *op, const bool *stays,
                           struct op *made) {
    const struct sharding_list *list = attr_as_shardings(op_attr(op, SHARDING));
    uint32_t count = 0;
    if (!list || list->count != op->result_count) {
        return;
    }
    const struct attr **kept =
        ARENA_ARRAY(rewriting->scratch, const struct attr *, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        if (stays[i]) {
            kept[count++] = list->items[i];
        }
    }
    op_set_attr(rewriting->module, made, SHARDING,
                count ? sharding_per_value_attr(rewriting->context, count, kept) : NULL);
}

/* The same operation on the values that stay, with its regions. Results that go have no uses. */
static bool keep_some(struct rewriting *rewriting, struct op *op, const bool *stays) {
    uint32_t count = 0, next = 0, all = op->result_count;
    struct builder at = builder_before(rewriting->module, op);
    struct value **operands = ARENA_ARRAY(rewriting->scratch, struct value *, all + 1);
    const struct type **types = ARENA_ARRAY(rewriting->scratch, const struct type *, all + 1);
    for (uint32_t i = 0; i < all; i++) {
        if (stays[i]) {
            types[count] = op->results[i].type;
            operands[count++] = op_operand(op, i);
        }
    }
    struct op *made =
        op_new(rewriting->module, op->def, op->name, op->location, count, types, op->region_count);
    op_set_operands(rewriting->module, made, count, operands);
    op_insert_before(at.before, made);
    made->properties = op->properties;
    made->attrs = op->attrs;
    made->explicit_location = op->explicit_location;
    keep_shardings(rewriting, op, stays, made);
    for (uint32_t i = 0; i < op->region_count; i++) {
        region_take(&made->regions[i], &op->regions[i]);
    }
    struct value **values = ARENA_ARRAY(rewriting->scratch, struct value *, all + 1);
    for (uint32_t i = 0; i < all; i++) {
        values[i] = stays[i] ? op_result(made, next++) : NULL;
    }
    return replace_by_all(op, values);
}

/* --- sorts ------------------------------------------------------------------------------------ */

/* Operands that neither order nor results need. */
static bool drop_sorted(struct rewriting *rewriting, struct op *op) {
    struct block *body = op->regions[0].first;
    bool *stays = ARENA_ARRAY(rewriting->scratch, bool, op->result_count + 1), any = false;
    for (uint32_t i = 0; i < op->result_count; i++) {
        stays[i] = op->results[i].first_use || body->arguments[2 * i]->first_use ||
                   body->arguments[2 * i + 1]->first_use;
        any = any || !stays[i];
    }
    if (!any || op->result_count == 0) {
        return false;
    }
    for (uint32_t i = op->result_count; i-- > 0;) {
        if (!stays[i]) {
            block_erase_argument(body, 2 * i + 1);
            block_erase_argument(body, 2 * i);
        }
    }
    return keep_some(rewriting, op, stays);
}

static bool simplify_sort(struct rewriting *rewriting, struct op *op) {
    if (op->result_count && op_int(op, "dimension", -1) == -1 &&
        type_is_tensor(op->results[0].type) && op->results[0].type->rank) {
        op_set_property(rewriting->module, op, "dimension",
                        attr_i64(rewriting->context, op->results[0].type->rank - 1));
        return true;
    }
    /* One that sorts nothing that is used is dead, and goes as such. */
    return count_used(op) && drop_sorted(rewriting, op);
}

/* --- loops ------------------------------------------------------------------------------------ */

static bool is_invariant(const struct op *op, const struct op *end, uint32_t index) {
    const struct value *next = op_operand(end, index), *operand = op_operand(op, index);
    return operand->type == op->results[index].type &&
           (next == operand || next == op->regions[1].first->arguments[index]);
}

/* Values that the loop hands on as they are, its regions read from outside. */
static bool simplify_while(struct rewriting *rewriting, struct op *op) {
    struct block *condition = op->regions[0].first, *body = op->regions[1].first;
    struct op *end = block_terminator(body);
    bool *stays = ARENA_ARRAY(rewriting->scratch, bool, op->result_count + 1), any = false;
    for (uint32_t i = 0; i < op->result_count; i++) {
        stays[i] = !is_invariant(op, end, i);
        any = any || !stays[i];
    }
    if (!any) {
        return false;
    }
    for (uint32_t i = op->result_count; i-- > 0;) {
        struct value *operand = op_operand(op, i);
        if (!stays[i]) {
            op_erase_operand(end, i);
            value_replace_uses(condition->arguments[i], operand);
            value_replace_uses(body->arguments[i], operand);
            value_replace_uses(op_result(op, i), operand);
            block_erase_argument(condition, i);
            block_erase_argument(body, i);
        }
    }
    return keep_some(rewriting, op, stays);
}

const struct patterns region_patterns =
    PATTERNS({OP_REDUCE, simplify_reduce}, {OP_SORT, simplify_sort}, {OP_WHILE, simplify_while});
