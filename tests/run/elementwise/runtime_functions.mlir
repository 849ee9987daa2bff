// The runtime's functions, to which those of chlo come where a program is compiled.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc opt %s -sdyc-lower-pipeline | FileCheck %s
// RUN: sdyc opt %s -sdyc-partition-pipeline | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: chlo.
func.func public @main() {
  %low_f32 = stablehlo.constant dense<[0.625, -0.25]> : tensor<2xf32>
  %high_f32 = stablehlo.constant dense<[1.25, 3.5]> : tensor<2xf32>
  // CHECK: sdyc.acos {{.*}} : tensor<2xf32>
  %acos_f32 = chlo.acos %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %acos_f32_expected = stablehlo.constant dense<[0.89566479385786497202, 1.8234765819369752727]> : tensor<2xf32>
  check.expect_close %acos_f32, %acos_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.acosh {{.*}} : tensor<2xf32>
  %acosh_f32 = chlo.acosh %high_f32 : tensor<2xf32> -> tensor<2xf32>
  %acosh_f32_expected = stablehlo.constant dense<[0.69314718055994530942, 1.92484730023841379]> : tensor<2xf32>
  check.expect_close %acosh_f32, %acosh_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.asin {{.*}} : tensor<2xf32>
  %asin_f32 = chlo.asin %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %asin_f32_expected = stablehlo.constant dense<[0.67513153293703164721, -0.25268025514207865349]> : tensor<2xf32>
  check.expect_close %asin_f32, %asin_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.asinh {{.*}} : tensor<2xf32>
  %asinh_f32 = chlo.asinh %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %asinh_f32_expected = stablehlo.constant dense<[0.59014368578195900218, -0.24746646154726345294]> : tensor<2xf32>
  check.expect_close %asinh_f32, %asinh_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.atan {{.*}} : tensor<2xf32>
  %atan_f32 = chlo.atan %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %atan_f32_expected = stablehlo.constant dense<[0.55859931534356243597, -0.24497866312686415417]> : tensor<2xf32>
  check.expect_close %atan_f32, %atan_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.atanh {{.*}} : tensor<2xf32>
  %atanh_f32 = chlo.atanh %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %atanh_f32_expected = stablehlo.constant dense<[0.73316853439671352233, -0.2554128118829953416]> : tensor<2xf32>
  check.expect_close %atanh_f32, %atanh_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.cosh {{.*}} : tensor<2xf32>
  %cosh_f32 = chlo.cosh %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %cosh_f32_expected = stablehlo.constant dense<[1.2017536929756063242, 1.0314130998795731762]> : tensor<2xf32>
  check.expect_close %cosh_f32, %cosh_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.erf {{.*}} : tensor<2xf32>
  %erf_f32 = chlo.erf %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %erf_f32_expected = stablehlo.constant dense<[0.62324088218841797245, -0.27632639016823693299]> : tensor<2xf32>
  check.expect_close %erf_f32, %erf_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.erfc {{.*}} : tensor<2xf32>
  %erfc_f32 = chlo.erfc %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %erfc_f32_expected = stablehlo.constant dense<[0.37675911781158202755, 1.276326390168236933]> : tensor<2xf32>
  check.expect_close %erfc_f32, %erfc_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  // CHECK: sdyc.sinh {{.*}} : tensor<2xf32>
  %sinh_f32 = chlo.sinh %low_f32 : tensor<2xf32> -> tensor<2xf32>
  %sinh_f32_expected = stablehlo.constant dense<[0.66649226445661608227, -0.25261231680816830791]> : tensor<2xf32>
  check.expect_close %sinh_f32, %sinh_f32_expected, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  %low_f64 = stablehlo.constant dense<[0.625, -0.25]> : tensor<2xf64>
  %high_f64 = stablehlo.constant dense<[1.25, 3.5]> : tensor<2xf64>
  // CHECK: sdyc.acos {{.*}} : tensor<2xf64>
  %acos_f64 = chlo.acos %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %acos_f64_expected = stablehlo.constant dense<[0.89566479385786497202, 1.8234765819369752727]> : tensor<2xf64>
  check.expect_close %acos_f64, %acos_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.acosh {{.*}} : tensor<2xf64>
  %acosh_f64 = chlo.acosh %high_f64 : tensor<2xf64> -> tensor<2xf64>
  %acosh_f64_expected = stablehlo.constant dense<[0.69314718055994530942, 1.92484730023841379]> : tensor<2xf64>
  check.expect_close %acosh_f64, %acosh_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.asin {{.*}} : tensor<2xf64>
  %asin_f64 = chlo.asin %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %asin_f64_expected = stablehlo.constant dense<[0.67513153293703164721, -0.25268025514207865349]> : tensor<2xf64>
  check.expect_close %asin_f64, %asin_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.asinh {{.*}} : tensor<2xf64>
  %asinh_f64 = chlo.asinh %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %asinh_f64_expected = stablehlo.constant dense<[0.59014368578195900218, -0.24746646154726345294]> : tensor<2xf64>
  check.expect_close %asinh_f64, %asinh_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.atan {{.*}} : tensor<2xf64>
  %atan_f64 = chlo.atan %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %atan_f64_expected = stablehlo.constant dense<[0.55859931534356243597, -0.24497866312686415417]> : tensor<2xf64>
  check.expect_close %atan_f64, %atan_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.atanh {{.*}} : tensor<2xf64>
  %atanh_f64 = chlo.atanh %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %atanh_f64_expected = stablehlo.constant dense<[0.73316853439671352233, -0.2554128118829953416]> : tensor<2xf64>
  check.expect_close %atanh_f64, %atanh_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.cosh {{.*}} : tensor<2xf64>
  %cosh_f64 = chlo.cosh %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %cosh_f64_expected = stablehlo.constant dense<[1.2017536929756063242, 1.0314130998795731762]> : tensor<2xf64>
  check.expect_close %cosh_f64, %cosh_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.erf {{.*}} : tensor<2xf64>
  %erf_f64 = chlo.erf %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %erf_f64_expected = stablehlo.constant dense<[0.62324088218841797245, -0.27632639016823693299]> : tensor<2xf64>
  check.expect_close %erf_f64, %erf_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.erfc {{.*}} : tensor<2xf64>
  %erfc_f64 = chlo.erfc %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %erfc_f64_expected = stablehlo.constant dense<[0.37675911781158202755, 1.276326390168236933]> : tensor<2xf64>
  check.expect_close %erfc_f64, %erfc_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // CHECK: sdyc.sinh {{.*}} : tensor<2xf64>
  %sinh_f64 = chlo.sinh %low_f64 : tensor<2xf64> -> tensor<2xf64>
  %sinh_f64_expected = stablehlo.constant dense<[0.66649226445661608227, -0.25261231680816830791]> : tensor<2xf64>
  check.expect_close %sinh_f64, %sinh_f64_expected, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
  // Narrow floats are computed in f32 and rounded once; other types by formulas.
  %b = stablehlo.constant dense<[0.625, -0.25]> : tensor<2xbf16>
  %erf_b = chlo.erf %b : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq_const %erf_b, dense<[6.2305e-01, -2.7539e-01]> : tensor<2xbf16>
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %sinh_z = chlo.sinh %z : tensor<complex<f32>> -> tensor<complex<f32>>
  check.expect_eq %sinh_z, %z : tensor<complex<f32>>
  return
}
