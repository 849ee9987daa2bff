#include "compile.h"

#include "frontend/frontend.h"

/* Debug builds verify between passes: it costs twice the compilation, and finds out early what
 * breaks a module. */
#ifdef SDYC_VERIFY_EACH
#define VERIFY_EACH true
#else
#define VERIFY_EACH false
#endif

void compilation_open(struct compilation *compilation, FILE *errors) {
    *compilation = (struct compilation){.arena = arena_new()};
    diagnostics_init(&compilation->diagnostics, compilation->arena, errors);
    compilation->context = context_new(&compilation->diagnostics);
    compilation->driver = (struct pass_driver){
        .verify_each = VERIFY_EACH, .dump = stderr, .times = &compilation->times};
}

void compilation_close(struct compilation *compilation) {
    if (compilation->module) {
        module_free(compilation->module);
    }
    stage_times_free(&compilation->times);
    context_free(compilation->context);
    diagnostics_free(&compilation->diagnostics);
    arena_free(compilation->arena);
}

bool compilation_read(struct compilation *compilation, const char *path) {
    return source_read(compilation->arena, path, &compilation->source, &compilation->diagnostics);
}

bool compilation_take_text(struct compilation *compilation, const char *name, const char *text,
                           size_t length) {
    return source_take(compilation->arena, name, text, length, &compilation->source,
                       &compilation->diagnostics);
}

bool compilation_parse(struct compilation *compilation) {
    double start = seconds_now();
    compilation->module = parse_module(compilation->context, &compilation->source);
    double parsed = seconds_now();
    stage_times_add(&compilation->times, "parse", parsed - start);
    if (!compilation->module) {
        return false;
    }
    bool valid = verify_module(compilation->module);
    stage_times_add(&compilation->times, "verify", seconds_now() - parsed);
    return valid;
}

/* Runs a pass or pipeline by name. */
static bool compilation_run(struct compilation *compilation, const char *pass,
                            const char *options) {
    struct pass_list list;
    pass_list_init(&list, compilation->arena, &compilation->diagnostics);
    bool done = pass_list_add(&list, pass, options) &&
                pass_list_run(&list, compilation->module, &compilation->driver);
    pass_list_free(&list);
    return done;
}

bool compilation_lower(struct compilation *compilation, const struct codegen_options *options) {
    return compilation_run(compilation, "sdyc-lower-pipeline",
                           options->storage == STORAGE_PRIVATE ? "private-storage=true" : NULL);
}

struct program *compilation_kernels(struct compilation *compilation,
                                    const struct codegen_options *options) {
    double start = seconds_now();
    struct program *program = codegen(compilation->module, compilation->arena, options);
    stage_times_add(&compilation->times, "codegen", seconds_now() - start);
    return program;
}
