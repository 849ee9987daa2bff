// Exponentials, logistic functions and hyperbolic tangents among other operations are one function of
// machine code where the processor has AVX-512, and have the bits of the runtime's strips: of numbers of
// all sizes, infinities, NaN and both zeros.
//
// RUN: sdyc run %s --input=4097xf32=random:1 --input=4097xbf16=random:2 --input=33x40xf32=random:3 > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=4097xf32=random:1 --input=4097xbf16=random:2 --input=33x40xf32=random:3 > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main(%x: tensor<4097xf32>, %h: tensor<4097xbf16>, %rows: tensor<33x40xf32>)
    -> (tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xbf16>,
        tensor<4097xbf16>, tensor<33xf32>, tensor<1xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
  %hundred = stablehlo.constant dense<110.0> : tensor<4097xf32>
  %small = stablehlo.constant dense<0.01> : tensor<4097xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.multiply %x, %hundred : tensor<4097xf32>
  %e0 = stablehlo.exponential %w : tensor<4097xf32>
  %s = stablehlo.multiply %x, %small : tensor<4097xf32>
  %e1 = stablehlo.exponential %s : tensor<4097xf32>
  %l0 = stablehlo.logistic %w : tensor<4097xf32>
  %l1 = stablehlo.logistic %s : tensor<4097xf32>
  %t0 = stablehlo.tanh %x : tensor<4097xf32>
  %t0x = stablehlo.multiply %t0, %x : tensor<4097xf32>
  %t1 = stablehlo.tanh %s : tensor<4097xf32>
  %h2 = stablehlo.add %h, %h : tensor<4097xbf16>
  %he = stablehlo.exponential %h2 : tensor<4097xbf16>
  %ht = stablehlo.tanh %h2 : tensor<4097xbf16>
  %re = stablehlo.abs %rows : tensor<33x40xf32>
  %rx = stablehlo.exponential %re : tensor<33x40xf32>
  %r0 = stablehlo.reduce(%rx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<33x40xf32>, tensor<f32>) -> tensor<33xf32>
  %all = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4097xf32>, tensor<f32>) -> tensor<f32>
  %r1 = stablehlo.reshape %all : (tensor<f32>) -> tensor<1xf32>
  %k = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x7F7FFFFF, 0xFF7FFFFF, 0x42B17218, 0xC2CFF1B5, 0x3F800000]> : tensor<12xf32>
  %special = stablehlo.optimization_barrier %k : tensor<12xf32>
  %n = stablehlo.negate %special : tensor<12xf32>
  %k0 = stablehlo.exponential %n : tensor<12xf32>
  %k1 = stablehlo.logistic %n : tensor<12xf32>
  %k2 = stablehlo.tanh %n : tensor<12xf32>
  return %e0, %e1, %l0, %l1, %t0x, %t1, %he, %ht, %r0, %r1, %k0, %k1, %k2 : tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>,
    tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xbf16>, tensor<4097xbf16>, tensor<33xf32>, tensor<1xf32>, tensor<12xf32>,
    tensor<12xf32>, tensor<12xf32>
}
