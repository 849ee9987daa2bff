// Products of which every element meets one other alone are sums like any other, not one small product each.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: reduction: stablehlo.dot_general tensor<500xf32>
// CHECK: add mul_f32(b0[40000 d0 + d1 + 500 d2], b1[40000 d0 + d1 + 500 d2])
// RUN: sdyc kernels %s --entry=short | FileCheck %s --check-prefix=SHORT
// SHORT: loop: stablehlo.dot_general tensor<1000xf32>
// Narrow numbers are added in a wider type.
// RUN: sdyc kernels %s --entry=narrow | FileCheck %s --check-prefix=NARROW
// NARROW: acc0: f32
// NARROW: acc0: i32
// A few sums, and those with rows of a matrix, stay products; small ones of a batch are a task together.
// RUN: sdyc kernels %s --entry=products | FileCheck %s --check-prefix=PRODUCTS
// PRODUCTS: kernel 0, product: stablehlo.dot_general tensor<f32>
// PRODUCTS: domain 1000 4 4 | 4, 1 tasks
func.func @main(%a: tensor<2000x500xf32>, %b: tensor<2000x500xf32>) -> tensor<500xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<2000x500xf32>, tensor<2000x500xf32>) -> tensor<500xf32>
  return %0 : tensor<500xf32>
}
func.func @short(%a: tensor<1000x3xf32>, %b: tensor<1000x3xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<1000x3xf32>, tensor<1000x3xf32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
func.func @narrow(%a: tensor<100x50xbf16>, %b: tensor<100x50xbf16>, %c: tensor<100x50xi8>, %d: tensor<100x50xi8>) -> (tensor<100xbf16>, tensor<100xi8>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<100x50xbf16>, tensor<100x50xbf16>) -> tensor<100xbf16>
  %1 = stablehlo.dot_general %c, %d, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<100x50xi8>, tensor<100x50xi8>) -> tensor<100xi8>
  return %0, %1 : tensor<100xbf16>, tensor<100xi8>
}
func.func @products(%a: tensor<1000xf32>, %b: tensor<1000xf32>, %c: tensor<1000x4x4xf32>) -> (tensor<f32>, tensor<1000x4x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<f32>
  %1 = stablehlo.dot_general %c, %c, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1000x4x4xf32>, tensor<1000x4x4xf32>) -> tensor<1000x4x4xf32>
  return %0, %1 : tensor<f32>, tensor<1000x4x4xf32>
}
