// Rows of few elements that lie side by side, and what is repeated along them, are strips of many rows for an optimising
// compiler too, where the processor has AVX-512: with the bits of loops over them.
// RUN: sdyc run %s --input=1037x3xui8=random:1 --input=3xf32=random:2 --input=3xf32=random:3 --input=1037xf32=random:4 --input=1037x17xf32=random:5 --input=1037x17xf32=random:6 > %t.tcc
// RUN: sdyc run %s --jit=cc --input=1037x3xui8=random:1 --input=3xf32=random:2 --input=3xf32=random:3 --input=1037xf32=random:4 --input=1037x17xf32=random:5 --input=1037x17xf32=random:6 > %t.cc
// RUN: SDYRT_ISA=avx2 sdyc run %s --jit=cc --threads=2 --input=1037x3xui8=random:1 --input=3xf32=random:2 --input=3xf32=random:3 --input=1037xf32=random:4 --input=1037x17xf32=random:5 --input=1037x17xf32=random:6 > %t.loops
// RUN: cmp %t.tcc %t.cc && cmp %t.tcc %t.loops
func.func public @main(%x: tensor<1037x3xui8>, %mean: tensor<3xf32>, %scale: tensor<3xf32>, %row: tensor<1037xf32>, %y: tensor<1037x17xf32>, %z: tensor<1037x17xf32>)
    -> (tensor<1037x3xf32>, tensor<1037x3xf32>, tensor<1037x17xf32>, tensor<3x1037xf32>) {
  %most = stablehlo.constant dense<255.0> : tensor<1037x3xf32>
  %0 = stablehlo.convert %x : (tensor<1037x3xui8>) -> tensor<1037x3xf32>
  %1 = stablehlo.divide %0, %most : tensor<1037x3xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<3xf32>) -> tensor<1037x3xf32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<3xf32>) -> tensor<1037x3xf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<1037xf32>) -> tensor<1037x3xf32>
  %2 = stablehlo.subtract %1, %means : tensor<1037x3xf32>
  %3 = stablehlo.divide %2, %scales : tensor<1037x3xf32>
  %4 = stablehlo.multiply %0, %rows : tensor<1037x3xf32>
  %5 = stablehlo.subtract %4, %means : tensor<1037x3xf32>
  %6 = stablehlo.multiply %y, %z : tensor<1037x17xf32>
  %7 = stablehlo.add %6, %y : tensor<1037x17xf32>
  %8 = stablehlo.subtract %5, %scales : tensor<1037x3xf32>
  %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<1037x3xf32>) -> tensor<3x1037xf32>
  return %3, %5, %7, %9 : tensor<1037x3xf32>, tensor<1037x3xf32>, tensor<1037x17xf32>, tensor<3x1037xf32>
}
