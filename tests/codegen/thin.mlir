// Tasks of a thin tensor that is transposed have all of its columns: they lie in the same lines.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: domain 3 1048576/3072, 342 tasks
// CHECK: b1[1048576 d0 + d1] = b0[d0 + 3 d1]
func.func public @main(%x: tensor<1048576x3xf32>) -> tensor<3x1048576xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<1048576x3xf32>) -> tensor<3x1048576xf32>
  return %t : tensor<3x1048576xf32>
}
