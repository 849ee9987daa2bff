/* Strips of one and of two operands against the scalar functions that they stand for, between pages
   that they may not touch; those of other forms are in tests/unit/test_rt_strips*.c. */
#include "families.h"

#include <math.h>
#include <string.h>

#include "scalar.h"
#include "strips.h"

enum { STRIPS_MOST = 400 };

/* What an element is, to those that make and compare them. */
enum kind { KIND_BITS, KIND_F32, KIND_F64 };
#define KIND_OF(type) _Generic((type)0, float : KIND_F32, double : KIND_F64, default : KIND_BITS)

typedef void scalar_fn(void *result, const void *a, const void *b);

struct row {
    const char *name;
    size_t place; /* of its function in struct sdyrt_strips */
    scalar_fn *scalar;
    enum kind result, operand;
    int result_bytes, operand_bytes, operands;
    bool is_truth; /* its operands are bytes of 0 or 1 */
};

#define T SDYRT_TYPE
/* r: type of the result, o: of the operands, b: what the second one is. */
#define SCALAR(name, r, o, call)                                                                   \
    static void scalar_##name(void *result, const void *first, const void *second) {               \
        const T(o) a = *(const T(o) *)first, b = *(const T(o) *)second;                            \
        (void)b;                                                                                   \
        *(T(r) *)result = call;                                                                    \
    }
#define SDYRT_UNARY(op, t)   SCALAR(op##_##t, t, t, sdyrt_##op##_##t(a))
#define SDYRT_TEST(op, t)    SCALAR(op##_##t, i1, t, sdyrt_##op##_##t(a))
#define SDYRT_BINARY(op, t)  SCALAR(op##_##t, t, t, sdyrt_##op##_##t(a, b))
#define SDYRT_COMPARE(op, t) SCALAR(op##_##t, i1, t, sdyrt_##op##_##t(a, b))
#define SDYRT_CONVERT(s, t)  SCALAR(convert_##s##_##t, t, s, sdyrt_convert_##s##_##t(a))
#include "strips.def"

#define ROW(op, form, r, o, count, truth)                                                          \
    {#op,           offsetof(struct sdyrt_strips, form),                                           \
     scalar_##op,   KIND_OF(T(r)),                                                                 \
     KIND_OF(T(o)), sizeof(T(r)),                                                                  \
     sizeof(T(o)),  count,                                                                         \
     truth},
