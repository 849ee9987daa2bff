// A roll sends what goes round, however its slices are sharded.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=16x4xf32=random:1 > %t.shared
// RUN: sdyc run %s --storage=private --input=16x4xf32=random:1 > %t.private
// RUN: cmp %t.shared %t.private

// CHECK-LABEL: func.func @main
// CHECK-NOT: all_gather
// CHECK: "stablehlo.collective_permute"({{.*}}[0, 1], [1, 2], [2, 3]]{{.*}}(tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: "stablehlo.collective_permute"({{.*}}dense<{{\[\[}}3, 0]]>{{.*}}(tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK-NOT: collective
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [13:16, 0:4] : (tensor<16x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.slice %arg0 [0:13, 0:4] : (tensor<16x4xf32>) -> tensor<13x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x4xf32>, tensor<13x4xf32>) -> tensor<16x4xf32>
  return %2 : tensor<16x4xf32>
}
