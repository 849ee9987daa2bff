/* Arrays that go from the devices of a process to those of another one: JAX asks the one to send
 * them, the other to receive them. Both are work in the queue, as programs of several processes
 * are, so that they come in the order in which each process is asked. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* An array under way. It is sent in row-major order, whatever its layouts here and there. */
struct crossing {
    struct work work; /* takes what is sent, or makes what comes */
    struct storage *storage;
    int process; /* the other one */
    uint64_t tag;
    int64_t offset; /* of the array in its storage */
    size_t element, bytes;
    int rank;
    int64_t numbers[]; /* dims, and the steps here */
};

/* Messages between two devices come in their order, others when they will. */
static uint64_t tag_of(int from, int to) {
    return (uint64_t)from << 32 | (uint32_t)to;
}

/* --- the work --------------------------------------------------------------------------------- */

static void refuse(struct work *work, const struct pjrt_error *error) {
    sdyc_ranks_give_up(work->client->ranks, error_text(error));
    atomic_store(&work->client->has_parted, true);
}

static struct pjrt_error *carry(struct crossing *crossing, char *data) {
    struct sdyc_ranks *ranks = crossing->work.client->ranks;
    struct sdyc_error *failure;
    enum sdyc_status status = crossing->work.taken_count > 0
                                  ? sdyc_ranks_send(ranks, crossing->process, crossing->tag, data,
                                                    crossing->bytes, &failure)
                                  : sdyc_ranks_receive(ranks, crossing->process, crossing->tag,
                                                       data, crossing->bytes, &failure);
    if (status == SDYC_OK) {
        return NULL;
    }
    struct pjrt_error *error = error_new(PJRT_UNAVAILABLE, "%s", sdyc_error_text(failure));
    sdyc_error_free(failure);
    refuse(&crossing->work, error);
    return error;
}

static struct pjrt_error *perform(struct work *work) {
    struct crossing *crossing = (struct crossing *)work;
    const int64_t *dims = crossing->numbers, *steps = dims + crossing->rank;
    int64_t dense[MOST_DIMS];
    struct strided_view here = {crossing->storage->data + crossing->offset, crossing->rank, dims,
                                steps, crossing->element};
    struct strided_view sent = {here.data, crossing->rank, dims, dense, crossing->element};
    row_major_steps(crossing->rank, dims, crossing->element, dense);
    bool is_dense = same_steps(crossing->rank, dims, steps, dense);
    sent.data = is_dense ? here.data : malloc(crossing->bytes + 1);
    if (!sent.data) {
        refuse(work, error_no_memory());
        return error_no_memory();
    }
    if (!is_dense && work->taken_count > 0) {
        copy_view(&sent, &here);
    }
    struct pjrt_error *error = carry(crossing, sent.data);
    if (!is_dense && work->made_count > 0 && !error) {
        copy_view(&here, &sent);
    }
    if (!is_dense) {
        free(sent.data);
    }
    return error;
}

/* Takes or makes nothing yet; NULL: no memory. */
static struct crossing *crossing_new(struct pjrt_client *client, int rank, const int64_t *dims,
                                     const int64_t *steps, size_t element) {
    size_t numbers = (size_t)rank;
    struct crossing *crossing = calloc(1, sizeof *crossing + 2 * numbers * sizeof *dims);
    if (crossing) {
        crossing->work =
            (struct work){.client = client, .perform = perform, .refuse = refuse, .has_effect = 1};
        crossing->rank = rank;
        crossing->element = element;
        crossing->bytes = element;
        for (int i = 0; i < rank; i++) {
            crossing->bytes *= (size_t)dims[i];
        }
        crossing->work.bytes = crossing->bytes;
        memcpy(crossing->numbers, dims, numbers * sizeof *dims);
        memcpy(crossing->numbers + rank, steps, numbers * sizeof *steps);
    }
    return crossing;
}

/* After an error it is no more. */
static struct pjrt_error *add(struct crossing *crossing) {
    struct pjrt_error *error = queue_add(&crossing->work);
    if (error) {
        work_free(&crossing->work);
    }
    return error;
}

static struct pjrt_error *process_of(const struct pjrt_client *client, int device, int *process) {
    bool is_there = client->ranks && device >= 0 && device < client->device_count &&
                    client->devices[device].process != client->process;
    *process = is_there ? client->devices[device].process : -1;
    return is_there
               ? NULL
               : error_new(PJRT_INVALID_ARGUMENT, "device %d is not of another process", device);
}

/* --- sending ---------------------------------------------------------------------------------- */

/* What a buffer holds now: a run may lay it elsewhere. */
static struct pjrt_error *take_buffer(struct pjrt_buffer *buffer, struct crossing **taken) {
    struct pjrt_client *client = buffer->device->client;
    pthread_mutex_lock(&client->lock);
    struct crossing *crossing = crossing_new(client, buffer->rank, buffer->dims, buffer->steps,
                                             element_bytes(buffer->type));
    if (crossing && buffer->storage) {
        crossing->storage = storage_share(buffer->storage);
        crossing->offset = buffer->offset;
        crossing->work.taken = &crossing->storage;
        crossing->work.taken_count = 1;
    }
    bool is_deleted = !buffer->storage;
    pthread_mutex_unlock(&client->lock);
    *taken = crossing;
    return is_deleted ? error_new(PJRT_INVALID_ARGUMENT, "the buffer has been deleted or donated")
           : crossing ? NULL
                      : error_no_memory();
}

