/* Operations, blocks and regions. Values are numbered within the nearest isolated operation, in
 * the order of their regions; a number may be used before the value is there. */
#include "frontend/bytecode/bytecode.h"
#include "ops/op_def.h"

/* After so many operations, or so much of it, scratch memory is used anew. */
enum { SCRATCH_USES = 32, SCRATCH_BYTES = 64 * 1024 };

/* Which parts an operation has. */
enum op_parts {
    OP_HAS_ATTRS = 1 << 0,
    OP_HAS_RESULTS = 1 << 1,
    OP_HAS_OPERANDS = 1 << 2,
    OP_HAS_SUCCESSORS = 1 << 3,
    OP_HAS_REGIONS = 1 << 4,
    OP_HAS_USE_ORDERS = 1 << 5,
    OP_HAS_PROPERTIES = 1 << 6,
};

/* The values that can be seen, by number. */
struct value_scope {
    VECTOR(struct value *) values;
};
/* The region that is read. */
struct region_reader {
    struct value_scope *scope;
    struct block **blocks;
    uint64_t block_count;
    size_t next, end; /* numbers of its own values */
    struct block *block;
    uint32_t depth;
};

/* --- values ----------------------------------------------------------------------------------- */

/* Stands for a value that is not there yet. */
static bool is_placeholder(const struct value *value) {
    return !value->op && !value->block;
}

static struct value *value_at(struct cursor *cursor, struct value_scope *scope) {
    uint64_t index;
    if (!read_index(cursor, scope->values.count, "value", &index)) {
        return NULL;
    }
    struct value **slot = &scope->values.items[index];
    if (!*slot) {
        *slot = ARENA_NEW(cursor->file->module->arena, struct value);
        (*slot)->type = type_none(cursor->file->context);
        (*slot)->location = bytecode_location(cursor->file, cursor->at - 1);
    }
    return *slot;
}

static bool define(struct cursor *cursor, struct region_reader *region, struct value *value) {
    if (region->next >= region->end) {
        return cursor_error(cursor, "more values than their region is to have");
    }
    struct value **slot = &region->scope->values.items[region->next++];
    if (*slot) {
        /* The use that was last comes first again. */
        value_reverse_uses(*slot);
        value_replace_uses(*slot, value);
    }
    *slot = value;
    return true;
}

static void push_values(struct region_reader *region, uint64_t count) {
    region->next = region->scope->values.count;
    for (uint64_t i = 0; i < count; i++) {
        *vector_push(&region->scope->values) = NULL;
    }
    region->end = region->scope->values.count;
}

static bool pop_values(struct cursor *cursor, struct region_reader *region, size_t begin) {
    struct value_scope *scope = region->scope;
    bool good = true;
    for (size_t i = region->next; i < scope->values.count; i++) {
        const struct value *value = scope->values.items[i];
        if (value && is_placeholder(value) && value->first_use) {
            good = bytecode_error(cursor->file,
                                  (const unsigned char *)cursor->file->source->text +
                                      value->location.offset,
                                  "value %zu is used, but not defined", i);
        }
    }
    scope->values.count = begin;
    return good;
}

/* --- orders of uses: read past, for they follow from the order of the operations -------------- */

static bool skip_use_order(struct cursor *cursor, bool is_one) {
    uint64_t index, count, ignored;
    bool is_pairs;
    if ((!is_one && !read_number(cursor, &index)) || !read_flagged(cursor, &count, &is_pairs) ||
        !claim(cursor, count, "uses")) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!read_number(cursor, &ignored)) {
            return false;
        }
    }
    return true;
}

static bool skip_use_orders(struct cursor *cursor, uint64_t values) {
    uint64_t count = 1;
    if (values > 1 && !read_count(cursor, "orders of uses", &count)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!skip_use_order(cursor, values <= 1)) {
            return false;
        }
    }
    return true;
}

/* --- operations ------------------------------------------------------------------------------- */

struct op_reader {
    const struct bytecode_op *name;
    const struct op_def *def;
    struct op_place location;
    struct attr_list properties, attrs;
    uint32_t result_count, operand_count, successor_count;
    const struct type *const *result_types;
    struct value **operands;
    struct block **successors;
    uint64_t region_count;
    bool is_isolated;
};

static bool read_op_attrs(struct cursor *cursor, struct op_reader *op) {
    const struct attr *dictionary;
    return read_attr_of_kind(cursor, ATTR_DICT, "a dictionary", &dictionary) &&
           split_attributes(cursor, op->name, dictionary, &op->properties, &op->attrs);
}

