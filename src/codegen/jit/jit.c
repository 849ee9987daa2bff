/* An executable: the code of a program, its team and its memory. */
#include "codegen/jit/jit.h"

#include "codegen/emit/emit.h"
#include "codegen/handlers.h"
#include "profile.h"
#include "ranks.h"
#include "stages.h"
#include "support/limits.h"
#include "team.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct executable {
    struct loaded_code code;
    bool has_others_code;
    struct sdyrt_team *team;
    char **buffers; /* what the program function gets */
    uint32_t input_count, output_count;
    char *arena, *kept;
    size_t arena_bytes, kept_bytes, scratch_bytes, shared_scratch_bytes;
    int threads; /* that work on it, those of a lender among them */
    const struct program *program;
    struct sdyrt_calls calls;    /* of functions of the host */
    struct sdyrt_stages *stages; /* of these before they are executed, or NULL */
    sdyrt_ffi_handler *const **handlers;
    struct sdyrt_ranks *ranks;     /* that run the program, or NULL */
    int64_t *sent;                 /* counts of the last run, or NULL */
    struct sdyrt_profile *profile; /* of the last run, or NULL */
};

const char *jit_keep_text(struct arena *arena, const char *text, const char *suffix) {
    const char *folder = getenv("TMPDIR");
    char *path = arena_printf(arena, "%s/sdyc-XXXXXX%s", folder != NULL ? folder : "/tmp", suffix);
    int file = mkstemps(path, (int)strlen(suffix));
    if (file < 0) {
        return NULL;
    }
    FILE *stream = fdopen(file, "w");
    bool written = stream != NULL && fputs(text, stream) >= 0;
    if (stream == NULL) {
        close(file);
    } else if (fclose(stream) != 0) {
        written = false;
    }
    if (!written) {
        unlink(path);
        return NULL;
    }
    return path;
}

static void unload(struct loaded_code *code) {
    if (code->library != NULL) {
        dlclose(code->library);
    }
    if (code->memory != NULL) {
        munmap(code->memory, code->bytes);
    }
    *code = (struct loaded_code){0};
}

/* Code has no memory of its own: what it reads and writes it is given. */
static void take_code(struct executable *executable, const struct executable *other) {
    executable->code = other->code;
    executable->has_others_code = true;
    executable->scratch_bytes = other->scratch_bytes;
    executable->shared_scratch_bytes = other->shared_scratch_bytes;
}

static bool load_code(struct executable *executable, const struct program *program,
                      const struct jit_options *options, struct diagnostics *diagnostics,
                      struct jit_times *times) {
    if (options->code_of != NULL) {
        take_code(executable, options->code_of);
        return true;
    }
    bool tcc = options->compiler == JIT_TCC;
    struct emit_options emission = {.form = tcc ? EMIT_STRIPS : EMIT_LOOPS, .bind = !tcc};
    struct emit_needs needs;
    struct buffer text = {0};
    struct arena *arena = arena_new();
    double start = seconds_now();
    emit_c(&text, program, &emission, arena, &needs);
    double emitted = seconds_now();
    bool loaded = tcc ? jit_load_tcc(&executable->code, text.text, program, &needs, diagnostics)
                      : jit_load_cc(&executable->code, text.text, program, &needs, diagnostics);
    times->emit = emitted - start;
    times->compile = seconds_now() - emitted;
    executable->scratch_bytes = needs.scratch_bytes;
    executable->shared_scratch_bytes = needs.shared_scratch_bytes;
    emit_needs_free(&needs);
    buffer_free(&text);
    arena_free(arena);
    return loaded;
}

