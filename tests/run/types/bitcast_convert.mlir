// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %f = stablehlo.constant dense<[1.0, -2.0, 0x7F800000, 0.0]> : tensor<4xf32>
  %0 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[1065353216, -1073741824, 2139095040, 0]> : tensor<4xi32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4xi32>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[1.0, -2.0, 0x7F800000, 0.0]> : tensor<4xf32>

  %i = stablehlo.constant dense<[-1, 1]> : tensor<2xi16>
  %2 = stablehlo.bitcast_convert %i : (tensor<2xi16>) -> tensor<2xui16>
  check.expect_eq_const %2, dense<[65535, 1]> : tensor<2xui16>
  %h = stablehlo.constant dense<[1.0, -0.5, 0x7E01]> : tensor<3xf16>
  %3 = stablehlo.bitcast_convert %h : (tensor<3xf16>) -> tensor<3xi16>
  check.expect_eq_const %3, dense<[15360, -18432, 32257]> : tensor<3xi16>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3xi16>) -> tensor<3xbf16>
  check.expect_eq_const %4, dense<[0x3C00, 0xB800, 0x7E01]> : tensor<3xbf16>
  %d = stablehlo.constant dense<[1.0, -2.5]> : tensor<2xf64>
  %5 = stablehlo.bitcast_convert %d : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %5, dense<[0x3FF0000000000000, 0xC004000000000000]> : tensor<2xui64>
  %e = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf8E5M2>
  %6 = stablehlo.bitcast_convert %e : (tensor<2xf8E5M2>) -> tensor<2xui8>
  check.expect_eq_const %6, dense<[60, 184]> : tensor<2xui8>

  // Narrower: one dimension more, the low end first.
  %7 = stablehlo.bitcast_convert %d : (tensor<2xf64>) -> tensor<2x4xi16>
  check.expect_eq_const %7, dense<[[0, 0, 0, 16368], [0, 0, 0, -16380]]> : tensor<2x4xi16>
  %8 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4x2xbf16>
  check.expect_eq_const %8, dense<[[0.0, 1.0], [0.0, -2.0], [0.0, 0x7F80], [0.0, 0.0]]> : tensor<4x2xbf16>
  // Wider: the last dimension goes.
  %9 = stablehlo.bitcast_convert %7 : (tensor<2x4xi16>) -> tensor<2xf64>
  check.expect_eq_const %9, dense<[1.0, -2.5]> : tensor<2xf64>
  %b = stablehlo.constant dense<[[1, 2, 3, 255], [0, 0, 128, 63]]> : tensor<2x4xui8>
  %10 = stablehlo.bitcast_convert %b : (tensor<2x4xui8>) -> tensor<2xui32>
  check.expect_eq_const %10, dense<[0xFF030201, 0x3F800000]> : tensor<2xui32>
  %n = stablehlo.constant dense<[[1, -8], [7, -1]]> : tensor<2x2xi4>
  %11 = stablehlo.bitcast_convert %n : (tensor<2x2xi4>) -> tensor<2xi8>
  check.expect_eq_const %11, dense<[-127, -9]> : tensor<2xi8>
  %12 = stablehlo.bitcast_convert %11 : (tensor<2xi8>) -> tensor<2x2xui4>
  check.expect_eq_const %12, dense<[[1, 8], [7, 15]]> : tensor<2x2xui4>
  %z = stablehlo.constant dense<[(1.0, 2.0), (-3.0, 4.5)]> : tensor<2xcomplex<f32>>
  %13 = stablehlo.bitcast_convert %z : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %13, dense<[(1.0, 2.0), (-3.0, 4.5)]> : tensor<2xcomplex<f32>>
  %w = stablehlo.constant dense<(1.0, -2.5)> : tensor<complex<f64>>
  %14 = stablehlo.bitcast_convert %w : (tensor<complex<f64>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %14, dense<[(0.0, 1.875), (0.0, -2.0625)]> : tensor<2xcomplex<f32>>
  %15 = stablehlo.bitcast_convert %14 : (tensor<2xcomplex<f32>>) -> tensor<complex<f64>>
  check.expect_eq %15, %w : tensor<complex<f64>>
  return
}
