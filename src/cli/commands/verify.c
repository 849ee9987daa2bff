/* `sdyc verify`: does a partitioned program compute what the global one says? */
#include "cli/proofs/proof.h"

static enum proof_status verify_files(struct proof *proof, const char *global,
                                      const char *partitioned) {
    return compilation_read(&proof->global, global) &&
                   compilation_read(&proof->partitioned, partitioned)
               ? proof_judge(proof)
               : PROOF_UNREADABLE;
}

static enum proof_status verify(struct proof *proof, bool *timing, int count, char **words) {
    const struct flag group[] = {
        {"argument", FLAG_LIST, &proof->arguments, "N:SHARDING",
         "How argument N lies on the devices: --argument='0:[{\"x\"}, {}]'.", NULL},
        {"result", FLAG_LIST, &proof->results, "N:SHARDING", "The same of a result.", NULL},
        {"mesh", FLAG_TEXT, &proof->mesh, "AXES",
         "Of what axes these shardings are, where GLOBAL has no mesh: --mesh='[\"x\"=4, "
         "\"y\"=2]'.",
         NULL},
        {"counterexample", FLAG_TEXT, &proof->counterexample, "DIR",
         "Write inputs for which results differ there, as `sdyc run` takes them.", NULL},
        {"relations", FLAG_TEXT, &proof->relations, "FILE",
         "Write what devices hold of each value, as JSON; -: to standard output, the answer to "
         "stderr.",
         NULL},
        {"seconds", FLAG_REAL, &proof->seconds, "N", "Give up after that long (40).", NULL},
        {"memory", FLAG_REAL, &proof->memory, "MIB",
         "What relations may take, before the programs are evaluated instead (768).", NULL},
        {"quiet", FLAG_SWITCH, &proof->quiet, NULL,
         "Do not print how arguments and results are sharded.", NULL},
        {"evaluate", FLAG_SWITCH, &proof->evaluates, NULL,
         "Do not try relations: evaluate at once.", NULL},
        {"timing", FLAG_SWITCH, timing, NULL, "Print the processor time of every stage.", NULL},
        {0},
    };
    struct command_line line = {
        .takes_two = true,
        .usage = "sdyc verify GLOBAL PARTITIONED [FLAG]...",
        .about =
            "Says whether PARTITIONED, the program of each device, computes what GLOBAL says, for "
            "any input and up\nto the order of sums. Exit status: 0 proved, 1 refuted, 2 not "
            "readable, 3 not decided.",
        .groups = (const struct flag *const[]){group, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return result == FLAGS_HELP ? PROOF_PROVED : PROOF_UNREADABLE;
    }
    if (!line.second) {
        cli_error("verify takes two files: the global program and the partitioned one");
        return PROOF_UNREADABLE;
    }
    if (proof->relations && strcmp(proof->relations, "-") == 0) {
        proof->told = stderr;
    }
    return verify_files(proof, line.file, line.second);
}

int command_verify(int count, char **words) {
    struct proof proof;
    proof_open(&proof, stderr);
    bool timing = false;
    enum proof_status status = verify(&proof, &timing, count, words);
    if (timing) {
        stage_times_print(&proof.times, stderr);
    }
    proof_close(&proof);
    return (int)status;
}
