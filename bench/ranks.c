/* Times the program of a folder that `sdyc emit` wrote, for bench/ranks.py:
 *
 *     [mpirun -np N] ranks RUNS THREADS INPUT...
 *
 * RUNS runs on inputs as `run` takes them. Prints the least time of a run in seconds, from where
 * all ranks are ready until all have ended; with more than one rank (-DRANKS), rank 0 does. */
#include "model.h"

#include "runtime/value.h"
#ifdef RANKS
#include "runtime/ranks_mpi.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 256 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *new_memory(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (memory == NULL) {
        exit(1);
    }
    memset(memory, 0, bytes);
    return memory;
}

static const struct model_function *find_function(struct model_context *context) {
#ifdef RANKS
    for (int i = 0; i < MODEL_FUNCTIONS; i++) {
        if (model_functions[i].ranks == model_ranks(context)) {
            return &model_functions[i];
        }
    }
    exit(1);
#else
    (void)context;
    return &model_functions[0];
#endif
}

static void *read_input(struct model_context *context, const struct model_tensor *tensor,
                        const char *text) {
    struct sdyrt_npy_error error;
    struct sdyrt_value expected, value;
    memset(&expected, 0, sizeof expected);
    expected.element = tensor->element;
    expected.rank = tensor->rank;
    for (int d = 0; d < tensor->rank; d++) {
#ifdef RANKS
        expected.dims[d] = tensor->whole_dims[d];
#else
        expected.dims[d] = tensor->dims[d];
#endif
    }
    if (!sdyrt_value_read(text, &expected, &value, &error)) {
        fprintf(stderr, "%s: %s\n", text, error.text);
        exit(1);
    }
#ifdef RANKS
    void *part = new_memory(tensor->bytes);
    model_take(context, tensor, value.data, part);
    return part;
#else
    (void)context;
    return value.data;
#endif
}

static int wait_for_all(struct model_context *context) {
#ifdef RANKS
    return model_all(context, 1);
#else
    (void)context;
    return 1;
#endif
}

static double least_time(struct model_context *context, int runs, char **inputs) {
    const struct model_function *function = find_function(context);
    const void *in[MOST];
    void *out[MOST];
    double least = 1e9;
    for (int i = 0; i < function->input_count; i++) {
        in[i] = read_input(context, &function->inputs[i], inputs[i]);
    }
    for (int i = 0; i < function->output_count; i++) {
        out[i] = new_memory(function->outputs[i].bytes);
    }
    for (int i = 0; i < runs; i++) {
        if (!wait_for_all(context)) {
            exit(1);
        }
        double begin = seconds();
        if (function->run(context, in, out) != MODEL_OK || !wait_for_all(context)) {
            exit(1);
        }
        double time = seconds() - begin;
        least = time < least ? time : least;
    }
    return least;
}

int main(int count, char **words) {
    struct model_options options;
    struct model_context *context;
    memset(&options, 0, sizeof options);
    if (count < 3) {
        return 1;
    }
    options.threads = atoi(words[2]);
#ifdef RANKS
    if (!sdyrt_mpi_begin()) {
        return 1;
    }
#endif
    if (model_new(&context, &options) != MODEL_OK) {
        return 1;
    }
    double least = least_time(context, atoi(words[1]), words + 3);
#ifdef RANKS
    if (model_rank(context) > 0) {
        least = 0;
    }
#endif
    if (least > 0) {
        printf("%.9f\n", least);
    }
    model_free(context);
#ifdef RANKS
    sdyrt_mpi_end(0);
#endif
    return 0;
}
