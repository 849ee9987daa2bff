/* `sdyc run`: compiles a program in memory and runs it once. A client of the library. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/measure/trace.h"
#include "cli/programs/bounded.h"
#include "cli/programs/host.h"
#include "cli/programs/inputs.h"
#include "cli/programs/interrupt.h"
#include "cli/programs/program.h"
#include "cli/proofs/proof.h"
#include "cli/words/args.h"
#include "frontend/frontend.h"
#include "value_text.h"

struct run {
    struct common_flags common;
    struct input_values inputs;
    struct text_list outputs, expected;
    struct sdyrt_tolerance tolerance;
    struct loaded_program loaded;
    struct cli_host host;
    struct sdyc_host library_host;
    const char *args;  /* --args; NULL: --input */
    const char *trace; /* the file for it, or NULL */
    bool split, verify;
    int target;
};
enum { TARGET_OPENMP, TARGET_MPI, TARGET_TCP };
enum { USUAL_PATIENCE = 120 }; /* seconds that an exchange may take, without SDYC_TIMEOUT */
static const char *const target_choices[] = {"openmp", "mpi", "tcp", NULL};

static bool check_counts(const struct run *run) {
    int outputs = given_outputs(run->loaded.program);
    size_t written = run->outputs.texts.count, expected = run->expected.texts.count;
    if (written > 0 && written != (size_t)outputs) {
        return cli_error("%zu times --output, but the program has %d results", written, outputs);
    }
    if (expected > 0 && expected != (size_t)outputs) {
        return cli_error("%zu times --expected-output, but the program has %d results", expected,
                         outputs);
    }
    for (size_t i = 0; i < written; i++) {
        if (run->outputs.texts.items[i][0] != '@') {
            return cli_error("--output=%s: results are written to files, --output=@FILE.npy",
                             run->outputs.texts.items[i]);
        }
    }
    return true;
}

static bool compare(const struct run *run, size_t index) {
    struct sdyrt_npy_error error;
    struct sdyrt_value want;
    const struct sdyrt_value *got = &run->loaded.outputs[index];
    if (!sdyrt_value_read(run->expected.texts.items[index], got, &want, &error)) {
        return cli_error("expected output %zu: %s", index, error.text);
    }
    bool same = sdyrt_value_compare(got, &want, run->tolerance, &error);
    if (!same) {
        cli_error("result %zu: %s", index, error.text);
    }
    sdyrt_value_free(&want);
    return same;
}

/* As values of --input are written; where programs are run as StableHLO's interpreter runs them, as
 * it writes them. */
static void print_result(const struct run *run, const struct sdyrt_value *value) {
    if (run->host.print_dense) {
        sdyrt_value_print_dense(stdout, value);
        fputc('\n', stdout);
    } else if (run->args || run->split) {
        sdyrt_value_print_nested(stdout, value);
        fputc('\n', stdout);
    } else {
        sdyrt_value_print(stdout, value);
    }
}

/* Results go to their files, are compared, or are printed where neither is asked for. */
static bool deliver(const struct run *run) {
    struct sdyrt_npy_error error;
    bool done = true;
    size_t count = (size_t)given_outputs(run->loaded.program);
    for (size_t i = 0; i < count && run->expected.texts.count > 0; i++) {
        done = compare(run, i) && done;
    }
    for (size_t i = 0; i < count && run->outputs.texts.count > 0 && done; i++) {
        if (!sdyrt_value_write(run->outputs.texts.items[i] + 1, &run->loaded.outputs[i], &error)) {
            done = cli_error("%s", error.text);
        }
    }
    for (size_t i = 0; i < count && !run->outputs.texts.count && !run->expected.texts.count; i++) {
        print_result(run, &run->loaded.outputs[i]);
    }
    return done;
}

/* Inputs from --args, whose types must be those of the program. */
static bool load_args(struct run *run) {
    struct sdyrt_value *values = NULL;
    int needed = sdyc_input_count(run->loaded.program);
    int count = args_read(run->args, &values);
    bool good = count >= 0 &&
                (count == needed ||
                 cli_error("%d values in --args, but the program has %d inputs", count, needed));
    for (int i = 0; i < needed && good; i++) {
        struct sdyrt_value *input = &run->loaded.inputs[i];
        good =
            (strcmp(values[i].element, input->element) == 0 && values[i].rank == input->rank &&
             memcmp(values[i].dims, input->dims, (size_t)input->rank * sizeof *input->dims) == 0) ||
            cli_error("value %d of --args is not of the type of the program's input", i);
        if (good) {
            input->data = values[i].data;
            values[i].data = NULL;
            arrange_input(sdyc_input(run->loaded.program, i), input);
        }
    }
    args_free(values, count > 0 ? count : 0);
    return good;
}

