/* The plugin's calls return before their runs have ended: order, errors, memory, threads, ends. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "pjrt/objects.h"

/* x + 1 + 1 + ... so many times; without an end where n is negative. */
#define LOOP(name, attributes)                                                                     \
    "module @" name " {\n"                                                                         \
    "func.func @main(%n: tensor<i32>, %x: tensor<4096xf32>" attributes ") -> tensor<4096xf32> {\n" \
    "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"                                        \
    "  %one = stablehlo.constant dense<1> : tensor<i32>\n"                                         \
    "  %f = stablehlo.constant dense<1.0> : tensor<4096xf32>\n"                                    \
    "  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4096xf32>\n"              \
    "    cond {\n"                                                                                 \
    "      %c = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"         \
    "      stablehlo.return %c : tensor<i1>\n"                                                     \
    "    } do {\n"                                                                                 \
    "      %j = stablehlo.add %i, %one : tensor<i32>\n"                                            \
    "      %k = stablehlo.maximum %j, %zero : tensor<i32>\n"                                       \
    "      %z = stablehlo.add %y, %f : tensor<4096xf32>\n"                                         \
    "      stablehlo.return %k, %z : tensor<i32>, tensor<4096xf32>\n"                              \
    "    }\n"                                                                                      \
    "  return %r#1 : tensor<4096xf32>\n"                                                           \
    "}\n}\n"
static const char adding[] = LOOP("adding", "");
static const char donating[] = LOOP("donating", " {tf.aliasing_output = 0 : i32}");
static const char huge[] =
    "func.func @main(%n: tensor<i32>, %x: tensor<4096xf32>) -> tensor<36028797018963968xf32> {\n"
    "  %f = stablehlo.constant dense<1.0> : tensor<36028797018963968xf32>\n"
    "  return %f : tensor<36028797018963968xf32>\n"
    "}\n";

static const char doubling[] =
    "func.func @main(%n: tensor<i32>, %x: tensor<65536xf32>) -> tensor<65536xf32> {\n"
    "  %y = stablehlo.add %x, %x : tensor<65536xf32>\n"
    "  return %y : tensor<65536xf32>\n"
    "}\n";

