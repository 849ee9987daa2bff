// Exponentials, logistic functions and hyperbolic tangents of f64 are functions of machine code where the processor
// has AVX-512, alone too, and have the bits of the runtime's strips: of numbers of all sizes, infinities, NaN and both
// zeros.
//
// RUN: sdyc run %s --input=4097xf64=random:1 --input=33x40xf64=random:3 > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=4097xf64=random:1 --input=33x40xf64=random:3 > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main(%x: tensor<4097xf64>, %rows: tensor<33x40xf64>)
    -> (tensor<4097xf64>, tensor<4097xf64>, tensor<4097xf64>, tensor<4097xf64>, tensor<4097xf64>, tensor<4097xf64>, tensor<33xf64>,
        tensor<1xf64>, tensor<16xf64>, tensor<16xf64>, tensor<16xf64>) {
  %thousand = stablehlo.constant dense<1000.0> : tensor<4097xf64>
  %small = stablehlo.constant dense<0.01> : tensor<4097xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %w = stablehlo.multiply %x, %thousand : tensor<4097xf64>
  %e0 = stablehlo.exponential %w : tensor<4097xf64>
  %s = stablehlo.multiply %x, %small : tensor<4097xf64>
  %e1 = stablehlo.exponential %s : tensor<4097xf64>
  %l0 = stablehlo.logistic %w : tensor<4097xf64>
  %l1 = stablehlo.logistic %x : tensor<4097xf64>
  %t0 = stablehlo.tanh %x : tensor<4097xf64>
  %t1 = stablehlo.tanh %s : tensor<4097xf64>
  %t1x = stablehlo.multiply %t1, %x : tensor<4097xf64>
  %re = stablehlo.abs %rows : tensor<33x40xf64>
  %rx = stablehlo.exponential %re : tensor<33x40xf64>
  %r0 = stablehlo.reduce(%rx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<33x40xf64>, tensor<f64>) -> tensor<33xf64>
  %all = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4097xf64>, tensor<f64>) -> tensor<f64>
  %r1 = stablehlo.reshape %all : (tensor<f64>) -> tensor<1xf64>
  %k = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x0000000000000000, 0x8000000000000000,
    0x0000000000000001, 0x8000000000000001, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x40862E42FEFA39EF, 0x40862E42FEFA39F0,
    0x4086232BDD7ABCD2, 0x40874910D52D3051, 0x3FF0000000000000, 0x4033000000000000, 0x0010000000000000]> : tensor<16xf64>
  %special = stablehlo.optimization_barrier %k : tensor<16xf64>
  %n = stablehlo.negate %special : tensor<16xf64>
  %k0 = stablehlo.exponential %n : tensor<16xf64>
  %k1 = stablehlo.logistic %n : tensor<16xf64>
  %k2 = stablehlo.tanh %n : tensor<16xf64>
  return %e0, %e1, %l0, %l1, %t0, %t1x, %r0, %r1, %k0, %k1, %k2 : tensor<4097xf64>, tensor<4097xf64>, tensor<4097xf64>,
    tensor<4097xf64>, tensor<4097xf64>, tensor<4097xf64>, tensor<33xf64>, tensor<1xf64>, tensor<16xf64>, tensor<16xf64>,
    tensor<16xf64>
}
