/* Assembly forms: reading. */
#include "ops/form/form.h"

#include <string.h>

#include "ops/form/steps.h"
#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "ops/verify/value_type.h"

void form_add_ref(struct form_reader *reader, uint32_t group, struct operand_ref ref) {
    struct form_group *to = &reader->operands[group];
    if ((to->ref_count & (to->ref_count - 1)) == 0) { /* full at powers of two, and at 0 */
        struct operand_ref *grown = ARENA_ARRAY(asm_scratch(reader->parser), struct operand_ref,
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
        const struct type **grown = ARENA_ARRAY(asm_scratch(reader->parser), const struct type *,
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
static bool share_operands(struct form_reader *reader, const struct form_group *all) {
    const struct op_value_def *defs = reader->state->def->operands;
    uint32_t singles = 0, next = 0;
    for (uint32_t i = 0; defs[i].name; i++) {
        singles += defs[i].count == OP_ONE;
    }
    uint32_t rest = all->ref_count > singles ? all->ref_count - singles : 0;
    for (uint32_t i = 0; defs[i].name; i++) {
        uint32_t take = defs[i].count == OP_MANY ? rest : 1, left = all->ref_count - next;
        reader->operands[i].refs = all->refs ? all->refs + next : NULL;
        reader->operands[i].ref_count = take < left ? take : left;
        next += reader->operands[i].ref_count;
    }
    return next == all->ref_count ||
           asm_error_at(reader->parser, all->refs[next].location,
                        "number of operands and types do not match: got %u operands and %u types",
                        all->ref_count, singles);
}

static bool read_all_operands(struct form_reader *reader) {
    if (!read_operands(reader, 0)) {
        return false;
    }
    struct form_group all = reader->operands[0];
    reader->operands[0] = (struct form_group){0};
    return share_operands(reader, &all);
}

/* MLIR reads any attribute first. */
static bool read_string(struct form_reader *reader, const struct op_attr_def *def) {
    struct asm_parser *parser = reader->parser;
    struct location location = asm_location(parser);
    const struct attr *value;
    if (!parse_attr_of(parser, type_none(asm_context(parser)), &value)) {
        return false;
    }
    if (value->kind != ATTR_STRING) {
        return asm_error_at(parser, location, "invalid kind of attribute specified");
    }
    form_set(reader->state, parser, def->name, value);
    return true;
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

struct form_ints {
    VECTOR(int64_t) values;
    bool spoilt; /* one of them is no integer */
};

static bool parse_int(struct asm_parser *parser, void *data) {
    struct form_ints *ints = data;
    ints->spoilt = !parse_integer(parser, vector_push(&ints->values));
    return !ints->spoilt;
}

bool form_parse_ints(struct asm_parser *parser, struct int_list *list) {
    struct form_ints ints = {0};
    bool good = parse_list(parser, "[", "]", parse_int, &ints);
    if (ints.spoilt) {
        parse_token(parser, "]");
    }
    size_t count = good ? ints.values.count : 0;
    int64_t *items = ARENA_ARRAY(asm_scratch(parser), int64_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        items[i] = ints.values.items[i];
    }
    *list = (struct int_list){.count = (uint32_t)count, .items = items};
    vector_free(&ints.values);
    return good;
}

static bool read_integer_of(struct form_reader *reader, const struct op_attr_def *def,
                            uint32_t width) {
    struct asm_parser *parser = reader->parser;
    struct location location = asm_location(parser);
    const struct attr *value;
    if (!parse_attr_of(parser, type_integer(asm_context(parser), width, SIGNLESS), &value)) {
        return false;
    }
    if (value->kind != ATTR_INTEGER) {
        return asm_error_at(parser, location, "invalid kind of attribute specified");
    }
    form_set(reader->state, parser, def->name, value);
    return true;
}

static bool read_int_attr(struct form_reader *reader, const struct op_attr_def *def) {
    return read_integer_of(reader, def, def->kind == OP_ATTR_I32 ? 32 : 64);
}

static bool read_bool_attr(struct form_reader *reader, const struct op_attr_def *def) {
    return read_integer_of(reader, def, 1);
}

/* The attribute in the short form its kind allows: `3` for an i64, `[1, 2]` for an array. */
static bool read_attr(struct form_reader *reader, const struct op_attr_def *def) {
    struct asm_parser *parser = reader->parser;
    struct context *context = asm_context(parser);
    const struct attr *value = NULL;
    const char *text;
    struct int_list integers;
    switch (def->kind) {
    case OP_ATTR_INT:
    case OP_ATTR_I32:
        return read_int_attr(reader, def);
    case OP_ATTR_UI32:
    case OP_ATTR_UI64:
        if (!parse_attr_of(parser,
                           type_integer(context, def->kind == OP_ATTR_UI32 ? 32 : 64, UNSIGNED),
                           &value)) {
            return false;
        }
        break;
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
        if (!form_parse_ints(parser, &integers)) {
            return false;
        }
        value = attr_i64_array(context, integers.count, integers.items);
        break;
    case OP_ATTR_STRING:
        return read_string(reader, def);
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

/* MLIR reads the type of one operand or result as one of the class that all in the set have. */
static bool check_kind(struct form_reader *reader, const struct op_value_def *def,
                       const struct type *type, struct location location) {
    const uint32_t tensors = VALUE_ELEMENTS_ | VALUE_ANY_ELEMENT;
    const uint32_t others =
        VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE | VALUE_ANY | VALUE_OF_OTHERS_;
    bool is_ranked = type->kind == TYPE_TENSOR;
    bool shaped = def->type & VALUE_SHAPED, unranked = def->type & VALUE_UNRANKED;
    if (def->type & others || !(shaped || def->type & tensors) || is_ranked ||
        ((shaped || unranked) && type->kind == TYPE_UNRANKED) ||
        (shaped && (type->kind == TYPE_MEMREF || type->kind == TYPE_VECTOR))) {
        return true;
    }
    return shaped || unranked
               ? asm_error_at(reader->parser, location, "invalid kind of type specified")
               : asm_error_at(reader->parser, location,
                              "invalid kind of type specified: expected builtin.tensor, but found "
                              "'%s'",
                              say_type(asm_context(reader->parser), type));
}

static bool read_types(struct form_reader *reader, struct form_group *group,
                       const struct op_value_def *def, bool many) {
    const struct type *type;
    do {
        struct location location = asm_location(reader->parser);
        if (!parse_type(reader->parser, &type) ||
            (!many && !check_kind(reader, def, type, location))) {
            return false;
        }
        form_add_type(reader, group, type);
    } while (many && optional_token(reader->parser, ","));
    return true;
}

static uint32_t count_refs(const struct form_reader *reader) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < reader->group_count; i++) {
        count += reader->operands[i].ref_count;
    }
    return count;
}

static bool assign_signature(struct form_reader *reader, const struct signature *signature,
                             struct location location) {
    uint32_t refs = count_refs(reader), next = 0;
    if (refs != signature->input_count) {
        return asm_error_at(
            reader->parser, location,
            "number of operands and types do not match: got %u operands and %u types", refs,
            signature->input_count);
    }
    for (uint32_t i = 0; i < reader->group_count; i++) {
        for (uint32_t k = 0; k < reader->operands[i].ref_count; k++) {
            form_add_type(reader, &reader->operands[i], signature->inputs[next++]);
        }
    }
    /* Which result belongs to which group does not matter: they are used in order. */
    for (uint32_t i = 0; i < signature->result_count; i++) {
        form_add_type(reader, &reader->results[0], signature->results[i]);
    }
    return true;
}

bool form_assign_function(struct form_reader *reader, const struct type *function,
                          struct location location) {
    const struct signature signature = signature_of(function);
    return assign_signature(reader, &signature, location);
}

static bool read_function_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    struct signature signature;
    return parse_signature(reader->parser, &signature) &&
           assign_signature(reader, &signature, location);
}

/* `(? literal ...` is entered where the literal is there;
 * `(? $operands ...` where an operand is. */
static bool enters_group(struct form_reader *reader, const struct form_step *first) {
    switch (first->kind) {
    case FORM_PUNCTUATION:
        return optional_token(reader->parser, first->text);
    case FORM_KEYWORD:
        return optional_keyword(reader->parser, first->text);
    default:
        return peek_token(reader->parser, "%");
    }
}

static bool is_comma(const struct form_step *step) {
    return step->kind == FORM_PUNCTUATION && step->text[0] == ',';
}

/* `(? , a = $a ?) (? , b = $b ?)`: having read the comma of a group, finds the one whose word
 * follows. The step to go on with; its word is reported as missing where none does. */
static uint32_t after_comma(struct form_reader *reader, const struct assembly_form *form,
                            uint32_t group) {
    for (;;) {
        const struct form_step *steps = form->steps;
        uint32_t word = group + 2, next = steps[group].end;
        if (steps[word].kind != FORM_KEYWORD) {
            return word;
        }
        if (optional_keyword(reader->parser, steps[word].text)) {
            return word + 1;
        }
        if (next + 2 >= form->count || steps[next].kind != FORM_GROUP ||
            !is_comma(&steps[next + 1])) {
            return word;
        }
        group = next;
    }
}

/* The step after the opening of a group, or after the group where it is left out. */
static uint32_t read_group(struct form_reader *reader, const struct assembly_form *form,
                           uint32_t group) {
    const struct form_step *first = &form->steps[group + 1];
    if (!enters_group(reader, first)) {
        return form->steps[group].end;
    }
    if (is_comma(first)) {
        return after_comma(reader, form, group);
    }
    bool consumed = first->kind == FORM_PUNCTUATION || first->kind == FORM_KEYWORD;
    return consumed ? group + 2 : group + 1;
}

static bool read_attr_dict(struct form_reader *reader, bool keyword) {
    struct asm_parser *parser = reader->parser;
    struct location location = asm_location(parser);
    return (keyword ? optional_attr_dict_with_keyword
                    : optional_attr_dict)(parser, &reader->state->attrs) &&
           (reader->state->attrs.count == 0 ||
            form_attrs_verify(reader->state, location, asm_context(parser)));
}

static bool read_step(struct form_reader *reader, const struct form_step *step) {
    struct asm_parser *parser = reader->parser;
    switch (step->kind) {
    case FORM_PUNCTUATION:
        return parse_token(parser, step->text);
    case FORM_KEYWORD:
        return parse_keyword(parser, step->text);
    case FORM_OPERAND:
        return step->many ? read_operands(reader, step->index)
                          : read_one_operand(reader, step->index);
    case FORM_ATTR:
        return read_attr(reader, step->attr);
    case FORM_OPERANDS:
        return read_all_operands(reader);
    case FORM_ATTRS:
    case FORM_ATTRS_KEYWORD:
        return read_attr_dict(reader, step->kind == FORM_ATTRS_KEYWORD);
    case FORM_FUNCTION_TYPE:
        return read_function_type(reader);
    case FORM_OPERAND_TYPES:
        return read_types(reader, &reader->operands[step->index],
                          &reader->state->def->operands[step->index], step->many);
    case FORM_RESULT_TYPES:
        return read_types(reader, &reader->results[step->index],
                          &reader->state->def->results[step->index], step->many);
    case FORM_PIECE:
        return step->piece->parse(reader);
    case FORM_GROUP:
    case FORM_TIGHT:
        break;
    }
    return true;
}

static bool read_form(struct form_reader *reader, const struct assembly_form *form) {
    for (uint32_t i = 0; i < form->count;) {
        if (form->steps[i].kind == FORM_GROUP) {
            i = read_group(reader, form, i);
        } else if (!read_step(reader, &form->steps[i++])) {
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
    for (uint32_t i = 0; i < reader->group_count; i++) {
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
    for (uint32_t i = 0; i < reader->group_count; i++) {
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
    const struct assembly_form *form = form_of(asm_context(parser), state->def);
    struct form_reader reader;
    reader.parser = parser;
    reader.state = state;
    reader.group_count = form->group_count;
    for (uint32_t i = 0; i < form->group_count; i++) {
        reader.operands[i] = reader.results[i] = (struct form_group){0};
    }
    return read_form(&reader, form) && resolve_groups(&reader);
}

bool parse_generic_only(struct asm_parser *parser, struct op_state *state) {
    return asm_error_at(parser, state->location, "has no custom assembly form: write \"%s\"",
                        state->name);
}
