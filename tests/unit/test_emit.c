/* The emitter: small programs made by hand, run in every form and compared with the interpreter. */
#include "codegen/folder/directory.h"
#include "codegen/jit/jit.h"
#include "codegen/library/convolution.h"
#include "codegen/library/gemm.h"
#include "maker.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

LIBRARY(convolution);
LIBRARY(gemm);

static void check(struct maker *maker) {
    check_forms(maker, true);
}

/* 0.5 x (1 + tanh(0.79788 (x + 0.044715 x^3))) */
static struct expr *gelu(struct maker *m, struct expr *x) {
    enum element t = x->type;
    struct expr *cube =
        scalar(m, SCALAR_MULTIPLY, t, scalar(m, SCALAR_MULTIPLY, t, x, x, NULL), x, NULL);
    struct expr *inner =
        scalar(m, SCALAR_MULTIPLY, t,
               scalar(m, SCALAR_ADD, t, x,
                      scalar(m, SCALAR_MULTIPLY, t, constant(m, t, 0.044715), cube, NULL), NULL),
               constant(m, t, 0.797884583), NULL);
    struct expr *one = scalar(m, SCALAR_ADD, t, constant(m, t, 1),
                              scalar(m, SCALAR_TANH, t, inner, NULL, NULL), NULL);
    return scalar(m, SCALAR_MULTIPLY, t,
                  scalar(m, SCALAR_MULTIPLY, t, x, constant(m, t, 0.5), NULL), one, NULL);
}

static void test_gelu(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 37 * 1500);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 37 * 1500);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(37, 1500), DIMS(8, 1500));
    struct affine at = STRIDES(1500, 1);
    kernel->body[kernel->body_count++] = store_to(y, at, gelu(&m, load_of(&m, x, at)));
    check(&m);
}

/* y[i,j] = (x[j,i] + bias[j]) * row[i]: a transpose, broadcasts, short rows. */
static void test_broadcast(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 24 * 100);
    struct kernel_buffer *bias = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 24);
    struct kernel_buffer *row = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 100);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 24 * 100);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(100, 24), DIMS(30, 24));
    struct expr *sum =
        scalar(&m, SCALAR_ADD, ELEMENT_F32, load_of(&m, x, (struct affine)STRIDES(1, 100)),
               load_of(&m, bias, (struct affine)STRIDES(0, 1)), NULL);
    kernel->body[kernel->body_count++] =
        store_to(y, (struct affine)STRIDES(24, 1),
                 scalar(&m, SCALAR_MULTIPLY, ELEMENT_F32, sum,
                        load_of(&m, row, (struct affine)STRIDES(1)), NULL));
    check(&m);
}

/* Sum of exp(x) per row, stored too; then its double. */
static void test_row_reduction(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 20 * 1300);
    struct kernel_buffer *exps = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 20 * 1300);
    struct kernel_buffer *sums = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 20);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(20, 1300), DIMS(3));
    struct affine at = STRIDES(1300, 1);
    struct expr *e = scalar(&m, SCALAR_EXPONENTIAL, ELEMENT_F32, load_of(&m, x, at), NULL, NULL);
    kernel->body[kernel->body_count++] = store_to(exps, at, e);
    kernel->reduction =
        simple_reduction(&m, SCALAR_ADD, 0, numbered(&m, EXPR_VALUE, ELEMENT_F32, 0));
    struct expr *sum = numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0);
    kernel->results[kernel->result_count++] = store_to(
        sums, (struct affine)STRIDES(1), scalar(&m, SCALAR_ADD, ELEMENT_F32, sum, sum, NULL));
    check(&m);
}

