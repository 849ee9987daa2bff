/* When the tasks of a run ran, for viewers of traces. */
#ifndef SDYC_CLI_TRACE_H
#define SDYC_CLI_TRACE_H

#include "cli/cli.h"
#include "sdyc/sdyc.h"

/* Writes the stages of the compilation and the tasks of the last run of a profiled program as JSON
 * of the Trace Event Format, which Perfetto and chrome://tracing show. An error goes to stderr. */
bool write_trace(const char *path, const struct sdyc_program *program);

#endif
