/* Operations, values, blocks and regions: making them, linking them, walking them. */
#include "ir/op_def.h"
#include "ir/symbol.h"

#include <string.h>

struct module *module_new(struct context *context, struct location location) {
    struct arena *arena = arena_new();
    struct module *module = ARENA_NEW(arena, struct module);
    module->context = context;
    module->arena = arena;
    module->op_arena = arena_new();
    const struct op_def *def = op_def_find("builtin.module");
    module->op = op_new(module, def, "builtin.module", location, 0, NULL, 1);
    block_new(module, &module->op->regions[0]);
    return module;
}

void module_free(struct module *module) {
    if (module) {
        pointer_map_free(&module->made);
        arena_free(module->op_arena);
        arena_free(module->arena);
    }
}

struct op *op_new(struct module *module, const struct op_def *def, const char *name,
                  struct location location, uint32_t result_count, const struct type *const *types,
                  uint32_t region_count) {
    size_t results = result_count * sizeof(struct value);
    struct op *op = arena_alloc(module->op_arena, sizeof *op + results);
    op->def = def;
    op->name = def == &op_unregistered ? intern(module->context->strings, name) : def->name;
    op->location = location;
    op->reason = reason_of_new(module);
    op->result_count = result_count;
    op->region_count = region_count;
    if (result_count) {
        op->results = (struct value *)(op + 1);
    }
    for (uint32_t i = 0; i < result_count; i++) {
        op->results[i] =
            (struct value){.type = types[i], .op = op, .index = i, .location = location};
    }
    if (region_count) {
        op->regions = ARENA_ARRAY(module->arena, struct region, region_count);
    }
    for (uint32_t i = 0; i < region_count; i++) {
        op->regions[i].op = op;
    }
    if (def->traits & OP_SYMBOL_TABLE) {
        op->symbols = symbol_index_new(module->arena);
    }
    module_note_op(module, op);
    return op;
}

void op_become(struct module *module, struct op *op, const struct op_def *def) {
    op->def = def;
    op->name = def->name;
    module_note_op(module, op);
}

void op_put_defaults(struct context *context, struct arena *arena, const struct op_def *def,
                     struct attr_list *properties) {
    for (const struct op_attr_def *attr = def->attrs; attr && attr->name; attr++) {
        if (attr->always && !attr_list_get(properties, attr->name)) {
            const struct attr *value =
                attr->kind == OP_ATTR_STRING
                    ? attr_string(context, "", 0)
                    : attr_integer(context, type_integer(context, 32, SIGNLESS), 0);
            attr_list_set(properties, context, arena, intern(context->strings, attr->name), value);
        }
    }
}

/* --- uses ------------------------------------------------------------------------------------- */

static void use_link(struct use *use, struct value *value) {
    use->value = value;
    use->next = value->first_use;
    use->previous = &value->first_use;
    if (use->next) {
        use->next->previous = &use->next;
    }
    value->first_use = use;
}

static void use_unlink(struct use *use) {
    if (!use->value) {
        return;
    }
    *use->previous = use->next;
    if (use->next) {
        use->next->previous = use->previous;
    }
    use->value = NULL;
    use->next = NULL;
    use->previous = NULL;
}

/* After a use was copied to another address: its neighbours learn where it is. */
static void use_moved(struct use *use) {
    if (use->value) {
        *use->previous = use;
        if (use->next) {
            use->next->previous = &use->next;
        }
    }
}

static void reserve_operands(struct module *module, struct op *op, uint32_t capacity) {
    if (capacity <= op->operand_capacity) {
        return;
    }
    struct use *uses = ARENA_ARRAY(module->arena, struct use, capacity);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uses[i] = op->operands[i];
        use_moved(&uses[i]);
    }
    op->operands = uses;
    op->operand_capacity = capacity;
}

void op_append_operand(struct module *module, struct op *op, struct value *value) {
    if (op->operand_count == op->operand_capacity) {
        reserve_operands(module, op, op->operand_capacity ? op->operand_capacity * 2 : 2);
    }
    struct use *use = &op->operands[op->operand_count++];
    use->user = op;
    use_link(use, value);
}

void op_set_operand(struct op *op, uint32_t index, struct value *value) {
    use_unlink(&op->operands[index]);
    use_link(&op->operands[index], value);
}

void op_set_operands(struct module *module, struct op *op, uint32_t count,
                     struct value *const *values) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        use_unlink(&op->operands[i]);
    }
    op->operand_count = 0;
    reserve_operands(module, op, count);
    op->operand_count = count;
    for (uint32_t i = 0; i < count; i++) {
        op->operands[i].user = op;
        use_link(&op->operands[i], values[i]);
    }
}

