// Roundings to bf16 that look for no NaN, for those there can be stay NaNs: every pattern of bf16, and floats whose NaNs
// have bits at their ends, have the bits of strips that do look.
//
// RUN: sdyc run %s > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main() -> (tensor<65536xi16>, tensor<65536xi16>, tensor<65536xi16>) {
  %i = stablehlo.iota dim = 0 : tensor<65536xi32>
  %n = stablehlo.convert %i : (tensor<65536xi32>) -> tensor<65536xi16>
  %b = stablehlo.bitcast_convert %n : (tensor<65536xi16>) -> tensor<65536xbf16>
  %x = stablehlo.optimization_barrier %b : tensor<65536xbf16>
  %k = stablehlo.constant dense<65537> : tensor<65536xi32>
  %w = stablehlo.multiply %i, %k : tensor<65536xi32>
  %u = stablehlo.bitcast_convert %w : (tensor<65536xi32>) -> tensor<65536xf32>
  %f = stablehlo.optimization_barrier %u : tensor<65536xf32>
  %g = stablehlo.constant dense<1.5> : tensor<65536xbf16>
  %h = stablehlo.constant dense<0xFF80> : tensor<65536xbf16>
  %g32 = stablehlo.constant dense<0.3> : tensor<65536xf32>
  %0 = stablehlo.multiply %x, %g : tensor<65536xbf16>
  %1 = stablehlo.add %0, %h : tensor<65536xbf16>
  %2 = stablehlo.subtract %1, %x : tensor<65536xbf16>
  %r0 = stablehlo.bitcast_convert %2 : (tensor<65536xbf16>) -> tensor<65536xi16>
  %3 = stablehlo.multiply %f, %g32 : tensor<65536xf32>
  %4 = stablehlo.convert %3 : (tensor<65536xf32>) -> tensor<65536xbf16>
  %5 = stablehlo.multiply %4, %g : tensor<65536xbf16>
  %6 = stablehlo.divide %5, %x : tensor<65536xbf16>
  %r1 = stablehlo.bitcast_convert %6 : (tensor<65536xbf16>) -> tensor<65536xi16>
  %7 = stablehlo.convert %x : (tensor<65536xbf16>) -> tensor<65536xf32>
  %8 = stablehlo.negate %7 : tensor<65536xf32>
  %9 = stablehlo.add %8, %f : tensor<65536xf32>
  %10 = stablehlo.convert %9 : (tensor<65536xf32>) -> tensor<65536xbf16>
  %11 = stablehlo.multiply %10, %g : tensor<65536xbf16>
  %r2 = stablehlo.bitcast_convert %11 : (tensor<65536xbf16>) -> tensor<65536xi16>
  return %r0, %r1, %r2 : tensor<65536xi16>, tensor<65536xi16>, tensor<65536xi16>
}
