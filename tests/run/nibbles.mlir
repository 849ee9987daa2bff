// Constants of 4-bit integers were stored without their sign.
// RUN: sdyc run %s
func.func public @main() {
  %a = stablehlo.constant dense<[-8, -1, 7]> : tensor<3xi4>
  %0 = stablehlo.convert %a : (tensor<3xi4>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[-8, -1, 7]> : tensor<3xi32>
  %1 = stablehlo.not %a : tensor<3xi4>
  check.expect_eq_const %1, dense<[7, 0, -8]> : tensor<3xi4>
  return
}
