/* How far results are from what they should be, in units in the last place of their type. */
#ifndef ACCURACY_MEASURE_H
#define ACCURACY_MEASURE_H

#include <stdint.h>

/* A binary float type: digits with the leading one, exponents of the least and greatest numbers. */
struct format {
    const char *name;
    int digits, least, greatest; /* of normal numbers 2^least <= x < 2^(greatest + 1) */
};
extern const struct format format_f32, format_f64, format_f16, format_bf16;

/* The worst of many results, and where it was. */
struct worst {
    double ulps;
    double at[2];
    int64_t special;      /* results with another class or sign than they should have */
    double special_at[2]; /* the first of them */
};

/* Units in the last place between a result and the exact number. What overflows may be infinite or
 * as large as can be; infinity is the power of two that follows the largest number. */
double ulps_between(const struct format *format, long double got, long double want);
/* NaN where NaN is asked for, infinity where an exact infinity is, a zero of the right sign where
 * an exact zero is. */
int is_special_wrong(long double got, long double want);
/* Takes one result into account; the second argument only says where it was. */
void worst_add(struct worst *worst, const struct format *format, long double got, long double want,
               const double at[2]);
/* The same for a complex number: by the unit of the greater of its parts. */
void worst_add_complex(struct worst *worst, const struct format *format, const long double got[2],
                       const long double want[2], const double at[2]);

#endif
