// The greater and the less of a number and a constant in one function of machine code, and whole numbers of f16 and bf16,
// have the bits of strips: constants that are zeros, infinities and others, on either side; numbers that have been computed,
// and those that come as they are, whose NaNs may signal.
//
// RUN: sdyc run %s --output=@%t.fused0.npy --output=@%t.fused1.npy --output=@%t.fused2.npy --output=@%t.fused3.npy \
// RUN:     --output=@%t.fused4.npy --output=@%t.fused5.npy --output=@%t.fused6.npy --output=@%t.fused7.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --output=@%t.strips0.npy --output=@%t.strips1.npy --output=@%t.strips2.npy --output=@%t.strips3.npy \
// RUN:     --output=@%t.strips4.npy --output=@%t.strips5.npy --output=@%t.strips6.npy --output=@%t.strips7.npy
// RUN: for i in 0 1 2 3 4 5 6 7; do cmp %t.fused$i.npy %t.strips$i.npy || exit 1; done
func.func public @main() -> (tensor<65543xi8>, tensor<65543xi16>, tensor<65543xi16>, tensor<65543xi32>, tensor<65543xi32>, tensor<65543xi64>, tensor<65543xi16>, tensor<65543xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<65543xi32>
  %n = stablehlo.convert %i : (tensor<65543xi32>) -> tensor<65543xi16>
  %k = stablehlo.constant dense<65537> : tensor<65543xi32>
  %w0 = stablehlo.multiply %i, %k : tensor<65543xi32>
  %w = stablehlo.optimization_barrier %w0 : tensor<65543xi32>
  %b = stablehlo.bitcast_convert %n : (tensor<65543xi16>) -> tensor<65543xf16>
  %x = stablehlo.optimization_barrier %b : tensor<65543xf16>
  %c = stablehlo.bitcast_convert %n : (tensor<65543xi16>) -> tensor<65543xbf16>
  %y = stablehlo.optimization_barrier %c : tensor<65543xbf16>
  %u = stablehlo.bitcast_convert %w : (tensor<65543xi32>) -> tensor<65543xf32>
  %f = stablehlo.optimization_barrier %u : tensor<65543xf32>

  // f16: scaled, made whole, clipped and cut off.
  %s = stablehlo.constant dense<0.3> : tensor<65543xf16>
  %least = stablehlo.constant dense<-128> : tensor<65543xi32>
  %low = stablehlo.convert %least : (tensor<65543xi32>) -> tensor<65543xf16>
  %high = stablehlo.constant dense<1.27e2> : tensor<65543xf16>
  %0 = stablehlo.multiply %x, %s : tensor<65543xf16>
  %1 = stablehlo.round_nearest_even %0 : tensor<65543xf16>
  %2 = stablehlo.maximum %low, %1 : tensor<65543xf16>
  %3 = stablehlo.minimum %2, %high : tensor<65543xf16>
  %r0 = stablehlo.convert %3 : (tensor<65543xf16>) -> tensor<65543xi8>

  // Whole numbers of 16 bits: up, and away from zero.
  %4 = stablehlo.ceil %0 : tensor<65543xf16>
  %5 = stablehlo.round_nearest_even %x : tensor<65543xf16>
  %6 = stablehlo.minimum %4, %5 : tensor<65543xf16>
  %r1 = stablehlo.bitcast_convert %6 : (tensor<65543xf16>) -> tensor<65543xi16>
  %7 = stablehlo.ceil %y : tensor<65543xbf16>
  %8 = stablehlo.round_nearest_afz %y : tensor<65543xbf16>
  %9 = stablehlo.round_nearest_even %7 : tensor<65543xbf16>
  %10 = stablehlo.add %8, %9 : tensor<65543xbf16>
  %r2 = stablehlo.bitcast_convert %10 : (tensor<65543xbf16>) -> tensor<65543xi16>

  // f32 as it comes, with constants of all kinds.
  %one = stablehlo.constant dense<-1.5> : tensor<65543xf32>
  %zero = stablehlo.constant dense<-0.0> : tensor<65543xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<65543xf32>
  %11 = stablehlo.maximum %f, %one : tensor<65543xf32>
  %12 = stablehlo.minimum %inf, %11 : tensor<65543xf32>
  %scaled = stablehlo.multiply %12, %one : tensor<65543xf32>
  %above = stablehlo.maximum %zero, %scaled : tensor<65543xf32>
  %13 = stablehlo.minimum %above, %12 : tensor<65543xf32>
  %r3 = stablehlo.bitcast_convert %13 : (tensor<65543xf32>) -> tensor<65543xi32>
  %14 = stablehlo.clamp %one, %f, %inf : tensor<65543xf32>
  %15 = stablehlo.add %f, %f : tensor<65543xf32>
  %16 = stablehlo.clamp %one, %15, %inf : tensor<65543xf32>
  %17 = stablehlo.maximum %zero, %16 : tensor<65543xf32>
  %18 = stablehlo.compare LT, %w, %least : (tensor<65543xi32>, tensor<65543xi32>) -> tensor<65543xi1>
  %19 = stablehlo.select %18, %14, %17 : tensor<65543xi1>, tensor<65543xf32>
  %r4 = stablehlo.bitcast_convert %19 : (tensor<65543xf32>) -> tensor<65543xi32>

  // f64: NaNs that signal, and computed ones.
  %wide = stablehlo.convert %n : (tensor<65543xi16>) -> tensor<65543xi64>
  %shift = stablehlo.constant dense<48> : tensor<65543xi64>
  %lowest = stablehlo.constant dense<1> : tensor<65543xi64>
  %20 = stablehlo.shift_left %wide, %shift : tensor<65543xi64>
  %21 = stablehlo.or %20, %lowest : tensor<65543xi64>
  %22 = stablehlo.bitcast_convert %21 : (tensor<65543xi64>) -> tensor<65543xf64>
  %d = stablehlo.optimization_barrier %22 : tensor<65543xf64>
  %half = stablehlo.constant dense<0.5> : tensor<65543xf64>
  %23 = stablehlo.maximum %d, %half : tensor<65543xf64>
  %24 = stablehlo.multiply %d, %half : tensor<65543xf64>
  %25 = stablehlo.minimum %half, %24 : tensor<65543xf64>
  %is_low = stablehlo.compare LT, %21, %lowest : (tensor<65543xi64>, tensor<65543xi64>) -> tensor<65543xi1>
  %26 = stablehlo.select %is_low, %23, %25 : tensor<65543xi1>, tensor<65543xf64>
  %r5 = stablehlo.bitcast_convert %26 : (tensor<65543xf64>) -> tensor<65543xi64>

  // Bits that become a number are no computed one.
  %27 = stablehlo.xor %w, %least : tensor<65543xi32>
  %28 = stablehlo.bitcast_convert %27 : (tensor<65543xi32>) -> tensor<65543xf32>
  %29 = stablehlo.convert %28 : (tensor<65543xf32>) -> tensor<65543xf16>
  %r6 = stablehlo.bitcast_convert %29 : (tensor<65543xf16>) -> tensor<65543xi16>
  %30 = stablehlo.convert %x : (tensor<65543xf16>) -> tensor<65543xf32>
  %31 = stablehlo.bitcast_convert %30 : (tensor<65543xf32>) -> tensor<65543xi32>
  %r7 = stablehlo.xor %31, %least : tensor<65543xi32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7 : tensor<65543xi8>, tensor<65543xi16>, tensor<65543xi16>, tensor<65543xi32>, tensor<65543xi32>, tensor<65543xi64>, tensor<65543xi16>, tensor<65543xi32>
}
