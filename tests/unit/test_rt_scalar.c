/* The scalar semantics against known values, the C library in double, and exhaustive codes. */
#include "rt_test.h"
#include "scalar.h"

#include <stdlib.h>

/* ---- transcendental functions ---------------------------------------------------------------- */

static double logistic(double a) {
    return 1 / (1 + exp(-a));
}

static double rsqrt(double a) {
    return 1 / sqrt(a);
}

struct function {
    const char *name;
    float (*ours)(float);
    double (*exact)(double);
    double ulps;
};

static float distance_to_next(float a) {
    return nextafterf(fabsf(a), INFINITY) - fabsf(a);
}

static void check_value(const struct function *function, float a) {
    float got = function->ours(a);
    double want = function->exact(a);
    float rounded = (float)want;
    if (isnan(want)) {
        assert_true(isnan(got));
        return;
    }
    if (isinf(rounded)) {
        assert_true(fabsf(got) > 3.4028e38f && signbit(got) == signbit(rounded));
        return;
    }
    double error = fabs(got - want) / distance_to_next(rounded);
    if (error > function->ulps) {
        fail_msg("%s(%.9g) is %.9g, not %.9g: %.2f ulp", function->name, a, got, want, error);
    }
}

static void test_accuracy(void **state) {
    (void)state;
    static const struct function functions[] = {
        {"exp", sdyrt_exp_f32, exp, 1.1},  {"expm1", sdyrt_expm1_f32, expm1, 2},
        {"log", sdyrt_log_f32, log, 1},    {"log1p", sdyrt_log1p_f32, log1p, 2},
        {"tanh", sdyrt_tanh_f32, tanh, 3}, {"logistic", sdyrt_logistic_f32, logistic, 3},
        {"erf", sdyrt_erf_f32, erf, 2},    {"sin", sdyrt_sin_f32, sin, 4},
        {"cos", sdyrt_cos_f32, cos, 4},    {"tan", sdyrt_tan_f32, tan, 4},
        {"cbrt", sdyrt_cbrt_f32, cbrt, 4}, {"rsqrt", sdyrt_rsqrt_f32, rsqrt, 2},
        {"atan", sdyrt_atan_f32, atan, 4}, {"erfc", sdyrt_erfc_f32, erfc, 4},
    };
    static const float special[] = {0.0f,   -0.0f,     INFINITY, -INFINITY, NAN,    1.0f,
                                    -1.0f,  1e-45f,    88.72f,   88.73f,    -87.4f, -104,
                                    1e-38f, 0x1p-126f, -88.9f,   -103.5f,   1e-44f, 3.40e38f,
                                    -3e38f, 9.0f,      10.0f,    4.0f,      -1e-42f};
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
            check_value(&functions[f], special[i]);
        }
        for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 8191) {
            check_value(&functions[f], sdyrt_float_f32((uint32_t)bits));
        }
    }
}