/* Sum over rows: strips of accumulators; bfloat16 in and out. */
static void test_column_reduction(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_BF16, 50 * 1100);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_BF16, 1100);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(1100, 50), DIMS(1100));
    kernel->reduction =
        simple_reduction(&m, SCALAR_ADD, 0, load_of(&m, x, (struct affine)STRIDES(1, 1100)));
    kernel->results[kernel->result_count++] =
        store_to(y, (struct affine)STRIDES(1),
                 scalar(&m, SCALAR_CONVERT, ELEMENT_BF16,
                        numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0), NULL, NULL));
    check(&m);
}

/* bf16: every operation rounds. */
static void test_bf16(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_BF16, 64 * 48);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_BF16, 64 * 48);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(48, 64), DIMS(7, 64));
    kernel->body[kernel->body_count++] = store_to(
        y, (struct affine)STRIDES(64, 1), gelu(&m, load_of(&m, x, (struct affine)STRIDES(1, 48))));
    check(&m);
}

/* Max-pool 3x3, stride 2, padding 1. Channels innermost, or outermost (guards cut the strips). */
static void pool(bool channels_last) {
    struct maker m;
    maker_init(&m);
    int64_t c = channels_last ? 1 : 196, h = channels_last ? 14 * 20 : 14,
            w = channels_last ? 20 : 1;
    int64_t oc = channels_last ? 1 : 49, oh = channels_last ? 7 * 20 : 7,
            ow = channels_last ? 20 : 1;
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 14 * 14 * 20);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 7 * 7 * 20);
    struct kernel *kernel = new_kernel(&m, 3, DIMS(20, 7, 7, 3, 3), DIMS(20, 1, 7));
    struct affine at = {-h - w, {c, 2 * h, 2 * w, h, w}};
    kernel->reduction = simple_reduction(&m, SCALAR_MAXIMUM, -INFINITY, load_of(&m, x, at));
    struct guard *guards = ARENA_ARRAY(m.arena, struct guard, 2);
    guards[0] = (struct guard){{-1, {0, 2, 0, 1, 0}}, 14};
    guards[1] = (struct guard){{-1, {0, 0, 2, 0, 1}}, 14};
    kernel->reduction->guards = guards;
    kernel->reduction->guard_count = 2;
    kernel->results[kernel->result_count++] =
        store_to(y, (struct affine)STRIDES(oc, oh, ow), numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0));
    check(&m);
}

static void test_pool_nhwc(void **state) {
    (void)state;
    pool(true);
}

static void test_pool_nchw(void **state) {
    (void)state;
    pool(false);
}

/* y[i,j] = x padded by 3 and 5 columns, 2 rows, reversed along the columns when `reversed`. */
static void pad(bool reversed) {
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 10 * 40);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 12 * 48);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(12, 48), DIMS(5, 48));
    struct affine from = {reversed ? -80 + 44 : -80 - 3, {40, reversed ? -1 : 1}};
    struct affine column = {reversed ? 44 : -3, {0, reversed ? -1 : 1}};
    struct expr *zero = constant(&m, ELEMENT_F32, 0.25);
    struct expr *x_at = load_of(&m, x, from);
    struct expr *twice = scalar(&m, SCALAR_ADD, ELEMENT_F32, x_at, x_at, NULL);
    struct expr *columns = guarded(&m, twice, zero, column, 40);
    struct expr *rows = guarded(&m, columns, zero, (struct affine){-2, {1}}, 10);
    kernel->body[kernel->body_count++] =
        store_to(y, (struct affine)STRIDES(48, 1),
                 scalar(&m, SCALAR_ADD, ELEMENT_F32, rows, constant(&m, ELEMENT_F32, 1), NULL));
    check(&m);
}

static void test_pad(void **state) {
    (void)state;
    pad(false);
    pad(true);
}

