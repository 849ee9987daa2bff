/* Types, attributes, floats, operations and symbols. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/op_def.h"

struct fixture {
    struct arena *arena;
    struct diagnostics diagnostics;
    struct context *context;
    struct module *module;
};

static int set_up(void **state) {
    static struct fixture fixture;
    fixture.arena = arena_new();
    diagnostics_init(&fixture.diagnostics, fixture.arena, NULL);
    fixture.context = context_new(&fixture.diagnostics);
    fixture.context->allow_unregistered_dialects = true;
    fixture.module = module_new(fixture.context, (struct location){0});
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    module_free(fixture->module);
    context_free(fixture->context);
    diagnostics_free(&fixture->diagnostics);
    arena_free(fixture->arena);
    return 0;
}

static void assert_type_text(const struct type *type, const char *expected) {
    struct buffer text = {0};
    print_type(&text, type);
    assert_string_equal(text.text, expected);
    buffer_free(&text);
}

static void assert_attr_text(const struct attr *attr, const char *expected) {
    struct buffer text = {0};
    print_attr(&text, attr);
    assert_string_equal(text.text, expected);
    buffer_free(&text);
}

static void test_types_are_unique(void **state) {
    struct fixture *fixture = *state;
    struct context *context = fixture->context;
    const int64_t dims[] = {4, DIM_DYNAMIC, 8};
    const struct type *f32 = type_float(context, FLOAT_F32);
    const struct type *tensor = type_tensor(context, f32, 3, dims, NULL);
    assert_ptr_equal(tensor, type_tensor(context, f32, 3, dims, NULL));
    assert_ptr_not_equal(tensor, type_tensor(context, f32, 2, dims, NULL));
    assert_ptr_not_equal(type_integer(context, 8, SIGNED), type_integer(context, 8, UNSIGNED));
    assert_type_text(tensor, "tensor<4x?x8xf32>");
    assert_false(type_is_static(tensor));
    const struct type *function =
        type_function(context, 1, &tensor, 2, (const struct type *[]){f32, tensor});
    assert_type_text(function, "(tensor<4x?x8xf32>) -> (f32, tensor<4x?x8xf32>)");
    const struct type *nested = type_function(context, 0, NULL, 1, &function);
    assert_type_text(nested, "() -> ((tensor<4x?x8xf32>) -> (f32, tensor<4x?x8xf32>))");
    assert_int_equal(type_count(type_tensor(context, f32, 1, dims, NULL)), 4);
    assert_int_equal(type_bytes(type_complex(context, f32)), 8);
    assert_int_equal(type_bytes(type_integer(context, 4, SIGNLESS)), 1);
}

static void test_attributes_are_unique(void **state) {
    struct fixture *fixture = *state;
    struct context *context = fixture->context;
    assert_ptr_equal(attr_i64(context, 5), attr_i64(context, 5));
    assert_ptr_not_equal(attr_i64(context, 5),
                         attr_integer(context, type_integer(context, 32, SIGNLESS), 5));
    const struct named_attr items[] = {{"b", attr_i64(context, 1)}, {"a", attr_unit(context)}};
    const struct named_attr swapped[] = {items[1], items[0]};
    const struct attr *dict = attr_dict(context, 2, items);
    assert_ptr_equal(dict, attr_dict(context, 2, swapped));
    assert_attr_text(dict, "{a, b = 1 : i64}");
    assert_attr_text(attr_string(context, "a\"\\\n\x80", 5), "\"a\\22\\\\\\0A\\80\"");
    assert_attr_text(attr_symbol(context, "has space"), "@\"has space\"");
    assert_attr_text(attr_bool(context, true), "true");
    assert_attr_text(attr_integer(context, type_integer(context, 8, UNSIGNED), 255), "255 : ui8");
    assert_attr_text(attr_integer(context, type_integer(context, 8, SIGNLESS), 255), "-1 : i8");
    const int64_t numbers[] = {1, -2};
    assert_attr_text(attr_i64_array(context, 2, numbers), "array<i64: 1, -2>");
    assert_attr_text(attr_i64_array(context, 0, NULL), "array<i64>");
}

static void test_dense_attributes(void **state) {
    struct fixture *fixture = *state;
    struct context *context = fixture->context;
    const struct type *i32 = type_integer(context, 32, SIGNLESS);
    const int64_t shape[] = {2, 2};
    const struct type *type = type_tensor(context, i32, 2, shape, NULL);
    const int32_t same[] = {7, 7, 7, 7}, values[] = {1, -2, 3, 4};
    const struct attr *splat = attr_dense(context, type, same, sizeof same, false);
    assert_ptr_equal(splat, attr_dense(context, type, same, sizeof *same, true));
    assert_attr_text(splat, "dense<7> : tensor<2x2xi32>");
    const struct attr *dense = attr_dense(context, type, values, sizeof values, false);
    assert_attr_text(dense, "dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>");
    assert_int_equal(attr_dense_integer(dense, 1), -2);
    assert_true(attr_dense_real(splat, 3) == 7.0);
    uint32_t count;
    const int64_t *list;
    assert_true(attr_integers(dense, &count, &list));
    assert_int_equal(count, 4);
    assert_int_equal(list[1], -2);
    assert_true(attr_integers(splat, &count, &list));
    assert_int_equal(list[3], 7);
    assert_false(attr_integers(attr_unit(context), &count, &list));
}

struct float_case {
    enum float_kind kind;
    uint64_t bits;
    const char *text;
};

static void test_floats_print_as_mlir_prints_them(void **state) {
    (void)state;
    static const struct float_case cases[] = {
        {FLOAT_F32, 0x00000000, "0.000000e+00"},
        {FLOAT_F32, 0x80000000, "-0.000000e+00"},
        {FLOAT_F32, 0x3D372713, "4.471500e-02"},
        {FLOAT_F32, 0x3F4C422A, "0.797884583"},
        {FLOAT_F32, 0x3727C5AC, "9.99999974E-6"},
        {FLOAT_F32, 0x7F800000, "0x7F800000"},
        {FLOAT_F32, 0xFFC00000, "0xFFC00000"},
        {FLOAT_F32, 0x3F800000, "1.000000e+00"},
        {FLOAT_F32, 0x4B3C614E, "0x4B3C614E"},
        {FLOAT_F32, 0x00000001, "1.401300e-45"},
        {FLOAT_F32, 0x7F7FFFFF, "3.40282347E+38"},
        {FLOAT_F64, 0x3FB999999999999A, "1.000000e-01"},
        {FLOAT_F64, 0x400921FB54442D18, "3.1415926535897931"},
        {FLOAT_BF16, 0x3F80, "1.000000e+00"},
        {FLOAT_F16, 0x3555, "3.332520e-01"},
        {FLOAT_F8E4M3FN, 0x7F, "0x7F"},
        {FLOAT_F8E5M2, 0x3C, "1.000000e+00"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer text = {0};
        float_print(&text, cases[i].kind, &cases[i].bits);
        assert_string_equal(text.text, cases[i].text);
        buffer_free(&text);
    }
}

/* Every encoding of the small formats comes back. */
static void test_small_floats_round_trip(void **state) {
    (void)state;
    for (int kind = FLOAT_F4E2M1FN; kind <= FLOAT_F16; kind++) {
        uint32_t width = float_width_bytes((enum float_kind)kind) == 2 ? 16
                         : kind == FLOAT_F4E2M1FN                      ? 4
                         : kind <= FLOAT_F6E3M2FN                      ? 6
                                                                       : 8;
        for (uint64_t bits = 0; bits < UINT64_C(1) << width; bits++) {
            double value = float_from_bits((enum float_kind)kind, bits);
            uint64_t back = float_to_bits((enum float_kind)kind, value);
            if (isnan(value)) {
                assert_true(isnan(float_from_bits((enum float_kind)kind, back)));
            } else {
                assert_int_equal(back, bits);
            }
        }
    }
}

