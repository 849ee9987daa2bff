// Scores of attention over a cache of bf16, for a batch of heads, whose columns of weights lie beside each other: a call computes
// the products of all heads.
// The same numbers as those of the cache in f64.
// RUN: sdyc run %s --input=8x128xbf16=random:1 --input=512x8x128xbf16=random:2 --threads=1 | FileCheck %s
// RUN: sdyc run %s --input=8x128xbf16=random:1 --input=512x8x128xbf16=random:2 --threads=3 | FileCheck %s
// RUN: sdyc kernels %s | FileCheck %s --check-prefix=ROUTE
// ROUTE: decoded as it is read, 8 products together
// ROUTE-NEXT: route {{(beside_dots|dots|loops)}} of
// CHECK: i1=1
func.func @main(%q: tensor<8x128xbf16>, %k: tensor<512x8x128xbf16>) -> tensor<i1> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [1], contracting_dims = [1] x [2] : (tensor<8x128xbf16>, tensor<512x8x128xbf16>) -> tensor<8x512xf32>
  %w = stablehlo.convert %k : (tensor<512x8x128xbf16>) -> tensor<512x8x128xf64>
  %x = stablehlo.convert %q : (tensor<8x128xbf16>) -> tensor<8x128xf64>
  %1 = stablehlo.dot_general %x, %w, batching_dims = [0] x [1], contracting_dims = [1] x [2] : (tensor<8x128xf64>, tensor<512x8x128xf64>) -> tensor<8x512xf64>
  %narrow = stablehlo.convert %1 : (tensor<8x512xf64>) -> tensor<8x512xf32>
  %2 = stablehlo.subtract %0, %narrow : tensor<8x512xf32>
  %3 = stablehlo.abs %2 : tensor<8x512xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x512xf32>, tensor<f32>) -> tensor<f32>
  %most = stablehlo.constant dense<1.0e-4> : tensor<f32>
  %5 = stablehlo.compare LE, %4, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %5 : tensor<i1>
}