/* A result that is larger than memory is a failure as elsewhere, also of sanitizers' allocators. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "allocator_may_return_null=1:die_after_fork=0";
}

enum { COUNT = 4096 };

static struct pjrt_client *new_client(void) {
    struct pjrt_client_create_args args = {0};
    assert_null(client_create(&args));
    return args.client;
}

static void destroy_client(struct pjrt_client *client) {
    assert_true(queue_close(client)); /* whose threads may be about to let go of something */
    assert_null(client->programs);
    assert_int_equal(client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

static struct pjrt_executable *compile(struct pjrt_client *client, const char *code) {
    struct pjrt_program program = {.code = (char *)(uintptr_t)code,
                                   .code_size = strlen(code),
                                   .format = "mlir",
                                   .format_size = 4};
    struct pjrt_compile_args args = {.client = client, .program = &program, .options = ""};
    assert_null(client_compile(&args));
    return args.executable;
}

static void drop_program(struct pjrt_executable *executable) {
    executable_destroy(&(struct pjrt_executable_args){.executable = executable});
}

static struct pjrt_buffer *from_host(struct pjrt_client *client, const void *data, int type,
                                     int64_t count, int semantics) {
    struct pjrt_from_host_args args = {.client = client,
                                       .data = data,
                                       .type = type,
                                       .dims = &count,
                                       .rank = count > 1,
                                       .semantics = semantics,
                                       .device = &client->devices[0]};
    assert_null(buffer_from_host(&args));
    event_release(args.done);
    return args.buffer;
}

static struct pjrt_buffer *number(struct pjrt_client *client, int32_t value) {
    return from_host(client, &value, PJRT_S32, 1, PJRT_DURING_CALL);
}

static struct pjrt_buffer *zeros(struct pjrt_client *client) {
    static const float data[COUNT];
    return from_host(client, data, PJRT_F32, COUNT, PJRT_DURING_CALL);
}

static void destroy(struct pjrt_buffer *buffer) {
    buffer_destroy(&(struct pjrt_buffer_args){.buffer = buffer});
}

static struct pjrt_buffer *call(struct pjrt_executable *executable, struct pjrt_buffer *n,
                                struct pjrt_buffer *x) {
    struct pjrt_buffer *list[] = {n, x}, *const * lists[] = {list}, *output;
    struct pjrt_buffer **output_list = &output;
    struct pjrt_execute_args args = {.executable = executable,
                                     .arguments = lists,
                                     .device_count = 1,
                                     .argument_count = 2,
                                     .outputs = &output_list};
    assert_null(executable_execute(&args));
    return output;
}

static bool is_ready(struct pjrt_buffer *buffer) {
    struct pjrt_buffer_pointer_args ready = {.buffer = buffer};
    assert_null(buffer_ready_event(&ready));
    struct pjrt_event_bool_args happened = {.event = ready.value};
    event_is_ready(&happened);
    event_release(ready.value);
    return happened.value;
}

/* Waits for it; 0, or the code of its error. */
static int wait_for(struct pjrt_buffer *buffer) {
    struct pjrt_buffer_pointer_args ready = {.buffer = buffer};
    assert_null(buffer_ready_event(&ready));
    struct pjrt_error *error = event_await(&(struct pjrt_event_args){.event = ready.value});
    event_release(ready.value);
    struct pjrt_error_code_args code = {.error = error};
    if (error) {
        error_get_code(&code);
    }
    error_free(error);
    return code.code;
}

/* All elements of it; it is destroyed. */
static float take_value(struct pjrt_buffer *buffer) {
    float values[COUNT];
    struct pjrt_to_host_args args = {.buffer = buffer, .data = values, .size = sizeof values};
    assert_null(buffer_to_host(&args));
    event_wait(args.event);
    event_release(args.event);
    for (int i = 1; i < COUNT; i++) {
        if (values[i] != values[0]) {
            return -1;
        }
    }
    destroy(buffer);
    return values[0];
}

/* --- order and errors ------------------------------------------------------------------------- */

/* What comes of a run that has not ended is given to others, looked at, and donated. */
static bool is_at_hand(struct pjrt_buffer *buffer) {
    struct pjrt_buffer_bool_args args = {.buffer = buffer};
    assert_null(buffer_is_on_cpu(&args));
    return args.value;
}

/* JAX asked twice on the way to a copy, and ended the process where the buffer had become ready. */
static void test_same_answer(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding);
    struct pjrt_buffer *n = number(client, 1000), *x = zeros(client), *y = call(add, n, x);
    bool was_at_hand = is_at_hand(y);
    assert_int_equal(wait_for(y), 0);
    assert_true(is_at_hand(y) == was_at_hand);
    assert_true(is_at_hand(x));
    destroy(n);
    destroy(x);
    destroy(y);
    drop_program(add);
    destroy_client(client);
}

/* A large result of a short program was copied for NumPy, as it was not ready when it was asked
 * for: it is waited for, unless the machine has other things to do. */
static void test_soon_at_hand(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *program = compile(client, doubling);
    size_t count = 1 << 16; /* the least that is waited for */
    float *data = calloc(count, sizeof *data);
    struct pjrt_buffer *n = number(client, 1);
    struct pjrt_buffer *x = from_host(client, data, PJRT_F32, (int64_t)count, PJRT_DURING_CALL);
    int at_hand = 0;
    for (int turn = 0; turn < 100 && at_hand == 0; turn++) {
        struct pjrt_buffer *y = call(program, n, x);
        at_hand = is_at_hand(y);
        assert_int_equal(wait_for(y), 0);
        destroy(y);
    }
    assert_true(at_hand);
    free(data);
    destroy(n);
    destroy(x);
    drop_program(program);
    destroy_client(client);
}

static void test_order(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding), *donate = compile(client, donating);
    struct pjrt_buffer *n = number(client, 1000), *x = zeros(client);
    struct pjrt_buffer *y = call(add, n, x), *z = call(add, n, y);
    struct pjrt_buffer_args hold = {.buffer = z};
    struct pjrt_buffer_pointer_args pointer = {.buffer = z};
    buffer_hold(&hold);
    assert_null(buffer_pointer(&pointer)); /* before there is anything to see */
    struct pjrt_buffer *last = call(donate, n, z);
    struct pjrt_buffer_bool_args deleted = {.buffer = z};
    buffer_is_deleted(&deleted);
    assert_true(deleted.value);
    assert_true(take_value(last) == 3000);
    assert_true(((const float *)pointer.value)[7] == 2000); /* seen, so not overwritten */
    buffer_let_go(&hold);
    destroy(z);
    assert_true(take_value(y) == 1000);
    for (int i = 0; i < 50; i++) {
        struct pjrt_buffer *next = call(donate, n, x);
        destroy(x);
        x = next;
    }
    assert_true(take_value(x) == 50000);
    destroy(n);
    drop_program(add);
    drop_program(donate);
    destroy_client(client);
}

