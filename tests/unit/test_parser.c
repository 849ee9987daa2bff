/* Text to IR and back: every kind of type, attribute, location and structure, and the errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/frontend.h"

struct fixture {
    struct arena *arena;
    struct diagnostics diagnostics;
    struct context *context;
};

static int set_up(void **state) {
    static struct fixture fixture;
    fixture.arena = arena_new();
    diagnostics_init(&fixture.diagnostics, fixture.arena, NULL);
    fixture.context = context_new(&fixture.diagnostics);
    fixture.context->allow_unregistered_dialects = true;
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    context_free(fixture->context);
    diagnostics_free(&fixture->diagnostics);
    arena_free(fixture->arena);
    return 0;
}

static struct source source_of(const char *text) {
    return (struct source){.name = "t.mlir", .text = text, .length = strlen(text), .first_line = 1};
}

/* The text printed back, or NULL after errors. The caller frees it. */
static char *print_back(struct fixture *fixture, const char *text, struct print_options options) {
    struct source source = source_of(text);
    struct module *module = parse_module(fixture->context, &source);
    if (!module) {
        return NULL;
    }
    struct buffer out = {0};
    print_module(&out, module, &options);
    module_free(module);
    return out.text;
}

static void assert_prints(struct fixture *fixture, const char *text, const char *expected) {
    char *printed = print_back(fixture, text, (struct print_options){0});
    if (!printed) {
        fail_msg("%s: %s", text, fixture->diagnostics.list.items[0].message);
    }
    assert_string_equal(printed, expected);
    memory_free(printed);
}

/* An attribute as it stands in a dictionary, printed back. */
static void assert_attr(struct fixture *fixture, const char *attr, const char *expected) {
    char *text = arena_printf(fixture->arena, "\"t.op\"() {a = %s} : () -> ()", attr);
    assert_prints(
        fixture, text,
        arena_printf(fixture->arena, "module {\n  \"t.op\"() {a = %s} : () -> ()\n}\n", expected));
}

struct pair {
    const char *text, *printed; /* NULL: the same */
};

static void assert_attrs(struct fixture *fixture, const struct pair *pairs) {
    for (; pairs->text; pairs++) {
        assert_attr(fixture, pairs->text, pairs->printed ? pairs->printed : pairs->text);
    }
}

static void test_types(void **state) {
    static const struct pair pairs[] = {
        {"i1", NULL},
        {"si8", NULL},
        {"ui4", NULL},
        {"i1234", NULL},
        {"index", NULL},
        {"none", NULL},
        {"f4E2M1FN", NULL},
        {"f8E8M0FNU", NULL},
        {"bf16", NULL},
        {"tf32", NULL},
        {"f80", NULL},
        {"f128", NULL},
        {"complex<f32>", NULL},
        {"tensor<f32>", NULL},
        {"tensor<4x?x0xf32>", NULL},
        {"tensor<0x4xi8>", NULL},
        {"tensor<*xbf16>", NULL},
        {"tensor<4xf32, #foo.enc<x>>", NULL},
        {"tensor<2xcomplex<f64>>", NULL},
        {"tensor< 4 x 8 xf32>", "tensor<4x8xf32>"},
        {"vector<4x8xi1>", NULL},
        {"vector<[4]xf32>", NULL},
        {"memref<4x?xf32, 3>", NULL},
        {"memref<*xf32>", NULL},
        {"tuple<>", NULL},
        {"tuple<i32, tuple<f32>>", NULL},
        {"() -> ()", NULL},
        {"(i32) -> (f32, f32)", NULL},
        {"(i32) -> (f32)", "(i32) -> f32"},
        {"() -> (() -> i32)", NULL},
        {"!foo.bar", NULL},
        {"!foo.bar<[1] -> \"x>\">", NULL},
        {"!stablehlo.token", NULL},
        {"!quant.uniform<i8:f32, 2.0:15>", "!quant.uniform<i8:f32, 2.000000e+00:15>"},
        {"!quant.uniform<u8<1:200>:f32:1, {1.0, 2.0:3}>",
         "!quant.uniform<u8<1:200>:f32:1, {1.000000e+00,2.000000e+00:3}>"},
        {NULL, NULL}};
    assert_attrs(*state, pairs);
}

