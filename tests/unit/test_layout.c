/* The layout pass: its choices are the best that there are, which enumeration says; what they cost
 * is what the conversions that remain move. All graphs are made from fixed seeds. */
#include "codegen/lower/layout/layout.h"
#include "compile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GRAPHS = 500, MOST_VALUES = 12 };

static uint32_t next(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static uint32_t below(uint64_t *seed, uint32_t limit) {
    return next(seed) % limit;
}

/* --- choices ---------------------------------------------------------------------------------- */

static void add_pair(struct arena *arena, struct choices *choices, uint64_t *seed, uint32_t a,
                     uint32_t b) {
    uint32_t entries = choices->states[a] * choices->states[b];
    double *cost = ARENA_ARRAY(arena, double, entries);
    for (uint32_t i = 0; i < entries; i++) {
        cost[i] = below(seed, 20);
    }
    *vector_push(&choices->pairs) = (struct choice_pair){a, b, cost};
}

enum shape { TREE, SERIES_PARALLEL, ANY };

/* In a series-parallel graph a new variable stands beside a pair that is there. */
static void make_choices(struct arena *arena, struct choices *choices, uint64_t *seed,
                         enum shape shape, uint32_t count) {
    uint32_t *states = ARENA_ARRAY(arena, uint32_t, count);
    double **alone = ARENA_ARRAY(arena, double *, count);
    *choices = (struct choices){.count = count, .states = states, .alone = alone};
    for (uint32_t v = 0; v < count; v++) {
        states[v] = 1 + below(seed, 3);
        alone[v] = ARENA_ARRAY(arena, double, states[v]);
        for (uint32_t s = 0; s < states[v]; s++) {
            alone[v][s] = below(seed, 20);
        }
    }
    for (uint32_t v = 1; v < count; v++) {
        uint32_t pair = choices->pairs.count ? below(seed, (uint32_t)choices->pairs.count) : 0;
        if (shape == SERIES_PARALLEL && v > 1) {
            struct choice_pair beside = choices->pairs.items[pair];
            add_pair(arena, choices, seed, v, beside.a);
            add_pair(arena, choices, seed, beside.b, v);
            continue;
        }
        for (uint32_t i = 0; i < (shape == ANY ? 1 + below(seed, 3) : 1); i++) {
            add_pair(arena, choices, seed, below(seed, v), v);
        }
    }
}

static double least_by_enumeration(const struct choices *choices) {
    uint8_t states[MOST_VALUES] = {0};
    double least = INFINITY;
    for (;;) {
        double cost = choices_cost(choices, states);
        least = cost < least ? cost : least;
        uint32_t v = 0;
        while (v < choices->count && ++states[v] == choices->states[v]) {
            states[v++] = 0;
        }
        if (v == choices->count) {
            return least;
        }
    }
}

static void check_choices(enum shape shape, uint64_t seed) {
    for (int graph = 0; graph < GRAPHS; graph++) {
        struct arena *arena = arena_new();
        struct choices choices;
        uint8_t states[MOST_VALUES] = {0};
        make_choices(arena, &choices, &seed, shape, 1 + below(&seed, shape == ANY ? 9 : 12));
        assert_true(choices_solve(&choices, states));
        assert_true(choices_cost(&choices, states) == least_by_enumeration(&choices));
        vector_free(&choices.pairs);
        arena_free(arena);
    }
}

static void test_trees(void **state) {
    (void)state;
    check_choices(TREE, 1);
}

static void test_series_parallel(void **state) {
    (void)state;
    check_choices(SERIES_PARALLEL, 2);
}

static void test_any(void **state) {
    (void)state;
    check_choices(ANY, 3);
}

/* A knot of which no variable can be taken away: no worse than it was, and better for sure than a
 * bad beginning. */
static void test_knot(void **state) {
    (void)state;
    uint64_t seed = 4;
    struct arena *arena = arena_new();
    struct choices choices;
    uint8_t states[60] = {0};
    make_choices(arena, &choices, &seed, TREE, 60);
    for (uint32_t a = 0; a < 60; a++) {
        for (uint32_t b = 0; b < a; b++) {
            add_pair(arena, &choices, &seed, a, b);
        }
    }
    double before = choices_cost(&choices, states);
    choices_solve(&choices, states);
    assert_true(choices_cost(&choices, states) < before);
    vector_free(&choices.pairs);
    arena_free(arena);
}

/* A chain of many thousands: in time that is linear, and not by recursion. */
static void test_long_chain(void **state) {
    (void)state;
    enum { LENGTH = 20000 };
    uint64_t seed = 5;
    struct arena *arena = arena_new();
    struct choices choices;
    uint8_t *states = arena_array(arena, LENGTH, 1);
    make_choices(arena, &choices, &seed, TREE, LENGTH);
    assert_true(choices_solve(&choices, states));
    vector_free(&choices.pairs);
    arena_free(arena);
}

/* --- graphs of operations --------------------------------------------------------------------- */

/* A value of an image network: images in one of two logical orders, all of 2x8x8x8, so that any two
 * of an order can be added. */
struct image {
    bool is_last; /* channels */
    bool is_used;
};

static const char *type_of(void) {
    return "tensor<2x8x8x8xf32>";
}

static void add_operation(struct buffer *text, uint64_t *seed, struct image *images, uint32_t i) {
    uint32_t a = below(seed, i), b = below(seed, i);
    bool last = images[a].is_last;
    images[i].is_last = last;
    images[a].is_used = true;
    switch (below(seed, 6)) {
    case 0:
        images[i].is_last = !last;
        buffer_printf(text, "  %%v%u = stablehlo.transpose %%v%u, dims = %s : (%s) -> %s\n", i, a,
                      last ? "[0, 3, 1, 2]" : "[0, 2, 3, 1]", type_of(), type_of());
        return;
    case 1:
        buffer_printf(text, "  %%v%u = stablehlo.tanh %%v%u : %s\n", i, a, type_of());
        return;
    case 2:
    case 3:
        b = images[b].is_last == last ? b : a;
        images[b].is_used = true;
        buffer_printf(text, "  %%v%u = stablehlo.add %%v%u, %%v%u : %s\n", i, a, b, type_of());
        return;
    default:
        buffer_printf(text,
                      "  %%v%u = stablehlo.convolution(%%v%u, %%w) dim_numbers = %s, window = {} "
                      "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (%s, "
                      "tensor<1x1x8x8xf32>) -> %s\n",
                      i, a,
                      last ? "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
                           : "[b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1]",
                      type_of(), type_of());
    }
}

static void make_network(struct buffer *text, uint64_t *seed) {
    struct image images[MOST_VALUES] = {{0}};
    uint32_t count = 3 + below(seed, MOST_VALUES - 3), used = 0;
    images[1].is_last = below(seed, 2);
    buffer_printf(text,
                  "func.func @main(%%v0: %s, %%v1: %s, %%w: tensor<1x1x8x8xf32>) -> (%s, %s) {\n",
                  type_of(), type_of(), type_of(), type_of());
    for (uint32_t i = 2; i < count; i++) {
        add_operation(text, seed, images, i);
    }
    for (uint32_t i = 2; i < count - 1; i++) {
        used = images[i].is_used ? used : i;
    }
    buffer_printf(text, "  return %%v%u, %%v%u : %s, %s\n}\n", used, count - 1, type_of(),
                  type_of());
}

struct built {
    struct compilation compilation;
    struct codegen_options options;
    struct graph *graph;
};

static void build(struct built *built, const struct buffer *text) {
    built->options = (struct codegen_options){0};
    compilation_open(&built->compilation, stderr);
    assert_true(compilation_take_text(&built->compilation, "network", text->text, text->length) &&
                compilation_parse(&built->compilation) &&
                compilation_lower(&built->compilation, &built->options));
    struct module *module = built->compilation.module;
    built->graph = graph_build(module, entry_function(module, NULL), built->compilation.arena,
                               &built->options);
    assert_non_null(built->graph);
}

static void unbuild(struct built *built) {
    graph_free(built->graph);
    compilation_close(&built->compilation);
}

/* Given the own orders of all, each value's copies are a matter of its own. */
static double best_copies(const struct layout_model *model, uint8_t *states) {
    for (size_t v = 0; v < model->values.count; v++) {
        const struct layout_value *value = model->values.items[v];
        uint32_t own = layout_own(value, states[v]);
        uint8_t best = states[v];
        double least = INFINITY;
        for (uint32_t s = 0; s < model->choices.states[v]; s++) {
            states[v] = (uint8_t)s;
            double cost =
                layout_own(value, s) == own ? choices_cost(&model->choices, states) : INFINITY;
            best = cost < least ? (uint8_t)s : best;
            least = cost < least ? cost : least;
        }
        states[v] = best;
    }
    return choices_cost(&model->choices, states);
}

/* The first state of a value with the given own order: no copies. */
static uint8_t state_of_own(const struct layout_model *model, size_t v, uint32_t own) {
    uint32_t s = 0;
    while (layout_own(model->values.items[v], s) != own) {
        s++;
    }
    return (uint8_t)s;
}

static uint32_t own_count(const struct layout_model *model, size_t v) {
    const struct layout_value *value = model->values.items[v];
    return value->is_fixed ? 1 : value->count;
}

static double least_of_network(const struct layout_model *model) {
    uint32_t own[64] = {0};
    uint8_t states[64];
    double least = INFINITY;
    size_t count = model->values.count;
    assert_true(count <= 64);
    for (;;) {
        for (size_t v = 0; v < count; v++) {
            states[v] = state_of_own(model, v, own[v]);
        }
        double cost = best_copies(model, states);
        least = cost < least ? cost : least;
        size_t v = 0;
        while (v < count && ++own[v] == own_count(model, v)) {
            own[v++] = 0;
        }
        if (v == count) {
            return least;
        }
    }
}

static void test_networks(void **state) {
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < GRAPHS; i++) {
        struct buffer text = {0};
        struct built built;
        struct layout_model model;
        uint8_t states[64] = {0};
        make_network(&text, &seed);
        build(&built, &text);
        layout_model_init(&model, built.graph);
        double given = choices_cost(&model.choices, states);
        assert_true(choices_solve(&model.choices, states));
        double found = choices_cost(&model.choices, states), least = least_of_network(&model);
        if (fabs(found - least) > 1e-6 || found > given) {
            print_message("%s\n%g found, %g given, %g the least\n", text.text, found, given, least);
        }
        assert_true(fabs(found - least) <= 1e-6 && found <= given);
        layout_model_free(&model);
        unbuild(&built);
        buffer_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),      cmocka_unit_test(test_series_parallel),
        cmocka_unit_test(test_any),        cmocka_unit_test(test_knot),
        cmocka_unit_test(test_long_chain), cmocka_unit_test(test_networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
