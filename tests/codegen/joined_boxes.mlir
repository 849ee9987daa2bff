// Padding by reflection, first along the rows and then along the columns, reads the tensor itself: concatenations of
// slices of concatenations are never stored.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 9
// CHECK: arena: 0 bytes
// One that is needed for something else is stored once, and read.
// RUN: sdyc kernels %s --entry=used | FileCheck %s --check-prefix=USED
// USED: kernels: 5
func.func @main(%x: tensor<200x300xf32>) -> tensor<204x304xf32> {
  %0 = stablehlo.slice %x [1:3, 0:300] : (tensor<200x300xf32>) -> tensor<2x300xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2x300xf32>
  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<2x300xf32>, tensor<200x300xf32>) -> tensor<202x300xf32>
  %3 = stablehlo.slice %2 [199:201, 0:300] : (tensor<202x300xf32>) -> tensor<2x300xf32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<2x300xf32>
  %5 = stablehlo.concatenate %2, %4, dim = 0 : (tensor<202x300xf32>, tensor<2x300xf32>) -> tensor<204x300xf32>
  %6 = stablehlo.slice %5 [0:204, 1:3] : (tensor<204x300xf32>) -> tensor<204x2xf32>
  %7 = stablehlo.reverse %6, dims = [1] : tensor<204x2xf32>
  %8 = stablehlo.concatenate %7, %5, dim = 1 : (tensor<204x2xf32>, tensor<204x300xf32>) -> tensor<204x302xf32>
  %9 = stablehlo.slice %8 [0:204, 299:301] : (tensor<204x302xf32>) -> tensor<204x2xf32>
  %10 = stablehlo.reverse %9, dims = [1] : tensor<204x2xf32>
  %11 = stablehlo.concatenate %8, %10, dim = 1 : (tensor<204x302xf32>, tensor<204x2xf32>) -> tensor<204x304xf32>
  return %11 : tensor<204x304xf32>
}
func.func @used(%x: tensor<200x300xf32>, %y: tensor<2x300xf32>) -> (tensor<202x302xf32>, tensor<202x300xf32>) {
  %0 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<2x300xf32>, tensor<200x300xf32>) -> tensor<202x300xf32>
  %1 = stablehlo.slice %0 [0:202, 1:3] : (tensor<202x300xf32>) -> tensor<202x2xf32>
  %2 = stablehlo.concatenate %1, %0, dim = 1 : (tensor<202x2xf32>, tensor<202x300xf32>) -> tensor<202x302xf32>
  %3 = stablehlo.tanh %0 : tensor<202x300xf32>
  return %2, %3 : tensor<202x302xf32>, tensor<202x300xf32>
}