static void test_numbers_and_strings(void **state) {
    static const struct pair pairs[] = {{"1", "1 : i64"},
                                        {"-1 : i8", NULL},
                                        {"255 : i8", "-1 : i8"},
                                        {"0x1F", "31 : i64"},
                                        {"3 : index", NULL},
                                        {"-3 : si4", NULL},
                                        {"255 : ui8", NULL},
                                        {"true", NULL},
                                        {"1 : i1", "true"},
                                        {"18446744073709551615 : ui64", NULL},
                                        {"170141183460469231731687303715884105727 : i128", NULL},
                                        {"-170141183460469231731687303715884105728 : i128", NULL},
                                        {"0 : i0", NULL},
                                        {"1.5", "1.500000e+00 : f64"},
                                        {"-2.5e-3 : f32", "-2.500000e-03 : f32"},
                                        {"0x7F800000 : f32", NULL},
                                        {"0x3C : f8E5M2", "1.000000e+00 : f8E5M2"},
                                        {"\"a\\22b\\\\\\n\\09\"", "\"a\\22b\\\\\\0A\\09\""},
                                        {"\"x\" : i32", NULL},
                                        {"@sym", NULL},
                                        {"@\"a b\"::@c", NULL},
                                        {"unit", ""},
                                        {"[1, 2 : i32, [], {}]", NULL},
                                        {"{b = 1 : i8, \"c d\" = 2 : i8, e}", NULL},
                                        {"#foo.bar<x[1]> : i32", NULL},
                                        {"#foo<\"x>\">", NULL},
                                        {"array<i64: 1, -2>", NULL},
                                        {"array<i1: true>", NULL},
                                        {"array<f32>", NULL},
                                        {"dense_resource<blob> : tensor<4xf32>", NULL},
                                        {"strided<[1, ?], offset: 2>", NULL},
                                        {NULL, NULL}};
    struct pair kept[sizeof pairs / sizeof *pairs];
    size_t count = 0;
    for (const struct pair *pair = pairs; pair->text; pair++) {
        if (strcmp(pair->text, "unit") != 0) {
            kept[count++] = *pair;
        }
    }
    kept[count] = (struct pair){NULL, NULL};
    assert_attrs(*state, kept);
    assert_prints(*state, "\"t.op\"() {a = unit} : () -> ()",
                  "module {\n  \"t.op\"() {a} : () -> ()\n}\n");
}

static void test_dense(void **state) {
    static const struct pair pairs[] = {
        {"dense<1> : tensor<2xi32>", NULL},
        {"dense<[1, 1]> : tensor<2xi32>", "dense<1> : tensor<2xi32>"},
        {"dense<[[1, -2], [3, 4]]> : tensor<2x2xi4>", NULL},
        {"dense<> : tensor<0x4xf32>", NULL},
        {"dense<[]> : tensor<0xf32>", "dense<> : tensor<0xf32>"},
        {"dense<[true, false]> : tensor<2xi1>", NULL},
        {"dense<[255, 0]> : tensor<2xui8>", NULL},
        {"dense<(1.0,-2.0)> : tensor<complex<f32>>",
         "dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>"},
        {"dense<[(1,2), (3,4)]> : tensor<2xcomplex<i8>>", NULL},
        {"dense<\"0x0000803F00000040\"> : tensor<2xf32>",
         "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>"},
        {"dense<\"0x0000803F\"> : tensor<2xf32>", "dense<1.000000e+00> : tensor<2xf32>"},
        {"dense<\"0x05\"> : tensor<3xi1>", "dense<[true, false, true]> : tensor<3xi1>"},
        {"dense<[0x7F800000, 0xFFC00000]> : tensor<2xf32>", NULL},
        {"dense<[\"a\", \"b\\0A\"]> : tensor<2x!foo.str>", NULL},
        {"dense<9.99999974E-6> : tensor<f32>", NULL},
        {"dense<0.1> : tensor<bf16>", "dense<1.000980e-01> : tensor<bf16>"},
        {"dense<-9223372036854775808> : tensor<i64>", NULL},
        {"dense<[3, 4]> : vector<2xi8>", NULL},
        {"dense<170141183460469231731687303715884105727> : tensor<i128>", NULL},
        {"sparse<[[0, 1], [1, 2]], [1, 2]> : tensor<2x3xi8>", NULL},
        {"sparse<> : tensor<2xf32>", NULL},
        {NULL, NULL}};
    assert_attrs(*state, pairs);
}

