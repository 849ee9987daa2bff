/* Options of a caller that may know more of them than the library, or fewer. */
#ifndef SDYC_API_OPTIONS_H
#define SDYC_API_OPTIONS_H

#include "sdyc/sdyc.h"

/* Copies options, where any are given, to structures that are as this library has them; what the
 * caller does not know is the default. NULL, or an error: they say what is not known here. */
struct sdyc_error *options_take(const struct sdyc_options *given, struct sdyc_options *options,
                                struct sdyc_run_options *run);
struct sdyc_error *meeting_take(const struct sdyc_meeting *given, struct sdyc_meeting *meeting);
struct sdyc_error *bytecode_options_take(const struct sdyc_bytecode_options *given,
                                         struct sdyc_bytecode_options *options);
struct sdyc_error *report_options_take(const struct sdyc_report_options *given,
                                       struct sdyc_report_options *options);

#endif
