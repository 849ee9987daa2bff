#include "product_weights_kernels.h"

#include "cpu.h"
#include "parts.h"
#include "product_weights_panels.h"
#include "scalar_convert.h"
#include "sizes.h"

#include <string.h>

/* --- numbers --- */

typedef float load_fn(const char *base, int64_t index, int64_t part);

static float load_none(const char *base, int64_t index, int64_t part) {
    (void)base, (void)index, (void)part;
    return 0;
}

static float load_f32(const char *base, int64_t index, int64_t part) {
    float number;
    (void)part;
    memcpy(&number, base + index * (int64_t)sizeof number, sizeof number);
    return number;
}

#define WEIGHTS_TYPE(name, NAME, storage)                                                          \
    static float load_##name(const char *base, int64_t index, int64_t part) {                      \
        storage element;                                                                           \
        (void)part;                                                                                \
        memcpy(&element, base + index * (int64_t)sizeof element, sizeof element);                  \
        return sdyrt_convert_##name##_f32(element);                                                \
    }
#define PACKED_TYPE(name, NAME, storage, parts, is_signed)                                         \
    static float load_##name(const char *base, int64_t index, int64_t part) {                      \
        storage element;                                                                           \
        memcpy(&element, base + index * (int64_t)sizeof element, sizeof element);                  \
        const int nibble = (int)(element >> (WEIGHTS_PART_BITS * part) & 15);                      \
        return (float)((is_signed) && nibble > 7 ? nibble - 16 : nibble);                          \
    }
#include "product_weights_types.def"

static load_fn *const loads[SDYRT_WEIGHTS_TYPE_COUNT] = {
    load_none,
    load_f32,
#define WEIGHTS_TYPE(name, NAME, storage)                  load_##name,
#define PACKED_TYPE(name, NAME, storage, parts, is_signed) load_##name,
#include "product_weights_types.def"
};

static const int64_t sizes[SDYRT_WEIGHTS_TYPE_COUNT] = {
    0,
    sizeof(float),
#define WEIGHTS_TYPE(name, NAME, storage)                  sizeof(storage),
#define PACKED_TYPE(name, NAME, storage, parts, is_signed) sizeof(storage),
#include "product_weights_types.def"
};

static const int64_t counts[SDYRT_WEIGHTS_TYPE_COUNT] = {
    1,
    1,
#define WEIGHTS_TYPE(name, NAME, storage)                  1,
#define PACKED_TYPE(name, NAME, storage, parts, is_signed) parts,
#include "product_weights_types.def"
};

float sdyrt_weights_one(int64_t type, const char *base, int64_t index, int64_t part) {
    return loads[type](base, index, part);
}

int64_t sdyrt_weights_place(const struct sdyrt_weights *what, int64_t term) {
    const int64_t block = term / what->block;
    return block * what->a_block + (term - block * what->block) * what->a_col;
}

int64_t sdyrt_weights_part(const struct sdyrt_weights *what, int64_t part) {
    return what->order >> (WEIGHTS_PART_BITS * part) & 15;
}

int64_t sdyrt_weights_count(int64_t type) {
    return counts[type];
}

int64_t sdyrt_weights_columns(const struct sdyrt_weights *what) {
    return what->c_part != 0 ? counts[what->type] : 1;
}

int64_t sdyrt_weights_size(int64_t type) {
    return sizes[type];
}

void sdyrt_weights_some(int64_t type, const char *base, int64_t first, int64_t stride,
                        int64_t count, float missing, float *to) {
    if (type == SDYRT_WEIGHTS_F32 && stride == 1) {
        memcpy(to, base + first * (int64_t)sizeof(float), (size_t)count * sizeof(float));
        return;
    }
    if (type == SDYRT_WEIGHTS_NONE || stride == 0) {
        const float same = type == SDYRT_WEIGHTS_NONE ? missing : loads[type](base, first, 0);
        for (int64_t i = 0; i < count; i++) {
            to[i] = same;
        }
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        to[i] = loads[type](base, first + i * stride, 0);
    }
}

/* So many elements of a type further; what is not there stays nowhere. */
static char *elements_behind(char *operand, int64_t type, int64_t elements) {
    return operand == NULL ? NULL : operand + elements * sizes[type];
}

