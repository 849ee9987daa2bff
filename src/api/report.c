/* The library: what a partitioned program costs. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "api/failure.h"
#include "api/options.h"
#include "compile.h"
#include "ir/printer.h"
#include "sdyc/sdyc.h"

/* What a call asks for, and what comes of it. */
struct report_job {
    struct sdyc_report_options options;
    const char *name, *text; /* text NULL: `name` is a file */
    size_t length;
    enum sdyc_report_form form;
    char *report; /* malloc */
    struct sdyc_error *error;
};

static void take_text(struct report_job *job, const struct buffer *text) {
    job->report = buffer_copy(text);
    job->error = job->report ? NULL : failure_no_memory();
}

static bool write_program(struct report_job *job, struct compilation *compilation) {
    struct buffer text = {0};
    bool done = compilation_partition(compilation);
    if (done) {
        print_module(&text, compilation->module, &(struct print_options){0});
        take_text(job, &text);
    }
    buffer_free(&text);
    return done;
}

static bool write_report(struct report_job *job, struct compilation *compilation) {
    bool read = job->text ? compilation_take_text(compilation, job->name, job->text, job->length)
                          : compilation_read(compilation, job->name);
    if (!read || !compilation_parse_lines(compilation)) {
        return false;
    }
    compilation->driver.verify_each |= job->options.verify_each != 0;
    if (job->form == SDYC_REPORT_PROGRAM) {
        return write_program(job, compilation);
    }
    const struct report_request request = {
        .entry = job->options.entry, .machine = job->options.machine, .scale = job->options.scale};
    struct cost_report *report = report_open(compilation->module, &compilation->source, &request,
                                             compilation->arena, &compilation->driver);
    if (!report) {
        return false;
    }
    struct buffer text = {0};
    (job->form == SDYC_REPORT_JSON ? report_json : report_text)(&text, report);
    take_text(job, &text);
    buffer_free(&text);
    report_close(report);
    return true;
}

static void do_report(void *data) {
    struct report_job *job = data;
    struct compilation compilation;
    compilation_open(&compilation, NULL);
    compilation.context->allow_unregistered_dialects = job->options.allow_unregistered != 0;
    if (!write_report(job, &compilation)) {
        job->error = failure_of(compilation.diagnostics.internal ? SDYC_E_INTERNAL : SDYC_E_INPUT,
                                0, &compilation.diagnostics);
    }
    compilation_close(&compilation);
}

static enum sdyc_status perform(struct report_job *job, const struct sdyc_report_options *options,
                                char **report, struct sdyc_error **error) {
    struct memory memory = {0};
    job->error = report_options_take(options, &job->options);
    if (!job->error && !memory_guard(&memory, do_report, job)) {
        free(job->report);
        job->report = NULL;
        sdyc_error_free(job->error);
        job->error = failure_of_guard(&memory);
    }
    memory_release(&memory);
    *report = job->report;
    return failure_give(job->error, error);
}

enum sdyc_status sdyc_report(const char *text, size_t length, const char *name,
                             const struct sdyc_report_options *options, enum sdyc_report_form form,
                             char **report, struct sdyc_error **error) {
    struct report_job job = {
        .name = name, .text = text ? text : "", .length = length, .form = form};
    return perform(&job, options, report, error);
}

enum sdyc_status sdyc_report_file(const char *path, const struct sdyc_report_options *options,
                                  enum sdyc_report_form form, char **report,
                                  struct sdyc_error **error) {
    struct report_job job = {.name = path, .form = form};
    return perform(&job, options, report, error);
}
