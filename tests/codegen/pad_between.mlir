// Padding between elements: each place of the result is written once. Elements that are narrow make rows with what is behind
// them, and the last one of a line stands by itself.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: steps:
// CHECK-NEXT: then kernel 0, loop: stablehlo.pad
// CHECK-NEXT: with kernel 1, copy: stablehlo.pad
// CHECK-NEXT: with kernel 2, weave: stablehlo.pad
// CHECK: b1[2046 d0 + d1 + 1023] = 0
// CHECK: b1[2046 d0 + 1022] = b0[512 d0 + 511]
// CHECK: b1[0] = weave of b2[0], b0[0]
func.func public @main(%x: tensor<512x512xf32>) -> tensor<1023x1023xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %zero, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<1023x1023xf32>
  return %p : tensor<1023x1023xf32>
}
