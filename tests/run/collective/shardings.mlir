// Operations that only speak of shardings leave the numbers alone.
// RUN: sdyc run %s --storage=shared
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --threads=1 --reduce=device-order
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<64xf32>
  %a = stablehlo.reshape %n : (tensor<64xf32>) -> tensor<8x8xf32>
  %c = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %r = sdy.reshard %c <@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %b = sdy.propagation_barrier %r allowed_direction=FORWARD : tensor<8x8xf32>
  %k = sdy.constant dense<1.0> : tensor<8x8xf32>
  sdy.sharding_group %b group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %k group_id=0 : tensor<8x8xf32>
  %0 = stablehlo.add %b, %k : tensor<8x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %2, dense<2080.0> : tensor<f32>
  return
}