/* Rows of a table by index, clamped; and elements by index. */
static void gather(bool rows) {
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *table = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 30 * 50);
    struct kernel_buffer *ids = new_buffer(&m, BUFFER_INPUT, ELEMENT_I32, 50);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 50 * 50);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(50, 50), DIMS(6, 50));
    struct expr *element = load_of(&m, table, (struct affine)STRIDES(0, rows ? 1 : 0));
    struct indirect *indirect = ARENA_NEW(m.arena, struct indirect);
    struct affine id_at = rows ? (struct affine)STRIDES(1) : (struct affine)STRIDES(0, 1);
    *indirect = (struct indirect){load_of(&m, ids, id_at), rows ? 50 : 1, 29};
    element->access.indirect = indirect;
    element->access.indirect_count = 1;
    kernel->body[kernel->body_count++] = store_to(y, (struct affine)STRIDES(50, 1), element);
    check(&m);
}

static void test_gather(void **state) {
    (void)state;
    gather(true);
    gather(false);
}

/* table[ids[n], d] += updates[n, d] where n is even. */
static void test_scatter(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *ids = new_buffer(&m, BUFFER_INPUT, ELEMENT_I32, 64);
    struct kernel_buffer *updates = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 64 * 40);
    struct kernel_buffer *table = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 30 * 40);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(40, 64), DIMS(16));
    struct statement scatter = store_to(table, (struct affine)STRIDES(1),
                                        load_of(&m, updates, (struct affine)STRIDES(1, 40)));
    struct expr *id = load_of(&m, ids, (struct affine)STRIDES(0, 1));
    struct indirect *indirect = ARENA_NEW(m.arena, struct indirect);
    *indirect = (struct indirect){id, 40, 29};
    scatter.store.indirect = indirect;
    scatter.store.indirect_count = 1;
    scatter.combine = SCALAR_ADD;
    scatter.condition = scalar(&m, SCALAR_GT, ELEMENT_I1, id, constant(&m, ELEMENT_I32, 3), NULL);
    kernel->body[kernel->body_count++] = scatter;
    check(&m);
}

/* Arg max per row: two accumulators. */
static void test_argmax(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 60 * 200);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 60);
    struct kernel_buffer *where = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_I32, 60);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(60, 200), DIMS(25));
    struct reduction *reduction = ARENA_NEW(m.arena, struct reduction);
    struct expr *index = new_expr(&m, EXPR_INDEX, ELEMENT_I32);
    index->affine = (struct affine)STRIDES(0, 1);
    struct expr *value = numbered(&m, EXPR_TERM, ELEMENT_F32, 0);
    struct expr *best = numbered(&m, EXPR_ACCUMULATOR, ELEMENT_F32, 0);
    struct expr *greater = scalar(&m, SCALAR_GT, ELEMENT_I1, value, best, NULL);
    struct expr **lists = ARENA_ARRAY(m.arena, struct expr *, 6);
    static enum element types[2] = {ELEMENT_F32, ELEMENT_I32};
    *reduction = (struct reduction){
        .count = 2, .init = lists, .term = lists + 2, .next = lists + 4, .types = types};
    lists[0] = constant(&m, ELEMENT_F32, -1e30);
    lists[1] = constant(&m, ELEMENT_I32, 0);
    lists[2] = load_of(&m, x, (struct affine)STRIDES(200, 1));
    lists[3] = index;
    lists[4] = scalar(&m, SCALAR_SELECT, ELEMENT_F32, greater, value, best);
    lists[5] =
        scalar(&m, SCALAR_SELECT, ELEMENT_I32, greater, numbered(&m, EXPR_TERM, ELEMENT_I32, 1),
               numbered(&m, EXPR_ACCUMULATOR, ELEMENT_I32, 1));
    kernel->reduction = reduction;
    kernel->results[0] =
        store_to(y, (struct affine)STRIDES(1), numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0));
    kernel->results[1] =
        store_to(where, (struct affine)STRIDES(1), numbered(&m, EXPR_REDUCED, ELEMENT_I32, 1));
    kernel->result_count = 2;
    check(&m);
}

