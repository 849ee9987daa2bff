// A roll sends what goes round, however its slices are sharded.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=16x4xf32=random:1 > %t.shared
// RUN: sdyc run %s --storage=private --input=16x4xf32=random:1 > %t.private
// RUN: cmp %t.shared %t.private
// RUN: sed 's/"x"=4/"x"=3/' %s > %t.uneven.mlir
// RUN: sdyc run %t.uneven.mlir --storage=private --input=16x4xf32=random:1 > %t.uneven
// RUN: cmp %t.shared %t.uneven

// CHECK-LABEL: func.func @main
// CHECK-NOT: all_gather
// CHECK: "stablehlo.collective_permute"({{.*}}[0, 1], [1, 2], [2, 3], [3, 0]]{{.*}}(tensor<3x4xf32>) -> tensor<3x4xf32>
// By seven rows of parts of four: one comes from the next device, three from the one behind it.
// CHECK: "stablehlo.collective_permute"({{.*}}[0, 3], [1, 0], [2, 1], [3, 2]]{{.*}}(tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK: "stablehlo.collective_permute"({{.*}}[0, 2], [1, 3], [2, 0], [3, 1]]{{.*}}(tensor<3x4xf32>) -> tensor<3x4xf32>
// By whole parts.
// CHECK: "stablehlo.collective_permute"({{.*}}[0, 2], [1, 3], [2, 0], [3, 1]]{{.*}}(tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NOT: collective
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [13:16, 0:4] : (tensor<16x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.slice %arg0 [0:13, 0:4] : (tensor<16x4xf32>) -> tensor<13x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x4xf32>, tensor<13x4xf32>) -> tensor<16x4xf32>
  %3 = stablehlo.slice %arg0 [7:16, 0:4] : (tensor<16x4xf32>) -> tensor<9x4xf32>
  %4 = stablehlo.slice %arg0 [0:7, 0:4] : (tensor<16x4xf32>) -> tensor<7x4xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<9x4xf32>, tensor<7x4xf32>) -> tensor<16x4xf32>
  %6 = stablehlo.slice %arg0 [8:16, 0:4] : (tensor<16x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.slice %arg0 [0:8, 0:4] : (tensor<16x4xf32>) -> tensor<8x4xf32>
  %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  return %2, %5, %8 : tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>
}