/* Zero pages that exist once they are touched, large ones. */
static char *new_pages(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        memory_fail(bytes);
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

/* Memory for intermediate values, and for what is kept. */
static void make_memory(struct executable *executable, const struct program *program) {
    uint32_t slots = emit_slot_count(program);
    executable->buffers = memory_array(slots, sizeof *executable->buffers);
    executable->arena_bytes = program->arena_bytes > 0 ? (size_t)program->arena_bytes : 1;
    executable->arena = new_pages(executable->arena_bytes);
    executable->buffers[0] = executable->arena;
    if (program->kept_bytes > 0) {
        executable->kept_bytes = (size_t)program->kept_bytes;
        executable->kept = new_pages(executable->kept_bytes);
        executable->buffers[emit_kept_slot(program)] = executable->kept;
    }
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const struct kernel_buffer *constant = program->constants[i];
        executable->buffers[emit_buffer_slot(program, constant)] =
            (char *)(uintptr_t)constant->data;
    }
    executable->program = program;
    if (program->call_count > 0) {
        struct sdyrt_call *calls = memory_array(program->call_count, sizeof *calls);
        for (uint32_t i = 0; i < program->call_count; i++) {
            calls[i] = program->calls[i]->call;
        }
        executable->calls.items = calls;
        executable->buffers[emit_calls_slot(program)] = (char *)&executable->calls;
    }
    if (program->sent_count > 0) {
        executable->sent = memory_array(program->sent_count, sizeof *executable->sent);
        executable->buffers[emit_sent_slot(program)] = (char *)executable->sent;
    }
    if (program->is_profiled) {
        executable->profile = sdyrt_profile_new(LIMIT_SPANS);
        if (executable->profile == NULL) {
            memory_fail(LIMIT_SPANS * sizeof(struct sdyrt_span));
        }
        if (program->is_apart) {
            sdyrt_profile_apart(executable->profile);
        }
        executable->buffers[emit_profile_slot(program)] = (char *)executable->profile;
    }
    if (program->ranks > 0) {
        executable->buffers[emit_ranks_slot(program)] = (char *)executable->ranks;
    }
    executable->input_count = program->input_count;
    executable->output_count = program->output_count;
}

/* How many threads work on a program. */
static int width(const struct program *program, const struct jit_options *options) {
    if (options->team == NULL) {
        return sdyrt_team_width(options->threads, program->useful_threads);
    }
    return program->useful_threads > 1 ? sdyrt_team_threads(options->team) : 1;
}

static void make_team(struct executable *executable, const struct program *program,
                      const struct jit_options *options) {
    size_t scratch = executable->scratch_bytes;
    executable->threads = width(program, options);
    int threads = options->team != NULL ? 1 : options->threads;
    executable->team = sdyrt_team_new(threads, program->useful_threads, scratch);
    if (executable->team == NULL ||
        (options->team != NULL && program->useful_threads > 1 &&
         !sdyrt_team_borrow(executable->team, options->team, scratch))) {
        memory_fail(scratch);
    }
    if (options->ranks != NULL) {
        sdyrt_team_between(executable->team, sdyrt_ranks_poke, options->ranks);
    }
}

/* Instantiates what functions of the host have to; false after an error. */
static bool instantiate(struct executable *executable, const struct program *program,
                        const struct jit_options *options, struct diagnostics *diagnostics) {
    bool has_stages = false;
    executable->handlers = memory_array(program->call_count + 1, sizeof *executable->handlers);
    for (uint32_t i = 0; i < program->call_count; i++) {
        executable->handlers[i] = program->calls[i]->stages;
        has_stages = has_stages || program->calls[i]->stages;
    }
    if (!has_stages) {
        return true;
    }
    executable->stages =
        sdyrt_stages_new(&executable->calls, program->call_count, executable->handlers,
                         options->like != NULL ? options->like->stages : NULL);
    if (executable->stages == NULL) {
        memory_fail(program->call_count * sizeof(struct sdyrt_ffi_state));
    }
    if (executable->calls.failed < 0) {
        return true;
    }
    if (options->call_code != NULL) {
        *options->call_code = executable->calls.code;
    }
    return executable_failure(executable, diagnostics);
}

static void free_executable(void *executable) {
    executable_free(executable);
}

struct executable *executable_new(const struct program *program, const struct jit_options *options,
                                  struct diagnostics *diagnostics, struct jit_times *times) {
    struct jit_times unused;
    struct executable *executable = memory_alloc(sizeof *executable);
    struct memory_cleanup cleanup;
    memory_cleanup_push(&cleanup, free_executable, executable);
    times = times != NULL ? times : &unused;
    *times = (struct jit_times){0};
    bool loaded = load_code(executable, program, options, diagnostics, times);
    if (loaded) {
        double start = seconds_now();
        executable->ranks = options->ranks;
        make_memory(executable, program);
        make_team(executable, program, options);
        loaded = instantiate(executable, program, options, diagnostics);
        times->load = seconds_now() - start;
    }
    memory_cleanup_pop(&cleanup);
    if (!loaded) {
        executable_free(executable);
    }
    return loaded ? executable : NULL;
}