/* A batch of products with ragged tiles, a bias and GELU on the tile; `tile`: C only in scratch. */
static void product(bool tile, int64_t outer) {
    struct maker m;
    maker_init(&m);
    int64_t k = 24;
    struct kernel_buffer *a = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 2 * 70 * k * outer);
    struct kernel_buffer *b = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 2 * k * outer * 90);
    struct kernel_buffer *bias = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 90);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 2 * 70 * 90);
    struct kernel_buffer *c = y;
    struct affine at = STRIDES(70 * 90, 90, 1);
    struct affine c_at = at;
    if (tile) {
        c = new_buffer(&m, BUFFER_TILE, ELEMENT_F32, 32 * 64);
        c_at = (struct affine)STRIDES(0, 64, 1);
    }
    struct kernel *kernel =
        new_kernel(&m, 3, DIMS(2, 70, 90, outer, k), DIMS(tile ? 1 : 2, 32, 64));
    struct gemm gemm = {
        .a = {.buffer = a, .at = STRIDES(70 * k * outer, k * outer, 0, k, 1)},
        .b = {.buffer = b, .at = STRIDES(90 * k * outer, 0, 1, 90 * k, 90)},
        .c = {.buffer = c, .at = c_at},
    };
    kernel->kind = KERNEL_LIBRARY;
    kernel->library = &library_gemm;
    kernel->call = &gemm;
    struct expr *sum = scalar(&m, SCALAR_ADD, ELEMENT_F32, load_of(&m, c, c_at),
                              load_of(&m, bias, (struct affine)STRIDES(0, 0, 1)), NULL);
    kernel->results[kernel->result_count++] = store_to(
        y, at, scalar(&m, SCALAR_MAXIMUM, ELEMENT_F32, sum, constant(&m, ELEMENT_F32, 0), NULL));
    check(&m);
}

static void test_product(void **state) {
    (void)state;
    product(true, 1);
    product(false, 1);
    product(true, 3);
}

/* 3x3 convolution and ReLU, NHWC. */
static void test_convolution(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    enum { N = 2, H = 9, C = 5, O = 20 };
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, N * H * H * C);
    struct kernel_buffer *w = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 9 * C * O);
    struct kernel_buffer *bias = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, O);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, N * H * H * O);
    struct kernel *kernel = new_kernel(&m, 4, DIMS(N, H, H, O), DIMS(N, H, H, O));
    struct convolution convolution = {.what = {.type = SDYRT_PRODUCT_F32,
                                               .batch = N,
                                               .in_channels = C,
                                               .out_channels = O,
                                               .feature_groups = 1,
                                               .batch_groups = 1,
                                               .in_size = {1, H, H},
                                               .kernel_size = {1, 3, 3},
                                               .out_size = {1, H, H},
                                               .stride = {1, 1, 1},
                                               .pad_low = {0, 1, 1},
                                               .in_dilation = {1, 1, 1},
                                               .kernel_dilation = {1, 1, 1},
                                               .in_batch = H * H * C,
                                               .in_channel = 1,
                                               .in_spatial = {0, H * C, C},
                                               .kernel_in = O,
                                               .kernel_out = 1,
                                               .kernel_spatial = {0, 3 * C * O, C * O},
                                               .out_batch = H * H * O,
                                               .out_channel = 1,
                                               .out_spatial = {0, H * O, O}},
                                      .input = x,
                                      .kernel = w,
                                      .output = y,
                                      .spatial = 2,
                                      .result_dim = {0, 3, 1, 2},
                                      .instances = 1};
    kernel->kind = KERNEL_LIBRARY;
    kernel->library = &library_convolution;
    kernel->call = &convolution;
    convolution_plan(m.arena, &convolution.what, &convolution.plans);
    kernel->tasks = kernel->library->tasks(kernel);
    struct affine at = STRIDES(H * H * O, H * O, O, 1);
    struct expr *sum = scalar(&m, SCALAR_ADD, ELEMENT_F32, load_of(&m, y, at),
                              load_of(&m, bias, (struct affine)STRIDES(0, 0, 0, 1)), NULL);
    kernel->results[kernel->result_count++] = store_to(
        y, at, scalar(&m, SCALAR_MAXIMUM, ELEMENT_F32, sum, constant(&m, ELEMENT_F32, 0), NULL));
    check(&m);
}

