// Sums and maxima over dimensions around another, whose pieces follow each other in memory: several of them are reduced
// together. The same of rows that were put together first.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<111000xi32>
  %held = stablehlo.optimization_barrier %n : tensor<111000xi32>
  %m = stablehlo.constant dense<101> : tensor<111000xi32>
  %r = stablehlo.remainder %held, %m : tensor<111000xi32>
  %f = stablehlo.convert %r : (tensor<111000xi32>) -> tensor<111000xf32>
  %g = stablehlo.optimization_barrier %f : tensor<111000xf32>
  %x = stablehlo.reshape %g : (tensor<111000xf32>) -> tensor<5x37x600xf32>
  %t = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<5x37x600xf32>) -> tensor<37x5x600xf32>
  %h = stablehlo.optimization_barrier %t : tensor<37x5x600xf32>
  %rows = stablehlo.reshape %h : (tensor<37x5x600xf32>) -> tensor<37x3000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<5x37x600xf32>, tensor<f32>) -> tensor<37xf32>
  %wanted = stablehlo.reduce(%rows init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x3000xf32>, tensor<f32>) -> tensor<37xf32>
  check.expect_eq %sum, %wanted : tensor<37xf32>
  %most = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<5x37x600xf32>, tensor<f32>) -> tensor<37xf32>
  %wanted_most = stablehlo.reduce(%rows init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<37x3000xf32>, tensor<f32>) -> tensor<37xf32>
  check.expect_eq %most, %wanted_most : tensor<37xf32>
  %w = stablehlo.convert %x : (tensor<5x37x600xf32>) -> tensor<5x37x600xi64>
  %i = stablehlo.optimization_barrier %w : tensor<5x37x600xi64>
  %none = stablehlo.constant dense<0> : tensor<i64>
  %wide = stablehlo.reduce(%i init: %none) applies stablehlo.add across dimensions = [0, 2] : (tensor<5x37x600xi64>, tensor<i64>) -> tensor<37xi64>
  %wanted_wide = stablehlo.convert %wanted : (tensor<37xf32>) -> tensor<37xi64>
  check.expect_eq %wide, %wanted_wide : tensor<37xi64>
  return
}
