// Sub-axes through a reshape, and a reduction after what only moves elements.
// RUN: sdyc opt -sdy-op-priority-propagate %s | FileCheck %s

// CHECK: module {
// CHECK-NEXT: sdy.mesh @mesh = <["a"=4, "b"=2]>
// CHECK-NEXT: func.func @main(%arg0: tensor<2x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}, {"a":(2)2, ?}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) {
// CHECK-NEXT: %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2, ?}, {"a":(2)2, ?}, {"b", ?}]>]>} : tensor<2x4x8xf32>
// CHECK-NEXT: %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>} : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: return %1 : tensor<8x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg0: tensor<2x4x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) {
  %0 = stablehlo.tanh %arg0 : tensor<2x4x8xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
