// Random numbers are the same however they are sharded.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --jit=cc
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main() {
  %key = stablehlo.constant dense<[3, 5]> : tensor<2xui64>
  %0, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x8xui32>)
  %1, %cut = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"x"}, {"y"}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x8xui32>)
  %constrained = sdy.sharding_constraint %cut <@mesh, [{"x"}, {"y"}]> : tensor<8x8xui32>
  check.expect_eq %bits, %constrained : tensor<8x8xui32>
  %2, %words = stablehlo.rng_bit_generator %key, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x6xui64>)
  %3, %shared = stablehlo.rng_bit_generator %key, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x6xui64>)
  %other = sdy.sharding_constraint %shared <@mesh, [{"y", "x"}, {}]> : tensor<8x6xui64>
  check.expect_eq %words, %other : tensor<8x6xui64>
  return
}
