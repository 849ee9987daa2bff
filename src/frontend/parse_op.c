/* Operations, regions and blocks. */
#include "frontend/parser.h"
#include "ops/verify/fault.h"
#include "ops/vhlo/vhlo.h"

#include <stdlib.h>
#include <string.h>

/* --- frames ----------------------------------------------------------------------------------- */

static struct op_frame *push_frame(struct asm_parser *parser) {
    if (parser->frame_count == parser->frame_capacity) {
        uint32_t capacity = parser->frame_capacity ? parser->frame_capacity * 2 : 8;
        struct op_frame **frames = ARENA_ARRAY(parser->scratch, struct op_frame *, capacity);
        if (parser->frame_count) {
            memcpy(frames, parser->frames, parser->frame_count * sizeof(struct op_frame *));
        }
        parser->frames = frames;
        parser->frame_capacity = capacity;
    }
    struct op_frame **slot = &parser->frames[parser->frame_count++];
    if (!*slot) {
        *slot = ARENA_NEW(parser->scratch, struct op_frame);
        (*slot)->scratch = arena_new();
    }
    struct op_frame *frame = *slot;
    struct op_state *state = &frame->state;
    arena_reset(frame->scratch);
    state->operands.count = state->result_types.count = 0;
    state->regions.count = state->successors.count = 0;
    state->properties = state->attrs = (struct attr_list){0};
    state->explicit_location = op_place_of(NULL);
    frame->refs.count = frame->results.count = 0;
    return frame;
}

static void pop_frame(struct asm_parser *parser) {
    parser->frame_count--;
}

static void free_frame(struct op_frame *frame) {
    arena_free(frame->scratch);
    vector_free(&frame->state.operands);
    vector_free(&frame->state.result_types);
    vector_free(&frame->state.regions);
    vector_free(&frame->state.successors);
    vector_free(&frame->refs);
    vector_free(&frame->results);
}

void free_frames(struct asm_parser *parser) {
    for (uint32_t i = 0; i < parser->frame_capacity && parser->frames[i]; i++) {
        free_frame(parser->frames[i]);
    }
}

/* --- the generic form ------------------------------------------------------------------------- */

static bool parse_operand_item(struct asm_parser *parser, void *data) {
    struct op_frame *frame = data;
    struct operand_ref ref;
    if (!parse_operand(parser, &ref)) {
        return false;
    }
    *vector_push(&frame->refs) = ref;
    return true;
}

static bool parse_successor_item(struct asm_parser *parser, void *data) {
    return parse_successor(parser, data);
}

static bool parse_region_item(struct asm_parser *parser, void *data) {
    return parse_region(parser, data, 0, NULL);
}

static bool parse_properties(struct asm_parser *parser, struct op_state *state) {
    return !optional_token(parser, "<") ||
           (parse_attr_dict(parser, &state->properties) && parse_token(parser, ">"));
}

/* An attribute that the definition names. */
static bool is_inherent(const struct op_def *def, const char *name) {
    for (const struct op_attr_def *attr = def->attrs; attr && attr->name; attr++) {
        if (strcmp(attr->name, name) == 0) {
            return true;
        }
    }
    return (def->traits & OP_SEGMENTS) && strcmp(name, "operandSegmentSizes") == 0;
}

void drop_unknown_properties(struct asm_parser *parser, struct op_state *state) {
    for (uint32_t i = 0; i < state->properties.count;) {
        const char *name = state->properties.items[i].name;
        if (is_inherent(state->def, name)) {
            i++;
            continue;
        }
        diag_warning(parser->context->diagnostics, state->location,
                     "'%s' op has no property '%s': ignored", state->name, name);
        attr_list_set(&state->properties, parser->context, parser->module->arena, name, NULL);
    }
}

static bool invalid_properties(struct asm_parser *parser, const struct op_state *state,
                               const char *why) {
    struct context *context = parser->context;
    const struct attr *all = attr_dict(context, state->properties.count, state->properties.items);
    return asm_error_at(parser, state->location, "invalid properties %s for op %s: %s",
                        say_attr(context, all), state->name, why);
}

/* Properties are held as what they are: one of another kind never becomes part of the operation. */
static bool check_classes(struct asm_parser *parser, const struct op_state *state) {
    for (const struct op_attr_def *def = state->def->attrs; def->name; def++) {
        const struct attr *value = attr_list_get(&state->properties, def->name);
        if (value && !op_attr_is_of_class(def, value)) {
            struct context *context = parser->context;
            return invalid_properties(
                parser, state,
                arena_printf(context->arena, "Invalid attribute `%s` in property conversion: %s",
                             def->name, say_attr(context, value)));
        }
    }
    return true;
}

