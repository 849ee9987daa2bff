/* The inputs of a run: whole tensors, which the buffers of devices are parts of, or have to
 * become. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* A call, while its inputs are taken. */
struct call {
    struct run *run;
    const struct pjrt_execute_args *args;
    const struct compiled *compiled;
    struct pjrt_client *client;
    struct work *gathers; /* to be added to the queue, the last one first */
};

static struct pjrt_buffer *argument(const struct call *call, int device, int input) {
    return call->args->arguments[device][input];
}

static struct pjrt_error *check_argument(const struct call *call, int device, int input) {
    const struct pjrt_buffer *buffer = argument(call, device, input);
    const struct slot *slot = &call->compiled->inputs[input];
    if (!buffer->storage) {
        return error_new(PJRT_INVALID_ARGUMENT, "argument %d of %s has been deleted or donated",
                         input, call->compiled->name);
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
                            input, call->compiled->name);
}

/* Whether elements lie as in the part of the tensor. */
static bool lies_as(const struct pjrt_buffer *buffer, const struct slot *slot) {
    return same_steps(slot->rank, slot->part_dims, buffer->steps, slot->steps);
}

/* The storage whose parts the buffers are, each the part of its device; NULL: there is none. Where
 * all hold everything, the first speaks for all. */
static struct storage *common_storage(const struct call *call, int input, int64_t *offset) {
    const struct slot *slot = &call->compiled->inputs[input];
    struct pjrt_buffer *first = argument(call, 0, input);
    struct storage *storage = first->storage;
    if (slot->is_packed) {
        const struct storage *packed = first->packed;
        *offset = 0;
        return packed && storage_state(packed) != STORAGE_FAILED ? first->packed : NULL;
    }
    if (slot->is_whole || slot->is_token) {
        *offset = first->offset;
        return slot->is_token || lies_as(first, slot) ? storage : NULL;
    }
    if (storage->bytes != slot->bytes) {
        return NULL;
    }
    for (int device = 0; device < call->run->devices; device++) {
        const struct pjrt_buffer *buffer = argument(call, device, input);
        if (buffer->storage != storage || buffer->offset != slot->offsets[device] ||
            !lies_as(buffer, slot)) {
            return NULL;
        }
    }
    *offset = 0;
    return storage;
}

/* --- parts that are put together -------------------------------------------------------------- */

/* Whether a device before holds the same part. */
static bool is_repeated(const struct slot *slot, int device) {
    for (int other = 0; other < device; other++) {
        if (slot->offsets[other] == slot->offsets[device]) {
            return true;
        }
    }
    return false;
}

/* Two numbers in each byte, row by row. */
static void pack(const struct slot *slot, char *to, const char *data, const int64_t *steps) {
    enum { BITS = 4, LOW = 15 };
    const int last = slot->rank - 1;
    const int64_t step = steps[last], pairs = slot->dims[last] / 2;
    int64_t index[MOST_DIMS] = {0};
    for (size_t done = 0; done < slot->bytes; done += (size_t)pairs) {
        const char *from = data;
        for (int d = 0; d < last; d++) {
            from += index[d] * steps[d];
        }
        for (int64_t i = 0; i < pairs; i++) {
            const char *two = from + 2 * i * step;
            *to++ = (char)((two[0] & LOW) | (unsigned char)two[step] << BITS);
        }
        for (int d = last; d-- > 0 && ++index[d] == slot->dims[d];) {
            index[d] = 0;
        }
    }
}

static void copy_part(const struct slot *slot, int device, const struct storage *whole,
                      const char *data, const int64_t *steps) {
    if (slot->is_packed) {
        pack(slot, whole->data, data, steps);
        return;
    }
    size_t element = element_bytes(slot->type);
    struct strided_view from = {(char *)(uintptr_t)data, slot->rank, slot->part_dims, steps,
                                element};
    struct strided_view to = {whole->data + slot->offsets[device], slot->rank, slot->part_dims,
                              slot->steps, element};
    copy_view(&to, &from);
}

