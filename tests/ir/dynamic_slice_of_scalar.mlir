// A slice of a scalar has no indices: the text that was printed, `%arg0, , sizes`, could not be read.
// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s | sdyc opt - | FileCheck %s
func.func @main(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: %0 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
  %0 = "stablehlo.dynamic_slice"(%a) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
  // CHECK: %1 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_slice %a, , sizes = [] : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
