/* The library: what a partitioned program costs. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "api/failure.h"
#include "compile.h"
#include "ir/printer.h"
#include "sdyc/sdyc.h"

/* What a call asks for, and what comes of it. */
struct report_job {
    const struct sdyc_options *options;
    const char *name, *text; /* text NULL: `name` is a file */
    size_t length;
    enum sdyc_report_form form;
    enum sdyc_status status;
    char *report, *error; /* malloc; NULL: there was no memory */
};

static bool write_program(struct report_job *job, struct compilation *compilation) {
    struct buffer text = {0};
    bool done = compilation_partition(compilation);
    if (done) {
        print_module(&text, compilation->module, &(struct print_options){0});
        job->report = buffer_copy(&text);
        job->status = job->report ? SDYC_OK : SDYC_E_MEMORY;
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
    compilation->driver.verify_each |= job->options->verify_each != 0;
    if (job->form == SDYC_REPORT_PROGRAM) {
        return write_program(job, compilation);
    }
    const struct report_request request = {.entry = job->options->entry,
                                           .machine = job->options->machine,
                                           .scale = job->options->scale};
    struct cost_report *report = report_open(compilation->module, &compilation->source, &request,
                                             compilation->arena, &compilation->driver);
    if (!report) {
        return false;
    }
    struct buffer text = {0};
    (job->form == SDYC_REPORT_JSON ? report_json : report_text)(&text, report);
    job->report = buffer_copy(&text);
    job->status = job->report ? SDYC_OK : SDYC_E_MEMORY;
    buffer_free(&text);
    report_close(report);
    return true;
}

static void do_report(void *data) {
    struct report_job *job = data;
    struct compilation compilation;
    compilation_open(&compilation, NULL);
    compilation.context->allow_unregistered_dialects = job->options->allow_unregistered != 0;
    if (!write_report(job, &compilation)) {
        struct buffer messages = {0};
        diagnostics_text(&compilation.diagnostics, &messages);
        job->error = buffer_copy(&messages);
        job->status = !job->error                        ? SDYC_E_MEMORY
                      : compilation.diagnostics.internal ? SDYC_E_INTERNAL
                                                         : SDYC_E_INPUT;
        buffer_free(&messages);
    }
    compilation_close(&compilation);
}

static enum sdyc_status perform(struct report_job *job, char **report, char **error) {
    static const struct sdyc_options defaults = SDYC_OPTIONS_INIT;
    struct memory memory = {0};
    job->options = job->options ? job->options : &defaults;
    if (!memory_guard(&memory, do_report, job)) {
        free(job->report);
        free(job->error);
        job->report = NULL;
        job->status = guard_failure(&memory, &job->error);
    }
    memory_release(&memory);
    *report = job->report;
    if (error) {
        *error = job->error;
    } else {
        free(job->error);
    }
    if (job->options->status) {
        *job->options->status = job->status;
    }
    return job->status;
}

enum sdyc_status sdyc_report(const char *text, size_t length, const char *name,
                             const struct sdyc_options *options, enum sdyc_report_form form,
                             char **report, char **error) {
    struct report_job job = {
        .options = options, .name = name, .text = text ? text : "", .length = length, .form = form};
    return perform(&job, report, error);
}

enum sdyc_status sdyc_report_file(const char *path, const struct sdyc_options *options,
                                  enum sdyc_report_form form, char **report, char **error) {
    struct report_job job = {.options = options, .name = path, .form = form};
    return perform(&job, report, error);
}
