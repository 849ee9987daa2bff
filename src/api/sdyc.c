/* The library: include/sdyc/sdyc.h on top of a compilation and an executable. */
#include <stdlib.h>
#include <string.h>

#include "api/calls.h"
#include "api/failure.h"
#include "api/options.h"
#include "api/origins.h"
#include "api/program.h"
#include "codegen/folder/directory.h"
#include "codegen/handlers.h"
#include "codegen/jit/jit.h"
#include "codegen/program/program.h"
#include "partition/partition.h"

const char *sdyc_version(void) {
    return SDYC_VERSION;
}

/* --- inputs and outputs ----------------------------------------------------------------------- */

static struct sdyc_tensor tensor_of(const struct argument *argument) {
    const struct element_info *element = &element_info[argument->element];
    return (struct sdyc_tensor){
        .element = element->name,
        .rank = (int)argument->rank,
        .dims = argument->dims,
        .bytes = (size_t)argument->elements * element->bytes,
        .strides = argument->strides,
        .block = argument->block,
    };
}

const char *sdyc_name(const struct sdyc_program *program) {
    return program->name;
}

int sdyc_input_count(const struct sdyc_program *program) {
    return (int)program->kernels->input_count - (program->effects.list.count > 0);
}

int sdyc_output_count(const struct sdyc_program *program) {
    return program->checks.list.count ? (int)program->checks.first_result
                                      : (int)program->kernels->output_count;
}

int sdyc_donated(const struct sdyc_program *program, int index) {
    return program->kernels->inputs[index].donated_to;
}

int sdyc_given_up(const struct sdyc_program *program, int index) {
    return program->kernels->inputs[index].meant_for >= 0;
}

struct sdyc_tensor sdyc_input(const struct sdyc_program *program, int index) {
    return tensor_of(&program->kernels->inputs[index]);
}

struct sdyc_tensor sdyc_output(const struct sdyc_program *program, int index) {
    return tensor_of(&program->kernels->outputs[index]);
}

struct sdyc_parts sdyc_input_parts(const struct sdyc_program *program, int index) {
    return program->parts.inputs[index];
}

struct sdyc_parts sdyc_output_parts(const struct sdyc_program *program, int index) {
    return program->parts.outputs[index];
}

/* --- compiling -------------------------------------------------------------------------------- */

static struct codegen_options codegen_options(const struct sdyc_options *options) {
    const struct sdyc_run_options *run = options->run;
    return (struct codegen_options){
        .entry = options->entry,
        .storage = options->storage == SDYC_STORAGE_PRIVATE || run->ranks ? STORAGE_PRIVATE
                                                                          : STORAGE_SHARED,
        .ranks = run->ranks ? sdyc_ranks_count(run->ranks) : 0,
        .rank_of = run->ranks ? run->rank_of : NULL,
        .rank_of_count = run->rank_of_count,
        .takes_parts = run->ranks && run->takes_parts,
        .layout = options->layout == SDYC_LAYOUT_NCHW   ? LAYOUT_NCHW
                  : options->layout == SDYC_LAYOUT_NHWC ? LAYOUT_NHWC
                                                        : LAYOUT_AUTO,
        .input_layouts = options->input_layouts,
        .output_layouts = options->output_layouts,
        .input_layout_count = (uint32_t)options->input_layout_count,
        .output_layout_count = (uint32_t)options->output_layout_count,
        .handlers = calls_handlers(options->calls),
        .reduce = options->reduce == SDYC_REDUCE_DEVICE_ORDER ? REDUCE_DEVICE : REDUCE_FUSED,
        .counts_sent = run->count_sent && options->storage == SDYC_STORAGE_PRIVATE,
        .profiles = run->profile != 0,
        .is_apart = run->profile == SDYC_PROFILE_APART,
        .packs = options->whole_bytes == 0,
        .even_parts = options->even_parts != 0,
    };
}

