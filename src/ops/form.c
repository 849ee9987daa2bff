/* The interpreter of assembly forms. Spaces are written as MLIR's declarative formats write them:
 * one between any two pieces, but for those that punctuation swallows. */
#include "ops/form.h"

#include <ctype.h>
#include <string.h>

#include "ops/op_def.h"

/* --- words of a form ---------------------------------------------------------------------------
 */

struct word {
    const char *text;
    size_t length;
};

static bool next_word(const char **form, struct word *word) {
    const char *text = *form;
    while (*text == ' ') {
        text++;
    }
    word->text = text;
    word->length = strcspn(text, " ");
    *form = text + word->length;
    return word->length > 0;
}

static bool word_is(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

static bool word_starts(struct word word, const char *text) {
    return word.length >= strlen(text) && memcmp(word.text, text, strlen(text)) == 0;
}

/* Skips to behind the `?)` of the group that has been entered. */
static const char *skip_group(const char *form) {
    struct word word;
    while (next_word(&form, &word) && !word_is(word, "?)")) {
    }
    return form;
}

static int32_t find_value(const struct op_value_def *values, struct word word) {
    for (int32_t i = 0; values[i].name; i++) {
        if (word_is(word, values[i].name)) {
            return i;
        }
    }
    return -1;
}

static const struct op_attr_def *find_attr(const struct op_def *def, struct word word) {
    for (const struct op_attr_def *attr = def->attrs; attr->name; attr++) {
        if (word_is(word, attr->name)) {
            return attr;
        }
    }
    return NULL;
}

static struct word without_prefix(struct word word, size_t length) {
    return (struct word){word.text + length, word.length - length};
}

static _Noreturn void bad_word(const struct op_def *def, struct word word) {
    sdyc_bug("form of %s: unknown word %.*s", def->name, (int)word.length, word.text);
}

/* --- reading -------------------------------------------------------------------------------------
 */

void form_add_ref(struct form_reader *reader, uint32_t group, struct operand_ref ref) {
    struct form_group *to = &reader->operands[group];
    if ((to->ref_count & (to->ref_count - 1)) == 0) { /* full at powers of two, and at 0 */
        struct operand_ref *grown = ARENA_ARRAY(asm_arena(reader->parser), struct operand_ref,
                                                to->ref_count ? 2 * (size_t)to->ref_count : 1);
        if (to->ref_count) {
            memcpy(grown, to->refs, to->ref_count * sizeof *grown);
        }
        to->refs = grown;
    }
    to->refs[to->ref_count++] = ref;
}

void form_add_type(struct form_reader *reader, struct form_group *to, const struct type *type) {
    if ((to->type_count & (to->type_count - 1)) == 0) {
        const struct type **grown = ARENA_ARRAY(asm_arena(reader->parser), const struct type *,
                                                to->type_count ? 2 * (size_t)to->type_count : 1);
        if (to->type_count) {
            memcpy(grown, to->types, to->type_count * sizeof *grown);
        }
        to->types = grown;
    }
    to->types[to->type_count++] = type;
}

void form_set(struct op_state *state, struct asm_parser *parser, const char *name,
              const struct attr *value) {
    attr_list_set(&state->properties, asm_context(parser), asm_arena(parser), name, value);
}

/* `%a, %b` or nothing. */
static bool read_operands(struct form_reader *reader, uint32_t group) {
    struct operand_ref ref;
    if (!optional_operand(reader->parser, &ref)) {
        return true;
    }
    form_add_ref(reader, group, ref);
    while (optional_token(reader->parser, ",")) {
        if (!parse_operand(reader->parser, &ref)) {
            return false;
        }
        form_add_ref(reader, group, ref);
    }
    return true;
}

static bool read_one_operand(struct form_reader *reader, uint32_t group) {
    struct operand_ref ref;
    if (!parse_operand(reader->parser, &ref)) {
        return false;
    }
    form_add_ref(reader, group, ref);
    return true;
}

/* `@operands`: single groups take one operand each, the variadic one takes what is left. */
static bool read_all_operands(struct form_reader *reader) {
    const struct op_value_def *defs = reader->state->def->operands;
    VECTOR(struct operand_ref) refs = {0};
    struct operand_ref ref;
    bool good = true;
    bool more = optional_operand(reader->parser, &ref);
    while (more) {
        *vector_push(&refs) = ref;
        more = optional_token(reader->parser, ",");
        if (more && !parse_operand(reader->parser, &ref)) {
            good = more = false;
        }
    }
    size_t singles = 0, next = 0;
    for (uint32_t i = 0; defs[i].name; i++) {
        singles += defs[i].count == OP_ONE;
    }
    for (uint32_t i = 0; good && defs[i].name; i++) {
        size_t take = 1;
        if (defs[i].count == OP_MANY) {
            take = refs.count > singles ? refs.count - singles : 0;
        }
        while (take-- > 0 && next < refs.count) {
            form_add_ref(reader, i, refs.items[next++]);
        }
    }
    if (good && next < refs.count) {
        good = asm_error_at(reader->parser, refs.items[next].location,
                            "'%s' op expects %zu operands, but found %zu", reader->state->def->name,
                            singles, refs.count);
    }
    vector_free(&refs);
    return good;
}

static bool read_bools(struct form_reader *reader, const struct op_attr_def *def) {
    VECTOR(uint8_t) values = {0};
    bool good = parse_token(reader->parser, "[");
    bool more = good && !optional_token(reader->parser, "]");
    while (more) {
        const char *word;
        good = parse_any_keyword(reader->parser, &word);
        if (good) {
            *vector_push(&values) = strcmp(word, "true") == 0;
        }
        more = good && optional_token(reader->parser, ",");
        if (good && !more) {
            good = parse_token(reader->parser, "]");
        }
    }
    if (good) {
        const struct type *boolean = type_integer(asm_context(reader->parser), 1, SIGNLESS);
        form_set(reader->state, reader->parser, def->name,
                 attr_dense_array(asm_context(reader->parser), boolean, (uint32_t)values.count,
                                  values.items));
    }
    vector_free(&values);
    return good;
}

static bool read_int_attr(struct form_reader *reader, const struct op_attr_def *def) {
    struct context *context = asm_context(reader->parser);
    int64_t value;
    if (!parse_integer(reader->parser, &value)) {
        return false;
    }
    const struct type *type = type_integer(context, def->kind == OP_ATTR_I32 ? 32 : 64, SIGNLESS);
    form_set(reader->state, reader->parser, def->name, attr_integer(context, type, value));
    return true;
}

static bool read_bool_attr(struct form_reader *reader, const struct op_attr_def *def) {
    struct context *context = asm_context(reader->parser);
    if (optional_keyword(reader->parser, "true")) {
        form_set(reader->state, reader->parser, def->name, attr_bool(context, true));
        return true;
    }
    if (!parse_keyword(reader->parser, "false")) {
        return false;
    }
    form_set(reader->state, reader->parser, def->name, attr_bool(context, false));
    return true;
}

/* The attribute in the short form its kind allows: `3` for an i64, `[1, 2]` for an array. */
static bool read_attr(struct form_reader *reader, const struct op_attr_def *def) {
    struct asm_parser *parser = reader->parser;
    struct context *context = asm_context(parser);
    const struct attr *value = NULL;
    const char *text;
    size_t length;
    uint32_t count;
    const int64_t *integers;
    switch (def->kind) {
    case OP_ATTR_INT:
    case OP_ATTR_I32:
        return read_int_attr(reader, def);
    case OP_ATTR_F64:
        if (!parse_attr_of(parser, type_float(context, FLOAT_F64), &value)) {
            return false;
        }
        break;
    case OP_ATTR_BOOL:
        return read_bool_attr(reader, def);
    case OP_ATTR_BOOL_ARRAY:
        return read_bools(reader, def);
    case OP_ATTR_INT_ARRAY:
        if (!parse_int_list(parser, "[", "]", false, &count, &integers)) {
            return false;
        }
        value = attr_i64_array(context, count, integers);
        break;
    case OP_ATTR_STRING:
        if (!parse_string(parser, &text, &length)) {
            return false;
        }
        value = attr_string(context, text, length);
        break;
    case OP_ATTR_SYMBOL_NAME:
    case OP_ATTR_SYMBOL:
        if (!parse_symbol(parser, &text)) {
            return false;
        }
        value = def->kind == OP_ATTR_SYMBOL ? attr_symbol(context, text)
                                            : attr_string(context, text, strlen(text));
        break;
    case OP_ATTR_DIALECT:
        if (!parse_attr_body(parser, attr_def_find(def->dialect_attr), &value)) {
            return false;
        }
        break;
    default:
        if (!parse_attr(parser, &value)) {
            return false;
        }
    }
    form_set(reader->state, parser, def->name, value);
    return true;
}

static bool read_named(struct form_reader *reader, struct word name) {
    const struct op_def *def = reader->state->def;
    int32_t group = find_value(def->operands, name);
    if (group >= 0) {
        return def->operands[group].count == OP_ONE ? read_one_operand(reader, (uint32_t)group)
                                                    : read_operands(reader, (uint32_t)group);
    }
    const struct op_attr_def *attr = find_attr(def, name);
    if (!attr) {
        bad_word(def, name);
    }
    return read_attr(reader, attr);
}

static struct form_group *group_of(struct form_reader *reader, struct word name, bool *many) {
    const struct op_def *def = reader->state->def;
    int32_t index = find_value(def->operands, name);
    if (index >= 0) {
        *many = def->operands[index].count == OP_MANY;
        return &reader->operands[index];
    }
    index = find_value(def->results, name);
    if (index < 0) {
        bad_word(def, name);
    }
    *many = def->results[index].count == OP_MANY;
    return &reader->results[index];
}

static bool read_types(struct form_reader *reader, struct word name) {
    bool many;
    struct form_group *group = group_of(reader, name, &many);
    const struct type *type;
    do {
        if (!parse_type(reader->parser, &type)) {
            return false;
        }
        form_add_type(reader, group, type);
    } while (many && optional_token(reader->parser, ","));
    return true;
}

static uint32_t count_refs(const struct form_reader *reader) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < FORM_MAX_GROUPS; i++) {
        count += reader->operands[i].ref_count;
    }
    return count;
}

