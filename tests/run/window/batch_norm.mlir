// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf32>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf32>
  %offset = stablehlo.constant dense<1.0> : tensor<2xf32>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<1.0> : tensor<2xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  check.expect_almost_eq_const %0, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf32>
  %1:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %1#0, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf32>
  check.expect_almost_eq_const %1#1, dense<[2.0, 3.0]> : tensor<2xf32>
  check.expect_almost_eq_const %1#2, dense<1.0> : tensor<2xf32>
  %grad = stablehlo.constant dense<0.1> : tensor<2x2x2xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %grad) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %2#0, dense<0.0> : tensor<2x2x2xf32>
  check.expect_almost_eq_const %2#1, dense<0.0> : tensor<2xf32>
  check.expect_almost_eq_const %2#2, dense<0.4> : tensor<2xf32>
  // The feature dimension comes first; the gradient is not the same everywhere.
  %y = stablehlo.constant dense<[[0.0, 2.0], [1.0, 5.0]]> : tensor<2x2xf64>
  %s = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %o = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf64>
  %3:3 = "stablehlo.batch_norm_training"(%y, %s, %o) {epsilon = 3.0 : f32, feature_index = 0 : i64} : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %3#0, dense<[[-0.5, 1.5], [-4.023715784073818, 2.023715784073818]]> : tensor<2x2xf64>
  check.expect_almost_eq_const %3#2, dense<[1.0, 4.0]> : tensor<2xf64>
  %g = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %4:3 = "stablehlo.batch_norm_grad"(%y, %s, %3#1, %3#2, %g) {epsilon = 3.0 : f32, feature_index = 0 : i64} : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %4#0, dense<[[0.375, -0.375], [-0.32397, 0.32397]]> : tensor<2x2xf64>
  check.expect_almost_eq_const %4#1, dense<[-0.5, 0.7559289460184544]> : tensor<2xf64>
  check.expect_almost_eq_const %4#2, dense<[1.0, 1.0]> : tensor<2xf64>
  return
}
