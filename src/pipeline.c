/* The whole way of a module through sdyc:
 *
 *      MLIR text
 *          |  frontend: lexer, parser, verifier
 *          v
 *      module, some shardings
 *          |  open dimensions of arguments: those of the inputs      (`sdyc run`)
 *          v
 *      module, some shardings
 *          |  expand        processes, sizes, composites, chlo, shorthands (not `sdyc propagate`)
 *          |  import        GSPMD's shardings read, meshes lifted, sizes of one dropped,
 *          |                constants split, data flow edges
 *          |  propagation   by user priority, operation priority, aggressive, basic
 *          |  export        edges sunk, constraints to reshards, shardings closed
 *          v
 *      module, global shapes, every value sharded                  `sdyc propagate` prints this
 *          |  inline        one flat function; short loops written out, equal operations merged
 *          |                (not for `sdyc partition`)
 *          |  reshards      explicit where producer and consumer disagree
 *          |  collectives   in place of reshards
 *          v
 *      module, global shapes, sharded, with collectives
 *          |---------->   global to local, mesh dropped            `sdyc partition` prints this
 *          |---------->   local types, for --storage=private only
 *          v
 *          |  codegen       layout, fusion, storage, phases        (src/codegen/)
 *          v
 *      C text
 *          |  libtcc in memory                                     `sdyc run`
 *          |  a directory for make and any C compiler              `sdyc emit`
 *
 * Passes are rows of passes.def. A pipeline is a list of steps, each a pass or another pipeline,
 * some under a condition; this file holds them all.
 */
#include "pipeline.h"

#include "ir/op_def.h"
#include "transforms/conditions.h"
#include "transforms/pass_rows.h"

#include <ctype.h>
#include <string.h>

/* --- passes ----------------------------------------------------------------------------------- */

static const struct pass passes[] = {
#define PASS(name, function, needs, leaves, options, summary)                                      \
    {name, summary, needs, leaves, function, options},
#include "passes.def"
#undef PASS
};
enum { PASS_COUNT = sizeof passes / sizeof *passes };

/* --- pipelines -------------------------------------------------------------------------------- */

/* A pass or pipeline to run when all of `when` hold: names of the pipeline's own true/false options
 * separated by spaces, `!` for not. `$name` in `options` stands for the value of such an option. */
struct pipeline_step {
    const char *when, *name, *options;
};
struct pipeline {
    const char *name, *summary;
    const struct pass_option *options;
    const struct pipeline_step *steps; /* ends with a NULL name */
    pipeline_condition *applies;       /* NULL: always */
};

/* Handed on to the passes inside. */
#define DEBUG_ORIGINS                                                                              \
    "debug-sharding-origins=$debug-sharding-origins "                                              \
    "debug-propagation-edge-sharding=$debug-propagation-edge-sharding"

/* clang-format off */
#define IMPORT_OPTIONS                                                                             \
    BOOL("dedup-functions-fully", "false", "One function for each callee.")                        \
    BOOL("enable-explicit-gather-scatter-batching", "false", "Find their batching dimensions.")    \
    BOOL("debug-sharding-origins", "false", "Note where shardings come from.")                     \
    BOOL("debug-propagation-edge-sharding", "false", "Note how shardings travel.")

#define EXPORT_OPTIONS_OF_BOTH                                                                     \
    BOOL("keep-sharding-rules", "false", "Keep sdy.sharding_rule attributes.")                     \
    BOOL("avoid-export-for-partitioning", "false", "Leave room for another propagation.")          \
    BOOL("enable-insert-explicit-collectives", "false", "Go on to collectives.")                   \
    BOOL("remove-all-gather-reduce-scatter-for-cmv1", "false", "Drop those two.")                  \
    BOOL("update-non-divisible-input-output-shardings", "true", "Even inputs, outputs.")           \
    BOOL("verify-unreduced-axes", "true", "Reject values that lose or gain unreduced axes.")

#define PROPAGATION_OPTIONS                                                                        \
    BOOL("conservative-propagation", "false", "No sub-axes, no padding.")                          \
    BOOL("inline-meshes", "false", "Put meshes into the shardings at the end.")