void op_erase_operand(struct op *op, uint32_t index) {
    use_unlink(&op->operands[index]);
    for (uint32_t i = index + 1; i < op->operand_count; i++) {
        op->operands[i - 1] = op->operands[i];
        use_moved(&op->operands[i - 1]);
    }
    op->operand_count--;
}

uint32_t use_index(const struct use *use) {
    return (uint32_t)(use - use->user->operands);
}

void value_replace_uses(struct value *from, struct value *to) {
    if (from == to) {
        return;
    }
    while (from->first_use) {
        struct use *use = from->first_use;
        use_unlink(use);
        use_link(use, to);
    }
}

void value_reverse_uses(struct value *value) {
    struct use *next = value->first_use;
    value->first_use = NULL;
    while (next) {
        struct use *use = next;
        next = use->next;
        use_link(use, value);
    }
}

bool value_has_one_use(const struct value *value) {
    return value->first_use && !value->first_use->next;
}

uint32_t value_use_count(const struct value *value) {
    uint32_t count = 0;
    FOR_EACH_USE (use, value) {
        count++;
    }
    return count;
}

struct op *value_defining_op(const struct value *value) {
    return value->op;
}

struct location value_location(const struct value *value) {
    return value->location;
}

/* --- placing ---------------------------------------------------------------------------------- */

/* Orders stand apart, so that a few operations can come between two without a new count. */
enum { ORDER_STEP = 256 };

void op_append(struct block *block, struct op *op) {
    op->block = block;
    op->previous = block->last;
    op->next = NULL;
    if (block->last) {
        block->last->next = op;
        op->order = block->last->order + ORDER_STEP;
    } else {
        block->first = op;
        op->order = ORDER_STEP;
        block->is_ordered = true;
    }
    block->last = op;
}

void op_insert_before(struct op *position, struct op *op) {
    struct block *block = position->block;
    op->block = block;
    op->previous = position->previous;
    op->next = position;
    if (op->previous) {
        op->previous->next = op;
    } else {
        block->first = op;
    }
    position->previous = op;
    uint64_t before = op->previous ? op->previous->order : 0;
    op->order = before + (position->order - before) / 2;
    block->is_ordered = block->is_ordered && op->order != before;
}

void op_insert_after(struct op *position, struct op *op) {
    if (position->next) {
        op_insert_before(position->next, op);
    } else {
        op_append(position->block, op);
    }
}

void op_unlink(struct op *op) {
    struct block *block = op->block;
    if (!block) {
        return;
    }
    if (op->previous) {
        op->previous->next = op->next;
    } else {
        block->first = op->next;
    }
    if (op->next) {
        op->next->previous = op->previous;
    } else {
        block->last = op->previous;
    }
    op->block = NULL;
    op->previous = NULL;
    op->next = NULL;
}

static bool drop_operands(struct op *op, void *data) {
    (void)data;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        use_unlink(&op->operands[i]);
    }
    op->operand_count = 0;
    return true;
}

void op_erase(struct op *op) {
    op_walk(op, drop_operands, NULL);
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op->results[i].first_use) {
            sdyc_bug("'%s' was erased while result %u has uses", op->name, i);
        }
    }
    op_unlink(op);
}

bool op_is_before(const struct op *a, const struct op *b) {
    if (!a->block->is_ordered) {
        uint64_t order = 0;
        FOR_EACH_OP (op, a->block) {
            op->order = order += ORDER_STEP;
        }
        a->block->is_ordered = true;
    }
    return a->order < b->order;
}

void op_inline_block(struct op *op, struct block *body) {
    struct op *terminator = block_terminator(body);
    while (body->first != terminator) {
        struct op *inner = body->first;
        op_unlink(inner);
        op_insert_before(op, inner);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        value_replace_uses(&op->results[i], op_operand(terminator, i));
    }
    op_erase(op);
}

struct op *op_parent(const struct op *op) {
    return op->block && op->block->region ? op->block->region->op : NULL;
}

/* --- parts ------------------------------------------------------------------------------------ */

struct value *op_operand(const struct op *op, uint32_t index) {
    if (index >= op->operand_count) {
        sdyc_bug("'%s' has no operand %u", op->name, index);
    }
    return op->operands[index].value;
}

struct value *op_result(const struct op *op, uint32_t index) {
    if (index >= op->result_count) {
        sdyc_bug("'%s' has no result %u", op->name, index);
    }
    return &op->results[index];
}

const struct attr *op_property(const struct op *op, const char *name) {
    return attr_list_get(&op->properties, name);
}

