/* What stands behind the interface: the client with its devices, memory that buffers look into,
 * buffers, programs and executables.
 *
 * An array that JAX knows as one buffer a device is one tensor here wherever it can be: the results
 * of a program are whole tensors, and the buffer of a device is a view of its part. A program that
 * is given such buffers gets the tensor, without a copy, however many devices there are; what all
 * devices hold is stored once. A part that somebody wants to see as memory of its own is copied out
 * when it is asked for, unless it lies in one piece anyway.
 */
#ifndef SDYC_PJRT_OBJECTS_H
#define SDYC_PJRT_OBJECTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "pjrt/pjrt.h"
#include "sdyc/sdyc.h"

enum { MOST_DIMS = 64 };

/* --- error.c ---------------------------------------------------------------------------------- */

/* An error with a message as of printf. Never NULL: where memory is short, it is a constant. */
struct pjrt_error *error_new(int code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct pjrt_error *error_no_memory(void);
struct pjrt_error *error_copy(const struct pjrt_error *error);
const char *error_text(const struct pjrt_error *error);
void error_free(struct pjrt_error *error);

/* --- event.c ---------------------------------------------------------------------------------- */

/* An event that has happened already, or one that event_happen makes happen. NULL: no memory. */
struct pjrt_event *event_past(void);
struct pjrt_event *event_future(void);
struct pjrt_event *event_share(struct pjrt_event *event); /* another owner */
void event_release(struct pjrt_event *event);             /* NULL is allowed */
/* Takes the error; NULL: it happened well. */
void event_happen(struct pjrt_event *event, struct pjrt_error *error);
void event_wait(struct pjrt_event *event);
/* Around a fork: all events stay as they are. */
void events_hold(void);
void events_let_go(bool is_child);

/* --- element types: types.c ------------------------------------------------------------------- */

/* Bytes of an element, here and for the caller; 0: a type that is not known. */
size_t element_bytes(int type);
/* The type of MLIR's spelling ("f32", "complex<f64>"); PJRT_INVALID: none. */
int element_type(const char *element);

/* --- the client ------------------------------------------------------------------------------- */

/* Memories by their kinds, all of them one: what is in another kind is where it was. */
enum { MEMORY_DEVICE, MEMORY_PINNED, MEMORY_UNPINNED, MEMORY_KINDS };
struct pjrt_memory {
    struct pjrt_device *device;
    int id, kind;
    char name[48];
};
struct pjrt_device {
    struct pjrt_client *client;
    int id, process;
    char name[48];              /* "SdycDevice(id=0)" */
    char label[24];             /* "sdyc:0" */
    struct pjrt_memory *memory; /* the first of its memories, the default one */
};
struct pjrt_topology {
    struct pjrt_client *client;
};
/* Work under way, in the order of the calls (queue.c). All of it under the client's lock. */
struct queue {
    struct work *first, **end;    /* that waits */
    struct work *running;         /* that has begun, in a callback or not */
    struct work *given_up;        /* to be ended when the lock is given back */
    struct runner *runners;       /* threads of the queue */
    int idle, busy, away;         /* threads that wait for work, work, are in a callback */
    size_t bytes, most_bytes;     /* that all of it holds, and may hold */
    pthread_cond_t changed, room; /* for threads of the queue; for calls that wait for memory */
    pthread_cond_t returned;      /* an instance of a program has been given back */
    bool is_closed;               /* nothing is taken any more */
    struct pjrt_client *other;    /* in the list of all clients */
};
struct pjrt_client {
    int device_count;                /* of all processes */
    int own_first, own_count;        /* those of this one */
    int process;                     /* its number */
    struct sdyc_ranks *ranks;        /* all processes; NULL: this one is alone */
    atomic_bool has_parted;          /* from them, after a failure */
    struct ranks_among *ranks_among; /* lists of processes that programs run on */
    struct pjrt_device *devices, **device_list;
    struct pjrt_memory *memories, **memory_list;
    struct pjrt_topology topology;
    pthread_mutex_t lock; /* of all buffers and programs of the client; never held while one runs */
    struct sdyc_team *team;           /* whose threads all programs use */
    struct sdyc_constants *constants; /* that they share */
    struct compiled *programs;        /* all that live, newest first */
    struct storage *dropped;          /* to be freed when the lock is given back */
    struct pjrt_buffer *copied;       /* the last large one from the host; NULL: it is no more */
    uint64_t runs;                    /* that have been called */
    struct queue queue;
    atomic_llong in_use, peak_in_use, allocations, largest;
};

/* For what nobody has to release. */
void release_nothing(void *owner);

/* --- memory: storage.c ------------------------------------------------------------------------ */

enum storage_state {
    STORAGE_READY,
    STORAGE_PENDING, /* work is to write it, which may not have begun */
    STORAGE_FAILED,  /* that failed: there is an error instead */
};
/* Of what lies in one, where that is ours to choose: bytes. */
enum { STORAGE_ALIGNMENT = 64 };
/* A tensor in memory, which buffers, work and pointers handed out keep alive. */
struct storage {
    atomic_int references, state;
    struct pjrt_client *client;
    char *data;  /* NULL: a pending one of which nobody has needed the place yet */
    void *block; /* of our own that holds it */
    size_t bytes;
    struct storage *next;     /* of those that the client drops */
    struct work *maker;       /* of a pending one: the work in the queue that writes it */
    struct pjrt_event *ready; /* of what the queue has made, or is to make; else NULL */
    struct pjrt_error *error; /* of a failed one */
    struct copy *copies;      /* to be made when it is ready */
    struct pjrt_event *done;  /* of memory that is lent to us: when we need it no longer */
    void (*on_delete)(void *data, void *user);
    void *user;
    const void *lender; /* of memory that a call of this thread's may have lent: which, and when */
    uint64_t lent_at;
    bool is_lent, is_constant; /* not ours to free, to write */
};

/* NULL: no memory. */
struct storage *storage_new(struct pjrt_client *client, size_t bytes);
/* Memory of somebody else's. */
struct storage *storage_lent(struct pjrt_client *client, const void *data, size_t bytes);
/* What is to be written, without memory until it is reserved. */
struct storage *storage_pending(struct pjrt_client *client, size_t bytes);
/* Takes memory, if it has none; the client is locked, or nobody else knows of it. False: there is
 * none. */
bool storage_reserve(struct storage *storage);
/* Gives a storage without memory that of another of the same size, which nobody reads any more. */
void storage_take_over(struct storage *storage, struct storage *from);
enum storage_state storage_state(const struct storage *storage);
/* Where what is at *place is large, pending, and made by a short program, waits for it a little,
 * without the lock of Python's interpreter (patience.c). */
void storage_wait_shortly(struct pjrt_client *client, struct storage *const *place);
struct storage *storage_share(struct storage *storage);
void storage_release(struct storage *storage); /* NULL is allowed */
/* Whether it is memory that this thread has been lent since it last called a program: then it may
 * be an argument's of a call, after which the caller may change it. */
bool storage_is_argument(const struct storage *storage);
void storage_note_call(void);
/* The same while the client is locked: what nobody holds any more is freed when it is unlocked, for
 * its owner is told of it then, who may be anybody. */
void storage_drop(struct storage *storage);
void client_unlock(struct pjrt_client *client);

/* --- work under way: queue.c ------------------------------------------------------------------ */

enum work_state { WORK_NEW, WORK_WAITS, WORK_RUNS, WORK_ENDED };
/* What reads storages and writes others: a run of a program (execute.c), or parts that are put
 * together (inputs.c). It holds all of them until it has ended. */
struct work {
    struct work *next;
    struct pjrt_client *client;
    enum work_state state;
    /* Does it, on any thread; NULL: well. What it reads is ready, what it writes has no memory. */
    struct pjrt_error *(*perform)(struct work *work);
    /* Where others wait for it: tells them of an error before it, for which it is not done. NULL:
     * nobody does. */
    void (*refuse)(struct work *work, const struct pjrt_error *error);
    /* Stops `perform` soon; the client is locked. NULL: it is short. */
    void (*stop)(struct work *work);
    struct compiled *compiled; /* that it is about, shared; or NULL */
    struct copy *copies;       /* of what it has made */
    int taken_count, made_count;
    struct storage **taken, **made; /* an entry may be NULL */
    struct pjrt_event *done;        /* of what is in the queue; made by queue_add, if not before */
    size_t bytes;
    bool has_effect;   /* that is wanted though nobody asks for what it makes */
    bool is_inner;     /* added by a callback of other work, on that one's thread */
    bool is_forgotten; /* nobody asks for that any more */
};

/* Whether work may be done at once, on the caller's thread: nothing is under way before it, and all
 * that it reads is ready. The client is locked. */
bool queue_may_pass(const struct work *work);
/* Does it at once, and ends it; its error, if it has one. */
struct pjrt_error *queue_pass(struct work *work);
/* Gives it to the queue, and waits first where too much is under way. An error: no memory, and the
 * work stays the caller's. */
struct pjrt_error *queue_add(struct work *work);
/* Work that others do than the queue: what it makes, which has memory, is pending until it is
 * fulfilled, or fails with the error, which goes with the work then. False: no memory. */
bool queue_promise(struct work *work);
void queue_fulfil(struct work *work, struct pjrt_error *error);
/* Nobody wants what one piece of work makes, it may be; the client is locked. */
void queue_give_up(struct work *work);
/* For client_unlock: work that has been given up, which then ends outside the lock. */
struct work *queue_take_given_up(struct pjrt_client *client);
void queue_end_given_up(struct work *work);
/* Frees work, one block, that has ended or was never added, and lets go of what it holds. */
void work_free(struct work *work);
/* Around a callback of the work that this thread does: other work goes on meanwhile. False: nobody
 * wants the work any more, and nothing is to be called. */
bool queue_leave(void);
void queue_return(void);
/* Calls `visit` with every client that is open. */
void queue_clients(void (*visit)(struct pjrt_client *client));
void queue_open(struct pjrt_client *client);
/* Ends all that is under way, or forgets it, and what threads there are. False: a callback is under
 * way, which cannot be ended, and the client has to stay. */
bool queue_close(struct pjrt_client *client);
/* How many runs are under way that may call back. */
int sdyc_python_calls(void);
/* Closes the queues of all clients, before the process ends. */
int sdyc_python_exit(void);

/* --- copies: copy.c --------------------------------------------------------------------------- */

/* Elements in memory: dims[i] of them, steps[i] bytes apart. */
struct strided_view {
    char *data;
    int rank;
    const int64_t *dims, *steps;
    size_t element;
};
/* Copies elements between views of the same dims. */
void copy_view(const struct strided_view *to, const struct strided_view *from);
/* A copy of a part that may have to be computed first: all of it, or a piece of it as it lies in
 * `data`. It is no reason to compute it: whoever wants the copy holds a buffer. */
struct copy {
    struct copy *next;
    struct storage *to; /* whose memory `data` is; NULL: the caller's */
    char *data;
    struct pjrt_event *event; /* that tells of it; NULL: that of the work does */
    size_t element;
    int64_t offset;       /* of the part in its storage */
    int64_t first, bytes; /* of the piece */
    int rank;
    int64_t *from_steps, *to_steps;
    int64_t dims[]; /* then those */
};
/* Of all of a part; dims and steps are copied. NULL: no memory. */
struct copy *copy_new(int rank, const int64_t *dims, size_t element, const int64_t *from_steps,
                      const int64_t *to_steps);
/* NULL: well. */
struct pjrt_error *copy_make(const struct copy *copy, const struct storage *from);
/* Frees copies, and tells who waits for them of an error, or that they are made. */
void copies_end(struct copy *copies, const struct pjrt_error *error);
/* Whether two views of the same dims hold the same, bit for bit. */
bool same_elements(const struct strided_view *a, const struct strided_view *b);

/* --- buffers: buffer.c ------------------------------------------------------------------------ */

struct pjrt_buffer {
    struct pjrt_device *device;
    struct pjrt_memory *memory;
    int type, rank;
    int held;                /* pointers that are in use outside */
    bool is_destroyed;       /* to be freed with the last of them */
    bool was_pending;        /* when somebody asked whether it is at hand */
    struct storage *storage; /* NULL: deleted */
    struct storage *seen;    /* of a deleted one: what pointers still see */
    struct storage *dense;   /* a copy of the part in one piece that a pointer was given of */
    struct storage *packed;  /* a copy with two numbers in a byte, which programs take */
    uint64_t run;            /* the last one that took it: its number */
    int argument;            /* the first that it was of that run */
    int64_t offset;          /* of the first element in `storage`, in bytes */
    int64_t *steps;          /* in bytes */
    int64_t *minor_to_major; /* for those who ask */
    int64_t dims[];          /* then those two */
};

/* The name of a kind of memories; the kind of a name, the default one if there is none. */
const char *memory_kind_name(int kind);
int memory_kind_of(const char *name);
/* Says that a buffer is in this memory of its device; either may be NULL. */
void buffer_place(struct pjrt_buffer *buffer, struct pjrt_memory *memory);
/* A view of a storage, which it shares, in the device's default memory. `steps` NULL: row-major.
 * NULL: no memory. */
struct pjrt_buffer *buffer_new(struct pjrt_device *device, int type, int rank, const int64_t *dims,
                               struct storage *storage, int64_t offset, const int64_t *steps);
size_t buffer_bytes(const struct pjrt_buffer *buffer);

/* Drops what it holds; the client is locked. */
void buffer_clear(struct pjrt_buffer *buffer);

/* The bytes of an array, and the steps of its dimensions in the layout that is asked for; an error
 * where there is no such array. transfer.c */
struct array_plan {
    int64_t steps[MOST_DIMS];
    size_t bytes;
};
struct pjrt_error *array_plan(const struct pjrt_shape_spec *shape, const struct pjrt_layout *layout,
                              struct array_plan *plan);

/* --- processes: meeting.c, allotment.c -------------------------------------------------------- */

/* Meets the other processes, if there are any: client->ranks, with the number of devices that each
 * has as its note. */
struct pjrt_error *client_meet(struct pjrt_client *client,
                               const struct pjrt_client_create_args *args);
void client_part(struct pjrt_client *client);
/* An option by name; NULL: it is not given. */
const struct pjrt_named_value *option_named(const struct pjrt_client_create_args *args,
                                            const char *name, int type);
/* The processes of a list as ranks, the client's; an error where there is no memory. The list may
 * have a process several times: `which` of its own places this is. */
struct process_list {
    const int *processes;
    int count, which;
};
struct pjrt_error *client_ranks_among(struct pjrt_client *client, const struct process_list *list,
                                      struct sdyc_ranks **ranks);

/* How the devices of a program are spread over processes. */
struct allotment {
    int devices, own_count; /* of the program, and those of them that this process has */
    int process_count;      /* that have any; 1: this one alone, or another one */
    int *rank_of;           /* by device: the number of its process among these; owns all below */
    int *own;               /* devices of this process */
    int *processes;         /* in the order in which they come */
    /* Each device is a rank of its own, with a program of its own: where processes have unequal
     * shares of the devices, or shares that do not follow the axes of the mesh. */
    bool is_split;
};
/* Of devices with these ids; NULL: those of this process, from the first on. */
struct pjrt_error *allotment_make(struct allotment *allotment, const struct pjrt_client *client,
                                  const int *ids, int count);
/* A copy, or false: no memory. */
bool allotment_copy(struct allotment *allotment, const struct allotment *from);
/* Whether they spread the same devices over the same processes. */
bool allotment_same(const struct allotment *a, const struct allotment *b);
/* Whether all processes have as many of the devices. */
bool allotment_is_even(const struct allotment *allotment);
/* How many ranks this process is: 0 where it runs the program alone, or not at all. */
int allotment_own_ranks(const struct allotment *allotment);
void allotment_free(struct allotment *allotment);
/* Whether this process has all the devices; or it has none, and runs nothing. */
bool allotment_is_whole(const struct allotment *allotment);
/* What this process's devices hold of a tensor of so many dimensions, whose memory has each of
 * their distinct parts once. False: no memory; free(own->counts) frees what it points to. */
bool allotment_own_parts(const struct allotment *allotment, const struct sdyc_parts *parts,
                         int rank, struct sdyc_parts *own);

/* --- options of a compilation: options.c, overrides.c ----------------------------------------- */

struct proto_reader;
struct compile_options {
    int replicas, partitions;
    int *assignment;   /* device ids, replicas * partitions of them; or NULL */
    char refusal[256]; /* what is wrong with an option; or "" */
};
/* False: not such a message. */
bool compile_options_read(struct compile_options *options, const char *bytes, size_t size);
/* An option of XLA's compiler, with its value: `refusal` where XLA would refuse it. */
void override_check(struct compile_options *options, struct proto_reader entry);

/* --- functions that programs call: calls.c ---------------------------------------------------- */

/* What executes callbacks: arguments and results are buffers of XLA's typed interface. Not 0: it
 * failed, and why, in `message` of `size` bytes. */
typedef int sdyc_python_function(uint64_t callback, int64_t argument_count, void **arguments,
                                 int64_t result_count, void **results, char *message, size_t size);
int sdyc_python_callbacks(sdyc_python_function *function);
/* Functions of a target by stage: instantiate, prepare, initialize, execute; but the last, they may
 * be NULL. */
int sdyc_python_register(const char *target, void *const functions[4], char *message, size_t size);
/* Not 0: no memory. */
int sdyc_python_type(const char *name, void *type, const void *info);
void sdyc_python_lapack(void *(*find)(const char *name));
/* All that are registered; NULL: none. They stay. */
const struct sdyc_calls *calls_registered(void);

/* --- programs: compiled.c --------------------------------------------------------------------- */

/* An input or output: the whole tensor, and the part that each device holds. */
struct slot {
    int type, rank, devices;
    int memory;        /* the kind that it is to be in, of an output */
    bool is_token;     /* a buffer without elements stands for it */
    bool is_whole;     /* every device holds all of it */
    bool is_packed;    /* of an input: two numbers lie in a byte */
    int64_t terms;     /* it is the sum of so many, which lie one behind the other */
    int64_t *term_of;  /* of which a device holds this one */
    size_t bytes;      /* of the whole tensor, all terms of it */
    size_t rank_bytes; /* from one own rank's to the next one's; 0: they have it in common */
    int64_t *dims, *part_dims;
    int64_t *steps;   /* in bytes */
    int64_t *offsets; /* a device each, in bytes */
    int64_t *counts;  /* parts a dimension */
    int64_t *places;  /* [device][dimension] */
    int donated_to;   /* of an input: an output, or -1 */
    bool is_given_up; /* of an input: nobody looks at it after the run */
};
/* Messages OpSharding; NULL before they are made. */
struct shardings {
    char **messages;
    size_t *sizes;
};
/* The text of a program, as bytecode or not (code.c): what is kept of it, and the rest, which lives
 * as long as the program that it was compiled to. */
struct code {
    size_t size; /* of the whole text */
    char *kept;
    struct hole *holes;
    int hole_count;
    const struct sdyc_program *program;
};
/* False: no memory; code_free all the same. */
bool code_keep(struct code *code, const char *text, size_t size,
               const struct sdyc_program *program);
/* The caller's, to be freed; NULL: no memory. */
char *code_whole(const struct code *code);
bool code_is(const struct code *code, const char *text, size_t size);
void code_free(struct code *code);
/* What several processes have of a program. */
struct together {
    struct sdyc_ranks **ranks; /* that this process is, `count` of them; NULL where it is alone */
    int count;
    /* Inputs and outputs on the devices of all, for their shardings alone: sizes are not theirs.
     * Where there is one process they are those of the program. */
    struct slot *inputs, *outputs;
};

/* A program compiled once for all who bring the same one. */
struct compiled {
    int references; /* under the client's lock, as all that may change */
    uint64_t key[2];
    struct pjrt_client *client;
    struct compiled *next;
    struct code code;
    struct allotment allotment;
    struct together together;
    int devices; /* of this process */
    char *name;  /* of the module */
    int input_count, output_count;
    struct slot *inputs, *outputs; /* of what this process has */
    struct instance *idle;         /* programs that nobody runs */
    /* The one that was compiled first: what functions have instantiated for it, all have. */
    const struct sdyc_program *first;
    int busy, away;      /* that are run, and of these in a callback */
    double seconds;      /* that a run is going to take; below 0: nobody knows */
    bool takes_any_time; /* for its data decide */
    bool has_call;       /* of functions of the host */
    bool has_effect;     /* beside its results */
    bool is_fresh;       /* its text was large, and it has not run */
    bool has_state;      /* of functions of the host: it is nobody else's */
    struct pjrt_named_value costs[3];
    int64_t temporaries; /* bytes that a run has beside inputs and outputs, all devices together */
    /* Made when they are asked for. */
    char *text; /* the program of one device */
    struct shardings input_shardings, output_shardings;
    struct pjrt_memory_layout **input_layouts, **output_layouts;
};
/* Something that one thread at a time can run. */
struct instance {
    struct sdyc_program *program;
    struct sdyc_program **others;  /* of the process's further ranks; NULL: there are none */
    struct sdyc_program *profiled; /* the same, which notes its tasks; NULL: no trace needs it */
    uint64_t trace;                /* the last one that has named it, and how */
    const struct traced_program *traced;
    struct instance *next;
};

/* Compiles, or finds what is compiled already; the caller shares it. */
struct pjrt_error *compiled_get(struct pjrt_client *client, const char *code, size_t size,
                                const struct allotment *allotment, struct compiled **compiled);
/* Where ranks run it: the others do not wait for this one, which has failed before it ran. */
void compiled_give_up(struct compiled *compiled, const struct pjrt_error *error);
/* The program of one device as StableHLO; it lives as long as the program. */
struct pjrt_error *compiled_text(struct compiled *compiled, const char **text);
struct compiled *compiled_share(struct compiled *compiled);
void compiled_release(struct compiled *compiled);
/* An instance for the caller alone, until it is given back: waits for one that runs, but not where
 * all are in callbacks, which may be what calls. */
struct pjrt_error *compiled_borrow(struct compiled *compiled, struct instance **instance);
/* The program of an instance that the caller has borrowed; while a trace is on, the one that notes
 * its tasks. */
struct sdyc_program *instance_program(const struct compiled *compiled, struct instance *instance);
/* Frees what traces have needed, of all programs of a client that nobody runs. */
void compiled_end_traces(struct pjrt_client *client);
/* After a run of so many seconds. */
void compiled_give_back(struct compiled *compiled, struct instance *instance, double seconds);

/* --- runs: execute.c, inputs.c ---------------------------------------------------------------- */

/* One call of a program. */
struct run {
    struct work work; /* it takes a storage an input, and makes one an output */
    int devices;
    struct sdyc_program *program; /* while it runs; under the client's lock */
    uint64_t caller;              /* the number of the call in JAX's traces; 0: none */
    int64_t *offsets;             /* of each input in its storage */
    bool *is_kept;                /* inputs that are not to be donated */
    const void **inputs;
    void **outputs;
};
/* Finds what the inputs lie in, putting parts together where they are not of one tensor. */
struct pjrt_error *run_take_inputs(struct run *run, const struct pjrt_execute_args *args);
/* Copies what the caller of the program has lent for this call alone. */
struct pjrt_error *run_keep_inputs(struct run *run);

/* --- executables: executable.c ---------------------------------------------------------------- */

struct pjrt_executable {
    atomic_int references;
    struct pjrt_client *client;
    struct compiled *compiled;
    bool is_deleted;
    char *options;
    size_t options_size;
    int replicas, partitions, device_count; /* of this process */
    struct pjrt_device **devices;           /* in the order of the program's devices */
    int *assignment;                        /* the ids of all of them */
    char fingerprint[40];
    const char **memory_kinds; /* of each output */
    size_t *memory_kind_sizes;
    int *output_types;
    int64_t *output_dims;
    size_t *output_ranks;
};

/* --- layouts: layout.c ------------------------------------------------------------------------ */

/* Dimensions from the fastest to the slowest. */
void order_of_steps(int rank, const int64_t *dims, const int64_t *steps, int64_t *minor_to_major);
/* The steps, in bytes, of an array that lies in one piece; returns its bytes. */
size_t steps_of_order(int rank, const int64_t *dims, size_t element, const int64_t *minor_to_major,
                      int64_t *steps);
size_t row_major_steps(int rank, const int64_t *dims, size_t element, int64_t *steps);
/* Whether both find all elements at the same places. */
bool same_steps(int rank, const int64_t *dims, const int64_t *a, const int64_t *b);
/* The steps of a layout that the caller names; NULL: row-major. */
struct pjrt_error *layout_steps(const struct pjrt_layout *layout, int rank, const int64_t *dims,
                                size_t element, int64_t *steps);

struct pjrt_memory_layout {
    int rank;
    int64_t minor_to_major[];
};
/* The layout that arrays with such steps have. NULL: no memory. */
struct pjrt_memory_layout *memory_layout_new(int rank, const int64_t *dims, const int64_t *steps);
void memory_layouts_free(struct pjrt_memory_layout **layouts, int count);
/* Makes those of inputs or results, if they are not made. */
struct pjrt_error *memory_layouts_make(struct pjrt_memory_layout ***layouts,
                                       const struct slot *slots, int count);

/* --- shardings: sharding.c -------------------------------------------------------------------- */

/* Makes them, if they are not made. */
struct pjrt_error *shardings_make(struct shardings *shardings, const struct slot *slots, int count);
void shardings_free(struct shardings *shardings, int count);
/* That of a tuple of all, which are made. The caller frees it with free(); NULL: no memory. */
char *sharding_of_tuple(const struct shardings *shardings, int count, size_t *size);

/* --- attributes of a program: attributes.c ---------------------------------------------------- */

/* The program of one device, with attributes that say how inputs and results are sharded, where
 * there are several devices, and how they lie, where that is not row-major: jaxlib before 0.9 looks
 * for both there. They are made. The caller's, to be freed; NULL: no memory. */
char *text_with_attributes(const char *text, const struct compiled *compiled);

/* --- traces: profiler.c (and trace.h) --------------------------------------------------------- */

extern struct pjrt_profiler_extension profiler_extension; /* the last but crossing.c's */

/* --- the coordinator of processes: coordinator.c ---------------------------------------------- */

/* Lets those that wait for process 0, the coordinator, say that it is gone, before JAX ends the
 * process for it: for so many seconds. Of several meetings the last one counts. */
void coordinator_watch(struct sdyc_ranks *ranks, double silence);
/* Before the ranks leave. */
void coordinator_forget(const struct sdyc_ranks *ranks);
bool coordinator_is_lost(void);

/* --- from process to process: crossing.c ------------------------------------------------------ */

/* Lets jaxlib send arrays to devices of other processes, before it makes a client: versions that do
 * so by the ids of devices. */
void sdyc_python_crossings(void);

/* --- the extensions' chain: extensions.c ------------------------------------------------------ */

extern struct pjrt_extension *const first_extension;

/* Every function of the table. */
#define CALL(name, function, arguments, size)                                                      \
    struct pjrt_error *function(struct pjrt_##arguments##_args *args);
#define MISSING(name)
#include "pjrt/api.def"
#undef CALL
#undef MISSING

#endif
