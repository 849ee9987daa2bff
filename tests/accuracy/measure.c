#include "measure.h"

#include <math.h>

const struct format format_f32 = {"f32", 24, -126, 127};
const struct format format_f64 = {"f64", 53, -1022, 1023};
const struct format format_f16 = {"f16", 11, -14, 15};
const struct format format_bf16 = {"bf16", 8, -126, 127};

static long double unit_at(const struct format *format, long double number) {
    int exponent = format->least;
    if (number != 0 && ilogbl(number) > exponent) {
        exponent = ilogbl(number);
    }
    exponent = exponent > format->greatest ? format->greatest : exponent;
    return scalbnl(1, exponent - format->digits + 1);
}

static long double bounded(const struct format *format, long double number) {
    long double most = scalbnl(1, format->greatest + 1);
    return number > most ? most : number < -most ? -most : number;
}

double ulps_between(const struct format *format, long double got, long double want) {
    if (isnan(got) || isnan(want)) {
        return isnan(got) && isnan(want) ? 0 : (double)INFINITY;
    }
    long double apart = fabsl(bounded(format, got) - bounded(format, want));
    return (double)(apart / unit_at(format, want));
}

int is_special_wrong(long double got, long double want) {
    if (isnan(want) || isnan(got)) {
        return !isnan(want) != !isnan(got);
    }
    if (isinf(want) || want == 0) {
        return got != want || !signbit(got) != !signbit(want);
    }
    return got == 0 && !signbit(got) != !signbit(want);
}

static void add(struct worst *worst, double ulps, int is_wrong, const double at[2]) {
    if (is_wrong && worst->special++ == 0) {
        worst->special_at[0] = at[0];
        worst->special_at[1] = at[1];
    }
    if (!is_wrong && ulps > worst->ulps) {
        worst->ulps = ulps;
        worst->at[0] = at[0];
        worst->at[1] = at[1];
    }
}

void worst_add(struct worst *worst, const struct format *format, long double got, long double want,
               const double at[2]) {
    add(worst, ulps_between(format, got, want), is_special_wrong(got, want), at);
}

void worst_add_complex(struct worst *worst, const struct format *format, const long double got[2],
                       const long double want[2], const double at[2]) {
    long double most = scalbnl(1, format->greatest);
    for (int i = 0; i < 2;
         i++) { /* what parts of infinite and other numbers are is the library's */
        if (!(fabsl(want[i]) < most) || !(fabsl(got[i]) < most)) {
            return;
        }
    }
    long double unit = unit_at(format, fmaxl(fabsl(want[0]), fabsl(want[1])));
    long double apart = fmaxl(fabsl(got[0] - want[0]), fabsl(got[1] - want[1]));
    add(worst, (double)(apart / unit), 0, at);
}
