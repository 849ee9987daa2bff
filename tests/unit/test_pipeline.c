/* The tables of passes and pipelines, and the reading of pass options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ops/op_def.h"
#include "pipeline.h"

struct fixture {
    struct arena *arena;
    struct diagnostics diagnostics;
    struct pass_list list;
};

static int set_up(void **state) {
    static struct fixture fixture;
    fixture.arena = arena_new();
    diagnostics_init(&fixture.diagnostics, fixture.arena, NULL);
    pass_list_init(&fixture.list, fixture.arena, &fixture.diagnostics);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    pass_list_free(&fixture->list);
    diagnostics_free(&fixture->diagnostics);
    arena_free(fixture->arena);
    return 0;
}

static void test_tables_are_consistent(void **state) {
    struct fixture *fixture = *state;
    const char *fault = pipelines_selfcheck(fixture->arena);
    assert_null(fault);
    fault = ops_selfcheck();
    assert_null(fault);
    for (size_t i = 0; pass_at(i); i++) {
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(pass_at(i)->name, pass_at(j)->name);
        }
    }
}

static void test_pipelines_expand(void **state) {
    struct fixture *fixture = *state;
    assert_true(pass_list_add(&fixture->list, "sdy-propagation-pipeline", NULL));
    assert_true(fixture->list.steps.count > 15);
    assert_string_equal(fixture->list.steps.items[0].pass->name, "sdyc-import-gspmd");
    assert_string_equal(fixture->list.steps.items[1].pass->name, "symbol-dce");
}

static void test_text_form_nests_and_takes_options(void **state) {
    struct fixture *fixture = *state;
    assert_true(pass_list_add_text(
        &fixture->list,
        "builtin.module(func.func(canonicalize{test-convergence enable-patterns=a,b}), cse)"));
    assert_int_equal(fixture->list.steps.count, 2);
    const struct pass_options *options = &fixture->list.steps.items[0].options;
    assert_true(pass_bool(options, "test-convergence"));
    assert_true(pass_list_has(options, "enable-patterns", "b"));
    assert_false(pass_list_has(options, "enable-patterns", "c"));
    assert_false(pass_list_add_text(&fixture->list, "builtin.module(cse"));
    assert_false(pass_list_add_text(&fixture->list, "cse(canonicalize)"));
    assert_false(pass_list_add_text(&fixture->list, "canonicalize{a=b"));
}

static const struct pass_option definitions[] = {
    {"flag", PASS_BOOL, "false", ""},
    {"count", PASS_INT, "3", ""},
    {"text", PASS_STRING, "", ""},
    {NULL, PASS_BOOL, NULL, NULL},
};

static bool parse(struct fixture *fixture, struct pass_options *options, const char *text) {
    pass_options_init(options, definitions);
    return pass_options_parse(options, fixture->arena, "test", text, &fixture->diagnostics);
}

static void test_options(void **state) {
    struct fixture *fixture = *state;
    struct pass_options options;
    assert_true(parse(fixture, &options, ""));
    assert_false(pass_bool(&options, "flag"));
    assert_int_equal(pass_int(&options, "count"), 3);
    assert_true(parse(fixture, &options, " flag count=12  text='a b, c' "));
    assert_true(pass_bool(&options, "flag"));
    assert_int_equal(pass_int(&options, "count"), 12);
    assert_string_equal(pass_string(&options, "text"), "a b, c");
    assert_true(parse(fixture, &options, "text={x y} flag=false"));
    assert_string_equal(pass_string(&options, "text"), "x y");
    assert_false(parse(fixture, &options, "flag=maybe"));
    assert_false(parse(fixture, &options, "count=many"));
    assert_false(parse(fixture, &options, "count"));
    assert_false(parse(fixture, &options, "cuont=1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tables_are_consistent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pipelines_expand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_text_form_nests_and_takes_options, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_options, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
