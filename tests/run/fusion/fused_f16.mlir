// Operations on f16 in one function of machine code have the bits of strips: every number and every NaN of f16, those
// that signal among them, and floats whose NaNs have bits that f16 has no room for; rows that one number is spread over.
//
// RUN: sdyc run %s --output=@%t.fused0.npy --output=@%t.fused1.npy --output=@%t.fused2.npy --output=@%t.fused3.npy \
// RUN:     --output=@%t.fused4.npy --output=@%t.fused5.npy --output=@%t.fused6.npy --output=@%t.fused7.npy --output=@%t.fused8.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --output=@%t.strips0.npy --output=@%t.strips1.npy --output=@%t.strips2.npy --output=@%t.strips3.npy \
// RUN:     --output=@%t.strips4.npy --output=@%t.strips5.npy --output=@%t.strips6.npy --output=@%t.strips7.npy --output=@%t.strips8.npy
// RUN: for i in 0 1 2 3 4 5 6 7 8; do cmp %t.fused$i.npy %t.strips$i.npy || exit 1; done
func.func public @main() -> (tensor<65536xi16>, tensor<65536xi16>, tensor<65536xi32>, tensor<65536xi32>, tensor<65536xi16>, tensor<1000x65xi16>, tensor<65535xi16>, tensor<65536xi1>, tensor<256xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<65536xi32>
  %n = stablehlo.convert %i : (tensor<65536xi32>) -> tensor<65536xi16>
  %b = stablehlo.bitcast_convert %n : (tensor<65536xi16>) -> tensor<65536xf16>
  %x = stablehlo.optimization_barrier %b : tensor<65536xf16>
  %k = stablehlo.constant dense<65537> : tensor<65536xi32>
  %w = stablehlo.multiply %i, %k : tensor<65536xi32>
  %u = stablehlo.bitcast_convert %w : (tensor<65536xi32>) -> tensor<65536xf32>
  %f = stablehlo.optimization_barrier %u : tensor<65536xf32>
  %y0 = stablehlo.reverse %x, dims = [0] : tensor<65536xf16>
  %y = stablehlo.optimization_barrier %y0 : tensor<65536xf16>

  // Arithmetic, a choice and a sign, stored as f16.
  %c = stablehlo.constant dense<0.3> : tensor<65536xf16>
  %0 = stablehlo.multiply %x, %c : tensor<65536xf16>
  %1 = stablehlo.add %0, %y : tensor<65536xf16>
  %2 = stablehlo.compare GT, %x, %c : (tensor<65536xf16>, tensor<65536xf16>) -> tensor<65536xi1>
  %3 = stablehlo.select %2, %1, %x : tensor<65536xi1>, tensor<65536xf16>
  %r0 = stablehlo.bitcast_convert %3 : (tensor<65536xf16>) -> tensor<65536xi16>
  %4 = stablehlo.negate %x : tensor<65536xf16>
  %5 = stablehlo.maximum %4, %y : tensor<65536xf16>
  %6 = stablehlo.divide %5, %c : tensor<65536xf16>
  %r1 = stablehlo.bitcast_convert %6 : (tensor<65536xf16>) -> tensor<65536xi16>

  // Widened, and stored as f32: the NaN can be seen.
  %7 = stablehlo.convert %x : (tensor<65536xf16>) -> tensor<65536xf32>
  %8 = stablehlo.negate %7 : tensor<65536xf32>
  %r2 = stablehlo.bitcast_convert %8 : (tensor<65536xf32>) -> tensor<65536xi32>
  %9 = stablehlo.select %2, %7, %f : tensor<65536xi1>, tensor<65536xf32>
  %10 = stablehlo.abs %9 : tensor<65536xf32>
  %r3 = stablehlo.bitcast_convert %10 : (tensor<65536xf32>) -> tensor<65536xi32>

  // Rounded from f32.
  %11 = stablehlo.add %f, %7 : tensor<65536xf32>
  %12 = stablehlo.convert %11 : (tensor<65536xf32>) -> tensor<65536xf16>
  %13 = stablehlo.convert %f : (tensor<65536xf32>) -> tensor<65536xf16>
  %14 = stablehlo.select %2, %12, %13 : tensor<65536xi1>, tensor<65536xf16>
  %r4 = stablehlo.bitcast_convert %14 : (tensor<65536xf16>) -> tensor<65536xi16>

  // Rows and columns.
  %16 = stablehlo.slice %x [0:65000] : (tensor<65536xf16>) -> tensor<65000xf16>
  %m = stablehlo.reshape %16 : (tensor<65000xf16>) -> tensor<1000x65xf16>
  %row = stablehlo.slice %x [15000:15065] : (tensor<65536xf16>) -> tensor<65xf16>
  %col = stablehlo.slice %x [14000:15000] : (tensor<65536xf16>) -> tensor<1000xf16>
  %rows = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<65xf16>) -> tensor<1000x65xf16>
  %cols = stablehlo.broadcast_in_dim %col, dims = [0] : (tensor<1000xf16>) -> tensor<1000x65xf16>
  %17 = stablehlo.multiply %m, %rows : tensor<1000x65xf16>
  %18 = stablehlo.subtract %17, %cols : tensor<1000x65xf16>
  %r5 = stablehlo.bitcast_convert %18 : (tensor<1000x65xf16>) -> tensor<1000x65xi16>

  // A length that leaves elements, and a root.
  %19 = stablehlo.slice %x [1:65536] : (tensor<65536xf16>) -> tensor<65535xf16>
  %20 = stablehlo.constant dense<3.7> : tensor<65535xf16>
  %21 = stablehlo.multiply %19, %20 : tensor<65535xf16>
  %22 = stablehlo.sqrt %21 : tensor<65535xf16>
  %23 = stablehlo.floor %22 : tensor<65535xf16>
  %r6 = stablehlo.bitcast_convert %23 : (tensor<65535xf16>) -> tensor<65535xi16>

  %24 = stablehlo.add %x, %c : tensor<65536xf16>
  %25 = stablehlo.multiply %24, %24 : tensor<65536xf16>
  %r7 = stablehlo.compare LE, %25, %y : (tensor<65536xf16>, tensor<65536xf16>) -> tensor<65536xi1>

  // The greatest of short rows and of columns.
  %ordered = stablehlo.compare EQ, %x, %x : (tensor<65536xf16>, tensor<65536xf16>) -> tensor<65536xi1>
  %numbers = stablehlo.select %ordered, %x, %c : tensor<65536xi1>, tensor<65536xf16>
  %grid = stablehlo.reshape %numbers : (tensor<65536xf16>) -> tensor<256x256xf16>
  %low = stablehlo.constant dense<0xFC00> : tensor<f16>
  %26 = stablehlo.reduce(%grid init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<256x256xf16>, tensor<f16>) -> tensor<256xf16>
  %27 = stablehlo.reduce(%grid init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<256x256xf16>, tensor<f16>) -> tensor<256xf16>
  %28 = stablehlo.convert %26 : (tensor<256xf16>) -> tensor<256xf32>
  %29 = stablehlo.convert %27 : (tensor<256xf16>) -> tensor<256xf32>
  %r8 = stablehlo.add %28, %29 : tensor<256xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<65536xi16>, tensor<65536xi16>, tensor<65536xi32>, tensor<65536xi32>, tensor<65536xi16>, tensor<1000x65xi16>, tensor<65535xi16>, tensor<65536xi1>, tensor<256xf32>
}
