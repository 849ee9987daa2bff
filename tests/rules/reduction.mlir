// Sharding rules: reduction operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @reduce(
// CHECK: stablehlo.reduce
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [])->([i]) {i=4, j=8} reduction={j}>
func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @reduce_window(
// CHECK: stablehlo.reduce_window
// CHECK: #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=4} permutation={j}>
func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @select_and_scatter(
// CHECK: stablehlo.select_and_scatter
// CHECK: #sdy.op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=4, j=4, k=8} need_replication={j} permutation={k}>
func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sort(
// CHECK: stablehlo.sort
// CHECK: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} need_replication={j}>
func.func @sort(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
