// Operations with constant sizes as operands become those with attributes.
// RUN: sdyc opt %s -split-input-file -stablehlo-canonicalize-dynamism | FileCheck %s
// CHECK-LABEL: func.func @stays(%arg0: tensor<?xf32>, %arg1: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
// CHECK-NEXT: %1 = stablehlo.dynamic_iota %arg1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
// CHECK-NEXT: return %0, %1 : tensor<?xf32>, tensor<?xf32>
func.func @stays(%a: tensor<?xf32>, %s: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @replaced(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x4xf32>, %arg2: tensor<5x6xf32>, %arg3: tensor<2x1xi32>) -> (tensor<1x8x8x4xf32>, tensor<2x3xf32>, tensor<3x2xi32>) {
// CHECK-NEXT: %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = {{\[\[}}1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
// CHECK-NEXT: %1 = "stablehlo.gather"(%arg2, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x6xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
// CHECK-NEXT: %2 = stablehlo.iota dim = 1 : tensor<3x2xi32>
// CHECK-NEXT: return %0, %1, %2 : tensor<1x8x8x4xf32>, tensor<2x3xf32>, tensor<3x2xi32>
func.func @replaced(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<5x6xf32>, %i: tensor<2x1xi32>) -> (tensor<1x8x8x4xf32>, tensor<2x3xf32>, tensor<3x2xi32>) {
  %p = stablehlo.constant dense<1> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x8x8x4xf32>
  %s = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %1 = "stablehlo.dynamic_gather"(%o, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x6xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xf32>
  %n = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %2 = stablehlo.dynamic_iota %n, dim = 1 : (tensor<2xi32>) -> tensor<3x2xi32>
  return %0, %1, %2 : tensor<1x8x8x4xf32>, tensor<2x3xf32>, tensor<3x2xi32>
}

// -----

// CHECK-LABEL: func.func @call(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = stablehlo.custom_call @foo(%arg0) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @call(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.custom_call @foo(%s, %a) {indices_of_shape_operands = dense<0> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<1xi64>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
