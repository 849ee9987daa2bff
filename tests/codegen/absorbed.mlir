// Differences from a mean are stored, and their squares summed, in one go; so is a gradient whose sum is wanted, whatever
// stands between them. What a kernel takes for each row stays with the kernels that go row by row. Short rows are computed by
// themselves, many at a time.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 11
// CHECK: then kernel 0, reduction: stablehlo.subtract tensor<8x56x56x64xf32>; stablehlo.reduce tensor<64xf32>, in parts, 128 tasks
// CHECK: then kernel 1, reduction: stablehlo.subtract tensor<8x56x56x64xf32>; stablehlo.reduce tensor<64xf32>
// CHECK: reduction: stablehlo.select tensor<8192x128xf32>; stablehlo.exponential tensor<8192x128xf32>; stablehlo.reduce tensor<128xf32>, in parts
// CHECK: next kernel {{[0-9]+}}, loop: stablehlo.subtract tensor<2048x512xf32>
// CHECK: reduction: stablehlo.reduce tensor<512xf32>, in parts
// CHECK: loop: stablehlo.negate tensor<16384x32xf32>
// CHECK: reduction: stablehlo.reduce tensor<32xf32>, in parts
// CHECK: domain 128/1 64 | 196, 128 tasks
// CHECK-NEXT: b{{[0-9]+}}[12544 d0 + d1 + 64 d2] = sub_f32(
// CHECK-NEXT: acc0: f32 = -0; add mul_f32(value0, value0)
func.func @main(%x: tensor<8x56x56x64xf32>, %mean: tensor<64xf32>, %m: tensor<8192x128xi1>, %g: tensor<8192x128xf32>, %r: tensor<2048x512xf32>, %n: tensor<16384x32xf32>)
    -> (tensor<8x56x56x64xf32>, tensor<64xf32>, tensor<8192x128xf32>, tensor<128xf32>, tensor<8192x128xf32>, tensor<2048x512xf32>, tensor<512xf32>,
        tensor<16384x32xf32>, tensor<32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<8192x128xf32>
  %0 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<64xf32>) -> tensor<8x56x56x64xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<8x56x56x64xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<8x56x56x64xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x56x56x64xf32>, tensor<f32>) -> tensor<64xf32>
  %4 = stablehlo.select %m, %g, %zeros : tensor<8192x128xi1>, tensor<8192x128xf32>
  %5 = stablehlo.exponential %g : tensor<8192x128xf32>
  %6 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8192x128xf32>, tensor<f32>) -> tensor<128xf32>
  %7 = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2048x512xf32>, tensor<f32>) -> tensor<2048xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<2048xf32>) -> tensor<2048x512xf32>
  %9 = stablehlo.subtract %r, %8 : tensor<2048x512xf32>
  %10 = stablehlo.reduce(%9 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2048x512xf32>, tensor<f32>) -> tensor<512xf32>
  %11 = stablehlo.negate %n : tensor<16384x32xf32>
  %12 = stablehlo.reduce(%11 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16384x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %1, %3, %4, %6, %5, %9, %10, %11, %12 : tensor<8x56x56x64xf32>, tensor<64xf32>, tensor<8192x128xf32>, tensor<128xf32>, tensor<8192x128xf32>, tensor<2048x512xf32>, tensor<512xf32>, tensor<16384x32xf32>, tensor<32xf32>
}
