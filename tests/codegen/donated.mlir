// An argument that the caller gives away has the memory of the result. The move does nothing where the caller
// gives the same memory for both.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: input 0 in [[RESULT:b[0-9]+]]: 16384 x f32
// CHECK: [[RESULT]] = output 0
// CHECK: [[RESULT]][d0 + 256 (
func.func @main(%cache: tensor<64x256xf32> {tf.aliasing_output = 0 : i32}, %row: tensor<1x256xf32>, %i: tensor<i32>) -> (tensor<64x256xf32>, tensor<256xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %new = stablehlo.dynamic_update_slice %cache, %row, %i, %zero : (tensor<64x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<i32>) -> tensor<64x256xf32>
  %sum = stablehlo.reduce(%new init: %start) applies stablehlo.add across dimensions = [0] : (tensor<64x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %new, %sum : tensor<64x256xf32>, tensor<256xf32>
}
