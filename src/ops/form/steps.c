/* From the text of a form to its steps. */
#include "ops/form/steps.h"

#include <ctype.h>
#include <string.h>

#include "ops/form/pieces.h"
#include "ops/op_def.h"

struct word {
    const char *text;
    size_t length;
};

static bool next_word(const char **form, struct word *word) {
    word->text = *form + strspn(*form, " ");
    word->length = strcspn(word->text, " ");
    *form = word->text + word->length;
    return word->length > 0;
}

static bool word_is(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

static struct word without_prefix(struct word word, size_t length) {
    return (struct word){word.text + length, word.length - length};
}

static _Noreturn void bad_word(const struct op_def *def, struct word word) {
    sdyc_bug("form of %s: unknown word %.*s", def->name, (int)word.length, word.text);
}

static bool find_value(const struct op_value_def *values, struct word name, uint32_t *index) {
    for (*index = 0; values[*index].name; (*index)++) {
        if (word_is(name, values[*index].name)) {
            return true;
        }
    }
    return false;
}

static uint32_t count_groups(const struct op_def *def) {
    uint32_t count = 1;
    for (uint32_t i = 0; def->operands[i].name; i++) {
        count = i < count ? count : i + 1;
    }
    for (uint32_t i = 0; def->results[i].name; i++) {
        count = i < count ? count : i + 1;
    }
    if (count > FORM_MAX_GROUPS) {
        sdyc_bug("%s has too many operands or results for a form", def->name);
    }
    return count;
}

/* --- one word --------------------------------------------------------------------------------- */

static void take_literal(struct context *context, struct word word, struct form_step *step) {
    bool keyword = isalpha((unsigned char)word.text[0]);
    bool single = word.length == 1 || word_is(word, "->");
    step->kind = keyword ? FORM_KEYWORD : FORM_PUNCTUATION;
    step->text = intern_bytes(context->strings, word.text, word.length);
    step->length = (uint32_t)word.length;
    step->joins_word = single && strchr("<>(){}[],", word.text[0]);
    step->joins_punctuation = single && strchr(">)}],", word.text[0]);
    step->opens = word.length == 1 && strchr("<({[", word.text[0]);
    step->is_punctuation = !keyword && word.text[0] != '_';
}

static void take_named(struct context *context, const struct op_def *def, struct word name,
                       struct form_step *step) {
    if (find_value(def->operands, name, &step->index)) {
        step->kind = FORM_OPERAND;
        step->many = def->operands[step->index].count != OP_ONE;
        return;
    }
    for (step->attr = def->attrs; step->attr->name; step->attr++) {
        if (word_is(name, step->attr->name)) {
            step->kind = FORM_ATTR;
            step->text = intern(context->strings, step->attr->name);
            return;
        }
    }
    bad_word(def, name);
}

static void take_types(const struct op_def *def, struct word name, struct form_step *step) {
    if (find_value(def->operands, name, &step->index)) {
        step->kind = FORM_OPERAND_TYPES;
        step->many = def->operands[step->index].count == OP_MANY;
    } else if (find_value(def->results, name, &step->index)) {
        step->kind = FORM_RESULT_TYPES;
        step->many = def->results[step->index].count == OP_MANY;
    } else {
        bad_word(def, name);
    }
}

static void take_directive(const struct op_def *def, struct word word, struct form_step *step) {
    static const struct {
        const char *word;
        enum form_step_kind kind;
    } directives[] = {{"@operands", FORM_OPERANDS},
                      {"@attrs", FORM_ATTRS},
                      {"@attrs_keyword", FORM_ATTRS_KEYWORD},
                      {"@function_type", FORM_FUNCTION_TYPE}};
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        if (word_is(word, directives[i].word)) {
            step->kind = directives[i].kind;
            return;
        }
    }
    if (word.length > 6 && memcmp(word.text, "@type:", 6) == 0) {
        take_types(def, without_prefix(word, 6), step);
        return;
    }
    if (word.length > 7 && memcmp(word.text, "@types:", 7) == 0) {
        take_types(def, without_prefix(word, 7), step);
        step->many = true;
        return;
    }
    step->kind = FORM_PIECE;
    step->piece = form_piece_find(word.text + 1, word.length - 1);
    if (!step->piece) {
        bad_word(def, word);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static uint32_t count_words(const char *text) {
    struct word word;
    uint32_t count = 0;
    while (next_word(&text, &word)) {
        count++;
    }
    return count;
}

static void make_steps(struct context *context, const struct op_def *def,
                       struct assembly_form *form) {
    const char *text = def->form;
    struct form_step *steps = ARENA_ARRAY(context->arena, struct form_step, count_words(text));
    struct form_step *group = NULL;
    struct word word;
    form->steps = steps;
    while (next_word(&text, &word)) {
        if (word_is(word, "?)")) {
            group->end = form->count;
            continue;
        }
        struct form_step *step = &steps[form->count++];
        if (word_is(word, "(?")) {
            step->kind = FORM_GROUP;
            group = step;
        } else if (word_is(word, "~")) {
            step->kind = FORM_TIGHT;
        } else if (word.text[0] == '$') {
            take_named(context, def, without_prefix(word, 1), step);
        } else if (word.text[0] == '@') {
            take_directive(def, word, step);
        } else {
            take_literal(context, word, step);
        }
    }
}

#define PIECE_ATTRS (sizeof((struct form_piece *)0)->attrs / sizeof(const char *))

static void list_elided(struct context *context, const struct op_def *def,
                        struct assembly_form *form) {
    size_t most = form->count * PIECE_ATTRS + 2;
    const char **elided = ARENA_ARRAY(context->arena, const char *, most);
    form->elided = elided;
    for (uint32_t i = 0; i < form->count; i++) {
        const struct form_step *step = &form->steps[i];
        if (step->kind == FORM_ATTR) {
            elided[form->elided_count++] = step->text;
        }
        for (size_t k = 0; step->piece && k < PIECE_ATTRS && step->piece->attrs[k]; k++) {
            elided[form->elided_count++] = intern(context->strings, step->piece->attrs[k]);
        }
    }
    if (def->traits & OP_SEGMENTS) {
        elided[form->elided_count++] = intern(context->strings, "operandSegmentSizes");
        elided[form->elided_count++] = intern(context->strings, "resultSegmentSizes");
    }
}

const struct assembly_form *form_of(struct context *context, const struct op_def *def) {
    struct assembly_form *form = pointer_map_get(&context->forms, def);
    if (!form) {
        form = ARENA_NEW(context->arena, struct assembly_form);
        make_steps(context, def, form);
        form->group_count = count_groups(def);
        list_elided(context, def, form);
        pointer_map_put(&context->forms, def, form);
    }
    return form;
}
