/* Runs the rows of passes.def: with dumps, times and checks between them. */
#include "codegen/passes.h"

#include "codegen/check.h"
#include "codegen/graph/graph.h"
#include "codegen/lower/layout/layout.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/merge/merge.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/past.h"

#include <string.h>

static const struct codegen_pass passes[] = {
#define ANY      0
#define IS(fact) (1u << FACT_##fact)
#define MUST     false
#define MAY      true
#define FACT(...)
#define PASS(title, form, function, asks, makes, necessity, text)                                  \
    {.name = title,                                                                                \
     .stage = "codegen: " title,                                                                   \
     .sentence = text,                                                                             \
     .form = (function),                                                                           \
     .needs = asks,                                                                                \
     .leaves = makes,                                                                              \
     .may_be_left_out = necessity},
#include "codegen/passes.def"
#undef PASS
#undef FACT
};

const struct codegen_pass *codegen_pass_at(size_t index) {
    return index < sizeof passes / sizeof *passes ? &passes[index] : NULL;
}

const char *codegen_fact_meaning(enum codegen_fact fact) {
    static const char *const meanings[] = {
#define FACT(name, meaning) meaning,
#define PASS(...)
#include "codegen/passes.def"
#undef PASS
#undef FACT
    };
    return meanings[fact];
}

/* --- names ------------------------------------------------------------------------------------ */

static const struct codegen_pass *find_pass(const char *name) {
    for (size_t i = 0; codegen_pass_at(i) != NULL; i++) {
        if (strcmp(passes[i].name, name) == 0) {
            return &passes[i];
        }
    }
    return NULL;
}

static const char *no_pass(struct arena *arena, const char *flag, const char *name) {
    VECTOR(const char *) names = {0};
    for (size_t i = 0; codegen_pass_at(i) != NULL; i++) {
        *vector_push(&names) = passes[i].name;
    }
    const char *near = nearest_name(name, names.items, names.count);
    vector_free(&names);
    return arena_printf(arena, "--%s names no pass of code generation: '%s'%s%s%s", flag, name,
                        near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                        near != NULL ? "'?" : "");
}

/* A dump is asked for by the name of a pass. */
static const char *selection_fault(struct arena *arena, const char *flag, const char *selection) {
    bool is_known = selection == NULL || strcmp(selection, "all") == 0 || find_pass(selection);
    return is_known ? NULL : no_pass(arena, flag, selection);
}

const char *codegen_driver_fault(const struct codegen_driver *driver, struct arena *arena) {
    const char *fault = selection_fault(arena, "print-before", driver->print_before);
    fault = fault != NULL ? fault : selection_fault(arena, "print-after", driver->print_after);
    for (size_t i = 0; fault == NULL && i < driver->without_count; i++) {
        const struct codegen_pass *pass = find_pass(driver->without[i]);
        if (pass == NULL) {
            fault = no_pass(arena, "without", driver->without[i]);
        } else if (!pass->may_be_left_out) {
            fault = arena_printf(arena, "--without: no program is right without '%s'", pass->name);
        }
    }
    return fault;
}

/* --- one pass --------------------------------------------------------------------------------- */

static bool is_left_out(const struct codegen_driver *driver, const struct codegen_pass *pass) {
    bool is = false;
    for (size_t i = 0; i < driver->without_count; i++) {
        is = is || strcmp(driver->without[i], pass->name) == 0;
    }
    return is && pass->may_be_left_out;
}

static void dump(const struct codegen_state *state, const struct codegen_driver *driver,
                 const char *selection, const char *when, const char *name) {
    if (selection == NULL || (strcmp(selection, "all") != 0 && strcmp(selection, name) != 0)) {
        return;
    }
    struct buffer text = {0};
    if (state->program != NULL) {
        program_print(&text, state->program);
    } else {
        graph_print(&text, state->graph);
    }
    fprintf(driver->dump, "// -----// %s %s %s //----- //\n%s\n",
            state->program != NULL ? "Kernels" : "Graph", when, name, text.text);
    buffer_free(&text);
}

static void check_needs(const struct codegen_state *state, const struct codegen_pass *pass) {
    for (uint32_t fact = 0; fact < FACT_COUNT; fact++) {
        if ((pass->needs & ~state->facts) >> fact & 1) {
            sdyc_bug("pass '%s' needs that %s", pass->name, codegen_fact_meaning(fact));
        }
    }
}

/* That what is said to hold behind a pass does. */
static void check_facts(const struct codegen_state *state, const struct codegen_pass *pass) {
    const char *fault = state->program != NULL ? program_fault(state->program, state->facts)
                                               : graph_fault(state->graph, state->facts);
    if (fault != NULL) {
        sdyc_bug("behind pass '%s' it is not so that %s", pass->name, fault);
    }
}

static void run_pass(struct codegen_state *state, const struct codegen_driver *driver,
                     const struct codegen_pass *pass) {
    check_needs(state, pass);
    dump(state, driver, driver->print_before, "before", pass->name);
    double start = seconds_now();
    if (pass->graph != NULL) {
        pass->graph(state->graph);
    } else if (pass->lower != NULL) {
        state->program = pass->lower(state->graph);
    } else {
        pass->program(state->program);
    }
    if (driver->times != NULL) {
        stage_times_add(driver->times, pass->stage, seconds_now() - start);
    }
    state->facts |= pass->leaves;
    if (driver->checks) {
        check_facts(state, pass);
    }
    dump(state, driver, driver->print_after, "after", pass->name);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* The rows that change a graph, or the others. */
static void run_rows(struct codegen_state *state, const struct codegen_driver *driver,
                     bool on_graph) {
    for (size_t i = 0; codegen_pass_at(i) != NULL; i++) {
        if ((passes[i].graph != NULL) == on_graph && !is_left_out(driver, &passes[i])) {
            run_pass(state, driver, &passes[i]);
        }
    }
}

void codegen_decide(struct codegen_state *state, const struct codegen_driver *driver) {
    run_rows(state, driver, true);
}

void codegen_finish(struct codegen_state *state, const struct codegen_driver *driver) {
    run_rows(state, driver, false);
}
