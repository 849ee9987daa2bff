/* Wraps operations in composites: each becomes a composite of its name, which a new private
 * function decomposes into the operation itself. */
#include <string.h>

#include "ops/build.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct wrapping {
    struct module *module;
    const struct pass_options *options;
    VECTOR(struct op *) ops;
};

static bool collect(struct op *op, void *data) {
    struct wrapping *wrapping = data;
    const char *names = pass_string(wrapping->options, "op-names");
    if (*names && op->block && pass_list_has(wrapping->options, "op-names", op->name)) {
        *vector_push(&wrapping->ops) = op;
    }
    return true;
}

/* "NAME.impl", with a number behind it where the module has that already. */
static const char *free_name(struct wrapping *wrapping, const char *name) {
    struct module *module = wrapping->module;
    const char *wanted = arena_printf(module->arena, "%s.impl", name), *chosen = wanted;
    for (int number = 0; symbol_lookup(module->op, chosen); number++) {
        chosen = arena_printf(module->arena, "%s_%d", wanted, number);
    }
    return chosen;
}

static const struct type *type_of(struct module *module, const struct op *op) {
    const struct type **types =
        ARENA_ARRAY(module->arena, const struct type *, op->operand_count + op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        types[i] = op_operand(op, i)->type;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[op->operand_count + i] = op_result(op, i)->type;
    }
    return type_function(module->context, op->operand_count, types, op->result_count,
                         types + op->operand_count);
}

/* The function, whose body is a copy of the operation on its arguments. */
static const char *make_function(struct wrapping *wrapping, const struct op *op) {
    struct module *module = wrapping->module;
    struct context *context = module->context;
    const char *name = free_name(wrapping, op->name);
    struct builder at = builder_at_end(module, module->op->regions[0].first);
    at.location = op->location;
    struct op *func = build_row(&at, OP_FUNC_FUNC, 0, NULL, 0, NULL, 1);
    op_set_property(module, func, "sym_name", attr_string(context, name, strlen(name)));
    op_set_property(module, func, "sym_visibility", attr_string(context, "private", 7));
    op_set_property(module, func, "function_type", attr_type(context, type_of(module, op)));
    struct block *body = block_new(module, &func->regions[0]);
    struct pointer_map map = {0};
    struct op *copy = op_clone(module, op, &map);
    pointer_map_free(&map);
    op_append(body, copy);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        op_set_operand(copy, i,
                       block_add_argument(module, body, op_operand(op, i)->type, op->location));
    }
    struct value **results = ARENA_ARRAY(module->arena, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        results[i] = op_result(copy, i);
    }
    struct builder end = builder_at_end(module, body);
    build_end(&end, OP_FUNC_RETURN, op->result_count, results);
    return name;
}

/* All attributes of the operation, inherent and others. */
static const struct attr *attributes_of(struct module *module, const struct op *op) {
    uint32_t count = op->properties.count + op->attrs.count;
    struct named_attr *items = ARENA_ARRAY(module->arena, struct named_attr, count);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = i < op->properties.count ? op->properties.items[i]
                                            : op->attrs.items[i - op->properties.count];
    }
    return attr_dict(module->context, count, items);
}

static void wrap(struct wrapping *wrapping, struct op *op) {
    struct module *module = wrapping->module;
    struct context *context = module->context;
    const char *name = make_function(wrapping, op);
    struct op *made = op_stand_in(module, op, OP_COMPOSITE, 0);
    made->attrs = (struct attr_list){0};
    op_set_property(module, made, "name", attr_string(context, op->name, strlen(op->name)));
    op_set_property(module, made, "composite_attributes", attributes_of(module, op));
    op_set_property(module, made, "decomposition", attr_symbol(context, name));
    op_set_property(module, made, "version",
                    attr_integer(context, type_integer(context, 32, SIGNLESS),
                                 pass_int(wrapping->options, "version")));
    op_replace(op, made);
}

static bool is_inside(const struct op *op, const struct op *outer) {
    while (op && op != outer) {
        op = op->block ? op_parent(op) : NULL;
    }
    return op == outer;
}

static bool reads_inside(struct op *op, void *data) {
    const struct op *outer = data;
    for (uint32_t i = 0; op != outer && i < op->operand_count; i++) {
        const struct value *value = op_operand(op, i);
        if (!is_inside(value->op ? value->op : value->block->region->op, outer)) {
            return false;
        }
    }
    return true;
}

/* What a region reads from outside would have to become an operand. */
static bool can_be_wrapped(const struct module *module, struct op *op) {
    return is_inside(op, module->op) && !op_has(op, OP_TERMINATOR) && !op_has(op, OP_SYMBOL) &&
           !op_is(op, OP_COMPOSITE) && op_walk(op, reads_inside, op);
}

/* Outer operations first: those inside of them are wrapped as they are. */
bool pass_wrap_in_composite(struct module *module, const struct pass_options *options) {
    tidy_module(module);
    struct wrapping wrapping = {.module = module, .options = options};
    op_walk_post(module->op, collect, &wrapping);
    for (size_t i = wrapping.ops.count; i-- > 0;) {
        if (can_be_wrapped(module, wrapping.ops.items[i])) {
            wrap(&wrapping, wrapping.ops.items[i]);
        }
    }
    vector_free(&wrapping.ops);
    tidy_module(module);
    return pass_verify_ops(module, 0);
}
