// RUN: sdyc opt %s -stablehlo-legalize-composite-to-call | FileCheck %s
// RUN: sdyc opt %s -stablehlo-legalize-composite-to-call=except='my.swap,my.other' | FileCheck %s --check-prefix=EXCEPT

// CHECK: %0:2 = call @swap(%arg0, %arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xf32>)
// CHECK-NEXT: %1 = call @twice(%0#1) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %1
// EXCEPT: stablehlo.composite "my.swap"
// EXCEPT-NEXT: call @twice
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) -> tensor<4xf32> {
  %0:2 = stablehlo.composite "my.swap" %arg0, %arg1 {decomposition = @swap, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xf32>)
  %1 = stablehlo.composite "my.twice" %0#1 {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @swap(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xf32>) {
  return %arg1, %arg0 : tensor<4xi32>, tensor<4xf32>
}
func.func private @twice(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
