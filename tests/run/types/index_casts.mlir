// Shapes as indices and as integers.
// RUN: sdyc run %s
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %open = tensor.cast %a : tensor<1x3xf32> to tensor<?x?xf32>
  %0 = shape.shape_of %open : tensor<?x?xf32> -> tensor<2xindex>
  %1 = arith.index_cast %0 : tensor<2xindex> to tensor<2xi64>
  %2 = stablehlo.slice %1 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %4 = tensor.cast %3 : tensor<?xi32> to tensor<3xi32>
  check.expect_eq_const %4, dense<[0, 1, 2]> : tensor<3xi32>
  return
}
