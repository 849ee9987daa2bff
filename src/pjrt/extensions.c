/* Extensions of the interface: shardings of inputs and outputs, and layouts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* --- shardings -------------------------------------------------------------------------------- */

static struct pjrt_error *parameter_shardings(struct pjrt_executable_texts_args *args) {
    struct pjrt_executable *executable = args->executable;
    struct compiled *compiled = executable->compiled;
    pthread_mutex_lock(&executable->client->lock);
    struct pjrt_error *error = shardings_make(&compiled->input_shardings, compiled->together.inputs,
                                              compiled->input_count);
    pthread_mutex_unlock(&executable->client->lock);
    args->count = (size_t)compiled->input_count;
    args->items = args->count > 0 ? compiled->input_shardings.messages : NULL;
    args->sizes = compiled->input_shardings.sizes;
    return error;
}

static struct pjrt_error *output_shardings(struct pjrt_executable_texts_args *args) {
    struct pjrt_executable *executable = args->executable;
    struct compiled *compiled = executable->compiled;
    pthread_mutex_lock(&executable->client->lock);
    struct pjrt_error *error = shardings_make(&compiled->output_shardings,
                                              compiled->together.outputs, compiled->output_count);
    pthread_mutex_unlock(&executable->client->lock);
    args->count = (size_t)compiled->output_count;
    args->items = args->count > 0 ? compiled->output_shardings.messages : NULL;
    args->sizes = compiled->output_shardings.sizes;
    return error;
}

static struct {
    struct pjrt_extension head;
    struct pjrt_error *(*parameters)(struct pjrt_executable_texts_args *args);
    struct pjrt_error *(*outputs)(struct pjrt_executable_texts_args *args);
} shardings = {
    .head = {sizeof shardings, PJRT_EXTENSION_SHARDINGS, &profiler_extension.head},
    .parameters = parameter_shardings,
    .outputs = output_shardings,
};

/* --- layouts ---------------------------------------------------------------------------------- */

static struct pjrt_error *layout_destroy(struct pjrt_memory_layout_args *args) {
    free(args->layout);
    return NULL;
}

/* As XLA writes layouts: "{1,0}", dimensions from the fastest on. */
static struct pjrt_error *layout_serialize(struct pjrt_memory_layout_bytes_args *args) {
    size_t capacity = 4 * MOST_DIMS + 3, size = 0;
    char *text = malloc(capacity);
    if (!text) {
        return error_no_memory();
    }
    text[size++] = '{';
    for (int i = 0; i < args->layout->rank; i++) {
        size += (size_t)snprintf(text + size, capacity - size, "%s%d", i > 0 ? "," : "",
                                 (int)args->layout->minor_to_major[i]);
    }
    text[size++] = '}';
    args->bytes = text;
    args->size = size;
    args->owner = text;
    args->release = free;
    return NULL;
}

static struct pjrt_error *default_layout(struct pjrt_default_layout_args *args) {
    int64_t steps[MOST_DIMS];
    if (args->rank > MOST_DIMS) {
        return error_new(PJRT_UNIMPLEMENTED, "an array of %zu dimensions", args->rank);
    }
    row_major_steps((int)args->rank, args->dims, 1, steps);
    args->layout = memory_layout_new((int)args->rank, args->dims, steps);
    return args->layout ? NULL : error_no_memory();
}

static struct pjrt_error *layout_of_buffer(struct pjrt_layout_of_args *args) {
    struct pjrt_client *client = args->buffer->device->client;
    pthread_mutex_lock(&client->lock); /* a run may lay the buffer elsewhere */
    args->layout = memory_layout_new(args->buffer->rank, args->buffer->dims, args->buffer->steps);
    pthread_mutex_unlock(&client->lock);
    return args->layout ? NULL : error_no_memory();
}

static struct pjrt_error *layouts_of_outputs(struct pjrt_executable_counted_args *args) {
    struct compiled *compiled = args->executable->compiled;
    pthread_mutex_lock(&compiled->client->lock);
    struct pjrt_error *error =
        memory_layouts_make(&compiled->output_layouts, compiled->outputs, compiled->output_count);
    pthread_mutex_unlock(&compiled->client->lock);
    args->count = (size_t)compiled->output_count;
    args->items = compiled->output_layouts;
    return error;
}

static struct pjrt_error *layouts_of_parameters(struct pjrt_executable_counted_args *args) {
    struct compiled *compiled = args->executable->compiled;
    pthread_mutex_lock(&compiled->client->lock);
    struct pjrt_error *error =
        memory_layouts_make(&compiled->input_layouts, compiled->inputs, compiled->input_count);
    pthread_mutex_unlock(&compiled->client->lock);
    args->count = (size_t)compiled->input_count;
    args->items = compiled->input_layouts;
    return error;
}

static struct {
    struct pjrt_extension head;
    struct pjrt_error *(*destroy)(struct pjrt_memory_layout_args *args);
    struct pjrt_error *(*serialize)(struct pjrt_memory_layout_bytes_args *args);
    struct pjrt_error *(*client_default)(struct pjrt_default_layout_args *args);
    struct pjrt_error *(*of_buffer)(struct pjrt_layout_of_args *args);
    struct pjrt_error *(*topology_default)(struct pjrt_default_layout_args *args);
    struct pjrt_error *(*of_outputs)(struct pjrt_executable_counted_args *args);
    struct pjrt_error *(*of_parameters)(struct pjrt_executable_counted_args *args);
} layouts = {
    .head = {sizeof layouts, PJRT_EXTENSION_LAYOUTS, &shardings.head},
    .destroy = layout_destroy,
    .serialize = layout_serialize,
    .client_default = default_layout,
    .of_buffer = layout_of_buffer,
    .topology_default = default_layout,
    .of_outputs = layouts_of_outputs,
    .of_parameters = layouts_of_parameters,
};

struct pjrt_extension *const first_extension = &layouts.head;
