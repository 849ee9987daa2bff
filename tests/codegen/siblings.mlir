// Sums over the same points that read the same memory are one kernel, and so is the one that adds their parts, whatever
// stands between them. What needs one of the sums is not among them, nor what is summed along other dimensions.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 5
// CHECK: kernel 0, reduction: stablehlo.reduce tensor<64xf32>; stablehlo.reduce, then stablehlo.divide tensor<64xf32>; stablehlo.reduce tensor<64xf32>, in parts, 25 tasks
// CHECK: kernel 1, reduction: stablehlo.reduce tensor<64xf32>; stablehlo.reduce, then stablehlo.divide tensor<64xf32>; stablehlo.reduce tensor<64xf32>, 1 task
// CHECK: kernel 2, reduction: stablehlo.subtract tensor<6272x64xf32>; stablehlo.reduce tensor<64xf32>, in parts
// CHECK: kernel 4, reduction: stablehlo.reduce tensor<6272xf32>
// CHECK: domain 49/2 64 | 128
// CHECK: %0 = mul_f32(b0[
// CHECK: acc0: f32 = -0; add b1[
// CHECK: acc1: f32 = -0; add %0
// CHECK: acc2: f32 = -0; add neg_f32(%0)
// CHECK: b2[d0] = reduced0
// CHECK: b3[d0] = div_f32(reduced1, 6272)
// CHECK: b6[d0] = reduced2
func.func @main(%x: tensor<6272x64xf32>, %y: tensor<6272x64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<6272x64xf32>, tensor<6272xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<6.272e3> : tensor<64xf32>
  %0 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.multiply %x, %y : tensor<6272x64xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.divide %2, %count : tensor<64xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<64xf32>) -> tensor<6272x64xf32>
  %5 = stablehlo.subtract %x, %4 : tensor<6272x64xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<64xf32>
  %7 = stablehlo.negate %1 : tensor<6272x64xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<64xf32>
  %9 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<6272xf32>
  return %0, %6, %8, %5, %9 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<6272x64xf32>, tensor<6272xf32>
}
