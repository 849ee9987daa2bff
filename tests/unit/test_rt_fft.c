/* Fourier transforms of all routes against sums in long double: every small length, lengths with
   large factors, long lines and few, lines in any strides and directions. */
#include "fft_plan.h"
#include "product_tile.h"
#include "rt_test.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef double _Complex number;
typedef long double _Complex root;

static uint64_t seed = 3;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)(test_random(&seed) % (uint64_t)(high - low + 1));
}

static double random_real(void) {
    return (double)(int64_t)test_random(&seed) / 0x1p63;
}

/* One operand: numbers, or single parts of them, of `bytes` each part. */
struct tensor {
    char *data;
    size_t part_bytes;
    int is_real;
};

static number get(const struct tensor *tensor, int64_t index) {
    int64_t at = tensor->is_real ? index : 2 * index;
    double parts[2] = {0, 0};
    for (int p = 0; p < (tensor->is_real ? 1 : 2); p++) {
        const char *from = tensor->data + (size_t)(at + p) * tensor->part_bytes;
        parts[p] = tensor->part_bytes == 4 ? *(const float *)(const void *)from
                                           : *(const double *)(const void *)from;
    }
    return parts[0] + parts[1] * I;
}

static struct tensor new_tensor(const struct sdyrt_fft *what, int is_real, int64_t elements) {
    struct tensor tensor = {.part_bytes = what->type == SDYRT_PRODUCT_C64 ? 4 : 8,
                            .is_real = is_real};
    int64_t parts = is_real ? elements : 2 * elements;
    tensor.data = malloc((size_t)(parts + 1) * tensor.part_bytes);
    for (int64_t i = 0; i < parts; i++) {
        char *to = tensor.data + (size_t)i * tensor.part_bytes;
        if (tensor.part_bytes == 4) {
            *(float *)(void *)to = (float)random_real();
        } else {
            *(double *)(void *)to = random_real();
        }
    }
    return tensor;
}

static int64_t count_from(const struct sdyrt_fft *what) {
    return what->form == SDYRT_FFT_TO_REAL ? what->size / 2 + 1 : what->size;
}

static int64_t count_to(const struct sdyrt_fft *what) {
    return what->form == SDYRT_FFT_FROM_REAL ? what->size / 2 + 1 : what->size;
}

static number input(const struct sdyrt_fft *what, const struct tensor *in, int64_t first,
                    int64_t j) {
    if (what->form != SDYRT_FFT_TO_REAL) {
        return get(in, first + j * what->from);
    }
    int is_second = j > what->size / 2;
    number x = get(in, first + (is_second ? what->size - j : j) * what->from);
    return 2 * j % what->size == 0 ? creal(x) : is_second ? conj(x) : x;
}

static number transform_at(const struct sdyrt_fft *what, const number *line, const root *roots,
                           int64_t k) {
    root sum = 0;
    for (int64_t j = 0; j < what->size; j++) {
        root w = roots[(int64_t)((__int128)j * k % what->size)];
        sum += line[j] * (what->inverse ? conjl(w) : w);
    }
    return (number)(what->inverse ? sum / (long double)what->size : sum);
}

static root *new_roots(int64_t n) {
    root *roots = malloc((size_t)n * sizeof *roots);
    for (int64_t k = 0; k < n; k++) {
        long double angle = -2 * acosl(-1) * (long double)k / (long double)n;
        roots[k] = cosl(angle) + sinl(angle) * I;
    }
    return roots;
}

