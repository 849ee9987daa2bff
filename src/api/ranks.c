#include "api/ranks.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/failure.h"

/* --- joining the ranks ------------------------------------------------------------------------ */

static void *open_library(const char *path) {
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* MPI's own plug-ins look for its symbols */
}

static const char anchor; /* in the object that is asked for */

/* The folder of the object that this code is in, the program or the shared library; "" where it is
 * not known. A program says of itself what it was called by, so that the system is asked. */
static void own_folder(char path[PATH_MAX]) {
    Dl_info info;
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    if (dladdr((const void *)&anchor, &info) && info.dli_fname[0] == '/' &&
        strlen(info.dli_fname) < PATH_MAX) {
        strcpy(path, info.dli_fname);
    }
    char *slash = strrchr(path, '/');
    *(slash ? slash : path) = '\0';
}

/* What the environment names; beside what was built; where the command or the library finds it
 * installed; or by its name. */
static void *find_library(void) {
    static const char *const places[] = {"runtime", SDYC_COMMAND_TO_LIBRARY "/sdyc", "sdyc"};
    const char *given = getenv("SDYC_MPI_LIBRARY");
    char folder[PATH_MAX], path[2 * PATH_MAX];
    void *library = NULL;
    if (given) {
        return open_library(given);
    }
    own_folder(folder);
    for (size_t i = 0; folder[0] && !library && i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s/%s/libsdyrt_mpi.so", places[i][0] == '/' ? "" : folder,
                 places[i]);
        library = open_library(path);
    }
    return library ? library : open_library("libsdyrt_mpi.so");
}

/* Makes MPI ready, or says why it cannot be. */
static struct sdyc_error *join(struct sdyc_ranks *ranks) {
    void *library = find_library(); /* it stays: MPI is not made to be loaded twice */
    const struct sdyrt_mpi *mpi = library ? dlsym(library, "sdyrt_mpi_functions") : NULL;
    if (!mpi) {
        const char *why = dlerror();
        return failure_say(SDYC_E_INPUT,
                           "MPI is not here: sdyc needs libsdyrt_mpi.so, which is built where "
                           "meson finds an MPI (Debian: libopenmpi-dev; then meson setup "
                           "--reconfigure build && ninja -C build)\n%s",
                           why ? why : "");
    }
    if (!mpi->begin()) {
        return failure_say(SDYC_E_RANKS, "MPI cannot be made ready");
    }
    ranks->end = mpi->end;
    return mpi->open(&ranks->ranks, NULL) ? NULL
                                          : failure_say(SDYC_E_RANKS, "%s", ranks->ranks.message);
}

struct sdyc_ranks *sdyc_ranks_join(struct sdyc_error **error) {
    struct sdyc_ranks *ranks = calloc(1, sizeof *ranks);
    struct sdyc_error *failure = ranks ? join(ranks) : failure_no_memory();
    if (failure_give(failure, error) != SDYC_OK) {
        free(ranks);
        return NULL;
    }
    return ranks;
}

int sdyc_ranks_number(const struct sdyc_ranks *ranks) {
    return (int)ranks->ranks.rank;
}

int sdyc_ranks_count(const struct sdyc_ranks *ranks) {
    return (int)ranks->ranks.count;
}

int64_t sdyc_ranks_sent(const struct sdyc_ranks *ranks) {
    return ranks->ranks.sent;
}

int sdyc_ranks_threads(const struct sdyc_ranks *ranks) {
    return ranks->ranks.transport->threads(&ranks->ranks);
}

void sdyc_ranks_give_up(struct sdyc_ranks *ranks, const char *why) {
    if (!ranks->ranks.failed && ranks->ranks.transport->give_up) {
        snprintf(ranks->ranks.message, sizeof ranks->ranks.message, "%s", why);
        sdyrt_ranks_give_up(&ranks->ranks);
    }
}

int sdyc_ranks_all(struct sdyc_ranks *ranks, int good) {
    return sdyrt_ranks_agree(&ranks->ranks, good != 0);
}

const char *sdyc_ranks_error(const struct sdyc_ranks *ranks) {
    return ranks->ranks.message;
}

void sdyc_ranks_leave(struct sdyc_ranks *ranks) {
    if (ranks) {
        int lost = ranks->ranks.lost;
        ranks->ranks.transport->close(&ranks->ranks);
        sdyrt_ranks_release(&ranks->ranks);
        if (ranks->end) {
            ranks->end(lost);
        }
        if (ranks->has_met) {
            sdyrt_tcp_part(ranks->tcp);
        }
        free(ranks);
    }
}

