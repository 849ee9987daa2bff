/* `sdyc opt`: reads a module, runs the passes named, prints the module. */
#include <string.h>

#include "cli/cli.h"
#include "frontend/frontend.h"

struct requested_pass {
    const char *name, *options; /* options NULL: none. name NULL: options is a whole pipeline */
};
struct opt {
    struct arena *arena; /* as long as the command */
    const char *file, *output, *pipeline, *print_before, *print_after, *target;
    bool generic, debug_info, local_scope, split, verify_diagnostics, allow_unregistered,
        verify_each, timing;
    bool list_passes, emit_bytecode, serialize, deserialize, other_dialects;
    int64_t elide;
    VECTOR(struct requested_pass) passes;
    struct buffer out;
    struct stage_times times;
    uint32_t warned; /* of all chunks: see struct diagnostics */
};

/* --- flags ------------------------------------------------------------------------------------ */

static bool take_pass(void *data, const char *name, const char *value, bool *failed) {
    struct opt *opt = data;
    (void)failed;
    if (!pass_exists(name)) {
        return false;
    }
    *vector_push(&opt->passes) =
        (struct requested_pass){arena_printf(opt->arena, "%s", name), value};
    return true;
}

static void list_options(const struct pass_option *option) {
    for (; option->name; option++) {
        printf("    %s=%-*s %s\n", option->name, (int)(42 - strlen(option->name)),
               option->otherwise, option->summary);
    }
}

static void list_passes(void) {
    for (size_t i = 0; pass_at(i); i++) {
        const struct pass *pass = pass_at(i);
        printf("-%-46s %s\n", pass->name, pass->summary);
        list_options(pass->options);
        if (*pass->needs) {
            printf("    needs: %s\n", pass->needs);
        }
        if (*pass->leaves) {
            printf("    leaves: %s\n", pass->leaves);
        }
    }
    const char *summary, *name;
    for (size_t i = 0; (name = pipeline_name_at(i, &summary)); i++) {
        printf("-%-46s %s\n", name, summary);
        list_options(pipeline_options_at(i));
    }
}

/* --- one chunk -------------------------------------------------------------------------------- */

static bool add_passes(struct pass_list *list, const struct opt *opt) {
    for (size_t i = 0; i < opt->passes.count; i++) {
        if (!pass_list_add(list, opt->passes.items[i].name, opt->passes.items[i].options)) {
            return false;
        }
    }
    return !opt->pipeline || pass_list_add_text(list, opt->pipeline);
}

static bool transform(struct compilation *chunk, const struct opt *opt) {
    struct pass_list list;
    pass_list_init(&list, chunk->arena, &chunk->diagnostics);
    bool done = compilation_parse(chunk) && add_passes(&list, opt) &&
                pass_list_run(&list, chunk->module, &chunk->driver);
    pass_list_free(&list);
    return done;
}

static bool write_module(struct opt *opt, struct module *module,
                         const struct print_options *print) {
    const struct bytecode_options options = {.target = !opt->serialize ? NULL
                                                       : opt->target   ? opt->target
                                                                       : "current",
                                             .allow_other_dialects = opt->other_dialects};
    if (opt->emit_bytecode || opt->serialize) {
        return write_bytecode(&opt->out, module, &options);
    }
    print_module(&opt->out, module, print);
    return true;
}

static void add_times(struct stage_times *all, const struct stage_times *times) {
    for (size_t i = 0; i < times->list.count; i++) {
        stage_times_add(all, times->list.items[i].name, times->list.items[i].seconds);
    }
}

static bool process_chunk(struct opt *opt, const struct source *source) {
    struct compilation chunk;
    compilation_open(&chunk, opt->verify_diagnostics ? NULL : stderr);
    const struct print_options print = {.generic = opt->generic,
                                        .debug_info = opt->debug_info,
                                        .local_scope = opt->local_scope,
                                        .elide_larger_than = opt->elide};
    chunk.context->allow_unregistered_dialects = opt->allow_unregistered;
    chunk.diagnostics.error_limit = opt->verify_diagnostics ? 0 : chunk.diagnostics.error_limit;
    chunk.diagnostics.warned = opt->warned;
    chunk.source = *source;
    chunk.driver.print_before = opt->print_before;
    chunk.driver.print_after = opt->print_after;
    chunk.driver.verify_each |= opt->verify_each;
    chunk.driver.print = print;
    bool done = transform(&chunk, opt);
    if (done) {
        double start = seconds_now();
        done = write_module(opt, chunk.module, &print);
        stage_times_add(&chunk.times, "print", seconds_now() - start);
    }
    if (opt->verify_diagnostics) {
        done = expectations_hold(source, &chunk.diagnostics);
    }
    opt->warned = chunk.diagnostics.warned;
    add_times(&opt->times, &chunk.times);
    compilation_close(&chunk);
    return done;
}

