#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for posix_memalign */
#endif
#include "ffi.h"

#include "catch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- errors --- */

struct sdyrt_ffi_error {
    int code;
    char message[];
};

static struct sdyrt_ffi_error *new_error(int code, const char *message) {
    size_t length = strlen(message);
    struct sdyrt_ffi_error *error = malloc(sizeof *error + length + 1);
    if (error != NULL) {
        error->code = code;
        memcpy(error->message, message, length + 1);
    }
    return error;
}

static struct sdyrt_ffi_error *error_create(struct sdyrt_ffi_error_args *args) {
    return new_error(args->code, args->message != NULL ? args->message : "");
}

static void error_message(struct sdyrt_ffi_message_args *args) {
    args->message = args->error->message;
}

static void error_destroy(struct sdyrt_ffi_message_args *args) {
    free(args->error);
}

/* --- what a program of one processor has not --- */

static struct sdyrt_ffi_error *no_registration(void *args) {
    (void)args;
    return new_error(SDYRT_FFI_UNIMPLEMENTED, "sdyc is told of handlers by sdyc_register_call");
}

static struct sdyrt_ffi_error *no_stream(void *args) {
    (void)args;
    return new_error(SDYRT_FFI_UNIMPLEMENTED, "sdyc has no streams: it runs on processors");
}

static struct sdyrt_ffi_error *no_context(void *args) {
    (void)args;
    return new_error(SDYRT_FFI_UNIMPLEMENTED, "sdyc has no context of a user's for handlers");
}

/* --- types of states --- */

struct type {
    struct type *next;
    int64_t number;
    void (*destroy)(void *value);
};
/* Of the process, as the numbers are. */
static pthread_mutex_t types_lock = PTHREAD_MUTEX_INITIALIZER;
static struct type *types;
/* Numbers from here on are ours: those that libraries choose themselves are small. */
static int64_t next_type = (int64_t)1 << 32;

/* NULL: there is none. The lock is held. */
static struct type *find_type(int64_t number) {
    struct type *type = types;
    while (type != NULL && type->number != number) {
        type = type->next;
    }
    return type;
}

/* One that has a number already keeps it: whoever else calls the library knows it by that. */
static struct sdyrt_ffi_error *type_register(struct sdyrt_ffi_type_args *args) {
    struct sdyrt_ffi_error *error = NULL;
    pthread_mutex_lock(&types_lock);
    *args->type = *args->type == 0 ? next_type++ : *args->type;
    struct type *type = find_type(*args->type);
    if (type == NULL && (type = malloc(sizeof *type)) != NULL) {
        *type = (struct type){.next = types, .number = *args->type};
        types = type;
    }
    if (type == NULL) {
        error = new_error(8, "out of memory");
    } else if (args->info != NULL) {
        type->destroy = args->info->destroy;
    }
    pthread_mutex_unlock(&types_lock);
    return error;
}

void sdyrt_ffi_end_state(struct sdyrt_ffi_state *state) {
    pthread_mutex_lock(&types_lock);
    const struct type *type = state->type != 0 ? find_type(state->type) : NULL;
    void (*destroy)(void *value) = type != NULL ? type->destroy : NULL;
    pthread_mutex_unlock(&types_lock);
    if (destroy != NULL && state->value != NULL) {
        destroy(state->value);
    }
    *state = (struct sdyrt_ffi_state){0};
}

/* --- the context of a call: blocks of memory, each behind its link, and states --- */

struct block {
    struct block *next;
    void *data;
};
struct sdyrt_ffi_context {
    struct block *blocks;
    struct sdyrt_ffi_place place;
};

/* --- states --- */

const char *sdyrt_ffi_stage_name(int stage) {
    static const char *const names[] = {"instantiate", "prepare", "initialize", "execute"};
    return stage >= 0 && stage <= SDYRT_FFI_EXECUTE ? names[stage] : "of that number";
}

