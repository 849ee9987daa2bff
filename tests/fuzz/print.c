/* Parse, print, parse, print: the second print equals the first, in every form, and the printed
 * module is the same module: its generic form equals that of the input. */
#include "fuzz.h"

#include <string.h>

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

/* Prints, reads that, and prints again: in the same form, and in the generic form. */
static void round_trip(struct fuzz_input *input, const struct module *module,
                       const struct print_options *form, const struct buffer *generic) {
    const struct print_options generic_form = {.generic = true};
    struct buffer first = {0}, second = {0}, second_generic = {0};
    print_module(&first, module, form);
    struct source source = source_of(&first);
    struct module *again = fuzz_parse(input, &source);
    if (!again) {
        fprintf(stderr, "--- printed\n%s\n", first.text);
        fuzz_fail(input, "what was printed does not parse");
    }
    print_module(&second, again, form);
    expect_same(input, "the second print differs from the first", &first, &second);
    print_module(&second_generic, again, &generic_form);
    expect_same(input, "printing and reading changed the module", generic, &second_generic);
    module_free(again);
    buffer_free(&first);
    buffer_free(&second);
    buffer_free(&second_generic);
}

/* What is not valid need only come back from its generic form. */
static void check_forms(struct fuzz_input *input, struct module *module) {
    static const struct print_options forms[] = {
        {.generic = true},
        {.generic = true, .debug_info = true},
        {.generic = false},
        {.debug_info = true},
    };
    struct buffer generic = {0};
    print_module(&generic, module, &forms[0]);
    size_t count = fuzz_verify(input, module) ? 4 : 2;
    for (size_t i = 0; i < count; i++) {
        round_trip(input, module, &forms[i], &generic);
    }
    buffer_free(&generic);
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
