/* The interface by which JAX drives a device: our own declarations of what is used of PJRT's C
 * interface. Every function takes one struct of arguments, which begins with its size and a chain
 * of extensions, and returns an error or NULL. Many structs have the same shape; they share one
 * declaration here. api.def lists the functions in the order of the table, with the size that the
 * interface gives each struct.
 */
#ifndef SDYC_PJRT_H
#define SDYC_PJRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version that we say we are: what later ones ask for is not there. */
enum { PJRT_MAJOR = 0, PJRT_MINOR = 93 };

struct pjrt_error;
struct pjrt_event;
struct pjrt_client;
struct pjrt_device; /* also the description of one */
struct pjrt_memory;
struct pjrt_topology;
struct pjrt_buffer;
struct pjrt_executable; /* loaded or not */

struct pjrt_extension {
    size_t struct_size;
    int type;
    struct pjrt_extension *next;
};
enum pjrt_extension_type {
    PJRT_EXTENSION_PROFILER = 1,
    PJRT_EXTENSION_LAYOUTS = 4,
    PJRT_EXTENSION_FFI = 5,
    PJRT_EXTENSION_TRANSFERS = 12,
    PJRT_EXTENSION_SHARDINGS = 19,
};

enum pjrt_code {
    PJRT_CANCELLED = 1,
    PJRT_INVALID_ARGUMENT = 3,
    PJRT_NOT_FOUND = 5,
    PJRT_RESOURCE_EXHAUSTED = 8,
    PJRT_FAILED_PRECONDITION = 9,
    PJRT_UNIMPLEMENTED = 12,
    PJRT_INTERNAL = 13,
    PJRT_UNAVAILABLE = 14,
};

/* Element types. */
enum pjrt_type {
    PJRT_INVALID,
    PJRT_PRED,
    PJRT_S8,
    PJRT_S16,
    PJRT_S32,
    PJRT_S64,
    PJRT_U8,
    PJRT_U16,
    PJRT_U32,
    PJRT_U64,
    PJRT_F16,
    PJRT_F32,
    PJRT_F64,
    PJRT_BF16,
    PJRT_C64,
    PJRT_C128,
    PJRT_F8E5M2,
    PJRT_F8E4M3FN,
    PJRT_F8E4M3B11FNUZ,
    PJRT_F8E5M2FNUZ,
    PJRT_F8E4M3FNUZ,
    PJRT_S4,
    PJRT_U4,
    PJRT_TOKEN,
    PJRT_S2,
    PJRT_U2,
    PJRT_F8E4M3,
    PJRT_F8E3M4,
    PJRT_F8E8M0FNU,
    PJRT_F4E2M1FN,
    PJRT_TYPE_COUNT,
};

/* What may be done with the caller's memory. */
enum pjrt_host_semantics {
    PJRT_DURING_CALL,
    PJRT_UNTIL_TRANSFERRED,
    PJRT_ZERO_COPY,
    PJRT_MUTABLE_ZERO_COPY,
};

enum pjrt_named_type {
    PJRT_NAMED_STRING,
    PJRT_NAMED_INT64,
    PJRT_NAMED_INT64_LIST,
    PJRT_NAMED_FLOAT,
    PJRT_NAMED_BOOL,
};

/* The beginning of every struct of arguments. */
struct pjrt_head {
    size_t struct_size;
    struct pjrt_extension *extension;
};

struct pjrt_named_value {
    struct pjrt_head head;
    const char *name;
    size_t name_size;
    int type;
    union {
        const char *string_value;
        int64_t int64_value;
        const int64_t *int64_list;
        float float_value;
        bool bool_value;
    };
    size_t value_size; /* of texts and lists; else 1 */
};

enum pjrt_layout_type { PJRT_LAYOUT_TILED, PJRT_LAYOUT_STRIDES };
struct pjrt_layout {
    struct pjrt_head head;
    union {
        struct {
            struct pjrt_head tiled_head;
            const int64_t *minor_to_major;
            size_t minor_to_major_size;
            const int64_t *tile_dims;
            const size_t *tile_dim_sizes;
            size_t tile_count;
        };
        struct {
            struct pjrt_head strides_head;
            const int64_t *byte_strides;
            size_t byte_stride_count;
        };
    };
    int type;
};

/* --- shapes of arguments that many functions have --------------------------------------------- */

