// Sharding rules: gather operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK: stablehlo.gather
// CHECK-SAME: #sdy.op_sharding_rule<([k, j], [i, l])->([i, j]) {i=4, j=16, k=8, l=1} reduction={k} need_replication={l}>
func.func @gather(%arg0: tensor<8x16xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x16xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK: stablehlo.scatter
// CHECK: #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=4, j=16, k=8, l=1} reduction={i} need_replication={l}>
func.func @scatter(%arg0: tensor<8x16xf32>, %arg1: tensor<4x1xi32>, %arg2: tensor<4x16xf32>) -> tensor<8x16xf32> {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @rng_bit_generator(
// CHECK: stablehlo.rng_bit_generator
// CHECK-SAME: #sdy.op_sharding_rule<([i])->([i], [j, k]) {i=2, j=4, k=8} need_replication={i} blocked_propagation={i}>
func.func @rng_bit_generator(%arg0: tensor<2xui64>) -> tensor<4x8xui32> {
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
  return %1 : tensor<4x8xui32>
}

// CHECK-LABEL: func.func @custom_call(
// CHECK: stablehlo.custom_call
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j], [i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}>
func.func @custom_call(%arg0: tensor<4x8xf32>) -> tensor<4x2xf32> {
  %0:2 = stablehlo.custom_call @mhlo.topk(%arg0) : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %0#0 : tensor<4x2xf32>
}
