/* `sdyc verify`: does a partitioned program compute what the global one says? */
#include "verify/verify.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "verify/border/border.h"

enum { PROVED = 0, REFUTED = 1, UNREADABLE = 2, UNDECIDED = 3 };

struct verifying {
    struct compilation global, propagated, partitioned;
    const struct op *global_entry, *propagated_entry, *partitioned_entry;
    double seconds;
    bool quiet;
    FILE *told; /* where the answer goes */
};

static bool run_pass(struct compilation *compilation, const char *name, const char *options) {
    struct pass_list list;
    pass_list_init(&list, compilation->arena, &compilation->diagnostics);
    bool done = pass_list_add(&list, name, options) &&
                pass_list_run(&list, compilation->module, &compilation->driver);
    pass_list_free(&list);
    return done;
}

/* Parses what was read, and expands what is short for other operations. */
static bool parse_program(struct compilation *compilation, const struct op **entry) {
    if (!compilation_parse_lines(compilation) ||
        !run_pass(compilation, "sdyc-expand-pipeline", NULL)) {
        return false;
    }
    *entry = entry_function(compilation->module, NULL);
    return *entry || diag_error(&compilation->diagnostics, compilation->module->op->location,
                                "has no main function");
}

static bool propagate(struct compilation *compilation, bool even, const struct op **entry) {
    const char *options = even ? NULL : "update-non-divisible-input-output-shardings=false";
    bool done = run_pass(compilation, "sdyc-inline-unreduced-pipeline", NULL) &&
                run_pass(compilation, "sdy-propagation-pipeline", options);
    *entry = done ? entry_function(compilation->module, NULL) : NULL;
    return *entry != NULL;
}

/* --- what is said ----------------------------------------------------------------------------- */

static void say_place(struct buffer *out, const struct op *op) {
    struct line_column at = location_line_column(op->location);
    const char *name = op->location.source ? op->location.source->name : "";
    buffer_printf(out, "%s:%d:%d: ", name, at.line, at.column);
}

static void say_list(struct buffer *out, const int64_t *items, uint32_t count) {
    buffer_add(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        buffer_printf(out, "%s%lld", i ? ", " : "", (long long)items[i]);
    }
    buffer_add(out, "]");
}

static void say_element(struct buffer *out, const struct verify_element *element) {
    buffer_printf(out, "  result %u, device %lld, element ", element->result,
                  (long long)element->device);
    say_list(out, element->local, element->rank);
    buffer_add(out, ", which is ");
    say_list(out, element->global, element->rank);
    buffer_add(out, " of the whole");
    if (element->has_values) {
        buffer_printf(out, ": %.9g instead of %.9g, for random inputs", element->got,
                      element->expected);
    }
    buffer_add(out, "\n");
}

static void say_answer(struct buffer *out, const struct verify_answer *answer) {
    switch (answer->verdict) {
    case VERIFY_PROVED:
        buffer_printf(out, "proved by evaluation (2^-%d", answer->bits);
        if (answer->compares) {
            buffer_printf(out, "; floats compared in %u random orders", answer->runs);
        }
        buffer_add(out, ")\n");
        return;
    case VERIFY_REFUTED:
        say_place(out, answer->op);
        buffer_printf(out, "refuted: %s: %s\n", answer->op->name, answer->why);
        if (answer->element.is_given) {
            say_element(out, &answer->element);
        }
        return;
    case VERIFY_UNDECIDED:
        say_place(out, answer->op);
        buffer_printf(out, "not decided, because of %s: %s\n", answer->op->name, answer->why);
        return;
    }
}

static void say(const struct verifying *v, const struct border *border,
                const struct verify_answer *answer) {
    struct buffer out = {0};
    if (answer) {
        say_answer(&out, answer);
    } else {
        say_place(&out, v->partitioned_entry);
        buffer_printf(&out, "refuted: %s\n", border->fault);
    }
    if (!v->quiet) {
        border_say(&out, border);
    }
    fputs(out.text, v->told);
    buffer_free(&out);
}

/* --- the command ------------------------------------------------------------------------------ */

/* As propagation leaves it; where that does not fit, with sizes that devices do not divide left
 * whole, as Shardy has them on the border. */
static bool find_border(struct verifying *v, struct border *border) {
    for (int even = 0; even < 2; even++) {
        struct compilation *propagated = &v->propagated;
        if (even) {
            compilation_close(propagated);
            compilation_open(propagated, stderr);
        }
        const struct source *source = &v->global.source;
        if (!compilation_take_text(propagated, source->name, source->text, source->length) ||
            !parse_program(propagated, &v->propagated_entry) ||
            !propagate(propagated, even, &v->propagated_entry)) {
            return false;
        }
        border_find(border, v->global.arena, v->propagated_entry, v->partitioned_entry, false);
        if (!border->fault_is_of_signature) {
            return true;
        }
    }
    return true;
}