/* --- the file --------------------------------------------------------------------------------- */

static bool process_file(struct opt *opt, const struct source *whole) {
    if (!opt->split) {
        return process_chunk(opt, whole);
    }
    bool done = true;
    struct source chunk = {0};
    for (bool first = true; next_chunk(whole, &chunk); first = false) {
        buffer_add(&opt->out, first ? "" : "// -----\n");
        done = process_chunk(opt, &chunk) && done;
    }
    return done;
}

static int run(struct opt *opt) {
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, opt->arena, stderr);
    struct source source;
    bool done =
        source_read(opt->arena, opt->file, &source, &diagnostics) && process_file(opt, &source);
    if (done) {
        done = write_text(opt->output ? opt->output : "-", opt->out.text ? opt->out.text : "",
                          opt->out.length);
    }
    if (opt->timing) {
        stage_times_print(&opt->times, stderr);
    }
    diagnostics_free(&diagnostics);
    return done ? 0 : 1;
}

int opt_with(const char *usage, const char *about, const char *pipeline, int count, char **words) {
    struct opt opt = {.arena = arena_new()};
    if (pipeline) {
        *vector_push(&opt.passes) = (struct requested_pass){pipeline, NULL};
    }
    const struct flag group[] = {
        {"o", FLAG_TEXT, &opt.output, "FILE", "Write here instead of to standard output.", NULL},
        {"pass-pipeline", FLAG_TEXT, &opt.pipeline, "TEXT",
         "Passes in MLIR's form: builtin.module(cse,canonicalize{a=b}).", NULL},
        {"mlir-print-op-generic", FLAG_SWITCH, &opt.generic, NULL, "Print the generic form.", NULL},
        {"mlir-print-debuginfo", FLAG_SWITCH, &opt.debug_info, NULL, "Print locations.", NULL},
        {"mlir-print-local-scope", FLAG_SWITCH, &opt.local_scope, NULL,
         "Print without aliases and resources.", NULL},
        {"mlir-elide-elementsattrs-if-larger", FLAG_NUMBER, &opt.elide, "N",
         "Leave out constants of more than N elements.", NULL},
        {"split-input-file", FLAG_SWITCH, &opt.split, NULL,
         "Treat the parts between `// -----` lines as files of their own.", NULL},
        {"verify-diagnostics", FLAG_SWITCH, &opt.verify_diagnostics, NULL,
         "Check errors against `expected-error` comments.", NULL},
        {"allow-unregistered-dialect", FLAG_SWITCH, &opt.allow_unregistered, NULL,
         "Keep operations of unknown dialects.", NULL},
        {"verify-each", FLAG_SWITCH, &opt.verify_each, NULL, "Verify after every pass.", NULL},
        {"print-before", FLAG_TEXT, &opt.print_before, "PASS", "Dump before PASS, or all.", NULL},
        {"print-after", FLAG_TEXT, &opt.print_after, "PASS", "Dump after PASS, or all.", NULL},
        {"timing", FLAG_SWITCH, &opt.timing, NULL, "Print the time of every pass.", NULL},
        {"emit-bytecode", FLAG_SWITCH, &opt.emit_bytecode, NULL, "Write MLIR bytecode.", NULL},
        {"serialize", FLAG_SWITCH, &opt.serialize, NULL,
         "Write a portable artifact of StableHLO: bytecode that later versions read.", NULL},
        {"target", FLAG_TEXT, &opt.target, "VERSION",
         "The version of StableHLO that is to read the artifact (current).", NULL},
        {"allow-other-dialects", FLAG_SWITCH, &opt.other_dialects, NULL,
         "Keep what is not StableHLO's in the artifact.", NULL},
        {"deserialize", FLAG_SWITCH, &opt.deserialize, NULL,
         "Read a portable artifact; every command does.", NULL},
        {"list-passes", FLAG_SWITCH, &opt.list_passes, NULL, "List passes and pipelines.", NULL},
        {0},
    };
    struct command_line line = {
        .usage = usage,
        .about = about,
        .groups = (const struct flag *const[]){group, NULL},
        .other = take_pass,
        .nearest = pass_nearest,
        .data = &opt,
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = flags_status(result);
    if (result == FLAGS_RUN) {
        if (opt.list_passes) {
            list_passes();
        } else {
            opt.file = file_or_stdin(&line);
            status = run(&opt);
        }
    }
    vector_free(&opt.passes);
    buffer_free(&opt.out);
    stage_times_free(&opt.times);
    arena_free(opt.arena);
    return status;
}

int command_opt(int count, char **words) {
    return opt_with("sdyc opt [FILE|-] [-PASS[=OPTIONS]]... [FLAG]...",
                    "Runs passes in the order given and prints the module. `--list-passes` names "
                    "them.",
                    NULL, count, words);
}
