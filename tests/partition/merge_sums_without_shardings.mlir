// Sums over devices whose reshapes say nothing of their shardings: the one that is made of them was given the sharding of a
// tensor of other dimensions, and the program was refused.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc diff %s --input=random --second='--storage=private'
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: %[[SUM:.*]] = stablehlo.add {{.*}} : tensor<8x1xf32>
// CHECK: "stablehlo.all_reduce"(%[[SUM]])
// CHECK-NOT: stablehlo.all_reduce
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<8x1xf32>
  %3 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
  %4 = stablehlo.add %2, %3 : tensor<8x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}
