// The gradient of a kernel by an image in parts: each device sums over its part, for which it gets four rows of its
// neighbours, and the sums are added up. Both operands were gathered. Two dimensions in parts; a kernel that is turned
// around is made whole, for the first device would need what the last one has.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=2x16x18x3xi32=random:1 --input=2x16x16x5xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=2x16x18x3xi32=random:1 --input=2x16x16x5xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: func.func @main(%arg0: tensor<2x4x9x3xi32>, %arg1: tensor<2x4x8x5xi32>)
// CHECK-NOT: all_gather
// CHECK: "stablehlo.collective_permute"{{.*}} : (tensor<2x1x9x3xi32>)
// CHECK-NOT: all_gather
// CHECK: %[[PART:[0-9]+]] = stablehlo.convolution({{.*}} window = {pad = {{\[\[}}0, 0], [0, 0]]} {{.*}} -> tensor<3x3x3x5xi32>
// CHECK-NEXT: "stablehlo.all_reduce"(%[[PART]])
// CHECK: all_gather
// CHECK: stablehlo.convolution({{.*}} reverse = [true, false]
func.func @main(%a: tensor<2x16x18x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %g: tensor<2x16x16x5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}) -> (tensor<3x3x3x5xi32>, tensor<3x3x3x5xi32>) {
  %0 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x18x3xi32>, tensor<2x16x16x5xi32>) -> tensor<3x3x3x5xi32>
  %1 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [0, 0]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x18x3xi32>, tensor<2x16x16x5xi32>) -> tensor<3x3x3x5xi32>
  return %0, %1 : tensor<3x3x3x5xi32>, tensor<3x3x3x5xi32>
}
