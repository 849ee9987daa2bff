/* Functions that programs call: those that users of JAX register, and functions of Python.
 *
 * A callback of Python is a custom call with a number. One function of Python's side, which is
 * told once, is given the number, the arguments and the memory of the results.
 */
#include <stdlib.h>
#include <string.h>

#include "ffi.h"
#include "lapack.h"
#include "pjrt/objects.h"

/* Of the process: functions are registered before there is a client. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sdyc_calls *calls;
static sdyc_python_function *python;

/* --- callbacks -------------------------------------------------------------------------------- */

static struct sdyrt_ffi_error *callback_error(const struct sdyrt_ffi_frame *frame, int code,
                                              const char *message) {
    struct sdyrt_ffi_error_args args = {
        .struct_size = sizeof args, .message = message, .code = code};
    return frame->api->error_create(&args);
}

/* The attribute that numbers the callback; false where there is none. */
static bool callback_index(const struct sdyrt_ffi_frame *frame, uint64_t *index) {
    for (int64_t i = 0; i < frame->attrs.size; i++) {
        const struct sdyrt_ffi_span *name = frame->attrs.names[i];
        const struct sdyrt_ffi_scalar *scalar = frame->attrs.values[i];
        if (name->length == strlen("index") && memcmp(name->text, "index", name->length) == 0 &&
            frame->attrs.kinds[i] == SDYRT_FFI_SCALAR && scalar->type == SDYRT_FFI_U64) {
            memcpy(index, scalar->value, sizeof *index);
            return true;
        }
    }
    return false;
}

static struct sdyrt_ffi_error *run_callback(const struct sdyrt_ffi_frame *frame, uint64_t index) {
    enum { MESSAGE = 1 << 16 };
    char *message = calloc(1, MESSAGE);
    bool good = message && python &&
                python(index, frame->args.size, frame->args.buffers, frame->rets.size,
                       frame->rets.buffers, message, MESSAGE) == 0;
    struct sdyrt_ffi_error *error =
        good ? NULL
             : callback_error(frame, PJRT_INTERNAL, message && python ? message : "no Python");
    free(message);
    return error;
}

/* Other work of the queue goes on meanwhile, with the team. */
static struct sdyrt_ffi_error *call_python(struct sdyrt_ffi_frame *frame) {
    if (frame->extension && frame->extension->type == SDYRT_FFI_METADATA) {
        struct sdyrt_ffi_metadata *metadata =
            ((struct sdyrt_ffi_metadata_extension *)frame->extension)->metadata;
        metadata->version.major = SDYRT_FFI_MAJOR;
        metadata->version.minor = SDYRT_FFI_MINOR;
        return NULL;
    }
    uint64_t index;
    if (frame->stage != SDYRT_FFI_EXECUTE || !callback_index(frame, &index)) {
        return callback_error(frame, SDYRT_FFI_INVALID_ARGUMENT, "this is no call of a callback");
    }
    if (!queue_leave()) {
        return callback_error(frame, PJRT_CANCELLED, "nobody waits for it any more");
    }
    struct sdyrt_ffi_error *error = run_callback(frame, index);
    queue_return();
    return error;
}

/* --- registration ----------------------------------------------------------------------------- */

/* The list, with the callbacks in it; NULL: no memory. The lock is held. */
static struct sdyc_calls *all_calls(void) {
    static const char *const targets[] = {"xla_ffi_python_cpu_callback",
                                          "xla_ffi_partitioned_python_cpu_callback",
                                          "xla_buffer_python_cpu_callback"};
    sdyc_call_function *function;
    sdyrt_ffi_handler *handler = call_python;
    memcpy(&function, &handler, sizeof function); /* the same function, by the library's names */
    calls = calls ? calls : sdyc_calls_new();
    for (size_t i = 0; calls && python && i < sizeof targets / sizeof *targets; i++) {
        sdyc_register_call(calls, targets[i], function, NULL);
    }
    return calls;
}

const struct sdyc_calls *calls_registered(void) {
    pthread_mutex_lock(&lock);
    const struct sdyc_calls *list = calls;
    pthread_mutex_unlock(&lock);
    return list;
}

/* Tells who executes callbacks. Not 0: no memory. */
__attribute__((visibility("default"))) int sdyc_python_callbacks(sdyc_python_function *function) {
    pthread_mutex_lock(&lock);
    python = function;
    bool good = all_calls() != NULL;
    pthread_mutex_unlock(&lock);
    return !good;
}

/* Registers functions of XLA's typed interface for a target. Not 0: they cannot be, and why. */
__attribute__((visibility("default"))) int
sdyc_python_register(const char *target, void *const functions[4], char *message, size_t size) {
    struct sdyc_call_stages stages;
    struct sdyc_error *error = NULL;
    memcpy(&stages.instantiate, &functions[0], sizeof functions[0]);
    memcpy(&stages.prepare, &functions[1], sizeof functions[1]);
    memcpy(&stages.initialize, &functions[2], sizeof functions[2]);
    memcpy(&stages.execute, &functions[3], sizeof functions[3]);
    pthread_mutex_lock(&lock);
    calls = calls ? calls : sdyc_calls_new();
    enum sdyc_status status =
        calls ? sdyc_register_stages(calls, target, &stages, &error) : SDYC_E_MEMORY;
    pthread_mutex_unlock(&lock);
    if (status != SDYC_OK && size > 0) {
        strncpy(message, error ? sdyc_error_text(error) : sdyc_status_text(status), size - 1);
        message[size - 1] = '\0';
    }
    sdyc_error_free(error);
    return status != SDYC_OK;
}

/* A type of what such functions keep from one stage to the next. */
__attribute__((visibility("default"))) int sdyc_python_type(const char *name, void *type,
                                                            const void *info) {
    return sdyc_register_type(name, type, info) != SDYC_OK;
}

/* Tells who has LAPACK where OpenBLAS is not installed. */
__attribute__((visibility("default"))) void sdyc_python_lapack(void *(*find)(const char *name)) {
    sdyrt_lapack_offer(find);
}