/* Times of the stages and of the run, and bytes that devices, or this rank, sent. */
static void print_timing(const struct run *run, double seconds, int64_t sent_before) {
    const struct sdyc_ranks *ranks = run->common.ranks;
    print_stages(run->loaded.program, stderr);
    fprintf(stderr, "%12.3f ms  run\n", 1e3 * seconds);
    print_sent(run->loaded.program, stderr);
    if (ranks) {
        fprintf(stderr, "%12lld B   sent to other ranks by rank %d\n",
                (long long)(sdyc_ranks_sent(ranks) - sent_before), sdyc_ranks_number(ranks));
    }
}

/* The ranks but the first are given no results. */
static bool prepare_outputs(struct run *run) {
    bool is_given = !run->common.ranks || sdyc_ranks_number(run->common.ranks) == 0;
    return !is_given || allocate_outputs(&run->loaded);
}

static bool run_prepared(struct run *run) {
    int64_t sent = run->common.ranks ? sdyc_ranks_sent(run->common.ranks) : 0;
    double start = seconds_now();
    bool done = execute(&run->loaded);
    double seconds = seconds_now() - start;
    if (!done) {
        return false;
    }
    if (run->common.timing) {
        print_timing(run, seconds, sent);
    }
    if (run->common.ranks && sdyc_ranks_number(run->common.ranks) > 0) {
        return true; /* rank 0 has the results */
    }
    straighten_outputs(&run->loaded);
    return (!run->trace || write_trace(run->trace, run->loaded.program)) && deliver(run);
}

static bool run_loaded(struct run *run) {
    fputs(sdyc_warnings(run->loaded.program), stderr);
    run->loaded.takes_parts = run->common.ranks != NULL;
    bool good = check_counts(run) &&
                (run->args ? load_args(run) : load_inputs(&run->loaded, &run->inputs)) &&
                prepare_outputs(run);
    if (run->common.ranks && !sdyc_ranks_all(run->common.ranks, good) && good) {
        good = cli_error("%s", sdyc_ranks_error(run->common.ranks));
    }
    if (!good) {
        return false;
    }
    if (!run->common.ranks) { /* mpirun ends all ranks */
        interrupt_watch(run->loaded.program);
    }
    bool done = run_prepared(run);
    if (!run->common.ranks) {
        interrupt_forget();
    }
    return done;
}

static bool is_proved(const struct run *run, const char *file) {
    bool is_private = run->target > 0 || run->common.storage == STORAGE_PRIVATE;
    return proof_of_lowered(file, &run->common, is_private, &run->inputs.given, false);
}

static bool run_program(struct run *run, const char *file) {
    return (!run->verify || is_proved(run, file)) &&
           load_program(&run->loaded, file, &run->common, &run->inputs.given, &run->library_host) &&
           run_loaded(run);
}

/* One of several programs in a file. Empty lines in front of it keep the line numbers right. */
static bool run_chunk(struct run *run, const struct source *chunk) {
    size_t lines = (size_t)chunk->first_line - 1;
    char *text = memory_alloc(lines + chunk->length + 1);
    memset(text, '\n', lines);
    memcpy(text + lines, chunk->text, chunk->length);
    struct source padded = {.name = chunk->name, .text = text, .length = lines + chunk->length};
    bool done = load_program_text(&run->loaded, &padded, &run->common, &run->inputs.given,
                                  &run->library_host) &&
                run_loaded(run);
    memory_free(text);
    unload_program(&run->loaded);
    return done;
}

/* Nothing but comments: no program. */
static bool is_blank(const struct source *chunk) {
    const char *at = chunk->text, *end = chunk->text + chunk->length;
    while (at < end) {
        at += strspn(at, " \t\r\n");
        if (at < end && strncmp(at, "//", 2) != 0) {
            return false;
        }
        at += strcspn(at, "\n");
    }
    return true;
}

/* All programs of the file, whether or not the ones before did well. */
static bool run_chunks(struct run *run, const char *file) {
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena, stderr);
    struct source whole, chunk = {0};
    bool done = source_read(arena, file, &whole, &diagnostics);
    while (diagnostics.errors == 0 && !interrupt_came() && next_chunk(&whole, &chunk)) {
        done = (is_blank(&chunk) || run_chunk(run, &chunk)) && done;
    }
    diagnostics_free(&diagnostics);
    arena_free(arena);
    return done;
}

static int number_of(const char *variable) {
    const char *text = getenv(variable);
    return text ? atoi(text) : -1;
}

/* What the environment says of processes that somebody has started. */
static struct sdyc_ranks *meet_ranks(struct sdyc_error **error) {
    struct sdyc_meeting meeting = SDYC_MEETING_INIT;
    const char *patience = getenv("SDYC_TIMEOUT");
    meeting.number = number_of("SDYC_RANK");
    meeting.count = number_of("SDYC_RANKS");
    meeting.address = getenv("SDYC_ADDRESS");
    meeting.folder = getenv("SDYC_MEETING");
    meeting.patience = patience ? strtod(patience, NULL) : USUAL_PATIENCE;
    return sdyc_ranks_meet(&meeting, error);
}

