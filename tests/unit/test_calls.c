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
                                    struct sdyc_error **message) {
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
    struct sdyc_error *text;
    float output;
    assert_int_equal(sdyc_register_call(calls, "mine", as_function(handler), &text), SDYC_OK);
    assert_null(text);
    struct sdyc_program *program = compile(calls, "mine", &text);
    assert_non_null(program);
    assert_int_equal(run(program, 100, &output), SDYC_OK);
    assert_true(output == expected);
    assert_int_equal(run(program, -1, &output), SDYC_E_CALL);
    assert_int_equal(sdyc_error_call_code(sdyc_run_error(program)), 3); /* that of the function */
    assert_non_null(strstr(sdyc_error_text(sdyc_run_error(program)), message));
    assert_int_equal(run(program, 100, &output), SDYC_OK);
    assert_true(output == expected);
    assert_null(sdyc_run_error(program));
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
    struct sdyc_error *text;
    float output;
    assert_int_equal(sdyc_register_call(calls, "odds", as_function(odds), NULL), SDYC_OK);
    struct sdyc_program *program = compile(calls, "odds", &text);
    assert_int_equal(run(program, 1, &output), SDYC_OK);
    sdyc_free(program);
    assert_null(compile(NULL, "odds", &text));
    assert_non_null(strstr(sdyc_error_text(text), "calls @odds, which is not known"));
    sdyc_error_free(text);
    assert_int_equal(sdyc_load_calls(calls, "no colon", &text), SDYC_E_INPUT);
    assert_non_null(strstr(sdyc_error_text(text), "names no function"));
    sdyc_error_free(text);
    sdyc_calls_free(calls);
    sdyc_calls_free(NULL);
}

/* --- stages ----------------------------------------------------------------------------------- */

/* What has been done, a letter each: i, p, n, x for the stages, I, P and N for the end of what they
 * have made. */
static char done[256];
static int failing = -1; /* the stage that is to fail */

static void note(char what) {
    size_t length = strlen(done);
    assert_true(length + 1 < sizeof done);
    done[length] = what;
}

static void expect_done(const char *expected) {
    assert_string_equal(done, expected);
    memset(done, 0, sizeof done);
}

static void end_value(void *value) {
    note(*(char *)value);
    free(value);
}

static int64_t value_type, other_type;
static const struct sdyrt_ffi_type_info value_info = {.struct_size = sizeof value_info,
                                                      .destroy = end_value};

static error *set_state(frame *call, int64_t type, char what) {
    char *value = malloc(1);
    *value = what;
    struct sdyrt_ffi_state_args args = {.struct_size = sizeof args,
                                        .context = call->context,
                                        .stage = call->stage,
                                        .type = &type,
                                        .state = value};
    error *failure = call->api->state_set(&args);
    if (failure != NULL) {
        free(value);
    }
    return failure;
}

static error *get_state(frame *call, int stage, int64_t type, char expected) {
    struct sdyrt_ffi_state_args args = {
        .struct_size = sizeof args, .context = call->context, .stage = stage, .type = &type};
    error *failure = call->api->state_get(&args);
    if (failure == NULL) {
        assert_int_equal(*(char *)args.state, expected);
    }
    return failure;
}

static void expect_failure(frame *call, error *failure, const char *message) {
    struct sdyrt_ffi_message_args said = {.struct_size = sizeof said, .error = failure};
    assert_non_null(failure);
    call->api->error_message(&said);
    assert_non_null(strstr(said.message, message));
    call->api->error_destroy(&said);
}

/* Any stage but the last, as the frame says: finds what was made before, and makes more. */
static error *make_state(frame *call) {
    if (is_question(call)) {
        return NULL;
    }
    note("ipn"[call->stage]);
    assert_int_equal(call->args.size, call->stage == SDYRT_FFI_INSTANTIATE ? 0 : 1);
    if (call->stage != SDYRT_FFI_INSTANTIATE) {
        assert_null(data_of(call->args.buffers, 0));
    }
    for (int stage = 0; stage < call->stage; stage++) {
        assert_null(get_state(call, stage, value_type, "IPN"[stage]));
    }
    expect_failure(call, get_state(call, call->stage, value_type, 0), "has set no state");
    expect_failure(call, set_state(call, 77, 0), "has not been registered");
    error *failure = set_state(call, value_type, "IPN"[call->stage]);
    expect_failure(call, set_state(call, value_type, 0), "has set its state already");
    return failing == call->stage ? new_error(call, "it is to fail") : failure;
}

static error *use_state(frame *call) {
    if (is_question(call)) {
        return NULL;
    }
    note('x');
    for (int stage = 0; stage < SDYRT_FFI_EXECUTE; stage++) {
        assert_null(get_state(call, stage, value_type, "IPN"[stage]));
        expect_failure(call, get_state(call, stage, other_type, 0), "is of another type");
    }
    expect_failure(call, get_state(call, SDYRT_FFI_EXECUTE, value_type, 0), "has set no state");
    expect_failure(call, set_state(call, value_type, 0), "the stage execute has no state");
    *(float *)data_of(call->rets.buffers, 0) = *(float *)data_of(call->args.buffers, 0);
    return failing == SDYRT_FFI_EXECUTE ? new_error(call, "it is to fail") : NULL;
}