static void test_long_lists_print_as_hex(void **state) {
    struct fixture *fixture = *state;
    struct buffer text = {0};
    buffer_add(&text, "dense<[");
    for (int i = 0; i < 101; i++) {
        buffer_printf(&text, i ? ", %d" : "%d", i);
    }
    buffer_add(&text, "]> : tensor<101xui8>");
    struct buffer hex = {0};
    buffer_add(&hex, "dense<\"0x");
    for (int i = 0; i < 101; i++) {
        buffer_printf(&hex, "%02X", i);
    }
    buffer_add(&hex, "\"> : tensor<101xui8>");
    assert_attr(fixture, text.text, hex.text);
    assert_attr(fixture, hex.text, hex.text);
    buffer_free(&text);
    buffer_free(&hex);
}

static void test_structure(void **state) {
    const char *text = "module @m attributes {a.b} {\n"
                       "  %0:2 = \"t.two\"() : () -> (i32, f32)\n"
                       "  \"t.use\"(%0#1, %1) <{p = 1 : i8}> {q} : (f32, i8) -> ()\n"
                       "  %1 = \"t.later\"() : () -> i8\n"
                       "  \"t.cfg\"() ({\n"
                       "  ^bb0(%arg0: i32):\n"
                       "    \"t.br\"()[^bb1, ^bb2] : () -> ()\n"
                       "  ^bb1:  // pred: ^bb0\n"
                       "    \"t.br\"()[^bb2] : () -> ()\n"
                       "  ^bb2:  // 2 preds: ^bb0, ^bb1\n"
                       "    \"t.end\"() : () -> ()\n"
                       "  }, {\n"
                       "  }) : () -> ()\n"
                       "  module {\n"
                       "  }\n"
                       "}\n";
    assert_prints(*state, text, text);
}

static void test_names_and_dialects(void **state) {
    const char *text = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                       "  %x = stablehlo.constant dense<1.0> : tensor<4xf32>\n"
                       "  %y = stablehlo.constant dense<1> : tensor<4xi32>\n"
                       "  %z = stablehlo.add %a, %x : tensor<4xf32>\n"
                       "  %w = stablehlo.constant dense<2.0> : tensor<4xf32>\n"
                       "  func.return %z : tensor<4xf32>\n"
                       "}\n";
    assert_prints(*state, text,
                  "module {\n"
                  "  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
                  "    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>\n"
                  "    %c = stablehlo.constant dense<1> : tensor<4xi32>\n"
                  "    %0 = stablehlo.add %arg0, %cst : tensor<4xf32>\n"
                  "    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>\n"
                  "    return %0 : tensor<4xf32>\n"
                  "  }\n"
                  "}\n");
}

static void test_aliases_and_resources(void **state) {
    assert_prints(
        *state,
        "!t = tensor<4xf32>\n#a = 3 : i32\n"
        "\"t.op\"() {m = affine_map<(d0) -> (d0)>, r = dense_resource<k> : !t, v = #a} : () -> !t\n"
        "{-#\n dialect_resources: { builtin: { k: \"0x04000000\", unused: \"0x01000000\" } }\n"
        "#-}\n",
        "#map = affine_map<(d0) -> (d0)>\n"
        "module {\n"
        "  %0 = \"t.op\"() {m = #map, r = dense_resource<k> : tensor<4xf32>, v = 3 : i32} : () -> "
        "tensor<4xf32>\n"
        "}\n"
        "\n{-#\n  dialect_resources: {\n    builtin: {\n      k: \"0x04000000\"\n    }\n  "
        "}\n#-}\n");
}

