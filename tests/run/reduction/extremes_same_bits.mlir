// Maxima and minima over the last, the first and the middle dimension have the same bits on every processor, wherever
// NaNs, infinities and zeros of both signs stand.
//
// RUN: sdyc run %s > %t.widest
// RUN: SDYRT_ISA=baseline sdyc run %s > %t.baseline
// RUN: cmp %t.widest %t.baseline
func.func public @main() -> (tensor<70xf32>, tensor<141xf32>, tensor<70xf32>, tensor<141xf32>, tensor<70xf64>, tensor<141xf64>, tensor<70xf64>, tensor<141xf64>, tensor<141xbf16>, tensor<70xbf16>) {
  %i = stablehlo.iota dim = 0 : tensor<70x141xi32>
  %j = stablehlo.iota dim = 1 : tensor<70x141xi32>
  %c7 = stablehlo.constant dense<7919> : tensor<70x141xi32>
  %c13 = stablehlo.constant dense<2741> : tensor<70x141xi32>
  %ii = stablehlo.multiply %i, %c7 : tensor<70x141xi32>
  %jj = stablehlo.multiply %j, %c13 : tensor<70x141xi32>
  %ij = stablehlo.multiply %i, %j : tensor<70x141xi32>
  %s = stablehlo.add %ii, %jj : tensor<70x141xi32>
  %sum = stablehlo.add %s, %ij : tensor<70x141xi32>
  %c991 = stablehlo.constant dense<991> : tensor<70x141xi32>
  %mod = stablehlo.remainder %sum, %c991 : tensor<70x141xi32>
  %f = stablehlo.convert %mod : (tensor<70x141xi32>) -> tensor<70x141xf32>
  %small = stablehlo.constant dense<8> : tensor<70x141xi32>
  %few = stablehlo.constant dense<3> : tensor<70x141xi32>
  %none = stablehlo.constant dense<0> : tensor<70x141xi32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<70x141xf32>
  %minus = stablehlo.constant dense<-0.0> : tensor<70x141xf32>
  %infinite = stablehlo.constant dense<0xFF800000> : tensor<70x141xf32>
  %is_nan = stablehlo.compare EQ, %mod, %small : (tensor<70x141xi32>, tensor<70x141xi32>) -> tensor<70x141xi1>
  %is_infinite = stablehlo.compare EQ, %mod, %few : (tensor<70x141xi32>, tensor<70x141xi32>) -> tensor<70x141xi1>
  %n = stablehlo.negate %f : tensor<70x141xf32>
  %parity = stablehlo.and %j, %few : tensor<70x141xi32>
  %is_even = stablehlo.compare EQ, %parity, %none : (tensor<70x141xi32>, tensor<70x141xi32>) -> tensor<70x141xi1>
  %zeros = stablehlo.multiply %minus, %f : tensor<70x141xf32>
  %signed = stablehlo.select %is_even, %zeros, %n : tensor<70x141xi1>, tensor<70x141xf32>
  %with = stablehlo.select %is_nan, %nan, %signed : tensor<70x141xi1>, tensor<70x141xf32>
  %all = stablehlo.select %is_infinite, %infinite, %with : tensor<70x141xi1>, tensor<70x141xf32>
  %x = stablehlo.optimization_barrier %all : tensor<70x141xf32>
  %w = stablehlo.convert %x : (tensor<70x141xf32>) -> tensor<70x141xf64>
  %wide = stablehlo.optimization_barrier %w : tensor<70x141xf64>
  %h = stablehlo.convert %x : (tensor<70x141xf32>) -> tensor<70x141xbf16>
  %half = stablehlo.optimization_barrier %h : tensor<70x141xbf16>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %wide_low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %wide_high = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %half_low = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<70x141xf32>, tensor<f32>) -> tensor<70xf32>
  %1 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<70x141xf32>, tensor<f32>) -> tensor<141xf32>
  %2 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<70x141xf32>, tensor<f32>) -> tensor<70xf32>
  %3 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<70x141xf32>, tensor<f32>) -> tensor<141xf32>
  %4 = stablehlo.reduce(%wide init: %wide_low) applies stablehlo.maximum across dimensions = [1] : (tensor<70x141xf64>, tensor<f64>) -> tensor<70xf64>
  %5 = stablehlo.reduce(%wide init: %wide_low) applies stablehlo.maximum across dimensions = [0] : (tensor<70x141xf64>, tensor<f64>) -> tensor<141xf64>
  %6 = stablehlo.reduce(%wide init: %wide_high) applies stablehlo.minimum across dimensions = [1] : (tensor<70x141xf64>, tensor<f64>) -> tensor<70xf64>
  %7 = stablehlo.reduce(%wide init: %wide_high) applies stablehlo.minimum across dimensions = [0] : (tensor<70x141xf64>, tensor<f64>) -> tensor<141xf64>
  %8 = stablehlo.reduce(%half init: %half_low) applies stablehlo.maximum across dimensions = [0] : (tensor<70x141xbf16>, tensor<bf16>) -> tensor<141xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %9 = stablehlo.reduce(%half init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<70x141xbf16>, tensor<bf16>) -> tensor<70xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<70xf32>, tensor<141xf32>, tensor<70xf32>, tensor<141xf32>, tensor<70xf64>, tensor<141xf64>, tensor<70xf64>, tensor<141xf64>, tensor<141xbf16>, tensor<70xbf16>
}
