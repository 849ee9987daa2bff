/*
 * How NEON converts f16, a part of strips_float.h.
 */
#include <arm_neon.h>

typedef float32x4_t halves_wide;
typedef float16x4_t halves_narrow;
enum { HALVES = sizeof(halves_wide) / sizeof(float) };
#define HALVES_NARROW(a)  vcvt_f16_f32(a)
#define HALVES_WIDE(a)    vcvt_f32_f16(a)
#define HALVES_ANY_NAN(a) (vminvq_u32(vceqq_f32(a, a)) == 0)
