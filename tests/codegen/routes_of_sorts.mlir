// Which way lines are sorted is chosen when a program is compiled, and said: the first few, short lines, long ones.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: SDYC_ROUTE=sort:radix sdyc kernels %s | FileCheck %s --check-prefix=FORCED
// FORCED-COUNT-3: route radix of
func.func public @main(%a: tensor<4x1000xf32>, %b: tensor<9x20xi32>, %c: tensor<9x300xi32>)
    -> (tensor<4x3xf32>, tensor<4x3xi32>, tensor<9x20xi32>, tensor<9x300xi32>) {
  // CHECK: = sort of
  // CHECK-NEXT: route leaders of
  %v, %i = chlo.top_k(%a, k = 3) : tensor<4x1000xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  // CHECK: = sort of
  // CHECK-NEXT: route insertion of
  %0 = "stablehlo.sort"(%b) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %less = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<9x20xi32>) -> tensor<9x20xi32>
  // CHECK: = sort of
  // CHECK-NEXT: route radix of
  %1 = "stablehlo.sort"(%c) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %less = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<9x300xi32>) -> tensor<9x300xi32>
  return %v, %i, %0, %1 : tensor<4x3xf32>, tensor<4x3xi32>, tensor<9x20xi32>, tensor<9x300xi32>
}
