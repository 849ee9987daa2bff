/* Execution: buffers in, one run, buffers out. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* One call. */
struct run {
    const struct pjrt_execute_args *args;
    struct pjrt_executable *executable;
    struct compiled *compiled;
    struct pjrt_client *client;
    int devices;
    struct storage **taken; /* what the inputs lie in */
    const void **inputs;
    struct storage **made; /* what the outputs lie in */
    void **outputs;
};

/* --- inputs ----------------------------------------------------------------------------------- */

static struct pjrt_buffer *argument(const struct run *run, int device, int input) {
    return run->args->arguments[device][input];
}

static struct pjrt_error *check_argument(const struct run *run, int device, int input) {
    const struct pjrt_buffer *buffer = argument(run, device, input);
    const struct slot *slot = &run->compiled->inputs[input];
    if (!buffer->storage) {
        return error_new(PJRT_INVALID_ARGUMENT, "argument %d of %s has been deleted or donated",
                         input, run->compiled->name);
    }
    if (slot->is_token) {
        return NULL;
    }
    bool fits = buffer->type == slot->type && buffer->rank == slot->rank;
    for (int i = 0; i < slot->rank && fits; i++) {
        fits = buffer->dims[i] == slot->part_dims[i];
    }
    return fits ? NULL
                : error_new(PJRT_INVALID_ARGUMENT,
                            "argument %d of %s is not of the shape that the program was "
                            "compiled for",
                            input, run->compiled->name);
}

/* Whether elements lie as in the part of the tensor. */
static bool lies_as(const struct pjrt_buffer *buffer, const struct slot *slot) {
    return same_steps(slot->rank, slot->part_dims, buffer->steps, slot->steps);
}

/* The storage whose parts the buffers are, each the part of its device; NULL: there is none. Where
 * all hold everything, the first speaks for all. */
static struct storage *common_storage(const struct run *run, int input, const void **data) {
    const struct slot *slot = &run->compiled->inputs[input];
    struct pjrt_buffer *first = argument(run, 0, input);
    struct storage *storage = first->storage;
    if (slot->is_whole) {
        *data = storage->data + first->offset;
        return lies_as(first, slot) ? storage : NULL;
    }
    if (storage->bytes != slot->bytes) {
        return NULL;
    }
    for (int device = 0; device < run->devices; device++) {
        const struct pjrt_buffer *buffer = argument(run, device, input);
        if (buffer->storage != storage || buffer->offset != slot->offsets[device] ||
            !lies_as(buffer, slot)) {
            return NULL;
        }
    }
    *data = storage->data;
    return storage;
}

/* Whether a device before holds the same part. */
static bool is_repeated(const struct slot *slot, int device) {
    for (int other = 0; other < device; other++) {
        if (slot->offsets[other] == slot->offsets[device]) {
            return true;
        }
    }
    return false;
}

/* Puts the parts together; the buffers become views of the whole, so that the next run finds it. */
static struct pjrt_error *gather(struct run *run, int input) {
    const struct slot *slot = &run->compiled->inputs[input];
    struct storage *storage = storage_new(run->client, slot->bytes);
    if (!storage) {
        return error_no_memory();
    }
    for (int device = 0; device < run->devices; device++) {
        if (!is_repeated(slot, device)) {
            struct view from = buffer_elements(argument(run, device, input));
            struct view to = {storage->data + slot->offsets[device], slot->rank, slot->part_dims,
                              slot->steps, from.element};
            copy_view(&to, &from);
        }
    }
    for (int device = 0; device < run->devices; device++) {
        struct pjrt_buffer *buffer = argument(run, device, input);
        if (buffer->held == 0 && buffer->storage) {
            buffer_clear(buffer);
            buffer->storage = storage_share(storage);
            buffer->offset = slot->offsets[device];
            memcpy(buffer->steps, slot->steps, (size_t)slot->rank * sizeof *slot->steps);
        }
    }
    run->taken[input] = storage;
    run->inputs[input] = storage->data;
    return NULL;
}

/* The client is locked. */
static struct pjrt_error *take_input(struct run *run, int input) {
    static const bool token = true;
    int checked = run->compiled->inputs[input].is_whole ? 1 : run->devices;
    for (int device = 0; device < checked; device++) {
        struct pjrt_error *error = check_argument(run, device, input);
        if (error) {
            return error;
        }
    }
    if (run->compiled->inputs[input].is_token) {
        run->inputs[input] = &token;
        return NULL;
    }
    struct storage *storage = common_storage(run, input, &run->inputs[input]);
    if (!storage) {
        return gather(run, input);
    }
    run->taken[input] = storage_share(storage);
    return NULL;
}

