#include "product_weights_panels.h"

#include "cpu.h"
#include "product_amx.h"
#include "product_weights_kernels.h"
#include "scalar_convert.h"
#include "sizes.h"

#include <string.h>

enum {
    PIECE_BYTES = SDYRT_MIDDLE_CACHE / 4, /* of a widened piece, */
    PIECE_COLS = WEIGHTS_STRIP * 4,       /* which has so many columns, */
    PIECE_DEPTH = WEIGHTS_SPAN / 2,       /* and terms, at most; */
    PIECE_UNIT = WEIGHTS_TILE_TERMS,      /* its rows, or columns, are whole lines */
    LINES_AHEAD = WEIGHTS_TILE_TERMS      /* rows of weights by which memory is asked for them */
};

/* In front of the scratch of the product of a piece. */
struct pieces_scratch {
    char wide[PIECE_BYTES];
    float line[PIECE_DEPTH], scale[PIECE_DEPTH], zero[PIECE_DEPTH];
};
_Static_assert(sizeof(struct pieces_scratch) + SDYRT_KERNEL_SCRATCH <= SDYRT_WEIGHTS_MANY_SCRATCH,
               "a piece and what multiplies it fit");

/* --- pieces --- */

/* How the parts of packed weights become numbers of a piece: so many beside each other in a line,
   or in rows that follow each other; or in products of their own. */
struct parting {
    int64_t beside, below, apart;
};

static int is_by_columns(const struct sdyrt_weights *what) {
    return what->b_row == 1 && what->b_col != 1;
}

/* Whether a factor of pairs of columns lies as these do, or is the same for all. */
static int lies_in_pairs(int64_t type, int64_t col, int64_t part) {
    return type == SDYRT_WEIGHTS_NONE || (col == 0 && part == 0) || (col == 2 && part == 1);
}

static int are_pairs_of_columns(const struct sdyrt_weights *w) {
    return sdyrt_weights_columns(w) == 2 && w->b_col == 1 && w->c_part == 1 && w->c_col == 2 &&
           lies_in_pairs(w->scale_type, w->scale_col, w->scale_part) &&
           lies_in_pairs(w->zero_type, w->zero_col, w->zero_part);
}

/* Whether the terms of a row of A follow each other from block to block as they do within. */
static int is_even(const struct sdyrt_weights *w) {
    return w->block >= w->k || w->a_block == w->block * w->a_col;
}

static struct parting parting_of(const struct sdyrt_weights *w) {
    const int64_t count = sdyrt_weights_count(w->type);
    const int are_terms = w->c_part == 0 && w->a_part == 1 && w->a_col == count && is_even(w);
    if (count == 2 && (are_pairs_of_columns(w) || (are_terms && is_by_columns(w)))) {
        return (struct parting){2, 1, 1};
    }
    return are_terms && w->b_col == 1 ? (struct parting){1, count, 1}
                                      : (struct parting){1, 1, count};
}

/* Cuts an extent into equal pieces of at most `most`, whole units but for the last. */
static int64_t equal_piece(int64_t extent, int64_t most) {
    const int64_t piece = pieces(extent, maximum(pieces(extent, most), 1));
    return extent <= most ? maximum(extent, 1) : pieces(piece, PIECE_UNIT) * PIECE_UNIT;
}

struct sdyrt_product sdyrt_weights_piece(const struct sdyrt_weights *what, int64_t type) {
    const struct parting parting = parting_of(what);
    const int64_t size = (int64_t)sdyrt_product_operand_size(type);
    const int by_columns = is_by_columns(what), is_whole = is_even(what);
    const int64_t wide = by_columns ? 1 : parting.beside;
    const int64_t tall = by_columns ? parting.beside : parting.below;
    const int64_t n = equal_piece(what->n * wide, PIECE_COLS);
    const int64_t row = pieces(n, PIECE_UNIT) * PIECE_UNIT;
    const int64_t most = minimum(PIECE_BYTES / size / row, PIECE_DEPTH);
    const int64_t terms = (is_whole ? what->k : minimum(what->k, what->block)) * tall;
    const int64_t k = equal_piece(terms, most / PIECE_UNIT * PIECE_UNIT);
    return (struct sdyrt_product){.type = type,
                                  .m = what->m,
                                  .n = n,
                                  .k = k,
                                  .a_row = what->a_row,
                                  .a_col = what->a_col / tall,
                                  .b_row = by_columns ? 1 : row,
                                  .b_col = by_columns ? pieces(k, PIECE_UNIT) * PIECE_UNIT : 1,
                                  .c_row = what->c_row,
                                  .c_col = what->c_col / wide,
                                  .count = 1};
}

/* --- widening --- */

