// RUN: sdyc partition --report %s | FileCheck %s
// A function that is called twice is in the program twice; what one sharding in its text would end is one row.

sdy.mesh @mesh = <["x"=2]>
func.func @main(%s: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @f(%s) : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %s) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = call @f(%1) : (tensor<f32>) -> tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}
func.func private @f(%s: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: line along operations computed held most by cure: write
// CHECK-NEXT: 12 "x" 3 2 flop 16 B stablehlo.broadcast_in_dim (line 12) sdy.sharding_constraint %0 <@mesh, [{"x"}]>
// CHECK-NOT: line 12