static bool is_kept(const struct run *run, int input) {
    const struct pjrt_execute_options *options = run->args->options;
    for (size_t i = 0; options && i < options->kept_count; i++) {
        if (options->kept[i] == input) {
            return true;
        }
    }
    return false;
}

static bool is_given_up(const struct run *run, int input) {
    return run->compiled->inputs[input].is_given_up && !is_kept(run, input);
}

/* A buffer that the program may write on is no other argument too. The client is locked. */
static struct pjrt_error *check_donation(const struct run *run, int input) {
    struct pjrt_buffer *buffer = argument(run, 0, input);
    if (buffer->run != run->client->runs) {
        buffer->run = run->client->runs;
        buffer->argument = input;
        return NULL;
    }
    return is_given_up(run, input) || is_given_up(run, buffer->argument)
               ? error_new(PJRT_INVALID_ARGUMENT,
                           "arguments %d and %d of %s are one array, which is donated",
                           buffer->argument, input, run->compiled->name)
               : NULL;
}

static struct pjrt_error *take_inputs(struct run *run) {
    struct pjrt_error *error = NULL;
    pthread_mutex_lock(&run->client->lock);
    run->client->runs++;
    for (int i = 0; i < run->compiled->input_count && !error; i++) {
        error = check_donation(run, i);
    }
    for (int i = 0; i < run->compiled->input_count && !error; i++) {
        error = take_input(run, i);
    }
    client_unlock(run->client);
    return error;
}

/* --- donation --------------------------------------------------------------------------------- */

/* Nobody but this input's buffers looks into its memory. */
static bool is_ours_alone(const struct run *run, int input) {
    struct storage *storage = run->taken[input];
    int owners = 1; /* this run */
    if (!storage || storage->is_constant || run->inputs[input] != storage->data ||
        storage->bytes != run->compiled->inputs[input].bytes) {
        return false;
    }
    for (int device = 0; device < run->devices; device++) {
        const struct pjrt_buffer *buffer = argument(run, device, input);
        if (buffer->held > 0) {
            return false;
        }
        owners += buffer->storage == storage;
    }
    return atomic_load(&storage->references) == owners;
}

/* Finds the memory that outputs may have. */
static void take_donations(struct run *run) {
    pthread_mutex_lock(&run->client->lock);
    for (int i = 0; i < run->compiled->input_count; i++) {
        int output = run->compiled->inputs[i].donated_to;
        if (output >= 0 && !run->made[output] && !is_kept(run, i) && is_ours_alone(run, i)) {
            run->made[output] = storage_share(run->taken[i]);
            run->client->copied = NULL; /* it may be overwritten */
        }
    }
    client_unlock(run->client);
}

/* After the run: what was donated is gone. */
static void delete_donations(struct run *run) {
    pthread_mutex_lock(&run->client->lock);
    for (int i = 0; i < run->compiled->input_count; i++) {
        if (is_given_up(run, i)) {
            for (int device = 0; device < run->devices; device++) {
                buffer_clear(argument(run, device, i));
            }
        }
    }
    client_unlock(run->client);
}

/* --- outputs ---------------------------------------------------------------------------------- */

static struct pjrt_error *make_outputs(struct run *run) {
    for (int i = 0; i < run->compiled->output_count; i++) {
        if (!run->made[i]) {
            run->made[i] = storage_new(run->client, run->compiled->outputs[i].bytes);
        }
        if (!run->made[i]) {
            return error_new(PJRT_RESOURCE_EXHAUSTED,
                             "out of memory: result %d of %s takes %zu bytes", i,
                             run->compiled->name, run->compiled->outputs[i].bytes);
        }
        run->outputs[i] = run->made[i]->data;
    }
    return NULL;
}

static struct pjrt_device *device_of(const struct run *run, int device) {
    return run->args->device ? run->args->device : run->executable->devices[device];
}

static void drop_buffers(const struct run *run, int devices, int outputs_of_last) {
    for (int device = 0; device < devices; device++) {
        int count = device + 1 < devices ? run->compiled->output_count : outputs_of_last;
        for (int i = 0; i < count; i++) {
            struct pjrt_buffer_args args = {.buffer = run->args->outputs[device][i]};
            buffer_destroy(&args);
        }
    }
}

