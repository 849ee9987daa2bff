// What numbers so small that nothing is left of their exponentials become, as the masked scores of attention are,
// and the least that something is left of: between others, and with and without AVX-512.
//
// RUN: sdyc run %s
// RUN: SDYRT_ISA=avx2 sdyc run %s
// RUN: SDYRT_ISA=baseline sdyc run %s
func.func public @main() {
  %k = stablehlo.constant dense<[-1.0e9, 0.0, -103.97, -103.98, -104.0, -104.5, -1000.0, 0xFF800000, -3.0e38, 0.0]> : tensor<10xf32>
  %x = stablehlo.optimization_barrier %k : tensor<10xf32>
  %e = stablehlo.exponential %x : tensor<10xf32>
  check.expect_eq_const %e, dense<[0.0, 1.0, 0x00000001, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]> : tensor<10xf32>
  %l = stablehlo.logistic %x : tensor<10xf32>
  check.expect_eq_const %l, dense<[0.0, 0.5, 0x00000001, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]> : tensor<10xf32>
  %kw = stablehlo.constant dense<[-1.0e300, 0.0, -745.13, -745.14, -746.0, -746.5, -5000.0, 0xFFF0000000000000, 0.0]> : tensor<9xf64>
  %w = stablehlo.optimization_barrier %kw : tensor<9xf64>
  %ew = stablehlo.exponential %w : tensor<9xf64>
  check.expect_eq_const %ew, dense<[0.0, 1.0, 0x0000000000000001, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]> : tensor<9xf64>
  %lw = stablehlo.logistic %w : tensor<9xf64>
  check.expect_eq_const %lw, dense<[0.0, 0.5, 0x0000000000000001, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]> : tensor<9xf64>
  return
}