const struct attr *op_attr(const struct op *op, const char *name) {
    const struct attr *property = op_property(op, name);
    return property ? property : attr_list_get(&op->attrs, name);
}

void op_set_attr(struct module *module, struct op *op, const char *name, const struct attr *value) {
    attr_list_set(&op->attrs, module->context, module->arena, name, value);
}

void op_set_property(struct module *module, struct op *op, const char *name,
                     const struct attr *value) {
    attr_list_set(&op->properties, module->context, module->arena, name, value);
}

int64_t op_int(const struct op *op, const char *name, int64_t otherwise) {
    const struct attr *attr = op_attr(op, name);
    return attr && attr->kind == ATTR_INTEGER ? attr->integer : otherwise;
}

struct int_list op_ints(const struct op *op, const char *name) {
    struct int_list list = {0};
    const struct attr *attr = op_attr(op, name);
    if (attr) {
        attr_integers(attr, &list.count, &list.items);
    }
    return list;
}

/* --- blocks ----------------------------------------------------------------------------------- */

struct block *block_new(struct module *module, struct region *region) {
    struct block *block = ARENA_NEW(module->arena, struct block);
    block_append(region, block);
    return block;
}

void block_append(struct region *region, struct block *block) {
    block->region = region;
    block->previous = region->last;
    block->next = NULL;
    if (region->last) {
        region->last->next = block;
    } else {
        region->first = block;
    }
    region->last = block;
}

struct value *block_add_argument(struct module *module, struct block *block,
                                 const struct type *type, struct location location) {
    if (block->argument_count == block->argument_capacity) {
        uint32_t capacity = block->argument_capacity ? block->argument_capacity * 2 : 4;
        struct value **arguments = ARENA_ARRAY(module->arena, struct value *, capacity);
        if (block->argument_count) {
            memcpy(arguments, block->arguments, block->argument_count * sizeof(struct value *));
        }
        block->arguments = arguments;
        block->argument_capacity = capacity;
    }
    struct value *argument = ARENA_NEW(module->arena, struct value);
    *argument = (struct value){
        .type = type, .block = block, .index = block->argument_count, .location = location};
    block->arguments[block->argument_count++] = argument;
    return argument;
}

void block_erase_argument(struct block *block, uint32_t index) {
    if (block->arguments[index]->first_use) {
        sdyc_bug("a block argument was erased while it has uses");
    }
    for (uint32_t i = index + 1; i < block->argument_count; i++) {
        block->arguments[i - 1] = block->arguments[i];
        block->arguments[i - 1]->index = i - 1;
    }
    block->argument_count--;
}

struct op *block_terminator(const struct block *block) {
    return block->last;
}

struct op *func_return(const struct op *func) {
    const struct region *body = &func->regions[0];
    struct op *end =
        body->first && body->first == body->last ? block_terminator(body->first) : NULL;
    return end && strcmp(end->name, "func.return") == 0 ? end : NULL;
}

void region_take(struct region *to, struct region *from) {
    FOR_EACH_BLOCK (block, from) {
        block->region = to;
    }
    if (!from->first) {
        return;
    }
    from->first->previous = to->last;
    if (to->last) {
        to->last->next = from->first;
    } else {
        to->first = from->first;
    }
    to->last = from->last;
    from->first = NULL;
    from->last = NULL;
}

/* --- walks ------------------------------------------------------------------------------------ */

static bool walk_regions(struct op *op, bool (*visit)(struct op *op, void *data), void *data,
                         bool (*walk)(struct op *, bool (*)(struct op *, void *), void *)) {
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            FOR_EACH_OP_SAFE (inner, block) {
                if (!walk(inner, visit, data)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool op_walk(struct op *op, bool (*visit)(struct op *op, void *data), void *data) {
    return visit(op, data) && walk_regions(op, visit, data, op_walk);
}

bool op_walk_post(struct op *op, bool (*visit)(struct op *op, void *data), void *data) {
    return walk_regions(op, visit, data, op_walk_post) && visit(op, data);
}

static bool is_inside(const struct value *value, const struct op *op) {
    const struct op *owner = value->op ? op_parent(value->op) : value->block->region->op;
    while (owner && owner != op) {
        owner = op_parent(owner);
    }
    return owner == op;
}

static bool reads_inside(struct op *op, void *data) {
    bool inside = true;
    for (uint32_t i = 0; op != data && i < op->operand_count; i++) {
        inside = inside && is_inside(op_operand(op, i), data);
    }
    return inside;
}

bool op_reads_outside(const struct op *op) {
    struct op *walked = (struct op *)op;
    return op->region_count > 0 && !op_walk(walked, reads_inside, walked);
}