/* The sizes of groups of operands, or of results: an i32 for each group. */
static bool check_sizes(struct asm_parser *parser, const struct op_state *state, const char *name,
                        const struct op_value_def *groups) {
    const struct attr *sizes = attr_list_get(&state->properties, name);
    struct arena *arena = parser->context->arena;
    uint32_t count = 0;
    while (groups[count].name) {
        count++;
    }
    if (!sizes) {
        return true;
    }
    if (sizes->kind != ATTR_DENSE_ARRAY || !type_is_integer(sizes->type, 32)) {
        return invalid_properties(
            parser, state, arena_printf(arena, "for `%s`: expected DenseI32ArrayAttr", name));
    }
    return sizes->count == count ||
           invalid_properties(
               parser, state,
               arena_printf(arena, "for `%s`: size mismatch in attribute conversion: %u vs %u",
                            name, sizes->count, count));
}

static bool check_segments(struct asm_parser *parser, const struct op_state *state) {
    return !(state->def->traits & OP_SEGMENTS) ||
           (check_sizes(parser, state, "operandSegmentSizes", state->def->operands) &&
            check_sizes(parser, state, "resultSegmentSizes", state->def->results));
}

/* Only what has inherent attributes may have them written. */
static bool check_properties(struct asm_parser *parser, struct op_state *state) {
    if (state->def == &op_unregistered) {
        return true;
    }
    if (state->def->attrs[0].name || (state->def->traits & OP_SEGMENTS)) {
        drop_unknown_properties(parser, state);
        return check_classes(parser, state) && check_segments(parser, state);
    }
    return invalid_properties(parser, state, "this operation has empty properties");
}

static bool assign_signature(struct asm_parser *parser, struct op_frame *frame,
                             struct location location, const struct signature *signature) {
    struct op_state *state = &frame->state;
    if (signature->input_count != frame->refs.count) {
        return asm_error_at(parser, location, "expected %zu operand type%s but had %u",
                            frame->refs.count, frame->refs.count == 1 ? "" : "s",
                            signature->input_count);
    }
    for (uint32_t i = 0; i < signature->result_count; i++) {
        *vector_push(&state->result_types) = signature->results[i];
    }
    return resolve_operands(parser, signature->input_count, frame->refs.items, signature->inputs,
                            state);
}

static bool parse_operand_list(struct asm_parser *parser, struct op_frame *frame) {
    if (!parse_token_for(parser, "(", " to start operand list")) {
        return false;
    }
    bool more = parser->token.kind == TOKEN_PERCENT;
    while (more) {
        if (!parse_operand_item(parser, frame)) {
            return false;
        }
        more = optional_token(parser, ",");
    }
    return parse_token_for(parser, ")", " to end operand list");
}

/* What follows the quoted name. */
static bool parse_generic(struct asm_parser *parser, struct op_frame *frame) {
    struct op_state *state = &frame->state;
    if (!parse_operand_list(parser, frame) ||
        (peek_token(parser, "[") && !parse_list(parser, "[", "]", parse_successor_item, state))) {
        return false;
    }
    bool has_properties = peek_token(parser, "<");
    if (!parse_properties(parser, state)) {
        return false;
    }
    if (peek_token(parser, "(") && !parse_list(parser, "(", ")", parse_region_item, state)) {
        return false;
    }
    struct signature signature;
    struct location location;
    if (!optional_attr_dict(parser, &state->attrs)) {
        return false;
    }
    former_lists(parser, state);
    return parse_token_for(parser, ":", " followed by operation type") &&
           (location = asm_location(parser), parse_signature(parser, &signature)) &&
           assign_signature(parser, frame, location, &signature) &&
           (!has_properties || check_properties(parser, state));
}

/* --- definitions ------------------------------------------------------------------------------ */

#define DEF_CACHE_SIZE 512

/* The entry of a word in the cache of definitions; its definition is NULL where it is new. */
static struct cached_def *cached_def(struct asm_parser *parser, const char *begin, size_t length) {
    if (!parser->def_cache) {
        parser->def_cache = ARENA_ARRAY(parser->scratch, struct cached_def, DEF_CACHE_SIZE);
    }
    uint64_t hash = hash_bytes(begin, length, 0);
    struct cached_def *entry = &parser->def_cache[hash % DEF_CACHE_SIZE];
    if (!entry->def || entry->length != length || memcmp(entry->name, begin, length) != 0) {
        *entry = (struct cached_def){.name = intern_bytes(parser->context->strings, begin, length),
                                     .length = length};
    }
    return entry;
}

/* The operation of this name: of the table, of VHLO, or by a name that it had before. */
static const struct op_def *find_cached(struct asm_parser *parser, struct cached_def *entry) {
    const char *name = entry->name;
    if (!entry->def) {
        entry->def = op_def_find(name);
        entry->def = entry->def ? entry->def : vhlo_def_find(parser->context, name);
        entry->def = entry->def ? entry->def : former_op(parser, name);
    }
    return entry->def;
}