#define EXPORT_OPTIONS                                                                             \
    BOOL("dump-sharding-origins", "false", "Sink debug sharding origins.")                         \
    BOOL("dump-propagation-edges", "false", "Sink debug propagation edges.")                       \
    BOOL("avoid-reshards-on-calls", "false", "No explicit reshards for calls.")                    \
    BOOL("inline-meshes", "true", "Put meshes into the shardings at the end.")                     \
    BOOL("enable-per-instruction-partitioning", "false", "Partition single operations.")           \
    STRING("per-instruction-partitioning-filter", "", "Which: parts of names, numbers.")           \
    STRING("dump-directory", "", "Write the module there at some points of the way.")              \
    INT("replica-count", "1", "Replicas.")                                                         \
    INT("partition-count", "1", "Partitions.")
/* clang-format on */

static const struct pipeline_step import_steps[] = {
    {"", "sdyc-import-gspmd", ""},
    {"", "symbol-dce", ""},
    {"", "sdy-lift-inlined-meshes", ""},
    {"", "sdy-remove-size-one-axes", ""},
    {"", "sdy-propagate-sharding-from-func-to-call", ""},
    {"", "sdy-constant-or-scalar-splitter", ""},
    {"enable-explicit-gather-scatter-batching", "sdy-explicit-gather-scatter-batching", ""},
    {"", "symbol-dce", ""},
    {"", "sdy-manual-axes-cleanup", ""},
    {"", "sdy-add-data-flow-edges", ""},
    {"dedup-functions-fully", "sdy-apply-sharding-constraints", DEBUG_ORIGINS},
    {"dedup-functions-fully", "sdy-sharding-group-import", ""},
    {NULL, NULL, NULL},
};

static const struct pipeline_step propagation_steps[] = {
    {"", "sdy-import-pipeline",
     DEBUG_ORIGINS " dedup-functions-fully=$dedup-functions-fully "
                   "enable-explicit-gather-scatter-batching="
                   "$enable-explicit-gather-scatter-batching"},
    {"dedup-functions-fully", "sdy-add-func-data-flow-edges", ""},
    {"!dedup-functions-fully", "sdy-flatten-call-graph", ""},
    {"!dedup-functions-fully", "symbol-dce", ""},
    {"!dedup-functions-fully", "sdy-import-func-calls", ""},
    {"!dedup-functions-fully", "symbol-dce", ""},
    {"!dedup-functions-fully", "sdy-apply-sharding-constraints", DEBUG_ORIGINS},
    {"!dedup-functions-fully", "sdy-sharding-group-import", ""},
    {"", "sdy-pre-order-funcs", ""},
    {"", "sdy-user-priority-propagate",
     "keep-sharding-rules=true conservative-propagation=$conservative-propagation " DEBUG_ORIGINS},
    {"!dedup-functions-fully", "sdy-export-named-computations", ""},
    {"", "sdy-propagate-to-func-results", ""},
    {"dedup-functions-fully", "sdy-sink-func-data-flow-edges", ""},
    {"", "sdy-unflatten-call-graph", ""},
    {"", "symbol-dce", ""},
    {"", "sdy-insert-func-call-reshards", ""},
    {"", "sdy-export-pipeline",
     "keep-sharding-rules=$keep-sharding-rules "
     "avoid-export-for-partitioning=$avoid-export-for-partitioning "
     "enable-insert-explicit-collectives=$enable-insert-explicit-collectives "
     "remove-all-gather-reduce-scatter-for-cmv1=$remove-all-gather-reduce-scatter-for-cmv1 "
     "update-non-divisible-input-output-shardings=$update-non-divisible-input-output-shardings "
     "verify-unreduced-axes=$verify-unreduced-axes "
     "dump-sharding-origins=$debug-sharding-origins "
     "dump-propagation-edges=$debug-propagation-edge-sharding "
     "inline-meshes=$inline-meshes avoid-reshards-on-calls=$dedup-functions-fully"},
    {NULL, NULL, NULL},
};

#define PARTITIONS "!avoid-export-for-partitioning "
/* The module at this point, where a folder is given. */
#define SAVE(when, name)                                                                           \
    { when, "sdyc-save-module", "directory=$dump-directory name=" name }