/* The array stays as it is, for all others; the next run finds the copy. */
static void keep_packed(struct pjrt_buffer *buffer, struct storage *packed) {
    storage_drop(buffer->packed);
    buffer->packed = storage_share(packed);
}

/* The buffers become views of the whole, so that the next run finds it. */
static void share_whole(const struct call *call, int input, struct storage *whole) {
    const struct slot *slot = &call->compiled->inputs[input];
    if (slot->is_packed) {
        keep_packed(argument(call, 0, input), whole);
        return;
    }
    for (int device = 0; device < call->run->devices; device++) {
        struct pjrt_buffer *buffer = argument(call, device, input);
        if (buffer->held == 0 && buffer->storage) {
            buffer_clear(buffer);
            buffer->storage = storage_share(whole);
            buffer->offset = slot->offsets[device];
            memcpy(buffer->steps, slot->steps, (size_t)slot->rank * sizeof *slot->steps);
        }
    }
}

static bool are_ready(const struct call *call, int input) {
    bool ready = true;
    for (int device = 0; device < call->run->devices; device++) {
        ready = ready && storage_state(argument(call, device, input)->storage) == STORAGE_READY;
    }
    return ready;
}

static struct pjrt_error *gather_now(const struct call *call, int input) {
    const struct slot *slot = &call->compiled->inputs[input];
    struct storage *whole = storage_new(call->client, slot->bytes);
    if (!whole) {
        return error_no_memory();
    }
    for (int device = 0; device < call->run->devices; device++) {
        const struct pjrt_buffer *buffer = argument(call, device, input);
        if (!is_repeated(slot, device)) {
            copy_part(slot, device, whole, buffer->storage->data + buffer->offset, buffer->steps);
        }
    }
    share_whole(call, input, whole);
    call->run->work.taken[input] = whole;
    return NULL;
}

/* The same as work of the queue, where parts are to be computed first. */
struct gather {
    struct work work; /* takes a part a device, or NULL where it is one before */
    const struct slot *slot;
    int64_t *offsets, *steps; /* of the parts in their storages */
    struct storage *whole;
};

static struct pjrt_error *perform_gather(struct work *work) {
    struct gather *gather = (struct gather *)work;
    pthread_mutex_lock(&work->client->lock);
    bool good = storage_reserve(gather->whole);
    pthread_mutex_unlock(&work->client->lock);
    if (!good) {
        return error_no_memory();
    }
    for (int device = 0; device < work->taken_count; device++) {
        const struct storage *part = work->taken[device];
        if (part) {
            copy_part(gather->slot, device, gather->whole, part->data + gather->offsets[device],
                      gather->steps + device * gather->slot->rank);
        }
    }
    return NULL;
}

/* One block with all that it needs, without its storages. */
static struct gather *gather_new(const struct call *call, const struct slot *slot) {
    size_t devices = (size_t)call->run->devices, rank = (size_t)slot->rank;
    struct gather *gather = calloc(1, sizeof *gather + devices * sizeof(struct storage *) +
                                          devices * (1 + rank) * sizeof(int64_t));
    struct storage *whole = storage_pending(call->client, slot->bytes);
    if (!gather || !whole) {
        free(gather);
        free(whole);
        return NULL;
    }
    gather->work = (struct work){.client = call->client,
                                 .perform = perform_gather,
                                 .taken_count = (int)devices,
                                 .made_count = 1,
                                 .taken = (struct storage **)(gather + 1),
                                 .made = &gather->whole,
                                 .bytes = 2 * slot->bytes};
    gather->slot = slot;
    gather->offsets = (int64_t *)(gather->work.taken + devices);
    gather->steps = gather->offsets + devices;
    gather->whole = whole;
    return gather;
}

