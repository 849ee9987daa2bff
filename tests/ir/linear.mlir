// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main(%arg0: tensor<2x4x6xf32>, %arg1: tensor<2x6x3xf32>, %arg2: tensor<1x8x8x4xf32>, %arg3: tensor<3x3x4x8xf32>, %arg4: tensor<4x4xf32>, %arg5: tensor<8xcomplex<f32>>, %arg6: tensor<4xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x6xf32>, tensor<2x6x3xf32>) -> tensor<2x4x3xf32>
  %1 = stablehlo.dot_general %arg4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x4x4x8xf32>
  %3 = stablehlo.dot %arg4, %arg4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.cholesky %arg4, lower = true : tensor<4x4xf32>
  %5 = stablehlo.fft %arg5, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %6 = stablehlo.einsum %arg4, %arg4, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg4, %arg6, %arg6) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK: func.func @main(%arg0: tensor<2x4x6xf32>, %arg1: tensor<2x6x3xf32>, %arg2: tensor<1x8x8x4xf32>, %arg3: tensor<3x3x4x8xf32>, %arg4: tensor<4x4xf32>, %arg5: tensor<8xcomplex<f32>>, %arg6: tensor<4xf32>) {
// CHECK-NEXT:   %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x6xf32>, tensor<2x6x3xf32>) -> tensor<2x4x3xf32>
// CHECK-NEXT:   %1 = stablehlo.dot_general %arg4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:   %2 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x4x4x8xf32>
// CHECK-NEXT:   %3 = stablehlo.dot %arg4, %arg4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:   %4 = stablehlo.cholesky %arg4, lower = true : tensor<4x4xf32>
// CHECK-NEXT:   %5 = stablehlo.fft %arg5, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
// CHECK-NEXT:   %6 = stablehlo.einsum %arg4, %arg4, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:   %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg4, %arg6, %arg6) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// An empty precision is one.
// CHECK: stablehlo.dot %arg0, %arg0, precision = [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
func.func @empty_precision(%arg0: tensor<3xf32>) {
  %0 = stablehlo.dot %arg0, %arg0, precision = [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
