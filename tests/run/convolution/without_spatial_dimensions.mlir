// A convolution without spatial dimensions, as JAX makes some of products: it could not be compiled.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --jit=cc
sdy.mesh @mesh = <["x"=2]>
func.func public @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = stablehlo.constant dense<[[1.0, 0.5], [-1.0, 2.0], [2.0, 1.0]]> : tensor<3x2xf32>
  %c = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %c, dense<[[5.0, 7.5], [11.0, 18.0]]> : tensor<2x2xf32>
  %s = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<2x3xf32>
  %t = stablehlo.convolution(%s, %b) dim_numbers = [b, f]x[i, o]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %t, dense<[[5.0, 11.0], [7.5, 18.0]]> : tensor<2x2xf32>
  // In groups: each column of %g times its own number.
  %w = stablehlo.constant dense<[[10.0, 20.0, 30.0]]> : tensor<1x3xf32>
  %g = stablehlo.convolution(%a, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64}
    : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %g, dense<[[10.0, 40.0, 90.0], [40.0, 100.0, 180.0]]> : tensor<2x3xf32>
  %e = stablehlo.constant dense<> : tensor<0x3xf32>
  %f = stablehlo.convolution(%e, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  check.expect_eq_const %f, dense<> : tensor<0x2xf32>
  return
}
