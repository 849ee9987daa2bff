// A large permutation beside other work is a pass of its own; what is computed before one is not computed across it.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 4
// CHECK: kernel 0, transpose: stablehlo.transpose tensor<700x500xf32>
// CHECK: kernel 1, loop: stablehlo.add tensor<700x500xf32>
// CHECK: kernel 2, loop: stablehlo.multiply tensor<500x700xf32>
// CHECK: kernel 3, transpose: stablehlo.transpose tensor<700x500xf32>
func.func @main(%a: tensor<500x700xf32>, %b: tensor<700x500xf32>, %c: tensor<500x700xf32>)
    -> (tensor<700x500xf32>, tensor<700x500xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<500x700xf32>) -> tensor<700x500xf32>
  %1 = stablehlo.add %0, %b : tensor<700x500xf32>
  %2 = stablehlo.multiply %c, %c : tensor<500x700xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<500x700xf32>) -> tensor<700x500xf32>
  return %1, %3 : tensor<700x500xf32>, tensor<700x500xf32>
}
