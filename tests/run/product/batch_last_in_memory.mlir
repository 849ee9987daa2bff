// Products of small matrices whose batch is the last dimension in memory, of whatever type and in whatever order the
// operands are seen and the result is wanted; larger ones, which are brought together, against sums of products.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --threads=3
func.func public @main() {
  %i = stablehlo.iota dim = 0 : tensor<120xi32>
  %five = stablehlo.constant dense<5> : tensor<120xi32>
  %seven = stablehlo.constant dense<7> : tensor<120xi32>
  %eleven = stablehlo.constant dense<11> : tensor<120xi32>
  %0 = stablehlo.multiply %i, %five : tensor<120xi32>
  %1 = stablehlo.remainder %0, %seven : tensor<120xi32>
  %2 = stablehlo.reshape %1 : (tensor<120xi32>) -> tensor<5x3x8xi32>
  %3 = stablehlo.multiply %i, %eleven : tensor<120xi32>
  %4 = stablehlo.remainder %3, %five : tensor<120xi32>
  %5 = stablehlo.reshape %4 : (tensor<120xi32>) -> tensor<5x3x8xi32>
  %a = stablehlo.convert %2 : (tensor<5x3x8xi32>) -> tensor<5x3x8xf32>
  %b = stablehlo.convert %5 : (tensor<5x3x8xi32>) -> tensor<5x3x8xf32>
  %6 = stablehlo.dot_general %a, %b, batching_dims = [2] x [2], contracting_dims = [1] x [1] : (tensor<5x3x8xf32>, tensor<5x3x8xf32>) -> tensor<8x5x5xf32>
  check.expect_eq_const %6, dense<
    [[[18.0, 10.0, 17.0, 9.0, 26.0], [22.0, 16.0, 25.0, 14.0, 33.0], [5.0, 8.0, 26.0, 19.0, 12.0], [9.0, 14.0, 34.0, 24.0, 19.0], [6.0, 20.0, 14.0, 8.0, 12.0]],
    [[19.0, 10.0, 26.0, 22.0, 13.0], [26.0, 14.0, 32.0, 30.0, 18.0], [26.0, 18.0, 10.0, 17.0, 9.0], [33.0, 22.0, 16.0, 25.0, 14.0], [12.0, 5.0, 8.0, 26.0, 19.0]],
    [[24.0, 19.0, 9.0, 14.0, 34.0], [8.0, 12.0, 6.0, 20.0, 14.0], [13.0, 19.0, 10.0, 26.0, 22.0], [18.0, 26.0, 14.0, 32.0, 30.0], [9.0, 26.0, 18.0, 10.0, 17.0]],
    [[25.0, 14.0, 33.0, 22.0, 16.0], [26.0, 19.0, 12.0, 5.0, 8.0], [34.0, 24.0, 19.0, 9.0, 14.0], [14.0, 8.0, 12.0, 6.0, 20.0], [22.0, 13.0, 19.0, 10.0, 26.0]],
    [[32.0, 30.0, 18.0, 26.0, 14.0], [10.0, 17.0, 9.0, 26.0, 18.0], [16.0, 25.0, 14.0, 33.0, 22.0], [8.0, 26.0, 19.0, 12.0, 5.0], [14.0, 34.0, 24.0, 19.0, 9.0]],
    [[6.0, 20.0, 14.0, 8.0, 12.0], [10.0, 26.0, 22.0, 13.0, 19.0], [14.0, 32.0, 30.0, 18.0, 26.0], [18.0, 10.0, 17.0, 9.0, 26.0], [22.0, 16.0, 25.0, 14.0, 33.0]],
    [[12.0, 5.0, 8.0, 26.0, 19.0], [19.0, 9.0, 14.0, 34.0, 24.0], [12.0, 6.0, 20.0, 14.0, 8.0], [19.0, 10.0, 26.0, 22.0, 13.0], [26.0, 14.0, 32.0, 30.0, 18.0]],
    [[9.0, 26.0, 18.0, 10.0, 17.0], [14.0, 33.0, 22.0, 16.0, 25.0], [19.0, 12.0, 5.0, 8.0, 26.0], [24.0, 19.0, 9.0, 14.0, 34.0], [8.0, 12.0, 6.0, 20.0, 14.0]]]
  > : tensor<8x5x5xf32>
  %a_i8 = stablehlo.convert %a : (tensor<5x3x8xf32>) -> tensor<5x3x8xi8>
  %b_i8 = stablehlo.convert %b : (tensor<5x3x8xf32>) -> tensor<5x3x8xi8>
  %t_i8 = stablehlo.transpose %a_i8, dims = [2, 0, 1] : (tensor<5x3x8xi8>) -> tensor<8x5x3xi8>
  %p_i8 = stablehlo.dot_general %t_i8, %b_i8, batching_dims = [0] x [2], contracting_dims = [2] x [1] : (tensor<8x5x3xi8>, tensor<5x3x8xi8>) -> tensor<8x5x5xi32>
  %f_i8 = stablehlo.convert %p_i8 : (tensor<8x5x5xi32>) -> tensor<8x5x5xf32>
  check.expect_eq %f_i8, %6 : tensor<8x5x5xf32>
  %l_i8 = stablehlo.transpose %p_i8, dims = [1, 2, 0] : (tensor<8x5x5xi32>) -> tensor<5x5x8xi32>
  %c_i8 = stablehlo.convert %l_i8 : (tensor<5x5x8xi32>) -> tensor<5x5x8xf32>
  %g_i8 = stablehlo.transpose %6, dims = [1, 2, 0] : (tensor<8x5x5xf32>) -> tensor<5x5x8xf32>
  check.expect_eq %c_i8, %g_i8 : tensor<5x5x8xf32>
  %a_bf16 = stablehlo.convert %a : (tensor<5x3x8xf32>) -> tensor<5x3x8xbf16>
  %b_bf16 = stablehlo.convert %b : (tensor<5x3x8xf32>) -> tensor<5x3x8xbf16>
  %t_bf16 = stablehlo.transpose %a_bf16, dims = [2, 0, 1] : (tensor<5x3x8xbf16>) -> tensor<8x5x3xbf16>
  %p_bf16 = stablehlo.dot_general %t_bf16, %b_bf16, batching_dims = [0] x [2], contracting_dims = [2] x [1] : (tensor<8x5x3xbf16>, tensor<5x3x8xbf16>) -> tensor<8x5x5xf32>
  %f_bf16 = stablehlo.convert %p_bf16 : (tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
  check.expect_eq %f_bf16, %6 : tensor<8x5x5xf32>
  %l_bf16 = stablehlo.transpose %p_bf16, dims = [1, 2, 0] : (tensor<8x5x5xf32>) -> tensor<5x5x8xf32>
  %c_bf16 = stablehlo.convert %l_bf16 : (tensor<5x5x8xf32>) -> tensor<5x5x8xf32>
  %g_bf16 = stablehlo.transpose %6, dims = [1, 2, 0] : (tensor<8x5x5xf32>) -> tensor<5x5x8xf32>
  check.expect_eq %c_bf16, %g_bf16 : tensor<5x5x8xf32>
  %a_f16 = stablehlo.convert %a : (tensor<5x3x8xf32>) -> tensor<5x3x8xf16>
  %b_f16 = stablehlo.convert %b : (tensor<5x3x8xf32>) -> tensor<5x3x8xf16>
  %t_f16 = stablehlo.transpose %a_f16, dims = [2, 0, 1] : (tensor<5x3x8xf16>) -> tensor<8x5x3xf16>
  %p_f16 = stablehlo.dot_general %t_f16, %b_f16, batching_dims = [0] x [2], contracting_dims = [2] x [1] : (tensor<8x5x3xf16>, tensor<5x3x8xf16>) -> tensor<8x5x5xf16>
  %f_f16 = stablehlo.convert %p_f16 : (tensor<8x5x5xf16>) -> tensor<8x5x5xf32>
  check.expect_eq %f_f16, %6 : tensor<8x5x5xf32>
  %l_f16 = stablehlo.transpose %p_f16, dims = [1, 2, 0] : (tensor<8x5x5xf16>) -> tensor<5x5x8xf16>
  %c_f16 = stablehlo.convert %l_f16 : (tensor<5x5x8xf16>) -> tensor<5x5x8xf32>
  %g_f16 = stablehlo.transpose %6, dims = [1, 2, 0] : (tensor<8x5x5xf32>) -> tensor<5x5x8xf32>
  check.expect_eq %c_f16, %g_f16 : tensor<5x5x8xf32>
  %a_f64 = stablehlo.convert %a : (tensor<5x3x8xf32>) -> tensor<5x3x8xf64>
  %b_f64 = stablehlo.convert %b : (tensor<5x3x8xf32>) -> tensor<5x3x8xf64>
  %t_f64 = stablehlo.transpose %a_f64, dims = [2, 0, 1] : (tensor<5x3x8xf64>) -> tensor<8x5x3xf64>
  %p_f64 = stablehlo.dot_general %t_f64, %b_f64, batching_dims = [0] x [2], contracting_dims = [2] x [1] : (tensor<8x5x3xf64>, tensor<5x3x8xf64>) -> tensor<8x5x5xf64>
  %f_f64 = stablehlo.convert %p_f64 : (tensor<8x5x5xf64>) -> tensor<8x5x5xf32>
  check.expect_eq %f_f64, %6 : tensor<8x5x5xf32>
  %l_f64 = stablehlo.transpose %p_f64, dims = [1, 2, 0] : (tensor<8x5x5xf64>) -> tensor<5x5x8xf64>
  %c_f64 = stablehlo.convert %l_f64 : (tensor<5x5x8xf64>) -> tensor<5x5x8xf32>
  %g_f64 = stablehlo.transpose %6, dims = [1, 2, 0] : (tensor<8x5x5xf32>) -> tensor<5x5x8xf32>
  check.expect_eq %c_f64, %g_f64 : tensor<5x5x8xf32>
  %n = stablehlo.iota dim = 0 : tensor<7680xi32>
  %c7 = stablehlo.constant dense<7> : tensor<7680xi32>
  %c5 = stablehlo.constant dense<5> : tensor<7680xi32>
  %n7 = stablehlo.remainder %n, %c7 : tensor<7680xi32>
  %n5 = stablehlo.remainder %n, %c5 : tensor<7680xi32>
  %v = stablehlo.convert %n7 : (tensor<7680xi32>) -> tensor<7680xf32>
  %w = stablehlo.convert %n5 : (tensor<7680xi32>) -> tensor<7680xf32>
  %x = stablehlo.reshape %v : (tensor<7680xf32>) -> tensor<24x32x10xf32>
  %y = stablehlo.reshape %w : (tensor<7680xf32>) -> tensor<32x24x10xf32>
  %xb = stablehlo.broadcast_in_dim %x, dims = [0, 1, 3] : (tensor<24x32x10xf32>) -> tensor<24x32x24x10xf32>
  %yb = stablehlo.broadcast_in_dim %y, dims = [1, 2, 3] : (tensor<32x24x10xf32>) -> tensor<24x32x24x10xf32>
  %m = stablehlo.multiply %xb, %yb : tensor<24x32x24x10xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x32x24x10xf32>, tensor<f32>) -> tensor<24x24x10xf32>
  %p = stablehlo.dot_general %x, %y, batching_dims = [2] x [2], contracting_dims = [1] x [0] : (tensor<24x32x10xf32>, tensor<32x24x10xf32>) -> tensor<10x24x24xf32>
  %pt = stablehlo.transpose %p, dims = [1, 2, 0] : (tensor<10x24x24xf32>) -> tensor<24x24x10xf32>
  check.expect_eq %pt, %sums : tensor<24x24x10xf32>
  %minus = stablehlo.negate %pt : tensor<24x24x10xf32>
  %other = stablehlo.negate %sums : tensor<24x24x10xf32>
  check.expect_eq %minus, %other : tensor<24x24x10xf32>
  %xt = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<24x32x10xf32>) -> tensor<10x24x32xf32>
  %yt = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<32x24x10xf32>) -> tensor<10x32x24xf32>
  %xc = stablehlo.complex %xt, %xt : tensor<10x24x32xcomplex<f32>>
  %yc = stablehlo.convert %yt : (tensor<10x32x24xf32>) -> tensor<10x32x24xcomplex<f32>>
  %pc = stablehlo.dot_general %xc, %yc, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<10x24x32xcomplex<f32>>, tensor<10x32x24xcomplex<f32>>) -> tensor<10x24x24xcomplex<f32>>
  %re = stablehlo.real %pc : (tensor<10x24x24xcomplex<f32>>) -> tensor<10x24x24xf32>
  %im = stablehlo.imag %pc : (tensor<10x24x24xcomplex<f32>>) -> tensor<10x24x24xf32>
  check.expect_eq %re, %p : tensor<10x24x24xf32>
  check.expect_eq %im, %p : tensor<10x24x24xf32>
  return
}