/* Zero keeps its sign, as do results that underflow to it. */
static void test_zeros(void **state) {
    (void)state;
    assert_true(signbit(sdyrt_tanh_f32(-0.0f)) && signbit(sdyrt_expm1_f32(-0.0f)));
    assert_true(signbit(sdyrt_log1p_f32(-0.0f)) && signbit(sdyrt_erf_f32(-0.0f)));
    assert_true(sdyrt_tanh_f32(100) == 1 && sdyrt_tanh_f32(-INFINITY) == -1);
    assert_true(sdyrt_logistic_f32(-200) == 0 && sdyrt_logistic_f32(200) == 1);
    assert_true(sdyrt_logistic_f32(-INFINITY) == 0 && sdyrt_logistic_f64(-INFINITY) == 0);
    assert_true(sdyrt_logistic_f64(-710.5) == exp(-710.5) && sdyrt_logistic_f64(-744) > 0);
    assert_true(sdyrt_exp_f32(-INFINITY) == 0 && sdyrt_expm1_f32(-INFINITY) == -1);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static void test_integers(void **state) {
    (void)state;
    assert_true(sdyrt_add_i8(127, 1) == -128);
    assert_true(sdyrt_mul_i16(-32768, -1) == -32768);
    assert_true(sdyrt_sub_i32(INT32_MIN, 1) == INT32_MAX);
    assert_true(sdyrt_div_i32(7, 0) == -1 && sdyrt_div_u32(7, 0) == UINT32_MAX);
    assert_true(sdyrt_div_i64(INT64_MIN, -1) == INT64_MIN && sdyrt_rem_i64(INT64_MIN, -1) == 0);
    assert_true(sdyrt_rem_i32(-17, 3) == -2 && sdyrt_rem_i32(17, 0) == 17);
    assert_true(sdyrt_abs_i8(-128) == -128 && sdyrt_neg_u8(1) == 255);
    assert_true(sdyrt_sign_i64(-5) == -1 && sdyrt_sign_u16(9) == 1 && sdyrt_sign_i32(0) == 0);
    assert_true(sdyrt_pow_i32(3, 4) == 81 && sdyrt_pow_i32(2, -1) == 0);
    assert_true(sdyrt_pow_i32(-1, -3) == -1 && sdyrt_pow_i32(1, -3) == 1);
    assert_true(sdyrt_pow_u8(2, 8) == 0 && sdyrt_pow_i64(-2, 63) == INT64_MIN);
}

static void test_bits(void **state) {
    (void)state;
    assert_true(sdyrt_shift_left_i8(1, 7) == -128 && sdyrt_shift_left_i8(1, 8) == 0);
    assert_true(sdyrt_shift_left_i32(1, -1) == 0);
    assert_true(sdyrt_shift_right_arithmetic_i32(-8, 1) == -4);
    assert_true(sdyrt_shift_right_arithmetic_i32(-8, 40) == -1);
    assert_true(sdyrt_shift_right_arithmetic_u8(0x80, 3) == 0xf0);
    assert_true(sdyrt_shift_right_logical_i8(-1, 4) == 15);
    assert_true(sdyrt_shift_right_logical_i64(-1, 64) == 0);
    assert_true(sdyrt_popcnt_i8(-1) == 8 && sdyrt_popcnt_u64(UINT64_MAX) == 64);
    assert_true(sdyrt_clz_i16(1) == 15 && sdyrt_clz_i32(0) == 32 && sdyrt_clz_u64(1) == 63);
    assert_true(sdyrt_not_i1(0) == 1 && sdyrt_not_u8(0xf0) == 0x0f);
    assert_true(sdyrt_wrap_4_i8(8) == -8 && sdyrt_wrap_4_u8(17) == 1);
}

static void test_floats(void **state) {
    (void)state;
    assert_true(isnan(sdyrt_max_f32(NAN, 1)) && isnan(sdyrt_max_f32(1, NAN)));
    assert_true(isnan(sdyrt_min_f64(NAN, 1)) && isnan(sdyrt_min_f64(1, NAN)));
    assert_true(!signbit(sdyrt_max_f32(-0.0f, 0.0f)) && !signbit(sdyrt_max_f32(0.0f, -0.0f)));
    assert_true(signbit(sdyrt_min_f32(-0.0f, 0.0f)) && signbit(sdyrt_min_f32(0.0f, -0.0f)));
    assert_true(sdyrt_max_f64(-3, -2) == -2 && sdyrt_min_f64(-3, -2) == -3);
    assert_true(isnan(sdyrt_sign_f32(NAN)) && signbit(sdyrt_sign_f32(-0.0f)));
    assert_true(sdyrt_sign_f64(-7) == -1 && sdyrt_sign_f32(INFINITY) == 1);
    assert_true(sdyrt_round_nearest_even_f32(2.5f) == 2);
    assert_true(sdyrt_round_nearest_afz_f32(2.5f) == 3 && sdyrt_round_nearest_afz_f32(-0.5f) == -1);
    assert_true(sdyrt_round_nearest_afz_f32(0.49999997f) == 0);
    assert_true(sdyrt_round_nearest_afz_f64(-0x1p60) == -0x1p60);
    assert_true(sdyrt_is_finite_f32(1) && !sdyrt_is_finite_f32(INFINITY) &&
                !sdyrt_is_finite_f64(NAN));
    assert_true(sdyrt_rem_f32(-17.1f, 3) < 0 && sdyrt_rem_f64(17, -3) == 2);
    assert_true(sdyrt_clamp_f32(0, 5, 3) == 3 && isnan(sdyrt_clamp_f32(0, NAN, 3)));
}

/* ---- conversions ----------------------------------------------------------------------------- */

static void test_float_to_integer(void **state) {
    (void)state;
    assert_true(sdyrt_convert_f32_i8(-1.9f) == -1 && sdyrt_convert_f32_i8(300) == 127);
    assert_true(sdyrt_convert_f32_i8(-300) == -128 && sdyrt_convert_f32_i32(NAN) == 0);
    assert_true(sdyrt_convert_f32_i32(3e9f) == INT32_MAX &&
                sdyrt_convert_f32_i32(-0x1p31f) == INT32_MIN);
    assert_true(sdyrt_convert_f32_u32(3e9f) == 3000000000u && sdyrt_convert_f32_u32(-1) == 0);
    assert_true(sdyrt_convert_f64_i64(1e30) == INT64_MAX &&
                sdyrt_convert_f64_u64(1e30) == UINT64_MAX);
    assert_true(sdyrt_convert_f64_i32(2147483647.0) == INT32_MAX);
    assert_true(sdyrt_convert_f64_u64(0x1p63) == (uint64_t)1 << 63);
    assert_true(sdyrt_convert_f32_i1(NAN) == 1 && sdyrt_convert_f32_i1(-0.0f) == 0);
    assert_true(sdyrt_convert_i32_i8(511) == -1 && sdyrt_convert_i8_u32(-1) == UINT32_MAX);
    assert_true(sdyrt_convert_i64_i1(256) == 1 && sdyrt_convert_i1_f32(1) == 1);
}

struct format {
    uint32_t (*narrow)(float);
    uint32_t (*narrow_f64)(double);
    float (*widen)(uint32_t);
    uint32_t codes;
};

#define FORMAT(t)                                                                                  \
    static uint32_t narrow_##t(float a) {                                                          \
        return sdyrt_convert_f32_##t(a);                                                           \
    }                                                                                              \
    static uint32_t narrow_f64_##t(double a) {                                                     \
        return sdyrt_convert_f64_##t(a);                                                           \
    }                                                                                              \
    static float widen_##t(uint32_t code) {                                                        \
        return sdyrt_convert_##t##_f32((SDYRT_TYPE(t))code);                                       \
    }