/* Some numbers of a line, or all of a short one. */
static void check_line(const struct sdyrt_fft *what, const struct tensor *in,
                       const struct tensor *out, int64_t from, int64_t to) {
    int64_t n = what->size, count = count_to(what);
    double unit = what->type == SDYRT_PRODUCT_C64 ? 6e-8 : 1.2e-16, norm = 0;
    number *line = malloc((size_t)n * sizeof *line);
    root *roots = new_roots(n);
    for (int64_t j = 0; j < n; j++) {
        line[j] = input(what, in, from, j);
        norm += creal(line[j] * conj(line[j]));
    }
    norm = sqrt(norm) / (what->inverse ? (double)n : 1);
    int64_t most = n > 300 ? count : 1;
    for (int64_t k = 0; k < count; k += between(1, most)) {
        number expected = transform_at(what, line, roots, k), found = get(out, to + k * what->to);
        double error = what->form == SDYRT_FFT_TO_REAL ? fabs(creal(found - expected))
                                                       : cabs(found - expected);
        assert_true(error <= 8 * unit * norm * log2((double)n + 1));
    }
    free(line);
    free(roots);
}

static struct sdyrt_fft_plan plan_of(const struct sdyrt_fft *what) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    return sdyrt_fft_choose(what, &class);
}

static int64_t tasks_of(const struct sdyrt_fft *what) {
    const struct sdyrt_fft_plan plan = plan_of(what);
    return sdyrt_fft_tasks(what, &plan);
}

static void run(const struct sdyrt_fft *what, const struct tensor *in, const struct tensor *out) {
    const struct sdyrt_fft_plan plan = plan_of(what);
    size_t part = in->part_bytes;
    char *table = malloc((size_t)sdyrt_fft_table_size(what, &plan) * part + 1);
    char *filling = malloc(sdyrt_fft_table_scratch(what, &plan) + 1);
    char *shared = malloc((size_t)sdyrt_fft_shared(what, &plan) * 2 * part + 1);
    char *scratch = aligned_alloc(64, sdyrt_fft_scratch(what, &plan));
    char *operands[4] = {in->data, out->data, table, shared};
    sdyrt_fft_fill_table(what, &plan, table, filling);
    struct sdyrt_fft phase = *what;
    for (; phase.phase < sdyrt_fft_phases(&plan); phase.phase++) {
        for (int64_t task = 0; task < sdyrt_fft_tasks(&phase, &plan); task++) {
            sdyrt_fft(&phase, &plan, operands, task, scratch);
        }
    }
    free(table);
    free(filling);
    free(shared);
    free(scratch);
}

/* Strides of dense lines, or of lines across; with gaps. */
static void lay_out(int64_t count, int64_t lines, int across, int64_t *along, int64_t *outer) {
    int64_t gap = between(0, 2);
    *along = across ? lines + gap : 1;
    *outer = across ? 1 : count + gap;
    if (between(0, 5) == 0) {
        *along *= 2;
        *outer *= 2;
    }
}

static void transform(int64_t type, int64_t form, int64_t n, int64_t lines) {
    struct sdyrt_fft what = {.type = type,
                             .form = form,
                             .inverse = form == SDYRT_FFT_TO_REAL ||
                                        (form == SDYRT_FFT_COMPLEX && between(0, 1)),
                             .size = n,
                             .rank = lines > 1 ? 1 : 0,
                             .outer_size = {lines}};
    lay_out(count_from(&what), lines, (int)between(0, 1), &what.from, &what.outer_from[0]);
    lay_out(count_to(&what), lines, (int)between(0, 1), &what.to, &what.outer_to[0]);
    struct tensor in = new_tensor(&what, form == SDYRT_FFT_FROM_REAL,
                                  count_from(&what) * what.from + lines * what.outer_from[0]);
    struct tensor out = new_tensor(&what, form == SDYRT_FFT_TO_REAL,
                                   count_to(&what) * what.to + lines * what.outer_to[0]);
    run(&what, &in, &out);
    for (int64_t line = 0; line<lines; line += n> 300 ? lines : 1) {
        check_line(&what, &in, &out, line * what.outer_from[0], line * what.outer_to[0]);
    }
    free(in.data);
    free(out.data);
}

