// Operations that take sizes as operands, where these are constants or are computed of constants.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %a, %shape : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %1 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<3x2xi64>
  check.expect_eq_const %1, dense<[[0, 1], [0, 1], [0, 1]]> : tensor<3x2xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %d = stablehlo.concatenate %two, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %row = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %row, %d, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  check.expect_eq_const %2, dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %lo = stablehlo.constant dense<[1, -1]> : tensor<2xi32>
  %in = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %3 = stablehlo.dynamic_pad %a, %z, %lo, %in, %in : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x5xf32>
  check.expect_eq_const %3, dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 3.0, 0.0], [0.0, 5.0, 0.0, 6.0, 0.0]]> : tensor<3x5xf32>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %4 = "stablehlo.dynamic_gather"(%a, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  check.expect_eq_const %4, dense<[[4.0, 5.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %start = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %limit = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %step = stablehlo.constant dense<1> : tensor<2xi32>
  %5 = stablehlo.real_dynamic_slice %a, %start, %limit, %step : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  check.expect_eq_const %5, dense<[[2.0, 3.0], [5.0, 6.0]]> : tensor<2x2xf32>
  %img = stablehlo.constant dense<1.0> : tensor<1x3x3x1xf32>
  %ker = stablehlo.constant dense<2.0> : tensor<2x2x1x1xf32>
  %pad = stablehlo.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  %6 = "stablehlo.dynamic_conv"(%img, %ker, %pad) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi64>) -> tensor<1x3x3x1xf32>
  %7 = stablehlo.reshape %6 : (tensor<1x3x3x1xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %7, dense<[[4.0, 4.0, 2.0], [8.0, 8.0, 4.0], [8.0, 8.0, 4.0]]> : tensor<3x3xf32>
  %size = stablehlo.constant dense<3> : tensor<i32>
  %8 = stablehlo.set_dimension_size %a, %size, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  check.expect_eq %8, %a : tensor<2x3xf32>
  return
}