/* A product on its way. */
struct work {
    const struct sdyrt_weights *what;
    const struct weights_kernels *kernels; /* NULL: there are none */
    char *const *operands;
    struct sdyrt_product most;
    struct parting parting;
    weights_line *fast; /* or NULL */
    struct pieces_scratch *room;
};

/* Columns and terms of memory, and which part of their elements. */
struct piece {
    int64_t col, cols, term, terms, part;
};

static void find_some(const struct work *w, int64_t type, const char *base, int64_t first,
                      int64_t stride, int64_t count, float missing, float *to) {
    if (w->kernels != NULL) {
        w->kernels->some(type, base, first, stride, count, missing, to);
    } else {
        sdyrt_weights_some(type, base, first, stride, count, missing, to);
    }
}

/* Numbers of a line of f32: those of one part, or of both parts of each element. */
static void widen_line(const struct work *w, const struct weights_line_of *line, float *to) {
    const int64_t beside = w->parting.beside, type = w->what->type;
    if (beside == 1 && sdyrt_weights_count(type) == 1) {
        find_some(w, type, line->from, 0, line->step, line->count, 0, to);
        return;
    }
    for (int64_t i = 0; i < line->count; i++) {
        for (int64_t p = 0; p < beside; p++) {
            const int64_t number = beside == 1 ? 0 : sdyrt_weights_part(w->what, p);
            to[i * beside + number] =
                sdyrt_weights_one(type, line->from, i * line->step, line->part + p);
        }
    }
}

static void put_line(const struct work *w, const struct weights_line_of *line, char *to) {
    const int64_t count = line->count * w->parting.beside;
    float *wide = w->room->line;
    uint16_t *narrow = (uint16_t *)(void *)to;
    if (w->fast != NULL && line->step == 1 && w->fast(w->what, line, to)) {
        return;
    }
    widen_line(w, line, wide);
    for (int64_t i = 0; i < count && line->zero != NULL; i++) {
        wide[i] -= line->zero[i];
    }
    for (int64_t i = 0; i < count && line->scale != NULL; i++) {
        wide[i] *= line->scale[i];
    }
    if (w->most.type == SDYRT_PRODUCT_F32) {
        memcpy(to, wide, (size_t)count * sizeof *wide);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        narrow[i] = sdyrt_convert_f32_bf16(wide[i]);
    }
}

static int64_t block_of(const struct sdyrt_weights *what, int64_t term) {
    return what->scale_row != 0 || what->zero_row != 0 ? term / what->block : 0;
}

/* The scales and zero points of a block, of so many columns from `col` on. */
static void find_factors(const struct work *w, const struct piece *at, int64_t block, int64_t col,
                         int64_t cols, float *scale, float *zero) {
    const struct sdyrt_weights *x = w->what;
    const int64_t wide = is_by_columns(x) ? 1 : w->parting.beside;
    const int64_t number = wide == 2 || x->c_part == 0 ? 0 : sdyrt_weights_part(x, at->part);
    const int64_t first = block * x->scale_row + col * x->scale_col + number * x->scale_part;
    const int64_t other = block * x->zero_row + col * x->zero_col + number * x->zero_part;
    find_some(w, x->scale_type, w->operands[2], first, x->scale_col / wide, cols * wide, 1, scale);
    find_some(w, x->zero_type, w->operands[3], other, x->zero_col / wide, cols * wide, 0, zero);
}

static void ask_for(const char *line, int64_t bytes) {
    for (int64_t i = 0; i < bytes; i += SDYRT_LINE_BYTES) {
        __builtin_prefetch(line + i);
    }
}

/* A line without its place. */
static struct weights_line_of line_of(const struct work *w, const struct piece *at) {
    return (struct weights_line_of){
        .part = at->part,
        .beside = w->parting.beside,
        .is_wide = w->most.type == SDYRT_PRODUCT_F32,
        .scale = w->what->scale_type == SDYRT_WEIGHTS_NONE ? NULL : w->room->scale,
        .zero = w->what->zero_type == SDYRT_WEIGHTS_NONE ? NULL : w->room->zero};
}

