/* Execution: buffers in, one run, buffers out. The call returns before the run has ended, and may
 * return before it begins (queue.c). */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"
#include "pjrt/traces/trace.h"

/* Seconds that a call may take on the caller's thread: less than two threads need to tell each
 * other of it. */
static const double short_time = 100e-6;

/* --- the run ---------------------------------------------------------------------------------- */

/* Nobody but this run looks into the memory. */
static bool is_ours_alone(const struct run *run, int input) {
    const struct storage *storage = run->work.taken[input];
    return !storage->is_constant && run->offsets[input] == 0 &&
           storage->bytes == run->work.compiled->inputs[input].bytes &&
           atomic_load(&storage->references) == 1;
}

/* Outputs have memory of inputs that are theirs; the client is locked. */
static void take_donations(struct run *run) {
    const struct compiled *compiled = run->work.compiled;
    for (int i = 0; i < compiled->input_count; i++) {
        int output = compiled->inputs[i].donated_to;
        if (output >= 0 && !run->work.made[output]->data && !run->is_kept[i] &&
            is_ours_alone(run, i)) {
            storage_take_over(run->work.made[output], run->work.taken[i]);
            run->inputs[i] = run->work.made[output]->data;
        }
    }
}

/* Where inputs and outputs lie; the client is locked. */
static struct pjrt_error *place(struct run *run) {
    static const bool token = true;
    const struct compiled *compiled = run->work.compiled;
    for (int i = 0; i < compiled->input_count; i++) {
        bool is_token = compiled->inputs[i].is_token;
        run->inputs[i] =
            is_token ? (const char *)&token : run->work.taken[i]->data + run->offsets[i];
    }
    take_donations(run);
    for (int i = 0; i < compiled->output_count; i++) {
        if (!storage_reserve(run->work.made[i])) {
            return error_new(PJRT_RESOURCE_EXHAUSTED,
                             "out of memory: result %d of %s takes %zu bytes", i, compiled->name,
                             compiled->outputs[i].bytes);
        }
        run->outputs[i] = run->work.made[i]->data;
    }
    return NULL;
}

static struct pjrt_error *cancelled(void) {
    return error_new(PJRT_CANCELLED, "the run was stopped, for nobody waited for it any more");
}

/* Makes it known that it runs, so that it can be stopped. */
static struct pjrt_error *begin(struct run *run, struct sdyc_program *program) {
    pthread_mutex_lock(&run->work.client->lock);
    struct pjrt_error *error = run->work.is_forgotten ? cancelled() : place(run);
    run->program = program;
    pthread_mutex_unlock(&run->work.client->lock);
    return error;
}

/* From here on nobody stops it; what came too late is not to stop the next. */
static void end(struct run *run) {
    pthread_mutex_lock(&run->work.client->lock);
    if (run->work.is_forgotten) {
        sdyc_cancelled(run->program);
    }
    run->program = NULL;
    pthread_mutex_unlock(&run->work.client->lock);
}

static void stop(struct work *work) {
    const struct run *run = (const struct run *)work;
    if (run->program) {
        sdyc_cancel(run->program);
    }
}

static struct pjrt_error *error_of(enum sdyc_status status, const struct sdyc_program *program) {
    const struct sdyc_error *error = sdyc_run_error(program);
    int code = status == SDYC_E_MEMORY  ? PJRT_RESOURCE_EXHAUSTED
               : status == SDYC_E_CHECK ? PJRT_FAILED_PRECONDITION
               : status == SDYC_E_CALL  ? sdyc_error_call_code(error)
                                        : PJRT_INTERNAL;
    return status == SDYC_OK            ? NULL
           : status == SDYC_E_CANCELLED ? cancelled()
                                        : error_new(code, "%s", sdyc_error_text(error));
}

/* --- the ranks that a process is -------------------------------------------------------------- */

/* One of them, on a thread of its own. */
struct rank_run {
    const struct run *run;
    struct sdyc_program *program;
    const void **inputs;
    void **outputs;
    struct pjrt_error *error;
    pthread_t thread;
    bool is_begun;
};

