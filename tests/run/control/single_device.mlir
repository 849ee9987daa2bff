// Operations on one device, values that go from device to device and from mesh to mesh, and barriers
// of propagation: numbers are those of the program without shardings.
// RUN: sdyc run %s --storage=shared
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --jit=cc
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @backwards = <["x"=4], device_ids=[3, 2, 1, 0]>
sdy.mesh @second = <[], device_ids=[1]>
sdy.mesh @third = <[], device_ids=[2]>
func.func public @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %cut = sdy.reshard %a <@mesh, [{"x"}]> : tensor<4xf32>
  %turned = sdy.reshard %cut <@backwards, [{"x"}]> : tensor<4xf32>
  %there = sdy.reshard %turned <@second, []> : tensor<4xf32>
  %negated = stablehlo.negate %there : tensor<4xf32>
  check.expect_eq_const %negated, dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>
  %0 = stablehlo.add %cut, %turned {sdy.sharding = #sdy.sharding_per_value<[<@second, []>]>} : tensor<4xf32>
  %1 = stablehlo.add %0, %cut {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<4xf32>
  check.expect_eq_const %1, dense<[3.0, 6.0, 9.0, 12.0]> : tensor<4xf32>
  %held = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%held init: %z) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@second, []>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %2, dense<30.0> : tensor<f32>
  %t = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %3 = stablehlo.not %t {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<4xi1>
  check.expect_eq_const %3, dense<[false, true, false, true]> : tensor<4xi1>
  return
}