/* Memory for what the checks compare. */
static void make_outputs(struct sdyc_program *program) {
    const struct program *kernels = program->kernels;
    struct arena *arena = program->compilation.arena;
    program->outputs = ARENA_ARRAY(arena, void *, (size_t)kernels->output_count + 1);
    for (uint32_t i = (uint32_t)sdyc_output_count(program); i < kernels->output_count; i++) {
        uintptr_t memory =
            (uintptr_t)arena_alloc(arena, tensor_of(&kernels->outputs[i]).bytes + 63);
        program->outputs[i] = (void *)((memory + 63) / 64 * 64);
    }
}

/* What a call asks for. */
struct job {
    struct sdyc_program *program; /* made here; of an emission only a part */
    struct sdyc_options options;
    struct sdyc_run_options run; /* to which the options point */
    const char *name, *text;     /* text NULL: `name` is a file */
    size_t length;
    const char *folder, *prefix; /* folder NULL: to be loaded */
    bool done;
    int call_code; /* of the error of a function that cannot be instantiated; 0: there is none */
    struct sdyc_error *error; /* of one that is not done; its caller's */
};

static bool read_source(const struct job *job) {
    struct compilation *compilation = &job->program->compilation;
    return job->text ? compilation_take_text(compilation, job->name, job->text, job->length)
                     : compilation_read(compilation, job->name);
}

/* The shapes of the inputs, which arguments of open shape get. */
static struct input_shape *input_shapes(const struct job *job) {
    const struct sdyc_options *options = &job->options;
    struct arena *arena = job->program->compilation.arena;
    struct input_shape *shapes =
        ARENA_ARRAY(arena, struct input_shape, (size_t)options->input_count + 1);
    for (int i = 0; options->inputs && i < options->input_count; i++) {
        shapes[i].rank = (uint32_t)options->inputs[i].rank;
        shapes[i].dims = options->inputs[i].dims;
    }
    return shapes;
}

static bool set_inputs(const struct job *job) {
    const struct sdyc_options *options = &job->options;
    return !options->inputs ||
           compilation_set_inputs(&job->program->compilation, options->entry,
                                  (uint32_t)options->input_count, input_shapes(job));
}

static void configure(struct compilation *compilation, const struct sdyc_options *options) {
    compilation->driver.verify_each |= options->verify_each != 0;
    compilation->driver.print_before = options->print_before;
    compilation->driver.print_after = options->print_after;
    compilation->context->constants = (struct shared_pool *)options->run->constants;
    compilation->context->allow_unregistered_dialects = options->allow_unregistered != 0;
}

/* To the module that code generation reads. Only the distributed program has terms of sums. */
static bool lower(const struct job *job, struct codegen_options *how) {
    struct compilation *compilation = &job->program->compilation;
    if (!read_source(job) || !compilation_parse(compilation) || !set_inputs(job)) {
        return false;
    }
    if (how->even_parts && has_sums_at_border(compilation->module, how->entry)) {
        how->storage = STORAGE_PRIVATE;
    }
    return compilation_lower(compilation, how);
}

/* 0: as the team chooses. */
static int threads_of(const struct sdyc_options *options) {
    const struct sdyc_ranks *ranks = options->run->ranks;
    return options->threads == 0 && ranks ? ranks->ranks.transport->threads(&ranks->ranks)
                                          : options->threads;
}

static bool load(struct job *job) {
    const struct sdyc_program *base = job->program->base;
    struct sdyc_program *program = job->program;
    const struct sdyc_run_options *run = &job->run;
    struct compilation *compilation = &program->compilation;
    const struct program *own = program->ranks.ranks ? program->ranks.own : program->kernels;
    const struct jit_options jit = {
        .compiler = job->options.jit == SDYC_JIT_CC ? JIT_CC : JIT_TCC,
        .threads = threads_of(&job->options),
        .ranks = run->ranks ? &run->ranks->ranks : NULL,
        .team = (struct sdyrt_team *)run->team,
        .like = run->like ? run->like->executable : NULL,
        .code_of = base ? base->executable : NULL,
        .call_code = &job->call_code,
    };
    struct jit_times times = {0};
    make_outputs(program);
    program->executable = executable_new(own, &jit, &compilation->diagnostics, &times);
    stage_times_add(&compilation->times, "emit", times.emit);
    stage_times_add(&compilation->times, jit.compiler == JIT_CC ? "cc" : "tcc", times.compile);
    stage_times_add(&compilation->times, "load", times.load);
    return program->executable != NULL;
}

