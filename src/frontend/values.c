/* What %names and ^names mean while a text is read. */
#include "frontend/parser.h"

#include <string.h>

void scope_begin(struct asm_parser *parser, struct ssa_scope *scope) {
    *scope = (struct ssa_scope){0};
    parser->scope = scope;
}

static void pop_definition(struct definition *definition) {
    definition->name->top = definition->outer;
}

/* Definitions are used again, so that those of one function after the other stay in the cache. */
static struct definition *new_definition(struct asm_parser *parser) {
    struct definition *definition = parser->free_definitions;
    if (!definition) {
        return ARENA_NEW(parser->scratch, struct definition);
    }
    parser->free_definitions = definition->next_in_region;
    *definition = (struct definition){0};
    return definition;
}

static void free_definition(struct asm_parser *parser, struct definition *definition) {
    if (!definition->was_used) {
        definition->next_in_region = parser->free_definitions;
        parser->free_definitions = definition;
    }
}

/* "; did you mean '%x'?" among the names that the scope defined, numbers aside. */
static const char *suggest_value(struct asm_parser *parser, const char *name) {
    VECTOR(const char *) names = {0};
    for (uint32_t i = 0; i < parser->name_capacity; i++) {
        const struct ssa_name *record = parser->names[i];
        if (record && record->scope == parser->scope) {
            *vector_push(&names) = record->name;
        }
    }
    const char *near = nearest_name(name, names.items, names.count);
    vector_free(&names);
    return near ? arena_printf(parser->scratch, "; did you mean '%%%s'?", near) : "";
}

/* The list from its end on: names in the order of their first uses. */
static struct definition *turned(struct definition *list) {
    struct definition *first = NULL;
    for (struct definition *d = list, *next; d; d = next) {
        next = d->next_undefined;
        d->next_undefined = first;
        first = d;
    }
    return first;
}

bool scope_end(struct asm_parser *parser, struct ssa_scope *outer) {
    bool complete = true;
    for (struct definition *d = turned(parser->scope->undefined); d; d = d->next_undefined) {
        if (!d->values && !d->poisoned) {
            struct forward *first = d->forwards;
            while (first->next) {
                first = first->next;
            }
            diag_error(parser->context->diagnostics, first->location,
                       "use of undeclared SSA value name '%%%s'%s", d->name->name,
                       suggest_value(parser, d->name->name));
            complete = false;
            parser->has_undeclared = true;
        }
        if (!d->values) {
            pop_definition(d);
        }
    }
    parser->scope = outer;
    return complete;
}

void region_begin(struct asm_parser *parser, struct region_frame *frame, struct region *region) {
    *frame = (struct region_frame){.outer = parser->region, .region = region};
    parser->region = frame;
}

bool region_end(struct asm_parser *parser, struct region_frame *frame) {
    bool complete = true;
    for (struct definition *d = frame->definitions, *next; d; d = next) {
        next = d->next_in_region;
        pop_definition(d);
        free_definition(parser, d);
    }
    for (struct block_entry *entry = frame->undefined_blocks; entry; entry = entry->next) {
        if (!entry->defined) {
            diag_error(parser->context->diagnostics, entry->location,
                       "reference to an undefined block '^%s'", entry->name);
            complete = false;
        }
    }
    pointer_map_free(&frame->blocks);
    parser->region = frame->outer;
    return complete;
}

/* --- values ----------------------------------------------------------------------------------- */

/* %0, %1, ...: most names of programs that a printer wrote. */
#define LARGEST_NUMBER (1u << 22)

/* The number that a name is, or LARGEST_NUMBER where it is none (01 is a name of its own). */
static uint32_t as_number(const char *begin, const char *end) {
    uint32_t number = 0;
    if (begin == end || end - begin > 7 || (*begin == '0' && end - begin > 1)) {
        return LARGEST_NUMBER;
    }
    for (; begin < end; begin++) {
        if (*begin < '0' || *begin > '9') {
            return LARGEST_NUMBER;
        }
        number = number * 10 + (uint32_t)(*begin - '0');
    }
    return number < LARGEST_NUMBER ? number : LARGEST_NUMBER;
}