/* Where its part of inputs and outputs lies. */
static void place_rank(struct rank_run *rank, int number) {
    const struct compiled *compiled = rank->run->work.compiled;
    for (int i = 0; i < compiled->input_count; i++) {
        rank->inputs[i] =
            (const char *)rank->run->inputs[i] + (size_t)number * compiled->inputs[i].rank_bytes;
    }
    for (int i = 0; i < compiled->output_count; i++) {
        rank->outputs[i] =
            (char *)rank->run->outputs[i] + (size_t)number * compiled->outputs[i].rank_bytes;
    }
}

static void *run_rank(void *data) {
    struct rank_run *rank = data;
    rank->error = error_of(sdyc_run(rank->program, rank->inputs, rank->outputs), rank->program);
    return NULL;
}

/* On this thread the last one; waits for all. Where a thread cannot be had the others are told. */
static struct pjrt_error *run_all_ranks(const struct run *run, struct rank_run *ranks, int count) {
    struct pjrt_error *error = NULL;
    for (int i = 0; i < count - 1 && !error; i++) {
        ranks[i].is_begun = pthread_create(&ranks[i].thread, NULL, run_rank, &ranks[i]) == 0;
        error = ranks[i].is_begun ? NULL : error_no_memory();
    }
    if (error) {
        compiled_give_up(run->work.compiled, error);
    } else {
        run_rank(&ranks[count - 1]);
    }
    for (int i = 0; i < count; i++) {
        if (ranks[i].is_begun) {
            pthread_join(ranks[i].thread, NULL);
        }
        if (error) {
            error_free(ranks[i].error);
        } else {
            error = ranks[i].error;
        }
    }
    return error;
}

static struct pjrt_error *run_ranks(const struct run *run, const struct instance *instance,
                                    struct sdyc_program *first) {
    const struct compiled *compiled = run->work.compiled;
    size_t count = (size_t)compiled->together.count;
    size_t pointers = (size_t)compiled->input_count + (size_t)compiled->output_count;
    struct rank_run *ranks = calloc(count, sizeof *ranks + pointers * sizeof(void *));
    if (!ranks) {
        return error_no_memory();
    }
    void **block = (void **)(ranks + count);
    for (size_t i = 0; i < count; i++) {
        ranks[i].run = run;
        ranks[i].program = i == 0 ? first : instance->others[i - 1];
        ranks[i].inputs = (const void **)(block + i * pointers);
        ranks[i].outputs = block + i * pointers + compiled->input_count;
        place_rank(&ranks[i], (int)i);
    }
    struct pjrt_error *error = run_all_ranks(run, ranks, (int)count);
    free(ranks);
    return error;
}

static struct pjrt_error *run_program(const struct run *run, struct sdyc_program *program) {
    return error_of(sdyc_run(program, run->inputs, run->outputs), program);
}

/* Seconds that it took are left in *seconds. */
static struct pjrt_error *execute(const struct run *run, struct instance *instance,
                                  struct sdyc_program *program, double *seconds) {
    int64_t start = trace_now();
    struct pjrt_error *error =
        instance->others ? run_ranks(run, instance, program) : run_program(run, program);
    int64_t stop = trace_now();
    *seconds = 1e-9 * (double)(stop - start);
    if (error && run->work.compiled->together.count > 0) {
        atomic_store(&run->work.client->has_parted, true);
    }
    if (program == instance->profiled) {
        trace_add_run(instance, start, stop, run->caller);
    }
    return error;
}

static struct pjrt_error *perform(struct work *work) {
    struct run *run = (struct run *)work;
    struct instance *instance;
    double seconds = 0;
    struct pjrt_error *error = compiled_borrow(work->compiled, &instance);
    if (error) {
        return error;
    }
    struct sdyc_program *program = instance_program(work->compiled, instance);
    error = begin(run, program);
    if (!error) {
        error = execute(run, instance, program, &seconds);
    }
    end(run);
    compiled_give_back(work->compiled, instance, seconds);
    return error;
}

static void refuse(struct work *work, const struct pjrt_error *error) {
    compiled_give_up(work->compiled, error);
}

/* --- the call --------------------------------------------------------------------------------- */

