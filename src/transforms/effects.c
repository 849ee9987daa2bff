#include "transforms/transforms.h"

bool op_is_pure(const struct op *op) {
    if (op_has(op, OP_MAY_BE_PURE)) {
        const struct attr *effect = op_property(op, "has_side_effect");
        return !effect || effect->integer == 0;
    }
    return op_has(op, OP_PURE);
}

/* Every operation inside is pure too; a terminator only hands values on. */
static bool is_pure(struct op *op, void *data) {
    (void)data;
    return op_is_pure(op) || op_has(op, OP_TERMINATOR);
}

bool op_is_dead(struct op *op) {
    if (!op_is_pure(op) || op_has(op, OP_TERMINATOR)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op->results[i].first_use) {
            return false;
        }
    }
    return op->region_count == 0 || op_walk(op, is_pure, NULL);
}

static bool attr_lists_equal(const struct attr_list *a, const struct attr_list *b) {
    if (a->count != b->count) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->items[i].name != b->items[i].name || a->items[i].value != b->items[i].value) {
            return false;
        }
    }
    return true;
}

/* Values of the one that stand for values of the other: arguments and results inside. */
static bool values_equal(const struct pointer_map *same, const struct value *a,
                         const struct value *b) {
    const struct value *stands = pointer_map_get(same, a);
    return stands ? stands == b : a == b;
}

static bool equal(const struct op *a, const struct op *b, struct pointer_map *same);

static bool blocks_equal(const struct block *a, const struct block *b, struct pointer_map *same) {
    if (!a || !b || a->next || b->next || a->argument_count != b->argument_count) {
        return !a && !b;
    }
    for (uint32_t i = 0; i < a->argument_count; i++) {
        if (a->arguments[i]->type != b->arguments[i]->type) {
            return false;
        }
        pointer_map_put(same, a->arguments[i], b->arguments[i]);
    }
    const struct op *left = a->first, *right = b->first;
    for (; left && right && equal(left, right, same); right = right->next) {
        left = left->next;
    }
    return !left && !right;
}

static bool equal(const struct op *a, const struct op *b, struct pointer_map *same) {
    if (a->name != b->name || a->operand_count != b->operand_count ||
        a->result_count != b->result_count || a->region_count != b->region_count ||
        a->successor_count || b->successor_count ||
        !attr_lists_equal(&a->properties, &b->properties) ||
        !attr_lists_equal(&a->attrs, &b->attrs)) {
        return false;
    }
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (!values_equal(same, op_operand(a, i), op_operand(b, i))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < a->result_count; i++) {
        if (a->results[i].type != b->results[i].type) {
            return false;
        }
    }
    for (uint32_t i = 0; i < a->region_count; i++) {
        if (!blocks_equal(a->regions[i].first, b->regions[i].first, same)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < a->result_count; i++) {
        pointer_map_put(same, &a->results[i], (void *)&b->results[i]);
    }
    return true;
}

bool op_equals(const struct op *a, const struct op *b) {
    struct pointer_map same = {0};
    bool result = equal(a, b, &same);
    pointer_map_free(&same);
    return result;
}

bool op_is_pure_inside(struct op *op) {
    return op_is_pure(op) && (op->region_count == 0 || op_walk(op, is_pure, NULL));
}

static uint64_t hash_pointer(const void *pointer, uint64_t seed) {
    return hash_bytes(&pointer, sizeof pointer, seed);
}

uint64_t op_hash(const struct op *op) {
    uint64_t hash = hash_pointer(op->name, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        hash = hash_pointer(op_operand(op, i), hash);
    }
    for (uint32_t i = 0; i < op->properties.count; i++) {
        hash = hash_pointer(op->properties.items[i].value, hash);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        hash = hash_pointer(op->results[i].type, hash);
    }
    return hash;
}
