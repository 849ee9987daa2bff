// A sum whose result is stored across what is read has its strips along what is read: the result is stored once, and
// the operand read 64 times.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: domain 512 64/1 | 64, 64 tasks
func.func @main(%x: tensor<64x64x512xf32>) -> tensor<512x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64x512xf32>, tensor<f32>) -> tensor<64x512xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x512xf32>) -> tensor<512x64xf32>
  return %1 : tensor<512x64xf32>
}