static bool read_operands(struct cursor *cursor, struct region_reader *region,
                          struct op_reader *op) {
    uint64_t count;
    if (!read_count(cursor, "operands", &count)) {
        return false;
    }
    op->operands = ARENA_ARRAY(cursor->file->scratch, struct value *, count);
    op->operand_count = (uint32_t)count;
    for (uint64_t i = 0; i < count; i++) {
        op->operands[i] = value_at(cursor, region->scope);
        if (!op->operands[i]) {
            return false;
        }
    }
    return true;
}

static bool read_successors(struct cursor *cursor, struct region_reader *region,
                            struct op_reader *op) {
    uint64_t count, index;
    if (!read_count(cursor, "successors", &count)) {
        return false;
    }
    op->successors = ARENA_ARRAY(cursor->file->module->arena, struct block *, count);
    op->successor_count = (uint32_t)count;
    for (uint64_t i = 0; i < count; i++) {
        if (!read_index(cursor, region->block_count, "block", &index)) {
            return false;
        }
        op->successors[i] = region->blocks[index];
    }
    return true;
}

static bool read_region_count(struct cursor *cursor, struct op_reader *op) {
    return read_flagged(cursor, &op->region_count, &op->is_isolated) &&
           claim(cursor, op->region_count, "regions");
}

/* Without its regions, which follow. */
static bool read_op_parts(struct cursor *cursor, struct region_reader *region,
                          struct op_reader *op) {
    uint8_t parts;
    *op = (struct op_reader){.name = read_op_name(cursor)};
    if (!op->name || !read_byte(cursor, &parts) || !read_place(cursor, &op->location)) {
        return false;
    }
    op->def = op->name->vhlo ? vhlo_stablehlo_def(op->name->vhlo, region->block->region->op)
                             : op->name->def;
    bool has_orders = (parts & OP_HAS_USE_ORDERS) && cursor->file->version >= BYTECODE_USE_ORDERS;
    return (!(parts & OP_HAS_ATTRS) || read_op_attrs(cursor, op)) &&
           (!(parts & OP_HAS_PROPERTIES) || read_properties(cursor, op->name, &op->properties)) &&
           (!(parts & OP_HAS_RESULTS) ||
            read_types(cursor, &op->result_count, &op->result_types)) &&
           (!(parts & OP_HAS_OPERANDS) || read_operands(cursor, region, op)) &&
           (!(parts & OP_HAS_SUCCESSORS) || read_successors(cursor, region, op)) &&
           (!has_orders || skip_use_orders(cursor, op->result_count)) &&
           (!(parts & OP_HAS_REGIONS) || read_region_count(cursor, op));
}

/* A cast between a type of VHLO and the same type of the builtin dialect is none here. */
static bool is_no_cast(const struct op_reader *op) {
    bool same = op->def == op_table[OP_UNREALIZED_CONVERSION_CAST] && op->region_count == 0 &&
                op->operand_count == op->result_count;
    for (uint32_t i = 0; same && i < op->operand_count; i++) {
        same = !is_placeholder(op->operands[i]) && op->operands[i]->type == op->result_types[i];
    }
    return same;
}

static struct op *build(struct bytecode *file, struct region_reader *region, struct location at,
                        struct op_reader *parts) {
    struct module *module = file->module;
    op_put_defaults(file->context, module->arena, parts->def, &parts->properties);
    struct op *op = op_new(module, parts->def, parts->name->full_name, at, parts->result_count,
                           parts->result_types, (uint32_t)parts->region_count);
    op->properties = parts->properties;
    op->attrs = parts->attrs;
    op->explicit_location = parts->location;
    op_set_operands(module, op, parts->operand_count, parts->operands);
    op->successor_count = parts->successor_count;
    op->successors = parts->successor_count ? parts->successors : NULL;
    op_append(region->block, op);
    return op;
}

/* --- regions ---------------------------------------------------------------------------------- */

static bool read_argument(struct cursor *cursor, struct region_reader *region) {
    struct bytecode *file = cursor->file;
    struct location at = bytecode_location(file, cursor->at);
    uint64_t index;
    bool has_location = true;
    struct op_place location = {0};
    const struct type *type;
    bool read = file->version >= BYTECODE_OPTIONAL_LOCATIONS
                    ? read_flagged(cursor, &index, &has_location)
                    : read_number(cursor, &index);
    if (!read || !(type = type_at(cursor, index)) ||
        (has_location && !read_place(cursor, &location))) {
        return false;
    }
    struct value *argument = block_add_argument(file->module, region->block, type, at);
    argument->explicit_location =
        place_is_given(location) ? location : op_place_of(location_unknown(file->context));
    return define(cursor, region, argument);
}