FORMAT(bf16)
FORMAT(f16)
FORMAT(f8e4m3fn)
FORMAT(f8e5m2)
FORMAT(f4e2m1fn)
FORMAT(f6e2m3fn)
FORMAT(f6e3m2fn)
FORMAT(f8e3m4)
FORMAT(f8e4m3)
FORMAT(f8e4m3fnuz)
FORMAT(f8e4m3b11fnuz)
FORMAT(f8e5m2fnuz)

/* Every code survives; between neighbours the nearer one is taken, halfway the even one. */
static void test_storage_formats(void **state) {
    (void)state;
    static const struct format formats[] = {
        {narrow_bf16, narrow_f64_bf16, widen_bf16, 1 << 16},
        {narrow_f16, narrow_f64_f16, widen_f16, 1 << 16},
        {narrow_f8e4m3fn, narrow_f64_f8e4m3fn, widen_f8e4m3fn, 1 << 8},
        {narrow_f8e5m2, narrow_f64_f8e5m2, widen_f8e5m2, 1 << 8},
        {narrow_f4e2m1fn, narrow_f64_f4e2m1fn, widen_f4e2m1fn, 1 << 4},
        {narrow_f6e2m3fn, narrow_f64_f6e2m3fn, widen_f6e2m3fn, 1 << 6},
        {narrow_f6e3m2fn, narrow_f64_f6e3m2fn, widen_f6e3m2fn, 1 << 6},
        {narrow_f8e3m4, narrow_f64_f8e3m4, widen_f8e3m4, 1 << 8},
        {narrow_f8e4m3, narrow_f64_f8e4m3, widen_f8e4m3, 1 << 8},
        {narrow_f8e4m3fnuz, narrow_f64_f8e4m3fnuz, widen_f8e4m3fnuz, 1 << 8},
        {narrow_f8e4m3b11fnuz, narrow_f64_f8e4m3b11fnuz, widen_f8e4m3b11fnuz, 1 << 8},
        {narrow_f8e5m2fnuz, narrow_f64_f8e5m2fnuz, widen_f8e5m2fnuz, 1 << 8},
    };
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        const struct format *format = &formats[f];
        for (uint32_t code = 0; code < format->codes; code++) {
            float value = format->widen(code);
            uint32_t back = format->narrow(value);
            assert_true(isnan(value) ? isnan(format->widen(back)) : back == code);
            float next = format->widen(code + 1);
            if (code + 1 >= format->codes / 2 || !isfinite(value) || !isfinite(next)) {
                continue;
            }
            double middle = ((double)value + (double)next) / 2;
            uint32_t even = code % 2 == 0 ? code : code + 1;
            assert_true(format->narrow_f64(middle) == even);
            assert_true(format->narrow_f64(nextafter(middle, 0)) == code);
            assert_true(format->narrow_f64(nextafter(middle, INFINITY)) == code + 1);
            if ((double)(float)middle == middle) {
                assert_true(format->narrow((float)middle) == even);
                assert_true(format->narrow(nextafterf((float)middle, 0)) == code);
                assert_true(format->narrow(nextafterf((float)middle, INFINITY)) == code + 1);
            }
        }
    }
}

