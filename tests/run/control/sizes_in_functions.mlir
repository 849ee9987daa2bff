// Sizes are computed in functions that run side by side: each follows from its own function's constants.
// RUN: sdyc run %s
func.func private @program(%a: tensor<1x3xi32>) -> tensor<2x3xi32> {
  %0 = stablehlo.constant dense<[-1, 1]> : tensor<2xi64>
  %1 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %2 = stablehlo.add %0, %1 : tensor<2xi64>
  %3 = stablehlo.dynamic_broadcast_in_dim %a, %2, dims = [0, 1] : (tensor<1x3xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  return %3 : tensor<2x3xi32>
}
func.func public @main() {
  %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %b = stablehlo.constant dense<[[4, 5, 6]]> : tensor<1x3xi32>
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@program, @program]]} : (tensor<1x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %r#0, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>
  check.expect_eq_const %r#1, dense<[[4, 5, 6], [4, 5, 6]]> : tensor<2x3xi32>
  return
}
