/* What a pass is: a function on a module, a row of src/passes.def, and its options.
 *
 * A pass does its one thing and returns false after having reported an error; it never verifies,
 * times or prints. That is the driver's (src/pipeline.h). Scratch numbers (`note`) are its own
 * while it runs.
 */
#ifndef SDYC_PASS_H
#define SDYC_PASS_H

#include "ir/ir.h"

enum pass_option_kind { PASS_BOOL, PASS_INT, PASS_STRING };

struct pass_option {
    const char *name; /* "enable-full-version" */
    enum pass_option_kind kind;
    const char *otherwise; /* the value where none is given: "false", "1", "" */
    const char *summary;
};

enum { PASS_OPTIONS_MAX = 16 };
/* The values of one run's options, in the order of their definitions. */
struct pass_options {
    const struct pass_option *definitions; /* ends with a NULL name; may be NULL: no options */
    const char *values[PASS_OPTIONS_MAX];
};

/* True where the pass did its work; false after a reported error. */
typedef bool pass_function(struct module *module, const struct pass_options *options);

#define PASS(name, function, needs, leaves, options, summary) pass_function function;
#include "passes.def"
#undef PASS

/* Verifies once more the operations that have a trait (0: all), and reports what is wrong. Those
 * with OP_VERIFIES_CONTEXT are verified after every pass; a pass that makes operations of types
 * that they may not take verifies all. */
bool pass_verify_ops(struct module *module, uint32_t trait);

/* Sets all options to what they are where none is given. */
void pass_options_init(struct pass_options *options, const struct pass_option *definitions);
/* Sets the options that `from` has, too, to what they are there. */
void pass_options_take(struct pass_options *options, const struct pass_options *from);
/* Reads `name=value name=value flag`; values may be quoted or in braces. Strings go to the arena.
 * `owner` names the pass or pipeline in error messages. */
bool pass_options_parse(struct pass_options *options, struct arena *arena, const char *owner,
                        const char *text, struct diagnostics *diagnostics);

/* The text of which pass_options_parse makes this value, which may have spaces, braces and one kind
 * of quotes. */
const char *pass_option_quoted(struct arena *arena, const char *value);

/* The value of an option that the pass declared; another name is a bug. */
bool pass_bool(const struct pass_options *options, const char *name);
int64_t pass_int(const struct pass_options *options, const char *name);
const char *pass_string(const struct pass_options *options, const char *name);
/* Whether a comma-separated string option is empty or names `item`. */
bool pass_list_has(const struct pass_options *options, const char *name, const char *item);

#endif
