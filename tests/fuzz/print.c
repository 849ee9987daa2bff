/* Parse, print, parse, print: the second print equals the first, in every form, and the printed
 * module is the same module: its generic form equals that of the input. */
#include "fuzz.h"

#include <string.h>

#include "ops/op_def.h"

static struct source source_of(const struct buffer *text) {
    return (struct source){.name = "printed.mlir",
                           .text = text->text ? text->text : "",
                           .length = text->length,
                           .first_line = 1};
}

static bool same(const struct buffer *a, const struct buffer *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

static void expect_same(const struct fuzz_input *input, const char *what,
                        const struct buffer *first, const struct buffer *second) {
    if (!same(first, second)) {
        fprintf(stderr, "--- first\n%s\n--- second\n%s\n", first->text ? first->text : "",
                second->text ? second->text : "");
        fuzz_fail(input, "%s", what);
    }
}

/* A pretty form may leave out properties that are what they are by default: they do not count. */
static bool drop_defaults(struct op *op, void *data) {
    static const char *const others[] = {"result_accuracy", "backend_config"};
    struct module *module = data;
    for (const struct op_attr_def *attr = op->def->attrs; attr->name; attr++) {
        if (attr->otherwise != OP_ATTR_NO_DEFAULT) {
            op_set_property(module, op, attr->name, NULL);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        op_set_property(module, op, others[i], NULL);
    }
    return true;
}

static void print_meaning(struct buffer *out, struct module *module) {
    op_walk(module->op, drop_defaults, module);
    print_module(out, module, &(struct print_options){.generic = true});
}

/* Prints, reads that, and prints again. Whether the text could be read, as it must be of a valid
 * module. */
static bool round_trip(struct fuzz_input *input, const struct module *module,
                       const struct print_options *form, bool is_valid, struct buffer *meaning) {
    struct buffer first = {0}, second = {0};
    print_module(&first, module, form);
    struct source source = source_of(&first);
    struct module *again = fuzz_parse(input, &source);
    if (!again && !is_valid) {
        buffer_free(&first);
        return false;
    }
    if (!again) {
        fprintf(stderr, "--- printed\n%s\n", first.text);
        fuzz_fail(input, "what was printed does not parse");
    }
    print_module(&second, again, form);
    expect_same(input, "the second print differs from the first", &first, &second);
    print_meaning(meaning, again);
    module_free(again);
    buffer_free(&first);
    buffer_free(&second);
    return true;
}

/* What is not valid comes back from its generic form, or not at all: a property of the wrong kind
 * is an error of reading. */
static void check_forms(struct fuzz_input *input, struct module *module) {
    static const struct print_options forms[] = {
        {.generic = true},
        {.generic = true, .debug_info = true},
        {.generic = false},
        {.debug_info = true},
    };
    enum { COUNT = sizeof forms / sizeof *forms };
    struct buffer meaning = {0}, others[COUNT] = {{0}};
    bool is_valid = fuzz_verify(input, module), is_read[COUNT] = {false};
    size_t count = is_valid ? COUNT : 2;
    for (size_t i = 0; i < count; i++) {
        is_read[i] = round_trip(input, module, &forms[i], is_valid, &others[i]);
    }
    print_meaning(&meaning, module);
    for (size_t i = 0; i < count; i++) {
        if (is_read[i]) {
            expect_same(input, "printing and reading changed the module", &meaning, &others[i]);
        }
        buffer_free(&others[i]);
    }
    buffer_free(&meaning);
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_input input;
    fuzz_open(&input, data, size);
    struct module *module = fuzz_parse(&input, &input.source);
    if (module) {
        check_forms(&input, module);
        module_free(module);
    }
    fuzz_close(&input);
}
