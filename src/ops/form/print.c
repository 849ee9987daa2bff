/* Assembly forms: writing. Spaces stand as MLIR's declarative formats have them: one between any
 * two pieces, but for those that punctuation swallows. */
#include <string.h>

#include "ops/form/steps.h"
#include "ops/op_def.h"

struct form_writer {
    struct asm_printer *printer;
    struct buffer *out;
    const struct op *op;
    bool space, after_punctuation; /* as in MLIR's declarative formats */
};

static void before_piece(struct form_writer *writer) {
    if (writer->space || !writer->after_punctuation) {
        buffer_add_char(writer->out, ' ');
    }
    writer->space = true;
    writer->after_punctuation = false;
}

static void write_literal(struct form_writer *writer, const struct form_step *step) {
    bool joins = writer->after_punctuation ? step->joins_punctuation : step->joins_word;
    if (writer->space && !joins) {
        buffer_add_char(writer->out, ' ');
    }
    buffer_add_bytes(writer->out, step->text, step->length);
    writer->space = !step->opens;
    writer->after_punctuation = step->is_punctuation;
}

/* --- attributes ------------------------------------------------------------------------------- */

/* Whether the value is the default of the attribute. */
static bool form_is_default(const struct op_attr_def *def, const struct attr *value) {
    switch (def->otherwise) {
    case OP_ATTR_NO_DEFAULT:
        return false;
    case OP_ATTR_DEFAULT_FALSE:
        return value->kind == ATTR_INTEGER && value->integer == 0;
    case OP_ATTR_DEFAULT_TRUE:
        return value->kind == ATTR_INTEGER && value->integer != 0;
    case OP_ATTR_DEFAULT_ZERO:
        if (value->kind == ATTR_DIALECT) {
            for (uint32_t i = 0; i < value->count; i++) {
                if (value->words[i] != 0) {
                    return false;
                }
            }
            return true;
        }
        return value->kind == ATTR_INTEGER && value->integer == 0;
    case OP_ATTR_DEFAULT_ONE:
        return value->kind == ATTR_INTEGER && value->integer == 1;
    case OP_ATTR_DEFAULT_MINUS_ONE:
        return value->kind == ATTR_INTEGER && value->integer == -1;
    case OP_ATTR_DEFAULT_EMPTY:
        return (value->kind == ATTR_ARRAY || value->kind == ATTR_DICT) && value->count == 0;
    }
    return false;
}

