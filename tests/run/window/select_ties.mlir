// Of equal elements of a window the first by its indices is selected, however the operand lies in memory.
// RUN: sdyc run %s
func.func public @main() {
  %lies = stablehlo.constant dense<[[1, 0], [0, 1], [5, 5]]> : tensor<3x2xui8>
  %x = stablehlo.transpose %lies, dims = [1, 0] : (tensor<3x2xui8>) -> tensor<2x3xui8>
  %source = stablehlo.constant dense<[[5, 7]]> : tensor<1x2xui8>
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %keep = stablehlo.compare LE, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %keep : tensor<i1>
  }, {
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %sum = stablehlo.add %a, %b : tensor<ui8>
    stablehlo.return %sum : tensor<ui8>
  }) : (tensor<2x3xui8>, tensor<1x2xui8>, tensor<ui8>) -> tensor<2x3xui8>
  check.expect_eq_const %0, dense<[[0, 12, 0], [0, 0, 0]]> : tensor<2x3xui8>
  return
}