struct sdyrt_weights sdyrt_weights_from(const struct sdyrt_weights *what, int64_t col,
                                        char *const *operands, char **moved) {
    struct sdyrt_weights rest = *what;
    rest.n -= col;
    moved[0] = operands[0];
    moved[1] = elements_behind(operands[1], what->type, col * what->b_col);
    moved[2] = elements_behind(operands[2], what->scale_type, col * what->scale_col);
    moved[3] = elements_behind(operands[3], what->zero_type, col * what->zero_col);
    return rest;
}

int64_t sdyrt_weights_end(const struct sdyrt_weights *what, int64_t term, int64_t most) {
    const int has_blocks = what->scale_row != 0 || what->zero_row != 0;
    const int64_t end = minimum(what->k, term + most);
    return has_blocks ? minimum(end, (term / what->block + 1) * what->block) : end;
}

/* --- number by number --- */

/* A column of C, which is one of memory, or a part of it, of some number among the parts. */
struct column {
    int64_t col, part, number;
};

/* The terms of a sum from `term` to `end`, which share a scale. */
static float some_terms(const struct sdyrt_weights *w, char *const *operands, int64_t row,
                        struct column at, int64_t term, int64_t end) {
    const int64_t block = term / w->block, parts = counts[w->type] / sdyrt_weights_columns(w);
    float sum = 0, scale, zero;
    sdyrt_weights_some(w->scale_type, operands[2],
                       block * w->scale_row + at.col * w->scale_col + at.number * w->scale_part, 1,
                       1, 1, &scale);
    sdyrt_weights_some(w->zero_type, operands[3],
                       block * w->zero_row + at.col * w->zero_col + at.number * w->zero_part, 1, 1,
                       0, &zero);
    for (int64_t i = term; i < end; i++) {
        for (int64_t p = 0; p < parts; p++) {
            const float weight =
                loads[w->type](operands[1], i * w->b_row + at.col * w->b_col, at.part + p);
            const int64_t place = sdyrt_weights_place(w, i) + sdyrt_weights_part(w, p) * w->a_part;
            sum += loads[w->a_type](operands[0], row * w->a_row + place, 0) * (weight - zero);
        }
    }
    return sum * scale;
}

static float sum_of(const struct sdyrt_weights *w, char *const *operands, int64_t row,
                    struct column at) {
    float all = 0;
    for (int64_t i = 0; i < w->k;) {
        const int64_t stretch = minimum(w->k, i + WEIGHTS_STRETCH);
        float sum = 0;
        for (int64_t end; i < stretch; i = end) {
            end = sdyrt_weights_end(w, i, minimum(WEIGHTS_DEPTH, stretch - i));
            sum += some_terms(w, operands, row, at, i, end);
        }
        all += sum;
    }
    return all;
}

void sdyrt_weights_loops(const struct sdyrt_weights *w, char *const *operands, float *c,
                         int accumulate, void *scratch) {
    const int64_t columns = sdyrt_weights_columns(w);
    (void)scratch;
    for (int64_t i = 0; i < w->m; i++) {
        for (int64_t j = 0; j < w->n * columns; j++) {
            const int64_t part = j % columns;
            const struct column at = {j / columns, part, sdyrt_weights_part(w, part)};
            float *to = c + i * w->c_row + at.col * w->c_col + at.number * w->c_part;
            const float sum = sum_of(w, operands, i, at);
            *to = accumulate ? *to + sum : sum;
        }
    }
}

/* --- columns that fill no vector --- */

enum { REST_SUMS = WEIGHTS_DEPTH * WEIGHTS_STRIP }; /* of as many rows at a time */

/* C = (accumulate ? C : 0) + sums, of the columns from `first` on, each of so many numbers. */
static void store_rest(const struct sdyrt_weights *w, const float *sums, int64_t rows,
                       int64_t first, int64_t lanes, float *c, int accumulate) {
    const int64_t columns = sdyrt_weights_columns(w);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = first * columns; j < lanes * columns; j++) {
            float *to = c + i * w->c_row + (w->n - lanes + j / columns) * w->c_col +
                        j % columns * w->c_part;
            const float sum = sums[i * lanes * columns + j];
            *to = accumulate ? *to + sum : sum;
        }
    }
}