#define IS_TRUTH(t) (sizeof(#t) == 3 && #t[0] == 'i' && #t[1] == '1')
static const struct row rows[] = {
#define SDYRT_UNARY(op, t)   ROW(op##_##t, op##_##t##_v, t, t, 1, IS_TRUTH(t))
#define SDYRT_TEST(op, t)    ROW(op##_##t, op##_##t##_v, i1, t, 1, false)
#define SDYRT_BINARY(op, t)  ROW(op##_##t, op##_##t##_vv, t, t, 2, IS_TRUTH(t))
#define SDYRT_COMPARE(op, t) ROW(op##_##t, op##_##t##_vv, i1, t, 2, IS_TRUTH(t))
#define SDYRT_CONVERT(s, t)  ROW(convert_##s##_##t, convert_##s##_##t##_v, t, s, 1, IS_TRUTH(s))
#include "strips.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Those that are the C library's or polynomials may differ in last bits (docs/reference/numbers.md). */
static bool is_exact(const struct row *row) {
    static const char *const approximate[] = {"exp",   "log",   "tanh", "sin",  "cos",      "tan",
                                              "asin",  "acos",  "atan", "sinh", "cosh",     "asinh",
                                              "acosh", "atanh", "erf",  "cbrt", "logistic", "pow"};
    for (size_t i = 0; i < sizeof approximate / sizeof approximate[0]; i++) {
        if (strncmp(row->name, approximate[i], strlen(approximate[i])) == 0) {
            return false;
        }
    }
    return true;
}

static void random_operand(struct dice *dice, const struct row *row, char *to) {
    static const double special[] = {
        0,        -0.0,      1,   -1,  0.5,  -0.5,  1.5, 2.5,   3e38, 1e-38, 1e-42, 1e30,
        INFINITY, -INFINITY, NAN, 127, -129, 65520, 3e9, -1e-3, 88.5, -104,  1e19,  4194304.5};
    const int64_t count = sizeof special / sizeof special[0];
    const double real =
        dice_one_in(dice, 3) ? special[dice_between(dice, 0, count - 1)] : 10 * dice_real(dice);
    const float single = (float)real;
    const uint64_t bits = dice_bits(dice);
    const uint64_t whole = row->is_truth          ? bits >> 63
                           : dice_one_in(dice, 3) ? (uint64_t)dice_between(dice, -9, 9)
                                                  : bits;
    const void *from = row->operand == KIND_F32   ? (const void *)&single
                       : row->operand == KIND_F64 ? (const void *)&real
                                                  : (const void *)&whole;
    memcpy(to, from, (size_t)row->operand_bytes);
}

static bool is_close(const struct row *row, const char *found, const char *wanted) {
    enum { UNITS = 8 };
    float single[2];
    double wide[2];
    if (memcmp(found, wanted, (size_t)row->result_bytes) == 0) {
        return true;
    }
    if (row->result == KIND_BITS) {
        return false;
    }
    if (row->result == KIND_F32) {
        memcpy(&single[0], found, sizeof single[0]);
        memcpy(&single[1], wanted, sizeof single[1]);
        wide[0] = (double)single[0], wide[1] = (double)single[1];
    } else {
        memcpy(&wide[0], found, sizeof wide[0]);
        memcpy(&wide[1], wanted, sizeof wide[1]);
    }
    const double unit = row->result == KIND_F32 ? 0x1p-23 : 0x1p-52;
    const double least = row->result == KIND_F32 ? 1e-44 : 1e-322;
    return (isnan(wide[0]) && isnan(wide[1])) ||
           (!is_exact(row) && fabs(wide[0] - wide[1]) <= UNITS * unit * fabs(wide[1]) + least);
}

static void run(struct kernel_case *test) {
    const struct row *row = &rows[dice_between(&test->dice, 0, ROWS - 1)];
    const int64_t n = dice_extent(&test->dice, STRIPS_MOST);
    const struct sdyrt_strips *strips = sdyrt_strips();
    kernel_function *function;
    char *operands[2] = {NULL, NULL}, wanted[16];
    memcpy(&function, (const char *)strips + row->place, sizeof function);
    case_describe(test, "strip %s of %lld", row->name, (long long)n);
    case_takes(test, 0);
    case_works(test, 0, (double)(n * (row->operands * row->operand_bytes + row->result_bytes)));
    for (int k = 0; k < row->operands; k++) {
        operands[k] =
            case_memory(test, (size_t)(n * row->operand_bytes), (size_t)row->operand_bytes);
        for (int64_t i = 0; i < n; i++) {
            random_operand(&test->dice, row, operands[k] + i * row->operand_bytes);
        }
        case_protect(test, operands[k]);
    }
    char *result = case_memory(test, (size_t)(n * row->result_bytes), (size_t)row->result_bytes);
    const union argument last = {.number = n};
    case_call(test, function, row->operands + 2,
              (union argument[]){{result},
                                 {operands[0]},
                                 row->operands == 2 ? (union argument){operands[1]} : last,
                                 last});
    for (int64_t i = 0; i < n; i++) {
        const char *a = operands[0] + i * row->operand_bytes;
        const char *b = row->operands == 2 ? operands[1] + i * row->operand_bytes : a;
        row->scalar(wanted, a, b);
        if (!is_close(row, result + i * row->result_bytes, wanted)) {
            case_fail(test, "element %lld is not what the scalar function gives", (long long)i);
        }
    }
}

const struct kernel_family kernels_strips = {.name = "strips",
                                             .count = 12000,
                                             .run = run,
                                             .routes = 1,
                                             .route_name = family_tasks,
                                             .must_take = family_takes_all};
