// The gradient of the kernel of a convolution with steps of two: a device's part of the image's gradient looks at the part
// of the image that it has, and at two rows of its neighbours. Both were gathered.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=2x32x3xi32=random:1 --input=2x16x5xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=2x32x3xi32=random:1 --input=2x16x5xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func @main(%arg0: tensor<2x8x3xi32>, %arg1: tensor<2x4x5xi32>)
// CHECK-NOT: all_gather
// CHECK: "stablehlo.collective_permute"{{.*}} : (tensor<2x1x3xi32>)
// CHECK-NOT: all_gather
// CHECK: %[[PART:[0-9]+]] = stablehlo.convolution({{.*}}rhs_dilate = [2]{{.*}} -> tensor<3x3x5xi32>
// CHECK-NEXT: "stablehlo.all_reduce"(%[[PART]])
func.func @main(%a: tensor<2x32x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %g: tensor<2x16x5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> tensor<3x3x5xi32> {
  %0 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[1, 0]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x3xi32>, tensor<2x16x5xi32>) -> tensor<3x3x5xi32>
  return %0 : tensor<3x3x5xi32>
}
