/*
 * sdyc as a library: compiles a sharded StableHLO program (MLIR text or bytecode) in memory and
 * runs it.
 *
 *     struct sdyc_error *error;
 *     struct sdyc_program *program = sdyc_compile_file("mlp.mlir", NULL, &error);
 *     if (program == NULL) {
 *         fputs(sdyc_error_text(error), stderr);
 *         sdyc_error_free(error);
 *         return 1;
 *     }
 *     const void *inputs[] = {x, w1, w2};
 *     void *outputs[] = {y};
 *     if (sdyc_run(program, inputs, outputs) != SDYC_OK) {
 *         fputs(sdyc_error_text(sdyc_run_error(program)), stderr);
 *     }
 *     sdyc_free(program);
 *
 * Tensors: inputs and outputs are whole tensors, dense, however the program shards them, row-major
 * unless a layout is asked for. Quantized elements are the integers that they are stored as.
 *
 * Ownership: the caller owns the memory of inputs and outputs, and all that it passes. What a
 * function returns belongs to the object that it was asked of, and lives as long, unless the
 * function says that it is the caller's.
 *
 * Units: sizes are bytes, times are seconds, shapes are counts of elements, unless a name or
 * comment says otherwise. Lines and columns are counted from 1; indices from 0.
 *
 * Threads: nothing is global. Programs are independent, and different threads may compile and run
 * different programs at once. One call of sdyc_run per program at a time.
 *
 * Memory: no call ends the process when memory is short. Whichever allocation fails, the call gives
 * SDYC_E_MEMORY. All that it had allocated is free again, no file that it was writing is left, and
 * the next call begins afresh. (Threads are the exception: the OpenMP runtime of the process makes
 * them in the first run, and may end the process when it cannot.)
 *
 * Versions: docs/reference/versions.md says what stays as it is. Structures of options begin with
 * their size, so that they may grow; SDYC_..._INIT sets it. docs/how-to/library.md says how
 * programs are built with the library; sdyc.hpp, beside this file, is the same for C++.
 */
#ifndef SDYC_SDYC_H
#define SDYC_SDYC_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; sdyc_version() is that of the library. */
#define SDYC_VERSION_MAJOR 0
#define SDYC_VERSION_MINOR 1
#define SDYC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* what the library is compiled with hides all else */

struct sdyc_program; /* compiled, with its threads and memory */

/* --- errors ----------------------------------------------------------------------------------- */

enum sdyc_status {
    SDYC_OK = 0,
    SDYC_E_INPUT,    /* the program is not valid, or something it needs is missing */
    SDYC_E_MEMORY,   /* not enough memory, of the process or for the program's tensors */
    SDYC_E_CHECK,    /* the program ran, and one of its own check operations does not hold */
    SDYC_E_HOST,     /* the program ran, and its host did not do what it asked */
    SDYC_E_INTERNAL, /* an error of sdyc itself */
    SDYC_E_CALL,     /* a function that the program calls gave an error */
    SDYC_E_RANKS,    /* another rank has not answered */
    SDYC_E_CANCELLED /* the run was ended by sdyc_cancel */
};
/* A few words on a status, "out of memory"; a constant. */
const char *sdyc_status_text(enum sdyc_status status);

/* What went wrong. A function that takes `struct sdyc_error **error` sets *error to NULL where it
 * succeeds. Where it fails, it sets *error to an error, which the caller frees; it is never NULL,
 * not even when memory is short. A caller that does not ask passes NULL for `error`. The functions
 * below take NULL for an error, too: there is none. */
struct sdyc_error;
enum sdyc_severity { SDYC_ERROR, SDYC_WARNING, SDYC_REMARK, SDYC_NOTE };
/* One message of an error. The first is an error; its notes follow, then further errors, and what
 * was only warned of comes last. */
struct sdyc_message {
    enum sdyc_severity severity;
    const char *file; /* as it was named in the call; NULL: the message is of no place */
    int line, column; /* 0: not known, as in bytecode */
    int64_t offset;   /* of bytecode: the byte, from 0; -1: not known, or text */
    const char *text; /* one line, without place and severity, and without a newline */
};
/* SDYC_OK for NULL. */
enum sdyc_status sdyc_error_status(const struct sdyc_error *error);
/* All messages, as the command prints them. Each begins with a line `FILE:LINE:COL: error: ...`;
 * the line of the source and a caret follow. "" for NULL. */
