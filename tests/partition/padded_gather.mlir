// An index behind the tensor is held back before what was put behind the last part could be found.
// RUN: sdyc opt %s -sdy-pad-for-divisibility | FileCheck %s
// CHECK: %[[LAST:.*]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK: %[[HELD:.*]] = stablehlo.clamp %{{.*}}, %arg0, %{{.*}} : tensor<4xi32>
// CHECK: "stablehlo.gather"(%{{.*}}, %[[HELD]]){{.*}} : (tensor<6xi32>, tensor<4xi32>) -> tensor<4xi32>
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @g(%i: tensor<4xi32>) -> tensor<4xi32> {
  %cut = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<5xi32>
  %0 = "stablehlo.gather"(%cut, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<5xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}]> : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// What was wrong: a batch of one was taken for a dimension that is taken whole, and grew with its padding.
// CHECK-LABEL: func @one_batch
// CHECK: "stablehlo.gather"{{.*}}slice_sizes = array<i64: 1, 1>{{.*}} : (tensor<2x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3xf32>
func.func @one_batch(%a: tensor<1x4xf32>, %i: tensor<1x3x1xi32>) -> tensor<1x3xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<1x4xf32>
  %1 = sdy.all_slice [{"x"}, {}, {}] %i out_sharding=<@mesh, [{"x"}, {}, {}]> : tensor<1x3x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<1x4xf32>, tensor<1x3x1xi32>) -> tensor<1x3xf32>
  %3 = sdy.all_gather [{"x"}, {}] %2 out_sharding=<@mesh, [{}, {}]> : tensor<1x3xf32>
  return %3 : tensor<1x3xf32>
}
