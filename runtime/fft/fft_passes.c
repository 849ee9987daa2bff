#include "fft_passes.h"

#include "sizes.h"

/* --- lengths --- */

/* Eight and four first: their passes move the most per operation. 16 is two fours. */
static int64_t take_factors(int64_t size, struct fft_short *passes) {
    static const int64_t first[] = {8, 4, 2, 3, 5};
    passes->count = 0;
    for (int i = 0; i < 5; i++) {
        while (size % first[i] == 0 && !(first[i] == 8 && size % 16 == 0 && size % 32 != 0)) {
            passes->factors[passes->count++] = first[i];
            size /= first[i];
        }
    }
    for (int64_t prime = 7; prime <= FFT_PRIME && size > 1; prime += 2) {
        while (size % prime == 0) {
            passes->factors[passes->count++] = prime;
            size /= prime;
        }
    }
    return size;
}

int64_t sdyrt_fft_smooth_size(int64_t least) {
    int64_t best = 1;
    while (best < least) {
        best *= 2;
    }
    for (int64_t odd = 3; odd <= 5; odd += 2) {
        int64_t size = odd;
        while (size < least) {
            size *= 2;
        }
        best = size < best ? size : best;
    }
    return best;
}

void sdyrt_fft_short_passes(int64_t size, struct fft_short *passes) {
    passes->size = size;
    passes->convolution = 0;
    if (take_factors(size, passes) != 1) {
        passes->convolution = sdyrt_fft_smooth_size(2 * size - 1);
        take_factors(passes->convolution, passes);
    }
}

int64_t sdyrt_fft_points(const struct fft_short *size) {
    return size->convolution != 0 ? size->convolution : size->size;
}

void sdyrt_fft_passes(const struct sdyrt_fft_plan *plan, struct fft_passes *passes) {
    passes->size = plan->points;
    passes->halves = (int)plan->halves;
    passes->along = plan->route != SDYRT_FFT_BY_SIDE;
    passes->lane = plan->lane;
    if (passes->along) {
        const int64_t size = plan->convolution != 0 ? plan->convolution : plan->points;
        passes->line.size = plan->points;
        passes->line.convolution = plan->convolution;
        sdyrt_fft_short_passes(plan->rows, &passes->line.columns);
        sdyrt_fft_short_passes(size / plan->rows, &passes->line.rows);
    } else {
        sdyrt_fft_short_passes(plan->points, &passes->side);
    }
}

/* --- tables --- */

int64_t sdyrt_fft_roots(int64_t factor) {
    return factor > 5 && factor != 8 ? factor : 0;
}

int64_t sdyrt_fft_short_table(const struct fft_short *size) {
    int64_t points = sdyrt_fft_points(size), rest = points;
    int64_t entries = size->convolution != 0 ? size->size + size->convolution : 0;
    for (int64_t f = 0; f < size->count; f++) {
        rest /= size->factors[f];
        entries += sdyrt_fft_roots(size->factors[f]);
        entries += rest > 1 ? (size->factors[f] - 1) * rest : 0;
    }
    return entries;
}

static int64_t long_table(const struct fft_long *line) {
    int64_t rows = line->columns.size, columns = line->rows.size;
    int64_t entries = line->convolution != 0 ? line->size + line->convolution : 0;
    return entries + sdyrt_fft_short_table(&line->columns) + sdyrt_fft_short_table(&line->rows) +
           rows * pieces(columns, FFT_LANES) + rows * FFT_LANES;
}

int64_t sdyrt_fft_passes_table(const struct fft_passes *passes) {
    return passes->along ? long_table(&passes->line) : sdyrt_fft_short_table(&passes->side);
}
