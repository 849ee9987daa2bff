// Windows over a dimension without elements whose results, which are all padding, are in parts: nothing has to be sent,
// but the parts did not fit, which was an error.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=3]>
func.func public @main() {
  %n = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<> : tensor<0xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%n, %two) <{padding = dense<[[2, 3]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[2, 2, 2]> : tensor<3xi32>
  return
}