static struct sdyc_calls *calls_in_stages(void) {
    struct sdyc_calls *calls = sdyc_calls_new();
    sdyc_call_function *make = as_function(make_state);
    struct sdyc_call_stages stages = {make, make, make, NULL};
    struct sdyc_error *text;
    assert_int_equal(sdyc_register_type("value", (void *)&value_type, (const void *)&value_info),
                     SDYC_OK);
    assert_int_equal(sdyc_register_type("other", (void *)&other_type, NULL), SDYC_OK);
    assert_int_equal(sdyc_register_stages(calls, "mine", &stages, &text), SDYC_E_INPUT);
    assert_non_null(strstr(sdyc_error_text(text), "it has no function that executes it"));
    sdyc_error_free(text);
    stages.execute = as_function(use_state);
    assert_int_equal(sdyc_register_stages(calls, "mine", &stages, &text), SDYC_OK);
    return calls;
}

static const char two_calls[] =
    "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
    "  %0 = stablehlo.custom_call @mine(%a) {api_version = 4 : i32, backend_config = {}} : "
    "(tensor<f32>) -> tensor<f32>\n"
    "  %1 = stablehlo.custom_call @mine(%0) {api_version = 4 : i32, backend_config = {}} : "
    "(tensor<f32>) -> tensor<f32>\n"
    "  return %1 : tensor<f32>\n}\n";

static struct sdyc_program *compile_two(const struct sdyc_calls *calls,
                                        const struct sdyc_program *like,
                                        struct sdyc_error **message) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_run_options how = SDYC_RUN_OPTIONS_INIT;
    options.calls = calls;
    options.run = &how;
    how.like = like;
    return sdyc_compile(two_calls, strlen(two_calls), "test.mlir", &options, message);
}

/* All calls are prepared, then all are initialized, then they are executed; what was instantiated
 * stays until the last program that has it is freed. */
static void test_stages(void **state) {
    (void)state;
    struct sdyc_calls *calls = calls_in_stages();
    struct sdyc_error *text;
    float output;
    struct sdyc_program *program = compile_two(calls, NULL, &text);
    assert_non_null(program);
    assert_int_equal(sdyc_outlook(program).has_state, 1);
    expect_done("ii");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(run(program, 5, &output), SDYC_OK);
        assert_true(output == 5);
        expect_done("ppnnxxNPNP");
    }
    struct sdyc_program *same = compile_two(calls, program, &text);
    struct sdyc_program *another = compile_two(calls, NULL, &text);
    expect_done("ii");
    sdyc_free(program);
    expect_done("");
    assert_int_equal(run(same, 6, &output), SDYC_OK);
    expect_done("ppnnxxNPNP");
    sdyc_free(same);
    expect_done("II");
    sdyc_free(another);
    expect_done("II");
    sdyc_calls_free(calls);
}

/* An error in a stage ends the compilation or the run, with its code; nothing is left. */
static void test_stages_that_fail(void **state) {
    (void)state;
    static const struct {
        const char *compiled, *ran, *stage;
    } expected[] = {
        {"iI", "", " in its stage 'instantiate'"},
        {"ii", "pP", " in its stage 'prepare'"},
        {"ii", "ppnPNP", " in its stage 'initialize'"},
        {"ii", "ppnnxNPNP", ""},
    };
    struct sdyc_calls *calls = calls_in_stages();
    for (int stage = 0; stage <= SDYRT_FFI_EXECUTE; stage++) {
        struct sdyc_error *text;
        char message[128];
        float output;
        snprintf(message, sizeof message,
                 "test.mlir:2:8: error: the custom call of @mine failed%s: it is to fail\n",
                 expected[stage].stage);
        failing = stage;
        struct sdyc_program *program = compile_two(calls, NULL, &text);
        expect_done(expected[stage].compiled);
        if (stage == SDYRT_FFI_INSTANTIATE) {
            assert_null(program);
            assert_int_equal(sdyc_error_status(text), SDYC_E_CALL);
            assert_int_equal(sdyc_error_call_code(text), 3);
            assert_non_null(strstr(sdyc_error_text(text), message));
            sdyc_error_free(text);
            continue;
        }
        assert_int_equal(run(program, 5, &output), SDYC_E_CALL);
        assert_int_equal(sdyc_error_call_code(sdyc_run_error(program)), 3);
        assert_non_null(strstr(sdyc_error_text(sdyc_run_error(program)), message));
        expect_done(expected[stage].ran);
        failing = -1;
        assert_int_equal(run(program, 5, &output), SDYC_OK);
        expect_done("ppnnxxNPNP");
        sdyc_free(program);
        expect_done("II");
    }
    failing = -1;
    sdyc_calls_free(calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fails_and_runs_again), cmocka_unit_test(test_waits),
        cmocka_unit_test(test_other_functions),      cmocka_unit_test(test_stages),
        cmocka_unit_test(test_stages_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
