// A product summed over an empty dimension and one that is not left its result as memory had it.
// RUN: sdyc run %s
func.func public @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y = stablehlo.constant dense<[[1.0, -2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %before = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %more = stablehlo.dot_general %before, %before, contracting_dims = [0] x [0] : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %more, dense<[[803.0, 514.0], [514.0, 332.0]]> : tensor<2x2xf32>
  %a = stablehlo.constant dense<> : tensor<2x3x0x1xf32>
  %b = stablehlo.constant dense<> : tensor<2x0x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2, 0] x [1, 0] : (tensor<2x3x0x1xf32>, tensor<2x0x2xf32>) -> tensor<3x1x2xf32>
  %flat = stablehlo.reshape %0 : (tensor<3x1x2xf32>) -> tensor<3x2xf32>
  %after = stablehlo.dot_general %flat, %more, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %after, dense<0.0> : tensor<3x2xf32>
  %c = stablehlo.constant dense<> : tensor<4x0xcomplex<f64>>
  %1 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [1] : (tensor<4x0xcomplex<f64>>, tensor<4x0xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  check.expect_eq_const %1, dense<(0.0, 0.0)> : tensor<4x4xcomplex<f64>>
  return
}
