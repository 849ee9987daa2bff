/* `sdyc partition`: one program for all devices, in plain StableHLO; or what it costs. */
#include "report/report.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/proofs/proof.h"

struct request {
    struct report_request asked;
    const char *output, *print_before, *print_after;
    bool report, json, allow_unregistered;
};

static bool print(const struct cost_report *report, const struct request *request) {
    struct buffer text = {0};
    (request->json ? report_json : report_text)(&text, report);
    const char *path = request->output ? request->output : "-";
    bool written = write_text(path, text.text ? text.text : "", text.length);
    buffer_free(&text);
    return written;
}

static bool report(const char *file, const struct request *request) {
    struct compilation compilation;
    compilation_open(&compilation, stderr);
    compilation.context->allow_unregistered_dialects = request->allow_unregistered;
    compilation.driver.print_before = request->print_before;
    compilation.driver.print_after = request->print_after;
    bool done = compilation_read(&compilation, file) && compilation_parse_lines(&compilation);
    struct cost_report *costs =
        done ? report_open(compilation.module, &compilation.source, &request->asked,
                           compilation.arena, &compilation.driver)
             : NULL;
    done = costs && print(costs, request);
    report_close(costs);
    compilation_close(&compilation);
    return done;
}

static int report_command(int count, char **words) {
    struct request request = {0};
    const struct flag group[] = {
        {"report", FLAG_SWITCH, &request.report, NULL,
         "Say what the program costs instead of printing it.", NULL},
        {"json", FLAG_SWITCH, &request.json, NULL, "For programs; see docs/reference/report.md.",
         NULL},
        {"machine", FLAG_TEXT, &request.asked.machine, "TEXT",
         "Say times too: "
         "10us:25GB/s,x=1us:900GB/s,100Tflop/s,bf16=400Tflop/s,memory=2TB/s,launch=5us "
         "(links, a device's rates, its memory, what a collective takes to begin).",
         NULL},
        {"scale", FLAG_TEXT, &request.asked.scale, "AXIS:SIZES",
         "Partition for other sizes of an axis too: x:8,64,512,4096.", NULL},
        {"entry", FLAG_TEXT, &request.asked.entry, "NAME",
         "The function that is run (main, or the only one).", NULL},
        {"o", FLAG_TEXT, &request.output, "FILE", "Write here instead of to standard output.",
         NULL},
        {"allow-unregistered-dialect", FLAG_SWITCH, &request.allow_unregistered, NULL,
         "Keep operations that sdyc does not know.", NULL},
        {"print-before", FLAG_TEXT, &request.print_before, "PASS", "Dump the module before.", NULL},
        {"print-after", FLAG_TEXT, &request.print_after, "PASS", "Dump it after PASS, or all.",
         NULL},
        {0},
    };
    struct command_line line = {
        .usage = "sdyc partition --report [FILE|-] [--machine=TEXT] [--scale=AXIS:SIZES] [--json] "
                 "[-o FILE]",
        .about = "Says what the partitioned program costs: every collective with what it sends, "
                 "along which\naxes and why, the memory and the work of a device, and what devices "
                 "repeat though they\ncould share it.",
        .groups = (const struct flag *const[]){group, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    return !report(file_or_stdin(&line), &request);
}

/* --- --verify --------------------------------------------------------------------------------- */

/* Writes the partitioned program where it is proved. */
static bool partition_proved(const char *file, const char *output) {
    struct compilation compilation;
    struct buffer text = {0};
    compilation_open(&compilation, stderr);
    bool done = compilation_read(&compilation, file) && compilation_parse_lines(&compilation) &&
                compilation_partition(&compilation);
    if (done) {
        print_module(&text, compilation.module, &(struct print_options){0});
        struct proof proof;
        proof_open(&proof, stderr);
        done = proof_holds(&proof, &compilation.source, "partitioned", text.text, text.length) &&
               write_text(output ? output : "-", text.text, text.length);
    }
    buffer_free(&text);
    compilation_close(&compilation);
    return done;
}

static int verify_command(int count, char **words) {
    const char *output = NULL;
    bool verify = false;
    const struct flag group[] = {
        {"verify", FLAG_SWITCH, &verify, NULL, "Print nothing that is not proved.", NULL},
        {"o", FLAG_TEXT, &output, "FILE", "Write here instead of to standard output.", NULL},
        {0},
    };
    struct command_line line = {
        .usage = "sdyc partition --verify [FILE|-] [-o FILE]",
        .about = "Partitions, and proves that the result computes what the program says before it "
                 "is written\n(docs/how-to/verify.md).",
        .groups = (const struct flag *const[]){group, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    return !partition_proved(file_or_stdin(&line), output);
}

/* Whether a flag is among the words, with a value or without. */
static bool asks_for(const char *name, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        word += word[0] == '-';
        word += word[0] == '-';
        size_t length = strcspn(word, "=");
        if (word != words[i] && strlen(name) == length && strncmp(word, name, length) == 0) {
            return true;
        }
    }
    return false;
}

int command_partition(int count, char **words) {
    if (asks_for("report", count, words)) {
        return report_command(count, words);
    }
    if (asks_for("verify", count, words)) {
        return verify_command(count, words);
    }
    static const char *const of_report[] = {"machine", "scale", "json"};
    for (size_t i = 0; i < sizeof of_report / sizeof *of_report; i++) {
        if (asks_for(of_report[i], count, words)) {
            return !cli_error("--%s goes with --report: sdyc partition --report --%s", of_report[i],
                              of_report[i]);
        }
    }
    return opt_with("sdyc partition [FILE|-] [FLAG]...",
                    "Goes the whole way to local shapes and collectives and prints plain "
                    "StableHLO: `sdyc opt -sdyc-partition-pipeline`.\n--report says what the "
                    "program costs instead (--report --help: its flags); --verify proves the "
                    "result\nbefore it is printed (--verify --help: its flags).",
                    "sdyc-partition-pipeline", count, words);
}
