#include "gemm_deep.h"

#include "sizes.h"

/* Blocks that are added one after the other: about as many as there are groups of them. */
static int64_t blocks_of_group(int64_t k) {
    const int64_t blocks = pieces(k, SDYRT_GEMM_BLOCK);
    int64_t group = SDYRT_GEMM_GROUP;
    while (group * group < blocks) {
        group++;
    }
    return group;
}

#define ADD_LINE(T)                                                                                \
    static void add_line_##T(int64_t count, int64_t parts, const T *from, T *to, int64_t step) {   \
        if (step == 1) {                                                                           \
            for (int64_t i = 0; i < count * parts; i++) {                                          \
                to[i] += from[i];                                                                  \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (int64_t i = 0; i < count; i++) {                                                      \
            for (int64_t part = 0; part < parts; part++) {                                         \
                to[i * step * parts + part] += from[i * parts + part];                             \
            }                                                                                      \
        }                                                                                          \
    }
ADD_LINE(float)
ADD_LINE(double)

/* C += the dense `sums` of a product, which lie as C does. */
static void add_sums(const struct sdyrt_gemm *p, const struct sdyrt_gemm *part, const char *sums,
                     char *c) {
    const int64_t size = (int64_t)sdyrt_gemm_result_size(p->type),
                  parts = sdyrt_gemm_result_parts(p->type);
    const int by_rows = part->c_col == 1;
    const int64_t lines = by_rows ? p->m : p->n, count = by_rows ? p->n : p->m;
    const int64_t line = by_rows ? p->c_row : p->c_col, step = by_rows ? p->c_col : p->c_row;
    for (int64_t i = 0; i < lines; i++, sums += count * size, c += line * size) {
        if (size / parts == (int64_t)sizeof(float)) {
            add_line_float(count, parts, (const float *)(const void *)sums, (float *)(void *)c,
                           step);
        } else {
            add_line_double(count, parts, (const double *)(const void *)sums, (double *)(void *)c,
                            step);
        }
    }
}

/* A product whose results have room in the scratch. */
static void multiply_groups(const struct sdyrt_gemm *p, gemm_kernel *multiply, const char *a,
                            const char *b, char *c, int accumulate, char *scratch) {
    const int64_t most = blocks_of_group(p->k) * SDYRT_GEMM_BLOCK;
    const int64_t operand = (int64_t)sdyrt_gemm_operand_size(p->type);
    char *sums = scratch + sdyrt_gemm_sums_place(p->type, p->k);
    struct sdyrt_gemm first = *p, later = *p;
    const int by_columns = p->c_col != 1 && p->c_row == 1;
    later.c_row = by_columns ? 1 : p->n;
    later.c_col = by_columns ? p->m : 1;
    first.k = most;
    multiply(&first, a, b, c, accumulate, scratch);
    for (int64_t depth = most; depth < p->k; depth += most) {
        later.k = minimum(most, p->k - depth);
        multiply(&later, a + depth * p->a_col * operand, b + depth * p->b_row * operand, sums, 0,
                 scratch);
        add_sums(p, &later, sums, c);
    }
}

void sdyrt_gemm_deep(const struct sdyrt_gemm *product, gemm_kernel *multiply, const void *a,
                     const void *b, void *c, int accumulate, void *scratch) {
    const int64_t operand = (int64_t)sdyrt_gemm_operand_size(product->type);
    const int64_t size = (int64_t)sdyrt_gemm_result_size(product->type);
    const int64_t room = (int64_t)SDYRT_GEMM_SUMS_BYTES / size, cols = minimum(product->n, room);
    const int64_t rows = cols > 0 ? room / cols : 0;
    struct sdyrt_gemm p = *product;
    for (int64_t col = 0; col < product->n; col += cols) {
        p.n = minimum(cols, product->n - col);
        for (int64_t row = 0; row < product->m; row += rows) {
            p.m = minimum(rows, product->m - row);
            multiply_groups(&p, multiply, (const char *)a + row * p.a_row * operand,
                            (const char *)b + col * p.b_col * operand,
                            (char *)c + (row * p.c_row + col * p.c_col) * size, accumulate,
                            scratch);
        }
    }
}
