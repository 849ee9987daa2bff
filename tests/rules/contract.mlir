// Contractions, windows, solvers and custom calls.
// RUN: sdyc opt %s -sdy-populate-op-sharding-rules | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
func.func @main(%f: tensor<8x4xf32>, %i: tensor<8x4xi32>, %b: tensor<8x4xi1>, %b0: tensor<i1>, %z: tensor<f32>, %n: tensor<i32>, %c: tensor<8x4xcomplex<f32>>, %u: tensor<8x2xf32>, %x: tensor<3x1xi32>, %y: tensor<3x4xf32>, %seed: tensor<2xui64>, %g: tensor<4x8xf32>, %t: tensor<2x8x4xf32>, %im: tensor<2x8x8x4xf32>, %small: tensor<2x4x4x4xf32>, %k: tensor<3x3x4x16xf32>, %sq: tensor<2x8x8xf32>, %tr: tensor<2x8x3xf32>, %v4: tensor<4xf32>) {
  // CHECK: stablehlo.dot
  // CHECK-SAME: #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=4} reduction={k}>
  %r0 = stablehlo.dot %f, %g : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j, l], [i, k, l])->([i, j, k]) {i=2, j=8, k=8, l=4} reduction={l}>
  %r1 = stablehlo.dot_general %t, %t, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x8x8xf32>
  // CHECK: stablehlo.reduce
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [])->([i]) {i=8, j=4} reduction={j}>
  %r2 = stablehlo.reduce(%f init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: stablehlo.reduce_window
  // CHECK: #sdy.op_sharding_rule<([], [])->([])>
  %r3 = "stablehlo.reduce_window"(%im, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x8x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
  // CHECK: stablehlo.select_and_scatter
  // CHECK: #sdy.op_sharding_rule<([], [])->([])>
  %r4 = "stablehlo.select_and_scatter"(%im, %small, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x8x8x4xf32>, tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x8x8x4xf32>
  // CHECK: stablehlo.convolution
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=2, j=8, k=8, l=4, m=16, n=1, o=1} reduction={l} permutation={j, k}>
  %r5 = stablehlo.convolution(%im, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x8x8x16xf32>
  // CHECK: stablehlo.fft
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} need_replication={j}>
  %r6 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
  // CHECK: stablehlo.cholesky
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=8, k=8} need_replication={j, k}>
  %r7 = stablehlo.cholesky %sq, lower = true : tensor<2x8x8xf32>
  // CHECK: stablehlo.triangular_solve
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=8, k=3, l=8} need_replication={j, k, l}>
  %r8 = "stablehlo.triangular_solve"(%sq, %tr) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x8x8xf32>, tensor<2x8x3xf32>) -> tensor<2x8x3xf32>
  // CHECK: stablehlo.batch_norm_inference
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j, k, l], [l], [l], [l], [l])->([i, j, k, l]) {i=2, j=8, k=8, l=4}>
  %r9 = "stablehlo.batch_norm_inference"(%im, %v4, %v4, %v4, %v4) <{epsilon = 0.0 : f32, feature_index = 3 : i64}> : (tensor<2x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x8x8x4xf32>
  // CHECK: stablehlo.custom_call
  // CHECK-NOT: sharding_rule
  %r10 = stablehlo.custom_call @Sharding(%f) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: sdy.sharding_constraint
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r11 = sdy.sharding_constraint %f <@mesh, [{}, {}]> : tensor<8x4xf32>
  return
}
