// A product with what follows it element by element is one kernel.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: arena: 0 bytes
// CHECK: kernel 0, product: stablehlo.dot_general, then stablehlo.maximum tensor<64x256xf32>
// CHECK: b3[256 d0 + d1] = sum b0[128 d0 + d2] * b1[d1 + 256 d2]
// CHECK: b3[256 d0 + d1] = max_f32(add_f32(b3[256 d0 + d1], b2[d1]), 0)
func.func @main(%a: tensor<64x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>) -> tensor<64x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<64x256xf32>
  %product = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<256xf32>) -> tensor<64x256xf32>
  %sum = stablehlo.add %product, %bias : tensor<64x256xf32>
  %relu = stablehlo.maximum %sum, %zero : tensor<64x256xf32>
  return %relu : tensor<64x256xf32>
}