bool form_assign_function(struct form_reader *reader, const struct type *function,
                          struct location location) {
    uint32_t refs = count_refs(reader), next = 0;
    if (function->kind != TYPE_FUNCTION) {
        return asm_error_at(reader->parser, location, "expected function type");
    }
    if (refs != function->input_count) {
        return asm_error_at(reader->parser, location, "%u operands present, but expected %u", refs,
                            function->input_count);
    }
    for (uint32_t i = 0; i < FORM_MAX_GROUPS; i++) {
        for (uint32_t k = 0; k < reader->operands[i].ref_count; k++) {
            form_add_type(reader, &reader->operands[i], function->items[next++]);
        }
    }
    /* Which result belongs to which group does not matter: they are used in order. */
    for (uint32_t i = function->input_count; i < function->count; i++) {
        form_add_type(reader, &reader->results[0], function->items[i]);
    }
    return true;
}

static bool read_function_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const struct type *function;
    return parse_function_type(reader->parser, &function) &&
           form_assign_function(reader, function, location);
}

static bool read_directive(struct form_reader *reader, struct word word) {
    if (word_is(word, "@operands")) {
        return read_all_operands(reader);
    }
    if (word_is(word, "@attrs")) {
        return optional_attr_dict(reader->parser, &reader->state->attrs);
    }
    if (word_is(word, "@attrs_keyword")) {
        return optional_attr_dict_with_keyword(reader->parser, &reader->state->attrs);
    }
    if (word_is(word, "@function_type")) {
        return read_function_type(reader);
    }
    if (word_starts(word, "@type:")) {
        return read_types(reader, without_prefix(word, 6));
    }
    const struct form_piece *piece = form_piece_find(word.text + 1, word.length - 1);
    if (!piece) {
        bad_word(reader->state->def, word);
    }
    return piece->parse(reader);
}

