// What takes the place of an operation is sharded as this was.
// RUN: sdyc opt %s -chlo-legalize-to-stablehlo -sdyc-expand-operations | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=LOCAL
sdy.mesh @mesh = <["x"=4]>

// CHECK-LABEL: @main
// CHECK: stablehlo.reshape {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x2x4xui32>) -> tensor<8x4xui32>
// CHECK: stablehlo.concatenate {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<1xui64>, tensor<1xui64>) -> tensor<2xui64>
// CHECK: stablehlo.tan %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>}
// CHECK: stablehlo.slice {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
// What is the operand itself keeps its own sharding.
// CHECK: %[[HELD:.*]] = sdy.sharding_constraint %arg1 <@mesh, [{"x"}, {}]>
// CHECK: return {{.*}}, %[[HELD]]
// LOCAL-LABEL: @main
// LOCAL-SAME: tensor<2x4xui32>
func.func @main(%s: tensor<2xui64>, %a: tensor<8x4xf32>) -> (tensor<2xui64>, tensor<8x4xui32>, tensor<8x4xf32>, tensor<8x2xf32>, tensor<8x4xf32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"x"}, {}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x4xui32>)
  %2 = chlo.tan %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x4xf32> -> tensor<8x4xf32>
  %3:2 = chlo.top_k(%a, k = 2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : tensor<8x4xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %4 = chlo.conj %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x4xf32> -> tensor<8x4xf32>
  return %0, %1, %2, %3#0, %4 : tensor<2xui64>, tensor<8x4xui32>, tensor<8x4xf32>, tensor<8x2xf32>, tensor<8x4xf32>
}
