/*
 * The sums of rows of f32 where vectors have less than 64 bytes; a part of strips_rows.h. Eight
 * rows are summed together: the sixteen lanes of a row (scalar_reduce.h) become eight at once, and
 * then those of all rows are halved in the same vectors. So a row of eight elements costs three
 * additions and four moves, where one by one its lanes went through memory four times.
 */
typedef float row_lanes __attribute__((vector_size(4 * SDYRT_REDUCE_LANES / 2)));
typedef row_lanes row_place __attribute__((aligned(4), may_alias)); /* in memory */
enum { ROW_LANES = sizeof(row_lanes) / sizeof(float), ROWS_TOGETHER = ROW_LANES };

#define ROW_AT(p) (*(const row_place *)(const void *)(p))

/* Fewer elements than a vector has, and zeros, which change no lane: none is a zero with a sign. */
static inline void add_few_of_row(row_lanes *sum, const float *a, int64_t n) {
    float few[ROW_LANES] = {0};
    for (int64_t l = 0; l < n; l++) {
        few[l] = a[l];
    }
    *sum += ROW_AT(few);
}

/* The lanes of a row, of which those l and l + 8 are added. */
static inline void add_up_lanes(row_lanes *sum, const float *a, int64_t n) {
    row_lanes lanes[2] = {{0}, {0}};
    int64_t at = 0;
    if (n >= SDYRT_REDUCE_MANY) {
        row_lanes many[SDYRT_REDUCE_MANY / ROW_LANES] = {{0}};
        for (; at + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {
            for (int i = 0; i < SDYRT_REDUCE_MANY / ROW_LANES; i++) {
                many[i] += ROW_AT(a + at + i * ROW_LANES);
            }
        }
        for (int i = 0; i < SDYRT_REDUCE_MANY / ROW_LANES / 2; i++) {
            many[i] += many[i + SDYRT_REDUCE_MANY / ROW_LANES / 2];
        }
        lanes[0] = many[0] + many[2];
        lanes[1] = many[1] + many[3];
    }
    for (; at + SDYRT_REDUCE_LANES <= n; at += SDYRT_REDUCE_LANES) {
        lanes[0] += ROW_AT(a + at);
        lanes[1] += ROW_AT(a + at + ROW_LANES);
    }
    if (n - at >= ROW_LANES) {
        lanes[0] += ROW_AT(a + at);
        at += ROW_LANES;
        add_few_of_row(&lanes[1], a + at, n - at);
    } else if (at < n) {
        add_few_of_row(&lanes[0], a + at, n - at);
    }
    *sum = lanes[0] + lanes[1];
}

/* What each of eight vectors adds up to, lane l and l + 4, then l + 2, then l + 1. */
static inline void join_rows(row_lanes *joined, const row_lanes *v) {
    row_lanes of_4[4], of_2[2], last;
    for (int i = 0; i < 4; i++) {
        of_4[i] = __builtin_shufflevector(v[i], v[i + 4], 0, 1, 2, 3, 8, 9, 10, 11) +
                  __builtin_shufflevector(v[i], v[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    for (int i = 0; i < 2; i++) {
        of_2[i] = __builtin_shufflevector(of_4[i], of_4[i + 2], 0, 1, 8, 9, 4, 5, 12, 13) +
                  __builtin_shufflevector(of_4[i], of_4[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    last = __builtin_shufflevector(of_2[0], of_2[1], 0, 2, 8, 10, 4, 6, 12, 14) +
           __builtin_shufflevector(of_2[0], of_2[1], 1, 3, 9, 11, 5, 7, 13, 15);
    *joined = __builtin_shufflevector(last, last, 0, 2, 1, 3, 4, 6, 5, 7);
}

/* Groups of eight rows; how many rows that are. */
static inline int64_t add_up_rows(float *sums, const float *a, int64_t rows, int64_t stride,
                                  int64_t n) {
    int64_t row = 0;
    for (; row + ROWS_TOGETHER <= rows; row += ROWS_TOGETHER) {
        row_lanes v[ROWS_TOGETHER], joined;
        for (int r = 0; r < ROWS_TOGETHER; r++) {
            const float *at = a + (row + r) * stride;
            if (n == ROW_LANES) {
                v[r] = (row_lanes){0} + ROW_AT(at);
            } else {
                add_up_lanes(&v[r], at, n);
            }
        }
        join_rows(&joined, v);
        *(row_place *)(void *)(sums + row) = ROW_AT(sums + row) + joined;
    }
    return row;
}

#define ADD_UP_EACH_ROW                                                                            \
    __attribute__((unused)) static void strip_reduce_rows_add_f32(                                 \
        float *sums, const float *a, int64_t rows, int64_t stride, int64_t n) {                    \
        for (int64_t r = add_up_rows(sums, a, rows, stride, n); r < rows; r++) {                   \
            sums[r] += strip_reduce_add_f32(a + r * stride, n);                                    \
        }                                                                                          \
    }
