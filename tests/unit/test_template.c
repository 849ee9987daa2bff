/* Templates: values, conditions, lists, and what encloses what. */
#include "codegen/folder/template.h"

#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

static const struct template_value first[] = {{"name", "x", NULL}, {"last", "", NULL}};
static const struct template_value second[] = {{"name", "y", NULL}, {"last", "1", NULL}};
static const struct template_row rows[] = {{2, first}, {2, second}};
static const struct template_list list = {2, rows}, empty = {0, NULL};
static const struct template_value values[] = {
    {"name", "outer", NULL}, {"yes", "1", NULL},     {"no", NULL, NULL},
    {"items", NULL, &list},  {"none", NULL, &empty},
};

static void expect(const char *text, const char *wanted) {
    struct buffer out = {0};
    const struct template_row row = {sizeof values / sizeof values[0], values};
    template_expand(&out, "test.in", text, &row);
    assert_string_equal(out.text != NULL ? out.text : "", wanted);
    buffer_free(&out);
}

static void test_values(void **state) {
    (void)state;
    expect("a ${name}b $ $(x) ${no}\n", "a outerb $ $(x) \n");
    expect("no newline: ${name}", "no newline: outer");
    expect("", "");
}

static void test_conditions(void **state) {
    (void)state;
    expect("$if yes\na\n$else\nb\n$end\nc\n", "a\nc\n");
    expect("$if no\na\n$else\nb\n$end\nc\n", "b\nc\n");
    expect("$if !no\na\n$end\n$if none\nb\n$end\n$if items\nc\n$end\n", "a\nc\n");
    expect("$if yes\n    $if no\n1\n    $else\n2\n    $end\n$else\n3\n$end\n", "2\n");
}

static void test_lists(void **state) {
    (void)state;
    expect("$for items\n${name}: ${yes}\n$end\n", "x: 1\ny: 1\n");
    expect("$for items\n${name}\n$if last\nend\n$else\n,\n$end\n$end\n", "x\n,\ny\nend\n");
    expect("$for none\n${name}\n$end\n", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