const char *sdyc_error_text(const struct sdyc_error *error);
/* Message `index` into *message; 0 past the last, else 1. What it points to is the error's. */
int sdyc_error_message(const struct sdyc_error *error, int index, struct sdyc_message *message);
/* Of SDYC_E_CALL: the code of the function's error, an XLA_FFI_Error_Code (3: an invalid argument).
 * A C++ exception in a function is an internal error, 13. 0: there is none. */
int sdyc_error_call_code(const struct sdyc_error *error);
void sdyc_error_free(struct sdyc_error *error);

/* --- tensors and hosts ------------------------------------------------------------------------ */

/* An input or output. */
struct sdyc_tensor {
    const char *element; /* as in MLIR: "f32", "bf16", "i1", "complex<f32>" */
    int rank;
    const int64_t *dims;
    size_t bytes; /* floats below f32 as their bits; of less than 8 bits a byte each, or packed */
    /* Where a program's tensor has its elements, row-major unless a layout was asked for: element
     * (i0, i1, ...) lies at the sum of i[d] * strides[d]. Where channels lie in blocks (block > 0),
     * dimension 1 adds i1 / block * strides[1] + i1 % block instead. The last block is padded, and
     * `bytes` counts the padding. Numbers of 4 bits may be packed (block -2): two lie in a byte,
     * the first in its low half. */
    const int64_t *strides;
    int64_t block;
};

/* What programs ask of whoever runs them, while they run. Calls come one at a time, in the order of
 * the program, on any thread. */
struct sdyc_host {
    void *data; /* for the functions */
    /* stablehlo.infeed: puts the next value, which has this type, into `value`, and gives 0. Where
     * there is none it gives another number, and the run fails. NULL: there never is one. */
    int (*infeed)(void *data, const struct sdyc_tensor *type, void *value);
    /* stablehlo.outfeed: takes a value. Not 0: the run fails. NULL: it always does. */
    int (*outfeed)(void *data, const struct sdyc_tensor *type, const void *value);
    const char *probe_folder; /* of interpreter.probe: where values and index.csv go; or NULL */
    int print_dense;          /* interpreter.print: dense<1> : tensor<2xi32>, all on one line */
};

/* --- options ---------------------------------------------------------------------------------- */

/* One buffer per distinct shard, or one per device (docs/design/storage.md). */
enum sdyc_storage { SDYC_STORAGE_SHARED, SDYC_STORAGE_PRIVATE };
/* The physical order of the dimensions of images (docs/how-to/layouts.md). */
enum sdyc_layout { SDYC_LAYOUT_AUTO, SDYC_LAYOUT_NCHW, SDYC_LAYOUT_NHWC };
/* Sums over devices: inside the kernel that makes the terms, or of rounded terms, one by one. */
enum sdyc_reduce { SDYC_REDUCE_FUSED, SDYC_REDUCE_DEVICE_ORDER };
enum sdyc_jit {
    SDYC_JIT_TCC, /* in memory, in milliseconds */
    SDYC_JIT_CC   /* the system's C compiler, `cc -O3`: slower to compile */
};

/* What is noted of tasks: nothing; or when each ran (TASKS). A thread does some tasks together,
 * where that is faster. APART does them one by one and notes when each ran, as it is where each of
 * many threads has one of them. */
enum sdyc_profile { SDYC_PROFILE_NONE, SDYC_PROFILE_TASKS, SDYC_PROFILE_APART };

/* Structures of options begin with their size, which SDYC_OPTIONS_INIT and its kin set. Every other
 * field has its default where it is 0. A library that knows more options than its caller takes the
 * defaults for them. A library that knows fewer refuses those that are not 0, with SDYC_E_INPUT.
 * Options may go when the call returns, except for fields that are said to live longer. A NULL
 * pointer to options means that all are the default. */

