// Operations, attributes and the token of MHLO are those of StableHLO; lists of numbers were tensors.
// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s | sdyc opt - | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x3xf32>, %arg2: !stablehlo.token)
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]
// CHECK-NEXT: stablehlo.slice %0 [0:2, 1:3, 0:3]
// CHECK-NEXT: stablehlo.transpose %1, dims = [0, 2, 1]
// CHECK-NEXT: chlo.erf %2
// CHECK: stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [1, 2]
// CHECK: "stablehlo.all_reduce"(%4)
// CHECK: stablehlo.reverse %4, dims = [0]
// CHECK: stablehlo.compare  GT, %6, %4
func.func @main(%a: tensor<2x4x8xf32>, %b: tensor<2x8x3xf32>, %t: !mhlo.token) -> tensor<2x3x2xf32> {
  %0 = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  %1 = "mhlo.slice"(%0) {start_indices = dense<[0, 1, 0]> : tensor<3xi64>, limit_indices = dense<[2, 3, 3]> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} : (tensor<2x4x3xf32>) -> tensor<2x2x3xf32>
  %2 = "mhlo.transpose"(%1) {permutation = dense<[0, 2, 1]> : tensor<3xi64>} : (tensor<2x2x3xf32>) -> tensor<2x3x2xf32>
  %3 = "mhlo.erf"(%2) : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %cst = mhlo.constant dense<0.000000e+00> : tensor<f32>
  %4 = "mhlo.reduce"(%3, %cst) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = mhlo.add %x, %y : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<[1, 2]> : tensor<2xi64>} : (tensor<2x3x2xf32>, tensor<f32>) -> tensor<2xf32>
  %5 = "mhlo.all_reduce"(%4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = mhlo.add %x, %y : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {channel_handle = #mhlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %6 = "mhlo.reverse"(%4) {dimensions = dense<0> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %7 = "mhlo.compare"(%6, %4) {comparison_direction = #mhlo<comparison_direction GT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %3 : tensor<2x3x2xf32>
}