/* "BEFORE the stage NAME AFTER", without blanks where there is nothing before. */
static struct sdyrt_ffi_error *state_error(int code, const char *before, int stage,
                                           const char *after) {
    char message[128];
    snprintf(message, sizeof message, "%sthe stage %s %s", before, sdyrt_ffi_stage_name(stage),
             after);
    return new_error(code, message);
}

/* That of a stage; NULL: the call has none. */
static struct sdyrt_ffi_state *state_of(const struct sdyrt_ffi_state_args *args) {
    struct sdyrt_ffi_state *states = args->context->place.states;
    int has_state = states != NULL && args->stage >= 0 && args->stage < SDYRT_FFI_EXECUTE;
    return has_state ? &states[args->stage] : NULL;
}

static struct sdyrt_ffi_error *state_set(struct sdyrt_ffi_state_args *args) {
    struct sdyrt_ffi_state *state = state_of(args);
    if (state == NULL) {
        return state_error(SDYRT_FFI_FAILED_PRECONDITION, "", args->stage, "has no state");
    }
    if (state->type != 0) {
        return state_error(SDYRT_FFI_FAILED_PRECONDITION, "", args->stage,
                           "has set its state already");
    }
    pthread_mutex_lock(&types_lock);
    int is_known = *args->type != 0 && find_type(*args->type) != NULL;
    pthread_mutex_unlock(&types_lock);
    if (!is_known) {
        return state_error(SDYRT_FFI_INVALID_ARGUMENT, "the type of the state that ", args->stage,
                           "sets has not been registered");
    }
    *state = (struct sdyrt_ffi_state){*args->type, args->state};
    return NULL;
}

static struct sdyrt_ffi_error *state_get(struct sdyrt_ffi_state_args *args) {
    const struct sdyrt_ffi_state *state = state_of(args);
    if (state == NULL || state->type == 0) {
        return state_error(SDYRT_FFI_NOT_FOUND, "", args->stage, "has set no state");
    }
    if (state->type != *args->type) {
        return state_error(SDYRT_FFI_INVALID_ARGUMENT, "the state that ", args->stage,
                           "has set is of another type");
    }
    args->state = state->value;
    return NULL;
}

/* --- memory --- */

static struct sdyrt_ffi_error *memory_allocate(struct sdyrt_ffi_allocate_args *args) {
    size_t alignment = args->alignment > 64 ? args->alignment : 64;
    struct block *block = malloc(sizeof *block);
    int is_power = (alignment & (alignment - 1)) == 0;
    void *data = NULL;
    if (block == NULL || !is_power || args->size > SIZE_MAX / 2 ||
        posix_memalign(&data, alignment, args->size > 0 ? args->size : 1) != 0) {
        free(block);
        return new_error(8, "out of memory");
    }
    *block = (struct block){args->context->blocks, data};
    args->context->blocks = block;
    args->data = data;
    return NULL;
}

static struct sdyrt_ffi_error *memory_free(struct sdyrt_ffi_free_args *args) {
    struct block **at = &args->context->blocks;
    while (*at != NULL && (*at)->data != args->data) {
        at = &(*at)->next;
    }
    if (*at == NULL) {
        return new_error(SDYRT_FFI_INVALID_ARGUMENT, "no memory of this call");
    }
    struct block *block = *at;
    *at = block->next;
    free(block->data);
    free(block);
    return NULL;
}

static void free_blocks(struct sdyrt_ffi_context *context) {
    while (context->blocks != NULL) {
        struct block *block = context->blocks;
        context->blocks = block->next;
        free(block->data);
        free(block);
    }
}

/* --- threads: a task is done at once, by the one that asks --- */

static struct sdyrt_ffi_error *threads_schedule(struct sdyrt_ffi_schedule_args *args) {
    args->task(args->data);
    return NULL;
}

static struct sdyrt_ffi_error *threads_count(struct sdyrt_ffi_threads_args *args) {
    *args->threads = 1;
    return NULL;
}

/* --- futures --- */

