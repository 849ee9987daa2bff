// A vector times a matrix whose rows the result has transposed: the matrix is read along its rows, once, and the few numbers of the
// result are written across theirs.
// RUN: sdyc kernels %s --threads=1 | FileCheck %s
// CHECK: kernel 0, product
// CHECK: domain 64{{.*}} 1 32 | 1000
// CHECK: b2[d0 + 64 d2] = sum b1[d3] * b0[32 d0 + d2 + 2048 d3]
func.func @main(%m: tensor<1000x64x32xf32>, %v: tensor<1000xf32>) -> tensor<32x64xf32> {
  %turned = stablehlo.transpose %m, dims = [0, 2, 1] : (tensor<1000x64x32xf32>) -> tensor<1000x32x64xf32>
  %sum = stablehlo.dot_general %v, %turned, contracting_dims = [0] x [0] : (tensor<1000xf32>, tensor<1000x32x64xf32>) -> tensor<32x64xf32>
  return %sum : tensor<32x64xf32>
}
