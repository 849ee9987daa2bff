// What attention reads of values in a cache of int8, [positions, groups, channels], for 3 heads in each of 8 groups: the rows of
// weights of all groups are read together, as they lie, in parts of the positions. Whole numbers, whose sums are exact.
// RUN: sdyc run %s --input=8x3x4096xi8=random:1 --input=4096x8x128xi8=random:2 --threads=1 | FileCheck %s
// RUN: sdyc run %s --input=8x3x4096xi8=random:1 --input=4096x8x128xi8=random:2 --threads=3 | FileCheck %s
// RUN: sdyc kernels %s | FileCheck %s --check-prefix=ROUTE
// ROUTE: decoded as it is read, 8 products together
// ROUTE-NEXT: route {{(beside_rows|rows|loops)}} of
// CHECK: i1=1
func.func @main(%p: tensor<8x3x4096xi8>, %v: tensor<4096x8x128xi8>) -> tensor<i1> {
  %four = stablehlo.constant dense<4> : tensor<8x3x4096xi8>
  %small = stablehlo.remainder %p, %four : tensor<8x3x4096xi8>
  %q = stablehlo.convert %small : (tensor<8x3x4096xi8>) -> tensor<8x3x4096xf32>
  %w = stablehlo.convert %v : (tensor<4096x8x128xi8>) -> tensor<4096x8x128xf32>
  %0 = stablehlo.dot_general %q, %w, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<8x3x4096xf32>, tensor<4096x8x128xf32>) -> tensor<8x3x128xf32>
  %pi = stablehlo.convert %small : (tensor<8x3x4096xi8>) -> tensor<8x3x4096xi32>
  %vi = stablehlo.convert %v : (tensor<4096x8x128xi8>) -> tensor<4096x8x128xi32>
  %1 = stablehlo.dot_general %pi, %vi, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<8x3x4096xi32>, tensor<4096x8x128xi32>) -> tensor<8x3x128xi32>
  %exact = stablehlo.convert %1 : (tensor<8x3x128xi32>) -> tensor<8x3x128xf32>
  %2 = stablehlo.compare EQ, %0, %exact : (tensor<8x3x128xf32>, tensor<8x3x128xf32>) -> tensor<8x3x128xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.reduce(%2 init: %true) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<8x3x128xi1>, tensor<i1>) -> tensor<i1>
  return %3 : tensor<i1>
}
