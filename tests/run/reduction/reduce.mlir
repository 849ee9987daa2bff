// Reductions, products and convolutions.
// RUN: sdyc run %s
func.func public @main() {
  %in1 = stablehlo.constant dense<[[[0.0, 2.5e-1, 5.0e-1, 7.5e-1], [1.0, 1.25, 1.5, 1.75], [2.0, 2.25, 2.5, 2.75]], [[3.0, 3.25, 3.5, 3.75], [4.0, 4.25, 4.5, 4.75], [5.0, 5.25, 5.5, 5.75]]]> : tensor<2x3x4xf32>
  %in2 = stablehlo.constant dense<0.0> : tensor<f32>
  %in3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r4 = stablehlo.reduce(%in1 init: %in2) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %in5 = stablehlo.constant dense<[1.5e1, 2.3e1, 3.1e1]> : tensor<3xf32>
  check.expect_almost_eq %r4, %in5, tolerance = 1.0e-06 : tensor<3xf32>
  %r6 = stablehlo.reduce(%in1 init: %in3) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %in7 = stablehlo.constant dense<[[2.0, 2.25, 2.5, 2.75], [5.0, 5.25, 5.5, 5.75]]> : tensor<2x4xf32>
  check.expect_almost_eq %r6, %in7, tolerance = 1.0e-06 : tensor<2x4xf32>
  %in8 = stablehlo.constant dense<[[[[0.0], [1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0], [7.0]], [[8.0], [9.0], [1.0e1], [1.1e1]], [[1.2e1], [1.3e1], [1.4e1], [1.5e1]]]]> : tensor<1x4x4x1xf32>
  %pooled = "stablehlo.reduce_window"(%in8, %in3) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %most = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %most : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %pooled, dense<[[[[5.0], [7.0]], [[1.3e1], [1.5e1]]]]> : tensor<1x2x2x1xf32>
  %in9 = stablehlo.constant dense<[[-2.0, -1.0, 0.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %in10 = stablehlo.constant dense<[[-5.0, -4.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 6.0]]> : tensor<3x4xf32>
  %r11 = stablehlo.dot_general %in9, %in10, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %in12 = stablehlo.constant dense<[[1.1e1, 8.0, 5.0, 2.0], [2.0, 8.0, 1.4e1, 2.0e1]]> : tensor<2x4xf32>
  check.expect_almost_eq %r11, %in12, tolerance = 1.0e-06 : tensor<2x4xf32>
  %in13 = stablehlo.constant dense<[[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], [[6.0, 7.0, 8.0], [9.0, 1.0e1, 1.1e1]]]> : tensor<2x2x3xf32>
  %in14 = stablehlo.constant dense<[[[0.0, 1.25e-1, 2.5e-1], [3.75e-1, 5.0e-1, 6.25e-1], [7.5e-1, 8.75e-1, 1.0], [1.125, 1.25, 1.375]], [[1.5, 1.625, 1.75], [1.875, 2.0, 2.125], [2.25, 2.375, 2.5], [2.625, 2.75, 2.875]]]> : tensor<2x4x3xf32>
  %r15 = stablehlo.dot_general %in13, %in14, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x2x3xf32>, tensor<2x4x3xf32>) -> tensor<2x2x4xf32>
  %in16 = stablehlo.constant dense<[[[6.25e-1, 1.75, 2.875, 4.0], [1.75, 6.25, 1.075e1, 1.525e1]], [[3.4375e1, 4.225e1, 5.0125e1, 5.8e1], [4.9e1, 6.025e1, 7.15e1, 8.275e1]]]> : tensor<2x2x4xf32>
  check.expect_almost_eq %r15, %in16, tolerance = 1.0e-04 : tensor<2x2x4xf32>
  %in17 = stablehlo.constant dense<[[[[0.0, 1.25e-1], [2.5e-1, 3.75e-1], [5.0e-1, 6.25e-1], [7.5e-1, 8.75e-1]], [[1.0, 1.125], [1.25, 1.375], [1.5, 1.625], [1.75, 1.875]], [[2.0, 2.125], [2.25, 2.375], [2.5, 2.625], [2.75, 2.875]], [[3.0, 3.125], [3.25, 3.375], [3.5, 3.625], [3.75, 3.875]]]]> : tensor<1x4x4x2xf32>
  %in18 = stablehlo.constant dense<[[[[0.0, 6.25e-2], [1.25e-1, 1.875e-1]], [[2.5e-1, 3.125e-1], [3.75e-1, 4.375e-1]], [[5.0e-1, 5.625e-1], [6.25e-1, 6.875e-1]]], [[[7.5e-1, 8.125e-1], [8.75e-1, 9.375e-1]], [[1.0, 1.0625], [1.125, 1.1875]], [[1.25, 1.3125], [1.375, 1.4375]]], [[[1.5, 1.5625], [1.625, 1.6875]], [[1.75, 1.8125], [1.875, 1.9375]], [[2.0, 2.0625], [2.125, 2.1875]]]]> : tensor<3x3x2x2xf32>
  %r19 = stablehlo.convolution(%in17, %in18) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x4x4x2xf32>
  %in20 = stablehlo.constant dense<[[[[1.025e1, 1.059375e1], [1.68125e1, 1.7421875e1], [2.1125e1, 2.1921875e1], [1.4125e1, 1.471875e1]], [[2.315625e1, 2.4046875e1], [3.4921875e1, 3.6398438e1], [3.9703125e1, 4.1460938e1], [2.521875e1, 2.6484375e1]], [[3.740625e1, 3.9046875e1], [5.4046875e1, 5.6648438e1], [5.8828125e1, 6.1710938e1], [3.646875e1, 3.8484375e1]], [[1.9125e1, 2.046875e1], [2.6e1, 2.8109375e1], [2.80625e1, 3.0359375e1], [1.6e1, 1.759375e1]]]]> : tensor<1x4x4x2xf32>
  check.expect_almost_eq %r19, %in20, tolerance = 1.0e-04 : tensor<1x4x4x2xf32>
  return
}