struct pjrt_none_args {
    struct pjrt_head head;
};
struct pjrt_error_args { /* Error_Destroy */
    struct pjrt_head head;
    struct pjrt_error *error;
};
struct pjrt_error_text_args {
    struct pjrt_head head;
    const struct pjrt_error *error;
    const char *text; /* out */
    size_t size;
};
struct pjrt_error_code_args {
    struct pjrt_head head;
    const struct pjrt_error *error;
    int code; /* out */
};
struct pjrt_event_args {
    struct pjrt_head head;
    struct pjrt_event *event;
};
struct pjrt_event_bool_args {
    struct pjrt_head head;
    struct pjrt_event *event;
    bool value; /* out */
};
#define PJRT_ARGS(prefix, object)                                                                  \
    struct pjrt_##prefix##_args {                                                                  \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
    };                                                                                             \
    struct pjrt_##prefix##_text_args {                                                             \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        const char *text; /* out */                                                                \
        size_t size;                                                                               \
    };                                                                                             \
    struct pjrt_##prefix##_int_args {                                                              \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        int value; /* out */                                                                       \
    };                                                                                             \
    struct pjrt_##prefix##_bool_args {                                                             \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        bool value; /* out */                                                                      \
    };                                                                                             \
    struct pjrt_##prefix##_size_args {                                                             \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        size_t value; /* out */                                                                    \
    };                                                                                             \
    struct pjrt_##prefix##_pointer_args {                                                          \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        void *value; /* out */                                                                     \
    };                                                                                             \
    struct pjrt_##prefix##_list_args {                                                             \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        const void *items; /* out */                                                               \
        size_t count;                                                                              \
    };                                                                                             \
    struct pjrt_##prefix##_counted_args {                                                          \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        size_t count; /* out */                                                                    \
        const void *items;                                                                         \
    };                                                                                             \
    /* `items` and their sizes, `count` of both. */                                                \
    struct pjrt_##prefix##_texts_args {                                                            \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        size_t count; /* out */                                                                    \
        const void *items;                                                                         \
        const size_t *sizes;                                                                       \
    };                                                                                             \
    /* Bytes that `owner` holds until it is given to `release`. */                                 \
    struct pjrt_##prefix##_bytes_args {                                                            \
        struct pjrt_head head;                                                                     \
        struct pjrt_##object *object;                                                              \
        const char *bytes; /* out */                                                               \
        size_t size;                                                                               \
        void *owner;                                                                               \
        void (*release)(void *owner);                                                              \
    };
PJRT_ARGS(client, client)
PJRT_ARGS(device, device)
PJRT_ARGS(memory, memory)
PJRT_ARGS(topology, topology)
PJRT_ARGS(buffer, buffer)
PJRT_ARGS(executable, executable)
#undef PJRT_ARGS

/* --- plugin and events ------------------------------------------------------------------------ */

struct pjrt_attributes_args {
    struct pjrt_head head;
    const struct pjrt_named_value *values; /* out */
    size_t count;
};
typedef void pjrt_event_callback(struct pjrt_error *error, void *user);
struct pjrt_event_on_ready_args {
    struct pjrt_head head;
    struct pjrt_event *event;
    pjrt_event_callback *callback; /* owns the error */
    void *user;
};
struct pjrt_event_set_args {
    struct pjrt_head head;
    struct pjrt_event *event;
    int code;
    const char *message;
    size_t message_size;
};

/* --- client and devices ----------------------------------------------------------------------- */

/* By which the store makes an error of ours. */
typedef struct pjrt_error *pjrt_store_error(int code, const char *message, size_t size);
struct pjrt_store_get_args {
    struct pjrt_head head;
    const char *key;
    size_t key_size;
    int milliseconds; /* that it may wait */
    pjrt_store_error **error;
    void *user;
    char *value; /* out, to be released */
    size_t value_size;
    void (*release)(char *value);
};
struct pjrt_store_put_args {
    struct pjrt_head head;
    const char *key;
    size_t key_size;
    const char *value;
    size_t value_size;
    pjrt_store_error **error;
    void *user;
};
struct pjrt_client_create_args {
    struct pjrt_head head;
    const struct pjrt_named_value *options;
    size_t option_count;
    /* The store that processes share; NULL: there is one process. */
    struct pjrt_error *(*get)(struct pjrt_store_get_args *args);
    void *get_user;
    struct pjrt_error *(*put)(struct pjrt_store_put_args *args);
    void *put_user;
    struct pjrt_client *client; /* out */
    void *try_get, *try_get_user;
};
struct pjrt_lookup_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    int id;
    struct pjrt_device *device; /* out */
};
struct pjrt_assignment_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    int replicas, partitions;
    size_t size;
    int *assignment; /* written */
};
struct pjrt_optional_int64 {
    int64_t value;
    bool is_set;
};
struct pjrt_memory_stats_args {
    struct pjrt_head head;
    struct pjrt_device *device;
    int64_t in_use; /* out, all that follows */
    struct pjrt_optional_int64 peak_in_use, allocations, largest, limit, reserved, peak_reserved,
        reservable_limit, largest_free, pool, peak_pool;
};

/* --- buffers ---------------------------------------------------------------------------------- */