static const struct pipeline_step export_steps[] = {
    {"", "sdy-constant-or-scalar-merger", ""},
    {"", "sdy-sink-data-flow-edges",
     "sink-debug-sharding-origins=$dump-sharding-origins "
     "sink-debug-propagation-edge-sharding=$dump-propagation-edges"},
    {"!avoid-export-for-partitioning", "sdy-remove-sharding-groups", ""},
    {"!avoid-export-for-partitioning", "sdy-sharding-constraint-to-reshard", ""},
    {"update-non-divisible-input-output-shardings",
     "sdy-update-non-divisible-input-output-shardings", ""},
    {"update-non-divisible-input-output-shardings", "sdy-remove-sub-axes-in-input-output-shardings",
     ""},
    {"", "sdy-close-shardings", ""},
    SAVE("", "00.after_propagation"),
    {PARTITIONS "verify-unreduced-axes", "sdy-verify-unreduced-axes", ""},
    {PARTITIONS "!enable-per-instruction-partitioning", "sdy-insert-explicit-reshards",
     "enable-full-version=$enable-insert-explicit-collectives"},
    {PARTITIONS "enable-per-instruction-partitioning", "sdy-insert-explicit-reshards",
     "enable-full-version=true"},
    SAVE(PARTITIONS "enable-per-instruction-partitioning",
         "01.before_per_instruction_partitioning"),
    {PARTITIONS "enable-per-instruction-partitioning", "sdy-per-instruction-partitioning",
     "filter=$per-instruction-partitioning-filter replica-count=$replica-count "
     "partition-count=$partition-count"},
    SAVE(PARTITIONS "enable-per-instruction-partitioning", "02.after_per_instruction_partitioning"),
    SAVE(PARTITIONS "enable-insert-explicit-collectives "
                    "!enable-per-instruction-partitioning",
         "01.after_explicit_reshards"),
    {PARTITIONS "enable-insert-explicit-collectives "
                "!enable-per-instruction-partitioning",
     "canonicalize", "enable-patterns=sdy-reshard"},
    {PARTITIONS "enable-insert-explicit-collectives "
                "!enable-per-instruction-partitioning",
     "sdy-reshard-to-collectives", ""},
    {"!avoid-export-for-partitioning", "canonicalize", "enable-patterns=sdy-collective"},
    {PARTITIONS "enable-insert-explicit-collectives "
                "remove-all-gather-reduce-scatter-for-cmv1",
     "sdy-remove-all-gather-reduce-scatter-for-cmv1", ""},
    SAVE(PARTITIONS "!enable-insert-explicit-collectives "
                    "!enable-per-instruction-partitioning",
         "01.after_minimal_partitioner_with_global_shapes"),
    SAVE(PARTITIONS "enable-insert-explicit-collectives "
                    "!enable-per-instruction-partitioning",
         "02.after_partitioner_with_global_shapes"),
    SAVE(PARTITIONS "!enable-insert-explicit-collectives "
                    "enable-per-instruction-partitioning",
         "03.after_minimal_partitioner_with_global_shapes"),
    SAVE(PARTITIONS "enable-insert-explicit-collectives "
                    "enable-per-instruction-partitioning",
         "03.after_partitioner_with_global_shapes"),
    {"dump-sharding-origins", "sdy-remove-propagation-debug-info", ""},
    {"dump-propagation-edges", "sdy-remove-propagation-debug-info", ""},
    {"!keep-sharding-rules", "sdy-drop-sharding-rules", ""},
    {PARTITIONS "inline-meshes", "sdy-inline-meshes", ""},
    {NULL, NULL, NULL},
};