static struct pjrt_error *send_buffer(struct pjrt_buffer *buffer, int target,
                                      struct pjrt_event **event) {
    struct crossing *crossing = NULL;
    int process;
    struct pjrt_error *error = process_of(buffer->device->client, target, &process);
    error = error ? error : take_buffer(buffer, &crossing);
    struct pjrt_event *done = error ? NULL : event_future();
    if (!done) {
        if (crossing) {
            work_free(&crossing->work);
        }
        return error ? error : error_no_memory();
    }
    crossing->process = process;
    crossing->tag = tag_of(buffer->device->id, target);
    crossing->work.done = event_share(done);
    error = add(crossing);
    *event = error ? NULL : event_share(done);
    event_release(done);
    return error;
}

static struct pjrt_error *send_buffers(struct pjrt_send_args *args) {
    for (size_t i = 0; i < args->count; i++) {
        struct pjrt_error *error =
            send_buffer(args->buffers[i], args->targets[i], &args->events[i]);
        if (error) {
            for (size_t before = 0; before < i; before++) {
                event_release(args->events[before]);
            }
            return error;
        }
    }
    return NULL;
}

/* --- receiving -------------------------------------------------------------------------------- */

/* Memory for what comes, and the buffer that it is to be. */
static struct pjrt_error *make_buffer(struct pjrt_device *device,
                                      const struct pjrt_shape_spec *shape,
                                      const struct pjrt_layout *layout, struct crossing **made,
                                      struct pjrt_buffer **buffer) {
    struct array_plan plan;
    struct pjrt_error *error = array_plan(shape, layout, &plan);
    if (error) {
        return error;
    }
    struct crossing *crossing = crossing_new(device->client, (int)shape->rank, shape->dims,
                                             plan.steps, element_bytes(shape->type));
    struct storage *storage = crossing ? storage_pending(device->client, plan.bytes) : NULL;
    *made = crossing;
    if (!storage) {
        return error_no_memory();
    }
    crossing->storage = storage; /* which is the work's from here on */
    crossing->work.made = &crossing->storage;
    crossing->work.made_count = 1;
    if (storage_reserve(storage)) {
        *buffer =
            buffer_new(device, shape->type, (int)shape->rank, shape->dims, storage, 0, plan.steps);
    }
    return *buffer ? NULL : error_no_memory();
}

static void destroy(struct pjrt_buffer *buffer) {
    struct pjrt_buffer_args args = {.buffer = buffer};
    if (buffer) {
        buffer_destroy(&args);
    }
}

static struct pjrt_error *receive_buffer(const struct pjrt_receive_args *args, size_t number,
                                         struct pjrt_buffer **buffer) {
    const struct pjrt_shape_spec shape = {
        {0}, args->dims[number], args->ranks[number], args->types[number]};
    struct crossing *crossing = NULL;
    int process;
    *buffer = NULL;
    struct pjrt_error *error = process_of(args->client, args->sources[number], &process);
    error = error ? error
                  : make_buffer(args->device, &shape, args->layouts ? args->layouts[number] : NULL,
                                &crossing, buffer);
    if (error) {
        if (crossing) {
            work_free(&crossing->work);
        }
    } else {
        crossing->process = process;
        crossing->tag = tag_of(args->sources[number], args->device->id);
        error = add(crossing);
    }
    if (error) {
        destroy(*buffer);
    }
    return error;
}

static struct pjrt_error *receive_buffers(struct pjrt_receive_args *args) {
    for (size_t i = 0; i < args->count; i++) {
        struct pjrt_error *error = receive_buffer(args, i, &args->buffers[i]);
        if (error) {
            for (size_t before = 0; before < i; before++) {
                destroy(args->buffers[before]);
            }
            return error;
        }
    }
    return NULL;
}

/* --- the extension ---------------------------------------------------------------------------- */

/* The older way, by descriptions of memory, which jaxlib tries where ours is not to be had. */
static struct pjrt_error *describe_memory(void *args) {
    (void)args;
    return error_new(PJRT_UNIMPLEMENTED, "arrays go between processes by the ids of devices alone");
}

static struct {
    struct pjrt_extension head;
    struct pjrt_error *(*describe)(void *args);
    void (*send_to_memory)(void *args); /* that nobody has described */
    struct pjrt_error *(*receive)(struct pjrt_receive_args *args);
    struct pjrt_error *(*send)(struct pjrt_send_args *args);
} crossings = {
    .head = {sizeof crossings, PJRT_EXTENSION_TRANSFERS, NULL},
    .describe = describe_memory,
    .receive = receive_buffers,
    .send = send_buffers,
};

__attribute__((visibility("default"))) void sdyc_python_crossings(void) {
    profiler_extension.head.next = &crossings.head;
}