/* What a program runs with, and what is noted meanwhile. None of it matters to sdyc_emit_file. */
struct sdyc_run_options {
    size_t size;
    struct sdyc_team *team;           /* whose threads the program uses; NULL: it has its own */
    struct sdyc_constants *constants; /* that programs share; NULL: it has its own */
    struct sdyc_ranks *ranks;         /* that run the program together; NULL: this process does */
    const struct sdyc_host *host;     /* as long as the program lives; NULL: there is none */
    /* A program that was compiled before from the same module with the same functions. What the
     * functions have instantiated for it serves this program, too, until both are freed. NULL: they
     * instantiate anew. With ranks that take parts, of a program without functions, `like` may be a
     * program of other ranks of this process, of as many: this program then uses its code. */
    const struct sdyc_program *like;
    int count_sent; /* with private storage: count the bytes that devices send (sdyc_sent) */
    int profile;    /* an sdyc_profile: note when each task of a run ran, some 0.1 us a task */
    /* With ranks: device i is of rank rank_of[i]. Ranks are numbered in the order in which they
     * come here, and each has as many devices as any other. NULL: the devices of a rank are a
     * range, and the ranges follow each other. */
    const int *rank_of;
    int rank_of_count;
    /* With ranks: inputs and outputs are not whole tensors. They are what the rank's own devices
     * have of them, each distinct part once, and sdyc_input and sdyc_output say how large that is.
     * Nobody asks then what others compile: all have to compile and run the same. */
    int takes_parts;
};

/* What is compiled, and how. */
struct sdyc_options {
    size_t size;
    const char *entry; /* the function to run; NULL: main, or the only one */
    /* The inputs that the program is going to get, for modules that leave dimensions of arguments
     * open (tensor<?x4xf32>). Only rank and dims count. NULL: as the module says. */
    const struct sdyc_tensor *inputs;
    int input_count;
    /* Not 0: attributes and operations of dialects that sdyc does not know are left alone. Such an
     * operation is then an error only where the function that is compiled runs it. 0: each is an
     * error. */
    int allow_unregistered;

    /* How it is compiled, and for how many threads; neither matters to sdyc_emit_file. */
    enum sdyc_jit jit;
    int threads; /* of the team; 0: one per core, fewer for small programs */

    enum sdyc_storage storage;
    enum sdyc_layout layout;
    enum sdyc_reduce reduce;
    /* Gives up shardings of inputs and outputs that do not divide their sizes, or that split an
     * axis of the mesh, so that sdyc_input_parts and sdyc_output_parts say all of them. What is
     * unreduced is its terms. A program that has such inputs or outputs is run with private
     * storage, since only the distributed program has terms. */
    int even_parts;
    /* How the first so many of the caller's tensors lie in memory: "contiguous", "channels_last" (3
     * to 5 dimensions), "packed" (of i4 and ui4, whose last dimension is even), "nChw8c",
     * "nChw16c", "any" (what costs the program least), an order from the slowest dimension on,
     * "[0, 2, 3, 1]", or "strides [12, 1, 4, 2]". A NULL entry leaves it to the module: as its
     * #sdyc.layout says, else row-major. An input of 4 bits that the program multiplies few rows
     * by, and does nothing else with, is "packed" then. */
    const char *const *input_layouts, *const *output_layouts;
    int input_layout_count, output_layout_count;
    /* What custom calls may call besides what sdyc knows; must live as long as the programs. */
    const struct sdyc_calls *calls;
    const struct sdyc_run_options *run; /* NULL: all are the default */

    const char *print_before; /* dump the module to stderr before this pass, or "all"; or NULL */
    const char *print_after;
    int verify_each; /* verify the module after every pass */
    int whole_bytes; /* inputs of 4 bits are a byte each where no layout is asked for */
};

/* What sdyc_report says. */
struct sdyc_report_options {
    size_t size;
    const char *entry; /* the function that is reported on; NULL: main, or the only one */
    /* The machine whose times the report says, "10us:25GB/s,x=1us:900GB/s,100Tflop/s,memory=2TB/s";
     * or NULL. And sizes of an axis of the mesh, "x:8,64,512": the report then has the program on
     * meshes of these sizes, too (docs/reference/report.md); or NULL. */
    const char *machine, *scale;
    int allow_unregistered; /* as of sdyc_options */
    int verify_each;
};

/* How a program is written as bytecode. */
struct sdyc_bytecode_options {
    size_t size;
    /* NULL: the operations as they are, as mlir-opt writes them; "1.4.0": a portable artifact for
     * that version of StableHLO, "current": for the newest that is known. */
    const char *target;
    int other_dialects; /* an artifact keeps what is not StableHLO's; else that is an error */
    int reserved;       /* 0 */
};