static const struct op_def *find_def(struct asm_parser *parser, const char *name) {
    return find_cached(parser, cached_def(parser, name, strlen(name)));
}

/* Of these every operation is in the table: an unknown one is a mistake in any case. Of the others
 * that are known the table has what programs of StableHLO use. */
static bool dialect_is_whole(const char *name, size_t length) {
    static const char *const dialects[] = {"builtin", "chlo", "func", "sdy", "stablehlo", "vhlo"};
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (strlen(dialects[i]) == length && memcmp(dialects[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}

bool check_unregistered(struct asm_parser *parser, const char *name, struct location location) {
    const char *dot = strchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    bool allowed = parser->context->allow_unregistered_dialects;
    if (allowed && !dialect_is_whole(name, length)) {
        return true;
    }
    if (allowed || dialect_is_known(name, length)) {
        return asm_error_at(parser, location,
                            "unregistered operation '%s' found in dialect ('%.*s') that does not "
                            "allow unknown operations%s",
                            name, (int)length, name, suggest_operation(parser, name));
    }
    return asm_error_at(parser, location,
                        "operation being parsed with an unregistered dialect: '%s'. If this is "
                        "intended, please use -allow-unregistered-dialect",
                        name);
}

static bool parse_generic_operation(struct asm_parser *parser, struct op_frame *frame) {
    struct op_state *state = &frame->state;
    if (!parse_string_name(parser, &state->name)) {
        return false;
    }
    if (*state->name == '\0') {
        return asm_error_at(parser, state->location, "empty operation name is invalid");
    }
    state->def = find_def(parser, state->name);
    if (!state->def) {
        state->def = &op_unregistered;
        if (!check_unregistered(parser, state->name, state->location)) {
            return false;
        }
    }
    return parse_generic(parser, frame);
}

/* `add` is looked up as it is, then in the dialect whose prefix may be left out here. */
static bool find_custom(struct asm_parser *parser, struct op_state *state) {
    struct cached_def *entry = cached_def(parser, parser->token.begin, token_length(parser->token));
    const char *word = entry->name;
    state->name = word;
    state->def = find_cached(parser, entry);
    if (state->def) {
        return true;
    }
    bool prefixed = strchr(word, '.') != NULL;
    const char *full = word;
    if (!prefixed && *parser->default_dialect) {
        full = intern(parser->context->strings,
                      arena_printf(parser->scratch, "%s.%s", parser->default_dialect, word));
        state->def = find_def(parser, full);
    }
    if (state->def) {
        state->name = full;
        return true;
    }
    if (!dialect_is_known(full, strcspn(full, "."))) {
        return asm_error(parser, "Dialect `%.*s' not found for custom op '%s'%s",
                         (int)strcspn(full, "."), full, word, suggest_operation(parser, word));
    }
    if (full != word) {
        return asm_error(parser, "custom op '%s' is unknown (tried '%s' as well)%s", word, full,
                         suggest_operation(parser, word));
    }
    return asm_error(parser, "custom op '%s' is unknown%s", word, suggest_operation(parser, word));
}

static bool parse_custom_operation(struct asm_parser *parser, struct op_frame *frame) {
    struct op_state *state = &frame->state;
    if (!find_custom(parser, state)) {
        return false;
    }
    advance(parser);
    const char *outer = parser->custom_op;
    parser->custom_op = state->name;
    bool parsed = state->def->parse(parser, state);
    parser->custom_op = outer;
    return parsed;
}

/* --- building --------------------------------------------------------------------------------- */

/* Inherent attributes written among the others belong to the properties. */
static void sort_out_attrs(struct asm_parser *parser, struct op_state *state) {
    if (state->def == &op_unregistered) {
        return;
    }
    for (uint32_t i = 0; i < state->attrs.count;) {
        struct named_attr item = state->attrs.items[i];
        if (!is_inherent(state->def, item.name)) {
            i++;
            continue;
        }
        struct arena *arena = parser->module->arena;
        attr_list_set(&state->properties, parser->context, arena, item.name, item.value);
        attr_list_set(&state->attrs, parser->context, arena, item.name, NULL);
    }
}

/* What an operation takes is not defined inside it. */
static bool check_operands(struct asm_parser *parser, const struct op_state *state) {
    for (size_t i = 0; state->regions.count > 0 && i < state->operands.count; i++) {
        const struct value *value = state->operands.items[i];
        if (is_settled(value)) {
            return asm_error_at(parser, value->location, "use of undeclared SSA value name '%%%s'",
                                value->name);
        }
    }
    return true;
}

static struct op *build_operation(struct asm_parser *parser, struct op_state *state) {
    struct module *module = parser->module;
    sort_out_attrs(parser, state);
    op_put_defaults(module->context, module->arena, state->def, &state->properties);
    if (state->def->complete) {
        state->def->complete(module->context, module->arena, &state->properties, &state->attrs);
    }
    struct op *op = op_new(module, state->def, state->name, state->location,
                           (uint32_t)state->result_types.count, state->result_types.items,
                           (uint32_t)state->regions.count);
    op->properties = state->properties;
    op->attrs = state->attrs;
    op->explicit_location = state->explicit_location;
    op_set_operands(module, op, (uint32_t)state->operands.count, state->operands.items);
    for (uint32_t i = 0; i < op->region_count; i++) {
        region_take(&op->regions[i], state->regions.items[i]);
    }
    op->successor_count = (uint32_t)state->successors.count;
    if (op->successor_count) {
        op->successors = arena_copy(module->arena, state->successors.items,
                                    op->successor_count * sizeof(struct block *));
    }
    op_append(parser->block, op);
    return op;
}

/* %a, %b:2 = */
static bool parse_results(struct asm_parser *parser, struct op_frame *frame) {
    if (parser->token.kind != TOKEN_PERCENT) {
        return true;
    }
    do {
        if (parser->token.kind != TOKEN_PERCENT) {
            return wrong_token(parser, "valid ssa identifier");
        }
        struct result_name *result = vector_push(&frame->results);
        result->name = find_name(parser, parser->token.begin + 1, parser->token.end);
        result->location = asm_location(parser);
        result->count = 1;
        advance(parser);
        int64_t count = 1;
        if (optional_token(parser, ":")) {
            struct location location = asm_location(parser);
            if (parser->token.kind != TOKEN_INTEGER || !parse_integer(parser, &count)) {
                return expected(parser, "integer number of results");
            }
            if (count < 1 || count > UINT32_MAX) {
                return asm_error_at(parser, location,
                                    "expected named operation to have at least 1 result");
            }
            result->count = (uint32_t)count;
        }
    } while (optional_token(parser, ","));
    return parse_token_for(parser, "=", " after SSA name");
}

static bool bind_results(struct asm_parser *parser, struct op_frame *frame, struct op *op) {
    uint64_t named = 0;
    for (size_t i = 0; i < frame->results.count; i++) {
        named += frame->results.items[i].count;
    }
    if (!frame->results.count) {
        return true;
    }
    struct location location = frame->results.items[0].location;
    if (!op->result_count) {
        return asm_error_at(parser, location, "cannot name an operation with no results");
    }
    if (named != op->result_count) {
        return asm_error_at(parser, location,
                            "operation defines %u results but was provided %llu to bind",
                            op->result_count, (unsigned long long)named);
    }
    bool good = true;
    uint32_t first = 0;
    for (size_t i = 0; i < frame->results.count; i++) {
        const struct result_name *result = &frame->results.items[i];
        for (uint32_t j = 0; j < result->count; j++) {
            op->results[first + j].name = result->name->name;
            op->results[first + j].location = result->location;
        }
        good = define_values(parser, result->name, &op->results[first], result->count,
                             result->location) &&
               good;
        first += result->count;
    }
    return good;
}

static uint32_t named_results(const struct op_frame *frame) {
    uint64_t named = 0;
    for (size_t i = 0; i < frame->results.count; i++) {
        named += frame->results.items[i].count;
    }
    return named > UINT32_MAX ? UINT32_MAX : (uint32_t)named;
}

/* The names that a faulty operation would have defined: their uses are no further errors. */
static void poison_results(struct asm_parser *parser, const struct op_frame *frame) {
    for (size_t i = 0; i < frame->results.count; i++) {
        poison_name(parser, frame->results.items[i].name, frame->results.items[i].location);
    }
}

static bool parse_named_operation(struct asm_parser *parser, struct op_frame *frame) {
    struct op_state *state = &frame->state;
    int32_t errors = parser->context->diagnostics->errors;
    if (!parse_results(parser, frame)) {
        return false;
    }
    state->result_number = named_results(frame);
    state->location = asm_location(parser);
    bool good;
    if (parser->token.kind == TOKEN_STRING) {
        good = parse_generic_operation(parser, frame);
    } else if (parser->token.kind == TOKEN_WORD) {
        good = parse_custom_operation(parser, frame);
    } else {
        return wrong_token(parser, "operation name in quotes");
    }
    if (!good || parser->context->diagnostics->errors != errors) {
        return false;
    }
    if (!check_operands(parser, state)) {
        return false;
    }
    struct op *op = build_operation(parser, state);
    return optional_location(parser, &op->explicit_location) && bind_results(parser, frame, op);
}

bool parse_operation(struct asm_parser *parser) {
    struct op_frame *frame = push_frame(parser);
    bool good = parse_named_operation(parser, frame);
    if (!good && parser->region) {
        poison_results(parser, frame);
    }
    pop_frame(parser);
    return good;
}
