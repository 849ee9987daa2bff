// A padded dimension whose partner is not sharded is made whole: had been "cannot be padded" of the reshape, and a
// convolution whose result was shorter than its sharding asks for.
// RUN: sdyc opt %s -sdy-pad-for-divisibility | FileCheck %s
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @reshape
// CHECK: %[[GATHERED:.*]] = sdy.all_gather [{}, {"x"}, {}] %{{.*}} out_sharding=<@mesh, [{}, {}, {}]> : tensor<3x2x5xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.slice %[[GATHERED]] [0:3, 0:1, 0:5]
// CHECK: stablehlo.reshape %[[WHOLE]] : (tensor<3x1x5xf32>) -> tensor<3x5xf32>
func.func @reshape(%a: tensor<3x1x5xf32>) -> tensor<3x5xf32> {
  %0 = sdy.all_slice [{}, {"x"}, {}] %a out_sharding=<@mesh, [{}, {"x"}, {}]> : tensor<3x1x5xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : tensor<3x1x5xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x1x5xf32>) -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @convolution
// CHECK: %[[SUM:.*]] = stablehlo.convolution{{.*}} -> tensor<1x2x6xf32>
// CHECK: %[[LONGER:.*]] = stablehlo.pad %[[SUM]]{{.*}} -> tensor<2x2x6xf32>
// CHECK: %[[PART:.*]] = sdy.all_slice [{"x"}, {}, {}] %[[LONGER]]
// CHECK: stablehlo.negate %[[PART]]
func.func @convolution(%a: tensor<2x1x8xf32>, %b: tensor<2x1x3xf32>) -> tensor<1x2x6xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<2x1x8xf32>, tensor<2x1x3xf32>) -> tensor<1x2x6xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<1x2x6xf32>
  %2 = sdy.all_gather [{"x"}, {}, {}] %1 out_sharding=<@mesh, [{}, {}, {}]> : tensor<1x2x6xf32>
  return %2 : tensor<1x2x6xf32>
}

// CHECK-LABEL: func.func @kernel
// CHECK: sdy.all_gather [{"x"}, {}, {}] %{{.*}} : tensor<2x4x3xf32>
// CHECK: stablehlo.convolution{{.*}} -> tensor<2x1x6xf32>
func.func @kernel(%a: tensor<2x4x8xf32>, %b: tensor<1x4x3xf32>) -> tensor<2x1x6xf32> {
  %0 = sdy.all_slice [{"x"}, {}, {}] %b out_sharding=<@mesh, [{"x"}, {}, {}]> : tensor<1x4x3xf32>
  %1 = stablehlo.convolution(%a, %0) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x8xf32>, tensor<1x4x3xf32>) -> tensor<2x1x6xf32>
  return %1 : tensor<2x1x6xf32>
}

// Of an inserted dimension that no index names, the first element alone is meant.
// CHECK-LABEL: func.func @scatter
// CHECK: sdy.all_gather [{"x"}, {}] %{{.*}} : tensor<2x5xf32>
// CHECK: "stablehlo.scatter"{{.*}}
// CHECK: (tensor<1x5xf32>, tensor<1xi32>, tensor<f32>) -> tensor<1x5xf32>
// CHECK: sdy.all_slice [{"x"}, {}]
func.func @scatter(%a: tensor<1x5xf32>, %i: tensor<1xi32>, %u: tensor<f32>) -> tensor<1x5xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<1x5xf32>
  %1 = "stablehlo.scatter"(%0, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<1x5xf32>, tensor<1xi32>, tensor<f32>) -> tensor<1x5xf32>
  %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<1x5xf32>
  return %2 : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @broadcast
// CHECK: sdy.all_gather [{"x"}] %{{.*}} : tensor<2xf32>
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] {{.*}} : (tensor<1xf32>) -> tensor<8x10xf32>
func.func @broadcast(%a: tensor<1xf32>) -> tensor<8x10xf32> {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<1xf32>) -> tensor<8x10xf32>
  %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x10xf32>
  return %2 : tensor<8x10xf32>
}