static const struct pipeline_step collectives_steps[] = {
    {"", "sdyc-remove-barriers", ""},
    {"", "sdyc-undo-collectives", ""},
    {"", "sdyc-fold-empty-values", ""},
    {"", "sdyc-meet-on-one-mesh", ""},
    {"", "sdyc-shift-rolls", ""},
    {"", "sdyc-shift-pads", ""},
    {"", "sdyc-grow-windows", ""},
    {"", "sdyc-transform-in-turns", ""},
    {"", "sdyc-scatter-in-windows", ""},
    {"", "sdyc-drop-idle-axes", ""},
    {"", "sdyc-follow-windows", ""},
    {"", "sdyc-gather-slices", ""},
    {"", "sdyc-pick-in-parts", ""},
    {"", "sdy-insert-explicit-reshards", "enable-full-version=true narrow-halos=true"},
    {"", "sdy-resolve-single-device-sharding", "signed-zeros=true"},
    {"", "sdyc-merge-sums", ""},
    {"", "sdyc-sink-reshards", ""},
    {"", "sdy-resolve-permutation-factors", "narrow-halos=true"},
    {"", "canonicalize", "enable-patterns=sdy-reshard"},
    {"", "cse", ""},
    {"", "sdy-reshard-to-collectives", "any-meshes=true"},
    {"", "canonicalize", "enable-patterns=sdy-collective"},
    {"", "sdyc-merge-sums", ""}, /* those that have been scattered */
    {"", "sdy-pad-for-divisibility", "pad-signatures"},
    {"", "sdy-resolve-permutation-factors", "narrow-halos=true"},
    {NULL, NULL, NULL},
};

static const struct pipeline_step processes_steps[] = {
    {"", "sdyc-expand-operations", ""},
    {"", "sdyc-merge-processes", "entry=$entry"},
    {NULL, NULL, NULL},
};

static const struct pipeline_step static_shapes_steps[] = {
    {"", "inline", ""},
    {"", "stablehlo-refine-shapes", "further entry=$entry"},
    {"", "stablehlo-canonicalize-dynamism", ""},
    {"", "stablehlo-check-shape-assertions", ""},
    {"", "chlo-legalize-to-stablehlo", "bounded"},
    {"", "sdyc-expand-operations", "bounded"},
    {"", "sdyc-pad-bounded", "entry=$entry"},
    {NULL, NULL, NULL},
};

static const struct pipeline_step expand_steps[] = {
    {"", "stablehlo-legalize-composite-to-call", ""},
    {"", "sdyc-processes-pipeline", "entry=$entry"},
    {"", "sdyc-static-shapes-pipeline", "entry=$entry"},
    {"", "sdyc-legalize-quantized", ""},
    {"", "chlo-legalize-to-stablehlo", "runtime-functions=$runtime-functions"},
    {"", "sdyc-expand-operations", ""},
    {"", "stablehlo-legalize-deprecated-ops", "fail-on-unused=false"},
    {NULL, NULL, NULL},
};

static const struct pipeline_step pre_serialization_steps[] = {
    {"", "chlo-legalize-to-stablehlo", ""},
    {"", "shape-legalize-to-stablehlo", ""},
    {"", "reconcile-unrealized-casts", ""},
    {NULL, NULL, NULL},
};

static const struct pipeline_step deserialize_steps[] = {
    {"", "vhlo-legalize-to-stablehlo", ""},
    {NULL, NULL, NULL},
};

/* Propagation leaves arguments of functions without the unreduced axes of what they are given. */
static const struct pipeline_step unreduced_steps[] = {
    {"", "inline", ""},
    {"", "symbol-dce", ""},
    {NULL, NULL, NULL},
};

static const struct pipeline_step partition_steps[] = {
    {"", "sdyc-import-gspmd", ""}, /* before functions are inlined */
    {"", "sdyc-expand-pipeline", ""},
    {"", "sdyc-inline-unreduced-pipeline", ""},
    {"", "sdy-propagation-pipeline", "update-non-divisible-input-output-shardings=false"},
    {"", "sdy-import-func-calls", ""},
    {"", "sdy-sink-data-flow-edges", ""},
    {"", "sdyc-inline-helpers", ""},
    {"", "symbol-dce", ""},
    {"", "cse", ""}, /* not through barriers: what they keep apart is to be computed again */
    {"", "sdyc-collectives-pipeline", ""},
    {"", "sdy-convert-global-to-local",
     "combine-multi-dimension-reduce-scatter=true signed-zeros=true short-forms=true"},
    {"", "sdyc-collectives-behind-cases", ""},
    {"", "sdyc-merge-collectives", ""},
    {"", "sdy-export-named-computations", ""},
    {"", "sdyc-drop-function-names", ""},
    {"", "sdyc-count-partitions", ""},
    {"", "sdy-drop-sharding-and-mesh", ""},
    {NULL, NULL, NULL},
};