/* A literal is there where the next token is it. */
static bool read_literal(struct asm_parser *parser, struct word word, bool optional) {
    char text[64];
    if (word.length >= sizeof text) {
        sdyc_bug("literal of a form is too long: %.*s", (int)word.length, word.text);
    }
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    bool keyword = isalpha((unsigned char)text[0]);
    if (optional) {
        return keyword ? optional_keyword(parser, text) : optional_token(parser, text);
    }
    return keyword ? parse_keyword(parser, text) : parse_token(parser, text);
}

/* `(? literal ...` is entered where the literal is there; `(? $operands ...` where an operand is.
 * After a comma the next word decides too: `, lower = true` against another list's comma. */
static bool enter_group(struct form_reader *reader, const char **form, bool *entered) {
    struct word word;
    const char *rest = *form;
    next_word(&rest, &word);
    if (word.text[0] == '$' || word.text[0] == '@') {
        *entered = peek_token(reader->parser, "%");
        return true;
    }
    *entered = read_literal(reader->parser, word, true);
    *form = rest;
    return true;
}

/* `(? , a = $a ?) (? , b = $b ?)`: having read a comma, finds the group whose word follows. */
static bool enter_after_comma(struct form_reader *reader, const char **form) {
    const char *rest = *form;
    struct word word;
    while (true) {
        const char *group = rest;
        next_word(&rest, &word);
        if (!isalpha((unsigned char)word.text[0])) {
            *form = group;
            return true;
        }
        if (read_literal(reader->parser, word, true)) {
            *form = rest;
            return true;
        }
        rest = skip_group(rest);
        struct word open, comma;
        if (!next_word(&rest, &open) || !word_is(open, "(?") || !next_word(&rest, &comma) ||
            !word_is(comma, ",")) {
            *form = group;
            return true; /* reading the literal again reports */
        }
    }
}

