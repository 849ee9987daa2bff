/* What patterns ask of values, and how they put others in the place of results. */
#include "transforms/simplify/simplify.h"

/* --- values ----------------------------------------------------------------------------------- */

bool is_stablehlo(const struct op *op) {
    const char *ours = op_table[OP_ADD]->name;
    return strncmp(op->name, ours, strcspn(ours, ".") + 1) == 0;
}

bool declares_effect(const struct op *op) {
    static const enum op_id effects[] = {OP_INFEED, OP_OUTFEED, OP_SEND, OP_RECV};
    const struct attr *effect =
        op_has(op, OP_MAY_BE_PURE) ? op_property(op, "has_side_effect") : NULL;
    return OP_IS_IN(op, effects) || op->def == &op_unregistered || (effect && effect->integer);
}

struct op *defined_by(const struct value *value, enum op_id id) {
    return value->op && op_is(value->op, id) ? value->op : NULL;
}

const struct attr *elements_of(const struct value *value) {
    const struct op *op = value->op;
    const struct attr *attr = op && op_has(op, OP_CONSTANT_LIKE) ? op_property(op, "value") : NULL;
    attr = op && op_is(op, OP_SHAPE_CONST_SHAPE) ? op_property(op, "shape") : attr;
    return attr && attr->kind == ATTR_DENSE ? attr : NULL;
}

const struct attr *splat_of(const struct value *value) {
    const struct attr *attr = elements_of(value);
    return attr && attr->splat && type_count(attr->type) > 0 ? attr : NULL;
}

/* Whether all elements are the number; `ones`: have all bits set. */
static bool is_all(const struct value *value, int64_t number, bool floats, bool ones) {
    const struct attr *attr = splat_of(value);
    const struct type *element = attr ? attr->type->element : NULL;
    if (!attr || (element->kind != TYPE_INTEGER && element->kind != TYPE_INDEX)) {
        return attr && floats && element->kind == TYPE_FLOAT &&
               attr_dense_real(attr, 0) == (double)number;
    }
    int64_t item = attr_dense_integer(attr, 0);
    uint32_t bits = type_bits(element);
    uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    return ones ? ((uint64_t)item & mask) == mask
                : ((uint64_t)item & mask) == ((uint64_t)number & mask);
}

bool is_zero_number(const struct value *value) {
    return is_all(value, 0, true, false);
}

bool is_one_number(const struct value *value) {
    return is_all(value, 1, true, false);
}

bool is_zero_integer(const struct value *value) {
    return is_all(value, 0, false, false);
}

bool is_all_ones(const struct value *value) {
    return is_all(value, 0, false, true);
}

bool dims_are_iota(struct int_list dims) {
    bool good = true;
    for (uint32_t i = 0; i < dims.count; i++) {
        good = good && dims.items[i] == i;
    }
    return good;
}

bool dims_are_sorted(struct int_list dims) {
    bool good = true;
    for (uint32_t i = 1; i < dims.count; i++) {
        good = good && dims.items[i - 1] <= dims.items[i];
    }
    return good;
}

uint32_t merge_broadcast_dims(const struct op *first, const struct op *second, int64_t *merged) {
    struct int_list before = op_ints(first, "broadcast_dimensions");
    struct int_list dims = op_ints(second, "broadcast_dimensions");
    for (uint32_t i = 0; i < before.count; i++) {
        merged[i] = dims.items[before.items[i]];
    }
    return before.count;
}

/* --- attributes ------------------------------------------------------------------------------- */

/* What both dictionaries say; what `from` says goes before, but for what names the operation that
 * stays. */
static const struct attr *merged(struct rewriting *rewriting, const struct attr *from,
                                 const struct attr *to) {
    struct attr_list list = {0};
    for (uint32_t i = 0; i < to->count; i++) {
        attr_list_set(&list, rewriting->context, rewriting->scratch, to->names[i], to->items[i]);
    }
    for (uint32_t i = 0; i < from->count; i++) {
        bool stays = strcmp(from->names[i], "xla_metadata_payload") == 0 &&
                     attr_list_get(&list, from->names[i]);
        if (!stays) {
            attr_list_set(&list, rewriting->context, rewriting->scratch, from->names[i],
                          from->items[i]);
        }
    }
    return attr_dict(rewriting->context, list.count, list.items);
}

/* The attributes of `from` are added to those of `to`, before which they go. */
static void merge_attrs(struct rewriting *rewriting, const struct op *from, struct op *to) {
    for (uint32_t i = 0; i < from->attrs.count; i++) {
        const struct named_attr *attr = &from->attrs.items[i];
        const struct attr *had = attr_list_get(&to->attrs, attr->name), *value = attr->value;
        if (to->result_count != 1 && strcmp(attr->name, SHARDING) == 0) {
            continue; /* of one value of several */
        }
        if (had && had->kind == ATTR_DICT && value->kind == ATTR_DICT &&
            strcmp(attr->name, "mhlo.frontend_attributes") == 0) {
            value = merged(rewriting, value, had);
        }
        op_set_attr(rewriting->module, to, attr->name, value);
    }
}

/* --- replacing -------------------------------------------------------------------------------- */

bool replace_by(struct rewriting *rewriting, struct op *op, struct value *value) {
    (void)rewriting;
    if (value->op && !place_is_given(value->op->explicit_location)) {
        value->op->explicit_location = op->explicit_location;
    }
    value_replace_uses(op_result(op, 0), value);
    op_erase(op);
    return true;
}

bool replace_merging(struct rewriting *rewriting, struct op *op, struct value *value) {
    if (value->op) {
        merge_attrs(rewriting, op, value->op);
    }
    return replace_by(rewriting, op, value);
}

bool replace_by_constant(struct rewriting *rewriting, struct op *op, const struct attr *dense) {
    struct builder at = builder_before(rewriting->module, op);
    return replace_by(rewriting, op, build_constant(&at, dense));
}

bool replace_by_zeros(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    if (type_is_static(type) && type_count(type) == 0) {
        return replace_by_constant(rewriting, op,
                                   attr_dense(rewriting->context, type, NULL, 0, false));
    }
    struct builder at = builder_before(rewriting->module, op);
    return replace_by(rewriting, op, build_zeros(&at, type));
}

bool replace_by_all(struct op *op, struct value *const *values) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (values[i]) {
            value_replace_uses(op_result(op, i), values[i]);
        }
    }
    op_erase(op);
    return true;
}