/* Where processes meet: a store that all of them share, and that nobody else reads. Values are
 * text. */
struct sdyc_store {
    void *data;                                                 /* for the functions */
    int (*put)(void *data, const char *key, const char *value); /* 0: it fails */
    /* Waits at most so many seconds until somebody has put a value there, and writes it into the
     * `room` bytes at `value`, ended by a 0. Gives 0 where none came. */
    int (*get)(void *data, const char *key, double seconds, char *value, size_t room);
};
/* How processes meet without MPI. TCP connects each of them with each other one, and both sides
 * prove that they know a secret of the store. */
struct sdyc_meeting {
    size_t size;             /* SDYC_MEETING_INIT sets it */
    int number, count;       /* of this process, and how many there are */
    const char *name;        /* what keys in the store begin with; NULL: "sdyc" */
    const char *address;     /* that the others find this process at; NULL: "127.0.0.1" */
    const char *folder;      /* the store is this folder, which all see; NULL: `store` */
    struct sdyc_store store; /* for this call alone */
    double limit;            /* seconds that the others may take to come; 0: 300 */
    double patience;         /* seconds that an exchange may take; 0: any number */
    int64_t note;            /* that the others get to know */
    /* A process that says nothing for so many seconds, as one that has been stopped, is taken for
     * gone by those who wait for it. A process at work says so now and then. 0: never. */
    double silence;
};

#ifdef __cplusplus
/* Initialisers of C++, which has no compound literals. */
#define SDYC_DEFINE_INIT(name, type)                                                               \
    static inline struct type name(void) {                                                         \
        struct type options = {};                                                                  \
        options.size = sizeof options;                                                             \
        return options;                                                                            \
    }
SDYC_DEFINE_INIT(sdyc_options_init, sdyc_options)
SDYC_DEFINE_INIT(sdyc_run_options_init, sdyc_run_options)
SDYC_DEFINE_INIT(sdyc_report_options_init, sdyc_report_options)
SDYC_DEFINE_INIT(sdyc_bytecode_options_init, sdyc_bytecode_options)
SDYC_DEFINE_INIT(sdyc_meeting_init, sdyc_meeting)
#undef SDYC_DEFINE_INIT
#define SDYC_OPTIONS_INIT          sdyc_options_init()
#define SDYC_RUN_OPTIONS_INIT      sdyc_run_options_init()
#define SDYC_REPORT_OPTIONS_INIT   sdyc_report_options_init()
#define SDYC_BYTECODE_OPTIONS_INIT sdyc_bytecode_options_init()
#define SDYC_MEETING_INIT          sdyc_meeting_init()
#else
#define SDYC_OPTIONS_INIT                                                                          \
    { .size = sizeof(struct sdyc_options) }
#define SDYC_RUN_OPTIONS_INIT                                                                      \
    { .size = sizeof(struct sdyc_run_options) }
#define SDYC_REPORT_OPTIONS_INIT                                                                   \
    { .size = sizeof(struct sdyc_report_options) }
#define SDYC_BYTECODE_OPTIONS_INIT                                                                 \
    { .size = sizeof(struct sdyc_bytecode_options) }
#define SDYC_MEETING_INIT                                                                          \
    { .size = sizeof(struct sdyc_meeting) }
#endif

/* --- compiling -------------------------------------------------------------------------------- */

/* Compiles `length` bytes of MLIR text or bytecode; messages call it `name`. Neither need live on.
 * The program is the caller's, to be released with sdyc_free; NULL on failure, with an *error of
 * one of these statuses:
 *   SDYC_E_INPUT, SDYC_E_INTERNAL: its messages say what, and where.
 *   SDYC_E_CALL: a function that the program calls cannot be instantiated.
 *   SDYC_E_MEMORY: there was not enough memory, for the compilation or the program. */
struct sdyc_program *sdyc_compile(const char *text, size_t length, const char *name,
                                  const struct sdyc_options *options, struct sdyc_error **error);
/* The same from a file; "-" is standard input. */
struct sdyc_program *sdyc_compile_file(const char *path, const struct sdyc_options *options,
                                       struct sdyc_error **error);