static bool emit(const struct job *job) {
    struct compilation *compilation = &job->program->compilation;
    const struct codegen_options how = codegen_options(&job->options);
    const struct emit_directory_options options = {.path = job->folder, .prefix = job->prefix};
    struct compiled_entries entries = {0};
    uint32_t count = job->options.inputs ? (uint32_t)job->options.input_count : 0;
    bool done =
        read_source(job) &&
        compilation_entries(compilation, &how, count, input_shapes(job), &entries) &&
        emit_directory(entries.list.count, entries.list.items, &options, &compilation->diagnostics);
    compiled_entries_free(&entries);
    return done;
}

static uint64_t hash_program(const struct job *job) {
    const struct sdyc_options *options = &job->options;
    const struct source *source = &job->program->compilation.source;
    const int how[] = {options->layout, options->reduce, options->jit};
    uint64_t hash = hash_bytes(source->text, source->length, 0);
    hash = hash_bytes(SDYC_VERSION, sizeof SDYC_VERSION, hash);
    hash = hash_bytes(how, sizeof how, hash);
    for (int i = 0; options->inputs && i < options->input_count; i++) {
        const struct sdyc_tensor *input = &options->inputs[i];
        hash = hash_bytes(input->dims, (size_t)input->rank * sizeof *input->dims, hash);
    }
    return options->entry ? hash_bytes(options->entry, strlen(options->entry), hash) : hash;
}

/* What the caller sees of a program that ranks run are whole tensors. */
static bool join_ranks(const struct job *job) {
    struct sdyc_program *program = job->program;
    struct sdyc_ranks *ranks = job->run.ranks;
    struct diagnostics *diagnostics = &program->compilation.diagnostics;
    const struct program *own = program->kernels;
    if (!ranks) {
        return true;
    }
    if (program->effects.list.count > 0) {
        if (!job->run.takes_parts) {
            sdyc_ranks_all(ranks, 0);
        }
        return diag_error(diagnostics, (struct location){0},
                          "the program asks its host for something, which ranks have not");
    }
    if (job->run.takes_parts) {
        program->ranks = (struct rank_program){.ranks = ranks, .own = own, .takes_parts = true};
        return true;
    }
    program->kernels = rank_program_whole(own);
    return rank_program_begin(&program->ranks, ranks, own, hash_program(job),
                              threads_of(&job->options), diagnostics);
}

static bool make_kernels(const struct job *job) {
    struct sdyc_program *program = job->program;
    struct compilation *compilation = &program->compilation;
    struct codegen_options how = codegen_options(&job->options);
    how.runs_here = true;
    if (!lower(job, &how)) {
        return false;
    }
    parts_extract(compilation->module, job->options.entry, how.storage == STORAGE_PRIVATE,
                  compilation->arena, &program->parts);
    effects_extract(compilation->module, job->options.entry, &program->effects.list);
    effects_begin(&program->effects);
    if (job->run.host) {
        program->effects.settings = *job->run.host;
    }
    outlook_extract(compilation->module, job->options.entry, &program->outlook);
    if (!checks_extract(compilation->module, job->options.entry, &program->checks) ||
        !(program->kernels = compilation_kernels(compilation, &how))) {
        return false;
    }
    for (uint32_t i = 0; i < program->kernels->call_count; i++) {
        program->outlook.has_state |= program->kernels->calls[i]->stages != NULL;
    }
    bool asks_host = program->effects.list.count > 0;
    program->outlook.has_call = asks_host || program->kernels->call_count > 0;
    program->outlook.has_effect =
        asks_host || (program->outlook.has_call && program->outlook.has_effect);
    return true;
}

static void drop_module(struct sdyc_program *program) {
    const char *name = symbol_name(program->compilation.module->op);
    program->name = name ? name : "";
    compilation_drop_module(&program->compilation, program->kernels);
}

/* --- what programs of ranks share ------------------------------------------------------------- */

/* What decides about the code of a program of ranks, whose number is asked when it runs; 0: it may
 * be another than that of any other. */