/* Row by row of memory; parts of elements that are terms are rows of their own. */
static void widen_rows(const struct work *w, const struct piece *at) {
    const struct sdyrt_weights *x = w->what;
    const int64_t row = w->most.b_row * (int64_t)sdyrt_product_operand_size(w->most.type);
    const int64_t size = sdyrt_weights_size(x->type), below = w->parting.below;
    struct weights_line_of line = line_of(w, at);
    int64_t block = -1;
    line.count = at->cols;
    line.step = x->b_col;
    for (int64_t i = 0; i < at->terms; i++) {
        const int64_t term = at->term + i, ahead = minimum(x->k - 1, term + LINES_AHEAD);
        char *to = w->room->wide + i * below * row;
        line.from = w->operands[1] + (term * x->b_row + at->col * x->b_col) * size;
        if (x->b_col == 1) {
            ask_for(line.from + (ahead - term) * x->b_row * size, at->cols * size);
        }
        if (block != block_of(x, term)) {
            block = block_of(x, term);
            find_factors(w, at, block, at->col, at->cols, w->room->scale, w->room->zero);
        }
        for (int64_t p = 0; p < below; p++) {
            line.part = at->part + p;
            put_line(w, &line, to + (below == 1 ? 0 : sdyrt_weights_part(x, p)) * row);
        }
    }
}

/* Scales and zero points of each term of a column. */
static void fill_factors(const struct work *w, const struct piece *at, int64_t col) {
    const int64_t beside = w->parting.beside;
    for (int64_t i = 0, end; i < at->terms; i = end) {
        const int64_t block = block_of(w->what, at->term + i);
        float scale, zero;
        end = sdyrt_weights_end(w->what, at->term + i, at->terms - i) - at->term;
        find_factors(w, at, block, col, 1, &scale, &zero);
        for (int64_t l = i * beside; l < end * beside; l++) {
            w->room->scale[l] = scale;
            w->room->zero[l] = zero;
        }
    }
}

/* Column by column, each of which lies as its terms follow each other. */
static void widen_columns(const struct work *w, const struct piece *at) {
    const struct sdyrt_weights *x = w->what;
    const int64_t to_next = w->most.b_col * (int64_t)sdyrt_product_operand_size(w->most.type);
    const int64_t size = sdyrt_weights_size(x->type);
    struct weights_line_of line = line_of(w, at);
    line.count = at->terms;
    line.step = 1;
    for (int64_t i = 0; i < at->cols; i++) {
        const int64_t col = at->col + i, ahead = minimum(x->n - 1, col + 1);
        line.from = w->operands[1] + (at->term + col * x->b_col) * size;
        ask_for(line.from + (ahead - col) * x->b_col * size, at->terms * size);
        if (line.scale != NULL || line.zero != NULL) {
            fill_factors(w, at, col);
        }
        put_line(w, &line, w->room->wide + i * to_next);
    }
}

/* Instructions that round to bf16 belong to sets that multiply it. */
static weights_line *fast_line(const struct sdyrt_weights_plan *plan) {
#if defined(__x86_64__)
    const int rounds =
        plan->piece_route == SDYRT_PRODUCT_AMX || plan->piece_route == SDYRT_PRODUCT_PAIRS;
    if (plan->isa >= SDYRT_ISA_AVX512 && (rounds || plan->piece_type == SDYRT_PRODUCT_F32)) {
        return sdyrt_weights_line_avx512;
    }
#endif
    (void)plan;
    return NULL;
}

/* --- multiplying --- */

static void multiply_part(const struct work *w, const struct sdyrt_weights_plan *plan,
                          const struct piece *at, float *c, int accumulate) {
    const struct sdyrt_weights *x = w->what;
    const int by_columns = is_by_columns(x), are_columns = x->c_part != 0;
    const int64_t number = w->parting.apart == 1 ? 0 : sdyrt_weights_part(x, at->part);
    const struct sdyrt_product_plan piece_plan = {plan->piece_route, plan->piece_exchanged,
                                                  plan->piece_depth, plan->piece_place, plan->isa};
    struct sdyrt_product piece = w->most;
    piece.n = at->cols * (by_columns ? 1 : w->parting.beside);
    piece.k = at->terms * (by_columns ? w->parting.beside : w->parting.below);
    if (by_columns) {
        widen_columns(w, at);
    } else {
        widen_rows(w, at);
    }
    const int64_t place = sdyrt_weights_place(x, at->term) + (are_columns ? 0 : number * x->a_part);
    sdyrt_product(&piece, &piece_plan, w->operands[0] + place * sdyrt_weights_size(x->a_type),
                  w->room->wide, c + at->col * x->c_col + (are_columns ? number * x->c_part : 0),
                  accumulate, w->room + 1);
}

#if defined(__x86_64__) && defined(__linux__)

/* --- strips --- */

/* Whether rows of weights are widened to the strips that tiles of AMX take: pairs of terms, which
   share a scale, of whole strips of columns. */
static int makes_strips(const struct work *w, const struct sdyrt_weights_plan *plan) {
    const struct sdyrt_weights *x = w->what;
    const int has_blocks = x->scale_row != 0 || x->zero_row != 0;
    return plan->piece_route == SDYRT_PRODUCT_AMX && !plan->piece_exchanged && x->b_col == 1 &&
           is_even(x) && w->parting.apart == 1 && x->n % STRIP_COLUMNS == 0 &&
           (!has_blocks || x->block * w->parting.below % 2 == 0);
}