static struct pjrt_error *check_call(const struct pjrt_execute_args *args) {
    const struct pjrt_executable *executable = args->executable;
    if (executable->is_deleted) {
        return error_new(PJRT_FAILED_PRECONDITION, "the executable has been deleted");
    }
    if (args->device_count != (size_t)executable->device_count) {
        return error_new(PJRT_INVALID_ARGUMENT, "%zu devices are given to %s, which runs on %d",
                         args->device_count, executable->compiled->name, executable->device_count);
    }
    if (args->device_count > 0 &&
        args->argument_count != (size_t)executable->compiled->input_count) {
        return error_new(PJRT_INVALID_ARGUMENT, "%zu arguments are given to %s, which takes %d",
                         args->argument_count, executable->compiled->name,
                         executable->compiled->input_count);
    }
    return NULL;
}

static void note_kept(struct run *run, const struct pjrt_execute_options *options) {
    for (size_t i = 0; options && i < options->kept_count; i++) {
        if (options->kept[i] >= 0 && options->kept[i] < run->work.taken_count) {
            run->is_kept[options->kept[i]] = true;
        }
    }
}

/* By which JAX knows the call in its own part of a trace; 0: it says nothing. */
static uint64_t caller_of(const struct pjrt_execute_args *args) {
    const struct pjrt_extension *extension = trace_is_on() ? args->head.extension : NULL;
    while (extension && extension->type != PJRT_EXTENSION_PROFILER) {
        extension = extension->next;
    }
    return extension ? (uint64_t)((const struct pjrt_profiler_extension *)extension)->caller : 0;
}

/* One block, which takes and makes nothing yet; NULL: no memory. */
static struct run *run_new(const struct pjrt_execute_args *args) {
    struct compiled *compiled = args->executable->compiled;
    size_t inputs = (size_t)compiled->input_count, outputs = (size_t)compiled->output_count;
    size_t pointers = 2 * (inputs + outputs);
    size_t size =
        sizeof(struct run) + pointers * sizeof(void *) + inputs * (sizeof(int64_t) + sizeof(bool));
    struct run *run = malloc(size);
    if (!run) {
        return NULL;
    }
    memset(run, 0, size);
    void **block = (void **)(run + 1);
    run->work = (struct work){.client = args->executable->client,
                              .compiled = compiled_share(compiled),
                              .perform = perform,
                              .refuse = refuse,
                              .stop = stop,
                              .has_effect = compiled->has_effect,
                              .taken_count = (int)inputs,
                              .taken = (struct storage **)block,
                              .made = (struct storage **)(block + inputs)};
    run->devices = args->executable->device_count;
    run->caller = caller_of(args);
    run->inputs = (const void **)(block + inputs + outputs);
    run->outputs = block + 2 * inputs + outputs;
    run->offsets = (int64_t *)(block + pointers);
    run->is_kept = (bool *)(run->offsets + inputs);
    note_kept(run, args->options);
    return run;
}

static struct pjrt_error *make_outputs(struct run *run) {
    const struct compiled *compiled = run->work.compiled;
    for (int i = 0; i < compiled->output_count; i++) {
        run->work.made[i] = storage_pending(run->work.client, compiled->outputs[i].bytes);
        if (!run->work.made[i]) {
            return error_no_memory();
        }
        run->work.made_count++;
    }
    return NULL;
}

static void count_bytes(struct run *run) {
    for (int i = 0; i < run->work.taken_count; i++) {
        run->work.bytes += run->work.taken[i]->bytes;
    }
    for (int i = 0; i < run->work.made_count; i++) {
        run->work.bytes += run->work.made[i]->bytes;
    }
}

static void drop_outputs(const struct pjrt_execute_args *args, int devices, int outputs,
                         int outputs_of_last) {
    for (int device = 0; device < devices; device++) {
        int count = device + 1 < devices ? outputs : outputs_of_last;
        for (int i = 0; i < count; i++) {
            struct pjrt_buffer_args buffer = {.buffer = args->outputs[device][i]};
            buffer_destroy(&buffer);
        }
    }
}

/* What a device gets of an output. */
static struct pjrt_buffer *output_buffer(const struct run *run, struct pjrt_device *device,
                                         int number, int output) {
    const struct slot *slot = &run->work.compiled->outputs[output];
    struct storage *made = run->work.made[output];
    if (slot->is_token) {
        return buffer_new(device, PJRT_TOKEN, 0, NULL, made, 0, NULL);
    }
    return buffer_new(device, slot->type, slot->rank, slot->part_dims, made, slot->offsets[number],
                      slot->steps);
}

