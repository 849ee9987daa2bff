// RUN: sdyc run %s
func.func public @main() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %0 = "stablehlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3x2xi32>, tensor<2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %0, dense<[[[5, 6], [1, 2]], [[11, 12], [7, 8]]]> : tensor<2x2x2xi32>
  %1 = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x3x2xi32>, tensor<2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %1, dense<[[[7, 8], [9, 10], [11, 12]], [[1, 2], [3, 4], [5, 6]]]> : tensor<2x3x2xi32>
  // Each batch has its own indices.
  %j = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi32>
  %2 = "stablehlo.torch_index_select"(%a, %j) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3x2xi32>, tensor<2x1xi32>) -> tensor<2x1x2xi32>
  check.expect_eq_const %2, dense<[[[1, 2]], [[11, 12]]]> : tensor<2x1x2xi32>
  %k = stablehlo.constant dense<1> : tensor<i32>
  %3 = "stablehlo.torch_index_select"(%a, %k) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi32>
  return
}
