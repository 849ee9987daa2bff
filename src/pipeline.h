/* Passes by name, pipelines expanded into passes (pipeline.c), and passes run in order with
 * verification, times and dumps (pass_driver.c). */
#ifndef SDYC_PIPELINE_H
#define SDYC_PIPELINE_H

#include "support/stages.h"
#include "transforms/pass.h"

/* A row of passes.def. */
struct pass {
    const char *name, *summary, *needs, *leaves;
    pass_function *run;
    const struct pass_option *options;
};

/* Whether a pipeline has anything to do: asked when its turn comes, with its own options. */
typedef bool pipeline_condition(const struct module *module, const struct pass_options *options);

/* One pass with its options, ready to run; or the beginning of a pipeline that may have nothing to
 * do: `pass` is NULL then, and where `applies` says no, the `count` steps after it are left out. */
struct pass_step {
    const struct pass *pass;
    struct pass_options options;
    pipeline_condition *applies;
    size_t count;
};
/* How many steps after this one are left out of the run. */
size_t pass_step_skips(const struct pass_step *step, const struct module *module);
/* The passes of one run, in order: made of what the user asked for, pipelines expanded. */
struct pass_list {
    struct arena *arena; /* option texts */
    struct diagnostics *diagnostics;
    VECTOR(struct pass_step) steps;
};

/* Is told of each pass of a run: before it, and after it where it did its work. */
struct pass_watcher {
    void (*before)(void *data, const char *pass); /* or NULL, as `after` */
    void (*after)(void *data, const char *pass);
    void *data;
};

struct pass_driver {
    bool verify_each;
    const char *print_before, *print_after; /* a pass's name, "all", or NULL */
    struct print_options print;
    FILE *dump;                /* where dumps go */
    struct stage_times *times; /* or NULL */
    struct pass_watcher watcher;
};

/* An empty list, whose passes and options live in the arena; faults are reported to the
 * diagnostics. */
void pass_list_init(struct pass_list *list, struct arena *arena, struct diagnostics *diagnostics);
void pass_list_free(struct pass_list *list);
/* Adds a pass, or all passes of a pipeline, by name (without dashes) and option text (or NULL). */
bool pass_list_add(struct pass_list *list, const char *name, const char *options);
/* Adds passes from MLIR's textual form, `builtin.module(func.func(cse),canonicalize{a=b})`. */
bool pass_list_add_text(struct pass_list *list, const char *text);
/* Runs the passes; false at the first that reports an error. */
bool pass_list_run(const struct pass_list *list, struct module *module,
                   const struct pass_driver *driver);

/* The i-th pass, or pipeline, of the table; NULL after the last. */
const struct pass *pass_at(size_t index);
const char *pipeline_name_at(size_t index, const char **summary);
const struct pass_option *pipeline_options_at(size_t index);
bool pass_exists(const char *name); /* pass or pipeline */
/* The pass or pipeline with the nearest name, or NULL. */
const char *pass_nearest(const char *name);
/* Checks that every pipeline names passes and options that exist; a message for the first fault in
 * `arena`, or NULL. */
const char *pipelines_selfcheck(struct arena *arena);

#endif
