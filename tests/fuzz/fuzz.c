#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

void fuzz_open(struct fuzz_input *input, const uint8_t *data, size_t size) {
    *input = (struct fuzz_input){.arena = arena_new(), .messages = fopen("/dev/null", "w")};
    input->text = malloc(size + 1);
    if (!input->messages || !input->text) {
        abort();
    }
    if (size) {
        memcpy(input->text, data, size);
    }
    input->text[size] = '\0';
    diagnostics_init(&input->diagnostics, input->arena, input->messages);
    input->context = context_new(&input->diagnostics);
    input->context->allow_unregistered_dialects = true;
    input->source =
        (struct source){.name = "input.mlir", .text = input->text, .length = size, .first_line = 1};
}

void fuzz_close(struct fuzz_input *input) {
    context_free(input->context);
    diagnostics_free(&input->diagnostics);
    arena_free(input->arena);
    fclose(input->messages);
    free(input->text);
}

void fuzz_fail(const struct fuzz_input *input, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("fuzz: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    for (size_t i = 0; i < input->diagnostics.list.count && i < 5; i++) {
        const struct diagnostic *diagnostic = &input->diagnostics.list.items[i];
        int line =
            diagnostic->location.source ? location_line_column(diagnostic->location).line : 0;
        fprintf(stderr, "fuzz: diagnostic at line %d: %s\n", line, diagnostic->message);
    }
    abort();
}

struct module *fuzz_parse(struct fuzz_input *input, const struct source *source) {
    int32_t errors = input->diagnostics.errors;
    struct module *module = parse_module(input->context, source);
    if (!module && input->diagnostics.errors == errors) {
        fuzz_fail(input, "parsing failed without an error");
    }
    return module;
}

bool fuzz_verify(struct fuzz_input *input, struct module *module) {
    int32_t errors = input->diagnostics.errors;
    bool valid = verify_module(module);
    if (valid != (input->diagnostics.errors == errors)) {
        fuzz_fail(input, "the verifier returned %d and reported %d errors", valid,
                  input->diagnostics.errors - errors);
    }
    return valid;
}