/* Two phases through the arena; a full sum, whose only point is computed by scalars. */
static void test_phases(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F64, 3000);
    struct kernel_buffer *middle = new_buffer(&m, BUFFER_ARENA, ELEMENT_F64, 3000);
    struct kernel_buffer *again = new_buffer(&m, BUFFER_ARENA, ELEMENT_F64, 3000);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F64, 1);
    struct kernel *first = new_kernel(&m, 1, DIMS(3000), DIMS(700));
    struct affine at = STRIDES(1);
    struct expr *negative = scalar(&m, SCALAR_NEGATE, ELEMENT_F64, load_of(&m, x, at), NULL, NULL);
    first->body[first->body_count++] = store_to(again, at, negative);
    first->body[first->body_count++] =
        store_to(middle, at,
                 scalar(&m, SCALAR_CLAMP, ELEMENT_F64, constant(&m, ELEMENT_F64, -1),
                        numbered(&m, EXPR_VALUE, ELEMENT_F64, 0), constant(&m, ELEMENT_F64, 2)));
    struct kernel *second = new_kernel(&m, 1, DIMS(1, 3000), DIMS(1));
    second->reduction = simple_reduction(
        &m, SCALAR_ADD, 0,
        scalar(&m, SCALAR_ADD, ELEMENT_F64, load_of(&m, middle, (struct affine)STRIDES(0, 1)),
               load_of(&m, again, (struct affine)STRIDES(0, 1)), NULL));
    second->results[second->result_count++] =
        store_to(y, (struct affine)STRIDES(0), numbered(&m, EXPR_REDUCED, ELEMENT_F64, 0));
    check(&m);
}

/* Embeds a program whose allocator gives nothing the first time. */
static const char short_of_memory[] =
    "#include \"model.h\"\n"
    "#include <stdlib.h>\n"
    "static long left, live;\n"
    "static void *give(void *user, size_t bytes) {\n"
    "    (void)user;\n"
    "    void *memory = left-- > 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;\n"
    "    live += memory != NULL;\n"
    "    return memory;\n"
    "}\n"
    "static void take(void *user, void *memory) {\n"
    "    (void)user;\n"
    "    live -= memory != NULL;\n"
    "    free(memory);\n"
    "}\n"
    "int main(void) {\n"
    "    int failures = 0;\n"
    "    for (;; failures++) {\n"
    "        struct model_options options = {0};\n"
    "        options.threads = 1;\n"
    "        options.allocate = give;\n"
    "        options.release = take;\n"
    "        struct model_context *context = (struct model_context *)1;\n"
    "        left = failures;\n"
    "        enum model_status status = model_new(&context, &options);\n"
    "        if (status == MODEL_OK) {\n"
    "            model_free(context);\n"
    "            return failures != 1 || live != 0;\n"
    "        }\n"
    "        if (status != MODEL_E_MEMORY || context != NULL || live != 0) {\n"
    "            return 2;\n"
    "        }\n"
    "    }\n"
    "}\n";