/* The line of a term: which row of memory it is in, from `rows` on, and which part of that. */
static void find_line(const struct work *w, const char *rows, int64_t row, int64_t term,
                      struct weights_line_of *line) {
    const int64_t below = w->parting.below;
    line->from = rows + term * row;
    if (below > 1) {
        line->from = rows + term / below * row;
        line->part = 0;
        while (sdyrt_weights_part(w->what, line->part) != term % below) {
            line->part++;
        }
    }
}

/* Rows of strips that no term fills. */
static void clear_strips(const struct amx_stretch *at) {
    const int64_t first = pieces(at->k, 2) * STRIP_ROW;
    const int64_t end = sdyrt_group_line(at->k, sizeof(uint16_t)) * STRIP_COLUMNS;
    for (int64_t col = 0; col < at->cols; col += STRIP_COLUMNS) {
        char *strip = at->strips + col / STRIP_COLUMNS * at->strip_bytes;
        memset(strip + first, 0, (size_t)(end - first));
    }
}

static void pack_strips(const void *context, const struct amx_stretch *at) {
    const struct work *w = context;
    const struct sdyrt_weights *x = w->what;
    const int64_t size = sdyrt_weights_size(x->type), row = x->b_row * size;
    const int64_t below = w->parting.below, end = at->from + at->k;
    const struct piece piece = {.col = at->col / w->parting.beside,
                                .cols = at->cols / w->parting.beside};
    const char *rows = w->operands[1] + piece.col * size;
    struct weights_line_of first = line_of(w, &piece), second = first;
    char *to = at->strips;
    int64_t block = -1;
    first.count = second.count = piece.cols;
    for (int64_t term = at->from; term < end; term += 2, to += STRIP_ROW) {
        const int64_t ahead = minimum(x->k - 2, (term + LINES_AHEAD) / below);
        if (term % below == 0 && ahead >= 0) {
            ask_for(rows + ahead * row, piece.cols * size);
            ask_for(rows + (ahead + 1) * row, piece.cols * size);
        }
        if (block != block_of(x, term / below)) {
            block = block_of(x, term / below);
            find_factors(w, &piece, block, piece.col, piece.cols, w->room->scale, w->room->zero);
        }
        find_line(w, rows, row, term, &first);
        find_line(w, rows, row, term + 1, &second);
        second.from = term + 1 < end ? second.from : NULL;
        sdyrt_weights_pair_avx512(x, &first, &second, to, at->strip_bytes);
    }
    clear_strips(at);
}

static void multiply_strips(const struct work *w, float *c, int accumulate) {
    static const struct amx_type type = {AMX_BF16, 2, 4, sdyrt_store_float_sums};
    const struct amx_source source = {pack_strips, w};
    struct sdyrt_product all = w->most;
    all.n = w->what->n * w->parting.beside;
    all.k = w->what->k * w->parting.below;
    sdyrt_product_amx_of(&all, &type, w->operands[0], &source, c, accumulate, w->room + 1);
}

#endif

void sdyrt_weights_panels(const struct sdyrt_weights *what, const struct sdyrt_weights_plan *plan,
                          char *const *operands, float *c, int accumulate, void *scratch) {
    const struct work w = {.what = what,
                           .kernels = sdyrt_weights_kernels_of(plan->isa),
                           .operands = operands,
                           .most = sdyrt_weights_piece(what, plan->piece_type),
                           .parting = parting_of(what),
                           .fast = fast_line(plan),
                           .room = scratch};
    const int by_columns = is_by_columns(what);
    const int64_t cols = w.most.n / (by_columns ? 1 : w.parting.beside);
    const int64_t terms = w.most.k / (by_columns ? w.parting.beside : w.parting.below);
    struct piece at = {.col = 0};
#if defined(__x86_64__) && defined(__linux__)
    if (makes_strips(&w, plan)) {
        multiply_strips(&w, c, accumulate);
        return;
    }
#endif
    for (; at.col < what->n; at.col += cols) {
        at.cols = minimum(cols, what->n - at.col);
        at.term = 0;
        do { /* once even if k is zero: C is to be cleared */
            const int64_t left =
                is_even(what) ? what->k : (at.term / what->block + 1) * what->block;
            at.terms = minimum(terms, minimum(left, what->k) - at.term);
            for (at.part = 0; at.part < w.parting.apart; at.part++) {
                const int is_more = at.term > 0 || (what->c_part == 0 && at.part > 0);
                multiply_part(&w, plan, &at, c, accumulate || is_more);
            }
            at.term += at.terms;
        } while (at.term < what->k);
    }
}
