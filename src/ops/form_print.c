/* The interpreter of assembly forms: writing. */
#include <ctype.h>
#include <string.h>

#include "ops/form.h"
#include "ops/op_def.h"

struct form_writer {
    struct asm_printer *printer;
    const struct op *op;
    bool space, after_punctuation; /* as in MLIR's declarative formats */
};

static bool is_literal(const char *word, size_t length, const char *text) {
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

static void before_piece(struct form_writer *writer) {
    if (writer->space || !writer->after_punctuation) {
        asm_text(writer->printer, " ");
    }
    writer->space = true;
    writer->after_punctuation = false;
}

static void write_literal(struct form_writer *writer, const char *word, size_t length) {
    bool single = length == 1 || is_literal(word, length, "->");
    const char *closers = writer->after_punctuation ? ">)}]," : "<>(){}[],";
    if (writer->space && !(single && strchr(closers, word[0]))) {
        asm_text(writer->printer, " ");
    }
    asm_text(writer->printer, "%.*s", (int)length, word);
    writer->space = !(length == 1 && strchr("<({[", word[0]));
    writer->after_punctuation = !(word[0] == '_' || isalpha((unsigned char)word[0]));
}

/* --- attributes ----------------------------------------------------------------------------------
 */

static bool equals_default(const struct op_attr_def *def, const struct attr *value) {
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
            return equals_default(def, attr->value);
        }
    }
    return false;
}