static bool read_group(struct form_reader *reader, const char **form) {
    bool entered;
    struct word first;
    const char *rest = *form;
    next_word(&rest, &first);
    if (!enter_group(reader, form, &entered)) {
        return false;
    }
    if (!entered) {
        *form = skip_group(*form);
        return true;
    }
    return word_is(first, ",") ? enter_after_comma(reader, form) : true;
}

static bool read_form(struct form_reader *reader, const char *form) {
    struct word word;
    while (next_word(&form, &word)) {
        bool good = true;
        if (word_is(word, "(?")) {
            good = read_group(reader, &form);
        } else if (word_is(word, "?)") || word_is(word, "~")) {
            continue;
        } else if (word.text[0] == '$') {
            good = read_named(reader, without_prefix(word, 1));
        } else if (word.text[0] == '@') {
            good = read_directive(reader, word);
        } else {
            good = read_literal(reader->parser, word, false);
        }
        if (!good) {
            return false;
        }
    }
    return true;
}

/* Operands and results of one type, said once. */
static void share_type(struct form_reader *reader) {
    const struct op_def *def = reader->state->def;
    struct form_group *first = &reader->operands[0], *result = &reader->results[0];
    if (!(def->traits & OP_SAME_TYPES) || first->type_count + result->type_count == 0) {
        return;
    }
    const struct type *type = first->type_count ? first->types[0] : result->types[0];
    for (uint32_t i = 0; i < FORM_MAX_GROUPS; i++) {
        if (reader->operands[i].ref_count == 1 && reader->operands[i].type_count == 0) {
            form_add_type(reader, &reader->operands[i], type);
        }
    }
    if (def->results[0].name && result->type_count == 0) {
        form_add_type(reader, result, type);
    }
}

static bool resolve_groups(struct form_reader *reader) {
    share_type(reader);
    for (uint32_t i = 0; i < FORM_MAX_GROUPS; i++) {
        const struct form_group *group = &reader->operands[i];
        if (group->ref_count != group->type_count) {
            return asm_error_at(reader->parser, reader->state->location,
                                "number of operands and types do not match: got %u operands and "
                                "%u types",
                                group->ref_count, group->type_count);
        }
        if (group->ref_count && !resolve_operands(reader->parser, group->ref_count, group->refs,
                                                  group->types, reader->state)) {
            return false;
        }
        for (uint32_t k = 0; k < reader->results[i].type_count; k++) {
            *vector_push(&reader->state->result_types) = reader->results[i].types[k];
        }
    }
    return true;
}

bool parse_by_form(struct asm_parser *parser, struct op_state *state) {
    struct form_reader reader = {.parser = parser, .state = state};
    return read_form(&reader, state->def->form) && resolve_groups(&reader);
}

bool parse_generic_only(struct asm_parser *parser, struct op_state *state) {
    return asm_error_at(parser, state->location, "op %s has no custom assembly form: write \"%s\"",
                        state->name, state->name);
}
