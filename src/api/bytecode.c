/* The library: a program as MLIR bytecode in memory. */
#include <stdlib.h>

#include "api/failure.h"
#include "compile.h"
#include "frontend/frontend.h"
#include "sdyc/sdyc.h"

/* What a call asks for, and what comes of it. */
struct bytecode_job {
    const char *text, *name;
    size_t length;
    struct bytecode_options options;
    enum sdyc_status status;
    char *bytes, *error; /* malloc; NULL: there was no memory */
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
        job->status = job->bytes ? SDYC_OK : SDYC_E_MEMORY;
    }
    buffer_free(&bytes);
    return written;
}

static void do_job(void *data) {
    struct bytecode_job *job = data;
    struct compilation compilation;
    compilation_open(&compilation, NULL);
    if (!write_job(job, &compilation)) {
        struct buffer messages = {0};
        diagnostics_text(&compilation.diagnostics, &messages);
        job->error = buffer_copy(&messages);
        job->status = job->error ? SDYC_E_INPUT : SDYC_E_MEMORY;
        buffer_free(&messages);
    }
    compilation_close(&compilation);
}

enum sdyc_status sdyc_bytecode(const char *text, size_t length, const char *name,
                               const char *target, int other_dialects, void **bytes, size_t *size,
                               char **error) {
    struct memory memory = {0};
    struct bytecode_job job = {
        .text = text ? text : "",
        .name = name,
        .length = length,
        .options = {.target = target, .allow_other_dialects = other_dialects != 0}};
    if (!memory_guard(&memory, do_job, &job)) {
        free(job.bytes);
        free(job.error);
        job.bytes = NULL;
        job.status = guard_failure(&memory, &job.error);
    }
    memory_release(&memory);
    *bytes = job.bytes;
    *size = job.bytes ? job.size : 0;
    if (error) {
        *error = job.error;
    } else {
        free(job.error);
    }
    return job.status;
}
