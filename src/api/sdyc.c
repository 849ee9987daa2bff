/* The library: include/sdyc/sdyc.h on top of a compilation and an executable. */
#include "sdyc/sdyc.h"

#include <stdlib.h>

#include "api/checks.h"
#include "codegen/jit/jit.h"
#include "codegen/program/program.h"
#include "compile.h"
#include "cpu.h"
#include "gemm.h"

struct sdyc_program {
    struct compilation compilation;
    const struct program *kernels;
    struct executable *executable;
    struct checks checks;
    void **outputs; /* all results: the caller's, then what the checks compare (our memory) */
    const char *kernel_text;
    char *error;
};

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
    };
}

int sdyc_input_count(const struct sdyc_program *program) {
    return (int)program->kernels->input_count;
}

int sdyc_output_count(const struct sdyc_program *program) {
    return program->checks.list.count ? (int)program->checks.first_result
                                      : (int)program->kernels->output_count;
}

struct sdyc_tensor sdyc_input(const struct sdyc_program *program, int index) {
    return tensor_of(&program->kernels->inputs[index]);
}

struct sdyc_tensor sdyc_output(const struct sdyc_program *program, int index) {
    return tensor_of(&program->kernels->outputs[index]);
}

/* --- compiling -------------------------------------------------------------------------------- */

static struct codegen_options codegen_options(const struct sdyc_options *options) {
    return (struct codegen_options){
        .entry = options->entry,
        .storage = options->storage == SDYC_STORAGE_PRIVATE ? STORAGE_PRIVATE : STORAGE_SHARED,
        .layout = options->layout == SDYC_LAYOUT_NCHW   ? LAYOUT_NCHW
                  : options->layout == SDYC_LAYOUT_NHWC ? LAYOUT_NHWC
                                                        : LAYOUT_AUTO,
        .reduce = options->reduce == SDYC_REDUCE_DEVICE_ORDER ? REDUCE_DEVICE : REDUCE_FUSED,
    };
}

/* Memory for what the checks compare. */
static bool make_outputs(struct sdyc_program *program) {
    const struct program *kernels = program->kernels;
    program->outputs = calloc((size_t)kernels->output_count + 1, sizeof *program->outputs);
    bool done = program->outputs != NULL;
    for (uint32_t i = (uint32_t)sdyc_output_count(program); i < kernels->output_count && done;
         i++) {
        size_t bytes = tensor_of(&kernels->outputs[i]).bytes;
        program->outputs[i] = aligned_alloc(64, (bytes + 64) / 64 * 64);
        done = program->outputs[i] != NULL;
    }
    return done || diag_error(&program->compilation.diagnostics, (struct location){0},
                              "no memory for the values that checks compare");
}

static void free_outputs(struct sdyc_program *program) {
    for (uint32_t i = 0; program->outputs && i < program->kernels->output_count; i++) {
        if (i >= (uint32_t)sdyc_output_count(program)) {
            free(program->outputs[i]);
        }
    }
    free(program->outputs);
}

static bool compile(struct sdyc_program *program, const struct sdyc_options *options) {
    struct compilation *compilation = &program->compilation;
    compilation->driver.verify_each |= options->verify_each != 0;
    compilation->driver.print_before = options->print_before;
    compilation->driver.print_after = options->print_after;
    const struct codegen_options how = codegen_options(options);
    if (!compilation_parse(compilation) || !compilation_lower(compilation, &how) ||
        !checks_extract(compilation->module, options->entry, &program->checks) ||
        !(program->kernels = compilation_kernels(compilation, &how)) || !make_outputs(program)) {
        return false;
    }
    const struct jit_options jit = {
        .compiler = options->jit == SDYC_JIT_CC ? JIT_CC : JIT_TCC,
        .threads = options->threads,
    };
    struct jit_times times = {0};
    program->executable = executable_new(program->kernels, &jit, &compilation->diagnostics, &times);
    stage_times_add(&compilation->times, "emit", times.emit);
    stage_times_add(&compilation->times, jit.compiler == JIT_CC ? "cc" : "tcc", times.compile);
    stage_times_add(&compilation->times, "load", times.load);
    return program->executable != NULL;
}

/* From a text, or from a file where `text` is NULL. */
static struct sdyc_program *compile_any(const char *text, size_t length, const char *name,
                                        const struct sdyc_options *options, char **error) {
    const struct sdyc_options defaults = SDYC_OPTIONS_INIT;
    char *messages = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&messages, &size);
    struct sdyc_program *program = calloc(1, sizeof *program);
    bool done = stream && program;
    if (done) {
        compilation_open(&program->compilation, stream);
        if (text) {
            compilation_take_text(&program->compilation, name, text, length);
        }
        done = (text || compilation_read(&program->compilation, name)) &&
               compile(program, options ? options : &defaults);
    }
    if (stream) {
        fclose(stream);
    }
    if (program) {
        program->compilation.diagnostics.stream = NULL;
    }
    if (!done) {
        sdyc_free(program);
        program = NULL;
    }
    if (error) {
        *error = done ? NULL : messages;
    }
    if (done || !error) {
        free(messages);
    }
    return program;
}

struct sdyc_program *sdyc_compile(const char *text, size_t length, const char *name,
                                  const struct sdyc_options *options, char **error) {
    return compile_any(text, length, name, options, error);
}

struct sdyc_program *sdyc_compile_file(const char *path, const struct sdyc_options *options,
                                       char **error) {
    return compile_any(NULL, 0, path, options, error);
}

void sdyc_free(struct sdyc_program *program) {
    if (program) {
        executable_free(program->executable);
        free_outputs(program);
        checks_free(&program->checks);
        free(program->error);
        compilation_close(&program->compilation);
        free(program);
    }
}

/* --- running ---------------------------------------------------------------------------------- */

static bool run_checks(struct sdyc_program *program) {
    if (program->checks.list.count == 0) {
        return true;
    }
    size_t size = 0;
    struct diagnostics *diagnostics = &program->compilation.diagnostics;
    diagnostics->stream = open_memstream(&program->error, &size);
    bool hold = checks_hold(&program->checks, program->kernels, program->outputs, diagnostics);
    if (diagnostics->stream) {
        fclose(diagnostics->stream);
        diagnostics->stream = NULL;
    }
    return hold;
}

enum sdyc_status sdyc_run(struct sdyc_program *program, const void *const *inputs,
                          void *const *outputs) {
    free(program->error);
    program->error = NULL;
    for (int i = 0; i < sdyc_output_count(program); i++) {
        program->outputs[i] = outputs[i];
    }
    executable_run(program->executable, inputs, program->outputs);
    return run_checks(program) ? SDYC_OK : SDYC_E_CHECK;
}

const char *sdyc_error(const struct sdyc_program *program) {
    return program->error ? program->error : "";
}

const char *sdyc_stage(const struct sdyc_program *program, int index, double *seconds) {
    const struct stage_times *times = &program->compilation.times;
    if (index < 0 || (size_t)index >= times->list.count) {
        return NULL;
    }
    *seconds = times->list.items[index].seconds;
    return times->list.items[index].name;
}

const char *sdyc_kernels(struct sdyc_program *program) {
    if (!program->kernel_text) {
        program->kernel_text = arena_printf(program->compilation.arena, "products: %s; strips: %s",
                                            sdyrt_gemm_backend(), sdyrt_isa_name(sdyrt_cpu_isa()));
    }
    return program->kernel_text;
}
