// Quotients of short integers and a constant are products where the processor has AVX-512, and have the bits of divisions:
// of all numbers of 8 and 16 bits, and of divisors whose inverses would not do.
//
// RUN: sdyc run %s --output=@%t.f8.npy --output=@%t.f16.npy --output=@%t.fbf.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --output=@%t.s8.npy --output=@%t.s16.npy --output=@%t.sbf.npy
// RUN: cmp %t.f8.npy %t.s8.npy
// RUN: cmp %t.f16.npy %t.s16.npy
// RUN: cmp %t.fbf.npy %t.sbf.npy
func.func public @main() -> (tensor<512xf32>, tensor<327680xf32>, tensor<65536xbf16>) {
  %n = stablehlo.iota dim = 0 : tensor<65536xi32>
  %b = stablehlo.iota dim = 0 : tensor<256xi32>
  %0 = stablehlo.convert %b : (tensor<256xi32>) -> tensor<256xui8>
  %1 = stablehlo.convert %b : (tensor<256xi32>) -> tensor<256xi8>
  %2 = stablehlo.convert %n : (tensor<65536xi32>) -> tensor<65536xui16>
  %3 = stablehlo.convert %n : (tensor<65536xi32>) -> tensor<65536xi16>
  %u8 = stablehlo.optimization_barrier %0 : tensor<256xui8>
  %i8 = stablehlo.optimization_barrier %1 : tensor<256xi8>
  %u16 = stablehlo.optimization_barrier %2 : tensor<65536xui16>
  %i16 = stablehlo.optimization_barrier %3 : tensor<65536xi16>
  %half_8 = stablehlo.constant dense<0.5> : tensor<256xf32>
  %half = stablehlo.constant dense<0.5> : tensor<65536xf32>
  %f0 = stablehlo.convert %u8 : (tensor<256xui8>) -> tensor<256xf32>
  %d0 = stablehlo.constant dense<255.0> : tensor<256xf32>
  %q0 = stablehlo.divide %f0, %d0 : tensor<256xf32>
  %r0 = stablehlo.multiply %q0, %half_8 : tensor<256xf32>
  %f1 = stablehlo.convert %i8 : (tensor<256xi8>) -> tensor<256xf32>
  %d1 = stablehlo.constant dense<-127.0> : tensor<256xf32>
  %q1 = stablehlo.divide %f1, %d1 : tensor<256xf32>
  %r1 = stablehlo.multiply %q1, %half_8 : tensor<256xf32>
  %f2 = stablehlo.convert %u16 : (tensor<65536xui16>) -> tensor<65536xf32>
  %d2 = stablehlo.constant dense<0.1> : tensor<65536xf32>
  %q2 = stablehlo.divide %f2, %d2 : tensor<65536xf32>
  %r2 = stablehlo.multiply %q2, %half : tensor<65536xf32>
  %f3 = stablehlo.convert %i16 : (tensor<65536xi16>) -> tensor<65536xf32>
  %d3 = stablehlo.constant dense<3.0e-39> : tensor<65536xf32>
  %q3 = stablehlo.divide %f3, %d3 : tensor<65536xf32>
  %r3 = stablehlo.multiply %q3, %half : tensor<65536xf32>
  %d4 = stablehlo.constant dense<-1.9999998> : tensor<65536xf32>
  %q4 = stablehlo.divide %f3, %d4 : tensor<65536xf32>
  %r4 = stablehlo.multiply %q4, %half : tensor<65536xf32>
  %d5 = stablehlo.constant dense<3.0e38> : tensor<65536xf32>
  %q5 = stablehlo.divide %f3, %d5 : tensor<65536xf32>
  %r5 = stablehlo.multiply %q5, %half : tensor<65536xf32>
  %d6 = stablehlo.constant dense<0.0> : tensor<65536xf32>
  %q6 = stablehlo.divide %f3, %d6 : tensor<65536xf32>
  %r6 = stablehlo.multiply %q6, %half : tensor<65536xf32>
  %f7 = stablehlo.convert %u16 : (tensor<65536xui16>) -> tensor<65536xbf16>
  %d7 = stablehlo.constant dense<3.0> : tensor<65536xbf16>
  %q7 = stablehlo.divide %f7, %d7 : tensor<65536xbf16>
  %h7 = stablehlo.constant dense<0.5> : tensor<65536xbf16>
  %r7 = stablehlo.multiply %q7, %h7 : tensor<65536xbf16>
  %8 = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<256xf32>, tensor<256xf32>) -> tensor<512xf32>
  %9 = stablehlo.concatenate %r2, %r3, %r4, %r5, %r6, dim = 0 : (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>,
    tensor<65536xf32>) -> tensor<327680xf32>
  return %8, %9, %r7 : tensor<512xf32>, tensor<327680xf32>, tensor<65536xbf16>
}