static struct ssa_name *new_name(struct asm_parser *parser, const char *begin, size_t length) {
    struct ssa_name *record = ARENA_NEW(parser->scratch, struct ssa_name);
    char *copy = arena_alloc(parser->module->arena, length + 1);
    memcpy(copy, begin, length);
    record->name = copy;
    record->length = (uint32_t)length;
    return record;
}

static struct ssa_name *numbered_name(struct asm_parser *parser, uint32_t number, const char *begin,
                                      const char *end) {
    if (number >= parser->number_count) {
        uint32_t count = parser->number_count ? parser->number_count * 2 : 256;
        count = number >= count ? number + 1 : count;
        struct ssa_name **grown = ARENA_ARRAY(parser->scratch, struct ssa_name *, count);
        if (parser->number_count) {
            memcpy(grown, parser->numbers, parser->number_count * sizeof *grown);
        }
        parser->numbers = grown;
        parser->number_count = count;
    }
    if (!parser->numbers[number]) {
        parser->numbers[number] = new_name(parser, begin, (size_t)(end - begin));
    }
    return parser->numbers[number];
}

/* The slot of a name, or the free one where it belongs. */
static struct ssa_name **name_slot(const struct asm_parser *parser, uint64_t hash,
                                   const char *begin, size_t length) {
    uint32_t mask = parser->name_capacity - 1;
    for (uint32_t at = (uint32_t)hash & mask;; at = (at + 1) & mask) {
        const struct ssa_name *record = parser->names[at];
        if (!record || (record->hash == hash && record->length == length &&
                        memcmp(record->name, begin, length) == 0)) {
            return &parser->names[at];
        }
    }
}

static void grow_names(struct asm_parser *parser) {
    struct ssa_name **old = parser->names;
    uint32_t capacity = parser->name_capacity;
    parser->name_capacity = capacity ? 4 * capacity : 256;
    parser->names = ARENA_ARRAY(parser->scratch, struct ssa_name *, parser->name_capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        if (old[i]) {
            *name_slot(parser, old[i]->hash, old[i]->name, old[i]->length) = old[i];
        }
    }
}

struct ssa_name *find_name(struct asm_parser *parser, const char *begin, const char *end) {
    uint32_t number = as_number(begin, end);
    if (number < LARGEST_NUMBER) {
        return numbered_name(parser, number, begin, end);
    }
    if (parser->name_count * 2 >= parser->name_capacity) {
        grow_names(parser);
    }
    size_t length = (size_t)(end - begin);
    uint64_t hash = hash_bytes(begin, length, 0);
    struct ssa_name **slot = name_slot(parser, hash, begin, length);
    if (!*slot) {
        *slot = new_name(parser, begin, length);
        (*slot)->hash = hash;
        parser->name_count++;
    }
    return *slot;
}

/* A definition that a new one of the same name collides with. Those outside of an isolated region
 * are only hidden by it; that nothing inside uses them is for the verifier to say. */
static struct definition *own_definition(struct asm_parser *parser, const struct ssa_name *name) {
    return name->top && name->top->scope == parser->scope ? name->top : NULL;
}

static struct definition *push_definition(struct asm_parser *parser, struct ssa_name *name,
                                          struct location location) {
    struct definition *definition = new_definition(parser);
    definition->name = name;
    definition->outer = name->top;
    definition->scope = parser->scope;
    definition->location = location;
    name->top = definition;
    return definition;
}

static void add_to_region(struct asm_parser *parser, struct definition *definition) {
    definition->next_in_region = parser->region->definitions;
    parser->region->definitions = definition;
}

static bool type_mismatch(struct asm_parser *parser, struct location at, const char *name,
                          const struct type *wanted, const struct type *other,
                          struct location other_at) {
    struct buffer a = {0}, b = {0};
    print_type(&a, wanted);
    print_type(&b, other);
    diag_error(parser->context->diagnostics, at,
               "use of value '%%%s' expects different type than prior uses: '%s' vs '%s'", name,
               a.text, b.text);
    diag_note(parser->context->diagnostics, other_at, "prior use here");
    buffer_free(&a);
    buffer_free(&b);
    return false;
}