/* A folder: y = constants + x, built by its Makefile with the compilers at hand, run on values. */
static void test_directory(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 3 * 4);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 3 * 4);
    struct kernel_buffer *c = new_buffer(&m, BUFFER_CONSTANT, ELEMENT_F32, 4);
    static const float data[] = {1, 2, 3, 4};
    static const int64_t dims[] = {3, 4};
    c->data = data;
    m.program.constants = &c;
    m.program.constant_count = 1;
    m.inputs[0].name = "arg0";
    m.outputs[0].name = "result0";
    m.inputs[0].dims = m.outputs[0].dims = dims;
    m.inputs[0].rank = m.outputs[0].rank = 2;
    struct kernel *kernel = new_kernel(&m, 2, DIMS(3, 4), DIMS(3, 4));
    kernel->body[kernel->body_count++] =
        store_to(y, (struct affine)STRIDES(4, 1),
                 scalar(&m, SCALAR_ADD, ELEMENT_F32, load_of(&m, x, (struct affine)STRIDES(4, 1)),
                        load_of(&m, c, (struct affine)STRIDES(0, 1)), NULL));
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, m.arena, NULL);
    char folder[] = "/tmp/test_emit.XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct emit_directory_options options = {.path = arena_printf(m.arena, "%s/x/", folder)};
    const struct emit_entry entry = {.name = "main", .program = &m.program};
    assert_true(emit_directory(1, &entry, &options, &diagnostics));
    assert_false(emit_directory(1, &entry, &options, &diagnostics)); /* not empty */
    assert_int_equal(diagnostics.errors, 1);
    const char *script =
        "cd %s/x && for cc in gcc clang; do command -v $cc >/dev/null || continue; make -s clean "
        "&& "
        "make -s CC=$cc CFLAGS='-O1 -Werror' run && test \"$(./run --input=3x4xf32=1)\" = "
        "\"$(printf '3x4xf32=[2 3 4 5][2 3 4 5][2 3 4 5]')\" || exit 1; done && "
        "echo '#include \"model.h\"' > a.cc && c++ -Wall -Wextra -Werror -c a.cc -o /dev/null && "
        "make -s clean && mv b.c main.c && make -s CFLAGS='-O1 -Werror' run && ./run";
    FILE *file = fopen(arena_printf(m.arena, "%s/x/b.c", folder), "w");
    assert_non_null(file);
    fputs(short_of_memory, file);
    fclose(file);
    assert_int_equal(system(arena_printf(m.arena, script, folder)), 0);
    assert_int_equal(system(arena_printf(m.arena, "rm -r %s", folder)), 0);
    diagnostics_free(&diagnostics);
    arena_free(m.arena);
}

/* Memory that can be both written and executed. */
static bool has_open_pages(void) {
    char line[512], mode[8];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        found |= sscanf(line, "%*s %7s", mode) == 1 && mode[1] == 'w' && mode[2] == 'x';
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return found;
}

/* Several programs at once; no page of any is both writable and executable. */
static void test_pages(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 100);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(100), DIMS(100));
    struct affine at = STRIDES(1);
    kernel->body[kernel->body_count++] = store_to(y, at, constant(&m, ELEMENT_F32, 2.5));
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, m.arena, stderr);
    struct jit_options options = {.compiler = JIT_TCC, .threads = 1};
    struct executable *first = executable_new(&m.program, &options, &diagnostics, NULL);
    struct executable *second = executable_new(&m.program, &options, &diagnostics, NULL);
    assert_non_null(first);
    assert_non_null(second);
    assert_false(has_open_pages());
    executable_free(first);
    float values[100] = {0};
    executable_run(second, NULL, (void *[]){values});
    assert_true(values[0] == 2.5f && values[99] == 2.5f);
    executable_free(second);
    diagnostics_free(&diagnostics);
    arena_free(m.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gelu),          cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_row_reduction), cmocka_unit_test(test_column_reduction),
        cmocka_unit_test(test_bf16),          cmocka_unit_test(test_pool_nhwc),
        cmocka_unit_test(test_pool_nchw),     cmocka_unit_test(test_pad),
        cmocka_unit_test(test_gather),        cmocka_unit_test(test_scatter),
        cmocka_unit_test(test_argmax),        cmocka_unit_test(test_product),
        cmocka_unit_test(test_convolution),   cmocka_unit_test(test_phases),
        cmocka_unit_test(test_directory),     cmocka_unit_test(test_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