static const struct pipeline_step lower_steps[] = {
    {"", "sdyc-import-gspmd", ""},
    {"", "sdyc-legalize-custom-calls", "handled=$handled"},
    {"!plain", "sdyc-expand-pipeline", "runtime-functions=true entry=$entry"},
    {"plain", "sdyc-expand-pipeline", "entry=$entry"},
    {"private-storage", "sdyc-inline-unreduced-pipeline", ""},
    /* A value that is stored whole is right whatever of it is unreduced, and what a caller who
     * knows the devices calls unreduced is so. */
    {"even-parts", "sdy-propagation-pipeline", "verify-unreduced-axes=false"},
    {"!even-parts", "sdy-propagation-pipeline",
     "update-non-divisible-input-output-shardings=false verify-unreduced-axes=$private-storage"},
    {"", "sdyc-undo-collectives", ""},
    {"", "sdy-import-func-calls", ""},
    {"", "sdy-sink-data-flow-edges", ""},
    {"", "inline", ""},
    {"", "symbol-dce", ""},
    {"", "sdyc-unroll-loops", ""},
    {"", "cse", ""},
    {"even-parts", "sdyc-keep-terms", "entry=$entry"},
    {"private-storage", "sdyc-nest-axes", ""},
    {"private-storage", "sdyc-collectives-pipeline", ""},
    {"!private-storage", "sdyc-remove-barriers", ""},
    {"!private-storage", "sdyc-drop-idle-axes", ""},
    {"!private-storage", "sdy-insert-explicit-reshards", "enable-full-version=true"},
    {"!private-storage", "sdy-resolve-permutation-factors", "enable-halo-exchange=false"},
    {"!private-storage", "sdy-reshard-to-collectives", "any-meshes=true"},
    {"!plain", "sdyc-number-devices", ""},
    {"private-storage", "sdyc-localize", ""},
    {"private-storage", "sdyc-list-unnested-groups", ""},
    {"private-storage", "sdyc-merge-collectives", ""},
    {NULL, NULL, NULL},
};

static const struct pipeline pipelines[] = {
    {"sdy-import-pipeline", "Everything that propagation needs done before.",
     OPTIONS(IMPORT_OPTIONS), import_steps, NULL},
    {"sdy-propagation-pipeline", "Import, propagation to a fixed point, export.",
     OPTIONS(IMPORT_OPTIONS PROPAGATION_OPTIONS EXPORT_OPTIONS_OF_BOTH), propagation_steps, NULL},
    {"sdy-export-pipeline", "Everything that remains to be done after propagation.",
     OPTIONS(EXPORT_OPTIONS_OF_BOTH EXPORT_OPTIONS), export_steps, NULL},
    {"sdyc-collectives-pipeline", "After propagation: collectives wherever shardings disagree.",
     NO_OPTIONS, collectives_steps, NULL},
    {"sdyc-processes-pipeline", "One program for a grid of processes.",
     OPTIONS(STRING("entry", "", "The function that stays, if it is not main.")), processes_steps,
     has_processes},
    {"sdyc-static-shapes-pipeline", "Shapes that follow from those of the arguments.",
     OPTIONS(STRING("entry", "", "The function, if it is not the only one or main.")),
     static_shapes_steps, follows_from_arguments},
    {"sdyc-expand-pipeline", "Operations that stand for others are replaced by these.",
     OPTIONS(BOOL("runtime-functions", "false", "Of chlo: by those that the runtime has.")
                 STRING("entry", "", "The function, if it is not the only one or main.")),
     expand_steps, NULL},
    {"sdyc-inline-unreduced-pipeline", "No functions that are given sums which are not made yet.",
     NO_OPTIONS, unreduced_steps, functions_may_get_unreduced},
    {"chlo-pre-serialization-pipeline", "As much as can be is made operations of stablehlo.",
     NO_OPTIONS, pre_serialization_steps, NULL},
    {"stablehlo-deserialize", "VHLO of any version is made StableHLO.", NO_OPTIONS,
     deserialize_steps, NULL},
    {"sdyc-partition-pipeline", "The whole way to plain StableHLO with local shapes.", NO_OPTIONS,
     partition_steps, NULL},
    {"sdyc-lower-pipeline", "Everything that code generation needs done before.",
     OPTIONS(BOOL("plain", "false", "For a proof: no functions of the runtime, devices by number.")
                 BOOL("private-storage", "false", "One program for all devices, on local shapes.")
                     BOOL("even-parts", "false", "Even shardings of inputs and outputs alone.")
                         STRING("entry", "", "The function to run, if it is not main.")
                             STRING("handled", "", "Targets of custom calls that a host runs.")),
     lower_steps, NULL},
};
enum { PIPELINE_COUNT = sizeof pipelines / sizeof *pipelines };

