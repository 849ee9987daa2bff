// What stands around operations: calls, named computations, constants of arith, checks.
// RUN: sdyc run %s
func.func private @twice(%a: tensor<2xf16>) -> tensor<2xf16> {
  %0 = stablehlo.add %a, %a : tensor<2xf16>
  return %0 : tensor<2xf16>
}
func.func @main() {
  %a = arith.constant dense<[1.0, 2.5]> : tensor<2xf16>
  %0 = func.call @twice(%a) : (tensor<2xf16>) -> tensor<2xf16>
  %1 = sdy.named_computation<"sum">(%0, %a) (%x: tensor<2xf16>, %y: tensor<2xf16>) {
    %2 = stablehlo.add %x, %y : tensor<2xf16>
    sdy.return %2 : tensor<2xf16>
  } : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %3 = "builtin.unrealized_conversion_cast"(%1) : (tensor<2xf16>) -> tensor<2xf16>
  %4 = stablehlo.constant dense<[3.0, 7.508]> : tensor<2xf16>
  check.expect_close %3, %4, max_ulp_difference = 2, min_ulp_difference = 0 : tensor<2xf16>, tensor<2xf16>
  return
}