/* Writes the program of a file as C into a folder, which must be new or empty, as `sdyc emit` does;
 * `prefix` begins all its C names (NULL: "model"). The folder appears complete, or not at all.
 * Errors are those of sdyc_compile, but SDYC_E_CALL. Of the options `run` means nothing, and of
 * `calls` only the names of targets count: whoever calls the emitted program gives it its host and
 * functions. */
enum sdyc_status sdyc_emit_file(const char *path, const struct sdyc_options *options,
                                const char *folder, const char *prefix, struct sdyc_error **error);
/* What the program costs once it is partitioned, as `sdyc partition --report` says it
 * (docs/reference/report.md), for people or as JSON. SDYC_REPORT_PROGRAM gives the partitioned
 * program itself instead, which each device runs, as StableHLO. *report is the caller's, to be
 * released with free(); NULL on failure, with the errors of sdyc_compile, but SDYC_E_CALL. */
enum sdyc_report_form { SDYC_REPORT_TEXT, SDYC_REPORT_JSON, SDYC_REPORT_PROGRAM };
enum sdyc_status sdyc_report(const char *text, size_t length, const char *name,
                             const struct sdyc_report_options *options, enum sdyc_report_form form,
                             char **report, struct sdyc_error **error);
/* The same from a file; "-" is standard input. */
enum sdyc_status sdyc_report_file(const char *path, const struct sdyc_report_options *options,
                                  enum sdyc_report_form form, char **report,
                                  struct sdyc_error **error);
/* The program as MLIR bytecode (docs/reference/bytecode.md): *bytes, *size of them, are the
 * caller's, to be released with free(); NULL on failure. Options NULL: the operations as they are.
 * Errors are those of sdyc_compile, but SDYC_E_CALL. */
enum sdyc_status sdyc_bytecode(const char *text, size_t length, const char *name,
                               const struct sdyc_bytecode_options *options, void **bytes,
                               size_t *size, struct sdyc_error **error);

/* --- custom calls ----------------------------------------------------------------------------- */

/* Functions for custom calls: a list that options->calls names. A function has XLA's typed
 * interface, XLA_FFI_Handler of xla/ffi/api/c_api.h (version 0.3), which is delivered with jaxlib;
 * what is written for JAX works unchanged (docs/how-to/custom-calls.md). */
struct sdyc_calls;
struct XLA_FFI_Error;
struct XLA_FFI_CallFrame;
typedef struct XLA_FFI_Error *sdyc_call_function(struct XLA_FFI_CallFrame *frame);
/* NULL: out of memory. */
struct sdyc_calls *sdyc_calls_new(void);
/* Lets custom calls of a target call a function. Of several for one target the latest is called.
 * The function is asked which version of the interface it was made for; SDYC_E_INPUT, with *error:
 * for none that is known. */
enum sdyc_status sdyc_register_call(struct sdyc_calls *calls, const char *target,
                                    sdyc_call_function *function, struct sdyc_error **error);
/* The same for a function in stages, XLA_FFI_Handler_Bundle. `instantiate` is called once for each
 * call of a program, when the program is compiled. At the beginning of each run `prepare` is called
 * for all calls, then `initialize`, before it is known where tensors lie. All but `execute` may be
 * NULL. What stages make for later ones (XLA_FFI_State_Set) ends with the program or the run. */
struct sdyc_call_stages {
    sdyc_call_function *instantiate, *prepare, *initialize, *execute;
};
enum sdyc_status sdyc_register_stages(struct sdyc_calls *calls, const char *target,
                                      const struct sdyc_call_stages *stages,
                                      struct sdyc_error **error);
/* Makes a type of such states known to the process, with its function that ends a state; gives it a
 * number where it has none. `type` and `info` stay the caller's. Out of memory: SDYC_E_MEMORY. */
struct XLA_FFI_TypeId;
struct XLA_FFI_TypeInfo;
enum sdyc_status sdyc_register_type(const char *name, struct XLA_FFI_TypeId *type,
                                    const struct XLA_FFI_TypeInfo *info);
/* Loads a shared library, "LIBRARY.so:SYMBOL[=TARGET][,SYMBOL[=TARGET]]...", and registers
 * functions of it. Without =TARGET a function's target has the name of its symbol. */
enum sdyc_status sdyc_load_calls(struct sdyc_calls *calls, const char *library,
                                 struct sdyc_error **error);
/* Closes the libraries too. NULL is allowed. */
void sdyc_calls_free(struct sdyc_calls *calls);