static void test_float_rounding(void **state) {
    (void)state;
    assert_int_equal(float_to_bits(FLOAT_BF16, 1.00390625), 0x3F80); /* a tie: to even */
    assert_int_equal(float_to_bits(FLOAT_BF16, 1.01171875), 0x3F82);
    assert_int_equal(float_to_bits(FLOAT_F16, 65520.0), 0x7C00); /* overflows */
    assert_int_equal(float_to_bits(FLOAT_F16, 65519.0), 0x7BFF);
    assert_int_equal(float_to_bits(FLOAT_F8E4M3FN, 1000.0), 0x7F); /* no infinity: NaN */
    assert_int_equal(float_to_bits(FLOAT_F8E4M3FNUZ, -0.0), 0);
    assert_int_equal(float_to_bits(FLOAT_F32, 0.1), 0x3DCCCCCD);
    assert_int_equal(float_to_bits(FLOAT_F32, 1e-45), 1);
}

/* --- operations ------------------------------------------------------------------------------- */

static struct op *new_op(struct fixture *fixture, const char *name, uint32_t count,
                         struct value *const *operands) {
    struct builder builder = builder_at_end(fixture->module, fixture->module->op->regions[0].first);
    const struct type *f32 = type_float(fixture->context, FLOAT_F32);
    return build_op(&builder, name, count, operands, 1, &f32, 0);
}

