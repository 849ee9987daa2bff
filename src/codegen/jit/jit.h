/* Programs in memory: compiled, loaded and run. */
#ifndef SDYC_JIT_H
#define SDYC_JIT_H

#include "codegen/program/program.h"

enum jit_compiler {
    JIT_TCC, /* libtcc, in memory: milliseconds */
    JIT_CC,  /* the system's C compiler, `cc -O3`: seconds */
};
struct jit_options {
    enum jit_compiler compiler;
    int threads;               /* of the team; 0: one per core, fewer for small programs */
    struct sdyrt_ranks *ranks; /* of a program of ranks; else NULL */
    struct sdyrt_team *team;   /* that lends its threads; NULL: the program has its own */
    /* Of the same program: what functions of the host have instantiated for that, this one has too,
     * until both are freed. NULL: it has its own. */
    const struct executable *like;
    /* Of this very program, which lives as long: its code is this one's too. NULL: it is compiled.
     */
    const struct executable *code_of;
    int *call_code; /* where the code of a function's error is left, if it cannot be instantiated */
};
/* Seconds of each step. */
struct jit_times {
    double emit, compile, load;
};

/* What a program has in memory beside the caller's tensors and its own code, in bytes. */
struct footprint {
    size_t arena;     /* for intermediate values */
    size_t kept;      /* what follows from constants, from the first run on */
    size_t scratch;   /* that all threads that work on it touch */
    size_t constants; /* as the module has them, or in another order */
    int threads;
};

struct executable;

/* Compiles and loads a program, and makes its threads and memory. The program must live as long.
 * NULL after an error: of a function of the host that cannot be instantiated, or without location,
 * no compiler, or an internal error, whose C text is kept in a file that the message names. `times`
 * may be NULL. */
struct executable *executable_new(const struct program *program, const struct jit_options *options,
                                  struct diagnostics *diagnostics, struct jit_times *times);
/* Runs the program once: whole tensors, dense and row-major, in the order of the program's inputs
 * and outputs. One call per executable at a time. False where a custom call failed, which
 * executable_failure then reports, an exchange between ranks, which they know, or where it was
 * stopped. */
bool executable_run(struct executable *executable, const void *const *inputs, void *const *outputs);
/* Has the run under way, or else the next, end soon; from any thread, or a signal handler. */
void executable_stop(struct executable *executable);
/* Whether that was asked for and no run has taken it; takes it. */
bool executable_take_stop(struct executable *executable);
/* The bytes that devices sent in the last run, by kind; NULL: the program does not count. */
const int64_t *executable_sent(const struct executable *executable);
struct footprint executable_footprint(const struct executable *executable);
/* The same of a program that is not loaded. */
struct footprint program_footprint(const struct program *program,
                                   const struct jit_options *options);
/* When the tasks of the last run ran (runtime/team); NULL: the program does not note it. */
const struct sdyrt_profile *executable_profile(const struct executable *executable);
int executable_failure_code(const struct executable *executable); /* by the numbers of ffi.h */
bool executable_failure(const struct executable *executable, struct diagnostics *diagnostics);
/* NULL: nothing. A failure of memory does not do it: memory that the program has beside the heap is
 * given back here alone. */
void executable_free(struct executable *executable);

/* --- between jit.c, tcc.c, cc.c and cache*.c --- */

struct emit_needs;
/* Code in memory. */
struct loaded_code {
    void (*entry)(void); /* the program function */
    void *memory;        /* tcc: its pages, none both writable and executable */
    size_t bytes;
    void *library; /* cc: the shared object */
};
bool jit_load_tcc(struct loaded_code *code, const char *text, const struct program *program,
                  const struct emit_needs *needs, struct diagnostics *diagnostics);
bool jit_load_cc(struct loaded_code *code, const char *text, const struct program *program,
                 const struct emit_needs *needs, struct diagnostics *diagnostics);
/* The folder that SDYC_CACHE names, which is made where it is missing. NULL: it names none, or one
 * in which objects cannot be kept safely, of which a warning is given. */
const char *jit_cache_folder(struct diagnostics *diagnostics);
/* Where an object is kept in the folder, or is to be, that the compiler `words` makes of the text;
 * NULL: nowhere, for the compiler does not say what it would do. */
const char *jit_cache_place(struct arena *arena, const char *folder, const char *const *words,
                            const char *text);
/* Copies what is kept there into the file `object`; false: nothing is, or it is damaged. */
bool jit_cache_take(const char *place, const char *object);
/* Keeps a copy of the file there, if that can be done, and makes room for it in the folder. */
void jit_cache_keep(struct arena *arena, const char *folder, const char *place, const char *object);
/* Removes what was not used for longest from the folder, where it holds more than SDYC_CACHE_SIZE
 * allows, and what processes that died there have left half written. */
void jit_cache_make_room(struct arena *arena, const char *folder);
/* Keeps `text` in a new file of the temporary folder; its name, or NULL. */
const char *jit_keep_text(struct arena *arena, const char *text, const char *suffix);

#endif
