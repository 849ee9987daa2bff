// What is only copied, whole lines of it, to a result that no cache holds is written past the caches; pieces of lines, and
// what goes to a smaller result, are not.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: moves: 1
// CHECK: stream: stablehlo.concatenate tensor<2048x2050xf32>
// CHECK: transpose: stablehlo.concatenate tensor<2048x2050xf32>
// CHECK: move: tensor<2048x2048xf32>
// CHECK: stream: stablehlo.transpose tensor<16x16x256x64xf32>
// CHECK: copy: stablehlo.transpose tensor<2x16x256x64xf32>
func.func @main(%a: tensor<2048x2048xf32>, %b: tensor<2048x2xf32>, %c: tensor<16x256x16x64xf32>, %d: tensor<2x256x16x64xf32>,
    %i: tensor<i32>, %u: tensor<1x2048xf32>)
    -> (tensor<2048x2050xf32>, tensor<16x16x256x64xf32>, tensor<2x16x256x64xf32>, tensor<2048x2048xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2048x2048xf32>, tensor<2048x2xf32>) -> tensor<2048x2050xf32>
  %1 = stablehlo.transpose %c, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
  %2 = stablehlo.transpose %d, dims = [0, 2, 1, 3] : (tensor<2x256x16x64xf32>) -> tensor<2x16x256x64xf32>
  %3 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2048x2048xf32>, tensor<1x2048xf32>, tensor<i32>, tensor<i32>) -> tensor<2048x2048xf32>
  return %0, %1, %2, %3 : tensor<2048x2050xf32>, tensor<16x16x256x64xf32>, tensor<2x16x256x64xf32>, tensor<2048x2048xf32>
}