/* An array that was lent for the call may be changed when that has returned. */
static void test_lent(void **state) {
    (void)state;
    static float data[COUNT];
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding);
    struct pjrt_buffer *n = number(client, 20000);
    struct pjrt_buffer *x = from_host(client, data, PJRT_F32, COUNT, PJRT_ZERO_COPY);
    struct pjrt_buffer *y = call(add, n, x);
    destroy(x);
    for (int i = 0; i < COUNT; i++) {
        data[i] = 5;
    }
    assert_true(take_value(y) == 20000);
    destroy(n);
    drop_program(add);
    destroy_client(client);
}

static void test_errors(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding), *fail = compile(client, huge);
    struct pjrt_buffer *n = number(client, 3), *x = zeros(client);
    struct pjrt_buffer *bad = call(fail, n, x), *y = call(add, n, x);
    assert_int_equal(wait_for(bad), PJRT_RESOURCE_EXHAUSTED);
    struct pjrt_buffer_pointer_args pointer = {.buffer = bad};
    struct pjrt_error *error = buffer_pointer(&pointer);
    assert_non_null(error);
    error_free(error);
    assert_true(take_value(y) == 3);
    destroy(bad);
    destroy(n);
    destroy(x);
    drop_program(add);
    drop_program(fail);
    destroy_client(client);
}

/* --- what nobody waits for -------------------------------------------------------------------- */

static void test_forgotten(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding);
    struct pjrt_buffer *endless = number(client, -1), *n = number(client, 3), *x = zeros(client);
    for (int i = 0; i < 20; i++) {
        struct pjrt_buffer *y = call(add, endless, x);
        struct pjrt_buffer *z = call(add, n, y), *after = call(add, n, x);
        assert_false(is_ready(y));
        struct pjrt_buffer_pointer_args ready = {.buffer = z};
        assert_null(buffer_ready_event(&ready));
        usleep((useconds_t)(200 * i));
        destroy(y); /* z wants it still */
        assert_false(is_ready(z));
        destroy(z);
        error_free(event_await(&(struct pjrt_event_args){.event = ready.value}));
        event_release(ready.value);
        assert_true(take_value(after) == 3);
    }
    destroy(endless);
    destroy(n);
    destroy(x);
    drop_program(add);
    destroy_client(client);
}

/* A client that ends takes with it what is under way. */
static void test_end(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding);
    struct pjrt_buffer *endless = number(client, -1), *x = zeros(client);
    struct pjrt_buffer *y = call(add, endless, x), *z = call(add, endless, y);
    sdyc_python_exit();
    assert_int_equal(wait_for(y), PJRT_CANCELLED);
    assert_int_equal(wait_for(z), PJRT_CANCELLED);
    destroy(x);
    destroy(y);
    destroy(z);
    destroy(endless);
    drop_program(add);
    destroy_client(client);
}

static int in_child(struct pjrt_client *client, struct pjrt_executable *add, struct pjrt_buffer *y,
                    struct pjrt_buffer *z) {
    struct pjrt_buffer *n = number(client, 5), *x = zeros(client);
    bool good = wait_for(y) == PJRT_CANCELLED && wait_for(z) == PJRT_CANCELLED;
    return good && take_value(call(add, n, x)) == 5 ? 0 : 1;
}

