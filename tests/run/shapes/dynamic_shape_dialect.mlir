// Shapes as values, of the dialect shape: known where operands are.
// RUN: sdyc run %s
func.func @main() {
  %a = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %b = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %open = tensor.cast %a : tensor<2x1xf32> to tensor<?x?xf32>
  %0 = shape.shape_of %open : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<2xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %2 = shape.assuming %w -> (tensor<?x?xf32>) {
    %c = shape.const_shape [2, 2] : tensor<2xindex>
    %3 = shape.broadcast %0, %1, %c : tensor<2xindex>, tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
    %4 = stablehlo.dynamic_broadcast_in_dim %open, %3, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %5 = stablehlo.dynamic_broadcast_in_dim %b, %3, dims = [1] : (tensor<2xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %6 = stablehlo.add %4, %5 : tensor<?x?xf32>
    shape.assuming_yield %6 : tensor<?x?xf32>
  }
  %7 = "builtin.unrealized_conversion_cast"(%2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %8 = tensor.cast %7 : tensor<?x?xf32> to tensor<2x2xf32>
  check.expect_eq_const %8, dense<[[11.0, 21.0], [12.0, 22.0]]> : tensor<2x2xf32>
  return
}
