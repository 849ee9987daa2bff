// Operations that move elements.
// RUN: sdyc opt %s -sdy-populate-op-sharding-rules | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
func.func @main(%f: tensor<8x4xf32>, %i: tensor<8x4xi32>, %b: tensor<8x4xi1>, %b0: tensor<i1>, %z: tensor<f32>, %n: tensor<i32>, %c: tensor<8x4xcomplex<f32>>, %u: tensor<8x2xf32>, %x: tensor<3x1xi32>, %y: tensor<3x4xf32>, %seed: tensor<2xui64>, %g: tensor<4x8xf32>, %t: tensor<2x8x4xf32>, %im: tensor<2x8x8x4xf32>, %small: tensor<2x4x4x4xf32>, %k: tensor<3x3x4x16xf32>, %sq: tensor<2x8x8xf32>, %tr: tensor<2x8x3xf32>, %v4: tensor<4xf32>) {
  // CHECK: stablehlo.broadcast_in_dim
  // CHECK-SAME: #sdy.op_sharding_rule<([k, i])->([i, j, k]) {i=4, j=3, k=8}>
  %r0 = stablehlo.broadcast_in_dim %f, dims = [2, 0] : (tensor<8x4xf32>) -> tensor<4x3x8xf32>
  // CHECK: stablehlo.concatenate
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={j}>
  %r1 = stablehlo.concatenate %f, %f, dim = 1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.dynamic_slice
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=4} need_replication={j} blocked_propagation={j}>
  %r2 = stablehlo.dynamic_slice %f, %n, %n, sizes = [8, 2] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, k], [], [])->([i, j]) {i=8, j=4, k=2} need_replication={k}>
  %r3 = stablehlo.dynamic_update_slice %f, %u, %n, %n : (tensor<8x4xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.pad
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=8, j=4} permutation={j}>
  %r4 = stablehlo.pad %f, %z, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sdy.op_sharding_rule<([ij, k])->([i, j, k]) {i=2, j=4, k=4}>
  %r5 = stablehlo.reshape %f : (tensor<8x4xf32>) -> tensor<2x4x4xf32>
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([ij]) {i=8, j=4}>
  %r6 = stablehlo.reshape %f : (tensor<8x4xf32>) -> tensor<32xf32>
  // CHECK: stablehlo.reverse
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} permutation={j}>
  %r7 = stablehlo.reverse %f, dims = [1] : tensor<8x4xf32>
  // CHECK: stablehlo.slice
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} permutation={j}>
  %r8 = stablehlo.slice %f [0:8, 0:2] : (tensor<8x4xf32>) -> tensor<8x2xf32>
  // CHECK: stablehlo.transpose
  // CHECK-SAME: #sdy.op_sharding_rule<([j, i])->([i, j]) {i=4, j=8}>
  %r9 = stablehlo.transpose %f, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.gather
  // CHECK-SAME: #sdy.op_sharding_rule<([k, j], [i, l])->([i, j]) {i=3, j=4, k=8, l=1} reduction={k} need_replication={l}>
  %r10 = "stablehlo.gather"(%f, %x) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.rng_bit_generator
  // CHECK-SAME: #sdy.op_sharding_rule<([i])->([i], [j, k]) {i=2, j=8, k=4} need_replication={i} blocked_propagation={i}>
  %r11, %sr11 = stablehlo.rng_bit_generator %seed, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x4xui32>)
  // CHECK: stablehlo.scatter
  // CHECK: #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=4, k=8, l=1} need_replication={i, l}>
  %r12 = "stablehlo.scatter"(%f, %x, %y) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.sort
  // CHECK: #sdy.op_sharding_rule<([], [])->([])>
  %r13 = "stablehlo.sort"(%f) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %lt = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