static void all_forms(int64_t n, int64_t lines) {
    for (int64_t form = SDYRT_FFT_COMPLEX; form <= SDYRT_FFT_TO_REAL; form++) {
        transform(SDYRT_PRODUCT_C64, form, n, lines);
        transform(SDYRT_PRODUCT_C128, form, n, lines);
    }
}

static void test_short(void **state) {
    (void)state;
    for (int64_t n = 1; n <= 150; n++) {
        all_forms(n, between(1, 40));
        all_forms(n, 1);
    }
}

static void test_lengths(void **state) {
    (void)state;
    static const int64_t sizes[] = {256,  360,  512,  1000, 1009, 1024,
                                    1331, 2017, 4096, 4099, 6000, 8191};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        all_forms(sizes[s], 1);
        all_forms(sizes[s], between(2, 6));
        all_forms(sizes[s], between(17, 20));
    }
}

static void test_long(void **state) {
    (void)state;
    all_forms(1 << 16, 1); /* in two phases */
    all_forms(1 << 16, 9);
    all_forms(3 * 5 * 7 * 11 * 64, 2);
    all_forms(65537, 1); /* a prime */
}

/* Each dimension of a batch by itself: lines of one group come from one of them. */
static void test_batches(void **state) {
    (void)state;
    struct sdyrt_fft what = {.type = SDYRT_PRODUCT_C64, .form = SDYRT_FFT_COMPLEX, .size = 6};
    what.rank = 3; /* 3 x 6 x 5 x 19, along the second */
    what.from = what.to = 95;
    int64_t sizes[3] = {3, 5, 19}, strides[3] = {570, 19, 1};
    for (int k = 0; k < 3; k++) {
        what.outer_size[k] = sizes[k];
        what.outer_from[k] = what.outer_to[k] = strides[k];
    }
    struct tensor in = new_tensor(&what, 0, 1710), out = new_tensor(&what, 0, 1710);
    run(&what, &in, &out);
    for (int64_t line = 0; line < 3 * 95; line++) {
        int64_t at = line / 95 * 570 + line % 95;
        check_line(&what, &in, &out, at, at);
    }
    free(in.data);
    free(out.data);
}

/* A line with a number that is none leaves the others alone. */
static void test_apart(void **state) {
    (void)state;
    struct sdyrt_fft what = {.type = SDYRT_PRODUCT_C64, .form = SDYRT_FFT_FROM_REAL, .size = 12};
    what.from = what.to = what.rank = 1;
    what.outer_size[0] = 20;
    what.outer_from[0] = 12;
    what.outer_to[0] = 7;
    struct tensor in = new_tensor(&what, 1, 240), out = new_tensor(&what, 0, 140);
    ((float *)(void *)in.data)[5 * 12] = NAN;
    run(&what, &in, &out);
    for (int64_t line = 0; line < 20; line++) {
        if (line == 5) {
            assert_true(isnan(creal(get(&out, 5 * 7))));
        } else {
            check_line(&what, &in, &out, line * 12, line * 7);
        }
    }
    free(in.data);
    free(out.data);
}

static void test_empty(void **state) {
    (void)state;
    struct sdyrt_fft what = {.type = SDYRT_PRODUCT_C64, .size = 0, .rank = 1, .outer_size = {4}};
    assert_int_equal(tasks_of(&what), 0);
    what.size = 4;
    what.outer_size[0] = 0;
    assert_int_equal(tasks_of(&what), 0);
    assert_true(sdyrt_fft_has(0) && sdyrt_fft_has(1000003) && sdyrt_fft_has(SDYRT_FFT_MOST));
    assert_false(sdyrt_fft_has(SDYRT_FFT_MOST + 1) || sdyrt_fft_has(67108859)); /* a prime */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_short), cmocka_unit_test(test_lengths),
                                       cmocka_unit_test(test_long),  cmocka_unit_test(test_batches),
                                       cmocka_unit_test(test_apart), cmocka_unit_test(test_empty)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