void sdyrt_weights_rest(const struct sdyrt_weights *w, weights_kernel *kernel, int64_t lanes,
                        char *const *operands, float *c, int accumulate, void *scratch) {
    float sums[REST_SUMS];
    char *moved[4];
    const int64_t columns = sdyrt_weights_columns(w), rest = w->n % lanes;
    const int64_t most = REST_SUMS / (lanes * columns);
    if (rest == 0) {
        return;
    }
    if (w->n < lanes) {
        sdyrt_weights_loops(w, operands, c, accumulate, scratch);
        return;
    }
    struct sdyrt_weights last = sdyrt_weights_from(w, w->n - lanes, operands, moved);
    last.c_row = lanes * columns;
    last.c_col = columns;
    last.c_part = columns > 1;
    for (int64_t row = 0; row < w->m; row += most) {
        last.m = minimum(most, w->m - row);
        moved[0] = operands[0] + row * w->a_row * sizes[w->a_type];
        kernel(&last, moved, sums, 0, scratch);
        store_rest(w, sums, last.m, lanes - rest, lanes, c + row * w->c_row, accumulate);
    }
}

/* --- the routes --- */

static const struct weights_kernels *const kernels[SDYRT_ISA_COUNT] = {
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &sdyrt_weights_avx2,
    [SDYRT_ISA_AVX512] = &sdyrt_weights_avx512,
#endif
    [SDYRT_ISA_BASELINE] = NULL, /* which has `loops` alone */
};

const struct weights_kernels *sdyrt_weights_kernels_of(int64_t isa) {
    return kernels[isa];
}

static weights_kernel *kernel_of(const struct sdyrt_weights *what,
                                 const struct sdyrt_weights_plan *plan) {
    switch (plan->route) {
    case SDYRT_WEIGHTS_BY_ROWS:
        return kernels[plan->isa]->rows[what->type];
    case SDYRT_WEIGHTS_BY_DOTS:
        return kernels[plan->isa]->dots[what->type];
#if defined(__x86_64__) && defined(__linux__)
    case SDYRT_WEIGHTS_BY_TILES:
        return sdyrt_weights_tiles;
#endif
#if defined(__x86_64__)
    case SDYRT_WEIGHTS_BY_LOOKED_UP:
        return (what->b_col == 1 ? sdyrt_weights_vbmi.rows : sdyrt_weights_vbmi.dots)[what->type];
    case SDYRT_WEIGHTS_BY_BESIDE_DOTS:
        return sdyrt_weights_beside_dots;
    case SDYRT_WEIGHTS_BY_BESIDE_ROWS:
        return sdyrt_weights_beside_rows;
#endif
    default:
        return sdyrt_weights_loops;
    }
}

static int takes_all(const struct sdyrt_weights_plan *plan) {
    return plan->route == SDYRT_WEIGHTS_BY_BESIDE_DOTS ||
           plan->route == SDYRT_WEIGHTS_BY_BESIDE_ROWS;
}

void sdyrt_weights(const struct sdyrt_weights *what, const struct sdyrt_weights_plan *plan,
                   char *const *operands, void *c, int accumulate, void *scratch) {
    const int64_t calls = takes_all(plan) ? 1 : what->count;
    if (what->m == 0 || what->n == 0) { /* there are no scales, either */
        return;
    }
    for (int64_t i = 0; i < calls; i++) {
        char *const own[] = {operands[0] + i * what->a_step * sizes[what->a_type],
                             operands[1] + i * what->b_step * sizes[what->type], operands[2],
                             operands[3]};
        float *to = (float *)c + i * what->c_step;
        if (plan->route == SDYRT_WEIGHTS_BY_PANELS) {
            SDYRT_IF(PRODUCT_WEIGHTS_PANELS,
                     sdyrt_weights_panels(what, plan, own, to, accumulate, scratch);)
        } else {
            kernel_of(what, plan)(what, own, to, accumulate, scratch);
        }
    }
}
