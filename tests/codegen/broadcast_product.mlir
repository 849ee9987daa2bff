// A matrix of one number that is broadcast is an operand like another: its columns are those of a product, not products of their
// own.
// RUN: sdyc kernels %s --threads=1 | FileCheck %s
// RUN: sdyc run %s --input=512x64xf32=0.5 --expected-output=512x96xf32=8.0
// CHECK: kernel 1, product
// CHECK: domain 512{{.*}} 96{{.*}} | 64
func.func @main(%x: tensor<512x64xf32>) -> tensor<512x96xf32> {
  %quarter = stablehlo.constant dense<0.25> : tensor<f32>
  %quarters = stablehlo.broadcast_in_dim %quarter, dims = [] : (tensor<f32>) -> tensor<64x96xf32>
  %sum = stablehlo.dot_general %x, %quarters, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x96xf32>) -> tensor<512x96xf32>
  return %sum : tensor<512x96xf32>
}
