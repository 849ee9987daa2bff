// RUN: sdyc opt %s -sdy-resolve-permutation-factors=narrow-halos=true | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// Each device gets one row of each neighbour; the convolution pads nothing itself.
// CHECK-LABEL: func @convolution
// CHECK: sdy.manual_computation(%arg0, %arg1)
// CHECK-SAME: manual_axes={"x", "y"} (%[[A:.*]]: tensor<1x4x8x2xf32>, %[[W:.*]]: tensor<3x3x2x2xf32>)
// CHECK: %[[FIRST:.*]] = stablehlo.slice %[[A]] [0:1, 3:4, 0:8, 0:2]
// CHECK: %[[ABOVE:.*]] = "stablehlo.collective_permute"(%[[FIRST]]){{.*}}[0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7]
// CHECK: %[[LAST:.*]] = stablehlo.slice %[[A]] [0:1, 0:1, 0:8, 0:2]
// CHECK: %[[BELOW:.*]] = "stablehlo.collective_permute"(%[[LAST]]){{.*}}[2, 0], [3, 1], [4, 2], [5, 3], [6, 4], [7, 5]
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[ABOVE]], %[[A]], %[[BELOW]], dim = 1
// CHECK: stablehlo.convolution(%[[ALL]], %[[W]]){{.*}}pad = {{\[\[}}0, 0], [1, 1]]
// CHECK-SAME: -> tensor<1x4x8x2xf32>
func.func @convolution(%arg0: tensor<2x16x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>}, %arg1: tensor<3x3x2x2xf32>) -> tensor<2x16x8x2xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}, {}, {}]>]>} : (tensor<2x16x8x2xf32>, tensor<3x3x2x2xf32>) -> tensor<2x16x8x2xf32>
  return %0 : tensor<2x16x8x2xf32>
}

// A step of two: the windows of a device reach one element into the next part, and none before.
// CHECK-LABEL: func @step
// CHECK: sdy.manual_computation
// CHECK-COUNT-1: collective_permute
// CHECK-NOT: collective_permute
// CHECK: stablehlo.convolution{{.*}}stride = [2]{{.*}}(tensor<1x9x1xf32>, tensor<3x1x1xf32>) -> tensor<1x4x1xf32>
func.func @step(%arg0: tensor<1x32x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x1x1xf32>) -> tensor<1x16x1xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : (tensor<1x32x1xf32>, tensor<3x1x1xf32>) -> tensor<1x16x1xf32>
  return %0 : tensor<1x16x1xf32>
}

// Where there is no neighbour stands what the operation is given, here no zero.
// CHECK-LABEL: func @maximum
// CHECK: %[[THERE:.*]] = stablehlo.constant {{.*}}dense<[false, true, true, true]>
// CHECK: sdy.manual_computation(%arg0, %arg1, %[[THERE]])
// CHECK-SAME: %[[V:[^:]*]]: tensor<f32>, %{{[^:]*}}: tensor<1xi1>)
// CHECK: %[[SENT:.*]] = "stablehlo.collective_permute"
// CHECK: %[[EDGE:.*]] = stablehlo.broadcast_in_dim %[[V]]
// CHECK: stablehlo.select %{{.*}}, %[[SENT]], %[[EDGE]]
// CHECK: padding = dense<0>
func.func @maximum(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<16xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Windows that lie side by side need nothing.
// CHECK-LABEL: func @apart
// CHECK-NOT: manual_computation
// CHECK: return
func.func @apart(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<8xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Devices begin at different places of what they have: half as long parts of the result.
// CHECK-LABEL: func @slice
// CHECK: %[[OFFSETS:.*]] = stablehlo.constant {{.*}}dense<[6, 4, 2, 0]>
// CHECK-NOT: all_gather
func.func @slice(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.slice %arg0 [4:12] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// From all other parts: as much as the whole dimension is, which is gathered.
// CHECK-LABEL: func @everything
// CHECK: sdy.reshard %arg0 <@mesh, [{}]>
func.func @everything(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<16xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 16>, padding = dense<[[15, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Two rows in steps of two columns: rows come from the neighbour, columns are those of the own part alone, whose limit
// is told too.
// CHECK-LABEL: func @slice_of_two
// CHECK: sdy.manual_computation
// CHECK-SAME: (%[[A:.*]]: tensor<2x2xf32>
// CHECK: "stablehlo.collective_permute"
// CHECK: stablehlo.slice %{{.*}} [0:1, 0:1] : (tensor<1x2xf32>) -> tensor<1x1xf32>
func.func @slice_of_two(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<4x2xf32> {
  %0 = stablehlo.slice %arg0 [1:5, 0:3:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// Rows come from the neighbour. Of the columns, which are taken apart, each device has all that its part is made of,
// but in another place of it: beside rows that are sent they are made whole.
// CHECK-LABEL: func @pad_of_two
// CHECK: %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]>
// CHECK: sdy.manual_computation(%[[WHOLE]]
// CHECK: "stablehlo.collective_permute"
func.func @pad_of_two(%arg0: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<f32>) -> tensor<8x4xf32> {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [-1, 0], interior = [0, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