static bool late_mismatch(struct asm_parser *parser, const struct definition *definition,
                          const struct forward *forward, const struct type *type) {
    struct buffer a = {0}, b = {0};
    print_type(&a, type);
    print_type(&b, forward->value->type);
    diag_error(parser->context->diagnostics, definition->location,
               "definition of SSA value '%%%s#%u' has type '%s'", definition->name->name,
               forward->number, a.text);
    diag_note(parser->context->diagnostics, forward->location,
              "previously used here with type '%s'", b.text);
    buffer_free(&a);
    buffer_free(&b);
    return false;
}

/* Stand-ins belong to no operation and no block; they get a name when they are settled. */
bool is_settled(const struct value *value) {
    return !value->op && !value->block && value->name;
}

/* The definition of a name that was used before: its stand-ins go. */
static bool settle_forwards(struct asm_parser *parser, struct definition *definition) {
    bool good = true;
    for (struct forward *f = definition->forwards; f; f = f->next) {
        if (f->number >= definition->count) {
            good = diag_error(parser->context->diagnostics, f->location,
                              "reference to invalid result number");
        } else if (f->value->type != definition->values[f->number].type) {
            struct value *value = &definition->values[f->number];
            good = late_mismatch(parser, definition, f, value->type);
        } else {
            value_replace_uses(f->value, &definition->values[f->number]);
            f->value->name = definition->name->name;
        }
    }
    definition->forwards = NULL;
    return good;
}

bool check_unused(struct asm_parser *parser, struct ssa_name *name, struct location location) {
    struct definition *definition = own_definition(parser, name);
    if (!definition || !(definition->values || definition->poisoned || definition->forwards)) {
        return true;
    }
    asm_error_at(parser, location, "region entry argument '%%%s' is already in use", name->name);
    return diag_note(parser->context->diagnostics,
                     definition->forwards ? definition->forwards->location : definition->location,
                     "previously referenced here");
}

bool define_values(struct asm_parser *parser, struct ssa_name *name, struct value *values,
                   uint32_t count, struct location location) {
    struct definition *definition = own_definition(parser, name);
    if (definition && (definition->values || definition->poisoned)) {
        diag_error(parser->context->diagnostics, location, "redefinition of SSA value '%%%s'",
                   name->name);
        return diag_note(parser->context->diagnostics, definition->location,
                         "previously defined here");
    }
    if (!definition) {
        definition = push_definition(parser, name, location);
    }
    add_to_region(parser, definition);
    name->scope = parser->scope;
    definition->values = values;
    definition->count = count;
    definition->location = location;
    return settle_forwards(parser, definition);
}

void poison_name(struct asm_parser *parser, struct ssa_name *name, struct location location) {
    struct definition *definition = own_definition(parser, name);
    if (definition && definition->values) {
        return;
    }
    if (!definition) {
        definition = push_definition(parser, name, location);
        add_to_region(parser, definition);
    }
    definition->poisoned = true;
}

static struct value *forward_value(struct asm_parser *parser, struct definition *definition,
                                   const struct operand_ref *ref, const struct type *type) {
    for (struct forward *f = definition->forwards; f; f = f->next) {
        if (f->number == ref->number && (f->value->type == type || !definition->poisoned)) {
            if (f->value->type != type) {
                type_mismatch(parser, ref->location, ref->name, type, f->value->type, f->location);
                return NULL;
            }
            return f->value;
        }
    }
    struct forward *forward = ARENA_NEW(parser->scratch, struct forward);
    forward->value = ARENA_NEW(parser->module->arena, struct value);
    forward->value->type = type;
    forward->value->location = ref->location;
    forward->number = ref->number;
    forward->location = ref->location;
    forward->next = definition->forwards;
    definition->forwards = forward;
    return forward->value;
}

