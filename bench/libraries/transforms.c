/* Fourier transforms beside FFTW, which plans by measuring (FFTW_MEASURE). */
#include "contest.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* rows: 1 of a line; else the transform is of two dimensions. */
struct transform {
    int is_double, is_real, lines, rows, size;
};

static const struct transform transforms[] = {
    {0, 0, 1, 1, 64},      {0, 0, 1, 1, 1024},    {0, 0, 1, 1, 4096},  {0, 0, 1, 1, 65536},
    {0, 0, 1, 1, 1048576}, {0, 0, 64, 1, 16},     {0, 0, 64, 1, 256},  {0, 0, 64, 1, 1024},
    {0, 0, 64, 1, 4096},   {0, 0, 1, 1, 768},     {0, 0, 1, 1, 12288}, {0, 0, 64, 1, 48},
    {0, 0, 64, 1, 1000},   {0, 0, 64, 1, 331},    {0, 0, 1, 1, 10007}, {0, 0, 64, 1, 31},
    {0, 1, 1, 1, 1024},    {0, 1, 64, 1, 512},    {0, 1, 64, 1, 1000}, {0, 1, 1, 1, 65536},
    {0, 0, 1, 256, 256},   {0, 0, 1, 1024, 1024}, {0, 1, 1, 512, 512}, {0, 0, 16, 64, 64},
    {1, 0, 1, 1, 1024},    {1, 0, 64, 1, 256},    {1, 0, 1, 1, 65536}, {1, 0, 64, 1, 1000},
    {1, 1, 64, 1, 512},    {1, 0, 1, 256, 256},
};

struct fftw {
    const struct transform *transform;
    fftwf_plan single;
    fftw_plan twice;
};

/* Numbers of a line of the result. */
static int results(const struct transform *t) {
    return t->is_real ? t->size / 2 + 1 : t->size;
}

static void plan(struct fftw *f, const struct contest *c) {
    const struct transform *t = f->transform;
    const int rank = t->rows == 1 ? 1 : 2, n[2] = {rank == 1 ? t->size : t->rows, t->size};
    const int from = t->rows * t->size, to = t->rows * results(t);
    if (t->is_double && t->is_real) {
        f->twice = fftw_plan_many_dft_r2c(rank, n, t->lines, c->in[0], NULL, 1, from, c->theirs,
                                          NULL, 1, to, FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    } else if (t->is_double) {
        f->twice = fftw_plan_many_dft(rank, n, t->lines, c->in[0], NULL, 1, from, c->theirs, NULL,
                                      1, to, FFTW_FORWARD, FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    } else if (t->is_real) {
        f->single = fftwf_plan_many_dft_r2c(rank, n, t->lines, c->in[0], NULL, 1, from, c->theirs,
                                            NULL, 1, to, FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    } else {
        f->single = fftwf_plan_many_dft(rank, n, t->lines, c->in[0], NULL, 1, from, c->theirs, NULL,
                                        1, to, FFTW_FORWARD, FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    }
}

static void compute(const struct contest *c, const void *what) {
    const struct fftw *f = what;
    (void)c;
    if (f->transform->is_double) {
        fftw_execute(f->twice);
    } else {
        fftwf_execute(f->single);
    }
}

static long double complex operand(const struct contest *c, const struct transform *t,
                                   size_t index) {
    const char *element = t->is_double ? "f64" : "f32";
    return t->is_real
               ? contest_number(element, c->in[0], index)
               : contest_number(element, c->in[0], 2 * index) +
                     contest_number(element, c->in[0], 2 * index + 1) * (long double complex)I;
}

/* exp(-2 pi i turn / size) */
static long double complex root(size_t turn, size_t size) {
    const long double angle = -2 * acosl(-1) * (long double)(turn % size) / (long double)size;
    return cosl(angle) + sinl(angle) * (long double complex)I;
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct transform *t = ((const struct fftw *)what)->transform;
    const size_t n = (size_t)t->size, rows = (size_t)t->rows, count = (size_t)results(t);
    const size_t k = index / 2 % count, row = index / 2 / count % rows;
    const size_t line = index / 2 / count / rows;
    long double complex sum = 0;
    for (size_t r = 0; r < rows; r++) {
        long double complex of_row = 0;
        for (size_t j = 0; j < n; j++) {
            of_row += operand(c, t, (line * rows + r) * n + j) * root(j * k, n);
        }
        sum += of_row * root(r * row, rows);
    }
    return index % 2 == 0 ? creall(sum) : cimagl(sum);
}

/* Planning writes to the operands: what they hold is put back. */
static void play(const struct transform *t, struct table *table) {
    static const struct rival rival = {compute, reference, 16, 0};
    const char *type = t->is_double ? "f64" : "f32";
    struct fftw f = {.transform = t};
    char shape[64], of[32], from[128], to[128], length[32], name[CONTEST_NAME];
    snprintf(shape, sizeof shape, "tensor<%dx%dx", t->lines, t->rows);
    snprintf(of, sizeof of, t->is_real ? "%s" : "complex<%s>", type);
    snprintf(from, sizeof from, "%s%dx%s>", shape, t->size, of);
    snprintf(to, sizeof to, "%s%dxcomplex<%s>>", shape, results(t), type);
    if (t->rows == 1) {
        snprintf(length, sizeof length, "%d", t->size);
    } else {
        snprintf(length, sizeof length, "%d, %d", t->rows, t->size);
    }
    struct contest c =
        contest_open("func.func @main(%%x: %s) -> %s {\n"
                     "  %%y = stablehlo.fft %%x, type = %s, length = [%s] : (%s) -> %s\n"
                     "  return %%y : %s\n}\n",
                     from, to, t->is_real ? "RFFT" : "FFT", length, from, to, to);
    const size_t bytes = sdyc_input(c.program, 0).bytes;
    void *kept = contest_memory(bytes);
    memcpy(kept, c.in[0], bytes);
    plan(&f, &c);
    memcpy(c.in[0], kept, bytes);
    free(kept);
    snprintf(name, sizeof name, "%s%s, %d x %s%s", t->is_real ? "real " : "", type, t->lines,
             length, t->rows == 1 ? " points" : "");
    contest_play(&c, table, name, &rival, &f);
    fftwf_destroy_plan(f.single);
    fftw_destroy_plan(f.twice);
}

int main(void) {
    struct table table = table_begin("Fourier transforms", fftwf_version);
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
        play(&transforms[i], &table);
    }
    table_end(&table);
    return 0;
}
