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

bool op_equals(const struct op *a, const struct op *b) {
    if (a->name != b->name || a->operand_count != b->operand_count ||
        a->result_count != b->result_count || a->region_count || b->region_count ||
        a->successor_count || b->successor_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (op_operand(a, i) != op_operand(b, i)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < a->result_count; i++) {
        if (a->results[i].type != b->results[i].type) {
            return false;
        }
    }
    return attr_lists_equal(&a->properties, &b->properties) &&
           attr_lists_equal(&a->attrs, &b->attrs);
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