/* --- what programs share: ranks, threads, constants ------------------------------------------- */

/* The processes that run programs together (docs/how-to/mpi.md): the ranks of MPI's world, each
 * with a range of the devices. All of them compile the same program and run it at the same time,
 * with run->ranks. Inputs are whole tensors at each rank, which takes its part of them. Results are
 * whole tensors at rank 0, and are not written at others. MPI is looked for when they join: NULL,
 * with *error, where there is none. */
struct sdyc_ranks;
struct sdyc_ranks *sdyc_ranks_join(struct sdyc_error **error);
int sdyc_ranks_number(const struct sdyc_ranks *ranks); /* of this one */
int sdyc_ranks_count(const struct sdyc_ranks *ranks);
/* Bytes that this rank has sent to others so far. */
int64_t sdyc_ranks_sent(const struct sdyc_ranks *ranks);
/* Threads for each program of this one: its share of the processors of its machine. */
int sdyc_ranks_threads(const struct sdyc_ranks *ranks);

/* As sdyc_ranks_join, for processes that meet without MPI. One that ends, or gives up, is named to
 * all others at once. */
struct sdyc_ranks *sdyc_ranks_meet(const struct sdyc_meeting *meeting, struct sdyc_error **error);
/* The `note` of rank `number` of those that have met (struct sdyc_meeting). */
int64_t sdyc_ranks_note(const struct sdyc_ranks *ranks, int number);
/* Makes some of those that have met, this one among them, ranks by themselves: rank i is
 * members[i]. Each of them calls it with the same list. They leave before `ranks` does. */
struct sdyc_ranks *sdyc_ranks_among(struct sdyc_ranks *ranks, const int *members, int count,
                                    struct sdyc_error **error);
/* The same, but a member may stand in the list several times. It then is several ranks, each with a
 * program and a thread of its own, and calls this once for each of its places in the list: `which`
 * numbers them from 0 on. */
struct sdyc_ranks *sdyc_ranks_shared(struct sdyc_ranks *ranks, const int *members, int count,
                                     int which, struct sdyc_error **error);
/* Sends bytes to another of those that have met, or takes what it sends, beside the programs that
 * they run. What is sent with one tag comes in the order in which it is sent. Sending ends when the
 * data is no longer needed, receiving when it has come; either takes as long as the other side
 * takes. Several threads may call at a time. SDYC_E_RANKS: the other one is gone, has given up, or
 * sends another number of bytes. */
enum sdyc_status sdyc_ranks_send(struct sdyc_ranks *ranks, int number, uint64_t tag,
                                 const void *data, size_t bytes, struct sdyc_error **error);
enum sdyc_status sdyc_ranks_receive(struct sdyc_ranks *ranks, int number, uint64_t tag, void *data,
                                    size_t bytes, struct sdyc_error **error);
/* Lets the others know that this rank goes no further, and why. */
void sdyc_ranks_give_up(struct sdyc_ranks *ranks, const char *why);
/* Whether all ranks are good. Each rank calls it and says with `good` whether it is; all of them
 * get the same answer. */
int sdyc_ranks_all(struct sdyc_ranks *ranks, int good);
/* Why the ranks cannot go on; "" where they can. */
const char *sdyc_ranks_error(const struct sdyc_ranks *ranks);
/* Leaves, after the last program of these ranks has been freed. Where a rank has not answered,
 * others may wait for this one for ever: then all end, this process too. NULL is allowed. */
void sdyc_ranks_leave(struct sdyc_ranks *ranks);

/* Threads that many programs may share: run->team; `threads` of the options means nothing then.
 * They work for one run at a time. A run that finds them at work goes on alone until they are free.
 * `threads` 0: as many as there are cores. NULL: out of memory. It is freed after the programs. */
struct sdyc_team;
struct sdyc_team *sdyc_team_new(int threads);
void sdyc_team_free(struct sdyc_team *team); /* NULL is allowed */

/* Constants that many programs may share: run->constants. Constants of 64 KB and more that have the
 * same bytes are stored once, where nobody can write them, as long as one of the programs lives.
 * NULL: out of memory. It is freed after the programs. */
struct sdyc_constants;
struct sdyc_constants *sdyc_constants_new(void);
void sdyc_constants_free(struct sdyc_constants *constants); /* NULL is allowed */

