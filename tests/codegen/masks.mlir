// Triangles and diagonals are copied up to where they end, and filled from there on: no positions are compared.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: where(0 <= d0 + -1 d1 + 2 < 502; b0[500 d0 + d1], 0)
// CHECK: where(0 <= d0 + -1 d1 < 1; 1, b0[500 d0 + d1])
// What is computed, and short lines, are left as they are.
// RUN: sdyc kernels %s --entry=others | FileCheck %s --check-prefix=OTHERS
// OTHERS: select_f32(ge_i1(
// OTHERS: select_f32(ge_i1(
func.func @main(%x: tensor<500x500xf32>) -> (tensor<500x500xf32>, tensor<500x500xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<500x500xf32>
  %one = stablehlo.constant dense<1.0> : tensor<500x500xf32>
  %two = stablehlo.constant dense<2> : tensor<500x500xi32>
  %i = stablehlo.iota dim = 0 : tensor<500x500xi32>
  %j = stablehlo.iota dim = 1 : tensor<500x500xi32>
  %k = stablehlo.add %i, %two : tensor<500x500xi32>
  %0 = stablehlo.compare GE, %k, %j : (tensor<500x500xi32>, tensor<500x500xi32>) -> tensor<500x500xi1>
  %1 = stablehlo.select %0, %x, %zero : tensor<500x500xi1>, tensor<500x500xf32>
  %2 = stablehlo.compare NE, %i, %j : (tensor<500x500xi32>, tensor<500x500xi32>) -> tensor<500x500xi1>
  %3 = stablehlo.select %2, %x, %one : tensor<500x500xi1>, tensor<500x500xf32>
  return %1, %3 : tensor<500x500xf32>, tensor<500x500xf32>
}
func.func @others(%x: tensor<300x300xf32>, %y: tensor<50x30x30xf32>) -> (tensor<300x300xf32>, tensor<50x30x30xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<300x300xf32>
  %nothing = stablehlo.constant dense<0.0> : tensor<50x30x30xf32>
  %i = stablehlo.iota dim = 0 : tensor<300x300xi32>
  %j = stablehlo.iota dim = 1 : tensor<300x300xi32>
  %e = stablehlo.exponential %x : tensor<300x300xf32>
  %0 = stablehlo.compare GE, %i, %j : (tensor<300x300xi32>, tensor<300x300xi32>) -> tensor<300x300xi1>
  %1 = stablehlo.select %0, %e, %zero : tensor<300x300xi1>, tensor<300x300xf32>
  %k = stablehlo.iota dim = 1 : tensor<50x30x30xi32>
  %l = stablehlo.iota dim = 2 : tensor<50x30x30xi32>
  %2 = stablehlo.compare GE, %k, %l : (tensor<50x30x30xi32>, tensor<50x30x30xi32>) -> tensor<50x30x30xi1>
  %3 = stablehlo.select %2, %y, %nothing : tensor<50x30x30xi1>, tensor<50x30x30xf32>
  return %1, %3 : tensor<300x300xf32>, tensor<50x30x30xf32>
}
