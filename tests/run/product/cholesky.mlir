// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main() {
  // Only the triangle that is named is read; the other one of the result is zero.
  %a = stablehlo.constant dense<[[4.0, 7.0, 8.0], [2.0, 5.0, 9.0], [1.0, 2.0, 6.0]]> : tensor<3x3xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>
  check.expect_almost_eq_const %l, dense<[[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.5, 0.75, 2.2776083947860748]]> : tensor<3x3xf64>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %u = stablehlo.cholesky %t : tensor<3x3xf64>
  check.expect_almost_eq_const %u, dense<[[2.0, 1.0, 0.5], [0.0, 2.0, 0.75], [0.0, 0.0, 2.2776083947860748]]> : tensor<3x3xf64>
  // A matrix that is not positive definite is NaN, alone among those of its batch.
  %b = stablehlo.constant dense<[[[4.0, 0.0], [2.0, 1.0]], [[9.0, 0.0], [3.0, 2.0]]]> : tensor<2x2x2xf32>
  %f = stablehlo.cholesky %b, lower = true : tensor<2x2x2xf32>
  %n = stablehlo.compare NE, %f, %f : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
  check.expect_eq_const %n, dense<[[[true, true], [true, true]], [[false, false], [false, false]]]> : tensor<2x2x2xi1>
  // The imaginary part of the diagonal is not read.
  %c = stablehlo.constant dense<[[(4.0, 5.0), (9.0, 9.0)], [(2.0, 2.0), (6.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %g = stablehlo.cholesky %c, lower = true : tensor<2x2xcomplex<f32>>
  check.expect_almost_eq_const %g, dense<[[(2.0, 0.0), (0.0, 0.0)], [(1.0, 1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  // Narrow floats are computed in f32; empty matrices, and none.
  %h = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xbf16>
  %i = stablehlo.cholesky %h, lower = true : tensor<2x2xbf16>
  check.expect_eq_const %i, dense<[[2.0, 0.0], [1.0, 3.0]]> : tensor<2x2xbf16>
  %e = stablehlo.constant dense<> : tensor<5x0x0xf32>
  %j = stablehlo.cholesky %e, lower = true : tensor<5x0x0xf32>
  check.expect_eq %j, %e : tensor<5x0x0xf32>
  // Sharded batches; sharded matrices are put together before.
  %s = stablehlo.constant dense<4.0> : tensor<8x2x2xf32>
  %k = stablehlo.iota dim = 1 : tensor<8x2x2xf32>
  %m = stablehlo.add %s, %k {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}, {}]>]>} : tensor<8x2x2xf32>
  %o = stablehlo.cholesky %m, lower = true {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}, {}, {}]>]>} : tensor<8x2x2xf32>
  %p = stablehlo.slice %o [7:8, 0:2, 0:2] : (tensor<8x2x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %n, dense<[[[true, true], [true, true]], [[false, false], [false, false]]]> : tensor<2x2x2xi1>
  %q = stablehlo.compare NE, %p, %p : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xi1>
  check.expect_eq_const %q, dense<true> : tensor<1x2x2xi1>
  return
}
