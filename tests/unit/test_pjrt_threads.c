/* The plugin, called by several threads at once, and traced. */
#include "pjrt_user.h"

#include <time.h>

enum { ROUNDS = 60 };

/* What threads do at once: parts of their own that are made and added to, and parts that all of
 * them look at, which the first run of a program puts together. */
struct crowd {
    struct pjrt_client *client;
    struct pjrt_executable *step, *twice;
    struct pjrt_buffer *one[4], *seen[ROUNDS][4];
    pthread_barrier_t round; /* which all begin at once */
    atomic_int faults;
};

static const char twice_text[] =
    "sdy.mesh @mesh = <[\"x\"=4]>\n"
    "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>})\n"
    "    -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>}) {\n"
    "  %0 = stablehlo.add %a, %a : tensor<4x8xf32>\n"
    "  return %0 : tensor<4x8xf32>\n"
    "}\n";

/* Whether all elements of a part are `value`; it is destroyed where `is_last`. */
static bool holds(struct pjrt_buffer *buffer, float value, bool is_last) {
    float result[8] = {0};
    bool same = true;
    struct pjrt_to_host_args args = {.buffer = buffer, .data = result, .size = sizeof result};
    struct pjrt_buffer_layout_args layout = {.buffer = buffer};
    struct pjrt_error *error = buffer_to_host(&args);
    buffer_layout(&layout);
    if (!error) {
        event_wait(args.event);
    }
    event_release(args.event);
    error_free(error);
    for (int i = 0; i < 8; i++) {
        same = same && result[i] == value;
    }
    if (is_last) {
        pjrt_destroy(buffer);
    }
    return same && !error;
}