static bool join_ranks(struct run *run) {
    struct sdyc_error *error;
    if (run->target == TARGET_OPENMP) {
        return true;
    }
    if (run->target == TARGET_TCP &&
        (!getenv("SDYC_RANK") || !getenv("SDYC_RANKS") || !getenv("SDYC_MEETING"))) {
        return cli_error("--target=tcp wants SDYC_RANK, SDYC_RANKS and SDYC_MEETING to be set "
                         "(docs/how-to/processes.md)");
    }
    run->common.ranks = run->target == TARGET_TCP ? meet_ranks(&error) : sdyc_ranks_join(&error);
    if (!run->common.ranks) {
        fputs(sdyc_error_text(error), stderr);
        sdyc_error_free(error);
    }
    return run->common.ranks != NULL;
}

int command_run(int count, char **words) {
    struct run run = {.inputs = {.command = "run", .word_count = count, .words = words},
                      .tolerance = {-1, -1}};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&run.common, common);
    const struct flag group[] = {
        {"input", FLAG_LIST, &run.inputs.given, "VALUE",
         "@file.npy, 2x3xf32=0.5, 4xi32=1 2 3 4, 8xf32=random:SEED; once per input; random: all "
         "that are missing.",
         NULL},
        {"output", FLAG_LIST, &run.outputs, "@FILE.npy", "Write a result there; once per result.",
         NULL},
        {"expected-output", FLAG_LIST, &run.expected, "VALUE",
         "Compare a result; exit 1 where they differ.", NULL},
        {"atol", FLAG_REAL, &run.tolerance.absolute, "X", "Absolute tolerance of comparisons.",
         NULL},
        {"rtol", FLAG_REAL, &run.tolerance.relative, "X", "Relative tolerance of comparisons.",
         NULL},
        {"infeed", FLAG_LIST, &run.host.infeed, "VALUE",
         "What the program reads from its infeed; once each time that it does.", NULL},
        {"outfeed", FLAG_TEXT, &run.host.outfeed, "DIR",
         "Write what goes to the outfeed there, outfeed0.npy and so on.", NULL},
        {"args", FLAG_TEXT, &run.args, "LIST",
         "Inputs as MLIR writes them: [dense<1> : tensor<2xi32>, ...].", NULL},
        {"probe-output-dir", FLAG_TEXT, &run.host.probe_folder, "DIR",
         "Where interpreter.probe records values, with an index.csv.", NULL},
        {"interpreter-print-dense", FLAG_SWITCH, &run.host.print_dense, NULL,
         "Print values as dense<1> : tensor<2xi32>.", NULL},
        {"load", FLAG_LIST, &run.common.load, "LIB.so:SYMBOL[=TARGET],...",
         "Functions of a shared library for custom calls; may be given several times.", NULL},
        {"trace", FLAG_TEXT, &run.trace, "FILE.json",
         "Write when each task ran, on a track per thread, for ui.perfetto.dev.", NULL},
        {"target", FLAG_CHOICE, &run.target, "TARGET",
         "openmp: threads of this process; mpi: the ranks of mpirun (docs/how-to/mpi.md); tcp: "
         "the processes that SDYC_RANKS counts (docs/how-to/processes.md).",
         target_choices},
        {"verify", FLAG_SWITCH, &run.verify, NULL,
         "Run nothing whose partition is not proved (docs/how-to/verify.md).", NULL},
        {"split-input-file", FLAG_SWITCH, &run.split, NULL,
         "Run each program between `// -----` lines.", NULL},
        {0},
    };
    struct command_line line = {
        .needs = "a file",
        .usage = "sdyc run FILE [--input=VALUE]... [--output=@FILE.npy]... [FLAG]...",
        .about = "Compiles a program in memory and runs it once. Inputs and results are whole "
                 "tensors,\nhowever the program shards them. Results are printed unless --output "
                 "or\n--expected-output is given.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = flags_status(result);
    if (result == FLAGS_RUN) {
        inputs_begin(&run.inputs);
        run.common.profile = run.trace != NULL ? SDYC_PROFILE_TASKS : 0;
        run.library_host = library_host_of(&run.host);
        host_forget_probes(&run.host);
        bool done = join_ranks(&run);
        if (run.verify && run.split) {
            done = cli_error("--verify is for one program, and --split-input-file for several");
        }
        if (done) {
            done = (run.split ? run_chunks : run_program)(&run, line.file);
        }
        status = !done;
    }
    unload_program(&run.loaded);
    sdyc_ranks_leave(run.common.ranks);
    common_flags_free(&run.common);
    vector_free(&run.inputs.given.texts);
    vector_free(&run.host.infeed.texts);
    vector_free(&run.outputs.texts);
    vector_free(&run.expected.texts);
    if (interrupt_came()) {
        interrupt_end();
    }
    return status;
}
