/* `sdyc diff`: two runs of a program with other flags, or of two programs, compared value by
 * value. */
#include "cli/proofs/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/programs/inputs.h"
#include "ops/op_def.h"

enum { SAME = 0, APART = 1, FAILED = 2 };

struct diff {
    const char *files[2]; /* the second one is the first where it is not given */
    const char *flags[2];
    const char *entry;
    struct input_values inputs;
    struct sdyrt_tolerance tolerance;
    struct exposed exposed[2]; /* of one program the first alone */
    struct loaded_program loaded[2];
    uint32_t *matches; /* NULL: results of one program */
    struct arena *arena;
};

/* --- runs ------------------------------------------------------------------------------------- */

/* The flags of one run, as one text; its words are split in place, in memory of the arena. */
static bool read_flags(const struct diff *diff, int which, struct common_flags *flags) {
    enum { MOST = 64 };
    struct flag common[COMMON_GROUP_SIZE];
    struct command_line line = {.usage = "sdyc diff --first='FLAG...' --second='FLAG...'",
                                .about = "Flags of one run.",
                                .groups = (const struct flag *const[]){common, NULL}};
    char *words[MOST], *text = arena_printf(diff->arena, "%s", diff->flags[which]);
    int count = 0;
    common_flags_init(flags, common);
    for (char *word = strtok(text, " "); word && count < MOST; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    if (flags_parse(&line, count, words) != FLAGS_RUN) {
        return false;
    }
    flags->entry = flags->entry ? flags->entry : diff->entry;
    return !line.file || cli_error("--%s: '%s' is no flag", which ? "second" : "first", line.file);
}

static const struct exposed *program_of(const struct diff *diff, int which) {
    return &diff->exposed[which && diff->files[1] != diff->files[0]];
}

static bool run_one(struct diff *diff, int which) {
    struct common_flags flags = {0};
    struct loaded_program *loaded = &diff->loaded[which];
    bool done = read_flags(diff, which, &flags) &&
                load_program_text(loaded, &program_of(diff, which)->source, &flags,
                                  &diff->inputs.given, NULL) &&
                load_inputs(loaded, &diff->inputs) && allocate_outputs(loaded) && execute(loaded);
    if (done) {
        straighten_outputs(loaded);
    }
    common_flags_free(&flags);
    return done;
}

/* --- values ----------------------------------------------------------------------------------- */

static bool has_nan(const struct sdyrt_value *value, int64_t *at) {
    int64_t count = sdyrt_element_parts(value->element);
    for (int i = 0; i < value->rank; i++) {
        count *= value->dims[i];
    }
    for (*at = 0; *at < count; ++*at) {
        struct sdyrt_part part = sdyrt_value_part(value, *at);
        if (part.is_real && isnan(part.real)) {
            return true;
        }
    }
    return false;
}

static void say_value(const struct exposed *exposed, uint32_t number) {
    const struct value *value = exposed->values.items[number];
    struct location location = value_location(value);
    struct line_column at = location_line_column(location);
    printf("%s:%d:%d: ", location.source ? location.source->name : "", at.line, at.column);
    if (!value->op) {
        printf("argument %u", value->index);
    } else if (value->op->result_count > 1) {
        printf("%s, result %u", value->op->name, value->index);
    } else {
        printf("%s", value->op->name);
    }
}

/* What was found, in the order of the second program. */
struct found {
    uint32_t compared, same, within;
    uint32_t first_different, first_apart, first_nan; /* UINT32_MAX: none */
    char different[320], apart[320];
    bool nan_in[2];
};

static void look_for_nan(const struct diff *diff, uint32_t first, uint32_t second,
                         struct found *found) {
    int64_t at;
    if (found->first_nan != UINT32_MAX) {
        return;
    }
    found->nan_in[0] = first != UINT32_MAX && has_nan(&diff->loaded[0].outputs[first], &at);
    found->nan_in[1] = has_nan(&diff->loaded[1].outputs[second], &at);
    if (found->nan_in[0] || found->nan_in[1]) {
        found->first_nan = second;
    }
}

/* What a comparison takes for expected is of the first run. */
static void take_text(char *text, size_t size, const char *said) {
    static const char wanted[] = ", expected ";
    const char *at = strstr(said, wanted);
    if (at) {
        snprintf(text, size, "%.*s, in the first run %s", (int)(at - said), said,
                 at + sizeof wanted - 1);
    } else {
        snprintf(text, size, "%s", said);
    }
}

static void compare(const struct diff *diff, uint32_t first, uint32_t second, struct found *found) {
    const struct sdyrt_tolerance none = {0, 0};
    struct sdyrt_npy_error error;
    const struct sdyrt_value *a = &diff->loaded[0].outputs[first];
    const struct sdyrt_value *b = &diff->loaded[1].outputs[second];
    found->compared++;
    bool same = sdyrt_value_compare(b, a, none, &error);
    if (!same && found->first_different == UINT32_MAX) {
        found->first_different = second;
        take_text(found->different, sizeof found->different, error.text);
    }
    bool within = same || sdyrt_value_compare(b, a, diff->tolerance, &error);
    if (!within && found->first_apart == UINT32_MAX) {
        found->first_apart = second;
        take_text(found->apart, sizeof found->apart, error.text);
    }
    found->same += same;
    found->within += within;
}

/* Values come behind the results, in the order of the program; results are compared last. */
static struct found compare_all(const struct diff *diff) {
    const struct exposed *second = program_of(diff, 1);
    uint32_t count = (uint32_t)second->values.count;
    struct found found = {
        .first_different = UINT32_MAX, .first_apart = UINT32_MAX, .first_nan = UINT32_MAX};
    for (uint32_t k = 0; k < count; k++) {
        uint32_t number = (k + second->own_count) % count;
        uint32_t match = diff->matches ? diff->matches[number] : number;
        look_for_nan(diff, match, number, &found);
        if (match != UINT32_MAX) {
            compare(diff, match, number, &found);
        }
    }
    return found;
}

/* --- what is said ----------------------------------------------------------------------------- */

static void say_first(const struct diff *diff, const char *what, uint32_t number,
                      const char *text) {
    if (number == UINT32_MAX) {
        return;
    }
    printf("%s: ", what);
    say_value(program_of(diff, 1), number);
    if (diff->matches && diff->matches[number] != UINT32_MAX) {
        printf(", which is ");
        say_value(program_of(diff, 0), diff->matches[number]);
    }
    printf("%s%s\n", text[0] ? ": " : "", text);
}

/* The first value of the second program that the first one does not have. */
static void say_unmatched(const struct diff *diff) {
    const struct exposed *second = program_of(diff, 1);
    uint32_t count = (uint32_t)second->values.count, missing = 0, first = UINT32_MAX;
    for (uint32_t k = 0; diff->matches && k < count; k++) {
        uint32_t number = (k + second->own_count) % count;
        if (diff->matches[number] == UINT32_MAX) {
            first = first == UINT32_MAX ? number : first;
            missing++;
        }
    }
    if (missing > 0) {
        printf("%u values of the second program are none of the first's\n", missing);
        say_first(diff, "first of them", first, "");
    }
}

static int say(const struct diff *diff, const struct found *found) {
    static const char *const where[] = {"", "in the first run", "in the second run", "in both"};
    printf("%u of %u values are the same to the bit, %u within tolerance\n", found->same,
           found->compared, found->within);
    say_unmatched(diff);
    say_first(diff, "first that differs", found->first_different, found->different);
    say_first(diff, "first beyond tolerance", found->first_apart, found->apart);
    say_first(diff, "first NaN", found->first_nan, where[found->nan_in[0] + 2 * found->nan_in[1]]);
    bool other_results = false;
    for (uint32_t i = 0; diff->matches && i < program_of(diff, 1)->own_count; i++) {
        other_results = other_results || diff->matches[i] == UINT32_MAX;
    }
    return found->first_apart == UINT32_MAX && !other_results ? SAME : APART;
}

/* --- the command ------------------------------------------------------------------------------ */

static bool open_programs(struct diff *diff) {
    struct input_shape *shapes = input_shapes_of(&diff->inputs.given, diff->arena);
    uint32_t count = (uint32_t)diff->inputs.given.texts.count;
    bool two = diff->files[0] != diff->files[1];
    if (!shapes || !exposed_open(&diff->exposed[0], diff->files[0], diff->entry, count, shapes) ||
        (two && !exposed_open(&diff->exposed[1], diff->files[1], diff->entry, count, shapes))) {
        return false;
    }
    diff->matches = two ? exposed_match(&diff->exposed[0], &diff->exposed[1], diff->arena) : NULL;
    return !two || diff->matches;
}

static int compare_files(struct diff *diff) {
    diff->arena = arena_new();
    int status = FAILED;
    if (open_programs(diff) && run_one(diff, 0) && run_one(diff, 1)) {
        struct found found = compare_all(diff);
        status = say(diff, &found);
    }
    for (int i = 0; i < 2; i++) {
        unload_program(&diff->loaded[i]);
        if (diff->exposed[i].compilation.arena) {
            exposed_close(&diff->exposed[i]);
        }
    }
    arena_free(diff->arena);
    return status;
}

int command_diff(int count, char **words) {
    struct diff diff = {.flags = {"", ""},
                        .inputs = {.command = "diff", .word_count = count, .words = words},
                        .tolerance = {-1, -1}};
    const struct flag group[] = {
        {"input", FLAG_LIST, &diff.inputs.given, "VALUE",
         "As of `sdyc run`: 2x3xf32=0.5, @FILE.npy; random: all that are missing.", NULL},
        {"first", FLAG_TEXT, &diff.flags[0], "FLAGS",
         "Flags of the first run: --first='--storage=private --reduce=device-order'.", NULL},
        {"second", FLAG_TEXT, &diff.flags[1], "FLAGS", "Flags of the second run.", NULL},
        {"entry", FLAG_TEXT, &diff.entry, "NAME", "The function to run (main, or the only one).",
         NULL},
        {"atol", FLAG_REAL, &diff.tolerance.absolute, "X", "Absolute tolerance (that of types).",
         NULL},
        {"rtol", FLAG_REAL, &diff.tolerance.relative, "X", "Relative tolerance (that of types).",
         NULL},
        {0},
    };
    struct command_line line = {
        .takes_two = true,
        .needs = "a file, or two",
        .usage = "sdyc diff FILE [FILE] [--input=VALUE]... [--first=FLAGS] [--second=FLAGS]",
        .about = "Runs a program twice, or two programs once, on the same inputs and compares all "
                 "values on the way.\nExit status: 0 all within tolerance, 1 not, 2 an error.",
        .groups = (const struct flag *const[]){group, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = result == FLAGS_HELP ? SAME : FAILED;
    if (result == FLAGS_RUN) {
        diff.files[0] = line.file;
        diff.files[1] = line.second ? line.second : line.file;
        inputs_begin(&diff.inputs);
        status = compare_files(&diff);
    }
    vector_free(&diff.inputs.given.texts);
    return status;
}
