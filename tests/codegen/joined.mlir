// A concatenation of concatenations is one, where nothing else reads those inside.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 5
// CHECK: kernel 0, copy: stablehlo.concatenate tensor<8x9xf32>
// CHECK: kernel 1, copy: stablehlo.concatenate tensor<8x9xf32>
// CHECK: kernel 2, copy: stablehlo.concatenate tensor<8x9xf32>
// CHECK: kernel 3, copy: stablehlo.concatenate tensor<9x4xf32>
// CHECK: kernel 4, copy: stablehlo.concatenate tensor<9x4xf32>
func.func @main(%a: tensor<8x2xf32>, %b: tensor<8x4xf32>, %c: tensor<8x3xf32>, %d: tensor<4x4xf32>, %e: tensor<1x4xf32>)
    -> (tensor<8x9xf32>, tensor<9x4xf32>) {
  %0 = stablehlo.concatenate %b, %c, dim = 1 : (tensor<8x4xf32>, tensor<8x3xf32>) -> tensor<8x7xf32>
  %1 = stablehlo.concatenate %a, %0, dim = 1 : (tensor<8x2xf32>, tensor<8x7xf32>) -> tensor<8x9xf32>
  %2 = stablehlo.concatenate %d, %d, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.concatenate %2, %e, dim = 0 : (tensor<8x4xf32>, tensor<1x4xf32>) -> tensor<9x4xf32>
  return %1, %3 : tensor<8x9xf32>, tensor<9x4xf32>
}
