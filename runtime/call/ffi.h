/* The binary interface that libraries with custom calls are written for: that of XLA's typed
   foreign functions, version 0.3, whose header `xla/ffi/api/c_api.h` is delivered with jaxlib.
   These are declarations of our own with the same layout; a field `struct_size` says how much of a
   struct its writer knew. Enumerations of the interface have the size of an int. */
#ifndef SDYRT_FFI_H
#define SDYRT_FFI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_ffi_interface { SDYRT_FFI_MAJOR = 0, SDYRT_FFI_MINOR = 3 };

struct sdyrt_ffi_api;
struct sdyrt_ffi_context; /* of one call */
struct sdyrt_ffi_error;
struct sdyrt_ffi_future;

enum sdyrt_ffi_stage {
    SDYRT_FFI_INSTANTIATE,
    SDYRT_FFI_PREPARE,
    SDYRT_FFI_INITIALIZE,
    SDYRT_FFI_EXECUTE
};
enum sdyrt_ffi_code {
    SDYRT_FFI_INVALID_ARGUMENT = 3,
    SDYRT_FFI_NOT_FOUND = 5,
    SDYRT_FFI_FAILED_PRECONDITION = 9,
    SDYRT_FFI_UNIMPLEMENTED = 12,
    SDYRT_FFI_INTERNAL = 13
};
/* The numbers of element types; those that are missing here are of types without storage. */
enum sdyrt_ffi_type {
    SDYRT_FFI_PRED = 1,
    SDYRT_FFI_S8,
    SDYRT_FFI_S16,
    SDYRT_FFI_S32,
    SDYRT_FFI_S64,
    SDYRT_FFI_U8,
    SDYRT_FFI_U16,
    SDYRT_FFI_U32,
    SDYRT_FFI_U64,
    SDYRT_FFI_F16,
    SDYRT_FFI_F32,
    SDYRT_FFI_F64,
    SDYRT_FFI_C64 = 15,
    SDYRT_FFI_BF16,
    SDYRT_FFI_TOKEN,
    SDYRT_FFI_C128,
    SDYRT_FFI_F8E5M2,
    SDYRT_FFI_F8E4M3FN,
    SDYRT_FFI_S4,
    SDYRT_FFI_U4,
    SDYRT_FFI_F8E4M3B11FNUZ,
    SDYRT_FFI_F8E5M2FNUZ,
    SDYRT_FFI_F8E4M3FNUZ,
    SDYRT_FFI_S2,
    SDYRT_FFI_U2,
    SDYRT_FFI_F8E4M3,
    SDYRT_FFI_F8E3M4,
    SDYRT_FFI_F4E2M1FN = 32,
    SDYRT_FFI_F8E8M0FNU
};
enum sdyrt_ffi_attr_kind {
    SDYRT_FFI_ARRAY = 1,
    SDYRT_FFI_DICTIONARY,
    SDYRT_FFI_SCALAR,
    SDYRT_FFI_STRING
};
/* The one kind of arguments and results, and the one of extensions. */
enum sdyrt_ffi_argument { SDYRT_FFI_BUFFER = 1 };
enum sdyrt_ffi_extension_type { SDYRT_FFI_METADATA = 1 };

struct sdyrt_ffi_extension {
    size_t struct_size;
    int type;
    struct sdyrt_ffi_extension *next;
};
struct sdyrt_ffi_version {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    int major, minor; /* written by who is asked */
};

/* --- values --- */

struct sdyrt_ffi_span {
    const char *text;
    size_t length;
};
struct sdyrt_ffi_scalar {
    int type;
    void *value;
};
struct sdyrt_ffi_array {
    int type;
    size_t size;
    void *data;
};
struct sdyrt_ffi_buffer {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    int type;
    void *data;
    int64_t rank;
    int64_t *dims;
};
/* Arguments, or results. */
struct sdyrt_ffi_buffers {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    int64_t size;
    int *kinds;
    void **buffers;
};
/* A dictionary, sorted by name. */
struct sdyrt_ffi_attrs {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    int64_t size;
    int *kinds;
    struct sdyrt_ffi_span **names;
    void **values;
};

/* --- the call --- */

struct sdyrt_ffi_frame {
    size_t struct_size; /* without the last field */
    struct sdyrt_ffi_extension *extension;
    const struct sdyrt_ffi_api *api;
    struct sdyrt_ffi_context *context;
    int stage;
    struct sdyrt_ffi_buffers args, rets;
    struct sdyrt_ffi_attrs attrs;
    struct sdyrt_ffi_future *future; /* written by calls that end later */
};
typedef struct sdyrt_ffi_error *sdyrt_ffi_handler(struct sdyrt_ffi_frame *frame);