static bool step(struct crowd *work) {
    const int64_t dims[] = {4, 2};
    const float part[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct pjrt_buffer *arguments[2][4], *outputs[4];
    for (int i = 0; i < 4; i++) {
        arguments[0][i] = pjrt_from_host(work->client, 3 - i, part, 2, dims);
        arguments[1][i] = work->one[i];
    }
    bool good = !pjrt_execute(work->step, 2, arguments, outputs);
    for (int i = 0; i < 4; i++) {
        pjrt_destroy(arguments[0][i]);
        good = good && holds(outputs[i], 2, true);
    }
    return good;
}

/* One runs a program on the parts while the others copy them out. */
static bool look(struct crowd *work, int round, bool runs) {
    struct pjrt_buffer *arguments[1][4], *outputs[4];
    bool good = true;
    memcpy(arguments[0], work->seen[round], sizeof arguments[0]);
    pthread_barrier_wait(&work->round);
    for (int i = 0; i < 40 && !runs; i++) {
        good = good && holds(arguments[0][3 - i % 4], 3, false);
    }
    good = good && !pjrt_execute(work->twice, 1, arguments, outputs);
    for (int i = 0; i < 4 && good; i++) {
        good = holds(arguments[0][i], 3, false) && holds(outputs[i], 6, true);
    }
    return good;
}

static void *do_work(void *data) {
    struct crowd *work = data;
    for (int round = 0; round < ROUNDS; round++) {
        bool runs = pthread_barrier_wait(&work->round) == PTHREAD_BARRIER_SERIAL_THREAD;
        if (!step(work) || !look(work, round, runs)) {
            atomic_fetch_add(&work->faults, 1);
        }
        if (round % 20 == 0) { /* others hold the same program, or nobody does */
            struct pjrt_executable_args args = {.executable =
                                                    pjrt_compile(work->client, twice_text)};
            executable_destroy(&args);
        }
    }
    return NULL;
}

/* The bytes of a trace that is on for a moment, the caller's. */
static struct proto_writer trace_for(struct pjrt_profiler *profiler, void (*work)(void *data),
                                     void *data) {
    const struct pjrt_profiler_table *table = profiler_extension.table;
    struct pjrt_profiler_args args = {.profiler = profiler};
    struct pjrt_profiler_data_args collected = {.profiler = profiler};
    assert_null(table->start(&args));
    work(data);
    assert_null(table->stop(&args));
    assert_null(table->collect(&collected));
    struct proto_writer copy = {.bytes = malloc(collected.size + 1), .size = collected.size};
    assert_non_null(copy.bytes);
    struct pjrt_profiler_data_args again = {.profiler = profiler, .data = copy.bytes};
    assert_null(table->collect(&again));
    assert_int_equal(again.size, copy.size);
    return copy;
}

static struct pjrt_profiler *new_profiler(void) {
    struct pjrt_profiler_create_args args = {.options = ""};
    assert_null(profiler_extension.table->create(&args));
    return args.profiler;
}

static void wait_a_little(void *data) {
    (void)data;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static bool says(const struct proto_writer *message, const char *part) {
    return memmem(message->bytes, message->size, part, strlen(part)) != NULL;
}

struct traced_run {
    struct pjrt_executable *executable;
    struct pjrt_buffer *a[4], *b[4];
};

static void run_traced(void *data) {
    struct traced_run *traced = data;
    struct pjrt_profiler *other = new_profiler();
    struct pjrt_profiler_args args = {.profiler = other};
    struct pjrt_error *error = profiler_extension.table->start(&args);
    assert_non_null(error); /* one trace at a time */
    error_free(error);
    profiler_extension.table->destroy(&args);
    pjrt_run(traced->executable, traced->a, traced->b);
    for (int i = 0; i < 4; i++) { /* a trace has what is done before it ends */
        assert_true(holds(traced->a[i], 2, false));
    }
}

/* A trace has the program and its kernels by name, and nothing of before. */
static void test_traces(void **state) {
    (void)state;
    const int64_t dims[] = {4, 2};
    const float one = 1, part[8] = {0};
    struct pjrt_client *client = pjrt_new_client(4);
    struct traced_run traced = {.executable = pjrt_compile(client, pjrt_adding)};
    struct pjrt_profiler *profiler = new_profiler();
    for (int i = 0; i < 4; i++) {
        traced.a[i] = pjrt_from_host(client, 3 - i, part, 2, dims);
        traced.b[i] = pjrt_from_host(client, 3 - i, &one, 0, NULL);
    }
    pjrt_run(traced.executable, traced.a, traced.b);
    struct proto_writer message = trace_for(profiler, run_traced, &traced);
    assert_true(says(&message, "jit_step") && says(&message, "stablehlo.add tensor<4x8xf32>"));
    assert_null(traced.executable->compiled->idle->profiled);
    free(message.bytes);
    message = trace_for(profiler, wait_a_little, NULL);
    assert_int_equal(message.size, 0);
    free(message.bytes);
    profiler_extension.table->destroy(&(struct pjrt_profiler_args){.profiler = profiler});
    for (int i = 0; i < 4; i++) {
        pjrt_destroy(traced.a[i]);
        pjrt_destroy(traced.b[i]);
    }
    executable_destroy(&(struct pjrt_executable_args){.executable = traced.executable});
    assert_int_equal(client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* Traces begin and end meanwhile. */
static void test_threads(void **state) {
    (void)state;
    const int64_t dims[] = {4, 2};
    const float one = 1, part[8] = {3, 3, 3, 3, 3, 3, 3, 3};
    static struct crowd work;
    pthread_barrier_init(&work.round, NULL, 3);
    work.client = pjrt_new_client(4);
    work.step = pjrt_compile(work.client, pjrt_adding);
    work.twice = pjrt_compile(work.client, twice_text);
    for (int i = 0; i < 4; i++) {
        work.one[i] = pjrt_from_host(work.client, 3 - i, &one, 0, NULL);
        for (int round = 0; round < ROUNDS; round++) {
            work.seen[round][i] = pjrt_from_host(work.client, 3 - i, part, 2, dims);
        }
    }
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, do_work, &work), 0);
    }
    struct pjrt_profiler *profiler = new_profiler();
    for (int i = 0; i < 10; i++) {
        free(trace_for(profiler, wait_a_little, NULL).bytes);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    profiler_extension.table->destroy(&(struct pjrt_profiler_args){.profiler = profiler});
    pthread_barrier_destroy(&work.round);
    assert_int_equal(work.faults, 0);
    for (int i = 0; i < 4; i++) {
        pjrt_destroy(work.one[i]);
        for (int round = 0; round < ROUNDS; round++) {
            pjrt_destroy(work.seen[round][i]);
        }
    }
    executable_destroy(&(struct pjrt_executable_args){.executable = work.step});
    executable_destroy(&(struct pjrt_executable_args){.executable = work.twice});
    assert_null(work.client->programs);
    assert_int_equal(work.client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = work.client});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_traces),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