struct sdyrt_ffi_future {
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    int is_ended;
    struct sdyrt_ffi_error *error;
};

static struct sdyrt_ffi_error *future_create(struct sdyrt_ffi_future_args *args) {
    args->future = calloc(1, sizeof *args->future);
    if (args->future == NULL) {
        return new_error(8, "out of memory");
    }
    pthread_mutex_init(&args->future->mutex, NULL);
    pthread_cond_init(&args->future->ended, NULL);
    return NULL;
}

static void end_future(struct sdyrt_ffi_future *future, struct sdyrt_ffi_error *error) {
    pthread_mutex_lock(&future->mutex);
    future->is_ended = 1;
    future->error = error;
    pthread_cond_signal(&future->ended);
    pthread_mutex_unlock(&future->mutex);
}

static struct sdyrt_ffi_error *future_available(struct sdyrt_ffi_future_args *args) {
    end_future(args->future, NULL);
    return NULL;
}

static struct sdyrt_ffi_error *future_error(struct sdyrt_ffi_future_args *args) {
    end_future(args->future, args->error);
    return NULL;
}

/* Waits, and releases it. */
static struct sdyrt_ffi_error *await(struct sdyrt_ffi_future *future) {
    pthread_mutex_lock(&future->mutex);
    while (!future->is_ended) {
        pthread_cond_wait(&future->ended, &future->mutex);
    }
    struct sdyrt_ffi_error *error = future->error;
    pthread_mutex_unlock(&future->mutex);
    pthread_mutex_destroy(&future->mutex);
    pthread_cond_destroy(&future->ended);
    free(future);
    return error;
}

/* --- the rest --- */

static struct sdyrt_ffi_error *run_get(struct sdyrt_ffi_run_args *args) {
    args->run = 0;
    return NULL;
}

static struct sdyrt_ffi_error *device_get(struct sdyrt_ffi_device_args *args) {
    args->device = (int32_t)args->context->place.device;
    return NULL;
}

const struct sdyrt_ffi_api *sdyrt_ffi_api(void) {
    static const struct sdyrt_ffi_api api = {
        .struct_size = sizeof api,
        .version = {.struct_size = sizeof api.version,
                    .major = SDYRT_FFI_MAJOR,
                    .minor = SDYRT_FFI_MINOR},
        .error_create = error_create,
        .error_message = error_message,
        .error_destroy = error_destroy,
        .handler_register = no_registration,
        .stream_get = no_stream,
        .type_register = type_register,
        .context_get = no_context,
        .state_set = state_set,
        .state_get = state_get,
        .memory_allocate = memory_allocate,
        .memory_free = memory_free,
        .threads_schedule = threads_schedule,
        .threads_count = threads_count,
        .future_create = future_create,
        .future_available = future_available,
        .future_error = future_error,
        .run_get = run_get,
        .device_get = device_get,
    };
    return &api;
}

int sdyrt_ffi_call(sdyrt_ffi_handler *handler, struct sdyrt_ffi_frame *frame,
                   struct sdyrt_ffi_place place, char *message, size_t size, int *code) {
    int threw;
    struct sdyrt_ffi_context context = {.place = place};
    frame->struct_size = offsetof(struct sdyrt_ffi_frame, future);
    frame->api = sdyrt_ffi_api();
    frame->context = &context;
    frame->future = NULL;
    struct sdyrt_ffi_error *error = sdyrt_catch(handler, frame, &threw);
    if (threw) {
        error = new_error(SDYRT_FFI_INTERNAL, "a C++ exception in the handler");
    } else if (error == NULL && frame->future != NULL) {
        error = await(frame->future);
    }
    free_blocks(&context);
    *code = SDYRT_FFI_INTERNAL; /* where there is no memory to say more */
    if (threw && error == NULL) {
        snprintf(message, size, "out of memory");
        return 0;
    }
    if (error != NULL) {
        snprintf(message, size, "%s", error->message);
        *code = error->code;
        free(error);
        return 0;
    }
    return 1;
}
