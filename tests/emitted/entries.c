/* Several functions of one module: in one context, and in two contexts on two threads at the same
 * time, which is refused of one context. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entries/model.h"

enum { N = 512, ROUNDS = 50 };

static void fail(const char *what) {
    fprintf(stderr, "entries: %s\n", what);
    exit(1);
}

static void check_scaled(struct entries_context *context, float *y) {
    float x[N];
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
    }
    if (entries_scaled(context, y, x) != ENTRIES_OK) {
        fail("scaled");
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            if (y[i * N + j] != (float)(2 * (i / 128 + 1) * j)) {
                fail("a wrong product");
            }
        }
    }
}

static void check_small(struct entries_context *context) {
    const float x[4] = {1, 1, 1, 1};
    const int32_t four = 4;
    float y[4], state[64] = {3};
    uint8_t yes = 0;
    int32_t eight = 0, nine = 0;
    int64_t sevens[2];
    enum entries_status status = entries_main(context, &eight, &four);
    status = status == ENTRIES_OK ? entries_new_f1(context, y, &yes, x) : status;
    status = status == ENTRIES_OK ? entries_f_g(context, state, state) : status;
    status = status == ENTRIES_OK ? entries_f_g_f1(context, sevens) : status;
    status = status == ENTRIES_OK ? entries_f2_names(context, &nine) : status;
    if (status != ENTRIES_OK || eight != 8 || nine != 9 || yes != 1 || y[0] != 2 || y[3] != 5 ||
        state[0] != 6 || sevens[0] != 7 || sevens[1] != 8) {
        fail("small functions");
    }
}

/* All functions in turn, in a context of its own. */
static void *run_all(void *options) {
    struct entries_context *context;
    float *y = (float *)malloc(sizeof(float) * N * N);
    if (y == NULL || entries_new(&context, (struct entries_options *)options) != ENTRIES_OK) {
        fail("a context");
    }
    for (int i = 0; i < ROUNDS; i++) {
        check_scaled(context, y);
        check_small(context);
    }
    entries_free(context);
    free(y);
    return NULL;
}

static struct entries_context *lent_to;
static int lent, refused;

/* The caller's thread under several numbers; it asks the context for more, which is in a call. */
static void lend(void *user, int64_t count, int threads,
                 void (*task)(void *data, int64_t i, int thread), void *data) {
    const int32_t four = 4;
    int32_t eight = 0, nine = 0;
    lent += user == &lent && threads == 3;
    refused += entries_main(lent_to, &eight, &four) == ENTRIES_E_BUSY && eight == 0;
    for (int64_t i = 0; i < count; i++) {
        task(data, i, (int)i % threads);
    }
}

static void run_lent(void) {
    struct entries_options options;
    float *y = (float *)malloc(sizeof(float) * N * N);
    memset(&options, 0, sizeof options);
    options.threads = 3;
    options.parallel_for = lend;
    options.user = &lent;
    if (y == NULL || entries_new(&lent_to, &options) != ENTRIES_OK) {
        fail("a context with threads that are lent");
    }
    check_scaled(lent_to, y);
    check_small(lent_to);
    entries_free(lent_to);
    free(y);
    if (lent == 0 || refused != lent) {
        fail("no thread was asked for, or a second call went through");
    }
}

/* By the table, as ./run does. */
static void check_table(void) {
    const struct entries_function *first = &entries_functions[0];
    const struct entries_function *third = &entries_functions[ENTRIES_FUNCTIONS - 3];
    if (ENTRIES_FUNCTIONS != 6 || strcmp(first->name, "main") != 0 ||
        strcmp(third->name, "f.g") != 0 || third->inputs[0].donated_to != 0 ||
        first->inputs[0].donated_to != -1 || ENTRIES_NEW_F1_OUTPUTS != 2 ||
        entries_scaled_outputs[0].bytes != sizeof(float) * N * N) {
        fail("the table of functions");
    }
}

int main(void) {
    struct entries_options options;
    pthread_t thread;
    memset(&options, 0, sizeof options);
    options.threads = 2;
    check_table();
    run_lent();
    if (pthread_create(&thread, NULL, run_all, &options) != 0) {
        fail("no thread");
    }
    run_all(&options);
    pthread_join(thread, NULL);
    return 0;
}