/* What a handler is asked when it is registered: the frame has this extension and nothing else. */
struct sdyrt_ffi_metadata {
    size_t struct_size;
    struct sdyrt_ffi_version version;
    uint32_t traits;
    int64_t state_type;
};
struct sdyrt_ffi_metadata_extension {
    struct sdyrt_ffi_extension base;
    struct sdyrt_ffi_metadata *metadata;
};

/* --- what handlers may call: each function has one struct of arguments --- */

struct sdyrt_ffi_error_args { /* of Error_Create */
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    const char *message;
    int code;
};
struct sdyrt_ffi_message_args { /* of Error_GetMessage, and without the last of Error_Destroy */
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_error *error;
    const char *message;
};
struct sdyrt_ffi_future_args { /* of Future_SetError, and without the last of the others */
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_future *future;
    struct sdyrt_ffi_error *error;
};
/* How a value of a type that a library has ends. */
struct sdyrt_ffi_type_info {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    void (*destroy)(void *value);
};
struct sdyrt_ffi_type_args {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_span name;
    int64_t *type; /* 0: it gets a number */
    const struct sdyrt_ffi_type_info *info;
};
struct sdyrt_ffi_state_args { /* of State_Set, which gives the state away, and of State_Get */
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    int stage;
    int64_t *type;
    void *state;
};
struct sdyrt_ffi_allocate_args {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    size_t size, alignment;
    void *data;
};
struct sdyrt_ffi_free_args {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    size_t size;
    void *data;
};
struct sdyrt_ffi_schedule_args {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    void (*task)(void *data);
    void *data;
};
struct sdyrt_ffi_threads_args {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    int64_t *threads;
};
struct sdyrt_ffi_run_args { /* of RunId_Get */
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    int64_t run;
};
struct sdyrt_ffi_device_args { /* of DeviceOrdinal_Get */
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_context *context;
    int32_t device;
};

struct sdyrt_ffi_api {
    size_t struct_size;
    struct sdyrt_ffi_extension *extension;
    struct sdyrt_ffi_version version;
    const void *internal;
    struct sdyrt_ffi_error *(*error_create)(struct sdyrt_ffi_error_args *args);
    void (*error_message)(struct sdyrt_ffi_message_args *args);
    void (*error_destroy)(struct sdyrt_ffi_message_args *args);
    struct sdyrt_ffi_error *(*handler_register)(void *args);
    struct sdyrt_ffi_error *(*stream_get)(void *args);
    struct sdyrt_ffi_error *(*type_register)(struct sdyrt_ffi_type_args *args);
    struct sdyrt_ffi_error *(*context_get)(void *args);
    struct sdyrt_ffi_error *(*state_set)(struct sdyrt_ffi_state_args *args);
    struct sdyrt_ffi_error *(*state_get)(struct sdyrt_ffi_state_args *args);
    struct sdyrt_ffi_error *(*memory_allocate)(struct sdyrt_ffi_allocate_args *args);
    struct sdyrt_ffi_error *(*memory_free)(struct sdyrt_ffi_free_args *args);
    struct sdyrt_ffi_error *(*threads_schedule)(struct sdyrt_ffi_schedule_args *args);
    struct sdyrt_ffi_error *(*threads_count)(struct sdyrt_ffi_threads_args *args);
    struct sdyrt_ffi_error *(*future_create)(struct sdyrt_ffi_future_args *args);
    struct sdyrt_ffi_error *(*future_available)(struct sdyrt_ffi_future_args *args);
    struct sdyrt_ffi_error *(*future_error)(struct sdyrt_ffi_future_args *args);
    struct sdyrt_ffi_error *(*run_get)(struct sdyrt_ffi_run_args *args);
    struct sdyrt_ffi_error *(*device_get)(struct sdyrt_ffi_device_args *args);
};

/* The functions; constant. */
const struct sdyrt_ffi_api *sdyrt_ffi_api(void);

/* "prepare" */
const char *sdyrt_ffi_stage_name(int stage);

/* What a function has made in a stage for the later ones. */
struct sdyrt_ffi_state {
    int64_t type; /* 0: nothing */
    void *value;
};
/* Ends a state by the function that its type has; it is nothing then. */
void sdyrt_ffi_end_state(struct sdyrt_ffi_state *state);

/* What a call does not say of itself. */
struct sdyrt_ffi_place {
    int64_t device;
    struct sdyrt_ffi_state *states; /* SDYRT_FFI_EXECUTE of them, by stage; NULL: it has none */
};
/* Calls the handler with the frame, whose context it makes, waits where the call ends later, and
   releases what the call had allocated. Returns 1, or 0 with the message of the error in `message`,
   of `size` bytes, and its code. A C++ exception is such an error. */
int sdyrt_ffi_call(sdyrt_ffi_handler *handler, struct sdyrt_ffi_frame *frame,
                   struct sdyrt_ffi_place place, char *message, size_t size, int *code);

#ifdef __cplusplus
}
#endif
#endif
