// What was wrong: an operation on tensors of meshes with other axes "needed data of other devices". It works on the mesh on which
// most of its elements are sharded; the others come there.
// RUN: sdyc opt %s -sdyc-meet-on-one-mesh | FileCheck %s
// RUN: sdyc run %s --input=8x8xf32=random:1 --input=8x8xf32=random:2 --input=8x4xf32=random:3 --output=@%t.shared.npy --output=@%t.sums.npy
// RUN: sdyc run %s --storage=private --input=8x8xf32=random:1 --input=8x8xf32=random:2 --input=8x4xf32=random:3 --expected-output=@%t.shared.npy --expected-output=@%t.sums.npy
// RUN: sdyc partition --verify %s
sdy.mesh @lines = <["x"=4]>
sdy.mesh @squares = <["y"=2, "z"=2]>
sdy.mesh @turned = <["x"=4], device_ids=[1, 0, 3, 2]>

// CHECK-LABEL: func @main
// CHECK: %[[HERE:.*]] = sdy.reshard %arg0 <@squares, [{}, {}]>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[HERE]], %arg1 {{.*}}@squares
// CHECK: %[[THERE:.*]] = sdy.reshard %arg2 <@squares, [{}, {}]>
// CHECK: stablehlo.concatenate %[[SUM]], %[[THERE]], dim = 1
// CHECK: stablehlo.dot_general
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@lines, [{"x"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@squares, [{"y"}, {"z"}]>}, %c: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x"}, {}]>}) -> (tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@lines, [{}, {"x"}]>}, tensor<8xf32>) {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@squares, [{"y"}, {"z"}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.concatenate %0, %c, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@squares, [{"y"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x12xf32>
  %2 = stablehlo.dot_general %a, %1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@lines, [{}, {"x"}]>]>} : (tensor<8x8xf32>, tensor<8x12xf32>) -> tensor<8x12xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x12xf32>, tensor<f32>) -> tensor<8xf32>
  %i = stablehlo.constant dense<0> : tensor<i64>
  %n = stablehlo.constant dense<3> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %4:2 = stablehlo.while(%k = %i, %s = %3) : tensor<i64>, tensor<8xf32>
   cond {
    %5 = stablehlo.compare LT, %k, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %5 = stablehlo.add %k, %one : tensor<i64>
    %6 = stablehlo.dot_general %b, %s, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %5, %6 : tensor<i64>, tensor<8xf32>
  }
  return %2, %4#1 : tensor<8x12xf32>, tensor<8xf32>
}
