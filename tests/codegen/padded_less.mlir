// A pad that takes away and adds nothing is a slice: the gradient of a stencil on a padded image is cut where the pads that
// it adds up meet, and none of these is stored.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: copies: 0
// CHECK: arena: 0 bytes
// CHECK: steps:
// CHECK-NEXT: loop: stablehlo.pad tensor<256x256xf32>
// CHECK-NEXT: loop: stablehlo.pad tensor<256x256xf32>
// CHECK-NEXT: buffers:
// CHECK: = add_f32(b0[256 d0 + d1 + 1], b0[256 d0 + d1])
func.func public @main(%g: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %g, %zero, low = [1, 0], high = [1, 2], interior = [0, 0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<258x258xf32>
  %1 = stablehlo.pad %g, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<258x258xf32>
  %2 = stablehlo.add %0, %1 : tensor<258x258xf32>
  %3 = stablehlo.pad %2, %zero, low = [-1, -1], high = [-1, -1], interior = [0, 0] : (tensor<258x258xf32>, tensor<f32>) -> tensor<256x256xf32>
  return %3 : tensor<256x256xf32>
}