/* What was under way is not there in a child, which can compute. */
static void test_fork(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding);
    struct pjrt_buffer *endless = number(client, -1), *x = zeros(client);
    struct pjrt_buffer *y = call(add, endless, x), *z = call(add, endless, y);
    usleep(20000);
    pid_t child = fork();
    if (child == 0) {
        alarm(100);
        _exit(in_child(client, add, y, z));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_false(is_ready(y));
    destroy(x);
    destroy(y);
    destroy(z);
    destroy(endless);
    drop_program(add);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* --- memory ----------------------------------------------------------------------------------- */

/* A call waits where more would be under way than there may be. */
static void test_bounded(void **state) {
    (void)state;
    enum { CALLS = 40 };
    struct pjrt_client *client = new_client();
    struct pjrt_executable *add = compile(client, adding);
    struct pjrt_buffer *n = number(client, 2000), *x = zeros(client), *y[CALLS];
    client->queue.most_bytes = 5 * 2 * COUNT * sizeof(float); /* of four runs and a bit */
    for (int i = 0; i < CALLS; i++) {
        y[i] = call(add, n, x);
        pthread_mutex_lock(&client->lock);
        assert_true(client->queue.bytes <= client->queue.most_bytes);
        pthread_mutex_unlock(&client->lock);
    }
    client->queue.most_bytes = 1; /* one alone always runs */
    struct pjrt_buffer *last = call(add, n, x);
    assert_true(take_value(last) == 2000);
    for (int i = 0; i < CALLS; i++) {
        assert_true(take_value(y[i]) == 2000);
    }
    destroy(n);
    destroy(x);
    drop_program(add);
    destroy_client(client);
}

static int entries(const char *path) {
    int count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count;
}

static void test_nothing_is_added(void **state) {
    (void)state;
    struct pjrt_client *client = new_client();
    struct pjrt_executable *donate = compile(client, donating);
    struct pjrt_buffer *n = number(client, 2), *x = zeros(client);
    int threads = 0, files = 0;
    long long in_use = 0;
    for (int i = 0; i < 10000; i++) {
        struct pjrt_buffer *next = call(donate, n, x);
        destroy(x);
        x = next;
        if (i % 1000 == 500) {
            assert_int_equal(wait_for(x), 0);
        }
        if (i == 500) {
            threads = entries("/proc/self/task");
            files = entries("/proc/self/fd");
            in_use = client->in_use;
        }
    }
    assert_int_equal(wait_for(x), 0);
    assert_int_equal(entries("/proc/self/task"), threads);
    assert_int_equal(entries("/proc/self/fd"), files);
    assert_int_equal(client->in_use, in_use);
    assert_true(take_value(x) == 20000);
    destroy(n);
    drop_program(donate);
    destroy_client(client);
}

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 100 };

struct crowd {
    struct pjrt_client *client;
    struct pjrt_executable *add, *donate;
    struct pjrt_buffer *n, *endless, *shared; /* that all of them read */
    atomic_int faults;
};

/* Chains of calls of its own, some of which it forgets, on an array that others read too. */
static void *work(void *data) {
    struct crowd *crowd = data;
    for (int round = 0; round < ROUNDS; round++) {
        struct pjrt_buffer *x = call(crowd->add, crowd->n, crowd->shared);
        struct pjrt_buffer *forgotten = call(crowd->add, crowd->n, x);
        for (int i = 0; i < 5; i++) {
            struct pjrt_buffer *next = call(crowd->donate, crowd->n, x);
            destroy(x);
            x = next;
        }
        if (round % 10 == 0) {
            destroy(call(crowd->add, crowd->endless, x));
        }
        destroy(forgotten);
        if (take_value(x) != 6 * 30) {
            atomic_fetch_add(&crowd->faults, 1);
        }
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    struct crowd crowd = {.client = new_client()};
    pthread_t threads[THREADS];
    crowd.add = compile(crowd.client, adding);
    crowd.donate = compile(crowd.client, donating);
    crowd.n = number(crowd.client, 30);
    crowd.endless = number(crowd.client, -1);
    crowd.shared = zeros(crowd.client);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, &crowd), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_int_equal(crowd.faults, 0);
    assert_null(crowd.add->compiled->idle->next); /* compiled once, however many call it */
    destroy(crowd.n);
    destroy(crowd.endless);
    destroy(crowd.shared);
    drop_program(crowd.add);
    drop_program(crowd.donate);
    destroy_client(crowd.client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_answer), cmocka_unit_test(test_soon_at_hand),
        cmocka_unit_test(test_order),       cmocka_unit_test(test_lent),
        cmocka_unit_test(test_errors),      cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_bounded),     cmocka_unit_test(test_nothing_is_added),
        cmocka_unit_test(test_threads),     cmocka_unit_test(test_fork),
        cmocka_unit_test(test_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
