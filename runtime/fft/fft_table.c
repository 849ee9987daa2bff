/* The tables of Fourier transforms: roots of unity, to the last digit. */
#include "fft_passes.h"
#include "fft_plan.h"

#include "product_tile.h"
#include "sizes.h"

#include <math.h>
#include <string.h>

/* Where numbers go, in the precision of the transform. */
struct writer {
    int64_t type;
    char *next;
};

static void write_number(struct writer *writer, double value) {
    if (writer->type == SDYRT_PRODUCT_C64) {
        *(float *)(void *)writer->next = (float)value;
        writer->next += sizeof(float);
    } else {
        *(double *)(void *)writer->next = value;
        writer->next += sizeof(double);
    }
}

/* exp(-2 pi i k / n), by an angle of at most an eighth of a turn. Sizes are at most
   SDYRT_FFT_MOST: products with them are exact. */
static void root_of_unity(int64_t k, int64_t n, double *re, double *im) {
    k %= n;
    int64_t eighths = k * 8 / n, quarter = (eighths + 1) / 2; /* the nearest axis */
    double turn = (double)(k * 4 - quarter * n) / (double)n;
    double angle = turn * 1.57079632679489661923, c = cos(angle), s = sin(angle);
    switch (quarter % 4) {
    case 0:
        *re = c;
        *im = -s;
        break;
    case 1:
        *re = -s;
        *im = -c;
        break;
    case 2:
        *re = -c;
        *im = s;
        break;
    default:
        *re = s;
        *im = c;
        break;
    }
}

static void write_root(struct writer *writer, int64_t k, int64_t n) {
    double re, im;
    root_of_unity(k, n, &re, &im);
    write_number(writer, re);
    write_number(writer, im);
}

static void write_passes(struct writer *writer, const struct fft_short *size) {
    int64_t points = sdyrt_fft_points(size), before = 1, rest = points;
    for (int64_t f = 0; f < size->count; f++) {
        int64_t factor = size->factors[f];
        rest /= factor;
        for (int64_t k = 0; k < sdyrt_fft_roots(factor); k++) {
            write_root(writer, k, factor);
        }
        for (int64_t i = 0; i < rest && rest > 1; i++) {
            for (int64_t j = 1; j < factor; j++) {
                write_root(writer, j * before * i, points);
            }
        }
        before *= factor;
    }
}

/* exp(-pi i k k / n); k * k is taken mod 2n, in which it is periodic. */
static void chirp(int64_t k, int64_t n, double *re, double *im) {
    root_of_unity(k * k % (2 * n), 2 * n, re, im);
}

/* --- the convolution's --- */

struct number {
    double re, im;
};

/* Numbers that a transform of so many points needs. */
enum wave { WAVE_FROM, WAVE_TO, WAVE_ROOTS, WAVES };

static void plain_pass(int64_t points, int64_t factor, int64_t before, const struct number *from,
                       struct number *to, const struct number *roots) {
    int64_t rest = points / factor / before;
    for (int64_t out = 0; out < points; out++) {
        int64_t i = out % rest, k = out / rest % before, j = out / rest / before;
        int64_t at = before * i * j % points, step = points / factor * j;
        struct number sum = {0, 0};
        for (int64_t q = 0; q < factor; q++) {
            struct number x = from[i + rest * (q + factor * k)], w = roots[at];
            sum.re += x.re * w.re - x.im * w.im;
            sum.im += x.re * w.im + x.im * w.re;
            at += at + step < points ? step : step - points;
        }
        to[out] = sum;
    }
}

/* The transform of as many numbers; returns where it is: `x` or the numbers behind. */
static const struct number *plain_transform(int64_t points, struct number *x) {
    struct number *other = x + points, *roots = other + points;
    struct fft_short size;
    sdyrt_fft_short_passes(points, &size);
    for (int64_t k = 0; k < points; k++) {
        root_of_unity(k, points, &roots[k].re, &roots[k].im);
    }
    for (int64_t f = 0, before = 1; f < size.count; f++) {
        plain_pass(points, size.factors[f], before, x, other, roots);
        before *= size.factors[f];
        struct number *done = other;
        other = x;
        x = done;
    }
    return x;
}

/* The chirp; then the transform of its conjugate, which goes on before 0, divided by its length. */
static void write_convolution(struct writer *writer, int64_t n, int64_t points,
                              struct number *wave) {
    memset(wave, 0, (size_t)points * sizeof *wave);
    for (int64_t k = 0; k < n; k++) {
        double re, im;
        chirp(k, n, &re, &im);
        write_number(writer, re);
        write_number(writer, im);
        wave[k] = (struct number){re / (double)points, -im / (double)points};
        wave[k > 0 ? points - k : 0] = wave[k];
    }
    const struct number *transform = plain_transform(points, wave);
    for (int64_t k = 0; k < points; k++) {
        write_number(writer, transform[k].re);
        write_number(writer, transform[k].im);
    }
}

/* --- whole tables --- */

static void write_short(struct writer *writer, const struct fft_short *size, char *scratch) {
    if (size->convolution != 0) {
        write_convolution(writer, size->size, size->convolution, (struct number *)(void *)scratch);
    }
    write_passes(writer, size);
}

static void write_between(struct writer *writer, int64_t rows, int64_t columns) {
    int64_t size = rows * columns;
    for (int64_t column = 0; column < columns; column += FFT_LANES) {
        for (int64_t row = 0; row < rows; row++) {
            write_root(writer, row * column, size);
        }
    }
    for (int64_t row = 0; row < rows; row++) {
        double re[FFT_LANES], im[FFT_LANES];
        for (int64_t lane = 0; lane < FFT_LANES; lane++) {
            root_of_unity(row * lane, size, &re[lane], &im[lane]);
            write_number(writer, re[lane]);
        }
        for (int64_t lane = 0; lane < FFT_LANES; lane++) {
            write_number(writer, im[lane]);
        }
    }
}

int64_t sdyrt_fft_table_size(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    struct fft_passes passes;
    if (what->size == 0) {
        return 0;
    }
    sdyrt_fft_passes(plan, &passes);
    return 2 * (sdyrt_fft_passes_table(&passes) + (plan->halves ? plan->points + 1 : 0));
}

size_t sdyrt_fft_table_scratch(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    struct fft_passes passes;
    int64_t points = 0;
    if (what->size > 0) {
        sdyrt_fft_passes(plan, &passes);
        const struct fft_long *line = &passes.line;
        points = !passes.along ? passes.side.convolution
                               : maximum(line->convolution, maximum(line->rows.convolution,
                                                                    line->columns.convolution));
    }
    return (size_t)points * WAVES * sizeof(struct number);
}

void sdyrt_fft_fill_table(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan,
                          void *table, void *scratch) {
    struct fft_passes passes;
    struct writer writer = {what->type, table};
    if (what->size == 0) {
        return;
    }
    sdyrt_fft_passes(plan, &passes);
    if (passes.along) {
        const struct fft_long *line = &passes.line;
        if (line->convolution != 0) {
            write_convolution(&writer, line->size, line->convolution, scratch);
        }
        write_short(&writer, &line->columns, scratch);
        write_short(&writer, &line->rows, scratch);
        write_between(&writer, line->columns.size, line->rows.size);
    } else {
        write_short(&writer, &passes.side, scratch);
    }
    for (int64_t k = 0; k <= plan->points && plan->halves; k++) {
        write_root(&writer, k, what->size);
    }
}