/* What a device gets of an output. */
static struct pjrt_buffer *output_buffer(const struct run *run, int device, int output) {
    const struct slot *slot = &run->compiled->outputs[output];
    if (slot->is_token) {
        return buffer_new(device_of(run, device), PJRT_TOKEN, 0, NULL, run->made[output], 0, NULL);
    }
    return buffer_new(device_of(run, device), slot->type, slot->rank, slot->part_dims,
                      run->made[output], slot->offsets[device], slot->steps);
}

static struct pjrt_error *give_outputs(const struct run *run) {
    for (int device = 0; device < run->devices; device++) {
        for (int i = 0; i < run->compiled->output_count; i++) {
            struct pjrt_buffer *buffer = output_buffer(run, device, i);
            if (!buffer) {
                drop_buffers(run, device + 1, i);
                return error_no_memory();
            }
            buffer_place(buffer, &buffer->device->memory[run->compiled->outputs[i].memory]);
            run->args->outputs[device][i] = buffer;
        }
    }
    return NULL;
}

static struct pjrt_error *give_events(const struct run *run) {
    for (int device = 0; run->args->events && device < run->devices; device++) {
        run->args->events[device] = event_past();
        if (!run->args->events[device]) {
            return error_no_memory();
        }
    }
    return NULL;
}

/* --- the call --------------------------------------------------------------------------------- */

static struct pjrt_error *run_program(struct run *run) {
    struct instance *instance;
    struct pjrt_error *error = compiled_borrow(run->compiled, &instance);
    if (error) {
        return error;
    }
    enum sdyc_status status = sdyc_run(instance->program, run->inputs, run->outputs);
    if (status != SDYC_OK) {
        int code = status == SDYC_E_MEMORY  ? PJRT_RESOURCE_EXHAUSTED
                   : status == SDYC_E_CHECK ? PJRT_FAILED_PRECONDITION
                                            : PJRT_INTERNAL;
        error = error_new(code, "%s", sdyc_error(instance->program));
    }
    compiled_give_back(run->compiled, instance);
    return error;
}

static struct pjrt_error *execute(struct run *run) {
    struct pjrt_error *error = take_inputs(run);
    if (error) {
        return error;
    }
    take_donations(run);
    error = make_outputs(run);
    if (!error) {
        error = run_program(run);
    }
    if (!error) {
        error = give_outputs(run);
    }
    delete_donations(run);
    return error ? error : give_events(run);
}

static void release_all(struct storage **storages, int count) {
    for (int i = 0; storages && i < count; i++) {
        storage_release(storages[i]);
    }
}

static struct pjrt_error *check_call(const struct pjrt_execute_args *args) {
    const struct pjrt_executable *executable = args->executable;
    if (executable->is_deleted) {
        return error_new(PJRT_FAILED_PRECONDITION, "the executable has been deleted");
    }
    if (args->device_count != (size_t)executable->device_count) {
        return error_new(PJRT_INVALID_ARGUMENT, "%zu devices are given to %s, which runs on %d",
                         args->device_count, executable->compiled->name, executable->device_count);
    }
    if (args->argument_count != (size_t)executable->compiled->input_count) {
        return error_new(PJRT_INVALID_ARGUMENT, "%zu arguments are given to %s, which takes %d",
                         args->argument_count, executable->compiled->name,
                         executable->compiled->input_count);
    }
    return NULL;
}

struct pjrt_error *executable_execute(struct pjrt_execute_args *args) {
    struct pjrt_error *error = check_call(args);
    if (error) {
        return error;
    }
    struct run run = {.args = args,
                      .executable = args->executable,
                      .compiled = compiled_share(args->executable->compiled),
                      .client = args->executable->client,
                      .devices = args->executable->device_count};
    size_t inputs = (size_t)run.compiled->input_count, outputs = (size_t)run.compiled->output_count;
    void **block = calloc(2 * (inputs + outputs) + 1, sizeof *block);
    if (block) {
        run.taken = (struct storage **)block;
        run.inputs = (const void **)(block + inputs);
        run.made = (struct storage **)(block + 2 * inputs);
        run.outputs = block + 2 * inputs + outputs;
        error = execute(&run);
        release_all(run.taken, (int)inputs);
        release_all(run.made, (int)outputs);
        free(block);
    }
    compiled_release(run.compiled);
    return block ? error : error_no_memory();
}
