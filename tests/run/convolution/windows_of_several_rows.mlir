// RUN: sdyc run %s
// A window whose strips are several rows of pixels: each row is folded where it lies. Numbers rise along
// the image, so that the greatest of a window is its last, and the sum that of its middle.
func.func public @main() {
  %image = stablehlo.iota dim = 0 : tensor<50176xf32>
  %stored = "stablehlo.sort"(%image) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<50176xf32>) -> tensor<50176xf32>
  %x = stablehlo.reshape %stored : (tensor<50176xf32>) -> tensor<2x14x28x64xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = "stablehlo.reduce_window"(%x, %low) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {window_dimensions = array<i64: 1, 7, 7, 1>, window_strides = array<i64: 1, 7, 7, 1>}
    : (tensor<2x14x28x64xf32>, tensor<f32>) -> tensor<2x2x4x64xf32>
  %last = stablehlo.slice %x [0:2, 6:14:7, 6:28:7, 0:64] : (tensor<2x14x28x64xf32>) -> tensor<2x2x4x64xf32>
  check.expect_eq %max, %last : tensor<2x2x4x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {window_dimensions = array<i64: 1, 7, 7, 1>, window_strides = array<i64: 1, 7, 7, 1>}
    : (tensor<2x14x28x64xf32>, tensor<f32>) -> tensor<2x2x4x64xf32>
  // The mean of a window is its middle.
  %middle = stablehlo.slice %x [0:2, 3:14:7, 3:28:7, 0:64] : (tensor<2x14x28x64xf32>) -> tensor<2x2x4x64xf32>
  %points = stablehlo.constant dense<49.0> : tensor<2x2x4x64xf32>
  %product = stablehlo.multiply %middle, %points : tensor<2x2x4x64xf32>
  check.expect_eq %sum, %product : tensor<2x2x4x64xf32>
  return
}
