/* Names of MHLO, the dialect that StableHLO came of: a module that was written in it is read as one
 * of StableHLO where its operations, attributes and types are there by the same name. */
#include "frontend/parser.h"

#include <string.h>

static const char former[] = "mhlo";
enum { FORMER_LENGTH = sizeof former - 1 };

static bool is_of_former(const char *name) {
    return strncmp(name, former, FORMER_LENGTH) == 0 &&
           (name[FORMER_LENGTH] == '.' || name[FORMER_LENGTH] == '\0');
}

const struct op_def *former_op(struct asm_parser *parser, const char *name) {
    static const char *const dialects[] = {"stablehlo", "chlo"};
    const struct op_def *def = NULL;
    for (size_t i = 0; is_of_former(name) && !def && i < sizeof dialects / sizeof *dialects; i++) {
        def = op_def_find(arena_printf(parser->scratch, "%s%s", dialects[i], name + FORMER_LENGTH));
    }
    return def;
}

const char *former_name(struct asm_parser *parser, const char *name) {
    return is_of_former(name)
               ? intern(parser->context->strings,
                        arena_printf(parser->scratch, "stablehlo%s", name + FORMER_LENGTH))
               : name;
}

/* --- lists ------------------------------------------------------------------------------------ */

#define LONGEST_LIST (1 << 16) /* one value may stand for all of a list */

static bool is_short_tensor(const struct attr *attr) {
    return attr && attr->kind == ATTR_DENSE && attr->type->element->kind == TYPE_INTEGER &&
           attr->type->element->width <= 64 && attr->type->rank == 1 &&
           type_count(attr->type) <= LONGEST_LIST;
}

static const struct attr *as_ints(struct asm_parser *parser, const struct attr *tensor) {
    uint32_t count = (uint32_t)type_count(tensor->type);
    int64_t *items = ARENA_ARRAY(parser->scratch, int64_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = attr_dense_integer(tensor, i);
    }
    return attr_i64_array(parser->context, count, items);
}

static const struct attr *as_bools(struct asm_parser *parser, const struct attr *tensor) {
    uint32_t count = (uint32_t)type_count(tensor->type);
    uint8_t *items = ARENA_ARRAY(parser->scratch, uint8_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = attr_dense_integer(tensor, i) != 0;
    }
    return attr_dense_array(parser->context, type_integer(parser->context, 1, SIGNLESS), count,
                            items);
}

void former_lists(struct asm_parser *parser, struct op_state *state) {
    const struct op_attr_def *attr = state->def->attrs;
    for (; is_of_former(state->name) && attr->name; attr++) {
        const struct attr *given = attr_list_get(&state->attrs, attr->name);
        bool is_ints = attr->kind == OP_ATTR_INT_ARRAY, is_bools = attr->kind == OP_ATTR_BOOL_ARRAY;
        if ((is_ints || is_bools) && is_short_tensor(given) && !attr_is_resource(given)) {
            attr_list_set(&state->attrs, parser->context, parser->module->arena, attr->name,
                          is_ints ? as_ints(parser, given) : as_bools(parser, given));
        }
    }
}
