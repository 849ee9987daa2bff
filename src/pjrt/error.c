/* Errors, which become exceptions of Python. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

struct pjrt_error {
    int code;
    size_t size;
    char message[];
};

static struct {
    int code;
    size_t size;
    char message[16];
} no_memory = {PJRT_RESOURCE_EXHAUSTED, sizeof "out of memory" - 1, "out of memory"};

struct pjrt_error *error_no_memory(void) {
    return (struct pjrt_error *)&no_memory;
}

struct pjrt_error *error_new(int code, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    struct pjrt_error *error = length < 0 ? NULL : malloc(sizeof *error + (size_t)length + 1);
    if (error) {
        error->code = code;
        error->size = (size_t)length;
        vsnprintf(error->message, (size_t)length + 1, format, arguments);
        while (error->size > 0 && error->message[error->size - 1] == '\n') {
            error->message[--error->size] = '\0'; /* whoever prints it ends the line */
        }
    }
    va_end(arguments);
    return error ? error : error_no_memory();
}

struct pjrt_error *error_copy(const struct pjrt_error *error) {
    return error ? error_new(error->code, "%s", error->message) : NULL;
}

const char *error_text(const struct pjrt_error *error) {
    return error->message;
}

void error_free(struct pjrt_error *error) {
    if (error != error_no_memory()) {
        free(error);
    }
}

struct pjrt_error *error_destroy(struct pjrt_error_args *args) {
    error_free(args->error);
    return NULL;
}

struct pjrt_error *error_message(struct pjrt_error_text_args *args) {
    args->text = args->error->message;
    args->size = args->error->size;
    return NULL;
}

struct pjrt_error *error_get_code(struct pjrt_error_code_args *args) {
    args->code = args->error->code;
    return NULL;
}
