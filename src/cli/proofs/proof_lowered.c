/* --verify of commands that compile: the module from which code is generated is proved before. */
#include <string.h>

#include "cli/programs/program.h"
#include "cli/proofs/proof.h"
#include "ops/op_def.h"

struct lowering_proof {
    const char *file;
    const struct input_shape *inputs;
    uint32_t input_count;
    bool is_private;
    struct arena *arena;
};

/* Functions that the runtime has are written out as in the global program, and devices have their
 * own numbers. */
static bool lower(const struct lowering_proof *how, const char *entry,
                  struct compilation *compilation) {
    const char *options = arena_printf(how->arena, "plain private-storage=%s entry=%s",
                                       how->is_private ? "true" : "false",
                                       pass_option_quoted(how->arena, entry ? entry : ""));
    return compilation_read(compilation, how->file) && compilation_parse_lines(compilation) &&
           compilation_set_inputs(compilation, entry, how->input_count, how->inputs) &&
           compilation_run(compilation, "sdyc-lower-pipeline", options);
}

static bool holds(const struct lowering_proof *how, const char *entry, bool is_first) {
    struct compilation lowered;
    struct buffer text = {0};
    compilation_open(&lowered, stderr);
    lowered.diagnostics.warned = WARNINGS_OF_PASSES;
    struct lowering_proof own = *how;
    own.input_count = is_first ? how->input_count : 0;
    bool done = lower(&own, entry, &lowered);
    if (done) {
        print_module(&text, lowered.module, &(struct print_options){0});
        struct proof proof;
        proof_open(&proof, stderr);
        proof.entry = entry;
        proof.inputs = own.inputs;
        proof.input_count = own.input_count;
        proof.is_lowered = true;
        proof.is_whole = !how->is_private;
        done = proof_holds(&proof, &lowered.source, "lowered", text.text, text.length);
    }
    buffer_free(&text);
    compilation_close(&lowered);
    return done;
}

/* Every public function, each by itself. */
static bool all_hold(const struct lowering_proof *how) {
    struct compilation whole;
    compilation_open(&whole, stderr);
    bool done = compilation_read(&whole, how->file) && compilation_parse_lines(&whole);
    const struct op *first = done ? entry_function(whole.module, NULL) : NULL;
    done = done && (!first || holds(how, symbol_name(first), true));
    for (const struct op *op = done ? whole.module->op->regions[0].first->first : NULL; op && done;
         op = op->next) {
        done = !function_is_public(op) || op == first || holds(how, symbol_name(op), false);
    }
    compilation_close(&whole);
    return done;
}

bool proof_of_lowered(const char *file, const struct common_flags *flags, bool is_private,
                      const struct text_list *inputs, bool all_functions) {
    if (strcmp(file, "-") == 0) {
        return cli_error("--verify reads the program twice: it needs a file");
    }
    struct lowering_proof how = {.file = file,
                                 .input_count = (uint32_t)inputs->texts.count,
                                 .is_private = is_private,
                                 .arena = arena_new()};
    how.inputs = input_shapes_of(inputs, how.arena);
    bool done = how.inputs &&
                (all_functions && !flags->entry ? all_hold(&how) : holds(&how, flags->entry, true));
    arena_free(how.arena);
    return done;
}