/* --- programs --------------------------------------------------------------------------------- */

/* Releases everything that belongs to the program. NULL is allowed. */
void sdyc_free(struct sdyc_program *program);

/* The name of the module, "jit_step", as long-lived as the program; "" where it has none. */
const char *sdyc_name(const struct sdyc_program *program);

/* What the program takes and gives; the results live as long as the program. */
int sdyc_input_count(const struct sdyc_program *program);
int sdyc_output_count(const struct sdyc_program *program);
struct sdyc_tensor sdyc_input(const struct sdyc_program *program, int index);
struct sdyc_tensor sdyc_output(const struct sdyc_program *program, int index);

/* The output to which the module donates input `index`, by tf.aliasing_output or jax.buffer_donor.
 * It is computed where the input lies if the caller gives both the same memory. -1: none. */
int sdyc_donated(const struct sdyc_program *program, int index);
/* Whether the module means to give up input `index` for an output of as many bytes. The program may
 * not be able to use that: it may need the input for longer, or in another shape. */
int sdyc_given_up(const struct sdyc_program *program, int index);

/* How the devices hold an input or output: dimension d of a tensor is cut into counts[d] equal
 * parts, and device i has part places[i * rank + d] of it. places is NULL where every device has
 * all of it. A size that the sharding does not divide is not cut. With even_parts, a tensor that is
 * unreduced over axes is given and returned as its terms (has_terms): they lie along a dimension in
 * front of its own, and each device has one of them. */
struct sdyc_parts {
    int64_t devices;
    const int64_t *counts, *places;
    int has_terms;
    int is_token;       /* !stablehlo.token, for which an i1 stands whose value is nothing */
    const char *memory; /* "pinned_host": what the module calls the memory that it is to lie in, by
                           mhlo.memory_kind; NULL: it says nothing */
    /* A tensor of a bounded type is as long as its bounds. The sizes of its bounded dimensions are
     * further inputs (outputs) behind all others, tensor<i32> each. Such an input (output) is the
     * size of dimension size_dim of input (output) size_of. -1: this one is no such size. */
    int size_of, size_dim;
};
struct sdyc_parts sdyc_input_parts(const struct sdyc_program *program, int index);
struct sdyc_parts sdyc_output_parts(const struct sdyc_program *program, int index);

/* --- running ---------------------------------------------------------------------------------- */

/* Runs the program once: SDYC_OK, or SDYC_E_CHECK, _HOST, _CALL, _RANKS, _CANCELLED or _MEMORY, of
 * which sdyc_run_error says more. Outputs must not overlap inputs or each other. There is one
 * exception: a result may have the very memory of the argument that the module donates to it
 * (sdyc_donated). Where the program needs that argument longer, it copies it. What outputs hold
 * after a failure is unspecified, and the program can be run again. */
enum sdyc_status sdyc_run(struct sdyc_program *program, const void *const *inputs,
                          void *const *outputs);
/* Ends the run that is under way, between two of its tasks; where none is, the next run ends at its
 * beginning. sdyc_run gives SDYC_E_CANCELLED, and the program can be run again. Any thread may call
 * it, and a signal handler. A run that is in a function of the host ends when that function has
 * come back. A program that ranks run together goes on. */
void sdyc_cancel(struct sdyc_program *program);
/* Whether sdyc_cancel has been called and no run has ended by it; forgets the call. */
int sdyc_cancelled(struct sdyc_program *program);
/* Why the last run failed; the program's, valid until the next. NULL where it did not. */
const struct sdyc_error *sdyc_run_error(const struct sdyc_program *program);
#ifndef __cplusplus
/* Deprecated since 0.1.0: the text of sdyc_run_error. */
__attribute__((
    deprecated("use sdyc_error_text(sdyc_run_error(program))"))) static inline const char *
sdyc_error(const struct sdyc_program *program) {
    return sdyc_error_text(sdyc_run_error(program));
}
#endif

/* --- what is known of a program --------------------------------------------------------------- */

/* What the compilation warned of. Each warning begins with a line `NAME:LINE:COL: warning: ...`;
 * the line of the source follows. "" where there is nothing. As long-lived as the program. */
const char *sdyc_warnings(const struct sdyc_program *program);

