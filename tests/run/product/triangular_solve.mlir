// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
sdy.mesh @mesh = <["x"=8]>
func.func public @main() {
  // What is outside of the triangle, and a unit diagonal, is not read.
  %a = stablehlo.constant dense<[[2.0, 7.0, 0x7FC00000], [1.0, 4.0, 9.0], [3.0, 2.0, 5.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 4.0], [9.0, 10.0], [27.0, 24.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0], [2.0, 2.0], [4.0, 2.8]]> : tensor<3x2xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[2.0, 4.0], [7.0, 6.0], [7.0, 0.0]]> : tensor<3x2xf32>
  // Transposed: the system of an upper matrix.
  %2 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %2, dense<[[-34.0, -30.0], [-45.0, -38.0], [27.0, 24.0]]> : tensor<3x2xf32>
  // From the right; the matrix's upper part, of the transpose.
  %bt = stablehlo.transpose %b, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %at = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %3 = "stablehlo.triangular_solve"(%at, %bt) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %3, dense<[[1.0, 2.0, 4.0], [2.0, 2.0, 2.8]]> : tensor<2x3xf32>
  %4 = "stablehlo.triangular_solve"(%a, %bt) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %4, dense<[[1.0, 2.0, 4.0], [2.0, 2.0, 2.8]]> : tensor<2x3xf32>
  %5 = "stablehlo.triangular_solve"(%a, %bt) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %5, dense<[[-34.0, -45.0, 27.0], [-30.0, -38.0, 24.0]]> : tensor<2x3xf32>
  // The adjoint, beside the transpose, of a complex matrix; from either side.
  %c = stablehlo.constant dense<[[(1.0, 0.0), (0.0, 1.0)], [(7.0, 7.0), (0.0, 2.0)]]> : tensor<2x2xcomplex<f64>>
  %d = stablehlo.constant dense<[[(1.0, 0.0)], [(2.0, 4.0)]]> : tensor<2x1xcomplex<f64>>
  %6 = "stablehlo.triangular_solve"(%c, %d) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %6, dense<[[(1.0, 0.0)], [(-2.5, 1.0)]]> : tensor<2x1xcomplex<f64>>
  %7 = "stablehlo.triangular_solve"(%c, %d) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %7, dense<[[(1.0, 0.0)], [(1.5, -1.0)]]> : tensor<2x1xcomplex<f64>>
  %dt = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x1xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
  %8 = "stablehlo.triangular_solve"(%c, %dt) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
  check.expect_almost_eq_const %8, dense<[[(1.0, 0.0), (1.5, -1.0)]]> : tensor<1x2xcomplex<f64>>
  // Narrow floats are computed in f32; no columns, no rows.
  %h = stablehlo.constant dense<[[4.0, 2.0], [2.0, 2.0]]> : tensor<2x2xf16>
  %i = "stablehlo.triangular_solve"(%h, %h) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
  check.expect_eq_const %i, dense<[[1.0, 0.5], [0.0, 0.5]]> : tensor<2x2xf16>
  %e = stablehlo.constant dense<> : tensor<0x0xf32>
  %f = stablehlo.constant dense<> : tensor<0x3xf32>
  %j = "stablehlo.triangular_solve"(%e, %f) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<0x0xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_eq %j, %f : tensor<0x3xf32>
  // A matrix that all of a sharded batch share; sharded columns are put together before.
  %m = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %n = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<16x2x2xf32>
  %o = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"x"}]>]>} : tensor<16x2x8xf32>
  %p = "stablehlo.triangular_solve"(%n, %o) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<16x2x2xf32>, tensor<16x2x8xf32>) -> tensor<16x2x8xf32>
  %q = stablehlo.slice %p [14:16, 0:2, 3:4] : (tensor<16x2x8xf32>) -> tensor<2x2x1xf32>
  check.expect_eq_const %q, dense<[[[7.0], [1.75]], [[7.5], [1.875]]]> : tensor<2x2x1xf32>
  return
}