static void test_storage_limits(void **state) {
    (void)state;
    assert_true(sdyrt_convert_f32_f16(65504) == 0x7bff &&
                sdyrt_convert_f32_f16(65519.9f) == 0x7bff);
    assert_true(sdyrt_convert_f32_f16(65520) == 0x7c00 && sdyrt_convert_f32_f16(-1e9f) == 0xfc00);
    assert_true(sdyrt_convert_f32_f8e4m3fn(448) == 0x7e && sdyrt_convert_f32_f8e4m3fn(464) == 0x7e);
    assert_true(sdyrt_convert_f32_f8e4m3fn(465) == 0x7f &&
                sdyrt_convert_f32_f8e4m3fn(INFINITY) == 0x7f);
    assert_true(sdyrt_convert_f32_f8e5m2(57344) == 0x7b && sdyrt_convert_f32_f8e5m2(61440) == 0x7c);
    assert_true(sdyrt_convert_f32_bf16(3.4e38f) == 0x7f80 &&
                sdyrt_convert_f64_bf16(1e300) == 0x7f80);
    assert_true(sdyrt_convert_f32_f4e2m1fn(7) == 7 && sdyrt_convert_f32_f4e2m1fn(-1e9f) == 15);
    assert_true(sdyrt_convert_f32_f4e2m1fn(NAN) == 8 && sdyrt_convert_f32_f6e2m3fn(INFINITY) == 31);
    assert_true(sdyrt_convert_f32_f8e4m3fnuz(-1e-9f) == 0 &&
                sdyrt_convert_f32_f8e4m3fnuz(1e9f) == 0x80);
    assert_true(sdyrt_convert_f32_f8e8m0fnu(0) == 0 && sdyrt_convert_f32_f8e8m0fnu(-1) == 0xff);
    assert_true(sdyrt_convert_f32_f8e8m0fnu(3) == 129 && sdyrt_convert_f32_f8e8m0fnu(2.9f) == 128);
    assert_true(sdyrt_convert_f32_f8e8m0fnu(0x1p-127f) == 0 &&
                sdyrt_convert_f32_f8e8m0fnu(0x1.8p-127f) == 1);
    assert_true(sdyrt_convert_i64_bf16(((int64_t)257 << 54) + 1) == 0x5e81);
    assert_true(sdyrt_convert_u64_bf16(((uint64_t)259 << 55) - 1) == 0x5f01);
    assert_true(sdyrt_clip_2_i8(100) == 1 && sdyrt_clip_4_i8(-100) == -8 &&
                sdyrt_clip_4_u8(16) == 15 && sdyrt_wrap_2_i8(2) == -2);
    assert_true(isnan(sdyrt_convert_bf16_f32(sdyrt_convert_f32_bf16(NAN))));
    assert_true(isnan(sdyrt_convert_f8e4m3fn_f32(0xff)) && sdyrt_convert_f8e4m3fn_f32(0x7e) == 448);
    assert_true(sdyrt_round_bf16_f32(1.00390625f) == 1 && sdyrt_round_f16_f32(1e-8f) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy),        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_integers),        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_floats),          cmocka_unit_test(test_float_to_integer),
        cmocka_unit_test(test_storage_formats), cmocka_unit_test(test_storage_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
