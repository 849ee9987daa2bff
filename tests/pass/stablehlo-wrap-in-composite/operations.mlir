// RUN: sdyc opt %s -stablehlo-wrap-in-composite="op-names=stablehlo.add,stablehlo.sort,stablehlo.reduce version=2" -split-input-file | FileCheck %s

// A name that is taken gets a number; attributes go with the composite and stay in the function.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT:    %[[A:.*]] = stablehlo.composite "stablehlo.add" %arg0, %arg1 {composite_attributes = {mark = "first"}, decomposition = @stablehlo.add.impl_0, version = 2 : i32} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.composite "stablehlo.add" %[[A]], %arg1 {decomposition = @stablehlo.add.impl, version = 2 : i32}
// CHECK-NEXT:    stablehlo.multiply %[[B]], %arg0
// CHECK-LABEL: func.func private @stablehlo.add.impl(
// CHECK-NEXT:    stablehlo.add %arg0, %arg1 : tensor<2xf32>
// CHECK-LABEL: func.func private @stablehlo.add.impl_0(
// CHECK-NEXT:    stablehlo.add %arg0, %arg1 {mark = "first"} : tensor<2xf32>
func.func @twice(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %arg0, %arg1 {mark = "first"} : tensor<2xf32>
  %1 = stablehlo.add %0, %arg1 : tensor<2xf32>
  %2 = stablehlo.multiply %1, %arg0 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// Several results; the body of a wrapped operation goes along as it is.
// CHECK-LABEL: func.func @regions
// CHECK-NEXT:    %{{.*}}:2 = stablehlo.composite "stablehlo.sort" %arg0, %arg1 {composite_attributes = {dimension = 0 : i64, is_stable = true}, decomposition = @stablehlo.sort.impl, version = 2 : i32}
// CHECK-LABEL: func.func private @stablehlo.sort.impl(
// CHECK-NEXT:    %[[SORTED:.*]]:2 = "stablehlo.sort"(%arg0, %arg1)
// CHECK:           stablehlo.add %arg2, %arg3
// CHECK:         return %[[SORTED]]#0, %[[SORTED]]#1
func.func @regions(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.compare LT, %1, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

// A body that reads a value from outside keeps its operation where it is.
// CHECK-LABEL: func.func @open
// CHECK:         "stablehlo.sort"(%arg0)
func.func @open(%arg0: tensor<2xf32>, %arg1: tensor<i1>) -> tensor<2xf32> {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %arg1 : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