/* What is known of a run before it begins. */
enum sdyc_loops {
    SDYC_LOOPS_NONE,
    SDYC_LOOPS_FIXED, /* whose turns are known */
    SDYC_LOOPS_OPEN,  /* whose turns depend on data: a run may take any time */
};
struct sdyc_outlook {
    enum sdyc_loops loops;
    int has_call;   /* it may call functions of the host: callbacks, custom calls, infeed */
    int has_effect; /* and does more than give its results by that */
    int has_state;  /* some of these functions have stages before they are executed */
};
struct sdyc_outlook sdyc_outlook(const struct sdyc_program *program);

/* How long the stages of the compilation took: the name of stage `index`, NULL after the last. */
const char *sdyc_stage(const struct sdyc_program *program, int index, double *seconds);
/* What the program has in memory beside the caller's tensors, in bytes. A run needs the sum of
 * arena, kept and scratch. They are taken when the program is compiled, and touched when it runs.
 * Programs of the same team (run->team) share scratch memory. */
struct sdyc_memory {
    size_t arena;     /* for intermediate values, with all whose lifetimes end in the same place */
    size_t kept;      /* what follows from constants alone: computed in the first run, and kept */
    size_t scratch;   /* that all threads that work on it touch */
    size_t constants; /* of the module, as the program reads them */
    int threads;      /* that work on it */
};
void sdyc_memory(const struct sdyc_program *program, struct sdyc_memory *memory);
/* Where a constant of 64 KB and more stands in the bytecode that the program was compiled from:
 * `bytes` bytes at `offset`. `data` is the program's copy of them. It is NULL where the program has
 * them in another form alone: in another order, or, of truth values, a byte each. Who keeps the
 * bytecode need not keep these bytes: sdyc_place_read gives them. Constant `index` into *place; 0
 * past the last, else 1. */
struct sdyc_place {
    size_t offset, bytes;
    const void *data;
};
int sdyc_place(const struct sdyc_program *program, int index, struct sdyc_place *place);
/* Writes `bytes` bytes of that constant, from byte `from` on, as they stand in the bytecode. */
void sdyc_place_read(const struct sdyc_program *program, int index, size_t from, size_t bytes,
                     void *to);
/* How many bytes all devices together sent each other in the last run, in collectives of kind
 * `index`. Gives the name of the kind ("all_reduce"); NULL after the last, or where the program
 * does not count (run->count_sent). docs/reference/report.md says what each kind sends. */
const char *sdyc_sent(const struct sdyc_program *program, int index, int64_t *bytes);
/* A phase is a part of a program that one kernel executes. */
struct sdyc_phase {
    const char *kind; /* "loop", "product", "convolution": which kernel executes it */
    const char *what; /* its operations and the type of the result, on one line */
    int line;         /* of the first operation in the source; 0: not known */
    const char
        *origin;   /* what the module says that it comes from, "jit(f)/tanh, train.py:12"; "" */
    int64_t tasks; /* 0: no element is computed */
    double flops, bytes; /* of one execution, by the compiler's count; bytes from and to memory */
    double transcendentals; /* exponentials, logarithms, roots, sines and their like, of the same */
};
/* Phase `index` into *phase, whose texts live as long as the program; 0 past the last, else 1. */
int sdyc_phase(const struct sdyc_program *program, int index, struct sdyc_phase *phase);
/* A task as it ran. A kernel that works on single numbers stands within other work and is not
 * noted. */
struct sdyc_span {
    int phase, thread; /* thread 0 is the caller of sdyc_run */
    int64_t task;
    double begin, end; /* seconds from the beginning of the run */
    int64_t start;     /* that beginning, in nanoseconds of the system's monotonic clock */
    int64_t thread_id; /* by which the system knows the thread, the same in all runs */
};
/* Task `index` of the last run, if run->profile was set, into *span; 0 past the last, else 1.
 * They come in the order in which they ended. A run notes some 1,000,000; *dropped is how many more
 * there were. `dropped` may be NULL. */
int sdyc_span(const struct sdyc_program *program, int64_t index, struct sdyc_span *span,
              int64_t *dropped);
/* Which kernels are in use, for people: "gemm: own kernels, AVX-512; strips: AVX-512". */
const char *sdyc_kernels(struct sdyc_program *program);
/* The version of the library, "0.1.0"; a constant. */
const char *sdyc_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
