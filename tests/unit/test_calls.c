/* Functions that an embedding program gives for custom calls. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ffi.h"
#include "sdyc/sdyc.h"

typedef struct sdyrt_ffi_frame frame;
typedef struct sdyrt_ffi_error error;

static int is_question(frame *call) {
    if (call->extension == NULL) {
        return 0;
    }
    struct sdyrt_ffi_metadata_extension *question = (void *)call->extension;
    question->metadata->version.major = SDYRT_FFI_MAJOR;
    question->metadata->version.minor = SDYRT_FFI_MINOR;
    return 1;
}

static error *new_error(frame *call, const char *message) {
    struct sdyrt_ffi_error_args args = {.struct_size = sizeof args, .message = message, .code = 3};
    return call->api->error_create(&args);
}

static void *data_of(void **buffers, int64_t number) {
    return ((struct sdyrt_ffi_buffer *)buffers[number])->data;
}

static void add_one(void *data) {
    ++*(float *)data;
}

/* result = operand + 1 in scratch memory and by a task, but not for negative numbers. */
static error *increment(frame *call) {
    if (is_question(call)) {
        return NULL;
    }
    float *from = data_of(call->args.buffers, 0), *to = data_of(call->rets.buffers, 0);
    struct sdyrt_ffi_allocate_args memory = {
        .struct_size = sizeof memory, .context = call->context, .size = 16, .alignment = 256};
    assert_null(call->api->memory_allocate(&memory));
    assert_int_equal((uintptr_t)memory.data % 256, 0);
    *(float *)memory.data = *from;
    struct sdyrt_ffi_schedule_args work = {
        .struct_size = sizeof work, .context = call->context, .task = add_one, .data = memory.data};
    assert_null(call->api->threads_schedule(&work));
    *to = *(float *)memory.data;
    if (*from == 100) { /* the others are left to the end of the call */
        struct sdyrt_ffi_free_args given = {
            .struct_size = sizeof given, .context = call->context, .data = memory.data};
        assert_null(call->api->memory_free(&given));
    }
    return *from < 0 ? new_error(call, "negative") : NULL;
}

/* --- a call that ends later --- */

struct later {
    pthread_t thread;
    frame *call;
    struct sdyrt_ffi_future *future;
    float *from, *to;
};

static void *do_later(void *data) {
    struct later *later = data;
    struct sdyrt_ffi_future_args args = {.struct_size = sizeof args, .future = later->future};
    *later->to = 2 * *later->from;
    if (*later->from < 0) {
        args.error = new_error(later->call, "later: negative");
        later->call->api->future_error(&args);
    } else {
        later->call->api->future_available(&args);
    }
    free(later);
    return NULL;
}

static error *twice(frame *call) {
    if (is_question(call)) {
        return NULL;
    }
    struct sdyrt_ffi_future_args args = {.struct_size = sizeof args};
    struct later *later = malloc(sizeof *later);
    assert_null(call->api->future_create(&args));
    *later = (struct later){.call = call,
                            .future = args.future,
                            .from = data_of(call->args.buffers, 0),
                            .to = data_of(call->rets.buffers, 0)};
    call->future = args.future;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, do_later, later), 0);
    pthread_detach(thread);
    return NULL;
}

/* Asks for what there is not, and for types. */
static error *odds(frame *call) {
    if (is_question(call)) {
        return NULL;
    }
    int64_t first = 0, second = 0, own = 7;
    struct sdyrt_ffi_type_args types[] = {
        {.struct_size = sizeof *types, .type = &first},
        {.struct_size = sizeof *types, .type = &second},
        {.struct_size = sizeof *types, .type = &own},
    };
    for (int i = 0; i < 3; i++) {
        assert_null(call->api->type_register(&types[i]));
    }
    assert_true(first != 0 && second != 0 && first != second && own == 7);
    struct sdyrt_ffi_message_args said = {.struct_size = sizeof said};
    said.error = call->api->stream_get(NULL);
    call->api->error_message(&said);
    assert_non_null(strstr(said.message, "no streams"));
    call->api->error_destroy(&said);
    return NULL;
}

/* --- programs --- */

static sdyc_call_function *as_function(sdyrt_ffi_handler *handler) {
    sdyc_call_function *function;
    memcpy(&function, &handler, sizeof function);
    return function;
}

static struct sdyc_program *compile(const struct sdyc_calls *calls, const char *target,
                                    char **message) {
    char text[512];
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.calls = calls;
    snprintf(
        text, sizeof text,
        "func.func @main(%%a: tensor<f32>) -> tensor<f32> {\n"
        "  %%0 = stablehlo.custom_call @%s(%%a) {api_version = 4 : i32, backend_config = {}} : "
        "(tensor<f32>) -> tensor<f32>\n"
        "  return %%0 : tensor<f32>\n}\n",
        target);
    return sdyc_compile(text, strlen(text), "test.mlir", &options, message);
}

static enum sdyc_status run(struct sdyc_program *program, float input, float *output) {
    return sdyc_run(program, (const void *[]){&input}, (void *[]){output});
}

static void check_calls(sdyrt_ffi_handler *handler, float expected, const char *message) {
    struct sdyc_calls *calls = sdyc_calls_new();
    char *text;
    float output;
    assert_int_equal(sdyc_register_call(calls, "mine", as_function(handler), &text), SDYC_OK);
    assert_null(text);
    struct sdyc_program *program = compile(calls, "mine", &text);
    assert_non_null(program);
    assert_int_equal(run(program, 100, &output), SDYC_OK);
    assert_true(output == expected);
    assert_int_equal(run(program, -1, &output), SDYC_E_CALL);
    assert_int_equal(sdyc_call_code(program), 3); /* that of the function */
    assert_non_null(strstr(sdyc_error(program), message));
    assert_int_equal(run(program, 100, &output), SDYC_OK);
    assert_true(output == expected);
    assert_string_equal(sdyc_error(program), "");
    sdyc_free(program);
    sdyc_calls_free(calls);
}

static void test_fails_and_runs_again(void **state) {
    (void)state;
    check_calls(increment, 101,
                "test.mlir:2:8: error: the custom call of @mine failed: negative\n");
}

static void test_waits(void **state) {
    (void)state;
    check_calls(twice, 200,
                "test.mlir:2:8: error: the custom call of @mine failed: later: negative\n");
}

static void test_other_functions(void **state) {
    (void)state;
    struct sdyc_calls *calls = sdyc_calls_new();
    char *text;
    float output;
    assert_int_equal(sdyc_register_call(calls, "odds", as_function(odds), NULL), SDYC_OK);
    struct sdyc_program *program = compile(calls, "odds", &text);
    assert_int_equal(run(program, 1, &output), SDYC_OK);
    sdyc_free(program);
    assert_null(compile(NULL, "odds", &text));
    assert_non_null(strstr(text, "calls @odds, which is not known"));
    free(text);
    assert_int_equal(sdyc_load_calls(calls, "no colon", &text), SDYC_E_INPUT);
    assert_non_null(strstr(text, "names no function"));
    free(text);
    sdyc_calls_free(calls);
    sdyc_calls_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fails_and_runs_again),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_other_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