struct pjrt_from_host_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    const void *data;
    int type;
    const int64_t *dims;
    size_t rank;
    const int64_t *byte_strides;
    size_t byte_stride_count; /* 0: row-major */
    int semantics;
    struct pjrt_device *device;
    struct pjrt_memory *memory; /* NULL: the device's own */
    struct pjrt_layout *layout; /* NULL: row-major */
    struct pjrt_event *done;    /* out: `data` is no longer needed */
    struct pjrt_buffer *buffer; /* out */
};
struct pjrt_uninitialized_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    const int64_t *dims;
    size_t rank;
    int type;
    struct pjrt_layout *layout;
    struct pjrt_device *device;
    struct pjrt_memory *memory;
    struct pjrt_buffer *buffer; /* out */
};
struct pjrt_shape_spec {
    struct pjrt_head head;
    const int64_t *dims;
    size_t rank;
    int type;
};
/* Arrays whose bytes come piece by piece: struct pjrt_deliveries is ours. */
struct pjrt_deliveries;
struct pjrt_deliveries_new_args { /* Client_CreateBuffersForAsyncHostToDevice */
    struct pjrt_head head;
    struct pjrt_client *client;
    const struct pjrt_shape_spec *shapes;
    size_t count;
    struct pjrt_layout **layouts; /* NULL, or an entry an array, which may be NULL */
    size_t layout_count;
    struct pjrt_memory *memory;
    struct pjrt_deliveries *deliveries; /* out */
};
struct pjrt_deliveries_args {
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
};
struct pjrt_delivery_args { /* TransferData */
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    int number;
    const void *data;
    int64_t offset, size;
    bool is_last;
    struct pjrt_event *done; /* out */
};
struct pjrt_delivery_buffer_args {
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    int number;
    struct pjrt_buffer *buffer; /* out */
};
struct pjrt_deliveries_device_args {
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    struct pjrt_device *device; /* out */
};
struct pjrt_deliveries_count_args {
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    size_t count; /* out */
};
struct pjrt_delivery_size_args {
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    int number;
    size_t size; /* out */
};
struct pjrt_delivery_error_args {
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    int number, code;
    const char *message;
    size_t message_size;
};
struct pjrt_delivery_notes_args { /* AddMetadata */
    struct pjrt_head head;
    struct pjrt_deliveries *deliveries;
    const struct pjrt_named_value *notes;
    size_t count;
};
struct pjrt_view_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    void *data;
    const int64_t *dims;
    size_t rank;
    int type;
    struct pjrt_layout *layout;
    struct pjrt_device *device;
    void (*on_delete)(void *data, void *user);
    void *user;
    intptr_t stream;
    struct pjrt_buffer *buffer; /* out */
    struct pjrt_memory *memory;
};
struct pjrt_to_host_args {
    struct pjrt_head head;
    struct pjrt_buffer *buffer;
    struct pjrt_layout *layout; /* NULL: as the buffer's */
    void *data;                 /* NULL: the size is asked for */
    size_t size;
    struct pjrt_event *event; /* out */
};
struct pjrt_raw_to_host_args {
    struct pjrt_head head;
    struct pjrt_buffer *buffer;
    void *data;
    int64_t offset, size;
    struct pjrt_event *event; /* out */
};
/* Where the bytes are to go becomes known later: the caller calls `on_place` with it, once. */
struct pjrt_place_args {
    size_t struct_size;
    void *user;
    int error_code;
    const char *message;
    size_t message_size;
    void *data;
};
struct pjrt_raw_to_host_later_args { /* Buffer_CopyRawToHostFuture */
    struct pjrt_head head;
    struct pjrt_buffer *buffer;
    int64_t offset, size;
    struct pjrt_event *event;                       /* out */
    void *user;                                     /* out: for on_place */
    void (*on_place)(struct pjrt_place_args *args); /* out */
};
struct pjrt_copy_to_args {
    struct pjrt_head head;
    struct pjrt_buffer *buffer;
    void *target;             /* a device or a memory */
    struct pjrt_buffer *copy; /* out */
};
struct pjrt_buffer_layout_args {
    struct pjrt_head head;
    struct pjrt_buffer *buffer;
    struct pjrt_layout layout; /* out */
};

/* --- executables ------------------------------------------------------------------------------ */