static bool among(const char *name, uint32_t count, const char *const *names) {
    for (uint32_t i = 0; i < count; i++) {
        if (names[i] && strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_default(const struct op *op, const struct named_attr *attr) {
    for (const struct op_attr_def *def = op->def->attrs; def->name; def++) {
        if (strcmp(def->name, attr->name) == 0) {
            return form_is_default(def, attr->value);
        }
    }
    return false;
}

/* Both lists are sorted by name; so is what is written. */
static bool property_is_next(const struct op *op, uint32_t own, uint32_t free_) {
    return free_ == op->attrs.count ||
           (own < op->properties.count &&
            strcmp(op->properties.items[own].name, op->attrs.items[free_].name) < 0);
}

void form_print_attrs(struct asm_printer *printer, const struct op *op, uint32_t elided_count,
                      const char *const *elided, bool keyword) {
    VECTOR(struct named_attr) kept = {0};
    uint32_t own = 0, free_ = 0;
    while (own < op->properties.count || free_ < op->attrs.count) {
        bool inherent = property_is_next(op, own, free_);
        const struct named_attr *next =
            inherent ? &op->properties.items[own++] : &op->attrs.items[free_++];
        if (!among(next->name, elided_count, elided) && !(inherent && is_default(op, next))) {
            *vector_push(&kept) = *next;
        }
    }
    struct attr_list list = {.items = kept.items, .count = (uint32_t)kept.count};
    if (keyword) {
        asm_attr_dict_with_keyword(printer, &list, 0, NULL);
    } else {
        asm_attr_dict(printer, &list, 0, NULL);
    }
    vector_free(&kept);
}

static void write_attrs(struct form_writer *writer, const struct assembly_form *form,
                        bool keyword) {
    form_print_attrs(writer->printer, writer->op, form->elided_count, form->elided, keyword);
    writer->space = true;
    writer->after_punctuation = false;
}

static void write_ints(struct asm_printer *printer, const struct attr *value, bool as_bool) {
    uint32_t count = 0;
    const int64_t *integers = NULL;
    if (!attr_integers(value, &count, &integers)) {
        count = 0;
    }
    struct buffer *out = asm_out(printer);
    buffer_add_char(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(out, i ? ", " : "");
        if (as_bool) {
            buffer_add(out, integers[i] ? "true" : "false");
        } else {
            buffer_add_integer(out, integers[i]);
        }
    }
    buffer_add_char(out, ']');
}

static void write_attr(struct asm_printer *printer, const struct op_attr_def *def,
                       const struct attr *value) {
    switch (def->kind) {
    case OP_ATTR_INT:
    case OP_ATTR_I32:
    case OP_ATTR_UI32:
    case OP_ATTR_UI64:
    case OP_ATTR_F64:
    case OP_ATTR_BOOL:
        asm_attr_without_type(printer, value);
        break;
    case OP_ATTR_INT_ARRAY:
        write_ints(printer, value, false);
        break;
    case OP_ATTR_BOOL_ARRAY:
        write_ints(printer, value, true);
        break;
    case OP_ATTR_STRING:
        asm_string(printer, value->text, value->length);
        break;
    case OP_ATTR_SYMBOL_NAME:
    case OP_ATTR_SYMBOL:
        asm_symbol(printer, value->text);
        break;
    case OP_ATTR_DIALECT:
        if (value->kind == ATTR_DIALECT) {
            value->def->print(printer, value);
            break;
        }
        asm_attr(printer, value);
        break;
    default:
        asm_attr(printer, value);
    }
}

/* --- values ----------------------------------------------------------------------------------- */

static void write_operand(struct form_writer *writer, uint32_t index) {
    const struct op_value_def *def = &writer->op->def->operands[index];
    struct op_group group = op_operand_group_at(writer->op, index);
    if (group.count > 0) {
        before_piece(writer);
        asm_operands(writer->printer, writer->op, group.first, group.count);
    } else if (def->count == OP_MANY && writer->space) {
        /* An empty list still ends what stands before it. */
        before_piece(writer);
    }
}

static void write_operands(struct form_writer *writer) {
    if (writer->op->operand_count > 0 || writer->space) {
        before_piece(writer);
    }
    asm_operands(writer->printer, writer->op, 0, writer->op->operand_count);
}

static void write_named_attr(struct form_writer *writer, const struct form_step *step) {
    const struct attr *value = op_property(writer->op, step->text);
    if (value) {
        before_piece(writer);
        write_attr(writer->printer, step->attr, value);
    }
}

static void write_operand_types(struct form_writer *writer, uint32_t index) {
    struct op_group group = op_operand_group_at(writer->op, index);
    before_piece(writer);
    for (uint32_t k = 0; k < group.count; k++) {
        buffer_add(writer->out, k ? ", " : "");
        asm_type(writer->printer, op_operand(writer->op, group.first + k)->type);
    }
}

static void write_result_types(struct form_writer *writer, const struct form_step *step) {
    const struct op *op = writer->op;
    uint32_t first = step->many ? 0 : step->index;
    uint32_t last = step->many ? op->result_count : step->index + 1;
    before_piece(writer);
    for (uint32_t k = first; k < last && k < op->result_count; k++) {
        buffer_add(writer->out, k > first ? ", " : "");
        asm_type(writer->printer, op_result(op, k)->type);
    }
}

static void write_piece(struct form_writer *writer, const struct form_piece *piece) {
    if (!piece->tight) {
        before_piece(writer);
    }
    piece->print(writer->printer, writer->op);
    writer->space = true;
    writer->after_punctuation = false;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Whether what the step stands for is there; literals do not tell. */
static bool is_present(const struct op *op, const struct form_step *step, bool *tells) {
    const struct attr *value;
    *tells = true;
    switch (step->kind) {
    case FORM_OPERAND:
        return op_operand_group_at(op, step->index).count > 0;
    case FORM_ATTR:
        value = op_property(op, step->text);
        return value && !form_is_default(step->attr, value);
    case FORM_PIECE:
        return step->piece->attrs[0] && op_property(op, step->piece->attrs[0]);
    default:
        *tells = false;
        return false;
    }
}

/* A group is written where its first named thing is there: one of types alone, where the operands
 * are that have them. */
static bool group_present(const struct op *op, const struct assembly_form *form, uint32_t group) {
    uint32_t end = form->steps[group].end;
    bool tells = false, present = false;
    for (uint32_t i = group + 1; i < end && !tells; i++) {
        present = is_present(op, &form->steps[i], &tells);
    }
    for (uint32_t i = group + 1; i < end && !tells; i++) {
        tells = form->steps[i].kind == FORM_OPERAND_TYPES;
        present = tells && op_operand_group_at(op, form->steps[i].index).count > 0;
    }
    return present;
}

static void write_step(struct form_writer *writer, const struct assembly_form *form,
                       const struct form_step *step) {
    switch (step->kind) {
    case FORM_PUNCTUATION:
    case FORM_KEYWORD:
        write_literal(writer, step);
        break;
    case FORM_TIGHT:
        writer->space = false;
        writer->after_punctuation = true;
        break;
    case FORM_OPERAND:
        write_operand(writer, step->index);
        break;
    case FORM_ATTR:
        write_named_attr(writer, step);
        break;
    case FORM_OPERANDS:
        write_operands(writer);
        break;
    case FORM_ATTRS:
    case FORM_ATTRS_KEYWORD:
        write_attrs(writer, form, step->kind == FORM_ATTRS_KEYWORD);
        break;
    case FORM_FUNCTION_TYPE:
        before_piece(writer);
        asm_function_type(writer->printer, writer->op);
        break;
    case FORM_OPERAND_TYPES:
        write_operand_types(writer, step->index);
        break;
    case FORM_RESULT_TYPES:
        write_result_types(writer, step);
        break;
    case FORM_PIECE:
        write_piece(writer, step->piece);
        break;
    case FORM_GROUP:
        break;
    }
}

void print_by_form(struct asm_printer *printer, const struct op *op) {
    const struct assembly_form *form = form_of(asm_printer_context(printer), op->def);
    struct form_writer writer = {
        .printer = printer, .out = asm_out(printer), .op = op, .space = true};
    for (uint32_t i = 0; i < form->count;) {
        const struct form_step *step = &form->steps[i];
        if (step->kind == FORM_GROUP && !group_present(op, form, i)) {
            i = step->end;
            continue;
        }
        write_step(&writer, form, step);
        i++;
    }
}

void print_generic_only(struct asm_printer *printer, const struct op *op) {
    (void)printer;
    sdyc_bug("%s has no custom form: the printer writes the generic one", op->name);
}
