/* A program that calls functions of its caller's: those of tests/calls/handlers.c. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "calling/model.h"

struct XLA_FFI_Error *say(struct XLA_FFI_CallFrame *frame);
struct XLA_FFI_Error *scale(struct XLA_FFI_CallFrame *frame);
struct XLA_FFI_Error *refuse(struct XLA_FFI_CallFrame *frame);

static const float a[6] = {1, 2, 3, 4, 5, 6}, b[2] = {0.5f, 8};

/* Whether the program runs, with a function of the caller's, to this end. */
static int ends(calling_call_function *function, enum calling_status wanted, const char *error) {
    struct calling_options options = {0};
    struct calling_context *context;
    float scaled[6], negated[2];
    int32_t count;
    options.calls[0] = say;
    options.calls[1] = function;
    enum calling_status status = calling_new(&context, &options);
    if (function == NULL) {
        return status == wanted && context == NULL;
    }
    if (status != CALLING_OK) {
        return 0;
    }
    status = calling_main(context, scaled, &count, negated, a, b);
    int good = status == wanted && strstr(calling_error(context), error) != NULL;
    if (status == CALLING_OK) {
        good = good && scaled[0] == 2.5f && scaled[5] == 15 && count == 6 && negated[1] == -8;
    }
    calling_free(context);
    return good;
}

int main(void) {
    return !(ends(scale, CALLING_OK, "") && ends(refuse, CALLING_E_CALL, "not today") &&
             ends(NULL, CALLING_E_CALL, ""));
}