static uint64_t hash_code(const struct job *job) {
    const struct sdyc_options *options = &job->options;
    const struct sdyc_run_options *run = &job->run;
    if (!job->text || !run->ranks || !run->takes_parts || options->input_layout_count > 0 ||
        options->output_layout_count > 0) {
        return 0;
    }
    const int how[] = {sdyc_ranks_count(run->ranks), run->rank_of != NULL, run->profile,
                       options->whole_bytes, options->even_parts};
    uint64_t hash = hash_bytes(job->text, job->length, 0);
    const int chosen[] = {options->layout, options->reduce, options->jit};
    hash = hash_bytes(chosen, sizeof chosen, hash);
    hash = hash_bytes(how, sizeof how, hash);
    for (int i = 0; run->rank_of && i < run->rank_of_count; i++) {
        hash = hash_bytes(&run->rank_of[i], sizeof run->rank_of[i], hash);
    }
    for (int i = 0; options->inputs && i < options->input_count; i++) {
        const struct sdyc_tensor *input = &options->inputs[i];
        hash = hash_bytes(input->dims, (size_t)input->rank * sizeof *input->dims, hash);
    }
    return options->entry ? hash_bytes(options->entry, strlen(options->entry), hash) : hash;
}

/* Whether nothing of the program is one rank's: functions keep something, checks have memory. */
static bool may_be_shared(const struct sdyc_program *program) {
    return program->kernels->call_count == 0 && program->effects.list.count == 0 &&
           program->checks.list.count == 0;
}

/* The program that has what this one would be compiled to, or NULL. */
static struct sdyc_program *base_of(const struct job *job) {
    const struct sdyc_program *like = job->run.like;
    const uint64_t how = like && like->how != 0 ? hash_code(job) : 0;
    return how != 0 && how == like->how ? (struct sdyc_program *)(uintptr_t)like : NULL;
}

/* Has the base's kernels and code, and memory and threads of its own. */
static bool share(struct job *job, struct sdyc_program *like) {
    struct sdyc_program *program = job->program, *base = like->base ? like->base : like;
    __atomic_add_fetch(&base->needed_by, 1, __ATOMIC_RELAXED);
    program->base = base;
    program->how = base->how;
    program->kernels = base->kernels;
    program->name = base->name;
    program->parts = base->parts;
    program->outlook = base->outlook;
    effects_begin(&program->effects);
    return join_ranks(job) && load(job);
}

static bool compile(struct job *job) {
    struct sdyc_program *base = base_of(job);
    if (base) {
        return share(job, base);
    }
    if (!make_kernels(job)) {
        if (job->run.ranks && !job->run.takes_parts) { /* let the others know */
            sdyc_ranks_all(job->run.ranks, 0);
        }
        return false;
    }
    if (!join_ranks(job) || !load(job)) {
        return false;
    }
    drop_module(job->program);
    job->program->how = may_be_shared(job->program) ? hash_code(job) : 0;
    return true;
}

static void free_executable(void *data) {
    struct sdyc_program *program = data;
    executable_free(program->executable);
}

static const char *warnings_text(struct compilation *compilation) {
    struct buffer text = {0};
    diagnostics_text(&compilation->diagnostics, &text);
    const char *copy = arena_printf(compilation->arena, "%s", text.length > 0 ? text.text : "");
    buffer_free(&text);
    return copy;
}

/* Of a job that is not done. */
static enum sdyc_status status_of(const struct job *job) {
    return job->program->compilation.diagnostics.internal ? SDYC_E_INTERNAL
           : job->call_code                               ? SDYC_E_CALL
                                                          : SDYC_E_INPUT;
}

static void note_error(struct job *job, enum sdyc_status status) {
    origins_note(&job->program->compilation);
    job->error = failure_of(status, job->call_code, &job->program->compilation.diagnostics);
}

static void do_job(void *data) {
    struct job *job = data;
    struct memory_cleanup cleanup;
    memory_cleanup_push(&cleanup, free_executable, job->program);
    compilation_open(&job->program->compilation, NULL);
    configure(&job->program->compilation, &job->options);
    job->done = job->folder ? emit(job) : compile(job);
    if (job->done) {
        job->program->warnings = warnings_text(&job->program->compilation);
    } else {
        note_error(job, status_of(job));
    }
    memory_cleanup_pop(&cleanup);
}