struct pjrt_program {
    struct pjrt_head head;
    char *code;
    size_t code_size;
    const char *format;
    size_t format_size;
};
struct pjrt_compile_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    const struct pjrt_program *program;
    const char *options;
    size_t options_size;
    struct pjrt_executable *executable; /* out */
};
struct pjrt_deserialize_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    const char *bytes;
    size_t size;
    struct pjrt_executable *executable; /* out */
    const char *options;                /* NULL: those of the serialized one */
    size_t options_size;
};
struct pjrt_processes_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    const void *processes; /* so many records of ids and states */
    size_t count;
};
struct pjrt_program_args {
    struct pjrt_head head;
    struct pjrt_executable *executable;
    struct pjrt_program *program; /* out */
};
struct pjrt_dimensions_args {
    struct pjrt_head head;
    struct pjrt_executable *executable;
    size_t count;
    const int64_t *dims; /* out: of all outputs */
    const size_t *ranks;
};
struct pjrt_compiled_memory_args {
    struct pjrt_head head;
    struct pjrt_executable *executable;
    int64_t code, arguments, outputs, aliases, temporaries; /* out, all */
    int64_t host_code, host_arguments, host_outputs, host_aliases, host_temporaries;
    int64_t peak, total;
};
struct pjrt_execute_options {
    struct pjrt_head head;
    void *send_callbacks, *recv_callbacks;
    size_t send_count, recv_count;
    int launch_id;
    const int64_t *kept; /* inputs that are not to be donated */
    size_t kept_count;
    void *context;
    const char *call_location;
    size_t task_count;
    int *task_ids;
    int64_t *incarnations;
};
struct pjrt_execute_args {
    struct pjrt_head head;
    struct pjrt_executable *executable;
    struct pjrt_execute_options *options;
    struct pjrt_buffer *const *const *arguments; /* [device][argument] */
    size_t device_count, argument_count;
    struct pjrt_buffer **const *outputs; /* [device][output], written */
    struct pjrt_event **events;          /* one a device, written; or NULL */
    struct pjrt_device *device;          /* NULL: those of the assignment */
};

/* --- extensions ------------------------------------------------------------------------------- */

/* Of the profiler's own table, whose errors and their functions are ours as everywhere. */
struct pjrt_profiler;
struct pjrt_profiler_args {
    size_t struct_size; /* which its caller may leave unset */
    struct pjrt_profiler *profiler;
};
struct pjrt_profiler_create_args {
    size_t struct_size;
    const char *options;
    size_t options_size;
    struct pjrt_profiler *profiler; /* out */
};
struct pjrt_profiler_data_args {
    size_t struct_size;
    struct pjrt_profiler *profiler;
    uint8_t *data; /* NULL: the profiler's own is given; else it is copied there */
    size_t size;   /* out */
};
struct pjrt_profiler_table {
    size_t struct_size;
    void *own;
    struct pjrt_error *(*error_destroy)(struct pjrt_error_args *args);
    struct pjrt_error *(*error_message)(struct pjrt_error_text_args *args);
    struct pjrt_error *(*error_code)(struct pjrt_error_code_args *args);
    struct pjrt_error *(*create)(struct pjrt_profiler_create_args *args);
    struct pjrt_error *(*destroy)(struct pjrt_profiler_args *args);
    struct pjrt_error *(*start)(struct pjrt_profiler_args *args);
    struct pjrt_error *(*stop)(struct pjrt_profiler_args *args);
    struct pjrt_error *(*collect)(struct pjrt_profiler_data_args *args);
};
/* Of the plugin, with the table; of the arguments of a call, with its number. */
struct pjrt_profiler_extension {
    struct pjrt_extension head;
    const struct pjrt_profiler_table *table;
    int64_t caller;
};

struct pjrt_memory_layout; /* of the extension for layouts */
struct pjrt_memory_layout_args {
    struct pjrt_head head;
    struct pjrt_memory_layout *layout;
};
struct pjrt_memory_layout_bytes_args {
    struct pjrt_head head;
    struct pjrt_memory_layout *layout;
    const char *bytes; /* out */
    size_t size;
    void *owner;
    void (*release)(void *owner);
};
struct pjrt_default_layout_args {
    struct pjrt_head head;
    void *owner; /* a client or a topology */
    int type;
    const int64_t *dims;
    size_t rank;
    struct pjrt_memory_layout *layout; /* out */
};
struct pjrt_layout_of_args {
    struct pjrt_head head;
    struct pjrt_buffer *buffer;
    struct pjrt_memory_layout *layout; /* out */
};
/* Arrays from the devices of a process to those of another one. */
struct pjrt_send_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    size_t count;
    struct pjrt_buffer **buffers;
    const int *targets; /* a device id each */
    const int64_t *keys;
    struct pjrt_event **events; /* out: each has been sent */
};
struct pjrt_receive_args {
    struct pjrt_head head;
    struct pjrt_client *client;
    size_t count;
    const size_t *ranks;
    const int64_t *const *dims;
    const int *types;
    struct pjrt_layout **layouts; /* an entry may be NULL */
    struct pjrt_device *device;
    const int *sources; /* a device id each */
    const int64_t *keys;
    struct pjrt_buffer **buffers; /* out */
};
struct pjrt_register_handler_args {
    size_t struct_size;
    const char *target;
    size_t target_size;
    void *handler;
    const char *platform;
    size_t platform_size;
    int traits;
};

#endif
