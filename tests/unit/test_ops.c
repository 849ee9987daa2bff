/* The table of operations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ops/op_def.h"
#include "ops/verify/value_type.h"

static void test_table_is_sound(void **state) {
    (void)state;
    const char *fault = ops_selfcheck();
    assert_string_equal(fault ? fault : "", "");
}

static void test_every_row_is_found(void **state) {
    (void)state;
    for (int id = 0; id < OP_COUNT_; id++) {
        assert_ptr_equal(op_def_find(op_table[id]->name), op_table[id]);
    }
    assert_null(op_def_find("stablehlo.ad"));
    assert_null(op_def_find("stablehlo.addd"));
    assert_true(dialect_is_known("stablehlo", strlen("stablehlo")));
    assert_false(dialect_is_known("stable", strlen("stable")));
    assert_non_null(attr_def_find("stablehlo.gather"));
}

static void test_sets_of_types(void **state) {
    (void)state;
    struct diagnostics diagnostics;
    struct arena *arena = arena_new();
    diagnostics_init(&diagnostics, arena, NULL);
    struct context *context = context_new(&diagnostics);
    const struct type *f32 = type_float(context, FLOAT_F32);
    const struct type *i1 = type_integer(context, 1, SIGNLESS);
    int64_t dims[2] = {2, DIM_DYNAMIC};
    const struct type *known = type_tensor(context, f32, 1, dims, NULL);
    const struct type *unknown = type_tensor(context, f32, 2, dims, NULL);
    const struct type *scalar = type_tensor(context, i1, 0, NULL, NULL);
    assert_true(value_type_accepts(VALUE_FLOAT, known));
    assert_false(value_type_accepts(VALUE_INT, known));
    assert_true(value_type_accepts(VALUE_PRED | VALUE_RANK_0, scalar));
    assert_false(value_type_accepts(VALUE_INT, scalar));
    assert_true(value_type_accepts(VALUE_TENSOR, unknown));
    assert_false(value_type_accepts(VALUE_TENSOR | VALUE_STATIC, unknown));
    assert_false(value_type_accepts(VALUE_TENSOR, type_token(context)));
    assert_true(value_type_accepts(VALUE_TENSOR | VALUE_TOKEN, type_token(context)));
    assert_false(value_type_accepts(VALUE_TENSOR, type_unranked(context, f32)));
    assert_true(value_type_accepts(VALUE_ANY_TENSOR, type_unranked(context, f32)));
    context_free(context);
    diagnostics_free(&diagnostics);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_sound),
        cmocka_unit_test(test_every_row_is_found),
        cmocka_unit_test(test_sets_of_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