static bool read_arguments(struct cursor *cursor, struct region_reader *region) {
    uint64_t count;
    uint8_t has_orders = 0;
    if (!read_count(cursor, "arguments", &count)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!read_argument(cursor, region)) {
            return false;
        }
    }
    return cursor->file->version < BYTECODE_USE_ORDERS ||
           (read_byte(cursor, &has_orders) && (!has_orders || skip_use_orders(cursor, count)));
}

static bool read_operation(struct cursor *cursor, struct region_reader *region);

static bool read_block(struct cursor *cursor, struct region_reader *region) {
    uint64_t count;
    bool has_arguments;
    region->block->location = bytecode_location(cursor->file, cursor->at);
    if (!read_flagged(cursor, &count, &has_arguments) ||
        (has_arguments && !read_arguments(cursor, region)) || !claim(cursor, count, "operations")) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!read_operation(cursor, region)) {
            return false;
        }
    }
    return true;
}

static bool read_region(struct cursor *cursor, struct value_scope *scope, struct region *into,
                        uint32_t depth) {
    struct bytecode *file = cursor->file;
    struct region_reader region = {.scope = scope, .depth = depth};
    uint64_t values;
    if (!read_count(cursor, "blocks", &region.block_count)) {
        return false;
    }
    if (region.block_count == 0) {
        return true;
    }
    if (!read_count(cursor, "values", &values)) {
        return false;
    }
    region.blocks = ARENA_ARRAY(file->tables, struct block *, region.block_count);
    for (uint64_t i = 0; i < region.block_count; i++) {
        region.blocks[i] = block_new(file->module, into);
    }
    size_t begin = scope->values.count;
    push_values(&region, values);
    bool good = true;
    for (uint64_t i = 0; good && i < region.block_count; i++) {
        region.block = region.blocks[i];
        good = read_block(cursor, &region);
    }
    return pop_values(cursor, &region, begin) && good;
}

static bool read_regions(struct cursor *cursor, struct value_scope *scope, struct op *op,
                         uint32_t depth) {
    if (depth >= MAX_DEPTH) {
        return cursor_error(cursor, "regions nested more than %d deep", MAX_DEPTH);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        if (!read_region(cursor, scope, &op->regions[i], depth)) {
            return false;
        }
    }
    return true;
}

/* Regions that see no values from outside have their own, and are a section by themselves. */
static bool read_isolated_regions(struct cursor *cursor, struct op *op, uint32_t depth) {
    struct value_scope scope = {0};
    struct cursor contents = *cursor;
    enum bytecode_section kind;
    bool is_section = cursor->file->version >= BYTECODE_REGION_SECTIONS;
    if (is_section && !read_section(cursor, &kind, &contents)) {
        return false;
    }
    bool good = !is_section || kind == SECTION_OPERATIONS ||
                cursor_error(cursor, "expected a section of operations here");
    good = good && read_regions(&contents, &scope, op, depth);
    good = good && (!is_section || expect_end(&contents, "the regions of an operation"));
    vector_free(&scope.values);
    if (!is_section) {
        *cursor = contents;
    }
    return good;
}

static bool define_results(struct cursor *cursor, struct region_reader *region,
                           const struct op_reader *parts, struct op *op) {
    for (uint32_t i = 0; i < parts->result_count; i++) {
        struct value *value = op ? &op->results[i] : parts->operands[i];
        if (!define(cursor, region, value)) {
            return false;
        }
    }
    return true;
}

static bool read_operation(struct cursor *cursor, struct region_reader *region) {
    struct bytecode *file = cursor->file;
    struct location at = bytecode_location(file, cursor->at);
    struct op_reader parts;
    if (arena_bytes(file->scratch) > SCRATCH_BYTES || ++file->scratch_uses > SCRATCH_USES) {
        arena_reset(file->scratch);
        file->scratch_uses = 0;
    }
    if (!read_op_parts(cursor, region, &parts)) {
        return false;
    }
    struct op *op = is_no_cast(&parts) ? NULL : build(file, region, at, &parts);
    if (!define_results(cursor, region, &parts, op)) {
        return false;
    }
    if (!op || op->region_count == 0) {
        return true;
    }
    return parts.is_isolated ? read_isolated_regions(cursor, op, region->depth + 1)
                             : read_regions(cursor, region->scope, op, region->depth + 1);
}

bool read_operations(struct bytecode *file) {
    struct cursor cursor = file->sections[SECTION_OPERATIONS];
    struct value_scope scope = {0};
    struct region_reader top = {
        .scope = &scope, .block = file->module->op->regions[0].first, .blocks = NULL};
    bool good = read_block(&cursor, &top) && expect_end(&cursor, "the operations");
    vector_free(&scope.values);
    return good;
}