static void test_locations(void **state) {
    char *printed = print_back(*state,
                               "#a = loc(\"x.py\":1:2)\n"
                               "%0 = \"t.a\"() : () -> i32 loc(#a)\n"
                               "\"t.b\"() : () -> () loc(#late)\n"
                               "\"t.c\"() : () -> () loc(callsite(\"f\"(#a) at unknown))\n"
                               "#late = loc(fused<\"m\">[\"g\", #a])\n",
                               (struct print_options){.debug_info = true});
    assert_string_equal(printed, "module {\n"
                                 "  %0 = \"t.a\"() : () -> i32 loc(#loc1)\n"
                                 "  \"t.b\"() : () -> () loc(#loc4)\n"
                                 "  \"t.c\"() : () -> () loc(#loc6)\n"
                                 "} loc(#loc)\n"
                                 "#loc = loc(\"t.mlir\":0:0)\n"
                                 "#loc1 = loc(\"x.py\":1:2)\n"
                                 "#loc2 = loc(\"g\")\n"
                                 "#loc3 = loc(unknown)\n"
                                 "#loc4 = loc(fused<\"m\">[#loc2, #loc1])\n"
                                 "#loc5 = loc(\"f\"(#loc1))\n"
                                 "#loc6 = loc(callsite(#loc5 at #loc3))\n");
    memory_free(printed);
}

static void test_generic_form_reads_back(void **state) {
    struct fixture *fixture = *state;
    const char *text = "module {\n"
                       "  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
                       "    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>\n"
                       "    return %0 : tensor<4xf32>\n"
                       "  }\n"
                       "}\n";
    char *generic = print_back(fixture, text, (struct print_options){.generic = true});
    assert_non_null(
        strstr(generic, "%0 = \"stablehlo.add\"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>)"));
    assert_prints(fixture, generic, text);
    memory_free(generic);
}

/* --- errors ----------------------------------------------------------------------------------- */

struct fault {
    const char *text;
    int32_t line, column;
    const char *message; /* a part of it */
};

