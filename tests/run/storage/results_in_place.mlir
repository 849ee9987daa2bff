// Large results that are computed where what they are made of was.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %i = stablehlo.iota dim = 1 : tensor<128x1024xf32>
  %x = stablehlo.optimization_barrier %i : tensor<128x1024xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<1024.0> : tensor<128xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<128x128xf32>
  %o = stablehlo.optimization_barrier %ones : tensor<128x128xf32>
  %p = stablehlo.dot_general %o, %x, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x1024xf32>) -> tensor<128x1024xf32>
  %s = stablehlo.constant dense<0.015625> : tensor<128x1024xf32>
  %0 = stablehlo.multiply %p, %s : tensor<128x1024xf32>
  %held = stablehlo.optimization_barrier %0 : tensor<128x1024xf32>
  %1 = stablehlo.reduce(%held init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x1024xf32>, tensor<f32>) -> tensor<128xf32>
  %2 = stablehlo.divide %1, %n : tensor<128xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<128xf32>) -> tensor<128x1024xf32>
  %4 = stablehlo.subtract %held, %3 : tensor<128x1024xf32>
  %5 = stablehlo.optimization_barrier %4 : tensor<128x1024xf32>
  %6 = stablehlo.abs %5 : tensor<128x1024xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x1024xf32>, tensor<f32>) -> tensor<128xf32>
  %8 = stablehlo.dot_general %6, %o, contracting_dims = [0] x [0] : (tensor<128x1024xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1024x128xf32>, tensor<f32>) -> tensor<128xf32>
  %m = stablehlo.constant dense<128.0> : tensor<128xf32>
  %10 = stablehlo.divide %9, %m : tensor<128xf32>
  check.expect_eq_const %10, dense<524288.0> : tensor<128xf32>
  check.expect_eq_const %7, dense<524288.0> : tensor<128xf32>
  return
}
