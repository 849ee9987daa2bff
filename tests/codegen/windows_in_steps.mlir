// Windows over rows and columns are folded along the rows' dimension first, whose lines stay whole.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 2
// CHECK: kernel 0, loop: partial results tensor<2x8x27x56xf32>
// CHECK: domain 16/3 27 56
// CHECK: kernel 1, loop: stablehlo.reduce_window tensor<2x8x27x27xf32>
// Not where that would be as much work, nor sums that are rounded.
// RUN: sdyc kernels %s --entry=whole | FileCheck %s --check-prefix=WHOLE
// WHOLE: kernels: 2
func.func @main(%x: tensor<2x8x56x56xf32>) -> tensor<2x8x27x27xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x8x56x56xf32>, tensor<f32>) -> tensor<2x8x27x27xf32>
  return %0 : tensor<2x8x27x27xf32>
}
func.func @whole(%x: tensor<2x8x56x56xf32>, %y: tensor<2x8x56x56xbf16>) -> (tensor<2x8x28x28xf32>, tensor<2x8x27x27xbf16>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x8x56x56xf32>, tensor<f32>) -> tensor<2x8x28x28xf32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %m = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %m : tensor<bf16>
  }) : (tensor<2x8x56x56xbf16>, tensor<bf16>) -> tensor<2x8x27x27xbf16>
  return %0, %1 : tensor<2x8x28x28xf32>, tensor<2x8x27x27xbf16>
}