static void test_faults(void **state) {
    struct fixture *fixture = *state;
    static const struct fault faults[] = {
        {"\"t.op\"(%0) : (i32) -> ()", 1, 8, "use of undeclared SSA value name '%0'"},
        {"%0 = \"t.a\"() : () -> i32\n%0 = \"t.a\"() : () -> i32", 2, 1,
         "redefinition of SSA value '%0'"},
        {"%0 = \"t.a\"() : () -> i32\n\"t.b\"(%0) : (f32) -> ()", 2, 7, "expects different type"},
        {"\"t.b\"(%0) : (f32) -> ()\n%0 = \"t.a\"() : () -> i32", 2, 1,
         "definition of SSA value '%0#0' has type 'i32'"},
        {"%0:2 = \"t.a\"() : () -> i32", 1, 1, "defines 1 results but was provided 2"},
        {"%0 = \"t.a\"() : () -> ()", 1, 1, "cannot name an operation with no results"},
        {"\"t.a\"(%0#3) : (i32) -> ()\n%0 = \"t.b\"() : () -> i32", 1, 7, "invalid result number"},
        {"\"t.a\"() : (i32) -> ()", 1, 11, "expected 0 operand types but had 1"},
        {"\"t.a\"() {a = dense<[1, 2]> : tensor<3xi8>} : () -> ()", 1, 20,
         "does not match type ([3])"},
        {"\"t.a\"() {a = dense<[[1], 2]> : tensor<2x1xi8>} : () -> ()", 1, 26,
         "ranks are not consistent"},
        {"\"t.a\"() {a = dense<256> : tensor<i8>} : () -> ()", 1, 20, "out of range"},
        {"\"t.a\"() {a = dense<\"0x00\"> : tensor<2xi16>} : () -> ()", 1, 20,
         "hex data size is invalid"},
        {"\"t.a\"() {a = dense<1.0> : tensor<2xi16>} : () -> ()", 1, 20,
         "expected integer elements"},
        {"\"t.a\"() {a = 256 : i8} : () -> ()", 1, 14, "out of range"},
        {"\"t.a\"() {a = 1, a = 2} : () -> ()", 1, 17, "duplicate key 'a'"},
        {"\"t.a\"() {a = tensro<i8>} : () -> ()", 1, 14, "did you mean 'tensor'"},
        {"\"t.a\"() {a = tensor<4x8>} : () -> ()", 1, 24, "expected 'x' in dimension list"},
        {"\"t.a\"() {a = tensor<99999999999999999999xi8>} : () -> ()", 1, 21, "too large"},
        {"\"t.a\"() {a = tensor<4611686018427387904x4xi8>} : () -> ()", 1, 21, "64 bits"},
        {"\"t.a\"() {a = #none} : () -> ()", 1, 14, "undefined symbol alias id 'none'"},
        {"\"t.a\"() {a = \"x} : () -> ()", 1, 14, "expected '\"' in string literal"},
        {"\"t.a\"() ({\n^a:\n^a:\n}) : () -> ()", 3, 1, "redefinition of block '^a'"},
        {"\"t.a\"() ({\n\"t.b\"()[^x] : () -> ()\n}) : () -> ()", 2, 9, "undefined block '^x'"},
        {"\"t.a\"() : () -> () loc(#never)", 1, 1, "was never defined"},
        {"module {\n  \"t.a\"() : () -> ()\n", 2, 21, "the text ends here"},
        {"func.func @f() {\n  stablehlo.ad\n}", 2, 3, "did you mean 'stablehlo.add'"},
        {"retrun", 1, 1, "custom op 'retrun' is unknown (tried 'builtin.retrun' as well)"},
        {"\"stablehlo.none\"() : () -> ()", 1, 1, ""},
        {"$", 1, 1, "unexpected character"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault *fault = &faults[i];
        fixture->context->allow_unregistered_dialects =
            strstr(fault->text, "stablehlo.none") == NULL;
        size_t before = fixture->diagnostics.list.count;
        fixture->diagnostics.errors = 0;
        struct source source = source_of(fault->text);
        assert_null(parse_module(fixture->context, &source));
        assert_true(fixture->diagnostics.list.count > before);
        const struct diagnostic *first = &fixture->diagnostics.list.items[before];
        if (!strstr(first->message, fault->message)) {
            fail_msg("%s: %s", fault->text, first->message);
        }
        struct line_column at = location_line_column(first->location);
        if (at.line != fault->line || at.column != fault->column) {
            fail_msg("%s: at %d:%d: %s", fault->text, at.line, at.column, first->message);
        }
    }
}

static void test_several_errors_in_one_run(void **state) {
    struct fixture *fixture = *state;
    struct source source = source_of("func.func @f(%a: i32) {\n"
                                     "  %0 = \"t.a\"(%a : (i32) -> i32\n"
                                     "  %1 = \"t.b\"(%0) : (i32) -> i32\n"
                                     "  %2 = \"t.c\"(%1) : (f32) -> i32\n"
                                     "  return\n"
                                     "}\n"
                                     "func.func @g() {\n"
                                     "  \"t.d\"() : () - ()\n"
                                     "  return\n"
                                     "}\n");
    assert_null(parse_module(fixture->context, &source));
    assert_int_equal(fixture->diagnostics.errors, 3);
    const int32_t lines[] = {2, 4, 8};
    size_t next = 0;
    for (size_t i = 0; i < fixture->diagnostics.list.count; i++) {
        const struct diagnostic *diagnostic = &fixture->diagnostics.list.items[i];
        if (diagnostic->severity == SEVERITY_ERROR) {
            assert_int_equal(location_line_column(diagnostic->location).line, lines[next++]);
        }
    }
}

static void test_depth_is_limited(void **state) {
    struct fixture *fixture = *state;
    static const char *const openings[] = {"[",        "{a = ",      "(",    "tuple<",
                                           "complex<", "loc(fused<", "#a.b<"};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        struct buffer text = {0};
        buffer_add(&text, "\"t.a\"() {a = ");
        for (int depth = 0; depth < 100000; depth++) {
            buffer_add(&text, openings[i]);
        }
        struct source source = source_of(text.text);
        assert_null(parse_module(fixture->context, &source));
        buffer_free(&text);
    }
    struct buffer text = {0};
    for (int depth = 0; depth < 100000; depth++) {
        buffer_add(&text, "\"t.a\"() ({\n");
    }
    struct source source = source_of(text.text);
    assert_null(parse_module(fixture->context, &source));
    buffer_free(&text);
}

