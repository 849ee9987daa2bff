/* Which values attributes may have, beyond what their kinds say. */
#include "ops/attr_sets.h"

#include "ops/attrs/attrs.h"

static bool is_dense_of(const struct attr *value, enum type_kind element, uint32_t width) {
    return value->kind == ATTR_DENSE && !attr_is_resource(value) &&
           type_element(value->type)->kind == element && type_element(value->type)->width == width;
}

static bool all_items(const struct attr *value, bool (*accepts)(const struct attr *item)) {
    for (uint32_t i = 0; i < value->count; i++) {
        if (!accepts(value->items[i])) {
            return false;
        }
    }
    return true;
}

bool accepts_replica_groups(const struct attr *value) {
    return (is_dense_of(value, TYPE_INTEGER, 64) &&
            type_element(value->type)->signedness == SIGNLESS) ||
           attr_payload(value, &attr_replica_group_mesh_axes) != NULL;
}

bool accepts_api_version(const struct attr *value) {
    return value->integer >= 0 && value->integer <= 4;
}

bool accepts_backend_config(const struct attr *value) {
    return value->kind == ATTR_STRING || value->kind == ATTR_DICT;
}

static bool is_layout(const struct attr *value) {
    return value->kind == ATTR_DENSE && !attr_is_resource(value) &&
           type_element(value->type)->kind == TYPE_INDEX && value->type->rank == 1;
}

bool accepts_layouts(const struct attr *value) {
    return all_items(value, is_layout);
}

static bool is_function(const struct attr *value) {
    return value->kind == ATTR_SYMBOL && value->count == 0;
}

bool accepts_functions(const struct attr *value) {
    return all_items(value, is_function);
}

static bool is_dictionary(const struct attr *value) {
    return value->kind == ATTR_DICT;
}

bool accepts_dictionaries(const struct attr *value) {
    return all_items(value, is_dictionary);
}

bool accepts_function_type(const struct attr *value) {
    return value->type->kind == TYPE_FUNCTION;
}

bool accepts_direction(const struct attr *value) {
    return value->integer >= 0 && value->integer <= 3;
}

bool accepts_reduction(const struct attr *value) {
    return value->integer >= 0 && value->integer <= 2;
}

bool accepts_typed(const struct attr *value) {
    switch (value->kind) {
    case ATTR_UNIT:
    case ATTR_TYPE:
    case ATTR_ARRAY:
    case ATTR_DICT:
    case ATTR_SYMBOL:
    case ATTR_DENSE_ARRAY:
    case ATTR_AFFINE:
    case ATTR_LOCATION:
    case ATTR_DIALECT:
        return false;
    default:
        return true;
    }
}

#define FLAG_ATTRS(id, property, attr)                                                             \
    const struct op_attr_def id[] = {{.name = property,                                            \
                                      .kind = OP_ATTR_DIALECT,                                     \
                                      .dialect_attr = attr,                                        \
                                      .otherwise = OP_ATTR_DEFAULT_ZERO},                          \
                                     {0}};
FLAG_ATTRS(arith_fastmath_attrs, "fastmath", "arith.fastmath")
FLAG_ATTRS(arith_overflow_attrs, "overflowFlags", "arith.overflow")
