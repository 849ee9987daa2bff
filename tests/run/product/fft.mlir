// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main() {
  %z = stablehlo.constant dense<[(1.0, 0.0), (2.0, 1.0), (0.0, -1.0), (4.0, 2.0)]> : tensor<4xcomplex<f32>>
  %f = stablehlo.fft %z, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %f, dense<[(7.0, 2.0), (0.0, 3.0), (-5.0, -4.0), (2.0, -1.0)]> : tensor<4xcomplex<f32>>
  %i = stablehlo.fft %f, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq %i, %z : tensor<4xcomplex<f32>>
  // Real numbers, of an even and of an odd length, and back: the imaginary parts that cannot be are not read.
  %r = stablehlo.constant dense<[[1.0, 2.0, 3.0, 5.0], [0.0, 1.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %rf = stablehlo.fft %r, type = RFFT, length = [4] : (tensor<2x4xf64>) -> tensor<2x3xcomplex<f64>>
  check.expect_almost_eq_const %rf, dense<[[(11.0, 0.0), (-2.0, 3.0), (-3.0, 0.0)], [(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)]]> : tensor<2x3xcomplex<f64>>
  %odd = stablehlo.constant dense<[[(1.0, 7.0), (0.0, -1.0), (-1.0, 7.0)]]> : tensor<1x3xcomplex<f64>>
  %ri = stablehlo.fft %odd, type = IRFFT, length = [4] : (tensor<1x3xcomplex<f64>>) -> tensor<1x4xf64>
  check.expect_almost_eq_const %ri, dense<[[0.0, 1.0, 0.0, 0.0]]> : tensor<1x4xf64>
  %three = stablehlo.constant dense<[6.0, 3.0, 3.0]> : tensor<3xf32>
  %threef = stablehlo.fft %three, type = RFFT, length = [3] : (tensor<3xf32>) -> tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %threef, dense<[(12.0, 0.0), (3.0, 0.0)]> : tensor<2xcomplex<f32>>
  %threei = stablehlo.fft %threef, type = IRFFT, length = [3] : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  check.expect_almost_eq %threei, %three : tensor<3xf32>
  // One number; a line of none; no lines.
  %one = stablehlo.constant dense<[(3.0, 4.0)]> : tensor<1xcomplex<f32>>
  %onef = stablehlo.fft %one, type = IFFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  check.expect_eq %onef, %one : tensor<1xcomplex<f32>>
  %onei = stablehlo.fft %one, type = IRFFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
  check.expect_eq_const %onei, dense<3.0> : tensor<1xf32>
  %none = stablehlo.constant dense<> : tensor<0x5xf32>
  %nonef = stablehlo.fft %none, type = RFFT, length = [5] : (tensor<0x5xf32>) -> tensor<0x3xcomplex<f32>>
  %noner = stablehlo.real %nonef : (tensor<0x3xcomplex<f32>>) -> tensor<0x3xf32>
  %empty = stablehlo.constant dense<> : tensor<0x3xf32>
  check.expect_eq %noner, %empty : tensor<0x3xf32>
  // Three dimensions, of a transposed operand, there and back.
  %a = stablehlo.iota dim = 1 : tensor<5x6x7x2xf32>
  %b = stablehlo.iota dim = 0 : tensor<5x6x7x2xf32>
  %c = stablehlo.multiply %a, %b : tensor<5x6x7x2xf32>
  %t = stablehlo.transpose %c, dims = [3, 2, 1, 0] : (tensor<5x6x7x2xf32>) -> tensor<2x7x6x5xf32>
  %tf = stablehlo.fft %t, type = RFFT, length = [7, 6, 5] : (tensor<2x7x6x5xf32>) -> tensor<2x7x6x3xcomplex<f32>>
  %first = stablehlo.slice %tf [0:2, 0:1, 0:1, 0:1] : (tensor<2x7x6x3xcomplex<f32>>) -> tensor<2x1x1x1xcomplex<f32>>
  %sum = stablehlo.real %first : (tensor<2x1x1x1xcomplex<f32>>) -> tensor<2x1x1x1xf32>
  check.expect_almost_eq_const %sum, dense<1050.0> : tensor<2x1x1x1xf32>
  %ti = stablehlo.fft %tf, type = IRFFT, length = [7, 6, 5] : (tensor<2x7x6x3xcomplex<f32>>) -> tensor<2x7x6x5xf32>
  check.expect_almost_eq %ti, %t, tolerance = 0.0001 : tensor<2x7x6x5xf32>
  // Many dimensions of which no two follow each other.
  %many = stablehlo.iota dim = 0 : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  %mixed = stablehlo.transpose %many, dims = [12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13, 0] : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  %manyf = stablehlo.fft %mixed, type = RFFT, length = [2] : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>
  %manyr = stablehlo.real %manyf : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  %pair = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %pairs = stablehlo.broadcast_in_dim %pair, dims = [13] : (tensor<2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  check.expect_eq %manyr, %pairs : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  // Lines of one number that is repeated: real ones, taken in pairs.
  %ends = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %equal = stablehlo.broadcast_in_dim %ends, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
  %equalf = stablehlo.fft %equal, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  check.expect_eq_const %equalf, dense<[[(8.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(16.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]]> : tensor<2x5xcomplex<f32>>
  // Sharded lines; sharded dimensions are put together before.
  %s = stablehlo.complex %c, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}, {}]>]>} : tensor<5x6x7x2xcomplex<f32>>
  %st = stablehlo.transpose %s, dims = [3, 1, 0, 2] : (tensor<5x6x7x2xcomplex<f32>>) -> tensor<2x6x5x7xcomplex<f32>>
  %sf = stablehlo.fft %st, type = FFT, length = [5, 7] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}, {}]>]>} : (tensor<2x6x5x7xcomplex<f32>>) -> tensor<2x6x5x7xcomplex<f32>>
  %si = stablehlo.fft %sf, type = IFFT, length = [6, 5, 7] : (tensor<2x6x5x7xcomplex<f32>>) -> tensor<2x6x5x7xcomplex<f32>>
  %sb = stablehlo.fft %si, type = FFT, length = [6, 5, 7] : (tensor<2x6x5x7xcomplex<f32>>) -> tensor<2x6x5x7xcomplex<f32>>
  check.expect_almost_eq %sb, %sf, tolerance = 0.001 : tensor<2x6x5x7xcomplex<f32>>
  return
}