/* --- names ------------------------------------------------------------------------------------ */

static const struct pass *find_pass(const char *name) {
    for (size_t i = 0; i < PASS_COUNT; i++) {
        if (strcmp(passes[i].name, name) == 0) {
            return &passes[i];
        }
    }
    return NULL;
}

static const struct pipeline *find_pipeline(const char *name) {
    for (size_t i = 0; i < PIPELINE_COUNT; i++) {
        if (strcmp(pipelines[i].name, name) == 0) {
            return &pipelines[i];
        }
    }
    return NULL;
}

const struct pass *pass_at(size_t index) {
    return index < PASS_COUNT ? &passes[index] : NULL;
}

const char *pipeline_name_at(size_t index, const char **summary) {
    if (index >= PIPELINE_COUNT) {
        return NULL;
    }
    *summary = pipelines[index].summary;
    return pipelines[index].name;
}

const struct pass_option *pipeline_options_at(size_t index) {
    return index < PIPELINE_COUNT ? pipelines[index].options : NULL;
}

bool pass_exists(const char *name) {
    return find_pass(name) || find_pipeline(name);
}

const char *pass_nearest(const char *name) {
    const char *names[PASS_COUNT + PIPELINE_COUNT];
    for (size_t i = 0; i < PASS_COUNT; i++) {
        names[i] = passes[i].name;
    }
    for (size_t i = 0; i < PIPELINE_COUNT; i++) {
        names[PASS_COUNT + i] = pipelines[i].name;
    }
    return nearest_name(name, names, PASS_COUNT + PIPELINE_COUNT);
}

/* --- from names to a list of passes ----------------------------------------------------------- */

void pass_list_init(struct pass_list *list, struct arena *arena, struct diagnostics *diagnostics) {
    *list = (struct pass_list){.arena = arena, .diagnostics = diagnostics};
}

void pass_list_free(struct pass_list *list) {
    vector_free(&list->steps);
}

static const char *option_text(const struct pass_options *options, const char *name,
                               size_t length) {
    for (size_t i = 0; options->definitions[i].name; i++) {
        const char *candidate = options->definitions[i].name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) {
            return options->values[i];
        }
    }
    sdyc_bug("a step names the option '%.*s', which its pipeline lacks", (int)length, name);
}

static bool step_applies(const struct pass_options *options, const char *when) {
    while (*when) {
        bool negated = *when == '!';
        when += negated;
        size_t length = strcspn(when, " ");
        bool value = strcmp(option_text(options, when, length), "true") == 0;
        if (value == negated) {
            return false;
        }
        when += length + (when[length] == ' ');
    }
    return true;
}

/* A step's option text with every `$name` replaced by the value of the pipeline's option. */
static const char *step_options(struct arena *arena, const struct pass_options *options,
                                const char *text) {
    struct buffer out = {0};
    while (*text) {
        if (*text != '$') {
            buffer_add_char(&out, *text++);
            continue;
        }
        size_t length = strcspn(++text, " ");
        buffer_add(&out, pass_option_quoted(arena, option_text(options, text, length)));
        text += length;
    }
    const char *copy = arena_printf(arena, "%s", out.text ? out.text : "");
    buffer_free(&out);
    return copy;
}

