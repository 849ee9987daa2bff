#include "product_tile.h"

#include "product_native.h"
#include "sizes.h"
#include "tasks.h"

#define THRESHOLD(name, value, unit, why, how) static const int64_t name = value;
#include "product_tile_thresholds.def"

/* Each task packs its columns of B for all its rows, and reads its rows of A for all its columns.
   So a tile is at most twice as tall as wide, but where packing takes more of the time. It has at
   most the columns of f32 of the panels that stay in the middle cache, or, of few rows, those whose
   sums stay there; and at least two panels, by as many rows. */
enum {
    PANEL_COLS = SDYRT_PRODUCT_PANEL_BYTES / sizeof(float),
    PACKED_BYTES = SDYRT_PRODUCT_PACKED_PANELS * SDYRT_PRODUCT_PANEL_BYTES * SDYRT_PRODUCT_DEPTH,
    TILE_COLS = SDYRT_PRODUCT_PACKED_PANELS * PANEL_COLS,
    LONG_COLS = PACKED_BYTES / (SDYRT_PRODUCT_FEW * sizeof(float)),
    TILE_ROWS = TILE_COLS * 2,
    MIN_COLS = PANEL_COLS * 2,
    MIN_ROWS = MIN_COLS
};

/* Cuts extent into nearly equal pieces of at most limit, multiples of step but for the last. */
static int64_t even_piece(int64_t extent, int64_t limit, int64_t step) {
    if (extent <= limit) {
        return extent > 0 ? extent : 1;
    }
    int64_t piece = pieces(extent, pieces(extent, limit));
    return pieces(piece, step) * step;
}

static int is_tall(int64_t type) {
    return type == SDYRT_PRODUCT_BF16 || type == SDYRT_PRODUCT_BF16_F32 ||
           type == SDYRT_PRODUCT_I8 || type == SDYRT_PRODUCT_I16 || type == SDYRT_PRODUCT_I8_I32 ||
           type == SDYRT_PRODUCT_U8_I32;
}

/* Few rows by dense columns cost what reading B costs, wherever it is cut: so as much as any other
   work. Else it costs something to have more tasks, by long rows of B or by packing. */
static int reads_columns(const struct sdyrt_product_phase *what) {
    return what->by_columns && what->m <= SDYRT_PRODUCT_FEW;
}

static int64_t tasks_wanted(const struct sdyrt_product_phase *what) {
    const double bytes = (double)what->batch * (double)what->n * (double)what->k *
                         (double)sdyrt_product_operand_size(what->type);
    return reads_columns(what) ? maximum(sdyrt_tasks_wanted(bytes), MIN_TASKS) : MIN_TASKS;
}

static int64_t least_columns(const struct sdyrt_product_phase *what) {
    return what->m > SDYRT_PRODUCT_FEW ? MIN_COLS
           : reads_columns(what)       ? DENSE_COLS
           : what->m > SDYRT_ROWS_ROWS ? FEW_COLS
                                       : 2 * FEW_COLS;
}

/* Rows and columns of the tiles of a matrix: nearly equal pieces of at most so many. */
struct cut {
    int64_t m, n;               /* of what is cut */
    int64_t rows, cols;         /* at most; multiples of 8 and of two panels */
    int64_t min_rows, min_cols; /* below which it is not cut */
    int64_t copies;             /* of it, which are cut alike */
};

static int64_t tile_rows(const struct cut *cut) {
    return even_piece(cut->m, cut->rows, 8);
}

static int64_t tile_cols(const struct cut *cut) {
    return even_piece(cut->n, cut->cols, MIN_COLS);
}

static int64_t count_tiles(const struct cut *cut) {
    return pieces(cut->m, tile_rows(cut)) * pieces(cut->n, tile_cols(cut)) * cut->copies;
}

/* Halves tiles until there are so many, or they would be too small. */
static void cut_into(const struct sdyrt_product_phase *what, int64_t wanted, struct cut *cut) {
    for (;;) {
        const int64_t rows = tile_rows(cut), cols = tile_cols(cut);
        int can_narrow = cut->cols > cut->min_cols && cols > cut->min_cols;
        int can_shorten = cut->rows > cut->min_rows && rows > cut->min_rows;
        if (count_tiles(cut) >= wanted || !(can_narrow || can_shorten) ||
            (!reads_columns(what) && rows * cols / 2 < MIN_WORK / maximum(what->k, 1))) {
            return;
        }
        if (can_narrow && (!can_shorten || is_tall(what->type) || rows < 2 * cols)) {
            cut->cols /= 2;
        } else {
            cut->rows /= 2;
        }
    }
}

/* Whether columns of pieces are tasks enough: of types whose routes for many rows all multiply such
   columns by themselves. What a thread takes of a tile it packs once. */
static int stays_wide(const struct sdyrt_product_phase *what) {
    return what->in_pieces && what->m > SDYRT_PRODUCT_FEW &&
           (what->type == SDYRT_PRODUCT_F32 || is_tall(what->type));
}

/* Halves the rows of tiles until there are so many columns of pieces. */
static void shorten(const struct sdyrt_product_phase *what, int64_t wanted, struct cut *cut) {
    while (count_tiles(cut) * pieces(tile_cols(cut), MIN_COLS) < wanted &&
           cut->rows > cut->min_rows && tile_rows(cut) > cut->min_rows &&
           tile_rows(cut) * MIN_COLS / 2 >= MIN_WORK / maximum(what->k, 1)) {
        cut->rows /= 2;
    }
}

void sdyrt_product_tile(const struct sdyrt_product_phase *what, int64_t *tile_m, int64_t *tile_n) {
    struct cut cut = {.m = what->m,
                      .n = what->n,
                      .rows = TILE_ROWS,
                      .cols = what->m <= SDYRT_PRODUCT_FEW ? LONG_COLS : TILE_COLS,
                      .min_rows = MIN_ROWS,
                      .min_cols = least_columns(what),
                      .copies = maximum(what->batch, 1)};
    if (stays_wide(what)) {
        shorten(what, tasks_wanted(what), &cut);
    } else {
        cut_into(what, tasks_wanted(what), &cut);
    }
    *tile_m = tile_rows(&cut);
    *tile_n = tile_cols(&cut);
}

/* A thread of many gets one piece. Those of few rows are as narrow as where columns are dense, as
   neighbours are one long row, or narrower where there would not be half as many as wanted. */
struct sdyrt_product_pieces sdyrt_product_cut(const struct sdyrt_product_phase *what,
                                              int64_t tile_m, int64_t tile_n) {
    struct cut cut = {.m = tile_m,
                      .n = tile_n,
                      .rows = tile_m,
                      .cols = tile_n,
                      .min_rows = MIN_ROWS / 2,
                      .min_cols = what->m > SDYRT_PRODUCT_FEW ? MIN_COLS : DENSE_COLS,
                      .copies = pieces(what->m, tile_m) * pieces(what->n, tile_n) *
                                maximum(what->batch, 1)};
    if (!reads_columns(what)) {
        cut_into(what, SDYRT_PIECES_MOST, &cut);
        cut.min_cols = MIN_COLS;
        cut_into(what, SDYRT_PIECES_MOST / 2, &cut);
    }
    const int64_t rows = tile_rows(&cut), cols = tile_cols(&cut);
    return (struct sdyrt_product_pieces){rows, cols, pieces(tile_m, rows), pieces(tile_n, cols)};
}