static struct value *find_value(struct asm_parser *parser, const struct operand_ref *ref,
                                const struct type *type) {
    struct definition *definition = ref->record->top;
    if (!definition) {
        definition = push_definition(parser, ref->record, ref->location);
        definition->was_used = true;
        definition->next_undefined = parser->scope->undefined;
        parser->scope->undefined = definition;
    }
    if (!definition->values) {
        return forward_value(parser, definition, ref, type);
    }
    if (ref->number >= definition->count) {
        diag_error(parser->context->diagnostics, ref->location,
                   "reference to invalid result number");
        diag_help(parser->context->diagnostics, definition->location, "'%%%s' has %u result%s",
                  ref->name, definition->count, definition->count == 1 ? "" : "s");
        return NULL;
    }
    struct value *value = &definition->values[ref->number];
    if (value->type != type) {
        type_mismatch(parser, ref->location, ref->name, type, value->type, definition->location);
        return NULL;
    }
    return value;
}

bool optional_operand(struct asm_parser *parser, struct operand_ref *operand) {
    if (parser->token.kind != TOKEN_PERCENT) {
        return false;
    }
    struct ssa_name *record = find_name(parser, parser->token.begin + 1, parser->token.end);
    *operand = (struct operand_ref){
        .name = record->name, .record = record, .location = asm_location(parser)};
    advance(parser);
    if (parser->token.kind != TOKEN_HASH) {
        return true;
    }
    uint64_t number = 0;
    for (const char *c = parser->token.begin + 1; c < parser->token.end; c++) {
        if (*c < '0' || *c > '9' || number > UINT32_MAX) {
            diag_error(parser->context->diagnostics, asm_location(parser),
                       "invalid SSA value result number");
            parser->token.kind = TOKEN_ERROR;
            return false;
        }
        number = number * 10 + (uint64_t)(*c - '0');
    }
    operand->number = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
    advance(parser);
    return true;
}

bool parse_operand(struct asm_parser *parser, struct operand_ref *operand) {
    return optional_operand(parser, operand) || wrong_token(parser, "SSA operand");
}

static bool resolve_operand(struct asm_parser *parser, const struct operand_ref *operand,
                            const struct type *type, struct op_state *state) {
    struct value *value = find_value(parser, operand, type);
    if (!value) {
        return false;
    }
    *vector_push(&state->operands) = value;
    return true;
}

bool resolve_operands(struct asm_parser *parser, uint32_t count, const struct operand_ref *operands,
                      const struct type *const *types, struct op_state *state) {
    for (uint32_t i = 0; i < count; i++) {
        if (!resolve_operand(parser, &operands[i], types[i], state)) {
            return false;
        }
    }
    return true;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static struct block_entry *block_entry(struct asm_parser *parser, const char *name,
                                       struct location location) {
    struct region_frame *frame = parser->region;
    struct block_entry *entry = pointer_map_get(&frame->blocks, name);
    if (!entry) {
        entry = ARENA_NEW(parser->scratch, struct block_entry);
        entry->block = ARENA_NEW(parser->module->arena, struct block);
        entry->block->name = name;
        entry->block->location = location;
        entry->name = name;
        entry->location = location;
        entry->next = frame->undefined_blocks;
        frame->undefined_blocks = entry;
        pointer_map_put(&frame->blocks, name, entry);
    }
    return entry;
}

struct block *block_reference(struct asm_parser *parser, const char *name,
                              struct location location) {
    return block_entry(parser, name, location)->block;
}

bool define_block(struct asm_parser *parser, const char *name, struct location location,
                  struct block **block) {
    struct block_entry *entry = block_entry(parser, name, location);
    if (entry->defined) {
        diag_error(parser->context->diagnostics, location, "redefinition of block '^%s'", name);
        return diag_note(parser->context->diagnostics, entry->location, "previously defined here");
    }
    entry->defined = true;
    entry->location = location;
    entry->block->location = location;
    block_append(parser->region->region, entry->block);
    *block = entry->block;
    return true;
}
