// Constants of 4-bit integers were stored without their sign; operations on bits saw those above.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<[-8, -1, 7]> : tensor<3xi4>
  %0 = stablehlo.convert %a : (tensor<3xi4>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[-8, -1, 7]> : tensor<3xi32>
  %1 = stablehlo.not %a : tensor<3xi4>
  check.expect_eq_const %1, dense<[7, 0, -8]> : tensor<3xi4>
  %one = stablehlo.constant dense<1> : tensor<3xi4>
  %2 = stablehlo.shift_right_logical %a, %one : tensor<3xi4>
  check.expect_eq_const %2, dense<[4, 7, 3]> : tensor<3xi4>
  %3 = stablehlo.shift_right_arithmetic %a, %one : tensor<3xi4>
  check.expect_eq_const %3, dense<[-4, -1, 3]> : tensor<3xi4>
  %4 = stablehlo.popcnt %a : tensor<3xi4>
  check.expect_eq_const %4, dense<[1, 4, 3]> : tensor<3xi4>
  %5 = stablehlo.count_leading_zeros %a : tensor<3xi4>
  check.expect_eq_const %5, dense<[0, 0, 1]> : tensor<3xi4>
  %6 = stablehlo.abs %a : tensor<3xi4>
  check.expect_eq_const %6, dense<[-8, 1, 7]> : tensor<3xi4>
  %f = stablehlo.constant dense<[100.0, -100.0, 0x7FC00000]> : tensor<3xf32>
  %7 = stablehlo.convert %f : (tensor<3xf32>) -> tensor<3xi4>
  check.expect_eq_const %7, dense<[7, -8, 0]> : tensor<3xi4>
  %8 = stablehlo.convert %f : (tensor<3xf32>) -> tensor<3xui2>
  check.expect_eq_const %8, dense<[3, 0, 0]> : tensor<3xui2>
  return
}