/* --- parts of tensors ------------------------------------------------------------------------- */

/* The tensor that an argument is a part of. */
static struct argument whole_argument(const struct program *own, const struct argument *argument) {
    struct argument whole = *argument;
    int64_t *strides = ARENA_ARRAY(own->arena, int64_t, argument->rank + 1);
    whole.dims = argument->part->dims;
    whole.strides = strides;
    whole.elements = 1;
    for (uint32_t d = argument->rank; d-- > 0;) {
        strides[d] = whole.elements;
        whole.elements *= whole.dims[d];
    }
    whole.part = NULL;
    return whole;
}

struct program *rank_program_whole(const struct program *own) {
    struct program *whole = arena_copy(own->arena, own, sizeof *own);
    whole->inputs = ARENA_ARRAY(own->arena, struct argument, own->input_count + 1);
    whole->outputs = ARENA_ARRAY(own->arena, struct argument, own->output_count + 1);
    for (uint32_t i = 0; i < own->input_count; i++) {
        whole->inputs[i] = whole_argument(own, &own->inputs[i]);
    }
    for (uint32_t i = 0; i < own->output_count; i++) {
        whole->outputs[i] = whole_argument(own, &own->outputs[i]);
    }
    return whole;
}

/* As the runtime has it. */
static struct sdyrt_rank_part part_of(const struct argument *argument) {
    return (struct sdyrt_rank_part){
        .rank = (int)argument->rank,
        .digit_count = (int)argument->part->count,
        .dims = argument->part->dims,
        .digits = argument->part->digits,
    };
}

static int64_t element_bytes(const struct argument *argument) {
    return element_info[argument->element].bytes;
}

static void *new_memory(struct arena *arena, size_t bytes) {
    uintptr_t memory = (uintptr_t)arena_alloc(arena, bytes + 64);
    return (void *)((memory + 63) / 64 * 64);
}

static void **new_parts(const struct program *own, const struct argument *arguments, uint32_t count,
                        size_t *most) {
    void **parts = ARENA_ARRAY(own->arena, void *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        size_t bytes = (size_t)arguments[i].elements * (size_t)element_bytes(&arguments[i]);
        parts[i] = new_memory(own->arena, bytes);
        *most = bytes > *most ? bytes : *most;
    }
    return parts;
}

static bool is_arranged(const struct program *own) {
    bool any = false;
    for (uint32_t i = 0; i < own->input_count; i++) {
        any = any || own->inputs[i].is_arranged;
    }
    for (uint32_t i = 0; i < own->output_count; i++) {
        any = any || own->outputs[i].is_arranged;
    }
    return any;
}

bool rank_program_begin(struct rank_program *program, struct sdyc_ranks *ranks,
                        const struct program *own, uint64_t hash, int threads,
                        struct diagnostics *diagnostics) {
    size_t most = 0, unused = 0;
    *program = (struct rank_program){.ranks = ranks, .own = own};
    if (is_arranged(own)) {
        sdyrt_ranks_agree(&ranks->ranks, 0);
        return diag_error(diagnostics, (struct location){0},
                          "ranks take and give tensors in row-major order, not in other layouts");
    }
    program->inputs = new_parts(own, own->inputs, own->input_count, &unused);
    program->outputs = new_parts(own, own->outputs, own->output_count, &most);
    program->room = new_memory(own->arena, most);
    hash = ranks->ranks.transport->allows(&ranks->ranks, threads) ? hash : 0;
    return sdyrt_ranks_agree(&ranks->ranks, hash) ||
           diag_error(diagnostics, (struct location){0}, "%s", ranks->ranks.message);
}

bool rank_program_run(struct rank_program *program, struct executable *executable,
                      const void *const *inputs, void *const *outputs) {
    struct sdyrt_ranks *ranks = &program->ranks->ranks;
    const struct program *own = program->own;
    if (program->takes_parts) {
        return executable_run(executable, inputs, outputs);
    }
    for (uint32_t i = 0; i < own->input_count; i++) {
        struct sdyrt_rank_part part = part_of(&own->inputs[i]);
        sdyrt_rank_part_take(&part, ranks->rank, element_bytes(&own->inputs[i]), inputs[i],
                             program->inputs[i]);
    }
    bool good = executable_run(executable, (const void *const *)program->inputs, program->outputs);
    for (uint32_t i = 0; i < own->output_count && good; i++) {
        struct sdyrt_rank_part part = part_of(&own->outputs[i]);
        good = sdyrt_rank_part_gather(ranks, &part, element_bytes(&own->outputs[i]),
                                      program->outputs[i], outputs[i], program->room);
    }
    return good;
}
