// A sort of lines that there are none of, for another dimension is empty, wrote behind its result.
// RUN: sdyc run %s
func.func public @main() {
  %x = stablehlo.constant dense<> : tensor<3x0x9xui16>
  %0 = "stablehlo.sort"(%x) <{dimension = 2 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %greater = stablehlo.compare GT, %a, %b : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<3x0x9xui16>) -> tensor<3x0x9xui16>
  check.expect_eq_const %0, dense<> : tensor<3x0x9xui16>
  return
}