/* Cut anywhere, a text gives a located error or a module, never a crash. */
static void test_truncations(void **state) {
    struct fixture *fixture = *state;
    static const char text[] =
        "#m = affine_map<(d0) -> (d0)>\nmodule @m attributes {a.b = dense<[[1, 2], [3, 4]]> : "
        "tensor<2x2xi32>} {\n"
        "  func.func public @f(%arg0: tensor<4xf32> {a.b = \"x\"}) -> (tensor<4xf32> {c.d}) {\n"
        "    %0:2 = \"t.a\"(%arg0) ({\n    ^bb0(%q: i32):\n      \"t.b\"()[^bb0] : () -> ()\n    "
        "}) : (tensor<4xf32>) -> (i32, f32) loc(\"a\"(\"b\":1:2))\n"
        "    %1 = stablehlo.transpose %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>\n"
        "    return %1 : tensor<4xf32>\n  }\n}\n{-#\n"
        "  dialect_resources: { builtin: { k: \"0x01000000\" "
        "} }\n#-}\n";
    for (size_t length = 0; length < sizeof text; length++) {
        char *cut = malloc(length + 1);
        memcpy(cut, text, length);
        cut[length] = '\0';
        struct source source = source_of(cut);
        source.length = strlen(cut);
        size_t before = fixture->diagnostics.list.count;
        fixture->diagnostics.errors = 0;
        struct module *module = parse_module(fixture->context, &source);
        if (module) {
            module_free(module);
        } else {
            assert_true(fixture->diagnostics.list.count > before);
            assert_ptr_equal(fixture->diagnostics.list.items[before].location.source, &source);
        }
        free(cut);
    }
}

static void test_chunks(void **state) {
    (void)state;
    struct source whole = source_of("a\n// -----\nb\nc\n// ----- tail\nd");
    struct source chunk = {0};
    assert_true(next_chunk(&whole, &chunk));
    assert_int_equal(chunk.length, 2);
    assert_int_equal(chunk.first_line, 1);
    assert_true(next_chunk(&whole, &chunk));
    assert_memory_equal(chunk.text, "b\nc\n", 4);
    assert_int_equal(chunk.length, 4);
    assert_int_equal(chunk.first_line, 3);
    assert_true(next_chunk(&whole, &chunk));
    assert_memory_equal(chunk.text, "d", 1);
    assert_int_equal(chunk.first_line, 6);
    assert_false(next_chunk(&whole, &chunk));
}

static void test_dominance_and_isolation(void **state) {
    struct fixture *fixture = *state;
    static const struct pair pairs[] = {
        {"func.func @f() {\n  %0 = stablehlo.add %1, %1 : tensor<f32>\n"
         "  %1 = stablehlo.constant dense<1.0> : tensor<f32>\n  return\n}",
         "operand #0 does not dominate this use"},
        {"%0 = \"t.a\"() : () -> tensor<f32>\nfunc.func @f() {\n"
         "  %1 = stablehlo.add %0, %0 : tensor<f32>\n  return\n}",
         "using value defined outside the region"},
        {"func.func private @f()\nfunc.func private @f()", "redefinition of symbol named 'f'"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t before = fixture->diagnostics.list.count;
        struct source source = source_of(pairs[i].text);
        struct module *module = parse_module(fixture->context, &source);
        assert_non_null(module);
        assert_false(verify_module(module));
        assert_non_null(strstr(fixture->diagnostics.list.items[before].message, pairs[i].printed));
        module_free(module);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_types),
        TEST(test_numbers_and_strings),
        TEST(test_dense),
        TEST(test_long_lists_print_as_hex),
        TEST(test_structure),
        TEST(test_names_and_dialects),
        TEST(test_aliases_and_resources),
        TEST(test_locations),
        TEST(test_generic_form_reads_back),
        TEST(test_faults),
        TEST(test_several_errors_in_one_run),
        TEST(test_depth_is_limited),
        TEST(test_truncations),
        TEST(test_chunks),
        TEST(test_dominance_and_isolation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
