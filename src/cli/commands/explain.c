/* `sdyc explain`: why every value is sharded as it is. */
#include "explain/explain.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/proofs/proof.h"
#include "report/report.h"
#include "support/limits.h"

struct request {
    const char *value, *html, *output;
    bool json;
    struct report_request costs;
    const char *print_before, *print_after;
    bool allow_unregistered;
};

/* What the program costs, partitioned, for the page; or why it cannot be. It is parsed once more:
 * propagation has changed the module. */
static void add_costs(struct buffer *out, const struct source *source,
                      const struct request *request) {
    struct compilation compilation;
    compilation_open(&compilation, NULL);
    compilation.context->allow_unregistered_dialects = request->allow_unregistered;
    compilation.source = *source;
    struct cost_report *report =
        compilation_parse(&compilation)
            ? report_open(compilation.module, &compilation.source, &request->costs,
                          compilation.arena, &compilation.driver)
            : NULL;
    if (report) {
        report_html(out, report);
    } else {
        struct buffer messages = {0};
        diagnostics_text(&compilation.diagnostics, &messages);
        buffer_add(out, "<p>The program cannot be partitioned:</p><pre>");
        html_text(out, messages.text ? messages.text : "", messages.length);
        buffer_add(out, "</pre>\n");
        buffer_free(&messages);
    }
    report_close(report);
    compilation_close(&compilation);
}

static void note_holding(void *data, const struct verify_holding *holding) {
    explain_hold(data, holding->value, holding->json);
}

static bool has_large_mesh(const struct module *module) {
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (mesh && mesh_device_count(mesh) > LIMIT_DEVICES) {
            return true;
        }
    }
    return false;
}

/* What devices hold of each value after partitioning, as relations find it. */
static void add_holdings(struct explanation *explanation) {
    struct proof proof;
    if (has_large_mesh(explanation->module)) {
        return;
    }
    proof_open(&proof, NULL);
    proof_listen(&proof, explanation->source, note_holding, explanation);
    proof_close(&proof);
}

static bool print(struct explanation *explanation, const struct request *request) {
    const struct subject *subject = NULL;
    if (request->value && !(subject = select_subject(explanation, request->value))) {
        return false;
    }
    struct buffer text = {0};
    const char *path = request->output ? request->output : "-";
    if (request->html || request->json) {
        add_holdings(explanation);
    }
    if (request->html) {
        struct buffer costs = {0};
        add_costs(&costs, explanation->source, request);
        explain_html(&text, explanation, costs.text ? costs.text : "");
        buffer_free(&costs);
        path = strcmp(request->html, "-") != 0 ? request->html : path;
    } else if (request->json) {
        explain_json(&text, explanation, subject);
    } else {
        explain_text(&text, explanation, subject);
    }
    bool written = write_text(path, text.text ? text.text : "", text.length);
    buffer_free(&text);
    return written;
}

static bool explain(const char *file, const struct request *request) {
    struct compilation compilation;
    compilation_open(&compilation, stderr);
    compilation.context->allow_unregistered_dialects = request->allow_unregistered;
    compilation.driver.print_before = request->print_before;
    compilation.driver.print_after = request->print_after;
    bool done = compilation_read(&compilation, file) && compilation_parse_lines(&compilation);
    struct explanation *explanation = done ? explain_open(compilation.module, &compilation.source,
                                                          compilation.arena, &compilation.driver)
                                           : NULL;
    done = explanation && print(explanation, request);
    explain_close(explanation);
    compilation_close(&compilation);
    return done;
}

/* `--html` alone: to standard output, or where -o says. */
static void complete_html(int count, char **words) {
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--html") == 0 || strcmp(words[i], "-html") == 0) {
            words[i] = "--html=-";
        }
    }
}

int command_explain(int count, char **words) {
    struct request request = {0};
    complete_html(count, words);
    const struct flag group[] = {
        {"value", FLAG_TEXT, &request.value, "VALUE",
         "The whole history of one: %NAME, @FUNC:%NAME, @FUNC:RESULT or @FUNC:argN.", NULL},
        {"json", FLAG_SWITCH, &request.json, NULL, "For programs; see docs/how-to/explain.md.",
         NULL},
        {"html", FLAG_TEXT, &request.html, "FILE",
         "A page to read in a browser; without FILE: to where -o says.", NULL},
        {"machine", FLAG_TEXT, &request.costs.machine, "TEXT",
         "In the page, times on that machine: see sdyc partition --report --help.", NULL},
        {"scale", FLAG_TEXT, &request.costs.scale, "AXIS:SIZES",
         "In the page, costs for other sizes of an axis.", NULL},
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
        .needs = "a file",
        .usage = "sdyc explain FILE [--value=VALUE] [--json] [--html=FILE]",
        .about = "Propagates shardings and says of every value why it is sharded as it is: where "
                 "each axis\ncame from, through which operations, and what stopped it.",
        .groups = (const struct flag *const[]){group, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    if (request.html && (request.json || request.value)) {
        cli_error("--html shows all values: it goes without --json and --value");
        return flags_status(FLAGS_WRONG);
    }
    return !explain(line.file, &request);
}