/* An error of our own, as others are: with the line of the program, and where that comes from. */
static void describe_bug(void *data) {
    struct job *job = data;
    const struct memory *memory = &job->program->memory;
    diag_internal(&job->program->compilation.diagnostics, memory->place, "%s", memory->bug);
    note_error(job, SDYC_E_INTERNAL);
}

/* The job was left: gives back what it holds. */
static void give_up(struct job *job) {
    struct memory *memory = &job->program->memory;
    struct memory more = {0};
    bool is_described = memory->bug[0] != '\0' && job->program->compilation.context &&
                        memory_guard(&more, describe_bug, job);
    if (!is_described) {
        job->error = failure_of_guard(memory);
    }
    memory_release(&more);
    memory_release(memory);
    sdyc_free(job->program->base);
    free(job->program);
    job->program = NULL;
}

/* The program stays where the job is done; else its error is set. */
static void perform(struct job *job) {
    job->program = calloc(1, sizeof *job->program);
    if (!job->program) {
        job->error = failure_no_memory();
        return;
    }
    job->program->needed_by = 1;
    if (!memory_guard(&job->program->memory, do_job, job)) {
        give_up(job);
    } else if (!job->done) {
        sdyc_free(job->program);
        job->program = NULL;
    }
}

static enum sdyc_status make(struct job *job, const struct sdyc_options *options,
                             struct sdyc_error **error) {
    job->error = options_take(options, &job->options, &job->run);
    if (!job->error) {
        perform(job);
    }
    return failure_give(job->error, error);
}

struct sdyc_program *sdyc_compile(const char *text, size_t length, const char *name,
                                  const struct sdyc_options *options, struct sdyc_error **error) {
    struct job job = {.name = name, .text = text ? text : "", .length = length};
    make(&job, options, error);
    return job.program;
}

struct sdyc_program *sdyc_compile_file(const char *path, const struct sdyc_options *options,
                                       struct sdyc_error **error) {
    struct job job = {.name = path};
    make(&job, options, error);
    return job.program;
}

enum sdyc_status sdyc_emit_file(const char *path, const struct sdyc_options *options,
                                const char *folder, const char *prefix, struct sdyc_error **error) {
    struct job job = {.name = path, .folder = folder, .prefix = prefix};
    enum sdyc_status status = make(&job, options, error);
    sdyc_free(job.program);
    return status;
}

void sdyc_free(struct sdyc_program *program) {
    if (program && __atomic_sub_fetch(&program->needed_by, 1, __ATOMIC_ACQ_REL) == 0) {
        struct sdyc_program *base = program->base;
        executable_free(program->executable);
        checks_free(&program->checks);
        effects_free(&program->effects);
        compilation_close(&program->compilation);
        sdyc_error_free(program->error);
        free(program);
        sdyc_free(base);
    }
}

const char *sdyc_warnings(const struct sdyc_program *program) {
    return program->warnings;
}

/* --- running ---------------------------------------------------------------------------------- */

/* Whether an argument lies in the memory of a result that is written before it has been read. */
static bool is_overwritten(const struct sdyc_program *program, const void *const *inputs, int i) {
    const struct argument *input = &program->kernels->inputs[i];
    return input->meant_for >= 0 && input->donated_to < 0 &&
           inputs[i] == program->outputs[input->meant_for];
}

static enum sdyc_status execute(struct sdyc_program *program, const void *const *inputs) {
    struct sdyc_ranks *ranks = program->ranks.ranks;
    if (ranks) {
        bool good =
            rank_program_run(&program->ranks, program->executable, inputs, program->outputs);
        enum sdyc_status status = good ? SDYC_OK : ranks->ranks.failed ? SDYC_E_RANKS : SDYC_E_CALL;
        if (!good) { /* the others would wait */
            sdyc_ranks_give_up(ranks, "a function that its program calls has failed");
        }
        return status;
    }
    bool good = executable_run(program->executable, inputs, program->outputs);
    return sdyc_cancelled(program) ? SDYC_E_CANCELLED : good ? SDYC_OK : SDYC_E_CALL;
}

