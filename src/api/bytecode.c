/* The library: a program as MLIR bytecode in memory. */
#include <stdlib.h>

#include "api/failure.h"
#include "api/options.h"
#include "compile.h"
#include "frontend/frontend.h"
#include "sdyc/sdyc.h"

/* What a call asks for, and what comes of it. */
struct bytecode_job {
    const char *text, *name;
    size_t length;
    struct bytecode_options options;
    struct sdyc_error *error;
    char *bytes; /* malloc */
    size_t size;
};

static bool write_job(struct bytecode_job *job, struct compilation *compilation) {
    struct buffer bytes = {0};
    bool written = compilation_take_text(compilation, job->name, job->text, job->length) &&
                   compilation_parse(compilation) &&
                   write_bytecode(&bytes, compilation->module, &job->options);
    if (written) {
        job->bytes = buffer_copy(&bytes);
        job->size = bytes.length;
        job->error = job->bytes ? NULL : failure_no_memory();
    }
    buffer_free(&bytes);
    return written;
}

static void do_job(void *data) {
    struct bytecode_job *job = data;
    struct compilation compilation;
    compilation_open(&compilation, NULL);
    if (!write_job(job, &compilation)) {
        job->error = failure_of(compilation.diagnostics.internal ? SDYC_E_INTERNAL : SDYC_E_INPUT,
                                0, &compilation.diagnostics);
    }
    compilation_close(&compilation);
}

enum sdyc_status sdyc_bytecode(const char *text, size_t length, const char *name,
                               const struct sdyc_bytecode_options *options, void **bytes,
                               size_t *size, struct sdyc_error **error) {
    struct memory memory = {0};
    struct sdyc_bytecode_options how;
    struct bytecode_job job = {.text = text ? text : "", .name = name, .length = length};
    job.error = bytecode_options_take(options, &how);
    job.options = (struct bytecode_options){.target = how.target,
                                            .allow_other_dialects = how.other_dialects != 0};
    if (!job.error && !memory_guard(&memory, do_job, &job)) {
        free(job.bytes);
        sdyc_error_free(job.error);
        job.bytes = NULL;
        job.error = failure_of_guard(&memory);
    }
    memory_release(&memory);
    *bytes = job.bytes;
    *size = job.bytes ? job.size : 0;
    return failure_give(job.error, error);
}