void form_print_attrs(struct asm_printer *printer, const struct op *op, uint32_t elided_count,
                      const char *const *elided, bool keyword) {
    VECTOR(struct named_attr) kept = {0};
    uint32_t own = 0, free_ = 0;
    /* Both lists are sorted by name; so is what is written. */
    while (own < op->properties.count || free_ < op->attrs.count) {
        const struct named_attr *next;
        bool inherent = free_ == op->attrs.count ||
                        (own < op->properties.count &&
                         strcmp(op->properties.items[own].name, op->attrs.items[free_].name) < 0);
        if (inherent) {
            next = &op->properties.items[own++];
            if (is_default(op, next)) {
                continue;
            }
        } else {
            next = &op->attrs.items[free_++];
        }
        if (!among(next->name, elided_count, elided)) {
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

/* Names that the form writes elsewhere. */
static void write_attrs(struct form_writer *writer, bool keyword) {
    const char *elided[32];
    uint32_t count = 0;
    for (const char *at = writer->op->def->form; *at && count < 24; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        size_t length = strcspn(at, " ");
        if (*at == '@') {
            const struct form_piece *piece = form_piece_find(at + 1, length - 1);
            for (uint32_t i = 0; piece && i < 6 && piece->attrs[i]; i++) {
                elided[count++] = piece->attrs[i];
            }
        }
        for (const struct op_attr_def *def = writer->op->def->attrs; *at == '$' && def->name;
             def++) {
            if (is_literal(at + 1, length - 1, def->name)) {
                elided[count++] = def->name;
            }
        }
    }
    if (writer->op->def->traits & OP_SEGMENTS) {
        elided[count++] = "operandSegmentSizes";
        elided[count++] = "resultSegmentSizes";
    }
    form_print_attrs(writer->printer, writer->op, count, elided, keyword);
    writer->space = true;
    writer->after_punctuation = false;
}

static void write_ints(struct asm_printer *printer, const struct attr *value, bool as_bool) {
    uint32_t count = 0;
    const int64_t *integers = NULL;
    if (!attr_integers(value, &count, &integers)) {
        count = 0;
    }
    asm_text(printer, "[");
    for (uint32_t i = 0; i < count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        if (as_bool) {
            asm_text(printer, "%s", integers[i] ? "true" : "false");
        } else {
            asm_text(printer, "%lld", (long long)integers[i]);
        }
    }
    asm_text(printer, "]");
}

static void write_attr(struct asm_printer *printer, const struct op_attr_def *def,
                       const struct attr *value) {
    switch (def->kind) {
    case OP_ATTR_INT:
    case OP_ATTR_I32:
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

static void write_named(struct form_writer *writer, const char *name) {
    const struct op_def *def = writer->op->def;
    for (uint32_t i = 0; def->operands[i].name; i++) {
        if (strcmp(def->operands[i].name, name) == 0) {
            struct op_group group = op_operand_group(writer->op, name);
            if (group.count > 0) {
                before_piece(writer);
                asm_operands(writer->printer, writer->op, group.first, group.count);
            } else if (def->operands[i].count == OP_MANY && writer->space) {
                /* An empty list still ends what stands before it. */
                before_piece(writer);
            }
            return;
        }
    }
    for (const struct op_attr_def *attr = def->attrs; attr->name; attr++) {
        const struct attr *value =
            strcmp(attr->name, name) == 0 ? op_property(writer->op, name) : NULL;
        if (value) {
            before_piece(writer);
            write_attr(writer->printer, attr, value);
            return;
        }
    }
}

static void write_types(struct form_writer *writer, const char *name) {
    const struct op *op = writer->op;
    const struct op_value_def *results = op->def->results;
    before_piece(writer);
    for (uint32_t i = 0; results[i].name; i++) {
        if (strcmp(results[i].name, name) == 0) {
            uint32_t first = results[i].count == OP_MANY ? 0 : i;
            uint32_t last = results[i].count == OP_MANY ? op->result_count : i + 1;
            for (uint32_t k = first; k < last && k < op->result_count; k++) {
                asm_text(writer->printer, "%s", k > first ? ", " : "");
                asm_type(writer->printer, op_result(op, k)->type);
            }
            return;
        }
    }
    struct op_group group = op_operand_group(op, name);
    for (uint32_t k = 0; k < group.count; k++) {
        asm_text(writer->printer, "%s", k ? ", " : "");
        asm_type(writer->printer, op_operand(op, group.first + k)->type);
    }
}

/* Whether the first named thing of an optional group is there. */
static bool group_present(const struct op *op, const char *form) {
    const char *end = strstr(form, "?)");
    const char *dollar = strpbrk(form, "$@");
    char name[64];
    while (dollar && dollar < end && strncmp(dollar, "@type:", 6) == 0) {
        dollar = strpbrk(dollar + 1, "$@");
    }
    if (!dollar || dollar > end) { /* only types: those of operands */
        dollar = strstr(form, "@type:") + 5;
    }
    size_t length = strcspn(dollar + 1, " ");
    memcpy(name, dollar + 1, length);
    name[length] = '\0';
    if (*dollar == '@') {
        const struct form_piece *piece = form_piece_find(name, length);
        return piece && piece->attrs[0] && op_property(op, piece->attrs[0]);
    }
    for (uint32_t i = 0; op->def->operands[i].name; i++) {
        if (strcmp(op->def->operands[i].name, name) == 0) {
            return op_operand_group(op, name).count > 0;
        }
    }
    const struct attr *value = op_property(op, name);
    for (const struct op_attr_def *def = op->def->attrs; value && def->name; def++) {
        if (strcmp(def->name, name) == 0) {
            return !equals_default(def, value);
        }
    }
    return false;
}

static void write_directive(struct form_writer *writer, const char *word) {
    struct asm_printer *printer = writer->printer;
    if (strcmp(word, "attrs") == 0 || strcmp(word, "attrs_keyword") == 0) {
        write_attrs(writer, strcmp(word, "attrs_keyword") == 0);
    } else if (strcmp(word, "operands") == 0) {
        if (writer->op->operand_count > 0 || writer->space) {
            before_piece(writer);
        }
        asm_operands(printer, writer->op, 0, writer->op->operand_count);
    } else if (strcmp(word, "function_type") == 0) {
        before_piece(writer);
        asm_function_type(printer, writer->op);
    } else if (strncmp(word, "type:", 5) == 0) {
        write_types(writer, word + 5);
    } else {
        const struct form_piece *piece = form_piece_find(word, strlen(word));
        if (!piece->tight) {
            before_piece(writer);
        }
        piece->print(printer, writer->op);
        writer->space = true;
        writer->after_punctuation = false;
    }
}

void print_by_form(struct asm_printer *printer, const struct op *op) {
    struct form_writer writer = {.printer = printer, .op = op, .space = true};
    const char *form = op->def->form;
    while (*(form += strspn(form, " "))) {
        size_t length = strcspn(form, " ");
        char word[64];
        memcpy(word, form, length);
        word[length] = '\0';
        form += length;
        if (strcmp(word, "(?") == 0) {
            if (!group_present(op, form)) {
                form = strstr(form, "?)") + 2;
            }
        } else if (strcmp(word, "?)") == 0) {
            continue;
        } else if (strcmp(word, "~") == 0) {
            writer.space = false;
            writer.after_punctuation = true;
        } else if (word[0] == '$') {
            write_named(&writer, word + 1);
        } else if (word[0] == '@') {
            write_directive(&writer, word + 1);
        } else {
            write_literal(&writer, word, length);
        }
    }
}

void print_generic_only(struct asm_printer *printer, const struct op *op) {
    (void)printer;
    sdyc_bug("%s has no custom form: the printer writes the generic one", op->name);
}