static void test_uses(void **state) {
    struct fixture *fixture = *state;
    struct op *a = new_op(fixture, "t.a", 0, NULL);
    struct op *b = new_op(fixture, "t.b", 0, NULL);
    struct value *both[] = {op_result(a, 0), op_result(b, 0), op_result(a, 0)};
    struct op *user = new_op(fixture, "t.user", 3, both);
    assert_int_equal(value_use_count(op_result(a, 0)), 2);
    assert_true(value_has_one_use(op_result(b, 0)));
    for (int i = 0; i < 20; i++) {
        op_append_operand(fixture->module, user, op_result(b, 0));
    }
    assert_int_equal(value_use_count(op_result(b, 0)), 21);
    op_erase_operand(user, 0);
    assert_int_equal(value_use_count(op_result(a, 0)), 1);
    assert_int_equal(use_index(op_result(a, 0)->first_use), 1);
    value_replace_uses(op_result(b, 0), op_result(a, 0));
    assert_int_equal(value_use_count(op_result(b, 0)), 0);
    assert_int_equal(value_use_count(op_result(a, 0)), 22);
    op_erase(user);
    assert_int_equal(value_use_count(op_result(a, 0)), 0);
    op_erase(b);
    assert_ptr_equal(a->next, NULL);
}

static void test_order(void **state) {
    struct fixture *fixture = *state;
    struct op *a = new_op(fixture, "t.a", 0, NULL);
    struct op *c = new_op(fixture, "t.c", 0, NULL);
    struct builder builder = builder_before(fixture->module, c);
    struct op *b = build_op(&builder, "t.b", 0, NULL, 0, NULL, 0);
    assert_ptr_equal(a->next, b);
    assert_ptr_equal(c->previous, b);
    assert_true(op_is_before(a, b) && op_is_before(b, c) && !op_is_before(c, a));
    op_unlink(a);
    op_insert_after(c, a);
    assert_true(op_is_before(b, a));
}

static void test_attribute_lists(void **state) {
    struct fixture *fixture = *state;
    struct op *op = new_op(fixture, "t.a", 0, NULL);
    op_set_attr(fixture->module, op, "b", attr_i64(fixture->context, 2));
    struct attr_list before = op->attrs;
    op_set_attr(fixture->module, op, "a", attr_i64(fixture->context, 1));
    op_set_attr(fixture->module, op, "c", attr_i64(fixture->context, 3));
    assert_int_equal(before.count, 1);
    assert_int_equal(op_int(op, "a", 0), 1);
    assert_string_equal(op->attrs.items[1].name, "b");
    op_set_attr(fixture->module, op, "b", NULL);
    op_set_attr(fixture->module, op, "absent", NULL);
    assert_null(op_attr(op, "b"));
    assert_int_equal(op->attrs.count, 2);
    assert_int_equal(op_int(op, "b", 9), 9);
}

static void test_clone(void **state) {
    struct fixture *fixture = *state;
    const struct type *f32 = type_float(fixture->context, FLOAT_F32);
    struct builder builder = builder_at_end(fixture->module, fixture->module->op->regions[0].first);
    struct op *outer = build_op(&builder, "t.region", 0, NULL, 1, &f32, 1);
    struct block *block = block_new(fixture->module, &outer->regions[0]);
    struct value *argument = block_add_argument(fixture->module, block, f32, (struct location){0});
    struct builder inside = builder_at_end(fixture->module, block);
    build_op(&inside, "t.use", 1, &argument, 0, NULL, 0);
    struct pointer_map map = {0};
    struct op *copy = op_clone(fixture->module, outer, &map);
    struct block *twin = copy->regions[0].first;
    assert_ptr_equal(op_operand(twin->first, 0), twin->arguments[0]);
    assert_ptr_equal(pointer_map_get(&map, argument), twin->arguments[0]);
    assert_null(copy->block);
    pointer_map_free(&map);
}

static void test_symbols(void **state) {
    struct fixture *fixture = *state;
    char name[32];
    for (int i = 0; i < 100; i++) {
        struct op *op = new_op(fixture, "t.symbol", 0, NULL);
        snprintf(name, sizeof name, "f%d", i);
        op_set_attr(fixture->module, op, "sym_name",
                    attr_string(fixture->context, name, strlen(name)));
    }
    struct op *table = fixture->module->op;
    struct op *f7 = symbol_lookup(table, "f7");
    assert_string_equal(symbol_name(f7), "f7");
    struct op *user = new_op(fixture, "t.call", 0, NULL);
    op_set_attr(fixture->module, user, "callee", attr_symbol(fixture->context, "f7"));
    assert_ptr_equal(symbol_lookup_from(user, op_attr(user, "callee")), f7);
    op_set_attr(fixture->module, f7, "sym_name", attr_string(fixture->context, "renamed", 7));
    assert_ptr_equal(symbol_lookup(table, "renamed"), f7);
    assert_null(symbol_lookup(table, "f7"));
    op_erase(f7);
    assert_null(symbol_lookup(table, "renamed"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_types_are_unique),
        TEST(test_attributes_are_unique),
        TEST(test_dense_attributes),
        TEST(test_floats_print_as_mlir_prints_them),
        TEST(test_small_floats_round_trip),
        TEST(test_float_rounding),
        TEST(test_uses),
        TEST(test_order),
        TEST(test_attribute_lists),
        TEST(test_clone),
        TEST(test_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
