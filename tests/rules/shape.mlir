// Sharding rules: shape operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @broadcast_in_dim(
// CHECK: stablehlo.broadcast_in_dim
// CHECK-SAME: #sdy.op_sharding_rule<([j, l])->([i, k, l]) {i=2, j=1, k=4, l=8}>
func.func @broadcast_in_dim(%arg0: tensor<1x8xf32>) -> tensor<2x4x8xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<1x8xf32>) -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @concatenate(
// CHECK: stablehlo.concatenate
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={i}>
func.func @concatenate(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @dynamic_slice(
// CHECK: stablehlo.dynamic_slice
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}>
func.func @dynamic_slice(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [4, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice(
// CHECK: stablehlo.dynamic_update_slice
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, k], [], [])->([i, j]) {i=4, j=8, k=2} need_replication={k}>
func.func @dynamic_update_slice(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xf32>, %arg2: tensor<i32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK: stablehlo.pad
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=8} permutation={j}>
func.func @pad(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) -> tensor<4x10xf32> {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @reshape_0(
// CHECK: stablehlo.reshape
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k])->([ij, k]) {i=2, j=4, k=8}>
func.func @reshape_0(%arg0: tensor<2x4x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @reshape_1(
// CHECK: stablehlo.reshape
// CHECK-SAME: #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>
func.func @reshape_1(%arg0: tensor<6x4xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @reshape_2(
// CHECK: stablehlo.reshape
// CHECK-SAME: #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=5, j=2, k=3}>
func.func @reshape_2(%arg0: tensor<10x3xf32>) -> tensor<5x6xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<10x3xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// CHECK-LABEL: func.func @reshape_3(
// CHECK: stablehlo.reshape
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k])->([ik]) {i=4, j=1, k=3}>
func.func @reshape_3(%arg0: tensor<4x1x3xf32>) -> tensor<12xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x1x3xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// CHECK-LABEL: func.func @reshape_4(
// CHECK: stablehlo.reshape
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k])->([ijk]) {i=7, j=9, k=4}>
func.func @reshape_4(%arg0: tensor<7x9x4xf32>) -> tensor<252xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<7x9x4xf32>) -> tensor<252xf32>
  return %0 : tensor<252xf32>
}

// CHECK-LABEL: func.func @reverse(
// CHECK: stablehlo.reverse
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>
func.func @reverse(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reverse %arg0, dims = [1] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK: stablehlo.slice
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>
func.func @slice(%arg0: tensor<4x8xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.slice %arg0 [0:4, 1:3] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK: stablehlo.transpose
// CHECK-SAME: #sdy.op_sharding_rule<([j, k, i])->([i, j, k]) {i=8, j=2, k=4}>
func.func @transpose(%arg0: tensor<2x4x8xf32>) -> tensor<8x2x4xf32> {
  %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<2x4x8xf32>) -> tensor<8x2x4xf32>
  return %0 : tensor<8x2x4xf32>
}
