// Sharding rules: linear operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @dot_general(
// CHECK: stablehlo.dot_general
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, l], [i, l, k])->([i, j, k]) {i=2, j=4, k=16, l=8} reduction={l}>
func.func @dot_general(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) -> tensor<2x4x16xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return %0 : tensor<2x4x16xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK: stablehlo.dot
// CHECK-SAME: #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=2, k=8} reduction={k}>
func.func @dot(%arg0: tensor<4x8xf32>, %arg1: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @convolution(
// CHECK: stablehlo.convolution
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=2, j=16, k=16, l=4, m=16, n=1, o=1} reduction={l} permutation={j, k}>
func.func @convolution(%arg0: tensor<2x16x16x4xf32>, %arg1: tensor<3x3x4x16xf32>) -> tensor<2x16x16x16xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x16x16x16xf32>
  return %0 : tensor<2x16x16x16xf32>
}

// CHECK-LABEL: func.func @convolution_grouped(
// CHECK: stablehlo.convolution
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k, l], [o, p, m, ln])->([i, j, k, ln]) {i=2, j=16, k=16, l=4, m=1, n=4, o=1, p=1} reduction={m} permutation={j, k}>
func.func @convolution_grouped(%arg0: tensor<2x16x16x4xf32>, %arg1: tensor<3x3x1x16xf32>) -> tensor<2x16x16x16xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x16x16x4xf32>, tensor<3x3x1x16xf32>) -> tensor<2x16x16x16xf32>
  return %0 : tensor<2x16x16x16xf32>
}

// CHECK-LABEL: func.func @fft(
// CHECK: stablehlo.fft
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=4, j=8, k=16} need_replication={k}>
func.func @fft(%arg0: tensor<4x8x16xcomplex<f32>>) -> tensor<4x8x16xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type =  FFT, length = [16] : (tensor<4x8x16xcomplex<f32>>) -> tensor<4x8x16xcomplex<f32>>
  return %0 : tensor<4x8x16xcomplex<f32>>
}

// CHECK-LABEL: func.func @cholesky(
// CHECK: stablehlo.cholesky
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=4} need_replication={j, k}>
func.func @cholesky(%arg0: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @triangular_solve_true_no_transpose(
// CHECK: stablehlo.triangular_solve
// CHECK-SAME: #sdy.op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}>
func.func @triangular_solve_true_no_transpose(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @triangular_solve_true_transpose(
// CHECK: stablehlo.triangular_solve
// CHECK-SAME: #sdy.op_sharding_rule<([i, l, j], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}>
func.func @triangular_solve_true_transpose(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @triangular_solve_false_no_transpose(
// CHECK: stablehlo.triangular_solve
// CHECK-SAME: #sdy.op_sharding_rule<([i, l, k], [i, j, k])->([i, j, l]) {i=2, j=3, k=4, l=4} need_replication={j, k, l}>
func.func @triangular_solve_false_no_transpose(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @triangular_solve_false_transpose(
// CHECK: stablehlo.triangular_solve
// CHECK-SAME: #sdy.op_sharding_rule<([i, k, l], [i, j, k])->([i, j, l]) {i=2, j=3, k=4, l=4} need_replication={j, k, l}>
func.func @triangular_solve_false_transpose(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @batch_norm_inference(
// CHECK: stablehlo.batch_norm_inference
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [j], [j], [j], [j])->([i, j]) {i=4, j=8}>
func.func @batch_norm_inference(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