/* Copies what would be overwritten; the last input is the host. */
static enum sdyc_status run_with_copies(struct sdyc_program *program, const void *const *inputs) {
    int count = sdyc_input_count(program);
    const void **given = calloc((size_t)count + 1, sizeof *given);
    void **copies = calloc((size_t)count + 1, sizeof *copies);
    bool good = given && copies;
    for (int i = 0; i < count && good; i++) {
        given[i] = inputs[i];
        if (is_overwritten(program, inputs, i)) {
            size_t bytes = sdyc_input(program, i).bytes;
            given[i] = copies[i] = malloc(bytes + 1);
            good = copies[i] != NULL;
            if (good) {
                memcpy(copies[i], inputs[i], bytes);
            }
        }
    }
    enum sdyc_status status = SDYC_E_MEMORY;
    if (good) {
        given[count] = &program->effects.host;
        status = execute(program, given);
    }
    for (int i = 0; i < count && copies; i++) {
        free(copies[i]);
    }
    free(copies);
    free(given);
    return status;
}

static enum sdyc_status run_kernels(struct sdyc_program *program, const void *const *inputs) {
    bool copies = program->effects.list.count > 0;
    for (int i = 0; i < sdyc_input_count(program); i++) {
        copies = copies || is_overwritten(program, inputs, i);
    }
    if (copies) {
        return run_with_copies(program, inputs);
    }
    return execute(program, inputs);
}

/* What is wrong with a run: a custom call that failed, or checks that do not hold. */
static void judge_run(void *data) {
    struct sdyc_program *program = data;
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena_new(), NULL);
    if (program->last == SDYC_E_CALL) {
        executable_failure(program->executable, &diagnostics);
        program->error =
            failure_of(SDYC_E_CALL, executable_failure_code(program->executable), &diagnostics);
    } else if (!checks_hold(&program->checks, program->kernels, program->outputs,
                            program->effects.settings.probe_folder, &diagnostics)) {
        program->error = failure_of(SDYC_E_CHECK, 0, &diagnostics);
    }
}

/* The error of a run that ended so, NULL where nothing is wrong. */
static struct sdyc_error *run_error(struct sdyc_program *program) {
    const struct sdyc_ranks *ranks = program->ranks.ranks;
    switch (program->last) {
    case SDYC_E_MEMORY:
        return failure_no_memory();
    case SDYC_E_CANCELLED:
        return failure_say(SDYC_E_CANCELLED, "the run was cancelled");
    case SDYC_E_RANKS:
        return failure_say(SDYC_E_RANKS, "%s", ranks->ranks.message);
    default:
        break;
    }
    if (program->last == SDYC_OK && program->effects.error[0]) {
        return failure_say(SDYC_E_HOST, "%s", program->effects.error);
    }
    bool has_results = !ranks || ranks->ranks.rank == 0 || program->ranks.takes_parts;
    if (program->last == SDYC_E_CALL || (has_results && program->checks.list.count > 0)) {
        struct memory memory = {0}; /* of this run */
        if (!memory_guard(&memory, judge_run, program)) {
            program->error = failure_of_guard(&memory);
        }
        memory_release(&memory);
    }
    return program->error;
}

void sdyc_cancel(struct sdyc_program *program) {
    if (!program->ranks.ranks) { /* others would wait for this one */
        executable_stop(program->executable);
    }
}

int sdyc_cancelled(struct sdyc_program *program) {
    return executable_take_stop(program->executable);
}

enum sdyc_status sdyc_run(struct sdyc_program *program, const void *const *inputs,
                          void *const *outputs) {
    sdyc_error_free(program->error);
    program->error = NULL;
    program->effects.error[0] = '\0';
    for (int i = 0; i < sdyc_output_count(program); i++) {
        program->outputs[i] = outputs[i];
    }
    program->last = run_kernels(program, inputs);
    program->error = run_error(program);
    program->last = sdyc_error_status(program->error);
    return program->last;
}

const struct sdyc_error *sdyc_run_error(const struct sdyc_program *program) {
    return program->error;
}
