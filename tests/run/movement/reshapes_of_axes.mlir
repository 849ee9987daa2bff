// Reshapes whose axes are dealt out anew: the numbers stay.
// RUN: sdyc run %s --storage=shared
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2, "y"=3, "z"=2]>
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<24xi32>
  %a = stablehlo.reshape %n : (tensor<24xi32>) -> tensor<6x4xi32>
  %b = sdy.reshard %a <@mesh, [{"x", "y"}, {}]> : tensor<6x4xi32>
  %c = stablehlo.reshape %b : (tensor<6x4xi32>) -> tensor<3x2x4xi32>
  %d = sdy.reshard %c <@mesh, [{}, {}, {"x"}]> : tensor<3x2x4xi32>
  %e = stablehlo.reshape %d {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "y"}, {"x"}]>]>} : (tensor<3x2x4xi32>) -> tensor<6x4xi32>
  check.expect_eq %e, %a : tensor<6x4xi32>
  %f = stablehlo.reshape %e : (tensor<6x4xi32>) -> tensor<24xi32>
  %g = sdy.reshard %f <@mesh, [{"y", "x"}]> : tensor<24xi32>
  %h = stablehlo.reshape %g : (tensor<24xi32>) -> tensor<2x3x4xi32>
  check.expect_eq_const %h, dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  return
}