bool executable_run(struct executable *executable, const void *const *inputs,
                    void *const *outputs) {
    char **slots = executable->buffers + 1;
    for (uint32_t i = 0; i < executable->input_count; i++) {
        slots[i] = (char *)(uintptr_t)inputs[i];
    }
    for (uint32_t i = 0; i < executable->output_count; i++) {
        slots[executable->input_count + i] = outputs[i];
    }
    executable->calls.failed = -1;
    if (executable->sent != NULL) {
        memset(executable->sent, 0, executable->program->sent_count * sizeof *executable->sent);
    }
    if (executable->profile != NULL) {
        sdyrt_profile_begin(executable->profile);
    }
    sdyrt_program_fn *program = (sdyrt_program_fn *)executable->code.entry;
    if (executable->stages == NULL || sdyrt_stages_begin(executable->stages)) {
        sdyrt_team_execute(executable->team, program, executable->buffers);
    }
    if (executable->stages != NULL) {
        sdyrt_stages_end(executable->stages);
    }
    return executable->calls.failed < 0 && !(executable->ranks && executable->ranks->failed);
}

void executable_stop(struct executable *executable) {
    sdyrt_team_stop(executable->team);
}

bool executable_take_stop(struct executable *executable) {
    return sdyrt_team_take_stop(executable->team) != 0;
}

const int64_t *executable_sent(const struct executable *executable) {
    return executable->sent;
}

/* A phase of one task is one thread's; the others touch what phases of several tasks need. */
static struct footprint footprint_of(const struct program *program, size_t scratch_bytes,
                                     size_t shared_scratch_bytes, int threads) {
    struct footprint memory = {.arena = (size_t)program->arena_bytes,
                               .kept = (size_t)program->kept_bytes,
                               .scratch =
                                   scratch_bytes + shared_scratch_bytes * (size_t)(threads - 1),
                               .threads = threads};
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const struct kernel_buffer *constant = program->constants[i];
        memory.constants += (size_t)constant->elements * element_info[constant->element].bytes;
    }
    return memory;
}

struct footprint executable_footprint(const struct executable *executable) {
    return footprint_of(executable->program, executable->scratch_bytes,
                        executable->shared_scratch_bytes, executable->threads);
}

struct footprint program_footprint(const struct program *program,
                                   const struct jit_options *options) {
    struct emit_options emission = {.form =
                                        options->compiler == JIT_TCC ? EMIT_STRIPS : EMIT_LOOPS};
    struct emit_needs needs;
    struct buffer text = {0};
    struct arena *arena = arena_new();
    emit_c(&text, program, &emission, arena, &needs);
    struct footprint memory = footprint_of(program, needs.scratch_bytes, needs.shared_scratch_bytes,
                                           width(program, options));
    emit_needs_free(&needs);
    buffer_free(&text);
    arena_free(arena);
    return memory;
}

const struct sdyrt_profile *executable_profile(const struct executable *executable) {
    return executable->profile;
}

bool executable_failure(const struct executable *executable, struct diagnostics *diagnostics) {
    const struct program_call *call = executable->program->calls[executable->calls.failed];
    struct location place = call->location;
    const char *from = "", *origin = "", *stage = "";
    if (place.source != NULL && place.source->is_bytecode && call->origin != NULL) {
        place = (struct location){0}; /* a line of the user's says more than a byte */
        from = ", which comes from ";
        origin = call->origin;
    }
    if (executable->calls.stage != SDYRT_FFI_EXECUTE) {
        stage = sdyrt_ffi_stage_name(executable->calls.stage);
    }
    return diag_error(diagnostics, place, "the custom call of @%s%s%s%s failed%s%s%s: %s",
                      call->target, from, origin, *origin ? "," : "",
                      *stage ? " in its stage '" : "", stage, *stage ? "'" : "",
                      executable->calls.message);
}

int executable_failure_code(const struct executable *executable) {
    return executable->calls.code;
}

void executable_free(struct executable *executable) {
    if (executable == NULL) {
        return;
    }
    if (executable->team != NULL) {
        sdyrt_team_free(executable->team);
    }
    if (executable->arena != NULL) {
        munmap(executable->arena, executable->arena_bytes);
    }
    if (executable->kept != NULL) {
        munmap(executable->kept, executable->kept_bytes);
    }
    sdyrt_stages_free(executable->stages);
    memory_free(executable->handlers);
    memory_free(executable->calls.items);
    memory_free(executable->sent);
    sdyrt_profile_free(executable->profile);
    memory_free(executable->buffers);
    if (!executable->has_others_code) {
        unload(&executable->code);
    }
    memory_free(executable);
}
