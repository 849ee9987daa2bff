// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  // Ties go to even; more than the largest number is infinity; what would be subnormal is zero.
  %x = stablehlo.constant dense<[1.0, 1.00048828125, 1.00146484375, 65519.0, 65520.0, -65520.0, 3.0e-5, -6.2e-5, 0x7F800000]> : tensor<9xf32>
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<9xf32>
  check.expect_eq_const %0, dense<[1.0, 1.0, 1.001953125, 65504.0, 0x7F800000, 0xFF800000, 0.0, 0xB8820000, 0x7F800000]> : tensor<9xf32>
  %1 = stablehlo.reduce_precision %x, format = e8m23 : tensor<9xf32>
  check.expect_eq_const %1, dense<[1.0, 1.00048828125, 1.00146484375, 65519.0, 65520.0, -65520.0, 3.0e-5, -6.2e-5, 0x7F800000]> : tensor<9xf32>
  %2 = stablehlo.reduce_precision %x, format = e8m0 : tensor<9xf32>
  check.expect_eq_const %2, dense<[1.0, 1.0, 1.0, 65536.0, 65536.0, -65536.0, 0x38000000, 0xB8800000, 0x7F800000]> : tensor<9xf32>
  %h = stablehlo.constant dense<[1.5, 1.25, 1.75, 300.0]> : tensor<4xf16>
  %3 = stablehlo.reduce_precision %h, format = e4m1 : tensor<4xf16>
  check.expect_eq_const %3, dense<[1.5, 1.0, 2.0, 0x7C00]> : tensor<4xf16>
  %d = stablehlo.constant dense<[1.0000000001, 1.0e300, -1.0e-300]> : tensor<3xf64>
  %4 = stablehlo.reduce_precision %d, format = e8m23 : tensor<3xf64>
  check.expect_eq_const %4, dense<[1.0, 0x7FF0000000000000, -0.0]> : tensor<3xf64>
  %b = stablehlo.constant dense<[1.0078125, 1.0234375]> : tensor<2xbf16>
  %5 = stablehlo.reduce_precision %b, format = e8m6 : tensor<2xbf16>
  check.expect_eq_const %5, dense<[1.0, 1.03125]> : tensor<2xbf16>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<1xf32>
  %6 = stablehlo.reduce_precision %nan, format = e5m10 : tensor<1xf32>
  %7 = stablehlo.compare NE, %6, %6 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
  check.expect_eq_const %7, dense<true> : tensor<1xi1>
  return
}
