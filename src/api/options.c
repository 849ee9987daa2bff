#include "api/options.h"

#include <string.h>

#include "api/failure.h"

/* A field that is added later must not lie where callers of today have padding, which they do not
 * set. */
#define ENDS_WITH(type, field)                                                                     \
    _Static_assert(offsetof(type, field) + sizeof(((type *)0)->field) == sizeof(type),             \
                   "there is padding at the end of " #type)
ENDS_WITH(struct sdyc_options, whole_bytes);
ENDS_WITH(struct sdyc_run_options, takes_parts);
ENDS_WITH(struct sdyc_meeting, silence);
ENDS_WITH(struct sdyc_report_options, verify_each);

/* `own` has `size` bytes, and the size of the caller's structure stands at its beginning. */
static struct sdyc_error *take(const void *given, void *own, size_t size, const char *name) {
    size_t theirs = 0;
    memset(own, 0, size);
    if (!given) {
        return NULL;
    }
    memcpy(&theirs, given, sizeof theirs);
    if (theirs < sizeof theirs) {
        return failure_say(SDYC_E_INPUT,
                           "the size of a struct %s is %zu; the macro that initialises it sets it",
                           name, theirs);
    }
    for (size_t i = size; i < theirs; i++) {
        if (((const char *)given)[i] != 0) {
            return failure_say(SDYC_E_INPUT,
                               "a struct %s of %zu bytes sets byte %zu, and version %s of the "
                               "library knows %zu bytes of it: the caller was built for a newer "
                               "one",
                               name, theirs, i, sdyc_version(), size);
        }
    }
    memcpy(own, given, theirs < size ? theirs : size);
    return NULL;
}

struct sdyc_error *options_take(const struct sdyc_options *given, struct sdyc_options *options,
                                struct sdyc_run_options *run) {
    struct sdyc_error *error = take(given, options, sizeof *options, "sdyc_options");
    if (!error) {
        error = take(options->run, run, sizeof *run, "sdyc_run_options");
    }
    options->run = run;
    return error;
}

struct sdyc_error *meeting_take(const struct sdyc_meeting *given, struct sdyc_meeting *meeting) {
    return take(given, meeting, sizeof *meeting, "sdyc_meeting");
}

struct sdyc_error *bytecode_options_take(const struct sdyc_bytecode_options *given,
                                         struct sdyc_bytecode_options *options) {
    return take(given, options, sizeof *options, "sdyc_bytecode_options");
}

struct sdyc_error *report_options_take(const struct sdyc_report_options *given,
                                       struct sdyc_report_options *options) {
    return take(given, options, sizeof *options, "sdyc_report_options");
}