static int undecided(const struct verifying *v, const struct border *border) {
    struct verify_answer answer = {.verdict = VERIFY_UNDECIDED, .op = v->global_entry};
    snprintf(answer.why, sizeof answer.why, "%s", border->fault);
    say(v, border, &answer);
    return UNDECIDED;
}

/* A partition that is right where axes count that make no part smaller is right. */
static void count_idle_axes(struct verifying *v, const struct verify_request *request,
                            struct border *border, struct verify_answer *answer) {
    struct border other;
    struct verify_answer again = {0};
    border_find(&other, v->global.arena, v->propagated_entry, v->partitioned_entry, true);
    if (!other.fault[0]) {
        verify_by_evaluation(request, &other, &again);
        if (again.verdict == VERIFY_PROVED) {
            *border = other;
            *answer = again;
        }
    }
}

static int judge(struct verifying *v, struct border *border) {
    static const int status[] = {
        [VERIFY_PROVED] = PROVED, [VERIFY_REFUTED] = REFUTED, [VERIFY_UNDECIDED] = UNDECIDED};
    if (border->fault[0] && !border->fault_is_of_signature) {
        return undecided(v, border);
    }
    if (border->fault[0]) {
        say(v, border, NULL);
        return REFUTED;
    }
    struct verify_answer answer = {0};
    struct verify_request request = {v->global.module, v->partitioned.module, v->propagated_entry,
                                     v->seconds};
    verify_by_evaluation(&request, border, &answer);
    if (answer.verdict == VERIFY_REFUTED && border->has_idle) {
        count_idle_axes(v, &request, border, &answer);
    }
    say(v, border, &answer);
    return status[answer.verdict];
}

static void verifying_open(struct verifying *v) {
    compilation_open(&v->global, stderr);
    compilation_open(&v->propagated, stderr);
    compilation_open(&v->partitioned, stderr);
}

static void verifying_close(struct verifying *v) {
    compilation_close(&v->global);
    compilation_close(&v->propagated);
    compilation_close(&v->partitioned);
}

/* Of two programs that have been read. */
static int verify_read(struct verifying *v) {
    struct border border;
    bool known = parse_program(&v->global, &v->global_entry) &&
                 parse_program(&v->partitioned, &v->partitioned_entry) && find_border(v, &border);
    return known ? judge(v, &border) : UNREADABLE;
}

static int verify_files(struct verifying *v, const char *global, const char *partitioned) {
    verifying_open(v);
    int status =
        compilation_read(&v->global, global) && compilation_read(&v->partitioned, partitioned)
            ? verify_read(v)
            : UNREADABLE;
    verifying_close(v);
    return status;
}

bool verify_partition(const struct source *global, const char *name, const char *text,
                      size_t length) {
    struct verifying v = {.seconds = 40, .quiet = true, .told = stderr};
    verifying_open(&v);
    bool proved = compilation_take_text(&v.global, global->name, global->text, global->length) &&
                  compilation_take_text(&v.partitioned, name, text, length) &&
                  verify_read(&v) == PROVED;
    verifying_close(&v);
    return proved;
}

/* The first word that is no flag, taken out of the list; NULL: there is none. */
static char *take_file(int *count, char **words) {
    for (int i = 0; i < *count; i++) {
        if (words[i][0] != '-' || words[i][1] == '\0') {
            char *file = words[i];
            memmove(words + i, words + i + 1, (size_t)(*count - i) * sizeof *words);
            --*count;
            return file;
        }
    }
    return NULL;
}

int command_verify(int count, char **words) {
    struct verifying v = {.seconds = 40, .told = stdout};
    const struct flag group[] = {
        {"seconds", FLAG_REAL, &v.seconds, "N", "Give up after that long (40).", NULL},
        {"quiet", FLAG_SWITCH, &v.quiet, NULL,
         "Do not print how arguments and results are sharded.", NULL},
        {0},
    };
    struct command_line line = {
        .usage = "sdyc verify GLOBAL PARTITIONED [--seconds=N] [--quiet]",
        .about =
            "Says whether PARTITIONED, the program of each device, computes what GLOBAL says, for "
            "any input and up\nto the order of sums. Exit status: 0 proved, 1 refuted, 2 not "
            "readable, 3 not decided.",
        .groups = (const struct flag *const[]){group, NULL},
    };
    char *global = take_file(&count, words);
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return result == FLAGS_HELP ? 0 : UNREADABLE;
    }
    if (!global || !line.file) {
        cli_error("verify takes two files: the global program and the partitioned one");
        return UNREADABLE;
    }
    return verify_files(&v, global, line.file);
}