static struct pjrt_error *give_outputs(const struct run *run,
                                       const struct pjrt_execute_args *args) {
    for (int number = 0; number < run->devices; number++) {
        struct pjrt_device *device =
            args->device ? args->device : args->executable->devices[number];
        for (int i = 0; i < run->work.made_count; i++) {
            struct pjrt_buffer *buffer = output_buffer(run, device, number, i);
            if (!buffer) {
                drop_outputs(args, number + 1, run->work.made_count, i);
                return error_no_memory();
            }
            buffer_place(buffer, &device->memory[run->work.compiled->outputs[i].memory]);
            args->outputs[number][i] = buffer;
        }
    }
    return NULL;
}

static bool is_donated(const struct run *run, int input) {
    return run->work.compiled->inputs[input].is_given_up && !run->is_kept[input];
}

/* What is donated is gone from now on. */
static void delete_donations(const struct run *run, const struct pjrt_execute_args *args) {
    int first = 0, count = run->work.taken_count;
    while (first < count && !is_donated(run, first)) {
        first++;
    }
    if (first == count) {
        return;
    }
    pthread_mutex_lock(&run->work.client->lock);
    for (int i = first; i < count; i++) {
        for (int device = 0; is_donated(run, i) && device < run->devices; device++) {
            buffer_clear(args->arguments[device][i]);
        }
    }
    client_unlock(run->work.client);
}

/* Whether it is so short that it runs on the caller's thread, if it may. */
static bool runs_now(const struct run *run) {
    const struct compiled *compiled = run->work.compiled;
    pthread_mutex_lock(&run->work.client->lock);
    /* What waits for other processes is waited for by nobody who has not asked for it. */
    bool now = !compiled->has_call && compiled->together.count == 0 && compiled->seconds >= 0 &&
               compiled->seconds < short_time && queue_may_pass(&run->work);
    pthread_mutex_unlock(&run->work.client->lock);
    return now;
}

/* `done` is shared with the caller, an owner a device. */
static void give_events(const struct pjrt_execute_args *args, struct pjrt_event *done) {
    for (size_t device = 0; args->events && device < args->device_count; device++) {
        args->events[device] = event_share(done);
    }
}

/* Runs it now; what it takes and makes stays with the buffers. */
static struct pjrt_error *run_now(struct run *run, const struct pjrt_execute_args *args) {
    delete_donations(run, args);
    struct pjrt_error *error = queue_pass(&run->work);
    if (error) {
        drop_outputs(args, run->devices, run->work.made_count, run->work.made_count);
    } else {
        struct pjrt_event *past = event_past();
        give_events(args, past);
        event_release(past);
    }
    work_free(&run->work);
    return error;
}

/* Gives it to the queue, after which it is not ours. */
static struct pjrt_error *run_later(struct run *run, const struct pjrt_execute_args *args) {
    struct pjrt_error *error = run_keep_inputs(run);
    struct pjrt_event *done = error ? NULL : event_future();
    if (!error && !done) {
        error = error_no_memory();
    }
    if (!error) {
        run->work.done = event_share(done);
        count_bytes(run);
        delete_donations(run, args);
        error = queue_add(&run->work);
    }
    if (error) {
        drop_outputs(args, run->devices, run->work.made_count, run->work.made_count);
        work_free(&run->work);
    } else {
        give_events(args, done);
    }
    event_release(done);
    return error;
}

struct pjrt_error *executable_execute(struct pjrt_execute_args *args) {
    struct pjrt_error *error = check_call(args);
    if (error || args->device_count == 0) { /* other processes run it */
        return error;
    }
    struct run *run = run_new(args);
    if (!run) {
        return error_no_memory();
    }
    error = run_take_inputs(run, args);
    error = error ? error : make_outputs(run);
    error = error ? error : give_outputs(run, args);
    if (error) {
        work_free(&run->work);
    } else if (runs_now(run)) {
        error = run_now(run, args);
    } else {
        error = run_later(run, args);
    }
    storage_note_call();
    return error;
}