static struct pjrt_error *gather_later(struct call *call, int input) {
    const struct slot *slot = &call->compiled->inputs[input];
    struct gather *gather = gather_new(call, slot);
    if (!gather) {
        return error_no_memory();
    }
    gather->work.compiled = call->run->work.compiled;
    gather->work.compiled->references++;
    for (int device = 0; device < call->run->devices; device++) {
        const struct pjrt_buffer *buffer = argument(call, device, input);
        if (!is_repeated(slot, device)) {
            gather->work.taken[device] = storage_share(buffer->storage);
            gather->offsets[device] = buffer->offset;
            memcpy(gather->steps + device * slot->rank, buffer->steps,
                   (size_t)slot->rank * sizeof *buffer->steps);
        }
    }
    if (slot->is_packed) {
        keep_packed(argument(call, 0, input), gather->whole);
    }
    call->run->work.taken[input] = storage_share(gather->whole);
    gather->work.next = call->gathers;
    call->gathers = &gather->work;
    return NULL;
}

/* --- all of them ------------------------------------------------------------------------------ */

static struct pjrt_error *take_input(struct call *call, int input) {
    struct run *run = call->run;
    int checked = call->compiled->inputs[input].is_whole ? 1 : run->devices;
    for (int device = 0; device < checked; device++) {
        struct pjrt_error *error = check_argument(call, device, input);
        if (error) {
            return error;
        }
    }
    struct storage *storage = common_storage(call, input, &run->offsets[input]);
    if (!storage) {
        return are_ready(call, input) ? gather_now(call, input) : gather_later(call, input);
    }
    run->work.taken[input] = storage_share(storage);
    return NULL;
}

static bool is_given_up(const struct call *call, int input) {
    return call->compiled->inputs[input].is_given_up && !call->run->is_kept[input];
}

/* A buffer that the program may write on is no other argument too. */
static struct pjrt_error *check_donation(const struct call *call, int input) {
    struct pjrt_buffer *buffer = argument(call, 0, input);
    if (buffer->run != call->client->runs) {
        buffer->run = call->client->runs;
        buffer->argument = input;
        return NULL;
    }
    return is_given_up(call, input) || is_given_up(call, buffer->argument)
               ? error_new(PJRT_INVALID_ARGUMENT,
                           "arguments %d and %d of %s are one array, which is donated",
                           buffer->argument, input, call->compiled->name)
               : NULL;
}

/* Adds the work that puts parts together, or drops it. */
static struct pjrt_error *add_gathers(struct call *call, struct pjrt_error *error) {
    while (call->gathers) {
        struct work *gather = call->gathers;
        call->gathers = gather->next;
        error = error ? error : queue_add(gather);
        if (error) {
            work_free(gather);
        }
    }
    return error;
}

struct pjrt_error *run_take_inputs(struct run *run, const struct pjrt_execute_args *args) {
    struct call call = {
        .run = run, .args = args, .compiled = run->work.compiled, .client = run->work.client};
    struct pjrt_error *error = NULL;
    pthread_mutex_lock(&call.client->lock);
    call.client->runs++;
    for (int i = 0; i < call.compiled->input_count && !error; i++) {
        error = check_donation(&call, i);
    }
    for (int i = 0; i < call.compiled->input_count && !error; i++) {
        error = take_input(&call, i);
    }
    client_unlock(call.client);
    return call.gathers ? add_gathers(&call, error) : error;
}

struct pjrt_error *run_keep_inputs(struct run *run) {
    for (int i = 0; i < run->work.taken_count; i++) {
        struct storage *lent = run->work.taken[i];
        if (storage_is_argument(lent)) {
            struct storage *own = storage_new(run->work.client, lent->bytes);
            if (!own) {
                return error_no_memory();
            }
            memcpy(own->data, lent->data, lent->bytes);
            run->work.taken[i] = own;
            storage_release(lent);
        }
    }
    return NULL;
}
