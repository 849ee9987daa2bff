/* The `sdyc` command: finds the subcommand and hands it the rest. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ops/kernel_builder.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"
#include "sdyc/sdyc.h"

static const struct {
    const char *name, *summary;
    command_function *run;
} commands[] = {
    {"opt", "Run passes on a module and print it.", command_opt},
    {"propagate", "Decide the sharding of every value.", command_propagate},
    {"partition", "Go to local shapes and collectives, in plain StableHLO.", command_partition},
    {"run", "Compile a program and run it at once.", command_run},
    {"emit", "Write a program as C sources.", command_emit},
    {"bench", "Measure compile and run times.", command_bench},
    {"kernels", "Print the steps, kernels and buffers of a program.", command_kernels},
    {"layouts", "Say why each value has its physical order.", command_layouts},
    {"explain", "Say why each value is sharded as it is.", command_explain},
    {"verify", "Say whether a partitioned program computes what the global one says.",
     command_verify},
    {"diff", "Compare two runs, or programs, value by value.", command_diff},
    {"machine", "Say what is known of this processor.", command_machine},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int print_help(void) {
    puts("usage: sdyc COMMAND [FILE] [FLAG]...\n\n"
         "Compiles sharded StableHLO programs (MLIR text) to parallel C.\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        printf("  sdyc %-12s %s\n", commands[i].name, commands[i].summary);
    }
    puts(
        "\n  sdyc COMMAND --help    the flags of a command\n"
        "  sdyc --list-ops        all operations: name, has a sharding rule, how it runs, summary\n"
        "  sdyc --version");
    return 0;
}

/* How an operation runs: by code of its own, or as what. */
static const char *run_word(const struct op_def *def) {
    return def->emit == emit_unsupported ? "no-run"
           : def->emit == emit_expanded  ? "expanded"
           : def->emit == emit_static    ? "static"
           : def->emit == emit_checked   ? "checked"
           : def->emit == emit_structure ? "structure"
                                         : "run";
}

static int list_ops(void) {
    for (int i = 0; i < OP_COUNT_; i++) {
        const struct op_def *def = op_table[i];
        printf("%-44s %-7s %-9s %s\n", def->name, def->rule == rule_none ? "no-rule" : "rule",
               run_word(def), def->summary);
    }
    return 0;
}

static int unknown_command(const char *word) {
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].name;
    }
    const char *near = nearest_name(word, names, COMMAND_COUNT);
    if (near) {
        cli_error("unknown command '%s'; did you mean 'sdyc %s'?", word, near);
    } else {
        cli_error("unknown command '%s'; 'sdyc --help' lists those there are", word);
    }
    return flags_status(FLAGS_WRONG);
}

struct command {
    int count;
    char **words;
    int status;
};

static void run_command(void *data) {
    struct command *command = data;
    if (command->count < 2) {
        print_help();
        command->status = flags_status(FLAGS_WRONG);
        return;
    }
    const char *word = command->words[1];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, word) == 0) {
            command->status = commands[i].run(command->count - 2, command->words + 2);
            return;
        }
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        command->status = print_help();
    } else if (strcmp(word, "--version") == 0) {
        printf("sdyc %s\n", sdyc_version());
    } else {
        command->status = strcmp(word, "--list-ops") == 0 ? list_ops() : unknown_command(word);
    }
}

int main(int count, char **words) {
    struct memory memory = {0};
    struct command command = {count, words, 0};
    if (!memory_guard(&memory, run_command, &command)) {
        char text[MEMORY_TEXT];
        memory_text(&memory, text);
        cli_error("%s", text);
        if (memory.bug[0]) {
            abort(); /* for whoever looks at what is left of the process */
        }
        return 1;
    }
    return command.status;
}