static bool add_pass(struct pass_list *list, const struct pass *pass, const char *options) {
    struct pass_step step = {.pass = pass};
    pass_options_init(&step.options, pass->options);
    if (!pass_options_parse(&step.options, list->arena, pass->name, options, list->diagnostics)) {
        return false;
    }
    *vector_push(&list->steps) = step;
    return true;
}

static bool add_pipeline(struct pass_list *list, const struct pipeline *pipeline,
                         const char *text) {
    struct pass_options options;
    pass_options_init(&options, pipeline->options);
    if (!pass_options_parse(&options, list->arena, pipeline->name, text, list->diagnostics)) {
        return false;
    }
    size_t begin = list->steps.count;
    if (pipeline->applies) {
        *vector_push(&list->steps) =
            (struct pass_step){.options = options, .applies = pipeline->applies};
    }
    for (const struct pipeline_step *step = pipeline->steps; step->name; step++) {
        if (step_applies(&options, step->when) &&
            !pass_list_add(list, step->name, step_options(list->arena, &options, step->options))) {
            return false;
        }
    }
    if (pipeline->applies) {
        list->steps.items[begin].count = list->steps.count - begin - 1;
    }
    return true;
}

bool pass_list_add(struct pass_list *list, const char *name, const char *options) {
    options = options ? options : "";
    const struct pass *pass = find_pass(name);
    if (pass) {
        return add_pass(list, pass, options);
    }
    const struct pipeline *pipeline = find_pipeline(name);
    if (pipeline) {
        return add_pipeline(list, pipeline, options);
    }
    const struct location nowhere = {0};
    const char *near = pass_nearest(name);
    return diag_error(list->diagnostics, nowhere, "unknown pass '%s'%s%s%s", name,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool is_anchor(const char *name, size_t length) {
    return memchr(name, '.', length) || (length == 3 && strncmp(name, "any", 3) == 0);
}

/* The length of a balanced `{...}` at `text`, or 0. */
static size_t braces_length(const char *text) {
    int depth = 0;
    for (size_t i = 0; text[i]; i++) {
        depth += (text[i] == '{') - (text[i] == '}');
        if (depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

bool pass_list_add_text(struct pass_list *list, const char *text) {
    const struct location nowhere = {0};
    int depth = 0;
    while (*text) {
        if (*text == ',' || *text == ')' || isspace((unsigned char)*text)) {
            depth -= *text++ == ')';
            continue;
        }
        size_t length = strcspn(text, ",(){} \t\n");
        const char *name = arena_printf(list->arena, "%.*s", (int)length, text);
        text += length;
        if (length == 0 || (*text == '(' && !is_anchor(name, length))) {
            return diag_error(list->diagnostics, nowhere, "malformed pass pipeline at '%s'", text);
        }
        if (*text == '(') {
            depth++, text++;
            continue;
        }
        const char *options = NULL;
        if (*text == '{') {
            size_t size = braces_length(text);
            if (size == 0) {
                return diag_error(list->diagnostics, nowhere, "missing '}' in pass pipeline");
            }
            options = arena_printf(list->arena, "%.*s", (int)size - 2, text + 1);
            text += size;
        }
        if (!pass_list_add(list, name, options)) {
            return false;
        }
    }
    return depth == 0 ||
           diag_error(list->diagnostics, nowhere, "unbalanced parentheses in pass pipeline");
}

const char *pipelines_selfcheck(struct arena *arena) {
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena, NULL);
    const char *fault = NULL;
    for (size_t i = 0; i < PIPELINE_COUNT && !fault; i++) {
        for (const struct pipeline_step *step = pipelines[i].steps; step->name && !fault; step++) {
            struct pass_list list;
            struct pass_options options;
            pass_list_init(&list, arena, &diagnostics);
            pass_options_init(&options, pipelines[i].options);
            step_applies(&options, step->when);
            if (!pass_list_add(&list, step->name, step_options(arena, &options, step->options))) {
                fault = arena_printf(arena, "%s: %s", pipelines[i].name,
                                     diagnostics.list.items[diagnostics.list.count - 1].message);
            }
            pass_list_free(&list);
        }
    }
    diagnostics_free(&diagnostics);
    return fault;
}
