// Convolutions without spatial dimensions are products of matrices, in groups of features and of batches too.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2]>
func.func public @main() {
  %a = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %k = stablehlo.constant dense<[[1, 0], [2, 1], [0, 1], [1, 1]]> : tensor<4x2xi32>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f]x[i, o]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[9, 25], [9, 21]]> : tensor<2x2xi32>
  %g = stablehlo.constant dense<[[1, 0], [2, 1]]> : tensor<2x2xi32>
  %1 = stablehlo.convolution(%a, %g) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[5, 4], [17, 8]]> : tensor<2x2xi32>
  %2 = stablehlo.convolution(%a, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %2, dense<[[9, 21]]> : tensor<1x2xi32>
  return
}
